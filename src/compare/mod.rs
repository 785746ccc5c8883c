//! The same events fed to several joins, step beside step: what each emits, where they differ, and why.
//!
//! The steps of the workspace's script are the clock. A join of another engine runs a script derived from it
//! ([`convert`]), and its steps stand beside those that they come from: rows are compared by the pushes that brought
//! them, never by the number of a step in a derived script.

mod choice;
mod reason;
mod word;

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

pub use choice::{Comparison, Preset, Several, one_delay, telling};
pub use reason::{Elsewhere, Reason};
pub use word::{of_word, to_word};

use crate::{
    engine::{
        Effect, Plan, RowId, RunsAs,
        effect::{NotKept, Span, Why},
    },
    replay::{Out, Phase, Recording, View},
    scenario::{Dialect, Interval, Join, JoinKind, JoinType, RowKind, Scenario, Script, Setup, Side, Sides, Step},
    workspace::{Change, ToSpark, convert, keep_in_range},
};

/// One of the two joins that stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    A,
    B,
}

impl Which {
    pub const BOTH: [Which; 2] = [Which::A, Which::B];

    pub fn other(self) -> Which {
        match self {
            Which::A => Which::B,
            Which::B => Which::A,
        }
    }

    pub fn letter(self) -> &'static str {
        match self {
            Which::A => "A",
            Which::B => "B",
        }
    }
}

/// A scenario under another setup, without its script.
pub fn under(base: &Scenario, setup: &Setup) -> Scenario {
    let bare = Scenario {
        script: Script::new(),
        title: base.title.clone(),
        description: base.description.clone(),
        question: base.question.clone(),
        streams: base.streams.clone(),
        ..*base
    };
    with_setup(bare, setup)
}

pub(crate) fn with_setup(mut scenario: Scenario, setup: &Setup) -> Scenario {
    scenario.dialect = setup.dialect;
    scenario.join = setup.join;
    scenario.watermark_policy = setup.policy;
    for side in Side::BOTH {
        scenario.streams[side].watermark = setup.watermarks[side];
    }
    keep_in_range(&mut scenario);
    scenario
}

/// A join that ran the events.
#[derive(Clone, Debug)]
pub struct Run {
    recording: Rc<Recording>,
    /// What converting did to the script; nothing where the engine is the script's own.
    pub changes: Vec<Change>,
    /// By the index of a step of the base: how many of this run's steps stand for it and those before it.
    after: Vec<usize>,
    /// By the index of a step of this run: the index of the base's step that it stands for.
    origin: Vec<usize>,
    /// By row: the first row of the base's script with the same side, id and key, by its step's index.
    identity: Vec<usize>,
    /// By row: whether it ever finds a partner.
    matches: Vec<bool>,
}

impl Run {
    /// Runs the base's events under a setup. `ready` is taken where it is that very run.
    pub fn new(base: &Rc<Scenario>, setup: &Setup, ready: Option<&Rc<Recording>>) -> Self {
        let steps = base.script.len();
        let (scenario, changes, after) = if base.setup() == *setup {
            (Rc::clone(base), Vec::new(), (1..=steps).collect())
        } else if base.dialect == setup.dialect {
            (Rc::new(with_setup((**base).clone(), setup)), Vec::new(), (1..=steps).collect())
        } else {
            let converted = convert(base, 0, setup.dialect, ToSpark::default());
            let changes = converted.changes.into_iter().filter_map(|change| of_script(change, setup)).collect();
            (Rc::new(with_setup(converted.scenario, setup)), changes, converted.after)
        };
        let ready = ready.filter(|ready| Rc::ptr_eq(ready.scenario(), &scenario));
        let recording = ready.cloned().unwrap_or_else(|| Rc::new(Recording::new(Rc::clone(&scenario))));
        let mut origin = Vec::with_capacity(scenario.script.len());
        for (index, end) in after.iter().enumerate() {
            origin.resize(origin.len().max(*end), index);
        }
        let first = firsts(base);
        let of_base = |row: RowId| origin.get(recording.rows().get(row).step as usize).copied().unwrap_or_default();
        let identity = recording.rows().iter().map(|(row, _)| first.get(of_base(row)).copied().unwrap_or_default());
        let identity = identity.collect();
        let mut matches = vec![false; recording.rows().len()];
        for (_, left, right) in recording.matches(recording.len()) {
            matches[left.0 as usize] = true;
            matches[right.0 as usize] = true;
        }
        Run { recording, changes, after, origin, identity, matches }
    }

