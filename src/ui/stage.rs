//! The stage: two lanes, and all that can be grasped on it. The picture is [`crate::stage::Scene`]; this draws it as SVG and
//! turns pointers and keys into edits.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::{ByRc, Msg, measure::Canvas, transport::px};
use crate::{
    engine::{Effect, RowId},
    explain::{WindowNote, Words, format::fill_plain, messages::Messages},
    replay::{Recording, State, View},
    scenario::{Dialect, JoinKind, Lang, Scenario, Side, Step, Strategy, Window},
    stage::{
        AsOf, Axis, Band, Curve, Flag, Font, Frame, Input, JoinLine, LaneBox, Life, LifeEnd, Mark, Measure, Notes,
        Scene, Tail, VersionBar, WindowBox, WindowState, scene,
    },
    workspace::{Action, Edit, Selection, next_push},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    /// The recording that a drag changes: the same as `recording` while nothing is dragged.
    pub settled: ByRc<Recording>,
    pub settled_view: ByRc<View>,
    pub selected: Option<RowId>,
    pub previewing: bool,
    pub lang: Lang,
    pub width: i32,
    pub send: Callback<Msg>,
    /// Begins every id in it: more than one stage may be on a page.
    #[prop_or_default]
    pub prefix: &'static str,
    /// Rows can be selected, and nothing is edited.
    #[prop_or_default]
    pub read_only: bool,
    /// The recording of a stage beside this one and the step that shows: they share the axis.
    #[prop_or_default]
    pub beside: Option<(ByRc<Recording>, usize)>,
}

/// What is being dragged, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drag {
    what: Grip,
    /// Where the pointer went down, in px of the stage.
    x: f64,
    /// How far from the thing's own x it took hold.
    offset: f64,
    moved: bool,
    /// The axis at the start: it stands still while something is dragged over it.
    axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Grip {
    Mark(RowId),
    Flag(Side),
    Delay(Side),
    Lane(Side),
}

/// Pointers tremble; less than this is a click.
const CLICK: f64 = 3.0;

