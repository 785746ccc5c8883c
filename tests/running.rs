//! Long scripts are run elsewhere, slice by slice. Whatever a person does meanwhile, and however the slices come: in the end
//! all is as if each edit had been run at once.
#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use joinscope_core::{
    replay,
    scenario::{self, JoinKind, JoinType, Push, Scenario, Side, Step, Strategy, Text},
    workspace::{Action, Ask, Edit, Runner, Workspace},
};
use proptest::prelude::*;

fn orders() -> Scenario {
    scenario::read(include_str!("../www/scenarios/orders-shipments.scenario.json")).unwrap()
}

/// The orders again and again, a day apart.
fn many(times: usize) -> Rc<Scenario> {
    let mut scenario = orders();
    let once = scenario.script.clone();
    for day in 1..times {
        for step in &once {
            let by = day as i64 * 86_400_000;
            scenario.script.push(match step.clone() {
                Step::Push(push) => {
                    Step::Push(Push { id: format!("{}-{day}", push.id).into(), time: push.time + by, ..push })
                }
                Step::Watermark { side, time } => Step::Watermark { side, time: time + by },
                step => step,
            });
        }
    }
    Rc::new(scenario)
}

/// A workspace with whoever runs for it.
struct Desk {
    workspace: Workspace,
    runner: Runner,
}

impl Desk {
    /// All scripts are run elsewhere.
    fn new(scenario: Rc<Scenario>, cursor: usize) -> Self {
        Desk { workspace: Workspace::running_from(1, scenario, cursor, None), runner: Runner::default() }
    }

    fn settled(scenario: Rc<Scenario>, cursor: usize) -> Self {
        let mut desk = Desk::new(scenario, cursor);
        desk.wait();
        desk
    }

    fn act(&mut self, action: Action) -> bool {
        self.workspace.act(action)
    }

    /// One slice of so many steps; whether there was one.
    fn slice(&mut self, steps: usize) -> bool {
        if let Some(ask) = self.workspace.ask() {
            self.runner.ask(ask);
        }
        let Some((generation, bytes)) = self.runner.slice(steps) else { return false };
        self.workspace.heard(generation, &bytes);
        true
    }

    fn wait(&mut self) {
        while self.slice(7) {}
        while self.workspace.is_busy() {
            self.workspace.go_on(5);
        }
    }
}

fn same(one: &Workspace, other: &Workspace) {
    assert_eq!(one.scenario(), other.scenario());
    assert_eq!(replay::trace(one.recording()), replay::trace(other.recording()));
    assert_eq!(one.recording().outcome(), other.recording().outcome());
    assert_eq!(one.cursor(), other.cursor());
    assert_eq!(one.view(), other.view());
    assert_eq!(one.chosen(), other.chosen());
    assert_eq!((one.can_undo(), one.can_redo()), (other.can_undo(), other.can_redo()));
}

fn retimed(scenario: &Scenario, index: usize, by: i64) -> Edit {
    let pushes = (index..).find(|index| matches!(scenario.script[*index], Step::Push(_))).unwrap();
    let Step::Push(push) = &scenario.script[pushes] else { unreachable!() };
    Edit::retime(scenario, pushes, push.time + by).unwrap()
}

#[test]
fn an_edited_script_is_shown_at_once_and_its_steps_before_the_edit_can_be_gone_through() {
    let start = many(10);
    let mut desk = Desk::settled(Rc::clone(&start), usize::MAX);
    let last = start.script.len();
    assert_eq!(desk.workspace.cursor(), last);
    let edit = retimed(&start, last / 2, 60_000);
    let (expected, _) = edit.apply(&start, last).unwrap();
    assert!(desk.act(Action::Edit(edit)));
    assert_eq!(**desk.workspace.scenario(), expected);
    assert_eq!(desk.workspace.progress(), Some(0));
    let known = desk.workspace.recording().len();
    assert!((last / 2..last / 2 + 5).contains(&known), "{known}");
    // What is in sight is the last that is known; the step looked at is still the last of all.
    assert_eq!((desk.workspace.cursor(), desk.workspace.view().step), (last, known));
    assert!(desk.act(Action::Seek(3)));
    assert_eq!(desk.workspace.view().step, 3);
    while desk.workspace.progress() == Some(0) {
        assert!(desk.slice(20));
    }
    assert!((1..100).contains(&desk.workspace.progress().unwrap()));
    // Beyond what is known.
    assert!(desk.act(Action::Seek(last - 1)));
    desk.wait();
    assert_eq!((desk.workspace.progress(), desk.workspace.cursor()), (None, last - 1));
    let alone = Workspace::new(Rc::clone(desk.workspace.scenario()), last - 1, None);
    assert_eq!(desk.workspace.view(), alone.view());
    assert_eq!(replay::trace(desk.workspace.recording()), replay::trace(alone.recording()));
}

