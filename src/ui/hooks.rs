//! What several components do alike.

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, KeyboardEvent, ResizeObserver};
use yew::prelude::*;

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
