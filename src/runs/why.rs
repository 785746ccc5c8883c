//! Why two runs differ, as far as they themselves tell it.

use std::collections::HashMap;

use super::{
    compare::{Difference, Field, Found, Value, arrivals},
    read::{Row, Told, Trace},
};
use crate::scenario::{Dialect, RowKind, Scenario, Side, Sides, Step};

/// What is to be seen about a difference. Steps count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The row comes out in both, but in the engine's run in another step.
    Moved { ours: usize, theirs: usize },
    /// Within the step, it comes out in another micro-batch.
    OtherBatch,
    /// The engine gives it in this step with another kind of change.
    Kind { ours: RowKind, theirs: RowKind },
    /// The engine has `row`, padded with NULL, where ours is a match.
    NullInstead { row: Row, step: usize },
    /// The engine has a match, `row`, where ours is padded with NULL.
    MatchInstead { row: Row, step: usize },
    /// The engine puts it out once more; first in that step.
    Again { first: usize },
    /// The scenario has no row of this id.
    NoSuchRow { side: Side, id: Box<str> },
    /// The row arrives later in the scenario.
    NotYet { side: Side, id: Box<str>, step: usize },
    /// The same difference as in the steps since.
    Since { step: usize },
    /// In state is what the other dropped as late, or the other way round.
    Dropped,
    /// It follows from the number of rows that came out.
    Taken,
}

/// What shows that a trace is of another script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// It has another number of steps.
    Steps {
        ours: usize,
        theirs: usize,
    },
    NoSuchRow {
        side: Side,
        id: Box<str>,
    },
    NotYet {
        side: Side,
        id: Box<str>,
        step: usize,
    },
    /// Micro-batches run where the script has no such step.
    Batches,
    /// No micro-batch runs where the script has such a step.
    NoBatches,
}

/// Says why, of each difference, and whether the trace is of another script.
pub(super) fn explain(found: &mut Found, scenario: &Scenario, trace: &Trace) -> Option<(usize, Because)> {
    if found.differences.is_empty() {
        return None;
    }
    let arrives = arrivals(scenario);
    let rows = Rows::of(found);
    let mut whys: Vec<Option<Why>> =
        found.differences.iter().map(|difference| of_row(difference, &rows, &arrives)).collect();
    numbers(found, &mut whys);
    for (difference, why) in found.differences.iter_mut().zip(whys) {
        difference.why = why;
    }
    other_script(found, scenario, trace)
}

/// A row, and the step that puts it out.
type Placed = (usize, Row);

/// Where rows come out in one run and not in the other, and where they come out at all.
struct Rows {
    /// By row: the steps in which ours has it more often than the engine's, once for each time.
    ours: HashMap<Row, Vec<usize>>,
    theirs: HashMap<Row, Vec<usize>>,
    /// By row: the first step of the engine's run that has it, whether or not ours has it there.
    first: HashMap<Row, usize>,
    /// By side and id: rows that only the engine's run has, in order of their steps.
    with: HashMap<(Side, Box<str>), Vec<Placed>>,
}

impl Rows {
    fn of(found: &Found) -> Self {
        let mut rows =
            Rows { ours: HashMap::new(), theirs: HashMap::new(), first: HashMap::new(), with: HashMap::new() };
        for difference in &found.differences {
            let Difference { field: Field::Out(row) | Field::Net(row), ours, theirs, batch: None, .. } = difference
            else {
                continue;
            };
            let (Value::Count(ours), Value::Count(theirs)) = (ours, theirs) else { continue };
            let step = difference.step.unwrap_or(0);
            let times = usize::try_from(ours.abs_diff(*theirs)).unwrap_or(usize::MAX).min(1_000);
            let of = if ours > theirs { &mut rows.ours } else { &mut rows.theirs };
            of.entry(row.clone()).or_default().extend(std::iter::repeat_n(step, times));
            if theirs > ours {
                for side in Side::BOTH {
                    if let Some(id) = row.id(side) {
                        rows.with.entry((side, id.into())).or_default().push((step, row.clone()));
                    }
                }
            }
        }
        for (index, step) in found.steps.iter().enumerate() {
            for row in step.theirs.iter().flatten() {
                if rows.theirs.contains_key(row) {
                    rows.first.entry(row.clone()).or_insert(index + 1);
                }
            }
        }
        rows
    }

