//! Where two runs of a scenario differ: every field that a trace has against what joinscope gives.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    read::{Batch, Engine, Entry, Held, LogRow, Row, Told, Trace, entry_of},
    trial::{self, Setting},
    why::{self, Because, Why},
};
use crate::{
    replay::{Recording, entries},
    scenario::{Scenario, Side, Sides},
};

/// A trace beside joinscope's own run of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// One a step that either has.
    pub steps: Vec<Step>,
    /// In order of their steps; what is of no step comes first.
    pub differences: Vec<Difference>,
    /// What the trace has besides the output, and is compared.
    pub known: Known,
    /// Another engine, or another version, than the scenario's; the scenario's own name and version second.
    pub other_engine: Option<(Engine, (&'static str, &'static str))>,
    /// The trace is not one of this script: the first step that shows it.
    pub other_script: Option<(usize, Because)>,
    /// Settings with which joinscope gives the trace as it is.
    pub settings: Vec<Setting>,
    /// Rows came in another order, though in the same step (or, where steps are not known, in all).
    pub reordered: usize,
}

/// What a step put out, in either run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// `None`: joinscope's run has no such step.
    pub ours: Option<Vec<Row>>,
    /// `None`: the other has none, or does not tell it.
    pub theirs: Option<Vec<Row>>,
    pub differs: bool,
    /// The same rows, in another order: neither engine promises one.
    pub reordered: bool,
}

/// What a trace tells besides the rows that come out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// In which step each row came out.
    pub steps: bool,
    pub state: bool,
    pub watermark: bool,
    pub late: bool,
    pub batches: bool,
}

/// Something that is not the same in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// From 1; `None`: it is of the run as a whole.
    pub step: Option<usize>,
    /// The micro-batch within the step.
    pub batch: Option<u64>,
    pub field: Field,
    pub ours: Value,
    pub theirs: Value,
    /// Where the runs themselves tell it.
    pub why: Option<Why>,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// How often a row comes out.
    Out(Row),
    /// How often a row is in the result at the end.
    Net(Row),
    Late,
    Watermark,
    Idle,
    State,
    /// Whether there is a join that keeps state at all.
    HasState,
    /// How many micro-batches ran.
    Batches,
    BatchId,
    Failed,
    Dropped,
    Removed,
    /// Whether the engine runs it.
    Refusal,
    Steps,
}

impl Field {
    /// Its name in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Field::Out(_) => "out",
            Field::Net(_) => "net",
            Field::Late => "late",
            Field::Watermark => "watermark",
            Field::Idle => "idle",
            Field::State | Field::HasState => "state",
            Field::Batches => "batches",
            Field::BatchId => "id",
            Field::Failed => "failed",
            Field::Dropped => "dropped",
            Field::Removed => "removed",
            Field::Refusal => "error",
            Field::Steps => "steps",
        }
    }

    pub fn row(&self) -> Option<&Row> {
        match self {
            Field::Out(row) | Field::Net(row) => Some(row),
            _ => None,
        }
    }
}

/// What one of the two has in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Absent,
    Count(i64),
    Flag(bool),
    Time(Option<i64>),
    Times(Sides<Option<i64>>),
    Flags(Sides<bool>),
    Counts(Sides<u64>),
    Held(Held),
    /// The words of a refusal; `None`: it runs.
    Refused(Option<String>),
}

impl Comparison {
    /// Compares a trace with a run that came to its end, or was refused.
    pub fn new(recording: &Recording, trace: &Trace) -> Self {
        let mut found = Found::of(recording, trace);
        let scenario = recording.scenario();
        let ours = scenario.dialect.engine();
        let other_engine =
            trace.engine.clone().filter(|engine| !same_engine(engine, ours)).map(|engine| (engine, ours));
        let other_script = why::explain(&mut found, scenario, trace);
        // A run of another script tells nothing about settings.
        let tried = !found.differences.is_empty() && other_script.is_none();
        let settings = if tried { trial::settings(scenario, trace, &found) } else { Vec::new() };
        let reordered = found.steps.iter().filter(|step| step.reordered).count() + usize::from(found.reordered);
        let Found { steps, differences, known, .. } = found;
        Comparison { steps, differences, known, other_engine, other_script, settings, reordered }
    }

    /// Nothing that is compared differs.
    pub fn equal(&self) -> bool {
        self.differences.is_empty()
    }

