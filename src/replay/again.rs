//! What comes out again: after a crash what is read again puts out again what was out since the checkpoint, and a micro-batch that
//! had failed puts out again what it had put out.

use std::collections::BTreeMap;

use super::{Out, Recording};
use crate::{
    engine::{RowId, effect::Span},
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
    /// What a step puts out again; `None` for one that runs nothing again.
    pub fn again(&self, step: usize) -> Option<Again> {
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
