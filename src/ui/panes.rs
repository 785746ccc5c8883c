//! What is in state on each side, and what came out.

use std::{collections::HashMap, ops::Range, rc::Rc, sync::Arc};

use serde_json::Value;
use yew::prelude::*;

use super::{
    ByRc, Msg, glyph,
    hooks::{gap, use_places, use_sight},
    link,
};
use crate::{
    engine::{RowId, effect::Span},
    explain::{Words, Writing, format::fill_plain, messages::Messages},
    replay::{GoneBy, Out, Phase, Recording, View},
    scenario::{Dialect, JoinKind, Lang, Push, Side, Sides, Step, time::TimeStyle},
    sorting,
    workspace::{Action, Selection},
};

/// A table shows this many rows; the rest are counted.
pub(super) const MOST_ROWS: usize = 200;
/// Keys longer than this leave less room for the rest.
const LONG_KEY: usize = 8;
/// And this many fields of the payload.
const MOST_COLUMNS: usize = 6;

#[derive(Properties, PartialEq)]
pub struct StateProps {
    pub side: Side,
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    /// The selected rows.
    pub chosen: Vec<RowId>,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(StatePane)]
pub fn state_pane(props: &StateProps) -> Html {
    let (side, lang) = (props.side, props.lang);
    let m = Messages::of(lang);
    let (recording, view) = (&props.recording, &props.view);
    let scenario = recording.scenario();
    let stream = &scenario.streams[side];
    let words = Words::new(recording, lang);
    let lookup = recording.rows().lookup();
    let held = &recording.held_rows(view)[side];
    // What left in this step is among its rows.
    let ended = |row: &RowId| {
        let seen = view.row(*row);
        // What a lookup answered, or a -D that has deleted, was never here.
        matches!(seen.phase, Phase::Gone(by) if by != GoneBy::Done) && seen.ended as usize == view.step
    };
    let ended = recording.touched(view.step).filter(|row| recording.rows().get(*row).side == side && ended(row));
    let left = sorting::set(ended);
    let payloads = use_mut_ref(Payloads::default);
    let rows = held.iter().chain(&left).take(MOST_ROWS).copied();
    let columns = use_same(columns(recording, side, lang, rows, &mut payloads.borrow_mut()));
    let all: Vec<RowId> = held.iter().take(MOST_ROWS).chain(left.iter().take(MOST_ROWS)).copied().collect();
    // Those in state come first, and behind them what left.
    let here = held.len().min(MOST_ROWS);
    // Long keys have the room of what is told elsewhere, too; those of the first rows speak for all.
    let long_keys = use_memo((recording.clone(), side), |(recording, side)| {
        let rows = recording.rows().iter().take(2 * MOST_ROWS).filter(|(_, info)| info.side == *side);
        let key = |row: RowId| recording.rows().push(recording.scenario(), row).and_then(|push| push.key.as_deref());
        rows.filter_map(|(row, _)| key(row)).any(|key| key.chars().count() > LONG_KEY)
    });
    let scroll = use_node_ref();
    let sight = use_sight(&scroll, all.len());
    let places = use_places(&all[sight.rows.clone()]);
    let count = fill_plain(
        lang,
        if held.len() == 1 { m.app.row } else { m.app.rows },
        &[("count", held.len().to_string().into())],
    );
    let state_of = |stream: String| {
        let pattern = match side {
            Side::Right if lookup => m.lookup.table_state,
            _ => m.ui.stream_state,
        };
        fill_plain(lang, pattern, &[("stream", stream.into())])
    };
    let name = state_of(stream.label(lang).to_string());
    let windowed = matches!(scenario.join.kind, JoinKind::Window { .. });
    let copies = view.held[side];
    let note = if windowed && copies > 0 {
        fill_plain(
            lang,
            if copies == 1 { m.app.rows_and_copy } else { m.app.rows_and_copies },
            &[("rows", count.clone().into()), ("copies", copies.to_string().into())],
        )
    } else {
        count.clone()
    };
    let arrived = view.step.checked_sub(1).and_then(|index| recording.rows().of_step(index));
    let class = if side == Side::Left { "L" } else { "R" };
    let row = |at: usize| {
        let (row, out) = (&all[at], at >= here);
        let seen = view.row(*row);
        html! {
            <StateRow key={places[at - sight.rows.start]} {side} row={*row} step={recording.rows().step(scenario, *row).map(Same::from)} writing={words.writing()}
                lit={props.chosen.contains(row)} new={arrived == Some(*row)} {out} columns={ByRc::from(&columns)}
                matches={seen.matches} leaves={if out && !lookup { m.names.just_left.to_string() } else { words.leaves_cell(view, *row) }}
                progress={progress(view, recording.rows().get(*row).time, seen.due)}
                {windowed} mark={(view.state(*row), seen.matches > 0)} index={sight.long.then_some(at + 2)} send={props.send.clone()} />
        }
    };
    // The part of some of them that is in sight, and the room of the others.
    let part = |of: Range<usize>| {
        let (from, to) = (sight.rows.start.clamp(of.start, of.end), sight.rows.end.clamp(of.start, of.end));
        let (above, below) = (gap(from - of.start, &sight, "above"), gap(of.end - to, &sight, "below"));
        html! { <>{ for above.into_iter().chain((from..to).map(row)).chain(below) }</> }
    };
    html! {
        <section class="pane" aria-label={name.clone()}>
            <header><h2 class={class}>{ state_of(words.stream(side).to_string()) }</h2><span class="note">{ note }</span></header>
            <div ref={scroll} class={classes!("scroll", sight.long.then_some("long"), long_keys.then_some("long-keys"))} tabindex="0" role="group" aria-label={name.clone()} onscroll={sight.onscroll.clone()}>
            <table aria-label={name} aria-rowcount={sight.long.then(|| (all.len() + 1).to_string())}>
                <thead><tr aria-rowindex={sight.long.then_some("1")}>
                    <th scope="col">{ m.app.id }</th><th scope="col">{ m.app.key }</th><th scope="col">{ m.app.time }</th>
                    { for columns.iter().map(|column| html! {
                        <th key={column.field.clone()} scope="col" class={&column.class}>{ column.head.clone() }</th> }) }
                    if windowed {
                        <th scope="col">{ words.leaves_head(side) }</th>
                    } else {
                        <th scope="col" class="c">{ m.app.matches }</th><th scope="col" class="r">{ words.leaves_head(side) }</th>
                    }
                </tr></thead>
                <tbody aria-label={count}>
                    { part(0..here) }
                </tbody>
                <tbody aria-label={m.names.just_left}>
                    { part(here..all.len()) }
                </tbody>
            </table>
            if held.is_empty() && left.is_empty() {
                <p class="muted none">{ match side {
                    Side::Right if lookup => m.lookup.table_empty.to_string(),
                    Side::Left if lookup && scenario.dialect == Dialect::Spark => m.lookup.left_empty_spark.to_string(),
                    Side::Left if lookup => m.lookup.left_empty.to_string(),
                    _ => fill_plain(lang, m.app.no_row_waits, &[("stream", stream.label(lang).to_string().into())]),
                } }</p>
            }
            { more(held.len().max(left.len()), lang) }
            </div>
        </section>
    }
}

