//! Each side's own watermark, and what an operator of Flink makes of them.
//!
//! **A side.** A bounded watermark follows the largest event time, `watermark` steps move it as well; it never goes back. With
//! partitions or an idle timeout T ([`Source`]) it is the smallest mark of the partitions that are not idle, or once all are, the
//! largest of all. A partition is idle when `clock - heard > T` [`idle-when-*`], until its next row; one never heard holds its side
//! back [`silent-*`]. A side is idle when all its partitions are, until its watermark rises [`all-back-with-old-*`]. After a
//! `watermark` step later than T after the start a side is never idle again [`step-*`].
//!
//! **The join.** The smaller of the sides that are not idle; once both are, the larger [`idle-left-ahead-*`]. An operator with two
//! inputs counts a side as soon as it is active again. A DataStream window join is one input fed by both sides: there one that
//! comes back does not count until it is at the join's watermark [`step-ds-window`, `back-exactly-*`].

use super::{
    Arrival,
    effect::{Cause, Effect, Sink},
};
use crate::scenario::{Setup, Side, Sides, Strategy};

/// Watermarks in ms; `None` until a side has one.
#[derive(Clone, Debug)]
pub(super) struct Watermarks {
    strategy: Sides<Strategy>,
    /// 1 in the DataStream API, whose bounded watermark is `max - delay - 1`.
    behind: i64,
    newest: Sides<Option<i64>>,
    mark: Sides<Option<i64>>,
    join: Option<i64>,
    /// Of sides with partitions, or that may be idle.
    sources: Sides<Option<Box<Source>>>,
    idle: Sides<bool>,
    /// Both sides' streams are one input.
    union: bool,
    /// Has no say in the join's watermark: idle, in a union not caught up yet, or a table, which is no stream.
    away: Sides<bool>,
}

impl Watermarks {
    /// `behind` as above; `union`: both sides' streams are one input.
    pub fn new(setup: &Setup, behind: i64, union: bool) -> Self {
        let source = |side: Side| Source::new(setup.watermarks[side], 0);
        Watermarks {
            strategy: setup.watermarks,
            behind,
            newest: Sides::default(),
            mark: Sides::default(),
            join: None,
            sources: Sides::new(source(Side::Left), source(Side::Right)),
            idle: Sides::default(),
            union,
            away: Sides::default(),
        }
    }

    /// Of a stream against a table, which is no stream and has no watermark.
    pub fn left_alone(setup: &Setup) -> Self {
        let table = Sides::new(false, true);
        let watermarks = Sides::new(setup.watermarks.left, Strategy::None);
        Watermarks { idle: table, away: table, ..Watermarks::new(&Setup { watermarks, ..*setup }, 0, false) }
    }

    /// A crash: all that is known of time is in memory only, and unset again.
    ///
    /// No partition has been heard then, and none is idle: their silence starts at the crash, when the clock is `clock`
    /// [`partitions`, `idle-before`].
    pub fn lose(&mut self, clock: i64, sink: &mut impl Sink) {
        for side in Side::BOTH {
            if let Some(was) = self.mark[side].take() {
                sink.effect(Effect::WatermarkLost { side, was });
            }
        }
        if let Some(was) = self.join.take() {
            sink.effect(Effect::JoinWatermarkLost { was });
        }
        self.newest = Sides::default();
        for side in Side::BOTH {
            self.sources[side] = Source::new(self.strategy[side], clock);
            if self.sources[side].is_some() {
                (self.idle[side], self.away[side]) = (false, false);
            }
        }
    }

    pub fn mark(&self) -> Sides<Option<i64>> {
        self.mark
    }

    /// The smaller of the two, once both sides have one; of a stream against a table, the stream's.
    pub fn join(&self) -> Option<i64> {
        self.join
    }

