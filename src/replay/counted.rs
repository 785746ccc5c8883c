//! Rows counted by what became of them, one count a stretch of event time; from step to step only what changed is counted anew,
//! and a step far away from the counts of one near it.

use std::{ops::Range, rc::Rc};

use super::{Phase, Recording, View};
use crate::{engine::RowId, scenario::Side, sorting};

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

    fn of((phase, matched): (Phase, bool)) -> Self {
        match phase {
            Phase::Held if matched => Kind::Matched,
            Phase::Held => Kind::Waiting,
            Phase::Gone(_) => Kind::Left,
            Phase::NotKept { .. } | Phase::Ignored => Kind::Late,
            Phase::Ahead | Phase::Pending => Kind::Ahead,
        }
    }
}

/// A stretch of event time that begins at `first`, ms, and its rows by [`Kind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub first: i64,
    pub rows: [u32; 5],
}

impl Count {
    /// A row is no more what it was. Where rows are counted as differences, all of them together are no more than there are.
    fn turn(&mut self, was: Kind, is: Kind) {
        self.rows[was as usize] = self.rows[was as usize].wrapping_sub(1);
        self.rows[is as usize] = self.rows[is as usize].wrapping_add(1);
    }
}

/// What was counted last on a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    /// Which rows in order of time, in stretches of how many ms; `None` before the first question.
    of: Option<(Range<usize>, i64)>,
    /// After which step.
    step: usize,
    counts: Rc<Vec<Count>>,
    /// The counts after every so many steps, from step 0 on: made when the same rows are asked for after a step far away.
    marks: Vec<Rc<Vec<Count>>>,
}

impl Recording {
    /// So many times counts are kept at the most, and no more often than every so many steps.
    const MARKS: usize = 1024;
    const APART: usize = 64;

    /// Counts these of a side's rows in order of time, all of any time among them, in stretches of `each` ms. Those without
    /// rows are left out.
    pub fn counts(&self, view: &View, side: Side, rows: Range<usize>, each: i64) -> Rc<Vec<Count>> {
        let counted = &mut self.found.counted.borrow_mut()[side];
        let (mine, each) = (self.rows.by_time(side).get(rows.clone()).unwrap_or_default(), each.max(1));
        if counted.of.as_ref() != Some(&(rows.clone(), each)) {
            let counts = self.count(mine, each, |row| self.history.phase(row, view.step));
            *counted = Counted { of: Some((rows, each)), step: view.step, counts: Rc::new(counts), marks: Vec::new() };
        } else if counted.step.abs_diff(view.step) > Self::NEAR {
            let apart = self.len().div_ceil(Self::MARKS).max(Self::APART);
            if counted.marks.is_empty() {
                counted.marks = self.marks(mine, each, apart);
            }
            // The nearest, before or behind.
            let at = ((view.step + apart / 2) / apart).min(counted.marks.len().saturating_sub(1));
            if let Some(counts) = counted.marks.get(at) {
                (counted.step, counted.counts) = (at * apart, Rc::clone(counts));
            }
        }
        self.count_on(counted, view.step, side, mine, each);
        Rc::clone(&counted.counts)
    }

    /// Goes on from what was counted in another recording, whose first `known` steps are the same, if its rows are the same, too.
    pub(super) fn count_as(&self, other: &Recording, known: usize) {
        for side in Side::BOTH {
            let counted = &other.found.counted.borrow()[side];
            let (mine, others) = (self.rows.by_time(side), other.rows.by_time(side));
            let same = || mine.iter().all(|row| self.rows.get(*row).time == other.rows.get(*row).time);
            if counted.step <= known && mine == others && same() {
                self.found.counted.borrow_mut()[side] = Counted { marks: Vec::new(), ..counted.clone() };
            }
        }
    }

    fn count(&self, mine: &[RowId], each: i64, of: impl Fn(RowId) -> (Phase, bool)) -> Vec<Count> {
        let mut counts: Vec<Count> = Vec::new();
        for row in mine {
            let first = self.start(*row, each);
            if counts.last().is_none_or(|count| count.first != first) {
                counts.push(Count { first, rows: [0; 5] });
            }
            if let Some(count) = counts.last_mut() {
                count.rows[Kind::of(of(*row)) as usize] += 1;
            }
        }
        counts
    }

