//! The app: what is worked on, what is shown of it, and every message that changes either.

mod acts;
mod comparing;
mod draw;
mod editing;
mod embed;
mod files;
mod gallery;
mod lesson;
mod link;
mod look;
mod moving;
mod msg;
mod page;
mod running;
mod steps;

pub use crate::link::Theme;
use crate::link::{Broken, Look, Pane, Query, Word};
use acts::Came;
pub use acts::{Acts, acts, needs_acts};
use comparing::Comparing;
pub use comparing::{Compare, Real};
use editing::{Form, form_key};
use embed::ToldHost;
pub(super) use files::served;
use lesson::Lessons;
pub use lesson::Linked;
use link::{Arrival, Brought};
pub use msg::{Dialog, Msg, Page, Tab};
use page::{browser_language, language, show_language, show_theme, system_is_dark, window_width};
pub use page::{first_language, window_height};
pub use steps::{Marking, OrderShown, StepMenu, StepsMsg, StepsUi};

use std::{cell::Cell, collections::VecDeque, rc::Rc};

use gloo::{
    events::EventListener,
    timers::callback::{Interval, Timeout},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::ui::{
    crash,
    dialog::give_back,
    form::submit_form,
    gallery::Gallery,
    link::Links,
    still,
    store::{self, Store},
    worker::Hands,
};
use crate::{
    explain::{self, messages::Messages},
    replay::Recording,
    scenario::{self, Dialect, Lang, Push, Scenario, Side, Sides, Step, Writing, time},
    sinks::Choice,
    stage::{
        Frame,
        zoom::{Change, Sight},
    },
    workspace::{
        Action, Command, Edit, PushDraft, Selection, ToSpark, Workspace, convert, direct, duplicated, next_push,
        removed, rewritten,
    },
};

/// Where the app is shown: the page is its own, unless it is inside an element of a host's page.
#[derive(Clone, Debug, Default, PartialEq, Properties)]
pub struct Props {
    #[prop_or_default]
    pub inside: Option<Inside>,
}

/// An element of a host's page, within a shadow root, and what is to be shown there.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    pub root: web_sys::Element,
    /// How it is shown, as a link's query says it.
    pub query: String,
    /// A scenario's file, or a link.
    pub text: Option<String>,
    /// Is given each message as JSON.
    pub say: js_sys::Function,
}

pub struct App {
    inside: Option<Inside>,
    /// Made once: a component that is given them again is not drawn again for them.
    send: Callback<Msg>,
    seek: Callback<usize>,
    /// Asks only for what the reader of an embedded page may do.
    gate: Callback<Msg>,
    workspace: Workspace,
    /// Whoever runs what takes longer than a person should wait for.
    hands: Hands,
    /// What they have told and nobody has looked at yet.
    told_by: VecDeque<(u32, Vec<u8>)>,
    going_on: Option<Timeout>,
    /// What the charts show of a long script: they come last.
    charted: Option<Rc<Recording>>,
    comparing: Comparing,
    store: Store,
    lang: Lang,
    theme: Theme,
    player: Option<Interval>,
    speed: u32,
    dialog: Option<Dialog>,
    form: Option<Form>,
    steps: Rc<StepsUi>,
    moving: moving::Moving,
    settings: bool,
    tab: Tab,
    /// What stands beside the states.
    pane: Pane,
    /// The sink whose table is shown there.
    sink: Choice,
    page: Page,
    /// The page that is drawn, for the listeners of keys: only the workspace, where it is embedded.
    seen: Rc<Cell<Page>>,
    gallery: Gallery,
    notice: Option<String>,
    /// What the address asked for.
    link: Arrival,
    /// The link could not be read.
    broken: Option<explain::Told>,
    drafts: Sides<Option<String>>,
    width: i32,
    /// Of an embedded stage's place, px.
    height: i32,
    /// All reasons of a step are shown over an embedded stage.
    reasons: bool,
    told: ToldHost,
    lessons: Lessons,
    stage_width: i32,
    dropping: bool,
    /// The system's own theme is dark; what is drawn by hand is drawn anew when that changes.
    dark: bool,
    kept: bool,
    /// The scenario that storage has, or had no room for; it is written again only when it changed.
    stored: Option<Rc<Scenario>>,
    /// Asked before what does it was here.
    waiting: Vec<Msg>,
    /// What is being written for storage.
    writing: Option<Writing>,
    pending: Option<Timeout>,
    file_input: NodeRef,
    stage_box: NodeRef,
    watermark_fields: Sides<NodeRef>,
    listeners: Vec<EventListener>,
    /// `None` inside a host's page, whose focus is its own.
    focus: Option<crate::ui::focus::Keeper>,
    links: Links,
    /// Stage, plane or tables.
    look: Look,
    sight: Sight,
    /// How high the bars over the work are while something is dragged: what is dragged stays where it is.
    bars: Option<i32>,
    /// Says that this tab is open.
    _heart: Interval,
    observer: Option<(web_sys::ResizeObserver, wasm_bindgen::closure::Closure<dyn FnMut()>)>,
}

