//! Apache Flink 2.3.0 SQL: the two tables and the query.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{Kind, Token};
use crate::scenario::{
    JoinKind, JoinType, RowKind, Scenario, Side, Sides, Step, Strategy, Stream, Window,
    time::{DAY, HOUR, MINUTE, SECOND},
};

/// A scenario's join in Flink SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sql {
    /// One `CREATE TABLE` a stream.
    pub tables: Vec<Token>,
    /// The query, with the `SET` statements that it needs.
    pub query: Vec<Token>,
    /// What to know before running it.
    pub notes: Vec<Note>,
}

/// What to know of the code, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// `datagen` makes random rows; it stands for the connector that one has.
    Connector,
    /// A watermark that the script moves by hand is the source's own: the connector must give it, which `datagen` does not.
    SourceWatermark,
    /// The script takes rows back, so the connector must give a changelog.
    Changelog,
    /// Flink plans no interval join here but a regular one with a predicate on time, whose state never ends.
    PlannedAsRegular,
}

/// How many pushes of a side are looked at for their payload's fields.
const LOOKED_AT: usize = 10_000;
/// A column of text in which a line of the select list is broken.
const WIDTH: usize = 44;
/// Flink takes longer names, but nobody reads them.
const LONGEST_NAME: usize = 120;

/// Writes the scenario's join; nothing where Flink SQL has no way to say it: an allowed lateness, a window whose parts are
/// longer than 999 days, a temporal join that is neither inner nor left.
pub fn flink_sql(scenario: &Scenario) -> Option<Sql> {
    let join = scenario.join;
    let setting = match join.kind {
        JoinKind::Interval(interval) => {
            Some(("table.exec.interval-join.min-cleanup-interval", interval.min_cleanup_interval))
        }
        JoinKind::Regular { state_ttl } => Some(("table.exec.state.ttl", state_ttl)),
        JoinKind::Window { window, allowed_lateness } => {
            if allowed_lateness != 0 || parts(window).1.into_iter().flatten().any(|ms| !is_literal(ms)) {
                return None;
            }
            None
        }
        JoinKind::Temporal => {
            if !matches!(join.ty, JoinType::Inner | JoinType::Left) {
                return None;
            }
            None
        }
    };
    let setting = setting.filter(|(_, ms)| *ms > 0);
    let tables = named(scenario);
    let mut query = Writer::default();
    if let Some((option, ms)) = setting {
        let (option, value) = (format!("'{option}'"), format!("'{}'", duration(ms)));
        let fits = "SET  = ;".len() + option.len() + value.len() <= WIDTH;
        query.kw("SET").plain(" ").literal(&option).plain(if fits { " = " } else { "\n  = " });
        query.literal(&value).plain(";\n\n");
    }
    select(&mut query, &tables, join.ty, join.kind);
    if setting.is_some() {
        query.plain(";");
    }
    let mut ddl = Writer::default();
    for side in Side::BOTH {
        if side == Side::Right {
            ddl.plain("\n\n");
        }
        create(&mut ddl, &tables[side], side, &scenario.streams[side], join.kind);
    }
    Some(Sql { tables: ddl.0, query: query.0, notes: notes(scenario) })
}

