SELECT * FROM orders o, payments p, shipments s
WHERE o.id = p.order_id AND p.order_id = s.order_id
  AND p.pay_time BETWEEN o.order_time AND o.order_time + INTERVAL '1' HOUR
  AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '2' DAY;
