//! Charts, code, the import dialog, help.

use super::messages;

messages! {
    /// What the panels and dialogs say.
    Panels {
        over_the_steps: "Over the steps", "随步骤变化";
        rows_in_state: "Rows in state", "状态行数";
        watermarks: "Watermarks", "水位线";
        rows_emitted: "Rows emitted", "输出行数";
        of_which: "of which", "其中";
        of_which_null: "of which NULL", "其中 NULL";
        step: "step", "步骤";
        rows: "rows", "行数";
        join: "join", "连接";
        none: "none", "无";
        steps_listed: "Steps {from} to {to} of {all}", "共 {all} 步，此处为第 {from} 至 {to} 步";
        close: "Close", "关闭";
        problems: "{n} problems in {name}", "{name} 中有 {n} 个问题";
        one_problem: "1 problem in {name}", "{name} 中有 1 个问题";
        no_problems: "No problems left in {name}", "{name} 中已没有问题";
        nothing_opened: "Nothing was opened, your current scenario is unchanged. Correct the text here, or choose another file.", "没有打开任何内容，当前场景未变。请在此更正文本，或选择其他文件。";
        all_corrected: "All is corrected. Open takes the corrected text; the file itself stays as it is.", "已全部更正。“打开”使用更正后的文本，文件本身不变。";
        rename_to: "Rename to {to}", "改名为 {to}";
        correct_to: "Correct to {to}", "更正为 {to}";
        correct_all: "Correct all {n}", "更正全部 {n} 处";
        correctable: "{n} of {all} can be corrected for you", "{all} 个问题中有 {n} 个可以自动更正";
        more: "and {n} more problems", "另有 {n} 个问题";
        one_more: "and 1 more problem", "另有 1 个问题";
        edit_as_text: "Edit as text", "编辑文本";
        text_of_file: "Text of the file", "文件文本";
        too_large_to_edit: "Too large to edit here", "文件太大，无法在此编辑";
        choose_another: "Choose another file", "选择其他文件";
        open: "Open", "打开";
        help: "Help", "帮助";
        keys_title: "Keys", "按键";
        keys_note: "Single letters act only while the stage has focus.", "单个字母键只在焦点位于舞台时有效。";
        marks_title: "Marks", "标记";
        marks_note: "Left rows are circles, right rows squares. The line runs to the time at which the row may leave.", "左侧的行是圆，右侧的行是方块。线延伸到该行可以离开的时间。";
        engines_title: "Engines", "引擎";
        key_play: "play, pause", "播放，暂停";
        key_step: "step back, forward", "后退、前进一步";
        key_ends: "first, last step", "第一步，最后一步";
        key_output: "to previous, next step with output", "上一个、下一个有输出的步骤";
        key_other_lane: "other lane", "另一泳道";
        key_add: "add event here", "在此添加事件";
        key_undo: "undo, redo", "撤销，重做";
        key_escape: "close, cancel, clear selection", "关闭，取消，清除选择";
        key_help: "all keys", "全部按键";
        mark_not_yet_arrived: "not yet arrived", "尚未到达";
        mark_waiting: "waiting", "等待中";
        mark_matched: "matched", "已匹配";
        mark_kept_for_ever: "kept for ever", "永久保留";
        mark_left: "left, had matched", "已离开，曾匹配";
        mark_left_unmatched: "left unmatched, nothing emitted", "未匹配离开，不输出";
        mark_left_as_null: "left as NULL", "补 NULL 输出";
        mark_taken_back: "NULL row taken back", "NULL 行已撤回";
        mark_late_not_kept: "late, not kept", "迟到，未保留";
        mark_late_matched: "late, matched, not kept", "迟到，已匹配，未保留";
        mark_overdue: "overdue, still in state", "逾期，仍在状态中";
        mark_changed: "changed in this step", "本步骤有变化";
        mark_selected: "selected", "已选中";
        engine_flink_sql: "Time moves with each record. In an interval join, a late row still looks for partners before it is let go.", "时间随每条记录推进。在区间连接中，迟到的行仍会先寻找匹配，然后才放弃。";
        engine_flink_datastream: "Time moves with each record. A row behind the watermark is dropped before it can match.", "时间随每条记录推进。落后于水位线的行在匹配之前即被丢弃。";
        engine_spark: "Time moves between micro-batches: a batch runs with the watermark that the one before it computed.", "时间在微批之间推进：每一批使用前一批算出的水位线。";
    }
}
