//! The result as a sink ends up with it: the same changes, written by sinks of different kinds.
//!
//! What a join emits is a changelog. What a reader of the target sees depends on what the sink makes of it: one that takes
//! every change has the result itself, one with a primary key keeps the last row of each key, one that can only append
//! cannot take anything back. Rows that such a target lacks, or has too many of, are found by comparing it with the result.
//!
//! After a crash, or a micro-batch that failed, changes come out again. All sinks but [`Sink::ExactlyOnce`] take them a second
//! time; the result that they are compared with has them once ([`Recording::standing`]). No sink was asked of an engine: all of them
//! are models.

use std::{
    collections::{BTreeMap, VecDeque},
    rc::Rc,
};

use crate::{
    engine::{Key, RowId, effect::Span},
    replay::{Out, Recording},
    scenario::{Dialect, Scenario, Side, Step},
};

/// What a target does with changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sink {
    /// Takes every change: +I and +U add a row, -U and -D take one like it back.
    #[default]
    Retract,
    /// A table with a primary key, as of a database or a compacted topic: +I and +U put the key's row, -D deletes it, -U is
    /// not sent to it.
    Upsert { key: PrimaryKey },
    /// The same behind Flink's `SinkUpsertMaterializer` (`table.exec.sink.upsert-materialize`), which Flink plans where the
    /// primary key is not the changelog's own: it remembers all rows of a key, and falls back to the newest that is left.
    Materialized { key: PrimaryKey },
    /// Files or a plain topic. A change that takes back is ignored, and what it would take back stays.
    AppendOnly,
    /// The same, but it stops at the first change that it cannot write.
    InsertOnly,
    /// A model, no engine: an upsert sink behind two tasks, by the join's key, of which the second lags. Changes of one
    /// primary key that come from different join keys then arrive in another order.
    Reordered { key: PrimaryKey, lag: u32 },
    /// Takes every change, and none twice. In Flink a sink that takes part in checkpoints (two-phase commit): what came since the
    /// last checkpoint is in an open transaction, not to be seen yet, and a crash aborts that. In Spark one that goes by the ids of
    /// micro-batches (`foreachBatch` gives them): what the rerun of one puts out takes the place of what its failed run did.
    ExactlyOnce,
}

/// The kinds of sinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    #[default]
    Retract,
    Upsert,
    Materialized,
    AppendOnly,
    InsertOnly,
    Reordered,
    ExactlyOnce,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::Retract,
        Kind::Upsert,
        Kind::Materialized,
        Kind::AppendOnly,
        Kind::InsertOnly,
        Kind::Reordered,
        Kind::ExactlyOnce,
    ];

    /// The word of links and files.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Retract => "retract",
            Kind::Upsert => "upsert",
            Kind::Materialized => "upsert_materialize",
            Kind::AppendOnly => "append_only",
            Kind::InsertOnly => "insert_only",
            Kind::Reordered => "reordered",
            Kind::ExactlyOnce => "exactly_once",
        }
    }

    /// Whether its rows are told apart by a primary key.
    pub fn keyed(self) -> bool {
        match self {
            Kind::Upsert | Kind::Materialized | Kind::Reordered => true,
            Kind::Retract | Kind::AppendOnly | Kind::InsertOnly | Kind::ExactlyOnce => false,
        }
    }
}

/// A sink as a person chooses it: what one kind does not ask for is kept for the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub kind: Kind,
    pub key: PrimaryKey,
    /// Steps, at most [`Choice::MOST_LAG`].
    pub lag: u32,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { kind: Kind::default(), key: PrimaryKey::default(), lag: 1 }
    }
}

impl Choice {
    pub const MOST_LAG: u32 = 9;

    pub fn sink(&self) -> Sink {
        let key = self.key.clone();
        match self.kind {
            Kind::Retract => Sink::Retract,
            Kind::Upsert => Sink::Upsert { key },
            Kind::Materialized => Sink::Materialized { key },
            Kind::AppendOnly => Sink::AppendOnly,
            Kind::InsertOnly => Sink::InsertOnly,
            Kind::Reordered => Sink::Reordered { key, lag: self.lag },
            Kind::ExactlyOnce => Sink::ExactlyOnce,
        }
    }