    /// The differences of a step, from 1.
    pub fn at(&self, step: usize) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(move |difference| difference.step == Some(step))
    }

    /// What is of no step.
    pub fn of_whole(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(|difference| difference.step.is_none())
    }

    /// How many steps differ.
    pub fn differing(&self) -> usize {
        self.steps.iter().filter(|step| step.differs).count()
    }

    /// The next step that differs, or the one before.
    pub fn next_difference(&self, step: usize, back: bool) -> Option<usize> {
        let differs = |step: &usize| self.steps.get(step.wrapping_sub(1)).is_some_and(|step| step.differs);
        if back { (1..step).rev().find(differs) } else { (step + 1..=self.steps.len()).find(differs) }
    }
}

/// Whether a trace is of the engine whose rules the scenario follows.
fn same_engine(engine: &Engine, (name, version): (&str, &str)) -> bool {
    match &engine.rules {
        Some(rules) => *rules == format!("{name} {version}"),
        None => engine.name == name && engine.version == version,
    }
}

/// What differs, before it is asked why.
pub(super) struct Found {
    pub steps: Vec<Step>,
    pub differences: Vec<Difference>,
    pub known: Known,
    pub reordered: bool,
}

impl Found {
    pub(super) fn of(recording: &Recording, trace: &Trace) -> Self {
        let mut found = Found { steps: Vec::new(), differences: Vec::new(), known: Known::default(), reordered: false };
        let refusal = recording.outcome().err().map(|stopped| stopped.refusal.engine_words());
        match (&trace.told, refusal) {
            (Told::Refused(_), Some(_)) => found.known.steps = true,
            (Told::Refused(words), None) => {
                found.put(None, Field::Refusal, Value::Refused(None), Value::Refused(Some(words.clone())));
                found.steps = (1..=recording.len()).map(|step| only_ours(recording, step)).collect();
            }
            (told, Some(words)) => {
                found.put(None, Field::Refusal, Value::Refused(Some(words)), Value::Refused(None));
                let steps = if let Told::Steps(steps) = told { steps.as_slice() } else { &[] };
                found.steps = steps
                    .iter()
                    .map(|entry| Step { theirs: Some(entry.out.clone()), differs: true, ..Step::default() })
                    .collect();
            }
            (Told::Steps(steps), None) => found.steps(recording, steps),
            (Told::Rows(rows), None) if rows.iter().all(|row| row.step.is_some()) => found.log(recording, rows),
            (Told::Rows(rows), None) => found.net(recording, rows),
        }
        found
    }

    fn put(&mut self, step: Option<usize>, field: Field, ours: Value, theirs: Value) {
        self.differences.push(Difference { step, batch: None, field, ours, theirs, why: None });
    }

    /// A trace's steps.
    fn steps(&mut self, recording: &Recording, theirs: &[Entry]) {
        self.known = Known {
            steps: true,
            state: theirs.iter().any(|entry| entry.state.is_some()),
            watermark: theirs.iter().any(|entry| entry.watermark.is_some() || entry.batches.is_some()),
            late: theirs.iter().all(|entry| entry.batches.is_none()),
            batches: theirs.iter().any(|entry| entry.batches.is_some()),
        };
        if recording.len() != theirs.len() {
            self.put(None, Field::Steps, count(recording.len()), count(theirs.len()));
        }
        let mut held = false;
        for (index, ours) in entries(recording).enumerate() {
            // What joinscope writes, it reads.
            let ours = entry_of(&ours).unwrap_or_default();
            held |= ours.state.is_some();
            let Some(theirs) = theirs.get(index) else {
                self.steps.push(Step { ours: Some(ours.out), differs: true, ..Step::default() });
                continue;
            };
            let before = self.differences.len();
            self.entry(index + 1, &ours, theirs);
            let differs = self.differences.len() > before;
            self.step(Some(ours.out), theirs.out.clone(), differs);
        }
        for entry in theirs.iter().skip(recording.len()) {
            self.step(None, entry.out.clone(), true);
        }
        // A trace of Flink without any state is that of a plan without a join.
        if held && !self.known.state {
            self.differences.insert(
                0,
                Difference {
                    step: None,
                    batch: None,
                    field: Field::HasState,
                    ours: Value::Flag(true),
                    theirs: Value::Flag(false),
                    why: None,
                },
            );
        }
    }

    fn step(&mut self, ours: Option<Vec<Row>>, theirs: Vec<Row>, differs: bool) {
        let reordered = !differs && ours.as_ref().is_some_and(|ours| *ours != theirs);
        self.steps.push(Step { ours, theirs: Some(theirs), differs, reordered });
    }

