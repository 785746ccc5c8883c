//! The sentences of a step.
//!
//! A step's effects are first gathered by kind ([`Facts`]), then told in the order in which the engine acts: what it did
//! with the row, the watermarks, who left. What does not fit into four sentences is told shorter, and at last left out by
//! weight.

mod lookup;
mod recovery;
mod sources;
mod spark;
mod temporal;
mod windows;

use std::collections::HashSet;

use self::sources::SourceFacts;
use super::{
    Glyph, Rule, Sentence, Span, Why, Words, article,
    format::{Arg, run_on},
    messages,
};
use crate::{
    engine::{
        Effect, Key, Plan, RowId,
        effect::{Cause, Firing, Gone, NotKept, NotProbed, Span as Extent, Why as Reason},
    },
    replay::{Batch, Phase, View},
    scenario::{Dialect, JoinKind, JoinType, RowKind, Side, Step},
    sorting,
};

/// At most this many sentences a step.
const SENTENCES: usize = 4;
/// At most this many words a sentence, where ids and keys are short.
const WORDS: usize = 25;

/// A row of the result.
#[derive(Clone, Copy)]
struct Out {
    kind: RowKind,
    left: Option<RowId>,
    right: Option<RowId>,
    window: Option<Extent>,
    why: Reason,
}

impl Out {
    /// The row that came out without a partner.
    fn alone(&self) -> Option<RowId> {
        match (self.left, self.right) {
            (Some(row), None) | (None, Some(row)) => Some(row),
            _ => None,
        }
    }
}

/// A window that fired, with what came out of it.
struct Fired {
    window: Extent,
    cause: Firing,
    again: bool,
    out: Vec<Out>,
}

/// A step's effects (of Spark's, a micro-batch's) by kind, each kind in the engine's order.
#[derive(Default)]
struct Facts {
    buffered: Option<Option<i64>>,
    not_kept: Option<NotKept>,
    not_probed: Option<NotProbed>,
    /// A row, and the nearest of its key that is out of its reach.
    near: Vec<(RowId, RowId)>,
    /// The partners that the arriving row found.
    partners: Vec<RowId>,
    out: Vec<Out>,
    padded: HashSet<RowId>,
    taken: Option<RowId>,
    nothing_to_take: bool,
    watermark: Option<(Side, i64, Cause)>,
    stays: Option<(Side, i64)>,
    ignored: Option<Side>,
    join: Option<(Option<i64>, i64)>,
    held_back: Option<Side>,
    sources: SourceFacts,
    /// A session that the row stays out of, and what they would be together.
    full: Option<(Extent, Extent)>,
    /// Rows that the watermark made leave, and what it was.
    due: Vec<RowId>,
    due_at: i64,
    /// Rows that another made leave.
    cleaned: Vec<RowId>,
    cleaned_at: i64,
    cleaned_by: Option<RowId>,
    lost: Vec<RowId>,
    expired: Vec<RowId>,
    clock: Option<i64>,
    clock_ignored: bool,
    /// All partners found, left and right.
    pairs: Vec<(RowId, RowId)>,
    /// Rows put into state; of a window join, copies.
    stored: Vec<RowId>,
    copied: Vec<(RowId, Extent)>,
    /// Rows, or copies, that came too late, and the watermark that told.
    dropped: Vec<(RowId, Option<Extent>)>,
    dropped_at: i64,
    /// Windows that were closed to the row.
    skipped: Vec<Extent>,
    skipped_at: i64,
    in_no_window: Vec<RowId>,
    /// The sessions that the row stretched or joined into another.
    sessions: Vec<(Extent, Extent)>,
    opened: Option<Extent>,
    /// Flink SQL's sessions that went to the join, and how many rows with them.
    closed: Vec<(Side, Key, Extent)>,
    closed_at: i64,
    handed_on: usize,
    /// Rows of sessions that went to the join when they were over there.
    handed_late: Vec<(RowId, Extent)>,
    fired: Vec<Fired>,
    /// Copies that left with their windows.
    over: Vec<(RowId, Extent)>,
    over_at: i64,
    versions: Vec<(RowId, RowId)>,
    no_version: Vec<(RowId, Option<RowId>)>,
    replaced: Option<(RowId, RowId)>,
    superseded: Vec<(RowId, RowId)>,
    answered_at: i64,
    /// Of a lookup's table: rows put, each with the one in whose place; deletions, with what they deleted.
    put: Vec<(RowId, Option<RowId>)>,
    deleted: Vec<(RowId, Option<RowId>)>,
    /// Rows without a key that Spark filters.
    filtered: Vec<RowId>,
    /// Rows of Spark's that are not kept since they would leave at once, with the moments at which they do.
    evictable: Vec<(RowId, i64)>,
    evictable_at: i64,
    next: Option<i64>,
    nothing_to_run: bool,
}

impl Facts {
    fn of(effects: &[Effect], arrived: Option<RowId>) -> Self {
        let mut facts = Facts::default();
        for effect in effects {
            facts.take(effect, arrived);
        }
        facts
    }

