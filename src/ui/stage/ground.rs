//! Lanes, ruler, band, and what stands beside the lanes.

use super::*;
use crate::{scenario::time::TimeStyle, stage::Tick};

pub(super) fn l(side: Side) -> &'static str {
    if side == Side::Left { "l" } else { "r" }
}

#[derive(Properties, PartialEq)]
pub(super) struct GroundProps {
    pub frame: Frame,
    pub lanes: Sides<LaneBox>,
    pub ticks: Vec<Tick>,
    pub style: TimeStyle,
}

#[function_component(Ground)]
pub(super) fn ground(props: &GroundProps) -> Html {
    let GroundProps { frame, lanes, ticks, style } = props;
    let (top, bottom) = (lanes.left.top, lanes.right.bottom);
    // A tick says seconds only where it has some.
    let style = TimeStyle { seconds: false, ..*style };
    let lane = |side: Side| {
        let LaneBox { top, bottom } = lanes[side];
        html! { <rect class="st-lane" data-grip={format!("lane {}", side.word())} x={px(frame.names)} y={px(top)}
        width={px(frame.width - frame.names)} height={px(bottom - top)} /> }
    };
    let edges = [top, lanes.left.bottom, lanes.right.top, bottom];
    html! { <>
        { lane(Side::Left) }
        { lane(Side::Right) }
        <g aria-hidden="true" class="quiet">
            { for ticks.iter().map(|tick| html! { <>
                <line class={classes!("st-grid", (!tick.major).then_some("minor"))} x1={px(tick.x)} x2={px(tick.x)} y1={px(frame.ruler)} y2={px(bottom)} />
                if tick.major && tick.x > frame.names - 4.0 {
                    <text class="st-tick" x={px(tick.x.max(20.0))} y="15">{ style.show(tick.time) }</text>
                }
            </> }) }
            { for edges.iter().map(|y| html! { <line class="st-edge" x1="0" x2={px(frame.width)} y1={px(*y)} y2={px(*y)} /> }) }
        </g>
    </> }
}

pub(super) fn past(scene: &Scene, side: Side) -> Html {
    let LaneBox { top, bottom } = scene.lanes[side];
    let left = scene.axis.left.max(scene.frame.names);
    let width = scene.flags[side].past - left;
    if width <= 0.0 {
        return Html::default();
    }
    html! { <rect class="st-hatch quiet" x={px(left)} y={px(top)} width={px(width)} height={px(bottom - top)} /> }
}

pub(super) fn draw_band(band: &Band, scene: &Scene, read_only: bool) -> Html {
    let r = (band.side == Side::Right).then_some("r");
    let lane = scene.lanes[band.side.other()];
    let height = px(lane.bottom - lane.top);
    let edge = |x: f64, inclusive: Option<bool>, inward: f64| {
        let Some(inclusive) = inclusive else { return Html::default() };
        let (top, bottom) = (lane.top + 1.0, lane.bottom - 1.0);
        if inclusive {
            html! { <path class={classes!("st-bandedge", r)} d={format!("M{} {}H{}V{}H{}", px(x + inward), px(top), px(x), px(bottom), px(x + inward))} /> }
        } else {
            // An open end is dashed, and does not meet the edge.
            html! { <path class={classes!("st-bandedge", "open", r)} d={format!("M{} {}V{}", px(x), px(top + 4.0), px(bottom - 4.0))} /> }
        }
    };
    // Which bound an end is: seen from the right the band lies the other way round.
    let (first, last) =
        if band.side == Side::Left { (Bound::Lower, Bound::Upper) } else { (Bound::Upper, Bound::Lower) };
    // An end beyond the picture would leap to the pointer.
    let hold = |x: f64, inclusive: Option<bool>, bound: Bound| {
        let links = if bound == Bound::Lower { "lower" } else { "upper" };
        html! { if !read_only && inclusive.is_some() {
            <line class="st-edgehit" data-grip={Grip::Bound(bound).word()} data-links={links} x1={px(x)} x2={px(x)} y1={px(lane.top)} y2={px(lane.bottom)} />
        } }
    };
    html! { <g aria-hidden="true"><g class="quiet">
        <rect class={classes!("st-band", "shut", r)} x={px(band.from)} y={px(lane.top)} width={px((band.shut - band.from).max(0.0))} height={height.clone()} />
        <rect class={classes!("st-band", r)} x={px(band.shut)} y={px(lane.top)} width={px((band.to - band.shut).max(0.0))} {height} />
        { edge(band.from, band.from_inclusive, 7.0) }
        { edge(band.to, band.to_inclusive, -7.0) }
        { for band.ties.iter().map(|(from, to)| html! {
            <line class={classes!("st-proj", r)} x1={px(from.0)} y1={px(from.1 + 9.0 * (to.1 - from.1).signum())} x2={px(to.0)} y2={px(to.1)} /> }) }
        { for band.note.iter().map(|(x, y, anchor, text)| html! {
            <text class={classes!("st-note", r)} x={px(*x)} y={px(*y)} text-anchor={*anchor}>{ text }</text> }) }
        </g>
        { hold(band.from, band.from_inclusive, first) }
        { hold(band.to, band.to_inclusive, last) }
    </g> }
}

