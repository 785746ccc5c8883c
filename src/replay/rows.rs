//! The scenario's rows, numbered as the engine wants them, and found again by their numbers.

use std::{cell::OnceCell, collections::HashMap, sync::Arc};

use super::view::WindowId;
use crate::{
    engine::{Arrival, Key, MAX_COPIES, RowId, effect::Span},
    scenario::{Dialect, JoinKind, Push, RowKind, Scenario, Side, Sides, Step, Window},
};

/// A row of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowInfo {
    /// Index of the step that pushed it first.
    pub step: u32,
    pub side: Side,
    pub key: Key,
    pub time: i64,
    /// As it came first; a version of kind -D ends validity.
    pub kind: RowKind,
}

/// All rows of a scenario.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Semi and anti joins put out left rows alone, which is no padding.
    half: bool,
    /// The right side is a versioned table.
    versioned: bool,
    /// The right side is a table that is looked up in.
    lookup: bool,
    /// Flink SQL makes sessions on each side alone.
    sessions_by_side: bool,
    /// Of joins that keep rows behind the watermark until it moves next: how long after its time a row of each side would leave.
    leaves_after: Option<Sides<i64>>,
    window: Option<Window>,
    rows: Vec<RowInfo>,
    /// How many keys there are, NULL among them.
    keys: usize,
    /// The row that each step pushes; [`Rows::NONE`] where it pushes none.
    of_step: Vec<u32>,
    by_time: Sides<Vec<RowId>>,
    /// The rows by key, and where each key's begin; made when it is first asked for.
    by_key: OnceCell<(Vec<RowId>, Vec<u32>)>,
}

impl Rows {
    /// No row has this number: a scenario has at most a million steps.
    const NONE: u32 = u32::MAX;

    pub fn new(scenario: &Scenario) -> Self {
        let mut keys: HashMap<&str, Key> = HashMap::new();
        let mut known: HashMap<(Side, &str, Key), RowId> = HashMap::new();
        let mut rows = Vec::new();
        let mut of_step = Vec::with_capacity(scenario.script.len());
        // Only in a regular join does a -U or -D stand for the row that it takes back.
        let retracts = matches!(scenario.join.kind, JoinKind::Regular { .. });
        let versioned = scenario.join.kind == JoinKind::Temporal;
        for (index, step) in scenario.script.iter().enumerate() {
            let Step::Push(push) = step else {
                of_step.push(Self::NONE);
                continue;
            };
            let next = Key(number(keys.len() + 1));
            // A version's key is a primary key, which is NOT NULL: Flink reads a NULL there as the empty string.
            let text = push.key.as_deref().or((versioned && push.side == Side::Right).then_some(""));
            let key = text.map_or(Key::NULL, |key| *keys.entry(key).or_insert(next));
            let next = RowId(number(rows.len()));
            let row = if retracts { *known.entry((push.side, &push.id, key)).or_insert(next) } else { next };
            if row == next {
                rows.push(RowInfo { step: number(index), side: push.side, key, time: push.time, kind: push.kind });
            }
            of_step.push(row.0);
        }
        let window = match scenario.join.kind {
            JoinKind::Window { window, .. } => Some(window),
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => None,
        };
        let session = matches!(window, Some(Window::Session { .. }));
        rows.shrink_to_fit();
        let sorted = |side: Side| {
            let mine = rows.iter().enumerate().filter(|(_, row): &(usize, &RowInfo)| row.side == side);
            let mut all: Vec<RowId> = mine.map(|(index, _)| RowId(number(index))).collect();
            radsort::sort_by_key(&mut all, |row| rows[row.0 as usize].time);
            all.shrink_to_fit();
            all
        };
        let by_time = Sides::new(sorted(Side::Left), sorted(Side::Right));
        Rows {
            half: scenario.join.ty.half(),
            versioned,
            lookup: scenario.join.kind == JoinKind::Lookup,
            leaves_after: leaves_after(scenario),
            sessions_by_side: session && scenario.dialect == Dialect::FlinkSql,
            window,
            rows,
            keys: keys.len() + 1,
            of_step,
            by_time,
            by_key: OnceCell::new(),
        }
    }

    /// Whether the join puts out left rows only (semi, anti).
    pub fn half(&self) -> bool {
        self.half
    }

    /// Whether the right side is a versioned table (temporal join).
    pub fn versioned(&self) -> bool {
        self.versioned
    }

    /// Whether the right side is a table that is looked up in (lookup join, stream-static join).
    pub fn lookup(&self) -> bool {
        self.lookup
    }

    /// When the watermark lets a row go that it has not passed, where a row behind it stays until it moves next.
    pub(super) fn leaves_by_itself(&self, row: RowId) -> Option<i64> {
        let RowInfo { side, time, .. } = self.get(row);
        Some(time.saturating_add(self.leaves_after?[side]))
    }

