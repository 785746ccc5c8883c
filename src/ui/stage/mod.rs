//! The stage: two lanes, and all that can be grasped on it. The picture is [`crate::stage::Scene`]; this draws it as SVG and
//! turns pointers and keys into edits.

mod ahead;
mod density;
mod drag;
mod first_run;
mod flags;
mod ground;
mod keys;
mod lines;
mod marks;
mod mini;
mod motion;
mod notes;

use density::*;
use drag::*;
use first_run::*;
use flags::*;
use ground::*;
use keys::*;
use lines::*;
use marks::*;
use motion::{MarkMoves, Moves, moved};
use notes::*;

pub use mini::Miniature;

use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::{ByRc, Msg, hooks::use_escape, measure::Canvas, transport::px};
use crate::{
    engine::RowId,
    explain::{WindowNote, Words, format::fill_plain, messages::Messages},
    replay::{Recording, State, View},
    scenario::{Dialect, JoinKind, Lang, Scenario, Side, Sides, Step, Strategy, Window},
    stage::{
        AsOf, Axis, Band, Curve, Extent, Flag, Font, Frame, Input, JoinLine, LaneBox, Life, LifeEnd, LostMark, Mark,
        Measure, Notes, Scene, Tail, VersionBar, WindowBox, WindowState, scene,
    },
    workspace::{
        Action, Bound, Edge, Edit, Grip, Held, KeyAct, KeyFocus, KeyPress, Manner, Pulled, Resistance, Selection,
        WindowGrip, next_push, partner_key, stage_key,
    },
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    /// The recording that a drag changes: the same as `recording` while nothing is dragged.
    pub settled: ByRc<Recording>,
    pub settled_view: ByRc<View>,
    pub selected: Option<RowId>,
    /// All selected rows; `selected` is the last of them.
    #[prop_or_default]
    pub chosen: Vec<RowId>,
    /// The selected watermark: a side's, or the join's (`None`).
    #[prop_or_default]
    pub watermark: Option<Option<Side>>,
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
    /// The part of the event time that is shown; all of it by itself.
    #[prop_or_default]
    pub extent: Option<Extent>,
    /// The height in px that the stage fills; without it, it is as high as its rows ask for.
    #[prop_or_default]
    pub room: Option<i32>,
    /// The recording of a stage beside this one: they share the axis.
    #[prop_or_default]
    pub beside: Option<ByRc<Recording>>,
    /// The step shown moves so.
    #[prop_or_default]
    pub motion: Option<ByRc<crate::stage::motion::Motion>>,
    /// Counts what moves or fades, so that each begins anew; `None` while nothing does.
    #[prop_or_default]
    pub turn: Option<u32>,
    /// Steps fly by: what is only read out rests.
    #[prop_or_default]
    pub flies: bool,
}

