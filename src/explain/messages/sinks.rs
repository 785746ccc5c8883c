//! The sink pane: the result as a sink ends up with it.

use super::messages;

messages! {
    /// What is said of a sink's target. These texts come with the pane, not with the page.
    Sinks {
        sink: "Sink", "下游";
        primary_key: "Primary key", "主键";
        lag: "Lag in steps", "落后步数";

        // ---- kinds
        retract: "takes every change (retract)", "接受每条变更（retract）";
        upsert: "upsert by a key", "按主键 upsert";
        materialized: "upsert behind upsert-materialize", "upsert，前置 upsert-materialize";
        append_only: "append-only, ignores -U and -D", "仅追加，忽略 -U 与 -D";
        insert_only: "append-only, fails at -U and -D", "仅追加，遇 -U 或 -D 即失败";
        reordered: "upsert, changes reordered (a model)", "upsert，变更乱序（模型）";

        exactly_once: "exactly once (a model)", "恰好一次（模型）";

        // ---- keys
        key_join: "the join’s key", "连接键";
        key_id: "{stream} id", "{stream}的 id";
        key_pair: "both ids", "两侧的 id";
        key_pair_window: "both ids and the window", "两侧的 id 与窗口";
        key_field: "{stream} {field}", "{stream}的{field}";

        // ---- the count, in one sentence
        right: "{rows}, as in the result.", "{rows}，与结果一致。";
        right_empty: "Nothing yet, as in the result.", "尚无内容，与结果一致。";
        wrong: "*{extra} too many, {lost} lost*: the target has {rows}, the result {result}.",
            "*多出{extra}，丢失{lost}行*：下游有{rows}，结果有{result}。";
        one_row: "1 row", "1 行";
        rows: "{count} rows", "{count} 行";
        on_the_way: "{count} changes are still on their way.", "{count}条变更仍在途中。";
        one_on_the_way: "1 change is still on its way.", "1 条变更仍在途中。";

        // ---- why
        why_retract: "+I and +U add a row, -U and -D take one like it back: it always has what the result has.",
            "+I 与 +U 添加一行，-U 与 -D 撤回相同的一行：它始终与结果一致。";
        why_upsert: "It keeps one row a key: the last that was written. -D deletes whatever its key has, -U is not sent to it.",
            "每个主键只保留一行：最后写入的那一行。-D 删除该键的任何一行，-U 不会发给它。";
        why_overwritten: "{count} times a row took the place of another of its key.", "有{count}次，一行取代了同一主键的另一行。";
        why_overwritten_once: "Once a row took the place of another of its key.", "有一次，一行取代了同一主键的另一行。";
        why_materialized: "SinkUpsertMaterializer remembers all rows of a key, shows the newest, and falls back to the one before when that goes.",
            "SinkUpsertMaterializer 记住一个主键的所有行，显示最新的一行；它离开时退回到前一行。";
        why_append: "It can only add. What would take a row back is ignored, so the row stays.", "它只能追加。撤回被忽略，因此那一行留下。";
        why_ignored: "{count} changes were ignored.", "有{count}条变更被忽略。";
        why_ignored_once: "1 change was ignored.", "有 1 条变更被忽略。";
        why_insert: "It can only add, and has not been asked for more so far.", "它只能追加，到目前为止也没有别的要求。";
        why_failed: "It failed in step {step}: it cannot write {kind}. Nothing was written since. Flink’s planner refuses such a query from the start.",
            "它在第{step}步失败：无法写入{kind}。此后没有写入任何内容。Flink 的规划器一开始就会拒绝这样的查询。";
        one_step: "1 step", "1 步";
        steps: "{count} steps", "{count}步";
        why_reordered: "A model, no engine: behind two tasks, by the join’s key, the second of which lags {lag}. A -D that comes late deletes a newer row.",
            "这是模型，不是引擎：按连接键分到两个任务，第二个落后{lag}。迟来的 -D 会删除较新的行。";

        why_transactional: "A model: it commits with each checkpoint. A crash aborts what came since, and only what is read again comes instead.",
            "这是模型：它随每个检查点提交。崩溃会中止此后的写入，由重新读取的内容代替。";
        in_transaction: "{count} changes are in the open transaction, to be seen from the next checkpoint on.",
            "{count}条变更在未提交的事务中，下一个检查点之后才可见。";
        one_in_transaction: "1 change is in the open transaction, to be seen from the next checkpoint on.",
            "1 条变更在未提交的事务中，下一个检查点之后才可见。";
        why_by_batch: "A model: it goes by the ids of batches (foreachBatch gives them). A rerun takes the place of its failed run.",
            "这是模型：按批次号写入（由 foreachBatch 提供）。重跑的结果取代失败的那一次。";

        // ---- the table
        target: "Target", "下游的表";
        head_row: "Row", "行";
        head_step: "Step", "步骤";
        lost_rows: "Lost", "丢失";
        is_new: "new", "新";
        is_stale: "stale", "过期";
        is_doubled: "doubled", "重复";
        is_lost: "lost", "丢失";
        about_new: "written in this step", "在这一步写入";
        about_stale: "the result no longer has it", "结果中已没有它";
        about_doubled: "the result has it less often", "结果中没有这么多份";
        about_lost: "the result has it, the target has not", "结果中有，下游没有";
        empty: "The target is empty.", "下游的表为空。";

        // ---- totals
        totals: "Totals by day", "按天合计";
        sum_of: "Sum of", "合计";
        times: "times", "乘以";
        times_nothing: "nothing", "不乘";
        head_day: "Day (UTC)", "日期（UTC）";
        head_total: "Total", "合计";
        totals_about: "In a sink that takes every change, by the day of the {noun}.", "在接受每条变更的下游中，按{noun}的日期。";
        changed_later: "The total of {day} changed later: {before} when the day was over, *{now}* now. It changed in {steps}.",
            "{day}的合计后来变了：当天结束时为{before}，现在为*{now}*。变化发生在{steps}。";
        in_step: "step {step}", "第{step}步";
        no_totals: "No row has come out that has this field.", "尚未输出带有此字段的行。";
    }
}
