//! One step forward, as it moves: what starts when, and from where. Times are ms at 1×, from the step's start.

use std::collections::BTreeMap;

use super::Axis;
use crate::{
    engine::{
        Effect, RowId,
        effect::{NotKept, Span},
    },
    replay::{Phase, Recording, View},
    scenario::{JoinKind, Side, Sides},
    sorting,
};

/// The mark falls from its lane's outer edge.
pub const FALL: u32 = 180;
/// Its band flashes in the other lane.
pub const PROBE_AT: u32 = 120;
/// Curves draw to the partners.
pub const MATCH_AT: u32 = 240;
pub const MATCH: u32 = 320;
/// A side's watermark slides; the join's follows.
pub const SLIDE_AT: u32 = 420;
pub const SLIDE: u32 = 320;
pub const JOIN_AT: u32 = SLIDE_AT + 80;
/// A row leaves: the line turns dotted, the mark shrinks and greys.
pub const LEAVE: u32 = 180;
/// The tail draws to ∅.
pub const TAIL: u32 = 240;
/// A row grows into the output.
pub const GROW: u32 = 180;
/// Why changes.
pub const WHY: u32 = 90;
/// Everything is over by then.
pub const END: u32 = 1200;

/// Rows that leave start so far apart, and from the seventh on together.
const APART: u32 = 40;
const TOGETHER: usize = 6;

/// What moves in a step forward.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    pub step: usize,
    /// The row that comes in.
    pub arrives: Option<RowId>,
    /// Where it looks for partners: event times of the other lane, both inclusive; `None` is everywhere.
    pub probes: Vec<Option<(i64, i64)>>,
    /// When each row that had no partner yet is reached by one.
    pub fills: BTreeMap<RowId, u32>,
    /// Where the watermarks that move were.
    pub watermarks: Sides<Option<Option<i64>>>,
    /// Where the join's watermark was, if it moves.
    pub join: Option<Option<i64>>,
    /// When each row that leaves begins to.
    pub leaves: BTreeMap<RowId, u32>,
    /// When each tail to ∅ begins.
    pub tails: BTreeMap<RowId, u32>,
    /// When each row of the step's output grows, in order.
    pub outputs: Vec<u32>,
    /// When Why changes.
    pub why: u32,
}

/// How the step that led from `before` to `view` moves.
pub fn motion(recording: &Recording, before: &View, view: &View) -> Motion {
    let step = view.step;
    let effects: Vec<Effect> = recording.effects(step).collect();
    let rows = recording.rows();
    let arrives = step.checked_sub(1).and_then(|index| rows.of_step(index));

    let mut fills = BTreeMap::new();
    let mut pairs = false;
    for effect in &effects {
        let (Effect::Matched { left, right } | Effect::VersionTaken { left, right }) = *effect else { continue };
        pairs = true;
        for row in [left, right] {
            if before.row(row).matches == 0 {
                // The row that comes in is where the curve starts, its partner where it ends.
                let at = if arrives == Some(row) { MATCH_AT } else { MATCH_AT + MATCH };
                fills.entry(row).or_insert(at);
            }
        }
    }

    let moved = |side: Side| (before.watermark[side] != view.watermark[side]).then_some(before.watermark[side]);
    let join = (before.join_watermark != view.join_watermark).then_some(before.join_watermark);
    let leaves = leaves(&effects, before, view, join);
    let mut tails = BTreeMap::new();
    let mut outputs = Vec::new();
    for out in recording.emitted(step) {
        let alone = match (out.left, out.right) {
            (Some(row), None) | (None, Some(row)) => Some(row),
            _ => None,
        };
        // What comes out of a row's leaving follows it; else a row without partner is known when the probe is over.
        let at = match alone.map(|row| (row, leaves.get(&row))) {
            Some((row, Some(leaves))) => *tails.entry(row).or_insert(leaves + LEAVE),
            Some((row, None)) if out.kind.adds() => *tails.entry(row).or_insert(SLIDE_AT),
            Some((_, None)) => SLIDE_AT,
            None => MATCH_AT + MATCH,
        };
        outputs.push(at);
    }

    let mut over = if arrives.is_some() { FALL } else { 0 };
    over = over.max(if pairs { MATCH_AT + MATCH } else { 0 });
    if moved(Side::Left).is_some() || moved(Side::Right).is_some() {
        over = over.max(SLIDE_AT + SLIDE);
    }
    over = over.max(if join.is_some() { JOIN_AT + SLIDE } else { 0 });
    over = over.max(leaves.values().max().map_or(0, |at| at + LEAVE));
    over = over.max(tails.values().max().map_or(0, |at| at + TAIL));
    over = over.max(outputs.iter().max().map_or(0, |at| at + GROW));
    Motion {
        step,
        arrives,
        probes: probes(recording, &effects, view, arrives),
        fills,
        watermarks: Sides::new(moved(Side::Left), moved(Side::Right)),
        join,
        leaves,
        tails,
        outputs,
        why: over.min(END - WHY),
    }
}

