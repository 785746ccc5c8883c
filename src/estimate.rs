//! How many rows a join will hold: an estimate from rates, bounds and delays, beside what the engine holds of generated rows
//! of that shape.
//!
//! It is a model, and says so on screen: real streams are neither even nor endless. Two formulas stand side by side.
//!
//! - The one that is usually told: `(upper - lower + delay) x rate`, for each side.
//! - The exact one. The join's watermark is `behind` the present, the largest of `lag + delay` over both sides (Spark's policy
//!   `max`: the smallest). A left row is kept until it is past `time + upper`, a right one until `time - lower`
//!   (`engine/interval`), and each arrived `lag` after its time. So a left row is in state for `upper + behind - lag`, a right
//!   one for `-lower + behind - lag`: its own delay, plus what the slower side holds back. Out of order rows arrive later by half
//!   the out-of-orderness on average. In windows, copies are counted, at the moment before a window goes; with a TTL, rows
//!   are kept for the TTL.
//!
//! The engine is given fewer rows than the real stream would have, as evenly spread: what it holds is scaled back.

use std::collections::HashMap;

use crate::{
    engine::{
        Arrival, Effect, Engine, Input, Key, Plan, Refusal, RowId, Sink,
        effect::{NotKept, Why},
    },
    scenario::{
        Dialect, Generate, Interval, Join, JoinKind, JoinType, Policy, Scenario, Setup, Shape, Side, Sides, Step,
        Strategy, Window,
        time::{DAY, EXAMPLE, HOUR, MINUTE},
    },
};

/// What is estimated: a join, and how its streams come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub dialect: Dialect,
    pub policy: Option<Policy>,
    pub join: Join,
    pub sides: Sides<Flow>,
    /// Rows arrive up to so long out of order, ms.
    pub disorder: i64,
}

/// How a side comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Rows an hour, at least 1.
    pub per_hour: u32,
    /// How far its watermark is behind its newest row, ms.
    pub delay: i64,
    /// How long after their time its rows arrive, ms.
    pub lag: i64,
    /// What a row takes in state, bytes.
    pub bytes: u32,
}

/// The documents' numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Five days and 20 minutes at 10,000 rows a minute.
    FiveDays,
    /// The bound cut to an hour.
    OneHour,
}

impl Preset {
    pub const ALL: [Preset; 2] = [Preset::FiveDays, Preset::OneHour];

    /// Spark, `right.time` between `left.time` and so much later, 20 minutes of delay, 10,000 rows a minute and side.
    pub fn load(self) -> Load {
        let upper = match self {
            Preset::FiveDays => 5 * DAY,
            Preset::OneHour => HOUR,
        };
        let flow = Flow { per_hour: 600_000, delay: 20 * MINUTE, lag: 0, bytes: Flow::BYTES };
        Load {
            dialect: Dialect::Spark,
            policy: None,
            join: Join { ty: JoinType::Inner, kind: JoinKind::Interval(Interval::closed(0, upper)) },
            sides: Sides::new(flow, flow),
            disorder: 0,
        }
    }
}

/// Why no number of rows can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing ever leaves: state grows by the rates.
    Grows,
    /// A session is as long as its rows make it.
    Sessions,
    /// One version a key is kept for ever, and others until the watermark has passed them.
    Versions,
    /// A lookup join keeps no rows.
    NoState,
    /// A left row leaves as soon as it has a partner: it depends on the partners.
    Semi,
    /// The engine refuses the join.
    Refused(Refusal),
    /// Rows would have to be too sparse to be generated.
    TooLong,
}

/// Rows of a side in state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// By the formula that is usually told; of joins that are no interval joins it says nothing.
    pub document: Option<u64>,
    /// By the exact one; at the most, where it goes up and down. In windows, copies.
    pub exact: u64,
    /// How long a row is in state, ms; of windows, whose rows wait for different times, there is no such number.
    pub kept: Option<i64>,
}

/// A stop of a generated side, or of one of its partitions, which an estimate knows nothing of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    pub side: Side,
    pub partition: Option<u32>,
    /// ms.
    pub length: i64,
    /// How long the watermark waits for it, ms: at most the idle timeout.
    pub waits: i64,
}

