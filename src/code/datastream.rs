//! Java of Apache Flink 2.3.0's DataStream API: `intervalJoin`, and `join` or `coGroup` over windows. Rows are Flink's `Row`, by
//! whose names no stream's name can be wrong in Java.

use std::collections::HashSet;

use super::{
    Code, Columns, Flavour, Form, Part, Sources, escaped,
    table::{Table, named},
    writer::{Writer, whole},
};
use crate::scenario::{JoinKind, JoinType, Scenario, Side, Sides, Strategy, Window};

/// Writes a join that the DataStream API has; nothing for one that it has not.
pub fn write(scenario: &Scenario, sources: Sources) -> Option<Code> {
    let join = scenario.join;
    let tables = named(scenario, Flavour::Flink);
    let names = Names::of(&tables);
    let mut rows = Writer::new(Flavour::Flink, &tables);
    for side in Side::BOTH {
        types(&mut rows, &names, side);
        rows.plain("\n");
    }
    if !join.ty.half() {
        let all = Side::BOTH.into_iter().flat_map(|side| kinds(&tables[side])).collect::<Vec<_>>();
        rows.kw("static final").plain(" TypeInformation<Row> JOINED = Types.ROW(");
        list(&mut rows, usize::MAX, all.iter().map(|(_, ty)| format!("Types.{ty}")));
        rows.plain(");\n");
    }
    for side in Side::BOTH.into_iter().filter(|side| join.ty.outer(side.other())) {
        rows.plain("/** What a row without a partner is joined with: all NULL. */\n");
        rows.kw("static final").plain(" Row ").of(&names.none(side), side).plain(" = ").kw("new");
        rows.plain(" Row(").of(&names.ty(side), side).plain(".getArity());\n");
    }
    if matches!(join.kind, JoinKind::Window { window: Window::Session { max_length: Some(_), .. }, .. }) {
        rows.plain("\n").plain(CAPPED);
    }
    let mut out = Writer::new(Flavour::Flink, &tables);
    out.kw("static").plain(" DataStream<Row> join(StreamExecutionEnvironment env");
    if sources == Sources::StandIn {
        for side in Side::BOTH {
            out.plain(",\n        Source<Row, ?, ?> ").of(&names.source(side), side);
        }
    }
    out.plain(") {\n");
    for side in Side::BOTH {
        stream(&mut out, &names, side, scenario, sources);
    }
    match join.kind {
        JoinKind::Interval(interval) => {
            let bound = |out: &mut Writer, part: Part, ms: i64| {
                out.says(part).plain("Duration.").plain(&duration(ms)).says(None);
            };
            out.plain("    ").kw("return").plain(" ").of(names.stream(Side::Left), Side::Left).plain(".");
            key(&mut out, "keyBy", Side::Left);
            out.plain("\n            .")
                .kw("intervalJoin")
                .plain("(")
                .of(names.stream(Side::Right), Side::Right)
                .plain(".");
            key(&mut out, "keyBy", Side::Right);
            out.plain(")\n            .").kw("between").plain("(");
            bound(&mut out, Part::Lower, interval.lower);
            out.plain(", ");
            bound(&mut out, Part::Upper, interval.upper);
            out.plain(")");
            for (inclusive, part, call) in [
                (interval.lower_inclusive, Part::Lower, "lowerBoundExclusive"),
                (interval.upper_inclusive, Part::Upper, "upperBoundExclusive"),
            ] {
                if !inclusive {
                    out.plain("\n            .").says(part).plain(call).says(None).plain("()");
                }
            }
            out.plain("\n            .process(").kw("new").plain(" ProcessJoinFunction<Row, Row, Row>() {\n");
            out.plain("                @Override\n                ").kw("public void").plain(" processElement(Row ");
            out.alias(Side::Left).plain(", Row ").alias(Side::Right);
            out.plain(", Context context, Collector<Row> out) {\n                    out.collect(Row.join(");
            out.alias(Side::Left)
                .plain(", ")
                .alias(Side::Right)
                .plain("));\n                }\n            }, JOINED);\n}");
        }
        JoinKind::Window { window, allowed_lateness } => {
            let call = if join.ty == JoinType::Inner { "join" } else { "coGroup" };
            out.plain("    ").kw("return").plain(" ").of(names.stream(Side::Left), Side::Left).plain(".").kw(call);
            out.plain("(").of(names.stream(Side::Right), Side::Right).plain(")\n            .");
            key(&mut out, "where", Side::Left);
            out.plain("\n            .");
            key(&mut out, "equalTo", Side::Right);
            out.plain("\n            .").kw("window").plain("(");
            assigner(&mut out, window)?;
            out.plain(")\n");
            if allowed_lateness != 0 {
                out.plain("            .").kw("allowedLateness").plain("(Duration.");
                out.literal(&duration(allowed_lateness)).plain(")\n");
            }
            out.plain("            .").kw("apply").plain("(");
            apply(&mut out, &names, join.ty);
            out.plain(");\n}");
        }
        JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => return None,
    }
    let arity = tables.left.columns.len() + 2;
    Some(Code {
        form: Form::DataStream,
        tables: rows.tokens,
        query: out.tokens,
        // The window that a row was joined in is not in it: a JoinFunction is not told.
        columns: Columns { left: 0, right: (!join.ty.half()).then_some(arity), windows: Vec::new() },
        notes: super::notes(scenario, Form::DataStream),
    })
}

