//! Checkpoints and crashes: what memory lost, what came back, what was read again, and what sinks have of it.
//!
//! The engine's effects say all of it. That a plain sink has a row twice, and one that commits with checkpoints (in Spark: goes
//! by batch ids) once, is a model: no sink was asked. The rule under the sentences says so.

use super::{Arg, Effect, Emits, Glyph, Rule, Side, Story};
use crate::{engine::RowId, explain::messages::Recovery, replay::Batch, sorting};

impl Story<'_, '_> {
    fn recovery(&self) -> &'static Recovery {
        &self.words.m.recovery
    }

    fn effects(&self) -> Vec<Effect> {
        self.words.recording.effects(self.view.step).collect()
    }

    pub(super) fn checkpoint(&mut self) {
        let m = self.recovery();
        let held = self.view.held;
        for effect in self.effects() {
            if let Effect::Checkpointed { id } = effect {
                let args = [("id", id.to_string().into()), ("count", (held.left + held.right).to_string().into())];
                self.add(9, Glyph::Checkpoint, m.checkpoint, &args);
                self.add(5, Glyph::Again, m.from_now_on, &[]);
            }
        }
    }

    /// A crash of a Flink job.
    pub(super) fn crash(&mut self) {
        let (words, m) = (self.words, self.recovery());
        let effects = self.effects();
        let came_back_to = words.recording.came_back_to(self.view.step).unwrap_or(0);
        let mut read: Vec<RowId> = Vec::new();
        let (mut again, mut expired) = (false, false);
        let mut ttl_over = Vec::new();
        for effect in &effects {
            match *effect {
                Effect::Restored { checkpoint: Some(id), held } => {
                    let args = [
                        ("id", id.to_string().into()),
                        ("step", came_back_to.to_string().into()),
                        ("count", (held.left + held.right).to_string().into()),
                    ];
                    self.add(9, Glyph::Crash, m.back_at, &args);
                }
                Effect::Restored { checkpoint: None, .. } => self.add(9, Glyph::Crash, m.back_at_start, &[]),
                Effect::ExpiredLost { .. } => expired = true,
                Effect::Left { row, why: super::Gone::Ttl { .. } } if !again => ttl_over.push(row),
                Effect::Replayed { row, .. } => {
                    again = true;
                    if !read.contains(&row) {
                        read.push(row);
                    }
                }
                Effect::ReplayedWatermark { .. } => again = true,
                _ => {}
            }
        }
        if let Some(marks) = self.marks_lost(&effects) {
            let now = self.view.join_watermark.filter(|_| words.follows_watermark());
            let pattern = if now.is_some() { m.lost_and_told } else { m.lost };
            self.add(8, Glyph::Watermark, pattern, &[("marks", marks), ("now", words.at_or_none(now))]);
        }
        if expired {
            self.add(5, Glyph::Quirk, m.expired_lost, &[]);
        }
        if !ttl_over.is_empty() {
            let spans = words.say(m.ttl_over, &[("rows", words.list_or_count(&ttl_over))]);
            self.add_spans(7, Glyph::Clock, spans, &ttl_over, Emits::Nothing);
        }
        let pattern = match (read.is_empty(), again) {
            (false, _) => m.read_again,
            (true, true) => m.read_again_marks,
            (true, false) => m.read_nothing,
        };
        let spans = words.say(pattern, &[("rows", words.list_or_count(&read))]);
        self.add_spans(7, Glyph::Again, spans, &read, Emits::Nothing);
        self.out_again();
    }

    /// "orders 11:40, shipments 11:45 and the join 11:40"; `None` if there was none to lose.
    fn marks_lost(&self, effects: &[Effect]) -> Option<Arg> {
        let (words, m) = (self.words, self.recovery());
        let marks: Vec<Arg> = effects
            .iter()
            .filter_map(|effect| match *effect {
                Effect::WatermarkLost { side, was } => {
                    let args = [("stream", words.stream(side).into()), ("time", words.at(was))];
                    Some(words.say(m.of_stream, &args).into())
                }
                Effect::JoinWatermarkLost { was } => Some(words.say(m.of_join, &[("time", words.at(was))]).into()),
                _ => None,
            })
            .collect();
        (!marks.is_empty()).then(|| words.series(marks.into_iter()))
    }

    fn out_again(&mut self) {
        let m = self.recovery();
        let Some(out) = self.words.recording.again(self.view.step) else { return };
        let null = self.facts.out.iter().any(|out| out.alone().is_some());
        let emits = if null { Emits::Null } else { Emits::Rows };
        let count = |count: usize| [("count", Arg::from(count.to_string()))];
        match out.count() {
            0 => {}
            1 => self.add_out(emits, Glyph::Again, m.one_out_again, &count(1)),
            more => self.add_out(emits, Glyph::Again, m.out_again, &count(more)),
        }
        let new = out.again.len() - out.count();
        if new > 0 {
            self.add_out(emits, Glyph::Match, m.out_new, &count(new));
        }
        if out.no_more > 0 {
            self.add(8, Glyph::Retract, m.out_no_more, &count(out.no_more));
        }
    }

    /// What was asked of the engine, and what is a model, with the numbers of this crash.
    pub(super) fn rule_of_crash(&self) -> Option<Rule> {
        let (words, m) = (self.words, self.recovery());
        let effects = self.effects();
        let held = effects.iter().find_map(|effect| match effect {
            Effect::Restored { held, .. } => Some(held.left + held.right),
            _ => None,
        })?;
        let read = effects.iter().filter(|effect| matches!(effect, Effect::Replayed { .. })).count();
        let again = words.recording.again(self.view.step)?.count();
        let rows = |count: usize| words.say_plain(m.rule_rows, &[("count", count.to_string().into())]);
        let lost = if self.marks_lost(&effects).is_some() { m.rule_lost } else { m.rule_kept };
        let mut lines = words.lines();
        lines.cell(m.rule_state, rows(usize::try_from(held).unwrap_or(usize::MAX)));
        lines.cell(m.rule_marks, lost).cell(m.rule_read, rows(read)).strong(m.rule_out, rows(again));
        let (name, version) = words.scenario().dialect.engine();
        let caption = words.say_plain(m.asked, &[("engine", format!("{name} {version}").into())]);
        Some(Rule { caption, about: Vec::new(), lines: lines.lines })
    }

    // ---- Spark

    pub(super) fn failing_batch(&mut self) {
        self.spark_batches();
        let effects = self.effects();
        self.spark_marks_lost(&effects);
    }

    fn spark_marks_lost(&mut self, effects: &[Effect]) {
        if let Some(marks) = self.marks_lost(effects) {
            self.add(6, Glyph::Watermark, self.recovery().marks_lost, &[("marks", marks)]);
        }
    }

    /// A micro-batch that failed.
    pub(super) fn fails(&mut self, batch: &Batch) {
        let (words, m) = (self.words, self.recovery());
        let pattern = match (batch.run.is_again(), batch.watermark) {
            (true, _) => m.fails_again,
            (false, Some(_)) => m.fails,
            (false, None) => m.fails_unmarked,
        };
        let args = [("batch", batch.id.to_string().into()), ("watermark", words.at_or_none(batch.watermark))];
        self.add(9, Glyph::Crash, pattern, &args);
        let out = self.facts.out.len();
        if out > 0 {
            let null = self.facts.out.iter().any(|out| out.alone().is_some());
            let emits = if null { Emits::Null } else { Emits::Rows };
            self.add_out(emits, Glyph::Match, m.out_already, &[("count", out.to_string().into())]);
        }
        // What it had read: whatever came of it.
        let mut rows: Vec<RowId> = self.words.recording.effects_of(self.view.step, batch).filter_map(arrived).collect();
        sorting::sort(&mut rows);
        rows.dedup();
        if !rows.is_empty() {
            let spans = words.say(m.planned, &[("rows", words.list_or_count(&rows))]);
            self.add_spans(7, Glyph::Again, spans, &rows, Emits::Nothing);
        }
    }

    /// A `batch` step that finds the query down, or a `crash` step.
    pub(super) fn starts_again(&mut self) {
        let m = self.recovery();
        let effects = self.effects();
        let crashed = effects.iter().any(|effect| matches!(effect, Effect::Crashed { .. }));
        for effect in &effects {
            if let Effect::QueryStarted { after, held } = *effect {
                let pattern = match (crashed, after) {
                    (false, Some(_)) => m.starts_again,
                    (false, None) => m.starts_from_nothing,
                    (true, Some(_)) => m.stops,
                    (true, None) => m.stops_at_start,
                };
                let args = [
                    ("batch", after.unwrap_or(0).to_string().into()),
                    ("count", (held.left + held.right).to_string().into()),
                ];
                let glyph = if crashed { Glyph::Crash } else { Glyph::Again };
                self.add(if crashed { 9 } else { 4 }, glyph, pattern, &args);
            }
        }
        if crashed {
            self.spark_marks_lost(&effects);
        }
    }

    /// A crash of a Spark query.
    pub(super) fn query_stops(&mut self) {
        let waiting = self.view.pending.left + self.view.pending.right;
        self.spark_batches();
        if waiting > 0 {
            let args = [("count", waiting.to_string().into())];
            self.add(6, Glyph::Mark { side: Side::Left, filled: false }, self.recovery().go_on_waiting, &args);
        }
    }

    pub(super) fn runs_again(&mut self, batch: &Batch) {
        let (words, m) = (self.words, self.recovery());
        let pattern = if batch.watermark.is_some() { m.batch_again } else { m.batch_again_unmarked };
        let args = [("batch", batch.id.to_string().into()), ("watermark", words.at_or_none(batch.watermark))];
        self.add(9, Glyph::Again, pattern, &args);
    }

    pub(super) fn twice(&mut self) {
        let count = self.words.recording.again(self.view.step).map_or(0, |out| out.count());
        if count > 0 {
            self.add(8, Glyph::Again, self.recovery().twice, &[("count", count.to_string().into())]);
        }
    }
}

/// The row that an effect of a micro-batch shows to have been read.
fn arrived(effect: Effect) -> Option<RowId> {
    match effect {
        Effect::Buffered { row, .. }
        | Effect::Copied { row, .. }
        | Effect::NotBuffered { row, .. }
        | Effect::Dropped { row, .. }
        | Effect::InNoWindow { row } => Some(row),
        _ => None,
    }
}