impl Stop {
    /// The longest that a scenario's generated rows have.
    pub fn of(scenario: &Scenario) -> Option<Stop> {
        let spark = scenario.dialect == Dialect::Spark;
        let stop = |side: Side| {
            let pause = scenario.script.made_of()?.sides[side].pause.filter(|pause| pause.length > 0)?;
            let idle = scenario.streams[side].watermark.idle_timeout().filter(|_| !spark);
            let waits = pause.length.min(idle.unwrap_or(i64::MAX));
            // To Spark partitions mean nothing.
            let held = pause.partition.is_none() || !spark;
            held.then_some(Stop { side, partition: pause.partition, length: pause.length, waits })
        };
        Side::BOTH.into_iter().filter_map(stop).max_by_key(|stop| stop.waits)
    }
}

impl Flow {
    /// What is put down for a row's size where nothing is known.
    pub const BYTES: u32 = 200;

    fn rows(&self, ms: i64) -> u64 {
        rows(self.per_hour, i128::from(ms))
    }
}

fn rows(per_hour: u32, ms: i128) -> u64 {
    u64::try_from((i128::from(per_hour) * ms.max(0) + 1_800_000) / 3_600_000).unwrap_or(u64::MAX)
}

impl Load {
    /// What a scenario's join and rows amount to. A side without a delay of its own has none.
    pub fn of(scenario: &Scenario) -> Load {
        let made_of = scenario.script.made_of();
        let flow = |side: Side| {
            let shape = made_of.map(|generate| generate.sides[side]);
            let delay = match scenario.streams[side].watermark {
                Strategy::Bounded { delay, .. } => delay.max(0),
                Strategy::Manual | Strategy::None => 0,
            };
            let per_hour = shape.map_or_else(|| seen_per_hour(scenario, side), |shape| shape.per_hour);
            Flow { per_hour: per_hour.max(1), delay, lag: shape.map_or(0, |shape| shape.lag), bytes: Flow::BYTES }
        };
        let disorder = |side: Side| made_of.map_or(0, |generate| generate.sides[side].disorder);
        Load {
            dialect: scenario.dialect,
            policy: scenario.watermark_policy,
            join: scenario.join,
            sides: Sides::new(flow(Side::Left), flow(Side::Right)),
            disorder: disorder(Side::Left).max(disorder(Side::Right)),
        }
    }

    pub fn setup(&self) -> Setup {
        let mark = |side: Side| Strategy::bounded(self.sides[side].delay);
        Setup {
            dialect: self.dialect,
            watermarks: Sides::new(mark(Side::Left), mark(Side::Right)),
            policy: self.policy,
            join: self.join,
        }
    }

    /// The bounds, where there are some.
    pub fn interval(&self) -> Option<Interval> {
        match self.join.kind {
            JoinKind::Interval(interval) => Some(interval),
            _ => None,
        }
    }

    /// The same with other bounds, if it has any.
    pub fn with_bounds(&self, lower: i64, upper: i64) -> Load {
        let Some(interval) = self.interval() else { return *self };
        let kind = JoinKind::Interval(Interval { lower, upper, ..interval });
        Load { join: Join { kind, ..self.join }, ..*self }
    }

    /// The same with another delay on both sides.
    pub fn with_delay(&self, delay: i64) -> Load {
        let sides = Sides::new(Flow { delay, ..self.sides.left }, Flow { delay, ..self.sides.right });
        Load { sides, ..*self }
    }

    /// How far the join's watermark is behind the present, ms.
    fn behind(&self) -> i64 {
        let of = |side: Side| self.sides[side].lag.saturating_add(self.sides[side].delay);
        match self.policy {
            Some(Policy::Max) => of(Side::Left).min(of(Side::Right)),
            _ => of(Side::Left).max(of(Side::Right)),
        }
    }

    /// Whether what stops holds the join's watermark back: it goes by the slower side's, and a TTL by the clock.
    pub fn waits_for_the_slower(&self) -> bool {
        let timed = matches!(self.join.kind, JoinKind::Interval(_) | JoinKind::Window { .. });
        timed && self.policy != Some(Policy::Max)
    }

    /// Rows that come on both sides together in so many ms.
    pub fn coming(&self, ms: i64) -> u64 {
        self.sides.left.rows(ms).saturating_add(self.sides.right.rows(ms))
    }

