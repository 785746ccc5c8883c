//! Events of one's own.
//!
//! No part of [`Messages`](super::Messages): in both languages they come with the part of the page that says them.

use super::messages;

messages! {
    /// What is said where files of events are read.
    Ingest {
        title: "Your own events", "自己的事件";
        local: "Files are read in this browser and never leave it.", "文件只在此浏览器中读取，不会离开它。";
        lead: "CSV, TSV, NDJSON or a JSON array; both sides in one file, or a file for each side. Drop files on the page, choose them, or paste text.",
            "CSV、TSV、NDJSON 或 JSON 数组；两侧可在同一文件中，也可各用一个文件。可把文件拖放到页面上、选择文件或粘贴文本。";
        choose: "Choose files", "选择文件";
        add: "Add files", "添加文件";
        paste: "Paste text", "粘贴文本";
        text: "Text with events", "含事件的文本";
        take_text: "Read this text", "读取此文本";
        pasted: "pasted.txt", "粘贴.txt";
        files: "Files", "文件";
        remove: "Remove {file}", "移除{file}";
        close: "Close", "关闭";
        cancel: "Cancel", "取消";
        looking: "The files are being looked at …", "正在查看文件……";
        unreadable: "{file} could not be read. Choose it again.", "无法读取{file}。请重新选择。";
        lost: "Reading broke off. Try again; a smaller file needs less memory.", "读取中断。请重试；较小的文件需要的内存更少。";

        // ---- a file
        bytes: "{bytes} bytes", "{bytes}字节";
        format: "Format of {file}", "{file}的格式";
        format_short: "Format", "格式";
        comma: "CSV, comma", "CSV，逗号";
        semicolon: "CSV, semicolon", "CSV，分号";
        tab: "TSV, tab", "TSV，制表符";
        bar: "Vertical bar", "竖线";
        lines: "NDJSON", "NDJSON";
        array: "JSON array", "JSON 数组";
        header: "First row names the columns", "首行为列名";
        of: "Side of {file}", "{file}的一侧";
        of_short: "Side", "一侧";
        of_left: "left", "左侧";
        of_right: "right", "右侧";
        of_column: "told by a column", "由列指明";
        left_is: "Left is", "左侧是";
        right_is: "Right is", "右侧是";
        left_value: "Value of the left side in {file}", "{file}中左侧的值";
        right_value: "Value of the right side in {file}", "{file}中右侧的值";
        zone: "Zone of times without one in {file}", "{file}中无时区时间的时区";
        zone_short: "Zone of times that name none", "无时区时间的时区";
        zone_here: "{zone} (here, now)", "{zone}（此处现在）";
        zone_asked: "{count} times name no zone and are read as {zone}. Is that right?", "{count}个时间没有时区，按{zone}读取。是否正确？";
        ambiguous: "Nothing tells whether day or month comes first. Check the times below the heads.", "无法判断日和月哪个在前。请检查表中读出的时间。";
        cut: "{count} times are more exact than a millisecond; the rest is cut off.", "{count}个时间比毫秒更精确，多余部分被截去。";
        keyless: "{count} rows have no key (NULL). They are kept, and match nothing.", "{count}行没有键（NULL）。它们会保留，但不匹配任何行。";
        wrong_unit: "{count} of {all} event times look like {unit}.", "{all}个事件时间中有{count}个看起来是{unit}。";
        read_as: "Read as {unit}", "按{unit}读取";

        // ---- columns
        preview: "First rows of {file}", "{file}的前几行";
        line: "line", "行号";
        role: "What {column} is", "{column}是什么";
        form: "Form of {column}", "{column}的形式";
        key: "key", "键";
        time: "event time", "事件时间";
        arrival: "arrival", "到达顺序";
        id: "id", "id";
        kind: "row kind", "行类型";
        side: "side", "一侧";
        watermark: "watermark", "水位线";
        partition: "partition", "分区";
        field: "field", "字段";
        out: "not taken", "不取用";
        ymd: "date, Y-M-D", "日期，年-月-日";
        dmy: "date, D/M/Y", "日期，日/月/年";
        mdy: "date, M/D/Y", "日期，月/日/年";
        seconds: "seconds", "秒";
        millis: "milliseconds", "毫秒";
        micros: "microseconds", "微秒";
        nanos: "nanoseconds", "纳秒";
        place: "number in order", "顺序号";
        becomes: "becomes", "读作";

        // ---- how they arrive
        settings: "How they arrive", "如何到达";
        left_name: "Left stream", "左侧流";
        right_name: "Right stream", "右侧流";
        order: "Order of arrival", "到达顺序";
        order_lines: "as the lines stand", "按行的顺序";
        order_column: "by the arrival column", "按到达顺序列";
        order_uniform: "simulated, delays even", "模拟，延迟均匀";
        order_exponential: "simulated, delays exponential", "模拟，延迟呈指数分布";
        order_lines_note: "Several files are merged by event time; each keeps its own order.", "多个文件按事件时间合并，各自保持原有顺序。";
        most: "Longest delay", "最长延迟";
        mean: "Mean delay", "平均延迟";
        late: "Percent later still", "更晚的百分比";
        late_by: "Later by up to", "最多再晚";
        seed: "Seed", "种子";
        watermark_of: "Watermark of {stream}", "{stream}的水位线";
        bounded: "newest event less a delay", "最新事件减去延迟";
        by_column: "by the watermark column", "按水位线列";
        none: "none", "无";
        delay_of: "Watermark delay of {stream}", "{stream}的水位线延迟";
        disorder: "With {delay} no row of {stream} is late.", "延迟{delay}时{stream}没有迟到的行。";
        take_delay: "Take {delay}", "采用{delay}";
        partitions: "{stream} has {count} partitions, each with a watermark of its own; the slowest counts.", "{stream}有{count}个分区，各有自己的水位线，以最慢的为准。";
        partitions_empty: "No row is of {list}: there the watermark stands, unless a timeout lets it be idle.", "{list}没有行：除非空闲超时，水位线停在那里。";
        clock: "Processing time", "处理时间";
        clock_none: "stands still", "不推进";
        clock_moves: "moves with arrival", "随到达推进";
        clock_every: "A clock step every", "时钟步间隔";
        first: "Take the first rows", "只取最先到达的行数";
        first_all: "all", "全部";
        first_fault: "a number from 1, or all", "从 1 起的数，或“全部”";
        batch: "A batch every", "批次间隔";
        batch_rows: "rows", "行数";
        batch_millis: "time of arrival", "到达时间";
        batch_by: "Batches by", "批次按";

        // ---- what came of it
        result: "What comes of them", "读取结果";
        reading: "Reading", "正在读取";
        stop: "Stop", "停止";
        stopped: "Reading was stopped.", "已停止读取。";
        read_again: "Read all rows", "读取全部行";
        rows: "{rows} rows: {left} of {left_name}, {right} of {right_name}, {bad} bad.", "共{rows}行（{left_name}：{left}，{right_name}：{right}），{bad}行有误。";
        from_to: "Event times from {from} to {to}.", "事件时间从{from}到{to}。";
        steps: "{steps} steps.", "共{steps}步。";
        left_out: "Left out: {count}. Of the good rows the first {taken} to arrive are taken.", "未取用：{count}行。只取用最先到达的{taken}行。";
        one_side: "No row is of {stream}: add its file, or tell the side by a column.", "没有{stream}的行：请添加其文件，或用一列指明所属的一侧。";
        no_row: "No row could be read. Correct what the columns are.", "没有能读取的行。请更正各列的含义。";
        too_many: "That is more than {most} steps, the most that a scenario has.", "超过一个场景的上限{most}步。";
        take_first: "Take the first {count} rows", "只取最先到达的{count}行";
        too_large: "The files have {size} MB in all; the most is 256 MB. Remove one, or split it by time.", "文件共{size} MB，上限为 256 MB。请移除一个，或按时间拆分。";
        bring: "Bring in {count} rows", "带入{count}行";
        bring_note: "They take the place of the present events; the join stays. One undo brings all back.", "它们会取代现有事件，连接保持不变。一次撤销即可全部恢复。";
        bad_rows: "Bad rows", "有误的行";
        bad_rows_note: "Not brought in: {count}.", "未带入：{count}行。";
        more_bad: "and {count} more", "另有{count}行";
        where_head: "where", "位置";
        there: "what stands there", "内容";
        why: "why, and what to do", "原因与办法";
        at: "{file}, line {line}", "{file}，第{line}行";
        at_column: "{file}, line {line}, {column}", "{file}，第{line}行，{column}";

        // ---- what is missing
        lacks_time: "{file}: say which column is the event time.", "{file}：请指定哪一列是事件时间。";
        lacks_key: "{file}: say which column is the key.", "{file}：请指定哪一列是键。";
        lacks_side: "{file}: say which column tells the side.", "{file}：请指定哪一列指明所属的一侧。";
        lacks_arrival: "{file}: say which column is the arrival, or take another order.", "{file}：请指定哪一列是到达顺序，或改用其他顺序。";
        lacks_watermark: "{stream}: say which column is the watermark, or take a delay.", "{stream}：请指定哪一列是水位线，或改用延迟。";
        lacks_rows: "{file} is empty. Remove it, or choose another.", "{file}是空的。请移除或另选文件。";

        // ---- bad rows: why, and what to do
        cells: "The row has {is} cells, the others {of}. Quote cells that have the delimiter in them.", "此行有{is}个单元格，其他行有{of}个。含分隔符的单元格请加引号。";
        not_utf8: "Not UTF-8 text. Save the file as UTF-8.", "不是 UTF-8 文本。请将文件另存为 UTF-8。";
        quote: "A quote is opened and never closed. Close it, or double it.", "引号打开后没有关闭。请关闭引号，或写成两个。";
        json: "Not JSON: {message}. Write one object.", "不是 JSON：{message}。请写成一个对象。";
        not_object: "JSON, but no object. Write each event as an object.", "是 JSON，但不是对象。请把每个事件写成对象。";
        payload: "Nested more than 127 deep, or a number beyond all. Make it simpler.", "嵌套超过 127 层，或数字过大。请简化。";
        time_empty: "There is no time. Fill it in.", "没有时间。请填写。";
        time_form: "Not a time of the form chosen for the column. Choose another form, or correct it.", "不是该列所选形式的时间。请选择其他形式，或更正它。";
        time_part: "No such date or time of day. Correct it.", "没有这样的日期或时刻。请更正。";
        time_range: "Beyond ±2^53 ms. The column may be of another unit.", "超出 ±2^53 毫秒。该列可能是其他单位。";
        no_side: "Neither of the two values that tell the side. Correct it, or choose other values.", "不是指明两侧的两个值之一。请更正，或选择其他值。";
        no_kind: "Not a row kind. Write +I, -U, +U or -D.", "不是行类型。请写 +I、-U、+U 或 -D。";
        no_partition: "Not the number of a partition, 0 to 1023. Correct it, or take no column as the partition.", "不是 0 到 1023 的分区号。请更正，或不把任何列作为分区。";
        no_id: "There is no id. Fill it in, or take no column as the id.", "没有 id。请填写，或不把任何列作为 id。";
        same_id: "The row in line {line} of {file} has this id. Give each row its own, or take no column as the id.", "{file}第{line}行已用此 id。请为每行使用不同的 id，或不把任何列作为 id。";
    }
}
