//! Why the two differ, and the numbers so far.

use std::rc::Rc;

use yew::prelude::*;

use crate::{
    compare::{Compared, Ran, Reason, Run, Several, Totals, Which},
    explain::{self, Words, format::fill_plain, messages::Messages},
    scenario::Lang,
    ui::{ByRc, app::Compare, glyph, icon::Icon, side::spans},
};

#[derive(Properties, PartialEq)]
pub struct WhyProps {
    pub compared: ByRc<Compared>,
    pub step: usize,
    pub lang: Lang,
    /// Told to screen readers as it changes.
    pub aloud: bool,
    pub ask: Callback<Compare>,
}

#[function_component(WhyDiffer)]
pub fn why_differ(props: &WhyProps) -> Html {
    let (compared, step, lang) = (&props.compared, props.step, props.lang);
    let m = Messages::of(lang);
    let row = compared.row_at(step);
    let cells = row.map(|row| compared.runs().iter().map(|run| compared.cell(run, row)).collect::<Vec<_>>());
    let cells = cells.unwrap_or_default();
    let stopped = cells.iter().any(|cell| cell.ran == Ran::Stopped);
    let told = row.map(|row| explain::differences(compared, row, lang)).unwrap_or_default();
    let heading = match (told.is_empty(), stopped || step == 0) {
        (false, _) => m.compare.why_at,
        (true, true) => m.compare.nothing_at,
        (true, false) => m.compare.agree_at,
    };
    let heading = fill_plain(lang, heading, &[("step", step.to_string().into())]);
    let plain = if step == 0 {
        m.compare.nothing_yet
    } else if stopped {
        m.compare.one_is_refused
    } else if cells.iter().all(|cell| cell.emissions.is_empty()) {
        m.compare.agree_nothing
    } else {
        m.compare.agree_same
    };
    let button = |back: bool| {
        let (label, icon) =
            if back { (m.compare.previous_difference, Icon::Back) } else { (m.compare.next_difference, Icon::Forward) };
        let there = compared.next_difference(step, back).is_some();
        let click =
            if there { props.ask.reform(move |_: MouseEvent| Compare::Difference { back }) } else { Callback::noop() };
        html! {
            <button type="button" class="btn plain icon tiny" aria-label={label} title={label} aria-disabled={(!there).then_some("true")} onclick={click}>{ icon.draw() }</button>
        }
    };
    html! {
        <section class="sec why-differ" aria-label={m.ui.why}>
            <header><h2>{ heading }</h2><span class="end">{ button(true) }{ button(false) }</span></header>
            <div aria-live={if props.aloud { "polite" } else { "off" }}>
                if told.is_empty() { <p>{ plain }</p> }
                { for told.iter().map(|paragraph| html! { <p>{ spans(paragraph) }</p> }) }
            </div>
            if step > 0 {
                <details>
                    <summary>{ m.compare.what_each_did }</summary>
                    { for Which::BOTH.into_iter().filter_map(|which| compared.run(which).map(|run| did(which, run, step, lang))) }
                </details>
            }
        </section>
    }
}

