//! Lookup joins: the table changes, and left rows are answered with what it has then.

use super::{Emits, Facts, Glyph, Rule, Story};
use crate::{
    engine::RowId,
    replay::{GoneBy, Phase},
    scenario::{Dialect, JoinType, Side},
    sorting,
};

/// So many left rows of a batch are told one by one.
const NAMED: usize = 2;

impl Story<'_, '_> {
    pub(super) fn lookup_arrival(&mut self, row: RowId) {
        match self.words.side(row) {
            Side::Right => self.table_changes(row),
            Side::Left => {
                let before = self.facts.join.map_or(self.view.join_watermark, |(before, _)| before);
                self.looked_up();
                self.not_late_here(before);
                self.add(2, Glyph::Nothing, self.words.m.lookup.not_kept, &[]);
            }
        }
    }

    /// A row of the table is put or deleted.
    pub(super) fn table_changes(&mut self, row: RowId) {
        let (words, m) = (self.words, &self.words.m.lookup);
        let key = words.rows().get(row).key;
        let (pattern, other) = match (self.facts.put.first(), self.facts.deleted.first()) {
            (Some(_), _) if key.is_null() => (m.put_no_key, None),
            (Some((_, Some(old))), _) => (m.put_instead, Some(*old)),
            (Some(_), _) => (m.put, None),
            (None, Some((_, Some(old)))) => (m.deleted, Some(*old)),
            (None, _) => (m.deleted_none, None),
        };
        let mut args = vec![("row", words.row(row)), ("key", words.key(row)), ("noun", words.noun(Side::Left).into())];
        args.extend(other.map(|other| ("other", words.row(other))));
        let glyph = if pattern == m.deleted { Glyph::Left } else { self.mark(row, false) };
        self.add(8, glyph, pattern, &args);
        if pattern == m.deleted_none || key.is_null() {
            return;
        }
        // Those of the key that have their answer, and those that wait for a batch and will have this one.
        let of_key = |phase: Phase| -> Vec<RowId> {
            let mine = words.rows().iter().filter(|(_, info)| info.side == Side::Left && info.key == key);
            mine.map(|(row, _)| row).filter(|row| self.view.row(*row).phase == phase).collect()
        };
        let (answered, waits) = (of_key(Phase::Gone(GoneBy::Done)), of_key(Phase::Pending));
        let waits_for = if other.is_some() && pattern == m.deleted { m.waits_deleted } else { m.waits_for_it };
        for (rows, pattern, weight) in [(waits, waits_for, 7), (answered, m.never_corrected, 6)] {
            if !rows.is_empty() {
                let spans = words.say(pattern, &[("rows", words.list_or_count(&rows))]);
                self.add_spans(weight, Glyph::Quirk, spans, &rows, Emits::Nothing);
            }
        }
    }

    /// Left rows and their answers.
    pub(super) fn looked_up(&mut self) {
        self.found();
        self.found_none();
    }

    fn found(&mut self) {
        let (words, facts) = (self.words, self.facts);
        let m = &words.m.lookup;
        let ty = words.scenario().join.ty;
        let (emits, glyph) =
            if ty == JoinType::Anti { (Emits::Nothing, Glyph::Left) } else { (Emits::Rows, Glyph::Match) };
        if facts.versions.len() > NAMED {
            let rows: Vec<RowId> = facts.versions.iter().map(|(left, _)| *left).collect();
            let about: Vec<RowId> = facts.versions.iter().flat_map(|(left, right)| [*left, *right]).collect();
            let spans = words.say(m.found_several, &[("rows", words.list_or_count(&rows))]);
            return self.add_spans(9, glyph, spans, &about, emits);
        }
        for (left, right) in facts.versions.iter().copied() {
            let pattern = match ty {
                JoinType::Semi => m.found_semi,
                JoinType::Anti => m.found_anti,
                _ => m.found,
            };
            let (time, last) = (words.event_time(left), words.event_time(right));
            let args = [
                ("left", words.row(left)),
                ("right", words.row(right)),
                ("key", words.key(left)),
                ("join", words.join()),
                ("time", words.at(time)),
                ("last", words.at(last)),
            ];
            self.add_out(emits, glyph, pattern, &args);
            if words.rows().get(right).step > words.rows().get(left).step {
                self.add(7, Glyph::Quirk, m.came_after, &args);
            } else if last > time {
                self.add(5, Glyph::Quirk, m.later_time, &args);
            }
        }
    }

    fn found_none(&mut self) {
        let (words, facts) = (self.words, self.facts);
        let m = &words.m.lookup;
        let pick = |null, out, nothing| match words.scenario().join.ty {
            JoinType::Left => (null, Emits::Null),
            JoinType::Anti => (out, Emits::Rows),
            _ => (nothing, Emits::Nothing),
        };
        let glyph = |emits: Emits, row: RowId| match emits {
            Emits::Null => Glyph::Null,
            Emits::Rows => Glyph::Mark { side: words.side(row), filled: false },
            Emits::Nothing => Glyph::Left,
        };
        let rows: Vec<RowId> = facts.no_version.iter().map(|(left, _)| *left).collect();
        if rows.len() > NAMED {
            let args = [("rows", words.list_or_count(&rows)), ("join", words.join())];
            let (pattern, emits) = pick(m.none_null_several, m.none_out_several, m.none_several);
            let spans = words.say(pattern, &args);
            return self.add_spans(9, glyph(emits, rows[0]), spans, &rows, emits);
        }
        for left in rows {
            let (pattern, emits) = if words.rows().get(left).key.is_null() {
                pick(m.no_key_null, m.no_key_out, m.no_key)
            } else {
                pick(m.none_null, m.none_out, m.none)
            };
            let args = [("left", words.row(left)), ("key", words.key(left)), ("join", words.join())];
            self.add_out(emits, glyph(emits, left), pattern, &args);
        }
    }

    /// Rows behind the watermark, which any other join might drop.
    pub(super) fn not_late_here(&mut self, watermark: Option<i64>) {
        let (words, facts) = (self.words, self.facts);
        let m = &words.m.lookup;
        // Spark's starts at 0, which says nothing yet.
        let spark = words.scenario().dialect == Dialect::Spark;
        let Some(watermark) = watermark.filter(|watermark| !spark || *watermark > 0) else { return };
        let asked = facts.versions.iter().map(|(left, _)| *left).chain(facts.no_version.iter().map(|(left, _)| *left));
        let mut late: Vec<RowId> = asked.filter(|row| words.event_time(*row) <= watermark).collect();
        sorting::sort(&mut late);
        let [first, ref more @ ..] = late[..] else { return };
        let args = [
            ("left", words.row(first)),
            ("rows", words.list_or_count(&late)),
            ("time", words.at(words.event_time(first))),
            ("watermark", words.at(watermark)),
        ];
        let spans = words.say(if more.is_empty() { m.not_late } else { m.not_late_several }, &args);
        self.add_spans(6, Glyph::Quirk, spans, &late, Emits::Nothing);
    }

    /// The key of the row that was looked up, and that of what it found.
    pub(super) fn rule_of_lookup(&self) -> Option<Rule> {
        let words = self.words;
        let each = std::iter::once(self.facts).chain(self.batches.iter().map(|(_, facts)| facts));
        let (left, right) = each.into_iter().find_map(|facts: &Facts| facts.versions.first().copied())?;
        Some(Rule { caption: words.m.lookup.rule_table.to_string(), ..words.rule_equal(left, right, left) })
    }
}
