//! What the user wrote, as plain data: the scenario file, format version 1 (`docs/format.md`).
//!
//! All times and durations are whole milliseconds within ±2^53; event times count from the Unix epoch, UTC.
//! [`read`] takes a file's text and gives a [`Scenario`] or *every* problem in it, each with its place and
//! remedy; [`write`] gives the text back. Neither knows what an engine makes of it: a valid scenario may
//! still be one that the engine refuses.

pub mod excerpt;
pub mod generate;
pub mod json;
pub mod payload;
pub mod read;
mod script;
pub mod time;
mod write;

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

pub use generate::{Generate, Misfit, Pause, Shape};
pub use payload::Payload;
pub use read::{Expected, Fault, Fix, MAX_BYTES, MAX_PARTITIONS, MAX_STEPS, MAX_TIME, Named, Problem, read};
pub use script::Script;
pub use write::{Writing, write, write_short};

/// One of the two streams of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The word of the file format.
    pub fn word(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// One thing a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sides<T> {
    pub left: T,
    pub right: T,
}

impl<T> Sides<T> {
    pub fn new(left: T, right: T) -> Self {
        Sides { left, right }
    }
}

impl<T> Index<Side> for Sides<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

impl<T> IndexMut<Side> for Sides<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }
}

/// A language of the interface, and of a scenario's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    #[default]
    En,
    Zh,
}

impl Lang {
    pub fn word(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }
}

/// A text for people: one for all, or one a language. A missing language falls back to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Text {
    One(String),
    By {
        #[serde(skip_serializing_if = "Option::is_none")]
        en: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        zh: Option<String>,
    },
}

impl Text {
    pub fn get(&self, lang: Lang) -> &str {
        match self {
            Text::One(text) => text,
            Text::By { en, zh } => {
                let (first, second) = match lang {
                    Lang::En => (en, zh),
                    Lang::Zh => (zh, en),
                };
                first.as_deref().or(second.as_deref()).unwrap_or("")
            }
        }
    }
}

impl Text {
    /// The text with another wording in one language; the other language keeps its own.
    pub fn with(&self, lang: Lang, wording: String) -> Text {
        match (self, lang) {
            (Text::One(_), _) => Text::One(wording),
            (Text::By { zh, .. }, Lang::En) => Text::By { en: Some(wording), zh: zh.clone() },
            (Text::By { en, .. }, Lang::Zh) => Text::By { en: en.clone(), zh: Some(wording) },
        }
    }
}

impl Text {
    /// What becomes of a text once its wording in one language is another. No wording leaves the other language's; without
    /// that there is no text.
    pub fn worded(old: Option<&Text>, lang: Lang, wording: &str) -> Option<Text> {
        let new = (!wording.trim().is_empty()).then(|| wording.to_string());
        match (old, new) {
            (Some(text), Some(wording)) => Some(text.with(lang, wording)),
            (None, Some(wording)) => Some(Text::One(wording)),
            (Some(Text::By { zh: Some(zh), .. }), None) if lang == Lang::En => {
                Some(Text::By { en: None, zh: Some(zh.clone()) })
            }
            (Some(Text::By { en: Some(en), .. }), None) if lang == Lang::Zh => {
                Some(Text::By { en: Some(en.clone()), zh: None })
            }
            (_, None) => None,
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text::One(text.to_string())
    }
}

/// Whose rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Apache Flink 2.3.0, Table/SQL join operators; time moves per record.
    FlinkSql,
    /// Apache Flink 2.3.0, DataStream API; time moves per record.
    FlinkDatastream,
    /// Apache Spark 4.3.0 Structured Streaming, append mode; time moves per micro-batch.
    Spark,
}

impl Dialect {
    pub const ALL: [Dialect; 3] = [Dialect::FlinkSql, Dialect::FlinkDatastream, Dialect::Spark];

    pub fn word(self) -> &'static str {
        match self {
            Dialect::FlinkSql => "flink_sql",
            Dialect::FlinkDatastream => "flink_datastream",
            Dialect::Spark => "spark",
        }
    }

    /// Name and version of the engine whose behaviour the dialect is.
    pub fn engine(self) -> (&'static str, &'static str) {
        match self {
            Dialect::FlinkSql | Dialect::FlinkDatastream => ("Apache Flink", "2.3.0"),
            Dialect::Spark => ("Apache Spark", "4.3.0"),
        }
    }
}

