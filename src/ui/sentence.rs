//! The join as a sentence: every boxed word can be changed in place.

use yew::prelude::*;

use super::{
    ByRc, Msg,
    field::TextField,
    lazy::Settings,
    link,
    number::{Bracket, Live, NumberField},
    select::{Choice, Select},
};
use crate::{
    engine::{Refusal, WayOut},
    explain::{self, format::fill_plain, messages::Messages},
    replay::Stopped,
    scenario::{
        Dialect, Interval, Join, JoinKind, JoinType, Lang, MAX_TIME, Policy, Scenario, Side, Strategy, Window,
        time::TimeFault,
    },
    workspace::{Action, Bound, Edit, Number, offer, runs, set_bound, toggled, zero_unit},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub send: Callback<Msg>,
    /// What the edit that is shown and not made would do.
    #[prop_or_default]
    pub would: Option<AttrValue>,
    /// Whether all settings are shown.
    pub open: bool,
    /// Why the engine refuses the join: the words it is about are at fault.
    pub fault: Option<Refusal>,
}

/// What is wrong with a time or duration as typed.
pub fn time_fault(fault: TimeFault, duration: bool, lang: Lang) -> String {
    let m = &Messages::of(lang).app;
    let text = match fault {
        TimeFault::Range => m.fault_range,
        _ if duration => m.fault_duration,
        _ => m.fault_time,
    };
    text.to_string()
}

