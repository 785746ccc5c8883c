//! Two rows: did they match, and if not, which condition is at fault.

use super::{
    super::{
        Rule, Span, Words,
        format::{Arg, run_on},
    },
    Check, Panel,
    release::is_match,
};
use crate::{
    engine::{
        Effect, Plan, RowId,
        effect::{Gone, NotKept, Span as Extent},
        keys_match,
    },
    replay::{GoneBy, Phase, View},
    scenario::{Dialect, JoinKind, Side},
};

/// What became of two rows, or will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Matched,
    /// In a later step of the script.
    Will,
    /// Nothing speaks against it, and what is missing is known.
    NotYet,
    No,
    /// They were in one window, of a join that only asks whether there is a partner.
    Half,
    /// No condition fails, and still no step brings them together.
    Open,
}

/// A row's way through the whole script.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// The step in which the join looked at it: its own, in Spark that of its batch.
    seen: Option<usize>,
    phase: Phase,
    ended: usize,
}

/// Why a condition fails, for the conclusion.
type Because = &'static str;

impl Words<'_> {
    /// The panel for two rows.
    pub fn pair(&self, view: &View, a: RowId, b: RowId) -> Panel {
        let m = &self.m.whynot;
        let named = [("first", Arg::from(self.id(a))), ("second", Arg::from(self.id(b)))];
        let (verdict, checks, conclusion) = self.judged(view, a, b);
        let question = match verdict {
            Verdict::Matched => m.did_match,
            Verdict::No => m.why_no_match,
            Verdict::Will | Verdict::NotYet | Verdict::Half | Verdict::Open => m.do_they_match,
        };
        let mut ways = Vec::new();
        if let Some(step) = self.matched_step(view, a, b).filter(|step| *step != view.step) {
            ways.push(self.show_step(step));
        }
        Panel {
            heading: self.say_plain(m.pair, &named),
            side: None,
            note: String::new(),
            question: self.say_plain(question, &named),
            answer: run_on(self.lang, conclusion),
            checks,
            rule: self.pair_rule(a, b),
            ways,
        }
    }

    /// What became of two rows, judged over the whole script.
    pub fn verdict(&self, view: &View, a: RowId, b: RowId) -> Verdict {
        self.judged(view, a, b).0
    }

    /// The step in which they matched, as far as no crash has undone it by then.
    fn matched_step(&self, view: &View, a: RowId, b: RowId) -> Option<usize> {
        let first = self.rows().get(a).step.max(self.rows().get(b).step) as usize + 1;
        let steps = first..=self.recording.len();
        self.recording.first_standing(steps, view.step, |effect| is_match(effect, a, b))
    }

    fn judged(&self, view: &View, a: RowId, b: RowId) -> (Verdict, Vec<Check>, Vec<Vec<Span>>) {
        let m = &self.m.whynot;
        let no = |because: Because| vec![self.say(m.no_match, &[("because", because.into())])];
        if self.side(a) == self.side(b) {
            let side = self.side(a);
            let args = [("stream", self.stream(side).into()), ("other", self.stream(side.other()).into())];
            let check = Check::new(Some(false), self.say(m.one_side, &args));
            return (Verdict::No, vec![check], no(m.because_sides));
        }
        let (left, right) = if self.side(a) == Side::Left { (a, b) } else { (b, a) };
        let streams = [("left", self.stream(Side::Left).into()), ("right", self.stream(Side::Right).into())];
        let mut checks = vec![Check::new(Some(true), self.say(m.sides, &streams))];
        let mut because = None;
        let mut add = |checks: &mut Vec<Check>, holds: Option<bool>, spans: Vec<Span>, why: Because| {
            if holds == Some(false) && because.is_none() {
                because = Some(why);
            }
            checks.push(Check::new(holds, spans));
        };
        let matched = self.matched_step(view, left, right);
        let (holds, spans) = self.key_check(left, right);
        add(&mut checks, Some(holds), spans, m.because_key);
        let end = self.recording.view(self.recording.len());
        let (holds, spans, why) = self.place_check(view, &end, left, right, matched);
        add(&mut checks, holds, spans, why);
        let both_hold = holds != Some(false) && checks.iter().all(|check| check.holds != Some(false));
        let empty = self.recording.outcome() == Ok(Plan::NoJoin);
        let courses = [self.course(&end, left), self.course(&end, right)];
        let (holds, spans) = self.met_check(view, &end, [left, right], courses, matched);
        if !spans.is_empty() {
            add(&mut checks, holds, spans, m.because_met);
        }
        if let Some(step) = matched {
            let pattern = if step <= view.step { m.matched_at } else { m.will_match_at };
            let mut conclusion = vec![self.say(pattern, &[("step", self.step_link(step))])];
            conclusion.extend(self.afterwards(&end, left, right, step));
            let verdict = if step <= view.step { Verdict::Matched } else { Verdict::Will };
            return (verdict, checks, conclusion);
        }
        if let Some(because) = because {
            return (Verdict::No, checks, no(if empty && both_hold { m.because_empty } else { because }));
        }
        if empty {
            return (Verdict::No, checks, no(m.because_empty));
        }
        let (verdict, conclusion) = self.still_open(&end, left, right);
        (verdict, checks, vec![conclusion])
    }

    fn key_check(&self, left: RowId, right: RowId) -> (bool, Vec<Span>) {
        let m = &self.m.whynot;
        let (left_key, right_key) = (self.rows().get(left).key, self.rows().get(right).key);
        let scenario = self.scenario();
        let equal = keys_match(scenario.dialect, scenario.join.ty, left_key, right_key);
        let null = if left_key.is_null() { left } else { right };
        let args = [
            ("key", self.key(left)),
            ("left_key", self.key(left)),
            ("right_key", self.key(right)),
            ("row", self.row(null)),
        ];
        let pattern = match (equal, left_key.is_null(), right_key.is_null()) {
            (true, true, _) => m.keys_bytes,
            (true, ..) => m.keys_equal,
            (false, true, true) => m.keys_null,
            (false, false, false) => m.keys_differ,
            (false, ..) => m.key_null,
        };
        (equal, self.say(pattern, &args))
    }

    /// Whether time brings the two together: within the bounds, in a window, as the version that is taken.
    fn place_check(
        &self,
        view: &View,
        end: &View,
        left: RowId,
        right: RowId,
        matched: Option<usize>,
    ) -> (Option<bool>, Vec<Span>, Because) {
        let m = &self.m.whynot;
        match self.scenario().join.kind {
            JoinKind::Interval(interval) => {
                let apart = self.event_time(right).saturating_sub(self.event_time(left));
                let (low, high) = interval.inclusive();
                let args = [
                    ("first", self.row(left)),
                    ("second", self.row(right)),
                    ("diff", self.duration(apart.saturating_abs()).into()),
                    ("bounds", self.bounds()),
                ];
                let pattern = match apart.signum() {
                    1 => m.after,
                    0 => m.same_time,
                    _ => m.before,
                };
                (Some(low <= apart && apart <= high), self.say(pattern, &args), m.because_time)
            }
            JoinKind::Window { .. } => {
                let (holds, spans) = self.window_check(end, left, right, matched);
                (holds, spans, m.because_window)
            }
            JoinKind::Temporal => {
                let (holds, spans) = self.version_check(view, end, left, right, matched);
                (holds, spans, m.because_version)
            }
            JoinKind::Lookup => {
                let (holds, spans) = self.lookup_check(left, right, matched);
                (holds, spans, self.m.lookup.because_table)
            }
            JoinKind::Regular { .. } => (Some(true), self.say(m.any_time, &[]), m.because_met),
        }
    }

    fn window_check(&self, end: &View, left: RowId, right: RowId, matched: Option<usize>) -> (Option<bool>, Vec<Span>) {
        let m = &self.m.whynot;
        let pair = |first: Extent, last: Extent| {
            vec![
                ("window", self.extent(first)),
                ("last", self.extent(last)),
                ("first", self.row(left)),
                ("second", self.row(right)),
            ]
        };
        if self.by_session() {
            let of = |row| self.session_of(end, row);
            let (Some(a), Some(b)) = (of(left), of(right)) else {
                let holds = matched.map(|_| true);
                let lone = if of(left).is_none() { left } else { right };
                return (holds, self.say(m.in_no_window, &[("row", self.row(lone))]));
            };
            // Sessions are one, or (Flink SQL) two of one end: the join compares ends alone.
            let pattern = match (a == b, a.end == b.end) {
                (true, _) if self.rows().get(left).key == self.rows().get(right).key && !self.sessions_by_side() => {
                    m.one_session
                }
                (_, true) => m.same_session,
                (_, false) => m.other_session,
            };
            return (Some(a.end == b.end), self.say(pattern, &pair(a, b)));
        }
        let shared = self.shared(left, right);
        let (own, theirs) = (self.rows().windows(left).last(), self.rows().windows(right).last());
        let (spans, holds) = match (&shared[..], own, theirs) {
            (_, None, _) => (self.say(m.in_no_window, &[("row", self.row(left))]), false),
            (_, _, None) => (self.say(m.in_no_window, &[("row", self.row(right))]), false),
            ([], Some(a), Some(b)) => (self.say(m.shares_none, &pair(a, b)), false),
            ([one], ..) => (self.say(m.shares_one, &pair(*one, *one)), true),
            ([first, .., last], ..) => {
                let mut args = pair(*first, *last);
                args.push(("count", shared.len().to_string().into()));
                (self.say(m.shares_several, &args), true)
            }
        };
        (Some(holds), spans)
    }

    /// The windows that hold both rows by their times.
    fn shared(&self, left: RowId, right: RowId) -> Vec<Extent> {
        let theirs: std::collections::BTreeSet<Extent> = self.rows().windows(right).collect();
        self.rows().windows(left).filter(|span| theirs.contains(span)).collect()
    }

    /// The session that a row left with, or is in at the end of the script; `None` if it never was in one.
    fn session_of(&self, end: &View, row: RowId) -> Option<Extent> {
        if let Some(open) = end.open_windows(self.rows(), row).last() {
            return Some(*open);
        }
        let ended = end.row(row).ended as usize;
        self.recording.effects(ended).find_map(|effect| match effect {
            Effect::CopyLeft { row: of, window, .. } if of == row => Some(window),
            Effect::Dropped { row: of, window, .. } if of == row => window,
            Effect::Skipped { row: of, window, .. } if of == row => Some(window),
            Effect::Emitted { left, right, window, .. } if left == Some(row) || right == Some(row) => window,
            _ => None,
        })
    }

    fn version_check(
        &self,
        view: &View,
        end: &View,
        left: RowId,
        right: RowId,
        matched: Option<usize>,
    ) -> (Option<bool>, Vec<Span>) {
        let m = &self.m.whynot;
        let (time, last) = (self.event_time(left), self.event_time(right));
        let mut args = vec![
            ("first", self.row(left)),
            ("second", self.row(right)),
            ("time", self.at(time)),
            ("last", self.at(last)),
            ("noun", self.noun(Side::Right).into()),
        ];
        if last > time {
            return (Some(false), self.say(m.version_later, &args));
        }
        if !self.rows().get(right).kind.adds() {
            return (Some(false), self.say(m.ends_validity, &args));
        }
        if matched.is_some() {
            return (Some(true), self.say(m.takes_it, &args));
        }
        let asked = self.recording.effects(end.row(left).ended as usize).find_map(|effect| match effect {
            Effect::NoVersion { left: of, deletion } if of == left => deletion,
            _ => None,
        });
        if let Some(deletion) = asked {
            args.push(("other", self.row(deletion)));
            return (Some(false), self.say(m.takes_deletion, &args));
        }
        // What it took, or would take as things stand at the end of the script.
        let took = self.partners(end, left).first().copied();
        let answered = matches!(end.row(left).phase, Phase::Gone(_));
        let would = took.or_else(|| {
            (!answered)
                .then(|| self.version_for(if view.row(left).phase == Phase::Held { view } else { end }, left))
                .flatten()
        });
        match would {
            Some(other) if other == right => (Some(true), self.say(m.takes_it, &args)),
            Some(other) => {
                let newer = self.event_time(other) >= last;
                args.push(("other", self.row(other)));
                // An older one is taken where this one came too late: that is told as such.
                (
                    newer.then_some(false),
                    if newer { self.say(m.takes_other, &args) } else { self.say(m.takes_none, &args) },
                )
            }
            None => (None, self.say(m.takes_none, &args)),
        }
    }

    /// Whether the table had the right row when the left one was looked up.
    fn lookup_check(&self, left: RowId, right: RowId, matched: Option<usize>) -> (Option<bool>, Vec<Span>) {
        let m = &self.m.lookup;
        let (left_info, right_info) = (self.rows().get(left), self.rows().get(right));
        if left_info.key != right_info.key || left_info.key.is_null() {
            return (Some(true), self.say(m.times_free, &[]));
        }
        let mut args = vec![("first", self.row(left)), ("second", self.row(right))];
        if !right_info.kind.adds() {
            return (Some(false), self.say(m.is_deletion, &args));
        }
        let Some((step, found)) = self.looked_up(left) else { return (None, self.say(m.not_asked, &args)) };
        let step_link = |step: usize| ("step", self.step_link(step));
        args.extend(found.map(|other| ("other", self.row(other))));
        let mut at_then = args.clone();
        at_then.push(step_link(step));
        if matched.is_some() {
            return (Some(true), self.say(m.had_it_then, &at_then));
        }
        let then = self.say(if found.is_some() { m.had_then } else { m.had_none_then }, &at_then);
        let came = right_info.step as usize + 1;
        let gone = |step: &usize| {
            self.recording.effects(*step).any(|effect| {
                matches!(effect, Effect::TablePut { replaced: Some(old), .. } | Effect::TableDeleted { row: Some(old), .. } if old == right)
            })
        };
        let (pattern, at) = match (came..=self.recording.len()).find(gone).filter(|at| *at < step) {
            Some(at) => (m.was_gone_then, at),
            None => (m.came_later, came),
        };
        args.push(step_link(at));
        (Some(false), run_on(self.lang, [then, self.say(pattern, &args)]))
    }

    fn course(&self, end: &View, row: RowId) -> Course {
        let came = self.rows().get(row).step as usize + 1;
        let seen = if self.scenario().dialect == Dialect::Spark {
            (came..=self.recording.len()).find(|step| {
                self.recording.kept_effects(*step).any(|effect| match effect {
                    Effect::Buffered { row: of, .. }
                    | Effect::Copied { row: of, .. }
                    | Effect::NotBuffered { row: of, .. }
                    | Effect::Dropped { row: of, .. }
                    | Effect::InNoWindow { row: of } => of == row,
                    _ => false,
                })
            })
        } else {
            (came <= self.recording.len()).then_some(came)
        };
        let seen_at_end = end.row(row);
        Course { seen, phase: seen_at_end.phase, ended: seen_at_end.ended as usize }
    }

    /// Whether the two were in the join at one time, as seen from the later of them.
    fn met_check(
        &self,
        view: &View,
        end: &View,
        rows: [RowId; 2],
        courses: [Course; 2],
        matched: Option<usize>,
    ) -> (Option<bool>, Vec<Span>) {
        // In a lookup they need not meet: the table is asked, and that is checked before.
        if self.rows().lookup() {
            return (None, Vec::new());
        }
        let m = &self.m.whynot;
        let say_row = |pattern, row: RowId, step: usize| {
            self.say(pattern, &[("row", self.row(row)), ("step", self.step_link(step))])
        };
        for (row, course) in rows.into_iter().zip(courses) {
            let Some(seen) = course.seen else {
                return (None, self.say(m.not_read, &[("row", self.row(row))]));
            };
            if course.phase == Phase::Ahead {
                return (Some(false), say_row(m.never_there, row, seen));
            }
            // Told of the row's own arrival: late, filtered, too late for what the two share.
            let effects: Vec<Effect> = self.recording.effects(seen).collect();
            let dropped = effects.iter().any(|effect| matches!(*effect, Effect::Dropped { row: of, .. } if of == row));
            if dropped && matches!(course.phase, Phase::NotKept { .. }) && matched.is_none() {
                return (Some(false), say_row(m.was_late, row, seen));
            }
            if course.phase == Phase::Ignored {
                let filtered = effects.iter().any(
                    |effect| matches!(*effect, Effect::NotBuffered { row: of, why: NotKept::NullKey } if of == row),
                );
                return (
                    Some(false),
                    if filtered {
                        say_row(m.filtered, row, seen)
                    } else {
                        self.say(m.in_no_window, &[("row", self.row(row))])
                    },
                );
            }
            if let Some(window) = self.too_late_for(row, rows, seen).filter(|_| matched.is_none()) {
                let args = [("row", self.row(row)), ("window", self.extent(window)), ("step", self.step_link(seen))];
                return (Some(false), self.say(m.was_late_for, &args));
            }
        }
        let [a, b] = rows;
        let order = (courses[0].seen, self.rows().get(a).step) <= (courses[1].seen, self.rows().get(b).step);
        let ((first, was), (second, is)) =
            if order { ((a, courses[0]), (b, courses[1])) } else { ((b, courses[1]), (a, courses[0])) };
        let (Some(from), Some(step)) = (was.seen, is.seen) else { return (None, Vec::new()) };
        let told = |pattern: &str, from: usize| {
            let args = [
                ("first", self.row(first)),
                ("second", self.row(second)),
                ("row", self.row(first)),
                ("from", self.step_link(from)),
                ("step", self.step_link(step)),
            ];
            self.say(pattern, &args)
        };
        if matched.is_some() {
            let pattern = match from == step {
                true => m.met_in_batch,
                false if step <= view.step => m.met,
                false => m.will_meet,
            };
            return (Some(true), told(pattern, from));
        }
        let not_probed = self
            .recording
            .effects(step)
            .any(|effect| matches!(effect, Effect::NotProbed { row: of, .. } if of == second));
        if not_probed {
            return (Some(false), say_row(m.not_looked, second, step));
        }
        match was.phase {
            Phase::NotKept { .. } if was.ended < step => {
                let args =
                    [("row", self.row(first)), ("second", self.row(second)), ("step", self.step_link(was.ended))];
                (Some(false), self.say(m.not_kept, &args))
            }
            Phase::Gone(GoneBy::Lost) if was.ended < step => (Some(false), told(m.was_lost, was.ended)),
            Phase::Gone(_) if was.ended < step => {
                let pattern = match self.scenario().join.kind {
                    JoinKind::Temporal if self.side(first) == Side::Left => m.had_come_out,
                    _ => m.had_left,
                };
                (Some(false), told(pattern, was.ended))
            }
            // Spark's semi join: within one batch a left row is gone with its first match.
            Phase::Gone(GoneBy::Matched) if was.ended == step => (Some(false), told(m.first_match, was.ended)),
            _ if matches!(is.phase, Phase::Gone(GoneBy::Matched)) && is.ended == step => {
                let args = [("first", self.row(second)), ("from", self.step_link(step))];
                (Some(false), self.say(m.first_match, &args))
            }
            // A version that was superseded, or replaced, before the row's time came.
            Phase::Gone(GoneBy::Superseded) | Phase::Held if self.rows().versioned() => {
                self.version_met(end, first, second, told)
            }
            _ => {
                let pattern = match from == step {
                    true if self.scenario().dialect == Dialect::Spark => m.met_in_batch,
                    _ if step <= view.step => m.met,
                    _ => m.will_meet,
                };
                (Some(true), told(pattern, from))
            }
        }
    }

    /// In a temporal join they meet when the left row's time comes, not when the later of them arrives.
    fn version_met(
        &self,
        end: &View,
        first: RowId,
        second: RowId,
        told: impl Fn(&str, usize) -> Vec<Span>,
    ) -> (Option<bool>, Vec<Span>) {
        let m = &self.m.whynot;
        let (left, right) = if self.side(first) == Side::Left { (first, second) } else { (second, first) };
        let (asked, gone) = (end.row(left), end.row(right));
        let was_gone = matches!(gone.phase, Phase::Gone(_))
            && (gone.ended < asked.ended
                || asked.phase == Phase::Held
                || gone.ended == asked.ended && asked.matches == 0);
        if was_gone && matches!(asked.phase, Phase::Gone(_)) {
            let args = [
                ("first", self.row(right)),
                ("second", self.row(left)),
                ("from", self.step_link(gone.ended as usize)),
                ("step", self.step_link(asked.ended as usize)),
            ];
            return (Some(false), self.say(m.had_left, &args));
        }
        let from = self.rows().get(first).step as usize + 1;
        (Some(true), told(m.met, from))
    }

    /// A window of both that was closed to this row, if all that they share were.
    fn too_late_for(&self, row: RowId, rows: [RowId; 2], seen: usize) -> Option<Extent> {
        if self.by_session() {
            return None;
        }
        let shared = self.shared(rows[0], rows[1]);
        let closed: Vec<Extent> = self
            .recording
            .effects(seen)
            .filter_map(|effect| match effect {
                Effect::Dropped { row: of, window: Some(window), .. } | Effect::Skipped { row: of, window, .. }
                    if of == row =>
                {
                    Some(window)
                }
                _ => None,
            })
            .collect();
        let last = shared.last().copied()?;
        shared.iter().all(|span| closed.contains(span)).then_some(last)
    }

    /// What came of a pair behind its match: one of them was taken back, or left.
    fn afterwards(&self, end: &View, left: RowId, right: RowId, step: usize) -> Option<Vec<Span>> {
        if self.rows().lookup() {
            return None;
        }
        let m = &self.m.whynot;
        let gone = |row: RowId| {
            let seen = end.row(row);
            matches!(seen.phase, Phase::Gone(_)).then_some((seen.ended as usize, row, seen.phase))
        };
        let (at, row, phase) =
            [left, right].into_iter().filter_map(gone).filter(|(at, ..)| *at > step).min_by_key(|(at, ..)| *at)?;
        let args = [("row", self.row(row)), ("step", self.step_link(at))];
        Some(self.say(if phase == Phase::Gone(GoneBy::Taken) { m.then_taken } else { m.then_apart }, &args))
    }

    /// No condition fails, and they have not matched.
    fn still_open(&self, end: &View, left: RowId, right: RowId) -> (Verdict, Vec<Span>) {
        let m = &self.m.whynot;
        let waits = |row: RowId| matches!(end.row(row).phase, Phase::Pending | Phase::Ahead);
        if self.rows().lookup() {
            let args = [("first", self.row(left)), ("second", self.row(right))];
            return (Verdict::NotYet, self.say(self.m.lookup.when_asked, &args));
        }
        if waits(left) || waits(right) {
            return (Verdict::NotYet, self.say(m.when_batch, &[]));
        }
        if let JoinKind::Window { .. } = self.scenario().join.kind {
            let fired = self.fired_with(left, right);
            if let Some(window) = fired.filter(|_| self.rows().half()) {
                return (
                    Verdict::Half,
                    self.say(m.half_together, &[("window", self.extent(window)), ("join", self.join())]),
                );
            }
            if end.row(left).phase == Phase::Held && end.row(right).phase == Phase::Held {
                return (Verdict::NotYet, self.say(m.when_fires, &[]));
            }
        }
        if self.rows().versioned() && end.row(left).phase == Phase::Held {
            let due = end.row(left).due.unwrap_or(self.event_time(left));
            return (Verdict::NotYet, self.say(m.when_asked, &[("time", self.at(due))]));
        }
        (Verdict::Open, self.say(m.nothing_yet, &[]))
    }

    /// The window with which both left.
    fn fired_with(&self, left: RowId, right: RowId) -> Option<Extent> {
        let over = |row: RowId| {
            let from = self.rows().get(row).step as usize + 1;
            (from..=self.recording.len()).flat_map(move |step| {
                self.recording.effects(step).filter_map(move |effect| match effect {
                    Effect::CopyLeft { row: of, window, why: Gone::WindowOver { .. } } if of == row => Some(window),
                    _ => None,
                })
            })
        };
        let theirs: Vec<Extent> = over(right).collect();
        over(left).find(|window| theirs.iter().any(|other| other.end == window.end))
    }

    fn pair_rule(&self, a: RowId, b: RowId) -> Option<Rule> {
        if self.side(a) == self.side(b) {
            return None;
        }
        let (left, right) = if self.side(a) == Side::Left { (a, b) } else { (b, a) };
        let (left_key, right_key) = (self.rows().get(left).key, self.rows().get(right).key);
        let scenario = self.scenario();
        if !keys_match(scenario.dialect, scenario.join.ty, left_key, right_key) {
            return None;
        }
        let mut rule = self.rule_match(left, right, left)?;
        rule.about = Vec::new();
        Some(rule)
    }
}
