//! The door for files: every fault with its place and remedy, all of them at once; what is written is read back; and
//! nothing that comes in makes it panic.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, sync::LazyLock};

use joinscope_core::{
    explain,
    scenario::{
        self, Dialect, Expected, Fault, Generate, Interval, Join, JoinKind, JoinType, Lang, MAX_BYTES, MAX_STEPS,
        MAX_TIME, Misfit, Pause, Payload, Policy, Problem, Push, RowKind, Scenario, Script, Shape, Side, Sides, Step,
        Strategy as Marks, Stream, Text, Window,
    },
};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// A good file, a part a line: what the tests spoil.
const GOOD: &str = r#"{
  "version": 1,
  "title": "t",
  "dialect": "flink_sql",
  "left": {"name": "l", "watermark": {"strategy": "manual"}},
  "right": {"name": "r", "watermark": {"strategy": "bounded", "delay": 0}},
  "join": {"kind": "interval", "type": "left", "lower": 0, "upper": 7200000},
  "script": [
    {"do": "push", "side": "left", "id": "l1", "key": "001", "time": 1718961600000},
    {"do": "watermark", "side": "left", "time": 1718961600001}
  ]
}
"#;

/// The only problem of the good file with `from` made `to`.
fn problem(from: &str, to: &str) -> (Problem, String) {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    let mut problems = scenario::read(&text).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    (problems.remove(0), text)
}

struct Case {
    from: &'static str,
    to: &'static str,
    fault: Fault,
    place: &'static str,
    at: (usize, usize),
    /// The text at fault.
    spans: &'static str,
    told: &'static str,
    /// What the fix makes of the spoilt part, where there is one.
    fix: Option<&'static str>,
}

