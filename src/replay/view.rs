//! What is so after a step: a fold of the effects up to it.

use std::{collections::BTreeSet, fmt, ops::Deref, rc::Rc};

use super::{
    Reach,
    history::History,
    rows::{Rows, number},
    sorted::Sorted,
};
use crate::{
    engine::{
        Effect, Key, RowId,
        effect::{Gone, NotKept, Span, Why},
    },
    scenario::{Side, Sides},
};

/// The state after a step.
#[derive(Clone)]
pub struct View {
    now: Fold,
    history: Rc<History>,
}

/// What of a state is not in the [`History`]: so little that it is made anew for any step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// How many steps have run.
    pub step: usize,
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
    /// What a crash takes the state back to: the last checkpoint's (Flink). While a micro-batch runs that will fail: what was so
    /// before it.
    pub(super) before: Option<Rc<Fold>>,
    /// The largest event time seen on each side.
    pub newest: Sides<Option<i64>>,
    /// Processing time.
    pub clock: i64,
    /// The partitions of a side that has several, or may be idle, as far as anything was heard of them: ask
    /// [`Fold::partition`].
    partitions: Sides<Vec<PartitionView>>,
    /// The clock when nothing had been heard yet: at the start, or at the last crash.
    unheard: i64,
    /// All partitions of the side are idle, and its watermark has not risen since.
    pub idle: Sides<bool>,
    /// Windows with rows in state, by key.
    pub windows: Sorted<WindowId, WindowView>,
    /// Temporal join: the versions in state, by key and time.
    pub versions: Sorted<(Key, i64), RowId>,
    /// Lookup join: the rows that stand in the table, by key. They are no state of the join, so [`Fold::held`] is 0.
    pub table: Sorted<Key, RowId>,
    /// Spark's semi join: copies that left before their window was over, by its end.
    left_early: BTreeSet<(i64, RowId)>,
    /// How many rows of the result have come out, and how many of them padded with NULL.
    pub emitted: u64,
    pub padded: u64,
    /// How far the rows reach that have been put into state.
    pub(super) reach: Reach,
}

/// A window of one key. Flink SQL makes sessions on each side alone, so there the side is part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WindowId {
    pub side: Option<Side>,
    pub key: Key,
    pub span: Span,
}

/// A partition of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartitionView {
    /// The watermark that its own rows give.
    pub mark: Option<i64>,
    /// The clock at its last row, or at the start.
    pub heard: i64,
    pub idle: bool,
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
    /// Those of its rows that belong to a closed session over the same time: after a crash, when a side's watermark begins anew
    /// behind one that waits in the join already.
    pub closed: Sides<u32>,
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
    /// In state; of a lookup join, in the table.
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
    /// Temporal join: a newer version, or one of the same time, took its place. Lookup join: the table has another row of its
    /// key, or none, since.
    Superseded,
    /// Spark's semi join: it found its partner, and has been emitted.
    Matched,
    /// Lookup join: the left row was answered, the -D has deleted; neither is kept.
    Done,
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

impl Phase {
    /// Whether a row that came is not in state, and does not wait for it.
    pub(super) fn is_end(self) -> bool {
        matches!(self, Phase::Gone(_) | Phase::NotKept { .. } | Phase::Ignored)
    }
}

impl Deref for View {
    type Target = Fold;

    fn deref(&self) -> &Fold {
        &self.now
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("View").field("now", &self.now).field("rows", &self.rows().collect::<Vec<_>>()).finish()
    }
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        let alike = || Rc::ptr_eq(&self.history, &other.history) || self.history.same(&other.history, self.step);
        self.now == other.now && alike()
    }
}

impl Eq for View {}

impl View {
    pub(super) fn new(now: Fold, history: Rc<History>) -> Self {
        View { now, history }
    }

    pub(super) fn into_fold(self) -> Fold {
        self.now
    }

    /// What has become of a row.
    #[inline]
    pub fn row(&self, row: RowId) -> RowView {
        self.history.row(row, self.step)
    }