/// The whole file: the class `Job`, with all that its parts need.
pub fn file(rows: &str, join: &str) -> String {
    let code = format!("{rows}\n{join}");
    let imports: String = IMPORTS
        .iter()
        .filter(|(word, _)| has_word(&code, word))
        .map(|(word, package)| format!("import {package}.{word};\n"))
        .collect();
    let mut file = format!("{imports}\npublic final class Job {{\n");
    for line in code.lines() {
        if !line.is_empty() {
            file.push_str("    ");
        }
        file.push_str(line);
        file.push('\n');
    }
    file.push_str("}\n");
    file
}

/// Whether a text has a name as a whole word.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word)
        .any(|(at, _)| !part(text[..at].chars().next_back()) && !part(text[at + word.len()..].chars().next()))
}

const IMPORTS: [(&str, &str); 23] = [
    ("Duration", "java.time"),
    ("Instant", "java.time"),
    ("ArrayList", "java.util"),
    ("Collection", "java.util"),
    ("Comparator", "java.util"),
    ("HashSet", "java.util"),
    ("List", "java.util"),
    ("Set", "java.util"),
    ("WatermarkStrategy", "org.apache.flink.api.common.eventtime"),
    ("CoGroupFunction", "org.apache.flink.api.common.functions"),
    ("JoinFunction", "org.apache.flink.api.common.functions"),
    ("TypeInformation", "org.apache.flink.api.common.typeinfo"),
    ("Types", "org.apache.flink.api.common.typeinfo"),
    ("Source", "org.apache.flink.api.connector.source"),
    ("DataStream", "org.apache.flink.streaming.api.datastream"),
    ("StreamExecutionEnvironment", "org.apache.flink.streaming.api.environment"),
    ("ProcessJoinFunction", "org.apache.flink.streaming.api.functions.co"),
    ("EventTimeSessionWindows", "org.apache.flink.streaming.api.windowing.assigners"),
    ("SlidingEventTimeWindows", "org.apache.flink.streaming.api.windowing.assigners"),
    ("TumblingEventTimeWindows", "org.apache.flink.streaming.api.windowing.assigners"),
    ("TimeWindow", "org.apache.flink.streaming.api.windowing.windows"),
    ("Row", "org.apache.flink.types"),
    ("Collector", "org.apache.flink.util"),
];

/// Session windows with a longest length, which Flink has not.
const CAPPED: &str = "\
/**
 * Session windows that do not grow beyond a longest length: Flink's own assigner, with its merging (by start, each window into
 * the one before it if they touch) done only as long as what comes out is no longer than that.
 */
static final class CappedSessionWindows extends EventTimeSessionWindows {
    private final long maxLength;

    CappedSessionWindows(long gap, long maxLength) {
        super(gap);
        this.maxLength = maxLength;
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
        List<TimeWindow> sorted = new ArrayList<>(windows);
        sorted.sort(Comparator.comparingLong(TimeWindow::getStart));
        TimeWindow merged = null;
        Set<TimeWindow> parts = new HashSet<>();
        for (TimeWindow window : sorted) {
            TimeWindow cover = merged != null && merged.intersects(window) ? merged.cover(window) : null;
            if (cover != null && cover.getEnd() - cover.getStart() <= maxLength) {
                merged = cover;
            } else {
                if (parts.size() > 1) {
                    callback.merge(parts, merged);
                }
                merged = window;
                parts = new HashSet<>();
            }
            parts.add(window);
        }
        if (parts.size() > 1) {
            callback.merge(parts, merged);
        }
    }
}
";

/// The names that the file calls a stream by.
struct Names(Sides<String>);

