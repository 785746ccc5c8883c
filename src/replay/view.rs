//! What is so after a step: a fold of the effects up to it.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::Rows;
use crate::{
    engine::{
        Effect, Key, RowId,
        effect::{Gone, NotKept, Span, Why},
    },
    scenario::{Side, Sides},
};

/// The state after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// How many steps have run.
    pub step: usize,
    /// By [`RowId`].
    pub rows: Vec<RowView>,
    /// Rows in state; in windows, copies.
    pub held: Sides<u64>,
    /// Each side's own watermark. In Spark its mark, as of the last micro-batch.
    pub watermark: Sides<Option<i64>>,
    /// The join's watermark. In Spark the one in force in the last micro-batch.
    pub join_watermark: Option<i64>,
    /// Spark: the watermark that the next micro-batch will have, where it is another.
    pub next_watermark: Option<i64>,
    /// Spark: how many micro-batches have run; the next one's id.
    pub batches: u32,
    /// Spark: rows that wait for the next micro-batch.
    pub pending: Sides<u64>,
    /// The largest event time seen on each side.
    pub newest: Sides<Option<i64>>,
    /// Processing time.
    pub clock: i64,
    /// The clean-up timer of each side and key that has one.
    ///
    /// The temporal join has one a key, for both sides: it is under left.
    pub timers: BTreeMap<(Side, Key), i64>,
    /// Windows with rows in state, by key.
    pub windows: BTreeMap<WindowId, WindowView>,
    /// Temporal join: the versions in state, by key and time.
    pub versions: BTreeMap<(Key, i64), RowId>,
    /// Spark's semi join: copies that left before their window was over, of rows with others left, by window end.
    left_early: BTreeSet<(RowId, i64)>,
    /// How many rows of the result have come out, and how many of them padded with NULL.
    pub emitted: u64,
    pub padded: u64,
}

/// A window of one key. Flink SQL makes sessions on each side alone, so there the side is part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WindowId {
    pub side: Option<Side>,
    pub key: Key,
    pub span: Span,
}

/// What a window holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowView {
    pub rows: Sides<u32>,
    /// The watermark at which its rows leave; `None`: never.
    pub due: Option<i64>,
    /// Whether it has fired, and is kept for late rows only.
    pub fired: bool,
    /// A session that still grows when a row comes near it.
    pub grows: bool,
}

/// What has become of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowView {
    pub phase: Phase,
    /// How many partners it has had.
    pub matches: u32,
    /// The watermark at which it may leave; `None`: never.
    pub due: Option<i64>,
    /// The step in which it left state or was not kept, from 1; 0: neither.
    pub ended: u32,
    pub pad: Pad,
    /// In windows: in how many of them it is in state.
    pub copies: u32,
    /// It is in a session that may still grow, and then leaves later than `due`: ask [`View::leaves`].
    pub in_session: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Its step has not run.
    #[default]
    Ahead,
    /// Pushed, and waiting for the next micro-batch (Spark).
    Pending,
    /// In state.
    Held,
    /// It was in state, and left.
    Gone(GoneBy),
    /// It arrived and was not put into state; whether it was behind the join's watermark then.
    NotKept { late: bool },
    /// It never got to the join: it is in no window, or Spark filtered its NULL key.
    Ignored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoneBy {
    Watermark,
    Taken,
    Ttl,
    Lost,
    /// Temporal join: a newer version, or one of the same time, took its place.
    Superseded,
    /// Spark's semi join: it found its partner, and has been emitted.
    Matched,
}

/// The padded row that stands for a row in the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pad {
    #[default]
    None,
    Emitted,
    TakenBack,
}

/// A row's state in the guide's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    NotYetArrived,
    /// Waiting for the next micro-batch (Spark).
    Pending,
    Waiting,
    Matched,
    /// Kept for ever, without or with matches so far.
    KeptForEver {
        matched: bool,
    },
    /// Past the time at which it could leave, and still in state.
    Overdue {
        matched: bool,
    },
    /// Left, had matched.
    Left,
    LeftAsNull,
    LeftUnmatched,
    LateNotKept,
    LateMatchedNotKept,
    /// In no window, or filtered: it never got to the join.
    Ignored,
}