fn notes(scenario: &Scenario) -> Vec<Note> {
    let strategies = Side::BOTH.map(|side| scenario.streams[side].watermark);
    let interval = matches!(scenario.join.kind, JoinKind::Interval(_));
    let takes_back = |step: &Step| matches!(step, Step::Push(push) if push.kind != RowKind::Insert);
    let mut notes = Vec::new();
    if interval && (scenario.join.ty.half() || strategies.contains(&Strategy::None)) {
        notes.push(Note::PlannedAsRegular);
    }
    let by_hand = strategies.contains(&Strategy::Manual);
    let changelog = scenario.script.iter().any(takes_back);
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

// ---- the query ------------------------------------------------------------------------------------------

fn select(out: &mut Writer, tables: &Sides<Table>, ty: JoinType, kind: JoinKind) {
    out.kw("SELECT");
    let mut column = "SELECT".len();
    for (index, (side, name)) in selected(tables, ty, kind).into_iter().enumerate() {
        let width = tables[side].alias.chars().count() + 1 + name.chars().count();
        if index > 0 {
            out.plain(",");
            column += 1;
        }
        if index > 0 && column + 1 + width >= WIDTH {
            out.plain("\n       ");
            column = 7;
        } else {
            out.plain(" ");
            column += 1;
        }
        out.column(tables, side, name);
        column += width;
    }
    out.plain("\n").kw("FROM").plain(" ").source(tables, Side::Left, kind, "");
    match ty {
        JoinType::Semi | JoinType::Anti => {
            out.plain("\n").kw(if ty == JoinType::Semi { "WHERE EXISTS" } else { "WHERE NOT EXISTS" }).plain(" (\n  ");
            out.kw("SELECT").plain(" ").literal("1").plain("\n  ").kw("FROM").plain(" ");
            out.source(tables, Side::Right, kind, "  ");
            condition(out, tables, kind, ["\n  ", "WHERE", "\n    "]);
            out.plain("\n)");
        }
        JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full => {
            out.plain("\n").kw(&format!("{} JOIN", ty.word().to_uppercase())).plain(" ");
            out.source(tables, Side::Right, kind, "");
            condition(out, tables, kind, ["\n  ", "ON ", "\n  "]);
        }
    }
}

/// The columns that the query gives. Key and time only say which rows join; of a window, the sides that are never NULL.
fn selected(tables: &Sides<Table>, ty: JoinType, kind: JoinKind) -> Vec<(Side, &str)> {
    let sides: &[Side] = if ty.half() { &[Side::Left] } else { &Side::BOTH };
    let named: &[Side] = match ty {
        _ if !matches!(kind, JoinKind::Window { .. }) => &[],
        JoinType::Full => &Side::BOTH,
        JoinType::Right => &[Side::Right],
        JoinType::Inner | JoinType::Left | JoinType::Semi | JoinType::Anti => &[Side::Left],
    };
    let columns = sides.iter().flat_map(|side| tables[*side].columns.iter().map(|(name, _)| (*side, name.as_str())));
    columns.chain(named.iter().flat_map(|side| WINDOW.map(|name| (*side, name)))).collect()
}

/// The columns that a window function adds and the join compares.
const WINDOW: [&str; 2] = ["window_start", "window_end"];

/// Keys equal, and what the kind of join asks besides. `start` and `next` begin a line, `word` the first of them.
fn condition(out: &mut Writer, tables: &Sides<Table>, kind: JoinKind, [start, word, next]: [&'static str; 3]) {
    out.plain(start).kw(word.trim_end()).plain(if word.ends_with(' ') { "  " } else { " " });
    out.column(tables, Side::Left, &tables.left.key).plain(" = ").column(tables, Side::Right, &tables.right.key);
    let interval = match kind {
        JoinKind::Interval(interval) => interval,
        JoinKind::Window { .. } => {
            for name in WINDOW {
                out.plain(next).kw("AND").plain(" ").column(tables, Side::Left, name);
                out.plain(" = ").column(tables, Side::Right, name);
            }
            return;
        }
        JoinKind::Regular { .. } | JoinKind::Temporal => return,
    };
    out.plain(next).kw("AND").plain(" ");
    out.column(tables, Side::Right, &tables.right.time).plain(" ");
    if interval.lower_inclusive && interval.upper_inclusive {
        out.kw("BETWEEN").plain(" ").moment(tables, interval.lower);
        out.plain(next).plain("    ").kw("AND").plain(" ").moment(tables, interval.upper);
        return;
    }
    out.plain(if interval.lower_inclusive { ">= " } else { "> " }).moment(tables, interval.lower);
    out.plain(next).kw("AND").plain(" ").column(tables, Side::Right, &tables.right.time);
    out.plain(if interval.upper_inclusive { " <= " } else { " < " }).moment(tables, interval.upper);
}

/// A window function and its durations, in the order in which it takes them; an offset of 0 is left out.
fn parts(window: Window) -> (&'static str, [Option<i64>; 3]) {
    let offset = |ms: i64| (ms != 0).then_some(ms);
    match window {
        Window::Tumbling { size, offset: ms } => ("TUMBLE", [Some(size), offset(ms), None]),
        Window::Sliding { size, slide, offset: ms } => ("HOP", [Some(slide), Some(size), offset(ms)]),
        Window::Cumulating { size, step, offset: ms } => ("CUMULATE", [Some(step), Some(size), offset(ms)]),
        Window::Session { gap } => ("SESSION", [Some(gap), None, None]),
    }
}

// ---- the tables -----------------------------------------------------------------------------------------

fn create(out: &mut Writer, table: &Table, side: Side, stream: &Stream, kind: JoinKind) {
    out.kw("CREATE TABLE").plain(" ").name(&table.name, side).plain(" (\n");
    let (id, fields) = table.columns.split_at(1);
    let mut first: Vec<(&String, &str)> = id.iter().map(|(name, ty)| (name, *ty)).collect();
    first.push((&table.key, "STRING"));
    if matches!(kind, JoinKind::Window { .. }) {
        // Where the columns that a query leaves out move the key to another place on one side only, Flink takes the two
        // sides' sessions for different windows and plans a regular join. A key that comes first does not move.
        first.reverse();
    }
    for (name, ty) in first {
        out.plain("  ").plain(name).plain(" ").kw(ty).plain(",\n");
    }
    out.plain("  ").plain(&table.time).plain(" ").kw("TIMESTAMP_LTZ").plain("(").literal("3").plain(")");
    for (name, ty) in fields {
        out.plain(",\n  ").plain(name).plain(" ").kw(ty);
    }
    if kind == JoinKind::Temporal && side == Side::Right {
        out.plain(",\n  ").kw("PRIMARY KEY").plain(" (").plain(&table.key).plain(") ").kw("NOT ENFORCED");
    }
    let watermark = |out: &mut Writer| {
        out.plain(",\n  ").kw("WATERMARK FOR").plain(" ").plain(&table.time).plain("\n    ").kw("AS").plain(" ");
    };
    match stream.watermark {
        Strategy::None => {}
        Strategy::Manual => {
            watermark(out);
            out.plain("SOURCE_WATERMARK()");
        }
        Strategy::Bounded { delay } => {
            watermark(out);
            out.plain(&table.time).shift(delay.saturating_neg());
        }
    }
    out.plain("\n) ").kw("WITH").plain(" (").literal("'connector'").plain(" = ").literal("'datagen'").plain(");");
}

/// A stream as a table; all names as SQL writes them.
struct Table {
    name: String,
    alias: String,
    key: String,
    time: String,
    /// The id and then the payload's fields, with their types.
    columns: Vec<(String, &'static str)>,
}

fn named(scenario: &Scenario) -> Sides<Table> {
    let mut tables = HashSet::new();
    let left = free(&mut tables, &scenario.streams.left.name, "left");
    let right = free(&mut tables, &scenario.streams.right.name, "right");
    let (l, r) = match (initial(&left), initial(&right)) {
        (Some(l), Some(r)) if l != r => (l, r),
        _ => ('l', 'r'),
    };
    let table = |side: Side, name: String, alias: char| {
        let stream = &scenario.streams[side];
        // A window function gives columns of its own, which a table must not have.
        let window = matches!(scenario.join.kind, JoinKind::Window { .. });
        let taken = window.then_some(["window_start", "window_end", "window_time"]);
        let mut names: HashSet<String> = taken.into_iter().flatten().map(str::to_string).collect();
        let id = free(&mut names, "id", "id");
        let key = identifier(&free(&mut names, stream.key_name(), "key"));
        let time = identifier(&free(&mut names, stream.time_name(), "time"));
        let mut columns = vec![(id, "STRING")];
        for (field, ty) in fields(scenario, side) {
            columns.push((identifier(&free(&mut names, &field, "field")), ty));
        }
        Table { name: identifier(&name), alias: alias.to_string(), key, time, columns }
    };
    Sides::new(table(Side::Left, left, l), table(Side::Right, right, r))
}

/// The first letter, where it makes an alias.
fn initial(name: &str) -> Option<char> {
    name.chars().next().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase())
}

/// The payload's fields with their types: first the declared ones, then others in the order in which they appear.
fn fields(scenario: &Scenario, side: Side) -> Vec<(String, &'static str)> {
    let mut order: Vec<(String, Option<Type>)> = Vec::new();
    let mut at: HashMap<String, usize> = HashMap::new();
    for (field, _) in &scenario.streams[side].fields {
        at.entry(field.clone()).or_insert_with(|| {
            order.push((field.clone(), None));
            order.len() - 1
        });
    }
    let pushes = scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) if push.side == side && !push.row.is_empty() => Some(push),
        _ => None,
    });
    for push in pushes.take(LOOKED_AT) {
        for (field, value) in push.row.fields() {
            let index = *at.entry(field).or_insert_with_key(|field| {
                order.push((field.clone(), None));
                order.len() - 1
            });
            let ty = &mut order[index].1;
            *ty = Type::of(&value).map_or(*ty, |new| Some(ty.map_or(new, |old| old.with(new))));
        }
    }
    order.into_iter().map(|(field, ty)| (field, ty.unwrap_or(Type::String).word())).collect()
}