    /// A row that only the engine's run has, with this one's ids but for one side, on which exactly one of the two has NULL.
    fn instead(&self, row: &Row) -> Option<&Placed> {
        Side::BOTH.into_iter().find_map(|side| {
            let other = side.other();
            let all = self.with.get(&(side, row.id(side)?.into()))?;
            all.iter().find(|(_, found)| {
                found.right.is_some() == row.right.is_some()
                    && found.kind.adds() == row.kind.adds()
                    && found.window == row.window
                    && found.id(other).is_some() != row.id(other).is_some()
            })
        })
    }
}

fn of_row(difference: &Difference, rows: &Rows, arrives: &Sides<HashMap<&str, usize>>) -> Option<Why> {
    let row = difference.field.row()?;
    let (Value::Count(ours), Value::Count(theirs)) = (&difference.ours, &difference.theirs) else { return None };
    if difference.batch.is_some() {
        return Some(Why::OtherBatch);
    }
    let step = difference.step.unwrap_or(0);
    let more = theirs > ours;
    if more {
        for side in Side::BOTH {
            let Some(id) = row.id(side) else { continue };
            match arrives[side].get(id) {
                None => return Some(Why::NoSuchRow { side, id: id.into() }),
                Some(at) if step > 0 && *at > step => {
                    return Some(Why::NotYet { side, id: id.into(), step: *at });
                }
                Some(_) => {}
            }
        }
    }
    let none: &[usize] = &[];
    let of = |rows: &HashMap<Row, Vec<usize>>| rows.get(row).map_or(none, Vec::as_slice).to_vec();
    let (mine, other) = (of(&rows.ours), of(&rows.theirs));
    if matches!(difference.field, Field::Out(_)) {
        // The first of ours that the engine lacks is the first that it has besides, and so on.
        let place = if more { &other } else { &mine }.iter().position(|at| *at == step);
        if let Some((ours, theirs)) = place.and_then(|place| Some((*mine.get(place)?, *other.get(place)?))) {
            return Some(Why::Moved { ours, theirs });
        }
        let kinds = RowKind::ALL.into_iter().filter(|kind| *kind != row.kind);
        for kind in kinds {
            let like = Row { kind, ..row.clone() };
            let there = if more { &rows.ours } else { &rows.theirs };
            if there.get(&like).is_some_and(|steps| steps.contains(&step)) {
                let (ours, theirs) = if more { (kind, row.kind) } else { (row.kind, kind) };
                return Some(Why::Kind { ours, theirs });
            }
        }
    }
    if !more && let Some((step, instead)) = rows.instead(row) {
        let (row, step) = (instead.clone(), *step);
        return Some(if row.padded() { Why::NullInstead { row, step } } else { Why::MatchInstead { row, step } });
    }
    if more && row.kind.adds() {
        let first = rows.first.get(row).copied().unwrap_or(step);
        if *ours > 0 || (first > 0 && first < step) {
            return Some(Why::Again { first });
        }
    }
    None
}

