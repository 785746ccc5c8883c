//! A scenario of any size, always the same, for tests and benches.

// Each of them uses its part.
#![allow(dead_code)]

use joinscope_core::stage::{Font, Measure};

/// Measures every letter alike.
pub struct Even;

impl Measure for Even {
    fn width(&self, text: &str, _: Font) -> f64 {
        text.chars().count() as f64 * 6.5
    }
}

/// As many events as asked for, on both sides, a few seconds apart, some out of order and some late; always the same.
pub fn generated(events: usize) -> String {
    let mut seed = 7_u64;
    let mut next = move |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most
    };
    let mut script = Vec::with_capacity(events);
    for at in 0..events {
        let (side, letter) = if next(2) == 0 { ("left", 'o') } else { ("right", 's') };
        let late = if next(25) == 0 { 900_000 } else { next(30_000) };
        let time = 1_773_133_200_000 + at as u64 * 2_000 - late;
        let key = next((events as u64 / 4).max(1));
        script.push(format!(
            r#"{{"do": "push", "side": "{side}", "id": "{letter}{at}", "key": "k{key}", "time": {time}}}"#
        ));
    }
    let stream =
        |name: &str| format!(r#"{{"name": "{name}", "watermark": {{"strategy": "bounded", "delay": 60000}}}}"#);
    format!(
        r#"{{"version": 1, "title": "Generated", "dialect": "flink_sql", "left": {}, "right": {},
        "join": {{"kind": "interval", "type": "left", "lower": 0, "upper": 600000}}, "script": [{}]}}"#,
        stream("orders"),
        stream("shipments"),
        script.join(",\n")
    )
}