pub(super) fn more(count: usize, lang: Lang) -> Html {
    match count.checked_sub(MOST_ROWS) {
        Some(rest) if rest > 0 => {
            let text = fill_plain(lang, Messages::of(lang).app.more_rows, &[("count", rest.to_string().into())]);
            html! { <p class="muted none">{ text }</p> }
        }
        _ => Html::default(),
    }
}

/// How wide the bar of a row's stay is, px.
const STAY: i64 = 36;

/// How far the join's watermark has come through a row's stay, in px of its bar: the row is drawn again only when that shows.
fn progress(view: &View, time: i64, due: Option<i64>) -> Option<i64> {
    let (due, now) = (due?, view.join_watermark?);
    let stay = due.saturating_sub(time).max(1);
    let percent = (now.saturating_sub(time).clamp(0, stay) as f64 * 100.0 / stay as f64).round() as i64;
    (stay > 1).then_some(STAY * percent / 100)
}

/// A step of the script that many recordings may share; equal when it is the same.
#[derive(Clone)]
pub(super) struct Same(Arc<Step>);

impl From<&Arc<Step>> for Same {
    fn from(step: &Arc<Step>) -> Self {
        Same(Arc::clone(step))
    }
}

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Same {
    pub(super) fn push(&self) -> Option<&Push> {
        match &*self.0 {
            Step::Push(push) => Some(push),
            _ => None,
        }
    }
}

