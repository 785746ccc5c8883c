//! Labels, buttons, accessible names.

use super::messages;

messages! {
    /// The interface's own words. `{stream}` is a stream's label.
    Ui {
        brand: "joinscope", "joinscope";

        workspace: "Workspace", "工作区";
        reference: "Reference", "参考";

        first_step: "First step", "第一步";
        step_back: "Step back", "后退一步";
        play: "Play", "播放";
        pause: "Pause", "暂停";
        step_forward: "Step forward", "前进一步";
        last_step: "Last step", "最后一步";
        undo: "Undo", "撤销";
        redo: "Redo", "重做";
        help: "Help", "帮助";
        add_event: "Add event", "添加事件";
        edit_event: "Edit event", "编辑事件";
        move_watermark: "Move watermark", "移动水位线";
        run_batch: "Run batch", "运行批次";
        advance_clock: "Advance clock", "推进时钟";
        edit: "Edit", "编辑";
        duplicate: "Duplicate", "复制一份";
        delete: "Delete", "删除";
        take_back: "Take back", "撤回";
        copy: "Copy", "复制";
        open_file: "Open file", "打开文件";
        save_file: "Save file", "保存文件";
        empty_scenario: "Empty scenario", "空场景";
        all_settings: "All settings", "全部设置";

        step: "Step", "步骤";
        stream_watermark: "{stream} watermark", "{stream}水位线";
        stream_events: "{stream} events", "{stream}事件";
        stream_state: "{stream} state", "{stream}状态";
        output: "Output", "输出";
        steps: "Steps", "步骤列表";
        rows_in_state: "Rows in state", "状态行数";
        watermarks: "Watermarks", "水位线";
        rows_emitted: "Rows emitted", "输出行数";

        stage: "Stage", "舞台";
        why: "Why", "为什么";
        selected_row: "Selected row", "已选中的行";
        over_the_steps: "Over the steps", "随步骤变化";
        code: "Code", "代码";

        engine: "Engine", "引擎";
        join_type: "Join type", "连接类型";
        join_kind: "Join kind", "连接方式";
        window_shape: "Window shape", "窗口形状";
        watermark_strategy: "{stream} watermark strategy", "{stream}水位线策略";
        watermark_policy: "Watermark policy", "水位线取法";
        language: "Language", "语言";
        theme: "Theme", "主题";
        speed: "Speed", "速度";

        lower_bound: "Lower bound", "下界";
        upper_bound: "Upper bound", "上界";
        watermark_delay: "{stream} watermark delay", "{stream}水位线延迟";
        watermark_time: "{stream} watermark time", "{stream}水位线时间";
        window_size: "Window size", "窗口大小";
        window_slide: "Window slide", "窗口滑动步长";
        window_step: "Window step", "窗口累积步长";
        window_offset: "Window offset", "窗口偏移";
        session_gap: "Session gap", "会话间隔";
        max_length: "Longest session", "会话最大长度";
        allowed_lateness: "Allowed lateness", "允许迟到";
        idle_timeout: "Idle timeout", "空闲超时";
        side_idle_timeout: "{stream} idle timeout", "{stream}空闲超时";
        side_partitions: "{stream} partitions", "{stream}分区数";
        state_ttl: "State TTL", "状态 TTL";
        min_cleanup_interval: "Minimum clean-up interval", "最小清理间隔";
        lower_inclusive: "Lower bound inclusive", "含下界";
        upper_inclusive: "Upper bound inclusive", "含上界";

        form_stream: "Stream", "流";
        form_id: "Id", "Id";
        form_key: "Key", "键";
        form_no_key: "No key", "无键";
        form_event_time: "Event time", "事件时间";
        form_row_kind: "Row kind", "行类型";
        form_row: "Row", "行";
    }
}
