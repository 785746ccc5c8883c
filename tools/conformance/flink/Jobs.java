import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Turns a scenario's join into a Flink job between the harness's gates and its tail. */
final class Jobs {
    private Jobs() {}

    /** The job was never handed to Flink: Flink's API has nothing to say this join with. */
    static final class Refused extends RuntimeException {
        Refused(String message) {
            super(message);
        }
    }

    static String explained;

    static void build(StreamExecutionEnvironment env, JsonNode scenario, boolean explain) {
        DataStream<Row> left = input(env, scenario, Harness.LEFT);
        DataStream<Row> right = scenario.get("join").get("kind").asText().equals("lookup")
                ? null : input(env, scenario, Harness.RIGHT);
        String dialect = scenario.get("dialect").asText();
        if (dialect.equals("flink_sql")) {
            sql(env, left, right, scenario, explain);
        } else if (dialect.equals("flink_datastream")) {
            for (String side : new String[] {"left", "right"}) {
                if (strategy(scenario, side).equals("bounded")) {
                    // The script moves the watermarks; this only asks whether Flink would take the delay.
                    new BoundedOutOfOrdernessWatermarks<Row>(Duration.ofMillis(
                            scenario.get(side).path("watermark").path("delay").asLong()));
                }
            }
            dataStream(left, right, scenario.get("join"));
        } else {
            throw new Refused("dialect " + dialect + " is not Flink's");
        }
    }

    private static DataStream<Row> input(StreamExecutionEnvironment env, JsonNode scenario, int side) {
        return env.addSource(new Harness.StepSource(side), "source" + side, Types.INT)
                .transform("gate" + side, Harness.ROW,
                        new Harness.Gate<Row>(side, row -> row, Splits.How.of(scenario, side)));
    }

    private static void tail(DataStream<Row> stream, Harness.Layout layout) {
        stream.transform("tail", Types.INT, new Harness.Tail(layout));
    }

    // ------------------------------------------------------------------ SQL

