//! Crashes, checkpoints and failing micro-batches anywhere: in the end the result is the one without them, and a sink that takes
//! nothing twice has it.
//!
//! That holds where no row is late by any watermark told before it, lost or not (`docs/engines.md`), so the scenarios are tame ones;
//! and once the watermarks have been told again.
//! Left out is where it does not hold in Flink either: a state TTL (rows read again are written later), lookups (the table has
//! changed since), DataStream sessions (one that was closed is open again while the watermark is unset).

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use joinscope_core::{
    engine::{RowId, effect::Span},
    replay::{Out, Recording},
    scenario::{Dialect, Scenario, Side, Step},
    sinks::{Content, Sink, Target, target},
};
use proptest::prelude::*;
use random::*;

fn run(scenario: Scenario) -> Recording {
    Recording::new(Rc::new(scenario))
}

type Folded = BTreeMap<(Option<RowId>, Option<RowId>, Option<Span>), i64>;

fn folded(out: &[Out]) -> Folded {
    let mut folded = Folded::new();
    for out in out {
        *folded.entry((out.left, out.right, out.window)).or_default() += if out.kind.adds() { 1 } else { -1 };
    }
    folded.retain(|_, count| *count != 0);
    folded
}

fn contents(target: &Target) -> Vec<Content> {
    let mut rows: Vec<Content> = target.rows.iter().map(|row| row.row).collect();
    rows.sort();
    rows
}

/// The same script with these thrown in: where, and which of the two there are.
fn shaken(plain: &Scenario, places: &[(usize, bool)]) -> Scenario {
    let mut shaken = plain.clone();
    let spark = plain.dialect == Dialect::Spark;
    let script = shaken.script.shared();
    // Rows at the end bring both watermarks there; a query that starts after them has heard of neither.
    let is_end = |step: &Arc<Step>| matches!(&**step, Step::Push(push) if *push.id == *END);
    let end = if spark { script.iter().position(is_end).unwrap_or(0) } else { script.len() };
    let mut added = 0;
    for (at, which) in places {
        let at = at % (end + added + 1);
        match (spark, which) {
            // Not a batch more, which would be another run: one that is there fails.
            (true, true) => {
                let batch = (at..end + added).find(|at| *script[*at] == Step::Batch);
                batch.into_iter().for_each(|at| script[at] = Arc::new(Step::FailingBatch));
            }
            (false, true) => {
                script.insert(at, Arc::new(Step::Checkpoint));
                added += 1;
            }
            (_, false) => {
                script.insert(at, Arc::new(Step::Crash));
                added += 1;
            }
        }
    }
    if !spark {
        // After the last crash the watermarks are told once more.
        script.extend(Side::BOTH.map(|side| Arc::new(Step::Watermark { side, time: FAR })));
        script.push(Arc::new(Step::Checkpoint));
    }
    shaken
}

fn settled(mut draft: Draft) -> Draft {
    draft.family = match draft.family {
        DatastreamWindow(Session) => DatastreamWindow(Sliding),
        SqlLookup => SqlInterval,
        SparkLookup => SparkInterval,
        family => family,
    };
    draft
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn crashes_anywhere_change_no_result(
        draft in draft(40).prop_map(settled),
        places in proptest::collection::vec((any::<usize>(), any::<bool>()), 1..7),
    ) {
        let plain = draft.tame();
        let shaken = shaken(&plain, &places);
        let (one, other) = (run(plain), run(shaken));
        prop_assert!(one.outcome().is_ok() && other.outcome().is_ok());
        let (out, standing) = (one.out(one.len()), other.standing(other.len()));
        prop_assert_eq!(folded(&out), folded(&standing));

        let exactly_once = target(&other, other.len(), &Sink::ExactlyOnce);
        prop_assert!(exactly_once.is_right() && exactly_once.on_the_way == 0);
        prop_assert_eq!(contents(&exactly_once), contents(&target(&one, one.len(), &Sink::Retract)));

        // A plain sink has all that came out twice.
        let all = other.out(other.len());
        if all.iter().all(|out| out.kind.adds()) {
            let plain = target(&other, other.len(), &Sink::AppendOnly);
            prop_assert_eq!(plain.extra(), all.len() - standing.len());
            prop_assert!(plain.lost.is_empty());
        }
    }

    /// State that a crash brings back is what it was, for every row.
    #[test]
    fn a_crash_right_behind_a_checkpoint_changes_nothing_but_time(draft in draft(60), at in any::<usize>()) {
        let mut scenario = draft.wild();
        if scenario.dialect == Dialect::Spark {
            return Ok(());
        }
        let at = at % (scenario.script.len() + 1);
        scenario.script.shared().insert(at, Arc::new(Step::Checkpoint));
        scenario.script.shared().insert(at + 1, Arc::new(Step::Crash));
        let run = run(scenario);
        let (before, after) = (run.view(at + 1), run.view(at + 2));
        prop_assert_eq!((before.held, before.clock, &before.windows, &before.versions, &before.table),
            (after.held, after.clock, &after.windows, &after.versions, &after.table));
        prop_assert_eq!((after.watermark.left, after.watermark.right, after.join_watermark), (None, None, None));
        for (row, info) in run.rows().iter() {
            let (was, is) = (before.row(row), after.row(row));
            // Rows that waited behind the watermark leave in their own time now.
            prop_assert!(is.due <= was.due);
            prop_assert_eq!(was, joinscope_core::replay::RowView { due: was.due, ..is });
            for side in Side::BOTH {
                prop_assert_eq!(before.timer(side, info.key), after.timer(side, info.key));
            }
        }
        prop_assert!(run.emitted(at + 2).next().is_none());
    }
}
