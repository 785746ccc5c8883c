//! What an address brings: a scenario of its own, and how it is shown. It never touches the visitor's own work.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{App, Dialog, Msg, Page, files::served};
use crate::{
    explain::{self, messages::Messages},
    link::{self, Broken, Query},
    scenario::{self, Scenario},
    ui::{lesson::Ask, picture::INSIDE, store::Store},
    workspace::{Action, Workspace},
};

/// What the address asks for.
pub(super) struct Arrival {
    pub(super) query: Query,
    /// The scenario in it, still packed.
    packed: Option<String>,
    /// The lesson in it, still packed.
    lesson: Option<String>,
}

/// What a link showed when it was opened.
pub(super) enum Brought {
    Scenario(Box<Scenario>),
    Broken(Broken),
    /// It is being fetched, by this name.
    Named(String),
    /// The address holds no scenario: the visitor's own work is shown.
    Nothing,
}

impl Arrival {
    pub(super) fn here() -> Self {
        if let Some(arrival) = Self::inside() {
            return arrival;
        }
        let location = gloo::utils::window().location();
        let hash = location.hash().unwrap_or_default();
        Arrival {
            query: Query::read(&location.search().unwrap_or_default()),
            packed: link::in_fragment(&hash).map(str::to_string),
            lesson: link::lesson_in_fragment(&hash).map(str::to_string),
        }
    }

    /// In a page that was saved as one file the scenario is inside.
    fn inside() -> Option<Self> {
        let element = gloo::utils::document().get_element_by_id(INSIDE)?;
        let query = Query::read(&element.get_attribute("data-query").unwrap_or_default());
        let scenario = scenario::read(&element.text_content()?).ok()?;
        Some(Arrival { query, packed: link::pack(&scenario), lesson: None })
    }

    /// Of an element in a host's page; what it is given may be a file, of a scenario or a lesson, or a link.
    pub(super) fn inside_of(inside: &super::Inside) -> Self {
        let query = Query { embed: true, ..Query::read(&inside.query) };
        if let lesson @ Some(_) = inside.text.as_deref().and_then(Self::lesson_of) {
            return Arrival { query, packed: None, lesson };
        }
        let packed = inside.text.as_ref().map(|text| {
            let text = text.trim();
            match scenario::read(text) {
                Ok(scenario) => link::pack(&scenario).unwrap_or_default(),
                Err(_) => {
                    link::in_fragment(text.split_once('#').map_or(text, |(_, rest)| rest)).unwrap_or(text).to_string()
                }
            }
        });
        Arrival { query, packed, lesson: None }
    }

    /// The lesson, packed, of a text that a host gives: a lesson's file, or a link to one.
    fn lesson_of(text: &str) -> Option<String> {
        match App::is_json(text) {
            // One that is too large is told as such.
            true => App::is_lesson("", text).then(|| link::pack_text(text).unwrap_or_default()),
            false => link::lesson_in_any(text).map(str::to_string),
        }
    }

    /// Whether what it names is still on its way.
    pub(super) fn waits(&self) -> bool {
        self.brings_a_lesson() || matches!(self.brought(), Brought::Named(_))
    }

    pub(super) fn brought(&self) -> Brought {
        match (&self.packed, &self.query.scenario) {
            (Some(packed), _) => match link::unpack(packed) {
                Ok(scenario) => Brought::Scenario(Box::new(scenario)),
                Err(broken) => Brought::Broken(broken),
            },
            (None, Some(name)) => Brought::Named(name.clone()),
            (None, None) => Brought::Nothing,
        }
    }

    pub(super) fn brings_a_lesson(&self) -> bool {
        self.lesson.is_some() || self.query.lesson.is_some()
    }

    /// The step that the link shows; without one, the last.
    pub(super) fn step(&self) -> usize {
        self.query.step.unwrap_or(usize::MAX)
    }
}

impl Arrival {
    /// A scenario that a link brought, as the link shows it.
    pub(super) fn workspace(&self, scenario: Scenario) -> Workspace {
        let mut workspace = Workspace::new(Rc::new(scenario), self.step(), None);
        workspace.act(Action::SelectRows(self.query.rows.clone()));
        workspace
    }

    /// Fetches the scenario that the link names.
    pub(super) fn fetch(&self, ctx: &Context<App>, name: String) {
        let link = ctx.link().clone();
        wasm_bindgen_futures::spawn_local(async move {
            let text = served(&format!("scenarios/{name}.scenario.json")).await.ok();
            link.send_message(Msg::Served { name, text });
        });
    }
}

impl App {
    /// Another link came while the page is open: it is opened beside the visitor's work, which Undo leads back to.
    pub(super) fn arrive(&mut self, ctx: &Context<Self>) -> bool {
        let arrival = Arrival::here();
        match arrival.brought() {
            Brought::Nothing if arrival.brings_a_lesson() => {
                self.link = arrival;
                self.open_linked_lesson(ctx);
            }
            Brought::Nothing => return false,
            Brought::Scenario(scenario) => {
                self.link = arrival;
                self.open_linked(ctx, *scenario);
            }
            Brought::Broken(broken) => self.tell_broken(broken),
            Brought::Named(name) => {
                arrival.fetch(ctx, name);
                self.link = arrival;
            }
        }
        true
    }

