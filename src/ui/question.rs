//! What a scenario asks, and what it is about.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

use super::{ByRc, store};
use crate::{
    explain::messages::Messages,
    scenario::{Lang, Scenario},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
}

/// The question in a line; what the scenario is about unfolds below it, and stays as it was left.
#[function_component(Question)]
pub fn question(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let open = use_memo((), |()| store::preference("question").as_deref() == Some("open"));
    let details = use_node_ref();
    // Not at `toggle`, which comes a while later: a page that is left in between would forget.
    let onclick = {
        let details = details.clone();
        Callback::from(move |_: MouseEvent| {
            let was_open = details.cast::<HtmlDetailsElement>().is_some_and(|details| details.open());
            store::prefer("question", if was_open { "closed" } else { "open" });
        })
    };
    let text = |text: &Option<crate::scenario::Text>| text.as_ref().map(|text| text.get(props.lang).to_string());
    let (asks, about) = (text(&props.scenario.question), text(&props.scenario.description));
    match (asks, about) {
        (None, None) => Html::default(),
        (Some(text), None) | (None, Some(text)) => html! {
            <section class="sec question" aria-label={m.gallery.question}><p>{ text }</p></section>
        },
        (Some(asks), Some(about)) => html! {
            <section class="sec question" aria-label={m.gallery.question}>
                <details ref={details} open={*open}>
                    <summary {onclick}>{ asks }</summary>
                    <p>{ about }</p>
                </details>
            </section>
        },
    }
}
