//! Charts over the steps, the plane of event time against arrival, and getting about in large pictures.

use super::messages;

messages! {
    /// What the charts and the other pictures say.
    Charts {
        lag: "Lag", "滞后";
        enlarge: "Enlarge {chart}", "放大{chart}";
        chart: "Chart", "图表";
        by_step: "{chart} by step", "各步骤的{chart}";
        at_step: "Step {step}", "第 {step} 步";
        lag_of: "{name} lag", "{name}滞后";
        value: "{name} {value}", "{name} {value}";
        rows_emitted: "rows emitted", "输出行";
        of_which_null: "of which NULL", "其中 NULL";
        unit_rows: "rows", "行";
        unit_time: "event time, UTC", "事件时间，UTC";
        unit_lag: "newest event − watermark", "最新事件 − 水位线";
        axis_steps: "step", "步骤";
        seek_hint: "Click, drag, or use ← and → to show a step.", "单击、拖动或用 ← 和 → 显示某一步。";
        view: "View", "视图";
        look_stage: "Stage", "舞台";
        look_plane: "Plane", "平面";
        look_tables: "Tables", "表格";
        plane_summary: "Event time against arrival: each row of {left} and {right} at its event time and the step that brought it",
            "事件时间与到达顺序：{left}和{right}的每一行位于其事件时间和到达步骤";
        arrival: "arrival, step", "到达步骤";
        stair: "{stream} watermark", "{stream}水位线";
        stair_join: "join watermark", "连接水位线";
        late_side: "A row left of a watermark's line came late.", "位于水位线左侧的行是迟到的。";
        plane_step: "step {step}", "步骤 {step}";
        cell: "{first} to {end}, steps {from} to {to}: {count} rows, {kinds}", "{first} 至 {end}，第 {from} 至 {to} 步：{count}行，{kinds}";
        cell_kept: "{count} {stream}", "{stream} {count}";
        zoom_in: "Zoom in", "放大";
        zoom_out: "Zoom out", "缩小";
        fit: "Fit", "全部显示";
        follow: "Follow", "跟随";
        follow_more: "The picture moves to the step shown", "画面移到当前步骤";
        ruler_hint: "Drag to move in time; wheel to zoom", "拖动以移动时间，滚轮缩放";
        bars_note: "{count} rows, a bar is {time}", "{count}行，每条为{time}";
        bar: "{first} to {end}: {count} rows, {kinds}", "{first} 至 {end}：{count}行，{kinds}";
        bar_of_one: "{first} to {end}: 1 row, {kinds}", "{first} 至 {end}：1 行，{kinds}";
        kind_waiting: "{count} waiting", "{count}等待中";
        kind_matched: "{count} matched", "{count}已匹配";
        kind_left: "{count} left", "{count}已离开";
        kind_late: "{count} late, not kept", "{count}迟到，未保留";
        kind_ahead: "{count} not yet arrived", "{count}尚未到达";
        far_off: "Watermarks far from every event run along the edge; the table has their values.",
            "远离所有事件的水位线沿边缘绘制，数值见表格。";
    }
}
