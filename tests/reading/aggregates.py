a = spark.readStream.table("a").withWatermark("at", "1 hour").groupBy(F.window("at", "10 minutes"), "k").count()
b = spark.readStream.table("b").withWatermark("bt", "1 hour").groupBy(F.window("bt", "5 minutes"), "k").count()
a.join(b, ["k", "window"])
