//! A scenario as the code that runs it on the real engine: SQL, Java of Flink's DataStream API, or PySpark. Texts in pieces
//! that know what they are; no prose.
//!
//! `make conformance-code` and `make conformance-jobs` give the texts of `tests/code` to the engines, with the scenarios' events,
//! and compare what comes out.

mod datastream;
mod flink_sql;
mod pyspark;
mod spark_sql;
pub(crate) mod table;
mod writer;

use serde::Serialize;

use crate::{
    engine::Engine,
    scenario::{Dialect, JoinKind, JoinType, Push, RowKind, Scenario, Side, Sides, Step, Strategy, Window},
};

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub kind: Kind,
    /// The setting that it says, if it says one.
    pub part: Option<Part>,
}

/// A setting of the join or of a stream, as pieces of code say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Keys are equal.
    Key,
    Lower,
    Upper,
    Size,
    Slide,
    Step,
    Offset,
    Gap,
    Ttl,
    Cleanup,
    /// A stream's watermark, with its delay.
    Watermark(Side),
}

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Keyword,
    /// A name of the left stream.
    Left,
    /// A name of the right stream.
    Right,
    Literal,
    Plain,
}

/// The code as text.
pub fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect()
}

/// Whose names and literals SQL has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    Flink,
    Spark,
}

/// What a join is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    FlinkSql,
    /// Java of Flink's DataStream API.
    DataStream,
    SparkSql,
    /// Spark's DataFrames in Python.
    PySpark,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::FlinkSql, Form::DataStream, Form::SparkSql, Form::PySpark];

    /// What a dialect's engine takes, its own form first.
    pub fn of(dialect: Dialect) -> [Form; 2] {
        match dialect {
            Dialect::FlinkSql => [Form::FlinkSql, Form::DataStream],
            Dialect::FlinkDatastream => [Form::DataStream, Form::FlinkSql],
            Dialect::Spark => [Form::SparkSql, Form::PySpark],
        }
    }

    /// The engine's SQL.
    pub fn sql(dialect: Dialect) -> Form {
        if dialect == Dialect::Spark { Form::SparkSql } else { Form::FlinkSql }
    }

    /// Whose rules the form has of itself.
    pub fn dialect(self) -> Dialect {
        match self {
            Form::FlinkSql => Dialect::FlinkSql,
            Form::DataStream => Dialect::FlinkDatastream,
            Form::SparkSql | Form::PySpark => Dialect::Spark,
        }
    }

    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Form::FlinkSql => "flink-sql",
            Form::DataStream => "datastream",
            Form::SparkSql => "spark-sql",
            Form::PySpark => "pyspark",
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Form::FlinkSql => "Flink SQL",
            Form::DataStream => "DataStream",
            Form::SparkSql => "Spark SQL",
            Form::PySpark => "PySpark",
        }
    }
}

/// Where the code's rows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sources {
    /// What stands for the source that one has.
    StandIn,
    /// A [job](crate::job)'s files, in the order of the script.
    Replay,
}

/// A scenario's join as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    pub form: Form,
    /// What the rows of the streams are: one `CREATE TABLE` a stream, or their types.
    pub tables: Vec<Token>,
    /// The query, with the settings that it needs.
    pub query: Vec<Token>,
    /// Where in the result stands what.
    pub columns: Columns,
    /// What to know before running it.
    pub notes: Vec<Note>,
}

/// The places, from 0, of what a row of the result is known by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Columns {
    pub left: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<usize>,
    /// Of a window: its start, before its end, or both in one. With two, either may be NULL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<usize>,
}

impl Columns {
    /// Those of a select list.
    fn of(selected: &[writer::Selected], tables: &Sides<table::Table>, kind: JoinKind, windows: &str) -> Self {
        let id = |side: Side| {
            let id = tables[side].columns.first().map(|(name, _)| name);
            selected.iter().position(|(of, name, _)| *of == side && Some(name) == id)
        };
        let is = |name: &str| matches!(kind, JoinKind::Window { .. }) && name == windows;
        let windows = selected.iter().enumerate().filter(|(_, (_, name, _))| is(name)).map(|(at, _)| at);
        Columns { left: id(Side::Left).unwrap_or(0), right: id(Side::Right), windows: windows.collect() }
    }
}

impl Code {
    /// All of it as one script: of SQL, every statement ends with `;` and a line's end; Java and Python are whole files.
    pub fn script(&self) -> String {
        let (tables, query) = (text(&self.tables), text(&self.query));
        match self.form {
            Form::FlinkSql | Form::SparkSql => {
                format!("{tables}\n\n{query}{}\n", if query.ends_with(';') { "" } else { ";" })
            }
            Form::DataStream => datastream::file(&tables, &query),
            Form::PySpark => format!("{}{tables}\n\n{query}\n", pyspark::HEAD),
        }
    }
}

