//! What the setup can be changed to, and whether the engine runs it: asked of the engine itself, so that it cannot drift.

use super::{Edit, ToSpark, convert, next_push};
use crate::{
    engine::{Engine, Refusal, WayOut},
    replay::{Next, Nudge, Stopped},
    scenario::{
        Dialect, Interval, Join, JoinKind, JoinType, MAX_TIME, Policy, Push, Scenario, Setup, Step, Window,
        time::{HOUR, MINUTE},
    },
};

/// A choice, and why the engine refuses it, if it does.
pub type Offer<T> = (T, Option<Refusal>);

/// The join types, each in the present setup.
pub fn types(scenario: &Scenario) -> Vec<Offer<JoinType>> {
    JoinType::ALL.map(|ty| (ty, refused(scenario, Join { ty, ..scenario.join }))).to_vec()
}

/// The kinds of join, each with what stands nearest to the present setup; one runs if any type of it does.
pub fn kinds(scenario: &Scenario) -> Vec<Offer<Join>> {
    let present = scenario.join.kind;
    let interval = match present {
        JoinKind::Interval(interval) => interval,
        _ => Interval::closed(0, reach(present)),
    };
    let window = match present {
        JoinKind::Window { .. } => present,
        _ => JoinKind::Window { window: Window::Tumbling { size: reach(present), offset: 0 }, allowed_lateness: 0 },
    };
    let regular = match present {
        JoinKind::Regular { .. } => present,
        _ => JoinKind::Regular { state_ttl: 0 },
    };
    [JoinKind::Interval(interval), window, regular, JoinKind::Temporal, JoinKind::Lookup]
        .into_iter()
        .map(|kind| nearest(scenario, kind))
        .collect()
}

/// The window shapes, each as large as the present window.
pub fn shapes(scenario: &Scenario) -> Vec<Offer<Window>> {
    let JoinKind::Window { window, .. } = scenario.join.kind else { return Vec::new() };
    let (size, offset) = match window {
        Window::Tumbling { size, offset }
        | Window::Sliding { size, offset, .. }
        | Window::Cumulating { size, offset, .. } => (size, offset),
        Window::Session { gap, .. } => (gap, 0),
    };
    let half = if size > 0 && size % 2 == 0 { size / 2 } else { size };
    let all = [
        Window::Tumbling { size, offset },
        Window::Sliding { size, slide: half, offset },
        Window::Cumulating { size, step: half, offset },
        Window::session(size),
    ];
    all.into_iter()
        .map(|shape| if shape.word() == window.word() { window } else { shape })
        .map(|shape| {
            let kind = match scenario.join.kind {
                JoinKind::Window { allowed_lateness, .. } => JoinKind::Window { window: shape, allowed_lateness },
                other => other,
            };
            (shape, refused(scenario, Join { kind, ..scenario.join }))
        })
        .collect()
}

/// The edit that inserts steps which were tried on the engine. A row among them gets an id and a key that no row has.
pub fn steps(scenario: &Scenario, next: &[Next]) -> Edit {
    let mut after = scenario.clone();
    let mut edits = Vec::new();
    for next in next {
        let step = match *next {
            Next::Watermark { side, time } => Step::Watermark { side, time },
            Next::Clock { time } => Step::Clock { time },
            Next::Push(Nudge { side, time }) => Step::Push(next_push(&after, side, time, None)),
            Next::Batch => Step::Batch,
        };
        after.script.push(step.clone());
        edits.push(Edit::Insert(step));
    }
    match edits.pop() {
        Some(only) if edits.is_empty() => only,
        last => Edit::All(edits.into_iter().chain(last).collect()),
    }
}

/// Whether the engine has an option of the join at all.
pub fn has_lateness(scenario: &Scenario) -> bool {
    scenario.dialect == Dialect::FlinkDatastream && matches!(scenario.join.kind, JoinKind::Window { .. })
}

/// A length in ms that rows of the present join wait for each other, for joins that have another way of saying it.
fn reach(kind: JoinKind) -> i64 {
    match kind {
        JoinKind::Interval(interval) => interval.upper.saturating_sub(interval.lower).clamp(MINUTE, MAX_TIME),
        JoinKind::Window { window, .. } => match window {
            Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => {
                size.max(1)
            }
            Window::Session { gap, .. } => gap.max(1),
        },
        JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => HOUR,
    }
}

/// The kind with the present type, or with the first that runs.
fn nearest(scenario: &Scenario, kind: JoinKind) -> Offer<Join> {
    let present = Join { kind, ..scenario.join };
    let first = refused(scenario, present);
    if first.is_none() {
        return (present, None);
    }
    let other = [JoinType::Left, JoinType::Inner].into_iter().map(|ty| Join { ty, kind });
    match other.into_iter().find(|join| refused(scenario, *join).is_none()) {
        Some(join) => (join, None),
        None => (present, first),
    }
}

fn refused(scenario: &Scenario, join: Join) -> Option<Refusal> {
    Engine::new(&Setup { join, ..scenario.setup() }).err()
}