/// The SQL type that holds all values of a field.
#[derive(Clone, Copy, PartialEq)]
enum Type {
    Boolean,
    BigInt,
    Double,
    /// Strings, and as JSON text all that is neither of the others.
    String,
}

impl Type {
    /// `None` for NULL, which every type holds.
    fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Null => return None,
            Value::Bool(_) => Type::Boolean,
            Value::Number(number) if number.is_i64() => Type::BigInt,
            Value::Number(_) => Type::Double,
            Value::String(_) | Value::Array(_) | Value::Object(_) => Type::String,
        })
    }

    fn with(self, other: Type) -> Type {
        match (self, other) {
            _ if self == other => self,
            (Type::BigInt, Type::Double) | (Type::Double, Type::BigInt) => Type::Double,
            _ => Type::String,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Type::Boolean => "BOOLEAN",
            Type::BigInt => "BIGINT",
            Type::Double => "DOUBLE",
            Type::String => "STRING",
        }
    }
}

// ---- names ----------------------------------------------------------------------------------------------

/// A name that Flink's parser takes and that is not in use yet. A line's end cannot stand in a quoted name.
fn free(used: &mut HashSet<String>, wanted: &str, otherwise: &str) -> String {
    let shown: String = wanted.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_NAME).collect();
    let base = if shown.trim().is_empty() { otherwise.to_string() } else { shown };
    let mut name = base.clone();
    let mut count = 2;
    while !used.insert(name.clone()) {
        name = format!("{base}_{count}");
        count += 1;
    }
    name
}

