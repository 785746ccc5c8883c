//! Copying.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// What became of the last click on Copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    No,
    Yes,
    /// The browser does not let us: the text is to be selected, for the reader to copy it.
    ByHand,
}

/// Puts a text into the clipboard, and tells how that went.
pub fn copy(text: &str, done: Callback<Copied>) {
    let navigator = gloo::utils::window().navigator();
    // Without a secure page there is no clipboard at all, whatever the types say.
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if !there {
        done.emit(Copied::ByHand);
        return;
    }
    let written = navigator.clipboard().write_text(text);
    spawn_local(async move {
        done.emit(if JsFuture::from(written).await.is_ok() { Copied::Yes } else { Copied::ByHand });
    });
}
