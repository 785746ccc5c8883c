//! "Why not?": what would release a row is so when it is run, and what is said of rows, pairs and watermarks holds for every
//! golden at every step.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use joinscope_core::{
    engine::{Effect, RowId},
    replay::{Next, Phase, Recording, View},
    scenario::{self, Dialect, JoinKind},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn record(path: &Path) -> Recording {
    let text = fs::read_to_string(path).unwrap();
    Recording::new(Rc::new(scenario::read(&text).unwrap()))
}

/// The goldens and the shown scenarios: every `nth` of them.
fn scenarios(nth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["tests/golden/flink", "tests/golden/spark", "www/scenarios"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().flatten().map(|entry| entry.path());
        files.extend(entries.filter(|path| path.to_string_lossy().ends_with(".scenario.json")));
    }
    files.sort();
    assert!(files.len() > 100);
    files.into_iter().step_by(nth).collect()
}

fn family(recording: &Recording) -> String {
    let scenario = recording.scenario();
    format!("{} {}", scenario.dialect.word(), scenario.join.kind.word())
}

fn held(recording: &Recording, view: &View) -> Vec<RowId> {
    recording.rows().iter().map(|(row, _)| row).filter(|row| view.row(*row).phase == Phase::Held).collect()
}

/// Whether these steps make a row leave, or a copy of it, or a window with it fire.
fn moves(recording: &Recording, view: &View, row: RowId, steps: &[Next]) -> bool {
    let fork = recording.fork(view.step).unwrap();
    fork.release(view, row, steps.to_vec()).is_some()
}

#[test]
fn what_would_release_a_row_does_so_and_nothing_less() {
    let mut seen: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for path in scenarios(2) {
        let recording = record(&path);
        if recording.outcome().is_err() {
            continue;
        }
        for step in 1..=recording.len() {
            let view = recording.view(step);
            for row in held(&recording, &view) {
                let leaves = view.leaves(recording.rows(), row);
                let counts = seen.entry(family(&recording)).or_default();
                let place = || format!("{} step {step} {row:?}", path.display());
                let Some(release) = recording.release(&view, row) else {
                    if leaves.is_some() {
                        println!("{} {leaves:?} {:?} {:?}", place(), view.join_watermark, view.watermark);
                    }
                    counts[1] += u32::from(leaves.is_some());
                    counts[2] += 1;
                    continue;
                };
                counts[0] += 1;
                let earlier: Option<Vec<Next>> = release
                    .steps
                    .iter()
                    .map(|step| match *step {
                        Next::Watermark { side, time } => Some(Next::Watermark { side, time: time - 1 }),
                        Next::Clock { time } => Some(Next::Clock { time: time - 1 }),
                        Next::Push(mut nudge) => {
                            nudge.time -= 1;
                            Some(Next::Push(nudge))
                        }
                        Next::Batch => Some(Next::Batch),
                    })
                    .collect();
                if release.steps.len() > 1 || release.steps[0] != Next::Batch {
                    assert!(!moves(&recording, &view, row, &earlier.unwrap()), "{} {release:?} is too late", place());
                }
                // Outside windows it is the time that the mark says.
                if let (Next::Watermark { time, .. }, JoinKind::Interval(_)) =
                    (release.steps[0], recording.scenario().join.kind)
                {
                    // But for those that Flink loses near the epoch, which nothing on the stage foretells.
                    let epoch = recording.rows().iter().any(|(_, row)| row.time <= 0);
                    assert!(Some(time) == leaves || epoch && Some(time) < leaves, "{} {time} {leaves:?}", place());
                    assert!(release.leaves, "{}", place());
                }
            }
        }
    }
    let all = |count: usize| seen.values().map(|counts| counts[count]).sum::<u32>();
    assert!(seen.len() == 9 && all(0) > 20_000, "{seen:#?}");
    assert_eq!(all(1), 0, "rows that have a time to leave at, and no step that makes them: {seen:#?}");
}

#[test]
fn a_row_leaves_when_it_is_said_to() {
    // Told after each step; the step that makes the row leave has a watermark that is there, and the one before had not.
    let (mut checked, mut rows) = (0, 0);
    for path in scenarios(3) {
        let recording = record(&path);
        if recording.outcome().is_err() || recording.scenario().dialect == Dialect::Spark {
            continue;
        }
        let mut said: BTreeMap<RowId, Option<i64>> = BTreeMap::new();
        for step in 1..=recording.len() {
            let before = recording.view(step - 1);
            let view = recording.view(step);
            for row in held(&recording, &view) {
                said.insert(row, view.leaves(recording.rows(), row));
                rows += 1;
            }
            let moved = recording.effects(step).iter().any(|effect| matches!(effect, Effect::JoinWatermark { .. }));
            let pushed = recording.rows().of_step(step - 1).is_some();
            for row in held(&recording, &before) {
                let (Some(Some(at)), Phase::Gone(_)) = (said.get(&row), view.row(row).phase) else { continue };
                if moved && !pushed {
                    let place = format!("{} step {step} {row:?} at {at}", path.display());
                    assert!(view.join_watermark >= Some(*at), "{place}: too early");
                    assert!(before.join_watermark < Some(*at), "{place}: too late");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500 && rows > 5000, "{checked} {rows}");
}
