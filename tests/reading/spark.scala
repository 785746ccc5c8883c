import org.apache.spark.sql.functions.expr
val impressions = spark.readStream.format("rate").load().withWatermark("impressionTime", "2 hours")
val clicks = spark.readStream.format("rate").load().withWatermark("clickTime", "3 hours")
impressions.join(
  clicks,
  expr("""
    clickAdId = impressionAdId AND
    clickTime >= impressionTime AND
    clickTime <= impressionTime + interval 1 hour
    """),
  joinType = "leftOuter"
)
