//! One key that holds 100,000 rows: a push must not look at them all.
#![cfg(not(target_arch = "wasm32"))]

mod load;

use std::time::{Duration, Instant};

use joinscope_core::{
    engine::Input,
    scenario::{RowKind, Side},
};
use load::{Case, Run, cases, random};

const START: i64 = 1_704_103_200_000;

/// The least time, of many tries, for a hundred pushes of no match into a key that holds so many rows.
fn pushes(case: &Case, rows: u64) -> Duration {
    let mut run = case.run();
    let mut next = random(7);
    for _ in 0..rows {
        run.push(Side::Left, 1, START + next(rows));
    }
    if case.spark() {
        run.apply(Input::Batch);
    }
    let before = run.nobody.emitted;
    let mut try_once = |run: &mut Run| {
        let started = Instant::now();
        for _ in 0..50 {
            let time = START + next(rows);
            let row = run.push(Side::Left, 1, time);
            if case.setup.dialect == joinscope_core::scenario::Dialect::FlinkSql && case.regular() {
                run.give(Side::Left, row, 1, time, RowKind::Delete);
            } else if !case.regular() {
                // Far from all rows of the left.
                run.push(Side::Right, 1, START + (1 << 41) + next(rows));
            }
        }
        if case.spark() {
            run.apply(Input::Batch);
        }
        started.elapsed()
    };
    let least = (0..20).map(|_| try_once(&mut run)).min().unwrap();
    if matches!(case.setup.join.kind, joinscope_core::scenario::JoinKind::Interval(_)) {
        assert!(run.nobody.emitted - before <= 2_000);
    }
    least
}

#[test]
fn a_push_into_a_hot_key_costs_its_logarithm() {
    for case in cases(1 << 42) {
        let (few, many) = (pushes(&case, 1_000), pushes(&case, 100_000));
        // A hundred times the rows: ten tells the logarithm, whose ratio is below two, from all rows, whatever else runs here.
        assert!(many < 10 * few.max(Duration::from_micros(20)), "{}: {few:?}, then {many:?}", case.name);
    }
}
