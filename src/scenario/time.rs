//! Times and durations as text: as short as they stay unambiguous, and read back.
//!
//! Always UTC. A day is 86,400,000 ms; leap seconds do not exist in event time.

use serde::{Deserialize, Serialize};
use time::{Date, Month, OffsetDateTime};

use super::{JoinKind, Lang, MAX_TIME, Scenario, Step, Window};

pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

/// 2024-01-01T10:00:00Z: an event time for examples and empty scenarios.
pub const EXAMPLE: i64 = 1_704_103_200_000;

/// How a scenario's times are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeStyle {
    /// Seconds in every time, since some event has them.
    pub seconds: bool,
    /// Which part of the date is needed.
    pub date: DatePart,
    /// All events lie before 1970-01-02: times are written as seconds since the epoch.
    pub epoch: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatePart {
    /// All lies on one day.
    Hidden,
    /// Month and day.
    Day,
    /// All lies in more than one year.
    Year,
}

impl TimeStyle {
    /// The style for event times (and life lines' ends) that reach from `first` to `last`.
    pub fn spanning(first: i64, last: i64, seconds: bool) -> Self {
        let epoch = first > -DAY && last < DAY;
        let date = if first.div_euclid(DAY) == last.div_euclid(DAY) {
            DatePart::Hidden
        } else if year(first) == year(last) {
            DatePart::Day
        } else {
            DatePart::Year
        };
        TimeStyle { seconds, date, epoch }
    }

    /// The style that a scenario's own times ask for; `reach` is how long after its time a row may stay, in ms.
    pub fn of(scenario: &Scenario, reach: i64) -> Self {
        let (mut first, mut last, mut seconds) = (i64::MAX, i64::MIN, false);
        for step in &scenario.script {
            if let Step::Push(push) = step {
                first = first.min(push.time);
                last = last.max(push.time);
                seconds |= push.time % MINUTE != 0;
            }
        }
        if first > last {
            return TimeStyle::spanning(EXAMPLE, EXAMPLE, false);
        }
        // Events before 1970-01-02 are written as seconds however long their rows stay.
        let epoch = first > -DAY && last < DAY;
        let style = TimeStyle::spanning(first, last.saturating_add(reach.clamp(0, MAX_TIME)), seconds);
        TimeStyle { epoch, ..style }
    }

    /// The style of a scenario's times, with the time that its rows may stay.
    pub fn of_all(scenario: &Scenario) -> Self {
        let reach = match scenario.join.kind {
            JoinKind::Interval(interval) => interval.upper.max(interval.lower.saturating_neg()),
            JoinKind::Window { window, allowed_lateness } => allowed_lateness.saturating_add(match window {
                Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => size,
                Window::Session { gap, .. } => gap,
            }),
            JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => 0,
        };
        TimeStyle::of(scenario, reach)
    }

    /// A moment: `11:40`, `11:40:05`, `11:40:00.001`, `06-21 11:40`, `1.020 s`.
    pub fn show(&self, ms: i64) -> String {
        if self.epoch {
            return seconds(ms);
        }
        let Some(moment) = moment(ms) else { return format!("{ms} ms") };
        let clock = self.clock(ms);
        let (month, day) = (u8::from(moment.month()), moment.day());
        match self.date {
            DatePart::Hidden => clock,
            DatePart::Day => format!("{month:02}-{day:02} {clock}"),
            DatePart::Year => format!("{:04}-{month:02}-{day:02} {clock}", moment.year()),
        }
    }

    /// The time of day alone, for a ruler that says the date elsewhere.
    pub fn clock(&self, ms: i64) -> String {
        let of_day = ms.rem_euclid(DAY);
        let (h, m, s, milli) = (of_day / HOUR, of_day / MINUTE % 60, of_day / SECOND % 60, of_day % SECOND);
        if milli != 0 {
            format!("{h:02}:{m:02}:{s:02}.{milli:03}")
        } else if s != 0 || self.seconds {
            format!("{h:02}:{m:02}:{s:02}")
        } else {
            format!("{h:02}:{m:02}")
        }
    }
}

fn seconds(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let (whole, milli) = (ms.unsigned_abs() / 1000, ms.unsigned_abs() % 1000);
    if milli == 0 { format!("{sign}{whole} s") } else { format!("{sign}{whole}.{milli:03} s") }
}

fn moment(ms: i64) -> Option<OffsetDateTime> {
    // Not from nanoseconds, which are numbers of 128 bits: to divide those takes a page long.
    let second = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).ok()?;
    Some(second + time::Duration::milliseconds(ms.rem_euclid(1000)))
}