impl Motion {
    /// How far left of its place a line starts that stood at `was`, px.
    pub fn from(axis: &Axis, was: Option<i64>, x: f64) -> f64 {
        was.map_or(axis.left, |time| axis.x(time).clamp(axis.left, axis.right)) - x
    }
}

/// When each row begins to leave: as the join's line crosses its end tick, 40 ms apart, from the seventh on together.
fn leaves(effects: &[Effect], before: &View, view: &View, join: Option<Option<i64>>) -> BTreeMap<RowId, u32> {
    let gone = |row: RowId| matches!(view.row(row).phase, Phase::Gone(_)) && view.row(row).ended as usize == view.step;
    let mut order: Vec<(i64, RowId)> = effects
        .iter()
        .filter_map(|effect| match *effect {
            Effect::Left { row, .. } | Effect::CopyLeft { row, .. } => Some(row),
            _ => None,
        })
        .filter(|row| gone(*row))
        .map(|row| (before.row(row).due.or(view.row(row).due).unwrap_or(i64::MAX), row))
        .collect();
    sorting::sort(&mut order);
    order.dedup();
    let from = if join.is_some() { JOIN_AT } else { SLIDE_AT };
    // Six times 40.
    let latest: u32 = 240;
    // How much of its way the line has gone when it crosses, in ms of the slide.
    let crosses = |due: i64| match (join, view.join_watermark) {
        (Some(Some(was)), Some(now)) if now > was => {
            let part = due.saturating_sub(was) as f64 / now.saturating_sub(was) as f64;
            (part.clamp(0.0, 1.0) * f64::from(SLIDE)) as u32
        }
        _ => 0,
    };
    let slots = order.len().saturating_sub(1).min(TOGETHER);
    let (mut least, mut at) = (0, 0);
    let mut leaves = BTreeMap::new();
    for (index, (due, row)) in order.into_iter().enumerate() {
        if index <= TOGETHER {
            // Not before it is crossed, and soon enough for those behind it.
            let behind = u32::try_from(slots.saturating_sub(index)).unwrap_or(0);
            at = crosses(due).max(least).min(latest.saturating_sub(APART * behind));
            least = at + APART;
        }
        leaves.insert(row, from + at);
    }
    leaves
}

