//! "Why no output?": nothing is selected, rows wait, and nothing comes out.

use std::{cmp::Ordering, collections::BTreeSet};

use super::{
    super::{Span, Words, format::Arg},
    Check, Panel, Way, WayOn,
};
use crate::{
    engine::{Effect, Key, Plan, RowId, keys_match},
    replay::{Event, GoneBy, Next, Pad, Phase, RowView, View},
    scenario::{Dialect, JoinKind, JoinType, Side},
};

/// Only so many of the rows that came last are looked through for one that nearly matched.
const LOOKED_AT: usize = 300;
const REASONS: usize = 4;

/// The reasons as they are found, those that help most first.
#[derive(Default)]
struct Reasons {
    told: Vec<Check>,
}

impl Reasons {
    fn add(&mut self, spans: Vec<Span>, way: Option<WayOn>) {
        if self.told.len() < REASONS {
            // One button for one thing to do.
            let way = way.filter(|way| self.told.iter().all(|told| told.way.as_ref() != Some(way)));
            self.told.push(Check { holds: None, spans, way });
        }
    }
}

impl Words<'_> {
    /// Why nothing has come out so far, or nothing in this step though rows wait. `None` where something did, or nothing could:
    /// before the first row.
    pub fn no_output(&self, view: &View) -> Option<Panel> {
        let m = &self.m.whynot;
        if self.recording.outcome().is_err_and(|stopped| stopped.step.is_none()) {
            return None;
        }
        let arrived = view.step.checked_sub(1).and_then(|index| self.rows().of_step(index));
        let came = self.recording.arrived(view).next().is_some();
        let waits = view.held.left + view.held.right + view.pending.left + view.pending.right > 0;
        if !came
            || self.recording.emitted(view.step).next().is_some()
            || (view.emitted > 0 && !waits && arrived.is_none())
        {
            return None;
        }
        let mut reasons = Reasons::default();
        let so_far = view.emitted == 0;
        self.plan_reasons(view, &mut reasons);
        self.row_reasons(view, arrived, so_far, &mut reasons);
        self.time_reasons(view, &mut reasons);
        self.silent_reasons(view, so_far, &mut reasons);
        if reasons.told.is_empty() {
            return None;
        }
        Some(Panel {
            heading: m.why_no_output.to_string(),
            side: None,
            note: if so_far { m.none_so_far } else { m.none_this_step }.to_string(),
            question: String::new(),
            answer: Vec::new(),
            checks: reasons.told,
            rule: None,
            ways: Vec::new(),
        })
    }

    /// What the engine makes of the setup, and batches that have not run.
    fn plan_reasons(&self, view: &View, reasons: &mut Reasons) {
        let m = &self.m.whynot;
        let pending = view.pending.left + view.pending.right;
        if pending > 0 {
            // The last that came, mostly.
            let of = self.recording.arrived(view).rev().filter(|row| view.row(*row).phase == Phase::Pending);
            let mut waiting: Vec<RowId> = of.take(usize::try_from(pending).unwrap_or(usize::MAX)).collect();
            waiting.reverse();
            let args = [("rows", self.list_or_count(&waiting)), ("batch", view.batches.to_string().into())];
            let way = WayOn { label: m.next_batch.to_string(), way: Way::Insert(vec![Next::Batch]) };
            let pattern = if waiting.len() == 1 { m.pending_row } else { m.pending_rows };
            reasons.add(self.say(pattern, &args), Some(way));
        }
        match self.recording.outcome() {
            Ok(Plan::NoJoin) => reasons.add(self.say(m.plan_no_join, &[]), None),
            Ok(Plan::NeverFires { without }) => {
                reasons.add(self.say(m.plan_never_fires, &[("stream", self.stream(without).into())]), None);
            }
            Ok(Plan::NeverEvicts { without }) if self.pads() => {
                reasons.add(self.say(m.plan_never_pads, &[("stream", self.stream(without).into())]), None);
            }
            _ => {}
        }
    }

    fn pads(&self) -> bool {
        let ty = self.scenario().join.ty;
        ty.outer(Side::Left) || ty.outer(Side::Right) || ty == JoinType::Anti
    }

    /// No partner: none came, none of its key, or one that is out of reach.
    fn row_reasons(&self, view: &View, arrived: Option<RowId>, so_far: bool, reasons: &mut Reasons) {
        let m = &self.m.whynot;
        if self.recording.outcome() == Ok(Plan::NoJoin) {
            return;
        }
        if self.rows().lookup() {
            return self.lookup_reasons(view, arrived, reasons);
        }
        let came = |side: Side| self.recording.arrived(view).filter(move |row| self.side(*row) == side);
        for side in Side::BOTH {
            // A left row asks for versions, whether there are some or not.
            if came(side).next().is_none() && !(self.rows().versioned() && side == Side::Right) {
                let args = [
                    ("stream", self.stream(side.other()).into()),
                    ("other", self.stream(side).into()),
                    ("join", self.join()),
                ];
                match (self.scenario().join.ty, side) {
                    (JoinType::Anti, Side::Left) => reasons.add(self.say(m.no_left_rows, &args), None),
                    // It needs no pair.
                    (JoinType::Anti, Side::Right) => {}
                    _ => reasons.add(self.say(m.no_rows, &args), None),
                }
                return;
            }
        }
        if self.rows().versioned() {
            return;
        }
        // What did not match in this step, or so far, and was there to match.
        let looks = |row: &RowId| {
            view.row(*row).matches == 0
                && (so_far || arrived.is_none_or(|of| of == *row || self.side(of) != self.side(*row)))
        };
        if !so_far && arrived.is_none() {
            return;
        }
        let last = |side: Side| came(side).rev().take(LOOKED_AT).filter(looks);
        let mut nearest: Option<(i64, RowId, RowId)> = None;
        let mut equal = None;
        let scenario = self.scenario();
        let rights: Vec<RowId> = last(Side::Right).collect();
        for left in last(Side::Left) {
            for right in rights.iter().copied() {
                let keys = (self.rows().get(left).key, self.rows().get(right).key);
                if !keys_match(scenario.dialect, scenario.join.ty, keys.0, keys.1)
                    || arrived.is_some_and(|of| !so_far && of != left && of != right)
                {
                    continue;
                }
                let miss = self.miss(left, right);
                if miss > 0 && nearest.is_none_or(|(best, ..)| miss < best) {
                    nearest = Some((miss, left, right));
                }
                equal = equal.or(Some((left, right)));
            }
        }
        let alone = |row: &RowId| view.row(*row).matches == 0 && view.row(*row).phase == Phase::Held;
        let (left, right, pattern) = match (nearest, equal) {
            (Some((_, left, right)), _) => {
                let pattern = match self.event_time(right).cmp(&self.event_time(left)) {
                    _ if self.interval().is_none() => m.no_shared_window,
                    Ordering::Less => m.near_before,
                    Ordering::Equal => m.near_same,
                    Ordering::Greater => m.near_after,
                };
                (left, right, pattern)
            }
            (None, Some((left, right))) if !self.both_wait(view, left, right) => (left, right, m.apart),
            (None, Some(_)) => return,
            (None, None) => {
                let lonely = |row: RowId| !self.partner_came(view, row);
                let pattern = match arrived.filter(|_| !so_far) {
                    Some(row) if self.keyless(row) => {
                        return reasons.add(self.say(m.no_key_row, &[("rows", self.row(row))]), Some(self.select(row)));
                    }
                    Some(row) if lonely(row) => m.no_partner_key,
                    None if came(Side::Left).all(lonely) => m.no_equal_key,
                    _ => return,
                };
                let [left, right] = Side::BOTH.map(|side| Arg::from(self.stream(side)));
                let mut args = vec![("left", left), ("right", right)];
                if let Some(row) = arrived {
                    let noun = self.noun(self.side(row).other());
                    args.extend([("noun", noun.into()), ("key", self.key(row))]);
                }
                let lone = arrived.filter(|row| alone(row)).or_else(|| came(Side::Left).find(alone));
                let way = lone.map(|row| self.select(row));
                return reasons.add(self.say(pattern, &args), way);
            }
        };
        let apart = self.event_time(right).saturating_sub(self.event_time(left)).saturating_abs();
        let args = [
            ("first", self.row(left)),
            ("second", self.row(right)),
            ("key", self.key(left)),
            ("diff", self.duration(apart).into()),
            ("bounds", self.bounds()),
        ];
        let label = self.say_plain(m.compare_rows, &args);
        reasons.add(self.say(pattern, &args), Some(WayOn { label, way: Way::Select(vec![left, right]) }));
    }

    /// A lookup: the table changed, or what was looked up found nothing that comes out.
    fn lookup_reasons(&self, view: &View, arrived: Option<RowId>, reasons: &mut Reasons) {
        let m = &self.m.lookup;
        let asked = |step: usize| {
            self.recording.effects(step).find_map(|effect| match effect {
                Effect::VersionTaken { left, .. } => Some((left, m.none_anti)),
                Effect::NoVersion { left, .. } => Some((left, m.none_found)),
                _ => None,
            })
        };
        let silent = asked(view.step).or_else(|| (1..=view.step).rev().find_map(asked).filter(|_| view.emitted == 0));
        if arrived.is_some_and(|row| self.side(row) == Side::Right) {
            reasons.add(self.say(m.none_table_change, &[]), None);
        }
        match silent {
            Some((row, pattern)) => {
                let args = [("row", self.row(row)), ("join", self.join())];
                reasons.add(self.say(pattern, &args), Some(self.select(row)));
            }
            None if view.emitted == 0 => reasons.add(self.say(m.never_asked, &[]), None),
            None => {}
        }
    }

    /// How far two rows are from matching in time, ms; 0 where time is not what keeps them apart.
    fn miss(&self, left: RowId, right: RowId) -> i64 {
        let apart = self.event_time(right).saturating_sub(self.event_time(left));
        if let Some(interval) = self.interval() {
            let (low, high) = interval.inclusive();
            return low.saturating_sub(apart).max(apart.saturating_sub(high)).max(0);
        }
        if !matches!(self.scenario().join.kind, JoinKind::Window { .. }) || self.by_session() {
            return 0;
        }
        let theirs: Vec<_> = self.rows().windows(right).collect();
        if self.rows().windows(left).any(|span| theirs.contains(&span)) { 0 } else { apart.saturating_abs().max(1) }
    }

    /// Two rows that wait for a batch, or for their window, are not apart.
    fn both_wait(&self, view: &View, left: RowId, right: RowId) -> bool {
        let waits = |row: RowId| matches!(view.row(row).phase, Phase::Held | Phase::Pending);
        waits(left) && waits(right)
    }

    fn select(&self, row: RowId) -> WayOn {
        let label = self.say_plain(self.m.whynot.show_row, &[("row", self.id(row).into())]);
        WayOn { label, way: Way::Select(vec![row]) }
    }

    /// A watermark that has not come so far, and which side's it is.
    fn time_reasons(&self, view: &View, reasons: &mut Reasons) {
        let m = &self.m.whynot;
        if !self.follows_watermark() {
            return;
        }
        let now = match view.join_watermark {
            Some(at) => {
                let spark = self.scenario().dialect == Dialect::Spark;
                self.say(if spark { m.now_in_force } else { m.now_at }, &[("time", self.at(at))])
            }
            None => self.say(m.now_none, &[]),
        };
        let ahead = self.recording.ahead(view);
        let waits = ahead.iter().find_map(|next| {
            let row = match next.what {
                Event::Leave => next
                    .rows
                    .iter()
                    .copied()
                    .find(|row| view.row(*row).matches == 0 && self.scenario().join.ty.outer(self.side(*row))),
                Event::ComeOut => next.rows.first().copied(),
                Event::Fire | Event::End => {
                    let of = |row: &RowId| {
                        view.open_windows(self.rows(), *row).iter().any(|span| next.windows.contains(span))
                    };
                    let held = self.recording.held_rows(view);
                    held.left
                        .iter()
                        .chain(&held.right)
                        .copied()
                        .filter(|row| view.row(*row).copies > 0 && of(row))
                        .min()
                }
            }?;
            Some((next, row))
        });
        let Some((next, row)) = waits else { return };
        let mut args = vec![("row", self.row(row)), ("now", now.into()), ("due", self.at(next.at))];
        if let Some(window) = next.windows.first() {
            args.push(("window", self.extent(*window)));
        }
        let pattern = match next.what {
            Event::Leave => m.waits_null,
            Event::ComeOut => m.waits_version,
            Event::Fire => m.waits_window,
            Event::End => m.waits_window_over,
        };
        let way = self.release(view, row).map(|(_, way)| way);
        reasons.add(self.say(pattern, &args), way);
        self.slower_side(view, reasons);
    }

    fn slower_side(&self, view: &View, reasons: &mut Reasons) {
        let m = &self.m.whynot;
        if self.scenario().dialect == Dialect::Spark {
            return;
        }
        // An idle side is waited for by nobody.
        if view.idle.left || view.idle.right {
            return;
        }
        let Some(side) = view.watermark.slower() else { return };
        if self.one_input() && view.watermark[side] < view.join_watermark {
            return;
        }
        let stream = ("stream", Arg::from(self.stream(side)));
        match (view.watermark[side], self.moved(view, side)) {
            (Some(at), Some((step, ..))) => {
                let args = [stream, ("time", self.at(at)), ("step", self.step_link(step))];
                reasons.add(self.say(m.slow_side, &args), (step != view.step).then(|| self.show_step(step)));
            }
            _ => reasons.add(self.say(m.slow_none, &[stream]), None),
        }
    }

    /// Rows of which the join says nothing: unmatched in an inner join, late, without a key.
    fn silent_reasons(&self, view: &View, so_far: bool, reasons: &mut Reasons) {
        let m = &self.m.whynot;
        let steps = if so_far { 1 } else { view.step.max(1) }..=view.step;
        let (mut late, mut silent, mut late_in) = (Vec::new(), Vec::new(), None);
        // What ended in this step is among its rows.
        let rows: BTreeSet<RowId> = match so_far {
            true => self.recording.arrived(view).collect(),
            false => self.recording.touched(view.step).collect(),
        };
        for row in rows {
            let (seen, info) = (view.row(row), self.rows().get(row));
            if !steps.contains(&(seen.ended as usize)) {
                continue;
            }
            match seen.phase {
                Phase::NotKept { late: true } if seen.matches == 0 => {
                    late.push(row);
                    late_in = late_in.or(Some(seen.ended as usize));
                }
                Phase::Gone(GoneBy::Watermark) if self.left_silently(seen, info.side) => silent.push(row),
                _ => {}
            }
        }
        if !late.is_empty() {
            let dropped = |late: &RowId| {
                let mut effects = self.recording.effects(view.row(*late).ended as usize);
                effects.any(|effect| matches!(effect, Effect::Dropped { row, .. } if row == *late))
            };
            if late.iter().any(dropped) {
                let pattern = if late.len() == 1 { m.late_row } else { m.late_rows };
                let way = late_in.filter(|step| *step != view.step).map(|step| self.show_step(step));
                reasons.add(
                    self.say(pattern, &[("rows", self.list_or_count(&late))]),
                    way.or_else(|| late.first().map(|row| self.select(*row))),
                );
            }
        }
        if !silent.is_empty() {
            let side = silent.first().map_or(Side::Left, |row| self.side(*row));
            let args = [
                ("join", self.join()),
                ("rows", self.list_or_count(&silent)),
                ("nouns", self.nouns(side).into()),
                ("noun", self.noun(side).into()),
            ];
            let pattern = match self.scenario().join.ty {
                JoinType::Anti => m.anti_silent,
                JoinType::Inner | JoinType::Full => m.inner_silent,
                JoinType::Left | JoinType::Right | JoinType::Semi => m.side_silent,
            };
            reasons.add(self.say(pattern, &args), silent.first().map(|row| self.select(*row)));
        }
        let mut null_keys = if so_far { self.rows().of_key(Key::NULL).to_vec() } else { Vec::new() };
        null_keys.retain(|row| matches!(view.row(*row).phase, Phase::Held | Phase::Ignored));
        if !null_keys.is_empty() && self.scenario().join.ty != JoinType::Full {
            let pattern = if null_keys.len() == 1 { m.no_key_row } else { m.no_key_rows };
            let way = null_keys.first().map(|row| self.select(*row));
            reasons.add(self.say(pattern, &[("rows", self.list_or_count(&null_keys))]), way);
        }
        let waits = view.held.left + view.held.right > 0;
        if waits && !self.pads() && !matches!(self.scenario().join.kind, JoinKind::Window { .. } | JoinKind::Temporal) {
            let held = self.recording.held_rows(view);
            let first = held.left.first().into_iter().chain(held.right.first()).min();
            reasons.add(self.say(m.inner_waits, &[("join", self.join())]), first.map(|row| self.select(*row)));
        }
    }

    /// Whether a row that left came out neither with a partner nor without. Of a semi or anti join only left rows come out at all.
    fn left_silently(&self, seen: RowView, side: Side) -> bool {
        let ty = self.scenario().join.ty;
        if ty.half() { side == Side::Left && seen.pad != Pad::Emitted } else { seen.matches == 0 && !ty.outer(side) }
    }
}
