//! Writing SQL in pieces.

use super::{
    Flavour, Kind, Part, Token,
    table::{Table, identifier},
};
use crate::scenario::{
    JoinKind, Side, Sides,
    time::{DAY, HOUR, MINUTE, SECOND},
};

/// A column of text in which a line of the select list is broken.
pub const WIDTH: usize = 44;

/// A column of the select list: whose, its name, and what it is called there if not that.
pub type Selected = (Side, String, Option<String>);

pub struct Writer<'a> {
    pub tokens: Vec<Token>,
    flavour: Flavour,
    tables: &'a Sides<Table>,
    /// What is being said.
    part: Option<Part>,
}

impl<'a> Writer<'a> {
    pub fn new(flavour: Flavour, tables: &'a Sides<Table>) -> Self {
        Writer { tokens: Vec::new(), flavour, tables, part: None }
    }

    pub fn table(&self, side: Side) -> &'a Table {
        &self.tables[side]
    }

    /// What follows says this setting, up to the next call.
    pub fn says(&mut self, part: impl Into<Option<Part>>) -> &mut Self {
        self.part = part.into();
        self
    }

    /// Adds a piece; neighbours of one kind that say the same become one.
    fn add(&mut self, kind: Kind, text: &str) -> &mut Self {
        match self.tokens.last_mut() {
            Some(last) if last.kind == kind && last.part == self.part => last.text.push_str(text),
            _ => self.tokens.push(Token { text: text.to_string(), kind, part: self.part }),
        }
        self
    }

    pub fn kw(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Keyword, text)
    }

    pub fn plain(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Plain, text)
    }

    pub fn literal(&mut self, text: &str) -> &mut Self {
        self.add(Kind::Literal, text)
    }

    /// A column's name by itself.
    pub fn id(&mut self, name: &str) -> &mut Self {
        self.add(Kind::Plain, &identifier(name, self.flavour))
    }

    /// A text that is a side's.
    pub fn of(&mut self, text: &str, side: Side) -> &mut Self {
        self.add(if side == Side::Left { Kind::Left } else { Kind::Right }, text)
    }

    /// All that was written, with its literals' and names' quotes and backslashes as they are between the quotes of another language.
    pub fn embed(&mut self, within: Writer) -> &mut Self {
        self.tokens.extend(within.tokens.into_iter().map(|token| Token { text: super::escaped(&token.text), ..token }));
        self
    }

    pub fn name(&mut self, side: Side) -> &mut Self {
        self.of(&identifier(&self.tables[side].name, self.flavour), side)
    }

    pub fn alias(&mut self, side: Side) -> &mut Self {
        self.of(&self.tables[side].alias, side)
    }

    pub fn column(&mut self, side: Side, name: &str) -> &mut Self {
        self.alias(side).plain(".").id(name)
    }

    /// `SELECT` and its list, broken into lines.
    pub fn select(&mut self, selected: &[Selected]) -> &mut Self {
        self.kw("SELECT");
        let mut column = "SELECT".len();
        for (index, (side, name, called)) in selected.iter().enumerate() {
            let width = |name: &str| identifier(name, self.flavour).chars().count();
            let width = self.tables[*side].alias.len()
                + 1
                + width(name)
                + called.as_deref().map_or(0, |called| 4 + width(called));
            if index > 0 {
                self.plain(",");
                column += 1;
            }
            if index > 0 && column + 1 + width >= WIDTH {
                self.plain("\n       ");
                column = 7;
            } else {
                self.plain(" ");
                column += 1;
            }
            self.column(*side, name);
            if let Some(called) = called {
                self.plain(" ").kw("AS").plain(" ").id(called);
            }
            column += width;
        }
        self
    }

    /// Keys equal, and what the kind of join asks besides. `start` and `next` begin a line, `word` the first of them.
    pub fn condition(&mut self, kind: JoinKind, [start, word, next]: [&'static str; 3], windows: &[&str]) {
        let tables = self.tables;
        self.plain(start);
        if !word.is_empty() {
            self.kw(word.trim_end()).plain(if word.ends_with(' ') { "  " } else { " " });
        }
        self.says(Part::Key);
        self.column(Side::Left, &tables.left.key).plain(" = ").column(Side::Right, &tables.right.key).says(None);
        let interval = match kind {
            JoinKind::Interval(interval) => interval,
            JoinKind::Window { .. } => {
                for name in windows {
                    self.plain(next).kw("AND").plain(" ").column(Side::Left, name);
                    self.plain(" = ").column(Side::Right, name);
                }
                return;
            }
            JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => return,
        };
        self.plain(next).kw("AND").plain(" ").column(Side::Right, &tables.right.time).plain(" ");
        if interval.lower_inclusive && interval.upper_inclusive {
            self.kw("BETWEEN").plain(" ").says(Part::Lower).moment(interval.lower).says(None);
            self.plain(next).plain("    ").kw("AND").plain(" ").says(Part::Upper).moment(interval.upper).says(None);
            return;
        }
        self.says(Part::Lower)
            .plain(if interval.lower_inclusive { ">= " } else { "> " })
            .moment(interval.lower)
            .says(None);
        self.plain(next).kw("AND").plain(" ").column(Side::Right, &tables.right.time);
        self.says(Part::Upper)
            .plain(if interval.upper_inclusive { " <= " } else { " < " })
            .moment(interval.upper)
            .says(None);
    }

    /// The left row's time, shifted.
    pub fn moment(&mut self, ms: i64) -> &mut Self {
        self.column(Side::Left, &self.tables.left.time).shift(ms)
    }

    /// Plus or minus a duration.
    pub fn shift(&mut self, ms: i64) -> &mut Self {
        if ms != 0 {
            self.plain(if ms < 0 { " - " } else { " + " }).interval(ms.unsigned_abs(), "");
        }
        self
    }

    /// A duration; a `sign` stands within the literal.
    pub fn interval(&mut self, ms: u64, sign: &str) -> &mut Self {
        let pieces = match self.flavour {
            Flavour::Flink => flink_interval(ms, sign),
            Flavour::Spark => spark_interval(ms),
        };
        for (kind, text) in pieces {
            self.add(kind, &text);
        }
        self
    }
}

