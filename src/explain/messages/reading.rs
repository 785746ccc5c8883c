//! What a pasted text was read as.

use super::messages;

messages! {
    /// What was understood, taken for granted, and not read, with the remedy.
    Reading {
        understood: "understood", "已理解";
        assumed: "assumed", "假定";
        trouble: "not understood", "未理解";
        left: "left", "左";
        right: "right", "右";
        flink_sql: "Flink SQL", "Flink SQL";
        spark_sql: "Spark SQL", "Spark SQL";
        pyspark: "PySpark", "PySpark";
        datastream: "Flink DataStream API", "Flink DataStream API";
        language: "read as {language}", "按 {language} 读取";

        kind: "kind of join: {kind}", "连接种类：{kind}";
        ty: "type of join: {type}", "连接类型：{type}";
        stream: "{side} stream: {name}", "{side}流：{name}";
        key: "{side} key: {name}", "{side}键：{name}";
        time: "{side} event time: {name}", "{side}事件时间：{name}";
        bounded: "{side} watermark: {delay} behind the largest event time", "{side}水位线：比最大事件时间落后 {delay}";
        manual: "{side} watermark: the source's own", "{side}水位线：由数据源给出";
        none: "{side} watermark: none", "{side}水位线：无";
        idle_after: "idle after: {ms}", "空闲判定：{ms}";
        lower: "lower bound: {bound}", "下界：{bound}";
        upper: "upper bound: {bound}", "上界：{bound}";
        inclusive: "{bound}, inclusive", "{bound}（含）";
        exclusive: "{bound}, exclusive", "{bound}（不含）";
        window: "window: {window}", "窗口：{window}";
        size: "window size: {ms}", "窗口大小：{ms}";
        slide: "slide: {ms}", "滑动步长：{ms}";
        step: "step: {ms}", "累积步长：{ms}";
        offset: "offset: {ms}", "偏移：{ms}";
        gap: "session gap: {ms}", "会话间隔：{ms}";
        lateness: "allowed lateness: {ms}", "允许迟到：{ms}";
        ttl: "state TTL: {ms}", "状态 TTL：{ms}";
        cleanup: "minimum clean-up interval: {ms}", "最小清理间隔：{ms}";
        policy: "watermark policy: {policy}", "水位线策略：{policy}";
        versions: "the newest row of each key: a versioned view", "每个键的最新一行：版本视图";

        as_flink: "Nothing here is one engine's own: taken for Flink SQL.", "文本没有某一引擎独有的写法：当作 Flink SQL。";
        no_table: "No CREATE TABLE for the {side} stream: its watermark moves by hand.", "{side}流没有 CREATE TABLE：其水位线手动推进。";
        as_time: "Nothing says which column is the {side} event time: taken is {name}, which the join compares.", "未说明{side}流的事件时间列：取连接所比较的 {name}。";
        no_watermark: "The text gives the {side} stream no watermark: it has none.", "文本没有给{side}流水位线：它没有水位线。";
        elsewhere: "The {side} stream's watermark is made elsewhere: it moves by hand.", "{side}流的水位线在别处生成：改为手动推进。";
        of: "{name} has no table's name before it: taken for a column of the {side} stream.", "{name} 前没有表名：当作{side}流的列。";
        many_keys: "Several columns must be equal: one key stands for all of them together.", "有多个相等的列：用一个键代表它们全体。";
        co_group: "What coGroup makes of rows without a partner is in its function: taken for a full join.", "coGroup 如何处理没有匹配的行由其函数决定：当作全外连接。";
        event_time: "The time of AS OF is taken for an event time.", "AS OF 的时间当作事件时间。";
        no_name: "The {side} stream has no name: it is called {side}.", "{side}流没有名称：以“{side}”称之。";

        key_by: "Keys are compared by {name}: here the keys of your events are compared as they stand.", "键按 {name} 的结果比较：这里按事件中的原值比较。";
        not_in: "NOT IN is taken for NOT EXISTS: they are the same unless a value is NULL.", "NOT IN 当作 NOT EXISTS：没有 NULL 时两者相同。";

        too_long: "The text is longer than 1 MiB.", "文本超过 1 MiB。";
        too_long_do: "Paste only the tables and the query.", "请只粘贴建表语句和查询。";
        unclosed: "This quote or comment never ends; what follows is not read.", "这个引号或注释没有结束；其后的内容未读取。";
        unclosed_do: "Close it.", "请补上结尾。";
        no_join: "There is no join of two streams.", "没有两条流的连接。";
        no_join_do: "Paste a query with JOIN, a PySpark join, or intervalJoin, join or coGroup of the DataStream API.", "请粘贴含 JOIN 的查询、PySpark 的 join，或 DataStream API 的 intervalJoin、join 或 coGroup。";
        second_join: "Another join: only the first is read.", "另有连接：只读取第一个。";
        second_join_do: "Read it by itself, with the first one's output as its left stream.", "请单独读取它，以前一个连接的输出作为左流。";
        join_word: "A {word} JOIN is not run.", "不运行 {word} JOIN。";
        join_word_do: "Write INNER, LEFT, RIGHT or FULL JOIN, or a semi or anti join.", "请写 INNER、LEFT、RIGHT、FULL JOIN，或半连接、反连接。";
        condition: "This condition is not run.", "不运行此条件。";
        condition_do: "Leave out the rows that it excludes; of the others the join is the same.", "请略去它排除的行；其余各行的连接不变。";
        time_condition: "This compares the two sides' times in a way that is not read; without it the join would be another one.", "这里以未能读取的方式比较两侧的时间；没有它就是另一种连接。";
        time_condition_do: "Write time BETWEEN other - INTERVAL … AND other + INTERVAL …, of the event times themselves.", "请直接用事件时间列写 时间 BETWEEN 另一侧 - INTERVAL … AND 另一侧 + INTERVAL …。";
        reversed: "The lower bound is above the upper one: nothing can match.", "下界高于上界：不可能有匹配。";
        reversed_do: "Swap the two ends.", "请交换两端。";
        formatted: "What this string says is put together when the program runs.", "这个字符串的内容在程序运行时才拼成。";
        formatted_do: "Write it as it is then, without braces.", "请写成运行时的样子，不带花括号。";
        not_event_time: "{column} is not the event time, which is {time}: this bounds nothing.", "{column} 不是事件时间（事件时间是 {time}）：它不构成界限。";
        not_event_time_do: "Compare {time}.", "请比较 {time}。";
        unknown_column: "It is not clear which side {name} is of.", "不清楚 {name} 属于哪一侧。";
        unknown_column_do: "Write the table's name before it.", "请在它前面写上表名。";
        no_upper: "The time has a lower bound only.", "时间只有下界。";
        no_upper_do: "Add an upper bound: without it nothing is ever too late.", "请补上上界：没有它就没有太迟之说。";
        no_lower: "The time has an upper bound only.", "时间只有上界。";
        no_lower_do: "Add a lower bound.", "请补上下界。";
        two_bounds: "A second bound on the same end.", "同一端有第二个界限。";
        two_bounds_do: "Keep the tighter one.", "请保留较紧的一个。";
        no_key: "No column of one side must equal one of the other.", "没有要求两侧相等的列。";
        no_key_do: "Compare a key; or give all rows the same one.", "请比较一个键；或给所有行同一个键。";
        duration: "This is no fixed number of whole milliseconds.", "这不是固定的整数毫秒。";
        duration_do: "Write a literal of days, hours, minutes, seconds or milliseconds.", "请写天、小时、分、秒或毫秒的字面量。";
        windows_differ: "The two sides have different windows.", "两侧的窗口不同。";
        windows_differ_do: "Give both the same size, slide, step, gap and offset.", "请让两侧的大小、步长、间隔与偏移相同。";
        not_compared: "The condition does not compare the two sides' windows: this is no window join.", "条件没有比较两侧的窗口：这不是窗口连接。";
        not_compared_do: "Add window_start and window_end in Flink SQL, the window in Spark.", "Flink SQL 请加上 window_start 与 window_end，Spark 请加上窗口列。";
        one_window: "Only the {side} side has windows.", "只有{side}侧有窗口。";
        one_window_do: "Give both sides the same windows.", "请给两侧相同的窗口。";
        window_kind: "This kind of window, {name}, is not run.", "不运行这种窗口：{name}。";
        window_kind_do: "Use tumbling, sliding, cumulating or session windows of event time.", "请用事件时间的滚动、滑动、累积或会话窗口。";
        partition: "The sessions are not partitioned by the join's key.", "会话没有按连接的键分区。";
        partition_do: "Partition both sides by the key that the join compares.", "请按连接所比较的键对两侧分区。";
        watermark: "This watermark is not understood; here it moves by hand, or there is none.", "未理解此水位线；在此手动推进，或没有水位线。";
        watermark_do: "Write time - INTERVAL, or forBoundedOutOfOrderness.", "请写 时间列 - INTERVAL，或 forBoundedOutOfOrderness。";
        filter: "This filter is not run.", "不运行此过滤。";
        filter_do: "Leave out the rows that it excludes.", "请略去它排除的行。";
        call: "{name} is not run.", "不运行 {name}。";
        call_do: "Push the rows as they are behind it.", "请推入它之后的行。";
        option: "The option {name} is not run here.", "此处不运行选项 {name}。";
        option_do: "Take what it does into account yourself.", "请自行考虑它的作用。";
        idle: "Idleness is not run with such a watermark: a stream that is silent holds it.", "这种水位线不运行空闲检测：静默的流会阻住它。";
        idle_do: "Move the watermark by a step where the stream would be idle.", "在流空闲之处用一步推进水位线。";
        statement: "This statement is not read.", "未读取此语句。";
        statement_do: "Leave it out, or paste the SQL itself.", "请略去它，或粘贴 SQL 本身。";
        after: "{word} and what follows is not run.", "不运行 {word} 及其后的内容。";
        after_do: "What is shown is what comes out of the join.", "所示为连接的输出。";
        hint_of: "No table of the join is called {name}: this hint is for none.", "连接中没有名为 {name} 的表：此提示不起作用。";
        hint_of_do: "Write the table's alias where it has one.", "表有别名时请写别名。";
        ttls_differ: "The two sides have different TTLs; joinscope has one for both.", "两侧的 TTL 不同；joinscope 只有一个共用的 TTL。";
        ttls_differ_do: "Give both the same, by STATE_TTL for both or by table.exec.state.ttl.", "请给两侧相同的 TTL：用 STATE_TTL 同时指定，或用 table.exec.state.ttl。";
        hint: "Of hints only STATE_TTL is read.", "提示中只读取 STATE_TTL。";
        hint_do: "Take what it does into account yourself.", "请自行考虑它的作用。";
        table_left: "The table stands on the left.", "表在左侧。";
        table_left_do: "Put the stream on the left and the table on the right.", "请把流放在左侧，把表放在右侧。";
        source: "This is neither a table nor a subquery that is read.", "这既不是表，也不是可读取的子查询。";
        source_do: "Join tables, streams, or SELECT columns FROM one of them.", "请连接表、流，或 SELECT 列 FROM 其中之一。";
        join_type: "There is no type of join {name}.", "没有连接类型 {name}。";
        join_type_do: "Write inner, left, right, full or left_semi.", "请写 inner、left、right、full 或 left_semi。";
    }
}
