//! The page's first view as it stands in the page from the start, for who has never been here: a picture to be read while the
//! code comes (`www/first.js` says for whom, `tools/still.mjs` makes it). The app draws the same under it, and it goes.

/// Its element, which is there where it is seen only.
const STILL: &str = "still";

/// Yew clears the body that it draws into: the picture is put next to it, and stays in sight.
pub fn stays() {
    if let Some(still) = gloo::utils::document().get_element_by_id(STILL) {
        let _ = gloo::utils::document_element().append_child(&still);
    }
}

/// The app has drawn what the picture showed, or something else.
pub fn goes() {
    if let Some(still) = gloo::utils::document().get_element_by_id(STILL) {
        still.remove();
    }
}
