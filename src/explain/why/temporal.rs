//! Flink SQL's temporal join: left rows wait for their time, and take the version that holds then.

use super::{Emits, Glyph, Rule, Story};
use crate::{
    engine::RowId,
    explain::{Words, format::run_on},
    replay::View,
    scenario::{JoinType, RowKind, Side},
};

/// So many left rows are told one by one.
const NAMED: usize = 2;

impl Story<'_, '_> {
    pub(super) fn temporal_arrival(&mut self, row: RowId, kind: RowKind) {
        let words = self.words;
        let time = words.event_time(row);
        let before = self.facts.join.map_or(self.view.join_watermark, |(before, _)| before);
        let late = before.filter(|watermark| time <= *watermark);
        if words.side(row) == Side::Left { self.asks(row, late) } else { self.version(row, kind, late) }
    }

    fn asks(&mut self, row: RowId, late: Option<i64>) {
        let (words, m) = (self.words, self.m());
        let args = [
            ("row", words.row(row)),
            ("time", words.at(words.event_time(row))),
            ("noun", words.noun(Side::Right).into()),
            ("watermark", words.at_or_none(late)),
        ];
        let (pattern, glyph) = match late {
            Some(_) => (m.asks_late, Glyph::Quirk),
            None => (m.asks_later, self.mark(row, false)),
        };
        let spans = words.say(pattern, &args);
        self.add_spans(7, glyph, spans, &[row], Emits::Nothing);
    }

    fn version(&mut self, row: RowId, kind: RowKind, late: Option<i64>) {
        let (words, m) = (self.words, self.m());
        let info = words.rows().get(row);
        let next = words.version_after(self.view, row);
        let mut args = vec![
            ("row", words.row(row)),
            ("time", words.at(info.time)),
            ("key", words.key(row)),
            ("watermark", words.at_or_none(late)),
        ];
        let nouns = [("noun", words.noun(Side::Right).into()), ("nouns", words.nouns(Side::Left).into())];
        if info.key.is_null() {
            args.push(("noun", words.noun(Side::Left).into()));
            let spans = words.say(m.version_no_key, &args);
            return self.add_spans(7, self.mark(row, false), spans, &[row], Emits::Nothing);
        }
        args.extend(nouns);
        let pattern = match next {
            _ if !kind.adds() => m.version_ends,
            Some(next) => {
                args.push(("other", words.row(next)));
                args.push(("until", words.at(words.event_time(next))));
                m.version_between
            }
            None => m.version_added,
        };
        let spans = words.say(pattern, &args);
        self.add_spans(7, self.mark(row, false), spans, &[row], Emits::Nothing);
        if let Some((old, by)) = self.facts.replaced {
            let spans = words.say(m.version_replaced, &[("other", words.row(old)), ("row", words.row(by))]);
            self.add_spans(7, Glyph::Left, spans, &[], Emits::Nothing);
        }
        if late.is_some() {
            // In Chinese a noun has no plural, so both patterns know it by one name.
            let args = [
                ("watermark", words.at_or_none(late)),
                ("nouns", words.nouns(Side::Left).into()),
                ("noun", words.noun(Side::Left).into()),
            ];
            let spans = words.say(m.version_late, &args);
            self.add_spans(8, Glyph::Quirk, spans, &[row], Emits::Nothing);
        }
    }

    /// What the watermark set going: left rows take their versions, and old versions leave.
    pub(super) fn versions(&mut self) {
        self.taken();
        self.finds_none();
        self.superseded();
    }

    fn taken(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let noun = ("noun", words.noun(Side::Right).into());
        if facts.versions.len() > NAMED {
            let rows: Vec<RowId> = facts.versions.iter().map(|(left, _)| *left).collect();
            let about: Vec<RowId> = facts.versions.iter().flat_map(|(left, right)| [*left, *right]).collect();
            let spans = words.say(m.versions_taken, &[("rows", words.list_or_count(&rows)), noun]);
            return self.add_spans(9, Glyph::Match, spans, &about, Emits::Rows);
        }
        for (left, right) in facts.versions.iter().copied() {
            let args = [
                ("left", words.row(left)),
                ("right", words.row(right)),
                ("time", words.at(words.event_time(left))),
                noun.clone(),
            ];
            let spans = words.say(m.version_taken, &args);
            self.add_spans(9, Glyph::Match, spans, &[], Emits::Rows);
        }
    }

