//! First, back, play, forward, last, speed, the step's number, and the scrubber.

use std::{ops::RangeInclusive, rc::Rc};

use gloo::timers::callback::Timeout;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::{
    ByRc, Msg,
    app::StepsMsg,
    glyph::Input,
    hooks::{use_places, watch},
    icon::Icon,
    link,
    select::{Choice, Select},
};
use crate::{
    explain::{Words, format::fill_plain, messages::Messages},
    replay::{Recording, Summary},
    scenario::{Dialect, Lang, Side},
    stage::{
        decimal,
        scrubber::{Outcome, Scrubber as Cells, Strip as Bars, strip},
    },
    workspace::Action,
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub step: usize,
    pub lang: Lang,
    pub playing: bool,
    /// In quarters: 2 is half, 4 once, 8 twice.
    pub speed: u32,
    /// Steps that came out otherwise through the last edit, from 1.
    pub changed: Rc<[usize]>,
    pub send: Callback<Msg>,
}

#[function_component(Transport)]
pub fn transport(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let (step, steps) = (props.step, props.recording.len());
    let button = |label: &'static str, icon: Icon, class: &'static str, enabled: bool, msg: Msg| {
        // Not `disabled`: a button that ends its own use would drop the focus it has.
        let click = if enabled { props.send.reform(move |_: MouseEvent| msg.clone()) } else { Callback::noop() };
        html! {
            <button type="button" class={classes!("btn", "icon", class)} aria-label={label} title={label}
                aria-disabled={(!enabled).then_some("true")} onclick={click}>{ icon.draw() }</button>
        }
    };
    let seek = |step: usize| Msg::Do(Action::Seek(step));
    let speeds: Vec<Choice> =
        [(2, "0.5×"), (4, "1×"), (8, "2×"), (16, "4×")].map(|(n, text)| Choice::new(n.to_string(), text)).to_vec();
    let play = if props.playing { (m.ui.pause, Icon::Pause) } else { (m.ui.play, Icon::Play) };
    html! {
        <div class="transport" role="toolbar" aria-label={m.ui.steps}>
            <div class="keys">
                { button(m.ui.first_step, Icon::First, "", step > 0, seek(0)) }
                { button(m.ui.step_back, Icon::Back, "", step > 0, seek(step.saturating_sub(1))) }
                { button(play.0, play.1, "play", steps > 0, Msg::Play) }
                { button(m.ui.step_forward, Icon::Forward, "", step < steps, Msg::Step { back: false, to_output: false }) }
                { button(m.ui.last_step, Icon::Last, "", step < steps, seek(steps)) }
            </div>
            <Select label={m.ui.speed} class="speed" options={speeds} value={props.speed.to_string()}
                choose={props.send.reform(|n: String| Msg::Speed(n.parse().unwrap_or(4)))} />
            // As wide as its widest number: nothing beside it moves.
            <span class="count"><span class="word">{ m.app.step }</span><b style={format!("min-width:{}ch", steps.to_string().len())}>{ step }</b>{ " " }<span>{ "/ " }{ steps }</span></span>
            if steps > 0 {
                <button type="button" class="btn plain icon step-menu" aria-label={m.steps.menu} title={m.steps.menu} aria-haspopup="menu"
                    aria-disabled={(step == 0).then_some("true")} onclick={open_menu(step, &props.send)}>{ Icon::More.draw() }</button>
            }
            if steps == 0 {
                <span class="muted" role="slider" tabindex="0" aria-label={m.ui.step} aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"
                    aria-valuetext={Words::new(&props.recording, props.lang).step_valuetext(0)}>{ m.app.every_action }</span>
            } else {
                <Scrubber recording={props.recording.clone()} {step} lang={props.lang} changed={props.changed.clone()} send={props.send.clone()} />
            }
            <span class="unseen" role="status">{ changed_note(&props.changed, props.lang) }</span>
        </div>
    }
}

/// A button that opens the menu of the step shown.
fn open_menu(step: usize, send: &Callback<Msg>) -> Callback<MouseEvent> {
    let send = send.clone();
    Callback::from(move |event: MouseEvent| {
        if let (Some(index), Some(button)) = (step.checked_sub(1), super::steps::pressed(&event)) {
            let rect = button.get_bounding_client_rect();
            send.emit(Msg::Steps(StepsMsg::OpenMenu(index, (rect.left() as i32, rect.bottom() as i32 + 2))));
        }
    })
}