/// What an engine did in the step, in the words that the workspace has for it.
fn did(which: Which, run: &Run, step: usize, lang: Lang) -> Html {
    let m = &Messages::of(lang).compare;
    if !run.reaches(step) {
        return Html::default();
    }
    let words = Words::new(run.recording(), lang);
    let own = run.step_at(step.saturating_sub(1)) + 1..=run.step_at(step);
    let sentences: Vec<_> = own.flat_map(|step| words.why_step(step).sentences).collect();
    if sentences.is_empty() {
        return Html::default();
    }
    html! {
        <div key={which.letter()} class="did">
            <h3>{ fill_plain(lang, m.join_of, &[("which", which.letter().into())]) }</h3>
            <ul>{ for sentences.iter().map(|sentence| html! { <li>{ glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span></li> }) }</ul>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct Props {
    pub compared: ByRc<Compared>,
    pub step: usize,
    pub lang: Lang,
}

fn totals(run: &Run, step: usize) -> Totals {
    run.totals(step, &run.recording().view(run.step_at(step)))
}

#[function_component(SoFar)]
pub fn so_far(props: &Props) -> Html {
    let (compared, step, lang) = (&props.compared, props.step, props.lang);
    let m = Messages::of(lang);
    let data = use_memo((compared.clone(), step), |(compared, step)| {
        Which::BOTH.map(|which| (compared.run(which).map(|run| totals(run, *step)), compared.only_here(which, *step)))
    });
    let data = Rc::clone(&data);
    let setups = [Which::A, Which::B].map(|which| compared.run(which).map(|run| run.scenario().setup()));
    let [Some(a), Some(b)] = setups else { return Html::default() };
    let names = explain::short_names(&a, &b, lang);
    // The row that the first reason is about, if it came out with NULL.
    let row = compared.row_at(step);
    let about = row.and_then(|row| {
        compared.reasons(row).0.into_iter().find_map(|reason| match reason {
            Reason::Emits { by, emission, .. } if !emission.half => {
                let id = emission.alone()?;
                let run = compared.run(by)?;
                let recording = run.recording();
                let of = emission.out.left.or(emission.out.right)?;
                Some((id, recording.rows().id(recording.scenario(), of).to_string()))
            }
            _ => None,
        })
    });
    let line = |head: String, of: &dyn Fn(Which) -> String| {
        html! { <tr><th scope="row">{ head }</th>{ for Which::BOTH.into_iter().map(|which| html! { <td>{ of(which) }</td> }) }</tr> }
    };
    let number = |head: &str, of: &dyn Fn(&Totals) -> u64| {
        line(head.to_string(), &|which| {
            data[which as usize].0.map_or_else(String::new, |totals| of(&totals).to_string())
        })
    };
    let held = |which: Which| {
        let count = data[which as usize].0.map_or(0, |totals| totals.held).to_string();
        match compared.run(which) {
            Some(run) if run.only_grows() => fill_plain(lang, m.compare.only_grows, &[("count", count.into())]),
            _ => count,
        }
    };
    let result = |which: Which| {
        let (sums, only) = data[which as usize];
        let count = sums.map_or_else(String::new, |totals| totals.result.to_string());
        match only {
            0 => count,
            only => {
                fill_plain(lang, m.compare.only_here, &[("count", count.into()), ("only", only.to_string().into())])
            }
        }
    };
    html! {
        <section class="sec" aria-label={m.compare.so_far}>
            <header><h2>{ m.compare.so_far }</h2></header>
            <table class="facts" aria-label={m.compare.so_far}>
                <thead><tr><td></td>
                    { for Which::BOTH.into_iter().zip(names).map(|(which, name)| html! { <th scope="col">{ which.letter() }{ " " }{ name }</th> }) }
                </tr></thead>
                <tbody>
                    { number(m.compare.changes_emitted, &|totals| totals.emitted) }
                    { number(m.compare.retractions, &|totals| totals.taken_back) }
                    { number(m.compare.null_rows, &|totals| totals.padded) }
                    { line(m.compare.in_result.to_string(), &result) }
                    { line(m.compare.in_state.to_string(), &held) }
                    { number(m.compare.late_rows, &|totals| totals.late) }
                    { for about.map(|(id, name)| {
                        let head = fill_plain(lang, m.compare.row_with_null, &[("row", name.into())]);
                        line(head, &|which| compared.run(which).map_or_else(String::new, |run| explain::padded(run, id, step, lang)))
                    }) }
                </tbody>
            </table>
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct SeveralProps {
    pub compared: ByRc<Compared>,
    pub several: Several,
    pub step: usize,
    pub lang: Lang,
}

/// A line for each of several joins.
#[function_component(SeveralSoFar)]
pub fn several_so_far(props: &SeveralProps) -> Html {
    let (compared, step, lang) = (&props.compared, props.step, props.lang);
    let m = Messages::of(lang);
    let name = |run: &Run| explain::run_name(props.several, &run.scenario().setup(), lang);
    html! {
        <section class="sec" aria-label={m.compare.so_far}>
            <header><h2>{ m.compare.so_far }</h2></header>
            <div class="scroll" tabindex="0" role="group" aria-label={m.compare.so_far}>
            <table class={classes!("facts", "types", (props.several == Several::Answers).then_some("kinds"))} aria-label={m.compare.so_far}>
                <thead><tr>
                    <th scope="col">{ if props.several == Several::Types { m.compare.type_head } else { m.ui.join_kind } }</th><th scope="col">{ m.compare.changes_emitted }</th>
                    <th scope="col">{ m.compare.retractions }</th><th scope="col">{ m.compare.null_rows }</th><th scope="col">{ m.compare.in_state }</th>
                </tr></thead>
                <tbody>
                    { for compared.runs().iter().enumerate().map(|(at, run)| html! {
                        <tr key={at}><th scope="row">{ name(run) }</th>
                            { match run.recording().outcome() {
                                Err(stopped) => {
                                    let told = explain::refusal(stopped, run.scenario(), lang);
                                    html! { <td colspan="4" class="X why-not">{ explain::format::plain(&told.reason) }</td> }
                                }
                                Ok(_) => {
                                    let sum = totals(run, step);
                                    html! { <><td>{ sum.emitted }</td><td>{ sum.taken_back }</td><td>{ sum.padded }</td><td>{ sum.held }</td></> }
                                }
                            } }
                        </tr>
                    }) }
                </tbody>
            </table>
            </div>
            { for compared.runs().iter().enumerate().filter_map(|(at, run)| {
                let plan = run.recording().outcome().ok()?;
                let note = explain::plan_note(plan, run.scenario(), lang)?;
                Some(html! { <p key={at} class="plan">{ explain::format::plain(&note) }</p> })
            }) }
        </section>
    }
}
