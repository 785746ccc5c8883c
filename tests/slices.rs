//! Runs in slices, as a worker does them: a recording put together from slices is the one run at once, and one that goes on
//! from before an edit is the one run from scratch.

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use joinscope_core::{
    engine::RowId,
    replay::{Assembly, Inputs, Recording, Rows, Run, diff, setup_from_bytes, setup_to_bytes},
    scenario::{Scenario, Side},
};
use proptest::prelude::*;
use random::*;

fn whole(scenario: &Scenario) -> Recording {
    Recording::new(Rc::new(scenario.clone()))
}

fn check_same(a: &Recording, b: &Recording) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.outcome(), b.outcome());
    prop_assert_eq!((a.len(), a.span(), a.holds_back()), (b.len(), b.span(), b.holds_back()));
    for step in 1..=a.len() {
        prop_assert!(a.effects(step).eq(b.effects(step)), "effects of step {}", step);
    }
    for step in (0..=a.len()).step_by(1 + a.len() / 16) {
        prop_assert_eq!(a.view(step), b.view(step), "view of step {}", step);
    }
    Ok(())
}

fn check_rows(one: &Rows, other: &Rows) -> Result<(), TestCaseError> {
    prop_assert!(one.iter().eq(other.iter()));
    prop_assert_eq!(one.keys(), other.keys());
    for side in Side::BOTH {
        prop_assert_eq!(one.by_time(side), other.by_time(side));
    }
    Ok(())
}

/// What is known of a run before it begins again is as its own first steps are.
fn check_head(head: &Recording, all: &Recording) -> Result<(), TestCaseError> {
    let known = head.len();
    for step in [0, known / 2, known] {
        let (view, expected) = (head.view(step), all.view(step));
        prop_assert_eq!(&view, &expected, "view of step {}", step);
        prop_assert_eq!(head.held_rows(&view), all.held_rows(&expected), "rows in state after step {}", step);
        for side in Side::BOTH {
            let rows = 0..head.rows().by_time(side).len();
            let counts = head.counts(&view, side, rows.clone(), 60_000);
            prop_assert_eq!(counts, all.counts(&expected, side, rows, 60_000), "counts after step {}", step);
        }
        let pairs = |recording: &Recording| {
            let lefts = recording.rows().by_time(Side::Left).to_vec();
            recording
                .pairs_of(lefts, step)
                .into_iter()
                .map(|pair| (pair.step, pair.left, pair.right))
                .collect::<Vec<_>>()
        };
        prop_assert_eq!(pairs(head), pairs(all), "pairs by step {}", step);
    }
    Ok(())
}

