//! Flink SQL's temporal join, `FOR SYSTEM_TIME AS OF` the left row's time (Apache Flink 2.3.0,
//! `TemporalRowTimeJoinOperator`), inner and left. The right side is a versioned table with a primary key.
//!
//! State a key: left rows waiting; versions by time, *one a time* (a second one of the same time replaces the first,
//! whatever their kinds); one timer, at the smallest time that was asked for. W is the join's watermark.
//! - A left row arrives: it waits, late or not. A right row: stored as a version (+I and +U are the same; -D is stored,
//!   too, and ends validity from its own time on). If the key has no timer or a later one, it becomes the row's time.
//! - The timer fires: each waiting left row with `time <= W`, in order of arrival, takes the newest version with
//!   `version.time <= left.time`. If there is none, or it is a -D, or the key is NULL: inner nothing, left a padded row.
//!   Then versions with `time <= W` are dropped, *but for the newest of them*. If left rows remain, the timer becomes
//!   their smallest time; else there is none.
//!
//! So a late left row waits for the next advance of W, however small, and joins what versions are left; a late version
//! serves every left row that is not out yet; what is out is never corrected. Versions are dropped only when a timer of
//! their key fires, and after a firing that leaves only versions there is none [`case-t10`]. One version a key is kept
//! for ever. A timer that is set at a W already passed fires when W moves next.
//!
//! A version's key is a primary key, NOT NULL: a NULL there is read as the empty string, which left rows of that key do join,
//! and those of key NULL do not [`learned-null-version-*`].
//!
//! How the right side is declared matters for -D: this is a changelog source with +I and -D. An upsert source would
//! delete the last arrived row of the key instead [`case-t21`].
//!
//! Seen in the goldens `case-t01` to `case-t22`, `sql-temporal-*`.

use super::super::{
    Arrival,
    arena::{by_key, bytes},
    effect::{Effect, Gone, Key, RowId, Sink, Why},
    ordered::{Ordered, Tree},
    timers::Timers,
};
use crate::{
    scenario::{RowKind, Side, Sides},
    sorting,
};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlTemporal {
    /// Whether left rows without a version come out with NULL.
    outer: bool,
    /// By [`Key`].
    keys: Vec<KeyState>,
    /// Left rows, each key's by time.
    waiting: Ordered<i64, RowId>,
    /// By time, of which no two of a key have one.
    versions: Ordered<i64, Version>,
    /// Those that are no longer their key's timer stand for nothing.
    timers: Timers<Key>,
    held: Sides<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct KeyState {
    waiting: Tree,
    versions: Tree,
    timer: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
struct Version {
    row: RowId,
    deletes: bool,
}

impl FlinkSqlTemporal {
    pub fn new(outer: bool) -> Self {
        FlinkSqlTemporal {
            outer,
            keys: Vec::new(),
            waiting: Ordered::default(),
            versions: Ordered::default(),
            timers: Timers::default(),
            held: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.keys) + self.waiting.bytes() + self.versions.bytes() + self.timers.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, watermark: Option<i64>, sink: &mut impl Sink) {
        let Arrival { side, row, key, time, kind, .. } = arrival;
        let state = by_key(&mut self.keys, key.0 as usize);
        self.held[side] += 1;
        if side == Side::Left {
            self.waiting.insert(&mut state.waiting, time, row);
            let due = watermark.map_or(time, |watermark| time.max(watermark + 1));
            sink.effect(Effect::Buffered { row, due: Some(due) });
        } else {
            let version = Version { row, deletes: !kind.adds() };
            match self.versions.get_mut(state.versions, time) {
                None => {
                    self.versions.insert(&mut state.versions, time, version);
                }
                Some(same) => {
                    let old = std::mem::replace(same, version);
                    self.held[side] -= 1;
                    sink.effect(Effect::Left { row: old.row, why: Gone::Replaced { by: row } });
                }
            }
            sink.effect(Effect::Buffered { row, due: None });
        }
        if state.timer.is_none_or(|timer| timer > time) {
            self.set_timer(key, Some(time), sink);
        }
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        while let Some((at, key)) = self.timers.due(watermark) {
            if self.keys[key.0 as usize].timer == Some(at) {
                self.fire(key, watermark, sink);
            }
        }
    }

    fn fire(&mut self, key: Key, watermark: i64, sink: &mut impl Sink) {
        let state = &mut self.keys[key.0 as usize];
        let mut due = Vec::new();
        while let Some((time, row)) = self.waiting.first(state.waiting).filter(|(time, _)| *time <= watermark) {
            self.waiting.pop_until(&mut state.waiting, time);
            due.push((time, row));
        }
        // Rows are numbered as they arrive.
        sorting::sort_by_key(&mut due, |(_, row)| *row);
        for (time, left) in due {
            let newest = self.versions.before(state.versions, time + 1).map(|(_, version)| version);
            match newest.filter(|_| !key.is_null()) {
                Some(Version { row: right, deletes: false }) => {
                    sink.effect(Effect::VersionTaken { left, right });
                    emit(left, Some(right), Why::Pair, sink);
                }
                none => {
                    sink.effect(Effect::NoVersion { left, deletion: none.map(|version| version.row) });
                    if self.outer {
                        emit(left, None, Why::NoVersion, sink);
                    }
                }
            }
            self.held.left -= 1;
            sink.effect(Effect::Left { row: left, why: Gone::Answered { watermark } });
        }
        if let Some((kept, newest)) = self.versions.before(state.versions, watermark + 1) {
            while let Some(old) = self.versions.pop_until(&mut state.versions, kept - 1) {
                self.held.right -= 1;
                let why = Gone::Superseded { by: newest.row, watermark };
                sink.effect(Effect::Left { row: old.row, why });
            }
        }
        let next = self.waiting.first(state.waiting).map(|(time, _)| time);
        self.set_timer(key, next, sink);
    }

    fn set_timer(&mut self, key: Key, at: Option<i64>, sink: &mut impl Sink) {
        self.keys[key.0 as usize].timer = at;
        if let Some(at) = at {
            self.timers.set(at, key);
        }
        sink.effect(Effect::Timer { side: Side::Left, key, at });
    }
}

fn emit(left: RowId, right: Option<RowId>, why: Why, sink: &mut impl Sink) {
    sink.effect(Effect::Emitted { kind: RowKind::Insert, left: Some(left), right, window: None, why });
}
