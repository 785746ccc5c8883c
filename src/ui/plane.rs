//! The plane of event time against arrival, drawn. Where everything lies is [`crate::stage::plane`]'s.

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::{ByRc, Msg, measure::Canvas, transport::px};
use crate::{
    engine::RowId,
    explain::{Words, format::fill_plain, messages::Messages},
    replay::{Recording, State, View, series::series},
    scenario::{Lang, Side, Sides, time::TimeStyle},
    stage::{
        Extent, Frame,
        plane::{Cell, Plane, PlaneInput, PlaneMark, Stair, plane},
    },
    workspace::{Action, KeyAct, KeyFocus, KeyPress, Selection, stage_key},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    /// The selected rows; the last one is the one that keys act on.
    pub chosen: Vec<RowId>,
    pub extent: Option<Extent>,
    pub lang: Lang,
    pub width: i32,
    pub send: Callback<Msg>,
}

/// Px of the plane's height, on a phone and elsewhere.
const LOW: f64 = 330.0;
const HIGH: f64 = 480.0;

#[function_component(PlaneView)]
pub fn plane_view(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let (recording, view) = (&props.recording, &props.view);
    let svg = use_node_ref();
    let dragging = use_mut_ref(|| false);
    let canvas = use_memo((), |()| Canvas::new());
    let series = use_memo(recording.clone(), |recording| series(recording));
    let words = Words::new(recording, lang);
    let scenario = recording.scenario();
    let frame = Frame::of(f64::from(props.width.max(280)));
    let height = if frame.names == 0.0 { LOW } else { HIGH };
    let scene = plane(&PlaneInput {
        recording,
        series: &series,
        view,
        selected: &props.chosen,
        axis: frame.axis(recording, props.extent),
        // Below what the scale at the side is of, where it has room to say it.
        top: frame.ruler + if frame.names == 0.0 { 16.0 } else { 32.0 },
        bottom: height - 18.0,
        measure: &*canvas,
    });
    let streams =
        Sides::new(scenario.streams.left.label(lang).to_string(), scenario.streams.right.label(lang).to_string());

    // A press beside the marks shows the step at that height, a drag those on its way.
    let step_at = {
        let (svg, first, last) = (svg.clone(), scene.y(scene.first), scene.y(scene.last));
        let span = (scene.first, scene.last);
        move |event: &PointerEvent| {
            let rect = svg.cast::<Element>()?.get_bounding_client_rect();
            let y = f64::from(event.client_y()) - rect.top();
            let share = ((first - y) / (first - last).max(1.0)).clamp(0.0, 1.0);
            Some((span.0 as f64 + share * (span.1 - span.0) as f64).round() as usize)
        }
    };
    let onpointerdown = {
        let (svg, dragging, step_at, send) = (svg.clone(), dragging.clone(), step_at.clone(), props.send.clone());
        Callback::from(move |event: PointerEvent| {
            let target: Option<Element> = event.target_dyn_into();
            let on = |selector: &str| target.as_ref().is_some_and(|at| at.closest(selector).ok().flatten().is_some());
            if event.button() != 0 || !event.is_primary() || on("[role=option], [role=img]") {
                return;
            }
            if let Some(element) = svg.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            *dragging.borrow_mut() = true;
            if let Some(step) = step_at(&event) {
                send.emit(Msg::Do(Action::Seek(step)));
            }
        })
    };
    let onpointermove = {
        let (dragging, send, now) = (dragging.clone(), props.send.clone(), view.step);
        Callback::from(move |event: PointerEvent| {
            if let Some(step) = step_at(&event).filter(|step| *dragging.borrow() && *step != now) {
                send.emit(Msg::Do(Action::Seek(step)));
            }
        })
    };
    let let_go = Callback::from(move |_: PointerEvent| *dragging.borrow_mut() = false);
    let onkeydown = keys(props, scene.axis.snap(), svg.clone());
    let summary = fill_plain(
        lang,
        m.charts.plane_summary,
        &[("left", streams.left.clone().into()), ("right", streams.right.clone().into())],
    );
    html! {
        <svg ref={svg} class="plane-svg" viewBox={format!("0 0 {} {}", px(frame.width), px(height))} width={px(frame.width)} height={px(height)}
            role="group" aria-label={summary} {onpointerdown} {onpointermove} onpointerup={let_go.clone()} onpointercancel={let_go} {onkeydown}>
            <defs><pattern id="plane-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <line class="st-hatchl" x1="0" y1="0" x2="0" y2="7" /></pattern></defs>
            { ground(&scene, &frame, height, words.style(), m) }
            <g aria-hidden="true" class="quiet">
                <polygon class="pl-past" points={points(&scene.past)} />
                { stair(&scene.stairs.left, "l") }
                { stair(&scene.stairs.right, "r") }
                { stair(&scene.join, "j") }
                { for scene.pairs.iter().map(|pair| html! {
                    <line class={classes!("st-match", (!pair.now).then_some("old"))} x1={px(pair.left.0)} y1={px(pair.left.1)} x2={px(pair.right.0)} y2={px(pair.right.1)} /> }) }
                { for scene.stay.iter().map(|stay| {
                    let ((x, y), due) = (stay.from, stay.due);
                    let end = stay.left.or(scene.now).map_or(y, |end| end.min(y));
                    let side = if stay.side == Side::Left { "l" } else { "r" };
                    html! { <path class={classes!("pl-stay", side)} d={format!("M{} {}H{}V{}", px(x), px(y), px(due), px(end))} /> }
                }) }
                { for scene.now.iter().map(|y| html! { <>
                    <line class="pl-now" x1={px(frame.names)} x2={px(frame.width)} y1={px(*y)} y2={px(*y)} />
                </> }) }
            </g>
            { for scene.cells.iter().map(|cell| draw_cell(cell, &streams, &words, m, props)) }
            { for Side::BOTH.into_iter().map(|side| side_marks(side, &scene, &frame, &streams, &words, m, props)) }
            if props.extent.is_some() && frame.names > 0.0 {
                <rect class="st-cover" aria-hidden="true" x="0" y="0" width={px(frame.names)} height={px(height)} />
            }
            { side_scale(&scene, &frame, m, lang) }
            { legend(&frame, &streams, &words, m, props) }
        </svg>
    }
}

