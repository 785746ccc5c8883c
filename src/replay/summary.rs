//! What a step did, counted: the glyphs under a scrubber's cell.

use super::Recording;
use crate::{
    engine::{
        Effect, RowId,
        effect::{NotKept, Why},
    },
    sorting,
};

/// How often each kind of thing happened in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows that came out padded with NULL.
    pub nulls: u32,
    /// Rows that an anti join put out, having no partner.
    pub alone: u32,
    /// Rows (in windows, copies) that were dropped or not kept since they came too late.
    pub late: u32,
    /// Changes that take something back (-D, -U).
    pub taken_back: u32,
    pub matches: u32,
    /// Rows (in windows, copies) that left state.
    pub left: u32,
}

impl Recording {
    /// What step `step` (from 1) did.
    pub fn summary(&self, step: usize) -> Summary {
        let mut sum = Summary::default();
        for effect in self.lasting_effects(step) {
            match effect {
                Effect::Matched { .. } | Effect::VersionTaken { .. } => sum.matches += 1,
                Effect::Left { .. } | Effect::CopyLeft { .. } => sum.left += 1,
                Effect::NotBuffered { why: NotKept::PastReach { .. }, .. } | Effect::Dropped { .. } => sum.late += 1,
                Effect::Emitted { kind, .. } if !kind.adds() => sum.taken_back += 1,
                Effect::Emitted { left, right, why, .. }
                    if (left.is_none() || right.is_none()) && !matches!(why, Why::Pair | Why::PairAgain) =>
                {
                    if self.rows().half() {
                        sum.alone += 1;
                    } else {
                        sum.nulls += 1;
                    }
                }
                _ => {}
            }
        }
        sum
    }
    /// The rows that step `step` (from 1) is about, in order: the one it brings, and those that something happened to.
    pub fn rows_of(&self, step: usize) -> Vec<RowId> {
        let mut rows: Vec<RowId> =
            step.checked_sub(1).and_then(|index| self.rows().of_step(index)).into_iter().collect();
        for effect in self.effects(step) {
            match effect {
                Effect::Matched { left, right } | Effect::VersionTaken { left, right } => rows.extend([left, right]),
                Effect::Left { row, .. }
                | Effect::CopyLeft { row, .. }
                | Effect::Dropped { row, .. }
                | Effect::NotBuffered { row, .. }
                | Effect::Buffered { row, .. }
                | Effect::HandedOn { row, .. }
                | Effect::NoVersion { left: row, .. } => rows.push(row),
                Effect::TablePut { row, replaced: other } | Effect::TableDeleted { by: row, row: other } => {
                    rows.extend([row].into_iter().chain(other));
                }
                Effect::Emitted { left, right, .. } => rows.extend(left.into_iter().chain(right)),
                _ => {}
            }
        }
        sorting::sort(&mut rows);
        rows.dedup();
        rows
    }
}
