//! The rows of one key in one window, and what comes out when it fires.

use super::super::effect::{Effect, RowId, Sink, Span, Why};
use crate::scenario::{JoinType, RowKind, Side, Sides};

/// The rows of both sides, in order of arrival but for what merged sessions mixed up; [`Pane::fire`] puts them in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Pane {
    rows: Sides<Vec<Entry>>,
    fired: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    row: RowId,
    /// The firing that it took part in last, 0 if none: two rows with the same one have been shown together.
    firing: u32,
    /// Whether it stood alone in that firing.
    alone: bool,
}

/// How a window's rows come out.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub ty: JoinType,
    /// Whether the key can match at all: NULL does not.
    pub matches: bool,
    /// The window as each side's rows give it.
    pub spans: Sides<Span>,
    /// The number of this firing, from 1.
    pub firing: u32,
}

impl Pane {
    pub fn add(&mut self, side: Side, row: RowId) {
        self.rows[side].push(Entry { row, firing: 0, alone: false });
    }

    pub fn fired(&self) -> bool {
        self.fired
    }

    pub fn count(&self) -> Sides<u32> {
        let count = |side: Side| u32::try_from(self.rows[side].len()).unwrap_or(u32::MAX);
        Sides::new(count(Side::Left), count(Side::Right))
    }

    pub fn rows(&self, side: Side) -> impl Iterator<Item = RowId> + '_ {
        self.rows[side].iter().map(|entry| entry.row)
    }

    /// Takes all rows of another pane; the smaller list moves.
    pub fn absorb(&mut self, mut other: Pane) {
        self.fired |= other.fired;
        for side in Side::BOTH {
            if self.rows[side].len() < other.rows[side].len() {
                std::mem::swap(&mut self.rows[side], &mut other.rows[side]);
            }
            self.rows[side].append(&mut other.rows[side]);
        }
    }

    /// Emits what the join type wants of the rows: left rows in order, and under each the right ones.
    pub fn fire(&mut self, rule: Rule, sink: &mut impl Sink) {
        self.fired = true;
        for side in Side::BOTH {
            // Rows are numbered as they arrive. This costs nothing where no sessions merged.
            self.rows[side].sort_by_key(|entry| entry.row);
        }
        let Sides { left: lefts, right: rights } = &mut self.rows;
        let together = rule.matches && !lefts.is_empty() && !rights.is_empty();
        if together && rule.ty.half() {
            half_pairs(rule, lefts, rights, sink);
        } else if together {
            for left in lefts.iter() {
                for right in rights.iter() {
                    let again = left.firing != 0 && left.firing == right.firing;
                    if !again {
                        sink.effect(Effect::Matched { left: left.row, right: right.row });
                    }
                    emit(Some(left.row), Some(right.row), rule.spans.left, pair(again), sink);
                }
            }
        } else {
            for (side, entries) in [(Side::Left, &*lefts), (Side::Right, &*rights)] {
                let wanted = rule.ty.outer(side) || rule.ty == JoinType::Anti && side == Side::Left;
                for entry in entries.iter().filter(|_| wanted) {
                    let again = entry.firing != 0 && entry.alone;
                    let why = if again { Why::AloneAgain } else { Why::AloneInWindow };
                    let (left, right) =
                        if side == Side::Left { (Some(entry.row), None) } else { (None, Some(entry.row)) };
                    emit(left, right, rule.spans[side], why, sink);
                }
            }
        }
        for entry in lefts.iter_mut().chain(rights) {
            (entry.firing, entry.alone) = (rule.firing, !together);
        }
    }
}

/// Semi and anti: every left row has a partner, whichever. To name all pairs would be work that the output does not ask
/// for, so each row is told one: the first of the other side.
fn half_pairs(rule: Rule, lefts: &[Entry], rights: &[Entry], sink: &mut impl Sink) {
    let known = |entry: &Entry| entry.firing != 0 && !entry.alone;
    let mut first_told = false;
    for left in lefts {
        if !known(left) {
            first_told = true;
            sink.effect(Effect::Matched { left: left.row, right: rights[0].row });
        }
        if rule.ty == JoinType::Semi {
            emit(Some(left.row), None, rule.spans.left, pair(known(left)), sink);
        }
    }
    for (at, right) in rights.iter().enumerate() {
        let told = known(right) || at == 0 && first_told;
        if !told {
            sink.effect(Effect::Matched { left: lefts[0].row, right: right.row });
        }
    }
}

fn pair(again: bool) -> Why {
    if again { Why::PairAgain } else { Why::Pair }
}

fn emit(left: Option<RowId>, right: Option<RowId>, window: Span, why: Why, sink: &mut impl Sink) {
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left, right, window: Some(window), why });
}