/// What reaches beyond the left end of a part that is shown lies behind the lanes' names.
pub(super) fn cover(scene: &Scene, props: &Props) -> Html {
    let frame = &scene.frame;
    if props.extent.is_none() || frame.names == 0.0 {
        return Html::default();
    }
    let (top, bottom) = (scene.lanes.left.top, scene.lanes.right.bottom);
    let edges = [top, scene.lanes.left.bottom, scene.lanes.right.top, bottom];
    html! { <g aria-hidden="true">
        <rect class="st-cover" x="0" y="0" width={px(frame.names)} height={px(scene.height)} />
        { for edges.iter().map(|y| html! { <line class="st-edge" x1="0" x2={px(frame.names)} y1={px(*y)} y2={px(*y)} /> }) }
    </g> }
}

/// Where a name in the rail of a narrow stage ends at the latest, px.
const NAME_END: f64 = 96.0;

pub(super) fn names(
    scene: &Scene,
    props: &Props,
    timeless: bool,
    words: &Words,
    m: &Messages,
    measure: &dyn Measure,
) -> Html {
    let frame = &scene.frame;
    let view = &props.view;
    let rows = |side: Side| {
        // Of a window join a row, however many windows hold a copy of it.
        let count = match props.recording.scenario().join.kind {
            JoinKind::Window { .. } => props.recording.held_rows(view)[side].len() as u64,
            _ => view.held[side],
        };
        if props.recording.rows().lookup() && side == Side::Right {
            let count = view.table.len().to_string();
            return fill_plain(props.lang, m.lookup.table_rows, &[("count", count.into())]);
        }
        let pattern = if count == 1 { m.app.row_in_state } else { m.app.rows_in_state };
        fill_plain(props.lang, pattern, &[("count", count.to_string().into())])
    };
    let scenario = props.recording.scenario();
    let label = |side: Side| match props.lang {
        Lang::En => scenario.streams[side].label(Lang::En).to_string(),
        Lang::Zh => words.stream(side).to_string(),
    };
    if frame.names == 0.0 {
        let name = |side: Side, y: f64| {
            let taken = scene.flags[side].left < NAME_END;
            html! { if !taken { <text class={classes!("st-name", "small", l(side))} x="12" y={px(y)}>{ clip(&label(side), 12.0, NAME_END - 12.0, measure) }</text> } }
        };
        return html! { <g aria-hidden="true" class="quiet">
            { name(Side::Left, frame.ruler + 17.0) }
            { name(Side::Right, scene.lanes.right.bottom + 16.0) }
        </g> };
    }
    let middle = scene.gap_y;
    let windows = (!scene.windows.boxes.is_empty()).then(|| {
        let y = scene.lanes.left.bottom + 22.0;
        window_words(scenario.join.kind, props.lang)
            .into_iter()
            .enumerate()
            .map(|(at, text)| {
                html! { <text class="st-sub" x="16" y={px(y + 14.0 * at as f64)}>{ text }</text> }
            })
            .collect::<Html>()
    });
    let lane = |side: Side| {
        let top = scene.lanes[side].top;
        html! { <>
            <text class={classes!("st-name", l(side))} x="16" y={px(top + 26.0)}>{ clip(&label(side), 14.0, frame.names - 16.0 - 6.0, measure) }</text>
            <text class="st-sub" x="16" y={px(top + 44.0)}>{ rows(side) }</text>
            if view.pending[side] > 0 {
                <text class="st-sub" x="16" y={px(top + 60.0)}>
                    { fill_plain(props.lang, m.app.rows_pending, &[("count", view.pending[side].to_string().into())]) }</text>
            }
        </> }
    };
    html! { <g aria-hidden="true" class="quiet">
        { lane(Side::Left) }
        { lane(Side::Right) }
        { windows.unwrap_or_default() }
        if !timeless {
            <text class="st-sub" x="16" y={px(middle - 3.0)}>{ m.app.join_watermark }</text>
            <text class="st-sub" x="16" y={px(middle + 13.0)}>{ words.slower_note(view) }</text>
        }
    </g> }
}

