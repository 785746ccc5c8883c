CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT
) WITH ('connector' = 'datagen');

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP_LTZ(3),
  tracking STRING,
  WATERMARK FOR ship_time
    AS ship_time
) WITH ('connector' = 'datagen');

SET 'table.exec.interval-join.min-cleanup-interval'
  = '1500 ms';

SELECT o.id, o.amount, s.id, s.tracking
FROM orders o
LEFT JOIN shipments s
  ON  o.order_id = s.order_id
  AND s.ship_time BETWEEN o.order_time
      AND o.order_time + INTERVAL '2' HOUR;
