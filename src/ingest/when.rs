//! Times as they stand in files, read into milliseconds since the epoch.

use serde::{Deserialize, Serialize};
use time::{Date, Month};

use super::Value;
use crate::{
    scenario::{
        MAX_TIME,
        time::{DAY, HOUR, MINUTE, SECOND, TimeFault},
    },
    units::Unit,
};

/// In what form a column's times are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A date and a time of day, with a zone or without: ISO 8601 and what is near to it.
    Text(DateOrder),
    /// A number of this unit since 1970-01-01T00:00Z.
    Epoch(Unit),
}

/// In which order a date's parts stand. A year of four digits in front is one in every order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DateOrder {
    Ymd,
    Dmy,
    Mdy,
}

impl DateOrder {
    pub const ALL: [DateOrder; 3] = [DateOrder::Ymd, DateOrder::Dmy, DateOrder::Mdy];
}

/// A time that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// ms since the epoch.
    pub time: i64,
    /// It names no zone: the plan's was taken.
    pub local: bool,
    /// It was more exact than a millisecond; the rest was cut off.
    pub cut: bool,
    /// Taken as another unit the number would be a time of our days, as it is, it is none.
    pub looks: Option<Unit>,
}

impl When {
    fn new(time: i128) -> Result<Self, TimeFault> {
        match i64::try_from(time) {
            Ok(time) if (-MAX_TIME..=MAX_TIME).contains(&time) => {
                Ok(When { time, local: false, cut: false, looks: None })
            }
            _ => Err(TimeFault::Range),
        }
    }
}

impl Form {
    /// Reads a time; `zone` is what local times are ahead of UTC, ms.
    pub fn read(self, value: &Value, zone: i64) -> Result<When, TimeFault> {
        let text = match value {
            Value::Null => return Err(TimeFault::Empty),
            Value::Other(_) => return Err(TimeFault::Form),
            Value::Text(text) | Value::Number(text) => text.trim(),
        };
        match (self, value) {
            (_, _) if text.is_empty() => Err(TimeFault::Empty),
            (Form::Text(_), Value::Number(_)) => Err(TimeFault::Form),
            (Form::Text(order), _) => date_time(text, order, zone),
            (Form::Epoch(unit), _) => epoch(text, unit),
        }
    }
}

/// A number since the epoch, with a fraction or without.
fn epoch(text: &str, unit: Unit) -> Result<When, TimeFault> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return float(text, unit);
    }
    // Picoseconds are enough for all: a fraction of nanoseconds says nothing to a millisecond.
    let mut whole: i128 = whole.parse().ok().filter(|whole| *whole < 1 << 100).ok_or(TimeFault::Range)?;
    let kept = &fraction[..fraction.len().min(9)];
    let mut part: i128 = format!("{kept:0<9}").parse().unwrap_or(0);
    if negative {
        (whole, part) = (-whole, -part);
    }
    let looks = i64::try_from(whole).ok().and_then(Unit::of).filter(|looks| *looks != unit);
    const BILLION: i128 = 1_000_000_000;
    let exact = whole * BILLION + part;
    let (times, by) = match unit {
        Unit::Seconds => (1_000, BILLION),
        Unit::Millis => (1, BILLION),
        Unit::Micros => (1, BILLION * 1_000),
        Unit::Nanos => (1, BILLION * 1_000_000),
    };
    let exact = exact.checked_mul(times).ok_or(TimeFault::Range)?;
    let cut = exact.rem_euclid(by) != 0 || fraction.len() > 9 && fraction[9..].bytes().any(|digit| digit != b'0');
    Ok(When { looks, cut, ..When::new(exact.div_euclid(by))? })
}

/// A number with an exponent, as some programs write large ones.
fn float(text: &str, unit: Unit) -> Result<When, TimeFault> {
    if !text.contains(['e', 'E']) {
        return Err(TimeFault::Form);
    }
    let number: f64 = text.parse().map_err(|_| TimeFault::Form)?;
    if !number.is_finite() || number.abs() >= 1e30 {
        return Err(TimeFault::Range);
    }
    let looks = Some(number as i64).and_then(Unit::of).filter(|looks| *looks != unit);
    let millis = match unit {
        Unit::Seconds => number * 1e3,
        Unit::Millis => number,
        Unit::Micros => number / 1e3,
        Unit::Nanos => number / 1e6,
    };
    Ok(When { looks, cut: millis.fract() != 0.0, ..When::new(millis.floor() as i128)? })
}

