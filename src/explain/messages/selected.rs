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
        pending: "It waits for the next micro-batch, batch {batch}.", "它等待下一个微批，即第{batch}批。";
        never_in_state: "It never got into state.", "它从未进入状态。";
        can_match: "{A} {noun} with key *{key}* and a time up to *{last}* can still match.",
            "键为*{key}*、时间不晚于*{last}*的{noun}仍可能匹配。";
        can_match_from: "{A} {noun} with key *{key}* and a time from *{first}* to *{last}* can still match.",
            "键为*{key}*、时间在*{first}*至*{last}*的{noun}仍可能匹配。";
        can_match_any: "Any {noun} with key *{key}* can still match, whatever its time.", "键为*{key}*的{noun}都仍可能匹配，与时间无关。";
        can_match_no_key: "It has no key, so nothing can match it.", "它没有键，因此没有行能与它匹配。";
        else_null: "If none comes, {row} is emitted with NULL once the watermark passes {last}.",
            "若一直不来，水位线越过{last}后，{row}补 NULL 输出。";
        else_silent: "If none comes, {row} leaves without output once the watermark passes {last}.",
            "若一直不来，水位线越过{last}后，{row}离开，不产生输出。";
        then_null: "{row} is emitted with NULL once the watermark passes {last}.", "水位线越过{last}后，{row}补 NULL 输出。";
        then_silent: "{row} leaves without output once the watermark passes {last}.", "水位线越过{last}后，{row}离开，不产生输出。";
        then_no_more: "{row} leaves, without more output, once the watermark passes {last}.",
            "水位线越过{last}后，{row}离开，不再产生输出。";
        has_matched: "It matched {others}.", "它与{others}匹配过。";
        has_matched_count: "It matched {count} {nouns}.", "它与{count}行{noun}匹配过。";
        kept: "Never: this join keeps its rows for ever.", "永不离开：这个连接永久保留各行。";
        kept_ttl: "When nothing has written it for {ttl}, its state TTL.", "{ttl}未被写入时离开，这是状态 TTL。";
        came_with_null: "It is in the result with NULL for now; a partner takes that back.", "它目前以 NULL 在结果中；一旦有匹配行就会撤回。";
        left_by_watermark: "The watermark passed *{last}* in step *{step}*.", "水位线在第*{step}*步越过*{last}*。";
        left_by_row: "It was past *{last}*, and {by} cleaned up in step *{step}*.", "它已过*{last}*，{by}在第*{step}*步触发了清理。";
        left_taken: "It was taken back in step *{step}*.", "它在第*{step}*步被撤回。";
        left_ttl: "Its state TTL ended in step *{step}*.", "它的状态 TTL 在第*{step}*步到期。";
        left_lost: "In step *{step}* Flink dropped it without output, as it does near the epoch.",
            "Flink 在第*{step}*步将它丢弃，不产生输出；在纪元附近它就是如此。";
        none_came: "No {noun} {key} came by then.", "到那时键{key}的{noun}没有来。";
        none_matched: "No {noun} matched it by then.", "到那时没有{noun}与它匹配。";
        emitted_null: "{join} emitted it with NULL.", "{join}补 NULL 输出。";
        emitted_nothing: "{join} emits nothing for it.", "{join}不输出它。";
        nothing_more: "Nothing more comes of it.", "它不再产生输出。";

        held_by: "watermark {time}, held by {stream}", "水位线{time}，受{stream}限制";
        held_even: "watermark {time}", "水位线{time}";
        held_by_none: "no watermark yet, {stream} has none", "还没有水位线，{stream}尚无";
        held_by_both: "no watermark yet", "还没有水位线";
    }
}
