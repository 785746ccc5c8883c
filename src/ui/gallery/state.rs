//! What the app knows of the gallery: the index and the files as they come, and what is looked for.

use std::rc::Rc;

use yew::Callback;

use crate::{
    gallery::{self, Filter, Shelf},
    scenario::{self, Scenario},
    ui::app::served,
};

/// What the page asks for, or what came of it.
#[derive(Clone, Debug)]
pub enum Ask {
    Fetch,
    /// The index's text; `None` where it could not be had.
    Index(Option<String>),
    /// Scenarios, each with its place in the index.
    Files(Vec<(usize, Rc<Scenario>)>),
    Filter(Filter),
    /// The search, from wherever one is.
    Search,
    /// Open the scenario of this place.
    Open(usize),
}

/// How many files are fetched at a time.
const AT_ONCE: usize = 6;
/// How many are shown at a time, as they come.
const TOGETHER: usize = 8;

#[derive(Default)]
pub struct Gallery {
    asked: bool,
    pub missing: bool,
    pub shelf: Option<Rc<Shelf>>,
    pub filter: Filter,
    pub searched: u32,
}

impl Gallery {
    /// The index, when the page is opened for the first time, or after it could not be had.
    pub fn fetch(&mut self, tell: Callback<Ask>) {
        if std::mem::replace(&mut self.asked, true) {
            return;
        }
        wasm_bindgen_futures::spawn_local(
            async move { tell.emit(Ask::Index(served("scenarios/index.json").await.ok())) },
        );
    }

    /// The index came; its files follow.
    pub fn index(&mut self, text: Option<&str>, tell: &Callback<Ask>) {
        let Some(index) = text.and_then(|text| gallery::read(text, None).ok()) else {
            (self.asked, self.missing) = (false, true);
            return;
        };
        self.missing = false;
        let names: Rc<[String]> = index.scenarios.iter().map(|entry| entry.name.clone()).collect();
        self.shelf = Some(Rc::new(Shelf::new(index)));
        for first in 0..AT_ONCE {
            let (names, tell) = (Rc::clone(&names), tell.clone());
            wasm_bindgen_futures::spawn_local(async move {
                let mut come = Vec::new();
                for (at, name) in names.iter().enumerate().skip(first).step_by(AT_ONCE) {
                    let text = served(&format!("scenarios/{name}.scenario.json")).await;
                    // A file that cannot be had or read is a card without a picture; the others are there all the same.
                    if let Some(scenario) = text.ok().and_then(|text| scenario::read(&text).ok()) {
                        come.push((at, Rc::new(scenario)));
                    }
                    if come.len() == TOGETHER {
                        tell.emit(Ask::Files(std::mem::take(&mut come)));
                    }
                }
                tell.emit(Ask::Files(come));
            });
        }
    }

    pub fn files(&mut self, files: Vec<(usize, Rc<Scenario>)>) {
        if let Some(shelf) = &mut self.shelf {
            let shelf = Rc::make_mut(shelf);
            for (at, scenario) in files {
                shelf.put(at, scenario);
            }
        }
    }
}
