//! Tabs, as the WAI-ARIA pattern has them: one stop of the Tab key, and the arrows, Home and End go among them.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::Msg;
use crate::{
    explain::messages::Messages,
    link::{Pane, Word},
    scenario::Lang,
};

/// Keys on a list of tabs: arrows go from tab to tab and around, Home and End to the first and the last; the one gone to is
/// chosen.
pub fn arrows(event: KeyboardEvent) {
    let Some(tab) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
    let Some(tabs) = tab.parent_element() else { return };
    let to = match event.key().as_str() {
        "ArrowLeft" => tab.previous_element_sibling().or(tabs.last_element_child()),
        "ArrowRight" => tab.next_element_sibling().or(tabs.first_element_child()),
        "Home" => tabs.first_element_child(),
        "End" => tabs.last_element_child(),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(to) = to.and_then(|to| to.dyn_into::<HtmlElement>().ok()) {
        let _ = to.focus();
        to.click();
    }
}

/// One tab of a list; `id` is its own, `panel` that of what all of the list show.
pub fn tab(id: AttrValue, panel: AttrValue, chosen: bool, onclick: Callback<MouseEvent>, text: Html) -> Html {
    html! {
        <button key={id.to_string()} {id} type="button" role="tab" aria-selected={chosen.to_string()} aria-controls={chosen.then_some(panel)}
            tabindex={if chosen { "0" } else { "-1" }} {onclick}>{ text }</button>
    }
}

#[derive(Properties, PartialEq)]
pub struct PaneProps {
    pub pane: Pane,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// What the third pane's tabs lead to.
pub const PANEL: &str = "third-panel";

/// The id of a tab of the third pane.
pub fn pane_id(pane: Pane) -> AttrValue {
    AttrValue::from(format!("third-{}", pane.word()))
}

/// The tabs over the third pane. They stay where they are, whatever pane is shown, and so does the focus.
#[function_component(PaneTabs)]
pub fn pane_tabs(props: &PaneProps) -> Html {
    let m = Messages::of(props.lang);
    let one = |pane: Pane| {
        let onclick = props.send.reform(move |_: MouseEvent| Msg::Pane(pane));
        tab(pane_id(pane), PANEL.into(), props.pane == pane, onclick, html! { { pane_name(pane, m) } })
    };
    html! { <div class="tabs" role="tablist" aria-label={m.app.pane_tabs} onkeydown={arrows}>{ for Pane::ALL.map(one) }</div> }
}

pub fn pane_name(pane: Pane, m: &'static Messages) -> &'static str {
    match pane {
        Pane::Output => m.ui.output,
        Pane::Steps => m.ui.steps,
        Pane::Sink => m.app.tab_sink,
        Pane::Metrics => m.app.tab_metrics,
        Pane::Plan => m.app.tab_plan,
        Pane::Advice => m.app.tab_advice,
    }
}
