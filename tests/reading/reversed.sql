SELECT * FROM orders o JOIN payments p ON o.id = p.order_id
 AND p.pay_time BETWEEN o.order_time + INTERVAL '1' HOUR AND o.order_time;
