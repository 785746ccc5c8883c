import java.time.Duration;

DataStream<Order> orders = env
    .fromSource(ordersSource, WatermarkStrategy
        .<Order>forBoundedOutOfOrderness(Duration.ofSeconds(5))
        .withTimestampAssigner((order, previous) -> order.getOrderTime()), "orders");
DataStream<Payment> payments = env.addSource(new PaymentSource())
    .assignTimestampsAndWatermarks(WatermarkStrategy.<Payment>forMonotonousTimestamps());

// payment may be five minutes early or fifteen late
orders.keyBy(order -> order.getOrderId())
    .intervalJoin(payments.keyBy(Payment::getOrderId))
    .between(Time.minutes(-5), Time.minutes(15))
    .upperBoundExclusive()
    .process(new ProcessJoinFunction<Order, Payment, String>() {
        @Override
        public void processElement(Order left, Payment right, Context ctx, Collector<String> out) {
            out.collect(left + "," + right);
        }
    });
