//! What the app hears from the window, and what it shows there besides itself.

use super::*;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

use crate::{
    scenario::{Lang, Scenario},
    ui::gallery::Ask,
    workspace::Action,
};

/// A width at which nothing waits behind tabs, px.
const ON_PAPER: i32 = 1000;

impl App {
    pub(super) fn listen(&mut self, ctx: &Context<Self>) {
        let window = gloo::utils::window();
        // Inside a host's page only what happens in the element is ours.
        let document: web_sys::EventTarget = match &self.inside {
            Some(inside) => inside.root.clone().into(),
            None => gloo::utils::document().into(),
        };
        self.links.listen_on(self.inside.as_ref().map(|inside| inside.root.clone()));
        self.listeners.extend(self.links.listen());
        if self.link.query.embed {
            self.listen_to_keys(ctx, &document);
            if let Some(query) = dark_query() {
                let link = ctx.link().clone();
                self.listeners.push(EventListener::new(&query, "change", move |_| link.send_message(Msg::SystemTheme)));
            }
            return;
        }
        self.focus = Some(crate::ui::focus::Keeper::new());
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new(&window, "resize", move |_| {
            link.send_message(Msg::Size(window_width(), window_height()))
        }));
        // Paper has no tabs to press: what they lead to is printed one below the other.
        for (name, width) in [("beforeprint", Some(ON_PAPER)), ("afterprint", None)] {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new(&window, name, move |_| {
                link.send_message(Msg::Size(width.unwrap_or_else(window_width), window_height()))
            }));
        }
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new(&window, "hashchange", move |_| {
            link.send_message(Msg::Page(Page::here()));
            link.send_message(Msg::Arrive);
        }));
        if let Some(query) = dark_query() {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new(&query, "change", move |_| link.send_message(Msg::SystemTheme)));
        }
        // Leaving: what is not written yet is, and the tab's place is free for its reload.
        let (link, leaving) = (ctx.link().clone(), self.store.clone());
        self.listeners.push(EventListener::new(&window, "pagehide", move |_| {
            link.send_message(Msg::Leave);
            leaving.release();
        }));
        let back = self.store.clone();
        self.listeners.push(EventListener::new(&window, "pageshow", move |_| back.claim()));
        self.listen_to_keys(ctx, &document);
        for (name, dropping) in [("dragover", true), ("dragleave", false), ("drop", false)] {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new_with_options(
                &document,
                name,
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<DragEvent>() else { return };
                    let Some(files) = event.data_transfer().filter(has_files) else { return };
                    event.prevent_default();
                    link.send_message(Msg::Dropping(dropping));
                    if event.type_() == "drop"
                        && let Some(files) = files.files()
                    {
                        link.send_message(Msg::Files(files));
                    }
                },
            ));
        }
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new(&document, "paste", move |event| {
            // Text pasted into a field is the field's.
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if target.is_some_and(|element| element.closest("input, textarea, select").ok().flatten().is_some()) {
                return;
            }
            let text = js_sys::Reflect::get(event, &"clipboardData".into())
                .ok()
                .and_then(|data| data.dyn_into::<web_sys::DataTransfer>().ok())
                .and_then(|data| data.get_data("text/plain").ok());
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                link.send_message(Msg::Pasted(text));
            }
        }));
    }

    fn listen_to_keys(&mut self, ctx: &Context<Self>, target: &web_sys::EventTarget) {
        let (link, embed, reader) = (ctx.link().clone(), self.link.query.embed, self.link.query.reader);
        let seen = Rc::clone(&self.seen);
        self.listeners.push(EventListener::new_with_options(
            target,
            "keydown",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                if let Some(event) = event.dyn_ref::<KeyboardEvent>()
                    && let Some(msg) = global_key(event, seen.get()).filter(|msg| !embed || embed::may(reader, msg))
                {
                    event.prevent_default();
                    link.send_message(msg);
                }
            },
        ));
    }

    pub(super) fn observe_stage(&mut self, ctx: &Context<Self>) {
        let Some(element) = self.stage_box.cast::<web_sys::Element>() else { return };
        let (link, node) = (ctx.link().clone(), self.stage_box.clone());
        let measure = move || {
            if let Some(element) = node.cast::<web_sys::Element>() {
                if let Ok(Some(whole)) = element.closest(".embed") {
                    link.send_message(Msg::Size(whole.client_width(), element.client_height()));
                }
                link.send_message(Msg::StageWidth(element.client_width()));
            }
        };
        measure();
        let callback = wasm_bindgen::closure::Closure::<dyn FnMut()>::new(measure);
        if let Ok(observer) = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()) {
            observer.observe(&element);
            self.observer = Some((observer, callback));
        }
    }
}