/// Where the row that comes in looks for partners.
fn probes(recording: &Recording, effects: &[Effect], view: &View, arrives: Option<RowId>) -> Vec<Option<(i64, i64)>> {
    let Some(row) = arrives else { return Vec::new() };
    let never = effects.iter().any(|effect| {
        matches!(
            effect,
            Effect::Pending { .. }
                | Effect::Dropped { window: None, .. }
                | Effect::NotProbed { .. }
                | Effect::InNoWindow { .. }
                | Effect::NotBuffered { why: NotKept::EmptyInterval | NotKept::NullKey, .. }
        )
    });
    let info = recording.rows().get(row);
    if never || info.key.is_null() || !info.kind.adds() {
        return Vec::new();
    }
    match recording.scenario().join.kind {
        JoinKind::Interval(interval) => {
            let (lower, upper) = interval.inclusive();
            let (first, last) = match info.side {
                Side::Left => (info.time.saturating_add(lower), info.time.saturating_add(upper)),
                Side::Right => (info.time.saturating_sub(upper), info.time.saturating_sub(lower)),
            };
            if first <= last { vec![Some((first, last))] } else { Vec::new() }
        }
        JoinKind::Window { .. } => {
            let inside = |window: Span| Some((window.start, window.end.saturating_sub(1)));
            view.open_windows(recording.rows(), row).into_iter().map(inside).collect()
        }
        JoinKind::Regular { .. } => vec![None],
        // A left row waits for the watermark, and a version asks nobody.
        JoinKind::Temporal => Vec::new(),
        // Only a left row asks, whatever the times.
        JoinKind::Lookup if info.side == Side::Left => vec![None],
        JoinKind::Lookup => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read;
    use std::rc::Rc;

    fn run(name: &str) -> Recording {
        let text = std::fs::read_to_string(format!("www/scenarios/{name}.scenario.json")).unwrap();
        Recording::new(Rc::new(read(&text).unwrap()))
    }

    fn at(recording: &Recording, step: usize) -> Motion {
        motion(recording, &recording.view(step - 1), &recording.view(step))
    }

    #[test]
    fn every_step_of_every_example_is_over_in_time() {
        for entry in std::fs::read_dir("www/scenarios").unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let Ok(scenario) = read(&text) else { continue };
            let recording = Recording::new(Rc::new(scenario));
            for step in 1..=recording.len() {
                let motion = at(&recording, step);
                assert!(motion.why + WHY <= END);
                assert!(motion.leaves.values().all(|at| at + LEAVE < END));
                assert!(motion.tails.values().all(|at| at + TAIL < END));
                assert!(motion.outputs.iter().all(|at| at + GROW < END));
                assert_eq!(motion.outputs.len(), recording.emitted(step).count());
                // Nothing comes out before the row that it comes from.
                for (row, tail) in &motion.tails {
                    assert!(motion.leaves.get(row).is_none_or(|leaves| leaves + LEAVE <= *tail));
                }
            }
        }
    }

    #[test]
    fn a_row_falls_probes_matches_and_fills_its_partner() {
        let recording = run("orders-shipments");
        let s1 = at(&recording, 3);
        let row = recording.rows().of_step(2).unwrap();
        assert_eq!(s1.arrives, Some(row));
        let time = recording.rows().get(row).time;
        assert_eq!(s1.probes, [Some((time - 2 * crate::scenario::time::HOUR, time))]);
        let o1 = recording.rows().of_step(0).unwrap();
        assert_eq!(s1.fills.get(&row), Some(&MATCH_AT));
        assert_eq!(s1.fills.get(&o1), Some(&(MATCH_AT + MATCH)));
        assert_eq!(s1.outputs, [MATCH_AT + MATCH]);
    }

    #[test]
    fn rows_leave_as_the_line_crosses_them_and_null_rows_follow() {
        let recording = run("orders-shipments");
        let s4 = at(&recording, 10);
        let id = |row: &RowId| recording.rows().id(recording.scenario(), *row).to_string();
        let mut order: Vec<(u32, String)> = s4.leaves.iter().map(|(row, at)| (*at, id(row))).collect();
        order.sort();
        let ids: Vec<&str> = order.iter().map(|(_, id)| id.as_str()).collect();
        assert_eq!(ids, ["s2", "o1", "o2"], "by their end ticks: 10:30, 11:20, 11:35");
        assert!(order.windows(2).all(|pair| pair[1].0 >= pair[0].0 + 40));
        assert!(order[0].0 >= JOIN_AT);
        let o2 = s4.tails.iter().next().unwrap();
        assert_eq!((id(o2.0).as_str(), *o2.1), ("o2", order[2].0 + LEAVE));
        assert!(s4.join.is_some() && s4.watermarks.right.is_some() && s4.watermarks.left.is_none());
    }

    #[test]
    fn of_many_the_seventh_and_all_others_leave_together() {
        let mut scenario = (**run("orders-shipments").scenario()).clone();
        scenario.script.shared().retain(|step| !matches!(**step, crate::scenario::Step::Watermark { .. }));
        for side in Side::BOTH {
            scenario.streams[side].watermark = crate::scenario::Strategy::Manual;
        }
        for side in Side::BOTH {
            scenario.script.push(crate::scenario::Step::Watermark { side, time: 1_800_000_000_000 });
        }
        let recording = Recording::new(Rc::new(scenario));
        let last = at(&recording, recording.len());
        let mut times: Vec<u32> = last.leaves.values().copied().collect();
        times.sort_unstable();
        assert!(times.len() > 8, "{times:?}");
        assert!(times[7..].iter().all(|at| *at == times[6]));
    }
}