/// The value that is there already, if it equals this one: what is drawn with it stays as it is.
#[hook]
fn use_same<T: PartialEq + 'static>(value: T) -> Rc<T> {
    let kept = use_mut_ref(|| None::<Rc<T>>);
    let mut kept = kept.borrow_mut();
    match &*kept {
        Some(same) if **same == value => Rc::clone(same),
        _ => Rc::clone(kept.insert(Rc::new(value))),
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    side: Side,
    row: RowId,
    /// What brought it.
    step: Option<Same>,
    columns: ByRc<Vec<Column>>,
    writing: Writing,
    matches: u32,
    leaves: String,
    progress: Option<i64>,
    /// The join has windows: in which of them it is says when it leaves.
    windowed: bool,
    mark: (crate::replay::State, bool),
    /// Its place in a table that is not in the page as a whole, the head's being 1.
    index: Option<usize>,
    lit: bool,
    new: bool,
    out: bool,
    send: Callback<Msg>,
}

#[function_component(StateRow)]
fn state_row(props: &RowProps) -> Html {
    let class = if props.side == Side::Left { "L" } else { "R" };
    let push = props.step.as_ref().and_then(Same::push);
    let id = push.map(|push| push.id.clone()).unwrap_or_default();
    let selection = Selection { side: props.side, id: id.clone() };
    let onclick = props.send.reform(move |event: MouseEvent| select(&event, selection.clone()));
    let fields = push.map(|push| push.row.fields()).unwrap_or_default();
    html! {
        <tr class={classes!(if props.side == Side::Right { "of-r" } else { "of-l" }, props.lit.then_some("sel"), props.new.then_some("new"), props.out.then_some("out"))} data-links={link::row(props.row)}
            aria-rowindex={props.index.map(|index| index.to_string())} {onclick}>
            <td><span class={classes!("idc", class)}>{ glyph::mark(props.side, props.mark.0, props.mark.1) }
                if props.out { <s>{ &*id }</s> } else { { &*id } }</span></td>
            // A long key leaves room for the rest; all of it is told where the row is selected.
            <td class="cut" title={push.and_then(|push| push.key.as_deref()).filter(|key| key.chars().count() > LONG_KEY).map(str::to_string)}>
                { push.and_then(|push| push.key.as_deref()).map_or_else(null, |key| html! { key }) }</td>
            <td>{ push.map(|push| props.writing.time(push.time)) }</td>
            { for props.columns.iter().map(|column| html! {
                <td class={&column.class}>{ cell(&fields, &column.field) }</td> }) }
            if props.windowed {
                <td>{ &props.leaves }</td>
            } else {
            <td class="c">{ props.matches }</td>
            <td class="r"><span class={classes!("exp", (props.leaves.chars().count() > 5).then_some("long"))}>
                // A time to the ms leaves no room for its bar.
                if let Some(done) = props.progress.filter(|_| !props.out && props.leaves.chars().count() <= 8) {
                    <svg class="exp-bar" width="36" height="4" aria-hidden="true"><rect class="exp-all" width="36" height="4" rx="2" />
                        <rect class="exp-now" width={done.to_string()} height="4" rx="2" /></svg>
                }
                { &props.leaves }</span></td>
            }
        </tr>
    }
}

