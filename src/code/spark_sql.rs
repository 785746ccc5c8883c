//! Apache Spark 4.3.0 SQL: `STREAM` reads a table, or a view, as a stream, `WATERMARK ... DELAY OF` gives it one.
//!
//! What `spark.sql` makes of the query is a streaming DataFrame; `writeStream` starts it.

use super::{
    Code, Columns, Flavour, Form, Part, Sources,
    table::{Table, Taken, named},
    writer::{Selected, Writer, spark_words},
};
use crate::scenario::{JoinKind, JoinType, Policy, Scenario, Side, Sides, Window};

/// Writes a join that Spark runs; nothing for one that it has no words for.
pub fn write(scenario: &Scenario, sources: Sources) -> Option<Code> {
    let join = scenario.join;
    let word = match join.ty {
        JoinType::Semi => "LEFT SEMI JOIN",
        JoinType::Inner => "INNER JOIN",
        JoinType::Left => "LEFT JOIN",
        JoinType::Right => "RIGHT JOIN",
        JoinType::Full => "FULL JOIN",
        JoinType::Anti if join.kind == JoinKind::Lookup => "LEFT ANTI JOIN",
        JoinType::Anti => return None,
    };
    let window = match join.kind {
        JoinKind::Window { window, .. } => Some(window_call(window)?),
        JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Lookup => None,
        JoinKind::Temporal => return None,
    };
    let tables = named(scenario, Flavour::Spark);
    let mut query = Writer::new(Flavour::Spark, &tables);
    let policy = scenario.watermark_policy == Some(Policy::Max);
    if policy {
        query.kw("SET").plain(" spark.sql.streaming.multipleWatermarkPolicy\n  = ").literal("max").plain(";\n\n");
    }
    query.select(&selected(&tables, join.ty, join.kind)).plain("\n").kw("FROM").plain(" ");
    source(&mut query, Side::Left, scenario, window.as_ref());
    query.plain("\n").kw(word).plain(" ");
    source(&mut query, Side::Right, scenario, window.as_ref());
    query.condition(join.kind, ["\n  ", "ON ", "\n  "], &["window"]);
    if policy {
        query.plain(";");
    }
    let mut ddl = Writer::new(Flavour::Spark, &tables);
    for side in Side::BOTH {
        if side == Side::Right {
            ddl.plain("\n\n");
        }
        create(&mut ddl, side, join.kind, sources);
    }
    Some(Code {
        form: Form::SparkSql,
        tables: ddl.tokens,
        query: query.tokens,
        columns: Columns::of(&selected(&tables, join.ty, join.kind), &tables, join.kind, "window"),
        notes: super::notes(scenario, Form::SparkSql),
    })
}

/// The columns that the query gives, each under a name of its own: most sinks take no two of one name.
pub fn selected(tables: &Sides<Table>, ty: JoinType, kind: JoinKind) -> Vec<Selected> {
    let (sides, windows) = super::shown(ty);
    let mut columns: Vec<(Side, &str)> = Vec::new();
    for side in sides {
        let table = &tables[*side];
        let (id, fields) = table.columns.split_at(1);
        columns.extend(id.iter().map(|(name, _)| (*side, name.as_str())));
        // Nothing else reads the event times of a regular join: left out, they would be gone before the join, and no
        // row would be late.
        if matches!(kind, JoinKind::Regular { .. }) {
            columns.push((*side, &table.time));
        }
        columns.extend(fields.iter().map(|(name, _)| (*side, name.as_str())));
    }
    if matches!(kind, JoinKind::Window { .. }) {
        columns.extend(windows.iter().map(|side| (*side, "window")));
    }
    let mut taken = Taken::default();
    // A name that stays goes before one that is made.
    let mut plain: Vec<bool> = columns.iter().map(|(_, name)| taken.free(name, name) == *name).collect();
    let mut selected = Vec::new();
    for ((side, name), stays) in columns.into_iter().zip(plain.drain(..)) {
        let called = (!stays).then(|| taken.free(&format!("{}_{name}", tables[side].alias), name));
        selected.push((side, name.to_string(), called));
    }
    selected
}

