//! A run, in slices: the engine's side of a recording. It needs no scenario, only the engine's [`Inputs`], so it can be done
//! in a worker; the slices' bytes make the recording on the other side ([`Assembly`](super::Assembly)).

use std::rc::Rc;

use super::{
    Recording, Rows, Stopped,
    pack::{Base, Pack, Reader, Writer, pack_refusal, unpack_refusal},
};
use crate::{
    engine::{Effect, Engine, Input, Plan, Refusal, Sink, since_checkpoint},
    scenario::{MAX_STEPS, Scenario, Setup},
};

/// What the engine is given in the steps from one on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Index of the first of the steps.
    first: usize,
    steps: Vec<Input>,
}

impl Inputs {
    /// All steps of a scenario.
    pub fn of(scenario: &Scenario, rows: &Rows) -> Self {
        Self::since(scenario, rows, 0)
    }

    /// The steps of a scenario from the one of this index on.
    pub fn since(scenario: &Scenario, rows: &Rows, from: usize) -> Self {
        let steps = scenario.script.iter().enumerate().skip(from);
        Inputs { first: from, steps: steps.map(|(index, step)| rows.input(index, step)).collect() }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// For [`Inputs::from_bytes`], in a worker.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.number(self.first as u64);
        for input in &self.steps {
            input.pack(&mut to);
        }
        to.bytes
    }

    /// `None` for bytes that are not [`Inputs::to_bytes`]'.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader::new(bytes, Base::default(), u32::MAX);
        let first = from.size().filter(|first| *first <= MAX_STEPS)?;
        let mut inputs = Vec::new();
        while !from.is_empty() {
            inputs.push(Input::unpack(&mut from)?);
        }
        // Rows and keys are numbered in order of their appearance, and engines make room for all up to the largest.
        let counted = inputs.iter().enumerate().all(|(index, input)| match input {
            Input::Push(arrival) => arrival.row.0.max(arrival.key.0) as usize <= first + index + 1,
            _ => true,
        });
        counted.then_some(Inputs { first, steps: inputs })
    }
}

/// A setup as bytes, for [`setup_from_bytes`] in a worker.
pub fn setup_to_bytes(setup: &Setup) -> Vec<u8> {
    let mut to = Writer::default();
    setup.pack(&mut to);
    to.bytes
}

/// `None` for bytes that are not [`setup_to_bytes`]'.
pub fn setup_from_bytes(bytes: &[u8]) -> Option<Setup> {
    let mut from = Reader::new(bytes, Base::default(), 0);
    Setup::unpack(&mut from).filter(|_| from.is_empty())
}

/// A part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// For [`Assembly::append`](super::Assembly::append). They tell all that is here, too.
    pub bytes: Vec<u8>,
    /// Index of the first step in it.
    pub first_step: usize,
    /// How many steps are in it; none while the run is on its way back to the step that was edited.
    pub steps: usize,
    /// How the run ended, once it has: what the engine ran, or why and where it refused.
    pub done: Option<Result<Plan, Stopped>>,
}

/// How a run ended, as a slice's bytes tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    NotYet,
    Done,
    RefusedSetup,
    RefusedStep(Refusal),
}

/// A run that goes on slice by slice, and can go back to where its script was edited.
#[derive(Clone, Debug)]
pub struct Run {
    setup: Setup,
    inputs: Inputs,
    /// The engine, or why it refused the setup.
    now: Result<Moment, Refusal>,
    /// The engine after some of the steps, in their order.
    kept: Vec<Moment>,
    /// So many steps are known elsewhere. Those of them that must run again are not told again.
    told: usize,
}

/// An engine on its way.
#[derive(Clone, Debug)]
struct Moment {
    /// How many steps have run.
    step: usize,
    engine: Engine,
    /// How many effects they had, and how many bytes those take.
    effects: usize,
    bytes: usize,
}

impl Run {
    /// An engine is kept after some of every so many steps.
    const STRIDE: usize = 256;
    /// Together they take at most so many bytes a step and half of what the effects take.
    const ENGINES: usize = 32;

    pub fn start(setup: Setup, inputs: Inputs) -> Self {
        Run { now: Moment::start(&setup), setup, inputs, kept: Vec::new(), told: 0 }
    }

    /// How many steps there are to run in all.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Other inputs from a step on. The next slices begin with the step of index `known`: those before it
    /// are known to whoever asks, from a recording of a script that begins alike. The run goes back to the nearest engine that
    /// it has kept.
    pub fn replace(&mut self, inputs: Inputs, known: usize) {
        let from = inputs.first;
        self.inputs.steps.truncate(from);
        self.inputs.steps.extend(inputs.steps);
        self.told = known;
        self.kept.retain(|kept| kept.step <= from);
        let most = from.min(known);
        if self.now.as_ref().is_ok_and(|now| now.step > most) {
            let kept = self.kept.iter().rev().find(|kept| kept.step <= most);
            self.now = match kept {
                Some(kept) => Ok(kept.clone()),
                None => Moment::start(&self.setup),
            };
        }
    }