    /// What has become of every row, by [`RowId`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = RowView> + '_ {
        (0..self.history.things().0).map(|index| self.row(RowId(number(index))))
    }

    /// The clean-up timer of a side and key, if it has one.
    ///
    /// The temporal join has one a key, for both sides: it is under left.
    pub fn timer(&self, side: Side, key: Key) -> Option<i64> {
        self.history.timer(side, key, self.step)
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
        Some(self.timer(info.side, info.key).map_or(due, |timer| due.max(timer)))
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
        let there =
            |window: &Span| self.windows.contains_key(&rows.window(row, *window)) && !self.left_early(row, window.end);
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
    pub(super) fn apply(&mut self, rows: &Rows, pushed: Option<RowId>, effects: impl Iterator<Item = Effect>) {
        self.now.apply(rows, pushed, effects);
    }
}

impl Fold {
    pub(super) fn start() -> Self {
        Fold {
            step: 0,
            held: Sides::default(),
            watermark: Sides::default(),
            join_watermark: None,
            next_watermark: None,
            batches: 0,
            pending: Sides::default(),
            before: None,
            newest: Sides::default(),
            clock: 0,
            partitions: Sides::default(),
            unheard: 0,
            idle: Sides::default(),
            windows: Sorted::default(),
            versions: Sorted::default(),
            table: Sorted::default(),
            left_early: BTreeSet::new(),
            emitted: 0,
            padded: 0,
            reach: Reach::default(),
        }
    }

    /// About how many bytes a copy takes.
    pub(super) fn bytes(&self) -> usize {
        const EARLY: usize = 32;
        let sorted = self.windows.bytes() + self.versions.bytes() + self.table.bytes();
        let before = self.before.as_ref().map_or(0, |before| before.bytes());
        let partitions = (self.partitions.left.len() + self.partitions.right.len()) * size_of::<PartitionView>();
        size_of::<Fold>() + partitions + sorted + self.left_early.len() * EARLY + before
    }

    /// Keeps what is so now, to be taken back to.
    fn save(&mut self) {
        self.before = None;
        self.before = Some(Rc::new(self.clone()));
    }

    /// State, and what is known of time, are as they were in `to`. What has come out, and what has arrived, has.
    fn take_back(&mut self, to: &Fold) {
        self.held = to.held;
        (self.watermark, self.join_watermark, self.next_watermark) =
            (to.watermark, to.join_watermark, to.next_watermark);
        (self.batches, self.pending) = (to.batches, to.pending);
        (self.windows, self.versions) = (to.windows.clone(), to.versions.clone());
        self.left_early = to.left_early.clone();
    }

    /// A partition of a side.
    pub fn partition(&self, side: Side, partition: u32) -> PartitionView {
        let unheard = PartitionView { heard: self.unheard, ..PartitionView::default() };
        self.partitions[side].get(partition as usize).copied().unwrap_or(unheard)
    }

    /// The side whose watermark the join's follows: the slower of those that are not idle, and once both are, the one ahead.
    /// `None` where both are alike.
    pub fn leads(&self) -> Option<Side> {
        match (self.idle.left, self.idle.right) {
            (true, false) => Some(Side::Right),
            (false, true) => Some(Side::Left),
            (true, true) => self.watermark.slower().map(Side::other),
            (false, false) => self.watermark.slower(),
        }
    }

    /// The partition out of so many that decides its side's watermark: the slowest of those that are not idle, and once all
    /// are, the furthest.
    pub fn holder(&self, side: Side, partitions: u32) -> u32 {
        let marks = || (0..partitions).map(|number| (self.partition(side, number), number));
        let active = marks().filter(|(it, _)| !it.idle).min_by_key(|(it, _)| it.mark);
        active.or_else(|| marks().max_by_key(|(it, _)| it.mark)).map_or(0, |(_, number)| number)
    }

    fn partition_mut(&mut self, side: Side, partition: u32) -> &mut PartitionView {
        let unheard = PartitionView { heard: self.unheard, ..PartitionView::default() };
        let all = &mut self.partitions[side];
        let index = partition as usize;
        if all.len() <= index {
            all.resize(index + 1, unheard);
        }
        &mut all[index]
    }

    /// Whether a row's copy in the window with this end has left before that was over.
    pub(super) fn left_early(&self, row: RowId, end: i64) -> bool {
        self.left_early.contains(&(end, row))
    }

