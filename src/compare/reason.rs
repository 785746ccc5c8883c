//! Why two runs differ in a step, as data: what one emits and the other does not, and what becomes of it there.
//!
//! Everything is read off the effects of the two engines and the numbers of their setups.

use std::collections::BTreeMap;

use super::{Compared, Emission, Fate, Ran, Row, Run, Same, Which, windowed};
use crate::{
    engine::{
        Effect, RowId,
        effect::{Gone, NotKept},
    },
    replay::Phase,
    scenario::{JoinKind, JoinType, RowKind, Side},
};

/// At most so many reasons a step; the rest are counted.
const MOST: usize = 4;

/// Why two runs differ.
#[derive(Clone, Debug)]
pub enum Reason {
    /// One emits, or takes back, what the other does not in this step.
    Emits {
        by: Which,
        emission: Emission,
        /// What made the row leave in this step, if it came out as it left: the engine's watermark.
        left_at: Option<i64>,
        elsewhere: Elsewhere,
    },
    /// Both leave the result alone, but one keeps the row and the other does not.
    Keeps { by: Which, row: RowId, kept: Fate, other: RowId, lost: Fate },
}

/// What becomes, in the other run, of what one emits. Steps are the base's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// It came out before; was it taken back since, and could it still be, being in state?
    Earlier {
        step: usize,
        taken_back: Option<usize>,
        may_go: bool,
    },
    Later {
        step: usize,
    },
    /// The row comes out in a pair instead, in a step from 1.
    Paired {
        step: usize,
    },
    /// The row comes out padded with NULL instead.
    Padded {
        step: usize,
    },
    /// The row comes out alone, in a semi or anti join.
    Alone {
        step: usize,
    },
    /// It came too late there and was not kept: the row, its step, and the watermark.
    Late {
        row: RowId,
        step: usize,
        watermark: i64,
    },
    /// It was not kept there for another reason.
    NotKept {
        row: RowId,
        step: usize,
    },
    /// The row had left before its partner came.
    Gone {
        row: RowId,
        step: usize,
    },
    /// The two are further apart than the bounds allow, by event time: right less left, ms.
    OutOfBounds {
        apart: i64,
    },
    /// The two are never in one window.
    NoWindow,
    /// A lookup has answered the left row with what its table had then, if anything.
    Answered {
        row: RowId,
        step: usize,
        found: Option<RowId>,
    },
    /// The type of join emits nothing of the kind.
    NotOfType,
    /// The row is in state at the end of the script; for ever if nothing lets it go.
    Held {
        row: RowId,
        for_ever: bool,
    },
    /// The two are in a window that has not fired when the script ends.
    Unfired,
    /// What is taken back was never emitted there.
    NothingToTakeBack,
    /// The engine refused before that.
    Stopped {
        step: usize,
    },
    Never,
}

pub(super) fn reasons(compared: &Compared, row: Row) -> (Vec<Reason>, usize) {
    let (Some(a), Some(b)) = (compared.run(Which::A), compared.run(Which::B)) else { return (Vec::new(), 0) };
    let cells = [compared.cell(a, row), compared.cell(b, row)];
    if cells.iter().any(|cell| cell.ran == Ran::Stopped) || !compared.row_differs(row) {
        return (Vec::new(), 0);
    }
    let windows = windowed(a) && windowed(b);
    let mut found: Vec<(Which, Emission)> = Vec::new();
    for which in Which::BOTH {
        let mut there: BTreeMap<Same, usize> = BTreeMap::new();
        for emission in &cells[which.other() as usize].emissions {
            *there.entry(emission.same(windows)).or_insert(0) += 1;
        }
        for emission in &cells[which as usize].emissions {
            match there.get_mut(&emission.same(windows)) {
                Some(count @ 1..) => *count -= 1,
                _ => found.push((which, *emission)),
            }
        }
    }
    // What comes out with time is what one wonders at; what an arrival does at once is next.
    let runs = [a, b];
    let resolved = found.iter().take(MOST).map(|(by, emission)| {
        let (here, there) = (runs[*by as usize], runs[by.other() as usize]);
        let elsewhere = elsewhere(here, there, emission, row, windows);
        Reason::Emits { by: *by, emission: *emission, left_at: left_at(here, emission, row), elsewhere }
    });
    let mut reasons: Vec<Reason> = resolved.collect();
    let more = found.len() - reasons.len();
    if reasons.is_empty()
        && let (Some((row_a, fate_a)), Some((row_b, fate_b))) = (cells[0].fate, cells[1].fate)
        && fate_a.kept() != fate_b.kept()
    {
        reasons.push(if fate_a.kept() {
            Reason::Keeps { by: Which::A, row: row_a, kept: fate_a, other: row_b, lost: fate_b }
        } else {
            Reason::Keeps { by: Which::B, row: row_b, kept: fate_b, other: row_a, lost: fate_a }
        });
    }
    (reasons, more)
}

