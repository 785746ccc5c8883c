//! "Advice": choosing a setting from the events at hand, and what the run has lost.
//!
//! The settings are tried here, a little between the page's frames: nothing waits for them, and what is known is shown.

mod plot;

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use self::plot::{Curves, Plot};
use super::{
    ByRc, Msg, link,
    select::{Choice, Select},
    sheet,
    side::spans,
};
use crate::{
    choose::{Advice, Candidate, Knob, Loss, Losses, NoKnob, Nothing, Spread, Study},
    engine::RowId,
    explain::{
        Words,
        choose::{bytes, percent, share},
        format::fill_plain,
        messages::Choose,
    },
    replay::Recording,
    scenario::{Lang, Side},
    workspace::{Action, Edit, Selection},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    /// Of what is so, whatever is being dragged.
    pub recording: ByRc<Recording>,
    /// All of it has run.
    pub complete: bool,
    pub lang: Lang,
    /// Changes when the theme does, for the canvases to be drawn anew.
    pub theme_key: AttrValue,
    /// The selected rows.
    pub chosen: Vec<RowId>,
    pub send: Callback<Msg>,
    /// The pane's name.
    pub name: AttrValue,
    /// Tabs say its name.
    #[prop_or_default]
    pub tabbed: bool,
}

/// How long the work goes on before the page has a turn, ms.
const TURN: f64 = 10.0;
/// How often what has come is drawn, ms.
const DRAWN: f64 = 150.0;
/// Steps of a run that are taken at a time.
const STEPS: usize = 256;
/// Shares to be kept that one may ask for, in permille.
const GOALS: [u32; 5] = [900, 950, 990, 999, 1000];
/// Losses that are listed; the rest are counted.
const LISTED: usize = 200;

/// What is being found out.
#[derive(Default)]
struct Work {
    study: Option<Study>,
    losses: Option<Losses>,
    next: Option<Timeout>,
}

impl Work {
    fn is_done(&self) -> bool {
        self.study.as_ref().is_none_or(Study::is_done) && self.losses.as_ref().is_none_or(Losses::is_done)
    }

    /// Goes on from the next turn on, and has `redraw` called now and then, and when all is done.
    fn go_on(work: &Rc<RefCell<Work>>, drawn: f64, redraw: Callback<()>) {
        let again = Rc::clone(work);
        work.borrow_mut().next = Some(Timeout::new(0, move || {
            let start = js_sys::Date::now();
            let mut now = again.borrow_mut();
            while !now.is_done() && js_sys::Date::now() - start < TURN {
                // The losses come first: they are asked of one run, and take no longer than one.
                let busy = now.losses.as_mut().is_some_and(|losses| !losses.is_done() && !losses.go_on(STEPS));
                if !busy && let Some(study) = &mut now.study {
                    study.go_on(STEPS);
                }
            }
            let done = now.is_done();
            drop(now);
            let time = js_sys::Date::now();
            let draw = done || time - drawn >= DRAWN;
            if !done {
                Work::go_on(&again, if draw { time } else { drawn }, redraw.clone());
            }
            if draw {
                redraw.emit(());
            }
        }));
    }
}

