//! Why, and the selected row.

use yew::prelude::*;

use super::{ByRc, Msg, glyph, icon::Icon, link};
use crate::{
    engine::RowId,
    explain::{Span, Tone, Words, messages::Messages},
    replay::{Recording, View},
    scenario::{Dialect, JoinKind, Lang, Side},
    workspace::Action,
};

/// Styled spans as text.
pub fn spans(spans: &[Span]) -> Html {
    html! { <>{ for spans.iter().map(|span| match span.tone {
        Tone::Plain => html! { { &span.text } },
        Tone::Strong => html! { <b>{ &span.text }</b> },
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
        <section class="sec" aria-label={m.ui.why}>
            <header><h2>{ m.ui.why }</h2>
                <span class="note">{ if step > 0 { words.step_title(step) } else { String::new() } }</span></header>
            <div aria-live={if props.aloud { "polite" } else { "off" }}>
            if let Some(why) = &why {
                <ol class="why">
                    { for why.sentences.iter().map(|sentence| html! {
                        <li class={sentence.hot.then_some("hot")} data-links={link::rows(sentence.rows.iter().copied())}>{ glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span></li>
                    }) }
                </ol>
            } else {
                <p class="prose">{ if props.recording.is_empty() { m.app.why_empty } else { m.app.why_start } }</p>
            }
            </div>
            if let Some(rule) = why.as_ref().and_then(|why| why.rule.as_ref()) {
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
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct PickedProps {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub row: RowId,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(Picked)]
pub fn picked(props: &PickedProps) -> Html {
    let m = Messages::of(props.lang);
    let words = Words::new(&props.recording, props.lang);
    let picked = words.selected(&props.view, props.row);
    let scenario = props.recording.scenario();
    let info = props.recording.rows().get(props.row);
    let index = info.step as usize;
    let class = if info.side == Side::Left { "L" } else { "R" };
    let button = |label: &'static str, msg: Msg| {
        let click = props.send.reform(move |_: MouseEvent| msg.clone());
        html! { <button type="button" class="btn small" onclick={click}>{ label }</button> }
    };
    html! {
        <section class="sec" aria-label={m.ui.selected_row}>
            <header><h2 {class}>{ picked.heading.clone() }</h2><span class="note">{ picked.note.clone() }</span>
                <button type="button" class="btn plain icon tiny end" aria-label={m.app.clear_selection} title={m.app.clear_selection}
                    onclick={props.send.reform(|_: MouseEvent| Msg::Do(Action::Select(None)))}>{ Icon::Close.draw() }</button>
            </header>
            <div class="picked">
                <div class="q">{ picked.question.clone() }</div>
                <p>{ spans(&picked.answer) }</p>
                if let Some(held) = &picked.held {
                    <div class="togo"><span>{ held.text.clone() }</span>
                        <svg class="togo-bar" height="5" width="100%" preserveAspectRatio="none" viewBox="0 0 100 5" aria-hidden="true">
                            <rect class="exp-all" width="100" height="5" />
                            <rect class={classes!("togo-now", class)} width={format!("{:.1}", f64::from(held.thousandths) / 10.0)} height="5" /></svg>
                        <b>{ held.to_go.clone() }</b></div>
                }
                <div class="acts">
                    { button(m.ui.edit, Msg::EditRow(index)) }
                    { button(m.ui.duplicate, Msg::Duplicate(index)) }
                    { button(m.ui.delete, Msg::Delete(index)) }
                    if matches!(scenario.join.kind, JoinKind::Regular { .. }) && scenario.dialect == Dialect::FlinkSql {
                        { button(m.ui.take_back, Msg::TakeBack(index)) }
                    }
                </div>
            </div>
        </section>
    }
}
