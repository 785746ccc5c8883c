//! The join itself: a step in, effects out. No I/O, no clock, no interface, no globals.
//!
//! [`Engine::new`] takes a [`Setup`] or says why the real engine refuses it; [`Engine::apply`] takes one [`Input`]
//! after the other and tells a [`Sink`] everything that happens, with its reasons, in the order in which the real engine
//! acts. Adding a dialect of a family means a file of its own and one arm in [`Engine::new`].

mod arena;
pub mod effect;
mod interval;
mod lists;
mod lookup;
mod ordered;
mod refusal;
mod regular;
mod spark;
mod temporal;
mod timers;
mod watermark;
mod window;
mod windows;

use std::rc::Rc;

pub use effect::{Effect, Key, RowId, Sink};
pub use refusal::{Refusal, WayOut};
pub use windows::MAX_COPIES;

use self::{
    interval::{
        flink_datastream::FlinkDatastreamInterval,
        flink_sql::{EmptyInterval, FlinkSqlInterval},
    },
    lookup::flink_sql::FlinkSqlLookup,
    regular::{flink_sql::FlinkSqlRegular, flink_sql_inner::FlinkSqlInner},
    spark::Spark,
    temporal::flink_sql::FlinkSqlTemporal,
    watermark::Watermarks,
    window::{flink_datastream::FlinkDatastreamWindow, flink_sql::FlinkSqlWindow},
};
use crate::scenario::{Dialect, JoinKind, JoinType, MAX_TIME, RowKind, Setup, Side, Sides, Window};

/// One row arriving, as the engine needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub side: Side,
    pub row: RowId,
    pub key: Key,
    /// Event time, ms since the epoch.
    pub time: i64,
    pub kind: RowKind,
    /// Of its side's source.
    pub partition: u32,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Push(Arrival),
    Watermark {
        side: Side,
        time: i64,
    },
    Batch,
    /// The same, but the first micro-batch fails before its commit.
    FailingBatch,
    Clock {
        time: i64,
    },
    Checkpoint,
    /// In Flink see [`Engine::crash`].
    Crash,
}

/// Of the inputs so far, those that a source gives again after a crash: all since the last checkpoint. (Its offsets are in the
/// checkpoint.)
pub fn since_checkpoint(inputs: &[Input]) -> &[Input] {
    let last = inputs.iter().rposition(|input| *input == Input::Checkpoint);
    &inputs[last.map_or(0, |last| last + 1)..]
}

/// What the real engine makes of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// What was asked for.
    AsAsked,
    /// A regular join with the interval as an extra time predicate: nothing is ever cleaned up.
    RegularWithTimePredicate(RunsAs),
    /// No join at all: Flink sees that no pair can satisfy the bounds.
    NoJoin,
    /// DataStream has no window join but inner: `coGroup` with a function that pads, or picks left rows.
    CoGroup,
    /// DataStream windows of which a side has no watermark: nothing ever fires, and nothing is late.
    NeverFires { without: Side },
    /// Nothing ever leaves state, and no outer side is ever padded, for a side has no watermark (DataStream and Spark
    /// interval joins, Spark window joins without any).
    NeverEvicts { without: Side },
    /// Spark's `session_window` does not merge in a join: each row is a session of its own, and equal times match.
    SessionsOfOneRow,
}

/// Why Flink plans an interval join as a regular one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsAs {
    /// Its interval join has no semi and anti.
    SemiOrAnti,
    /// A side has no watermark, so its time column is no time attribute.
    NoWatermark(Side),
    /// A full join whose bounds contradict each other.
    EmptyFull,
}

/// Whether two keys are equal for a join: NULL equals nothing, but in Spark's full join, which compares the key's bytes.
pub fn keys_match(dialect: Dialect, ty: JoinType, left: Key, right: Key) -> bool {
    left == right && (!left.is_null() || dialect == Dialect::Spark && ty == JoinType::Full)
}

/// A join at work.
#[derive(Clone, Debug)]
pub struct Engine {
    setup: Setup,
    plan: Plan,
    watermarks: Watermarks,
    clock: i64,
    join: Running,
    /// What a crash of a Flink job goes back to; `None` before the first checkpoint.
    checkpoint: Option<Rc<Checkpoint>>,
}

