//! The advice pane: choosing a setting from the events, and what was lost.

use super::messages;

messages! {
    /// What is said where a setting is chosen. These texts come with the pane, not with the page.
    Choose {
        choose: "Choose", "选择";
        keep: "Keep at least", "至少保留";

        // ---- what can be turned, in a list and in a sentence
        delay_both: "delay of both sides", "两侧的延迟";
        delay_one: "delay of {stream}", "{stream}的延迟";
        upper: "upper bound", "上界";
        lower: "lower bound", "下界";
        window_size: "window size", "窗口大小";
        session_gap: "session gap", "会话间隔";
        allowed_lateness: "allowed lateness", "允许的迟到时间";
        state_ttl: "state TTL", "状态 TTL";
        a_delay_both: "a delay of *{value}* on both sides", "两侧延迟*{value}*";
        a_delay_one: "a delay of *{value}* on {stream}", "{stream}延迟*{value}*";
        an_upper: "an upper bound of *{value}*", "上界*{value}*";
        a_lower: "a lower bound of *{value}*", "下界*{value}*";
        a_window_size: "windows of *{value}*", "窗口*{value}*";
        a_session_gap: "a session gap of *{value}*", "会话间隔*{value}*";
        an_allowed_lateness: "an allowed lateness of *{value}*", "允许迟到*{value}*";
        a_state_ttl: "a state TTL of *{value}*", "状态 TTL *{value}*";
        for_ever: "for ever", "永久";

        // ---- nothing to choose
        no_lookup: "A lookup join keeps no rows and waits for none: there is nothing to choose.", "查找连接不保留行，也不等待：无可选择。";
        no_clock: "A state TTL counts processing time, and these steps have no clock: there is nothing to choose it by. Without a TTL this join keeps every row for ever and loses no match.",
            "状态 TTL 按处理时间计算，而这些步骤没有时钟步骤：无从选择。没有 TTL 时，此连接永久保留每一行，不丢失任何匹配。";
        no_steps: "The watermarks come as steps of the script: choose a bounded watermark to choose its delay.",
            "水位线由脚本步骤推动：改用有界水位线后才能选择延迟。";
        no_fixed: "Nothing in this join’s setup decides which matches come out.", "此连接没有可决定输出哪些匹配的设置。";
        by_steps: "A watermark that comes as steps has no delay to choose.", "由步骤推动的水位线没有延迟可选。";

        // ---- the advice
        turn: "With {what} instead of {now}, *{share}* of {matches} come out instead of {now_share}, with {cost}.",
            "用{what}代替{now}，{matches}中有*{share}*会输出，现在是{now_share}；{cost}。";
        turn_same: "{What} instead of {now} is enough: *{share}* of {matches} come out as now, with {cost}.",
            "用{what}代替{now}就够了：{matches}中仍有*{share}*会输出；{cost}。";
        turn_unknown: "With {what}, *{share}* of {matches} come out; the present setting does not run.", "用{what}，{matches}中有*{share}*会输出；现在的设置无法运行。";
        stay: "{What}, as it is, is the smallest setting tried that keeps {goal}: *{share}* of {matches} come out, with {rows} in state at the most.",
            "现在的{what}是试过的设置中保留{goal}的最小值：{matches}中有*{share}*会输出，状态中最多{rows}。";
        as_good: "{What}, as it is, keeps *{share}* of {matches}; a smaller one keeps {goal}, too, but holds no fewer rows and waits no shorter.",
            "现在的{what}保留{matches}中的*{share}*；更小的值也能保留{goal}，但状态行数不减，等待也不缩短。";
        not_enough: "No setting tried keeps {goal} of {matches}. The most is *{share}*, with {what}; now it is {now_share}.",
            "试过的设置都不能保留{matches}的{goal}。最多的是{what}，*{share}*；现在是{now_share}。";
        none_keeps: "No setting tried keeps any of {matches}.", "试过的设置一个也保留不了：{matches}。";
        sessions_alone: "In Flink SQL each side’s sessions are made of its own rows, and two match only where they start and end alike; in the DataStream API a session is of both sides’ rows.",
            "Flink SQL 中两侧各自划分会话，起止都相同才匹配；DataStream API 的会话由两侧的行共同构成。";
        no_matches: "These events have no true matches to keep.", "这些事件没有可保留的真实匹配。";
        too_hot: "A key alone makes more matches here than can be looked at: nothing is advised.", "单个键产生的匹配就已太多，无法统计：不作建议。";
        no_run: "The engine runs none of the settings tried.", "引擎无法运行试过的任何设置。";
        the_present: "the present setting", "现在的设置";
        both: "{one} and {two}", "{one}，{two}";
        matches: "the {count} true matches", "{count}个真实匹配";
        match_one: "the one true match", "唯一的真实匹配";
        nearest: "the {count} nearest pairs", "{count}个最近配对";
        nearest_one: "the one nearest pair", "唯一的最近配对";
        rows: "{count} rows", "{count}行";
        row: "1 row", "1 行";
        rows_more: "{count} rows more in state", "状态多{count}行";
        row_more: "1 row more in state", "状态多 1 行";
        rows_fewer: "{count} rows fewer in state", "状态少{count}行";
        row_fewer: "1 row fewer in state", "状态少 1 行";
        rows_same: "no more rows in state", "状态行数不变";
        more_waiting: "{time} more waiting", "多等待{time}";
        less_waiting: "{time} less waiting", "少等待{time}";
        same_waiting: "no more waiting", "等待不变";
        trying: "Trying settings: {done} of {all}.", "正在尝试设置：{done}/{all}。";
        caveat: "So it was in these events; others may come later than any of them.", "这只是对这些事件而言；其他事件可能来得更晚。";
        few: "So few say little about others.", "数量太少，难以推及其他事件。";

        // ---- what the numbers are
        by_declared: "True matches: what a batch join of all rows gives.", "真实匹配：把所有行做一次批连接的结果。";
        by_nearest: "Nearest pairs: each row and the nearest of its key on the other side; by the present bounds alone, no other could be chosen.",
            "最近配对：每一行与另一侧同键最近的一行；若只按现有界限，就无法选择别的值。";
        rule: "Each setting was run by the engine over all steps, and to the end of both streams. Advised is the smallest tried that keeps the share.",
            "每个设置都由引擎跑完所有步骤，直到两个流结束。建议值是试过的设置中能保留该份额的最小值。";
        waits_rule: "Waiting: what a row without a partner can still reach, and the delay.", "等待：没有配对的行仍可等到的时间，加上延迟。";
        in_part: "There are too many matches to look at all: those of {some} of {all} keys are counted.", "匹配太多，无法全部统计：只计算了{all}个键中的{some}个。";
        bytes_rule: "Bytes are an estimate: about {bytes} a row.", "字节为估计值：每行约{bytes}。";

        // ---- the table and the charts
        settings: "Settings tried", "试过的设置";
        head_setting: "Setting", "设置";
        head_kept: "Kept", "保留";
        head_rows: "Rows in state", "状态行数";
        head_waits: "Waits", "等待";
        head_late: "Late", "迟到";
        head_try: "Try", "试用";
        try_it: "Try {value}", "试用{value}";
        is_present: "present", "现在";
        is_advised: "advised", "建议";
        about_bytes: "≈ {bytes}", "≈ {bytes}";
        wrong: "{count} wrong", "{count}个错误";
        wrong_more: "Pairs that come out and are no true matches: by a session cut short, or an old version.", "输出了但并非真实匹配的配对：会话被截断，或取了旧版本。";
        refused: "refused", "被拒绝";
        refused_more: "The engine refuses this setting.", "引擎拒绝此设置。";
        too_many: "too many pairs", "配对过多";
        too_many_more: "This setting makes more pairs than can be looked at.", "此设置产生的配对太多，无法统计。";
        chart_kept: "Kept of the matches", "保留的匹配";
        chart_rows: "Rows in state at the most", "状态行数（最多）";
        chart_waits: "Waiting", "等待";
        chart_hint: "Click a setting to try it; Undo goes back.", "单击某个设置即可试用；可撤销。";
        unknown: "by steps", "由步骤决定";

        // ---- quantiles
        quantiles: "How the times lie", "时间的分布";
        head_of: "Of", "项目";
        head_count: "Count", "数量";
        head_least: "Least", "最小";
        head_most: "Most", "最大";
        distance: "Partner distance", "配对间距";
        distance_more: "right time − left time, to the nearest of the key", "右侧时间 − 左侧时间，取同键最近的一行";
        lateness: "{stream} lateness", "{stream}的迟到程度";
        lateness_more: "behind the newest of its side, on arrival", "到达时落后于本侧最新时间";
        gaps: "Gaps within a key", "同键间隔";
        gaps_more: "from a row to the next of its key, both sides", "同一键（两侧合计）相邻两行之间";
        clock: "Processing time between partners", "配对之间的处理时间";
        clock_more: "by the clock steps", "按时钟步骤";

        // ---- losses
        lost: "What did we lose", "丢失了什么";
        looking: "Looking through the steps …", "正在查看各步骤……";
        lost_none: "Nothing: no true match was lost in this run.", "没有：这次运行没有丢失真实匹配。";
        lost_some: "*{lost}* of {matches} did not come out.", "{matches}中有*{lost}*个没有输出。";
        may_come: "{count} may still come: their rows wait at the end of the steps.", "{count}个仍可能输出：它们的行在步骤结束时仍在等待。";
        one_may_come: "1 may still come: its rows wait at the end of the steps.", "1 个仍可能输出：它的行在步骤结束时仍在等待。";
        not_listed: "{count} more are not listed.", "另有{count}个未列出。";
        head_pair: "Match", "匹配";
        head_why: "Why it is lost", "丢失原因";
        show_pair: "Show {left} and {right} in step {step}", "在第{step}步显示{left}与{right}";
        step: "step {step}", "第{step}步";

        // ---- reasons
        late: "{row} came too late: it was dropped, the watermark being {watermark}.", "{row}来得太晚：当时水位线为{watermark}，被丢弃。";
        late_window: "{row} came too late for {window}: the watermark was {watermark}.", "{row}对{window}来说太晚：当时水位线为{watermark}。";
        not_kept: "{row} came behind the watermark, {watermark}, and was not kept; {other} came later.", "{row}落后于水位线{watermark}，未保留；{other}后来才到。";
        not_kept_epoch: "{row} lies so near the epoch that the operator does not keep it; {other} came later.", "{row}离纪元太近，算子不保留它；{other}后来才到。";
        not_kept_else: "{row} was not kept in step {step}; {other} came later.", "{row}在第{step}步未保留；{other}后来才到。";
        not_probed: "{row} did not look for partners: the clean-up mark of the other side, {mark}, one for all keys, was past all that it could match.",
            "{row}没有查找配对：另一侧的清理标记（所有键共用）{mark}已超过它可匹配的范围。";
        gone: "{row} left state in step {step}, the watermark being {watermark}, before {other} came.", "{row}在第{step}步离开状态（水位线{watermark}），{other}之后才到。";
        gone_ttl: "{row} left state in step {step} by its TTL, last written at {written}, before {other} came.", "{row}在第{step}步因 TTL 离开状态（最后写入于{written}），{other}之后才到。";
        gone_superseded: "{row} had left state in step {step}: {by} is newer and was behind the watermark as well.", "{row}在第{step}步已离开状态：{by}更新，且也落后于水位线。";
        gone_replaced: "{row} had left state in step {step}: {by} of the same time took its place.", "{row}在第{step}步已离开状态：同一时间的{by}取代了它。";
        handed_on_late: "{row}’s session reached the join too late, in step {step}: the watermark was {watermark}.", "{row}的会话在第{step}步到达连接时已太晚：水位线为{watermark}。";
        gone_else: "{row} had left state in step {step}, before {other} came.", "{row}在第{step}步已离开状态，{other}之后才到。";
        answered_with: "{row} was answered in step {step}, with {with}, before {other} came.", "{row}在第{step}步已得到{with}，{other}之后才到。";
        answered_none: "{row} was answered in step {step}, with no version, before {other} came.", "{row}在第{step}步未找到版本，{other}之后才到。";
        apart: "They were in two sessions, {one} and {two}: what would have joined those was late.", "它们在两个会话{one}与{two}中：本可连接两者的行迟到了。";
        unclear: "A crash, or a batch that failed, lies between them.", "两者之间有一次崩溃或失败的批次。";
    }
}
