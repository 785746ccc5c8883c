//! What is so after a step: a fold of the effects up to it.

use std::collections::BTreeMap;

use super::rows::Rows;
use crate::{
    engine::{
        Effect, Key, RowId,
        effect::{Gone, NotKept, Why},
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
    /// Rows in state.
    pub held: Sides<u64>,
    /// Each side's own watermark.
    pub watermark: Sides<Option<i64>>,
    /// The join's watermark.
    pub join_watermark: Option<i64>,
    /// The largest event time seen on each side.
    pub newest: Sides<Option<i64>>,
    /// Processing time.
    pub clock: i64,
    /// The clean-up timer of each side and key that has one.
    pub timers: BTreeMap<(Side, Key), i64>,
    /// How many rows of the result have come out, and how many of them padded with NULL.
    pub emitted: u64,
    pub padded: u64,
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
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Its step has not run.
    #[default]
    Ahead,
    /// In state.
    Held,
    /// It was in state, and left.
    Gone(GoneBy),
    /// It arrived and was not put into state; whether it was behind the join's watermark then.
    NotKept { late: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoneBy {
    Watermark,
    Taken,
    Ttl,
    Lost,
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
}

impl View {
    pub(super) fn start(rows: usize) -> Self {
        View {
            step: 0,
            rows: vec![RowView::default(); rows],
            held: Sides::default(),
            watermark: Sides::default(),
            join_watermark: None,
            newest: Sides::default(),
            clock: 0,
            timers: BTreeMap::new(),
            emitted: 0,
            padded: 0,
        }
    }

    pub fn row(&self, row: RowId) -> &RowView {
        &self.rows[row.0 as usize]
    }

    /// The watermark at which the engine removes a row, as things stand: its due time, or its key's clean-up timer if that
    /// is later. `None` if it is not in state or stays for ever.
    pub fn leaves(&self, rows: &Rows, row: RowId) -> Option<i64> {
        let view = self.row(row);
        let due = view.due.filter(|_| view.phase == Phase::Held)?;
        let info = rows.get(row);
        Some(self.timers.get(&(info.side, info.key)).map_or(due, |timer| due.max(*timer)))
    }

    /// The row's state in the guide's words.
    pub fn state(&self, row: RowId) -> State {
        let view = self.row(row);
        let matched = view.matches > 0;
        match view.phase {
            Phase::Ahead => State::NotYetArrived,
            Phase::Held => match view.due {
                None => State::KeptForEver { matched },
                Some(due) if self.join_watermark.is_some_and(|watermark| watermark >= due) => {
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
            Effect::JoinWatermark { to, .. } => self.join_watermark = Some(to),
            Effect::Clock { to } => self.clock = to,
            Effect::Buffered { row, due } => {
                self.held[rows.get(row).side] += 1;
                let view = &mut self.rows[row.0 as usize];
                (view.phase, view.due) = (Phase::Held, due);
            }
            Effect::NotBuffered { row, why } => {
                let time = rows.get(row).time;
                let late = match why {
                    NotKept::PastReach { watermark, .. } => time <= watermark,
                    NotKept::NearEpoch { .. } | NotKept::EmptyInterval => false,
                };
                self.ended(row, Phase::NotKept { late });
            }
            Effect::Matched { left, right } => {
                for row in [left, right] {
                    let matches = &mut self.rows[row.0 as usize].matches;
                    *matches = matches.saturating_add(1);
                }
            }
            Effect::Left { row, why } => {
                let held = &mut self.held[rows.get(row).side];
                *held = held.saturating_sub(1);
                let by = match why {
                    Gone::Due { .. } | Gone::CleanedBy { .. } => GoneBy::Watermark,
                    Gone::LostAtEpoch => GoneBy::Lost,
                    Gone::Taken => GoneBy::Taken,
                    Gone::Ttl { .. } => GoneBy::Ttl,
                };
                self.ended(row, Phase::Gone(by));
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
                if matches!(why, Why::Pair) {
                    return;
                }
                self.padded += u64::from(kind.adds() && !rows.half());
                self.rows[alone.0 as usize].pad = if kind.adds() { Pad::Emitted } else { Pad::TakenBack };
            }
            Effect::WatermarkStays { .. }
            | Effect::WatermarkIgnored { .. }
            | Effect::HeldBack { .. }
            | Effect::ClockIgnored
            | Effect::NotProbed { .. }
            | Effect::NearMiss { .. }
            | Effect::NothingToTake { .. } => {}
        }
    }

    fn ended(&mut self, row: RowId, phase: Phase) {
        let step = u32::try_from(self.step).unwrap_or(u32::MAX);
        let view = &mut self.rows[row.0 as usize];
        (view.phase, view.ended) = (phase, step);
    }
}
