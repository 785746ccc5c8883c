//! What a real engine does not run, and why, as data. `explain` has our words; [`Refusal::engine_words`] the engine's,
//! and [`Refusal::way_out`] the nearest thing that works.

use super::{Plan, RunsAs, windows::MAX_COPIES};
use crate::scenario::{
    Dialect, Interval, Join, JoinKind, JoinType, MAX_TIME, Policy, RowKind, Setup, Side, Strategy, Window,
};

/// Why the real engine refuses a scenario, or joinscope has reached a limit of its own ([`Refusal::is_ours`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The engine's API has no join of this kind: DataStream no regular, temporal and lookup, Spark no temporal.
    NoSuchJoin {
        dialect: Dialect,
        kind: &'static str,
    },
    /// The engine has no such window: CUMULATE is Flink SQL's.
    NoSuchWindow {
        dialect: Dialect,
        shape: &'static str,
    },
    /// DataStream's `intervalJoin` is inner only.
    InnerOnly {
        ty: JoinType,
    },
    /// DataStream: `lower > upper`, as given.
    CrossedBounds {
        lower: i64,
        upper: i64,
    },
    /// A row without a key, on which a DataStream job fails.
    NullKey,
    /// Flink SQL's temporal join is inner or left.
    TemporalType {
        ty: JoinType,
    },
    /// Flink SQL's temporal join wants a watermark on both sides.
    TemporalWatermark {
        side: Side,
    },
    /// A stream joins a table as inner or left, in Spark as semi and anti, too.
    LookupType {
        dialect: Dialect,
        ty: JoinType,
    },
    /// Flink SQL's window functions want a time attribute: a column with a watermark.
    WindowWatermark {
        side: Side,
    },
    /// Only DataStream has an allowed lateness.
    NoLateness {
        dialect: Dialect,
    },
    NegativeLateness,
    /// A size, slide, step or gap that must be above 0.
    NotPositive {
        dialect: Dialect,
        shape: &'static str,
        field: &'static str,
        value: i64,
    },
    /// An offset as large as what it shifts; `of` is the size or the slide, whose value is `limit`.
    Offset {
        dialect: Dialect,
        shape: &'static str,
        of: &'static str,
        limit: i64,
        offset: i64,
    },
    /// CUMULATE: the size is no multiple of the step.
    StepDoesNotDivide {
        size: i64,
        step: i64,
    },
    /// Spark: the slide is larger than the window.
    SlideAboveSize {
        size: i64,
        slide: i64,
    },
    /// Spark has no left anti stream-stream join.
    Anti,
    /// Spark: an outer or semi join that nothing bounds.
    Unbounded {
        ty: JoinType,
        kind: &'static str,
    },
    /// Spark has no watermark that moves by hand.
    ManualWatermark {
        side: Side,
    },
    /// A `watermark` step in Spark.
    WatermarkStep,
    /// A `batch` step in Flink, which has no micro-batches.
    BatchStep,
    /// A `checkpoint` step in Spark, where each micro-batch is one.
    CheckpointStep,
    /// An input row of a kind that the join does not take.
    RowKind {
        kind: RowKind,
    },
    /// A watermark delay below 0.
    NegativeDelay {
        side: Side,
    },
    /// An idle timeout that is not above 0.
    IdleTimeout {
        side: Side,
    },
    /// An idle timeout in Spark, whose sources are never idle.
    NoIdleness {
        side: Side,
    },
    /// A longest session that is not above 0.
    MaxLength,
    /// A longest session where people cannot write an assigner of their own.
    NoMaxLength {
        dialect: Dialect,
    },
    /// A `min_cleanup_interval` below 0, or where the engine has no such option.
    MinCleanupInterval,
    /// A `state_ttl` below 0.
    NegativeTtl,
    /// A `state_ttl` in Spark, which has none for joins.
    NoTtl,
    /// Watermark policy `max` in Flink, which always takes the slower side.
    PolicyMax,
    /// A row would be in more windows than [`MAX_COPIES`].
    TooManyWindows {
        windows: i64,
    },
    /// The run has more effects than a recording holds.
    TooMuch {
        effects: usize,
    },
    /// A number beyond ±2^53 that came past the scenario's door.
    OutOfRange,
}

