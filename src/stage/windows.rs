//! Windows in the gap between the lanes: each where it lies in event time, stacked where they overlap.

use super::{Font, Input, Measure, zoom::rows_in};
use crate::{
    engine::{Key, RowId, effect::Span},
    replay::{Phase, Recording, Sorted, View, WindowFacts, WindowPlace},
    scenario::{JoinKind, Side, Window},
    sorting,
};

/// What has become of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowState {
    /// No row is in it yet.
    Empty,
    /// Rows wait in it.
    Open,
    /// It fires in this step.
    Now,
    /// It fired, or its rows were evicted, in an earlier step.
    Done,
    /// It fired, and is kept for late rows.
    Kept,
}

/// A window on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowBox {
    pub span: Span,
    /// A session is one key's, and in Flink SQL one side's.
    pub key: Option<Key>,
    pub side: Option<Side>,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// A session's last event: behind it the gap, dashed. px.
    pub last_event: Option<f64>,
    pub state: WindowState,
    /// It holds the selected row.
    pub selected: bool,
    /// Room for two lines of text, for one, or for none.
    pub lines: u8,
}

/// The windows of a step, laid out, and how many px high they are together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Windows {
    pub boxes: Vec<WindowBox>,
    pub height: f64,
    pub pitch: f64,
}

/// More than this many are not told apart; the picture would be all borders.
const MOST: usize = 80;

/// The windows of a step; put where they are by [`place`].
pub(super) fn facts(input: &Input) -> Sorted<WindowPlace, WindowFacts> {
    match input.recording.scenario().join.kind {
        JoinKind::Window { .. } => input.recording.window_facts(input.view),
        _ => Sorted::default(),
    }
}

pub(super) fn place(input: &Input, facts: &Sorted<WindowPlace, WindowFacts>, top: f64) -> Windows {
    let Input { recording, view, selected, axis, measure, .. } = *input;
    let JoinKind::Window { window, .. } = recording.scenario().join.kind else { return Windows::default() };
    let rows = recording.rows();
    let picked = selected.filter(|row| matches!(view.row(*row).phase, Phase::Held | Phase::Ahead));
    let holds = |start: i64, end: i64, key: Option<Key>, side: Option<Side>| {
        picked.is_some_and(|row| {
            let info = rows.get(row);
            let inside = start <= info.time && info.time < end;
            inside && key.is_none_or(|key| key == info.key) && side.is_none_or(|side| side == info.side)
        })
    };
    let mut boxes = Vec::new();
    for ((start, end, key, side), fact) in facts.iter().map(|(place, fact)| (*place, fact)) {
        if fact.gone && fact.emitted == 0 {
            continue;
        }
        let (left, right) = (axis.x(start), axis.x(end));
        if right < axis.left || left > axis.right + 18.0 {
            continue;
        }
        let held = fact.held;
        let now = fact.fired == Some(view.step) || (fact.emitted_in(view.step) > 0 && held == 0);
        let over = fact.fired.or(fact.ended.filter(|_| held == 0)).is_some();
        let state = match (now, over, held) {
            (true, _, _) => WindowState::Now,
            (false, true, 1..) => WindowState::Kept,
            (false, true, 0) => WindowState::Done,
            (false, false, 1..) => WindowState::Open,
            (false, false, 0) => WindowState::Empty,
        };
        let x = left.max(axis.left) + 1.5;
        let last_event = match window {
            Window::Session { gap, .. } => Some(axis.x(end.saturating_sub(gap)).max(x)),
            _ => None,
        };
        boxes.push(WindowBox {
            span: Span { start, end },
            key,
            side,
            x,
            y: top,
            width: (right.min(axis.right + 18.0) - x - 1.5).max(2.0),
            height: 36.0,
            last_event,
            state,
            selected: holds(start, end, key, side) && !matches!(state, WindowState::Done | WindowState::Now),
            lines: 0,
        });
    }
    // Of more than can be told apart those stay that tell something.
    if boxes.len() > MOST {
        let told = |window: &WindowBox| match window.state {
            _ if window.selected => 0,
            WindowState::Now => 1,
            WindowState::Open => 2,
            WindowState::Kept => 3,
            WindowState::Empty | WindowState::Done => 4,
        };
        sorting::sort_by_key(&mut boxes, told);
        boxes.truncate(MOST);
    }
    stack(boxes, top, measure)
}

