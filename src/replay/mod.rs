//! The recording of a scenario's run: every step's effects, checkpoints, and what is to be seen at any step.

mod again;
mod ahead;
mod assembly;
mod changed;
mod counted;
pub mod diff;
mod held;
mod history;
mod log;
mod matched;
pub mod pack;
mod release;
mod rows;
mod run;
pub mod series;
mod sorted;
mod summary;
mod trace;
mod view;
mod walk;
mod windows;

use std::{
    cell::{OnceCell, RefCell},
    ops::{Range, RangeInclusive},
    rc::Rc,
};

pub use again::Again;
pub use ahead::{Ahead, Event};
pub use assembly::{Assembly, NotNext};
pub use changed::{Changes, changed};
use counted::Counted;
pub use counted::{Count, Kind};
use held::Held;
pub use log::Effects;
use matched::Matched;
pub use matched::Pair;
pub use release::{Fork, Next, Nudge, Outcome, Release};
pub use rows::{RowInfo, Rows};
pub use run::{Inputs, Run, Slice, setup_from_bytes, setup_to_bytes};
pub use sorted::Sorted;
pub use summary::Summary;
pub use trace::{Emission, entries, trace};
pub use view::{Fold, GoneBy, Pad, PartitionView, Phase, RowView, State, View, WindowId, WindowView};
pub use windows::{WindowFacts, WindowName, WindowPlace, WindowSeen};

use self::{history::History, log::Log, pack::Base, rows::number};
use crate::{
    engine::{
        Effect, Engine, Input, Plan, Refusal, RowId,
        effect::{BatchRun, Span},
    },
    scenario::{RowKind, Scenario, Side, Sides, Step, time::Times},
};

/// A scenario that has been run from its first step to its last.
#[derive(Clone, Debug)]
pub struct Recording {
    scenario: Rc<Scenario>,
    rows: Rc<Rows>,
    outcome: Result<Plan, Stopped>,
    log: Log,
    history: Rc<History>,
    /// The rest of the state after some steps, so that none is far from one: all together at most half as large as the
    /// effects, and no two within [`Recording::STRIDE`] steps.
    checkpoints: Vec<Rc<Fold>>,
    span: Reach,
    holds_back: Option<i64>,
    /// The engine after some steps, if it ran here, or was asked what if in a recording that begins alike.
    engines: Rc<[(usize, Rc<Engine>)]>,
    /// The engine as it was when it was last asked what if ([`Recording::fork`]), and after which step.
    again: RefCell<Option<(usize, Rc<Engine>)>>,
    found: Found,
}

/// What was found in a recording when it was asked for: again it costs nothing, or a step on little.
#[derive(Clone, Debug, Default)]
struct Found {
    held: RefCell<Held>,
    matched: OnceCell<Matched>,
    counted: RefCell<Sides<Counted>>,
    windows: RefCell<windows::Past>,
    extent: OnceCell<(i64, i64)>,
}

/// How far in event time the rows of a run stay in state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The latest time at which any row may leave; `None` where none ever does.
    pub last_due: Option<i64>,
    /// How long after its own time a row of each side stays at the longest, ms; `None` where none is kept, or all for ever.
    pub reach: Sides<Option<i64>>,
    /// Whether rows of a side are kept for ever.
    pub forever: Sides<bool>,
}

impl Reach {
    /// A row was put into state, and is there up to `last`, in event time.
    fn add(&mut self, row: RowInfo, due: Option<i64>, last: Option<i64>) {
        let (Some(due), Some(last)) = (due, last) else {
            self.forever[row.side] = true;
            return;
        };
        let stays = last.saturating_sub(row.time).max(0);
        self.last_due = self.last_due.max(Some(due));
        self.reach[row.side] = self.reach[row.side].max(Some(stays));
    }
}

impl Reach {
    /// That of the rows of both.
    fn and(self, other: Reach) -> Self {
        let both = |side: Side| self.reach[side].max(other.reach[side]);
        Reach {
            last_due: self.last_due.max(other.last_due),
            reach: Sides::new(both(Side::Left), both(Side::Right)),
            forever: Sides::new(self.forever.left || other.forever.left, self.forever.right || other.forever.right),
        }
    }
}

