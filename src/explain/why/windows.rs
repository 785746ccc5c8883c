//! Windows of Flink: a row goes into them, they fire, they close.

use std::collections::{BTreeMap, BTreeSet};

use super::{Emits, Extent, Fired, Glyph, Out, Reason, Rule, Span, Story, View};
use crate::{
    engine::{Effect, RowId, effect::Firing},
    explain::Words,
    replay::Pad,
    scenario::{Dialect, JoinKind, JoinType, Window},
};

/// So many windows of a step are named; more are counted.
const NAMED: usize = 3;

impl Story<'_, '_> {
    pub(super) fn window_arrival(&mut self, row: RowId) {
        let facts = self.facts;
        if facts.copied.is_empty() {
            self.goes_in_none(row);
        } else {
            self.goes_in(row);
            self.copies_late(row);
            if self.words.rows().get(row).key.is_null() {
                self.add(5, self.mark(row, false), self.m().no_key_window, &[]);
            }
        }
        self.session_full();
        let late = facts.fired.iter().filter(|fired| matches!(fired.cause, Firing::LateRow { .. }));
        self.fired_by_late(row, &late.collect::<Vec<_>>());
    }

    /// The longest session kept the row out of another.
    fn session_full(&mut self) {
        let words = self.words;
        let JoinKind::Window { window: Window::Session { max_length: Some(most), .. }, .. } =
            words.scenario().join.kind
        else {
            return;
        };
        if let Some((session, would)) = self.facts.full {
            let args = [
                ("windows", words.extent(session)),
                ("would", words.extent(would)),
                ("most", words.duration(most).into()),
            ];
            self.add(6, Glyph::Quirk, words.m.sources.session_full, &args);
        }
    }

    /// The join's watermark when the row arrived.
    fn watermark_before(&self) -> Option<i64> {
        self.facts.join.map_or(self.view.join_watermark, |(before, _)| before)
    }