#[derive(Properties, PartialEq)]
struct ScrubberProps {
    recording: ByRc<Recording>,
    step: usize,
    changed: Rc<[usize]>,
    lang: Lang,
    send: Callback<Msg>,
}

/// So many steps are at most between a cell and the point that it is placed from.
const FAR: usize = 1024;

/// How high the strip of the whole script is, px.
const STRIP: f64 = 14.0;

#[function_component(Scrubber)]
fn scrubber(props: &ScrubberProps) -> Html {
    let m = Messages::of(props.lang);
    let (recording, step) = (&props.recording, props.step);
    let steps = recording.len();
    let node = use_node_ref();
    let width = use_state(|| 720.0_f64);
    // Where the window starts: it goes with the playhead when that moves, and else where it is dragged to.
    let first = use_mut_ref(|| 0_usize);
    let seen = use_mut_ref(|| (usize::MAX, 0));
    let again = use_force_update();
    let mut cells = Cells::new(*width, steps, *first.borrow());
    if *seen.borrow() != (step, cells.shown) {
        cells = cells.follow(step);
        *seen.borrow_mut() = (step, cells.shown);
    }
    *first.borrow_mut() = cells.first;
    {
        // Asked for its width after each step, the page would be laid out once more.
        let (node, width) = (node.clone(), width.setter());
        use_effect_with(cells.windowed(), move |_| {
            let last = std::cell::Cell::new(0.0_f64);
            watch(&node, move |element| {
                let now = element.get_bounding_client_rect().width();
                // The digits beside it are not all of one width: for a part of a px no cell is drawn again.
                if now > 20.0 && (now - last.get()).abs() >= 0.5 {
                    last.set(now);
                    width.set(now);
                }
            })
        });
    }
    let pan = {
        let (first, again) = (first.clone(), again.clone());
        move |to: usize| {
            *first.borrow_mut() = to;
            again.force_update();
        }
    };

    let dragging = use_state(|| false);
    let at = {
        let node = node.clone();
        move |event: &MouseEvent| {
            let rect = node.cast::<Element>()?.get_bounding_client_rect();
            let x = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0) * cells.width;
            Some(cells.step_at(x))
        }
    };
    let seek = {
        let (at, send) = (at.clone(), props.send.clone());
        move |event: &PointerEvent| {
            if let Some(step) = at(event) {
                send.emit(Msg::Scrub(step));
            }
        }
    };
    let onpointerdown = {
        let (seek, dragging, node) = (seek.clone(), dragging.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 {
                return;
            }
            seek(&event);
            dragging.set(true);
            if let Some(element) = node.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
        })
    };
    let onpointermove = {
        let (seek, held) = (seek.clone(), *dragging);
        Callback::from(move |event: PointerEvent| {
            if held {
                seek(&event);
            }
        })
    };
    let ended = {
        let dragging = dragging.clone();
        Callback::from(move |_: PointerEvent| dragging.set(false))
    };
    let oncontextmenu = {
        let (at, send) = (at.clone(), props.send.clone());
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            if let Some(index) = at(&event).and_then(|step| step.checked_sub(1)) {
                send.emit(Msg::Steps(StepsMsg::OpenMenu(index, (event.client_x(), event.client_y()))));
            }
        })
    };
    let onkeydown = {
        let (send, node) = (props.send.clone(), node.clone());
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let to = match key.as_str() {
                "ContextMenu" | "F10" if key == "ContextMenu" || event.shift_key() => {
                    if let (Some(index), Some(cell)) = (step.checked_sub(1), node.cast::<Element>()) {
                        let rect = cell.get_bounding_client_rect();
                        let x = rect.left() + cells.x(step) / cells.width * rect.width();
                        send.emit(Msg::Steps(StepsMsg::OpenMenu(index, (x as i32, rect.bottom() as i32))));
                    }
                    event.prevent_default();
                    event.stop_propagation();
                    return;
                }
                "ArrowRight" | "ArrowUp" if !event.shift_key() => {
                    event.prevent_default();
                    event.stop_propagation();
                    send.emit(Msg::Step { back: false, to_output: false });
                    return;
                }
                "ArrowLeft" | "ArrowDown" if !event.shift_key() => step.saturating_sub(1),
                "PageUp" => step + 10,
                "PageDown" => step.saturating_sub(10),
                "Home" => 0,
                "End" => usize::MAX,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            send.emit(Msg::Do(Action::Seek(to)));
        })
    };
    let words = Words::new(recording, props.lang);
    let valuetext = words.step_valuetext(step);
    let cell = cells.cell();
    let brackets = use_memo(recording.clone(), |recording| brackets(recording));
    let shown = cells.first + 1..=cells.first + cells.shown.min(steps - cells.first);
    // Cells lie where they lie from a far point on, and all of them are moved: a window that goes on draws one new cell. Not
    // from the first step on, the browser's numbers are too short for a million cells.
    let base = cells.first - cells.first % FAR;
    let x = |step: usize| Cells { first: base, ..cells }.x(step);
    let moved =
        (cells.first > base).then(|| format!("translate({} 0)", decimal((base as f64 - cells.first as f64) * cell, 3)));
    let (from, to) = (
        brackets.partition_point(|(_, to)| *to < cells.first),
        brackets.partition_point(|(from, _)| from < shown.end()),
    );
    let in_window = brackets.get(from..to).unwrap_or_default();
    let current = shown.contains(&step).then(|| {
        let w = cell.max(6.0) - if cell > 20.0 { 3.0 } else { 0.0 };
        html! { <rect class="sc-cell cur" x={px(x(step) - w / 2.0)} y="1.5" width={px(w)} height="47" rx="4" /> }
    });
    let groups: Vec<usize> = (shown.start() / TOGETHER..=shown.end() / TOGETHER).collect();
    let places = use_places(&groups);
    let changed = |of: &RangeInclusive<usize>| {
        let (from, to) = (
            props.changed.partition_point(|step| step < of.start()),
            props.changed.partition_point(|step| step <= of.end()),
        );
        props.changed[from..to].to_vec()
    };
    html! {
        <div class={classes!("scrub-box", cells.windowed().then_some("two"))}>
            if cells.windowed() {
                <Strip recording={recording.clone()} {step} {cells} changed={props.changed.clone()} label={m.steps.shown_steps} lang={props.lang} pan={Callback::from(pan)} />
            }
            <svg ref={node} class="scrub" height="50" viewBox={format!("0 0 {} 50", px(cells.width))} preserveAspectRatio="none" role="slider"
                tabindex="0" aria-label={m.ui.step} aria-valuemin="0" aria-valuemax={steps.to_string()}
                aria-valuenow={step.to_string()} aria-valuetext={valuetext} {onpointerdown} {onpointermove}
                onpointerup={ended.clone()} onpointercancel={ended} {onkeydown} {oncontextmenu}>
                <rect class="sc-hit" x="0" y="0" width={px(cells.width)} height="50" />
                <g transform={moved}>
                // Each kind by itself: beside what has no key, theirs would count for nothing.
                <g>{ for in_window.iter().map(|(from, to)| {
                    let (x1, x2) = (x(from + 1) - 0.38 * cell, x(to + 1) + 0.38 * cell);
                    html! { <path key={format!("batch {from}")} class="sc-bracket" d={format!("M{} 6V2.5H{}V6", px(x1), px(x2))} /> }
                }) }</g>
                <g>{ for shown.clone().filter(|_| recording.recovers()).filter_map(|number| cut(recording, number, &x)) }</g>
                <>{ current }</>
                <g>{ for groups.iter().zip(&places).map(|(group, place)| {
                    let first = group * TOGETHER;
                    let of = first.max(*shown.start())..=(first + TOGETHER - 1).min(*shown.end());
                    html! {
                        <CellGroup key={*place} recording={recording.clone()} {base} {cell} ends={(of.start() == shown.start(), of.end() == shown.end())}
                            step={step.clamp(of.start() - 1, of.end() + 1)} changed={changed(&of)} {of} />
                    }
                }) }</g>
                </g>
            </svg>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct StripProps {
    recording: ByRc<Recording>,
    step: usize,
    changed: Rc<[usize]>,
    cells: Cells,
    label: &'static str,
    lang: Lang,
    /// To the window that starts behind this step.
    pan: Callback<usize>,
}

/// Bars are of all steps: those of another recording, or for another width, come when that has been there for so long, ms.
/// Until then the old ones are stretched to where the new ones will be.
const REST: u32 = 100;

#[hook]
fn use_bars(recording: &ByRc<Recording>, width: f64) -> Rc<Bars> {
    let drawn = use_mut_ref(|| None::<(ByRc<Recording>, i64, Rc<Bars>)>);
    let again = use_force_update();
    let wide = width as i64;
    let follow = {
        let (drawn, recording) = (Rc::clone(&drawn), recording.clone());
        move || {
            let bars = Rc::new(strip(&recording, width, STRIP));
            drawn.replace(Some((recording, wide, bars)));
        }
    };
    let before = drawn.borrow().as_ref().map(|(of, at, bars)| (of == recording && *at == wide, Rc::clone(bars)));
    let (there, bars) = before.unwrap_or_default();
    let later = !there;
    use_effect_with((recording.clone(), wide, later), move |(.., later)| {
        let rest = later.then(|| {
            Timeout::new(REST, move || {
                follow();
                again.force_update();
            })
        });
        move || drop(rest)
    });
    bars
}

/// The whole script as bars, with the window whose steps have cells.
#[function_component(Strip)]
fn overview(props: &StripProps) -> Html {
    let cells = props.cells;
    let node = use_node_ref();
    let bars = use_bars(&props.recording, cells.width);
    // How far from the window's left edge it was taken, px.
    let taken = use_state(|| None::<f64>);
    let x_of = {
        let node = node.clone();
        move |event: &PointerEvent| {
            let rect = node.cast::<Element>()?.get_bounding_client_rect();
            Some((f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0) * cells.width)
        }
    };
    let (left, wide) = cells.window();
    let onpointerdown = {
        let (x_of, taken, node, pan) = (x_of.clone(), taken.clone(), node.clone(), props.pan.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(x) = x_of(&event).filter(|_| event.button() == 0) else { return };
            if (left..=left + wide).contains(&x) {
                taken.set(Some(x - left));
            } else {
                // Beside it: the window comes here, and follows the pointer from its middle.
                pan.emit(cells.centred(x).first);
                taken.set(Some(wide / 2.0));
            }
            if let Some(element) = node.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
        })
    };
    let onpointermove = {
        let (taken, pan) = (taken.clone(), props.pan.clone());
        Callback::from(move |event: PointerEvent| {
            if let (Some(by), Some(x)) = (*taken, x_of(&event)) {
                pan.emit(cells.centred(x - by + wide / 2.0).first);
            }
        })
    };
    let ended = {
        let taken = taken.clone();
        Callback::from(move |_: PointerEvent| taken.set(None))
    };
    let onkeydown = {
        let pan = props.pan.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                _ if event.ctrl_key() || event.alt_key() || event.meta_key() => return,
                "ArrowRight" | "ArrowUp" => cells.first + 1,
                "ArrowLeft" | "ArrowDown" => cells.first.saturating_sub(1),
                "PageUp" => cells.first + cells.shown,
                "PageDown" => cells.first.saturating_sub(cells.shown),
                "Home" => 0,
                "End" => cells.steps,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            pan.emit(Cells::new(cells.width, cells.steps, to).first);
        })
    };
    let range = fill_plain(
        props.lang,
        Messages::of(props.lang).steps.shown_range,
        &[
            ("first", (cells.first + 1).to_string().into()),
            ("last", (cells.first + cells.shown).to_string().into()),
            ("steps", cells.steps.to_string().into()),
        ],
    );
    // Steps that share a dot have one.
    let pitch = cells.width / cells.steps as f64;
    let mut dots: Vec<i64> = props.changed.iter().map(|step| ((*step as f64 - 0.5) * pitch / 3.0) as i64 * 3).collect();
    dots.dedup();
    let done = props.step as f64 / cells.steps as f64 * cells.width;
    let stretched =
        (bars.width > 0.0 && bars.width != cells.width).then(|| format!("scale({} 1)", cells.width / bars.width));
    html! {
        <svg ref={node} class="strip" height={px(STRIP)} viewBox={format!("0 0 {} {}", px(cells.width), px(STRIP))} preserveAspectRatio="none" role="slider"
            tabindex="0" aria-label={props.label} aria-valuemin="1" aria-valuemax={(cells.steps - cells.shown + 1).to_string()}
            aria-valuenow={(cells.first + 1).to_string()} aria-valuetext={range} {onpointerdown} {onpointermove}
            onpointerup={ended.clone()} onpointercancel={ended} {onkeydown}>
            <rect class="sc-hit" width={px(cells.width)} height={px(STRIP)} />
            <g transform={stretched}><StripBars bars={ByRc(bars)} /></g>
            <rect class="strip-ahead" x={px(done)} width={px((cells.width - done).max(0.0))} height={px(STRIP)} />
            <rect class="strip-window" x={px(left + 0.75)} y="0.75" width={px((wide - 1.5).max(1.0))} height={px(STRIP - 1.5)} rx="3" />
            { for dots.into_iter().map(|x| html! { <circle class="sc-changed" cx={x.to_string()} cy="2" r="1.5" /> }) }
            <path class="strip-now" d={format!("M{} 0v{}", px(done.clamp(0.75, cells.width - 0.75)), px(STRIP))} />
        </svg>
    }
}