/// The nearest change that makes a refused scenario run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    Type(JoinType),
    Dialect(Dialect),
    Kind(&'static str),
    Strategy {
        side: Side,
        strategy: Strategy,
    },
    Policy(Policy),
    /// Set this number of the join or its window (by the name of its field) to `value`.
    Number {
        field: &'static str,
        value: i64,
    },
    /// Swap the bounds.
    SwapBounds,
    /// Let sessions grow as long as they like.
    NoCap,
    /// Remove the step, or give the row another kind or a key.
    RemoveStep,
    RowKind(RowKind),
    GiveKey,
}

impl Refusal {
    /// Whether [`Refusal::engine_words`] are the engine's own; else its API has no words to ask with, and they are ours.
    pub fn is_quotation(&self) -> bool {
        !self.is_ours()
            && !matches!(
                self,
                Refusal::NoSuchJoin { .. }
                    | Refusal::NoSuchWindow { .. }
                    | Refusal::InnerOnly { .. }
                    | Refusal::NoLateness { .. }
                    | Refusal::ManualWatermark { .. }
                    | Refusal::WatermarkStep
                    | Refusal::BatchStep
                    | Refusal::CheckpointStep
                    | Refusal::NoTtl
                    | Refusal::NoIdleness { .. }
                    | Refusal::MaxLength
                    | Refusal::NoMaxLength { .. }
                    | Refusal::PolicyMax
            )
    }

