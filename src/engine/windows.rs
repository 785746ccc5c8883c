//! Which windows a row is in, by its time.

use super::effect::Span;
use crate::scenario::Window;

/// joinscope's own limit: a row may be in so many windows. A day sliding by the minute is 1440.
pub const MAX_COPIES: i64 = 4096;

impl Window {
    /// How many windows a row may be in at most; 0 for a shape that no engine takes.
    pub fn copies(&self) -> i64 {
        match *self {
            Window::Tumbling { .. } | Window::Session { .. } => 1,
            Window::Sliding { size, slide, .. } if size > 0 && slide > 0 => (size - 1) / slide + 1,
            Window::Cumulating { size, step, .. } if size > 0 && step > 0 => size / step,
            Window::Sliding { .. } | Window::Cumulating { .. } => 0,
        }
    }

    /// The windows of a row of this time, in order of their ends; for a session the one that it has by itself.
    ///
    /// Tumbling and sliding: `[s, s + size)` for all `s` = offset (mod slide) with `time - size < s <= time`, so with
    /// slide > size there may be none. Cumulating: from the start of the big window to every step's end after `time`.
    pub fn of(&self, time: i64) -> impl Iterator<Item = Span> + use<> {
        let floor = |offset: i64, slide: i64| time - (time - offset).rem_euclid(slide);
        // The first window, how far the next one's start and end lie, and how many there are.
        let (first, by, count) = match *self {
            Window::Tumbling { size, offset } if size > 0 => {
                let start = floor(offset, size);
                (Span { start, end: start + size }, (0, 0), 1)
            }
            Window::Sliding { size, slide, offset } if size > 0 && slide > 0 => {
                let newest = floor(offset, slide);
                let more = (newest - (time - size) - 1).div_euclid(slide);
                let start = newest - more * slide;
                (Span { start, end: start + size }, (slide, slide), more + 1)
            }
            Window::Cumulating { size, step, offset } if size > 0 && step > 0 => {
                let (start, end) = (floor(offset, size), floor(offset, step) + step);
                (Span { start, end }, (0, step), (start + size - end) / step + 1)
            }
            Window::Session { gap, .. } => (Span { start: time, end: time + gap }, (0, 0), 1),
            _ => (Span { start: 0, end: 0 }, (0, 0), 0),
        };
        (0..count).map(move |n| Span { start: first.start + n * by.0, end: first.end + n * by.1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(window: Window, time: i64) -> Vec<(i64, i64)> {
        window.of(time).map(|span| (span.start, span.end)).collect()
    }

    #[test]
    fn windows_of_a_row() {
        assert_eq!(spans(Window::Tumbling { size: 10, offset: 3 }, 102), [(93, 103)]);
        assert_eq!(spans(Window::Tumbling { size: 10, offset: 0 }, -1), [(-10, 0)]);
        assert_eq!(spans(Window::Sliding { size: 10, slide: 5, offset: 0 }, 107), [(100, 110), (105, 115)]);
        // A size that is no multiple of the slide: two or three windows.
        assert_eq!(spans(Window::Sliding { size: 5, slide: 2, offset: 0 }, 104), [(100, 105), (102, 107), (104, 109)]);
        assert_eq!(spans(Window::Sliding { size: 5, slide: 2, offset: 0 }, 105), [(102, 107), (104, 109)]);
        // A slide above the size leaves gaps.
        assert_eq!(spans(Window::Sliding { size: 5, slide: 10, offset: 0 }, 105), []);
        assert_eq!(spans(Window::Sliding { size: 5, slide: 10, offset: 0 }, 104), [(100, 105)]);
        assert_eq!(spans(Window::Cumulating { size: 15, step: 5, offset: 0 }, 22), [(15, 25), (15, 30)]);
        assert_eq!(spans(Window::session(10), 100), [(100, 110)]);
    }

    #[test]
    fn shapes_that_no_engine_takes_have_no_windows() {
        assert_eq!(spans(Window::Tumbling { size: 0, offset: 0 }, 1), []);
        assert_eq!(spans(Window::Sliding { size: 5, slide: 0, offset: 0 }, 1), []);
        assert_eq!(spans(Window::Sliding { size: -5, slide: 1, offset: 0 }, 1), []);
        assert_eq!(spans(Window::Cumulating { size: 5, step: -1, offset: 0 }, 1), []);
    }

    #[test]
    fn copies_bound_the_windows_of_a_row() {
        let sliding = Window::Sliding { size: 1 << 53, slide: 1, offset: 0 };
        assert_eq!(sliding.copies(), 1 << 53);
        assert_eq!(Window::Sliding { size: 5, slide: 2, offset: 0 }.copies(), 3);
    }
}
