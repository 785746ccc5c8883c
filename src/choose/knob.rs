//! What can be turned in a join, and which values are worth a trial.

use super::{Spread, Times};
use crate::scenario::{
    Dialect, Interval, JoinKind, Scenario, Setup, Side, Step, Strategy, Window,
    time::{DAY, HOUR, MINUTE},
};

/// A number of a join's setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Knob {
    /// The watermark delay, of both sides alike or of one.
    Delay(Option<Side>),
    Upper,
    Lower,
    WindowSize,
    SessionGap,
    AllowedLateness,
    StateTtl,
}

/// Why there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoKnob {
    /// A lookup keeps nothing, and waits for nothing.
    Lookup,
    /// A regular join without a TTL, or whose script has no processing time, keeps all for ever.
    Regular,
    /// The watermark comes as steps of the script.
    Steps,
    /// Spark's regular join, its sessions.
    Fixed,
}

impl Knob {
    /// What can be chosen of a scenario's join, the likeliest first; why nothing, if nothing can.
    pub fn of(scenario: &Scenario) -> Result<Vec<Knob>, NoKnob> {
        let setup = scenario.setup();
        let delays = || -> Vec<Knob> {
            let moved = |side: Side| match setup.watermarks[side] {
                Strategy::Bounded { .. } | Strategy::None => true,
                // Nothing moves it yet.
                Strategy::Manual => {
                    !scenario.script.iter().any(|step| matches!(step, Step::Watermark { side: of, .. } if *of == side))
                }
            };
            match (moved(Side::Left), moved(Side::Right)) {
                (true, true) => {
                    vec![Knob::Delay(None), Knob::Delay(Some(Side::Left)), Knob::Delay(Some(Side::Right))]
                }
                (true, false) => vec![Knob::Delay(Some(Side::Left))],
                (false, true) => vec![Knob::Delay(Some(Side::Right))],
                (false, false) => Vec::new(),
            }
        };
        let mut knobs = Vec::new();
        match setup.join.kind {
            JoinKind::Interval(_) => {
                knobs = delays();
                knobs.extend([Knob::Upper, Knob::Lower]);
            }
            JoinKind::Window { window, .. } => {
                knobs = delays();
                match (window, scenario.dialect) {
                    (Window::Session { .. }, Dialect::Spark) => {}
                    (Window::Session { .. }, _) => knobs.push(Knob::SessionGap),
                    _ => knobs.push(Knob::WindowSize),
                }
                if scenario.dialect == Dialect::FlinkDatastream {
                    knobs.push(Knob::AllowedLateness);
                }
                if knobs.is_empty() {
                    return Err(NoKnob::Fixed);
                }
            }
            JoinKind::Temporal => {
                knobs = delays();
                if knobs.is_empty() {
                    return Err(NoKnob::Steps);
                }
            }
            JoinKind::Regular { .. } if scenario.dialect == Dialect::FlinkSql => {
                if !scenario.script.iter().any(|step| matches!(step, Step::Clock { .. })) {
                    return Err(NoKnob::Regular);
                }
                knobs.push(Knob::StateTtl);
            }
            JoinKind::Regular { .. } => return Err(NoKnob::Fixed),
            JoinKind::Lookup => return Err(NoKnob::Lookup),
        }
        Ok(knobs)
    }

    /// Whether it decides itself which rows match, and not only which matches come out.
    pub fn says_what_matches(self) -> bool {
        matches!(self, Knob::Upper | Knob::Lower | Knob::WindowSize | Knob::SessionGap)
    }

    /// Its value; `None` where both sides have delays of their own, or a side has none.
    pub fn value(self, setup: &Setup) -> Option<i64> {
        let delay = |side: Side| setup.watermarks[side].delay();
        match (self, setup.join.kind) {
            (Knob::Delay(Some(side)), _) => delay(side),
            (Knob::Delay(None), _) => delay(Side::Left).filter(|left| Some(*left) == delay(Side::Right)),
            (Knob::Upper, JoinKind::Interval(interval)) => Some(interval.upper),
            (Knob::Lower, JoinKind::Interval(interval)) => Some(interval.lower),
            (Knob::WindowSize, JoinKind::Window { window, .. }) => match window {
                Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => {
                    Some(size)
                }
                Window::Session { .. } => None,
            },
            (Knob::SessionGap, JoinKind::Window { window: Window::Session { gap, .. }, .. }) => Some(gap),
            (Knob::AllowedLateness, JoinKind::Window { allowed_lateness, .. }) => Some(allowed_lateness),
            (Knob::StateTtl, JoinKind::Regular { state_ttl }) => Some(state_ttl),
            _ => None,
        }
    }

