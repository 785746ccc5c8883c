import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarks;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedWatermarkGeneratorSupplier;
import org.apache.flink.table.watermark.WatermarkEmitStrategy;
import org.apache.flink.util.clock.Clock;

/**
 * Timestamps and watermarks of a side as a FLIP-27 source makes them: Flink's own classes (what SourceOperator uses), one
 * output a split, on the script's clock. Nothing is periodic: {@link #settle} runs the periodic emission. The Replay.java of the
 * jobs has the same, as it may need nothing but Flink.
 */
final class Splits<T> {
    /** The side's watermark as the scenario gives it. */
    static final class How implements Serializable {
        private final boolean sql;
        private final long delay;
        private final int partitions;
        private final Long idle;

        private How(boolean sql, long delay, int partitions, Long idle) {
            this.sql = sql;
            this.delay = delay;
            this.partitions = partitions;
            this.idle = idle;
        }

        /** Null where the driver's plain rule is enough: no split but one, and no idleness. */
        static How of(JsonNode scenario, int side) {
            JsonNode mark = scenario.get(side == Harness.LEFT ? "left" : "right").path("watermark");
            if (!mark.path("strategy").asText().equals("bounded") || !mark.has("partitions") && !mark.has("idle_timeout")) {
                return null;
            }
            return new How(scenario.get("dialect").asText().equals("flink_sql"), mark.path("delay").asLong(),
                    mark.path("partitions").asInt(1), mark.has("idle_timeout") ? mark.get("idle_timeout").asLong() : null);
        }
    }

    private final TimestampsAndWatermarks<T> logic;
    private final ReaderOutput<T> main;
    private final List<SourceOutput<T>> splits = new ArrayList<>();

    Splits(How how, int side, Output<StreamRecord<T>> output, TaskIOMetricGroup metrics) {
        WatermarkStrategy<T> strategy = how.sql
                ? WatermarkStrategy.forGenerator(context -> new Sql<>(how.delay))
                : WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(how.delay));
        if (how.idle != null) {
            strategy = strategy.withIdleness(Duration.ofMillis(how.idle));
        }
        logic = TimestampsAndWatermarks.createProgressiveEventTimeLogic(
                strategy, metrics, NO_TIMERS, 200, CLOCK, CLOCK, metrics);
        main = logic.createMainOutput(new Into<>(side, output), LISTENER);
        for (int i = 0; i < how.partitions; i++) {
            splits.add(main.createOutputForSplit(Integer.toString(i)));
        }
        settle();
    }

    void record(T row, long time, int partition) {
        splits.get(partition).collect(row, time);
    }

    /** A watermark of the reader's own, beside those of its splits. */
    void watermark(long time) {
        main.emitWatermark(new Watermark(time));
    }

    /** The first run sees that rows came, the second starts the time of silence, the third measures it: then it is quiet. */
    void settle() {
        for (int i = 0; i < 3; i++) {
            logic.emitImmediateWatermark(Harness.clock);
        }
    }

    /** What Flink SQL makes of WATERMARK FOR ts AS ts - INTERVAL ... in a source that takes it. */
    private static final class Sql<T> implements WatermarkGenerator<T> {
        private final GeneratedWatermarkGeneratorSupplier.DefaultWatermarkGenerator real;

        Sql(long delay) {
            real = new GeneratedWatermarkGeneratorSupplier.DefaultWatermarkGenerator(
                    new org.apache.flink.table.runtime.generated.WatermarkGenerator() {
                        @Override
                        public long extractTimestamp(RowData row) {
                            return row.getLong(0);
                        }

                        @Override
                        public Long currentWatermark(RowData row) {
                            return row.getLong(0) - delay;
                        }
                    }, WatermarkEmitStrategy.ON_PERIODIC);
        }

        @Override
        public void onEvent(T event, long time, WatermarkOutput output) {
            real.onEvent(GenericRowData.of(time), time, output);
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            real.onPeriodicEmit(output);
        }
    }

    /** What the source emits goes on to the join, and is noted. */
    private static final class Into<T> implements DataOutput<T> {
        private final int side;
        private final Output<StreamRecord<T>> output;

        Into(int side, Output<StreamRecord<T>> output) {
            this.side = side;
            this.output = output;
        }

        @Override
        public void emitRecord(StreamRecord<T> record) {
            output.collect(record);
        }

        @Override
        public void emitWatermark(org.apache.flink.streaming.api.watermark.Watermark mark) {
            Harness.run.marks[side] = mark.getTimestamp();
            output.emitWatermark(mark);
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) {
            Harness.run.idle[side] = status.isIdle();
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

    private static final TimestampsAndWatermarks.WatermarkUpdateListener LISTENER =
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

    /** The script's clock. Its nanoseconds start well above 0, which the timer of silence takes for "not started". */
    private static final Clock CLOCK = new Clock() {
        @Override
        public long absoluteTimeMillis() {
            return Harness.clock;
        }

        @Override
        public long relativeTimeMillis() {
            return Harness.clock;
        }

        @Override
        public long relativeTimeNanos() {
            return 1_000_000_000L + Harness.clock * 1_000_000L;
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
}
