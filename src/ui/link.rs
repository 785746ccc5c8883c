//! Hover links: whatever speaks of the same row lights up together, and so do a bound, a key or a stream's name and the
//! piece of code that says it.
//!
//! An element names what it speaks of in `data-links`, words between spaces. What is lit is marked with an attribute that no
//! component knows, so that pointing at something draws nothing anew. Focus does the same as the pointer.

use std::{cell::RefCell, rc::Rc};

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use crate::{code::Part, engine::RowId, scenario::Side};

/// What an element speaks of, as one word of `data-links`.
pub fn row(row: RowId) -> String {
    format!("row-{}", row.0)
}

/// Several rows as `data-links`; nothing for none.
pub fn rows(all: impl IntoIterator<Item = RowId>) -> Option<String> {
    // More than these fit no screen.
    let words: Vec<String> = all.into_iter().take(64).map(row).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A stream's name.
pub fn stream(side: Side) -> &'static str {
    if side == Side::Left { "name-left" } else { "name-right" }
}

/// A setting, as the code and the sentence say it.
pub fn part(part: Part) -> &'static str {
    match part {
        Part::Key => "key",
        Part::Lower => "lower",
        Part::Upper => "upper",
        Part::Size => "size",
        Part::Slide => "slide",
        Part::Step => "step",
        Part::Offset => "offset",
        Part::Gap => "gap",
        Part::Ttl => "ttl",
        Part::Cleanup => "cleanup",
        Part::Watermark(side) => watermark(side),
    }
}

/// A stream's watermark, with its delay.
pub fn watermark(side: Side) -> &'static str {
    if side == Side::Left { "watermark-left" } else { "watermark-right" }
}

const LIT: &str = "data-lit";

/// What is pointed at or focused now.
#[derive(Clone, Default)]
pub struct Links(Rc<RefCell<String>>, Rc<RefCell<Option<Element>>>);

impl Links {
    /// Inside an element of a host's page only that is listened to and marked.
    pub fn listen_on(&self, root: Option<Element>) {
        self.1.replace(root);
    }

    /// Listens to the page.
    pub fn listen(&self) -> Vec<EventListener> {
        let document: web_sys::EventTarget = match &*self.1.borrow() {
            Some(root) => root.clone().into(),
            None => gloo::utils::document().into(),
        };
        ["pointerover", "pointerout", "focusin", "focusout"]
            .map(|name| {
                let links = self.clone();
                EventListener::new(&document, name, move |event| {
                    let words = match &*event.type_() {
                        "pointerout" | "focusout" if leaves(event) => String::new(),
                        "pointerout" | "focusout" => return,
                        _ => spoken_of(event).unwrap_or_default(),
                    };
                    links.light(words);
                })
            })
            .into()
    }

    fn light(&self, words: String) {
        if *self.0.borrow() != words {
            self.0.replace(words);
            self.mark();
        }
    }

    /// Marks anew, after something was drawn. While nothing is pointed at nothing is marked.
    pub fn refresh(&self) {
        if !self.0.borrow().is_empty() {
            self.mark();
        }
    }

    fn mark(&self) {
        let root = self.1.borrow().clone().unwrap_or_else(gloo::utils::document_element);
        let words = self.0.borrow();
        let all = |selector: &str| {
            let list = root.query_selector_all(selector).ok();
            let count = list.as_ref().map_or(0, web_sys::NodeList::length);
            (0..count).filter_map(move |at| list.as_ref()?.get(at)?.dyn_into::<Element>().ok())
        };
        let lit = |element: &Element| {
            let own = element.get_attribute("data-links").unwrap_or_default();
            words.split(' ').any(|word| !word.is_empty() && own.split(' ').any(|other| other == word))
        };
        for element in all(&format!("[{LIT}]")).filter(|element| !lit(element)) {
            let _ = element.remove_attribute(LIT);
        }
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            for element in all(&format!("[data-links~=\"{word}\"]")) {
                let _ = element.set_attribute(LIT, "");
            }
        }
    }
}

/// The words of the nearest element that speaks of something; a listbox speaks of the option that is active in it.
fn spoken_of(event: &Event) -> Option<String> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let active = (event.type_() == "focusin").then(|| target.get_attribute("aria-activedescendant")).flatten();
    let target = active.and_then(|id| gloo::utils::document().get_element_by_id(&id)).unwrap_or(target);
    target.closest("[data-links]").ok()??.get_attribute("data-links")
}

/// The pointer or the focus leaves the page, or goes to nothing at all.
fn leaves(event: &Event) -> bool {
    let to = js_sys::Reflect::get(event, &"relatedTarget".into()).ok();
    to.is_none_or(|to| to.is_null() || to.is_undefined())
}