/// How a side's watermark moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "strategy", rename_all = "snake_case")]
pub enum Strategy {
    /// Only by `watermark` steps.
    Manual,
    /// Follows the largest event time seen, `delay` ms behind; `watermark` steps move it as well.
    Bounded {
        delay: i64,
        /// How many partitions the side's source has, at least 1: its watermark is the slowest one's (Flink).
        #[serde(skip_serializing_if = "write::is_one")]
        partitions: u32,
        /// A partition is idle after so long a silence, ms of processing time, and holds nothing back then (Flink); `None`: never.
        #[serde(skip_serializing_if = "Option::is_none")]
        idle_timeout: Option<i64>,
    },
    /// The side has no watermark; a `watermark` step does nothing.
    None,
}

impl Strategy {
    /// The plain bounded watermark: one partition that is never idle.
    pub const fn bounded(delay: i64) -> Self {
        Strategy::Bounded { delay, partitions: 1, idle_timeout: None }
    }

    /// The bounded watermark with this delay, of the same source.
    pub fn with_delay(self, delay: i64) -> Self {
        match self {
            Strategy::Bounded { partitions, idle_timeout, .. } => Strategy::Bounded { delay, partitions, idle_timeout },
            Strategy::Manual | Strategy::None => Strategy::bounded(delay),
        }
    }

    /// The same, with partitions that are never idle.
    pub fn never_idle(self) -> Self {
        match self {
            Strategy::Bounded { delay, partitions, .. } => Strategy::Bounded { delay, partitions, idle_timeout: None },
            other => other,
        }
    }

    /// ms behind the largest event time; `None` where the watermark does not follow event times.
    pub fn delay(self) -> Option<i64> {
        match self {
            Strategy::Bounded { delay, .. } => Some(delay),
            Strategy::Manual | Strategy::None => None,
        }
    }

    /// How many partitions the side has.
    pub fn partitions(self) -> u32 {
        match self {
            Strategy::Bounded { partitions, .. } => partitions,
            Strategy::Manual | Strategy::None => 1,
        }
    }

    /// After how long a silence a partition is idle, ms of processing time.
    pub fn idle_timeout(self) -> Option<i64> {
        match self {
            Strategy::Bounded { idle_timeout, .. } => idle_timeout,
            Strategy::Manual | Strategy::None => None,
        }
    }
}

/// A stream: its name, its watermark, and how people call its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stream {
    pub name: String,
    pub watermark: Strategy,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noun: Option<Text>,
    /// Payload field and its column head, in the order of the file.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "write::fields")]
    pub fields: Vec<(String, Text)>,
}

impl Stream {
    pub fn named(name: &str) -> Self {
        Stream {
            name: name.to_string(),
            watermark: Strategy::Manual,
            key_name: None,
            time_name: None,
            label: None,
            noun: None,
            fields: Vec::new(),
        }
    }

    pub fn label(&self, lang: Lang) -> &str {
        self.label.as_ref().map_or(&self.name, |text| text.get(lang))
    }

    pub fn noun(&self, lang: Lang) -> &str {
        match (&self.noun, lang) {
            (Some(text), _) => text.get(lang),
            (None, Lang::En) => "row",
            (None, Lang::Zh) => "行",
        }
    }

    pub fn key_name(&self) -> &str {
        self.key_name.as_deref().unwrap_or("key")
    }

    pub fn time_name(&self) -> &str {
        self.time_name.as_deref().unwrap_or("time")
    }
}

/// Which rows without a partner a join puts out, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JoinType {
    Inner,
    Left,
    Right,
    Full,
    /// Left semi.
    Semi,
    /// Left anti.
    Anti,
}

impl JoinType {
    pub const ALL: [JoinType; 6] =
        [JoinType::Inner, JoinType::Left, JoinType::Right, JoinType::Full, JoinType::Semi, JoinType::Anti];

    pub fn word(self) -> &'static str {
        match self {
            JoinType::Inner => "inner",
            JoinType::Left => "left",
            JoinType::Right => "right",
            JoinType::Full => "full",
            JoinType::Semi => "semi",
            JoinType::Anti => "anti",
        }
    }

    /// Whether rows of this side without a partner come out padded with NULL.
    pub fn outer(self, side: Side) -> bool {
        match self {
            JoinType::Full => true,
            JoinType::Left => side == Side::Left,
            JoinType::Right => side == Side::Right,
            JoinType::Inner | JoinType::Semi | JoinType::Anti => false,
        }
    }

    /// Semi and anti joins put out left rows only.
    pub fn half(self) -> bool {
        matches!(self, JoinType::Semi | JoinType::Anti)
    }
}

