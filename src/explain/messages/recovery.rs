//! Checkpoints, crashes, and what runs again.

use super::messages;

messages! {
    /// What a crash loses, what a checkpoint brings back, and what comes out again.
    Recovery {
        // ---- a checkpoint
        checkpoint: "Checkpoint *{id}* is taken: the state with its timers, rows in state: {count}. Watermarks are in memory only, so they are not in it.",
            "完成检查点*{id}*：保存状态及其定时器，状态中有{count}行。水位线只在内存中，不在其中。";
        from_now_on: "A crash from now on comes back to this, and what comes after it is read again.", "此后若崩溃，作业回到这里，并重新读取之后到来的内容。";

        // ---- Flink crashes
        back_at: "The job failed and is back at checkpoint *{id}*, taken in step {step}: state and timers are as they were then, rows in state: {count}.",
            "作业失败，回到第{step}步的检查点*{id}*：状态和定时器恢复为当时的样子，状态中有{count}行。";
        back_at_start: "The job failed. No checkpoint had been taken, so it starts with an empty state and reads everything again.",
            "作业失败。此前没有检查点，因此它以空状态启动，并从头重新读取。";
        lost: "The watermarks are lost, being in memory only: {marks}. Until told again, nothing is late.",
            "水位线只在内存中，已丢失：{marks}。在重新得知之前，没有行算迟到。";
        lost_and_told: "The watermarks in memory were lost: {marks}. Reading again brings the join to *{now}*.",
            "水位线只在内存中，已丢失：{marks}。重新读取的内容使连接到达*{now}*。";
        of_join: "the join {time}", "连接{time}";
        of_stream: "{stream} {time}", "{stream}{time}";
        expired_lost: "How far it had cleaned up is forgotten as well, so rows kept beyond their time can match again.",
            "清理到何处也已遗忘，因此超过期限仍保留的行可能再次匹配。";
        ttl_over: "Processing time did not go back: the TTL of {rows} is over.", "处理时间不会倒退：{rows}的 TTL 已到期。";
        read_again: "The source gives again what came since then: {rows}.", "数据源重新给出此后到来的内容：{rows}。";
        read_again_marks: "The source gives again what came since then: watermark steps only.", "数据源重新给出此后到来的内容：只有水位线步骤。";
        read_nothing: "Nothing had come since then, so nothing is read again.", "此后没有内容到来，因此无需重新读取。";
        out_again: "*{count}* changes come out again that were out before: a plain sink has them twice, one that commits with checkpoints once.",
            "*{count}*条已输出过的变更再次输出：普通下游会有两份，随检查点提交的下游只有一份。";
        one_out_again: "*One* change comes out again that was out before: a plain sink has it twice, one that commits with checkpoints once.",
            "*1* 条已输出过的变更再次输出：普通下游会有两份，随检查点提交的下游只有一份。";
        out_new: "Changes that come out now and had not come out before the crash: *{count}*.", "现在输出而崩溃前没有输出的变更：*{count}*条。";
        out_no_more: "Changes that had come out since then and do not come out again: {count}. A plain sink has them all the same.",
            "此后输出过、现在不再输出的变更：{count}条。普通下游仍保留它们。";

        // ---- Spark
        fails: "Batch *{batch}* ran with the watermark {watermark} and failed before its commit: what it did to the state is undone.",
            "第*{batch}*批使用水位线{watermark}运行，在提交之前失败：它对状态所做的一切都被撤销。";
        fails_unmarked: "Batch *{batch}* ran and failed before its commit: what it did to the state is undone.",
            "第*{batch}*批运行，在提交之前失败：它对状态所做的一切都被撤销。";
        fails_again: "Batch *{batch}* ran again and failed again before its commit: what it did to the state is undone.",
            "第*{batch}*批再次运行，又在提交之前失败：它对状态所做的一切都被撤销。";
        out_already: "Rows that it had put out: *{count}*. A plain sink keeps them; one that goes by batch ids lets the rerun replace them.",
            "它已输出*{count}*行。普通下游会保留它们；按批次号写入的下游由重跑的结果取代。";
        planned: "Its plan is in the offset log: when the query starts again, {rows} run again with the same id and watermark.",
            "它的计划已在偏移量日志中：查询再次启动时，{rows}以相同的批次号和水位线重跑。";
        marks_lost: "The sides’ marks, in memory only, are lost: {marks}. Each counts as unheard until rows come.",
            "两侧的标记只在内存中，已丢失：{marks}。在新行到来之前，各侧视为未收到数据。";
        starts_again: "The query starts again behind batch {batch}: the state, rows: {count}, and the next watermark are in its checkpoint.",
            "查询从第{batch}批之后重新启动：状态（{count}行）和下一个水位线都在检查点中。";
        starts_from_nothing: "The query starts again. No batch has been committed yet.", "查询重新启动。还没有已提交的批次。";
        stops: "The query stopped and started again behind batch {batch}: the state, rows: {count}, and the next watermark are in its checkpoint.",
            "查询停止后从第{batch}批之后重新启动：状态（{count}行）和下一个水位线都在检查点中。";
        stops_at_start: "The query stopped and started again. No batch has been committed yet, so nothing is lost.",
            "查询停止后重新启动。还没有已提交的批次，因此没有丢失任何内容。";
        batch_again: "Batch *{batch}* runs again as it was planned: the same rows, the same watermark, {watermark}, on the state before it.",
            "第*{batch}*批按原计划重跑：相同的行、相同的水位线{watermark}、运行前的状态。";
        batch_again_unmarked: "Batch *{batch}* runs again as it was planned: the same rows, on the state before it.",
            "第*{batch}*批按原计划重跑：相同的行、运行前的状态。";
        twice: "Rows of it that were out before: {count}. A plain sink has them twice, one that goes by batch ids once.",
            "其中已输出过的有{count}行：普通下游会有两份，按批次号写入的下游只有一份。";
        go_on_waiting: "Rows that wait in the source go on waiting for a batch: {count}.", "数据源中等待的{count}行继续等待批次。";

        // ---- the rule: what was asked, what is a model
        asked: "Asked of {engine}; the two sinks are a model", "已向{engine}求证；两种下游是模型";
        rule_state: "state", "状态";
        rule_marks: "watermarks", "水位线";
        rule_read: "read again", "重新读取";
        rule_out: "out again", "再次输出";
        rule_rows: "rows: {count}", "{count}行";
        rule_lost: "lost", "丢失";
        rule_kept: "none to lose", "无可丢失";

        // ---- what a step did, and marks in pictures
        did_checkpoint: "{count} rows kept", "保存{count}行";
        did_back: "back at checkpoint {id}", "回到检查点{id}";
        did_back_start: "back at the start", "回到开头";
        did_read: "{count} read again", "重读{count}行";
        did_fail: "batch {batch} failed", "第{batch}批失败";
        did_start: "query started", "查询启动";
        take_checkpoint: "Take checkpoint", "做检查点";
        let_crash: "Crash", "崩溃";
        mark_lost: "{time} lost", "{time}丢失";
        mark_checkpoint: "checkpoint {id}", "检查点{id}";
        mark_crash: "crash", "崩溃";
        mark_fails: "batch {batch} fails", "第{batch}批失败";
        /// Beside a row of the output that had come out before.
        again: "again", "重复";
        /// The same, as it is told in full.
        again_title: "This had come out before: a plain sink has it twice", "此行已输出过：普通下游会有两份";

        /// Of a side's watermark that is unset since.
        panel_lost: "The job started again in step {step}, and it was in memory only: what comes next sets it anew.",
            "作业在步骤 {step} 重新启动，而它只在内存里：之后到来的数据会重新设定它。";
    }
}
