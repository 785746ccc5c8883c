//! Charts over the steps: their lines, the room these need, and round numbers to write beside them.

use std::rc::Rc;

use super::axis::nice;
use crate::{
    engine::{Effect, RowId},
    replay::{
        Recording,
        series::{Series, line, series},
    },
    scenario::{Side, Step},
};

/// A chart over the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chart {
    /// Rows in state.
    Held,
    /// Watermarks, event time.
    Watermarks,
    /// How far each watermark is behind the newest event, ms.
    Lag,
    /// Rows of the result so far.
    Emitted,
}

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    Left,
    Right,
    Join,
    Emitted,
    /// Of the rows emitted those with NULL.
    Padded,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub ink: Ink,
    /// Step and value after it; a long line is thinned to what can be seen of it.
    pub points: Vec<(usize, i64)>,
}

impl Chart {
    pub const ALL: [Chart; 4] = [Chart::Held, Chart::Watermarks, Chart::Lag, Chart::Emitted];

    /// Its lines, in the order in which they are drawn and named.
    pub fn inks(self) -> &'static [Ink] {
        match self {
            Chart::Held => &[Ink::Left, Ink::Right],
            Chart::Watermarks | Chart::Lag => &[Ink::Left, Ink::Right, Ink::Join],
            Chart::Emitted => &[Ink::Emitted, Ink::Padded],
        }
    }
}

/// Something that happened to the job in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The checkpoint of this number was taken.
    Checkpoint(u32),
    Crash,
    /// This micro-batch failed.
    BatchFailed(u32),
}

/// All charts of a recording.
#[derive(Clone, Debug)]
pub struct Charts {
    /// What happened to the job, each with its step.
    pub events: Vec<(usize, Event)>,
    pub series: Rc<Series>,
    lines: [Vec<Line>; 4],
    ranges: [(f64, f64); 4],
    near: Option<(i64, i64)>,
}

impl Charts {
    /// Points of a line that are drawn; more cannot be seen.
    const DRAWN: usize = 1_200;

    pub fn new(recording: &Recording) -> Self {
        Self::of(recording, Rc::new(series(recording)))
    }

    /// The charts of a recording's numbers.
    pub fn of(recording: &Recording, series: Rc<Series>) -> Self {
        let lines = Chart::ALL.map(|chart| {
            let of = |ink: &Ink| Line {
                ink: *ink,
                points: line((0..series.last() + 1).map(|step| value(&series, chart, *ink, step)), Self::DRAWN),
            };
            chart.inks().iter().map(of).collect()
        });
        let near = near(recording);
        let ranges = Chart::ALL.map(|chart| range(&series, &lines, chart, near));
        Charts { events: events(recording), series, lines, ranges, near }
    }

    pub fn lines(&self, chart: Chart) -> &[Line] {
        &self.lines[chart as usize]
    }

    /// The value of a line after a step, which thinning may have left out.
    pub fn at(&self, chart: Chart, ink: Ink, step: usize) -> Option<i64> {
        value(&self.series, chart, ink, step)
    }

    /// The lowest and highest value that the chart has room for. A line that runs beyond is drawn along the edge.
    pub fn range(&self, chart: Chart) -> (f64, f64) {
        self.ranges[chart as usize]
    }

    /// Whether an event time is far from every event, so that it takes its date to tell it.
    pub fn far(&self, time: i64) -> bool {
        self.near.is_some_and(|(first, last)| time < first || last < time)
    }

    /// Whether some value has no room in the chart, and its line runs along the edge.
    pub fn runs_off(&self, chart: Chart) -> bool {
        let (low, high) = self.range(chart);
        let off = |value: i64| (value as f64) < low || (value as f64) > high;
        self.lines(chart).iter().any(|line| line.points.iter().any(|point| off(point.1)))
    }

