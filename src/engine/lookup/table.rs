//! The table of a lookup join: the right side, with the key as its primary key.

use super::super::{
    Arrival,
    arena::{by_key, bytes},
    effect::{Effect, Key, NotKept, RowId, Sink, Why},
};
use crate::scenario::{JoinType, RowKind};

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Table {
    /// The row that stands, by [`Key`].
    rows: Vec<Option<RowId>>,
}

impl Table {
    /// A right push takes effect at once: `+I` and `+U` put the row of their key, replacing another; `-D` deletes it. A key of
    /// NULL equals nothing, so it replaces and deletes nothing.
    pub fn change(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { row, key, kind, .. } = arrival;
        let stands = by_key(&mut self.rows, key.0 as usize);
        let old = stands.take().filter(|_| !key.is_null());
        if kind.adds() {
            *stands = Some(row);
            sink.effect(Effect::TablePut { row, replaced: old });
        } else {
            sink.effect(Effect::TableDeleted { by: row, row: old });
        }
    }

    /// How many bytes it takes besides its own.
    pub fn bytes(&self) -> usize {
        bytes(&self.rows)
    }

    /// A left row is answered with what stands now, and is done. A key of NULL finds nothing, not even a row of key NULL.
    pub fn answer(&self, ty: JoinType, left: RowId, key: Key, sink: &mut impl Sink) {
        let found = self.rows.get(key.0 as usize).copied().flatten().filter(|_| !key.is_null());
        match found {
            Some(right) => {
                sink.effect(Effect::VersionTaken { left, right });
                if ty != JoinType::Anti {
                    emit(left, Some(right).filter(|_| !ty.half()), Why::Pair, sink);
                }
            }
            None => {
                sink.effect(Effect::NoVersion { left, deletion: None });
                if matches!(ty, JoinType::Left | JoinType::Anti) {
                    emit(left, None, Why::NoVersion, sink);
                }
            }
        }
        sink.effect(Effect::NotBuffered { row: left, why: NotKept::Answered });
    }
}

fn emit(left: RowId, right: Option<RowId>, why: Why, sink: &mut impl Sink) {
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left: Some(left), right, window: None, why });
}
