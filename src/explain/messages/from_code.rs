//! The dialog that reads code.
//!
//! No part of [`Messages`](super::Messages): in both languages they come with the part of the page that says them.

use super::messages;

messages! {
    /// What is said where somebody's code is read into a setup.
    FromCode {
        title: "From code", "从代码读入";
        lead: "Paste Flink SQL, Spark SQL, PySpark or a DataStream program with its tables and its join: the setup is read from it.",
            "粘贴 Flink SQL、Spark SQL、PySpark 或 DataStream 程序（含表定义与连接），即可从中读出设置。";
        local: "It is read in this browser and never leaves it.", "文本只在此浏览器中读取，不会离开它。";
        code: "Code", "代码";
        language: "Language", "语言";
        detected: "detected: {language}", "自动识别：{language}";
        detect: "detected", "自动识别";
        open: "Open a file", "打开文件";
        take_present: "Take the present join's code", "取当前连接的代码";
        put_back: "Put back the text before", "恢复之前的文本";
        from_file: "Read from {file}.", "读自{file}。";
        too_large: "{file} is longer than 1 MiB and is not read. Take only the tables and the query.", "{file}超过 1 MiB，未读取。请只取建表语句和查询。";
        close: "Close", "关闭";
        cancel: "Cancel", "取消";

        findings: "What was found", "读出的内容";
        missing: "Missing", "缺失";
        not_understood: "Not understood", "未理解";
        assumed: "Assumed", "假定";
        understood: "Understood", "已理解";
        place: "line {line}, column {column}", "第{line}行，第{column}列";
        more: "and {count} more", "另有{count}项";
        counts: "{understood} understood, {assumed} assumed, {not} not understood.", "已理解{understood}项，假定{assumed}项，未理解{not}项。";
        complete: "The setup is complete.", "设置完整。";
        incomplete: "The setup has a hole and cannot be opened: {count} missing.", "设置不完整，无法打开：缺失{count}项。";
        nothing_yet: "Nothing is read yet.", "尚未读取。";
        go_hint: "Choose an entry to go to its place in the text.", "选择一项即可跳到文本中的位置。";

        events: "Events", "事件";
        keep: "Keep the events of “{title}”: {count}", "保留“{title}”的事件：{count}个";
        keep_untitled: "Keep the events that are here: {count}", "保留现有的事件：{count}个";
        empty: "Start empty", "从空白开始";
        changes: "What that does to the steps", "对步骤的影响";
        misfit_kind: "They do not fit: {stream} has rows of kind {kind}, which this join does not take.", "不适用：{stream}有{kind}行，此连接不接受。";
        misfit_key: "They do not fit: {stream} has rows without a key, on which a DataStream job fails.", "不适用：{stream}有无键的行，DataStream 作业会失败。";
        misfit_id: "They do not fit: {stream} has several rows with the id {id}, which only a regular join takes.", "不适用：{stream}有多行 id 为{id}，只有常规连接接受。";
        use_setup: "Use this setup", "使用此设置";
        one_undo: "One step of undo takes it back.", "可一步撤销。";
    }
}
