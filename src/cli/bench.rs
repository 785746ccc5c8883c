//! `joinscope bench`: the engine over the peers' workload, in the words that `benches/peers/report.py` reads.

use std::{
    fs,
    hint::black_box,
    io::{self, Write},
    time::Instant,
};

use joinscope_core::workload::{self, Measured};

/// What to run.
pub struct Bench {
    /// A join of the workload; of another there is nothing to measure.
    pub join: String,
    /// Rows a side.
    pub n: u32,
    pub seed: u64,
    /// Runs after the warm-up.
    pub runs: u32,
}

pub const NAME: &str = "joinscope";

/// A line says whether the events are the peers', then one a run: the warm-up over a fifth of the rows is run 0.
pub fn run(bench: &Bench, out: &mut impl Write) -> io::Result<bool> {
    let Some(measured) = Measured::ALL.into_iter().find(|measured| measured.word() == bench.join) else {
        return Ok(true);
    };
    writeln!(out, "selfcheck\t{}\t{NAME}", workload::self_check(bench.seed))?;
    for run in 0..=bench.runs {
        let n = if run == 0 { bench.n / 5 } else { bench.n };
        let events = black_box(measured.events(n, bench.seed));
        let cpu = cpu_seconds();
        let started = Instant::now();
        let counted = measured.run(&events);
        let seconds = started.elapsed().as_secs_f64();
        let cpu = cpu_seconds() - cpu;
        let counted = counted.map_err(|refusal| io::Error::other(format!("the engine refuses: {refusal:?}")))?;
        let (join, count, peak) = (measured.word(), events.len(), proc("/proc/self/status", "VmHWM:"));
        let (rows, check) = (counted.rows, counted.check);
        writeln!(out, "run\t{NAME}\t{join}\t{run}\t{n}\t{count}\t{seconds:.6}\t{cpu:.6}\t{rows}\t{check}\t{peak}")?;
        out.flush()?;
    }
    Ok(true)
}

/// CPU time of this process, seconds.
fn cpu_seconds() -> f64 {
    proc("/proc/self/schedstat", "") / 1e9
}

/// The first number after `field` in a file of Linux; 0 where there is no such file.
fn proc(file: &str, field: &str) -> f64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0.0)
}
