-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT,
  express BOOLEAN,
  WATERMARK FOR order_time
    AS order_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen', 'scan.watermark.idle-timeout' = '250 ms');

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP_LTZ(3),
  tracking STRING,
  weight DOUBLE,
  WATERMARK FOR ship_time
    AS ship_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen', 'scan.watermark.idle-timeout' = '250 ms');

SELECT o.id, o.amount, o.express, s.id,
       s.tracking, s.weight
FROM orders o
LEFT JOIN shipments s
  ON  o.order_id = s.order_id
  AND s.ship_time BETWEEN o.order_time
      AND o.order_time + INTERVAL '30' MINUTE;