    pub(super) fn apply(&mut self, rows: &Rows, pushed: Option<RowId>, effects: impl Iterator<Item = Effect>) {
        self.start_step(rows, pushed);
        for effect in effects {
            self.effect(rows, &effect);
        }
    }

    pub(super) fn start_step(&mut self, rows: &Rows, pushed: Option<RowId>) {
        self.step += 1;
        if let Some(row) = pushed {
            let info = rows.get(row);
            let newest = &mut self.newest[info.side];
            *newest = Some(newest.map_or(info.time, |newest| newest.max(info.time)));
        }
    }

    pub(super) fn effect(&mut self, rows: &Rows, effect: &Effect) {
        match *effect {
            Effect::Watermark { side, to, .. } => self.watermark[side] = Some(to),
            Effect::JoinWatermark { to, .. } => {
                self.join_watermark = Some(to);
                self.next_watermark = None;
                // Windows that end by then are over, for all their rows.
                self.left_early = self.left_early.split_off(&(to.saturating_add(1), RowId(0)));
            }
            Effect::NextWatermark { to, .. } => self.next_watermark = Some(to),
            Effect::Clock { to } => self.clock = to,
            Effect::Heard { side, partition, mark, .. } => {
                let heard = self.clock;
                *self.partition_mut(side, partition) = PartitionView { mark: Some(mark), heard, idle: false };
            }
            Effect::PartitionIdle { side, partition } => self.partition_mut(side, partition).idle = true,
            Effect::SideIdle { side } => self.idle[side] = true,
            Effect::SideActive { side } => self.idle[side] = false,
            Effect::Pending { row } => self.pending[rows.get(row).side] += 1,
            Effect::BatchStarted { id, rows, run, .. } => {
                if run.fails() {
                    self.save();
                }
                self.batches = id.saturating_add(1);
                for side in Side::BOTH {
                    self.pending[side] = self.pending[side].saturating_sub(u64::from(rows[side]));
                }
            }
            Effect::BatchFailed { .. } => {
                if let Some(before) = self.before.take() {
                    self.take_back(&before);
                }
            }
            Effect::Checkpointed { .. } => self.save(),
            Effect::WatermarkLost { side, .. } => self.watermark[side] = None,
            Effect::JoinWatermarkLost { .. } => self.join_watermark = None,
            Effect::Restored { .. } => {
                match self.before.clone() {
                    Some(before) => self.take_back(&before),
                    None => self.take_back(&Fold::start()),
                }
                (self.partitions, self.idle, self.unheard) = (Sides::default(), Sides::default(), self.clock);
                // Those are in no checkpoint.
                (self.watermark, self.join_watermark) = (Sides::default(), None);
            }
            Effect::Buffered { row, due } => {
                let info = rows.get(row);
                self.held[info.side] += 1;
                if rows.versioned() && info.side == Side::Right {
                    self.versions.insert((info.key, info.time), row);
                }
                self.reach.add(info, due, due.map(|due| due.saturating_sub(1)));
            }
            Effect::NotBuffered { row, why: NotKept::SemiMatched { window: Some(window) } } => {
                self.left_early.insert((window.end, row));
            }
            Effect::Left { row, .. } => {
                let info = rows.get(row);
                self.held[info.side] = self.held[info.side].saturating_sub(1);
                if self.versions.get(&(info.key, info.time)) == Some(&row) {
                    self.versions.remove(&(info.key, info.time));
                }
            }
            Effect::TablePut { row, .. } => {
                self.table.insert(rows.get(row).key, row);
            }
            Effect::TableDeleted { by, .. } => {
                self.table.remove(&rows.get(by).key);
            }
            Effect::Emitted { kind, left, right, why, .. } => {
                self.emitted += 1;
                let alone = left.is_some() != right.is_some() && !matches!(why, Why::Pair | Why::PairAgain);
                self.padded += u64::from(alone && kind.adds() && !rows.half());
            }
            Effect::Copied { .. }
            | Effect::CopyLeft { .. }
            | Effect::SessionOpened { .. }
            | Effect::SessionGrown { .. }
            | Effect::SessionMerged { .. }
            | Effect::SessionClosed { .. }
            | Effect::Fired { .. } => self.window_effect(rows, effect),
            Effect::NotBuffered { .. }
            | Effect::Dropped { .. }
            | Effect::InNoWindow { .. }
            | Effect::Matched { .. }
            | Effect::VersionTaken { .. }
            | Effect::HandedOn { .. }
            | Effect::Timer { .. }
            | Effect::WatermarkStays { .. }
            | Effect::WatermarkIgnored { .. }
            | Effect::HeldBack { .. }
            | Effect::PartitionHolds { .. }
            | Effect::CatchingUp { .. }
            | Effect::SessionFull { .. }
            | Effect::ClockIgnored
            | Effect::NotProbed { .. }
            | Effect::NearMiss { .. }
            | Effect::NothingToTake { .. }
            | Effect::Skipped { .. }
            | Effect::NoVersion { .. }
            | Effect::BatchFinished { .. }
            | Effect::NothingToRun
            | Effect::Crashed { .. }
            | Effect::ExpiredLost { .. }
            | Effect::Replayed { .. }
            | Effect::ReplayedWatermark { .. }
            | Effect::QueryStarted { .. } => {}
        }
    }