    fn take(&mut self, effect: &Effect, arrived: Option<RowId>) {
        match *effect {
            Effect::Watermark { side, to, cause, .. } => {
                self.watermark = Some((side, to, cause));
                self.sources.take(effect);
            }
            Effect::Heard { .. }
            | Effect::PartitionHolds { .. }
            | Effect::PartitionIdle { .. }
            | Effect::SideIdle { .. }
            | Effect::SideActive { .. }
            | Effect::CatchingUp { .. } => self.sources.take(effect),
            Effect::SessionFull { session, would, .. } => self.full = Some((session, would)),
            Effect::WatermarkStays { side, asked } => self.stays = Some((side, asked)),
            Effect::WatermarkIgnored { side } => self.ignored = Some(side),
            Effect::JoinWatermark { from, to } => self.join = Some((from, to)),
            Effect::HeldBack { by } => self.held_back = Some(by),
            Effect::Clock { to } => self.clock = Some(to),
            Effect::ClockIgnored => self.clock_ignored = true,
            Effect::Buffered { row, due } => {
                self.buffered = Some(due);
                self.stored.push(row);
            }
            Effect::NotBuffered { row, why } => {
                self.not_kept = Some(why);
                match why {
                    NotKept::NullKey => self.filtered.push(row),
                    NotKept::Evictable { watermark, due } => {
                        self.evictable.push((row, due));
                        self.evictable_at = watermark;
                    }
                    NotKept::PastReach { .. }
                    | NotKept::NearEpoch { .. }
                    | NotKept::EmptyInterval
                    | NotKept::SemiMatched { .. }
                    | NotKept::Answered => {}
                }
            }
            Effect::NotProbed { why, .. } => self.not_probed = Some(why),
            Effect::NearMiss { row, other } => self.near.push((row, other)),
            Effect::Matched { left, right } => {
                self.partners.push(if arrived == Some(left) { right } else { left });
                self.pairs.push((left, right));
            }
            Effect::Left { row, why } => self.left(row, why),
            Effect::Timer { .. }
            | Effect::BatchStarted { .. }
            | Effect::BatchFinished { .. }
            | Effect::Pending { .. }
            // Told by the steps that are about them: `recovery`.
            | Effect::BatchFailed { .. }
            | Effect::Checkpointed { .. }
            | Effect::Crashed { .. }
            | Effect::WatermarkLost { .. }
            | Effect::JoinWatermarkLost { .. }
            | Effect::ExpiredLost { .. }
            | Effect::Restored { .. }
            | Effect::Replayed { .. }
            | Effect::ReplayedWatermark { .. }
            | Effect::QueryStarted { .. } => {}
            Effect::NothingToTake { .. } => self.nothing_to_take = true,
            Effect::Dropped { row, .. } if self.handed_late.last().is_some_and(|(late, _)| *late == row) => {}
            Effect::Dropped { row, window, watermark } => {
                self.dropped.push((row, window));
                self.dropped_at = watermark;
            }
            Effect::Copied { row, window, .. } => {
                self.stored.push(row);
                self.copied.push((row, window));
            }
            Effect::CopyLeft { row, window, why } => {
                if let Gone::HandedOnLate { watermark } = why {
                    self.handed_late.push((row, window));
                    self.dropped_at = watermark;
                    return;
                }
                self.over.push((row, window));
                if let Gone::WindowOver { watermark } = why {
                    self.over_at = watermark;
                }
            }
            Effect::Skipped { window, watermark, .. } => {
                self.skipped.push(window);
                self.skipped_at = watermark;
            }
            Effect::InNoWindow { row } => self.in_no_window.push(row),
            Effect::SessionOpened { span, .. } => self.opened = Some(span),
            Effect::SessionGrown { from, to, .. } | Effect::SessionMerged { from, to, .. } => {
                self.sessions.push((from, to));
            }
            Effect::SessionClosed { side, key, span, watermark } => {
                self.closed.push((side, key, span));
                self.closed_at = watermark;
            }
            Effect::HandedOn { .. } => self.handed_on += 1,
            Effect::Fired { window, cause, again, .. } => {
                self.fired.push(Fired { window, cause, again, out: Vec::new() });
            }
            Effect::VersionTaken { left, right } => self.versions.push((left, right)),
            Effect::NoVersion { left, deletion } => self.no_version.push((left, deletion)),
            Effect::TablePut { row, replaced } => self.put.push((row, replaced)),
            Effect::TableDeleted { by, row } => self.deleted.push((by, row)),
            Effect::NextWatermark { to, .. } => self.next = Some(to),
            Effect::NothingToRun => self.nothing_to_run = true,
            Effect::Emitted { kind, left, right, window, why } => {
                let out = Out { kind, left, right, window, why };
                self.out.push(out);
                if let Some(fired) = self.fired.last_mut() {
                    fired.out.push(out);
                }
                if why == Reason::NeverMatched {
                    self.padded.extend(out.alone());
                }
            }
        }
    }

    fn left(&mut self, row: RowId, why: Gone) {
        match why {
            Gone::Due { watermark } | Gone::WindowOver { watermark } => {
                self.due.push(row);
                self.due_at = watermark;
            }
            Gone::CleanedBy { watermark, by } => {
                self.cleaned.push(row);
                (self.cleaned_at, self.cleaned_by) = (watermark, Some(by));
            }
            Gone::LostAtEpoch => self.lost.push(row),
            Gone::Taken => self.taken = Some(row),
            Gone::Ttl { .. } => self.expired.push(row),
            Gone::Answered { watermark } => self.answered_at = watermark,
            Gone::Replaced { by } => self.replaced = Some((row, by)),
            Gone::Superseded { by, watermark } => {
                self.superseded.push((row, by));
                self.answered_at = watermark;
            }
            // Told with the pair that it came out for, or with its session.
            Gone::SemiMatched { .. } | Gone::HandedOnLate { .. } => {}
        }
    }

    fn out_for(&self, why: Reason) -> impl Iterator<Item = &Out> {
        self.out.iter().filter(move |out| out.why == why)
    }

    /// Whether the row left without ever having matched, and came out with NULL.
    fn padded(&self, row: RowId) -> bool {
        self.padded.contains(&row)
    }
}

/// A sentence, and how much is lost without it.
struct Told {
    sentence: Sentence,
    weight: u8,
    emits: Emits,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Emits {
    Nothing,
    Rows,
    Null,
}

/// The sentences of a step as they are found.
struct Story<'w, 'r> {
    words: &'w Words<'r>,
    view: &'w View,
    facts: &'w Facts,
    /// Spark's micro-batches in this step, each with its own facts.
    batches: &'w [(Batch, Facts)],
    /// Told shorter, since all of it was too long.
    brief: bool,
    told: Vec<Told>,
}

impl Words<'_> {
    /// Why step `step` did what it did. [`Words::why`] does the same for a view at hand.
    pub fn why_step(&self, step: usize) -> Why {
        self.why(&self.recording.view(step))
    }

    /// Why the step that led to `view` did what it did.
    pub fn why(&self, view: &View) -> Why {
        let Some(step) = self.recording.step(view.step) else {
            let start = self.say(self.m.why.start, &[]);
            let sentence = Sentence { glyph: Glyph::Nothing, spans: start, rows: Vec::new(), hot: false };
            return Why { sentences: vec![sentence], rule: None };
        };
        let arrived = view.step.checked_sub(1).and_then(|index| self.rows().of_step(index));
        let effects: Vec<Effect> = self.recording.effects(view.step).collect();
        let facts = Facts::of(&effects, arrived);
        let of_batch = |batch: Batch| {
            let facts = Facts::of(&self.recording.effects_of(view.step, &batch).collect::<Vec<_>>(), None);
            (batch, facts)
        };
        let batches: Vec<_> = self.recording.batches(view.step).into_iter().map(of_batch).collect();
        let mut story = Story { words: self, view, facts: &facts, batches: &batches, brief: false, told: Vec::new() };
        story.tell(step, arrived);
        if story.told.len() > SENTENCES {
            story.brief = true;
            story.told.clear();
            story.tell(step, arrived);
        }
        let rule = match step {
            Step::Checkpoint | Step::FailingBatch => None,
            Step::Crash if self.scenario().dialect != Dialect::Spark => story.rule_of_crash(),
            _ => story.rule(arrived),
        };
        Why { sentences: story.sentences(), rule }
    }