pub(super) fn has_files(data: &web_sys::DataTransfer) -> bool {
    data.types().iter().any(|kind| kind == JsValue::from_str("Files"))
}

/// The keys that act wherever no field has the focus.
pub(super) fn global_key(event: &KeyboardEvent, page: Page) -> Option<Msg> {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let within =
        |selector: &str| target.as_ref().is_some_and(|element| element.closest(selector).ok().flatten().is_some());
    if within("input, textarea, select, [role=dialog], [role=alertdialog]") || event.default_prevented() {
        return None;
    }
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    // Another page than the workspace is read: its keys scroll, and nothing unseen is stepped or undone. The comparison is
    // stepped as the workspace is.
    if !matches!(page, Page::Workspace | Page::Compare) {
        return match &*key {
            "?" if !command => Some(Msg::Dialog(Some(Dialog::Help))),
            "/" if !command => Some(Msg::Gallery(Ask::Search)),
            _ => None,
        };
    }
    if command {
        return match (key.to_ascii_lowercase().as_str(), event.shift_key()) {
            ("z", false) => Some(Msg::Do(Action::Undo)),
            ("z", true) | ("y", false) => Some(Msg::Do(Action::Redo)),
            _ => None,
        };
    }
    if event.alt_key() {
        return None;
    }
    Some(match key.as_str() {
        // Space presses the button that has the focus; to a link, as to the one just followed here, it means nothing.
        " " if !within("button, summary, [role=tab], [role=switch]") => Msg::Play,
        "ArrowLeft" => Msg::Step { back: true, to_output: event.shift_key() },
        "ArrowRight" => Msg::Step { back: false, to_output: event.shift_key() },
        "Home" => Msg::Do(Action::Seek(0)),
        "End" => Msg::Do(Action::Seek(usize::MAX)),
        "?" => Msg::Dialog(Some(Dialog::Help)),
        "/" => Msg::Gallery(Ask::Search),
        "Escape" => Msg::Escape,
        _ => return None,
    })
}

/// How the page's address asks for it to be shown.
pub(super) fn query() -> Query {
    Query::read(&gloo::utils::window().location().search().unwrap_or_default())
}

/// The language to begin in.
pub(super) fn language(query: &Query) -> Lang {
    query.lang.unwrap_or_else(|| match store::preference("lang").as_deref() {
        Some("zh") => Lang::Zh,
        Some("en") => Lang::En,
        _ => browser_language(),
    })
}

/// The language that this page will begin in.
pub fn first_language() -> Lang {
    language(&link::saved_query().unwrap_or_else(query))
}

pub(super) fn browser_language() -> Lang {
    let language = gloo::utils::window().navigator().language().unwrap_or_default();
    if language.to_ascii_lowercase().starts_with("zh") { Lang::Zh } else { Lang::En }
}

pub(super) fn dark_query() -> Option<web_sys::MediaQueryList> {
    gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten()
}

pub(super) fn system_is_dark() -> bool {
    dark_query().is_some_and(|query| query.matches())
}

pub(super) fn show_theme(inside: Option<&Inside>, theme: Theme) {
    let root = inside.map_or_else(gloo::utils::document_element, |inside| inside.root.clone());
    let _ = match theme {
        Theme::Auto => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.word()),
    };
}

pub(super) fn show_language(inside: Option<&Inside>, lang: Lang, scenario: &Scenario) {
    let word = if lang == Lang::Zh { "zh-Hans" } else { "en" };
    let root = inside.map_or_else(gloo::utils::document_element, |inside| inside.root.clone());
    // A language that is set, though it be the same, has the browser find the style of all elements anew.
    if root.get_attribute("lang").as_deref() != Some(word) {
        let _ = root.set_attribute("lang", word);
    }
    if inside.is_none() {
        gloo::utils::document().set_title(&format!("{} · joinscope", scenario.title.get(lang)));
    }
}

pub(super) fn window_width() -> i32 {
    gloo::utils::window().inner_width().ok().and_then(|width| width.as_f64()).map_or(1440, |width| width as i32)
}

/// How high the window is, px.
pub fn window_height() -> i32 {
    gloo::utils::window().inner_height().ok().and_then(|height| height.as_f64()).map_or(900, |height| height as i32)
}

/// How high the first element is that a selector finds, px.
pub(super) fn height_of(selector: &str) -> Option<i32> {
    gloo::utils::document().query_selector(selector).ok().flatten().map(|element| element.client_height())
}