fn year(ms: i64) -> Option<i32> {
    moment(ms).map(|moment| moment.year())
}

/// The date alone, `2024-06-21`.
pub fn date(ms: i64) -> String {
    moment(ms).map_or_else(String::new, |moment| {
        format!("{:04}-{:02}-{:02}", moment.year(), u8::from(moment.month()), moment.day())
    })
}

/// The whole moment, `2024-06-21T09:20:00.000Z`.
pub fn iso(ms: i64) -> String {
    let of_day = ms.rem_euclid(DAY);
    let (h, m, s, milli) = (of_day / HOUR, of_day / MINUTE % 60, of_day / SECOND % 60, of_day % SECOND);
    match date(ms) {
        date if date.is_empty() => format!("{ms} ms"),
        date => format!("{date}T{h:02}:{m:02}:{s:02}.{milli:03}Z"),
    }
}

const UNITS: [(i64, &str, &str); 5] =
    [(DAY, "d", "天"), (HOUR, "h", "小时"), (MINUTE, "min", "分钟"), (SECOND, "s", "秒"), (1, "ms", "毫秒")];

/// What all of a scenario's steps say of how its times are written. To find it is to look at each of them once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Of event times.
    pub style: TimeStyle,
    /// An event time of the day that goes unsaid where all events lie on one.
    pub base: Option<i64>,
    /// Of processing times.
    pub clock: TimeStyle,
}

impl Times {
    pub fn of(scenario: &Scenario) -> Self {
        let clock = scenario.script.iter().filter_map(|step| match step {
            Step::Clock { time } => Some(*time),
            _ => None,
        });
        Times {
            style: TimeStyle::of_all(scenario),
            base: scenario.script.iter().find_map(|step| match step {
                Step::Push(push) => Some(push.time),
                _ => None,
            }),
            clock: TimeStyle::spanning(0, clock.max().unwrap_or(0), false),
        }
    }
}

/// A duration: `0`, `500 ms`, `2 h`, `2 h 1 s`, `-5 min`; in Chinese `2 小时 1 秒`.
pub fn duration(ms: i64, lang: Lang) -> String {
    if ms == 0 {
        return "0".to_string();
    }
    let mut rest = ms.unsigned_abs();
    let mut text = String::from(if ms < 0 { "-" } else { "" });
    for (unit, en, zh) in UNITS {
        let unit = unit.unsigned_abs();
        let count = rest / unit;
        rest %= unit;
        if count > 0 {
            if !text.is_empty() && !text.ends_with('-') {
                text.push(' ');
            }
            text.push_str(&count.to_string());
            text.push(' ');
            text.push_str(if lang == Lang::Zh { zh } else { en });
        }
    }
    text
}

/// Why a text is no time or duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeFault {
    /// Nothing was written.
    Empty,
    /// No known form.
    Form,
    /// A form that is known, with a part that cannot be (25:00, 30 February).
    Part,
    /// Beyond ±2^53 ms.
    Range,
}

/// Reads a moment: `HH:MM[:SS[.mmm]]` on the day of `base`, ISO 8601 (UTC where it names no offset), whole
/// milliseconds, or seconds as [`TimeStyle::show`] writes them (`1.020 s`).
pub fn parse_time(text: &str, base: i64) -> Result<i64, TimeFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(TimeFault::Empty);
    }
    if let Ok(ms) = text.parse::<i64>() {
        return in_range(i128::from(ms));
    }
    if text.ends_with(['s', '秒', 'S']) {
        return parse_duration(text);
    }
    if let Some((date, clock)) = split_date(text) {
        let midnight = i128::from(parse_date(date, base)?) * i128::from(DAY);
        let (clock, offset) = split_offset(clock)?;
        let of_day = if clock.is_empty() { 0 } else { parse_clock(clock)? };
        return in_range(midnight + i128::from(of_day) - i128::from(offset));
    }
    let of_day = parse_clock(text)?;
    in_range(i128::from(base.div_euclid(DAY)) * i128::from(DAY) + i128::from(of_day))
}

/// The date before `T` or a space, and what follows; `None` where there is only a time of day.
fn split_date(text: &str) -> Option<(&str, &str)> {
    // The year may be negative, so the dash that tells a date is not the first character.
    if !text.get(1..)?.contains('-') {
        return None;
    }
    let end = text.find(['T', 't', ' ']).unwrap_or(text.len());
    let (date, clock) = text.split_at(end);
    date.get(1..)?.contains('-').then_some((date, clock.trim_start_matches(['T', 't', ' '])))
}