    /// Values to write at an axis of `height` px: round ones, no two closer than `least` px.
    pub fn marks(&self, chart: Chart, height: f64, least: f64) -> Vec<i64> {
        let (low, high) = self.range(chart);
        let step = match chart {
            Chart::Watermarks | Chart::Lag => nice(((high - low).ceil() as i64).max(1), height, least),
            Chart::Held | Chart::Emitted => round(high - low, height, least),
        };
        multiples(low, high, step)
    }

    /// The numbers of steps to write at an axis of `width` px.
    pub fn steps(&self, width: f64, least: f64) -> Vec<usize> {
        let last = self.series.last();
        let step = round(last.max(1) as f64, width, least);
        multiples(0.0, last as f64, step).into_iter().map(|step| step as usize).collect()
    }
}

/// No more are drawn: they would be a blot.
const MOST_EVENTS: usize = 100;

fn events(recording: &Recording) -> Vec<(usize, Event)> {
    if !recording.recovers() {
        return Vec::new();
    }
    let of = |effect: Effect| match effect {
        Effect::Checkpointed { id } => Some(Event::Checkpoint(id)),
        Effect::Crashed { .. } => Some(Event::Crash),
        Effect::BatchFailed { id } => Some(Event::BatchFailed(id)),
        _ => None,
    };
    let in_step = |step: usize| recording.effects(step).filter_map(of).map(move |event| (step, event));
    let is = |step: &usize| matches!(recording.step(*step), Some(Step::Checkpoint | Step::Crash | Step::FailingBatch));
    (1..=recording.len()).filter(is).flat_map(in_step).take(MOST_EVENTS).collect()
}

fn value(series: &Series, chart: Chart, ink: Ink, step: usize) -> Option<i64> {
    let count = |values: &[u64]| values.get(step).map(|count| i64::try_from(*count).unwrap_or(i64::MAX));
    let time = |values: &[Option<i64>]| values.get(step).copied().flatten();
    match (chart, ink) {
        (Chart::Held, Ink::Left) => count(&series.held.left),
        (Chart::Held, _) => count(&series.held.right),
        (Chart::Watermarks, Ink::Left) => time(&series.watermark.left),
        (Chart::Watermarks, Ink::Right) => time(&series.watermark.right),
        (Chart::Watermarks, _) => time(&series.join),
        (Chart::Lag, Ink::Left) => series.lag.left.get(step).copied().flatten(),
        (Chart::Lag, Ink::Right) => series.lag.right.get(step).copied().flatten(),
        (Chart::Lag, _) => time(&series.join_lag),
        (Chart::Emitted, Ink::Padded) => count(&series.padded),
        (Chart::Emitted, _) => count(&series.emitted),
    }
}

/// The event times that a watermark chart has room for: those of the events, and as much again on either side. A watermark
/// that is moved far off to see everything leave, or Spark's, which begins in 1970, is no reason to squeeze the rest.
fn near(recording: &Recording) -> Option<(i64, i64)> {
    let rows = recording.rows();
    let time = |row: &RowId| rows.get(*row).time;
    let first = Side::BOTH.iter().filter_map(|side| rows.by_time(*side).first()).map(time).min()?;
    let last = Side::BOTH.iter().filter_map(|side| rows.by_time(*side).last()).map(time).max()?;
    let reach = recording.span().reach;
    let whole = last.saturating_sub(first).max(reach.left.max(reach.right).unwrap_or(0)).max(1_000);
    Some((first.saturating_sub(whole), last.saturating_add(whole)))
}

