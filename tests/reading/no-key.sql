SELECT * FROM orders o JOIN payments p ON p.pay_time BETWEEN o.order_time - INTERVAL '5' MINUTE AND o.order_time + INTERVAL '5' MINUTE AND o.amount <> p.amount;
