//! What several components do alike.

use std::{hash::Hash, ops::Range};

use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    timers::callback::Timeout,
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, HtmlElement, KeyboardEvent, ResizeObserver};
use yew::prelude::*;

use super::transport::px;
use crate::workspace::listing::{Places, in_sight};

/// While something is held, Esc ends it wherever the focus is (a pointer takes none), and ends nothing else besides.
#[hook]
pub fn use_escape(held: bool, cancel: impl Fn() + 'static) {
    use_effect_with(held, move |held| {
        let listener = held.then(|| {
            let first = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
            EventListener::new_with_options(&gloo::utils::window(), "keydown", first, move |event| {
                if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
                    event.prevent_default();
                    event.stop_propagation();
                    cancel();
                }
            })
        });
        move || drop(listener)
    });
}

/// Tells an element's size whenever it changes, from now until the effect that this is called in ends.
pub fn watch<T: Fn(&Element) + 'static>(node: &NodeRef, tell: T) -> impl FnOnce() + use<T> {
    let element = node.cast::<Element>();
    let tell = Closure::<dyn Fn()>::new({
        let element = element.clone();
        move || element.iter().for_each(&tell)
    });
    let observer = ResizeObserver::new(tell.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(element)) = (&observer, &element) {
        observer.observe(element);
    }
    move || {
        if let Some(observer) = observer {
            observer.disconnect();
        }
        drop(tell);
    }
}

/// The value of a moment ago, until it has been another for so many ms: for what need not follow each step of many.
#[hook]
pub fn use_rested<T: Clone + PartialEq + 'static>(value: T, ms: u32) -> T {
    let rested = use_state(|| value.clone());
    let shown = (*rested).clone();
    use_effect_with(value, move |value| {
        let value = value.clone();
        let timer = (value != *rested).then(|| Timeout::new(ms, move || rested.set(value)));
        move || drop(timer)
    });
    shown
}

/// The places ([`Places`]) of what is drawn now.
#[hook]
pub fn use_places<K: Copy + Eq + Hash + 'static>(keys: &[K]) -> Vec<usize> {
    let places = use_mut_ref(Places::default);
    places.borrow_mut().give(keys)
}

/// A table of so few rows is in the page as a whole.
pub const FEW: usize = 24;
/// Scrolling by less changes nothing, rows.
const NOTCH: f64 = 4.0;

/// What scrolls a table, as it is seen, px.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    top: f64,
    height: f64,
    row: f64,
    /// On paper there is nothing to scroll.
    paper: bool,
}

/// The part of a long table that is in the page.
pub struct Sight {
    pub rows: Range<usize>,
    /// There are more.
    pub long: bool,
    /// How high a row is, px.
    pub row: f64,
    pub onscroll: Callback<Event>,
}

/// Which of the `len` rows of a table are in sight of what scrolls it.
#[hook]
pub fn use_sight(scroll: &NodeRef, len: usize) -> Sight {
    let window = use_state_eq(|| Window { top: 0.0, height: 400.0, row: 28.0, paper: false });
    let look = {
        let (scroll, window) = (scroll.clone(), window.setter());
        move |paper: bool| {
            let Some(element) = scroll.cast::<HtmlElement>() else { return };
            let row = element.query_selector("tbody tr:not(.gap-row)").ok().flatten();
            let row = row.map_or(0.0, |row| row.get_bounding_client_rect().height());
            let row = if row > 8.0 { row } else { 28.0 };
            let top = (f64::from(element.scroll_top()) / row / NOTCH).floor() * NOTCH * row;
            window.set(Window { top, height: f64::from(element.client_height()) + NOTCH * row, row, paper });
        }
    };
    {
        let (scroll, look) = (scroll.clone(), look.clone());
        use_effect_with((), move |()| {
            let paper = [("beforeprint", true), ("afterprint", false)].map(|(name, paper)| {
                let look = look.clone();
                EventListener::new(&gloo::utils::window(), name, move |_| look(paper))
            });
            let watched = watch(&scroll, move |_| look(false));
            move || {
                drop(paper);
                watched();
            }
        });
    }
    let Window { top, height, row, paper } = *window;
    let whole = len <= FEW || paper;
    // A shorter list than before is scrolled no further than to its end.
    let top = top.min((len as f64 * row - height).max(0.0));
    let rows = if whole { 0..len } else { in_sight(len, top, height, row) };
    Sight { rows, long: len > FEW, row, onscroll: Callback::from(move |_: Event| look(false)) }
}

/// So many rows of a table that are not in the page; nothing for none. It has a key, as the rows must: of a list in which
/// anything has none, all are drawn anew when one comes.
pub fn gap(rows: usize, sight: &Sight, key: &'static str) -> Option<Html> {
    let style = format!("height:{}px", px(rows as f64 * sight.row));
    (rows > 0).then(|| html! { <tr {key} class="gap-row" aria-hidden="true"><td colspan="99" {style}></td></tr> })
}