#[test]
fn a_newer_edit_cancels_the_older_run_and_goes_on_with_what_came_of_it() {
    let start = many(10);
    let mut desk = Desk::settled(Rc::clone(&start), 0);
    let last = start.script.len();
    desk.act(Action::Edit(retimed(&start, 20, 60_000)));
    desk.slice(40);
    let Some(Ask::Run(_)) = ({
        desk.act(Action::Edit(retimed(desk.workspace.scenario(), last - 10, 60_000)));
        desk.workspace.ask()
    }) else {
        panic!("the second edit is to be run")
    };
    // Steps that the first run has told need not be told again.
    assert!(desk.workspace.recording().len() >= 40, "{}", desk.workspace.recording().len());
    // The runner has not heard of it yet: what it still tells answers the older order.
    let before = desk.workspace.recording().len();
    let (generation, late) = desk.runner.slice(5).unwrap();
    assert!(!desk.workspace.heard(generation, &late));
    assert_eq!(desk.workspace.recording().len(), before);
    desk.workspace.lost();
    desk.wait();
    let alone = Workspace::new(Rc::clone(desk.workspace.scenario()), 0, None);
    assert_eq!(replay::trace(desk.workspace.recording()), replay::trace(alone.recording()));
}

#[test]
fn undo_during_a_run_needs_no_run() {
    let start = many(10);
    let mut desk = Desk::settled(Rc::clone(&start), 5);
    let whole = Rc::clone(desk.workspace.recording());
    desk.act(Action::Edit(retimed(&start, 20, 60_000)));
    desk.slice(9);
    assert!(desk.act(Action::Undo));
    assert!(Rc::ptr_eq(&whole, desk.workspace.recording()));
    assert!(matches!(desk.workspace.ask(), Some(Ask::Stop)));
    assert!(desk.workspace.progress().is_none());
}

#[test]
fn what_touches_no_step_needs_no_run() {
    let mut desk = Desk::settled(many(10), 5);
    assert!(desk.act(Action::Edit(Edit::Title(Text::One("Other".into())))));
    assert_eq!(desk.workspace.progress(), None);
    assert!(desk.workspace.ask().is_none());
    assert_eq!(desk.workspace.recording().len(), desk.workspace.scenario().script.len());
}

#[test]
fn of_a_drag_the_picture_follows_and_its_end_is_what_is_shown() {
    let start = many(10);
    let last = start.script.len();
    let mut desk = Desk::settled(Rc::clone(&start), last);
    let settled = Rc::clone(desk.workspace.recording());
    let edits: Vec<Edit> = (1..=3).map(|by| retimed(&start, 20, by * 60_000)).collect();
    for edit in &edits {
        assert!(desk.act(Action::Preview(Some(edit.clone()))));
        desk.slice(3);
        // Until something has come the picture is the one before the drag.
        assert!(Rc::ptr_eq(&settled, desk.workspace.recording()));
        assert_eq!(desk.workspace.previewed(), Some(edit));
    }
    // The first is let come, then the latest: none is cancelled for the next.
    while Rc::ptr_eq(&settled, desk.workspace.recording()) {
        assert!(desk.slice(50));
    }
    assert_eq!(**desk.workspace.recording().scenario(), edits[0].apply(&start, last).unwrap().0);
    desk.wait();
    assert_eq!(**desk.workspace.recording().scenario(), edits[2].apply(&start, last).unwrap().0);
    let shown = Rc::clone(desk.workspace.recording());
    // Let go, nothing is left to be run.
    assert!(desk.act(Action::Edit(edits[2].clone())));
    assert!(Rc::ptr_eq(&shown, desk.workspace.recording()));
    assert_eq!(desk.workspace.progress(), None);
}

/// Every scenario of the gallery.
fn gallery() -> impl Iterator<Item = Rc<Scenario>> {
    let files = std::fs::read_dir("www/scenarios").unwrap().map(|file| file.unwrap().path());
    files.filter_map(|file| scenario::read(&std::fs::read_to_string(file).unwrap()).ok()).map(Rc::new)
}

