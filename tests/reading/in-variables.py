from pyspark.sql import functions as F

ORDERS = "orders"
on = """
  o.id = p.order_id
  AND p.paid_at BETWEEN o.ordered_at AND o.ordered_at + INTERVAL 2 HOURS
"""
orders = spark.readStream.table(ORDERS).withWatermark("ordered_at", "1 minute").alias("o")
payments = spark.readStream.table("payments").withWatermark("paid_at", "90 seconds").alias("p")
joined = orders.join(payments, F.expr(on), "inner")