    /// What the engine says, or what stands for an API that does not exist; joinscope's words for its own limits.
    pub fn engine_words(&self) -> String {
        match *self {
            Refusal::NoSuchJoin { dialect: Dialect::Spark, kind } => {
                format!("Spark Structured Streaming has no {kind} stream-stream join")
            }
            Refusal::NoSuchJoin { kind, .. } => format!("the DataStream API has no {kind} join"),
            Refusal::NoSuchWindow { dialect: Dialect::Spark, shape } => {
                format!("Spark Structured Streaming has no {shape} window")
            }
            Refusal::NoSuchWindow { shape, .. } => format!("the DataStream API has no {shape} window"),
            Refusal::InnerOnly { ty } => format!(
                "KeyedStream.intervalJoin is an inner join only, there is no {} interval join in the DataStream API",
                ty.word()
            ),
            Refusal::CrossedBounds { .. } => "lowerBound <= upperBound must be fulfilled".to_string(),
            Refusal::NullKey => "Assigned key must not be null!".to_string(),
            Refusal::TemporalType { ty } if ty.half() => {
                "Cannot generate a valid execution plan for the given query. This exception indicates that the query \
                 uses an unsupported SQL feature."
                    .to_string()
            }
            Refusal::TemporalType { ty } => format!("Unknown join type {}", ty.word().to_ascii_uppercase()),
            Refusal::LookupType { dialect: Dialect::Spark, ty: JoinType::Full } => {
                "[_LEGACY_ERROR_TEMP_3102] FullOuter joins with streaming DataFrames/Datasets on the left and a static \
                 DataFrame/Dataset on the right is not supported"
                    .to_string()
            }
            Refusal::LookupType { dialect: Dialect::Spark, ty } => format!(
                "[_LEGACY_ERROR_TEMP_3102] {} join with a streaming DataFrame/Dataset on the left and a static \
                 DataFrame/DataSet on the right not supported",
                spark_type(ty)
            ),
            Refusal::LookupType { ty, .. } if ty.half() => format!(
                "Temporal table join currently only support INNER JOIN and LEFT JOIN, but was {}Join JOIN.",
                spark_type(ty)
            ),
            Refusal::LookupType { ty, .. } => format!("Unknown join type {}", ty.word().to_ascii_uppercase()),
            Refusal::TemporalWatermark { side: Side::Left } => {
                "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field"
                    .to_string()
            }
            Refusal::TemporalWatermark { side: Side::Right } => {
                "Event-Time Temporal Table Join requires both primary key and row time attribute in versioned table, \
                 but no row time attribute can be found."
                    .to_string()
            }
            Refusal::WindowWatermark { .. } => "The window function requires the timecol is a time attribute type, \
                                                but is TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)."
                .to_string(),
            Refusal::NoLateness { dialect: Dialect::Spark } => {
                "Spark's stream-stream join has no allowed lateness".to_string()
            }
            Refusal::NoLateness { .. } => "Flink SQL window join has no allowed lateness".to_string(),
            Refusal::NegativeLateness => "The allowed lateness cannot be negative.".to_string(),
            Refusal::NotPositive { dialect, shape, field, value } => not_positive(dialect, shape, field, value),
            Refusal::Offset { dialect: Dialect::FlinkSql, limit, offset, .. } => format!(
                "TUMBLE table function parameters must satisfy abs(offset) < size, but got size {limit} ms and offset \
                 {offset} ms."
            ),
            Refusal::Offset { dialect: Dialect::FlinkDatastream, shape: "sliding", .. } => {
                "SlidingEventTimeWindows parameters must satisfy abs(offset) < slide and size > 0".to_string()
            }
            Refusal::Offset { dialect: Dialect::FlinkDatastream, .. } => {
                "TumblingEventTimeWindows parameters must satisfy abs(offset) < size".to_string()
            }
            Refusal::Offset { dialect: Dialect::Spark, limit, offset, .. } => format!(
                "[DATATYPE_MISMATCH.PARAMETER_CONSTRAINT_VIOLATION] The `abs(start_time)`({}L) must be < the \
                 `slide_duration`({}L).",
                micros(offset).abs(),
                micros(limit)
            ),
            Refusal::StepDoesNotDivide { size, step } => format!(
                "CUMULATE table function based aggregate requires maxSize must be an integral multiple of step, but \
                 got maxSize {size} ms and step {step} ms"
            ),
            Refusal::SlideAboveSize { size, slide } => format!(
                "[DATATYPE_MISMATCH.PARAMETER_CONSTRAINT_VIOLATION] The `slide_duration`({}L) must be <= the \
                 `window_duration`({}L).",
                micros(slide),
                micros(size)
            ),
            Refusal::Anti => {
                "[_LEGACY_ERROR_TEMP_3102] LeftAnti joins with a streaming DataFrame/Dataset on the right \
                              are not supported"
                    .to_string()
            }
            Refusal::Unbounded { ty, .. } => format!(
                "[_LEGACY_ERROR_TEMP_3102] Stream-stream {} join between two streaming DataFrame/Datasets is not \
                 supported without a watermark in the join keys, or a watermark on the nullable side and an appropriate \
                 range condition",
                spark_type(ty)
            ),
            Refusal::ManualWatermark { .. } | Refusal::WatermarkStep => {
                "Spark has no manual watermark: it follows the event times seen (withWatermark)".to_string()
            }
            Refusal::BatchStep => "step \"batch\" means nothing to Flink".to_string(),
            Refusal::CheckpointStep => {
                "step \"checkpoint\" means nothing to Spark: each micro-batch is one".to_string()
            }
            Refusal::RowKind { kind } => {
                format!("the join does not support consuming update and delete changes, but a row is {}", kind.word())
            }
            Refusal::NegativeDelay { .. } => "the watermark delay must not be negative".to_string(),
            Refusal::IdleTimeout { .. } => "idleTimeout must be greater than zero".to_string(),
            Refusal::NoIdleness { .. } => "Spark has no idle sources: a side that sends nothing holds the watermark \
                                           back, or has no say (policy max)"
                .to_string(),
            Refusal::MaxLength => "the longest length of a session must be larger than 0".to_string(),
            Refusal::NoMaxLength { dialect: Dialect::Spark } => {
                "Spark's session_window has no longest length".to_string()
            }
            Refusal::NoMaxLength { .. } => "Flink SQL's SESSION has no longest length".to_string(),
            Refusal::MinCleanupInterval => {
                "table.exec.interval-join.min-cleanup-interval must be a duration of 0 or more, in Flink SQL"
                    .to_string()
            }
            Refusal::NegativeTtl => "table.exec.state.ttl must not be negative".to_string(),
            Refusal::NoTtl => "Spark's stream-stream join has no processing-time state TTL".to_string(),
            Refusal::PolicyMax => {
                "Flink has no multipleWatermarkPolicy: a join's watermark is the smaller of its inputs'".to_string()
            }
            Refusal::TooManyWindows { windows } => {
                format!("a row would be in {windows} windows, more than {MAX_COPIES}")
            }
            Refusal::TooMuch { effects } => {
                format!("more than {effects} things happen in this run")
            }
            Refusal::OutOfRange => "numbers must lie within ±2^53".to_string(),
        }
    }

