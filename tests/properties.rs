//! What must hold for every scenario, tried on random ones of every family: that the recording, its views and the engine
//! agree; that without late rows a stream join is a batch join; that left and right are alike where the engine says so;
//! and that no number, however hostile, makes anything panic.

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use joinscope_core::{
    choose::{Knob, Losses, Nothing, Pair, Reason, Study, Truth},
    engine::{
        Effect, Engine, Input, MAX_COPIES, Plan, Refusal, RowId, WayOut,
        effect::{Gone, Span},
        since_checkpoint,
    },
    replay::{self, GoneBy, Phase, Recording, Rows, View},
    scenario::{
        Dialect, Generate, Interval, Join, JoinKind, JoinType, Pause, Policy, Push, Scenario, Script, Setup, Shape,
        Side, Sides, Step, Strategy, Stream, Window, time,
    },
};
use proptest::prelude::*;
use random::*;

fn run(scenario: &Scenario) -> Recording {
    Recording::new(Rc::new(scenario.clone()))
}

// ---- the recording, its views and the engine agree ------------------------------------------------------------------

fn check_recording(scenario: &Scenario) -> Result<(), TestCaseError> {
    let recording = run(scenario);
    prop_assert!(recording.outcome().is_ok(), "refused: {:?}", recording.outcome());
    let mut engine = Engine::new(&scenario.setup()).expect("it ran");
    let rows = Rows::new(scenario);
    let mut view = recording.view(0);
    let mut emitted = 0;
    let mut inputs = Vec::new();
    for (index, step) in scenario.script.iter().enumerate() {
        let input = match step {
            Step::Push(push) => Input::Push(joinscope_core::engine::Arrival {
                side: push.side,
                row: rows.of_step(index).expect("a push has a row"),
                key: rows.get(rows.of_step(index).expect("a push has a row")).key,
                time: push.time,
                kind: push.kind,
                partition: push.partition,
            }),
            Step::Watermark { side, time } => Input::Watermark { side: *side, time: *time },
            Step::Batch => Input::Batch,
            Step::FailingBatch => Input::FailingBatch,
            Step::Checkpoint => Input::Checkpoint,
            Step::Crash => Input::Crash,
            Step::Clock { time } => Input::Clock { time: *time },
        };
        let mut effects = Vec::new();
        let ran = match input {
            Input::Crash => engine.crash(since_checkpoint(&inputs), &mut effects),
            _ => engine.apply(input, &mut effects),
        };
        prop_assert_eq!(ran, Ok(()));
        inputs.push(input);
        let number = index + 1;
        prop_assert_eq!(recording.effects(number).collect::<Vec<_>>(), &effects[..], "effects of step {}", number);
        let before = view.clone();
        recording.advance(&mut view);
        prop_assert_eq!(recording.held(&view), engine.held());
        check_view(&recording, &engine, &view, number)?;
        check_leaving(&recording, &before, &view, &effects)?;
        emitted += recording.emitted(number).count() as u64;
        prop_assert_eq!(view.emitted, emitted);
    }
    let mut folded = recording.view(0);
    for step in 0..=scenario.script.len() {
        // Each step of a short script, some of a long one.
        if scenario.script.len() < 10 || step % 7 == 0 {
            prop_assert_eq!(&recording.view(step), &folded, "view of step {}", step);
        }
        recording.advance(&mut folded);
    }
    Ok(())
}

/// The view's counts are the engine's, each way they can be counted.
fn check_view(recording: &Recording, engine: &Engine, view: &View, step: usize) -> Result<(), TestCaseError> {
    if let Some(held) = engine.held() {
        prop_assert_eq!(view.held, held, "held after step {}", step);
    }
    prop_assert_eq!(view.watermark, engine.watermarks());
    let mut counted: Sides<u64> = Sides::default();
    for (row, info) in recording.rows().iter() {
        let of = view.row(row);
        match of.phase {
            Phase::Held if of.copies > 0 => counted[info.side] += u64::from(of.copies),
            // In a regular join one row may be held twice: added again under its id and key.
            Phase::Held => counted[info.side] += 1,
            _ => prop_assert_eq!(of.copies, 0),
        }
    }
    let kind = recording.scenario().join.kind;
    if kind == JoinKind::Lookup {
        // What stands in the table is no state; of NULL keys several rows stand.
        prop_assert_eq!(counted.left, 0);
        prop_assert!(counted.right >= view.table.len() as u64);
        let stands = view.table.values().all(|row| view.row(*row).phase == Phase::Held);
        prop_assert!(stands, "the table after step {}", step);
    } else if !matches!(kind, JoinKind::Regular { .. }) {
        prop_assert_eq!(counted, view.held, "rows by phase after step {}", step);
    }
    if let JoinKind::Window { .. } = kind {
        let mut in_windows: Sides<u64> = Sides::default();
        for window in view.windows.values() {
            prop_assert!(window.rows.left + window.rows.right > 0);
            in_windows.left += u64::from(window.rows.left);
            in_windows.right += u64::from(window.rows.right);
        }
        prop_assert_eq!(in_windows, view.held, "rows by window after step {}", step);
    } else {
        prop_assert!(view.windows.is_empty());
    }
    let versions = if kind == JoinKind::Temporal { view.held.right } else { 0 };
    prop_assert_eq!(view.versions.len() as u64, versions);
    Ok(())
}