/// What a checkpoint of Flink has: the operator's keyed state and timers.
#[derive(Clone, Debug)]
struct Checkpoint {
    /// The job's checkpoints are counted from 1.
    id: u32,
    join: Running,
}

/// The operators, by family and dialect.
#[derive(Clone, Debug)]
enum Running {
    FlinkSqlInterval(FlinkSqlInterval),
    FlinkSqlLookup(FlinkSqlLookup),
    FlinkSqlRegular(FlinkSqlRegular),
    FlinkSqlInner(FlinkSqlInner),
    FlinkSqlTemporal(FlinkSqlTemporal),
    FlinkSqlWindow(Box<FlinkSqlWindow>),
    EmptyInterval(EmptyInterval),
    FlinkDatastreamInterval(FlinkDatastreamInterval),
    FlinkDatastreamWindow(FlinkDatastreamWindow),
    Spark(Box<Spark>),
}

/// Hears nothing.
struct Nobody;

impl Sink for Nobody {
    const EXPLAINS: bool = false;
    fn effect(&mut self, _: Effect) {}
}

impl Running {
    /// How many bytes a clone takes besides its own, about.
    fn bytes(&self) -> usize {
        match self {
            Running::FlinkSqlInterval(join) => join.bytes(),
            Running::FlinkSqlLookup(join) => join.bytes(),
            Running::FlinkSqlRegular(join) => join.bytes(),
            Running::FlinkSqlInner(join) => join.bytes(),
            Running::FlinkSqlTemporal(join) => join.bytes(),
            Running::FlinkSqlWindow(join) => join.bytes(),
            Running::EmptyInterval(_) => 0,
            Running::FlinkDatastreamInterval(join) => join.bytes(),
            Running::FlinkDatastreamWindow(join) => join.bytes(),
            Running::Spark(join) => join.bytes(),
        }
    }
}

impl Engine {
    /// The engine for this setup, or why the real one refuses it.
    pub fn new(setup: &Setup) -> Result<Engine, Refusal> {
        refusal::check(setup)?;
        let ty = setup.join.ty;
        let without = refusal::without_watermark(setup);
        let (plan, join) = match (setup.dialect, setup.join.kind) {
            (Dialect::FlinkSql, JoinKind::Interval(interval)) => {
                let plan = refusal::interval_plan(setup, &interval);
                let join = match plan {
                    Plan::RegularWithTimePredicate(_) => {
                        Running::FlinkSqlRegular(FlinkSqlRegular::new(ty, Some(interval.inclusive()), 0))
                    }
                    Plan::NoJoin => Running::EmptyInterval(EmptyInterval::new(&interval, ty)),
                    _ => Running::FlinkSqlInterval(FlinkSqlInterval::new(&interval, ty)),
                };
                (plan, join)
            }
            (Dialect::FlinkSql, JoinKind::Regular { state_ttl: 0 }) if ty == JoinType::Inner => {
                (Plan::AsAsked, Running::FlinkSqlInner(FlinkSqlInner::default()))
            }
            (Dialect::FlinkSql, JoinKind::Regular { state_ttl }) => {
                (Plan::AsAsked, Running::FlinkSqlRegular(FlinkSqlRegular::new(ty, None, state_ttl)))
            }
            (Dialect::FlinkSql, JoinKind::Temporal) => {
                (Plan::AsAsked, Running::FlinkSqlTemporal(FlinkSqlTemporal::new(ty.outer(Side::Left))))
            }
            (Dialect::FlinkSql, JoinKind::Lookup) => (Plan::AsAsked, Running::FlinkSqlLookup(FlinkSqlLookup::new(ty))),
            (Dialect::FlinkSql, JoinKind::Window { window, .. }) => {
                (Plan::AsAsked, Running::FlinkSqlWindow(Box::new(FlinkSqlWindow::new(ty, window))))
            }
            (Dialect::FlinkDatastream, JoinKind::Interval(interval)) => (
                without.map_or(Plan::AsAsked, |without| Plan::NeverEvicts { without }),
                Running::FlinkDatastreamInterval(FlinkDatastreamInterval::new(&interval, without.is_none())),
            ),
            (Dialect::FlinkDatastream, JoinKind::Window { window, allowed_lateness }) => {
                let plan = match without {
                    Some(without) => Plan::NeverFires { without },
                    None if ty == JoinType::Inner => Plan::AsAsked,
                    None => Plan::CoGroup,
                };
                let timed = without.is_none();
                let join = FlinkDatastreamWindow::new(ty, window, allowed_lateness, timed);
                (plan, Running::FlinkDatastreamWindow(join))
            }
            (
                dialect @ Dialect::FlinkDatastream,
                kind @ (JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup),
            ) => {
                return Err(Refusal::NoSuchJoin { dialect, kind: kind.word() });
            }
            (Dialect::Spark, kind) => {
                let join = Spark::new(setup);
                let plan = match (kind, without) {
                    (JoinKind::Window { window: Window::Session { .. }, .. }, _) => Plan::SessionsOfOneRow,
                    (JoinKind::Window { .. } | JoinKind::Interval(_), Some(without)) if !join.evicts() => {
                        Plan::NeverEvicts { without }
                    }
                    _ => Plan::AsAsked,
                };
                (plan, Running::Spark(Box::new(join)))
            }
        };
        let datastream = setup.dialect == Dialect::FlinkDatastream;
        let watermarks = match setup.join.kind {
            JoinKind::Lookup => Watermarks::left_alone(setup),
            kind => {
                let union = datastream && matches!(kind, JoinKind::Window { .. });
                Watermarks::new(setup, i64::from(datastream), union)
            }
        };
        Ok(Engine { setup: *setup, plan, watermarks, clock: 0, join, checkpoint: None })
    }