/// Days since the epoch of `YYYY-MM-DD`, or `MM-DD` in the year of `base`.
fn parse_date(text: &str, base: i64) -> Result<i64, TimeFault> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let parts: Vec<&str> = digits.split('-').collect();
    let number = |part: &str| part.parse::<i32>().map_err(|_| TimeFault::Form);
    let (y, m, d) = match parts[..] {
        [m, d] if sign == 1 => (year(base).ok_or(TimeFault::Range)?, m, d),
        [y, m, d] => (sign * number(y)?, m, d),
        _ => return Err(TimeFault::Form),
    };
    let small = |part: &str| u8::try_from(number(part)?).map_err(|_| TimeFault::Part);
    let month = Month::try_from(small(m)?).map_err(|_| TimeFault::Part)?;
    let date = Date::from_calendar_date(y, month, small(d)?).map_err(|_| TimeFault::Part)?;
    Ok(i64::from(date.to_julian_day()) - 2_440_588)
}

/// The time of day without its offset, and the offset in ms.
fn split_offset(text: &str) -> Result<(&str, i64), TimeFault> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Ok((clock, 0));
    }
    let Some(at) = text.rfind(['+', '-']) else { return Ok((text, 0)) };
    let (clock, offset) = text.split_at(at);
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let digits = offset[1..].replace(':', "");
    if digits.len() != 4 && digits.len() != 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(TimeFault::Form);
    }
    let number = |part: &str| part.parse::<i64>().unwrap_or(0);
    Ok((clock.trim_end(), sign * (number(&digits[..2]) * HOUR + number(&digits[2..]) * MINUTE)))
}

fn parse_clock(text: &str) -> Result<i64, TimeFault> {
    let (clock, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    let number = |part: &str| {
        let digits = (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if digits { part.parse::<i64>().map_err(|_| TimeFault::Form) } else { Err(TimeFault::Form) }
    };
    let (h, m, s) = match parts[..] {
        [h, m] if fraction.is_empty() => (number(h)?, number(m)?, 0),
        [h, m, s] => (number(h)?, number(m)?, number(s)?),
        _ => return Err(TimeFault::Form),
    };
    if fraction.len() > 3 && fraction[3..].bytes().any(|b| b != b'0') || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Err(TimeFault::Form);
    }
    let milli = format!("{:0<3}", fraction)[..3].parse::<i64>().unwrap_or(0);
    if h > 23 || m > 59 || s > 59 {
        return Err(TimeFault::Part);
    }
    Ok(h * HOUR + m * MINUTE + s * SECOND + milli)
}

/// Reads a duration: `500 ms`, `2 h`, `1 h 30 min`, `1.5 h`, `-5 d`, Chinese units, or whole milliseconds.
pub fn parse_duration(text: &str) -> Result<i64, TimeFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(TimeFault::Empty);
    }
    if let Ok(ms) = text.parse::<i64>() {
        return in_range(i128::from(ms));
    }
    let (sign, mut rest) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, text.trim_start_matches('+')),
    };
    if rest.is_empty() {
        return Err(TimeFault::Form);
    }
    let mut total = 0_i128;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or(TimeFault::Form)?;
        let (number, tail) = rest.split_at(end);
        let tail = tail.trim_start();
        let end = tail.find(|c: char| c.is_ascii_digit() || c.is_whitespace()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(end);
        let part = scaled(number, unit_of(unit).ok_or(TimeFault::Form)?)?;
        total = total.checked_add(part).ok_or(TimeFault::Range)?;
        rest = tail.trim_start();
    }
    in_range(sign * total)
}

/// `number` times `unit`, exactly; a part of a millisecond is no duration.
pub fn scaled(number: &str, unit: i64) -> Result<i128, TimeFault> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.len() > 9 || fraction.contains('.') {
        return Err(TimeFault::Form);
    }
    let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| TimeFault::Range)? };
    let part: i128 = if fraction.is_empty() { 0 } else { fraction.parse().map_err(|_| TimeFault::Form)? };
    let tenth = 10_i128.pow(u32::try_from(fraction.len()).unwrap_or(0));
    let unit = i128::from(unit);
    if part * unit % tenth != 0 {
        return Err(TimeFault::Part);
    }
    whole.checked_mul(unit).and_then(|ms| ms.checked_add(part * unit / tenth)).ok_or(TimeFault::Range)
}

