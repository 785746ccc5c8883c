//! A setup as a short word, for links: `flink_sql,left,interval:0:7200000:cc:0,b600000,b600000`.
//!
//! Engine, type, kind with its numbers, both watermarks, and Spark's policy where one is set. Times are ms; of an
//! interval's ends `c` is closed and `o` open; of a watermark `b` is bounded, with its delay, behind it `p` and its partitions, `i` and its
//! idle timeout, where there are any; `m` by hand, `n` none.

use crate::scenario::{
    Dialect, Interval, Join, JoinKind, JoinType, MAX_PARTITIONS, MAX_TIME, Policy, Setup, Side, Sides, Strategy, Window,
};

pub fn to_word(setup: &Setup) -> String {
    let Setup { dialect, join, watermarks, policy } = setup;
    let kind = match join.kind {
        JoinKind::Interval(i) => {
            let end = |inclusive: bool| if inclusive { 'c' } else { 'o' };
            let ends = [end(i.lower_inclusive), end(i.upper_inclusive)].iter().collect::<String>();
            format!("interval:{}:{}:{ends}:{}", i.lower, i.upper, i.min_cleanup_interval)
        }
        JoinKind::Window { window, allowed_lateness } => {
            let numbers = match window {
                Window::Tumbling { size, offset } => format!("{size}:{offset}"),
                Window::Sliding { size, slide, offset } => format!("{size}:{slide}:{offset}"),
                Window::Cumulating { size, step, offset } => format!("{size}:{step}:{offset}"),
                Window::Session { gap, max_length: None } => gap.to_string(),
                Window::Session { gap, max_length: Some(max_length) } => format!("{gap}:{max_length}"),
            };
            format!("{}:{numbers}:{allowed_lateness}", window.word())
        }
        JoinKind::Regular { state_ttl } => format!("regular:{state_ttl}"),
        JoinKind::Temporal => "temporal".to_string(),
        JoinKind::Lookup => "lookup".to_string(),
    };
    let watermark = |side: Side| match watermarks[side] {
        Strategy::Bounded { delay, partitions, idle_timeout } => {
            let partitions = if partitions == 1 { String::new() } else { format!("p{partitions}") };
            let idle = idle_timeout.map(|timeout| format!("i{timeout}")).unwrap_or_default();
            format!("b{delay}{partitions}{idle}")
        }
        Strategy::Manual => "m".to_string(),
        Strategy::None => "n".to_string(),
    };
    let policy = match policy {
        None => "",
        Some(Policy::Min) => ",min",
        Some(Policy::Max) => ",max",
    };
    let (left, right) = (watermark(Side::Left), watermark(Side::Right));
    format!("{},{},{kind},{left},{right}{policy}", dialect.word(), join.ty.word())
}

/// Reads what [`to_word`] wrote; `None` for anything else.
pub fn of_word(word: &str) -> Option<Setup> {
    let parts: Vec<&str> = word.split(',').collect();
    let (policy, parts) = match parts.as_slice() {
        [parts @ .., "min"] => (Some(Policy::Min), parts),
        [parts @ .., "max"] => (Some(Policy::Max), parts),
        parts => (None, parts),
    };
    let [dialect, ty, kind, left, right] = parts else { return None };
    Some(Setup {
        dialect: Dialect::ALL.into_iter().find(|known| known.word() == *dialect)?,
        watermarks: Sides::new(watermark(left)?, watermark(right)?),
        policy,
        join: Join { ty: JoinType::ALL.into_iter().find(|known| known.word() == *ty)?, kind: kind_of(kind)? },
    })
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number| (-MAX_TIME..=MAX_TIME).contains(number))
}

fn watermark(text: &str) -> Option<Strategy> {
    Some(match text {
        "m" => Strategy::Manual,
        "n" => Strategy::None,
        _ => {
            let text = text.strip_prefix('b')?;
            let (text, idle_timeout) = match text.split_once('i') {
                Some((text, timeout)) => (text, Some(number(timeout)?)),
                None => (text, None),
            };
            let (delay, partitions) = text.split_once('p').unwrap_or((text, "1"));
            let partitions = u32::try_from(number(partitions)?).ok().filter(|it| (1..=MAX_PARTITIONS).contains(it))?;
            Strategy::Bounded { delay: number(delay)?, partitions, idle_timeout }
        }
    })
}