    /// The scenario that a link named has come, or not.
    pub(super) fn served(&mut self, ctx: &Context<Self>, name: &str, text: Option<&str>) -> bool {
        match text.map(scenario::read) {
            Some(Ok(scenario)) => {
                self.open_linked(ctx, scenario);
                self.compare_linked();
            }
            Some(Err(problems)) => {
                self.tell_broken(Broken::Scenario { text: text.unwrap_or_default().to_string(), problems });
            }
            None => self.broken = Some(explain::missing(name, self.lang)),
        }
        true
    }

    /// Starts the lesson that a host gives, if it is one.
    pub(super) fn open_lesson_of(&mut self, ctx: &Context<Self>, text: &str) -> bool {
        let lesson @ Some(_) = Arrival::lesson_of(text) else { return false };
        self.link.lesson = lesson;
        self.open_linked_lesson(ctx);
        true
    }

    fn is_json(text: &str) -> bool {
        text.trim_start().starts_with(['{', '['])
    }

    /// Starts the lesson that the address asks for.
    pub(super) fn open_linked_lesson(&mut self, ctx: &Context<Self>) {
        match (&self.link.lesson, &self.link.query.lesson) {
            (Some(packed), _) => match link::unpack_text(packed) {
                Ok(text) => {
                    let name = Messages::of(self.lang).links.from_link.to_string();
                    ctx.link().send_message(Msg::Lesson(Ask::Own(name, text)));
                }
                Err(broken) => self.tell_broken(broken),
            },
            (None, Some(name)) => ctx.link().send_message(Msg::Lesson(Ask::Open(name.clone()))),
            (None, None) => {}
        }
    }

    /// A text that a person pasted: a link, or the file of a scenario or a lesson.
    pub(super) fn open_pasted(&mut self, ctx: &Context<Self>, name: String, text: &str) -> bool {
        if Self::is_json(text) {
            return self.open_text(ctx, name, text);
        }
        if self.open_lesson_of(ctx, text) {
            self.dialog = None;
            return true;
        }
        match link::unpack_any(text) {
            Ok(scenario) => {
                self.dialog = None;
                self.broken = None;
                let query = text.split_once('?').map_or("", |(_, query)| query.split('#').next().unwrap_or(""));
                self.link = Arrival { query: Query::read(query), packed: None, lesson: None };
                self.open_linked(ctx, scenario);
            }
            // Neither is it a link: then it is told as a file is, with the place of what is wrong.
            Err(_) if !text.contains("s=") && !text.contains("://") => return self.open_text(ctx, name, text),
            Err(broken) => {
                self.dialog = None;
                self.tell_broken(broken);
            }
        }
        true
    }

    pub(super) fn open_linked(&mut self, ctx: &Context<Self>, scenario: Scenario) {
        // From here on this tab keeps its work in a place of its own.
        self.keep_in(Store::fresh(self.link.query.embed));
        self.player = None;
        self.broken = None;
        self.show_page(Page::Workspace);
        self.look = self.link.query.look;
        let (step, rows) = (self.link.step(), self.link.query.rows.clone());
        let scenario = Rc::new(scenario);
        // What nobody changed is in the link, and need not be kept.
        self.stored = Some(Rc::clone(&scenario));
        self.act(ctx, Action::Open(scenario, step));
        self.act(ctx, Action::SelectRows(rows));
    }

    pub(super) fn tell_broken(&mut self, broken: Broken) {
        self.broken = Some(explain::broken(&broken, self.lang));
        if let Broken::Scenario { text, problems } = broken {
            let name = Messages::of(self.lang).links.from_link.to_string();
            self.dialog = Some(Dialog::Import { name, text: text.into(), problems: Rc::new(problems) });
        }
    }

    /// What is shown now, as a link's query.
    pub(super) fn shown(&self) -> Query {
        let compares = self.page == Page::Compare;
        Query {
            step: Some(if compares { self.compared_step() } else { self.workspace.settled_cursor() }),
            rows: self.workspace.chosen().rows().to_vec(),
            look: self.look,
            compare: compares.then(|| self.comparing.chosen.to_word(self.workspace.scenario())),
            ..Query::default()
        }
    }

    /// After an edit the address no longer says what is shown: a reload is to bring the edit back, not the link. An
    /// embedded page never writes its own address.
    pub(super) fn leave_link(&mut self) {
        if self.link.query.embed
            || (self.link.packed.is_none() && self.link.query.scenario.is_none() && !self.link.brings_a_lesson())
        {
            return;
        }
        self.link = Arrival { query: Query::default(), packed: None, lesson: None };
        let window = gloo::utils::window();
        let path = window.location().pathname().unwrap_or_default();
        if let Ok(history) = window.history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{}", self.page.hash())));
        }
    }
}
