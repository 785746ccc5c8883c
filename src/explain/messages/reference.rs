//! The reference page: each family's rule in three lines, and what runs where.

use super::messages;

messages! {
    /// When rows match, when they leave, what the engine does in its own way.
    Reference {
        title: "{engine} {kind} join", "{engine}{kind}连接";
        title_window: "{engine} {shape} window join", "{engine}{shape}窗口连接";
        engine: "{engine} {version}", "{engine} {version}";

        runs: "runs", "可运行";
        runs_as: "runs as something else", "以别的方式运行";
        refused: "refused", "拒绝";
        both: "both streams have a watermark", "两条流都有水位线";
        left_only: "only the left stream has a watermark", "只有左侧的流有水位线";
        right_only: "only the right stream has a watermark", "只有右侧的流有水位线";
        neither: "no stream has a watermark", "两条流都没有水位线";

        sql_interval_match: "A pair comes out as soon as both rows are there: keys equal, and right time − left time within the bounds.",
            "两行都到齐时立即输出配对：键相等，且右侧时间 − 左侧时间在上下界之内。";
        sql_interval_leave: "A row leaves once the watermark has passed the last moment of its partners; if it never matched, an outer join then emits NULL.",
            "水位线越过匹配行可能到来的最后一刻后，行才离开；从未匹配的，外连接此时补 NULL 输出。";
        sql_interval_own: "No row is dropped as late. One that is past its reach still looks for partners, but is not kept.",
            "没有行因迟到被丢弃。已过可匹配范围的行仍会查找匹配行，但不再保留。";

        sql_regular_match: "Keys equal, whatever the times. An outer join does not wait: NULL comes out at once.",
            "键相等即匹配，与时间无关。外连接不等待：立即补 NULL 输出。";
        sql_regular_leave: "Rows stay for ever, or until nothing has written them for the state TTL. Watermarks mean nothing.",
            "各行永久保留，或在状态 TTL 时间内未被写入后离开。水位线不起作用。";
        sql_regular_own: "What was too early is taken back: −D for the row with NULL, then +I for the pair.",
            "输出过早的会被撤回：先对补 NULL 的行 −D，再对配对 +I。";

        sql_temporal_match: "A left row takes the newest version of its key that is not later than its own time.",
            "左侧行取同一键中不晚于它自身时间的最新版本。";
        sql_temporal_leave: "It waits in state until the watermark reaches its time, so that no version can be missed.",
            "它在状态中等到水位线到达其时间，以免漏掉任何版本。";
        sql_temporal_own: "A late left row is not dropped: it comes out when the watermark moves next. What is out is never corrected.",
            "迟到的左侧行不会被丢弃：水位线下次推进时输出。已输出的不再更正。";

        sql_window_match: "Keys equal and both rows in the same window. A window fires once, when the watermark is at its end − 1 ms.",
            "键相等且同在一个窗口。水位线到达窗口末端 − 1 毫秒时，窗口触发一次。";
        sql_tumbling_leave: "Rows leave with their window; one without a partner in it comes out with NULL then.",
            "行随窗口离开；其中没有匹配行的此时补 NULL 输出。";
        sql_tumbling_own: "A row is late only if its window is over, however far it is behind the watermark itself.",
            "只有所在窗口已结束的行才算迟到，与它本身落后水位线多少无关。";
        sql_sliding_leave: "Windows overlap, so a row has a copy in each. The same pair may come out of several.",
            "窗口相互重叠，行在每个窗口中各有一份副本。同一对可能由多个窗口输出。";
        sql_sliding_own: "A late row may lose its older copies and keep the others, and be NULL in one window and matched in the next.",
            "迟到的行可能失去较早的副本而保留其余副本，也可能在一个窗口中补 NULL、在下一个窗口中匹配。";
        sql_cumulating_leave: "Windows share a start and grow by a step, so a pair comes out again at each step until the size is reached.",
            "窗口起点相同、按步长增长，因此配对在每一步都再次输出，直到达到窗口大小。";
        sql_cumulating_own: "A row has a copy in each window whose end lies after it. The size must be a multiple of the step.",
            "末端晚于某行的每个窗口都有该行的副本。窗口大小必须是步长的整数倍。";
        sql_session_match: "Sessions are made on each side alone. Two join if their key and their end are equal, even if they start apart.",
            "会话在每一侧各自划分。键与末端相同的两个会话连接，即使起点不同。";
        sql_session_leave: "A session closes by its own side’s watermark, and fires when the slower side is there, too.",
            "会话由自己一侧的水位线关闭，待较慢的一侧也到达时触发。";
        sql_session_own: "A row is late if its session, with those that it touches, would be over by its own side’s watermark.",
            "若某行的会话（连同它所触及的会话）按自己一侧的水位线已结束，该行即迟到。";

        ds_interval_match: "INNER only: a pair comes out as soon as both rows are there. NULL keys fail the job.",
            "只有 INNER：两行都到齐时立即输出配对。NULL 键会使作业失败。";
        ds_interval_leave: "A row leaves when the watermark reaches its last moment, 1 ms before Flink SQL lets it go.",
            "水位线到达最后一刻时行即离开，比 Flink SQL 早 1 毫秒。";
        ds_interval_own: "A row behind the watermark is dropped before it can match. A bounded watermark is 1 ms further behind than in SQL.",
            "落后于水位线的行在匹配之前即被丢弃。有界水位线比 SQL 中再晚 1 毫秒。";

        ds_window_match: "Keys equal and both rows in the same window, which fires when the watermark is at its end − 1 ms.",
            "键相等且同在一个窗口，水位线到达窗口末端 − 1 毫秒时窗口触发。";
        ds_window_leave: "Join emits pairs only; the other types run as coGroup with a function of their own.",
            "join 只输出配对；其余类型按 coGroup 加自己的函数运行。";
        ds_window_own: "A late row skips closed windows. It is dropped, and counts as late, only if it enters none.",
            "迟到的行跳过已关闭的窗口。只有一个窗口都进不去时才被丢弃并计为迟到。";

        ds_session_match: "Sessions span both sides: rows of one key whose gaps overlap or touch are one session.",
            "会话跨越两侧：同一键中间隔相互重叠或相接的行属于同一会话。";
        ds_session_leave: "With an allowed lateness a fired window stays, and its rows leave only when that is over.",
            "设有允许迟到时，已触发的窗口继续保留，到期后其中的行才离开。";
        ds_session_own: "A late row makes it fire again with all it holds. Nothing is taken back, not even a row with NULL.",
            "迟到的行使它连同全部内容再次触发。任何输出都不撤回，补 NULL 的行也一样。";

        spark_interval_match: "Rows wait for a batch. In it all left rows look for partners, then all right ones.",
            "各行等待批次。批次中先是所有左侧行查找匹配行，然后是所有右侧行。";
        spark_interval_leave: "A batch runs with the watermark that the one before computed, and then evicts. A batch without rows follows if it moved.",
            "每一批使用上一批算出的水位线，最后清理。若水位线推进，随后有一个没有新行的批次。";
        spark_interval_own: "A row not after the watermark of the batch before is dropped as late, before it can match.",
            "不晚于上一批水位线的行按迟到丢弃，不再参与匹配。";

        spark_regular_match: "Keys equal, whatever the times. INNER only, for nothing would ever say that no match will come.",
            "键相等即匹配，与时间无关。只有 INNER，因为无从得知匹配行不会再来。";
        spark_regular_leave: "No row ever leaves state.", "没有行会离开状态。";
        spark_regular_own: "Late rows are dropped all the same, judged by the watermark of the batch before.",
            "迟到的行仍会被丢弃，按上一批的水位线判断。";

        spark_window_match: "The window takes the place of the time: keys and windows must be equal. Pairs come out in the batch that finds them.",
            "窗口取代时间：键与窗口都须相等。配对在找到它的批次中输出。";
        spark_window_leave: "A window is over when the watermark has reached its end. One stream with a watermark is enough.",
            "水位线到达窗口末端时窗口结束。只要一条流有水位线即可。";
        spark_window_own: "A session window does not merge in a join: each row is its own session, and only equal times match.",
            "会话窗口在连接中不合并：每一行自成一个会话，只有时间相同的行才匹配。";
    }
}