    pub fn recording(&self) -> &Rc<Recording> {
        &self.recording
    }

    pub fn scenario(&self) -> &Rc<Scenario> {
        self.recording.scenario()
    }

    /// This run's step that shows what is so after a step of the base, both counted from 1; 0 is before everything.
    pub fn step_at(&self, step: usize) -> usize {
        self.planned(step).min(self.recording.len())
    }

    fn planned(&self, step: usize) -> usize {
        let step = step.min(self.after.len());
        step.checked_sub(1).and_then(|index| self.after.get(index)).copied().unwrap_or(0)
    }

    /// Whether the engine got as far as a step of the base.
    pub fn reaches(&self, step: usize) -> bool {
        self.planned(step) <= self.recording.len()
            && self.recording.outcome().map_or_else(|e| e.step.is_some(), |_| true)
    }

    /// The step of the base, from 1, for which a step of this run stands.
    pub fn base_step(&self, step: usize) -> usize {
        step.checked_sub(1).and_then(|index| self.origin.get(index)).map_or(0, |index| index + 1)
    }

    /// Which row of the base a row is.
    pub fn identity(&self, row: RowId) -> usize {
        self.identity.get(row.0 as usize).copied().unwrap_or_default()
    }

    /// The row that is this one of the base, if this run has it.
    pub fn find(&self, identity: usize) -> Option<RowId> {
        let rows = self.recording.rows();
        rows.iter().map(|(row, _)| row).find(|row| self.identity(*row) == identity)
    }

    /// Whether rows of the result may be taken back although no input row is.
    pub fn retracts(&self) -> bool {
        let ty = self.scenario().join.ty;
        let outer = Side::BOTH.into_iter().any(|side| ty.outer(side)) || ty == JoinType::Anti;
        let regular = matches!(self.scenario().join.kind, JoinKind::Regular { .. });
        let as_regular = match self.recording.outcome() {
            Ok(Plan::RegularWithTimePredicate(why)) => why != RunsAs::EmptyFull,
            _ => false,
        };
        self.scenario().dialect == Dialect::FlinkSql && outer && (regular || as_regular)
    }

    /// Whether a partner that came after a step of the base would take back what a row came out as alone: it is in state, under a
    /// key that may be equal to another.
    pub fn may_take_back(&self, identity: usize, step: usize) -> bool {
        let Some(row) = self.find(identity).filter(|_| self.retracts()) else { return false };
        let view = self.recording.view(self.step_at(step));
        !self.recording.rows().get(row).key.is_null() && view.row(row).phase == Phase::Held
    }

    /// Whether its state only grows: nothing but a -D or -U ever takes a row out.
    pub fn only_grows(&self) -> bool {
        let regular = matches!(self.scenario().join.kind, JoinKind::Regular { state_ttl: 0 });
        let takes = self.scenario().script.iter().any(|step| matches!(step, Step::Push(push) if !push.kind.adds()));
        let for_ever = match self.recording.outcome() {
            Ok(Plan::RegularWithTimePredicate(_) | Plan::NeverEvicts { .. }) => true,
            outcome => regular && outcome.is_ok(),
        };
        for_ever && !takes
    }

    /// The result's rows that the steps behind `from` up to `to` of the base emitted.
    fn emissions(&self, from: usize, to: usize) -> Vec<Emission> {
        let mut all = Vec::new();
        for step in self.step_at(from) + 1..=self.step_at(to) {
            let whys = self.recording.effects(step).filter_map(|effect| match effect {
                Effect::Emitted { why, .. } => Some(why),
                _ => None,
            });
            all.extend(self.recording.emitted(step).zip(whys).map(|(out, why)| self.emission(out, why)));
        }
        all
    }

    fn emission(&self, out: Out, why: Why) -> Emission {
        let id = |row: Option<RowId>| row.map(|row| self.identity(row));
        Emission { left: id(out.left), right: id(out.right), half: self.recording.rows().half(), why, out }
    }