impl Names {
    fn of(tables: &Sides<Table>) -> Self {
        let [left, right] = Side::BOTH.map(|side| variable(&tables[side].name));
        match (left, right) {
            (Some(left), Some(right)) if !left.eq_ignore_ascii_case(&right) => Names(Sides::new(left, right)),
            _ => Names(Sides::new("left".to_string(), "right".to_string())),
        }
    }

    fn stream(&self, side: Side) -> &str {
        &self.0[side]
    }

    fn source(&self, side: Side) -> String {
        format!("{}Source", self.0[side])
    }

    /// The constant that holds its rows' type.
    fn ty(&self, side: Side) -> String {
        self.0[side].to_uppercase()
    }

    fn none(&self, side: Side) -> String {
        format!("NO_{}", self.ty(side))
    }
}

/// A stream's name as that of a variable, if it is one: the file's other names are short, or these.
fn variable(name: &str) -> Option<String> {
    const TAKEN: &str = "abstract assert boolean break byte case catch char class const continue default double enum env \
        extends false final finally float for goto implements import instanceof int interface join joined long native \
        new null out package private protected public record return row short static strictfp super switch \
        synchronized this throw throws transient true try void volatile while yield context";
    let plain = name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let name = format!("{}{}", name.get(..1)?.to_ascii_lowercase(), name.get(1..)?);
    let taken: HashSet<&str> = TAKEN.split_ascii_whitespace().collect();
    (plain && !taken.contains(name.to_ascii_lowercase().as_str())).then_some(name)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", escaped(name))
}

/// A side's columns with Flink's names for their types: id, key, time, then the payload's.
fn kinds(table: &Table) -> Vec<(&str, &'static str)> {
    let flink = |ty| match ty {
        "BIGINT" => "LONG",
        "TIMESTAMP" => "INSTANT",
        other => other,
    };
    table.all().map(|(name, ty)| (name, flink(ty))).collect()
}

/// Things with commas between them, broken into lines; the first is that wide already, `usize::MAX` for a new one.
fn list(out: &mut Writer, mut width: usize, things: impl Iterator<Item = String>) {
    for (index, thing) in things.enumerate() {
        let wide = thing.chars().count() + 2;
        if index > 0 {
            out.plain(",");
        }
        if width.saturating_add(wide) > 56 {
            out.plain("\n        ");
            width = 0;
        } else if index > 0 {
            out.plain(" ");
        }
        out.plain(&thing);
        width += wide;
    }
}

fn types(out: &mut Writer, names: &Names, side: Side) {
    let columns = kinds(out.table(side));
    out.kw("static final")
        .plain(" TypeInformation<Row> ")
        .of(&names.ty(side), side)
        .plain(" = Types.ROW_NAMED(\n        ");
    out.kw("new").plain(" String[] {");
    list(out, 14, columns.iter().map(|(name, _)| quoted(name)));
    out.plain("},");
    list(out, usize::MAX, columns.iter().map(|(_, ty)| format!("Types.{ty}")));
    out.plain(");");
}

/// A stream: its source, and how its times and watermarks are made.
fn stream(out: &mut Writer, names: &Names, side: Side, scenario: &Scenario, sources: Sources) {
    let table = out.table(side);
    out.plain("    DataStream<Row> ").of(names.stream(side), side).plain(" = ");
    match sources {
        Sources::StandIn => out.plain("env.").kw("fromSource").plain("(").of(&names.source(side), side),
        Sources::Replay => out
            .plain("Replay.from(env, ")
            .literal(&format!("\"{}\"", side.word()))
            .plain(", ")
            .of(&names.ty(side), side),
    };
    out.plain(",\n            WatermarkStrategy.<Row>");
    match scenario.streams[side].watermark {
        Strategy::Bounded { delay, .. } => {
            out.kw("forBoundedOutOfOrderness").plain("(");
            out.says(Part::Watermark(side)).plain("Duration.").literal(&duration(delay)).says(None).plain(")");
        }
        // A source's own are passed on; there may be none.
        Strategy::Manual | Strategy::None => {
            out.says(Part::Watermark(side)).kw("noWatermarks").says(None).plain("()");
        }
    }
    if let Some(timeout) = scenario.streams[side].watermark.idle_timeout() {
        out.plain("\n                    .")
            .kw("withIdleness")
            .plain("(Duration.")
            .literal(&duration(timeout))
            .plain(")");
    }
    out.plain("\n                    .withTimestampAssigner((row, time) ->\n");
    out.plain("                            row.<Instant>getFieldAs(")
        .plain(&quoted(&table.time))
        .plain(").toEpochMilli())");
    if sources == Sources::StandIn {
        out.plain(",\n            ").plain(&quoted(&table.name)).plain(", ").of(&names.ty(side), side);
    }
    out.plain(");\n");
}

