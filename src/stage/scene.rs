//! A step's picture.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    Axis, Extent, Font, Measure, Tick,
    density::{Density, density},
    label::{Area, Obstacles},
    tracks::{Room, assign},
    windows::{self, Windows},
    zoom::{places_in, rows_in},
};
use crate::{
    engine::{Effect, Key, RowId},
    replay::{Pad, Pair, Phase, Recording, State, View},
    scenario::{Dialect, JoinKind, Lang, RowKind, Side, Sides, Strategy, time},
    sorting,
};

/// The room there is, and how it is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub width: f64,
    /// The column of lane names; 0 where the names stand in the rails (phones).
    pub names: f64,
    pub ruler: f64,
    pub rail: f64,
    pub gap: f64,
    pub least_lane: f64,
    /// At most so many px between two tracks.
    pub most_pitch: f64,
    /// The height that the whole picture fills, px; without one it is as high as its rows ask for.
    pub room: Option<f64>,
    /// How high each lane is at least: as high as before, while something is dragged.
    pub hold: Sides<f64>,
}

impl Frame {
    /// The axis that shows, in this frame, all of a recording.
    pub fn fit(&self, recording: &Recording) -> Axis {
        Axis::fit(recording, self.names, self.width - 18.0)
    }

    /// The axis that shows a stretch of a recording's event time; `None`: all of it.
    pub fn axis(&self, recording: &Recording, extent: Option<Extent>) -> Axis {
        let part = |extent| Axis::part(extent, self.names, self.width - 18.0);
        extent.map_or_else(|| self.fit(recording), part)
    }

    /// The axis that shows all of two recordings: stages side by side share it.
    pub fn fit_both(&self, one: &Recording, other: &Recording) -> Axis {
        let (one, other) = (super::axis::extent(one), super::axis::extent(other));
        Axis::over((one.0.min(other.0), one.1.max(other.1)), self.names, self.width - 18.0)
    }

    /// No frame is narrower, px: what is drawn in less reaches beyond it.
    const LEAST_WIDTH: f64 = 80.0;

    /// The frame for a stage of this width.
    pub fn of(width: f64) -> Self {
        let width = width.max(Self::LEAST_WIDTH);
        if width < 560.0 {
            Frame {
                width,
                names: 0.0,
                ruler: 22.0,
                rail: 24.0,
                gap: 56.0,
                least_lane: 93.0,
                // As close as fingers can tell two rows apart: what is said of the step has the room.
                most_pitch: 24.0,
                room: None,
                hold: Sides::default(),
            }
        } else {
            Frame {
                width,
                names: 116.0,
                ruler: 24.0,
                rail: 26.0,
                gap: 86.0,
                least_lane: 136.0,
                most_pitch: 27.0,
                room: None,
                hold: Sides::default(),
            }
        }
    }
}

impl Frame {
    /// The lower frame of a stage that has another beside it.
    pub fn low(width: f64) -> Self {
        Frame { rail: 23.0, gap: 54.0, least_lane: 86.0, most_pitch: 18.0, ..Frame::of(width) }
    }

    /// The frame of an embedded stage, which fills its room.
    pub fn embedded(width: f64, room: f64) -> Self {
        let frame = Frame { room: Some(room), ..Frame::of(width) };
        let close = Frame { gap: 60.0, rail: 24.0, ruler: 22.0, least_lane: 84.0, ..frame };
        if close.names > 0.0 { Frame { names: 112.0, ..close } } else { close }
    }

    /// The frame with its lanes as high as its room lets them be, `tracks` being theirs and `between` the height between
    /// them. Tracks come closer before anything is cut off.
    fn filled(self, tracks: Sides<usize>, between: f64) -> Self {
        let Some(room) = self.room else { return self };
        let free = room - self.ruler - 2.0 * self.rail - between;
        let count = (tracks.left + tracks.right) as f64;
        // A line's height for the note in a band, where the tracks can spare it.
        let pitch_with = |note: f64| (free - 40.0 - note) / count.max(1.0);
        let spare = if pitch_with(18.0) >= 18.0 { 18.0 } else { 0.0 };
        let most_pitch = pitch_with(spare).clamp(6.0, self.most_pitch);
        let own = |count: usize| count as f64 * pitch(count).min(most_pitch) + 20.0;
        // What is over is shared evenly; a lane that needs more than half keeps it.
        let (left, right) = (own(tracks.left), own(tracks.right));
        let least_lane = ((free - left.max(right)).min(free / 2.0)).max(left.min(right)).max(40.0);
        Frame { most_pitch, least_lane, ..self }
    }
}

/// What the stage says in words, made elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// On each flag: "orders 11:40".
    pub flags: Sides<String>,
    /// Behind each flag's tail: "10 min behind newest".
    pub behind: Sides<String>,
    /// At the mark of the partition that holds a side: "partition 1".
    pub holders: Sides<String>,
    /// On the join watermark's label: "join 11:40".
    pub join: String,
    /// At the selected row's end: "o3 leaves when the watermark passes 12:10".
    pub leaves: Option<String>,
    /// The same where there is less room: "o3 leaves after 12:10".
    pub leaves_short: Option<String>,
    /// In the selected row's band: "key 003, 10:10 to 12:10 can match o3".
    pub can_match: Option<String>,
    /// The same where there is less room: "key 003 here can match o3".
    pub can_match_short: Option<String>,
    /// Between the watermark and the selected row's end: "30 min".
    pub to_go: Option<String>,
    /// At a pair that a window join will put out, by its window's end: "will be emitted at 10:20".
    pub due: BTreeMap<i64, String>,
    /// At a pair that two windows put out, that three did, and so on: "emitted twice".
    pub often: Vec<String>,
}

/// A lane's extent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaneBox {
    pub top: f64,
    pub bottom: f64,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub row: RowId,
    pub side: Side,
    pub x: f64,
    pub y: f64,
    /// Half of its width.
    pub radius: f64,
    pub state: State,
    /// It matched at least once.
    pub matched: bool,
    pub null_key: bool,
    /// A version of a versioned table: a bar's thick start.
    pub version: bool,
    /// It stands in the table of a lookup join now: a square in a frame.
    pub stands: bool,
    /// Yellow: it arrived in this step.
    pub changed: bool,
    pub selected: bool,
    pub label: Option<MarkLabel>,
    pub life: Option<Life>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MarkLabel {
    pub x: f64,
    pub y: f64,
    pub anchor: &'static str,
    pub id: String,
    pub key: Option<String>,
}

