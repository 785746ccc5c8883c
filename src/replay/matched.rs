//! Who met whom in a run, found by row: in the steps in which the row met anyone, or, where those did much else, in an index of
//! all pairs, which is made once.

use super::{Recording, rows::number};
use crate::{
    engine::{Effect, RowId},
    sorting,
};

/// All pairs of a run, in the order in which they were found (those too that a crash undid), and which of them are each row's.
#[derive(Clone, Debug, Default)]
pub(super) struct Matched {
    pairs: Vec<Pair>,
    /// The places in `pairs` of the left rows' pairs, row by row, and where each row's begin.
    of_left: Vec<u32>,
    starts: Vec<u32>,
}

/// Two rows that met, and in which step, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub step: u32,
    pub left: RowId,
    pub right: RowId,
}

impl Matched {
    fn of(recording: &Recording) -> Self {
        let mut pairs = Vec::new();
        for step in 1..=recording.len() {
            pairs.extend(recording.kept_effects(step).filter_map(|effect| pair(step, effect)));
        }
        let mut of_left: Vec<u32> = (0..number(pairs.len())).collect();
        // Stable: a row's pairs stay in their order.
        sorting::sort_by_key(&mut of_left, |at| pairs[*at as usize].left);
        let mut starts = vec![0; recording.rows().len() + 1];
        for pair in &pairs {
            starts[pair.left.0 as usize + 1] += 1;
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        Matched { pairs, of_left, starts }
    }
}

impl Recording {
    /// The pairs that these left rows have made by a step, in the order in which they were found.
    pub fn pairs_of(&self, left: impl IntoIterator<Item = RowId>, step: usize) -> Vec<Pair> {
        let left: Vec<RowId> = left.into_iter().collect();
        if self.found.matched.get().is_none()
            && let Some(found) = self.pairs_in_steps(&left, step)
        {
            return found;
        }
        let matched = self.found.matched.get_or_init(|| Matched::of(self));
        let mut found: Vec<u32> = Vec::new();
        for row in left {
            let at = row.0 as usize;
            let mine = &matched.of_left[matched.starts[at] as usize..matched.starts[at + 1] as usize];
            let until = mine.partition_point(|at| matched.pairs[*at as usize].step as usize <= step);
            found.extend(&mine[..until]);
        }
        sorting::sort(&mut found);
        let pairs = found.into_iter().map(|at| matched.pairs[at as usize]);
        pairs.filter(|pair| self.stands(pair.step as usize, step)).collect()
    }

    /// The same, by a look at the steps that they met in; `None` where that is much to look at.
    fn pairs_in_steps(&self, left: &[RowId], step: usize) -> Option<Vec<Pair>> {
        const MUCH: usize = 16_384;
        if self.history.backs().any() {
            return None;
        }
        let mut steps = Vec::new();
        let mut bytes = 0;
        for row in left {
            for at in self.history.met(*row, step) {
                bytes += self.log.get(at.wrapping_sub(1)).map_or(0, <[u8]>::len);
                if bytes > MUCH {
                    return None;
                }
                steps.push(at);
            }
        }
        sorting::sort(&mut steps);
        steps.dedup();
        let of = |step: usize| self.kept_effects(step).filter_map(move |effect| pair(step, effect));
        Some(steps.into_iter().flat_map(of).filter(|pair| left.contains(&pair.left)).collect())
    }
}

/// The pair that an effect of a step tells of.
fn pair(step: usize, effect: Effect) -> Option<Pair> {
    match effect {
        Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
            Some(Pair { step: number(step), left, right })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Side, read};
    use std::rc::Rc;

    #[test]
    fn pairs_are_found_by_row_in_the_order_in_which_they_were_made() {
        for file in std::fs::read_dir("../www/scenarios").unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let Ok(scenario) = read(&text) else { continue };
            let recording = Recording::new(Rc::new(scenario));
            let rows: Vec<RowId> = recording.rows().by_time(Side::Left).to_vec();
            for step in 0..=recording.len() {
                let found = recording.pairs_of(rows.iter().copied(), step);
                let found: Vec<_> = found.iter().map(|pair| (pair.step as usize, pair.left, pair.right)).collect();
                assert_eq!(found, recording.matches(step).collect::<Vec<_>>());
                for row in &rows {
                    let own = recording.pairs_of([*row], step).into_iter().map(|pair| pair.right);
                    let of = recording.matches(step).filter(|(_, left, _)| left == row).map(|(_, _, right)| right);
                    assert!(own.eq(of));
                }
            }
        }
    }

    #[test]
    fn the_index_knows_the_same_pairs_as_the_steps() {
        for recording in super::super::long_runs() {
            let rows: Vec<RowId> = recording.rows().by_time(Side::Left).iter().step_by(7).copied().collect();
            for step in [0, 40, recording.len() / 2, recording.len()] {
                let Some(found) = recording.pairs_in_steps(&rows, step) else { continue };
                let indexed = recording.clone();
                indexed.found.matched.get_or_init(|| Matched::of(&indexed));
                assert_eq!(found, indexed.pairs_of(rows.iter().copied(), step));
            }
        }
    }
}
