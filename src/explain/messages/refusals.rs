//! What an engine refuses, and what it runs as something else.

use super::messages;

messages! {
    /// Why the engine does not run it, and the nearest thing that works.
    Refusals {
        headline: "{engine} refuses this join.", "{engine}拒绝这个连接。";
        headline_step: "{engine} stops at step {step}.", "{engine}在第{step}步停止。";
        /// joinscope's own limits.
        headline_own: "This is more than joinscope holds.", "这超出了 joinscope 的限度。";
        /// The engine's own words.
        words: "{engine}: “{words}”", "{engine}：“{words}”";

        // ---- reasons
        no_such_join: "{engine} has no {kind} join.", "{engine}没有{kind}连接。";
        no_such_window: "{engine} has no {shape} window.", "{engine}没有{shape}窗口。";
        inner_only: "DataStream’s interval join emits pairs only, so it has no {join}.",
            "DataStream 的区间连接只输出配对，因此没有{join}。";
        crossed_bounds: "The lower bound, {lower}, is above the upper bound, {upper}.", "下界{lower}高于上界{upper}。";
        null_key: "DataStream sends each row to where its key lives. This row has no key, so the whole job fails.",
            "DataStream 按键分发每一行。这一行没有键，因此整个作业失败。";
        temporal_type: "A temporal join looks up a version for each left row, so it can be INNER or LEFT, not {type}.",
            "时态连接为每个左侧行查找一个版本，因此只能是 INNER 或 LEFT，不能是{type}。";
        temporal_watermark: "A temporal join needs a watermark on {stream}, else it could never know that all versions up to a time are there.",
            "时态连接需要{stream}有水位线，否则无从得知某一时刻之前的版本是否都已到齐。";
        window_watermark: "A window join needs a watermark on {stream}, else it could never know that a window is complete.",
            "窗口连接需要{stream}有水位线，否则无从得知窗口是否已完整。";
        no_lateness: "Only DataStream has an allowed lateness. In {engine} a window is gone once its end is reached.",
            "只有 DataStream 有允许迟到。在{engine}中，水位线到达窗口末端后窗口即消失。";
        negative_lateness: "The allowed lateness is below 0.", "允许迟到小于 0。";
        not_positive: "The {field} must be above 0, but it is {value}.", "{field}必须大于 0，而它是{value}。";
        offset: "The window offset, {offset}, must be smaller than the {field}, {limit}.", "窗口偏移{offset}必须小于{field}{limit}。";
        step_does_not_divide: "The window size, {size}, is no whole number of steps of {step}.", "窗口大小{size}不是步长{step}的整数倍。";
        slide_above_size: "The window slide, {slide}, is larger than the window, {size}, so rows between two windows would be lost.",
            "窗口滑动步长{slide}大于窗口大小{size}，两个窗口之间的行会丢失。";
        anti: "Spark has no ANTI join of two streams.", "Spark 没有两条流之间的 ANTI 连接。";
        unbounded: "A {type} join needs a watermark on {stream}, else it could never know that no match will come.",
            "{type}连接需要{stream}有水位线，否则无从得知匹配行不会再来。";
        unbounded_any: "A {type} join needs a watermark on one of the streams, else it could never know that no match will come.",
            "{type}连接需要其中一条流有水位线，否则无从得知匹配行不会再来。";
        unbounded_regular: "A {type} join needs a bound in time, which a regular join lacks. It could never know that no match will come.",
            "{type}连接需要时间上的界限，而常规连接没有，因此无从得知匹配行不会再来。";
        manual_watermark: "Spark has no watermark set by hand: it follows the newest event of {stream}.",
            "Spark 没有手动设置的水位线：它跟随{stream}的最新事件。";
        watermark_step: "Spark has no step that sets a watermark: it follows the newest events.",
            "Spark 没有设置水位线的步骤：它跟随最新事件。";
        batch_step: "Flink works record by record and has no micro-batches.", "Flink 逐条处理，没有微批。";
        checkpoint_step: "In Spark each micro-batch ends with a checkpoint: there is no step for one.", "Spark 的每个微批都以检查点结束，没有单独的检查点步骤。";
        row_kind: "This join takes new rows only, not {kind}.", "这个连接只接受新行，不接受{kind}。";
        row_kind_version: "A versioned table takes no {kind}: the next version ends the one before.",
            "版本表不接受{kind}：下一个版本会终结前一个。";
        negative_delay: "The watermark of {stream} cannot run ahead of its events.", "{stream}的水位线不能超前于事件。";
        min_cleanup: "Only Flink SQL has a minimum clean-up interval, of 0 or more.", "只有 Flink SQL 有最小清理间隔，且不小于 0。";
        negative_ttl: "State cannot be kept for less than no time. A state TTL of 0 keeps it for ever.",
            "状态的保留时间不能为负。状态 TTL 为 0 表示永久保留。";
        no_ttl: "Spark’s join of two streams has no state TTL in processing time.", "Spark 的流流连接没有按处理时间的状态 TTL。";
        policy_max: "Flink always follows the slower side.", "Flink 总是取较慢的一侧。";
        too_many_windows: "A row would be in {windows} windows; the most is {most}.", "一行会落在{windows}个窗口中，上限为{most}个。";
        too_much: "More than {count} things happen in this run.", "这次运行中发生的事超过{count}件。";
        out_of_range: "A number is beyond ±2^53 ms.", "有数值超出 ±2^53 毫秒。";

        // ---- the nearest thing that works, on a button or as a sentence
        way_type: "Make it {a} {type} join", "改为{type}连接";
        way_dialect: "Run it in {engine}", "改用{engine}";
        way_kind: "Make it {a} {kind} join", "改为{kind}连接";
        way_watermark: "Give {stream} a watermark", "为{stream}设置水位线";
        way_follow: "Let the watermark of {stream} follow its events", "让{stream}的水位线跟随事件";
        way_delay: "Set the watermark delay of {stream} to 0", "把{stream}的水位线延迟设为 0";
        way_policy: "Choose the policy min", "选择策略 min";
        way_number: "Set the {field} to {value}", "把{field}设为{value}";
        way_positive: "Set the {field} above 0", "把{field}设为大于 0";
        way_larger: "Make the {field} larger", "增大{field}";
        way_swap: "Swap the bounds", "交换上下界";
        way_remove: "Delete the step", "删除这一步";
        way_row_kind: "Make the row {kind}", "把这一行改为{kind}";
        way_key: "Give the row a key", "为这一行设置键";
        way_fewer: "Use fewer rows of one key", "减少同一个键的行数";
        way_smaller: "Use smaller numbers", "使用较小的数值";
        full_stop: "{text}.", "{text}。";

        // ---- what numbers are called
        field_size: "window size", "窗口大小";
        field_slide: "window slide", "窗口滑动步长";
        field_step: "window step", "窗口步长";
        field_gap: "session gap", "会话间隔";
        field_offset: "window offset", "窗口偏移";
        field_lateness: "allowed lateness", "允许迟到";
        field_min_cleanup: "minimum clean-up interval", "最小清理间隔";
        field_ttl: "state TTL", "状态 TTL";

        // ---- what is run instead
        plan_semi_anti: "Runs as a regular join with a time predicate, since Flink’s interval join has no {join}. Nothing is ever cleaned up.",
            "按带时间条件的常规连接运行，因为 Flink 的区间连接没有{join}。状态永不清理。";
        plan_no_watermark: "Runs as a regular join with a time predicate, since {stream} has no watermark. Nothing is ever cleaned up.",
            "按带时间条件的常规连接运行，因为{stream}没有水位线。状态永不清理。";
        plan_empty_full: "Runs as a regular join that nothing can match, since no times satisfy the bounds. Nothing is ever cleaned up.",
            "按永不匹配的常规连接运行，因为没有时间能满足上下界。状态永不清理。";
        plan_no_join: "Flink plans no join, since no times satisfy the bounds. Rows of a preserved side come out with NULL at once.",
            "Flink 不规划连接，因为没有时间能满足上下界。被保留一侧的行立即补 NULL 输出。";
        plan_no_join_anti: "Flink plans no join, since no times satisfy the bounds. Left rows come out at once.",
            "Flink 不规划连接，因为没有时间能满足上下界。左侧的行立即输出。";
        plan_co_group: "Runs as coGroup with a function of its own for {join}, since DataStream’s window join emits pairs only.",
            "按 coGroup 加{join}函数运行，因为 DataStream 的窗口连接只输出配对。";
        plan_never_fires: "No window ever fires, since {stream} has no watermark. Nothing is late, and all rows stay in state.",
            "没有窗口会触发，因为{stream}没有水位线。没有行算作迟到，所有行都留在状态中。";
        plan_never_evicts: "Nothing ever leaves state, since {stream} has no watermark.", "没有行会离开状态，因为{stream}没有水位线。";
        plan_never_pads: "Nothing ever leaves state, and nothing comes out with NULL, since {stream} has no watermark.",
            "没有行会离开状态，也没有行补 NULL 输出，因为{stream}没有水位线。";
        plan_sessions: "Runs with sessions of one row: in a join Spark’s session_window does not merge, and only equal times match.",
            "每一行自成一个会话：在连接中 Spark 的 session_window 不合并，只有时间相同的行才匹配。";

        // ---- kinds and shapes
        kind_interval: "interval", "区间";
        kind_window: "window", "窗口";
        kind_regular: "regular", "常规";
        kind_temporal: "temporal", "时态";
        kind_lookup: "lookup", "查找";
        shape_tumbling: "tumbling", "滚动";
        shape_sliding: "sliding", "滑动";
        shape_cumulating: "cumulating", "累积";
        shape_session: "session", "会话";
    }
}