/// From the label's end to where the row may leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Life {
    pub from: f64,
    pub to: f64,
    pub y: f64,
    pub gone: bool,
    pub end: LifeEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeEnd {
    Tick,
    /// Overdue: the line runs on past a double tick at this x, in tenths of a pixel.
    Overdue(i64),
    /// For ever, or beyond the picture.
    Arrow,
    None,
}

/// A match, from the left row's mark to the right's.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub left: RowId,
    pub right: RowId,
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// It happened in this step.
    pub now: bool,
    /// Known, and not emitted yet: the window of both is still open.
    pub pending: bool,
    /// The time between, or of a window join how often it came out and when it will, where there is room to say it.
    pub label: Option<(f64, f64, String)>,
}

/// A row that came out with NULL: a dashed line from its end to a ∅ in the gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    pub row: RowId,
    pub from: (f64, f64),
    pub to: (f64, f64),
    pub now: bool,
    pub taken_back: bool,
    /// It came out in this step, and there is room for the word NULL beside it.
    pub word: bool,
}

/// A side's watermark.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    pub side: Side,
    pub time: Option<i64>,
    /// The line.
    pub x: f64,
    pub y1: f64,
    pub y2: f64,
    /// The flag's box.
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub text: String,
    pub tail: Option<DelayTail>,
    /// The past side of the lane, hatched: from the axis' left end to here.
    pub past: f64,
    /// Each partition's own mark, of a side that has several.
    pub partitions: Vec<PartitionMark>,
}

/// A partition's mark: a tick in its side's lane.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionMark {
    pub partition: u32,
    pub x: f64,
    pub y: f64,
    /// It has a mark, and that is in sight.
    pub shown: bool,
    pub idle: bool,
    /// It decides its side's watermark.
    pub holds: bool,
    /// Which it is, told beside it: in front of the tick, where there is room.
    pub text: String,
    pub text_x: f64,
    pub in_front: bool,
}

/// The delay: from a flag to the newest event.
#[derive(Clone, Debug, PartialEq)]
pub struct DelayTail {
    pub from: f64,
    pub to: f64,
    /// What is said behind it, where there is room.
    pub note: Option<(f64, String)>,
}

/// The join's watermark.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinLine {
    pub x: f64,
    /// The label's box.
    pub left: f64,
    pub width: f64,
    pub text: String,
    /// It lies beyond what is in sight: its label stands at the edge, and has no line.
    pub beyond: bool,
}

/// A watermark that the step's crash lost: where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct LostMark {
    /// `None`: the join's.
    pub side: Option<Side>,
    pub time: i64,
    pub x: f64,
    pub y1: f64,
    pub y2: f64,
}

/// Where partners of the selected row can lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// The selected row's side; the band lies in the other lane.
    pub side: Side,
    pub from: f64,
    pub to: f64,
    /// Up to here no partner can come any more.
    pub shut: f64,
    /// Whether each end is itself within; `None` where it lies beyond what is in sight.
    pub from_inclusive: Option<bool>,
    pub to_inclusive: Option<bool>,
    /// The two dashed lines, from the mark and from the life line's end.
    pub ties: [((f64, f64), (f64, f64)); 2],
    pub note: Option<(f64, f64, &'static str, String)>,
}

/// An arrow between two x with a text over it, and the note at the end of the selected life line.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    pub from: f64,
    pub to: f64,
    pub y: f64,
    pub text: String,
}

/// A version of a versioned table: valid from its time until the next version of its key.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionBar {
    pub row: RowId,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    /// It ends behind the picture, for no later version is known.
    pub open: bool,
    /// A -D: from here on there is no version.
    pub deletion: bool,
    /// Still in state.
    pub held: bool,
}

/// A left row and the version that it takes, or would take now.
#[derive(Clone, Debug, PartialEq)]
pub struct AsOf {
    pub left: RowId,
    pub right: RowId,
    pub x: f64,
    pub y1: f64,
    pub y2: f64,
    pub now: bool,
    /// The row still waits, so another version may come.
    pub pending: bool,
}

/// Everything on the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub frame: Frame,
    pub height: f64,
    /// The height at which its rows lie as far apart as they like, px.
    pub asks: f64,
    pub axis: Axis,
    pub ticks: Vec<Tick>,
    pub lanes: Sides<LaneBox>,
    pub marks: Vec<Mark>,
    pub curves: Vec<Curve>,
    pub windows: Windows,
    pub versions: Vec<VersionBar>,
    pub as_of: Vec<AsOf>,
    /// Spark: the watermark that the next micro-batch will have.
    pub next_watermark: Option<f64>,
    /// The middle of what the gap has for labels, below its windows.
    pub gap_y: f64,
    pub tails: Vec<Tail>,
    pub flags: Sides<Flag>,
    pub join: Option<JoinLine>,
    pub lost: Vec<LostMark>,
    pub band: Option<Band>,
    pub to_go: Option<Dimension>,
    /// The note at the end of the selected row's line: x, y, anchor, text.
    pub leaves: Option<(f64, f64, &'static str, String)>,
    /// The bars of a lane whose rows in sight are too many to be marks; `marks` then has the selected one and this step's.
    pub density: Sides<Option<Density>>,
}

/// How wide the bend is in which a life line turns into its tail, px.
const BEND: f64 = 9.0;

/// No more marks than this a lane: a picture of more is a blot, and slow. The rest stays steppable.
const MOST_MARKS: usize = 130;
/// A lane of bars is so many times as high as the lowest lane.
const DENSE: f64 = 1.3;
/// The px between two tracks of the few marks over bars.
const FEW_PITCH: f64 = 15.0;
/// No more curves than this, the newest first.
const MOST_CURVES: usize = 240;

