// Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.types.Row;

public final class Job {
    static final TypeInformation<Row> ORDERS = Types.ROW_NAMED(
            new String[] {"id", "order_id", "order_time", "amount",
            "express"},
            Types.STRING, Types.STRING, Types.INSTANT, Types.LONG,
            Types.BOOLEAN);
    static final TypeInformation<Row> SHIPMENTS = Types.ROW_NAMED(
            new String[] {"id", "order_id", "ship_time",
            "tracking", "weight"},
            Types.STRING, Types.STRING, Types.INSTANT,
            Types.STRING, Types.DOUBLE);
    static final TypeInformation<Row> JOINED = Types.ROW(
            Types.STRING, Types.STRING, Types.INSTANT, Types.LONG,
            Types.BOOLEAN, Types.STRING, Types.STRING,
            Types.INSTANT, Types.STRING, Types.DOUBLE);

    static DataStream<Row> join(StreamExecutionEnvironment env,
            Source<Row, ?, ?> ordersSource,
            Source<Row, ?, ?> shipmentsSource) {
        DataStream<Row> orders = env.fromSource(ordersSource,
                WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMinutes(10))
                        .withTimestampAssigner((row, time) ->
                                row.<Instant>getFieldAs("order_time").toEpochMilli()),
                "orders", ORDERS);
        DataStream<Row> shipments = env.fromSource(shipmentsSource,
                WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMinutes(10))
                        .withTimestampAssigner((row, time) ->
                                row.<Instant>getFieldAs("ship_time").toEpochMilli()),
                "shipments", SHIPMENTS);
        return orders.join(shipments)
                .where(o -> o.getFieldAs("order_id"), Types.STRING)
                .equalTo(s -> s.getFieldAs("order_id"), Types.STRING)
                .window(SlidingEventTimeWindows.of(Duration.ofMinutes(30), Duration.ofMinutes(15)))
                .apply((JoinFunction<Row, Row, Row>) (o, s) -> Row.join(o, s), JOINED);
    }
}
