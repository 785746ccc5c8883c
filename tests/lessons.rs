//! The gallery and the lessons that are served with the page, and the door for both: every fault in its place; what a
//! prediction is judged by comes from the engine.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use joinscope_core::{
    explain,
    gallery::{self, FileKind, Index, Look, Region},
    lessons::{self, Comes, Lesson, Mark, Question},
    replay::Recording,
    scenario::{self, Dialect, Lang, Problem, Scenario, Side, Text},
    workspace::{Chosen, Selection},
};

fn www() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www")
}

fn named(name: &str) -> Option<Rc<Scenario>> {
    let text = fs::read_to_string(www().join(format!("scenarios/{name}.scenario.json"))).ok()?;
    scenario::read(&text).ok().map(Rc::new)
}

/// The names of the files of a folder that end so.
fn names(folder: &str, end: &str) -> BTreeSet<String> {
    let files = fs::read_dir(www().join(folder)).unwrap().flatten();
    files.filter_map(|file| file.file_name().to_str()?.strip_suffix(end).map(str::to_string)).collect()
}

fn index() -> Index {
    gallery::read(&fs::read_to_string(www().join("scenarios/index.json")).unwrap(), Some(&named)).unwrap()
}

fn lessons() -> Vec<(String, Lesson)> {
    let text = fs::read_to_string(www().join("lessons/index.json")).unwrap();
    let names = lessons::read_index(&text, None).unwrap();
    let read = |name: String| {
        let text = fs::read_to_string(www().join(format!("lessons/{name}.lesson.json"))).unwrap();
        (name, lessons::read(&text, &named).unwrap())
    };
    names.into_iter().map(read).collect()
}

