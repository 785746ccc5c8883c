//! Links that were once given out are read for ever: each `tests/links/NAME.link` still gives `NAME.scenario.json`.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path};

use joinscope_core::{link, scenario};

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
    assert!(links >= 6, "{links} links");
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