    /// The same for a scenario that may lack the field that its key is.
    #[must_use]
    pub fn fitting(&self, scenario: &Scenario) -> Self {
        let lacks = matches!(self.key, PrimaryKey::Field { .. } | PrimaryKey::Right | PrimaryKey::Pair)
            && !PrimaryKey::all(scenario).contains(&self.key);
        Choice { key: if lacks { PrimaryKey::default() } else { self.key.clone() }, ..self.clone() }
    }

    /// As links and files write it: `append_only`, `upsert:left.order_no`, `reordered:left.order_no:2`.
    pub fn word(&self) -> String {
        let kind = self.kind.word();
        match self.kind {
            Kind::Reordered => format!("{kind}:{}:{}", self.key.word(), self.lag),
            keyed if keyed.keyed() => format!("{kind}:{}", self.key.word()),
            _ => kind.to_string(),
        }
    }

    /// Reads what [`word`](Self::word) writes; `None` for anything else.
    pub fn of_word(word: &str) -> Option<Self> {
        let (kind, rest) = word.split_once(':').map_or((word, None), |(kind, rest)| (kind, Some(rest)));
        let kind = Kind::ALL.into_iter().find(|known| known.word() == kind)?;
        let (key, lag) = match (kind, rest) {
            (Kind::Reordered, Some(rest)) => {
                let (key, lag) = rest.rsplit_once(':')?;
                (Some(key), lag.parse().ok().filter(|lag| *lag <= Self::MOST_LAG)?)
            }
            (_, rest) => (rest, Self::default().lag),
        };
        let key = match (key, kind.keyed()) {
            (Some(key), true) => PrimaryKey::of_word(key)?,
            (None, false) => PrimaryKey::default(),
            (Some(_), false) | (None, true) => return None,
        };
        Some(Choice { kind, key, lag })
    }
}

/// What tells the rows of a table apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum PrimaryKey {
    /// The join's key.
    Join,
    /// The left row's id.
    #[default]
    Left,
    /// The right row's id.
    Right,
    /// Both ids, and in window joins the window: each row of the result is its own.
    Pair,
    /// A field of one side's payload: an order's number that outlives a correction of its key.
    Field { side: Side, field: Rc<str> },
}

impl PrimaryKey {
    /// `join`, `left`, `right`, `pair`, `left.FIELD`, `right.FIELD`.
    pub fn word(&self) -> String {
        match self {
            PrimaryKey::Join => "join".into(),
            PrimaryKey::Left => "left".into(),
            PrimaryKey::Right => "right".into(),
            PrimaryKey::Pair => "pair".into(),
            PrimaryKey::Field { side, field } => format!("{}.{field}", side.word()),
        }
    }

    /// Reads what [`word`](Self::word) writes; `None` for anything else.
    pub fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "join" => PrimaryKey::Join,
            "left" => PrimaryKey::Left,
            "right" => PrimaryKey::Right,
            "pair" => PrimaryKey::Pair,
            field => {
                let (side, field) = field.split_once('.').filter(|(_, field)| !field.is_empty())?;
                let side = Side::BOTH.into_iter().find(|known| known.word() == side)?;
                PrimaryKey::Field { side, field: field.into() }
            }
        })
    }

    /// All that a scenario's result can be told apart by: of a semi or anti join, which puts out left rows alone, by these.
    pub fn all(scenario: &Scenario) -> Vec<PrimaryKey> {
        let half = scenario.join.ty.half();
        let own: &[PrimaryKey] = if half {
            &[PrimaryKey::Join, PrimaryKey::Left]
        } else {
            &[PrimaryKey::Join, PrimaryKey::Left, PrimaryKey::Right, PrimaryKey::Pair]
        };
        let sides: &[Side] = if half { &[Side::Left] } else { &Side::BOTH };
        let fields = sides.iter().flat_map(|side| {
            let all = fields(scenario, *side, |_| true).into_iter();
            all.map(|field| PrimaryKey::Field { side: *side, field: field.into() })
        });
        own.iter().cloned().chain(fields).collect()
    }
}

/// A row of the result, without when and how it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Content {
    pub left: Option<RowId>,
    pub right: Option<RowId>,
    pub window: Option<Span>,
}

impl From<Out> for Content {
    fn from(out: Out) -> Self {
        Content { left: out.left, right: out.right, window: out.window }
    }
}

/// A row in the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub row: Content,
    /// The number of the step that wrote it, from 1.
    pub step: usize,
    /// The result does not have it, or not so often: it is stale, or doubled.
    pub extra: bool,
}