/// The px between two tracks of a lane that has so many.
fn pitch(tracks: usize) -> f64 {
    match tracks {
        0..=8 => 27.0,
        9..=16 => 14.0,
        _ => 6.0,
    }
}

/// What a picture is made of.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub recording: &'a Recording,
    pub view: &'a View,
    pub selected: Option<RowId>,
    pub notes: &'a Notes,
    pub lang: Lang,
    pub frame: Frame,
    /// [`Frame::fit`]'s, or an older one that a drag holds still.
    pub axis: Axis,
    pub measure: &'a dyn Measure,
}

impl Input<'_> {
    /// The x at which a row's life line ends: the last moment at which it may be there.
    fn life_end(&self, mark: &Mark) -> Option<f64> {
        let row = self.view.row(mark.row);
        // A session may still grow, and its rows stay as long as it does.
        let due = if row.in_session { self.view.leaves(self.recording.rows(), mark.row) } else { row.due };
        due.map(|due| self.axis.x(due.saturating_sub(1)))
    }

    fn windowed(&self) -> bool {
        matches!(self.recording.scenario().join.kind, JoinKind::Window { .. })
    }

    /// The watermark's x, kept within the picture.
    fn join_x(&self) -> Option<f64> {
        self.view.join_watermark.map(|time| self.axis.x(time).clamp(self.axis.left, self.axis.right))
    }
}

/// Lays out the stage for what is so after a step.
pub fn scene(input: &Input) -> Scene {
    let Input { recording, view, notes, frame, axis, measure, .. } = *input;
    let (dense, shown) = shown(input);

    // Tracks and lane heights.
    let tracks = |side: Side| match dense[side] {
        Some(_) => few_tracks(input, &shown[side]),
        None => lane_tracks(input, &shown[side]),
    };
    let tracks = Sides::new(tracks(Side::Left), tracks(Side::Right));
    let facts = windows::facts(input);
    let stacked = windows::place(input, &facts, 0.0);
    let in_windows = if stacked.boxes.is_empty() { 0.0 } else { stacked.height - 26.0 };
    let whole = |frame: &Frame, side: Side| match dense[side] {
        Some(_) => frame.least_lane * if frame.room.is_some() { 1.0 } else { DENSE },
        None => {
            let count = tracks[side].1;
            (count as f64 * pitch(count).min(frame.most_pitch) + 20.0).max(frame.least_lane).max(frame.hold[side])
        }
    };
    let lanes = whole(&frame, Side::Left) + whole(&frame, Side::Right);
    let asks = frame.ruler + 2.0 * frame.rail + frame.gap + in_windows + lanes;
    let few = |side: Side| if dense[side].is_some() { 0 } else { tracks[side].1 };
    let frame = frame.filled(Sides::new(few(Side::Left), few(Side::Right)), frame.gap + in_windows);
    let input = &Input { frame, ..*input };
    let height = |side: Side| whole(&frame, side);
    let top = frame.ruler + frame.rail;
    let left = LaneBox { top, bottom: top + height(Side::Left) };
    let windows = windows::place(input, &facts, left.bottom + 9.0);
    let right_top = left.bottom + frame.gap + if windows.boxes.is_empty() { 0.0 } else { windows.height - 26.0 };
    let right = LaneBox { top: right_top, bottom: right_top + height(Side::Right) };
    let lanes = Sides::new(left, right);
    let bars =
        |side: Side| dense[side].clone().map(|rows| density(recording, view, side, rows, &axis, lanes[side], measure));
    let density = Sides::new(bars(Side::Left), bars(Side::Right));
    let total = right.bottom + frame.rail;
    let gap_y = if windows.boxes.is_empty() {
        left.bottom + frame.gap / 2.0
    } else {
        (left.bottom + 9.0 + windows.height + right.top) / 2.0
    };

    let join_x = input.join_x();
    let flags = Sides::new(flag(input, Side::Left, lanes, total), flag(input, Side::Right, lanes, total));

    // What labels must keep clear of.
    let mut obstacles = Obstacles::default();
    for side in Side::BOTH {
        let lane = lanes[side];
        if flags[side].time.is_some() {
            obstacles.line(flags[side].x, lane.top, lane.bottom);
        }
        if let Some(x) = join_x {
            obstacles.line(x, lane.top, lane.bottom);
        }
    }

    let few = Sides::new(dense.left.is_some(), dense.right.is_some());
    let mut marks = marks(input, &shown, &tracks, few, lanes);
    for mark in &marks {
        let r = mark.radius + 1.0;
        obstacles.0.push(Area { x: mark.x - r, y: mark.y - r, w: 2.0 * r, h: 2.0 * r });
    }

    let selected_at = marks.iter().position(|mark| mark.selected);
    let mut band = selected_at.and_then(|at| band(input, &marks[at], lanes));
    if let Some(band) = &band {
        let lane = lanes[band.side.other()];
        obstacles.line(band.from, lane.top, lane.bottom);
        obstacles.line(band.to, lane.top, lane.bottom);
    }

    // The selected row's own notes lie on its track, and its label comes first.
    let mut leaves = None;
    let mut to_go = None;
    if let Some(at) = selected_at {
        let mark = &marks[at];
        if let Some(end) = input.life_end(mark) {
            let x = (end + 8.0).max(mark.x + 18.0);
            let width = |text: &&String| measure.width(text, Font::Bold);
            // Where none fits behind the line, the panel of the selected row says it alone.
            let mut notes = [&notes.leaves, &notes.leaves_short].into_iter().flatten();
            let fits = |text: &&String| x >= axis.left && x + width(text) <= frame.width - 4.0;
            if let Some(text) = notes.find(fits) {
                obstacles.0.push(Area { x, y: mark.y - 7.0, w: width(&text), h: 14.0 });
                leaves = Some((x, mark.y + 4.0, "start", text.clone()));
            }
        }
        if let (Some(text), Some(end), Some(x)) = (&notes.to_go, input.life_end(mark), join_x)
            && end.min(axis.right) - x > measure.width(text, Font::Bold) + 12.0
        {
            to_go =
                Some(Dimension { from: x + 3.0, to: end.min(axis.right) - 3.0, y: mark.y - 8.0, text: text.clone() });
        }
    }

    label(input, &mut marks, &mut obstacles);
    if let Some(band) = &mut band {
        band.note = band_note(input, band, lanes[band.side.other()], &obstacles);
    }

    let mut in_gap = Obstacles::default();
    let join = join_x.map(|x| {
        let width = measure.width(&notes.join, Font::Bold) + 16.0;
        let left = if x + width > frame.width { x - width } else { x };
        in_gap.0.push(Area { x: left, y: gap_y - 12.0, w: width, h: 24.0 });
        let beyond = view.join_watermark.is_some_and(|time| axis.beyond(time));
        JoinLine { x, left, width, text: notes.join.clone(), beyond }
    });
    let tails = tails(input, &marks, gap_y, &mut in_gap);
    let (versions, as_of) = versions(input, &marks);
    let next_watermark =
        view.next_watermark.filter(|time| !axis.beyond(*time)).map(|time| axis.x(time).clamp(axis.left, axis.right));
    // How far from its middle there is still gap for a text.
    let room = right.top - gap_y - 5.0;
    let curves = curves(input, &marks, (gap_y, room), &mut in_gap);

    Scene {
        frame,
        asks,
        height: total,
        axis,
        ticks: axis.ticks(),
        lanes,
        marks,
        curves,
        windows,
        versions,
        as_of,
        next_watermark,
        gap_y,
        tails,
        lost: lost(input, lanes),
        flags,
        join,
        band,
        to_go,
        leaves,
        density,
    }
}

