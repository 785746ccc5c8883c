//! A warning of times that are plainly of another unit or zone, with the fix.

use yew::prelude::*;

use super::{ByRc, Msg, icon::Icon};
use crate::{
    explain,
    scenario::{Lang, Scenario},
    units::{Suspicion, suspicions},
    workspace::{Action, Edit},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// One line a suspicion; nothing where there is none.
#[function_component(UnitsNote)]
pub fn units_note(props: &Props) -> Html {
    let found = use_memo(props.scenario.clone(), |scenario| suspicions(scenario));
    let note = |suspicion: &Suspicion| {
        let words = explain::suspected(suspicion, &props.scenario, props.lang);
        let remedy = Msg::Do(Action::Edit(Edit::Remedy(*suspicion)));
        let onclick = props.send.reform(move |_: MouseEvent| remedy.clone());
        html! {
            <div key={format!("{suspicion:?}")} class="msg calm" role="note"><span>{ Icon::Warn.draw() }</span><span>{ words.what }</span>
                <span class="acts"><button type="button" class="btn small" {onclick}>{ words.remedy }</button></span></div>
        }
    };
    // An element even of nothing: Yew loses the place of a component that draws an empty list.
    html! { <div class="units">{ for found.iter().map(note) }</div> }
}
