//! What each key does, as the map of them says.

use super::messages;

messages! {
    /// The keys beyond those that [`Panels`](super::Panels) says, by where they act.
    Keys {
        anywhere: "Everywhere", "任何地方";
        stage: "In a lane of the stage or the plane", "在舞台或平面的泳道中";
        steps: "In the list of steps", "在步骤列表中";
        scrubber: "On the scrubber", "在时间条上";
        charts: "On a chart", "在图表上";
        clicking: "While clicking a mark", "点击标记时";
        dragging: "While dragging", "拖动时";

        regions: "next, previous control or region", "下一个、上一个控件或区域";
        marks: "previous, next mark in the lane", "泳道中上一个、下一个标记";
        mark_also: "select the previous, next mark as well", "同时选中上一个、下一个标记";
        mark_all: "select all marks of the lane", "选中泳道中的所有标记";
        edit: "edit the row; on a flag, type its time", "编辑该行；在旗标上则输入其时间";
        move_it: "move the selected rows, or the focused flag, in time", "在时间上移动选中的行或焦点所在的旗标";
        remove: "delete the selected rows", "删除选中的行";
        zoom: "zoom in, out", "放大、缩小";
        whole: "show all of it", "显示全部";

        step_to: "previous, next step", "上一步、下一步";
        step_range: "select several steps", "选中多个步骤";
        step_all: "select all steps", "选中所有步骤";
        step_move: "move the selected steps earlier, later", "将选中的步骤前移、后移";
        step_edit: "edit the step", "编辑该步骤";
        step_menu: "menu of the step", "该步骤的菜单";
        step_remove: "delete the selected steps", "删除选中的步骤";
        enlarge: "enlarge the chart", "放大图表";

        click_also: "select it as well; with a finger, hold it", "同时选中它；用手指时请按住";
        off_grid: "off the grid", "不对齐网格";
        ten_times: "ten times as far", "幅度乘以 10";
        give_up: "leave everything as it was", "保持原样";
    }
}
