//! A side's setup as a sentence: every boxed word can be changed in place.

use yew::prelude::*;

use crate::{
    compare::{Run, Several, Which, one_delay},
    engine::Refusal,
    explain::{self, messages::Messages},
    scenario::{
        Dialect, Join, JoinKind, JoinType, Lang, Scenario, Side, Strategy,
        time::{self, TimeFault},
    },
    ui::{
        ByRc,
        app::Compare,
        field::TextField,
        select::{Choice, Select},
        sentence::{bounds, choice, duration, policy, strategy, time_fault, windows},
    },
    workspace::{Edit, offer},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub which: Which,
    /// The side's own scenario.
    pub scenario: ByRc<Scenario>,
    /// The join stands for several: what tells them apart is not chosen, and there is nothing to open.
    #[prop_or_default]
    pub several: Option<Several>,
    #[prop_or_default]
    pub fault: Option<Refusal>,
    pub lang: Lang,
    pub ask: Callback<Compare>,
}

#[function_component(Head)]
pub fn head(props: &Props) -> Html {
    let (which, lang, scenario) = (props.which, props.lang, &*props.scenario);
    let m = Messages::of(lang);
    let edit = props.ask.reform(move |edit: Edit| Compare::Edit(which, edit));
    let join = scenario.join;
    let engines: Vec<_> = Dialect::ALL.map(|d| Choice::new(d.word(), explain::engine_name(d))).to_vec();
    let choose_engine = props.ask.reform(move |word: String| {
        let to = Dialect::ALL.into_iter().find(|dialect| dialect.word() == word).unwrap_or(Dialect::FlinkSql);
        Compare::Engine(which, to)
    });
    let types: Vec<_> = offer::types(scenario)
        .iter()
        .map(|(ty, refusal)| choice(ty.word(), ty.word().to_ascii_uppercase(), refusal, scenario, lang))
        .collect();
    let choose_type = edit.reform(move |word: String| {
        let ty = JoinType::ALL.into_iter().find(|ty| ty.word() == word).unwrap_or(join.ty);
        Edit::Join(Join { ty, ..join })
    });
    let offered = offer::kinds(scenario);
    let kinds: Vec<_> = offered
        .iter()
        .map(|(join, refusal)| choice(join.kind.word(), explain::kind_word(&join.kind, lang), refusal, scenario, lang))
        .collect();
    let choose_kind = edit.reform(move |word: String| {
        Edit::Join(offered.iter().map(|(join, _)| *join).find(|join| join.kind.word() == word).unwrap_or(join))
    });
    let at_fault = props.fault.map(|_| "at-fault");
    html! {
        <div class="head setup" role="group" aria-label={super::join_of(which, lang)}>
            <span class={classes!("tag", (which == Which::B).then_some("b"))} aria-hidden="true">{ which.letter() }</span>
            <Select label={m.ui.engine} class={classes!(at_fault)} options={engines} value={scenario.dialect.word()} choose={choose_engine} />
            if props.several != Some(Several::Types) {
                <Select label={m.ui.join_type} class={classes!(at_fault)} options={types} value={join.ty.word()} choose={choose_type} />
            }
            if props.several != Some(Several::Answers) {
            <Select label={m.ui.join_kind} class={classes!(at_fault)} options={kinds} value={join.kind.word()} choose={choose_kind} />
            { match join.kind {
                JoinKind::Interval(interval) => html! { <><span>{ m.compare.on_key }</span>{ bounds(interval, join, scenario, lang, &edit) }</> },
                JoinKind::Window { window, allowed_lateness } => {
                    windows(window, allowed_lateness, scenario, lang, &edit)
                }
                JoinKind::Regular { state_ttl } => {
                    let kept = kept(state_ttl, scenario, lang, &edit);
                    html! { <><span>{ m.compare.join_on_key }{ kept.is_some().then(|| m.why.comma.trim_end()) }</span>{ kept }</> }
                }
                JoinKind::Temporal => html! { <><span>{ m.compare.join_on_key }</span><span>{ m.compare.as_of }</span></> },
                JoinKind::Lookup => html! { <span>{ m.lookup.sentence }</span> },
            } }
            }
            // Time means nothing to a regular join of Flink.
            if !(matches!(join.kind, JoinKind::Regular { .. }) && scenario.dialect == Dialect::FlinkSql) {
                { delays(props.fault, scenario, lang, &edit) }
            }
            if scenario.dialect == Dialect::Spark { { policy(scenario, lang, &edit) } }
        </div>
    }
}

/// How long a regular join keeps its state: a duration, or for ever.
fn kept(state_ttl: i64, scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Option<Html> {
    let m = Messages::of(lang);
    if scenario.dialect != Dialect::FlinkSql && state_ttl == 0 {
        return None;
    }
    let join = scenario.join;
    let with = move |state_ttl: i64| Edit::Join(Join { kind: JoinKind::Regular { state_ttl }, ..join });
    let value = if state_ttl == 0 { m.compare.for_ever.to_string() } else { time::duration(state_ttl, lang) };
    let edit = edit.clone();
    let take = Callback::from(move |typed: String| {
        let for_ever = [Lang::En, Lang::Zh].iter().any(|lang| typed.trim() == Messages::of(*lang).compare.for_ever);
        let parsed: Result<i64, TimeFault> = if for_ever { Ok(0) } else { time::parse_duration(&typed) };
        match parsed {
            Ok(ms) => {
                edit.emit(with(ms));
                Ok(())
            }
            Err(fault) => Err(time_fault(fault, true, lang)),
        }
    });
    Some(
        html! { <><span>{ m.compare.state_kept }</span><TextField label={m.ui.state_ttl} class="tok num" {value} {take} /></> },
    )
}

/// Both streams' delay as one number where it is the same, else each stream's strategy.
fn delays(fault: Option<Refusal>, scenario: &Scenario, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    if let Some(delay) = one_delay(&scenario.setup()) {
        let both = {
            let edit = edit.clone();
            let present = scenario.setup().watermarks;
            Callback::from(move |change: Edit| {
                if let Edit::Strategy(_, strategy) = change {
                    for side in Side::BOTH {
                        let delay = strategy.delay().unwrap_or(0);
                        edit.emit(Edit::Strategy(side, present[side].with_delay(delay)));
                    }
                }
            })
        };
        let change = |delay| Edit::Strategy(Side::Left, Strategy::bounded(delay));
        return html! { <span class="sent-part">{ m.compare.delay }{ " " }{ duration(m.app.switch_delay, delay, lang, &both, change) }</span> };
    }
    html! { <>
        { m.app.sentence_watermarks }
        { for Side::BOTH.into_iter().map(|side| strategy(side, fault, scenario, lang, edit)) }
    </> }
}

/// The shortest way out of a refusal, where it is one of the setup.
pub fn way_out(which: Which, run: &Run, lang: Lang, ask: &Callback<Compare>) -> Html {
    let Err(stopped) = run.recording().outcome() else { return Html::default() };
    let scenario = run.scenario();
    let label = explain::refusal(stopped, scenario, lang).nearest;
    let asked = match offer::way_out(scenario, stopped, 0) {
        Some(edit @ (Edit::Join(_) | Edit::Strategy(..) | Edit::Policy(_))) => Compare::Edit(which, edit),
        Some(Edit::Whole { scenario, .. }) => Compare::Engine(which, scenario.dialect),
        _ => return Html::default(),
    };
    if label.is_empty() {
        return Html::default();
    }
    let click = ask.reform(move |_: MouseEvent| asked.clone());
    html! { <button type="button" class="btn small" onclick={click}>{ label }</button> }
}
