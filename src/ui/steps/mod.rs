//! The list of steps: each can be gone to, edited, moved, put in and taken out. Only what is in sight is in the page.

mod editor;
mod menu;
mod order;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent};
use yew::prelude::*;

use super::{
    ByRc, Msg,
    app::{Dialog, Marking, StepsMsg, StepsUi},
    glyph::{self, Input},
    hooks::FEW,
    icon::Icon,
    transport::px,
};
use crate::{
    explain::{Deed, Words, format::fill_plain, messages::Messages},
    replay::Recording,
    scenario::{Lang, Step},
    workspace::{Action, Command, listing},
};
use editor::StepEditor;
pub use menu::{Props as MenuProps, StepMenu, menu};
pub use order::{OrderPanel, Props as OrderProps, order};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub step: usize,
    pub ui: ByRc<StepsUi>,
    /// The steps, from 1, that do otherwise since the last edit.
    pub changed: std::rc::Rc<[usize]>,
    pub lang: Lang,
    pub send: Callback<Msg>,
    /// Tabs say its name.
    #[prop_or_default]
    pub tabbed: bool,
}

/// How high the table's head is about, px: it stays in place over the rows.
const HEAD: f64 = 27.0;

/// The part of the list in sight, px.
#[derive(Clone, Copy, PartialEq)]
struct Sight {
    top: f64,
    height: f64,
    row: f64,
}