    /// Rows in state, or why that cannot be told.
    pub fn estimate(&self) -> Result<Sides<Held>, Reason> {
        let plan = Engine::new(&self.setup()).map_err(Reason::Refused)?.plan();
        if let Some(reason) = self.unbounded(plan) {
            return Err(reason);
        }
        Ok(Sides::new(self.held(Side::Left), self.held(Side::Right)))
    }

    fn unbounded(&self, plan: Plan) -> Option<Reason> {
        match (self.join.kind, plan) {
            (_, Plan::RegularWithTimePredicate(_) | Plan::NeverEvicts { .. } | Plan::NeverFires { .. }) => {
                Some(Reason::Grows)
            }
            (_, Plan::NoJoin) | (JoinKind::Lookup, _) => Some(Reason::NoState),
            (JoinKind::Regular { state_ttl }, _) if state_ttl <= 0 => Some(Reason::Grows),
            (JoinKind::Window { window: Window::Session { .. }, .. }, _) => Some(Reason::Sessions),
            (JoinKind::Temporal, _) => Some(Reason::Versions),
            _ if self.dialect == Dialect::Spark && self.join.ty == JoinType::Semi => Some(Reason::Semi),
            _ => None,
        }
    }

    fn held(&self, side: Side) -> Held {
        let flow = &self.sides[side];
        // Counted from a row's arrival.
        let behind = self.behind().saturating_sub(flow.lag);
        // With the policy `max` the slower side is late, and Spark drops it.
        if self.dialect == Dialect::Spark && behind < 0 {
            return Held { document: self.document(side), exact: 0, kept: Some(0) };
        }
        let waits = behind.saturating_sub(self.disorder / 2);
        let kept = match self.join.kind {
            JoinKind::Interval(interval) => {
                let (lower, upper) = interval.inclusive();
                let reach = if side == Side::Left { upper } else { lower.saturating_neg() };
                // DataStream never lets a row go before its own time.
                let reach = if self.dialect == Dialect::FlinkDatastream { reach.max(0) } else { reach };
                Some(reach.saturating_add(waits).max(0))
            }
            JoinKind::Regular { state_ttl } => Some(state_ttl),
            JoinKind::Window { .. } | JoinKind::Temporal | JoinKind::Lookup => None,
        };
        let exact = match (self.join.kind, kept) {
            (JoinKind::Window { window, allowed_lateness }, _) => {
                rows(flow.per_hour, copies(window, waits.max(0).saturating_add(allowed_lateness)))
            }
            (_, kept) => flow.rows(kept.unwrap_or(0)),
        };
        Held { document: self.document(side), exact, kept }
    }

    fn document(&self, side: Side) -> Option<u64> {
        let interval = self.interval()?;
        let span = interval.upper.saturating_sub(interval.lower).saturating_add(self.sides[side].delay);
        Some(self.sides[side].rows(span))
    }

    /// Bytes of so many rows of each side.
    pub fn bytes(&self, rows: Sides<u64>) -> u128 {
        let of = |side: Side| u128::from(rows[side]) * u128::from(self.sides[side].bytes);
        of(Side::Left) + of(Side::Right)
    }
}

/// ms of event time of which a copy is in state before a window goes, all windows together, if a row is in state for `waits` ms
/// after its window's end.
fn copies(window: Window, waits: i64) -> i128 {
    let waits = i128::from(waits);
    // How much of windows of `size` is there that begin at 0, `every`, 2 `every`, ... when the first ends.
    let hopping = |size: i64, every: i64| {
        let (size, every) = (i128::from(size), i128::from(every.max(1)));
        let whole = waits / every + 1;
        let all = (size + waits + every - 1) / every;
        let partial = (all - whole).max(0);
        // size + waits - k every, for k from `whole` to `all` - 1.
        whole * size + partial * (size + waits) - every * (whole + all - 1) * partial / 2
    };
    match window {
        Window::Tumbling { size, .. } => i128::from(size) + waits,
        Window::Sliding { size, slide, .. } => hopping(size, slide),
        Window::Cumulating { size, step, .. } => {
            let (size, step) = (i128::from(size), i128::from(step.max(1)));
            let windows = (size / step).max(1);
            // Of the windows that end after `from` steps, what has come by `time`.
            let there = |from: i128, time: i128| {
                let whole = (time / step).clamp(from - 1, windows);
                step * (from + whole) * (whole - from + 1) / 2 + (windows - whole) * time
            };
            let before = |ends: i128| {
                let time = ends * step + waits;
                let later = (1..=(time / size).min(10_000)).map(|n| there(1, time - n * size));
                there(ends, time) + later.sum::<i128>()
            };
            let every = usize::try_from(windows / 2_000 + 1).unwrap_or(usize::MAX);
            (1..=windows).step_by(every).map(before).max().unwrap_or(0)
        }
        Window::Session { gap, .. } => i128::from(gap) + waits,
    }
}

