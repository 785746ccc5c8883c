//! Which rows of a long list are in the page: those in sight, and those that must stay for what a person does in them.

use std::ops::Range;

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
    rows.sort_unstable();
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

#[cfg(test)]
mod tests {
    use super::*;

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
