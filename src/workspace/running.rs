//! Runs that take longer than a person should wait for. They are asked for, and come back in slices; until then what is known
//! already is shown: of an edited script the steps before the edit.
//!
//! Pure: whoever runs (a worker, or the page between its frames) takes each [`Ask`] and gives back the slices, each with the
//! generation of the order that it answers. What answers an older order is dropped.

use std::rc::Rc;

use super::Edit;
use crate::{
    replay::{Assembly, Changes, Inputs, Recording, Rows, Run},
    scenario::{Scenario, Setup},
};

/// A script of so many steps is run elsewhere. A shorter one is run at once, before its next picture: that takes less than a
/// frame.
pub const LONG: usize = 2_000;

/// What whoever runs is asked.
#[derive(Clone, Debug)]
pub enum Ask {
    Run(Order),
    /// Nobody waits for it any more.
    Stop,
}

/// A run that is asked for.
#[derive(Clone, Debug)]
pub struct Order {
    /// Counts up; slices tell which order they answer.
    pub generation: u32,
    /// To begin anew with; `None`: the inputs replace those of the order before, from their first step on.
    pub setup: Option<Setup>,
    /// So many steps are known here: the slices begin behind them.
    pub known: usize,
    pub inputs: Inputs,
}

/// Whoever runs: one run at a time, a slice at a time, so that a newer order is heard between them.
#[derive(Debug, Default)]
pub struct Runner {
    run: Option<Run>,
    generation: u32,
    /// There is something left to run.
    busy: bool,
}

impl Runner {
    pub fn ask(&mut self, ask: Ask) {
        let order = match ask {
            Ask::Run(order) => order,
            Ask::Stop => return self.busy = false,
        };
        let Order { generation, setup, known, inputs } = order;
        if let Some(setup) = setup {
            self.run = Some(Run::start(setup, Inputs::default()));
        }
        // The first order has a setup.
        let Some(run) = &mut self.run else { return };
        run.replace(inputs, known);
        (self.generation, self.busy) = (generation, true);
    }

    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Runs `steps` steps at most: the slice and the generation that it answers.
    pub fn slice(&mut self, steps: usize) -> Option<(u32, Vec<u8>)> {
        let run = self.run.as_mut().filter(|_| self.busy)?;
        let slice = run.slice(steps);
        self.busy = slice.done.is_none();
        Some((self.generation, slice.bytes))
    }
}

/// What a run is for.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// What is so.
    Settled,
    /// A drag that is still going on.
    Preview { edit: Edit, cursor: usize },
}

/// A run on its way.
#[derive(Clone, Debug)]
pub(super) struct Running {
    goal: Goal,
    assembly: Assembly,
    /// How many steps were known when it was asked for.
    known: usize,
    steps: usize,
}

/// Whatever runs elsewhere: one run at a time.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    pub(super) long: usize,
    generation: u32,
    running: Option<Running>,
    /// The script that whoever runs was given last.
    given: Option<Rc<Scenario>>,
    /// The generation that they were told to run, until told to stop.
    told: Option<u32>,
}

/// What came of beginning a run.
pub(super) struct Begun {
    /// All of it, or what is known so far.
    pub(super) recording: Rc<Recording>,
    pub(super) complete: bool,
}

impl Runs {
    /// Scripts of `long` steps are run elsewhere.
    pub(super) fn from(long: usize) -> Self {
        Runs { long, generation: 0, running: None, given: None, told: None }
    }

    /// Whether there is something to be told to whoever runs.
    pub(super) fn asks(&self) -> bool {
        self.told != self.running.as_ref().map(|_| self.generation)
    }

    /// What is to be told to whoever runs, once.
    pub(super) fn ask(&mut self) -> Option<Ask> {
        if !self.asks() {
            return None;
        }
        let Some(running) = &self.running else { return self.told.take().map(|_| Ask::Stop) };
        self.told = Some(self.generation);
        let (scenario, rows) = (running.assembly.scenario(), running.assembly.rows());
        let given = self.given.as_ref().filter(|given| given.setup() == scenario.setup());
        let from = given.map_or(0, |given| given.script.same_head(&scenario.script));
        let order = Order {
            generation: self.generation,
            setup: given.is_none().then(|| scenario.setup()),
            known: running.assembly.len(),
            inputs: Inputs::since(scenario, rows, from),
        };
        self.given = Some(Rc::clone(scenario));
        Some(Ask::Run(order))
    }