/// A name as SQL writes it: in backticks where it is no plain word, or one that SQL keeps for itself.
fn identifier(name: &str) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    let reserved = || RESERVED.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(name));
    if plain && !reserved() { name.to_string() } else { format!("`{}`", name.replace('`', "``")) }
}

// ---- literals -------------------------------------------------------------------------------------------

/// Whether one `INTERVAL` literal holds the duration.
fn is_literal(ms: i64) -> bool {
    ms.unsigned_abs() / DAY.unsigned_abs() <= 999
}

/// A duration as Flink's SQL takes it; a `sign` stands within the literal.
///
/// A field of an `INTERVAL` literal has two digits, or three where it says so; Flink refuses more ("precision is not
/// supported"), so what is longer is a multiple of a literal.
fn interval(ms: u64, sign: &str) -> Vec<(Kind, String)> {
    const UNITS: [(u64, &str); 4] =
        [(DAY as u64, "DAY"), (HOUR as u64, "HOUR"), (MINUTE as u64, "MINUTE"), (SECOND as u64, "SECOND")];
    let literal = |value: String, unit: String| {
        vec![
            (Kind::Keyword, "INTERVAL".to_string()),
            (Kind::Plain, " ".to_string()),
            (Kind::Literal, format!("'{sign}{value}'")),
            (Kind::Plain, " ".to_string()),
            (Kind::Keyword, unit),
        ]
    };
    let digits = |count: u64| if count > 99 { "(3)" } else { "" };
    let (seconds, milli) = (ms / 1000, ms % 1000);
    let fraction = if milli == 0 { String::new() } else { format!(".{milli:03}") };
    let whole = UNITS.into_iter().find(|(unit, _)| ms.is_multiple_of(*unit) && (ms > 0 || *unit == SECOND as u64));
    let whole = whole.map(|(unit, word)| (ms / unit, word));
    match whole {
        Some((count, word)) if count <= 999 => return literal(count.to_string(), format!("{word}{}", digits(count))),
        None if seconds <= 999 => {
            return literal(format!("{seconds}{fraction}"), format!("SECOND{}", digits(seconds)));
        }
        _ => {}
    }
    let (days, h, m, s) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    if days <= 999 {
        return match (s, milli) {
            (0, 0) => literal(format!("{days} {h:02}:{m:02}"), format!("DAY{} TO MINUTE", digits(days))),
            _ => literal(format!("{days} {h:02}:{m:02}:{s:02}{fraction}"), format!("DAY{} TO SECOND", digits(days))),
        };
    }
    let (count, one, unit) = match whole {
        Some((count, word)) => (count, "1", word),
        None => (ms, "0.001", "SECOND"),
    };
    let mut pieces = vec![(Kind::Literal, count.to_string()), (Kind::Plain, " * ".to_string())];
    pieces.extend(literal(one.to_string(), unit.to_string()));
    pieces
}

