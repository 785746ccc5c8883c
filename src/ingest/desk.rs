//! Whoever reads for the page: it is given files, asked, and told to go on, so that it can be stopped between two slices.

use serde::{Deserialize, Serialize};

use super::{Called, FilePlan, Format, Outcome, Plan, Present, Reading, Seen, Source, Survey, fits, look, survey};
use crate::scenario::Step;

/// What the reader is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// To look at a file again, in another format.
    Look { file: usize, format: Format, zone: i64 },
    /// To read all of it; what answers bears the number.
    Read { number: u32, plan: Plan },
    /// To read no further.
    Stop,
    /// For the steps that were read last.
    Take,
}

/// What it tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    Surveyed(Box<Survey>),
    /// The files have so many bytes, which is too many.
    TooLarge(usize),
    /// A file that could not be read, by its name.
    Unreadable(String),
    Looked {
        file: usize,
        seen: Box<Seen>,
        plan: FilePlan,
    },
    Progress {
        number: u32,
        percent: u8,
    },
    Read {
        number: u32,
        outcome: Box<Outcome>,
    },
    /// [`steps_to_bytes`](super::steps_to_bytes) of them.
    Steps(#[serde(skip)] Vec<u8>),
    /// Whoever read is gone.
    Lost,
}

#[derive(Default)]
pub struct Desk {
    sources: Vec<Source>,
    called: Called,
    reading: Option<(u32, Reading)>,
    steps: Vec<Step>,
}

impl Desk {
    /// Other files, in place of those before.
    pub fn give(&mut self, sources: Vec<Source>, present: &Present, zone: i64) -> Told {
        (self.reading, self.steps) = (None, Vec::new());
        let bytes = sources.iter().map(|source| source.bytes.len()).sum();
        if fits(bytes).is_err() {
            self.sources = Vec::new();
            return Told::TooLarge(bytes);
        }
        (self.sources, self.called) = (sources, present.called.clone());
        Told::Surveyed(Box::new(survey(&self.sources, present, zone)))
    }

    pub fn ask(&mut self, ask: Ask) -> Option<Told> {
        match ask {
            Ask::Look { file, format, zone } => {
                let (seen, plan) = look(self.sources.get(file)?, format, zone, &self.called);
                Some(Told::Looked { file, seen: Box::new(seen), plan })
            }
            Ask::Read { number, plan } => {
                self.steps = Vec::new();
                self.reading = Some((number, Reading::new(plan)));
                None
            }
            Ask::Stop => {
                self.reading = None;
                None
            }
            Ask::Take => Some(Told::Steps(super::steps_to_bytes(&self.steps))),
        }
    }

    pub fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    /// Reads `most` rows more at the most; what came of all of it, once it is read.
    pub fn go_on(&mut self, most: usize) -> Option<Told> {
        let (_, reading) = self.reading.as_mut()?;
        if !reading.go_on(&self.sources, most) {
            return None;
        }
        let (number, reading) = self.reading.take()?;
        let (outcome, steps) = reading.finish();
        self.steps = steps;
        Some(Told::Read { number, outcome: Box::new(outcome) })
    }

    /// How far it has come.
    pub fn progress(&self) -> Option<Told> {
        let (number, reading) = self.reading.as_ref()?;
        Some(Told::Progress { number: *number, percent: reading.progress(&self.sources) })
    }
}
