//! Spark's stream-stream join (Apache Spark 4.3.0 Structured Streaming, append mode): interval, window and regular, by
//! one operator (`StreamingSymmetricHashJoinExec`) that runs in micro-batches; and its stream-static join, which is an ordinary
//! join of each micro-batch with a table.
//!
//! Time. Each side that has a watermark has a mark, its newest event time less its delay; a side not heard yet counts as
//! 0. One watermark for both, the min (policy `max`: the max) of the marks, starts at 0 and never falls. It is computed
//! when a micro-batch ends and is in force from the next: `mark(N)` decides what batch N evicts, and `late(N) = mark(N-1)`
//! which of its rows are late. So a row at time 0 is late in the very first batch.
//!
//! A micro-batch, in order:
//! 1. Rows of a NULL key are filtered *below the watermark operator* where they cannot come out (inner, semi: both sides;
//!    left: right ones; right: left ones): neither stored, nor counted, nor heard by the mark. In a full join nothing
//!    filters them, and two NULL keys *match*, since state is looked up by the key's bytes.
//! 2. Late rows, of a side with a watermark, are dropped: `time <= late(N)`, in windows (copy by copy) `end <= late(N)`.
//! 3. All left rows, then all right ones; in a semi join right first. Each probes the other side's state and is stored:
//!    but for a right row that this batch would evict, unless it may still be padded (right, full; unmatched), and but for
//!    a left row of a semi join that matched. Left rows are stored even if this very batch evicts them.
//! 4. Eviction, if the query can: left, then right. Never matched rows of a preserved side come out with NULL.
//!    - interval, if *both* sides have a watermark: left when `time + upper < mark`, right when `time - lower < mark`;
//!      `<=` where the bound is exclusive.
//!    - window, if *any* side has one: both sides when `end <= mark`.
//!    - regular: never.
//!
//! A `batch` step runs one with all rows pushed since the last; none if there are none. If the query can evict and the
//! watermark moved, a no-data batch follows.
//!
//! One that fails before its commit has put its rows out, but is undone in all else; only its plan (id, rows, watermarks) is kept,
//! in the offset log. The query is down until the next `batch` or `crash` step starts it, with the same micro-batch first
//! [`spark-fails*`]. Rows that wait in the source by then go into the next, with no no-data batch between, so the late ones are
//! judged by the watermark before [`spark-fails-no-crash`, `spark-fails-twice`]. A start keeps the state, the watermark for the
//! next micro-batch and the one before. It loses the marks of the sides: each counts as 0 until rows come [`spark-crash*`].
//!
//! Windows are a column that replaces the timestamp, so a join matches on equal windows, a row having one copy a window.
//! `session_window` does *not* merge in a join: each row has its own `[time, time + gap)`, and only equal times match; a
//! gap of 0 makes rows vanish. Semi: a left row comes out at its first match and leaves state; right rows stay.
//!
//! A lookup, stream-static: the right side is a table that is read anew in each micro-batch. A right push changes it at once and
//! waits for no batch; one alone runs none [`spark-only-the-table`]. Left rows are answered in step 3 with the table as it
//! stands when their batch *runs*, not when they came [`spark-left`, `spark-waiting`]; nothing is stored, so nothing is
//! late or evicted [`spark-late-*`]. `withWatermark` on the table is ignored, and so is the policy
//! [`spark-mark-of-the-table`, `spark-max`]; the left mark moves by the rules above, in anti with NULL keys as well, for they
//! come out there [`spark-null-keys-*`].
//!
//! Seen in the goldens of `spark/`, `lookup/` and `crash/`.

use super::{
    Arrival,
    arena::{by_key, bytes, reserve_little},
    effect::{BatchRun, Cause, Effect, Gone, Key, NotKept, RowId, Sink, Span, Why, explains},
    lookup::Table,
    ordered::{Ordered, Tree},
    timers::Timers,
};
use crate::scenario::{JoinKind, JoinType, Policy, RowKind, Setup, Side, Sides, Window};