#[function_component(StepsPane)]
pub fn steps_pane(props: &Props) -> Html {
    let (lang, ui, step) = (props.lang, &props.ui, props.step);
    let m = Messages::of(lang);
    let recording = &props.recording;
    let scenario = recording.scenario();
    let script = &scenario.script;
    let words = Words::new(recording, lang);
    let scroll = use_node_ref();
    let sight = use_state(|| Sight { top: 0.0, height: 400.0, row: 27.0 });
    // While rows are dragged: the row that was taken, and before which one they would be dropped.
    let drag = use_state(|| None::<(usize, usize)>);

    let look = {
        let (scroll, sight) = (scroll.clone(), sight.clone());
        move || {
            if let Some(element) = scroll.cast::<HtmlElement>() {
                let row = element.query_selector("tr[data-step]").ok().flatten();
                let row = row.map(|row| row.get_bounding_client_rect().height()).filter(|height| *height > 8.0);
                let now = Sight {
                    top: f64::from(element.scroll_top()),
                    height: f64::from(element.client_height()),
                    row: row.unwrap_or(sight.row),
                };
                if now != *sight {
                    sight.set(now);
                }
            }
        }
    };
    {
        let look = look.clone();
        use_effect(look);
    }
    let onscroll = Callback::from(move |_: Event| look());
    // The playhead stays in sight, and so does the step that the focus goes to.
    let active = ui.active.unwrap_or(step.saturating_sub(1)).min(script.len().saturating_sub(1));
    {
        let (scroll, row) = (scroll.clone(), sight.row);
        use_effect_with((step, script.len()), move |(step, _)| reveal(&scroll, step.saturating_sub(1), row));
    }
    {
        let (scroll, row) = (scroll.clone(), sight.row);
        use_effect_with(ui.focus, move |times| {
            if *times > 0 {
                reveal(&scroll, active, row);
                if let Some(button) = find(&scroll, &format!("tr[data-step='{active}'] .step-go")) {
                    let _ = button.focus();
                }
            }
        });
    }

    {
        // The editor from its top, or what there is room for.
        let scroll = scroll.clone();
        use_effect_with(ui.editing.as_ref().map(|editing| editing.serial), move |open| {
            if let (Some(element), Some(editor)) = (scroll.cast::<HtmlElement>(), find(&scroll, "tr.editor"))
                && open.is_some()
            {
                let (frame, at) = (element.get_bounding_client_rect(), editor.get_bounding_client_rect());
                if at.bottom() > frame.bottom() || at.top() < frame.top() + HEAD {
                    element.set_scroll_top(element.scroll_top() + (at.top() - frame.top() - HEAD) as i32);
                }
            }
        });
    }

    let send = {
        let send = props.send.clone();
        move |msg: StepsMsg| send.emit(Msg::Steps(msg))
    };
    let onkeydown = {
        let (send, scroll, marked, len, dragging) =
            (send.clone(), scroll.clone(), ui.marked.clone(), script.len(), drag.clone());
        Callback::from(move |event: KeyboardEvent| {
            if len == 0 || event.ctrl_key() && event.key().to_lowercase() != "a" || event.meta_key() {
                return;
            }
            let how = if event.shift_key() { Marking::Range } else { Marking::Alone };
            let run = |command: Command| {
                if marked.binary_search(&active).is_err() {
                    send(StepsMsg::Mark(active, Marking::Alone));
                }
                send(StepsMsg::Run(command));
            };
            let last = len - 1;
            match event.key().as_str() {
                "ArrowUp" if event.alt_key() => run(Command::Earlier),
                "ArrowDown" if event.alt_key() => run(Command::Later),
                _ if event.alt_key() => return,
                "ArrowUp" => send(StepsMsg::Mark(active.saturating_sub(1), how)),
                "ArrowDown" => send(StepsMsg::Mark((active + 1).min(last), how)),
                "PageUp" => send(StepsMsg::Mark(active.saturating_sub(10), how)),
                "PageDown" => send(StepsMsg::Mark((active + 10).min(last), how)),
                "Home" => send(StepsMsg::Mark(0, how)),
                "End" => send(StepsMsg::Mark(last, how)),
                "a" | "A" if event.ctrl_key() => send(StepsMsg::MarkAll),
                "Enter" if on_row(&event) => send(StepsMsg::RunFor(Command::Edit, active)),
                "Delete" | "Backspace" => run(Command::Delete),
                "ContextMenu" => open_at_row(&scroll, active, &send),
                "F10" if event.shift_key() => open_at_row(&scroll, active, &send),
                "Escape" if dragging.is_some() => dragging.set(None),
                "Escape" if marked.len() > 1 => send(StepsMsg::Unmark),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let oncontextmenu = {
        let send = send.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some((index, _)) = event.target_dyn_into::<Element>().and_then(|at| row_of(&at)) {
                event.prevent_default();
                send(StepsMsg::OpenMenu(index, (event.client_x(), event.client_y())));
            }
        })
    };
    let onpointerdown = {
        let (drag, scroll) = (drag.clone(), scroll.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target_dyn_into::<Element>();
            let grip = target.and_then(|at| at.closest(".grip").ok().flatten()).and_then(|grip| row_of(&grip));
            if let Some((index, _)) = grip.filter(|_| event.button() == 0) {
                event.prevent_default();
                drag.set(Some((index, index)));
                if let Some(element) = scroll.cast::<Element>() {
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                if let Some(button) = find(&scroll, &format!("tr[data-step='{index}'] .step-go")) {
                    let _ = button.focus();
                }
            }
        })
    };
    let onpointermove = {
        let (drag, scroll) = (drag.clone(), scroll.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((from, over)) = *drag else { return };
            let Some(element) = scroll.cast::<HtmlElement>() else { return };
            let (rect, x, y) =
                (element.get_bounding_client_rect(), event.client_x() as f32, f64::from(event.client_y()));
            // Near an edge the list goes on.
            let by = if y < rect.top() + 34.0 {
                -18
            } else if y > rect.bottom() - 14.0 {
                18
            } else {
                0
            };
            element.set_scroll_top(element.scroll_top() + by);
            let under = gloo::utils::document().element_from_point(x, event.client_y() as f32);
            if let Some((index, row)) = under.and_then(|at| row_of(&at)) {
                let row = row.get_bounding_client_rect();
                let to = index + usize::from(y > row.top() + row.height() / 2.0);
                if to != over {
                    drag.set(Some((from, to)));
                }
            }
        })
    };
    let onpointerup = {
        let (drag, send) = (drag.clone(), send.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some((from, to)) = *drag {
                drag.set(None);
                if to != from && to != from + 1 {
                    send(StepsMsg::Move(from, to));
                }
            }
        })
    };
    let onpointercancel = {
        let drag = drag.clone();
        Callback::from(move |_: PointerEvent| drag.set(None))
    };

    let pinned: Vec<usize> =
        [Some(active), ui.editing.as_ref().map(|e| e.index.unwrap_or(e.at.saturating_sub(1))), drag.map(|d| d.0)]
            .into_iter()
            .flatten()
            .collect();
    let rows = match script.len() {
        few @ ..=FEW => 0..few,
        many => listing::in_sight(many, sight.top, sight.height, sight.row),
    };
    let parts = listing::parts(script.len(), rows, &pinned);
    let editor = ui.editing.as_ref().map(|editing| {
        let base = script.iter().find_map(|step| match step {
            Step::Push(push) => Some(push.time),
            _ => None,
        });
        html! {
            <tr key={format!("editor {}", editing.serial)} class="editor"><td colspan="4">
                <StepEditor scenario={ByRc::from(scenario)} index={editing.index} step={editing.step.clone()} any_kind={editing.any_kind}
                    base={base.unwrap_or(crate::scenario::time::EXAMPLE)} {lang} send={props.send.clone()} />
            </td></tr>
        }
    });
    // In front of which row the editor stands: behind the step that it edits, or where its step will be.
    let editor_at =
        ui.editing.as_ref().map(|editing| editing.index.map_or(editing.at, |index| index + 1).min(script.len()));
    let mut body: Vec<Html> = Vec::new();
    let mut index = 0;
    for part in parts {
        if editor_at == Some(index) {
            body.extend(editor.clone());
        }
        match part {
            listing::Part::Gap(rows) => {
                let style = format!("height:{}px", px(rows as f64 * sight.row));
                body.push(html! { <tr key={format!("gap {index}")} class="gap-row" aria-hidden="true"><td colspan="4" {style}></td></tr> });
                index += rows;
            }
            listing::Part::Row(row) => {
                let dropped = drag.and_then(|(from, to)| {
                    let drop = to != from && to != from + 1;
                    if drop && to == row {
                        Some("drop-above")
                    } else if drop && to == row + 1 && row + 1 == script.len() {
                        Some("drop-below")
                    } else {
                        None
                    }
                });
                body.push(html! {
                    <StepRow key={row} index={row} what={words.step_event(row + 1).unwrap_or_default()} input={Input::of(&script[row])}
                        deeds={words.step_did(row + 1)} current={row + 1 == step} ahead={row + 1 > step} marked={ui.marked.binary_search(&row).is_ok()}
                        stop={row == active} changed={props.changed.binary_search(&(row + 1)).is_ok()} {dropped}
                        taken={drag.is_some_and(|(from, _)| from == row || ui.marked.binary_search(&from).is_ok() && ui.marked.binary_search(&row).is_ok())}
                        {lang} send={props.send.clone()} />
                });
                index += 1;
            }
        }
    }
    if editor_at == Some(index) {
        body.extend(editor);
    }
    let several = (ui.marked.len() > 1)
        .then(|| fill_plain(lang, m.steps.several, &[("count", ui.marked.len().to_string().into())]));
    let act = |msg: StepsMsg| {
        let send = send.clone();
        Callback::from(move |_: MouseEvent| send(msg.clone()))
    };
    html! {
        <section class="pane steps-pane" aria-label={m.ui.steps}>
            // What is done to several has more words than there is room for beside tabs.
            <header class={(several.is_some() && props.tabbed).then_some("wide")}>
                if !props.tabbed { <h2>{ m.ui.steps }</h2> }
                <span class="note" role="status">{ several.clone().unwrap_or_default() }</span>
                <span class="end">
                    if several.is_some() {
                        <button type="button" class="btn small" onclick={act(StepsMsg::Run(Command::Duplicate))}>{ m.ui.duplicate }</button>
                        <button type="button" class="btn small" onclick={act(StepsMsg::Run(Command::Delete))}>{ m.ui.delete }</button>
                        <button type="button" class="btn plain icon tiny" aria-label={m.steps.clear} title={m.steps.clear} onclick={act(StepsMsg::Unmark)}>{ Icon::Close.draw() }</button>
                    } else {
                        <button type="button" class="btn plain icon tiny" aria-label={m.app.generate} title={m.app.generate}
                            onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Generate)))}>{ Icon::Streams.draw() }</button>
                        <button type="button" class="btn small" title={m.steps.keys} onclick={act(StepsMsg::Insert)}>{ Icon::Plus.draw() }{ m.steps.insert_step }</button>
                    }
                </span>
            </header>
            <div ref={scroll} class={classes!("scroll", drag.is_some().then_some("dragging"))} tabindex={script.is_empty().then_some("0")} {onscroll}
                {onkeydown} {oncontextmenu} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}>
                <table aria-label={m.ui.steps} aria-rowcount={(script.len() + 1).to_string()}>
                    <thead><tr aria-rowindex="1">
                        <th scope="col">{ m.app.step_head }</th><th scope="col">{ m.steps.head_what }</th><th scope="col">{ m.steps.head_did }</th>
                        <th scope="col"><span class="unseen">{ m.steps.menu }</span></th>
                    </tr></thead>
                    <tbody>{ for body }</tbody>
                </table>
                if script.is_empty() && ui.editing.is_none() { <p class="muted none">{ m.steps.no_step }</p> }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    index: usize,
    what: String,
    input: Input,
    deeds: Vec<Deed>,
    current: bool,
    ahead: bool,
    marked: bool,
    /// The one row that Tab stops at.
    stop: bool,
    changed: bool,
    dropped: Option<&'static str>,
    taken: bool,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(StepRow)]