    fn entry(&mut self, step: usize, ours: &Entry, theirs: &Entry) {
        let at = Some(step);
        let rows = self.rows(at, None, &ours.out, &theirs.out);
        // Absent means that no row was late. Spark's traces count late rows in `dropped`, both sides together.
        let late = |entry: &Entry| entry.late.unwrap_or_default();
        if theirs.batches.is_none() && late(ours) != late(theirs) {
            self.put(at, Field::Late, Value::Counts(late(ours)), Value::Counts(late(theirs)));
        }
        // Spark shows no side's own watermark, only the one in force in a micro-batch.
        let shown = theirs.watermark.is_some() || theirs.batches.is_none();
        if shown && ours.watermark != theirs.watermark {
            let value = |entry: &Entry| entry.watermark.map_or(Value::Absent, Value::Times);
            self.put(at, Field::Watermark, value(ours), value(theirs));
        }
        self.held(at, None, ours.state, theirs.state);
        if ours.idle != theirs.idle {
            let value = |entry: &Entry| entry.idle.map_or(Value::Absent, Value::Flags);
            self.put(at, Field::Idle, value(ours), value(theirs));
        }
        let (mine, other) = (ours.batches.as_deref(), theirs.batches.as_deref());
        if mine.is_some() != other.is_some() || mine.map(<[_]>::len) != other.map(<[_]>::len) {
            let value = |batches: Option<&[Batch]>| batches.map_or(Value::Absent, |batches| count(batches.len()));
            self.put(at, Field::Batches, value(mine), value(other));
        }
        for (mine, other) in mine.into_iter().flatten().zip(other.into_iter().flatten()) {
            self.batch(step, mine, other, rows);
        }
    }

    /// A micro-batch; the rows of its step are the `same`, or told already.
    fn batch(&mut self, step: usize, ours: &Batch, theirs: &Batch, same: bool) {
        let (at, batch) = (Some(step), Some(ours.id));
        let number = |n: u64| Value::Count(i64::try_from(n).unwrap_or(i64::MAX));
        let some = |n: Option<u64>| n.map_or(Value::Absent, number);
        if same {
            self.rows(at, batch, &ours.out, &theirs.out);
        }
        let mut fields = Vec::new();
        if ours.id != theirs.id {
            fields.push((Field::BatchId, number(ours.id), number(theirs.id)));
        }
        if ours.watermark != theirs.watermark {
            fields.push((Field::Watermark, Value::Time(ours.watermark), Value::Time(theirs.watermark)));
        }
        if ours.failed != theirs.failed {
            fields.push((Field::Failed, Value::Flag(ours.failed), Value::Flag(theirs.failed)));
        }
        if ours.dropped != theirs.dropped {
            fields.push((Field::Dropped, some(ours.dropped), some(theirs.dropped)));
        }
        if ours.removed != theirs.removed {
            fields.push((Field::Removed, some(ours.removed), some(theirs.removed)));
        }
        for (field, ours, theirs) in fields {
            self.differences.push(Difference { step: at, batch, field, ours, theirs, why: None });
        }
        self.held(at, batch, ours.state, theirs.state);
    }

    /// Whether rows are the same, in any order.
    fn rows(&mut self, step: Option<usize>, batch: Option<u64>, ours: &[Row], theirs: &[Row]) -> bool {
        let mut bag: BTreeMap<&Row, (usize, usize)> = BTreeMap::new();
        ours.iter().for_each(|row| bag.entry(row).or_default().0 += 1);
        theirs.iter().for_each(|row| bag.entry(row).or_default().1 += 1);
        let before = self.differences.len();
        for (row, (ours, theirs)) in bag {
            if ours != theirs {
                let (field, ours, theirs) = (Field::Out(row.clone()), count(ours), count(theirs));
                self.differences.push(Difference { step, batch, field, ours, theirs, why: None });
            }
        }
        self.differences.len() == before
    }

    /// Any of `left`, `right` and `total` may be there; a total is that of ours.
    fn held(&mut self, step: Option<usize>, batch: Option<u64>, ours: Option<Held>, theirs: Option<Held>) {
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
        let total = ours.total.or(Some(ours.left.unwrap_or(0).saturating_add(ours.right.unwrap_or(0))));
        let seen = |count: Option<u64>, shown: Option<u64>| shown.and(count);
        let shown = Held {
            left: seen(ours.left, theirs.left),
            right: seen(ours.right, theirs.right),
            total: seen(total, theirs.total),
        };
        if shown != theirs {
            let (ours, theirs) = (Value::Held(shown), Value::Held(theirs));
            self.differences.push(Difference { step, batch, field: Field::State, ours, theirs, why: None });
        }
    }