#[derive(Clone, Debug)]
pub(super) struct Spark {
    ty: JoinType,
    family: Family,
    /// ms; `None` where a side has no watermark.
    delay: Sides<Option<i64>>,
    policy: Policy,
    /// Of a lookup.
    table: Table,
    /// Rows that no micro-batch has been planned with, and how many of them, the first, came before the last `batch` step: a
    /// query that starts again in a `crash` step reads no others.
    pending: Vec<Arrival>,
    offered: usize,
    /// The rows of a micro-batch that failed: its plan is in the offset log.
    planned: Option<Vec<Arrival>>,
    /// It has failed, and was not started again yet.
    down: bool,
    buckets: Buckets,
    /// The rows of all buckets, each bucket's by their place.
    rows: Ordered<i64, Stored>,
    /// When rows of a key, in a window join of the window that ends then, may be evicted.
    evictions: Sides<Timers<Key>>,
    newest: Sides<Option<i64>>,
    /// Each side's mark, as of the last batch.
    marks: Sides<Option<i64>>,
    /// In force in the last batch; computed for the next.
    mark: Option<i64>,
    next_mark: i64,
    next_id: u32,
    held: Sides<u64>,
}

/// What of the query decides matching and eviction.
#[derive(Clone, Copy, Debug)]
enum Family {
    /// Inclusive bounds on `right.time - left.time`, and how long after its own time a row of each side is kept, ms.
    Interval {
        lower: i64,
        upper: i64,
        kept: Option<Sides<i64>>,
    },
    Window {
        window: Window,
        evicts: bool,
    },
    Regular,
    Lookup,
}

/// Rows that may match: of one key and, in window joins, one window.
type Bucket = (Key, Option<Span>);

/// Those that have rows, by key, or in a window join by key and window.
#[derive(Clone, Debug, Default)]
struct Buckets {
    keys: Vec<Sides<Tree>>,
    windows_of: Vec<Tree>,
    /// By their ends: no two windows of a query have one.
    windows: Ordered<i64, Open>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Open {
    start: i64,
    rows: Sides<Tree>,
}

impl Buckets {
    fn get(&mut self, (key, window): Bucket) -> Option<&mut Sides<Tree>> {
        let key = key.0 as usize;
        match window {
            None => self.keys.get_mut(key),
            Some(Span { end, .. }) => self.windows.get_mut(*self.windows_of.get(key)?, end).map(|open| &mut open.rows),
        }
    }

    fn open(&mut self, (key, window): Bucket) -> Option<&mut Sides<Tree>> {
        let at = key.0 as usize;
        let Some(Span { start, end }) = window else { return Some(by_key(&mut self.keys, at)) };
        let windows = by_key(&mut self.windows_of, at);
        if self.windows.get_mut(*windows, end).is_none() {
            self.windows.insert(windows, end, Open { start, rows: Sides::default() });
        }
        self.windows.get_mut(*windows, end).map(|open| &mut open.rows)
    }

    /// Forgets a window without rows.
    fn close(&mut self, (key, window): Bucket) {
        if let Some(Span { end, .. }) = window
            && let Some(windows) = self.windows_of.get_mut(key.0 as usize)
        {
            self.windows.pop_within(windows, end, end);
        }
    }