    /// The setup with another value; `None` where the join has no such number.
    pub fn turned(self, setup: &Setup, value: i64) -> Option<Setup> {
        let mut next = *setup;
        match (self, &mut next.join.kind) {
            (Knob::Delay(of), _) => {
                for side in Side::BOTH.into_iter().filter(|side| of.is_none_or(|of| of == *side)) {
                    next.watermarks[side] = next.watermarks[side].with_delay(value);
                }
            }
            (Knob::Upper, JoinKind::Interval(Interval { upper, .. })) => *upper = value,
            (Knob::Lower, JoinKind::Interval(Interval { lower, .. })) => *lower = value,
            (Knob::WindowSize, JoinKind::Window { window, .. }) => match window {
                Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => {
                    *size = value;
                }
                Window::Session { .. } => return None,
            },
            (Knob::SessionGap, JoinKind::Window { window: Window::Session { gap, .. }, .. }) => *gap = value,
            (Knob::AllowedLateness, JoinKind::Window { allowed_lateness, .. }) => *allowed_lateness = value,
            (Knob::StateTtl, JoinKind::Regular { state_ttl }) => *state_ttl = value,
            _ => return None,
        }
        Some(next)
    }

    /// Values in this order cost more and more.
    pub fn order(self, value: i64) -> i64 {
        match self {
            Knob::Lower => value.saturating_neg(),
            // For ever.
            Knob::StateTtl if value == 0 => i64::MAX,
            _ => value,
        }
    }
}

/// Durations that people say, ms.
const ROUND: [i64; 46] = [
    1,
    2,
    3,
    5,
    10,
    15,
    20,
    30,
    50,
    75,
    100,
    150,
    200,
    300,
    500,
    750,
    1_000,
    2_000,
    3_000,
    5_000,
    10_000,
    15_000,
    20_000,
    30_000,
    45_000,
    MINUTE,
    2 * MINUTE,
    3 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    20 * MINUTE,
    30 * MINUTE,
    45 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    4 * HOUR,
    6 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    3 * DAY,
    7 * DAY,
    30 * DAY,
];

/// The first round duration of at least so many ms, 0 among them; of more than all, that many itself.
fn rounded_up(value: i64) -> i64 {
    [0].into_iter().chain(ROUND).find(|round| *round >= value).unwrap_or(value)
}

/// The values of a knob that are worth a trial with these events: round ones, from the cheapest to the first that reaches all
/// of them, at most about `most`, and then without those that reach no more of them than a cheaper one does.
pub(super) fn ladder(knob: Knob, setup: &Setup, times: &Times, most: usize) -> Vec<i64> {
    let up_to = |last: i64| {
        let mut all = vec![0];
        all.extend(ROUND.into_iter().filter(|round| *round <= last));
        all.extend((last > DAY * 30).then_some(last));
        all
    };
    let rising = |values: Vec<i64>, spread: &Spread| rising(values, spread, most);
    let values = match (knob, setup.join.kind) {
        (Knob::Delay(_) | Knob::AllowedLateness, _) => {
            let side = if let Knob::Delay(side) = knob { side } else { None };
            let spread = times.lateness_for(side, setup.policy);
            rising(up_to(rounded_up(spread.most().unwrap_or(0))), &spread)
        }
        (Knob::Upper, JoinKind::Interval(Interval { lower, .. })) => {
            let far = times.distance.most().unwrap_or(0);
            rising(signed(lower, far), &times.distance)
        }
        (Knob::Lower, JoinKind::Interval(Interval { upper, .. })) => {
            // The same from the other end.
            let mirrored =
                Spread::new((0..=1000).filter_map(|at| times.distance.quantile(at)).map(|far| -far).collect());
            let far = mirrored.most().unwrap_or(0);
            rising(signed(-upper, far), &mirrored).into_iter().map(|value| -value).collect()
        }
        (Knob::WindowSize, JoinKind::Window { window, .. }) => {
            let by = match window {
                Window::Sliding { slide, .. } => slide,
                Window::Cumulating { step, .. } => step,
                Window::Tumbling { .. } | Window::Session { .. } => 1,
            };
            let of = |permille| times.distance.quantile(permille).map_or(0, i64::saturating_abs);
            let near = [250, 500, 750].map(of).into_iter().min().unwrap_or(0).max(1);
            let far = of(0).max(of(1000)).max(1).saturating_mul(20);
            let mut all: Vec<i64> = up_to(rounded_up(far)).into_iter().filter(|size| *size >= near).collect();
            all.retain(|size| by <= 1 || size % by == 0);
            all
        }
        (Knob::SessionGap, _) => {
            let mut all = up_to(rounded_up(times.gaps.most().unwrap_or(0)));
            all.retain(|gap| *gap > 0);
            rising(all, &times.gaps)
        }
        (Knob::StateTtl, _) => {
            let far = times.clock.most().unwrap_or(0);
            // Exactly so long after it was written a row is gone.
            let mut all = rising(up_to(rounded_up(far.saturating_add(1))), &times.clock);
            all.retain(|ttl| *ttl > 0);
            all.push(0);
            all
        }
        _ => Vec::new(),
    };
    thinned(values, most)
}

