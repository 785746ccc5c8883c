//! The scrubber: one cell a step while they fit; else a strip of the whole script, and the cells of a window in it.

use std::fmt::Write;

use super::decimal;
use crate::replay::{Recording, Summary};

/// Cells narrower than this, px, have no room for a glyph.
const LEAST_CELL: f64 = 9.0;
/// How wide a cell is about, px, where not all fit.
const CELL: f64 = 24.0;

/// Which steps have a cell, and how wide it is. Steps count from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scrubber {
    pub width: f64,
    pub steps: usize,
    /// The steps `first + 1..=first + shown` have cells.
    pub first: usize,
    pub shown: usize,
}

impl Scrubber {
    /// The scrubber with a window that starts behind step `first`, or as near as it can.
    pub fn new(width: f64, steps: usize, first: usize) -> Self {
        let width = width.max(1.0);
        let all = steps.max(1);
        let shown =
            if width / all as f64 >= LEAST_CELL { all } else { ((width / CELL).floor() as usize).clamp(1, all) };
        Scrubber { width, steps, first: first.min(steps.saturating_sub(shown)), shown }
    }

    /// Whether there are more steps than cells.
    pub fn windowed(&self) -> bool {
        self.steps > self.shown
    }

    /// A cell's width, px.
    pub fn cell(&self) -> f64 {
        self.width / self.shown as f64
    }

    /// The middle of a step's cell; it may lie beside the window.
    pub fn x(&self, step: usize) -> f64 {
        (step as f64 - self.first as f64 - 0.5) * self.cell()
    }

    /// The step of the cell at `x`; beside the window the next one there, so that a drag goes on.
    pub fn step_at(&self, x: f64) -> usize {
        let cell = (x / self.cell()).floor().clamp(-1.0, self.shown as f64) as i64;
        let step = i64::try_from(self.first).unwrap_or(i64::MAX).saturating_add(cell + 1);
        usize::try_from(step).unwrap_or(0).clamp(1, self.steps.max(1))
    }

    /// The window in which `step` has a cell: no further than it must go, or around the step if that is far off.
    pub fn follow(&self, step: usize) -> Self {
        let index = step.saturating_sub(1);
        let first = if index < self.first {
            if self.first - index > self.shown { index.saturating_sub(self.shown / 2) } else { index }
        } else if index >= self.first + self.shown {
            let least = index + 1 - self.shown;
            if least - self.first > self.shown { index.saturating_sub(self.shown / 2) } else { least }
        } else {
            self.first
        };
        Scrubber::new(self.width, self.steps, first)
    }

    /// The window's place in the strip: left and width, px, at least wide enough to be taken.
    pub fn window(&self) -> (f64, f64) {
        let px = self.width / self.steps.max(1) as f64;
        let wide = (self.shown as f64 * px).max(10.0);
        ((self.first as f64 * px).min(self.width - wide).max(0.0), wide)
    }

    /// The window whose middle is at `x` of the strip.
    pub fn centred(&self, x: f64) -> Self {
        let middle = (x / self.width * self.steps as f64).max(0.0) as usize;
        Scrubber::new(self.width, self.steps, middle.saturating_sub(self.shown / 2))
    }
}

/// The first thing that a step did, in the order that counts: ∅, cross, −D, match, left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Nothing,
    Left,
    Match,
    TakenBack,
    Late,
    Null,
}

impl Outcome {
    pub const ALL: [Outcome; 6] =
        [Outcome::Nothing, Outcome::Left, Outcome::Match, Outcome::TakenBack, Outcome::Late, Outcome::Null];

    pub fn of(sum: &Summary) -> Self {
        if sum.nulls > 0 {
            Outcome::Null
        } else if sum.late > 0 {
            Outcome::Late
        } else if sum.taken_back > 0 {
            Outcome::TakenBack
        } else if sum.matches + sum.alone > 0 {
            Outcome::Match
        } else if sum.left > 0 {
            Outcome::Left
        } else {
            Outcome::Nothing
        }
    }

    /// How high its bar is, as a second cue: ∅ full, cross half, others a third.
    pub fn height(self) -> f64 {
        match self {
            Outcome::Null => 1.0,
            Outcome::Late => 0.5,
            Outcome::TakenBack | Outcome::Match | Outcome::Left => 1.0 / 3.0,
            Outcome::Nothing => 0.1,
        }
    }
}

