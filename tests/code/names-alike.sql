-- Apache Flink 2.3.0 ran this on 2026-11-30 with the result of `joinscope trace`.
CREATE TABLE `订单` (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP_LTZ(3),
  id_2 DOUBLE,
  time_2 STRING,
  `a b` BOOLEAN,
  `数量` BIGINT,
  n STRING,
  field STRING,
  `value` STRING,
  WATERMARK FOR `time`
    AS `time` - 100000000 * INTERVAL '1' SECOND
) WITH ('connector' = 'datagen');

CREATE TABLE `订单_2` (
  id STRING,
  `order` STRING,
  `time` TIMESTAMP_LTZ(3),
  order_2 DOUBLE,
  flag BOOLEAN,
  nothing STRING,
  WATERMARK FOR `time`
    AS `time` - INTERVAL '10' MINUTE
) WITH ('connector' = 'datagen');

SELECT l.id, l.id_2, l.time_2, l.`a b`,
       l.`数量`, l.n, l.field, l.`value`,
       r.id, r.order_2, r.flag, r.nothing
FROM `订单` l
FULL JOIN `订单_2` r
  ON  l.`order` = r.`order`
  AND r.`time` BETWEEN l.`time` - INTERVAL '1' SECOND
      AND l.`time` + INTERVAL '1' SECOND;
