//! Apache Flink 2.3.0 SQL.

use super::{
    Code, Columns, Flavour, Form, Missing, PROC_TIME, Part, Sources,
    table::{Table, named},
    writer::{Selected, WIDTH, Writer, duration, is_literal},
};
use crate::scenario::{Dialect, JoinKind, JoinType, RowKind, Scenario, Side, Sides, Strategy, Window};

/// Writes a join that Flink runs, where its SQL has a way to say it.
pub fn write(scenario: &Scenario, sources: Sources) -> Result<Code, Missing> {
    let join = scenario.join;
    let setting = match join.kind {
        JoinKind::Interval(interval) => {
            Some(("table.exec.interval-join.min-cleanup-interval", interval.min_cleanup_interval))
        }
        JoinKind::Regular { state_ttl } => Some(("table.exec.state.ttl", state_ttl)),
        JoinKind::Window { window, .. } => {
            if parts(window).1.into_iter().flatten().any(|(_, ms)| !is_literal(ms)) {
                return Err(Missing::LongWindow);
            }
            None
        }
        JoinKind::Temporal | JoinKind::Lookup => None,
    };
    let setting = setting.filter(|(_, ms)| *ms > 0);
    let tables = named(scenario, Flavour::Flink);
    let mut query = Writer::new(Flavour::Flink, &tables);
    if let Some((option, ms)) = setting {
        let (option, value) = (format!("'{option}'"), format!("'{}'", duration(ms)));
        let fits = "SET  = ;".len() + option.len() + value.len() <= WIDTH;
        query.kw("SET").plain(" ").literal(&option).plain(if fits { " = " } else { "\n  = " });
        let part = if matches!(join.kind, JoinKind::Regular { .. }) { Part::Ttl } else { Part::Cleanup };
        query.says(part).literal(&value).says(None).plain(";\n\n");
    }
    select(&mut query, &tables, join.ty, join.kind);
    if setting.is_some() {
        query.plain(";");
    }
    let mut ddl = Writer::new(Flavour::Flink, &tables);
    for side in Side::BOTH {
        if side == Side::Right {
            ddl.plain("\n\n");
        }
        create(&mut ddl, side, scenario, sources);
    }
    Ok(Code {
        form: Form::FlinkSql,
        tables: ddl.tokens,
        query: query.tokens,
        columns: Columns::of(&selected(&tables, join.ty, join.kind), &tables, join.kind, WINDOW[0]),
        notes: super::notes(scenario, Form::FlinkSql),
    })
}

// ---- the query ------------------------------------------------------------------------------------------

/// The columns that a window function adds and the join compares.
const WINDOW: [&str; 2] = ["window_start", "window_end"];

fn select(out: &mut Writer, tables: &Sides<Table>, ty: JoinType, kind: JoinKind) {
    out.select(&selected(tables, ty, kind)).plain("\n").kw("FROM").plain(" ");
    source(out, Side::Left, kind, "");
    match ty {
        JoinType::Semi | JoinType::Anti => {
            out.plain("\n").kw(if ty == JoinType::Semi { "WHERE EXISTS" } else { "WHERE NOT EXISTS" }).plain(" (\n  ");
            out.kw("SELECT").plain(" ").literal("1").plain("\n  ").kw("FROM").plain(" ");
            source(out, Side::Right, kind, "  ");
            out.condition(kind, ["\n  ", "WHERE", "\n    "], &WINDOW);
            out.plain("\n)");
        }
        JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full => {
            out.plain("\n").kw(&format!("{} JOIN", ty.word().to_ascii_uppercase())).plain(" ");
            source(out, Side::Right, kind, "");
            out.condition(kind, ["\n  ", "ON ", "\n  "], &WINDOW);
        }
    }
}

/// The columns that the query gives. Key and time only say which rows join; of a window, the sides that are never NULL.
fn selected(tables: &Sides<Table>, ty: JoinType, kind: JoinKind) -> Vec<Selected> {
    let (sides, windows) = super::shown(ty);
    let windows = if matches!(kind, JoinKind::Window { .. }) { windows } else { &[] };
    let columns =
        sides.iter().flat_map(|side| tables[*side].columns.iter().map(|(name, _)| (*side, name.clone(), None)));
    columns.chain(windows.iter().flat_map(|side| WINDOW.map(|name| (*side, name.to_string(), None)))).collect()
}

/// A side of the join with its alias: the table, its windows, or the version of it that the left row's time asks for.
fn source(out: &mut Writer, side: Side, kind: JoinKind, indent: &'static str) {
    let table = out.table(side);
    match kind {
        JoinKind::Window { window, .. } => {
            let (function, durations) = parts(window);
            out.plain("(\n").plain(indent).plain("  ").kw("SELECT").plain(" * ").kw("FROM TABLE").plain("(\n");
            out.plain(indent).plain("    ").kw(function).plain("(").kw("TABLE").plain(" ").name(side);
            if matches!(window, Window::Session { .. }) {
                out.plain(" ").kw("PARTITION BY").plain(" ").id(&table.key);
            }
            let next = |out: &mut Writer| {
                out.plain(",\n").plain(indent).plain("      ");
            };
            next(out);
            out.kw("DESCRIPTOR").plain("(").id(&table.time).plain(")");
            for (part, ms) in durations.into_iter().flatten() {
                next(out);
                out.says(part).interval(ms.unsigned_abs(), if ms < 0 { "-" } else { "" }).says(None);
            }
            out.plain("))\n").plain(indent).plain(") ").alias(side);
        }
        JoinKind::Temporal if side == Side::Right => {
            out.name(side).plain("\n  ").kw("FOR SYSTEM_TIME AS OF").plain(" ").moment(0);
            out.plain(" ").kw("AS").plain(" ").alias(side);
        }
        JoinKind::Lookup if side == Side::Right => {
            out.name(side).plain("\n  ").kw("FOR SYSTEM_TIME AS OF").plain(" ").column(Side::Left, PROC_TIME);
            out.plain(" ").kw("AS").plain(" ").alias(side);
        }
        JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => {
            out.name(side).plain(" ").alias(side);
        }
    }
}

