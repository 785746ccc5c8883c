//! The panel of the selected row: what can still come of it, and when it ends.

mod families;
mod lookup;

use super::{
    Rule, Span, WayOn, Words, article,
    format::{Arg, run_on},
};
use crate::{
    engine::{
        Effect, RowId,
        effect::{Gone, Span as Extent},
    },
    replay::{Batch, Pad, Phase, State, View},
    scenario::{Dialect, JoinKind, Side},
};

/// What the panel says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// "Selected: o3", in the colour of the row's side.
    pub heading: String,
    pub side: Side,
    /// "waiting, 0 matches".
    pub note: String,
    /// "Why no output for o3 yet?"
    pub question: String,
    /// One to three sentences.
    pub answer: Vec<Span>,
    /// How far the watermark has come; `None` where it does not decide.
    pub held: Option<Held>,
    /// When it leaves, as a formula.
    pub rule: Option<Rule>,
    /// "A watermark of orders at 12:10:00.001 or later would emit o3 with NULL."
    pub release: Option<Vec<Span>>,
    /// What became of it so far, with links to the steps.
    pub story: Vec<Span>,
    pub ways: Vec<WayOn>,
}

/// Which rows of the other side can still match a row in state, by their event times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StillMatches {
    /// Its key is NULL and equals no other.
    NoKey,
    /// The bounds leave no time.
    NoTime,
    /// All that the bounds leave is behind the watermark, where rows are dropped.
    TooLate,
    AnyTime,
    /// Any time after this one.
    After(i64),
    /// From one time to another, both inclusive.
    Within(i64, i64),
}

/// The bar under the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// "watermark 11:40, held by orders".
    pub text: String,
    /// From the row's time to its last moment, in thousandths.
    pub thousandths: u32,
    /// "30 min to go"; `None` until there is a watermark.
    pub to_go: Option<String>,
}