#[function_component(Stage)]
pub fn stage(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let svg = use_node_ref();
    let canvas = use_memo((), |()| Canvas::new());
    let drag = use_state(|| None::<Drag>);
    let ghost = use_state(|| None::<(Side, i64)>);
    let (recording, view) = (&props.recording, &props.view);
    let scenario = recording.scenario();
    let words = Words::new(recording, lang);

    let frame = Frame::of(f64::from(props.width.max(280)));
    let fit = || match &props.beside {
        Some((other, step)) => frame.fit_both((recording, view.step), (other, *step)),
        None => frame.fit(recording, view.step),
    };
    let axis = drag.as_ref().map_or_else(fit, |drag| drag.axis);
    let notes = notes(props, &words, m, drag.as_ref());
    let scene = scene(&Input {
        recording,
        view,
        selected: props.selected,
        notes: &notes,
        lang,
        frame,
        axis,
        measure: &*canvas,
    });

    let window_notes = if scene.windows.boxes.is_empty() { Vec::new() } else { words.window_notes(view) };

    let at = {
        let svg = svg.clone();
        move |event: &PointerEvent| -> Option<(f64, f64)> {
            let rect = svg.cast::<Element>()?.get_bounding_client_rect();
            Some((f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top()))
        }
    };

    let read_only = props.read_only;
    let onpointerdown = {
        let (drag, at, svg, ghost) = (drag.clone(), at.clone(), svg.clone(), ghost.clone());
        let (flags, marks) = (scene.flags.clone(), scene.marks.iter().map(|m| (m.row, m.x)).collect::<Vec<_>>());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || !event.is_primary() {
                return;
            }
            let (Some(what), Some((x, _))) = (grip(&event), at(&event)) else { return };
            if read_only && !matches!(what, Grip::Mark(_)) {
                return;
            }
            let own = match what {
                Grip::Mark(row) => marks.iter().find(|(of, _)| *of == row).map_or(x, |(_, x)| *x),
                Grip::Flag(side) => flags[side].x,
                Grip::Delay(_) | Grip::Lane(_) => x,
            };
            if let Some(element) = svg.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            ghost.set(None);
            drag.set(Some(Drag { what, x, offset: x - own, moved: false, axis }));
        })
    };

    let edit_for = {
        let (settled, settled_view) = (props.settled.clone(), props.settled_view.clone());
        move |drag: &Drag, x: f64, event: &PointerEvent| {
            edit_of(&settled, &settled_view, drag, x, event.alt_key(), event.shift_key())
        }
    };
    let onpointermove = {
        let (drag, at, send, ghost, edit_for) =
            (drag.clone(), at.clone(), props.send.clone(), ghost.clone(), edit_for.clone());
        let lanes = scene.lanes;
        Callback::from(move |event: PointerEvent| {
            let Some((x, y)) = at(&event).filter(|_| !read_only) else { return };
            let Some(held) = *drag else {
                let side = Side::BOTH.into_iter().find(|side| y >= lanes[*side].top && y < lanes[*side].bottom);
                let over_lane = matches!(grip(&event), Some(Grip::Lane(_)));
                let next = side
                    .filter(|_| over_lane && event.pointer_type() == "mouse" && x >= axis.left)
                    .map(|side| (side, if event.alt_key() { axis.time(x) } else { axis.snapped(x) }));
                if *ghost != next {
                    ghost.set(next);
                }
                return;
            };
            if !held.moved && (x - held.x).abs() < CLICK {
                return;
            }
            if matches!(held.what, Grip::Lane(_)) {
                return;
            }
            drag.set(Some(Drag { moved: true, ..held }));
            send.emit(Msg::Do(Action::Preview(edit_for(&held, x, &event))));
        })
    };
    let onpointerup = {
        let (drag, at, send, edit_for) = (drag.clone(), at.clone(), props.send.clone(), edit_for.clone());
        let (recording, view) = (props.settled.clone(), props.settled_view.clone());
        let selected = props.selected;
        Callback::from(move |event: PointerEvent| {
            let (Some(held), Some((x, y))) = (*drag, at(&event)) else { return };
            drag.set(None);
            let select = |row: RowId| {
                let info = recording.rows().get(row);
                let id = recording.rows().id(recording.scenario(), row).into();
                Msg::Do(Action::Select(Some(Selection { side: info.side, id })))
            };
            if held.moved {
                send.emit(Msg::Do(match edit_for(&held, x, &event) {
                    Some(edit) => Action::Edit(edit),
                    None => Action::Preview(None),
                }));
                if let Grip::Mark(row) = held.what {
                    send.emit(select(row));
                }
                return;
            }
            match held.what {
                Grip::Mark(row) => send.emit(select(row)),
                Grip::Lane(side) if (x - held.x).abs() < CLICK && x >= axis.left => {
                    let time = if event.alt_key() { axis.time(x) } else { axis.snapped(x) };
                    let key = partner_key(&recording, &view, selected, side, time);
                    let push = next_push(recording.scenario(), side, time, key.as_deref());
                    send.emit(Msg::AddAt(push, (x as i32, y as i32)));
                }
                Grip::Flag(side) => send.emit(Msg::FocusWatermark(side)),
                Grip::Lane(_) | Grip::Delay(_) => {}
            }
        })
    };
    let cancel = {
        let (drag, send) = (drag.clone(), props.send.clone());
        move || {
            if drag.is_some() {
                drag.set(None);
                send.emit(Msg::Do(Action::Preview(None)));
            }
        }
    };
    // What is edited meanwhile (undo, Delete) may take away or renumber what is held: the drag ends.
    {
        let cancel = cancel.clone();
        use_effect_with(props.settled.clone(), move |_| cancel());
    }
    let onpointercancel = {
        let cancel = cancel.clone();
        Callback::from(move |_: PointerEvent| cancel())
    };
    let onpointerleave = {
        let ghost = ghost.clone();
        Callback::from(move |_: PointerEvent| ghost.set(None))
    };
    // Esc ends a drag wherever the focus is, a pointer takes none; and it ends nothing else besides.
    {
        let (cancel, dragging) = (cancel.clone(), drag.is_some());
        use_effect_with(dragging, move |dragging| {
            let listener = dragging.then(|| {
                let first = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
                EventListener::new_with_options(&gloo::utils::window(), "keydown", first, move |event| {
                    if event.dyn_ref::<web_sys::KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
                        event.prevent_default();
                        event.stop_propagation();
                        cancel();
                    }
                })
            });
            move || drop(listener)
        });
    }
    let onkeydown = keys(props, axis);

    let summary = fill_plain(
        lang,
        m.app.stage_summary,
        &[
            ("left", scenario.streams.left.label(lang).to_string().into()),
            ("right", scenario.streams.right.label(lang).to_string().into()),
        ],
    );
    let height = scene.height;
    html! {
        <svg ref={svg} class={classes!("stage-svg", drag.as_ref().is_some_and(|d| d.moved).then_some("dragging"), read_only.then_some("read-only"))}
            viewBox={format!("0 0 {} {}", px(frame.width), px(height))} width={px(frame.width)} height={px(height)}
            role="group" aria-label={summary}
            {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {onpointerleave} {onkeydown}>
            <defs>
                <pattern id={format!("{}hatch", props.prefix)} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <line class="st-hatchl" x1="0" y1="0" x2="0" y2="7" /></pattern>
            </defs>
            { ground(&scene, &words) }
            { for scene.band.iter().map(|band| draw_band(band, &scene)) }
            { for Side::BOTH.into_iter().map(|side| past(&scene, side)) }
            <g aria-hidden="true">
                { for scene.marks.iter().filter_map(|mark| mark.life.as_ref().map(|life| draw_life(mark, life))) }
                { for scene.versions.iter().map(draw_version) }
                { for scene.as_of.iter().map(draw_as_of) }
                { for scene.curves.iter().map(draw_curve) }
                { for scene.tails.iter().map(draw_tail) }
                { for scene.windows.boxes.iter().map(|window| draw_window(window, &window_notes, props.prefix, &words, m)) }
            </g>
            { for Side::BOTH.into_iter().map(|side| lane_marks(side, &scene, props, &words)) }
            <g aria-hidden="true">
                { for scene.curves.iter().filter_map(|curve| curve.label.as_ref()).map(|(x, y, text)| html! {
                    <text class="st-mlbl" x={px(*x)} y={px(*y)}>{ text }</text> }) }
                { for scene.tails.iter().map(draw_void) }
                { ghost_mark(&scene, *ghost, &words, &canvas) }
            </g>
            { names(&scene, props, &words, m) }
            { dimension(&scene) }
            { for scene.next_watermark.iter().map(|x| html! {
                <line class="st-min next quiet" aria-hidden="true" x1={px(*x)} x2={px(*x)} y1={px(scene.lanes.left.top)} y2={px(scene.lanes.right.bottom)} /> }) }
            { for scene.join.iter().map(|join| draw_join_line(join, &scene)) }
            { draw_flag(&scene.flags.left, &scene, props, &words, m) }
            { draw_flag(&scene.flags.right, &scene, props, &words, m) }
            { for scene.join.iter().map(|join| draw_join_label(join, &scene)) }
            if scene.hidden > 0 {
                <text class="st-dimt quiet" x={px(frame.width - 8.0)} y={px(scene.lanes.right.bottom - 8.0)} text-anchor="end">
                    { fill_plain(lang, m.app.hidden_rows, &[("count", scene.hidden.to_string().into())]) }</text>
            }
            // The first actions stay until each is done, in a scenario that began empty.
            if !read_only && scenario.script.len() < 6 && scenario.title == Scenario::empty().title && scenario.dialect != Dialect::Spark {
                { first_run(&scene, props, m, lang) }
            }
        </svg>
    }
}

