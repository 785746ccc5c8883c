//! Which steps came out otherwise after an edit: two recordings, compared step by step.

use std::rc::Rc;

use super::{Effects, Recording};
use crate::{
    engine::{
        Effect, RowId,
        effect::{Span, Why},
    },
    scenario::{RowKind, Script},
};

/// What a step did to rows, with each row named by the step that brought it.
#[derive(Debug, PartialEq)]
enum Deed {
    Matched(Who, Who),
    NoVersion(Who),
    Left(Who, Option<Span>),
    NotKept(Who, Option<Span>),
    Emitted(RowKind, Option<Who>, Option<Who>, Option<Span>, Why),
}

/// A row by the step of the older script that brought it; `Err`: by its own step, since the older script has none.
type Who = Result<usize, usize>;

/// The steps of `after`, counted from 1, that are the same as in `before` but did something else: matched, left, were not
/// kept, put out otherwise. Steps that were themselves edited are not among them.
pub fn changed(before: &Rc<Recording>, after: &Rc<Recording>) -> Vec<usize> {
    let mut changes = Changes::new(before, after);
    changes.go_on(usize::MAX);
    changes.found()
}

/// Two recordings that are being compared, for [`changed`] in parts.
#[derive(Clone, Debug)]
pub struct Changes {
    before: Rc<Recording>,
    after: Rc<Recording>,
    twins: Twins,
    /// So many steps need no comparison: what begins alike under one setup runs alike.
    alike: usize,
    found: Vec<usize>,
}

impl Changes {
    pub fn new(before: &Rc<Recording>, after: &Rc<Recording>) -> Self {
        let twins = Twins::new(&before.scenario().script, &after.scenario().script);
        let alike = before.alike(after);
        Changes { before: Rc::clone(before), after: Rc::clone(after), twins, alike, found: Vec::new() }
    }

    /// Compares `most` steps more; whether that were all.
    pub fn go_on(&mut self, most: usize) -> bool {
        let (before, after) = (&self.before, &self.after);
        let (old_script, new_script) = (&before.scenario().script, &after.scenario().script);
        let from = self.twins.known.len();
        let to = new_script.len().min(from.saturating_add(most));
        for index in from..to {
            let twin = self.twins.add(old_script, new_script);
            let Some(twin) = twin.filter(|twin| twin.same && index >= self.alike) else { continue };
            let old = |row: RowId| Ok(before.rows().get(row).step as usize);
            let new = |row: RowId| {
                let step = after.rows().get(row).step as usize;
                self.twins.of(step).map_or(Err(step), |twin| Ok(twin.at))
            };
            // A step that is not reached any more, or only now, came out otherwise as well.
            let reached = (twin.at < before.len(), index < after.len());
            let same = match reached {
                (true, true) => deeds(before.effects(twin.at + 1), old).eq(deeds(after.effects(index + 1), new)),
                (was, is) => was == is,
            };
            if !same {
                self.found.push(index + 1);
            }
        }
        to == new_script.len()
    }

    pub fn found(self) -> Vec<usize> {
        self.found
    }
}

fn deeds(effects: Effects, who: impl Fn(RowId) -> Who + Copy) -> impl Iterator<Item = Deed> {
    effects.filter_map(move |effect| {
        Some(match effect {
            Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
                Deed::Matched(who(left), who(right))
            }
            Effect::NoVersion { left, .. } => Deed::NoVersion(who(left)),
            Effect::Left { row, .. } => Deed::Left(who(row), None),
            Effect::CopyLeft { row, window, .. } => Deed::Left(who(row), Some(window)),
            Effect::NotBuffered { row, .. } => Deed::NotKept(who(row), None),
            Effect::Dropped { row, window, .. } => Deed::NotKept(who(row), window),
            Effect::Emitted { kind, left, right, window, why } => {
                Deed::Emitted(kind, left.map(who), right.map(who), window, why)
            }
            _ => return None,
        })
    })
}

/// The step of the older script that a step stands for.
#[derive(Clone, Copy, Debug)]
struct Twin {
    at: usize,
    /// Nothing of the step itself was edited.
    same: bool,
}

/// What each step of the newer script is in the older one: the same to the left and to the right of what was edited. Between,
/// step for step where as many steps are there as before, else in order.
#[derive(Clone, Debug)]
struct Twins {
    head: usize,
    tail: usize,
    /// Of the newer script's steps, as far as they were asked for.
    known: Vec<Option<Twin>>,
    /// Where the next is looked for.
    next: usize,
}

impl Twins {
    /// So far a step is looked for in the older script.
    const REACH: usize = 256;

    fn new(old: &Script, new: &Script) -> Self {
        let head = old.same_head(new);
        Twins { head, tail: old.same_tail(new, head), known: Vec::with_capacity(new.len()), next: head }
    }

    /// Finds the twin of the next step.
    fn add(&mut self, old: &Script, new: &Script) -> Option<Twin> {
        let index = self.known.len();
        let twin = if index < self.head {
            Some(Twin { at: index, same: true })
        } else if index >= new.len() - self.tail {
            Some(Twin { at: index + old.len() - new.len(), same: true })
        } else if old.len() == new.len() {
            Some(Twin { at: index, same: old[index] == new[index] })
        } else {
            let to = (old.len() - self.tail).min(self.next + Self::REACH);
            let at = (self.next..to).find(|at| old[*at] == new[index]);
            self.next = at.map_or(self.next, |at| at + 1);
            at.map(|at| Twin { at, same: true })
        };
        self.known.push(twin);
        twin
    }

    fn of(&self, step: usize) -> Option<Twin> {
        self.known.get(step).copied().flatten()
    }
}
