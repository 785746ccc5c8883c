//! What a recording takes, and how long seeking and stepping in it take: cargo bench --bench recording

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/generated/mod.rs"]
mod generated;

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/counted/mod.rs"]
mod counted;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use std::{
        hint::black_box,
        rc::Rc,
        time::{Duration, Instant},
    };

    use generated::generated;
    use joinscope_core::{
        replay::{Recording, changed, diff, series::series},
        scenario,
        workspace::Edit,
    };

    fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
        let started = Instant::now();
        let made = run();
        (started.elapsed(), made)
    }

    for events in [100_000, 1_000_000] {
        let text = generated(events);
        let (read, scenario) = timed(|| Rc::new(scenario::read(&text).expect("what is generated is a scenario")));
        drop(text);
        let before = counted::in_use();
        let (ran, recording) = timed(|| Rc::new(Recording::new(Rc::clone(&scenario))));
        let bytes = counted::in_use() - before;
        println!("{events}: read {read:?}, run {ran:?}, {:.1} bytes a step", bytes as f64 / events as f64);

        let mut seed = 7_u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % events
        };
        let mut seeks: Vec<Duration> = (0..200).map(|_| timed(|| black_box(recording.view(next()))).0).collect();
        seeks.sort_unstable();
        println!("{events}: seek {:?} (median), {:?} (worst)", seeks[seeks.len() / 2], seeks[seeks.len() - 1]);

        // As the page does it: somebody still holds the view before.
        let mut view = Rc::new(recording.view(events / 2));
        let (stepped, _) = timed(|| {
            for _ in 0..100 {
                let held = Rc::clone(&view);
                recording.advance(Rc::make_mut(&mut view));
                black_box(held);
            }
        });
        println!("{events}: a step on {:?}", stepped / 100);
        let (rows, _) = timed(|| recording.rows().iter().map(|(row, _)| view.row(row).matches).sum::<u32>());
        println!("{events}: what became of every row {rows:?}");

        let (all, _) = timed(|| (1..=recording.len()).map(|step| recording.summary(step).matches).sum::<u32>());
        println!("{events}: summary of every step {all:?}");
        let (all, _) = timed(|| black_box(series(&recording)));
        println!("{events}: series {all:?}");
        let edit = Edit::Remove { index: events / 2 };
        let (next, _) = edit.apply(&scenario, 0).expect("there is such a step");
        let next = Rc::new(Recording::new(Rc::new(next)));
        let (all, _) = timed(|| black_box(changed(&recording, &next)));
        println!("{events}: changed {all:?}");
        let (all, _) = timed(|| {
            let origins = edit.origins(events, 0).expect("there is such a step");
            black_box(diff::diff(&recording, &next, &diff::Pairing::of_origins(&origins)))
        });
        println!("{events}: diff {all:?}");
    }
}
