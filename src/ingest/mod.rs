//! Events of one's own: CSV, TSV, NDJSON and JSON arrays, as the steps of a scenario.
//!
//! ```text
//! bytes -> format -> rows -> events (by a plan) -> order of arrival -> steps
//! ```
//!
//! [`survey`] looks at the beginning of each file and guesses a [`Plan`]: which column is the key, which the event time and in
//! what form. The plan is a person's to correct. [`Reading`] then reads all rows by it, a slice at a time: each row is a good
//! one, which becomes a step, or a bad one with its line and its reason; none is left out. Nothing here knows a browser, or what
//! an engine makes of the steps.

mod arrive;
mod desk;
mod format;
mod guess;
mod pack;
mod read;
mod rows;
mod when;

use serde::{Deserialize, Serialize};

use crate::{
    scenario::{
        Dialect, JoinKind, MAX_BYTES, MAX_TIME, Scenario, Script, Side, Sides, Step, Strategy, Stream, Text,
        time::{MINUTE, SECOND},
    },
    units::Unit,
};

pub use arrive::{Arrival, Delay, Every, Law};
pub use desk::{Ask, Desk, Told};
pub use format::{Format, are_events};
pub use guess::{Seen, Survey, form_of, look, survey};
pub use pack::{steps_from_bytes, steps_to_bytes};
pub use read::{Facts, Fault, Outcome, Reading, RowProblem, TOLD, Trial, WrongUnit};
pub use rows::Value;
pub use when::{DateOrder, Form, When};

/// A file as it was given, or what was pasted.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Source {
    /// The name without its ending, which says what is in it: `orders` of `orders.csv`.
    pub fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&*self.name, |(stem, _)| stem)
    }
}

/// What of the present scenario matters for reading events into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Present {
    pub names: Sides<String>,
    pub watermarks: Sides<Marks>,
    pub called: Called,
    /// Time moves per micro-batch: `batch` steps are needed, and there are no `watermark` steps.
    pub spark: bool,
    /// The shortest of its times that count processing time, a TTL or idle timeouts, ms: `clock` steps move it.
    pub counted: Option<i64>,
    /// The right side is a table or has versions, so that each change of it has an id of its own.
    pub versioned: bool,
}

impl Present {
    pub fn of(scenario: &Scenario) -> Self {
        let marks = |side: Side| match scenario.streams[side].watermark {
            Strategy::Bounded { delay, .. } => Marks::Bounded { delay: delay.clamp(0, MAX_TIME) },
            Strategy::None => Marks::None,
            // Nobody moves it by hand through so many events.
            Strategy::Manual => Marks::Bounded { delay: 5 * SECOND },
        };
        let key = |side: Side| {
            let name = scenario.streams[side].key_name.as_ref()?;
            Some(name.split(", ").map(str::to_string).collect())
        };
        Present {
            called: Called {
                keys: Sides::new(key(Side::Left), key(Side::Right)),
                times: Sides::new(scenario.streams.left.time_name.clone(), scenario.streams.right.time_name.clone()),
            },
            names: Sides::new(scenario.streams.left.name.clone(), scenario.streams.right.name.clone()),
            watermarks: Sides::new(marks(Side::Left), marks(Side::Right)),
            spark: scenario.dialect == Dialect::Spark,
            counted: {
                let idle = Side::BOTH.map(|side| scenario.streams[side].watermark.idle_timeout());
                let ttl = if let JoinKind::Regular { state_ttl } = scenario.join.kind { Some(state_ttl) } else { None };
                idle.into_iter().chain([ttl]).flatten().filter(|ms| *ms > 0).min()
            },
            versioned: matches!(scenario.join.kind, JoinKind::Temporal | JoinKind::Lookup),
        }
    }
}

/// What the streams' columns are called, where somebody has said: columns so called are those.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// The columns of each side's key.
    pub keys: Sides<Option<Vec<String>>>,
    pub times: Sides<Option<String>>,
}

/// How often processing time moves, where it does and nobody has said: ten times while the shortest of its times passes, and
/// each minute at least. What moves in leaps as long as an idle timeout makes all sources idle at each.
fn clock_for(counted: i64) -> i64 {
    (counted / 10).clamp(1, MINUTE)
}

