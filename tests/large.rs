//! Scenarios too large for a mark a row: what the stage and the charts make of them.
#![cfg(not(target_arch = "wasm32"))]

mod generated;

use std::rc::Rc;

use generated::{Even, generated};

use joinscope_core::{
    replay::Recording,
    scenario::{self, Lang, Side, time::MINUTE},
    stage::{Extent, Frame, Input, Notes, Scene, density::Kind, scene, zoom},
};

fn recording(events: usize) -> Recording {
    Recording::new(Rc::new(scenario::read(&generated(events)).unwrap()))
}

fn picture(recording: &Recording, step: usize, selected: Option<&str>, extent: Option<Extent>) -> Scene {
    let view = recording.view(step);
    let find = |id: &str| {
        let side = if id.starts_with('o') { Side::Left } else { Side::Right };
        recording.rows().find(recording.scenario(), side, id)
    };
    let frame = Frame::of(1076.0);
    let notes = Notes::default();
    scene(&Input {
        recording,
        view: &view,
        selected: selected.and_then(find),
        notes: &notes,
        lang: Lang::En,
        frame,
        axis: frame.axis(recording, extent),
        measure: &Even,
    })
}

fn drawn(scene: &Scene) -> usize {
    let bars = Side::BOTH.iter().filter_map(|side| scene.density[*side].as_ref()).flat_map(|density| &density.bins);
    let parts = bars.map(|bin| bin.parts.iter().filter(|part| part.1 > 0.0).count() + 1).sum::<usize>();
    scene.marks.len() * 7 + scene.curves.len() * 2 + scene.tails.len() * 4 + parts
}

#[test]
fn all_of_ten_thousand_events_are_counted_and_those_of_the_step_are_marks() {
    let recording = recording(10_000);
    for step in [0, 1, 500, 5_000, 9_999, 10_000] {
        let scene = picture(&recording, step, None, None);
        let mut total = 0;
        for side in Side::BOTH {
            let density = scene.density[side].as_ref().unwrap();
            assert_eq!(density.rows, recording.rows().by_time(side).len());
            let counted: u32 = density.bins.iter().map(|bin| bin.total()).sum();
            assert_eq!(counted as usize, density.rows);
            total += density.rows;
            assert!(density.bins.len() < 80 && density.bins.is_sorted_by_key(|bin| bin.first));
            for bin in &density.bins {
                for (y, height) in bin.parts {
                    let lane = scene.lanes[side];
                    assert!(height == 0.0 || y >= lane.top - 0.1 && y + height <= lane.bottom + 0.1);
                }
            }
        }
        assert_eq!(total, 10_000);
        if step > 0 {
            let arrived = recording.rows().of_step(step - 1).unwrap();
            assert!(
                scene.marks.iter().any(|mark| mark.row == arrived && mark.changed && mark.label.is_some()),
                "{step}"
            );
        }
        assert!(scene.marks.len() <= 24 && drawn(&scene) < 2_500, "{} {}", scene.marks.len(), drawn(&scene));
    }
}

#[test]
fn the_bars_say_what_became_of_their_rows() {
    let recording = recording(10_000);
    let view = recording.view(6_000);
    let scene = picture(&recording, 6_000, None, None);
    for side in Side::BOTH {
        let mut counts = [0_u32; 5];
        for bin in &scene.density[side].as_ref().unwrap().bins {
            for (sum, count) in counts.iter_mut().zip(bin.counts) {
                *sum += count;
            }
        }
        let held = counts[Kind::Waiting as usize] + counts[Kind::Matched as usize];
        assert_eq!(u64::from(held), view.held[side]);
        let ahead = recording.rows().iter().filter(|(_, row)| row.side == side && row.step >= 6_000).count();
        assert_eq!(counts[Kind::Ahead as usize] as usize, ahead);
        assert!(side == Side::Right || counts.iter().all(|count| *count > 0), "{counts:?}");
    }
}

#[test]
fn zoomed_in_rows_are_marks_again_and_stepping_moves_nothing() {
    let recording = recording(10_000);
    let first = 1_773_133_200_000 + 100 * MINUTE;
    let extent = Some(Extent { first, last: first + 5 * MINUTE });
    let before = picture(&recording, 3_000, None, extent);
    assert_eq!((before.density.left.is_some(), before.density.right.is_some()), (false, false));
    let inside = |row: i64| first <= row && row <= first + 5 * MINUTE;
    let all = recording.rows().iter().filter(|(_, row)| inside(row.time)).count();
    let shown = before.marks.iter().filter(|mark| inside(recording.rows().get(mark.row).time)).count();
    assert_eq!(all, shown);
    for step in 3_000..3_100 {
        let scene = picture(&recording, step, None, extent);
        assert_eq!((scene.axis, scene.lanes), (before.axis, before.lanes));
        assert!(scene.marks.iter().zip(&before.marks).all(|(a, b)| (a.row, a.x, a.y) == (b.row, b.x, b.y)));
        assert!(drawn(&scene) < 3_000, "{}", drawn(&scene));
    }
}

#[test]
fn no_picture_draws_more_than_can_be_seen_however_it_is_zoomed() {
    let recording = recording(10_000);
    let axis = Frame::of(1076.0).fit(&recording);
    let whole = Extent::of(&axis);
    let middle = whole.first + whole.span() / 2;
    let mut extent = Some(whole);
    while let Some(now) = extent {
        let scene = picture(&recording, 5_200, Some("o5000"), Some(now));
        assert!(drawn(&scene) < 3_000, "{now:?} {}", drawn(&scene));
        let next = now.zoomed(whole, 1.0 / zoom::NOTCH, middle);
        extent = next.filter(|next| *next != now);
    }
}

#[test]
fn the_selected_row_is_a_mark_over_the_bars() {
    let recording = recording(10_000);
    let id = |row| recording.rows().id(recording.scenario(), row).to_string();
    let row = recording.rows().by_time(Side::Right)[2_000];
    let scene = picture(&recording, 9_000, Some(&id(row)), None);
    assert!(scene.marks.iter().any(|mark| mark.row == row && mark.selected && mark.label.is_some()));
}
