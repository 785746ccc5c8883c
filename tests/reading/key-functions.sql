SELECT * FROM orders o JOIN payments p ON CAST(o.id AS STRING) = p.order_id AND UPPER(o.region) = UPPER(p.region)
 AND p.pay_time BETWEEN o.order_time AND o.order_time + INTERVAL '1' HOUR;
