//! Everything that can happen in a step, each with its reason as data. Words are made in `explain`, marks on the
//! stage; neither computes join semantics again.

use crate::scenario::{RowKind, Side, Sides};

/// A row of the scenario: its number in order of first appearance, over both sides.
///
/// In a regular join a `-U` or `-D` is the row that it takes back (same side, id and key).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// A key, numbered in order of first appearance from 1; 0 is NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u32);

impl Key {
    pub const NULL: Key = Key(0);

    pub fn is_null(self) -> bool {
        self == Key::NULL
    }
}

/// A window, `[start, end)`, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: i64,
    pub end: i64,
}

/// Something that an engine did or found, in the order in which it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    // ---- time
    /// A side's own watermark moved.
    Watermark { side: Side, to: i64, cause: Cause },
    /// A `watermark` step asked for a time not beyond the present one: nothing changes.
    WatermarkStays { side: Side, asked: i64 },
    /// A `watermark` step on a side that has no watermark: nothing changes.
    WatermarkIgnored { side: Side },
    /// The join's watermark, the smaller of the two, moved.
    JoinWatermark { from: Option<i64>, to: i64 },
    /// A side moved but the join's watermark did not: `by` is behind, or has none yet. It may be the very side that moved, which
    /// was idle and is behind the join now.
    HeldBack { by: Side },
    /// A row came from this partition, whose own mark is this now. `woken`: it was idle.
    Heard { side: Side, partition: u32, mark: i64, woken: bool },
    /// A partition's mark moved but its side's watermark did not: the partition `by` is behind, or has none yet.
    PartitionHolds { side: Side, by: u32 },
    /// The partition was silent for longer than the side's idle timeout, and holds nothing back any more.
    PartitionIdle { side: Side, partition: u32 },
    /// All partitions of the side are idle, so it has no say in the join's watermark.
    SideIdle { side: Side },
    /// The side's watermark rose, which ends its idleness.
    SideActive { side: Side },
    /// DataStream windows: the side was idle and is behind the join's watermark, so it does not count until it has caught up.
    CatchingUp { side: Side },
    /// Processing time moved.
    Clock { to: i64 },
    /// A `clock` step that asked for a time not beyond the present one, or where the join knows no processing time.
    ClockIgnored,

    // ---- rows and state
    /// The row is in state; it leaves when the join's watermark reaches `due` (never, if none).
    Buffered { row: RowId, due: Option<i64> },
    /// The row is not put into state.
    NotBuffered { row: RowId, why: NotKept },
    /// The row did not look into the other buffer at all.
    NotProbed { row: RowId, why: NotProbed },
    /// `row` found `other` with the same key, but outside the bounds: the nearest such row before or after.
    NearMiss { row: RowId, other: RowId },
    /// The two rows are partners.
    Matched { left: RowId, right: RowId },
    /// The row left state.
    Left { row: RowId, why: Gone },
    /// The row came too late and is dropped before it can match; counts as late. `window` where copies are dropped one
    /// by one, or a session was judged; `watermark` is the one that it was compared with.
    Dropped { row: RowId, window: Option<Span>, watermark: i64 },
    /// The clean-up timer of one key and side: Flink keeps one, whatever the number of rows. `None`: no timer now.
    Timer { side: Side, key: Key, at: Option<i64> },
    /// A `-U` or `-D` took back a row that is not in state.
    NothingToTake { row: RowId },

    // ---- windows: a row is in state once a window
    /// The row's copy in this window is in state; it leaves when the watermark reaches `due` (never, if none).
    Copied { row: RowId, window: Span, due: Option<i64> },
    /// The row's copy in this window left state.
    CopyLeft { row: RowId, window: Span, why: Gone },
    /// The window is closed for good, so the row has no copy in it (DataStream). Not counted as late: it may have others.
    Skipped { row: RowId, window: Span, watermark: i64 },
    /// The row is in no window: it lies in the gap between two (slide > size), or the session gap is 0 (Spark).
    InNoWindow { row: RowId },
    /// A session begins; `side` where sessions are made on each side alone (Flink SQL).
    SessionOpened { side: Option<Side>, key: Key, span: Span },
    /// A row stretched the session `from`, and now it is `to`.
    SessionGrown { side: Option<Side>, key: Key, from: Span, to: Span },
    /// A row joined several sessions into `to`; `from` is one of them.
    SessionMerged { side: Option<Side>, key: Key, from: Span, to: Span },
    /// The row touches this session, but together they were longer than the longest session, so they stay apart.
    SessionFull { row: RowId, session: Span, would: Span },
    /// Flink SQL: the side's own watermark reached the session's end, so it grows no more and its rows go to the join.
    SessionClosed { side: Side, key: Key, span: Span, watermark: i64 },
    /// Flink SQL: the row went with its closed session from the window function to the join.
    HandedOn { row: RowId, window: Span, due: i64 },
    /// The window fired with so many rows of this key. In Flink SQL sessions, which may start apart, it is the longer one.
    Fired { key: Key, window: Span, rows: Sides<u32>, cause: Firing, again: bool },

    // ---- temporal and lookup
    /// `right` is the newest version not later than `left`, which takes it; in a lookup, the table's row of its key now.
    VersionTaken { left: RowId, right: RowId },
    /// `left` finds no version: none is old enough, its key is NULL, or the newest one is the -D `deletion`. In a lookup the
    /// table has no row of its key now.
    NoVersion { left: RowId, deletion: Option<RowId> },

    // ---- the table of a lookup join: it is no state of the join
    /// The table's row of its key is now `row`, in place of `replaced`.
    TablePut { row: RowId, replaced: Option<RowId> },
    /// The -D `by` deleted the table's row of its key; there may have been none.
    TableDeleted { by: RowId, row: Option<RowId> },

    // ---- Spark
    /// The row waits for the next micro-batch.
    Pending { row: RowId },
    /// A micro-batch starts with `rows` new rows (none: a no-data batch). `watermark` is in force and decides what is evicted,
    /// `late` is the one of the batch before and decides which rows are late; `None` where no side has one.
    BatchStarted { id: u32, watermark: Option<i64>, late: Option<i64>, rows: Sides<u32>, run: BatchRun },
    /// The watermark that the batch computed for the next one.
    NextWatermark { from: i64, to: i64 },
    /// The micro-batch is done. `dropped` and `removed` are Spark's numRowsDroppedByWatermark and numRowsRemoved.
    BatchFinished { id: u32, dropped: u32, removed: u32, held: Sides<u64> },
    /// A micro-batch failed before its commit, and the query is down. What it put out is out, but nothing of it is kept: all
    /// is as before it started, and its plan, in the offset log, is to run again.
    BatchFailed { id: u32 },
    /// A `batch` step without new rows runs no micro-batch.
    NothingToRun,

    // ---- checkpoints and crashes
    /// Flink: a checkpoint, the `id`th of the job, has all that is in state.
    Checkpointed { id: u32 },
    /// The job fails. `to` is what it comes back to: in Flink a checkpoint, in Spark the last micro-batch that was committed;
    /// `None` if there is none yet.
    Crashed { to: Option<u32> },
    /// A side's watermark was in memory only: it is unset. In Spark the side's mark.
    WatermarkLost { side: Side, was: i64 },
    /// So was the join's watermark.
    JoinWatermarkLost { was: i64 },
    /// Flink SQL's interval join: so was the mark up to which it had cleaned a side, for all keys.
    ExpiredLost { side: Side, was: i64 },
    /// Flink: the job has started again, and state and timers are as `checkpoint` has them; `None`: as at the start.
    Restored { checkpoint: Option<u32>, held: Sides<u64> },
    /// Flink: the source gives a row again that it gave since the checkpoint.
    Replayed { row: RowId, kind: RowKind },
    /// Flink: the source gives a `watermark` step again.
    ReplayedWatermark { side: Side, to: i64 },
    /// Spark: the query has started again, behind micro-batch `after`.
    QueryStarted { after: Option<u32>, held: Sides<u64> },

    // ---- output
    /// A row of the result, by the join's type `left` or `right` is NULL where padded; semi and anti have no right.
    Emitted { kind: RowKind, left: Option<RowId>, right: Option<RowId>, window: Option<Span>, why: Why },
}

