# Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()

spark.sql("""
CREATE TABLE left_stream (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP,
  id_2 DOUBLE,
  time_2 STRING,
  `a b` BOOLEAN,
  `数量` BIGINT,
  n STRING,
  field STRING,
  value STRING
) USING parquet
""")

spark.sql("""
CREATE TABLE back_tick_and_____line (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP,
  order_2 DOUBLE,
  flag BOOLEAN,
  nothing STRING
) USING parquet
""")

l = (
    spark.readStream.table("left_stream")
    .withWatermark("`time`", "10 minutes")
    .alias("l")
)
b = (
    spark.readStream.table("back_tick_and_____line")
    .withWatermark("`time`", "10 minutes")
    .alias("b")
)
joined = l.join(
    b,
    F.expr("""l.`order` = b.`order`
        AND b.`time` BETWEEN l.`time` - INTERVAL 1 SECOND
            AND l.`time` + INTERVAL 1 SECOND"""),
    "full_outer",
).selectExpr(
    "l.id",
    "l.id_2",
    "l.time_2",
    "l.`a b`",
    "l.`数量`",
    "l.n",
    "l.field",
    "l.value",
    "b.id AS b_id",
    "b.order_2",
    "b.flag",
    "b.nothing",
)
