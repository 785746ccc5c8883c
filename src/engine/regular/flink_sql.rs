//! Flink SQL's regular join (Apache Flink 2.3.0, `StreamingJoinOperator`, `StreamingSemiAntiJoinOperator`), and what
//! Flink plans as one: an interval join that is semi or anti, or that has a side without a watermark, becomes a regular
//! join with a time predicate.
//!
//! State a key and side: a multiset of rows, each with the number n of partners it has now where that matters (an outer
//! side; the left of semi and anti). NULL keys match nothing.
//!
//! A row x is added (+I, +U) on side S, O being the other; y are its matches:
//! - none and S outer: `+I(x, NULL)`.
//! - else for each y: if O is outer and n(y) = 0 first `-D(NULL, y)`; then the pair, as +I if either side is outer, else
//!   with the input's kind; n(y) += 1 if O is outer.
//! - x is stored with n = number of matches.
//!
//! A row x is taken (-U, -D): x leaves state first (taking what is not there changes nothing there).
//! - no match and S outer: `-D(x, NULL)`.
//! - else for each y: the pair, as -D if S is outer, else with the input's kind; then if O is outer: if n(y) = 1
//!   `+I(NULL, y)`; n(y) -= 1.
//!
//! Semi: left x comes out with its own kind if it has a match; a right row added (taken) emits each y with n(y) = 0 (1)
//! with the right row's kind. Anti: left x with its own kind if it has none; right added: `-D(y)` where n(y) = 0;
//! right taken: `+I(y)` where n(y) = 1.
//!
//! With a state TTL, a stored row not *written* (inserted, taken from, its n changed) for that long is gone at exactly
//! `written + ttl`, without output.
//!
//! Seen in the goldens `case-r01` to `case-r16`, `case-i23`, `case-i25` to `case-i28`, `sql-regular-*`.

use std::collections::BTreeMap;

use super::super::{
    Arrival,
    effect::{Effect, Gone, Key, RowId, Sink, Why, explains},
    timers::Timers,
};
use crate::scenario::{JoinType, RowKind, Side, Sides};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlRegular {
    ty: JoinType,
    /// The time predicate, inclusive bounds on `right.time - left.time`, where Flink plans an interval join so.
    bounds: Option<(i64, i64)>,
    /// ms of processing time; 0: for ever.
    ttl: i64,
    clock: i64,
    /// By [`Key`].
    keys: Vec<Sides<Rows>>,
    /// When a record may be over its TTL.
    expiries: Timers<(Side, Key, Place)>,
    held: Sides<u64>,
}

/// Rows of one key and side, by what tells them apart.
type Rows = BTreeMap<Place, Record>;

/// What the planner keeps of a row: its time only for a time predicate, and of the right side of semi and anti not even
/// its id, so equal rows there are one record.
type Place = (i64, Option<RowId>);

#[derive(Clone, Debug)]
struct Record {
    /// The rows it stands for.
    rows: Vec<RowId>,
    /// How many partners each has now. A retraction of a row never inserted makes it wrong, even negative, as in Flink.
    partners: i64,
    written: i64,
}

/// A row of the other side that matches: one entry a copy.
#[derive(Clone, Copy)]
struct Partner {
    place: Place,
    row: RowId,
    partners: i64,
}

impl FlinkSqlRegular {
    pub fn new(ty: JoinType, bounds: Option<(i64, i64)>, ttl: i64) -> Self {
        FlinkSqlRegular {
            ty,
            bounds,
            ttl,
            clock: 0,
            keys: Vec::new(),
            expiries: Timers::default(),
            held: Sides::default(),
        }
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let at = arrival.key.0 as usize;
        if at >= self.keys.len() {
            self.keys.resize_with(at + 1, Sides::default);
        }
        if self.ty.half() { self.push_half(arrival, sink) } else { self.push_full(arrival, sink) }
    }

    fn push_full(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        let other = side.other();
        let (outer, other_outer) = (self.ty.outer(side), self.ty.outer(other));
        if !kind.adds() {
            self.take(arrival, sink);
        }
        let found = self.matches(arrival, sink);
        if found.is_empty() && outer {
            let why = if kind.adds() { Why::NoPartnerNow } else { Why::InputChanged };
            let kind = if kind.adds() { RowKind::Insert } else { RowKind::Delete };
            emit(side, kind, Some(row), None, why, sink);
        }
        for partner in &found {
            if kind.adds() {
                if other_outer && partner.partners == 0 {
                    emit(other, RowKind::Delete, Some(partner.row), None, Why::PartnerCame, sink);
                }
                matched(side, row, partner.row, sink);
                let kind = if outer || other_outer { RowKind::Insert } else { kind };
                emit(side, kind, Some(row), Some(partner.row), Why::Pair, sink);
            } else {
                let kind = if outer { RowKind::Delete } else { kind };
                emit(side, kind, Some(row), Some(partner.row), Why::InputChanged, sink);
                if other_outer && partner.partners == 1 {
                    emit(other, RowKind::Insert, Some(partner.row), None, Why::PartnerGone, sink);
                }
            }
            if other_outer {
                self.count(other, key, partner, if kind.adds() { 1 } else { -1 });
            }
        }
        if kind.adds() {
            self.add(arrival, found.len(), sink);
        }
    }

