-- Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP,
  amount BIGINT,
  express BOOLEAN
) USING parquet;

CREATE TABLE shipments (
  id STRING,
  order_id STRING,
  ship_time TIMESTAMP,
  tracking STRING,
  weight DOUBLE
) USING parquet;

SELECT o.id, o.amount, o.express,
       s.id AS s_id, s.tracking, s.weight
FROM STREAM orders
  WATERMARK order_time
    DELAY OF INTERVAL 10 MINUTES AS o
LEFT JOIN STREAM shipments
  WATERMARK ship_time
    DELAY OF INTERVAL 10 MINUTES AS s
  ON  o.order_id = s.order_id
  AND s.ship_time BETWEEN o.order_time
      AND o.order_time + INTERVAL 30 MINUTES;
