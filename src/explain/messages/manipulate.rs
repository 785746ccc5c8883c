//! What dragging, selecting several and editing in the past say.

use super::messages;

messages! {
    /// Direct manipulation.
    Manipulate {
        /// `{steps}`: numbers of steps.
        changed_steps: "Came out otherwise: steps {steps}", "结果已改变的步骤：{steps}";

        // ---- what a drag would do
        would_leave_null: "{rows} would leave with NULL", "{rows}将补 NULL 输出";
        would_leave_null_one: "{row} would leave with NULL", "{row}将补 NULL 输出";
        would_leave: "{rows} would leave", "{rows}将离开";
        would_match: "{row} would match {others}", "{row}将与{others}匹配";
        would_not_match: "{row} would not match {others}", "{row}将不与{others}匹配";
        would_wait: "{row} would wait", "{row}将等待";
        would_be_late: "{row} would come too late", "{row}将迟到";
        would_be: "{row}: {state}", "{row}：{state}";
        pairs_change: "pairs {before} → {after}", "配对{before} → {after}";
        padded_change: "with NULL {before} → {after}", "补 NULL {before} → {after}";
        late_change: "late {before} → {after}", "迟到{before} → {after}";
        emitted_change: "emitted {before} → {after}", "输出{before} → {after}";
        between_changes: ", ", "，";
        nothing_changes: "nothing else changes", "其余不变";
        never_back: "a watermark never goes back", "水位线不会后退";
        follows_events: "Spark's watermark follows the events", "Spark 的水位线只跟随事件";
        delay: "delay {time}", "延迟{time}";
        lower_bound: "lower bound {time}", "下界{time}";
        upper_bound: "upper bound {time}", "上界{time}";
        window_size: "size {time}", "大小{time}";
        window_step: "step {time}", "步长{time}";
        window_offset: "offset {time}", "偏移{time}";
        window_gap: "gap {time}", "间隔{time}";
        moved_by: "{count} rows by {time}", "{count}行移动{time}";

        // ---- several rows
        several: "Selected rows", "已选中的行";
        several_count: "{count} rows selected", "已选中{count}行";
        several_hint: "Drag one of them, or press Shift Alt ← →, to move all.", "拖动其中一行，或按 Shift Alt ← →，可移动全部。";
        join_watermark: "Join watermark", "连接水位线";
    }
}
