//! Titles of steps, accessible names, notes on the stage and texts of cells.

use super::Words;
use crate::{
    engine::{RowId, effect::Span as Extent},
    replay::{GoneBy, Pad, Phase, State, View},
    scenario::{Dialect, JoinKind, JoinType, Side, Step},
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
                // In a temporal join a -D is a version that ends validity, not one that is taken back.
                let pattern = match (push.kind.adds(), self.rows().versioned() || self.rows().lookup()) {
                    (true, _) => names.arrives,
                    (false, true) => names.deletion_arrives,
                    (false, false) => names.taken_back,
                };
                let pattern = match self.is_partitioned(push.side) {
                    true if pattern == names.arrives => self.m.sources.arrives,
                    _ => pattern,
                };
                let partition = ("partition", push.partition.to_string().into());
                self.say_plain(pattern, &[("row", push.id.to_string().into()), stream(push.side), partition])
            }
            Step::Watermark { side, time } => {
                self.say_plain(names.watermark_to, &[stream(*side), ("time", self.at(*time))])
            }
            Step::Checkpoint => names.checkpoint.to_string(),
            Step::Crash => names.crash.to_string(),
            Step::FailingBatch => match self.recording.batches(step)[..] {
                [] if step > self.recording.len() => names.failing_batch.to_string(),
                [] => names.no_batch.to_string(),
                [ref batch, ..] => self.say_plain(names.batch_fails, &[("batch", batch.id.to_string().into())]),
            },
            Step::Batch => match self.recording.batches(step)[..] {
                [] if step > self.recording.len() => names.batch.to_string(),
                [] => names.no_batch.to_string(),
                [ref batch] => self.say_plain(names.batch_of, &[("batch", batch.id.to_string().into())]),
                [ref first, .., ref last] => {
                    let args = [("first", first.id.to_string().into()), ("last", last.id.to_string().into())];
                    self.say_plain(names.batches, &args)
                }
            },
            Step::Clock { time } => self.say_plain(names.clock_to, &[("time", self.times.clock.show(*time).into())]),
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
            // A TTL, or a newer version, ends what no watermark does.
            State::KeptForEver { matched } if self.ttl().is_some() || self.rows().versioned() => {
                if matched {
                    names.matched
                } else {
                    names.waiting
                }
            }
            State::KeptForEver { .. } => names.kept_for_ever,
            State::Overdue { .. } => names.overdue,
            State::Left => names.left,
            State::LeftAsNull => names.left_as_null,
            State::LeftUnmatched => names.left_unmatched,
            State::LateNotKept => names.late_not_kept,
            State::LateMatchedNotKept => names.late_matched_not_kept,
        }
    }

    /// What has become of a row, in the guide's words. Those of a lookup are its own: an answered row has not left, and a table
    /// is no buffer.
    pub fn state_of(&self, view: &View, row: RowId) -> &'static str {
        let m = &self.m.lookup;
        let state = view.state(row);
        if !self.rows().lookup() {
            // What an anti join puts out has no NULL.
            let alone = state == State::LeftAsNull && self.comes_out_alone(view, row);
            return self.state(if alone { State::Left } else { state });
        }
        match (view.row(row).phase, self.side(row)) {
            (Phase::Held, _) => m.in_table,
            (Phase::Gone(GoneBy::Done), Side::Right) => m.has_deleted,
            (Phase::Gone(_), Side::Right) => m.out_of_table,
            (Phase::Gone(_), Side::Left) if self.comes_out_alone(view, row) => m.answered,
            (Phase::Gone(_), Side::Left) if state == State::LeftAsNull => m.answered_null,
            (Phase::Gone(_), Side::Left) if state == State::Left && self.scenario().join.ty != JoinType::Anti => {
                m.answered
            }
            (Phase::Gone(_), Side::Left) => m.answered_nothing,
            _ => self.state(state),
        }
    }

    /// A left row that an anti join has put out.
    pub(super) fn comes_out_alone(&self, view: &View, row: RowId) -> bool {
        self.scenario().join.ty == JoinType::Anti && view.row(row).pad == Pad::Emitted
    }

    /// A mark's accessible name: "o3, key 003, 10:10, waiting, leaves at 12:10:00.001".
    pub fn option_name(&self, view: &View, row: RowId) -> String {
        let names = &self.m.names;
        let mut args = vec![
            ("row", self.id(row).into()),
            ("key", self.key(row)),
            ("time", self.at(self.event_time(row))),
            ("state", self.state_of(view, row).into()),
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
            (Some(_), _) if self.leaves_with_window() => names.leaves_with_window.to_string(),
            (None, _) if self.rows().versioned() => names.leaves_superseded.to_string(),
            (None, _) if self.rows().lookup() => self.m.lookup.until_replaced.to_string(),
            (Some(at), _) => self.say_plain(names.leaves_at, &[("time", self.at(at))]),
            (None, Some(_)) => names.leaves_by_ttl.to_string(),
            (None, None) => names.never_leaves.to_string(),
        })
    }

    /// The cell "leaves after": "12:10", "just left", "never".
    pub fn leaves_cell(&self, view: &View, row: RowId) -> String {
        let names = &self.m.names;
        let held = view.row(row);
        if self.rows().lookup() {
            let m = &self.m.lookup;
            return match held.phase {
                Phase::Held => m.now,
                Phase::Pending => names.next_batch,
                Phase::Ahead => "",
                _ if self.side(row) == Side::Left => m.not_kept_cell,
                Phase::Gone(_) if held.ended as usize == view.step => m.just_changed,
                Phase::Gone(_) | Phase::NotKept { .. } | Phase::Ignored => m.no_more,
            }
            .to_string();
        }
        match held.phase {
            Phase::Held if held.copies > 0 => self.windows_cell(&view.open_windows(self.rows(), row)),
            Phase::Held if self.rows().versioned() && self.side(row) == Side::Right => {
                let next = self.version_after(view, row);
                next.map_or_else(|| names.still_valid.to_string(), |next| self.time(self.event_time(next)))
            }
            Phase::Held if self.rows().versioned() => self.time(held.due.unwrap_or(self.event_time(row))),
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

    /// Where copies of a row are: the starts of their windows; of a session all of it.
    fn windows_cell(&self, windows: &[Extent]) -> String {
        /// A cell holds no more.
        const NAMED: usize = 3;
        if self.by_session() {
            let extent = |window: &Extent| self.say_plain("{window}", &[("window", self.extent(*window))]);
            return windows.first().map(extent).unwrap_or_default();
        }
        let starts: Vec<String> = windows.iter().take(NAMED).map(|window| self.time(window.start)).collect();
        let starts = starts.join(self.m.why.comma);
        match windows.len().checked_sub(NAMED) {
            Some(more @ 1..) => {
                let args = [("windows", starts.into()), ("count", more.to_string().into())];
                self.say_plain(self.m.names.and_more, &args)
            }
            _ => starts,
        }
    }

    /// The head of the column of [`Words::leaves_cell`]: "leaves after", "in open windows", "valid until".
    pub fn leaves_head(&self, side: Side) -> &'static str {
        let names = &self.m.names;
        match self.scenario().join.kind {
            JoinKind::Window { .. } if self.by_session() => names.in_session,
            JoinKind::Window { .. } => names.in_open_windows,
            JoinKind::Temporal if side == Side::Right => names.valid_until,
            JoinKind::Lookup if side == Side::Right => self.m.lookup.table_head,
            JoinKind::Lookup => self.m.lookup.kept_head,
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal => names.leaves_after,
        }
    }

    /// Whether the engine removes rows with the firing of their windows, and not at a later time or in a batch.
    fn leaves_with_window(&self) -> bool {
        let scenario = self.scenario();
        matches!(scenario.join.kind, JoinKind::Window { allowed_lateness: 0, .. }) && scenario.dialect != Dialect::Spark
    }

    /// The moment that ends a row's stay as prose tells it, and whether the watermark has to reach it or to pass it.
    ///
    /// Interval joins of Flink SQL and Spark keep a row while a partner may come, that moment included; the others let it
    /// go when it is reached. A window fires at its end, which its last millisecond stands for.
    pub(super) fn moment(&self, view: &View, row: RowId) -> Option<(i64, bool)> {
        let due = view.leaves(self.rows(), row)?;
        let scenario = self.scenario();
        Some(match (scenario.join.kind, scenario.dialect) {
            // Nothing of a lookup has a due time, so it is not asked.
            (JoinKind::Lookup, _) => return None,
            (JoinKind::Interval(_) | JoinKind::Regular { .. }, Dialect::FlinkSql | Dialect::Spark) => (due - 1, false),
            (JoinKind::Interval(_) | JoinKind::Regular { .. }, Dialect::FlinkDatastream) => (due, true),
            (JoinKind::Temporal, _) | (JoinKind::Window { .. }, Dialect::Spark) => (due, true),
            (JoinKind::Window { .. }, _) => (due.saturating_add(1), true),
        })
    }

    /// "o3 leaves when the watermark passes 12:10"; `None` for a row that is not in state or never leaves.
    pub fn leaves_note(&self, view: &View, row: RowId) -> Option<String> {
        let names = &self.m.names;
        let (moment, reaches) = self.moment(view, row)?;
        let pattern = match self.scenario().join.kind {
            _ if self.leaves_with_window() && self.by_session() => names.leaves_with_session_note,
            _ if self.leaves_with_window() => names.leaves_with_window_note,
            JoinKind::Temporal => names.answered_when,
            _ if reaches => names.leaves_when_reached,
            _ => names.leaves_when,
        };
        Some(self.say_plain(pattern, &[("row", self.id(row).into()), ("time", self.at(moment))]))
    }

    /// The note for a narrow picture: "o3 leaves after 12:10". Only a time is long enough to be said in short.
    pub fn leaves_note_short(&self, view: &View, row: RowId) -> Option<String> {
        let names = &self.m.names;
        let (moment, reaches) = self.moment(view, row)?;
        if self.leaves_with_window() || self.scenario().join.kind == JoinKind::Temporal {
            return None;
        }
        let pattern = if reaches { names.leaves_note_at } else { names.leaves_note_after };
        Some(self.say_plain(pattern, &[("row", self.id(row).into()), ("time", self.at(moment))]))
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

    /// The same where there is less room: "key 003 here can match o3".
    pub fn band_note_short(&self, row: RowId) -> Option<String> {
        let (first, last) = self.band(row)?;
        let key = (first <= last && !self.rows().get(row).key.is_null()).then(|| self.key(row))?;
        Some(self.say_plain(self.m.names.band_short, &[("key", key), ("row", self.id(row).into())]))
    }

    /// At a pair that comes out with its window: "will be emitted at 10:20".
    pub fn pair_due(&self, end: i64) -> String {
        self.say_plain(self.m.names.pair_due, &[("time", self.at(end))])
    }

    /// At a pair that so many windows put out: "emitted twice".
    pub fn pair_often(&self, count: usize) -> String {
        let pattern = if count == 2 { self.m.names.pair_twice } else { self.m.names.pair_often };
        self.say_plain(pattern, &[("count", count.to_string().into())])
    }

    /// In the band of a row of a window join: "key u3 before 10:20 can pair with v3". A session has no end yet.
    pub fn window_band_note(&self, view: &View, row: RowId) -> Option<String> {
        if self.rows().by_session() || self.rows().get(row).key.is_null() {
            return None;
        }
        let end = view.open_windows(self.rows(), row).last()?.end;
        let args = [("key", self.key(row)), ("end", self.at(end)), ("row", self.id(row).into())];
        Some(self.say_plain(self.m.names.window_band, &args))
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
        let mark = match view.watermark[side] {
            Some(at) => self.say_plain(self.m.names.flag, &[stream, ("time", self.at(at))]),
            None => self.say_plain(self.m.names.flag_none, &[stream]),
        };
        if view.idle[side] { self.say_plain(self.m.sources.mark_idle, &[("mark", mark.into())]) } else { mark }
    }

    /// The partition that makes a side's watermark, where it has several: "partition 1".
    pub fn holder(&self, view: &View, side: Side) -> Option<String> {
        let count = self.partitions(side);
        let several = count > 1 && self.scenario().dialect != Dialect::Spark;
        several.then(|| {
            let by = view.holder(side, count).to_string();
            self.say_plain(self.m.sources.mark_of, &[("partition", by.into())])
        })
    }

    /// A flag's `aria-valuetext`: its time, or "none".
    pub fn flag_valuetext(&self, view: &View, side: Side) -> String {
        let own = view.watermark[side].map_or_else(|| self.m.names.none.to_string(), |at| self.time(at));
        let own = if view.idle[side] { self.say_plain(self.m.sources.mark_idle, &[("mark", own.into())]) } else { own };
        let count = self.partitions(side);
        if count < 2 || self.scenario().dialect == Dialect::Spark {
            return own;
        }
        let m = &self.m.sources;
        let holder = view.holder(side, count);
        let told = (0..count.min(8)).map(|partition| {
            let it = view.partition(side, partition);
            let mut args = vec![("partition", partition.to_string().into())];
            args.extend(it.mark.map(|at| ("time", self.at(at))));
            let mark = self.say_plain(if it.mark.is_some() { m.mark_at } else { m.mark_none }, &args);
            match (it.idle, partition == holder) {
                (true, _) => self.say_plain(m.mark_idle, &[("mark", mark.into())]),
                (false, true) => self.say_plain(m.mark_holds, &[("mark", mark.into())]),
                (false, false) => mark,
            }
        });
        std::iter::once(own).chain(told).collect::<Vec<_>>().join("; ")
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

    /// The join watermark's label: "join 11:40"; in Spark "in force 11:40". `None` while there is none.
    pub fn join_flag(&self, view: &View) -> Option<String> {
        let spark = self.scenario().dialect == Dialect::Spark;
        let pattern = if spark { self.m.names.in_force } else { self.m.names.join_at };
        Some(self.say_plain(pattern, &[("time", self.at(view.join_watermark?))]))
    }

    /// Under "join watermark": "the slower: 11:40", or "not known yet"; in Spark "in force: 11:40" or "next batch: 11:50".
    pub fn slower_note(&self, view: &View) -> String {
        if self.scenario().dialect == Dialect::Spark {
            let (pattern, at) = match (view.next_watermark, view.join_watermark) {
                (Some(next), _) => (self.m.names.the_slower_next, next),
                (None, Some(at)) => (self.m.names.the_in_force, at),
                (None, None) => return self.m.names.not_known_yet.to_string(),
            };
            return self.say_plain(pattern, &[("time", self.at(at))]);
        }
        let Some(at) = view.join_watermark else { return self.m.names.not_known_yet.to_string() };
        let m = &self.m.sources;
        let without =
            |side: Side| self.say_plain(m.note_idle, &[("stream", self.stream(side).into()), ("time", self.at(at))]);
        match (view.idle.left, view.idle.right) {
            (true, true) => self.say_plain(m.note_both_idle, &[("time", self.at(at))]),
            (true, false) => without(Side::Left),
            (false, true) => without(Side::Right),
            (false, false) => self.say_plain(self.m.names.the_slower, &[("time", self.at(at))]),
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
