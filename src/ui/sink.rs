//! The result as a sink ends up with it: what its table has after the step shown, beside what it should have.

use std::collections::BTreeMap;

use yew::prelude::*;

use super::{
    ByRc, Msg, link,
    panes::{Column, MOST_ROWS, Payloads, Same, cell, columns, more, null, select},
    select::{Choice as Option_, Select},
    sheet,
    side::spans,
};
use crate::{
    engine::RowId,
    explain::{
        Words,
        format::fill_plain,
        messages::{Messages, Sinks},
        sinks::{Mark, amount, day, field_head, key_name, sink_name},
    },
    replay::Recording,
    scenario::{JoinKind, Lang, Side, Sides, time::TimeStyle},
    sinks::{self, Choice, Content, Day, Kind, PrimaryKey, Sum, Target},
    workspace::Selection,
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub step: usize,
    /// The sink chosen.
    pub choice: Choice,
    pub lang: Lang,
    /// The selected rows.
    pub chosen: Vec<RowId>,
    pub send: Callback<Msg>,
    /// The pane's name.
    pub name: AttrValue,
    /// Tabs say its name.
    #[prop_or_default]
    pub tabbed: bool,
}

#[function_component(SinkPane)]
pub fn sink_pane(props: &Props) -> Html {
    let (lang, name, recording) = (props.lang, &props.name, &props.recording);
    let m = Sinks::of(lang);
    use_memo((), |()| sheet::beside());
    let words = Words::new(recording, lang);
    let choice =
        use_memo((recording.clone(), props.choice.clone()), |(recording, choice)| choice.fitting(recording.scenario()));
    let choice = &*choice;
    let keys = use_memo(recording.clone(), |recording| PrimaryKey::all(recording.scenario()));
    let target = use_memo((recording.clone(), props.step, choice.clone()), |(recording, step, choice)| {
        sinks::target(recording, *step, &choice.sink())
    });
    let told = words.target(&choice.sink(), &target);
    html! {
        <section class="pane beside" aria-label={name}>
            <header>if !props.tabbed { <h2>{ name }</h2> }</header>
            <div class="scroll" tabindex="0" role="group" aria-label={name}>
                { chooser(props, choice, &keys, m) }
                <p class={classes!("about", "sum", (!told.right).then_some("off"))} role="status">{ spans(&told.count) }</p>
                { for told.why.iter().map(|why| html! { <p class="about">{ why }</p> }) }
                <Table recording={recording.clone()} target={ByRc::from(&target)} step={props.step} {lang} chosen={props.chosen.clone()} send={props.send.clone()} />
                <Totals recording={recording.clone()} step={props.step} {lang} send={props.send.clone()} />
            </div>
        </section>
    }
}

/// The kind of the sink, and what it asks for.
fn chooser(props: &Props, choice: &Choice, keys: &[PrimaryKey], m: &Sinks) -> Html {
    let (lang, scenario) = (props.lang, props.recording.scenario());
    let kinds: Vec<Option_> = Kind::ALL.iter().map(|kind| Option_::new(kind.word(), sink_name(*kind, lang))).collect();
    let keys: Vec<Option_> = keys.iter().map(|key| Option_::new(key.word(), key_name(key, scenario, lang))).collect();
    let lags: Vec<Option_> = (0..=Choice::MOST_LAG).map(|lag| Option_::new(lag.to_string(), lag.to_string())).collect();
    let ask = |change: fn(&mut Choice, &str)| {
        let (choice, send) = (choice.clone(), props.send.clone());
        Callback::from(move |word: String| {
            let mut choice = choice.clone();
            change(&mut choice, &word);
            send.emit(Msg::Sink(choice));
        })
    };
    let kind = ask(|choice, word| {
        choice.kind = Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or_default();
    });
    let key = ask(|choice, word| choice.key = PrimaryKey::of_word(word).unwrap_or_default());
    let lag = ask(|choice, word| choice.lag = word.parse().unwrap_or_default());
    html! {
        <div class="choose">
            <span><span aria-hidden="true">{ m.sink }</span><Select label={m.sink} options={kinds} value={choice.kind.word()} choose={kind} /></span>
            if choice.kind.keyed() {
                <span><span aria-hidden="true">{ m.primary_key }</span><Select label={m.primary_key} options={keys} value={choice.key.word()} choose={key} /></span>
            }
            if choice.kind == Kind::Reordered {
                <span><span aria-hidden="true">{ m.lag }</span><Select label={m.lag} options={lags} value={choice.lag.to_string()} choose={lag} /></span>
            }
        </div>
    }
}

// ---- the table

#[derive(Properties, PartialEq)]
struct TableProps {
    recording: ByRc<Recording>,
    target: ByRc<Target>,
    step: usize,
    lang: Lang,
    chosen: Vec<RowId>,
    send: Callback<Msg>,
}

