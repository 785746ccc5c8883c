//! Names of steps, states and moments: titles, accessible names, notes on the stage, cells.

use super::messages;

messages! {
    /// What things are called, now and here.
    Names {
        title: "Step {step}: {what}", "第{step}步：{what}";
        title_start: "Step 0: before the first step", "第 0 步：一切开始之前";
        valuetext: "step {step} of {steps}, {what}", "第{step}步，共{steps}步，{what}";
        /// What step 0 is, behind "step 0 of 15, ".
        start: "before the first step", "一切开始之前";
        arrives: "{row} arrives on {stream}", "{row}到达{stream}";
        deletion_arrives: "{row} (−D) arrives on {stream}", "{row}（−D）到达{stream}";
        taken_back: "{row} is taken back on {stream}", "{row}在{stream}上撤回";
        watermark_to: "{stream} watermark to {time}", "{stream}水位线到{time}";
        batch: "a batch runs", "运行批次";
        batch_of: "batch {batch} runs", "运行第{batch}批";
        batches: "batches {first} and {last} run", "运行第{first}批和第{last}批";
        no_batch: "no batch to run", "没有批次可运行";
        failing_batch: "batch that fails", "失败的批次";
        batch_fails: "batch {batch} fails", "第{batch}批失败";
        checkpoint: "a checkpoint is taken", "做一次检查点";
        crash: "the job crashes and starts again", "作业崩溃并重新启动";
        clock_to: "the clock moves to {time}", "时钟到{time}";

        /// A mark: id, key, time, state, when it leaves.
        option: "{row}, key {key}, {time}, {state}, {when}", "{row}，键{key}，{time}，{state}，{when}";
        option_without_when: "{row}, key {key}, {time}, {state}", "{row}，键{key}，{time}，{state}";
        leaves_at: "leaves at {time}", "{time}离开";
        leaves_with_window: "leaves when its last window fires", "最后一个窗口触发时离开";
        leaves_by_ttl: "leaves when its state TTL ends", "状态 TTL 到期时离开";
        never_leaves: "never leaves", "永不离开";
        leaves_superseded: "leaves when a newer version replaces it", "被更新的版本取代时离开";

        not_yet_arrived: "not yet arrived", "尚未到达";
        /// Waits for the next micro-batch.
        pending: "waiting for the batch", "等待批次";
        waiting: "waiting", "等待中";
        matched: "matched", "已匹配";
        left: "left", "已离开缓冲";
        left_as_null: "left as NULL", "补 NULL 输出";
        left_unmatched: "left unmatched", "未匹配而离开";
        late_not_kept: "late not kept", "迟到未保留";
        late_matched_not_kept: "late matched not kept", "迟到已匹配未保留";
        kept_for_ever: "kept for ever", "永久保留";
        overdue: "overdue", "逾期未清理";
        /// It never got to the join.
        ignored: "left out", "未进入连接";

        /// In the table's column "leaves after".
        just_left: "just left", "本步离开";
        gone: "left", "已离开";
        never: "never", "永不";
        next_batch: "next batch", "下一批";
        /// Heads of that column: of windows, and of versions.
        leaves_after: "leaves after", "离开时点";
        in_open_windows: "in open windows", "所在未关闭窗口";
        in_session: "in session", "所在会话";
        valid_until: "valid until", "有效至";
        /// A version that no other ends.
        still_valid: "now", "至今";
        and_more: "{windows} +{count}", "{windows} +{count}";

        /// In windows on the stage.
        window_of_key: "{key} {window}", "{key} {window}";
        pair: "1 pair", "1 对";
        pairs: "{count} pairs", "{count}对";
        null_row: "1 NULL row", "1 行 NULL";
        null_rows: "{count} NULL rows", "{count}行 NULL";
        pairs_and_nulls: "{pairs} and {nulls}", "{pairs}，{nulls}";
        nothing_out: "no output", "无输出";
        fired_row: "fired at step {step}, 1 row", "第{step}步触发，1 行";
        fired_rows: "fired at step {step}, {count} rows", "第{step}步触发，{count}行";
        over_row: "over at step {step}, 1 row", "第{step}步结束，1 行";
        over_rows: "over at step {step}, {count} rows", "第{step}步结束，{count}行";
        open_none: "open: no pair yet", "未关闭：尚无配对";
        open_pair: "open: 1 pair so far", "未关闭：已有 1 对";
        open_pairs: "open: {count} pairs so far", "未关闭：已有{count}对";
        leaves_note_after: "{row} leaves after {time}", "{row}在{time}之后离开";
        leaves_note_at: "{row} leaves at {time}", "{row}在{time}离开";
        leaves_when_reached: "{row} leaves when the watermark reaches {time}", "水位线到达{time}时{row}离开缓冲";
        answered_when: "{row} comes out when the watermark reaches {time}", "水位线到达{time}时{row}输出";
        leaves_with_window_note: "{row} leaves when its last window fires", "{row}在最后一个窗口触发时离开";
        leaves_with_session_note: "{row} leaves when its session fires", "{row}在会话触发时离开";
        leaves_when: "{row} leaves when the watermark passes {time}", "水位线越过{time}时{row}离开缓冲";
        window_band: "key {key} before {end} can pair with {row}", "键{key}、早于{end}可与{row}配对";
        band_short: "key {key} here can match {row}", "键{key}在此可与{row}匹配";
        pair_due: "will be emitted at {time}", "将于{time}输出";
        pair_twice: "emitted twice", "已输出两次";
        pair_often: "emitted {count} times", "已输出{count}次";
        band: "key {key}, {first} to {last} can match {row}", "键{key}，{first}至{last}可与{row}匹配";
        behind_newest: "{delay} behind newest", "比最新事件晚{delay}";
        ahead_of_newest: "{delay} ahead of newest", "比最新事件早{delay}";
        join_at: "join {time}", "连接{time}";
        the_slower: "the slower: {time}", "取较慢侧{time}";
        /// Spark: the watermark in force, and the one computed for the next batch.
        in_force: "in force {time}", "生效{time}";
        the_slower_next: "next batch: {time}", "下一批取{time}";
        the_in_force: "in force: {time}", "生效的是{time}";
        not_known_yet: "not known yet", "尚未确定";
        flag: "{stream} {time}", "{stream} {time}";
        flag_none: "{stream} none", "{stream}无";
        none: "none", "无";
        at_the_end: "At the end", "最后";
        watermark_at: "{stream} watermark: {time}", "{stream}水位线：{time}";
        emitted: "rows emitted: {count}, with NULL: {padded}", "输出行数：{count}，其中补 NULL：{padded}";
        to_go: "{time} to go", "还差{time}";
    }
}