#[function_component(Stage)]
pub fn stage(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let svg = use_node_ref();
    let canvas = use_memo((), |()| Canvas::new());
    // Events may come faster than pictures: what is held is read from the cell, and drawn from the state.
    let live = use_mut_ref(|| None::<Drag>);
    let drag = use_state(|| None::<Drag>);
    let dragged = drag.as_ref().filter(|drag| drag.of == props.settled);
    let ghost = use_state(|| None::<(Side, i64)>);
    let (recording, view) = (&props.recording, &props.view);
    let scenario = recording.scenario();
    let words = Words::new(recording, lang);

    let width = f64::from(props.width.max(280));
    let mut frame = match props.room {
        Some(room) => Frame::embedded(width, f64::from(room)),
        None if props.read_only => Frame::low(width),
        None => Frame::of(width),
    };
    // While something is dragged, here or in the sentence, axis and lanes stay as they were.
    let settled = use_mut_ref(|| None::<(f64, Axis, Sides<f64>)>);
    let stands = settled.borrow().filter(|(width, ..)| props.previewing && *width == frame.width);
    if let Some((.., lanes)) = stands {
        frame.hold = lanes;
    }
    let fit = || match &props.beside {
        Some(other) if props.extent.is_none() => frame.fit_both(recording, other),
        _ => frame.axis(recording, props.extent),
    };
    let standing = dragged.map(|drag| drag.held.axis).or(stands.map(|(_, axis, _)| axis));
    let axis = standing.unwrap_or_else(fit);
    let notes = notes(props, &words, m, dragged);
    let scene = Rc::new(scene(&Input {
        recording,
        view,
        selected: props.selected,
        notes: &notes,
        lang,
        frame,
        axis,
        measure: &*canvas,
    }));

    let named = use_named(&scene.density, props.flies || props.previewing);
    if !props.previewing {
        let high = |side: Side| scene.lanes[side].bottom - scene.lanes[side].top;
        settled.replace(Some((frame.width, axis, Sides::new(high(Side::Left), high(Side::Right)))));
    }

    let boxes = &scene.windows.boxes;
    let window_notes = match boxes.is_empty() {
        true => Vec::new(),
        false => words.window_notes_of(view, boxes.iter().map(|window| (window.span, window.key, window.side))),
    };

    let at = {
        let svg = svg.clone();
        move |event: &PointerEvent| -> Option<(f64, f64)> {
            let rect = svg.cast::<Element>()?.get_bounding_client_rect();
            Some((f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top()))
        }
    };

    let read_only = props.read_only;
    let hold = {
        let (live, drag) = (Rc::clone(&live), drag.clone());
        move |next: Option<Drag>| {
            live.replace(next.clone());
            drag.set(next);
        }
    };
    let onpointerdown = {
        let (hold, at, svg, ghost, scene) = (hold.clone(), at.clone(), svg.clone(), ghost.clone(), Rc::clone(&scene));
        let of = props.settled.clone();
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || !event.is_primary() {
                return;
            }
            let (Some(grip), Some((x, y))) = (grip(&event), at(&event)) else { return };
            if read_only && !matches!(grip, Grip::Mark(_) | Grip::Join) {
                return;
            }
            if let Some(element) = svg.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            ghost.set(None);
            hold(Some(Drag {
                of: of.clone(),
                held: Held { grip, from: x, offset: x - own_x(&scene, grip, x), axis },
                from: (x, y),
                at: (x, y),
                moved: false,
                drawn: false,
                manner: manner(&event),
                adds: event.ctrl_key() || event.meta_key() || event.shift_key(),
                finger: event.pointer_type() == "touch",
                since: event.time_stamp(),
                edit: None,
                resists: None,
            }));
        })
    };

    // Pointers move more often than pictures come: what is held is pulled once a frame, to where the pointer is then.
    let frame_due = use_mut_ref(|| None::<AnimationFrame>);
    let pull = {
        let (live, hold, send) = (Rc::clone(&live), hold.clone(), props.send.clone());
        let (settled, settled_view, chosen) = (props.settled.clone(), props.settled_view.clone(), props.chosen.clone());
        Rc::new(move || {
            let Some(mut now) = live.borrow().clone().filter(|drag| drag.of == settled && drag.moved) else { return };
            if !matches!(now.grip(), Grip::Lane(_)) {
                let pulled = now.held.pull(&settled, &settled_view, &chosen, now.at.0, now.manner);
                let (edit, resists) = match pulled {
                    Pulled::Edit(edit) => (Some(edit), None),
                    Pulled::Resists(why) => (None, Some(why)),
                    Pulled::Nothing => (None, None),
                    Pulled::Refused => (now.edit.clone(), now.resists),
                };
                let same = now.drawn && edit == now.edit && resists == now.resists;
                if edit != now.edit {
                    send.emit(Msg::Do(Action::Preview(edit.clone())));
                }
                (now.edit, now.resists) = (edit, resists);
                // What is drawn of it is drawn, unless it follows the pointer itself.
                let follows = now.resists.is_some() || matches!(now.grip(), Grip::Window(_) | Grip::Delay(_));
                if same && !follows {
                    live.replace(Some(now));
                    return;
                }
            }
            now.drawn = true;
            hold(Some(now));
        })
    };
    let onpointermove = {
        let (live, at, ghost, frame_due, pull) =
            (Rc::clone(&live), at.clone(), ghost.clone(), Rc::clone(&frame_due), Rc::clone(&pull));
        let (settled, lanes) = (props.settled.clone(), scene.lanes);
        Callback::from(move |event: PointerEvent| {
            let Some((x, y)) = at(&event).filter(|_| !read_only) else { return };
            let mut held = live.borrow_mut();
            let Some(now) = held.as_mut().filter(|drag| drag.of == settled) else {
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
            let lane = matches!(now.grip(), Grip::Lane(_));
            let far = if lane { (x - now.from.0).hypot(y - now.from.1) } else { (x - now.from.0).abs() };
            if !now.moved && far < CLICK {
                return;
            }
            (now.moved, now.at, now.manner) = (true, (x, y), manner(&event));
            let mut due = frame_due.borrow_mut();
            if due.is_none() {
                let (pull, frame_due) = (Rc::clone(&pull), Rc::clone(&frame_due));
                *due = Some(request_animation_frame(move |_| {
                    frame_due.take();
                    pull();
                }));
            }
        })
    };
    let onpointerup = {
        let (live, hold, at, send, scene) =
            (Rc::clone(&live), hold.clone(), at.clone(), props.send.clone(), Rc::clone(&scene));
        let (recording, selected, chosen) = (props.settled.clone(), props.selected, props.chosen.clone());
        let (frame_due, pull) = (Rc::clone(&frame_due), Rc::clone(&pull));
        Callback::from(move |event: PointerEvent| {
            // Where the pointer was last is where it lets go.
            if frame_due.take().is_some() {
                pull();
            }
            let Some(now) = live.borrow().clone() else { return };
            let Some((x, y)) = at(&event) else { return };
            hold(None);
            if now.of != recording {
                return;
            }
            let name = |row: RowId| Selection {
                side: recording.rows().get(row).side,
                id: recording.rows().id(recording.scenario(), row).into(),
            };
            if let Some(frame) = now.frame() {
                let others = chosen.iter().copied().filter(|_| now.adds);
                let mut rows: Vec<RowId> = others.collect();
                rows.extend(framed(&scene, frame).into_iter().filter(|row| !(now.adds && chosen.contains(row))));
                send.emit(Msg::Do(Action::SelectRows(rows.into_iter().map(name).collect())));
                return;
            }
            if now.moved {
                send.emit(Msg::Do(now.edit.map_or(Action::Preview(None), Action::Edit)));
                if let Grip::Mark(row) = now.held.grip
                    && !chosen.contains(&row)
                {
                    send.emit(Msg::Do(Action::Select(Some(name(row)))));
                }
                return;
            }
            // A click on an end of the band is one on the lane: just there an event is worth adding.
            let lane = match now.held.grip {
                Grip::Lane(side) => Some(side),
                Grip::Bound(_) => selected.map(|row| recording.rows().get(row).side.other()),
                _ => None,
            };
            if let Some(side) = lane.filter(|_| !now.adds && x >= axis.left) {
                let time = if event.alt_key() { axis.time(x) } else { axis.snapped(x) };
                let key = partner_key(&recording, selected, side, time);
                let push = next_push(recording.scenario(), side, time, key.as_deref());
                send.emit(Msg::AddAt(push, (x as i32, y as i32)));
                return;
            }
            let rested = now.finger && event.time_stamp() - now.since >= REST;
            match now.held.grip {
                Grip::Mark(row) if now.adds || rested => send.emit(Msg::Do(Action::SelectAlso(name(row)))),
                Grip::Mark(row) => send.emit(Msg::Do(Action::Select(Some(name(row))))),
                Grip::Flag(side) => {
                    send.emit(Msg::Do(Action::SelectWatermark(Some(side))));
                    send.emit(Msg::FocusWatermark(side));
                }
                Grip::Join => send.emit(Msg::Do(Action::SelectWatermark(None))),
                Grip::Lane(_) | Grip::Bound(_) | Grip::Delay(_) | Grip::Window(_) => {}
            }
        })
    };
    let cancel = {
        let (live, hold, send) = (Rc::clone(&live), hold.clone(), props.send.clone());
        move || {
            if live.borrow().is_some() {
                hold(None);
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
        use_escape(dragging, cancel);
    }
    let onkeydown = keys(props, axis, svg.clone());

    let summary = fill_plain(
        lang,
        m.app.stage_summary,
        &[
            ("left", scenario.streams.left.label(lang).to_string().into()),
            ("right", scenario.streams.right.label(lang).to_string().into()),
        ],
    );
    // What resists gives way a little.
    let gives = |side: Side| {
        let drag = dragged.filter(|drag| drag.grip() == Grip::Flag(side) && drag.resists.is_some());
        drag.map_or(0.0, |drag| drag.held.gives_way(drag.at.0))
    };
    let height = scene.height;
    // Time means nothing to a regular join and a lookup of Flink: what is only looked at leaves its watermarks out.
    let timeless = read_only
        && props.room.is_none()
        && matches!(scenario.join.kind, JoinKind::Regular { .. } | JoinKind::Lookup)
        && scenario.dialect == Dialect::FlinkSql;
    // A table has no watermark, and so a lookup none of its two sides; behind that of the stream no row is late.
    let lookup = recording.rows().lookup();
    let marked = |side: &Side| !timeless && (!lookup || *side == Side::Left);
    let joined = !timeless && !lookup;
    let moves = Moves(
        props.motion.as_ref().filter(|motion| motion.step == view.step && props.turn.is_some()).map(|motion| &**motion),
    );
    let how = props.turn.map(|_| if moves.0.is_some() { "step" } else { "fade" });
    html! {
        <svg ref={svg} data-motion={how} data-turn={props.turn.map(|turn| (turn % 2).to_string())} class={classes!("stage-svg", dragged.is_some_and(|d| d.moved).then_some("dragging"), read_only.then_some("read-only"))}
            viewBox={format!("0 0 {} {}", px(frame.width), px(height))} width={px(frame.width)} height={px(height)}
            role="group" aria-label={summary} data-asks={px(scene.asks)}
            {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {onpointerleave} {onkeydown}>
            <defs>
                <pattern id={format!("{}hatch", props.prefix)} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <line class="st-hatchl" x1="0" y1="0" x2="0" y2="7" /></pattern>
            </defs>
            <Ground frame={scene.frame} lanes={scene.lanes} ticks={scene.ticks.clone()} style={words.style()} />
            <g>{ for scene.band.iter().map(|band| draw_band(band, &scene, props.read_only || matches!(scenario.join.kind, JoinKind::Window { .. }))) }</g>
            // Each kind in a list of its own: where one more comes into a list of all, everything before it would be drawn anew.
            <>{ for Side::BOTH.into_iter().filter_map(|side| scene.density[side].as_ref().map(|density| draw_density(density, &named[side], side, &scene, props, &words))) }</>
            <>{ for Side::BOTH.into_iter().filter(|_| joined).map(|side| moved(moves.wipe(&scene, side), past(&scene, side))) }</>
            <g class="quiet" aria-hidden="true">{ moves.probes(&scene, recording.rows()) }</g>
            <g aria-hidden="true">
                <g>{ for scene.marks.iter().filter_map(|mark| mark.life.as_ref().map(|life| (mark, life))).map(|(mark, life)| html! {
                    <LifeLine key={mark.row.0} side={mark.side} selected={mark.selected} life={*life} moves={moves.life(mark.row)} />
                }) }</g>
                <>{ for scene.versions.iter().map(draw_version) }</>
                <>{ for scene.as_of.iter().map(|line| draw_as_of(line, moves.as_of(line))) }</>
                <>{ for scene.curves.iter().map(|curve| draw_curve(curve, moves.curve(curve))) }</>
                <>{ for scene.tails.iter().map(|tail| moved(moves.tail(tail), draw_tail(tail))) }</>
                <>{ for scene.windows.boxes.iter().map(|window| draw_window(window, &window_notes, props, &words, m)) }</>
            </g>
            { moved(moves.join(&scene), html! { <>{ for scene.join.iter().filter(|join| joined && !join.beyond).map(|join| draw_join_line(join, &scene)) }</> }) }
            <>{ for scene.next_watermark.iter().filter(|_| joined).map(|x| html! {
                <line class="st-min next quiet" aria-hidden="true" x1={px(*x)} x2={px(*x)} y1={px(scene.lanes.left.top)} y2={px(scene.lanes.right.bottom)} /> }) }</>
            <>{ for Side::BOTH.into_iter().filter(marked).map(|side| moved(moves.slide(&scene, side), watermark_line(&scene.flags[side], props, gives(side)))) }</>
            <>{ for scene.lost.iter().filter(|_| !timeless).map(|lost| draw_lost(lost, &scene, &words, m)) }</>
            // In the order in which Tab goes: a lane, its flag.
            { for Side::BOTH.into_iter().map(|side| html! { <g key={side.word()}>
                { lane_marks(side, &scene, props, &words, moves) }
                if marked(&side) { { moved(moves.slide(&scene, side), draw_flag(&scene.flags[side], &scene, props, &words, m, gives(side))) } }
            </g> }) }
            <g aria-hidden="true">
                <>{ for scene.curves.iter().filter_map(|curve| Some((curve, curve.label.as_ref()?))).map(|(curve, (x, y, text))| moved(moves.label(curve), html! {
                    <text class="st-mlbl" x={px(*x)} y={px(*y)}>{ text }</text> })) }</>
                <>{ for scene.tails.iter().map(|tail| moved(moves.void(tail), draw_void(tail))) }</>
                <g>{ ghost_mark(&scene, *ghost, &words, &canvas) }</g>
            </g>
            { cover(&scene, props) }
            { names(&scene, props, !joined, &words, m, &*canvas) }
            { ahead::draw_ahead(&scene, props, &words, m) }
            { dimension(&scene) }
            { moved(moves.join(&scene), html! { <>{ for scene.join.iter().filter(|_| joined).map(|join| draw_join_label(join, &scene, props, m)) }</> }) }
            <g class="quiet" aria-hidden="true">
                { for dragged.and_then(Drag::frame).into_iter().map(|[left, top, right, bottom]| html! {
                    <rect class="st-marquee" x={px(left)} y={px(top)} width={px(right - left)} height={px(bottom - top)} /> }) }
                { for dragged.and_then(|drag| callout(drag, &scene, props, &words)).into_iter().map(|(x, text)| draw_callout(x, &text, &scene, &canvas)) }
            </g>
            // The first actions stay until each is done, in a scenario that began empty.
            if !read_only && scenario.script.len() < 6 && scenario.title == Scenario::empty().title && scenario.dialect != Dialect::Spark {
                { first_run(&scene, props, m, lang) }
            }
        </svg>
    }
}
