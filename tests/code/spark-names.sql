-- Apache Spark 4.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE left_stream (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP,
  id_2 DOUBLE,
  time_2 STRING,
  `a b` BOOLEAN,
  `数量` BIGINT,
  n STRING,
  field STRING,
  value STRING
) USING parquet;

CREATE TABLE back_tick_and_____line (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP,
  order_2 DOUBLE,
  flag BOOLEAN,
  nothing STRING
) USING parquet;

SELECT l.id, l.id_2, l.time_2, l.`a b`,
       l.`数量`, l.n, l.field, l.value,
       b.id AS b_id, b.order_2, b.flag,
       b.nothing
FROM STREAM left_stream
  WATERMARK `time`
    DELAY OF INTERVAL 10 MINUTES AS l
FULL JOIN STREAM back_tick_and_____line
  WATERMARK `time`
    DELAY OF INTERVAL 10 MINUTES AS b
  ON  l.`order` = b.`order`
  AND b.`time` BETWEEN l.`time` - INTERVAL 1 SECOND
      AND l.`time` + INTERVAL 1 SECOND;