#[derive(Properties, PartialEq)]
struct StripBarsProps {
    bars: ByRc<Bars>,
}

#[function_component(StripBars)]
fn strip_bars(props: &StripBarsProps) -> Html {
    let bars = &props.bars;
    let draw = |(outcome, path): &(Outcome, String)| {
        html! { <path class={classes!("strip-bar", bar_class(*outcome))} stroke-width={px(bars.bar)} d={path.clone()} /> }
    };
    html! { <>{ for bars.paths.iter().map(draw) }</> }
}

/// "Changed by the edit: steps 12, 14", for those who do not see the dots.
fn changed_note(changed: &[usize], lang: Lang) -> String {
    if changed.is_empty() {
        return String::new();
    }
    let words = &Messages::of(lang).manipulate;
    let separator = if lang == Lang::En { ", " } else { "、" };
    let mut numbers: Vec<String> = changed.iter().take(8).map(ToString::to_string).collect();
    if changed.len() > numbers.len() {
        numbers.push("…".to_string());
    }
    fill_plain(lang, words.changed_steps, &[("steps", numbers.join(separator).into())])
}

fn bar_class(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Null => Some("n"),
        Outcome::Late | Outcome::TakenBack => Some("x"),
        Outcome::Match => Some("m"),
        Outcome::Left => Some("g"),
        Outcome::Nothing => None,
    }
}

