//! Where long scripts are run: in a worker of the same wasm, which the page starts from the module that it is itself. Where
//! no worker can be had the page runs them, a little between its frames. Both do the same [`Runner`]'s slices.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Url, Worker};

use super::file::blob;
use crate::{
    replay::{Inputs, setup_from_bytes, setup_to_bytes},
    workspace::{Ask, Order, Runner},
};

#[wasm_bindgen]
extern "C" {
    /// The address of the module that started this wasm.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// The worker's own script. It says nothing until it can run, and then `true`; `false` if it never will. It is no module: in a
/// sandboxed frame Chromium starts none from a blob.
const SCRIPT: &str = "onmessage = async ({ data: [glue, module] }) => {
  onmessage = null;
  try {
    const { default: init, joinscope_run } = await import(glue);
    await init({ module_or_path: module });
    joinscope_run();
    postMessage(true);
  } catch {
    postMessage(false);
  }
};";
/// How long a worker may take to start, ms.
const START: u32 = 2_000;
/// How long a slice should take, ms: what the page does with it takes about as long.
const SLICE: f64 = 4.0;
/// How long whoever runs goes on before hearing whether there is a newer order, ms.
const TURN: f64 = 8.0;

/// What is heard from whoever runs.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A slice, and the generation of the order that it answers.
    Slice(u32, Vec<u8>),
    /// The worker is gone, and what it knew.
    Lost,
}

type Ear = Rc<dyn Fn(Heard)>;

/// Whoever runs for the page.
pub struct Hands {
    ear: Ear,
    place: Rc<RefCell<Place>>,
}

enum Place {
    /// Nothing was asked yet.
    Nowhere,
    Starting {
        worker: Worker,
        /// What it is asked once it has.
        asks: Vec<Ask>,
        _give_up: Timeout,
    },
    Worker(Worker),
    Here(Rc<RefCell<Turns>>),
}

impl Hands {
    pub fn new(ear: impl Fn(Heard) + 'static) -> Self {
        Hands { ear: Rc::new(ear), place: Rc::new(RefCell::new(Place::Nowhere)) }
    }

    pub fn ask(&self, ask: Ask) {
        let mut place = self.place.borrow_mut();
        match &mut *place {
            Place::Nowhere => {
                *place = match self.start() {
                    Some(worker) => {
                        let (place, ear) = (Rc::clone(&self.place), Rc::clone(&self.ear));
                        Place::Starting {
                            worker,
                            asks: vec![ask],
                            _give_up: Timeout::new(START, move || fail(&place, &ear)),
                        }
                    }
                    None => here(&self.ear, vec![ask]),
                }
            }
            Place::Starting { asks, .. } => asks.push(ask),
            Place::Worker(worker) => post(worker, ask),
            Place::Here(turns) => Turns::ask(turns, ask),
        }
    }

    fn start(&self) -> Option<Worker> {
        let (place, ear) = (Rc::clone(&self.place), Rc::clone(&self.ear));
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match event.data().as_bool() {
            Some(true) => started(&place),
            Some(false) => fail(&place, &ear),
            None => {
                let said: Array = event.data().unchecked_into();
                let (generation, slice) = (said.get(0).as_f64(), said.get(1).dyn_into::<Uint8Array>());
                if let (Some(generation), Ok(slice)) = (generation, slice) {
                    ear(Heard::Slice(generation as u32, slice.to_vec()));
                }
            }
        });
        let (place, ear) = (Rc::clone(&self.place), Rc::clone(&self.ear));
        let broken = Closure::<dyn FnMut(JsValue)>::new(move |_| fail(&place, &ear));
        let worker = spawn(SCRIPT, hear.as_ref().unchecked_ref(), broken.as_ref().unchecked_ref());
        // The worker is the page's as long as this is.
        hear.forget();
        broken.forget();
        worker
    }
}

/// A worker of this wasm that runs a script, which is told by its first message where its module is.
pub(super) fn spawn(script: &str, hear: &Function, broken: &Function) -> Option<Worker> {
    let glue = GLUE.with(Clone::clone);
    let url = Url::create_object_url_with_blob(&blob("text/javascript", script.as_bytes())?).ok()?;
    let worker = Worker::new(&url);
    let _ = Url::revoke_object_url(&url);
    let worker = worker.ok()?;
    worker.set_onmessage(Some(hear));
    worker.set_onerror(Some(broken));
    let said = Array::of2(&glue.into(), &wasm_bindgen::module());
    worker.post_message(&said).ok().map(|()| worker)
}

impl Drop for Hands {
    fn drop(&mut self) {
        if let Place::Starting { worker, .. } | Place::Worker(worker) = &*self.place.borrow() {
            worker.terminate();
        }
    }
}