    /// Every row of the result, with the number of the base's step that emitted it.
    fn all_emissions(&self) -> impl Iterator<Item = (usize, Emission)> + '_ {
        (1..=self.recording.len()).flat_map(move |step| {
            let whys = self.recording.effects(step).filter_map(|effect| match effect {
                Effect::Emitted { why, .. } => Some(why),
                _ => None,
            });
            let base = self.base_step(step);
            self.recording.emitted(step).zip(whys).map(move |(out, why)| (base, self.emission(out, why)))
        })
    }

    /// What became of the row that a step of the base pushed, by the end of step `to`.
    fn fate(&self, index: usize, to: usize) -> Option<(RowId, Fate)> {
        let from = self.step_at(index);
        let (at, row) =
            (from..self.step_at(index + 1)).find_map(|at| Some((at, self.recording.rows().of_step(at)?)))?;
        let Some(Step::Push(push)) = self.scenario().script.get(at) else { return None };
        if !push.kind.adds() {
            return None;
        }
        let mut fate = None;
        for step in from + 1..=self.step_at(to) {
            for effect in self.recording.effects(step) {
                let next = match effect {
                    Effect::Pending { row: of } if of == row => Fate::Pending,
                    Effect::Buffered { row: of, due } if of == row => {
                        Fate::Waits { for_ever: self.waits_for_ever(row, due) }
                    }
                    Effect::TablePut { row: of, .. } if of == row => Fate::InTable,
                    Effect::Copied { row: of, .. } if of == row => Fate::Waits { for_ever: false },
                    Effect::Dropped { row: of, watermark, .. } if of == row => Fate::Late { watermark },
                    Effect::NotBuffered { row: of, why } if of == row => match why {
                        NotKept::PastReach { watermark, .. } if push.time <= watermark => Fate::Late { watermark },
                        NotKept::SemiMatched { .. } | NotKept::Answered => Fate::Done,
                        NotKept::NullKey => Fate::LeftOut,
                        NotKept::PastReach { .. }
                        | NotKept::NearEpoch { .. }
                        | NotKept::EmptyInterval
                        | NotKept::Evictable { .. } => Fate::NotKept,
                    },
                    Effect::InNoWindow { row: of } if of == row => Fate::LeftOut,
                    _ => continue,
                };
                // A row with a copy in one window is kept, whatever becomes of its others.
                if !matches!(fate, Some(Fate::Waits { .. })) {
                    fate = Some(next);
                }
            }
        }
        fate.map(|fate| (row, fate))
    }

    fn waits_for_ever(&self, row: RowId, due: Option<i64>) -> bool {
        let ttl = matches!(self.scenario().join.kind, JoinKind::Regular { state_ttl: 1.. });
        due.is_none() && !ttl && !self.recording.rows().versioned() && !self.matches[row.0 as usize]
    }

    /// What has come of it after a step of the base.
    pub fn totals(&self, step: usize, view: &View) -> Totals {
        let half = self.recording.rows().half();
        let mut totals = Totals { held: view.held.left + view.held.right, ..Totals::default() };
        for step in 1..=self.step_at(step) {
            for out in self.recording.emitted(step) {
                totals.emitted += 1;
                totals.taken_back += u64::from(!out.kind.adds());
                totals.padded += u64::from(out.kind.adds() && !half && (out.left.is_none() || out.right.is_none()));
            }
        }
        totals.result = totals.emitted.saturating_sub(2 * totals.taken_back);
        let late = |row: &crate::replay::RowView| matches!(row.phase, Phase::NotKept { late: true });
        totals.late = u64::try_from(view.rows().filter(late).count()).unwrap_or(u64::MAX);
        totals
    }

    /// The result after a step of the base: its rows by what they are made of, each with how often it is there.
    pub fn result(&self, step: usize) -> BTreeMap<(Option<usize>, Option<usize>), i64> {
        let mut result = BTreeMap::new();
        for step in 1..=self.step_at(step) {
            for out in self.recording.emitted(step) {
                let id = |row: Option<RowId>| row.map(|row| self.identity(row));
                *result.entry((id(out.left), id(out.right))).or_insert(0) += if out.kind.adds() { 1 } else { -1 };
            }
        }
        result.retain(|_, count| *count != 0);
        result
    }
}

/// What of a conversion is to be told beside a setup that says the rest itself.
fn of_script(change: Change, setup: &Setup) -> Option<Change> {
    match change {
        Change::Bounded { side, .. } => setup.watermarks[side].delay().map(|delay| Change::Bounded { side, delay }),
        Change::OptionGoes(_) | Change::KindStays => None,
        Change::WatermarksGo(_)
        | Change::BatchesCome(_)
        | Change::BatchesGo(_)
        | Change::CheckpointsGo(_)
        | Change::RetractionsGo(_) => Some(change),
    }
}

