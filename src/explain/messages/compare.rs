//! The page that sets two joins side by side.

use super::messages;

messages! {
    /// What the comparison says. `{here}` and `{there}` are A and B, or B and A.
    Compare {
        compare: "Compare", "对比";
        stage_of: "Stage {which}", "舞台{which}";
        join_of: "Join {which}", "连接{which}";
        open_of: "Open {which} in the workspace", "在工作区打开{which}";

        // ---- what stands side by side
        comparison: "Comparison", "对比内容";
        own: "this join beside another", "此连接与另一种";
        chosen: "as chosen here", "在此自选";
        regular_interval: "regular against interval", "常规与区间";
        sql_datastream: "Flink SQL against DataStream", "Flink SQL 与 DataStream";
        flink_spark: "Flink against Spark", "Flink 与 Spark";
        min_max: "smaller against larger watermark (Spark)", "较小与较大水位线（Spark）";
        left_inner: "LEFT against INNER", "LEFT 与 INNER";
        all_types: "all join types", "全部连接类型";

        // ---- sentences
        on_key: "on key,", "键相等，";
        join_on_key: "join on key", "连接，键相等";
        state_kept: "state kept", "状态保留";
        for_ever: "for ever", "永久";
        delay: "delay", "延迟";
        as_of: "as of each row's own time", "取该行时间点的版本";
        never_leaves: "No row ever leaves: without a time bound, no watermark can prove it useless.",
            "没有行会离开：没有时间界限，任何水位线都不能证明它已无用。";
        derived: "The script is derived from the workspace's:", "脚本由工作区的脚本转换而来：";
        goes_on: "The other side goes on.", "另一侧照常运行。";

        // ---- the table
        emits_table: "What each step emits", "每一步的输出";
        into_both: "same {events} events into both; {differing} of {steps} steps differ", "两侧输入同样的{events}个事件；{steps}步中有{differing}步不同";
        into_all: "same {events} events into all; {differing} of {steps} steps differ", "全部输入同样的{events}个事件；{steps}步中有{differing}步不同";
        one_stopped: "same {events} events; a side that is refused is not compared", "同样的{events}个事件；被拒绝的一侧不参与比较";
        only_differences: "only differences", "只看不同";
        event: "event", "事件";
        emits: "{which} emits", "{which}输出";
        differ_head: "same or not", "是否相同";
        differs: "differs", "不同";
        waits: "waits", "等待";
        waits_for_ever: "waits for ever", "永久等待";
        pending: "waits for the batch", "等待批次";
        late: "late, not kept", "迟到，未保留";
        not_kept: "not kept", "未保留";
        left_out: "left out", "未进入连接";
        done: "done", "已完成";
        and_fate: "and {row} {fate}", "且{row}{fate}";
        nothing: "nothing", "无";
        no_step: "no such step", "没有这一步";
        stopped: "refused", "被拒绝";
        nothing_yet: "Nothing has run yet. Step forward: each step's output appears here, side by side.",
            "还没有执行任何一步。前进一步，每一步的输出会并排显示在这里。";
        no_differences: "No step differs so far.", "到此为止没有不同的步骤。";
        none_differs: "No step differs with these events.", "对于这些事件，没有不同的步骤。";
        see_one: "See events with which they differ", "查看能体现不同的事件";
        no_events: "The script has no events yet. Add some in the workspace, then compare.",
            "脚本中还没有事件。请先在工作区添加，再来对比。";
        earlier_rows: "{count} earlier rows are not listed", "更早的{count}行未列出";
        step_span: "{first} to {last}", "{first}至{last}";

        // ---- why
        why_at: "Why they differ at step {step}", "第{step}步为什么不同";
        agree_at: "They agree at step {step}", "第{step}步相同";
        nothing_at: "Nothing to compare at step {step}", "第{step}步无可比较";
        agree_nothing: "Neither emits anything.", "两侧都没有输出。";
        agree_same: "Both emit the same.", "两侧输出相同。";
        next_difference: "Next difference", "下一处不同";
        previous_difference: "Previous difference", "上一处不同";
        what_each_did: "What each side did", "两侧各自做了什么";
        about: "{rows}: {text}", "{rows}：{text}";
        more: "and {count} more", "另有{count}处";
        one_is_refused: "One side was refused, so there is nothing to compare it with.", "一侧被拒绝，没有可比较的结果。";

        null_due: "{here} emits its NULL row now, as {watermark} is past {last}.", "{here}此时输出它的 NULL 行，因为{watermark}已越过{last}。";
        null_left: "{here} emits its NULL row now, as it leaves at the watermark {watermark}.", "{here}此时输出它的 NULL 行，因为水位线{watermark}使它离开。";
        null_plain: "{here} emits its NULL row now.", "{here}此时输出它的 NULL 行。";
        null_at_once: "{here} emits a NULL row at once: a regular join does not wait.", "{here}立即输出 NULL 行：常规连接不等待。";
        null_not_kept: "{here} emits its NULL row at once, since it does not keep the row.", "{here}立即输出它的 NULL 行，因为不保留该行。";
        null_window: "{here} emits its NULL row, as the window {start} to {end} fires without a partner.", "{here}输出它的 NULL 行，因为窗口{start}至{end}触发时没有伙伴。";
        null_window_over: "{here} emits its NULL row, as the window {start} to {end} is over without a partner.", "{here}输出它的 NULL 行，因为窗口{start}至{end}结束时没有伙伴。";
        null_version: "{here} emits it with NULL, since it finds no version of its time.", "{here}补 NULL 输出，因为找不到它那个时刻的版本。";
        null_again: "{here} emits its NULL row again, since its last partner was taken back.", "{here}再次输出它的 NULL 行，因为最后一个伙伴已撤回。";
        alone_due: "{here} emits it now, as {watermark} is past {last} and no partner came.", "{here}此时输出它，因为{watermark}已越过{last}，没有伙伴到来。";
        alone_now: "{here} emits it, since it has no partner.", "{here}输出它，因为它没有伙伴。";
        alone_pair: "{here} emits it, since it has a partner.", "{here}输出它，因为它有伙伴。";
        pair_now: "{here} emits the pair.", "{here}输出这一对。";
        pair_window: "{here} emits the pair, as the window {start} to {end} fires.", "{here}输出这一对，因为窗口{start}至{end}触发。";
        again: "{here} emits it once more, as its window fires again for a late row.", "{here}再次输出它，因为窗口为迟到的行再次触发。";
        back_null: "{here} takes its NULL row back, since a partner came.", "{here}撤回它的 NULL 行，因为伙伴到来。";
        back_alone: "{here} takes it back, since a partner came.", "{here}撤回它，因为伙伴到来。";
        back_plain: "{here} takes it back.", "{here}撤回它。";
        emits_plain: "{here} emits it.", "{here}输出它。";

        earlier: "{there} emitted it at step {step}.", "{there}在第{step}步就已输出。";
        earlier_may_go: "{there} emitted it at step {step} and would have retracted it, had {a} {noun} come.", "{there}在第{step}步就已输出，若有{noun}到来则会撤回。";
        earlier_taken: "{there} emitted it at step {step} and took it back at step {back}.", "{there}在第{step}步已输出，并在第{back}步撤回。";
        earlier_back: "{there} took it back at step {step}.", "{there}在第{step}步已撤回。";
        later: "{there} waits, and emits it at step {step}.", "{there}先等待，到第{step}步才输出。";
        later_back: "{there} takes it back at step {step}.", "{there}到第{step}步才撤回。";
        paired_later: "{there} waits, and emits its pair at step {step}.", "{there}先等待，到第{step}步输出它的配对。";
        paired_before: "{there} emitted its pair at step {step}.", "{there}在第{step}步已输出它的配对。";
        paired_now: "{there} emits its pair.", "{there}输出它的配对。";
        padded: "{there} emits it with NULL at step {step}.", "{there}在第{step}步补 NULL 输出它。";
        alone: "{there} emits the row alone at step {step}.", "{there}在第{step}步单独输出该行。";
        lost_late: "{there} did not keep {row} at step {step}: {time} is behind the watermark {watermark}.", "{there}在第{step}步没有保留{row}：{time}落后于水位线{watermark}。";
        lost_other: "{there} did not keep {row} at step {step}.", "{there}在第{step}步没有保留{row}。";
        gone: "In {there}, {row} had left at step {step}.", "在{there}中，{row}已在第{step}步离开。";
        out_of_bounds: "In {there} they are {apart} apart, outside {bounds}.", "在{there}中两者相差{apart}，超出{bounds}。";
        no_window: "In {there} they are in no window together.", "在{there}中两者不在同一个窗口。";
        not_of_type: "The {join} of {there} emits no such row.", "{there}的{join}不输出这样的行。";
        held: "In {there} it is still in state when the script ends.", "在{there}中，脚本结束时它仍在状态中。";
        held_for_ever: "In {there} it stays in state for ever and never leaves.", "在{there}中它永久留在状态中，从不离开。";
        unfired: "In {there} their window has not fired when the script ends.", "在{there}中，脚本结束时它们的窗口还没有触发。";
        nothing_to_take_back: "{there} had not emitted it.", "{there}未曾输出它。";
        there_stopped: "{there} was refused at step {step}.", "{there}在第{step}步被拒绝。";
        never: "{there} never emits it.", "{there}从不输出它。";
        never_back: "{there} does not take it back.", "{there}不撤回它。";

        keeps: "{here} keeps it.", "{here}保留它。";
        keeps_for_ever: "{here} keeps it for ever.", "{here}永久保留它。";
        keeps_not_late: "{there} does not: {time} is behind the watermark {watermark}.", "{there}不保留：{time}落后于水位线{watermark}。";
        keeps_not: "{there} does not keep it.", "{there}不保留它。";
        keeps_out: "In {there} it does not get to the join.", "在{there}中它不进入连接。";

        // ---- totals
        so_far: "So far", "到目前为止";
        changes_emitted: "Changes emitted", "输出的变更";
        retractions: "Retractions (−D)", "撤回（−D）";
        null_rows: "NULL rows", "NULL 行";
        in_result: "Rows in the result", "结果中的行";
        only_here: "{count}, {only} only here", "{count}，其中{only}行仅此处有";
        in_state: "Rows in state", "状态行数";
        late_rows: "Late rows not kept", "迟到未保留的行";
        row_with_null: "{row} with NULL", "{row}补 NULL";
        only_grows: "{count}, only grows", "{count}，只增不减";
        cell_final: "step {step}, final", "第{step}步，最终";
        cell_not_final: "step {step}, not final", "第{step}步，非最终";
        cell_taken: "step {step}, back at {back}", "第{step}步，第{back}步撤回";
        cell_not_yet: "not so far", "尚无";
        type_head: "type", "类型";
        held_chart: "Rows in state, both sides", "两侧的状态行数";
        chart_rows: "{which}: {count} rows", "{which}：{count}行";
        chart_row: "{which}: 1 row", "{which}：1 行";
    }
}