/// In both languages, and not the same in both.
fn bilingual(text: &Text) {
    assert!(matches!(text, Text::By { en: Some(_), zh: Some(_) }), "{text:?}");
    let (en, zh) = (text.get(Lang::En), text.get(Lang::Zh));
    let han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    assert!(!en.is_empty() && !en.chars().any(han) && zh.chars().any(han), "{en} / {zh}");
    assert!(!en.contains(['—', '–']) && !zh.contains(['—', '–']), "{en} / {zh}");
    for (a, b) in zh.chars().zip(zh.chars().skip(1)) {
        let close = han(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && han(b);
        let half = han(a) && matches!(b, ',' | '.' | ';' | ':' | '?' | '!' | '(');
        assert!(!(close || half), "{a}{b} in {zh}");
    }
}

// ---- what is served

#[test]
fn the_index_lists_every_scenario_and_each_says_what_it_is_about() {
    let index = index();
    let listed: BTreeSet<String> = index.scenarios.iter().map(|entry| entry.name.clone()).collect();
    assert_eq!(listed, names("scenarios", ".scenario.json"));
    assert!(listed.len() >= 40);
    for topic in index.topics.iter().chain(&index.questions) {
        bilingual(&topic.title);
        topic.about.as_ref().map(bilingual);
    }
    let mut titles = BTreeSet::new();
    for entry in &index.scenarios {
        let scenario = named(&entry.name).unwrap();
        for text in [Some(&scenario.title), scenario.question.as_ref(), scenario.description.as_ref()] {
            bilingual(text.unwrap_or_else(|| panic!("{} lacks a text", entry.name)));
        }
        for side in Side::BOTH {
            let stream = &scenario.streams[side];
            [&stream.label, &stream.noun].into_iter().flatten().for_each(bilingual);
            assert!(stream.label.is_some() && stream.noun.is_some(), "{}", entry.name);
        }
        for lang in [Lang::En, Lang::Zh] {
            assert!(titles.insert(scenario.title.get(lang).to_string()), "{} twice", scenario.title.get(lang));
        }
        // Of generated streams the parameters are what is read, not the steps; a sample to choose a delay from is no story.
        let most = match scenario.script.made_of() {
            Some(_) => 500,
            None if entry.name.starts_with("choose-") => 80,
            None => 20,
        };
        assert!((4..=most).contains(&scenario.script.len()), "{}: {} steps", entry.name, scenario.script.len());
        assert!(!entry.questions.is_empty() || entry.topic < index.topics.len(), "{}", entry.name);
        // What is refused has no step to open at.
        let recording = Recording::new(scenario);
        assert!(entry.step <= recording.len(), "{}", entry.name);
    }
    let used = |n: usize| index.scenarios.iter().any(|entry| entry.topic == n);
    assert!((0..index.topics.len()).all(used), "a topic without a scenario");
    let asked = |n: usize| index.scenarios.iter().any(|entry| entry.questions.contains(&n));
    assert!((0..index.questions.len()).all(asked), "a question without a scenario");
    for dialect in Dialect::ALL {
        assert!(index.scenarios.iter().any(|entry| entry.dialect == dialect));
    }
}

#[test]
fn whatever_comes_out_in_the_gallery_could_have_been_marked() {
    for entry in index().scenarios {
        let recording = Recording::new(named(&entry.name).unwrap());
        for step in 0..recording.len() {
            let marked = lessons::candidates(&recording, step);
            for mark in lessons::answer(&recording, step).unwrap() {
                let id = recording.rows().id(recording.scenario(), mark.row);
                assert!(marked.contains(&mark.row), "{} after step {step}: {id}", entry.name);
            }
        }
        assert_eq!(lessons::answer(&recording, recording.len()), None);
        assert_eq!(lessons::answer(&recording, usize::MAX), None);
    }
}

/// An answer in words: "o1 pair, s1 pair", "o2 NULL", "nothing".
fn told(recording: &Recording, step: usize) -> String {
    let marks = lessons::answer(recording, step).unwrap();
    let word = |mark: &Mark| {
        let comes = match mark.comes {
            Comes::Paired => "pair",
            Comes::Null => "NULL",
            Comes::Alone => "alone",
            Comes::TakenBack => "back",
        };
        format!("{} {comes}", recording.rows().id(recording.scenario(), mark.row))
    };
    if marks.is_empty() { "nothing".into() } else { marks.iter().map(word).collect::<Vec<_>>().join(", ") }
}

#[test]
fn every_lesson_asks_what_the_engine_can_tell() {
    let served = lessons();
    assert_eq!(served.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>(), names("lessons", ".lesson.json"));
    // What the engine answers, so that a caption that leads up to something else is noticed.
    let expected: [(&str, &[&str]); 10] = [
        ("why-state", &["o1 pair, s1 pair", "s2 pair, o4 pair", "o2 NULL"]),
        ("interval-bounds", &["o1 pair, s1 pair", "nothing", "o2 NULL", "nothing", "t1 pair, q2 pair"]),
        ("slower-side", &["nothing", "o1 NULL, o2 NULL, o3 NULL, o4 NULL, o5 NULL", "o2 NULL"]),
        ("when-null-comes", &["nothing", "o1 NULL", "o1 NULL"]),
        ("late-rows", &["o1 pair, s1 pair", "nothing", "nothing", "o1 pair, s2 pair"]),
        (
            "windows",
            &[
                "o2 pair, p2 pair, o1 NULL",
                "v1 pair, c1 pair",
                "v1 pair, c1 pair, v2 pair, c2 pair",
                "b1 NULL, c1 NULL",
                "b1 pair, c1 pair",
            ],
        ),
        (
            "retractions",
            &[
                "o1 NULL",
                "o1 pair, o1 back, s1 pair",
                "o1 pair, s2 pair",
                "o1 NULL, o1 back, t1 back",
                "o1 pair, o1 back, t2 pair",
                "nothing",
            ],
        ),
        ("temporal", &["o1 pair, r2 pair", "nothing", "o1 NULL", "p1 pair, s1 pair, s2 pair"]),
        (
            "lookup",
            &[
                "o2 NULL",
                "p3 pair, o3 pair",
                "p1 pair, o1 pair, o2 pair, p2 pair, o3 pair, o4 pair",
                "o1 pair, o3 pair, p4 pair",
                "o1 pair, p1 pair",
            ],
        ),
        (
            "myths",
            &[
                "o2 NULL, s2 NULL",
                "o3 alone",
                "l1 pair, a1 pair, l2 pair, a2 pair",
                "t1 pair, q2 pair",
                "c1 pair, c3 pair, p3 pair",
                "p1 pair, c3 pair",
                "nothing",
                "o2 NULL",
                "u1 pair, o2 pair",
                "o1 pair, o1 back, r2 pair",
                "o2 pair, r2 pair",
            ],
        ),
    ];
    assert_eq!(served.len(), expected.len());
    for ((name, lesson), (expected_name, answers)) in served.iter().zip(expected) {
        assert_eq!(name, expected_name);
        bilingual(&lesson.title);
        bilingual(lesson.description.as_ref().unwrap());
        bilingual(lesson.next.as_ref().unwrap());
        assert!((5..=12).contains(&lesson.beats.len()), "{name}");
        let recordings: Vec<Recording> =
            lesson.scenarios.iter().map(|source| Recording::new(Rc::clone(&source.scenario))).collect();
        let mut found = Vec::new();
        for beat in &lesson.beats {
            bilingual(&beat.caption);
            let recording = &recordings[beat.scenario];
            assert!(recording.outcome().is_ok() && beat.step <= recording.len(), "{name}");
            if let Some(Question::Predict { text }) = &beat.question {
                text.as_ref().map(bilingual);
                assert!(!lessons::candidates(recording, beat.step).is_empty(), "{name}: nothing to mark");
                found.push(told(recording, beat.step));
            }
        }
        assert_eq!(found, answers, "{name}");
        assert!(found.len() >= 2 && found.iter().any(|answer| answer != "nothing"), "{name}");
    }
}

#[test]
fn a_prediction_is_judged_mark_by_mark() {
    let recording = Recording::new(named("border-window").unwrap());
    let row = |side, id| recording.rows().find(recording.scenario(), side, id).unwrap();
    let mark = |side, id, comes| Mark { row: row(side, id), comes };
    let answer = lessons::answer(&recording, 5).unwrap();
    let (o1, o2, p2) = (
        mark(Side::Left, "o1", Comes::Null),
        mark(Side::Left, "o2", Comes::Paired),
        mark(Side::Right, "p2", Comes::Paired),
    );
    assert_eq!(answer, BTreeSet::from([o1, o2, p2]));
    assert!(lessons::judge(&answer, &answer).all_right());
    let wrong = mark(Side::Left, "o1", Comes::Paired);
    let verdict = lessons::judge(&answer, &BTreeSet::from([o2, wrong]));
    assert!(!verdict.all_right());
    assert_eq!((verdict.right, verdict.wrong), (vec![o2], vec![wrong]));
    assert_eq!(verdict.missed.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&o1, &p2]));
    // Nothing marked is the prediction that nothing comes out.
    let nothing = lessons::answer(&recording, 0).unwrap();
    assert!(lessons::judge(&nothing, &BTreeSet::new()).all_right());
    assert!(!lessons::judge(&answer, &BTreeSet::new()).all_right());
    // A semi join puts out left rows by themselves.
    let semi = Recording::new(named("semi-interval-sql").unwrap());
    assert_eq!(told(&semi, 2), "o1 alone");
}

