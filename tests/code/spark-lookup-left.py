# Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()

spark.sql("""
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP,
  amount BIGINT
) USING parquet
""")

spark.sql("""
CREATE TABLE rates
USING jdbc
OPTIONS (
  url 'jdbc:postgresql://localhost/shop',
  dbtable 'rates'
)
""")

o = (
    spark.readStream.table("orders")
    .withWatermark("order_time", "10 minutes")
    .alias("o")
)
r = (
    spark.table("rates")
    .alias("r")
)
joined = o.join(
    r,
    F.expr("""o.order_id = r.currency"""),
    "left_outer",
).selectExpr(
    "o.id",
    "o.amount",
    "r.id AS r_id",
    "r.rate",
)
