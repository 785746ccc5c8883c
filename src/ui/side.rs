//! Why a step did what it did.

use gloo::timers::callback::Timeout;
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
    /// While the step moves, how long it does until it is told, ms.
    #[prop_or_default]
    pub moves: Option<u32>,
    /// Said aloud a step; not while steps fly by.
    pub aloud: bool,
}

#[function_component(Why)]
pub fn why(props: &WhyProps) -> Html {
    let m = Messages::of(props.lang);
    let words = Words::new(&props.recording, props.lang);
    let view = use_told(&props.recording, &props.view, props.moves);
    let step = view.step;
    let why = (step > 0).then(|| words.why(&view));
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

/// What is told: the view, but the one before it of the same recording while it moves.
#[hook]
fn use_told(recording: &ByRc<Recording>, view: &ByRc<View>, moves: Option<u32>) -> ByRc<View> {
    let now = (recording.clone(), view.clone());
    // What was asked for last, and what is told of it.
    let state = use_mut_ref(|| (now.clone(), view.clone()));
    let again = use_force_update();
    let told = {
        let (last, told) = &mut *state.borrow_mut();
        let (of, before) = std::mem::replace(last, now.clone());
        if moves.is_none() || of != now.0 {
            *told = now.1.clone();
        } else if before != now.1 {
            *told = before;
        }
        told.clone()
    };
    use_effect_with((now, moves), move |((_, view), moves)| {
        let view = view.clone();
        let timer = moves.filter(|_| state.borrow().1 != view).map(|ms| {
            Timeout::new(ms, move || {
                state.borrow_mut().1 = view;
                again.force_update();
            })
        });
        move || drop(timer)
    });
    told
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