/// The engine refused the scenario: as a whole, or in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub refusal: Refusal,
    /// Index of the step at which it stopped; `None` if nothing ran.
    pub step: Option<usize>,
}

/// A row of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    /// The number of the step that emitted it, from 1.
    pub step: usize,
    pub kind: RowKind,
    pub left: Option<RowId>,
    pub right: Option<RowId>,
    pub window: Option<Span>,
}

/// A micro-batch that Spark ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: u32,
    /// In force in it; `None` where no side has one.
    pub watermark: Option<i64>,
    /// How many rows it read; 0: a no-data batch.
    pub rows: u32,
    pub dropped: u32,
    pub removed: u32,
    pub run: BatchRun,
    /// What was held after it; of one that failed, what was held before it, as nothing of it is kept.
    pub held: Sides<u64>,
    /// Its place among the effects of its step.
    pub effects: Range<usize>,
}

impl Recording {
    const STRIDE: usize = 512;
    /// A run is taken over so many steps at a time.
    const SLICE: usize = 4096;
    /// joinscope's own limit, some 800 MB: a join of n rows of one key with n others makes n² pairs.
    pub const MAX_EFFECTS: usize = 1 << 24;

    /// Runs a scenario. One that the engine refuses gives a recording without steps, or with those before the refusal.
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let rows = Rc::new(Rows::new(&scenario));
        let mut run = Run::start(scenario.setup(), Inputs::of(&scenario, &rows));
        let mut assembly = Assembly::new(scenario, rows, None);
        loop {
            // What a run tells is what an assembly takes, so nothing is refused here.
            let slice = run.slice(Self::SLICE);
            if assembly.append(&slice.bytes).is_err() || slice.done.is_some() {
                return Recording { engines: run.into_engines(), ..assembly.end() };
            }
        }
    }

    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.scenario
    }

    pub fn rows(&self) -> &Rc<Rows> {
        &self.rows
    }

    /// How the scenario's times are written.
    pub fn times(&self) -> &Times {
        self.rows.times(&self.scenario)
    }

    /// The stretch of event time that a picture of all of it shows, ms, as `find` finds it when it is first asked for.
    pub fn extent(&self, find: impl FnOnce(&Self) -> (i64, i64)) -> (i64, i64) {
        *self.found.extent.get_or_init(|| find(self))
    }

    /// What the engine ran the scenario as, or why and where it refused.
    pub fn outcome(&self) -> Result<Plan, Stopped> {
        self.outcome
    }

    /// How many steps there are to see: all of the script, or those before a refusal.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What happened in step `step`, counted from 1; nothing before everything (step 0) and behind the last step that ran.
    pub fn effects(&self, step: usize) -> Effects<'_> {
        let index = step.wrapping_sub(1);
        match (self.log.get(index), self.scenario.script.get(index)) {
            (Some(bytes), Some(step)) => {
                Effects::new(bytes, Base::of(step, self.rows.of_step(index)), number(self.rows.len()))
            }
            _ => Effects::default(),
        }
    }

    /// What happened in one micro-batch of a step.
    pub fn effects_of(&self, step: usize, batch: &Batch) -> impl Iterator<Item = Effect> + '_ {
        let Range { start, end } = batch.effects;
        self.effects(step).take(end).skip(start)
    }

    /// What is held at a view, as the engine counts it; `None` where no join is planned.
    pub fn held(&self, view: &View) -> Option<Sides<u64>> {
        (self.outcome != Ok(Plan::NoJoin)).then_some(view.held)
    }

    /// Rows (in windows, copies) that the step dropped as late.
    pub fn late(&self, step: usize) -> Sides<u64> {
        let mut late = Sides::default();
        for effect in self.kept_effects(step) {
            if let Effect::Dropped { row, .. } = effect {
                late[self.rows.get(row).side] += 1;
            }
        }
        late
    }

    /// The micro-batches that a step ran (Spark).
    pub fn batches(&self, step: usize) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut from = None;
        for (index, effect) in self.effects(step).enumerate() {
            match effect {
                Effect::BatchStarted { watermark, rows, run, .. } => {
                    from = Some((index, watermark, rows.left.saturating_add(rows.right), run));
                }
                Effect::BatchFinished { id, dropped, removed, held } => {
                    if let Some((start, watermark, rows, run)) = from.take() {
                        let effects = start..index + 1;
                        batches.push(Batch { id, watermark, rows, dropped, removed, run, held, effects });
                    }
                }
                Effect::BatchFailed { id } => {
                    if let Some((start, watermark, rows, run)) = from.take() {
                        // It is the first of its step, so what was held is what was held before the step.
                        let held = self.view(step.saturating_sub(1)).held;
                        let effects = start..index + 1;
                        batches.push(Batch { id, watermark, rows, dropped: 0, removed: 0, run, held, effects });
                    }
                }
                _ => {}
            }
        }
        batches
    }

    /// What happened in step `step` but for what a micro-batch did that failed; that it failed is among it.
    pub fn kept_effects(&self, step: usize) -> impl Iterator<Item = Effect> + '_ {
        self.unless_failed(step, |_| false)
    }

    /// What happened in step `step`; of a micro-batch that failed only that it ran and what it put out, for nothing else of it lasts.
    pub fn lasting_effects(&self, step: usize) -> impl Iterator<Item = Effect> + '_ {
        self.unless_failed(step, |effect| matches!(effect, Effect::BatchStarted { .. } | Effect::Emitted { .. }))
    }

    fn unless_failed(&self, step: usize, lasts: impl Fn(&Effect) -> bool) -> impl Iterator<Item = Effect> {
        let mut failed = false;
        self.effects(step).filter(move |effect| {
            match effect {
                Effect::BatchStarted { run, .. } => failed = run.fails(),
                Effect::BatchFailed { .. } => failed = false,
                _ => {}
            }
            !failed || lasts(effect)
        })
    }

    /// The first of these steps that did something which is still so after step `at` (a step behind `at`: after itself).
    pub fn first_standing(
        &self,
        mut steps: RangeInclusive<usize>,
        at: usize,
        what: impl Fn(&Effect) -> bool,
    ) -> Option<usize> {
        steps.find(|step| self.stands(*step, at.max(*step)) && self.kept_effects(*step).any(|effect| what(&effect)))
    }

    /// The step of the checkpoint that the crash in step `step` took the state back to: 0 where there was none yet. `None`
    /// where there was no crash (and in Spark, which goes back behind its last micro-batch).
    pub fn came_back_to(&self, step: usize) -> Option<usize> {
        self.history.backs().of(step)
    }

    /// Whether what step `did` did to state is still so after step `at`, no crash having undone it.
    pub fn stands(&self, did: usize, at: usize) -> bool {
        self.history.backs().stands(did, at)
    }

    /// How far the rows of all steps reach.
    pub fn span(&self) -> Reach {
        self.span
    }

    /// How far behind its own watermark the join passes one on, ms; `None` where no join is planned.
    pub fn holds_back(&self) -> Option<i64> {
        self.holds_back
    }

    /// The watermark that the join has passed on by a view, ms; `None` where it has none, or no join is planned.
    pub fn passed_on(&self, view: &View) -> Option<i64> {
        Some(view.join_watermark?.saturating_sub(self.holds_back?))
    }

    /// The partners found in steps 1 to `step`, each with the number of its step; not those of what a crash has undone since.
    pub fn matches(&self, step: usize) -> impl Iterator<Item = (usize, RowId, RowId)> + '_ {
        let last = step.min(self.len());
        (1..=last).filter(move |step| self.stands(*step, last)).flat_map(|step| {
            self.kept_effects(step).filter_map(move |effect| match effect {
                Effect::Matched { left, right } | Effect::VersionTaken { left, right } => Some((step, left, right)),
                _ => None,
            })
        })
    }

    /// The script's step of number `step`, from 1.
    pub fn step(&self, step: usize) -> Option<&Step> {
        self.scenario.script.get(step.checked_sub(1)?)
    }

    /// The state after step `step`; 0 is before everything.
    pub fn view(&self, step: usize) -> View {
        let step = step.min(self.len());
        let before = self.checkpoints.partition_point(|fold| fold.step <= step).checked_sub(1);
        let fold = before.map_or_else(Fold::start, |at| (*self.checkpoints[at]).clone());
        let mut view = View::new(fold, Rc::clone(&self.history));
        while view.step < step {
            self.advance(&mut view);
        }
        view
    }

    /// Applies the next step to `view`.
    pub fn advance(&self, view: &mut View) {
        let next = view.step + 1;
        if next <= self.len() {
            view.apply(&self.rows, self.rows.of_step(next - 1), self.effects(next));
        }
    }

    /// How many steps at the beginning of both cannot but do the same: they are the same under the same setup.
    pub fn alike(&self, other: &Recording) -> usize {
        if self.scenario.setup() != other.scenario.setup() {
            return 0;
        }
        self.scenario.script.same_head(&other.scenario.script).min(self.len()).min(other.len())
    }

    /// The result's rows that steps 1 to `step` emitted, in order.
    pub fn out(&self, step: usize) -> Vec<Out> {
        (1..=step.min(self.len())).flat_map(|step| self.emitted(step)).collect()
    }

    /// The result's rows that one step emitted.
    pub fn emitted(&self, step: usize) -> impl Iterator<Item = Out> + '_ {
        emitted(step, self.effects(step))
    }

    /// The result's rows that one micro-batch of a step emitted.
    pub fn emitted_in(&self, step: usize, batch: &Batch) -> impl Iterator<Item = Out> + '_ {
        emitted(step, self.effects_of(step, batch))
    }
}