#[function_component(AdvicePane)]
pub fn advice_pane(props: &Props) -> Html {
    let (lang, name, recording) = (props.lang, &props.name, &props.recording);
    let (m, words, scenario) = (Choose::of(lang), Words::new(recording, lang), recording.scenario());
    use_memo((), |()| {
        sheet::beside();
        sheet::put("advice", include_str!("../../../www/advice.css"));
    });
    let work = use_mut_ref(Work::default);
    let asked = use_state_eq(|| None::<Knob>);
    let goal = use_state_eq(|| 990_u32);
    let redraw = use_force_update();
    let knobs = use_memo(recording.clone(), |recording| Knob::of(recording.scenario()));
    let knob = knobs.as_ref().as_ref().ok().and_then(|knobs| {
        let asked = (*asked).filter(|asked| knobs.contains(asked));
        asked.or_else(|| knobs.first().copied())
    });
    {
        let work = Rc::clone(&work);
        use_effect_with((recording.clone(), props.complete, knob), move |(recording, complete, knob)| {
            let mut now = work.borrow_mut();
            let (scenario, rows) = (Rc::clone(recording.scenario()), Rc::clone(recording.rows()));
            let before = now.study.take().filter(|study| Some(study.knob()) == *knob);
            now.study = match (before, knob) {
                (_, None) => None,
                (Some(before), _) => Some(before.follow(scenario, rows)),
                (None, Some(knob)) => Some(Study::new(scenario, rows, *knob)),
            };
            if !now.losses.as_ref().is_some_and(|losses| Rc::ptr_eq(losses.recording(), &recording.0)) {
                now.losses = complete.then(|| Losses::new(Rc::clone(&recording.0)));
            }
            drop(now);
            Work::go_on(&work, 0.0, Callback::from(move |()| redraw.force_update()));
            move || work.borrow_mut().next = None
        });
    }
    let now = work.borrow();
    // Until the effect has run, what is there is of what was shown before.
    let study = now.study.as_ref().filter(|study| Some(study.knob()) == knob && Rc::ptr_eq(study.scenario(), scenario));
    let losses = now.losses.as_ref().filter(|losses| Rc::ptr_eq(losses.recording(), &recording.0));
    let try_it = {
        let (send, scenario) = (props.send.clone(), Rc::clone(scenario));
        Callback::from(move |candidate: Candidate| {
            if let Some(edit) = Edit::to_setup(&scenario, &candidate.setup) {
                send.emit(Msg::Do(Action::Edit(edit)));
            }
        })
    };
    html! {
        <section class="pane beside advice" aria-label={name}>
            <header>if !props.tabbed { <h2>{ name }</h2> }</header>
            <div class="scroll" tabindex="0" role="group" aria-label={name}>
                { match knobs.as_ref() {
                    Err(why) => html! { <p class="about">{ words.no_knob(*why) }</p> },
                    Ok(knobs) => html! { <>
                        { chooser(&words, m, knobs, knob, &asked, &goal) }
                        if let Some(study) = study { { advised(study, &words, m, *goal, props, &try_it) } }
                    </> },
                } }
                if let Some(times) = study.and_then(Study::times) {
                    <h3>{ m.quantiles }</h3>
                    { quantiles(times, &words, m) }
                }
                if *knobs != Err(NoKnob::Lookup) {
                    <h3>{ m.lost }</h3>
                    { lost(losses, &words, m, props) }
                }
            </div>
        </section>
    }
}

fn chooser(
    words: &Words,
    m: &Choose,
    knobs: &[Knob],
    knob: Option<Knob>,
    asked: &UseStateHandle<Option<Knob>>,
    goal: &UseStateHandle<u32>,
) -> Html {
    let at = |knob: Knob| knobs.iter().position(|other| *other == knob).unwrap_or(0).to_string();
    let options: Vec<Choice> = knobs.iter().map(|knob| Choice::new(at(*knob), words.knob(*knob))).collect();
    let choose = {
        let (asked, knobs) = (asked.clone(), knobs.to_vec());
        Callback::from(move |word: String| asked.set(word.parse().ok().and_then(|at: usize| knobs.get(at).copied())))
    };
    let goals: Vec<Choice> = GOALS.map(|goal| Choice::new(goal.to_string(), percent(goal))).to_vec();
    let keep = {
        let goal = goal.clone();
        Callback::from(move |word: String| goal.set(word.parse().unwrap_or(990)))
    };
    html! { <>
        <div class="choose">
            <span><span aria-hidden="true">{ m.choose }</span><Select label={m.choose} {options} value={knob.map(at).unwrap_or_default()} {choose} /></span>
            <span><span aria-hidden="true">{ m.keep }</span><Select label={m.keep} options={goals} value={goal.to_string()} choose={keep} /></span>
        </div>
        if !knobs.iter().any(|knob| matches!(knob, Knob::Delay(_))) && knob != Some(Knob::StateTtl) {
            <p class="about">{ m.by_steps }</p>
        }
    </> }
}