/// What lies under a pointer, by the nearest element that says so.
fn grip(event: &PointerEvent) -> Option<Grip> {
    let target: Element = event.target_dyn_into()?;
    let element = target.closest("[data-grip]").ok().flatten()?;
    let value = element.get_attribute("data-grip")?;
    let side = |word: &str| if word == "left" { Side::Left } else { Side::Right };
    Some(match value.split_once(' ')? {
        ("mark", row) => Grip::Mark(RowId(row.parse().ok()?)),
        ("flag", word) => Grip::Flag(side(word)),
        ("delay", word) => Grip::Delay(side(word)),
        (_, word) => Grip::Lane(side(word)),
    })
}

/// The edit that a drag to `x` stands for; `None` if it stands for nothing.
fn edit_of(recording: &Recording, view: &View, drag: &Drag, x: f64, exact: bool, far: bool) -> Option<Edit> {
    let axis = &drag.axis;
    // Shift: ten times as far as the pointer goes.
    let x = if far { drag.x + (x - drag.x) * 10.0 } else { x };
    let to = |x: f64| if exact { axis.time(x) } else { axis.snapped(x) };
    match drag.what {
        Grip::Mark(row) => {
            Edit::retime(recording.scenario(), recording.rows().get(row).step as usize, to(x - drag.offset))
        }
        Grip::Flag(_) if recording.scenario().dialect == Dialect::Spark => None,
        Grip::Flag(side) => {
            let time = to(x - drag.offset);
            // A watermark never goes back: to the left of where it is there is nothing to do.
            let ahead = view.watermark[side].is_none_or(|now| time > now);
            ahead.then_some(Edit::Insert(Step::Watermark { side, time }))
        }
        Grip::Delay(side) => {
            let Strategy::Bounded { delay } = recording.scenario().streams[side].watermark else { return None };
            let grown = axis.time(drag.x).saturating_sub(axis.time(x));
            let snap = if exact { 1 } else { axis.snap() };
            let delay = delay.saturating_add(grown).saturating_add(snap / 2).div_euclid(snap).saturating_mul(snap);
            Some(Edit::Strategy(side, Strategy::Bounded { delay: delay.max(0) }))
        }
        Grip::Lane(_) => None,
    }
}

/// The selected row's key, if a row of `side` at `time` would lie in its band.
fn partner_key(recording: &Recording, _view: &View, selected: Option<RowId>, side: Side, time: i64) -> Option<String> {
    let row = selected?;
    let info = recording.rows().get(row);
    let words = Words::new(recording, Lang::En);
    let near = match recording.scenario().join.kind {
        JoinKind::Interval(_) => words.band(row).is_some_and(|(first, last)| first <= time && time <= last),
        _ => true,
    };
    if info.side == side || !near {
        return None;
    }
    recording.rows().push(recording.scenario(), row).and_then(|push| push.key.as_deref()).map(str::to_string)
}

fn notes(props: &Props, words: &Words, m: &Messages, drag: Option<&Drag>) -> Notes {
    let view = &props.view;
    let mut notes = Notes::default();
    for side in Side::BOTH {
        notes.flags[side] =
            if view.watermark[side].is_some() { words.flag(view, side) } else { m.app.watermark.to_string() };
        notes.behind[side] = words.behind_newest(view, side).unwrap_or_default();
    }
    // While a flag is dragged it says what letting go would do.
    if let Some(Drag { what: Grip::Flag(side), moved: true, .. }) = drag {
        if props.settled.scenario().dialect == Dialect::Spark {
            notes.flags[*side] = m.app.follows_events.to_string();
        } else if !props.previewing {
            notes.flags[*side] = m.app.never_back.to_string();
        } else if let Some(would) = would(props, m) {
            notes.flags[*side] = format!("{} · {would}", notes.flags[*side]);
        }
    }
    notes.join = words.join_flag(view).unwrap_or_default();
    if let Some(row) = props.selected {
        notes.leaves = words.leaves_note(view, row);
        notes.can_match = words.band_note(row);
        if let (Some(due), Some(now)) = (view.leaves(props.recording.rows(), row), view.join_watermark) {
            // A window's last ms is the one before its end; people think of the end.
            let windowed = matches!(props.recording.scenario().join.kind, JoinKind::Window { .. });
            let left = due.saturating_sub(now).saturating_sub(if windowed { 0 } else { 1 });
            let left = if windowed && left % 1000 == 999 { left + 1 } else { left };
            notes.to_go = (left > 0).then(|| words.duration(left));
        }
    }
    notes
}