    /// Whether processing time means anything to them.
    pub fn is_timed(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.strategy[side].idle_timeout().is_some())
    }

    /// About how many bytes they take on the heap.
    pub fn bytes(&self) -> usize {
        let source = |side: Side| self.sources[side].as_ref().map_or(0, |source| source.bytes());
        source(Side::Left) + source(Side::Right)
    }

    /// A row has been processed, when the clock was `clock`; gives its side's watermark if it moved.
    #[inline]
    pub fn pushed(&mut self, arrival: Arrival, clock: i64, sink: &mut impl Sink) -> Option<i64> {
        let Arrival { side, time, .. } = arrival;
        let newest = self.newest[side].map_or(time, |newest| newest.max(time));
        self.newest[side] = Some(newest);
        let Strategy::Bounded { delay, .. } = self.strategy[side] else { return None };
        if self.sources[side].is_some() {
            return self.heard(arrival, delay, clock, sink);
        }
        let to = newest.saturating_sub(delay).saturating_sub(self.behind);
        self.moved(side, to, Cause::Newest { newest, delay }, sink)
    }

    /// [`Watermarks::pushed`], of a side with partitions or an idle timeout.
    fn heard(&mut self, arrival: Arrival, delay: i64, clock: i64, sink: &mut impl Sink) -> Option<i64> {
        let Arrival { side, time, partition, .. } = arrival;
        let source = self.sources[side].as_deref_mut()?;
        let mark = time.saturating_sub(delay).saturating_sub(self.behind);
        let heard = source.heard(partition, mark, clock)?;
        sink.effect(Effect::Heard { side, partition, mark: heard.mark, woken: heard.woken });
        if let Some((to, cause)) = heard.rise
            && let Some(to) = self.rises(side, to, cause, sink)
        {
            return Some(to);
        }
        if let Some(by) = heard.moved.then_some(self.sources[side].as_ref()?.holder) {
            sink.effect(Effect::PartitionHolds { side, by });
        }
        None
    }

    /// The partitions' watermark rose; with one partition that is as ever.
    fn rises(&mut self, side: Side, to: i64, cause: Cause, sink: &mut impl Sink) -> Option<i64> {
        let cause = match (self.strategy[side], self.newest[side]) {
            (Strategy::Bounded { delay, partitions: 1, .. }, Some(newest)) => Cause::Newest { newest, delay },
            _ => cause,
        };
        self.moved(side, to, cause, sink)
    }

    /// A `watermark` step; gives the side's watermark if it moved.
    pub fn asked(&mut self, side: Side, to: i64, sink: &mut impl Sink) -> Option<i64> {
        if self.strategy[side] == Strategy::None {
            sink.effect(Effect::WatermarkIgnored { side });
            return None;
        }
        if let Some(source) = &mut self.sources[side] {
            source.asked();
        }
        let moved = self.moved(side, to, Cause::Step, sink);
        if moved.is_none() {
            sink.effect(Effect::WatermarkStays { side, asked: to });
        }
        moved
    }

    /// The clock moved; partitions of the side may be idle now. Gives the side's watermark if it moved.
    pub fn tick(&mut self, side: Side, clock: i64, sink: &mut impl Sink) -> Option<i64> {
        let source = self.sources[side].as_deref_mut()?;
        source.tick(clock, |partition| sink.effect(Effect::PartitionIdle { side, partition }));
        let (to, cause) = source.settle()?;
        self.rises(side, to, cause, sink)
    }

    /// After [`Watermarks::tick`]: whether the side is idle from now on.
    pub fn falls_idle(&mut self, side: Side, sink: &mut impl Sink) -> bool {
        let falls = !self.idle[side] && self.sources[side].as_ref().is_some_and(|source| source.is_idle());
        if falls {
            (self.idle[side], self.away[side]) = (true, true);
            sink.effect(Effect::SideIdle { side });
        }
        falls
    }

    #[inline]
    fn moved(&mut self, side: Side, to: i64, cause: Cause, sink: &mut impl Sink) -> Option<i64> {
        let from = self.mark[side];
        if from.is_some_and(|from| to <= from) {
            return None;
        }
        self.mark[side] = Some(to);
        if self.away[side] {
            self.comes_back(side, to, sink);
        }
        sink.effect(Effect::Watermark { side, to, cause });
        Some(to)
    }

    /// The watermark of a side that had no say rose to `to`.
    fn comes_back(&mut self, side: Side, to: i64, sink: &mut impl Sink) {
        if self.idle[side] {
            self.idle[side] = false;
            sink.effect(Effect::SideActive { side });
        }
        self.away[side] = self.union && self.join > Some(to);
    }

    /// After a side moved: the join's watermark, if that moved with it.
    #[inline]
    pub fn advance(&mut self, side: Side, sink: &mut impl Sink) -> Option<i64> {
        let to = self.follow(sink);
        if to.is_none() {
            sink.effect(match self.away[side] {
                true => Effect::CatchingUp { side },
                false => Effect::HeldBack { by: self.slowest(side) },
            });
        }
        to
    }

    /// Takes the join's watermark to where the sides' are; gives it if it moved.
    #[inline]
    pub fn follow(&mut self, sink: &mut impl Sink) -> Option<i64> {
        let Sides { left, right } = self.mark;
        let to = match (self.away.left, self.away.right) {
            (false, false) => left.min(right),
            (true, false) => right,
            (false, true) => left,
            (true, true) if self.idle.left && self.idle.right => left.max(right),
            (true, true) => None,
        }?;
        let from = self.join;
        if from.is_some_and(|from| to <= from) {
            return None;
        }
        self.join = Some(to);
        sink.effect(Effect::JoinWatermark { from, to });
        Some(to)
    }

    /// Who holds the join back when `side`, which counts, moved in vain.
    fn slowest(&self, side: Side) -> Side {
        let other = side.other();
        if self.away[other] || self.mark[other] > self.mark[side] { side } else { other }
    }
}

