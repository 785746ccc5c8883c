//! The engine's plan: which states the join keeps, until when, what clears them, and what is in them now.

use yew::prelude::*;

use super::{ByRc, sheet, side::spans};
use crate::{
    explain::{OperatorTold, StateTold, Words, messages::Plans},
    replay::{Recording, View},
    scenario::{Lang, Side},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub lang: Lang,
    /// The pane's name.
    pub name: AttrValue,
    /// Tabs say its name.
    #[prop_or_default]
    pub tabbed: bool,
}

#[function_component(PlanPane)]
pub fn plan_pane(props: &Props) -> Html {
    let m = Plans::of(props.lang);
    use_memo((), |()| sheet::beside());
    let words = Words::new(&props.recording, props.lang);
    let name = &props.name;
    html! {
        <section class="pane beside" aria-label={name}>
            <header>if !props.tabbed { <h2>{ name }</h2> }</header>
            <div class="scroll" tabindex="0" role="group" aria-label={name}>
            if let Some(told) = words.plan(&props.view) {
                <p class="about">{ told.lead }</p>
                if let Some(note) = &told.note { <p class="about"><b>{ "!" }</b>{ " " }{ spans(note) }</p> }
                { for told.operators.iter().enumerate().map(|(at, of)| operator(at, of, m)) }
                <h3>{ m.settings }</h3>
                <dl class="set-list">
                    { for told.settings.iter().enumerate().map(|(at, (name, value))| html! { <div key={at}><dt><code>{ *name }</code></dt><dd>{ value }</dd></div> }) }
                </dl>
                { for told.rules.iter().map(|rule| html! { <p class="about">{ rule }</p> }) }
                if !told.sources.is_empty() { <h3>{ m.sources }</h3> }
                <dl class="set-list">
                    { for told.sources.iter().map(|of| html! {
                        <div key={of.side.word()}><dt class={side_class(of.side)}>{ &of.name }</dt>{ for of.told.iter().map(|told| html! { <dd>{ spans(told) }</dd> }) }</div>
                    }) }
                </dl>
            } else {
                <p class="about">{ words.no_plan() }</p>
            }
            </div>
        </section>
    }
}

fn operator(at: usize, of: &OperatorTold, m: &Plans) -> Html {
    html! {
        <div key={at}>
            <h3><code>{ &of.title }</code>if let Some(place) = &of.place { <span>{ " " }{ place }</span> }</h3>
            if let Some(stateless) = of.stateless {
                <p class="about">{ stateless }</p>
            } else {
                <table aria-label={of.states_of.clone()}>
                    <thead><tr><th scope="col">{ m.head_state }</th><th scope="col">{ m.head_until }</th><th scope="col" class="r">{ m.head_now }</th></tr></thead>
                    <tbody>{ for of.states.iter().map(|of| state(of, m)) }</tbody>
                </table>
            }
        </div>
    }
}

fn side_class(side: Side) -> &'static str {
    if side == Side::Left { "L" } else { "R" }
}

fn state(of: &StateTold, m: &Plans) -> Html {
    let class = of.side.map(side_class);
    html! {
        <tr key={of.name}>
            <th scope="row"><code {class}>{ of.name }</code><small>{ &of.holds }</small></th>
            <td>{ &of.until }<small>{ of.by }</small>if !of.now.is_empty() { <small>{ &of.now }</small> }</td>
            <td class="r">if let Some(entries) = of.entries { <b>{ entries }</b> } else { <small>{ m.uncounted }</small> }</td>
        </tr>
    }
}
