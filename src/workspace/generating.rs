//! What generated streams are offered as, and their numbers as they are typed and shown.

use crate::scenario::{
    Dialect, Generate, JoinKind, MAX_TIME, Push, Scenario, Shape, Side, Sides, Step, Strategy,
    time::{EXAMPLE, MINUTE, SECOND},
};

use super::Edit;

/// Parameters to begin with: those of the scenario if it has some, else ones that fit its join.
pub fn offered(scenario: &Scenario) -> Generate {
    if let Some(generate) = scenario.script.made_of() {
        return generate.clone();
    }
    let first = scenario.script.iter().find_map(|step| match step {
        Step::Push(Push { time, .. }) => Some(*time),
        _ => None,
    });
    let mut generate = Generate::new(first.unwrap_or(EXAMPLE));
    // Whole seconds are easier to read.
    (generate.amount, generate.grain) = (Some(100), SECOND);
    generate.sides =
        Sides::new(Shape::new(scenario.id_letter(Side::Left)), Shape::new(scenario.id_letter(Side::Right)));
    generate.distance = match scenario.join.kind {
        JoinKind::Interval(interval) => near(interval.inclusive()),
        _ => (0, MINUTE),
    };
    generate.batch_every = (scenario.dialect == Dialect::Spark).then_some(MINUTE);
    generate.clock_every = keeps_time(scenario).then_some(MINUTE);
    generate
}

/// Distances within the bounds, of at most a minute.
fn near((lower, upper): (i64, i64)) -> (i64, i64) {
    if upper < lower {
        return (0, MINUTE);
    }
    let from = 0.clamp(lower, upper);
    (from, upper.min(from.saturating_add(MINUTE)).min(MAX_TIME))
}

/// Whether processing time means something to the join: to state with a TTL, or to a source that may be idle.
pub fn keeps_time(scenario: &Scenario) -> bool {
    let idles = Side::BOTH.iter().any(|side| scenario.streams[*side].watermark.idle_timeout().is_some());
    let forgets = matches!(scenario.join.kind, JoinKind::Regular { state_ttl } if state_ttl > 0);
    scenario.dialect != Dialect::Spark && (idles || forgets)
}

/// By how much a clock step moves processing time for something to come of it, ms: what was written one step ago is forgotten, or who
/// was heard then is idle.
pub fn clock_step(scenario: &Scenario) -> Option<i64> {
    if !keeps_time(scenario) {
        return None;
    }
    match scenario.join.kind {
        JoinKind::Regular { state_ttl } if state_ttl > 0 => Some(state_ttl),
        // A silence is idleness just after the timeout.
        _ => {
            let timeouts = Side::BOTH.into_iter().filter_map(|side| scenario.streams[side].watermark.idle_timeout());
            timeouts.min().map(|timeout| timeout.max(0).saturating_add(1))
        }
    }
}

/// The delay of a side whose watermark is to follow its rows: its own, or what its rows need.
pub fn offered_delay(scenario: &Scenario, side: Side, generate: &Generate) -> i64 {
    scenario.streams[side].watermark.delay().unwrap_or(generate.sides[side].disorder)
}

/// The edit that makes the streams. Generated rows come without `watermark` steps, so the watermarks follow them with these
/// delays, each the slowest of the partitions that its rows are spread over; a side that is to have none keeps none.
pub fn created(scenario: &Scenario, generate: &Generate, delays: Sides<i64>) -> Edit {
    let follows = Side::BOTH.into_iter().filter(|side| scenario.streams[*side].watermark != Strategy::None);
    let strategy = |side: Side| {
        let idle_timeout = scenario.streams[side].watermark.idle_timeout();
        Strategy::Bounded { delay: delays[side], partitions: generate.sides[side].partitions, idle_timeout }
    };
    let mut edits: Vec<Edit> = follows.map(|side| Edit::Strategy(side, strategy(side))).collect();
    edits.push(Edit::Generate(Box::new(generate.clone())));
    Edit::All(edits)
}

/// The edit that makes the streams anew with other parameters: a side has as many partitions as its rows are newly spread over.
pub fn made_anew(scenario: &Scenario, generate: Generate) -> Edit {
    let before = scenario.script.made_of();
    let other = |side: &Side| {
        let bounded = matches!(scenario.streams[*side].watermark, Strategy::Bounded { .. });
        bounded && before.is_none_or(|old| old.sides[*side].partitions != generate.sides[*side].partitions)
    };
    let partitions = |side: Side| Edit::Partitions(side, generate.sides[side].partitions);
    let mut edits: Vec<Edit> = Side::BOTH.into_iter().filter(other).map(partitions).collect();
    edits.push(Edit::Generate(Box::new(generate)));
    if edits.len() > 1 { Edit::All(edits) } else { edits.remove(0) }
}

/// Another seed.
pub fn next_seed(seed: u64) -> u64 {
    if seed >= MAX_TIME as u64 { 0 } else { seed + 1 }
}

/// Rows an hour as rows a minute: "12", "0.5".
pub fn per_minute(per_hour: u32) -> String {
    decimal((u64::from(per_hour) * 100 + 30) / 60)
}

/// Reads rows a minute; `None` if it is no such number.
pub fn read_per_minute(text: &str) -> Option<u32> {
    let per_hour = (read_decimal(text)? * 60 + 50) / 100;
    u32::try_from(per_hour).ok().filter(|per_hour| *per_hour <= Shape::MOST_PER_HOUR)
}

/// Zipf's exponent: "1.3".
pub fn skew(skew: u32) -> String {
    decimal(u64::from(skew))
}

