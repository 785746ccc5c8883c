import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Runs scenario files through Flink's joins and writes what came out at each step. */
public final class Oracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STEP_TIMEOUT_MS = 30_000;
    /** Whether traces tell the last watermark that reached the sink behind the join. */
    private static boolean passed;
    private static final Path CHECKPOINTS;

    static {
        try {
            CHECKPOINTS = Files.createTempDirectory("checkpoints");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Path> inputs = new ArrayList<>();
        Path out = null;
        boolean explain = false;
        Path printed = null;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--out")) {
                out = Path.of(args[++i]);
            } else if (args[i].equals("--explain")) {
                explain = true;
            } else if (args[i].equals("--printed")) {
                printed = Path.of(args[++i]);
            } else if (args[i].equals("--passed")) {
                passed = true;
            } else if (args[i].startsWith("@")) {
                for (String line : Files.readAllLines(Path.of(args[i].substring(1)))) {
                    inputs.add(Path.of(line));
                }
            } else {
                inputs.add(Path.of(args[i]));
            }
        }
        if (out == null || inputs.isEmpty()) {
            System.err.println("usage: Oracle SCENARIO.json... --out DIR [--explain] [--printed DIR] [--passed]");
            System.exit(2);
        }
        Files.createDirectories(out);
        int failures = 0;
        try (MiniCluster cluster = start()) {
            for (Path input : inputs) {
                long began = System.nanoTime();
                String name = input.getFileName().toString();
                String base = name.replaceFirst("(\\.scenario)?\\.json$", "");
                ObjectNode trace;
                try {
                    String text = printed == null ? null : Files.readString(printed.resolve(base + ".sql"));
                    trace = trace(cluster, JSON.readTree(input.toFile()), text, explain);
                } catch (Exception e) {
                    System.err.println(name + ": the oracle itself failed: " + e);
                    e.printStackTrace();
                    failures++;
                    continue;
                }
                write(out.resolve(base + ".trace.json").toFile(), trace);
                if (explain && Jobs.explained != null) {
                    System.out.println(Jobs.explained);
                }
                System.out.printf("%s: %s, %d ms%n", name,
                        trace.has("error") ? "refused" : trace.get("steps").size() + " steps",
                        (System.nanoTime() - began) / 1_000_000);
            }
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    private static MiniCluster start() throws Exception {
        Configuration config = new Configuration();
        config.setString("rest.port", "0");
        config.setString("rest.bind-port", "0");
        config.setString("metrics.reporters", "oracle");
        config.setString("metrics.reporter.oracle.factory.class", Harness.MetricsFactory.class.getName());
        config.setString("taskmanager.memory.managed.size", "16m");
        config.setString("taskmanager.memory.network.min", "16m");
        config.setString("taskmanager.memory.network.max", "16m");
        config.setString("jobstore.max-capacity", "4");
        config.setString("execution.checkpointing.incremental", "false");
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config).setNumTaskManagers(1).setNumSlotsPerTaskManager(4)
                .withRandomPorts().build());
        cluster.start();
        return cluster;
    }

    private static StreamExecutionEnvironment environment() {
        Configuration config = new Configuration();
        config.setString("state.backend.type", Harness.BackendFactory.class.getName());
        config.setString("execution.buffer-timeout.enabled", "true");
        config.setString("execution.buffer-timeout.interval", "0 ms");
        config.setString("restart-strategy.type", "none");
        config.setString("pipeline.object-reuse", "false");
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(config);
        env.setParallelism(1);
        env.setMaxParallelism(1);
        env.setBufferTimeout(0);
        return env;
    }

    /** {@code text} is the SQL to run in place of the harness's own, if it is given. */
    private static ObjectNode trace(MiniCluster cluster, JsonNode scenario, String text, boolean explain)
            throws Exception {
        ObjectNode trace = JSON.createObjectNode();
        trace.put("version", 1);
        trace.putObject("engine").put("name", "Apache Flink")
                .put("version", EnvironmentInformation.getVersion());
        Harness.clock = 0;
        Lookup.TABLE.clear();
        Jobs.explained = null;
        Play play = new Play(cluster, scenario, text, explain);
        try {
            try {
                play.start(null);
            } catch (Refusal e) {
                trace.put("error", gist(e.getCause()));
                return trace;
            }
            ArrayNode steps = trace.putArray("steps");
            try {
                for (JsonNode step : scenario.get("script")) {
                    play.step(step, steps.addObject());
                }
            } catch (Refusal e) {
                trace.remove("steps");
                trace.put("error", gist(e.getCause()));
            }
        } finally {
            play.stop();
        }
        return trace;
    }

    /** Flink does not run this, or no longer. */
    private static final class Refusal extends Exception {
        Refusal(Throwable cause) {
            super(cause);
        }
    }

    /** A scenario being played: its job, and after a crash the next one. */
    private static final class Play {
        private final MiniCluster cluster;
        private final JsonNode scenario;
        private final String text;
        private final boolean explain;
        private final boolean lookup;
        private Harness.Run run;
        private JobID job;
        private CompletableFuture<JobResult> ended;
        private Clocks clocks;
        private long[] droppedBefore;
        /** The last checkpoint, and what came since. */
        private String checkpoint;
        private final List<JsonNode> since = new ArrayList<>();

        Play(MiniCluster cluster, JsonNode scenario, String text, boolean explain) {
            this.cluster = cluster;
            this.scenario = scenario;
            this.text = text;
            this.explain = explain;
            this.lookup = scenario.get("join").get("kind").asText().equals("lookup");
        }

        void start(String from) throws Exception {
            run = new Harness.Run();
            Harness.run = run;
            StreamGraph graph;
            try {
                StreamExecutionEnvironment env = environment();
                if (text != null) {
                    Printed.build(env, scenario, text, explain);
                } else {
                    Jobs.build(env, scenario, explain);
                }
                graph = env.getStreamGraph();
                graph.setJobId(new JobID());
                for (StreamNode node : graph.getStreamNodes()) {
                    if (node.getOperatorName().startsWith("gate")) {
                        run.connected[node.getOperatorName().equals("gate0") ? 0 : 1] =
                                Harness.leadsToTail(graph, node);
                    }
                }
            } catch (Exception e) {
                throw new Refusal(e);
            }
            if (from != null) {
                graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(from));
            }
            job = graph.getJobID();
            cluster.submitJob(graph).get(60, TimeUnit.SECONDS);
            ended = cluster.requestJobResult(job);
            boolean[] idle = clocks == null ? new boolean[2] : clocks.idle;
            clocks = new Clocks(scenario, run);
            System.arraycopy(idle, 0, clocks.idle, 0, 2); // as it was told last
            droppedBefore = Harness.dropped(run);
            if (clocks.splits() || crashes()) { // their clock starts, and a job can be stopped, when it is there
                for (int side = 0; side < (lookup ? 1 : 2); side++) {
                    send(side, new Harness.Cmd(), JSON.createArrayNode(), new int[2]);
                }
            }
        }

        private boolean crashes() {
            for (JsonNode step : scenario.get("script")) {
                if (step.get("do").asText().equals("checkpoint") || step.get("do").asText().equals("crash")) {
                    return true;
                }
            }
            return false;
        }

        void stop() throws Exception {
            if (job == null || ended.isDone()) {
                return;
            }
            run.queues.forEach(queue -> queue.add(Harness.STOP));
            try {
                ended.get(20, TimeUnit.SECONDS);
            } catch (java.util.concurrent.TimeoutException e) {
                cluster.cancelJob(job).get(20, TimeUnit.SECONDS);
                ended.get(20, TimeUnit.SECONDS);
            }
        }

        void step(JsonNode step, ObjectNode entry) throws Exception {
            ArrayNode outs = entry.putArray("out");
            int[] late = new int[2];
            switch (step.get("do").asText()) {
                case "push":
                case "watermark":
                    since.add(step);
                    feed(step, outs, late);
                    break;
                case "clock":
                    // Nothing goes in, but the marker comes through, so that the operators are there to be read.
                    Harness.clock = Math.max(Harness.clock, step.get("time").asLong());
                    for (int side = 0; side < (clocks.splits() && !lookup ? 2 : 1); side++) {
                        send(side, new Harness.Cmd(), outs, late);
                    }
                    break;
                case "checkpoint":
                    checkpoint = cluster.triggerSavepoint(job, CHECKPOINTS.toUri().toString(), false,
                            SavepointFormatType.CANONICAL).get(60, TimeUnit.SECONDS);
                    since.clear();
                    break;
                case "crash":
                    cluster.cancelJob(job).get(20, TimeUnit.SECONDS);
                    ended.get(20, TimeUnit.SECONDS);
                    start(checkpoint);
                    for (JsonNode again : since) {
                        if (!(lookup && again.get("side").asText().equals("right"))) { // the table is not Flink's
                            feed(again, outs, late);
                        }
                    }
                    clocks.changed = true;
                    break;
                default:
                    throw new Refusal(new IllegalArgumentException("step \"" + step.get("do").asText()
                            + "\" means nothing to Flink"));
            }
            if (passed && run.passed != null) {
                entry.put("passed", run.passed.longValue());
            }
            if (late[0] + late[1] > 0) {
                sides(entry.putObject("late"), late[0], late[1]);
            }
            clocks.write(entry);
            int[] held = Harness.stateSizes(run);
            if (held == null && lookup && run.backends.isEmpty()) {
                held = new int[2]; // the join is there, and keeps nothing
            }
            if (held != null && run.onlyTotal) {
                entry.putObject("state").put("total", held[0] + held[1]);
            } else if (held != null) {
                sides(entry.putObject("state"), held[0], held[1]);
            }
        }

        /** A push or a watermark, for the first time or again. */
        private void feed(JsonNode step, ArrayNode outs, int[] late) throws Exception {
            int side = step.get("side").asText().equals("right") ? Harness.RIGHT : Harness.LEFT;
            boolean push = step.get("do").asText().equals("push");
            String key = step.path("key").isTextual() ? step.get("key").asText() : null;
            if (lookup && side == Harness.RIGHT) {
                if (push) {
                    if (step.path("kind").asText().equals("-U")) {
                        throw new Refusal(new IllegalArgumentException("a table takes +I, +U and -D, not -U"));
                    }
                    Lookup.change(step.path("kind").asText("+I"), key, step.get("id").asText());
                }
                return; // the table is no stream: it has no watermark
            }
            Harness.Cmd cmd = new Harness.Cmd();
            if (push) {
                cmd.row = text != null ? Printed.row(kind(step, scenario), step)
                        : Row.ofKind(kind(step, scenario), step.get("id").asText(), key);
                cmd.time = step.get("time").asLong();
                cmd.partition = step.path("partition").asInt(0);
                cmd.watermark = clocks.pushed(side, cmd.time);
            } else {
                cmd.watermark = clocks.moved(side, step.get("time").asLong());
            }
            send(side, cmd, outs, late);
        }

        private void send(int side, Harness.Cmd cmd, ArrayNode outs, int[] late) throws Exception {
            run.outs = new ArrayList<>();
            run.late = new int[2];
            int number = run.send(side, cmd);
            long deadline = System.currentTimeMillis() + STEP_TIMEOUT_MS;
            while (!run.await(number, 200)) {
                if (ended.isDone()) {
                    throw new Refusal(ended.get().getSerializedThrowable().get()
                            .deserializeError(Oracle.class.getClassLoader()));
                }
                if (System.currentTimeMillis() > deadline) {
                    throw new IllegalStateException("a step was never finished");
                }
            }
            write(outs, run.outs);
            long[] dropped = Harness.dropped(run);
            late[Harness.LEFT] += run.late[Harness.LEFT] + dropped[0] - droppedBefore[0];
            late[Harness.RIGHT] += run.late[Harness.RIGHT] + dropped[1] - droppedBefore[1];
            late[side] += dropped[2] - droppedBefore[2];
            droppedBefore = dropped;
        }
    }

    private static RowKind kind(JsonNode step, JsonNode scenario) {
        String text = step.path("kind").asText("+I");
        boolean versions = scenario.get("join").get("kind").asText().equals("temporal")
                && step.get("side").asText().equals("right");
        switch (text) {
            case "-U": return RowKind.UPDATE_BEFORE;
            case "-D": return RowKind.DELETE;
            case "+U": return versions && !System.getProperty("oracle.temporal", "changelog").equals("upsert")
                    ? RowKind.INSERT : RowKind.UPDATE_AFTER;
            default: return RowKind.INSERT;
        }
    }

    /** Each side's own watermark, by the contract's rules. */
    private static final class Clocks {
        private final String[] strategy = new String[2];
        private final long[] delay = new long[2];
        private final Long[] now = new Long[2];
        private final long[] max = {Long.MIN_VALUE, Long.MIN_VALUE};
        /** Of a side with {@link Splits} the source itself makes the watermark; it is read there. */
        private final boolean[] splits = new boolean[2];
        private final boolean[] idle = new boolean[2];
        private final Harness.Run run;
        private boolean changed;

        Clocks(JsonNode scenario, Harness.Run run) {
            this.run = run;
            boolean dataStream = scenario.get("dialect").asText().equals("flink_datastream");
            for (int side = 0; side < 2; side++) {
                JsonNode mark = scenario.get(side == 0 ? "left" : "right").path("watermark");
                strategy[side] = mark.path("strategy").asText("none");
                if (side == Harness.RIGHT && scenario.get("join").get("kind").asText().equals("lookup")) {
                    strategy[side] = "none"; // the table is no stream
                    continue;
                }
                delay[side] = mark.path("delay").asLong(0) + (dataStream ? 1 : 0);
                splits[side] = Splits.How.of(scenario, side) != null;
            }
        }

        boolean splits() {
            return splits[0] || splits[1];
        }

        Long pushed(int side, long time) {
            max[side] = Math.max(max[side], time);
            return strategy[side].equals("bounded") && !splits[side] ? moved(side, max[side] - delay[side]) : null;
        }

        Long moved(int side, long to) {
            if (splits[side]) {
                return to;
            }
            if (strategy[side].equals("none") || now[side] != null && to <= now[side]) {
                return null;
            }
            now[side] = to;
            changed = true;
            return to;
        }

        void write(ObjectNode entry) {
            boolean turned = false;
            for (int side = 0; side < 2; side++) {
                if (splits[side]) {
                    changed |= !java.util.Objects.equals(now[side], run.marks[side]);
                    now[side] = run.marks[side];
                    turned |= idle[side] != run.idle[side];
                    idle[side] = run.idle[side];
                }
            }
            if (turned) {
                entry.putObject("idle").put("left", idle[0]).put("right", idle[1]);
            }
            if (changed) {
                ObjectNode marks = entry.putObject("watermark");
                marks.put("left", now[0]);
                marks.put("right", now[1]);
                changed = false;
            }
        }
    }

    private static void sides(ObjectNode node, int left, int right) {
        node.put("left", left);
        node.put("right", right);
    }

    private static void write(ArrayNode outs, List<Harness.Out> rows) {
        for (Harness.Out row : rows) {
            ObjectNode node = outs.addObject();
            node.put("kind", row.kind);
            node.put("left", row.left);
            if (row.hasRight) {
                node.put("right", row.right);
            }
            if (row.window != null) {
                node.putArray("window").add(row.window[0]).add(row.window[1]);
            }
        }
    }

    /** The innermost message that says something, without the plans some messages carry along. */
    private static String gist(Throwable error) {
        String best = null;
        Set<Throwable> seen = new HashSet<>();
        for (Throwable t = error; t != null && seen.add(t); t = t.getCause()) {
            String message = t.getMessage();
            if (message == null || message.isBlank()) {
                continue;
            }
            if (message.contains("Cannot generate a valid execution plan for the given query")) {
                best = "Cannot generate a valid execution plan for the given query. This exception "
                        + "indicates that the query uses an unsupported SQL feature.";
                break;
            }
            best = message;
        }
        String text = (best == null ? error.toString() : best).replaceAll("\\s+", " ").trim();
        return text.length() > 500 ? text.substring(0, 500) + "..." : text;
    }

    private static void write(File file, ObjectNode trace) throws Exception {
        StringBuilder text = new StringBuilder("{\n");
        text.append("  \"version\": 1,\n  \"engine\": ").append(JSON.writeValueAsString(trace.get("engine")));
        if (trace.has("error")) {
            text.append(",\n  \"error\": ").append(JSON.writeValueAsString(trace.get("error")));
        } else {
            text.append(",\n  \"steps\": [\n");
            JsonNode steps = trace.get("steps");
            for (int i = 0; i < steps.size(); i++) {
                text.append("    ").append(JSON.writeValueAsString(steps.get(i)))
                        .append(i + 1 < steps.size() ? ",\n" : "\n");
            }
            text.append("  ]");
        }
        Files.writeString(file.toPath(), text.append("\n}\n"));
    }
}
