//! How fast the engine is. `make bench`; benches/README.md says what each bench is.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    native::main();
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{hint::black_box, time::Duration};

    use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
    use joinscope_core::workload::Measured;

    pub fn main() {
        let mut criterion = Criterion::default().configure_from_args();
        joins(&mut criterion);
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
}