impl View {
    pub(super) fn start(rows: usize) -> Self {
        View {
            step: 0,
            rows: vec![RowView::default(); rows],
            held: Sides::default(),
            watermark: Sides::default(),
            join_watermark: None,
            next_watermark: None,
            batches: 0,
            pending: Sides::default(),
            newest: Sides::default(),
            clock: 0,
            timers: BTreeMap::new(),
            windows: BTreeMap::new(),
            versions: BTreeMap::new(),
            left_early: BTreeSet::new(),
            emitted: 0,
            padded: 0,
        }
    }

    /// About how many bytes a copy takes.
    pub(super) fn bytes(&self) -> usize {
        const ENTRY: usize = 64;
        let entries = self.timers.len() + self.windows.len() + self.versions.len() + self.left_early.len();
        self.rows.len() * size_of::<RowView>() + entries * ENTRY
    }

    pub fn row(&self, row: RowId) -> &RowView {
        &self.rows[row.0 as usize]
    }

    /// The watermark at which the engine removes a row, as things stand: its due time, or its key's clean-up timer if that
    /// is later; in windows, when its last one is over. `None` if it is not in state or stays for ever.
    pub fn leaves(&self, rows: &Rows, row: RowId) -> Option<i64> {
        let view = self.row(row);
        if view.phase != Phase::Held {
            return None;
        }
        if let Some((_, session)) = self.session(rows, row) {
            return session.due;
        }
        let due = view.due?;
        let info = rows.get(row);
        Some(self.timers.get(&(info.side, info.key)).map_or(due, |timer| due.max(*timer)))
    }

    /// The session that a row is in while that may still grow.
    pub fn session(&self, rows: &Rows, row: RowId) -> Option<(WindowId, WindowView)> {
        if !self.row(row).in_session {
            return None;
        }
        let info = rows.get(row);
        // The growing sessions of a key (and side, where each makes its own) never overlap.
        [None, Some(info.side)].into_iter().find_map(|side| {
            let id = |start, end| WindowId { side, key: info.key, span: Span { start, end } };
            let starts_before = self.windows.range(id(i64::MIN, i64::MIN)..=id(info.time, i64::MAX));
            let mut candidates = starts_before.rev().filter(|(id, window)| window.grows && info.time < id.span.end);
            candidates.next().map(|(id, window)| (*id, *window))
        })
    }

    /// The windows whose copies of a row are in state, in order of their ends.
    pub fn open_windows(&self, rows: &Rows, row: RowId) -> Vec<Span> {
        if self.row(row).copies == 0 {
            return Vec::new();
        }
        let there = |window: &Span| {
            self.windows.contains_key(&rows.window(row, *window)) && !self.left_early.contains(&(row, window.end))
        };
        if !rows.by_session() {
            return rows.windows(row).filter(there).collect();
        }
        // A session may have grown; the row's is the one of its key (and side) that holds its time.
        let info = rows.get(row);
        let WindowId { side, key, span: own } = rows.window(row, Span { start: info.time, end: info.time });
        let id = |start, end| WindowId { side, key, span: Span { start, end } };
        let holds = |id: &&WindowId| id.span.start <= own.start && own.start < id.span.end;
        let started = self.windows.range(id(i64::MIN, i64::MIN)..=id(info.time, i64::MAX));
        started.map(|(id, _)| id).rev().find(holds).map(|id| id.span).into_iter().collect()
    }

    /// The row's state in the guide's words.
    pub fn state(&self, row: RowId) -> State {
        let view = self.row(row);
        let matched = view.matches > 0;
        match view.phase {
            Phase::Ahead => State::NotYetArrived,
            Phase::Pending => State::Pending,
            Phase::Ignored => State::Ignored,
            Phase::Held => match view.due {
                None => State::KeptForEver { matched },
                // A window's rows all leave when it is over; the due time of a session's row may be an old one.
                Some(due) if view.copies == 0 && self.join_watermark.is_some_and(|watermark| watermark >= due) => {
                    State::Overdue { matched }
                }
                Some(_) if matched => State::Matched,
                Some(_) => State::Waiting,
            },
            Phase::NotKept { .. } if matched => State::LateMatchedNotKept,
            Phase::NotKept { .. } => State::LateNotKept,
            Phase::Gone(_) if matched => State::Left,
            Phase::Gone(_) if view.pad == Pad::Emitted => State::LeftAsNull,
            Phase::Gone(_) => State::LeftUnmatched,
        }
    }