// ---- the door

const LESSON: &str = r#"{
  "version": 1,
  "title": {"en": "t", "zh": "题"},
  "scenario": "payments-15-min",
  "beats": [
    {"caption": "one", "step": 2, "look": {"rows": [{"side": "left", "id": "b1"}, {"side": "left", "id": "b2"}]}},
    {"caption": "two", "step": 4, "look": {"watermark": "join", "region": "why", "view": "plane"},
     "question": {"kind": "predict", "text": "What now?"}},
    {"caption": "three", "step": 3, "scenario": "border-window", "question": {"kind": "predict"}}
  ]
}
"#;

const INDEX: &str = r#"{
  "version": 1,
  "topics": [{"id": "interval", "title": "Interval joins", "about": "a"}, {"id": "window", "title": "Window joins"}],
  "questions": [{"id": "no-null", "title": "No NULL?"}],
  "scenarios": [
    {"name": "payments-15-min", "topic": "interval", "dialect": "flink_sql", "questions": ["no-null"], "step": 5},
    {"name": "border-window", "topic": "window", "dialect": "flink_sql", "look": {"rows": [{"side": "right", "id": "p1"}]}}
  ]
}
"#;

#[test]
fn a_good_lesson_is_read_as_it_is_written() {
    assert_eq!(lessons::named(LESSON), ["border-window", "payments-15-min"]);
    let lesson = lessons::read(LESSON, &named).unwrap();
    let sources: Vec<_> = lesson.scenarios.iter().map(|source| source.name.as_deref()).collect();
    assert_eq!(sources, [Some("payments-15-min"), Some("border-window")]);
    assert_eq!(
        lesson.beats.iter().map(|beat| (beat.scenario, beat.step)).collect::<Vec<_>>(),
        [(0, 2), (0, 4), (1, 3)]
    );
    let row = |id: &str| Selection { side: Side::Left, id: id.into() };
    assert_eq!(lesson.beats[0].look.chosen, Chosen::Rows(vec![row("b1"), row("b2")]));
    assert_eq!(
        (lesson.beats[1].look.chosen.clone(), lesson.beats[1].look.region),
        (Chosen::Watermark(None), Some(Region::Why))
    );
    assert_eq!(lesson.beats[2].question, Some(Question::Predict { text: None }));
    // A scenario may stand in the lesson itself; its ids are its own.
    let own = fs::read_to_string(www().join("scenarios/payments-15-min.scenario.json")).unwrap();
    let own = LESSON.replace("\"payments-15-min\"", &own).replace("\"border-window\"", &own);
    assert!(lessons::named(&own).is_empty());
    let lesson = lessons::read(&own, &|_| None).unwrap();
    assert_eq!(lesson.scenarios[1].scenario, named("payments-15-min").unwrap());
    assert_eq!(lesson.scenarios[1].name, None);
    let index = gallery::read(INDEX, Some(&named)).unwrap();
    assert_eq!((index.scenarios[1].topic, index.scenarios[0].questions[0], index.scenarios[0].step), (1, 0, 5));
    assert_eq!(index.scenarios[0].look, Look::default());
}

