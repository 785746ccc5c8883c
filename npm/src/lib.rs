//! The embedded app inside an element, for the custom element in `joinscope.js`.

#![forbid(unsafe_code)]
#![cfg(target_arch = "wasm32")]

use joinscope_core::{
    link::message,
    ui::{self, App, Inside, Msg},
};
use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::AppHandle;

/// A running app.
#[wasm_bindgen]
pub struct Scope(AppHandle<App>);

#[wasm_bindgen]
impl Scope {
    /// Starts the app in `root`, shown as `query` says (docs/links.md), with the scenario of `text`: a file's text or a link.
    /// `say` is given each message as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(root: Element, query: String, text: Option<String>, say: Function) -> Scope {
        Scope(ui::embed(Inside { root, query, text, say }))
    }

    /// Does what a message asks; one that is malformed is ignored.
    pub fn ask(&self, message: &str) {
        if let Some(asked) = message::read(message) {
            self.0.send_message(Msg::Host(asked));
        }
    }

    /// Ends it.
    pub fn end(self) {
        self.0.destroy();
    }
}