    /// Whether it is a limit of joinscope's, so that nothing is known of what the engine would do.
    pub fn is_ours(&self) -> bool {
        matches!(self, Refusal::TooManyWindows { .. } | Refusal::TooMuch { .. } | Refusal::OutOfRange)
    }

    /// The nearest thing that works, where it is obvious.
    pub fn way_out(&self, setup: &Setup) -> Option<WayOut> {
        let bounded = |side| WayOut::Strategy { side, strategy: setup.watermarks[side].with_delay(0) };
        let number = |field, value| Some(WayOut::Number { field, value });
        match *self {
            Refusal::NoSuchJoin { .. } | Refusal::NoSuchWindow { .. } | Refusal::InnerOnly { .. } | Refusal::Anti => {
                Some(WayOut::Dialect(Dialect::FlinkSql))
            }
            Refusal::CrossedBounds { .. } => Some(WayOut::SwapBounds),
            Refusal::NullKey => Some(WayOut::GiveKey),
            Refusal::TemporalType { ty: JoinType::Semi } | Refusal::LookupType { ty: JoinType::Semi, .. } => {
                Some(WayOut::Type(JoinType::Inner))
            }
            Refusal::TemporalType { .. } | Refusal::LookupType { .. } => Some(WayOut::Type(JoinType::Left)),
            Refusal::TemporalWatermark { side } | Refusal::WindowWatermark { side } => Some(bounded(side)),
            Refusal::NoLateness { .. } | Refusal::NegativeLateness => number("allowed_lateness", 0),
            Refusal::NotPositive { .. } => None,
            Refusal::Offset { limit, offset, .. } => number("offset", if limit > 0 { offset % limit } else { 0 }),
            Refusal::StepDoesNotDivide { size, step } => number("size", (size / step + 1).saturating_mul(step)),
            Refusal::SlideAboveSize { size, .. } => number("slide", size),
            Refusal::Unbounded { kind: "regular", .. } => Some(WayOut::Type(JoinType::Inner)),
            Refusal::Unbounded { ty, .. } => {
                Some(bounded(if ty == JoinType::Left || ty == JoinType::Semi { Side::Right } else { Side::Left }))
            }
            Refusal::ManualWatermark { side } => Some(bounded(side)),
            Refusal::WatermarkStep | Refusal::BatchStep | Refusal::CheckpointStep => Some(WayOut::RemoveStep),
            Refusal::RowKind { kind } if kind.adds() => Some(WayOut::RowKind(RowKind::Insert)),
            Refusal::RowKind { kind: RowKind::UpdateBefore }
                if matches!(setup.join.kind, JoinKind::Temporal | JoinKind::Lookup) =>
            {
                Some(WayOut::RemoveStep)
            }
            Refusal::RowKind { .. } => Some(WayOut::Kind("regular")),
            Refusal::NegativeDelay { side } => Some(bounded(side)),
            Refusal::IdleTimeout { side } | Refusal::NoIdleness { side } => {
                Some(WayOut::Strategy { side, strategy: setup.watermarks[side].never_idle() })
            }
            Refusal::MaxLength | Refusal::NoMaxLength { .. } => Some(WayOut::NoCap),
            Refusal::MinCleanupInterval => number("min_cleanup_interval", 0),
            Refusal::NegativeTtl | Refusal::NoTtl => number("state_ttl", 0),
            Refusal::PolicyMax => Some(WayOut::Policy(Policy::Min)),
            Refusal::TooManyWindows { .. } => match setup.join.kind {
                // Rounded up, so that size / slide stays within the limit.
                JoinKind::Window { window: Window::Sliding { size, .. }, .. } => {
                    number("slide", (size - 1) / MAX_COPIES + 1)
                }
                _ => None,
            },
            Refusal::TooMuch { .. } | Refusal::OutOfRange => None,
        }
    }
}