    /// How much of the steps to be run has come, in percent; `None` while nothing runs.
    pub(super) fn progress(&self) -> Option<u8> {
        let running = self.running.as_ref()?;
        let (done, all) = (running.assembly.len() - running.known, running.steps - running.known);
        Some((done * 100 / all.max(1)).min(100) as u8)
    }

    /// Whether what runs is for a drag.
    pub(super) fn previews(&self) -> bool {
        self.running.as_ref().is_some_and(|running| matches!(running.goal, Goal::Preview { .. }))
    }

    /// Ends what runs. What has come of it is of use to a script that begins alike.
    pub(super) fn stop(&mut self) -> Option<Recording> {
        let running = self.running.take()?;
        Some(running.assembly.end())
    }

    /// Records a scenario: at once if it is short or known, else as far as one of `others` goes, and the rest is asked for.
    pub(super) fn begin(&mut self, scenario: Rc<Scenario>, goal: Goal, others: &[&Rc<Recording>]) -> Begun {
        let complete = |recording| Begun { recording, complete: true };
        let stopped = self.stop().map(Rc::new);
        let others = || others.iter().copied().chain(&stopped);
        if let Some(same) = others().find(|other| is_complete(other) && **other.scenario() == *scenario) {
            return complete(Rc::clone(same));
        }
        if scenario.script.len() < self.long {
            return complete(Rc::new(Recording::new(scenario)));
        }
        let setup = scenario.setup();
        let known = |other: &&Rc<Recording>| match other.scenario().setup() == setup {
            true => other.scenario().script.same_head(&scenario.script).min(other.len()),
            false => 0,
        };
        let nearest = others().map(|other| (known(&other), other)).max_by_key(|(known, _)| *known);
        let (known, before) = nearest.map_or((0, None), |(known, other)| (known, Some((&**other, known))));
        let rows = Rc::new(match before {
            Some((before, _)) => Rows::after_edit(&scenario, before.scenario(), before.rows()),
            None => Rows::new(&scenario),
        });
        let assembly = Assembly::new(Rc::clone(&scenario), rows, before);
        let part = Rc::new(assembly.known());
        if part.outcome().is_err() || known == scenario.script.len() {
            return complete(part);
        }
        self.generation = self.generation.wrapping_add(1);
        self.running = Some(Running { goal, assembly, known, steps: scenario.script.len() });
        Begun { recording: part, complete: false }
    }

    /// A slice of the order of this generation has come; the recording, if it was the last.
    pub(super) fn heard(&mut self, generation: u32, slice: &[u8]) -> Option<(Recording, Goal)> {
        if generation != self.generation {
            return None;
        }
        let running = self.running.as_mut()?;
        let right = running.assembly.append(slice).is_ok();
        if right && !running.assembly.is_done() {
            return None;
        }
        let Running { assembly, goal, .. } = self.running.take()?;
        if right {
            return Some((assembly.end(), goal));
        }
        // No run tells such. Whatever it was, the recording must be right.
        self.given = None;
        Some((Recording::new(Rc::clone(assembly.scenario())), goal))
    }

    /// Another runs from now on, who knows nothing yet: what was asked for is asked for again.
    pub(super) fn again(&mut self) {
        (self.given, self.told) = (None, None);
        self.generation = self.generation.wrapping_add(1);
    }
}

/// The steps that came out otherwise through an edit, as far as they are found.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    found: Rc<[usize]>,
    /// Of long scripts they are looked for little by little.
    looking: Option<Changes>,
}

impl Changed {
    /// What differs between two recordings.
    pub(super) fn between(before: &Rc<Recording>, after: &Rc<Recording>, long: usize) -> Self {
        let mut changed = Changed { found: Rc::default(), looking: Some(Changes::new(before, after)) };
        if after.scenario().script.len() < long {
            changed.go_on(usize::MAX);
        }
        changed
    }

    pub(super) fn found(&self) -> &Rc<[usize]> {
        &self.found
    }

    pub(super) fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    /// Looks at so many steps more; whether those were the last.
    pub(super) fn go_on(&mut self, steps: usize) -> bool {
        let done = self.looking.as_mut().is_some_and(|changes| changes.go_on(steps));
        if done && let Some(changes) = self.looking.take() {
            self.found = changes.found().into();
        }
        done
    }
}

/// Whether a recording goes as far as its engine does.
fn is_complete(recording: &Recording) -> bool {
    recording.outcome().is_err() || recording.len() == recording.scenario().script.len()
}
