//! The code that a scenario is written as, against stored texts. `make conformance-code STORE=1` and
//! `make conformance-jobs STORE=1` write each text of `tests/code` once the real engine has run it, with the rows of its case in
//! `cases.json`, and gave what joinscope gives.

#![cfg(not(target_arch = "wasm32"))]

mod cases;

use std::{collections::BTreeSet, fs, path::PathBuf, rc::Rc};

use joinscope_core::{
    code::{Form, Kind, Missing, Note, Sources, sql, text, write},
    job::{Job, job},
    replay::{Recording, trace},
    scenario::{self, Dialect, Join, JoinKind, JoinType, Lang, Push, RowKind, Scenario, Side, Step, Strategy, Window},
};
use serde_json::Value;

use cases::{file, made};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/code")
}

/// Each case's name and scenario, as `tools/conformance/code.py` makes them.
fn cases() -> Vec<(String, Scenario)> {
    let all = file();
    let names = all["cases"].as_object().unwrap().keys();
    names.map(|name| (name.clone(), made(&all, name))).collect()
}

fn case(name: &str) -> Scenario {
    made(&file(), name)
}

/// The ending of a form's files, and what a comment begins with there.
fn ending(form: Form) -> (&'static str, &'static str) {
    match form {
        Form::FlinkSql | Form::SparkSql => ("sql", "--"),
        Form::DataStream => ("java", "//"),
        Form::PySpark => ("py", "#"),
    }
}

/// Each case in each form that it has code in: the file of the text, the text that is written now, and the scenario.
fn texts() -> Vec<(String, Form, String, Scenario)> {
    let mut texts = Vec::new();
    for (name, scenario) in cases() {
        let mut forms = 0;
        for form in Form::of(scenario.dialect) {
            if let Ok(code) = write(&scenario, form, Sources::StandIn) {
                texts.push((format!("{name}.{}", ending(form).0), form, code.script(), scenario.clone()));
                forms += 1;
            }
        }
        assert!(forms > 0, "{name} has no code");
    }
    texts
}

/// A text that an engine ran, without the line that says so.
fn ran<'a>(name: &str, stored: &'a str, form: Form) -> &'a str {
    let (engine, version) = form.dialect().engine();
    let (said, text) = stored.split_once('\n').unwrap_or_default();
    let said = said.strip_prefix(&format!("{} {engine} {version} ran this on ", ending(form).1));
    let said = said.and_then(|rest| rest.strip_suffix(" with the result of `joinscope trace`."));
    assert!(said.is_some_and(|date| date.len() == 10), "{name}: no engine ran it");
    text
}

#[test]
fn every_text_is_the_one_that_the_engine_ran() {
    for (name, form, written, _) in texts() {
        let stored = fs::read_to_string(folder().join(&name)).unwrap_or_default();
        assert_eq!(written, ran(&name, &stored, form), "{name}");
    }
}

#[test]
fn no_text_is_left_of_a_case_that_is_gone() {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let stored: BTreeSet<String> = files.filter(|file| !file.ends_with(".json")).collect();
    assert_eq!(stored, texts().into_iter().map(|(name, ..)| name).collect());
}

#[test]
fn the_cases_have_each_kind_type_and_shape_that_has_code() {
    let of = |form: Form, scenario: &Scenario| {
        let shape = match scenario.join.kind {
            JoinKind::Window { window, .. } => window.word(),
            _ => "",
        };
        (form.word(), scenario.dialect.word(), scenario.join.kind.word(), shape, scenario.join.ty.word())
    };
    let tried: BTreeSet<_> = texts().iter().map(|(_, form, _, scenario)| of(*form, scenario)).collect();
    let hour = 3_600_000;
    let windows = [
        Window::Tumbling { size: hour, offset: 0 },
        Window::Sliding { size: hour, slide: hour / 2, offset: 0 },
        Window::Cumulating { size: hour, step: hour / 2, offset: 0 },
        Window::session(hour),
    ];
    let mut kinds =
        vec![case("interval-left").join.kind, JoinKind::Regular { state_ttl: 0 }, JoinKind::Temporal, JoinKind::Lookup];
    kinds.extend(windows.map(|window| JoinKind::Window { window, allowed_lateness: 0 }));
    let mut all = BTreeSet::new();
    for dialect in Dialect::ALL {
        for kind in &kinds {
            for ty in JoinType::ALL {
                let scenario = Scenario { dialect, join: Join { ty, kind: *kind }, ..case("interval-left") };
                for form in Form::ALL {
                    if write(&scenario, form, Sources::StandIn).is_ok() {
                        all.insert(of(form, &scenario));
                    }
                }
            }
        }
    }
    assert!(all.len() > 90, "{}", all.len());
    assert_eq!(all.difference(&tried).collect::<Vec<_>>(), Vec::<&(&str, &str, &str, &str, &str)>::new());
}