/// The join, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Join {
    pub ty: JoinType,
    pub kind: JoinKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// Keys equal and `right.time - left.time` within the bounds.
    Interval(Interval),
    /// Keys equal and both rows in the same window.
    Window {
        window: Window,
        /// ms a fired window is kept for late rows (`flink_datastream` only).
        allowed_lateness: i64,
    },
    /// Keys equal; state is kept for ever, or `state_ttl` ms of processing time (0: for ever).
    Regular { state_ttl: i64 },
    /// Keys equal, the newest right version with `right.time <= left.time`.
    Temporal,
    /// Keys equal, the row that the right side, a table, has when the left row is looked up.
    Lookup,
}

impl JoinKind {
    pub fn word(&self) -> &'static str {
        match self {
            JoinKind::Interval(_) => "interval",
            JoinKind::Window { .. } => "window",
            JoinKind::Regular { .. } => "regular",
            JoinKind::Temporal => "temporal",
            JoinKind::Lookup => "lookup",
        }
    }
}

/// Bounds of an interval join, in ms, on `right.time - left.time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    pub lower: i64,
    pub upper: i64,
    pub lower_inclusive: bool,
    pub upper_inclusive: bool,
    /// `table.exec.interval-join.min-cleanup-interval`, ms (`flink_sql` only).
    pub min_cleanup_interval: i64,
}

impl Interval {
    pub fn closed(lower: i64, upper: i64) -> Self {
        Interval { lower, upper, lower_inclusive: true, upper_inclusive: true, min_cleanup_interval: 0 }
    }

    /// The bounds as inclusive ones: time is whole milliseconds, so an open end is 1 ms further in.
    pub fn inclusive(&self) -> (i64, i64) {
        (
            self.lower.saturating_add(if self.lower_inclusive { 0 } else { 1 }),
            self.upper.saturating_sub(if self.upper_inclusive { 0 } else { 1 }),
        )
    }

    /// Whether no times satisfy the bounds.
    pub fn is_empty(&self) -> bool {
        let (lower, upper) = self.inclusive();
        upper < lower
    }

    /// Whether the bounds contradict each other in the eyes of Flink's planner: `(5, 5]` and `[5, 5)`. Not so `(5, 5)`,
    /// `(5, 6)` and `[7, 5]`, empty as they are.
    pub fn contradicts(&self) -> bool {
        self.lower == self.upper && self.lower_inclusive != self.upper_inclusive
    }
}

/// A window's shape; sizes in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    Tumbling {
        size: i64,
        offset: i64,
    },
    Sliding {
        size: i64,
        slide: i64,
        offset: i64,
    },
    Cumulating {
        size: i64,
        step: i64,
        offset: i64,
    },
    Session {
        gap: i64,
        /// A session is never longer, ms from its start to its end; `None`: as long as rows come (`flink_datastream` only).
        max_length: Option<i64>,
    },
}

impl Window {
    /// Sessions that grow for as long as rows come.
    pub const fn session(gap: i64) -> Self {
        Window::Session { gap, max_length: None }
    }

    pub fn word(&self) -> &'static str {
        match self {
            Window::Tumbling { .. } => "tumbling",
            Window::Sliding { .. } => "sliding",
            Window::Cumulating { .. } => "cumulating",
            Window::Session { .. } => "session",
        }
    }
}

/// Which of the two side marks is the watermark (Spark's `multipleWatermarkPolicy`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    #[default]
    Min,
    Max,
}

/// The kind of a change: `+I`, `-U`, `+U`, `-D`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum RowKind {
    #[default]
    #[serde(rename = "+I")]
    Insert,
    #[serde(rename = "-U")]
    UpdateBefore,
    #[serde(rename = "+U")]
    UpdateAfter,
    #[serde(rename = "-D")]
    Delete,
}

impl RowKind {
    pub const ALL: [RowKind; 4] = [RowKind::Insert, RowKind::UpdateBefore, RowKind::UpdateAfter, RowKind::Delete];