fn points(all: &[(f64, f64)]) -> String {
    all.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect::<Vec<_>>().join(" ")
}

fn ground(scene: &Plane, frame: &Frame, height: f64, style: TimeStyle, m: &Messages) -> Html {
    let style = TimeStyle { seconds: false, ..style };
    let left = frame.names;
    html! { <>
        <rect class="st-lane" x={px(left)} y={px(frame.ruler)} width={px(frame.width - left)} height={px(height - frame.ruler)} />
        <g aria-hidden="true" class="quiet">
            { for scene.ticks.iter().map(|tick| html! { <>
                <line class={classes!("st-grid", (!tick.major).then_some("minor"))} x1={px(tick.x)} x2={px(tick.x)} y1={px(frame.ruler)} y2={px(height)} />
                if tick.major && tick.x > left - 4.0 { <text class="st-tick" x={px(tick.x.max(20.0))} y="15">{ style.show(tick.time) }</text> }
            </> }) }
            { for scene.steps.iter().map(|(_, y)| html! { <line class="st-grid minor" x1={px(left)} x2={px(frame.width)} y1={px(*y)} y2={px(*y)} /> }) }
            <line class="st-edge" x1="0" x2={px(frame.width)} y1={px(frame.ruler)} y2={px(frame.ruler)} />
            <text class="st-dimt" x={px(frame.width - 8.0)} y={px(height - 6.0)} text-anchor="end">{ m.charts.unit_time }</text>
        </g>
    </> }
}

