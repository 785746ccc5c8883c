//! A report of a comparison: one JSON file with the scenario, both runs, every difference, and how to see it again
//! (`docs/format.md`).

use serde::Serialize;
use serde_json::{
    Map, Value as Json, json,
    value::{RawValue, to_raw_value},
};

use super::{
    compare::{Comparison, Difference, Value},
    read::{Row, Source, Told, Trace},
};
use crate::{
    explain::{Words, format::plain},
    export,
    replay::{self, Recording},
    scenario::{self, Dialect, Lang, json::Node},
};

/// The first field behind the version, by which a report is known.
const REPORT: &str = "joinscope compare";

/// In this order, so that what is long comes last.
#[derive(Serialize)]
struct Report {
    version: u32,
    report: &'static str,
    joinscope: &'static str,
    rules: String,
    /// `None`: a job's output does not say it.
    engine: Option<Json>,
    run: &'static str,
    name: String,
    equal: bool,
    whole: Vec<String>,
    differences: Vec<Json>,
    reproduce: Vec<String>,
    scenario: Option<Box<RawValue>>,
    theirs: Option<Box<RawValue>>,
    ours: Option<Box<RawValue>>,
}

/// The report of a comparison of a file, with its sentences in this language.
pub fn report(comparison: &Comparison, recording: &Recording, trace: &Trace, file: (&str, &str), lang: Lang) -> String {
    let scenario = recording.scenario();
    let (engine, version) = scenario.dialect.engine();
    let words = Words::new(recording, lang);
    let name = export::file_name(scenario.title.get(Lang::En));
    let raw = |text: String| RawValue::from_string(text.trim().to_string()).ok();
    let report = Report {
        version: 1,
        report: REPORT,
        joinscope: env!("CARGO_PKG_VERSION"),
        rules: format!("{engine} {version}"),
        engine: trace.engine.as_ref().map(|engine| {
            let mut told = Map::new();
            told.insert("name".into(), engine.name.as_str().into());
            told.insert("version".into(), engine.version.as_str().into());
            told.extend(engine.rules.as_ref().map(|rules| ("as".to_string(), rules.as_str().into())));
            Json::Object(told)
        }),
        run: match trace.source() {
            Source::Trace => "trace",
            Source::Log => "output",
        },
        name: file.0.to_string(),
        equal: comparison.equal(),
        whole: words.real_whole(comparison).iter().map(|spans| plain(spans)).collect(),
        differences: comparison.differences.iter().map(|difference| told(difference, &words)).collect(),
        reproduce: reproduce(&name, scenario.dialect, trace.source()),
        scenario: raw(scenario::write(scenario)),
        theirs: theirs(trace, file.1),
        ours: raw(replay::trace(recording)),
    };
    // Serialising to a string cannot fail: every key is a string, and a String takes all that is written.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

/// The real run as it was read: a trace as it is, a job's output as the list of its lines.
fn theirs(trace: &Trace, text: &str) -> Option<Box<RawValue>> {
    let text = text.trim_start_matches('\u{feff}');
    match trace.told {
        Told::Rows(_) => {
            let lines: Vec<&RawValue> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
            to_raw_value(&lines).ok()
        }
        Told::Steps(_) | Told::Refused(_) => RawValue::from_string(text.trim().to_string()).ok(),
    }
}

/// The commands that run the scenario on the real engine.
fn reproduce(name: &str, dialect: Dialect, source: Source) -> Vec<String> {
    let form = match dialect {
        Dialect::FlinkSql => "flink-sql",
        Dialect::FlinkDatastream => "datastream",
        Dialect::Spark => "pyspark",
    };
    let job = [format!("joinscope job {name}.scenario.json --as {form} --out {name}"), format!("{name}/run.sh")];
    let again = match source {
        Source::Trace => format!("joinscope compare {name}.scenario.json {name}.trace.json"),
        Source::Log => format!("joinscope compare {name}.scenario.json {name}/output.ndjson"),
    };
    let run = match source {
        Source::Trace => vec![format!("tools/conformance/run-one {name}.scenario.json > {name}.trace.json")],
        Source::Log => job.to_vec(),
    };
    run.into_iter().chain([again]).collect()
}

fn told(difference: &Difference, words: &Words) -> Json {
    let mut told = Map::new();
    told.extend(difference.step.map(|step| ("step".to_string(), step.into())));
    told.extend(difference.batch.map(|batch| ("batch".to_string(), batch.into())));
    told.insert("field".into(), difference.field.word().into());
    told.extend(difference.field.row().map(|row| ("row".to_string(), row_json(row))));
    told.insert("ours".into(), value(&difference.ours));
    told.insert("theirs".into(), value(&difference.theirs));
    told.extend(words.real_why(difference).map(|why| ("why".to_string(), plain(&why).into())));
    Json::Object(told)
}

fn row_json(row: &Row) -> Json {
    let mut told = Map::new();
    told.insert("kind".into(), row.kind.word().into());
    told.insert("left".into(), row.left.as_deref().into());
    told.extend(row.right.as_ref().map(|right| ("right".to_string(), right.as_deref().into())));
    told.extend(row.window.map(|(start, end)| ("window".to_string(), json!([start, end]))));
    Json::Object(told)
}

fn value(value: &Value) -> Json {
    match value {
        Value::Absent => Json::Null,
        Value::Count(n) => (*n).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Time(time) => (*time).into(),
        Value::Times(times) => json!(times),
        Value::Flags(flags) => json!(flags),
        Value::Counts(counts) => json!(counts),
        Value::Held(held) => {
            let parts = [("left", held.left), ("right", held.right), ("total", held.total)];
            let parts = parts.into_iter().filter_map(|(name, n)| n.map(|n| (name.to_string(), n.into())));
            Json::Object(parts.collect())
        }
        Value::Refused(words) => words.as_deref().map_or("runs".into(), |words| json!({ "error": words })),
    }
}

/// The texts of the scenario and of the real run within a report; `None` for anything else.
pub fn reported(text: &str) -> Option<(String, String)> {
    let root = Node::root(text.trim_start_matches('\u{feff}')).ok()?;
    let members = root.members()?;
    let field = |name: &str| members.iter().find(|member| member.key == name).map(|member| member.value);
    if field("report")?.string()? != REPORT {
        return None;
    }
    let theirs = field("theirs")?;
    let mut lines = String::new();
    let list = theirs.elements(|line| {
        lines.push_str(&line.text().replace(['\n', '\r'], " "));
        lines.push('\n');
    });
    Some((field("scenario")?.text().to_string(), if list { lines } else { theirs.text().to_string() }))
}