    fn goes_in(&mut self, row: RowId) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let windows: Vec<Extent> = facts.copied.iter().map(|(_, window)| *window).collect();
        if windows.is_empty() {
            return;
        }
        let time = words.event_time(row);
        let by_session = words.by_session();
        let count = if by_session { facts.sessions.len() } else { windows.len() };
        let mut args = vec![
            ("row", words.row(row)),
            ("time", words.at(time)),
            ("key", words.key(row)),
            ("count", words.number(count)),
            ("windows", words.extents(&windows)),
            ("window", words.extents(&windows[windows.len() - 1..])),
        ];
        let glyph = self.mark(row, false);
        if by_session {
            let pattern = match facts.sessions[..] {
                [] if facts.opened.is_some() => m.session_opened,
                [] => m.session_in,
                [(from, _)] => {
                    args.push(("from", words.extent(from)));
                    m.session_grown
                }
                _ => m.session_merged,
            };
            let spans = words.say(pattern, &args);
            return self.add_spans(6, glyph, spans, &[row], Emits::Nothing);
        }
        let late = self.watermark_before().filter(|watermark| time < *watermark);
        if let Some(watermark) = late {
            args.push(("watermark", words.at(watermark)));
            let several = words.say(m.late_but_open_several, &args);
            let spans =
                if windows.len() == 1 { self.fit([words.say(m.late_but_open, &args), several]) } else { several };
            return self.add_spans(8, glyph, spans, &[row], Emits::Nothing);
        }
        let spans = match windows.len() {
            1 => words.say(m.in_window, &args),
            _ => self.fit([words.say(m.in_windows, &args), words.say(m.in_windows_many, &args)]),
        };
        self.add_spans(6, glyph, spans, &[row], Emits::Nothing);
    }

    /// Some windows of the row were over already, others not.
    fn copies_late(&mut self, row: RowId) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let dropped: Vec<Extent> = facts.dropped.iter().filter_map(|(_, window)| *window).collect();
        let (gone, watermark, patterns) = if dropped.is_empty() {
            (&facts.skipped, facts.skipped_at, [m.skips, m.skips_several])
        } else {
            (&dropped, facts.dropped_at, [m.copy_late, m.copies_late])
        };
        let [first, ..] = gone[..] else { return };
        let args =
            [("windows", words.extent(first)), ("count", words.number(gone.len())), ("watermark", words.at(watermark))];
        let spans = words.say(patterns[usize::from(gone.len() > 1)], &args);
        self.add_spans(7, Glyph::Late, spans, &[row], Emits::Nothing);
    }

    fn goes_in_none(&mut self, row: RowId) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let late = !facts.dropped.is_empty();
        let mut windows: Vec<Extent> = facts.dropped.iter().filter_map(|(_, window)| *window).collect();
        windows.extend(&facts.skipped);
        let lateness = words.lateness();
        let pattern = match (windows.len(), late) {
            (0, false) => m.in_gap,
            (0, true) => m.in_gap_late,
            _ if words.by_session() && lateness == 0 && words.sessions_by_side() => m.session_late,
            _ if lateness > 0 => m.window_late_allowed,
            (1, _) => m.window_late,
            _ => m.window_late_all,
        };
        let watermark = if late { facts.dropped_at } else { facts.skipped_at };
        let args = [
            ("row", words.row(row)),
            ("time", words.at(words.event_time(row))),
            ("stream", words.stream(words.side(row)).into()),
            ("windows", windows.first().map_or_else(|| "".into(), |window| words.extent(*window))),
            ("watermark", words.at(watermark)),
            ("lateness", words.duration(lateness).into()),
        ];
        let glyph = if late || !windows.is_empty() { Glyph::Late } else { Glyph::Nothing };
        let spans = words.say(pattern, &args);
        self.add_spans(9, glyph, spans, &[row], Emits::Nothing);
    }

    // ---- windows fire -----------------------------------------------------------------------------------

    /// Flink SQL: sessions that are over on their own side, and go to the join.
    pub(super) fn sessions_closed(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let [(side, key, window), ref more @ ..] = facts.closed[..] else { return };
        let args = [
            ("stream", words.stream(side).into()),
            ("key", words.key_text(key)),
            ("windows", words.extent(window)),
            ("count", words.number(facts.closed.len())),
            ("rows", facts.handed_on.to_string().into()),
        ];
        let pattern = if more.is_empty() { m.session_closed } else { m.sessions_closed };
        if facts.handed_on > 0 || facts.handed_late.is_empty() {
            self.add(if self.brief { 3 } else { 5 }, Glyph::Quirk, pattern, &args);
        }
        if !facts.handed_late.is_empty() {
            let rows = unique(facts.handed_late.iter().map(|(row, _)| *row));
            let args = [
                ("stream", words.stream(side).into()),
                ("watermark", words.at(facts.dropped_at)),
                ("rows", words.list_or_count(&rows)),
            ];
            let spans = words.say(words.m.sources.handed_late, &args);
            self.add_spans(8, Glyph::Late, spans, &rows, Emits::Nothing);
        }
    }

    /// Windows that the watermark made fire.
    pub(super) fn fired(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let fired: Vec<&Fired> =
            facts.fired.iter().filter(|fired| matches!(fired.cause, Firing::Watermark { .. })).collect();
        if fired.is_empty() {
            return;
        }
        let windows = distinct(&fired);
        let args = [("count", words.number(windows.len())), ("windows", words.extents(&windows))];
        let many = words.say(m.fired_many, &args);
        let head = match windows.len() {
            1 => words.say(m.fired, &args),
            2..=NAMED => self.fit([words.say(m.fired_several, &args), many]),
            _ => many,
        };
        self.told_of_fired(head, &fired, windows.len());
        self.ends_only(&fired);
        self.never_taken_back(&fired);
    }

    /// Windows that a late row made fire, again or for the first time.
    fn fired_by_late(&mut self, row: RowId, fired: &[&Fired]) {
        let (words, m) = (self.words, self.m());
        let Some(first) = fired.first() else { return };
        let windows = distinct(fired);
        let pattern = match windows.len() {
            1 if first.again => m.fired_late_again,
            1 => m.fired_late,
            _ => m.fired_late_several,
        };
        let args = [
            ("row", words.row(row)),
            ("lateness", words.duration(words.lateness()).into()),
            ("windows", words.extents(&windows)),
            ("count", words.number(windows.len())),
        ];
        self.told_of_fired(words.say(pattern, &args), fired, windows.len());
        self.never_taken_back(fired);
    }

    /// What came out of windows that fired: pairs, then rows alone.
    fn told_of_fired(&mut self, head: Vec<Span>, fired: &[&Fired], windows: usize) {
        let (words, m) = (self.words, self.m());
        let ty = words.scenario().join.ty;
        let out: Vec<Out> = fired.iter().flat_map(|fired| fired.out.iter().copied()).collect();
        let of = |why: Reason| out.iter().filter(move |out| out.why == why).copied().collect::<Vec<_>>();
        let (pairs, again) = (of(Reason::Pair), of(Reason::PairAgain));
        let alone = of(Reason::AloneInWindow);
        let count = ("count", pairs.len().to_string().into());
        let tail = match (pairs.len(), again.len()) {
            (0, 0) if !alone.is_empty() || out.iter().any(|out| out.why == Reason::AloneAgain) => Vec::new(),
            (0, 0) if ty == JoinType::Anti => words.say(m.fired_nothing_anti, &[("join", words.join())]),
            (0, 0) => {
                let pattern = if windows == 1 { m.fired_nothing } else { m.fired_nothing_several };
                words.say(pattern, &[("join", words.join())])
            }
            (0, _) => words.say(m.fired_again, &[]),
            (1, 1..) => words.say(m.fired_new_again, &[]),
            (_, 1..) => words.say(m.fired_new_again_several, &[count]),
            _ if ty.half() => {
                let rows: Vec<RowId> = unique(pairs.iter().filter_map(|out| out.left));
                let pattern = if rows.len() == 1 { m.fired_semi } else { m.fired_semi_several };
                words.say(pattern, &[("rows", words.list_or_count(&rows)), ("join", words.join())])
            }
            (1, _) => match (pairs[0].left, pairs[0].right) {
                (Some(left), Some(right)) => {
                    let args = [("left", words.row(left)), ("right", words.row(right)), ("key", words.key(left))];
                    words.say(m.fired_pair, &args)
                }
                _ => Vec::new(),
            },
            _ => words.say(m.fired_pairs, &[count]),
        };
        let about = unique(out.iter().flat_map(|out| [out.left, out.right]).flatten());
        let emits = if pairs.is_empty() && again.is_empty() { Emits::Nothing } else { Emits::Rows };
        self.add_joined(9, Glyph::Window, [head, tail], &about, emits);
        self.alone(&alone, windows);
        let more = unique(of(Reason::AloneAgain).iter().filter_map(Out::alone));
        if !more.is_empty() {
            let (pattern, emits) = if ty == JoinType::Anti {
                (m.alone_once_more_anti, Emits::Rows)
            } else {
                (m.alone_once_more, Emits::Null)
            };
            let spans = words.say(pattern, &[("rows", words.list_or_count(&more))]);
            self.add_spans(8, Glyph::Null, spans, &more, emits);
        }
    }

    fn alone(&mut self, out: &[Out], windows: usize) {
        let (words, m) = (self.words, self.m());
        let rows = unique(out.iter().filter_map(Out::alone));
        let anti = words.scenario().join.ty == JoinType::Anti;
        let emits = if anti { Emits::Rows } else { Emits::Null };
        let [first, ref more @ ..] = rows[..] else { return };
        let noun = words.noun(words.side(first).other());
        let mut args = vec![
            ("row", words.row(first)),
            ("rows", words.list_or_count(&rows)),
            ("noun", noun.into()),
            ("key", words.key(first)),
            ("join", words.join()),
            ("count", words.number(out.len())),
        ];
        let one = more.is_empty();
        let spans = match (one, anti) {
            (true, _) if out.len() > 1 => words.say(if anti { m.alone_each_anti } else { m.alone_each }, &args),
            (true, true) if words.rows().get(first).key.is_null() => words.say(m.no_key_anti, &args),
            (true, true) => words.say(m.alone_in_window_anti, &args),
            (true, false) if words.rows().get(first).key.is_null() => words.say(m.alone_no_key, &args),
            (true, false) => {
                let window = out.first().and_then(|out| out.window).filter(|_| windows > 1);
                let plain = match window {
                    Some(window) => {
                        args.push(("windows", words.extent(window)));
                        words.say(m.alone_in_named, &args)
                    }
                    None => words.say(m.alone_in_window, &args),
                };
                match words.next_partner(self.view, first) {
                    Some(other) if windows == 1 => {
                        args.push(("other", words.row(other)));
                        self.fit([words.say(m.alone_in_window_next, &args), plain])
                    }
                    _ => plain,
                }
            }
            (false, true) => words.say(m.alone_several_anti, &args),
            (false, false) => words.say(m.alone_several, &args),
        };
        let glyph = if anti { self.mark(first, false) } else { Glyph::Null };
        self.add_spans(9, glyph, spans, &rows, emits);
    }

    /// Rows that had come out with NULL from a window that now gave them a partner.
    fn never_taken_back(&mut self, fired: &[&Fired]) {
        let words = self.words;
        if words.lateness() == 0 {
            return;
        }
        // In a step that gave the row its first partners; later there is nothing new to say.
        let mut now: BTreeMap<RowId, u32> = BTreeMap::new();
        for row in self.facts.pairs.iter().flat_map(|(left, right)| [*left, *right]) {
            *now.entry(row).or_default() += 1;
        }
        let first = |row: RowId| now.get(&row).is_some_and(|count| *count == self.view.row(row).matches);
        let paired = fired.iter().flat_map(|fired| {
            let pairs = fired.out.iter().filter(|out| out.why == Reason::Pair);
            pairs.flat_map(|out| [out.left, out.right]).flatten().map(|row| (row, fired.window))
        });
        // Only a row that has come out without a partner is looked for in the steps before.
        let padded = unique(paired.filter(|(row, _)| self.view.row(*row).pad != Pad::None && first(*row)));
        let before = |(row, window): &(RowId, Extent)| words.came_alone(self.view.step, *row, *window);
        let rows = unique(padded.into_iter().filter(before).map(|(row, _)| row));
        if !rows.is_empty() {
            let spans = words.say(self.m().never_taken_back, &[("rows", words.list_or_count(&rows))]);
            self.add_spans(8, Glyph::Quirk, spans, &rows, Emits::Nothing);
        }
    }

    /// Flink SQL's sessions join if they end together, even where they do not start together.
    fn ends_only(&mut self, fired: &[&Fired]) {
        let (words, facts) = (self.words, self.facts);
        if !words.sessions_by_side() {
            return;
        }
        let mut starts = BTreeMap::new();
        starts.extend(facts.over.iter().map(|(row, window)| (*row, window.start)));
        let start = |row: RowId| starts.get(&row).copied();
        let pairs = fired.iter().flat_map(|fired| &fired.out).filter_map(|out| Some((out.left?, out.right?)));
        let apart = pairs.filter_map(|(left, right)| Some((left, right, start(left)?, start(right)?)));
        if let Some((left, right, first, last)) = { apart }.find(|(_, _, first, last)| first != last) {
            let args = [("first", words.at(first)), ("last", words.at(last))];
            let spans = words.say(self.m().ends_only, &args);
            self.add_spans(8, Glyph::Quirk, spans, &[left, right], Emits::Nothing);
        }
    }

    /// DataStream: windows that fired in an earlier step, and are now past their allowed lateness.
    pub(super) fn windows_closed(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let lateness = words.lateness();
        if lateness == 0 {
            return;
        }
        let windows: Vec<Extent> = unique(facts.over.iter().map(|(_, window)| *window));
        let rows = unique(facts.over.iter().map(|(row, _)| *row));
        let [first, ref more @ ..] = windows[..] else { return };
        let args = [
            ("windows", words.extent(first)),
            ("count", words.number(windows.len())),
            ("lateness", words.duration(lateness).into()),
            ("rows", words.list_or_count(&rows)),
        ];
        let pattern = if more.is_empty() { m.closed_lateness } else { m.closed_lateness_several };
        let spans = words.say(pattern, &args);
        self.add_spans(5, Glyph::Left, spans, &rows, Emits::Nothing);
    }
}