/// For each step of a script: the first push of the same side, id and key; its own index where it is none.
fn firsts(scenario: &Scenario) -> Vec<usize> {
    let mut known = HashMap::new();
    let mut firsts = Vec::with_capacity(scenario.script.len());
    for (index, step) in scenario.script.iter().enumerate() {
        firsts.push(match step {
            Step::Push(push) => *known.entry((push.side, &push.id, &push.key)).or_insert(index),
            _ => index,
        });
    }
    firsts
}

/// A row of the result, by the rows of the base that it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Emission {
    pub left: Option<usize>,
    pub right: Option<usize>,
    /// Of a semi or anti join, which puts out left rows alone.
    pub half: bool,
    pub why: Why,
    /// As the run has it.
    pub out: Out,
}

type Same = (Option<usize>, Option<usize>, bool, RowKind, Option<Span>);

impl Emission {
    /// What makes it the same change as another's. Windows count only between joins that both have them.
    fn same(&self, windows: bool) -> Same {
        (self.left, self.right, self.half, self.out.kind, self.out.window.filter(|_| windows))
    }

    /// The row that came out without a partner.
    pub fn alone(&self) -> Option<usize> {
        match (self.left, self.right) {
            (Some(row), None) | (None, Some(row)) => Some(row),
            _ => None,
        }
    }

    fn has(&self, row: usize) -> bool {
        self.left == Some(row) || self.right == Some(row)
    }
}

/// What became of a row that arrived, in the step of its arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// In state; for ever if nothing lets it go, and no partner comes in this script.
    Waits { for_ever: bool },
    /// Waiting for the next micro-batch (Spark).
    Pending,
    /// Behind the watermark, and not kept.
    Late { watermark: i64 },
    /// Not kept for another reason.
    NotKept,
    /// It never got to the join: in no window, or without a key.
    LeftOut,
    /// Emitted, and done: in Spark's semi join, or answered by a lookup.
    Done,
    /// In the table of a lookup join.
    InTable,
}

impl Fate {
    pub fn kept(self) -> bool {
        matches!(self, Fate::Waits { .. } | Fate::Pending | Fate::Done | Fate::InTable)
    }
}

/// What a run did in a row of the table.
#[derive(Clone, Debug)]
pub struct Cell {
    pub emissions: Vec<Emission>,
    /// What became of the row that arrived, where it is not told by what came out.
    pub fate: Option<(RowId, Fate)>,
    pub ran: Ran,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    Yes,
    /// Its script has no such step.
    NoStep,
    /// The engine refused before.
    Stopped,
}

impl Cell {
    /// What is to be said of the row that arrived besides what came out: nothing, where that is of the row itself and
    /// the row is kept.
    pub fn said(&self, run: &Run) -> Option<Fate> {
        let (row, fate) = self.fate?;
        let identity = run.identity(row);
        let told = self.emissions.iter().any(|emission| emission.has(identity));
        (!told || !fate.kept()).then_some(fate)
    }
}

/// A row of the table: an event, or another step, with the micro-batches that follow it. Numbers of the base's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub first: usize,
    pub last: usize,
}

/// Numbers so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All changes of the result.
    pub emitted: u64,
    /// Those of them that take something back.
    pub taken_back: u64,
    /// Those of them that came out padded with NULL.
    pub padded: u64,
    /// Rows of the result that stand.
    pub result: u64,
    /// Rows in state; in windows, copies.
    pub held: u64,
    /// Rows that came too late and were not kept.
    pub late: u64,
}

/// Several joins fed the same events: two side by side, or one of each type.
#[derive(Clone, Debug)]
pub struct Compared {
    base: Rc<Scenario>,
    setups: Vec<Setup>,
    runs: Vec<Run>,
    rows: Vec<Row>,
    /// By row of the table.
    differs: Vec<bool>,
    /// How many rows before each differ; one more than there are rows.
    before: Vec<usize>,
    /// Whether every run numbers its rows as the others do.
    alike: bool,
    /// What the playhead runs through: a recording of the base's own script.
    playhead: Rc<Recording>,
}