/// The steps of each micro-batch, by index: from its first row to the `batch` step that runs it.
fn brackets(recording: &Recording) -> Vec<(usize, usize)> {
    if recording.scenario().dialect != Dialect::Spark {
        return Vec::new();
    }
    let mut brackets = Vec::new();
    let mut first = None;
    for index in 0..recording.len() {
        match recording.step(index + 1).map_or(Input::Clock, Input::of) {
            Input::Row(_) => first = first.or(Some(index)),
            Input::Batch | Input::FailingBatch => brackets.extend(first.take().map(|from| (from, index))),
            Input::Watermark(_) | Input::Clock | Input::Checkpoint | Input::Crash => {}
        }
    }
    brackets
}

/// A checkpoint or a crash as a line through the script; from a crash an arrow goes back to what the state came back to.
fn cut(recording: &Recording, number: usize, x: &impl Fn(usize) -> f64) -> Option<Html> {
    let at = x(number);
    let (class, back) = match recording.step(number).map(Input::of)? {
        Input::Checkpoint => ("sc-cut", None),
        Input::Crash => ("sc-cut x", recording.came_back_to(number)),
        Input::FailingBatch => ("sc-cut x", None),
        _ => return None,
    };
    Some(html! { <g key={format!("cut {number}")}>
        <path {class} d={format!("M{} 4V36", px(at))} />
        if let Some(to) = back {
            <path class="sc-cut back" d={format!("M{} 4H{}m3 -2.6l-3 2.6l3 2.6", px(at), px(x(to)))} />
        }
    </g> })
}

