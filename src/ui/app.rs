//! The app: what is worked on, what is shown of it, and every message that changes either.

use std::rc::Rc;

use gloo::{
    events::{EventListener, EventListenerOptions},
    timers::callback::{Interval, Timeout},
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, FileList, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::field::TextField;
use super::{
    ByRc,
    charts::Charts,
    code::CodePane,
    crash,
    dialog::give_back,
    form::{EventForm, FORM_ID},
    glyph,
    help::Help,
    icon::Icon,
    import::ImportErrors,
    panes::{OutputPane, StatePane},
    reference::ReferencePage,
    sentence::{Sentence, time_fault},
    side::{Picked, Why},
    stage::Stage,
    store::{self, Store},
    switch::Switch,
    top::TopBar,
    transport::Transport,
};
use crate::{
    explain::{self, Glyph, Tone, Words, format::fill_plain, messages::Messages},
    replay::State,
    scenario::{
        self, Dialect, JoinKind, Lang, MAX_BYTES, Problem, Push, RowKind, Scenario, Side, Sides, Step, Strategy, time,
    },
    stage::Frame,
    workspace::{Action, Edit, Place, PushDraft, Selection, ToSpark, Workspace, convert, next_push, offer},
};

/// What a person asked for, or what came of it.
#[derive(Clone, Debug)]
pub enum Msg {
    Do(Action),
    /// Play or pause.
    Play,
    Tick,
    /// A step on or back; to the next that puts something out, if asked.
    Step {
        back: bool,
        to_output: bool,
    },
    Escape,
    /// In quarters: 4 is once.
    Speed(u32),
    Lang(Lang),
    /// Switch the engine: at once where nothing is lost, else after asking.
    Engine(Dialect),
    /// The engine switched, as asked.
    Convert(Dialect, ToSpark),
    Theme(Theme),
    Dialog(Option<Dialog>),
    ToggleSettings,
    Tab(Tab),
    Page(Page),
    /// A scenario that is served with the page, by its name.
    OpenExample(&'static str),
    // ---- rows
    /// A click on a lane: the row is added there, and an editor opens at the place.
    AddAt(Push, (i32, i32)),
    /// A form for a new row.
    OpenForm(Push),
    EditRow(usize),
    Duplicate(usize),
    Delete(usize),
    /// A -D of the row that this step pushed.
    TakeBack(usize),
    Keep(Push),
    CancelForm,
    // ---- watermarks
    FocusWatermark(Side),
    WatermarkDraft(Side, Option<String>),
    MoveWatermarks,
    // ---- files
    ChooseFile,
    Files(FileList),
    Read {
        name: String,
        bytes: Result<Vec<u8>, ()>,
    },
    Pasted(String),
    Opened(Rc<Scenario>),
    Save,
    Empty,
    /// The scenario of the first visit.
    FirstVisit,
    Notice(Option<String>),
    // ---- the page
    StageWidth(i32),
    Width(i32),
    Persist,
    Dropping(bool),
    SystemTheme,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub fn word(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub fn of(word: &str) -> Self {
        match word {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Dialog {
    Help,
    /// What switching to this engine does to the script.
    Switch(Dialect),
    /// A file that is no scenario: its name, its text, what is wrong.
    Import {
        name: String,
        text: Rc<str>,
        problems: Rc<Vec<Problem>>,
    },
}

/// What narrow screens show one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Why,
    Rows,
    Output,
    Charts,
    Code,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Workspace,
    Reference,
}

impl Page {
    /// Where the page is, behind the address: the browser's Back leads from one to the other.
    pub fn hash(self) -> &'static str {
        match self {
            Page::Workspace => "#workspace",
            Page::Reference => "#reference",
        }
    }

    fn here() -> Self {
        match gloo::utils::window().location().hash().as_deref() {
            Ok("#reference") => Page::Reference,
            _ => Page::Workspace,
        }
    }
}

/// The form that is open.
#[derive(Clone, Debug)]
struct Form {
    start: PushDraft,
    base: i64,
    index: Option<usize>,
    at: Option<(i32, i32)>,
    /// The row was added for this form, so cancelling takes it away again.
    fresh: bool,
    /// Something else was edited since: the last entry of undo is not the row's.
    passed: bool,
}

impl Form {
    /// The form after an edit made beside it, with `cursor` as the step shown before; `None` if its row is gone.
    fn follow(mut self, edit: &Edit, cursor: usize, style: &time::TimeStyle) -> Option<Self> {
        self.passed = true;
        match edit {
            Edit::Insert(_) => self.index = self.index.map(|index| index + usize::from(index >= cursor)),
            Edit::Remove { index: gone } => {
                if self.index == Some(*gone) {
                    return None;
                }
                self.index = self.index.map(|index| index - usize::from(index > *gone));
            }
            Edit::Replace { index, step: Step::Push(push) } if self.index == Some(*index) => {
                // Its mark was dragged: the time follows, what was typed stays.
                self.start.time = PushDraft::of(push, style).time;
                self.base = push.time;
            }
            Edit::Whole { .. } => return None,
            _ => {}
        }
        Some(self)
    }
}

pub struct App {
    workspace: Workspace,
    store: Store,
    lang: Lang,
    theme: Theme,
    player: Option<Interval>,
    speed: u32,
    dialog: Option<Dialog>,
    form: Option<Form>,
    settings: bool,
    tab: Tab,
    page: Page,
    notice: Option<String>,
    drafts: Sides<Option<String>>,
    width: i32,
    stage_width: i32,
    dropping: bool,
    /// The system's own theme is dark; what is drawn by hand is drawn anew when that changes.
    dark: bool,
    kept: bool,
    /// The scenario that storage has; it is written again only when it changed.
    stored: Option<Rc<Scenario>>,
    pending: Option<Timeout>,
    file_input: NodeRef,
    stage_box: NodeRef,
    watermark_fields: Sides<NodeRef>,
    listeners: Vec<EventListener>,
    /// Says that this tab is open.
    _heart: Interval,
    observer: Option<(web_sys::ResizeObserver, wasm_bindgen::closure::Closure<dyn FnMut()>)>,
}

/// The first visit's scenario.
const FIRST: &str = include_str!("../../www/scenarios/orders-shipments.scenario.json");

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

impl Component for App {
    type Message = Msg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let (store, work) = Store::open();
        let workspace = match work {
            Some(work) => {
                let step = work.place.as_ref().map_or(usize::MAX, |place| place.step);
                Workspace::new(work.scenario, step, work.place.and_then(|place| place.selection()))
            }
            None => Self::first_visit(),
        };
        let lang = match store::preference("lang").as_deref() {
            Some("zh") => Lang::Zh,
            Some("en") => Lang::En,
            _ => browser_language(),
        };
        let theme = Theme::of(&store::preference("theme").unwrap_or_default());
        show_theme(theme);
        show_language(lang, workspace.scenario());
        let heart = {
            let store = store.clone();
            Interval::new(store::CLAIM_EVERY, move || store.claim())
        };
        let mut app = App {
            workspace,
            _heart: heart,
            store,
            lang,
            theme,
            player: None,
            speed: 4,
            dialog: None,
            form: None,
            settings: false,
            tab: Tab::Why,
            page: Page::here(),
            notice: None,
            drafts: Sides::default(),
            width: window_width(),
            stage_width: 0,
            dropping: false,
            dark: system_is_dark(),
            kept: true,
            stored: None,
            pending: None,
            file_input: NodeRef::default(),
            stage_box: NodeRef::default(),
            watermark_fields: Sides::default(),
            listeners: Vec::new(),
            observer: None,
        };
        app.listen(ctx);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Do(action) => {
                // Touching anything but the playhead ends playing.
                if !matches!(action, Action::Select(_)) {
                    self.player = None;
                }
                self.act(ctx, action)
            }
            Msg::Play => {
                if self.player.take().is_some() {
                    return true;
                }
                if self.workspace.cursor() >= self.workspace.recording().len() {
                    self.workspace.act(Action::Seek(0));
                }
                self.play(ctx);
                true
            }
            Msg::Tick => {
                let next = self.workspace.cursor() + 1;
                if next >= self.workspace.recording().len() {
                    self.player = None;
                }
                self.act(ctx, Action::Seek(next));
                true
            }
            Msg::Step { back, to_output } => {
                self.player = None;
                let (now, steps) = (self.workspace.cursor(), self.workspace.recording().len());
                let puts_out = |step: &usize| self.workspace.recording().emitted(*step).next().is_some();
                let to = match (back, to_output) {
                    (false, false) => now + 1,
                    (true, false) => now.saturating_sub(1),
                    (false, true) => (now + 1..=steps).find(puts_out).unwrap_or(steps),
                    (true, true) => (1..now).rev().find(puts_out).unwrap_or(0),
                };
                self.act(ctx, Action::Seek(to))
            }
            Msg::Escape => {
                if self.form.is_some() {
                    ctx.link().send_message(Msg::CancelForm);
                    return false;
                }
                self.act(ctx, Action::Select(None))
            }
            Msg::Speed(speed) => {
                self.speed = speed.max(1);
                if self.player.is_some() {
                    self.play(ctx);
                }
                true
            }
            Msg::Lang(lang) => {
                self.lang = lang;
                store::prefer("lang", lang.word());
                show_language(lang, self.workspace.scenario());
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
                show_theme(theme);
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
            Msg::Tab(tab) => {
                self.tab = tab;
                true
            }
            Msg::Page(page) => {
                self.page = page;
                self.player = None;
                true
            }
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
            Msg::AddAt(push, at) => {
                let selection = Selection { side: push.side, id: push.id.clone() };
                self.act(ctx, Action::Edit(Edit::Insert(Step::Push(push))));
                self.act(ctx, Action::Select(Some(selection)));
                let index = self.workspace.settled_cursor().saturating_sub(1);
                self.edit(index, Some(at), true)
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
                self.act(ctx, Action::Edit(Edit::Remove { index }))
            }
            Msg::TakeBack(index) => {
                let Some(Step::Push(push)) = self.workspace.scenario().script.get(index) else { return false };
                let push = Push { kind: RowKind::Delete, ..push.clone() };
                self.act(ctx, Action::Edit(Edit::Insert(Step::Push(push))))
            }
            Msg::Keep(push) => {
                let Some(form) = self.form.take() else { return false };
                let selection = Selection { side: push.side, id: push.id.clone() };
                let step = Step::Push(push);
                let edit = match form.index {
                    Some(index) => Edit::Replace { index, step },
                    None => Edit::Insert(step),
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
                let name = Messages::of(self.lang).app.title.to_string();
                self.open_text(ctx, name, &text)
            }
            Msg::Opened(scenario) => {
                self.dialog = None;
                self.show_page(Page::Workspace);
                let last = scenario.script.len();
                self.player = None;
                self.act(ctx, Action::Open(scenario, last))
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
            Msg::StageWidth(width) => {
                let changed = width > 0 && self.stage_width != width;
                self.stage_width = if width > 0 { width } else { self.stage_width };
                changed
            }
            Msg::Width(width) => {
                let changed = self.width != width;
                self.width = width;
                changed
            }
            Msg::Persist => {
                let before = self.kept;
                self.persist();
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

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.remember();
            self.observe_stage(ctx);
            ctx.link().send_message(Msg::Persist);
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let send: Callback<Msg> = ctx.link().callback(|msg| msg);
        let lang = self.lang;
        let m = Messages::of(lang);
        let working = self.page == Page::Workspace;
        // While the engine refuses the setup, what ran before stays in sight, dimmed and inert.
        let before = self.workspace.before_refusal();
        let (recording, view) = before.unwrap_or((self.workspace.recording(), self.workspace.view()));
        let (settled, settled_view) = before.unwrap_or_else(|| self.workspace.settled());
        let scenario = self.workspace.recording().scenario();
        let step = self.workspace.cursor().min(recording.len());
        let selected =
            self.workspace.selection().and_then(|row| recording.rows().find(recording.scenario(), row.side, &row.id));
        let outcome = self.workspace.recording().outcome();
        let badge = outcome.ok().and_then(|plan| explain::plan_note(plan, scenario, lang));
        let badge = badge.map(|spans| AttrValue::from(explain::format::plain(&spans)));
        let refused = outcome.err().map(|stopped| explain::refusal(stopped, scenario, lang));
        let layout = match self.width {
            1200.. => "wide",
            900.. => "mid",
            600.. => "column",
            _ => "phone",
        };
        let tabbed = self.width < 900;
        let shows = |tab: Tab| !tabbed || self.tab == tab;

        let why = html! { <Why recording={ByRc::from(recording)} view={ByRc::from(view)} {lang} aloud={self.player.is_none() || self.speed <= 4} /> };
        let picked = selected.map(|row| {
            html! {
                <Picked recording={ByRc::from(recording)} view={ByRc::from(view)} {row} {lang} send={send.clone()} />
            }
        });
        let theme_key = AttrValue::from(format!("{} {}", self.theme.word(), self.dark));
        let charts = html! {
            <Charts recording={ByRc::from(settled)} step={self.workspace.settled_cursor().min(settled.len())} {lang} {theme_key}
                seek={send.reform(|step| Msg::Do(Action::Seek(step)))} />
        };
        let code = html! { <CodePane scenario={ByRc::from(scenario)} {lang} /> };
        let states = html! { <>
            { for Side::BOTH.into_iter().map(|side| html! {
                <StatePane {side} recording={ByRc::from(recording)} view={ByRc::from(view)} {selected} {lang} send={send.clone()} />
            }) }
        </> };
        let output =
            html! { <OutputPane recording={ByRc::from(recording)} {step} {lang} {selected} send={send.clone()} /> };

        html! {
            <div class={classes!("app", layout, self.dropping.then_some("dropping"))}>
                <TopBar scenario={ByRc::from(scenario)} can_undo={working && self.workspace.can_undo()} can_redo={working && self.workspace.can_redo()}
                    {lang} theme={self.theme} page={self.page} send={send.clone()} />
                <section class="bars" aria-label={m.app.join_settings}>
                    if working {
                        <Sentence scenario={ByRc::from(scenario)} {lang} send={send.clone()} open={self.settings}
                            fault={outcome.err().map(|stopped| stopped.refusal)} />
                    }
                    if let Some(badge) = badge.as_ref().filter(|_| working) {
                        <div class="msg calm" role="note"><span>{ Icon::Warn.draw() }</span><span>{ badge }</span><span></span></div>
                    }
                    if let Some(refused) = refused.as_ref().filter(|_| working) {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span>
                            <span><b>{ &refused.headline }</b>{ " " }{ super::side::spans(&refused.reason) }<span class="muted">{ " " }{ &refused.words }</span></span>
                            <span class="acts">{ self.ways_out(&send, m) }</span></div>
                    }
                    if !self.kept {
                        <div class="msg calm" role="status"><span>{ Icon::Warn.draw() }</span><span>{ m.app.not_kept }</span><span></span></div>
                    }
                    if let Some(notice) = &self.notice {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span><span>{ notice }</span>
                            <button type="button" class="btn plain icon tiny" aria-label={m.app.close} onclick={send.reform(|_: MouseEvent| Msg::Notice(None))}>{ Icon::Close.draw() }</button></div>
                    }
                </section>
                if !working {
                    <ReferencePage {lang} send={send.clone()} />
                }
                // The workspace stays where it is, unseen: its stage keeps its size, its fields what was typed.
                <main class="main" hidden={!working}>
                    <div class={classes!("work", before.map(|_| "dim"))} inert={before.is_some()}>
                        <section class={classes!("stage", (refused.is_some() && before.is_none()).then_some("dim"))} aria-label={m.ui.stage} ref={self.stage_box.clone()}>
                            if self.stage_width > 0 {
                                <Stage recording={ByRc::from(recording)} view={ByRc::from(view)} settled={ByRc::from(settled)}
                                    settled_view={ByRc::from(settled_view)} {selected} previewing={self.workspace.previewing()}
                                    {lang} width={self.stage_width} send={send.clone()} />
                            }
                            { self.watermark_fields(&send, m) }
                            if let Some(form) = &self.form {
                                <EventForm key={form_key(form)} scenario={ByRc::from(self.workspace.scenario())} {lang} start={form.start.clone()}
                                    base={form.base} index={form.index} at={form.at}
                                    keep={send.reform(Msg::Keep)} cancel={send.reform(|()| Msg::CancelForm)} />
                            }
                            { self.legend(&send, m) }
                        </section>
                        <Transport recording={ByRc::from(recording)} {step} {lang} playing={self.player.is_some()} speed={self.speed} send={send.clone()} />
                        if tabbed {
                            { self.tabs(&send, m) }
                            <div class="tab-body">
                                if shows(Tab::Why) { { why.clone() } { for picked.clone() } }
                                if shows(Tab::Rows) { <div class="panes">{ states.clone() }</div> }
                                if shows(Tab::Charts) { { charts.clone() } }
                                if shows(Tab::Code) { { code.clone() } }
                                if shows(Tab::Output) { <div class="panes">{ output.clone() }</div> }
                            </div>
                        } else {
                            <div class="panes">{ states }{ output }</div>
                        }
                    </div>
                    if !tabbed {
                        <aside class={classes!("side", before.map(|_| "dim"))} inert={before.is_some()} aria-label={m.app.details}>
                            { why }
                            { for picked }
                            if scenario.script.is_empty() {
                                { self.starts(&send, m) }
                            } else {
                                { charts }
                            }
                            { code }
                        </aside>
                    }
                </main>
                <input ref={self.file_input.clone()} type="file" class="unseen" tabindex="-1" aria-hidden="true" accept=".json,application/json"
                    onchange={send.reform(|event: Event| Msg::Notice(None).or_files(event))} />
                { self.dialog(&send) }
                if self.dropping { <div class="drop-over" aria-hidden="true">{ m.app.drop_here }</div> }
            </div>
        }
    }
}

impl Msg {
    /// The files that an input has now.
    fn or_files(self, event: Event) -> Msg {
        event.target_unchecked_into::<HtmlInputElement>().files().map_or(self, Msg::Files)
    }
}

/// A form is made anew for another row.
fn form_key(form: &Form) -> String {
    format!("{:?} {}", form.index, form.start.id)
}

impl App {
    fn act(&mut self, ctx: &Context<Self>, action: Action) -> bool {
        let scenario = Rc::clone(self.workspace.scenario());
        self.form = match (self.form.take(), &action) {
            (_, Action::Undo | Action::Redo | Action::Open(..)) => None,
            (Some(form), Action::Edit(edit)) => form.follow(edit, self.workspace.settled_cursor(), &self.style()),
            (form, _) => form,
        };
        let changed = self.workspace.act(action);
        if changed && !self.workspace.previewing() {
            if !Rc::ptr_eq(&scenario, self.workspace.scenario()) {
                self.remember();
                show_language(self.lang, self.workspace.scenario());
            }
            let link = ctx.link().clone();
            self.pending = Some(Timeout::new(150, move || link.send_message(Msg::Persist)));
        }
        changed
    }

    /// Shows a page, and puts it behind the address, for the browser's Back.
    fn show_page(&mut self, page: Page) {
        if self.page != page {
            self.page = page;
            let _ = gloo::utils::window().location().set_hash(page.hash());
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
        explain::style(self.workspace.scenario())
    }

    fn edit(&mut self, index: usize, at: Option<(i32, i32)>, fresh: bool) -> bool {
        let Some(Step::Push(push)) = self.workspace.scenario().script.get(index) else { return false };
        // Beside the mark, within the stage: the form is about 300 px wide. The axis may have changed with the row.
        let frame = Frame::of(f64::from(self.stage_width));
        let x = frame.fit(self.workspace.recording(), self.workspace.cursor()).x(push.time) as i32;
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

    /// A side's watermark as a field: it says where it is, and moves it to what is typed.
    fn watermark_fields(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let (recording, view) = self.workspace.settled();
        let words = Words::new(recording, self.lang);
        let field = |side: Side| {
            let stream = &recording.scenario().streams[side];
            // Spark's watermarks follow the events and nothing else.
            if stream.watermark == Strategy::None || recording.scenario().dialect == Dialect::Spark {
                return Html::default();
            }
            let label =
                fill_plain(self.lang, m.ui.watermark_time, &[("stream", stream.label(self.lang).to_string().into())]);
            let value = view.watermark[side].map_or_else(String::new, |time| words.time(time));
            let (base, lang, now) = (self.base(side), self.lang, view.watermark[side]);
            let move_to = send.clone();
            let take = Callback::from(move |typed: String| match time::parse_time(&typed, base) {
                Ok(time) if Some(time) == now => Ok(()),
                Ok(time) => {
                    move_to.emit(Msg::Do(Action::Edit(Edit::Insert(Step::Watermark { side, time }))));
                    Ok(())
                }
                Err(fault) => Err(time_fault(fault, false, lang)),
            });
            let draft = send.reform(move |draft| Msg::WatermarkDraft(side, draft));
            html! {
                <span class={classes!("wm-field", side.word())} data-label={stream.label(self.lang).to_string()} ref={self.watermark_fields[side].clone()}>
                    <TextField {label} {value} {take} {draft} class="box" placeholder={m.names.none} least={8} enter_only=true />
                </span>
            }
        };
        html! { <>{ field(Side::Left) }{ field(Side::Right) }</> }
    }

    fn legend(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let item = |glyph: Html, text: &'static str| html! { <span>{ glyph }{ text }</span> };
        let windowed = matches!(self.workspace.scenario().join.kind, JoinKind::Window { .. });
        let adding = self.form.as_ref().is_some_and(|form| form.index.is_none());
        let add = send.reform({
            let workspace = self.workspace.clone();
            move |_: MouseEvent| {
                let (recording, view) = workspace.settled();
                let side = workspace.selection().map_or(Side::Left, |s| s.side);
                let newest = view.newest.left.max(view.newest.right);
                let first = recording.rows().iter().next().map(|(_, row)| row.time);
                Msg::OpenForm(next_push(workspace.scenario(), side, newest.or(first).unwrap_or(time::EXAMPLE), None))
            }
        });
        html! {
            <div class="legend">
                <div class={classes!("marks", windowed.then_some("close"))} aria-hidden="true">
                    { item(glyph::mark(Side::Left, State::Waiting, false), m.names.waiting) }
                    { item(glyph::mark(Side::Left, State::Matched, true), m.names.matched) }
                    { item(glyph::mark(Side::Left, State::Left, true), m.app.left_buffer) }
                    if windowed {
                        { item(glyph::of(Glyph::Window), m.app.fires_now) }
                        { item(glyph::pending(), m.app.pair_pending) }
                    } else {
                        { item(glyph::null(), m.names.left_as_null) }
                    }
                    if !windowed {
                        { item(glyph::mark(Side::Left, State::LateNotKept, false), m.names.late_not_kept) }
                    }
                    { item(glyph::mark(Side::Left, State::NotYetArrived, false), m.names.not_yet_arrived) }
                </div>
                <div class="end">
                    // While the form is open the button that opened it sends it off. It is another element then: the click that
                    // opens must not become the one that sends.
                    if adding {
                        <button key="send" type="submit" form={FORM_ID} class="btn small">{ Icon::Plus.draw() }{ m.ui.add_event }</button>
                    } else {
                        <button key="open" type="button" class="btn small" title={m.app.hint} onclick={add}>{ Icon::Plus.draw() }{ m.ui.add_event }</button>
                    }
                    if self.workspace.scenario().dialect == Dialect::Spark {
                        <button key="batch" type="button" class="btn small" onclick={send.reform(|_: MouseEvent| Msg::Do(Action::Edit(Edit::Insert(Step::Batch))))}>
                            { Icon::Batch.draw() }{ m.ui.run_batch }</button>
                    } else if Side::BOTH.iter().any(|side| self.workspace.scenario().streams[*side].watermark != Strategy::None) {
                        <button key="move" type="button" class="btn small" onclick={send.reform(|_: MouseEvent| Msg::MoveWatermarks)}>
                            { Icon::Watermark.draw() }{ m.ui.move_watermark }</button>
                    }
                    if matches!(self.workspace.scenario().join.kind, JoinKind::Regular { state_ttl } if state_ttl > 0) {
                        { self.clock_field(send, m) }
                    }
                </div>
            </div>
        }
    }

    fn dialog(&self, send: &Callback<Msg>) -> Html {
        let lang = self.lang;
        let on_close = send.reform(|()| Msg::Dialog(None));
        match &self.dialog {
            None => Html::default(),
            Some(Dialog::Switch(to)) => {
                let to = *to;
                html! {
                    <Switch scenario={ByRc::from(self.workspace.scenario())} cursor={self.workspace.settled_cursor()} {to} {lang}
                        {on_close} on_switch={send.reform(move |spark| Msg::Convert(to, spark))} />
                }
            }
            Some(Dialog::Help) => html! { <Help {lang} {on_close} /> },
            Some(Dialog::Import { name, text, problems }) => {
                let describe = Callback::from(move |problem: Problem| {
                    let told = explain::problem(&problem, lang);
                    let spans = explain::format::run_on(lang, [told.what, told.remedy]);
                    spans.into_iter().map(|span| (span.text, span.tone != Tone::Plain)).collect::<Vec<_>>()
                });
                html! { <ImportErrors name={name.clone()} text={ByRc::from(text)} problems={ByRc::from(problems)} {lang} {describe} {on_close}
                on_choose={send.reform(|()| Msg::ChooseFile)} on_open={send.reform(Msg::Opened)} /> }
            }
        }
    }

    /// What leads out of a refusal: the shortest change, and the one before.
    fn ways_out(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let recording = self.workspace.recording();
        let Err(stopped) = recording.outcome() else { return Html::default() };
        let scenario = recording.scenario();
        let label = explain::refusal(stopped, scenario, self.lang).nearest;
        let out = offer::way_out(scenario, stopped, self.workspace.settled_cursor()).filter(|_| !label.is_empty());
        let out = out.map(|edit| {
            let click = send.reform(move |_: MouseEvent| Msg::Do(Action::Edit(edit.clone())));
            html! { <button type="button" class="btn small" onclick={click}>{ label }</button> }
        });
        html! { <>
            { out.unwrap_or_default() }
            if self.workspace.can_undo() {
                <button type="button" class="btn small" onclick={send.reform(|_: MouseEvent| Msg::Do(Action::Undo))}>{ m.app.take_it_back }</button>
            }
        </> }
    }

    /// What an empty workspace offers besides its stage.
    fn starts(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let first = send.reform(|_: MouseEvent| Msg::FirstVisit);
        let key = |keys: &[&'static str], text: &'static str| {
            html! {
                <div class="key"><dt>{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</dt><dd>{ text }</dd></div>
            }
        };
        html! { <>
            <section class="sec" aria-label={m.app.start_from}>
                <header><h2>{ m.app.start_from }</h2></header>
                <div class="acts">
                    <button type="button" class="btn" onclick={first}>{ m.app.first_scenario }</button>
                    <button type="button" class="btn" onclick={send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ Icon::Open.draw() }{ m.app.open_a_file }</button>
                </div>
            </section>
            <section class="sec" aria-label={m.app.keys}>
                <header><h2>{ m.app.keys }</h2></header>
                <dl class="keylist">
                    { key(&["N"], m.app.key_add) }
                    { key(&["←", "→"], m.app.key_step) }
                    { key(&["Space"], m.app.key_play) }
                    { key(&["?"], m.app.key_all) }
                </dl>
            </section>
        </> }
    }

    /// Processing time as a field, and a button that moves it on by the state TTL.
    fn clock_field(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let (_, view) = self.workspace.settled();
        let (clock, lang) = (view.clock, self.lang);
        let ttl = match self.workspace.scenario().join.kind {
            JoinKind::Regular { state_ttl } => state_ttl,
            _ => 0,
        };
        let advance = move |time: i64| Msg::Do(Action::Edit(Edit::Insert(Step::Clock { time })));
        let move_to = send.clone();
        let take = Callback::from(move |typed: String| match time::parse_duration(&typed) {
            Ok(time) => {
                move_to.emit(advance(time));
                Ok(())
            }
            Err(fault) => Err(time_fault(fault, true, lang)),
        });
        html! { <>
            <TextField label={m.app.clock_time} value={time::duration(clock, lang)} {take} class="box small" least={4} enter_only=true />
            <button key="clock" type="button" class="btn small" onclick={send.reform(move |_: MouseEvent| advance(clock.saturating_add(ttl)))}>
                { Icon::Clock.draw() }{ m.ui.advance_clock }</button>
        </> }
    }

    fn tabs(&self, send: &Callback<Msg>, m: &'static Messages) -> Html {
        let view = self.workspace.view();
        let tab = |tab: Tab, text: &'static str, note: String| {
            html! {
                <button type="button" role="tab" aria-selected={(self.tab == tab).to_string()}
                    onclick={send.reform(move |_: MouseEvent| Msg::Tab(tab))}>{ text }{ " " }<span class="n">{ note }</span></button>
            }
        };
        html! {
            <div class="tabs" role="tablist">
                { tab(Tab::Why, m.ui.why, String::new()) }
                { tab(Tab::Rows, m.app.tab_rows, format!("{} + {}", view.held.left, view.held.right)) }
                { tab(Tab::Output, m.ui.output, view.emitted.to_string()) }
                { tab(Tab::Charts, m.app.tab_charts, String::new()) }
                { tab(Tab::Code, m.app.tab_code, String::new()) }
            </div>
        }
    }

    // ---- keeping

    /// What a crash could still save.
    fn remember(&self) {
        crash::remember(scenario::write(self.workspace.scenario()), self.lang);
    }

    fn persist(&mut self) {
        self.pending = None;
        let scenario = self.workspace.scenario();
        if self.stored.as_ref().is_none_or(|stored| !Rc::ptr_eq(stored, scenario)) {
            self.kept = self.store.keep(&scenario::write(scenario));
            self.stored = self.kept.then(|| Rc::clone(scenario));
        }
        self.store.keep_place(&Place::of(&self.workspace));
    }

    // ---- files

    fn read_file(&mut self, ctx: &Context<Self>, files: &FileList) -> bool {
        self.dropping = false;
        let Some(file) = files.get(0) else { return true };
        self.notice = (files.length() > 1)
            .then(|| fill_plain(self.lang, Messages::of(self.lang).app.one_file, &[("file", file.name().into())]));
        if file.size() > MAX_BYTES as f64 {
            let size = (file.size() / 1_048_576.0).ceil().to_string();
            let args = [("file", file.name().into()), ("size", size.into())];
            self.notice = Some(fill_plain(self.lang, Messages::of(self.lang).app.file_too_large, &args));
            return true;
        }
        let link = ctx.link().clone();
        wasm_bindgen_futures::spawn_local(async move {
            let name = file.name();
            let bytes = bytes_of(&file).await.map_err(|_| ());
            link.send_message(Msg::Read { name, bytes });
        });
        true
    }

    fn read(&mut self, ctx: &Context<Self>, name: String, bytes: Result<Vec<u8>, ()>) -> bool {
        let m = &Messages::of(self.lang).app;
        let text = match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => {
                self.notice = Some(fill_plain(self.lang, m.file_not_utf8, &[("file", name.into())]));
                return true;
            }
            Err(()) => {
                self.notice = Some(fill_plain(self.lang, m.file_unreadable, &[("file", name.into())]));
                return true;
            }
        };
        self.open_text(ctx, name, &text)
    }

    fn open_text(&mut self, ctx: &Context<Self>, name: String, text: &str) -> bool {
        match scenario::read(text) {
            Ok(scenario) => ctx.link().send_message(Msg::Opened(Rc::new(scenario))),
            Err(problems) => {
                self.dialog = Some(Dialog::Import { name, text: text.into(), problems: Rc::new(problems) })
            }
        }
        true
    }

    fn save_file(&self) {
        let scenario = self.workspace.scenario();
        let name: String = scenario
            .title
            .get(Lang::En)
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let name = if name.is_empty() { "scenario".to_string() } else { name };
        let link = gloo::utils::document()
            .create_element("a")
            .ok()
            .and_then(|a| a.dyn_into::<web_sys::HtmlAnchorElement>().ok());
        if let (Some(link), Some(url)) = (link, crash::blob_url(&scenario::write(scenario))) {
            link.set_href(&url);
            link.set_download(&format!("{name}.scenario.json"));
            link.click();
            // The browser reads the address after this turn: one taken back at once can lose the file.
            Timeout::new(60_000, move || {
                let _ = web_sys::Url::revoke_object_url(&url);
            })
            .forget();
        }
    }

    // ---- the page

    fn listen(&mut self, ctx: &Context<Self>) {
        let window = gloo::utils::window();
        let document = gloo::utils::document();
        let link = ctx.link().clone();
        self.listeners
            .push(EventListener::new(&window, "resize", move |_| link.send_message(Msg::Width(window_width()))));
        let link = ctx.link().clone();
        self.listeners
            .push(EventListener::new(&window, "hashchange", move |_| link.send_message(Msg::Page(Page::here()))));
        if let Some(query) = dark_query() {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new(&query, "change", move |_| link.send_message(Msg::SystemTheme)));
        }
        // Leaving: what is not written yet is, and the tab's place is free for its reload.
        let (link, leaving) = (ctx.link().clone(), self.store.clone());
        self.listeners.push(EventListener::new(&window, "pagehide", move |_| {
            link.send_message(Msg::Persist);
            leaving.release();
        }));
        let back = self.store.clone();
        self.listeners.push(EventListener::new(&window, "pageshow", move |_| back.claim()));
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new_with_options(
            &document,
            "keydown",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                if let Some(event) = event.dyn_ref::<KeyboardEvent>()
                    && let Some(msg) = global_key(event)
                {
                    event.prevent_default();
                    link.send_message(msg);
                }
            },
        ));
        for (name, dropping) in [("dragover", true), ("dragleave", false), ("drop", false)] {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new_with_options(
                &document,
                name,
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<DragEvent>() else { return };
                    let Some(files) = event.data_transfer().filter(has_files) else { return };
                    event.prevent_default();
                    link.send_message(Msg::Dropping(dropping));
                    if event.type_() == "drop"
                        && let Some(files) = files.files()
                    {
                        link.send_message(Msg::Files(files));
                    }
                },
            ));
        }
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new(&document, "paste", move |event| {
            // Text pasted into a field is the field's.
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if target.is_some_and(|element| element.closest("input, textarea, select").ok().flatten().is_some()) {
                return;
            }
            let text = js_sys::Reflect::get(event, &"clipboardData".into())
                .ok()
                .and_then(|data| data.dyn_into::<web_sys::DataTransfer>().ok())
                .and_then(|data| data.get_data("text/plain").ok());
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                link.send_message(Msg::Pasted(text));
            }
        }));
    }

    fn observe_stage(&mut self, ctx: &Context<Self>) {
        let Some(element) = self.stage_box.cast::<web_sys::Element>() else { return };
        let (link, node) = (ctx.link().clone(), self.stage_box.clone());
        let measure = move || {
            if let Some(element) = node.cast::<web_sys::Element>() {
                link.send_message(Msg::StageWidth(element.client_width()));
            }
        };
        measure();
        let callback = wasm_bindgen::closure::Closure::<dyn FnMut()>::new(measure);
        if let Ok(observer) = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()) {
            observer.observe(&element);
            self.observer = Some((observer, callback));
        }
    }
}

fn has_files(data: &web_sys::DataTransfer) -> bool {
    data.types().iter().any(|kind| kind == JsValue::from_str("Files"))
}

/// A text that is served beside the page.
async fn served(path: &str) -> Result<String, JsValue> {
    let response = wasm_bindgen_futures::JsFuture::from(gloo::utils::window().fetch_with_str(path)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Err(response.status_text().into());
    }
    let text = wasm_bindgen_futures::JsFuture::from(response.text()?).await?;
    text.as_string().ok_or(JsValue::NULL)
}

async fn bytes_of(file: &File) -> Result<Vec<u8>, JsValue> {
    let buffer = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The keys that act wherever no field has the focus.
fn global_key(event: &KeyboardEvent) -> Option<Msg> {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let within =
        |selector: &str| target.as_ref().is_some_and(|element| element.closest(selector).ok().flatten().is_some());
    if within("input, textarea, select, [role=dialog], [role=alertdialog]") || event.default_prevented() {
        return None;
    }
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    // Another page than the workspace is read: its keys scroll, and nothing unseen is stepped or undone.
    if gloo::utils::document().query_selector("main[hidden]").ok().flatten().is_some() {
        return (key == "?" && !command).then_some(Msg::Dialog(Some(Dialog::Help)));
    }
    if command {
        return match (key.to_lowercase().as_str(), event.shift_key()) {
            ("z", false) => Some(Msg::Do(Action::Undo)),
            ("z", true) | ("y", false) => Some(Msg::Do(Action::Redo)),
            _ => None,
        };
    }
    if event.alt_key() {
        return None;
    }
    Some(match key.as_str() {
        // Space presses the button that has the focus.
        " " if !within("button, a, [role=tab], [role=switch]") => Msg::Play,
        "ArrowLeft" => Msg::Step { back: true, to_output: event.shift_key() },
        "ArrowRight" => Msg::Step { back: false, to_output: event.shift_key() },
        "Home" => Msg::Do(Action::Seek(0)),
        "End" => Msg::Do(Action::Seek(usize::MAX)),
        "?" => Msg::Dialog(Some(Dialog::Help)),
        "Escape" => Msg::Escape,
        _ => return None,
    })
}

fn browser_language() -> Lang {
    let language = gloo::utils::window().navigator().language().unwrap_or_default();
    if language.to_lowercase().starts_with("zh") { Lang::Zh } else { Lang::En }
}

fn dark_query() -> Option<web_sys::MediaQueryList> {
    gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten()
}

fn system_is_dark() -> bool {
    dark_query().is_some_and(|query| query.matches())
}

fn show_theme(theme: Theme) {
    let root = gloo::utils::document_element();
    let _ = match theme {
        Theme::Auto => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.word()),
    };
}

fn show_language(lang: Lang, scenario: &Scenario) {
    let word = if lang == Lang::Zh { "zh-Hans" } else { "en" };
    let _ = gloo::utils::document_element().set_attribute("lang", word);
    gloo::utils::document().set_title(&format!("{} · joinscope", scenario.title.get(lang)));
}

fn window_width() -> i32 {
    gloo::utils::window().inner_width().ok().and_then(|width| width.as_f64()).map_or(1440, |width| width as i32)
}
