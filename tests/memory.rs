//! What rows cost in state, counted where memory is handed out.
#![cfg(not(target_arch = "wasm32"))]

mod load;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use joinscope_core::{
    engine::{Input, Plan},
    scenario::{RowKind, Side},
};
use load::{Case, Run, cases, random};

/// Counts what each thread holds, for tests run beside each other.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that ends frees what is no longer counted.
    let _ = HELD.try_with(|held| held.set(held.get() + bytes));
}

// SAFETY: all is the system allocator's; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What the engine is given of a row: its number, its key's, its time.
const PAYLOAD: f64 = 16.0;
const ROWS: u32 = 100_000;
const START: i64 = 1_704_103_200_000;

/// Bytes that the engine holds, itself included, and the run.
fn held(case: &Case, run: impl FnOnce(&mut Run)) -> (usize, Run) {
    let before = HELD.get();
    let mut ran = case.run();
    run(&mut ran);
    let grown = usize::try_from(HELD.get() - before).unwrap();
    (grown + size_of_val(&ran.engine), ran)
}

/// Rows so that none leaves and few match: of each key at a time of its own.
fn fill(run: &mut Run, case: &Case, keys: u32) {
    for n in 0..ROWS {
        let side = if (n / keys).is_multiple_of(2) { Side::Left } else { Side::Right };
        let (key, round) = (n % keys + 1, i64::from(n / keys));
        // All rows of a key's side are in its one window, or far from all of the other side's.
        let apart = if case.regular() || side == Side::Left { 0 } else { 1 << 40 };
        run.push(side, key, START + apart + 20 * (round % 100));
    }
    if case.spark() {
        run.apply(Input::Batch);
    }
}

#[test]
fn a_row_in_state_costs_at_most_96_bytes_and_half_as_much_again_as_it_is() {
    let mut worst = Vec::new();
    for case in cases(1 << 41) {
        for keys in [1, 1_000, ROWS] {
            if case.regular() && keys == 1 {
                // Each row would match all others of that key.
                continue;
            }
            let (bytes, run) = held(&case, |run| fill(run, &case, keys));
            let rows = run.held();
            // A session holds what it merged, and temporal versions of one time replace each other.
            assert!(rows >= 200 || keys == 1, "{}: {rows} rows", case.name);
            let each = bytes as f64 / rows.max(1) as f64;
            if rows >= u64::from(ROWS) / 2 {
                worst.push((each, case.name, keys, rows));
            }
            let about = run.engine.bytes();
            assert!(about.abs_diff(bytes) <= bytes / 4 + 1024, "{}: {about} for {bytes}", case.name);
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (each, name, keys, rows) in &worst {
        println!("{each:6.1} bytes a row: {name}, {rows} rows of {keys} keys");
    }
    assert!(worst.len() > 30);
    assert!(worst[0].0 <= 96.0 + 1.5 * PAYLOAD, "{:?}", worst[0]);
}

/// Rows that come and go: ten times as many take no more memory, for what left makes room for what comes.
#[test]
fn what_comes_and_goes_takes_no_more_memory() {
    for case in cases(1_000) {
        let drive = |run: &mut Run, events: i64| {
            let mut next = random(1);
            for n in 0..events {
                let side = if n % 2 == 0 { Side::Left } else { Side::Right };
                let (key, time) = (next(200) as u32 + 1, START + 10 * n + next(500));
                let row = run.push(side, key, time);
                if case.regular() {
                    run.give(side, row, key, time, RowKind::Delete);
                }
                if case.spark() {
                    if n % 50 == 0 {
                        run.apply(Input::Batch);
                    }
                } else {
                    run.watermarks(time - 1_000);
                }
            }
        };
        let for_ever =
            case.spark() && case.regular() || matches!(case.run().engine.plan(), Plan::RegularWithTimePredicate(_));
        if for_ever {
            continue;
        }
        let once = held(&case, |run| drive(run, 20_000)).0;
        let (often, run) = held(&case, |run| drive(run, 200_000));
        assert!(run.held() < 5_000, "{}: {} rows", case.name, run.held());
        assert!(often <= once + once / 8 + 4_096, "{}: {once} bytes, then {often}", case.name);
    }
}