fn range(series: &Series, lines: &[Vec<Line>; 4], chart: Chart, near: Option<(i64, i64)>) -> (f64, f64) {
    let points = |chart: Chart| lines[chart as usize].iter().flat_map(|line| line.points.iter().map(|point| point.1));
    let is_near = |mark: i64| near.is_none_or(|(first, last)| first <= mark && mark <= last);
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let reach = |(low, high): (f64, f64), value: i64| (low.min(value as f64), high.max(value as f64));
    // The lowest and the highest are among the points of a thinned line, too.
    let all = matches!(chart, Chart::Held | Chart::Emitted) || points(Chart::Watermarks).all(is_near);
    let (low, high) = if all {
        points(chart).fold(none, reach)
    } else {
        // A lag is as far off as the watermark that makes it.
        let shown = |ink: Ink, step: usize| {
            let mark = value(series, Chart::Watermarks, ink, step);
            value(series, chart, ink, step).filter(|_| mark.is_none_or(is_near))
        };
        let values = (0..=series.last()).flat_map(|step| chart.inks().iter().filter_map(move |ink| shown(*ink, step)));
        values.fold(none, reach)
    };
    match chart {
        Chart::Watermarks if low < high => (low - (high - low) * 0.05, high + (high - low) * 0.12),
        // Far out, next to one ms is no other number for a picture: two of these always are.
        Chart::Watermarks if low.is_finite() => {
            let room = (low.abs() * 4.0 * f64::EPSILON).max(1.0);
            (low - room, low + room)
        }
        Chart::Watermarks => (0.0, 1.0),
        Chart::Lag if low.is_finite() => {
            let (low, high) = (low.min(0.0), high.max(0.0).max(low.min(0.0) + 1.0));
            (low * 1.1, high + (high - low) * 0.12)
        }
        Chart::Lag => (0.0, 1.0),
        // Five rows at least, so that one row does not look like many.
        Chart::Held | Chart::Emitted => (0.0, high.max(4.0) * 1.2),
    }
}

/// The smallest of 1, 2, 5, 10, ... of which one is at least `least` px wide, `span` being `width` px.
pub(super) fn round(span: f64, width: f64, least: f64) -> i64 {
    let wanted = span * least / width.max(1.0);
    let mut tens = 1_i64;
    loop {
        for times in [1, 2, 5] {
            if (tens * times) as f64 >= wanted || tens > i64::MAX / 100 {
                return tens * times;
            }
        }
        tens *= 10;
    }
}

/// The multiples of `step` from `low` to `high`.
pub(super) fn multiples(low: f64, high: f64, step: i64) -> Vec<i64> {
    let step = step.max(1);
    let mut at = ((low / step as f64).ceil() as i64).saturating_mul(step);
    let mut all = Vec::new();
    while at as f64 <= high && all.len() < 200 {
        all.push(at);
        at = at.saturating_add(step);
    }
    all
}

/// A line that holds each value around its step: half a step before it to half a step behind, so that the value after a step
/// stands at the step's own place. Values beyond the range run along its edge.
pub fn stairs(points: &[(usize, i64)], last: usize, range: (f64, f64)) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::with_capacity(points.len() * 2 + 1);
    for (step, value) in points {
        let (x, y) = (*step as f64 - 0.5, (*value as f64).clamp(range.0, range.1));
        if let Some((_, before)) = corners.last().copied() {
            if before == y {
                continue;
            }
            corners.push((x, before));
        }
        corners.push((x, y));
    }
    if let Some((_, y)) = corners.last().copied() {
        corners.push((last as f64 + 0.5, y));
    }
    corners
}

/// The step at a share of a chart's width, from 0 to 1.
pub fn step_at(share: f64, last: usize) -> usize {
    ((share.clamp(0.0, 1.0) * (last as f64 + 1.0)).floor() as usize).min(last)
}

/// The share of a chart's width at which a step's value stands.
pub fn share_of(step: usize, last: usize) -> f64 {
    (step.min(last) as f64 + 0.5) / (last as f64 + 1.0)
}

/// The axes of a chart of rows over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// The highest value that there is room for.
    pub high: f64,
    /// Numbers of rows and times, ms from the start, to write at the axes.
    pub rows: Vec<u64>,
    pub times: Vec<i64>,
}

