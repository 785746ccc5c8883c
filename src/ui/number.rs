//! Numbers that can be dragged: durations as fields, and the brackets of a bound.

use std::{cell::Cell, rc::Rc};

use web_sys::{Element, HtmlInputElement, PointerEvent};
use yew::prelude::*;

use super::{field::TextField, hooks::use_escape, sentence::time_fault};
use crate::{
    scenario::{Lang, time},
    workspace::{Edit, Manner, Number, Scrub},
};

/// What the page around does with a number that is being dragged. Where there is none, nothing is seen of it until it is let go.
#[derive(Clone, PartialEq)]
pub struct Live {
    /// Shows what an edit would do; says whether the engine takes it. `None` ends it.
    pub preview: Callback<Option<Edit>, bool>,
    /// What the edit shown would do, in words.
    pub would: Option<AttrValue>,
    /// The unit of a number that is 0, ms.
    pub unit: i64,
}

/// Pointers tremble; less than this is a click, px.
const CLICK: f64 = 3.0;

#[derive(Clone, PartialEq)]
struct Dragged {
    onpointerdown: Callback<PointerEvent>,
    onpointermove: Callback<PointerEvent>,
    onpointerup: Callback<PointerEvent>,
    onpointercancel: Callback<PointerEvent>,
    /// The number that is dragged to.
    shown: Option<i64>,
    /// The last press was a drag, and no click.
    was_drag: Rc<Cell<bool>>,
}

#[derive(Clone, Copy)]
struct Hold {
    scrub: Scrub,
    from: f64,
    moved: bool,
    last: Option<i64>,
}

/// Drags a number: live, as one edit, and Esc takes it back. Whatever has the focus already is not dragged but written in.
#[hook]
fn use_drag(number: Number, change: Callback<i64, Edit>, commit: Callback<Edit>) -> Dragged {
    let live = use_context::<Live>();
    let hold = use_mut_ref(|| None::<Hold>);
    let shown = use_state_eq(|| None::<i64>);
    let was_drag = use_memo((), |()| Cell::new(false));
    let number = Number {
        unit: if number.unit > 0 { number.unit } else { live.as_ref().map_or(1, |live| live.unit) },
        ..number
    };
    let preview = {
        let live = live.clone();
        move |edit: Option<Edit>| live.as_ref().is_none_or(|live| live.preview.emit(edit))
    };
    let onpointerdown = {
        let (hold, was_drag) = (Rc::clone(&hold), Rc::clone(&was_drag));
        Callback::from(move |event: PointerEvent| {
            let target: Option<Element> = event.target_dyn_into();
            let focused = gloo::utils::document().active_element();
            let writing = target.as_ref().is_some_and(|element| element.tag_name() == "INPUT") && target == focused;
            was_drag.set(false);
            if event.button() != 0 || !event.is_primary() || writing {
                return;
            }
            if let Some(element) = target {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            let x = f64::from(event.client_x());
            hold.replace(Some(Hold { scrub: Scrub::new(number, x), from: x, moved: false, last: None }));
        })
    };
    let onpointermove = {
        let (hold, shown, was_drag) = (Rc::clone(&hold), shown.clone(), Rc::clone(&was_drag));
        let (change, preview) = (change.clone(), preview.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(mut now) = *hold.borrow() else { return };
            let x = f64::from(event.client_x());
            if !now.moved && (x - now.from).abs() < CLICK {
                return;
            }
            now.moved = true;
            was_drag.set(true);
            let value = now.scrub.at(x, Manner { exact: event.alt_key(), far: event.shift_key() });
            if now.last != Some(value) && preview(Some(change.emit(value))) {
                now.last = Some(value);
                shown.set(Some(value));
            }
            hold.replace(Some(now));
        })
    };
    let cancel = {
        let (hold, shown, preview) = (Rc::clone(&hold), shown.clone(), preview.clone());
        move || {
            if hold.take().is_some_and(|hold| hold.moved) {
                preview(None);
            }
            shown.set(None);
        }
    };
    let onpointerup = {
        let (hold, shown, preview) = (Rc::clone(&hold), shown.clone(), preview.clone());
        let change = change.clone();
        Callback::from(move |event: PointerEvent| {
            let Some(now) = hold.take() else { return };
            shown.set(None);
            match now.last {
                Some(value) => commit.emit(change.emit(value)),
                None if now.moved => drop(preview(None)),
                // A click writes.
                None => {
                    if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                        let _ = input.focus();
                        input.select();
                    }
                }
            }
        })
    };
    let onpointercancel = {
        let cancel = cancel.clone();
        Callback::from(move |_: PointerEvent| cancel())
    };
    {
        // Esc ends it wherever the focus is, and nothing else besides.
        use_escape(shown.is_some(), cancel);
    }
    Dragged { onpointerdown, onpointermove, onpointerup, onpointercancel, shown: *shown, was_drag }
}

