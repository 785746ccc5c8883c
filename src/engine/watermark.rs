//! Each side's own watermark, and what a two-input operator of Flink makes of them.

use super::effect::{Cause, Effect, Sink};
use crate::scenario::{Side, Sides, Strategy};

/// Watermarks in ms; `None` until a side has one.
#[derive(Clone, Debug)]
pub(super) struct Watermarks {
    strategy: Sides<Strategy>,
    /// 1 in the DataStream API, whose bounded watermark is `max - delay - 1`.
    behind: i64,
    newest: Sides<Option<i64>>,
    mark: Sides<Option<i64>>,
    join: Option<i64>,
    /// The right side is a table: the join follows the left one alone.
    alone: bool,
}

impl Watermarks {
    pub fn new(strategy: Sides<Strategy>, behind: i64) -> Self {
        Watermarks { strategy, behind, newest: Sides::default(), mark: Sides::default(), join: None, alone: false }
    }

    /// Of a stream against a table, which is no stream and has no watermark.
    pub fn left_alone(strategy: Strategy) -> Self {
        Watermarks { alone: true, ..Watermarks::new(Sides::new(strategy, Strategy::None), 0) }
    }

    /// A crash: all that is known of time is in memory only, and unset again.
    pub fn lose(&mut self, sink: &mut impl Sink) {
        for side in Side::BOTH {
            if let Some(was) = self.mark[side].take() {
                sink.effect(Effect::WatermarkLost { side, was });
            }
        }
        if let Some(was) = self.join.take() {
            sink.effect(Effect::JoinWatermarkLost { was });
        }
        self.newest = Sides::default();
    }

    pub fn mark(&self) -> Sides<Option<i64>> {
        self.mark
    }

    /// The smaller of the two, once both sides have one; of a stream against a table, the stream's.
    pub fn join(&self) -> Option<i64> {
        self.join
    }

    /// A row of this side has been processed; gives the side's watermark if it moved.
    #[inline]
    pub fn pushed(&mut self, side: Side, time: i64, sink: &mut impl Sink) -> Option<i64> {
        let newest = self.newest[side].map_or(time, |newest| newest.max(time));
        self.newest[side] = Some(newest);
        let Strategy::Bounded { delay } = self.strategy[side] else { return None };
        let to = newest.saturating_sub(delay).saturating_sub(self.behind);
        self.moved(side, to, Cause::Newest { newest, delay }, sink)
    }

    /// A `watermark` step; gives the side's watermark if it moved.
    pub fn asked(&mut self, side: Side, to: i64, sink: &mut impl Sink) -> Option<i64> {
        if self.strategy[side] == Strategy::None {
            sink.effect(Effect::WatermarkIgnored { side });
            return None;
        }
        let moved = self.moved(side, to, Cause::Step, sink);
        if moved.is_none() {
            sink.effect(Effect::WatermarkStays { side, asked: to });
        }
        moved
    }

    #[inline]
    fn moved(&mut self, side: Side, to: i64, cause: Cause, sink: &mut impl Sink) -> Option<i64> {
        let from = self.mark[side];
        if from.is_some_and(|from| to <= from) {
            return None;
        }
        self.mark[side] = Some(to);
        sink.effect(Effect::Watermark { side, to, cause });
        Some(to)
    }

    /// After a side moved: the join's watermark, if that moved with it.
    #[inline]
    pub fn advance(&mut self, side: Side, sink: &mut impl Sink) -> Option<i64> {
        let right = if self.alone { self.mark.left } else { self.mark.right };
        let (Some(left), Some(right)) = (self.mark.left, right) else {
            sink.effect(Effect::HeldBack { by: side.other() });
            return None;
        };
        let to = left.min(right);
        let from = self.join;
        if from.is_some_and(|from| to <= from) {
            sink.effect(Effect::HeldBack { by: side.other() });
            return None;
        }
        self.join = Some(to);
        sink.effect(Effect::JoinWatermark { from, to });
        Some(to)
    }
}
