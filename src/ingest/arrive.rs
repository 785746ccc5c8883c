//! In which order events arrive, and the steps that this makes.

use serde::{Deserialize, Serialize};

use super::{Marks, Order, Plan, Role};
use crate::scenario::{MAX_STEPS, MAX_TIME, Payload, Push, RowKind, Side, Sides, Step, generate::Random};

/// What the order of arrival is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrival {
    /// The order of the lines. Of several files each keeps its own order, and the next row is that of the file whose newest event
    /// time is the least.
    Lines,
    /// The arrival column.
    Column,
    /// Made up: each row arrives so long after its event time.
    Delay(Delay),
}

/// A distribution of delays, seeded: the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    pub seed: u64,
    pub law: Law,
    /// Percent of rows that come later still, by up to `late_by` ms.
    pub late: u32,
    pub late_by: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Law {
    /// Any delay from 0 to `most` ms alike.
    Uniform { most: i64 },
    /// Short delays often, long ones seldom: `mean` ms on average.
    Exponential { mean: i64 },
}

impl Default for Delay {
    fn default() -> Self {
        Delay { seed: 1, law: Law::Uniform { most: 2_000 }, late: 0, late_by: 60_000 }
    }
}

impl Delay {
    fn next(&self, random: &mut Random) -> i64 {
        let delay = match self.law {
            Law::Uniform { most } => random.between(0, most),
            Law::Exponential { mean } => {
                // 53 bits, as a number from 0 to just below 1, and its logarithm by libm: alike everywhere.
                let share = (random.below(1 << 53) as f64) / (1u64 << 53) as f64;
                (-libm::log(1.0 - share) * mean.max(0) as f64) as i64
            }
        };
        // Drawn for every row, so that one share more changes no other row.
        let (late, by) = (random.percent(self.late), random.between(1, self.late_by.max(1)));
        delay.saturating_add(if late { by } else { 0 }).clamp(0, MAX_TIME)
    }
}

/// How often Spark runs a micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Every {
    /// After so many rows.
    Rows(usize),
    /// So often, ms of arrival; where that is no time, of event time as it is seen to move on. Only where rows came.
    Millis(i64),
}

/// A row, ready to arrive.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub side: Side,
    pub id: Box<str>,
    pub key: Option<Box<str>>,
    pub time: i64,
    pub row: Payload,
    pub kind: RowKind,
    pub file: usize,
    /// What the arrival column says.
    pub arrival: Option<i64>,
    /// What the watermark column says.
    pub watermark: Option<i64>,
    pub partition: u32,
}

/// The events in the order of arrival, as they are read: the first so many of them.
///
/// What arrives later than those is let go of on the way, so that a file of many more rows than are taken needs no more room.
#[derive(Debug)]
pub(super) struct Arriving {
    arrival: Arrival,
    random: Random,
    /// Of each file, in the order of its lines.
    newest: Vec<i64>,
    /// When it arrives, which of all it is, and what.
    events: Vec<(i64, usize, Event)>,
    count: usize,
    most: usize,
}

impl Arriving {
    pub fn new(plan: &Plan) -> Self {
        let seed = if let Arrival::Delay(delay) = plan.arrival { delay.seed } else { 0 };
        Arriving {
            arrival: plan.arrival,
            random: Random::seeded(seed),
            newest: vec![i64::MIN; plan.files.len().max(1)],
            events: Vec::new(),
            count: 0,
            // One more than a script holds tells that there are too many.
            most: plan.first.unwrap_or(usize::MAX).min(MAX_STEPS + 1),
        }
    }

    pub fn push(&mut self, event: Event) {
        let at = match self.arrival {
            Arrival::Lines => {
                let newest = &mut self.newest[event.file];
                *newest = event.time.max(*newest);
                *newest
            }
            // A row without one is a bad row, and not here.
            Arrival::Column => event.arrival.unwrap_or(event.time),
            Arrival::Delay(delay) => event.time.saturating_add(delay.next(&mut self.random)),
        };
        self.events.push((at, self.count, event));
        self.count += 1;
        if self.events.len() > self.most.saturating_add(self.most / 2).saturating_add(1_000) {
            self.events.select_nth_unstable_by_key(self.most, |(at, number, _)| (*at, *number));
            self.events.truncate(self.most);
        }
    }

    fn in_order(mut self) -> Vec<(i64, usize, Event)> {
        // Rows of one moment stay in the order of the files.
        self.events.sort_unstable_by_key(|(at, number, _)| (*at, *number));
        self.events.truncate(self.most);
        self.events
    }
}