#[derive(Properties, PartialEq)]
pub struct NumberProps {
    pub label: AttrValue,
    pub number: Number,
    pub lang: Lang,
    /// The edit that sets it to so many ms.
    pub change: Callback<i64, Edit>,
    pub edit: Callback<Edit>,
    /// What it is about, for hover links.
    #[prop_or_default]
    pub links: Option<AttrValue>,
}

/// A duration: dragged sideways, typed over, or stepped with the arrow keys.
#[function_component(NumberField)]
pub fn number_field(props: &NumberProps) -> Html {
    let lang = props.lang;
    let dragged = use_drag(props.number, props.change.clone(), props.edit.clone());
    let live = use_context::<Live>();
    let take = {
        let (change, edit) = (props.change.clone(), props.edit.clone());
        Callback::from(move |typed: String| match time::parse_duration(&typed) {
            Ok(ms) => {
                edit.emit(change.emit(ms));
                Ok(())
            }
            Err(fault) => Err(time_fault(fault, true, lang)),
        })
    };
    // A press focuses nothing before it is known to be a click; what is written in already is left to the browser.
    let onmousedown = Callback::from(|event: MouseEvent| {
        let target: Option<Element> = event.target_dyn_into();
        if target != gloo::utils::document().active_element() {
            event.prevent_default();
        }
    });
    let onkeydown = {
        let (number, change, edit) = (props.number, props.change.clone(), props.edit.clone());
        let unit = live.as_ref().map_or(1, |live| live.unit);
        Callback::from(move |event: KeyboardEvent| {
            let moves = event.shift_key() && event.alt_key();
            let (up, manner) = match event.key().as_str() {
                "ArrowLeft" if moves => (false, Manner::default()),
                "ArrowRight" if moves => (true, Manner::default()),
                key @ ("ArrowUp" | "ArrowDown") => {
                    (key == "ArrowUp", Manner { exact: event.alt_key(), far: event.shift_key() })
                }
                key @ ("PageUp" | "PageDown") => (key == "PageUp", Manner { exact: false, far: true }),
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            // From what is typed, where that is a duration.
            let typed = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value());
            let value = typed.and_then(|typed| time::parse_duration(&typed).ok()).unwrap_or(number.value);
            let unit = if number.unit > 0 { number.unit } else { unit };
            let next = Number { value, unit, ..number }.pressed(up, manner);
            if next != number.value {
                edit.emit(change.emit(next));
            }
        })
    };
    let value = time::duration(dragged.shown.unwrap_or(props.number.value), lang);
    let would = live.and_then(|live| live.would).filter(|_| dragged.shown.is_some());
    html! {
        <span class={classes!("num-in", dragged.shown.map(|_| "scrubbing"))} data-links={props.links.clone()} {onmousedown} {onkeydown}
            onpointerdown={dragged.onpointerdown} onpointermove={dragged.onpointermove}
            onpointerup={dragged.onpointerup} onpointercancel={dragged.onpointercancel}>
            <TextField label={props.label.clone()} class="tok num" {value} {take} />
            <span class={classes!(would.is_some().then_some("would"))} aria-hidden="true">{ would.unwrap_or_default() }</span>
        </span>
    }
}

#[derive(Properties, PartialEq)]
pub struct BracketProps {
    pub label: AttrValue,
    pub inclusive: bool,
    /// The signs of an end that is within, and of one that is not.
    pub signs: (&'static str, &'static str),
    /// The bound that the bracket stands at: dragged, it is that which moves.
    pub number: Number,
    pub change: Callback<i64, Edit>,
    pub toggle: Edit,
    pub edit: Callback<Edit>,
    pub links: AttrValue,
}

/// The bracket at a bound: a click toggles it, a drag moves the bound.
#[function_component(Bracket)]
pub fn bracket(props: &BracketProps) -> Html {
    let dragged = use_drag(props.number, props.change.clone(), props.edit.clone());
    let onclick = {
        let (was_drag, edit, toggle) = (Rc::clone(&dragged.was_drag), props.edit.clone(), props.toggle.clone());
        Callback::from(move |_: MouseEvent| {
            // The click that ends a drag is none.
            if !was_drag.replace(false) {
                edit.emit(toggle.clone());
            }
        })
    };
    html! {
        <button type="button" class={classes!("tok", "br", dragged.shown.map(|_| "scrubbing"))} role="switch" aria-label={props.label.clone()}
            aria-checked={props.inclusive.to_string()} title={props.label.clone()} data-links={props.links.clone()} {onclick}
            onpointerdown={dragged.onpointerdown} onpointermove={dragged.onpointermove}
            onpointerup={dragged.onpointerup} onpointercancel={dragged.onpointercancel}>
            { if props.inclusive { props.signs.0 } else { props.signs.1 } }</button>
    }
}
