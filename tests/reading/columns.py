from pyspark.sql import functions as F
spark.conf.set("spark.sql.streaming.multipleWatermarkPolicy", "max")
orders = spark.readStream.table("orders").withWatermark("order_time", "10 minutes")
payments = spark.readStream.table("payments").withWatermark("pay_time", "30 seconds")
condition = (
    (orders.order_id == payments["order_id"])
    & (payments.pay_time >= orders.order_time - F.expr("INTERVAL 1 HOUR"))
    & (payments.pay_time < orders.order_time + F.expr("INTERVAL 1 HOUR 30 MINUTES"))
)
orders.join(payments, on=condition, how="inner")
