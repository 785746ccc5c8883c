//! Switching the engine: the script converted to how the other engine's time moves, and what that does, told first.

use crate::scenario::{
    Dialect, Generate, Interval, JoinKind, Push, RowKind, Scenario, Script, Side, Step, Strategy, Window,
};

/// How a script is converted to Spark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToSpark {
    /// The delay, in ms, of a side whose watermark was set by hand.
    pub delay: i64,
    /// A micro-batch follows every so many rows; at least 1.
    pub every: usize,
}

impl Default for ToSpark {
    fn default() -> Self {
        ToSpark { delay: 0, every: 1 }
    }
}

/// Something that converting does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The side's watermark, set by hand, follows the events now.
    Bounded { side: Side, delay: i64 },
    /// So many `watermark` steps go.
    WatermarksGo(usize),
    /// So many `batch` steps are put in.
    BatchesCome(usize),
    /// So many `batch` steps go.
    BatchesGo(usize),
    /// So many `checkpoint` steps go: in Spark each micro-batch is one.
    CheckpointsGo(usize),
    /// So many rows that are no +I go: the engine's sources only append.
    RetractionsGo(usize),
    /// An option that the engine does not have goes back to its default.
    OptionGoes(Setting),
    /// The engine has nothing like it; the join stays as it is, and is refused.
    KindStays,
}

/// An option of a join or of a stream pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    MinCleanupInterval,
    AllowedLateness,
    StateTtl,
    WatermarkPolicy,
    IdleTimeout,
    MaxLength,
}

/// The scenario under another engine, and what that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted {
    pub scenario: Scenario,
    pub changes: Vec<Change>,
    /// The step of the new script that comes nearest to the one shown.
    pub cursor: usize,
    /// For each step of the old script, how many steps of the new one stand for it and those before it.
    pub after: Vec<usize>,
}

impl Converted {
    /// Whether something that a person wrote is gone: that is asked first.
    pub fn loses(&self) -> bool {
        self.changes.iter().any(|change| match change {
            Change::Bounded { .. }
            | Change::WatermarksGo(_)
            | Change::CheckpointsGo(_)
            | Change::RetractionsGo(_)
            | Change::OptionGoes(_)
            | Change::KindStays => true,
            Change::BatchesCome(_) | Change::BatchesGo(_) => false,
        })
    }
}

/// Converts a scenario, shown at `cursor`, to another engine.
pub fn convert(scenario: &Scenario, cursor: usize, to: Dialect, spark: ToSpark) -> Converted {
    let mut next = scenario.clone();
    let mut changes = Vec::new();
    next.dialect = to;
    if to == Dialect::Spark && scenario.dialect != Dialect::Spark {
        for side in Side::BOTH {
            if next.streams[side].watermark == Strategy::Manual {
                next.streams[side].watermark = Strategy::bounded(spark.delay);
                changes.push(Change::Bounded { side, delay: spark.delay });
            }
        }
    }
    options(&mut next, to, &mut changes);
    let after = script(&mut next, scenario, spark, &mut changes);
    let cursor = cursor.checked_sub(1).and_then(|index| after.get(index)).copied().unwrap_or(0);
    Converted { scenario: next, changes, cursor, after }
}

/// What the engine has no option for goes back to the default, where it was not there already.
fn options(next: &mut Scenario, to: Dialect, changes: &mut Vec<Change>) {
    let mut reset = |value: &mut i64, keeps: bool, setting: Setting| {
        if !keeps && *value != 0 {
            *value = 0;
            changes.push(Change::OptionGoes(setting));
        }
    };
    let mut stays = false;
    match &mut next.join.kind {
        JoinKind::Interval(Interval { min_cleanup_interval, .. }) => {
            reset(min_cleanup_interval, to == Dialect::FlinkSql, Setting::MinCleanupInterval);
        }
        JoinKind::Window { window, allowed_lateness } => {
            reset(allowed_lateness, to == Dialect::FlinkDatastream, Setting::AllowedLateness);
            stays = matches!(window, Window::Cumulating { .. }) && to != Dialect::FlinkSql;
            if let Window::Session { max_length, .. } = window
                && to != Dialect::FlinkDatastream
                && max_length.take().is_some()
            {
                changes.push(Change::OptionGoes(Setting::MaxLength));
            }
        }
        JoinKind::Regular { state_ttl } => {
            reset(state_ttl, to == Dialect::FlinkSql, Setting::StateTtl);
            stays = to == Dialect::FlinkDatastream;
        }
        JoinKind::Temporal => stays = to != Dialect::FlinkSql,
        JoinKind::Lookup => stays = to == Dialect::FlinkDatastream,
    }
    if stays {
        changes.push(Change::KindStays);
    }
    if to != Dialect::Spark && next.watermark_policy.take().is_some() {
        changes.push(Change::OptionGoes(Setting::WatermarkPolicy));
    }
    if to == Dialect::Spark && Side::BOTH.iter().any(|side| next.streams[*side].watermark.idle_timeout().is_some()) {
        for side in Side::BOTH {
            next.streams[side].watermark = next.streams[side].watermark.never_idle();
        }
        changes.push(Change::OptionGoes(Setting::IdleTimeout));
    }
}