    /// Where the stretch begins that a row is in, ms.
    fn start(&self, row: RowId, each: i64) -> i64 {
        self.rows.get(row).time.div_euclid(each).saturating_mul(each)
    }

    /// The counts after every `apart` steps.
    fn marks(&self, mine: &[RowId], each: i64, apart: usize) -> Vec<Rc<Vec<Count>>> {
        let start = self.count(mine, each, |_| (Phase::Ahead, false));
        let nothing: Vec<Count> = start.iter().map(|count| Count { rows: [0; 5], ..*count }).collect();
        // First what changes from each to the next.
        let mut marks = vec![nothing; self.len() / apart];
        let mut at = 0;
        for row in mine {
            while start.get(at).is_some_and(|count| count.first != self.start(*row, each)) {
                at += 1;
            }
            let mut was = Kind::Ahead;
            for (step, phase, matched) in self.history.phases(*row) {
                let is = Kind::of((phase, matched));
                // What changed behind the last mark is counted from there on.
                if is != was
                    && let Some(mark) = marks.get_mut(step.div_ceil(apart).saturating_sub(1))
                {
                    mark[at].turn(was, is);
                }
                was = is;
            }
        }
        let mut now = start;
        let mut sums = vec![Rc::new(now.clone())];
        for mark in marks {
            for (count, change) in now.iter_mut().zip(mark) {
                for (rows, by) in count.rows.iter_mut().zip(change.rows) {
                    *rows = rows.wrapping_add(by);
                }
            }
            sums.push(Rc::new(now.clone()));
        }
        sums
    }

    /// From the step that was counted last to another near it.
    fn count_on(&self, counted: &mut Counted, step: usize, side: Side, mine: &[RowId], each: i64) {
        let (from, to) = (counted.step.min(step), counted.step.max(step));
        let ends = mine.first().zip(mine.last()).filter(|_| from < to);
        let Some((first, last)) = ends.map(|(first, last)| (self.rows.get(*first).time, self.rows.get(*last).time))
        else {
            counted.step = step;
            return;
        };
        let here = |row: &RowId| {
            let info = self.rows.get(*row);
            info.side == side && (first..=last).contains(&info.time)
        };
        let mut touched: Vec<RowId> = (from + 1..=to).flat_map(|step| self.touched(step)).filter(here).collect();
        sorting::sort(&mut touched);
        touched.dedup();
        let counts = Rc::make_mut(&mut counted.counts);
        for row in touched {
            let kind = |step: usize| Kind::of(self.history.phase(row, step));
            let (was, is) = (kind(counted.step), kind(step));
            let at = counts.binary_search_by_key(&self.start(row, each), |count| count.first);
            if let Some(count) = at.ok().and_then(|at| counts.get_mut(at)).filter(|_| was != is) {
                count.turn(was, is);
            }
        }
        counted.step = step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        replay::State,
        scenario::{read, time::MINUTE},
    };

    #[test]
    fn counts_that_go_from_step_to_step_are_those_of_each_step() {
        for file in std::fs::read_dir("../www/scenarios").unwrap() {
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

    #[test]
    fn far_away_the_counts_are_those_of_that_step() {
        for recording in super::super::long_runs() {
            let last = recording.len();
            for step in [last, 3, last / 2, 40, last - 1, 0, 300, last] {
                let view = recording.view(step);
                for side in Side::BOTH {
                    let all = 0..recording.rows().by_time(side).len();
                    let mut counts = [0; 5];
                    for row in recording.rows().by_time(side) {
                        let kind = match view.state(*row) {
                            State::NotYetArrived | State::Pending => Kind::Ahead,
                            State::LateNotKept | State::LateMatchedNotKept | State::Ignored => Kind::Late,
                            State::Left | State::LeftAsNull | State::LeftUnmatched => Kind::Left,
                            _ if view.row(*row).matches > 0 => Kind::Matched,
                            _ => Kind::Waiting,
                        };
                        counts[kind as usize] += 1;
                    }
                    let found = recording.counts(&view, side, all.clone(), MINUTE);
                    let sum = |kind: usize| found.iter().map(|count| count.rows[kind]).sum::<u32>();
                    assert_eq!([0, 1, 2, 3, 4].map(sum), counts, "{step}");
                    let anew = recording.clone();
                    anew.found.counted.take();
                    assert_eq!(found, anew.counts(&view, side, all, MINUTE), "{step}");
                }
            }
        }
    }
}