fn spark_type(ty: JoinType) -> &'static str {
    match ty {
        JoinType::Inner => "Inner",
        JoinType::Left => "LeftOuter",
        JoinType::Right => "RightOuter",
        JoinType::Full => "FullOuter",
        JoinType::Semi => "LeftSemi",
        JoinType::Anti => "LeftAnti",
    }
}

/// Spark counts time in microseconds.
fn micros(ms: i64) -> i64 {
    ms.saturating_mul(1000)
}

fn not_positive(dialect: Dialect, shape: &str, field: &str, value: i64) -> String {
    match (dialect, shape) {
        (Dialect::Spark, _) => {
            let field = if field == "size" { "window_duration" } else { "slide_duration" };
            format!(
                "[DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE] The `{field}` must be above 0 (current value = {}L)",
                micros(value)
            )
        }
        (Dialect::FlinkDatastream, "tumbling") => {
            "TumblingEventTimeWindows parameters must satisfy abs(offset) < size".to_string()
        }
        (Dialect::FlinkDatastream, "sliding") => {
            "SlidingEventTimeWindows parameters must satisfy abs(offset) < slide and size > 0".to_string()
        }
        (Dialect::FlinkDatastream, _) => "EventTimeSessionWindows parameters must satisfy 0 < size".to_string(),
        (Dialect::FlinkSql, "session") => "SESSION table function requires a gap above 0".to_string(),
        (Dialect::FlinkSql, _) => {
            let function = match shape {
                "sliding" => "HOP",
                "cumulating" => "CUMULATE",
                _ => "TUMBLE",
            };
            format!("{function} table function parameters must satisfy {field} > 0, but got {field} {value} ms")
        }
    }
}

/// Judges a setup before anything runs.
pub(super) fn check(setup: &Setup) -> Result<(), Refusal> {
    in_range(setup)?;
    for side in Side::BOTH {
        match setup.watermarks[side] {
            Strategy::Bounded { delay, .. } if delay < 0 => return Err(Refusal::NegativeDelay { side }),
            Strategy::Bounded { idle_timeout: Some(_), .. } if setup.dialect == Dialect::Spark => {
                return Err(Refusal::NoIdleness { side });
            }
            Strategy::Bounded { idle_timeout: Some(..=0), .. } => return Err(Refusal::IdleTimeout { side }),
            Strategy::Manual if setup.dialect == Dialect::Spark => return Err(Refusal::ManualWatermark { side }),
            Strategy::Bounded { .. } | Strategy::Manual | Strategy::None => {}
        }
    }
    if setup.dialect != Dialect::Spark && setup.policy == Some(Policy::Max) {
        return Err(Refusal::PolicyMax);
    }
    let Setup { dialect, join: Join { kind, .. }, .. } = *setup;
    match kind {
        JoinKind::Interval(interval) => {
            let wanted = interval.min_cleanup_interval;
            // Flink SQL reads the option only where it makes an interval join.
            let read = dialect == Dialect::FlinkSql
                && !interval.contradicts()
                && matches!(interval_plan(setup, &interval), Plan::AsAsked | Plan::NoJoin);
            if wanted != 0 && dialect != Dialect::FlinkSql || wanted < 0 && read {
                return Err(Refusal::MinCleanupInterval);
            }
        }
        JoinKind::Window { window, allowed_lateness } => check_window(dialect, window, allowed_lateness)?,
        JoinKind::Regular { .. } if dialect == Dialect::FlinkDatastream => {
            return Err(Refusal::NoSuchJoin { dialect, kind: kind.word() });
        }
        JoinKind::Regular { state_ttl } if state_ttl < 0 => return Err(Refusal::NegativeTtl),
        JoinKind::Regular { state_ttl } if state_ttl > 0 && dialect == Dialect::Spark => return Err(Refusal::NoTtl),
        JoinKind::Regular { .. } => {}
        JoinKind::Temporal if dialect != Dialect::FlinkSql => {
            return Err(Refusal::NoSuchJoin { dialect, kind: kind.word() });
        }
        JoinKind::Lookup if dialect == Dialect::FlinkDatastream => {
            return Err(Refusal::NoSuchJoin { dialect, kind: kind.word() });
        }
        JoinKind::Temporal | JoinKind::Lookup => {}
    }
    match dialect {
        Dialect::FlinkSql => check_flink_sql(setup),
        Dialect::FlinkDatastream => check_datastream(setup),
        Dialect::Spark => check_spark(setup),
    }
}

