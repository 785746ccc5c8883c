//! What the engines' own metrics show after each step, under their own names, and what no metric of theirs tells.
//!
//! Names are those of Apache Flink 2.3.0 (`MetricNames`; `WindowOperator`, `WindowJoinHelper`, the session window function)
//! and of Spark 4.3.0's `StateOperatorProgress`. They are metrics of the join's operator: where a window function stands
//! before it, a record in is a copy of a row in one window.

use std::collections::{BTreeSet, HashSet};

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};

use crate::{
    engine::{Effect, RowId, effect::Gone},
    replay::{Batch, Recording, View},
    scenario::{Dialect, JoinKind, Scenario, Side, Sides, Step, Window},
};

/// A metric of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    pub name: &'static str,
    pub value: i64,
    /// What a counter counted in this step; `None` of a gauge, which counts nothing.
    pub here: Option<i64>,
    /// joinscope's own estimate of what the engine would show: it depends on how a real job stores its rows.
    pub estimate: bool,
}

impl Metric {
    fn new(name: &'static str, value: u64) -> Self {
        Metric { name, value: whole(value), here: None, estimate: false }
    }

    fn counter(name: &'static str, value: u64, here: u64) -> Self {
        Metric { here: Some(whole(here)), ..Metric::new(name, value) }
    }
}

fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// What Flink shows of a watermark that has not come yet.
pub const NO_WATERMARK: i64 = i64::MIN;

/// The metrics after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metrics {
    pub step: usize,
    /// Of Flink's operator. Its counters are its task's: they begin anew when that is restarted after a crash, and count what
    /// is read again.
    pub operator: Vec<Metric>,
    /// Of Spark's state operator, one list a micro-batch that the step ran.
    pub batches: Vec<(u32, Vec<Metric>)>,
    /// The same, of this step's micro-batches and of all so far together: Spark itself adds nothing up.
    pub summed: Vec<Metric>,
    /// In this step, and from the start.
    pub here: Tally,
    pub so_far: Tally,
}

/// What joinscope counts itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows pushed.
    pub rows: Sides<u64>,
    /// Records that reached the join's operator: in windows made before it, copies.
    pub records: Sides<u64>,
    /// Changes emitted, and those of them that take back.
    pub emitted: u64,
    pub taken_back: u64,
    /// Rows of which nothing got into state since they came too late.
    pub late_rows: Sides<u64>,
    /// Copies in windows that were over, also of rows that had other copies.
    pub late_copies: Sides<u64>,
    /// Pairs that came out though they had come out before and had not been taken back: once more a window, or a firing.
    pub repeated: u64,
    /// Rows put into state; in windows, copies.
    pub stored: u64,
    /// Spark: what its micro-batches read, put out, dropped as late and removed from state, as far as it reports them: not
    /// those that failed.
    pub read: u64,
    pub put_out: u64,
    pub dropped: u64,
    pub removed: u64,
}

impl Tally {
    /// Changes emitted a row that came in, in hundredths; `None` before the first row.
    pub fn amplification(&self) -> Option<u64> {
        let rows = self.rows.left + self.rows.right;
        (rows > 0).then(|| self.emitted.saturating_mul(100) / rows)
    }

    /// A row that is a record for the join's operator as it is.
    fn count_record(&mut self, step: Option<&Step>, copies: Copies) {
        if let Some(Step::Push(push)) = step
            && (copies == Copies::Rows || copies == Copies::LeftRows && push.side == Side::Left)
        {
            self.records[push.side] += 1;
        }
    }

    fn since(&self, before: &Tally) -> Tally {
        let sides = |of: Sides<u64>, old: Sides<u64>| Sides::new(of.left - old.left, of.right - old.right);
        Tally {
            rows: sides(self.rows, before.rows),
            records: sides(self.records, before.records),
            emitted: self.emitted - before.emitted,
            taken_back: self.taken_back - before.taken_back,
            late_rows: sides(self.late_rows, before.late_rows),
            late_copies: sides(self.late_copies, before.late_copies),
            repeated: self.repeated - before.repeated,
            stored: self.stored - before.stored,
            read: self.read - before.read,
            put_out: self.put_out - before.put_out,
            dropped: self.dropped - before.dropped,
            removed: self.removed - before.removed,
        }
    }
}