    /// Whether the join is by sessions.
    pub fn by_session(&self) -> bool {
        matches!(self.window, Some(Window::Session { .. }))
    }

    /// A window of a row, as [`View::windows`](super::View::windows) names it.
    pub fn window(&self, row: RowId, span: Span) -> WindowId {
        let RowInfo { side, key, .. } = self.get(row);
        WindowId { side: self.sessions_by_side.then_some(side), key, span }
    }

    /// The windows of a row by its time, in order of their ends; of a session the one that it has by itself. Of a setup that
    /// is refused for its many windows the first [`MAX_COPIES`]: there may be more than can be counted.
    pub fn windows(&self, row: RowId) -> impl Iterator<Item = Span> + use<> {
        let time = self.get(row).time;
        self.window.into_iter().flat_map(move |window| window.of(time)).take(MAX_COPIES as usize)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many keys there are, NULL among them.
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// Whether there is a row of this number.
    pub fn has(&self, row: RowId) -> bool {
        (row.0 as usize) < self.rows.len()
    }

    pub fn get(&self, row: RowId) -> RowInfo {
        self.rows[row.0 as usize]
    }

    /// All rows in order of first appearance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (RowId, RowInfo)> + '_ {
        self.rows.iter().enumerate().map(|(index, info)| (RowId(number(index)), *info))
    }

    /// The rows that the first `steps` steps brought, in order of first appearance.
    pub fn before(&self, steps: usize) -> impl DoubleEndedIterator<Item = RowId> + use<> {
        let count = self.rows.partition_point(|row| (row.step as usize) < steps);
        (0..number(count)).map(RowId)
    }

    /// A side's rows in order of event time; those of one time in order of arrival.
    pub fn by_time(&self, side: Side) -> &[RowId] {
        &self.by_time[side]
    }

    /// The rows of a key, of both sides, in order of first appearance.
    pub fn of_key(&self, key: Key) -> &[RowId] {
        let (rows, starts) = self.by_key.get_or_init(|| {
            // Keys are numbered without gaps: so many rows of each are counted, and each row has its place.
            let mut starts = vec![0; self.keys + 1];
            for row in &self.rows {
                starts[row.key.0 as usize + 1] += 1;
            }
            for key in 0..self.keys {
                starts[key + 1] += starts[key];
            }
            let (mut free, mut rows) = (starts.clone(), vec![RowId(0); self.rows.len()]);
            for (row, RowInfo { key, .. }) in self.iter() {
                let place = &mut free[key.0 as usize];
                rows[*place as usize] = row;
                *place += 1;
            }
            (rows, starts)
        });
        let at = |key: usize| starts.get(key).map_or(rows.len(), |start| *start as usize);
        let from = key.0 as usize;
        &rows[at(from)..at(from + 1)]
    }

    /// The row that the step of this index pushes.
    pub fn of_step(&self, index: usize) -> Option<RowId> {
        self.of_step.get(index).filter(|row| **row != Self::NONE).map(|row| RowId(*row))
    }

    /// The push that brought the row first: its id, key and payload.
    pub fn push<'s>(&self, scenario: &'s Scenario, row: RowId) -> Option<&'s Push> {
        match scenario.script.get(self.get(row).step as usize) {
            Some(Step::Push(push)) => Some(push),
            _ => None,
        }
    }

    /// The step of that push, to be held on to.
    pub fn step<'s>(&self, scenario: &'s Scenario, row: RowId) -> Option<&'s Arc<Step>> {
        scenario.script.share(self.get(row).step as usize)
    }

    /// The row's id, as the user wrote it.
    pub fn id<'s>(&self, scenario: &'s Scenario, row: RowId) -> &'s str {
        self.push(scenario, row).map_or("", |push| &push.id)
    }

    /// The row of a side that bears this id.
    pub fn find(&self, scenario: &Scenario, side: Side, id: &str) -> Option<RowId> {
        self.iter().map(|(row, _)| row).find(|row| self.get(*row).side == side && self.id(scenario, *row) == id)
    }

    pub(super) fn arrival(&self, row: RowId, push: &Push) -> Arrival {
        Arrival {
            side: push.side,
            row,
            key: self.get(row).key,
            time: push.time,
            kind: push.kind,
            partition: push.partition,
        }
    }
}

fn leaves_after(scenario: &Scenario) -> Option<Sides<i64>> {
    match (scenario.dialect, scenario.join.kind) {
        (Dialect::FlinkSql, JoinKind::Temporal) => Some(Sides::default()),
        (Dialect::FlinkDatastream, JoinKind::Interval(interval)) => {
            let (lower, upper) = interval.inclusive();
            Some(Sides::new(upper.max(0), lower.saturating_neg().max(0)))
        }
        _ => None,
    }
}

/// A scenario has at most a million steps, so every count of its parts fits.
pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
