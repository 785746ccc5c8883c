//! A text that somebody has, into the setup of a scenario: Flink SQL, Spark SQL, PySpark, and the joins of Flink's DataStream API.
//!
//! [`read`] says of each setting which letters of the text it was read from, says what it took for granted where the text is
//! silent, and what it could not read or joinscope does not run. A setup with a hole is no scenario: nothing is guessed in its
//! place. No engine's parser is asked; what is read is what the texts of `tests/reading` and all that [`code`](crate::code) writes have.
//!
//! The texts are cut into words once ([`token`]), and read by what joinscope needs from them. No general SQL parser is used: Python
//! and Java are cut by the same cutter.

mod chain;
mod expr;
mod java;
mod join;
mod marked;
mod python;
mod sql;
mod token;

use std::ops::Range;

pub use marked::{Found, Line, Piece, Sort, at, marked};

use crate::scenario::{JoinType, Policy, Scenario, Side, Strategy};

/// A longer text is not read.
pub const MOST_BYTES: usize = 1 << 20;

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    FlinkSql,
    SparkSql,
    PySpark,
    /// Flink's DataStream API, in Java.
    DataStream,
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// From 1.
    pub line: usize,
    /// In letters, from 1.
    pub column: usize,
}

/// What a text was read as.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub language: Language,
    /// What was understood, in the order of the text.
    pub settings: Vec<(Setting, Place)>,
    /// What the text does not say, and was taken for granted.
    pub assumed: Vec<(Assumption, Place)>,
    /// What was not read, or is not run, in the order of the text.
    pub troubles: Vec<(Trouble, Place)>,
    /// The setup with an empty script, unless something is missing that nothing can stand for ([`Trouble::stops`]).
    pub scenario: Option<Scenario>,
}

/// A setting that the text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `interval`, `window`, `regular`, `temporal` or `lookup`.
    Kind(&'static str),
    Type(JoinType),
    Stream(Side, String),
    Key(Side, String),
    Time(Side, String),
    Watermark(Side, Strategy),
    /// A source or partition is idle after so long a silence, ms.
    Idle(i64),
    /// ms, and whether it is inclusive.
    Lower(i64, bool),
    Upper(i64, bool),
    /// The shape of a window.
    Window(&'static str),
    Size(i64),
    Slide(i64),
    Step(i64),
    Offset(i64),
    Gap(i64),
    Lateness(i64),
    Ttl(i64),
    Cleanup(i64),
    Policy(Policy),
    /// The newest row of each key by `ROW_NUMBER`: a versioned view.
    Versions,
}

/// What the text leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Nothing in the text is one engine's own: taken for Flink SQL.
    FlinkSql,
    /// No table's definition: its watermark moves by hand.
    NoTable(Side),
    /// Nothing says which column is the event time: it is the one that the join compares.
    Time(Side, String),
    /// The text gives a stream no watermark, so it has none.
    NoWatermark(Side),
    /// A DataStream's watermarks are made elsewhere: they move by hand.
    WatermarkElsewhere(Side),
    /// Which side a column without a table's name is of.
    Of(String, Side),
    /// Several columns are equal: one key stands for all of them.
    ManyKeys,
    /// What `coGroup` makes of rows without a partner is in its function: taken for a full join.
    CoGroup,
    /// The time of `FOR SYSTEM_TIME AS OF` is taken for an event time.
    EventTime,
    /// A stream without a name.
    Name(Side),
    /// Keys are compared by what a function makes of them: here the values of the events are compared as they are.
    KeyBy(String),
    /// `NOT IN`, which NULLs make another thing than `NOT EXISTS`: taken for that.
    NotIn,
}

