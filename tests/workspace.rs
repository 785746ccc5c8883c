//! What a person does to a workspace can always be undone: random edits of recorded scenarios, there and back.
#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, rc::Rc};

use joinscope_core::{
    replay,
    scenario::{self, Dialect, Interval, JoinKind, JoinType, Policy, Scenario, Side, Step, Strategy, Text, Window},
    workspace::{Action, Edit, ToSpark, Workspace, convert, next_push},
};
use proptest::prelude::*;

thread_local! {
    static GOLDENS: Vec<Rc<Scenario>> = read_goldens();
}

fn golden(which: usize) -> Rc<Scenario> {
    GOLDENS.with(|all| Rc::clone(&all[which % all.len()]))
}

/// A spread of the goldens: every 17th scenario.
fn read_goldens() -> Vec<Rc<Scenario>> {
    let mut files = Vec::new();
    for folder in ["tests/golden/flink", "tests/golden/spark"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        files.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.to_string_lossy().ends_with(".scenario.json"));
    files.sort();
    files.iter().step_by(17).map(|file| Rc::new(scenario::read(&fs::read_to_string(file).unwrap()).unwrap())).collect()
}

/// An edit made of three numbers, of any kind, for any scenario.
fn edit(scenario: &Scenario, cursor: usize, what: u8, a: usize, time: i64) -> Option<Edit> {
    let side = if a.is_multiple_of(2) { Side::Left } else { Side::Right };
    let index = a.checked_rem(scenario.script.len()).unwrap_or(0);
    let ty = JoinType::ALL[a % 6];
    let kind = match a % 5 {
        0 => JoinKind::Interval(Interval::closed(-time, time)),
        1 => JoinKind::Window { window: Window::Sliding { size: time, slide: 7, offset: 0 }, allowed_lateness: 3 },
        2 => JoinKind::Regular { state_ttl: time },
        3 => JoinKind::Temporal,
        _ => JoinKind::Lookup,
    };
    Some(match what % 12 {
        0 | 1 => Edit::Insert(Step::Push(next_push(scenario, side, time, None))),
        2 => Edit::Insert(Step::Watermark { side, time }),
        3 => Edit::Insert(Step::Batch),
        4 => Edit::Remove { index },
        5 => Edit::retime(scenario, index, time)?,
        6 => Edit::Join(scenario::Join { ty, kind: scenario.join.kind }),
        7 => Edit::Join(scenario::Join { ty, kind }),
        8 => Edit::Strategy(side, Strategy::bounded(time)),
        9 => Edit::Title(Text::One(format!("{a}"))),
        10 => Edit::Policy(a.is_multiple_of(2).then_some(Policy::Max)),
        _ => {
            let to = Dialect::ALL[a % 3];
            let converted = convert(scenario, cursor, to, ToSpark { delay: time, every: 1 + a % 3 });
            Edit::Whole { scenario: Box::new(converted.scenario), show: converted.cursor }
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_after_any_edits_gives_back_the_same_trace(
        which in 0_usize..1000,
        at in 0_usize..40,
        edits in prop::collection::vec((any::<u8>(), 0_usize..1000, -20_i64..200_000), 1..8),
    ) {
        let start = golden(which);
        let mut workspace = Workspace::new(Rc::clone(&start), at, None);
        let cursor = workspace.cursor();
        let before = replay::trace(workspace.recording());
        let mut made = Vec::new();
        for (what, a, time) in edits {
            let shown = workspace.settled_cursor();
            let Some(edit) = edit(workspace.scenario(), shown, what, a, time) else { continue };
            let same = Rc::clone(workspace.scenario());
            // A preview shows the edit and makes nothing.
            workspace.act(Action::Preview(Some(edit.clone())));
            workspace.act(Action::Preview(None));
            prop_assert!(Rc::ptr_eq(&same, workspace.scenario()));
            workspace.act(Action::Edit(edit));
            if !Rc::ptr_eq(&same, workspace.scenario()) {
                made.push(replay::trace(workspace.recording()));
            }
        }
        let last = replay::trace(workspace.recording());
        for _ in 0..made.len() {
            prop_assert!(workspace.act(Action::Undo));
        }
        prop_assert!(!workspace.can_undo());
        prop_assert_eq!(&**workspace.scenario(), &*start);
        prop_assert_eq!(replay::trace(workspace.recording()), before);
        prop_assert_eq!(workspace.cursor(), cursor);
        // And forth again, each edit with the trace that it had.
        for trace in &made {
            prop_assert!(workspace.act(Action::Redo));
            prop_assert_eq!(&replay::trace(workspace.recording()), trace);
        }
        prop_assert_eq!(replay::trace(workspace.recording()), last);
    }

    #[test]
    fn seeking_there_and_back_shows_the_same(which in 0_usize..1000, steps in prop::collection::vec(0_usize..60, 1..12)) {
        let mut workspace = Workspace::new(golden(which), 0, None);
        for step in steps {
            workspace.act(Action::Seek(step));
            let fresh = workspace.recording().view(step.min(workspace.recording().len()));
            prop_assert_eq!(&**workspace.view(), &fresh);
        }
    }
}