/// So many cells are looked at together: a step changes two of them.
const TOGETHER: usize = 8;

#[derive(Properties, PartialEq)]
struct CellGroupProps {
    recording: ByRc<Recording>,
    of: RangeInclusive<usize>,
    /// The step shown; if it has no cell here, one before or behind these.
    step: usize,
    /// Behind this step is the point that the cells are placed from.
    base: usize,
    /// How wide a cell is, px.
    cell: f64,
    /// Whether the first and the last of these are the first and the last of all.
    ends: (bool, bool),
    /// Those that came out otherwise through the last edit.
    changed: Vec<usize>,
}

#[function_component(CellGroup)]
fn cell_group(props: &CellGroupProps) -> Html {
    let CellGroupProps { of, step, base, cell, ends, changed, .. } = props;
    let deeds = use_memo((props.recording.clone(), of.clone()), |(recording, of)| {
        of.clone().map(|number| Deed::of(recording, number)).collect::<Vec<_>>()
    });
    // By their places in the group: after a leap they are other steps' cells.
    html! { <g>{ for of.clone().zip(deeds.iter()).map(|(number, deed)| html! {
        <Cell key={number % TOGETHER} {number} x={((number as f64 - *base as f64 - 0.5) * cell * 10.0) as i64} deed={deed.clone()} wide={*cell >= 28.0}
            numbered={numbered(number, *cell)} at={end_of(number, of, *ends, *cell)} current={number == *step} ahead={number > *step}
            otherwise={changed.contains(&number)} cell={*cell as i64} />
    }) }</g> }
}