/// "Leaves at T" is exact: who is still there has T ahead, and who left by the watermark had T at or before it.
fn check_leaving(recording: &Recording, before: &View, after: &View, effects: &[Effect]) -> Result<(), TestCaseError> {
    let rows = recording.rows();
    for (row, _) in rows.iter() {
        // A session of one side waits for that side's own watermark, which is behind the join's where the side was idle.
        let of_side = after.session(rows, row).and_then(|(id, _)| id.side);
        let watermark = of_side.map_or(after.join_watermark, |side| after.watermark[side]);
        if let (Some(leaves), Some(watermark)) = (after.leaves(rows, row), watermark) {
            prop_assert!(leaves > watermark, "{row:?} should have left at {leaves}, it is {watermark}");
        }
        if let Some((id, session)) = after.session(rows, row) {
            let time = rows.get(row).time;
            prop_assert!(session.grows && id.span.start <= time && time < id.span.end);
        }
        let gone = after.row(row).phase == Phase::Gone(GoneBy::Watermark);
        // Another row may have hurried it in this very step.
        let hurried = effects.iter().any(|effect| match effect {
            Effect::Left { row: gone, why: Gone::CleanedBy { .. } } => *gone == row,
            Effect::CopyLeft { row: gone, why: Gone::SemiMatched { .. }, .. } => *gone == row,
            _ => false,
        });
        // After a crash the row came in anew, under watermarks that are told again: what was said before does not bind it.
        let again = effects.iter().any(|effect| matches!(effect, Effect::Crashed { .. }));
        if before.row(row).phase == Phase::Held && gone && !hurried && !again {
            let (leaves, watermark) = (before.leaves(rows, row), after.join_watermark);
            prop_assert!(leaves.is_some() && leaves <= watermark, "{row:?} left at {watermark:?}, not at {leaves:?}");
        }
    }
    Ok(())
}

// ---- without late rows, a stream join is a batch join ---------------------------------------------------------------

type Folded = BTreeMap<(Option<String>, Option<String>, Option<(i64, i64)>), i64>;

/// The output as a table: what was taken back is gone.
fn folded(recording: &Recording) -> Folded {
    let scenario = recording.scenario();
    let id = |row: Option<RowId>| row.map(|row| recording.rows().id(scenario, row).to_string());
    let mut table = Folded::new();
    for out in recording.out(recording.len()) {
        let window = out.window.map(|Span { start, end }| (start, end));
        *table.entry((id(out.left), id(out.right), window)).or_insert(0) += if out.kind.adds() { 1 } else { -1 };
    }
    table
        .retain(|(left, right, _), count| *count != 0 && left.as_deref() != Some(END) && right.as_deref() != Some(END));
    table
}

/// A row of the batch join, or its copy in a window.
#[derive(Clone, Debug)]
struct Cell {
    id: String,
    key: Option<String>,
    time: i64,
    window: Option<(i64, i64)>,
}

/// The join of all rows at once, by its definition.
fn batch_join(scenario: &Scenario) -> Folded {
    let Join { ty, kind } = scenario.join;
    let cells = Sides::new(cells(scenario, Side::Left), cells(scenario, Side::Right));
    match kind {
        JoinKind::Temporal => return temporal_batch(scenario, &cells),
        JoinKind::Lookup => return lookup_batch(scenario),
        _ => {}
    }
    let null_matches = scenario.dialect == Dialect::Spark && ty == JoinType::Full;
    let partners = |left: &Cell, right: &Cell| {
        let keys = left.key == right.key && (left.key.is_some() || null_matches);
        keys && match kind {
            JoinKind::Interval(interval) => {
                let apart = right.time - left.time;
                let above = if interval.lower_inclusive { apart >= interval.lower } else { apart > interval.lower };
                let below = if interval.upper_inclusive { apart <= interval.upper } else { apart < interval.upper };
                above && below
            }
            // Flink SQL compares ends only, which decides nothing but between sessions.
            JoinKind::Window { .. } if scenario.dialect == Dialect::FlinkSql => {
                left.window.map(|window| window.1) == right.window.map(|window| window.1)
            }
            JoinKind::Window { .. } => left.window == right.window,
            JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => true,
        }
    };
    let mut table = Folded::new();
    let mut out = |left: Option<&Cell>, right: Option<&Cell>| {
        let window = left.or(right).and_then(|cell| cell.window);
        *table.entry((left.map(|c| c.id.clone()), right.map(|c| c.id.clone()), window)).or_insert(0) += 1;
    };
    for left in &cells.left {
        let mut alone = true;
        for right in cells.right.iter().filter(|right| partners(left, right)) {
            alone = false;
            if !ty.half() {
                out(Some(left), Some(right));
            }
        }
        let wanted = match ty {
            JoinType::Semi => !alone,
            JoinType::Anti => alone,
            _ => alone && ty.outer(Side::Left),
        };
        if wanted {
            out(Some(left), None);
        }
    }
    for right in cells.right.iter().filter(|_| ty.outer(Side::Right)) {
        if !cells.left.iter().any(|left| partners(left, right)) {
            out(None, Some(right));
        }
    }
    table
}