/// What the step shown by a drag does to rows: "o3 would leave with NULL".
fn would(props: &Props, m: &Messages) -> Option<String> {
    let recording = &props.recording;
    let effects = recording.effects(props.view.step);
    let ids = |rows: &[RowId]| match rows {
        [] => None,
        [row] => Some(recording.rows().id(recording.scenario(), *row).to_string()),
        many => Some(fill_plain(props.lang, m.app.rows, &[("count", many.len().to_string().into())])),
    };
    let padded: Vec<RowId> = recording
        .emitted(props.view.step)
        .filter_map(|out| {
            if out.left.is_none() {
                out.right
            } else if out.right.is_none() {
                out.left
            } else {
                None
            }
        })
        .collect();
    let left: Vec<RowId> = effects
        .iter()
        .filter_map(|effect| {
            if let Effect::Left { row, .. } | Effect::CopyLeft { row, .. } = effect { Some(*row) } else { None }
        })
        .collect();
    match (ids(&padded), ids(&left)) {
        (Some(rows), _) => Some(fill_plain(props.lang, m.app.would_leave_null, &[("rows", rows.into())])),
        (None, Some(rows)) => Some(fill_plain(props.lang, m.app.would_leave, &[("rows", rows.into())])),
        (None, None) => None,
    }
}

