//! The plan pane: what the engine runs, and what its states keep, until when.

use super::messages;

messages! {
    /// What is said of an engine's plan. These texts come with the pane, not with the page.
    Plans {
        lead: "After this step, under {engine}’s own names.", "这一步之后，名称取自{engine}。";
        refused: "{engine} refuses this join, so nothing is planned.", "{engine}拒绝此连接，因此没有计划。";
        operator: "{name}", "{name}";
        operator_class: "{name} ({class})", "{name}（{class}）";
        on_side: "on {stream}, before the join", "在{stream}上，连接之前";
        on_both: "on each side, before the join", "在每一侧，连接之前";
        stateless: "It keeps nothing.", "它不保留任何内容。";
        stateless_calc: "No join is planned, so nothing is kept.", "没有规划连接，因此不保留任何内容。";
        stateless_table: "It keeps nothing: the table answers. Which join Spark runs depends on the table’s size.",
            "它不保留任何内容：由表回答。Spark 运行哪种连接取决于表的大小。";
        head_state: "State", "状态";
        head_until: "Kept until", "保留到";
        head_now: "Now", "现在";
        states_of: "States of {name}", "{name}的状态";
        settings: "Settings that decide", "起决定作用的设置";

        // ---- what an entry is
        rows: "{nouns}, equal ones once with their number", "{noun}，相同的只存一次并计数";
        rows_with_partners: "{nouns}, each with how many partners it has", "{noun}，各带有匹配行的数量";
        rows_matched: "{nouns} by time, each with whether it has matched", "{noun}，按时间存放，各标有是否匹配过";
        rows_by_time: "{nouns} by time", "{noun}，按时间存放";
        waiting: "{nouns} that wait for their moment", "等待其时刻到来的{noun}";
        versions: "versions by time", "各版本，按时间存放";
        copies: "copies of {nouns}, one a window", "{noun}的副本，每个窗口一份";
        copies_of_both: "copies of both sides, one a window", "两侧各行的副本，每个窗口一份";
        sessions: "{nouns} of sessions that are open", "未结束会话中的{noun}";
        session_names: "the open sessions of each key", "每个键的未结束会话";
        timer_of_key: "one timer a key", "每个键一个定时器";
        place: "a number a key: the next place in the order of arrival", "每个键一个数：下一个到达序号";
        number_of_rows: "a number a key: how many rows it has", "每个键一个数：它有多少行";
        row_by_number: "{nouns} under key and number, with whether they matched", "{noun}，按键与序号存放，各标有是否匹配过";
        copy_by_number: "copies under key, window and number, with whether they matched", "副本，按键、窗口与序号存放，各标有是否匹配过";

        // ---- until when
        formula: "{mark} {sign} {of}", "{mark} {sign} {of}";
        mark_join: "watermark", "水位线";
        mark_own: "{stream} watermark", "{stream}水位线";
        window_end: "window end", "窗口末端";
        plus: "{of} + {span}", "{of} + {span}";
        minus: "{of} − {span}", "{of} − {span}";
        for_ever: "for ever", "永久";
        for_ever_unbounded: "for ever: the join has no bound in time", "永久：此连接没有时间界限";
        for_ever_without: "for ever: {stream} has no watermark", "永久：{stream}没有水位线";
        for_ever_plan: "for ever: this plan takes no notice of watermarks", "永久：此计划不理会水位线";
        superseded: "the watermark reaches a newer version of the key; the newest stays for ever",
            "水位线到达同一键的更新版本；最新的版本永久保留";
        unwritten: "not written for {span}, by the clock", "按时钟{span}未被写入";
        with_rows: "its key has none of them left", "该键不再有对应的行";

        // ---- what clears it
        by_retraction: "Only a -U or -D of the same row takes it out.", "只有同一行的 -U 或 -D 能把它取出。";
        by_retraction_or_ttl: "A -U or -D of the same row takes it out, or its TTL.", "同一行的 -U 或 -D 能把它取出，或 TTL 到期。";
        by_timer_or_other: "Cleared by the key’s timer, of which there is one at a time, so some stay longer; and by a row of the other side.",
            "由该键的定时器清理，每次只有一个，因此有的会多留；另一侧到来的行也会清理。";
        by_own_timer: "Each row has a timer of its own.", "每一行有自己的定时器。";
        by_key_timer: "Cleared when the key’s timer fires.", "该键的定时器触发时清理。";
        by_window_timer: "The window’s timer fires it, and clears it.", "窗口的定时器触发窗口并清理。";
        by_cleanup_timer: "A clean-up timer clears it, so much after the window first fired.", "在窗口首次触发之后，由清理定时器清理。";
        by_handed_on: "The session’s timer hands its rows on to the join.", "会话的定时器把其中的行交给连接。";
        by_firing: "When it fires it is set for the earliest row left, or cleared.", "触发时改设为剩余最早的行，或清除。";
        by_scan_of_rows: "Each micro-batch looks through all rows for those that are over.", "每个微批扫描所有行，找出到期的行。";
        by_scan_of_keys: "Each micro-batch looks through all keys for windows that are over.", "每个微批扫描所有键，找出到期的窗口。";
        by_match_or_scan: "A left row leaves as soon as it matches; else each micro-batch looks for those that are over.",
            "左侧行一匹配就离开；否则由每个微批找出到期的行。";
        by_match: "A left row leaves only when it matches.", "左侧行只在匹配时离开。";
        by_last_row: "Cleared with the last of its rows.", "随最后一行清除。";
        by_nothing: "Nothing clears it.", "没有什么会清除它。";

        // ---- now
        now_none: "no watermark yet, so all stay", "还没有水位线，全部保留";
        now_rows: "at {now}: times from {from} on stay", "水位线为{now}：时间在{from}及之后的保留";
        now_windows: "at {now}: windows that end at {from} or later stay", "水位线为{now}：末端在{from}及之后的窗口保留";
        now_clock: "the clock is at {now}; the next goes at {next}", "时钟为{now}；下一个在{next}离开";
        now_clock_none: "the clock is at {now}", "时钟为{now}";
        uncounted: "not counted", "不计数";

        // ---- settings
        set_watermark: "{stream}: {value}", "{stream}：{value}";
        set_bounded: "newest event − {span}", "最新事件 − {span}";
        set_bounded_ms: "newest event − {span} − 1 ms", "最新事件 − {span} − 1 毫秒";
        set_manual: "as the script says", "由脚本给出";
        set_none: "none", "无";
        set_min: "min: the slower side decides", "min：由较慢一侧决定";
        set_max: "max: the faster side decides", "max：由较快一侧决定";
        set_off: "0: for ever", "0：永久";
        set_capped: "no session longer than {span}", "会话不超过{span}";
        set_join: "The join’s watermark is the smaller of both sides’.", "连接的水位线取两侧中较小者。";
        set_join_idle: "The join’s watermark is the smaller of both sides’; an idle side has no say, and of two idle ones the later counts. It never goes back.",
            "连接的水位线取两侧中较小者；空闲的一侧不计入，两侧都空闲时取较晚者。它不会后退。";
        set_join_union: "The join’s watermark is the smaller of both sides’; an idle side has no say, nor one that comes back before it has caught up. Of two idle ones the later counts. It never goes back.",
            "连接的水位线取两侧中较小者；空闲的一侧不计入，恢复后在追上之前也不计入。两侧都空闲时取较晚者。它不会后退。";
        set_capped_about: "Flink has no longest session: this is an assigner of one’s own. A row that would make a session longer than {span} stays out of it and begins another, so no session’s rows are kept for longer than that (and the allowed lateness) by the watermark, however long they keep coming.",
            "Flink 没有会话最大长度：这是自己编写的分配器。会使会话超过{span}的行不并入，另起一个会话；因此无论行怎样不断到来，按水位线计，会话中的行最多保留这么久（再加允许的迟到）。";

        // ---- sources
        sources: "What the watermarks are made of", "水位线由什么构成";
        source_of: "{stream}, {partitions} partitions", "{stream}，{partitions}个分区";
        source_of_one: "{stream}", "{stream}";
        source_slowest: "Its watermark is its slowest partition’s, of those that are not idle; one that has sent nothing yet has none. While one is silent, time lets nothing leave either side.",
            "它的水位线取未空闲分区中最慢的；还没有数据的分区没有水位线。只要有一个分区静默，两侧都不会有行因时间而离开。";
        source_idle: "A partition that sends nothing for more than {timeout}, by the clock, is idle until its next row. Once all are, {stream} is idle.",
            "按时钟超过{timeout}没有数据的分区即空闲，直到它的下一行。所有分区都空闲时，{stream}空闲。";
        source_idle_one: "If {stream} sends nothing for more than {timeout}, by the clock, it is idle, until its watermark rises.",
            "按时钟{stream}超过{timeout}没有数据即空闲，直到它的水位线推进。";
        source_spark: "Spark keeps one mark for all rows of {stream}, whatever their partition: a silent one holds nothing back, and its rows are late sooner.",
            "Spark 对{stream}的所有行只保留一个标记，不分分区：静默的分区不拖住什么，但它的行更容易迟到。";
        set_no_ttl: "Spark’s join of two streams has no TTL.", "Spark 的流流连接没有 TTL。";
    }
}
