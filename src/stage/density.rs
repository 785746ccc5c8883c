//! Where marks would overlap: bars that count rows by their state, one a stretch of event time.

use std::ops::Range;

use super::{Axis, Font, LaneBox, Measure, axis::nice};
pub use crate::replay::Kind;
use crate::{
    replay::{Recording, View},
    scenario::Side,
};

/// The rows of a stretch of event time.
#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    /// From here, and up to but not including there, ms.
    pub first: i64,
    pub end: i64,
    pub x: f64,
    pub width: f64,
    /// Rows, by [`Kind::ALL`].
    pub counts: [u32; 5],
    /// Where each kind's part of the bar begins and how high it is, px; 0 where it has none.
    pub parts: [(f64, f64); 5],
    /// How many rows, where there is room to say it: the text's place.
    pub label: Option<(f64, f64)>,
}

impl Bin {
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }
}

/// A lane's bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    /// Those with rows in them, in order of time.
    pub bins: Vec<Bin>,
    /// How much time a bar stands for, ms.
    pub each: i64,
    /// Rows of the lane in sight.
    pub rows: usize,
}

/// Px of a bar at the least.
const LEAST: f64 = 14.0;
/// Of the lane's height that the highest bar takes; the rest is for the rows of this step.
const SHARE: f64 = 0.58;

/// Counts these of a side's rows in order of time into bars. Left bars stand on the lane's lower edge, right ones hang from the
/// upper, so that both begin at the gap.
pub(super) fn density(
    recording: &Recording,
    view: &View,
    side: Side,
    rows: Range<usize>,
    axis: &Axis,
    lane: LaneBox,
    measure: &dyn Measure,
) -> Density {
    let span = axis.last.saturating_sub(axis.first).max(1);
    let each = nice(span, axis.right - axis.left, LEAST);
    let counts = recording.counts(view, side, rows.clone(), each);
    let mut bins: Vec<Bin> = Vec::with_capacity(counts.len());
    for count in counts.iter() {
        let (first, end) = (count.first, count.first.saturating_add(each));
        let (left, right) = (axis.x(first).max(axis.left), axis.x(end).min(axis.right + 18.0));
        let (x, width) = (left + 0.75, (right - left - 1.5).max(1.0));
        bins.push(Bin { first, end, x, width, counts: count.rows, parts: [(0.0, 0.0); 5], label: None });
    }
    let most = bins.iter().map(Bin::total).max().unwrap_or(1).max(1);
    let high = (lane.bottom - lane.top) * SHARE;
    for bin in &mut bins {
        let mut at = 0.0;
        for (part, count) in bin.parts.iter_mut().zip(bin.counts) {
            if count == 0 {
                continue;
            }
            // One row of a thousand is still seen.
            let height = (f64::from(count) * high / f64::from(most)).max(1.5);
            let y = if side == Side::Left { lane.bottom - at - height } else { lane.top + at };
            *part = (y, height);
            at += height;
        }
        let width = measure.width(&bin.total().to_string(), Font::Small);
        if width + 2.0 <= bin.width {
            let y = if side == Side::Left { lane.bottom - at - 4.0 } else { lane.top + at + 11.0 };
            bin.label = Some((bin.x + bin.width / 2.0, y));
        }
    }
    Density { bins, each, rows: rows.len() }
}
