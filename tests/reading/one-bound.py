a = spark.readStream.table("a").withWatermark("at", "1 minute")
b = spark.readStream.table("b").withWatermark("bt", "1 minute")
a.join(b, expr("a.k = b.k AND bt >= at"), "inner")
