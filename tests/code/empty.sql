-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE `left` (
  id STRING,
  key STRING,
  `time` TIMESTAMP_LTZ(3),
  WATERMARK FOR `time`
    AS SOURCE_WATERMARK()
) WITH ('connector' = 'datagen');

CREATE TABLE `right` (
  id STRING,
  key STRING,
  `time` TIMESTAMP_LTZ(3),
  WATERMARK FOR `time`
    AS SOURCE_WATERMARK()
) WITH ('connector' = 'datagen');

SELECT l.id, r.id
FROM `left` l
LEFT JOIN `right` r
  ON  l.key = r.key
  AND r.`time` BETWEEN l.`time`
      AND l.`time` + INTERVAL '2' HOUR;
