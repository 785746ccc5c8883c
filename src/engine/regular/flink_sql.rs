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

use super::super::{
    Arrival,
    arena::{by_key, bytes},
    effect::{Effect, Gone, Key, RowId, Sink, Why, explains},
    ordered::{Ordered, Tree},
    timers::Timers,
};
use crate::scenario::{JoinType, RowKind, Side, Sides};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlRegular {
    ty: JoinType,
    /// The time predicate, inclusive bounds on `right.time - left.time`, where Flink plans an interval join so.
    bounds: Option<(i64, i64)>,
    /// By [`Key`].
    keys: Vec<Sides<Tree>>,
    /// The rows of all keys.
    rows: Ordered<Place, Record>,
    expiry: Expiry,
    held: Sides<u64>,
}

/// What the planner keeps of a row: its time only for a time predicate. Of the right side of semi and anti joins it does not
/// even keep its id, so that equal rows there are one to it; the number is still ours, to say which row it was.
type Place = (i64, RowId);

#[derive(Clone, Copy, Debug)]
struct Record {
    /// How often the row is in state: it may be inserted again before it is taken back.
    copies: u32,
    /// How many partners each has now. A retraction of a row never inserted makes it wrong, even negative, as in Flink.
    partners: i32,
}

/// When what is one to Flink was written, and is looked after.
#[derive(Clone, Copy, Debug)]
struct Stamp {
    /// ms of processing time.
    written: i64,
    /// Its timer; [`NO_TIMER`] if it has none.
    timer: i64,
}

const NO_TIMER: i64 = i64::MIN;

impl Default for Stamp {
    fn default() -> Self {
        Stamp { written: 0, timer: NO_TIMER }
    }
}

/// The state TTL.
#[derive(Clone, Debug)]
struct Expiry {
    /// ms of processing time; 0: for ever.
    ttl: i64,
    clock: i64,
    /// By the row's number in [`FlinkSqlRegular::rows`].
    rows: Vec<Stamp>,
    /// By [`Key`], for the right side of semi and anti joins, where all rows of a key are one.
    rights: Vec<Stamp>,
    /// When a stamp may be over its TTL.
    timers: Timers<(Side, Key, RowId)>,
    /// How many of the timers are of stamps that are gone.
    stale: u64,
}

impl FlinkSqlRegular {
    pub fn new(ty: JoinType, bounds: Option<(i64, i64)>, ttl: i64) -> Self {
        let expiry =
            Expiry { ttl, clock: 0, rows: Vec::new(), rights: Vec::new(), timers: Timers::default(), stale: 0 };
        FlinkSqlRegular { ty, bounds, keys: Vec::new(), rows: Ordered::default(), expiry, held: Sides::default() }
    }

    pub fn bytes(&self) -> usize {
        let Expiry { rows, rights, timers, .. } = &self.expiry;
        bytes(&self.keys) + self.rows.bytes() + bytes(rows) + bytes(rights) + timers.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        by_key(&mut self.keys, arrival.key.0 as usize);
        if self.ty.half() { self.push_half(arrival, sink) } else { self.push_full(arrival, sink) }
    }

    fn push_full(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        let other = side.other();
        let (outer, other_outer) = (self.ty.outer(side), self.ty.outer(other));
        if !kind.adds() {
            self.take(arrival, sink);
        }
        self.tell_near_misses(arrival, sink);
        let mut found = 0;
        self.each_match(arrival, |number, theirs, record, expiry| {
            found += record.copies as i32;
            for _ in 0..record.copies {
                if kind.adds() {
                    if other_outer && record.partners == 0 {
                        emit(other, RowKind::Delete, Some(theirs), None, Why::PartnerCame, sink);
                    }
                    matched(side, row, theirs, sink);
                    let kind = if outer || other_outer { RowKind::Insert } else { kind };
                    emit(side, kind, Some(row), Some(theirs), Why::Pair, sink);
                } else {
                    let kind = if outer { RowKind::Delete } else { kind };
                    emit(side, kind, Some(row), Some(theirs), Why::InputChanged, sink);
                    if other_outer && record.partners == 1 {
                        emit(other, RowKind::Insert, Some(theirs), None, Why::PartnerGone, sink);
                    }
                }
            }
            if other_outer {
                record.partners += if kind.adds() { 1 } else { -1 };
                expiry.wrote_row(number, (other, key, theirs));
            }
        });
        if found == 0 && outer {
            let why = if kind.adds() { Why::NoPartnerNow } else { Why::InputChanged };
            let kind = if kind.adds() { RowKind::Insert } else { RowKind::Delete };
            emit(side, kind, Some(row), None, why, sink);
        }
        if kind.adds() {
            self.add(arrival, found, sink);
        }
    }

