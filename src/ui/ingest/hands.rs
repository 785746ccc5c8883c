//! Where files of events are read: in a worker of their own, which the page starts from the module that it is itself, and ends
//! with the dialog. Where no worker can be had the page reads them, a little between its frames.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use js_sys::{Array, JsString, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent, Worker};

use super::Given;
use crate::{
    ingest::{Ask, Desk, Present, Source, Told},
    ui::{
        lazy::{self, Ingest},
        worker::spawn,
    },
};

/// The worker's own script. It says nothing until it can read, and then `true`; `false` if it never will.
const SCRIPT: &str = "onmessage = async ({ data: [glue, module] }) => {
  onmessage = null;
  try {
    const { default: init, joinscope_read } = await import(glue);
    await init({ module_or_path: module });
    joinscope_read();
  } catch {
    postMessage(false);
  }
};";
/// How long a worker may take to start, ms.
const START: u32 = 4_000;
/// So many rows are read before the clock is looked at.
const SLICE: usize = 500;
/// How long whoever reads goes on before hearing whether there is something else, ms: in a worker, and between two frames.
const TURN: f64 = 40.0;
const TURN_HERE: f64 = 8.0;

type Ear = Rc<dyn Fn(Told)>;

/// Whoever reads for the dialog.
pub struct Hands {
    place: Rc<RefCell<Place>>,
}

enum Place {
    Nowhere,
    Starting {
        worker: Worker,
        /// What it is told once it has started.
        said: Vec<JsValue>,
        _give_up: Timeout,
    },
    Worker(Worker),
    Here(Rc<RefCell<Turns>>),
}

impl Hands {
    pub fn new(ear: impl Fn(Told) + 'static) -> Self {
        let ear: Ear = Rc::new(ear);
        let place = Rc::new(RefCell::new(Place::Nowhere));
        let started = start(&place, &ear);
        *place.borrow_mut() = match started {
            Some(worker) => {
                let (place, ear) = (Rc::clone(&place), Rc::clone(&ear));
                let give_up = Timeout::new(START, move || fail(&place, &ear));
                Place::Starting { worker, said: Vec::new(), _give_up: give_up }
            }
            None => here(&ear, Vec::new()),
        };
        Hands { place }
    }

    /// Other files, in place of those before.
    pub fn give(&self, given: &[Given], present: &Present, zone: i64) {
        let Ok(about) = serde_json::to_string(&(present, zone)) else { return };
        let said = Array::of1(&about.into());
        for Given { name, blob } in given {
            said.push(&name.into());
            said.push(blob);
        }
        self.say(said.into());
    }

    pub fn ask(&self, ask: &Ask) {
        if let Ok(said) = serde_json::to_string(ask) {
            self.say(said.into());
        }
    }

    fn say(&self, said: JsValue) {
        match &mut *self.place.borrow_mut() {
            Place::Nowhere => {}
            Place::Starting { said: all, .. } => all.push(said),
            Place::Worker(worker) => drop(worker.post_message(&said)),
            Place::Here(turns) => Turns::hear(turns, &said),
        }
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        if let Place::Starting { worker, .. } | Place::Worker(worker) = &*self.place.borrow() {
            worker.terminate();
        }
    }
}

fn start(place: &Rc<RefCell<Place>>, ear: &Ear) -> Option<Worker> {
    let hear = {
        let (place, ear) = (Rc::clone(place), Rc::clone(ear));
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match event.data().as_bool() {
            Some(true) => started(&place),
            Some(false) => fail(&place, &ear),
            None => {
                if let Some(told) = read_told(&event.data()) {
                    ear(told);
                }
            }
        })
    };
    let broken = {
        let (place, ear) = (Rc::clone(place), Rc::clone(ear));
        Closure::<dyn FnMut(JsValue)>::new(move |_| fail(&place, &ear))
    };
    let worker = spawn(SCRIPT, hear.as_ref().unchecked_ref(), broken.as_ref().unchecked_ref())?;
    // The worker is the dialog's as long as this is.
    hear.forget();
    broken.forget();
    Some(worker)
}

fn started(place: &RefCell<Place>) {
    let mut place = place.borrow_mut();
    if let Place::Starting { worker, said, .. } = std::mem::replace(&mut *place, Place::Nowhere) {
        for said in said {
            let _ = worker.post_message(&said);
        }
        *place = Place::Worker(worker);
    }
}

/// There is no worker, or no longer: what was read is gone with it.
fn fail(place: &RefCell<Place>, ear: &Ear) {
    let mut now = place.borrow_mut();
    match std::mem::replace(&mut *now, Place::Nowhere) {
        Place::Starting { worker, said, .. } => {
            worker.terminate();
            *now = here(ear, said);
        }
        Place::Worker(worker) => {
            worker.terminate();
            *now = here(ear, Vec::new());
            drop(now);
            ear(Told::Lost);
        }
        other => *now = other,
    }
}