/// The edit that makes a refused scenario run, or comes nearest to it.
pub fn way_out(scenario: &Scenario, stopped: Stopped, cursor: usize) -> Option<Edit> {
    let way = stopped.refusal.way_out(&scenario.setup())?;
    let join = scenario.join;
    let kind = |kind: JoinKind| Edit::Join(Join { kind, ..join });
    let push = stopped.step.and_then(|index| match scenario.script.get(index) {
        Some(Step::Push(push)) => Some((index, push.clone())),
        _ => None,
    });
    let edit = match way {
        WayOut::Type(ty) => Edit::Join(Join { ty, ..join }),
        WayOut::Dialect(to) => {
            let converted = convert(scenario, cursor, to, ToSpark::default());
            Edit::Whole { scenario: Box::new(converted.scenario), show: converted.cursor }
        }
        WayOut::Kind(word) => {
            let found = kinds(scenario).into_iter().map(|(join, _)| join).find(|join| join.kind.word() == word)?;
            Edit::Join(found)
        }
        WayOut::Strategy { side, strategy } => Edit::Strategy(side, strategy),
        WayOut::Policy(policy) => Edit::Policy((policy == Policy::Max).then_some(policy)),
        WayOut::Number { field, value } => kind(with_number(join.kind, field, value)?),
        WayOut::SwapBounds => match join.kind {
            JoinKind::Interval(interval) => {
                kind(JoinKind::Interval(Interval { lower: interval.upper, upper: interval.lower, ..interval }))
            }
            _ => return None,
        },
        WayOut::NoCap => match join.kind {
            JoinKind::Window { window: Window::Session { gap, .. }, allowed_lateness } => {
                kind(JoinKind::Window { window: Window::session(gap), allowed_lateness })
            }
            _ => return None,
        },
        WayOut::RemoveStep => Edit::Remove { index: stopped.step? },
        WayOut::RowKind(row_kind) => {
            let (index, push) = push?;
            Edit::Replace { index, step: Step::Push(Push { kind: row_kind, ..push }) }
        }
        WayOut::GiveKey => {
            let (index, push) = push?;
            let key = next_push(scenario, push.side, push.time, None).key;
            Edit::Replace { index, step: Step::Push(Push { key, ..push }) }
        }
    };
    Some(edit)
}

/// The join with one of its numbers changed, by its name in the file.
fn with_number(kind: JoinKind, field: &str, value: i64) -> Option<JoinKind> {
    let mut kind = kind;
    let number = match (&mut kind, field) {
        (JoinKind::Interval(Interval { min_cleanup_interval, .. }), "min_cleanup_interval") => min_cleanup_interval,
        (JoinKind::Interval(Interval { lower, .. }), "lower") => lower,
        (JoinKind::Interval(Interval { upper, .. }), "upper") => upper,
        (JoinKind::Regular { state_ttl }, "state_ttl") => state_ttl,
        (JoinKind::Window { allowed_lateness, .. }, "allowed_lateness") => allowed_lateness,
        (JoinKind::Window { window, .. }, field) => match (window, field) {
            (
                Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. },
                "size",
            ) => size,
            (
                Window::Tumbling { offset, .. } | Window::Sliding { offset, .. } | Window::Cumulating { offset, .. },
                "offset",
            ) => offset,
            (Window::Sliding { slide, .. }, "slide") => slide,
            (Window::Cumulating { step, .. }, "step") => step,
            (Window::Session { gap, .. }, "gap") => gap,
            _ => return None,
        },
        _ => return None,
    };
    *number = value;
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{replay::Recording, scenario::Side, workspace::convert};
    use std::rc::Rc;

    #[test]
    fn only_what_runs_is_offered_and_every_kind_is_listed() {
        let mut scenario = Scenario::empty();
        assert!(types(&scenario).iter().all(|(_, refusal)| refusal.is_none()));
        assert_eq!(
            kinds(&scenario).iter().map(|(join, _)| join.kind.word()).collect::<Vec<_>>(),
            ["interval", "window", "regular", "temporal", "lookup"]
        );
        scenario = convert(&scenario, 0, Dialect::Spark, ToSpark::default()).scenario;
        let refused: Vec<_> = types(&scenario).into_iter().filter(|(_, refusal)| refusal.is_some()).collect();
        assert_eq!(refused, [(JoinType::Anti, Some(Refusal::Anti))]);
        assert_eq!(kinds(&scenario)[3].1, Some(Refusal::NoSuchJoin { dialect: Dialect::Spark, kind: "temporal" }));
    }

    #[test]
    fn each_way_out_leads_out() {
        let mut scenario = Scenario::empty();
        scenario = convert(&scenario, 0, Dialect::Spark, ToSpark::default()).scenario;
        scenario.streams[Side::Right].watermark = crate::scenario::Strategy::None;
        let stopped = Recording::new(Rc::new(scenario.clone())).outcome().unwrap_err();
        let edit = way_out(&scenario, stopped, 0).unwrap();
        let (next, _) = edit.apply(&scenario, 0).unwrap();
        assert!(Recording::new(Rc::new(next)).outcome().is_ok());
    }
}