impl Story<'_, '_> {
    pub(super) fn rule_of_windows(&self, arrived: Option<RowId>) -> Option<Rule> {
        let (words, facts) = (self.words, self.facts);
        let by_watermark = facts.fired.iter().find_map(|fired| match fired.cause {
            Firing::Watermark { watermark } => Some((fired.window, watermark)),
            Firing::LateRow { .. } => None,
        });
        if let Some((window, watermark)) = by_watermark {
            return Some(words.rule_fires(window, watermark));
        }
        if let Some(row) = arrived {
            let watermark = self.watermark_before();
            if let (Some(fired), Some(watermark)) = (facts.fired.first(), watermark) {
                return Some(words.rule_takes_late(fired.window, watermark));
            }
            if let [.., (_, Some(window))] = facts.dropped[..] {
                return Some(words.rule_copy_late(row, window, facts.dropped_at));
            }
            if let [.., window] = facts.skipped[..] {
                return Some(words.rule_copy_late(row, window, facts.skipped_at));
            }
            if let [(_, window), ..] = facts.copied[..]
                && let Some(rule) = words.rule_in_window(row, window)
            {
                return Some(rule);
            }
        }
        if let [(_, window), ..] = facts.over[..] {
            return Some(words.rule_closes(window, facts.over_at));
        }
        self.rule_of_watermarks()
    }
}