/// Rows an hour of event time, as far as a script's rows tell.
fn seen_per_hour(scenario: &Scenario, side: Side) -> u32 {
    let times = scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) if push.side == side => Some(push.time),
        _ => None,
    });
    let (count, first, last) =
        times.fold((0i64, i64::MAX, i64::MIN), |(n, first, last), time| (n + 1, first.min(time), last.max(time)));
    let span = last.saturating_sub(first);
    if count < 2 || span <= 0 {
        return 60;
    }
    u32::try_from((count - 1).saturating_mul(HOUR) / span)
        .unwrap_or(Shape::MOST_PER_HOUR)
        .clamp(1, Shape::MOST_PER_HOUR)
}

// ---- what the engine holds -------------------------------------------------------------------------------

/// Rows of a side that are generated at most.
const SAMPLE: i64 = 8_000;
/// A sample needs this many steps at most, or it is not taken.
const MOST_STEPS: u64 = 100_000;
/// Moments of a sample that are kept, for drawing.
const POINTS: usize = 240;

/// A moment of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// ms of arrival since the first row.
    pub time: i64,
    /// Rows in state, scaled back to the real rates.
    pub rows: Sides<u64>,
}

/// What the engine held of generated rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    pub points: Vec<Point>,
    /// At the most, once both sides have been heard; scaled back to the real rates.
    pub peak: Sides<u64>,
    /// Rows an hour that were generated, in place of the real ones.
    pub per_hour: Sides<u32>,
    /// Rows that were generated.
    pub rows: u64,
    pub steps: usize,
}

/// What a shorter delay loses of generated rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub rows: u64,
    /// Rows that came too late to be kept.
    pub late: u64,
    /// Pairs that come out where nothing is late.
    pub pairs: u64,
    pub lost: u64,
}

/// Rows that stand for the real ones.
struct Sample {
    generate: Generate,
    setup: Setup,
}

impl Load {
    /// Runs the engine over generated rows of this shape.
    pub fn measure(&self) -> Result<Measured, Reason> {
        let held = self.estimate()?;
        let sample = self.sample(held)?;
        let mut points: Vec<Point> = Vec::new();
        let mut peak = Sides::<u64>::default();
        let sampled = Sides::new(sample.generate.sides.left.per_hour, sample.generate.sides.right.per_hour);
        let scaled = |side: Side, count: u64| {
            let (real, sampled) = (u128::from(self.sides[side].per_hour), u128::from(sampled[side].max(1)));
            u64::try_from((u128::from(count) * real + sampled / 2) / sampled).unwrap_or(u64::MAX)
        };
        let every = (sample.generate.duration / POINTS as i64).max(1);
        let mut ran = Ran::default();
        ran.over(&sample, |time, held, settled| {
            let rows = Sides::new(scaled(Side::Left, held.left), scaled(Side::Right, held.right));
            if settled {
                peak = Sides::new(peak.left.max(rows.left), peak.right.max(rows.right));
            }
            let point = Point { time, rows };
            match points.last_mut() {
                Some(last) if last.time / every == time / every => *last = point,
                _ => points.push(point),
            }
        })
        .map_err(Reason::Refused)?;
        Ok(Measured { points, peak, per_hour: sampled, rows: ran.rows, steps: ran.steps })
    }

