//! The code that a scenario is written as, against stored texts. `make conformance-code STORE=1` writes each text of
//! `tests/code` once the real engine has run it, with the rows of its case in `cases.json`, and gave what joinscope gives.

#![cfg(not(target_arch = "wasm32"))]

use std::{collections::BTreeSet, fs, path::PathBuf};

use joinscope_core::{
    code::{Flavour, Kind, Missing, Note, sql, text},
    scenario::{self, Dialect, Join, JoinKind, JoinType, Push, RowKind, Scenario, Side, Step, Strategy, Window},
};
use serde_json::{Map, Value};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/code")
}

fn file() -> Value {
    serde_json::from_str(include_str!("code/cases.json")).unwrap()
}

fn made(all: &Value, name: &str) -> Scenario {
    let case = &all["cases"][name];
    let mut file: Map<String, Value> = case.as_object().unwrap().clone();
    file.insert("version".into(), 1.into());
    file.insert("title".into(), name.into());
    file.insert("script".into(), all["scripts"][case["script"].as_str().unwrap()].clone());
    for side in ["left", "right"] {
        let mut stream = all["streams"][case[side][0].as_str().unwrap()].clone();
        stream["watermark"] = case[side][1].clone();
        file.insert(side.into(), stream);
    }
    scenario::read(&Value::from(file).to_string()).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
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

/// A text that an engine ran, without the line that says so.
fn ran<'a>(name: &str, stored: &'a str, scenario: &Scenario) -> &'a str {
    let (engine, version) = scenario.dialect.engine();
    let (said, text) = stored.split_once('\n').unwrap_or_default();
    let said = said.strip_prefix(&format!("-- {engine} {version} ran this on "));
    let said = said.and_then(|rest| rest.strip_suffix(" with the result of `joinscope trace`."));
    assert!(said.is_some_and(|date| date.len() == 10), "{name}: no engine ran it");
    text
}

#[test]
fn every_text_is_the_one_that_the_engine_ran() {
    for (name, scenario) in cases() {
        let stored = fs::read_to_string(folder().join(format!("{name}.sql"))).unwrap_or_default();
        let written = sql(&scenario).unwrap_or_else(|missing| panic!("{name}: {missing:?}")).script();
        assert_eq!(written, ran(&name, &stored, &scenario), "{name}");
    }
}

#[test]
fn no_text_is_left_of_a_case_that_is_gone() {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let stored: BTreeSet<String> = files.filter_map(|file| file.strip_suffix(".sql").map(str::to_string)).collect();
    assert_eq!(stored, cases().into_iter().map(|(name, _)| name).collect());
}

#[test]
fn the_cases_have_each_kind_type_and_shape_that_has_code() {
    let of = |scenario: &Scenario| {
        let shape = match scenario.join.kind {
            JoinKind::Window { window, .. } => window.word(),
            _ => "",
        };
        (scenario.dialect.word(), scenario.join.kind.word(), shape, scenario.join.ty.word())
    };
    let tried: BTreeSet<_> = cases().iter().map(|(_, scenario)| of(scenario)).collect();
    let hour = 3_600_000;
    let windows = [
        Window::Tumbling { size: hour, offset: 0 },
        Window::Sliding { size: hour, slide: hour / 2, offset: 0 },
        Window::Cumulating { size: hour, step: hour / 2, offset: 0 },
        Window::session(hour),
    ];
    let mut kinds = vec![case("interval-left").join.kind, JoinKind::Regular { state_ttl: 0 }, JoinKind::Temporal];
    kinds.extend(windows.map(|window| JoinKind::Window { window, allowed_lateness: 0 }));
    let mut all = BTreeSet::new();
    for dialect in Dialect::ALL {
        for kind in &kinds {
            for ty in JoinType::ALL {
                let scenario = Scenario { dialect, join: Join { ty, kind: *kind }, ..case("interval-left") };
                if sql(&scenario).is_ok() {
                    all.insert(of(&scenario));
                }
            }
        }
    }
    assert!(all.len() > 60);
    assert_eq!(all.difference(&tried).collect::<Vec<_>>(), Vec::<&(&str, &str, &str, &str)>::new());
}

#[test]
fn what_has_no_code_and_why() {
    let of = |dialect: Dialect, ty: JoinType, kind: JoinKind| {
        let scenario = Scenario { dialect, join: Join { ty, kind }, ..case("interval-left") };
        sql(&scenario).map(|sql| sql.flavour)
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
        (FlinkDatastream, JoinType::Left, window(tumbling, 0), Ok(Flavour::Flink)),
        (FlinkDatastream, JoinType::Left, window(tumbling, 1), Err(Missing::AllowedLateness)),
        (FlinkDatastream, JoinType::Left, window(Window::session(1), 0), Err(Missing::SharedSessions)),
        (Spark, JoinType::Anti, interval, Err(Missing::Refused)),
        (Spark, JoinType::Inner, JoinKind::Temporal, Err(Missing::Refused)),
        (Spark, JoinType::Inner, window(long, 0), Ok(Flavour::Spark)),
    ] {
        assert_eq!(of(dialect, ty, kind), expected, "{dialect:?} {ty:?} {kind:?}");
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
    for name in ["interval-left", "spark-interval-inner", "spark-sliding-left", "cumulating-left"] {
        let mut scenario = case(name);
        let most = scenario::MAX_TIME;
        if let JoinKind::Interval(interval) = &mut scenario.join.kind {
            (interval.lower, interval.upper) = (-most, most);
        }
        for side in Side::BOTH {
            scenario.streams[side].watermark = Strategy::bounded(most);
        }
        let _ = sql(&scenario).map(|sql| sql.script());
    }
}
