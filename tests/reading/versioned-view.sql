CREATE TABLE orders (id STRING, currency STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'kafka');
CREATE TABLE history (currency STRING, rate DOUBLE, update_time TIMESTAMP(3), WATERMARK FOR update_time AS update_time) WITH ('connector' = 'kafka');
CREATE VIEW versioned_rates AS
SELECT currency, rate, update_time
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY currency ORDER BY update_time DESC) AS rownum
  FROM history)
WHERE rownum = 1;
SELECT o.id, r.rate FROM orders AS o JOIN versioned_rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.currency = r.currency;