pub fn read_skew(text: &str) -> Option<u32> {
    u32::try_from(read_decimal(text)?).ok().filter(|skew| *skew <= Generate::MOST_SKEW)
}

/// Hundredths, written with as few digits as can be.
fn decimal(hundredths: u64) -> String {
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
        (whole, part) => format!("{whole}.{part:02}"),
    }
}

fn read_decimal(text: &str) -> Option<u64> {
    let text: String = text.chars().filter(|c| *c != ',' && !c.is_whitespace()).collect();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || !digits(whole) || !digits(part) || part.len() > 2 {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: u64 = format!("{part:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Interval, Join, read, write};

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        for per_hour in (1..2_000).chain([599_999, 600_000, Shape::MOST_PER_HOUR]) {
            assert_eq!(read_per_minute(&per_minute(per_hour)), Some(per_hour), "{}", per_minute(per_hour));
        }
        assert_eq!((per_minute(720), per_minute(30), per_minute(1)), ("12".into(), "0.5".into(), "0.02".into()));
        assert_eq!(read_per_minute("10,000"), Some(600_000));
        for bad in ["", ".", "1.234", "-1", "1e3", "99999999999", "a"] {
            assert_eq!(read_per_minute(bad), None, "{bad}");
        }
        assert_eq!((read_skew("1.3"), read_skew("0"), read_skew("10.01")), (Some(130), Some(0), None));
        assert_eq!((skew(130), skew(5), skew(200)), ("1.3".into(), "0.05".into(), "2".into()));
    }

    #[test]
    fn what_is_offered_fits_the_join_and_makes_pairs() {
        for (lower, upper) in [(0, 7_200_000), (-10_000, -5_000), (90_000, 100_000), (-3_600_000, 5)] {
            let mut scenario = Scenario::empty();
            scenario.join = Join { kind: JoinKind::Interval(Interval::closed(lower, upper)), ..scenario.join };
            let generate = offered(&scenario);
            assert!(lower <= generate.distance.0 && generate.distance.1 <= upper, "{generate:?}");
            let delays = Sides::new(2_000, 5_000);
            let (made, shown) = created(&scenario, &generate, delays).apply(&scenario, 0).unwrap();
            assert_eq!(made.streams.right.watermark, Strategy::bounded(5_000));
            assert_eq!((made.script.made_of(), shown), (Some(&generate), made.script.len()));
            assert_eq!(read(&write(&made)), Ok(made.clone()));
            assert_eq!(offered(&made), generate);
            assert_eq!(offered_delay(&made, Side::Right, &generate), 5_000);
        }
        let spark = Scenario { dialect: Dialect::Spark, ..Scenario::empty() };
        assert_eq!(offered(&spark).batch_every, Some(MINUTE));
    }

    #[test]
    fn generated_rows_are_spread_over_the_partitions_that_a_side_has() {
        let plain = Scenario::empty();
        let (made, _) = created(&plain, &offered(&plain), Sides::new(0, 0)).apply(&plain, 0).unwrap();
        let over = |scenario: &Scenario| {
            let has = scenario.streams.left.watermark.partitions();
            let rows = scenario.script.iter().filter_map(|step| match step {
                Step::Push(push) if push.side == Side::Left => Some(push.partition),
                _ => None,
            });
            (has, rows.max().unwrap_or(0) + 1, scenario.script.made_of().map(|it| it.sides.left.partitions))
        };
        assert_eq!(over(&made), (1, 1, Some(1)));
        let (three, shown) = Edit::Partitions(Side::Left, 3).apply(&made, 7).unwrap();
        assert_eq!((over(&three), shown), ((3, 3, Some(3)), 7));
        assert_eq!(read(&write(&three)), Ok(three.clone()));
        // Another seed keeps them, also where a side has more than its rows come from.
        let seeded = |scenario: &Scenario| {
            let generate = scenario.script.made_of().unwrap().clone();
            made_anew(scenario, Generate { seed: 2, ..generate }).apply(scenario, 0).unwrap().0
        };
        assert_eq!(over(&seeded(&three)), (3, 3, Some(3)));
        let mut one = made.clone();
        one.streams.left.watermark = Strategy::Bounded { delay: 0, partitions: 3, idle_timeout: None };
        assert_eq!(over(&seeded(&one)), (3, 1, Some(1)));
        let (fewer, _) = Edit::Partitions(Side::Left, 1).apply(&three, 0).unwrap();
        assert_eq!((over(&fewer), &fewer.script), ((1, 1, Some(1)), &made.script));
        let mut by_hand = Scenario::empty();
        by_hand.streams.left.watermark = Strategy::bounded(5);
        let (two, _) = Edit::Partitions(Side::Left, 2).apply(&by_hand, 0).unwrap();
        assert_eq!((over(&two), &two.script), ((2, 1, None), &by_hand.script));
        by_hand.streams.left.watermark = Strategy::None;
        assert_eq!(Edit::Partitions(Side::Left, 2).apply(&by_hand, 0), None);
    }

    #[test]
    fn a_side_without_a_watermark_keeps_none() {
        let mut scenario = Scenario::empty();
        scenario.streams.left.watermark = Strategy::None;
        let made = created(&scenario, &offered(&scenario), Sides::new(1, 1)).apply(&scenario, 0).unwrap().0;
        assert_eq!(made.streams.left.watermark, Strategy::None);
        assert_eq!(made.streams.right.watermark, Strategy::bounded(1));
        assert_eq!((next_seed(1), next_seed(MAX_TIME as u64)), (2, 0));
    }
}