fn in_range(setup: &Setup) -> Result<(), Refusal> {
    let lengths = Side::BOTH.into_iter().flat_map(|side| {
        let strategy = setup.watermarks[side];
        [strategy.delay(), strategy.idle_timeout()]
    });
    let numbers = match setup.join.kind {
        JoinKind::Interval(Interval { lower, upper, min_cleanup_interval, .. }) => {
            [lower, upper, min_cleanup_interval, 0]
        }
        JoinKind::Window { window, allowed_lateness } => {
            let [size, inner, offset] = match window {
                Window::Tumbling { size, offset } => [size, 0, offset],
                Window::Sliding { size, slide, offset } => [size, slide, offset],
                Window::Cumulating { size, step, offset } => [size, step, offset],
                Window::Session { gap, max_length } => [gap, max_length.unwrap_or(0), 0],
            };
            [size, inner, offset, allowed_lateness]
        }
        JoinKind::Regular { state_ttl } => [state_ttl, 0, 0, 0],
        JoinKind::Temporal | JoinKind::Lookup => [0; 4],
    };
    let good = lengths.flatten().chain(numbers).all(|number| (-MAX_TIME..=MAX_TIME).contains(&number));
    if good { Ok(()) } else { Err(Refusal::OutOfRange) }
}

fn check_window(dialect: Dialect, window: Window, allowed_lateness: i64) -> Result<(), Refusal> {
    if allowed_lateness < 0 {
        return Err(Refusal::NegativeLateness);
    }
    if allowed_lateness > 0 && dialect != Dialect::FlinkDatastream {
        return Err(Refusal::NoLateness { dialect });
    }
    let shape = window.word();
    let positive = |field, value| {
        if value > 0 { Ok(()) } else { Err(Refusal::NotPositive { dialect, shape, field, value }) }
    };
    let within = |of, limit: i64, offset: i64| {
        if offset.abs() < limit { Ok(()) } else { Err(Refusal::Offset { dialect, shape, of, limit, offset }) }
    };
    match window {
        Window::Tumbling { size, offset } => {
            positive("size", size)?;
            within("size", size, offset)?;
        }
        Window::Sliding { size, slide, offset } => {
            positive("size", size)?;
            positive("slide", slide)?;
            if dialect == Dialect::Spark && slide > size {
                return Err(Refusal::SlideAboveSize { size, slide });
            }
            // Flink SQL's HOP takes any offset.
            if dialect != Dialect::FlinkSql {
                within("slide", slide, offset)?;
            }
        }
        Window::Cumulating { size, step, .. } => {
            if dialect != Dialect::FlinkSql {
                return Err(Refusal::NoSuchWindow { dialect, shape });
            }
            positive("size", size)?;
            positive("step", step)?;
            if size % step != 0 {
                return Err(Refusal::StepDoesNotDivide { size, step });
            }
        }
        Window::Session { max_length: Some(_), .. } if dialect != Dialect::FlinkDatastream => {
            return Err(Refusal::NoMaxLength { dialect });
        }
        Window::Session { max_length: Some(..=0), .. } => return Err(Refusal::MaxLength),
        // In Spark a session without a gap is legal: its rows vanish.
        Window::Session { gap, .. } if dialect != Dialect::Spark => positive("gap", gap)?,
        Window::Session { .. } => {}
    }
    match window.copies() {
        windows if windows > MAX_COPIES => Err(Refusal::TooManyWindows { windows }),
        _ => Ok(()),
    }
}

