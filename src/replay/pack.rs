//! Effects, inputs and setups as bytes: short, for a recording keeps every effect, and the same on every machine, for a run
//! may cross from a worker to the page.
//!
//! A value is a byte for its kind and its parts in order. Whole numbers are varints of 7 bits a byte, the low ones first. A
//! time, row or key is written as what it differs by from the one written before it (zigzag); the first from a [`Base`].

use crate::{
    engine::{
        Arrival, Effect, Input, Key, Refusal, RowId,
        effect::{BatchRun, Cause, Firing, Gone, NotKept, NotProbed, Span, Why},
    },
    scenario::{
        Dialect, Interval, Join, JoinKind, JoinType, Policy, RowKind, Setup, Side, Sides, Step, Strategy, Window,
    },
};

/// What the first time, row and key are written as the difference to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    time: i64,
    row: u32,
    key: u32,
}

impl Base {
    /// The base of a step's effects: mostly they are about the row that it brings.
    pub fn of(step: &Step, row: Option<RowId>) -> Self {
        let time = match step {
            Step::Push(push) => push.time,
            Step::Watermark { time, .. } | Step::Clock { time } => *time,
            Step::Batch | Step::FailingBatch | Step::Checkpoint | Step::Crash => 0,
        };
        Base { time, row: row.map_or(0, |row| row.0), key: 0 }
    }

    pub fn of_input(input: &Input) -> Self {
        match *input {
            Input::Push(arrival) => Base { time: arrival.time, row: arrival.row.0, key: 0 },
            Input::Watermark { time, .. } | Input::Clock { time } => Base { time, row: 0, key: 0 },
            Input::Batch | Input::FailingBatch | Input::Checkpoint | Input::Crash => Base::default(),
        }
    }
}

#[derive(Debug, Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
    pub base: Base,
}

impl Writer {
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    #[inline]
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    #[inline]
    pub fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }
}

/// Reads what a [`Writer`] wrote. `None` for bytes that no writer wrote.
#[derive(Clone, Debug, Default)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    base: Base,
    /// There are so many rows.
    rows: u32,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8], base: Base, rows: u32) -> Self {
        Reader { bytes, base, rows }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        // Most are short.
        let first = self.byte()?;
        if first < 0x80 { Some(u64::from(first)) } else { self.longer(u64::from(first & 0x7f)) }
    }

    fn longer(&mut self, mut number: u64) -> Option<u64> {
        let mut shift = 7;
        while shift < 64 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
        None
    }

    pub fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    #[inline]
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A row or key after `before`.
    #[inline]
    fn near(&mut self, before: u32) -> Option<u32> {
        u32::try_from(i64::from(before).checked_add(self.signed()?)?).ok()
    }
}

pub(super) trait Pack: Sized {
    fn pack(&self, to: &mut Writer);
    fn unpack(from: &mut Reader) -> Option<Self>;
}

impl Pack for bool {
    fn pack(&self, to: &mut Writer) {
        to.byte(u8::from(*self));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        Some(from.byte()? != 0)
    }
}

impl Pack for u32 {
    fn pack(&self, to: &mut Writer) {
        to.number(u64::from(*self));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        u32::try_from(from.number()?).ok()
    }
}

impl Pack for u64 {
    fn pack(&self, to: &mut Writer) {
        to.number(*self);
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        from.number()
    }
}

/// A time.
impl Pack for i64 {
    #[inline]
    fn pack(&self, to: &mut Writer) {
        to.signed(self.wrapping_sub(to.base.time));
        to.base.time = *self;
    }
    #[inline]
    fn unpack(from: &mut Reader) -> Option<Self> {
        let time = from.base.time.wrapping_add(from.signed()?);
        from.base.time = time;
        Some(time)
    }
}

impl Pack for RowId {
    #[inline]
    fn pack(&self, to: &mut Writer) {
        to.signed(i64::from(self.0) - i64::from(to.base.row));
        to.base.row = self.0;
    }
    #[inline]
    fn unpack(from: &mut Reader) -> Option<Self> {
        from.base.row = from.near(from.base.row).filter(|row| *row < from.rows)?;
        Some(RowId(from.base.row))
    }
}

impl Pack for Key {
    #[inline]
    fn pack(&self, to: &mut Writer) {
        to.signed(i64::from(self.0) - i64::from(to.base.key));
        to.base.key = self.0;
    }
    #[inline]
    fn unpack(from: &mut Reader) -> Option<Self> {
        from.base.key = from.near(from.base.key)?;
        Some(Key(from.base.key))
    }
}

impl<T: Pack> Pack for Option<T> {
    #[inline]
    fn pack(&self, to: &mut Writer) {
        to.byte(u8::from(self.is_some()));
        if let Some(value) = self {
            value.pack(to);
        }
    }
    #[inline]
    fn unpack(from: &mut Reader) -> Option<Self> {
        Some(if from.byte()? == 0 { None } else { Some(T::unpack(from)?) })
    }
}

