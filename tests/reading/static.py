users = spark.read.parquet("/users")
orders = spark.readStream.table("orders").withWatermark("ts", "1 minute")
orders.join(users, "user_id", "left_semi")