/// The rows, each on its track; labels and life lines come later.
fn marks(
    input: &Input,
    shown: &Sides<Vec<RowId>>,
    tracks: &Sides<(Vec<usize>, usize)>,
    few: Sides<bool>,
    lanes: Sides<LaneBox>,
) -> Vec<Mark> {
    let Input { recording, view, selected, axis, .. } = *input;
    let rows = recording.rows();
    let arrived = view.step.checked_sub(1).and_then(|index| rows.of_step(index));
    let mut marks = Vec::with_capacity(shown.left.len() + shown.right.len());
    for side in Side::BOTH {
        let (assigned, count) = &tracks[side];
        let pitch = if few[side] { FEW_PITCH } else { pitch(*count).min(input.frame.most_pitch) };
        // A lane with room to spare does not press its rows to the edge.
        let spare = (lanes[side].bottom - lanes[side].top - *count as f64 * pitch - 20.0).max(0.0);
        let first = 23.5 + (spare / 3.0).min(12.0);
        for (row, track) in shown[side].iter().zip(assigned) {
            let info = rows.get(*row);
            let state = view.state(*row);
            let gone = !matches!(
                state,
                State::NotYetArrived
                    | State::Pending
                    | State::Waiting
                    | State::Matched
                    | State::KeptForEver { .. }
                    | State::Overdue { .. }
            );
            let radius: f64 = if pitch < 10.0 {
                2.0
            } else if gone {
                4.5
            } else {
                6.5
            };
            let y = match (few[side], side) {
                // Over the bars, at the lane's outer edge.
                (true, Side::Left) => lanes[side].top + 24.0 + pitch * *track as f64,
                (true, Side::Right) => lanes[side].bottom - 4.0 - pitch * *track as f64,
                (false, _) => lanes[side].top + first + pitch * *track as f64,
            };
            marks.push(Mark {
                row: *row,
                side,
                x: axis.x(info.time),
                y: if pitch < 16.0 { y - 10.0 } else { y },
                radius: if pitch < 16.0 { radius.min(4.5) } else { radius },
                state,
                matched: view.row(*row).matches > 0,
                null_key: info.key.is_null(),
                version: side == Side::Right && rows.versioned(),
                stands: rows.lookup() && view.row(*row).phase == Phase::Held,
                changed: arrived == Some(*row),
                selected: selected == Some(*row),
                label: None,
                life: None,
            });
        }
    }
    marks
}

/// Gives each mark its label, where there is room, and the life line that starts behind it.
fn label(input: &Input, marks: &mut [Mark], obstacles: &mut Obstacles) {
    let Input { recording, frame, axis, measure, .. } = *input;
    let (rows, scenario) = (recording.rows(), recording.scenario());
    let mut order: Vec<usize> = (0..marks.len()).collect();
    sorting::sort_by_key(&mut order, |at| (!marks[*at].selected, !marks[*at].changed));
    for at in order {
        let mark = &marks[at];
        let dense = mark.radius < 4.0;
        if dense && !mark.selected && !mark.changed {
            continue;
        }
        let id = rows.id(scenario, mark.row).to_string();
        let key = if mark.null_key {
            Some("NULL".to_string())
        } else {
            rows.push(scenario, mark.row).and_then(|push| push.key.as_deref()).map(str::to_string)
        };
        let key = key.filter(|key| *key != id);
        let id_width = measure.width(&id, Font::Bold);
        let key_width = key.as_deref().map_or(0.0, |key| measure.width(key, Font::Regular));
        // Behind its ring or halo.
        let around = if mark.selected || mark.stands {
            4.5
        } else if mark.changed {
            3.0
        } else {
            0.0
        };
        let clear = mark.radius + around;
        let place = obstacles.place(mark.x, mark.y, clear, id_width, key_width, (axis.left, frame.width));
        let label_end = match &place {
            Some(place) if place.anchor == "start" => place.end + 6.0,
            _ => mark.x + mark.radius + 4.0,
        };
        // A version's bar says how long it is valid; its row's stay in state is another matter.
        // A table's row stays until another is put, which no time of an event says.
        let life = if mark.version || mark.stands { None } else { life(input, mark, label_end) };
        let mark = &mut marks[at];
        mark.life = life;
        mark.label = place.map(|place| MarkLabel {
            x: place.x,
            y: place.y,
            anchor: place.anchor,
            id,
            key: key.filter(|_| place.with_key),
        });
    }
    for mark in marks.iter_mut().filter(|mark| mark.radius < 4.0 && mark.life.is_none() && !mark.stands) {
        mark.life = life(input, mark, mark.x + mark.radius);
    }
}

