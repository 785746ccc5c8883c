//! Choosing a setting from the events at hand: how their times lie, what share of the true matches each bound, delay or gap keeps
//! in how large a state, and which matches a run has lost.
//!
//! - What is *true* is the batch join ([`truth`]): of delays, lateness and TTL by the join as it is; of bounds, sizes and gaps,
//!   which say themselves what matches, each row and the nearest of its key.
//! - A setting is *tried* ([`trial`]): the engine itself runs the whole script under it, and then the end of both streams. So its
//!   share is no estimate, but it is of these events.
//! - The *advice* is the smallest setting of those tried that keeps so much ([`advice`]).
//! - What is *lost* is named pair by pair, with the engine's reason ([`losses`]).
//!
//! Nothing here takes longer than it is allowed: [`Study::go_on`] and [`Losses::go_on`] do a little at a time.

mod knob;
mod losses;
mod spread;
mod trial;
mod truth;

use std::{collections::BTreeMap, rc::Rc};

pub use knob::{Knob, NoKnob};
pub use losses::{Loss, Losses, Reason};
pub use spread::Spread;
pub use trial::{Nothing, Outcome, waits};
pub use truth::{MOST_PAIRS, Pair, Truth};

use self::{
    knob::ladder,
    trial::{Feed, Trial},
};
use crate::{
    replay::Rows,
    scenario::{Policy, Scenario, Setup, Side, Sides, Step},
};

/// How the times of the events lie, ms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// `right.time - left.time` of each row and the nearest of its key on the other side.
    pub distance: Spread,
    /// How far behind the newest event time of its side a row arrives; 0 of one in order.
    pub lateness: Sides<Spread>,
    /// The same behind the newest of both sides.
    pub behind: Spread,
    /// From a row of a key to the next of that key, of both sides together.
    pub gaps: Spread,
    /// Processing time between a row's arrival and that of its match, where the script has a clock.
    pub clock: Spread,
}

impl Times {
    fn of(scenario: &Scenario, rows: &Rows, nearest: &Truth, declared: &Truth) -> Times {
        let apart = |pair: &Pair| rows.get(pair.right).time.saturating_sub(rows.get(pair.left).time);
        let mut newest = Sides::<Option<i64>>::default();
        let mut lateness = Sides::<Vec<i64>>::default();
        let (mut behind, mut clock, mut now) = (Vec::new(), Vec::with_capacity(scenario.script.len()), 0);
        for step in &scenario.script {
            match step {
                Step::Push(push) => {
                    let side = &mut newest[push.side];
                    lateness[push.side].push(side.map_or(0, |newest| newest.saturating_sub(push.time).max(0)));
                    *side = (*side).max(Some(push.time));
                    let all = newest.left.max(newest.right).unwrap_or(push.time);
                    behind.push(all.saturating_sub(push.time));
                }
                Step::Clock { time } => now = now.max(*time),
                _ => {}
            }
            clock.push(now);
        }
        let mut gaps = Vec::new();
        for key in 1..rows.keys() {
            let of_key = rows.of_key(crate::engine::Key(u32::try_from(key).unwrap_or(u32::MAX)));
            let mut times: Vec<i64> = of_key.iter().map(|row| rows.get(*row).time).collect();
            times.sort_unstable();
            gaps.extend(times.windows(2).map(|pair| pair[1].saturating_sub(pair[0])));
        }
        let at = |row| clock[rows.get(row).step as usize];
        let between = |pair: &Pair| at(pair.left).saturating_sub(at(pair.right)).saturating_abs();
        Times {
            distance: Spread::new(nearest.pairs().iter().map(apart).collect()),
            lateness: Sides::new(Spread::new(lateness.left), Spread::new(lateness.right)),
            behind: Spread::new(behind),
            gaps: Spread::new(gaps),
            clock: Spread::new(if now > 0 { declared.pairs().iter().map(between).collect() } else { Vec::new() }),
        }
    }

    /// How far behind rows arrive, as far as a delay must wait for them.
    fn lateness_for(&self, side: Option<Side>, policy: Option<Policy>) -> Spread {
        match side {
            // The faster side's rows move the watermark for both.
            _ if policy == Some(Policy::Max) => self.behind.clone(),
            Some(side) => self.lateness[side].clone(),
            None => self.lateness.left.and(&self.lateness.right),
        }
    }
}

/// A setting that was, or will be, tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// `None`: the present one, which is none of the knob's values.
    pub value: Option<i64>,
    pub setup: Setup,
    /// `None`: not tried yet.
    pub outcome: Option<Result<Outcome, Nothing>>,
    /// [`waits`].
    pub waits: Option<i64>,
}

impl Candidate {
    pub fn told(&self) -> Option<Outcome> {
        self.outcome?.ok()
    }
}

/// What is known of the events under a join, whatever value a knob has.
#[derive(Debug)]
struct Known {
    truth: Truth,
    times: Times,
    feed: Feed,
}

/// What of it has been found so far, one after the other.
#[derive(Debug, Default)]
struct Finding {
    declared: Option<Truth>,
    nearest: Option<Truth>,
    times: Option<Times>,
}

