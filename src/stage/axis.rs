//! The time axis: from event time to x and back, with its ticks.

use super::Extent;
use crate::{
    engine::RowId,
    replay::Recording,
    scenario::{
        JoinKind, Side, Step, Window,
        time::{DAY, EXAMPLE, HOUR, MINUTE, SECOND},
    },
};

const NICE: [i64; 40] = [
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    5 * DAY,
    10 * DAY,
    30 * DAY,
    60 * DAY,
    180 * DAY,
    365 * DAY,
    730 * DAY,
    3650 * DAY,
    7300 * DAY,
    36_500 * DAY,
    365_000 * DAY,
    3_650_000 * DAY,
];

/// A ruler's tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    pub time: i64,
    pub x: f64,
    pub major: bool,
}

/// Event times `first..=last` laid out over `left..=right` px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    pub first: i64,
    pub last: i64,
    pub left: f64,
    pub right: f64,
    /// ms between labelled ticks.
    pub major: i64,
    /// It shows a part of what there is: what lies beyond its ends is left out, not drawn at the edge.
    pub part: bool,
}

impl Axis {
    /// The axis that shows all of a recording: events, life lines as far as they stay in proportion, watermark steps.
    ///
    /// It depends on the scenario, not on the step shown, so that stepping moves nothing but what happens.
    pub(super) fn fit(recording: &Recording, left: f64, right: f64) -> Self {
        Self::over(extent(recording), left, right)
    }

    /// The axis that shows this stretch and nothing else.
    pub(super) fn part(extent: Extent, left: f64, right: f64) -> Self {
        let major = nice(extent.span(), (right - left).max(40.0), 105.0);
        let last = extent.last.max(extent.first.saturating_add(2));
        Axis { first: extent.first, last, left, right, major, part: true }
    }

    /// The axis that shows these times, with a round one at either end.
    pub(super) fn over((first, last): (i64, i64), left: f64, right: f64) -> Self {
        let width = (right - left).max(40.0);
        let major = nice(last.saturating_sub(first).max(1), width, 105.0);
        let minor = (major / 2).max(1);
        let mut from = first.div_euclid(minor).saturating_mul(minor);
        // A mark on the very edge would be half a mark.
        if first.saturating_sub(from) * 10 < minor {
            from = from.saturating_sub(minor);
        }
        let to = last.saturating_add(minor - 1).div_euclid(minor).saturating_mul(minor);
        Axis { first: from, last: to.max(from.saturating_add(2)), left, right, major, part: false }
    }

    /// Whether a time lies beyond the ends of a part.
    pub fn beyond(&self, time: i64) -> bool {
        self.part && !(self.first <= time && time <= self.last)
    }

    pub fn x(&self, time: i64) -> f64 {
        let part = time.saturating_sub(self.first) as f64 / self.last.saturating_sub(self.first) as f64;
        self.left + part * (self.right - self.left)
    }

    /// The nearest whole ms at `x`.
    pub fn time(&self, x: f64) -> i64 {
        let part = (x - self.left) / (self.right - self.left);
        self.first.saturating_add((part * self.last.saturating_sub(self.first) as f64).round() as i64)
    }

    /// The grid that pointers snap to: the smallest round step that is still at least 8 px wide.
    pub fn snap(&self) -> i64 {
        nice(self.last.saturating_sub(self.first).max(1), (self.right - self.left).max(40.0), 8.0).min(self.major)
    }

    pub fn snapped(&self, x: f64) -> i64 {
        let (time, snap) = (self.time(x), self.snap());
        time.saturating_add(snap / 2).div_euclid(snap).saturating_mul(snap)
    }

    pub fn ticks(&self) -> Vec<Tick> {
        let step = (self.major / 2).max(1);
        let mut time = self.first.saturating_add(step - 1).div_euclid(step).saturating_mul(step);
        let mut ticks = Vec::new();
        while time <= self.last && ticks.len() < 200 {
            ticks.push(Tick { time, x: self.x(time), major: time.rem_euclid(self.major) == 0 });
            time = time.saturating_add(step);
        }
        ticks
    }
}