/// What is left of a text.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    /// Digits at the front; none is no error yet.
    fn digits(&mut self) -> &'t str {
        let end = self.0.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        digits
    }

    fn sign(&mut self, of: &[char]) -> Option<char> {
        let sign = self.0.chars().next().filter(|sign| of.contains(sign))?;
        self.0 = &self.0[sign.len_utf8()..];
        Some(sign)
    }

    fn spaces(&mut self) {
        self.0 = self.0.trim_start();
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.0.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if found {
            self.0 = &self.0[word.len()..];
        }
        found
    }
}

fn date_time(text: &str, order: DateOrder, zone: i64) -> Result<When, TimeFault> {
    // 2024年1月1日 10时05分: the same with other signs.
    let plain: String;
    let text = if text.is_ascii() {
        text
    } else {
        let sign = |c: char| match c {
            '年' | '月' => '-',
            '日' | '\u{3000}' | '\u{a0}' | '\u{202f}' | '秒' => ' ',
            '时' | '時' | '点' | '點' | '分' | '：' => ':',
            '／' => '/',
            c => c,
        };
        plain = text.chars().map(sign).collect();
        plain.trim().trim_end_matches(':')
    };
    let mut rest = Rest(text);
    let (midnight, time) = (date(&mut rest, order)?, rest.0);
    rest.sign(&['T', 't', ',', ' ', '_']);
    rest.spaces();
    if rest.0.is_empty() {
        if !time.trim().is_empty() {
            return Err(TimeFault::Form);
        }
        return Ok(When { local: true, ..When::new(i128::from(midnight) - i128::from(zone))? });
    }
    let (of_day, cut) = clock(&mut rest)?;
    rest.spaces();
    let offset = offset(&mut rest)?;
    let moment = i128::from(midnight) + i128::from(of_day) - i128::from(offset.unwrap_or(zone));
    Ok(When { local: offset.is_none(), cut, ..When::new(moment)? })
}

/// Midnight of the date, ms, as if in UTC.
fn date(rest: &mut Rest, order: DateOrder) -> Result<i64, TimeFault> {
    const SIGNS: [char; 3] = ['-', '/', '.'];
    let first = rest.digits();
    let number = |digits: &str| digits.parse::<i32>().map_err(|_| TimeFault::Form);
    let (year, month, day) = if first.len() == 8 {
        (number(&first[..4])?, number(&first[4..6])?, number(&first[6..])?)
    } else {
        let sign = rest.sign(&SIGNS).ok_or(TimeFault::Form)?;
        let second = rest.digits();
        rest.sign(&[sign]).ok_or(TimeFault::Form)?;
        let third = rest.digits();
        let short = |part: &str| (1..=2).contains(&part.len());
        let (year, month, day) = match order {
            _ if first.len() == 4 => (first, second, third),
            DateOrder::Ymd => return Err(TimeFault::Form),
            DateOrder::Dmy => (third, second, first),
            DateOrder::Mdy => (third, first, second),
        };
        if year.len() != 4 || !short(month) || !short(day) {
            return Err(TimeFault::Form);
        }
        (number(year)?, number(month)?, number(day)?)
    };
    let month = u8::try_from(month).ok().and_then(|month| Month::try_from(month).ok()).ok_or(TimeFault::Part)?;
    let day = u8::try_from(day).map_err(|_| TimeFault::Part)?;
    let date = Date::from_calendar_date(year, month, day).map_err(|_| TimeFault::Part)?;
    Ok((i64::from(date.to_julian_day()) - 2_440_588) * DAY)
}