/// The strip of a whole script: a line a bar, and a path an outcome, with lines up from `height` px.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// How wide all of it is, px, and how wide a bar is.
    pub width: f64,
    pub bar: f64,
    pub paths: Vec<(Outcome, String)>,
}

/// Where several steps share a bar, it is that of what counts most among them.
pub fn strip(recording: &Recording, width: f64, height: f64) -> Strip {
    let steps = recording.len();
    let bars = ((width / 2.0).max(1.0) as usize).min(steps);
    let mut paths: Vec<(Outcome, String)> = Outcome::ALL.map(|outcome| (outcome, String::new())).to_vec();
    let pitch = width / bars.max(1) as f64;
    for bar in 0..bars {
        let of = |bar: usize| bar * steps / bars;
        let most = (of(bar) + 1..=of(bar + 1)).map(|step| Outcome::of(&recording.summary(step))).max();
        let outcome = most.unwrap_or(Outcome::Nothing);
        let (x, up) = ((bar as f64 + 0.5) * pitch, (outcome.height() * height).max(1.0));
        if let Some((_, path)) = paths.iter_mut().find(|(of, _)| *of == outcome) {
            // Writing to a string does not fail.
            let _ = write!(path, "M{} {}v-{}", decimal(x, 1), decimal(height, 1), decimal(up, 1));
        }
    }
    paths.retain(|(_, path)| !path.is_empty());
    Strip { width, bar: (pitch - 0.5).max(1.0), paths }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read;
    use std::rc::Rc;

    #[test]
    fn a_click_on_a_cell_goes_to_its_step() {
        for (width, steps) in [(690.0, 15), (300.0, 1), (690.0, 10_000), (340.0, 77), (20.0, 400)] {
            for first in [0, 1, 30, steps / 2, steps] {
                let scrubber = Scrubber::new(width, steps, first);
                assert!(scrubber.first + scrubber.shown <= steps, "{scrubber:?}");
                for step in scrubber.first + 1..=scrubber.first + scrubber.shown {
                    assert_eq!(scrubber.step_at(scrubber.x(step)), step);
                }
                assert!((1..=steps).contains(&scrubber.step_at(-1e9)) && (1..=steps).contains(&scrubber.step_at(1e9)));
            }
        }
    }

    #[test]
    fn cells_have_room_for_a_glyph_or_the_script_has_a_window() {
        assert!(!Scrubber::new(690.0, 76, 0).windowed());
        let many = Scrubber::new(690.0, 10_000, 0);
        assert!(many.windowed() && many.cell() >= 20.0 && many.shown < 40);
    }

    #[test]
    fn the_window_follows_the_step() {
        let mut window = Scrubber::new(690.0, 10_000, 0);
        for step in [0, 1, 20, 29, 30, 28, 5_000, 4_995, 10_000, 9_000, 1] {
            let before = window;
            window = window.follow(step);
            let has = |window: &Scrubber| (window.first..window.first + window.shown).contains(&step.saturating_sub(1));
            assert!(has(&window), "{step}");
            assert!(!has(&before) || window == before, "it moved for nothing");
        }
        let (left, wide) = Scrubber::new(690.0, 10_000, 9_999).window();
        assert!(wide >= 10.0 && left + wide <= 690.0);
        let middle = Scrubber::new(690.0, 10_000, 0).centred(345.0);
        assert!(middle.first.abs_diff(5_000) <= middle.shown);
    }

    #[test]
    fn the_strip_has_a_bar_for_each_step_that_fits() {
        let text = include_str!("../../www/scenarios/orders-shipments.scenario.json");
        let recording = Recording::new(Rc::new(read(text).unwrap()));
        let bars = |strip: &Strip| strip.paths.iter().map(|(_, path)| path.matches('M').count()).sum::<usize>();
        assert_eq!(bars(&strip(&recording, 690.0, 14.0)), 15);
        let narrow = strip(&recording, 8.0, 14.0);
        assert_eq!(bars(&narrow), 4);
        // The last bar has steps 12 to 15, and a row with NULL is among them.
        let nulls = narrow.paths.iter().find(|(outcome, _)| *outcome == Outcome::Null).unwrap();
        assert!(nulls.1.ends_with("v-14"), "{}", nulls.1);
    }
}