    /// The last moments of rows that left or could leave: 1 ms before the watermark that makes them; in DataStream that
    /// watermark itself.
    pub(super) fn last(&self, view: &View, row: RowId) -> i64 {
        let due = view.row(row).due.unwrap_or(i64::MAX);
        if self.leaves_on_time() { due } else { due.saturating_sub(1) }
    }

    /// Whether a row leaves when the watermark reaches its last moment, not when it passes it.
    pub(super) fn leaves_on_time(&self) -> bool {
        self.scenario().dialect == Dialect::FlinkDatastream
    }
}

impl Story<'_, '_> {
    fn tell(&mut self, step: &Step, arrived: Option<RowId>) {
        let scenario = self.words.scenario();
        match (step, arrived) {
            (Step::Batch, _) => self.spark_batches(),
            (Step::FailingBatch, _) => self.failing_batch(),
            (Step::Checkpoint, _) => return self.checkpoint(),
            (Step::Crash, _) if scenario.dialect == Dialect::Spark => self.query_stops(),
            (Step::Crash, _) => return self.crash(),
            (Step::Push(push), Some(row)) if self.words.rows().lookup() && push.side == Side::Right => {
                self.table_changes(row);
            }
            (Step::Push(_), Some(row)) if scenario.dialect == Dialect::Spark => self.spark_arrival(row),
            (Step::Push(push), Some(row)) => match scenario.join.kind {
                JoinKind::Window { .. } => self.window_arrival(row),
                JoinKind::Temporal => self.temporal_arrival(row, push.kind),
                JoinKind::Lookup => self.lookup_arrival(row),
                JoinKind::Interval(_) | JoinKind::Regular { .. } if push.kind.adds() => self.arrival(row),
                JoinKind::Interval(_) | JoinKind::Regular { .. } => self.taking(row, push.kind),
            },
            _ => {}
        }
        self.clock();
        if scenario.dialect != Dialect::Spark {
            self.flink(arrived);
        }
        if self.told.is_empty() {
            self.add(0, Glyph::Nothing, self.m().nothing, &[]);
        }
    }

    /// What follows once Flink has dealt with the row: the watermarks that it moved, and what they set going.
    fn flink(&mut self, arrived: Option<RowId>) {
        self.cleaned();
        self.watermarks(arrived);
        self.sessions_closed();
        self.fired();
        self.windows_closed();
        if !self.words.rows().lookup() {
            self.versions();
        }
        self.due();
        self.lost();
        self.overdue();
    }

    /// The weightiest, in their order, with the one on yellow.
    fn sentences(self) -> Vec<Sentence> {
        let mut told = self.told;
        while told.len() > SENTENCES {
            let lightest = (0..told.len()).min_by_key(|at| told[*at].weight).unwrap_or(0);
            told.remove(lightest);
        }
        let most = told.iter().map(|told| told.emits).max().unwrap_or(Emits::Nothing);
        let hot = told.iter().rposition(|told| told.emits == most).filter(|_| most != Emits::Nothing);
        let mut sentences: Vec<Sentence> = told.into_iter().map(|told| told.sentence).collect();
        if let Some(hot) = hot {
            sentences[hot].hot = true;
        }
        sentences
    }

