//! Partitions of a side and idle sources, and sessions that may not be longer.

use super::messages;

messages! {
    /// Who holds a side's watermark back, and who is idle.
    Sources {
        // ---- settings and steps; 0 is none
        sentence_partitions: "partitions", "分区";
        sentence_idle: "idle after", "空闲超时";
        sentence_longest: "at most", "最长";
        form_partition: "Partition", "分区";
        arrives: "{row} arrives on {stream}, partition {partition}", "{row}到达{stream}，分区{partition}";

        // ---- why: a row of a partition
        woken: "Partition *{partition}* of {stream} was idle, and is active again.", "{stream}的分区*{partition}*此前空闲，现在恢复活跃。";
        holds: "Partition {partition} is at {mark}, but partition *{by}* of {stream}, its slowest, holds the side at *{by_mark}*.",
            "分区{partition}已到{mark}，但{stream}最慢的分区*{by}*把此侧停在*{by_mark}*。";
        holds_none: "Partition {partition} is at {mark}, but partition *{by}* of {stream} has sent nothing yet, and holds the side back.",
            "分区{partition}已到{mark}，但{stream}的分区*{by}*还没有数据，拖住了此侧。";
        holds_itself: "Partition {partition} is at {mark}, behind the {stream} watermark, *{time}*. That never goes back, so it stays.",
            "分区{partition}在{mark}，落后于{stream}的水位线*{time}*。水位线不会后退，因此不变。";
        slowest: "Partition *{partition}* is the slowest of {stream}.", "{stream}中最慢的是分区*{partition}*。";
        furthest: "All of {stream} is idle, so partition *{partition}*, the furthest, counts.", "{stream}的分区都已空闲，因此取最前的分区*{partition}*。";
        active: "{Stream} was idle. Its watermark rose, so it counts again.", "{stream}此前空闲。它的水位线推进了，因此重新计入。";
        catching_up: "{Stream} moved to *{time}*, behind the join’s watermark, {join}. Until it has caught up it does not count.",
            "{stream}到*{time}*，落后于连接的水位线{join}。追上之前它不计入。";
        held_by_itself: "{Stream} moved to *{time}*, but was idle: the join is at {join} already. Until it is there, {nothing}.",
            "{stream}到*{time}*，但它曾空闲：连接已在{join}。追上之前，{nothing}。";

        idle_leads: "{Slow} is idle, so the join’s watermark is *{time}* (was {before}).", "{slow}空闲，连接取*{time}*（此前{before}）。";
        catching_leads: "{Slow} does not count yet, so the join’s watermark is *{time}* (was {before}).",
            "{slow}尚未追上，不计入，连接取*{time}*（此前{before}）。";

        // ---- why: the clock
        none_idle: "No partition has been silent for more than its idle timeout.", "没有分区的静默超过空闲超时。";
        idle: "{partitions} of {stream} sent nothing for more than {timeout}: idle, and holding nothing back.",
            "{stream}的{partitions}超过{timeout}没有数据：视为空闲，不再拖住水位线。";
        idle_alone: "{Stream} sent nothing for more than {timeout}, so it is idle.", "{stream}超过{timeout}没有数据，因此空闲。";
        partition: "Partition *{partition}*", "分区*{partition}*";
        partitions: "Partitions {partitions}", "分区{partitions}";
        side_idle: "All of {stream} is idle, so it has no say: the join follows {other}.", "{stream}全部空闲，不再计入：连接只看{other}。";
        both_idle: "Both streams are idle, so the join takes the later of their watermarks.", "两条流都空闲，因此连接取两者中较晚的水位线。";
        join_moved: "The join’s watermark moved to *{time}* (was {before}).", "连接的水位线推进到*{time}*（此前{before}）。";
        join_stays: "The join’s watermark stays at {time}.", "连接的水位线停在{time}。";

        // ---- a watermark is selected
        /// A partition's mark on the stage, for who hears it.
        mark_at: "partition {partition} at {time}", "分区{partition}在{time}";
        mark_none: "partition {partition} has sent nothing", "分区{partition}尚无数据";
        mark_idle: "{mark}, idle", "{mark}，空闲";
        /// Beside the tick of the partition that holds its side.
        mark_of: "partition {partition}", "分区{partition}";
        /// Under "join watermark".
        note_idle: "{stream} is idle: {time}", "{stream}空闲：{time}";
        note_both_idle: "both idle: {time}", "两侧空闲：{time}";
        mark_holds: "{mark}, holds the side", "{mark}，拖住此侧";
        panel_holds: "It is its slowest partition’s: partition *{by}* holds it at *{time}*.", "它取最慢的分区：分区*{by}*把它停在*{time}*。";
        panel_holds_none: "Partition *{by}* has sent nothing yet, and holds it back.", "分区*{by}*还没有数据，拖住了它。";
        panel_behind: "Partition *{by}* is behind it at {time}, and holds it until it has caught up.", "分区*{by}*落后于它，在{time}；追上之前它不动。";
        release_row_alone: "A row of partition {by} would move it.", "分区{by}再来一行即可推进它。";
        release_idle: "Or silence: partition {by} is idle once the clock is past {clock}.", "或继续静默：时钟过{clock}后分区{by}即空闲。";
        release_never: "Without an idle timeout it waits for that partition for ever.", "没有空闲超时，它会一直等这个分区。";
        panel_idle: "All of {stream} is idle, so the join does without it.", "{stream}全部空闲，连接不等它。";
        panel_alone_idle: "It is idle once the clock is past {clock}.", "时钟过{clock}后它即空闲。";
        panel_all_idle: "All its partitions are idle: it is the furthest’s, partition *{by}*.", "它的分区都已空闲：取最前的分区*{by}*。";
        join_alone: "{Idle} is idle, so it is {stream}’s, *{time}*.", "{idle}空闲，因此取{stream}的*{time}*。";
        /// A side that is active again, and behind the join's watermark.
        back_waits: "It stands still: {back} was idle, and is behind it at *{back_time}*.", "它停在原处：{back}曾空闲，目前落后于它（*{back_time}*）。";
        back_apart: "{Back} was idle, and counts again once its *{back_time}* has caught up: until then it follows {other} alone.",
            "{back}曾空闲，目前在*{back_time}*，追上之后才重新计入：在那之前只看{other}。";
        join_furthest: "Both streams are idle, so it is the later of {left} (*{left_time}*) and {right} (*{right_time}*).",
            "两条流都空闲，因此取{left}（*{left_time}*）与{right}（*{right_time}*）中较晚的。";

        handed_late: "Sessions of {stream} are over, but the join’s watermark is {watermark} already, so it drops {rows} as late.",
            "{stream}的会话已结束，但连接的水位线早已是{watermark}，因此{rows}按迟到丢弃。";

        // ---- sessions that may not be longer
        session_full: "With the session {windows} it were {would}, longer than {most}, so it stays out of it.",
            "若并入会话{windows}会成为{would}，超过{most}，因此不并入。";

        // ---- refusals
        refused_timeout: "The idle timeout of {stream} must be above 0.", "{stream}的空闲超时必须大于 0。";
        refused_idleness: "Spark’s sources are never idle: a stream that sends nothing holds the watermark, or with policy max has no say.",
            "Spark 的源不会空闲：没有数据的流会拖住水位线，策略为 max 时则不起作用。";
        refused_max_length: "The longest session must be longer than 0.", "会话最大长度必须大于 0。";
        refused_no_max_length: "{engine} has no longest session. People write one by hand in DataStream.", "{engine}没有会话最大长度。人们在 DataStream 中自己编写。";
        way_never_idle: "Take the idle timeout of {stream} away", "去掉{stream}的空闲超时";
        way_no_cap: "Let sessions be as long as they are", "不限制会话长度";

        // ---- what is wrong with a file
        fault_partitions: "A side has *1* to *{most}* partitions.", "一侧有*1*到*{most}*个分区。";
        fault_partitions_do: "Write a number between them.", "请写其间的数。";
        fault_no_partition: "The side has {partitions} partitions, counted from 0.", "该侧有{partitions}个分区，从 0 数起。";
        fault_no_partition_do: "Write a number from *0* to *{last}*, or give the side’s *watermark* more *partitions*.",
            "请写*0*到*{last}*之间的数，或增大该侧*watermark*的*partitions*。";
        fault_no_partition_one_do: "Take it out, or give the side’s *watermark* *partitions*.", "请删去它，或为该侧的*watermark*写*partitions*。";
    }
}
