//! One setting, tried: the engine runs the whole script under it, and what comes out is held against the true matches.

use crate::{
    engine::{
        Arrival, Effect, Engine, Input, Key, Refusal, RowId, Sink,
        effect::{NotKept, Span},
        since_checkpoint,
    },
    replay::Rows,
    scenario::{Dialect, MAX_TIME, RowKind, Scenario, Setup, Side, Sides},
};

use super::truth::Truth;

/// What a setting does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// True matches that come out in the end, once the streams have.
    pub kept: usize,
    /// Matches that come out and are none of the true ones: by a session cut short, or an old version.
    pub wrong: usize,
    /// Rows that came too late for all or a part of what they belong to.
    pub late: usize,
    /// Rows in state at the most, of both sides together, while the script runs; in windows, copies.
    pub most_held: u64,
}

/// Why a setting tells nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// The engine refuses it, or stops.
    Refused(Refusal),
    /// It makes more pairs than can be looked at.
    TooMany,
}

/// Effects of one run at the most: joins of a few hot keys make pairs without end.
const MOST_EFFECTS: u64 = 20_000_000;

/// What the engine is given: the script's steps, and then the end of both streams.
#[derive(Clone, Debug, Default)]
pub struct Feed {
    inputs: Vec<Input>,
    /// How many of them are the script's.
    script: usize,
}

impl Feed {
    /// Rows whose pairs are not looked at, for there are too many, get keys of their own: they move time and are in state like
    /// others.
    pub fn new(scenario: &Scenario, rows: &Rows, truth: &Truth) -> Feed {
        let steps = scenario.script.iter().enumerate();
        let mut fresh = rows.keys();
        let mut own = || {
            fresh += 1;
            Key(u32::try_from(fresh - 1).unwrap_or(u32::MAX))
        };
        let mut inputs: Vec<Input> = steps.map(|(index, step)| rows.input(index, step)).collect();
        if truth.part.is_some() {
            for input in &mut inputs {
                if let Input::Push(arrival) = input
                    && !truth.has(arrival.key)
                {
                    arrival.key = own();
                }
            }
        }
        let script = inputs.len();
        // Bounded streams end with a watermark beyond all; Spark's watermark only follows rows.
        for (number, side) in Side::BOTH.into_iter().enumerate() {
            inputs.push(match scenario.dialect {
                Dialect::Spark => Input::Push(Arrival {
                    side,
                    row: RowId(u32::try_from(rows.len() + number).unwrap_or(u32::MAX)),
                    key: own(),
                    time: MAX_TIME,
                    kind: RowKind::Insert,
                    partition: 0,
                }),
                _ => Input::Watermark { side, time: MAX_TIME },
            });
        }
        if scenario.dialect == Dialect::Spark {
            inputs.push(Input::Batch);
        }
        Feed { inputs, script }
    }
}

/// A run on its way.
#[derive(Clone, Debug)]
pub struct Trial {
    engine: Engine,
    at: usize,
    tally: Tally,
}

#[derive(Clone, Debug)]
struct Tally {
    /// How often each true match is in the result now: taken back, it is not.
    net: Vec<i32>,
    wrong: i64,
    late: usize,
    late_row: Option<RowId>,
    most_held: u64,
    effects: u64,
    /// A micro-batch runs that will fail: nothing of it is kept.
    lost: bool,
}

/// A tally that hears, with what it looks things up in.
struct Ear<'t> {
    tally: &'t mut Tally,
    truth: &'t Truth,
}

impl Sink for Ear<'_> {
    const EXPLAINS: bool = false;

    #[inline]
    fn effect(&mut self, effect: Effect) {
        let Tally { effects, late, late_row, lost, .. } = self.tally;
        *effects += 1;
        match effect {
            Effect::BatchStarted { run, .. } => *lost = run.fails(),
            Effect::BatchFailed { .. } => *lost = false,
            _ if *lost => {}
            Effect::Emitted { kind, left: Some(left), right: Some(right), window, .. } if !self.truth.half() => {
                self.count(left, right, window, if kind.adds() { 1 } else { -1 });
            }
            Effect::Matched { left, right } if self.truth.half() => self.count(left, right, None, 1),
            Effect::Dropped { row, .. }
            | Effect::Skipped { row, .. }
            | Effect::NotBuffered { row, why: NotKept::PastReach { .. } }
                if *late_row != Some(row) =>
            {
                *late += 1;
                *late_row = Some(row);
            }
            _ => {}
        }
    }
}