fn cases() -> Vec<Case> {
    vec![
        Case {
            from: r#""version": 1"#,
            to: r#""version": 2"#,
            fault: Fault::Version,
            place: "version",
            at: (2, 14),
            spans: "2",
            told: "This is not version 1 of the format. Write \"version\": 1; no other is known.",
            fix: None,
        },
        Case {
            from: r#""upper": 7"#,
            to: r#""uper": 7"#,
            fault: Fault::UnknownField { field: "uper".into(), meant: Some("upper") },
            place: "join.uper",
            at: (7, 60),
            spans: "\"uper\"",
            told: "Unknown field uper in join. Did you mean upper?",
            fix: Some("\"upper\""),
        },
        Case {
            from: r#""upper": 7200000"#,
            to: r#""upper": 7200000, "colour": 1"#,
            fault: Fault::UnknownField { field: "colour".into(), meant: None },
            place: "join.colour",
            at: (7, 78),
            spans: "\"colour\"",
            told: "Unknown field colour in join. Take it out.",
            fix: None,
        },
        Case {
            from: r#""time": 1718961600000"#,
            to: r#""time": "09:35""#,
            fault: Fault::Time { example: 1_704_101_700_000 },
            place: "script[0].time",
            at: (9, 70),
            spans: "\"09:35\"",
            told: "time is a whole number of milliseconds since 1970, for example 1704101700000.",
            fix: None,
        },
        Case {
            from: r#""time": 1718961600001"#,
            to: r#""time": "2024-06-21T09:35:00Z""#,
            fault: Fault::Time { example: 1_718_962_500_000 },
            place: "script[1].time",
            at: (10, 49),
            spans: "\"2024-06-21T09:35:00Z\"",
            told: "time is a whole number of milliseconds since 1970, for example 1718962500000.",
            fix: Some("1718962500000"),
        },
        Case {
            from: r#""upper": 7200000"#,
            to: r#""upper": 9007199254740993"#,
            fault: Fault::Range,
            place: "join.upper",
            at: (7, 69),
            spans: "9007199254740993",
            told: "upper lies beyond what is exact everywhere. Stay between -9007199254740992 and 9007199254740992.",
            fix: None,
        },
        Case {
            from: r#", "upper": 7200000"#,
            to: "",
            fault: Fault::MissingField { field: "upper" },
            place: "join",
            at: (7, 11),
            spans: "{",
            told: "join lacks the field upper. Add \"upper\".",
            fix: None,
        },
        Case {
            from: r#"  "title": "t",
"#,
            to: "",
            fault: Fault::MissingField { field: "title" },
            place: "",
            at: (1, 1),
            spans: "{",
            told: "The file lacks the field title. Add \"title\".",
            fix: None,
        },
        Case {
            from: r#""lower": 0,"#,
            to: r#""lower": 0, "lower": 1,"#,
            fault: Fault::DuplicateField { field: "lower".into() },
            place: "join.lower",
            at: (7, 60),
            spans: "\"lower\"",
            told: "The field lower stands twice in join. Keep one of them.",
            fix: None,
        },
        Case {
            from: r#""type": "left""#,
            to: r#""type": "Left""#,
            fault: Fault::UnknownWord {
                word: "Left".into(),
                options: &["inner", "left", "right", "full", "semi", "anti"],
                meant: Some("left"),
            },
            place: "join.type",
            at: (7, 40),
            spans: "\"Left\"",
            told: "type knows no Left. Did you mean left?",
            fix: Some("\"left\""),
        },
        Case {
            from: r#""dialect": "flink_sql""#,
            to: r#""dialect": "oracle""#,
            fault: Fault::UnknownWord {
                word: "oracle".into(),
                options: &["flink_sql", "flink_datastream", "spark"],
                meant: None,
            },
            place: "dialect",
            at: (4, 14),
            spans: "\"oracle\"",
            told: "dialect knows no oracle. Write one of flink_sql, flink_datastream, spark.",
            fix: None,
        },
        Case {
            from: "\"time\": 1718961600000},",
            to: "\"time\": 1718961600000},\n    {\"do\": \"push\", \"side\": \"left\", \"id\": \"l1\", \"key\": null, \"time\": 1},",
            fault: Fault::DuplicateId { id: "l1".into(), first: 0 },
            place: "script[1].id",
            at: (10, 42),
            spans: "\"l1\"",
            told: "The id l1 is taken by step 1 on the same side. Give this row an id of its own.",
            fix: None,
        },
        Case {
            from: r#""key": "001""#,
            to: r#""key": 1"#,
            fault: Fault::Type { expected: Expected::StringOrNull },
            place: "script[0].key",
            at: (9, 55),
            spans: "1",
            told: "key must be a string or null. Write \"001\".",
            fix: Some("\"1\""),
        },
        Case {
            from: r#""lower": 0"#,
            to: r#""lower": "0""#,
            fault: Fault::Type { expected: Expected::Integer },
            place: "join.lower",
            at: (7, 57),
            spans: "\"0\"",
            told: "lower must be a whole number. Write 7200000.",
            fix: Some("0"),
        },
        Case {
            from: r#""lower": 0"#,
            to: r#""lower_inclusive": 1, "lower": 0"#,
            fault: Fault::Type { expected: Expected::Boolean },
            place: "join.lower_inclusive",
            at: (7, 67),
            spans: "1",
            told: "lower_inclusive must be true or false. Write true.",
            fix: None,
        },
        Case {
            from: r#""title": "t""#,
            to: r#""title": {}"#,
            fault: Fault::Type { expected: Expected::Text },
            place: "title",
            at: (3, 12),
            spans: "{",
            told: "title must be a string, or an object with en, zh or both. Write \"…\".",
            fix: None,
        },
        Case {
            from: r#""name": "l""#,
            to: r#""name": null"#,
            fault: Fault::Type { expected: Expected::String },
            place: "left.name",
            at: (5, 20),
            spans: "null",
            told: "name must be a string. Write \"…\".",
            fix: None,
        },
        Case {
            from: r#"{"strategy": "manual"}"#,
            to: "[]",
            fault: Fault::Type { expected: Expected::Object },
            place: "left.watermark",
            at: (5, 38),
            spans: "[",
            told: "watermark must be an object. Write {…}.",
            fix: None,
        },
    ]
}

