//! Why a step did what it did.

use yew::prelude::*;

use super::{ByRc, glyph, link};
use crate::{
    explain::{Rule, Span, Tone, Words, messages::Messages},
    replay::{Recording, View},
    scenario::{Lang, Side},
};

/// Styled spans as text.
pub fn spans(spans: &[Span]) -> Html {
    html! { <>{ for spans.iter().map(|span| match span.tone {
        Tone::Plain => html! { { &span.text } },
        Tone::Strong | Tone::Step(_) => html! { <b>{ &span.text }</b> },
        Tone::Row(Side::Left) => html! { <b class="L" data-links={span.row.map(link::row)}>{ &span.text }</b> },
        Tone::Row(Side::Right) => html! { <b class="R" data-links={span.row.map(link::row)}>{ &span.text }</b> },
    }) }</> }
}

#[derive(Properties, PartialEq)]
pub struct WhyProps {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub lang: Lang,
    /// Said aloud a step; not while steps fly by.
    pub aloud: bool,
}

#[function_component(Why)]
pub fn why(props: &WhyProps) -> Html {
    let m = Messages::of(props.lang);
    let words = Words::new(&props.recording, props.lang);
    let step = props.view.step;
    let why = (step > 0).then(|| words.why(&props.view));
    html! {
        <section class="sec why-sec" aria-label={m.ui.why}>
            <header><h2>{ m.ui.why }</h2>
                <span class="note">{ if step > 0 { words.step_title(step) } else { String::new() } }</span></header>
            <div aria-live={if props.aloud { "polite" } else { "off" }}>
            if let Some(why) = &why {
                // Another step's is another list, and fades in as a whole.
                <ol class="why fades" key={step}>
                    { for why.sentences.iter().map(|sentence| html! {
                        <li class={sentence.hot.then_some("hot")} data-links={link::rows(sentence.rows.iter().copied())}>{ glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span></li>
                    }) }
                </ol>
            } else {
                <p class="prose">{ if props.recording.is_empty() { m.app.why_empty } else { m.app.why_start } }</p>
            }
            </div>
            if let Some(rule) = why.as_ref().and_then(|why| why.rule.as_ref()) {
                { rule_box(rule) }
            }
        </section>
    }
}

/// A rule with the numbers set under its symbols.
pub fn rule_box(rule: &Rule) -> Html {
    html! {
        <div class="rule" role="group" tabindex="0" aria-label={rule.caption.clone()}>
            <div class="cap"><span>{ &rule.caption }</span>
                <span>{ spans(&rule.about) }</span>
            </div>
            <table role="presentation">
            <tbody>{ for rule.lines.iter().map(|line| html! {
                <tr>{ for line.iter().map(|cell| html! { <td>{ spans(cell) }</td> }) }</tr>
            }) }</tbody>
            </table>
        </div>
    }
}
