//! What the setup can be changed to, and whether the engine runs it: asked of the engine itself, so that it cannot drift.

use crate::{
    engine::{Engine, Refusal},
    scenario::{
        Dialect, Interval, Join, JoinKind, JoinType, Scenario, Setup, Window,
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
    [JoinKind::Interval(interval), window, regular, JoinKind::Temporal]
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
        Window::Session { gap } => (gap, 0),
    };
    let half = if size > 0 && size % 2 == 0 { size / 2 } else { size };
    let all = [
        Window::Tumbling { size, offset },
        Window::Sliding { size, slide: half, offset },
        Window::Cumulating { size, step: half, offset },
        Window::Session { gap: size },
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

/// Whether the engine has an option of the join at all.
pub fn has_lateness(scenario: &Scenario) -> bool {
    scenario.dialect == Dialect::FlinkDatastream && matches!(scenario.join.kind, JoinKind::Window { .. })
}

/// A length in ms that rows of the present join wait for each other, for joins that have another way of saying it.
fn reach(kind: JoinKind) -> i64 {
    match kind {
        JoinKind::Interval(interval) => interval.upper.saturating_sub(interval.lower).max(MINUTE),
        JoinKind::Window { window, .. } => match window {
            Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. } => {
                size.max(1)
            }
            Window::Session { gap } => gap.max(1),
        },
        JoinKind::Regular { .. } | JoinKind::Temporal => HOUR,
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
