//! The metrics pane: the engines' own metrics, and what none of them tells.

use super::messages;

messages! {
    /// What is said of metrics. These texts come with the pane, not with the page.
    Metrics {
        of_flink: "The join’s operator, under Flink’s own names. Counters count from the start of its task: after a crash they begin anew.",
            "连接算子的指标，名称取自 Flink。计数器从任务启动时累计：崩溃后重新开始。";
        of_spark: "The state operator, under Spark’s own names. Spark reports a micro-batch, and none of one that failed; the sum so far is joinscope’s.",
            "状态算子的指标，名称取自 Spark。Spark 按微批报告，失败的微批不报告；累计值由 joinscope 求和。";
        own: "What no metric of the engine tells, counted by joinscope from the first step on.", "引擎的指标没有说明的，由 joinscope 从第一步起统计。";
        engine_metrics: "Metrics of {engine}", "{engine}的指标";
        own_counts: "Counted by joinscope", "joinscope 的统计";
        head_metric: "Metric", "指标";
        head_here: "This step", "这一步";
        head_so_far: "So far", "累计";
        copy_json: "Copy as JSON", "复制为 JSON";
        json: "Metrics as JSON", "JSON 形式的指标";
        estimate: "{value} (estimate)", "{value}（估计）";
        batches_here: "This step ran batches {ids}.", "这一步运行了第{ids}批。";
        batch_here: "This step ran batch {ids}.", "这一步运行了第{ids}批。";
        no_batch: "This step ran no micro-batch.", "这一步没有运行微批。";

        // ---- the engines' names
        num_records_in: "Records that reached the join. A window function before it makes a row one record a window.",
            "到达连接的记录。若之前有窗口函数，每行在每个窗口各算一条。";
        num_records_out: "Changes that the join emitted; one that takes back counts as well.", "连接输出的变更；撤回也计入。";
        current_input_watermark: "The watermark of the operator’s input, ms.", "算子输入的水位线，毫秒。";
        current_input_1: "The left input’s watermark, ms.", "左侧输入的水位线，毫秒。";
        current_input_2: "The right input’s watermark, ms.", "右侧输入的水位线，毫秒。";
        current_output: "The watermark that the join passes on, ms.", "连接向下传递的水位线，毫秒。";
        left_late: "Left copies that came after their window had fired.", "窗口触发之后才到的左侧副本。";
        right_late: "Right copies that came after their window had fired.", "窗口触发之后才到的右侧副本。";
        num_late: "Rows that entered no window, since all of theirs were closed.", "所属窗口都已关闭、因而未进入任何窗口的行。";
        num_input_rows: "Rows that the micro-batch read.", "微批读取的行。";
        num_output_rows: "Rows that the join put out.", "连接输出的行。";
        num_rows_total: "Rows in both states; in windows, copies.", "两侧状态中的行；窗口连接中为副本。";
        num_rows_updated: "Rows put into state.", "写入状态的行。";
        num_rows_removed: "Rows removed from state; in a semi join also by their match.", "移出状态的行；semi 连接中也包括因匹配而离开的。";
        num_rows_dropped: "Rows dropped as late; in windows, copies.", "作为迟到丢弃的行；窗口连接中为副本。";
        memory_used_bytes: "An estimate: what such rows would take in Spark’s UnsafeRow format. The real number depends on the state store.",
            "估计值：这些行以 Spark 的 UnsafeRow 格式所占的字节。实际数值取决于状态存储。";

        // ---- joinscope's own
        rows_in: "{stream} in", "{stream}输入";
        rows_in_about: "Rows pushed on this side.", "这一侧到来的行。";
        stored: "Put into state", "写入状态";
        stored_about: "Rows; in windows, copies.", "行；窗口连接中为副本。";
        emitted: "Changes emitted", "输出的变更";
        emitted_about: "All kinds: +I, -U, +U, -D.", "各种：+I、-U、+U、-D。";
        taken_back: "Of which take back", "其中撤回";
        taken_back_about: "-U and -D: what a sink that only appends cannot write.", "-U 与 -D：仅追加的下游无法写入。";
        per_row: "Changes a row in", "每行输入的变更";
        per_row_about: "Amplification: changes emitted by rows that came in.", "放大倍数：输出的变更除以输入的行。";
        repeated: "Repeated pairs", "重复的配对";
        repeated_about: "Pairs that came out again without having been taken back: once more a window, or a firing.",
            "未经撤回又再次输出的配对：多个窗口，或再次触发。";
        late_rows: "Late {stream}", "迟到的{stream}";
        late_rows_about: "Rows of which nothing got into state, since they came too late.", "来得太晚、没有任何内容进入状态的行。";
        late_copies: "Late window copies of {stream}", "{stream}的迟到窗口副本";
        late_copies_about: "Copies in windows that were over; the row may have others that were in time.",
            "所在窗口已结束的副本；同一行可能另有及时的副本。";
    }
}
