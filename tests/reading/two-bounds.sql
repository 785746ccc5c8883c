SELECT * FROM orders o JOIN payments p ON o.id = p.order_id
 AND p.pay_time >= o.order_time AND p.pay_time <= o.order_time + INTERVAL '1' HOUR
 AND p.pay_time <= o.order_time + INTERVAL '30' MINUTE;