    /// What the real engine runs for the setup.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Each side's own watermark, ms; in Spark its mark, newest event time less delay, as of the last micro-batch.
    pub fn watermarks(&self) -> Sides<Option<i64>> {
        match &self.join {
            Running::Spark(join) => join.marks(),
            _ => self.watermarks.mark(),
        }
    }

    /// Rows in state, in windows copies; `None` where no join is planned.
    pub fn held(&self) -> Option<Sides<u64>> {
        match &self.join {
            Running::FlinkSqlInterval(join) => Some(join.held()),
            Running::FlinkSqlLookup(_) => Some(Sides::default()),
            Running::FlinkSqlRegular(join) => Some(join.held()),
            Running::FlinkSqlInner(join) => Some(join.held()),
            Running::FlinkSqlTemporal(join) => Some(join.held()),
            Running::FlinkSqlWindow(join) => Some(join.held()),
            Running::EmptyInterval(_) => None,
            Running::FlinkDatastreamInterval(join) => Some(join.held()),
            Running::FlinkDatastreamWindow(join) => Some(join.held()),
            Running::Spark(join) => Some(join.held()),
        }
    }

    /// How many bytes a clone of the engine takes, about.
    pub fn bytes(&self) -> usize {
        let checkpoint = self.checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.join.bytes());
        size_of::<Engine>() + self.watermarks.bytes() + self.join.bytes() + checkpoint
    }

    /// How far behind its own watermark the join passes one on, ms; `None` where no join is planned.
    ///
    /// Flink's operators pass it on as it is, but for Flink SQL's interval join (`KeyedCoProcessOperatorWithWatermarkDelay`):
    /// a row that it pads may be as old as the longer of the two reaches. Spark's (`produceOutputWatermark`) holds it back to
    /// the oldest row that a state may hold; a semi join to those of its left one, for only they come out.
    ///
    /// Flink's was asked: `tests/passed_on.txt` has what it passed on in each step of 266 goldens. Spark's is read in its code.
    pub fn holds_back(&self) -> Option<i64> {
        match &self.join {
            Running::FlinkSqlInterval(join) => Some(join.holds_back()),
            Running::EmptyInterval(_) => None,
            Running::Spark(join) => Some(join.holds_back()),
            Running::FlinkSqlLookup(_)
            | Running::FlinkSqlRegular(_)
            | Running::FlinkSqlInner(_)
            | Running::FlinkSqlTemporal(_)
            | Running::FlinkSqlWindow(_)
            | Running::FlinkDatastreamInterval(_)
            | Running::FlinkDatastreamWindow(_) => Some(0),
        }
    }

    /// Runs one step. An `Err` is what the real engine says when it stops there; the engine must not be used after it.
    pub fn apply(&mut self, input: Input, sink: &mut impl Sink) -> Result<(), Refusal> {
        // With all numbers within ±2^53, none of the sums of a few of them leaves an i64.
        if let Input::Push(Arrival { time, .. }) | Input::Watermark { time, .. } | Input::Clock { time } = input
            && !(-MAX_TIME..=MAX_TIME).contains(&time)
        {
            return Err(Refusal::OutOfRange);
        }
        match input {
            // Field by field: copied as a whole, what was just written is read across its fields, for which a processor waits.
            Input::Push(Arrival { side, row, key, time, kind, partition }) => {
                let arrival = Arrival { side, row, key, time, kind, partition };
                self.push(arrival, sink)?;
                if !matches!(self.join, Running::Spark(_))
                    && let Some(own) = self.watermarks.pushed(arrival, self.clock, sink)
                {
                    self.advance(arrival.side, own, sink);
                }
            }
            Input::Watermark { .. } if matches!(self.join, Running::Spark(_)) => return Err(Refusal::WatermarkStep),
            Input::Watermark { side, time } => {
                if let Some(own) = self.watermarks.asked(side, time, sink) {
                    self.advance(side, own, sink);
                }
            }
            Input::Batch => return self.batch(false, sink),
            Input::FailingBatch => return self.batch(true, sink),
            Input::Checkpoint => return self.take_checkpoint(sink),
            Input::Crash => return self.crash(&[], sink),
            Input::Clock { time } => self.tick(time, sink),
        }
        Ok(())
    }

    /// Processing time moves: rows of a regular join may have been kept for long enough, and sources be idle.
    fn tick(&mut self, time: i64, sink: &mut impl Sink) {
        let by_join = matches!(self.join, Running::FlinkSqlRegular(_) | Running::FlinkSqlInner(_));
        let by_source = self.watermarks.is_timed() && !matches!(self.join, Running::Spark(_));
        if time <= self.clock || !(by_join || by_source) {
            sink.effect(Effect::ClockIgnored);
            return;
        }
        self.clock = time;
        sink.effect(Effect::Clock { to: time });
        if let Running::FlinkSqlRegular(join) = &mut self.join {
            join.tick(time, sink);
        }
        if !by_source {
            return;
        }
        for side in Side::BOTH {
            if let Some(own) = self.watermarks.tick(side, time, sink) {
                self.advance(side, own, sink);
            }
            if self.watermarks.falls_idle(side, sink)
                && let Some(watermark) = self.watermarks.follow(sink)
            {
                self.advance_join(watermark, sink);
            }
        }
    }

    fn batch(&mut self, fails: bool, sink: &mut impl Sink) -> Result<(), Refusal> {
        let Running::Spark(join) = &mut self.join else { return Err(Refusal::BatchStep) };
        join.batch(fails, sink);
        Ok(())
    }

    fn take_checkpoint(&mut self, sink: &mut impl Sink) -> Result<(), Refusal> {
        if matches!(self.join, Running::Spark(_)) {
            return Err(Refusal::CheckpointStep);
        }
        let before = self.checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.id);
        let id = before.saturating_add(1);
        self.checkpoint = Some(Rc::new(Checkpoint { id, join: self.join.clone() }));
        sink.effect(Effect::Checkpointed { id });
        Ok(())
    }

    /// The job fails and starts again. What is in memory only is lost; in Flink state and timers are back as the last checkpoint
    /// has them, and the source gives the pushes and `watermark` steps of `since` again: [`since_checkpoint`]'s. Spark's rows wait
    /// in its source, and a micro-batch that had failed runs again.
    ///
    /// [`Engine::apply`] does the same for a source that has nothing to give again.
    pub fn crash(&mut self, since: &[Input], sink: &mut impl Sink) -> Result<(), Refusal> {
        if let Running::Spark(join) = &mut self.join {
            join.crash(sink);
            return Ok(());
        }
        let to = self.checkpoint.as_ref().map(|checkpoint| checkpoint.id);
        sink.effect(Effect::Crashed { to });
        self.watermarks.lose(self.clock, sink);
        if let Running::FlinkSqlInterval(join) = &mut self.join {
            join.lose(sink);
        }
        // The table of a lookup join is not the job's: it stands as it stands [`table-changed`].
        let looks_up = matches!(self.join, Running::FlinkSqlLookup(_));
        if !looks_up {
            self.join = match &self.checkpoint {
                Some(checkpoint) => checkpoint.join.clone(),
                None => Engine::new(&self.setup)?.join,
            };
            if let Running::FlinkSqlInterval(join) = &mut self.join {
                join.lose(&mut Nobody);
            }
        }
        sink.effect(Effect::Restored { checkpoint: to, held: self.held().unwrap_or_default() });
        // Processing time does not go back [`ttl`].
        if let Running::FlinkSqlRegular(join) = &mut self.join {
            join.tick(self.clock, sink);
        }
        for input in since {
            match *input {
                Input::Push(Arrival { side, .. }) | Input::Watermark { side, .. }
                    if looks_up && side == Side::Right => {}
                Input::Push(Arrival { row, kind, .. }) => {
                    sink.effect(Effect::Replayed { row, kind });
                    self.apply(*input, sink)?;
                }
                Input::Watermark { side, time } => {
                    sink.effect(Effect::ReplayedWatermark { side, to: time });
                    self.apply(*input, sink)?;
                }
                Input::Batch | Input::FailingBatch | Input::Clock { .. } | Input::Checkpoint | Input::Crash => {}
            }
        }
        Ok(())
    }

    fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) -> Result<(), Refusal> {
        if !self.takes(arrival.side, arrival.kind) {
            return Err(Refusal::RowKind { kind: arrival.kind });
        }
        match &mut self.join {
            Running::FlinkSqlInterval(join) => join.push(arrival, self.watermarks.join(), sink),
            Running::FlinkSqlLookup(join) => join.push(arrival, sink),
            Running::FlinkSqlRegular(join) => join.push(arrival, sink),
            Running::FlinkSqlInner(join) => join.push(arrival, sink),
            Running::FlinkSqlTemporal(join) => join.push(arrival, self.watermarks.join(), sink),
            Running::FlinkSqlWindow(join) => join.push(arrival, &self.watermarks, sink),
            Running::EmptyInterval(join) => join.push(arrival, sink),
            Running::FlinkDatastreamInterval(join) => return join.push(arrival, self.watermarks.join(), sink),
            Running::FlinkDatastreamWindow(join) => return join.push(arrival, self.watermarks.join(), sink),
            Running::Spark(join) => join.push(arrival, sink),
        }
        Ok(())
    }

    /// A side's own watermark moved to `own`; the join's may follow.
    fn advance(&mut self, side: Side, own: i64, sink: &mut impl Sink) {
        if let Running::FlinkSqlWindow(join) = &mut self.join {
            join.advance_side(side, own, self.watermarks.join(), sink);
        }
        if let Some(watermark) = self.watermarks.advance(side, sink) {
            self.advance_join(watermark, sink);
        }
    }

    /// The join's watermark moved.
    fn advance_join(&mut self, watermark: i64, sink: &mut impl Sink) {
        match &mut self.join {
            Running::FlinkSqlInterval(join) => join.advance(watermark, sink),
            Running::FlinkSqlTemporal(join) => join.advance(watermark, sink),
            Running::FlinkSqlWindow(join) => join.advance(watermark, sink),
            Running::FlinkDatastreamInterval(join) => join.advance(watermark, sink),
            Running::FlinkDatastreamWindow(join) => join.advance(watermark, sink),
            // Time means nothing to these, and Spark keeps its own.
            Running::FlinkSqlLookup(_)
            | Running::FlinkSqlRegular(_)
            | Running::FlinkSqlInner(_)
            | Running::EmptyInterval(_)
            | Running::Spark(_) => {}
        }
    }

    /// Whether the join takes rows of this kind on this side: a regular join all, a table all but -U, and a side
    /// that nobody reads whatever comes.
    fn takes(&self, side: Side, kind: RowKind) -> bool {
        match (&self.join, self.plan) {
            (Running::FlinkSqlRegular(_), Plan::AsAsked) | (Running::FlinkSqlInner(_), _) => true,
            (Running::EmptyInterval(join), _) if !join.reads(side) => true,
            (Running::FlinkSqlTemporal(_) | Running::FlinkSqlLookup(_), _) if side == Side::Right => {
                kind != RowKind::UpdateBefore
            }
            (Running::Spark(join), _) if side == Side::Right && join.looks_up() => kind != RowKind::UpdateBefore,
            _ => kind == RowKind::Insert,
        }
    }
}
