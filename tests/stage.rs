//! The stage's geometry, without a browser: the first visit's picture, and what holds for every picture.
#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, rc::Rc};

use joinscope_core::{
    replay::{Recording, State},
    scenario::{self, Lang, Side, time::HOUR},
    stage::{Font, Frame, Input, Measure, Notes, Scene, scene},
};

/// Every character as wide as an average one.
struct Even;

impl Measure for Even {
    fn width(&self, text: &str, _: Font) -> f64 {
        text.chars().count() as f64 * 6.5
    }
}

fn picture(recording: &Recording, step: usize, selected: Option<(Side, &str)>, width: f64) -> Scene {
    told(recording, step, selected, Frame::of(width), Notes { join: "join 11:40".into(), ..Notes::default() })
}

fn told(recording: &Recording, step: usize, selected: Option<(Side, &str)>, frame: Frame, notes: Notes) -> Scene {
    let view = recording.view(step);
    let selected = selected.and_then(|(side, id)| recording.rows().find(recording.scenario(), side, id));
    let axis = frame.fit(recording);
    scene(&Input { recording, view: &view, selected, notes: &notes, lang: Lang::En, frame, axis, measure: &Even })
}

fn orders_and_shipments() -> Recording {
    let text = include_str!("../www/scenarios/orders-shipments.scenario.json");
    Recording::new(Rc::new(scenario::read(text).unwrap()))
}

#[test]
fn the_first_visit_is_drawn_as_designed() {
    let recording = orders_and_shipments();
    let scene = picture(&recording, 10, Some((Side::Left, "o3")), 1076.0);
    // The design's own numbers: 09:00 at 116 px, 14:00 at 1058 px, six orders on six tracks of 27 px.
    assert_eq!((scene.axis.x(scene.axis.first), scene.axis.x(scene.axis.last)), (116.0, 1058.0));
    assert_eq!((scene.axis.last - scene.axis.first, scene.axis.major), (5 * HOUR, HOUR));
    assert_eq!((scene.lanes.left.top, scene.lanes.left.bottom, scene.lanes.right.top), (50.0, 232.0, 318.0));
    assert_eq!((scene.lanes.right.bottom, scene.height), (454.0, 480.0));
    let at = |id: &str| {
        let side = if id.starts_with('o') { Side::Left } else { Side::Right };
        let row = recording.rows().find(recording.scenario(), side, id).unwrap();
        scene.marks.iter().find(|mark| mark.row == row).unwrap()
    };
    let ys: Vec<f64> = ["o1", "o2", "o3", "o4", "o5", "o6"].iter().map(|id| at(id).y).collect();
    assert_eq!(ys, [73.5, 100.5, 127.5, 154.5, 181.5, 208.5]);
    let states: Vec<State> = ["o1", "o2", "o3", "o4", "s3", "s5"].iter().map(|id| at(id).state).collect();
    assert_eq!(
        states,
        [State::Left, State::LeftAsNull, State::Waiting, State::Matched, State::LateNotKept, State::NotYetArrived]
    );
    // Two matches, one ∅ where o2's time was over, the band of o3 from 10:10 to 12:10.
    assert_eq!(scene.curves.iter().filter(|curve| curve.label.is_some()).count(), 2);
    let tail = scene.tails[0];
    assert_eq!((scene.tails.len(), tail.now, tail.taken_back), (1, true, false));
    assert!((tail.to.0 - (at("o2").x + 2.0 * 188.4)).abs() < 0.1, "{}", tail.to.0);
    let band = scene.band.unwrap();
    assert!((band.from - at("o3").x).abs() < 0.01 && (band.to - band.from - 2.0 * 188.4).abs() < 0.1);
    assert!(band.from < band.shut && band.shut < band.to);
    assert!(scene.marks.iter().all(|mark| mark.label.is_some()));
}

#[test]
fn what_a_band_says_lies_on_no_watermark_and_leaves_the_rows_their_labels() {
    let recording = orders_and_shipments();
    let notes = || Notes {
        can_match: Some("key 003, 10:10 to 12:10 can match o3".into()),
        can_match_short: Some("key 003 here can match o3".into()),
        ..Notes::default()
    };
    let o3 = Some((Side::Left, "o3"));
    for frame in [Frame::of(1076.0), Frame::embedded(720.0, 360.0), Frame::of(390.0)] {
        let scene = told(&recording, 10, o3, frame, notes());
        let lines = [scene.join.as_ref().map(|join| join.x), Some(scene.flags.right.x)];
        if let Some((x, _, _, text)) = scene.band.as_ref().unwrap().note.as_ref() {
            let end = x + Even.width(text, Font::Bold);
            assert!(
                lines.iter().flatten().all(|line| !(*x..end).contains(line)),
                "{text} from {x} to {end}: {lines:?}"
            );
        } else {
            assert!(frame.width < 400.0, "there is room at {} px", frame.width);
        }
    }
    // The band of s2 lies over o1, whose label comes first.
    let scene = told(&recording, 10, Some((Side::Right, "s2")), Frame::of(1076.0), notes());
    assert!(scene.marks.iter().all(|mark| mark.label.is_some()));
}

