//! The rows in state after a step, without a look at all rows: from those of a step nearby and what the steps between touched;
//! far away, from those blocks of rows of which some is still there.

use std::rc::Rc;

use super::{Phase, Recording, View, rows::number};
use crate::{
    engine::{Effect, RowId},
    scenario::Sides,
};

/// The rows in state, as they were last asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    /// After which step; `None` before the first question.
    step: Option<usize>,
    rows: Rc<Sides<Vec<RowId>>>,
    /// Of each [`Held::BLOCK`] of rows in order of arrival, from which step on none of them is in state.
    gone: Vec<usize>,
}

impl Held {
    /// So many rows together: of a million rows there are as many blocks as rows in a few of them.
    const BLOCK: usize = 256;
}

impl Recording {
    /// Further away than this it is not gone from step to step, steps.
    pub(super) const NEAR: usize = 256;

    /// The rows of each side that are in state at a view of this recording, in order of arrival.
    pub fn held_rows(&self, view: &View) -> Rc<Sides<Vec<RowId>>> {
        let mut held = self.found.held.borrow_mut();
        match held.step {
            Some(step) if step == view.step => {}
            Some(step) if step.abs_diff(view.step) <= Self::NEAR => {
                let rows = Rc::make_mut(&mut held.rows);
                for step in step.min(view.step) + 1..=step.max(view.step) {
                    for row in self.touched(step) {
                        let mine = &mut rows[self.rows.get(row).side];
                        match (mine.binary_search(&row), view.row(row).phase == Phase::Held) {
                            (Err(at), true) => mine.insert(at, row),
                            (Ok(at), false) => drop(mine.remove(at)),
                            _ => {}
                        }
                    }
                }
            }
            _ => {
                if held.gone.is_empty() {
                    held.gone = self.gone();
                }
                let mut rows: Sides<Vec<RowId>> = Sides::default();
                let there = held.gone.iter().enumerate().filter(|(_, gone)| **gone > view.step);
                let mut mine = there.flat_map(|(block, _)| self.block(block));
                // They lie in order of arrival: what has not come yet ends them.
                while let Some(row) = mine.next().filter(|row| (self.rows.get(*row).step as usize) < view.step) {
                    if self.history.phase(row, view.step).0 == Phase::Held {
                        rows[self.rows.get(row).side].push(row);
                    }
                }
                held.rows = Rc::new(rows);
            }
        }
        held.step = Some(view.step);
        Rc::clone(&held.rows)
    }

    /// The rows of a block.
    fn block(&self, block: usize) -> impl Iterator<Item = RowId> + use<> {
        let from = block * Held::BLOCK;
        (number(from)..number((from + Held::BLOCK).min(self.rows.len()))).map(RowId)
    }

    /// From which step on no row of each block is in state.
    fn gone(&self) -> Vec<usize> {
        let gone = |row: RowId| {
            let mut next = usize::MAX;
            for (step, phase, _) in self.history.phases(row).rev() {
                if phase == Phase::Held {
                    return next;
                }
                next = step;
            }
            0
        };
        let blocks = 0..self.rows.len().div_ceil(Held::BLOCK);
        blocks.map(|block| self.block(block).map(gone).max().unwrap_or(0)).collect()
    }

    /// The rows whose state a step may change; some more than once.
    pub fn touched(&self, step: usize) -> impl Iterator<Item = RowId> + '_ {
        let pushed = step.checked_sub(1).and_then(|index| self.rows.of_step(index));
        let of = |effect: Effect| match effect {
            Effect::Pending { row }
            | Effect::Buffered { row, .. }
            | Effect::NotBuffered { row, .. }
            | Effect::Dropped { row, .. }
            | Effect::InNoWindow { row }
            | Effect::Copied { row, .. }
            | Effect::CopyLeft { row, .. }
            | Effect::HandedOn { row, .. }
            | Effect::Left { row, .. } => [Some(row), None],
            Effect::Matched { left, right } | Effect::VersionTaken { left, right } => [Some(left), Some(right)],
            Effect::TablePut { row, replaced: other } | Effect::TableDeleted { by: row, row: other } => {
                [Some(row), other]
            }
            Effect::Emitted { left, right, .. } => [left, right],
            _ => [None, None],
        };
        // A crash undoes what all steps since the checkpoint did.
        let undone = self.came_back_to(step).map_or(0..0, |to| to + 1..step);
        let pushed = undone.clone().filter_map(|step| self.rows.of_step(step - 1)).chain(pushed);
        pushed.chain(undone.chain([step]).flat_map(move |step| self.effects(step).flat_map(of).flatten()))
    }

    /// The rows that have come by a view, in order of arrival.
    pub fn arrived(&self, view: &View) -> impl DoubleEndedIterator<Item = RowId> + '_ {
        self.rows.before(view.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Side, read};

    #[test]
    fn the_rows_in_state_are_found_on_any_way_through_the_steps() {
        for file in std::fs::read_dir("../www/scenarios").unwrap() {
            let file = file.unwrap().path();
            let text = std::fs::read_to_string(&file).unwrap();
            let Ok(scenario) = read(&text) else { continue };
            let recording = Recording::new(Rc::new(scenario));
            let last = recording.len();
            let forth = (0..=last).chain((0..=last).rev());
            // And in leaps that are no order at all.
            for step in forth.chain((0..=last).map(|step| step * 7 % (last + 1))) {
                let view = recording.view(step);
                let held = recording.held_rows(&view);
                for side in Side::BOTH {
                    let mine = recording.rows().iter().filter(|(_, info)| info.side == side).map(|(row, _)| row);
                    let there: Vec<RowId> = mine.filter(|row| view.row(*row).phase == Phase::Held).collect();
                    assert_eq!(held[side], there, "{file:?} {step} {side:?}");
                }
            }
        }
    }

    #[test]
    fn far_away_the_rows_in_state_are_found_too() {
        let mut runs = 0;
        for recording in super::super::long_runs() {
            let last = recording.len();
            for step in [last, 3, last / 2, 40, last - 1, 0, 300, last] {
                let view = recording.view(step);
                let there = recording.rows().iter().filter(|(row, _)| view.row(*row).phase == Phase::Held);
                let all = recording.held_rows(&view);
                let mut all: Vec<RowId> = all.left.iter().chain(&all.right).copied().collect();
                all.sort_unstable();
                assert!(
                    there.map(|(row, _)| row).eq(all),
                    "{} {step}",
                    recording.scenario().title.get(Default::default())
                );
            }
            runs += 1;
        }
        assert!(runs > 20, "{runs}");
    }
}