/// A window function and its durations, in the order in which it takes them; an offset of 0 is left out.
fn parts(window: Window) -> (&'static str, [Option<(Part, i64)>; 3]) {
    let offset = |ms: i64| (ms != 0).then_some((Part::Offset, ms));
    let part = |part: Part, ms: i64| Some((part, ms));
    match window {
        Window::Tumbling { size, offset: ms } => ("TUMBLE", [part(Part::Size, size), offset(ms), None]),
        Window::Sliding { size, slide, offset: ms } => {
            ("HOP", [part(Part::Slide, slide), part(Part::Size, size), offset(ms)])
        }
        Window::Cumulating { size, step, offset: ms } => {
            ("CUMULATE", [part(Part::Step, step), part(Part::Size, size), offset(ms)])
        }
        Window::Session { gap, .. } => ("SESSION", [part(Part::Gap, gap), None, None]),
    }
}

// ---- the tables -----------------------------------------------------------------------------------------

fn create(out: &mut Writer, side: Side, scenario: &Scenario, sources: Sources) {
    let (table, kind) = (out.table(side), scenario.join.kind);
    out.kw("CREATE TABLE").plain(" ").name(side).plain(" (\n");
    let (id, fields) = table.columns.split_at(1);
    let mut first: Vec<(&String, &str)> = id.iter().map(|(name, ty)| (name, *ty)).collect();
    first.push((&table.key, "STRING"));
    if matches!(kind, JoinKind::Window { .. }) {
        // Where the columns that a query leaves out move the key to another place on one side only, Flink takes the two
        // sides' sessions for different windows and plans a regular join. A key that comes first does not move.
        first.reverse();
    }
    for (name, ty) in first {
        out.plain("  ").id(name).plain(" ").kw(ty).plain(",\n");
    }
    out.plain("  ").id(&table.time).plain(" ").kw("TIMESTAMP_LTZ").plain("(").literal("3").plain(")");
    for (name, ty) in fields {
        out.plain(",\n  ").id(name).plain(" ").kw(ty);
    }
    if kind == JoinKind::Lookup {
        // The table that is asked is no stream: it has no watermark, and its connector answers.
        if side == Side::Right {
            out.plain(",\n  ")
                .kw("PRIMARY KEY")
                .plain(" (")
                .id(&table.key)
                .plain(") ")
                .kw("NOT ENFORCED")
                .plain("\n) ");
            if sources == Sources::Replay {
                connector(out, &["'replay-table'".to_string()]);
                return;
            }
            out.kw("WITH").plain(" (\n  ").literal("'connector'").plain(" = ").literal("'jdbc'");
            out.plain(",\n  ").literal("'url'").plain(" = ").literal(super::JDBC_URL);
            out.plain(",\n  ").literal("'table-name'").plain(" = ").literal(&super::quoted(&table.name));
            out.plain("\n);");
            return;
        }
        out.plain(",\n  ").id(PROC_TIME).plain(" ").kw("AS").plain(" PROCTIME()");
    }
    if kind == JoinKind::Temporal && side == Side::Right {
        out.plain(",\n  ").kw("PRIMARY KEY").plain(" (").id(&table.key).plain(") ").kw("NOT ENFORCED");
    }
    let watermark = |out: &mut Writer| {
        out.plain(",\n  ").kw("WATERMARK FOR").plain(" ").id(&table.time).plain("\n    ").kw("AS").plain(" ");
    };
    match scenario.streams[side].watermark {
        Strategy::None => {}
        Strategy::Manual => {
            watermark(out);
            out.says(Part::Watermark(side)).plain("SOURCE_WATERMARK()").says(None);
        }
        Strategy::Bounded { delay, .. } => {
            // The DataStream API's bounded watermark is 1 ms further behind than it says.
            let delay = delay.saturating_add(i64::from(scenario.dialect == Dialect::FlinkDatastream));
            watermark(out);
            out.says(Part::Watermark(side)).id(&table.time).shift(delay.saturating_neg()).says(None);
        }
    }
    out.plain("\n) ");
    let mut options = Vec::new();
    match sources {
        Sources::StandIn => options.push("'datagen'".to_string()),
        Sources::Replay => {
            options.extend(["'replay'".to_string(), format!("'side' = '{}'", side.word())]);
            if super::pushes(scenario).any(|push| push.side == side && push.kind != RowKind::Insert) {
                // A version that goes is a row taken back; there is no other change of versions.
                let changes = if kind == JoinKind::Temporal { "insert, delete" } else { "all" };
                options.push(format!("'changelog' = '{changes}'"));
            }
        }
    }
    if let Some(timeout) = scenario.streams[side].watermark.idle_timeout() {
        options.push(format!("'scan.watermark.idle-timeout' = '{}'", duration(timeout)));
    }
    connector(out, &options);
}

/// What a table's rows come from, by name, and its options.
fn connector(out: &mut Writer, options: &[String]) {
    let all = options.join(", ");
    let next = if all.len() > 60 { "\n  " } else { "" };
    out.kw("WITH").plain(" (").plain(next).literal("'connector'").plain(" = ");
    out.literal(&options.join(if next.is_empty() { ", " } else { ",\n  " }));
    out.plain(if next.is_empty() { ");" } else { "\n);" });
}
