//! The plane of event time against arrival: x is a row's event time, y the step that brought it, the first at the bottom.
//!
//! Rows in order lie on a rising line, what comes out of order left of it. Each watermark is a staircase that rises with the
//! steps: a row left of the staircase, where that passes the row's step, came late.

use super::{
    Axis, Font, Measure, Tick,
    chart::{multiples, round},
    label::{Area, Obstacles},
    zoom::rows_in,
};
use crate::{
    engine::RowId,
    replay::{Recording, State, View, series::Series},
    scenario::{Side, Sides},
};

/// What a picture of the plane is made of.
#[derive(Clone, Copy)]
pub struct PlaneInput<'a> {
    pub recording: &'a Recording,
    pub series: &'a Series,
    pub view: &'a View,
    pub selected: &'a [RowId],
    /// The event time in sight, and where it lies.
    pub axis: Axis,
    /// The px of the first and the last step in sight.
    pub top: f64,
    pub bottom: f64,
    pub measure: &'a dyn Measure,
}

/// A row: shape by side, fill by what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneMark {
    pub row: RowId,
    pub side: Side,
    pub x: f64,
    pub y: f64,
    pub radius: f64,
    pub state: State,
    pub matched: bool,
    pub changed: bool,
    pub selected: bool,
    /// Its id, where there is room: the text's place and anchor.
    pub label: Option<(f64, f64, &'static str, String)>,
}

/// A watermark over the steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stair {
    /// Up to the step shown, and beyond it.
    pub before: Vec<(f64, f64)>,
    pub after: Vec<(f64, f64)>,
}

/// Rows too close to be told apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// ms, up to but not including `end`.
    pub first: i64,
    pub end: i64,
    /// The first and last step.
    pub steps: (usize, usize),
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// Rows that have arrived and were kept, a side; late ones; those not yet arrived.
    pub kept: Sides<u32>,
    pub late: u32,
    pub ahead: u32,
    /// From 0 to 1: how many rows it has, of those that the fullest has.
    pub weight: f64,
}

impl Cell {
    pub fn total(&self) -> u32 {
        self.kept.left + self.kept.right + self.late + self.ahead
    }
}

/// Two partners, and whether they met in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub left: (f64, f64),
    pub right: (f64, f64),
    pub now: bool,
}

/// How long the selected row stays: from its arrival to its due time, and up to the step in which it left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stay {
    pub side: Side,
    pub from: (f64, f64),
    pub due: f64,
    /// Where the row left; `None`: it is there.
    pub left: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    pub axis: Axis,
    pub ticks: Vec<Tick>,
    /// Steps to be written at the side.
    pub steps: Vec<(usize, f64)>,
    /// The steps in sight.
    pub first: usize,
    pub last: usize,
    pub top: f64,
    pub bottom: f64,
    /// The step shown, if it is in sight.
    pub now: Option<f64>,
    pub marks: Vec<PlaneMark>,
    pub cells: Vec<Cell>,
    pub stairs: Sides<Stair>,
    pub join: Stair,
    /// What the join's watermark had passed at each step up to the one shown: a closed line.
    pub past: Vec<(f64, f64)>,
    pub pairs: Vec<Pair>,
    pub stay: Option<Stay>,
}

/// More rows than this are cells.
const MOST: usize = 320;
/// No more pairs than this, the newest first.
const MOST_PAIRS: usize = 240;
/// A cell's size at least, px.
const CELL: f64 = 18.0;

impl Plane {
    /// The step at a height.
    pub fn step_at(&self, y: f64) -> usize {
        let share = (self.bottom - y) / (self.bottom - self.top).max(1.0);
        let steps = (self.last - self.first) as f64;
        (self.first as f64 + share * steps).round().clamp(self.first as f64, self.last as f64) as usize
    }

    pub fn y(&self, step: usize) -> f64 {
        y_of(step, (self.first, self.last), self.top, self.bottom)
    }
}

fn y_of(step: usize, (first, last): (usize, usize), top: f64, bottom: f64) -> f64 {
    bottom - (step as f64 - first as f64) / ((last - first).max(1) as f64) * (bottom - top)
}