#[function_component(Table)]
fn table(props: &TableProps) -> Html {
    let TableProps { recording, target, step, lang, chosen, send } = props;
    let (lang, m, all) = (*lang, Sinks::of(props.lang), Messages::of(props.lang));
    let scenario = recording.scenario();
    let style = Words::new(recording, lang).style();
    let heads = use_memo((recording.clone(), lang), |(recording, lang)| {
        let mut payloads = Payloads::default();
        let sides: &[Side] = if recording.rows().half() { &[Side::Left] } else { &Side::BOTH };
        let mut of = |side: &Side| {
            let rows = recording.rows().iter().filter(|(_, info)| info.side == *side).map(|(row, _)| row);
            (*side, columns(recording, *side, *lang, rows.take(500), &mut payloads))
        };
        sides.iter().map(&mut of).collect::<Vec<_>>()
    });
    let windowed = matches!(scenario.join.kind, JoinKind::Window { .. });
    let row = |key: String, of: Content, mark: Option<Mark>, written: Option<usize>| {
        let step = |row: Option<RowId>| row.and_then(|row| recording.rows().step(scenario, row)).map(Same::from);
        html! {
            <TargetRow {key} row={of} sides={Sides::new(step(of.left), step(of.right))} {mark} {written} heads={ByRc::from(&heads)} {style} {lang} {windowed}
                lit={of.left.into_iter().chain(of.right).any(|row| chosen.contains(&row))} send={send.clone()} />
        }
    };
    // A row may be there more than once: those are told apart by their number.
    let mut seen: BTreeMap<Content, usize> = BTreeMap::new();
    let mut key = |of: &Content, kind: &str| {
        let count = seen.entry(*of).or_default();
        *count += 1;
        format!("{kind} {of:?} {count}")
    };
    let first = target.rows.len().saturating_sub(MOST_ROWS);
    html! { <>
        <table aria-label={m.target}>
            <thead><tr>
                <th scope="col"><span class="unseen">{ m.head_row }</span></th>
                if windowed { <th scope="col">{ all.app.window_head }</th> }
                { for heads.iter().map(|(side, columns)| html! { <>
                    <th scope="col">{ all.app.id }</th>
                    if *side == Side::Left { <th scope="col">{ all.app.key }</th> }
                    { for columns.iter().map(|c| html! { <th scope="col" class={c.right.then_some("r")}>{ c.head.clone() }</th> }) }
                </> }) }
                <th scope="col" class="r">{ m.head_step }</th>
            </tr></thead>
            <tbody>
                { for target.rows.iter().skip(first).map(|of| row(key(&of.row, "has"), of.row, Mark::of(target, of, *step), Some(of.step))) }
            </tbody>
            <tbody aria-label={m.lost_rows}>
                { for target.lost.iter().take(MOST_ROWS).map(|of| row(key(of, "lost"), *of, Some(Mark::Lost), None)) }
            </tbody>
        </table>
        if target.rows.is_empty() && target.lost.is_empty() { <p class="muted none">{ m.empty }</p> }
        { more(target.rows.len().max(target.lost.len()), lang) }
    </> }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    row: Content,
    /// What brought its two rows.
    sides: Sides<Option<Same>>,
    mark: Option<Mark>,
    /// The step that wrote it; `None`: it is not there.
    written: Option<usize>,
    heads: ByRc<Vec<(Side, Vec<Column>)>>,
    style: TimeStyle,
    lang: Lang,
    windowed: bool,
    lit: bool,
    send: Callback<Msg>,
}

#[function_component(TargetRow)]
fn target_row(props: &RowProps) -> Html {
    let RowProps { row, sides, mark, heads, style, lang, .. } = props;
    let push = |side: Side| sides[side].as_ref().and_then(Same::push);
    let onclick = push(Side::Left).or(push(Side::Right)).map(|push| {
        let selection = Selection { side: push.side, id: push.id.clone() };
        props.send.reform(move |event: MouseEvent| select(&event, selection.clone()))
    });
    let side = |side: Side, columns: &[Column]| {
        let class = if side == Side::Left { "L" } else { "R" };
        let Some(push) = push(side) else {
            let count = columns.len() + if side == Side::Left { 2 } else { 1 };
            return html! { <>{ for (0..count).map(|_| html! { <td>{ null() }</td> }) }</> };
        };
        let fields = push.row.fields();
        html! { <>
            <td><b {class}>{ &*push.id }</b></td>
            if side == Side::Left { <td>{ push.key.as_deref().map_or_else(null, |key| html! { key }) }</td> }
            { for columns.iter().map(|c| html! { <td class={c.right.then_some("r")}>{ cell(&fields, &c.field) }</td> }) }
        </> }
    };
    let class = match mark {
        Some(Mark::New) => "new",
        Some(Mark::Stale | Mark::Doubled) => "extra",
        Some(Mark::Lost) => "lost",
        None => "",
    };
    html! {
        <tr class={classes!(class, props.lit.then_some("lit"))} data-links={link::rows(row.left.into_iter().chain(row.right))} {onclick}>
            <td class="mark">if let Some(mark) = mark {
                <span title={mark.words(*lang).1}><b aria-hidden="true">{ mark.sign() }</b>{ " " }{ mark.words(*lang).0 }</span>
            }</td>
            if props.windowed {
                <td>{ row.window.map(|window| fill_plain(*lang, Messages::of(*lang).app.win_span, &[
                    ("start", style.show(window.start).into()), ("end", style.show(window.end).into())])) }</td>
            }
            { for heads.iter().map(|(s, columns)| side(*s, columns)) }
            <td class="r muted">{ props.written }</td>
        </tr>
    }
}

