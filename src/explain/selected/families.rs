//! What is said of a row in windows, temporal joins and Spark.

use super::{Arg, Batch, Dialect, Effect, Extent, Gone, JoinKind, Pad, RowId, Side, Span, View, Words, article};
use crate::{
    engine::{Plan, effect::NotKept},
    scenario::Window,
};

impl Words<'_> {
    // ---- windows ----------------------------------------------------------------------------------------

    /// A row in state: which windows hold it, when they fire, who can pair.
    pub(super) fn in_windows(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let open = view.open_windows(self.rows(), row);
        let Some(last) = open.last().copied() else { return vec![self.say(m.never_in_state, &[])] };
        let mut answer = Vec::new();
        if self.by_session() {
            self.in_session(view, row, last, &mut answer);
        } else {
            self.in_open_windows(view, row, &open, &mut answer);
        }
        match self.recording.outcome() {
            Ok(Plan::NeverFires { without }) => {
                answer.truncate(1);
                answer.push(self.say(m.never_fires, &[("stream", self.stream(without).into())]));
                // So nothing pairs, and nothing comes out alone.
                return answer;
            }
            Ok(Plan::NeverEvicts { without }) => {
                answer.truncate(1);
                answer.push(self.say(m.never_over, &[("stream", self.stream(without).into())]));
            }
            _ => {}
        }
        answer.extend(self.can_pair(view, row, last));
        // What comes of it without a partner is told with what would release it, too.
        answer.truncate(4);
        answer
    }

    fn in_open_windows(&self, view: &View, row: RowId, open: &[Extent], answer: &mut Vec<Vec<Span>>) {
        let m = &self.m.selected;
        let [.., last] = open[..] else { return };
        let spark = self.scenario().dialect == Dialect::Spark;
        let all = self.rows().windows(row).count();
        let args = |count: usize| {
            [
                ("time", self.at(self.event_time(row))),
                ("window", self.extent(last)),
                ("end", self.at(last.end)),
                ("count", self.number(count)),
            ]
        };
        answer.push(self.say(if all == 1 { m.in_window } else { m.in_windows }, &args(all)));
        // With an allowed lateness some of the open ones have fired, and are kept for late rows only.
        let fired =
            |window: &&Extent| view.windows.get(&self.rows().window(row, **window)).is_some_and(|window| window.fired);
        let still = open.len().saturating_sub(open.iter().filter(fired).count());
        if still == 0 {
            let until = ("end", self.at(last.end.saturating_add(self.lateness())));
            answer.push(self.say(if all == 1 { m.has_fired } else { m.all_fired }, &[until]));
            return;
        }
        let (pattern, count) = match (still, all.saturating_sub(still)) {
            (1, 0) => (if spark { m.is_over_at } else { m.fires_at }, 0),
            (_, 0) => (if spark { m.none_over_yet } else { m.none_fired_yet }, 0),
            (1, 1) => (if spark { m.one_over } else { m.one_fired }, 1),
            (1, over) => (if spark { m.some_over } else { m.some_fired }, over),
            (still, _) => (if spark { m.over_still_open } else { m.still_open }, still),
        };
        answer.push(self.say(pattern, &args(count)));
        if self.lateness() > 0 {
            let until = last.end.saturating_add(self.lateness());
            answer.push(self.say(m.kept_for_late, &[("end", self.at(until))]));
        }
    }

    fn in_session(&self, view: &View, row: RowId, session: Extent, answer: &mut Vec<Vec<Span>>) {
        let m = &self.m.selected;
        let gap = match self.scenario().join.kind {
            JoinKind::Window { window: Window::Session { gap, .. }, .. } => gap,
            _ => 0,
        };
        let side = self.side(row);
        let args = [
            ("window", self.extent(session)),
            ("time", self.at(self.event_time(row))),
            ("key", self.key(row)),
            ("gap", self.duration(gap).into()),
            ("end", self.at(session.end)),
            ("stream", self.stream(side).into()),
            ("other", self.stream(side.other()).into()),
        ];
        if self.scenario().dialect == Dialect::Spark {
            answer.push(self.say(m.in_window, &args));
            answer.push(self.say(m.is_over_at, &args));
            return;
        }
        let grows = view.session(self.rows(), row).is_some();
        answer.push(self.say(if grows { m.session_grows } else { m.session_closed }, &args));
        if self.sessions_by_side() {
            answer.push(self.say(m.session_side, &args));
        } else if self.lateness() > 0 {
            let fired = view.windows.get(&self.rows().window(row, session)).is_some_and(|window| window.fired);
            let until = session.end.saturating_add(self.lateness());
            let pattern = if fired { m.session_fired } else { m.kept_for_late };
            answer.push(self.say(pattern, &[("end", self.at(until))]));
        }
    }

    /// Who can still pair in the last window, and what comes of it if none does.
    fn can_pair(&self, view: &View, row: RowId, last: Extent) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let spark = self.scenario().dialect == Dialect::Spark;
        let noun = self.noun(self.side(row).other());
        let args = [
            ("a", article(noun).into()),
            ("noun", noun.into()),
            ("key", self.key(row)),
            ("last", self.at(last.end)),
            ("join", self.join()),
        ];
        if self.keyless(row) {
            return vec![self.say(m.can_match_no_key, &[])];
        }
        if self.by_session() {
            return if spark { vec![self.say(m.can_pair_same, &args)] } else { Vec::new() };
        }
        let mut answer = vec![self.say(m.can_pair, &args)];
        if view.row(row).matches == 0 && self.scenario().join.ty.outer(self.side(row)) {
            answer.push(self.say(m.else_null_window, &args));
        }
        answer
    }

    /// A row whose last window is over.
    pub(super) fn gone_with_window(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let ended = view.row(row).ended as usize;
        let last =
            self.recording.effects(ended).collect::<Vec<_>>().into_iter().rev().find_map(|effect| match effect {
                Effect::CopyLeft { row: gone, window, why } if gone == row => Some((window, why)),
                _ => None,
            });
        let batch = self.batch_that_ended(view, row).map_or(0, |batch| batch.id);
        let mut args =
            vec![("step", self.step_link(ended)), ("batch", batch.to_string().into()), ("join", self.join())];
        let mut answer = Vec::new();
        match last {
            // A semi join's left row that matched on arrival was never stored.
            None | Some((_, Gone::SemiMatched { .. })) => answer.push(self.say(m.left_semi, &args)),
            Some((window, _)) => {
                args.push(("window", self.extent(window)));
                let pattern = match self.scenario().dialect {
                    Dialect::Spark => m.last_window_over,
                    _ if self.lateness() > 0 => m.last_window_closed,
                    _ => m.last_window_fired,
                };
                answer.push(self.say(pattern, &args));
            }
        }
        let null = view.row(row).pad == Pad::Emitted;
        let half = self.scenario().join.ty.half();
        match (view.row(row).matches > 0, null) {
            (true, _) => {
                answer.push(self.has_matched(view, row));
                if null && !half {
                    answer.push(self.say(m.also_null, &[]));
                }
                answer.push(self.say(m.nothing_more, &[]));
            }
            (false, true) if half => answer.push(self.say(m.emitted_alone, &args)),
            (false, true) => answer.push(self.say(m.emitted_null, &args)),
            (false, false) => answer.push(self.say(m.emitted_nothing, &args)),
        }
        answer
    }

    // ---- temporal ---------------------------------------------------------------------------------------

    /// A left row that waits for its time.
    pub(super) fn asks(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let time = self.event_time(row);
        let found = self.version_for(view, row);
        let mut args = vec![
            ("time", self.at(time)),
            ("noun", self.noun(Side::Right).into()),
            ("key", self.key(row)),
            ("join", self.join()),
        ];
        if let Some(other) = found {
            args.push(("other", self.row(other)));
            args.push(("other_time", self.at(self.event_time(other))));
        }
        let late = view.row(row).due.is_some_and(|due| due > time);
        let mut answer = vec![self.say(if late { m.asks_late } else { m.asks }, &args)];
        answer.push(match found {
            _ if self.rows().get(row).key.is_null() => self.say(m.can_match_no_key, &[]),
            Some(_) => self.say(m.would_take, &args),
            None => self.say(m.would_find_none, &args),
        });
        if found.is_none() && self.scenario().join.ty.outer(Side::Left) {
            answer.push(self.say(m.would_null, &args));
        }
        answer
    }

    /// A left row that has come out.
    pub(super) fn answered(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let args = [
            ("last", self.at(self.event_time(row))),
            ("step", self.step_link(view.row(row).ended as usize)),
            ("passed", m.reached.into()),
            ("noun", self.noun(Side::Right).into()),
            ("key", self.key(row)),
            ("join", self.join()),
        ];
        let late = view.row(row).due.is_some_and(|due| due > self.event_time(row));
        let moment = if late { m.moved_next } else { m.left_by_watermark };
        let mut answer = vec![self.say(moment, &args)];
        let partners = self.partners(view, row);
        if !partners.is_empty() {
            answer.push(self.say(m.took, &[("others", self.list(&partners))]));
            answer.push(self.say(m.nothing_more, &[]));
            return answer;
        }
        let null_key = self.rows().get(row).key.is_null();
        answer.push(self.say(if null_key { m.can_match_no_key } else { m.found_none }, &args));
        let emitted = view.row(row).pad == Pad::Emitted;
        answer.push(self.say(if emitted { m.emitted_null } else { m.emitted_nothing }, &args));
        answer
    }

    /// A version in state.
    pub(super) fn version(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let info = self.rows().get(row);
        let mut args =
            vec![("noun", self.noun(Side::Right).into()), ("key", self.key(row)), ("time", self.at(info.time))];
        let next = self.version_after(view, row);
        if let Some(next) = next {
            args.push(("other", self.row(next)));
            args.push(("until", self.at(self.event_time(next))));
        }
        let pattern = match next {
            _ if info.key.is_null() => m.can_match_no_key,
            _ if !info.kind.adds() => m.ends_validity,
            Some(_) => m.valid_until,
            None => m.valid,
        };
        let mut answer = vec![self.say(pattern, &args)];
        answer.extend(self.taken_by(view, row));
        answer.push(self.say(m.leaves_when_superseded, &args));
        answer
    }

    /// A version that left.
    pub(super) fn version_gone(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let ended = view.row(row).ended as usize;
        let why = self.recording.effects(ended).find_map(|effect| match effect {
            Effect::Left { row: gone, why } if gone == row => Some(why),
            _ => None,
        });
        let told =
            |pattern: &str, by: RowId| self.say(pattern, &[("other", self.row(by)), ("step", self.step_link(ended))]);
        let mut answer = Vec::new();
        match why {
            Some(Gone::Replaced { by }) => answer.push(told(m.replaced, by)),
            Some(Gone::Superseded { by, .. }) => answer.push(told(m.superseded, by)),
            _ => {}
        }
        answer.extend(self.taken_by(view, row));
        answer.push(self.say(m.nothing_more, &[]));
        answer
    }

    fn taken_by(&self, view: &View, row: RowId) -> Option<Vec<Span>> {
        let partners = self.partners(view, row);
        let named = ("others", self.list_or_count(&partners));
        (!partners.is_empty()).then(|| self.say(self.m.selected.taken_by, &[named]))
    }

    // ---- Spark ------------------------------------------------------------------------------------------

    /// A row that no batch has read.
    pub(super) fn pending(&self, view: &View) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let next = self.next_mark(view);
        let pattern = if next.is_some() { m.pending } else { m.pending_unmarked };
        let args = [("batch", view.batches.to_string().into()), ("watermark", self.at_or_none(next))];
        vec![self.say(pattern, &args)]
    }

    /// The batch that looks at rows in state next.
    pub(super) fn next_batch(&self, view: &View) -> Option<Vec<Span>> {
        if self.scenario().dialect != Dialect::Spark {
            return None;
        }
        let m = &self.m.selected;
        let next = self.next_mark(view);
        let pattern = if next.is_some() { m.next_batch } else { m.next_batch_unmarked };
        let args = [("batch", view.batches.to_string().into()), ("watermark", self.at_or_none(next))];
        Some(self.say(pattern, &args))
    }

    /// The watermark that will be in force in Spark's next batch.
    fn next_mark(&self, view: &View) -> Option<i64> {
        view.next_watermark.or(view.join_watermark)
    }

    /// The micro-batch of the step in which the row ended.
    pub(super) fn batch_that_ended(&self, view: &View, row: RowId) -> Option<Batch> {
        let ended = view.row(row).ended as usize;
        self.recording.batches(ended).into_iter().rev().find(|batch| {
            self.recording.effects_of(ended, batch).any(|effect| {
                matches!(effect, Effect::Left { row: gone, .. } | Effect::CopyLeft { row: gone, .. } | Effect::NotBuffered { row: gone, .. } if gone == row)
            })
        })
    }

    // ---- rows that were turned away ---------------------------------------------------------------------

    /// Why a row never got into state, where the reason is its own: late, in no window, filtered.
    pub(super) fn turned_away(&self, view: &View, row: RowId) -> Option<Vec<Vec<Span>>> {
        let m = &self.m.why;
        let mine = self.recording.effects(view.row(row).ended as usize).filter_map(|effect| match effect {
            Effect::Dropped { row: of, window, watermark } if of == row => {
                Some((if window.is_some() { m.window_late } else { m.late_dropped }, window, watermark, 0))
            }
            Effect::Skipped { row: of, window, watermark } if of == row => {
                Some((m.window_late, Some(window), watermark, 0))
            }
            Effect::InNoWindow { row: of } if of == row => {
                Some((if self.by_session() { m.gap_zero } else { m.in_gap }, None, 0, 0))
            }
            Effect::NotBuffered { row: of, why: NotKept::NullKey } if of == row => Some((m.filtered, None, 0, 0)),
            Effect::NotBuffered { row: of, why: NotKept::Evictable { watermark, due } } if of == row => {
                let pattern = if self.interval().is_some() { m.not_stored } else { m.not_stored_window };
                Some((pattern, None, watermark, due))
            }
            _ => None,
        });
        let found: Vec<_> = mine.collect();
        let (pattern, window, watermark, due) = *found.first()?;
        let several = found.iter().filter(|(_, window, ..)| window.is_some()).count() > 1;
        let time = self.event_time(row);
        let pattern = match pattern {
            _ if several => m.window_late_all,
            _ if window.is_some() && self.sessions_by_side() => m.session_late,
            _ if window.is_some() && self.lateness() > 0 => m.window_late_allowed,
            pattern if pattern == m.late_dropped && matches!(self.scenario().join.kind, JoinKind::Window { .. }) => {
                m.in_gap_late
            }
            pattern if pattern == m.late_dropped && watermark == 0 && self.scenario().dialect == Dialect::Spark => {
                m.late_at_start
            }
            pattern if pattern == m.late_dropped && time == watermark => m.late_dropped_at,
            pattern => pattern,
        };
        let args: [(&str, Arg); 8] = [
            ("row", self.row(row)),
            ("rows", self.row(row)),
            ("time", self.at(time)),
            ("stream", self.stream(self.side(row)).into()),
            ("windows", window.map_or_else(|| "".into(), |window| self.extent(window))),
            ("watermark", self.at(watermark)),
            ("lateness", self.duration(self.lateness()).into()),
            ("last", self.at(due.saturating_sub(1))),
        ];
        let mut told = vec![self.say(pattern, &args)];
        if view.row(row).matches > 0 {
            told.push(self.has_matched(view, row));
        }
        Some(told)
    }
}