impl Words<'_> {
    pub(in crate::explain) fn by_session(&self) -> bool {
        matches!(self.scenario().join.kind, JoinKind::Window { window: Window::Session { .. }, .. })
    }

    /// Flink SQL makes sessions on each side alone.
    pub(in crate::explain) fn sessions_by_side(&self) -> bool {
        self.by_session() && self.scenario().dialect == Dialect::FlinkSql
    }

    pub(in crate::explain) fn lateness(&self) -> i64 {
        match self.scenario().join.kind {
            JoinKind::Window { allowed_lateness, .. } => allowed_lateness,
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => 0,
        }
    }

    /// The row that one which stood alone in a window will meet in its next one, as things stand.
    fn next_partner(&self, view: &View, row: RowId) -> Option<RowId> {
        let info = self.rows().get(row);
        if view.row(row).copies == 0 || self.by_session() {
            return None;
        }
        let open = |window: &Extent| view.windows.contains_key(&self.rows().window(row, *window));
        let next = self.rows().windows(row).find(open)?;
        let mut others = self.rows().of_key(info.key).iter().copied();
        others.find(|other| {
            let there = self.rows().get(*other);
            there.side != info.side && view.row(*other).copies > 0 && (next.start..next.end).contains(&there.time)
        })
    }

    /// Whether a row came out without a partner from this window, or a session that grew into it, before a step.
    fn came_alone(&self, step: usize, row: RowId, window: Extent) -> bool {
        let from = self.rows().get(row).step as usize + 1;
        (from..step).flat_map(|step| self.recording.effects(step)).any(|effect| {
            matches!(effect, Effect::Emitted { left, right, window: Some(there), why: Reason::AloneInWindow | Reason::AloneAgain, .. }
                if (left == Some(row) || right == Some(row)) && window.start <= there.start && there.end <= window.end)
        })
    }
}

/// Each once, in order of first appearance.
pub(super) fn unique<T: Copy + Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(*item)).collect()
}

fn distinct(fired: &[&Fired]) -> Vec<Extent> {
    unique(fired.iter().map(|fired| fired.window))
}