// ---- totals

#[derive(Properties, PartialEq)]
struct TotalsProps {
    recording: ByRc<Recording>,
    step: usize,
    lang: Lang,
    send: Callback<Msg>,
}

/// The totals of a numeric field by day, where there is one.
#[function_component(Totals)]
fn totals(props: &TotalsProps) -> Html {
    let TotalsProps { recording, step, lang, send } = props;
    let (lang, m) = (*lang, Sinks::of(props.lang));
    let summed = use_state(|| None::<String>);
    let factor = use_state(|| None::<String>);
    let fields = use_memo(recording.clone(), |recording| {
        let scenario = recording.scenario();
        let right = if scenario.join.ty.half() { Vec::new() } else { sinks::numeric_fields(scenario, Side::Right) };
        Sides::new(sinks::numeric_fields(scenario, Side::Left), right)
    });
    // What another scenario does not have is as if it had not been chosen: an amount in its currency, times the rate.
    let left = summed.as_ref().filter(|field| fields.left.contains(field)).or(fields.left.first()).cloned();
    let times = match &*factor {
        Some(field) => fields.right.iter().find(|known| *known == field).cloned(),
        None => fields.right.first().cloned(),
    };
    let sum = left.map(|left| Sum { left, times });
    // Of the whole run once; a step shows its beginning.
    let all = use_memo((recording.clone(), sum.clone()), |(recording, sum)| {
        sum.as_ref().map_or_else(Vec::new, |sum| sinks::by_day(recording, recording.len(), sum))
    });
    let told = use_memo((recording.clone(), *step, ByRc::from(&all)), |(recording, step, all)| {
        let days = sinks::until(all, *step);
        let changed = sinks::changed_later(recording, *step, &days);
        (days, changed)
    });
    let (days, changed) = &*told;
    let Some(sum) = sum else { return Html::default() };
    let words = Words::new(recording, lang);
    let option = |side: Side, field: &String| Option_::new(field.clone(), field_head(recording, side, field, lang));
    let nothing = Option_::new("", m.times_nothing);
    let choose = |state: &UseStateHandle<Option<String>>| {
        let state = state.clone();
        Callback::from(move |field: String| state.set(Some(field)))
    };
    html! {
        <section aria-label={m.totals}>
            <h3>{ m.totals }</h3>
            <div class="choose">
                <span><span aria-hidden="true">{ m.sum_of }</span><Select label={m.sum_of} value={sum.left.clone()} choose={choose(&summed)}
                    options={fields.left.iter().map(|field| option(Side::Left, field)).collect::<Vec<_>>()} /></span>
                if !fields.right.is_empty() {
                    <span><span aria-hidden="true">{ m.times }</span><Select label={m.times} value={sum.times.clone().unwrap_or_default()} choose={choose(&factor)}
                        options={std::iter::once(nothing).chain(fields.right.iter().map(|field| option(Side::Right, field))).collect::<Vec<_>>()} /></span>
                }
            </div>
            { for changed.iter().map(|of| html! { <p key={of.day} class="about sum off" role="status">{ step_spans(&words.changed_later(of), send) }</p> }) }
            if days.is_empty() {
                <p class="muted none">{ m.no_totals }</p>
            } else {
                <table aria-label={m.totals}>
                    <thead><tr><th scope="col">{ m.head_day }</th><th scope="col">{ m.head_total }</th></tr></thead>
                    <tbody>{ for days.iter().map(|of| day_row(of, *step)) }</tbody>
                </table>
            }
            <p class="about">{ words.totals_about() }</p>
        </section>
    }
}

/// How many of a day's totals are shown: the last.
const MOST_TOTALS: usize = 6;

fn day_row(of: &Day, step: usize) -> Html {
    let first = of.totals.len().saturating_sub(MOST_TOTALS);
    let last = of.totals.len().saturating_sub(1);
    html! {
        <tr key={of.day} class={of.totals.last().is_some_and(|(at, _)| *at == step).then_some("new")}>
            <th scope="row">{ day(of.day) }</th>
            <td>
                if first > 0 { { "… → " } }
                { for of.totals.iter().enumerate().skip(first).map(|(at, (step, total))| html! { <>
                    if at > first { { " → " } }
                    if at == last { <b>{ amount(*total) }</b> } else { { amount(*total) } }<small>{ format!(" ({step})") }</small>
                </> }) }
            </td>
        </tr>
    }
}

/// Spans in which a step's number leads there.
fn step_spans(all: &[crate::explain::Span], send: &Callback<Msg>) -> Html {
    html! { <>{ for all.iter().map(|span| match span.tone {
        crate::explain::Tone::Step(step) => {
            let onclick = send.reform(move |_: MouseEvent| Msg::Do(crate::workspace::Action::Seek(step)));
            html! { <button type="button" class="to-step" {onclick}>{ &span.text }</button> }
        }
        _ => spans(std::slice::from_ref(span)),
    }) }</> }
}