/// A versioned table's versions as bars, and which of them each left row takes.
fn versions(input: &Input, marks: &[Mark]) -> (Vec<VersionBar>, Vec<AsOf>) {
    let Input { recording, view, frame, axis, .. } = *input;
    let rows = recording.rows();
    if !rows.versioned() {
        return (Vec::new(), Vec::new());
    }
    let known = |mark: &&Mark| mark.side == Side::Right && !matches!(view.row(mark.row).phase, Phase::Ahead);
    let mut bars = Vec::new();
    for mark in marks.iter().filter(known) {
        let info = rows.get(mark.row);
        let later = marks.iter().filter(known).map(|other| (other.row, rows.get(other.row)));
        // Of versions with the same time the one that came last counts.
        let same = later.clone().any(|(row, other)| other.key == info.key && other.time == info.time && row > mark.row);
        if same {
            continue;
        }
        let next =
            later.filter(|(_, other)| other.key == info.key && other.time > info.time).map(|(_, o)| o.time).min();
        let end = next.map_or(frame.width - 4.0, |time| axis.x(time).min(frame.width - 4.0));
        bars.push(VersionBar {
            row: mark.row,
            x: mark.x,
            y: mark.y,
            width: (end - mark.x).max(3.0),
            open: next.is_none(),
            deletion: info.kind == RowKind::Delete,
            held: matches!(view.row(mark.row).phase, Phase::Held),
        });
    }
    let y_of = |row: RowId| marks.iter().find(|mark| mark.row == row).map(|mark| mark.y);
    let mut as_of = Vec::new();
    let lefts = marks.iter().filter(|mark| mark.side == Side::Left).map(|mark| mark.row);
    for Pair { step, left, right } in recording.pairs_of(lefts, view.step) {
        let Some(mark) = marks.iter().find(|mark| mark.row == left) else { continue };
        if let Some(y2) = y_of(right) {
            let (x, y1) = (mark.x, mark.y + mark.radius);
            as_of.push(AsOf { left, right, x, y1, y2: y2 - 9.0, now: step as usize == view.step, pending: false });
        }
    }
    for mark in marks.iter().filter(|mark| mark.side == Side::Left && view.row(mark.row).phase == Phase::Held) {
        let info = rows.get(mark.row);
        // The engine holds the versions; the newest that is not later is what it would take now.
        let newest = view.versions.range((info.key, i64::MIN)..=(info.key, info.time)).next_back();
        let version = newest.filter(|_| !info.key.is_null()).map(|(_, right)| *right);
        let lives = version.filter(|right| rows.get(*right).kind != RowKind::Delete);
        if let Some((right, y2)) = lives.and_then(|right| Some((right, y_of(right)?))) {
            let (x, y1) = (mark.x, mark.y + mark.radius);
            as_of.push(AsOf { left: mark.row, right, x, y1, y2: y2 - 9.0, now: false, pending: true });
        }
    }
    (bars, as_of)
}

/// Which of a lane's rows in order of time bars count, where they are too many to be marks.
type Dense = Option<Range<usize>>;

/// Which rows of each side are drawn as marks, in order of arrival, and which as bars.
///
/// All that lie in sight, with those whose life lines reach into it if these are few. It depends on the axis and not on the
/// step, so that stepping moves nothing. Where there are too many, the marks are the selected row and those of this step.
fn shown(input: &Input) -> (Sides<Dense>, Sides<Vec<RowId>>) {
    let Input { recording, axis, .. } = *input;
    let reach = recording.span().reach;
    let of = |side: Side| {
        // Half a mark's width and a label are seen of a row just beyond the edge.
        let (first, last) = (axis.time(axis.left - 10.0), axis.time(axis.right + 18.0));
        let inside = places_in(recording, side, first, last);
        if inside.len() > MOST_MARKS {
            return (Some(inside), few(input, side, (first, last)));
        }
        let from = first.saturating_sub(reach[side].unwrap_or(0));
        let reaching = rows_in(recording, side, from, last);
        let inside = || rows_in(recording, side, first, last);
        let mut rows = if reaching.len() <= MOST_MARKS { reaching } else { inside() }.to_vec();
        rows.extend(input.selected.filter(|row| recording.rows().get(*row).side == side && !rows.contains(row)));
        sorting::sort(&mut rows);
        (None, rows)
    };
    let (left, right) = (of(Side::Left), of(Side::Right));
    (Sides::new(left.0, right.0), Sides::new(left.1, right.1))
}

/// The selected row and those that this step speaks of, as far as they are in sight.
fn few(input: &Input, side: Side, (first, last): (i64, i64)) -> Vec<RowId> {
    const FEW: usize = 12;
    let Input { recording, view, selected, .. } = *input;
    let arrived = view.step.checked_sub(1).and_then(|index| recording.rows().of_step(index));
    let touched = recording.effects(view.step).flat_map(|effect| match effect {
        Effect::Matched { left, right } | Effect::VersionTaken { left, right } => [Some(left), Some(right)],
        Effect::Left { row, .. } | Effect::CopyLeft { row, .. } => [Some(row), None],
        Effect::Emitted { left, right, .. } => [left, right],
        _ => [None, None],
    });
    let in_sight = |row: &RowId| {
        let info = recording.rows().get(*row);
        info.side == side && first <= info.time && info.time <= last
    };
    let mut rows: Vec<RowId> = Vec::new();
    for row in selected.into_iter().chain(arrived).chain(touched.flatten()).filter(in_sight) {
        if !rows.contains(&row) {
            rows.push(row);
        }
        if rows.len() == FEW {
            break;
        }
    }
    sorting::sort(&mut rows);
    rows
}

/// Tracks for the few marks over a lane of bars: they are as close as their labels let them be.
fn few_tracks(input: &Input, shown: &[RowId]) -> (Vec<usize>, usize) {
    let Input { recording, axis, measure, .. } = *input;
    let rooms = shown.iter().map(|row| {
        let x = axis.x(recording.rows().get(*row).time);
        let label = measure.width(recording.rows().id(recording.scenario(), *row), Font::Bold) + 60.0;
        Room { from: x - 10.0, to: x + label }
    });
    assign(rooms, 4)
}

