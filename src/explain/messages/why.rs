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
        two: "two", "两";
        three: "three", "三";
        four: "four", "四";
        /// What does not happen while the join’s watermark stays.
        nothing_leaves: "nothing leaves", "没有行离开";
        nothing_fires: "no window fires", "没有窗口触发";
        nothing_comes_out: "no row comes out", "没有行输出";

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

        /// DataStream and Spark.
        late_dropped: "{row} ({time}) is behind the watermark {watermark}, so it is dropped before it can match.",
            "{row}（{time}）落后于水位线{watermark}，匹配之前即被丢弃。";
        late_dropped_at: "{row} ({time}) is not after the watermark, so it is dropped before it can match.",
            "{row}（{time}）不晚于水位线，匹配之前即被丢弃。";
        late_dropped_several: "{rows} are not after the watermark {watermark}, so they are dropped before they can match.",
            "{rows}不晚于水位线{watermark}，匹配之前即被丢弃。";

        // ---- windows: a row arrives
        in_window: "{row} arrived at *{time}*. It goes into the window {windows}.", "{row}于*{time}*到达，进入窗口{windows}。";
        in_windows: "{row} arrived at *{time}*. It goes into {count} windows: {windows}.", "{row}于*{time}*到达，进入{count}个窗口：{windows}。";
        in_windows_many: "{row} arrived at *{time}*. It goes into {count} windows, the last one {window}.",
            "{row}于*{time}*到达，进入{count}个窗口，最后一个是{window}。";
        /// Behind the watermark, and kept all the same.
        late_but_open: "{row} ({time}) is behind the watermark {watermark}, but its window {windows} is still open, so it is kept.",
            "{row}（{time}）落后于水位线{watermark}，但它的窗口{windows}仍未关闭，因此保留。";
        late_but_open_several: "{row} ({time}) is behind the watermark {watermark}, but {count} of its windows are still open, so it is kept.",
            "{row}（{time}）落后于水位线{watermark}，但它有{count}个窗口仍未关闭，因此保留。";
        copy_late: "Its copy in window {windows} is dropped: that is over, as the watermark is {watermark}.",
            "它在窗口{windows}中的副本被丢弃：水位线已到{watermark}，该窗口已结束。";
        copies_late: "{Count} of its copies are dropped: those windows are over, as the watermark is {watermark}.",
            "它的{count}个副本被丢弃：水位线已到{watermark}，那些窗口已结束。";
        window_late: "{row} ({time}) is dropped as late: its window {windows} is over, as the watermark is {watermark}.",
            "{row}（{time}）因迟到被丢弃：水位线已到{watermark}，它的窗口{windows}已结束。";
        window_late_all: "{row} ({time}) is dropped as late: all its windows are over, as the watermark is {watermark}.",
            "{row}（{time}）因迟到被丢弃：水位线已到{watermark}，它的所有窗口都已结束。";
        window_late_allowed: "{row} ({time}) is dropped as late: the watermark is {watermark}, past its last window and the allowed lateness, {lateness}.",
            "{row}（{time}）因迟到被丢弃：水位线已到{watermark}，越过它的最后一个窗口和允许迟到{lateness}。";
        session_late: "{row} ({time}) is dropped as late: its session would be {windows}, and the {stream} watermark is {watermark}.",
            "{row}（{time}）因迟到被丢弃：它的会话将是{windows}，而{stream}的水位线已是{watermark}。";
        skips: "It skips window {windows}: that is closed, as the watermark is {watermark}.", "它跳过窗口{windows}：水位线已到{watermark}，该窗口已关闭。";
        skips_several: "It skips {count} windows that are closed: the watermark is {watermark}.",
            "它跳过{count}个已关闭的窗口：水位线已到{watermark}。";
        in_gap: "{row} ({time}) lies between two windows. It is in none, so it is left out, and does not count as late.",
            "{row}（{time}）落在两个窗口之间。它不属于任何窗口，因此不参与连接，也不算迟到。";
        in_gap_late: "{row} ({time}) lies between two windows and is behind the watermark {watermark}, so it is dropped as late.",
            "{row}（{time}）落在两个窗口之间，又落后于水位线{watermark}，因此按迟到丢弃。";
        gap_zero: "{row} is in no session, since the session gap is 0, and is left out.", "{row}不在任何会话中，因为会话间隔为 0，因此不参与连接。";
        no_key_window: "It has no key, and NULL equals nothing, so it never matches.", "它没有键，NULL 不等于任何值，因此永不匹配。";
        session_opened: "{row} arrived at *{time}*. It opens a session of key *{key}*: {windows}.",
            "{row}于*{time}*到达，为键*{key}*开启会话：{windows}。";
        session_in: "{row} arrived at *{time}*. It falls into the session of key *{key}*: {windows}.",
            "{row}于*{time}*到达，落入键*{key}*的会话：{windows}。";
        session_grown: "{row} arrived at *{time}*. It stretches the session of key *{key}* to {windows}; it was {from}.",
            "{row}于*{time}*到达，把键*{key}*的会话延长为{windows}，此前是{from}。";
        session_merged: "{row} arrived at *{time}*. It joins {count} sessions of key *{key}* into one: {windows}.",
            "{row}于*{time}*到达，把键*{key}*的{count}个会话合并为一个：{windows}。";
        session_closed: "Flink makes sessions on each side alone. The one of {stream}, key {key}, {windows}, is over and goes to the join.",
            "Flink 在每一侧各自划分会话。{stream}上键{key}的会话{windows}已结束，交给连接。";
        sessions_closed: "Flink makes sessions on each side alone. {Count} sessions of {stream} are over, and their {rows} rows go to the join.",
            "Flink 在每一侧各自划分会话。{stream}上的{count}个会话已结束，连同{rows}行交给连接。";

        // ---- windows: they fire
        fired: "Window {windows} fired: its end is reached.", "窗口{windows}触发：水位线已到窗口末端。";
        fired_several: "Windows {windows} fired: their ends are reached.", "窗口{windows}触发：水位线已到各窗口末端。";
        fired_many: "{Count} windows fired: their ends are reached.", "{count}个窗口触发：水位线已到各窗口末端。";
        /// DataStream: by a late row within the allowed lateness.
        fired_late: "{row} is late but within the allowed lateness, {lateness}, so window {windows} fired at once.",
            "{row}迟到，但在允许迟到{lateness}之内，因此窗口{windows}立即触发。";
        fired_late_again: "{row} is late but within the allowed lateness, {lateness}, so window {windows} fired again.",
            "{row}迟到，但在允许迟到{lateness}之内，因此窗口{windows}再次触发。";
        fired_late_several: "{row} is late but within the allowed lateness, {lateness}, so {count} windows fired at once.",
            "{row}迟到，但在允许迟到{lateness}之内，因此{count}个窗口立即触发。";
        fired_pair: "{left} and {right} share key {key} and are emitted.", "{left}与{right}键同为{key}，输出这一对。";
        fired_pairs: "{count} pairs share a key and are emitted.", "其中键相同的{count}对被输出。";
        fired_again: "It emits the earlier rows once more.", "先前输出过的行再次输出。";
        fired_new_again: "It emits one new row, and the earlier ones once more.", "输出一行新结果，先前输出过的行再次输出。";
        fired_new_again_several: "It emits {count} new rows, and the earlier ones once more.", "输出{count}行新结果，先前输出过的行再次输出。";
        fired_semi: "{rows} found a partner there, so {join} emits it.", "{rows}在其中找到匹配行，因此{join}输出它。";
        fired_semi_several: "{rows} found a partner there, so {join} emits them.", "{rows}在其中找到匹配行，因此{join}输出它们。";
        fired_nothing: "No two rows in it match, and {join} emits nothing.", "其中没有两行匹配，{join}不输出。";
        fired_nothing_several: "No two rows in them match, and {join} emits nothing.", "其中没有两行匹配，{join}不输出。";
        fired_nothing_anti: "Every left row in it has a partner, so {join} emits nothing.", "其中每个左侧行都有匹配行，因此{join}不输出。";
        alone_in_window: "{row} had no {noun} {key} in that window, so {join} emits it with NULL.",
            "该窗口中没有键为{key}的{noun}，因此{join}为{row}补 NULL 输出。";
        alone_in_window_next: "{row} had no {noun} {key} in that window, so {join} emits it with NULL, although it will pair with {other} in the next one.",
            "该窗口中没有键为{key}的{noun}，因此{join}为{row}补 NULL 输出，尽管它会在下一个窗口与{other}配对。";
        alone_in_named: "{row} had no {noun} {key} in window {windows}, so {join} emits it with NULL.",
            "窗口{windows}中没有键为{key}的{noun}，因此{join}为{row}补 NULL 输出。";
        alone_no_key: "{row} has no key and matches nothing, so {join} emits it with NULL.", "{row}没有键，与任何行都不匹配，因此{join}补 NULL 输出。";
        alone_in_window_anti: "{row} had no {noun} {key} in that window, so {join} emits it.", "该窗口中没有键为{key}的{noun}，因此{join}输出{row}。";
        alone_several: "{rows} had no partner there, so {join} emits them with NULL.", "{rows}在其中没有匹配行，因此{join}分别补 NULL 输出。";
        alone_each: "{row} had no partner in {count} windows, so {join} emits it with NULL for each.",
            "{row}在{count}个窗口中都没有匹配行，因此{join}在每个窗口中各补 NULL 输出一次。";
        alone_each_anti: "{row} had no partner in {count} windows, so {join} emits it for each.",
            "{row}在{count}个窗口中都没有匹配行，因此{join}在每个窗口中各输出一次。";
        alone_several_anti: "{rows} had no partner there, so {join} emits them.", "{rows}在其中没有匹配行，因此{join}输出它们。";
        alone_once_more: "{rows} still had no partner, and came out with NULL once more.", "{rows}仍没有匹配行，再次补 NULL 输出。";
        alone_once_more_anti: "{rows} still had no partner, and came out once more.", "{rows}仍没有匹配行，再次输出。";
        never_taken_back: "{rows} had come out with NULL before. DataStream takes nothing back, so both rows stand.",
            "{rows}先前补 NULL 输出过。DataStream 不撤回任何输出，因此两行并存。";
        ends_only: "The two sessions start apart, at {first} and {last}. Flink compares only their ends, so they join all the same.",
            "两个会话的起点不同（{first}和{last}）。Flink 只比较末端，因此照样连接。";
        closed_lateness: "{rows} left: window {windows} and its allowed lateness, {lateness}, are over.",
            "{rows}离开：窗口{windows}及其允许迟到{lateness}都已结束。";
        closed_lateness_several: "{rows} left: {count} windows and their allowed lateness, {lateness}, are over.",
            "{rows}离开：{count}个窗口及其允许迟到{lateness}都已结束。";

        // ---- temporal
        asks_later: "{row} arrived at *{time}*. It waits until the watermark reaches that time, for an older {noun} may still come.",
            "{row}于*{time}*到达。它等到水位线到达该时刻，因为更早的{noun}仍可能到来。";
        asks_late: "{row} ({time}) is behind the watermark {watermark} but not dropped: it comes out when the watermark moves next.",
            "{row}（{time}）落后于水位线{watermark}，但不丢弃：水位线下次推进时输出。";
        version_added: "{row} arrived: the {noun} of *{key}* from *{time}* on.", "{row}到达：它是*{key}*自*{time}*起的{noun}。";
        version_between: "{row} arrived: the {noun} of *{key}* from *{time}* until {other}, {until}.",
            "{row}到达：它是*{key}*自*{time}*起、到{other}（{until}）为止的{noun}。";
        version_ends: "{row} arrived (−D): from *{time}* on there is no {noun} of *{key}*.", "{row}到达（−D）：自*{time}*起*{key}*没有{noun}。";
        version_no_key: "{row} has no key. NULL equals nothing, so no {noun} ever takes it.", "{row}没有键。NULL 不等于任何值，因此没有{noun}会取它。";
        version_late: "That is behind the watermark {watermark}. It is kept for {nouns} still waiting; what has come out stays as it is.",
            "该时刻落后于水位线{watermark}。它为仍在等待的{noun}保留；已输出的不再更正。";
        version_replaced: "{other} has the same time, so {row} takes its place.", "{other}的时间相同，因此{row}取代它。";
        version_taken: "{left} ({time}) takes {right}, the newest {noun} not later than {time}.", "{left}（{time}）取{right}，即不晚于{time}的最新{noun}。";
        versions_taken: "{rows} each take the newest {noun} not later than their own times.", "{rows}各取不晚于自身时间的最新{noun}。";
        no_version_padded: "{left} ({time}) finds no {noun} {key} from {time} or before, so {join} emits it with NULL.",
            "{left}（{time}）找不到{time}及以前键为{key}的{noun}，因此{join}补 NULL 输出。";
        no_version: "{left} ({time}) finds no {noun} {key} from {time} or before, so {join} emits nothing for it.",
            "{left}（{time}）找不到{time}及以前键为{key}的{noun}，因此{join}不输出它。";
        deleted_padded: "{left} ({time}) finds that {right} had ended {key} at {at}, so {join} emits it with NULL.",
            "{left}（{time}）发现{right}已在{at}终结{key}，因此{join}补 NULL 输出。";
        deleted: "{left} ({time}) finds that {right} had ended {key} at {at}, so {join} emits nothing for it.",
            "{left}（{time}）发现{right}已在{at}终结{key}，因此{join}不输出它。";
        no_version_key_padded: "{left} has no key and finds no {noun}, so {join} emits it with NULL.", "{left}没有键，找不到{noun}，因此{join}补 NULL 输出。";
        no_version_key: "{left} has no key and finds no {noun}, so {join} emits nothing for it.", "{left}没有键，找不到{noun}，因此{join}不输出它。";
        no_versions_padded: "{rows} find no {noun} that is old enough, so {join} emits them with NULL.",
            "{rows}找不到足够早的{noun}，因此{join}分别补 NULL 输出。";
        no_versions: "{rows} find no {noun} that is old enough, so {join} emits nothing for them.", "{rows}找不到足够早的{noun}，因此{join}不输出它们。";
        superseded: "{row} left: {other} is newer and not after the watermark, so no {noun} on time can take {row}.",
            "{row}离开：{other}更新且不晚于水位线，按时到达的{noun}不会再取{row}。";
        superseded_several: "{rows} left: newer versions are not after the watermark, so no {noun} on time can take them.",
            "{rows}离开：更新的版本已不晚于水位线，按时到达的{noun}不会再取它们。";

        // ---- Spark
        pending: "{row} arrived at *{time}*. Spark works in batches, so it waits for batch {batch}.",
            "{row}于*{time}*到达。Spark 按批处理，因此它等待第{batch}批。";
        nothing_to_run: "No row came since the last batch, so Spark runs none.", "上一批之后没有新行，因此 Spark 不运行批次。";
        batch: "Batch {batch} ran with the watermark that batch {before} computed, *{watermark}*.",
            "第{batch}批使用第{before}批算出的水位线*{watermark}*。";
        batch_at_start: "Batch {batch} ran with the watermark at its start, 0.", "第{batch}批运行，水位线仍在起点 0。";
        batch_unmarked: "Batch {batch} ran without a watermark, for no stream has one.", "第{batch}批运行时没有水位线，因为两条流都没有。";
        batch_no_data: "Batch {batch} followed without rows, with the watermark that batch {before} computed, *{watermark}*.",
            "随后是没有新行的第{batch}批，使用第{before}批算出的水位线*{watermark}*。";
        late_batch: "{row} ({time}) is behind {watermark}, the watermark of the batch before, so it is dropped before it can match.",
            "{row}（{time}）落后于上一批的水位线{watermark}，匹配之前即被丢弃。";
        late_batch_several: "{rows} are not after {watermark}, the watermark of the batch before, so they are dropped before they can match.",
            "{rows}不晚于上一批的水位线{watermark}，匹配之前即被丢弃。";
        late_at_start: "{row} is not after 0, where Spark’s watermark starts, so it is dropped before it can match.",
            "{row}不晚于 0，即 Spark 水位线的起点，匹配之前即被丢弃。";
        late_at_start_several: "{rows} are not after 0, where Spark’s watermark starts, so they are dropped before they can match.",
            "{rows}不晚于 0，即 Spark 水位线的起点，匹配之前即被丢弃。";
        copies_dropped: "{Count} copies of {rows} are dropped as late: the watermark {watermark} has reached the ends of their windows.",
            "{rows}的{count}个副本因迟到被丢弃：水位线{watermark}已到其窗口末端。";
        copy_dropped: "{row} is dropped from window {windows} as late: the watermark {watermark} has reached its end.",
            "{row}因迟到从窗口{windows}中丢弃：水位线{watermark}已到该窗口末端。";
        not_late: "{rows} is behind the watermark in force, {watermark}, but not dropped: Spark judges late rows by the batch before.",
            "{rows}落后于生效的水位线{watermark}，但未被丢弃：Spark 按上一批的水位线判断迟到。";
        not_late_several: "{rows} are behind the watermark in force, {watermark}, but not dropped: Spark judges late rows by the batch before.",
            "{rows}落后于生效的水位线{watermark}，但未被丢弃：Spark 按上一批的水位线判断迟到。";
        filtered: "{rows} has no key and cannot come out. Spark filters it before the watermark hears its time.",
            "{rows}没有键，不可能输出。Spark 在水位线看到其时间之前就将它过滤。";
        filtered_several: "{rows} have no key and cannot come out. Spark filters them before the watermark hears their times.",
            "{rows}没有键，不可能输出。Spark 在水位线看到其时间之前就将它们过滤。";
        null_keys_match: "{left} and {right} both have no key. Spark’s full join compares the key’s bytes, so they match.",
            "{left}与{right}都没有键。Spark 的 full join 按键的字节比较，因此匹配。";
        null_keys_match_several: "{count} pairs have no key. Spark’s full join compares the key’s bytes, so they match.",
            "{count}对没有键。Spark 的 full join 按键的字节比较，因此匹配。";
        pairs_found: "{pairs}: equal keys within {bounds}, so {count} pairs are emitted.", "{pairs}键相同且在{bounds}之内，因此输出{count}对。";
        pairs_found_many: "{count} pairs have equal keys within {bounds} and are emitted.", "{count}对键相同且在{bounds}之内，因此输出。";
        pairs_equal: "{pairs}: equal keys, so {count} pairs are emitted.", "{pairs}键相同，因此输出{count}对。";
        pairs_equal_many: "{count} pairs have equal keys and are emitted.", "{count}对键相同，因此输出。";
        pair_with: "{left} and {right}", "{left}与{right}";
        pair_window: "{left} and {right} share key {key} and the window {windows}, so the pair is emitted.",
            "{left}与{right}键同为{key}，同在窗口{windows}，因此输出这一对。";
        pair_windows: "{left} and {right} share key {key} and {count} windows, so the pair is emitted once for each.",
            "{left}与{right}键同为{key}，同在{count}个窗口，因此在每个窗口中各输出一次。";
        pairs_window: "{count} pairs share a key and a window, and are emitted.", "{count}对键相同且同在一个窗口，因此输出。";
        semi_found: "{left} matches {right}, so {join} emits it and lets it go.", "{left}与{right}匹配，因此{join}输出它并移出状态。";
        semi_found_several: "{rows} found a partner, so {join} emits them and lets them go.", "{rows}找到了匹配行，因此{join}输出它们并移出状态。";
        stored: "{row} found no partner yet and is kept.", "{row}尚未找到匹配行，保留在状态中。";
        stored_several: "{rows} found no partner yet and are kept.", "{rows}尚未找到匹配行，保留在状态中。";
        not_stored: "{row} ({time}) can match up to {last}, and the watermark is {watermark}, so it is not kept.",
            "{row}（{time}）最晚可匹配到{last}，而水位线已是{watermark}，因此不再保留。";
        not_stored_several: "{rows} can match nothing to come, as the watermark is {watermark}, so they are not kept.",
            "水位线已是{watermark}，{rows}不可能再匹配后来的行，因此不再保留。";
        not_stored_window: "{rows} is not kept: the watermark {watermark} has reached the end of its window.",
            "{rows}不再保留：水位线{watermark}已到其窗口末端。";
        not_stored_windows: "{rows} are not kept: the watermark {watermark} has reached the ends of their windows.",
            "{rows}不再保留：水位线{watermark}已到其窗口末端。";
        over: "{rows} left with window {windows}: the watermark {watermark} has reached its end.",
            "{rows}随窗口{windows}离开：水位线{watermark}已到其末端。";
        over_several: "{rows} left with {count} windows: the watermark {watermark} has reached their ends.",
            "{rows}随{count}个窗口离开：水位线{watermark}已到其末端。";
        over_copies: "{Count} copies of {rows} left: the watermark {watermark} has reached the ends of their windows.",
            "{rows}的{count}个副本离开：水位线{watermark}已到其窗口末端。";
        over_padded: "{rows} left unmatched with window {windows}, so {join} emits it with NULL.",
            "{rows}未匹配，随窗口{windows}离开，因此{join}补 NULL 输出。";
        over_padded_several: "{rows} left unmatched with their windows, so {join} emits them with NULL.",
            "{rows}未匹配，随其窗口离开，因此{join}分别补 NULL 输出。";
        copies_padded_short: "{Count} copies of {rows} left unmatched with their windows, so {join} emits each with NULL.",
            "{rows}的{count}个副本未匹配，随其窗口离开，因此{join}各补 NULL 输出。";
        copies_padded: "None of them had matched there, so {join} emits each with NULL.", "它们在其中都没有匹配，因此{join}各补 NULL 输出。";
        next_min: "The next batch’s watermark is *{time}*, the smaller of {left} ({left_time}) and {right} ({right_time}).",
            "下一批的水位线为*{time}*，取{left}（{left_time}）与{right}（{right_time}）中较小者。";
        next_max: "The next batch’s watermark is *{time}*, the larger of {left} ({left_time}) and {right} ({right_time}).",
            "下一批的水位线为*{time}*，取{left}（{left_time}）与{right}（{right_time}）中较大者。";
        next_one: "The next batch’s watermark is *{time}*, that of {stream}, the only stream that has one.",
            "下一批的水位线为*{time}*，来自唯一有水位线的{stream}。";
        next_held: "{Stream} is at {time}, but {slow} at {slow_time}. Spark takes the smaller, so the watermark stays.",
            "{stream}已到{time}，但{slow}在{slow_time}。Spark 取较小者，水位线不变。";
        next_held_none: "{Stream} is at {time}, but {slow} has not been heard and counts as 0, so the watermark stays.",
            "{stream}已到{time}，但{slow}尚无事件，按 0 计，水位线不变。";

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
        held_back: "{Stream} moved to *{time}*, but {slow} is at *{slow_time}*. The join follows the slower, so {nothing}.",
            "{stream}已到*{time}*，但{slow}仍在*{slow_time}*。连接取较慢的一侧，{nothing}。";
        held_back_none: "{Stream} moved to *{time}*, but {slow} has no watermark yet. Until both have one, {nothing}.",
            "{stream}已到*{time}*，但{slow}还没有水位线。两侧都有之前，{nothing}。";
        unused: "This join does not look at it.", "这个连接不看水位线。";
        stays: "{asked} is before {watermark}. A watermark never goes back, so nothing changes.",
            "{asked}早于{watermark}。水位线不会后退，状态不变。";
        stays_at: "The {stream} watermark is at {watermark} already, so nothing changes.", "{stream}的水位线已在{watermark}，状态不变。";
        ignored: "{Stream} has no watermark, so this step changes nothing.", "{stream}没有水位线，这一步不改变状态。";

        // ---- rows leave
        left: "{rows} left: {watermark} is past {times}.", "{rows}离开缓冲：{watermark}已越过{times}。";
        /// DataStream: at the last moment itself, 1 ms before Flink SQL.
        left_reached: "{rows} left: {watermark} has reached {times}.", "{rows}离开缓冲：{watermark}已到{times}。";
        gone_early: "{A} {noun} at {time} would not be late and would match, but DataStream lets {rows} go 1 ms too soon.",
            "时间为{time}的{noun}不算迟到、本可匹配，但 DataStream 让{rows}早离开了 1 毫秒。";
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
        start: "Nothing has arrived yet.", "还没有行到达。";

        // ---- the rule
        rule_leaves: "{A} {noun} leaves the buffer when", "{noun}离开缓冲的条件";
        rule_stays: "{A} {noun} stays in the buffer while", "{noun}留在缓冲的条件";
        rule_not_kept: "{A} {noun} is not kept when", "{noun}不被保留的条件";
        rule_match: "{A} {right} matches {a_left} {left} when", "{right}与{left}匹配的条件";
        rule_equal: "Two rows match when", "两行匹配的条件";
        rule_join_watermark: "The join’s watermark is", "连接的水位线";
        rule_watermark: "watermark", "水位线";
        rule_watermark_late: "late watermark", "迟到水位线";
        rule_watermark_of: "{stream} watermark", "{stream}水位线";
        rule_fires: "A window fires when", "窗口触发的条件";
        rule_next_watermark: "The next batch’s watermark is", "下一批的水位线";
        rule_takes_late: "A window takes late rows while", "窗口接受迟到行的条件";
        rule_closes: "A window is closed when", "窗口关闭的条件";
        rule_over: "A window is over when", "窗口结束的条件";
        rule_copy_late: "A copy is dropped as late when", "副本因迟到被丢弃的条件";
        rule_late: "A row is dropped as late when", "行因迟到被丢弃的条件";
        rule_in_window: "{A} {noun} goes into a window when", "{noun}进入窗口的条件";
        rule_session: "A session ends at", "会话的末端";
        rule_takes: "{A} {left} takes the newest {right} with", "{left}所取的是满足此条件的最新{right}";
        rule_waits: "{A} {noun} waits while", "{noun}等待的条件";
        rule_end: "end", "末端";
        rule_start: "start", "始端";
    }
}
