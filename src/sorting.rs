//! Sorting in little code: stable, by merging from below, O(n log n), and O(n) for what is in order already.
//!
//! The standard library's sorts weigh 5 KB of wasm for each type and key that they are used with, 123 KB of a first load
//! together, and are fast only where the compiler opens up their closures, which it does not do where it is asked for small code.
//! This one is a fraction of that. Elsewhere than in what a first visit loads, the library's are as good; what is large is
//! better sorted by digits (`radsort`).

use std::cmp::Ordering;

/// What is shorter is sorted by putting each item into its place.
const RUN: usize = 8;

pub fn sort<T: Copy + Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

pub fn sort_by_key<T: Copy, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

pub fn sort_by<T: Copy>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let after = |a: &T, b: &T| compare(a, b) == Ordering::Greater;
    if items.windows(2).all(|two| !after(&two[0], &two[1])) {
        return;
    }
    for run in items.chunks_mut(RUN) {
        for from in 1..run.len() {
            let item = run[from];
            let mut to = from;
            while to > 0 && after(&run[to - 1], &item) {
                run[to] = run[to - 1];
                to -= 1;
            }
            run[to] = item;
        }
    }
    let mut merged = items.to_vec();
    let mut width = RUN;
    while width < items.len() {
        for (two, merged) in items.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (mut first, mut second) = two.split_at(width.min(two.len()));
            for to in merged {
                let from = match (first, second) {
                    ([a, ..], [b, ..]) if after(a, b) => &mut second,
                    ([], _) => &mut second,
                    _ => &mut first,
                };
                if let [item, rest @ ..] = *from {
                    *to = *item;
                    *from = rest;
                }
            }
        }
        items.copy_from_slice(&merged);
        width *= 2;
    }
}

/// Each once, in order.
pub fn set<T: Copy + Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    sort(&mut items);
    items.dedup();
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the standard library sorts, stable, whatever the length.
    #[test]
    fn items_come_in_order_and_equal_ones_as_they_stood() {
        let mut seed = 1_u64;
        for len in (0..70).chain([127, 128, 129, 1_000, 4_097]) {
            for keys in [1, 3, 50, 1 << 20] {
                let mut items: Vec<(u64, usize)> = (0..len)
                    .map(|at| {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        ((seed >> 33) % keys, at)
                    })
                    .collect();
                let mut expected = items.clone();
                expected.sort_by_key(|(key, _)| *key);
                sort_by_key(&mut items, |(key, _)| *key);
                assert_eq!(items, expected, "{len} items, {keys} keys");
                items.reverse();
                sort(&mut items);
                expected.sort();
                assert_eq!(items, expected);
            }
        }
    }
}