impl Compared {
    /// Runs the base's events under each setup. `ready` is the base's own recording.
    pub fn new(ready: &Rc<Recording>, setups: &[Setup]) -> Self {
        let base = Rc::clone(ready.scenario());
        let runs: Vec<Run> = setups.iter().map(|setup| Run::new(&base, setup, Some(ready))).collect();
        let rows = rows(&base);
        let playhead = playhead(&base, ready, &runs);
        let alike = runs.windows(2).all(|pair| pair[0].identity == pair[1].identity);
        let setups = setups.to_vec();
        let mut compared = Compared { base, setups, runs, rows, differs: Vec::new(), before: vec![0], alike, playhead };
        let differs: Vec<bool> = compared.rows.iter().map(|row| compared.row_differs(*row)).collect();
        for differs in &differs {
            let count = compared.before.last().copied().unwrap_or(0);
            compared.before.push(count + usize::from(*differs));
        }
        compared.differs = differs;
        compared
    }

    /// Whether this is the comparison of these.
    pub fn is_of(&self, base: &Rc<Scenario>, setups: &[Setup]) -> bool {
        Rc::ptr_eq(&self.base, base) && self.setups == setups
    }

    pub fn base(&self) -> &Rc<Scenario> {
        &self.base
    }

    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// One of the two that stand side by side.
    pub fn run(&self, which: Which) -> Option<&Run> {
        self.runs.get(which as usize)
    }

    /// The row, if by its number it is the same one in every run: what speaks of it there may then light up together.
    pub fn linked(&self, row: RowId) -> Option<RowId> {
        Some(row).filter(|_| self.alike)
    }

    pub fn playhead(&self) -> &Rc<Recording> {
        &self.playhead
    }

    /// How many steps there are to see.
    pub fn steps(&self) -> usize {
        self.playhead.len()
    }

    /// The rows of the table that have begun by a step, each no further than to it.
    pub fn rows_until(&self, step: usize) -> Vec<Row> {
        let count = self.rows.partition_point(|row| row.first <= step);
        self.rows[..count].iter().map(|row| Row { last: row.last.min(step), ..*row }).collect()
    }

    /// Those of the rows that have begun by a step that differ.
    pub fn differing_until(&self, step: usize) -> Vec<Row> {
        let rows = self.rows_until(step).into_iter().zip(&self.differs);
        // The row of the step shown may have run in part only.
        rows.filter(|(row, whole)| if row.last == step { self.row_differs(*row) } else { **whole })
            .map(|(row, _)| row)
            .collect()
    }

    /// The table's row that a step belongs to.
    pub fn row_at(&self, step: usize) -> Option<Row> {
        let index = self.rows.partition_point(|row| row.first <= step).checked_sub(1)?;
        self.rows.get(index).map(|row| Row { last: row.last.min(step), ..*row })
    }

    /// How many of the rows up to a step differ, of how many.
    pub fn differing(&self, step: usize) -> (usize, usize) {
        let count = self.rows.partition_point(|row| row.first <= step);
        let (Some(whole), Some(row)) = (count.checked_sub(1), self.row_at(step)) else { return (0, 0) };
        let before = self.before.get(whole).copied().unwrap_or(0);
        (before + usize::from(self.row_differs(row)), count)
    }

    /// The last step of the next row that differs, or of the one before.
    pub fn next_difference(&self, step: usize, back: bool) -> Option<usize> {
        let differing = |index: &usize| self.differs.get(*index).copied().unwrap_or(false);
        let at = self.rows.partition_point(|row| row.first <= step);
        let found =
            if back { (0..at.saturating_sub(1)).rev().find(differing) } else { (at..self.rows.len()).find(differing) };
        found.map(|index| self.rows[index].last)
    }

    /// How many events there are up to a step.
    pub fn events(&self, step: usize) -> usize {
        self.base.script.iter().take(step).filter(|step| matches!(step, Step::Push(_))).count()
    }

    /// Whether any run emits something in a step.
    pub fn emits(&self, step: usize) -> bool {
        self.runs.iter().any(|run| {
            let (from, to) = (run.step_at(step.saturating_sub(1)), run.step_at(step));
            (from + 1..=to).any(|step| run.recording.emitted(step).next().is_some())
        })
    }

    /// What a run did in a row of the table.
    pub fn cell(&self, run: &Run, row: Row) -> Cell {
        if !run.reaches(row.last) {
            return Cell { emissions: Vec::new(), fate: None, ran: Ran::Stopped };
        }
        let (from, to) = (row.first.saturating_sub(1), row.last);
        let ran = if run.step_at(from) == run.step_at(to) { Ran::NoStep } else { Ran::Yes };
        Cell { emissions: run.emissions(from, to), fate: run.fate(from, to), ran }
    }

