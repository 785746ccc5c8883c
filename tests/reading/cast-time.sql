SELECT * FROM orders o JOIN payments p ON o.id = p.order_id
 AND CAST(p.pay_time AS TIMESTAMP(3)) BETWEEN o.order_time AND o.order_time + INTERVAL '1' HOUR