/// What was not read, or is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    TooLong,
    /// A quote or comment that never ends.
    Unclosed,
    NoJoin,
    /// Another join after the first.
    SecondJoin,
    /// `CROSS`, `NATURAL` and the like.
    JoinWord(String),
    /// A part of the condition.
    Condition,
    /// A part that compares the two sides' times: without it the join would be another one.
    TimeCondition,
    /// The lower bound is above the upper one: nothing can match.
    Reversed,
    /// A string that the program puts together when it runs.
    Formatted,
    /// A condition on a column that is not the event time.
    NotEventTime {
        column: String,
        time: String,
    },
    UnknownColumn(String),
    /// No upper bound, or no lower one.
    MissingBound {
        upper: bool,
    },
    TwoBounds {
        upper: bool,
    },
    NoKey,
    Duration,
    /// The two sides' windows are not the same.
    WindowsDiffer,
    /// Windows whose equality is not in the condition.
    WindowNotCompared,
    OneWindow(Side),
    /// A window in processing time, or of a kind that joinscope lacks.
    WindowKind(String),
    /// `PARTITION BY` of a session is not the join's key.
    Partition,
    Watermark,
    /// Rows are left out before or after the join.
    Filter,
    /// A call that changes rows, or a trigger or an evictor.
    Call(String),
    /// An option that is not run here.
    Option(String),
    Idle,
    Statement,
    /// Grouping, sorting, a set operation.
    AfterTheJoin(String),
    Hint,
    /// A hint for a table that the join does not have.
    HintOf(String),
    /// The two sides are kept for different times.
    TtlsDiffer,
    /// The stream stands on the right of a table.
    TableOnTheLeft,
    /// A side that is no table, stream or simple subquery.
    Source,
    JoinType(String),
}

impl Trouble {
    /// Whether there is no scenario without it.
    pub fn stops(&self) -> bool {
        !matches!(
            self,
            Trouble::Unclosed
                | Trouble::SecondJoin
                | Trouble::Condition
                | Trouble::Reversed
                | Trouble::NotEventTime { .. }
                | Trouble::Partition
                | Trouble::Watermark
                | Trouble::Filter
                | Trouble::Call(_)
                | Trouble::Option(_)
                | Trouble::Idle
                | Trouble::Statement
                | Trouble::AfterTheJoin(_)
                | Trouble::Hint
                | Trouble::HintOf(_)
        )
    }
}

/// Reads a text, in the language that it is found to be in.
pub fn read(text: &str) -> Reading {
    read_as(text, None)
}

/// Reads a text in a language that somebody says.
pub fn read_as(text: &str, said: Option<Language>) -> Reading {
    if text.len() > MOST_BYTES {
        let mut notes = Notes::default();
        notes.trouble(Trouble::TooLong, 0..0);
        return notes.reading(text, said.unwrap_or(Language::FlinkSql), None);
    }
    let (language, sure) = said.map_or_else(|| language(text), |said| (said, true));
    let mut notes = Notes::default();
    if !sure {
        notes.assume(Assumption::FlinkSql, 0..0);
    }
    let lower = text.to_lowercase();
    let held = |words: [&str; 2]| words.iter().any(|word| lower.contains(word));
    let scenario = match language {
        Language::FlinkSql if held([".executesql(", ".sqlquery("]) => java::queries(text, token::Cut::Java, &mut notes),
        Language::FlinkSql if held([".execute_sql(", ".sql_query("]) => {
            java::queries(text, token::Cut::Python, &mut notes)
        }
        Language::FlinkSql => sql::read(text, token::Cut::FlinkSql, &mut notes),
        Language::SparkSql => sql::read(text, token::Cut::SparkSql, &mut notes),
        Language::PySpark => python::read(text, &mut notes),
        Language::DataStream => java::read(text, &mut notes),
    };
    notes.reading(text, language, scenario)
}

