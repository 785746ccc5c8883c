//! What a recording takes beside its scenario: at most 200 bytes a step, with all that seeking, asking and editing need.

#![cfg(not(target_arch = "wasm32"))]

mod counted;
mod generated;

use std::rc::Rc;

use joinscope_core::{replay::Recording, scenario};

// One test: others beside it would be counted, too.
#[test]
fn a_recording_takes_at_most_200_bytes_a_step() {
    for events in [10_000, 100_000] {
        let scenario = Rc::new(scenario::read(&generated::generated(events)).unwrap());
        let before = counted::in_use();
        let recording = Recording::new(Rc::clone(&scenario));
        assert_eq!(recording.len(), events);
        let bytes = (counted::in_use() - before) as f64 / events as f64;
        assert!((50.0..=200.0).contains(&bytes), "{bytes} bytes a step of {events}");
    }
}
