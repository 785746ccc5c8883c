//! Event times that are plainly something else than milliseconds since the epoch in UTC: another unit, or another zone.
//!
//! The engines take them as they are, and a join then finds nothing, or drops all of a side as late. Nothing here is an
//! engine's rule; it is a suspicion with its reason, and the scenario with the remedy applied.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    engine::effect::Span,
    scenario::{JoinKind, MAX_TIME, Scenario, Side, Sides, Step, Window, time::HOUR, time::MINUTE},
    sorting,
};

/// A unit in which times come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unit {
    Seconds,
    Millis,
    Micros,
    Nanos,
}

impl Unit {
    /// The unit in which a time lies between 1990 and 2100; at no point two do. `None` for small times, as scenarios made up
    /// by hand have them, and for those beyond all.
    pub fn of(time: i64) -> Option<Unit> {
        const YEARS: std::ops::Range<i64> = 631_152_000..4_102_444_800;
        [(Unit::Seconds, 1), (Unit::Millis, 1_000), (Unit::Micros, 1_000_000), (Unit::Nanos, 1_000_000_000)]
            .into_iter()
            .find_map(|(unit, per_second)| YEARS.contains(&time.div_euclid(per_second)).then_some(unit))
    }

    /// The same moment in ms.
    pub fn to_millis(self, time: i64) -> i64 {
        match self {
            Unit::Seconds => time.saturating_mul(1_000),
            Unit::Millis => time,
            Unit::Micros => time.div_euclid(1_000),
            Unit::Nanos => time.div_euclid(1_000_000),
        }
    }
}

/// What seems wrong with a side's times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// So many of the side's `of` rows have times of another unit; the first of them is pushed by the step of this index.
    /// Where it is not all of them, the others are in ms.
    Unit { side: Side, unit: Unit, rows: usize, of: usize, first: usize },
    /// Rows of one key are `by` ms (whole half hours) later on this side than on the other, give or take a few minutes, so that
    /// hardly any of them match: `rows` of `of`. As if its local times had been taken for UTC.
    Zone { side: Side, by: i64, rows: usize, of: usize },
}

impl Suspicion {
    pub fn side(&self) -> Side {
        match *self {
            Suspicion::Unit { side, .. } | Suspicion::Zone { side, .. } => side,
        }
    }

    /// The scenario with what is suspected put right. Watermark steps of the side go with its rows.
    pub fn remedied(&self, scenario: &Scenario) -> Scenario {
        let mut next = scenario.clone();
        let side = self.side();
        let right = |time: i64| match *self {
            Suspicion::Unit { unit, .. } if Unit::of(time) == Some(unit) => unit.to_millis(time),
            Suspicion::Unit { .. } => time,
            Suspicion::Zone { by, .. } => time.saturating_sub(by).clamp(-MAX_TIME, MAX_TIME),
        };
        let of_side = |step: &Step| match step {
            Step::Push(push) => push.side == side && right(push.time) != push.time,
            Step::Watermark { side: of, time } => *of == side && right(*time) != *time,
            Step::Batch | Step::FailingBatch | Step::Clock { .. } | Step::Checkpoint | Step::Crash => false,
        };
        next.script.update(of_side, |step| match step {
            Step::Push(push) => push.time = right(push.time),
            Step::Watermark { time, .. } => *time = right(*time),
            Step::Batch | Step::FailingBatch | Step::Clock { .. } | Step::Checkpoint | Step::Crash => {}
        });
        next
    }
}

/// What seems wrong with the times of a scenario, units before zones: with a wrong unit nothing can be said about zones.
pub fn suspicions(scenario: &Scenario) -> Vec<Suspicion> {
    let times = times(scenario);
    let units: Vec<Suspicion> = Side::BOTH.into_iter().flat_map(|side| wrong_units(side, &times)).collect();
    if units.is_empty() { wrong_zone(scenario).into_iter().collect() } else { units }
}

/// So many steps are looked at: a mistake of this kind is in all rows, or soon seen in some.
const LOOKED_AT: usize = 10_000;

/// Each side's times with the indexes of their steps.
fn times(scenario: &Scenario) -> Sides<Vec<(usize, i64)>> {
    let mut times: Sides<Vec<(usize, i64)>> = Sides::default();
    for (index, step) in scenario.script.iter().enumerate().take(LOOKED_AT) {
        if let Step::Push(push) = step {
            times[push.side].push((index, push.time));
        }
    }
    times
}