    fn window_effect(&mut self, rows: &Rows, effect: &Effect) {
        match *effect {
            Effect::Copied { row, window, due } => {
                let info = rows.get(row);
                self.held[info.side] += 1;
                let open = self.windows.or_insert(rows.window(row, window), WindowView::default());
                open.rows[info.side] += 1;
                open.due = due;
                self.reach.add(info, due, due);
            }
            Effect::CopyLeft { row, window, why } => {
                let info = rows.get(row);
                self.held[info.side] = self.held[info.side].saturating_sub(1);
                let id = rows.window(row, window);
                let Some(open) = self.windows.get_mut(&id) else { return };
                open.rows[info.side] = open.rows[info.side].saturating_sub(1);
                open.closed[info.side] = open.closed[info.side].saturating_sub(1);
                if let (Gone::SemiMatched { .. }, Some(_)) = (why, open.due) {
                    self.left_early.insert((window.end, row));
                }
                if open.rows == Sides::default() {
                    self.windows.remove(&id);
                }
            }
            Effect::SessionOpened { side, key, span } => {
                let window = self.windows.or_insert(WindowId { side, key, span }, WindowView::default());
                window.grows = true;
                window.closed = window.rows;
            }
            Effect::SessionGrown { side, key, from, to } | Effect::SessionMerged { side, key, from, to } => {
                let id = WindowId { side, key, span: from };
                let Some(mut old) = self.windows.remove(&id) else { return };
                if old.closed != Sides::default() {
                    let rows = std::mem::take(&mut old.closed);
                    self.windows.insert(id, WindowView { rows, grows: false, ..old });
                    old.rows.left = old.rows.left.saturating_sub(rows.left);
                    old.rows.right = old.rows.right.saturating_sub(rows.right);
                }
                let new = self.windows.or_insert(WindowId { side, key, span: to }, WindowView::default());
                new.rows.left += old.rows.left;
                new.rows.right += old.rows.right;
                new.fired |= old.fired;
                new.grows = true;
            }
            Effect::SessionClosed { side, key, span, .. } => {
                if let Some(window) = self.windows.get_mut(&WindowId { side: Some(side), key, span }) {
                    window.grows = false;
                    window.closed = Sides::default();
                }
            }
            Effect::Fired { key, window, .. } => {
                if let Some(window) = self.windows.get_mut(&WindowId { side: None, key, span: window }) {
                    window.fired = true;
                }
            }
            _ => {}
        }
    }
}

pub(super) fn gone_by(why: Gone) -> GoneBy {
    match why {
        Gone::Due { .. } | Gone::CleanedBy { .. } | Gone::WindowOver { .. } | Gone::Answered { .. } => {
            GoneBy::Watermark
        }
        // It counts as late.
        Gone::HandedOnLate { .. } => GoneBy::Watermark,
        Gone::LostAtEpoch => GoneBy::Lost,
        Gone::Taken => GoneBy::Taken,
        Gone::Ttl { .. } => GoneBy::Ttl,
        Gone::Replaced { .. } | Gone::Superseded { .. } => GoneBy::Superseded,
        Gone::SemiMatched { .. } => GoneBy::Matched,
    }
}
