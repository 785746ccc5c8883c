//! What is kept in the browser: the work of each tab, and a person's preferences.
//!
//! Every tab has a place of its own, named by an id in its session storage, so a second tab never overwrites the first.
//! A tab that starts without one begins with a copy of what was saved last. Where storage is missing (a sandboxed frame) or
//! full, the work stays in memory and [`Store::keep`] says so.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::Storage;

use crate::{
    scenario::{self, Scenario},
    ui::{ByRc, decimal},
    workspace::Place,
};

const WORK: &str = "joinscope:work:";
const PLACE: &str = "joinscope:place:";
const OPEN: &str = "joinscope:open:";
const WHEN: &str = "joinscope:when:";
const TABS: &str = "joinscope:tabs";
const TAB: &str = "joinscope:tab";
/// How often a tab says that it is open, in ms. Browsers let tabs in the background run about once a minute.
pub const CLAIM_EVERY: u32 = 60_000;
/// How many tabs' work is kept.
const MOST_TABS: usize = 8;

/// The work that a tab left.
pub struct Work {
    pub scenario: Rc<Scenario>,
    pub place: Option<Place>,
}

/// A scenario that is kept in the browser.
#[derive(Clone, PartialEq)]
pub struct Kept {
    pub scenario: ByRc<Scenario>,
    /// When it was edited last, ms since 1970.
    pub at: Option<f64>,
}

/// The work that other tabs left, or have open, the latest first. What was left twice is told once.
pub fn elsewhere() -> Vec<Kept> {
    let session = gloo::utils::window().session_storage().ok().flatten();
    let mine = session.and_then(|session| session.get_item(TAB).ok().flatten());
    let mut texts: Vec<String> = mine.iter().filter_map(|tab| raw(&format!("{WORK}{tab}"))).collect();
    let mut kept = Vec::new();
    for tab in tabs().iter().rev().filter(|tab| Some(*tab) != mine.as_ref()) {
        let Some(text) = raw(&format!("{WORK}{tab}")).filter(|text| !texts.contains(text)) else { continue };
        if let Ok(scenario) = scenario::read(&text) {
            let at = raw(&format!("{WHEN}{tab}")).and_then(|text| decimal(&text));
            kept.push(Kept { scenario: ByRc(Rc::new(scenario)), at });
        }
        texts.push(text);
    }
    kept
}

/// This tab's place in the browser's storage.
#[derive(Clone)]
pub struct Store {
    /// Missing where nothing is kept: an embedded page is its host's, and leaves no traces.
    tab: Option<String>,
}

impl Store {
    /// No browser keeps a longer text, in UTF-16 units: all that a site keeps has as much room.
    pub const MOST: usize = 5 << 20;

    /// Takes this tab's place, and gives the work that is to be gone on with.
    pub fn open() -> (Self, Option<Work>) {
        let tabs = tabs();
        // A duplicated tab has its twin's id; whoever is still open keeps it.
        let session = gloo::utils::window().session_storage().ok().flatten();
        let mine = session.as_ref().and_then(|session| session.get_item(TAB).ok().flatten());
        let mine = mine.filter(|tab| !is_open(tab));
        let work = match &mine {
            Some(tab) => Self::read(tab),
            None => tabs.iter().rev().find_map(|tab| Self::read(tab)),
        };
        (Self::take(mine.unwrap_or_else(new_tab)), work)
    }

    /// A place of its own for what a link brought, so that it never gets in the way of the visitor's work; an embedded page
    /// keeps nothing at all.
    pub fn fresh(embedded: bool) -> Self {
        if embedded { Store { tab: None } } else { Self::take(new_tab()) }
    }

    fn take(tab: String) -> Self {
        if let Ok(Some(session)) = gloo::utils::window().session_storage() {
            let _ = session.set_item(TAB, &tab);
        }
        let store = Store { tab: Some(tab) };
        store.claim();
        store
    }

    fn read(tab: &str) -> Option<Work> {
        let scenario = Rc::new(scenario::read(&raw(&format!("{WORK}{tab}"))?).ok()?);
        Some(Work { scenario, place: raw(&format!("{PLACE}{tab}")).and_then(|text| Place::read(&text)) })
    }

    /// Says that this tab is open, until [`Store::release`].
    pub fn claim(&self) {
        if let Some(tab) = &self.tab {
            let _ = set_raw(&format!("{OPEN}{tab}"), &js_sys::Date::now().to_string());
        }
    }

    /// This tab closes or reloads: its id is free for what comes after a reload.
    pub fn release(&self) {
        if let Some(tab) = &self.tab {
            forget(&format!("{OPEN}{tab}"));
        }
    }

    /// Keeps the scenario's text; false where the browser does not.
    pub fn keep(&self, scenario: &str) -> bool {
        let Some(mine) = &self.tab else { return true };
        let mut tabs = tabs();
        if tabs.last() != Some(mine) {
            tabs.retain(|tab| tab != mine);
            tabs.push(mine.clone());
            while tabs.len() > MOST_TABS {
                let old = tabs.remove(0);
                for prefix in [WORK, PLACE, OPEN, WHEN] {
                    forget(&format!("{prefix}{old}"));
                }
            }
            let _ = set_raw(TABS, &serde_json::to_string(&tabs).unwrap_or_default());
        }
        let _ = set_raw(&format!("{WHEN}{mine}"), &js_sys::Date::now().to_string());
        set_raw(&format!("{WORK}{mine}"), scenario).is_ok()
    }

    pub fn keep_place(&self, place: &Place) {
        if let Some(tab) = &self.tab {
            let _ = set_raw(&format!("{PLACE}{tab}"), &place.write());
        }
    }
}

fn new_tab() -> String {
    let now = js_sys::Date::now() as u64;
    format!("{now:x}{:x}", (js_sys::Math::random() * 65536.0) as u32)
}

/// Whether a tab is open somewhere: it says so again and again, since one that crashes cannot say that it is not.
fn is_open(tab: &str) -> bool {
    let said = raw(&format!("{OPEN}{tab}")).and_then(|text| decimal(&text));
    said.is_some_and(|said| js_sys::Date::now() - said < 2.5 * f64::from(CLAIM_EVERY))
}

/// A preference, by name.
pub fn preference(name: &str) -> Option<String> {
    raw(&format!("joinscope:{name}"))
}

pub fn prefer(name: &str, value: &str) {
    let _ = set_raw(&format!("joinscope:{name}"), value);
}

/// The tabs whose work is kept, the latest last.
fn tabs() -> Vec<String> {
    raw(TABS).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The browser's storage, if it lets us have it: in a sandboxed frame even asking throws.
fn storage() -> Option<Storage> {
    gloo::utils::window().local_storage().ok().flatten()
}

fn raw(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn set_raw(key: &str, value: &str) -> Result<(), JsValue> {
    storage().ok_or(JsValue::NULL)?.set_item(key, value)
}

fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