/// A target after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// In the order in which they were written last.
    pub rows: Vec<Written>,
    /// Rows that the result has and the target has not, each as often as it lacks it.
    pub lost: Vec<Content>,
    /// Changes that it took no notice of.
    pub ignored: u64,
    /// The step whose change it could not write; it took none from then on.
    pub failed: Option<usize>,
    /// Changes still on their way to it ([`Sink::Reordered`]), or in an open transaction ([`Sink::ExactlyOnce`]).
    pub on_the_way: u64,
    /// How often a row was put in place of another of its key.
    pub overwritten: u64,
}

impl Target {
    /// How many of its rows the result does not have.
    pub fn extra(&self) -> usize {
        self.rows.iter().filter(|row| row.extra).count()
    }

    /// How many rows the result has.
    pub fn result(&self) -> usize {
        self.rows.len() - self.extra() + self.lost.len()
    }

    /// Whether the target has a row of the result, beside others like it that it has too many of.
    pub fn has(&self, row: &Content) -> bool {
        self.rows.iter().any(|written| !written.extra && written.row == *row)
    }

    /// Whether it has what the result has.
    pub fn is_right(&self) -> bool {
        self.lost.is_empty() && self.rows.iter().all(|row| !row.extra)
    }
}

/// The target of a sink after step `step` (from 1; 0 is before everything).
pub fn target(recording: &Recording, step: usize, sink: &Sink) -> Target {
    let changes: Vec<Out> = recording.out(step);
    let standing = if recording.recovers() { recording.standing(step) } else { changes.clone() };
    let mut result = retracted(&standing);
    let mut target = Target::default();
    let written = match sink {
        Sink::Retract => retracted(&changes),
        Sink::ExactlyOnce => {
            let committed = committed(recording, step, &standing);
            target.on_the_way = (standing.len() - committed.len()) as u64;
            // What is still on its way is not lost.
            result = retracted(committed);
            result.clone()
        }
        Sink::Upsert { key } => upsert(&mut Identities::new(recording, key), &changes, &mut target),
        Sink::Materialized { key } => materialized(&mut Identities::new(recording, key), &changes),
        Sink::AppendOnly | Sink::InsertOnly => append(sink, &changes, &mut target),
        Sink::Reordered { key, lag } => {
            let arrived = reordered(recording, *lag, changes, step, &mut target);
            upsert(&mut Identities::new(recording, key), &arrived, &mut target)
        }
    };
    let mut missing = result.counts();
    target.rows = written
        .in_order()
        .into_iter()
        .map(|(step, row)| {
            let extra = match missing.get_mut(&row) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            };
            Written { row, step, extra }
        })
        .collect();
    target.lost = missing.into_iter().flat_map(|(row, count)| std::iter::repeat_n(row, count)).collect();
    target
}

/// What a sink has that takes every change.
fn retracted(changes: &[Out]) -> Table {
    let mut table = Table::default();
    changes.iter().for_each(|change| table.change(change));
    table
}

/// The changes that are to be seen: in Flink those up to the last checkpoint, in Spark all.
fn committed<'o>(recording: &Recording, step: usize, standing: &'o [Out]) -> &'o [Out] {
    if recording.scenario().dialect == Dialect::Spark {
        return standing;
    }
    let is_checkpoint = |step: &usize| recording.step(*step) == Some(&Step::Checkpoint);
    let last = (1..=step.min(recording.len())).rev().find(is_checkpoint).unwrap_or(0);
    &standing[..standing.partition_point(|out| out.step <= last)]
}

/// Rows with the steps that wrote them; a row may be there several times.
#[derive(Clone, Debug, Default)]
struct Table {
    rows: BTreeMap<Content, Vec<(usize, usize)>>,
    /// Numbers the writes, for those of one step have an order, too.
    writes: usize,
}

impl Table {
    fn add(&mut self, step: usize, row: Content) {
        self.writes += 1;
        self.rows.entry(row).or_default().push((step, self.writes));
    }

    /// Takes the newest row like it.
    fn take(&mut self, row: &Content) {
        if let Some(steps) = self.rows.get_mut(row) {
            steps.pop();
            if steps.is_empty() {
                self.rows.remove(row);
            }
        }
    }

    fn change(&mut self, change: &Out) {
        let row = Content::from(*change);
        if change.kind.adds() { self.add(change.step, row) } else { self.take(&row) }
    }

    fn counts(&self) -> BTreeMap<Content, usize> {
        self.rows.iter().map(|(row, steps)| (*row, steps.len())).collect()
    }

