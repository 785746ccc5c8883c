//! Two recordings side by side: the same steps in another order, or under another setup, and what comes out differently.

use std::collections::{HashMap, HashSet};

use super::{Out, Recording, State, View};
use crate::engine::{
    Effect, RowId,
    effect::{NotKept, Span},
};

/// Which step of the second recording is which of the first, both counted from 1; either may have steps that the other lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    pairs: Vec<(usize, usize)>,
}

impl Pairing {
    /// The same script, step by step.
    pub fn same(steps: usize) -> Self {
        Pairing { pairs: (1..=steps).map(|step| (step, step)).collect() }
    }

    /// From the index that each step of the second script has in the first, if any.
    pub fn of_origins(origins: &[Option<usize>]) -> Self {
        let pair = |(new, old): (usize, &Option<usize>)| Some(((*old)? + 1, new + 1));
        Pairing { pairs: origins.iter().enumerate().filter_map(pair).collect() }
    }

    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }
}

/// A row of the folded result: what is left when each -D and -U has taken its row back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    /// Rows of the recording that has it.
    pub left: Option<RowId>,
    pub right: Option<RowId>,
    pub window: Option<Span>,
    /// How many more of it there are than in the other recording.
    pub more: u32,
}

/// A row that ends otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// In each recording.
    pub rows: (RowId, RowId),
    pub states: (State, State),
}

/// What differs between two recordings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The paired steps that do otherwise, by the second's order.
    pub steps: Vec<(usize, usize)>,
    /// The rows of the folded result that only the first, and only the second has, in the order in which they came out.
    pub only: (Vec<Net>, Vec<Net>),
    /// The rows whose state after the last step differs.
    pub fates: Vec<Fate>,
    /// How many changes each put out in all.
    pub changes: (usize, usize),
}

impl Diff {
    /// Whether the same comes out in the end.
    pub fn same_result(&self) -> bool {
        self.only.0.is_empty() && self.only.1.is_empty()
    }

    /// Whether nothing differs at all.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.same_result() && self.fates.is_empty()
    }
}

/// Compares two recordings over all their steps.
pub fn diff(first: &Recording, second: &Recording, pairing: &Pairing) -> Diff {
    let same = Same::new(first, second, pairing);
    let (ended, end) = (first.view(first.len()), second.view(second.len()));
    let fates = same.rows.iter().enumerate().filter_map(|(index, row)| {
        let (a, b) = (RowId(u32::try_from(index).ok()?), (*row)?);
        let states = (ended.state(a), end.state(b));
        (states.0 != states.1).then_some(Fate { rows: (a, b), states })
    });
    let steps = same.changed(first, second, pairing);
    let only = only((first, second), &same, pairing, &steps);
    let count = |view: &View| usize::try_from(view.emitted).unwrap_or(usize::MAX);
    let (fates, changes) = (fates.collect(), (count(&ended), count(&end)));
    Diff { steps, only, fates, changes }
}

/// The paired steps that do otherwise in the second recording: put out other rows, match, drop or let go others.
pub fn changed_steps(first: &Recording, second: &Recording, pairing: &Pairing) -> Vec<(usize, usize)> {
    Same::new(first, second, pairing).changed(first, second, pairing)
}

/// Which row is which: of the first recording in the second.
struct Same {
    rows: Vec<Option<RowId>>,
}

impl Same {
    fn new(first: &Recording, second: &Recording, pairing: &Pairing) -> Self {
        let mut rows = vec![None; first.rows().len()];
        for (a, b) in &pairing.pairs {
            if let (Some(a), Some(b)) = (first.rows().of_step(a - 1), second.rows().of_step(b - 1)) {
                rows[a.0 as usize] = Some(b);
            }
        }
        Same { rows }
    }

    /// A row of the first recording that the second lacks is like none there.
    fn row(&self, row: RowId) -> RowId {
        self.rows.get(row.0 as usize).copied().flatten().unwrap_or(RowId(u32::MAX - row.0))
    }

