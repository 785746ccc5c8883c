//! What the next step puts out, as the engine recorded it; and a prediction judged by it.

use std::collections::BTreeSet;

use crate::{
    engine::RowId,
    replay::{Phase, Recording},
};

/// How a row comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comes {
    /// Joined with a row of the other side.
    Paired,
    /// Without one, padded with NULL.
    Null,
    /// By itself: what semi and anti joins put out.
    Alone,
    /// A row of the result with it in it is taken back.
    TakenBack,
}

/// A row, and how it comes out. A step may give a row several of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    pub row: RowId,
    pub comes: Comes,
}

/// What the step after `step` puts out; empty where that is nothing. `None` where no step follows.
pub fn answer(recording: &Recording, step: usize) -> Option<BTreeSet<Mark>> {
    let next = step.checked_add(1).filter(|next| *next <= recording.len())?;
    let half = recording.rows().half();
    let marks = recording.emitted(next).flat_map(|out| {
        let comes = match (out.left, out.right) {
            _ if !out.kind.adds() => Comes::TakenBack,
            _ if half => Comes::Alone,
            (Some(_), Some(_)) => Comes::Paired,
            _ => Comes::Null,
        };
        [out.left, out.right].into_iter().flatten().map(move |row| Mark { row, comes })
    });
    Some(marks.collect())
}

/// The rows that a reader may mark: those in state or waiting for a micro-batch, and the one that arrives next. Where the next
/// step runs something again, any that has come may come out.
pub fn candidates(recording: &Recording, step: usize) -> Vec<RowId> {
    let view = recording.view(step);
    let rows = recording.rows();
    let arrives = rows.of_step(step);
    let again = recording.again(step + 1).is_some();
    let may = |phase: Phase| match phase {
        Phase::Held | Phase::Pending => true,
        Phase::Ahead => false,
        _ => again,
    };
    rows.iter().map(|(row, _)| row).filter(|row| may(view.row(*row).phase) || arrives == Some(*row)).collect()
}

/// A prediction beside the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub right: Vec<Mark>,
    /// Came out, and was not predicted.
    pub missed: Vec<Mark>,
    /// Was predicted, and did not come out.
    pub wrong: Vec<Mark>,
}

impl Verdict {
    pub fn all_right(&self) -> bool {
        self.missed.is_empty() && self.wrong.is_empty()
    }
}

/// Judges what a reader marked; no marks at all: "nothing comes out".
pub fn judge(answer: &BTreeSet<Mark>, guess: &BTreeSet<Mark>) -> Verdict {
    Verdict {
        right: guess.intersection(answer).copied().collect(),
        missed: answer.difference(guess).copied().collect(),
        wrong: guess.difference(answer).copied().collect(),
    }
}