    /// Runs one step: the row it pushed, if any, and its effects.
    pub(super) fn apply(&mut self, rows: &Rows, pushed: Option<RowId>, effects: &[Effect]) {
        self.step += 1;
        if let Some(row) = pushed {
            let info = rows.get(row);
            let newest = &mut self.newest[info.side];
            *newest = Some(newest.map_or(info.time, |newest| newest.max(info.time)));
        }
        for effect in effects {
            self.effect(rows, effect);
        }
    }

    fn effect(&mut self, rows: &Rows, effect: &Effect) {
        match *effect {
            Effect::Watermark { side, to, .. } => self.watermark[side] = Some(to),
            Effect::JoinWatermark { to, .. } => {
                self.join_watermark = Some(to);
                self.next_watermark = None;
            }
            Effect::NextWatermark { to, .. } => self.next_watermark = Some(to),
            Effect::Clock { to } => self.clock = to,
            Effect::Pending { row } => {
                self.pending[rows.get(row).side] += 1;
                self.rows[row.0 as usize].phase = Phase::Pending;
            }
            Effect::BatchStarted { id, .. } => {
                self.batches = id.saturating_add(1);
                self.pending = Sides::default();
            }
            Effect::Buffered { row, due } => {
                let info = rows.get(row);
                self.held[info.side] += 1;
                if rows.versioned() && info.side == Side::Right {
                    self.versions.insert((info.key, info.time), row);
                }
                let view = &mut self.rows[row.0 as usize];
                (view.phase, view.due) = (Phase::Held, due);
            }
            Effect::NotBuffered { row, why } => {
                let time = rows.get(row).time;
                let phase = match why {
                    NotKept::PastReach { watermark, .. } => Phase::NotKept { late: time <= watermark },
                    NotKept::NearEpoch { .. } | NotKept::EmptyInterval | NotKept::Evictable { .. } => {
                        Phase::NotKept { late: false }
                    }
                    NotKept::NullKey => Phase::Ignored,
                    NotKept::SemiMatched { window } => {
                        self.left_early.extend(window.map(|window| (row, window.end)));
                        Phase::Gone(GoneBy::Matched)
                    }
                };
                self.not_held(row, phase);
            }
            Effect::Dropped { row, .. } => self.not_held(row, Phase::NotKept { late: true }),
            Effect::InNoWindow { row } => self.not_held(row, Phase::Ignored),
            Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
                for row in [left, right] {
                    let matches = &mut self.rows[row.0 as usize].matches;
                    *matches = matches.saturating_add(1);
                }
            }
            Effect::Left { row, why } => {
                let info = rows.get(row);
                self.held[info.side] = self.held[info.side].saturating_sub(1);
                if self.versions.get(&(info.key, info.time)) == Some(&row) {
                    self.versions.remove(&(info.key, info.time));
                }
                self.ended(row, Phase::Gone(gone_by(why)));
            }
            Effect::Timer { side, key, at } => {
                match at {
                    Some(at) => self.timers.insert((side, key), at),
                    None => self.timers.remove(&(side, key)),
                };
            }
            Effect::Emitted { kind, left, right, why, .. } => {
                self.emitted += 1;
                let alone = match (left, right) {
                    (Some(row), None) | (None, Some(row)) => row,
                    _ => return,
                };
                if matches!(why, Why::Pair | Why::PairAgain) {
                    return;
                }
                self.padded += u64::from(kind.adds() && !rows.half());
                self.rows[alone.0 as usize].pad = if kind.adds() { Pad::Emitted } else { Pad::TakenBack };
            }
            Effect::Copied { .. }
            | Effect::CopyLeft { .. }
            | Effect::SessionOpened { .. }
            | Effect::SessionGrown { .. }
            | Effect::SessionMerged { .. }
            | Effect::SessionClosed { .. }
            | Effect::HandedOn { .. }
            | Effect::Fired { .. } => self.window_effect(rows, effect),
            Effect::WatermarkStays { .. }
            | Effect::WatermarkIgnored { .. }
            | Effect::HeldBack { .. }
            | Effect::ClockIgnored
            | Effect::NotProbed { .. }
            | Effect::NearMiss { .. }
            | Effect::NothingToTake { .. }
            | Effect::Skipped { .. }
            | Effect::NoVersion { .. }
            | Effect::BatchFinished { .. }
            | Effect::NothingToRun => {}
        }
    }

    fn window_effect(&mut self, rows: &Rows, effect: &Effect) {
        match *effect {
            Effect::Copied { row, window, due } => {
                let info = rows.get(row);
                self.held[info.side] += 1;
                let open = self.windows.entry(rows.window(row, window)).or_default();
                open.rows[info.side] += 1;
                open.due = due;
                let grows = open.grows;
                let view = &mut self.rows[row.0 as usize];
                view.phase = Phase::Held;
                view.copies += 1;
                view.due = view.due.max(due);
                view.in_session = grows;
            }
            Effect::CopyLeft { row, window, why } => {
                let info = rows.get(row);
                self.held[info.side] = self.held[info.side].saturating_sub(1);
                let id = rows.window(row, window);
                if let Some(open) = self.windows.get_mut(&id) {
                    open.rows[info.side] = open.rows[info.side].saturating_sub(1);
                    if open.rows == Sides::default() {
                        self.windows.remove(&id);
                    }
                }
                let view = &mut self.rows[row.0 as usize];
                view.copies = view.copies.saturating_sub(1);
                if view.copies == 0 {
                    view.in_session = false;
                    while let Some(early) = self.left_early.range((row, i64::MIN)..=(row, i64::MAX)).next().copied() {
                        self.left_early.remove(&early);
                    }
                    self.ended(row, Phase::Gone(gone_by(why)));
                } else if let (Gone::SemiMatched { .. }, Some(_)) = (why, view.due) {
                    self.left_early.insert((row, window.end));
                    let ends = rows.windows(row).map(|window| window.end);
                    view.due = ends.filter(|end| !self.left_early.contains(&(row, *end))).max();
                }
            }
            Effect::SessionOpened { side, key, span } => {
                let window = WindowView { grows: true, ..WindowView::default() };
                self.windows.insert(WindowId { side, key, span }, window);
            }
            Effect::SessionGrown { side, key, from, to } | Effect::SessionMerged { side, key, from, to } => {
                let Some(old) = self.windows.remove(&WindowId { side, key, span: from }) else { return };
                let new = self.windows.entry(WindowId { side, key, span: to }).or_default();
                new.rows.left += old.rows.left;
                new.rows.right += old.rows.right;
                new.fired |= old.fired;
                new.grows = true;
            }
            Effect::SessionClosed { side, key, span, .. } => {
                if let Some(window) = self.windows.get_mut(&WindowId { side: Some(side), key, span }) {
                    window.grows = false;
                }
            }
            Effect::HandedOn { row, due, .. } => {
                let view = &mut self.rows[row.0 as usize];
                (view.in_session, view.due) = (false, Some(due));
            }
            Effect::Fired { key, window, .. } => {
                if let Some(window) = self.windows.get_mut(&WindowId { side: None, key, span: window }) {
                    window.fired = true;
                }
            }
            _ => {}
        }
    }

    /// The row, or this copy of it, is not put into state.
    fn not_held(&mut self, row: RowId, phase: Phase) {
        if self.row(row).copies == 0 {
            self.ended(row, phase);
        }
    }

    fn ended(&mut self, row: RowId, phase: Phase) {
        let step = u32::try_from(self.step).unwrap_or(u32::MAX);
        let view = &mut self.rows[row.0 as usize];
        (view.phase, view.ended) = (phase, step);
    }
}

fn gone_by(why: Gone) -> GoneBy {
    match why {
        Gone::Due { .. } | Gone::CleanedBy { .. } | Gone::WindowOver { .. } | Gone::Answered { .. } => {
            GoneBy::Watermark
        }
        Gone::LostAtEpoch => GoneBy::Lost,
        Gone::Taken => GoneBy::Taken,
        Gone::Ttl { .. } => GoneBy::Ttl,
        Gone::Replaced { .. } | Gone::Superseded { .. } => GoneBy::Superseded,
        Gone::SemiMatched { .. } => GoneBy::Matched,
    }
}
