WatermarkStrategy<Event> strategy = WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofMillis(1500));
SingleOutputStreamOperator<Event> clicks = env.fromElements(a, b).assignTimestampsAndWatermarks(strategy).name("clicks");
SingleOutputStreamOperator<Event> buys = env.fromElements(c, d).assignTimestampsAndWatermarks(strategy.withIdleness(Duration.ofMinutes(1)));
clicks.join(buys)
  .where(e -> e.user).equalTo(e -> e.user)
  .window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5)))
  .allowedLateness(Time.minutes(1))
  .apply((x, y) -> x + "," + y);