/// The sentence, the charts and the table of the settings.
fn advised(
    study: &Study,
    words: &Words,
    m: &'static Choose,
    goal: u32,
    props: &Props,
    try_it: &Callback<Candidate>,
) -> Html {
    let (knob, lang) = (study.knob(), props.lang);
    let advice = study.advice(goal);
    let advised = match advice {
        Some(Advice::Turn(at)) => Some(at),
        _ => None,
    };
    let matches = study.matches().unwrap_or(0);
    let row_bytes = crate::metrics::row_bytes(study.scenario(), usize::MAX);
    let curves = Curves::of(study, advised, words);
    let candidate = |at: usize, of: &Candidate| {
        let value = words.turned_to(knob, of.value);
        let marked = if study.is_present(at) {
            Some(m.is_present)
        } else if advised == Some(at) {
            Some(m.is_advised)
        } else {
            None
        };
        let (try_it, it) = (try_it.clone(), *of);
        let (fault, about) = match of.outcome {
            Some(Err(Nothing::Refused(_))) => (Some(m.refused), m.refused_more),
            Some(Err(Nothing::TooMany)) => (Some(m.too_many), m.too_many_more),
            _ => (None, ""),
        };
        let label = fill_plain(lang, m.try_it, &[("value", value.clone().into())]);
        html! {
            <tr key={of.value.map_or_else(|| "now".into(), |value| value.to_string())} class={classes!(study.is_present(at).then_some("new"), (advised == Some(at)).then_some("best"))}
                aria-current={study.is_present(at).then_some("true")}>
                <th scope="row">{ &value }if let Some(marked) = marked { <small>{ marked }</small> }</th>
                if let Some(told) = of.told() {
                    <td class="r"><b>{ share(told.kept, matches) }</b>
                        if told.wrong > 0 && !knob.says_what_matches() { <small class="wrong" title={m.wrong_more}>{ fill_plain(lang, m.wrong, &[("count", told.wrong.to_string().into())]) }</small> }</td>
                    <td class="r">{ told.most_held }<small>{ fill_plain(lang, m.about_bytes, &[("bytes", bytes(told.most_held.saturating_mul(row_bytes)).into())]) }</small></td>
                    <td class="r">{ of.waits.map_or_else(|| m.unknown.to_string(), |waits| words.duration(waits)) }</td>
                    <td class="r">{ told.late }</td>
                } else {
                    <td class="r" colspan="4"><small title={about}>{ fault.unwrap_or("…") }</small></td>
                }
                <td class="r">if !study.is_present(at) {
                    <button type="button" class="btn small" aria-label={label} onclick={Callback::from(move |_: MouseEvent| try_it.emit(it))}>{ m.head_try }</button>
                }</td>
            </tr>
        }
    };
    let all: Rc<[Candidate]> = study.candidates().into();
    let pick = {
        let try_it = try_it.clone();
        let all = Rc::clone(&all);
        Callback::from(move |at: usize| {
            if let Some(candidate) = all.get(at) {
                try_it.emit(*candidate);
            }
        })
    };
    html! { <>
        <p class="about sum" role="status">{ spans(&words.advice(study, goal)) }</p>
        if matches > 0 {
            if study.is_done() { <p class="about">{ spans(&words.caveat(study)) }</p> }
            <Plot curves={ByRc(Rc::new(curves))} theme_key={props.theme_key.clone()} {lang} {pick} />
            <table aria-label={m.settings}>
                <thead><tr><th scope="col">{ m.head_setting }</th><th scope="col" class="r">{ m.head_kept }</th><th scope="col" class="r">{ m.head_rows }</th>
                    <th scope="col" class="r">{ m.head_waits }</th><th scope="col" class="r">{ m.head_late }</th><td></td></tr></thead>
                <tbody>{ for all.iter().enumerate().map(|(at, of)| candidate(at, of)) }</tbody>
            </table>
            <p class="about fine">{ if knob.says_what_matches() { m.by_nearest } else { m.by_declared } }{ " " }{ m.rule }{ " " }{ m.waits_rule }{ " " }
                { fill_plain(lang, m.bytes_rule, &[("bytes", bytes(row_bytes).into())]) }
                if let Some((some, all)) = study.part() { { " " }{ fill_plain(lang, m.in_part, &[("some", some.to_string().into()), ("all", all.to_string().into())]) } }</p>
        }
    </> }
}

/// Which quantiles are shown, in permille.
const QUANTILES: [u32; 4] = [500, 900, 990, 999];

