SELECT * FROM orders o WHERE o.region = 'EU' AND o.id NOT IN (SELECT order_id FROM payments WHERE status = 'ok') AND o.amount > 10;
