//! The join itself: a step in, effects out. No I/O, no clock, no interface, no globals.
//!
//! [`Engine::new`] takes a [`Setup`] or says why the real engine refuses it; [`Engine::apply`] takes one [`Input`]
//! after the other and tells a [`Sink`] everything that happens, with its reasons, in the order in which the real engine
//! acts. Adding a dialect of a family means a file of its own and one arm in [`Engine::new`].

mod buffer;
pub mod effect;
mod interval;
mod refusal;
mod regular;
mod timers;
mod watermark;

pub use effect::{Effect, Key, RowId, Sink};
pub use refusal::Refusal;

use self::{
    interval::flink_sql::{EmptyInterval, FlinkSqlInterval},
    regular::flink_sql::FlinkSqlRegular,
    watermark::Watermarks,
};
use crate::scenario::{Dialect, JoinKind, JoinType, RowKind, Setup, Side, Sides, Strategy};

/// One row arriving, as the engine needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub side: Side,
    pub row: RowId,
    pub key: Key,
    /// Event time, ms since the epoch.
    pub time: i64,
    pub kind: RowKind,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Push(Arrival),
    Watermark { side: Side, time: i64 },
    Batch,
    Clock { time: i64 },
}

/// What the real engine makes of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// What was asked for.
    AsAsked,
    /// A regular join with the interval as an extra time predicate: nothing is ever cleaned up.
    RegularWithTimePredicate(RunsAs),
    /// No join at all: the planner sees that no pair can satisfy the bounds.
    NoJoin,
}

/// Why Flink plans an interval join as a regular one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsAs {
    /// Its interval join has no semi and anti.
    SemiOrAnti,
    /// A side has no watermark, so its time column is no time attribute.
    NoWatermark(Side),
    /// A full join over an interval that nothing satisfies.
    EmptyFull,
}

/// A join at work.
#[derive(Clone, Debug)]
pub struct Engine {
    plan: Plan,
    watermarks: Watermarks,
    clock: i64,
    join: Running,
}

/// The operators, by family and dialect.
#[derive(Clone, Debug)]
enum Running {
    FlinkSqlInterval(FlinkSqlInterval),
    FlinkSqlRegular(FlinkSqlRegular),
    EmptyInterval(EmptyInterval),
}

impl Engine {
    /// The engine for this setup, or why the real one refuses it.
    pub fn new(setup: &Setup) -> Result<Engine, Refusal> {
        refusal::check(setup)?;
        let ty = setup.join.ty;
        let (plan, join) = match (setup.dialect, setup.join.kind) {
            (Dialect::FlinkSql, JoinKind::Interval(interval)) => {
                let (lower, upper) = interval.inclusive();
                let without = Side::BOTH.into_iter().find(|side| setup.watermarks[*side] == Strategy::None);
                let runs_as = match (ty, without) {
                    (JoinType::Semi | JoinType::Anti, _) => Some(RunsAs::SemiOrAnti),
                    (_, Some(side)) => Some(RunsAs::NoWatermark(side)),
                    (JoinType::Full, None) if upper < lower => Some(RunsAs::EmptyFull),
                    _ => None,
                };
                match runs_as {
                    Some(runs_as) => (
                        Plan::RegularWithTimePredicate(runs_as),
                        Running::FlinkSqlRegular(FlinkSqlRegular::new(ty, Some((lower, upper)), 0)),
                    ),
                    None if upper < lower => {
                        let outer = Sides::new(ty.outer(Side::Left), ty.outer(Side::Right));
                        (Plan::NoJoin, Running::EmptyInterval(EmptyInterval { outer }))
                    }
                    None => (Plan::AsAsked, Running::FlinkSqlInterval(FlinkSqlInterval::new(&interval, ty))),
                }
            }
            (Dialect::FlinkSql, JoinKind::Regular { state_ttl }) => {
                (Plan::AsAsked, Running::FlinkSqlRegular(FlinkSqlRegular::new(ty, None, state_ttl)))
            }
            (dialect, kind) => return Err(Refusal::NotBuilt { dialect, kind: kind.word() }),
        };
        let behind = i64::from(setup.dialect == Dialect::FlinkDatastream);
        Ok(Engine { plan, watermarks: Watermarks::new(setup.watermarks, behind), clock: 0, join })
    }

    /// What the real engine runs for the setup.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Each side's own watermark, ms.
    pub fn watermarks(&self) -> Sides<Option<i64>> {
        self.watermarks.mark()
    }

    /// Rows in state; `None` where no join is planned.
    pub fn held(&self) -> Option<Sides<u64>> {
        match &self.join {
            Running::FlinkSqlInterval(join) => Some(join.held()),
            Running::FlinkSqlRegular(join) => Some(join.held()),
            Running::EmptyInterval(_) => None,
        }
    }

    /// Runs one step. An `Err` is what the real engine says when it stops there; the engine must not be used after it.
    pub fn apply(&mut self, input: Input, sink: &mut impl Sink) -> Result<(), Refusal> {
        match input {
            Input::Push(arrival) => {
                self.push(arrival, sink)?;
                if self.watermarks.pushed(arrival.side, arrival.time, sink).is_some() {
                    self.advance(arrival.side, sink);
                }
            }
            Input::Watermark { side, time } => {
                if self.watermarks.asked(side, time, sink).is_some() {
                    self.advance(side, sink);
                }
            }
            Input::Batch => return Err(Refusal::BatchStep),
            Input::Clock { time } => match &mut self.join {
                Running::FlinkSqlRegular(join) if time > self.clock => {
                    self.clock = time;
                    sink.effect(Effect::Clock { to: time });
                    join.tick(time, sink);
                }
                _ => sink.effect(Effect::ClockIgnored),
            },
        }
        Ok(())
    }

    fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) -> Result<(), Refusal> {
        if arrival.kind != RowKind::Insert && !matches!(self.plan_kind(), Changelog::All) {
            return Err(Refusal::RowKind { kind: arrival.kind });
        }
        match &mut self.join {
            Running::FlinkSqlInterval(join) => join.push(arrival, self.watermarks.join(), sink),
            Running::FlinkSqlRegular(join) => join.push(arrival, sink),
            Running::EmptyInterval(join) => join.push(arrival, sink),
        }
        Ok(())
    }

    fn advance(&mut self, side: Side, sink: &mut impl Sink) {
        let Some(watermark) = self.watermarks.advance(side, sink) else { return };
        match &mut self.join {
            Running::FlinkSqlInterval(join) => join.advance(watermark, sink),
            Running::FlinkSqlRegular(_) | Running::EmptyInterval(_) => {}
        }
    }

    /// Which row kinds the join takes.
    fn plan_kind(&self) -> Changelog {
        match (&self.join, self.plan) {
            (Running::FlinkSqlRegular(_), Plan::AsAsked) => Changelog::All,
            _ => Changelog::InsertOnly,
        }
    }
}

enum Changelog {
    InsertOnly,
    All,
}