/// The tallies of a whole run, counted once.
#[derive(Clone, Debug)]
pub struct Tallies {
    /// After each step; first of nothing.
    after: Vec<Tally>,
    /// Flink: the crashes' steps, ascending.
    crashes: Vec<usize>,
}

impl Tallies {
    pub fn of(recording: &Recording) -> Self {
        let scenario = recording.scenario();
        let copies = match (scenario.dialect, scenario.join.kind) {
            // The session function hands a session's rows on when it closes.
            (Dialect::FlinkSql, JoinKind::Window { window: Window::Session { .. }, .. }) => Copies::HandedOn,
            (Dialect::FlinkSql | Dialect::Spark, JoinKind::Window { .. }) => Copies::EachWindow,
            (_, JoinKind::Lookup) => Copies::LeftRows,
            _ => Copies::Rows,
        };
        let mut tally = Tally::default();
        let mut pairs: HashSet<(RowId, RowId)> = HashSet::new();
        let mut after = Vec::with_capacity(recording.len() + 1);
        let mut crashes = Vec::new();
        after.push(tally);
        for step in 1..=recording.len() {
            if let Some(Step::Push(push)) = recording.step(step) {
                tally.rows[push.side] += 1;
            }
            if let Some(checkpoint) = recording.came_back_to(step) {
                crashes.push(step);
                // What is read again is a record once more.
                for again in checkpoint + 1..step {
                    tally.count_record(recording.step(again), copies);
                }
            }
            count(recording, step, copies, &mut tally, &mut pairs);
            if scenario.dialect == Dialect::Spark {
                for batch in recording.batches(step).iter().filter(|batch| !batch.run.fails()) {
                    let out = |effect: &Effect| matches!(effect, Effect::Emitted { .. });
                    tally.put_out += recording.effects_of(step, batch).filter(out).count() as u64;
                    tally.read += u64::from(batch.rows);
                    tally.dropped += u64::from(batch.dropped);
                    tally.removed += u64::from(batch.removed);
                }
            }
            after.push(tally);
        }
        Tallies { after, crashes }
    }

    /// The metrics after a step that `view` shows.
    pub fn metrics(&self, recording: &Recording, view: &View) -> Metrics {
        let last = self.after.len() - 1;
        let step = view.step.min(last);
        let so_far = self.after[step];
        let here = so_far.since(&self.after[step.saturating_sub(1)]);
        let spark = recording.scenario().dialect == Dialect::Spark;
        let batches = if spark && step > 0 {
            let batches = recording.batches(step);
            // Spark reports none of one that failed.
            let done = batches.iter().filter(|batch| !batch.run.fails());
            done.map(|batch| (batch.id, of_batch(recording, view, step, batch))).collect()
        } else {
            Vec::new()
        };
        let (operator, summed) = if spark {
            (Vec::new(), of_batches(recording, view, &here, &so_far))
        } else {
            let restarted = self.crashes[..self.crashes.partition_point(|crash| *crash <= step)].last();
            let since = restarted.map_or(so_far, |crash| so_far.since(&self.after[crash - 1]));
            (of_operator(recording, view, &here, &since), Vec::new())
        };
        Metrics { step, operator, batches, summed, here, so_far }
    }
}

/// What the join's operator takes for a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    Rows,
    /// A table that is looked up in sends nothing.
    LeftRows,
    EachWindow,
    HandedOn,
}