    fn in_order(&self) -> Vec<(usize, Content)> {
        let mut all: Vec<_> =
            self.rows.iter().flat_map(|(row, steps)| steps.iter().map(|(step, write)| (*write, *step, *row))).collect();
        all.sort_unstable_by_key(|(write, ..)| *write);
        all.into_iter().map(|(_, step, row)| (step, row)).collect()
    }
}

/// What tells rows of a table apart, by number: of a field's values the order in which they were seen, 0 for none, which is
/// NULL.
type Identity = (u32, Option<RowId>, Option<RowId>, Option<Span>);

struct Identities<'r> {
    recording: &'r Recording,
    key: &'r PrimaryKey,
    /// Each payload is read once.
    of_row: BTreeMap<RowId, u32>,
    values: BTreeMap<String, u32>,
}

impl<'r> Identities<'r> {
    fn new(recording: &'r Recording, key: &'r PrimaryKey) -> Self {
        Identities { recording, key, of_row: BTreeMap::new(), values: BTreeMap::new() }
    }

    fn of(&mut self, row: &Content) -> Identity {
        match self.key {
            PrimaryKey::Join => (join_key(self.recording, row).0, None, None, None),
            PrimaryKey::Left => (0, row.left, None, None),
            PrimaryKey::Right => (0, None, row.right, None),
            PrimaryKey::Pair => (0, row.left, row.right, row.window),
            PrimaryKey::Field { side, field } => {
                let of_side = if *side == Side::Left { row.left } else { row.right };
                (of_side.map_or(0, |row| self.value(row, field)), None, None, None)
            }
        }
    }

    fn value(&mut self, row: RowId, field: &str) -> u32 {
        if let Some(value) = self.of_row.get(&row) {
            return *value;
        }
        let push = self.recording.rows().push(self.recording.scenario(), row);
        let value = push.and_then(|push| push.row.fields().get(field).map(ToString::to_string));
        let next = u32::try_from(self.values.len() + 1).unwrap_or(u32::MAX);
        let number = value.map_or(0, |value| *self.values.entry(value).or_insert(next));
        self.of_row.insert(row, number);
        number
    }
}

fn join_key(recording: &Recording, row: &Content) -> Key {
    row.left.or(row.right).map_or(Key::NULL, |row| recording.rows().get(row).key)
}

fn upsert(identities: &mut Identities, changes: &[Out], target: &mut Target) -> Table {
    let mut standing: BTreeMap<Identity, Content> = BTreeMap::new();
    let mut table = Table::default();
    for change in changes {
        let row = Content::from(*change);
        let identity = identities.of(&row);
        match change.kind {
            crate::scenario::RowKind::UpdateBefore => target.ignored += 1,
            kind if kind.adds() => {
                if let Some(old) = standing.insert(identity, row) {
                    table.take(&old);
                    target.overwritten += 1;
                }
                table.add(change.step, row);
            }
            _ => match standing.remove(&identity) {
                Some(old) => table.take(&old),
                None => target.ignored += 1,
            },
        }
    }
    table
}

fn materialized(identities: &mut Identities, changes: &[Out]) -> Table {
    let mut of_key: BTreeMap<Identity, Vec<(usize, Content)>> = BTreeMap::new();
    let mut table = Table::default();
    for change in changes {
        let row = Content::from(*change);
        let rows = of_key.entry(identities.of(&row)).or_default();
        let before = rows.last().copied();
        if change.kind.adds() {
            rows.push((change.step, row));
        } else if let Some(at) = rows.iter().rposition(|(_, held)| *held == row) {
            rows.remove(at);
        }
        let now = rows.last().copied();
        if now != before {
            before.iter().for_each(|(_, old)| table.take(old));
            // Falling back to an older row is a write of this step.
            now.iter().for_each(|(_, new)| table.add(change.step, *new));
        }
    }
    table
}

fn append(sink: &Sink, changes: &[Out], target: &mut Target) -> Table {
    let mut table = Table::default();
    for change in changes {
        if change.kind.adds() {
            table.add(change.step, (*change).into());
        } else if *sink == Sink::InsertOnly {
            target.failed = Some(change.step);
            break;
        } else {
            target.ignored += 1;
        }
    }
    table
}