/// What to know of the code, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// `datagen` makes random rows; it stands for the connector that one has.
    Connector,
    /// A watermark that the script moves by hand is the source's own: the connector must give it, which `datagen` does not.
    SourceWatermark,
    /// The script moves a watermark by hand that the table computes: no such step is in the code.
    WatermarkSteps,
    /// The script takes rows back, so the connector must give a changelog.
    Changelog,
    /// Flink plans no interval join here but a regular one with a predicate on time, whose state never ends.
    PlannedAsRegular,
    /// The job is of the DataStream API; SQL gives the same rows.
    SameAsDataStream,
    /// `forBoundedOutOfOrderness` keeps 1 ms more behind than it says.
    OneMsMore,
    /// A NULL key ends a DataStream job; SQL takes it as equal to nothing.
    NullKeys,
    /// A Parquet table stands for the source that one has.
    SparkSource,
    /// `spark.sql` gives a streaming DataFrame, which `writeStream` starts in append mode.
    WriteStream,
    /// Spark drops late rows by a column of event time that is read; a regular join reads it only where it is selected.
    TimesSelected,
    /// Spark's `session_window` merges nothing in a join.
    SessionsUnmerged,
    /// A table that is looked up in needs a connector that answers.
    LookupTable,
    /// Spark's table is a DataFrame that is not streaming; when it is read anew depends on its kind.
    StaticTable,
    /// A parameter stands for the source of each stream that one has.
    JavaSources,
    /// `joined` is a streaming DataFrame, which `writeStream` starts in append mode.
    StartFrame,
    /// In the DataStream API a watermark that moves by hand is the source's own.
    SourceMarks,
    /// How many partitions a stream has is its source's to say; its watermark is the slowest one's.
    Partitions,
}

/// Why there is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// The engine refuses the join.
    Refused,
    /// DataStream: a late row is dropped, which no interval join of SQL does.
    LateRows,
    /// DataStream: sessions over both streams; in SQL each table has its own.
    SharedSessions,
    /// DataStream: a window that fires again for late rows.
    AllowedLateness,
    /// A window whose parts are longer than a literal of Flink's SQL holds.
    LongWindow,
    /// The form has rules of its own, those of another dialect.
    OtherRules(Form),
    /// A run that the engine ends with an error, or joinscope does, has no job.
    Stopped,
}

/// Writes the scenario's join in its engine's SQL. That of a DataStream job is written where SQL gives the same rows.
pub fn sql(scenario: &Scenario) -> Result<Code, Missing> {
    write(scenario, Form::sql(scenario.dialect), Sources::StandIn)
}

/// Writes the scenario's join in a form of its engine: where that has other rules than the scenario's dialect, if both give
/// the same rows.
pub fn write(scenario: &Scenario, form: Form, sources: Sources) -> Result<Code, Missing> {
    if !Form::of(scenario.dialect).contains(&form) {
        return Err(Missing::OtherRules(form));
    }
    if Engine::new(&scenario.setup()).is_err() {
        return Err(Missing::Refused);
    }
    match (form, scenario.dialect) {
        (Form::SparkSql, _) => spark_sql::write(scenario, sources).ok_or(Missing::Refused),
        (Form::PySpark, _) => pyspark::write(scenario, sources).ok_or(Missing::Refused),
        (Form::DataStream, Dialect::FlinkDatastream) => datastream::write(scenario, sources).ok_or(Missing::Refused),
        (Form::DataStream, _) => Err(Missing::OtherRules(form)),
        (Form::FlinkSql, Dialect::FlinkSql | Dialect::Spark) => flink_sql::write(scenario, sources),
        (Form::FlinkSql, Dialect::FlinkDatastream) => match scenario.join.kind {
            JoinKind::Interval(_) => Err(Missing::LateRows),
            JoinKind::Window { window: Window::Session { .. }, .. } => Err(Missing::SharedSessions),
            JoinKind::Window { allowed_lateness, .. } if allowed_lateness != 0 => Err(Missing::AllowedLateness),
            JoinKind::Window { .. } | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => {
                flink_sql::write(scenario, sources)
            }
        },
    }
}

/// The left table's processing time, by which a lookup asks in Flink.
const PROC_TIME: &str = "proc_time";

/// Where a table that is looked up in might lie.
const JDBC_URL: &str = "'jdbc:postgresql://localhost/shop'";

/// A name as a literal of SQL.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}

fn pushes(scenario: &Scenario) -> impl Iterator<Item = &Push> {
    scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) => Some(push),
        _ => None,
    })
}