fn count(recording: &Recording, step: usize, copies: Copies, tally: &mut Tally, pairs: &mut HashSet<(RowId, RowId)>) {
    let side = |row: RowId| recording.rows().get(row).side;
    let (mut dropped, mut kept) = (BTreeSet::new(), BTreeSet::new());
    tally.count_record(recording.step(step), copies);
    for effect in recording.lasting_effects(step) {
        match effect {
            Effect::Dropped { row, window, .. } => {
                dropped.insert(row);
                if window.is_some() {
                    tally.late_copies[side(row)] += 1;
                }
                if copies == Copies::EachWindow {
                    tally.records[side(row)] += 1;
                }
            }
            Effect::Skipped { row, .. } => tally.late_copies[side(row)] += 1,
            Effect::Copied { row, .. } => {
                kept.insert(row);
                tally.stored += 1;
                if copies == Copies::EachWindow {
                    tally.records[side(row)] += 1;
                }
            }
            Effect::Buffered { .. } => tally.stored += 1,
            Effect::CopyLeft { row, why: Gone::HandedOnLate { .. }, .. } if copies == Copies::HandedOn => {
                tally.records[side(row)] += 1;
            }
            Effect::HandedOn { row, .. } if copies == Copies::HandedOn => tally.records[side(row)] += 1,
            Effect::Emitted { kind, left, right, .. } => {
                tally.emitted += 1;
                tally.taken_back += u64::from(!kind.adds());
                if let (Some(left), Some(right)) = (left, right) {
                    if !kind.adds() {
                        pairs.remove(&(left, right));
                    } else if !pairs.insert((left, right)) {
                        tally.repeated += 1;
                    }
                }
            }
            _ => {}
        }
    }
    for row in dropped.difference(&kept) {
        tally.late_rows[side(*row)] += 1;
    }
}

fn of_operator(recording: &Recording, view: &View, here: &Tally, tally: &Tally) -> Vec<Metric> {
    let scenario = recording.scenario();
    let records = |of: &Tally| of.records.left + of.records.right;
    let mut metrics = vec![
        Metric::counter("numRecordsIn", records(tally), records(here)),
        Metric::counter("numRecordsOut", tally.emitted, here.emitted),
    ];
    let watermark =
        |name, value: Option<i64>| Metric { name, value: value.unwrap_or(NO_WATERMARK), here: None, estimate: false };
    // A window join of DataStream is one input, both streams' union; a lookup join has the left stream alone.
    match (scenario.dialect, scenario.join.kind) {
        (Dialect::FlinkDatastream, JoinKind::Window { .. }) => {
            metrics.push(watermark("currentInputWatermark", view.join_watermark));
        }
        (_, JoinKind::Lookup) => metrics.push(watermark("currentInputWatermark", view.watermark[Side::Left])),
        _ => {
            metrics.push(watermark("currentInput1Watermark", view.watermark[Side::Left]));
            metrics.push(watermark("currentInput2Watermark", view.watermark[Side::Right]));
        }
    }
    metrics.push(watermark("currentOutputWatermark", recording.passed_on(view)));
    match (scenario.dialect, scenario.join.kind) {
        // Of sessions the two session functions before the join count what is late (`numLateRecordsDropped` of each).
        (Dialect::FlinkSql, JoinKind::Window { window: Window::Session { .. }, .. }) => {}
        (Dialect::FlinkSql, JoinKind::Window { .. }) => {
            let (late, now) = (tally.late_copies, here.late_copies);
            metrics.push(Metric::counter("leftNumLateRecordsDropped", late.left, now.left));
            metrics.push(Metric::counter("rightNumLateRecordsDropped", late.right, now.right));
        }
        (Dialect::FlinkDatastream, JoinKind::Window { .. }) => {
            let late = |of: &Tally| of.late_rows.left + of.late_rows.right;
            metrics.push(Metric::counter("numLateRecordsDropped", late(tally), late(here)));
        }
        // No interval, regular or temporal join of Flink counts late rows.
        _ => {}
    }
    metrics
}

