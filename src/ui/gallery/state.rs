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
    /// The index and every scenario.
    Fetch,
    /// The index and the scenarios to start from.
    FetchFirst,
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

/// What an empty workspace offers to start from: a NULL row that waits, a stream that holds both back, windows that overlap.
pub const FIRST: [&str; 3] = ["orders-shipments", "one-side-idle", "same-pair-twice"];

#[derive(Default)]
pub struct Gallery {
    asked: bool,
    /// All scenarios are wanted, not only the first.
    all: bool,
    /// They have been asked for.
    all_asked: bool,
    pub missing: bool,
    pub shelf: Option<Rc<Shelf>>,
    pub filter: Filter,
    pub searched: u32,
}

impl Gallery {
    /// The index and every scenario, when the page is opened for the first time, or after it could not be had.
    pub fn fetch(&mut self, tell: Callback<Ask>) {
        self.all = true;
        self.fetch_files(&tell);
        self.fetch_first(tell);
    }

    /// The index and the scenarios to start from.
    pub fn fetch_first(&mut self, tell: Callback<Ask>) {
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
        self.shelf = Some(Rc::new(Shelf::new(index)));
        self.fetch_files(tell);
    }

    /// The files that are wanted and not there.
    fn fetch_files(&mut self, tell: &Callback<Ask>) {
        let Some(shelf) = self.shelf.as_ref().filter(|_| !self.all_asked) else { return };
        self.all_asked = self.all;
        let missing = shelf.index.scenarios.iter().enumerate().filter(|(at, _)| shelf.scenarios[*at].is_none());
        let wanted = missing.filter(|(_, entry)| self.all || FIRST.contains(&entry.name.as_str()));
        let names: Rc<[(usize, String)]> = wanted.map(|(at, entry)| (at, entry.name.clone())).collect();
        for first in 0..AT_ONCE {
            let (names, tell) = (Rc::clone(&names), tell.clone());
            wasm_bindgen_futures::spawn_local(async move {
                let mut come = Vec::new();
                for (at, name) in names.iter().skip(first).step_by(AT_ONCE) {
                    let text = served(&format!("scenarios/{name}.scenario.json")).await;
                    // A file that cannot be had or read is a card without a picture; the others are there all the same.
                    if let Some(scenario) = text.ok().and_then(|text| scenario::read(&text).ok()) {
                        come.push((*at, Rc::new(scenario)));
                    }
                    if come.len() == TOGETHER {
                        tell.emit(Ask::Files(std::mem::take(&mut come)));
                    }
                }
                if !come.is_empty() {
                    tell.emit(Ask::Files(come));
                }
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
