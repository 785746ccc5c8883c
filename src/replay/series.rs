//! What charts show: the counts and watermarks after each step.

use super::{Recording, View};
use crate::{scenario::Sides, sorting};

/// Numbers after each step, index 0 before everything: every vector has one more entry than the recording has steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// Rows in state.
    pub held: Sides<Vec<u64>>,
    /// Each side's own watermark, ms.
    pub watermark: Sides<Vec<Option<i64>>>,
    /// The join's watermark, ms.
    pub join: Vec<Option<i64>>,
    /// How far each side's watermark is behind its newest event, ms; negative where it was moved ahead of it.
    pub lag: Sides<Vec<Option<i64>>>,
    /// How far the join's watermark is behind the newest event of both sides, ms.
    pub join_lag: Vec<Option<i64>>,
    /// Rows of the result so far, with those that take something back.
    pub emitted: Vec<u64>,
    /// Those of them that came out padded with NULL.
    pub padded: Vec<u64>,
}

/// Runs through a recording once.
pub fn series(recording: &Recording) -> Series {
    let mut counting = Counting::new(recording);
    counting.go_on(recording, usize::MAX);
    counting.series()
}

/// A recording that is run through in parts, for [`series`] of a long one.
#[derive(Debug)]
pub struct Counting {
    view: View,
    series: Series,
}

impl Counting {
    pub fn new(recording: &Recording) -> Self {
        let view = recording.view(0);
        let mut series = Series::with_room(recording.len() + 1);
        series.add(&view);
        Counting { view, series }
    }

    /// Runs through `most` steps more of the same recording; whether those were the last.
    pub fn go_on(&mut self, recording: &Recording, most: usize) -> bool {
        let to = recording.len().min(self.view.step.saturating_add(most));
        while self.view.step < to {
            recording.advance(&mut self.view);
            self.series.add(&self.view);
        }
        to == recording.len()
    }

    /// The numbers, as far as it was run through.
    pub fn series(self) -> Series {
        self.series
    }
}

impl Series {
    fn with_room(steps: usize) -> Self {
        let (counts, times) = (|| Vec::with_capacity(steps), || Vec::with_capacity(steps));
        Series {
            held: Sides::new(counts(), counts()),
            watermark: Sides::new(times(), times()),
            join: times(),
            lag: Sides::new(times(), times()),
            join_lag: times(),
            emitted: counts(),
            padded: counts(),
        }
    }

    fn add(&mut self, view: &View) {
        self.held.left.push(view.held.left);
        self.held.right.push(view.held.right);
        self.watermark.left.push(view.watermark.left);
        self.watermark.right.push(view.watermark.right);
        self.join.push(view.join_watermark);
        let lag = |newest: Option<i64>, mark: Option<i64>| Some(newest?.saturating_sub(mark?));
        self.lag.left.push(lag(view.newest.left, view.watermark.left));
        self.lag.right.push(lag(view.newest.right, view.watermark.right));
        self.join_lag.push(lag(view.newest.left.max(view.newest.right), view.join_watermark));
        self.emitted.push(view.emitted);
        self.padded.push(view.padded);
    }

    /// The number of the last step.
    pub fn last(&self) -> usize {
        self.emitted.len().saturating_sub(1)
    }
}

/// The points of a line, for drawing: the number of a step and the value after it. Steps without a value are left out.
///
/// A line of more than `most` steps is thinned to the first, lowest, highest and last point of each of `most / 4` equal
/// stretches, which is what can be seen of it.
pub fn line(values: impl ExactSizeIterator<Item = Option<i64>>, most: usize) -> Vec<(usize, i64)> {
    let count = values.len();
    let points = values.enumerate().filter_map(|(step, value)| Some((step, value?)));
    if count <= most.max(4) {
        return points.collect();
    }
    let stretches = (most / 4).max(1);
    let mut thin = Vec::with_capacity(most);
    let mut seen: Option<(usize, Seen)> = None;
    for point in points {
        let stretch = point.0 * stretches / count;
        seen = Some(match seen {
            Some((at, seen)) if at == stretch => (at, seen.with(point)),
            before => {
                thin.extend(before.into_iter().flat_map(|(_, seen)| seen.points()));
                (stretch, Seen::of(point))
            }
        });
    }
    thin.extend(seen.into_iter().flat_map(|(_, seen)| seen.points()));
    thin
}