impl Levels {
    /// Of so much time and so many rows at the most, over `width` and `height` px.
    pub fn new(last: i64, most: u64, width: f64, height: f64) -> Self {
        // Five rows at least, so that one row does not look like many.
        let high = (most as f64).clamp(4.0, 1e15) * 1.08;
        let rows = multiples(0.0, high, round(high, height, 36.0));
        let times = multiples(0.0, last.max(1) as f64, nice(last.max(1), width, 76.0));
        Levels { high, rows: rows.into_iter().map(i64::unsigned_abs).collect(), times }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{self, time::HOUR};

    fn charts(text: &str) -> Charts {
        Charts::new(&Recording::new(Rc::new(scenario::read(text).unwrap())))
    }

    const ORDERS: &str = include_str!("../../www/scenarios/orders-shipments.scenario.json");

    /// Spark, hours after 1970: its watermark begins at 0.
    const SPARK: &str = r#"{"version": 1, "title": "t", "dialect": "spark",
        "left": {"name": "l", "watermark": {"strategy": "bounded", "delay": 1000}},
        "right": {"name": "r", "watermark": {"strategy": "bounded", "delay": 1000}},
        "join": {"kind": "interval", "type": "inner", "lower": 0, "upper": 5000}, "script": [
        {"do": "push", "side": "left", "id": "l1", "key": "a", "time": 1773133200000},
        {"do": "batch"},
        {"do": "push", "side": "right", "id": "r1", "key": "a", "time": 1773133201000},
        {"do": "batch"},
        {"do": "push", "side": "left", "id": "l2", "key": "a", "time": 1773133207000},
        {"do": "push", "side": "right", "id": "r2", "key": "a", "time": 1773133207000},
        {"do": "batch"}, {"do": "batch"}]}"#;

    #[test]
    fn sparks_start_in_1970_squeezes_nothing() {
        let charts = charts(SPARK);
        let zero = (0..=charts.series.last()).any(|step| charts.at(Chart::Watermarks, Ink::Join, step) == Some(0));
        assert!(zero, "{:?}", charts.series.join);
        let (low, high) = charts.range(Chart::Watermarks);
        assert!(low > 1_773_133_190_000.0 && high < 1_773_133_220_000.0, "{low} {high}");
        let (_, most) = charts.range(Chart::Lag);
        assert!(most < 60_000.0, "{most}");
        // The line of a value that has no room runs along the edge.
        let join = &charts.lines(Chart::Watermarks)[2];
        let corners = stairs(&join.points, charts.series.last(), (low, high));
        assert!(corners.iter().all(|corner| low <= corner.1 && corner.1 <= high));
        assert_eq!(corners[0].1, low);
    }

