//! The rows in state after a step, without a look at all rows: from those of a step nearby and what the steps between touched.

use std::rc::Rc;

use super::{Phase, Recording, View};
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
}

impl Recording {
    /// Further away than this all rows are looked at instead, steps.
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
                let mut rows: Sides<Vec<RowId>> = Sides::default();
                for (row, info) in self.rows.iter().filter(|(row, _)| view.row(*row).phase == Phase::Held) {
                    rows[info.side].push(row);
                }
                held.rows = Rc::new(rows);
            }
        }
        held.step = Some(view.step);
        Rc::clone(&held.rows)
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
        for file in std::fs::read_dir("www/scenarios").unwrap() {
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
}
