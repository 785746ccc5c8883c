//! Generated streams: the dialog that makes them, and their parameters beside the work.

use super::messages;

messages! {
    /// What is said of generated streams. These texts come with the dialog and the panel, not with the page.
    Streams {
        title: "Generate streams", "生成数据流";
        lead: "Rows made from numbers instead of written down: the same numbers give the same rows, everywhere. Only the numbers are kept, so a link stays short.",
            "由参数生成行，而不必逐行写出：同样的参数在任何地方都生成同样的行。只保存参数，所以链接很短。";
        create: "Create", "生成";
        section: "Generated stream", "生成的数据流";
        makes: "{left} {left_name} and {right} {right_name}, at most {steps} steps", "{left}行{left_name}和{right}行{right_name}，最多{steps}步";
        too_many: "That would be {steps} steps; at most {most} are run. Lower the rates, or make it shorter.",
            "那会有{steps}步，最多运行{most}步。请降低速率或缩短时长。";
        too_far: "Rows would arrive after all times that there are. Make it shorter.", "行会在所有可用时间之后到达。请缩短时长。";
        replaces: "The steps that are there now go; Undo brings them back.", "现有的步骤会被替换，可用撤销恢复。";
        becomes: "Editing a step writes all steps down, and the parameters go; Undo brings them back.",
            "编辑任何一步都会把所有步骤写成普通步骤，参数随之消失，可用撤销恢复。";
        parameters: "Parameters", "参数";
        estimate: "Estimate the state size", "估算状态大小";

        both: "Both sides", "两侧";
        seed: "Seed", "种子";
        new_seed: "New seed", "换个种子";
        duration: "Duration", "时长";
        grain: "Times in steps of", "时间精度";
        keys: "Keys", "键的个数";
        skew: "Zipf exponent", "Zipf 指数";
        skew_note: "0: all keys alike; 1: the second half as often as the first", "0：各键同样频繁；1：第二个键的频率是第一个的一半";
        from: "Partners from", "伙伴最早";
        to: "Partners to", "伙伴最晚";
        distance_note: "how much after its partner a right row is", "右侧的行比它的伙伴晚多少";
        amount: "Amounts up to", "金额上限";
        batch_every: "A batch every", "每隔多久一个批次";
        clock_every: "A clock step every", "每隔多久一个时钟步";
        none: "none", "无";

        of_side: "{field} of {stream}", "{stream}的{field}";
        rate: "Rows a minute", "每分钟行数";
        disorder: "Out of order by up to", "乱序上限";
        late: "Late, %", "迟到占比，%";
        late_by: "Late by up to", "迟到上限";
        alone: "Without a partner, %", "无伙伴占比，%";
        lag: "Lags by", "整体滞后";
        partitions: "Partitions", "分区数";
        partitions_note: "rows go to them by key, as in Kafka", "行按键分配到各分区，如同 Kafka";
        pause_from: "Stops at", "停在何时";
        pause_length: "Stops for", "停多久";
        stops: "What stops", "停的是";
        stops_all: "the whole side", "整侧";
        stops_partition: "partition {partition}", "分区{partition}";
        lost: "What should have come is lost", "期间的行丢失";
        delay: "Watermark delay", "水位线延迟";

        bad_number: "A whole number from {least} to {most}.", "请填{least}到{most}之间的整数。";
        bad_rate: "A number of rows, with at most two decimals.", "请填行数，最多两位小数。";
        bad_skew: "A number from 0 to 10, with at most two decimals.", "请填 0 到 10 之间的数，最多两位小数。";
        bad_order: "Not before the other end.", "不能早于另一端。";
        bad_positive: "It must be longer than 0.", "必须大于 0。";
        bad_negative: "It cannot be below 0.", "不能小于 0。";
    }
}
