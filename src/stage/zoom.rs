//! The part of the event time that a picture shows: zooming, panning, and following the step shown.

use std::ops::Range;

use super::{Axis, axis::extent as extent_of};
use crate::{
    engine::RowId,
    replay::{Recording, View},
    scenario::{Side, Step},
};

/// A stretch of event time, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub first: i64,
    pub last: i64,
}

/// One notch of a wheel, one press of a key or button.
pub const NOTCH: f64 = 1.4;
/// No picture shows less, ms.
const LEAST: i64 = 20;

impl Extent {
    /// What an axis shows.
    pub fn of(axis: &Axis) -> Self {
        Extent { first: axis.first, last: axis.last }
    }

    pub fn span(self) -> i64 {
        self.last.saturating_sub(self.first).max(1)
    }

    pub fn holds(self, time: i64) -> bool {
        self.first <= time && time <= self.last
    }

    /// `factor` times as much time (below 1: zooming in) around `at`, which stays where it is. `None`: all of `whole`.
    pub fn zoomed(self, whole: Extent, factor: f64, at: i64) -> Option<Extent> {
        let at = at.clamp(self.first, self.last);
        let span = ((self.span() as f64 * factor).round() as i64).max(LEAST);
        if span >= whole.span() {
            return None;
        }
        let before = at.saturating_sub(self.first) as f64 / self.span() as f64;
        let first = at.saturating_sub((span as f64 * before).round() as i64);
        Some(Extent { first, last: first.saturating_add(span) }.within(whole))
    }

    /// Moved by so many ms, no further than that some of `whole` is still in sight.
    pub fn panned(self, whole: Extent, by: i64) -> Extent {
        let span = self.span();
        let first = self.first.saturating_add(by);
        let first = first.clamp(whole.first.saturating_sub(span), whole.last.saturating_add(span));
        Extent { first, last: first.saturating_add(span) }.within(whole)
    }

    /// Moved as little as brings it back over `whole`; it may stand out by a tenth of itself.
    fn within(self, whole: Extent) -> Extent {
        let (span, over) = (self.span(), self.span() / 10);
        let low = whole.first.saturating_sub(over);
        let high = whole.last.saturating_add(over).saturating_sub(span).max(low);
        let first = self.first.clamp(low, high);
        Extent { first, last: first.saturating_add(span) }
    }

    /// Moved so that `time` is in sight: not at all if it is, else so that it stands at a third from the left, for what
    /// comes after it to be seen.
    pub fn following(self, whole: Extent, time: i64) -> Extent {
        let edge = self.span() / 20;
        if self.first.saturating_add(edge) <= time && time <= self.last.saturating_sub(edge) {
            return self;
        }
        let first = time.saturating_sub(self.span() / 3);
        Extent { first, last: first.saturating_add(self.span()) }.within(whole)
    }
}

/// Which part of the event time is shown, and whether it moves along with the step shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// `None`: all of it.
    pub extent: Option<Extent>,
    pub follow: bool,
}

impl Default for Sight {
    fn default() -> Self {
        Sight { extent: None, follow: true }
    }
}

/// What changed in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another scenario.
    Opened,
    /// Another step is shown.
    Step,
    /// This row has been selected.
    Selected(RowId),
    /// An edit.
    Other,
}

impl Sight {
    /// Moves so that what changed is in sight.
    pub fn turn(&mut self, recording: &Recording, view: &View, change: Change) {
        let Some(extent) = self.extent else { return };
        let (first, last) = extent_of(recording);
        let whole = Extent { first, last };
        let to = match change {
            Change::Opened => {
                *self = Sight::default();
                return;
            }
            Change::Step if self.follow => happens_at(recording, view),
            Change::Selected(row) => Some(recording.rows().get(row).time),
            Change::Step | Change::Other => None,
        };
        let extent = to.map_or(extent, |time| extent.following(whole, time));
        // Undone to another scenario, or edited away: there is nothing there any more.
        let apart = extent.last < whole.first || whole.last < extent.first;
        self.extent = (!apart).then_some(extent);
    }
}

