orders = (spark.readStream.table("orders")
    .withWatermark("order_time", "20 minutes").alias("o"))
shipments = (spark.readStream.table("shipments")
    .withWatermark("ship_time", "20 minutes").alias("s"))

joined = orders.join(
    shipments,
    expr("""
        o.order_id = s.order_id AND
        s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL 5 DAYS
    """),
    how="left_outer")
joined.writeStream.format("console").start()