/// The keys that act while the stage has focus.
fn keys(props: &Props, axis: Axis) -> Callback<KeyboardEvent> {
    let (recording, view, selected, send) =
        (props.settled.clone(), props.settled_view.clone(), props.selected, props.send.clone());
    let read_only = props.read_only;
    Callback::from(move |event: KeyboardEvent| {
        let rows = recording.rows();
        let scenario = recording.scenario();
        let focused: Option<Side> = event
            .target_dyn_into::<Element>()
            .and_then(|element| element.closest("[data-side]").ok().flatten())
            .and_then(|element| element.get_attribute("data-side"))
            .map(|word| if word == "left" { Side::Left } else { Side::Right });
        let lane = focused.or(selected.map(|row| rows.get(row).side)).unwrap_or(Side::Left);
        let select = |row: RowId| {
            Msg::Do(Action::Select(Some(Selection { side: rows.get(row).side, id: rows.id(scenario, row).into() })))
        };
        let in_lane = |side: Side| {
            let mut all: Vec<RowId> = rows.iter().filter(|(_, info)| info.side == side).map(|(row, _)| row).collect();
            all.sort_by_key(|row| (rows.get(*row).time, *row));
            all
        };
        let index = selected.map(|row| rows.get(row).step as usize);
        let shifted = event.shift_key() && event.alt_key();
        let key = event.key();
        if read_only && !matches!(key.as_str(), "," | "." | "ArrowUp" | "ArrowDown") {
            return;
        }
        let msg = match key.as_str() {
            "," | "." => {
                let all = in_lane(lane);
                let at = selected.and_then(|row| all.iter().position(|other| *other == row));
                let next = match (at, event.key() == ".") {
                    (None, _) => 0,
                    (Some(at), true) => at + 1,
                    (Some(at), false) => at.saturating_sub(1),
                };
                all.get(next.min(all.len().saturating_sub(1))).map(|row| select(*row))
            }
            "ArrowUp" | "ArrowDown" => {
                let time = selected.map(|row| rows.get(row).time);
                let other = in_lane(lane.other());
                let near = other.iter().min_by_key(|row| time.map_or(0, |time| rows.get(**row).time.abs_diff(time)));
                near.map(|row| select(*row))
            }
            "n" | "N" => {
                let time = selected
                    .map(|row| rows.get(row).time)
                    .or(view.newest[lane])
                    .or(view.newest[lane.other()])
                    .unwrap_or(crate::scenario::time::EXAMPLE);
                let key = partner_key(&recording, &view, selected, lane, time);
                Some(Msg::OpenForm(next_push(scenario, lane, time, key.as_deref())))
            }
            "Enter" => index.map(Msg::EditRow),
            "Delete" | "Backspace" => index.map(Msg::Delete),
            "ArrowLeft" | "ArrowRight" if shifted => {
                let by = if event.key() == "ArrowLeft" { -axis.snap() } else { axis.snap() };
                let spark = scenario.dialect == Dialect::Spark;
                let flag = event
                    .target_dyn_into::<Element>()
                    .and_then(|element| element.closest("[data-flag]").ok().flatten())
                    .is_some();
                if flag {
                    let time = view.watermark[lane].unwrap_or(axis.first).saturating_add(by);
                    let ahead = view.watermark[lane].is_none_or(|now| time > now);
                    (ahead && !spark)
                        .then_some(Msg::Do(Action::Edit(Edit::Insert(Step::Watermark { side: lane, time }))))
                } else {
                    let time = selected.map(|row| rows.get(row).time.saturating_add(by));
                    index
                        .zip(time)
                        .and_then(|(index, time)| Edit::retime(scenario, index, time))
                        .map(|edit| Msg::Do(Action::Edit(edit)))
                }
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(msg) = msg {
            send.emit(msg);
        }
    })
}

// ---- drawing ----------------------------------------------------------------------------------------

fn l(side: Side) -> &'static str {
    if side == Side::Left { "l" } else { "r" }
}

fn ground(scene: &Scene, words: &Words) -> Html {
    let frame = &scene.frame;
    let (top, bottom) = (scene.lanes.left.top, scene.lanes.right.bottom);
    // A tick says seconds only where it has some.
    let style = crate::scenario::time::TimeStyle { seconds: false, ..words.style() };
    let lane = |side: Side| {
        let LaneBox { top, bottom } = scene.lanes[side];
        html! { <rect class="st-lane" data-grip={format!("lane {}", side.word())} x={px(frame.names)} y={px(top)}
        width={px(frame.width - frame.names)} height={px(bottom - top)} /> }
    };
    let edges = [top, scene.lanes.left.bottom, scene.lanes.right.top, bottom];
    html! { <>
        { lane(Side::Left) }
        { lane(Side::Right) }
        <g aria-hidden="true" class="quiet">
            { for scene.ticks.iter().map(|tick| html! { <>
                <line class={classes!("st-grid", (!tick.major).then_some("minor"))} x1={px(tick.x)} x2={px(tick.x)} y1={px(frame.ruler)} y2={px(bottom)} />
                if tick.major && tick.x > frame.names - 4.0 {
                    <text class="st-tick" x={px(tick.x.max(20.0))} y="15">{ style.show(tick.time) }</text>
                }
            </> }) }
            { for edges.iter().map(|y| html! { <line class="st-edge" x1="0" x2={px(frame.width)} y1={px(*y)} y2={px(*y)} /> }) }
        </g>
    </> }
}

fn past(scene: &Scene, side: Side) -> Html {
    let LaneBox { top, bottom } = scene.lanes[side];
    let left = scene.axis.left.max(scene.frame.names);
    let width = scene.flags[side].past - left;
    if width <= 0.0 {
        return Html::default();
    }
    html! { <rect class="st-hatch quiet" x={px(left)} y={px(top)} width={px(width)} height={px(bottom - top)} /> }
}

fn draw_band(band: &Band, scene: &Scene) -> Html {
    let r = (band.side == Side::Right).then_some("r");
    let lane = scene.lanes[band.side.other()];
    let height = px(lane.bottom - lane.top);
    let edge = |x: f64, inclusive: bool, inward: f64| {
        let (top, bottom) = (lane.top + 1.0, lane.bottom - 1.0);
        if inclusive {
            html! { <path class={classes!("st-bandedge", r)} d={format!("M{} {}H{}V{}H{}", px(x + inward), px(top), px(x), px(bottom), px(x + inward))} /> }
        } else {
            // An open end is dashed, and does not meet the edge.
            html! { <path class={classes!("st-bandedge", "open", r)} d={format!("M{} {}V{}", px(x), px(top + 4.0), px(bottom - 4.0))} /> }
        }
    };
    html! { <g aria-hidden="true" class="quiet">
        <rect class={classes!("st-band", "shut", r)} x={px(band.from)} y={px(lane.top)} width={px((band.shut - band.from).max(0.0))} height={height.clone()} />
        <rect class={classes!("st-band", r)} x={px(band.shut)} y={px(lane.top)} width={px((band.to - band.shut).max(0.0))} {height} />
        { edge(band.from, band.from_inclusive, 7.0) }
        { edge(band.to, band.to_inclusive, -7.0) }
        { for band.ties.iter().map(|(from, to)| html! {
            <line class={classes!("st-proj", r)} x1={px(from.0)} y1={px(from.1 + 9.0 * (to.1 - from.1).signum())} x2={px(to.0)} y2={px(to.1)} /> }) }
        { for band.note.iter().map(|(x, y, anchor, text)| html! {
            <text class={classes!("st-note", r)} x={px(*x)} y={px(*y)} text-anchor={*anchor}>{ text }</text> }) }
    </g> }
}

fn draw_life(mark: &Mark, life: &Life) -> Html {
    let side = l(mark.side);
    let class = if life.gone {
        "gone"
    } else if mark.selected {
        "sel"
    } else {
        "buf"
    };
    let Life { from, to, y, .. } = *life;
    let tick = |x: f64| html! { <path class={classes!("st-life", side, class, "tick")} d={format!("M{} {}v10", px(x), px(y - 5.0))} /> };
    html! { <>
        <path class={classes!("st-life", side, class)} d={format!("M{} {}H{}", px(from), px(y), px(to))} />
        { match life.end {
            LifeEnd::Tick => tick(to),
            LifeEnd::Overdue(tenths) => {
                let x = tenths as f64 / 10.0;
                html! { <>{ tick(x - 1.5) }{ tick(x + 1.5) }</> }
            }
            LifeEnd::Arrow => html! { <path class={classes!("st-life", side, class, "tick")} d={format!("M{} {}l5 4l-5 4", px(to - 5.0), px(y - 4.0))} /> },
            LifeEnd::None => Html::default(),
        } }
    </> }
}

fn draw_curve(curve: &Curve) -> Html {
    let ((x1, y1), (x2, y2)) = (curve.from, curve.to);
    // The curve leaves and arrives upright, and turns within the gap.
    let reach = (y2 - y1) * 0.62;
    let d = format!(
        "M{} {}C{} {} {} {} {} {}",
        px(x1),
        px(y1),
        px(x1),
        px(y1 + reach),
        px(x2),
        px(y2 - reach),
        px(x2),
        px(y2)
    );
    let class = if curve.pending {
        "will"
    } else if curve.now {
        ""
    } else {
        "old"
    };
    html! { <path class={classes!("st-match", class)} {d} /> }
}

/// A version of a versioned table, from its time to the next one's.
fn draw_version(bar: &VersionBar) -> Html {
    let (y, height) = (px(bar.y - 10.0), "20");
    let class = classes!("st-version", (!bar.held).then_some("gone"), bar.deletion.then_some("deletion"));
    html! { <rect {class} x={px(bar.x)} {y} width={px(bar.width)} {height} rx="2" /> }
}

fn draw_as_of(line: &AsOf) -> Html {
    let class = if line.pending {
        "will"
    } else if line.now {
        ""
    } else {
        "old"
    };
    html! { <line class={classes!("st-match", class)} x1={px(line.x)} x2={px(line.x)} y1={px(line.y1)} y2={px(line.y2)} /> }
}

fn draw_window(window: &WindowBox, notes: &[WindowNote], prefix: &str, words: &Words, m: &'static Messages) -> Html {
    let WindowBox { x, y, width, height, state, .. } = *window;
    let class = match state {
        WindowState::Done | WindowState::Kept => "done",
        WindowState::Now => "now",
        WindowState::Open => "open",
        WindowState::Empty => "",
    };
    let (x_, y_, w_, h_) = (px(x), px(y), px(width), px(height));
    let said =
        notes.iter().find(|note| note.window == window.span && note.key == window.key && note.side == window.side);
    let (title, note) = match said {
        Some(said) => (said.title.clone(), said.note.clone()),
        None => {
            let span = [("start", words.time(window.span.start).into()), ("end", words.time(window.span.end).into())];
            (fill_plain(words.lang(), m.app.win_span, &span), m.app.win_empty.to_string())
        }
    };
    // Text that does not fit is cut by the box itself.
    let clip = format!("{prefix}win-{}-{}-{}", window.span.start, window.span.end, px(y));
    let side = window.side.map(l);
    html! { <g class="quiet">
        <clipPath id={clip.clone()}><rect x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} /></clipPath>
        { match window.last_event {
            None => html! { <rect class={classes!("st-win", class, window.selected.then_some("sel"))} x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} rx="3" /> },
            Some(last) => html! { <>
                <rect class={classes!("st-win", "gap", class, window.selected.then_some("sel"))} x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} rx="3" />
                <rect class={classes!("st-win", class, window.selected.then_some("sel"), side)} x={x_.clone()} y={y_.clone()} width={px((last - x).max(2.0))} height={h_.clone()} rx="3" />
            </> },
        } }
        if class == "done" { <rect class="st-hatch" x={x_} y={y_} width={w_} height={h_} rx="3" /> }
        if window.lines > 0 {
            <g clip-path={format!("url(#{clip})")}>
                <text class="st-wint b" x={px(x + 8.0)} y={px(y + if window.lines == 2 { 15.0 } else { 14.0 })}>{ title }</text>
                if window.lines == 2 { <text class="st-wint" x={px(x + 8.0)} y={px(y + 29.0)}>{ note }</text> }
            </g>
        }
    </g> }
}