    /// What another delay on both sides loses, if rows come up to `disorder` ms out of order.
    pub fn loss(&self, delay: i64, disorder: i64) -> Result<Loss, Reason> {
        let load = Load { disorder, ..*self };
        let mut sample = load.sample(load.estimate()?)?;
        let generate = &mut sample.generate;
        // Rows must be close enough for their order to matter; partners are then looked for that much nearer.
        let close = disorder / 10 * SAMPLE;
        if close > 0 && generate.duration > close {
            generate.duration = close;
            let near = close / 8;
            generate.distance = (generate.distance.0.max(-near).min(near), generate.distance.1.min(near).max(-near));
            for side in Side::BOTH {
                generate.sides[side].per_hour = sampled(self.sides[side].per_hour, close);
            }
        }
        // Spark tells what is late by the micro-batch before: often enough for the out-of-orderness to be seen.
        if generate.batch_every.is_some() {
            generate.batch_every = Some((disorder / 20).max(1).max(generate.duration / 20_000));
        }
        let run = |delay: i64| {
            let mut ran = Ran::default();
            let setup = self.with_delay(delay).setup();
            ran.over(&Sample { setup, generate: sample.generate.clone() }, |_, _, _| {}).map_err(Reason::Refused)?;
            Ok(ran)
        };
        let (all, some) = (run(disorder.max(delay).saturating_add(1))?, run(delay)?);
        Ok(Loss { rows: some.rows, late: some.late, pairs: all.pairs, lost: all.pairs.saturating_sub(some.pairs) })
    }

    /// Rows over one and a half times as long as the longest is kept, at rates that make few enough.
    fn sample(&self, held: Sides<Held>) -> Result<Sample, Reason> {
        let kept = |side: Side| held[side].kept.unwrap_or(0);
        let longest = match self.join.kind {
            JoinKind::Window { window, allowed_lateness } => {
                let size = match window {
                    Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => {
                        size
                    }
                    Window::Session { gap, .. } => gap,
                };
                size.saturating_mul(2).saturating_add(self.behind()).saturating_add(allowed_lateness)
            }
            _ => kept(Side::Left).max(kept(Side::Right)),
        };
        let slowest = self.sides.left.per_hour.min(self.sides.right.per_hour).max(1);
        let duration = longest
            .saturating_add(self.sides.left.lag.max(self.sides.right.lag))
            .saturating_mul(3)
            .saturating_div(2)
            .max(100 * HOUR / i64::from(slowest))
            .max(1_000);
        let mut generate = Generate::new(EXAMPLE);
        generate.duration = duration;
        generate.keys = 2_000;
        generate.distance = match self.join.kind {
            JoinKind::Interval(interval) => interval.inclusive(),
            _ => (0, 0),
        };
        for side in Side::BOTH {
            let (flow, shape) = (&self.sides[side], &mut generate.sides[side]);
            *shape = Shape {
                per_hour: sampled(flow.per_hour, duration),
                disorder: self.disorder,
                lag: flow.lag,
                ..Shape::new(shape.letter)
            };
        }
        match self.join.kind {
            JoinKind::Regular { state_ttl } => generate.clock_every = Some((state_ttl / 200).max(1)),
            _ if self.dialect == Dialect::Spark => generate.batch_every = Some((duration / 400).max(1)),
            _ => {}
        }
        if generate.most_steps() > MOST_STEPS || generate.fits().is_err() {
            return Err(Reason::TooLong);
        }
        Ok(Sample { generate, setup: self.setup() })
    }
}

/// Rows an hour of which there are few enough in this time.
fn sampled(per_hour: u32, duration: i64) -> u32 {
    let most = u32::try_from(SAMPLE * HOUR / duration.max(1)).unwrap_or(u32::MAX);
    per_hour.min(most).clamp(1, Shape::MOST_PER_HOUR)
}

/// What came of running over a sample.
#[derive(Default)]
struct Ran {
    rows: u64,
    steps: usize,
    pairs: u64,
    late: u64,
    late_row: Option<RowId>,
}