/// A side's source with its partitions, each of which may be idle.
#[derive(Clone, Debug)]
struct Source {
    timeout: Option<i64>,
    partitions: Vec<Partition>,
    /// The partitions' watermark. The side's is beyond it after a `watermark` step.
    combined: Option<i64>,
    /// The clock when nothing had been heard yet.
    start: i64,
    /// The partition that stands at it, or has none yet: it holds the others back.
    holder: u32,
    main: Main,
}

#[derive(Clone, Copy, Debug)]
struct Partition {
    mark: Option<i64>,
    /// The clock at its last row, or at the start.
    heard: i64,
    idle: bool,
}

/// The source's main output beside those of its partitions (`WatermarkOutputMultiplexer`, `WatermarksWithIdleness`): no row
/// takes it, `watermark` steps do. It is idle once T is over, but not a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Main {
    Fresh,
    Idle,
    Awake,
}

/// What a row did.
struct Heard {
    mark: i64,
    moved: bool,
    woken: bool,
    rise: Option<(i64, Cause)>,
}

impl Source {
    /// `None` for one partition that is never idle: that is no more than a watermark.
    fn new(strategy: Strategy, clock: i64) -> Option<Box<Source>> {
        let Strategy::Bounded { partitions, idle_timeout: timeout, .. } = strategy else { return None };
        (partitions > 1 || timeout.is_some()).then(|| {
            let unheard = Partition { mark: None, heard: clock, idle: false };
            let partitions = vec![unheard; partitions as usize];
            Box::new(Source { timeout, partitions, combined: None, start: clock, holder: 0, main: Main::Fresh })
        })
    }

    fn bytes(&self) -> usize {
        size_of::<Source>() + self.partitions.capacity() * size_of::<Partition>()
    }

    /// A row of a partition, which alone would be at `mark` with it.
    fn heard(&mut self, partition: u32, mark: i64, clock: i64) -> Option<Heard> {
        let it = self.partitions.get_mut(partition as usize)?;
        let (old, woken) = (it.mark, it.idle);
        let mark = old.map_or(mark, |old| old.max(mark));
        *it = Partition { mark: Some(mark), heard: clock, idle: false };
        // One that was ahead of the others holds nothing back, and so changes nothing.
        let rise = if !woken && old > self.combined { None } else { self.settle() };
        Some(Heard { mark, moved: old != Some(mark), woken, rise })
    }

    fn asked(&mut self) {
        if self.main == Main::Idle {
            self.main = Main::Awake;
        }
    }

    /// Tells which partitions are idle from now on.
    fn tick(&mut self, clock: i64, mut idle: impl FnMut(u32)) {
        let Some(timeout) = self.timeout else { return };
        for (number, partition) in (0..).zip(&mut self.partitions) {
            if !partition.idle && clock.saturating_sub(partition.heard) > timeout {
                partition.idle = true;
                idle(number);
            }
        }
        if self.main == Main::Fresh && clock.saturating_sub(self.start) > timeout {
            self.main = Main::Idle;
        }
    }

    /// Takes the partitions' watermark to where it stands; gives it if it rose.
    fn settle(&mut self) -> Option<(i64, Cause)> {
        let marks = || (0..).zip(&self.partitions).map(|(number, partition)| (partition.mark, number));
        let active = self.partitions.iter().map(|partition| !partition.idle);
        let slowest = marks().zip(active).filter_map(|(mark, active)| active.then_some(mark)).min();
        let (mark, partition) = slowest.or_else(|| marks().max_by_key(|(mark, _)| *mark))?;
        self.holder = partition;
        if mark <= self.combined {
            return None;
        }
        self.combined = mark;
        let cause = match slowest {
            Some(_) => Cause::Slowest { partition },
            None => Cause::AllIdle { partition },
        };
        Some((mark?, cause))
    }

    fn is_idle(&self) -> bool {
        self.main == Main::Idle && self.partitions.iter().all(|partition| partition.idle)
    }
}
