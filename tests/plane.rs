//! The plane of event time against arrival, without a browser.
#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use joinscope_core::{
    replay::{Recording, series::series},
    scenario::{self, Side, time::MINUTE},
    stage::{
        Extent, Font, Frame, Measure,
        plane::{Plane, PlaneInput, plane},
    },
};

struct Even;

impl Measure for Even {
    fn width(&self, text: &str, _: Font) -> f64 {
        text.chars().count() as f64 * 6.5
    }
}

fn picture(recording: &Recording, step: usize, selected: &[&str], extent: Option<Extent>) -> Plane {
    let rows = recording.rows();
    let find = |id: &&str| Side::BOTH.iter().find_map(|side| rows.find(recording.scenario(), *side, id));
    let selected: Vec<_> = selected.iter().filter_map(find).collect();
    plane(&PlaneInput {
        recording,
        series: &series(recording),
        view: &recording.view(step),
        selected: &selected,
        axis: Frame::of(1076.0).axis(recording, extent),
        top: 40.0,
        bottom: 440.0,
        measure: &Even,
    })
}

fn orders() -> Recording {
    let text = include_str!("../www/scenarios/orders-shipments.scenario.json");
    Recording::new(Rc::new(scenario::read(text).unwrap()))
}

#[test]
fn rows_lie_at_their_time_and_their_step() {
    let recording = orders();
    let plane = picture(&recording, 10, &["o3"], None);
    assert_eq!((plane.first, plane.last, plane.marks.len()), (0, 15, 11));
    for mark in &plane.marks {
        let info = recording.rows().get(mark.row);
        assert_eq!(mark.x, plane.axis.x(info.time));
        assert_eq!(plane.step_at(mark.y), info.step as usize + 1);
        assert!(mark.label.is_some());
    }
    assert_eq!(plane.step_at(plane.now.unwrap()), 10);
    // Two pairs so far, and the selected row's stay runs to 12:10 and has not ended.
    assert_eq!(plane.pairs.len(), 2);
    let stay = plane.stay.unwrap();
    assert!(stay.left.is_none() && stay.due > stay.from.0);
}

/// The watermark's x where the staircase passes a height, from below.
fn at(stair: &[(f64, f64)], y: f64) -> Option<f64> {
    stair.windows(2).filter(|pair| pair[0].1 > y && pair[1].1 <= y).map(|pair| pair[1].0.min(pair[0].0)).next_back()
}

#[test]
fn late_rows_and_no_others_lie_left_of_the_staircase() {
    let recording = orders();
    let plane = picture(&recording, 15, &[], None);
    let rows = recording.rows();
    for mark in &plane.marks {
        let late = rows.id(recording.scenario(), mark.row) == "s3";
        let left = at(&plane.join.before, mark.y).is_some_and(|x| mark.x < x);
        assert_eq!(late, left, "{}", rows.id(recording.scenario(), mark.row));
    }
}

#[test]
fn staircases_only_rise_to_the_right() {
    let recording = orders();
    for step in 0..=15 {
        let plane = picture(&recording, step, &[], None);
        for stair in [&plane.stairs.left, &plane.stairs.right, &plane.join] {
            for part in [&stair.before, &stair.after] {
                assert!(part.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1), "{part:?}");
            }
        }
    }
}

#[test]
fn a_part_shows_its_rows_and_the_steps_that_brought_them() {
    let recording = orders();
    let o3 = recording.rows().find(recording.scenario(), Side::Left, "o3").unwrap();
    let time = recording.rows().get(o3).time;
    let plane = picture(&recording, 10, &[], Some(Extent { first: time - MINUTE, last: time + MINUTE }));
    assert_eq!(plane.marks.len(), 1);
    assert!(plane.first < 4 && plane.last > 4 && plane.last - plane.first < 5, "{} {}", plane.first, plane.last);
}

#[test]
fn of_ten_thousand_rows_all_are_counted() {
    let push = |at: u64| {
        let (side, id) = if at.is_multiple_of(3) { ("right", "s") } else { ("left", "o") };
        let time = 1_773_133_200_000 + at * 1_000 - at % 7 * 500;
        format!(r#"{{"do": "push", "side": "{side}", "id": "{id}{at}", "key": "k{}", "time": {time}}}"#, at % 500)
    };
    let script: Vec<String> = (0..10_000).map(push).collect();
    let stream = |name: &str| format!(r#"{{"name": "{name}", "watermark": {{"strategy": "bounded", "delay": 5000}}}}"#);
    let text = format!(
        r#"{{"version": 1, "title": "t", "dialect": "flink_sql", "left": {}, "right": {},
        "join": {{"kind": "interval", "type": "inner", "lower": 0, "upper": 60000}}, "script": [{}]}}"#,
        stream("l"),
        stream("r"),
        script.join(",")
    );
    let recording = Recording::new(Rc::new(scenario::read(&text).unwrap()));
    let plane = picture(&recording, 5_000, &["o100"], None);
    assert_eq!(plane.cells.iter().map(|cell| cell.total()).sum::<u32>(), 10_000);
    assert_eq!(plane.cells.iter().map(|cell| cell.ahead).sum::<u32>(), 5_000);
    assert!(plane.cells.len() < 600 && plane.marks.len() == 2, "{} {}", plane.cells.len(), plane.marks.len());
    assert!(plane.join.before.len() < 3_000);
    for cell in &plane.cells {
        assert!(cell.x >= plane.axis.left && cell.y >= plane.top - 7.0 && cell.y + cell.height <= plane.bottom + 7.0);
    }
}

#[test]
fn rows_behind_the_step_at_which_the_engine_stopped_lie_on_the_plane() {
    // No interval join takes a -D: nothing runs from the second step on.
    let push = |id: &str, kind: &str| {
        format!(r#"{{"do": "push", "side": "left", "id": "{id}", "key": "k", "time": 1000, "kind": "{kind}"}}"#)
    };
    let rows = [push("a", "+I"), push("a", "-D"), push("b", "+I"), push("c", "+I")].join(",");
    let text = format!(
        r#"{{"version": 1, "title": "t", "dialect": "flink_sql", "left": {{"name": "l", "watermark": {{"strategy": "bounded", "delay": 0}}}},
        "right": {{"name": "r", "watermark": {{"strategy": "bounded", "delay": 0}}}},
        "join": {{"kind": "interval", "type": "inner", "lower": 0, "upper": 5}}, "script": [{rows}]}}"#
    );
    let recording = Recording::new(Rc::new(scenario::read(&text).unwrap()));
    assert_eq!(recording.len(), 1);
    let plane = picture(&recording, 1, &[], None);
    assert_eq!((plane.first, plane.last), (0, 4));
    assert!(plane.marks.iter().all(|mark| (plane.top..=plane.bottom).contains(&mark.y)));
}
