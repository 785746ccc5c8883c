//! A scenario in miniature: the stage's marks, without words.

use super::*;
use crate::gallery::preview;

#[derive(Properties, PartialEq)]
pub struct MiniatureProps {
    pub recording: ByRc<Recording>,
    /// The step that it shows; the one that tells most, where none is said.
    #[prop_or_default]
    pub step: Option<usize>,
}

#[function_component(Miniature)]
pub fn miniature(props: &MiniatureProps) -> Html {
    let scene = preview(&props.recording, props.step);
    let width = px(scene.frame.width);
    let (top, bottom) = (scene.lanes.left.top, scene.lanes.right.bottom);
    let lane = |side: Side| {
        let LaneBox { top, bottom } = scene.lanes[side];
        let left = scene.axis.left;
        let past = (scene.flags[side].past - left).max(0.0);
        html! { <>
            <rect class="st-lane" x="0" y={px(top)} width={width.clone()} height={px(bottom - top)} />
            <rect class="mini-past" x="0" y={px(top)} width={if past > 0.0 { px(past + left) } else { px(0.0) }} height={px(bottom - top)} />
        </> }
    };
    // A mark stays as large on the card, however far the picture is scaled down.
    let scale = (scene.frame.width / 220.0).max(1.0);
    let edges = [scene.lanes.left.bottom, scene.lanes.right.top];
    let watermark = |flag: &Flag| {
        if flag.time.is_none() {
            return Html::default();
        }
        let LaneBox { top, bottom } = scene.lanes[flag.side];
        html! { <line class={classes!("st-wm", l(flag.side))} x1={px(flag.x)} x2={px(flag.x)} y1={px(top)} y2={px(bottom)} /> }
    };
    html! {
        <svg class="mini" viewBox={format!("0 {} {} {}", px(top), width, px(scene.frame.width / crate::gallery::RATIO))}
            preserveAspectRatio="xMidYMid meet" aria-hidden="true" focusable="false">
            { for Side::BOTH.into_iter().map(lane) }
            { for edges.iter().map(|y| html! { <line class="st-edge" x1="0" x2={width.clone()} y1={px(*y)} y2={px(*y)} /> }) }
            { for scene.windows.boxes.iter().map(mini_window) }
            { for scene.versions.iter().map(draw_version) }
            { for scene.as_of.iter().map(|line| draw_as_of(line, None)) }
            { for scene.curves.iter().map(|curve| draw_curve(curve, None)) }
            { for scene.marks.iter().filter_map(|mark| mark.life.map(|life| draw_life(mark.side, mark.selected, life))) }
            { watermark(&scene.flags.left) }
            { watermark(&scene.flags.right) }
            { for scene.join.iter().map(|join| html! { <line class="st-min" x1={px(join.x)} x2={px(join.x)} y1={px(scene.lanes.left.bottom)} y2={px(scene.lanes.right.top)} /> }) }
            { for scene.tails.iter().map(draw_tail) }
            { for scene.marks.iter().map(|mark| mini_mark(mark, scale)) }
            { for scene.tails.iter().map(|tail| mini_void(tail, scale)) }
            <rect class="mini-frame" x="0" y={px(top)} width={width.clone()} height={px(bottom - top)} />
        </svg>
    }
}

fn mini_mark(mark: &Mark, scale: f64) -> Html {
    if matches!(mark.state, State::LateNotKept | State::LateMatchedNotKept) {
        let arm = 3.6 * scale;
        let (left, right, top, bottom) = (px(mark.x - arm), px(mark.x + arm), px(mark.y - arm), px(mark.y + arm));
        return html! { <path class="st-x" d={format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")} /> };
    }
    shape(&Mark { radius: mark.radius.min(5.5) * scale, ..mark.clone() })
}

fn mini_void(tail: &Tail, scale: f64) -> Html {
    let ((x, y), r) = (tail.to, 5.0 * scale);
    html! { <>
        <circle class="st-void" cx={px(x)} cy={px(y)} r={px(r)} />
        <path class="st-slash" d={format!("M{} {}l{d} -{d}", px(x - 1.2 * r), px(y + 1.2 * r), d = px(2.4 * r))} />
    </> }
}

fn mini_window(window: &WindowBox) -> Html {
    let class = match window.state {
        WindowState::Done | WindowState::Kept => "done",
        WindowState::Now => "now",
        WindowState::Open => "open",
        WindowState::Empty => "",
    };
    html! { <rect class={classes!("st-win", class)} x={px(window.x)} y={px(window.y)} width={px(window.width)} height={px(window.height)} rx="3" /> }
}
