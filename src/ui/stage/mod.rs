//! The stage: two lanes, and all that can be grasped on it. The picture is [`crate::stage::Scene`]; this draws it as SVG and
//! turns pointers and keys into edits.

mod drag;
mod first_run;
mod flags;
mod ground;
mod keys;
mod lines;
mod marks;
mod notes;

use drag::*;
use first_run::*;
use flags::*;
use ground::*;
use keys::*;
use lines::*;
use marks::*;
use notes::*;

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
