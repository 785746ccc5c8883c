//! A scenario as a job to be taken away: a folder with the join's code, the events as files, a command that runs them on a local
//! Flink or Spark, and what joinscope says comes out.
//!
//! The events go in by the script's order, one step after the other (`flink/Replay.java`, `spark/replay.py`), so what comes
//! out is the same each time, with late rows, a state TTL, or rows that are only together by their order as well.
//! `make conformance-jobs` runs such folders on the real engines.

mod zip;

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::{
    code::{
        self, Code, Flavour, Form, Missing, Note, Sources,
        table::{Table, identifier, named},
    },
    explain, export,
    replay::{Emission, Recording},
    scenario::{self, Dialect, JoinKind, Lang, Push, RowKind, Scenario, Side, Sides, Step, Strategy},
};

/// A file of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Within the folder, with `/`.
    pub path: &'static str,
    pub text: Cow<'static, str>,
    /// Whether it is a command.
    pub runs: bool,
}

/// A job: a folder and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The folder's name.
    pub name: String,
    pub files: Vec<File>,
}

impl Job {
    /// The folder as a zip archive.
    pub fn zip(&self) -> Vec<u8> {
        zip::pack(&self.name, &self.files)
    }
}

/// The job of a run that the engine takes to its end, its join in this form, its README in this language.
///
/// # Errors
/// What [`code::write`] has no code for, and [`Missing::Stopped`] for a run that ends before its script.
pub fn job(recording: &Recording, form: Form, lang: Lang) -> Result<Job, Missing> {
    let scenario = recording.scenario();
    let code = code::write(scenario, form, Sources::Replay)?;
    if recording.outcome().is_err() || recording.len() < scenario.script.len() {
        return Err(Missing::Stopped);
    }
    let flavour = if form.dialect() == Dialect::Spark { Flavour::Spark } else { Flavour::Flink };
    let tables = named(scenario, flavour);
    let (_, version) = form.dialect().engine();
    let own = |path, text| File { path, text, runs: false };
    let fixed = |path, text: &'static str| own(path, Cow::Borrowed(text));
    let run = |text: &str, main: &str| File {
        path: "run.sh",
        text: text.replace("{version}", version).replace("{main}", main).into(),
        runs: true,
    };
    let mut files = vec![own("README.md", readme(&code, recording, lang).into())];
    let script = Cow::Owned(code.script());
    match form {
        Form::FlinkSql => files.extend([
            run(include_str!("flink/run.sh"), "Sql"),
            own("job.sql", script),
            fixed("Sql.java", include_str!("flink/Sql.java")),
            fixed("Replay.java", include_str!("flink/Replay.java")),
            fixed(FACTORIES, "Sql$Factory\nSql$TableFactory\n"),
        ]),
        Form::DataStream => files.extend([
            run(include_str!("flink/run.sh"), "Run"),
            own("Job.java", script),
            fixed("Run.java", include_str!("flink/Run.java")),
            fixed("Replay.java", include_str!("flink/Replay.java")),
            fixed(FACTORIES, ""),
        ]),
        Form::SparkSql | Form::PySpark => files.extend([
            run(include_str!("spark/run.sh"), ""),
            own(if form == Form::SparkSql { "job.sql" } else { "job.py" }, script),
            fixed("replay.py", include_str!("spark/replay.py")),
        ]),
    }
    files.extend([
        own("job.json", (about(scenario, &code, &tables).to_string() + "\n").into()),
        own("events/left.ndjson", events(scenario, &tables, Side::Left).into()),
        own("events/right.ndjson", events(scenario, &tables, Side::Right).into()),
        own("events/order.ndjson", order(scenario).into()),
        own("expected.ndjson", expected(recording, &code).into()),
        fixed("check.py", include_str!("check.py")),
        own("scenario.json", scenario::write(scenario).into()),
    ]);
    let name = format!("{}-{}", export::file_name(scenario.title.get(lang)), form.word());
    Ok(Job { name, files })
}

/// Where Java looks for Flink's connectors.
const FACTORIES: &str = "META-INF/services/org.apache.flink.table.factories.Factory";

/// A JSON value on a line of its own.
fn line(text: &mut String, value: &impl serde::Serialize) {
    // Serialising to a string cannot fail: every key is a string, and a String takes all that is written.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
    text.push('\n');
}

/// A side's rows, in the order in which they arrive.
fn events(scenario: &Scenario, tables: &Sides<Table>, side: Side) -> String {
    let mut text = String::new();
    for step in scenario.script.iter() {
        if let Step::Push(push) = step
            && push.side == side
        {
            line(&mut text, &tables[side].row(push));
        }
    }
    text
}

/// How the rows of the sides follow each other, and what else happens: a line a step.
fn order(scenario: &Scenario) -> String {
    let lookup = scenario.join.kind == JoinKind::Lookup;
    let asked = |side: Side| lookup && side == Side::Right;
    let mut text = String::new();
    for step in scenario.script.iter() {
        let what = match step {
            Step::Push(push) => pushed(push, scenario, if asked(push.side) { "table" } else { push.side.word() }),
            Step::Watermark { side, .. } if asked(*side) || scenario.streams[*side].watermark == Strategy::None => {
                json!({"do": "nothing"})
            }
            Step::Watermark { side, time } => json!({"do": "watermark", "side": side, "time": time}),
            Step::Batch => json!({"do": "batch"}),
            Step::FailingBatch => json!({"do": "failing_batch"}),
            Step::Checkpoint => json!({"do": "checkpoint"}),
            Step::Crash => json!({"do": "crash"}),
            Step::Clock { time } => json!({"do": "clock", "time": time}),
        };
        line(&mut text, &what);
    }
    text
}

