object Orders {
  def main(args: Array[String]): Unit = {
    val env = StreamExecutionEnvironment.getExecutionEnvironment
    val orders: DataStream[Order] = env.fromSource(
      source, WatermarkStrategy.forBoundedOutOfOrderness[Order](Duration.ofSeconds(20)), "orders")
    val payments: DataStream[Payment] = env.fromSource(
      other, WatermarkStrategy.forMonotonousTimestamps[Payment](), "payments")
    orders
      .keyBy(_.id)
      .intervalJoin(payments.keyBy(_.orderId))
      .between(Time.milliseconds(-2), Time.minutes(1))
      .process(new Pairs)
  }
}
