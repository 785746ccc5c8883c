//! What an estimate is made of, as fields.

use yew::prelude::*;

use super::of_side;
use crate::{
    estimate::{Flow, Load, Preset},
    explain::{
        engine_name, kind_word,
        messages::{Estimate, Streams},
    },
    scenario::{Dialect, Interval, Join, JoinKind, Lang, Policy, Scenario, Shape, Side, Sides, Window, time},
    ui::{
        ByRc,
        field::TextField,
        select::{Choice, Select},
        sentence::time_fault,
    },
    workspace::{per_minute, read_per_minute},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub load: Load,
    pub names: Sides<String>,
    pub lang: Lang,
    pub change: Callback<Load>,
}

/// A duration as a field, and what to do with one that is typed.
pub fn duration_field(
    label: &'static str,
    name: String,
    value: i64,
    least: i64,
    lang: Lang,
    set: Callback<i64>,
) -> Html {
    let take = Callback::from(move |typed: String| match time::parse_duration(&typed) {
        Ok(ms) if ms < least => Err(if least > 0 {
            Streams::of(lang).bad_positive.to_string()
        } else {
            Streams::of(lang).bad_negative.to_string()
        }),
        Ok(ms) => {
            set.emit(ms);
            Ok(())
        }
        Err(fault) => Err(time_fault(fault, true, lang)),
    });
    html! {
        <label class="set"><span aria-hidden="true">{ label }</span>
            <TextField label={name} value={time::duration(value, lang)} {take} class="box" /></label>
    }
}