impl Words<'_> {
    /// The panel for a row, at a view.
    pub fn selected(&self, view: &View, row: RowId) -> Picked {
        let m = &self.m.selected;
        let state = view.state(row);
        let (question, answer) = self.answer(view, row, state);
        let (release, way) = self.release(view, row).unzip();
        Picked {
            heading: self.say_plain(m.heading, &[("row", self.id(row).into())]),
            side: self.side(row),
            note: self.note(view, row),
            question: self.say_plain(question, &[("row", self.id(row).into())]),
            answer: run_on(self.lang, answer),
            held: self.held(view, row),
            rule: self.rule_due(view, row),
            release,
            story: self.story(view, row),
            ways: way.into_iter().collect(),
        }
    }

    /// "waiting, 0 matches"; "in 1 open window".
    fn note(&self, view: &View, row: RowId) -> String {
        let m = &self.m.selected;
        let matches = view.row(row).matches;
        let count = ("count", Arg::from(matches.to_string()));
        let open = view.open_windows(self.rows(), row).len();
        if open == 0 {
            let note = if matches == 1 { m.note_one } else { m.note };
            return self.say_plain(note, &[("state", self.state_of(view, row).into()), count]);
        }
        let note = match open {
            _ if self.by_session() => m.note_session.to_string(),
            1 => m.note_window.to_string(),
            _ => self.say_plain(m.note_windows, &[("count", open.to_string().into())]),
        };
        match matches {
            0 => note,
            1 => self.say_plain(m.note_with_match, &[("note", note.into())]),
            _ => self.say_plain(m.note_with_matches, &[("note", note.into()), count]),
        }
    }

    fn answer(&self, view: &View, row: RowId, state: State) -> (&'static str, Vec<Vec<Span>>) {
        let m = &self.m.selected;
        let version = self.rows().versioned() && self.side(row) == Side::Right;
        let held = view.row(row).phase == Phase::Held;
        if let Some(told) = self.rows().lookup().then(|| self.lookup_answer(view, row)).flatten() {
            return told;
        }
        match (state, self.scenario().join.kind) {
            (_, JoinKind::Window { .. }) if held => {
                (if self.by_session() { m.which_session } else { m.which_windows }, self.in_windows(view, row))
            }
            (_, JoinKind::Window { .. }) if matches!(view.row(row).phase, Phase::Gone(_)) => {
                let state = if self.comes_out_alone(view, row) { State::Left } else { state };
                (self.why_gone(state), self.gone_with_window(view, row))
            }
            (_, JoinKind::Temporal) if held && version => (m.when_leaves, self.version(view, row)),
            (_, JoinKind::Temporal) if held => (m.why_no_output, self.asks(view, row)),
            (State::Left | State::LeftUnmatched, JoinKind::Temporal) if version => {
                (m.why_left, self.version_gone(view, row))
            }
            (State::Left | State::LeftUnmatched | State::LeftAsNull, JoinKind::Temporal) => {
                (self.why_gone(state), self.answered(view, row))
            }
            (State::NotYetArrived, _) => (m.when_arrives, vec![self.arrives(row)]),
            (State::Pending, _) => (m.why_no_output, self.pending(view)),
            (State::Waiting, _) => (m.why_no_output, self.waiting(view, row)),
            (State::Matched, _) => (m.can_still_match, self.matched(view, row)),
            (State::KeptForEver { matched }, _) => (m.when_leaves, self.kept(view, row, matched)),
            (State::Overdue { .. }, _) => {
                let (pattern, args) = self.overdue(view, row);
                (m.why_still_here, vec![self.say(pattern, &args)])
            }
            (State::Left | State::LeftAsNull | State::LeftUnmatched, _) => (self.why_gone(state), self.gone(view, row)),
            (State::Ignored, _) => (m.why_left_out, self.told_on_arrival(view, row)),
            (State::LateNotKept | State::LateMatchedNotKept, _) => (m.why_not_kept, self.told_on_arrival(view, row)),
        }
    }

    fn why_gone(&self, state: State) -> &'static str {
        let m = &self.m.selected;
        match state {
            State::LeftAsNull => m.why_null,
            State::LeftUnmatched => m.why_never_output,
            _ => m.why_left,
        }
    }

    fn arrives(&self, row: RowId) -> Vec<Span> {
        let step = self.rows().get(row).step + 1;
        let args =
            [("step", self.step_link(step as usize)), ("key", self.key(row)), ("time", self.at(self.event_time(row)))];
        self.say(self.m.selected.arrives, &args)
    }

    /// What most patterns of this panel speak of.
    fn args(&self, view: &View, row: RowId) -> Vec<(&'static str, Arg)> {
        let noun = self.noun(self.side(row).other());
        vec![
            ("row", self.id(row).into()),
            ("key", self.key(row)),
            ("noun", noun.into()),
            ("a", article(noun).into()),
            ("join", self.join()),
            ("last", self.at(self.last_moment(view, row))),
            ("step", self.step_link(view.row(row).ended as usize)),
            ("passes", if self.leaves_on_time() { self.m.selected.reaches } else { self.m.selected.passes }.into()),
            ("passed", if self.leaves_on_time() { self.m.selected.reached } else { self.m.selected.passed }.into()),
        ]
    }

    /// The last moment before the watermark makes the row leave; in DataStream the one at which it does.
    fn last_moment(&self, view: &View, row: RowId) -> i64 {
        self.last(view, row)
    }

    /// Which rows can still match.
    fn can_match(&self, view: &View, row: RowId) -> Vec<Span> {
        let m = &self.m.selected;
        let mut args = self.args(view, row);
        let (from, last) = match self.can_match_at(view, row) {
            StillMatches::NoKey => return self.say(m.can_match_no_key, &[]),
            StillMatches::NoTime => return self.say(m.can_match_never, &args),
            StillMatches::TooLate => return self.say(m.none_on_time, &args),
            StillMatches::AnyTime => return self.say(m.can_match_any, &args),
            StillMatches::After(first) => {
                args.push(("first", self.at(first)));
                return self.say(m.can_match_any_after, &args);
            }
            StillMatches::Within(from, last) => (from, last),
        };
        args.retain(|(name, _)| *name != "last");
        args.push(("last", self.at(last)));
        let begun = view.join_watermark.is_some_and(|watermark| from <= watermark);
        let pattern = match self.scenario().dialect {
            // Of a band that the watermark has entered, its end is what counts.
            Dialect::FlinkSql | Dialect::Spark if begun => m.can_match,
            Dialect::Spark if self.band(row).is_some_and(|(first, _)| first < from) => {
                args.push(("first", self.at(from.saturating_sub(1))));
                m.can_match_after
            }
            _ => {
                args.push(("first", self.at(from)));
                m.can_match_from
            }
        };
        self.say(pattern, &args)
    }

    /// At which event times a row of the other side that has this one's key can still match it, in a join without windows.
    pub fn can_match_at(&self, view: &View, row: RowId) -> StillMatches {
        if self.keyless(row) {
            return StillMatches::NoKey;
        }
        let dropped = self.drops_up_to(view, row);
        match self.band(row) {
            None => dropped.filter(|to| *to > 0).map_or(StillMatches::AnyTime, StillMatches::After),
            Some((first, last)) if first > last => StillMatches::NoTime,
            Some((first, last)) => {
                let from = dropped.map_or(first, |to| first.max(to.saturating_add(1)));
                if from > last { StillMatches::TooLate } else { StillMatches::Within(from, last) }
            }
        }
    }

    /// The time up to which rows of the other side are late and dropped when they come next; `None` where none are.
    fn drops_up_to(&self, view: &View, row: RowId) -> Option<i64> {
        match self.scenario().dialect {
            Dialect::FlinkSql => None,
            Dialect::FlinkDatastream => view.join_watermark.map(|watermark| watermark.saturating_sub(1)),
            // At the watermark itself, too.
            Dialect::Spark => view.join_watermark.filter(|_| self.marked(self.side(row).other())),
        }
    }

    fn waiting(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let padded = self.scenario().join.ty.outer(self.side(row));
        let end = match (self.keyless(row), padded) {
            (false, true) => m.else_null,
            (false, false) => m.else_silent,
            (true, true) => m.then_null,
            (true, false) => m.then_silent,
        };
        let mut answer = vec![self.can_match(view, row), self.say(end, &self.args(view, row))];
        answer.extend(self.next_batch(view));
        answer
    }

    fn matched(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let end = self.say(self.m.selected.then_no_more, &self.args(view, row));
        let mut answer = vec![self.has_matched(view, row), self.can_match(view, row), end];
        answer.extend(self.next_batch(view));
        answer
    }

    fn has_matched(&self, view: &View, row: RowId) -> Vec<Span> {
        let m = &self.m.selected;
        let partners = self.partners(view, row);
        if partners.len() <= 4 {
            return self.say(m.has_matched, &[("others", self.list(&partners))]);
        }
        let side = self.side(row).other();
        let args = [
            ("count", partners.len().to_string().into()),
            ("nouns", self.nouns(side).into()),
            ("noun", self.noun(side).into()),
        ];
        self.say(m.has_matched_count, &args)
    }

    /// The partners that a row has had up to a view.
    pub fn partners(&self, view: &View, row: RowId) -> Vec<RowId> {
        let mut partners: Vec<RowId> = match self.side(row) {
            Side::Left => self.recording.pairs_of([row], view.step).into_iter().map(|pair| pair.right).collect(),
            Side::Right => {
                // Whoever it met has its key.
                let others = self.rows().of_key(self.rows().get(row).key).iter().copied();
                let pairs = self.recording.pairs_of(others.filter(|other| self.side(*other) == Side::Left), view.step);
                pairs.into_iter().filter(|pair| pair.right == row).map(|pair| pair.left).collect()
            }
        };
        // In windows a pair may meet more than once.
        let mut seen = std::collections::BTreeSet::new();
        partners.retain(|partner| seen.insert(*partner));
        partners
    }

    fn kept(&self, view: &View, row: RowId, matched: bool) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let mut answer = vec![match self.ttl() {
            Some(ttl) => self.say(m.kept_ttl, &[("ttl", self.duration(ttl).into())]),
            None => self.say(m.kept, &[]),
        }];
        if matched {
            answer.push(self.has_matched(view, row));
        } else if view.row(row).pad == Pad::Emitted && !self.scenario().join.ty.half() {
            answer.push(self.say(if self.keyless(row) { m.stays_with_null } else { m.came_with_null }, &[]));
        }
        answer.push(self.can_match(view, row));
        answer
    }

    fn gone(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.selected;
        let mut args = self.args(view, row);
        let mut effects = self.recording.effects(view.row(row).ended as usize);
        let why = effects.find_map(|effect| match effect {
            Effect::Left { row: gone, why } if gone == row => Some(why),
            _ => None,
        });
        let how = match why {
            Some(Gone::CleanedBy { by, .. }) => {
                args.push(("by", self.row(by)));
                m.left_by_row
            }
            Some(Gone::Taken) => m.left_taken,
            Some(Gone::Ttl { .. }) => m.left_ttl,
            Some(Gone::LostAtEpoch) => m.left_lost,
            _ if self.scenario().dialect == Dialect::Spark => {
                let batch = self.batch_that_ended(view, row).map_or(0, |batch| batch.id);
                args.push(("batch", batch.to_string().into()));
                // Without a reason it was never stored, or left with the pair that it made.
                if let Some(Gone::Due { .. }) = why { m.left_by_batch } else { m.left_semi }
            }
            // The others are told by their families.
            Some(
                Gone::Due { .. }
                | Gone::WindowOver { .. }
                | Gone::HandedOnLate { .. }
                | Gone::Answered { .. }
                | Gone::Replaced { .. }
                | Gone::Superseded { .. }
                | Gone::SemiMatched { .. },
            )
            | None => m.left_by_watermark,
        };
        let mut answer = vec![self.say(how, &args)];
        if view.row(row).matches > 0 {
            answer.push(self.has_matched(view, row));
            answer.push(self.say(m.nothing_more, &[]));
        } else if let Some(Gone::Due { .. } | Gone::CleanedBy { .. }) = why {
            let none = match (self.keyless(row), self.partner_came(view, row)) {
                (true, _) => m.can_match_no_key,
                (false, true) => m.none_matched,
                (false, false) => m.none_came,
            };
            answer.push(self.say(none, &args));
            let emitted = view.row(row).pad == Pad::Emitted;
            answer.push(self.say(if emitted { m.emitted_null } else { m.emitted_nothing }, &args));
        }
        answer
    }

    /// Why a row was not kept: what was said when it arrived.
    fn told_on_arrival(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        if let Some(told) = self.turned_away(view, row) {
            return told;
        }
        let why = self.why_step(view.row(row).ended as usize);
        let about = why.sentences.into_iter().filter(|sentence| sentence.rows.contains(&row));
        let mut told: Vec<_> = about.map(|sentence| sentence.spans).take(2).collect();
        if told.is_empty() {
            told.push(self.say(self.m.selected.never_in_state, &[]));
        }
        told
    }

    fn held(&self, view: &View, row: RowId) -> Option<Held> {
        let m = &self.m.selected;
        let (last, _) = self.moment(view, row)?;
        if view.row(row).phase != Phase::Held || !self.follows_watermark() {
            return None;
        }
        let slower = |side: Side| ("stream", Arg::from(self.stream(side)));
        let Some(watermark) = view.join_watermark else {
            let without: Vec<Side> = Side::BOTH.into_iter().filter(|side| view.watermark[*side].is_none()).collect();
            let text = match without[..] {
                [side] => self.say_plain(m.held_by_none, &[slower(side)]),
                _ => m.held_by_both.to_string(),
            };
            return Some(Held { text, thousandths: 0, to_go: None });
        };
        let time = ("time", self.at(watermark));
        let text = match view.leads() {
            Some(side) if view.watermark[side].is_some() => self.say_plain(m.held_by, &[time, slower(side)]),
            _ => self.say_plain(m.held_even, &[time]),
        };
        let whole = last.saturating_sub(self.event_time(row)).max(1);
        let done = watermark.saturating_sub(self.event_time(row)).clamp(0, whole);
        let thousandths = u32::try_from(i128::from(done) * 1000 / i128::from(whole)).unwrap_or(1000);
        let to_go = last.saturating_sub(watermark).max(0);
        let to_go = self.say_plain(self.m.names.to_go, &[("time", self.duration(to_go).into())]);
        Some(Held { text, thousandths, to_go: Some(to_go) })
    }
}