/// The first visit's scenario.
const FIRST: &str = include_str!("../../../www/scenarios/orders-shipments.scenario.json");

impl App {
    fn first_visit() -> Workspace {
        match scenario::read(FIRST) {
            Ok(scenario) => {
                let o3 = Selection { side: Side::Left, id: "o3".into() };
                Workspace::new(Rc::new(scenario), 10, Some(o3))
            }
            Err(_) => Workspace::new(Rc::new(Scenario::empty()), 0, None),
        }
    }
}

/// Says again and again that this tab is open.
fn heart(store: &Store) -> Interval {
    let store = store.clone();
    Interval::new(store::CLAIM_EVERY, move || store.claim())
}

impl Component for App {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let inside = ctx.props().inside.clone();
        let Came { link, store, workspace, own, broken } = Came::first(ctx, inside.as_ref());
        // A link from which nothing was changed yet need not be kept.
        let stored = (!own).then(|| Rc::clone(workspace.scenario()));
        let lang = language(&link.query);
        let theme = match link.query.theme {
            Theme::Auto => store::preference("theme").and_then(|word| Theme::of_word(&word)).unwrap_or_default(),
            asked => asked,
        };
        show_theme(inside.as_ref(), theme);
        show_language(inside.as_ref(), lang, workspace.scenario());
        let look = link.query.look;
        let pane = link.query.pane.or_else(|| store::preference("pane").and_then(|word| Pane::of_word(&word)));
        let tab = link.query.pane.map_or(Tab::Why, Tab::Third);
        let (pane, sink) = (pane.unwrap_or_default(), link.query.sink.clone().unwrap_or_default());
        let mut comparing = Comparing::default();
        comparing.chosen.step = workspace.settled_cursor();
        let send = ctx.link().callback(|msg: Msg| msg);
        let link_of = ctx.link().clone();
        let mut app = App {
            seek: send.reform(Msg::Scrub),
            gate: embed::gate(link.query.reader, send.clone()),
            send,
            workspace,
            hands: Hands::new(move |heard| link_of.send_message(Msg::Heard(heard))),
            told_by: VecDeque::new(),
            going_on: None,
            charted: None,
            comparing,
            _heart: heart(&store),
            inside,
            store,
            lang,
            theme,
            player: None,
            speed: 4,
            dialog: None,
            form: None,
            steps: Rc::default(),
            moving: moving::Moving::default(),
            settings: false,
            tab,
            pane,
            sink,
            page: if link.query.embed { Page::Workspace } else { Page::here() },
            seen: Rc::new(Cell::new(Page::Workspace)),
            gallery: Gallery::default(),
            notice: None,
            link,
            broken: None,
            drafts: Sides::default(),
            width: window_width(),
            height: window_height(),
            reasons: false,
            told: ToldHost::default(),
            lessons: Lessons::default(),
            stage_width: 0,
            dropping: false,
            dark: system_is_dark(),
            kept: true,
            stored,
            waiting: Vec::new(),
            writing: None,
            pending: None,
            file_input: NodeRef::default(),
            stage_box: NodeRef::default(),
            watermark_fields: Sides::default(),
            listeners: Vec::new(),
            focus: None,
            links: Links::default(),
            look,
            sight: Sight::default(),
            bars: None,
            observer: None,
        };
        app.listen(ctx);
        app.finish_on_input(ctx);
        app.begins(ctx, broken);
        app.run_on(ctx);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match self.look(ctx, msg) {
            Ok(changed) => changed,
            Err(msg) => self.act_on(ctx, msg),
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        self.moving.drawn();
        self.seen.set(if self.link.query.embed { Page::Workspace } else { self.page });
        self.links.refresh();
        if let Some(focus) = &self.focus {
            focus.check();
        }
        if first {
            self.observe_stage(ctx);
            ctx.link().send_message(Msg::Persist);
        }
        if self.stage_width > 0 {
            still::goes();
        }
        if self.link.query.embed {
            self.tells_host();
        }
    }
    fn destroy(&mut self, _: &Context<Self>) {
        // It would still tell of the element's going, to nobody.
        if let Some((observer, _)) = &self.observer {
            observer.disconnect();
        }
    }