/// A recording keeps every effect, so they must stay small.
const _: () = assert!(size_of::<Effect>() <= 48);

/// How a micro-batch runs: most are `Once`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BatchRun {
    #[default]
    Once,
    /// It will fail before its commit.
    Fails,
    /// It had failed, and runs again as it was planned: with the same id, rows and watermarks.
    Again,
    /// Again, and will fail once more.
    AgainFails,
}

impl BatchRun {
    pub fn new(again: bool, fails: bool) -> Self {
        match (again, fails) {
            (false, false) => BatchRun::Once,
            (false, true) => BatchRun::Fails,
            (true, false) => BatchRun::Again,
            (true, true) => BatchRun::AgainFails,
        }
    }

    pub fn fails(self) -> bool {
        matches!(self, BatchRun::Fails | BatchRun::AgainFails)
    }

    pub fn is_again(self) -> bool {
        matches!(self, BatchRun::Again | BatchRun::AgainFails)
    }
}

/// What moved a side's watermark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A `watermark` step.
    Step,
    /// The newest event time of its side, `delay` ms behind `newest`.
    Newest { newest: i64, delay: i64 },
    /// The mark of this partition, the slowest of its side's that are not idle.
    Slowest { partition: u32 },
    /// The mark of this partition, the furthest of its side's: all are idle.
    AllIdle { partition: u32 },
}

