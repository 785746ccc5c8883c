H = 2
a = spark.readStream.table("a").withWatermark("at", "1 hour")
b = spark.readStream.table("b").withWatermark("bt", "20 minutes")
joined = a.join(b, (a.k == b.k) & (b.bt >= a.at - F.expr(f"INTERVAL {H} HOURS")) & (b.bt <= a.at + F.expr(f"INTERVAL {H} HOURS")), "left")
