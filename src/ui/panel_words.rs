//! The texts of the charts, the code, the import dialog and the help, in English and Chinese.

use crate::scenario::Lang;

pub struct PanelWords {
    // ---- charts
    pub over_the_steps: &'static str,
    pub rows_in_state: &'static str,
    pub watermarks: &'static str,
    pub rows_emitted: &'static str,
    /// Before "1 NULL".
    pub of_which: &'static str,
    pub of_which_null: &'static str,
    pub step: &'static str,
    pub rows: &'static str,
    pub join: &'static str,
    pub none: &'static str,
    /// `{from}`, `{to}`, `{all}`
    pub steps_listed: &'static str,

    // ---- code
    pub code: &'static str,
    pub tables: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub copy_by_hand: &'static str,
    pub no_code: &'static str,
    pub note_connector: &'static str,
    pub note_source_watermark: &'static str,
    pub note_changelog: &'static str,
    pub note_planned_as_regular: &'static str,

    // ---- import
    pub close: &'static str,
    /// `{n}`, `{name}`
    pub problems: &'static str,
    pub one_problem: &'static str,
    pub no_problems: &'static str,
    pub nothing_opened: &'static str,
    pub all_corrected: &'static str,
    /// `{to}`
    pub rename_to: &'static str,
    pub correct_to: &'static str,
    /// `{n}`
    pub correct_all: &'static str,
    /// `{n}`, `{all}`
    pub correctable: &'static str,
    /// `{n}`
    pub more: &'static str,
    pub one_more: &'static str,
    pub edit_as_text: &'static str,
    pub text_of_file: &'static str,
    pub too_large_to_edit: &'static str,
    pub choose_another: &'static str,
    pub open: &'static str,

