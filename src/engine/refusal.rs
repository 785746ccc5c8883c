//! What a real engine does not run, and why, as data. `explain` has our words; [`Refusal::engine_words`] the engine's.

use crate::scenario::{Dialect, JoinKind, Policy, RowKind, Setup, Side, Strategy};

/// Why the real engine refuses a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not the engine's doing: this version of joinscope does not have the join yet.
    NotBuilt { dialect: Dialect, kind: &'static str },
    /// A `batch` step in Flink, which has no micro-batches.
    BatchStep,
    /// An input row of a kind that the join does not take.
    RowKind { kind: RowKind },
    /// A watermark delay below 0.
    NegativeDelay { side: Side },
    /// A `min_cleanup_interval` below 0, or where the engine has no such option.
    MinCleanupInterval,
    /// A `state_ttl` below 0.
    NegativeTtl,
    /// Watermark policy `max` in Flink, which always takes the slower side.
    PolicyMax,
}

impl Refusal {
    /// What the engine says, or what stands for an API that does not exist.
    pub fn engine_words(&self) -> String {
        match self {
            Refusal::NotBuilt { dialect, kind } => {
                format!("this version of joinscope has no {kind} join of {}", dialect.word())
            }
            Refusal::BatchStep => "step \"batch\" means nothing to Flink".to_string(),
            Refusal::RowKind { kind } => {
                format!("the join does not support consuming update and delete changes, but a row is {}", kind.word())
            }
            Refusal::NegativeDelay { .. } => "the watermark delay must not be negative".to_string(),
            Refusal::MinCleanupInterval => {
                "table.exec.interval-join.min-cleanup-interval must be a duration of 0 or more, in Flink SQL"
                    .to_string()
            }
            Refusal::NegativeTtl => "table.exec.state.ttl must not be negative".to_string(),
            Refusal::PolicyMax => {
                "Flink has no multipleWatermarkPolicy: a join's watermark is the smaller of its inputs'".to_string()
            }
        }
    }
}

/// Judges a setup before anything runs.
pub(super) fn check(setup: &Setup) -> Result<(), Refusal> {
    for side in Side::BOTH {
        if matches!(setup.watermarks[side], Strategy::Bounded { delay } if delay < 0) {
            return Err(Refusal::NegativeDelay { side });
        }
    }
    if setup.dialect != Dialect::Spark && setup.policy == Some(Policy::Max) {
        return Err(Refusal::PolicyMax);
    }
    match setup.join.kind {
        JoinKind::Interval(interval) => {
            let wanted = interval.min_cleanup_interval;
            if wanted < 0 || wanted > 0 && setup.dialect != Dialect::FlinkSql {
                return Err(Refusal::MinCleanupInterval);
            }
        }
        JoinKind::Regular { state_ttl } if state_ttl < 0 => return Err(Refusal::NegativeTtl),
        JoinKind::Regular { .. } | JoinKind::Window { .. } | JoinKind::Temporal => {}
    }
    Ok(())
}
