//! Should it ever panic: a screen that says so, and the scenario to save. It is built without Yew, which may be what broke.

use std::{cell::RefCell, panic::PanicHookInfo, rc::Rc, sync::Once};

use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, Url};

use super::file::blob;
use crate::{
    explain::messages::Messages,
    scenario::{self, Lang, Scenario},
};

thread_local! {
    /// The present scenario, and the language to say it in.
    static PRESENT: RefCell<(Option<Rc<Scenario>>, Lang)> = const { RefCell::new((None, Lang::En)) };
}

/// Remembers what is to be saved should a panic come.
pub fn remember(scenario: Rc<Scenario>, lang: Lang) {
    PRESENT.with(|present| {
        if let Ok(mut present) = present.try_borrow_mut() {
            *present = (Some(scenario), lang);
        }
    });
}

/// Whether there is something to be saved.
pub fn remembers() -> bool {
    PRESENT.with(|present| present.try_borrow().is_ok_and(|present| present.0.is_some()))
}

pub fn install() {
    // Once for a page, however often the app is mounted: after a panic no hook can be set any more.
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Through Yew, which puts its own in the place of any other.
        yew::set_custom_panic_hook(Box::new(|info: &PanicHookInfo| {
            console_error_panic_hook::hook(info);
            let (scenario, lang) = PRESENT.with(|present| present.try_borrow().map(|p| p.clone()).unwrap_or_default());
            let text = scenario.map_or_else(String::new, |scenario| scenario::write(&scenario));
            show(&text, lang, &info.to_string());
        }));
    });
}

/// Puts the screen over the page.
pub fn show(scenario: &str, lang: Lang, what: &str) {
    super::still::goes();
    let m = &Messages::of(lang).app;
    let document = gloo::utils::document();
    let make = |tag: &str, class: &str, text: &str| {
        let element = document.create_element(tag).ok()?;
        element.set_class_name(class);
        element.set_text_content(Some(text));
        Some(element)
    };
    let Some(screen) = make("div", "crash", "") else { return };
    let _ = screen.set_attribute("role", "alert");
    let mut parts = vec![make("h1", "", m.crash_title), make("p", "", m.crash_text)];
    if let Some(link) = make("a", "btn solid", m.crash_save).and_then(|a| a.dyn_into::<HtmlAnchorElement>().ok())
        && let Some(url) =
            blob("application/json", scenario.as_bytes()).and_then(|blob| Url::create_object_url_with_blob(&blob).ok())
    {
        link.set_href(&url);
        link.set_download("rescued.scenario.json");
        parts.push(Some(link.into()));
    }
    parts.push(make("pre", "crash-what", what));
    for part in parts.into_iter().flatten() {
        let _ = screen.append_child(&part);
    }
    let _ = gloo::utils::body().append_child(&screen);
}