    fn push_half(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        let anti = self.ty == JoinType::Anti;
        self.tell_near_misses(arrival, sink);
        if side == Side::Left {
            let mut found = 0;
            self.each_match(arrival, |_, partner, record, _| {
                found += record.copies as i32;
                for _ in 0..record.copies {
                    if kind.adds() {
                        matched(side, row, partner, sink);
                    }
                }
            });
            if anti == (found == 0) {
                let why = match (kind.adds(), anti) {
                    (false, _) => Why::InputChanged,
                    (true, true) => Why::NoPartnerNow,
                    (true, false) => Why::Pair,
                };
                emit(side, kind, Some(row), None, why, sink);
            }
            if kind.adds() {
                self.add(arrival, found, sink)
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
        self.each_match(arrival, |number, partner, record, expiry| {
            for _ in 0..record.copies {
                if kind.adds() {
                    matched(side, row, partner, sink);
                    if record.partners == 0 {
                        let (kind, why) = if anti { (RowKind::Delete, Why::PartnerCame) } else { (kind, Why::Pair) };
                        emit(Side::Left, kind, Some(partner), None, why, sink);
                    }
                } else if record.partners == 1 {
                    let kind = if anti { RowKind::Insert } else { kind };
                    emit(Side::Left, kind, Some(partner), None, Why::PartnerGone, sink);
                }
            }
            record.partners += if kind.adds() { 1 } else { -1 };
            expiry.wrote_row(number, (Side::Left, key, partner));
        });
    }

    /// The clock moved to `clock`: what has not been written for the TTL is gone.
    pub fn tick(&mut self, clock: i64, sink: &mut impl Sink) {
        self.expiry.clock = clock;
        while let Some((at, what)) = self.expiry.timers.due(clock) {
            let (side, key, row) = what;
            let tree = &mut self.keys[key.0 as usize][side];
            let as_one = are_one(self.ty, side);
            let stamp = match as_one {
                true => self.expiry.rights.get_mut(key.0 as usize),
                false => self.rows.number(*tree, (0, row)).map(|number| &mut self.expiry.rows[number as usize]),
            };
            let Some(stamp) = stamp.filter(|stamp| stamp.timer == at) else {
                self.expiry.stale = self.expiry.stale.saturating_sub(1);
                continue;
            };
            let Stamp { written, .. } = *stamp;
            let over = written.saturating_add(self.expiry.ttl);
            stamp.timer = if over > at { over } else { NO_TIMER };
            if over > at {
                self.expiry.timers.set(over, what);
                continue;
            }
            let (first, last) = if as_one { (RowId(0), RowId(u32::MAX)) } else { (row, row) };
            while let Some((row, record)) = self.rows.pop_within(tree, (0, first), (0, last)) {
                self.held[side] -= u64::from(record.copies);
                for _ in 0..record.copies {
                    sink.effect(Effect::Left { row: row.1, why: Gone::Ttl { written } });
                }
            }
        }
    }

    fn place(&self, arrival: &Arrival) -> Place {
        (if self.bounds.is_some() { arrival.time } else { 0 }, arrival.row)
    }

    /// The times of what may match.
    fn reach(&self, arrival: &Arrival) -> (i64, i64) {
        let time = arrival.time;
        match (self.bounds, arrival.side) {
            (None, _) => (0, 0),
            (Some((low, high)), Side::Left) => (time.saturating_add(low), time.saturating_add(high)),
            (Some((low, high)), Side::Right) => (time.saturating_sub(high), time.saturating_sub(low)),
        }
    }

    /// Visits the rows of the other side that match.
    #[inline]
    fn each_match(&mut self, arrival: Arrival, mut visit: impl FnMut(u32, RowId, &mut Record, &mut Expiry)) {
        let Arrival { side, key, .. } = arrival;
        if key.is_null() {
            return;
        }
        let (first, last) = self.reach(&arrival);
        let others = self.keys[key.0 as usize][side.other()];
        let expiry = &mut self.expiry;
        let to = (last, RowId(u32::MAX));
        self.rows.each(others, (first, RowId(0)), to, |number, (_, row), record| visit(number, row, record, expiry));
    }

    /// Without a match, the nearest rows that a time predicate keeps apart.
    fn tell_near_misses(&self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, .. } = arrival;
        if !explains(sink) || self.bounds.is_none() || key.is_null() {
            return;
        }
        let others = self.keys[key.0 as usize][side.other()];
        let (first, last) = self.reach(&arrival);
        let from = |time| self.rows.from(others, (time, RowId(0)));
        if from(first).is_some_and(|((time, _), _)| time <= last) {
            return;
        }
        let mut before = self.rows.before(others, (first, RowId(0)));
        if are_one(self.ty, side.other()) {
            // Of rows that are one, the first.
            before = before.and_then(|((time, _), _)| from(time));
        }
        let after = from(last.max(first.saturating_sub(1)).saturating_add(1));
        for ((_, other), _) in [before, after].into_iter().flatten() {
            sink.effect(Effect::NearMiss { row, other });
        }
    }

    fn add(&mut self, arrival: Arrival, partners: i32, sink: &mut impl Sink) {
        let Arrival { side, row, key, .. } = arrival;
        let place = self.place(&arrival);
        let tree = &mut self.keys[key.0 as usize][side];
        let number = match self.rows.number(*tree, place) {
            Some(number) => {
                let known = self.rows.at_mut(number);
                (known.copies, known.partners) = (known.copies.saturating_add(1), partners);
                number
            }
            None => self.rows.insert(tree, place, Record { copies: 1, partners }),
        };
        self.held[side] += 1;
        sink.effect(Effect::Buffered { row, due: None });
        self.wrote(side, key, row, number);
    }

    fn take(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, .. } = arrival;
        let mut place = self.place(&arrival);
        let tree = &mut self.keys[key.0 as usize][side];
        let as_one = are_one(self.ty, side);
        if as_one && self.rows.number(*tree, place).is_none() {
            // Flink cannot tell the row from another, so that one goes.
            place = self.rows.before(*tree, (place.0, RowId(u32::MAX))).map_or(place, |(other, _)| other);
        }
        let Some(number) = self.rows.number(*tree, place) else {
            sink.effect(Effect::NothingToTake { row });
            return;
        };
        let record = self.rows.at_mut(number);
        record.copies -= 1;
        let mut over = record.copies == 0;
        if over {
            self.rows.pop_within(tree, place, place);
        }
        self.held[side] -= 1;
        sink.effect(Effect::Left { row: place.1, why: Gone::Taken });
        if as_one {
            over = tree.is_empty();
        }
        if over {
            self.expiry.ended(as_one, key, number)
        } else {
            self.wrote(side, key, row, number)
        }
        if self.expiry.stale > 64 + self.held.left + self.held.right {
            self.forget_stale();
        }
    }