fn temporal_batch(scenario: &Scenario, cells: &Sides<Vec<Cell>>) -> Folded {
    let deletes = |id: &str| {
        scenario.script.iter().any(
            |step| matches!(step, Step::Push(push) if push.side == Side::Right && *push.id == *id && !push.kind.adds()),
        )
    };
    let mut table = Folded::new();
    for left in &cells.left {
        let candidates = cells.right.iter().filter(|right| right.key == left.key && right.time <= left.time);
        // Of those with one time the last to arrive.
        let newest = candidates.max_by_key(|right| right.time).filter(|right| !deletes(&right.id));
        if newest.is_some() || scenario.join.ty == JoinType::Left {
            *table.entry((Some(left.id.clone()), newest.map(|right| right.id.clone()), None)).or_insert(0) += 1;
        }
    }
    table
}

/// Each left row with what the table has when it is asked: when it arrives, in Spark at the next batch. The table at a step is
/// made from scratch: of each key the last row pushed before it, if that is no -D.
fn lookup_batch(scenario: &Scenario) -> Folded {
    let ty = scenario.join.ty;
    let script: Vec<&Step> = scenario.script.iter().collect();
    let mut table = Folded::new();
    for (index, step) in script.iter().enumerate() {
        let Step::Push(left) = step else { continue };
        if left.side != Side::Left || *left.id == *END {
            continue;
        }
        let asked = match scenario.dialect {
            Dialect::Spark => script[index..].iter().position(|step| matches!(step, Step::Batch)).map(|at| index + at),
            _ => Some(index),
        };
        let Some(asked) = asked else { continue };
        let last = script[..asked].iter().rev().find_map(|step| match step {
            Step::Push(push) if push.side == Side::Right && push.key.is_some() && push.key == left.key => Some(push),
            _ => None,
        });
        let found = last.filter(|push| push.kind.adds()).map(|push| push.id.to_string());
        let right = match (ty, found) {
            (JoinType::Inner | JoinType::Left, Some(right)) => Some(right),
            (JoinType::Semi, Some(_)) | (JoinType::Left | JoinType::Anti, None) => None,
            _ => continue,
        };
        *table.entry((Some(left.id.to_string()), right, None)).or_insert(0) += 1;
    }
    table
}

/// The rows of a side that are there in the end, once a window.
fn cells(scenario: &Scenario, side: Side) -> Vec<Cell> {
    let regular = matches!(scenario.join.kind, JoinKind::Regular { .. });
    let mut rows: Vec<Cell> = Vec::new();
    for step in &scenario.script {
        let Step::Push(push) = step else { continue };
        if push.side != side || *push.id == *END {
            continue;
        }
        if regular && !push.kind.adds() {
            let at = rows.iter().position(|row| row.id == *push.id).expect("it was added");
            rows.remove(at);
            continue;
        }
        let key = push.key.as_deref().map(str::to_string);
        rows.push(Cell { id: push.id.to_string(), key, time: push.time, window: None });
    }
    let JoinKind::Window { window, .. } = scenario.join.kind else { return rows };
    let mut cells = Vec::new();
    for row in &rows {
        for span in windows_by_definition(scenario, window, side, row) {
            cells.push(Cell { window: Some(span), ..row.clone() });
        }
    }
    cells
}

fn windows_by_definition(scenario: &Scenario, window: Window, side: Side, row: &Cell) -> Vec<(i64, i64)> {
    let time = row.time;
    match window {
        Window::Tumbling { size, offset } | Window::Sliding { size, offset, .. } => {
            let slide = if let Window::Sliding { slide, .. } = window { slide } else { size };
            let starts = (time - size + 1..=time).filter(|start| (start - offset).rem_euclid(slide) == 0);
            starts.map(|start| (start, start + size)).collect()
        }
        Window::Cumulating { size, step, offset } => {
            let big = (time - size + 1..=time).find(|start| (start - offset).rem_euclid(size) == 0).unwrap_or(time);
            (1..=size / step).map(|n| (big, big + n * step)).filter(|(_, end)| *end > time).collect()
        }
        Window::Session { gap, .. } if scenario.dialect == Dialect::Spark => vec![(time, time + gap)],
        Window::Session { gap, .. } => {
            let mut times: Vec<i64> = scenario
                .script
                .iter()
                .filter_map(|step| match step {
                    Step::Push(push) if push.key.as_deref() == row.key.as_deref() => {
                        let counts = push.side == side || scenario.dialect == Dialect::FlinkDatastream;
                        counts.then_some(push.time)
                    }
                    _ => None,
                })
                .collect();
            times.sort();
            let chain = times.chunk_by(|a, b| b - a <= gap).find(|chain| chain.contains(&time)).expect("its own");
            vec![(chain[0], chain[chain.len() - 1] + gap)]
        }
    }
}

