//! What comes out again: after a crash what is read again puts out again what was out since the checkpoint, and a micro-batch that
//! had failed puts out again what it had put out.

use std::collections::BTreeMap;

use super::{Out, Recording};
use crate::{
    engine::{Effect, RowId, effect::Span},
    scenario::RowKind,
};

/// A change of the result, without when it came.
type Change = (RowKind, Option<RowId>, Option<RowId>, Option<Span>);

fn change(out: &Out) -> Change {
    (out.kind, out.left, out.right, out.window)
}

/// The changes of a step that runs again what ran before, beside those that had come out then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Again {
    /// Of each change that the step puts out, in order, whether it had come out before.
    pub again: Vec<bool>,
    /// How many had come out before and do not come out again.
    pub no_more: usize,
}

impl Again {
    /// How many come out again.
    pub fn count(&self) -> usize {
        self.again.iter().filter(|again| **again).count()
    }
}

impl Recording {
    /// The changes that steps 1 to `step` put out, without those that a crash undid: in Flink those between a checkpoint and the
    /// crash that went back to it, in Spark those of a micro-batch's run that failed and was done again. It is the result as it
    /// would be if all of them had come out once.
    pub fn standing(&self, step: usize) -> Vec<Out> {
        if !self.recovers() {
            return self.out(step);
        }
        let mut standing: Vec<Out> = Vec::new();
        // Where those of a micro-batch that failed begin.
        let mut failed = None;
        for step in 1..=step.min(self.len()) {
            if let Some(to) = self.came_back_to(step) {
                standing.truncate(standing.partition_point(|out| out.step <= to));
            }
            for effect in self.effects(step) {
                match effect {
                    Effect::BatchStarted { run, .. } => {
                        if let Some(from) = failed.take().filter(|_| run.is_again()) {
                            standing.truncate(from);
                        }
                        failed = run.fails().then_some(standing.len());
                    }
                    Effect::Emitted { kind, left, right, window, .. } => {
                        standing.push(Out { step, kind, left, right, window });
                    }
                    _ => {}
                }
            }
        }
        standing
    }

    /// Whether the script has a checkpoint, a crash or a batch that fails.
    pub fn recovers(&self) -> bool {
        self.rows.recovers()
    }

    /// What a step puts out again; `None` for one that runs nothing again.
    pub fn again(&self, step: usize) -> Option<Again> {
        if !self.recovers() {
            return None;
        }
        let mut before: BTreeMap<Change, usize> = BTreeMap::new();
        let mut had = |out: &Out| *before.entry(change(out)).or_default() += 1;
        // The changes of the step that may be ones of these.
        let mut candidates = vec![false; self.emitted(step).count()];
        if let Some(to) = self.came_back_to(step) {
            (to + 1..step).flat_map(|step| self.emitted(step)).for_each(|out| had(&out));
            candidates.fill(true);
        } else {
            let batches = self.batches(step);
            let batch = batches.iter().find(|batch| batch.run.is_again())?;
            // The run of it that failed last.
            let failed = (1..step).rev().find_map(|step| {
                let failed = self.batches(step).into_iter().find(|other| other.id == batch.id && other.run.fails())?;
                Some((step, failed))
            });
            let (failed_in, failed) = failed?;
            self.emitted_in(failed_in, &failed).for_each(|out| had(&out));
            // The rerun is the first micro-batch of its step.
            let count = self.emitted_in(step, batch).count();
            candidates.iter_mut().take(count).for_each(|candidate| *candidate = true);
        }
        let again = self.emitted(step).zip(candidates).map(|(out, candidate)| {
            let left = before.get_mut(&change(&out)).filter(|left| candidate && **left > 0);
            left.map(|left| *left -= 1).is_some()
        });
        let again = again.collect();
        Some(Again { again, no_more: before.values().sum() })
    }
}