    /// What the row is, or is part of, has been written.
    #[inline]
    fn wrote(&mut self, side: Side, key: Key, row: RowId, number: u32) {
        match are_one(self.ty, side) {
            true => self.expiry.wrote_all(key),
            false => self.expiry.wrote_row(number, (side, key, row)),
        }
    }

    /// Rows that come and go leave timers behind, which would pile up while the clock stands.
    fn forget_stale(&mut self) {
        let Expiry { rows: stamps, rights, timers, stale, .. } = &mut self.expiry;
        (*timers, *stale) = (Timers::default(), 0);
        let mut keep = |stamp: &Stamp, what| {
            if stamp.timer != NO_TIMER {
                timers.set(stamp.timer, what);
            }
        };
        for (key, trees) in (0..).map(Key).zip(&self.keys) {
            for side in Side::BOTH.into_iter().filter(|side| !are_one(self.ty, *side)) {
                let (first, last) = ((i64::MIN, RowId(0)), (i64::MAX, RowId(u32::MAX)));
                self.rows.each(trees[side], first, last, |number, (_, row), _| {
                    keep(&stamps[number as usize], (side, key, row));
                });
            }
        }
        for (key, stamp) in (0..).map(Key).zip(&*rights) {
            keep(stamp, (Side::Right, key, RowId(0)));
        }
    }
}

impl Expiry {
    #[inline]
    fn wrote_row(&mut self, number: u32, what: (Side, Key, RowId)) {
        if self.ttl > 0 {
            let stamp = by_key(&mut self.rows, number as usize);
            wrote(stamp, self.clock, self.ttl, &mut self.timers, what);
        }
    }

    fn wrote_all(&mut self, key: Key) {
        if self.ttl > 0 {
            let stamp = by_key(&mut self.rights, key.0 as usize);
            wrote(stamp, self.clock, self.ttl, &mut self.timers, (Side::Right, key, RowId(0)));
        }
    }

    /// The row, or the last of those that are one, has been taken back.
    fn ended(&mut self, as_one: bool, key: Key, number: u32) {
        let stamp = if as_one { self.rights.get_mut(key.0 as usize) } else { self.rows.get_mut(number as usize) };
        if stamp.is_some_and(|stamp| std::mem::take(stamp).timer != NO_TIMER) {
            self.stale += 1;
        }
    }
}

fn wrote(stamp: &mut Stamp, clock: i64, ttl: i64, timers: &mut Timers<(Side, Key, RowId)>, what: (Side, Key, RowId)) {
    stamp.written = clock;
    if stamp.timer == NO_TIMER {
        stamp.timer = clock.saturating_add(ttl);
        timers.set(stamp.timer, what);
    }
}

/// Whether equal rows of this side are one to Flink: of the right side of semi and anti joins it keeps no more than it asks.
fn are_one(ty: JoinType, side: Side) -> bool {
    ty.half() && side == Side::Right
}

pub(super) fn matched(side: Side, row: RowId, partner: RowId, sink: &mut impl Sink) {
    let (left, right) = if side == Side::Left { (row, partner) } else { (partner, row) };
    sink.effect(Effect::Matched { left, right });
}

/// Emits `mine` of side `side` with `theirs` of the other.
pub(super) fn emit(
    side: Side,
    kind: RowKind,
    mine: Option<RowId>,
    theirs: Option<RowId>,
    why: Why,
    sink: &mut impl Sink,
) {
    let (left, right) = if side == Side::Left { (mine, theirs) } else { (theirs, mine) };
    sink.effect(Effect::Emitted { kind, left, right, window: None, why });
}