fn of_batch(recording: &Recording, view: &View, step: usize, batch: &Batch) -> Vec<Metric> {
    let own = || recording.effects_of(step, batch);
    let updated = own().filter(|effect| matches!(effect, Effect::Buffered { .. } | Effect::Copied { .. })).count();
    let out = own().filter(|effect| matches!(effect, Effect::Emitted { .. })).count();
    let held = batch.held.left + batch.held.right;
    let mut metrics = vec![
        Metric::new("numInputRows", u64::from(batch.rows)),
        Metric::new("numOutputRows", out as u64),
        Metric::new("numRowsTotal", held),
        Metric::new("numRowsUpdated", updated as u64),
        Metric::new("numRowsRemoved", u64::from(batch.removed)),
        Metric::new("numRowsDroppedByWatermark", u64::from(batch.dropped)),
    ];
    let bytes = held.saturating_mul(row_bytes(recording.scenario(), view.step));
    metrics.push(Metric { estimate: true, ..Metric::new("memoryUsedBytes", bytes) });
    metrics
}

/// The sums over the micro-batches of this step and of all so far; what is so now, as it is.
fn of_batches(recording: &Recording, view: &View, here: &Tally, so_far: &Tally) -> Vec<Metric> {
    let held = view.held.left + view.held.right;
    let bytes = held.saturating_mul(row_bytes(recording.scenario(), view.step));
    vec![
        Metric::counter("numInputRows", so_far.read, here.read),
        Metric::counter("numOutputRows", so_far.put_out, here.put_out),
        Metric::new("numRowsTotal", held),
        Metric::counter("numRowsUpdated", so_far.stored, here.stored),
        Metric::counter("numRowsRemoved", so_far.removed, here.removed),
        Metric::counter("numRowsDroppedByWatermark", so_far.dropped, here.dropped),
        Metric { estimate: true, ..Metric::new("memoryUsedBytes", bytes) },
    ]
}

/// About how many bytes Spark's state needs a row: an `UnsafeRow` a key and a value, each with 8 bytes of NULL bits and 8 a
/// column, texts beside, and the entries of its two stores. By the rows of the first `steps` steps.
pub(crate) fn row_bytes(scenario: &Scenario, steps: usize) -> u64 {
    /// Rows looked at, and what two map entries cost besides.
    const SAMPLE: usize = 64;
    const ENTRIES: u64 = 2 * 64;
    let pushes = scenario.script.iter().take(steps).filter_map(|step| match step {
        Step::Push(push) => Some(push),
        _ => None,
    });
    let (mut bytes, mut rows) = (0, 0);
    for push in pushes.take(SAMPLE) {
        let fields = push.row.fields();
        let text: usize =
            fields.values().filter_map(|value| value.as_str()).map(|text| text.len().next_multiple_of(8)).sum();
        let key = push.key.as_deref().map_or(0, |key| key.len().next_multiple_of(8));
        let id = push.id.len().next_multiple_of(8);
        // The key, its index and its count; id, key, time and the fields, and whether it matched.
        bytes += (16 + key + 16) + (8 + 8 * (4 + fields.len()) + text + key + id);
        rows += 1;
    }
    (bytes as u64).checked_div(rows).map_or(0, |mean| ENTRIES + mean)
}

// ---- JSON

struct Named<'m>(&'m [Metric]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for metric in self.0 {
            if metric.estimate {
                map.serialize_entry(&format!("{}Estimate", metric.name), &metric.value)?;
            } else {
                map.serialize_entry(metric.name, &metric.value)?;
            }
        }
        map.end()
    }
}

struct Batches<'m>(&'m [(u32, Vec<Metric>)]);

impl Serialize for Batches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Entry<'m> {
            batch_id: u32,
            state_operator: Named<'m>,
        }
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for (id, metrics) in self.0 {
            seq.serialize_element(&Entry { batch_id: *id, state_operator: Named(metrics) })?;
        }
        seq.end()
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("emitted", &self.emitted)?;
        map.serialize_entry("takenBack", &self.taken_back)?;
        map.serialize_entry("lateRows", &self.late_rows)?;
        map.serialize_entry("lateCopies", &self.late_copies)?;
        map.serialize_entry("repeatedPairs", &self.repeated)?;
        map.serialize_entry("changesPerRow", &self.amplification().map(|hundredths| hundredths as f64 / 100.0))?;
        map.end()
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("step", &self.step)?;
        if !self.operator.is_empty() {
            map.serialize_entry("operator", &Named(&self.operator))?;
        }
        if !self.batches.is_empty() {
            map.serialize_entry("batches", &Batches(&self.batches))?;
        }
        map.serialize_entry("inThisStep", &self.here)?;
        map.serialize_entry("soFar", &self.so_far)?;
        map.end()
    }
}

