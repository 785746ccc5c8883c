// Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

public final class Job {
    static final TypeInformation<Row> LEFT = Types.ROW_NAMED(
            new String[] {"id", "order", "time", "id_2", "time_2",
            "a b", "数量", "n", "field", "value"},
            Types.STRING, Types.STRING, Types.INSTANT,
            Types.DOUBLE, Types.STRING, Types.BOOLEAN, Types.LONG,
            Types.STRING, Types.STRING, Types.STRING);
    static final TypeInformation<Row> RIGHT = Types.ROW_NAMED(
            new String[] {"id", "order", "time", "order_2", "flag",
            "nothing"},
            Types.STRING, Types.STRING, Types.INSTANT,
            Types.DOUBLE, Types.BOOLEAN, Types.STRING);
    static final TypeInformation<Row> JOINED = Types.ROW(
            Types.STRING, Types.STRING, Types.INSTANT,
            Types.DOUBLE, Types.STRING, Types.BOOLEAN, Types.LONG,
            Types.STRING, Types.STRING, Types.STRING, Types.STRING,
            Types.STRING, Types.INSTANT, Types.DOUBLE,
            Types.BOOLEAN, Types.STRING);

    static DataStream<Row> join(StreamExecutionEnvironment env,
            Source<Row, ?, ?> leftSource,
            Source<Row, ?, ?> rightSource) {
        DataStream<Row> left = env.fromSource(leftSource,
                WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMinutes(10))
                        .withTimestampAssigner((row, time) ->
                                row.<Instant>getFieldAs("time").toEpochMilli()),
                "订单", LEFT);
        DataStream<Row> right = env.fromSource(rightSource,
                WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMinutes(10))
                        .withTimestampAssigner((row, time) ->
                                row.<Instant>getFieldAs("time").toEpochMilli()),
                "back`tick and; -- line", RIGHT);
        return left.keyBy(l -> l.getFieldAs("order"), Types.STRING)
                .intervalJoin(right.keyBy(r -> r.getFieldAs("order"), Types.STRING))
                .between(Duration.ofSeconds(-1), Duration.ofSeconds(100000))
                .process(new ProcessJoinFunction<Row, Row, Row>() {
                    @Override
                    public void processElement(Row l, Row r, Context context, Collector<Row> out) {
                        out.collect(Row.join(l, r));
                    }
                }, JOINED);
    }
}