    fn m(&self) -> &'static messages::Why {
        &self.words.m.why
    }

    fn add(&mut self, weight: u8, glyph: Glyph, pattern: &str, args: &[(&str, Arg)]) {
        let spans = self.words.say(pattern, args);
        self.add_spans(weight, glyph, spans, &[], Emits::Nothing);
    }

    fn add_out(&mut self, emits: Emits, glyph: Glyph, pattern: &str, args: &[(&str, Arg)]) {
        let spans = self.words.say(pattern, args);
        self.add_spans(9, glyph, spans, &[], emits);
    }

    /// `about` are rows that the sentence speaks of without naming them.
    fn add_spans(&mut self, weight: u8, glyph: Glyph, spans: Vec<Span>, about: &[RowId], emits: Emits) {
        let mut rows: Vec<RowId> = spans.iter().filter_map(|span| span.row).chain(about.iter().copied()).collect();
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(*row));
        let sentence = Sentence { glyph, spans, rows, hot: false };
        self.told.push(Told { sentence, weight, emits });
    }

    // ---- a row arrives ----------------------------------------------------------------------------------

    fn arrival(&mut self, row: RowId) {
        let facts = self.facts;
        if !facts.dropped.is_empty() {
            return self.late(&[row], facts.dropped_at);
        }
        let key_is_null = self.words.rows().get(row).key.is_null();
        if let Some(NotProbed::Expired { mark, last }) = facts.not_probed {
            let other = self.words.side(row).other();
            let args = [
                ("row", self.words.row(row)),
                ("stream", self.words.stream(other).into()),
                ("mark", self.words.at(mark)),
                ("last", self.words.at(last)),
            ];
            self.add(6, Glyph::Quirk, self.m().not_probed, &args);
        }
        if !facts.partners.is_empty() {
            self.matches(row);
        }
        for (row, other) in facts.near.iter().copied() {
            self.near_miss(row, other);
        }
        match facts.not_kept {
            Some(why) => self.not_kept(row, why),
            None if facts.partners.is_empty() => self.kept_alone(row, key_is_null),
            None => {}
        }
    }

    /// The row is in state and has no partner yet.
    fn kept_alone(&mut self, row: RowId, key_is_null: bool) {
        let (words, m) = (self.words, self.m());
        let other = words.side(row).other();
        let for_ever = matches!(self.facts.buffered, Some(None));
        let at_once = self.facts.out_for(Reason::NoPartnerNow).next().is_some();
        let anti = at_once && words.scenario().join.ty == JoinType::Anti;
        let reach = !self.facts.near.is_empty();
        let pattern = match (key_is_null, reach) {
            (true, _) if anti => m.no_key_anti,
            (true, _) if at_once => m.no_key_padded,
            (true, _) => m.no_key,
            (false, true) if anti => m.out_of_reach_anti,
            (false, true) if at_once => m.out_of_reach_padded,
            (false, true) if for_ever => m.out_of_reach_kept,
            (false, true) => m.out_of_reach,
            _ if self.facts.not_probed.is_some() => m.waits,
            (false, false) if anti => m.alone_anti,
            (false, false) if at_once => m.alone_padded,
            (false, false) if for_ever && words.ttl().is_some() => m.alone_ttl,
            (false, false) if for_ever => m.alone_kept,
            (false, false) => m.alone,
        };
        let args = [
            ("row", words.row(row)),
            ("time", words.at(words.event_time(row))),
            ("noun", words.noun(other).into()),
            ("key", words.key(row)),
            ("join", words.join()),
            ("ttl", words.duration(words.ttl().unwrap_or(0)).into()),
        ];
        let emits = match (at_once, anti) {
            (true, true) => Emits::Rows,
            (true, false) => Emits::Null,
            (false, _) => Emits::Nothing,
        };
        let glyph = if emits == Emits::Null { Glyph::Null } else { self.mark(row, false) };
        self.add_out(emits, glyph, pattern, &args);
    }

    fn mark(&self, row: RowId, filled: bool) -> Glyph {
        Glyph::Mark { side: self.words.side(row), filled }
    }

    fn not_kept(&mut self, row: RowId, why: NotKept) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let other = words.side(row).other();
        let time = words.event_time(row);
        let head = match why {
            NotKept::PastReach { watermark, last } if last == time && watermark == time => (m.late_at, watermark, last),
            NotKept::PastReach { watermark, last } if last == time => (m.late, watermark, last),
            NotKept::PastReach { watermark, last } => (m.past_reach, watermark, last),
            NotKept::NearEpoch { last } => (m.near_epoch, 0, last),
            NotKept::EmptyInterval => (m.no_join, 0, 0),
            // Spark's, told batch by batch.
            NotKept::NullKey | NotKept::Evictable { .. } | NotKept::SemiMatched { .. } => return,
            // A lookup's, told with its answer.
            NotKept::Answered => return,
        };
        let (head, watermark, last) = head;
        let padded = facts.out_for(Reason::NotKept).next().is_some();
        let pick = |plain, with_null| if padded { with_null } else { plain };
        let anti = words.scenario().join.ty == JoinType::Anti;
        let tail = if why == NotKept::EmptyInterval {
            pick("", if anti { m.emitted_at_once } else { m.padded_at_once })
        } else if !facts.partners.is_empty() {
            m.matched_not_kept
        } else if facts.not_probed.is_some() || words.rows().get(row).key.is_null() {
            pick(m.did_not_look, m.did_not_look_padded)
        } else if !facts.near.is_empty() {
            pick(m.none_in_reach, m.none_in_reach_padded)
        } else {
            pick(m.found_none, m.found_none_padded)
        };
        let args = [
            ("row", words.row(row)),
            ("time", words.at(time)),
            ("watermark", words.at(watermark)),
            ("last", words.at(last)),
            ("noun", words.noun(other).into()),
            ("key", words.key(row)),
            ("join", words.join()),
        ];
        let (head, tail) = (words.say(head, &args), words.say(tail, &args));
        let (glyph, emits) = match padded {
            true if anti => (self.mark(row, false), Emits::Rows),
            true => (Glyph::Null, Emits::Null),
            false => (Glyph::Late, Emits::Nothing),
        };
        let spans = run_on(words.lang, [head.clone(), tail.clone()]);
        if words_of(&spans) <= WORDS {
            return self.add_spans(9, glyph, spans, &[row], emits);
        }
        self.add_spans(6, Glyph::Late, head, &[row], Emits::Nothing);
        self.add_spans(9, glyph, tail, &[row], emits);
    }

    /// Rows that came too late and are dropped before they can match.
    fn late(&mut self, rows: &[RowId], watermark: i64) {
        let (words, m) = (self.words, self.m());
        let [first, ..] = rows else { return };
        let time = words.event_time(*first);
        let pattern = match rows.len() {
            1 if time == watermark => m.late_dropped_at,
            1 => m.late_dropped,
            _ => m.late_dropped_several,
        };
        let args = [
            ("row", words.row(*first)),
            ("time", words.at(time)),
            ("rows", words.list_or_count(rows)),
            ("watermark", words.at(watermark)),
        ];
        let spans = words.say(pattern, &args);
        self.add_spans(9, Glyph::Late, spans, rows, Emits::Nothing);
    }

    /// The first form of a sentence that is short enough, or the last.
    fn fit(&self, forms: impl IntoIterator<Item = Vec<Span>>) -> Vec<Span> {
        let mut fitting = Vec::new();
        for form in forms {
            fitting = form;
            if words_of(&fitting) <= WORDS {
                break;
            }
        }
        fitting
    }

    /// A head and a tail as one sentence, or as two where that would be too long.
    fn add_joined(&mut self, weight: u8, glyph: Glyph, parts: [Vec<Span>; 2], about: &[RowId], emits: Emits) {
        let [head, tail] = parts;
        let whole = run_on(self.words.lang, [head.clone(), tail.clone()]);
        if words_of(&whole) <= WORDS {
            return self.add_spans(weight, glyph, whole, about, emits);
        }
        self.add_spans(weight - 2, glyph, head, about, Emits::Nothing);
        self.add_spans(weight, glyph, tail, about, emits);
    }

    fn near_miss(&mut self, row: RowId, other: RowId) {
        let words = self.words;
        let Some(interval) = words.interval() else { return };
        let m = self.m();
        let apart = words.event_time(row).saturating_sub(words.event_time(other));
        // Between which distances the row must lie, as seen from it, and whether these count.
        let (lower, upper) = ((interval.lower, interval.lower_inclusive), (interval.upper, interval.upper_inclusive));
        let ((low, low_counts), (high, high_counts)) = match words.side(row) {
            Side::Right => (lower, upper),
            Side::Left => ((upper.0.saturating_neg(), upper.1), (lower.0.saturating_neg(), lower.1)),
        };
        let too_late = apart > high || apart == high && !high_counts;
        let (must, limit) = match (too_late, if too_late { high.signum() } else { low.signum() }) {
            (true, 1) if high_counts => (m.must_limit, high),
            (true, 1) => (m.must_less, high),
            (true, 0) if high_counts => (m.must_not_after, 0),
            (true, 0) => (m.must_before, 0),
            (true, _) if high_counts => (m.must_least_before, high),
            (true, _) => (m.must_more_before, high),
            (false, -1) if low_counts => (m.must_limit, low),
            (false, -1) => (m.must_less, low),
            (false, 0) if low_counts => (m.must_not_before, 0),
            (false, 0) => (m.must_after, 0),
            (false, _) if low_counts => (m.must_least_after, low),
            (false, _) => (m.must_more_after, low),
        };
        let must = words.say(must, &[("limit", words.duration(limit.saturating_abs()).into())]);
        let pattern = match apart.signum() {
            1 => m.near_after,
            0 => m.near_same,
            _ => m.near_before,
        };
        let args = [
            ("row", words.row(row)),
            ("other", words.row(other)),
            ("diff", words.duration(apart.saturating_abs()).into()),
            ("must", must.into()),
        ];
        self.add(4, self.mark(row, false), pattern, &args);
    }

    fn matches(&mut self, row: RowId) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let join = words.scenario().join;
        if join.ty.half() {
            return self.half_matches(row);
        }
        let came_back: Vec<RowId> = facts.out_for(Reason::PartnerCame).filter_map(Out::alone).collect();
        if !came_back.is_empty() {
            let pattern = if came_back.len() == 1 { m.partner_came } else { m.partner_came_several };
            let args = [("others", words.list_or_count(&came_back)), ("row", words.row(row))];
            let spans = words.say(pattern, &args);
            self.add_spans(9, Glyph::Retract, spans, &came_back, Emits::Rows);
        }
        let back: HashSet<RowId> = came_back.iter().copied().collect();
        let others: Vec<RowId> = facts.partners.iter().copied().filter(|row| !back.contains(row)).collect();
        let Some(first) = others.first().copied() else { return };
        let mut args = vec![
            ("row", words.row(row)),
            ("time", words.at(words.event_time(row))),
            ("key", words.key(row)),
            ("other", words.row(first)),
            ("others", words.list_or_count(&others)),
            ("count", others.len().to_string().into()),
            ("as_kind", self.as_kind(Reason::Pair)),
        ];
        let pattern = if words.interval().is_none() {
            if others.len() == 1 { m.match_regular } else { m.match_regular_several }
        } else {
            args.push(("bounds", words.bounds()));
            // From the left row to the right one, as the bounds are.
            let (left, right) = if words.side(row) == Side::Left { (row, first) } else { (first, row) };
            let apart = words.event_time(right).saturating_sub(words.event_time(left));
            args.push(("diff", words.duration(apart.saturating_abs()).into()));
            match (words.side(row), others.len(), apart.signum()) {
                (_, 2.., _) => m.match_several,
                (Side::Right, _, 1) => m.match_after,
                (Side::Right, _, 0) => m.match_same,
                (Side::Right, _, _) => m.match_before,
                (Side::Left, _, 1) => m.match_left_after,
                (Side::Left, _, 0) => m.match_left_same,
                (Side::Left, _, _) => m.match_left_before,
            }
        };
        let spans = words.say(pattern, &args);
        self.add_spans(9, Glyph::Match, spans, &others, Emits::Rows);
    }

    /// " (+U)" where rows come out for this reason as another kind than +I.
    fn as_kind(&self, why: Reason) -> Arg {
        match self.facts.out_for(why).map(|out| out.kind).find(|kind| *kind != RowKind::Insert) {
            Some(kind) => self.words.say(self.m().as_kind, &[("kind", prose(kind).into())]).into(),
            None => "".into(),
        }
    }

    /// Semi and anti: left rows come out, alone.
    fn half_matches(&mut self, row: RowId) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let anti = words.scenario().join.ty == JoinType::Anti;
        let as_kind = self.as_kind(Reason::Pair);
        let told = |rows: &[RowId]| {
            let others = ("others", words.list_or_count(rows));
            [("row", words.row(row)), others, ("join", words.join()), ("as_kind", as_kind.clone())]
        };
        if words.side(row) == Side::Left {
            let spans = words.say(if anti { m.anti_left } else { m.semi_left }, &told(&facts.partners));
            let emits = if anti { Emits::Nothing } else { Emits::Rows };
            return self.add_spans(9, Glyph::Match, spans, &facts.partners, emits);
        }
        let first: Vec<RowId> = facts.out.iter().filter_map(Out::alone).collect();
        let out: HashSet<RowId> = first.iter().copied().collect();
        let again: Vec<RowId> = facts.partners.iter().copied().filter(|row| !out.contains(row)).collect();
        if !first.is_empty() {
            let (pattern, glyph) = match (anti, first.len()) {
                (false, _) => (m.semi_right, Glyph::Match),
                (true, 1) => (m.anti_right, Glyph::Retract),
                (true, _) => (m.anti_right_several, Glyph::Retract),
            };
            let spans = words.say(pattern, &told(&first));
            self.add_spans(9, glyph, spans, &first, Emits::Rows);
        }
        if !again.is_empty() {
            let spans = words.say(if anti { m.anti_again } else { m.semi_again }, &told(&again));
            self.add_spans(7, Glyph::Match, spans, &again, Emits::Nothing);
        }
    }

    // ---- a row is taken back ----------------------------------------------------------------------------

    fn taking(&mut self, row: RowId, kind: RowKind) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let base = |kind: RowKind| vec![("row", words.row(row)), ("kind", prose(kind).into()), ("join", words.join())];
        let mut args = base(kind);
        let pattern = match facts.taken {
            Some(taken) if taken == row => m.taken,
            Some(taken) => {
                args.push(("other", words.row(taken)));
                m.taken_other
            }
            None => m.nothing_to_take,
        };
        self.add(9, Glyph::Retract, pattern, &args);
        let half = words.scenario().join.ty.half();
        let mut pairs = Vec::new();
        for out in facts.out_for(Reason::InputChanged) {
            match out.alone() {
                Some(_) => self.add_out(
                    Emits::Rows,
                    Glyph::Retract,
                    if half { m.half_back } else { m.alone_back },
                    &base(out.kind),
                ),
                None => pairs.push(*out),
            }
        }
        if let Some(first) = pairs.first() {
            let others: Vec<RowId> =
                pairs.iter().filter_map(|out| if out.left == Some(row) { out.right } else { out.left }).collect();
            let mut args = base(first.kind);
            args.push(("others", words.list_or_count(&others)));
            let pattern = if others.len() == 1 { m.pairs_back } else { m.pairs_back_several };
            let spans = words.say(pattern, &args);
            self.add_spans(9, Glyph::Retract, spans, &others, Emits::Rows);
        }
        let again: Vec<Out> = facts.out_for(Reason::PartnerGone).copied().collect();
        if let Some(first) = again.first() {
            let others: Vec<RowId> = again.iter().filter_map(Out::alone).collect();
            let mut args = base(first.kind);
            args.push(("others", words.list_or_count(&others)));
            let (pattern, emits) = match (words.scenario().join.ty, others.len()) {
                (JoinType::Semi, 1) => (m.semi_gone, Emits::Rows),
                (JoinType::Semi, _) => (m.semi_gone_several, Emits::Rows),
                (JoinType::Anti, 1) => (m.anti_alone_again, Emits::Rows),
                (JoinType::Anti, _) => (m.anti_alone_again_several, Emits::Rows),
                (_, 1) => (m.alone_again, Emits::Null),
                _ => (m.alone_again_several, Emits::Null),
            };
            let glyph = match words.scenario().join.ty {
                JoinType::Semi => Glyph::Retract,
                JoinType::Anti => others.first().map_or(Glyph::Retract, |row| self.mark(*row, false)),
                _ => Glyph::Null,
            };
            let spans = words.say(pattern, &args);
            self.add_spans(9, glyph, spans, &others, emits);
        }
    }

    // ---- watermarks -------------------------------------------------------------------------------------

    fn watermarks(&mut self, arrived: Option<RowId>) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        if let Some(side) = facts.ignored {
            let pattern = if words.is_table(side) { words.m.lookup.no_watermark } else { m.ignored };
            self.add(9, Glyph::Watermark, pattern, &[("stream", words.stream(side).into())]);
        }
        if let Some((side, asked)) = facts.stays {
            let watermark = self.view.watermark[side];
            let pattern = if watermark == Some(asked) { m.stays_at } else { m.stays };
            let args = [
                ("asked", words.at(asked)),
                ("watermark", words.at_or_none(watermark)),
                ("stream", words.stream(side).into()),
            ];
            self.add(9, Glyph::Watermark, pattern, &args);
        }
        if facts.clock.is_some() {
            return;
        }
        if let Some((side, to, cause)) = facts.watermark {
            self.watermark_moved(side, to, cause, arrived);
        }
        self.partition_heard();
    }

    fn watermark_moved(&mut self, side: Side, to: i64, cause: Cause, arrived: Option<RowId>) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let slow = facts.held_back.unwrap_or(side.other());
        let slow_time = self.view.watermark[slow];
        let mut args = vec![
            ("stream", words.stream(side).into()),
            ("time", words.at(to)),
            ("slow", words.stream(slow).into()),
            ("slow_time", words.at_or_none(slow_time)),
            ("nothing", words.nothing_happens().into()),
        ];
        if !words.follows_watermark() {
            let pattern = match cause {
                Cause::Newest { newest, delay } if delay > 0 => {
                    args.push(("newest", words.at(newest)));
                    args.push(("delay", words.duration(newest.saturating_sub(to)).into()));
                    m.moved_behind
                }
                Cause::Newest { .. } => m.moved_newest,
                Cause::Step | Cause::Slowest { .. } | Cause::AllIdle { .. } => m.moved,
            };
            let spans = run_on(words.lang, [words.say(pattern, &args), words.say(m.unused, &[])]);
            return self.add_spans(3, Glyph::Watermark, spans, &[], Emits::Nothing);
        }
        let s = &words.m.sources;
        let Some((before, join)) = facts.join else {
            args.push(("join", words.at_or_none(self.view.join_watermark)));
            let pattern = if facts.sources.is_catching_up() {
                s.catching_up
            } else if slow == side {
                s.held_by_itself
            } else if slow_time.is_some() {
                m.held_back
            } else {
                m.held_back_none
            };
            return self.add(7, Glyph::Watermark, pattern, &args);
        };
        let head = match arrived {
            // "It" is the row that the sentences before spoke of, if they are one.
            Some(_) if self.told.len() == 1 => m.it_moved,
            Some(row) => {
                args.push(("row", words.row(row)));
                m.row_moved
            }
            None => m.moved,
        };
        let head = words.say(head, &args);
        let tail = match slow_time {
            _ if self.view.idle[slow] => s.idle_leads,
            Some(slow_time) if slow_time < join => s.catching_leads,
            Some(slow_time) if slow_time < to => m.other_slower,
            Some(slow_time) if slow_time == to => m.both_there,
            _ => m.itself_slower,
        };
        let mut tail_args = vec![("time", words.at(join)), ("before", words.at_or_none(before))];
        tail_args.extend(args.into_iter().filter(|(name, _)| *name != "time"));
        let spans = run_on(words.lang, [head, words.say(tail, &tail_args)]);
        self.add_spans(7, Glyph::Watermark, spans, &[], Emits::Nothing);
        if let Some(spans) = words.made_by(side, cause) {
            self.add_spans(4, Glyph::Watermark, spans, &[], Emits::Nothing);
        }
    }

    // ---- rows leave -------------------------------------------------------------------------------------

    fn cleaned(&mut self) {
        let facts = self.facts;
        self.gone(&facts.cleaned, facts.cleaned_at, facts.cleaned_by);
    }

    fn due(&mut self) {
        let facts = self.facts;
        self.gone(&facts.due, facts.due_at, None);
        self.gone_early();
    }

    /// DataStream lets a row go at its last moment, when a row of that very time is not late yet.
    fn gone_early(&mut self) {
        let (words, facts) = (self.words, self.facts);
        if !words.leaves_on_time() {
            return;
        }
        let early = |row: &RowId| words.band(*row).is_some_and(|(first, last)| first <= last && last == facts.due_at);
        let rows: Vec<RowId> = facts.due.iter().copied().filter(early).collect();
        let Some(first) = rows.first() else { return };
        let other = words.side(*first).other();
        let of_one_side: Vec<RowId> = rows.iter().copied().filter(|row| words.side(*row) == other.other()).collect();
        let noun = words.noun(other);
        let args = [
            ("a", article(noun).into()),
            ("noun", noun.into()),
            ("time", words.at(facts.due_at)),
            ("rows", words.list_or_count(&of_one_side)),
        ];
        let spans = words.say(self.m().gone_early, &args);
        self.add_spans(6, Glyph::Quirk, spans, &of_one_side, Emits::Nothing);
    }

    /// Rows that left, by what came of it: nothing more, nothing, NULL.
    fn gone(&mut self, gone: &[RowId], watermark: i64, by: Option<RowId>) {
        let m = self.m();
        // The left side first, each in the engine's order.
        let mut gone = gone.to_vec();
        sorting::sort_by_key(&mut gone, |row| self.words.side(*row));
        let (padded, rest): (Vec<RowId>, Vec<RowId>) = gone.into_iter().partition(|row| self.facts.padded(*row));
        let (matched, silent): (Vec<RowId>, Vec<RowId>) =
            rest.iter().copied().partition(|row| self.view.row(*row).matches > 0);
        if self.brief && !matched.is_empty() && !silent.is_empty() {
            self.gone_group(&rest, watermark, by, [m.nothing_more; 3], Emits::Nothing);
        } else {
            let tails = [m.had_matched, m.had_matched_both, m.had_matched_all];
            self.gone_group(&matched, watermark, by, tails, Emits::Nothing);
            self.gone_group(&silent, watermark, by, [m.silent, m.silent_both, m.silent_all], Emits::Nothing);
        }
        self.gone_group(&padded, watermark, by, [m.padded, m.padded_both, m.padded_all], Emits::Null);
    }

    fn gone_group(&mut self, rows: &[RowId], watermark: i64, by: Option<RowId>, tails: [&str; 3], emits: Emits) {
        let (words, m) = (self.words, self.m());
        let [first, ..] = rows else { return };
        let null_key = words.rows().get(*first).key.is_null();
        let other = words.side(*first).other();
        let mut args = vec![
            ("row", words.row(*first)),
            ("watermark", words.at(watermark)),
            ("last", words.at(words.last(self.view, *first))),
            ("noun", words.noun(other).into()),
            ("key", words.key(*first)),
            ("join", words.join()),
        ];
        let glyph = if emits == Emits::Null { Glyph::Null } else { Glyph::Left };
        let weight = if emits == Emits::Null { 10 } else { 5 };
        if let Some(by) = by {
            args.push(("by", words.row(by)));
        } else if emits == Emits::Null && rows.len() == 1 && !null_key && !words.partner_came(self.view, *first) {
            return self.add_spans(weight, glyph, words.say(m.padded_one, &args), rows, emits);
        }
        let head = if by.is_some() {
            m.left_by_row
        } else if words.leaves_on_time() {
            m.left_reached
        } else {
            m.left
        };
        let tail = words.say(tails[rows.len().min(3) - 1], &args);
        let lasts: Vec<i64> = rows.iter().map(|row| words.last(self.view, *row)).collect();
        let latest = lasts.iter().max().map(|latest| vec![*latest]).unwrap_or_default();
        // By name and each with its time; else by number, with a range of times; else with the latest alone.
        let mut forms =
            vec![(words.counted(rows), words.reaching(&lasts)), (words.counted(rows), words.moments(&latest))];
        if rows.len() <= 4 {
            forms.insert(0, (words.list(rows), words.moments(&lasts)));
        }
        let mut spans = Vec::new();
        for (named, times) in forms {
            let mut args = args.clone();
            args.extend([("rows", named), ("times", times)]);
            spans = run_on(words.lang, [words.say(head, &args), tail.clone()]);
            if words_of(&spans) <= WORDS || rows.len() == 1 {
                break;
            }
        }
        self.add_spans(weight, glyph, spans, rows, emits);
    }

    fn lost(&mut self) {
        let (words, facts) = (self.words, self.facts);
        if !facts.lost.is_empty() {
            let spans = words.say(self.m().lost, &[("rows", words.list_or_count(&facts.lost))]);
            self.add_spans(8, Glyph::Quirk, spans, &facts.lost, Emits::Nothing);
        }
    }

    /// Rows that this step made overdue: the watermark is past what they can match, and they are still there.
    fn overdue(&mut self) {
        let Some((before, now)) = self.facts.join else { return };
        let (words, m, view) = (self.words, self.m(), self.view);
        let newly = |due: i64| due <= now && before.is_none_or(|before| due > before);
        let overdue: Vec<RowId> = words
            .rows()
            .iter()
            .map(|(row, _)| row)
            .filter(|row| view.row(*row).phase == Phase::Held && view.row(*row).due.is_some_and(newly))
            .collect();
        match overdue[..] {
            [] => {}
            [row] => {
                let (pattern, args) = words.overdue(view, row);
                self.add(6, Glyph::Quirk, pattern, &args);
            }
            _ => {
                let spans = words.say(m.overdue_several, &[("rows", words.list_or_count(&overdue))]);
                self.add_spans(6, Glyph::Quirk, spans, &overdue, Emits::Nothing);
            }
        }
    }

    // ---- the clock --------------------------------------------------------------------------------------

    fn clock(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        if facts.clock_ignored {
            let uses = matches!(words.recording.outcome(), Ok(Plan::AsAsked))
                && matches!(words.scenario().join.kind, JoinKind::Regular { .. });
            self.add(9, Glyph::Clock, if uses { m.clock_ignored } else { m.clock_unused }, &[]);
        }
        let Some(to) = facts.clock else { return };
        let head = words.say(m.clock, &[("time", words.times.clock.show(to).into())]);
        let tail = match words.ttl() {
            None if words.may_be_idle() => "",
            None => m.clock_no_ttl,
            Some(_) if facts.expired.is_empty() => m.clock_none_left,
            Some(_) => "",
        };
        let spans = run_on(words.lang, [head, words.say(tail, &[])]);
        self.add_spans(8, Glyph::Clock, spans, &[], Emits::Nothing);
        if !facts.expired.is_empty() {
            let ttl = words.duration(words.ttl().unwrap_or(0));
            let args = [("rows", words.list_or_count(&facts.expired)), ("ttl", ttl.into())];
            let spans = words.say(m.ttl, &args);
            self.add_spans(9, Glyph::Left, spans, &facts.expired, Emits::Nothing);
        }
        if words.may_be_idle() {
            self.idle();
        }
    }

    // ---- the rule ---------------------------------------------------------------------------------------

    /// The rule that decided the most telling thing of the step.
    fn rule(&self, arrived: Option<RowId>) -> Option<Rule> {
        let scenario = self.words.scenario();
        match scenario.join.kind {
            JoinKind::Lookup => self.rule_of_lookup(),
            _ if scenario.dialect == Dialect::Spark => self.rule_of_batches(),
            JoinKind::Window { .. } => self.rule_of_windows(arrived),
            JoinKind::Temporal => self.rule_of_versions(arrived),
            JoinKind::Interval(_) | JoinKind::Regular { .. } => self.rule_of_rows(arrived),
        }
    }

    fn rule_of_rows(&self, arrived: Option<RowId>) -> Option<Rule> {
        let (words, facts) = (self.words, self.facts);
        let gone = || facts.due.iter().chain(&facts.cleaned).copied();
        let watermark = if facts.due.is_empty() { facts.cleaned_at } else { facts.due_at };
        if let Some(row) = gone().find(|row| facts.padded(*row)) {
            return words.rule_leaves(row, watermark);
        }
        if let Some(row) = arrived {
            if let Some(other) = facts.partners.first().copied().or(facts.near.first().map(|near| near.1)) {
                let (left, right) = if words.side(row) == Side::Left { (row, other) } else { (other, row) };
                return words.rule_match(left, right, row).or_else(|| Some(words.rule_equal(left, right, row)));
            }
            if !facts.dropped.is_empty() {
                return Some(words.rule_late(row, facts.dropped_at));
            }
            if let Some(NotKept::PastReach { watermark, .. }) = facts.not_kept {
                return words.rule_not_kept(row, watermark);
            }
        }
        if let Some(row) = gone().min_by_key(|row| (words.side(*row), *row)) {
            return words.rule_leaves(row, watermark);
        }
        if let Some(rule) = self.rule_of_watermarks() {
            return Some(rule);
        }
        let row = arrived.filter(|_| matches!(facts.buffered, Some(Some(_))))?;
        words.rule_stays(row, self.view.join_watermark?)
    }
}

