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

SELECT o.id, o.amount, o.express, s.id,
       s.tracking, s.weight
FROM orders o
LEFT JOIN shipments s
  ON  o.order_id = s.order_id
  AND s.ship_time > o.order_time - 86400000001 * INTERVAL '0.001' SECOND
  AND s.ship_time <= o.order_time + 3456000001 * INTERVAL '1' SECOND;