    /// Runs `max_steps` steps at most, and tells what they did.
    pub fn slice(&mut self, max_steps: usize) -> Slice {
        let (mut steps, mut body) = (0, Writer::default());
        let (first_step, end) = match &mut self.now {
            Err(_) => (0, End::RefusedSetup),
            Ok(now) => {
                let first_step = self.told.max(now.step);
                let mut end = End::NotYet;
                let mut did = Did::default();
                let all = &self.inputs.steps;
                for (index, input) in all.iter().enumerate().skip(now.step).take(max_steps) {
                    if let Err(refusal) = now.apply(*input, &all[..index], &mut did) {
                        end = End::RefusedStep(refusal);
                        break;
                    }
                    if now.step > self.told {
                        steps += 1;
                        body.number(did.to.bytes.len() as u64);
                        body.bytes.extend_from_slice(&did.to.bytes);
                    }
                    now.keep(&mut self.kept);
                }
                if now.step == self.inputs.steps.len() {
                    end = End::Done;
                }
                (first_step, end)
            }
        };
        let mut to = Writer::default();
        to.number(first_step as u64);
        to.number(steps as u64);
        end.pack(&mut to);
        to.bytes.append(&mut body.bytes);
        Slice { bytes: to.bytes, first_step, steps, done: end.outcome(&self.setup, first_step + steps) }
    }

    /// The engines that were kept, each with the number of steps before it.
    pub(super) fn into_engines(self) -> Rc<[(usize, Rc<Engine>)]> {
        self.kept.into_iter().map(|kept| (kept.step, Rc::new(kept.engine))).collect()
    }
}

impl Moment {
    fn start(setup: &Setup) -> Result<Self, Refusal> {
        Engine::new(setup).map(|engine| Moment { step: 0, engine, effects: 0, bytes: 0 })
    }

    /// Runs the step behind `before`; what it did is in `did` then.
    fn apply(&mut self, input: Input, before: &[Input], did: &mut Did) -> Result<(), Refusal> {
        did.begin(&input, Recording::MAX_EFFECTS - self.effects);
        match input {
            Input::Crash => self.engine.crash(since_checkpoint(before), did)?,
            _ => self.engine.apply(input, did)?,
        }
        if did.effects > did.room {
            return Err(Refusal::TooMuch { effects: Recording::MAX_EFFECTS });
        }
        self.step += 1;
        self.effects += did.effects;
        self.bytes += did.to.bytes.len();
        Ok(())
    }

    /// Keeps the engine if it is time to.
    fn keep(&self, kept: &mut Vec<Moment>) {
        let (step, bytes) = kept.last().map_or((0, 0), |last| (last.step, last.bytes));
        // One that went back may pass where it was kept already.
        if self.step <= step || !self.step.is_multiple_of(Run::STRIDE) {
            return;
        }
        if self.engine.bytes() <= (self.step - step) * Run::ENGINES + (self.bytes - bytes) / 2 {
            kept.push(self.clone());
        }
    }
}

/// What a step did, packed. It still runs to its end when there is no more room, but nothing more of it is kept.
#[derive(Debug, Default)]
pub(super) struct Did {
    to: Writer,
    effects: usize,
    room: usize,
}

impl Did {
    /// Nothing yet of a step with this input, and so much room.
    fn begin(&mut self, input: &Input, room: usize) {
        self.to.bytes.clear();
        self.to.base = Base::of_input(input);
        (self.effects, self.room) = (0, room);
    }

    /// What one step does to an engine, as bytes; `None` if that refuses, or needs the steps before it.
    pub fn one(input: Input, engine: &mut Engine) -> Option<Vec<u8>> {
        let mut did = Did::default();
        did.begin(&input, Recording::MAX_EFFECTS);
        if input == Input::Crash {
            return None;
        }
        engine.apply(input, &mut did).ok()?;
        (did.effects <= did.room).then_some(did.to.bytes)
    }
}

impl Sink for Did {
    #[inline]
    fn effect(&mut self, effect: Effect) {
        self.effects += 1;
        if self.effects <= self.room {
            effect.pack(&mut self.to);
        }
    }
}

impl End {
    fn pack(self, to: &mut Writer) {
        match self {
            End::NotYet => to.byte(0),
            End::Done => to.byte(1),
            End::RefusedSetup => to.byte(2),
            End::RefusedStep(refusal) => {
                to.byte(3);
                pack_refusal(&refusal, to);
            }
        }
    }

    pub fn unpack(from: &mut Reader) -> Option<Self> {
        Some(match from.byte()? {
            0 => End::NotYet,
            1 => End::Done,
            2 => End::RefusedSetup,
            3 => End::RefusedStep(unpack_refusal(from)?),
            _ => return None,
        })
    }

    /// What a recording says of it, `step` being how many steps ran.
    pub fn outcome(self, setup: &Setup, step: usize) -> Option<Result<Plan, Stopped>> {
        let setup = Engine::new(setup).map(|engine| engine.plan()).map_err(|refusal| Stopped { refusal, step: None });
        match self {
            End::NotYet => None,
            End::Done | End::RefusedSetup => Some(setup),
            End::RefusedStep(refusal) => Some(Err(Stopped { refusal, step: Some(step) })),
        }
    }
}