#[derive(Default)]
pub(super) struct Arrived {
    pub steps: Vec<Step>,
    /// How far behind the newest event time of its side a row came, at the most, ms; of its partition, where the side has such.
    pub disorder: Sides<i64>,
    /// The first and last event time.
    pub span: Option<(i64, i64)>,
    /// How many rows came from each partition of a side that has such.
    pub partitions: Sides<Vec<usize>>,
}

/// The events as steps.
pub(super) fn steps(plan: &Plan, events: Arriving) -> Arrived {
    let timed = !matches!(plan.arrival, Arrival::Column)
        || plan
            .files
            .iter()
            .all(|file| file.columns.iter().any(|column| matches!(column.role, Role::Arrival(Order::Time(_)))));
    let mut batches = Batches { every: plan.batches, rows: 0, next: None };
    let mut clock = Clock { every: plan.clock.filter(|_| plan.batches.is_none()), first: None, told: 0 };
    let partitioned = Sides::new(plan.has_partitions(Side::Left), plan.has_partitions(Side::Right));
    let mut marked: Sides<Option<i64>> = Sides::default();
    // Of each partition.
    let mut newest: Sides<Vec<Option<i64>>> = Sides::default();
    let mut now = i64::MIN;
    let mut arrived = Arrived { steps: Vec::with_capacity(events.events.len() + 1), ..Arrived::default() };
    let steps = &mut arrived.steps;
    for (at, _, event) in events.in_order() {
        now = if timed { at } else { now.max(event.time) };
        steps.extend(clock.before(now));
        steps.extend(batches.before(now));
        let (side, time) = (event.side, event.time);
        if let Some(mark) = event.watermark.filter(|_| plan.batches.is_none() && plan.watermarks[side] == Marks::Column)
            && marked[side].is_none_or(|before| before < mark)
        {
            marked[side] = Some(mark);
            steps.push(Step::Watermark { side, time: mark });
        }
        let partition = if partitioned[side] { event.partition } else { 0 };
        let of = partition as usize;
        if newest[side].len() <= of {
            newest[side].resize(of + 1, None);
        }
        if partitioned[side] {
            let rows = &mut arrived.partitions[side];
            rows.resize(rows.len().max(of + 1), 0);
            rows[of] += 1;
        }
        let ahead = newest[side][of].map_or(time, |newest| time.max(newest));
        newest[side][of] = Some(ahead);
        arrived.disorder[side] = ahead.saturating_sub(time).max(arrived.disorder[side]);
        let (first, last) = arrived.span.unwrap_or((time, time));
        arrived.span = Some((first.min(time), last.max(time)));
        let Event { id, key, row, kind, .. } = event;
        steps.push(Step::Push(Push { side, id, key, time, row, kind, partition }));
        steps.extend(batches.after());
    }
    steps.extend(batches.last());
    arrived
}

/// Where processing time moves: it is 0 when the first row arrives.
struct Clock {
    every: Option<i64>,
    first: Option<i64>,
    told: i64,
}

impl Clock {
    fn before(&mut self, now: i64) -> Option<Step> {
        let every = self.every?.max(1);
        let first = *self.first.get_or_insert(now);
        let time = now.saturating_sub(first).min(MAX_TIME) / every * every;
        (time > self.told).then(|| {
            self.told = time;
            Step::Clock { time }
        })
    }
}

/// Where micro-batches come.
struct Batches {
    every: Option<Every>,
    /// Rows since the last one.
    rows: usize,
    /// When the next one is due.
    next: Option<i64>,
}

impl Batches {
    fn before(&mut self, now: i64) -> Option<Step> {
        let Some(Every::Millis(every)) = self.every else { return None };
        let every = every.max(1);
        let next = *self.next.get_or_insert(now.saturating_add(every));
        if now < next {
            return None;
        }
        let missed = now.saturating_sub(next) / every + 1;
        self.next = Some(next.saturating_add(missed.saturating_mul(every)));
        (std::mem::take(&mut self.rows) > 0).then_some(Step::Batch)
    }

    fn after(&mut self) -> Option<Step> {
        self.rows += 1;
        match self.every {
            Some(Every::Rows(every)) if self.rows >= every.max(1) => self.last(),
            _ => None,
        }
    }

    fn last(&mut self) -> Option<Step> {
        self.every?;
        (std::mem::take(&mut self.rows) > 0).then_some(Step::Batch)
    }
}
