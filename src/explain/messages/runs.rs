//! A real run beside joinscope's own.

use super::messages;

messages! {
    /// What is said of a real run. These texts come with its page, not with the first one.
    Runs {
        page: "Real run", "实际运行";
        a_trace: "trace of {steps} steps", "{steps}步的轨迹";
        a_refusal: "trace of a refusal", "拒绝的轨迹";
        a_trace_one: "trace of 1 step", "1 步的轨迹";
        an_output_one: "output of a job, 1 row", "作业输出，1 行";
        an_output: "output of a job, {rows} rows", "作业输出，{rows}行";
        no_engine: "engine not told", "未说明引擎";
        save_report: "Save report", "保存报告";
        open_another: "Open another run", "打开另一次运行";
        close: "Compare joins", "对比连接";
        open_real: "Open a real run", "打开实际运行";
        open_real_about: "A trace file, or the output.ndjson of a downloaded job, beside this scenario",
            "轨迹文件，或下载作业的 output.ndjson，与此场景对照";
        running: "The scenario is still running; the comparison follows.", "场景仍在运行，随后比较。";

        // ---- the verdict
        all_equal: "All *{steps}* steps equal: what is drawn is what {engine} did.", "*{steps}*步全部相同：画出的正是 {engine} 所做的。";
        one_equal: "The one step is equal: what is drawn is what {engine} did.", "唯一的一步相同：画出的正是 {engine} 所做的。";
        all_equal_job: "All *{steps}* steps equal: each row comes out of the job in the step drawn here.", "*{steps}*步全部相同：作业的每一行都在此处所画的步骤输出。";
        net_equal: "The net output is equal, *{rows}* rows. In which step each came out, this file does not tell.", "净输出相同，共*{rows}*行。此文件未说明各行在哪一步输出。";
        both_refuse: "Both refuse this join.", "两者都拒绝此连接。";
        some_differ: "*{differing}* of {steps} steps differ from {engine}.", "与 {engine} 相比，{steps}步中有*{differing}*步不同。";
        net_differs_one: "The net output differs in *1* row.", "净输出有 *1* 行不同。";
        net_differs: "The net output differs in *{count}* rows.", "净输出有*{count}*行不同。";
        the_job: "the job", "该作业";
        the_engine: "the engine", "引擎";
        compared: "Compared: {fields}.", "比较内容：{fields}。";
        f_out: "the rows that come out, with their kinds", "输出的行及其变更类型";
        f_state: "rows in state", "状态中的行数";
        f_watermark: "watermarks", "水位线";
        f_late: "late rows", "迟到行";
        f_batches: "micro-batches", "微批";
        reordered_one: "In 1 step the rows come in another order; no engine promises one within a step.", "有 1 步的行顺序不同；没有引擎保证步内的顺序。";
        reordered: "In {count} steps the rows come in another order; no engine promises one within a step.", "有{count}步的行顺序不同；没有引擎保证步内的顺序。";
        reordered_net: "The rows came in another order.", "行的先后顺序不同。";

        // ---- of the whole
        other_engine: "The trace is of {theirs}. This scenario follows {ours}, which need not do the same.", "轨迹来自 {theirs}。此场景遵循 {ours}，两者未必相同。";
        other_script: "The trace is of another script: {because}", "轨迹属于另一脚本：{because}";
        because_steps: "it has *{theirs}* steps, this one *{ours}*.", "它有*{theirs}*步，此脚本有*{ours}*步。";
        because_no_row: "its step {step} puts out {id}, and no row of {stream} is called so.", "其第{step}步输出{id}，而{stream}中没有叫这个名字的行。";
        because_not_yet: "its step {step} puts out {id}, which arrives here only in step {arrives}.", "其第{step}步输出{id}，而在此处它到第{arrives}步才到达。";
        because_batches: "micro-batches run in its step {step}, which is no batch here.", "其第{step}步运行了微批，而此处该步不是批次。";
        because_no_batches: "no micro-batch runs in its step {step}, which is a batch here.", "其第{step}步没有运行微批，而此处该步是批次。";
        other_script_do: "Open the trace together with the scenario that it was made from (NAME.scenario.json beside NAME.trace.json, scenario.json in a job's folder).", "请将轨迹与产生它的场景一起打开（NAME.trace.json 旁的 NAME.scenario.json，或作业文件夹里的 scenario.json）。";
        with_setting: "With {setting}, joinscope gives exactly this run (it was tried).", "改为{setting}后，joinscope 得到的与这次运行完全一致（已试运行）。";
        and: " and ", "且";
        s_delay: "a delay of {stream} of *{to}* instead of {from}", "{stream}的延迟为*{to}*而非{from}";
        s_policy_min: "the watermark policy *min*", "水位线策略 *min*";
        s_policy_max: "the watermark policy *max*", "水位线策略 *max*";
        s_type: "join type *{type}*", "连接类型 *{type}*";
        s_engine: "the rules of *{engine}*", "*{engine}* 的规则";
        s_bounds: "bounds *{bounds}*", "界限*{bounds}*";
        s_no_ttl: "state kept *for ever*", "状态*永久*保留";
        s_no_lateness: "*no* allowed lateness", "*不*允许迟到";
        unexplained: "The two runs do not tell why.", "两次运行本身未说明原因。";

        // ---- a difference
        d_only_theirs: "{row}: the engine puts it out here, joinscope does not.", "{row}：引擎在此步输出它，joinscope 没有。";
        d_only_ours: "{row}: joinscope puts it out here, the engine does not.", "{row}：joinscope 在此步输出它，引擎没有。";
        d_more: "{row}: the engine puts it out {theirs}, joinscope {ours}.", "{row}：引擎输出{theirs}，joinscope {ours}。";
        d_net: "{row}: in the engine's result {theirs}, in joinscope's {ours}.", "{row}：在引擎的结果中{theirs}，在 joinscope 的结果中{ours}。";
        never: "not at all", "零次";
        once: "once", "一次";
        times: "{count} times", "{count}次";
        d_late: "Late rows: the engine drops {theirs}, joinscope {ours}.", "迟到行：引擎丢弃{theirs}，joinscope {ours}。";
        d_watermark: "Watermark: the engine's is {theirs}, joinscope's {ours}.", "水位线：引擎为{theirs}，joinscope 为{ours}。";
        d_watermark_batch: "Watermark of micro-batch {batch}: the engine's is {theirs}, joinscope's {ours}.", "微批{batch}的水位线：引擎为{theirs}，joinscope 为{ours}。";
        d_idle: "Idle: the engine's {theirs}, joinscope's {ours}.", "空闲：引擎为{theirs}，joinscope 为{ours}。";
        d_state: "Rows in state: the engine has {theirs}, joinscope {ours}.", "状态中的行：引擎有{theirs}，joinscope 有{ours}。";
        d_state_batch: "Rows in state after micro-batch {batch}: the engine has {theirs}, joinscope {ours}.", "微批{batch}之后状态中的行：引擎有{theirs}，joinscope 有{ours}。";
        d_no_state: "The engine's trace has no state at all: its plan keeps none.", "引擎的轨迹完全没有状态：其计划不保留状态。";
        d_batches: "Micro-batches: the engine runs {theirs}, joinscope {ours}.", "微批：引擎运行{theirs}个，joinscope {ours}个。";
        d_batch_id: "Id of a micro-batch: the engine's is {theirs}, joinscope's {ours}.", "微批编号：引擎为{theirs}，joinscope 为{ours}。";
        d_failed: "Micro-batch {batch} failed: in the engine {theirs}, in joinscope {ours}.", "微批{batch}失败：引擎{theirs}，joinscope {ours}。";
        d_dropped: "Late rows of micro-batch {batch}: the engine drops {theirs}, joinscope {ours}.", "微批{batch}的迟到行：引擎丢弃{theirs}，joinscope {ours}。";
        d_removed: "Rows removed in micro-batch {batch}: {theirs} by the engine, {ours} by joinscope.", "微批{batch}移除的行：引擎{theirs}，joinscope {ours}。";
        d_refused: "The engine refuses it: {words}", "引擎拒绝：{words}";
        d_refused_ours: "The engine runs it. joinscope refuses it: {words}", "引擎可以运行。joinscope 拒绝：{words}";
        d_steps: "The engine's run has {theirs} steps, joinscope's {ours}.", "引擎运行了{theirs}步，joinscope {ours}步。";
        side_value: "{stream} {value}", "{stream}{value}";
        comma: ", ", "，";
        total: "{count} in all", "共{count}";
        not_moved: "not moved", "未移动";
        none: "none", "无";
        yes: "yes", "是";
        no: "no", "否";
        in_window: "{row} in [{start}, {end})", "{row}，窗口 [{start}, {end})";

        // ---- why
        w_later: "The engine puts it out {count} steps later, in step {step}.", "引擎晚{count}步输出它，在第{step}步。";
        w_later_one: "The engine puts it out one step later, in step {step}.", "引擎晚一步输出它，在第{step}步。";
        w_earlier: "The engine puts it out {count} steps earlier, in step {step}.", "引擎早{count}步输出它，在第{step}步。";
        w_earlier_one: "The engine puts it out one step earlier, in step {step}.", "引擎早一步输出它，在第{step}步。";
        w_ours: "joinscope puts it out in step {step}.", "joinscope 在第{step}步输出它。";
        w_batch: "The step puts out the same rows, in other micro-batches.", "该步输出的行相同，但所在微批不同。";
        w_kind: "The engine gives the row as {theirs}, joinscope as {ours}.", "引擎以{theirs}给出此行，joinscope 以{ours}给出。";
        w_null: "The engine has {row} in step {step}: it found no partner where joinscope finds one.", "引擎在第{step}步给出{row}：它没有找到 joinscope 找到的伙伴。";
        w_match: "The engine has {row} in step {step}: it found a partner where joinscope finds none.", "引擎在第{step}步给出{row}：它找到了 joinscope 没有找到的伙伴。";
        w_again: "It came out in step {step} already. A retry or a replay writes a row again; joinscope's run does not put it out again.", "它已在第{step}步输出过。重试或重放会再次写出同一行；joinscope 的运行不会再次输出它。";
        w_again_here: "It comes out more often than it should in one step. A retry or a replay writes a row again.", "它在同一步中输出得过多。重试或重放会再次写出同一行。";
        w_no_row: "No row of {stream} is called {id}: the run is of other events.", "{stream}中没有名为{id}的行：这次运行用的是别的事件。";
        w_not_yet: "{id} arrives only in step {step} here: the run is of another order.", "{id}在此处到第{step}步才到达：这次运行的顺序不同。";
        w_since: "It is the same difference as since step {step}.", "与自第{step}步以来的差异相同。";
        w_dropped: "It is what was dropped as late in one run and not in the other.", "即一次运行中因迟到被丢弃、另一次未被丢弃的行。";
        w_taken: "As many rows more or less stay in state.", "状态中的行数相应地多或少。";

        // ---- the table
        table: "What each step puts out", "每一步的输出";
        note: "{differing} of {steps} steps differ", "{steps}步中有{differing}步不同";
        ours_head: "joinscope", "joinscope";
        not_told: "not told", "未说明";
        no_step: "no such step", "没有这一步";
        no_step_theirs: "The engine's run has no such step.", "引擎的运行没有这一步。";
        no_step_ours: "joinscope's run has no such step.", "joinscope 的运行没有这一步。";
        more_differs: "{fields} differ", "{fields}不同";
        same: "The same in both", "两者相同";
        differ_at: "Step {step} differs", "第{step}步不同";
        same_at: "Step {step} is the same", "第{step}步相同";
        same_text: "The engine and joinscope did the same here.", "引擎与 joinscope 在此步相同。";
        not_told_text: "This file does not tell what the engine did in each step.", "此文件未说明引擎在每一步做了什么。";
        of_whole: "Of the whole run", "整次运行";
        order_text: "The rows come in another order; no engine promises one within a step.", "行的顺序不同；没有引擎保证步内的顺序。";

        // ---- a file that cannot be read
        unreadable: "{file} cannot be read as a run", "无法将 {file} 读作一次运行";
        unreadable_at: "line {line}, column {column}: ", "第{line}行，第{column}列：";
        more_problems: "{count} more problems", "还有{count}处问题";
    }
}