fn check_flink_sql(setup: &Setup) -> Result<(), Refusal> {
    let ty = setup.join.ty;
    let without = without_watermark(setup);
    match (setup.join.kind, without) {
        (JoinKind::Temporal, _) if !matches!(ty, JoinType::Inner | JoinType::Left) => Err(Refusal::TemporalType { ty }),
        (JoinKind::Lookup, _) if !matches!(ty, JoinType::Inner | JoinType::Left) => {
            Err(Refusal::LookupType { dialect: setup.dialect, ty })
        }
        (JoinKind::Temporal, Some(side)) => Err(Refusal::TemporalWatermark { side }),
        (JoinKind::Window { .. }, Some(side)) => Err(Refusal::WindowWatermark { side }),
        _ => Ok(()),
    }
}

fn check_datastream(setup: &Setup) -> Result<(), Refusal> {
    let JoinKind::Interval(Interval { lower, upper, .. }) = setup.join.kind else { return Ok(()) };
    if setup.join.ty != JoinType::Inner {
        return Err(Refusal::InnerOnly { ty: setup.join.ty });
    }
    if lower > upper {
        return Err(Refusal::CrossedBounds { lower, upper });
    }
    Ok(())
}

/// Spark wants something that bounds what an outer or semi join keeps: a watermark on the side that may be NULL, in a
/// window join on any side.
fn check_spark(setup: &Setup) -> Result<(), Refusal> {
    let Join { ty, kind } = setup.join;
    let marked = |side: Side| setup.watermarks[side] != Strategy::None;
    let any = marked(Side::Left) || marked(Side::Right);
    let bounded = match (ty, kind) {
        (JoinType::Right | JoinType::Full, JoinKind::Lookup) => {
            return Err(Refusal::LookupType { dialect: setup.dialect, ty });
        }
        (_, JoinKind::Lookup) => true,
        (JoinType::Anti, _) => return Err(Refusal::Anti),
        (JoinType::Inner, _) => true,
        (_, JoinKind::Regular { .. } | JoinKind::Temporal) => false,
        (_, JoinKind::Window { .. }) => any,
        (JoinType::Left | JoinType::Semi, JoinKind::Interval(_)) => marked(Side::Right),
        (JoinType::Right, JoinKind::Interval(_)) => marked(Side::Left),
        (JoinType::Full, JoinKind::Interval(_)) => any,
    };
    if bounded { Ok(()) } else { Err(Refusal::Unbounded { ty, kind: kind.word() }) }
}

/// What Flink SQL makes of an interval join. Its planner goes first, which sees some bounds that contradict each other; then what is no interval join to it becomes a regular one; the interval join itself sees at last that its
/// bounds leave nothing.
pub(super) fn interval_plan(setup: &Setup, interval: &Interval) -> Plan {
    match (setup.join.ty, without_watermark(setup)) {
        (JoinType::Full, _) if interval.contradicts() => Plan::RegularWithTimePredicate(RunsAs::EmptyFull),
        _ if interval.contradicts() => Plan::NoJoin,
        (JoinType::Semi | JoinType::Anti, _) => Plan::RegularWithTimePredicate(RunsAs::SemiOrAnti),
        (_, Some(side)) => Plan::RegularWithTimePredicate(RunsAs::NoWatermark(side)),
        _ if interval.is_empty() => Plan::NoJoin,
        _ => Plan::AsAsked,
    }
}

/// The first side without a watermark.
pub(super) fn without_watermark(setup: &Setup) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| setup.watermarks[*side] == Strategy::None)
}
