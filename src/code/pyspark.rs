//! PySpark 4.3.0: the join of [Spark SQL](super::spark_sql) in DataFrames. Column names and conditions are SQL's, in strings.

use super::{
    Code, Columns, Flavour, Form, Part, Sources, escaped, spark_sql,
    table::{identifier, named},
    writer::{Writer, spark_words},
};
use crate::scenario::{JoinKind, JoinType, Policy, Scenario, Side, Strategy, Window};

/// What a script begins with.
pub const HEAD: &str = "\
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()

";

/// Writes a join that Spark runs; nothing for one that it has no words for. The result is called `joined`.
pub fn write(scenario: &Scenario, sources: Sources) -> Option<Code> {
    let join = scenario.join;
    let how = match join.ty {
        JoinType::Inner => "inner",
        JoinType::Left => "left_outer",
        JoinType::Right => "right_outer",
        JoinType::Full => "full_outer",
        JoinType::Semi => "left_semi",
        JoinType::Anti if join.kind == JoinKind::Lookup => "left_anti",
        JoinType::Anti => return None,
    };
    match join.kind {
        JoinKind::Window { window: Window::Cumulating { .. }, .. } | JoinKind::Temporal => return None,
        JoinKind::Window { .. } | JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Lookup => {}
    }
    let tables = named(scenario, Flavour::Spark);
    let mut out = Writer::new(Flavour::Spark, &tables);
    if scenario.watermark_policy == Some(Policy::Max) {
        out.plain("spark.conf.set(\n    ").literal("\"spark.sql.streaming.multipleWatermarkPolicy\"").plain(", ");
        out.literal("\"max\"").plain(")\n\n");
    }
    for side in Side::BOTH {
        frame(&mut out, side, scenario);
        out.plain("\n");
    }
    out.plain("joined = ").alias(Side::Left).plain(".").kw("join").plain("(\n    ").alias(Side::Right);
    out.plain(",\n    F.expr(\"\"\"");
    let mut condition = Writer::new(Flavour::Spark, &tables);
    condition.condition(join.kind, ["", "", "\n        "], &["window"]);
    out.embed(condition).plain("\"\"\"),\n    ").literal(&format!("\"{how}\"")).plain(",\n).selectExpr(");
    let selected = spark_sql::selected(&tables, join.ty, join.kind);
    for (index, (side, name, called)) in selected.iter().enumerate() {
        out.plain(if index > 0 { ",\n    " } else { "\n    " }).plain("\"");
        let mut column = Writer::new(Flavour::Spark, &tables);
        column.column(*side, name);
        if let Some(called) = called {
            column.plain(" ").kw("AS").plain(" ").id(called);
        }
        out.embed(column).plain("\"");
    }
    out.plain(",\n)");
    let mut ddl = Writer::new(Flavour::Spark, &tables);
    for side in Side::BOTH {
        ddl.plain(if side == Side::Right { "\n\n" } else { "" }).plain("spark.sql(\"\"\"\n");
        let mut statement = Writer::new(Flavour::Spark, &tables);
        spark_sql::create(&mut statement, side, join.kind, sources);
        if let Some(last) = statement.tokens.last_mut() {
            last.text.truncate(last.text.trim_end_matches(';').len());
        }
        ddl.embed(statement).plain("\n\"\"\")");
    }
    Some(Code {
        form: Form::PySpark,
        tables: ddl.tokens,
        query: out.tokens,
        columns: Columns::of(&selected, &tables, join.kind, "window"),
        notes: super::notes(scenario, Form::PySpark),
    })
}

/// A stream's DataFrame, with its watermark and its windows, under its alias; one that is looked up in is no stream.
fn frame(out: &mut Writer, side: Side, scenario: &Scenario) {
    let table = out.table(side);
    let quoted = |name: &str| format!("\"{}\"", escaped(&identifier(name, Flavour::Spark)));
    out.alias(side).plain(" = (\n    spark");
    let asked = scenario.join.kind == JoinKind::Lookup && side == Side::Right;
    out.plain(if asked { "." } else { ".readStream." }).kw("table").plain("(");
    out.of(&quoted(&table.name), side).plain(")\n");
    if let Strategy::Bounded { delay, .. } = scenario.streams[side].watermark
        && !asked
    {
        out.plain("    .").kw("withWatermark").plain("(").plain(&quoted(&table.time)).plain(", ");
        out.says(Part::Watermark(side)).literal(&format!("\"{}\"", spark_words(delay))).says(None).plain(")\n");
    }
    if let JoinKind::Window { window, .. } = scenario.join.kind {
        // The window stands in place of the event time: Spark takes one column of event time a side.
        out.plain("    .").kw("select").plain("(");
        for name in table.columns.iter().map(|(name, _)| name).chain([&table.key]) {
            out.plain("\n        ").plain(&quoted(name)).plain(",");
        }
        let Some((function, durations)) = spark_sql::window_call(window) else { return };
        out.plain("\n        F.").kw(function).plain("(").plain(&quoted(&table.time));
        for (duration, part) in durations.iter().zip(spark_sql::window_parts(function)) {
            out.plain(", ").says(part).literal(&format!("\"{duration}\"")).says(None);
        }
        out.plain(").alias(\"window\"),\n    )\n");
    }
    out.plain("    .alias(").of(&quoted(&table.alias), side).plain(")\n)");
}