/// The watermark that made the emitted row leave in these steps.
fn left_at(run: &Run, emission: &Emission, row: Row) -> Option<i64> {
    let alone = match (emission.out.left, emission.out.right) {
        (Some(row), None) | (None, Some(row)) => row,
        _ => return None,
    };
    let steps = run.step_at(row.first.saturating_sub(1)) + 1..=run.step_at(row.last);
    steps.flat_map(|step| run.recording().effects(step)).find_map(|effect| match effect {
        Effect::Left {
            row,
            why: Gone::Due { watermark } | Gone::CleanedBy { watermark, .. } | Gone::WindowOver { watermark },
        }
        | Effect::CopyLeft { row, why: Gone::Due { watermark } | Gone::WindowOver { watermark }, .. }
            if row == alone =>
        {
            Some(watermark)
        }
        _ => None,
    })
}

fn elsewhere(here: &Run, there: &Run, emission: &Emission, row: Row, windows: bool) -> Elsewhere {
    let same = emission.same(windows);
    let steps: Vec<usize> =
        there.all_emissions().filter(|(_, other)| other.same(windows) == same).map(|(step, _)| step).collect();
    let takes_back = !emission.out.kind.adds();
    if let Some(step) = steps.iter().copied().rfind(|step| *step < row.first) {
        let back =
            |other: &Emission| !other.out.kind.adds() && (other.left, other.right) == (emission.left, emission.right);
        let found = there.all_emissions().find(|(at, other)| *at > step && *at <= row.last && back(other));
        let taken_back = found.map(|(step, _)| step).filter(|_| !takes_back);
        let may_go = emission.alone().is_some_and(|alone| there.may_take_back(alone, row.last));
        return Elsewhere::Earlier { step, taken_back, may_go };
    }
    if let Some(step) = steps.iter().copied().find(|step| *step > row.last) {
        return Elsewhere::Later { step };
    }
    if takes_back {
        let plus = Emission { out: crate::replay::Out { kind: RowKind::Insert, ..emission.out }, ..*emission };
        let plus = plus.same(windows);
        let emitted = there.all_emissions().any(|(_, other)| other.same(windows) == plus);
        return if emitted { Elsewhere::Never } else { Elsewhere::NothingToTakeBack };
    }
    match (emission.left, emission.right) {
        (Some(_), Some(_)) => pair(here, there, emission),
        _ => alone(there, emission, row),
    }
}

/// Why a row that came out alone does not do so there.
fn alone(there: &Run, emission: &Emission, row: Row) -> Elsewhere {
    let Some(identity) = emission.alone() else { return Elsewhere::Never };
    let adds = |(_, other): &(usize, Emission)| other.out.kind.adds() && other.has(identity);
    if let Some((step, other)) = there.all_emissions().find(adds) {
        return match (other.alone().is_some(), other.half) {
            (false, _) => Elsewhere::Paired { step },
            (true, true) => Elsewhere::Alone { step },
            (true, false) => Elsewhere::Padded { step },
        };
    }
    let Some(id) = there.find(identity) else { return stopped_or(there, row, Elsewhere::Never) };
    let ty = there.scenario().join.ty;
    let side = there.recording().rows().get(id).side;
    let emits_alone = ty.outer(side) || ty == JoinType::Anti && side == Side::Left;
    if !emits_alone {
        return Elsewhere::NotOfType;
    }
    lost(there, id).unwrap_or_else(|| held(there, id, row))
}

