//! Flink SQL's regular join where it needs no more of a row than that it is there: inner, without a state TTL. What it does is
//! told in `flink_sql.rs`; no row's partners are counted, and none is padded.

use super::{
    super::{
        Arrival,
        arena::{by_key, bytes},
        effect::{Effect, Gone, RowId, Sink, Why},
        ordered::{Ordered, Tree},
    },
    flink_sql::{emit, matched},
};
use crate::scenario::Sides;

#[derive(Clone, Debug, Default)]
pub(in super::super) struct FlinkSqlInner {
    /// By [`Key`](super::super::Key).
    keys: Vec<Sides<Tree>>,
    /// The rows of all keys, each key's by number; one inserted twice is there twice.
    rows: Ordered<RowId, ()>,
    held: Sides<u64>,
}

impl FlinkSqlInner {
    pub fn bytes(&self) -> usize {
        bytes(&self.keys) + self.rows.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        let trees = by_key(&mut self.keys, key.0 as usize);
        if !kind.adds() {
            if self.rows.pop_within(&mut trees[side], row, row).is_some() {
                self.held[side] -= 1;
                sink.effect(Effect::Left { row, why: Gone::Taken });
            } else {
                sink.effect(Effect::NothingToTake { row });
            }
        }
        if !key.is_null() {
            self.rows.each(trees[side.other()], RowId(0), RowId(u32::MAX), |_, theirs, ()| {
                if kind.adds() {
                    matched(side, row, theirs, sink);
                }
                let why = if kind.adds() { Why::Pair } else { Why::InputChanged };
                emit(side, kind, Some(row), Some(theirs), why, sink);
            });
        }
        if kind.adds() {
            self.rows.insert(&mut trees[side], row, ());
            self.held[side] += 1;
            sink.effect(Effect::Buffered { row, due: None });
        }
    }
}
