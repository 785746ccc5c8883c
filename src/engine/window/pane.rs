//! The rows of one key in one window, and what comes out when it fires.

use super::super::{
    effect::{Effect, RowId, Sink, Span, Why},
    lists::{List, Lists},
};
use crate::{
    scenario::{JoinType, RowKind, Side, Sides},
    sorting,
};

/// The rows of both sides, in order of arrival but for what merged sessions mixed up; [`Pane::fire`] puts them in order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pane {
    /// Where the window begins; it is found by where it ends.
    pub start: i64,
    /// The first row of a list is always its earliest.
    rows: Sides<List>,
    /// In semi and anti joins, the rows that have not been shown with a partner: only they are told of one when the window
    /// fires again.
    fresh: Sides<List>,
    count: Sides<u32>,
    fired: bool,
    /// Whether a timer is set on which it fires.
    pub timed: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub row: RowId,
    /// The firing that it came out in last, 0 if none: two rows with the same one have been shown together. [`ALONE`] is set
    /// if it came out alone.
    shown: u32,
}

const ALONE: u32 = 1 << 31;

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

impl Rule {
    fn wants_alone(&self, side: Side) -> bool {
        self.ty.outer(side) || self.ty == JoinType::Anti && side == Side::Left
    }
}

impl Entry {
    pub fn new(row: RowId) -> Self {
        Entry { row, shown: 0 }
    }

    fn shown_with_partner(self) -> bool {
        self.shown != 0 && self.shown & ALONE == 0
    }
}

impl Pane {
    pub fn new(start: i64) -> Self {
        Pane { start, ..Pane::default() }
    }

    pub fn add(&mut self, side: Side, row: RowId, ty: JoinType, lists: &mut Lists<Entry>) {
        let list = if ty.half() { &mut self.fresh } else { &mut self.rows };
        lists.push(&mut list[side], Entry::new(row));
        self.count[side] = self.count[side].saturating_add(1);
    }

    pub fn fired(&self) -> bool {
        self.fired
    }

    pub fn count(&self) -> Sides<u32> {
        self.count
    }

    /// Takes all rows of another pane.
    pub fn absorb(&mut self, other: Pane, lists: &mut Lists<Entry>) {
        self.fired |= other.fired;
        for side in Side::BOTH {
            join(&mut self.rows[side], other.rows[side], lists);
            join(&mut self.fresh[side], other.fresh[side], lists);
            self.count[side] = self.count[side].saturating_add(other.count[side]);
        }
    }

    /// Takes the rows of a side out, in the order in which they arrived.
    pub fn take(&mut self, side: Side, lists: &mut Lists<Entry>, into: &mut Vec<Entry>) {
        self.count[side] = 0;
        take(&mut self.rows[side], lists, into);
        take(&mut self.fresh[side], lists, into);
        sort(into);
    }

    /// Shows the rows. What does not come out is not even looked at.
    pub fn fire(
        &mut self,
        rule: Rule,
        lists: &mut Lists<Entry>,
        scratch: &mut Sides<Vec<Entry>>,
        sink: &mut impl Sink,
    ) {
        self.fired = true;
        self.timed = false;
        let together = rule.matches && self.count.left > 0 && self.count.right > 0;
        let first = |side: Side| {
            let first = [self.rows[side], self.fresh[side]].into_iter().filter_map(|list| lists.first(list));
            first.map(|entry| entry.row).min().unwrap_or(RowId(0))
        };
        let first = Sides::new(first(Side::Left), first(Side::Right));
        for side in Side::BOTH {
            let (rows, fresh) = match (together, rule.ty) {
                (true, JoinType::Semi) => (side == Side::Left, true),
                (true, JoinType::Anti) => (false, true),
                (true, _) => (true, true),
                (false, _) => (rule.wants_alone(side), rule.wants_alone(side)),
            };
            let shown = &mut scratch[side];
            shown.clear();
            if rows {
                take(&mut self.rows[side], lists, shown);
            }
            if fresh {
                take(&mut self.fresh[side], lists, shown);
            }
            sort(shown);
        }
        show(rule, together, first, scratch, sink);
        for side in Side::BOTH {
            let mut back = List::default();
            for entry in &scratch[side] {
                lists.push(&mut back, *entry);
            }
            let stay_fresh = rule.ty.half() && !together;
            let list = if stay_fresh { &mut self.fresh } else { &mut self.rows };
            join(&mut list[side], back, lists);
        }
    }
}