fn started(place: &RefCell<Place>) {
    let mut place = place.borrow_mut();
    if let Place::Starting { worker, asks, .. } = std::mem::replace(&mut *place, Place::Nowhere) {
        asks.into_iter().for_each(|ask| post(&worker, ask));
        *place = Place::Worker(worker);
    }
}

/// There is no worker, or no longer: the page runs from now on.
fn fail(place: &RefCell<Place>, ear: &Ear) {
    let mut now = place.borrow_mut();
    match std::mem::replace(&mut *now, Place::Nowhere) {
        Place::Starting { worker, asks, .. } => {
            worker.terminate();
            *now = here(ear, asks);
        }
        Place::Worker(worker) => {
            worker.terminate();
            *now = here(ear, Vec::new());
            ear(Heard::Lost);
        }
        other => *now = other,
    }
}

fn here(ear: &Ear, asks: Vec<Ask>) -> Place {
    let ear = Rc::clone(ear);
    let tell = move |generation, slice| ear(Heard::Slice(generation, slice));
    let turns = Turns::new(tell);
    asks.into_iter().for_each(|ask| Turns::ask(&turns, ask));
    Place::Here(turns)
}

// ---- what is said between the page and its worker

fn post(worker: &Worker, ask: Ask) {
    let moved = Array::new();
    let said = match ask {
        Ask::Stop => JsValue::NULL,
        Ask::Run(Order { generation, setup, known, inputs }) => {
            let setup = setup.map_or(JsValue::NULL, |setup| Uint8Array::from(&*setup_to_bytes(&setup)).into());
            let inputs = Uint8Array::from(&*inputs.to_bytes());
            moved.push(&inputs.buffer());
            Array::of4(&generation.into(), &setup, &(known as f64).into(), &inputs).into()
        }
    };
    let _ = worker.post_message_with_transfer(&said, &moved);
}

fn read(said: &JsValue) -> Option<Ask> {
    let Some(said) = said.dyn_ref::<Array>() else { return Some(Ask::Stop) };
    let bytes = |at: u32| said.get(at).dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec());
    Some(Ask::Run(Order {
        generation: said.get(0).as_f64()? as u32,
        setup: match bytes(1) {
            Some(setup) => Some(setup_from_bytes(&setup)?),
            None => None,
        },
        known: said.get(2).as_f64()? as usize,
        inputs: Inputs::from_bytes(&bytes(3)?)?,
    }))
}

/// What the worker does: it hears orders, and tells slices.
#[wasm_bindgen]
pub fn joinscope_run() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let tell = {
        let scope = scope.clone();
        move |generation: u32, slice: Vec<u8>| {
            let slice = Uint8Array::from(&*slice);
            let moved = Array::of1(&slice.buffer());
            let _ = scope.post_message_with_transfer(&Array::of2(&generation.into(), &slice), &moved);
        }
    };
    let turns = Turns::new(tell);
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(ask) = read(&event.data()) {
            Turns::ask(&turns, ask);
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
}

// ---- running

/// A runner that takes turns with everything else that its thread has to do.
struct Turns {
    runner: Runner,
    /// How many steps a slice has now.
    steps: usize,
    next: Option<Timeout>,
    tell: Rc<dyn Fn(u32, Vec<u8>)>,
}

impl Turns {
    fn new(tell: impl Fn(u32, Vec<u8>) + 'static) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Turns { runner: Runner::default(), steps: 256, next: None, tell: Rc::new(tell) }))
    }

    fn ask(turns: &Rc<RefCell<Self>>, ask: Ask) {
        let mut now = turns.borrow_mut();
        now.runner.ask(ask);
        now.go_on(turns);
    }

    fn go_on(&mut self, turns: &Rc<RefCell<Self>>) {
        let turns = Rc::clone(turns);
        self.next = self.runner.is_busy().then(|| Timeout::new(0, move || Turns::turn(&turns)));
    }

    fn slice(&mut self) -> Option<(u32, Vec<u8>)> {
        self.runner.slice(self.steps)
    }

    fn turn(turns: &Rc<RefCell<Self>>) {
        let mut now = turns.borrow_mut();
        let (start, mut told) = (js_sys::Date::now(), Vec::new());
        let mut before = start;
        while before - start < TURN
            && let Some(slice) = now.slice()
        {
            told.push(slice);
            let after = js_sys::Date::now();
            now.steps = match after - before {
                took if took < SLICE / 2.0 => (now.steps * 2).min(8192),
                took if took > SLICE * 2.0 => (now.steps / 2).max(16),
                _ => now.steps,
            };
            before = after;
        }
        now.go_on(turns);
        let tell = Rc::clone(&now.tell);
        drop(now);
        for (generation, slice) in told {
            tell(generation, slice);
        }
    }
}