#[test]
fn of_a_drag_at_the_step_shown_that_is_there_at_once_and_the_rest_when_the_hand_rests() {
    let mut sketches = 0;
    for start in gallery() {
        let last = start.script.len();
        let mut desk = Desk::settled(Rc::clone(&start), last);
        let mut at_once = Workspace::new(Rc::clone(&start), last, None);
        for cursor in (0..=last).step_by((last / 4).max(1)) {
            desk.act(Action::Seek(cursor));
            at_once.act(Action::Seek(cursor));
            let watermark = |side: Side| {
                let now = at_once.view().watermark[side].or(at_once.view().newest[side]).unwrap_or_default();
                Edit::Insert(Step::Watermark { side, time: now + 60_000 })
            };
            let moved = start.script.iter().take(cursor + 1).rposition(|step| step.push().is_some());
            let moved = moved.map(|index| retimed(&start, index, 60_000));
            for edit in [watermark(Side::Left), watermark(Side::Right)].into_iter().chain(moved) {
                let settled = (Rc::clone(desk.workspace.recording()), Rc::clone(desk.workspace.view()));
                assert!(desk.act(Action::Preview(Some(edit.clone()))));
                assert!(at_once.act(Action::Preview(Some(edit.clone()))));
                if desk.workspace.sketches() {
                    sketches += 1;
                    let (drawn, whole) = (desk.workspace.recording(), desk.workspace.whole());
                    assert_eq!(drawn.scenario(), at_once.recording().scenario());
                    assert_eq!(desk.workspace.cursor(), at_once.cursor());
                    assert_eq!(desk.workspace.view(), at_once.view(), "{edit:?}");
                    let step = at_once.cursor();
                    assert!(drawn.effects(step).eq(at_once.recording().effects(step)));
                    for (row, _) in drawn.rows().iter().take(2) {
                        let release = at_once.recording().release(at_once.view(), row);
                        assert_eq!(drawn.release(desk.workspace.view(), row), release);
                    }
                    // All else is as it was.
                    assert!(Rc::ptr_eq(whole.0, &settled.0) && Rc::ptr_eq(whole.1, &settled.1));
                    assert!(desk.workspace.changed().is_empty());
                }
                desk.wait();
                assert!(!desk.workspace.sketches());
                same_recording(&desk.workspace, &at_once);
                assert_eq!(desk.workspace.recording().span(), at_once.recording().span());
                assert_eq!(desk.workspace.changed(), at_once.changed());
                for workspace in [&mut desk.workspace, &mut at_once] {
                    workspace.act(Action::Preview(None));
                }
                desk.wait();
                same_recording(&desk.workspace, &at_once);
            }
        }
    }
    assert!(sketches > 200, "{sketches}");
}

#[test]
fn a_drag_that_is_let_go_before_the_hand_rests_is_run_as_any_edit() {
    let start = many(10);
    for cursor in [20, start.script.len()] {
        let mut desk = Desk::settled(Rc::clone(&start), cursor);
        let side = Side::Left;
        let time = desk.workspace.view().watermark[side].unwrap();
        for by in 1..4 {
            let edit = Edit::Insert(Step::Watermark { side, time: time + by * 60_000 });
            assert!(desk.act(Action::Preview(Some(edit.clone()))));
            assert!(desk.workspace.sketches());
            // It was run in the meantime, but not to the end.
            if by == 2 {
                desk.slice(5);
            }
        }
        let edit = Edit::Insert(Step::Watermark { side, time: time + 3 * 60_000 });
        assert!(desk.act(Action::Edit(edit.clone())));
        desk.wait();
        let alone = Workspace::new(Rc::clone(desk.workspace.scenario()), cursor + 1, None);
        assert_eq!(**alone.scenario(), edit.apply(&start, cursor).unwrap().0);
        same_recording(&desk.workspace, &alone);
        assert_eq!(desk.workspace.recording().span(), alone.recording().span());
    }
}

#[test]
fn a_drag_that_is_given_up_leaves_everything_and_lets_an_edit_before_it_come() {
    let start = many(10);
    let mut desk = Desk::settled(Rc::clone(&start), 0);
    desk.act(Action::Edit(retimed(&start, 20, 60_000)));
    desk.slice(9);
    let edited = Rc::clone(desk.workspace.scenario());
    desk.act(Action::Preview(Some(retimed(&edited, 40, 60_000))));
    desk.slice(9);
    desk.act(Action::Preview(None));
    desk.wait();
    let alone = Workspace::new(edited, 0, None);
    same_recording(&desk.workspace, &alone);
}

fn same_recording(one: &Workspace, other: &Workspace) {
    assert_eq!(one.scenario(), other.scenario());
    assert_eq!(replay::trace(one.recording()), replay::trace(other.recording()));
    assert_eq!(one.view(), other.view());
}