/// A track for each row shown, and how many there are.
fn lane_tracks(input: &Input, shown: &[RowId]) -> (Vec<usize>, usize) {
    let Input { recording, axis, measure, .. } = *input;
    let scenario = recording.scenario();
    let table = recording.rows().versioned() || recording.rows().lookup();
    if table && shown.first().is_some_and(|row| recording.rows().get(*row).side == Side::Right) {
        // A table's rows of one key follow each other on one track.
        let mut keys: Vec<Key> = Vec::new();
        let tracks: Vec<usize> = shown
            .iter()
            .map(|row| {
                let key = recording.rows().get(*row).key;
                keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                    keys.push(key);
                    keys.len() - 1
                })
            })
            .collect();
        return (tracks, keys.len());
    }
    let span = recording.span();
    // Beyond this many rows a track each would be taller than the picture; then room is shared more closely.
    let clear = if shown.len() > 40 { 14.0 } else { 120.0 };
    let rooms = shown.iter().map(|row| {
        let info = recording.rows().get(*row);
        let x = axis.x(info.time);
        let label = measure.width(recording.rows().id(scenario, *row), Font::Bold) + 60.0;
        let stays = span.reach[info.side];
        let end = match stays {
            _ if span.forever[info.side] => axis.right,
            Some(stays) => axis.x(info.time.saturating_add(stays)).min(axis.right),
            None => x,
        };
        Room { from: x - 10.0, to: (x + label).max(end + clear) }
    });
    assign(rooms, 24)
}

/// The watermarks that were in memory only when the job, or a micro-batch, failed in this step.
fn lost(input: &Input, lanes: Sides<LaneBox>) -> Vec<LostMark> {
    let Input { recording, view, axis, .. } = *input;
    if !recording.recovers() {
        return Vec::new();
    }
    let mark = |effect: Effect| {
        let (side, time) = match effect {
            Effect::WatermarkLost { side, was } => (Some(side), was),
            Effect::JoinWatermarkLost { was } => (None, was),
            _ => return None,
        };
        let (y1, y2) = side.map_or((lanes.left.bottom, lanes.right.top), |side| (lanes[side].top, lanes[side].bottom));
        (!axis.beyond(time)).then(|| LostMark { side, time, x: axis.x(time).clamp(axis.left, axis.right), y1, y2 })
    };
    recording.effects(view.step).filter_map(mark).collect()
}

fn flag(input: &Input, side: Side, lanes: Sides<LaneBox>, total: f64) -> Flag {
    let Input { recording, view, notes, frame, axis, measure, .. } = *input;
    let strategy = recording.scenario().streams[side].watermark;
    let time = view.watermark[side];
    let x = time.map_or(axis.left + 1.0, |time| axis.x(time).clamp(axis.left + 1.0, axis.right));
    let text = notes.flags[side].clone();
    let width = measure.width(&text, Font::Bold) + 27.0;
    // The flag hangs on the past side of its line, where there is room; else on the other.
    let left = if x + 1.0 - width >= frame.names.max(0.0) { x + 1.0 - width } else { x - 1.0 };
    let (y1, y2, top) = match side {
        Side::Left => (frame.ruler + frame.rail - 4.0, lanes.left.bottom, frame.ruler + 5.0),
        Side::Right => (lanes.right.top, lanes.right.bottom + 4.0, total - frame.rail + 3.0),
    };
    // A watermark beyond what is in sight has its flag at the edge, and no line.
    let y2 = if time.is_some_and(|time| axis.beyond(time)) { y1 } else { y2 };
    let newest = view.newest[side].map(|time| axis.x(time)).filter(|_| matches!(strategy, Strategy::Bounded { .. }));
    let tail = newest.filter(|newest| time.is_some() && *newest > (left + width).max(x) + 6.0).map(|newest| {
        let from = (left + width).max(x) + 2.0;
        let width = measure.width(&notes.behind[side], Font::Small);
        let note = (newest + 6.0 + width < frame.width).then(|| (newest + 6.0, notes.behind[side].clone()));
        DelayTail { from, to: newest, note }
    });
    let lane = lanes[side];
    let partitions = partition_marks(input, side, if side == Side::Left { lane.top + 9.0 } else { lane.bottom - 9.0 });
    let past = if time.is_some() { x } else { axis.left };
    Flag { side, time, x, y1, y2, left, top, width, text, tail, past, partitions }
}

/// So many partitions have a tick; the one that holds the side always does.
const TICKS: usize = 16;

fn partition_marks(input: &Input, side: Side, y: f64) -> Vec<PartitionMark> {
    let Input { recording, view, notes, frame, axis, measure, .. } = *input;
    let count = recording.scenario().streams[side].watermark.partitions();
    if count < 2 || recording.scenario().dialect == Dialect::Spark {
        return Vec::new();
    }
    let holder = view.holder(side, count);
    let mut marks: Vec<PartitionMark> = (0..count)
        .filter(|partition| (*partition as usize) < TICKS || *partition == holder)
        .map(|partition| {
            let it = view.partition(side, partition);
            let x = it.mark.map_or(axis.left + 1.0, |time| axis.x(time).clamp(axis.left + 1.0, axis.right));
            let shown = it.mark.is_some_and(|time| !axis.beyond(time));
            let holds = partition == holder;
            let text = if holds && !it.idle { notes.holders[side].clone() } else { partition.to_string() };
            let in_front = x - 4.0 - measure.width(&text, Font::Small) >= frame.names.max(0.0);
            let text_x = if in_front { x - 4.0 } else { x + if holds { 9.0 } else { 4.0 } };
            PartitionMark { partition, x, y, shown, idle: it.idle, holds, text, text_x, in_front }
        })
        .collect();
    // Those at one place stand under each other.
    let step = if side == Side::Left { 13.0 } else { -13.0 };
    for at in 0..marks.len() {
        let under = marks[..at].iter().filter(|other| other.shown && (other.x - marks[at].x).abs() < 14.0).count();
        marks[at].y += step * under.min(3) as f64;
    }
    marks
}

