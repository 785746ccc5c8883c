//! Rows counted by what became of them, one count a stretch of event time; from step to step only what changed is counted anew.

use std::{ops::Range, rc::Rc};

use super::{Recording, State, View};
use crate::{engine::RowId, scenario::Side};

/// What a count tells apart, from what is in state to what never gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In state, without a partner so far.
    Waiting,
    /// In state, has matched.
    Matched,
    /// It left state, with or without a partner.
    Left,
    /// Late, or in no window: not kept.
    Late,
    /// Not yet arrived.
    Ahead,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Waiting, Kind::Matched, Kind::Left, Kind::Late, Kind::Ahead];

    pub fn of(state: State) -> Self {
        match state {
            State::Waiting | State::KeptForEver { matched: false } | State::Overdue { matched: false } => Kind::Waiting,
            State::Matched | State::KeptForEver { matched: true } | State::Overdue { matched: true } => Kind::Matched,
            State::Left | State::LeftAsNull | State::LeftUnmatched => Kind::Left,
            State::LateNotKept | State::LateMatchedNotKept | State::Ignored => Kind::Late,
            State::NotYetArrived | State::Pending => Kind::Ahead,
        }
    }
}

/// A stretch of event time that begins at `first`, ms, and its rows by [`Kind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub first: i64,
    pub rows: [u32; 5],
}

/// What was counted last on a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    /// Which rows in order of time, in stretches of how many ms, after which step; `None` before the first question.
    of: Option<(Range<usize>, i64, usize)>,
    counts: Rc<Vec<Count>>,
    /// By [`RowId`]: as what the row is counted.
    kinds: Vec<Kind>,
}

impl Recording {
    /// Counts these of a side's rows in order of time, all of any time among them, in stretches of `each` ms. Those without
    /// rows are left out.
    pub fn counts(&self, view: &View, side: Side, rows: Range<usize>, each: i64) -> Rc<Vec<Count>> {
        let counted = &mut self.found.counted.borrow_mut()[side];
        let all = self.rows.by_time(side);
        let (mine, each) = (all.get(rows.clone()).unwrap_or_default(), each.max(1));
        let start = |row: RowId| self.rows.get(row).time.div_euclid(each).saturating_mul(each);
        let near = |step: usize| step.abs_diff(view.step) <= Self::NEAR;
        match &counted.of {
            Some((of, of_each, step)) if *of == rows && *of_each == each && near(*step) => {
                let counts = Rc::make_mut(&mut counted.counts);
                let ends = mine.first().zip(mine.last());
                let within = ends.map(|(first, last)| self.rows.get(*first).time..=self.rows.get(*last).time);
                for step in (*step).min(view.step) + 1..=(*step).max(view.step) {
                    for row in self.touched(step) {
                        let info = self.rows.get(row);
                        if info.side != side || !within.as_ref().is_some_and(|within| within.contains(&info.time)) {
                            continue;
                        }
                        let (was, is) = (&mut counted.kinds[row.0 as usize], Kind::of(view.state(row)));
                        let at = counts.binary_search_by_key(&start(row), |count| count.first);
                        if let Some(count) = at.ok().and_then(|at| counts.get_mut(at)) {
                            count.rows[*was as usize] = count.rows[*was as usize].saturating_sub(1);
                            count.rows[is as usize] += 1;
                        }
                        *was = is;
                    }
                }
            }
            _ => {
                let mut counts: Vec<Count> = Vec::new();
                counted.kinds.resize(self.rows.len(), Kind::Ahead);
                for row in mine {
                    let (first, kind) = (start(*row), Kind::of(view.state(*row)));
                    if counts.last().is_none_or(|count| count.first != first) {
                        counts.push(Count { first, rows: [0; 5] });
                    }
                    if let Some(count) = counts.last_mut() {
                        count.rows[kind as usize] += 1;
                    }
                    counted.kinds[row.0 as usize] = kind;
                }
                counted.counts = Rc::new(counts);
            }
        }
        counted.of = Some((rows, each, view.step));
        Rc::clone(&counted.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{read, time::MINUTE};

    #[test]
    fn counts_that_go_from_step_to_step_are_those_of_each_step() {
        for file in std::fs::read_dir("www/scenarios").unwrap() {
            let file = file.unwrap().path();
            let Ok(scenario) = read(&std::fs::read_to_string(&file).unwrap()) else { continue };
            let recording = Recording::new(Rc::new(scenario));
            let last = recording.len();
            let forth = (0..=last).chain((0..=last).rev());
            for step in forth.chain((0..=last).map(|step| step * 7 % (last + 1))) {
                let view = recording.view(step);
                for side in Side::BOTH {
                    let all = recording.rows().by_time(side);
                    let (count, time) = (all.len(), |row: &RowId| recording.rows().get(*row).time);
                    let middle = all.get(count / 2).map_or(0, time);
                    for rows in [0..count, 0..all.partition_point(|row| time(row) <= middle)] {
                        let anew = recording.clone();
                        anew.found.counted.take();
                        let counts = recording.counts(&view, side, rows.clone(), 5 * MINUTE);
                        assert_eq!(counts, anew.counts(&view, side, rows.clone(), 5 * MINUTE), "{file:?} {step}");
                    }
                    let counts = recording.counts(&view, side, 0..count, 5 * MINUTE);
                    let step_back = recording.view(step.saturating_sub(1));
                    recording.counts(&step_back, side, 0..count, 5 * MINUTE);
                    assert_eq!(counts, recording.counts(&view, side, 0..count, 5 * MINUTE));
                    let total: u32 = counts.iter().flat_map(|count| count.rows).sum();
                    assert_eq!(total as usize, count);
                }
            }
        }
    }
}