#[test]
fn a_setup_that_is_refused_is_refused_at_once() {
    let start = many(10);
    let mut desk = Desk::settled(Rc::clone(&start), 30);
    desk.act(Action::Edit(retimed(&start, 20, 60_000)));
    desk.slice(9);
    let temporal = scenario::Join { ty: JoinType::Full, kind: JoinKind::Temporal };
    desk.act(Action::Edit(Edit::Join(temporal)));
    assert!(desk.workspace.recording().outcome().is_err());
    assert_eq!(desk.workspace.progress(), None);
    // The last picture that was whole stays in sight.
    let (before, view) = desk.workspace.before_refusal().unwrap();
    assert_eq!((before.scenario(), view.step), (&start, 30));
    desk.act(Action::Undo);
    desk.wait();
    assert!(desk.workspace.before_refusal().is_none());
    assert_eq!(desk.workspace.view().step, 30);
}

#[test]
fn bytes_that_are_no_slice_do_no_harm() {
    let start = many(3);
    let mut desk = Desk::new(Rc::clone(&start), 0);
    let Some(Ask::Run(order)) = desk.workspace.ask() else { panic!() };
    assert!(desk.workspace.heard(order.generation, &[0xff; 9]));
    let alone = Workspace::new(start, 0, None);
    same_recording(&desk.workspace, &alone);
}

#[test]
fn the_step_just_edited_is_shown_as_it_is_after_the_run() {
    let start = many(8);
    let mut desk = Desk::settled(Rc::clone(&start), 40);
    let mut at_once = Workspace::new(start, 40, None);
    let scenario = Rc::clone(at_once.scenario());
    for action in [Action::Seek(70), Action::Edit(retimed(&scenario, 69, 60_000))] {
        assert_eq!(desk.act(action.clone()), at_once.act(action));
    }
    desk.wait();
    same(&desk.workspace, &at_once);
}

#[test]
fn a_drag_after_a_change_of_the_setup_is_run_by_the_new_one() {
    let start = many(8);
    let mut desk = Desk::settled(Rc::clone(&start), 40);
    let mut at_once = Workspace::new(start, 40, None);
    let drag = |scenario: &Scenario| Action::Preview(Some(retimed(scenario, 0, -60_000)));
    let nothing = |scenario: &Scenario| Action::Edit(retimed(scenario, 0, 0));
    let delay = |_: &Scenario| Action::Edit(Edit::Strategy(Side::Left, Strategy::bounded(15 * 60_000)));
    let all: [&dyn Fn(&Scenario) -> Action; 5] = [&drag, &nothing, &delay, &nothing, &drag];
    for action in all {
        let action = action(&Rc::clone(at_once.scenario()));
        assert_eq!(desk.act(action.clone()), at_once.act(action));
        desk.wait();
        assert_eq!(desk.workspace.changed(), at_once.changed());
        assert_eq!(replay::trace(desk.workspace.recording()), replay::trace(at_once.recording()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_while_it_runs_the_end_is_the_same(
        patient in any::<bool>(),
        todo in prop::collection::vec((0_u8..10, 0_usize..120, -200_i64..200, 0_usize..4, 1_usize..60), 1..12),
    ) {
        let start = many(8);
        let mut desk = Desk::settled(Rc::clone(&start), 40);
        let mut at_once = Workspace::new(start, 40, None);
        for (what, a, minutes, slices, steps) in todo {
            let scenario = Rc::clone(at_once.scenario());
            let index = a % (scenario.script.len() - 10);
            let side = if a % 2 == 0 { Side::Left } else { Side::Right };
            let action = match what {
                0 | 1 => Action::Edit(retimed(&scenario, index, minutes * 60_000)),
                2 => Action::Edit(Edit::Remove { index }),
                3 => Action::Edit(Edit::Strategy(side, Strategy::bounded(minutes.abs() * 60_000))),
                4 => Action::Undo,
                5 => Action::Redo,
                6 => Action::Seek(index),
                7 => Action::Preview(Some(retimed(&scenario, index, minutes * 60_000))),
                8 => Action::Preview(None),
                _ => Action::Edit(Edit::InsertAt { at: index, steps: vec![Step::Watermark { side, time: i64::from(a as u32) }] }),
            };
            let did = (desk.act(action.clone()), at_once.act(action));
            prop_assert_eq!(did.0, did.1);
            for _ in 0..slices {
                desk.slice(steps);
            }
            if patient {
                desk.wait();
                prop_assert_eq!(desk.workspace.changed(), at_once.changed());
            }
        }
        for workspace in [&mut desk.workspace, &mut at_once] {
            workspace.act(Action::Preview(None));
        }
        desk.wait();
        same(&desk.workspace, &at_once);
    }
}
