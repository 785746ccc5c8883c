#!/usr/bin/env python3
"""Attribution: which impression led to a conversion?

Runs on the ads cluster, see the runbook (don't restart without asking).
"""
import os

from pyspark.sql import SparkSession, functions as F
from pyspark.sql.types import StructType, StringType, TimestampType

BROKERS = os.environ["BROKERS"]

spark = (
    SparkSession.builder.appName("attribution")
    .config("spark.sql.shuffle.partitions", 64)
    .getOrCreate()
)
spark.conf.set("spark.sql.streaming.multipleWatermarkPolicy", "min")  # the default, said aloud

imp_schema = StructType().add("imp_id", StringType()).add("ad_id", StringType()).add("shown_at", TimestampType())
conv_schema = StructType().add("ad", StringType()).add("value", "double").add("at", TimestampType())


def read(topic, schema):
    raw = spark.readStream.format("kafka").option("kafka.bootstrap.servers", BROKERS).option("subscribe", topic).load()
    return raw.select(F.from_json(F.col("value").cast("string"), schema).alias("j")).select("j.*")


impressions = read("impressions", imp_schema).withWatermark("shown_at", "5 minutes")

conversions = (
    read("conversions", conv_schema)
    .withColumnRenamed("at", "converted_at")
    .withWatermark("converted_at", "10 minutes")  # phones are offline
)

attributed = impressions.alias("i").join(
    conversions.alias("c"),
    F.expr(
        "i.ad_id = c.ad AND "
        "c.converted_at >= i.shown_at AND "
        "c.converted_at <= i.shown_at + INTERVAL 30 MINUTES"
    ),
    how="left_outer",
)

query = (
    attributed.writeStream.format("parquet")
    .option("checkpointLocation", "/chk/attribution")
    .outputMode("append")
    .trigger(processingTime="1 minute")
    .start("/out/attribution")
)
query.awaitTermination()
