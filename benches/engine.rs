//! How fast the engine is. `make bench`; benches/README.md says what each bench is.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/load/mod.rs"]
mod load;

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    native::main();
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{hint::black_box, time::Duration};

    use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput};
    use joinscope_core::{
        engine::Input,
        scenario::{RowKind, Side},
        workload::Measured,
    };

    use super::load::{Run, cases, random};

    pub fn main() {
        let mut criterion = Criterion::default().configure_from_args();
        joins(&mut criterion);
        hot_key(&mut criterion);
        criterion.final_summary();
    }

    /// The workload of the peers, at sizes that show whether ten times the events take ten times the time.
    fn joins(criterion: &mut Criterion) {
        for measured in Measured::ALL {
            let mut group = criterion.benchmark_group(measured.word());
            group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(3));
            for count in [10_000, 100_000, 1_000_000] {
                let events = measured.events(count / 2, 42);
                group.throughput(Throughput::Elements(events.len() as u64));
                group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
                    bencher.iter(|| measured.run(black_box(&events)));
                });
            }
        }
    }

    /// A hundred times: a row of the left, out of order and without a match, into one key that holds so many; in a regular join it is taken back,
    /// else a row of the right looks for partners and finds none.
    fn hot_key(criterion: &mut Criterion) {
        const START: i64 = 1_704_103_200_000;
        for case in cases(1 << 42) {
            let mut group = criterion.benchmark_group(format!("hot key, {}", case.name));
            group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
            for rows in [1_000, 100_000] {
                let (mut run, mut next) = (case.run(), random(7));
                for _ in 0..rows {
                    run.push(Side::Left, 1, START + next(rows));
                }
                if case.spark() {
                    run.apply(Input::Batch);
                }
                group.bench_function(BenchmarkId::from_parameter(rows), |bencher| {
                    let mut push = |run: &mut Run| {
                        let time = START + next(rows);
                        let row = run.push(Side::Left, 1, time);
                        if case.regular() && !case.spark() {
                            run.give(Side::Left, row, 1, time, RowKind::Delete);
                        } else if !case.regular() {
                            run.push(Side::Right, 1, START + (1 << 41) + next(rows));
                        }
                    };
                    let hundred = |mut run: Run| {
                        for _ in 0..100 {
                            push(&mut run);
                        }
                        if case.spark() {
                            run.apply(Input::Batch);
                        }
                        run
                    };
                    bencher.iter_batched(|| run.clone(), hundred, BatchSize::PerIteration);
                });
            }
        }
    }
}
