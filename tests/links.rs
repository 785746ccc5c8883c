//! Links that were once given out are read for ever: each `tests/links/NAME.link` still gives `NAME.scenario.json`.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path};

use joinscope_core::{
    compare::Comparison,
    lessons,
    link::{self, Query},
    scenario,
};

#[test]
fn every_link_ever_given_out_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    let mut links = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "link") {
            links += 1;
            let written = fs::read_to_string(&path).unwrap();
            let scenario = fs::read_to_string(path.with_extension("scenario.json")).unwrap();
            assert_eq!(link::unpack_any(&written), Ok(scenario::read(&scenario).unwrap()), "{}", path.display());
        }
    }
    assert!(links >= 11, "{links} links");
}

#[test]
fn a_lessons_link_once_given_out_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    let written = fs::read_to_string(folder.join("coffee.lesson-link")).unwrap();
    let text = link::unpack_text(link::lesson_in_any(&written).unwrap()).unwrap();
    let lesson = lessons::read(&text, &|_| None).unwrap();
    assert_eq!((lesson.beats.len(), lesson.scenarios[0].scenario.script.len()), (3, 5));
}

/// All that a query of them says is understood, so that it is written again as it was.
#[test]
fn what_stands_before_a_link_once_given_out_says_the_same() {
    let queries = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links/queries.txt")).unwrap();
    for line in queries.lines() {
        let query = Query::read(line);
        assert_eq!(query.write(), line);
        if let Some(compare) = &query.compare {
            assert!(Comparison::of_word(compare).is_some(), "{line}");
        }
    }
    assert!(queries.lines().count() >= 15);
}

#[test]
fn the_gallerys_links_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/scenarios");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".scenario.json") {
            let scenario = scenario::read(&fs::read_to_string(&path).unwrap()).unwrap();
            let fragment = link::fragment(&scenario).unwrap();
            let most = if scenario.script.len() <= 15 { 1500 } else { 4000 };
            assert!(fragment.len() < most, "{}: {} characters", path.display(), fragment.len());
            assert_eq!(link::unpack_any(&fragment), Ok(scenario));
        }
    }
}