/// Whether a text is plainly a program or a query, and not events, a link or a file of joinscope's.
pub fn looks_like(text: &str) -> bool {
    /// So much of it tells, behind the comments that it begins with.
    const HEAD: usize = 16 * 1024;
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while ["--", "//", "#", "/*"].iter().any(|comment| text.starts_with(comment)) {
        let end = if text.starts_with("/*") { text.find("*/").map(|at| at + 2) } else { text.find('\n') };
        text = text[end.unwrap_or(text.len())..].trim_start();
    }
    let mut end = text.len().min(HEAD);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text[..end].to_ascii_lowercase();
    if head.starts_with(['{', '[']) {
        return false;
    }
    let calls = [
        ".withwatermark(",
        ".intervaljoin(",
        ".cogroup(",
        ".equalto(",
        ".executesql(",
        ".sqlquery(",
        ".execute_sql(",
        ".sql_query(",
        "spark.sql(",
        "spark.readstream",
        "import org.apache.flink",
        "from pyspark",
    ];
    // A word that a statement begins with, and one that only a statement of it has.
    let statements: [(&str, &[&str]); 8] = [
        ("select ", &[" from ", "\nfrom "]),
        ("with ", &["select "]),
        ("create ", &["table ", "view "]),
        ("insert into ", &["select "]),
        ("set '", &["="]),
        ("set table.", &["="]),
        ("set spark.", &["="]),
        ("select\n", &["from"]),
    ];
    calls.iter().any(|call| head.contains(call))
        || statements.iter().any(|(first, then)| {
            let begins = head.starts_with(first) || head.contains(&format!("\n{first}"));
            begins && then.iter().any(|then| head.contains(then))
        })
}

/// What a text is written in, and whether it has a word that only that language has.
fn language(text: &str) -> (Language, bool) {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if has(&[".intervaljoin(", ".equalto(", ".cogroup("]) {
        (Language::DataStream, true)
    } else if has(&[".executesql(", ".sqlquery(", ".execute_sql(", ".sql_query("]) {
        (Language::FlinkSql, true)
    } else if has(&[".withwatermark(", ".join(", "spark.sql(", "readstream", "pyspark"]) {
        (Language::PySpark, true)
    } else if has(&[
        "delay of",
        "from stream",
        "join stream",
        "using parquet",
        "using delta",
        "session_window(",
        "spark.sql",
    ]) {
        (Language::SparkSql, true)
    } else {
        let flink =
            ["watermark for", "descriptor", "system_time", "'connector'", "table.exec", "timestamp_ltz", "proctime"];
        (Language::FlinkSql, has(&flink))
    }
}

/// A value and the letters that say it.
#[derive(Clone, Debug)]
struct At<T> {
    value: T,
    span: Range<usize>,
}

impl<T> At<T> {
    fn new(value: T, span: Range<usize>) -> Self {
        At { value, span }
    }
}

/// What is found on the way.
#[derive(Default)]
struct Notes {
    settings: Vec<(Setting, Range<usize>)>,
    assumed: Vec<(Assumption, Range<usize>)>,
    troubles: Vec<(Trouble, Range<usize>)>,
}

impl Notes {
    fn say(&mut self, setting: Setting, span: Range<usize>) {
        self.settings.push((setting, span));
    }

    fn assume(&mut self, assumption: Assumption, span: Range<usize>) {
        self.assumed.push((assumption, span));
    }

    fn trouble(&mut self, trouble: Trouble, span: Range<usize>) {
        if !self.troubles.iter().rev().take(8).any(|(known, at)| *known == trouble && *at == span) {
            self.troubles.push((trouble, span));
        }
    }

    fn reading(self, text: &str, language: Language, scenario: Option<Scenario>) -> Reading {
        let stops = self.troubles.iter().any(|(trouble, _)| trouble.stops());
        let lines: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut settings = placed(self.settings, text, &lines);
        let troubles = placed(self.troubles, text, &lines);
        let assumed = placed(self.assumed, text, &lines);
        settings.dedup();
        Reading { language, settings, assumed, troubles, scenario: scenario.filter(|_| !stops) }
    }
}

/// Findings in the order of the text, each with its place. Columns are counted on from the finding before: a line may be all of
/// the text, and have them all.
fn placed<T>(mut found: Vec<(T, Range<usize>)>, text: &str, lines: &[usize]) -> Vec<(T, Place)> {
    found.sort_by_key(|(_, span)| (span.start, span.end));
    let (mut at, mut of, mut column) = (0, 1, 1);
    let place = |(what, span): (T, Range<usize>)| {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = span.end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let line = lines.partition_point(|line| *line <= start).max(1);
        if line != of {
            (at, of, column) = (lines[line - 1], line, 1);
        }
        column += text[at..start].chars().count();
        at = start;
        (what, Place { span: start..end, line, column })
    };
    found.into_iter().map(place).collect()
}