/// Lays out the plane for what is so after a step. What is in sight depends on the part of the event time, not on the step.
pub fn plane(input: &PlaneInput) -> Plane {
    let PlaneInput { recording, series, view, axis, top, bottom, .. } = *input;
    let rows = recording.rows();
    let (from, to) = (axis.time(axis.left), axis.time(axis.right + 18.0));
    let inside = Side::BOTH.map(|side| rows_in(recording, side, from, to));
    let arrival = |row: RowId| rows.get(row).step as usize + 1;
    // Of a part those steps that brought its rows; of all, all.
    let arrivals = || inside.iter().flat_map(|rows| rows.iter()).map(|row| arrival(*row));
    // Of the script, not of the run: of a run on its way, or one that the engine stopped, rows lie behind its last step, too.
    let whole = (0, recording.scenario().script.len().max(1));
    let span = match (arrivals().min(), arrivals().max()) {
        (Some(first), Some(last)) if axis.part => (first - 1, (last + 1).min(whole.1).max(first)),
        _ => whole,
    };
    let y = |step: usize| y_of(step, span, top, bottom);
    let mut plane = Plane {
        axis,
        ticks: axis.ticks(),
        steps: multiples(span.0 as f64, span.1 as f64, round((span.1 - span.0) as f64, bottom - top, 26.0))
            .into_iter()
            .map(|step| (step as usize, y(step as usize)))
            .collect(),
        first: span.0,
        last: span.1,
        top,
        bottom,
        now: (span.0..=span.1).contains(&view.step).then(|| y(view.step)),
        marks: Vec::new(),
        cells: Vec::new(),
        stairs: Sides::new(stair(input, &series.watermark.left, span), stair(input, &series.watermark.right, span)),
        join: stair(input, &series.join, span),
        past: Vec::new(),
        pairs: Vec::new(),
        stay: None,
    };
    if let (Some(first), Some(last)) = (plane.join.before.first(), plane.join.before.last()) {
        plane.past.push((axis.left, first.1));
        plane.past.extend(&plane.join.before);
        plane.past.push((axis.left, last.1));
    }
    let count = inside[0].len() + inside[1].len();
    let mut shown: Vec<RowId> = if count > MOST {
        plane.cells = cells(input, &inside, span);
        // Over the cells: what is selected, and what this step brought.
        let arrived = view.step.checked_sub(1).and_then(|index| rows.of_step(index));
        input.selected.iter().copied().chain(arrived).collect()
    } else {
        inside.iter().flat_map(|rows| rows.iter().copied()).collect()
    };
    shown.retain(|row| (from..=to).contains(&rows.get(*row).time));
    shown.sort_unstable();
    shown.dedup();
    marks(input, &mut plane, &shown);
    pairs(input, &mut plane);
    plane.stay = input.selected.last().and_then(|row| stay(input, *row, span));
    plane
}

fn marks(input: &PlaneInput, plane: &mut Plane, shown: &[RowId]) {
    let PlaneInput { recording, view, axis, selected, measure, .. } = *input;
    let rows = recording.rows();
    let radius: f64 = match shown.len() {
        0..=60 => 6.0,
        61..=150 => 4.5,
        _ => 3.0,
    };
    let arrived = view.step.checked_sub(1).and_then(|index| rows.of_step(index));
    let mut obstacles = Obstacles::default();
    for row in shown {
        let info = rows.get(*row);
        let state = view.state(*row);
        let gone = matches!(state, State::Left | State::LeftAsNull | State::LeftUnmatched);
        let (x, y) = (axis.x(info.time), plane.y(info.step as usize + 1));
        let radius = if gone { radius.min(4.5) } else { radius };
        obstacles.0.push(Area { x: x - radius, y: y - radius, w: 2.0 * radius, h: 2.0 * radius });
        plane.marks.push(PlaneMark {
            row: *row,
            side: info.side,
            x,
            y,
            radius,
            state,
            matched: view.row(*row).matches > 0,
            changed: arrived == Some(*row),
            selected: selected.contains(row),
            label: None,
        });
    }
    let mut order: Vec<usize> = (0..plane.marks.len()).collect();
    order.sort_by_key(|at| (!plane.marks[*at].selected, !plane.marks[*at].changed));
    for at in order {
        let mark = &plane.marks[at];
        if mark.radius < 4.0 && !mark.selected && !mark.changed {
            continue;
        }
        let id = rows.id(recording.scenario(), mark.row).to_string();
        // Behind its ring or halo.
        let around = if mark.selected {
            4.5
        } else if mark.changed {
            3.0
        } else {
            0.0
        };
        let clear = mark.radius + around;
        let width = measure.width(&id, Font::Bold);
        let place = obstacles.place(mark.x, mark.y, clear, width, 0.0, (axis.left, axis.right + 18.0));
        plane.marks[at].label = place.map(|place| (place.x, place.y, place.anchor, id));
    }
}

fn pairs(input: &PlaneInput, plane: &mut Plane) {
    let PlaneInput { recording, view, .. } = *input;
    let find = |row: RowId| {
        let at = plane.marks.binary_search_by_key(&row, |mark| mark.row).ok()?;
        Some((plane.marks[at].x, plane.marks[at].y))
    };
    let mut pairs: Vec<_> = recording
        .matches(view.step)
        .filter_map(|(step, left, right)| Some(Pair { left: find(left)?, right: find(right)?, now: step == view.step }))
        .collect();
    pairs.drain(..pairs.len().saturating_sub(MOST_PAIRS));
    plane.pairs = pairs;
}

