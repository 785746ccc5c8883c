//! What would make the state less: narrower bounds, a shorter delay with what it loses, and a disk.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{SETTLE, inputs::duration_field};
use crate::{
    estimate::{Held, Load, Loss, Reason, spilled},
    explain::{estimate as words, format::fill_plain, messages::Estimate},
    scenario::{Lang, Sides},
    ui::field::TextField,
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub load: Load,
    pub held: Sides<Held>,
    pub lang: Lang,
}

/// Memory that there is for state, where nothing is said, MB.
const MEMORY: u64 = 1_000;

fn rows(held: Sides<Held>) -> u64 {
    held.left.exact.saturating_add(held.right.exact)
}

/// What a delay loses, if rows come so much out of order.
type Lost = Option<((Load, i64, i64), Result<Loss, Reason>)>;

#[function_component(Levers)]
pub fn levers(props: &Props) -> Html {
    let (load, lang) = (props.load, props.lang);
    let m = Estimate::of(lang);
    let interval = load.interval();
    let most_delay = load.sides.left.delay.max(load.sides.right.delay);
    let bounds = use_state(|| interval.map_or((0, 0), |interval| (interval.lower / 2, interval.upper / 2)));
    let delay = use_state(|| most_delay / 2);
    let disorder = use_state(|| if load.disorder > 0 { load.disorder } else { most_delay });
    let memory = use_state(|| MEMORY);
    let lost = use_state(|| Lost::None);
    let asked = (load, *delay, *disorder);
    {
        let lost = lost.clone();
        use_effect_with(asked, move |asked| {
            let (load, delay, disorder) = *asked;
            let run =
                Timeout::new(2 * SETTLE, move || lost.set(Some(((load, delay, disorder), load.loss(delay, disorder)))));
            move || drop(run)
        });
    }
    let before = rows(props.held);
    // Rows, and how much of the rows before is saved.
    let cells = |load: &Load| match load.estimate() {
        Ok(held) => {
            let rows = rows(held);
            let saved = before.saturating_sub(rows);
            let saves = if saved == 0 {
                m.nothing.to_string()
            } else {
                let bytes = |held: Sides<Held>| load.bytes(Sides::new(held.left.exact, held.right.exact));
                let share = fill_plain(lang, m.of_all, &[("percent", words::percent(saved, before).into())]);
                format!("{} ({share})", words::bytes(bytes(props.held).saturating_sub(bytes(held))))
            };
            (words::grouped(rows), saves)
        }
        Err(reason) => (m.none.to_string(), words::no_estimate(reason, load, lang)),
    };
    let row = |label: &'static str, fields: Html, (rows, saves): (String, String), costs: Html| {
        html! {
            <tr><th scope="row">{ label }<span class="lever-fields">{ fields }</span></th><td>{ rows }</td><td>{ saves }</td><td class="costs">{ costs }</td></tr>
        }
    };
    let named = |label: &'static str| fill_plain(lang, m.from_lever, &[("field", label.into())]);
    let field = |label: &'static str, value: i64, least: i64, set: Callback<i64>| {
        duration_field(label, named(label), value, least, lang, set)
    };
    let narrower = interval.map(|_| {
        let set = |lower: bool| {
            let bounds = bounds.clone();
            Callback::from(move |ms: i64| bounds.set(if lower { (ms, bounds.1) } else { (bounds.0, ms) }))
        };
        let fields = html! { <>
            { field(m.lower, bounds.0, i64::MIN, set(true)) }
            { field(m.upper, bounds.1, i64::MIN, set(false)) }
        </> };
        row(m.narrower, fields, cells(&load.with_bounds(bounds.0, bounds.1)), html! { m.narrower_costs })
    });
    let set_delay = {
        let delay = delay.clone();
        Callback::from(move |ms: i64| delay.set(ms))
    };
    let set_disorder = {
        let disorder = disorder.clone();
        Callback::from(move |ms: i64| disorder.set(ms))
    };
    let delay_fields = html! { <>
        { field(m.delay, *delay, 0, set_delay) }
        { field(m.if_disorder, *disorder, 0, set_disorder) }
    </> };
    let costs = match lost.as_ref().filter(|(of, _)| *of == asked) {
        None => html! { m.measuring },
        Some((_, Err(reason))) => html! { words::no_estimate(*reason, &load, lang) },
        Some((_, Ok(loss))) => html! { words::loss(loss, *disorder, lang) },
    };
    let all = load.bytes(Sides::new(props.held.left.exact, props.held.right.exact));
    let on_disk = spilled(all, u128::from(*memory) * 1_000_000);
    let saves = fill_plain(
        lang,
        m.spill_saves,
        &[("memory", words::bytes(on_disk.memory).into()), ("all", words::bytes(all).into())],
    );
    let take = {
        let memory = memory.clone();
        Callback::from(move |typed: String| {
            let typed: String = typed.chars().filter(|c| *c != ',' && !c.is_whitespace()).collect();
            match typed.parse::<u64>().ok().filter(|mb| *mb <= 1_000_000_000) {
                Some(mb) => {
                    memory.set(mb);
                    Ok(())
                }
                None => Err(m.bad_memory.to_string()),
            }
        })
    };
    let memory_field = html! {
        <label class="set"><span aria-hidden="true">{ m.memory }</span>
            <TextField label={named(m.memory)} value={memory.to_string()} {take} class="box" /></label>
    };
    html! {
        <section class="levers" aria-label={m.what_if}>
            <h3>{ m.what_if }</h3>
            <div class="scroll">
            <table aria-label={m.what_if}>
                <thead><tr>
                    <th scope="col">{ m.lever }</th><th scope="col">{ m.becomes }</th><th scope="col">{ m.saves }</th><th scope="col">{ m.costs }</th>
                </tr></thead>
                <tbody>
                    { for narrower }
                    { row(m.shorter, delay_fields, cells(&load.with_delay(*delay)), costs) }
                    { row(m.spill, memory_field, (m.spill_rows.to_string(), saves), html! { words::on_disk(&on_disk, lang) }) }
                </tbody>
            </table>
            </div>
        </section>
    }
}
