-- Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP,
  amount BIGINT
) USING parquet;

CREATE TABLE rates
USING jdbc
OPTIONS (
  url 'jdbc:postgresql://localhost/shop',
  dbtable 'rates'
);

SELECT o.id, o.amount
FROM STREAM orders
  WATERMARK order_time
    DELAY OF INTERVAL 10 MINUTES AS o
LEFT SEMI JOIN rates AS r
  ON  o.order_id = r.currency;
