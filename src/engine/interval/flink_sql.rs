//! Flink SQL's interval join (Apache Flink 2.3.0, `RowTimeIntervalJoin`), inner, left, right and full.
//!
//! With inclusive bounds, a row at time `t` of side S can find partners up to `last = t + reach(S)`, where
//! `reach(left) = upper` and `reach(right) = -lower`. `now` is the join's watermark, 0 while it is unset or negative.
//! There is one clean-up timer a key and side, and one `expired` mark a side, shared by all keys, starting at 0.
//!
//! A row arrives on side S, O being the other:
//! 1. If `expired[O] < last`: set `expired[O] = now - reach(O) - 1`, emit a pair for each cached row of O in range, and
//!    remove the cached rows of O (this key) with `time <= expired[O]`, padding the never-matched ones of an outer side.
//! 2. If `now < last`: cache it, and where S has no timer for the key, set one at `last + min_cleanup + 1`.
//!    Else it is not cached, and is padded at once if it matched nothing and S is outer.
//!
//! A timer of side S fires: set `expired[S] = now - reach(S) - 1`, remove (and pad) as above on S; the next timer is the
//! earliest remaining row's. If that row's time is 0 or less, all that remains is dropped without a word. (Flink looks for
//! the earliest time from -1, "none yet", so with times before the epoch its finding hangs on the order of a hash map,
//! and it may keep what is dropped here.)
//!
//! Seen in the goldens `case-i01` to `case-i33`, `sql-interval-*`, `sql-cleanup-*`.

use super::super::{
    Arrival,
    arena::{by_key, bytes},
    effect::{Effect, Gone, Key, NotKept, NotProbed, RowId, Sink, Why, explains},
    ordered::{Front, Ordered},
    timers::{Waiting, Wheel},
};
use crate::scenario::{Interval, JoinType, RowKind, Side, Sides};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlInterval {
    /// How long after its own time a row of each side can still find a partner, ms; may be negative.
    reach: Sides<i64>,
    outer: Sides<bool>,
    min_cleanup: i64,
    expired: Sides<i64>,
    /// By [`Key`].
    keys: Vec<Sides<KeySide>>,
    /// The rows of all keys, each key's by time.
    rows: Ordered<i64, Cached>,
    timers: Wheel<Turn>,
    held: Sides<u64>,
}

/// What a key holds of a side. Its timer waits in it: what fires is where the processor has it already.
#[derive(Clone, Copy, Debug)]
struct KeySide {
    /// When the timer fires; [`NO_TIMER`] without one.
    timer: i64,
    /// The next timer in its slot of the wheel.
    next: u32,
    cache: Front<i64, Cached>,
}

/// No time is as late.
const NO_TIMER: i64 = i64::MAX;

impl Default for KeySide {
    fn default() -> Self {
        KeySide { timer: NO_TIMER, next: 0, cache: Front::default() }
    }
}

/// Whose timer it is, a key's and a side's, in one number. The right side's of a key goes before the left's, as in the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn(u32);

impl Turn {
    // Keys are numbered as they come; whoever has half of all numbers has run out of memory before.
    fn of(key: Key, side: Side) -> Self {
        Turn(key.0 << 1 | u32::from(side == Side::Left))
    }

    fn key(self) -> Key {
        Key(self.0 >> 1)
    }

    fn side(self) -> Side {
        if self.0 & 1 == 1 { Side::Left } else { Side::Right }
    }
}

/// A timer's number is its [`Turn`]'s, from 1.
impl Waiting<Turn> for [Sides<KeySide>] {
    /// Its time is there already: a timer that never waits has one, too.
    #[inline]
    fn add(&mut self, _: i64, turn: Turn) -> u32 {
        turn.0 + 1
    }

    #[inline]
    fn get(&self, number: u32) -> (i64, Turn, u32) {
        let turn = Turn(number - 1);
        let of = &self[turn.key().0 as usize][turn.side()];
        (of.timer, turn, of.next)
    }

    #[inline]
    fn set_next(&mut self, number: u32, next: u32) {
        let turn = Turn(number - 1);
        self[turn.key().0 as usize][turn.side()].next = next;
    }

    fn remove(&mut self, _: u32) {}
}

#[derive(Clone, Copy, Debug)]
struct Cached {
    row: RowId,
    matched: bool,
}

/// What makes overdue rows leave.
#[derive(Clone, Copy)]
enum Cleaner {
    Timer,
    Row(RowId),
}

