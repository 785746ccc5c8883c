SELECT * FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' MINUTE)) l
JOIN TABLE(TUMBLE(TABLE payments, DESCRIPTOR(pay_time), INTERVAL '10' MINUTE)) r
ON l.id = r.order_id AND l.window_start = r.window_start AND l.window_end = r.window_end;