/// The line from a mark to where its row may leave.
fn life(input: &Input, mark: &Mark, from: f64) -> Option<Life> {
    let Input { view, frame, axis, .. } = *input;
    let end = input.life_end(mark);
    let phase = view.row(mark.row).phase;
    let y = mark.y;
    // Of what begins left of the picture no more is drawn than hides behind the lanes' names.
    let from = from.max(axis.left - 16.0);
    let whole = |to: f64, end: LifeEnd, gone: bool| (to - from > 3.0).then_some(Life { from, to, y, gone, end });
    match (phase, mark.state) {
        (Phase::Held, State::Overdue { .. }) => {
            let due = end?;
            let now = view.join_watermark.map_or(due, |time| axis.x(time)).min(frame.width);
            whole((now + 24.0).min(frame.width - 6.0), LifeEnd::Overdue((due * 10.0) as i64), false)
        }
        (Phase::Held, _) => match end {
            Some(end) if end <= axis.right + 14.0 => whole(end, LifeEnd::Tick, false),
            _ => whole(frame.width - 8.0, LifeEnd::Arrow, false),
        },
        (Phase::Gone(_), _) => {
            let end = end?;
            if view.row(mark.row).pad != Pad::None && !input.windowed() {
                // It bends into the tail to ∅.
                return whole(end - BEND, LifeEnd::None, true);
            }
            if end <= axis.right + 14.0 {
                whole(end, LifeEnd::Tick, true)
            } else {
                whole(frame.width, LifeEnd::None, true)
            }
        }
        _ => None,
    }
}

fn band(input: &Input, mark: &Mark, lanes: Sides<LaneBox>) -> Option<Band> {
    let Input { recording, view, axis, .. } = *input;
    if mark.null_key {
        return None;
    }
    let time = recording.rows().get(mark.row).time;
    let (first, last, from_inclusive, to_inclusive) = match recording.scenario().join.kind {
        JoinKind::Interval(interval) if interval.upper < interval.lower => return None,
        JoinKind::Interval(interval) => {
            let (lower, upper, from_inclusive, to_inclusive) = match mark.side {
                Side::Left => (interval.lower, interval.upper, interval.lower_inclusive, interval.upper_inclusive),
                Side::Right => (-interval.upper, -interval.lower, interval.upper_inclusive, interval.lower_inclusive),
            };
            (time.saturating_add(lower), time.saturating_add(upper), from_inclusive, to_inclusive)
        }
        // The windows that still hold it; a session may grow, and has no ends yet.
        JoinKind::Window { .. } if !recording.rows().by_session() => {
            let open = view.open_windows(recording.rows(), mark.row);
            (open.iter().map(|span| span.start).min()?, open.iter().map(|span| span.end).max()?, true, false)
        }
        _ => return None,
    };
    let clamp = |time: i64| axis.x(time).clamp(axis.left, axis.right + 18.0);
    let (from, to) = (clamp(first), clamp(last));
    // It lies beyond what is in sight.
    if to <= axis.left || from >= axis.right + 18.0 {
        return None;
    }
    let shut = view.join_watermark.map_or(from, |time| axis.x(time).clamp(from, to));
    let lane = lanes[mark.side.other()];
    let edge = if mark.side == Side::Left { lane.top } else { lane.bottom };
    let end = view.row(mark.row).due.map_or(to, |due| clamp(due.saturating_sub(1)));
    Some(Band {
        side: mark.side,
        from,
        to,
        shut,
        from_inclusive: (from == axis.x(first)).then_some(from_inclusive),
        to_inclusive: (to == axis.x(last)).then_some(to_inclusive),
        // A window's ends stand in its box.
        ties: if input.windowed() {
            [((from, edge), (from, edge)), ((to, edge), (to, edge))]
        } else {
            [((mark.x, mark.y), (from, edge)), ((end, mark.y), (to, edge))]
        },
        note: None,
    })
}

/// What is said in a band: at its near end if the text fits there, else at its far one, else behind it; where no row and no
/// line is. Where it fits nowhere, the panel of the selected row says it alone.
fn band_note(
    input: &Input,
    band: &Band,
    lane: LaneBox,
    obstacles: &Obstacles,
) -> Option<(f64, f64, &'static str, String)> {
    let Input { notes, axis, measure, .. } = *input;
    [&notes.can_match, &notes.can_match_short].into_iter().flatten().find_map(|text| {
        let w = measure.width(text, Font::Bold);
        let ys = [lane.bottom - 8.0, lane.top + 15.0];
        let ys = if band.side == Side::Left { ys } else { [ys[1], ys[0]] };
        let spots = ys.into_iter().flat_map(|y| [(band.from + 10.0, y), (band.to - 10.0 - w, y), (band.to + 8.0, y)]);
        let fits = |(x, y): &(f64, f64)| {
            *x >= axis.left && x + w <= axis.right + 14.0 && obstacles.free(&Area { x: *x, y: y - 11.0, w, h: 14.0 })
        };
        spots.into_iter().find(fits).map(|(x, y)| (x, y, "start", text.clone()))
    })
}