/// The smallest round number of ms of which one is at least `least` px wide, `span` ms being `width` px.
pub(super) fn nice(span: i64, width: f64, least: f64) -> i64 {
    let px = width / span as f64;
    NICE.into_iter().find(|step| *step as f64 * px >= least).unwrap_or(NICE[NICE.len() - 1])
}

/// What the axis must hold, in ms.
pub(super) fn extent(recording: &Recording) -> (i64, i64) {
    recording.extent(find_extent)
}

fn find_extent(recording: &Recording) -> (i64, i64) {
    let by_time = Side::BOTH.map(|side| recording.rows().by_time(side));
    let time = |row: &RowId| recording.rows().get(*row).time;
    let first = by_time.iter().filter_map(|rows| rows.first()).map(time).min();
    let last = by_time.iter().filter_map(|rows| rows.last()).map(time).max();
    let (Some(first), Some(last)) = (first, last) else {
        // Nothing yet: the five hours around the example, as the first run shows them.
        return (EXAMPLE - 50 * MINUTE, EXAMPLE + 4 * HOUR - 15 * MINUTE);
    };
    // Windows are seen whole.
    let rows = by_time.iter().filter_map(|rows| rows.first());
    let window = rows.filter_map(|row| recording.rows().windows(*row).next()).map(|span| span.start);
    let span_before = last.saturating_sub(first).max(1).saturating_mul(3);
    let first = window.min().map_or(first, |start| start.clamp(first.saturating_sub(span_before), first));
    let stays = recording.span();
    let longest = stays.reach.left.max(stays.reach.right).map_or(last, |reach| last.saturating_add(reach));
    let end = stays.last_due.map_or(last, |due| due.min(longest)).max(last);
    // Where rows stay much longer than events come, their lines run off the picture instead of squeezing the marks: those
    // keep about 20 px each, and no more than a third of the picture.
    let span = last.saturating_sub(first);
    let marks = i64::try_from(recording.rows().len()).unwrap_or(i64::MAX);
    let times = 950 / marks.saturating_mul(20).clamp(40, 300);
    let room = if span == 0 { end.saturating_sub(last).max(10) } else { span.saturating_mul(times) };
    let cap = last.saturating_add(room);
    let end = end.min(cap);
    let watermarks = recording.scenario().script.iter().filter_map(|step| match step {
        Step::Watermark { time, .. } => Some(*time),
        _ => None,
    });
    // A watermark that is moved far off, to see everything leave, is no reason to squeeze the rest.
    let whole = end.saturating_sub(first).max(scale(recording, first));
    let near = |time: &i64| (first.saturating_sub(whole / 4)..=end.saturating_add(whole)).contains(time);
    let (low, high) = watermarks.filter(near).fold((first, end), |(low, high), time| (low.min(time), high.max(time)));
    // While there are few rows there is room to move both watermarks past them.
    let room = if marks < 4 { whole / 10 } else { 0 };
    (low, high.max(low.saturating_add(whole)).max(end.saturating_add(room)))
}

/// How much time a picture shows at least, in ms: what the join itself speaks of, so that a single row has its surroundings.
fn scale(recording: &Recording, first: i64) -> i64 {
    let asked = match recording.scenario().join.kind {
        JoinKind::Interval(interval) => interval.upper.saturating_sub(interval.lower),
        JoinKind::Window { window, .. } => match window {
            Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => size,
            Window::Session { gap, .. } => gap.saturating_mul(2),
        },
        JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => 0,
    };
    let several = recording.rows().len() > 3;
    match asked {
        // A day and more is no scale for a picture of one hour's events: that is what life lines running off it are for.
        1..=DAY => asked,
        _ if several => 2,
        _ if first.abs() < DAY => SECOND,
        _ => HOUR,
    }
}
