//! Files that leave the page.

use gloo::timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Gives the browser a file to save.
pub fn download(name: &str, kind: &str, bytes: &[u8]) {
    if let Some(blob) = blob(kind, bytes) {
        download_blob(name, &blob);
    }
}

pub fn download_blob(name: &str, blob: &Blob) {
    let link = gloo::utils::document().create_element("a").ok().and_then(|a| a.dyn_into::<HtmlAnchorElement>().ok());
    if let (Some(link), Ok(url)) = (link, Url::create_object_url_with_blob(blob)) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // The browser reads the address after this turn: one taken back at once can lose the file.
        Timeout::new(60_000, move || {
            let _ = Url::revoke_object_url(&url);
        })
        .forget();
    }
}

pub fn blob(kind: &str, bytes: &[u8]) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_u8_array_sequence_and_options(&Array::of1(&Uint8Array::from(bytes)), &options).ok()
}