#[function_component(Sentence)]
pub fn sentence(props: &Props) -> Html {
    let (scenario, lang) = (&props.scenario, props.lang);
    let m = Messages::of(lang);
    let edit = props.send.reform(|edit: Edit| Msg::Do(Action::Edit(edit)));
    let join = scenario.join;

    let engines: Vec<_> = Dialect::ALL.map(|d| Choice::new(d.word(), explain::engine_name(d))).to_vec();
    let choose_engine = props.send.reform(|word: String| {
        Msg::Engine(Dialect::ALL.into_iter().find(|dialect| dialect.word() == word).unwrap_or(Dialect::FlinkSql))
    });
    let fault = props.fault;
    let at_fault = move |is: fn(&Refusal) -> bool| fault.as_ref().is_some_and(is).then_some("at-fault");
    let types = offer::types(scenario)
        .iter()
        .map(|(ty, refusal)| choice(ty.word(), ty.word().to_ascii_uppercase(), refusal, scenario, lang))
        .collect::<Vec<_>>();
    let choose_type = edit.reform(move |word: String| {
        let ty = JoinType::ALL.into_iter().find(|ty| ty.word() == word).unwrap_or(join.ty);
        Edit::Join(Join { ty, ..join })
    });
    let offered = offer::kinds(scenario);
    let kinds = offered
        .iter()
        .map(|(join, refusal)| choice(join.kind.word(), explain::kind_word(&join.kind, lang), refusal, scenario, lang))
        .collect::<Vec<_>>();
    let choose_kind = edit.reform(move |word: String| {
        Edit::Join(offered.iter().map(|(join, _)| *join).find(|join| join.kind.word() == word).unwrap_or(join))
    });
    let name = |side: Side| {
        let take = {
            let (edit, lang) = (edit.clone(), lang);
            Callback::from(move |typed: String| match typed.trim() {
                "" => Err(Messages::of(lang).app.fault_name.to_string()),
                name => {
                    edit.emit(Edit::Name(side, name.to_string()));
                    Ok(())
                }
            })
        };
        let label = fill_plain(lang, m.app.stream_name, &[("side", side_word(side, lang).into())]);
        html! { <TextField {label} class={classes!("tok", side_class(side))} value={scenario.streams[side].name.clone()} links={link::stream(side)} {take} /> }
    };
    let preview = {
        let (scenario, send) = (props.scenario.clone(), props.send.clone());
        Callback::from(move |edit: Option<Edit>| {
            let taken = edit.as_ref().is_none_or(|edit| runs(&scenario, edit));
            if taken {
                send.emit(Msg::Do(Action::Preview(edit)));
            }
            taken
        })
    };
    let live = Live { preview, would: props.would.clone(), unit: zero_unit(scenario) };
    html! {
        <ContextProvider<Live> context={live}>
        <div class={classes!("setup", props.open.then_some("open"))} role="group" aria-label={m.app.join_settings}>
            <span class="sent more">
                <Select label={m.ui.engine} class={classes!(fault.map(|_| "at-fault"))} options={engines} value={scenario.dialect.word()} choose={choose_engine} />
            </span>
            <span class="sent">
                { name(Side::Left) }
                <Select label={m.ui.join_type} class={classes!(at_fault(|way| matches!(
                        way,
                        Refusal::InnerOnly { .. } | Refusal::Anti | Refusal::TemporalType { .. } | Refusal::LookupType { .. } | Refusal::Unbounded { .. }
                    )))} options={types} value={join.ty.word()} choose={choose_type} />
                <Select label={m.ui.join_kind} class={classes!(at_fault(|way| matches!(way, Refusal::NoSuchJoin { .. } | Refusal::Unbounded { kind: "regular", .. })))} options={kinds} value={join.kind.word()} choose={choose_kind} />
                <span class="more">{ m.app.sentence_join }</span>
                { name(Side::Right) }
                { match join.kind {
                    JoinKind::Interval(interval) => bounds(interval, join, scenario, lang, &edit),
                    JoinKind::Window { window, allowed_lateness } => windows(window, allowed_lateness, scenario, lang, &edit),
                    JoinKind::Regular { state_ttl } => regular(state_ttl, scenario, lang, &edit),
                    JoinKind::Temporal => html! { <span class="more">{ m.app.sentence_temporal }</span> },
                    JoinKind::Lookup => html! { <span class="more">{ m.lookup.sentence }</span> },
                } }
            </span>
            <span class="sent more">
                { m.app.sentence_watermarks }
                { strategy(Side::Left, fault, scenario, lang, &edit) }
                // The table of a lookup is no stream, and has none.
                if join.kind != JoinKind::Lookup {
                    <span class="thin"></span>
                    { strategy(Side::Right, fault, scenario, lang, &edit) }
                }
                if scenario.dialect == Dialect::Spark {
                    { policy(scenario, lang, &edit) }
                }
            </span>
            <div class="end">
                <button type="button" class="btn small" aria-expanded={props.open.to_string()}
                    onclick={props.send.reform(|_: MouseEvent| Msg::ToggleSettings)}>{ m.ui.all_settings }</button>
            </div>
            if props.open {
                <Settings scenario={scenario.clone()} {lang} edit={edit} />
            }
        </div>
        </ContextProvider<Live>>
    }
}

pub(super) fn side_class(side: Side) -> &'static str {
    if side == Side::Left { "L" } else { "R" }
}

fn side_word(side: Side, lang: Lang) -> &'static str {
    let m = &Messages::of(lang).app;
    if side == Side::Left { m.left_stream } else { m.right_stream }
}

/// A duration's field, a token whose number can be typed over.
pub(super) fn duration(
    label: impl Into<AttrValue>,
    value: i64,
    lang: Lang,
    edit: &Callback<Edit>,
    change: impl Fn(i64) -> Edit + 'static,
) -> Html {
    number(label, Number::length(value, 0), None, lang, edit, change)
}

/// A number's field, with where the number may lie and what it is about.
pub(super) fn number(
    label: impl Into<AttrValue>,
    number: Number,
    links: Option<&'static str>,
    lang: Lang,
    edit: &Callback<Edit>,
    change: impl Fn(i64) -> Edit + 'static,
) -> Html {
    html! { <NumberField label={label.into()} {number} {lang} edit={edit.clone()} links={links.map(AttrValue::from)} change={Callback::from(change)} /> }
}

