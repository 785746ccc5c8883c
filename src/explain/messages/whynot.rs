//! "Why not?": what would release a row, why two rows did not match, what made a watermark, why nothing comes out.

use super::messages;

messages! {
    /// Questions that a selection, or an empty result, asks.
    Whynot {
        // ---- what would release a row
        by_watermark: "A watermark of {stream} at *{time}* or later would {do}.", "{stream}的水位线到达*{time}*或更晚，就会{do}。";
        by_watermarks: "Watermarks of both {left} and {right} at *{time}* or later would {do}.",
            "{left}和{right}的水位线都到达*{time}*或更晚，就会{do}。";
        by_clock: "The clock at *{time}* would {do}.", "时钟到*{time}*，就会{do}。";
        by_batch: "The next batch would {do}.", "下一批就会{do}。";
        by_row: "{A} {noun} at *{time}* or later, and a batch behind it, would {do}.",
            "*{time}*或更晚的{noun}到达，再运行一批，就会{do}。";
        by_rows: "{A_left} {left} at *{time}*, {a} {right} at *{time_right}* and a batch would {do}.",
            "*{time}*的{left}和*{time_right}*的{right}到达，再运行一批，就会{do}。";
        do_null: "emit {row} with NULL", "使{row}补 NULL 输出";
        do_pairs: "emit {row} with {others}", "使{row}与{others}一起输出";
        do_alone: "emit {row}", "输出{row}";
        do_nothing: "let {row} go without output", "使{row}离开，不产生输出";
        do_no_more: "let {row} go", "使{row}离开";
        do_read: "read {row}", "读取{row}";
        do_fire: "fire {window} and {do}", "触发{window}并{do}";
        do_fire_silent: "fire {window}, without output for {row}", "触发{window}，{row}不产生输出";
        do_over: "end {window} and {do}", "使{window}结束并{do}";
        do_over_silent: "end {window}, without output for {row}", "使{window}结束，{row}不产生输出";
        move_to: "Move {stream} to {time}", "把{stream}移到{time}";
        move_both: "Move both to {time}", "两侧都移到{time}";
        clock_to: "Set the clock to {time}", "把时钟调到{time}";
        next_batch: "Run the next batch", "运行下一批";
        row_and_batch: "Add the row, run a batch", "添加该行并运行一批";
        rows_and_batch: "Add the rows, run a batch", "添加这些行并运行一批";
        leaves_at: "{row} leaves at", "{row}离开的时刻";
        fires_at: "Its window fires at", "其窗口触发的时刻";
        comes_out_at: "{row} comes out at", "{row}输出的时刻";
        last_written: "last written", "上次写入";
        timer_of: "timer of {key}", "{key}的定时器";
        cleanup: "clean-up interval", "清理间隔";
        on_the_clock: "on the processing clock", "按处理时间";

        // ---- what became of a row
        arrived_in: "arrived in step {step}", "第{step}步到达";
        arrives_in: "arrives in step {step}", "第{step}步到达";
        read_in: "was read in step {step}", "第{step}步被读取";
        matched_in: "matched {other} in step {step}", "第{step}步与{other}匹配";
        came_out_in: "came out in step {step}", "第{step}步输出";
        left_in: "left in step {step}", "第{step}步离开";
        late_in: "was late in step {step}", "第{step}步迟到";
        left_out_in: "was left out in step {step}", "第{step}步未进入连接";
        then: "{before}, {next}", "{before}，{next}";
        story: "{parts}.", "{parts}。";

        // ---- two rows
        pair: "{first} and {second}", "{first}和{second}";
        did_match: "Why did {first} and {second} match?", "{first}和{second}为什么匹配？";
        do_they_match: "Do {first} and {second} match?", "{first}和{second}会匹配吗？";
        why_no_match: "Why do {first} and {second} not match?", "{first}和{second}为什么不匹配？";
        holds: "holds", "成立";
        fails: "fails", "不成立";
        open: "open", "未定";
        one_side: "Both are on {stream}. A join pairs a row of {stream} with one of {other}.",
            "两行都在{stream}上。连接只把{stream}的行与{other}的行配对。";
        sides: "One is of {left}, the other of {right}.", "一行属于{left}，另一行属于{right}。";
        keys_equal: "The keys are equal: *{key}*.", "键相同：*{key}*。";
        keys_differ: "The keys differ: *{left_key}* and *{right_key}*.", "键不同：*{left_key}*和*{right_key}*。";
        key_null: "{row} has no key. NULL equals nothing.", "{row}没有键。NULL 不等于任何值。";
        keys_null: "Neither has a key. NULL equals nothing.", "两行都没有键。NULL 不等于任何值。";
        keys_bytes: "Neither has a key. Spark’s full join compares the key’s bytes, which are equal.",
            "两行都没有键。Spark 的 full join 按键的字节比较，两者相同。";
        after: "{second} is *{diff}* after {first}. The bounds are *{bounds}*.", "{second}比{first}晚*{diff}*。界限为*{bounds}*。";
        before: "{second} is *{diff}* before {first}. The bounds are *{bounds}*.", "{second}比{first}早*{diff}*。界限为*{bounds}*。";
        same_time: "{second} and {first} have the same time. The bounds are *{bounds}*.", "{second}与{first}时间相同。界限为*{bounds}*。";
        shares_one: "They share the window *{window}*.", "它们同在窗口*{window}*中。";
        shares_several: "They share {count} windows, from *{window}* to *{last}*.", "它们同在{count}个窗口中，从*{window}*到*{last}*。";
        shares_none: "They share no window: {first} is in *{window}*, {second} in *{last}*.",
            "它们没有共同的窗口：{first}在*{window}*中，{second}在*{last}*中。";
        in_no_window: "{row} is in no window.", "{row}不在任何窗口中。";
        same_session: "They are in sessions with the same end: *{window}* and *{last}*.", "它们所在会话的末端相同：*{window}*和*{last}*。";
        one_session: "They are in one session, *{window}*.", "它们在同一个会话*{window}*中。";
        other_session: "Their sessions end apart: {first} is in *{window}*, {second} in *{last}*.",
            "它们所在会话的末端不同：{first}在*{window}*中，{second}在*{last}*中。";
        takes_it: "{second} is the newest {noun} not later than {first}, *{time}*.", "{second}是不晚于{first}（*{time}*）的最新{noun}。";
        version_later: "{second} (*{last}*) is later than {first} (*{time}*).", "{second}（*{last}*）晚于{first}（*{time}*）。";
        takes_other: "{first} takes {other}, which is newer than {second}.", "{first}取{other}，它比{second}更新。";
        takes_none: "{first} finds no {noun} that is valid at *{time}*.", "{first}在*{time}*找不到有效的{noun}。";
        takes_deletion: "{first} finds {other}, a −D: there is no {noun} then.", "{first}找到的是{other}，一个 −D：那时没有{noun}。";
        ends_validity: "{second} is a −D: from *{last}* on there is no {noun}.", "{second}是 −D：自*{last}*起没有{noun}。";
        any_time: "A regular join asks for no time.", "常规连接对时间没有要求。";
        met: "{first} was there from step {from}, {second} arrived in step {step}.", "{first}从第{from}步起就在，{second}于第{step}步到达。";
        will_meet: "{first} is there from step {from}, {second} arrives in step {step}.", "{first}从第{from}步起在，{second}于第{step}步到达。";
        met_in_batch: "Both were read in step {step}.", "两行都在第{step}步被读取。";
        had_left: "{first} had left in step {from}, {second} arrived in step {step}.", "{first}已在第{from}步离开，{second}于第{step}步才到达。";
        had_come_out: "{first} had come out in step {from}, {second} arrived in step {step}.",
            "{first}已在第{from}步输出，{second}于第{step}步才到达。";
        was_late: "{row} was late in step {step}, and dropped before it could match.", "{row}在第{step}步迟到，匹配之前即被丢弃。";
        was_late_for: "{row} was too late for *{window}* in step {step}.", "{row}在第{step}步到达时，对*{window}*已太晚。";
        not_kept: "{row} was not kept in step {step}, so {second} could not find it.", "{row}在第{step}步未被保留，因此{second}找不到它。";
        not_looked: "{row} did not look in step {step}: Flink’s clean-up mark had passed all it could match.",
            "{row}在第{step}步没有查找：Flink 的清理标记已越过它能匹配的一切。";
        filtered: "{row} was filtered in step {step}, for it has no key.", "{row}没有键，在第{step}步被过滤。";
        never_there: "{row} was taken back in step {step}, and had never been there.", "{row}在第{step}步被撤回，而它从未存在过。";
        not_read: "{row} still waits for a batch.", "{row}仍在等待批次。";
        first_match: "{first} had left with its first match in step {from}.", "{first}已在第{from}步随首次匹配离开。";
        was_lost: "{first} was dropped near the epoch in step {from}.", "{first}在第{from}步于纪元附近被丢弃。";
        matched_at: "They matched in step {step}.", "它们在第{step}步匹配。";
        will_match_at: "They match in step {step}.", "它们在第{step}步匹配。";
        then_taken: "{row} was taken back in step {step}, and the pair with it.", "{row}在第{step}步被撤回，这一对也随之撤回。";
        then_apart: "In step {step} {row} left; the pair stays in the result.", "第{step}步{row}离开；这一对仍在结果中。";
        no_match: "They do not match: {because}.", "它们不匹配：{because}。";
        because_sides: "two rows of one side never do", "同侧的两行永不匹配";
        because_key: "their keys are not equal", "键不相等";
        because_time: "the time between them is out of bounds", "两者的时间差在界限之外";
        because_window: "no window holds both", "没有窗口同时包含两者";
        because_version: "it is not the version that is taken", "所取的不是这个版本";
        because_met: "they were never in the join together", "它们从未同时在连接中";
        because_empty: "Flink plans no join, for no pair can satisfy the bounds", "没有任何一对能满足界限，Flink 不规划连接";
        when_fires: "They match once their window fires.", "窗口触发时它们就会匹配。";
        when_batch: "They match once a batch reads them.", "批次读取它们时就会匹配。";
        when_asked: "They match once the watermark reaches *{time}*.", "水位线到达*{time}*时它们就会匹配。";
        half_together: "They were together in *{window}*. {join} only asks whether there is a partner.",
            "它们同在*{window}*中。{join}只问有没有匹配行。";
        nothing_yet: "Nothing in this script brings them together.", "这个脚本中没有步骤让它们相遇。";

        // ---- a watermark
        watermark: "Selected watermark", "已选中的水位线";
        of_stream: "{stream} watermark", "{stream}水位线";
        of_join: "Join watermark", "连接的水位线";
        what_made: "What made it {time}?", "为什么是{time}？";
        why_none: "Why is there none?", "为什么还没有？";
        newest_less: "It is the newest {noun}, {row} (*{newest}*), less the delay of *{delay}*.",
            "它是最新的{noun}{row}（*{newest}*）减去延迟*{delay}*。";
        newest_is: "It is the newest {noun}, {row} (*{newest}*).", "它就是最新的{noun}{row}（*{newest}*）。";
        newest_less_1: "It is the newest {noun}, {row} (*{newest}*), less *{delay}* and 1 ms, as DataStream counts.",
            "它是最新的{noun}{row}（*{newest}*）减去*{delay}*再减 1 毫秒，DataStream 如此计算。";
        newest_1_ms: "It is the newest {noun}, {row} (*{newest}*), less 1 ms, as DataStream counts.",
            "它是最新的{noun}{row}（*{newest}*）减 1 毫秒，DataStream 如此计算。";
        step_set: "A watermark step set it in step {step}.", "第{step}步的水位线步骤设定了它。";
        moved_in: "It moved last in step {step}.", "它上次推进是在第{step}步。";
        strategy_none: "{Stream} has no watermark strategy, so it never has one.", "{stream}没有水位线策略，因此永远没有水位线。";
        none_manual: "Its strategy is manual, and no watermark step has come.", "它的策略是手动，而且还没有水位线步骤。";
        none_bounded: "No {noun} has come yet, and it follows the newest.", "还没有{noun}到达，而它跟随最新事件。";
        none_batch: "No batch has read {a} {noun} yet, and it counts as 0 until then.", "还没有批次读到{noun}，在此之前它按 0 计。";
        holds_join: "It is the slower side, so it holds the join’s, {time}.", "它是较慢的一侧，因此决定了连接的水位线{time}。";
        not_holding: "{Other} is slower at *{other_time}*, and holds the join’s.", "{other}较慢（*{other_time}*），连接的水位线由它决定。";
        holding_none: "{Other} has none yet, so the join has none.", "{other}还没有水位线，因此连接也没有。";
        of_one_stream: "{Table} is a table, so it is that of {stream}.", "{table}是表，因此就是{stream}的水位线。";
        spark_unheard: "No batch has read {other}, which counts as 0 and holds the join’s.",
            "还没有批次读到{other}，它按 0 计，连接的水位线由它决定。";
        ahead_counts: "Policy max: {other}, at *{other_time}*, decides.", "取法为 max：由{other}（*{other_time}*）决定。";
        even: "Both sides stand at the same time.", "两侧处于同一时刻。";
        join_min: "It is the smaller of {left} (*{left_time}*) and {right} (*{right_time}*).",
            "它是{left}（*{left_time}*）与{right}（*{right_time}*）中较小的。";
        join_max: "It is the larger of {left} (*{left_time}*) and {right} (*{right_time}*).",
            "它是{left}（*{left_time}*）与{right}（*{right_time}*）中较大的。";
        never_back: "It never goes back: {left} (*{left_time}*) and {right} (*{right_time}*) are not as far.",
            "它从不后退：{left}（*{left_time}*）与{right}（*{right_time}*）都还没到那里。";
        join_none: "It waits for {streams}, which has none.", "它在等{streams}，该侧还没有水位线。";
        join_none_both: "Neither side has one yet.", "两侧都还没有水位线。";
        spark_in_force: "Batch {batch} computed *{time}* at its end; it has been in force since batch {next}.",
            "第{batch}批在结束时算出*{time}*，自第{next}批起生效。";
        spark_start: "Spark’s starts at 0, and is in force in the first batch.", "Spark 的水位线从 0 开始，在第一批中生效。";
        spark_next: "Batch {batch} will run with *{time}*.", "第{batch}批将使用*{time}*。";
        spark_one: "Only {stream} has one, so it is its mark.", "只有{stream}有水位线，因此取它的标记。";
        unused: "This join does not look at it.", "这个连接不看水位线。";
        next_to_go: "At *{time}* it lets {rows} go.", "到*{time}*时它会放走{rows}。";
        next_to_fire: "At *{time}* it fires {window}.", "到*{time}*时它会触发{window}。";
        next_to_end: "At *{time}* it ends {window}.", "到*{time}*时它会使{window}结束。";
        nobody_waits: "No row waits for it.", "没有行在等它。";
        passes_same: "The join passes it on as it is: *{time}*.", "连接把它原样传给下游：*{time}*。";
        passes_behind: "The join passes on *{time}*, {back} behind: what it emits may be that old.",
            "连接向下游传递*{time}*，落后{back}：它输出的行可能这么旧。";
        passes_none: "There is no join to pass it on: Flink plans none.", "没有连接来传递它：Flink 不规划连接。";
        passes_nothing: "The join has none to pass on yet.", "连接还没有可传给下游的水位线。";
        rule_side: "The watermark of {stream} is", "{stream}的水位线";
        rule_passes: "The join passes on", "连接向下游传递";
        newest: "newest", "最新";
        join: "join", "连接";

        // ---- why no output?
        why_no_output: "Why no output?", "为什么没有输出？";
        none_so_far: "nothing has come out yet", "尚无任何输出";
        none_this_step: "none in this step", "本步没有输出";
        pending_rows: "{rows} wait for batch {batch}: Spark joins only when a batch runs.", "{rows}在等第{batch}批：批次运行时 Spark 才做连接。";
        pending_row: "{rows} waits for batch {batch}: Spark joins only when a batch runs.", "{rows}在等第{batch}批：批次运行时 Spark 才做连接。";
        no_rows: "Only {stream} has rows. A pair needs one of {other}, too.", "只有{stream}有行。配对还需要{other}的行。";
        no_left_rows: "Only {stream} has rows, and {join} emits rows of {other}.", "只有{stream}有行，而{join}输出{other}的行。";
        plan_no_join: "No pair can satisfy the bounds, so Flink plans no join.", "没有任何一对能满足界限，因此 Flink 不规划连接。";
        plan_never_fires: "No window ever fires, since {stream} has no watermark.", "没有窗口会触发，因为{stream}没有水位线。";
        plan_never_pads: "Nothing ever leaves or comes out with NULL, since {stream} has no watermark.",
            "没有行会离开或补 NULL 输出，因为{stream}没有水位线。";
        near_after: "{second} has {first}’s key {key}, but is *{diff}* after it; the bounds are {bounds}.",
            "{second}与{first}键同为{key}，但晚*{diff}*；界限为{bounds}。";
        near_before: "{second} has {first}’s key {key}, but is *{diff}* before it; the bounds are {bounds}.",
            "{second}与{first}键同为{key}，但早*{diff}*；界限为{bounds}。";
        near_same: "{second} has {first}’s key {key} and its time; the bounds are {bounds}.",
            "{second}与{first}键同为{key}，时间也相同；界限为{bounds}。";
        apart: "{first} and {second} share key {key}, but were never in the join together.", "{first}和{second}键同为{key}，但从未同时在连接中。";
        no_shared_window: "{first} and {second} share key {key}, but no window.", "{first}和{second}键同为{key}，但没有共同的窗口。";
        no_partner_key: "No {noun} has come with key *{key}*.", "键为*{key}*的{noun}还没有来过。";
        no_equal_key: "{Left} and {right} share no key, so nothing matches.", "{left}与{right}没有相同的键，因此没有匹配。";
        waits_window: "{window} fires at its end; {now}.", "{window}在末端触发；{now}。";
        waits_window_over: "{window} is over at its end; {now}.", "{window}到末端才结束；{now}。";
        waits_version: "{row} comes out at *{due}*; {now}.", "{row}在*{due}*输出；{now}。";
        waits_null: "{row} comes out with NULL at *{due}*, if no match comes; {now}.", "若无匹配，{row}在*{due}*补 NULL 输出；{now}。";
        now_at: "the join’s watermark is {time}", "连接的水位线是{time}";
        now_in_force: "the watermark in force is {time}", "生效的水位线是{time}";
        now_none: "the join has no watermark yet", "连接还没有水位线";
        slow_side: "{Stream} stands at {time} since step {step}, and the join follows the slower.",
            "{stream}自第{step}步起停在{time}，连接取较慢的一侧。";
        slow_none: "{Stream} has no watermark yet, so the join has none.", "{stream}还没有水位线，因此连接也没有。";
        inner_silent: "{join} emits nothing for rows without a match: {rows} left so.", "{join}不输出没有匹配的行：{rows}就这样离开了。";
        side_silent: "{join} emits nothing for {nouns} without a match: {rows} left so.", "{join}不输出没有匹配的{noun}：{rows}就这样离开了。";
        anti_silent: "{join} emits nothing for {nouns} that had a partner: {rows} left so.", "{join}不输出有过匹配行的{noun}：{rows}就这样离开了。";
        inner_waits: "{join} emits nothing for a row until a match comes.", "匹配到来之前，{join}不输出任何行。";
        late_rows: "{rows} came too late and were dropped.", "{rows}来得太晚，已被丢弃。";
        late_row: "{rows} came too late and was dropped.", "{rows}来得太晚，已被丢弃。";
        no_key_rows: "{rows} have no key, and NULL equals nothing.", "{rows}没有键，而 NULL 不等于任何值。";
        no_key_row: "{rows} has no key, and NULL equals nothing.", "{rows}没有键，而 NULL 不等于任何值。";
        compare_rows: "Compare {first} and {second}", "比较{first}和{second}";
        show_row: "Select {row}", "选中{row}";
        show_step: "Show step {step}", "查看第{step}步";

        // ---- what lies ahead, on the axis
        ahead: "Ahead", "将来";
        leaves_one: "{row} leaves at {time}", "{row}在{time}离开";
        leave_several: "{count} rows leave at {time}", "{count}行在{time}离开";
        leave_around: "{count} rows leave from {time} to {last}", "{count}行在{time}至{last}离开";
        comes_out: "{row} comes out at {time}", "{row}在{time}输出";
        come_out_several: "{count} rows come out at {time}", "{count}行在{time}输出";
        come_out_around: "{count} rows come out from {time} to {last}", "{count}行在{time}至{last}输出";
        window_ends: "a window fires at {time}", "一个窗口在{time}触发";
        windows_end: "{count} windows fire at {time}", "{count}个窗口在{time}触发";
        windows_around: "{count} windows fire from {time} to {last}", "{count}个窗口在{time}至{last}触发";
        window_over: "a window is over at {time}", "一个窗口在{time}结束";
        windows_over: "{count} windows are over at {time}", "{count}个窗口在{time}结束";
        windows_over_around: "{count} windows are over from {time} to {last}", "{count}个窗口在{time}至{last}结束";
        ttl_ahead_one: "TTL ends on the processing clock, not on this axis: {rows} at {time}", "TTL 按处理时间到期，不在此轴上：{rows}在{time}";
        ttl_ahead: "TTL ends on the processing clock, not on this axis: {rows}, the first at {time}",
            "TTL 按处理时间到期，不在此轴上：{rows}，最早在{time}";
        next_evicts: "The next batch, with {time}, lets {rows} go", "下一批（水位线{time}）会放走{rows}";
    }
}