#[test]
fn a_window_join_says_at_a_pair_how_often_it_came_out_or_when_it_will() {
    let text = include_str!("../www/scenarios/clicks-sliding.scenario.json");
    let recording = Recording::new(Rc::new(scenario::read(text).unwrap()));
    let ends: Vec<i64> = recording.view(8).windows.iter().map(|(window, _)| window.span.end).collect();
    let notes = Notes {
        often: vec!["twice".into()],
        due: ends.iter().map(|end| (*end, format!("at {end}"))).collect(),
        ..Notes::default()
    };
    let scene = told(&recording, 8, None, Frame::of(1076.0), notes);
    let said = |pending: bool| scene.curves.iter().filter(move |curve| curve.pending == pending);
    // v1 and c1 came out of two windows, v2 and c2 of one.
    let often: Vec<&str> = said(false).filter_map(|curve| Some(curve.label.as_ref()?.2.as_str())).collect();
    assert_eq!(often, ["twice"]);
    // Those to come name the end of the first window that has both.
    let due: Vec<&str> = said(true).filter_map(|curve| Some(curve.label.as_ref()?.2.as_str())).collect();
    assert!(!due.is_empty() && due.iter().all(|text| text.starts_with("at ")), "{due:?}");
    assert!(said(true).all(|curve| !curve.now));
}

#[test]
fn stepping_moves_nothing_but_what_happens() {
    let recording = orders_and_shipments();
    let first = picture(&recording, 0, None, 1076.0);
    for step in 1..=recording.len() {
        let scene = picture(&recording, step, None, 1076.0);
        assert_eq!((scene.axis, scene.lanes, scene.height), (first.axis, first.lanes, first.height));
        for (mark, before) in scene.marks.iter().zip(&first.marks) {
            assert_eq!((mark.row, mark.x, mark.y), (before.row, before.x, before.y));
        }
    }
}

#[test]
fn every_golden_can_be_drawn_and_labels_keep_clear() {
    let mut drawn = 0;
    for folder in ["flink", "spark"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".scenario.json") {
                continue;
            }
            let recording = Recording::new(Rc::new(scenario::read(&fs::read_to_string(&path).unwrap()).unwrap()));
            for step in [0, recording.len() / 2, recording.len()] {
                for width in [320.0, 1076.0] {
                    check(&picture(&recording, step, None, width), &name, step);
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 5000, "{drawn}");
}

/// What holds for every picture.
fn check(scene: &Scene, name: &str, step: usize) {
    let what = || format!("{name}, step {step}, {} px", scene.frame.width);
    let finite = scene.marks.iter().all(|mark| mark.x.is_finite() && mark.y.is_finite());
    assert!(finite && scene.height.is_finite() && scene.axis.first < scene.axis.last, "{}", what());
    for mark in &scene.marks {
        let lane = scene.lanes[mark.side];
        assert!(mark.y > lane.top && mark.y < lane.bottom, "{}: a mark lies outside its lane", what());
    }
    for side in Side::BOTH {
        let labels: Vec<(f64, f64, f64)> = scene
            .marks
            .iter()
            .filter(|mark| mark.side == side)
            .filter_map(|mark| mark.label.as_ref())
            .map(|label| {
                let key = label.key.as_ref().map_or(0.0, |key| 5.0 + Even.width(key, Font::Regular));
                let width = Even.width(&label.id, Font::Bold) + key;
                let left = match label.anchor {
                    "start" => label.x,
                    "end" => label.x - width,
                    _ => label.x - width / 2.0,
                };
                (left, left + width, label.y)
            })
            .collect();
        // No label lies on a watermark's line, nor on another label.
        for line in [scene.flags[side].time.map(|_| scene.flags[side].x), scene.join.as_ref().map(|join| join.x)] {
            let on_line =
                |(left, right, _): &&(f64, f64, f64)| line.is_some_and(|x| *left < x - 2.0 && x + 2.0 < *right);
            assert!(labels.iter().find(on_line).is_none(), "{}: a label lies on a watermark", what());
        }
        for (at, a) in labels.iter().enumerate() {
            let overlaps = |b: &&(f64, f64, f64)| a.0 < b.1 - 0.1 && b.0 < a.1 - 0.1 && (a.2 - b.2).abs() < 12.0;
            assert!(labels[at + 1..].iter().find(overlaps).is_none(), "{}: two labels overlap", what());
        }
    }
}
