//! What an address brings: a scenario of its own, and how it is shown. It never touches the visitor's own work.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{
    App, Dialog, Msg, Page, Tab,
    files::{code_given, served},
};
use crate::{
    explain::{self, messages::Messages},
    ingest::are_events,
    link::{self, Broken, Pane, Query},
    reading,
    runs::is_run,
    scenario::{self, Scenario},
    ui::{ingest::Given, lesson::Ask, picture::INSIDE, store::Store},
    workspace::{Action, Workspace},
};

/// What the address asks for.
#[derive(Default)]
pub(super) struct Arrival {
    pub(super) query: Query,
    /// The scenario in it, until it is opened.
    scenario: Option<Result<Scenario, Broken>>,
    /// The text of the lesson in it.
    lesson: Option<Result<String, Broken>>,
    /// It brought something of its own.
    linked: bool,
}

/// How a page that was saved as one file is shown.
pub(super) fn saved_query() -> Option<Query> {
    let element = gloo::utils::document().get_element_by_id(INSIDE)?;
    Some(Query::read(&element.get_attribute("data-query").unwrap_or_default()))
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
    fn new(query: Query, scenario: Option<Result<Scenario, Broken>>, lesson: Option<Result<String, Broken>>) -> Self {
        // The scenario that is there counts, not one that is only named.
        let named = query.scenario.clone().filter(|_| scenario.is_none());
        let linked = scenario.is_some() || lesson.is_some() || named.is_some() || query.lesson.is_some();
        Arrival { query: Query { scenario: named, ..query }, scenario, lesson, linked }
    }

    /// By an address that brings nothing.
    pub(super) fn of(query: Query) -> Self {
        Arrival { query, ..Arrival::default() }
    }

    pub(super) fn here() -> Self {
        if let Some(arrival) = Self::inside() {
            return arrival;
        }
        let location = gloo::utils::window().location();
        let hash = location.hash().unwrap_or_default();
        let lesson = link::lesson_in_fragment(&hash).map(link::unpack_text);
        Self::new(super::page::query(), link::in_fragment(&hash).map(link::unpack), lesson)
    }

    /// In a page that was saved as one file the scenario or lesson is inside.
    fn inside() -> Option<Self> {
        let element = gloo::utils::document().get_element_by_id(INSIDE)?;
        Some(Self::given(saved_query()?, Some(&element.text_content()?)))
    }

    /// Of an element in a host's page; what it is given may be a file, of a scenario or a lesson, or a link.
    pub(super) fn inside_of(inside: &super::Inside) -> Self {
        let query = Query { embed: true, ..Query::read(&inside.query) };
        Self::given(query, inside.text.as_deref())
    }

    fn given(query: Query, text: Option<&str>) -> Self {
        match text.and_then(Self::lesson_of) {
            Some(lesson) => Self::new(query, None, Some(lesson)),
            None => Self::new(query, text.map(Self::scenario_of), None),
        }
    }

    /// The scenario of a file's text or a link.
    pub(super) fn scenario_of(text: &str) -> Result<Scenario, Broken> {
        if !App::is_json(text) {
            return link::unpack_any(text);
        }
        scenario::read(text).map_err(|problems| Broken::Scenario { text: text.to_string(), problems })
    }

    /// The text of the lesson that a text is, or links to.
    fn lesson_of(text: &str) -> Option<Result<String, Broken>> {
        match App::is_json(text) {
            true => App::is_lesson("", text).then(|| Ok(text.to_string())),
            false => link::lesson_in_any(text).map(link::unpack_text),
        }
    }

    /// Whether what it names is still on its way.
    pub(super) fn waits(&self) -> bool {
        self.brings_a_lesson() || self.query.scenario.is_some()
    }

    /// What is to be opened: once, since nothing is left of it then.
    pub(super) fn brought(&mut self) -> Brought {
        match (self.scenario.take(), &self.query.scenario) {
            (Some(Ok(scenario)), _) => Brought::Scenario(Box::new(scenario)),
            (Some(Err(broken)), _) => Brought::Broken(broken),
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
        workspace.act(self.query.chosen.clone().into());
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
    /// Another link came while the page is open: it is opened beside the visitor's work, which Undo leads back to. Only what
    /// stands behind the address is new: what stands before it was opened with the page.
    pub(super) fn arrive(&mut self, ctx: &Context<Self>) -> bool {
        let mut arrival = Arrival::here();
        if arrival.scenario.is_none() && arrival.lesson.is_none() {
            return false;
        }
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
                // To open it turned to the workspace, which the browser tells of later: by then the address says where we are.
                if self.page == Page::Compare && !self.link.query.embed {
                    let _ = gloo::utils::window().location().set_hash(Page::Compare.hash());
                }
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
            (Some(Ok(text)), _) => {
                let name = Messages::of(self.lang).links.from_link.to_string();
                ctx.link().send_message(Msg::Lesson(Ask::Own(name, text.clone())));
            }
            (Some(Err(broken)), _) => self.tell_broken(broken.clone()),
            (None, Some(name)) => ctx.link().send_message(Msg::Lesson(Ask::Open(name.clone()))),
            (None, None) => {}
        }
    }

    /// A text that a person pasted: a link, or the file of a scenario or a lesson.
    pub(super) fn open_pasted(&mut self, ctx: &Context<Self>, name: String, text: &str) -> bool {
        if is_run(&name, text) {
            return self.open_text(ctx, name, text);
        }
        if reading::looks_like(text) {
            self.dialog = Some(Dialog::Code(Some(Rc::new(code_given(None, text)))));
            return true;
        }
        if are_events(text) {
            ctx.link().send_message(Msg::Events(Given::text(&name, text).into_iter().collect()));
            return true;
        }
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
                self.link = Arrival::new(Query::read(link::query_of(text)), None, None);
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
        if let Some(pane) = self.link.query.pane {
            (self.tab, self.pane) = (Tab::Third(pane), pane);
        }
        if let Some(sink) = &self.link.query.sink {
            self.sink = sink.clone();
        }
        let (step, chosen) = (self.link.step(), self.link.query.chosen.clone());
        let scenario = Rc::new(scenario);
        // What nobody changed is in the link, and need not be kept.
        self.stored = Some(Rc::clone(&scenario));
        self.act(ctx, Action::Open(scenario, step));
        self.act(ctx, chosen.into());
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
            chosen: self.workspace.chosen().clone(),
            look: self.look,
            pane: (self.pane != Pane::default()).then_some(self.pane),
            sink: (self.pane == Pane::Sink).then(|| self.sink.clone()),
            compare: compares.then(|| self.comparing.chosen.to_word(self.workspace.scenario())),
            ..Query::default()
        }
    }

    /// After an edit the address no longer says what is shown: a reload is to bring the edit back, not the link. An
    /// embedded page never writes its own address.
    pub(super) fn leave_link(&mut self) {
        if self.link.query.embed || !self.link.linked {
            return;
        }
        self.link = Arrival::default();
        let window = gloo::utils::window();
        let path = window.location().pathname().unwrap_or_default();
        if let Ok(history) = window.history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{}", self.page.hash())));
        }
    }
}