pub(super) fn bounds(interval: Interval, join: Join, scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    let with = move |interval: Interval| Edit::Join(Join { kind: JoinKind::Interval(interval), ..join });
    let lower = Number { value: interval.lower, least: -MAX_TIME, most: interval.upper, unit: 0 };
    let upper = Number { value: interval.upper, least: interval.lower, most: MAX_TIME, unit: 0 };
    let bracket = |bound: Bound, label: &'static str, inclusive: bool, signs: (&'static str, &'static str)| {
        let (number, links) = if bound == Bound::Lower { (lower, "lower") } else { (upper, "upper") };
        let change = Callback::from(move |ms: i64| set_bound(join, interval, bound, ms));
        html! { <Bracket {label} {inclusive} {signs} {number} {change} toggle={toggled(join, interval, bound)} edit={edit.clone()} {links} /> }
    };
    let column = |side: Side| {
        let stream = &scenario.streams[side];
        match &stream.time_name {
            Some(name) => name.clone(),
            None => format!("{}.time", stream.name),
        }
    };
    html! { <>
        <span class="more" data-links="key">{ m.app.sentence_on_key }</span>
        <span class="mono more"><span class="R">{ column(Side::Right) }</span>{ " − " }<span class="L">{ column(Side::Left) }</span>{ " ∈" }</span>
        { bracket(Bound::Lower, m.ui.lower_inclusive, interval.lower_inclusive, ("[", "(")) }
        { number(m.ui.lower_bound, lower, Some("lower"), lang, edit, move |lower| with(Interval { lower, ..interval })) }
        { "," }
        { number(m.ui.upper_bound, upper, Some("upper"), lang, edit, move |upper| with(Interval { upper, ..interval })) }
        { bracket(Bound::Upper, m.ui.upper_inclusive, interval.upper_inclusive, ("]", ")")) }
    </> }
}

/// Something to choose, with the reason where the engine does not run it.
pub(super) fn choice(
    value: &'static str,
    text: impl Into<AttrValue>,
    refusal: &Option<Refusal>,
    scenario: &Scenario,
    lang: Lang,
) -> Choice {
    let reason = refusal.map(|refusal| {
        let told = explain::refusal(Stopped { refusal, step: None }, scenario, lang);
        explain::format::plain(&told.reason)
    });
    Choice { unfit: refusal.map(|_| not_in(scenario.dialect, lang)), reason, ..Choice::new(value, text) }
}

fn not_in(dialect: Dialect, lang: Lang) -> String {
    fill_plain(lang, Messages::of(lang).app.not_in_engine, &[("engine", explain::engine_name(dialect).into())])
}

