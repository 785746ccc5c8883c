from pyspark.sql.functions import session_window
a = spark.readStream.table("browse").withWatermark("t", "1 minute").withColumn("s", session_window("t", "5 minutes"))
b = spark.readStream.table("cart").withWatermark("u", "1 minute").withColumn("s", session_window("u", "5 minutes"))
a.join(b, (a.user == b.user) & (a.s == b.s), "left")
