//! What a run has lost: the batch join's matches that did not come out, each with the engine's reason.

use std::rc::Rc;

use super::truth::{Pair, Truth};
use crate::{
    engine::{
        Effect, RowId,
        effect::{Gone, NotKept, NotProbed, Span},
    },
    replay::{Phase, Recording, View},
    scenario::JoinKind,
};

/// A match that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub left: RowId,
    pub right: RowId,
    /// The step in which it was: there the two can be looked at.
    pub step: usize,
    pub reason: Reason,
}

/// Why two rows that match did not come out together. Steps are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `row` came too late, or its copy in the window did: it was dropped by this watermark.
    Late { row: RowId, watermark: i64, window: Option<Span> },
    /// `row` was not put into state, and its partner came after it.
    NotKept { row: RowId, why: NotKept, in_step: usize },
    /// `row` did not look for partners at all.
    NotProbed { row: RowId, mark: i64 },
    /// `row` had left state before its partner came.
    Gone { row: RowId, why: Gone, in_step: usize },
    /// The left row had been answered before the version came; with another version, or with none.
    Answered { in_step: usize, with: Option<RowId> },
    /// They were in sessions that never became one, since a row between them was late.
    Apart { left: Span, right: Span },
    /// A crash, or what only a crash can bring.
    Unclear,
}

/// The losses of a run, found a little at a time.
#[derive(Debug)]
pub struct Losses {
    recording: Rc<Recording>,
    truth: Option<Truth>,
    /// How often each true match is in the result.
    net: Vec<i32>,
    /// The next step to be looked at.
    at: usize,
    scanned: bool,
    /// Of each row, whether it is one of a match that is missing.
    missing: Vec<bool>,
    told: Vec<(RowId, u32, Effect)>,
    /// The matches that are missing, as far as they are told one by one, and how many of them have been judged.
    pairs: Vec<Pair>,
    judged: usize,
    found: Found,
    done: bool,
}

#[derive(Debug, Default)]
struct Found {
    losses: Vec<Loss>,
    waiting: usize,
    more: usize,
}

/// So many are told one by one at the most.
const MOST_TOLD: usize = 10_000;

impl Losses {
    pub fn new(recording: Rc<Recording>) -> Losses {
        Losses {
            recording,
            truth: None,
            net: Vec::new(),
            at: 1,
            scanned: false,
            missing: Vec::new(),
            told: Vec::new(),
            pairs: Vec::new(),
            judged: 0,
            found: Found::default(),
            done: false,
        }
    }

    pub fn recording(&self) -> &Rc<Recording> {
        &self.recording
    }

    pub fn is_done(&self) -> bool {
        self.done
    }

    /// How many true matches there are; `None` while that is not known.
    pub fn matches(&self) -> Option<usize> {
        self.truth.as_ref().map(Truth::len)
    }

    /// [`Truth::part`].
    pub fn part(&self) -> Option<(usize, usize)> {
        self.truth.as_ref().and_then(|truth| truth.part)
    }

    /// The lost ones, by their left rows, as far as they are known.
    pub fn losses(&self) -> &[Loss] {
        &self.found.losses
    }

    /// True matches that may still come out: their rows wait at the end of the script.
    pub fn waiting(&self) -> usize {
        self.found.waiting
    }

    /// Missing matches beyond those that are told one by one.
    pub fn more(&self) -> usize {
        self.found.more
    }