impl Finding {
    /// Finds a part; all of it, once that is there.
    fn go_on(&mut self, scenario: &Scenario, rows: &Rows, knob: Knob) -> Option<Known> {
        let Some(declared) = &self.declared else {
            self.declared = Some(Truth::declared(scenario, rows));
            return None;
        };
        let Some(nearest) = &self.nearest else {
            self.nearest = Some(Truth::nearest(scenario, rows));
            return None;
        };
        if self.times.is_none() {
            self.times = Some(Times::of(scenario, rows, nearest, declared));
            return None;
        }
        let truth = if knob.says_what_matches() { self.nearest.take() } else { self.declared.take() }?;
        let feed = Feed::new(scenario, rows, &truth);
        Some(Known { truth, times: self.times.take()?, feed })
    }
}

/// The settings of a knob, being tried.
#[derive(Debug)]
pub struct Study {
    scenario: Rc<Scenario>,
    rows: Rc<Rows>,
    knob: Knob,
    finding: Finding,
    known: Option<Rc<Known>>,
    candidates: Vec<Candidate>,
    /// Where among them the present setting is.
    present: usize,
    trial: Option<(usize, Trial)>,
    /// What came of all that was tried, by value; `None` of the present setting if it is no value.
    tried: BTreeMap<i64, Result<Outcome, Nothing>>,
}

/// So many settings are tried at the most.
const MOST: usize = 24;

impl Study {
    pub fn new(scenario: Rc<Scenario>, rows: Rc<Rows>, knob: Knob) -> Study {
        Study {
            scenario,
            rows,
            knob,
            finding: Finding::default(),
            known: None,
            candidates: Vec::new(),
            present: 0,
            trial: None,
            tried: BTreeMap::new(),
        }
    }

    /// The same of another scenario: what is known already, it still knows, if only the knob was turned.
    pub fn follow(self, scenario: Rc<Scenario>, rows: Rc<Rows>) -> Study {
        let same = |setup: Setup| self.knob.turned(&setup, 1);
        let kept = same(self.scenario.setup()).is_some()
            && same(self.scenario.setup()) == same(scenario.setup())
            && self.scenario.script == scenario.script;
        if !kept {
            return Study::new(scenario, rows, self.knob);
        }
        let mut study = Study { scenario, rows, trial: None, ..self };
        if study.known.is_some() {
            study.line_up();
        }
        study
    }

    pub fn knob(&self) -> Knob {
        self.knob
    }

    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.scenario
    }

    /// Does a little more, so many steps of a run; whether that was the last.
    pub fn go_on(&mut self, steps: usize) -> bool {
        let Some(known) = self.known.clone() else {
            if let Some(known) = self.finding.go_on(&self.scenario, &self.rows, self.knob) {
                self.known = Some(Rc::new(known));
                self.line_up();
            }
            return self.is_done();
        };
        if self.trial.is_none() {
            let Some(at) = self.next() else { return true };
            match Trial::start(&self.candidates[at].setup, &known.truth) {
                Ok(trial) => self.trial = Some((at, trial)),
                Err(nothing) => self.tell(at, Err(nothing)),
            }
        }
        if let Some((at, trial)) = &mut self.trial
            && let Some(outcome) = trial.go_on(&known.feed, &known.truth, steps)
        {
            let at = *at;
            self.trial = None;
            self.tell(at, outcome);
        }
        self.is_done()
    }

    pub fn is_done(&self) -> bool {
        self.known.is_some() && self.trial.is_none() && self.next().is_none()
    }

    /// How many settings have been tried, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.candidates.iter().filter(|candidate| candidate.outcome.is_some()).count(), self.candidates.len())
    }

    fn tell(&mut self, at: usize, outcome: Result<Outcome, Nothing>) {
        let candidate = &mut self.candidates[at];
        candidate.outcome = Some(outcome);
        if let Some(value) = candidate.value {
            self.tried.insert(value, outcome);
        }
    }

    /// The next to be tried: the present one first, then the ends, then what lies between.
    fn next(&self) -> Option<usize> {
        let open = |at: &usize| self.candidates[*at].outcome.is_none();
        let last = self.candidates.len().checked_sub(1)?;
        [self.present, 0, last].into_iter().find(open).or_else(|| (0..=last).find(open))
    }

    /// Which settings are tried.
    fn line_up(&mut self) {
        let Some(known) = &self.known else { return };
        let setup = self.scenario.setup();
        let present = self.knob.value(&setup);
        let mut values = ladder(self.knob, &setup, &known.times, MOST);
        values.extend(present);
        values.sort_by_key(|value| self.knob.order(*value));
        values.dedup();
        let candidate = |value: i64| {
            let setup = self.knob.turned(&setup, value)?;
            let outcome = self.tried.get(&value).copied();
            Some(Candidate { value: Some(value), setup, outcome, waits: waits(&setup) })
        };
        let mut candidates: Vec<Candidate> = values.into_iter().filter_map(candidate).collect();
        self.present = match candidates.iter().position(|candidate| candidate.value == present && present.is_some()) {
            Some(at) => at,
            None => {
                candidates.push(Candidate { value: None, setup, outcome: None, waits: waits(&setup) });
                candidates.len() - 1
            }
        };
        self.candidates = candidates;
    }

    /// The settings in order, the cheaper first; the present one behind all if it is no value of the knob.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    pub fn present(&self) -> Option<&Candidate> {
        self.candidates.get(self.present)
    }

    pub fn is_present(&self, at: usize) -> bool {
        at == self.present
    }

    /// How many true matches there are; `None` while that is not known yet.
    pub fn matches(&self) -> Option<usize> {
        self.known.as_ref().map(|known| known.truth.len())
    }

    /// Of how many keys the matches are, if not of all, and of how many they would be.
    pub fn part(&self) -> Option<(usize, usize)> {
        self.known.as_ref().and_then(|known| known.truth.part)
    }

    pub fn times(&self) -> Option<&Times> {
        self.known.as_ref().map(|known| &known.times)
    }

    /// The smallest setting of those tried that keeps so many of a thousand true matches, and where it is among them; while some
    /// are still to be tried, nothing.
    pub fn advice(&self, permille: u32) -> Option<Advice> {
        let matches = self.matches()?;
        if !self.is_done() {
            return None;
        }
        if matches == 0 {
            return Some(if self.part().is_some() { Advice::TooMany } else { Advice::NoMatches });
        }
        let told = |at: usize| self.candidates[at].value.and(self.candidates[at].told());
        let enough = |kept: usize| kept as u128 * 1000 >= matches as u128 * u128::from(permille);
        let all = 0..self.candidates.len();
        if let Some(at) = all.clone().find(|at| told(*at).is_some_and(|told| enough(told.kept))) {
            let gains = || {
                let (to, now) = (&self.candidates[at], &self.candidates[self.present]);
                let kept = |of: &Candidate| of.told().map(|told| told.kept);
                let held = |of: &Candidate| of.told().map(|told| told.most_held);
                !kept(now).is_some_and(enough) || held(to) < held(now) || to.waits < now.waits
            };
            return Some(match at {
                _ if at == self.present => Advice::Stay,
                _ if gains() => Advice::Turn(at),
                _ => Advice::AsGood,
            });
        }
        // The present one if it keeps the most, else the first that does.
        let most = all.clone().filter_map(told).map(|told| told.kept).max();
        let Some(at) = [self.present]
            .into_iter()
            .chain(all.clone())
            .find(|at| told(*at).is_some_and(|told| Some(told.kept) == most))
        else {
            return Some(Advice::Nothing);
        };
        Some(Advice::NotEnough(at))
    }
}