/// A duration as Flink's options take it.
fn duration(ms: i64) -> String {
    let (unit, word) = [(DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")]
        .into_iter()
        .find(|(unit, _)| ms % unit == 0)
        .unwrap_or((1, "ms"));
    format!("{} {word}", ms / unit)
}

// ---- writing --------------------------------------------------------------------------------------------

#[derive(Default)]
struct Writer(Vec<Token>);

impl Writer {
    /// Adds a piece; neighbours of one kind become one.
    fn add(&mut self, kind: Kind, text: &str) -> &mut Self {
        match self.0.last_mut() {
            Some(last) if last.kind == kind => last.text.push_str(text),
            _ => self.0.push(Token { text: text.to_string(), kind }),
        }
        self
    }

    fn kw(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Keyword, text)
    }

    fn plain(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Plain, text)
    }

    fn literal(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Literal, text)
    }

    fn name(&mut self, text: &str, side: Side) -> &mut Self {
        self.add(if side == Side::Left { Kind::Left } else { Kind::Right }, text)
    }

    /// A side of the join with its alias: the table, its windows, or the version of it that the left row's time asks for.
    fn source(&mut self, tables: &Sides<Table>, side: Side, kind: JoinKind, indent: &'static str) -> &mut Self {
        let table = &tables[side];
        match kind {
            JoinKind::Window { window, .. } => {
                let (function, durations) = parts(window);
                self.plain("(\n").plain(indent).plain("  ").kw("SELECT").plain(" * ").kw("FROM TABLE").plain("(\n");
                self.plain(indent).plain("    ").kw(function).plain("(").kw("TABLE").plain(" ").name(&table.name, side);
                if matches!(window, Window::Session { .. }) {
                    self.plain(" ").kw("PARTITION BY").plain(" ").plain(&table.key);
                }
                let next = |out: &mut Self| {
                    out.plain(",\n").plain(indent).plain("      ");
                };
                next(self);
                self.kw("DESCRIPTOR").plain("(").plain(&table.time).plain(")");
                for ms in durations.into_iter().flatten() {
                    next(self);
                    self.interval(ms.unsigned_abs(), if ms < 0 { "-" } else { "" });
                }
                self.plain("))\n").plain(indent).plain(") ").name(&table.alias, side)
            }
            JoinKind::Temporal if side == Side::Right => {
                self.name(&table.name, side).plain("\n  ").kw("FOR SYSTEM_TIME AS OF").plain(" ").moment(tables, 0);
                self.plain(" ").kw("AS").plain(" ").name(&table.alias, side)
            }
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal => {
                self.name(&table.name, side).plain(" ").name(&table.alias, side)
            }
        }
    }

    fn column(&mut self, tables: &Sides<Table>, side: Side, name: &str) -> &mut Self {
        self.name(&tables[side].alias, side).plain(".").plain(name)
    }

    /// The left row's time, shifted.
    fn moment(&mut self, tables: &Sides<Table>, ms: i64) -> &mut Self {
        self.column(tables, Side::Left, &tables.left.time).shift(ms)
    }

    /// Plus or minus a duration.
    fn shift(&mut self, ms: i64) -> &mut Self {
        if ms != 0 {
            self.plain(if ms < 0 { " - " } else { " + " }).interval(ms.unsigned_abs(), "");
        }
        self
    }

    fn interval(&mut self, ms: u64, sign: &str) -> &mut Self {
        for (kind, text) in interval(ms, sign) {
            self.add(kind, &text);
        }
        self
    }
}