#[test]
fn every_fault_is_told_with_its_place_and_remedy() {
    for case in cases() {
        let (found, text) = problem(case.from, case.to);
        assert_eq!(found.fault, case.fault);
        assert_eq!((found.place.as_str(), (found.line, found.column)), (case.place, case.at), "{:?}", case.fault);
        assert_eq!(&text[found.span.clone()], case.spans, "{:?}", case.fault);
        assert_eq!(explain::problem(&found, Lang::En).plain(Lang::En), case.told);
        assert_eq!(found.fix.as_ref().map(|fix| fix.text.as_str()), case.fix, "{:?}", case.fault);
        if let Some(fix) = &found.fix {
            let mut text = text.clone();
            text.replace_range(fix.span.clone(), &fix.text);
            assert!(scenario::read(&text).is_ok(), "the correction is one: {text}");
        }
        let told = explain::problem(&found, Lang::Zh).plain(Lang::Zh);
        assert!(!told.contains(['{', '*']) || told.contains("{…}"), "{told}");
    }
}

#[test]
fn a_script_that_is_no_array_and_a_payload_too_deep() {
    let text = r#"{"version": 1, "title": "t", "dialect": "spark", "script": {},
        "left": {"name": "l", "watermark": {"strategy": "none"}},
        "right": {"name": "r", "watermark": {"strategy": "none"}}, "join": {"kind": "temporal", "type": "left"}}"#;
    let problems = scenario::read(text).unwrap_err();
    assert_eq!(problems[0].fault, Fault::Type { expected: Expected::Array });
    assert_eq!(
        (problems.len(), problems[0].place.as_str(), problems[0].line, problems[0].column),
        (1, "script", 1, 60)
    );

    let payload = |value: &str| {
        let row = format!(r#""row": {{"a": {value}}}, "time": 1718961600000"#);
        scenario::read(&GOOD.replacen(r#""time": 1718961600000"#, &row, 1))
    };
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(payload(&nested(126)).is_ok());
    let found = &payload(&nested(127)).unwrap_err()[0];
    assert_eq!((found.place.as_str(), &found.fault), ("script[0].row", &Fault::TooDeep));
    assert_eq!(explain::problem(found, Lang::En).plain(Lang::En), "row is nested too deep. Nest at most 127 deep.");
    // What looks like JSON from outside and is none.
    for value in ["1e400", r#""\ud800""#] {
        let found = &payload(value).unwrap_err()[0];
        assert!(matches!(found.fault, Fault::Syntax { .. }), "{found:?}");
        assert_eq!(found.place, "script[0].row");
    }
    let nested = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(scenario::read(&nested).is_err());
}

#[test]
fn text_that_is_no_json_is_told_where() {
    let found = &scenario::read("{\n  \"title\": \"订单\", oops\n}").unwrap_err()[0];
    assert!(matches!(&found.fault, Fault::Syntax { message } if !message.is_empty()));
    // Characters, not bytes.
    assert_eq!((found.line, found.column), (2, 18));
    for text in ["", " ", "{", "nul", "{} {}", "\u{feff}"] {
        let problems = scenario::read(text).unwrap_err();
        assert_eq!(problems.len(), 1, "{text:?}: {problems:#?}");
        assert!(matches!(problems[0].fault, Fault::Syntax { .. }), "{text:?}");
    }
    assert!(scenario::read(&format!("\u{feff}{GOOD}")).is_ok(), "a byte order mark is no part of the JSON");
    let shifted = scenario::read(&format!("\u{feff}{}", GOOD.replace("\"upper\"", "\"uper\""))).unwrap_err();
    assert_eq!((shifted[0].line, shifted[0].column), (7, 60));
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_text() {
    let text = GOOD
        .replace("\"upper\"", "\"uper\"")
        .replace("1718961600001", "\"09:35\"")
        .replace("\"dialect\": \"flink_sql\"", "\"dialect\": \"flink\"")
        .replace("\"id\": \"l1\"", "\"id\": 1");
    let places: Vec<String> = scenario::read(&text).unwrap_err().into_iter().map(|problem| problem.place).collect();
    assert_eq!(places, ["dialect", "join.uper", "script[0].id", "script[1].time"]);
}

#[test]
fn limits_are_where_they_are_said_to_be() {
    let script = |steps: usize| {
        let (start, _) = GOOD.split_once("\"script\"").unwrap();
        let batches = "{\"do\":\"batch\"},".repeat(steps);
        format!("{start}\"script\": [{}]}}", batches.trim_end_matches(','))
    };
    assert_eq!(scenario::read(&script(MAX_STEPS)).unwrap().script.len(), MAX_STEPS);
    let problems = scenario::read(&script(MAX_STEPS + 1)).unwrap_err();
    assert_eq!(problems[0].fault, Fault::TooManySteps { steps: MAX_STEPS + 1 });
    assert_eq!(
        explain::problem(&problems[0], Lang::En).plain(Lang::En),
        "The script has 1000001 steps; at most 1000000 are run. Split it into several files."
    );

    let huge = " ".repeat(MAX_BYTES + 1);
    let problems = scenario::read(&huge).unwrap_err();
    assert_eq!(problems[0].fault, Fault::TooLarge { bytes: MAX_BYTES + 1 });

    for time in [MAX_TIME, -MAX_TIME] {
        assert!(scenario::read(&GOOD.replace("7200000", &time.to_string())).is_ok());
    }
    for time in [(MAX_TIME + 1).to_string(), (-MAX_TIME - 1).to_string(), "9".repeat(400)] {
        let problems = scenario::read(&GOOD.replace("7200000", &time)).unwrap_err();
        assert_eq!(problems[0].fault, Fault::Range);
    }
    for number in ["1.0", "1e3", "-0.5"] {
        let problems = scenario::read(&GOOD.replace("7200000", number)).unwrap_err();
        assert_eq!(problems[0].fault, Fault::Type { expected: Expected::Integer });
    }
}

// ---- what is written is read back -----------------------------------------------------------------------

fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9_]{0,6}", "\\PC{0,8}", Just("\"\\\n\t\u{0}{row}*订单".to_string())]
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        word().prop_map(Text::One),
        (word(), option::of(word())).prop_map(|(en, zh)| Text::By { en: Some(en), zh }),
        word().prop_map(|zh| Text::By { en: None, zh: Some(zh) }),
    ]
}