fn draw_tail(tail: &Tail) -> Html {
    let ((x1, y1), (x2, y2)) = (tail.from, tail.to);
    let down = (y2 - y1).signum();
    let turn = 9.0_f64.min((x2 - x1).abs());
    let d = if turn < 1.0 {
        format!("M{} {}V{}", px(x1), px(y1 + 7.0 * down), px(y2 - 8.0 * down))
    } else {
        format!(
            "M{} {}H{}Q{} {} {} {}V{}",
            px(x1),
            px(y1),
            px(x2 - turn),
            px(x2),
            px(y1),
            px(x2),
            px(y1 + 9.0 * down),
            px(y2 - 8.0 * down)
        )
    };
    html! { <path class={classes!("st-tail", tail.taken_back.then_some("back"))} {d} /> }
}

fn draw_void(tail: &Tail) -> Html {
    let (x, y) = tail.to;
    html! { <>
        if tail.now { <circle class="st-halo" cx={px(x)} cy={px(y)} r="12" /> }
        <circle class="st-void" cx={px(x)} cy={px(y)} r="6.5" />
        <path class="st-slash" d={format!("M{} {}l16 -16", px(x - 8.0), px(y + 8.0))} />
        if tail.taken_back {
            <path class="st-x" d={format!("M{} {}h18", px(x - 9.0), px(y))} />
            <text class="st-voidt X" x={px(x + 13.0)} y={px(y + 4.0)}>{ "−D" }</text>
        } else if tail.word {
            <text class="st-voidt" x={px(x - 18.0)} y={px(y + 4.0)} text-anchor="end">{ "NULL" }</text>
        }
    </> }
}

