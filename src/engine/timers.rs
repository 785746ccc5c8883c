//! Event-time timers: each fires once, in order of time, when the watermark reaches it.

use std::{cmp::Reverse, collections::BinaryHeap};

/// Timers with what they are for; equal times fire in the order of `T`.
#[derive(Clone, Debug)]
pub(super) struct Timers<T> {
    heap: BinaryHeap<Reverse<(i64, T)>>,
}

impl<T: Ord> Default for Timers<T> {
    fn default() -> Self {
        Timers { heap: BinaryHeap::new() }
    }
}

impl<T: Ord> Timers<T> {
    pub fn set(&mut self, at: i64, what: T) {
        self.heap.push(Reverse((at, what)));
    }

    /// The next timer at or before `now`, taken out.
    pub fn due(&mut self, now: i64) -> Option<(i64, T)> {
        match self.heap.peek() {
            Some(Reverse((at, _))) if *at <= now => self.heap.pop().map(|Reverse(timer)| timer),
            _ => None,
        }
    }
}
