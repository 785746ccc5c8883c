-- Rides that nobody accepted within ten minutes: alert the dispatcher.
-- owner: mobility-platform   (see RFC-112; "don't touch the watermark")
SET 'execution.runtime-mode' = 'streaming';
SET 'parallelism.default' = '8';
SET 'table.exec.source.idle-timeout' = '1 min';

USE CATALOG `prod`;

CREATE TABLE IF NOT EXISTS `ride_requests` (
  `request_id`   STRING,
  `city`         STRING COMMENT 'ISO, it''s lower case',
  `payload`      ROW<`lat` DOUBLE, `lon` DOUBLE, `tags` ARRAY<STRING>>,
  `ts_ms`        BIGINT,
  `requested_at` AS TO_TIMESTAMP_LTZ(`ts_ms`, 3),
  WATERMARK FOR `requested_at` AS `requested_at` - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ride-requests', -- v2
  'properties.bootstrap.servers' = 'kafka:9092',
  'format' = 'json'
);

CREATE TABLE `driver_accepts` (
  accept_id STRING,
  ride_ref  STRING,
  driver    STRING,
  accepted_at TIMESTAMP_LTZ(3),
  WATERMARK FOR accepted_at AS accepted_at - INTERVAL '2' MINUTE
) WITH ('connector' = 'kafka', 'topic' = 'driver-accepts', 'format' = 'json');

CREATE TABLE alerts (request_id STRING, city STRING, driver STRING) WITH ('connector' = 'print');

INSERT INTO alerts
WITH req AS (
  SELECT request_id, UPPER(city) AS city, requested_at FROM ride_requests
),
acc AS (
  SELECT TRIM(ride_ref) AS ref, driver, accepted_at AS at FROM driver_accepts
)
SELECT r.request_id, r.city, COALESCE(a.driver, 'nobody')   /* NULL: nobody came */
FROM req AS r
LEFT JOIN acc AS a
  ON  r.request_id = a.ref
  AND a.at >= r.requested_at
  AND a.at <  r.requested_at + INTERVAL '10' MINUTE
;