    pub fn word(self) -> &'static str {
        match self {
            RowKind::Insert => "+I",
            RowKind::UpdateBefore => "-U",
            RowKind::UpdateAfter => "+U",
            RowKind::Delete => "-D",
        }
    }

    /// Whether the change adds a row (`+I`, `+U`) or takes one back.
    pub fn adds(self) -> bool {
        matches!(self, RowKind::Insert | RowKind::UpdateAfter)
    }
}

/// One row arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    pub side: Side,
    /// Unique within its side among the rows that are added.
    pub id: Box<str>,
    /// `None` is NULL.
    pub key: Option<Box<str>>,
    pub time: i64,
    pub row: Payload,
    pub kind: RowKind,
    /// The partition of its side that it comes from, from 0.
    pub partition: u32,
}

/// A step of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Push(Push),
    /// A side's watermark moves to `time`; a smaller time than before changes nothing.
    Watermark {
        side: Side,
        time: i64,
    },
    /// `spark`: run micro-batches until nothing is left to do.
    Batch,
    /// `spark`: the same, but the first of them fails before its commit, and the query is down.
    FailingBatch,
    /// Processing time moves to `time`, never back.
    Clock {
        time: i64,
    },
    /// Flink: a checkpoint is taken.
    Checkpoint,
    /// The job fails and is started again, in Flink from its last checkpoint, in Spark behind its last micro-batch.
    Crash,
}

impl Step {
    /// The row that arrives, if one does.
    pub fn push(&self) -> Option<&Push> {
        match self {
            Step::Push(push) => Some(push),
            _ => None,
        }
    }

    /// The time that the step names, ms: of the row, of the watermark, or of the clock.
    pub fn time(&self) -> Option<i64> {
        match self {
            Step::Push(Push { time, .. }) | Step::Watermark { time, .. } | Step::Clock { time } => Some(*time),
            Step::Batch | Step::FailingBatch | Step::Checkpoint | Step::Crash => None,
        }
    }
}

/// A whole scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub title: Text,
    pub description: Option<Text>,
    pub question: Option<Text>,
    pub dialect: Dialect,
    pub streams: Sides<Stream>,
    pub watermark_policy: Option<Policy>,
    pub join: Join,
    pub script: Script,
}

/// What an engine is told before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub dialect: Dialect,
    pub watermarks: Sides<Strategy>,
    pub policy: Option<Policy>,
    pub join: Join,
}

impl Scenario {
    /// An empty scenario, as the first visit without a file shows it: two streams, a LEFT interval join of two hours.
    pub fn empty() -> Self {
        Scenario {
            title: Text::By { en: Some("Untitled".into()), zh: Some("未命名".into()) },
            description: None,
            question: None,
            dialect: Dialect::FlinkSql,
            streams: Sides::new(Stream::named("left"), Stream::named("right")),
            watermark_policy: None,
            join: Join { ty: JoinType::Left, kind: JoinKind::Interval(Interval::closed(0, 7_200_000)) },
            script: Script::new(),
        }
    }

    pub fn setup(&self) -> Setup {
        Setup {
            dialect: self.dialect,
            watermarks: Sides::new(self.streams.left.watermark, self.streams.right.watermark),
            policy: self.watermark_policy,
            join: self.join,
        }
    }

    /// The smallest unused id of a side: its first letter and a number.
    pub fn free_id(&self, side: Side) -> String {
        let letter = self.id_letter(side);
        let used = self.script.iter().filter_map(|step| match step {
            Step::Push(push) if push.side == side => push.id.strip_prefix(letter)?.parse::<u64>().ok(),
            _ => None,
        });
        format!("{letter}{}", used.max().map_or(1, |n| n.saturating_add(1)))
    }

    /// The letter that a side's ids start with: what most of them do, else the stream's initial.
    pub fn id_letter(&self, side: Side) -> char {
        let first = self.script.iter().find_map(|step| match step {
            Step::Push(push) if push.side == side => push.id.chars().next(),
            _ => None,
        });
        first.filter(|c| c.is_alphabetic()).unwrap_or_else(|| {
            let initial = self.streams[side].name.chars().next().filter(|c| c.is_alphabetic());
            initial.map_or(if side == Side::Left { 'l' } else { 'r' }, |c| c.to_lowercase().next().unwrap_or(c))
        })
    }
}