/// A side of the join with its alias: the table as a stream, or its windows in place of its event time.
fn source(out: &mut Writer, side: Side, scenario: &Scenario, window: Option<&(&'static str, Vec<String>)>) {
    let table = out.table(side);
    let Some((function, durations)) = window else {
        stream(out, side, scenario, "\n  ");
        out.plain(" ").kw("AS").plain(" ").alias(side);
        return;
    };
    out.plain("(\n  ").kw("SELECT");
    for name in table.columns.iter().map(|(name, _)| name).chain([&table.key]) {
        out.plain(" ").id(name).plain(",");
    }
    out.plain("\n    ").kw(function).plain("(").id(&table.time);
    for (duration, part) in durations.iter().zip(window_parts(function)) {
        out.plain(",\n      ").says(part).literal(&format!("'{duration}'")).says(None);
    }
    out.plain(") ").kw("AS").plain(" window\n  ").kw("FROM").plain(" ");
    stream(out, side, scenario, "\n    ");
    out.plain("\n) ").kw("AS").plain(" ").alias(side);
}

/// A table as a stream, with its watermark; one that is looked up in as it is.
fn stream(out: &mut Writer, side: Side, scenario: &Scenario, next: &'static str) {
    let table = out.table(side);
    if scenario.join.kind == JoinKind::Lookup && side == Side::Right {
        out.name(side);
        return;
    }
    out.kw("STREAM").plain(" ").name(side);
    if let Some(delay) = scenario.streams[side].watermark.delay() {
        out.plain(next).kw("WATERMARK").plain(" ").id(&table.time);
        out.plain(next).plain("  ").kw("DELAY OF").plain(" ");
        out.says(Part::Watermark(side)).interval(delay.unsigned_abs(), "").says(None);
    }
}

/// What each duration of a window function says.
pub fn window_parts(function: &str) -> [Part; 3] {
    if function.starts_with("session") { [Part::Gap; 3] } else { [Part::Size, Part::Slide, Part::Offset] }
}

/// A window function and its durations, in the order in which it takes them; an offset of 0 is left out.
pub fn window_call(window: Window) -> Option<(&'static str, Vec<String>)> {
    let (size, slide, offset) = match window {
        Window::Tumbling { size, offset } => (size, size, offset),
        Window::Sliding { size, slide, offset } => (size, slide, offset),
        Window::Session { gap, .. } => return Some(("session_window", vec![spark_words(gap)])),
        Window::Cumulating { .. } => return None,
    };
    let mut durations = vec![spark_words(size)];
    if slide != size || offset != 0 {
        durations.push(spark_words(slide));
    }
    if offset != 0 {
        durations.push(spark_words(offset));
    }
    Some(("window", durations))
}

pub fn create(out: &mut Writer, side: Side, kind: JoinKind, sources: Sources) {
    let table = out.table(side);
    if kind == JoinKind::Lookup && side == Side::Right {
        // Read anew in each micro-batch; its columns are the database's own.
        out.kw("CREATE TABLE")
            .plain(" ")
            .name(side)
            .plain("\n")
            .kw("USING")
            .plain(" jdbc\n")
            .kw("OPTIONS")
            .plain(" (\n  url ");
        if sources == Sources::Replay {
            // Derby, which Spark ships. Its table's name is the same whatever the stream's.
            out.literal("'jdbc:derby:memory:replay'").plain(",\n  driver ");
            out.literal("'org.apache.derby.jdbc.EmbeddedDriver'")
                .plain(",\n  dbtable ")
                .literal("'ASKED'")
                .plain("\n);");
            return;
        }
        out.literal(super::JDBC_URL).plain(",\n  dbtable ").literal(&super::quoted(&table.name)).plain("\n);");
        return;
    }
    out.kw("CREATE TABLE").plain(" ").name(side).plain(" (");
    let (id, fields) = table.columns.split_at(1);
    let columns = id.iter().map(|(name, ty)| (name, *ty));
    let columns = columns.chain([(&table.key, "STRING"), (&table.time, "TIMESTAMP")]);
    for (index, (name, ty)) in columns.chain(fields.iter().map(|(name, ty)| (name, *ty))).enumerate() {
        out.plain(if index > 0 { ",\n  " } else { "\n  " }).id(name).plain(" ").kw(ty);
    }
    out.plain("\n) ").kw("USING").plain(" parquet;");
}