/// Which cells have room for their number.
fn numbered(step: usize, cell: f64) -> bool {
    cell >= room(step) || step.is_multiple_of(if cell >= 12.0 { 5 } else { 10 })
}

/// How wide a cell must be for its number, px: from 1000 on that is wider than the narrowest cell that has room for a smaller one.
fn room(step: usize) -> f64 {
    if step < 1000 { 20.0 } else { 6.0 * f64::from(step.ilog10() + 1) + 4.0 }
}

/// The end of the scrubber that a number wider than its cell would run over: it ends there.
fn end_of(step: usize, of: &RangeInclusive<usize>, ends: (bool, bool), cell: f64) -> Option<&'static str> {
    let ends = [(ends.0, *of.start(), "start"), (ends.1, *of.end(), "end")];
    ends.into_iter().find(|(is, end, _)| *is && *end == step && cell < room(step)).map(|(.., name)| name)
}

/// What a cell shows of a step, whichever is shown.
#[derive(Clone, PartialEq)]
struct Deed {
    summary: Summary,
    input: Input,
    /// The rows that it is about.
    links: AttrValue,
}

impl Deed {
    fn of(recording: &Recording, number: usize) -> Self {
        Deed {
            summary: recording.summary(number),
            input: recording.step(number).map_or(Input::Clock, Input::of),
            links: link::rows(recording.rows_of(number)).unwrap_or_default().into(),
        }
    }
}

#[derive(Properties, PartialEq)]
struct CellProps {
    number: usize,
    /// In tenths of a pixel.
    x: i64,
    deed: Deed,
    wide: bool,
    numbered: bool,
    /// Which end of the scrubber its number stands at, where it has no room in the middle.
    at: Option<&'static str>,
    current: bool,
    ahead: bool,
    /// It came out otherwise through the last edit.
    otherwise: bool,
    /// How wide it is, px.
    cell: i64,
}