/// What is taken away needs no gallery beside it.
#[test]
fn a_lesson_is_made_whole() {
    for entry in fs::read_dir(www().join("lessons")).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".lesson.json") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lesson = lessons::read(&text, &named).unwrap();
        let whole = lessons::whole(&format!("\u{feff}{text}"), &lesson);
        assert!(lessons::named(&whole).is_empty(), "{}", path.display());
        let again = lessons::read(&whole, &|_| None).unwrap();
        let own = |lesson: &Lesson| lesson.scenarios.iter().map(|own| Rc::clone(&own.scenario)).collect::<Vec<_>>();
        assert_eq!((own(&again), &again.beats), (own(&lesson), &lesson.beats), "{}", path.display());
        assert_eq!(lessons::whole(&whole, &again), whole);
    }
}

/// The problems of a good text with `from` made `to`, as the command line tells them.
fn problems<T>(good: &str, from: &str, to: &str, read: impl Fn(&str) -> Result<T, Vec<Problem>>) -> Vec<String> {
    assert!(good.contains(from), "{from}");
    let text = good.replacen(from, to, 1);
    let Err(found) = read(&text) else { panic!("{from} -> {to} is good") };
    for problem in &found {
        let zh = explain::problem(problem, Lang::Zh).plain(Lang::Zh);
        assert!(!zh.contains('*') && zh.chars().any(|c| c > '\u{2fff}'), "{zh}");
        if let Some(fix) = &problem.fix {
            let mut corrected = text.clone();
            corrected.replace_range(fix.span.clone(), &fix.text);
            assert!(read(&corrected).is_ok(), "the correction is one: {corrected}");
        }
    }
    let line = |problem: &Problem| {
        let told = explain::problem(problem, Lang::En).plain(Lang::En);
        format!("{}:{}: {}: {told}", problem.line, problem.column, problem.place)
    };
    found.iter().map(line).collect()
}