    fn changed(&self, first: &Recording, second: &Recording, pairing: &Pairing) -> Vec<(usize, usize)> {
        let ran = |(a, b): &(usize, usize)| *a <= first.len() || *b <= second.len();
        let alike = first.alike(second);
        let differs = |(a, b): &(usize, usize)| {
            // Beyond a refusal nothing has run: another thing than a step that did nothing.
            if (*a <= first.len()) != (*b <= second.len()) {
                return true;
            }
            let one = || first.effects(*a).filter_map(|effect| did(effect, |row| self.row(row)));
            let other = || second.effects(*b).filter_map(|effect| did(effect, |row| row));
            let sorted = |mut all: Vec<Did>| {
                all.sort_unstable();
                all
            };
            !(a == b && *a <= alike || one().eq(other()) || sorted(one().collect()) == sorted(other().collect()))
        };
        pairing.pairs.iter().copied().filter(ran).filter(differs).collect()
    }
}

/// What a step did, as far as it counts: the order within the step does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Did {
    Emitted(crate::scenario::RowKind, Option<RowId>, Option<RowId>, Option<Span>),
    Matched(RowId, RowId),
    Left(RowId, Option<Span>),
    Late(RowId, Option<Span>),
}

fn did(effect: Effect, name: impl Fn(RowId) -> RowId) -> Option<Did> {
    Some(match effect {
        Effect::Emitted { kind, left, right, window, .. } => {
            Did::Emitted(kind, left.map(&name), right.map(&name), window)
        }
        Effect::Matched { left, right } | Effect::VersionTaken { left, right } => Did::Matched(name(left), name(right)),
        Effect::Left { row, .. } => Did::Left(name(row), None),
        Effect::CopyLeft { row, window, .. } => Did::Left(name(row), Some(window)),
        Effect::NotBuffered { row, why: NotKept::PastReach { .. } } => Did::Late(name(row), None),
        Effect::Dropped { row, window, .. } => Did::Late(name(row), window),
        _ => return None,
    })
}

type Key = (Option<RowId>, Option<RowId>, Option<Span>);

/// The rows of either folded result that the other has fewer of; `changed` are the paired steps that do otherwise.
fn only(
    (first, second): (&Recording, &Recording),
    same: &Same,
    pairing: &Pairing,
    changed: &[(usize, usize)],
) -> (Vec<Net>, Vec<Net>) {
    let in_second = |out: &Out| (out.left.map(|row| same.row(row)), out.right.map(|row| same.row(row)), out.window);
    let as_is = |out: &Out| (out.left, out.right, out.window);
    // What paired steps put out alike cancels out.
    let mut differs = (vec![true; first.len() + 1], vec![true; second.len() + 1]);
    for (pairs, differ) in [(&*pairing.pairs, false), (changed, true)] {
        for (a, b) in pairs {
            for (all, step) in [(&mut differs.0, a), (&mut differs.1, b)] {
                if let Some(step) = all.get_mut(*step) {
                    *step = differ;
                }
            }
        }
    }
    let emitted = |run: &Recording, differs: &[bool]| -> Vec<Out> {
        (1..=run.len()).filter(|step| differs[*step]).flat_map(|step| run.emitted(step)).collect()
    };
    // How many more the second has than the first.
    let mut more: HashMap<Key, i64> = HashMap::new();
    for out in emitted(first, &differs.0) {
        *more.entry(in_second(&out)).or_default() -= if out.kind.adds() { 1 } else { -1 };
    }
    for out in emitted(second, &differs.1) {
        *more.entry(as_is(&out)).or_default() += if out.kind.adds() { 1 } else { -1 };
    }
    let pick = |run: &Recording, key: &dyn Fn(&Out) -> Key, sign: i64| {
        let mut wanted = more.values().filter(|more| **more * sign > 0).count();
        let mut seen = HashSet::new();
        let mut nets = Vec::new();
        // Those may stand in steps that are alike: what they put out was taken back in one that is not.
        for out in (1..=run.len()).flat_map(|step| run.emitted(step)) {
            if wanted == 0 {
                break;
            }
            let surplus = more.get(&key(&out)).copied().unwrap_or(0) * sign;
            if surplus > 0 && seen.insert(key(&out)) {
                let more = u32::try_from(surplus).unwrap_or(u32::MAX);
                nets.push(Net { left: out.left, right: out.right, window: out.window, more });
                wanted -= 1;
            }
        }
        nets
    };
    (pick(first, &in_second, -1), pick(second, &as_is, 1))
}
