//! The watermark that a join passes on, as Apache Flink 2.3.0 did: `passed_on.txt` has a line a golden, its name and what
//! had reached the sink behind the join after each step (`-`: none yet). It was written by the harness of
//! `tools/conformance/flink` with `--passed`.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, rc::Rc};

use joinscope_core::{engine::Plan, replay::Recording, scenario};

#[test]
fn joins_pass_on_what_flink_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (mut steps, mut behind) = (0, 0);
    for line in fs::read_to_string(root.join("passed_on.txt")).unwrap().lines() {
        let (name, passed) = line.split_once(' ').unwrap();
        let text = fs::read_to_string(root.join(format!("golden/flink/{name}.scenario.json"))).unwrap();
        let recording = Recording::new(Rc::new(scenario::read(&text).unwrap()));
        if recording.outcome() == Ok(Plan::NoJoin) {
            // There is no join that could: what is read of one side goes through as it is.
            assert_eq!(recording.holds_back(), None);
            continue;
        }
        behind += usize::from(recording.holds_back() > Some(0));
        for (index, passed) in passed.split(' ').enumerate() {
            let view = recording.view(index + 1);
            assert_eq!(recording.passed_on(&view), passed.parse().ok(), "{name}, step {}", index + 1);
            steps += 1;
        }
    }
    assert!(steps > 4000 && behind > 50, "{steps} {behind}");
}
