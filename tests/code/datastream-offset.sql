-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  order_id STRING,
  id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT,
  express BOOLEAN,
  WATERMARK FOR order_time
    AS order_time - INTERVAL '600.001' SECOND(3)
) WITH ('connector' = 'datagen');

CREATE TABLE shipments (
  order_id STRING,
  id STRING,
  ship_time TIMESTAMP_LTZ(3),
  tracking STRING,
  weight DOUBLE,
  WATERMARK FOR ship_time
    AS ship_time - INTERVAL '600.001' SECOND(3)
) WITH ('connector' = 'datagen');

SELECT o.id, o.amount, o.express, s.id,
       s.tracking, s.weight, o.window_start,
       o.window_end
FROM (
  SELECT * FROM TABLE(
    TUMBLE(TABLE orders,
      DESCRIPTOR(order_time),
      INTERVAL '1' HOUR,
      INTERVAL '-15' MINUTE))
) o
INNER JOIN (
  SELECT * FROM TABLE(
    TUMBLE(TABLE shipments,
      DESCRIPTOR(ship_time),
      INTERVAL '1' HOUR,
      INTERVAL '-15' MINUTE))
) s
  ON  o.order_id = s.order_id
  AND o.window_start = s.window_start
  AND o.window_end = s.window_end;