/// The event time at which a step happens: the row that it pushes, the watermark that it moves, the batch's.
pub fn happens_at(recording: &Recording, view: &View) -> Option<i64> {
    match recording.step(view.step)? {
        Step::Push(push) => Some(push.time),
        Step::Watermark { side, .. } => view.watermark[*side],
        Step::Batch | Step::FailingBatch | Step::Clock { .. } | Step::Checkpoint | Step::Crash => {
            view.join_watermark.or(view.newest.left.max(view.newest.right))
        }
    }
}

/// The rows of a side whose time lies in a stretch, in order of time.
pub(super) fn rows_in(recording: &Recording, side: Side, first: i64, last: i64) -> &[RowId] {
    recording.rows().by_time(side).get(places_in(recording, side, first, last)).unwrap_or_default()
}

/// Which of a side's rows in order of time those are.
pub(super) fn places_in(recording: &Recording, side: Side, first: i64, last: i64) -> Range<usize> {
    let rows = recording.rows();
    let all = rows.by_time(side);
    all.partition_point(|row| rows.get(*row).time < first)..all.partition_point(|row| rows.get(*row).time <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Extent = Extent { first: 0, last: 1_000_000 };

    #[test]
    fn zooming_keeps_the_time_under_the_pointer() {
        let half = WHOLE.zoomed(WHOLE, 0.5, 250_000).unwrap();
        assert_eq!(half, Extent { first: 125_000, last: 625_000 });
        let quarter = half.zoomed(WHOLE, 0.5, 625_000).unwrap();
        assert_eq!(quarter, Extent { first: 375_000, last: 625_000 });
        assert_eq!(quarter.zoomed(WHOLE, 100.0, 400_000), None);
        let least = (0..100).fold(WHOLE, |extent, _| extent.zoomed(WHOLE, 0.5, 3).unwrap_or(extent));
        assert!(least.span() == LEAST && least.holds(3), "{least:?}");
    }

    #[test]
    fn panning_stays_over_what_there_is() {
        let part = Extent { first: 100_000, last: 200_000 };
        assert_eq!(part.panned(WHOLE, 50_000), Extent { first: 150_000, last: 250_000 });
        assert_eq!(part.panned(WHOLE, -9_000_000), Extent { first: -10_000, last: 90_000 });
        assert_eq!(part.panned(WHOLE, i64::MAX), Extent { first: 910_000, last: 1_010_000 });
    }

    #[test]
    fn the_picture_turns_to_what_changed() {
        let text = include_str!("../../www/scenarios/orders-shipments.scenario.json");
        let recording = Recording::new(std::rc::Rc::new(crate::scenario::read(text).unwrap()));
        let rows = recording.rows();
        let o1 = rows.by_time(Side::Left)[0];
        let at = rows.get(o1).time;
        let mut sight = Sight { extent: Some(Extent { first: at - 60_000, last: at + 60_000 }), follow: true };
        let before = sight;
        // Step 1 brings o1, which is in sight; step 10 brings s4, hours later.
        sight.turn(&recording, &recording.view(1), Change::Step);
        assert_eq!(sight, before);
        sight.turn(&recording, &recording.view(10), Change::Step);
        let s4 = rows.get(recording.rows().of_step(9).unwrap()).time;
        assert!(sight.extent.unwrap().holds(s4) && sight.extent.unwrap().span() == 120_000);
        sight.turn(&recording, &recording.view(10), Change::Selected(o1));
        assert!(sight.extent.unwrap().holds(at));
        sight.follow = false;
        let before = sight;
        sight.turn(&recording, &recording.view(10), Change::Step);
        assert_eq!(sight, before);
        sight.extent = Some(Extent { first: 0, last: 1000 });
        sight.turn(&recording, &recording.view(10), Change::Other);
        assert_eq!(sight.extent, None);
    }

    #[test]
    fn following_moves_only_when_it_must() {
        let part = Extent { first: 100_000, last: 200_000 };
        assert_eq!(part.following(WHOLE, 150_000), part);
        let moved = part.following(WHOLE, 500_000);
        assert_eq!(moved, Extent { first: 466_667, last: 566_667 });
        assert!(part.following(WHOLE, 0).holds(0));
    }
}
