//! A recording put together from a run's slices, behind what an edit left as it was of the one before.

use std::rc::Rc;

use super::{
    Effects, Fold, Reach, Recording, Rows, Stopped,
    history::Historian,
    log::Log,
    pack::{Base, Reader},
    rows::number,
    run::{Did, End},
};
use crate::{engine::Engine, scenario::Scenario};

/// Bytes that are not the next slice of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNext;

/// A recording on its way.
#[derive(Clone, Debug)]
pub struct Assembly {
    recording: Recording,
    historian: Historian,
    /// The state behind the last step.
    fold: Fold,
    /// How many bytes the effects have taken since the last checkpoint.
    since: usize,
    end: Option<End>,
}

impl Assembly {
    /// Nothing yet, or the first `known` steps of a recording of a script that begins with the same steps under the same
    /// setup. It costs a copy of what is short in them, and shares the effects.
    pub fn new(scenario: Rc<Scenario>, rows: Rc<Rows>, before: Option<(&Recording, usize)>) -> Self {
        let engine = Engine::new(&scenario.setup());
        let mut recording = Recording {
            outcome: engine.as_ref().map(Engine::plan).map_err(|refusal| Stopped { refusal: *refusal, step: None }),
            log: Log::default(),
            history: Rc::default(),
            checkpoints: Vec::new(),
            span: Reach::default(),
            holds_back: engine.ok().and_then(|engine| engine.holds_back()),
            engines: Rc::default(),
            again: Default::default(),
            found: Default::default(),
            scenario,
            rows,
        };
        let before = before.map(|(before, known)| (before, known.min(before.len())));
        let mut fold = Fold::start();
        if let Some((before, known)) = before {
            fold = before.view(known).into_fold();
            recording.log = before.log.head(known);
            let checkpoints = before.checkpoints.partition_point(|fold| fold.step <= known);
            recording.checkpoints = before.checkpoints[..checkpoints].to_vec();
            // What is asked at the step that was edited need not run all before it again. Where nothing is the same, it may have been
            // another join's engine.
            recording.engines = before.engine_near(known).filter(|_| known > 0).into_iter().collect();
        }
        let saved = fold.before.as_ref().map(|saved| saved.step);
        let before = before.map(|(before, known)| (&*before.history, known));
        let historian = Historian::new(&recording.rows, before, saved);
        recording.history = Rc::clone(historian.known());
        recording.span = fold.reach;
        Assembly { recording, historian, fold, since: 0, end: None }
    }

    /// The recording as far as it was known before the first slice.
    pub fn known(&self) -> Recording {
        self.recording.clone()
    }

    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.recording.scenario
    }

    pub fn rows(&self) -> &Rc<Rows> {
        &self.recording.rows
    }

    /// Whether the last slice is there.
    pub fn is_done(&self) -> bool {
        self.end.is_some()
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
        for _ in 0..steps {
            let length = from.size()?;
            self.step(from.take(length)?)?;
        }
        self.end = Some(end).filter(|end| *end != End::NotYet);
        from.is_empty().then_some(())
    }

    /// The next step.
    fn step(&mut self, bytes: &[u8]) -> Option<()> {
        let Recording { scenario, rows, log, checkpoints, .. } = &mut self.recording;
        let last = checkpoints.last().map_or(0, |fold| fold.step);
        if self.fold.step >= last + Recording::STRIDE && self.since >= 2 * self.fold.bytes() {
            checkpoints.push(Rc::new(self.fold.clone()));
            self.since = 0;
        }
        let pushed = rows.of_step(self.fold.step);
        let base = Base::of(scenario.script.get(self.fold.step)?, pushed);
        let mut effects = Effects::new(bytes, base, number(rows.len()));
        self.historian.step(rows, pushed, &mut effects, &mut self.fold);
        log.push(bytes);
        self.since += bytes.len();
        effects.is_done().then_some(())
    }

    /// Runs the next step here. `None` if the engine refuses it, or has to be told of steps before it; what is there is of no
    /// use then.
    pub(super) fn run(&mut self, engine: &mut Engine) -> Option<()> {
        let index = self.len();
        let input = self.recording.rows.input(index, self.recording.scenario.script.get(index)?);
        self.step(&Did::one(input, engine)?)
    }

    /// The recording; `None` while slices are missing.
    pub fn finish(self) -> Option<Recording> {
        self.end.is_some().then(|| self.end())
    }

    /// The recording, as far as it has come.
    pub fn end(self) -> Recording {
        let Assembly { recording, historian, fold, end, .. } = self;
        let outcome = end.and_then(|end| end.outcome(&recording.scenario.setup(), recording.len()));
        Recording {
            outcome: outcome.unwrap_or(recording.outcome),
            history: historian.finish(),
            span: fold.reach,
            ..recording
        }
    }
}