/// Why two rows that are a pair here are none there.
fn pair(here: &Run, there: &Run, emission: &Emission) -> Elsewhere {
    let (Some(left), Some(right)) = (emission.left, emission.right) else { return Elsewhere::Never };
    if there.recording().rows().half() {
        let alone = there.all_emissions().find(|(_, other)| other.out.kind.adds() && other.left == Some(left));
        return alone.map_or(Elsewhere::NotOfType, |(step, _)| Elsewhere::Alone { step });
    }
    let (Some(l), Some(r)) = (there.find(left), there.find(right)) else { return Elsewhere::Never };
    let rows = there.recording().rows();
    let (l_info, r_info) = (rows.get(l), rows.get(r));
    match there.scenario().join.kind {
        JoinKind::Interval(interval) => {
            let (lower, upper) = interval.inclusive();
            let apart = r_info.time.saturating_sub(l_info.time);
            if !(lower..=upper).contains(&apart) {
                return Elsewhere::OutOfBounds { apart };
            }
        }
        JoinKind::Window { window, .. } if !matches!(window, crate::scenario::Window::Session { .. }) => {
            let mut common = rows.windows(l).filter(|span| rows.windows(r).any(|other| other == *span));
            if common.next().is_none() {
                return Elsewhere::NoWindow;
            }
        }
        JoinKind::Lookup => return answered(here, there, l, r),
        JoinKind::Window { .. } | JoinKind::Regular { .. } | JoinKind::Temporal => {}
    }
    let first = if l_info.step < r_info.step { l } else { r };
    let second = if first == l { r } else { l };
    let came = rows.get(second).step as usize + 1;
    let left_before = |row: RowId| {
        (1..=there.recording().len().min(came)).find(|step| {
            let leaves = |effect: Effect| matches!(effect, Effect::Left { row: of, .. } if of == row);
            there.recording().effects(*step).any(leaves)
        })
    };
    lost(there, first)
        .or_else(|| left_before(first).map(|step| Elsewhere::Gone { row: first, step: there.base_step(step) }))
        .or_else(|| lost(there, second))
        .or_else(|| waits(there, l, r))
        .unwrap_or_else(|| {
            stopped_or(there, Row { first: came, last: here.base_step(here.recording().len()) }, Elsewhere::Never)
        })
}

/// What is still to come of a pair when the script ends: its window fires, or the left row asks for its version.
fn waits(there: &Run, left: RowId, right: RowId) -> Option<Elsewhere> {
    let recording = there.recording();
    let end = recording.view(recording.len());
    match there.scenario().join.kind {
        JoinKind::Window { .. } => {
            let open = |row: RowId| end.open_windows(recording.rows(), row);
            let theirs = open(right);
            let shared = open(left).iter().any(|window| theirs.iter().any(|other| other.end == window.end));
            shared.then_some(Elsewhere::Unfired)
        }
        JoinKind::Temporal => {
            (end.row(left).phase == Phase::Held).then_some(Elsewhere::Held { row: left, for_ever: false })
        }
        JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Lookup => None,
    }
}

/// What a lookup has answered a left row with, which was another one than `right` or none.
fn answered(here: &Run, there: &Run, left: RowId, right: RowId) -> Elsewhere {
    let recording = there.recording();
    let answer = (1..=recording.len()).find_map(|step| {
        recording.effects(step).find_map(|effect| match effect {
            Effect::VersionTaken { left: of, right } if of == left => Some((step, Some(right))),
            Effect::NoVersion { left: of, .. } if of == left => Some((step, None)),
            _ => None,
        })
    });
    match answer.filter(|(_, found)| *found != Some(right)) {
        Some((step, found)) => Elsewhere::Answered { row: left, step: there.base_step(step), found },
        None => {
            let rows = recording.rows();
            let came = rows.get(left).step.max(rows.get(right).step) as usize + 1;
            stopped_or(there, Row { first: came, last: here.base_step(here.recording().len()) }, Elsewhere::Never)
        }
    }
}

/// Where a row was not kept.
fn lost(there: &Run, row: RowId) -> Option<Elsewhere> {
    let time = there.recording().rows().get(row).time;
    (1..=there.recording().len()).find_map(|step| {
        let base = there.base_step(step);
        there.recording().effects(step).find_map(|effect| match effect {
            Effect::Dropped { row: of, watermark, .. } if of == row => {
                Some(Elsewhere::Late { row, step: base, watermark })
            }
            Effect::NotBuffered { row: of, why: NotKept::PastReach { watermark, .. } }
                if of == row && time <= watermark =>
            {
                Some(Elsewhere::Late { row, step: base, watermark })
            }
            Effect::NotBuffered { row: of, why }
                if of == row && !matches!(why, NotKept::SemiMatched { .. } | NotKept::Answered) =>
            {
                Some(Elsewhere::NotKept { row, step: base })
            }
            Effect::InNoWindow { row: of } if of == row => Some(Elsewhere::NotKept { row, step: base }),
            _ => None,
        })
    })
}

fn held(there: &Run, row: RowId, at: Row) -> Elsewhere {
    let recording = there.recording();
    let end = recording.view(recording.len());
    let seen = end.row(row);
    if seen.phase != Phase::Held {
        return stopped_or(there, at, Elsewhere::Never);
    }
    let ttl = matches!(there.scenario().join.kind, JoinKind::Regular { state_ttl: 1.. });
    Elsewhere::Held { row, for_ever: end.leaves(recording.rows(), row).is_none() && seen.copies == 0 && !ttl }
}

fn stopped_or(there: &Run, at: Row, otherwise: Elsewhere) -> Elsewhere {
    let step = there.base_step(there.recording().len()) + 1;
    if there.reaches(at.last.max(step)) { otherwise } else { Elsewhere::Stopped { step } }
}