fn here(ear: &Ear, said: Vec<JsValue>) -> Place {
    let ear = Rc::clone(ear);
    // Not at once: whoever asks is not ready to hear.
    let tell = move |told| {
        let ear = Rc::clone(&ear);
        Timeout::new(0, move || ear(told)).forget();
    };
    let turns = Turns::new(TURN_HERE, tell);
    said.iter().for_each(|said| Turns::hear(&turns, said));
    Place::Here(turns)
}

fn read_told(said: &JsValue) -> Option<Told> {
    match said.dyn_ref::<Uint8Array>() {
        Some(steps) => Some(Told::Steps(steps.to_vec())),
        None => serde_json::from_str(&said.as_string()?).ok(),
    }
}

/// What the worker does: it hears files and questions, and tells what it read.
#[wasm_bindgen]
pub fn joinscope_read() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    lazy::fetch::<Ingest>(Some(yew::Callback::from(move |came: bool| {
        if let Some(part) = lazy::here::<Ingest>() {
            part.work();
        }
        let _ = scope.post_message(&came.into());
    })));
}

pub fn work() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let tell = {
        let scope = scope.clone();
        move |told: Told| {
            let _ = match told {
                Told::Steps(steps) => {
                    let steps = Uint8Array::from(&*steps);
                    scope.post_message_with_transfer(&steps, &Array::of1(&steps.buffer()))
                }
                told => match serde_json::to_string(&told) {
                    Ok(said) => scope.post_message(&said.into()),
                    Err(_) => Ok(()),
                },
            };
        }
    };
    let turns = Turns::new(TURN, tell);
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| Turns::hear(&turns, &event.data()));
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
}

/// A desk that takes turns with everything else that its thread has to do.
struct Turns {
    desk: Desk,
    turn: f64,
    next: Option<Timeout>,
    /// Counts the files that were given: reading their bytes takes a while, and the last ones count.
    given: u32,
    tell: Rc<dyn Fn(Told)>,
}

impl Turns {
    fn new(turn: f64, tell: impl Fn(Told) + 'static) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Turns { desk: Desk::default(), turn, next: None, given: 0, tell: Rc::new(tell) }))
    }

    fn hear(turns: &Rc<RefCell<Self>>, said: &JsValue) {
        if let Some(text) = said.dyn_ref::<JsString>() {
            let Ok(ask) = serde_json::from_str(&String::from(text)) else { return };
            let (told, tell) = {
                let mut now = turns.borrow_mut();
                let told = now.desk.ask(ask);
                now.go_on(turns);
                (told, Rc::clone(&now.tell))
            };
            told.into_iter().for_each(|told| tell(told));
        } else if let Some(files) = said.dyn_ref::<Array>() {
            Turns::take(turns, files);
        }
    }

    /// Reads the bytes of files, and gives them to the desk.
    fn take(turns: &Rc<RefCell<Self>>, files: &Array) {
        let about = files.get(0).as_string().and_then(|about| serde_json::from_str::<(Present, i64)>(&about).ok());
        let Some((present, zone)) = about else { return };
        let files: Vec<(String, Blob)> = (0..files.length() / 2)
            .map(|at| (files.get(1 + at * 2).as_string().unwrap_or_default(), files.get(2 + at * 2).unchecked_into()))
            .collect();
        let number = {
            let mut now = turns.borrow_mut();
            now.given = now.given.wrapping_add(1);
            now.given
        };
        let turns = Rc::clone(turns);
        wasm_bindgen_futures::spawn_local(async move {
            let told = match sources(files).await {
                Ok(sources) => {
                    let mut now = turns.borrow_mut();
                    if now.given != number {
                        return;
                    }
                    now.desk.give(sources, &present, zone)
                }
                Err(told) => told,
            };
            let tell = Rc::clone(&turns.borrow().tell);
            tell(told);
        });
    }

    fn go_on(&mut self, turns: &Rc<RefCell<Self>>) {
        let turns = Rc::clone(turns);
        self.next = self.desk.is_busy().then(|| Timeout::new(0, move || Turns::turn(&turns)));
    }

    fn turn(turns: &Rc<RefCell<Self>>) {
        let mut now = turns.borrow_mut();
        let start = js_sys::Date::now();
        let mut told = None;
        while now.desk.is_busy() && told.is_none() && js_sys::Date::now() - start < now.turn {
            told = now.desk.go_on(SLICE);
        }
        let told = told.or_else(|| now.desk.progress());
        now.go_on(turns);
        let tell = Rc::clone(&now.tell);
        drop(now);
        told.into_iter().for_each(|told| tell(told));
    }
}

/// The files' bytes. Files too large for all are not read at all.
async fn sources(files: Vec<(String, Blob)>) -> Result<Vec<Source>, Told> {
    let size: f64 = files.iter().map(|(_, blob)| blob.size()).sum();
    crate::ingest::fits(size as usize).map_err(|_| Told::TooLarge(size as usize))?;
    let mut sources = Vec::with_capacity(files.len());
    for (name, blob) in files {
        match wasm_bindgen_futures::JsFuture::from(blob.array_buffer()).await {
            Ok(buffer) => sources.push(Source { name, bytes: Uint8Array::new(&buffer).to_vec() }),
            Err(_) => return Err(Told::Unreadable(name)),
        }
    }
    Ok(sources)
}
