-- réservations: "quoted"; it's
CREATE TABLE `réserv` (`id` STRING, `t` TIMESTAMP(3), WATERMARK FOR `t` AS `t` - INTERVAL '5' SECOND);
SELECT * FROM `réserv` AS "r" JOIN `réserv` r2 ON "r".id = r2.id AND r2.t BETWEEN "r".t AND "r".t + INTERVAL '1' HOUR
