//! A scenario in miniature.

use crate::{
    replay::{Recording, State},
    scenario::Lang,
    stage::{Font, Frame, Input, Measure, Notes, Scene, scene},
};

/// Width by height of a preview.
pub const RATIO: f64 = 2.0;
/// How often a preview is made wider; a script has rows for no more.
const MOST_TRIES: usize = 8;

/// Texts are left out, so they need no room.
struct NoText;

impl Measure for NoText {
    fn width(&self, _: &str, _: Font) -> f64 {
        0.0
    }
}

/// The step that shows most of a scenario: the last one that puts something out, else the last.
fn telling(recording: &Recording) -> usize {
    let puts_out = |step: &usize| recording.emitted(*step).next().is_some();
    (1..=recording.len()).rev().find(puts_out).unwrap_or(recording.len())
}

/// The stage at a step, or at the one that tells most, without its names, ruler, rails and words, [`RATIO`] times as wide as it is high.
pub fn preview(recording: &Recording, step: Option<usize>) -> Scene {
    let step = step.unwrap_or_default().min(recording.len());
    // One at which nothing has come out yet shows too little.
    let told = (1..=step).any(|step| recording.emitted(step).next().is_some());
    let step = if told { step } else { telling(recording) };
    let view = recording.view(step);
    let notes = Notes::default();
    let of = |width: f64| {
        let frame = Frame { names: 0.0, ruler: 0.0, rail: 0.0, gap: 40.0, least_lane: 54.0, ..Frame::of(width) };
        let axis = frame.fit(recording);
        let input = Input {
            recording,
            view: &view,
            selected: None,
            notes: &notes,
            lang: Lang::En,
            frame,
            axis,
            measure: &NoText,
        };
        scene(&input)
    };
    let mut made = of(296.0);
    // Where more rows make it higher, it is made wider as well, so that all are seen at one scale less. Wider it may be higher
    // again, as less stands in one place.
    for _ in 0..MOST_TRIES {
        if made.height * RATIO <= made.frame.width + 1.0 {
            break;
        }
        made = of(made.height * RATIO);
    }
    // What is still to come would be dots at this size, but for a scenario that does not run at all.
    if !recording.is_empty() {
        made.marks.retain(|mark| mark.state != State::NotYetArrived);
    }
    made
}
