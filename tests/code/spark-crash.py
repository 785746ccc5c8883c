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
    .alias("o")
)
s = (
    spark.readStream.table("shipments")
    .withWatermark("ship_time", "10 minutes")
    .alias("s")
)
joined = o.join(
    s,
    F.expr("""o.order_id = s.order_id
        AND s.ship_time BETWEEN o.order_time
            AND o.order_time + INTERVAL 30 MINUTES"""),
    "left_outer",
).selectExpr(
    "o.id",
    "o.amount",
    "o.express",
    "s.id AS s_id",
    "s.tracking",
    "s.weight",
)
