SET 'table.exec.source.idle-timeout' = '30 s';
CREATE TABLE a (k STRING, ts TIMESTAMP(3), other TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'kafka');
CREATE TABLE b (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka');
SELECT /*+ BROADCAST(b) */ a.k, COUNT(*)
FROM a JOIN b ON a.k = b.k
  AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '1' HOUR
  AND a.other > b.ts
  AND (a.x = 1 OR b.y = 2)
JOIN c ON a.k = c.k
GROUP BY a.k;
