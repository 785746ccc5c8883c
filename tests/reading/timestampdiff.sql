SELECT * FROM orders o JOIN payments p ON o.id = p.order_id
 AND TIMESTAMPDIFF(MINUTE, o.order_time, p.pay_time) BETWEEN 0 AND 60;