fn ms() -> impl Strategy<Value = i64> {
    prop_oneof![-MAX_TIME..=MAX_TIME, -5_i64..=5, Just(0)]
}

fn stream() -> impl Strategy<Value = Stream> {
    let bounded = (ms(), 1..=3u32, option::of(ms())).prop_map(|(delay, partitions, idle_timeout)| Marks::Bounded {
        delay,
        partitions,
        idle_timeout,
    });
    let bounded = bounded.boxed();
    let watermark = prop_oneof![Just(Marks::Manual), Just(Marks::None), bounded];
    let names = (word(), option::of(word()), option::of(word()));
    let fields = vec((word(), text()), 0..3).prop_map(|mut fields| {
        fields.sort_by(|a, b| a.0.cmp(&b.0));
        fields.dedup_by(|a, b| a.0 == b.0);
        fields
    });
    (names, watermark, option::of(text()), option::of(text()), fields).prop_map(
        |((name, key_name, time_name), watermark, label, noun, fields)| Stream {
            name,
            watermark,
            key_name,
            time_name,
            label,
            noun,
            fields,
        },
    )
}

fn join() -> impl Strategy<Value = Join> {
    let interval = (ms(), ms(), any::<bool>(), any::<bool>(), ms()).prop_map(
        |(lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval)| {
            JoinKind::Interval(Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval })
        },
    );
    let window = prop_oneof![
        (ms(), ms()).prop_map(|(size, offset)| Window::Tumbling { size, offset }),
        (ms(), ms(), ms()).prop_map(|(size, slide, offset)| Window::Sliding { size, slide, offset }),
        (ms(), ms(), ms()).prop_map(|(size, step, offset)| Window::Cumulating { size, step, offset }),
        (ms(), option::of(ms())).prop_map(|(gap, max_length)| Window::Session { gap, max_length }).boxed(),
    ];
    let kind = prop_oneof![
        interval,
        (window, ms()).prop_map(|(window, allowed_lateness)| JoinKind::Window { window, allowed_lateness }),
        ms().prop_map(|state_ttl| JoinKind::Regular { state_ttl }),
        Just(JoinKind::Temporal),
        Just(JoinKind::Lookup),
    ];
    (select(&JoinType::ALL[..]), kind).prop_map(|(ty, kind)| Join { ty, kind })
}

