//! The two streams as tables: names that SQL takes, and columns with their types.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::Flavour;
use crate::scenario::{JoinKind, Push, Scenario, Side, Sides, Step};

/// How many pushes of a side are looked at for their payload's fields.
const LOOKED_AT: usize = 10_000;
/// The engines take longer names, but nobody reads them.
const LONGEST_NAME: usize = 120;

/// A stream as a table. Names are bare: [`identifier`] writes them.
pub struct Table {
    pub name: String,
    pub alias: String,
    pub key: String,
    pub time: String,
    /// The id and then the payload's fields, with their types.
    pub columns: Vec<(String, &'static str)>,
    /// The payload's fields as the scenario calls them, in the order of their columns.
    pub fields: Vec<String>,
}

impl Table {
    /// All columns, each with what it holds of a row: the id, the key, the time as `TIMESTAMP`, then the payload's fields.
    pub fn all(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let (id, fields) = self.columns.split_at(self.columns.len().min(1));
        let id = id.iter().map(|(name, ty)| (name.as_str(), *ty));
        let own = [(self.key.as_str(), "STRING"), (self.time.as_str(), "TIMESTAMP")];
        id.chain(own).chain(fields.iter().map(|(name, ty)| (name.as_str(), *ty)))
    }

    /// A push as a row of the table: a JSON object by columns, its time in ms. What stands in a column of texts and is none
    /// is the text of its JSON.
    pub fn row(&self, push: &Push) -> Map<String, Value> {
        let mut payload = push.row.fields();
        let own =
            [Value::from(&*push.id), push.key.as_deref().map_or(Value::Null, Value::from), Value::from(push.time)];
        let fields = self.fields.iter().map(|field| payload.remove(field).unwrap_or_default());
        let values = own.into_iter().chain(fields);
        let cells = self.all().zip(values).map(|((name, ty), value)| {
            let value = match value {
                Value::Null | Value::String(_) => value,
                other if ty == "STRING" => Value::from(other.to_string()),
                other => other,
            };
            (name.to_string(), value)
        });
        cells.filter(|(name, value)| !value.is_null() || *name == self.key).collect()
    }
}

pub fn named(scenario: &Scenario, flavour: Flavour) -> Sides<Table> {
    let mut tables = Taken::default();
    let name = |name: &str, otherwise: &str| match flavour {
        Flavour::Flink => (name.to_string(), otherwise.to_string()),
        Flavour::Spark => (spark_table(name), format!("{otherwise}_stream")),
    };
    let (left, otherwise) = name(&scenario.streams.left.name, "left");
    let left = tables.free(&left, &otherwise);
    let (right, otherwise) = name(&scenario.streams.right.name, "right");
    let right = tables.free(&right, &otherwise);
    let (l, r) = match (initial(&left), initial(&right)) {
        (Some(l), Some(r)) if l != r => (l, r),
        _ => ('l', 'r'),
    };
    let table = |side: Side, name: String, alias: char| {
        let stream = &scenario.streams[side];
        let mut names = Taken::default();
        if matches!(scenario.join.kind, JoinKind::Window { .. }) {
            // A window function gives columns of its own, which a table must not have.
            let own: &[&str] = match flavour {
                Flavour::Flink => &["window_start", "window_end", "window_time"],
                Flavour::Spark => &["window"],
            };
            names.0.extend(own.iter().map(ToString::to_string));
        }
        if flavour == Flavour::Flink && scenario.join.kind == JoinKind::Lookup && side == Side::Left {
            names.0.insert(super::PROC_TIME.to_string());
        }
        let id = names.free("id", "id");
        let key = names.free(stream.key_name(), "key");
        let time = names.free(stream.time_name(), "time");
        let mut columns = vec![(id, "STRING")];
        let mut called = Vec::new();
        for (field, ty) in fields(scenario, side) {
            columns.push((names.free(&field, "field"), ty));
            called.push(field);
        }
        Table { name, alias: alias.to_string(), key, time, columns, fields: called }
    };
    Sides::new(table(Side::Left, left, l), table(Side::Right, right, r))
}

/// The first letter, where it makes an alias.
fn initial(name: &str) -> Option<char> {
    name.chars().next().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase())
}

/// Spark's catalog takes letters, digits and `_` in the name of a table, no others; nothing if none is left.
fn spark_table(name: &str) -> String {
    let taken: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if taken.contains(|c: char| c != '_') { taken } else { String::new() }
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

/// The names in use, in small letters: Spark takes `Id` and `id` for one name.
#[derive(Default)]
pub struct Taken(HashSet<String>);

impl Taken {
    /// A name that a parser takes and that is not in use yet. A line's end cannot stand in a quoted name.
    pub fn free(&mut self, wanted: &str, otherwise: &str) -> String {
        let shown: String = wanted.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_NAME).collect();
        let base = if shown.trim().is_empty() { otherwise.to_string() } else { shown };
        let mut name = base.clone();
        let mut count = 2;
        while !self.0.insert(name.to_lowercase()) {
            name = format!("{base}_{count}");
            count += 1;
        }
        name
    }
}

/// A name as SQL writes it: in backticks where it is no plain word, or one that the engine keeps for itself.
pub fn identifier(name: &str, flavour: Flavour) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    let words = if flavour == Flavour::Flink { RESERVED } else { SPARK_RESERVED };
    let reserved = || words.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(name));
    if plain && !reserved() { name.to_string() } else { format!("`{}`", name.replace('`', "``")) }
}

/// The words that Spark 4.3.0 keeps where it is told to keep any (`spark.sql.ansi.enforceReservedKeywords`), as its
/// `sql_keywords()` tells, and three that it takes for the start of a join.
const SPARK_RESERVED: &str = "\
    ALL AND ANTI ANY AS AUTHORIZATION BOTH CALL CASE CAST CHECK COLLATE COLLATION COLLATIONS COLUMN CONSTRAINT CREATE \
    CROSS CURRENT_DATE CURRENT_PATH CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DISTINCT ELSE END ESCAPE \
    EXCEPT EXECUTE FALSE FETCH FILTER FOR FOREIGN FROM FULL GRANT GROUP HAVING IN INNER INTERSECT INTO IS JOIN LATERAL \
    LEADING LEFT LOCALTIME MINUS NATURAL NOT NULL OFFSET ON ONLY OR ORDER OUTER OVERLAPS PRIMARY RECURSIVE REFERENCES \
    RIGHT SELECT SEMI SESSION_USER SOME SQL TABLE THEN TIME TO TRAILING UNION UNIQUE UNKNOWN USER USING WHEN WHERE WITH \
    WITHIN";

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
