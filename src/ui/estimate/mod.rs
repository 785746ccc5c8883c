//! The page that estimates how much state a join holds: what is put in, the two formulas beside what the engine held, and
//! what would make it less.

mod chart;
mod inputs;
mod levers;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use self::{chart::RowsChart, inputs::Inputs, levers::Levers};
use super::{ByRc, Msg, sheet};
use crate::{
    estimate::{Held, Load, Measured, Reason},
    explain::{
        estimate as words,
        format::fill_plain,
        messages::{Estimate, Streams},
    },
    scenario::{Lang, Scenario, Side, Sides, time},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub theme_key: AttrValue,
    pub send: Callback<Msg>,
}

/// Typing a number goes through several; the engine runs for the last.
pub const SETTLE: u32 = 120;

/// What the engine held, and of what.
type Ran = Option<(Load, Rc<Result<Measured, Reason>>)>;

#[function_component(EstimatePage)]
pub fn estimate_page(props: &Props) -> Html {
    let lang = props.lang;
    let m = Estimate::of(lang);
    use_memo((), |()| sheet::streams());
    let load = use_state(|| Load::of(&props.scenario));
    let ran = use_state(|| Ran::None);
    {
        let ran = ran.clone();
        use_effect_with(*load, move |load| {
            let load = *load;
            let run = Timeout::new(SETTLE, move || ran.set(Some((load, Rc::new(load.measure())))));
            move || drop(run)
        });
    }
    let change = {
        let load = load.clone();
        Callback::from(move |next: Load| load.set(next))
    };
    let measured = ran.as_ref().filter(|(of, _)| *of == *load).map(|(_, measured)| measured);
    let names = Sides::new(
        props.scenario.streams.left.label(lang).to_string(),
        props.scenario.streams.right.label(lang).to_string(),
    );
    let body = match load.estimate() {
        Err(reason) => html! { <p class="estimate-none" role="status">{ words::no_estimate(reason, &load, lang) }</p> },
        Ok(held) => html! { <>
            { table(&load, held, measured.map(|measured| &**measured), &names, lang) }
            <div role="status" class="prose">
                { match measured.map(|measured| &**measured) {
                    None => html! { <p>{ m.measuring }</p> },
                    Some(Err(reason)) => html! { <p>{ words::no_estimate(*reason, &load, lang) }</p> },
                    Some(Ok(measured)) => html! { <>
                        <p><b>{ words::difference(held, measured, lang) }</b></p>
                        <p class="muted">{ words::measured_on(&load, measured, lang) }</p>
                    </> },
                } }
            </div>
            if let Some(measured) = measured.filter(|measured| measured.is_ok()) {
                <RowsChart measured={ByRc::from(measured)} {held} names={names.clone()} {lang} theme_key={props.theme_key.clone()} />
            }
            <ul class="formulas">
                if load.interval().is_some() { <li>{ m.usual_is }</li> }
                <li>{ words::exact_formula(&load, lang) }</li>
                { for words::left_out(&load, &props.scenario, lang).into_iter().map(|told| html! { <li>{ told }</li> }) }
            </ul>
            <Levers key={levers_key(&load)} load={*load} {held} {lang} />
        </> },
    };
    html! {
        <main class="estimate">
            <header>
                <h2>{ m.state_size }{ " " }<span class="model">{ m.model }</span></h2>
                <p class="lede">{ m.lead }</p>
            </header>
            <div class="estimate-main">
                <Inputs scenario={props.scenario.clone()} load={*load} names={names.clone()} {lang} {change} />
                <section class="estimate-out" aria-label={m.rows_in_state}>
                    <h3>{ m.rows_in_state }</h3>
                    { body }
                </section>
            </div>
        </main>
    }
}

/// The what-ifs begin anew with other bounds or delays.
fn levers_key(load: &Load) -> String {
    format!("{:?} {} {}", load.join.kind, load.sides.left.delay, load.sides.right.delay)
}

fn table(
    load: &Load,
    held: Sides<Held>,
    measured: Option<&Result<Measured, Reason>>,
    names: &Sides<String>,
    lang: Lang,
) -> Html {
    let m = Estimate::of(lang);
    let count = |rows: Option<u64>| rows.map_or_else(|| m.none.to_string(), words::grouped);
    let peak = |side: Side| measured.and_then(|measured| measured.as_ref().ok()).map(|measured| measured.peak[side]);
    let kept = |side: Side| held[side].kept.map(|ms| time::duration(ms, lang));
    let exact = Sides::new(held.left.exact, held.right.exact);
    let takes = |side: Side| {
        let mut rows = Sides::default();
        rows[side] = exact[side];
        words::bytes(load.bytes(rows))
    };
    let row = |head: &'static str, left: String, right: String, both: String| {
        html! { <tr><th scope="row">{ head }</th><td>{ left }</td><td>{ right }</td><td class="sum">{ both }</td></tr> }
    };
    let counts = |head: &'static str, of: &dyn Fn(Side) -> Option<u64>| {
        let (left, right) = (of(Side::Left), of(Side::Right));
        let both = left.zip(right).map(|(left, right)| left.saturating_add(right));
        row(head, count(left), count(right), count(both))
    };
    html! {
        <table aria-label={m.rows_in_state}>
            <thead><tr>
                <th scope="col"><span class="unseen">{ m.side }</span></th>
                <th scope="col" class="L">{ &names.left }</th>
                <th scope="col" class="R">{ &names.right }</th>
                <th scope="col">{ m.both }</th>
            </tr></thead>
            <tbody>
                if let Some((left, right)) = kept(Side::Left).zip(kept(Side::Right)) { { row(m.kept, left, right, String::new()) } }
                if load.interval().is_some() { { counts(m.usual, &|side| held[side].document) } }
                { counts(m.exact, &|side| Some(exact[side])) }
                { counts(m.held, &peak) }
                { row(m.takes, takes(Side::Left), takes(Side::Right), words::bytes(load.bytes(exact))) }
            </tbody>
        </table>
    }
}

/// A field's name where it is a side's.
fn of_side(field: &str, stream: &str, lang: Lang) -> String {
    let args = [("field", field.into()), ("stream", stream.into())];
    fill_plain(lang, Streams::of(lang).of_side, &args)
}
