//! What other tabs of this browser work on, or left.

use js_sys::{Array, Intl::RelativeTimeFormat, Object, Reflect};
use wasm_bindgen::JsValue;
use yew::prelude::*;

use crate::{
    explain::messages::Messages,
    scenario::Lang,
    ui::{Msg, store::Kept},
};

pub fn draw(kept: &[Kept], lang: Lang, send: &Callback<Msg>) -> Html {
    let m = Messages::of(lang);
    if kept.is_empty() {
        return Html::default();
    }
    html! {
        <section class="gallery-kept" aria-label={m.gallery.on_this_device}>
            <h2>{ m.gallery.on_this_device }</h2>
            <ul>{ for kept.iter().map(|work| {
                let scenario = work.scenario.0.clone();
                let open = send.reform(move |_: MouseEvent| Msg::Opened(scenario.clone()));
                html! { <li><button type="button" onclick={open}><span>{ work.scenario.title.get(lang) }</span>
                    { for work.at.map(|at| html! { <span class="n">{ ago(at, lang) }</span> }) }</button></li> }
            }) }</ul>
        </section>
    }
}

/// How long ago that was, in the reader's words: "2 minutes ago", "yesterday".
fn ago(at: f64, lang: Lang) -> String {
    const MINUTE: f64 = 60_000.0;
    let since = (js_sys::Date::now() - at).max(0.0);
    let (count, unit) = match since / MINUTE {
        minutes if minutes < 60.0 => (minutes, "minute"),
        minutes if minutes < 24.0 * 60.0 => (minutes / 60.0, "hour"),
        minutes => (minutes / (24.0 * 60.0), "day"),
    };
    // "yesterday" in place of "1 day ago".
    let options = Object::new();
    let _ = Reflect::set(&options, &JsValue::from_str("numeric"), &JsValue::from_str("auto"));
    let locales = Array::of1(&JsValue::from_str(lang.word()));
    RelativeTimeFormat::new(&locales, &options).format(-count.floor(), unit).into()
}