    /// Looks at so many steps more; whether those were the last.
    pub fn go_on(&mut self, steps: usize) -> bool {
        if self.done || self.scanned && self.at > self.recording.len() {
            return self.done || self.judge_some(steps);
        }
        let recording = Rc::clone(&self.recording);
        let Some(truth) = &self.truth else {
            let truth = Truth::declared(recording.scenario(), recording.rows());
            self.net = vec![0; truth.len()];
            self.truth = Some(truth);
            return false;
        };
        let until = recording.len().min(self.at.saturating_add(steps).saturating_sub(1));
        for step in self.at..=until {
            for effect in recording.kept_effects(step) {
                if self.scanned {
                    if let Some(row) = subject(&effect).filter(|row| self.missing[row.0 as usize]) {
                        self.told.push((row, u32::try_from(step).unwrap_or(u32::MAX), effect));
                    }
                    continue;
                }
                let at = match effect {
                    Effect::Emitted { kind, left: Some(left), right: Some(right), window, .. } if !truth.half() => {
                        truth.find(left, right, window).map(|at| (at, if kind.adds() { 1 } else { -1 }))
                    }
                    Effect::Matched { left, right } if truth.half() => truth.find(left, right, None).map(|at| (at, 1)),
                    _ => None,
                };
                if let Some((at, by)) = at {
                    self.net[at] += by;
                }
            }
        }
        self.at = until + 1;
        if self.at <= recording.len() {
            return false;
        }
        if self.scanned {
            // Stable: what happened to a row stays in order.
            self.told.sort_by_key(|(row, ..)| *row);
            return false;
        }
        let pairs = truth.pairs().iter().zip(&self.net).filter(|(_, net)| **net <= 0).map(|(pair, _)| *pair);
        self.found.more = pairs.clone().count().saturating_sub(MOST_TOLD);
        self.pairs = pairs.take(MOST_TOLD).collect();
        self.missing = vec![false; recording.rows().len()];
        for pair in &self.pairs {
            self.missing[pair.left.0 as usize] = true;
            self.missing[pair.right.0 as usize] = true;
        }
        // Where nothing is missing, nothing is to be told.
        (self.scanned, self.at) = (true, if self.pairs.is_empty() { recording.len() + 1 } else { 1 });
        false
    }

    /// Judges so many of the missing pairs; whether those were the last.
    fn judge_some(&mut self, count: usize) -> bool {
        let end = self.recording.view(self.recording.len());
        let until = self.pairs.len().min(self.judged.saturating_add(count));
        for at in self.judged..until {
            match self.judge(&self.pairs[at], &end) {
                Some(loss) => self.found.losses.push(loss),
                None => self.found.waiting += 1,
            }
        }
        self.judged = until;
        self.done = until == self.pairs.len();
        if self.done {
            self.told = Vec::new();
        }
        self.done
    }

    fn told(&self, row: RowId) -> &[(RowId, u32, Effect)] {
        let from = self.told.partition_point(|(other, ..)| *other < row);
        let rest = &self.told[from..];
        &rest[..rest.partition_point(|(other, ..)| *other == row)]
    }