/// Kinds of things, each with its byte; a byte once given is never given to another.
macro_rules! packed {
    (enum $name:ident { $($tag:literal = $variant:ident $({ $($field:ident),* })? $(($inner:ident))?,)* }) => {
        impl Pack for $name {
            #[inline]
            fn pack(&self, to: &mut Writer) {
                match self {
                    $($name::$variant $({ $($field),* })? $(($inner))? => {
                        to.byte($tag);
                        $($($field.pack(to);)*)?
                        $($inner.pack(to);)?
                    })*
                }
            }
            #[inline]
            fn unpack(from: &mut Reader) -> Option<Self> {
                Some(match from.byte()? {
                    $($tag => $name::$variant $({ $($field: Pack::unpack(from)?),* })? $(({
                        let $inner = Pack::unpack(from)?;
                        $inner
                    }))?,)*
                    _ => return None,
                })
            }
        }
    };
    (struct $name:ident $(<$of:ident>)? { $($field:ident),* }) => {
        impl $(<$of: Pack>)? Pack for $name $(<$of>)? {
            #[inline]
            fn pack(&self, to: &mut Writer) {
                $(self.$field.pack(to);)*
            }
            #[inline]
            fn unpack(from: &mut Reader) -> Option<Self> {
                Some($name { $($field: Pack::unpack(from)?),* })
            }
        }
    };
}

packed! { struct Span { start, end } }
packed! { struct Sides<T> { left, right } }
packed! { enum Side { 0 = Left, 1 = Right, } }
packed! { enum RowKind { 0 = Insert, 1 = UpdateBefore, 2 = UpdateAfter, 3 = Delete, } }

packed! { enum Effect {
    0 = Watermark { side, to, cause },
    1 = WatermarkStays { side, asked },
    2 = WatermarkIgnored { side },
    3 = JoinWatermark { from, to },
    4 = HeldBack { by },
    5 = Clock { to },
    6 = ClockIgnored,
    7 = Buffered { row, due },
    8 = NotBuffered { row, why },
    9 = NotProbed { row, why },
    10 = NearMiss { row, other },
    11 = Matched { left, right },
    12 = Left { row, why },
    13 = Dropped { row, window, watermark },
    14 = Timer { side, key, at },
    15 = NothingToTake { row },
    16 = Copied { row, window, due },
    17 = CopyLeft { row, window, why },
    18 = Skipped { row, window, watermark },
    19 = InNoWindow { row },
    20 = SessionOpened { side, key, span },
    21 = SessionGrown { side, key, from, to },
    22 = SessionMerged { side, key, from, to },
    23 = SessionClosed { side, key, span, watermark },
    24 = HandedOn { row, window, due },
    25 = Fired { key, window, rows, cause, again },
    26 = VersionTaken { left, right },
    27 = NoVersion { left, deletion },
    28 = Pending { row },
    29 = BatchStarted { id, watermark, late, rows, run },
    30 = NextWatermark { from, to },
    31 = BatchFinished { id, dropped, removed, held },
    32 = NothingToRun,
    33 = Emitted { kind, left, right, window, why },
    34 = TablePut { row, replaced },
    35 = TableDeleted { by, row },
    36 = BatchFailed { id },
    37 = Checkpointed { id },
    38 = Crashed { to },
    39 = WatermarkLost { side, was },
    40 = JoinWatermarkLost { was },
    41 = ExpiredLost { side, was },
    42 = Restored { checkpoint, held },
    43 = Replayed { row, kind },
    44 = ReplayedWatermark { side, to },
    45 = QueryStarted { after, held },
    46 = Heard { side, partition, mark, woken },
    47 = PartitionHolds { side, by },
    48 = PartitionIdle { side, partition },
    49 = SideIdle { side },
    50 = SideActive { side },
    51 = CatchingUp { side },
    52 = SessionFull { row, session, would },
} }

packed! { enum BatchRun { 0 = Once, 1 = Fails, 2 = Again, 3 = AgainFails, } }

packed! { enum Cause { 0 = Step, 1 = Newest { newest, delay }, 2 = Slowest { partition }, 3 = AllIdle { partition }, } }

packed! { enum NotKept {
    0 = PastReach { watermark, last },
    1 = NearEpoch { last },
    2 = EmptyInterval,
    3 = NullKey,
    4 = Evictable { watermark, due },
    5 = SemiMatched { window },
    6 = Answered,
} }

packed! { enum NotProbed { 0 = Expired { mark, last }, } }

packed! { enum Gone {
    0 = Due { watermark },
    1 = CleanedBy { watermark, by },
    2 = LostAtEpoch,
    3 = Taken,
    4 = Ttl { written },
    5 = WindowOver { watermark },
    6 = Answered { watermark },
    7 = Replaced { by },
    8 = Superseded { by, watermark },
    9 = SemiMatched { by },
    10 = HandedOnLate { watermark },
} }

packed! { enum Firing { 0 = Watermark { watermark }, 1 = LateRow { row }, } }

packed! { enum Why {
    0 = Pair,
    1 = NeverMatched,
    2 = NotKept,
    3 = NoPartnerNow,
    4 = PartnerCame,
    5 = PartnerGone,
    6 = InputChanged,
    7 = AloneInWindow,
    8 = PairAgain,
    9 = AloneAgain,
    10 = NoVersion,
} }