    private static void sql(StreamExecutionEnvironment env, DataStream<Row> left,
            DataStream<Row> right, JsonNode scenario, boolean explain) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        tables.getConfig().set("table.exec.simplify-operator-name-enabled", "false");
        JsonNode join = scenario.get("join");
        String kind = join.get("kind").asText();
        String type = join.get("type").asText();
        boolean leftClock = !strategy(scenario, "left").equals("none");
        boolean rightClock = !strategy(scenario, "right").equals("none");
        String query;
        Harness.Layout layout = half(type) ? Harness.Layout.ONLY_LEFT : Harness.Layout.JOINED;
        switch (kind) {
            case "interval":
                long cleanup = join.path("min_cleanup_interval").asLong(0);
                if (cleanup != 0) {
                    tables.getConfig().set("table.exec.interval-join.min-cleanup-interval", cleanup + " ms");
                }
                tables.createTemporaryView("L", tables.fromDataStream(left, timed("L", leftClock)));
                tables.createTemporaryView("R", tables.fromDataStream(right, timed("R", rightClock)));
                query = select(type, "L l", "R r",
                        "l.LK = r.RK AND r.ts " + (open(join, "lower_inclusive") ? ">" : ">=")
                                + " l.ts" + plus(join.get("lower").asLong())
                                + " AND r.ts " + (open(join, "upper_inclusive") ? "<" : "<=")
                                + " l.ts" + plus(join.get("upper").asLong()),
                        "l.LID", "r.RID");
                break;
            case "regular":
                long ttl = join.path("state_ttl").asLong(0);
                if (ttl != 0) {
                    tables.getConfig().set("table.exec.state.ttl", ttl + " ms");
                    Harness.run.ttl = ttl;
                }
                tables.createTemporaryView("L",
                        tables.fromChangelogStream(left, plain("LID"), ChangelogMode.all()));
                tables.createTemporaryView("R",
                        tables.fromChangelogStream(right, plain("RID"), ChangelogMode.all()));
                query = select(type, "L l", "R r", "l.k = r.k", "l.LID", "r.RID");
                break;
            case "temporal":
                tables.createTemporaryView("L", tables.fromDataStream(left, timed("L", leftClock)));
                Schema.Builder versions = Schema.newBuilder()
                        .column("id", "STRING").column("k", "STRING NOT NULL")
                        .columnByExpression("RID", "id")
                        .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
                        .primaryKey("k");
                if (rightClock) {
                    versions.watermark("ts", "SOURCE_WATERMARK()");
                }
                ChangelogMode mode = System.getProperty("oracle.temporal", "changelog").equals("upsert")
                        ? ChangelogMode.upsert(false)
                        : ChangelogMode.newBuilder().addContainedKind(RowKind.INSERT)
                                .addContainedKind(RowKind.DELETE).build();
                tables.createTemporaryView("R",
                        tables.fromChangelogStream(right, versions.build(), mode));
                query = select(type, "L l", "R FOR SYSTEM_TIME AS OF l.ts AS r", "l.LK = r.k",
                        "l.LID", "r.RID");
                break;
            case "lookup":
                tables.createTemporaryView("L", tables.fromDataStream(left,
                        Schema.newBuilder().fromSchema(timed("L", leftClock))
                                .columnByExpression("proc_time", "PROCTIME()").build()));
                tables.executeSql(Lookup.DDL);
                query = select(type, "L l", "R FOR SYSTEM_TIME AS OF l.proc_time AS r", "l.LK = r.RK",
                        "l.LID", "r.id");
                break;
            case "window":
                tables.createTemporaryView("L", tables.fromDataStream(left, timed("L", leftClock)));
                tables.createTemporaryView("R", tables.fromDataStream(right, timed("R", rightClock)));
                if (join.path("allowed_lateness").asLong(0) != 0) {
                    throw new Refused("Flink SQL window join has no allowed lateness");
                }
                if (join.get("window").has("max_length")) {
                    throw new Refused("Flink SQL's SESSION has no longest length");
                }
                layout = half(type) ? Harness.Layout.ONLY_LEFT_WINDOW : Harness.Layout.JOINED_WINDOW;
                query = select(type, "(SELECT * FROM " + tvf("L", join.get("window")) + ") l",
                        "(SELECT * FROM " + tvf("R", join.get("window")) + ") r",
                        "l.LK = r.RK AND l.window_start = r.window_start AND l.window_end = r.window_end",
                        "l.LID", "r.RID");
                query = half(type)
                        ? query.replaceFirst("l.LID", "l.LID, l.window_start, l.window_end")
                        : query.replaceFirst("r.RID", "r.RID, l.window_start AS ls, l.window_end AS le,"
                                + " r.window_start AS rs, r.window_end AS re");
                break;
            default:
                throw new Refused("unknown join kind " + kind);
        }
        Table result = tables.sqlQuery(query);
        if (explain) {
            explained = query + "\n" + result.explain();
        }
        tail(tables.toChangelogStream(result), layout);
    }

    private static String select(String type, String left, String right, String on,
            String leftId, String rightId) {
        switch (type) {
            case "semi":
            case "anti":
                return "SELECT " + leftId + " FROM " + left + " WHERE "
                        + (type.equals("anti") ? "NOT " : "")
                        + "EXISTS (SELECT 1 FROM " + right + " WHERE " + on + ")";
            default:
                return "SELECT " + leftId + ", " + rightId + " FROM " + left + " "
                        + type.toUpperCase() + " JOIN " + right + " ON " + on;
        }
    }

    private static boolean half(String type) {
        return type.equals("semi") || type.equals("anti");
    }

    private static boolean open(JsonNode join, String field) {
        return !join.path(field).asBoolean(true);
    }

    private static String strategy(JsonNode scenario, String side) {
        return scenario.get(side).path("watermark").path("strategy").asText("none");
    }

    private static Schema plain(String id) {
        return Schema.newBuilder().column("id", "STRING").column("k", "STRING")
                .columnByExpression(id, "id").build();
    }

    /**
     * Columns are named for their side, so that operator names in the plan tell the sides apart. The
     * key comes first: when pruned columns leave a session's partition key at different positions on
     * the two sides, the planner takes the windows for different ones and plans a regular join.
     */
    private static Schema timed(String side, boolean watermark) {
        Schema.Builder schema = Schema.newBuilder().column("id", "STRING").column("k", "STRING")
                .columnByExpression(side + "K", "k").columnByExpression(side + "ID", "id")
                .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime");
        if (watermark) {
            schema.watermark("ts", "SOURCE_WATERMARK()");
        }
        return schema.build();
    }

    private static String interval(long millis) {
        long seconds = millis / 1000;
        return String.format("INTERVAL '%d %02d:%02d:%02d.%03d' DAY(3) TO SECOND(3)", seconds / 86400,
                seconds / 3600 % 24, seconds / 60 % 60, seconds % 60, millis % 1000);
    }

    private static String plus(long millis) {
        return millis < 0 ? " - " + interval(-millis) : " + " + interval(millis);
    }

    private static String signed(long millis) {
        return millis < 0 ? interval(-millis).replaceFirst("INTERVAL ", "INTERVAL -") : interval(millis);
    }

    private static String tvf(String table, JsonNode window) {
        long offset = window.path("offset").asLong(0);
        String tail = offset == 0 ? "" : ", " + signed(offset);
        switch (window.get("shape").asText()) {
            case "tumbling":
                return "TABLE(TUMBLE(TABLE " + table + ", DESCRIPTOR(ts), "
                        + interval(window.get("size").asLong()) + tail + "))";
            case "sliding":
                return "TABLE(HOP(TABLE " + table + ", DESCRIPTOR(ts), "
                        + interval(window.get("slide").asLong()) + ", "
                        + interval(window.get("size").asLong()) + tail + "))";
            case "cumulating":
                return "TABLE(CUMULATE(TABLE " + table + ", DESCRIPTOR(ts), "
                        + interval(window.get("step").asLong()) + ", "
                        + interval(window.get("size").asLong()) + tail + "))";
            case "session":
                return "TABLE(SESSION(TABLE " + table + " PARTITION BY " + table + "K, DESCRIPTOR(ts), "
                        + interval(window.get("gap").asLong()) + "))";
            default:
                throw new Refused("unknown window shape " + window.get("shape").asText());
        }
    }

    static long[] window(Object start, Object end) {
        return new long[] {millis(start), millis(end)};
    }

    private static long millis(Object time) {
        return time instanceof Instant ? ((Instant) time).toEpochMilli()
                : ((LocalDateTime) time).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    // ----------------------------------------------------------- DataStream

    private static final TypeInformation<Row> PAIR = Types.ROW(Types.STRING, Types.STRING);
    private static final OutputTag<Row> LATE_LEFT = new OutputTag<>("late-left", Harness.ROW);
    private static final OutputTag<Row> LATE_RIGHT = new OutputTag<>("late-right", Harness.ROW);

    static final class Key implements KeySelector<Row, String> {
        @Override
        public String getKey(Row row) {
            return (String) row.getField(1);
        }
    }

    private static void dataStream(DataStream<Row> left, DataStream<Row> right, JsonNode join) {
        String kind = join.get("kind").asText();
        String type = join.get("type").asText();
        switch (kind) {
            case "interval":
                if (!type.equals("inner")) {
                    throw new Refused("KeyedStream.intervalJoin is an inner join only, there is no "
                            + type + " interval join in the DataStream API");
                }
                dataStreamInterval(left, right, join);
                break;
            case "window":
                dataStreamWindow(left, right, join, type);
                break;
            default:
                throw new Refused("the DataStream API has no " + kind + " join");
        }
    }

    private static void dataStreamInterval(DataStream<Row> left, DataStream<Row> right, JsonNode join) {
        KeyedStream.IntervalJoined<Row, Row, String> joined = left.keyBy(new Key(), Types.STRING)
                .intervalJoin(right.keyBy(new Key(), Types.STRING))
                .between(Duration.ofMillis(join.get("lower").asLong()),
                        Duration.ofMillis(join.get("upper").asLong()));
        if (open(join, "lower_inclusive")) {
            joined = joined.lowerBoundExclusive();
        }
        if (open(join, "upper_inclusive")) {
            joined = joined.upperBoundExclusive();
        }
        SingleOutputStreamOperator<Row> result = joined
                .sideOutputLeftLateData(LATE_LEFT)
                .sideOutputRightLateData(LATE_RIGHT)
                .process(new ProcessJoinFunction<Row, Row, Row>() {
                    @Override
                    public void processElement(Row l, Row r, Context ctx, Collector<Row> out) {
                        out.collect(Row.of(l.getField(0), r.getField(0)));
                    }
                }, PAIR);
        tail(result, Harness.Layout.JOINED);
        tail(result.getSideOutput(LATE_LEFT), Harness.Layout.LATE_LEFT);
        tail(result.getSideOutput(LATE_RIGHT), Harness.Layout.LATE_RIGHT);
    }

    private static void dataStreamWindow(DataStream<Row> left, DataStream<Row> right, JsonNode join,
            String type) {
        WindowAssigner<Object, TimeWindow> windows = assigner(join.get("window"));
        Duration lateness = Duration.ofMillis(join.path("allowed_lateness").asLong(0));
        SingleOutputStreamOperator<Row> result;
        if (type.equals("inner")) {
            result = left.join(right).where(new Key(), Types.STRING).equalTo(new Key(), Types.STRING)
                    .window(windows).trigger(new NotingTrigger()).allowedLateness(lateness)
                    .apply((JoinFunction<Row, Row, Row>)
                            (l, r) -> Row.of(l.getField(0), r.getField(0)), PAIR);
        } else {
            result = left.coGroup(right).where(new Key(), Types.STRING).equalTo(new Key(), Types.STRING)
                    .window(windows).trigger(new NotingTrigger()).allowedLateness(lateness)
                    .apply(new Pad(type), PAIR);
        }
        tail(result, half(type) ? Harness.Layout.CAPTURED_ONLY_LEFT : Harness.Layout.CAPTURED_WINDOW);
    }

    private static WindowAssigner<Object, TimeWindow> assigner(JsonNode window) {
        Duration offset = Duration.ofMillis(window.path("offset").asLong(0));
        switch (window.get("shape").asText()) {
            case "tumbling":
                return TumblingEventTimeWindows.of(Duration.ofMillis(window.get("size").asLong()), offset);
            case "sliding":
                return SlidingEventTimeWindows.of(Duration.ofMillis(window.get("size").asLong()),
                        Duration.ofMillis(window.get("slide").asLong()), offset);
            case "session":
                if (window.has("max_length")) {
                    return new CappedSessionWindows(window.get("gap").asLong(), window.get("max_length").asLong());
                }
                @SuppressWarnings("unchecked")
                WindowAssigner<Object, TimeWindow> session = (WindowAssigner<Object, TimeWindow>)
                        (WindowAssigner<?, TimeWindow>) EventTimeSessionWindows.withGap(
                                Duration.ofMillis(window.get("gap").asLong()));
                return session;
            default:
                throw new Refused("unknown window shape " + window.get("shape").asText());
        }
    }

    /** The join a user writes over coGroup: at each firing, a side with no partner rows is padded. */
    static final class Pad implements CoGroupFunction<Row, Row, Row> {
        private final String type;

        Pad(String type) {
            this.type = type;
        }

        @Override
        public void coGroup(Iterable<Row> lefts, Iterable<Row> rights, Collector<Row> out) {
            boolean noLeft = !lefts.iterator().hasNext();
            boolean noRight = !rights.iterator().hasNext();
            if (half(type)) {
                if (noRight == type.equals("anti")) {
                    lefts.forEach(l -> out.collect(Row.of(l.getField(0), null)));
                }
                return;
            }
            for (Row l : lefts) {
                for (Row r : rights) {
                    out.collect(Row.of(l.getField(0), r.getField(0)));
                }
                if (noRight && !type.equals("right")) {
                    out.collect(Row.of(l.getField(0), null));
                }
            }
            if (noLeft && !type.equals("left")) {
                rights.forEach(r -> out.collect(Row.of(null, r.getField(0))));
            }
        }
    }

    /** Flink's default event-time trigger, noting which window is about to fire. */
    static final class NotingTrigger extends Trigger<Object, TimeWindow> {
        private final EventTimeTrigger real = EventTimeTrigger.create();

        private static TriggerResult note(TriggerResult result, TimeWindow window) {
            if (result.isFire()) {
                Harness.run.firing = new long[] {window.getStart(), window.getEnd()};
            }
            return result;
        }

        @Override
        public TriggerResult onElement(Object element, long time, TimeWindow window, TriggerContext ctx)
                throws Exception {
            return note(real.onElement(element, time, window, ctx), window);
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext ctx)
                throws Exception {
            return note(real.onEventTime(time, window, ctx), window);
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext ctx)
                throws Exception {
            return note(real.onProcessingTime(time, window, ctx), window);
        }

        @Override
        public boolean canMerge() {
            return real.canMerge();
        }

        @Override
        public void onMerge(TimeWindow window, OnMergeContext ctx) throws Exception {
            real.onMerge(window, ctx);
        }

        @Override
        public void clear(TimeWindow window, TriggerContext ctx) throws Exception {
            real.clear(window, ctx);
        }
    }
}
