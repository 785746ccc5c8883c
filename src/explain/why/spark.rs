//! Spark: rows wait for a micro-batch, and a `batch` step runs one or two.

use std::collections::BTreeSet;

use super::{Emits, Extent, Facts, Glyph, Out, Reason, Rule, Story, windows::unique};
use crate::{
    engine::RowId,
    explain::{
        Words,
        format::{Arg, run_on},
    },
    replay::Batch,
    scenario::{JoinType, Policy, Side, Strategy},
};

/// So many pairs of a batch are named; more are counted.
const NAMED: usize = 3;

impl Story<'_, '_> {
    pub(super) fn spark_arrival(&mut self, row: RowId) {
        let words = self.words;
        let args = [
            ("row", words.row(row)),
            ("time", words.at(words.event_time(row))),
            ("batch", self.view.batches.to_string().into()),
        ];
        self.add(9, self.mark(row, false), self.m().pending, &args);
    }

    pub(super) fn spark_batches(&mut self) {
        self.starts_again();
        if self.facts.nothing_to_run {
            let lookup = self.words.rows().lookup();
            let pattern = if lookup { self.words.m.lookup.nothing_to_run } else { self.m().nothing_to_run };
            self.add(9, Glyph::Batch, pattern, &[("nouns", self.words.nouns(Side::Left).into())]);
        }
        for (at, (batch, facts)) in self.batches.iter().enumerate() {
            self.facts = facts;
            if batch.run.fails() {
                self.fails(batch);
                continue;
            }
            self.batch(batch, facts);
            if batch.run.is_again() {
                self.twice();
            }
            // What the next batch has is told by that one.
            if at + 1 == self.batches.len() {
                self.next_watermark();
            }
        }
    }

    fn batch(&mut self, batch: &Batch, facts: &Facts) {
        self.batch_ran(batch);
        if !facts.filtered.is_empty() {
            let m = self.m();
            let pattern = if facts.filtered.len() == 1 { m.filtered } else { m.filtered_several };
            let spans = self.words.say(pattern, &[("rows", self.words.list_or_count(&facts.filtered))]);
            self.add_spans(8, Glyph::Nothing, spans, &facts.filtered, Emits::Nothing);
        }
        self.late_rows(batch);
        self.not_late(batch);
        if self.words.rows().lookup() {
            self.looked_up();
            self.not_late_here(batch.watermark);
        }
        self.pairs();
        for (row, other) in facts.near.iter().copied().take(NAMED) {
            self.near_miss(row, other);
        }
        if !facts.in_no_window.is_empty() {
            for row in facts.in_no_window.iter().copied().take(NAMED) {
                self.add(8, Glyph::Nothing, self.m().gap_zero, &[("row", self.words.row(row))]);
            }
        }
        self.kept();
        self.not_stored();
        self.due();
        self.windows_over();
    }

    fn batch_ran(&mut self, batch: &Batch) {
        if batch.run.is_again() {
            return self.runs_again(batch);
        }
        let (words, m) = (self.words, self.m());
        let before = batch.id.checked_sub(1);
        let pattern = match (batch.watermark, before) {
            (None, _) => m.batch_unmarked,
            (Some(0), _) | (_, None) => m.batch_at_start,
            _ if batch.rows == 0 => m.batch_no_data,
            _ => m.batch,
        };
        let args = [
            ("batch", batch.id.to_string().into()),
            ("before", before.unwrap_or(0).to_string().into()),
            ("watermark", words.at_or_none(batch.watermark)),
        ];
        self.add(if batch.rows == 0 { 7 } else { 6 }, Glyph::Batch, pattern, &args);
    }