    // ---- help
    pub help: &'static str,
    pub keys_title: &'static str,
    pub keys: [&'static str; 16],
    pub keys_note: &'static str,
    pub marks_title: &'static str,
    pub marks_note: &'static str,
    pub marks: [&'static str; 13],
    pub engines_title: &'static str,
    pub engines: [(&'static str, &'static str); 3],
}

pub const EN: PanelWords = PanelWords {
    over_the_steps: "Over the steps",
    rows_in_state: "Rows in state",
    watermarks: "Watermarks",
    rows_emitted: "Rows emitted",
    of_which: "of which",
    of_which_null: "of which NULL",
    step: "step",
    rows: "rows",
    join: "join",
    none: "none",
    steps_listed: "Steps {from} to {to} of {all}",

    code: "Code",
    tables: "Tables",
    copy: "Copy",
    copied: "Copied",
    copy_by_hand: "Selected: copy it with your keys",
    no_code: "There is no code for this join yet.",
    note_connector: "datagen makes random rows. Put your own connector in its place.",
    note_source_watermark: "A watermark that moves by hand is the source's own: put in a connector that gives one. datagen does not.",
    note_changelog: "The script takes rows back: put in a connector that gives a changelog. datagen does not.",
    note_planned_as_regular: "Flink plans this as a regular join with a condition on time: its state is kept for ever.",

    close: "Close",
    problems: "{n} problems in {name}",
    one_problem: "1 problem in {name}",
    no_problems: "No problems left in {name}",
    nothing_opened: "Nothing was opened, your current scenario is unchanged. Correct the text here, or choose another file.",
    all_corrected: "All is corrected. Open takes the corrected text; the file itself stays as it is.",
    rename_to: "Rename to {to}",
    correct_to: "Correct to {to}",
    correct_all: "Correct all {n}",
    correctable: "{n} of {all} can be corrected for you",
    more: "and {n} more problems",
    one_more: "and 1 more problem",
    edit_as_text: "Edit as text",
    text_of_file: "Text of the file",
    too_large_to_edit: "Too large to edit here",
    choose_another: "Choose another file",
    open: "Open",

    help: "Help",
    keys_title: "Keys",
    keys: [
        "play, pause",
        "step back, forward",
        "first, last step",
        "to previous, next step with output",
        "other lane",
        "next region; previous, next mark in the lane",
        "add event here",
        "edit the focused mark",
        "move focused mark, flag or bound",
        "remove it",
        "undo, redo",
        "close, cancel, clear selection",
        "search scenarios",
        "all keys",
        "while dragging: off the grid",
        "while dragging: ten times as far",
    ],
    keys_note: "Single letters act only while the stage has focus.",
    marks_title: "Marks",
    marks_note: "Left rows are circles, right rows squares. The line runs to the time at which the row may leave.",
    marks: [
        "not yet arrived",
        "waiting",
        "matched",
        "kept for ever",
        "left, had matched",
        "left unmatched, nothing emitted",
        "left as NULL",
        "NULL row taken back",
        "late, not kept",
        "late, matched, not kept",
        "overdue, still in state",
        "changed in this step",
        "selected",
    ],
    engines_title: "Engines",
    engines: [
        (
            "Flink SQL",
            "Time moves with each record. In an interval join, a late row still looks for partners before it is let go.",
        ),
        ("Flink DataStream", "Time moves with each record. A row behind the watermark is dropped before it can match."),
        ("Spark", "Time moves between micro-batches: a batch runs with the watermark that the one before it computed."),
    ],
};

pub const ZH: PanelWords = PanelWords {
    over_the_steps: "随步骤变化",
    rows_in_state: "状态行数",
    watermarks: "水位线",
    rows_emitted: "输出行数",
    of_which: "其中",
    of_which_null: "其中 NULL",
    step: "步骤",
    rows: "行数",
    join: "连接",
    none: "无",
    steps_listed: "共 {all} 步，此处为第 {from} 至 {to} 步",

    code: "代码",
    tables: "建表语句",
    copy: "复制",
    copied: "已复制",
    copy_by_hand: "已选中，请用键盘复制",
    no_code: "暂无这种连接的代码。",
    note_connector: "datagen 产生随机行，请换成您自己的连接器。",
    note_source_watermark: "手动推进的水位线由数据源自身给出：请换成能给出水位线的连接器，datagen 不能。",
    note_changelog: "脚本会撤回行：请换成能给出变更日志的连接器，datagen 不能。",
    note_planned_as_regular: "Flink 把它规划为带时间条件的常规连接：状态永久保留。",

    close: "关闭",
    problems: "{name} 中有 {n} 个问题",
    one_problem: "{name} 中有 1 个问题",
    no_problems: "{name} 中已没有问题",
    nothing_opened: "没有打开任何内容，当前场景未变。请在此更正文本，或选择其他文件。",
    all_corrected: "已全部更正。“打开”使用更正后的文本，文件本身不变。",
    rename_to: "改名为 {to}",
    correct_to: "更正为 {to}",
    correct_all: "更正全部 {n} 处",
    correctable: "{all} 个问题中有 {n} 个可以自动更正",
    more: "另有 {n} 个问题",
    one_more: "另有 1 个问题",
    edit_as_text: "编辑文本",
    text_of_file: "文件文本",
    too_large_to_edit: "文件太大，无法在此编辑",
    choose_another: "选择其他文件",
    open: "打开",

    help: "帮助",
    keys_title: "按键",
    keys: [
        "播放，暂停",
        "后退、前进一步",
        "第一步，最后一步",
        "上一个、下一个有输出的步骤",
        "另一泳道",
        "下一区域；泳道中上一个、下一个标记",
        "在此添加事件",
        "编辑焦点所在的标记",
        "移动焦点所在的标记、旗标或边界",
        "移除它",
        "撤销，重做",
        "关闭，取消，清除选择",
        "搜索场景",
        "全部按键",
        "拖动时：不对齐网格",
        "拖动时：幅度乘以 10",
    ],
    keys_note: "单个字母键只在焦点位于舞台时有效。",
    marks_title: "标记",
    marks_note: "左侧的行是圆，右侧的行是方块。线延伸到该行可以离开的时间。",
    marks: [
        "尚未到达",
        "等待中",
        "已匹配",
        "永久保留",
        "已离开，曾匹配",
        "未匹配离开，不输出",
        "补 NULL 输出",
        "NULL 行已撤回",
        "迟到，未保留",
        "迟到，已匹配，未保留",
        "逾期，仍在状态中",
        "本步骤有变化",
        "已选中",
    ],
    engines_title: "引擎",
    engines: [
        ("Flink SQL", "时间随每条记录推进。在区间连接中，迟到的行仍会先寻找匹配，然后才放弃。"),
        ("Flink DataStream", "时间随每条记录推进。落后于水位线的行在匹配之前即被丢弃。"),
        ("Spark", "时间在微批之间推进：每一批使用前一批算出的水位线。"),
    ],
};

impl PanelWords {
    pub fn of(lang: Lang) -> &'static Self {
        match lang {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }
}

/// A pattern with its `{names}` filled in.
pub fn with(pattern: &str, parts: &[(&str, &str)]) -> String {
    let mut text = pattern.to_string();
    for (name, value) in parts {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}