impl Ran {
    /// Runs until one side has no more rows, and tells `seen` after each step when that was, what is held, and whether both sides
    /// have been heard: until then nothing leaves, whatever the delays are.
    fn over(&mut self, sample: &Sample, mut seen: impl FnMut(i64, Sides<u64>, bool)) -> Result<(), Refusal> {
        let script = sample.generate.script();
        let mut engine = Engine::new(&sample.setup)?;
        let mut keys: HashMap<&str, u32> = HashMap::new();
        let last = |side: Side| script.iter().rposition(|step| matches!(step, Step::Push(push) if push.side == side));
        let until = last(Side::Left).min(last(Side::Right)).unwrap_or(0);
        // Spark holds what its micro-batches brought.
        let until = script[until..].iter().position(|step| *step == Step::Batch).map_or(until, |more| until + more);
        let (mut now, mut heard) = (0, Sides::<bool>::default());
        for step in &script[..script.len().min(until + 1)] {
            let input = match step {
                Step::Push(push) => {
                    let next = keys.len() as u32 + 1;
                    let key = push.key.as_deref().map_or(0, |key| *keys.entry(key).or_insert(next));
                    let row = RowId(self.rows as u32);
                    self.rows += 1;
                    heard[push.side] = true;
                    now = now.max(push.time + sample.generate.sides[push.side].lag - sample.generate.start);
                    Input::Push(Arrival {
                        side: push.side,
                        row,
                        key: Key(key),
                        time: push.time,
                        kind: push.kind,
                        partition: push.partition,
                    })
                }
                Step::Watermark { side, time } => Input::Watermark { side: *side, time: *time },
                Step::Batch => Input::Batch,
                Step::Clock { time } => Input::Clock { time: *time },
                // A generated stream has none of these.
                Step::FailingBatch => Input::FailingBatch,
                Step::Checkpoint => Input::Checkpoint,
                Step::Crash => Input::Crash,
            };
            engine.apply(input, self)?;
            self.steps += 1;
            // Spark hears of rows in a micro-batch.
            let settled = heard.left && heard.right && (sample.setup.dialect != Dialect::Spark || *step == Step::Batch);
            seen(now, engine.held().unwrap_or_default(), settled);
        }
        Ok(())
    }
}

impl Sink for Ran {
    const EXPLAINS: bool = false;

    fn effect(&mut self, effect: Effect) {
        match effect {
            Effect::Emitted { why: Why::Pair, .. } => self.pairs += 1,
            // A row has a copy a window.
            Effect::Dropped { row, .. } | Effect::NotBuffered { row, why: NotKept::PastReach { .. } }
                if self.late_row != Some(row) =>
            {
                self.late += 1;
                self.late_row = Some(row);
            }
            _ => {}
        }
    }
}

// ---- memory and disk -------------------------------------------------------------------------------------

/// State that is spilled to disk, as RocksDB does it: an estimate of its own, for how much of it memory serves depends on
/// which rows are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spilled {
    /// Bytes on disk: all of it.
    pub disk: u128,
    /// Bytes of it that memory has room for.
    pub memory: u128,
    /// How much that is of all, in percent.
    pub percent: u8,
}

