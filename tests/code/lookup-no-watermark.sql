-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE orders (
  id STRING,
  order_id STRING,
  order_time TIMESTAMP_LTZ(3),
  amount BIGINT,
  proc_time AS PROCTIME()
) WITH ('connector' = 'datagen');

CREATE TABLE rates (
  id STRING,
  currency STRING,
  valid_from TIMESTAMP_LTZ(3),
  rate DOUBLE,
  PRIMARY KEY (currency) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://localhost/shop',
  'table-name' = 'rates'
);

SELECT o.id, o.amount, r.id, r.rate
FROM orders o
LEFT JOIN rates
  FOR SYSTEM_TIME AS OF o.proc_time AS r
  ON  o.order_id = r.currency;
