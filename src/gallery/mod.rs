//! The gallery: the index of the scenarios that are served with the page (`docs/format.md`).
//!
//! [`Shelf`] and [`Filter`] say what of it is shown, [`preview`] how a scenario looks in miniature.
//! [`read`] takes the index's text and gives an [`Index`] or every problem in it. What only the scenario files can tell
//! (whether there is such a step, such a row) is checked as far as the reader is given them.

mod filter;
mod preview;
mod read;

use std::rc::Rc;

pub use filter::{Filter, Shelf};
pub use preview::{RATIO, preview};
pub use read::read;
pub(crate) use read::{is_name, look, step};

use crate::{
    link::{Look as View, Pane},
    scenario::{Dialect, Scenario, Text, json::Node},
    sinks::Choice,
    workspace::Chosen,
};

/// What kind of file a text is, by the fields that only that kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Scenario,
    Lesson,
    /// The index of a gallery.
    Gallery,
    /// The list of lessons.
    Lessons,
}

impl FileKind {
    /// The kind of a file, or of one that a name tells; a scenario, where neither does.
    pub fn of(name: &str, text: &str) -> FileKind {
        let root = Node::root(text.strip_prefix('\u{feff}').unwrap_or(text)).ok();
        let members = root.and_then(|root| root.members()).unwrap_or_default();
        let has = |field: &str| members.iter().any(|member| member.key == field);
        match () {
            () if has("script") => FileKind::Scenario,
            () if has("beats") || name.ends_with(".lesson.json") => FileKind::Lesson,
            () if has("lessons") => FileKind::Lessons,
            () if has("scenarios") || has("topics") || name == "index.json" => FileKind::Gallery,
            () => FileKind::Scenario,
        }
    }
}

/// Finds a scenario of the gallery by its name.
pub type Lookup<'l> = dyn Fn(&str) -> Option<Rc<Scenario>> + 'l;

/// The gallery's index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The groups, in the order in which they are shown.
    pub topics: Vec<Topic>,
    /// What a reader may come with.
    pub questions: Vec<Topic>,
    /// In order within each topic.
    pub scenarios: Vec<Entry>,
}

/// A group of scenarios, or a question that some of them answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub id: String,
    pub title: Text,
    pub about: Option<Text>,
}

/// A scenario of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Of the file, without `.scenario.json`.
    pub name: String,
    /// Index of its topic.
    pub topic: usize,
    pub dialect: Dialect,
    /// Indexes of its questions.
    pub questions: Vec<usize>,
    /// The step at which it opens.
    pub step: usize,
    pub look: Look,
}

/// What to look at: what is selected, and where the eye goes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub chosen: Chosen,
    pub region: Option<Region>,
    /// How the events are drawn.
    pub view: Option<View>,
    /// The sink whose table is shown.
    pub sink: Option<Choice>,
}

/// A part of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    Sentence,
    Stage,
    State,
    /// What stands beside the states.
    Pane(Pane),
    Why,
    Charts,
    Code,
}