pub fn unit_of(word: &str) -> Option<i64> {
    Some(match word.to_ascii_lowercase().as_str() {
        "ms" | "milli" | "millis" | "millisecond" | "milliseconds" | "毫秒" => 1,
        "s" | "sec" | "secs" | "second" | "seconds" | "秒" => SECOND,
        "m" | "min" | "mins" | "minute" | "minutes" | "分" | "分钟" => MINUTE,
        "h" | "hr" | "hrs" | "hour" | "hours" | "时" | "小时" => HOUR,
        "d" | "day" | "days" | "天" => DAY,
        _ => return None,
    })
}

fn in_range(ms: i128) -> Result<i64, TimeFault> {
    i64::try_from(ms).ok().filter(|ms| (-MAX_TIME..=MAX_TIME).contains(ms)).ok_or(TimeFault::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: i64 = 1_718_961_600_000; // 2024-06-21T09:20:00Z

    #[test]
    fn times_are_as_short_as_they_stay_unambiguous() {
        let day = TimeStyle::spanning(BASE, BASE + 2 * HOUR, false);
        assert_eq!(day.show(BASE), "09:20");
        assert_eq!(day.show(BASE + 5 * SECOND), "09:20:05");
        assert_eq!(day.show(BASE + 1), "09:20:00.001");
        assert_eq!(TimeStyle::spanning(BASE, BASE, true).show(BASE), "09:20:00");
        assert_eq!(TimeStyle::spanning(BASE, BASE + DAY, false).show(BASE), "06-21 09:20");
        assert_eq!(TimeStyle::spanning(BASE, BASE + 365 * DAY, false).show(BASE), "2024-06-21 09:20");
        let epoch = TimeStyle::spanning(1000, 2000, true);
        assert_eq!(
            (epoch.show(1020), epoch.show(1000), epoch.show(-5)),
            ("1.020 s".into(), "1 s".into(), "-0.005 s".into())
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for style in [TimeStyle::spanning(BASE, BASE, false), TimeStyle::spanning(BASE, BASE + DAY, true)] {
            for ms in [BASE, BASE + 1, BASE + 61_000] {
                assert_eq!(parse_time(&style.show(ms), BASE), Ok(ms));
            }
        }
        for ms in [0, 1020, -5] {
            assert_eq!(parse_time(&TimeStyle::spanning(0, 2000, true).show(ms), BASE), Ok(ms));
        }
        for ms in [MAX_TIME, -MAX_TIME, 0, BASE] {
            assert_eq!(parse_time(&iso(ms), BASE), Ok(ms));
        }
        for lang in [Lang::En, Lang::Zh] {
            for ms in [0, 1, 500, 7_201_000, -300_000, 5 * DAY + 20 * MINUTE, MAX_TIME] {
                assert_eq!(parse_duration(&duration(ms, lang)), Ok(ms));
            }
        }
    }

    #[test]
    fn the_forms_people_type() {
        assert_eq!(parse_time("09:35", BASE), Ok(BASE + 15 * MINUTE));
        assert_eq!(parse_time("9:35:01.5", BASE), Ok(BASE + 15 * MINUTE + 1500));
        assert_eq!(parse_time("2024-06-21", BASE), Ok(BASE - 9 * HOUR - 20 * MINUTE));
        assert_eq!(parse_time("2024-06-21T11:20:00+02:00", BASE), Ok(BASE));
        assert_eq!(parse_time("2024-06-21 09:20Z", 0), Ok(BASE));
        assert_eq!(parse_time("06-22 09:20", BASE), Ok(BASE + DAY));
        assert_eq!(parse_time("1718961600000", 0), Ok(BASE));
        assert_eq!(parse_time("", BASE), Err(TimeFault::Empty));
        assert_eq!(parse_time("25:00", BASE), Err(TimeFault::Part));
        assert_eq!(parse_time("2024-02-30", BASE), Err(TimeFault::Part));
        for bad in ["noon", "9:5:", "09:35:00.1234", "T", "-", "2024-13-01x", "12:00+99", "１２:00"] {
            assert!(parse_time(bad, BASE).is_err(), "{bad}");
        }
        assert_eq!(parse_duration("1.5 h"), Ok(90 * MINUTE));
        assert_eq!(parse_duration("1h30m"), Ok(90 * MINUTE));
        assert_eq!(parse_duration("-5 min"), Ok(-5 * MINUTE));
        assert_eq!(parse_duration("7200000"), Ok(2 * HOUR));
        assert_eq!(parse_duration("0.0001 s"), Err(TimeFault::Part));
        for bad in ["h", "5 parsecs", "1..5 h", "5 h 3", ".", "-", "99999999999999999999 d"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
