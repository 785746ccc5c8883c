//! Rows of one key in time order.

use std::collections::VecDeque;

/// Entries by time; those of equal time in order of arrival.
///
/// Event time mostly rises, so an entry goes in at or near the end, and what leaves is a prefix.
#[derive(Clone, Debug)]
pub(super) struct InTimeOrder<T> {
    entries: VecDeque<(i64, T)>,
}

impl<T> Default for InTimeOrder<T> {
    fn default() -> Self {
        InTimeOrder { entries: VecDeque::new() }
    }
}

impl<T> InTimeOrder<T> {
    pub fn insert(&mut self, time: i64, entry: T) {
        match self.entries.back() {
            Some((last, _)) if *last > time => {
                let at = self.entries.partition_point(|(t, _)| *t <= time);
                self.entries.insert(at, (time, entry));
            }
            _ => self.entries.push_back((time, entry)),
        }
    }

    /// The entries with `first <= time <= last`.
    pub fn within(&mut self, first: i64, last: i64) -> impl Iterator<Item = &mut T> {
        let from = self.entries.partition_point(|(t, _)| *t < first);
        let to = self.entries.partition_point(|(t, _)| *t <= last).max(from);
        self.entries.range_mut(from..to).map(|(_, entry)| entry)
    }

    /// The entries with `first <= time <= last`, taken out.
    pub fn take_within(&mut self, first: i64, last: i64) -> Vec<T> {
        let from = self.entries.partition_point(|(t, _)| *t < first);
        let to = self.entries.partition_point(|(t, _)| *t <= last).max(from);
        self.entries.drain(from..to).map(|(_, entry)| entry).collect()
    }

    /// The nearest entry before `first`, and the nearest after `last`.
    pub fn around(&self, first: i64, last: i64) -> (Option<&T>, Option<&T>) {
        let from = self.entries.partition_point(|(t, _)| *t < first);
        let to = self.entries.partition_point(|(t, _)| *t <= last);
        let before = from.checked_sub(1).and_then(|at| self.entries.get(at));
        (before.map(|(_, entry)| entry), self.entries.get(to).map(|(_, entry)| entry))
    }

    pub fn pop_until(&mut self, time: i64) -> Option<T> {
        self.entries.pop_front_if(|(t, _)| *t <= time).map(|(_, entry)| entry)
    }

    pub fn pop(&mut self) -> Option<T> {
        self.entries.pop_front().map(|(_, entry)| entry)
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn earliest(&self) -> Option<i64> {
        self.entries.front().map(|(t, _)| *t)
    }
}