/// A click selects a row; with Ctrl, Cmd or Shift besides the others, or no longer.
pub(super) fn select(event: &MouseEvent, row: Selection) -> Msg {
    let also = event.ctrl_key() || event.meta_key() || event.shift_key();
    Msg::Do(if also { Action::SelectAlso(row) } else { Action::Select(Some(row)) })
}

pub(super) fn null() -> Html {
    html! { <span class="null">{ "NULL" }</span> }
}

/// A payload column.
#[derive(Clone, PartialEq)]
pub(super) struct Column {
    pub(super) field: String,
    pub(super) head: String,
    /// Numbers stand to the right.
    pub(super) right: bool,
    /// Of its cells: a narrow pane shows only the first few columns.
    class: Classes,
}

pub(super) type Fields = serde_json::Map<String, Value>;

/// The payloads of rows, each read once, when it is first shown.
#[derive(Default)]
pub(super) struct Payloads(HashMap<RowId, (Same, Rc<Fields>)>);

impl Payloads {
    fn of(&mut self, recording: &Recording, row: RowId) -> Rc<Fields> {
        let Some(step) = recording.rows().step(recording.scenario(), row).map(Same::from) else { return Rc::default() };
        match self.0.get(&row) {
            Some((of, fields)) if *of == step => Rc::clone(fields),
            _ => {
                // No more are shown at a time; those of rows long gone are not kept.
                if self.0.len() > 4096 {
                    self.0.clear();
                }
                let fields = Rc::new(step.push().map(|push| push.row.fields()).unwrap_or_default());
                self.0.insert(row, (step, Rc::clone(&fields)));
                fields
            }
        }
    }
}

/// The payload fields of a side: those the scenario names, then those its rows have.
pub(super) fn columns(
    recording: &Recording,
    side: Side,
    lang: Lang,
    rows: impl Iterator<Item = RowId>,
    payloads: &mut Payloads,
) -> Vec<Column> {
    let named = &recording.scenario().streams[side].fields;
    let head = |field: &str| named.iter().find(|(name, _)| name == field).map(|(_, text)| text.get(lang).to_string());
    // Whether every row so far has a number there, and whether any row has the field.
    let mut names: Vec<(String, bool, bool)> = named.iter().map(|(field, _)| (field.clone(), true, false)).collect();
    for row in rows {
        for (field, value) in payloads.of(recording, row).iter() {
            let at = names.iter().position(|(name, ..)| name == field);
            // No more are shown.
            if at.is_none() && names.len() >= MOST_COLUMNS {
                continue;
            }
            let at = at.unwrap_or_else(|| {
                names.push((field.clone(), true, false));
                names.len() - 1
            });
            names[at].1 &= value.is_number();
            names[at].2 = true;
        }
    }
    names
        .into_iter()
        .take(MOST_COLUMNS)
        .enumerate()
        .map(|(at, (field, number, seen))| Column {
            head: head(&field).unwrap_or_else(|| field.clone()),
            right: number && seen,
            class: classes!("pl", format!("pl{at}"), (number && seen).then_some("r")),
            field,
        })
        .collect()
}