// ---- literals -------------------------------------------------------------------------------------------

const UNITS: [(i64, &str); 4] = [(DAY, "DAY"), (HOUR, "HOUR"), (MINUTE, "MINUTE"), (SECOND, "SECOND")];

/// The largest unit of which the duration is a multiple, and how many.
pub fn whole(ms: i64) -> (i64, &'static str) {
    match UNITS.into_iter().find(|(unit, _)| ms % unit == 0 && (ms != 0 || *unit == SECOND)) {
        Some((unit, word)) => (ms / unit, word),
        None => (ms, "MILLISECOND"),
    }
}

/// `10 minutes`, as Spark's window functions take it.
pub fn spark_words(ms: i64) -> String {
    let (count, word) = whole(ms);
    format!("{count} {}{}", word.to_lowercase(), if count == 1 { "" } else { "s" })
}

/// A duration as Spark's SQL takes it.
fn spark_interval(ms: u64) -> Vec<(Kind, String)> {
    let (count, word) = whole(i64::try_from(ms).unwrap_or(i64::MAX));
    vec![
        (Kind::Keyword, "INTERVAL".to_string()),
        (Kind::Plain, " ".to_string()),
        (Kind::Literal, count.to_string()),
        (Kind::Plain, " ".to_string()),
        (Kind::Keyword, format!("{word}{}", if count == 1 { "" } else { "S" })),
    ]
}

/// Whether one `INTERVAL` literal holds the duration.
pub fn is_literal(ms: i64) -> bool {
    ms.unsigned_abs() / DAY.unsigned_abs() <= 999
}

/// A duration as Flink's SQL takes it; a `sign` stands within the literal.
///
/// A field of an `INTERVAL` literal has two digits, or three where it says so; Flink refuses more ("precision is not
/// supported"), so what is longer is a multiple of a literal.
fn flink_interval(ms: u64, sign: &str) -> Vec<(Kind, String)> {
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
    let whole = UNITS.into_iter().find(|(unit, _)| {
        let unit = unit.unsigned_abs();
        ms.is_multiple_of(unit) && (ms > 0 || unit == SECOND.unsigned_abs())
    });
    let whole = whole.map(|(unit, word)| (ms / unit.unsigned_abs(), word));
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
pub fn duration(ms: i64) -> String {
    let (unit, word) = [(DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")]
        .into_iter()
        .find(|(unit, _)| ms % unit == 0)
        .unwrap_or((1, "ms"));
    format!("{} {word}", ms / unit)
}
