//! What an engine refuses, and what it runs as something else.

use super::messages;

messages! {
    /// Why the engine does not run it, and the nearest thing that works.
    Refusals {
        headline: "{engine} refuses this join.", "{engine}拒绝这个连接。";
        headline_step: "{engine} stops at step {step}.", "{engine}在第{step}步停止。";
        headline_ours: "This is more than joinscope can show.", "这超出了 joinscope 能展示的范围。";
        /// The engine's own words.
        words: "{engine}: “{words}”", "{engine}：“{words}”";

        batch_step: "Flink works record by record and has no micro-batches. Delete the batch step, or choose Spark.",
            "Flink 逐条处理，没有微批。请删去批次步骤，或选择 Spark。";
        row_kind: "This join takes new rows only, not {kind}. Make the row +I, or choose a regular join.",
            "这个连接只接受新行，不接受{kind}。请把它改为 +I，或选择常规连接。";
        negative_delay: "The watermark of {stream} cannot run ahead of its events. Give it a delay of 0 or more.",
            "{stream}的水位线不能超前于事件。请把延迟设为 0 或更大。";
        min_cleanup: "Only Flink SQL has a minimum clean-up interval, of 0 or more. Set it to 0.",
            "只有 Flink SQL 有最小清理间隔，且不小于 0。请设为 0。";
        negative_ttl: "State cannot be kept for less than no time. Set the state TTL to 0 or more; 0 keeps it for ever.",
            "状态的保留时间不能为负。请把状态 TTL 设为 0 或更大；0 表示永久保留。";
        policy_max: "Flink always follows the slower side. Choose the policy min, or Spark.", "Flink 总是取较慢的一侧。请选择 min，或选择 Spark。";

        plan_semi_anti: "Runs as a regular join with a time predicate, since Flink’s interval join has no {join}. Nothing is ever cleaned up.",
            "按带时间条件的常规连接运行，因为 Flink 的区间连接没有{join}。状态永不清理。";
        plan_no_watermark: "Runs as a regular join with a time predicate, since {stream} has no watermark. Nothing is ever cleaned up.",
            "按带时间条件的常规连接运行，因为{stream}没有水位线。状态永不清理。";
        plan_empty_full: "Runs as a regular join that nothing can match, since no times satisfy the bounds. Nothing is ever cleaned up.",
            "按永不匹配的常规连接运行，因为没有时间能满足上下界。状态永不清理。";
        plan_no_join: "Flink plans no join, since no times satisfy the bounds. Rows of a preserved side come out with NULL at once.",
            "Flink 不规划连接，因为没有时间能满足上下界。被保留一侧的行立即补 NULL 输出。";
    }
}
