//! Style sheets of parts that come later. The policy forbids style elements, not sheets that the page makes itself.

use std::cell::RefCell;

use js_sys::{Array, Reflect};
use wasm_bindgen::JsCast;
use web_sys::CssStyleSheet;

thread_local! {
    static PUT: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Puts a sheet behind those of the page, once.
pub fn put(name: &'static str, css: &str) {
    if PUT.with_borrow(|put| put.contains(&name)) {
        return;
    }
    let Ok(sheet) = CssStyleSheet::new() else { return };
    let document = gloo::utils::document();
    let key = "adoptedStyleSheets".into();
    // A browser that knows none shows the part without its own looks.
    let Ok(before) = Reflect::get(&document, &key).and_then(|list| list.dyn_into::<Array>()) else { return };
    if sheet.replace_sync(css).is_ok() && Reflect::set(&document, &key, &before.concat(&Array::of1(&sheet))).is_ok() {
        PUT.with_borrow_mut(|put| put.push(name));
    }
}

/// The sheet of what may stand in place of the output.
pub fn beside() {
    put("beside", include_str!("../../www/beside.css"));
}

/// The sheet of generated streams and of the estimate of state.
pub fn streams() {
    put("streams", include_str!("../../www/streams.css"));
}

/// The sheet of the gallery and of its cards.
pub fn gallery() {
    put("gallery", include_str!("../../www/gallery.css"));
}
