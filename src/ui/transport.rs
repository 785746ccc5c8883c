//! First, back, play, forward, last, speed, the step's number, and the scrubber.

use std::rc::Rc;

use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::{
    ByRc, Msg,
    icon::Icon,
    link,
    select::{Choice, Select},
};
use crate::{
    explain::{Words, format::fill_plain, messages::Messages},
    replay::{Recording, Summary},
    scenario::{Lang, Side, Step},
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
                { button(m.ui.step_forward, Icon::Forward, "", step < steps, seek(step + 1)) }
                { button(m.ui.last_step, Icon::Last, "", step < steps, seek(steps)) }
            </div>
            <Select label={m.ui.speed} class="speed" options={speeds} value={props.speed.to_string()}
                choose={props.send.reform(|n: String| Msg::Speed(n.parse().unwrap_or(4)))} />
            <span class="count">{ m.app.step }<b>{ step }</b>{ " / " }{ steps }</span>
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

#[derive(Properties, PartialEq)]
struct ScrubberProps {
    recording: ByRc<Recording>,
    step: usize,
    lang: Lang,
    changed: Rc<[usize]>,
    send: Callback<Msg>,
}

#[function_component(Scrubber)]
fn scrubber(props: &ScrubberProps) -> Html {
    let steps = props.recording.len();
    let node = use_node_ref();
    let width = use_state(|| 720.0_f64);
    {
        let (node, width) = (node.clone(), width.clone());
        use_effect(move || {
            if let Some(now) = node.cast::<Element>().map(|element| element.get_bounding_client_rect().width())
                && now > 20.0
                && (now - *width).abs() > 1.0
            {
                width.set(now);
            }
        });
    }
    let dragging = use_state(|| false);
    let seek = {
        let (node, send) = (node.clone(), props.send.clone());
        move |event: &PointerEvent| {
            if let Some(rect) = node.cast::<Element>().map(|element| element.get_bounding_client_rect()) {
                let part = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
                let step = (part * steps as f64).floor().clamp(0.0, steps as f64 - 1.0) as usize + 1;
                send.emit(Msg::Do(Action::Seek(step)));
            }
        }
    };
    let onpointerdown = {
        let (seek, dragging, node) = (seek.clone(), dragging.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
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
    let onkeydown = {
        let (send, step) = (props.send.clone(), props.step);
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" if !event.shift_key() => step + 1,
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
    let words = Words::new(&props.recording, props.lang);
    let valuetext = words.step_valuetext(props.step);
    let cell = *width / steps as f64;
    // Where a cell is narrower than a bar, several steps share one.
    let a_bar = (3.0 / cell).ceil().max(1.0) as usize;
    let cells = use_memo((props.recording.clone(), (*width * 4.0) as i64), |(recording, _)| {
        let summaries: Vec<Summary> = (1..=recording.len()).map(|step| recording.summary(step)).collect();
        summaries
    });
    let otherwise = |index: usize| props.changed.binary_search(&(index + 1)).is_ok();
    // Cells too narrow to carry a dot have one for all that share a bar.
    let narrow = (cell < 9.0).then(|| {
        let mut dots: Vec<i64> =
            props.changed.iter().map(|step| ((*step as f64 - 0.5) * cell / 3.0) as i64 * 3).collect();
        dots.dedup();
        dots
    });
    let current = (props.step > 0).then(|| {
        let x = (props.step - 1) as f64 * cell;
        let w = cell.max(6.0) - if cell > 20.0 { 3.0 } else { 0.0 };
        html! { <rect class="sc-cell cur" x={px(x + (cell - w) / 2.0)} y="1.5" width={px(w)} height="47" rx="4" /> }
    });
    html! {
        <svg ref={node} class="scrub" height="50" viewBox={format!("0 0 {} 50", px(*width))} preserveAspectRatio="none" role="slider"
            tabindex="0" aria-label={Messages::of(props.lang).ui.step} aria-valuemin="0" aria-valuemax={steps.to_string()}
            aria-valuenow={props.step.to_string()} aria-valuetext={valuetext} {onpointerdown} {onpointermove}
            onpointerup={ended.clone()} onpointercancel={ended} {onkeydown}>
            <rect class="sc-hit" x="0" y="0" width={px(*width)} height="50" />
            { for brackets(&props.recording).into_iter().filter(|_| cell >= 3.0).map(|(from, to)| {
                let (x1, x2) = ((from as f64 + 0.12) * cell, (to as f64 + 0.88) * cell);
                html! { <path class="sc-bracket" d={format!("M{} 6V2.5H{}V6", px(x1), px(x2))} /> }
            }) }
            { current }
            { for cells.iter().enumerate().step_by(a_bar).map(|(index, summary)| {
                let x = (index as f64 + 0.5) * cell;
                let ahead = index + 1 > props.step;
                if cell < 9.0 {
                    bar(index, x, cell.max(2.0), &cells[index..(index + a_bar).min(cells.len())], ahead)
                } else {
                    html! { <Cell key={index} number={index + 1} x={(x * 10.0) as i64} summary={*summary}
                        input={input(&props.recording, index)} wide={cell >= 28.0} numbered={numbered(index + 1, cell)}
                        current={index + 1 == props.step} {ahead} otherwise={otherwise(index)}
                        links={link::rows(props.recording.rows_of(index + 1)).unwrap_or_default()} cell={cell as i64} /> }
                }
            }) }
            { for narrow.unwrap_or_default().into_iter().map(|x| html! { <circle class="sc-changed" cx={x.to_string()} cy="47" r="1.5" /> }) }
        </svg>
    }
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

/// The steps of each micro-batch, by index: from its first row to the `batch` step that runs it.
fn brackets(recording: &Recording) -> Vec<(usize, usize)> {
    let mut brackets = Vec::new();
    let mut first = None;
    for index in 0..recording.len() {
        match input(recording, index) {
            Input::Row(_) => first = first.or(Some(index)),
            Input::Batch => brackets.extend(first.take().map(|from| (from, index))),
            Input::Watermark(_) | Input::Clock => {}
        }
    }
    brackets
}

/// Which cells have room for their number.
fn numbered(step: usize, cell: f64) -> bool {
    cell >= 20.0 || step.is_multiple_of(if cell >= 12.0 { 5 } else { 10 })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Row(Side),
    Watermark(Side),
    Batch,
    Clock,
}

fn input(recording: &Recording, index: usize) -> Input {
    match recording.step(index + 1) {
        Some(Step::Push(push)) => Input::Row(push.side),
        Some(Step::Watermark { side, .. }) => Input::Watermark(*side),
        Some(Step::Batch) => Input::Batch,
        Some(Step::Clock { .. }) | None => Input::Clock,
    }
}

#[derive(Properties, PartialEq)]
struct CellProps {
    number: usize,
    /// In tenths of a pixel.
    x: i64,
    summary: Summary,
    input: Input,
    wide: bool,
    numbered: bool,
    current: bool,
    ahead: bool,
    /// It came out otherwise through the last edit.
    otherwise: bool,
    /// The rows that it is about.
    links: AttrValue,
    /// How wide it is, px.
    cell: i64,
}

#[function_component(Cell)]
fn cell(props: &CellProps) -> Html {
    let x = props.x as f64 / 10.0;
    let what = match props.input {
        Input::Row(Side::Left) => html! { <circle class="sc-l" cx={px(x)} cy="12" r="4.2" /> },
        Input::Row(Side::Right) => {
            html! { <rect class="sc-r" x={px(x - 3.9)} y="8.1" width="7.8" height="7.8" rx="1" /> }
        }
        Input::Watermark(side) => {
            let class = if side == Side::Left { "sc-wm l" } else { "sc-wm r" };
            html! { <g {class}>
                <path d={format!("M{} 6.5v11", px(x + 3.5))} stroke-width="2.4" />
                <path d={format!("M{} 12h5.5M{} 9.4l2.6 2.6l-2.6 2.6", px(x - 5.0), px(x - 2.0))} stroke-width="1.5" />
            </g> }
        }
        Input::Batch => {
            html! { <path class="sc-batch" d={format!("M{} 7.5v9M{} 7.5v9M{} 7.5v9", px(x - 4.0), px(x), px(x + 4.0))} /> }
        }
        Input::Clock => html! { <path class="sc-batch" d={format!("M{} 7.5v4.5h3.5", px(x))} /> },
    };
    // In the order ∅, cross, −D, match, left; where there is little room, two of them.
    let sum = &props.summary;
    let many = if props.wide { 4 } else { 2 };
    let mut did: Vec<fn(f64) -> Html> = Vec::new();
    for (count, draw) in [
        (sum.nulls, null as fn(f64) -> Html),
        (sum.late, cross),
        (sum.taken_back, minus),
        (sum.alone, alone),
        (sum.matches, curve),
        (sum.left.saturating_sub(sum.nulls), dot),
    ] {
        for _ in 0..count.min(many) {
            did.push(draw);
        }
    }
    did.truncate(many as usize);
    // Where it fits, what left reads in the order of the picture: dots first, then what came out of it.
    if props.wide {
        did.reverse();
    }
    let pitch = 9.5;
    let first = x - pitch * (did.len() as f64 - 1.0) / 2.0;
    html! {
        <g class={classes!(props.ahead.then_some("sc-next"))} data-links={props.links.clone()}>
            <rect class="sc-link" x={px(x - props.cell as f64 / 2.0)} y="2" width={px(props.cell as f64)} height="46" rx="4" />
            { what }
            { for did.iter().enumerate().map(|(index, draw)| draw(first + pitch * index as f64)) }
            if props.numbered {
                <text class={classes!("sc-n", props.current.then_some("cur"))} x={px(x)} y="45">{ props.number }</text>
            }
            if props.otherwise { <circle class="sc-changed" cx={px(x)} cy="48" r="2" /> }
        </g>
    }
}

fn null(x: f64) -> Html {
    html! { <><circle class="sc-gone" cx={px(x)} cy="26" r="3" /><path class="sc-gone" d={format!("M{} 30l8 -8", px(x - 4.0))} /></> }
}

fn cross(x: f64) -> Html {
    html! { <path class="sc-x" d={format!("M{} 23l6 6M{} 23l-6 6", px(x - 3.0), px(x + 3.0))} /> }
}

fn minus(x: f64) -> Html {
    html! { <path class="sc-x" d={format!("M{} 26h7", px(x - 3.5))} /> }
}

fn curve(x: f64) -> Html {
    html! { <path class="sc-m" d={format!("M{} 22.5c0 5 6.4 2 6.4 7", px(x - 3.2))} /> }
}

fn alone(x: f64) -> Html {
    html! { <circle class="sc-ev" cx={px(x)} cy="26" r="2.6" /> }
}

fn dot(x: f64) -> Html {
    html! { <circle class="sc-dot" cx={px(x)} cy="26" r="1.9" /> }
}

/// A step too narrow for glyphs: a bar coloured by the first of what it did, with its height as a second cue.
fn bar(key: usize, x: f64, width: f64, sums: &[Summary], ahead: bool) -> Html {
    let any = |of: fn(&Summary) -> u32| sums.iter().any(|sum| of(sum) > 0);
    let (class, height) = if any(|s| s.nulls) {
        ("sc-bar n", 30.0)
    } else if any(|s| s.late) {
        ("sc-bar x", 15.0)
    } else if any(|s| s.taken_back) {
        ("sc-bar x", 10.0)
    } else if any(|s| s.matches) {
        ("sc-bar m", 10.0)
    } else if any(|s| s.left) {
        ("sc-bar g", 10.0)
    } else {
        ("sc-bar", 3.0)
    };
    let w = (width - 0.6).max(1.0);
    html! { <rect {key} class={classes!(class, ahead.then_some("sc-next"))} x={px(x - w / 2.0)} y={px(40.0 - height)} width={px(w)} height={px(height)} /> }
}

/// A number of px as SVG wants it.
pub fn px(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
}
