//! Lessons: a scenario with beats (`docs/format.md`), and what a prediction is judged by.
//!
//! A lesson says where to stand and what to look at; what the engine does there it never says. The answer to "what comes
//! out next?" is taken from the recording: [`answer`].

mod answer;
mod course;
mod read;

use std::rc::Rc;

pub use answer::{Comes, Mark, Verdict, answer, candidates, judge};
pub use course::{Course, ways};
pub use read::{named, read, read_index, whole};

use crate::{
    gallery::Look,
    scenario::{Scenario, Text},
};

/// A lesson, with its scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub title: Text,
    pub description: Option<Text>,
    /// The lesson's own scenario, then those that beats change to.
    pub scenarios: Vec<Source>,
    /// At least one. After the last the reader is in the free workspace.
    pub beats: Vec<Beat>,
    /// What to try there.
    pub next: Option<Text>,
}

/// A scenario of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name in the gallery; `None` if it stands in the lesson itself.
    pub name: Option<String>,
    pub scenario: Rc<Scenario>,
}

/// A place to stand, and what is to be seen from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    pub caption: Text,
    /// Index of the scenario shown.
    pub scenario: usize,
    /// 0 is before everything.
    pub step: usize,
    pub look: Look,
    pub question: Option<Question>,
}

/// Something the reader is asked before it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What will the next step put out? `text`, if it is asked in words of its own.
    Predict { text: Option<Text> },
}
