//! Texts of the engines' documentation, of articles and of questions, and all that `code` writes, read into setups.
//!
//! Beside each text of `tests/reading` stands what is read of it, place by place: `NAME.read`.

#![cfg(not(target_arch = "wasm32"))]

use std::{fmt::Write, fs, path::PathBuf};

use joinscope_core::{
    reading::{self, Assumption, Language, Reading, Setting, Trouble},
    scenario::{self, Dialect, Interval, JoinKind, JoinType, Policy, Scenario, Side, Strategy, Window},
};
use proptest::prelude::*;
use serde_json::{Map, Value};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The texts of a folder by name, without those that say what is expected.
fn texts(of: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(folder(of)).unwrap().map(|file| file.unwrap().path());
    let wanted = |path: &PathBuf| !path.extension().is_some_and(|end| end == "read" || end == "json");
    let mut texts: Vec<_> = files
        .filter(wanted)
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    texts.sort();
    texts
}

fn text(name: &str) -> String {
    fs::read_to_string(folder("reading").join(name)).unwrap()
}

/// All of a reading, a line each.
fn told(text: &str, reading: &Reading) -> String {
    let mut out = format!("{:?}\n", reading.language);
    let mut line = |place: &reading::Place, what: String| {
        let of = text[place.span.clone()].replace('\n', "\\n");
        writeln!(out, "{}:{} {what} <{of}>", place.line, place.column).unwrap();
    };
    for (setting, place) in &reading.settings {
        line(place, format!("{setting:?}"));
    }
    for (assumed, place) in &reading.assumed {
        line(place, format!("assumed {assumed:?}"));
    }
    for (trouble, place) in &reading.troubles {
        line(place, format!("trouble {trouble:?}"));
    }
    match &reading.scenario {
        Some(scenario) => writeln!(out, "{:?}", scenario.setup()).unwrap(),
        None => out.push_str("no scenario\n"),
    }
    out
}

#[test]
fn each_text_is_read_as_it_says_beside_it() {
    let all = texts("reading");
    assert!(all.len() > 20);
    for (name, text) in all {
        let stem = folder("reading").join(format!("{name}.read"));
        let told = told(&text, &reading::read(&text));
        assert_eq!(told, fs::read_to_string(&stem).unwrap_or_default(), "{name}");
    }
}

