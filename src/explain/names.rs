//! Titles of steps, accessible names, notes on the stage and texts of cells.

use super::Words;
use crate::{
    engine::RowId,
    replay::{Phase, State, View},
    scenario::{JoinKind, Side, Step},
};

impl Words<'_> {
    /// "Step 10: s4 arrives on shipments".
    pub fn step_title(&self, step: usize) -> String {
        match self.step_event(step) {
            None => self.m.names.title_start.to_string(),
            Some(what) => {
                self.say_plain(self.m.names.title, &[("step", step.to_string().into()), ("what", what.into())])
            }
        }
    }

    /// "step 10 of 15, s4 arrives on shipments".
    pub fn step_valuetext(&self, step: usize) -> String {
        let what = self.step_event(step).unwrap_or_else(|| self.m.names.start.to_string());
        let steps = self.scenario().script.len().to_string();
        let args = [("step", step.to_string().into()), ("steps", steps.into()), ("what", what.into())];
        self.say_plain(self.m.names.valuetext, &args)
    }

    /// "s4 arrives on shipments"; `None` for step 0 and beyond the last.
    pub fn step_event(&self, step: usize) -> Option<String> {
        let names = &self.m.names;
        let stream = |side| ("stream", self.stream(side).into());
        Some(match self.recording.step(step)? {
            Step::Push(push) => {
                let pattern = if push.kind.adds() { names.arrives } else { names.taken_back };
                self.say_plain(pattern, &[("row", push.id.to_string().into()), stream(push.side)])
            }
            Step::Watermark { side, time } => {
                self.say_plain(names.watermark_to, &[stream(*side), ("time", self.at(*time))])
            }
            Step::Batch => names.batch.to_string(),
            Step::Clock { time } => self.say_plain(names.clock_to, &[("time", self.clock.show(*time).into())]),
        })
    }

    /// A state in the guide's words.
    pub fn state(&self, state: State) -> &'static str {
        let names = &self.m.names;
        match state {
            State::NotYetArrived => names.not_yet_arrived,
            State::Pending => names.pending,
            State::Ignored => names.ignored,
            State::Waiting => names.waiting,
            State::Matched => names.matched,
            // A TTL ends what no watermark does.
            State::KeptForEver { matched: true } if self.ttl().is_some() => names.matched,
            State::KeptForEver { matched: false } if self.ttl().is_some() => names.waiting,
            State::KeptForEver { .. } => names.kept_for_ever,
            State::Overdue { .. } => names.overdue,
            State::Left => names.left,
            State::LeftAsNull => names.left_as_null,
            State::LeftUnmatched => names.left_unmatched,
            State::LateNotKept => names.late_not_kept,
            State::LateMatchedNotKept => names.late_matched_not_kept,
        }
    }

    /// A mark's accessible name: "o3, key 003, 10:10, waiting, leaves at 12:10:00.001".
    pub fn option_name(&self, view: &View, row: RowId) -> String {
        let names = &self.m.names;
        let mut args = vec![
            ("row", self.id(row).into()),
            ("key", self.key(row)),
            ("time", self.at(self.event_time(row))),
            ("state", self.state(view.state(row)).into()),
        ];
        match self.when(view, row) {
            None => self.say_plain(names.option_without_when, &args),
            Some(when) => {
                args.push(("when", when.into()));
                self.say_plain(names.option, &args)
            }
        }
    }

    /// "leaves at 12:10:00.001", exact to the ms, or "never leaves"; `None` for a row that is not in state.
    pub fn when(&self, view: &View, row: RowId) -> Option<String> {
        let names = &self.m.names;
        if view.row(row).phase != Phase::Held {
            return None;
        }
        Some(match (view.leaves(self.rows(), row), self.ttl()) {
            (Some(at), _) => self.say_plain(names.leaves_at, &[("time", self.at(at))]),
            (None, Some(_)) => names.leaves_by_ttl.to_string(),
            (None, None) => names.never_leaves.to_string(),
        })
    }

    /// The cell "leaves after": "12:10", "just left", "never".
    pub fn leaves_cell(&self, view: &View, row: RowId) -> String {
        let names = &self.m.names;
        let held = view.row(row);
        match held.phase {
            Phase::Held => match view.leaves(self.rows(), row) {
                Some(at) => self.time(at - 1),
                None if self.ttl().is_some() => "TTL".to_string(),
                None => names.never.to_string(),
            },
            Phase::Gone(_) | Phase::NotKept { .. } | Phase::Ignored if held.ended as usize == view.step => {
                names.just_left.to_string()
            }
            Phase::Gone(_) | Phase::NotKept { .. } | Phase::Ignored => names.gone.to_string(),
            Phase::Pending => names.next_batch.to_string(),
            Phase::Ahead => String::new(),
        }
    }

    /// "o3 leaves when the watermark passes 12:10"; `None` for a row that is not in state or never leaves.
    pub fn leaves_note(&self, view: &View, row: RowId) -> Option<String> {
        let last = view.leaves(self.rows(), row)? - 1;
        Some(self.say_plain(self.m.names.leaves_when, &[("row", self.id(row).into()), ("time", self.at(last))]))
    }

    /// First and last event time of the other side, both inclusive, that can match this row; `None` where any time can.
    pub fn band(&self, row: RowId) -> Option<(i64, i64)> {
        let (lower, upper) = self.interval()?.inclusive();
        let time = self.event_time(row);
        Some(match self.side(row) {
            Side::Left => (time.saturating_add(lower), time.saturating_add(upper)),
            Side::Right => (time.saturating_sub(upper), time.saturating_sub(lower)),
        })
    }

    /// "key 003, 10:10 to 12:10 can match o3"; `None` for a row without a key, or whatever no time or any time matches.
    pub fn band_note(&self, row: RowId) -> Option<String> {
        let (first, last) = self.band(row)?;
        if first > last || self.rows().get(row).key.is_null() {
            return None;
        }
        let args =
            [("key", self.key(row)), ("first", self.at(first)), ("last", self.at(last)), ("row", self.id(row).into())];
        Some(self.say_plain(self.m.names.band, &args))
    }

    /// "10 min behind newest"; `None` until the side has both a watermark and an event, or where the two agree.
    pub fn behind_newest(&self, view: &View, side: Side) -> Option<String> {
        let delay = view.newest[side]?.saturating_sub(view.watermark[side]?);
        let pattern = match delay {
            0 => return None,
            1.. => self.m.names.behind_newest,
            _ => self.m.names.ahead_of_newest,
        };
        Some(self.say_plain(pattern, &[("delay", self.duration(delay.saturating_abs()).into())]))
    }

    /// A side's flag: "orders 11:40".
    pub fn flag(&self, view: &View, side: Side) -> String {
        let stream = ("stream", self.stream(side).into());
        match view.watermark[side] {
            Some(at) => self.say_plain(self.m.names.flag, &[stream, ("time", self.at(at))]),
            None => self.say_plain(self.m.names.flag_none, &[stream]),
        }
    }

    /// A flag's `aria-valuetext`: its time, or "none".
    pub fn flag_valuetext(&self, view: &View, side: Side) -> String {
        view.watermark[side].map_or_else(|| self.m.names.none.to_string(), |at| self.time(at))
    }

    /// "orders watermark: 11:40".
    pub fn watermark(&self, view: &View, side: Side) -> String {
        let args = [("stream", self.stream(side).into()), ("time", self.flag_valuetext(view, side).into())];
        self.say_plain(self.m.names.watermark_at, &args)
    }

    /// "rows emitted: 4, with NULL: 1".
    pub fn emitted(&self, view: &View) -> String {
        let args = [("count", view.emitted.to_string().into()), ("padded", view.padded.to_string().into())];
        self.say_plain(self.m.names.emitted, &args)
    }

    /// The join watermark's label: "join 11:40"; `None` while there is none.
    pub fn join_flag(&self, view: &View) -> Option<String> {
        Some(self.say_plain(self.m.names.join_at, &[("time", self.at(view.join_watermark?))]))
    }

    /// Under "join watermark": "the slower: 11:40", or "not known yet".
    pub fn slower_note(&self, view: &View) -> String {
        match view.join_watermark {
            Some(at) => self.say_plain(self.m.names.the_slower, &[("time", self.at(at))]),
            None => self.m.names.not_known_yet.to_string(),
        }
    }

    /// The TTL of the state, where there is one, ms.
    pub(super) fn ttl(&self) -> Option<i64> {
        match self.scenario().join.kind {
            JoinKind::Regular { state_ttl } if state_ttl > 0 => Some(state_ttl),
            _ => None,
        }
    }
}
