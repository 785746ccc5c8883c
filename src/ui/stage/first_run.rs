//! What an empty stage says.

use super::*;

/// The three first actions, in place; each goes when it is done. The empty stage's own words.
pub(super) fn first_run(scene: &Scene, props: &Props, m: &Messages, lang: Lang) -> Html {
    let frame = &scene.frame;
    let scenario = props.recording.scenario();
    let axis = &scene.axis;
    let x = |part: f64| axis.left + (axis.right - axis.left) * part;
    let name = |side: Side| scenario.streams[side].label(lang).to_string();
    let number = |x: f64, y: f64, n: &'static str| {
        html! { <>
            <circle class="st-pill" cx={px(x)} cy={px(y)} r="10" /><text class="st-num" x={px(x)} y={px(y + 4.0)}>{ n }</text>
        </> }
    };
    let (left, right) = (scene.lanes.left, scene.lanes.right);
    let ty = scenario.join.ty.word().to_ascii_uppercase();
    let within = match scenario.join.kind {
        JoinKind::Interval(interval) => fill_plain(
            lang,
            m.app.first_second,
            &[("upper", crate::scenario::time::duration(interval.upper, lang).into())],
        ),
        _ => m.app.first_second_plain.to_string(),
    };
    let rows = props.recording.rows();
    let pushed = |side: Side| rows.iter().any(|(_, info)| info.side == side);
    let moved = scenario.script.iter().any(|step| matches!(step, Step::Watermark { .. }));
    // The second row goes where it can match the first; the watermarks beyond where that leaves.
    let x1 = x(0.2);
    let (x2, until) =
        scene.band.as_ref().filter(|band| band.side == Side::Left).map_or((x1, x(0.6)), |b| (b.from, b.to));
    let goal_x = props.recording.span().last_due.map_or(x(0.7), |due| (axis.x(due) + 12.0).min(axis.right));
    let x3 = if goal_x > x(0.75) { goal_x - 300.0 } else { goal_x + 20.0 };
    let middle = (left.bottom + right.top) / 2.0;
    let narrow = frame.names == 0.0;
    // Where the watermarks are to be moved.
    let goal = |side: Side| {
        let flag = &scene.flags[side];
        let (y, to) = (flag.top + 9.0, goal_x);
        html! { <g class={classes!("st-goal", l(side))}>
            <path d={format!("M{} {y}H{}M{} {}l5 4l-5 4", px(flag.left + flag.width + 6.0), px(to - 4.0), px(to - 9.0), px(y - 4.0), y = px(y))} />
            <line x1={px(to)} x2={px(to)} y1={px(flag.y1)} y2={px(flag.y2)} />
        </g> }
    };
    html! { <g class="quiet first-run" aria-hidden="true">
        if !pushed(Side::Left) {
            <circle class="st-mark l next" cx={px(x1)} cy={px(left.top + 56.5)} r="7.5" />
            { number(x1 + 42.0, left.top + 56.5, "1") }
            <text class="st-note big" x={px(x1 + 60.0)} y={px(left.top + 53.5)}>{ m.app.first_click }</text>
            if !narrow {
                <text class="st-note n light" x={px(x1 + 60.0)} y={px(left.top + 71.5)}>
                    { fill_plain(lang, m.app.first_click_more, &[("stream", name(Side::Left).into())]) }</text>
            }
        }
        if !pushed(Side::Right) {
            if scene.band.is_none() { <rect class="st-add" x={px(x2)} y={px(right.top + 8.0)} width={px(until - x2)} height={px(right.bottom - right.top - 16.0)} rx="3" /> }
            { number(x2 + 24.0, right.top + 40.0, "2") }
            <text class="st-note n strong" x={px(x2 + 42.0)} y={px(right.top + 37.0)}>{ within }</text>
            if !narrow {
                <text class="st-note n light" x={px(x2 + 42.0)} y={px(right.top + 55.0)}>{ m.app.first_same_key }</text>
                <text class="st-note n light" x={px(x2 + 42.0)} y={px(right.top + 72.0)}>
                    { fill_plain(lang, m.app.first_leave_out, &[("type", ty.into())]) }</text>
            }
        }
        if !moved {
            { goal(Side::Left) }
            { goal(Side::Right) }
            if !narrow {
                { number(x3, middle - 8.0, "3") }
                <text class="st-note n strong gap" x={px(x3 + 18.0)} y={px(middle - 10.0)}>{ m.app.first_drag }</text>
                <text class="st-note n light gap" x={px(x3 + 18.0)} y={px(middle + 8.0)}>{ m.app.first_drag_more }</text>
                <text class="st-note n light gap" x={px(x3 + 18.0)} y={px(middle + 24.0)}>{ m.app.first_drag_rest }</text>
            }
        }
    </g> }
}