fn check_batch(scenario: &Scenario) -> Result<(), TestCaseError> {
    let recording = run(scenario);
    prop_assert!(recording.outcome().is_ok(), "refused: {:?}", recording.outcome());
    for step in 1..=recording.len() {
        prop_assert_eq!(recording.late(step), Sides::default(), "late in step {}", step);
    }
    prop_assert_eq!(folded(&recording), batch_join(scenario));
    let held = recording.held(&recording.view(recording.len()));
    let regular = matches!(scenario.join.kind, JoinKind::Regular { .. })
        || matches!(recording.outcome(), Ok(Plan::RegularWithTimePredicate(_)));
    if !regular && let Some(held) = held {
        let keys: std::collections::BTreeSet<_> =
            cells(scenario, Side::Right).into_iter().map(|cell| cell.key).collect();
        let last = match (scenario.dialect, scenario.join.kind) {
            // Versions leave when a timer of their key fires, and after the last there is none: so at least one a key.
            (_, JoinKind::Lookup) => Sides::default(),
            (_, JoinKind::Temporal) => Sides::new(0, held.right.max(keys.len() as u64)),
            // The rows that moved the watermark there, as often as they have windows.
            (Dialect::Spark, JoinKind::Window { window, .. }) => {
                let copies = window.of(FAR).count() as u64;
                Sides::new(copies, copies)
            }
            (Dialect::Spark, _) => end_rows(scenario),
            _ => Sides::default(),
        };
        prop_assert_eq!(held, last, "held in the end");
    }
    Ok(())
}

/// Of Spark's last rows those that its last batch does not evict: a bound on the far side of 0 keeps none.
fn end_rows(scenario: &Scenario) -> Sides<u64> {
    let JoinKind::Interval(interval) = scenario.join.kind else { return Sides::new(1, 1) };
    let (lower, upper) = interval.inclusive();
    let delay = |side: Side| match scenario.streams[side].watermark {
        Strategy::Bounded { delay, .. } => delay,
        Strategy::Manual | Strategy::None => 0,
    };
    let mark = match scenario.watermark_policy {
        Some(Policy::Max) => FAR - delay(Side::Left).min(delay(Side::Right)),
        _ => FAR - delay(Side::Left).max(delay(Side::Right)),
    };
    Sides::new(u64::from(FAR + upper >= mark), u64::from(FAR - lower >= mark))
}

// ---- left and right are alike ---------------------------------------------------------------------------------------

fn mirrored(scenario: &Scenario) -> Scenario {
    let mut mirror = scenario.clone();
    std::mem::swap(&mut mirror.streams.left, &mut mirror.streams.right);
    mirror.join.ty = match mirror.join.ty {
        JoinType::Left => JoinType::Right,
        JoinType::Right => JoinType::Left,
        other => other,
    };
    if let JoinKind::Interval(interval) = &mut mirror.join.kind {
        *interval = Interval {
            lower: -interval.upper,
            upper: -interval.lower,
            lower_inclusive: interval.upper_inclusive,
            upper_inclusive: interval.lower_inclusive,
            ..*interval
        };
    }
    let swap = |step: &mut Step| match step {
        Step::Push(Push { side, .. }) | Step::Watermark { side, .. } => *side = side.other(),
        _ => {}
    };
    mirror.script.update(|_| true, swap);
    mirror
}

/// A step's output with the sides as they are, or swapped. Of a Flink SQL session pair `window` is the left row's, so that
/// of pairs is left out.
fn step_out(recording: &Recording, step: usize, swap: bool) -> Vec<String> {
    let scenario = recording.scenario();
    let session = matches!(scenario.join.kind, JoinKind::Window { window: Window::Session { .. }, .. });
    let id = |row: Option<RowId>| row.map(|row| recording.rows().id(scenario, row).to_string());
    let mut out: Vec<String> = recording
        .emitted(step)
        .map(|out| {
            let (left, right) = if swap { (out.right, out.left) } else { (out.left, out.right) };
            let pair = left.is_some() && right.is_some();
            let window = out.window.filter(|_| !(session && pair));
            format!("{} {:?} {:?} {window:?}", out.kind.word(), id(left), id(right))
        })
        .collect();
    out.sort();
    out
}

fn check_mirror(scenario: &Scenario) -> Result<(), TestCaseError> {
    let swap = |sides: Sides<u64>| Sides::new(sides.right, sides.left);
    let (recording, mirror) = (run(scenario), run(&mirrored(scenario)));
    prop_assert_eq!(recording.outcome().is_ok(), mirror.outcome().is_ok());
    for step in 1..=recording.len() {
        prop_assert_eq!(step_out(&recording, step, false), step_out(&mirror, step, true), "out of step {}", step);
        prop_assert_eq!(recording.late(step), swap(mirror.late(step)), "late in step {}", step);
        prop_assert_eq!(
            recording.held(&recording.view(step)),
            mirror.held(&mirror.view(step)).map(swap),
            "held after step {}",
            step
        );
    }
    Ok(())
}

// ---- hostile numbers ------------------------------------------------------------------------------------------------

