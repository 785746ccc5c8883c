//! The pages of `www/embed` hold what the Share dialog gives for their hosts, with an address beside them.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path};

use joinscope_core::{
    lessons,
    link::{Embedded, Host, Query, snippet},
};

const SCENARIO: (&str, &str) = ("../?embed=1&scenario=orders-shipments&step=10&row=left.o3", "Orders and shipments");
/// Its bar wants some room of its own.
const LESSON: (&str, &str) = ("../?embed=1&lesson=when-null-comes", "When NULL comes");

#[test]
fn the_pages_hold_the_snippets_of_the_share_dialog() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/embed");
    for (host, file, size) in [
        (Host::Html, "html.html", (None, [480, 640])),
        (Host::MdBook, "mdbook.md", (None, [480, 640])),
        (Host::Docusaurus, "docusaurus.mdx", (None, [480, 640])),
        (Host::Reveal, "reveal.html", (Some(960), [600, 640])),
        (Host::Quarto, "quarto.qmd", (None, [480, 640])),
        (Host::Jupyter, "jupyter.ipynb", (None, [480, 640])),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let text = if host == Host::Jupyter { cells(&text) } else { text };
        for ((address, title), height) in [SCENARIO, LESSON].into_iter().zip(size.1) {
            let wanted = snippet(
                host,
                &Embedded {
                    address: address.into(),
                    title: title.into(),
                    width: size.0,
                    height,
                    inside: String::new(),
                },
            );
            assert!(text.contains(&wanted), "{file} lacks\n{wanted}");
        }
    }
}

/// The source of a notebook's cells.
fn cells(notebook: &str) -> String {
    let notebook: serde_json::Value = serde_json::from_str(notebook).unwrap();
    let mut text = String::new();
    for cell in notebook["cells"].as_array().unwrap() {
        for line in cell["source"].as_array().unwrap() {
            text.push_str(line.as_str().unwrap());
        }
        text.push('\n');
    }
    text
}

/// What the two addresses name is there, under these titles.
#[test]
fn what_the_pages_show_exists() {
    let www = Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    for ((address, title), folder, ending) in [(SCENARIO, "scenarios", "scenario"), (LESSON, "lessons", "lesson")] {
        let query = Query::read(address.trim_start_matches("../?"));
        assert!(query.embed);
        let name = query.scenario.or(query.lesson).unwrap();
        let text = fs::read_to_string(www.join(format!("{folder}/{name}.{ending}.json"))).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(file["title"]["en"], title);
    }
}

/// The lesson that the README has its reader write.
#[test]
fn the_lesson_of_the_readme_is_one() {
    let readme = include_str!("../www/embed/README.md");
    let text = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let lesson = lessons::read(text, &|_| unreachable!("it brings its own scenario")).unwrap();
    assert_eq!(lesson.beats.len(), 3);
}
