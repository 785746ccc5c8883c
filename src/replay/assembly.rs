//! A recording put together from a run's slices, behind what an edit left as it was of the one before.

use std::rc::Rc;

use super::{
    Reach, Recording, Rows, StepEnd, View,
    pack::{Base, Pack, Reader},
    rows::number,
    run::End,
};
use crate::{
    engine::{Effect, Engine},
    scenario::Scenario,
};

/// Bytes that are not the next slice of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNext;

/// A recording on its way.
#[derive(Clone, Debug)]
pub struct Assembly {
    recording: Recording,
    /// The state behind the last step.
    view: View,
    kept: (usize, usize),
    end: Option<End>,
}

impl Assembly {
    /// Nothing yet, or the first `known` steps of a recording of a script that begins with the same steps under the same
    /// setup.
    pub fn new(scenario: Rc<Scenario>, rows: Rc<Rows>, before: Option<(&Recording, usize)>) -> Self {
        let engine = Engine::new(&scenario.setup());
        let recording = Recording {
            outcome: engine
                .as_ref()
                .map(Engine::plan)
                .map_err(|refusal| super::Stopped { refusal: *refusal, step: None }),
            effects: Vec::new(),
            steps: Vec::with_capacity(scenario.script.len()),
            checkpoints: Vec::new(),
            span: Reach::default(),
            holds_back: engine.ok().and_then(|engine| engine.holds_back()),
            again: Default::default(),
            found: Default::default(),
            scenario,
            rows,
        };
        let view = View::start(recording.rows.len());
        let mut assembly = Assembly { recording, view, kept: (0, 0), end: None };
        if let Some((before, known)) = before {
            for step in 1..=known.min(before.len()) {
                assembly.add(before.effects(step));
            }
        }
        assembly
    }

    /// How many steps are there.
    pub fn len(&self) -> usize {
        self.recording.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts the next slice to what is there. Bytes that are not it are refused; what is there is of no use then.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), NotNext> {
        self.read(bytes).ok_or(NotNext)
    }

    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        let mut from = Reader::new(bytes, Base::default(), 0);
        let (first, steps) = (from.size()?, from.size()?);
        let end = End::unpack(&mut from)?;
        let fits = steps == 0 || first == self.len() && steps <= self.recording.scenario.script.len() - first;
        if self.end.is_some() || !fits {
            return None;
        }
        let scenario = Rc::clone(&self.recording.scenario);
        let rows = number(self.recording.rows.len());
        let mut effects = Vec::new();
        for index in first..first + steps {
            let length = from.size()?;
            let row = self.recording.rows.of_step(index);
            let mut one = Reader::new(from.take(length)?, Base::of(&scenario.script[index], row), rows);
            effects.clear();
            while !one.is_empty() {
                effects.push(Effect::unpack(&mut one)?);
            }
            self.add(&effects);
        }
        self.end = Some(end).filter(|end| *end != End::NotYet);
        from.is_empty().then_some(())
    }

    fn add(&mut self, effects: &[Effect]) {
        let index = self.recording.len();
        let recording = &mut self.recording;
        let since = (recording.effects.len() - self.kept.1) * size_of::<Effect>();
        if index - self.kept.0 >= Recording::STRIDE && since >= 2 * self.view.bytes() {
            self.kept = (index, recording.effects.len());
            recording.checkpoints.push(self.view.clone());
        }
        recording.effects.extend_from_slice(effects);
        self.view.apply(&recording.rows, recording.rows.of_step(index), effects);
        recording.span.add(&recording.rows, effects);
        let effects = u32::try_from(recording.effects.len()).unwrap_or(u32::MAX);
        recording.steps.push(StepEnd { effects });
    }

    /// The recording; `None` while slices are missing.
    pub fn finish(self) -> Option<Recording> {
        self.end.is_some().then(|| self.end())
    }

    /// The recording, as far as it has come.
    pub(super) fn end(self) -> Recording {
        let outcome = self.end.and_then(|end| end.outcome(&self.recording.scenario.setup(), self.len()));
        match outcome {
            Some(outcome) => Recording { outcome, ..self.recording },
            None => self.recording,
        }
    }
}