    fn late_rows(&mut self, batch: &Batch) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let rows = unique(facts.dropped.iter().map(|(row, _)| *row));
        let [first, ref more @ ..] = rows[..] else { return };
        let watermark = facts.dropped_at;
        if let (Some(window), count) = (facts.dropped[0].1, facts.dropped.len()) {
            let args = [
                ("row", words.row(first)),
                ("rows", words.list_or_count(&rows)),
                ("windows", words.extent(window)),
                ("count", words.number(count)),
                ("watermark", words.at(watermark)),
            ];
            let spans = words.say(if count == 1 { m.copy_dropped } else { m.copies_dropped }, &args);
            return self.add_spans(9, Glyph::Late, spans, &rows, Emits::Nothing);
        }
        let one = more.is_empty();
        let pattern = match (watermark, one) {
            (0, true) => m.late_at_start,
            (0, false) => m.late_at_start_several,
            _ if batch.watermark == Some(watermark) => return self.late(&rows, watermark),
            (_, true) => m.late_batch,
            (_, false) => m.late_batch_several,
        };
        let args = [
            ("row", words.row(first)),
            ("time", words.at(words.event_time(first))),
            ("rows", words.list_or_count(&rows)),
            ("watermark", words.at(watermark)),
        ];
        let spans = words.say(pattern, &args);
        self.add_spans(9, Glyph::Late, spans, &rows, Emits::Nothing);
    }

    /// Rows behind the watermark in force that are kept, since the one of the batch before decides what is late.
    fn not_late(&mut self, batch: &Batch) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let Some(watermark) = batch.watermark.filter(|watermark| *watermark != 0) else { return };
        if !facts.copied.is_empty() {
            return;
        }
        let marked = |row: &RowId| words.scenario().streams[words.side(*row)].watermark != Strategy::None;
        let behind = |row: &RowId| words.event_time(*row) <= watermark;
        let rows: Vec<RowId> = facts.stored.iter().copied().filter(|row| marked(row) && behind(row)).collect();
        if rows.is_empty() {
            return;
        }
        let args = [("rows", words.list_or_count(&rows)), ("watermark", words.at(watermark))];
        let spans = words.say(if rows.len() == 1 { m.not_late } else { m.not_late_several }, &args);
        self.add_spans(7, Glyph::Quirk, spans, &rows, Emits::Nothing);
    }

    // ---- pairs ------------------------------------------------------------------------------------------

    fn pairs(&mut self) {
        let (words, facts) = (self.words, self.facts);
        if facts.pairs.is_empty() {
            return;
        }
        if words.scenario().join.ty == JoinType::Semi {
            return self.semi_pairs();
        }
        let null = |(left, _): &(RowId, RowId)| words.rows().get(*left).key.is_null();
        let (without_key, with_key): (Vec<_>, Vec<_>) = facts.pairs.iter().copied().partition(null);
        self.null_pairs(&without_key);
        let pairs = unique(with_key.iter().copied());
        match pairs[..] {
            [] => {}
            [(left, right)] => self.one_pair(left, right, with_key.len()),
            _ => self.several_pairs(&pairs, with_key.len()),
        }
    }

    fn null_pairs(&mut self, pairs: &[(RowId, RowId)]) {
        let (words, m) = (self.words, self.m());
        let distinct = unique(pairs.iter().copied());
        let [(left, right), ref more @ ..] = distinct[..] else { return };
        let args =
            [("left", words.row(left)), ("right", words.row(right)), ("count", distinct.len().to_string().into())];
        let pattern = if more.is_empty() { m.null_keys_match } else { m.null_keys_match_several };
        let spans = words.say(pattern, &args);
        self.add_spans(9, Glyph::Match, spans, &flat(&distinct), Emits::Rows);
    }

    fn one_pair(&mut self, left: RowId, right: RowId, copies: usize) {
        let (words, m) = (self.words, self.m());
        let mut args = vec![
            ("row", words.row(right)),
            ("other", words.row(left)),
            ("left", words.row(left)),
            ("right", words.row(right)),
            ("time", words.at(words.event_time(right))),
            ("key", words.key(left)),
            ("count", words.number(copies)),
            ("as_kind", "".into()),
        ];
        let apart = words.event_time(right).saturating_sub(words.event_time(left));
        let pattern = match (self.windows_of_pairs().first(), words.interval()) {
            (Some(window), _) => {
                args.push(("windows", words.extents(&[*window])));
                if copies == 1 { m.pair_window } else { m.pair_windows }
            }
            (None, Some(_)) => {
                args.push(("bounds", words.bounds()));
                args.push(("diff", words.duration(apart.saturating_abs()).into()));
                match apart.signum() {
                    1 => m.match_after,
                    0 => m.match_same,
                    _ => m.match_before,
                }
            }
            (None, None) => m.match_regular,
        };
        let spans = words.say(pattern, &args);
        self.add_spans(9, Glyph::Match, spans, &[], Emits::Rows);
    }

    /// The windows that this batch's pairs came out with.
    fn windows_of_pairs(&self) -> Vec<Extent> {
        self.facts.out_for(Reason::Pair).filter_map(|out| out.window).collect()
    }

    fn several_pairs(&mut self, pairs: &[(RowId, RowId)], count: usize) {
        let (words, m) = (self.words, self.m());
        let named = |pair: &(RowId, RowId)| -> Arg {
            words.say(m.pair_with, &[("left", words.row(pair.0)), ("right", words.row(pair.1))]).into()
        };
        let comma = |spans: Vec<Arg>| {
            let mut line = Vec::new();
            for (at, item) in spans.into_iter().enumerate() {
                let between = if at == 0 { "" } else { m.comma };
                line = words.say(
                    "{before}{between}{item}",
                    &[("before", line.into()), ("between", between.into()), ("item", item)],
                );
            }
            line
        };
        let args = [
            ("count", count.to_string().into()),
            ("bounds", words.bounds()),
            ("pairs", comma(pairs.iter().take(NAMED).map(named).collect()).into()),
        ];
        let by_window = !self.windows_of_pairs().is_empty();
        let (few, many) = match words.interval() {
            _ if by_window => (m.pairs_window, m.pairs_window),
            Some(_) => (m.pairs_found, m.pairs_found_many),
            None => (m.pairs_equal, m.pairs_equal_many),
        };
        let spans = words.say(if pairs.len() <= NAMED { few } else { many }, &args);
        self.add_spans(9, Glyph::Match, spans, &flat(pairs), Emits::Rows);
    }

    fn semi_pairs(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let out = unique(facts.out_for(Reason::Pair).filter_map(|out| out.left));
        let spans = match out[..] {
            [left] => {
                let right = facts.pairs.iter().find(|(there, _)| *there == left).map(|(_, right)| words.row(*right));
                let args =
                    [("left", words.row(left)), ("right", right.unwrap_or_else(|| "".into())), ("join", words.join())];
                words.say(m.semi_found, &args)
            }
            _ => words.say(m.semi_found_several, &[("rows", words.list_or_count(&out)), ("join", words.join())]),
        };
        self.add_spans(9, Glyph::Match, spans, &flat(&facts.pairs), Emits::Rows);
    }

    // ---- state ------------------------------------------------------------------------------------------

    /// Rows that found no partner and went into state.
    fn kept(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let mut told = BTreeSet::new();
        told.extend(flat(&facts.pairs));
        told.extend(&facts.due);
        told.extend(facts.over.iter().map(|(row, _)| *row));
        let stored = unique(facts.stored.iter().copied());
        let rows: Vec<RowId> = stored.into_iter().filter(|row| !told.contains(row)).collect();
        if !rows.is_empty() {
            let args = [("row", words.row(rows[0])), ("rows", words.list_or_count(&rows))];
            let spans = words.say(if rows.len() == 1 { m.stored } else { m.stored_several }, &args);
            self.add_spans(4, self.mark(rows[0], false), spans, &rows, Emits::Nothing);
        }
    }

    /// Rows that would leave in this very batch, so they are not put into state.
    fn not_stored(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let rows = unique(facts.evictable.iter().map(|(row, _)| *row));
        let [first, ref more @ ..] = rows[..] else { return };
        let last = facts.evictable[0].1.saturating_sub(1);
        let args = [
            ("row", words.row(first)),
            ("rows", words.list_or_count(&rows)),
            ("time", words.at(words.event_time(first))),
            ("last", words.at(last)),
            ("watermark", words.at(facts.evictable_at)),
        ];
        let pattern = match (more.is_empty(), words.interval().is_some()) {
            (true, true) => m.not_stored,
            (false, true) => m.not_stored_several,
            (true, false) => m.not_stored_window,
            (false, false) => m.not_stored_windows,
        };
        let spans = words.say(pattern, &args);
        self.add_spans(7, Glyph::Late, spans, &rows, Emits::Nothing);
    }

    /// Copies that left with their windows, by what came of it.
    fn windows_over(&mut self) {
        let facts = self.facts;
        // A semi join's left rows left with the pair that was told.
        let semi: BTreeSet<(RowId, Extent)> =
            facts.out_for(Reason::Pair).filter_map(|out| Some((out.left?, out.window?))).collect();
        let half = self.words.scenario().join.ty.half();
        let over = facts.over.iter().copied().filter(|copy| !(half && semi.contains(copy)));
        let padded: BTreeSet<(RowId, Extent)> =
            facts.out_for(Reason::NeverMatched).filter_map(|out: &Out| Some((out.alone()?, out.window?))).collect();
        let (alone, rest): (Vec<_>, Vec<_>) = over.partition(|copy| padded.contains(copy));
        self.copies_over(&rest, false);
        self.copies_over(&alone, true);
    }

    fn copies_over(&mut self, copies: &[(RowId, Extent)], padded: bool) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let rows = unique(copies.iter().map(|(row, _)| *row));
        let windows = unique(copies.iter().map(|(_, window)| *window));
        let [first, ..] = windows[..] else { return };
        let args = [
            ("rows", words.list_or_count(&rows)),
            ("windows", words.extents(&[first])),
            ("count", words.number(windows.len().max(copies.len()))),
            ("watermark", words.at(facts.over_at)),
            ("join", words.join()),
            ("row", words.row(rows[0])),
        ];
        let head = match (windows.len(), copies.len() == rows.len()) {
            (1, _) => m.over,
            (_, true) => m.over_several,
            (_, false) => m.over_copies,
        };
        let tail = match (padded, rows.len()) {
            (true, _) if copies.len() > rows.len() => m.copies_padded,
            (true, 1) => m.padded,
            (true, 2) => m.padded_both,
            (true, _) => m.padded_all,
            (false, _) => "",
        };
        let (weight, glyph, emits) =
            if padded { (9, Glyph::Null, Emits::Null) } else { (5, Glyph::Left, Emits::Nothing) };
        let whole = run_on(words.lang, [words.say(head, &args), words.say(tail, &args)]);
        let short = match (padded, rows.len()) {
            (true, _) if copies.len() > rows.len() => m.copies_padded_short,
            (true, 1) => m.over_padded,
            (true, _) => m.over_padded_several,
            (false, _) => head,
        };
        let spans = self.fit([whole, words.say(short, &args)]);
        self.add_spans(weight, glyph, spans, &rows, emits);
    }

    // ---- the next watermark -----------------------------------------------------------------------------

    fn next_watermark(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let marked: Vec<Side> = Side::BOTH.into_iter().filter(|side| words.marked(*side)).collect();
        let mark = |side: Side| words.spark_mark(self.view, side);
        if let Some(next) = facts.next {
            let max = words.scenario().watermark_policy == Some(Policy::Max);
            let pattern = match marked[..] {
                [_] => m.next_one,
                _ if max => m.next_max,
                _ => m.next_min,
            };
            let args = [
                ("time", words.at(next)),
                ("left", words.stream(Side::Left).into()),
                ("right", words.stream(Side::Right).into()),
                ("left_time", mark(Side::Left)),
                ("right_time", mark(Side::Right)),
                ("stream", marked.first().map_or("", |side| words.stream(*side)).into()),
            ];
            return self.add(5, Glyph::Watermark, pattern, &args);
        }
        if let Some(slow) = facts.held_back {
            let pattern = if self.view.watermark[slow].is_some() { m.next_held } else { m.next_held_none };
            let args = [
                ("stream", words.stream(slow.other()).into()),
                ("time", mark(slow.other())),
                ("slow", words.stream(slow).into()),
                ("slow_time", mark(slow)),
            ];
            self.add(5, Glyph::Watermark, pattern, &args);
        }
    }
}