/// Rewrites the steps; gives for each old one how many new ones there are behind it.
fn script(next: &mut Scenario, old: &Scenario, spark: ToSpark, changes: &mut Vec<Change>) -> Vec<usize> {
    let to_spark = next.dialect == Dialect::Spark;
    let was_spark = old.dialect == Dialect::Spark;
    let lookup = old.join.kind == JoinKind::Lookup;
    // The table of a lookup takes other kinds in every engine.
    let of_table = |push: &Push| lookup && push.side == Side::Right && push.kind != RowKind::UpdateBefore;
    let (mut watermarks, mut batches, mut checkpoints, mut retractions, mut added) = (0, 0, 0, 0, 0);
    let mut steps = Vec::with_capacity(old.script.len());
    let mut after = Vec::with_capacity(old.script.len());
    let mut since = 0;
    for step in &old.script {
        match step {
            Step::Watermark { .. } if to_spark => watermarks += 1,
            Step::Batch | Step::FailingBatch if !to_spark => batches += 1,
            Step::Checkpoint if to_spark => checkpoints += 1,
            Step::Push(push) if to_spark && push.kind != RowKind::Insert && !of_table(push) => retractions += 1,
            step => {
                steps.push(step.clone());
                // A table changes without a batch.
                let pushes = matches!(step, Step::Push(push) if !(lookup && push.side == Side::Right));
                since += usize::from(pushes);
                if pushes && to_spark && !was_spark && since >= spark.every.max(1) {
                    steps.push(Step::Batch);
                    (since, added) = (0, added + 1);
                }
            }
        }
        after.push(steps.len());
    }
    // Rows after the last batch would wait for ever. What comes behind the last row is the old script's last step.
    if to_spark && !was_spark && since > 0 {
        steps.push(Step::Batch);
        added += 1;
        if let Some(last) = after.last_mut() {
            *last = steps.len();
        }
    }
    for (count, change) in [
        (watermarks, Change::WatermarksGo as fn(usize) -> Change),
        (batches, Change::BatchesGo),
        (checkpoints, Change::CheckpointsGo),
        (retractions, Change::RetractionsGo),
        (added, Change::BatchesCome),
    ] {
        if count > 0 {
            changes.push(change(count));
        }
    }
    // What no step of is another stays what it was, parameters of a generated one included; those know how to leave out the
    // batches.
    if watermarks + batches + checkpoints + retractions + added > 0 {
        let made_of = old.script.made_of().filter(|_| was_spark && !to_spark);
        next.script = match made_of {
            Some(generate) => Script::generated(Generate { batch_every: None, ..generate.clone() }),
            None => steps.into(),
        };
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scenario::{Policy, time::EXAMPLE},
        workspace::next_push,
    };

    fn three_rows() -> Scenario {
        let mut scenario = Scenario::empty();
        for side in [Side::Left, Side::Right, Side::Left] {
            let push = next_push(&scenario, side, EXAMPLE, Some("k1"));
            scenario.script.push(Step::Push(push));
        }
        scenario.script.push(Step::Watermark { side: Side::Left, time: EXAMPLE });
        scenario
    }

    #[test]
    fn to_spark_rows_come_in_batches_and_watermarks_follow() {
        let flink = three_rows();
        let got = convert(&flink, 2, Dialect::Spark, ToSpark { delay: 5, every: 2 });
        let batches: Vec<bool> = got.scenario.script.iter().map(|step| *step == Step::Batch).collect();
        assert_eq!(batches, [false, false, true, false, true]);
        assert_eq!(got.cursor, 3);
        assert_eq!(got.scenario.streams.left.watermark, Strategy::bounded(5));
        assert_eq!(
            got.changes,
            [
                Change::Bounded { side: Side::Left, delay: 5 },
                Change::Bounded { side: Side::Right, delay: 5 },
                Change::WatermarksGo(1),
                Change::BatchesCome(2)
            ]
        );
        assert!(got.loses());
    }

    #[test]
    fn a_generated_script_is_still_one_where_only_batches_go() {
        let generate = Generate { batch_every: Some(60_000), ..Generate::new(EXAMPLE) };
        let spark = Scenario {
            dialect: Dialect::Spark,
            script: Script::generated(generate.clone()),
            ..convert(&three_rows(), 0, Dialect::Spark, ToSpark::default()).scenario
        };
        let flink = convert(&spark, 9, Dialect::FlinkSql, ToSpark::default()).scenario;
        assert_eq!(flink.script.made_of(), Some(&Generate { batch_every: None, ..generate.clone() }));
        let rows = spark.script.iter().filter(|step| **step != Step::Batch);
        assert!(rows.eq(flink.script.iter()));
        let datastream = convert(&flink, 9, Dialect::FlinkDatastream, ToSpark::default()).scenario;
        assert_eq!(datastream.script, flink.script);
        // Batches after so many rows are no parameter.
        let again = convert(&flink, 9, Dialect::Spark, ToSpark { delay: 0, every: 10 }).scenario;
        assert_eq!(again.script.made_of(), None);
    }

    #[test]
    fn to_flink_batches_go_and_the_rows_stay() {
        let mut spark = convert(&three_rows(), 0, Dialect::Spark, ToSpark::default()).scenario;
        spark.watermark_policy = Some(Policy::Max);
        let got = convert(&spark, 4, Dialect::FlinkDatastream, ToSpark::default());
        assert!(got.scenario.script.iter().eq(three_rows().script.iter().take(3)));
        assert_eq!(got.cursor, 2);
        assert_eq!(got.changes, [Change::OptionGoes(Setting::WatermarkPolicy), Change::BatchesGo(3)]);
    }

    #[test]
    fn a_crash_stays_what_it_needs_of_one_engine_goes() {
        let mut flink = three_rows();
        flink.script.push(Step::Checkpoint);
        flink.script.push(Step::Crash);
        let got = convert(&flink, 0, Dialect::Spark, ToSpark { delay: 0, every: 3 });
        let tail: Vec<&Step> = got.scenario.script.iter().skip(3).collect();
        assert_eq!(tail, [&Step::Batch, &Step::Crash]);
        assert!(got.changes.contains(&Change::CheckpointsGo(1)) && got.loses());
        // Also where nothing else of the script changes.
        let mut alone = Scenario::empty();
        alone.script.push(Step::Checkpoint);
        assert_eq!(convert(&alone, 0, Dialect::Spark, ToSpark::default()).scenario.script.len(), 0);
        let mut spark = got.scenario;
        spark.script.push(Step::FailingBatch);
        let back = convert(&spark, 0, Dialect::FlinkSql, ToSpark::default());
        assert_eq!(back.changes, [Change::BatchesGo(2)]);
        assert_eq!(back.scenario.script[back.scenario.script.len() - 1], Step::Crash);
    }

    #[test]
    fn what_an_engine_lacks_is_told() {
        let mut scenario = three_rows();
        scenario.join.kind = JoinKind::Temporal;
        let got = convert(&scenario, 0, Dialect::FlinkDatastream, ToSpark::default());
        assert_eq!((got.changes.as_slice(), got.loses()), ([Change::KindStays].as_slice(), true));
        scenario.join.kind = JoinKind::Regular { state_ttl: 7 };
        let got = convert(&scenario, 0, Dialect::Spark, ToSpark::default());
        assert!(got.changes.contains(&Change::OptionGoes(Setting::StateTtl)));
    }
}