/// The setup with the way out taken; `None` where that is a change of the script.
fn take(way_out: WayOut, setup: &Setup) -> Option<Setup> {
    let mut changed = *setup;
    match way_out {
        WayOut::Type(ty) => changed.join.ty = ty,
        WayOut::Dialect(dialect) => changed.dialect = dialect,
        WayOut::Strategy { side, strategy } => changed.watermarks[side] = strategy,
        WayOut::Policy(policy) => changed.policy = Some(policy),
        WayOut::SwapBounds => {
            let JoinKind::Interval(interval) = &mut changed.join.kind else { return None };
            std::mem::swap(&mut interval.lower, &mut interval.upper);
        }
        WayOut::NoCap => {
            let JoinKind::Window { window: Window::Session { max_length, .. }, .. } = &mut changed.join.kind else {
                return None;
            };
            *max_length = None;
        }
        WayOut::Number { field, value } => match (field, &mut changed.join.kind) {
            ("allowed_lateness", JoinKind::Window { allowed_lateness, .. }) => *allowed_lateness = value,
            ("min_cleanup_interval", JoinKind::Interval(interval)) => interval.min_cleanup_interval = value,
            ("state_ttl", JoinKind::Regular { state_ttl }) => *state_ttl = value,
            (_, JoinKind::Window { window, .. }) => match (field, window) {
                (
                    "offset",
                    Window::Tumbling { offset, .. }
                    | Window::Sliding { offset, .. }
                    | Window::Cumulating { offset, .. },
                ) => *offset = value,
                ("slide", Window::Sliding { slide, .. }) => *slide = value,
                ("size", Window::Cumulating { size, .. }) => *size = value,
                _ => return None,
            },
            _ => return None,
        },
        WayOut::Kind(_) | WayOut::RemoveStep | WayOut::RowKind(_) | WayOut::GiveKey => return None,
    }
    Some(changed)
}

fn check_hostile(scenario: &Scenario) -> Result<(), TestCaseError> {
    let recording = run(scenario);
    let view = recording.view(recording.len());
    for (row, _) in recording.rows().iter() {
        view.state(row);
        view.leaves(recording.rows(), row);
    }
    prop_assert!(!replay::trace(&recording).is_empty());
    let setup = scenario.setup();
    if let Err(refusal) = Engine::new(&setup) {
        prop_assert!(!refusal.engine_words().is_empty());
        if let Some(changed) = refusal.way_out(&setup).and_then(|way_out| take(way_out, &setup)) {
            let after = Engine::new(&changed).map(|_| ());
            prop_assert_ne!(after, Err(refusal), "the way out leads nowhere");
        }
    } else if recording.outcome().is_ok() {
        check_recording(scenario)?;
    }
    Ok(())
}

// ---- the properties -------------------------------------------------------------------------------------------------

fn config(cases: u32) -> ProptestConfig {
    // Minimised failures become tests of their own below; no files.
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 20_000, ..ProptestConfig::default() }
}

/// After a crash a side's watermark begins anew, and so may a session over the same time as one that waits in the join.
#[test]
fn a_closed_session_and_an_open_one_over_the_same_time_are_two() {
    let script = r#"{"do": "push", "side": "left", "id": "a", "key": "k", "time": 39000},
        {"do": "watermark", "side": "left", "time": 43000}, {"do": "checkpoint"}, {"do": "crash"},
        {"do": "push", "side": "left", "id": "b", "key": "k", "time": 39000},
        {"do": "push", "side": "left", "id": "c", "key": "k", "time": 41000},
        {"do": "push", "side": "right", "id": "d", "key": "k", "time": 40000},
        {"do": "watermark", "side": "left", "time": 60000}, {"do": "watermark", "side": "right", "time": 60000}"#;
    let text = format!(
        r#"{{"version": 1, "title": "t", "dialect": "flink_sql", "left": {{"name": "l", "watermark": {{"strategy": "manual"}}}},
        "right": {{"name": "r", "watermark": {{"strategy": "manual"}}}},
        "join": {{"kind": "window", "type": "left", "window": {{"shape": "session", "gap": 4000}}}}, "script": [{script}]}}"#
    );
    let scenario = joinscope_core::scenario::read(&text).unwrap();
    check_recording(&scenario).unwrap();
    let recording = run(&scenario);
    let rows = |step: usize| recording.view(step).windows.values().map(|window| window.rows.left).collect::<Vec<_>>();
    assert_eq!((rows(5), rows(6)), (vec![2], vec![1, 2]));
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn recording_views_and_engine_agree(draft in draft(40)) {
        check_recording(&draft.wild())?;
    }

    #[test]
    fn without_late_rows_it_is_the_batch_join(draft in draft(40)) {
        check_batch(&draft.tame())?;
    }

    /// Partitions hold a watermark back, and so make no row late that was not.
    #[test]
    fn with_any_partitions_and_no_late_rows_it_is_the_batch_join(draft in draft(40), count in 1..5u32) {
        let mut scenario = draft.tame();
        for side in Side::BOTH {
            if let Strategy::Bounded { partitions, .. } = &mut scenario.streams[side].watermark {
                *partitions = count;
            }
        }
        let partitions = scenario.setup().watermarks;
        scenario.script.update(|_| true, |step| {
            if let Step::Push(push) = step {
                push.partition = push.time.rem_euclid(i64::from(partitions[push.side].partitions())) as u32;
            }
        });
        check_batch(&scenario)?;
    }

    #[test]
    fn left_and_right_are_alike(draft in draft(40)) {
        check_mirror(&draft.symmetric().wild())?;
    }

    #[test]
    fn no_number_makes_anything_panic(scenario in hostile_scenario()) {
        check_hostile(&scenario)?;
    }
}