impl Story<'_, '_> {
    /// The rule that decided the most telling thing of the step's batches.
    pub(super) fn rule_of_batches(&self) -> Option<Rule> {
        let words = self.words;
        let each = || self.batches.iter().map(|(_, facts)| facts);
        let first = |rule: &dyn Fn(&Facts) -> Option<Rule>| each().find_map(rule);
        let padded = first(&|facts| {
            let out = facts.out_for(Reason::NeverMatched).next()?;
            match (out.window, out.alone()) {
                (Some(window), _) => Some(words.rule_over(window, facts.over_at)),
                (None, row) => words.rule_leaves(row?, facts.due_at),
            }
        });
        let paired = first(&|facts| {
            let (left, right) = *facts.pairs.first()?;
            words.rule_match(left, right, right).or_else(|| Some(words.rule_equal(left, right, right)))
        });
        let late = first(&|facts| {
            let (row, window) = *facts.dropped.first()?;
            Some(match window {
                Some(window) => words.rule_copy_late(row, window, facts.dropped_at),
                None => words.rule_late(row, facts.dropped_at),
            })
        });
        let near = first(&|facts| {
            let (row, other) = *facts.near.first()?;
            let (left, right) = if words.side(row) == Side::Left { (row, other) } else { (other, row) };
            words.rule_match(left, right, row)
        });
        let gone = first(&|facts| match (facts.due.first(), facts.over.first()) {
            (Some(row), _) => words.rule_leaves(*row, facts.due_at),
            (None, Some((_, window))) => Some(words.rule_over(*window, facts.over_at)),
            (None, None) => None,
        });
        let next = || {
            each().next()?;
            let marked = Side::BOTH.into_iter().all(|side| words.marked(side));
            let mark = |side: Side| self.view.watermark[side].unwrap_or(0);
            marked.then(|| words.rule_slower(mark(Side::Left), mark(Side::Right)))
        };
        padded.or(paired).or(late).or(near).or(gone).or_else(next)
    }
}

impl Words<'_> {
    pub(in crate::explain) fn marked(&self, side: Side) -> bool {
        self.scenario().streams[side].watermark != Strategy::None && !self.is_table(side)
    }

    /// A side's mark; not heard yet, it counts as 0.
    fn spark_mark(&self, view: &super::View, side: Side) -> Arg {
        self.at(view.watermark[side].unwrap_or(0))
    }
}

fn flat(pairs: &[(RowId, RowId)]) -> Vec<RowId> {
    unique(pairs.iter().flat_map(|(left, right)| [*left, *right]))
}