fn lane_marks(side: Side, scene: &Scene, props: &Props, words: &Words) -> Html {
    let m = Messages::of(props.lang);
    let stream = props.recording.scenario().streams[side].label(props.lang).to_string();
    let name = fill_plain(props.lang, m.ui.stream_events, &[("stream", stream.into())]);
    let active =
        scene.marks.iter().find(|mark| mark.selected && mark.side == side).map(|mark| mark_id(props.prefix, mark.row));
    let mine = || scene.marks.iter().filter(|mark| mark.side == side);
    html! { <>
        <g role="listbox" aria-label={name} tabindex="0" data-side={side.word()} aria-activedescendant={active} class="st-list">
            <rect class="st-focus" x={px(scene.frame.names + 2.0)} y={px(scene.lanes[side].top + 2.0)} rx="4"
                width={px(scene.frame.width - scene.frame.names - 4.0)} height={px(scene.lanes[side].bottom - scene.lanes[side].top - 4.0)} />
            { for mine().map(|mark| html! {
                <MarkView key={mark.row.0} mark={mark.clone()} prefix={props.prefix} name={words.option_name(&props.view, mark.row)} />
            }) }
        </g>
        <g aria-hidden="true">
            { for mine().map(|mark| html! { <LabelView key={mark.row.0} mark={mark.clone()} /> }) }
        </g>
    </> }
}

fn mark_id(prefix: &str, row: RowId) -> String {
    format!("{prefix}mark-{}", row.0)
}

#[derive(Properties, PartialEq)]
struct MarkProps {
    mark: Mark,
    prefix: &'static str,
    name: String,
}

#[function_component(MarkView)]
fn mark_view(props: &MarkProps) -> Html {
    let mark = &props.mark;
    let Mark { x, y, radius, state, side, .. } = *mark;
    let gone = matches!(state, State::Left | State::LeftAsNull | State::LeftUnmatched);
    let late = matches!(state, State::LateNotKept | State::LateMatchedNotKept);
    let hollow = if matches!(state, State::NotYetArrived | State::Pending | State::Ignored) {
        "next"
    } else if mark.matched {
        ""
    } else {
        "wait"
    };
    let class = classes!("st-mark", l(side), hollow, gone.then_some("gone"));
    let shape = if late {
        let arm = radius.min(4.7);
        html! { <path class="st-x" d={format!("M{} {}l{a} {a}M{} {}l-{a} {a}", px(x - arm), px(y - arm), px(x + arm), px(y - arm), a = px(2.0 * arm))} /> }
    } else if mark.version {
        html! { <rect class={classes!("st-mark", "r", gone.then_some("gone"), (state == State::NotYetArrived).then_some("next"))} x={px(x)} y={px(y - 10.0)} width="4" height="20" /> }
    } else if side == Side::Left {
        html! { <circle {class} cx={px(x)} cy={px(y)} r={px(radius)} /> }
    } else {
        let half = radius * 0.92;
        html! { <rect {class} x={px(x - half)} y={px(y - half)} width={px(2.0 * half)} height={px(2.0 * half)} rx="1.5" /> }
    };
    html! {
        <g role="option" id={mark_id(props.prefix, mark.row)} aria-label={props.name.clone()} aria-selected={mark.selected.to_string()}
            class="mark" data-grip={format!("mark {}", mark.row.0)} data-links={super::link::row(mark.row)}>
            <circle class="st-hit" cx={px(x)} cy={px(y)} r="12" />
            <circle class="st-lit" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} />
            if mark.changed { <circle class="st-halo" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} /> }
            if mark.selected { <circle class="st-ring" cx={px(x)} cy={px(y)} r={px(radius + 4.5)} /> }
            { shape }
        </g>
    }
}

#[derive(Properties, PartialEq)]
struct LabelProps {
    mark: Mark,
}

/// A mark's label: it can be grasped as the mark can, but is no part of what the mark is called.
#[function_component(LabelView)]
fn label_view(props: &LabelProps) -> Html {
    let mark = &props.mark;
    let Some(label) = &mark.label else { return Html::default() };
    let tone = match mark.state {
        State::LateNotKept | State::LateMatchedNotKept => "late",
        State::Left | State::LeftAsNull | State::LeftUnmatched => "gone",
        _ => "",
    };
    html! {
        <text class={classes!("mark", "st-lbl", l(mark.side), tone)} x={px(label.x)} y={px(label.y)} text-anchor={label.anchor}
            data-grip={format!("mark {}", mark.row.0)} data-links={super::link::row(mark.row)}>
            { &label.id }
            { for label.key.iter().map(|key| html! { <tspan class="k" dx="5">{ key }</tspan> }) }
        </text>
    }
}

fn names(scene: &Scene, props: &Props, words: &Words, m: &Messages) -> Html {
    let frame = &scene.frame;
    let view = &props.view;
    let rows = |side: Side| {
        let count = view.held[side];
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
            let taken = scene.flags[side].left < 96.0;
            html! { if !taken { <text class={classes!("st-name", "small", l(side))} x="12" y={px(y)}>{ label(side) }</text> } }
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
            <text class={classes!("st-name", l(side))} x="16" y={px(top + 26.0)}>{ clip(&label(side), 13) }</text>
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
        <text class="st-sub" x="16" y={px(middle - 3.0)}>{ m.app.join_watermark }</text>
        <text class="st-sub" x="16" y={px(middle + 13.0)}>{ words.slower_note(view) }</text>
    </g> }
}