proptest! {
    #![proptest_config(config(16))]

    /// Long enough to pass checkpoints.
    #[test]
    fn views_at_checkpoints(draft in draft(900)) {
        check_recording(&draft.wild())?;
    }
}

/// Generated rows of an inner interval join whose delay is as long as any of them is late.
fn generated() -> impl proptest::strategy::Strategy<Value = Scenario> {
    let shape = (1..120_u32, 0..90_000_i64, 0..=100_u32, 0..90_000_i64, 0..=60_u32, 0..600_000_i64);
    let pause = prop::option::of((0..600_000_i64, 0..600_000_i64, any::<bool>()));
    let shape = (shape, pause).prop_map(|((per_minute, disorder, late, late_by, alone, lag), pause)| Shape {
        per_hour: per_minute * 4,
        disorder,
        late,
        late_by,
        alone,
        lag,
        pause: pause.map(|(from, length, lost)| Pause { from, length, lost, partition: None }),
        ..Shape::new('x')
    });
    let bounds = (-200_000..200_000_i64, 0..300_000_i64);
    let head = (any::<u32>(), 1..30_u32, 0..300_u32, -200_000..200_000_i64, 0..100_000_i64, 1..200_000_i64);
    (prop::sample::select(&Dialect::ALL[..]), bounds, head, shape.clone(), shape).prop_map(
        |(dialect, (lower, length), (seed, keys, skew, near, apart, every), left, right)| {
            let mut generate = Generate::new(time::EXAMPLE);
            (generate.seed, generate.keys, generate.skew) = (u64::from(seed), keys, skew);
            generate.distance = (near, near + apart);
            generate.batch_every = (dialect == Dialect::Spark).then_some(every);
            generate.sides = Sides::new(left, right);
            let stream = |name: &str, shape: &Shape| Stream {
                watermark: Strategy::bounded(shape.disorder + shape.late_by.max(1) + 1),
                ..Stream::named(name)
            };
            Scenario {
                dialect,
                streams: Sides::new(stream("l", &left), stream("r", &right)),
                join: Join { ty: JoinType::Inner, kind: JoinKind::Interval(Interval::closed(lower, lower + length)) },
                script: Script::generated(generate),
                ..Scenario::empty()
            }
        },
    )
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn generated_streams_without_late_rows_join_as_a_batch(scenario in generated()) {
        let recording = run(&scenario);
        prop_assert!(recording.outcome().is_ok(), "refused: {:?}", recording.outcome());
        for step in 1..=recording.len() {
            prop_assert_eq!(recording.late(step), Sides::default(), "late in step {}", step);
        }
        prop_assert_eq!(folded(&recording), batch_join(&scenario));
    }
}

#[test]
fn a_row_in_too_many_windows_is_refused_before_any_work() {
    let window = |window| Setup {
        dialect: Dialect::FlinkSql,
        watermarks: Sides::new(Strategy::Manual, Strategy::Manual),
        policy: None,
        join: Join { ty: JoinType::Inner, kind: JoinKind::Window { window, allowed_lateness: 0 } },
    };
    let refusal = |shape| Engine::new(&window(shape)).map(|_| ()).err();
    let sliding = |size, slide| Window::Sliding { size, slide, offset: 0 };
    assert_eq!(refusal(sliding(MAX, 1)), Some(Refusal::TooManyWindows { windows: MAX }));
    assert_eq!(refusal(sliding(MAX_COPIES, 1)), None);
    assert_eq!(refusal(sliding(MAX_COPIES + 1, 1)), Some(Refusal::TooManyWindows { windows: MAX_COPIES + 1 }));
    let cumulating = Window::Cumulating { size: MAX, step: 1, offset: 0 };
    assert_eq!(refusal(cumulating), Some(Refusal::TooManyWindows { windows: MAX }));
}

// ---- what the properties found --------------------------------------------------------------------------------------

/// Sessions that touch are one, but a session is closed when the watermark is 1 ms before the row that would touch it. So
/// a row that is not late may be too late to lengthen a session: Flink's way.
#[test]
fn a_row_right_after_the_watermark_does_not_lengthen_the_session_that_it_touches() {
    let text = r#"{"version": 1, "title": "touching", "dialect": "flink_datastream",
        "left": {"name": "l", "watermark": {"strategy": "manual"}},
        "right": {"name": "r", "watermark": {"strategy": "manual"}},
        "join": {"kind": "window", "type": "left", "window": {"shape": "session", "gap": 6}},
        "script": [
            {"do": "push", "side": "left", "id": "l1", "key": "a", "time": 1001},
            {"do": "watermark", "side": "left", "time": 1006},
            {"do": "watermark", "side": "right", "time": 1006},
            {"do": "push", "side": "left", "id": "l2", "key": "a", "time": 1007},
            {"do": "watermark", "side": "left", "time": 2000},
            {"do": "watermark", "side": "right", "time": 2000}
        ]}"#;
    let recording = run(&joinscope_core::scenario::read(text).expect("it is valid"));
    let windows = |step| recording.emitted(step).map(|out| out.window).collect::<Vec<_>>();
    assert_eq!(windows(3), [Some(Span { start: 1001, end: 1007 })]);
    assert_eq!(windows(6), [Some(Span { start: 1007, end: 1013 })]);
    assert_eq!(recording.late(4), Sides::default());
}

