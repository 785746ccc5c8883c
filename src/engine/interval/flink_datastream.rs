//! The DataStream API's interval join (Apache Flink 2.3.0, `IntervalJoinOperator`), which is inner only.
//!
//! With inclusive bounds and `reach` as in Flink SQL (`reach(left) = upper`, `reach(right) = -lower`), a row of time t:
//! - is dropped as late, into the side output, if `t < W`, W being the join's watermark; `t = W` is not late;
//! - else is buffered, emits its matches, and leaves when W reaches `t + max(0, reach)`. A timer set at a W already
//!   passed fires when W moves next.
//!
//! So at `W = t + upper` a left row is gone while a right row at exactly that time is not late and would have matched: the
//! pair is lost [`case-d04`, `case-d05`]. Flink SQL keeps the row 1 ms longer. Crossed bounds are refused as given, but
//! bounds that only cross by being exclusive run, and match nothing. A NULL key fails the job.
//!
//! Seen in the goldens `case-d01` to `case-d16`, `ds-interval-*`.

use super::{
    super::{
        Arrival, Refusal,
        arena::{by_key, bytes},
        effect::{Effect, Gone, Key, RowId, Sink, explains},
        ordered::{Ordered, Tree},
        timers::Timers,
    },
    flink_sql::pair,
};
use crate::scenario::{Interval, Side, Sides};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkDatastreamInterval {
    reach: Sides<i64>,
    /// Whether there will ever be a watermark.
    timed: bool,
    /// By [`Key`].
    keys: Vec<Sides<Tree>>,
    /// The rows of all keys, each key's by time.
    rows: Ordered<i64, RowId>,
    timers: Timers<(Key, Side)>,
    held: Sides<u64>,
}

impl FlinkDatastreamInterval {
    pub fn new(interval: &Interval, timed: bool) -> Self {
        let (lower, upper) = interval.inclusive();
        FlinkDatastreamInterval {
            reach: Sides::new(upper, -lower),
            timed,
            keys: Vec::new(),
            rows: Ordered::default(),
            timers: Timers::default(),
            held: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.keys) + self.rows.bytes() + self.timers.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, watermark: Option<i64>, sink: &mut impl Sink) -> Result<(), Refusal> {
        let Arrival { side, row, key, time, .. } = arrival;
        let other = side.other();
        if key.is_null() {
            return Err(Refusal::NullKey);
        }
        if let Some(watermark) = watermark.filter(|watermark| time < *watermark) {
            sink.effect(Effect::Dropped { row, window: None, watermark });
            return Ok(());
        }
        let buffers = by_key(&mut self.keys, key.0 as usize);
        let gone_at = time + self.reach[side].max(0);
        let due = watermark.map_or(gone_at, |watermark| gone_at.max(watermark + 1));
        self.rows.insert(&mut buffers[side], time, row);
        self.held[side] += 1;
        self.timers.set(gone_at, (key, side));
        sink.effect(Effect::Buffered { row, due: self.timed.then_some(due) });
        let (first, last) = (time - self.reach[other], time + self.reach[side]);
        let mut matched = false;
        self.rows.each(buffers[other], first, last, |_, _, partner| {
            matched = true;
            pair(side, row, *partner, sink);
        });
        if explains(sink) && !matched {
            let others = buffers[other];
            let (before, after) = (self.rows.before(others, first), self.rows.after(others, last.max(first)));
            for (_, miss) in [before, after].into_iter().flatten() {
                sink.effect(Effect::NearMiss { row, other: miss });
            }
        }
        Ok(())
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        while let Some((at, (key, side))) = self.timers.due(watermark) {
            // The timers of a side fire in order of its rows' times, so what leaves is always the earliest.
            let time = at - self.reach[side].max(0);
            let buffer = &mut self.keys[key.0 as usize][side];
            while let Some(row) = self.rows.pop_until(buffer, time) {
                self.held[side] -= 1;
                sink.effect(Effect::Left { row, why: Gone::Due { watermark } });
            }
        }
    }
}