    /// Whether the runs do not all do the same in a row of the table.
    pub fn row_differs(&self, row: Row) -> bool {
        let cells: Vec<(&Run, Cell)> = self
            .runs
            .iter()
            .map(|run| (run, self.cell(run, row)))
            .filter(|(_, cell)| cell.ran != Ran::Stopped)
            .collect();
        cells.windows(2).any(|pair| differ(&pair[0], &pair[1]))
    }

    /// Why two runs differ in a row of the table: the first few reasons, and how many more there are.
    pub fn reasons(&self, row: Row) -> (Vec<Reason>, usize) {
        reason::reasons(self, row)
    }

    /// How many rows of a result stand in it and not in the other's.
    pub fn only_here(&self, which: Which, step: usize) -> u64 {
        let (Some(here), Some(there)) = (self.run(which), self.run(which.other())) else { return 0 };
        let there = there.result(step);
        let more = here.result(step).into_iter().map(|(row, count)| {
            let others = there.get(&row).copied().unwrap_or(0).max(0);
            u64::try_from(count.saturating_sub(others)).unwrap_or(0)
        });
        more.sum()
    }

    /// The number of rows in state after each step of the base, from 0; it ends where the run does.
    pub fn held(&self, run: &Run) -> Vec<Option<u64>> {
        let mut view = run.recording.view(0);
        let mut held = vec![Some(0)];
        for step in 1..=self.base.script.len() {
            while view.step < run.step_at(step) {
                run.recording.advance(&mut view);
            }
            held.push(run.reaches(step).then_some(view.held.left + view.held.right));
        }
        held
    }
}

fn differ((run_a, a): &(&Run, Cell), (run_b, b): &(&Run, Cell)) -> bool {
    if let (Some((_, a)), Some((_, b))) = (a.fate, b.fate)
        && a.kept() != b.kept()
    {
        return true;
    }
    let windows = windowed(run_a) && windowed(run_b);
    let sorted = |cell: &Cell| {
        let mut all: Vec<Same> = cell.emissions.iter().map(|emission| emission.same(windows)).collect();
        // The order within a step is the engine's own, and says nothing.
        all.sort_unstable();
        all
    };
    sorted(a) != sorted(b)
}

fn windowed(run: &Run) -> bool {
    matches!(run.scenario().join.kind, JoinKind::Window { .. })
}

/// A row for each step, but micro-batches stand with the step before them.
fn rows(base: &Scenario) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(base.script.len());
    for (index, step) in base.script.iter().enumerate() {
        match (step, rows.last_mut()) {
            (Step::Batch | Step::FailingBatch, Some(row)) => row.last = index + 1,
            _ => rows.push(Row { first: index + 1, last: index + 1 }),
        }
    }
    rows
}

/// A recording of the base's own script that runs to its end, for the playhead: the base's, or a run's, or where all of
/// them are refused one of a join that never matches, so that the events at least can be stepped.
fn playhead(base: &Rc<Scenario>, ready: &Rc<Recording>, runs: &[Run]) -> Rc<Recording> {
    let own = |recording: &&Rc<Recording>| recording.len() == base.script.len();
    let same = |run: &&Run| run.changes.is_empty() && run.scenario().script.len() == base.script.len();
    let mut all = std::iter::once(ready).chain(runs.iter().filter(same).map(|run| &run.recording));
    if let Some(found) = all.find(own) {
        return Rc::clone(found);
    }
    let nothing =
        JoinKind::Interval(Interval { lower_inclusive: false, upper_inclusive: false, ..Interval::closed(0, 0) });
    let dialect = if base.dialect == Dialect::Spark { Dialect::Spark } else { Dialect::FlinkSql };
    let setup = Setup {
        dialect,
        watermarks: Sides::new(crate::scenario::Strategy::bounded(0), crate::scenario::Strategy::bounded(0)),
        policy: None,
        join: Join { ty: JoinType::Inner, kind: nothing },
    };
    let alone = Rc::new(Recording::new(Rc::new(with_setup((**base).clone(), &setup))));
    if alone.len() > ready.len() { alone } else { Rc::clone(ready) }
}
