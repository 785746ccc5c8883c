//! The sentences of WHY and their rule.
//!
//! `{join}` is LEFT JOIN and the like, `{noun}` one row of a stream, `{nouns}` several, `{row}` a row's id.

use super::messages;

messages! {
    /// What happened in a step, and why.
    Why {
        // ---- joining words
        and: " and ", "和";
        comma: ", ", "、";
        to: "{first} to {last}", "{first}至{last}";
        /// A range with an end that does not count, as the join's sentence writes it.
        open_both: "({lower}, {upper})", " ({lower}，{upper}) ";
        open_lower: "({lower}, {upper}]", " ({lower}，{upper}] ";
        open_upper: "[{lower}, {upper})", " [{lower}，{upper}) ";
        count: "{count} {nouns}", "{count}行{noun}";
        /// Rows of both sides.
        count_rows: "{count} rows", "{count}行";
        none: "none", "无";

        // ---- a row arrives, and finds nobody
        alone: "{row} arrived at *{time}*. No buffered {noun} has key *{key}*, so it waits.",
            "{row}于*{time}*到达。缓冲中没有键为*{key}*的{noun}，因此它先等待。";
        alone_kept: "{row} arrived at *{time}*. No {noun} in state has key *{key}*. It is kept for ever.",
            "{row}于*{time}*到达。状态中没有键为*{key}*的{noun}。它被永久保留。";
        alone_ttl: "{row} arrived at *{time}*. No {noun} in state has key *{key}*. It is kept for {ttl} after its last write.",
            "{row}于*{time}*到达。状态中没有键为*{key}*的{noun}。它在最后一次写入后保留{ttl}。";
        alone_padded: "{row} arrived at *{time}*. No {noun} in state has key *{key}*. {join} does not wait and emits it with NULL.",
            "{row}于*{time}*到达。状态中没有键为*{key}*的{noun}。{join}不等待，立即补 NULL 输出。";
        alone_anti: "{row} arrived at *{time}*. No {noun} in state has key *{key}*, so {join} emits it.",
            "{row}于*{time}*到达。状态中没有键为*{key}*的{noun}，因此{join}输出它。";
        out_of_reach: "{row} found no {noun} in reach, so it waits.", "{row}没有找到范围之内的{noun}，因此先等待。";
        out_of_reach_kept: "{row} found no {noun} in reach. It is kept for ever.", "{row}没有找到范围之内的{noun}。它被永久保留。";
        out_of_reach_padded: "{row} found no {noun} in reach. {join} does not wait and emits it with NULL.",
            "{row}没有找到范围之内的{noun}。{join}不等待，立即补 NULL 输出。";
        out_of_reach_anti: "{row} found no {noun} in reach, so {join} emits it.", "{row}没有找到范围之内的{noun}，因此{join}输出它。";
        waits: "{row} waits in the buffer.", "{row}在缓冲中等待。";
        no_key: "{row} has no key. NULL equals nothing, so it never matches.", "{row}没有键。NULL 不等于任何值，因此永不匹配。";
        no_key_padded: "{row} has no key. NULL equals nothing, so {join} emits it with NULL.",
            "{row}没有键。NULL 不等于任何值，因此{join}补 NULL 输出。";
        no_key_anti: "{row} has no key. NULL equals nothing, so {join} emits it.", "{row}没有键。NULL 不等于任何值，因此{join}输出它。";

        // ---- pairs
        /// The right row arrived.
        match_after: "{row} ({time}) is {diff} after {other}, key {key}. That lies within {bounds}, so the pair is emitted.",
            "{row}（{time}）比{other}晚{diff}，键同为{key}，在{bounds}之内，因此输出这一对。";
        match_before: "{row} ({time}) is {diff} before {other}, key {key}. That lies within {bounds}, so the pair is emitted.",
            "{row}（{time}）比{other}早{diff}，键同为{key}，在{bounds}之内，因此输出这一对。";
        match_same: "{row} ({time}) is at the same time as {other}, key {key}. That lies within {bounds}, so the pair is emitted.",
            "{row}（{time}）与{other}同时，键同为{key}，在{bounds}之内，因此输出这一对。";
        /// The left row arrived; the interval is told from it to its partner.
        match_left_after: "{row} arrived at {time}. {other} is {diff} after it, key {key}, within {bounds}, so the pair is emitted.",
            "{row}于{time}到达。{other}比它晚{diff}，键同为{key}，在{bounds}之内，因此输出这一对。";
        match_left_before: "{row} arrived at {time}. {other} is {diff} before it, key {key}, within {bounds}, so the pair is emitted.",
            "{row}于{time}到达。{other}比它早{diff}，键同为{key}，在{bounds}之内，因此输出这一对。";
        match_left_same: "{row} arrived at {time}. {other} is at the same time, key {key}, within {bounds}, so the pair is emitted.",
            "{row}于{time}到达。{other}与它同时，键同为{key}，在{bounds}之内，因此输出这一对。";
        match_several: "{row} ({time}) matches {others}, key {key}. All lie within {bounds}, so {count} pairs are emitted.",
            "{row}（{time}）与{others}匹配，键同为{key}，都在{bounds}之内，因此输出{count}对。";
        /// A kind that is not +I.
        as_kind: " ({kind})", "（{kind}）";
        match_regular: "{row} matches {other}: both have key {key}, so the pair is emitted{as_kind}.",
            "{row}与{other}匹配：键同为{key}，因此输出这一对{as_kind}。";
        match_regular_several: "{row} matches {others}: all have key {key}, so {count} pairs are emitted{as_kind}.",
            "{row}与{others}匹配：键同为{key}，因此输出{count}对{as_kind}。";
        /// Semi and anti.
        semi_left: "{row} matches {others}, so {join} emits it{as_kind}, once.", "{row}与{others}匹配，因此{join}输出它{as_kind}，只输出一次。";
        semi_right: "{row} is the first partner of {others}, so {join} emits {others}{as_kind}.",
            "{row}是{others}的第一个匹配行，因此{join}输出{others}{as_kind}。";
        semi_again: "{row} matches {others}, which had come out before, so nothing more is emitted.",
            "{row}与{others}匹配，后者先前已输出过，不再产生输出。";
        anti_left: "{row} matches {others}, so {join} emits nothing.", "{row}与{others}匹配，因此{join}不输出。";
        anti_right: "{others} had come out. {row} is a partner, so {join} takes it back (−D).",
            "{others}先前输出过。{row}与它匹配，因此{join}将它撤回（−D）。";
        anti_right_several: "{others} had come out. {row} is a partner, so {join} takes them back (−D).",
            "{others}先前输出过。{row}与它们匹配，因此{join}将它们撤回（−D）。";
        anti_again: "{row} matches {others}, which had a partner before, so nothing changes.",
            "{row}与{others}匹配，后者先前已有匹配行，输出不变。";
        /// `{must}` is one of the next ten.
        near_after: "{row} is {diff} after {other}. {must}, so they do not match.", "{row}比{other}晚{diff}，{must}，因此不匹配。";
        near_before: "{row} is {diff} before {other}. {must}, so they do not match.", "{row}比{other}早{diff}，{must}，因此不匹配。";
        near_same: "{row} is at the same time as {other}. {must}, so they do not match.", "{row}与{other}同时，{must}，因此不匹配。";
        must_limit: "The limit is {limit}", "超过上限{limit}";
        must_less: "It must be less than {limit}", "而相差须小于{limit}";
        must_after: "It must be after", "而它须更晚";
        must_before: "It must be before", "而它须更早";
        must_not_after: "It must not be after", "而它不得更晚";
        must_not_before: "It must not be before", "而它不得更早";
        must_least_after: "It must be at least {limit} after", "而它须至少晚{limit}";
        must_more_after: "It must be more than {limit} after", "而它须晚{limit}以上";
        must_least_before: "It must be at least {limit} before", "而它须至少早{limit}";
        must_more_before: "It must be more than {limit} before", "而它须早{limit}以上";
        /// Flink SQL's one clean-up mark for all keys.
        not_probed: "{row} did not look for partners: Flink’s clean-up mark of {stream}, one for all keys, is {mark}, not before {last}.",
            "{row}没有查找匹配行：Flink 对{stream}的清理标记由所有键共用，已到{mark}，不早于{last}。";

        // ---- a row is not kept
        late: "{row} ({time}) is behind the watermark {watermark}.", "{row}（{time}）落后于水位线{watermark}。";
        late_at: "{row} ({time}) is not after the watermark.", "{row}（{time}）不晚于水位线。";
        past_reach: "{row} ({time}) can match up to {last}, and the watermark is {watermark}.",
            "{row}（{time}）最晚可匹配到{last}，而水位线已是{watermark}。";
        near_epoch: "{row} can match up to {last}. To Flink the watermark is 0 until it is more, so that moment is over.",
            "{row}最晚可匹配到{last}。水位线大于 0 之前，Flink 都把它当作 0，因此那一刻已过。";
        no_join: "{row} arrived at *{time}*. No times satisfy the bounds, so Flink plans no join and keeps nothing.",
            "{row}于*{time}*到达。没有时间能满足上下界，因此 Flink 不规划连接，也不保留任何行。";
        found_none: "It found no {noun} {key} and is not kept.", "没有找到键为{key}的{noun}，也不再保留。";
        found_none_padded: "It found no {noun} {key} and is not kept: {join} emits it with NULL.",
            "没有找到键为{key}的{noun}，也不再保留：{join}补 NULL 输出。";
        none_in_reach: "It found none in reach and is not kept.", "没有找到范围之内的行，也不再保留。";
        none_in_reach_padded: "It found none in reach and is not kept: {join} emits it with NULL.",
            "没有找到范围之内的行，也不再保留：{join}补 NULL 输出。";
        did_not_look: "It is not kept.", "它不被保留。";
        did_not_look_padded: "It is not kept: {join} emits it with NULL.", "它不被保留：{join}补 NULL 输出。";
        matched_not_kept: "It matched all the same, and is not kept.", "它仍然匹配了，但不再保留。";
        padded_at_once: "{join} emits it with NULL at once.", "{join}立即补 NULL 输出。";
        emitted_at_once: "{join} emits it at once.", "{join}立即输出。";

        // ---- taking back
        partner_came: "{others} had been emitted with NULL. {row} matches it, so that row is taken back (−D) and the pair is emitted (+I).",
            "{others}先前补 NULL 输出过。{row}与它匹配，因此撤回该行（−D），再输出这一对（+I）。";
        partner_came_several: "{others} had been emitted with NULL. {row} matches them, so those rows are taken back (−D) and the pairs emitted (+I).",
            "{others}先前补 NULL 输出过。{row}与它们匹配，因此撤回这些行（−D），再输出各对（+I）。";
        taken: "{row} was taken back ({kind}) and left state.", "{row}被撤回（{kind}），离开状态。";
        taken_other: "{row} was taken back ({kind}). Flink cannot tell equal rows apart, so {other} left state.",
            "{row}被撤回（{kind}）。Flink 无法区分相同的行，离开状态的是{other}。";
        nothing_to_take: "{row} was taken back ({kind}) but is not in state. Flink joins the change all the same.",
            "{row}被撤回（{kind}），但不在状态中。Flink 仍照样处理这一变更。";
        alone_back: "{row} had come out with NULL, so that row is taken back ({kind}).", "{row}先前补 NULL 输出过，因此撤回该行（{kind}）。";
        half_back: "{row} had come out, so {join} takes it back ({kind}).", "{row}先前输出过，因此{join}将它撤回（{kind}）。";
        pairs_back: "The pair of {row} with {others} is taken back ({kind}).", "{row}与{others}的配对被撤回（{kind}）。";
        pairs_back_several: "The pairs of {row} with {others} are taken back ({kind}).", "{row}与{others}的各对被撤回（{kind}）。";
        alone_again: "{others} has no partner left, so {join} emits it with NULL (+I).", "{others}不再有匹配行，因此{join}补 NULL 输出（+I）。";
        alone_again_several: "{others} have no partner left, so {join} emits them with NULL (+I).",
            "{others}不再有匹配行，因此{join}分别补 NULL 输出（+I）。";
        semi_gone: "{others} has no partner left, so {join} takes it back ({kind}).", "{others}不再有匹配行，因此{join}将它撤回（{kind}）。";
        semi_gone_several: "{others} have no partner left, so {join} takes them back ({kind}).",
            "{others}不再有匹配行，因此{join}将它们撤回（{kind}）。";
        anti_alone_again: "{others} has no partner left, so {join} emits it again (+I).", "{others}不再有匹配行，因此{join}再次输出它（+I）。";
        anti_alone_again_several: "{others} have no partner left, so {join} emits them again (+I).",
            "{others}不再有匹配行，因此{join}再次输出它们（+I）。";

        // ---- watermarks
        it_moved: "It moved the {stream} watermark to *{time}*.", "它把{stream}的水位线推进到*{time}*。";
        row_moved: "{row} moved the {stream} watermark to *{time}*.", "{row}把{stream}的水位线推进到*{time}*。";
        moved: "The {stream} watermark moved to *{time}*.", "{stream}的水位线推进到*{time}*。";
        moved_behind: "The {stream} watermark moved to *{time}*, {delay} behind the newest event, {newest}.",
            "{stream}的水位线推进到*{time}*，比最新事件{newest}晚{delay}。";
        moved_newest: "The {stream} watermark moved to *{time}*, the newest event.", "{stream}的水位线推进到最新事件*{time}*。";
        other_slower: "{Slow} is slower at *{slow_time}*, so the join’s watermark is *{time}* (was {before}).",
            "{slow}较慢（*{slow_time}*），连接取*{time}*（此前{before}）。";
        itself_slower: "That is the slower side, so the join’s watermark is *{time}* (was {before}).",
            "这是较慢的一侧，连接取*{time}*（此前{before}）。";
        both_there: "Both sides are there now, so the join’s watermark is *{time}* (was {before}).",
            "两侧都已到此，连接取*{time}*（此前{before}）。";
        held_back: "{Stream} moved to *{time}*, but {slow} is at *{slow_time}*. The join follows the slower, so nothing leaves.",
            "{stream}已到*{time}*，但{slow}仍在*{slow_time}*。连接取较慢的一侧，没有行离开。";
        held_back_none: "{Stream} moved to *{time}*, but {slow} has no watermark yet. Until both have one, nothing leaves.",
            "{stream}已到*{time}*，但{slow}还没有水位线。两侧都有之前，没有行离开。";
        unused: "This join does not look at it.", "这个连接不看水位线。";
        stays: "{asked} is before {watermark}. A watermark never goes back, so nothing changes.",
            "{asked}早于{watermark}。水位线不会后退，状态不变。";
        stays_at: "The {stream} watermark is at {watermark} already, so nothing changes.", "{stream}的水位线已在{watermark}，状态不变。";
        ignored: "{Stream} has no watermark, so this step changes nothing.", "{stream}没有水位线，这一步不改变状态。";

        // ---- rows leave
        left: "{rows} left: {watermark} is past {times}.", "{rows}离开缓冲：{watermark}已越过{times}。";
        /// Left before the watermark could make it: a row of the other side cleaned up.
        left_by_row: "{rows} left: {watermark} is past {times}, and {by} cleaned up its key.",
            "{rows}离开缓冲：{watermark}已越过{times}，{by}触发了该键的清理。";
        had_matched: "It had matched, so nothing more is emitted.", "它已匹配过，不再产生输出。";
        had_matched_both: "Both had matched, so nothing more is emitted.", "两行都匹配过，不再产生输出。";
        had_matched_all: "All had matched, so nothing more is emitted.", "各行都匹配过，不再产生输出。";
        silent: "It never matched, and {join} emits nothing for it.", "它从未匹配，{join}不输出。";
        silent_both: "Neither matched, and {join} emits nothing for them.", "两行都从未匹配，{join}不输出。";
        silent_all: "None ever matched, and {join} emits nothing for them.", "各行都从未匹配，{join}不输出。";
        /// Some had matched, the others come out in no way.
        nothing_more: "Nothing more is emitted for them.", "它们不再产生输出。";
        padded_one: "{row} left: {watermark} is past *{last}* and no {noun} {key} came. {join} emits it with NULL.",
            "{row}离开缓冲：{watermark}已越过*{last}*，键{key}的{noun}没有来。{join}补 NULL 输出。";
        padded: "It never matched, so {join} emits it with NULL.", "它从未匹配，因此{join}补 NULL 输出。";
        padded_both: "Neither matched, so {join} emits both with NULL.", "两行都从未匹配，因此{join}分别补 NULL 输出。";
        padded_all: "None ever matched, so {join} emits them with NULL.", "各行都从未匹配，因此{join}分别补 NULL 输出。";
        lost: "{rows} vanished: Flink drops what is left of a key whose earliest row is not after 0, without output.",
            "{rows}消失：若一个键余下的最早一行不晚于 0，Flink 会丢弃余下各行，不产生输出。";
        ttl: "{rows} left: not written for {ttl}, which ends the state TTL. Nothing is emitted.",
            "{rows}离开状态：{ttl}未被写入，状态 TTL 到期。不产生输出。";
        overdue: "{row} is past {last} but stays: Flink keeps one clean-up timer a key, and {by} set it to {timer}.",
            "{row}已过{last}但仍保留：Flink 每个键只有一个清理定时器，{by}把它设在{timer}。";
        overdue_own: "{row} is past {last} but stays: the minimum clean-up interval adds {interval}, to {timer}.",
            "{row}已过{last}但仍保留：最小清理间隔再加{interval}，到{timer}。";
        overdue_timer: "{row} is past {last} but stays: Flink keeps one clean-up timer a key, not yet due.",
            "{row}已过{last}但仍保留：Flink 每个键只有一个清理定时器，尚未到期。";
        overdue_several: "{rows} are past their last moments but stay: Flink keeps one clean-up timer a key, not yet due.",
            "{rows}已过最后时刻但仍保留：Flink 每个键只有一个清理定时器，尚未到期。";

        // ---- the clock, and nothing
        clock: "The clock moved to *{time}*.", "时钟推进到*{time}*。";
        clock_no_ttl: "Rows are kept for ever, so none leaves.", "各行永久保留，没有行离开。";
        clock_none_left: "No row’s state TTL has ended.", "没有行的状态 TTL 到期。";
        clock_ignored: "The clock is not moved: it never goes back.", "时钟没有移动：它不会后退。";
        clock_unused: "This join does not look at the clock, so nothing changes.", "这个连接不看时钟，状态不变。";
        nothing: "Nothing changed.", "状态不变。";
        came_out: "Rows emitted: {count}.", "输出行数：{count}。";
        start: "Nothing has arrived yet.", "还没有行到达。";

        // ---- the rule
        rule_leaves: "{A} {noun} leaves the buffer when", "{noun}离开缓冲的条件";
        rule_stays: "{A} {noun} stays in the buffer while", "{noun}留在缓冲的条件";
        rule_not_kept: "{A} {noun} is not kept when", "{noun}不被保留的条件";
        rule_match: "{A} {right} matches {a_left} {left} when", "{right}与{left}匹配的条件";
        rule_equal: "Two rows match when", "两行匹配的条件";
        rule_join_watermark: "The join’s watermark is", "连接的水位线";
        rule_watermark: "watermark", "水位线";
    }
}
