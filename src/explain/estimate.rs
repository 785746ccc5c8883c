//! Words for the estimate of a join's state.

use super::{
    Refused, engine_name,
    format::{Arg, fill_plain},
    messages::{Estimate, Streams},
    refusal,
};
use crate::{
    estimate::{Held, Load, Loss, Measured, Reason, Spilled, Stop},
    replay::Stopped,
    scenario::{Dialect, Generate, JoinKind, Lang, MAX_STEPS, Misfit, Scenario, Side, Sides, time},
};

/// A count, its digits grouped by thousands.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A round count in short, for an axis: 20 M, 500 k.
pub fn short(count: u64) -> String {
    match count {
        1_000_000_000_000.. if count.is_multiple_of(100_000_000_000) => tenths(count / 100_000_000_000, "T"),
        1_000_000_000.. if count.is_multiple_of(100_000_000) => tenths(count / 100_000_000, "G"),
        1_000_000.. if count.is_multiple_of(100_000) => tenths(count / 100_000, "M"),
        10_000.. if count.is_multiple_of(100) => tenths(count / 100, "k"),
        _ => grouped(count),
    }
}

fn tenths(tenths: u64, unit: &str) -> String {
    match tenths % 10 {
        0 => format!("{} {unit}", tenths / 10),
        part => format!("{}.{part} {unit}", tenths / 10),
    }
}

/// A number of bytes, in units of a thousand, to three digits.
pub fn bytes(bytes: u128) -> String {
    const UNITS: [&str; 7] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    let (mut unit, mut size) = (0, bytes as f64);
    while size >= 999.5 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    let decimals = if unit == 0 || size >= 99.95 {
        0
    } else if size >= 9.995 {
        1
    } else {
        2
    };
    let text = format!("{size:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {}", UNITS[unit])
}

/// Parts of a hundred, with a decimal where they are few.
pub fn percent(part: u64, all: u64) -> String {
    let share = part as f64 * 100.0 / all.max(1) as f64;
    if part > 0 && share < 10.0 { format!("{share:.1}") } else { format!("{share:.0}") }
}

/// Why no number can be told.
pub fn no_estimate(reason: Reason, load: &Load, lang: Lang) -> String {
    let m = Estimate::of(lang);
    match reason {
        Reason::Grows => {
            let rate = u64::from(load.sides.left.per_hour) + u64::from(load.sides.right.per_hour);
            fill_plain(lang, m.grows, &[("rows", grouped(rate).into())])
        }
        Reason::Sessions => m.sessions.to_string(),
        Reason::Versions => m.versions.to_string(),
        Reason::NoState => m.no_state.to_string(),
        Reason::Semi => m.semi.to_string(),
        Reason::TooLong => m.too_long.to_string(),
        Reason::Refused(refused) => {
            let setup = load.setup();
            let mut scenario = Scenario { dialect: load.dialect, join: load.join, ..Scenario::empty() };
            for side in Side::BOTH {
                scenario.streams[side].watermark = setup.watermarks[side];
            }
            let Refused { headline, .. } = refusal(Stopped { refusal: refused, step: None }, &scenario, lang);
            let args = [("engine", engine_name(load.dialect).into()), ("reason", headline.into())];
            fill_plain(lang, m.refused, &args)
        }
    }
}

/// The formula that is meant by the exact one.
pub fn exact_formula(load: &Load, lang: Lang) -> &'static str {
    let m = Estimate::of(lang);
    match load.join.kind {
        JoinKind::Interval(_) => m.exact_interval,
        JoinKind::Regular { .. } => m.exact_ttl,
        JoinKind::Window { .. } | JoinKind::Temporal | JoinKind::Lookup => m.exact_window,
    }
}

/// What the model leaves out: a side or a partition that stops; and, if the load is this scenario's, what its own stop does.
pub fn left_out(load: &Load, scenario: &Scenario, lang: Lang) -> Vec<String> {
    let m = Estimate::of(lang);
    if !load.waits_for_the_slower() {
        return Vec::new();
    }
    let pattern = if load.dialect == Dialect::Spark { m.stops_spark } else { m.stops_flink };
    let mut told = vec![fill_plain(lang, pattern, &[("rows", grouped(load.coming(time::HOUR)).into())])];
    if let Some(stop) = Stop::of(scenario).filter(|_| *load == Load::of(scenario)) {
        let stream = ("stream", Arg::from(scenario.streams[stop.side].label(lang).to_string()));
        let what = match stop.partition {
            Some(partition) => {
                fill_plain(lang, m.stops_partition, &[("partition", partition.to_string().into()), stream])
            }
            None => fill_plain(lang, m.stops_side, &[stream]),
        };
        let args = [
            ("what", what.into()),
            ("length", time::duration(stop.length, lang).into()),
            ("waits", time::duration(stop.waits, lang).into()),
            ("rows", grouped(load.coming(stop.waits)).into()),
        ];
        told.push(fill_plain(lang, m.stops_here, &args));
    }
    told
}