    fn view(&self, _: &Context<Self>) -> Html {
        self.draw_all()
    }
}

impl App {
    /// Does what is asked, if it is more than [looking](Self::look).
    pub(super) fn take(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        if matches!(msg, Msg::AddAt(..) | Msg::OpenForm(_) | Msg::EditRow(_)) && self.steps.editing.is_some() {
            Rc::make_mut(&mut self.steps).editing = None;
        }
        if self.page == Page::Compare
            && let Some(changed) = self.update_comparison(ctx, &msg)
        {
            return changed;
        }
        match msg {
            Msg::Steps(msg) => self.steps_msg(ctx, msg),
            Msg::Do(action) => {
                self.player = None;
                self.act(ctx, action)
            }
            Msg::Escape => {
                if self.form.is_some() {
                    ctx.link().send_message(Msg::CancelForm);
                    return false;
                }
                self.act(ctx, Action::Select(None))
            }
            Msg::Lang(lang) if !Messages::speaks(lang) => self.learn(ctx, lang, Msg::Lang(lang)),
            Msg::Lang(lang) => {
                self.lang = lang;
                store::prefer("lang", lang.word());
                show_language(self.inside.as_ref(), lang, self.workspace.scenario());
                self.remember();
                true
            }
            Msg::Engine(to) => {
                let scenario = self.workspace.scenario();
                if to == scenario.dialect {
                    return false;
                }
                let converted = convert(scenario, self.workspace.settled_cursor(), to, ToSpark::default());
                // Going to Spark has questions to ask; elsewhere only what is lost is worth one.
                if to == Dialect::Spark || converted.loses() {
                    self.dialog = Some(Dialog::Switch(to));
                    return true;
                }
                self.switch(ctx, to, ToSpark::default())
            }
            Msg::Convert(to, spark) => {
                self.dialog = None;
                self.switch(ctx, to, spark)
            }
            Msg::Theme(theme) => {
                self.theme = theme;
                store::prefer("theme", theme.word());
                show_theme(self.inside.as_ref(), theme);
                true
            }
            Msg::Dialog(dialog) => {
                self.dialog = dialog;
                true
            }
            Msg::ToggleSettings => {
                self.settings = !self.settings;
                true
            }
            Msg::Tab(Tab::Third(pane)) | Msg::Pane(pane) => {
                (self.tab, self.pane) = (Tab::Third(pane), pane);
                if !self.link.query.embed {
                    store::prefer("pane", pane.word());
                }
                true
            }
            Msg::Tab(tab) => {
                self.tab = tab;
                true
            }
            Msg::Sink(sink) => {
                let changed = self.sink != sink;
                self.sink = sink;
                changed
            }
            Msg::Look(look) => {
                self.look = look;
                true
            }
            Msg::Zoom(extent) => {
                let changed = self.sight.extent != extent;
                self.sight.extent = extent;
                changed
            }
            Msg::Follow(follow) => {
                self.sight.follow = follow;
                let (recording, view) = self.workspace.settled();
                self.sight.turn(recording, view, Change::Step);
                true
            }
            // Said on the page of the comparison only.
            Msg::Compare(_) => false,
            Msg::Page(page) => {
                self.turn_to(page);
                self.player = None;
                true
            }
            Msg::Gallery(ask) => self.in_gallery(ctx, ask),
            Msg::OpenExample(name) => {
                let link = ctx.link().clone();
                let missing = Messages::of(self.lang).app.example_missing.to_string();
                wasm_bindgen_futures::spawn_local(async move {
                    let text = served(&format!("scenarios/{name}.scenario.json")).await;
                    link.send_message(match text.ok().and_then(|text| scenario::read(&text).ok()) {
                        Some(scenario) => Msg::Opened(Rc::new(scenario)),
                        None => Msg::Notice(Some(missing)),
                    });
                });
                false
            }
            // What is typed in an open editor is kept first, as by its button; while that is at fault nothing is added.
            Msg::AddAt(push, at) if self.form.as_ref().is_some_and(|form| form.index.is_some()) => {
                submit_form();
                ctx.link().send_message(Msg::AddNext(push, at));
                false
            }
            Msg::AddNext(..) if self.form.is_some() => false,
            Msg::AddAt(push, at) | Msg::AddNext(push, at) => {
                let push = Push { id: self.workspace.scenario().free_id(push.side).into(), ..push };
                let selection = Selection { side: push.side, id: push.id.clone() };
                self.act(ctx, Action::Edit(Edit::Insert(Step::Push(push))));
                self.act(ctx, Action::Select(Some(selection)));
                let index = self.workspace.settled_cursor().saturating_sub(1);
                self.edit(index, Some(at), true)
            }
            Msg::AddEvent => {
                let (recording, view) = self.workspace.settled();
                let side = self.workspace.selection().map_or(Side::Left, |row| row.side);
                let newest = view.newest.left.max(view.newest.right);
                let first = recording.rows().iter().next().map(|(_, row)| row.time);
                let at = newest.or(first).unwrap_or(time::EXAMPLE);
                ctx.link().send_message(Msg::OpenForm(next_push(self.workspace.scenario(), side, at, None)));
                false
            }
            Msg::OpenForm(push) => {
                let base = push.time;
                self.form = Some(Form {
                    start: PushDraft::of(&push, &self.style()),
                    base,
                    index: None,
                    at: None,
                    fresh: false,
                    passed: false,
                });
                true
            }
            Msg::EditRow(index) => self.edit(index, None, false),
            Msg::Duplicate(index) => {
                let Some(Step::Push(push)) = self.workspace.scenario().script.get(index) else { return false };
                let push = Push { id: self.workspace.scenario().free_id(push.side).into(), ..push.clone() };
                let selection = Selection { side: push.side, id: push.id.clone() };
                self.act(ctx, Action::Edit(Edit::Insert(Step::Push(push))));
                self.act(ctx, Action::Select(Some(selection)))
            }
            Msg::Delete(index) => {
                self.form = None;
                // The button that was pressed goes with its row.
                give_back(None);
                let recording = self.workspace.settled().0;
                let row = recording.rows().of_step(index).and_then(|row| removed(recording, &[row]));
                self.act(ctx, Action::Edit(row.unwrap_or(Edit::Remove { index })))
            }
            Msg::DuplicateChosen => {
                let rows = self.workspace.selected_in(self.workspace.settled().0);
                let Some((edit, names)) = duplicated(self.workspace.settled().0, &rows) else { return false };
                self.act(ctx, Action::Edit(edit));
                self.act(ctx, Action::SelectRows(names))
            }
            Msg::DeleteChosen => {
                let rows = self.workspace.selected_in(self.workspace.settled().0);
                let Some(edit) = removed(self.workspace.settled().0, &rows) else { return false };
                self.form = None;
                give_back(None);
                self.act(ctx, Action::Edit(edit))
            }
            Msg::TakeBack(index) => {
                let (scenario, cursor) = (self.workspace.scenario(), self.workspace.settled_cursor());
                let Some(edit) = direct(scenario, cursor, &[index], Command::TakeBack) else { return false };
                self.act(ctx, Action::Edit(edit))
            }
            Msg::Keep(push) => {
                let Some(form) = self.form.take() else { return false };
                let selection = Selection { side: push.side, id: push.id.clone() };
                let edit = match form.index {
                    // Put in for this form and written in it: one entry of undo.
                    Some(_) if form.fresh && !form.passed => {
                        self.act(ctx, Action::Undo);
                        Edit::Insert(Step::Push(push))
                    }
                    Some(index) => rewritten(self.workspace.settled().0, index, push),
                    None => Edit::Insert(Step::Push(push)),
                };
                self.act(ctx, Action::Edit(edit));
                self.act(ctx, Action::Select(Some(selection)));
                true
            }
            Msg::CancelForm => {
                let form = self.form.take().filter(|form| form.fresh);
                match form.and_then(|form| form.index.map(|index| (index, form.passed))) {
                    Some((index, true)) => self.act(ctx, Action::Edit(Edit::Remove { index })),
                    Some((_, false)) => self.act(ctx, Action::Undo),
                    None => false,
                };
                true
            }
            Msg::FocusWatermark(side) => {
                if let Some(input) = self.watermark_field(side) {
                    let _ = input.focus();
                    input.select();
                }
                false
            }
            Msg::WatermarkDraft(side, draft) => {
                self.drafts[side] = draft;
                false
            }
            Msg::MoveWatermarks => {
                let drafts = self.drafts.clone();
                for side in Side::BOTH {
                    if let Some(typed) = &drafts[side]
                        && let Ok(time) = time::parse_time(typed, self.base(side))
                    {
                        self.drafts[side] = None;
                        self.act(ctx, Action::Edit(Edit::Insert(Step::Watermark { side, time })));
                    }
                }
                if drafts.left.is_none() && drafts.right.is_none() {
                    ctx.link().send_message(Msg::FocusWatermark(Side::Left));
                }
                true
            }
            Msg::ChooseFile => {
                if let Some(input) = self.file_input.cast::<HtmlInputElement>() {
                    // The same file chosen again is a choice, too.
                    input.set_value("");
                    input.click();
                }
                false
            }
            Msg::Files(files) => self.read_file(ctx, &files),
            Msg::Read { name, bytes } => self.read(ctx, name, bytes),
            Msg::Pasted(text) => {
                let name = Messages::of(self.lang).app.pasted_text.to_string();
                self.open_pasted(ctx, name, &text)
            }
            Msg::Events(given) => {
                let mut all = match &self.dialog {
                    Some(Dialog::Events(before)) => (**before).clone(),
                    _ => Vec::new(),
                };
                all.extend(given);
                self.dialog = Some(Dialog::Events(Rc::new(all)));
                true
            }
            Msg::OnlyEvents(given) => {
                self.dialog = Some(Dialog::Events(Rc::new(given)));
                true
            }
            Msg::BroughtIn(scenario) => {
                self.dialog = None;
                self.show_page(Page::Workspace);
                self.player = None;
                let show = scenario.script.len();
                self.act(ctx, Action::Edit(Edit::Whole { scenario: Box::new((*scenario).clone()), show }));
                // The dialog goes, be these the events that are there already.
                true
            }
            Msg::Other(file, more) => self.read_other(ctx, &file, more),
            Msg::OpenText { name, text } => self.open_pasted(ctx, name, &text),
            Msg::Beside { name, scenario, real } => self.open_beside(ctx, name, &scenario, real),
            Msg::Arrive => self.arrive(ctx),
            Msg::Served { name, text } => self.served(ctx, &name, text.as_deref()),
            Msg::Unbroken => {
                self.broken = None;
                true
            }
            Msg::Opened(scenario) => {
                self.dialog = None;
                self.show_page(Page::Workspace);
                let last = scenario.script.len();
                self.player = None;
                self.act(ctx, Action::Open(scenario, last))
            }
            Msg::Generated(edit) => {
                self.dialog = None;
                self.player = None;
                self.show_page(Page::Workspace);
                self.act(ctx, Action::Edit(edit))
            }
            Msg::Save => {
                self.save_file();
                false
            }
            Msg::Empty => {
                self.player = None;
                self.show_page(Page::Workspace);
                self.act(ctx, Action::Open(Rc::new(Scenario::empty()), 0))
            }
            Msg::FirstVisit => {
                let first = Self::first_visit();
                self.act(ctx, Action::Open(Rc::clone(first.scenario()), first.settled_cursor()));
                self.act(ctx, Action::Select(first.selection().cloned()))
            }
            Msg::Notice(notice) => {
                self.notice = notice;
                true
            }
            // Looking, done before.
            Msg::Moved
            | Msg::Told
            | Msg::Scrub(_)
            | Msg::Play
            | Msg::Tick
            | Msg::Step { .. }
            | Msg::Speed(_)
            | Msg::StageWidth(_)
            | Msg::Size(..)
            | Msg::Come(_) => false,
            Msg::ToggleReasons => {
                self.reasons = !self.reasons;
                true
            }
            Msg::Host(asked) => self.host_asks(ctx, asked),
            Msg::Lesson(ask) => self.in_lesson(ctx, ask),
            Msg::Heard(heard) => {
                self.heard(ctx, heard);
                false
            }
            Msg::Leave => {
                if self.page == Page::Compare {
                    self.follow_comparison();
                }
                self.persist();
                false
            }
            Msg::GoOn => self.go_on(ctx),
            Msg::Persist => {
                if self.page == Page::Compare {
                    self.follow_comparison();
                }
                if !crash::remembers() {
                    self.remember();
                }
                let before = self.kept;
                self.start_keeping();
                self.run_on(ctx);
                self.kept != before
            }
            Msg::SystemTheme => {
                self.dark = system_is_dark();
                true
            }
            Msg::Dropping(dropping) => {
                let changed = self.dropping != dropping;
                self.dropping = dropping;
                changed
            }
        }
    }