/// The words that Flink 2.3.0's parser does not take as names: its own list of keywords without those it calls
/// non-reserved.
const RESERVED: &str = "\
    ABS ALL ALLOCATE ALLOW ALTER AND ANY ARE ARRAY ARRAY_CONCAT_AGG ARRAY_MAX_CARDINALITY AS ASENSITIVE \
    ASYMMETRIC AT ATOMIC AUTHORIZATION AVG BEGIN BEGIN_FRAME BEGIN_PARTITION BETWEEN BIGINT BINARY BIT BITMAP \
    BLOB BOOLEAN BOTH BUCKETS BY BYTES CALL CALLED CARDINALITY CASCADED CASE CAST CATALOGS CEIL CEILING CHAR \
    CHARACTER CHARACTER_LENGTH CHAR_LENGTH CHECK CLASSIFIER CLOB CLOSE COALESCE COLLATE COLLECT COLUMN COMMENT \
    COMMIT CONDITION CONNECT CONNECTIONS CONSTRAINT CONTAINS CONTAINS_SUBSTR CONTINUOUS CONVERT CORR \
    CORRESPONDING COUNT COVAR_POP COVAR_SAMP CREATE CROSS CUBE CUME_DIST CURRENT CURRENT_CATALOG CURRENT_DATE \
    CURRENT_DEFAULT_TRANSFORM_GROUP CURRENT_PATH CURRENT_ROLE CURRENT_ROW CURRENT_SCHEMA CURRENT_TIME \
    CURRENT_TIMESTAMP CURRENT_TRANSFORM_GROUP_FOR_TYPE CURRENT_USER CURSOR CYCLE DATABASES DATE DATETIME \
    DATETIME_TRUNC DATE_TRUNC DAY DEALLOCATE DEC DECIMAL DECLARE DEFAULT DEFINE DELETE DENSE_RANK DEREF DESCRIBE \
    DETERMINISTIC DISALLOW DISCONNECT DISTINCT DISTRIBUTED DISTRIBUTION DOT DOUBLE DROP DYNAMIC EACH ELEMENT ELSE \
    EMPTY END END-EXEC END_FRAME END_PARTITION EQUALS ESCAPE EVERY EXCEPT EXEC EXECUTE EXISTS EXP EXPLAIN EXTEND \
    EXTENDED EXTERNAL EXTRACT FALSE FETCH FILTER FIRST_VALUE FLOAT FLOOR FOR FOREIGN FRAME_ROW FREE FRESHNESS \
    FRIDAY FROM FULL FUNCTION FUNCTIONS FUSION GET GLOBAL GRANT GROUP GROUPING GROUPS GROUP_CONCAT HASH HAVING \
    HOLD HOUR IDENTITY ILIKE IMPORT IN INCLUDE INDICATOR INITIAL INNER INOUT INSENSITIVE INSERT INT INTEGER \
    INTERSECT INTERSECTION INTERVAL INTO IS JOIN JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT JSON_OBJECTAGG \
    JSON_QUERY JSON_SCOPE JSON_VALUE LAG LANGUAGE LARGE LAST_VALUE LATERAL LEAD LEADING LEFT LIKE LIKE_REGEX \
    LIMIT LN LOCAL LOCALTIME LOCALTIMESTAMP LOWER MATCH MATCHES MATCH_NUMBER MATCH_RECOGNIZE MATERIALIZED MAX \
    MEASURES MEMBER MERGE METHOD MIN MINUS MINUTE MOD MODELS MODIFIES MODIFY MODULE MODULES MONDAY MONTH MULTISET \
    NATIONAL NATURAL NCHAR NCLOB NEW NEXT NO NONE NORMALIZE NOT NTH_VALUE NTILE NULL NULLIF NUMERIC \
    OCCURRENCES_REGEX OCTET_LENGTH OF OFFSET OLD OMIT ON ONE ONLY OPEN OR ORDER ORDINAL OUT OUTER OVER OVERLAPS \
    OVERLAY PARAMETER PARTITION PATTERN PER PERCENT PERCENTILE_CONT PERCENTILE_DISC PERCENT_RANK PERIOD PERMUTE \
    PIVOT PORTION POSITION POSITION_REGEX POWER PRECEDES PRECISION PREPARE PREV PRIMARY PROCEDURE PROCEDURES \
    QUALIFY QUARTERS RANGE RANK RAW READS REAL RECURSIVE REF REFERENCES REFERENCING REFRESH REFRESH_MODE \
    REGR_AVGX REGR_AVGY REGR_COUNT REGR_INTERCEPT REGR_R2 REGR_SLOPE REGR_SXX REGR_SXY REGR_SYY RELEASE RENAME \
    RESET RESULT RESUME RETURN RETURNS REVOKE RIGHT RLIKE ROLLBACK ROLLUP ROW ROWS ROW_NUMBER RUNNING SAFE_CAST \
    SAFE_OFFSET SAFE_ORDINAL SATURDAY SAVEPOINT SCALA SCOPE SCROLL SEARCH SECOND SEEK SELECT SENSITIVE SEPARATOR \
    SESSION_USER SET SHOW SIMILAR SKIP SMALLINT SOME SPECIFIC SPECIFICTYPE SQL SQLEXCEPTION SQLSTATE SQLWARNING \
    SQRT START STATEMENT STATIC STDDEV_POP STDDEV_SAMP STREAM STRING STRING_AGG STRUCTURED SUBMULTISET SUBSET \
    SUBSTRING SUBSTRING_REGEX SUCCEEDS SUM SUNDAY SUSPEND SYMMETRIC SYSTEM SYSTEM_TIME SYSTEM_USER TABLE TABLES \
    TABLESAMPLE THEN THURSDAY TIME TIMESTAMP TIMESTAMP_DIFF TIMESTAMP_LTZ TIMESTAMP_TRUNC TIMEZONE_HOUR \
    TIMEZONE_MINUTE TIME_DIFF TIME_TRUNC TINYINT TO TRAILING TRANSLATE TRANSLATE_REGEX TRANSLATION TREAT TRIGGER \
    TRIM TRIM_ARRAY TRUE TRUNCATE TRY_CAST TUESDAY UESCAPE UNION UNIQUE UNKNOWN UNNEST UNPIVOT UPDATE UPPER \
    UPSERT USE USER USING VALUE VALUES VALUE_OF VARBINARY VARCHAR VARIANT VARYING VAR_POP VAR_SAMP VERSIONING \
    VIEWS WATERMARK WATERMARKS WEDNESDAY WEEKS WHEN WHENEVER WHERE WIDTH_BUCKET WINDOW WITH WITHIN WITHOUT YEAR";