/// What the windows are, beside them: "windows", "10 min long,", "every 5 min".
fn window_words(kind: JoinKind, lang: Lang) -> Vec<String> {
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
        Window::Session { gap } => vec![m.sessions.to_string(), line(m.win_gap, gap)],
    }
}

fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_string() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

fn dimension(scene: &Scene) -> Html {
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

fn draw_join_line(join: &JoinLine, scene: &Scene) -> Html {
    html! { <line class="st-min quiet" aria-hidden="true" x1={px(join.x)} x2={px(join.x)} y1={px(scene.lanes.left.top)} y2={px(scene.lanes.right.bottom)} /> }
}

fn draw_join_label(join: &JoinLine, scene: &Scene) -> Html {
    let y = scene.gap_y;
    html! { <g aria-hidden="true" class="quiet">
        <rect class="st-pill" x={px(join.left)} y={px(y - 10.0)} width={px(join.width)} height="20" rx="3" />
        <text class="st-pillt" x={px(join.left + 8.0)} y={px(y + 4.0)}>{ &join.text }</text>
    </g> }
}

fn draw_flag(flag: &Flag, scene: &Scene, props: &Props, words: &Words, m: &Messages) -> Html {
    let side = flag.side;
    let class = l(side);
    let stream = props.recording.scenario().streams[side].label(props.lang).to_string();
    if props.recording.scenario().streams[side].watermark == Strategy::None {
        return Html::default();
    }
    let name = fill_plain(props.lang, m.ui.stream_watermark, &[("stream", stream.into())]);
    let now = flag.time.unwrap_or(scene.axis.first);
    let middle = flag.top + 9.0;
    let grip = flag.left + flag.width - 10.0;
    let drawn = html! { <>
        <rect class={classes!("st-flag", class)} x={px(flag.left)} y={px(flag.top)} width={px(flag.width)} height="18" rx="3" />
        <text class={classes!("st-fl", class)} x={px(flag.left + 8.0)} y={px(flag.top + 13.0)} aria-hidden="true">{ &flag.text }</text>
        if !props.read_only {
            <path class="st-grip" d={format!("M{} {y}v7M{} {y}v7", px(grip), px(grip + 3.5), y = px(flag.top + 5.5))} />
        }
    </> };
    // What cannot be moved is no slider: it is told as a picture with its time.
    let flag_ = if props.read_only {
        let told = format!("{name}: {}", words.flag_valuetext(&props.view, side));
        html! { <g role="img" aria-label={told} class="quiet">{ drawn }</g> }
    } else {
        html! {
            <g role="slider" tabindex="0" aria-label={name} data-flag="" data-side={side.word()} data-grip={format!("flag {}", side.word())} class="flag"
                aria-orientation="horizontal" aria-valuemin={scene.axis.first.min(now).to_string()} aria-valuemax={scene.axis.last.max(now).to_string()}
                aria-valuenow={now.to_string()} aria-valuetext={words.flag_valuetext(&props.view, side)}>{ drawn }</g>
        }
    };
    html! { <>
        <line class={classes!("st-wm", class, "quiet")} aria-hidden="true" x1={px(flag.x)} x2={px(flag.x)} y1={px(flag.y1)} y2={px(flag.y2)} />
        { for flag.tail.iter().map(|tail| html! {
            <g data-grip={format!("delay {}", side.word())} class="st-delay" aria-hidden="true">
                <rect class="st-hit" x={px(tail.from)} y={px(flag.top - 3.0)} width={px((tail.to - tail.from + 8.0).max(0.0))} height="24" />
                <path class="st-dim" d={format!("M{} {y}H{t}M{t} {}v8", px(tail.from), px(middle - 4.0), t = px(tail.to), y = px(middle))} />
                { for tail.note.iter().map(|(x, text)| html! { <text class="st-dimt" x={px(*x)} y={px(middle + 4.0)}>{ text }</text> }) }
            </g>
        }) }
        { flag_ }
    </> }
}

fn ghost_mark(scene: &Scene, ghost: Option<(Side, i64)>, words: &Words, canvas: &Rc<Canvas>) -> Html {
    let Some((side, time)) = ghost else { return Html::default() };
    let x = scene.axis.x(time);
    let lane = scene.lanes[side];
    let y = (lane.top + lane.bottom) / 2.0;
    let text = words.time(time);
    let width = canvas.width(&text, Font::Small) + 12.0;
    let class = l(side);
    let mark = if side == Side::Left {
        html! { <circle class="st-mark l next" cx={px(x)} cy={px(y)} r="6.5" /> }
    } else {
        html! { <rect class="st-mark r next" x={px(x - 6.0)} y={px(y - 6.0)} width="12" height="12" rx="1.5" /> }
    };
    html! { <g class="quiet">
        <line class={classes!("st-proj", (side == Side::Right).then_some("r"))} x1={px(x)} x2={px(x)} y1={px(scene.frame.ruler)} y2={px(y - 9.0)} />
        { mark }
        <rect class={classes!("st-ghost", class)} x={px(x - width / 2.0)} y="3" width={px(width)} height="17" rx="3" />
        <text class="st-ghostt" x={px(x)} y="15.5">{ text }</text>
    </g> }
}

/// The three first actions, in place; each goes when it is done. The empty stage's own words.
fn first_run(scene: &Scene, props: &Props, m: &Messages, lang: Lang) -> Html {
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
    let ty = scenario.join.ty.word().to_uppercase();
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