/// The changes in the order in which they arrive by `step`, if those of every second join key take `lag` steps longer.
fn reordered(recording: &Recording, lag: u32, changes: Vec<Out>, step: usize, target: &mut Target) -> Vec<Out> {
    let lag = lag as usize;
    let mut slow: VecDeque<Out> = VecDeque::new();
    let mut arrived = Vec::with_capacity(changes.len());
    for change in changes {
        while let Some(late) = slow.pop_front_if(|late| late.step.saturating_add(lag) < change.step) {
            arrived.push(late);
        }
        let second = join_key(recording, &change.into()).0.is_multiple_of(2);
        if second { slow.push_back(change) } else { arrived.push(change) }
    }
    while let Some(late) = slow.pop_front_if(|late| late.step.saturating_add(lag) <= step) {
        arrived.push(late);
    }
    target.on_the_way = slow.len() as u64;
    arrived
}

// ---- totals

/// What is summed: a numeric field of the left row, or its product with one of the right row; a row without has no part in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    pub left: String,
    /// A factor: an order's amount in its currency times the rate.
    pub times: Option<String>,
}

/// A day's total, and how it came to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Day {
    /// The day (UTC) of the left rows' event times, in days since the epoch.
    pub day: i64,
    /// The total after each step that changed it; at the end of its step, not of each change.
    pub totals: Vec<(usize, f64)>,
}

impl Day {
    pub fn total(&self) -> f64 {
        self.totals.last().map_or(0.0, |(_, total)| *total)
    }
}

/// The totals of a sum by day, as steps 1 to `step` leave them in a sink that takes every change.
pub fn by_day(recording: &Recording, step: usize, sum: &Sum) -> Vec<Day> {
    let scenario = recording.scenario();
    let mut values: BTreeMap<RowId, Option<f64>> = BTreeMap::new();
    let mut value = |row: RowId, field: &str| {
        *values.entry(row).or_insert_with(|| {
            let push = recording.rows().push(scenario, row)?;
            push.row.fields().get(field)?.as_f64()
        })
    };
    let mut days: BTreeMap<i64, Vec<(usize, f64)>> = BTreeMap::new();
    for out in recording.out(step) {
        let Some(left) = out.left else { continue };
        let Some(mut amount) = value(left, &sum.left) else { continue };
        if let Some(field) = &sum.times {
            match out.right.and_then(|right| value(right, field)) {
                Some(factor) => amount *= factor,
                None => continue,
            }
        }
        let change = if out.kind.adds() { amount } else { -amount };
        let day = recording.rows().get(left).time.div_euclid(crate::scenario::time::DAY);
        let totals = days.entry(day).or_default();
        match totals.last().copied() {
            Some((last, total)) if last == out.step => {
                totals.pop();
                totals.push((last, rounded(total + change)));
            }
            last => totals.push((out.step, rounded(last.map_or(0.0, |(_, total)| total) + change))),
        }
    }
    let mut days: Vec<Day> = days.into_iter().map(|(day, totals)| Day { day, totals }).collect();
    // A -D and a +I of one step may have left it as it was.
    for day in &mut days {
        let mut before = 0.0;
        day.totals.retain(|(_, total)| std::mem::replace(&mut before, *total) != *total);
    }
    days
}

/// What a run's totals are after a step: the beginning of each day's.
pub fn until(days: &[Day], step: usize) -> Vec<Day> {
    let cut = |of: &Day| {
        let totals = &of.totals[..of.totals.partition_point(|(at, _)| *at <= step)];
        (!totals.is_empty()).then(|| Day { day: of.day, totals: totals.to_vec() })
    };
    days.iter().filter_map(cut).collect()
}

/// A day whose total is another one than when it was over: "yesterday's total changed today".
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedLater {
    pub day: i64,
    /// The step that brought the first row of a later day, of either side.
    pub over: usize,
    /// The total then.
    pub before: f64,
    /// The steps from then on that changed it, ascending; at least one.
    pub steps: Vec<usize>,
    /// The total now: it may be what it was.
    pub now: f64,
}

/// The days of `days` that changed after they were over, by step `step`.
pub fn changed_later(recording: &Recording, step: usize, days: &[Day]) -> Vec<ChangedLater> {
    // The first step of each day that is later than all before it.
    let mut begun: Vec<(i64, usize)> = Vec::new();
    for (index, pushed) in recording.scenario().script.iter().take(step).enumerate() {
        let crate::scenario::Step::Push(push) = pushed else { continue };
        let day = push.time.div_euclid(crate::scenario::time::DAY);
        if begun.last().is_none_or(|(last, _)| day > *last) {
            begun.push((day, index + 1));
        }
    }
    let changed = |day: &Day| {
        let over = begun.iter().find(|(begun, _)| *begun > day.day).map(|(_, step)| *step)?;
        let at = day.totals.partition_point(|(step, _)| *step <= over);
        let steps: Vec<usize> = day.totals[at..].iter().map(|(step, _)| *step).collect();
        let before = at.checked_sub(1).map_or(0.0, |at| day.totals[at].1);
        (!steps.is_empty()).then(|| ChangedLater { day: day.day, over, before, steps, now: day.total() })
    };
    days.iter().filter_map(changed).collect()
}