/// Copies of a left row of Spark's semi join leave one by one, so the row may leave sooner than its last window is over.
#[test]
fn a_semi_row_whose_later_copy_has_matched_leaves_with_the_earlier_one() {
    let text = r#"{"version": 1, "title": "early", "dialect": "spark",
        "left": {"name": "l", "watermark": {"strategy": "bounded", "delay": 0}},
        "right": {"name": "r", "watermark": {"strategy": "bounded", "delay": 0}},
        "join": {"kind": "window", "type": "semi", "window": {"shape": "sliding", "size": 10, "slide": 5}},
        "script": [
            {"do": "push", "side": "left", "id": "l1", "key": "a", "time": 107},
            {"do": "batch"},
            {"do": "push", "side": "right", "id": "r1", "key": "a", "time": 112},
            {"do": "batch"}
        ]}"#;
    let recording = run(&joinscope_core::scenario::read(text).expect("it is valid"));
    let leaves = |step| recording.view(step).leaves(recording.rows(), RowId(0));
    assert_eq!(leaves(2), Some(115));
    assert_eq!(recording.emitted(4).map(|out| out.window).collect::<Vec<_>>(), [Some(Span { start: 105, end: 115 })]);
    assert_eq!(leaves(4), Some(110));
}

// ---- choosing from the data -----------------------------------------------------------------------------------------

type Triple = (String, Option<String>, Option<(i64, i64)>);

/// Pairs by their rows' names; of semi and anti joins the left row alone. A session has no place that is known before.
fn named(scenario: &Scenario, rows: &Rows, pairs: impl IntoIterator<Item = Pair>) -> BTreeSet<Triple> {
    let id = |row: RowId| rows.id(scenario, row).to_string();
    let half = scenario.join.ty.half();
    let end = |pair: &Pair| match scenario.join.kind {
        JoinKind::Window { window, .. } if !half && !matches!(window, Window::Session { .. }) => Some((0, pair.end)),
        _ => None,
    };
    pairs.into_iter().map(|pair| (id(pair.left), (!half).then(|| id(pair.right)), end(&pair))).collect()
}

fn check_truth(scenario: &Scenario) -> Result<(), TestCaseError> {
    if scenario.join.kind == JoinKind::Lookup {
        return Ok(());
    }
    let rows = Rows::new(scenario);
    let truth = Truth::declared(scenario, &rows);
    prop_assert_eq!(truth.part, None);
    let found = named(scenario, &rows, truth.pairs().iter().copied());
    let mut wanted = scenario.clone();
    if wanted.join.ty == JoinType::Anti {
        wanted.join.ty = JoinType::Semi;
    }
    let session = matches!(scenario.join.kind, JoinKind::Window { window: Window::Session { .. }, .. });
    let pair = |(left, right, window): (Option<String>, Option<String>, Option<(i64, i64)>)| {
        let half = wanted.join.ty.half();
        let window = window.filter(|_| !session && !half).map(|(_, end)| (0, end));
        (half || right.is_some()).then_some((left?, right, window))
    };
    let expected: BTreeSet<Triple> = batch_join(&wanted).into_keys().filter_map(pair).collect();
    let end = |(left, ..): &Triple| left != END;
    prop_assert_eq!(found.into_iter().filter(end).collect::<BTreeSet<_>>(), expected);
    for at in 0..truth.len() {
        let pair = truth.pairs()[at];
        let window = Span { start: 0, end: pair.end };
        prop_assert_eq!(truth.find(pair.left, pair.right, Some(window)), Some(at));
    }
    Ok(())
}

/// The scenario to the end of both streams.
fn ended(scenario: &Scenario) -> Scenario {
    let mut ended = scenario.clone();
    for side in Side::BOTH {
        ended.script.push(match scenario.dialect {
            Dialect::Spark => Step::Push(Push {
                side,
                id: END.into(),
                key: Some(format!("{END} {}", side.word()).into()),
                time: MAX,
                row: Default::default(),
                kind: Default::default(),
                partition: 0,
            }),
            _ => Step::Watermark { side, time: MAX },
        });
    }
    if scenario.dialect == Dialect::Spark {
        ended.script.push(Step::Batch);
    }
    ended
}

/// How many of these pairs the run has in its result.
fn kept(recording: &Recording, truth: &Truth) -> usize {
    let mut net: BTreeMap<(RowId, RowId, i64), i64> = BTreeMap::new();
    let windowed = |window: Option<Span>| match recording.scenario().join.kind {
        JoinKind::Window { window: Window::Session { .. }, .. } => 0,
        _ => window.map_or(0, |window| window.end),
    };
    for step in 1..=recording.len() {
        for effect in recording.kept_effects(step) {
            match effect {
                Effect::Emitted { kind, left: Some(left), right: Some(right), window, .. } => {
                    *net.entry((left, right, windowed(window))).or_insert(0) += if kind.adds() { 1 } else { -1 };
                }
                Effect::Matched { left, .. } if truth.half() => *net.entry((left, left, 0)).or_insert(0) += 1,
                _ => {}
            }
        }
    }
    let there = |pair: &&Pair| {
        let key = if truth.half() { (pair.left, pair.left, 0) } else { (pair.left, pair.right, pair.end) };
        net.get(&key).is_some_and(|net| *net > 0)
    };
    truth.pairs().iter().filter(there).count()
}

