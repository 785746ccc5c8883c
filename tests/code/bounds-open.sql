CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT,
  WATERMARK FOR order_time
    AS order_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen');

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP_LTZ(3),
  tracking STRING,
  WATERMARK FOR ship_time
    AS ship_time - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen');

SELECT o.id, o.amount, s.id, s.tracking
FROM orders o
INNER JOIN shipments s
  ON  o.order_id = s.order_id
  AND s.ship_time > o.order_time - INTERVAL '5' MINUTE
  AND s.ship_time < o.order_time + INTERVAL '2' HOUR