pub(super) fn cell(fields: &Fields, field: &str) -> String {
    match fields.get(field) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

#[derive(Properties, PartialEq)]
pub struct OutProps {
    pub recording: ByRc<Recording>,
    pub step: usize,
    pub lang: Lang,
    /// The selected rows.
    pub chosen: Vec<RowId>,
    pub send: Callback<Msg>,
    /// Tabs say its name.
    #[prop_or_default]
    pub tabbed: bool,
    /// The step shown moves so: its rows grow into the table one by one.
    #[prop_or_default]
    pub motion: Option<ByRc<crate::stage::motion::Motion>>,
}

#[function_component(OutputPane)]
pub fn output_pane(props: &OutProps) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let recording = &props.recording;
    let scenario = recording.scenario();
    let words = Words::new(recording, lang);
    let result = use_mut_ref(Output::default);
    let mut result = result.borrow_mut();
    result.follow(recording, props.step);
    let out = result.until(props.step);
    let retracts = result.retracts(props.step);
    let payloads = use_mut_ref(Payloads::default);
    let heads = use_memo((recording.clone(), lang), |(recording, lang)| {
        let mut payloads = payloads.borrow_mut();
        let sides: &[Side] = if recording.rows().half() { &[Side::Left] } else { &Side::BOTH };
        let mut of = |side: &Side| {
            let rows = recording.rows().iter().filter(|(_, info)| info.side == *side).map(|(row, _)| row);
            (*side, columns(recording, *side, *lang, rows.take(500), &mut payloads))
        };
        sides.iter().map(&mut of).collect::<Vec<_>>()
    });
    // Of a drag's recordings they are mostly the same.
    let heads = use_same((*heads).clone());
    let count = fill_plain(
        lang,
        if out.len() == 1 { m.app.row } else { m.app.rows },
        &[("count", out.len().to_string().into())],
    );
    let kind = if retracts { m.app.with_retractions } else { m.app.append_only };
    let windowed = matches!(scenario.join.kind, JoinKind::Window { .. });
    let count_out = out.len();
    let first = count_out.saturating_sub(MOST_ROWS);
    let shown = |index: usize| {
        let out = out[index];
        let grows = props.motion.as_ref().filter(|motion| motion.step == out.step).and_then(|motion| {
            // The step's own rows are the last of all.
            motion.outputs.get((index + motion.outputs.len()).checked_sub(count_out)?).copied()
        });
        let step = |row: Option<RowId>| row.and_then(|row| recording.rows().step(scenario, row)).map(Same::from);
        OutShown {
            out,
            sides: Sides::new(step(out.left), step(out.right)),
            new: out.step == props.step,
            lit: out.left.into_iter().chain(out.right).any(|row| props.chosen.contains(&row)),
            grows,
            back: result.back(index, props.step),
            again: result.again.get(index).copied().unwrap_or(false),
        }
    };
    let scroll = use_node_ref();
    let sight = use_sight(&scroll, count_out - first);
    let in_sight: Vec<usize> = sight.rows.clone().map(|at| first + at).collect();
    let places = use_places(&in_sight);
    let body = in_sight.iter().zip(places).map(|(index, place)| {
        html! {
            <OutRow key={place} shown={shown(*index)} index={sight.long.then_some(index - first + 2)} heads={ByRc::from(&heads)}
                style={words.style()} {lang} send={props.send.clone()} />
        }
    });
    let time_head = |side: Side| match &scenario.streams[side].time_name {
        Some(name) if lang == Lang::En => name.replace('_', " "),
        Some(name) => name.clone(),
        None => m.app.time.to_string(),
    };
    html! {
        <section class="pane" aria-label={m.ui.output}>
            <header>if !props.tabbed { <h2>{ m.ui.output }</h2> }<span class="note">
                { if out.is_empty() { String::new() } else { fill_plain(lang, m.app.count_and_kind, &[("count", count.into()), ("kind", kind.into())]) } }
            </span></header>
            <div ref={scroll} class={classes!("scroll", sight.long.then_some("long"))} tabindex="0" role="group" aria-label={m.ui.output} onscroll={sight.onscroll.clone()}>
            <table aria-label={m.ui.output} aria-rowcount={sight.long.then(|| (count_out - first + 1).to_string())}>
                <thead><tr aria-rowindex={sight.long.then_some("1")}>
                    <th scope="col">{ m.app.step_head }</th><th scope="col"><span class="unseen">{ m.ui.form_row_kind }</span></th>
                    if windowed { <th scope="col">{ m.app.window_head }</th> }
                    { for heads.iter().map(|(side, columns)| html! { <>
                        <th scope="col">{ m.app.id }</th>
                        if *side == Side::Left { <th scope="col">{ m.app.key }</th> }
                        { for columns.iter().map(|c| html! { <th scope="col" class={c.right.then_some("r")}>{ c.head.clone() }</th> }) }
                        <th scope="col">{ time_head(*side) }</th>
                    </> }) }
                </tr></thead>
                <tbody>
                    { for gap(sight.rows.start, &sight, "above").into_iter().chain(body).chain(gap(count_out - first - sight.rows.end, &sight, "below")) }
                </tbody>
            </table>
            if out.is_empty() {
                <p class="muted none">{ m.app.nothing_emitted }</p>
            }
            { more(out.len(), lang) }
            </div>
        </section>
    }
}