/// What a literal of Java or Python has in place of a text, between its quotes.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn notes(scenario: &Scenario, form: Form) -> Vec<Note> {
    let join = scenario.join;
    let strategies = Side::BOTH.map(|side| scenario.streams[side].watermark);
    let bounded = |side: Side| matches!(scenario.streams[side].watermark, Strategy::Bounded { .. });
    let partitioned = strategies.iter().any(|strategy| strategy.partitions() > 1);
    let mut notes = Vec::new();
    if scenario.dialect == Dialect::Spark {
        if matches!(join.kind, JoinKind::Window { window: Window::Session { .. }, .. }) {
            notes.push(Note::SessionsUnmerged);
        }
        if matches!(join.kind, JoinKind::Regular { .. }) && Side::BOTH.into_iter().any(bounded) {
            notes.push(Note::TimesSelected);
        }
        if join.kind == JoinKind::Lookup {
            notes.push(Note::StaticTable);
        }
        notes.extend([if form == Form::PySpark { Note::StartFrame } else { Note::WriteStream }, Note::SparkSource]);
        return notes;
    }
    if form == Form::DataStream {
        if pushes(scenario).any(|push| push.key.is_none()) {
            notes.push(Note::NullKeys);
        }
        if scenario.script.iter().any(|step| matches!(step, Step::Watermark { side, .. } if bounded(*side))) {
            notes.push(Note::WatermarkSteps);
        }
        if strategies.contains(&Strategy::Manual) {
            notes.push(Note::SourceMarks);
        }
        if partitioned {
            notes.push(Note::Partitions);
        }
        notes.push(Note::JavaSources);
        return notes;
    }
    if scenario.dialect == Dialect::FlinkDatastream {
        notes.push(Note::SameAsDataStream);
        if pushes(scenario).any(|push| push.key.is_none()) {
            notes.push(Note::NullKeys);
        }
        if Side::BOTH.into_iter().any(bounded) {
            notes.push(Note::OneMsMore);
        }
    }
    let interval = matches!(join.kind, JoinKind::Interval(_));
    if interval && (join.ty.half() || strategies.contains(&Strategy::None)) {
        notes.push(Note::PlannedAsRegular);
    }
    let lookup = join.kind == JoinKind::Lookup;
    // A table that is looked up in has no watermark and gives no changelog.
    let streams = if lookup { &strategies[..1] } else { &strategies[..] };
    let by_hand = streams.contains(&Strategy::Manual);
    let changelog = !lookup && pushes(scenario).any(|push| push.kind != RowKind::Insert);
    if lookup {
        notes.push(Note::LookupTable);
    }
    if scenario.script.iter().any(|step| matches!(step, Step::Watermark { side, .. } if bounded(*side))) {
        notes.push(Note::WatermarkSteps);
    }
    if partitioned {
        notes.push(Note::Partitions);
    }
    if by_hand {
        notes.push(Note::SourceWatermark);
    }
    if changelog {
        notes.push(Note::Changelog);
    }
    if !by_hand && !changelog {
        notes.push(Note::Connector);
    }
    notes
}

/// The sides whose columns come out, and those whose window is never NULL.
fn shown(ty: JoinType) -> (&'static [Side], &'static [Side]) {
    let sides: &[Side] = if ty.half() { &[Side::Left] } else { &Side::BOTH };
    let windows: &[Side] = match ty {
        JoinType::Full => &Side::BOTH,
        JoinType::Right => &[Side::Right],
        JoinType::Inner | JoinType::Left | JoinType::Semi | JoinType::Anti => &[Side::Left],
    };
    (sides, windows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{read, time::HOUR};

    #[test]
    fn each_setting_has_the_pieces_that_say_it() {
        let mut scenario = read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap();
        let said = |scenario: &Scenario, part: Part| {
            let sql = sql(scenario).unwrap();
            let all = [sql.query, sql.tables].concat();
            text(&all.into_iter().filter(|token| token.part == Some(part)).collect::<Vec<_>>())
        };
        assert_eq!(said(&scenario, Part::Key), "o.order_id = s.order_id");
        assert_eq!(said(&scenario, Part::Upper), "o.order_time + INTERVAL '2' HOUR");
        assert_eq!(said(&scenario, Part::Watermark(Side::Right)), "ship_time - INTERVAL '10' MINUTE");
        assert_eq!(said(&scenario, Part::Size), "");
        let window = Window::Sliding { size: 2 * HOUR, slide: HOUR, offset: 0 };
        scenario.join.kind = JoinKind::Window { window, allowed_lateness: 0 };
        // Both sides have the windows.
        assert_eq!(said(&scenario, Part::Size), "INTERVAL '2' HOURINTERVAL '2' HOUR");
        assert_eq!(said(&scenario, Part::Slide), "INTERVAL '1' HOURINTERVAL '1' HOUR");
    }
}