/// Why a row is not put into state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// The join's watermark is at or past the last moment at which a partner could come (Flink SQL interval join; ms).
    PastReach { watermark: i64, last: i64 },
    /// The row's time plus its reach is at or before the epoch, where Flink's operator starts to count, watermark or not.
    NearEpoch { last: i64 },
    /// No pair can satisfy the bounds: Flink plans no join at all.
    EmptyInterval,
    /// Spark filters rows without a key below the watermark operator where they cannot come out.
    NullKey,
    /// Spark would evict the row, or its copy, in this very batch: it leaves at `due`, and `watermark` is in force.
    Evictable { watermark: i64, due: i64 },
    /// A left row of Spark's semi join that matched on arrival is done.
    SemiMatched { window: Option<Span> },
    /// A left row of a lookup join is answered at once, and done.
    Answered,
}

/// Why a row did not look for partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotProbed {
    /// The clean-up mark of the other side, one for all keys, is already past all that this row could match.
    Expired { mark: i64, last: i64 },
}

/// Why a row left state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// The join's watermark reached the row's due time.
    Due { watermark: i64 },
    /// It was overdue, and a row of the other side with its key cleaned up.
    CleanedBy { watermark: i64, by: RowId },
    /// Flink SQL drops what is left of a key when its earliest remaining row has a time at or before the epoch.
    LostAtEpoch,
    /// A `-U` or `-D` took it back.
    Taken,
    /// Its state TTL is over: last written at `written`, ms of processing time.
    Ttl { written: i64 },
    /// Its window is over: fired, past its allowed lateness, or evicted.
    WindowOver { watermark: i64 },
    /// Flink SQL: its session went to the join, whose watermark was past its end already, for its side had been idle.
    HandedOnLate { watermark: i64 },
    /// Temporal join: the watermark reached the left row's time, so it took its version and is done.
    Answered { watermark: i64 },
    /// Temporal join: a version of the same time came, and takes its place.
    Replaced { by: RowId },
    /// Temporal join: `by` is newer and behind the watermark as well, so nobody can ask for this version any more.
    Superseded { by: RowId, watermark: i64 },
    /// Spark's semi join: the left row found a partner and has been emitted.
    SemiMatched { by: RowId },
}

/// What made a window fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firing {
    /// The watermark reached its last millisecond.
    Watermark { watermark: i64 },
    /// A late row came within the allowed lateness.
    LateRow { row: RowId },
}

/// Why a row of the result comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Two partners, or in a semi join the left one of them.
    Pair,
    /// The row left state without ever having matched, and its side is preserved.
    NeverMatched,
    /// The row is not kept, matched nothing, and its side is preserved: NULL at once.
    NotKept,
    /// A regular join does not wait: no partner now, so NULL now (in an anti join: the row itself).
    NoPartnerNow,
    /// What had been emitted without a partner is taken back, since one came.
    PartnerCame,
    /// The last partner was taken back, so the row stands alone again.
    PartnerGone,
    /// The input row was itself taken back or updated.
    InputChanged,
    /// The window fired, and the row has no partner in it.
    AloneInWindow,
    /// The window fired again, and gives the pair (in a semi join the left row) once more.
    PairAgain,
    /// The window fired again, and the row still has no partner in it.
    AloneAgain,
    /// The left row found no version, and its side is preserved.
    NoVersion,
}

/// Takes effects as they happen. What nobody reads costs nothing: a sink that ignores a kind of effect has it compiled
/// away with what it is made of.
pub trait Sink {
    /// Whether effects that only explain (near misses) are wanted.
    const EXPLAINS: bool = true;

    fn effect(&mut self, effect: Effect);
}

impl Sink for Vec<Effect> {
    #[inline]
    fn effect(&mut self, effect: Effect) {
        self.push(effect);
    }
}

/// [`Sink::EXPLAINS`] of a sink at hand.
#[inline]
pub(super) fn explains<S: Sink>(_: &S) -> bool {
    S::EXPLAINS
}
