//! In which order events arrive, and the steps that this makes.

use serde::{Deserialize, Serialize};

use super::{Marks, Order, Plan, Role};
use crate::scenario::{MAX_TIME, Payload, Push, RowKind, Side, Sides, Step, generate::Random};

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
}

pub(super) struct Arrived {
    pub steps: Vec<Step>,
    /// How far behind the newest event time of its side a row came, at the most, ms.
    pub disorder: Sides<i64>,
}

/// The events, in the order of the files, as steps in the order of arrival.
pub(super) fn steps(plan: &Plan, events: Vec<Event>) -> Arrived {
    let mut order = order(plan, &events);
    // Rows of one moment stay in the order of the files.
    order.sort_by_key(|(at, _)| *at);
    let timed = !matches!(plan.arrival, Arrival::Column)
        || plan
            .files
            .iter()
            .all(|file| file.columns.iter().any(|column| matches!(column.role, Role::Arrival(Order::Time(_)))));
    let mut batches = Batches { every: plan.batches, rows: 0, next: None };
    let mut marked: Sides<Option<i64>> = Sides::default();
    let mut newest: Sides<Option<i64>> = Sides::default();
    let mut now = i64::MIN;
    let mut disorder = Sides::default();
    let mut steps = Vec::with_capacity(events.len() + 1);
    let mut events: Vec<Option<Event>> = events.into_iter().map(Some).collect();
    for (at, index) in order {
        let Some(event) = events.get_mut(index).and_then(Option::take) else { continue };
        now = if timed { at } else { now.max(event.time) };
        steps.extend(batches.before(now));
        let (side, time) = (event.side, event.time);
        if let Some(mark) = event.watermark.filter(|_| plan.batches.is_none() && plan.watermarks[side] == Marks::Column)
            && marked[side].is_none_or(|before| before < mark)
        {
            marked[side] = Some(mark);
            steps.push(Step::Watermark { side, time: mark });
        }
        let ahead = newest[side].map_or(time, |newest| time.max(newest));
        newest[side] = Some(ahead);
        disorder[side] = ahead.saturating_sub(time).max(disorder[side]);
        let Event { id, key, row, kind, .. } = event;
        steps.push(Step::Push(Push { side, id, key, time, row, kind, partition: 0 }));
        steps.extend(batches.after());
    }
    steps.extend(batches.last());
    Arrived { steps, disorder }
}

/// When each event arrives, and its index.
fn order(plan: &Plan, events: &[Event]) -> Vec<(i64, usize)> {
    let indexed = |at: Vec<i64>| at.into_iter().zip(0..).collect();
    match plan.arrival {
        Arrival::Lines => {
            let mut newest = vec![i64::MIN; plan.files.len().max(1)];
            let moved = |event: &Event| {
                let newest = &mut newest[event.file];
                *newest = event.time.max(*newest);
                *newest
            };
            indexed(events.iter().map(moved).collect())
        }
        // A row without one is a bad row, and not here.
        Arrival::Column => indexed(events.iter().map(|event| event.arrival.unwrap_or(event.time)).collect()),
        Arrival::Delay(delay) => {
            let mut random = Random::seeded(delay.seed);
            indexed(events.iter().map(|event| event.time.saturating_add(delay.next(&mut random))).collect())
        }
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