#[test]
fn what_has_no_code_and_why() {
    let of = |dialect: Dialect, ty: JoinType, kind: JoinKind| {
        let scenario = Scenario { dialect, join: Join { ty, kind }, ..case("interval-left") };
        sql(&scenario).map(|code| code.form)
    };
    let window = |window: Window, allowed_lateness: i64| JoinKind::Window { window, allowed_lateness };
    let tumbling = Window::Tumbling { size: 1_000, offset: 0 };
    let long = Window::Tumbling { size: 1_000 * 86_400_000, offset: 0 };
    let interval = case("interval-left").join.kind;
    use Dialect::{FlinkDatastream, FlinkSql, Spark};
    for (dialect, ty, kind, expected) in [
        (FlinkSql, JoinType::Inner, window(long, 0), Err(Missing::LongWindow)),
        (FlinkSql, JoinType::Inner, window(tumbling, 1), Err(Missing::Refused)),
        (FlinkSql, JoinType::Full, JoinKind::Temporal, Err(Missing::Refused)),
        (FlinkDatastream, JoinType::Inner, interval, Err(Missing::LateRows)),
        (FlinkDatastream, JoinType::Left, interval, Err(Missing::Refused)),
        (FlinkDatastream, JoinType::Left, window(tumbling, 0), Ok(Form::FlinkSql)),
        (FlinkDatastream, JoinType::Left, window(tumbling, 1), Err(Missing::AllowedLateness)),
        (FlinkDatastream, JoinType::Left, window(Window::session(1), 0), Err(Missing::SharedSessions)),
        (Spark, JoinType::Anti, interval, Err(Missing::Refused)),
        (Spark, JoinType::Inner, JoinKind::Temporal, Err(Missing::Refused)),
        (Spark, JoinType::Inner, window(long, 0), Ok(Form::SparkSql)),
    ] {
        assert_eq!(of(dialect, ty, kind), expected, "{dialect:?} {ty:?} {kind:?}");
    }
    let scenario = case("interval-left");
    for form in [Form::DataStream, Form::SparkSql, Form::PySpark] {
        assert_eq!(write(&scenario, form, Sources::StandIn), Err(Missing::OtherRules(form)));
    }
    let cumulating = Window::Cumulating { size: 2_000, step: 1_000, offset: 0 };
    for (dialect, form) in [(FlinkDatastream, Form::DataStream), (Spark, Form::PySpark)] {
        let join = Join { ty: JoinType::Inner, kind: window(cumulating, 0) };
        let scenario = Scenario { dialect, join, ..scenario.clone() };
        assert_eq!(write(&scenario, form, Sources::StandIn), Err(Missing::Refused));
    }
}

#[test]
fn what_is_noted() {
    let notes = |name: &str| sql(&case(name)).unwrap().notes;
    assert_eq!(notes("interval-left"), [Note::Connector]);
    assert_eq!(notes("interval-manual"), [Note::SourceWatermark]);
    assert_eq!(notes("interval-no-watermark"), [Note::PlannedAsRegular, Note::Connector]);
    assert_eq!(notes("interval-semi"), [Note::PlannedAsRegular, Note::Connector]);
    assert_eq!(notes("regular-changelog"), [Note::Changelog]);
    assert_eq!(notes("datastream-tumbling-left"), [Note::SameAsDataStream, Note::OneMsMore, Note::Connector]);
    assert_eq!(notes("spark-regular-inner"), [Note::TimesSelected, Note::WriteStream, Note::SparkSource]);
    assert_eq!(notes("spark-session-left"), [Note::SessionsUnmerged, Note::WriteStream, Note::SparkSource]);

    let of = |name: &str, form: Form| write(&case(name), form, Sources::StandIn).unwrap().notes;
    assert_eq!(of("datastream-interval", Form::DataStream), [Note::JavaSources]);
    assert_eq!(of("datastream-interval-manual", Form::DataStream), [Note::SourceMarks, Note::JavaSources]);
    assert_eq!(of("spark-regular-inner", Form::PySpark), [Note::TimesSelected, Note::StartFrame, Note::SparkSource]);
    assert_eq!(of("spark-lookup-left", Form::PySpark), [Note::StaticTable, Note::StartFrame, Note::SparkSource]);

    let mut scenario = case("datastream-tumbling-left");
    scenario.script.push(Step::Watermark { side: Side::Left, time: 0 });
    let row = Push {
        side: Side::Left,
        id: "x".into(),
        key: None,
        time: 0,
        row: Default::default(),
        kind: RowKind::Insert,
        partition: 0,
    };
    scenario.script.push(Step::Push(row));
    let notes = sql(&scenario).unwrap().notes;
    assert!(notes.contains(&Note::NullKeys) && notes.contains(&Note::WatermarkSteps), "{notes:?}");
}

