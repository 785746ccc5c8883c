//! The workspace's own texts: heads of columns, hints, questions, faults of forms.

use super::messages;

messages! {
    /// What the regions of the page say besides their names.
    App {
        main_navigation: "Main", "主导航";
        more: "More", "更多";
        theme_auto: "Auto", "自动";
        theme_light: "Light", "浅色";
        theme_dark: "Dark", "深色";

        // ---- the sentence
        join_settings: "Join settings", "连接设置";
        sentence_join: "join", "连接";
        sentence_on_key: "on key, with", "键相等，且";
        sentence_watermarks: "Watermarks", "水位线";
        kind_interval: "interval", "区间";
        kind_window: "window", "窗口";
        kind_regular: "regular", "常规";
        kind_temporal: "temporal", "时态";
        not_in_engine: "not in {engine}", "{engine}不支持";
        sentence_temporal: "on key, as of each row's own time", "键相等，取该行时间点的版本";
        sentence_regular: "on key", "键相等";
        sentence_ttl: "state TTL", "状态 TTL";
        sentence_same: "on key, in the same", "键相等，且在同一个";
        sentence_window_of: "window of", "窗口，长";
        sentence_every: "every", "每";
        sentence_step: "in steps of", "步长";
        sentence_gap: "window, gap", "窗口，间隔";
        sentence_offset: "offset", "偏移";
        sentence_lateness: "allowed lateness", "允许迟到";
        sentence_policy: "the join takes the", "连接取";
        policy_min: "smaller", "较小者";
        policy_max: "larger", "较大者";
        shape_tumbling: "tumbling", "滚动";
        shape_sliding: "sliding", "滑动";
        shape_cumulating: "cumulating", "累积";
        shape_session: "session", "会话";
        switch_title: "Switch to {engine}", "切换到{engine}";
        switch_lead: "The script is converted. This is one step of undo.", "脚本将被转换，可一步撤销。";
        switch_button: "Switch", "切换";
        switch_delay: "Watermark delay", "水位线延迟";
        switch_every: "Rows in a batch", "每批行数";
        switch_nothing: "Nothing of the script changes.", "脚本不变。";
        change_bounded: "The {stream} watermark, set by hand, follows the newest event from now on, {delay} behind.",
            "{stream}的水位线原为手动设置，此后跟随最新事件，延迟{delay}。";
        change_watermarks_go: "Watermark steps go: {count}.", "移除水位线步骤：{count}。";
        change_batches_come: "Batch steps are put in: {count}.", "加入批次步骤：{count}。";
        change_batches_go: "Batch steps go: {count}.", "移除批次步骤：{count}。";
        change_checkpoints_go: "Checkpoint steps go, since in Spark each batch is one: {count}.", "Spark 的每一批都是检查点，移除检查点步骤：{count}。";
        change_retractions_go: "Rows that take back or update go, since sources only append: {count}.",
            "来源只能追加，移除撤回或更新的行：{count}。";
        change_option_goes: "{option} goes back to its default.", "{option}恢复默认值。";
        change_kind_stays: "{engine} has nothing like this join. It stays as it is, and is refused.",
            "{engine}没有这种连接。设置保持不变，引擎会拒绝。";
        fault_every: "Write a whole number of rows, 1 or more.", "请写 1 或更大的整数。";
        strategy_bounded: "max −", "最大时间 −";
        strategy_manual: "set by hand", "手动设置";
        strategy_none: "none", "无";
        left_stream: "Left", "左侧";
        right_stream: "Right", "右侧";
        stream_name: "{side} stream name", "{side}流名称";
        title: "Title", "标题";
        key_column: "{stream} key column", "{stream}键列";
        time_column: "{stream} time column", "{stream}时间列";

        // ---- the stage
        stage_summary: "{left} above, {right} below, event time from left to right",
            "{left}在上，{right}在下，事件时间从左到右";
        join_watermark: "join watermark", "连接水位线";
        watermark: "watermark", "水位线";
        row_in_state: "{count} row in state", "状态中{count}行";
        rows_in_state: "{count} rows in state", "状态中{count}行";
        rows_pending: "{count} for the next batch", "{count}行待下一批";
        left_buffer: "left the buffer", "已离开缓冲";
        fires_now: "fires in this step", "本步触发";
        pair_pending: "pair not yet emitted", "尚未输出的配对";
        hint: "Click a lane to add, drag to move", "点击泳道添加事件，拖动可改时间";
        first_click: "Click anywhere in this lane", "点击这条泳道的任意位置";
        first_click_more: "A row arrives on {stream}, with the time you clicked.", "一行到达{stream}，时间即点击处。";
        first_second: "Then add one here, within {upper}", "再在这里添加一行，{upper}以内";
        first_second_plain: "Then add one here", "再在这里添加一行";
        first_same_key: "Same key: the two rows match.", "键相同：两行匹配。";
        first_leave_out: "Or leave it out, and see what {type} does.", "或者不添加，看看{type}会怎样。";
        first_drag: "Last, move both watermarks past it", "最后把两条水位线都移过去";
        first_drag_more: "Rows leave, and unmatched ones", "行离开缓冲，";
        first_drag_rest: "come out with NULL.", "未匹配的补 NULL 输出。";
        start_from: "Or start from", "或者从这里开始";
        first_scenario: "Orders and shipments", "订单与发货";
        open_a_file: "Open a file", "打开一个文件";
        keys: "Keys", "按键";
        key_add: "add an event in the focused lane", "在当前泳道添加事件";
        key_step: "step back, step forward", "后退、前进一步";
        key_play: "play, pause", "播放、暂停";
        key_all: "all keys", "全部按键";

        windows: "windows", "窗口";
        sessions: "sessions", "会话";
        win_long: "{time} long", "长{time}";
        win_every: "every {time}", "每{time}";
        win_steps: "in steps of {time}", "步长{time}";
        win_gap: "gap {time}", "间隔{time}";
        win_span: "{start} to {end}", "{start}至{end}";
        win_empty: "no row yet", "还没有行";

        // ---- transport
        step: "Step ", "步骤 ";
        every_action: "Every action becomes a step here. Step back at any time, nothing is lost.",
            "每个操作都会成为这里的一步。可随时后退，什么都不会丢失。";

        // ---- tables
        id: "id", "id";
        key: "key", "键";
        time: "time", "时间";
        matches: "matches", "匹配";
        window_head: "window", "窗口";
        pasted_text: "the pasted text", "粘贴的文本";
        rows_and_copy: "{rows}, 1 window copy", "{rows}，1 份窗口副本";
        rows_and_copies: "{rows}, {copies} window copies", "{rows}，{copies}份窗口副本";
        step_head: "step", "步骤";
        row: "{count} row", "{count}行";
        rows: "{count} rows", "{count}行";
        count_and_kind: "{count}, {kind}", "{count}，{kind}";
        append_only: "append-only", "仅追加";
        with_retractions: "with retractions", "含撤回";
        struck: "taken back later", "后来被撤回";
        no_row_waits: "No row is waiting on {stream}.", "{stream}上没有行在等待。";
        nothing_emitted: "Nothing emitted yet.", "还没有输出。";
        more_rows: "and {count} more", "另有{count}行";

        // ---- why
        why_empty: "Nothing has happened yet. After each step, this place says what the join did and why, with the numbers it compared.",
            "还什么都没有发生。每一步之后，这里会说明连接做了什么、为什么，以及它比较的数值。";
        why_start: "Nothing has run yet. Step forward to see what the join does and why.",
            "还没有执行任何一步。前进一步，看看连接做了什么、为什么。";
        clear_selection: "Clear selection", "取消选择";

        // ---- refusals: the shortest way out
        take_it_back: "Take it back", "撤回更改";

        // ---- forms
        clock_time: "Clock time", "时钟时间";
        add: "Add", "添加";
        keep: "Keep", "保留";
        cancel: "Cancel", "取消";
        fault_time: "Write a time as 11:40, 11:40:05.250, 2024-06-21T11:40Z or whole milliseconds.",
            "时间写作 11:40、11:40:05.250、2024-06-21T11:40Z 或整数毫秒。";
        fault_duration: "Write a duration as 500 ms, 10 min, 2 h, 1 h 30 min or whole milliseconds.",
            "时长写作 500 毫秒、10 分钟、2 小时、1 小时 30 分钟或整数毫秒。";
        fault_range: "That is beyond ±2^53 ms.", "超出 ±2^53 毫秒。";
        fault_name: "A stream needs a name.", "流需要名称。";
        fault_no_id: "A row needs an id.", "行需要 id。";
        fault_id_taken: "Another row of this stream has this id.", "该流中另一行已用此 id。";
        fault_row: "Write the fields as a JSON object, for example {\"amount\": 100}.",
            "字段写作 JSON 对象，例如 {\"amount\": 100}。";

        // ---- files
        close: "Close", "关闭";
        file_too_large: "{file} has {size} MB; the most is 256 MB. Nothing was opened.",
            "{file}有{size} MB，上限为 256 MB。未打开任何内容。";
        file_unreadable: "{file} could not be read. Nothing was opened.", "无法读取{file}。未打开任何内容。";
        file_not_utf8: "{file} is not UTF-8 text. Save it as UTF-8 and open it again.",
            "{file}不是 UTF-8 文本。请另存为 UTF-8 后再打开。";
        one_file: "One file at a time: {file} was opened, the others were not.", "一次打开一个文件：已打开{file}，其余未打开。";
        not_kept: "This browser does not keep your work here. Save it as a file before you leave.",
            "此浏览器无法在此保存您的工作。离开前请另存为文件。";
        drop_here: "Drop a scenario, a real run or files of events", "拖放场景、实际运行或事件文件";
        own_events: "Your own events …", "自己的事件……";
        generate: "Generate streams …", "生成数据流……";
        from_code: "From code …", "从代码读入……";
        tab_rows: "Rows", "行";
        tab_code: "SQL", "SQL";
        tab_charts: "Charts", "图表";
        tab_sink: "Sink", "下游";
        tab_metrics: "Metrics", "指标";
        tab_plan: "Plan", "计划";
        tab_advice: "Advice", "建议";
        state: "State", "状态";
        details: "Details", "详情";
        pane_tabs: "Beside the states", "状态旁边";

        // ---- reference
        reference_rules: "Each join's rule", "每种连接的规则";
        reference_rules_lead: "When rows match, when they leave, and what the engine does in its own way.",
            "行何时匹配、何时离开，以及引擎特有的做法。";
        reference_matrix: "What runs where", "哪些可以运行";
        reference_matrix_lead: "Both streams have a watermark. Asked of joinscope's own engines, which make conformance holds to the real ones.",
            "两个流都有水位线。询问 joinscope 自己的引擎，并由 make conformance 与真实引擎对照。";
        reference_without: "Without a watermark", "没有水位线时";
        reference_without_lead: "What becomes of a join when a stream has no watermark.", "某个流没有水位线时，连接会怎样。";
        reference_join: "Join", "连接";
        see_it: "See it", "查看示例";
        see_it_of: "See it: {title}", "查看示例：{title}";
        example_missing: "The example could not be loaded.", "无法加载示例。";

        // ---- crash
        crash_title: "joinscope has stopped", "joinscope 已停止";
        crash_text: "This is our mistake. Your scenario is safe: save it, then reload the page.",
            "这是我们的错误。您的场景没有丢失：请先保存，再重新加载页面。";
        crash_save: "Save the scenario", "保存场景";
        /// In place of a part of the page that could not be fetched, with a button.
        part_missing: "This part of the page could not be loaded.", "页面的这一部分未能加载。";
        load_again: "Try again", "重试";
    }
}