/// What makes two rows of the result alike.
type Like = (Option<RowId>, Option<RowId>, Option<Span>);

/// The rows that a run puts out, as far as it was shown; each step shows the first of them.
#[derive(Default)]
struct Output {
    of: Option<ByRc<Recording>>,
    /// Steps that are read.
    steps: usize,
    out: Vec<Out>,
    /// Whether each had come out before, and comes again since a crash or a failed batch.
    again: Vec<bool>,
    /// The step that takes each back: a -D or -U strikes out the newest like row.
    struck: Vec<Option<usize>>,
    first_retraction: Option<usize>,
    /// Once something was taken back: those that stand.
    standing: HashMap<Like, Vec<usize>>,
}

impl Output {
    /// Reads on to this step. Of another recording only what it does otherwise is read again.
    fn follow(&mut self, recording: &ByRc<Recording>, step: usize) {
        if self.of.as_ref() != Some(recording) {
            let alike = self.of.as_ref().map_or(0, |of| of.alike(recording));
            self.cut(alike);
            self.of = Some(recording.clone());
        }
        for step in self.steps + 1..=step.min(recording.len()) {
            let before = self.out.len();
            recording.emitted(step).for_each(|out| self.add(out));
            self.again.extend(recording.again(step).map(|again| again.again).unwrap_or_default());
            self.again.resize(self.out.len().max(before), false);
            self.steps = step;
        }
    }

    /// Forgets what later steps than this one put out.
    fn cut(&mut self, step: usize) {
        if step >= self.steps {
            return;
        }
        self.out.truncate(self.until(step).len());
        self.struck.truncate(self.out.len());
        self.again.truncate(self.out.len());
        self.steps = step;
        if self.first_retraction.is_some() {
            let out = std::mem::take(&mut self.out);
            (self.struck, self.first_retraction, self.standing) = Default::default();
            out.into_iter().for_each(|out| self.add(out));
        }
    }

    fn add(&mut self, out: Out) {
        let like = |out: &Out| (out.left, out.right, out.window);
        if !out.kind.adds() && self.first_retraction.is_none() {
            self.first_retraction = Some(out.step);
            for (index, row) in self.out.iter().enumerate() {
                self.standing.entry(like(row)).or_default().push(index);
            }
        }
        if self.first_retraction.is_some() {
            let standing = self.standing.entry(like(&out)).or_default();
            if out.kind.adds() {
                standing.push(self.out.len());
            } else if let Some(old) = standing.pop() {
                self.struck[old] = Some(out.step);
            }
        }
        self.out.push(out);
        self.struck.push(None);
    }

    /// What steps 1 to `step` put out.
    fn until(&self, step: usize) -> &[Out] {
        &self.out[..self.out.partition_point(|out| out.step <= step)]
    }