/// Puts overlapping windows into rows, and says what text each has room for.
fn stack(mut boxes: Vec<WindowBox>, top: f64, measure: &dyn Measure) -> Windows {
    sorting::sort_by(&mut boxes, |a, b| a.x.total_cmp(&b.x).then(a.width.total_cmp(&b.width)));
    let mut ends: Vec<f64> = Vec::new();
    let mut assigned = Vec::with_capacity(boxes.len());
    for window in &boxes {
        let row = match ends.iter().position(|end| *end <= window.x) {
            Some(row) => row,
            None if ends.len() < 12 => {
                ends.push(0.0);
                ends.len() - 1
            }
            None => ends.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(row, _)| row),
        };
        ends[row] = window.x + window.width;
        assigned.push(row);
    }
    // Up to three rows have room for two lines of text, up to six for one.
    let (height, lines) = match ends.len() {
        0..=3 => (36.0, 2),
        4..=6 => (20.0, 1),
        _ => (8.0, 0),
    };
    let pitch = height + if lines == 2 { 8.0 } else { 4.0 };
    let widest = measure.width("00:00 to 00:00", Font::Small) + 14.0;
    for (window, row) in boxes.iter_mut().zip(&assigned) {
        window.y = top + pitch * *row as f64;
        window.height = height;
        window.lines = if window.width >= widest { lines } else { 0 };
    }
    Windows { height: pitch * ends.len() as f64, pitch, boxes }
}

/// A pair that is known but not emitted yet.
pub(super) struct PendingPair {
    pub left: RowId,
    pub right: RowId,
    /// The end of the first window that will put it out.
    pub end: i64,
}

/// Pairs that are known but not emitted yet: rows of one key in an open window, left and right.
pub(super) fn pending_pairs(recording: &Recording, view: &View) -> Vec<PendingPair> {
    const MOST_PAIRS: usize = 60;
    let rows = recording.rows();
    if !matches!(recording.scenario().join.kind, JoinKind::Window { .. })
        || recording.scenario().dialect == crate::scenario::Dialect::Spark
    {
        return Vec::new();
    }
    let mut pairs: Vec<PendingPair> = Vec::new();
    for (window, seen) in view.windows.iter() {
        if seen.fired || window.key.is_null() {
            continue;
        }
        // In Flink SQL sessions are one side's; those that would fire together end together.
        let other = window.side.map(|side| side.other());
        if window.side == Some(Side::Right) {
            continue;
        }
        let span = window.span;
        let inside = |side: Side, span: Span| {
            let all = rows_in(recording, side, span.start, span.end.saturating_sub(1)).iter().copied();
            all.filter(move |row| rows.get(*row).key == window.key && view.row(*row).phase == Phase::Held)
        };
        let spans: Vec<Span> = match other {
            None => vec![span],
            Some(side) => view
                .windows
                .keys()
                .filter(|id| id.side == Some(side) && id.key == window.key && id.span.end == span.end)
                .map(|id| id.span)
                .collect(),
        };
        for right_span in spans {
            for left in inside(Side::Left, span) {
                for right in inside(Side::Right, right_span) {
                    match pairs.iter_mut().find(|pair| (pair.left, pair.right) == (left, right)) {
                        Some(known) => known.end = known.end.min(span.end),
                        None => pairs.push(PendingPair { left, right, end: span.end }),
                    }
                    if pairs.len() >= MOST_PAIRS {
                        return pairs;
                    }
                }
            }
        }
    }
    pairs
}