/// How files are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub files: Vec<FilePlan>,
    /// How the streams are called.
    pub names: Sides<String>,
    pub arrival: Arrival,
    pub watermarks: Sides<Marks>,
    /// Spark: how often a micro-batch is run. `None` elsewhere.
    pub batches: Option<Every>,
    /// How often a `clock` step moves processing time, ms of arrival; `None`: it stands still.
    pub clock: Option<i64>,
    /// So many rows are taken, the first to arrive; `None`: all.
    pub first: Option<usize>,
    /// The right side is a table or has versions ([`Present::versioned`]).
    pub versioned: bool,
}

/// How one file is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePlan {
    pub format: Format,
    pub columns: Vec<Column>,
    pub of: Of,
    /// What local times are ahead of UTC, ms: for times that name no zone.
    pub zone: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// A member of an object within the row: it can be a key or a time, but is a field only with the object around it.
    pub nested: bool,
    pub role: Role,
}

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The join's key, or a part of it where there are several.
    Key,
    /// The event time.
    Time(Form),
    /// When the row arrived, or its place in the order of arrival.
    Arrival(Order),
    Id,
    /// `+I`, `-U`, `+U` or `-D`.
    Kind,
    /// Which side the row is of.
    Side,
    /// The watermark of the row's side when it arrived.
    Watermark(Form),
    /// The partition of the side's source that the row came from.
    Partition,
    /// A field of the payload.
    Field,
    /// Not taken.
    Out,
}

/// What an arrival column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// A place: a sequence number, an offset.
    Place,
    Time(Form),
}

/// Which side a file's rows are of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Of {
    Side(Side),
    /// What the side column says for each of the sides.
    Column(Sides<String>),
}

/// How a side's watermark moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Marks {
    /// The largest event time less `delay`, ms.
    Bounded {
        delay: i64,
    },
    /// As the watermark column says: a `watermark` step before the row whose value is larger than all before it.
    Column,
    None,
}

/// Why a plan cannot be read by yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// No column is the event time, of this file.
    Time(usize),
    Key(usize),
    /// The side is told by a column, and none is chosen.
    Side(usize),
    /// Rows are ordered by an arrival column, and none is chosen.
    Arrival(usize),
    /// No column of the side's files is the watermark that it should follow.
    Watermark(Side),
    /// More than [`MAX_BYTES`].
    TooLarge(usize),
    /// There is nothing in it.
    Empty(usize),
}