fn quantiles(times: &crate::choose::Times, words: &Words, m: &'static Choose) -> Html {
    let lateness = |side: Side| fill_plain(words.lang(), m.lateness, &[("stream", words.stream(side).into())]);
    let all: [(String, &str, &Spread); 5] = [
        (m.distance.to_string(), m.distance_more, &times.distance),
        (lateness(Side::Left), m.lateness_more, &times.lateness.left),
        (lateness(Side::Right), m.lateness_more, &times.lateness.right),
        (m.gaps.to_string(), m.gaps_more, &times.gaps),
        (m.clock.to_string(), m.clock_more, &times.clock),
    ];
    let number = |value: Option<i64>| value.map_or_else(|| "–".to_string(), |value| words.duration(value));
    let row = |(at, (name, about, spread)): (usize, &(String, &str, &Spread))| {
        html! {
            <tr key={at}>
                <th scope="row">{ name }<small>{ *about }</small></th>
                <td class="r">{ spread.len() }</td>
                <td class="r">{ number(spread.least()) }</td>
                { for QUANTILES.iter().map(|at| html! { <td class="r">{ number(spread.quantile(*at)) }</td> }) }
                <td class="r">{ number(spread.most()) }</td>
            </tr>
        }
    };
    html! {
        <div class="wide" tabindex="0" role="group" aria-label={m.quantiles}>
        <table aria-label={m.quantiles}>
            <thead><tr><th scope="col">{ m.head_of }</th><th scope="col" class="r">{ m.head_count }</th><th scope="col" class="r">{ m.head_least }</th>
                { for QUANTILES.iter().map(|at| html! { <th scope="col" class="r">{ percent(*at) }</th> }) }
                <th scope="col" class="r">{ m.head_most }</th></tr></thead>
            <tbody>{ for all.iter().enumerate().filter(|(_, (.., spread))| !spread.is_empty()).map(row) }</tbody>
        </table>
        </div>
    }
}

fn lost(losses: Option<&Losses>, words: &Words, m: &'static Choose, props: &Props) -> Html {
    let Some(losses) = losses else { return html! { <p class="about">{ m.looking }</p> } };
    let all = losses.losses();
    let row = |loss: &Loss| {
        html! {
            <Lost key={format!("{} {}", loss.left.0, loss.right.0)} recording={props.recording.clone()} loss={*loss} lang={props.lang}
                lit={props.chosen.contains(&loss.left) && props.chosen.contains(&loss.right)} send={props.send.clone()} />
        }
    };
    html! { <>
        <p class="about sum" role="status">{ spans(&words.losses(losses)) }</p>
        if !all.is_empty() {
            <table aria-label={m.lost}>
                <thead><tr><th scope="col">{ m.head_pair }</th><th scope="col">{ m.head_why }</th></tr></thead>
                <tbody>{ for all.iter().take(LISTED).map(row) }</tbody>
            </table>
            if all.len() > LISTED { <p class="about fine">{ fill_plain(props.lang, m.not_listed, &[("count", (all.len() - LISTED).to_string().into())]) }</p> }
        }
    </> }
}

#[derive(Properties, PartialEq)]
struct LostProps {
    recording: ByRc<Recording>,
    loss: Loss,
    lang: Lang,
    lit: bool,
    send: Callback<Msg>,
}

/// A match that was lost: a click selects both rows, and shows the step.
#[function_component(Lost)]
fn lost_row(props: &LostProps) -> Html {
    let (m, words, loss) = (Choose::of(props.lang), Words::new(&props.recording, props.lang), props.loss);
    let (rows, scenario) = (props.recording.rows(), props.recording.scenario());
    let id = |row: RowId| rows.id(scenario, row).to_string();
    let pair = [
        Selection { side: Side::Left, id: id(loss.left).into() },
        Selection { side: Side::Right, id: id(loss.right).into() },
    ];
    let send = props.send.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        send.emit(Msg::Do(Action::SelectRows(pair.to_vec())));
        send.emit(Msg::Do(Action::Seek(loss.step)));
    });
    let step = loss.step.to_string();
    let label = fill_plain(
        props.lang,
        m.show_pair,
        &[("left", id(loss.left).into()), ("right", id(loss.right).into()), ("step", step.clone().into())],
    );
    html! {
        <tr class={props.lit.then_some("sel")} data-links={link::rows([loss.left, loss.right])}>
            <td><b class="L">{ id(loss.left) }</b>{ " " }<b class="R">{ id(loss.right) }</b>
                <button type="button" class="btn small" aria-label={label} {onclick}>{ fill_plain(props.lang, m.step, &[("step", step.into())]) }</button></td>
            <td>{ spans(&words.loss(&loss)) }</td>
        </tr>
    }
}
