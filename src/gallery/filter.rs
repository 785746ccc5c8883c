//! What of the gallery is shown: by topic, engine and question, and by words.

use std::rc::Rc;

use super::{Entry, Index};
use crate::scenario::{Dialect, Scenario};

/// What a reader looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub topic: Option<usize>,
    pub dialect: Option<Dialect>,
    pub question: Option<usize>,
    /// Each of them must be in a scenario's texts, in either language.
    pub words: String,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Filter { words: self.words.clone(), ..Filter::default() } && self.words.trim().is_empty()
    }
}

/// The gallery as far as it has come.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub index: Rc<Index>,
    /// In the index's order; `None` until a file is there, or where it could not be read.
    pub scenarios: Vec<Option<Rc<Scenario>>>,
    /// What the words are looked for in, small letters.
    texts: Vec<String>,
}

impl Shelf {
    pub fn new(index: Index) -> Self {
        let texts = index.scenarios.iter().map(|entry| entry.name.replace('-', " ")).collect();
        Shelf { scenarios: vec![None; index.scenarios.len()], texts, index: Rc::new(index) }
    }

    /// A file has come.
    pub fn put(&mut self, at: usize, scenario: Rc<Scenario>) {
        if at >= self.scenarios.len() {
            return;
        }
        let texts = [Some(&scenario.title), scenario.question.as_ref(), scenario.description.as_ref()];
        let streams = [&scenario.streams.left, &scenario.streams.right];
        let labels = streams.into_iter().filter_map(|stream| stream.label.as_ref());
        for text in texts.into_iter().flatten().chain(labels) {
            for lang in [crate::scenario::Lang::En, crate::scenario::Lang::Zh] {
                self.texts[at].push('\n');
                self.texts[at].push_str(&text.get(lang).to_lowercase());
            }
        }
        self.texts[at].push_str(&format!("\n{} {}", scenario.join.ty.word(), scenario.join.kind.word()));
        self.scenarios[at] = Some(scenario);
    }

    fn fits(&self, at: usize, filter: &Filter) -> bool {
        let entry = &self.index.scenarios[at];
        filter.topic.is_none_or(|topic| entry.topic == topic)
            && filter.dialect.is_none_or(|dialect| entry.dialect == dialect)
            && filter.question.is_none_or(|question| entry.questions.contains(&question))
            && filter.words.to_lowercase().split_whitespace().all(|word| self.texts[at].contains(word))
    }

    /// The scenarios that fit, by topic: each topic that has some, with their places in the index.
    pub fn shown(&self, filter: &Filter) -> Vec<(usize, Vec<usize>)> {
        let of = |topic: usize| {
            let places = 0..self.index.scenarios.len();
            places.filter(|at| self.index.scenarios[*at].topic == topic && self.fits(*at, filter)).collect()
        };
        let topics = (0..self.index.topics.len()).map(|topic| (topic, of(topic)));
        topics.filter(|(_, places): &(usize, Vec<usize>)| !places.is_empty()).collect()
    }

    /// How many scenarios fit a filter.
    pub fn count(&self, filter: &Filter) -> usize {
        (0..self.index.scenarios.len()).filter(|at| self.fits(*at, filter)).count()
    }

    pub fn entry(&self, at: usize) -> Option<&Entry> {
        self.index.scenarios.get(at)
    }
}