/// The time of day, ms, and whether it was more exact.
fn clock(rest: &mut Rest) -> Result<(i64, bool), TimeFault> {
    let number = |digits: &str| digits.parse::<i64>().map_err(|_| TimeFault::Form);
    let first = rest.digits();
    let (mut hour, minute, second) = match first.len() {
        4 => (number(&first[..2])?, number(&first[2..])?, 0),
        6 => (number(&first[..2])?, number(&first[2..4])?, number(&first[4..])?),
        1 | 2 => {
            rest.sign(&[':']).ok_or(TimeFault::Form)?;
            let minute = rest.digits();
            let second = if rest.sign(&[':']).is_some() { rest.digits() } else { "0" };
            if !(1..=2).contains(&minute.len()) || !(1..=2).contains(&second.len()) {
                return Err(TimeFault::Form);
            }
            (number(first)?, number(minute)?, number(second)?)
        }
        _ => return Err(TimeFault::Form),
    };
    let mut fraction = "";
    if rest.sign(&['.', ',']).is_some() {
        fraction = rest.digits();
        if fraction.is_empty() {
            return Err(TimeFault::Form);
        }
    }
    let millis = format!("{:0<3}", &fraction[..fraction.len().min(3)]).parse::<i64>().unwrap_or(0);
    let cut = fraction.len() > 3 && fraction[3..].bytes().any(|digit| digit != b'0');
    rest.spaces();
    let (am, pm) = (rest.word("AM"), rest.word("PM"));
    if am || pm {
        if !(1..=12).contains(&hour) {
            return Err(TimeFault::Part);
        }
        hour = hour % 12 + if pm { 12 } else { 0 };
    }
    if hour > 23 || minute > 59 || second > 59 {
        return Err(TimeFault::Part);
    }
    Ok((hour * HOUR + minute * MINUTE + second * SECOND + millis, cut))
}

