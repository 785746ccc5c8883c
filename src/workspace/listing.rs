//! Which rows of a long list are in the page: those in sight, and those that must stay for what a person does in them.

use crate::sorting;
use std::{collections::HashMap, hash::Hash, ops::Range};

/// A part of the list, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Row(usize),
    /// So many rows are left out.
    Gap(usize),
}

/// The rows of `0..len` in sight through `height` px, scrolled by `top` px, each `row` px high, and some before and behind.
pub fn in_sight(len: usize, top: f64, height: f64, row: f64) -> Range<usize> {
    const MORE: usize = 6;
    let row = row.max(1.0);
    let first = (top.max(0.0) / row) as usize;
    let count = (height.max(0.0) / row).ceil() as usize + 1;
    first.saturating_sub(MORE).min(len)..first.saturating_add(count + MORE).min(len)
}

/// The list as rows and gaps: the rows in sight and the pinned ones.
pub fn parts(len: usize, sight: Range<usize>, pinned: &[usize]) -> Vec<Part> {
    let mut rows: Vec<usize> = sight.chain(pinned.iter().copied()).filter(|row| *row < len).collect();
    sorting::sort(&mut rows);
    rows.dedup();
    let mut parts = Vec::with_capacity(rows.len() + 2);
    let mut next = 0;
    for row in rows {
        if row > next {
            parts.push(Part::Gap(row - next));
        }
        parts.push(Part::Row(row));
        next = row + 1;
    }
    if next < len {
        parts.push(Part::Gap(len - next));
    }
    parts
}

/// Places for what is drawn in a list that leaps: what is still in it keeps its place, and where most of it is new, the new
/// takes the places of what went. So a leap changes what stands in places that are there, and a step adds and removes some.
#[derive(Clone, Debug)]
pub struct Places<K> {
    of: HashMap<K, usize>,
    next: usize,
}

impl<K> Default for Places<K> {
    fn default() -> Self {
        Places { of: HashMap::new(), next: 0 }
    }
}

impl<K: Copy + Eq + Hash> Places<K> {
    /// The place of each of these, all of which are different, in their order; those of before are forgotten.
    pub fn give(&mut self, keys: &[K]) -> Vec<usize> {
        let mut before = std::mem::take(&mut self.of);
        let kept: Vec<Option<usize>> = keys.iter().map(|key| before.remove(key)).collect();
        let leaps = kept.iter().flatten().count() * 2 < keys.len();
        let mut free: Vec<usize> = if leaps { before.into_values().collect() } else { Vec::new() };
        // The lowest first: in the order in which they stand, mostly.
        sorting::sort_by(&mut free, |a, b| b.cmp(a));
        let place = |(key, kept): (&K, Option<usize>)| {
            let place = kept.or_else(|| free.pop()).unwrap_or_else(|| {
                self.next += 1;
                self.next - 1
            });
            self.of.insert(*key, place);
            place
        };
        keys.iter().zip(kept).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_keeps_its_place_and_a_leap_takes_those_of_what_went() {
        let mut places = Places::default();
        assert_eq!(places.give(&[10, 11, 12, 13]), [0, 1, 2, 3]);
        assert_eq!(places.give(&[11, 12, 13, 14]), [1, 2, 3, 4], "a step on");
        assert_eq!(places.give(&[90, 13, 91, 92, 93]), [1, 3, 2, 4, 5], "a leap");
        assert!(places.give(&[]).is_empty());
        assert_eq!(places.give(&[1, 2]), [6, 7]);
    }

    #[test]
    fn rows_and_gaps_are_the_whole_list_and_only_what_is_needed() {
        for len in [0, 1, 5, 40, 10_000] {
            for (top, pinned) in
                [(0.0, vec![]), (500.0, vec![2]), (1e9, vec![0, 39, 39, 99_999]), (270_000.0, vec![5000])]
            {
                let sight = in_sight(len, top, 235.0, 27.0);
                let parts = parts(len, sight.clone(), &pinned);
                let total: usize = parts.iter().map(|part| if let Part::Gap(n) = part { *n } else { 1 }).sum();
                assert_eq!(total, len);
                let rows = parts.iter().filter(|part| matches!(part, Part::Row(_))).count();
                assert!(rows <= 24 + pinned.len());
                assert!(pinned.iter().filter(|row| **row < len).all(|row| parts.contains(&Part::Row(*row))));
            }
        }
        let shown = parts(100, in_sight(100, 1350.0, 54.0, 27.0), &[0]);
        assert_eq!((shown[0], shown[1], shown[2]), (Part::Row(0), Part::Gap(43), Part::Row(44)));
    }
}