/// What the numbers come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// There is nothing to keep.
    NoMatches,
    /// Each key alone makes more matches than can be looked at.
    TooMany,
    /// The present setting is it.
    Stay,
    /// A smaller one keeps as much as is asked for, but holds no fewer rows and waits no shorter.
    AsGood,
    Turn(usize),
    /// No setting that was tried keeps so many; this one keeps the most.
    NotEnough(usize),
    /// None of them runs.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Interval, JoinKind, Payload, Push, RowKind, Script, Strategy, time::MINUTE};

    /// A minute of orders in order, each with a payment a second later; the payments' delay is the longer one.
    fn advised(left: i64, right: i64, knob: Knob, upper: i64) -> Advice {
        let row = |side: Side, n: i64, time: i64| {
            let id = format!("{side:?}{n}").into();
            let key = Some(format!("k{n}").into());
            Step::Push(Push { side, id, key, time, row: Payload::default(), kind: RowKind::Insert, partition: 0 })
        };
        let steps = (0..60).flat_map(|n| {
            let time = 10 * MINUTE + n * 1_000;
            [row(Side::Left, n, time), row(Side::Right, n, time + 1_000)]
        });
        let mut scenario = Scenario::empty();
        scenario.join.kind = JoinKind::Interval(Interval::closed(0, upper));
        scenario.streams.left.watermark = Strategy::bounded(left);
        scenario.streams.right.watermark = Strategy::bounded(right);
        scenario.script = Script::from(steps.collect::<Vec<_>>());
        let rows = Rc::new(Rows::new(&scenario));
        let mut study = Study::new(Rc::new(scenario), rows, knob);
        while !study.go_on(1_000) {}
        study.advice(990).expect("all are tried")
    }

    #[test]
    fn a_change_that_gains_nothing_is_not_advised() {
        // The other side's delay is what all wait for.
        assert_eq!(advised(1_000, 5_000, Knob::Delay(Some(Side::Left)), 2_000), Advice::AsGood);
        assert!(matches!(advised(1_000, 5_000, Knob::Delay(Some(Side::Right)), 2_000), Advice::Turn(_)));
        assert_eq!(advised(0, 0, Knob::Delay(None), 2_000), Advice::Stay);
    }

    #[test]
    fn where_another_bound_is_the_limit_the_present_one_is_as_good_as_any() {
        // No lower bound reaches payments that come later than the upper one; 500 ms would do as little.
        let Advice::NotEnough(at) = advised(0, 0, Knob::Lower, 500) else { panic!("there is none") };
        assert_eq!(at, 1, "the present one, 0");
    }
}
