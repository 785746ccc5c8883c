left.coGroup(right)
    .where(new KeySelector<Row, String>() { public String getKey(Row r) { return r.userId; } })
    .equalTo(r -> r.userId)
    .window(EventTimeSessionWindows.withGap(Duration.ofMinutes(5)))
    .apply(new Outer());