fn payload() -> impl Strategy<Value = Payload> {
    const TEXTS: &[&str] =
        &["{}", r#"{"a": 1.50}"#, r#"{"amount": 1e300, "x": [null, {"y": "\u0000"}]}"#, r#"{"é": true}"#];
    select(TEXTS).prop_map(|text| Payload::parse(text).unwrap())
}

fn step() -> impl Strategy<Value = Step> {
    let side = || select(&Side::BOTH[..]);
    let push = (side(), word(), option::of(word()), ms(), payload(), select(&RowKind::ALL[..])).prop_map(
        |(side, id, key, time, row, kind)| {
            Step::Push(Push { side, id: id.into(), key: key.map(Into::into), time, row, kind, partition: 0 })
        },
    );
    prop_oneof![
        4 => push,
        1 => (side(), ms()).prop_map(|(side, time)| Step::Watermark { side, time }),
        1 => prop_oneof![Just(Step::Batch), Just(Step::FailingBatch), Just(Step::Checkpoint), Just(Step::Crash)],
        1 => ms().prop_map(|time| Step::Clock { time }),
    ]
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let head = (text(), option::of(text()), option::of(text()), select(&Dialect::ALL[..]));
    let policy = option::of(select(&[Policy::Min, Policy::Max][..]));
    (head, (stream(), stream()), policy, join(), vec(step(), 0..12)).prop_map(
        |((title, description, question, dialect), (left, right), watermark_policy, join, mut script)| {
            // Rows that are added have ids of their own.
            for (index, step) in script.iter_mut().enumerate() {
                if let Step::Push(push) = step
                    && push.kind.adds()
                {
                    push.id = format!("{}{index}", push.id).into();
                }
            }
            let mut seen = std::collections::HashSet::new();
            script.retain(|step| match step {
                Step::Push(push) if push.kind.adds() => seen.insert((push.side, push.id.clone())),
                _ => true,
            });
            let streams = Sides::new(left, right);
            // A row's partition is one that its side has.
            for (index, step) in script.iter_mut().enumerate() {
                if let Step::Push(push) = step {
                    push.partition = index as u32 % streams[push.side].watermark.partitions();
                }
            }
            Scenario { title, description, question, dialect, streams, watermark_policy, join, script: script.into() }
        },
    )
}

static GOLDENS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/flink");
    let files = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.to_string_lossy().ends_with(".scenario.json"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
});

/// Reads a text that may be anything; whatever is told about it must hang together.
fn read_anything(text: &str) {
    match scenario::read(text) {
        Ok(scenario) => assert_eq!(scenario::read(&scenario::write(&scenario)).as_ref(), Ok(&scenario)),
        Err(problems) => {
            assert!(!problems.is_empty());
            assert!(problems.is_sorted_by_key(|problem| problem.span.start));
            for problem in &problems {
                assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
                assert!(problem.line >= 1 && problem.line <= text.matches('\n').count() + 1, "{problem:?}");
                assert!(problem.column >= 1);
                for lang in [Lang::En, Lang::Zh] {
                    let told = explain::problem(problem, lang);
                    assert!(!told.what.is_empty());
                }
            }
        }
    }
}

