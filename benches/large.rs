//! How long reading, running and drawing large scenarios takes: cargo bench --bench large

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/generated/mod.rs"]
mod generated;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use std::{rc::Rc, time::Instant};

    use generated::{Even, generated};
    use joinscope_core::{
        replay::Recording,
        scenario::{self, Lang, time::MINUTE},
        stage::{Extent, Frame, Input, Notes, chart::Charts, scene},
    };

    for events in [10_000, 100_000] {
        let text = generated(events);
        let started = Instant::now();
        let scenario = Rc::new(scenario::read(&text).expect("what is generated is a scenario"));
        let read = started.elapsed();
        let started = Instant::now();
        let recording = Recording::new(scenario);
        let ran = started.elapsed();
        let started = Instant::now();
        let charts = Charts::new(&recording);
        let charted = started.elapsed();
        println!("{events}: read {read:?}, run {ran:?}, charts {charted:?} ({} steps)", charts.series.last());
        let view = recording.view(events / 2);
        let frame = Frame::of(1076.0);
        let whole = Extent::of(&frame.fit(&recording));
        let at = whole.first + whole.span() / 2;
        let part = Extent { first: at, last: at + 5 * MINUTE };
        for (what, extent) in [("all", None), ("5 min", Some(part))] {
            let notes = Notes::default();
            let started = Instant::now();
            const TIMES: u32 = 50;
            for _ in 0..TIMES {
                let axis = frame.axis(&recording, extent);
                let input = Input {
                    recording: &recording,
                    view: &view,
                    selected: None,
                    notes: &notes,
                    lang: Lang::En,
                    frame,
                    axis,
                    measure: &Even,
                };
                std::hint::black_box(scene(&input));
            }
            println!("{events}: a scene of {what} {:?}", started.elapsed() / TIMES);
        }
    }
}