/// A call that takes a side's key.
fn key(out: &mut Writer, call: &str, side: Side) {
    let name = quoted(&out.table(side).key);
    out.kw(call).plain("(").alias(side).plain(" -> ").says(Part::Key).alias(side);
    out.plain(".getFieldAs(").plain(&name).plain(")").says(None).plain(", Types.STRING)");
}

/// The window assigner; nothing for a shape that the API lacks.
fn assigner(out: &mut Writer, window: Window) -> Option<()> {
    let part = |out: &mut Writer, part: Part, ms: i64| {
        out.says(part).plain("Duration.").literal(&duration(ms)).says(None);
    };
    let offset = match window {
        Window::Tumbling { size, offset } => {
            out.plain("TumblingEventTimeWindows.of(");
            part(out, Part::Size, size);
            offset
        }
        Window::Sliding { size, slide, offset } => {
            out.plain("SlidingEventTimeWindows.of(");
            part(out, Part::Size, size);
            out.plain(", ");
            part(out, Part::Slide, slide);
            offset
        }
        Window::Session { gap, max_length: None } => {
            out.plain("EventTimeSessionWindows.withGap(");
            part(out, Part::Gap, gap);
            0
        }
        Window::Session { gap, max_length: Some(longest) } => {
            out.kw("new").plain(" CappedSessionWindows(");
            part(out, Part::Gap, gap);
            out.plain(".toMillis(), Duration.").literal(&duration(longest)).plain(".toMillis()");
            0
        }
        Window::Cumulating { .. } => return None,
    };
    if offset != 0 {
        out.plain(", ");
        part(out, Part::Offset, offset);
    }
    out.plain(")");
    Some(())
}

/// What is done with the rows of a key in a window, when it fires.
fn apply(out: &mut Writer, names: &Names, ty: JoinType) {
    let many = |out: &mut Writer, side: Side| {
        let name = format!("{}s", out.table(side).alias);
        out.of(&name, side);
    };
    if ty == JoinType::Inner {
        out.plain("(JoinFunction<Row, Row, Row>) (")
            .alias(Side::Left)
            .plain(", ")
            .alias(Side::Right)
            .plain(") -> Row.join(");
        out.alias(Side::Left).plain(", ").alias(Side::Right).plain("), JOINED");
        return;
    }
    out.plain("(CoGroupFunction<Row, Row, Row>) (");
    many(out, Side::Left);
    out.plain(", ");
    many(out, Side::Right);
    out.plain(", out) -> {\n");
    let indent = "                ";
    if ty.half() {
        out.plain(indent).kw("if").plain(if ty == JoinType::Anti { " (!" } else { " (" });
        many(out, Side::Right);
        out.plain(".iterator().hasNext()) {\n").plain(indent).plain("    ");
        many(out, Side::Left);
        out.plain(".forEach(out::collect);\n")
            .plain(indent)
            .plain("}\n            }, ")
            .of(&names.ty(Side::Left), Side::Left);
        return;
    }
    let each = |out: &mut Writer, indent: &str, side: Side| {
        out.plain(indent).kw("for").plain(" (Row ").alias(side).plain(" : ");
        many(out, side);
        out.plain(") {\n");
    };
    each(out, indent, Side::Left);
    each(out, "                    ", Side::Right);
    out.plain("                        out.collect(Row.join(")
        .alias(Side::Left)
        .plain(", ")
        .alias(Side::Right)
        .plain("));\n");
    out.plain("                    }\n                }\n");
    for side in Side::BOTH.into_iter().filter(|side| ty.outer(*side)) {
        out.plain(indent).kw("if").plain(" (!");
        many(out, side.other());
        out.plain(".iterator().hasNext()) {\n");
        each(out, "                    ", side);
        out.plain("                        out.collect(Row.join(");
        match side {
            Side::Left => out.alias(Side::Left).plain(", ").of(&names.none(Side::Right), Side::Right),
            Side::Right => out.of(&names.none(Side::Left), Side::Left).plain(", ").alias(Side::Right),
        };
        out.plain("));\n                    }\n                }\n");
    }
    out.plain("            }, JOINED");
}

/// The call of `Duration` that makes so many ms, in the largest unit that does.
fn duration(ms: i64) -> String {
    let (count, unit) = whole(ms);
    let call = match unit {
        "DAY" => "ofDays",
        "HOUR" => "ofHours",
        "MINUTE" => "ofMinutes",
        "SECOND" => "ofSeconds",
        _ => "ofMillis",
    };
    let long = if i32::try_from(count).is_ok() { "" } else { "L" };
    format!("{call}({count}{long})")
}