    fn push_half(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        let anti = self.ty == JoinType::Anti;
        let found = self.matches(arrival, sink);
        if side == Side::Left {
            if kind.adds() {
                for partner in &found {
                    matched(side, row, partner.row, sink);
                }
            }
            if anti == found.is_empty() {
                let why = match (kind.adds(), anti) {
                    (false, _) => Why::InputChanged,
                    (true, true) => Why::NoPartnerNow,
                    (true, false) => Why::Pair,
                };
                emit(side, kind, Some(row), None, why, sink);
            }
            if kind.adds() {
                self.add(arrival, found.len(), sink)
            } else {
                self.take(arrival, sink)
            }
            return;
        }
        if kind.adds() {
            self.add(arrival, 0, sink)
        } else {
            self.take(arrival, sink)
        }
        for partner in &found {
            if kind.adds() {
                matched(side, row, partner.row, sink);
                if partner.partners == 0 {
                    let (kind, why) = if anti { (RowKind::Delete, Why::PartnerCame) } else { (kind, Why::Pair) };
                    emit(Side::Left, kind, Some(partner.row), None, why, sink);
                }
            } else if partner.partners == 1 {
                let kind = if anti { RowKind::Insert } else { kind };
                emit(Side::Left, kind, Some(partner.row), None, Why::PartnerGone, sink);
            }
            self.count(Side::Left, key, partner, if kind.adds() { 1 } else { -1 });
        }
    }

    /// The clock moved to `clock`: what has not been written for the TTL is gone.
    pub fn tick(&mut self, clock: i64, sink: &mut impl Sink) {
        self.clock = clock;
        while let Some((at, (side, key, place))) = self.expiries.due(clock) {
            let rows = &mut self.keys[key.0 as usize][side];
            // A record written since then has a later timer.
            if rows.get(&place).is_none_or(|record| record.written.saturating_add(self.ttl) != at) {
                continue;
            }
            if let Some(record) = rows.remove(&place) {
                self.held[side] -= record.rows.len() as u64;
                for row in record.rows {
                    sink.effect(Effect::Left { row, why: Gone::Ttl { written: record.written } });
                }
            }
        }
    }

    fn place(&self, arrival: &Arrival) -> Place {
        let time = if self.bounds.is_some() { arrival.time } else { 0 };
        let row = (!(self.ty.half() && arrival.side == Side::Right)).then_some(arrival.row);
        (time, row)
    }

    fn matches(&self, arrival: Arrival, sink: &mut impl Sink) -> Vec<Partner> {
        let Arrival { side, row, key, time, .. } = arrival;
        if key.is_null() {
            return Vec::new();
        }
        let rows = &self.keys[key.0 as usize][side.other()];
        let (first, last) = match (self.bounds, side) {
            (None, _) => (i64::MIN, i64::MAX),
            (Some((low, high)), Side::Left) => (time.saturating_add(low), time.saturating_add(high)),
            (Some((low, high)), Side::Right) => (time.saturating_sub(high), time.saturating_sub(low)),
        };
        let mut found = Vec::new();
        if first <= last {
            for (place, record) in rows.range((first, None)..=(last, Some(RowId(u32::MAX)))) {
                found.extend(record.rows.iter().map(|row| Partner {
                    place: *place,
                    row: *row,
                    partners: record.partners,
                }));
            }
        }
        if explains(sink) && found.is_empty() && self.bounds.is_some() {
            let before = rows.range(..(first, None)).next_back();
            let after = rows.range((last.max(first.saturating_sub(1)).saturating_add(1), None)..).next();
            for (_, record) in [before, after].into_iter().flatten() {
                sink.effect(Effect::NearMiss { row, other: record.rows[0] });
            }
        }
        found
    }

    fn add(&mut self, arrival: Arrival, partners: usize, sink: &mut impl Sink) {
        let Arrival { side, row, key, .. } = arrival;
        let place = self.place(&arrival);
        let partners = i64::try_from(partners).unwrap_or(i64::MAX);
        let record = self.keys[key.0 as usize][side].entry(place).or_insert(Record {
            rows: Vec::new(),
            partners,
            written: self.clock,
        });
        record.rows.push(row);
        record.partners = partners;
        record.written = self.clock;
        self.held[side] += 1;
        sink.effect(Effect::Buffered { row, due: None });
        self.wrote(side, key, place);
    }

    fn take(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, .. } = arrival;
        let place = self.place(&arrival);
        let rows = &mut self.keys[key.0 as usize][side];
        let Some(record) = rows.get_mut(&place) else {
            sink.effect(Effect::NothingToTake { row });
            return;
        };
        // Equal rows are one record: it is the row itself that goes, or another that Flink cannot tell from it.
        let at = record.rows.iter().rposition(|held| *held == row).unwrap_or(record.rows.len() - 1);
        let taken = record.rows.remove(at);
        record.written = self.clock;
        let over = record.rows.is_empty();
        if over {
            rows.remove(&place);
        } else {
            self.wrote(side, key, place);
        }
        self.held[side] -= 1;
        sink.effect(Effect::Left { row: taken, why: Gone::Taken });
    }

    /// A partner of this row came or went.
    fn count(&mut self, side: Side, key: Key, partner: &Partner, change: i64) {
        if let Some(record) = self.keys[key.0 as usize][side].get_mut(&partner.place) {
            record.partners = partner.partners + change;
            record.written = self.clock;
            self.wrote(side, key, partner.place);
        }
    }

    fn wrote(&mut self, side: Side, key: Key, place: Place) {
        if self.ttl > 0 {
            self.expiries.set(self.clock.saturating_add(self.ttl), (side, key, place));
        }
    }
}

fn matched(side: Side, row: RowId, partner: RowId, sink: &mut impl Sink) {
    let (left, right) = if side == Side::Left { (row, partner) } else { (partner, row) };
    sink.effect(Effect::Matched { left, right });
}

/// Emits `mine` of side `side` with `theirs` of the other.
fn emit(side: Side, kind: RowKind, mine: Option<RowId>, theirs: Option<RowId>, why: Why, sink: &mut impl Sink) {
    let (left, right) = if side == Side::Left { (mine, theirs) } else { (theirs, mine) };
    sink.effect(Effect::Emitted { kind, left, right, window: None, why });
}