#[test]
fn pieces_know_what_they_are() {
    let sql = sql(&case("interval-left")).unwrap();
    let of = |kind: Kind| -> Vec<&str> {
        sql.query.iter().filter(|token| token.kind == kind).map(|token| token.text.as_str()).collect()
    };
    assert_eq!(of(Kind::Literal), ["'30'"]);
    assert!(of(Kind::Left).iter().all(|text| ["orders", "o"].contains(text)));
    assert!(of(Kind::Right).iter().all(|text| ["shipments", "s"].contains(text)));
    assert!(of(Kind::Keyword).contains(&"LEFT JOIN"));
    assert!(!text(&sql.query).ends_with('\n'));
}

#[test]
fn hostile_numbers_are_written_all_the_same() {
    for name in
        ["interval-left", "spark-interval-inner", "spark-sliding-left", "cumulating-left", "datastream-interval"]
    {
        let mut scenario = case(name);
        let most = scenario::MAX_TIME;
        if let JoinKind::Interval(interval) = &mut scenario.join.kind {
            (interval.lower, interval.upper) = (-most, most);
        }
        for side in Side::BOTH {
            scenario.streams[side].watermark = Strategy::bounded(most);
        }
        for form in Form::ALL {
            let _ = write(&scenario, form, Sources::StandIn).map(|code| code.script());
        }
    }
}

// ---- jobs

fn job_of(scenario: Scenario, form: Form) -> Result<Job, Missing> {
    job(&Recording::new(Rc::new(scenario)), form, Lang::En)
}

fn file_of(job: &Job, path: &str) -> String {
    let file = job.files.iter().find(|file| file.path == path);
    file.unwrap_or_else(|| panic!("{} has no {path}", job.name)).text.to_string()
}

/// Two texts' lines that differ.
fn different<'a>(left: &'a str, right: &'a str) -> Vec<(&'a str, &'a str)> {
    assert_eq!(left.lines().count(), right.lines().count());
    left.lines().zip(right.lines()).filter(|(left, right)| left != right).collect()
}

#[test]
fn a_job_has_the_code_that_is_shown_but_for_its_sources() {
    let in_job = |name: &str, form: Form, path: &str| file_of(&job_of(case(name), form).unwrap(), path);
    let shown = |name: &str, form: Form| write(&case(name), form, Sources::StandIn).unwrap().script();
    assert_eq!(in_job("spark-interval-left", Form::PySpark, "job.py"), shown("spark-interval-left", Form::PySpark));
    assert_eq!(in_job("spark-interval-left", Form::SparkSql, "job.sql"), shown("spark-interval-left", Form::SparkSql));
    assert_eq!(
        different(&shown("regular-changelog", Form::FlinkSql), &in_job("regular-changelog", Form::FlinkSql, "job.sql")),
        [
            (
                ") WITH ('connector' = 'datagen');",
                ") WITH ('connector' = 'replay', 'side' = 'left', 'changelog' = 'all');"
            ),
            (
                ") WITH ('connector' = 'datagen');",
                ") WITH ('connector' = 'replay', 'side' = 'right', 'changelog' = 'all');"
            )
        ]
    );
    let temporal = in_job("temporal-deleted", Form::FlinkSql, "job.sql");
    assert!(temporal.contains("'side' = 'right', 'changelog' = 'insert, delete'"), "{temporal}");
    assert!(in_job("lookup-left", Form::FlinkSql, "job.sql").contains("WITH ('connector' = 'replay-table')"));
    let java = in_job("datastream-interval", Form::DataStream, "Job.java");
    assert!(java.contains("Replay.from(env, \"left\", ORDERS,") && !java.contains("fromSource"), "{java}");
}