/// The steps at the side, and the one shown.
fn side_scale(scene: &Plane, frame: &Frame, m: &Messages, lang: Lang) -> Html {
    let narrow = frame.names == 0.0;
    let (x, anchor) = if narrow { (4.0, "start") } else { (frame.names - 8.0, "end") };
    let near = |y: f64| scene.now.is_some_and(|now| (now - y).abs() < 13.0);
    html! { <g aria-hidden="true" class="quiet">
        { for scene.steps.iter().filter(|(_, y)| !near(*y)).map(|(step, y)| html! { <text class="st-tick pl-step" x={px(x)} y={px(y + 4.0)} text-anchor={anchor}>{ step }</text> }) }
        { for scene.now.iter().map(|y| html! {
            <text class="st-tick pl-step now" x={px(x)} y={px(y + 4.0)} text-anchor={anchor}>{ fill_plain(lang, m.charts.plane_step, &[("step", scene.step_at(*y).to_string().into())]) }</text> }) }
        if !narrow { <text class="st-sub" x="16" y={px(frame.ruler + 17.0)}>{ m.charts.arrival }</text> }
    </g> }
}

fn stair(stair: &Stair, who: &'static str) -> Html {
    html! { <>
        <polyline class={classes!("pl-stair", who, "after")} points={points(&stair.after)} />
        <polyline class={classes!("pl-stair", who)} points={points(&stair.before)} />
    </> }
}

/// Which line is which, and where it is at the step shown.
fn legend(frame: &Frame, streams: &Sides<String>, words: &Words, m: &Messages, props: &Props) -> Html {
    let view = &props.view;
    let stream = |side: Side| fill_plain(props.lang, m.charts.stair, &[("stream", streams[side].clone().into())]);
    let lines = [
        ("l", stream(Side::Left), view.watermark.left),
        ("r", stream(Side::Right), view.watermark.right),
        ("j", m.charts.stair_join.to_string(), view.join_watermark),
    ];
    let x = frame.names + 12.0;
    html! { <g aria-hidden="true" class="quiet">
        { for lines.into_iter().enumerate().map(|(at, (who, name, time))| {
            let y = frame.ruler + 17.0 + 16.0 * at as f64;
            html! { <>
                <path class={classes!("pl-stair", who)} d={format!("M{} {}h18", px(x), px(y - 4.0))} />
                <text class="pl-key" x={px(x + 24.0)} y={px(y)}>{ name }{ " " }<tspan class="b">{ time.map_or_else(|| m.panels.none.to_string(), |time| words.time(time)) }</tspan></text>
            </> }
        }) }
        <text class="pl-key quietly" x={px(x)} y={px(frame.ruler + 67.0)}>{ m.charts.late_side }</text>
    </g> }
}

fn side_marks(
    side: Side,
    scene: &Plane,
    frame: &Frame,
    streams: &Sides<String>,
    words: &Words,
    m: &Messages,
    props: &Props,
) -> Html {
    let name = fill_plain(props.lang, m.ui.stream_events, &[("stream", streams[side].clone().into())]);
    let mine = || scene.marks.iter().filter(|mark| mark.side == side);
    let active =
        props.chosen.last().filter(|row| mine().any(|mark| mark.row == **row)).map(|row| format!("plane-{}", row.0));
    html! {
        <g role="listbox" aria-label={name} aria-multiselectable="true" tabindex="0" data-side={side.word()} aria-activedescendant={active} class="st-list">
            <rect class="st-focus" x={px(frame.names + 2.0)} y={px(frame.ruler + 2.0)} rx="4" width={px(frame.width - frame.names - 4.0)}
                height={px(scene.bottom - frame.ruler + 12.0)} />
            { for mine().map(|mark| {
                let selection = Selection { side, id: props.recording.rows().id(props.recording.scenario(), mark.row).into() };
                let select = props.send.reform(move |event: MouseEvent| {
                    let also = event.shift_key() || event.ctrl_key() || event.meta_key();
                    Msg::Do(if also { Action::SelectAlso(selection.clone()) } else { Action::Select(Some(selection.clone())) })
                });
                html! { <MarkView key={mark.row.0} mark={mark.clone()} name={words.option_name(&props.view, mark.row)} {select} /> }
            }) }
        </g>
    }
}