/// State of so many bytes on disk, with so many of memory for it.
pub fn spilled(bytes: u128, memory: u128) -> Spilled {
    let kept = bytes.min(memory);
    let percent = (kept * 100).checked_div(bytes).unwrap_or(100);
    Spilled { disk: bytes, memory: kept, percent: u8::try_from(percent).unwrap_or(100) }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::{
        prelude::{ProptestConfig, prop_assert, prop_oneof, proptest},
        strategy::Strategy as _,
    };

    use super::*;

    fn document(load: &Load) -> Sides<u64> {
        let held = load.estimate().unwrap();
        Sides::new(held.left.document.unwrap(), held.right.document.unwrap())
    }

    fn exact(load: &Load) -> Sides<u64> {
        let held = load.estimate().unwrap();
        Sides::new(held.left.exact, held.right.exact)
    }

    #[test]
    fn the_documents_numbers() {
        let five_days = Preset::FiveDays.load();
        // "About 72 million rows"; the left side is what it is about.
        assert_eq!(document(&five_days), Sides::new(72_200_000, 72_200_000));
        assert_eq!(exact(&five_days), Sides::new(72_200_000, 200_000));
        let one_hour = Preset::OneHour.load();
        assert_eq!(document(&one_hour).left, 800_000);
        // "600,000" leaves the delay out.
        assert_eq!(document(&one_hour.with_delay(0)).left, 600_000);
        assert_eq!(exact(&one_hour), Sides::new(800_000, 200_000));
        assert_eq!(one_hour.bytes(exact(&one_hour)), 200_000_000);
    }

    #[test]
    fn the_slower_side_holds_back_the_other() {
        let mut load = Preset::OneHour.load().with_delay(MINUTE);
        assert_eq!(exact(&load).left, 610_000);
        load.sides.right.lag = 9 * MINUTE;
        assert_eq!(exact(&load), Sides::new(700_000, 10_000));
        // By the documents' formula a side's lag says nothing.
        assert_eq!(document(&load).left, 610_000);
        load.disorder = 2 * MINUTE;
        assert_eq!(exact(&load).left, 690_000);
        load.policy = Some(Policy::Max);
        assert_eq!(exact(&load).right, 0, "its rows are all late");
    }

    #[test]
    fn what_has_no_bound_has_no_number() {
        let of = |dialect, ty, kind| Load { dialect, join: Join { ty, kind }, ..Preset::OneHour.load() }.estimate();
        let interval = JoinKind::Interval(Interval::closed(0, HOUR));
        let session = JoinKind::Window { window: Window::session(MINUTE), allowed_lateness: 0 };
        assert_eq!(of(Dialect::FlinkSql, JoinType::Anti, interval), Err(Reason::Grows));
        assert_eq!(of(Dialect::FlinkSql, JoinType::Left, JoinKind::Regular { state_ttl: 0 }), Err(Reason::Grows));
        assert_eq!(of(Dialect::Spark, JoinType::Inner, JoinKind::Regular { state_ttl: 0 }), Err(Reason::Grows));
        assert_eq!(of(Dialect::FlinkSql, JoinType::Inner, session), Err(Reason::Sessions));
        assert_eq!(of(Dialect::FlinkSql, JoinType::Inner, JoinKind::Temporal), Err(Reason::Versions));
        assert_eq!(of(Dialect::FlinkSql, JoinType::Left, JoinKind::Lookup), Err(Reason::NoState));
        assert_eq!(of(Dialect::Spark, JoinType::Semi, interval), Err(Reason::Semi));
        assert!(matches!(of(Dialect::FlinkDatastream, JoinType::Left, interval), Err(Reason::Refused(_))));
        let ttl = of(Dialect::FlinkSql, JoinType::Inner, JoinKind::Regular { state_ttl: HOUR }).unwrap();
        assert_eq!((ttl.left.exact, ttl.left.document), (600_000, None));
        // A year between two rows is no sample.
        let far = Preset::OneHour.load().with_bounds(0, 100_000 * DAY);
        assert_eq!(far.measure(), Err(Reason::TooLong));
    }

    #[test]
    fn windows_hold_copies() {
        let of = |window, waits: i64| copies(window, waits);
        assert_eq!(of(Window::Tumbling { size: 10, offset: 0 }, 4), 14);
        // 10 of the one that goes, 9, 4 of those behind it: of [5, 15) by 14, of [10, 20) by 14.
        assert_eq!(of(Window::Sliding { size: 10, slide: 5, offset: 0 }, 4), 10 + 9 + 4);
        assert_eq!(of(Window::Sliding { size: 10, slide: 5, offset: 0 }, 0), 10 + 5);
        assert_eq!(of(Window::Sliding { size: 10, slide: 5, offset: 0 }, 5), 10 + 10 + 5);
        // 10, and before that 5 twice, go at 10 and 5.
        assert_eq!(of(Window::Cumulating { size: 10, step: 5, offset: 0 }, 0), 10);
        // At 14: all of [0, 10), 4 of [10, 15) and of [10, 20).
        assert_eq!(of(Window::Cumulating { size: 10, step: 5, offset: 0 }, 4), 10 + 4 + 4);
    }

    #[test]
    fn a_load_is_what_a_scenario_says() {
        let mut scenario = Scenario::empty();
        scenario.script = crate::scenario::Script::generated(Generate::new(EXAMPLE));
        let load = Load::of(&scenario);
        assert_eq!((load.sides.left.per_hour, load.disorder), (720, 2_000));
        scenario.script = scenario.script.by_hand();
        let seen = Load::of(&scenario);
        assert!((700..=740).contains(&seen.sides.left.per_hour), "{seen:?}");
        assert_eq!(Load::of(&Scenario::empty()).sides.left.per_hour, 60);
    }

    #[test]
    fn a_shorter_delay_loses_what_it_does_not_wait_for() {
        let load = Preset::OneHour.load();
        let loss = load.loss(20 * MINUTE, 20 * MINUTE).unwrap();
        assert_eq!((loss.late, loss.lost), (0, 0));
        let half = load.loss(10 * MINUTE, 20 * MINUTE).unwrap();
        let none = load.loss(0, 20 * MINUTE).unwrap();
        assert!(half.pairs > 1_000, "{half:?}");
        assert!(0 < half.lost && half.lost < none.lost && half.late < none.late, "{half:?} {none:?}");
        // Of uniform delays, with the watermark 10 minutes behind the newest, at most half come later than that.
        assert!(half.late * 2 < half.rows && none.late * 100 > none.rows * 80, "{half:?} {none:?}");
        // The same, where rows are far apart for the sake of a long bound.
        let long = Preset::FiveDays.load().loss(0, MINUTE).unwrap();
        assert!(long.late * 10 > long.rows * 4, "{long:?}");
    }

    #[test]
    fn what_is_on_disk_need_not_be_in_memory() {
        assert_eq!(spilled(1_000, 250), Spilled { disk: 1_000, memory: 250, percent: 25 });
        assert_eq!(spilled(0, 250).percent, 100);
        assert_eq!(spilled(100, 250).percent, 100);
    }

    fn load() -> impl proptest::strategy::Strategy<Value = Load> {
        let flow = (60u32..2_000_000, 0..30 * MINUTE, 0..20 * MINUTE).prop_map(|(per_hour, delay, lag)| Flow {
            per_hour,
            delay,
            lag,
            bytes: 1,
        });
        let ms = || -2 * HOUR..2 * HOUR;
        let interval = (ms(), ms()).prop_map(|(a, b)| JoinKind::Interval(Interval::closed(a.min(b), a.max(b))));
        let window = (MINUTE..HOUR, 1..6i64, 0..3u8).prop_map(|(size, parts, shape)| {
            let step = size / parts;
            let window = match shape {
                0 => Window::Tumbling { size, offset: 0 },
                1 => Window::Sliding { size: step * parts, slide: step, offset: 0 },
                _ => Window::Cumulating { size: step * parts, step, offset: 0 },
            };
            JoinKind::Window { window, allowed_lateness: 0 }
        });
        let ttl = (MINUTE..HOUR).prop_map(|state_ttl| JoinKind::Regular { state_ttl });
        let kind = prop_oneof![4 => interval, 3 => window, 1 => ttl];
        (0..3usize, kind, flow.clone(), flow).prop_map(|(dialect, kind, left, right)| Load {
            dialect: Dialect::ALL[dialect],
            policy: None,
            join: Join { ty: JoinType::Inner, kind },
            sides: Sides::new(left, right),
            disorder: 0,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

        /// In order, the engine holds what the exact formula says, but for how densely the rows lie.
        #[test]
        fn the_exact_formula_is_what_the_engine_holds(load in load()) {
            let Ok(held) = load.estimate() else { return Ok(()) };
            let measured = load.measure().unwrap();
            for side in Side::BOTH {
                let (exact, peak) = (held[side].exact, measured.peak[side]);
                // A row of the sample, either way, stands for so many.
                let rows = 3 + 3 * u64::from(load.sides[side].per_hour / measured.per_hour[side]);
                // And the mark moves with the rows of the sparser side.
                let sparse = rows_of(load.sides[side].per_hour, &measured);
                prop_assert!(
                    exact.abs_diff(peak) <= exact * 3 / 100 + rows + sparse,
                    "{side:?}: exact {exact}, held {peak}, a row of the sample is {rows} ({sparse})"
                );
            }
        }
    }

    /// Rows of a side in the time between two rows of the sparser sampled side.
    fn rows_of(per_hour: u32, measured: &Measured) -> u64 {
        let sparser = measured.per_hour.left.min(measured.per_hour.right).max(1);
        2 * u64::from(per_hour) / u64::from(sparser)
    }
}