packed! { enum Input {
    0 = Push(arrival),
    1 = Watermark { side, time },
    2 = Batch,
    3 = Clock { time },
    4 = FailingBatch,
    5 = Checkpoint,
    6 = Crash,
} }
packed! { struct Arrival { side, row, key, time, kind, partition } }

packed! { struct Setup { dialect, watermarks, policy, join } }
packed! { enum Dialect { 0 = FlinkSql, 1 = FlinkDatastream, 2 = Spark, } }
packed! { enum Strategy { 0 = Manual, 1 = Bounded { delay, partitions, idle_timeout }, 2 = None, } }
packed! { enum Policy { 0 = Min, 1 = Max, } }
packed! { struct Join { ty, kind } }
packed! { enum JoinType { 0 = Inner, 1 = Left, 2 = Right, 3 = Full, 4 = Semi, 5 = Anti, } }
packed! { enum JoinKind {
    0 = Interval(interval),
    1 = Window { window, allowed_lateness },
    2 = Regular { state_ttl },
    3 = Temporal,
    4 = Lookup,
} }
packed! { struct Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval } }
packed! { enum Window {
    0 = Tumbling { size, offset },
    1 = Sliding { size, slide, offset },
    2 = Cumulating { size, step, offset },
    3 = Session { gap, max_length },
} }

/// What a step may be refused for. What a setup is refused for need not be told: whoever has the setup can ask an engine.
pub(super) fn pack_refusal(refusal: &Refusal, to: &mut Writer) {
    match refusal {
        Refusal::NullKey => to.byte(0),
        Refusal::WatermarkStep => to.byte(1),
        Refusal::BatchStep => to.byte(2),
        Refusal::RowKind { kind } => {
            to.byte(3);
            kind.pack(to);
        }
        Refusal::TooMuch { .. } => to.byte(4),
        Refusal::CheckpointStep => to.byte(6),
        // Of a step: a number out of range.
        _ => to.byte(5),
    }
}

pub(super) fn unpack_refusal(from: &mut Reader) -> Option<Refusal> {
    Some(match from.byte()? {
        0 => Refusal::NullKey,
        1 => Refusal::WatermarkStep,
        2 => Refusal::BatchStep,
        3 => Refusal::RowKind { kind: Pack::unpack(from)? },
        4 => Refusal::TooMuch { effects: super::Recording::MAX_EFFECTS },
        5 => Refusal::OutOfRange,
        6 => Refusal::CheckpointStep,
        _ => return None,
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unpacked(bytes: &[u8], base: Base) -> Vec<Effect> {
        let mut from = Reader::new(bytes, base, u32::MAX);
        std::iter::from_fn(|| Effect::unpack(&mut from)).collect()
    }

    fn packed(effects: &[Effect], base: Base) -> Vec<u8> {
        let mut to = Writer { base, ..Writer::default() };
        effects.iter().for_each(|effect| effect.pack(&mut to));
        to.bytes
    }

    #[test]
    fn extreme_numbers_come_back() {
        let times = [i64::MIN, -(1 << 53), -1, 0, 1, 1 << 53, i64::MAX];
        let numbers = [0, 1, 127, 128, u32::MAX - 1];
        let mut effects = Vec::new();
        for (from, to) in times.iter().flat_map(|from| times.iter().map(move |to| (*from, *to))) {
            let span = Span { start: to, end: from };
            effects.push(Effect::Watermark { side: Side::Right, to, cause: Cause::Newest { newest: from, delay: to } });
            effects.push(Effect::JoinWatermark { from: Some(from), to });
            for number in numbers {
                let (row, other, key) = (RowId(number), RowId(u32::MAX - 1 - number), Key(u32::MAX - number));
                effects.push(Effect::Buffered { row, due: Some(to) });
                effects.push(Effect::Timer { side: Side::Left, key, at: Some(from) });
                effects.push(Effect::SessionGrown { side: None, key, from: span, to: span });
                effects.push(Effect::CopyLeft {
                    row: other,
                    window: span,
                    why: Gone::Superseded { by: row, watermark: to },
                });
                effects.push(Effect::Emitted {
                    kind: RowKind::Delete,
                    left: Some(row),
                    right: Some(other),
                    window: Some(span),
                    why: Why::NoVersion,
                });
            }
        }
        let held = Sides::new(u64::MAX, 0);
        effects.push(Effect::BatchFinished { id: u32::MAX, dropped: u32::MAX, removed: 0, held });
        for base in [Base::default(), Base { time: i64::MAX, row: u32::MAX, key: 7 }] {
            assert_eq!(unpacked(&packed(&effects, base), base), effects);
        }
    }

    proptest! {
        /// Any bytes are some effects, and these come back: so every kind of effect is tried, with any numbers.
        #[test]
        fn effects_come_back(bytes in proptest::collection::vec(prop_oneof![0..56u8, any::<u8>()], 0..400), time in any::<i64>()) {
            let base = Base { time, row: 1 << 20, key: 0 };
            let effects = unpacked(&bytes, base);
            prop_assert_eq!(unpacked(&packed(&effects, base), base), effects);
        }
    }
}