    /// Why the pair is missing; `None` if it may still come.
    fn judge(&self, pair: &Pair, end: &View) -> Option<Loss> {
        let Pair { left, right, .. } = *pair;
        let rows = self.recording.rows();
        // The step in which the join sees a row: its own, in Spark that of its batch.
        let seen = |row: RowId| {
            let first = self.told(row).iter().find(|(_, _, effect)| !matches!(effect, Effect::Pending { .. }));
            first.map(|(_, step, _)| *step as usize)
        };
        let (seen_left, seen_right) = (seen(left)?, seen(right)?);
        let (first, second) = if seen_left <= seen_right { (left, right) } else { (right, left) };
        let meet = seen_left.max(seen_right);
        let loss = |step: usize, reason: Reason| Some(Loss { left, right, step, reason });
        // In windows of fixed places, of this pair's window only.
        let here = |window: Option<Span>| pair.end == 0 || window.is_none_or(|window| window.end == pair.end);
        let find = |row: RowId, of: &dyn Fn(&Effect) -> Option<Reason>| {
            self.told(row).iter().find_map(|(_, step, effect)| Some((*step as usize, of(effect)?)))
        };
        let late = |effect: &Effect| match *effect {
            Effect::Dropped { row, window, watermark } if here(window) => Some(Reason::Late { row, watermark, window }),
            Effect::Skipped { row, window, watermark } if here(Some(window)) => {
                Some(Reason::Late { row, watermark, window: Some(window) })
            }
            _ => None,
        };
        let not_probed = |effect: &Effect| match *effect {
            Effect::NotProbed { row, why: NotProbed::Expired { mark, .. } } => Some(Reason::NotProbed { row, mark }),
            _ => None,
        };
        for row in [second, first] {
            if let Some((step, reason)) = find(row, &late) {
                return loss(step, reason);
            }
        }
        if let Some((step, reason)) = find(second, &not_probed) {
            return loss(step, reason);
        }
        if self.recording.scenario().join.kind == JoinKind::Temporal {
            return self.judge_version(pair, end, seen_right);
        }
        let not_kept = self.told(first).iter().rev().find_map(|(_, step, effect)| match *effect {
            Effect::NotBuffered { row, why } => Some(Reason::NotKept { row, why, in_step: *step as usize }),
            Effect::Buffered { .. } | Effect::Copied { .. } => Some(Reason::Unclear),
            _ => None,
        });
        if let Some(reason @ Reason::NotKept { .. }) = not_kept {
            return loss(meet, reason);
        }
        for row in [first, second] {
            let gone = self.told(row).iter().rev().find_map(|(_, step, effect)| {
                let in_step = *step as usize;
                match *effect {
                    Effect::Left { row, why } if in_step <= meet => Some(Reason::Gone { row, why, in_step }),
                    Effect::CopyLeft { row, why: why @ Gone::HandedOnLate { .. }, .. } => {
                        Some(Reason::Gone { row, why, in_step })
                    }
                    Effect::CopyLeft { row, window, why } if in_step <= meet && here(Some(window)) => {
                        Some(Reason::Gone { row, why, in_step })
                    }
                    _ => None,
                }
            });
            if let Some(reason) = gone {
                return loss(meet, reason);
            }
        }
        let over = |row: RowId| {
            self.told(row).iter().rev().find_map(|(_, step, effect)| match *effect {
                Effect::CopyLeft { window, .. } => Some((window, *step as usize)),
                _ => None,
            })
        };
        if rows.by_session()
            && let (Some((left, one)), Some((right, other))) = (over(left), over(right))
        {
            return loss(one.min(other), Reason::Apart { left, right });
        }
        let waits = |row: RowId| matches!(end.row(row).phase, Phase::Ahead | Phase::Pending | Phase::Held);
        if waits(left) || waits(right) { None } else { loss(meet, Reason::Unclear) }
    }

    fn judge_version(&self, pair: &Pair, end: &View, came: usize) -> Option<Loss> {
        let Pair { left, right, .. } = *pair;
        let loss = |step: usize, reason: Reason| Some(Loss { left, right, step, reason });
        let answer = self.told(left).iter().rev().find_map(|(_, step, effect)| match *effect {
            Effect::VersionTaken { right, .. } => Some((*step as usize, Some(right))),
            Effect::NoVersion { .. } => Some((*step as usize, None)),
            _ => None,
        });
        let Some((in_step, with)) = answer else {
            let waits = matches!(end.row(left).phase, Phase::Ahead | Phase::Held);
            return if waits { None } else { loss(came, Reason::Unclear) };
        };
        if came > in_step {
            return loss(came, Reason::Answered { in_step, with });
        }
        let gone = self.told(right).iter().find_map(|(_, step, effect)| match *effect {
            Effect::Left { row, why } if *step as usize <= in_step => {
                Some(Reason::Gone { row, why, in_step: *step as usize })
            }
            _ => None,
        });
        loss(in_step, gone.unwrap_or(Reason::Unclear))
    }
}

/// The row that an effect tells the fate of.
fn subject(effect: &Effect) -> Option<RowId> {
    match *effect {
        Effect::Pending { row }
        | Effect::Buffered { row, .. }
        | Effect::NotBuffered { row, .. }
        | Effect::NotProbed { row, .. }
        | Effect::Left { row, .. }
        | Effect::Dropped { row, .. }
        | Effect::Copied { row, .. }
        | Effect::CopyLeft { row, .. }
        | Effect::Skipped { row, .. }
        | Effect::InNoWindow { row } => Some(row),
        Effect::VersionTaken { left, .. } | Effect::NoVersion { left, .. } => Some(left),
        _ => None,
    }
}
