//! Rows of a lookup join: those of the table, and what the left ones were answered with.

use crate::{
    engine::{Effect, RowId},
    explain::{Span, Words},
    replay::{GoneBy, Pad, Phase, View},
    scenario::Side,
};

impl Words<'_> {
    /// The step in which a left row was looked up, and what the table had for it; the answer that stands, where a crash or a failed
    /// batch made it ask again.
    pub(in crate::explain) fn looked_up(&self, left: RowId) -> Option<(usize, Option<RowId>)> {
        let came = self.rows().get(left).step as usize + 1;
        let last = self.recording.len();
        (came..=last).filter(|step| self.recording.stands(*step, last)).find_map(|step| {
            self.recording.kept_effects(step).find_map(|effect| match effect {
                Effect::VersionTaken { left: of, right } if of == left => Some((step, Some(right))),
                Effect::NoVersion { left: of, .. } if of == left => Some((step, None)),
                _ => None,
            })
        })
    }

    /// The question that a row of a lookup asks, and its answer; `None` while it has not arrived or waits for a batch.
    pub(super) fn lookup_answer(&self, view: &View, row: RowId) -> Option<(&'static str, Vec<Vec<Span>>)> {
        let m = &self.m.lookup;
        Some(match (view.row(row).phase, self.side(row)) {
            (Phase::Held, _) => (m.why_in_table, self.stands(view, row)),
            (Phase::Gone(GoneBy::Done), Side::Right) => (m.what_deleted, self.has_deleted(view, row)),
            (Phase::Gone(_), Side::Right) => (m.why_no_more, self.no_more(view, row)),
            (Phase::Gone(_), Side::Left) => (m.why_answer, self.its_answer(view, row)),
            _ => return None,
        })
    }

    fn stands(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.lookup;
        let info = self.rows().get(row);
        let args = [
            ("key", self.key(row)),
            ("noun", self.noun(Side::Left).into()),
            ("step", self.step_link(info.step as usize + 1)),
        ];
        let found = if info.key.is_null() { m.is_found_by_none } else { m.is_found };
        let mut answer = vec![self.say(found, &args)];
        answer.extend(self.found_by(view, row));
        answer.push(self.say(m.stays_until, &[]));
        answer
    }

    fn found_by(&self, view: &View, row: RowId) -> Option<Vec<Span>> {
        let partners = self.partners(view, row);
        let named = ("others", self.list_or_count(&partners));
        (!partners.is_empty()).then(|| self.say(self.m.lookup.found_by, &[named]))
    }

    fn no_more(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.lookup;
        let ended = view.row(row).ended as usize;
        let by = self.recording.effects(ended).find_map(|effect| match effect {
            Effect::TablePut { row: by, replaced: Some(old) } if old == row => Some((m.was_replaced, by)),
            Effect::TableDeleted { by, row: Some(old) } if old == row => Some((m.was_deleted, by)),
            _ => None,
        });
        let mut answer = Vec::new();
        if let Some((pattern, by)) = by {
            answer.push(self.say(pattern, &[("other", self.row(by)), ("step", self.step_link(ended))]));
        }
        match self.found_by(view, row) {
            Some(found) => answer.extend([found, self.say(m.they_stay, &[])]),
            None => answer.push(self.say(m.found_by_none, &[])),
        }
        answer
    }

    fn has_deleted(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let m = &self.m.lookup;
        let ended = view.row(row).ended as usize;
        let old = self.recording.effects(ended).find_map(|effect| match effect {
            Effect::TableDeleted { by, row: old } if by == row => old,
            _ => None,
        });
        let mut args = vec![("step", self.step_link(ended)), ("key", self.key(row))];
        args.extend(old.map(|old| ("other", self.row(old))));
        vec![self.say(if old.is_some() { m.deleted_row } else { m.deleted_nothing }, &args)]
    }

    fn its_answer(&self, view: &View, row: RowId) -> Vec<Vec<Span>> {
        let (m, s) = (&self.m.lookup, &self.m.selected);
        let Some((step, found)) = self.looked_up(row) else { return Vec::new() };
        let key = self.rows().get(row).key;
        let mut args = vec![("step", self.step_link(step)), ("key", self.key(row)), ("join", self.join())];
        args.extend(found.map(|other| ("other", self.row(other))));
        let pattern = match found {
            Some(_) => m.asked_found,
            None if key.is_null() => m.asked_no_key,
            None => m.asked_none,
        };
        let mut answer = vec![self.say(pattern, &args)];
        let half = self.scenario().join.ty.half();
        if found.is_none() && !half {
            let emitted = view.row(row).pad == Pad::Emitted;
            answer.push(self.say(if emitted { s.emitted_null } else { s.emitted_nothing }, &args));
        }
        // What the table has now, where that is something else.
        let now = view.table.get(&key).copied().filter(|_| !key.is_null());
        if now != found {
            answer.push(match now {
                Some(now) => self.say(m.now_other, &[("other", self.row(now))]),
                None => self.say(m.now_none, &[]),
            });
        }
        answer
    }
}