#[derive(Properties)]
struct MarkProps {
    mark: PlaneMark,
    name: String,
    select: Callback<MouseEvent>,
}

impl PartialEq for MarkProps {
    /// What a press does follows from the row.
    fn eq(&self, other: &Self) -> bool {
        self.mark == other.mark && self.name == other.name
    }
}

#[function_component(MarkView)]
fn mark_view(props: &MarkProps) -> Html {
    let mark = &props.mark;
    let PlaneMark { x, y, radius, state, side, .. } = *mark;
    let gone = matches!(state, State::Left | State::LeftAsNull | State::LeftUnmatched);
    let late = matches!(state, State::LateNotKept | State::LateMatchedNotKept);
    let ahead = matches!(state, State::NotYetArrived | State::Pending | State::Ignored);
    let l = if side == Side::Left { "l" } else { "r" };
    let fill = if ahead {
        Some("next")
    } else if mark.matched {
        None
    } else {
        Some("wait")
    };
    let class = classes!("st-mark", l, fill, gone.then_some("gone"));
    let tone = if late {
        Some("late")
    } else if gone {
        Some("gone")
    } else {
        None
    };
    html! {
        <g role="option" id={format!("plane-{}", mark.row.0)} aria-label={props.name.clone()} aria-selected={mark.selected.to_string()}
            class="mark" data-links={crate::ui::link::row(mark.row)} onclick={props.select.clone()}>
            <circle class="st-hit" cx={px(x)} cy={px(y)} r={px(radius.max(6.0) + 3.0)} />
            <circle class="st-lit" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} />
            if mark.changed { <circle class="st-halo" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} /> }
            if mark.selected { <circle class="st-ring" cx={px(x)} cy={px(y)} r={px(radius + 4.5)} /> }
            if late {
                { cross(x, y, radius.min(4.7)) }
            } else if side == Side::Left {
                <circle {class} cx={px(x)} cy={px(y)} r={px(radius)} />
            } else {
                <rect {class} x={px(x - radius * 0.92)} y={px(y - radius * 0.92)} width={px(radius * 1.84)} height={px(radius * 1.84)} rx="1.5" />
            }
            if let Some((x, y, anchor, id)) = &mark.label {
                <text class={classes!("st-lbl", l, tone)} x={px(*x)} y={px(*y)} text-anchor={*anchor} aria-hidden="true">{ id }</text>
            }
        </g>
    }
}

fn cross(x: f64, y: f64, arm: f64) -> Html {
    let d =
        format!("M{} {}l{a} {a}M{} {}l-{a} {a}", px(x - arm), px(y - arm), px(x + arm), px(y - arm), a = px(2.0 * arm));
    html! { <path class="st-x" {d} /> }
}

fn draw_cell(cell: &Cell, streams: &Sides<String>, words: &Words, m: &Messages, props: &Props) -> Html {
    let lang = props.lang;
    let count = |pattern: &str, count: u32| fill_plain(lang, pattern, &[("count", count.to_string().into())]);
    let kept = |side: Side| {
        let args = [("count", cell.kept[side].to_string().into()), ("stream", streams[side].clone().into())];
        (cell.kept[side] > 0).then(|| fill_plain(lang, m.charts.cell_kept, &args))
    };
    let kinds = [
        kept(Side::Left),
        kept(Side::Right),
        (cell.late > 0).then(|| count(m.charts.kind_late, cell.late)),
        (cell.ahead > 0).then(|| count(m.charts.kind_ahead, cell.ahead)),
    ];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    let args = [
        ("first", words.time(cell.first).into()),
        ("end", words.time(cell.end).into()),
        ("from", cell.steps.0.to_string().into()),
        ("to", cell.steps.1.to_string().into()),
        ("count", cell.total().to_string().into()),
        ("kinds", kinds.join(if lang == Lang::Zh { "，" } else { ", " }).into()),
    ];
    let name = fill_plain(lang, m.charts.cell, &args);
    let (first, last) = (cell.first, cell.end);
    let zoom = props.send.reform(move |_: MouseEvent| Msg::Zoom(Some(Extent { first, last })));
    // Left and right share the width as they share the rows.
    let both = cell.kept.left + cell.kept.right;
    let split = if both == 0 { 0.0 } else { cell.width * f64::from(cell.kept.left) / f64::from(both) };
    let strength = format!("{:.2}", 0.25 + 0.75 * cell.weight);
    html! {
        <g key={format!("{}-{}", cell.steps.0, cell.first)} role="img" aria-label={name.clone()} class="st-bin" onclick={zoom}>
            <title>{ name }</title>
            if both > 0 {
                <rect class="st-bar l" x={px(cell.x)} y={px(cell.y)} width={px(split)} height={px(cell.height)} fill-opacity={strength.clone()} />
                <rect class="st-bar r" x={px(cell.x + split)} y={px(cell.y)} width={px(cell.width - split)} height={px(cell.height)} fill-opacity={strength} />
            } else {
                <rect class={classes!("st-bar", "next")} x={px(cell.x + 0.5)} y={px(cell.y + 0.5)} width={px((cell.width - 1.0).max(1.0))} height={px((cell.height - 1.0).max(1.0))} />
            }
            if cell.late > 0 {
                { cross(cell.x + cell.width / 2.0, cell.y + cell.height / 2.0, 3.5) }
            }
        </g>
    }
}

