//! The panel of the selected row.

use super::messages;

messages! {
    /// What can still come of a row, and when it ends.
    Selected {
        heading: "Selected: {row}", "已选中：{row}";
        note: "{state}, {count} matches", "{state}，匹配{count}次";
        note_one: "{state}, 1 match", "{state}，匹配 1 次";

        why_no_output: "Why no output for {row} yet?", "{row}为什么还没有输出？";
        why_still_here: "Why is {row} still here?", "{row}为什么还在？";
        can_still_match: "Can {row} still match?", "{row}还能匹配吗？";
        why_left: "Why did {row} leave?", "{row}为什么离开了？";
        why_null: "Why NULL for {row}?", "{row}为什么补 NULL？";
        why_never_output: "Why no output for {row}?", "{row}为什么没有输出？";
        why_not_kept: "Why was {row} not kept?", "{row}为什么未被保留？";
        when_arrives: "When does {row} arrive?", "{row}什么时候到达？";
        when_leaves: "When does {row} leave?", "{row}什么时候离开？";

        arrives: "In step *{step}*, with key *{key}* and the time *{time}*.", "在第*{step}*步，键为*{key}*，时间为*{time}*。";
        passes: "passes", "越过";
        passed: "passed", "越过";
        reaches: "reaches", "到达";
        reached: "reached", "到达";
        pending: "It waits for batch *{batch}*, which runs with the watermark *{watermark}*.", "它等待第*{batch}*批，该批使用水位线*{watermark}*。";
        pending_unmarked: "It waits for batch *{batch}*.", "它等待第*{batch}*批。";
        never_in_state: "It never got into state.", "它从未进入状态。";
        can_match: "{A} {noun} with key *{key}* and a time up to *{last}* can still match.",
            "键为*{key}*、时间不晚于*{last}*的{noun}仍可能匹配。";
        can_match_from: "{A} {noun} with key *{key}* and a time from *{first}* to *{last}* can still match.",
            "键为*{key}*、时间在*{first}*至*{last}*的{noun}仍可能匹配。";
        /// Where rows behind the watermark are dropped.
        can_match_after: "{A} {noun} with key *{key}* and a time after *{first}* and up to *{last}* can still match.",
            "键为*{key}*、时间晚于*{first}*且不晚于*{last}*的{noun}仍可能匹配。";
        none_on_time: "No {noun} that is on time can match it any more.", "按时到达的{noun}都不可能再与它匹配。";
        can_match_any: "Any {noun} with key *{key}* can still match, whatever its time.", "键为*{key}*的{noun}都仍可能匹配，与时间无关。";
        can_match_any_after: "{A} {noun} with key *{key}* and a time after *{first}* can still match.",
            "键为*{key}*、时间晚于*{first}*的{noun}仍可能匹配。";
        can_match_never: "No {noun} can match it, for no time is within the bounds.", "没有{noun}能与它匹配，因为没有时间在界限之内。";
        can_match_no_key: "It has no key, so nothing can match it.", "它没有键，因此没有行能与它匹配。";
        else_null: "If none comes, {row} is emitted with NULL once the watermark {passes} {last}.",
            "若一直不来，水位线{passes}{last}后，{row}补 NULL 输出。";
        else_silent: "If none comes, {row} leaves without output once the watermark {passes} {last}.",
            "若一直不来，水位线{passes}{last}后，{row}离开，不产生输出。";
        then_null: "{row} is emitted with NULL once the watermark {passes} {last}.", "水位线{passes}{last}后，{row}补 NULL 输出。";
        then_silent: "{row} leaves without output once the watermark {passes} {last}.", "水位线{passes}{last}后，{row}离开，不产生输出。";
        then_no_more: "{row} leaves, without more output, once the watermark {passes} {last}.",
            "水位线{passes}{last}后，{row}离开，不再产生输出。";
        has_matched: "It matched {others}.", "它与{others}匹配过。";
        has_matched_count: "It matched {count} {nouns}.", "它与{count}行{noun}匹配过。";
        kept: "Never: this join keeps its rows for ever.", "永不离开：这个连接永久保留各行。";
        kept_ttl: "When nothing has written it for {ttl}, its state TTL.", "{ttl}未被写入时离开，这是状态 TTL。";
        came_with_null: "It is in the result with NULL for now; a partner takes that back.", "它目前以 NULL 在结果中；一旦有匹配行就会撤回。";
        stays_with_null: "It is in the result with NULL.", "它以 NULL 在结果中。";
        left_by_watermark: "The watermark {passed} *{last}* in step *{step}*.", "水位线在第*{step}*步{passed}*{last}*。";
        /// Spark: which batch did it.
        left_by_batch: "Batch *{batch}* in step *{step}* ran with a watermark that had {passed} *{last}*.",
            "第*{step}*步的第*{batch}*批使用的水位线已{passed}*{last}*。";
        left_semi: "Batch *{batch}* in step *{step}* found its partner, and {join} needs no more.",
            "第*{step}*步的第*{batch}*批找到了它的匹配行，{join}不再需要它。";
        next_batch: "Batch {batch} is the next to look, with the watermark {watermark}.", "下一个检查的是第{batch}批，使用水位线{watermark}。";
        next_batch_unmarked: "Batch {batch} is the next to look.", "下一个检查的是第{batch}批。";

        // ---- windows
        which_windows: "Which windows hold {row}?", "{row}在哪些窗口中？";
        which_session: "Which session holds {row}?", "{row}在哪个会话中？";
        note_window: "in 1 open window", "在 1 个未关闭的窗口中";
        note_windows: "in {count} open windows", "在{count}个未关闭的窗口中";
        note_session: "in an open session", "在未关闭的会话中";
        note_with_matches: "{note}, {count} matches", "{note}，匹配{count}次";
        note_with_match: "{note}, 1 match", "{note}，匹配 1 次";
        in_window: "*{time}* lies in the window *{window}*.", "*{time}*在窗口*{window}*中。";
        in_windows: "*{time}* lies in {count} overlapping windows.", "*{time}*在{count}个重叠的窗口中。";
        fires_at: "It fires at {end}.", "它在{end}触发。";
        is_over_at: "It is over at {end}.", "它在{end}结束。";
        has_fired: "It has fired, and is kept until {end} for late rows.", "它已触发，为迟到的行保留到{end}。";
        all_fired: "All have fired; the last is kept until {end} for late rows.", "都已触发；最后一个为迟到的行保留到{end}。";
        session_fired: "The session has fired, and is kept until {end} for late rows.", "该会话已触发，为迟到的行保留到{end}。";
        one_fired: "One has fired; *{window}* fires at {end}.", "一个已触发；*{window}*在{end}触发。";
        some_fired: "{Count} have fired; *{window}* fires at {end}.", "{count}个已触发；*{window}*在{end}触发。";
        none_fired_yet: "None has fired yet; the last, *{window}*, fires at {end}.", "都还没有触发；最后一个*{window}*在{end}触发。";
        still_open: "{Count} are still open; the last, *{window}*, fires at {end}.", "还有{count}个未关闭；最后一个*{window}*在{end}触发。";
        one_over: "One is over; *{window}* is over at {end}.", "一个已结束；*{window}*在{end}结束。";
        some_over: "{Count} are over; *{window}* is over at {end}.", "{count}个已结束；*{window}*在{end}结束。";
        none_over_yet: "None is over yet; the last, *{window}*, is over at {end}.", "都还没有结束；最后一个*{window}*在{end}结束。";
        over_still_open: "{Count} are still open; the last, *{window}*, is over at {end}.", "还有{count}个未关闭；最后一个*{window}*在{end}结束。";
        never_fires: "No window ever fires, since {stream} has no watermark.", "没有窗口会触发，因为{stream}没有水位线。";
        never_over: "No window is ever over, since {stream} has no watermark.", "没有窗口会结束，因为{stream}没有水位线。";
        kept_for_late: "It stays until {end}, for late rows.", "它为迟到的行保留到{end}。";
        can_pair: "{A} {noun} with key *{key}* before *{last}* can still pair with it.", "键为*{key}*、时间早于*{last}*的{noun}仍可能与它配对。";
        can_pair_same: "{A} {noun} with key *{key}* and just this time can match it.", "键为*{key}*、时间恰好相同的{noun}可与它匹配。";
        else_null_window: "Without one, {join} emits it with NULL.", "若没有，{join}补 NULL 输出。";
        session_grows: "It is in the session *{window}* of key *{key}*, which grows while rows come within {gap}.",
            "它在键*{key}*的会话*{window}*中，只要{gap}之内有新行，会话就继续延长。";
        session_side: "Flink makes it of {stream} alone, and joins it to one of {other} that ends at the same time.",
            "Flink 只按{stream}划分会话，再与{other}上末端相同的会话连接。";
        session_closed: "Its session, *{window}*, is closed and fires at {end}.", "它的会话*{window}*已关闭，在{end}触发。";
        last_window_fired: "Its last window, *{window}*, fired in step *{step}*.", "它的最后一个窗口*{window}*在第*{step}*步触发。";
        last_window_closed: "Its last window, *{window}*, was closed in step *{step}*.", "它的最后一个窗口*{window}*在第*{step}*步关闭。";
        last_window_over: "Its last window, *{window}*, was over in batch *{batch}*, step *{step}*.",
            "它的最后一个窗口*{window}*在第*{step}*步的第*{batch}*批结束。";
        also_null: "It also came out with NULL, from a window without a partner.", "它还在没有匹配行的窗口中补 NULL 输出过。";

        // ---- temporal
        asks: "It waits until the watermark reaches *{time}*, its own time.", "它等到水位线到达*{time}*，即它自己的时间。";
        asks_late: "It came behind the watermark, and comes out when that moves next.", "它到达时已落后于水位线，水位线下次推进时输出。";
        moved_next: "It had come behind the watermark, which moved next in step *{step}*.", "它到达时已落后于水位线，水位线在第*{step}*步再次推进。";
        would_take: "As things stand, it takes {other} ({other_time}).", "按目前的情况，它会取{other}（{other_time}）。";
        would_find_none: "As things stand, it finds no {noun} {key}.", "按目前的情况，它找不到键为{key}的{noun}。";
        would_null: "Then {join} emits it with NULL.", "那时{join}补 NULL 输出。";
        took: "It took {others}.", "它取了{others}。";
        found_none: "It found no {noun} {key}.", "它没有找到键为{key}的{noun}。";
        taken_by: "{others} took it.", "{others}取了它。";
        valid: "It is the {noun} of *{key}* from *{time}* on.", "它是*{key}*自*{time}*起的{noun}。";
        valid_until: "It is the {noun} of *{key}* from *{time}* until {other}, *{until}*.", "它是*{key}*自*{time}*起、到{other}（*{until}*）为止的{noun}。";
        ends_validity: "From *{time}* on there is no {noun} of *{key}*.", "自*{time}*起*{key}*没有{noun}。";
        leaves_when_superseded: "It stays at least until a newer version is not after the watermark.", "它至少保留到有更新的版本不晚于水位线。";
        replaced: "{other}, of the same time, took its place in step *{step}*.", "时间相同的{other}在第*{step}*步取代了它。";
        superseded: "{other} is newer and was not after the watermark in step *{step}*.", "{other}更新，且在第*{step}*步不晚于水位线。";

        why_left_out: "Why was {row} left out?", "{row}为什么未参与连接？";
        left_by_row: "It was past *{last}*, and {by} cleaned up in step *{step}*.", "它已过*{last}*，{by}在第*{step}*步触发了清理。";
        left_taken: "It was taken back in step *{step}*.", "它在第*{step}*步被撤回。";
        left_ttl: "Its state TTL ended in step *{step}*.", "它的状态 TTL 在第*{step}*步到期。";
        left_lost: "In step *{step}* Flink dropped it without output, as it does near the epoch.",
            "Flink 在第*{step}*步将它丢弃，不产生输出；在纪元附近它就是如此。";
        none_came: "No {noun} {key} came by then.", "到那时键{key}的{noun}没有来。";
        none_matched: "No {noun} matched it by then.", "到那时没有{noun}与它匹配。";
        emitted_null: "{join} emitted it with NULL.", "{join}补 NULL 输出。";
        emitted_alone: "It had no partner, so {join} emitted it.", "它没有匹配行，因此{join}输出它。";
        emitted_nothing: "{join} emits nothing for it.", "{join}不输出它。";
        nothing_more: "Nothing more comes of it.", "它不再产生输出。";

        held_by: "watermark {time}, held by {stream}", "水位线{time}，受{stream}限制";
        held_even: "watermark {time}", "水位线{time}";
        held_by_none: "no watermark yet, {stream} has none", "还没有水位线，{stream}尚无";
        held_by_both: "no watermark yet", "还没有水位线";
    }
}