#[function_component(Inputs)]
pub fn inputs(props: &Props) -> Html {
    let (lang, load) = (props.lang, props.load);
    let m = Estimate::of(lang);
    let present = use_memo(props.scenario.clone(), |scenario| Load::of(scenario));
    let set = |make: Box<dyn Fn(i64) -> Load>| props.change.reform(move |ms: i64| make(ms));
    let kind = move |kind: JoinKind| Load { join: Join { kind, ..load.join }, ..load };
    let ms = |label: &'static str, value: i64, least: i64, make: Box<dyn Fn(i64) -> Load>| {
        duration_field(label, label.to_string(), value, least, lang, set(make))
    };
    let from = |label: &'static str, next: Load| {
        let on = next == load;
        html! {
            <button type="button" class={classes!("btn", "small", on.then_some("on"))} aria-pressed={on.to_string()}
                onclick={props.change.reform(move |_: MouseEvent| next)}>{ label }</button>
        }
    };
    let preset = |preset: Preset| match preset {
        Preset::FiveDays => m.five_days,
        Preset::OneHour => m.one_hour,
    };
    let engines = Dialect::ALL.map(|dialect| Choice::new(dialect.word(), engine_name(dialect))).to_vec();
    let engine = props.change.reform(move |word: String| {
        let dialect = Dialect::ALL.into_iter().find(|dialect| dialect.word() == word).unwrap_or(load.dialect);
        let policy = load.policy.filter(|_| dialect == Dialect::Spark);
        Load { dialect, policy, ..load }
    });
    let policy =
        props.change.reform(move |word: String| Load { policy: (word == "max").then_some(Policy::Max), ..load });
    let join = match load.join.kind {
        JoinKind::Interval(interval) => {
            let bound = move |interval: Interval| kind(JoinKind::Interval(interval));
            html! { <>
                { ms(m.lower, interval.lower, i64::MIN, Box::new(move |lower| bound(Interval { lower, ..interval }))) }
                { ms(m.upper, interval.upper, i64::MIN, Box::new(move |upper| bound(Interval { upper, ..interval }))) }
            </> }
        }
        JoinKind::Regular { state_ttl } => {
            ms(m.ttl, state_ttl, 0, Box::new(move |state_ttl| kind(JoinKind::Regular { state_ttl })))
        }
        JoinKind::Window { window, allowed_lateness } => {
            let of = move |window: Window| kind(JoinKind::Window { window, allowed_lateness });
            match window {
                Window::Tumbling { size, offset } => {
                    ms(m.size, size, 1, Box::new(move |size| of(Window::Tumbling { size, offset })))
                }
                Window::Sliding { size, slide, offset } => html! { <>
                    { ms(m.size, size, 1, Box::new(move |size| of(Window::Sliding { size, slide, offset }))) }
                    { ms(m.slide, slide, 1, Box::new(move |slide| of(Window::Sliding { size, slide, offset }))) }
                </> },
                Window::Cumulating { size, step, offset } => html! { <>
                    { ms(m.size, size, 1, Box::new(move |size| of(Window::Cumulating { size, step, offset }))) }
                    { ms(m.step, step, 1, Box::new(move |step| of(Window::Cumulating { size, step, offset }))) }
                </> },
                Window::Session { gap, max_length } => {
                    ms(m.gap, gap, 1, Box::new(move |gap| of(Window::Session { gap, max_length })))
                }
            }
        }
        JoinKind::Temporal | JoinKind::Lookup => Html::default(),
    };
    let side = |side: Side| {
        let flow = load.sides[side];
        let stream = &props.names[side];
        let with = move |flow: Flow| {
            let mut next = load;
            next.sides[side] = flow;
            next
        };
        let rate = {
            let change = props.change.clone();
            Callback::from(move |typed: String| match read_per_minute(typed.trim()).filter(|per_hour| *per_hour > 0) {
                Some(per_hour) => {
                    change.emit(with(Flow { per_hour, ..flow }));
                    Ok(())
                }
                None => Err(m.bad_rate.to_string()),
            })
        };
        let bytes = {
            let change = props.change.clone();
            Callback::from(move |typed: String| {
                let typed: String = typed.chars().filter(|c| *c != ',' && !c.is_whitespace()).collect();
                match typed.parse::<u32>().ok().filter(|bytes| (1..=Shape::MOST_PER_HOUR).contains(bytes)) {
                    Some(bytes) => {
                        change.emit(with(Flow { bytes, ..flow }));
                        Ok(())
                    }
                    None => Err(m.bad_bytes.to_string()),
                }
            })
        };
        let name = |field: &str| of_side(field, stream, lang);
        let ms = |label: &'static str, value: i64, make: Box<dyn Fn(i64) -> Flow>| {
            duration_field(label, name(label), value, 0, lang, set(Box::new(move |ms| with(make(ms)))))
        };
        html! {
            <div class="set-group" role="group" aria-label={stream.clone()}>
                <h4 class={if side == Side::Left { "L" } else { "R" }}>{ stream }</h4>
                <label class="set"><span aria-hidden="true">{ m.rate }</span>
                    <TextField label={name(m.rate)} value={per_minute(flow.per_hour)} take={rate} class="box" /></label>
                { ms(m.delay, flow.delay, Box::new(move |delay| Flow { delay, ..flow })) }
                { ms(m.lag, flow.lag, Box::new(move |lag| Flow { lag, ..flow })) }
                <label class="set"><span aria-hidden="true">{ m.bytes }</span>
                    <TextField label={name(m.bytes)} value={flow.bytes.to_string()} take={bytes} class="box" /></label>
            </div>
        }
    };
    html! {
        <section class="estimate-in" aria-label={m.inputs}>
            <h3>{ m.inputs }</h3>
            <div class="presets" role="group" aria-label={m.start_from}>
                <span class="muted" aria-hidden="true">{ m.start_from }</span>
                { from(m.present, *present) }
                { for Preset::ALL.into_iter().map(|which| from(preset(which), which.load())) }
            </div>
            <div class="set-group" role="group" aria-label={m.join}>
                <div class="set"><span aria-hidden="true">{ m.engine }</span><Select label={m.engine} options={engines} value={load.dialect.word()} choose={engine} /></div>
                <div class="set"><span>{ m.join }</span><b class="said">{ kind_word(&load.join.kind, lang) }{ " " }{ load.join.ty.word().to_ascii_uppercase() }</b></div>
                { join }
                { ms(m.disorder, load.disorder, 0, Box::new(move |disorder| Load { disorder, ..load })) }
                if load.dialect == Dialect::Spark {
                    <div class="set"><span aria-hidden="true">{ m.policy }</span><Select label={m.policy} options={vec![Choice::new("min", "min"), Choice::new("max", "max")]}
                        value={if load.policy == Some(Policy::Max) { "max" } else { "min" }} choose={policy} /></div>
                }
            </div>
            { side(Side::Left) }
            { side(Side::Right) }
        </section>
    }
}