    fn act(&mut self, ctx: &Context<Self>, action: Action) -> bool {
        let action = match self.turn(ctx, action) {
            Ok(changed) => return changed,
            Err(action) => action,
        };
        let scenario = Rc::clone(self.workspace.scenario());
        let opened = matches!(action, Action::Open(..));
        let origins = match &action {
            Action::Edit(edit) => edit.origins(scenario.script.len(), self.workspace.settled_cursor()),
            _ => None,
        };
        self.form = match (self.form.take(), &action) {
            (_, Action::Undo | Action::Redo | Action::Open(..)) => None,
            (Some(form), Action::Edit(edit)) => form.follow(edit, origins.as_deref(), &self.style()),
            (form, _) => form,
        };
        let turns = if opened { Change::Opened } else { Change::Other };
        if matches!(action, Action::Preview(Some(_))) && !self.workspace.previewing() {
            self.bars = page::height_of(".bars");
        }
        if matches!(action, Action::Open(..)) {
            self.comparing.chosen.reset();
        }
        let changed = self.workspace.act(action);
        if self.workspace.sketches() {
            // Whatever else there is to do waits for the hand to rest.
            self.going_on = None;
        }
        self.run_on(ctx);
        if !self.workspace.previewing() {
            self.bars = None;
        }
        if changed && !Rc::ptr_eq(&scenario, self.workspace.scenario()) {
            self.moving.settle();
        }
        if changed && !self.workspace.previewing() {
            let (recording, view) = self.workspace.settled();
            self.sight.turn(recording, view, turns);
        }
        if changed && !self.workspace.previewing() {
            if !Rc::ptr_eq(&scenario, self.workspace.scenario()) {
                self.remember();
                show_language(self.inside.as_ref(), self.lang, self.workspace.scenario());
                if opened {
                    self.broken = None;
                } else {
                    self.leave_link();
                }
                self.steps_follow(origins, scenario.script.len());
            }
            self.keep_soon(ctx);
        }
        changed
    }

