//! A watermark: what made it, what holds the join's, which rows it lets go next, what the join passes on.

use super::{
    super::{
        Rule, Span, Words, article,
        format::{Arg, run_on},
    },
    Panel,
};
use crate::{
    engine::{Effect, RowId, effect::Cause},
    replay::{Event, View},
    scenario::{Dialect, JoinKind, Policy, Side, Strategy},
};

impl Words<'_> {
    /// The panel for a side's watermark; `None`: the join's.
    pub fn watermark_panel(&self, view: &View, side: Option<Side>) -> Panel {
        let m = &self.m.whynot;
        let spark = self.scenario().dialect == Dialect::Spark;
        let now = match side {
            Some(side) => view.watermark[side],
            None => view.join_watermark,
        };
        let (mut answer, rule, mut ways) = match side {
            Some(side) => self.side_watermark(view, side),
            None if spark => self.spark_watermark(view),
            None => self.join_watermark(view),
        };
        let decides = side.is_none_or(|side| view.leads().is_none_or(|leads| leads == side));
        if self.follows_watermark() && now.is_some() && decides {
            let (sentence, way) = self.next_to_go(view);
            answer.push(sentence);
            ways.extend(way);
        }
        if side.is_none() {
            answer.push(self.passes_on(view));
        }
        let heading = match side {
            Some(side) => self.say_plain(m.of_stream, &[("stream", self.stream(side).into())]),
            None => m.of_join.to_string(),
        };
        let question = match now {
            Some(at) => self.say_plain(m.what_made, &[("time", self.at(at))]),
            None => m.why_none.to_string(),
        };
        answer.truncate(if side.is_some_and(|side| self.is_partitioned(side)) { 6 } else { 4 });
        Panel {
            heading,
            side,
            note: now.map_or_else(|| self.m.names.none.to_string(), |at| self.time(at)),
            question,
            answer: run_on(self.lang, answer),
            checks: Vec::new(),
            rule,
            ways,
        }
    }

    fn side_watermark(&self, view: &View, side: Side) -> (Vec<Vec<Span>>, Option<Rule>, Vec<super::WayOn>) {
        let m = &self.m.whynot;
        let noun = self.noun(side);
        let mut args =
            vec![("stream", Arg::from(self.stream(side))), ("noun", noun.into()), ("a", article(noun).into())];
        let (mut answer, mut rule, mut ways) = (Vec::new(), None, Vec::new());
        let strategy = self.scenario().streams[side].watermark;
        let moved = self.moved(view, side);
        match (strategy, moved) {
            (Strategy::None, _) => answer.push(self.say(m.strategy_none, &args)),
            (_, None) if let Some(step) = self.lost_in(view, side) => {
                answer.push(self.say(self.m.recovery.panel_lost, &[("step", self.step_link(step))]));
                ways.extend((step != view.step).then(|| self.show_step(step)));
            }
            (Strategy::Manual, None) => answer.push(self.say(m.none_manual, &args)),
            (Strategy::Bounded { .. }, None) if self.scenario().dialect == Dialect::Spark => {
                answer.push(self.say(m.none_batch, &args));
            }
            (Strategy::Bounded { .. }, None) => answer.push(self.say(m.none_bounded, &args)),
            (_, Some((step, _, Cause::Slowest { .. } | Cause::AllIdle { .. }))) => {
                answer.push(self.say(m.moved_in, &[("step", self.step_link(step))]));
                ways.extend((step != view.step).then(|| self.show_step(step)));
            }
            (_, Some((step, _, Cause::Step))) => {
                answer.push(self.say(m.step_set, &[("step", self.step_link(step))]));
                ways.extend((step != view.step).then(|| self.show_step(step)));
            }
            (_, Some((step, to, Cause::Newest { newest, delay }))) => {
                let less = newest.saturating_sub(delay).saturating_sub(to);
                args.extend([("newest", self.at(newest)), ("delay", self.duration(delay).into())]);
                args.extend(self.newest_row(side, newest, step).map(|row| ("row", self.row(row))));
                let pattern = match (less, delay) {
                    (0, 0) => m.newest_is,
                    (0, _) => m.newest_less,
                    (_, 0) => m.newest_1_ms,
                    _ => m.newest_less_1,
                };
                answer.push(self.say(pattern, &args));
                answer.push(self.say(m.moved_in, &[("step", self.step_link(step))]));
                rule = Some(self.rule_of_side(side, newest, delay, less, to));
                ways.extend((step != view.step).then(|| self.show_step(step)));
            }
        }
        let own = self.partitions_told(view, side);
        answer.splice(0..0, own);
        answer.extend(self.role(view, side));
        (answer, rule, ways)
    }

    /// Who holds a side of several partitions, and what would release it; or that it is idle.
    pub(in crate::explain) fn partitions_told(&self, view: &View, side: Side) -> Vec<Vec<Span>> {
        let m = &self.m.sources;
        let strategy = self.scenario().streams[side].watermark;
        if self.scenario().dialect == Dialect::Spark || self.is_table(side) {
            return Vec::new();
        }
        let by = view.holder(side, strategy.partitions());
        let partition = view.partition(side, by);
        let idle_at = |timeout: i64| self.times.clock.show(partition.heard.saturating_add(timeout));
        let mut args = vec![
            ("by", Arg::from(by.to_string())),
            ("time", self.at_or_none(partition.mark)),
            ("stream", self.stream(side).into()),
        ];
        args.extend(strategy.idle_timeout().map(|timeout| ("clock", idle_at(timeout).into())));
        let mut told = Vec::new();
        if view.idle[side] {
            told.push(self.say(m.panel_idle, &args));
        }
        if !self.is_partitioned(side) {
            if strategy.idle_timeout().is_some() && !view.idle[side] {
                told.push(self.say(m.panel_alone_idle, &args));
            }
            return told;
        }
        told.push(self.say(
            match (partition.idle, partition.mark) {
                (true, _) => m.panel_all_idle,
                (false, None) => m.panel_holds_none,
                (false, mark) if mark < view.watermark[side] => m.panel_behind,
                (false, _) => m.panel_holds,
            },
            &args,
        ));
        if !partition.idle {
            told.push(self.say(m.release_row_alone, &args));
            let pattern = if strategy.idle_timeout().is_some() { m.release_idle } else { m.release_never };
            told.push(self.say(pattern, &args));
        }
        told
    }

    /// The last move of a side's watermark: in which step, to what, and why. `None` where it is unset: it never moved, or a crash
    /// has taken it.
    pub(super) fn moved(&self, view: &View, side: Side) -> Option<(usize, i64, Cause)> {
        view.watermark[side]?;
        (1..=view.step.min(self.recording.len())).rev().find_map(|step| {
            self.recording.effects(step).collect::<Vec<_>>().into_iter().rev().find_map(|effect| match effect {
                Effect::Watermark { side: of, to, cause } if of == side => Some((step, to, cause)),
                _ => None,
            })
        })
    }

    /// The last step in which a start after a crash, or after a failed batch, found the side's watermark gone.
    fn lost_in(&self, view: &View, side: Side) -> Option<usize> {
        let lost = |effect: Effect| matches!(effect, Effect::WatermarkLost { side: of, .. } if of == side);
        (1..=view.step.min(self.recording.len())).rev().find(|step| self.recording.effects(*step).any(lost))
    }

    fn newest_row(&self, side: Side, newest: i64, step: usize) -> Option<RowId> {
        let mut rows = self.rows().iter();
        rows.find(|(_, info)| info.side == side && info.time == newest && (info.step as usize) < step)
            .map(|(row, _)| row)
    }

    /// What a side's watermark is to the join's.
    fn role(&self, view: &View, side: Side) -> Option<Vec<Span>> {
        let m = &self.m.whynot;
        if !self.follows_watermark() {
            return Some(self.say(m.unused, &[]));
        }
        let own = view.watermark[side]?;
        let other = side.other();
        let join = view.next_watermark.or(view.join_watermark);
        if view.idle[side] {
            return None;
        }
        if view.idle[other] {
            return Some(self.follows_alone(view, side));
        }
        if let Some(back) = self.back_behind(view).filter(|_| self.one_input()) {
            return Some(back);
        }
        let args = [
            ("other", Arg::from(self.stream(other))),
            ("other_time", self.at_or_none(view.watermark[other])),
            ("time", self.at_or_none(join)),
            ("stream", self.stream(side).into()),
        ];
        let spark = self.scenario().dialect == Dialect::Spark;
        let max = self.scenario().watermark_policy == Some(Policy::Max);
        let pattern = match view.watermark[other] {
            _ if !self.marked(other) => m.spark_one,
            // Not heard yet, it counts as 0.
            None if spark && max => return None,
            None if spark => m.spark_unheard,
            None => m.holding_none,
            Some(theirs) if max && theirs > own => m.ahead_counts,
            Some(theirs) if max && theirs < own => return None,
            Some(theirs) if theirs < own => m.not_holding,
            Some(theirs) if theirs > own => m.holds_join,
            Some(_) => m.even,
        };
        Some(self.say(pattern, &args))
    }

    fn join_watermark(&self, view: &View) -> (Vec<Vec<Span>>, Option<Rule>, Vec<super::WayOn>) {
        let m = &self.m.whynot;
        if !self.follows_watermark() && view.join_watermark.is_none() {
            return (vec![self.say(m.unused, &[])], None, Vec::new());
        }
        if self.rows().lookup() && view.join_watermark.is_some() {
            let args = [("stream", self.stream(Side::Left).into()), ("table", self.stream(Side::Right).into())];
            return (vec![self.say(m.of_one_stream, &args), self.say(m.unused, &[])], None, self.join_moved_in(view));
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| !view.idle[*side] && view.idle[side.other()])
            && view.join_watermark.is_some()
        {
            let mut answer = vec![self.follows_alone(view, side)];
            if !self.follows_watermark() {
                answer.push(self.say(m.unused, &[]));
            }
            return (answer, self.rule_passes(view), self.join_moved_in(view));
        }
        if view.idle.left && view.idle.right && view.join_watermark.is_some() {
            let mut answer = vec![self.say(self.m.sources.join_furthest, &self.both_sides(view))];
            if !self.follows_watermark() {
                answer.push(self.say(m.unused, &[]));
            }
            return (answer, self.rule_passes(view), self.join_moved_in(view));
        }
        let (Some(left), Some(right)) = (view.watermark.left, view.watermark.right) else {
            let without: Vec<Side> = Side::BOTH.into_iter().filter(|side| view.watermark[*side].is_none()).collect();
            let sentence = match without[..] {
                [side] => self.say(m.join_none, &[("streams", self.stream(side).into())]),
                _ => self.say(m.join_none_both, &[]),
            };
            return (vec![sentence], None, Vec::new());
        };
        if let Some(back) = self.back_behind(view) {
            return (vec![back], self.rule_passes(view), self.join_moved_in(view));
        }
        let mut answer = vec![self.say(m.join_min, &self.both_sides(view))];
        if !self.follows_watermark() {
            answer.push(self.say(m.unused, &[]));
        }
        let rule = self.rule_passes(view).or_else(|| Some(self.rule_slower(left, right)));
        (answer, rule, self.join_moved_in(view))
    }

    /// The step in which the join's watermark moved last.
    fn join_moved_in(&self, view: &View) -> Vec<super::WayOn> {
        let step = (1..=view.step)
            .rev()
            .find(|step| self.recording.effects(*step).any(|effect| matches!(effect, Effect::JoinWatermark { .. })));
        step.filter(|step| *step != view.step).map(|step| self.show_step(step)).into_iter().collect()
    }

    /// Of a side that was idle and is behind the join's watermark now that it is active again. An operator with two inputs waits
    /// for it; a window join of the DataStream API, which is one input, goes on without it (docs/engines.md).
    fn back_behind(&self, view: &View) -> Option<Vec<Span>> {
        let m = &self.m.sources;
        let active = !view.idle.left && !view.idle.right && self.scenario().dialect != Dialect::Spark;
        let join = view.join_watermark.filter(|_| active)?;
        let back = Side::BOTH.into_iter().find(|side| view.watermark[*side] < Some(join))?;
        let one_input = self.one_input();
        let args = [
            ("back", self.stream(back).into()),
            ("back_time", self.at_or_none(view.watermark[back])),
            ("other", self.stream(back.other()).into()),
        ];
        Some(self.say(if one_input { m.back_apart } else { m.back_waits }, &args))
    }

    /// Whether both streams are one input of the join.
    pub(super) fn one_input(&self) -> bool {
        let scenario = self.scenario();
        scenario.dialect == Dialect::FlinkDatastream && matches!(scenario.join.kind, JoinKind::Window { .. })
    }

    /// The other side is idle, so the join's watermark is this side's.
    fn follows_alone(&self, view: &View, side: Side) -> Vec<Span> {
        let args = [
            ("idle", self.stream(side.other()).into()),
            ("stream", self.stream(side).into()),
            ("time", self.at_or_none(view.join_watermark)),
        ];
        self.say(self.m.sources.join_alone, &args)
    }

    /// Both sides with their watermarks; in Spark one that was not heard counts as 0.
    fn both_sides(&self, view: &View) -> [(&'static str, Arg); 4] {
        let spark = self.scenario().dialect == Dialect::Spark;
        let time = |side: Side| self.at_or_none(view.watermark[side].or(spark.then_some(0)));
        [
            ("left", self.stream(Side::Left).into()),
            ("right", self.stream(Side::Right).into()),
            ("left_time", time(Side::Left)),
            ("right_time", time(Side::Right)),
        ]
    }

    /// Spark's: computed at the end of a batch, in force from the next.
    fn spark_watermark(&self, view: &View) -> (Vec<Vec<Span>>, Option<Rule>, Vec<super::WayOn>) {
        let m = &self.m.whynot;
        let (mut answer, mut ways) = (Vec::new(), Vec::new());
        if let Some((step, batch, time)) = self.in_force_since(view) {
            let args = [
                ("batch", batch.saturating_sub(1).to_string().into()),
                ("next", batch.to_string().into()),
                ("time", self.at(time)),
            ];
            answer.push(self.say(if batch == 0 { m.spark_start } else { m.spark_in_force }, &args));
            ways.extend((step != view.step).then(|| self.show_step(step)));
        } else {
            answer.push(self.say(if self.follows_watermark() { m.spark_start } else { m.unused }, &[]));
        }
        let marks = Side::BOTH.map(|side| self.marked(side).then(|| view.watermark[side].unwrap_or(0)));
        let max = self.scenario().watermark_policy == Some(Policy::Max);
        let mut rule = None;
        match marks {
            [Some(left), Some(right)] if view.batches > 0 => {
                let of_both = if max { left.max(right) } else { left.min(right) };
                let made = match view.join_watermark {
                    // A start lets the sides' marks be forgotten, and none is below 0.
                    Some(join) if of_both < join => m.never_back,
                    _ if max => m.join_max,
                    _ => m.join_min,
                };
                if let Some(next) = view.next_watermark {
                    let args = [("batch", view.batches.to_string().into()), ("time", self.at(next))];
                    answer.push(self.say(m.spark_next, &args));
                } else {
                    answer.push(self.say(made, &self.both_sides(view)));
                }
                let slower = made != m.never_back || view.next_watermark.is_some();
                rule = self.rule_passes(view).or_else(|| slower.then(|| self.rule_slower(left, right)));
            }
            [Some(_), None] => answer.push(self.say(m.spark_one, &[("stream", self.stream(Side::Left).into())])),
            [None, Some(_)] => answer.push(self.say(m.spark_one, &[("stream", self.stream(Side::Right).into())])),
            _ => {}
        }
        (answer, rule, ways)
    }

    /// The step and the batch from which Spark's watermark has been in force.
    fn in_force_since(&self, view: &View) -> Option<(usize, u32, i64)> {
        (1..=view.step.min(self.recording.len())).rev().find_map(|step| {
            let mut batch = 0;
            let mut found = None;
            for effect in self.recording.effects(step) {
                match effect {
                    Effect::BatchStarted { id, .. } => batch = id,
                    Effect::JoinWatermark { to, .. } => found = Some((step, batch, to)),
                    _ => {}
                }
            }
            found
        })
    }

    /// "At 12:10:00.001 it lets o3 go.", and a button that brings it there.
    fn next_to_go(&self, view: &View) -> (Vec<Span>, Option<super::WayOn>) {
        let m = &self.m.whynot;
        let ahead = self.recording.ahead(view);
        let Some(next) = ahead.first() else { return (self.say(m.nobody_waits, &[]), None) };
        let mut args = vec![("time", self.at(next.at))];
        let pattern = match next.what {
            Event::Leave | Event::ComeOut => {
                args.push(("rows", self.list_or_count(&next.rows)));
                m.next_to_go
            }
            Event::Fire | Event::End => {
                args.push(("window", self.extents(&next.windows[..next.windows.len().min(2)])));
                if next.what == Event::Fire { m.next_to_fire } else { m.next_to_end }
            }
        };
        let waits = |row: &RowId| view.leaves(self.rows(), *row).is_some();
        let row = next.rows.first().copied().or_else(|| {
            let of = |row: &RowId| view.open_windows(self.rows(), *row).first() == next.windows.first();
            self.rows().iter().map(|(row, _)| row).filter(waits).find(of)
        });
        let way = row.and_then(|row| self.release(view, row)).map(|(_, way)| way);
        (self.say(pattern, &args), way)
    }

    /// What goes downstream.
    fn passes_on(&self, view: &View) -> Vec<Span> {
        let m = &self.m.whynot;
        let Some(back) = self.recording.holds_back() else { return self.say(m.passes_none, &[]) };
        let Some(passed) = self.recording.passed_on(view) else { return self.say(m.passes_nothing, &[]) };
        let args = [("time", self.at(passed)), ("back", self.duration(back).into())];
        self.say(if back == 0 { m.passes_same } else { m.passes_behind }, &args)
    }

    fn rule_of_side(&self, side: Side, newest: i64, delay: i64, less: i64, to: i64) -> Rule {
        let m = &self.m.whynot;
        let mut lines = self.lines();
        lines.strong(m.newest, self.time(newest));
        for term in [delay, less].into_iter().filter(|term| *term != 0) {
            let term = format!("− {}", self.duration(term));
            lines.cell(&term, term.as_str());
        }
        lines.result(self.time(to));
        let caption = self.say_plain(m.rule_side, &[("stream", self.stream(side).into())]);
        Rule { caption, about: Vec::new(), lines: lines.lines }
    }

    /// "join − 2 h", where the join holds its watermark back.
    fn rule_passes(&self, view: &View) -> Option<Rule> {
        let m = &self.m.whynot;
        let back = self.recording.holds_back().filter(|back| *back != 0)?;
        let (join, passed) = (view.join_watermark?, self.recording.passed_on(view)?);
        let mut lines = self.lines();
        let term = format!("− {}", self.duration(back));
        lines.strong(m.join, self.time(join)).cell(&term, term.as_str()).result(self.time(passed));
        Some(Rule { caption: m.rule_passes.to_string(), about: Vec::new(), lines: lines.lines })
    }
}
