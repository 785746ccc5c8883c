//! Times that are plainly of another unit or zone.

use super::messages;

messages! {
    /// What is said of suspicious times. A count comes with its noun.
    Units {
        warning: "warning", "警告";
        all_rows: "All times of {stream}", "{stream}的所有时间";
        some_rows: "{rows} of {of} times of {stream}", "{stream}的{of}个时间中有{rows}个";
        seconds: "{times}: these seem to be seconds, not milliseconds. As it stands, {raw} is {read}; {meant} will be meant.",
            "{times}：这似乎是秒而不是毫秒。按原样，{raw}是{read}，而本意应是{meant}。";
        micros: "{times}: these seem to be microseconds, not milliseconds. As it stands, {raw} is {read}; {meant} will be meant.",
            "{times}：这似乎是微秒而不是毫秒。按原样，{raw}是{read}，而本意应是{meant}。";
        nanos: "{times}: these seem to be nanoseconds, not milliseconds. As it stands, {raw} is {read}; {meant} will be meant.",
            "{times}：这似乎是纳秒而不是毫秒。按原样，{raw}是{read}，而本意应是{meant}。";
        zone: "Of {of} keys on both sides {rows} are {by} later on {stream}, so they do not match. Local times taken for UTC look like that.",
            "两侧都有的{of}个键中，有{rows}个在{stream}上晚{by}，因此不匹配。把本地时间当作 UTC 就会这样。";
        convert: "Convert to milliseconds", "换算为毫秒";
        shift: "Move {stream} back by {by}", "把{stream}提前{by}";
    }
}