/// Parameters that make a script of not too many steps.
fn generate() -> impl Strategy<Value = Generate> {
    let shape = || {
        let pause = (0..600_000_i64, 0..600_000_i64, any::<bool>(), option::of(0..4_u32));
        let ms = || 0..100_000_i64;
        let source = (1..4_u32, option::of(pause));
        (select(&['o', 's', 'é'][..]), 0..2_000_u32, ms(), 0..=100_u32, ms(), 0..=100_u32, ms(), source).prop_map(
            |(letter, per_hour, disorder, late, late_by, alone, lag, (partitions, pause))| {
                let pause = pause.map(|(from, length, lost, partition)| Pause { from, length, lost, partition });
                Shape { letter, per_hour, disorder, late, late_by, alone, lag, partitions: 1, pause }.over(partitions)
            },
        )
    };
    let head = (0..=(MAX_TIME as u64), ms(), 1..1_000_000_i64, 1..50_u32, 0..=Generate::MOST_SKEW);
    let distance = (-100_000..100_000_i64, 0..100_000_i64).prop_map(|(from, more)| (from, from + more));
    let every = || option::of(5_000..1_000_000_i64);
    let rest = (distance, option::of(1..1_000_u32), shape(), shape(), every(), every());
    (head, rest).prop_map(
        |((seed, start, duration, keys, skew), (distance, amount, left, right, batch_every, clock_every))| Generate {
            seed,
            // Its rows are to arrive in time.
            start: start.min(MAX_TIME - 10_000_000),
            duration,
            grain: 1 + i64::from(skew) * 3,
            keys,
            skew,
            distance,
            amount,
            sides: Sides::new(left, right),
            batch_every,
            clock_every,
        },
    )
}