#[test]
fn every_fault_of_a_lesson_is_told_with_its_place_and_remedy() {
    let long = "x".repeat(81);
    let cases: [(&str, &str, &str); 19] = [
        (
            "\"version\": 1",
            "\"version\": 2",
            "2:14: version: This is not version 1 of the format. Write \"version\": 1; no other is known.",
        ),
        ("\"caption\": \"one\", ", "", "6:5: beats[0]: beats[0] lacks the field caption. Add \"caption\"."),
        (
            "\"step\": 2",
            "\"step\": 11",
            "6:32: beats[0].step: The scenario has no such step. Write a number from 0 to 10.",
        ),
        (
            "\"step\": 2",
            "\"step\": -1",
            "6:32: beats[0].step: The scenario has no such step. Write a number from 0 to 10.",
        ),
        ("\"step\": 2", "\"step\": \"2\"", "6:32: beats[0].step: step must be a whole number. Write 7200000."),
        (
            "\"step\": 4",
            "\"step\": 10",
            "8:18: beats[1].question: Nothing follows step 10, so there is nothing to predict. Ask at an earlier step.",
        ),
        (
            "\"id\": \"b1\"",
            "\"id\": \"B1\"",
            "6:76: beats[0].look.rows[0].id: There is no row on the left B1. Did you mean b1?",
        ),
        (
            "\"left\", \"id\": \"b2\"",
            "\"right\", \"id\": \"none\"",
            "6:107: beats[0].look.rows[1].id: There is no row on the right none. Write the id of a row that the script pushes on this side.",
        ),
        (
            "{\"side\": \"left\", \"id\": \"b1\"}, {\"side\": \"left\", \"id\": \"b2\"}",
            " ",
            "6:52: beats[0].look.rows: rows has nothing in it. Give it at least one element.",
        ),
        (
            "{\"watermark\"",
            "{\"rows\": [{\"side\": \"left\", \"id\": \"b1\"}], \"watermark\"",
            "7:97: beats[1].look: look has both rows and watermark. Keep one of them.",
        ),
        ("\"join\"", "\"joint\"", "7:57: beats[1].look.watermark: watermark knows no joint. Did you mean join?"),
        (
            "\"why\"",
            "\"sky\"",
            "7:75: beats[1].look.region: region knows no sky. Write one of sentence, stage, state, output, why, charts, code, steps, sink, metrics, plan, advice.",
        ),
        (
            "\"why\"",
            "\"why\", \"sink\": \"upsert\"",
            "7:90: beats[1].look.sink: sink knows no upsert. Write one of retract, upsert:KEY, upsert_materialize:KEY, append_only, insert_only, reordered:KEY:LAG, exactly_once.",
        ),
        ("\"predict\", ", "\"guess\", ", "8:27: beats[1].question.kind: kind knows no guess. Write one of predict."),
        (
            "\"text\"",
            "\"answer\"",
            "8:38: beats[1].question.answer: Unknown field answer in beats[1].question. Take it out.",
        ),
        (
            "\"payments-15-min\"",
            "\"payments\"",
            "4:15: scenario: There is no scenario payments. Name a file of the gallery, without .scenario.json.",
        ),
        (
            "\"payments-15-min\"",
            "\"../Payments\"",
            "4:15: scenario: scenario must be the name of a file. Use small letters, digits and hyphens only.",
        ),
        (
            "\"payments-15-min\"",
            "7",
            "4:15: scenario: scenario must be the name of a scenario, or a scenario. Write \"orders-shipments\".",
        ),
        (
            "\"border-window\"",
            "{}",
            "9:49: beats[2].scenario: beats[2].scenario lacks the field version. Add \"version\".",
        ),
    ];
    for (from, to, expected) in cases {
        let found = problems(LESSON, from, to, |text| lessons::read(text, &named));
        assert!(found.contains(&expected.to_string()), "{expected}\n{found:#?}");
    }
    let beats = &LESSON[LESSON.find("\"beats\"").unwrap()..];
    let empty = problems(LESSON, beats, "\"beats\": []}", |text| lessons::read(text, &named));
    assert_eq!(empty, ["5:12: beats: beats has nothing in it. Give it at least one element."]);
    let none = problems(LESSON, "\"payments-15-min\"", &format!("\"{long}\""), |text| lessons::read(text, &named));
    assert!(none[0].contains("must be the name of a file"), "{none:?}");
    // A mistake within a scenario of the lesson's own is told where it stands in the lesson.
    let own = fs::read_to_string(www().join("scenarios/payments-15-min.scenario.json")).unwrap();
    let own =
        LESSON.replace("\"payments-15-min\"", &own.replace("\"left\",\n    \"lower\"", "\"lefft\",\n    \"lower\""));
    let found = lessons::read(&own, &named).unwrap_err();
    assert_eq!((found.len(), found[0].place.as_str()), (1, "scenario.join.type"));
    assert_eq!(found[0].fix.as_ref().unwrap().text, "\"left\"");
}