fn pushed(push: &Push, scenario: &Scenario, does: &str) -> Value {
    let mut what = Map::new();
    what.insert("do".into(), does.into());
    // Of versions, Flink takes an update for an insert.
    let version = scenario.join.kind == JoinKind::Temporal && push.kind == RowKind::UpdateAfter;
    if push.partition != 0 {
        what.insert("partition".into(), push.partition.into());
    }
    if push.kind != RowKind::Insert && !version {
        what.insert("kind".into(), push.kind.word().into());
    }
    what.into()
}

/// What the replaying program is told.
fn about(scenario: &Scenario, code: &Code, tables: &Sides<Table>) -> Value {
    let mut about = Map::new();
    about.insert("columns".into(), serde_json::to_value(&code.columns).unwrap_or_default());
    let partitions = |side: Side| scenario.streams[side].watermark.partitions();
    if Side::BOTH.into_iter().any(|side| partitions(side) > 1) {
        let of = json!({"left": partitions(Side::Left), "right": partitions(Side::Right)});
        about.insert("partitions".into(), of);
    }
    if scenario.join.kind == JoinKind::Lookup {
        about.insert("table_key".into(), (&*tables.right.key).into());
    }
    if code.form.dialect() == Dialect::Spark {
        let names =
            Side::BOTH.map(|side| (side.word().to_string(), identifier(&tables[side].name, Flavour::Spark).into()));
        about.insert("tables".into(), Value::Object(names.into_iter().collect()));
        let columns = Side::BOTH.map(|side| (side.word().to_string(), json!(tables[side].all().collect::<Vec<_>>())));
        about.insert("columns_of".into(), Value::Object(columns.into_iter().collect()));
    }
    about.into()
}

/// What comes out, a row of the result a line, with the step that puts it out. The window is in it where the code gives it.
fn expected(recording: &Recording, code: &Code) -> String {
    let mut text = String::new();
    for step in 1..=recording.len() {
        for mut out in recording.emitted(step) {
            if code.form == Form::DataStream {
                out.window = None;
            }
            let mut row = Map::from_iter([("step".to_string(), Value::from(step))]);
            if let Ok(Value::Object(emitted)) = serde_json::to_value(Emission::new(recording, out)) {
                row.extend(emitted);
            }
            line(&mut text, &row);
        }
    }
    text
}

fn readme(code: &Code, recording: &Recording, lang: Lang) -> String {
    let scenario = recording.scenario();
    let template = match (code.form, lang) {
        (Form::FlinkSql, Lang::En) => include_str!("flink/sql.en.md"),
        (Form::FlinkSql, Lang::Zh) => include_str!("flink/sql.zh.md"),
        (Form::DataStream, Lang::En) => include_str!("flink/datastream.en.md"),
        (Form::DataStream, Lang::Zh) => include_str!("flink/datastream.zh.md"),
        (Form::SparkSql | Form::PySpark, Lang::En) => include_str!("spark/readme.en.md"),
        (Form::SparkSql | Form::PySpark, Lang::Zh) => include_str!("spark/readme.zh.md"),
    };
    let rows: usize = (1..=recording.len()).map(|step| recording.emitted(step).count()).sum();
    let job = if code.form == Form::PySpark { "job.py" } else { "job.sql" };
    let (_, version) = code.form.dialect().engine();
    let known: Vec<String> = code
        .notes
        .iter()
        .filter(|note| of_the_join(**note))
        .map(|note| format!("- {}\n", explain::code_note(*note, lang)))
        .collect();
    let head = match lang {
        _ if known.is_empty() => "",
        Lang::En => "## To know\n\n",
        Lang::Zh => "## 须知\n\n",
    };
    // The title last: it may have anything in it.
    let text = template
        .replace("{steps}", &scenario.script.len().to_string())
        .replace("{rows}", &rows.to_string())
        .replace("{job}", job)
        .replace("{version}", version)
        .replace("{notes}", &format!("{head}{}", known.concat()))
        .replace("{title}", scenario.title.get(lang));
    text.trim_end().to_string() + "\n"
}

/// Whether a note is of the join itself, and not of what stands for a source.
fn of_the_join(note: Note) -> bool {
    match note {
        Note::PlannedAsRegular
        | Note::SameAsDataStream
        | Note::OneMsMore
        | Note::NullKeys
        | Note::TimesSelected
        | Note::SessionsUnmerged
        | Note::Partitions
        | Note::StaticTable => true,
        Note::Connector
        | Note::SourceWatermark
        | Note::WatermarkSteps
        | Note::Changelog
        | Note::SparkSource
        | Note::WriteStream
        | Note::LookupTable
        | Note::JavaSources
        | Note::StartFrame
        | Note::SourceMarks => false,
    }
}
