//! Everything that can happen in a step, each with its reason as data. Words are made in `explain`, marks on the
//! stage; neither computes join semantics again.

use crate::scenario::{RowKind, Side};

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
    Watermark { side: Side, from: Option<i64>, to: i64, cause: Cause },
    /// A `watermark` step asked for a time not beyond the present one: nothing changes.
    WatermarkStays { side: Side, asked: i64 },
    /// A `watermark` step on a side that has no watermark: nothing changes.
    WatermarkIgnored { side: Side },
    /// The join's watermark, the smaller of the two, moved.
    JoinWatermark { from: Option<i64>, to: i64 },
    /// A side moved but the join's watermark did not: `by` is behind, or has none yet.
    HeldBack { by: Side },
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
    /// The clean-up timer of one key and side: Flink keeps one, whatever the number of rows. `None`: no timer now.
    Timer { side: Side, key: Key, at: Option<i64> },
    /// A `-U` or `-D` took back a row that is not in state.
    NothingToTake { row: RowId },

    // ---- output
    /// A row of the result, by the join's type `left` or `right` is NULL where padded; semi and anti have no right.
    Emitted { kind: RowKind, left: Option<RowId>, right: Option<RowId>, window: Option<Span>, why: Why },
}

/// What moved a side's watermark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A `watermark` step.
    Step,
    /// The newest event time of its side, `delay` ms behind `newest`.
    Newest { newest: i64, delay: i64 },
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