#[test]
fn every_fault_of_an_index_is_told_with_its_place_and_remedy() {
    let cases = [
        (
            "\"topic\": \"interval\"",
            "\"topic\": \"intervals\"",
            "6:42: scenarios[0].topic: There is no topic intervals. Did you mean interval?",
        ),
        (
            "\"topic\": \"interval\"",
            "\"topic\": \"regular\"",
            "6:42: scenarios[0].topic: There is no topic regular. Name one of topics, or add it there.",
        ),
        (
            "[\"no-null\"]",
            "[\"why\"]",
            "6:92: scenarios[0].questions[0]: There is no question why. Name one of the top level's questions, or add it there.",
        ),
        (
            "\"dialect\": \"flink_sql\"",
            "\"dialect\": \"spark\"",
            "6:65: scenarios[0].dialect: The scenario's own dialect is flink_sql. Write \"flink_sql\".",
        ),
        (
            "\"step\": 5",
            "\"step\": 50",
            "6:112: scenarios[0].step: The scenario has no such step. Write a number from 0 to 10.",
        ),
        (
            "\"name\": \"border-window\"",
            "\"name\": \"payments-15-min\"",
            "7:14: scenarios[1].name: The name payments-15-min is taken by element 0 of the list. Take one of them out, or give it a name of its own.",
        ),
        (
            "\"name\": \"border-window\"",
            "\"name\": \"gone\"",
            "7:14: scenarios[1].name: There is no scenario gone. Name a file of the gallery, without .scenario.json.",
        ),
        (
            "{\"id\": \"window\"",
            "{\"id\": \"interval\"",
            "3:82: topics[1].id: The name interval is taken by element 0 of the list. Take one of them out, or give it a name of its own.",
        ),
        (
            "\"p1\"",
            "\"p9\"",
            "7:116: scenarios[1].look.rows[0].id: There is no row on the right p9. Write the id of a row that the script pushes on this side.",
        ),
    ];
    for (from, to, expected) in cases {
        let found = problems(INDEX, from, to, |text| gallery::read(text, Some(&named)));
        assert!(found.contains(&expected.to_string()), "{expected}\n{found:#?}");
    }
    // Without the files the index can be read all the same.
    assert!(gallery::read(&INDEX.replace("payments-15-min", "gone"), None).is_ok());

    let list = "{\"version\": 1, \"lessons\": [\"a\", \"b\"]}";
    assert_eq!(lessons::read_index(list, Some(&|_| true)).unwrap(), ["a", "b"]);
    let lists = [
        (
            "\"b\"",
            "\"a\"",
            "1:33: lessons[1]: The name a is taken by element 0 of the list. Take one of them out, or give it a name of its own.",
        ),
        ("\"b\"", "3", "1:33: lessons[1]: lessons[1] must be a string. Write \"…\"."),
        (
            "\"b\"",
            "\"B\"",
            "1:33: lessons[1]: lessons[1] must be the name of a file. Use small letters, digits and hyphens only.",
        ),
        (
            "\"b\"",
            "\"c\"",
            "1:33: lessons[1]: There is no lesson c. Name a file beside the index, without .lesson.json.",
        ),
    ];
    for (from, to, expected) in lists {
        let exists = |name: &str| name != "c";
        assert_eq!(problems(list, from, to, |text| lessons::read_index(text, Some(&exists))), [expected]);
    }
}

#[test]
fn a_file_is_known_by_what_it_holds() {
    assert_eq!(FileKind::of("x.json", LESSON), FileKind::Lesson);
    assert_eq!(FileKind::of("index.json", INDEX), FileKind::Gallery);
    assert_eq!(FileKind::of("index.json", "{\"lessons\": []}"), FileKind::Lessons);
    assert_eq!(FileKind::of("x.lesson.json", "{"), FileKind::Lesson);
    assert_eq!(FileKind::of("index.json", "[]"), FileKind::Gallery);
    assert_eq!(FileKind::of("x.lesson.json", "{\"script\": []}"), FileKind::Scenario);
    assert_eq!(FileKind::of("x.scenario.json", "\u{feff}{}"), FileKind::Scenario);
}

#[test]
fn spoilt_lessons_and_indexes_are_no_trouble() {
    for good in [LESSON, INDEX] {
        for at in (0..good.len()).filter(|at| good.is_char_boundary(*at)) {
            for put in ["", "\"", "{", "]", "9", "null,"] {
                let text =
                    format!("{}{put}{}", &good[..at], &good[(at + good[at..].chars().next().unwrap().len_utf8())..]);
                let _ = (lessons::named(&text), FileKind::of("x", &text));
                for problem in [
                    lessons::read(&text, &|_| None).err(),
                    gallery::read(&text, None).err(),
                    lessons::read_index(&text, None).err(),
                ]
                .into_iter()
                .flatten()
                .flatten()
                {
                    assert!(text.get(problem.span.clone()).is_some() && problem.line > 0, "{problem:?}");
                }
            }
        }
    }
}