/// Shows rows of one key that are together for the first and only time, each side in order of arrival.
pub(super) fn show_once(rule: Rule, shown: &mut Sides<Vec<Entry>>, sink: &mut impl Sink) {
    let together = rule.matches && !shown.left.is_empty() && !shown.right.is_empty();
    let first = |side: Side| shown[side].first().map_or(RowId(0), |entry| entry.row);
    let first = Sides::new(first(Side::Left), first(Side::Right));
    show(rule, together, first, shown, sink);
}

fn join(list: &mut List, more: List, lists: &mut Lists<Entry>) {
    let mut more = more;
    if let (Some(first), Some(other)) = (lists.first(*list), lists.first(more))
        && other.row < first.row
    {
        std::mem::swap(list, &mut more);
    }
    lists.append(list, more);
}

fn take(list: &mut List, lists: &mut Lists<Entry>, into: &mut Vec<Entry>) {
    into.extend(lists.iter(*list));
    lists.free(std::mem::take(list));
}

/// Rows are numbered as they arrive. This costs little where no sessions merged.
fn sort(entries: &mut [Entry]) {
    sorting::sort_by_key(entries, |entry| entry.row);
}

/// Emits what the join type wants of the rows: left rows in order, and under each the right ones. `first` is each side's
/// first row.
fn show(rule: Rule, together: bool, first: Sides<RowId>, shown: &mut Sides<Vec<Entry>>, sink: &mut impl Sink) {
    let Sides { left: lefts, right: rights } = shown;
    if together && rule.ty.half() {
        half_pairs(rule, first, lefts, rights, sink);
    } else if together {
        for left in lefts.iter() {
            for right in rights.iter() {
                let again = left.shown_with_partner() && left.shown == right.shown;
                if !again {
                    sink.effect(Effect::Matched { left: left.row, right: right.row });
                }
                emit(Some(left.row), Some(right.row), rule.spans.left, pair(again), sink);
            }
        }
    } else {
        for (side, entries) in [(Side::Left, &*lefts), (Side::Right, &*rights)] {
            for entry in entries.iter().filter(|_| rule.wants_alone(side)) {
                let why = if entry.shown & ALONE != 0 { Why::AloneAgain } else { Why::AloneInWindow };
                let (left, right) = if side == Side::Left { (Some(entry.row), None) } else { (None, Some(entry.row)) };
                emit(left, right, rule.spans[side], why, sink);
            }
        }
    }
    for entry in lefts.iter_mut().chain(rights) {
        entry.shown = rule.firing | if together { 0 } else { ALONE };
    }
}

/// Semi and anti: every left row has a partner, whichever. To name all pairs would be work that the output does not ask
/// for, so each row is told one: the first of the other side.
fn half_pairs(rule: Rule, first: Sides<RowId>, lefts: &[Entry], rights: &[Entry], sink: &mut impl Sink) {
    let mut first_told = false;
    for left in lefts {
        let known = left.shown_with_partner();
        if !known {
            first_told = true;
            sink.effect(Effect::Matched { left: left.row, right: first.right });
        }
        if rule.ty == JoinType::Semi {
            emit(Some(left.row), None, rule.spans.left, pair(known), sink);
        }
    }
    for right in rights {
        let told = right.shown_with_partner() || right.row == first.right && first_told;
        if !told {
            sink.effect(Effect::Matched { left: first.left, right: right.row });
        }
    }
}

fn pair(again: bool) -> Why {
    if again { Why::PairAgain } else { Why::Pair }
}

fn emit(left: Option<RowId>, right: Option<RowId>, window: Span, why: Why, sink: &mut impl Sink) {
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left, right, window: Some(window), why });
}
