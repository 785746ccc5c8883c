//! What the Scenarios page shows: by topic, engine, question and words; and every scenario in miniature.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, rc::Rc};

use joinscope_core::{
    gallery::{self, Filter, RATIO, Shelf, preview},
    replay::{Recording, State},
    scenario::{self, Dialect, Scenario},
};

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("www/scenarios").join(name)).unwrap()
}

fn scenario(name: &str) -> Rc<Scenario> {
    Rc::new(scenario::read(&text(&format!("{name}.scenario.json"))).unwrap())
}

/// All that is served, there already.
fn shelf() -> Shelf {
    let mut shelf = Shelf::new(gallery::read(&text("index.json"), None).unwrap());
    for at in 0..shelf.scenarios.len() {
        let name = shelf.entry(at).unwrap().name.clone();
        shelf.put(at, scenario(&name));
    }
    shelf
}

fn names(shelf: &Shelf, filter: &Filter) -> Vec<String> {
    let places = shelf.shown(filter).into_iter().flat_map(|(_, places)| places);
    places.map(|at| shelf.entry(at).unwrap().name.clone()).collect()
}

#[test]
fn what_is_shown_is_all_that_fits_by_topic() {
    let shelf = shelf();
    let all = Filter::default();
    assert!(all.is_empty());
    let groups = shelf.shown(&all);
    assert_eq!(
        groups.iter().map(|(topic, _)| *topic).collect::<Vec<_>>(),
        (0..shelf.index.topics.len()).collect::<Vec<_>>()
    );
    assert_eq!(shelf.count(&all), shelf.scenarios.len());
    let sum: usize =
        Dialect::ALL.iter().map(|dialect| shelf.count(&Filter { dialect: Some(*dialect), ..Filter::default() })).sum();
    assert_eq!(sum, shelf.scenarios.len());
    for topic in 0..shelf.index.topics.len() {
        let filter = Filter { topic: Some(topic), dialect: Some(Dialect::Spark), ..Filter::default() };
        assert!(!filter.is_empty());
        for (shown, places) in shelf.shown(&filter) {
            assert_eq!(shown, topic);
            assert!(places.iter().all(|at| shelf.entry(*at).unwrap().dialect == Dialect::Spark));
            assert_eq!(places.len(), shelf.count(&filter));
        }
    }
    let grows = shelf.index.questions.iter().position(|question| question.id == "state-grows");
    let grows = names(&shelf, &Filter { question: grows, ..Filter::default() });
    assert!(grows.contains(&"frozen-partition".into()) && !grows.contains(&"exactly-two-hours".into()), "{grows:?}");
}

#[test]
fn words_are_found_in_both_languages_and_all_of_them_must_be_there() {
    let mut shelf = shelf();
    let found = |words: &str| names(&shelf, &Filter { words: words.into(), ..Filter::default() });
    assert_eq!(found("exactly two hours same moment"), ["exactly-two-hours"]);
    assert_eq!(found("  MOMENT   exactly hours same  "), ["exactly-two-hours"]);
    assert_eq!(found("恰好两小时"), ["exactly-two-hours"]);
    assert!(found("quotes 成交").contains(&"bounds-before".to_string()), "texts of both languages together");
    assert!(found("full interval").contains(&"four-types-full".to_string()), "the join's own words");
    assert!(found("no such words").is_empty());
    assert!(Filter { words: "  ".into(), ..Filter::default() }.is_empty());
    // Before its file is there a scenario is found by its name.
    shelf = Shelf::new(gallery::read(&text("index.json"), None).unwrap());
    assert_eq!(names(&shelf, &Filter { words: "exactly hours".into(), ..Filter::default() }), ["exactly-two-hours"]);
    shelf.put(usize::MAX, scenario("exactly-two-hours"));
}

#[test]
fn every_scenario_has_its_picture_in_miniature() {
    for entry in &shelf().index.scenarios {
        let recording = Recording::new(scenario(&entry.name));
        let scene = preview(&recording, None);
        let (width, height) = (scene.frame.width, scene.frame.width / RATIO);
        assert!(!scene.marks.is_empty(), "{}", entry.name);
        assert!(scene.height <= height + 1.0, "{}: {} of {height}", entry.name, scene.height);
        for mark in &scene.marks {
            assert!((0.0..=width).contains(&mark.x) && (0.0..=height).contains(&mark.y), "{}", entry.name);
            assert!(recording.is_empty() || mark.state != State::NotYetArrived, "{}", entry.name);
        }
    }
}

/// What the README and the change log count is what there is.
#[test]
fn the_documents_count_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let entries = |dir: &Path| fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let suites = entries(&root.join("tests/golden")).into_iter().filter(|dir| dir.is_dir());
    let traces = suites.flat_map(|dir| entries(&dir)).filter(|file| file.to_string_lossy().ends_with(".trace.json"));
    let traces = traces.count();
    let scenarios = shelf().scenarios.len();
    let counted = format!("{},{:03} recorded traces", traces / 1000, traces % 1000);
    assert!(read("README.md").contains(&counted), "{counted}");
    for (document, counted) in [
        ("README.md", format!("**Scenarios** has {scenarios},")),
        ("CHANGELOG.md", format!("A gallery of {scenarios} scenarios")),
    ] {
        assert!(read(document).contains(&counted), "{document}: {counted}");
    }
}