fn wrong_units(side: Side, times: &Sides<Vec<(usize, i64)>>) -> Vec<Suspicion> {
    let mine = &times[side];
    let millis = |times: &[(usize, i64)]| times.iter().any(|(_, time)| Unit::of(*time) == Some(Unit::Millis));
    // Seconds of today are ms of January 1970: only beside times of today, or with all rows alike, are they plainly seconds.
    let beside = millis(mine) || millis(&times[side.other()]);
    [Unit::Seconds, Unit::Micros, Unit::Nanos]
        .into_iter()
        .filter_map(|unit| {
            let mut found = mine.iter().filter(|(_, time)| Unit::of(*time) == Some(unit));
            let first = found.next()?.0;
            let rows = 1 + found.count();
            let plain = beside || rows == mine.len();
            plain.then_some(Suspicion::Unit { side, unit, rows, of: mine.len(), first })
        })
        .collect()
}

fn wrong_zone(scenario: &Scenario) -> Option<Suspicion> {
    /// Fewer pairs tell nothing; a longer offset is none; this far from it is still it.
    const PAIRS: usize = 3;
    const OFFSETS: std::ops::RangeInclusive<i64> = HOUR..=14 * HOUR;
    const NEAR: i64 = 10 * MINUTE;
    // Versions are valid until the next one, and a regular join and a lookup know no times: there a distance says nothing.
    let matches: &dyn Fn(i64, i64) -> bool = match scenario.join.kind {
        JoinKind::Interval(interval) => {
            let (lower, upper) = interval.inclusive();
            &move |left, right| (lower..=upper).contains(&(right - left))
        }
        JoinKind::Window { window, .. } => &move |left, right| {
            let of_left = || window.of(left).take(64);
            window.of(right).take(64).any(|of_right| of_left().any(|of_left| overlap(of_left, of_right, &window)))
        },
        JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => return None,
    };
    let mut by_key: BTreeMap<&str, Sides<Vec<i64>>> = BTreeMap::new();
    for step in scenario.script.iter().take(LOOKED_AT) {
        if let Step::Push(push) = step
            && let Some(key) = push.key.as_deref()
        {
            by_key.entry(key).or_default()[push.side].push(push.time);
        }
    }
    // Of each key the first rows of both sides, which belong together if anything does.
    let pairs = by_key.values().filter_map(|times| Some((*times.left.first()?, *times.right.first()?)));
    let distances: Vec<i64> =
        pairs.filter(|(left, right)| !matches(*left, *right)).map(|(left, right)| right - left).collect();
    let keys = by_key.values().filter(|times| !times.left.is_empty() && !times.right.is_empty()).count();
    let mut sorted = distances.clone();
    sorting::sort(&mut sorted);
    let median = *sorted.get(sorted.len() / 2)?;
    let half_hours = (median as f64 / (HOUR / 2) as f64).round() as i64;
    let by = half_hours.saturating_mul(HOUR / 2);
    let rows = distances.iter().filter(|distance| (**distance - by).abs() <= NEAR).count();
    // The other way round the same distance would be the left side's.
    let plain = OFFSETS.contains(&by.abs()) && rows >= PAIRS && rows * 10 >= keys * 8;
    let (side, by) = if by > 0 { (Side::Right, by) } else { (Side::Left, -by) };
    plain.then_some(Suspicion::Zone { side, by, rows, of: keys })
}