    fn finds_none(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let padded = words.scenario().join.ty == JoinType::Left;
        let pick = |plain, with_null| if padded { with_null } else { plain };
        let (glyph, emits) = if padded { (Glyph::Null, Emits::Null) } else { (Glyph::Left, Emits::Nothing) };
        let noun = ("noun", words.noun(Side::Right).into());
        if facts.no_version.len() > NAMED {
            let rows: Vec<RowId> = facts.no_version.iter().map(|(left, _)| *left).collect();
            let args = [("rows", words.list_or_count(&rows)), noun, ("join", words.join())];
            let spans = words.say(pick(m.no_versions, m.no_versions_padded), &args);
            return self.add_spans(9, glyph, spans, &rows, emits);
        }
        for (left, deletion) in facts.no_version.iter().copied() {
            let mut args = vec![
                ("left", words.row(left)),
                ("time", words.at(words.event_time(left))),
                ("key", words.key(left)),
                ("join", words.join()),
                noun.clone(),
            ];
            let pattern = match deletion {
                _ if words.rows().get(left).key.is_null() => pick(m.no_version_key, m.no_version_key_padded),
                Some(right) => {
                    args.push(("right", words.row(right)));
                    args.push(("at", words.at(words.event_time(right))));
                    pick(m.deleted, m.deleted_padded)
                }
                None => pick(m.no_version, m.no_version_padded),
            };
            let spans = words.say(pattern, &args);
            self.add_spans(9, glyph, spans, &[left], emits);
        }
    }

    fn superseded(&mut self) {
        let (words, m, facts) = (self.words, self.m(), self.facts);
        let [(row, by), ref more @ ..] = facts.superseded[..] else { return };
        let rows: Vec<RowId> = facts.superseded.iter().map(|(row, _)| *row).collect();
        let noun = ("noun", words.noun(Side::Left).into());
        let spans = if more.is_empty() {
            words.say(m.superseded, &[("row", words.row(row)), ("other", words.row(by)), noun])
        } else {
            words.say(m.superseded_several, &[("rows", words.list_or_count(&rows)), noun])
        };
        let spans = run_on(words.lang, [spans]);
        self.add_spans(5, Glyph::Left, spans, &rows, Emits::Nothing);
    }
}

impl Story<'_, '_> {
    pub(super) fn rule_of_versions(&self, arrived: Option<RowId>) -> Option<Rule> {
        let (words, facts) = (self.words, self.facts);
        if let [(left, right), ..] = facts.versions[..] {
            return Some(words.rule_takes(left, right, facts.answered_at));
        }
        let waits = arrived.filter(|row| words.side(*row) == Side::Left);
        if let (Some(row), Some(watermark)) = (waits, self.view.join_watermark)
            && watermark < words.event_time(row)
        {
            return Some(words.rule_waits(row, watermark));
        }
        self.rule_of_watermarks()
    }
}

impl Words<'_> {
    /// The version in state that ends this one's validity.
    pub(in crate::explain) fn version_after(&self, view: &View, row: RowId) -> Option<RowId> {
        let info = self.rows().get(row);
        let later = (info.key, info.time.saturating_add(1))..=(info.key, i64::MAX);
        view.versions.range(later).next().map(|(_, row)| *row)
    }

    /// The version in state that a left row would take now.
    pub(in crate::explain) fn version_for(&self, view: &View, row: RowId) -> Option<RowId> {
        let info = self.rows().get(row);
        let known = (info.key, i64::MIN)..=(info.key, info.time);
        let newest = view.versions.range(known).next_back().map(|(_, row)| *row)?;
        (!info.key.is_null() && self.rows().get(newest).kind.adds()).then_some(newest)
    }
}