/// To a millionth: what binary fractions leave behind where cents come and go is no change; and 0 has no sign.
fn rounded(total: f64) -> f64 {
    let millionths = (total * 1e6).round() / 1e6;
    if millionths.is_finite() { millionths + 0.0 } else { total }
}

/// The fields of a side's rows that hold numbers, in order of first appearance: what can be summed.
pub fn numeric_fields(scenario: &Scenario, side: Side) -> Vec<String> {
    fields(scenario, side, serde_json::Value::is_number)
}

/// The fields of a side's rows with such values, in order of first appearance.
fn fields(scenario: &Scenario, side: Side, fits: impl Fn(&serde_json::Value) -> bool) -> Vec<String> {
    /// Fields are a scenario's few columns; more of them are not looked for.
    const LOOKED_AT: usize = 500;
    let mut found: Vec<String> = Vec::new();
    let pushes = scenario.script.iter().filter_map(|step| match step {
        crate::scenario::Step::Push(push) if push.side == side => Some(push),
        _ => None,
    });
    for push in pushes.take(LOOKED_AT) {
        for (field, value) in push.row.fields() {
            if fits(&value) && !found.contains(&field) {
                found.push(field);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::scenario;

    /// Orders with their rates in a regular left join; `script` is `side id key row kind`, one step each.
    fn run(ty: &str, script: &[(&str, &str, &str, &str, &str)]) -> Recording {
        let steps: Vec<String> = script
            .iter()
            .enumerate()
            .map(|(at, (side, id, key, row, kind))| {
                let time = 1_704_103_200_000 + at as i64 * 1000;
                format!(
                    r#"{{"do": "push", "side": "{side}", "id": "{id}", "key": "{key}", "time": {time}, "row": {row}, "kind": "{kind}"}}"#
                )
            })
            .collect();
        let text = format!(
            r#"{{"version": 1, "title": "t", "dialect": "flink_sql",
            "left": {{"name": "orders", "watermark": {{"strategy": "manual"}}}},
            "right": {{"name": "rates", "watermark": {{"strategy": "manual"}}}},
            "join": {{"kind": "regular", "type": "{ty}"}}, "script": [{}]}}"#,
            steps.join(",")
        );
        Recording::new(Rc::new(scenario::read(&text).expect("a scenario")))
    }

    fn ids(recording: &Recording, row: &Content) -> (String, String) {
        let id = |row: Option<RowId>| {
            row.map_or("NULL".to_string(), |row| recording.rows().id(recording.scenario(), row).to_string())
        };
        (id(row.left), id(row.right))
    }

    fn held(recording: &Recording, target: &Target) -> Vec<(String, String, bool)> {
        let row = |written: &Written| {
            let (left, right) = ids(recording, &written.row);
            (left, right, written.extra)
        };
        target.rows.iter().map(row).collect()
    }

    fn row(left: &str, right: &str, extra: bool) -> (String, String, bool) {
        (left.to_string(), right.to_string(), extra)
    }

    const NULL_THEN_PAIR: &[(&str, &str, &str, &str, &str)] =
        &[("left", "o1", "a", "{}", "+I"), ("right", "s1", "a", "{}", "+I")];

    #[test]
    fn an_append_only_target_keeps_the_null_row_that_was_taken_back() {
        let run = run("left", NULL_THEN_PAIR);
        assert_eq!(held(&run, &target(&run, 2, &Sink::Retract)), [row("o1", "s1", false)]);
        let appended = target(&run, 2, &Sink::AppendOnly);
        assert_eq!(held(&run, &appended), [row("o1", "NULL", true), row("o1", "s1", false)]);
        assert_eq!((appended.ignored, appended.failed, appended.extra()), (1, None, 1));
        let failed = target(&run, 2, &Sink::InsertOnly);
        assert_eq!(held(&run, &failed), [row("o1", "NULL", true)]);
        assert_eq!((failed.failed, failed.lost.len()), (Some(2), 1));
        assert!(target(&run, 1, &Sink::InsertOnly).is_right());
    }

    #[test]
    fn a_key_that_is_not_the_results_own_loses_rows() {
        let two =
            &[("left", "o1", "a", "{}", "+I"), ("right", "s1", "a", "{}", "+I"), ("right", "s2", "a", "{}", "+I")];
        let run = run("inner", two);
        let by_left = target(&run, 3, &Sink::Upsert { key: PrimaryKey::Left });
        assert_eq!(held(&run, &by_left), [row("o1", "s2", false)]);
        assert_eq!((by_left.lost.len(), by_left.overwritten), (1, 1));
        for key in [PrimaryKey::Right, PrimaryKey::Pair] {
            assert!(target(&run, 3, &Sink::Upsert { key: key.clone() }).is_right(), "{key:?}");
        }
    }

    #[test]
    fn a_deletion_takes_whatever_row_its_key_has_unless_it_is_materialized() {
        let two = &[
            ("left", "o1", "a", "{}", "+I"),
            ("right", "s1", "a", "{}", "+I"),
            ("right", "s2", "a", "{}", "+I"),
            ("right", "s1", "a", "{}", "-D"),
        ];
        let run = run("inner", two);
        let upsert = target(&run, 4, &Sink::Upsert { key: PrimaryKey::Left });
        assert_eq!((upsert.rows.len(), upsert.lost.len()), (0, 1));
        let kept = target(&run, 4, &Sink::Materialized { key: PrimaryKey::Left });
        assert_eq!(held(&run, &kept), [row("o1", "s2", false)]);
        assert!(kept.is_right());
    }

    #[test]
    fn a_lagging_task_deletes_what_the_other_has_written() {
        // The order's key is corrected from b, the second, to a, the first: its old pair's -D comes after the new pair's +I.
        let corrected = &[
            ("right", "sa", "a", "{}", "+I"),
            ("right", "sb", "b", "{}", "+I"),
            ("left", "o1", "b", r#"{"no": 7}"#, "+I"),
            ("left", "o1", "b", "{}", "-D"),
            ("left", "o2", "a", r#"{"no": 7}"#, "+I"),
        ];
        let run = run("inner", corrected);
        let key = PrimaryKey::Field { side: Side::Left, field: "no".into() };
        let lagging = |lag| target(&run, 5, &Sink::Reordered { key: key.clone(), lag });
        assert_eq!(held(&run, &target(&run, 5, &Sink::Upsert { key: key.clone() })), [row("o2", "sa", false)]);
        assert!(lagging(0).is_right());
        let lost = lagging(1);
        assert_eq!((lost.rows.len(), lost.lost.len(), lost.on_the_way), (0, 1, 0));
        // With more lag even the old pair comes last, and is not deleted yet.
        assert_eq!(held(&run, &lagging(2)), [row("o1", "sb", true)]);
        assert_eq!((lagging(2).lost.len(), lagging(2).on_the_way), (1, 1));
    }

    #[test]
    fn every_sink_is_right_about_an_inner_join_of_rows_that_are_never_taken_back() {
        let run = run("inner", NULL_THEN_PAIR);
        let key = PrimaryKey::Pair;
        for sink in [
            Sink::Retract,
            Sink::Upsert { key: key.clone() },
            Sink::Materialized { key: key.clone() },
            Sink::AppendOnly,
            Sink::InsertOnly,
            Sink::Reordered { key, lag: 0 },
        ] {
            assert!((0..=2).all(|step| target(&run, step, &sink).is_right()), "{sink:?}");
        }
    }

    #[test]
    fn a_choice_is_read_as_it_is_written() {
        let field = PrimaryKey::Field { side: Side::Right, field: "a:b.c".into() };
        for kind in Kind::ALL {
            for key in [PrimaryKey::Join, PrimaryKey::Left, PrimaryKey::Right, PrimaryKey::Pair, field.clone()] {
                let choice = Choice { kind, key, lag: 3 };
                let read = Choice::of_word(&choice.word()).expect("what was written");
                assert_eq!(read.sink(), choice.sink());
            }
        }
        let odd =
            "x retract:left upsert upsert: upsert:top reordered:left reordered:left:x reordered:left:10 upsert:left.";
        for word in odd.split(' ').chain([""]) {
            assert_eq!(Choice::of_word(word), None, "{word}");
        }
        let run = run("inner", &[("left", "o1", "a", r#"{"no": 1, "to": "x"}"#, "+I")]);
        let words: Vec<String> = PrimaryKey::all(run.scenario()).iter().map(PrimaryKey::word).collect();
        assert_eq!(words, ["join", "left", "right", "pair", "left.no", "left.to"]);
    }

    #[test]
    fn a_total_of_yesterday_changes_when_a_rate_does() {
        let rates = &[
            ("right", "r1", "eur", r#"{"rate": 1.5}"#, "+I"),
            ("left", "o1", "eur", r#"{"amount": 100}"#, "+I"),
            ("left", "o2", "eur", r#"{"amount": 0.1}"#, "+I"),
            ("right", "r1", "eur", "{}", "-U"),
            ("right", "r2", "eur", r#"{"rate": 2}"#, "+U"),
        ];
        let run = run("inner", rates);
        let sum = Sum { left: "amount".into(), times: Some("rate".into()) };
        let days = by_day(&run, 5, &sum);
        assert_eq!(days, [Day { day: 19723, totals: vec![(2, 150.0), (3, 150.15), (4, 0.0), (5, 200.2)] }]);
        assert!(days[0].totals.iter().all(|(_, total)| total.is_sign_positive()));
        // All of it is of one day, which is not over.
        assert_eq!(changed_later(&run, 5, &days), []);
        assert_eq!(by_day(&run, 5, &Sum { left: "none".into(), times: None }), []);
        assert_eq!(numeric_fields(run.scenario(), Side::Left), ["amount"]);
    }

    fn of_gallery(text: &str) -> Recording {
        Recording::new(Rc::new(scenario::read(text).expect("a scenario")))
    }

    /// What a target has: its rows, how many of them are too many, and how many changes are not to be seen yet.
    fn has(run: &Recording, step: usize, sink: Sink) -> (Vec<String>, usize, u64) {
        let target = target(run, step, &sink);
        let name = |row: &Written| {
            let (left, right) = ids(run, &row.row);
            format!("{left} {right}")
        };
        (target.rows.iter().map(name).collect(), target.extra(), target.on_the_way)
    }

    #[test]
    fn what_a_crash_puts_out_again_only_a_transactional_sink_has_once() {
        let run = of_gallery(include_str!("../www/scenarios/crash-replay.scenario.json"));
        let pairs = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        // Step 4 is the checkpoint, 9 the crash that reads p2 to o4 again, 11 the next checkpoint.
        assert_eq!(has(&run, 8, Sink::AppendOnly), (pairs(&["o1 p1", "o2 p2", "o3 p3"]), 0, 0));
        assert_eq!(has(&run, 8, Sink::ExactlyOnce), (pairs(&["o1 p1"]), 0, 2));
        let doubled = pairs(&["o1 p1", "o2 p2", "o3 p3", "o2 p2", "o3 p3"]);
        for sink in [Sink::AppendOnly, Sink::Retract, Sink::InsertOnly] {
            assert_eq!(has(&run, 9, sink), (doubled.clone(), 2, 0));
        }
        assert_eq!(has(&run, 9, Sink::ExactlyOnce), (pairs(&["o1 p1"]), 0, 2));
        assert_eq!(has(&run, 11, Sink::ExactlyOnce), (pairs(&["o1 p1", "o2 p2", "o3 p3"]), 0, 0));
        // A primary key takes the same row a second time for the row it has.
        assert_eq!(has(&run, 9, Sink::Upsert { key: PrimaryKey::Pair }).1, 0);
        assert_eq!(has(&run, 13, Sink::ExactlyOnce), (pairs(&["o1 p1", "o2 p2", "o3 p3"]), 0, 2));
    }

    #[test]
    fn a_rerun_takes_the_place_of_its_failed_run_by_the_batchs_id() {
        let run = of_gallery(include_str!("../www/scenarios/batch-fails-spark.scenario.json"));
        // Step 8 is the batch that fails, 10 the crash after which it runs again.
        for (step, doubled) in [(8, 0), (10, 2), (15, 2)] {
            assert_eq!(has(&run, step, Sink::AppendOnly).1, doubled);
            let (rows, extra, on_the_way) = has(&run, step, Sink::ExactlyOnce);
            assert_eq!((extra, on_the_way), (0, 0));
            assert_eq!(rows[..3], ["v1 c1", "v2 c2", "v3 c3"]);
        }
        assert_eq!(has(&run, 15, Sink::ExactlyOnce).0.len(), 5);
    }
}