/// Whether two windows bring rows together: sessions if they touch.
fn overlap(left: Span, right: Span, window: &Window) -> bool {
    match window {
        Window::Session { .. } => left.start <= right.end && right.start <= left.end,
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read;

    const NOW: i64 = 1_704_103_200_000;

    fn scenario(join: &str, rows: &[(&str, &str, i64)]) -> Scenario {
        let push = |(at, (side, key, time)): (usize, &(&str, &str, i64))| {
            format!(r#"{{"do": "push", "side": "{side}", "id": "r{at}", "key": "{key}", "time": {time}}}"#)
        };
        let script: Vec<String> = rows.iter().enumerate().map(push).collect();
        let text = format!(
            r#"{{"version": 1, "title": "t", "dialect": "flink_sql",
            "left": {{"name": "l", "watermark": {{"strategy": "manual"}}}},
            "right": {{"name": "r", "watermark": {{"strategy": "manual"}}}}, "join": {join}, "script": [{}]}}"#,
            script.join(",")
        );
        read(&text).expect("a scenario")
    }

    const INTERVAL: &str = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 600000}"#;

    fn times(scenario: &Scenario) -> Vec<i64> {
        let time = |step: &Step| match step {
            Step::Push(push) => Some(push.time),
            _ => None,
        };
        scenario.script.iter().filter_map(time).collect()
    }

    #[test]
    fn each_unit_is_told_by_its_size() {
        assert_eq!(Unit::of(NOW), Some(Unit::Millis));
        assert_eq!(Unit::of(NOW / 1000), Some(Unit::Seconds));
        assert_eq!(Unit::of(NOW * 1000), Some(Unit::Micros));
        assert_eq!(Unit::of(NOW * 1_000_000), Some(Unit::Nanos));
        assert_eq!((Unit::of(5_000), Unit::of(-1), Unit::of(i64::MAX)), (None, None, None));
        assert_eq!(Unit::Nanos.to_millis(NOW * 1_000_000 + 999_999), NOW);
    }

    #[test]
    fn a_side_in_seconds_beside_one_in_ms() {
        let rows = [("left", "a", NOW), ("right", "a", NOW / 1000 + 5), ("right", "b", NOW / 1000)];
        let mistaken = scenario(INTERVAL, &rows);
        let found = suspicions(&mistaken);
        assert_eq!(found, [Suspicion::Unit { side: Side::Right, unit: Unit::Seconds, rows: 2, of: 2, first: 1 }]);
        let right = found[0].remedied(&mistaken);
        assert_eq!(times(&right), [NOW, NOW + 5000, NOW]);
        assert_eq!(suspicions(&right), []);
    }

    #[test]
    fn some_rows_of_a_side_in_another_unit() {
        let rows = [("left", "a", NOW), ("left", "b", NOW * 1000), ("right", "a", NOW)];
        let found = suspicions(&scenario(INTERVAL, &rows));
        assert_eq!(found, [Suspicion::Unit { side: Side::Left, unit: Unit::Micros, rows: 1, of: 2, first: 1 }]);
    }

    #[test]
    fn small_times_are_no_mistake() {
        let rows = [("left", "a", 1_000), ("right", "a", 2_000), ("right", "b", 700_000_000)];
        assert_eq!(suspicions(&scenario(INTERVAL, &rows)), []);
    }

    #[test]
    fn local_time_taken_for_utc() {
        let rows: Vec<(&str, &str, i64)> = ["a", "b", "c", "d"]
            .into_iter()
            .zip(0..)
            .flat_map(|(key, n)| {
                [("left", key, NOW + n * 60_000), ("right", key, NOW + n * 60_000 + 8 * HOUR + n * 30_000)]
            })
            .collect();
        for join in
            [INTERVAL, r#"{"kind": "window", "type": "inner", "window": {"shape": "tumbling", "size": 600000}}"#]
        {
            let mistaken = scenario(join, &rows);
            let found = suspicions(&mistaken);
            assert_eq!(found, [Suspicion::Zone { side: Side::Right, by: 8 * HOUR, rows: 4, of: 4 }], "{join}");
            assert_eq!(suspicions(&found[0].remedied(&mistaken)), []);
        }
        // The same distance is what this join is for.
        let wide = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 86400000}"#;
        assert_eq!(suspicions(&scenario(wide, &rows)), []);
        // Distances of all kinds are no zone.
        let spread: Vec<_> =
            rows.iter().zip(0..).map(|((side, key, time), n)| (*side, *key, time + n * 41 * MINUTE)).collect();
        assert_eq!(suspicions(&scenario(INTERVAL, &spread)), []);
    }

    #[test]
    fn of_the_gallery_those_are_suspected_that_show_the_mistake() {
        let mut suspected: Vec<String> = Vec::new();
        for entry in std::fs::read_dir("www/scenarios").expect("the gallery").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(name) = name.strip_suffix(".scenario.json") else { continue };
            let text = std::fs::read_to_string(entry.path()).expect("a file");
            if !suspicions(&read(&text).expect("a scenario")).is_empty() {
                suspected.push(name.to_string());
            }
        }
        suspected.sort();
        assert_eq!(suspected, ["local-time-as-utc", "seconds-or-ms"]);
    }
}