/// What the time is ahead of UTC, ms; `None` where it names no zone.
fn offset(rest: &mut Rest) -> Result<Option<i64>, TimeFault> {
    if rest.0.is_empty() {
        return Ok(None);
    }
    let utc = rest.word("Z") || rest.word("UTC") || rest.word("GMT");
    if utc && rest.0.is_empty() {
        return Ok(Some(0));
    }
    let Some(sign) = rest.sign(&['+', '-', '−']) else { return Err(TimeFault::Form) };
    let mut digits = rest.digits().to_string();
    if rest.sign(&[':']).is_some() {
        digits = format!("{digits:0>2}");
        digits.push_str(rest.digits());
    } else if digits.len() <= 2 {
        digits = format!("{digits:0>2}00");
    }
    // Java writes the zone's name behind its offset.
    if rest.0.starts_with('[') && rest.0.ends_with(']') {
        rest.0 = "";
    }
    if digits.len() != 4 || !rest.0.is_empty() {
        return Err(TimeFault::Form);
    }
    let number = |part: &str| part.parse::<i64>().map_err(|_| TimeFault::Form);
    let (hours, minutes) = (number(&digits[..2])?, number(&digits[2..])?);
    if hours > 18 || minutes > 59 {
        return Err(TimeFault::Part);
    }
    let offset = hours * HOUR + minutes * MINUTE;
    Ok(Some(if sign == '+' { offset } else { -offset }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2024-01-01T10:00Z.
    const TEN: i64 = 1_704_103_200_000;

    fn text(text: &str) -> Result<When, TimeFault> {
        Form::Text(DateOrder::Ymd).read(&Value::Text(text.into()), 8 * HOUR)
    }

    #[test]
    fn times_with_a_zone() {
        for written in [
            "2024-01-01T10:00:00Z",
            "2024-01-01T10:00Z",
            "2024-01-01 10:00:00.000 UTC",
            "2024-01-01t18:00:00+08:00",
            "2024-01-01T18:00:00+0800",
            "2024-01-01T18:00:00+08",
            "2024-01-01T05:30:00-04:30",
            "2024/01/01 11:00:00 +1:00",
            "20240101T100000Z",
            "2024-01-01T11:00+01:00[Europe/Paris]",
            "2024-1-1 10:00 GMT",
        ] {
            let when = text(written).expect(written);
            assert_eq!((when.time, when.local, when.cut), (TEN, false, false), "{written}");
        }
    }

    #[test]
    fn local_times_are_of_the_zone_that_is_given() {
        for written in [
            "2024-01-01T18:00:00",
            "2024-01-01 18:00",
            "2024/1/1 18:00:00,000",
            "2024-01-01 6:00:00 PM",
            "2024年1月1日 18:00:00",
            "2024年1月1日18时00分",
            "20240101 1800",
        ] {
            let when = text(written).expect(written);
            assert_eq!((when.time, when.local), (TEN, true), "{written}");
        }
        assert_eq!(text("2024-01-01").map(|when| when.time), Ok(TEN - 18 * HOUR));
        let exact = text("2024-01-01T18:00:00.123456").expect("a time");
        assert_eq!((exact.time, exact.cut), (TEN + 123, true));
        assert_eq!(text("2024-01-01T18:00:00.120000").map(|when| when.cut), Ok(false));
    }

    #[test]
    fn dates_in_other_orders_only_where_asked() {
        let read = |order, text: &str| Form::Text(order).read(&Value::Text(text.into()), 0).map(|when| when.time);
        assert_eq!(read(DateOrder::Dmy, "31/12/2023 10:00"), Ok(TEN - DAY));
        assert_eq!(read(DateOrder::Mdy, "12/31/2023 10:00"), Ok(TEN - DAY));
        assert_eq!(read(DateOrder::Dmy, "2024-01-01 10:00"), Ok(TEN));
        assert_eq!(read(DateOrder::Ymd, "31/12/2023 10:00"), Err(TimeFault::Form));
        assert_eq!(read(DateOrder::Mdy, "31/12/2023 10:00"), Err(TimeFault::Part));
    }

    #[test]
    fn what_is_no_time_says_why() {
        for (written, fault) in [
            ("", TimeFault::Empty),
            ("  ", TimeFault::Empty),
            ("soon", TimeFault::Form),
            ("10:00", TimeFault::Form),
            ("2024-02-30", TimeFault::Part),
            ("2024-01-01T25:00", TimeFault::Part),
            ("2024-01-01T10:00 Mars", TimeFault::Form),
            ("2024-01-01T10", TimeFault::Form),
            ("2024-01-01T", TimeFault::Form),
            ("2024-01-01T10:00+99:00", TimeFault::Part),
            ("1704103200000", TimeFault::Form),
        ] {
            assert_eq!(text(written), Err(fault), "{written:?}");
        }
        assert_eq!(Form::Text(DateOrder::Ymd).read(&Value::Number("1".into()), 0), Err(TimeFault::Form));
        assert_eq!(Form::Epoch(Unit::Millis).read(&Value::Null, 0), Err(TimeFault::Empty));
        assert_eq!(Form::Epoch(Unit::Millis).read(&Value::Other("{}".into()), 0), Err(TimeFault::Form));
    }

    #[test]
    fn numbers_of_each_unit() {
        let read = |unit, text: &str| Form::Epoch(unit).read(&Value::Text(text.into()), 8 * HOUR);
        for (unit, text) in [
            (Unit::Seconds, "1704103200"),
            (Unit::Seconds, "1704103200.000"),
            (Unit::Seconds, "1.7041032e9"),
            (Unit::Millis, "1704103200000"),
            (Unit::Micros, "1704103200000000"),
            (Unit::Nanos, "1704103200000000000"),
        ] {
            assert_eq!(read(unit, text), Ok(When { time: TEN, local: false, cut: false, looks: None }), "{text}");
        }
        let exact = read(Unit::Seconds, "1704103200.1239").expect("a time");
        assert_eq!((exact.time, exact.cut), (TEN + 123, true));
        assert_eq!(read(Unit::Millis, "-1.5").map(|when| when.time), Ok(-2));
        assert_eq!(read(Unit::Millis, "1704103200").map(|when| when.looks), Ok(Some(Unit::Seconds)));
        assert_eq!(read(Unit::Millis, "5000").map(|when| when.looks), Ok(None));
        assert_eq!(read(Unit::Seconds, "99999999999999999"), Err(TimeFault::Range));
        assert_eq!(read(Unit::Nanos, &"9".repeat(60)), Err(TimeFault::Range));
        assert_eq!(read(Unit::Millis, "12a"), Err(TimeFault::Form));
        assert_eq!(read(Unit::Millis, "1e999"), Err(TimeFault::Range));
        assert_eq!(read(Unit::Millis, "."), Err(TimeFault::Form));
    }
}
