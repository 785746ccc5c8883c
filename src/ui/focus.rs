//! Focus is never lost: where what had it has gone or is no longer seen, what lies nearest has it next.

use std::{cell::RefCell, rc::Rc};

use gloo::{events::EventListener, timers::callback::Timeout};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, SvgElement};

/// What had the focus last, and the region around it, which often outlives it.
type Last = Rc<RefCell<Option<(Element, Option<Element>)>>>;

pub struct Keeper {
    last: Last,
    _listeners: [EventListener; 2],
}

impl Keeper {
    pub fn new() -> Self {
        let last = Last::default();
        let (into, away) = (Rc::clone(&last), Rc::clone(&last));
        let document = gloo::utils::document();
        let listeners = [
            EventListener::new(&document, "focusin", move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                *into.borrow_mut() = target.map(|at| {
                    let region = at.closest("section[aria-label], [role=dialog]").ok().flatten();
                    (at, region)
                });
            }),
            // A press beside everything takes the focus from where it was, and that is no loss.
            EventListener::new(&document, "pointerdown", move |_| *away.borrow_mut() = None),
        ];
        Self { last, _listeners: listeners }
    }

    /// To be called after each drawing.
    pub fn check(&self) {
        if self.last.borrow().is_none() {
            return;
        }
        let last = Rc::clone(&self.last);
        // Later: others that give the focus on come first.
        Timeout::new(0, move || {
            let now = gloo::utils::document().active_element();
            if now.is_some_and(|at| at.tag_name() != "BODY" && seen(&at)) {
                return;
            }
            let before = last.borrow_mut().take();
            let Some((at, region)) = before.filter(|(at, _)| !at.is_connected() || !seen(at)) else { return };
            drop(at);
            let within = region.filter(|region| region.is_connected() && seen(region));
            let found = within.and_then(|region| first(&region, "button:not(:disabled), a[href], input"));
            let lane = || {
                let document = gloo::utils::document();
                let lane = |selector| document.query_selector(selector).ok().flatten();
                lane("main:not([hidden]) [role=listbox][aria-activedescendant]")
                    .or_else(|| lane("main:not([hidden]) [role=listbox]"))
                    .or_else(|| {
                        let main = lane("main:not([hidden])")?;
                        let _ = main.set_attribute("tabindex", "-1");
                        Some(main)
                    })
            };
            if let Some(next) = found.or_else(lane) {
                let _ = match next.dyn_into::<HtmlElement>() {
                    Ok(next) => next.focus(),
                    Err(next) => next.dyn_into::<SvgElement>().map_or(Ok(()), |next| next.focus()),
                };
            }
        })
        .forget();
    }
}

/// The first that is seen of what a selector finds within.
fn first(region: &Element, selector: &str) -> Option<Element> {
    let list = region.query_selector_all(selector).ok()?;
    (0..list.length()).filter_map(|index| list.get(index)?.dyn_into::<Element>().ok()).find(seen)
}

/// Whether it is drawn at all. An empty lane of a picture takes no room, and still has its place.
fn seen(element: &Element) -> bool {
    let html = element.dyn_ref::<HtmlElement>().is_some();
    let drawn = |at: &Element| {
        let rect = at.get_bounding_client_rect();
        rect.width() > 0.0 || rect.height() > 0.0
    };
    if html { drawn(element) } else { element.closest("main").ok().flatten().is_none_or(|main| drawn(&main)) }
}