fn step_row(props: &RowProps) -> Html {
    let m = Messages::of(props.lang);
    let index = props.index;
    let go = {
        let send = props.send.clone();
        Callback::from(move |event: MouseEvent| {
            let how = match (event.shift_key(), event.ctrl_key() || event.meta_key()) {
                (true, _) => Marking::Range,
                (_, true) => Marking::Also,
                _ => Marking::Alone,
            };
            send.emit(Msg::Steps(StepsMsg::Mark(index, how)));
            if how == Marking::Alone {
                send.emit(Msg::Do(Action::Seek(index + 1)));
            }
        })
    };
    let edit = props.send.reform(move |_: MouseEvent| Msg::Steps(StepsMsg::RunFor(Command::Edit, index)));
    let menu = {
        let send = props.send.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(button) = pressed(&event) {
                let rect = button.get_bounding_client_rect();
                send.emit(Msg::Steps(StepsMsg::OpenMenu(index, (rect.left() as i32, rect.bottom() as i32 + 2))));
            }
        })
    };
    let tabindex = if props.stop { "0" } else { "-1" };
    let label = fill_plain(props.lang, m.steps.step_menu, &[("step", (index + 1).to_string().into())]);
    html! {
        <tr data-step={index.to_string()} aria-rowindex={(index + 2).to_string()} aria-current={props.current.then_some("step")}
            aria-selected={props.marked.then_some("true")} ondblclick={edit}
            class={classes!(props.current.then_some("new"), props.ahead.then_some("ahead"), props.marked.then_some("marked"), props.dropped, props.taken.then_some("taken"))}>
            <td><span class="grip" aria-hidden="true">{ "⠿" }</span>{ index + 1 }
                if props.changed { <span class="changed-dot" role="img" aria-label={m.steps.changed} title={m.steps.changed}></span> }</td>
            <td><button type="button" class="step-go" {tabindex} onclick={go}>{ props.input.draw() }<span>{ &props.what }</span></button></td>
            <td title={props.deeds.iter().map(|deed| deed.text.as_str()).collect::<Vec<_>>().join(", ")}><span class="deeds">{ for props.deeds.iter().map(|deed| html! { <span>{ glyph::of(deed.glyph) }{ &deed.text }</span> }) }</span></td>
            <td><button type="button" class="btn plain icon tiny" {tabindex} aria-haspopup="menu" aria-label={label} onclick={menu}>{ Icon::More.draw() }</button></td>
        </tr>
    }
}