/// State, late rows and removed rows: a number that differs as much as before differs since then, and one that differs by
/// what another says follows from that.
fn numbers(found: &Found, whys: &mut [Option<Why>]) {
    let delta = |difference: &Difference| match (&difference.ours, &difference.theirs) {
        (Value::Held(ours), Value::Held(theirs)) => {
            let by = |ours: Option<u64>, theirs: Option<u64>| {
                i64::try_from(theirs.unwrap_or(0))
                    .unwrap_or(i64::MAX)
                    .saturating_sub(i64::try_from(ours.unwrap_or(0)).unwrap_or(i64::MAX))
            };
            Some([by(ours.left, theirs.left), by(ours.right, theirs.right), by(ours.total, theirs.total)])
        }
        _ => None,
    };
    // What was dropped so far more than in ours, both sides together.
    let mut dropped = 0i64;
    let mut before: Option<(usize, [i64; 3])> = None;
    let mut since = 0;
    for (index, difference) in found.differences.iter().enumerate() {
        match (&difference.field, &difference.ours, &difference.theirs) {
            (Field::Late, Value::Counts(ours), Value::Counts(theirs)) => {
                let all =
                    |counts: &Sides<u64>| i64::try_from(counts.left.saturating_add(counts.right)).unwrap_or(i64::MAX);
                dropped = dropped.saturating_add(all(theirs).saturating_sub(all(ours)));
            }
            (Field::Dropped, Value::Count(ours), Value::Count(theirs)) => {
                dropped = dropped.saturating_add(theirs.saturating_sub(*ours));
            }
            (Field::State, ..) => {
                let Some(by) = delta(difference) else { continue };
                let step = difference.step.unwrap_or(0);
                let all = if by[2] != 0 { by[2] } else { by[0].saturating_add(by[1]) };
                // A step without a number of its own between the two keeps none either.
                whys[index] = match before {
                    Some((_, same)) if same == by && since < step => Some(Why::Since { step: since }),
                    _ => {
                        since = step;
                        (dropped != 0 && all == dropped.saturating_neg()).then_some(Why::Dropped)
                    }
                };
                before = Some((step, by));
            }
            _ => {}
        }
    }
    // Rows that a micro-batch removes more or less, where they are more or less in state afterwards.
    for (index, difference) in found.differences.iter().enumerate() {
        let (Field::Removed, Value::Count(ours), Value::Count(theirs)) =
            (&difference.field, &difference.ours, &difference.theirs)
        else {
            continue;
        };
        let taken = found.differences.iter().any(|other| {
            other.field == Field::State
                && other.batch == difference.batch
                && delta(other).is_some_and(|by| by[2] == ours.saturating_sub(*theirs))
        });
        if taken {
            whys[index] = Some(Why::Taken);
        }
    }
}

fn other_script(found: &Found, scenario: &Scenario, trace: &Trace) -> Option<(usize, Because)> {
    let by_row = found.differences.iter().find_map(|difference| {
        let step = difference.step.unwrap_or(1);
        match &difference.why {
            Some(Why::NoSuchRow { side, id }) => Some((step, Because::NoSuchRow { side: *side, id: id.clone() })),
            Some(Why::NotYet { side, id, step: arrives }) => {
                Some((step, Because::NotYet { side: *side, id: id.clone(), step: *arrives }))
            }
            _ => None,
        }
    });
    let spark = scenario.dialect == Dialect::Spark;
    let by_batch = match &trace.told {
        Told::Steps(entries) if spark => {
            entries.iter().zip(scenario.script.iter()).enumerate().find_map(|(index, (entry, step))| {
                let batch = matches!(step, Step::Batch | Step::FailingBatch | Step::Crash);
                match (batch, entry.batches.is_some()) {
                    (true, false) => Some((index + 1, Because::NoBatches)),
                    (false, true) => Some((index + 1, Because::Batches)),
                    _ => None,
                }
            })
        }
        _ => None,
    };
    let by_length = found.differences.iter().find_map(|difference| {
        match (&difference.field, &difference.ours, &difference.theirs) {
            (Field::Steps, Value::Count(ours), Value::Count(theirs)) => {
                let number = |n: &i64| usize::try_from(*n).unwrap_or(0);
                let (ours, theirs) = (number(ours), number(theirs));
                Some((ours.min(theirs) + 1, Because::Steps { ours, theirs }))
            }
            _ => None,
        }
    });
    [by_row, by_batch, by_length].into_iter().flatten().min_by_key(|(step, _)| *step)
}