/// What the windows are, beside them: "windows", "10 min long,", "every 5 min".
pub(super) fn window_words(kind: JoinKind, lang: Lang) -> Vec<String> {
    let m = &Messages::of(lang).app;
    let JoinKind::Window { window, .. } = kind else { return Vec::new() };
    let duration = |ms: i64| crate::scenario::time::duration(ms, lang);
    let line = |pattern: &str, ms: i64| fill_plain(lang, pattern, &[("time", duration(ms).into())]);
    match window {
        Window::Tumbling { size, .. } => vec![m.windows.to_string(), line(m.win_long, size)],
        Window::Sliding { size, slide, .. } => {
            vec![m.windows.to_string(), line(m.win_long, size), line(m.win_every, slide)]
        }
        Window::Cumulating { size, step, .. } => {
            vec![m.windows.to_string(), line(m.win_long, size), line(m.win_steps, step)]
        }
        Window::Session { gap, .. } => vec![m.sessions.to_string(), line(m.win_gap, gap)],
    }
}

/// A name, or as much of it as has room in so many px at this size of its font.
fn clip(name: &str, size: f64, room: f64, measure: &dyn Measure) -> String {
    // The fonts that are measured are of 11.5 px.
    let fits = |text: &str| measure.width(text, Font::Bold) * size / 11.5 <= room;
    if fits(name) {
        return name.to_string();
    }
    let ends = name.char_indices().map(|(at, _)| at).rev().map(|at| format!("{}…", &name[..at]));
    { ends }.find(|text| fits(text)).unwrap_or_default()
}

pub(super) fn dimension(scene: &Scene) -> Html {
    html! { <g aria-hidden="true" class="quiet">
        { for scene.to_go.iter().map(|d| html! { <>
            <path class="st-dim" d={format!("M{f} {y}H{t}M{} {}l-4 3l4 3M{} {}l4 3l-4 3", px(d.from + 4.0), px(d.y - 3.0), px(d.to - 4.0), px(d.y - 3.0), f = px(d.from), t = px(d.to), y = px(d.y))} />
            <text class="st-note n" x={px((d.from + d.to) / 2.0)} y={px(d.y - 5.0)} text-anchor="middle">{ &d.text }</text>
        </> }) }
        { for scene.leaves.iter().map(|(x, y, anchor, text)| {
            let r = scene.marks.iter().any(|mark| mark.selected && mark.side == Side::Right).then_some("r");
            html! { <text class={classes!("st-note", r)} x={px(*x)} y={px(*y)} text-anchor={*anchor}>{ text }</text> }
        }) }
    </g> }
}
