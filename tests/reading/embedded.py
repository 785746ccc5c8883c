spark.sql("""
SELECT * FROM STREAM orders WATERMARK order_time DELAY OF INTERVAL 20 MINUTES AS o
LEFT JOIN STREAM shipments WATERMARK ship_time DELAY OF INTERVAL 20 MINUTES AS s
ON o.id = s.order_id AND s.ship_time >= o.order_time - INTERVAL 1 HOUR AND s.ship_time <= o.order_time + INTERVAL 5 DAYS
""").writeStream.start()
