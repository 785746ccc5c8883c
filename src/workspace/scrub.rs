//! Numbers that are dragged, and stepped with keys: durations in the sentence.

use super::{Manner, hold::nearest};
use crate::scenario::{
    MAX_TIME, Scenario, Step,
    time::{DAY, HOUR, MINUTE, SECOND},
};

/// How far a pointer goes for one unit, px.
const PX: f64 = 7.0;

/// A number as a field shows it: a duration in ms, and where it may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: i64,
    pub least: i64,
    pub most: i64,
    /// What it is a multiple of, where it must be: a size of its step. Also the unit of a number that is 0.
    pub unit: i64,
}

impl Number {
    /// A length of time, 0 or more.
    pub fn length(value: i64, unit: i64) -> Self {
        Number { value, least: 0, most: MAX_TIME, unit }
    }

    /// What one step is: the last part that the number is written with, so that "1 h 40 min" goes by minutes.
    pub fn natural_unit(&self) -> i64 {
        let value = self.value.unsigned_abs();
        let unit =
            [DAY, HOUR, MINUTE, SECOND, 100, 10, 1].into_iter().find(|unit| value.is_multiple_of(unit.unsigned_abs()));
        match unit {
            _ if value == 0 => self.unit.max(1),
            Some(unit) => unit,
            None => 1,
        }
    }

    /// So many steps on, or back.
    pub fn stepped(&self, steps: i64, unit: i64) -> i64 {
        self.value.saturating_add(steps.saturating_mul(unit)).clamp(self.least, self.most.max(self.least))
    }

    /// What an arrow key makes of it: a step, ten with Shift, one of the next smaller unit with Alt.
    pub fn pressed(&self, up: bool, manner: Manner) -> i64 {
        let scrub = Scrub { number: *self, unit: self.natural_unit(), from: 0.0 };
        scrub.at(if up { PX } else { -PX }, manner)
    }
}

/// A number while it is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scrub {
    /// As it was at the start.
    number: Number,
    unit: i64,
    from: f64,
}

impl Scrub {
    /// The pointer took hold of the number at `x`.
    pub fn new(number: Number, x: f64) -> Self {
        Scrub { number, unit: number.natural_unit(), from: x }
    }

    /// The number with the pointer at `x`.
    pub fn at(&self, x: f64, manner: Manner) -> i64 {
        let unit = if manner.exact { finer(self.unit) } else { self.unit };
        let by = ((x - self.from) / PX * if manner.far { 10.0 } else { 1.0 }).round() as i64;
        let next = self.number.stepped(by, unit);
        // Off the way it came to a round number of its unit; a number that has not moved stays as it is.
        if by == 0 || next == self.number.least || next == self.number.most { next } else { nearest(next, unit) }
    }
}

/// The unit of numbers that are 0 so far: what the scenario's events lie apart by, roughly.
pub fn zero_unit(scenario: &Scenario) -> i64 {
    let times = scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) => Some(push.time),
        _ => None,
    });
    let ends = times.fold(None::<(i64, i64)>, |ends, time| {
        Some(ends.map_or((time, time), |(first, last)| (first.min(time), last.max(time))))
    });
    let apart = ends.map_or(HOUR, |(first, last)| last.saturating_sub(first)) / 10;
    [DAY, HOUR, MINUTE, SECOND, 100, 10].into_iter().find(|unit| *unit <= apart).unwrap_or(1)
}

/// The next smaller unit.
fn finer(unit: i64) -> i64 {
    [HOUR, MINUTE, SECOND, 100, 10].into_iter().find(|finer| *finer < unit).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Manner = Manner { exact: false, far: false };

    fn length(value: i64) -> Number {
        Number::length(value, MINUTE)
    }

    #[test]
    fn a_number_goes_by_the_last_part_that_it_is_written_with() {
        let units = [2 * HOUR, HOUR + 40 * MINUTE, 90 * SECOND, 1500, 250, 7, 0, 3 * DAY];
        assert_eq!(units.map(|ms| length(ms).natural_unit()), [HOUR, MINUTE, SECOND, 100, 10, 1, MINUTE, DAY]);
    }

    #[test]
    fn a_drag_counts_in_units_and_shift_and_alt_change_how_many() {
        let scrub = Scrub::new(length(2 * HOUR), 100.0);
        assert_eq!(scrub.at(102.0, PLAIN), 2 * HOUR);
        assert_eq!(scrub.at(107.0, PLAIN), 3 * HOUR);
        assert_eq!(scrub.at(93.0, PLAIN), HOUR);
        assert_eq!(scrub.at(107.0, Manner { far: true, exact: false }), 12 * HOUR);
        assert_eq!(scrub.at(121.0, Manner { far: false, exact: true }), 2 * HOUR + 3 * MINUTE);
        assert_eq!(scrub.at(-1e9, PLAIN), 0);
        assert_eq!(scrub.at(f64::INFINITY, PLAIN), MAX_TIME);
        assert_eq!(scrub.at(f64::NAN, PLAIN), 2 * HOUR);
    }

    #[test]
    fn a_number_that_is_0_goes_by_what_events_lie_apart() {
        let orders = include_str!("../../www/scenarios/orders-shipments.scenario.json");
        assert_eq!(zero_unit(&crate::scenario::read(orders).unwrap()), MINUTE);
        assert_eq!(zero_unit(&Scenario::empty()), MINUTE);
    }

    #[test]
    fn arrows_step_it_and_it_stays_between_its_ends() {
        let number = Number { value: 10 * MINUTE, least: 8 * MINUTE, most: 11 * MINUTE, unit: MINUTE };
        assert_eq!(number.pressed(true, PLAIN), 11 * MINUTE);
        assert_eq!(number.pressed(false, Manner { far: true, exact: false }), 8 * MINUTE);
        assert_eq!(number.pressed(true, Manner { far: true, exact: false }), 11 * MINUTE);
        assert_eq!(number.pressed(true, Manner { far: false, exact: true }), 10 * MINUTE + SECOND);
        let negative = Number { value: -5 * MINUTE, least: -MAX_TIME, most: 0, unit: MINUTE };
        assert_eq!([negative.pressed(false, PLAIN), negative.pressed(true, PLAIN)], [-6 * MINUTE, -4 * MINUTE]);
    }
}