impl Story<'_, '_> {
    fn rule_of_watermarks(&self) -> Option<Rule> {
        let (words, view) = (self.words, self.view);
        let moved = self.facts.watermark.is_some() && words.follows_watermark();
        match (view.watermark.left, view.watermark.right) {
            // Of an idle side the smaller is not asked.
            (Some(left), Some(right)) if moved && !view.idle.left && !view.idle.right => {
                Some(words.rule_slower(left, right))
            }
            _ => None,
        }
    }
}

impl Words<'_> {
    /// Whether a side is the table of a lookup join, which is no stream.
    pub(super) fn is_table(&self, side: Side) -> bool {
        self.rows().lookup() && side == Side::Right
    }

    /// Whether the join's watermark does anything: regular joins, lookups and no join do not look at it, and without one side's
    /// there is none.
    pub(super) fn follows_watermark(&self) -> bool {
        let timeless = matches!(self.scenario().join.kind, JoinKind::Regular { .. } | JoinKind::Lookup);
        !timeless
            && !matches!(
                self.recording.outcome(),
                Ok(Plan::RegularWithTimePredicate(_)
                    | Plan::NoJoin
                    | Plan::NeverFires { .. }
                    | Plan::NeverEvicts { .. })
            )
    }

    /// What does not happen while the join's watermark stays.
    fn nothing_happens(&self) -> &'static str {
        match self.scenario().join.kind {
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Lookup => self.m.why.nothing_leaves,
            JoinKind::Window { .. } => self.m.why.nothing_fires,
            JoinKind::Temporal => self.m.why.nothing_comes_out,
        }
    }

    /// "10:05 to 10:15".
    pub(super) fn extent(&self, window: Extent) -> Arg {
        let args = [("first", self.at(window.start)), ("last", self.at(window.end))];
        self.say_plain(self.m.why.to, &args).into()
    }

    /// "10:05 to 10:15 and 10:10 to 10:20".
    pub(super) fn extents(&self, windows: &[Extent]) -> Arg {
        self.series(windows.iter().map(|window| self.say("*{window}*", &[("window", self.extent(*window))]).into()))
    }

    /// Small numbers as words.
    pub(super) fn number(&self, count: usize) -> Arg {
        let m = &self.m.why;
        match count {
            2 => m.two.into(),
            3 => m.three.into(),
            4 => m.four.into(),
            _ => count.to_string().into(),
        }
    }

    /// A key as the user wrote it.
    pub(super) fn key_text(&self, key: Key) -> Arg {
        self.rows().of_key(key).first().map_or_else(|| "NULL".into(), |row| self.key(*row))
    }

    /// "0 to 2 h", "(0, 2 h]".
    pub(super) fn bounds(&self) -> Arg {
        let Some(interval) = self.interval() else { return "".into() };
        let m = &self.m.why;
        let pattern = match (interval.lower_inclusive, interval.upper_inclusive) {
            (true, true) => m.to,
            (true, false) => m.open_upper,
            (false, true) => m.open_lower,
            (false, false) => m.open_both,
        };
        let (lower, upper) = (Arg::from(self.duration(interval.lower)), Arg::from(self.duration(interval.upper)));
        let args = [("lower", lower.clone()), ("upper", upper.clone()), ("first", lower), ("last", upper)];
        self.say_plain(pattern, &args).into()
    }

    /// "11:20 and 10:30", each time once.
    fn moments(&self, times: &[i64]) -> Arg {
        let mut distinct = Vec::new();
        for time in times {
            if !distinct.contains(time) {
                distinct.push(*time);
            }
        }
        self.series(distinct.iter().map(|time| self.say("*{time}*", &[("time", self.at(*time))]).into()))
    }

    /// "13:05 to 13:50".
    fn reaching(&self, times: &[i64]) -> Arg {
        let (first, last) = (times.iter().min().copied().unwrap_or(0), times.iter().max().copied().unwrap_or(0));
        let strong = |time| Arg::from(self.say("*{time}*", &[("time", self.at(time))]));
        if first == last {
            return strong(first);
        }
        self.say(self.m.why.to, &[("first", strong(first)), ("last", strong(last))]).into()
    }

    /// Whether a row of the other side with this row's key has arrived, matching or not.
    pub(super) fn partner_came(&self, view: &View, row: RowId) -> bool {
        let info = self.rows().get(row);
        let mut others = self.rows().of_key(info.key).iter().map(|other| self.rows().get(*other));
        others.any(|other| other.side != info.side && (other.step as usize) < view.step)
    }

    /// Why a row stays though it can match no more: whose timer it waits for.
    pub(super) fn overdue(&self, view: &View, row: RowId) -> (&'static str, Vec<(&'static str, Arg)>) {
        let m = &self.m.why;
        let info = self.rows().get(row);
        let timer = view.timer(info.side, info.key);
        let extra = self.interval().map_or(0, |interval| interval.min_cleanup_interval);
        // The timer stands at its row's last moment, plus the minimum clean-up interval and 1 ms.
        let set_by = timer.and_then(|timer| {
            self.rows().of_key(info.key).iter().copied().find(|candidate| {
                self.side(*candidate) == info.side
                    && view.row(*candidate).due.is_some_and(|due| due.saturating_add(extra) == timer)
            })
        });
        let mut args = vec![
            ("row", self.row(row)),
            ("last", self.at(self.last(view, row))),
            ("interval", self.duration(extra).into()),
            ("timer", self.at(timer.unwrap_or(0).saturating_sub(1))),
        ];
        match set_by {
            Some(by) if by == row => (m.overdue_own, args),
            Some(by) => {
                args.push(("by", self.row(by)));
                (m.overdue, args)
            }
            None => (m.overdue_timer, args),
        }
    }
}

/// A row kind in prose, with a true minus.
fn prose(kind: RowKind) -> String {
    kind.word().replace('-', "−")
}

fn words_of(spans: &[Span]) -> usize {
    super::format::plain(spans).split_whitespace().count()
}
