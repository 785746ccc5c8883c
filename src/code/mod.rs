//! A scenario as the SQL that runs it on the real engine. Texts in pieces that know what they are; no prose.
//!
//! `make conformance-code` gives the texts of `tests/code` to the engines, with the scenarios' events, and compares what comes out.

mod flink_sql;
mod spark_sql;
mod table;
mod writer;

use crate::{
    engine::Engine,
    scenario::{Dialect, JoinKind, JoinType, Push, RowKind, Scenario, Side, Step, Strategy, Window},
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

/// Whose SQL it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    Flink,
    Spark,
}

/// A scenario's join in SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sql {
    pub flavour: Flavour,
    /// One `CREATE TABLE` a stream.
    pub tables: Vec<Token>,
    /// The query, with the `SET` statements that it needs.
    pub query: Vec<Token>,
    /// What to know before running it.
    pub notes: Vec<Note>,
}

impl Sql {
    /// All of it as one script; every statement ends with `;` and a line's end.
    pub fn script(&self) -> String {
        let query = text(&self.query);
        format!("{}\n\n{}{}\n", text(&self.tables), query, if query.ends_with(';') { "" } else { ";" })
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
}

/// Writes the scenario's join in its engine's SQL. That of a DataStream job is written where SQL gives the same rows.
pub fn sql(scenario: &Scenario) -> Result<Sql, Missing> {
    if Engine::new(&scenario.setup()).is_err() {
        return Err(Missing::Refused);
    }
    match scenario.dialect {
        Dialect::Spark => spark_sql::write(scenario).ok_or(Missing::Refused),
        Dialect::FlinkSql => flink_sql::write(scenario),
        Dialect::FlinkDatastream => match scenario.join.kind {
            JoinKind::Interval(_) => Err(Missing::LateRows),
            JoinKind::Window { window: Window::Session { .. }, .. } => Err(Missing::SharedSessions),
            JoinKind::Window { allowed_lateness, .. } if allowed_lateness != 0 => Err(Missing::AllowedLateness),
            JoinKind::Window { .. } | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => {
                flink_sql::write(scenario)
            }
        },
    }
}

/// The left table's processing time, by which a lookup asks in Flink.
const PROC_TIME: &str = "proc_time";

/// Where a table that is looked up in might lie.
const JDBC_URL: &str = "'jdbc:postgresql://localhost/shop'";

/// A name as a literal.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}

fn pushes(scenario: &Scenario) -> impl Iterator<Item = &Push> {
    scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) => Some(push),
        _ => None,
    })
}

fn notes(scenario: &Scenario) -> Vec<Note> {
    let join = scenario.join;
    let strategies = Side::BOTH.map(|side| scenario.streams[side].watermark);
    let bounded = |side: Side| matches!(scenario.streams[side].watermark, Strategy::Bounded { .. });
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
        notes.extend([Note::WriteStream, Note::SparkSource]);
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