impl Ear<'_> {
    fn count(&mut self, left: RowId, right: RowId, window: Option<Span>, by: i32) {
        match self.truth.find(left, right, window) {
            Some(at) => self.tally.net[at] += by,
            None => self.tally.wrong += i64::from(by),
        }
    }
}

impl Trial {
    pub fn start(setup: &Setup, truth: &Truth) -> Result<Trial, Nothing> {
        let engine = Engine::new(setup).map_err(Nothing::Refused)?;
        let tally = Tally {
            net: vec![0; truth.len()],
            wrong: 0,
            late: 0,
            late_row: None,
            most_held: 0,
            effects: 0,
            lost: false,
        };
        Ok(Trial { engine, at: 0, tally })
    }

    /// Runs so many steps more; what came of it, once all have run.
    pub fn go_on(&mut self, feed: &Feed, truth: &Truth, steps: usize) -> Option<Result<Outcome, Nothing>> {
        let until = feed.inputs.len().min(self.at.saturating_add(steps));
        let (engine, tally) = (&mut self.engine, &mut self.tally);
        while self.at < until {
            let input = feed.inputs[self.at];
            let mut ear = Ear { tally, truth };
            let ran = match input {
                Input::Crash => engine.crash(since_checkpoint(&feed.inputs[..self.at]), &mut ear),
                _ => engine.apply(input, &mut ear),
            };
            if let Err(refusal) = ran {
                return Some(Err(Nothing::Refused(refusal)));
            }
            if tally.effects > MOST_EFFECTS {
                return Some(Err(Nothing::TooMany));
            }
            self.at += 1;
            if self.at <= feed.script {
                let held = engine.held().unwrap_or_default();
                tally.most_held = tally.most_held.max(held.left + held.right);
            }
        }
        (self.at == feed.inputs.len()).then(|| {
            Ok(Outcome {
                kept: tally.net.iter().filter(|net| **net > 0).count(),
                wrong: usize::try_from(tally.wrong).unwrap_or(0),
                late: tally.late,
                most_held: tally.most_held,
            })
        })
    }
}

/// How long a row without a partner waits until that is known, ms of event time; `None` where watermarks come as steps, or not
/// at all.
///
/// By the rules of the engines' documents: what the row can still reach, and the delay of the side that the watermark
/// follows. A row that comes while the other side pauses waits longer.
pub fn waits(setup: &Setup) -> Option<i64> {
    use crate::scenario::{JoinKind, Policy, Window};
    let delays = Sides::new(setup.watermarks.left.delay(), setup.watermarks.right.delay());
    let behind = match (delays.left, delays.right, setup.dialect) {
        (Some(left), Some(right), _) if setup.policy == Some(Policy::Max) => Some(left.min(right)),
        (Some(left), Some(right), _) => Some(left.max(right)),
        // In Spark's window joins one is enough.
        (Some(one), None, Dialect::Spark) | (None, Some(one), Dialect::Spark)
            if matches!(setup.join.kind, JoinKind::Window { .. }) =>
        {
            Some(one)
        }
        _ => None,
    };
    let reach = match setup.join.kind {
        JoinKind::Interval(interval) => {
            let (lower, upper) = interval.inclusive();
            let ty = setup.join.ty;
            let of = |side: Side| if side == Side::Left { upper } else { lower.saturating_neg() };
            // Of those that then come out; in an inner join, of all that wait.
            let waiting = Side::BOTH.into_iter().filter(|side| super::truth::preserved(ty, *side));
            let most = waiting.map(of).max();
            most.unwrap_or_else(|| of(Side::Left).max(of(Side::Right)))
        }
        JoinKind::Window { window, .. } => match window {
            Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => size,
            Window::Session { gap, .. } => gap,
        },
        JoinKind::Temporal => 0,
        // Who finds nobody comes out at once.
        JoinKind::Regular { .. } | JoinKind::Lookup => return Some(0),
    };
    Some(reach.saturating_add(behind?).max(0))
}