    /// From 2^53 on, one more is the same number in a picture.
    #[test]
    fn a_watermark_that_stands_far_out_has_room() {
        let far = r#"{"version": 1, "title": "t", "dialect": "flink_sql",
            "left": {"name": "l", "watermark": {"strategy": "bounded", "delay": 4}},
            "right": {"name": "r", "watermark": {"strategy": "bounded", "delay": 4}},
            "join": {"kind": "interval", "type": "inner", "lower": 0, "upper": 0},
            "script": [{"do": "push", "side": "left", "id": "l1", "key": "a", "time": -9007199254740992}]}"#;
        let charts = charts(far);
        assert_eq!(charts.at(Chart::Watermarks, Ink::Left, 1), Some(-9_007_199_254_740_996));
        for chart in Chart::ALL {
            let (low, high) = charts.range(chart);
            assert!(low < high, "{chart:?} {low} {high}");
            assert!(charts.marks(chart, 90.0, 20.0).iter().all(|mark| low <= *mark as f64 && *mark as f64 <= high));
        }
    }

    /// What the room of a long chart is taken from.
    #[test]
    fn a_thinned_line_reaches_as_far_as_all_of_its_values() {
        let push = |i: i64| {
            let (side, time) =
                (if i % 3 == 0 { "right" } else { "left" }, 1_773_133_200_000 + i * 900 + i * 7_919 % 9_001);
            format!(r#"{{"do": "push", "side": "{side}", "id": "r{i}", "key": "k{}", "time": {time}}}"#, i % 40)
        };
        let script: Vec<String> = (0..4_000).map(push).collect();
        let head = SPARK.replace("spark", "flink_sql");
        let text = format!("{}{}]}}", &head[..head.find("{\"do\"").unwrap()], script.join(","));
        let charts = charts(&text);
        for chart in Chart::ALL {
            for line in charts.lines(chart) {
                assert!(line.points.len() <= Charts::DRAWN, "{chart:?} {:?}", line.ink);
                let all = || (0..=charts.series.last()).filter_map(|step| charts.at(chart, line.ink, step));
                let drawn = || line.points.iter().map(|point| point.1);
                assert_eq!((drawn().min(), drawn().max()), (all().min(), all().max()), "{chart:?} {:?}", line.ink);
            }
        }
    }

    #[test]
    fn the_lag_is_the_newest_event_less_the_watermark() {
        let charts = charts(ORDERS);
        assert_eq!(charts.at(Chart::Lag, Ink::Left, 0), None);
        assert_eq!(charts.at(Chart::Lag, Ink::Left, 10), Some(10 * 60_000));
        // The join follows orders, 11:40; the newest event of all is 11:55.
        assert_eq!(charts.at(Chart::Lag, Ink::Join, 10), Some(15 * 60_000));
    }

    #[test]
    fn the_value_after_a_step_stands_at_its_place() {
        let corners = stairs(&[(0, 1), (1, 1), (2, 3)], 3, (0.0, 10.0));
        assert_eq!(corners, [(-0.5, 1.0), (1.5, 1.0), (1.5, 3.0), (3.5, 3.0)]);
        assert_eq!(stairs(&[], 3, (0.0, 1.0)), []);
        for last in [0, 1, 15, 10_000] {
            for step in [0, last / 2, last] {
                assert_eq!(step_at(share_of(step, last), last), step);
            }
        }
        assert_eq!((step_at(-1.0, 15), step_at(2.0, 15)), (0, 15));
    }

    #[test]
    fn axes_have_round_numbers() {
        let charts = charts(ORDERS);
        assert_eq!(charts.marks(Chart::Held, 200.0, 40.0), [0, 2, 4, 6]);
        assert_eq!(charts.steps(600.0, 60.0), [0, 2, 4, 6, 8, 10, 12, 14]);
        let times = charts.marks(Chart::Watermarks, 200.0, 40.0);
        assert!(times.len() > 2 && times.iter().all(|time| time % HOUR == 0), "{times:?}");
    }

    #[test]
    fn rows_over_time_have_round_numbers() {
        let levels = Levels::new(5 * 24 * HOUR, 72_200_000, 600.0, 200.0);
        assert_eq!(levels.rows, [0, 20_000_000, 40_000_000, 60_000_000]);
        assert!(levels.times.len() > 3 && levels.times.iter().all(|time| time % HOUR == 0), "{levels:?}");
        for (last, most) in [(0, 0), (1, 1), (i64::MAX / 4, u64::MAX)] {
            let levels = Levels::new(last, most, 1.0, 1.0);
            assert!(levels.high >= 4.0 && levels.rows.len() <= 200 && levels.times.len() <= 200, "{levels:?}");
        }
    }

    #[test]
    fn an_empty_script_has_charts() {
        let charts = Charts::new(&Recording::new(Rc::new(scenario::Scenario::empty())));
        for chart in Chart::ALL {
            let (low, high) = charts.range(chart);
            assert!(low < high && low.is_finite() && high.is_finite());
            assert!(charts.marks(chart, 200.0, 40.0).len() < 20);
        }
    }
}