impl FlinkSqlInterval {
    pub fn new(interval: &Interval, ty: JoinType) -> Self {
        let (lower, upper) = interval.inclusive();
        FlinkSqlInterval {
            reach: Sides::new(upper, -lower),
            outer: Sides::new(ty.outer(Side::Left), ty.outer(Side::Right)),
            min_cleanup: interval.min_cleanup_interval,
            expired: Sides::default(),
            keys: Vec::new(),
            rows: Ordered::default(),
            timers: Wheel::default(),
            held: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.keys) + self.rows.bytes() + self.timers.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    /// A crash: the `expired` marks are in the operator's memory only [`expired-sql-interval`].
    pub fn lose(&mut self, sink: &mut impl Sink) {
        for side in Side::BOTH {
            let was = std::mem::take(&mut self.expired[side]);
            if was != 0 {
                sink.effect(Effect::ExpiredLost { side, was });
            }
        }
    }

    /// How far behind the join's watermark the one that it passes on is, ms.
    pub fn holds_back(&self) -> i64 {
        self.reach.left.max(self.reach.right)
    }

    pub fn push(&mut self, arrival: Arrival, watermark: Option<i64>, sink: &mut impl Sink) {
        let Arrival { side, row, key, time, .. } = arrival;
        let other = side.other();
        let now = watermark.unwrap_or(0).max(0);
        let (first, last) = (time - self.reach[other], time + self.reach[side]);
        let state = by_key(&mut self.keys, key.0 as usize);
        let mut matched = false;
        if self.expired[other] < last {
            self.expired[other] = now - self.reach[other] - 1;
            if !key.is_null() {
                state[other].cache.each(&mut self.rows, first, last, |partner| {
                    partner.matched = true;
                    matched = true;
                    pair(side, row, partner.row, sink);
                });
            }
            if explains(sink) && !matched && !key.is_null() {
                let others = &state[other].cache;
                for (_, miss) in
                    [others.before(&self.rows, first), others.after(&self.rows, last)].into_iter().flatten()
                {
                    sink.effect(Effect::NearMiss { row, other: miss.row });
                }
            }
            self.clean(other, key, now, Cleaner::Row(row), sink);
        } else {
            sink.effect(Effect::NotProbed { row, why: NotProbed::Expired { mark: self.expired[other], last } });
        }
        if now < last {
            let state = &mut self.keys[key.0 as usize][side];
            state.cache.insert(&mut self.rows, time, Cached { row, matched });
            self.held[side] += 1;
            sink.effect(Effect::Buffered { row, due: Some(last + 1) });
            if state.timer == NO_TIMER {
                self.set_timer(side, key, time, sink);
            }
            return;
        }
        let why = match watermark {
            Some(watermark) if watermark >= last => NotKept::PastReach { watermark, last },
            _ => NotKept::NearEpoch { last },
        };
        sink.effect(Effect::NotBuffered { row, why });
        if !matched && self.outer[side] {
            pad(side, row, Why::NotKept, sink);
        }
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        let now = watermark.max(0);
        while let Some((_, turn)) = self.timers.due(watermark, &mut self.keys[..]) {
            let (key, side) = (turn.key(), turn.side());
            self.expired[side] = now - self.reach[side] - 1;
            self.clean(side, key, now, Cleaner::Timer, sink);
            let state = &mut self.keys[key.0 as usize][side];
            match state.cache.first() {
                Some((earliest, _)) if earliest > 0 => self.set_timer(side, key, earliest, sink),
                _ => {
                    state.timer = NO_TIMER;
                    sink.effect(Effect::Timer { side, key, at: None });
                    while let Some(lost) = state.cache.pop_until(&mut self.rows, i64::MAX) {
                        self.held[side] -= 1;
                        sink.effect(Effect::Left { row: lost.row, why: Gone::LostAtEpoch });
                    }
                }
            }
        }
    }

    /// Removes the rows of one key and side that are not later than the side's `expired` mark.
    #[inline]
    fn clean(&mut self, side: Side, key: Key, now: i64, cleaner: Cleaner, sink: &mut impl Sink) {
        let expired = self.expired[side];
        let cache = &mut self.keys[key.0 as usize][side].cache;
        while let Some(gone) = cache.pop_until(&mut self.rows, expired) {
            self.held[side] -= 1;
            let why = match cleaner {
                Cleaner::Timer => Gone::Due { watermark: now },
                Cleaner::Row(by) => Gone::CleanedBy { watermark: now, by },
            };
            sink.effect(Effect::Left { row: gone.row, why });
            if !gone.matched && self.outer[side] {
                pad(side, gone.row, Why::NeverMatched, sink);
            }
        }
    }

    fn set_timer(&mut self, side: Side, key: Key, time: i64, sink: &mut impl Sink) {
        let at = time + self.reach[side] + self.min_cleanup + 1;
        self.keys[key.0 as usize][side].timer = at;
        self.timers.set(at, Turn::of(key, side), &mut self.keys[..]);
        sink.effect(Effect::Timer { side, key, at: Some(at) });
    }
}

/// Emits a pair, `row` being of side `side`.
#[inline]
pub(super) fn pair(side: Side, row: RowId, partner: RowId, sink: &mut impl Sink) {
    let (left, right) = if side == Side::Left { (row, partner) } else { (partner, row) };
    sink.effect(Effect::Matched { left, right });
    sink.effect(Effect::Emitted {
        kind: RowKind::Insert,
        left: Some(left),
        right: Some(right),
        window: None,
        why: Why::Pair,
    });
}

/// Emits a row of side `side` with NULL in place of the other.
#[inline]
pub(in super::super) fn pad(side: Side, row: RowId, why: Why, sink: &mut impl Sink) {
    let (left, right) = if side == Side::Left { (Some(row), None) } else { (None, Some(row)) };
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left, right, window: None, why });
}

/// An interval that no pair can satisfy, of which Flink makes no join. Rows that come out without a match do so at once,
/// those of an outer side with NULL; all others vanish [`case-i22`, `case-i24`, `learned-empty-*`].
#[derive(Clone, Debug)]
pub(in super::super) struct EmptyInterval {
    emits: Sides<bool>,
    /// Whether it was the planner that saw it, which then does not even read a side of which nothing comes out.
    planned: bool,
}

impl EmptyInterval {
    pub fn new(interval: &Interval, ty: JoinType) -> Self {
        let emits = Sides::new(ty.outer(Side::Left) || ty == JoinType::Anti, ty.outer(Side::Right));
        EmptyInterval { emits, planned: interval.contradicts() }
    }

    pub fn reads(&self, side: Side) -> bool {
        self.emits[side] || !self.planned
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        sink.effect(Effect::NotBuffered { row: arrival.row, why: NotKept::EmptyInterval });
        if self.emits[arrival.side] {
            pad(arrival.side, arrival.row, Why::NotKept, sink);
        }
    }
}
