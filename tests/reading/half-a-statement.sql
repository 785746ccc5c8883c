SELECT o.id, p.amount FROM orders o LEFT JOIN payments p ON o.id = p.order_id AND p.pay_time BETWEEN o.order_time AND
