//! The code pane.

use super::messages;

messages! {
    /// What is said of a join's code, and of its job.
    Code {
        code: "Code", "代码";
        tables: "Tables", "建表语句";
        rows: "Row types", "行类型";
        copy: "Copy", "复制";
        copied: "Copied", "已复制";
        copy_by_hand: "Selected: copy it with your keys", "已选中，请用键盘复制";
        connector: "datagen makes random rows. Put your own connector in its place.", "datagen 产生随机行，请换成您自己的连接器。";
        source_watermark: "A watermark that moves by hand is the source's own: put in a connector that gives one. datagen does not.", "手动推进的水位线由数据源自身给出：请换成能给出水位线的连接器，datagen 不能。";
        watermark_steps: "The script also moves a watermark by hand; here it only follows the rows.", "脚本还会手动推进水位线；此处水位线只跟随数据行。";
        changelog: "The script takes rows back: put in a connector that gives a changelog. datagen does not.", "脚本会撤回行：请换成能给出变更日志的连接器，datagen 不能。";
        planned_as_regular: "Flink plans this as a regular join with a condition on time: its state is kept for ever.", "Flink 把它规划为带时间条件的常规连接：状态永久保留。";
        same_as_datastream: "Flink SQL that gives the same rows as the DataStream job.", "与 DataStream 作业输出相同的 Flink SQL。";
        one_ms_more: "The DataStream API keeps a bounded watermark 1 ms further behind than SQL: here the delay has it, too.", "DataStream API 的有界水位线比 SQL 多滞后 1 毫秒：此处的延迟已计入。";
        null_keys: "A NULL key ends a DataStream job; in SQL it equals nothing.", "键为 NULL 会使 DataStream 作业失败；在 SQL 中它不等于任何值。";
        spark_source: "Parquet tables stand for your sources. STREAM reads any table or temporary view that Spark can read as a stream.", "Parquet 表代替您的数据源。STREAM 可读取 Spark 能以流方式读取的任何表或临时视图。";
        write_stream: "spark.sql(query) gives a streaming DataFrame; start it with writeStream in append mode.", "spark.sql(query) 得到流式 DataFrame；以 append 模式用 writeStream 启动。";
        times_selected: "The event times are selected on purpose: left out, Spark would drop no late rows.", "查询特意选出事件时间：否则 Spark 不会丢弃迟到的行。";
        sessions_unmerged: "Spark merges no sessions in a join: each row has a window of its own, from its time to the gap's end.", "Spark 在连接中不合并会话：每行各有一个窗口，从该行时间到间隔结束。";
        java_sources: "The parameters stand for your sources, which give rows of these types.", "参数代表您的数据源，它们给出这些类型的行。";
        source_marks: "A watermark that moves by hand is the source's own; noWatermarks() passes it on. Few sources give one.", "手动推进的水位线由数据源自身给出，noWatermarks() 会原样传递；能给出水位线的数据源很少。";
        partitions: "How many partitions there are is the source's: the watermark is the slowest one's that is not idle.", "分区数由数据源决定：水位线取未空闲分区中最慢的一个。";
        start_frame: "joined is a streaming DataFrame; start it with writeStream in append mode.", "joined 是流式 DataFrame；以 append 模式用 writeStream 启动。";
        no_code: "No code for this join", "此连接没有对应的代码";
        refused: "{engine} refuses this join.", "{engine} 拒绝此连接。";
        late_rows: "Flink SQL has no equivalent for late rows here: the DataStream interval join drops them, that of SQL still joins them, and keeps each row 1 ms longer.", "Flink SQL 对迟到的行没有等价的处理：DataStream 的区间连接丢弃它们，SQL 的区间连接仍会连接它们，且每行多保留 1 毫秒。";
        shared_sessions: "Flink SQL has no equivalent for these sessions: the DataStream API merges them over both streams, in SQL each table has its own.", "Flink SQL 没有与此等价的会话：DataStream API 跨两条流合并会话，SQL 中每个表各有自己的会话。";
        allowed_lateness: "Flink SQL has no equivalent for allowed lateness: its windows fire once.", "Flink SQL 没有与允许迟到等价的功能：其窗口只触发一次。";
        other_rules: "{form} has rules of its own. Switch the engine to it to have its code.", "{form} 有自己的规则。请切换引擎以获得其代码。";
        stopped: "A run that ends with an error has no job.", "以错误结束的运行没有作业。";
        job: "Download job", "下载作业";
        job_about: "A zip with this code, the events as files and the expected output: run.sh runs it on a local {engine} and compares.", "包含此代码、事件文件和预期输出的 zip：run.sh 在本地 {engine} 上运行并比较。";
        long_window: "Flink SQL takes no window part longer than 999 days.", "Flink SQL 的窗口参数不能超过 999 天。";
    }
}