fn tails(input: &Input, marks: &[Mark], gap_y: f64, in_gap: &mut Obstacles) -> Vec<Tail> {
    let Input { recording, view, frame, axis, .. } = *input;
    // Semi and anti pad nothing; a window's box says what came out of it, row by row would be a thicket.
    if recording.rows().half() || input.windowed() {
        return Vec::new();
    }
    let padded_now: BTreeSet<RowId> = recording
        .emitted(view.step)
        .filter_map(|out| match (out.left, out.right) {
            (Some(row), None) | (None, Some(row)) => Some(row),
            _ => None,
        })
        .collect();
    let mut tails = Vec::new();
    let mut padded: Vec<&Mark> = marks.iter().filter(|mark| view.row(mark.row).pad != Pad::None).collect();
    sorting::sort_by(&mut padded, |a, b| a.x.total_cmp(&b.x));
    for mark in padded {
        // From the end of a life line, or from the mark itself where the row never waited.
        let waited = matches!(view.row(mark.row).phase, Phase::Gone(_));
        let from = match input.life_end(mark).filter(|_| waited) {
            Some(end) if axis.part => (end - BEND, mark.y),
            Some(end) => ((end - BEND).min(frame.width - 16.0), mark.y),
            None => (mark.x, mark.y),
        };
        // Its end lies beyond what is in sight.
        if from.0 < axis.left - 10.0 || axis.part && from.0 + BEND > axis.right + 16.0 {
            continue;
        }
        let mut x = (if waited { from.0 + BEND } else { from.0 }).clamp(frame.names + 8.0, frame.width - 8.0);
        let area = |x: f64, y: f64| Area { x: x - 9.0, y: y - 9.0, w: 18.0, h: 18.0 };
        // Above or below whatever stands there already, or a little further on. Where there is no room at all they lie upon
        // each other.
        let spots =
            [(0.0, 0.0), (0.0, -19.0), (0.0, 19.0), (19.0, 0.0), (19.0, -19.0), (19.0, 19.0), (38.0, 0.0), (57.0, 0.0)];
        let spots = spots.map(|(by, down)| ((x + by).min(frame.width - 8.0), gap_y + down));
        let (at, y) = spots.into_iter().find(|(x, y)| in_gap.free(&area(*x, *y))).unwrap_or((x, gap_y));
        x = at;
        in_gap.0.push(area(x, y));
        let now = padded_now.contains(&mark.row);
        let word = Area { x: x - 48.0, y: y - 7.0, w: 36.0, h: 14.0 };
        let has_word = now && in_gap.free(&word) && word.x > frame.names;
        if has_word {
            in_gap.0.push(word);
        }
        tails.push(Tail {
            row: mark.row,
            from,
            to: (x, y),
            now,
            taken_back: view.row(mark.row).pad == Pad::TakenBack,
            word: has_word,
        });
    }
    tails
}

/// A curve leaves and arrives upright and turns between: how far its control points lie from its ends, of its height.
pub const CURVE_REACH: f64 = 0.62;

/// Where a curve is at this y. It only goes down, so halving finds it.
fn curve_x((x1, y1): (f64, f64), (x2, y2): (f64, f64), y: f64) -> f64 {
    let at = |t: f64, [a, b, c, d]: [f64; 4]| {
        let u = 1.0 - t;
        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
    };
    let reach = (y2 - y1) * CURVE_REACH;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..24 {
        let t = (low + high) / 2.0;
        if at(t, [y1, y1 + reach, y2 - reach, y2]) < y { low = t } else { high = t }
    }
    at(low, [x1, x1, x2, x2])
}

/// When a pair comes out.
#[derive(Clone, Copy, PartialEq)]
enum Came {
    /// In this step.
    In(usize),
    /// With its window, which ends there.
    With(i64),
}

fn curves(input: &Input, marks: &[Mark], (gap_y, room): (f64, f64), in_gap: &mut Obstacles) -> Vec<Curve> {
    let Input { recording, view, notes, lang, measure, .. } = *input;
    let (windowed, join) = (input.windowed(), input.join_x());
    let rows = recording.rows();
    // Marks are sorted by side, then row, so each is found by halving.
    let split = marks.partition_point(|mark| mark.side == Side::Left);
    let find = |marks: &[Mark], row: RowId| marks.binary_search_by_key(&row, |mark| mark.row).ok();
    let mut curves = Vec::new();
    if rows.versioned() {
        return curves;
    }
    let happened = recording.pairs_of(marks[..split].iter().map(|mark| mark.row), view.step);
    // Of how many windows each pair came out.
    let mut often: BTreeMap<(RowId, RowId), usize> = BTreeMap::new();
    if windowed {
        for pair in &happened {
            *often.entry((pair.left, pair.right)).or_default() += 1;
        }
    }
    let happened = happened.iter().map(|pair| (pair.left, pair.right, Came::In(pair.step as usize)));
    let pending = windows::pending_pairs(recording, view);
    let pending = pending.into_iter().map(|pair| (pair.left, pair.right, Came::With(pair.end)));
    let shown =
        |left: RowId, right: RowId| find(&marks[..split], left).is_some() && find(&marks[split..], right).is_some();
    let mut drawn = BTreeSet::new();
    let mut pairs: Vec<_> = happened.chain(pending).filter(|(left, right, _)| shown(*left, *right)).collect();
    pairs.drain(..pairs.len().saturating_sub(MOST_CURVES));
    for (left, right, came) in pairs {
        let (Some(from), Some(to)) = (find(&marks[..split], left), find(&marks[split..], right)) else { continue };
        let (from, to) = (&marks[from], &marks[split + to]);
        let now = came == Came::In(view.step);
        let pending = matches!(came, Came::With(_));
        // A pair that several windows have is one curve, and one that is dotted once more while it is to come again.
        if !drawn.insert((left, right, pending)) && !now {
            continue;
        }
        let text = match came {
            Came::With(end) => notes.due.get(&end).cloned(),
            // How far apart they are is nothing to a window.
            Came::In(_) if windowed => {
                often.get(&(left, right)).and_then(|count| notes.often.get(count.checked_sub(2)?)).cloned()
            }
            Came::In(_) => Some(time::duration(rows.get(right).time.saturating_sub(rows.get(left).time), lang)),
        };
        let (start, end) = ((from.x, from.y + from.radius), (to.x, to.y - to.radius));
        let label = text.and_then(|text| {
            let width = measure.width(&text, Font::Small) + 8.0;
            // On the curve; what says more may stand behind it, too. On no watermark's line.
            let on = [(curve_x(start, end, gap_y), gap_y, 9.0)];
            let behind = |by: f64| (curve_x(start, end, gap_y + by) + 4.0 + width / 2.0, gap_y + by, 7.0);
            let behind = [0.0, 20.0, -20.0].into_iter().filter(|by: &f64| by.abs() <= room).map(behind);
            let clear = |x: f64| join.is_none_or(|line| (line - x).abs() > width / 2.0);
            let area =
                |(x, y, half): (f64, f64, f64)| Area { x: x - width / 2.0, y: y - half, w: width, h: 2.0 * half };
            let spots = on.into_iter().chain(behind.filter(|_| windowed));
            let (x, y, half) = spots.into_iter().find(|spot| clear(spot.0) && in_gap.free(&area(*spot)))?;
            in_gap.0.push(area((x, y, half)));
            Some((x, y + 4.0, text))
        });
        curves.push(Curve { left, right, from: start, to: end, now, pending, label });
    }
    curves
}
