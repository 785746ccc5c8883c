//! Settings with which joinscope gives a trace as it is. Each that is told has been run.

use std::rc::Rc;

use super::{
    compare::{Field, Found, Value},
    read::Trace,
};
use crate::{
    compare::with_setup,
    replay::Recording,
    scenario::{Dialect, Interval, Join, JoinKind, JoinType, Policy, Scenario, Setup, Side, Strategy},
};

/// A longer script is not run again and again.
const LONGEST: usize = 5_000;
/// So many settings are told at most.
const TOLD: usize = 3;

/// Something that is set otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Delay {
        side: Side,
        from: i64,
        to: i64,
    },
    Policy(Policy),
    Type(JoinType),
    Engine(Dialect),
    /// Whether the bounds themselves belong to the interval.
    Bounds(Interval),
    /// State is kept for ever.
    NoTtl,
    NoLateness,
}

/// What is set otherwise, all of it together.
pub type Setting = Vec<Changed>;

/// The settings that give the trace as it is.
pub(super) fn settings(scenario: &Rc<Scenario>, trace: &Trace, found: &Found) -> Vec<Setting> {
    if scenario.script.len() > LONGEST {
        return Vec::new();
    }
    let setup = scenario.setup();
    let gives = |changed: &Setting| {
        let scenario = with_setup((**scenario).clone(), &applied(setup, changed));
        let recording = Recording::new(Rc::new(scenario));
        recording.outcome().is_ok() && Found::of(&recording, trace).differences.is_empty()
    };
    candidates(&setup, found).into_iter().filter(gives).take(TOLD).collect()
}

fn applied(mut setup: Setup, changed: &Setting) -> Setup {
    for change in changed {
        match *change {
            Changed::Delay { side, to, .. } => setup.watermarks[side] = setup.watermarks[side].with_delay(to),
            Changed::Policy(policy) => setup.policy = Some(policy),
            Changed::Type(ty) => setup.join.ty = ty,
            Changed::Engine(dialect) => setup.dialect = dialect,
            Changed::Bounds(interval) => setup.join.kind = JoinKind::Interval(interval),
            Changed::NoTtl | Changed::NoLateness => setup.join = without(setup.join, *change),
        }
    }
    setup
}

fn without(join: Join, change: Changed) -> Join {
    let kind = match (join.kind, change) {
        (JoinKind::Regular { .. }, Changed::NoTtl) => JoinKind::Regular { state_ttl: 0 },
        (JoinKind::Window { window, .. }, Changed::NoLateness) => JoinKind::Window { window, allowed_lateness: 0 },
        (kind, _) => kind,
    };
    Join { kind, ..join }
}

/// What could be set otherwise: delays by as much as the watermarks differ, and the settings that have few values.
fn candidates(setup: &Setup, found: &Found) -> Vec<Setting> {
    let mut all: Vec<Setting> = Vec::new();
    for by in shifts(found) {
        let delay = |side: Side, by: i64| match setup.watermarks[side] {
            Strategy::Bounded { delay: from, .. } if by != 0 => {
                Some(Changed::Delay { side, from, to: from.saturating_sub(by) })
            }
            _ => None,
        };
        let changed: Setting = Side::BOTH.into_iter().filter_map(|side| delay(side, by[side as usize])).collect();
        if !changed.is_empty() && !all.contains(&changed) {
            all.push(changed);
        }
    }
    if setup.dialect == Dialect::Spark {
        let other = if setup.policy == Some(Policy::Max) { Policy::Min } else { Policy::Max };
        all.push(vec![Changed::Policy(other)]);
    }
    all.extend(JoinType::ALL.into_iter().filter(|ty| *ty != setup.join.ty).map(|ty| vec![Changed::Type(ty)]));
    match setup.join.kind {
        JoinKind::Interval(interval) => {
            let ends = [(true, true), (true, false), (false, true), (false, false)];
            let other = ends.map(|(lower_inclusive, upper_inclusive)| Interval {
                lower_inclusive,
                upper_inclusive,
                ..interval
            });
            all.extend(other.into_iter().filter(|other| *other != interval).map(|other| vec![Changed::Bounds(other)]));
        }
        JoinKind::Regular { state_ttl: 1.. } => all.push(vec![Changed::NoTtl]),
        JoinKind::Window { allowed_lateness: 1.., .. } => all.push(vec![Changed::NoLateness]),
        _ => {}
    }
    match setup.dialect {
        Dialect::FlinkSql => all.push(vec![Changed::Engine(Dialect::FlinkDatastream)]),
        Dialect::FlinkDatastream => all.push(vec![Changed::Engine(Dialect::FlinkSql)]),
        Dialect::Spark => {}
    }
    all
}

/// By how much the engine's watermarks are ahead, left and right, ms: as they are last.
fn shifts(found: &Found) -> Vec<[i64; 2]> {
    let by =
        |ours: Option<i64>, theirs: Option<i64>| ours.zip(theirs).map(|(ours, theirs)| theirs.saturating_sub(ours));
    let mut last: [Option<i64>; 2] = [None, None];
    let mut joint = None;
    for difference in found.differences.iter().filter(|difference| difference.field == Field::Watermark) {
        match (&difference.ours, &difference.theirs) {
            (Value::Times(ours), Value::Times(theirs)) => {
                last = Side::BOTH.map(|side| by(ours[side], theirs[side]).or(last[side as usize]));
            }
            // Of a micro-batch only the join's is known: it is one side's, or both sides'.
            (Value::Time(ours), Value::Time(theirs)) => joint = by(*ours, *theirs).or(joint),
            _ => {}
        }
    }
    let [left, right] = last.map(|by| by.unwrap_or(0));
    let mut all = vec![[left, right]];
    if let Some(by) = joint {
        all.extend([[by, by], [by, 0], [0, by]]);
    }
    all
}
