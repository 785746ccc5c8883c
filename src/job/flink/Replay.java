import java.io.BufferedReader;
import java.io.IOException;
import java.io.Serializable;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarks;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.RowUtils;
import org.apache.flink.util.clock.Clock;

/**
 * Plays the steps of events/order.ndjson through a Flink job, one at a time, and writes what each puts out to output.ndjson.
 *
 * A source that reads a file, or Kafka, is as fast as it is: which side's row comes first is chance, and with it which rows are
 * late. Here the next step goes in when the one before is through the whole job: behind what a step sends goes a latency
 * marker, which Flink forwards in line with the rows and which changes nothing; when it reaches the output, all that the
 * step caused has come out. Timestamps and watermarks are made by the classes of Flink's own sources, from the job's own
 * WatermarkStrategy, and emitted at once in place of every 200 ms. Processing time, which state TTL and idleness go by, is the
 * one that the steps tell.
 */
public final class Replay {
    private Replay() {}

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int STOP = -1;
    private static final long PATIENCE_MS = 60_000;

    /** Makes the job: everything but the environment, and what its rows are written to. */
    public interface Build {
        DataStream<Row> of(StreamExecutionEnvironment env) throws Exception;
    }

    // ---- what the sources of a job are made of

    /** The rows of events/left.ndjson, or of right.ndjson, as a source of the DataStream API. */
    public static DataStream<Row> from(StreamExecutionEnvironment env, String side, TypeInformation<Row> type,
            WatermarkStrategy<Row> times) {
        RowTypeInfo info = (RowTypeInfo) type;
        String[] names = info.getFieldNames();
        String[] kinds = new String[names.length];
        LinkedHashMap<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            kinds[i] = info.getTypeAt(i).getTypeClass().getSimpleName();
            places.put(names[i], i);
        }
        return source(env, side, type, times, json -> {
            Object[] values = new Object[names.length];
            for (int i = 0; i < names.length; i++) {
                values[i] = value(json.path(names[i]), kinds[i]);
            }
            return RowUtils.createRowWithNamedPositions(RowKind.INSERT, values, places);
        });
    }

    /** A line of a file of events in the form that the job takes. */
    interface Form<T> extends Serializable {
        T of(JsonNode row);
    }

    static <T> DataStream<T> source(StreamExecutionEnvironment env, String side, TypeInformation<T> type,
            WatermarkStrategy<T> times, Form<T> form) {
        return env.addSource(new Steps(side), "steps " + side, Types.INT)
                .transform("replay " + side, type, new Gate<>(side, form, times));
    }

    static Object value(JsonNode value, String type) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        switch (type) {
            case "Boolean": case "BOOLEAN": return value.booleanValue();
            case "Long": case "BIGINT": return value.longValue();
            case "Double": case "DOUBLE": return value.doubleValue();
            case "Instant": case "TIMESTAMP_WITH_LOCAL_TIME_ZONE": return Instant.ofEpochMilli(value.longValue());
            default: return value.asText();
        }
    }

    /** What one step sends into one side. */
    private static final class Sent {
        JsonNode row;
        RowKind kind;
        int partition;
        Long watermark;
    }

    /** What the driver and the job share. One job runs at a time, in this process. */
    private static final class Run {
        final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
        final Map<String, BlockingQueue<Integer>> queues =
                Map.of("left", new LinkedBlockingQueue<>(), "right", new LinkedBlockingQueue<>());
        /** Whether the plan leads from a side to the output: the planner may cut one off, or leave it out. */
        final Map<String, Boolean> leads = new HashMap<>();
        final List<Row> out = Collections.synchronizedList(new ArrayList<>());
        private int acknowledged = -1;

        synchronized void acknowledge(int number) {
            acknowledged = number;
            notifyAll();
        }

        synchronized boolean await(int number, long millis) throws InterruptedException {
            if (acknowledged < number) {
                wait(millis);
            }
            return acknowledged >= number;
        }
    }

    private static volatile Run run;
    /** Processing time, ms. */
    private static volatile long clock;
    /** The table of a lookup join: key to row. */
    static final Map<String, JsonNode> TABLE = new ConcurrentHashMap<>();

    private static final class Steps implements SourceFunction<Integer> {
        private final String side;

        Steps(String side) {
            this.side = side;
        }

        @Override
        public void run(SourceContext<Integer> context) throws Exception {
            BlockingQueue<Integer> queue = run.queues.get(side);
            for (int number = queue.take(); number != STOP; number = queue.take()) {
                context.collect(number);
            }
        }

        @Override
        public void cancel() {
            run.queues.get(side).add(STOP);
        }
    }

    /** Emits what a step sends, then the marker. */
    private static final class Gate<T> extends AbstractStreamOperator<T> implements OneInputStreamOperator<Integer, T> {
        private final String side;
        private final Form<T> form;
        private final WatermarkStrategy<T> times;
        private transient TimestampsAndWatermarks<T> logic;
        private transient ReaderOutput<T> reader;
        private transient Map<Integer, SourceOutput<T>> partitions;

        Gate(String side, Form<T> form, WatermarkStrategy<T> times) {
            this.side = side;
            this.form = form;
            this.times = times;
        }

        @Override
        public void open() throws Exception {
            super.open();
            TaskIOMetricGroup metrics = getContainingTask().getEnvironment().getMetricGroup().getIOMetricGroup();
            logic = TimestampsAndWatermarks.createProgressiveEventTimeLogic(
                    times, metrics, NO_TIMERS, 200, CLOCK, CLOCK, metrics);
            reader = logic.createMainOutput(new Into<>(output), NOBODY);
            partitions = new HashMap<>();
            for (int i = 0; i < partitionsOf(side); i++) {
                partitions.put(i, reader.createOutputForSplit(Integer.toString(i)));
            }
            settle();
        }

        @Override
        public void processElement(StreamRecord<Integer> element) {
            int number = element.getValue();
            Sent sent = run.sent.get(number);
            if (sent.row != null) {
                T row = form.of(sent.row);
                if (row instanceof Row) {
                    ((Row) row).setKind(sent.kind);
                } else {
                    ((org.apache.flink.table.data.RowData) row).setRowKind(sent.kind);
                }
                partitions.get(sent.partition).collect(row, Long.MIN_VALUE);
            }
            if (sent.watermark != null) {
                reader.emitWatermark(new Watermark(sent.watermark));
            }
            settle();
            if (run.leads.getOrDefault(side, false)) {
                output.emitLatencyMarker(new LatencyMarker(number, getOperatorID(), 0));
            } else {
                run.acknowledge(number);
            }
        }

        /** What is periodic else: the first run sees that rows came, the second begins a time of silence, the third measures it. */
        private void settle() {
            for (int i = 0; i < 3; i++) {
                logic.emitImmediateWatermark(clock);
            }
        }

        @Override
        public void processWatermark(org.apache.flink.streaming.api.watermark.Watermark mark) {
            // That of the end of the input: the events end, the stream does not.
        }
    }

    private static final class Into<T> implements DataOutput<T> {
        private final Output<StreamRecord<T>> output;

        Into(Output<StreamRecord<T>> output) {
            this.output = output;
        }

        @Override
        public void emitRecord(StreamRecord<T> record) {
            output.collect(record);
        }

        @Override
        public void emitWatermark(org.apache.flink.streaming.api.watermark.Watermark mark) {
            output.emitWatermark(mark);
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) {
            output.emitWatermarkStatus(status);
        }

        @Override
        public void emitLatencyMarker(LatencyMarker marker) {
            output.emitLatencyMarker(marker);
        }

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) {
            output.emitRecordAttributes(attributes);
        }

        @Override
        public void emitWatermark(WatermarkEvent event) {
            output.emitWatermark(event);
        }
    }

    private static final TimestampsAndWatermarks.WatermarkUpdateListener NOBODY =
            new TimestampsAndWatermarks.WatermarkUpdateListener() {
                @Override
                public void updateIdle(boolean idle) {}

                @Override
                public void updateCurrentEffectiveWatermark(long watermark) {}

                @Override
                public void updateCurrentSplitWatermark(String split, long watermark) {}

                @Override
                public void updateCurrentSplitIdle(String split, boolean idle) {}

                @Override
                public void splitFinished(String split) {}
            };

    /** Its nanoseconds begin well above 0, which Flink's timer of silence takes for "not begun". */
    private static final Clock CLOCK = new Clock() {
        @Override
        public long absoluteTimeMillis() {
            return clock;
        }

        @Override
        public long relativeTimeMillis() {
            return clock;
        }

        @Override
        public long relativeTimeNanos() {
            return 1_000_000_000L + clock * 1_000_000L;
        }
    };

    private static final ProcessingTimeService NO_TIMERS = new ProcessingTimeService() {
        @Override
        public Clock getClock() {
            return CLOCK;
        }

        @Override
        public ScheduledFuture<?> registerTimer(long time, ProcessingTimeCallback callback) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(ProcessingTimeCallback callback, long delay, long period) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(ProcessingTimeCallback callback, long delay, long period) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> quiesce() {
            return CompletableFuture.completedFuture(null);
        }
    };

    /** What stands behind the job. */
    private static final class Result extends AbstractStreamOperator<Integer> implements OneInputStreamOperator<Row, Integer> {
        @Override
        public void processElement(StreamRecord<Row> element) {
            run.out.add(Row.copy(element.getValue()));
        }

        @Override
        public void processLatencyMarker(LatencyMarker marker) {
            run.acknowledge((int) marker.getMarkedTime());
        }
    }

    /** Flink's heap state, but that its TTL goes by the steps' processing time. */
    public static final class Backend extends HashMapStateBackend {
        private static final long serialVersionUID = 1L;

        @Override
        public HashMapStateBackend configure(ReadableConfig config, ClassLoader loader) {
            return this;
        }

        @Override
        public <K> AbstractKeyedStateBackend<K> createKeyedStateBackend(
                StateBackend.KeyedStateBackendParameters<K> parameters) throws IOException {
            return super.createKeyedStateBackend(
                    new KeyedStateBackendParametersImpl<>(parameters).setTtlTimeProvider(() -> clock));
        }
    }

    public static final class Backends implements StateBackendFactory<Backend> {
        @Override
        public Backend createFromConfig(ReadableConfig config, ClassLoader loader) {
            return new Backend();
        }
    }

    // ---- playing

    /** What job.json tells of the job. */
    private static volatile JsonNode about;

    private static int partitionsOf(String side) {
        return Math.max(1, about.path("partitions").path(side).asInt(1));
    }

    /** Plays the folder's events through the job. */
    public static void run(Path folder, Build build) throws Exception {
        clock = 0;
        TABLE.clear();
        about = JSON.readTree(Files.readString(folder.resolve("job.json")));
        try (BufferedReader order = open(folder, "order"); BufferedReader left = open(folder, "left");
                BufferedReader right = open(folder, "right");
                Writer out = Files.newBufferedWriter(folder.resolve("output.ndjson"), StandardCharsets.UTF_8)) {
            Play play = new Play(build, Map.of("left", left, "right", right), out);
            try {
                play.start(null);
                String line = order.readLine();
                for (int step = 1; line != null; step++, line = order.readLine()) {
                    play.step(step, JSON.readTree(line));
                }
            } finally {
                play.stop();
            }
            System.out.println(play.rows + " rows came out: " + folder.resolve("output.ndjson"));
        }
    }

    private static BufferedReader open(Path folder, String name) throws IOException {
        return Files.newBufferedReader(folder.resolve("events").resolve(name + ".ndjson"), StandardCharsets.UTF_8);
    }

    private static final class Play {
        private final Build build;
        private final Map<String, BufferedReader> rowsOf;
        private final Writer out;
        private final Path checkpoints;
        private JobClient client;
        private CompletableFuture<?> ended;
        /** The last checkpoint, and what was sent since. */
        private String checkpoint;
        private final List<Map.Entry<String, Sent>> since = new ArrayList<>();
        long rows;

        Play(Build build, Map<String, BufferedReader> rowsOf, Writer out) throws IOException {
            this.build = build;
            this.rowsOf = rowsOf;
            this.out = out;
            this.checkpoints = Files.createTempDirectory("checkpoints");
        }

        void start(String from) throws Exception {
            run = new Run();
            Configuration config = new Configuration();
            config.setString("state.backend.type", Backends.class.getName());
            config.setString("execution.buffer-timeout.interval", "0 ms");
            config.setString("restart-strategy.type", "none");
            config.setString("taskmanager.memory.managed.size", "16m");
            config.setString("taskmanager.memory.network.min", "16m");
            config.setString("taskmanager.memory.network.max", "16m");
            if (from != null) {
                config.setString("execution.state-recovery.path", from);
            }
            StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, config);
            env.setBufferTimeout(0);
            build.of(env).transform("output", Types.INT, new Result());
            StreamGraph graph = env.getStreamGraph();
            for (StreamNode node : graph.getStreamNodes()) {
                if (node.getOperatorName().startsWith("replay ")) {
                    run.leads.put(node.getOperatorName().substring("replay ".length()), leads(graph, node));
                }
            }
            client = env.executeAsync(graph);
            ended = client.getJobExecutionResult();
            for (String side : rowsOf.keySet()) {
                send(side, new Sent()); // comes through when the job is up
            }
        }

        private static boolean leads(StreamGraph graph, StreamNode node) {
            for (StreamEdge edge : node.getOutEdges()) {
                StreamNode next = graph.getStreamNode(edge.getTargetId());
                if (next.getOperatorName().equals("output") || leads(graph, next)) {
                    return true;
                }
            }
            return false;
        }

        void stop() {
            if (client == null || ended.isDone()) {
                return;
            }
            try {
                client.cancel().get();
                ended.get();
            } catch (InterruptedException | ExecutionException e) {
                // It is cancelled.
            }
        }

        void step(int step, JsonNode what) throws Exception {
            String does = what.get("do").asText();
            switch (does) {
                case "left":
                case "right":
                    Sent row = new Sent();
                    row.row = JSON.readTree(rowsOf.get(does).readLine());
                    row.kind = kind(what.path("kind").asText("+I"));
                    row.partition = what.path("partition").asInt(0);
                    feed(does, row);
                    break;
                case "table":
                    JsonNode changed = JSON.readTree(rowsOf.get("right").readLine());
                    JsonNode key = changed.path(about.get("table_key").asText());
                    if (!key.isTextual()) {
                        break; // nobody finds a row whose key is NULL
                    }
                    if (what.path("kind").asText("+I").equals("-D")) {
                        TABLE.remove(key.asText());
                    } else {
                        TABLE.put(key.asText(), changed);
                    }
                    break;
                case "watermark":
                    Sent mark = new Sent();
                    mark.watermark = what.get("time").asLong();
                    feed(what.get("side").asText(), mark);
                    break;
                case "clock":
                    clock = Math.max(clock, what.get("time").asLong());
                    for (String side : List.of("left", "right")) {
                        send(side, new Sent());
                    }
                    break;
                case "checkpoint":
                    checkpoint = client.triggerSavepoint(
                            checkpoints.toUri().toString(), SavepointFormatType.CANONICAL).get();
                    since.clear();
                    break;
                case "crash":
                    stop();
                    start(checkpoint);
                    for (Map.Entry<String, Sent> again : since) {
                        send(again.getKey(), again.getValue());
                    }
                    break;
                case "nothing":
                    break;
                default:
                    throw new IllegalArgumentException("step " + step + ": no such thing to do: " + does);
            }
            for (Row row : run.out) {
                out.write(JSON.writeValueAsString(told(step, row)) + "\n");
                rows++;
            }
            run.out.clear();
        }

        private void feed(String side, Sent sent) throws Exception {
            since.add(Map.entry(side, sent));
            send(side, sent);
        }

        /** Sends it, and waits until it is through. What a crash's replay puts out is of the crash's step. */
        private void send(String side, Sent sent) throws Exception {
            if (!run.leads.containsKey(side)) {
                return; // the plan has no such source
            }
            run.sent.add(sent);
            int number = run.sent.size() - 1;
            run.queues.get(side).add(number);
            long deadline = System.currentTimeMillis() + PATIENCE_MS;
            while (!run.await(number, 200)) {
                if (ended.isDone()) {
                    ended.get(); // tells why
                    throw new IllegalStateException("the job ended");
                }
                if (System.currentTimeMillis() > deadline) {
                    throw new IllegalStateException("a step does not come through");
                }
            }
        }
    }

    private static RowKind kind(String word) {
        switch (word) {
            case "-U": return RowKind.UPDATE_BEFORE;
            case "+U": return RowKind.UPDATE_AFTER;
            case "-D": return RowKind.DELETE;
            default: return RowKind.INSERT;
        }
    }

    /** A row of the result: its step, its kind, the ids of the rows joined, its window where it has one, and all of it as text. */
    private static ObjectNode told(int step, Row row) {
        JsonNode columns = about.get("columns");
        ObjectNode told = JSON.createObjectNode();
        told.put("step", step).put("kind", row.getKind().shortString());
        told.put("left", (String) row.getField(columns.get("left").asInt()));
        if (columns.has("right")) {
            told.put("right", (String) row.getField(columns.get("right").asInt()));
        }
        for (JsonNode column : columns.path("windows")) {
            int start = column.asInt();
            if (row.getField(start) != null && !told.has("window")) {
                told.putArray("window").add(millis(row.getField(start))).add(millis(row.getField(start + 1)));
            }
        }
        return told.put("row", row.toString());
    }

    private static long millis(Object time) {
        return time instanceof Instant ? ((Instant) time).toEpochMilli()
                : ((LocalDateTime) time).toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