fn read(name: &str) -> (Scenario, Reading) {
    let reading = reading::read(&text(name));
    (reading.scenario.clone().unwrap_or_else(|| panic!("{name}: {:?}", reading.troubles)), reading)
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

#[test]
fn the_joins_that_people_write() {
    let interval = |lower: i64, upper: i64| JoinKind::Interval(Interval::closed(lower, upper));
    let open = |lower: i64, upper: i64| {
        JoinKind::Interval(Interval { upper_inclusive: false, ..Interval::closed(lower, upper) })
    };
    let window = |window: Window, allowed_lateness: i64| JoinKind::Window { window, allowed_lateness };
    use Dialect::{FlinkDatastream, FlinkSql, Spark};
    use JoinType::{Full, Inner, Left, Right, Semi};
    for (name, dialect, ty, kind) in [
        ("orders-shipments.py", Spark, Left, interval(0, 5 * DAY)),
        ("embedded.py", Spark, Left, interval(-HOUR, 5 * DAY)),
        ("columns.py", Spark, Inner, open(-HOUR, HOUR + 30 * MINUTE)),
        ("spark-guide.py", Spark, Left, interval(0, HOUR)),
        ("windows.py", Spark, Full, window(Window::Sliding { size: 10_000, slide: 5_000, offset: 0 }, 0)),
        ("sessions.py", Spark, Left, window(Window::session(5 * MINUTE), 0)),
        ("static.py", Spark, Semi, JoinKind::Lookup),
        ("flink-docs-interval.sql", FlinkSql, Inner, interval(0, 4 * HOUR)),
        ("flink-docs-temporal.sql", FlinkSql, Left, JoinKind::Temporal),
        ("flink-docs-lookup.sql", FlinkSql, Inner, JoinKind::Lookup),
        ("flink-docs-window-semi.sql", FlinkSql, Semi, window(Window::Tumbling { size: 5 * MINUTE, offset: 0 }, 0)),
        ("flink-docs-window-full.sql", FlinkSql, Full, window(Window::Tumbling { size: 5 * MINUTE, offset: 0 }, 0)),
        ("shows-clicks.sql", FlinkSql, Inner, interval(0, 10_000)),
        ("one-minute-around.sql", FlinkSql, Left, interval(-MINUTE, MINUTE)),
        ("lost-in-the-left.sql", FlinkSql, Left, JoinKind::Regular { state_ttl: HOUR }),
        ("versioned-view.sql", FlinkSql, Inner, JoinKind::Temporal),
        ("embedded.java", FlinkSql, Right, interval(-DAY, 0)),
        ("interval.java", FlinkDatastream, Inner, open(-5 * MINUTE, 15 * MINUTE)),
        (
            "window-join.java",
            FlinkDatastream,
            Inner,
            window(Window::Sliding { size: 10_000, slide: 5_000, offset: 0 }, MINUTE),
        ),
        ("cogroup.java", FlinkDatastream, Full, window(Window::session(5 * MINUTE), 0)),
    ] {
        let (scenario, _) = read(name);
        assert_eq!((scenario.dialect, scenario.join.ty, scenario.join.kind), (dialect, ty, kind), "{name}");
        // What is read can be written and read as any other scenario.
        assert_eq!(scenario::read(&scenario::write(&scenario)).as_ref(), Ok(&scenario), "{name}");
    }
}

#[test]
fn what_is_assumed_and_what_is_not_read_is_told() {
    let (_, guide) = read("spark-guide.py");
    let of = |name: &str, side: Side| Assumption::Of(name.into(), side);
    let assumed: Vec<_> = guide.assumed.iter().map(|(assumed, _)| assumed.clone()).collect();
    assert_eq!(assumed, [of("impressionAdId", Side::Left), of("clickAdId", Side::Right)]);

    let open = reading::read(&text("one-bound.py"));
    assert_eq!(open.troubles[0].0, Trouble::MissingBound { upper: true });
    assert!(open.scenario.is_none());
    // A filter behind an outer join bounds nothing.
    let behind = "SELECT * FROM a LEFT JOIN b ON a.k = b.k WHERE b.t BETWEEN a.t AND a.t + INTERVAL '1' HOUR";
    let behind = reading::read(behind);
    assert_eq!(behind.scenario.map(|scenario| scenario.join.kind.word()), Some("regular"));
    assert_eq!(behind.troubles[0].0, Trouble::Filter);
    for (text, trouble) in [
        ("", Trouble::NoJoin),
        ("SELECT 1", Trouble::NoJoin),
        ("SELECT * FROM a CROSS JOIN b", Trouble::JoinWord("CROSS".into())),
        ("SELECT * FROM a JOIN b ON a.t < b.t", Trouble::NoKey),
        ("SELECT * FROM a JOIN b ON a.k = b.k AND a.t BETWEEN b.t AND b.t + INTERVAL '1' MONTH", Trouble::Duration),
        ("SELECT * FROM a JOIN b ON a.k = b.k AND a.t BETWEEN b.t AND x.t", Trouble::UnknownColumn("x.t".into())),
        ("SELECT * FROM a JOIN LATERAL TABLE(f(a.k)) ON TRUE", Trouble::Source),
        ("a.keyBy(x -> x.k).intervalJoin(b.keyBy(x -> x.k)).between(Time.months(1), Time.days(2))", Trouble::Duration),
        ("a.withWatermark('t', '5 months').join(b, 'k')", Trouble::Duration),
        ("a.join(b, 'k', 'sideways')", Trouble::JoinType("sideways".into())),
        ("SELECT 'a", Trouble::Unclosed),
    ] {
        let reading = reading::read(text);
        assert!(reading.troubles.iter().any(|(told, _)| *told == trouble), "{text}: {:?}", reading.troubles);
        assert_eq!(reading.scenario, None, "{text}");
    }
}

/// A case of `tests/code/cases.json` as a scenario.
fn case(all: &Value, name: &str) -> Scenario {
    let case = &all["cases"][name];
    let mut file: Map<String, Value> = case.as_object().unwrap().clone();
    file.remove("run_as");
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

#[test]
fn what_code_writes_is_read_back_as_it_was() {
    let all: Value = serde_json::from_str(include_str!("code/cases.json")).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for (file, text) in texts("code") {
        let (name, form) = file.rsplit_once('.').unwrap();
        let was = case(&all, name);
        let reading = reading::read(&text);
        if name == "datastream-longest-session" {
            // An assigner of one's own is a program.
            assert_eq!(reading.troubles[0].0, Trouble::WindowKind("new".into()));
            continue;
        }
        let Some(is) = reading.scenario.clone() else {
            wrong.push(format!("{file}: {:?}", reading.troubles));
            continue;
        };
        let mut check = |what: &str, is: String, was: String| {
            if is != was {
                wrong.push(format!("{file}: {what}: {is} for {was}"));
            }
        };
        let language = match (form, was.dialect) {
            ("py", _) => Language::PySpark,
            ("java", _) => Language::DataStream,
            (_, Dialect::Spark) => Language::SparkSql,
            // The SQL of a DataStream job is Flink SQL.
            (_, Dialect::FlinkSql | Dialect::FlinkDatastream) => Language::FlinkSql,
        };
        check("language", format!("{:?}", reading.language), format!("{language:?}"));
        check("troubles", format!("{:?}", reading.troubles), "[]".to_string());
        // A coGroup's type is in its function: that is assumed.
        let assumed = reading.assumed.iter().any(|(assumed, _)| *assumed == Assumption::CoGroup);
        let ty = if assumed { JoinType::Full } else { was.join.ty };
        check("join", format!("{:?} {:?}", is.join.kind, is.join.ty), format!("{:?} {ty:?}", was.join.kind));
        check(
            "policy",
            format!("{:?}", is.watermark_policy.unwrap_or_default()),
            format!("{:?}", was.watermark_policy.unwrap_or_default()),
        );
        for side in Side::BOTH {
            let (is, stream) = (&is.streams[side], &was.streams[side]);
            // The DataStream API keeps 1 ms more behind, which the SQL says.
            let more = i64::from(was.dialect == Dialect::FlinkDatastream && form == "sql");
            let watermark = match (stream.watermark, form) {
                (Strategy::Bounded { delay, idle_timeout, .. }, _) => {
                    // Partitions are the source's: no code says how many.
                    Strategy::Bounded { delay: delay + more, partitions: 1, idle_timeout }
                }
                // Whose watermark the source gives.
                (Strategy::Manual, "java") => Strategy::None,
                (other, _) => other,
            };
            check("watermark", format!("{:?}", is.watermark), format!("{watermark:?}"));
            check("key", is.key_name().to_string(), stream.key_name().to_string());
            // A table that is looked up in has no event time, and without a watermark no stream of a lookup has one.
            if was.join.kind != JoinKind::Lookup || is.time_name.is_some() {
                check("time", is.time_name().to_string(), stream.time_name().to_string());
            }
            // A line's end in a name is written as a blank; two tables do not have one name.
            let plain = stream.name.replace('\n', " ");
            if !name.contains("names") {
                check("name", is.name.clone(), plain);
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "{count}");
}

#[test]
fn lookups_that_code_writes_are_read_back() {
    let all: Value = serde_json::from_str(include_str!("code/cases.json")).unwrap();
    for (name, dialect) in [("temporal-left", Dialect::FlinkSql), ("spark-interval-left", Dialect::Spark)] {
        let mut was = case(&all, name);
        (was.dialect, was.join.kind) = (dialect, JoinKind::Lookup);
        let text = joinscope_core::code::sql(&was).unwrap().script();
        let is = reading::read(&text).scenario.unwrap();
        assert_eq!((is.dialect, is.join), (dialect, was.join), "{text}");
        assert_eq!(is.streams.left.key_name, was.streams.left.key_name);
    }
}

#[test]
fn places_are_those_of_the_text() {
    let text = "-- 订单\nSELECT *\nFROM 订单 o JOIN s ON o.k = s.k;";
    let reading = reading::read(text);
    let of =
        |setting: Setting| reading.settings.iter().find(|(said, _)| *said == setting).map(|(_, place)| place.clone());
    let place = of(Setting::Stream(Side::Right, "s".into())).unwrap();
    assert_eq!((place.line, place.column, &text[place.span]), (3, 16, "s"));
    let policy = reading::read("spark.conf.set('spark.sql.streaming.multipleWatermarkPolicy', 'max')\na.join(b, 'k')");
    assert_eq!(policy.scenario.unwrap().watermark_policy, Some(Policy::Max));
}

/// Every place lies in the text, and the line and column are of its start.
fn sound(text: &str) {
    let reading = reading::read(text);
    let places = reading.settings.iter().map(|(_, place)| place);
    let places = places.chain(reading.assumed.iter().map(|(_, place)| place));
    for place in places.chain(reading.troubles.iter().map(|(_, place)| place)) {
        let before = &text[..place.span.start];
        let _ = &text[place.span.clone()];
        assert_eq!(place.line, before.matches('\n').count() + 1);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        assert_eq!(place.column, before[line..].chars().count() + 1);
    }
    if reading.scenario.is_none() {
        assert!(reading.troubles.iter().any(|(trouble, _)| trouble.stops()), "nothing says why: {text}");
    }
    if let Some(scenario) = reading.scenario {
        assert_eq!(scenario::read(&scenario::write(&scenario)).as_ref(), Ok(&scenario));
    }
}

#[test]
fn no_text_is_too_much() {
    for piece in [
        "(",
        "[",
        "a.join(",
        "SELECT * FROM (",
        "a=",
        "a.b(",
        "- ",
        "not ",
        "'",
        "\"\"\"",
        "/*",
        "`",
        ";",
        "a + ",
        "a and ",
    ] {
        for before in
            ["", "SELECT * FROM a JOIN b ON ", "a.intervalJoin(b).between(", "a.withWatermark('t','1 s').join(b, "]
        {
            sound(&format!("{before}{}", piece.repeat(5_000)));
        }
    }
    let long = reading::read(&" ".repeat(reading::MOST_BYTES + 1));
    assert_eq!(long.troubles[0].0, Trouble::TooLong);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}") {
        sound(&text);
    }

    #[test]
    fn any_cutting_of_a_good_text_is_read_without_a_panic(which in 0usize..1000, cuts in proptest::collection::vec((0usize..4000, 0usize..60), 1..4)) {
        let all: Vec<_> = texts("reading").into_iter().chain(texts("code").into_iter().step_by(9)).collect();
        let mut text: Vec<char> = all[which % all.len()].1.chars().collect();
        for (at, len) in cuts {
            let at = at % text.len().max(1);
            let end = (at + len).min(text.len());
            let piece: Vec<char> = text.drain(at..end).collect();
            if len % 3 == 0 {
                text.splice(0..0, piece);
            }
        }
        sound(&text.into_iter().collect::<String>());
    }
}