fn emitted(step: usize, effects: impl Iterator<Item = Effect>) -> impl Iterator<Item = Out> {
    effects.filter_map(move |effect| match effect {
        Effect::Emitted { kind, left, right, window, .. } => Some(Out { step, kind, left, right, window }),
        _ => None,
    })
}

impl Rows {
    /// What the engine is given for a step.
    pub fn input(&self, index: usize, step: &Step) -> Input {
        match step {
            Step::Push(push) => match self.of_step(index) {
                Some(row) => Input::Push(self.arrival(row, push)),
                // `Rows` numbers the row of every push, so this is not reached; a batch is refused or does nothing.
                None => Input::Batch,
            },
            Step::Watermark { side, time } => Input::Watermark { side: *side, time: *time },
            Step::Batch => Input::Batch,
            Step::FailingBatch => Input::FailingBatch,
            Step::Checkpoint => Input::Checkpoint,
            Step::Crash => Input::Crash,
            Step::Clock { time } => Input::Clock { time: *time },
        }
    }
}

/// Runs of some hundred steps, a crash among them, of every kind of join, for what leaps through them.
#[cfg(test)]
fn long_runs() -> impl Iterator<Item = Recording> {
    use crate::scenario::{
        JoinKind,
        generate::{Generate, Shape},
        read,
    };
    std::fs::read_dir("../www/scenarios").unwrap().filter_map(|file| {
        let mut scenario = read(&std::fs::read_to_string(file.unwrap().path()).unwrap()).ok()?;
        let shape = |letter| Shape { per_hour: 2_400, late: 4, late_by: 300_000, alone: 10, ..Shape::new(letter) };
        let regular = matches!(scenario.join.kind, JoinKind::Regular { .. });
        let generate = Generate {
            keys: 400,
            sides: Sides::new(shape('l'), shape('r')),
            batch_every: (scenario.dialect == crate::scenario::Dialect::Spark).then_some(20_000),
            clock_every: regular.then_some(30_000),
            ..Generate::new(1_773_133_200_000)
        };
        let mut script = generate.script();
        // A crash takes back what came since the checkpoint.
        script.insert(script.len() * 2 / 3, Step::Crash);
        if scenario.dialect != crate::scenario::Dialect::Spark {
            script.insert(script.len() / 3, Step::Checkpoint);
        }
        scenario.script = script.into();
        Some(Recording::new(Rc::new(scenario))).filter(|recording| recording.len() > 600)
    })
}