fn stay(input: &PlaneInput, row: RowId, span: (usize, usize)) -> Option<Stay> {
    let PlaneInput { recording, view, axis, top, bottom, .. } = *input;
    let (info, seen) = (recording.rows().get(row), view.row(row));
    let due = axis.x(seen.due?.saturating_sub(1));
    let y = |step: usize| y_of(step, span, top, bottom);
    let arrival = info.step as usize + 1;
    let left = (seen.ended > 0 && seen.ended as usize >= arrival).then(|| y(seen.ended as usize).max(top));
    let x = axis.x(info.time);
    (x >= axis.left - 10.0 && x <= axis.right + 18.0).then_some(Stay {
        side: info.side,
        from: (x, y(arrival)),
        due: due.clamp(axis.left, axis.right + 18.0),
        left,
    })
}

/// A watermark's staircase within the steps in sight; where it is beyond the event time in sight it runs along the edge.
fn stair(input: &PlaneInput, marks: &[Option<i64>], span: (usize, usize)) -> Stair {
    let PlaneInput { view, axis, top, bottom, .. } = *input;
    let x = |time: i64| axis.x(time).clamp(axis.left, axis.right + 18.0);
    let y = |step: usize| y_of(step, span, top, bottom);
    let part = |from: usize, to: usize| {
        let mut points: Vec<(f64, f64)> = Vec::new();
        let mut push = |point: (f64, f64)| {
            // What lies within the same px is one point.
            if points.last().is_none_or(|last| (last.0 - point.0).abs() + (last.1 - point.1).abs() >= 0.6) {
                points.push(point);
            }
        };
        let mut now = marks.get(from).copied().flatten();
        if let Some(time) = now {
            push((x(time), y(from)));
        }
        for step in from + 1..=to {
            let next = marks.get(step).copied().flatten();
            if next == now {
                continue;
            }
            if let Some(next) = next {
                push((now.map_or(axis.left, x), y(step)));
                push((x(next), y(step)));
            }
            now = next;
        }
        if let Some(time) = now {
            push((x(time), y(to)));
        }
        points
    };
    let shown = view.step.clamp(span.0, span.1);
    Stair { before: part(span.0, shown), after: part(shown, span.1) }
}

/// Counts rows into cells of equal size.
fn cells(input: &PlaneInput, inside: &[&[RowId]; 2], span: (usize, usize)) -> Vec<Cell> {
    use std::collections::BTreeMap;
    let PlaneInput { recording, view, axis, top, bottom, .. } = *input;
    let each = super::axis::nice(axis.last.saturating_sub(axis.first).max(1), axis.right - axis.left, CELL);
    let steps = usize::try_from(round((span.1 - span.0) as f64, bottom - top, CELL)).unwrap_or(1).max(1);
    let mut cells: BTreeMap<(usize, i64), Cell> = BTreeMap::new();
    for row in inside.iter().flat_map(|rows| rows.iter()) {
        let info = recording.rows().get(*row);
        let arrival = info.step as usize + 1;
        let (low, first) = (arrival / steps * steps, info.time.div_euclid(each).saturating_mul(each));
        let cell = cells.entry((low, first)).or_insert_with(|| {
            let high = (low + steps - 1).min(span.1);
            let (left, right) = (axis.x(first), axis.x(first.saturating_add(each)));
            let y = |step: f64| bottom - (step - span.0 as f64) / ((span.1 - span.0).max(1) as f64) * (bottom - top);
            let (upper, lower) = (y((low + steps) as f64 - 0.5).max(top - 6.0), y(low as f64 - 0.5).min(bottom + 6.0));
            let left = left.max(axis.left);
            Cell {
                first,
                end: first.saturating_add(each),
                steps: (low.max(1), high),
                x: left,
                y: upper,
                width: (right.min(axis.right + 18.0) - left - 1.0).max(1.0),
                height: (lower - upper - 1.0).max(1.0),
                kept: Sides::default(),
                late: 0,
                ahead: 0,
                weight: 0.0,
            }
        });
        match view.state(*row) {
            State::NotYetArrived | State::Pending => cell.ahead += 1,
            State::LateNotKept | State::LateMatchedNotKept | State::Ignored => cell.late += 1,
            _ => cell.kept[info.side] += 1,
        }
    }
    let most = cells.values().map(Cell::total).max().unwrap_or(1).max(1);
    let mut cells: Vec<Cell> = cells.into_values().collect();
    for cell in &mut cells {
        cell.weight = f64::from(cell.total()) / f64::from(most);
    }
    cells
}