/// The button that was pressed, wherever in it.
pub fn pressed(event: &MouseEvent) -> Option<Element> {
    event.target_dyn_into::<Element>()?.closest("button").ok().flatten()
}

/// The row that an element is in, with its step's index.
fn row_of(at: &Element) -> Option<(usize, Element)> {
    let row = at.closest("tr[data-step]").ok().flatten()?;
    Some((row.get_attribute("data-step")?.parse().ok()?, row))
}

fn find(scroll: &NodeRef, selector: &str) -> Option<HtmlElement> {
    scroll.cast::<Element>()?.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Whether a key was pressed on a step itself, not on a button beside it.
fn on_row(event: &KeyboardEvent) -> bool {
    event.target_dyn_into::<Element>().is_some_and(|at| at.class_name() == "step-go")
}

fn open_at_row(scroll: &NodeRef, index: usize, send: &impl Fn(StepsMsg)) {
    if let Some(row) = find(scroll, &format!("tr[data-step='{index}']")) {
        let rect = row.get_bounding_client_rect();
        send(StepsMsg::OpenMenu(index, (rect.left() as i32 + 40, rect.bottom() as i32)));
    }
}

/// Scrolls no further than it must for the row to be in sight, the head of the table left free.
fn reveal(scroll: &NodeRef, index: usize, row: f64) {
    let Some(element) = scroll.cast::<HtmlElement>() else { return };
    let (top, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
    // Behind an open editor the row itself says where it is.
    let bounds = find(scroll, &format!("tr[data-step='{index}']")).map(|found| {
        let (found, frame) = (found.get_bounding_client_rect(), element.get_bounding_client_rect());
        (found.top() - frame.top() + top, found.height())
    });
    let (at, size) = bounds.unwrap_or((index as f64 * row + row, row));
    if at < top + HEAD {
        element.set_scroll_top((at - HEAD) as i32);
    } else if at + size > top + height {
        element.set_scroll_top((at + size - height).ceil() as i32);
    }
}