#[test]
fn faults_of_parameters_are_told() {
    let script = GOOD.split_once("  \"script\"").unwrap().0;
    let good = r#"  "generate": {"seed": 1, "start": 1718961600000, "duration": 600000, "keys": 3,
    "left": {"id": "o", "per_hour": 720}, "right": {"id": "s", "per_hour": 360, "pause": {"from": 0, "length": 9}}}
}
"#;
    let scenario = scenario::read(&format!("{script}{good}")).unwrap();
    assert_eq!(scenario.script.len(), 120 + 60);
    assert!(scenario.script.made_of().is_some());
    let told = |from: &str, to: &str| -> Vec<(String, String)> {
        assert!(good.contains(from), "{from}");
        let text = format!("{script}{}", good.replacen(from, to, 1));
        let problems = scenario::read(&text).unwrap_err();
        let words = |problem: &Problem| explain::problem(problem, Lang::En).plain(Lang::En);
        problems.iter().map(|problem| (problem.place.clone(), words(problem))).collect()
    };
    let cases = [
        (
            "\"seed\": 1",
            "\"seed\": -1",
            "generate.seed",
            "seed lies outside of its range. Write a whole number from 0 to 9007199254740992.",
        ),
        (
            "\"keys\": 3",
            "\"keys\": 0",
            "generate.keys",
            "keys lies outside of its range. Write a whole number from 1 to 1000000.",
        ),
        ("\"keys\": 3,", "", "generate", "generate lacks the field keys. Add \"keys\"."),
        (
            "\"keys\": 3",
            "\"keys\": 3, \"skev\": 1",
            "generate.skev",
            "Unknown field skev in generate. Did you mean skew?",
        ),
        ("\"id\": \"o\"", "\"id\": \"o1\"", "generate.left.id", "id must be one letter. Write \"o\"."),
        ("\"from\": 0", "\"from\": true", "generate.right.pause.from", "from must be a whole number. Write 7200000."),
        (
            "\"keys\": 3",
            "\"keys\": 3, \"distance\": {\"from\": 5, \"to\": 4}",
            "generate.distance.to",
            "to lies outside of its range. Write a whole number from 5 to 9007199254740992.",
        ),
        (
            "720",
            "720, \"partitions\": 2",
            "generate.left.partitions",
            "partitions lies outside of its range. Write a whole number from 1 to 1.",
        ),
        (
            "\"length\": 9",
            "\"length\": 9, \"partition\": 1",
            "generate.right.pause.partition",
            "partition lies outside of its range. Write a whole number from 0 to 0.",
        ),
        (
            "720",
            "3600000000000",
            "generate.left.per_hour",
            "per_hour lies outside of its range. Write a whole number from 0 to 1000000000.",
        ),
        (
            "720",
            "360000000",
            "generate",
            "The script has 60000060 steps; at most 1000000 are run. Lower the rates, or make duration shorter.",
        ),
        (
            "1718961600000",
            "9007199254740000",
            "generate",
            "Rows of generate would arrive after all times that there are. Let start, duration and the delays together be at most 9007199254740992.",
        ),
        (
            "  \"generate\"",
            "  \"script\": [], \"generate\"",
            "",
            "The file has both script and generate. Keep one of them.",
        ),
    ];
    for (from, to, place, words) in cases {
        assert_eq!(told(from, to), [(place.to_string(), words.to_string())], "{to}");
    }
    let none = format!("{}\n}}\n", script.trim_end().trim_end_matches(','));
    let problems = scenario::read(&none).unwrap_err();
    assert_eq!(problems[0].fault, Fault::MissingField { field: "script" });
    assert_eq!(problems.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parameters_are_kept_in_place_of_the_script(scenario in any_scenario().boxed(), generate in generate().boxed()) {
        prop_assert_eq!(generate.fits(), Ok::<(), Misfit>(()));
        let made = Script::generated(generate.clone());
        prop_assert!(made.len() as u64 <= generate.most_steps());
        let mut scenario = Scenario { script: made, ..scenario };
        // Rows are of partitions that there are.
        for side in Side::BOTH {
            let partitions = generate.sides[side].partitions.max(scenario.streams[side].watermark.partitions());
            if partitions > 1 {
                scenario.streams[side].watermark = scenario::Strategy::Bounded { delay: 0, partitions, idle_timeout: None };
            }
        }
        let text = scenario::write(&scenario);
        prop_assert!(text.len() < 5_000, "{}", text.len());
        let read = scenario::read(&text);
        prop_assert_eq!(read.as_ref(), Ok(&scenario));
        prop_assert_eq!(scenario::read(&scenario::write_short(&scenario)), Ok(scenario.clone()));
        // Written out, the same steps, each valid as any other.
        let by_hand = Scenario { script: scenario.script.by_hand(), ..scenario };
        prop_assert_eq!(scenario::read(&scenario::write(&by_hand)), Ok(by_hand));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(scenario in any_scenario()) {
        let text = scenario::write(&scenario);
        prop_assert_eq!(scenario::read(&text), Ok(scenario));
    }

    #[test]
    fn random_bytes_are_no_trouble(bytes in vec(any::<u8>(), 0..200)) {
        read_anything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_json_is_no_trouble(text in r#"[\[\]{}",:0-9a-z\\. ]{0,80}"#) {
        read_anything(&text);
        read_anything(&GOOD.replacen("\"t\"", &text, 1));
        read_anything(&GOOD.replacen("7200000", &text, 1));
    }

    #[test]
    fn spoilt_files_are_no_trouble(
        which in any::<prop::sample::Index>(),
        spoils in vec((any::<prop::sample::Index>(), 0..5_u8, any::<char>()), 1..4),
    ) {
        let mut chars: Vec<char> = which.get(&GOLDENS).chars().collect();
        for (at, what, with) in spoils {
            let at = at.index(chars.len());
            match what {
                0 => { chars.remove(at); }
                1 => chars.insert(at, with),
                2 => chars[at] = with,
                3 => chars.truncate(at.max(1)),
                _ => { let part: Vec<char> = chars[at..chars.len().min(at + 30)].to_vec(); chars.splice(at..at, part); }
            }
        }
        read_anything(&chars.into_iter().collect::<String>());
    }
}