pub(super) fn windows(
    window: Window,
    allowed_lateness: i64,
    scenario: &Scenario,
    lang: Lang,
    edit: &Callback<Edit>,
) -> Html {
    let m = Messages::of(lang);
    let join = scenario.join;
    let with = move |window: Window| Edit::Join(Join { kind: JoinKind::Window { window, allowed_lateness }, ..join });
    let offered = offer::shapes(scenario);
    let word = |window: &Window| match window {
        Window::Tumbling { .. } => m.app.shape_tumbling,
        Window::Sliding { .. } => m.app.shape_sliding,
        Window::Cumulating { .. } => m.app.shape_cumulating,
        Window::Session { .. } => m.app.shape_session,
    };
    let shapes = offered
        .iter()
        .map(|(shape, refusal)| choice(shape.word(), word(shape), refusal, scenario, lang))
        .collect::<Vec<_>>();
    let choose = edit.reform(move |chosen: String| {
        with(offered.iter().map(|(shape, _)| *shape).find(|shape| shape.word() == chosen).unwrap_or(window))
    });
    html! { <>
        <span class="more" data-links="key">{ m.app.sentence_same }</span>
        <Select label={m.ui.window_shape} options={shapes} value={window.word()} {choose} />
        { match window {
            Window::Session { gap, max_length } => html! { <>
                <span class="more">{ m.app.sentence_gap }</span>
                { number(m.ui.session_gap, Number::length(gap, 0), Some("gap"), lang, edit, move |gap| with(Window::Session { gap, max_length })) }
            </> },
            Window::Tumbling { size, offset } => html! { <>
                <span class="more">{ m.app.sentence_window_of }</span>
                { number(m.ui.window_size, Number::length(size, 0), Some("size"), lang, edit, move |size| with(Window::Tumbling { size, offset })) }
                { offset_field(offset, lang, edit, move |offset| with(Window::Tumbling { size, offset })) }
            </> },
            Window::Sliding { size, slide, offset } => html! { <>
                <span class="more">{ m.app.sentence_window_of }</span>
                { number(m.ui.window_size, Number::length(size, 0), Some("size"), lang, edit, move |size| with(Window::Sliding { size, slide, offset })) }
                { m.app.sentence_every }
                { number(m.ui.window_slide, Number::length(slide, 0), Some("slide"), lang, edit, move |slide| with(Window::Sliding { size, slide, offset })) }
                { offset_field(offset, lang, edit, move |offset| with(Window::Sliding { size, slide, offset })) }
            </> },
            Window::Cumulating { size, step, offset } => html! { <>
                <span class="more">{ m.app.sentence_window_of }</span>
                { number(m.ui.window_size, Number::length(size, 0), Some("size"), lang, edit, move |size| with(Window::Cumulating { size, step, offset })) }
                { m.app.sentence_step }
                { number(m.ui.window_step, Number::length(step, 0), Some("step"), lang, edit, move |step| with(Window::Cumulating { size, step, offset })) }
                { offset_field(offset, lang, edit, move |offset| with(Window::Cumulating { size, step, offset })) }
            </> },
        } }
        if let (Window::Session { gap, max_length }, true) = (window, longest_session(scenario)) {
            <span class={classes!("sent-part", max_length.is_none().then_some("when-open"))}>{ m.sources.sentence_longest }{ " " }
                { duration(m.ui.max_length, max_length.unwrap_or(0), lang, edit, move |most| {
                    with(Window::Session { gap, max_length: (most > 0).then_some(most) })
                }) }
            </span>
        }
        if offer::has_lateness(scenario) || allowed_lateness != 0 {
            <span class="more">{ m.app.sentence_lateness }</span>
            { duration(m.ui.allowed_lateness, allowed_lateness, lang, edit, move |allowed_lateness| {
                Edit::Join(Join { kind: JoinKind::Window { window, allowed_lateness }, ..join })
            }) }
        }
    </> }
}

/// An offset is rarely wanted: while it is 0 the sentence shows it only together with all settings.
fn offset_field(offset: i64, lang: Lang, edit: &Callback<Edit>, change: impl Fn(i64) -> Edit + 'static) -> Html {
    let m = Messages::of(lang);
    let class = classes!("sent-part", (offset == 0).then_some("when-open"));
    html! { <span {class}>{ m.app.sentence_offset }{ " " }{ number(m.ui.window_offset, Number { least: -MAX_TIME, ..Number::length(offset, 0) }, Some("offset"), lang, edit, change) }</span> }
}

pub(super) fn regular(state_ttl: i64, scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    let join = scenario.join;
    html! { <>
        <span class="more" data-links="key">{ m.app.sentence_regular }</span>
        if scenario.dialect == Dialect::FlinkSql || state_ttl != 0 {
            <span class="more">{ m.app.sentence_ttl }</span>
            { number(m.ui.state_ttl, Number::length(state_ttl, 0), Some("ttl"), lang, edit, move |state_ttl| {
                Edit::Join(Join { kind: JoinKind::Regular { state_ttl }, ..join })
            }) }
        }
    </> }
}

pub(super) fn policy(scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    let options = vec![Choice::new("min", m.app.policy_min), Choice::new("max", m.app.policy_max)];
    let value = if scenario.watermark_policy == Some(Policy::Max) { "max" } else { "min" };
    let choose = edit.reform(|word: String| Edit::Policy((word == "max").then_some(Policy::Max)));
    // What is so by default is said together with all settings.
    let class = classes!("sent-part", (value == "min").then_some("when-open"));
    html! { <span {class}>
        <span>{ m.app.sentence_policy }</span>
        <Select label={m.ui.watermark_policy} class="quiet" {options} {value} {choose} />
    </span> }
}