impl Plan {
    /// What it lacks, file by file.
    pub fn lacks(&self) -> Vec<Lack> {
        let mut lacks = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            if file.columns.is_empty() {
                lacks.push(Lack::Empty(index));
                continue;
            }
            let has = |is: fn(Role) -> bool| file.columns.iter().any(|column| is(column.role));
            let checks = [
                (has(|role| matches!(role, Role::Time(_))), Lack::Time(index)),
                (has(|role| role == Role::Key), Lack::Key(index)),
                (has(|role| role == Role::Side) || matches!(file.of, Of::Side(_)), Lack::Side(index)),
                (has(|role| matches!(role, Role::Arrival(_))) || self.arrival != Arrival::Column, Lack::Arrival(index)),
            ];
            lacks.extend(checks.into_iter().filter(|(there, _)| !there).map(|(_, lack)| lack));
        }
        lacks.extend(Side::BOTH.into_iter().filter(|side| self.lacks_marks(*side)).map(Lack::Watermark));
        lacks
    }

    fn lacks_marks(&self, side: Side) -> bool {
        let mut files = self.files.iter().filter(|file| file.of != Of::Side(side.other()));
        let marked = |file: &FilePlan| file.columns.iter().any(|column| matches!(column.role, Role::Watermark(_)));
        self.watermarks[side] == Marks::Column && !files.any(marked)
    }

    /// Whether the side's rows come from partitions, each with a watermark of its own.
    fn has_partitions(&self, side: Side) -> bool {
        let mut files = self.files.iter().filter(|file| file.of != Of::Side(side.other()));
        let told = files.any(|file| file.columns.iter().any(|column| column.role == Role::Partition));
        told && self.batches.is_none() && matches!(self.watermarks[side], Marks::Bounded { .. })
    }

    /// How many partitions each side has: up to the last that a row came from.
    fn partitions(&self, steps: &[Step]) -> Sides<u32> {
        let mut all = Sides::new(1, 1);
        for step in steps {
            if let Step::Push(push) = step {
                all[push.side] = all[push.side].max(push.partition.saturating_add(1));
            }
        }
        all
    }

    /// The scenario with these steps in place of its own. Its join stays, and whose rules apply; what its texts told of the
    /// old events goes.
    pub fn scenario(&self, present: &Scenario, title: &str, steps: Vec<Step>) -> Scenario {
        let partitions = self.partitions(&steps);
        let stream = |side: Side| {
            let old = &present.streams[side];
            let name = match self.names[side].trim() {
                "" => old.name.clone(),
                name => name.to_string(),
            };
            let same = name == old.name;
            let of_side = || self.files.iter().filter(|file| file.of != Of::Side(side.other()));
            let named = |is: fn(Role) -> bool| {
                let mut columns = of_side().flat_map(|file| &file.columns).filter(|column| is(column.role));
                columns.next().map(|column| column.name.clone())
            };
            let keys = of_side().map(|file| file.columns.iter().filter(|column| column.role == Role::Key).count());
            Stream {
                label: old.label.clone().filter(|_| same),
                noun: old.noun.clone().filter(|_| same),
                name,
                watermark: match self.watermarks[side] {
                    Marks::Bounded { delay } => Strategy::Bounded {
                        delay,
                        partitions: partitions[side],
                        idle_timeout: old.watermark.idle_timeout(),
                    },
                    Marks::Column => Strategy::Manual,
                    Marks::None => Strategy::None,
                },
                // A key of several columns has no column's name.
                key_name: named(|role| role == Role::Key).filter(|_| keys.max() == Some(1)),
                time_name: named(|role| matches!(role, Role::Time(_))),
                fields: Vec::new(),
            }
        };
        Scenario {
            title: Text::One(title.to_string()),
            description: None,
            question: None,
            streams: Sides::new(stream(Side::Left), stream(Side::Right)),
            script: Script::from(steps),
            ..present.clone()
        }
    }
}

impl FilePlan {
    /// Gives a column a role, and takes it from the column that had it, where only one can have it.
    pub fn assign(&mut self, column: usize, role: Role) {
        let shared = matches!(role, Role::Key | Role::Field | Role::Out);
        for (index, other) in self.columns.iter_mut().enumerate() {
            if index == column {
                other.role = role;
            } else if !shared && std::mem::discriminant(&other.role) == std::mem::discriminant(&role) {
                other.role = if other.nested { Role::Out } else { Role::Field };
            }
        }
        if role == Role::Side && matches!(self.of, Of::Side(_)) {
            self.of = Of::Column(Sides::new(Side::Left.word().into(), Side::Right.word().into()));
        }
    }
}

/// A title for a scenario of these files.
pub fn title(sources: &[impl AsRef<str>]) -> String {
    let stems: Vec<&str> =
        sources.iter().map(|name| name.as_ref().rsplit_once('.').map_or(name.as_ref(), |(stem, _)| stem)).collect();
    stems.join(", ")
}

/// Whether all of it may be read: [`MAX_BYTES`] in all.
pub fn fits(bytes: usize) -> Result<(), Lack> {
    if bytes > MAX_BYTES { Err(Lack::TooLarge(bytes)) } else { Ok(()) }
}

/// The offsets from UTC that are in use, ms.
pub fn zones() -> impl Iterator<Item = i64> {
    const MINUTES: [i64; 38] = [
        -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240,
        270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
    ];
    MINUTES.into_iter().map(|minutes| minutes * 60_000)
}

/// An offset as it is written: `UTC+08:00`.
pub fn zone_name(zone: i64) -> String {
    let minutes = zone.abs() / 60_000;
    let sign = if zone < 0 { '−' } else { '+' };
    if zone == 0 { "UTC".to_string() } else { format!("UTC{sign}{:02}:{:02}", minutes / 60, minutes % 60) }
}

/// The units that a number of time may be in.
pub const UNITS: [Unit; 4] = [Unit::Seconds, Unit::Millis, Unit::Micros, Unit::Nanos];