    /// The window of this key with this end.
    fn window(&mut self, key: Key, end: i64) -> Option<Span> {
        let windows = *self.windows_of.get(key.0 as usize)?;
        self.windows.get_mut(windows, end).map(|open| Span { start: open.start, end })
    }
}

#[derive(Clone, Copy, Debug)]
struct Stored {
    row: RowId,
    matched: bool,
}

/// A row, or its copy in a window, on its way into the join.
#[derive(Clone, Copy)]
struct Entering {
    side: Side,
    row: RowId,
    bucket: Bucket,
    /// Its place within the bucket: interval joins want rows by time.
    at: i64,
    /// The watermark at which it is evicted.
    due: Option<i64>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    dropped: u32,
    removed: u32,
}

impl Spark {
    pub fn new(setup: &Setup) -> Self {
        let delay = |side: Side| setup.watermarks[side].delay();
        let lookup = setup.join.kind == JoinKind::Lookup;
        let delay = Sides::new(delay(Side::Left), delay(Side::Right).filter(|_| !lookup));
        let family = match setup.join.kind {
            JoinKind::Interval(interval) => {
                let (lower, upper) = interval.inclusive();
                let both = delay.left.is_some() && delay.right.is_some();
                // `time + upper < mark`, or `<=` if exclusive, are one rule on the inclusive bounds.
                Family::Interval { lower, upper, kept: both.then_some(Sides::new(upper + 1, 1 - lower)) }
            }
            JoinKind::Window { window, .. } => {
                Family::Window { window, evicts: delay.left.is_some() || delay.right.is_some() }
            }
            JoinKind::Regular { .. } | JoinKind::Temporal => Family::Regular,
            JoinKind::Lookup => Family::Lookup,
        };
        Spark {
            ty: setup.join.ty,
            family,
            delay,
            policy: setup.policy.unwrap_or_default(),
            table: Table::default(),
            pending: Vec::new(),
            offered: 0,
            planned: None,
            down: false,
            buckets: Buckets::default(),
            rows: Ordered::default(),
            evictions: Sides::default(),
            newest: Sides::default(),
            marks: Sides::default(),
            mark: None,
            next_mark: 0,
            next_id: 0,
            held: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        let Buckets { keys, windows_of, windows } = &self.buckets;
        let buckets = bytes(keys) + bytes(windows_of) + windows.bytes();
        let timers = self.evictions.left.bytes() + self.evictions.right.bytes();
        let planned = self.planned.as_ref().map_or(0, bytes);
        size_of::<Spark>() + bytes(&self.pending) + planned + self.table.bytes() + buckets + self.rows.bytes() + timers
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn marks(&self) -> Sides<Option<i64>> {
        self.marks
    }

    /// Whether the right side is a table that is looked up in.
    pub fn looks_up(&self) -> bool {
        matches!(self.family, Family::Lookup)
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        if self.looks_up() && arrival.side == Side::Right {
            return self.table.change(arrival, sink);
        }
        reserve_little(&mut self.pending);
        self.pending.push(arrival);
        sink.effect(Effect::Pending { row: arrival.row });
    }

    /// A `batch` step: micro-batches until nothing is left to do, or the first of them fails.
    pub fn batch(&mut self, fails: bool, sink: &mut impl Sink) {
        self.offered = self.pending.len();
        if self.down {
            self.start(sink);
        }
        if !self.run(fails, sink) {
            sink.effect(Effect::NothingToRun);
        }
    }

    /// The query is stopped, if it is not down already, and started again.
    pub fn crash(&mut self, sink: &mut impl Sink) {
        if !self.down {
            sink.effect(Effect::Crashed { to: self.last_id() });
            self.lose(sink);
        }
        self.start(sink);
        self.run(false, sink);
    }

    fn last_id(&self) -> Option<u32> {
        self.next_id.checked_sub(1)
    }

    /// The sides' marks are in memory only.
    fn lose(&mut self, sink: &mut impl Sink) {
        self.newest = Sides::default();
        for side in Side::BOTH {
            if let Some(was) = self.marks[side].take() {
                sink.effect(Effect::WatermarkLost { side, was });
            }
        }
    }

    fn start(&mut self, sink: &mut impl Sink) {
        self.down = false;
        sink.effect(Effect::QueryStarted { after: self.last_id(), held: self.held });
    }

    /// Micro-batches until nothing is left to do; whether there was any.
    fn run(&mut self, fails: bool, sink: &mut impl Sink) -> bool {
        let mut ran = false;
        loop {
            let planned = self.planned.take();
            let again = planned.is_some();
            let rows = planned.unwrap_or_else(|| {
                let offered = std::mem::take(&mut self.offered);
                if offered == self.pending.len() {
                    std::mem::take(&mut self.pending)
                } else {
                    self.pending.drain(..offered).collect()
                }
            });
            let evicts = ran && self.evicts() && self.mark.is_none_or(|mark| self.next_mark > mark);
            if !again && rows.is_empty() && !evicts {
                return ran;
            }
            if fails {
                self.fail(rows, again, sink);
                return true;
            }
            self.micro_batch(&rows, BatchRun::new(again, false), sink);
            ran = true;
        }
    }

    /// A micro-batch fails before its commit: nothing of it is kept but its plan.
    fn fail(&mut self, rows: Vec<Arrival>, again: bool, sink: &mut impl Sink) {
        let mut lost = self.clone();
        lost.micro_batch(&rows, BatchRun::new(again, true), sink);
        self.planned = Some(rows);
        self.down = true;
        self.lose(sink);
    }

    /// Whether the query ever evicts.
    pub fn evicts(&self) -> bool {
        match self.family {
            Family::Interval { kept, .. } => kept.is_some(),
            Family::Window { evicts, .. } => evicts,
            Family::Regular | Family::Lookup => false,
        }
    }

    /// How far behind the watermark in force the one that it passes on is, ms.
    pub fn holds_back(&self) -> i64 {
        match self.family {
            Family::Interval { kept: Some(kept), .. } if self.ty == JoinType::Semi => kept.left.max(0),
            Family::Interval { kept: Some(kept), .. } => kept.left.max(kept.right).max(0),
            _ => 0,
        }
    }

    fn marked(&self) -> bool {
        self.delay.left.is_some() || self.delay.right.is_some()
    }

    fn micro_batch(&mut self, rows: &[Arrival], run: BatchRun, sink: &mut impl Sink) {
        let (before, mark) = (self.mark, self.next_mark);
        // Before the first batch it was 0, too.
        let late = before.unwrap_or(0);
        let id = self.next_id;
        let mut counts = Counts::default();
        let only_marked = |mark: i64| self.marked().then_some(mark);
        let of = |side: Side| rows.iter().filter(|arrival| arrival.side == side).count();
        let count = |side: Side| u32::try_from(of(side)).unwrap_or(u32::MAX);
        let count = Sides::new(count(Side::Left), count(Side::Right));
        let (watermark, late_mark) = (only_marked(mark), only_marked(late));
        sink.effect(Effect::BatchStarted { id, watermark, late: late_mark, rows: count, run });
        if self.marked() && before != Some(mark) {
            sink.effect(Effect::JoinWatermark { from: before, to: mark });
        }
        self.mark = Some(mark);
        let order = if self.ty == JoinType::Semi { [Side::Right, Side::Left] } else { Side::BOTH };
        for side in order {
            for arrival in rows.iter().filter(|arrival| arrival.side == side) {
                self.arrive(*arrival, mark, late, side == order[1], &mut counts, sink);
            }
        }
        if self.evicts() {
            for side in Side::BOTH {
                self.evict(side, mark, &mut counts, sink);
            }
        }
        if run.fails() {
            sink.effect(Effect::BatchFailed { id });
            return;
        }
        self.listen(mark, sink);
        self.next_id += 1;
        sink.effect(Effect::BatchFinished { id, dropped: counts.dropped, removed: counts.removed, held: self.held });
    }

    /// One row, as all its copies. `last` tells that the other side's rows of this batch are in already.
    fn arrive(
        &mut self,
        arrival: Arrival,
        mark: i64,
        late: i64,
        last: bool,
        counts: &mut Counts,
        sink: &mut impl Sink,
    ) {
        let Arrival { side, row, key, time, .. } = arrival;
        if key.is_null() && !self.ty.outer(side) && self.ty != JoinType::Anti {
            sink.effect(Effect::NotBuffered { row, why: NotKept::NullKey });
            return;
        }
        // Late rows are heard, too.
        self.newest[side] = Some(self.newest[side].map_or(time, |newest| newest.max(time)));
        let marked = self.delay[side].is_some();
        let drop = |window, counts: &mut Counts, sink: &mut _| {
            counts.dropped = counts.dropped.saturating_add(1);
            Sink::effect(sink, Effect::Dropped { row, window, watermark: late });
        };
        match self.family {
            Family::Window { window, evicts } => {
                let mut in_none = true;
                for span in window.of(time).filter(|span| span.start < span.end) {
                    in_none = false;
                    if marked && span.end <= late {
                        drop(Some(span), counts, sink);
                    } else {
                        let due = evicts.then_some(span.end);
                        self.enter(
                            Entering { side, row, bucket: (key, Some(span)), at: 0, due },
                            mark,
                            last,
                            counts,
                            sink,
                        );
                    }
                }
                if in_none {
                    sink.effect(Effect::InNoWindow { row });
                }
            }
            Family::Lookup => self.table.answer(self.ty, row, key, sink),
            _ if marked && time <= late => drop(None, counts, sink),
            Family::Interval { kept, .. } => {
                let due = kept.map(|kept| time + kept[side]);
                self.enter(Entering { side, row, bucket: (key, None), at: time, due }, mark, last, counts, sink);
            }
            Family::Regular => {
                self.enter(Entering { side, row, bucket: (key, None), at: 0, due: None }, mark, last, counts, sink);
            }
        }
    }

    fn enter(&mut self, entering: Entering, mark: i64, last: bool, counts: &mut Counts, sink: &mut impl Sink) {
        let Entering { side, row, bucket, at, due } = entering;
        let matched = self.probe(entering, last, counts, sink);
        let evictable = due.filter(|due| side == Side::Right && *due <= mark);
        let why = match evictable {
            Some(due) if matched || !self.ty.outer(side) => Some(NotKept::Evictable { watermark: mark, due }),
            None if side == Side::Left && matched && self.ty == JoinType::Semi => {
                Some(NotKept::SemiMatched { window: bucket.1 })
            }
            _ => None,
        };
        if let Some(why) = why {
            sink.effect(Effect::NotBuffered { row, why });
            return;
        }
        if let Some(state) = self.buckets.open(bucket) {
            self.rows.insert(&mut state[side], at, Stored { row, matched });
        }
        self.held[side] += 1;
        if let Some(due) = due {
            self.evictions[side].set(due, bucket.0);
        }
        sink.effect(match bucket.1 {
            Some(window) => Effect::Copied { row, window, due },
            None => Effect::Buffered { row, due },
        });
    }

    /// Looks for partners in the other side's state and emits what they make; tells whether there was one.
    fn probe(&mut self, entering: Entering, last: bool, counts: &mut Counts, sink: &mut impl Sink) -> bool {
        let Entering { side, row, bucket, at, .. } = entering;
        let (first, until) = match (self.family, side) {
            (Family::Interval { lower, upper, .. }, Side::Left) => (at + lower, at + upper),
            (Family::Interval { lower, upper, .. }, Side::Right) => (at - upper, at - lower),
            _ => (at, at),
        };
        let window = bucket.1;
        let Some(state) = self.buckets.get(bucket) else { return false };
        let others = &mut state[side.other()];
        let mut matched = false;
        if self.ty == JoinType::Semi && side == Side::Right {
            while let Some((_, left)) = self.rows.pop_within(others, first, until) {
                matched = true;
                self.held.left -= 1;
                counts.removed = counts.removed.saturating_add(1);
                sink.effect(Effect::Matched { left: left.row, right: row });
                emit(Some(left.row), None, window, Why::Pair, sink);
                leave(left.row, window, Gone::SemiMatched { by: row }, sink);
            }
            return matched;
        }
        let semi = self.ty == JoinType::Semi;
        self.rows.each(*others, first, until, |_, _, partner| {
            partner.matched = true;
            let (left, right) = if side == Side::Left { (row, partner.row) } else { (partner.row, row) };
            sink.effect(Effect::Matched { left, right });
            if !semi {
                emit(Some(left), Some(right), window, Why::Pair, sink);
            } else if !matched {
                emit(Some(left), None, window, Why::Pair, sink);
            }
            matched = true;
        });
        // The first side's rows may still find partners among the other's in this batch.
        if explains(sink) && !matched && last && matches!(self.family, Family::Interval { .. }) {
            let (before, after) = (self.rows.before(*others, first), self.rows.after(*others, until.max(first)));
            for (_, miss) in [before, after].into_iter().flatten() {
                sink.effect(Effect::NearMiss { row, other: miss.row });
            }
        }
        matched
    }

    fn evict(&mut self, side: Side, mark: i64, counts: &mut Counts, sink: &mut impl Sink) {
        let until = match self.family {
            Family::Interval { kept: Some(kept), .. } => mark - kept[side],
            // All rows of a window have one place, and leave together.
            _ => 0,
        };
        let windows = matches!(self.family, Family::Window { .. });
        while let Some((due, key)) = self.evictions[side].due(mark) {
            let bucket = (key, if windows { self.buckets.window(key, due) } else { None });
            if windows && bucket.1.is_none() {
                continue;
            }
            let Some(state) = self.buckets.get(bucket) else { continue };
            let why = match bucket.1 {
                Some(_) => Gone::WindowOver { watermark: mark },
                None => Gone::Due { watermark: mark },
            };
            while let Some(gone) = self.rows.pop_until(&mut state[side], until) {
                self.held[side] -= 1;
                counts.removed = counts.removed.saturating_add(1);
                leave(gone.row, bucket.1, why, sink);
                if !gone.matched && self.ty.outer(side) {
                    let (left, right) =
                        if side == Side::Left { (Some(gone.row), None) } else { (None, Some(gone.row)) };
                    emit(left, right, bucket.1, Why::NeverMatched, sink);
                }
            }
            if state.left.is_empty() && state.right.is_empty() {
                self.buckets.close(bucket);
            }
        }
    }

    /// The batch ends: the sides' marks, and from them the next batch's watermark.
    fn listen(&mut self, mark: i64, sink: &mut impl Sink) {
        let mut moved = false;
        for side in Side::BOTH {
            let (Some(newest), Some(delay)) = (self.newest[side], self.delay[side]) else { continue };
            let (from, to) = (self.marks[side], newest - delay);
            if from.is_none_or(|from| to > from) {
                moved = true;
                self.marks[side] = Some(to);
                sink.effect(Effect::Watermark { side, to, cause: Cause::Newest { newest, delay } });
            }
        }
        let counted = |side: Side| self.delay[side].map(|_| self.marks[side].unwrap_or(0));
        let to = match (counted(Side::Left), counted(Side::Right), self.policy) {
            (Some(left), Some(right), Policy::Min) => left.min(right),
            (Some(left), Some(right), Policy::Max) => left.max(right),
            (Some(one), None, _) | (None, Some(one), _) => one,
            (None, None, _) => return,
        };
        if to > mark {
            self.next_mark = to;
            sink.effect(Effect::NextWatermark { from: mark, to });
        } else if let (true, Policy::Min, Some(left), Some(right)) =
            (moved, self.policy, counted(Side::Left), counted(Side::Right))
        {
            sink.effect(Effect::HeldBack { by: if left < right { Side::Left } else { Side::Right } });
        }
    }
}

fn emit(left: Option<RowId>, right: Option<RowId>, window: Option<Span>, why: Why, sink: &mut impl Sink) {
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left, right, window, why });
}

fn leave(row: RowId, window: Option<Span>, why: Gone, sink: &mut impl Sink) {
    sink.effect(match window {
        Some(window) => Effect::CopyLeft { row, window, why },
        None => Effect::Left { row, why },
    });
}
