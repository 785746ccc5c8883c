a.join(b).where(x -> x.k).equalTo(y -> y.k).window(TumblingProcessingTimeWindows.of(Time.seconds(5))).apply(f);
