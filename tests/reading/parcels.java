package com.example.parcels;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

/** Joins what left the depot with what the courier scanned. */
public final class Parcels {
    private static final Duration LATEST = Duration.ofHours(2);

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(60_000L);

        DataStream<Departure> departures =
                env.fromSource(departureSource(args), WatermarkStrategy.noWatermarks(), "departures")
                        .map(Departure::parse)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Departure>forBoundedOutOfOrderness(Duration.ofSeconds(45))
                                        .withTimestampAssigner((d, previous) -> d.leftAt)
                                        .withIdleness(Duration.ofMinutes(1)));

        DataStream<Scan> scans =
                env.fromSource(
                        scanSource(args), // phones
                        WatermarkStrategy.<Scan>forBoundedOutOfOrderness(Duration.ofMinutes(3))
                                .withTimestampAssigner((s, previous) -> s.getScannedAt().toEpochMilli()),
                        "scans");

        departures
                .keyBy(departure -> departure.parcelId)
                .intervalJoin(scans.keyBy(Scan::getParcel))
                .between(Duration.ofMinutes(-5), LATEST)
                .upperBoundExclusive()
                .process(new ProcessJoinFunction<Departure, Scan, String>() {
                    @Override
                    public void processElement(Departure d, Scan s, Context context, Collector<String> out) {
                        out.collect(String.join(",", d.parcelId, s.place));
                    }
                })
                .name("join")
                .print();

        env.execute("parcels");
    }
}
