// Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
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
    /** What a row without a partner is joined with: all NULL. */
    static final Row NO_SHIPMENTS = new Row(SHIPMENTS.getArity());

    /**
     * Session windows that do not grow beyond a longest length: Flink's own assigner, with its merging (by start, each window into
     * the one before it if they touch) done only as long as what comes out is no longer than that.
     */
    static final class CappedSessionWindows extends EventTimeSessionWindows {
        private final long maxLength;

        CappedSessionWindows(long gap, long maxLength) {
            super(gap);
            this.maxLength = maxLength;
        }

        @Override
        public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
            List<TimeWindow> sorted = new ArrayList<>(windows);
            sorted.sort(Comparator.comparingLong(TimeWindow::getStart));
            TimeWindow merged = null;
            Set<TimeWindow> parts = new HashSet<>();
            for (TimeWindow window : sorted) {
                TimeWindow cover = merged != null && merged.intersects(window) ? merged.cover(window) : null;
                if (cover != null && cover.getEnd() - cover.getStart() <= maxLength) {
                    merged = cover;
                } else {
                    if (parts.size() > 1) {
                        callback.merge(parts, merged);
                    }
                    merged = window;
                    parts = new HashSet<>();
                }
                parts.add(window);
            }
            if (parts.size() > 1) {
                callback.merge(parts, merged);
            }
        }
    }

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
        return orders.coGroup(shipments)
                .where(o -> o.getFieldAs("order_id"), Types.STRING)
                .equalTo(s -> s.getFieldAs("order_id"), Types.STRING)
                .window(new CappedSessionWindows(Duration.ofMinutes(10).toMillis(), Duration.ofMinutes(20).toMillis()))
                .apply((CoGroupFunction<Row, Row, Row>) (os, ss, out) -> {
                    for (Row o : os) {
                        for (Row s : ss) {
                            out.collect(Row.join(o, s));
                        }
                    }
                    if (!ss.iterator().hasNext()) {
                        for (Row o : os) {
                            out.collect(Row.join(o, NO_SHIPMENTS));
                        }
                    }
                }, JOINED);
    }
}
