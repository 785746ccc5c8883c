-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT,
  express BOOLEAN,
  WATERMARK FOR order_time
    AS order_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen');

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP_LTZ(3),
  tracking STRING,
  weight DOUBLE,
  WATERMARK FOR ship_time
    AS ship_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen');

SELECT o.id, o.amount, o.express
FROM orders o
WHERE NOT EXISTS (
  SELECT 1
  FROM shipments s
  WHERE o.order_id = s.order_id
);
