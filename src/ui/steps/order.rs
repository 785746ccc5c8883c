//! What another order of the steps changes.

use std::rc::Rc;

use yew::prelude::*;

use crate::{
    explain::{Sentence, Words, format::fill_plain, messages::Messages},
    replay::{
        Recording,
        diff::{Pairing, diff},
    },
    scenario::Lang,
    ui::{
        ByRc, Msg,
        app::{OrderShown, StepsMsg},
        glyph, lazy,
        side::spans,
    },
    workspace::Action,
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub before: ByRc<Recording>,
    pub now: ByRc<Recording>,
    pub pairing: ByRc<Pairing>,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// The panel of an order that is compared.
pub fn order(shown: &OrderShown, lang: Lang, send: &Callback<Msg>) -> Html {
    html! { <lazy::OrderPanel before={ByRc::from(&shown.before)} now={ByRc::from(&shown.now)} pairing={ByRc::from(&shown.pairing)} {lang} send={send.clone()} /> }
}

#[function_component(OrderPanel)]
pub fn order_panel(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let told = use_memo(
        (props.before.clone(), props.now.clone(), props.pairing.clone(), lang),
        |(before, now, pairing, lang)| {
            let diff = diff(before, now, pairing);
            Rc::new(Words::new(now, *lang).order(&Words::new(before, *lang), pairing, &diff))
        },
    );
    let more = |count: usize| {
        let text = fill_plain(lang, m.steps.order_more, &[("count", count.to_string().into())]);
        html! { if count > 0 { <p class="muted">{ text }</p> } }
    };
    let answer = |keep: bool| props.send.reform(move |_: MouseEvent| Msg::Steps(StepsMsg::Order(keep)));
    html! {
        <section class="sec order" aria-label={m.steps.order}>
            <header><h2>{ m.steps.order }</h2></header>
            <div class="prose" role="status">{ for told.headline.iter().map(|line| html! { <p>{ spans(line) }</p> }) }</div>
            if !told.rows.is_empty() { { sentences(&told.rows) } }
            { more(told.more_rows) }
            if !told.steps.is_empty() {
                <ol class="order-steps">
                    { for told.steps.iter().map(|step| {
                        let number = step.step;
                        html! {
                            <li>
                                <button type="button" class="btn plain small" onclick={props.send.reform(move |_: MouseEvent| Msg::Do(Action::Seek(number)))}>{ &step.title }</button>
                                <dl>
                                    <dt>{ m.steps.order_before }</dt><dd>{ sentences(&step.before) }</dd>
                                    <dt>{ m.steps.order_now }</dt><dd>{ sentences(&step.now) }</dd>
                                </dl>
                            </li>
                        }
                    }) }
                </ol>
            }
            { more(told.more_steps) }
            <div class="acts">
                <button type="button" class="btn small solid" onclick={answer(true)}>{ m.steps.order_keep }</button>
                <button type="button" class="btn small" onclick={answer(false)}>{ m.steps.order_back }</button>
            </div>
        </section>
    }
}

fn sentences(all: &[Sentence]) -> Html {
    if all.is_empty() {
        return html! { <p class="muted">{ "–" }</p> };
    }
    html! {
        <ol class="why">
            { for all.iter().map(|sentence| html! { <li>{ glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span></li> }) }
        </ol>
    }
}
