# Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()

spark.sql("""
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP,
  amount BIGINT,
  express BOOLEAN
) USING parquet
""")

spark.sql("""
CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP,
  tracking STRING,
  weight DOUBLE
) USING parquet
""")

o = (
    spark.readStream.table("orders")
    .withWatermark("order_time", "10 minutes")
    .select(
        "id",
        "amount",
        "express",
        "order_id",
        F.window("order_time", "30 minutes").alias("window"),
    )
    .alias("o")
)
s = (
    spark.readStream.table("shipments")
    .withWatermark("ship_time", "10 minutes")
    .select(
        "id",
        "tracking",
        "weight",
        "order_id",
        F.window("ship_time", "30 minutes").alias("window"),
    )
    .alias("s")
)
joined = o.join(
    s,
    F.expr("""o.order_id = s.order_id
        AND o.window = s.window"""),
    "full_outer",
).selectExpr(
    "o.id",
    "o.amount",
    "o.express",
    "s.id AS s_id",
    "s.tracking",
    "s.weight",
    "o.window",
    "s.window AS s_window",
)