/// Round values from `from` to the first that reaches `far`, those below zero among them.
fn signed(from: i64, far: i64) -> Vec<i64> {
    let last = if far >= 0 { rounded_up(far) } else { -ROUND.into_iter().rfind(|round| *round <= -far).unwrap_or(0) };
    let below = ROUND.into_iter().rev().map(|round| -round);
    let all = below.chain([0]).chain(ROUND).chain((last > DAY * 30).then_some(last));
    let mut all: Vec<i64> = all.filter(|value| *value >= from && *value <= last).collect();
    if all.is_empty() {
        all.push(last.max(from));
    }
    all
}

/// Of ascending values those not far below all of the numbers; if that leaves more than `most`, those that reach more of the
/// numbers than the one before.
fn rising(mut values: Vec<i64>, spread: &Spread, most: usize) -> Vec<i64> {
    let first = values.first().copied();
    let least = spread.nearest().unwrap_or(0) / 4;
    values.retain(|value| *value == 0 || value.unsigned_abs() >= least || Some(*value) == first);
    if values.len() <= most {
        return values;
    }
    let mut reached = None;
    let more = |value: &i64| {
        let within = spread.within(*value);
        let more = reached.is_none_or(|reached| within > reached);
        reached = Some(within);
        more
    };
    values.into_iter().filter(more).collect()
}

/// About `most` of them, the first and the last among them.
fn thinned(values: Vec<i64>, most: usize) -> Vec<i64> {
    let every = values.len().div_ceil(most.max(2)).max(1);
    let last = values.len().saturating_sub(1);
    values
        .into_iter()
        .enumerate()
        .filter(|(at, _)| (last - at).is_multiple_of(every) || *at == 0)
        .map(|(_, value)| value)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values_reach_just_all_and_each_reaches_more() {
        let spread = Spread::new(vec![0, 0, 0, 400, 700, 4_200, 61_000]);
        let times = Times { lateness: crate::scenario::Sides::new(spread, Spread::default()), ..Times::default() };
        let mut setup = Scenario::empty().setup();
        setup.watermarks.left = setup.watermarks.left.with_delay(5);
        assert_eq!(ladder(Knob::Delay(None), &setup, &times, 10), [0, 500, 750, 5_000, 2 * MINUTE]);
        let all = ladder(Knob::Delay(None), &setup, &times, 24);
        assert_eq!((&all[..4], all.len(), all.last()), (&[0, 100, 150, 200][..], 18, Some(&(2 * MINUTE))));
        assert_eq!(ladder(Knob::Delay(Some(Side::Right)), &setup, &times, 24), [0]);
        let many = Times {
            lateness: crate::scenario::Sides::new(Spread::new(ROUND.to_vec()), Spread::default()),
            ..Times::default()
        };
        let thin = ladder(Knob::Delay(None), &setup, &many, 24);
        assert!(thin.len() <= 25 && thin[0] == 0 && thin[thin.len() - 1] == 30 * DAY, "{thin:?}");
    }

    #[test]
    fn bounds_are_looked_for_on_both_sides_of_zero() {
        let times = Times { distance: Spread::new(vec![-700, -3, 0, 0, 90, 3_500]), ..Times::default() };
        let mut setup = Scenario::empty().setup();
        let bounds = |lower, upper| JoinKind::Interval(Interval::closed(lower, upper));
        setup.join.kind = bounds(-1_000, 0);
        assert_eq!(ladder(Knob::Upper, &setup, &times, 12), [-1000, -500, -3, 0, 100, 5_000]);
        assert_eq!(ladder(Knob::Lower, &setup, &times, 12), [0, -3, -750]);
        setup.join.kind = bounds(5_000, 9_000);
        assert_eq!(ladder(Knob::Upper, &setup, &times, 24), [5_000]);
        let never = Times { distance: Spread::new(vec![-9, -8]), ..Times::default() };
        assert_eq!(signed(-50, -8), [-50, -30, -20, -15, -10, -5]);
        setup.join.kind = bounds(-100, 0);
        assert_eq!(ladder(Knob::Upper, &setup, &never, 24).last(), Some(&-5));
    }

    #[test]
    fn what_is_turned_is_read_again() {
        let mut setup = Scenario::empty().setup();
        setup.watermarks.right = Strategy::bounded(7);
        assert_eq!(Knob::Delay(None).value(&setup), None);
        for knob in [Knob::Delay(None), Knob::Delay(Some(Side::Left)), Knob::Upper, Knob::Lower] {
            let turned = knob.turned(&setup, 42).expect("it has one");
            assert_eq!(knob.value(&turned), Some(42), "{knob:?}");
        }
        assert_eq!(Knob::StateTtl.turned(&setup, 1), None);
    }
}