    fn retracts(&self, step: usize) -> bool {
        self.first_retraction.is_some_and(|first| first <= step)
    }

    /// Whether the row at `index` was taken back by then.
    fn back(&self, index: usize, step: usize) -> bool {
        self.struck.get(index).copied().flatten().is_some_and(|struck| struck <= step)
    }
}

/// A row of the result as it is shown: what it is made of may be shared by many recordings.
#[derive(Clone, PartialEq)]
struct OutShown {
    out: Out,
    sides: Sides<Option<Same>>,
    new: bool,
    lit: bool,
    /// When it grows into the table, ms from the step's start at 1×.
    grows: Option<u32>,
    /// A later change took it back.
    back: bool,
    /// It had come out before: a plain sink has it twice.
    again: bool,
}

#[derive(Properties, PartialEq)]
struct OutRowProps {
    shown: OutShown,
    /// Its place in a table that is not in the page as a whole, the head's being 1.
    index: Option<usize>,
    heads: ByRc<Vec<(Side, Vec<Column>)>>,
    style: TimeStyle,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(OutRow)]
fn out_row(props: &OutRowProps) -> Html {
    let OutShown { out, sides, new, lit, grows, back, again } = &props.shown;
    let Out { step, kind, left, right, window } = *out;
    let half = props.heads.len() == 1;
    let padded = (left.is_none() || right.is_none()) && !half;
    let op = match (kind.adds(), padded) {
        (false, _) => "op d",
        (true, true) => "op n",
        (true, false) => "op i",
    };
    let push = |side: Side| sides[side].as_ref().and_then(Same::push);
    // A click selects the row that came out; of a pair, the left one.
    let onclick = push(Side::Left).or(push(Side::Right)).map(|push| {
        let selection = Selection { side: push.side, id: push.id.clone() };
        props.send.reform(move |event: MouseEvent| select(&event, selection.clone()))
    });
    // A padded row has NULL in every column of the missing side. It has the same cells: rows change places with each other.
    let side = |side: Side, columns: &[Column]| {
        let class = if side == Side::Left { "L" } else { "R" };
        let push = push(side);
        let fields = push.map(|push| push.row.fields());
        let or_null = |told: Option<Html>| told.unwrap_or_else(null);
        html! { <>
            <td>{ or_null(push.map(|push| html! { <b {class}>{ &*push.id }</b> })) }</td>
            if side == Side::Left {
                <td>{ or_null(push.and_then(|push| push.key.as_deref()).map(|key| html! { key })) }</td>
            }
            <>{ for columns.iter().map(|c| html! {
                <td class={fields.as_ref().filter(|_| c.right).map(|_| "r")}>{ or_null(fields.as_ref().map(|fields| html! { cell(fields, &c.field) })) }</td> }) }</>
            <td>{ or_null(push.map(|push| html! { props.style.show(push.time) })) }</td>
        </> }
    };
    html! {
        <tr class={classes!(new.then_some("new"), lit.then_some("lit"), back.then_some("back"), grows.map(|_| "mv-grow"))} style={grows.map(|at| format!("--at:{at}"))}
            title={back.then_some(Messages::of(props.lang).app.struck)} data-links={link::rows(left.into_iter().chain(right))}
            aria-rowindex={props.index.map(|index| index.to_string())} {onclick}>
            <td class="muted">{ step }</td>
            <td><span class={op}>{ kind.word() }</span>
                if *again {
                    <span class="muted" title={Messages::of(props.lang).recovery.again_title}>{ " ↻ " }{ Messages::of(props.lang).recovery.again }</span>
                }</td>
            if let Some(window) = window {
                <td>{ fill_plain(props.lang, Messages::of(props.lang).app.win_span, &[
                    ("start", props.style.show(window.start).into()), ("end", props.style.show(window.end).into())]) }</td>
            }
            { for props.heads.iter().map(|(s, columns)| side(*s, columns)) }
        </tr>
    }
}
