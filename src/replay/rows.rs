//! The scenario's rows, numbered as the engine wants them, and found again by their numbers.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use foldhash::fast::FixedState;

use super::view::WindowId;
use crate::{
    engine::{Arrival, Key, MAX_COPIES, RowId, effect::Span},
    scenario::{Dialect, JoinKind, Push, RowKind, Scenario, Side, Sides, Step, Window, time::Times},
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

impl RowInfo {
    fn of(index: usize, push: &Push, key: Key) -> Self {
        RowInfo { step: number(index), side: push.side, key, time: push.time, kind: push.kind }
    }
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
    recovers: bool,
    /// Found when they are first asked for.
    times: OnceCell<Times>,
}

impl Rows {
    /// No row has this number: a scenario has at most a million steps.
    const NONE: u32 = u32::MAX;

    pub fn new(scenario: &Scenario) -> Self {
        let numbered = Numbered::of(scenario);
        let by_time = Side::BOTH.map(|side| {
            let rows = &numbered.rows;
            let mine = rows.iter().enumerate().filter(|(_, row)| row.side == side);
            let mut all: Vec<RowId> = mine.map(|(index, _)| RowId(number(index))).collect();
            radsort::sort_by_key(&mut all, |row| rows[row.0 as usize].time);
            all.shrink_to_fit();
            all
        });
        Self::of(scenario, numbered, by_time)
    }

    /// The same rows, of a scenario that came of another by an edit: of a few steps edited among many only those are looked at.
    pub fn after_edit(scenario: &Scenario, before: &Scenario, known: &Rows) -> Self {
        match Numbered::again(scenario, before, known) {
            Some((numbered, by_time)) => Self::of(scenario, numbered, by_time),
            None => Self::new(scenario),
        }
    }

    fn of(scenario: &Scenario, numbered: Numbered, [left, right]: [Vec<RowId>; 2]) -> Self {
        let Numbered { mut rows, keys, of_step, recovers } = numbered;
        rows.shrink_to_fit();
        let window = match scenario.join.kind {
            JoinKind::Window { window, .. } => Some(window),
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => None,
        };
        let session = matches!(window, Some(Window::Session { .. }));
        Rows {
            half: scenario.join.ty.half(),
            versioned: scenario.join.kind == JoinKind::Temporal,
            lookup: scenario.join.kind == JoinKind::Lookup,
            leaves_after: leaves_after(scenario),
            sessions_by_side: session && scenario.dialect == Dialect::FlinkSql,
            window,
            rows,
            keys,
            of_step,
            by_time: Sides::new(left, right),
            by_key: OnceCell::new(),
            recovers,
            times: OnceCell::new(),
        }
    }

    /// Whether the script has a checkpoint, a crash or a batch that fails.
    pub(super) fn recovers(&self) -> bool {
        self.recovers
    }

    /// How the scenario's times are written.
    pub(super) fn times(&self, scenario: &Scenario) -> &Times {
        self.times.get_or_init(|| Times::of(scenario))
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

    /// Whether rows may stay until the watermark moves next though it has passed them: [`Rows::leaves_by_itself`].
    pub(super) fn leave_by_themselves(&self) -> bool {
        self.leaves_after.is_some()
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

    /// Which of these keys there are, and their numbers.
    fn keys_of<'t>(&self, scenario: &Scenario, texts: Vec<&'t str>) -> BTreeMap<&'t str, Named> {
        // Of few names: all others are compared with them.
        let mut named: BTreeMap<&str, Named> = texts.into_iter().map(|text| (text, Named::New(None))).collect();
        if named.is_empty() {
            return named;
        }
        // They are numbered in order of appearance: it is enough to look at the first row of each.
        let mut last = Key::NULL;
        for (row, info) in self.iter().filter(|(_, info)| info.key != Key::NULL) {
            if info.key.0 > last.0 {
                last = info.key;
                let text = self.push(scenario, row).and_then(|push| key_text(scenario, push));
                if let Some(named) = text.and_then(|text| named.get_mut(text)) {
                    *named = Named::Known(info.key);
                }
            }
        }
        named
    }

    /// The row that the step of this index pushes.
    pub fn of_step(&self, index: usize) -> Option<RowId> {
        self.of_step.get(index).filter(|row| **row != Self::NONE).map(|row| RowId(*row))
    }

    /// The indexes of the steps that push these rows, ascending: where a row is taken back, the step that does so as well.
    pub fn steps(&self, rows: &[RowId]) -> Vec<usize> {
        let wanted: HashSet<u32, FixedState> = rows.iter().map(|row| row.0).filter(|row| *row != Self::NONE).collect();
        let pushes = self.of_step.iter().enumerate().filter(|(_, row)| wanted.contains(row));
        pushes.map(|(index, _)| index).collect()
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

/// The rows of a script with their numbers, and those of their keys.
struct Numbered {
    rows: Vec<RowInfo>,
    keys: usize,
    of_step: Vec<u32>,
    recovers: bool,
}

impl Numbered {
    fn of(scenario: &Scenario) -> Self {
        let mut keys: HashMap<&str, Key, FixedState> = HashMap::default();
        let mut known: HashMap<(Side, &str, Key), RowId, FixedState> = HashMap::default();
        let mut rows = Vec::new();
        let mut of_step = Vec::with_capacity(scenario.script.len());
        let mut recovers = false;
        let retracts = retracts(scenario);
        for (index, step) in scenario.script.iter().enumerate() {
            let Step::Push(push) = step else {
                recovers |= is_recovery(step);
                of_step.push(Rows::NONE);
                continue;
            };
            let next = Key(number(keys.len() + 1));
            let key = key_text(scenario, push).map_or(Key::NULL, |key| *keys.entry(key).or_insert(next));
            let next = RowId(number(rows.len()));
            let row = if retracts { *known.entry((push.side, &push.id, key)).or_insert(next) } else { next };
            if row == next {
                rows.push(RowInfo::of(index, push, key));
            }
            of_step.push(row.0);
        }
        Numbered { rows, keys: keys.len() + 1, of_step, recovers }
    }

    /// The same, and each side's rows in order of time, by what is known of another script: a step that both share has the
    /// row that it had, of the same key, between the same others. `None` where much is edited, or where a row may be of
    /// several steps.
    fn again(scenario: &Scenario, before: &Scenario, known: &Rows) -> Option<(Self, [Vec<RowId>; 2])> {
        const FEW: usize = 64;
        let (old, new) = (&before.script, &scenario.script);
        let head = old.same_head(new);
        let tail = old.same_tail(new, head);
        let edited = head..new.len() - tail;
        let versioned = scenario.join.kind == JoinKind::Temporal;
        let alike = known.versioned == versioned && !retracts(before) && !retracts(scenario);
        if !alike || edited.len() > FEW {
            return None;
        }
        // By their old numbers; NULL is the same.
        let mut keys = vec![None; known.keys];
        keys[Key::NULL.0 as usize] = Some(Key::NULL);
        let mut count = 1;
        let mut next = || {
            count += 1;
            Key(number(count - 1))
        };
        let texts = edited.clone().filter_map(|index| key_text(scenario, new[index].push()?));
        let mut named = known.keys_of(before, texts.collect());
        let mut rows: Vec<RowInfo> = Vec::with_capacity(known.rows.len() + edited.len());
        let mut of_step = Vec::with_capacity(new.len());
        let mut of_old = vec![Rows::NONE; known.rows.len()];
        for index in 0..new.len() {
            let twin = if index < head { index } else { (index + old.len()).saturating_sub(new.len()) };
            let row = if edited.contains(&index) {
                new[index].push().map(|push| {
                    let key = key_text(scenario, push).map_or(Key::NULL, |text| match named.get_mut(text) {
                        Some(Named::Known(old)) => *keys[old.0 as usize].get_or_insert_with(&mut next),
                        Some(Named::New(key)) => *key.get_or_insert_with(&mut next),
                        // All of them were named.
                        None => Key::NULL,
                    });
                    RowInfo::of(index, push, key)
                })
            } else {
                known.of_step(twin).map(|row| {
                    of_old[row.0 as usize] = number(rows.len());
                    let info = known.get(row);
                    let key = *keys[info.key.0 as usize].get_or_insert_with(&mut next);
                    RowInfo { step: number(index), key, ..info }
                })
            };
            of_step.push(if row.is_some() { number(rows.len()) } else { Rows::NONE });
            rows.extend(row);
        }
        let by_time = Side::BOTH.map(|side| {
            let still = known.by_time(side).iter().map(|row| of_old[row.0 as usize]).filter(|row| *row != Rows::NONE);
            let mut all: Vec<RowId> = still.map(RowId).collect();
            let time = |row: RowId| (rows[row.0 as usize].time, row);
            for row in edited.clone().map(|index| of_step[index]).filter(|row| *row != Rows::NONE).map(RowId) {
                if rows[row.0 as usize].side == side {
                    all.insert(all.partition_point(|other| time(*other) < time(row)), row);
                }
            }
            all
        });
        let recovers =
            known.recovers && new.iter().any(is_recovery) || edited.clone().any(|index| is_recovery(&new[index]));
        Some((Numbered { rows, keys: count, of_step, recovers }, by_time))
    }
}

/// A key that an edited step names.
enum Named {
    /// It had this number.
    Known(Key),
    /// It was not there; the number that it has got.
    New(Option<Key>),
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

/// Only in a regular join does a -U or -D stand for the row that it takes back.
fn retracts(scenario: &Scenario) -> bool {
    matches!(scenario.join.kind, JoinKind::Regular { .. })
}

/// A push's key; `None`: NULL. A version's key is a primary key, which is NOT NULL: Flink reads a NULL there as the empty string.
fn key_text<'s>(scenario: &Scenario, push: &'s Push) -> Option<&'s str> {
    let versioned = scenario.join.kind == JoinKind::Temporal && push.side == Side::Right;
    push.key.as_deref().or(versioned.then_some(""))
}

/// Whether a step takes state back, or is what it is taken back to.
fn is_recovery(step: &Step) -> bool {
    matches!(step, Step::Checkpoint | Step::Crash | Step::FailingBatch)
}
