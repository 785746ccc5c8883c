from pyspark.sql.functions import window, col
clicks = spark.readStream.table("clicks").withWatermark("click_time", "5 seconds") \
    .select("user_id", "click_time", window("click_time", "10 seconds", "5 seconds").alias("w"))
buys = spark.readStream.table("buys").withWatermark("buy_time", "5 seconds") \
    .withColumn("w", window(col("buy_time"), "10 seconds", "5 seconds"))
clicks.join(buys, ["user_id", "w"], "full_outer").writeStream.start()
