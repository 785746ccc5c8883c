//! What lies ahead, on the ruler: one mark for moments that lie close together.

use std::ops::Range;

use super::Axis;
use crate::replay::Ahead;

/// Marks nearer than this are one, px.
const APART: f64 = 12.0;

/// A mark on the ruler, and which of the events it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct AheadMark {
    pub x: f64,
    pub events: Range<usize>,
}

/// The marks of events that are in order of time; those beyond the axis have none.
pub fn ahead_marks(axis: &Axis, events: &[Ahead]) -> Vec<AheadMark> {
    let mut marks: Vec<AheadMark> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let x = axis.x(event.at);
        if !(axis.left..=axis.right).contains(&x) {
            continue;
        }
        match marks.last_mut() {
            Some(last) if x - last.x < APART => last.events.end = index + 1,
            _ => marks.push(AheadMark { x, events: index..index + 1 }),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Event;

    #[test]
    fn close_moments_are_one_mark_and_far_ones_are_left_out() {
        let axis = Axis { first: 0, last: 1000, left: 0.0, right: 1000.0, major: 100, part: false };
        let at = |at: i64| Ahead { at, what: Event::Leave, rows: Vec::new(), windows: Vec::new() };
        let marks = ahead_marks(&axis, &[at(-5), at(10), at(15), at(21), at(22), at(500), at(1001)]);
        let found: Vec<(f64, Range<usize>)> = marks.into_iter().map(|mark| (mark.x, mark.events)).collect();
        assert_eq!(found, [(10.0, 1..4), (22.0, 4..5), (500.0, 5..6)]);
    }
}
