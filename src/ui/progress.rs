//! How far a run has come that takes longer than a person should wait for.

use yew::prelude::*;

use crate::{
    explain::{format::fill_plain, messages::Messages},
    scenario::Lang,
};

#[derive(Properties, PartialEq)]
pub struct Props {
    /// 0 to 100.
    pub percent: u8,
    pub lang: Lang,
}

#[function_component(Progress)]
pub fn progress(props: &Props) -> Html {
    let m = &Messages::of(props.lang).running;
    let percent = props.percent.to_string();
    let told = fill_plain(props.lang, m.percent, &[("percent", percent.clone().into())]);
    html! {
        <div class="running">
            <div role="progressbar" aria-label={m.recomputing} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent.clone()}
                aria-valuetext={told.clone()}><i style={format!("width:{percent}%")} /></div>
            <span aria-hidden="true">{ told }</span>
        </div>
    }
}