#[test]
fn a_job_s_events_are_the_script_s() {
    let scenario = case("temporal-deleted");
    let job = job_of(scenario.clone(), Form::FlinkSql).unwrap();
    let lines = |path: &str| -> Vec<Value> {
        file_of(&job, path).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (left, right, order) =
        (lines("events/left.ndjson"), lines("events/right.ndjson"), lines("events/order.ndjson"));
    assert_eq!(order.len(), scenario.script.len());
    assert_eq!(order.iter().filter(|step| step["do"] == "left").count(), left.len());
    assert_eq!(order.iter().filter(|step| step["do"] == "right").count(), right.len());
    assert_eq!(
        left[0],
        serde_json::json!({"id": "o1", "order_id": "USD", "order_time": 1704103500000i64, "amount": 10})
    );
    assert_eq!(order[0], serde_json::json!({"do": "right"}));
    // Of a version, a deletion stays one, and an update is a row that comes.
    assert!(order.contains(&serde_json::json!({"do": "right", "kind": "-D"})));
    assert!(!order.iter().any(|step| step["kind"] == "+U"));
    let again = scenario::read(&file_of(&job, "scenario.json")).unwrap();
    assert_eq!(again, scenario);
}

#[test]
fn a_job_expects_what_joinscope_puts_out() {
    for (name, form) in [
        ("interval-left", Form::FlinkSql),
        ("regular-changelog", Form::FlinkSql),
        ("sliding-full", Form::FlinkSql),
        ("datastream-sliding-full", Form::DataStream),
        ("spark-sliding-left", Form::PySpark),
    ] {
        let recording = Recording::new(Rc::new(case(name)));
        let trace: Value = serde_json::from_str(&trace(&recording)).unwrap();
        let mut all = Vec::new();
        for (step, entry) in trace["steps"].as_array().unwrap().iter().enumerate() {
            for out in entry["out"].as_array().unwrap() {
                let mut out = out.as_object().unwrap().clone();
                out.insert("step".into(), (step + 1).into());
                if form == Form::DataStream {
                    out.remove("window");
                }
                all.push(Value::from(out));
            }
        }
        let job = job(&recording, form, Lang::En).unwrap();
        let expected: Vec<Value> =
            file_of(&job, "expected.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!all.is_empty());
        assert_eq!(expected, all, "{name}");
    }
}

#[test]
fn a_run_that_is_not_to_its_end_has_no_job() {
    let mut scenario = case("datastream-interval");
    assert!(job_of(scenario.clone(), Form::DataStream).is_ok());
    let row = Push {
        side: Side::Left,
        id: "x".into(),
        key: None,
        time: 0,
        row: Default::default(),
        kind: RowKind::Insert,
        partition: 0,
    };
    scenario.script.push(Step::Push(row));
    assert_eq!(job_of(scenario, Form::DataStream), Err(Missing::Stopped));
}

#[test]
fn every_readme_is_of_its_job_in_both_languages() {
    for (_, form, _, scenario) in texts() {
        let recording = Recording::new(Rc::new(scenario));
        for lang in [Lang::En, Lang::Zh] {
            let job = job(&recording, form, lang).unwrap();
            let readme = file_of(&job, "README.md");
            assert!(!readme.contains('{'), "{}: {readme}", job.name);
            assert!(readme.starts_with(&format!("# {}\n", recording.scenario().title.get(lang))));
            // What it tells of is there, but for what the run makes.
            for path in readme
                .split('`')
                .filter(|word| word.contains('.') && !word.contains([' ', '/', '=', '(']) && !word.starts_with('\''))
            {
                let made = ["output.ndjson", "pipeline.auto-watermark-interval"];
                assert!(made.contains(&path) || job.files.iter().any(|file| file.path == path), "{}: {path}", job.name);
            }
        }
    }
}

#[test]
fn the_zip_has_the_folder() {
    let job = job_of(case("names"), Form::FlinkSql).unwrap();
    let zip = job.zip();
    let archive = rawzip::ZipArchive::from_slice(&zip).unwrap();
    let mut seen = Vec::new();
    for entry in archive.entries() {
        let entry = entry.unwrap();
        let path = entry.file_path().try_normalize().unwrap().as_ref().to_string();
        let file = job.files.iter().find(|file| format!("{}/{}", job.name, file.path) == path).unwrap();
        let data = archive.get_entry(entry.wayfinder()).unwrap();
        let text = miniz_oxide::inflate::decompress_to_vec(data.data()).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), file.text, "{path}");
        assert_eq!(entry.mode().permissions() & 0o777, if file.runs { 0o755 } else { 0o644 }, "{path}");
        seen.push(path);
    }
    assert_eq!(seen.len(), job.files.len());
}