/// Takes a run to its end, or so many slices far.
fn take(run: &mut Run, assembly: &mut Assembly, steps: usize, slices: usize) -> Result<bool, TestCaseError> {
    for _ in 0..slices {
        let slice = run.slice(steps);
        prop_assert!(slice.steps == 0 || slice.first_step == assembly.len());
        prop_assert_eq!(assembly.append(&slice.bytes), Ok(()));
        if slice.done.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What crosses to a worker.
fn crossed(scenario: &Scenario, rows: &Rows, from: usize) -> Inputs {
    let inputs = Inputs::since(scenario, rows, from);
    assert_eq!(Inputs::from_bytes(&inputs.to_bytes()).as_ref(), Some(&inputs));
    inputs
}

fn run_of(scenario: &Scenario, rows: &Rows) -> Run {
    let setup = setup_from_bytes(&setup_to_bytes(&scenario.setup())).expect("it was a setup");
    assert_eq!(setup, scenario.setup());
    Run::start(setup, crossed(scenario, rows, 0))
}

/// Edits by which a script becomes another: remove, insert, change, exchange.
fn edited(scenario: &Scenario, other: &Scenario, (what, at): (u8, usize)) -> Scenario {
    let mut next = scenario.clone();
    let at = at % (next.script.len() + 1);
    let new = other.script.iter().nth(at).or(other.script.iter().next()).cloned().map(Arc::new);
    let script = next.script.shared();
    match (what % 4, new) {
        (0, _) if at < script.len() => drop(script.remove(at)),
        (1, Some(step)) if at < script.len() => script[at] = step,
        (2, _) if at + 1 < script.len() => script.swap(at, at + 1),
        (_, Some(step)) => script.insert(at, step),
        _ => {}
    }
    next
}

fn check_slices(first: &Scenario, edits: &[Scenario], steps: usize) -> Result<(), TestCaseError> {
    let rows = Rc::new(Rows::new(first));
    let mut run = run_of(first, &rows);
    let mut assembly = Assembly::new(Rc::new(first.clone()), rows, None);
    take(&mut run, &mut assembly, steps, usize::MAX)?;
    let mut shown = assembly.finish().expect("it is done");
    check_same(&shown, &whole(first))?;
    let mut asked = first;
    for (count, next) in edits.iter().enumerate() {
        let rows = Rc::new(Rows::after_edit(next, shown.scenario(), shown.rows()));
        check_rows(&rows, &Rows::new(next))?;
        let known = shown.scenario().script.same_head(&next.script).min(shown.len());
        let from = asked.script.same_head(&next.script);
        run.replace(crossed(next, &rows, from), known);
        let mut assembly = Assembly::new(Rc::new(next.clone()), rows, Some((&shown, known)));
        prop_assert_eq!(assembly.len(), known);
        check_head(&assembly.known(), &whole(next))?;
        // Every other edit comes before the one before is done.
        let slices = if count % 2 == 0 { 2 } else { usize::MAX };
        let done = take(&mut run, &mut assembly, steps, slices)?;
        asked = next;
        if done {
            shown = assembly.finish().expect("it is done");
            check_same(&shown, &whole(next))?;
        } else {
            prop_assert!(assembly.finish().is_none());
        }
    }
    Ok(())
}

fn cases(steps: usize) -> impl Strategy_<Value = (Draft, Vec<(u8, usize)>, usize)> {
    (draft(steps), proptest::collection::vec((any::<u8>(), any::<usize>()), 0..6), 1..steps / 2)
}

fn check(draft: &Draft, edits: Vec<(u8, usize)>, steps: usize) -> Result<(), TestCaseError> {
    let (first, other) = (draft.wild(), draft.tame());
    let mut scripts: Vec<Scenario> = Vec::new();
    for edit in edits {
        scripts.push(edited(scripts.last().unwrap_or(&first), &other, edit));
    }
    check_slices(&first, &scripts, steps)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Long enough for engines to be kept.
    #[test]
    fn slices_make_long_recordings((draft, edits, steps) in cases(1500)) {
        check(&draft, edits, steps)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slices_make_the_recording((draft, edits, steps) in cases(120)) {
        check(&draft, edits, steps)?;
    }

    #[test]
    fn what_a_view_says_is_what_the_script_up_to_its_step_makes(draft in draft(120), at in any::<usize>()) {
        let mut scenario = draft.wild();
        let at = at % (scenario.script.len() + 1);
        let all = whole(&scenario);
        scenario.script.shared().truncate(at);
        let cut = whole(&scenario);
        let (view, end) = (all.view(at), cut.view(at));
        prop_assert_eq!(&*view, &*end);
        for (row, info) in all.rows().iter() {
            let expected = if cut.rows().has(row) { end.row(row) } else { Default::default() };
            prop_assert_eq!(view.row(row), expected);
            for side in Side::BOTH {
                prop_assert_eq!(view.timer(side, info.key), end.timer(side, info.key));
            }
        }
    }

    /// The rows that only one result has, counted the long way.
    #[test]
    fn two_results_differ_by_what_one_has_more_of(draft in draft(60), edit in (any::<u8>(), any::<usize>())) {
        let first = draft.wild();
        let second = edited(&first, &draft.tame(), edit);
        let pairs = first.script.same_head(&second.script);
        let (one, other) = (whole(&first), whole(&second));
        let origins: Vec<Option<usize>> = (0..second.script.len()).map(|step| (step < pairs).then_some(step)).collect();
        let diff = diff::diff(&one, &other, &diff::Pairing::of_origins(&origins));
        let row = |run: &Recording, row: Option<RowId>, which: usize| {
            let row = row?;
            let step = run.rows().get(row).step as usize;
            Some(if step < pairs { (0, step) } else { (which, step) })
        };
        let mut more = BTreeMap::new();
        for (run, which, sign) in [(&one, 1, -1), (&other, 2, 1)] {
            for out in run.out(run.len()) {
                let key = (row(run, out.left, which), row(run, out.right, which), out.window);
                let (more, by) = more.entry(key).or_insert((0, 0));
                *more += if out.kind.adds() { sign } else { -sign };
                *by |= which;
            }
        }
        // What is only taken back, and never was there, is no row of a result.
        more.retain(|_, (more, by)| *more < 0 && *by & 1 != 0 || *more > 0 && *by & 2 != 0);
        let more: BTreeMap<_, i64> = more.into_iter().map(|(key, (more, _))| (key, more)).collect();
        let mut found = BTreeMap::new();
        for (run, nets, which, sign) in [(&one, &diff.only.0, 1, -1), (&other, &diff.only.1, 2, 1)] {
            for net in nets {
                let key = (row(run, net.left, which), row(run, net.right, which), net.window);
                found.insert(key, sign * i64::from(net.more));
            }
        }
        prop_assert_eq!(found, more);
        prop_assert_eq!(diff.changes, (one.out(one.len()).len(), other.out(other.len()).len()));
    }

    #[test]
    fn of_refused_ones_as_well(scenario in hostile_scenario(), steps in 1..50usize) {
        check_slices(&scenario, &[], steps)?;
    }

    #[test]
    fn no_bytes_make_anything_panic(scenario in hostile_scenario(), at in any::<usize>(), byte in any::<u8>()) {
        let rows = Rc::new(Rows::new(&scenario));
        let hurt = |mut bytes: Vec<u8>| {
            let at = at % bytes.len();
            bytes[at] = byte;
            bytes
        };
        setup_from_bytes(&hurt(setup_to_bytes(&scenario.setup())));
        if let Some(inputs) = Inputs::from_bytes(&hurt(Inputs::of(&scenario, &rows).to_bytes())) {
            Run::start(scenario.setup(), inputs).slice(1000);
        }
        let slice = Run::start(scenario.setup(), Inputs::of(&scenario, &rows)).slice(1000);
        let mut assembly = Assembly::new(Rc::new(scenario), rows, None);
        if assembly.append(&hurt(slice.bytes)).is_ok() && let Some(recording) = assembly.finish() {
            recording.view(recording.len());
        }
    }
}
