//! The list of steps, its commands, and what another order changes.

use super::messages;

messages! {
    /// The list of steps. `{what}` is a step's event, as [`Words::step_event`](crate::explain::Words::step_event) says it.
    Steps {
        head_what: "what happens", "发生什么";
        head_did: "what it did", "结果";
        step_menu: "Menu of step {step}", "第{step}步的菜单";
        menu: "Step menu", "步骤菜单";
        insert_step: "Insert step", "插入步骤";
        insert_before: "Insert before", "在前面插入";
        insert_after: "Insert after", "在后面插入";
        update: "Update", "更新";
        earlier: "Move earlier", "前移";
        later: "Move later", "后移";
        swap_next: "Swap with next, and compare", "与下一步交换并比较";
        let_fail: "Let the batch fail", "让该批次失败";
        let_succeed: "Let the batch succeed", "让该批次成功";
        several: "{count} steps selected", "已选中{count}步";
        clear: "Clear selection of steps", "取消选择步骤";
        changed: "does otherwise since the last edit", "上次编辑后结果改变";
        no_step: "No step yet.", "还没有步骤。";
        keys: "Shift selects several, Alt and ↑ or ↓ moves", "Shift 多选，Alt 加 ↑ 或 ↓ 移动";

        // ---- the editor
        edit_step: "Edit step", "编辑步骤";
        kind: "Kind of step", "步骤种类";
        kind_push: "event", "事件";
        kind_watermark: "watermark", "水位线";
        kind_batch: "batch", "批次";
        kind_clock: "clock", "时钟";
        kind_failing_batch: "batch that fails", "失败的批次";
        kind_checkpoint: "checkpoint", "检查点";
        kind_crash: "crash", "崩溃";
        time: "Time", "时间";

        // ---- what a step did
        did_match: "1 match", "1 对匹配";
        did_matches: "{count} matches", "{count}对匹配";
        did_back: "{count} taken back", "撤回{count}行";
        did_null: "{count} with NULL", "{count}行补 NULL";
        did_alone: "{count} out alone", "{count}行单独输出";
        did_late: "{count} late", "{count}行迟到";
        did_left: "{count} left", "{count}行离开";
        did_wait: "waits", "等待";
        did_pending: "waits for the batch", "等待批次";
        did_join_at: "join at {time}", "连接到{time}";
        did_held_back: "held back", "被另一侧拖住";
        did_moved: "moved", "已推进";
        did_nothing: "no change", "无变化";
        did_not_run: "not run", "未执行";

        // ---- the scrubber
        shown_steps: "Shown steps", "显示的步骤";
        shown_range: "steps {first} to {last} of {steps}", "第{first}至{last}步，共{steps}步";

        // ---- another order
        order: "Another order", "另一种顺序";
        order_moved: "{what}: now step {now}, before step {before}.", "{what}：现为第{now}步，之前为第{before}步。";
        order_moved_many: "{count} steps stand elsewhere now.", "{count}个步骤换了位置。";
        order_nothing: "This order changes nothing: each step does the same, and the same rows come out.",
            "这个顺序没有影响：每一步做的都一样，输出的行也一样。";
        order_same_result: "In the end the same rows come out. On the way, steps do otherwise: {count}.",
            "最终输出的行相同，但过程中有{count}步不同。";
        order_changes: "The changelog has {now} changes, before {before}.", "变更日志有{now}条，之前{before}条。";
        order_other: "The result is another. Rows that no longer come out: {gone}, new ones: {new}.",
            "结果不同：不再输出{gone}行，新输出{new}行。";
        order_refused: "In this order the engine refuses step {step}, and nothing runs from there on.",
            "这个顺序下引擎拒绝第{step}步，之后不再执行。";
        order_was_refused: "Before, the engine refused step {step}. In this order all steps run.",
            "之前引擎拒绝第{step}步；这个顺序下所有步骤都能执行。";
        order_gone: "{row} no longer comes out.", "{row}不再输出。";
        order_new: "{row} comes out now.", "{row}现在输出。";
        order_times: "{row} ({count} times)", "{row}（{count}次）";
        order_with: "{left} with {right}", "{left}与{right}";
        order_in: "{row}, window {window}", "{row}，窗口{window}";
        order_fate: "{row}: *{now}*, before: {before}.", "{row}：*{now}*，之前：{before}。";
        order_step: "Step {now}: {what}", "第{now}步：{what}";
        order_step_was: "Step {now}, before step {before}: {what}", "第{now}步，之前为第{before}步：{what}";
        order_before: "before", "之前";
        order_now: "now", "现在";
        order_more: "and {count} more", "另有{count}项";
        order_keep: "Keep this order", "保留这个顺序";
        order_back: "Back to the order before", "回到之前的顺序";

        state_ahead: "not yet arrived", "尚未到达";
        state_pending: "waits for the batch", "等待批次";
        state_waits: "waits", "等待中";
        state_matched: "has matched", "已匹配";
        state_left: "matched, then left", "匹配后离开";
        state_null: "left as NULL", "补 NULL 输出";
        state_unmatched: "left unmatched", "未匹配而离开";
        state_late: "late, not kept", "迟到，未保留";
        state_late_matched: "late, matched, not kept", "迟到，已匹配，未保留";
        state_ignored: "left out", "未进入连接";
    }
}