/// What has been seen of a stretch.
#[derive(Clone, Copy)]
struct Seen {
    first: (usize, i64),
    lowest: (usize, i64),
    highest: (usize, i64),
    last: (usize, i64),
}

impl Seen {
    fn of(point: (usize, i64)) -> Self {
        Seen { first: point, lowest: point, highest: point, last: point }
    }

    fn with(self, point: (usize, i64)) -> Self {
        Seen {
            first: self.first,
            lowest: if point.1 < self.lowest.1 { point } else { self.lowest },
            highest: if point.1 > self.highest.1 { point } else { self.highest },
            last: point,
        }
    }

    fn points(self) -> Vec<(usize, i64)> {
        let mut points = vec![self.first, self.lowest, self.highest, self.last];
        sorting::sort_by_key(&mut points, |point| point.0);
        points.dedup();
        points
    }
}

/// The steps that a table of the numbers shows: all of them up to `most`, else about `most` around the cursor. The
/// stretch moves in jumps, so that most steps leave it, and a table of it, as it is.
pub fn stretch(last: usize, cursor: usize, most: usize) -> std::ops::RangeInclusive<usize> {
    if last <= most {
        return 0..=last;
    }
    let jump = (most / 4).max(1);
    let first = (cursor / jump * jump).saturating_sub(most / 2).min(last + 1 - most);
    first..=first + most - 1
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::scenario;

    fn recording(text: &str) -> Recording {
        Recording::new(Rc::new(scenario::read(text).unwrap()))
    }

    const ORDERS: &str = include_str!("../../www/scenarios/orders-shipments.scenario.json");

    #[test]
    fn the_numbers_of_the_first_scenario() {
        let recording = recording(ORDERS);
        let series = series(&recording);
        assert_eq!(series.last(), 15);
        assert_eq!(series.held.left, [0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 4, 4, 4, 2, 2, 0]);
        assert_eq!(series.held.right, [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 0, 0, 0]);
        assert_eq!(series.emitted, [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 6]);
        assert_eq!(series.padded, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3]);
        let clock = |ms: i64| ms.rem_euclid(86_400_000) / 60_000;
        assert_eq!(series.watermark.left[10].map(clock), Some(11 * 60 + 40));
        assert_eq!(series.watermark.right[10].map(clock), Some(11 * 60 + 45));
        assert_eq!(series.join[10].map(clock), Some(11 * 60 + 40));
        assert_eq!(series.join[2], None);
    }

    #[test]
    fn the_numbers_are_the_views() {
        let recording = recording(ORDERS);
        let series = series(&recording);
        for step in 0..=recording.len() {
            let view = recording.view(step);
            assert_eq!((series.held.left[step], series.held.right[step]), (view.held.left, view.held.right));
            assert_eq!(series.join[step], view.join_watermark);
            assert_eq!((series.emitted[step], series.padded[step]), (view.emitted, view.padded));
        }
    }

    #[test]
    fn an_empty_script_has_one_point() {
        let series = series(&Recording::new(Rc::new(crate::scenario::Scenario::empty())));
        assert_eq!((series.last(), series.emitted.len(), series.join.len()), (0, 1, 1));
    }

    #[test]
    fn a_short_line_is_whole() {
        let values = [None, None, Some(3), Some(1)];
        assert_eq!(line(values.into_iter(), 100), [(2, 3), (3, 1)]);
    }

    #[test]
    fn a_long_line_keeps_its_ends_and_peaks() {
        let mut values = vec![Some(5); 10_000];
        values[4_321] = Some(900);
        values[7_654] = Some(-900);
        let thin = line(values.into_iter(), 1_000);
        assert!(thin.len() <= 1_000, "{}", thin.len());
        assert_eq!((thin[0], thin[thin.len() - 1]), ((0, 5), (9_999, 5)));
        assert!(thin.contains(&(4_321, 900)) && thin.contains(&(7_654, -900)));
        assert!(thin.is_sorted_by_key(|point| point.0));
    }

    #[test]
    fn a_stretch_holds_the_cursor() {
        assert_eq!(stretch(15, 10, 200), 0..=15);
        for cursor in (0..=5_000).step_by(7) {
            let stretch = stretch(5_000, cursor, 200);
            assert!(stretch.contains(&cursor) && stretch.clone().count() == 200 && *stretch.end() <= 5_000);
        }
        assert_eq!(stretch(5_000, 2_000, 200), stretch(5_000, 2_049, 200));
    }
}
