//! Two recordings beside each other: which steps an edit changes, and what two orders of a script differ in.

use std::{fs, rc::Rc};

use joinscope_core::{
    engine::RowId,
    replay::{
        Recording, State, changed,
        diff::{Diff, Pairing, diff},
    },
    scenario::{Scenario, Side, Step, Strategy, read},
    workspace::{Edit, next_push},
};

fn scenario(name: &str) -> Scenario {
    let text = fs::read_to_string(format!("www/scenarios/{name}.scenario.json")).unwrap();
    read(&text).unwrap()
}

fn orders() -> Scenario {
    scenario("orders-shipments")
}

fn after(edit: &Edit, cursor: usize) -> Vec<usize> {
    let scenario = orders();
    let (next, _) = edit.apply(&scenario, cursor).unwrap();
    changed(&Rc::new(Recording::new(Rc::new(scenario))), &Rc::new(Recording::new(Rc::new(next))))
}

fn index_of(id: &str) -> usize {
    orders().script.iter().position(|step| matches!(step, Step::Push(push) if &*push.id == id)).unwrap()
}

#[test]
fn an_edit_that_does_nothing_changes_no_outcome() {
    let scenario = orders();
    let same = Edit::Title(scenario.title.clone());
    assert_eq!(after(&same, 3), Vec::<usize>::new());
}

#[test]
fn a_row_taken_away_changes_the_steps_it_had_a_part_in() {
    let recording = Recording::new(Rc::new(orders()));
    let gone = index_of("o1");
    let row = recording.rows().of_step(gone).unwrap();
    let part = |step: usize| recording.rows_of(step).contains(&row);
    let expected: Vec<usize> = (gone + 2..=recording.len()).filter(|step| part(*step)).map(|step| step - 1).collect();
    assert!(!expected.is_empty());
    assert_eq!(after(&Edit::Remove { index: gone }, 0), expected);
}

#[test]
fn a_row_put_in_between_changes_none_that_it_has_no_part_in() {
    let scenario = orders();
    let push = next_push(&scenario, Side::Left, i64::MIN / 4, Some("nobody's"));
    // It is far too late, and is put out at once or not at all.
    assert_eq!(after(&Edit::Insert(Step::Push(push)), 5), Vec::<usize>::new());
}

#[test]
fn of_several_removed_at_once_each_other_step_is_compared_with_itself() {
    // Orders and shipments that move no watermark: the same rows with those set by hand.
    let mut scenario = orders();
    for side in Side::BOTH {
        scenario.streams[side].watermark = Strategy::Manual;
    }
    let (o1, s2) = (index_of("o1"), index_of("s2"));
    let edit = Edit::All(vec![Edit::Remove { index: o1.max(s2) }, Edit::Remove { index: o1.min(s2) }]);
    let (next, _) = edit.apply(&scenario, 0).unwrap();
    let recording = Rc::new(Recording::new(Rc::new(scenario)));
    let gone = [o1, s2].map(|index| recording.rows().of_step(index).unwrap());
    let had_part = |step: &usize| recording.rows_of(*step).iter().any(|row| gone.contains(row));
    let kept = (1..=recording.len()).filter(|step| *step != o1 + 1 && *step != s2 + 1);
    let expected: Vec<usize> = kept.enumerate().filter(|(_, step)| had_part(step)).map(|(new, _)| new + 1).collect();
    assert!(!expected.is_empty());
    assert_eq!(changed(&recording, &Rc::new(Recording::new(Rc::new(next)))), expected);
}

fn compared(before: &Scenario, edit: &Edit) -> (Recording, Recording, Diff) {
    let (after, _) = edit.apply(before, 0).unwrap();
    let pairing = Pairing::of_origins(&edit.origins(before.script.len(), 0).unwrap());
    let (first, second) = (Recording::new(Rc::new(before.clone())), Recording::new(Rc::new(after)));
    let diff = diff(&first, &second, &pairing);
    (first, second, diff)
}

#[test]
fn the_same_script_does_not_differ_from_itself() {
    for name in ["orders-shipments", "members-regular", "ads-spark-interval", "clicks-sliding", "rates-temporal"] {
        let run = Recording::new(Rc::new(scenario(name)));
        assert!(diff(&run, &run, &Pairing::same(run.len())).is_empty(), "{name}");
    }
}

#[test]
fn a_row_that_came_too_late_would_have_been_kept_earlier() {
    // s5 matches o3 in step 11. Behind the watermark that lets o3 go, it finds nobody.
    let before = scenario("orders-shipments");
    let last = before.script.len();
    let (first, second, diff) = compared(&before, &Edit::Move { indexes: vec![10], to: last });
    let id = |run: &Recording, row: RowId| run.rows().id(run.scenario(), row).to_string();
    assert_eq!(diff.only.0.len(), 1);
    let pair = diff.only.0[0];
    assert_eq!((id(&first, pair.left.unwrap()), id(&first, pair.right.unwrap())), ("o3".into(), "s5".into()));
    let alone = diff.only.1[0];
    assert_eq!((id(&second, alone.left.unwrap()), alone.right), ("o3".into(), None));
    let fate = diff.fates.iter().find(|fate| id(&first, fate.rows.0) == "o3").unwrap();
    assert_eq!(fate.states, (State::Left, State::LeftAsNull));
    assert_eq!(second.rows().get(fate.rows.1).side, Side::Left);
    assert!(diff.steps.iter().any(|(a, b)| (*a, *b) == (11, last)));
}

#[test]
fn two_orders_of_a_regular_join_end_alike_by_other_ways() {
    // The card first: no member comes out with NULL, so nothing is taken back.
    let before = scenario("members-regular");
    let (_, _, diff) = compared(&before, &Edit::Move { indexes: vec![0], to: 2 });
    assert!(diff.same_result() && !diff.is_empty());
    assert!(diff.changes.0 > diff.changes.1);
}

#[test]
fn swapping_what_does_not_touch_each_other_changes_nothing() {
    let before = scenario("members-regular");
    let (_, _, diff) = compared(&before, &Edit::Move { indexes: vec![2], to: 2 });
    assert!(diff.is_empty());
}