fn kind_of(text: &str) -> Option<JoinKind> {
    let parts: Vec<&str> = text.split(':').collect();
    let window =
        |window: Window, lateness: &str| Some(JoinKind::Window { window, allowed_lateness: number(lateness)? });
    match parts.as_slice() {
        ["interval", lower, upper, ends, cleanup] => {
            let (lower_inclusive, upper_inclusive) = match *ends {
                "cc" => (true, true),
                "co" => (true, false),
                "oc" => (false, true),
                "oo" => (false, false),
                _ => return None,
            };
            let (lower, upper, min_cleanup_interval) = (number(lower)?, number(upper)?, number(cleanup)?);
            Some(JoinKind::Interval(Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval }))
        }
        ["tumbling", size, offset, lateness] => {
            window(Window::Tumbling { size: number(size)?, offset: number(offset)? }, lateness)
        }
        ["sliding", size, slide, offset, lateness] => {
            let (size, slide, offset) = (number(size)?, number(slide)?, number(offset)?);
            window(Window::Sliding { size, slide, offset }, lateness)
        }
        ["cumulating", size, step, offset, lateness] => {
            let (size, step, offset) = (number(size)?, number(step)?, number(offset)?);
            window(Window::Cumulating { size, step, offset }, lateness)
        }
        ["session", gap, lateness] => window(Window::session(number(gap)?), lateness),
        ["session", gap, max_length, lateness] => {
            window(Window::Session { gap: number(gap)?, max_length: Some(number(max_length)?) }, lateness)
        }
        ["regular", ttl] => Some(JoinKind::Regular { state_ttl: number(ttl)? }),
        ["temporal"] => Some(JoinKind::Temporal),
        ["lookup"] => Some(JoinKind::Lookup),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_has_a_word_of_its_own() {
        let windows = [
            Window::Tumbling { size: 5, offset: -1 },
            Window::Sliding { size: 10, slide: 5, offset: 0 },
            Window::Cumulating { size: 10, step: 5, offset: 1 },
            Window::session(7),
            Window::Session { gap: 7, max_length: Some(20) },
        ];
        let mut kinds: Vec<JoinKind> =
            windows.into_iter().map(|window| JoinKind::Window { window, allowed_lateness: 3 }).collect();
        for (lower_inclusive, upper_inclusive) in [(true, true), (true, false), (false, true), (false, false)] {
            let interval =
                Interval { lower_inclusive, upper_inclusive, min_cleanup_interval: 9, ..Interval::closed(-3, 4) };
            kinds.push(JoinKind::Interval(interval));
        }
        kinds.extend([JoinKind::Regular { state_ttl: 8 }, JoinKind::Temporal, JoinKind::Lookup]);
        let strategies = [
            Strategy::Manual,
            Strategy::None,
            Strategy::bounded(600_000),
            Strategy::Bounded { delay: -5, partitions: 3, idle_timeout: None },
            Strategy::Bounded { delay: 5, partitions: 1, idle_timeout: Some(-60_000) },
            Strategy::Bounded { delay: 5, partitions: 20, idle_timeout: Some(60_000) },
        ];
        for dialect in Dialect::ALL {
            for ty in JoinType::ALL {
                for kind in &kinds {
                    for left in strategies {
                        for policy in [None, Some(Policy::Min), Some(Policy::Max)] {
                            let watermarks = Sides::new(left, Strategy::bounded(0));
                            let setup = Setup { dialect, watermarks, policy, join: Join { ty, kind: *kind } };
                            assert_eq!(of_word(&to_word(&setup)), Some(setup));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_word_is_nothing() {
        for word in [
            "",
            "flink_sql",
            "flink_sql,left,regular:0,m",
            "flink_sql,left,regular,m,m",
            "flink_sql,left,regular:0,m,m,mid",
            "flink_sql,left,interval:0:1:cx:0,m,m",
            "flink_sql,left,regular:9007199254740993,m,m",
            "spark,outer,temporal,m,m",
            "flink_sql,left,tumbling:5:0,m,b",
        ] {
            assert_eq!(of_word(word), None, "{word}");
        }
    }
}