    /// This tab's work is kept there from now on.
    fn keep_in(&mut self, store: Store) {
        self.persist();
        self.store.release();
        self._heart = heart(&store);
        self.store = store;
    }

    /// Shows a page, and puts it behind the address, for the browser's Back. Embedded, no address is ours to write.
    fn show_page(&mut self, page: Page) {
        if self.page != page {
            self.turn_to(page);
            if !self.link.query.embed {
                let _ = gloo::utils::window().location().set_hash(page.hash());
            }
        }
    }

    /// Converts the script to another engine, as one edit.
    fn switch(&mut self, ctx: &Context<Self>, to: Dialect, spark: ToSpark) -> bool {
        let converted = convert(self.workspace.scenario(), self.workspace.settled_cursor(), to, spark);
        let edit = Edit::Whole { scenario: Box::new(converted.scenario), show: converted.cursor };
        self.act(ctx, Action::Edit(edit))
    }

    fn play(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        self.player = Some(Interval::new(4800 / self.speed, move || link.send_message(Msg::Tick)));
    }

    fn style(&self) -> time::TimeStyle {
        time::TimeStyle::of_all(self.workspace.scenario())
    }

    fn edit(&mut self, index: usize, at: Option<(i32, i32)>, fresh: bool) -> bool {
        let Some(Step::Push(push)) = self.workspace.scenario().script.get(index) else { return false };
        // Beside the mark, within the stage: the form is about 300 px wide. The axis may have changed with the row.
        let frame = Frame::of(f64::from(self.stage_width));
        let x = frame.axis(self.workspace.recording(), self.sight.extent).x(push.time) as i32;
        let room = (self.stage_width - 316).max(8);
        let at = at.map(|(_, y)| (if x + 24 <= room { x + 24 } else { (x - 330).clamp(8, room) }, (y - 40).max(8)));
        let start = PushDraft::of(push, &self.style());
        self.form = Some(Form { start, base: push.time, index: Some(index), at, fresh, passed: false });
        true
    }

    /// The day that a typed time without one is on: the side's own, else the other's, else an example's.
    fn base(&self, side: Side) -> i64 {
        let (_, view) = self.workspace.settled();
        view.watermark[side]
            .or(view.newest[side])
            .or(view.newest[side.other()])
            .or_else(|| self.workspace.recording().rows().iter().next().map(|(_, row)| row.time))
            .unwrap_or(time::EXAMPLE)
    }

    fn watermark_field(&self, side: Side) -> Option<HtmlInputElement> {
        let element = self.watermark_fields[side].cast::<HtmlElement>()?;
        element.query_selector("input").ok().flatten()?.dyn_into().ok()
    }
}