/// The same keys as on the stage; those that have no place here do nothing.
fn keys(props: &Props, grid: i64, svg: NodeRef) -> Callback<KeyboardEvent> {
    let (recording, view, chosen, send) =
        (props.recording.clone(), props.view.clone(), props.chosen.clone(), props.send.clone());
    Callback::from(move |event: KeyboardEvent| {
        let pressed = event.key();
        let command = event.ctrl_key() || event.meta_key();
        let press = KeyPress { key: &pressed, shift: event.shift_key(), alt: event.alt_key(), command };
        let target = event.target_dyn_into::<Element>();
        let side =
            target.and_then(|at| at.closest("[data-side]").ok().flatten()).and_then(|at| at.get_attribute("data-side"));
        let focus = match side.as_deref() {
            Some("left") => KeyFocus::Lane(Side::Left),
            Some("right") => KeyFocus::Lane(Side::Right),
            _ => KeyFocus::Nothing,
        };
        let Some(act) = stage_key(&recording, &view, &chosen, focus, press, grid) else { return };
        event.prevent_default();
        event.stop_propagation();
        send.emit(match act {
            None | Some(KeyAct::Watermark(_)) => return,
            Some(KeyAct::Do(action)) => Msg::Do(action),
            Some(KeyAct::GoTo(row)) => {
                let selector = format!("[role=listbox][data-side={}]", row.side.word());
                let list = svg.cast::<Element>().and_then(|svg| svg.query_selector(&selector).ok().flatten());
                if let Some(list) = list.and_then(|list| list.dyn_into::<web_sys::SvgElement>().ok()) {
                    let _ = list.focus();
                }
                Msg::Do(Action::Select(Some(row)))
            }
            Some(KeyAct::Form(push)) => Msg::OpenForm(push),
            Some(KeyAct::EditRow(index)) => Msg::EditRow(index),
            Some(KeyAct::Remove) => Msg::DeleteChosen,
        });
    })
}

/// Which picture is shown, as a choice among three.
#[derive(Properties, PartialEq)]
pub struct SwitchProps {
    pub look: crate::link::Look,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(LookSwitch)]
pub fn look_switch(props: &SwitchProps) -> Html {
    use crate::link::Look;
    let m = &Messages::of(props.lang).charts;
    html! {
        <div class="seg looks" role="group" aria-label={m.view}>
            { for [(Look::Stage, m.look_stage), (Look::Plane, m.look_plane), (Look::Tables, m.look_tables)].into_iter().map(|(look, name)| html! {
                <button key={name} type="button" aria-pressed={(look == props.look).to_string()} onclick={props.send.reform(move |_: MouseEvent| Msg::Look(look))}>{ name }</button>
            }) }
        </div>
    }
}
