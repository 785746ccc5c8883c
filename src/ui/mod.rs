//! The page: Yew components, one per region of the screen. They draw, they decide nothing, and hold no truth: what a
//! component shows comes from the workspace, and what a person does goes up as a [`Msg`].

mod app;
mod charts;
mod choose;
mod clip;
mod code;
mod compare;
mod crash;
mod dialog;
mod encodings;
mod estimate;
mod field;
mod file;
mod focus;
mod form;
mod from_code;
mod gallery;
mod generate;
mod glyph;
mod help;
mod hooks;
mod icon;
mod import;
mod ingest;
pub mod lazy;
mod legend;
mod lesson;
mod link;
mod measure;
mod metrics;
mod number;
mod panes;
mod paste;
mod payload;
mod picture;
mod plan;
mod plane;
mod progress;
mod question;
mod reference;
mod runs;
mod select;
mod sentence;
mod settings;
mod several;
mod share;
mod sheet;
mod side;
mod sink;
mod stage;
mod steps;
mod still;
mod store;
mod switch;
mod tabs;
mod top;
mod transport;
mod units;
mod whynot;
mod worker;
mod zoom;

use std::{ops::Deref, rc::Rc};

pub use app::{App, Inside, Msg};

/// Shared data in props: equal when it is the same, so that comparing props never walks it.
#[derive(Debug)]
pub struct ByRc<T: ?Sized>(pub Rc<T>);

impl<T: ?Sized> PartialEq for ByRc<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Clone for ByRc<T> {
    fn clone(&self) -> Self {
        ByRc(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> From<&Rc<T>> for ByRc<T> {
    fn from(rc: &Rc<T>) -> Self {
        ByRc(Rc::clone(rc))
    }
}

impl<T: ?Sized> Deref for ByRc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A pattern with its `{names}` filled in, for texts without tones.
fn with(pattern: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(pattern.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// A decimal number as the browser reads it, which has that built in: Rust's own reading brings 10 KB of powers of five.
fn decimal(text: &str) -> Option<f64> {
    Some(js_sys::Number::parse_float(text)).filter(|number| number.is_finite())
}

/// Starts the app in the page's body, with the parts that are here or said to [come](lazy::comes); in a worker of the page
/// there is none.
pub fn start() {
    if web_sys::window().is_none() {
        return;
    }
    crash::install();
    lazy::speak(app::first_language(), |_| {
        let draw = |_| {
            still::stays();
            yew::Renderer::<App>::new().render();
            lazy::fetch_idly();
        };
        if app::needs_acts() { lazy::fetch::<lazy::Acts>(Some(draw.into())) } else { draw(true) }
    });
}

/// Starts the app, whole, in the page's body.
pub fn start_whole() {
    lazy::all();
    start();
}

/// Starts the app, embedded, inside an element of a host's page.
pub fn embed(inside: Inside) -> yew::AppHandle<App> {
    crash::install();
    lazy::all();
    let root = inside.root.clone();
    measure::styled_as(root.clone());
    yew::Renderer::<App>::with_root_and_props(root, app::Props { inside: Some(inside) }).render()
}

/// Starts the app in an element.
pub fn mount(root: web_sys::Element) -> yew::AppHandle<App> {
    crash::install();
    lazy::all();
    yew::Renderer::<App>::with_root(root).render()
}
