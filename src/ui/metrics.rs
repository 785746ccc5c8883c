//! The engine's own metrics after the step shown, and what none of them tells; copyable as JSON.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{
    ByRc,
    clip::{Copied, copy},
    code::ByHand,
    icon::Icon,
    sheet,
};
use crate::{
    explain::{
        MetricTold, Words,
        messages::{Messages, Metrics as Texts},
    },
    metrics::{Tallies, json},
    replay::{Recording, View},
    scenario::Lang,
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

#[function_component(MetricsPane)]
pub fn metrics_pane(props: &Props) -> Html {
    let (lang, name) = (props.lang, &props.name);
    let m = Texts::of(lang);
    use_memo((), |()| sheet::beside());
    let code = &Messages::of(lang).code;
    let tallies = use_memo(props.recording.clone(), |recording| Tallies::of(recording));
    let metrics = tallies.metrics(&props.recording, &props.view);
    let told = Words::new(&props.recording, lang).metrics(&metrics);
    let copied = use_state_eq(|| Copied::No);
    {
        // What was copied is old once another step is shown.
        let copied = copied.clone();
        use_effect_with((props.recording.clone(), props.view.step), move |_| copied.set(Copied::No));
    }
    {
        let copied = copied.clone();
        use_effect_with(*copied, move |now| {
            let timer = (*now == Copied::Yes).then(|| Timeout::new(2_500, move || copied.set(Copied::No)));
            move || drop(timer)
        });
    }
    let text: Rc<str> = json(&metrics).into();
    let onclick = {
        let (copied, text) = (copied.clone(), Rc::clone(&text));
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&text, Callback::from(move |how| copied.set(how)));
        })
    };
    html! {
        <section class="pane beside" aria-label={name}>
            <header>if !props.tabbed { <h2>{ name }</h2> }</header>
            <div class="scroll" tabindex="0" role="group" aria-label={name}>
                <div class="about acts-line"><p>{ told.lead }if let Some(batches) = &told.batches { { " " }{ batches } }</p>
                    <span class="copied" role="status">{ match *copied {
                        Copied::No => "",
                        Copied::Yes => code.copied,
                        Copied::ByHand => code.copy_by_hand,
                    } }</span>
                    <button type="button" class="btn small" {onclick}>{ Icon::Copy.draw() }{ m.copy_json }</button></div>
                if *copied == Copied::ByHand { <ByHand {text} label={m.json} /> }
                { table(&told.engine, &told.name, true, m) }
                <p class="about">{ m.own }</p>
                { table(&told.own, m.own_counts, false, m) }
            </div>
        </section>
    }
}

fn table(rows: &[MetricTold], name: &str, engines: bool, m: &Texts) -> Html {
    let row = |of: &MetricTold| {
        html! {
            <tr key={of.name.clone()}>
                <th scope="row">if engines { <code>{ &of.name }</code> } else { { &of.name } }<small>{ of.about }</small></th>
                <td class="r">{ &of.here }</td>
                <td class="r"><b>{ &of.so_far }</b>if !of.also.is_empty() { <small>{ &of.also }</small> }</td>
            </tr>
        }
    };
    html! {
        <table aria-label={name.to_string()}>
            <thead><tr><th scope="col">{ m.head_metric }</th><th scope="col" class="r">{ m.head_here }</th><th scope="col" class="r">{ m.head_so_far }</th></tr></thead>
            <tbody>{ for rows.iter().map(row) }</tbody>
        </table>
    }
}
