-- Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP,
  amount STRING,
  window_end BIGINT,
  window_time STRING,
  window_2 BOOLEAN
) USING parquet;

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP,
  tracking STRING
) USING parquet;

SELECT o.id, o.amount, o.window_end,
       o.window_time, o.window_2,
       s.id AS s_id, s.tracking, o.window,
       s.window AS s_window
FROM (
  SELECT id, amount, window_end, window_time, window_2, order_id,
    window(order_time,
      '30 minutes') AS window
  FROM STREAM orders
    WATERMARK order_time
      DELAY OF INTERVAL 10 MINUTES
) AS o
FULL JOIN (
  SELECT id, tracking, order_id,
    window(ship_time,
      '30 minutes') AS window
  FROM STREAM shipments
    WATERMARK ship_time
      DELAY OF INTERVAL 10 MINUTES
) AS s
  ON  o.order_id = s.order_id
  AND o.window = s.window;