/// Drawn around 0 and moved to its place; all of it is paths: another step is mostly another shape of the same few.
#[function_component(Cell)]
fn cell(props: &CellProps) -> Html {
    let Deed { summary: sum, input, links } = &props.deed;
    let path = |class: &'static str, d: &'static str| html! { <path {class} {d} /> };
    let what = match *input {
        Input::Row(Side::Left) => path("sc-l", "M-4.2 12a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1 -8.4 0z"),
        Input::Row(Side::Right) => path("sc-r", SQUARE),
        Input::Watermark(side) => {
            let class = if side == Side::Left { "sc-wm l" } else { "sc-wm r" };
            html! { <g {class}>
                <path d="M3.5 6.5v11" stroke-width="2.4" />
                <path d="M-5 12h5.5M-2 9.4l2.6 2.6l-2.6 2.6" stroke-width="1.5" />
            </g> }
        }
        Input::Batch => path("sc-batch", "M-4 7.5v9M0 7.5v9M4 7.5v9"),
        Input::Clock => path("sc-batch", "M0 7.5v4.5h3.5"),
        Input::Checkpoint => path("sc-batch", "M-3 17.5V6.8h7l-2 2.6 2 2.6h-7"),
        Input::Crash => path("sc-x", "M1.5 6l-4.2 6h5.4l-4.2 6"),
        Input::FailingBatch => html! { <>
            { path("sc-batch", "M-6 7.5v9M-2.5 7.5v9") }
            { path("sc-x", "M4.5 6l-4.2 6h5.4l-4.2 6") }
        </> },
    };
    // In the order ∅, cross, −D, match, left; where there is little room, two of them.
    let many = if props.wide { 4 } else { 2 };
    let mut did: Vec<Glyph> = Vec::new();
    for (count, glyph) in [
        (sum.nulls, NULL),
        (sum.late, CROSS),
        (sum.taken_back, MINUS),
        (sum.alone, ALONE),
        (sum.matches, CURVE),
        (sum.left.saturating_sub(sum.nulls), DOT),
    ] {
        did.extend((0..count.min(many)).map(|_| glyph));
    }
    did.truncate(many as usize);
    // Where it fits, what left reads in the order of the picture: dots first, then what came out of it.
    if props.wide {
        did.reverse();
    }
    let edge = props.cell as f64 / 2.0 - 1.0;
    let number_x = props.at.map_or(0.0, |end| if end == "start" { -edge } else { edge });
    let pitch = 9.5;
    let first = -pitch * (did.len() as f64 - 1.0) / 2.0;
    html! {
        <g class={classes!(props.ahead.then_some("sc-next"))} transform={format!("translate({} 0)", px(props.x as f64 / 10.0))} data-links={links.clone()}>
            <rect class="sc-link" x={px(props.cell as f64 / -2.0)} y="2" width={px(props.cell as f64)} height="46" rx="4" />
            { what }
            // A list of its own: what stands around it stays, however many there are.
            <>{ for did.iter().enumerate().map(|(index, Glyph { class, from, d })| html! {
                <path class={*class} d={format!("M{} {d}", px(first + pitch * index as f64 + from))} /> }) }</>
            if props.numbered {
                <text class={classes!("sc-n", props.at, props.current.then_some("cur"))} x={px(number_x)} y="45">{ props.number }</text>
            }
            if props.otherwise { <circle class="sc-changed" cy="48" r="2" /> }
        </g>
    }
}

/// With corners of 1 px.
const SQUARE: &str = "M-2.9 8.1h5.8a1 1 0 0 1 1 1v5.8a1 1 0 0 1 -1 1h-5.8a1 1 0 0 1 -1 -1v-5.8a1 1 0 0 1 1 -1z";

/// What a step did.
#[derive(Clone, Copy)]
struct Glyph {
    class: &'static str,
    /// Where its path begins, px from its middle.
    from: f64,
    /// The y that it begins at, and the rest.
    d: &'static str,
}

const NULL: Glyph = Glyph { class: "sc-gone", from: -3.0, d: "26a3 3 0 1 1 6 0a3 3 0 1 1 -6 0zm-1 4l8 -8" };
const CROSS: Glyph = Glyph { class: "sc-x", from: -3.0, d: "23l6 6m0 -6l-6 6" };
const MINUS: Glyph = Glyph { class: "sc-x", from: -3.5, d: "26h7" };
const ALONE: Glyph = Glyph { class: "sc-ev", from: -2.6, d: "26a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0z" };
const CURVE: Glyph = Glyph { class: "sc-m", from: -3.2, d: "22.5c0 5 6.4 2 6.4 7" };
const DOT: Glyph = Glyph { class: "sc-dot", from: -1.9, d: "26a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z" };

/// A number of px as SVG wants it.
pub fn px(value: f64) -> String {
    decimal(value, 1)
}