/// The two formulas beside what was held, in one sentence with its numbers.
pub fn difference(held: Sides<Held>, measured: &Measured, lang: Lang) -> String {
    let m = Estimate::of(lang);
    let was = measured.peak.left.saturating_add(measured.peak.right);
    let off = |rows: u64| -> Arg {
        let share = |part: u64| percent(part, was);
        let one = |pattern: &str, part: u64| fill_plain(lang, pattern, &[("percent", share(part).into())]);
        if rows.abs_diff(was).saturating_mul(100) <= was {
            m.same.into()
        } else if rows > was {
            one(m.more, rows - was).into()
        } else {
            one(m.fewer, was - rows).into()
        }
    };
    let exact = held.left.exact.saturating_add(held.right.exact);
    let usual = held.left.document.zip(held.right.document).map(|(left, right)| left.saturating_add(right));
    let mut args = vec![("exact", grouped(exact).into()), ("exact_off", off(exact)), ("held", grouped(was).into())];
    match usual {
        Some(usual) => {
            args.extend([("usual", grouped(usual).into()), ("usual_off", off(usual))]);
            fill_plain(lang, m.difference, &args)
        }
        None => fill_plain(lang, m.difference_exact, &args),
    }
}

/// What was measured on.
pub fn measured_on(load: &Load, measured: &Measured, lang: Lang) -> String {
    let count = |n: u64| Arg::from(grouped(n));
    let args = [
        ("rows", count(measured.rows)),
        ("left", count(u64::from(measured.per_hour.left))),
        ("left_real", count(u64::from(load.sides.left.per_hour))),
        ("right", count(u64::from(measured.per_hour.right))),
        ("right_real", count(u64::from(load.sides.right.per_hour))),
    ];
    fill_plain(lang, Estimate::of(lang).measured_on, &args)
}

/// What a shorter delay costs.
pub fn loss(loss: &Loss, disorder: i64, lang: Lang) -> String {
    let args = [
        ("disorder", time::duration(disorder, lang).into()),
        ("late", percent(loss.late, loss.rows).into()),
        ("lost", percent(loss.lost, loss.pairs).into()),
        ("rows", grouped(loss.rows).into()),
    ];
    fill_plain(lang, Estimate::of(lang).shorter_costs, &args)
}

/// What state on disk costs.
pub fn on_disk(spilled: &Spilled, lang: Lang) -> String {
    let args = [("disk", bytes(spilled.disk).into()), ("percent", spilled.percent.to_string().into())];
    fill_plain(lang, Estimate::of(lang).spill_costs, &args)
}

/// How many rows and steps parameters make, or why they make none.
pub fn generated(generate: &Generate, scenario: &Scenario, lang: Lang) -> Result<String, String> {
    let m = Streams::of(lang);
    let count = |n: u64| Arg::from(grouped(n));
    match generate.fits() {
        Ok(()) => {
            let name = |side: Side| Arg::from(scenario.streams[side].label(lang).to_string());
            let args = [
                ("left", count(generate.rows(Side::Left))),
                ("left_name", name(Side::Left)),
                ("right", count(generate.rows(Side::Right))),
                ("right_name", name(Side::Right)),
                ("steps", count(generate.most_steps())),
            ];
            Ok(fill_plain(lang, m.makes, &args))
        }
        Err(Misfit::TooManySteps(steps)) => {
            Err(fill_plain(lang, m.too_many, &[("steps", count(steps)), ("most", count(MAX_STEPS as u64))]))
        }
        Err(Misfit::TooFar) => Err(m.too_far.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Preset;

    #[test]
    fn numbers_are_grouped_and_sizes_short() {
        assert_eq!([0, 999, 1_000, 72_200_000].map(grouped), ["0", "999", "1,000", "72,200,000"].map(String::from));
        assert_eq!(
            [0, 2_000, 50_000, 2_500_000, 20_000_000, 1_500_000_000].map(short),
            ["0", "2,000", "50 k", "2.5 M", "20 M", "1.5 G"].map(String::from)
        );
        let sizes = [0, 999, 1_000, 1_234_567, 14_440_000_000, 999_600].map(bytes);
        assert_eq!(sizes, ["0 B", "999 B", "1 kB", "1.23 MB", "14.4 GB", "1 MB"].map(String::from));
        assert_eq!([percent(0, 9), percent(1, 1000), percent(1, 3)], ["0", "0.1", "33"].map(String::from));
    }

    #[test]
    fn the_difference_is_told_with_its_numbers() {
        let load = Preset::FiveDays.load();
        let (held, measured) = (load.estimate().unwrap(), load.measure().unwrap());
        let told = difference(held, &measured, Lang::En);
        assert!(told.starts_with("Both sides together: the usual formula says 144,400,000 rows, "), "{told}");
        assert!(told.contains("the exact one 72,400,000, as many as it held, within 1 %"), "{told}");
        for lang in [Lang::En, Lang::Zh] {
            let words = [
                difference(held, &measured, lang),
                measured_on(&load, &measured, lang),
                loss(&load.loss(60_000, 600_000).unwrap(), 600_000, lang),
                on_disk(&crate::estimate::spilled(10, 5), lang),
            ];
            for text in words {
                assert!(!text.contains(['{', '}', '*']), "{text}");
            }
            for reason in
                [Reason::Grows, Reason::Sessions, Reason::Versions, Reason::NoState, Reason::Semi, Reason::TooLong]
            {
                assert!(!no_estimate(reason, &load, lang).contains('{'));
            }
        }
    }
}