/// The metrics after a step as JSON, to be pasted elsewhere.
pub fn json(metrics: &Metrics) -> String {
    // Every key is a string, and a String takes all that is written.
    serde_json::to_string_pretty(metrics).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::scenario;

    fn run(head: &str, script: &str) -> Recording {
        let text = format!(r#"{{"version": 1, "title": "t", {head}, "script": [{script}]}}"#);
        Recording::new(Rc::new(scenario::read(&text).expect("a scenario")))
    }

    fn streams(dialect: &str, join: &str) -> String {
        format!(
            r#""dialect": "{dialect}", "left": {{"name": "l", "watermark": {{"strategy": "bounded", "delay": 0}}}},
            "right": {{"name": "r", "watermark": {{"strategy": "bounded", "delay": 0}}}}, "join": {join}"#
        )
    }

    fn push(side: &str, id: &str, time: i64) -> String {
        format!(r#"{{"do": "push", "side": "{side}", "id": "{id}", "key": "k", "time": {time}}}"#)
    }

    fn value(metrics: &[Metric], name: &str) -> i64 {
        metrics.iter().find(|metric| metric.name == name).unwrap_or_else(|| panic!("no {name}")).value
    }

    const SLIDING: &str =
        r#"{"kind": "window", "type": "inner", "window": {"shape": "sliding", "size": 10000, "slide": 5000}}"#;

    #[test]
    fn a_row_of_which_one_copy_is_late_is_no_late_row() {
        // At 16 s the windows up to 15 s are over: of a row at 12 s one copy is late, of one at 4 s both are.
        let steps = [("left", "l1", 16_000), ("right", "r1", 16_000), ("left", "l2", 12_000), ("left", "l3", 4_000)];
        let script: Vec<String> = steps.iter().map(|(side, id, time)| push(side, id, *time)).collect();
        let run = run(&streams("flink_sql", SLIDING), &script.join(","));
        let metrics = Tallies::of(&run).metrics(&run, &run.view(4));
        assert_eq!(metrics.so_far.late_rows, Sides::new(1, 0));
        assert_eq!(metrics.so_far.late_copies, Sides::new(3, 0));
        assert_eq!(metrics.here.late_copies, Sides::new(2, 0));
        // Each row is two records for the join.
        assert_eq!(value(&metrics.operator, "numRecordsIn"), 8);
        assert_eq!(value(&metrics.operator, "leftNumLateRecordsDropped"), 3);
        assert_eq!(value(&metrics.operator, "currentInput1Watermark"), 16_000);
    }

    #[test]
    fn a_pair_comes_out_once_a_window() {
        let steps = [("left", "l1", 7_000), ("right", "r1", 8_000), ("left", "l2", 40_000), ("right", "r2", 40_000)];
        let script: Vec<String> = steps.iter().map(|(side, id, time)| push(side, id, *time)).collect();
        let run = run(&streams("flink_sql", SLIDING), &script.join(","));
        let tallies = Tallies::of(&run);
        let metrics = tallies.metrics(&run, &run.view(4));
        assert_eq!((metrics.so_far.emitted, metrics.so_far.repeated), (2, 1));
        assert_eq!(
            (metrics.so_far.amplification(), tallies.metrics(&run, &run.view(0)).so_far.amplification()),
            (Some(50), None)
        );
        assert_eq!(value(&tallies.metrics(&run, &run.view(0)).operator, "currentInput2Watermark"), NO_WATERMARK);
    }

    #[test]
    fn flinks_counters_begin_anew_after_a_crash_and_count_what_is_read_again() {
        let interval = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 1000}"#;
        let script = [
            push("left", "l1", 1_000),
            push("right", "r1", 1_500),
            r#"{"do": "checkpoint"}"#.to_string(),
            push("left", "l2", 1_400),
            r#"{"do": "crash"}"#.to_string(),
            push("right", "r2", 1_700),
            r#"{"do": "crash"}"#.to_string(),
        ];
        let run = run(&streams("flink_sql", interval), &script.join(","));
        let tallies = Tallies::of(&run);
        let counted = |step: usize| {
            let metrics = tallies.metrics(&run, &run.view(step));
            let of = |name: &str| {
                let metric = metrics.operator.iter().find(|metric| metric.name == name).expect("it is there");
                (metric.value, metric.here.expect("it counts"))
            };
            (of("numRecordsIn"), of("numRecordsOut"), metrics.so_far.rows.left + metrics.so_far.rows.right)
        };
        assert_eq!(counted(4), ((3, 1), (2, 1), 3));
        // l2 again, and its pair.
        assert_eq!(counted(5), ((1, 1), (1, 1), 3));
        assert_eq!(counted(6), ((2, 1), (3, 2), 4));
        // l2 and r2 again, of the same checkpoint.
        assert_eq!(counted(7), ((2, 2), (3, 3), 4));
    }

    #[test]
    fn spark_reports_nothing_of_a_micro_batch_that_failed() {
        let interval = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 1000}"#;
        let script = [
            push("left", "l1", 1_000),
            push("right", "r1", 1_500),
            r#"{"do": "batch", "fails": true}"#.to_string(),
            r#"{"do": "batch"}"#.to_string(),
        ];
        let run = run(&streams("spark", interval), &script.join(","));
        let tallies = Tallies::of(&run);
        let counted = |step: usize| {
            let metrics = tallies.metrics(&run, &run.view(step));
            (value(&metrics.summed, "numInputRows"), value(&metrics.summed, "numOutputRows"), metrics.so_far.emitted)
        };
        assert_eq!((counted(3), counted(4)), ((0, 0, 1), (2, 1, 2)));
    }

    #[test]
    fn an_operator_of_one_input_has_one_watermark() {
        let script = [push("left", "l1", 7_000), push("right", "r1", 8_000)].join(",");
        let names = |dialect: &str, join: &str| {
            let run = run(&streams(dialect, join), &script);
            let metrics = Tallies::of(&run).metrics(&run, &run.view(2));
            let watermarks: Vec<&str> = metrics
                .operator
                .iter()
                .map(|metric| metric.name)
                .filter(|name| name.starts_with("currentInput"))
                .collect();
            (watermarks.join(" "), value(&metrics.operator, "numRecordsIn"))
        };
        let lookup = r#"{"kind": "lookup", "type": "left"}"#;
        assert_eq!(names("flink_datastream", SLIDING), ("currentInputWatermark".into(), 2));
        assert_eq!(names("flink_sql", lookup), ("currentInputWatermark".into(), 1));
        assert_eq!(names("flink_sql", SLIDING), ("currentInput1Watermark currentInput2Watermark".into(), 4));
    }

    #[test]
    fn spark_has_its_own_a_micro_batch() {
        let interval = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 1000}"#;
        let batch = r#"{"do": "batch"}"#.to_string();
        let script = [
            push("left", "l1", 1_000),
            push("right", "r1", 1_500),
            batch.clone(),
            push("left", "l2", 90_000),
            push("right", "r2", 90_000),
            batch,
        ];
        let run = run(&streams("spark", interval), &script.join(","));
        let metrics = Tallies::of(&run).metrics(&run, &run.view(6));
        assert!(metrics.operator.is_empty());
        let removed = metrics.summed.iter().find(|metric| metric.name == "numRowsRemoved").expect("it is summed");
        assert_eq!((removed.value, removed.here), (2, Some(2)));
        let (id, last) = metrics.batches.last().expect("the no-data batch");
        assert_eq!((*id, value(last, "numRowsRemoved"), value(last, "numRowsTotal")), (3, 2, 2));
        assert!(last.iter().any(|metric| metric.estimate && metric.name == "memoryUsedBytes" && metric.value > 0));
        let text = json(&metrics);
        assert!(text.contains("\"memoryUsedBytesEstimate\"") && text.contains("\"batchId\": 3"), "{text}");
    }
}
