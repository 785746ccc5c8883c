-- Ad shows and clicks: a click at most 10 s after the show.
CREATE TABLE ad_show (
  ad_id BIGINT,
  show_time TIMESTAMP(3),
  WATERMARK FOR show_time AS show_time - INTERVAL '5' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'ad_show');
CREATE TABLE ad_click (
  ad_id BIGINT,
  click_time TIMESTAMP(3),
  WATERMARK FOR click_time AS click_time - INTERVAL '5' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'ad_click');
INSERT INTO latency
SELECT s.ad_id, TIMESTAMPDIFF(SECOND, s.show_time, c.click_time) AS latency
FROM ad_show AS s JOIN ad_click AS c
ON s.ad_id = c.ad_id
AND c.click_time >= s.show_time AND c.click_time <= s.show_time + INTERVAL '10' SECOND;