pub(super) fn strategy(
    side: Side,
    fault: Option<Refusal>,
    scenario: &Scenario,
    lang: Lang,
    edit: &Callback<Edit>,
) -> Html {
    let m = Messages::of(lang);
    let stream = &scenario.streams[side];
    let label = stream.label(lang).to_string();
    let named = |pattern: &str| fill_plain(lang, pattern, &[("stream", label.clone().into())]);
    let by_hand = Choice {
        unfit: (scenario.dialect == Dialect::Spark).then(|| not_in(scenario.dialect, lang)),
        ..Choice::new("manual", m.app.strategy_manual)
    };
    let options =
        vec![Choice::new("bounded", m.app.strategy_bounded), by_hand, Choice::new("none", m.app.strategy_none)];
    let value = match stream.watermark {
        Strategy::Bounded { .. } => "bounded",
        Strategy::Manual => "manual",
        Strategy::None => "none",
    };
    // The side whose watermark would lead out of the refusal.
    let way_out = fault.and_then(|refusal| refusal.way_out(&scenario.setup()));
    let at_fault = matches!(way_out, Some(WayOut::Strategy { side: of, .. }) if of == side).then_some("at-fault");
    let present = stream.watermark;
    let choose = edit.reform(move |word: String| {
        let delay = present.delay().unwrap_or(0);
        Edit::Strategy(
            side,
            match word.as_str() {
                "bounded" => present.with_delay(delay),
                "manual" => Strategy::Manual,
                _ => Strategy::None,
            },
        )
    });
    html! { <>
        <span class={side_class(side)} data-links={link::watermark(side)}>{ stream.name.clone() }</span>
        <Select label={named(m.ui.watermark_strategy)} class={classes!("quiet", at_fault)} {options} {value} {choose} />
        if let Some(delay) = stream.watermark.delay() {
            { number(named(m.ui.watermark_delay), Number::length(delay, 0), Some(link::watermark(side)), lang, edit,
                move |delay| Edit::Strategy(side, present.with_delay(delay))) }
            { source(side, scenario, lang, edit) }
        }
    </> }
}

/// Partitions of a side's source and its idle timeout: rarely wanted, so they are shown together with all settings until they
/// say something.
fn source(side: Side, scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    let stream = &scenario.streams[side];
    let Strategy::Bounded { delay, partitions, idle_timeout } = stream.watermark else { return html! {} };
    let named = |pattern: &str| fill_plain(lang, pattern, &[("stream", stream.label(lang).into())]);
    let mut counts = vec![1, 2, 3, 4, 6, 8];
    if !counts.contains(&partitions) {
        counts.push(partitions);
    }
    let options: Vec<Choice> = counts.iter().map(|count| Choice::new(count.to_string(), count.to_string())).collect();
    let choose = edit.reform(move |word: String| Edit::Partitions(side, word.parse().unwrap_or(partitions)));
    let shown = |set: bool| classes!("sent-part", (!set).then_some("when-open"));
    let idles = scenario.dialect != Dialect::Spark || idle_timeout.is_some();
    html! { <>
        <span class={shown(partitions > 1)}>{ m.sources.sentence_partitions }{ " " }
            <Select label={named(m.ui.side_partitions)} class="quiet" {options} value={partitions.to_string()} {choose} />
        </span>
        if idles {
            <span class={shown(idle_timeout.is_some())}>{ m.sources.sentence_idle }{ " " }
                { duration(named(m.ui.side_idle_timeout), idle_timeout.unwrap_or(0), lang, edit, move |timeout| {
                    let idle_timeout = (timeout > 0).then_some(timeout);
                    Edit::Strategy(side, Strategy::Bounded { delay, partitions, idle_timeout })
                }) }
            </span>
        }
    </> }
}

/// Whether a longest session means anything, or is there to be taken away.
fn longest_session(scenario: &Scenario) -> bool {
    scenario.dialect == Dialect::FlinkDatastream
        || matches!(scenario.join.kind, JoinKind::Window { window: Window::Session { max_length: Some(_), .. }, .. })
}