fn with_setup(scenario: &Scenario, setup: &Setup) -> Scenario {
    let mut other = scenario.clone();
    other.join = setup.join;
    (other.streams.left.watermark, other.streams.right.watermark) = (setup.watermarks.left, setup.watermarks.right);
    other
}

fn check_study(scenario: &Scenario, pick: usize) -> Result<(), TestCaseError> {
    let Ok(knobs) = Knob::of(scenario) else { return Ok(()) };
    let knob = knobs[pick % knobs.len()];
    let rows = Rc::new(Rows::new(scenario));
    let mut study = Study::new(Rc::new(scenario.clone()), Rc::clone(&rows), knob);
    while !study.go_on(7) {}
    let truth = match knob.says_what_matches() {
        true => Truth::nearest(scenario, &rows),
        false => Truth::declared(scenario, &rows),
    };
    prop_assert_eq!(study.matches(), Some(truth.len()));
    let of = study.candidates();
    let present = study.present().expect("there is always one").setup;
    prop_assert_eq!(present, scenario.setup());
    for at in [0, of.len() / 2, of.len() - 1].into_iter().chain(of.iter().position(|one| one.setup == present)) {
        let recording = run(&ended(&with_setup(scenario, &of[at].setup)));
        match of[at].outcome.expect("all were tried") {
            Ok(outcome) => {
                // Windows have no place that is known where their size is looked for.
                let windows = knob.says_what_matches() && matches!(scenario.join.kind, JoinKind::Window { .. });
                prop_assert!(recording.outcome().is_ok(), "{:?}", recording.outcome());
                if !windows {
                    prop_assert_eq!(outcome.kept, kept(&recording, &truth), "{:?} at {:?}", knob, of[at].value);
                }
                let most = (0..=scenario.script.len()).map(|step| recording.held(&recording.view(step)));
                let most = most.map(|held| held.map_or(0, |held| held.left + held.right)).max();
                prop_assert_eq!(Some(outcome.most_held), most);
                prop_assert!(outcome.kept <= truth.len());
            }
            Err(Nothing::Refused(refusal)) => {
                prop_assert_eq!(recording.outcome().map_err(|stopped| stopped.refusal), Err(refusal));
            }
            Err(Nothing::TooMany) => prop_assert!(false, "so few are not too many"),
        }
    }
    // Turned to another of its values, it knows all but that.
    let told: Vec<_> = of.iter().filter(|one| one.value.is_some()).map(|one| (one.value, one.outcome)).collect();
    let next = with_setup(scenario, &of[0].setup);
    let study = study.follow(Rc::new(next.clone()), Rc::new(Rows::new(&next)));
    let again = study.candidates().iter().filter(|one| one.value.is_some()).map(|one| (one.value, one.outcome));
    prop_assert!(again.clone().all(|one| told.contains(&one)), "{:?}", again.collect::<Vec<_>>());
    Ok(())
}

fn check_losses(scenario: &Scenario) -> Result<(), TestCaseError> {
    let recording = Rc::new(run(scenario));
    let rows = recording.rows();
    let truth = Truth::declared(scenario, rows);
    let mut losses = Losses::new(Rc::clone(&recording));
    while !losses.go_on(5) {}
    let kept = kept(&recording, &truth);
    prop_assert_eq!(losses.matches(), Some(truth.len()));
    prop_assert_eq!(losses.losses().len() + losses.waiting() + losses.more() + kept, truth.len());
    let crashes =
        scenario.script.iter().any(|step| matches!(step, Step::Crash | Step::FailingBatch | Step::Checkpoint));
    let end = recording.view(recording.len());
    for loss in losses.losses() {
        prop_assert!((1..=recording.len()).contains(&loss.step), "{loss:?}");
        if crashes {
            continue;
        }
        prop_assert_ne!(loss.reason, Reason::Unclear, "{:?}", loss);
        let done = |row: RowId| !matches!(end.row(row).phase, Phase::Ahead | Phase::Pending);
        prop_assert!(done(loss.left) && done(loss.right), "{loss:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn choosing_the_true_matches_are_the_batch_joins(draft in draft(40)) {
        check_truth(&draft.tame())?;
    }

    #[test]
    fn choosing_each_share_is_what_the_engine_emits(draft in draft(40), pick in any::<usize>()) {
        check_study(&draft.wild(), pick)?;
    }

    #[test]
    fn choosing_each_loss_has_its_reason(draft in draft(60)) {
        check_losses(&draft.wild())?;
    }

    #[test]
    fn choosing_nothing_panics(scenario in hostile_scenario(), pick in any::<usize>()) {
        let recording = run(&scenario);
        if recording.outcome().is_ok() {
            check_losses(&scenario)?;
        }
        if let Ok(knobs) = Knob::of(&scenario) {
            let knob = knobs[pick % knobs.len()];
            let mut study = Study::new(Rc::new(scenario.clone()), Rc::clone(recording.rows()), knob);
            while !study.go_on(100) {}
            study.advice(990);
        }
    }
}