    /// A job's output, of which the steps are known.
    fn log(&mut self, recording: &Recording, rows: &[LogRow]) {
        self.known.steps = true;
        let windows = rows.iter().any(|row| row.row.window.is_some());
        let last = rows.iter().filter_map(|row| row.step).max().unwrap_or(0);
        let mut theirs: Vec<Vec<Row>> = vec![Vec::new(); recording.len().max(last)];
        for LogRow { step, row } in rows {
            if let Some(of) = step.and_then(|step| theirs.get_mut(step.wrapping_sub(1))) {
                of.push(row.clone());
            }
        }
        if last > recording.len() {
            self.put(None, Field::Steps, count(recording.len()), count(last));
        }
        for (index, theirs) in theirs.into_iter().enumerate() {
            let ours = (index < recording.len()).then(|| ours_in(recording, index + 1, windows));
            let same = self.rows(Some(index + 1), None, ours.as_deref().unwrap_or_default(), &theirs);
            self.step(ours, theirs, !same);
        }
    }

    /// A job's output, of which no steps are known: what is left of it in the end.
    fn net(&mut self, recording: &Recording, rows: &[LogRow]) {
        let windows = rows.iter().any(|row| row.row.window.is_some());
        self.steps = (1..=recording.len())
            .map(|step| Step { ours: Some(ours_in(recording, step, windows)), ..Step::default() })
            .collect();
        let ours = || {
            self.steps
                .iter()
                .enumerate()
                .flat_map(|(index, step)| step.ours.iter().flatten().map(move |row| (index + 1, row)))
        };
        let mut net: BTreeMap<Row, (i64, i64, Option<usize>)> = BTreeMap::new();
        let known = |row: &Row| Row { kind: Default::default(), ..row.clone() };
        let sign = |row: &Row| if row.kind.adds() { 1 } else { -1 };
        for (step, row) in ours() {
            let of = net.entry(known(row)).or_default();
            of.0 += sign(row);
            of.2 = Some(step);
        }
        for LogRow { row, .. } in rows {
            net.entry(known(row)).or_default().1 += sign(row);
        }
        let sequence = ours().map(|(_, row)| row).eq(rows.iter().map(|row| &row.row));
        let mut found: Vec<Difference> = net
            .into_iter()
            .filter(|(_, (ours, theirs, _))| ours != theirs)
            .map(|(row, (ours, theirs, step))| Difference {
                step,
                batch: None,
                field: Field::Net(row),
                ours: Value::Count(ours),
                theirs: Value::Count(theirs),
                why: None,
            })
            .collect();
        found.sort_by_key(|difference| difference.step);
        let differing: BTreeSet<usize> = found.iter().filter_map(|difference| difference.step).collect();
        for step in differing {
            if let Some(step) = self.steps.get_mut(step.wrapping_sub(1)) {
                step.differs = true;
            }
        }
        self.reordered = found.is_empty() && !sequence;
        self.differences = found;
    }
}

fn count(n: usize) -> Value {
    Value::Count(i64::try_from(n).unwrap_or(i64::MAX))
}

fn only_ours(recording: &Recording, step: usize) -> Step {
    Step { ours: Some(ours_in(recording, step, true)), differs: true, ..Step::default() }
}

/// What joinscope's run puts out in a step. Some code does not select the window.
fn ours_in(recording: &Recording, step: usize, windows: bool) -> Vec<Row> {
    let id = |row| recording.rows().id(recording.scenario(), row).into();
    let half = recording.rows().half();
    let row = |out: crate::replay::Out| Row {
        kind: out.kind,
        left: out.left.map(id),
        right: (!half).then(|| out.right.map(id)),
        window: out.window.filter(|_| windows).map(|window| (window.start, window.end)),
    };
    recording.emitted(step).map(row).collect()
}

/// The ids of each side's rows, with the step that brings each first.
pub(super) fn arrivals(scenario: &Scenario) -> Sides<std::collections::HashMap<&str, usize>> {
    let mut all: Sides<std::collections::HashMap<&str, usize>> = Sides::default();
    for (index, step) in scenario.script.iter().enumerate() {
        if let crate::scenario::Step::Push(push) = step {
            let side = match push.side {
                Side::Left => &mut all.left,
                Side::Right => &mut all.right,
            };
            side.entry(&*push.id).or_insert(index + 1);
        }
    }
    all
}
