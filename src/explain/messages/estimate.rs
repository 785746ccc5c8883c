//! The page that estimates how much state a join holds.

use super::messages;

messages! {
    /// What the estimate says. Numbers of rows are grouped by thousands. These texts come with the page that estimates.
    Estimate {
        state_size: "State size", "状态大小";
        model: "Estimate", "估算";
        lead: "A model: rows come evenly and for ever. Beside it stands what the engine holds of generated rows of that shape. No job of yours was measured.",
            "这是一个模型：行均匀地、不停地到来。旁边是引擎对同样形态的生成行实际保留的行数。没有测量你的任何作业。";
        // ---- what is put in
        start_from: "Start from", "起点";
        present: "this scenario", "当前场景";
        five_days: "5 days + 20 min", "5 天 + 20 分钟";
        one_hour: "1 hour + 20 min", "1 小时 + 20 分钟";
        inputs: "Join and streams", "连接与数据流";
        engine: "Engine", "引擎";
        join: "Join", "连接";
        lower: "From", "下界";
        upper: "To", "上界";
        size: "Window size", "窗口大小";
        slide: "Slide", "滑动步长";
        step: "Step", "步长";
        gap: "Gap", "间隔";
        ttl: "State TTL", "状态 TTL";
        policy: "Watermark policy", "水位线策略";
        disorder: "Out of order by up to", "乱序上限";
        rate: "Rows a minute", "每分钟行数";
        delay: "Watermark delay", "水位线延迟";
        lag: "Lags by", "整体滞后";
        bytes: "Row size in bytes", "每行字节数";
        left: "Left", "左侧";
        right: "Right", "右侧";
        both: "Both", "合计";
        bad_bytes: "A whole number from 1 to 1,000,000,000.", "请填 1 到 1,000,000,000 之间的整数。";
        bad_rate: "More than 0 rows, with at most two decimals.", "行数须大于 0，最多两位小数。";

        // ---- what comes out
        rows_in_state: "Rows in state", "状态中的行数";
        side: "side", "侧";
        kept: "kept for", "保留时长";
        usual: "usual formula", "常见公式";
        exact: "exact formula", "精确公式";
        held: "engine held", "引擎保留";
        takes: "takes", "占用";
        measuring: "running the engine…", "正在运行引擎…";
        none: "–", "–";
        usual_is: "Usual formula: (to − from + delay) × rate, for each side.", "常见公式：（上界 − 下界 + 延迟）× 速率，每侧相同。";
        exact_interval: "Exact: a left row is kept for to + delay, a right row for −from + delay, and each for as much longer as the other side is behind; rows out of order come later by half of it on average.",
            "精确：左侧的行保留“上界 + 延迟”，右侧的行保留“−下界 + 延迟”，另一侧落后多少就各再多留多少；乱序的行平均晚到其一半。";
        exact_window: "Exact: copies in windows, just before a window goes: one of each row in each of its windows that are still there.",
            "精确：窗口中的副本数，取窗口离开之前的时刻：每行在它尚存的每个窗口中各有一份。";
        exact_ttl: "Exact: each row is kept for the TTL after it was last written.", "精确：每行在最后一次写入后保留 TTL 这么久。";
        /// Of what the model leaves out.
        stops_flink: "Not in these numbers: a side or a partition that stops. The join’s watermark then stands still and nothing leaves, so both sides together grow by up to {rows} rows an hour, until it sends again or, with an idle timeout, until that is over. Partitions that all go on add no more than the time between two rows of the slowest.",
            "这些数没有计入停住的一侧或分区：那时连接的水位线不动，没有行离开，两侧合计每小时最多再增长{rows}行，直到它再有数据；设有空闲超时则到超时为止。各分区都在前进时，至多多出最慢分区两行之间的时间。";
        stops_spark: "Not in these numbers: a side that stops. Spark’s watermark then stands still and nothing leaves, so both sides together grow by up to {rows} rows an hour, until it sends again. To Spark partitions mean nothing.",
            "这些数没有计入停住的一侧：那时 Spark 的水位线不动，没有行离开，两侧合计每小时最多再增长{rows}行，直到它再有数据。分区对 Spark 没有意义。";
        stops_here: "Here {what} stops for {length}, and the watermark waits for it for {waits}: up to {rows} rows more than the exact formula says.",
            "此处{what}停{length}，水位线等它{waits}：比精确公式最多再多{rows}行。";
        stops_side: "{stream}", "{stream}";
        stops_partition: "partition {partition} of {stream}", "{stream}的分区{partition}";
        difference: "Both sides together: the usual formula says {usual} rows, {usual_off}; the exact one {exact}, {exact_off}. The engine held {held}.",
            "两侧合计：常见公式得{usual}行，{usual_off}；精确公式得{exact}行，{exact_off}。引擎保留了{held}行。";
        difference_exact: "Both sides together: the exact formula says {exact} rows, {exact_off}. The engine held {held}.",
            "两侧合计：精确公式得{exact}行，{exact_off}。引擎保留了{held}行。";
        more: "{percent} % more than it held", "比实际保留多{percent}%";
        fewer: "{percent} % fewer than it held", "比实际保留少{percent}%";
        same: "as many as it held, within 1 %", "与实际保留相差不到 1%";
        measured_on: "Measured on {rows} generated rows: {left} of {left_real} left rows an hour and {right} of {right_real} right ones, in order of event time and evenly spread; the counts are scaled back by that.",
            "在{rows}行生成数据上测得：左侧每小时{left_real}行取{left}行，右侧每小时{right_real}行取{right}行，均匀分布；行数按此比例放大。";
        chart: "Rows in state over time", "状态中的行数随时间的变化";
        time: "time", "时间";
        line_measured: "{side}: engine", "{side}：引擎";
        line_exact: "exact formula", "精确公式";
        line_usual: "usual formula", "常见公式";

        // ---- what cannot be told
        grows: "No number: nothing ever leaves the state of this join, so it grows by {rows} rows an hour for as long as it runs.",
            "没有固定的数：这种连接的状态从不清除，只要运行就每小时增长{rows}行。";
        sessions: "No number: a session is as long as its rows make it. A key whose rows never pause keeps all of them.",
            "没有固定的数：会话多长由行决定。一个键的行若从不间断，就会全部保留。";
        versions: "No number: for each key a version is kept for ever; the other versions and the left rows until the watermark has passed them.",
            "没有固定的数：每个键永久保留一个版本；其余版本和左侧的行保留到水位线越过它们为止。";
        no_state: "None: this join keeps no rows.", "没有：这种连接不保留任何行。";
        semi: "No number: in Spark's semi join a left row leaves as soon as it has a partner, so it depends on the partners. Without partners it is the inner join's.",
            "没有固定的数：Spark 的半连接中，左侧的行一有伙伴就离开，因此取决于伙伴。若都没有伙伴，则与内连接相同。";
        refused: "{engine} refuses this join: {reason}", "{engine}拒绝这个连接：{reason}";
        too_long: "Not measured: over so long a time the rows would be too sparse to be generated.", "未测量：时间太长，生成的行会过于稀疏。";

        // ---- what if
        what_if: "What if", "如果……会怎样";
        lever: "lever", "手段";
        becomes: "rows become", "行数变为";
        saves: "saves", "节省";
        costs: "costs", "代价";
        narrower: "Narrower bounds", "收窄界限";
        narrower_costs: "Pairs further apart than that are no longer found.", "相隔更远的配对不再被找到。";
        shorter: "Shorter delay", "缩短延迟";
        shorter_costs: "Of rows out of order by up to {disorder}, {late} % come too late, and {lost} % of the pairs are missing (measured on {rows} generated rows).",
            "若乱序上限为{disorder}，则{late}%的行迟到，缺少{lost}%的配对（在{rows}行生成数据上测得）。";
        if_disorder: "if out of order by up to", "若乱序上限为";
        spill: "Spill to disk (RocksDB)", "溢写到磁盘（RocksDB）";
        memory: "memory for state, MB", "状态可用内存，MB";
        spill_rows: "as many rows", "行数不变";
        spill_saves: "{memory} in memory in place of {all}", "内存只用{memory}，而不是{all}";
        spill_costs: "An estimate: {disk} lie on disk, of which memory has room for {percent} %; what is not in memory is read from disk at each probe. Indexes and copies on disk come on top.",
            "估算：磁盘上有{disk}，内存放得下其中的{percent}%；不在内存中的每次查找都要读盘。磁盘上的索引和副本另计。";
        of_all: "{percent} %", "{percent}%";
        nothing: "nothing", "无";
        bad_memory: "A whole number from 0 to 1,000,000,000.", "请填 0 到 1,000,000,000 之间的整数。";
        from_lever: "{field}, what if", "{field}（假设）";
    }
}
