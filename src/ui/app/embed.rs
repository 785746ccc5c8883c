//! The page within another page: small, quiet, and in talk with its host by messages.

use gloo::events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};
use yew::prelude::*;

use super::{App, Compare, Msg, Page, form_key};
use crate::{
    explain::{
        self, Words,
        format::{fill_plain, plain, run_on},
        messages::Messages,
    },
    link,
    link::{
        Controls, Look, Query, Reader, fragment,
        message::{self, In, Out},
    },
    scenario::{self, Lang, Scenario, Side},
    ui::{
        ByRc, decimal, glyph,
        icon::Icon,
        lazy::{EventForm, LessonBar, PlaneView},
        panes::{OutputPane, StatePane},
        progress::Progress,
        side::spans,
        stage::Stage,
        transport::Transport,
    },
    workspace::Action,
};

impl App {
    /// An embedded page: title, stage, one reason, the controls; or a comparison. No edge of its own: the host's page owns that.
    pub(super) fn draw_embed(&self) -> Html {
        let (send, gate) = (&self.send, &self.gate);
        let query = &self.link.query;
        let lang = self.lang;
        let m = Messages::of(lang);
        let before = self.workspace.before_refusal();
        let (recording, view) = before.unwrap_or((self.workspace.recording(), self.workspace.view()));
        let (settled, settled_view) = before.unwrap_or_else(|| self.workspace.settled());
        // While something is dragged over a long script only the picture follows each px.
        let (all, all_view, step) = self.workspace.whole();
        let (whole, whole_view) = before.unwrap_or((all, all_view));
        let scenario = all.scenario();
        let step = step.min(whole.len());
        let chosen = self.workspace.selected_in(recording);
        let selected = chosen.last().copied();
        let refused = all.outcome().err().map(|stopped| explain::refusal(stopped, scenario, lang));
        let words = Words::new(whole, lang);
        let why = (step > 0).then(|| words.why(whole_view));
        let sentences = why.as_ref().map_or(&[][..], |why| &why.sentences);
        let first = sentences.iter().find(|sentence| sentence.hot).or(sentences.last());
        let toggle = send.reform(|_: MouseEvent| Msg::ToggleReasons);
        let title = scenario.title.get(lang).to_string();
        let controls = query.controls;
        // A comparison brings its own playhead and reasons.
        let compares = self.page == Page::Compare;
        let size = match self.width {
            ..560 => Some("small narrow"),
            560..900 => Some("narrow"),
            _ => None,
        };
        let shows = match controls {
            Controls::Full => None,
            Controls::Step => Some("step"),
            Controls::None => Some("bare"),
        };
        html! {
            <main class={classes!("embed", size, shows)}>
                <header>
                    <b title={title.clone()}>{ title }</b><span class="muted">{ explain::summary(scenario, lang) }</span>
                    <span class="end">
                        if query.reader == Reader::All && self.workspace.can_undo() {
                            <button key="undo" type="button" class="btn plain icon" aria-label={m.ui.undo} title={m.ui.undo}
                                onclick={send.reform(|_: MouseEvent| Msg::Do(Action::Undo))}>{ Icon::Undo.draw() }</button>
                        }
                        <OpenFull key="open" scenario={ByRc::from(self.workspace.scenario())} query={Query { theme: query.theme, lang: query.lang, ..self.shown() }} {lang} />
                    </span>
                </header>
                <div class="bars">
                    if let Some(broken) = &self.broken {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span>
                            <span>{ spans(&broken.what) }{ " " }{ spans(&broken.remedy) }</span></div>
                    }
                    if let Some(refused) = &refused {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span>
                            <span><b>{ &refused.headline }</b>{ " " }{ spans(&refused.reason) }</span></div>
                    }
                </div>
                if let Some(course) = &self.lessons.course {
                    <LessonBar course={course.clone()} recording={ByRc::from(settled)} view={ByRc::from(settled_view)} {lang} send={send.clone()} />
                }
                <div class={classes!("main", before.map(|_| "dim"))} inert={query.reader == Reader::None || before.is_some()} ref={self.stage_box.clone()}>
                    if compares {
                        { self.draw_beside(gate) }
                    } else if self.look == Look::Tables {
                        <div class="panes">
                            { for Side::BOTH.into_iter().map(|side| html! {
                                <StatePane key={side.word()} {side} recording={ByRc::from(recording)} view={ByRc::from(view)} chosen={chosen.clone()} {lang} send={gate.clone()} />
                            }) }
                            <OutputPane key="output" recording={ByRc::from(recording)} {step} {lang} chosen={chosen.clone()} send={gate.clone()} />
                        </div>
                    } else if self.stage_width > 0 {
                        <section class="stage" aria-label={m.ui.stage}>
                            if self.look == Look::Plane {
                                <PlaneView recording={ByRc::from(recording)} view={ByRc::from(view)} chosen={chosen.clone()} extent={self.sight.extent}
                                    {lang} width={self.stage_width} send={gate.clone()} />
                            } else {
                            <Stage recording={ByRc::from(recording)} view={ByRc::from(view)} settled={ByRc::from(settled)}
                                settled_view={ByRc::from(settled_view)} {selected} chosen={chosen.clone()} extent={self.sight.extent} previewing={self.workspace.previewing()}
                                {lang} width={self.stage_width} room={self.height.max(120)} read_only={query.reader != Reader::All} send={gate.clone()} />
                            }
                            if let Some(form) = self.form.as_ref().filter(|_| query.reader == Reader::All) {
                                <EventForm key={form_key(form)} scenario={ByRc::from(self.workspace.scenario())} {lang} start={form.start.clone()}
                                    base={form.base} index={form.index} at={form.at}
                                    keep={send.reform(Msg::Keep)} cancel={send.reform(|()| Msg::CancelForm)} />
                            }
                        </section>
                    }
                    if let Some(percent) = self.workspace.progress() {
                        <Progress {percent} {lang} />
                    }
                </div>
                if self.reasons && sentences.len() > 1 && !compares {
                    <ol class="why all" id="reasons" tabindex="0" aria-label={m.ui.why}>
                        { for sentences.iter().map(|sentence| html! {
                            <li class={sentence.hot.then_some("hot")}>{ glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span></li>
                        }) }
                    </ol>
                }
                if !compares {
                <section class="one" aria-label={m.ui.why}>
                    <div class="line" aria-live={if self.player.is_none() || self.speed <= 4 { "polite" } else { "off" }}>
                        if let Some(sentence) = first {
                            { glyph::of(sentence.glyph) }<span>{ spans(&sentence.spans) }</span>
                        } else {
                            <span class="wide">{ if whole.is_empty() { m.app.why_empty } else { m.app.why_start } }</span>
                        }
                    </div>
                    if sentences.len() > 1 {
                        <button type="button" class="btn plain" aria-expanded={self.reasons.to_string()} aria-controls="reasons"
                            title={fill_plain(lang, m.links.all_reasons_title, &[("count", sentences.len().to_string().into())])} onclick={toggle}>
                            { if self.reasons { m.links.fewer.to_string() } else { fill_plain(lang, m.links.all_reasons, &[("count", sentences.len().to_string().into())]) } }
                        </button>
                    }
                </section>
                }
                if controls != Controls::None && query.reader != Reader::None && !compares {
                    <div class="controls">
                        <Transport recording={ByRc::from(whole)} {step} {lang} playing={self.player.is_some()} speed={self.speed}
                            changed={self.workspace.changed()} send={gate.clone()} />
                    </div>
                }
            </main>
        }
    }

    /// Hears the host.
    pub(super) fn listen_to_host(&mut self, ctx: &Context<Self>) {
        if self.inside.is_some() || host().is_none() {
            return;
        }
        let link = ctx.link().clone();
        self.listeners.push(EventListener::new(&gloo::utils::window(), "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            // Whoever embeds us may be of any origin, but it is our parent.
            let from_host =
                event.source().is_some_and(|source| host().is_some_and(|host| *source == JsValue::from(host)));
            let text = js_sys::JSON::stringify(&event.data()).ok().and_then(|text| text.as_string());
            if let Some(message) = text.filter(|_| from_host).and_then(|text| message::read(&text)) {
                link.send_message(Msg::Host(message));
            }
        }));
    }

    /// Does what the host asks.
    pub(super) fn host_asks(&mut self, ctx: &Context<Self>, asked: In) -> bool {
        match asked {
            In::Load { text, step } => {
                // What a link says of how it is shown is said by its host otherwise, but for where it opens.
                let given = Query::read(if text.trim_start().starts_with('{') { "" } else { link::query_of(&text) });
                self.link.query.step = step.or(given.step);
                self.link.query.chosen = given.chosen;
                self.broken = None;
                if self.open_lesson_of(ctx, &text) {
                    return true;
                }
                // What is wrong is told in the bar and to the host; a dialog would take the host's page over.
                let read = if text.trim_start().starts_with('{') {
                    scenario::read(&text)
                        .map_err(|problems| problems.first().map(|problem| explain::problem(problem, self.lang)))
                } else {
                    link::unpack_any(&text).map_err(|broken| Some(explain::broken(&broken, self.lang)))
                };
                match read {
                    Ok(scenario) => {
                        self.lessons.course = None;
                        self.open_linked(ctx, scenario);
                    }
                    Err(told) => self.broken = told,
                }
                true
            }
            In::Seek(step) => self.take(ctx, Msg::Do(Action::Seek(step))),
            In::Play if self.player.is_none() => {
                ctx.link().send_message(Msg::Play);
                false
            }
            In::Play => false,
            In::Pause => self.player.take().is_some(),
            In::Theme(theme) => {
                self.theme = theme;
                super::show_theme(self.inside.as_ref(), theme);
                true
            }
            In::Lang(lang) if !Messages::speaks(lang.unwrap_or_else(super::browser_language)) => {
                self.learn(ctx, lang.unwrap_or_else(super::browser_language), Msg::Host(In::Lang(lang)))
            }
            In::Lang(lang) => {
                self.lang = lang.unwrap_or_else(super::browser_language);
                super::show_language(self.inside.as_ref(), self.lang, self.workspace.scenario());
                true
            }
        }
    }

    /// Tells the host what has changed since it was last told.
    pub(super) fn tell_host(&mut self) {
        if self.inside.is_none() && host().is_none() {
            return;
        }
        let recording = self.workspace.settled().0;
        let (step, steps) = match self.page {
            Page::Compare => (self.compared_step(), self.compared_steps()),
            _ => (self.workspace.settled_cursor(), recording.len()),
        };
        let words = Words::new(recording, self.lang);
        let mut said = Vec::new();
        // Ready is who has something to show, or knows that there will be nothing.
        let waits = self.link.waits() && self.broken.is_none() && self.lessons.course.is_none();
        if waits && **self.workspace.scenario() == Scenario::empty() {
            return;
        }
        if !self.told.ready {
            self.told.ready = true;
            said.push(Out::Ready { step, steps, title: self.workspace.scenario().title.get(self.lang).to_string() });
        } else if self.told.step != (step, steps) {
            // What both sides of a comparison do is told at length, and only on the page.
            let none = step == 0 || self.page == Page::Compare;
            let sentences = if none { Vec::new() } else { words.why(self.workspace.settled().1).sentences };
            let between = if self.lang == Lang::Zh { "" } else { " " };
            let text = sentences.iter().map(|sentence| sentence.plain()).collect::<Vec<_>>().join(between);
            said.push(Out::Step { step, steps, text });
        }
        self.told.step = (step, steps);
        let error = self
            .broken
            .as_ref()
            .map(|broken| plain(&run_on(self.lang, [broken.what.clone(), broken.remedy.clone()])))
            .or_else(|| {
                let recording = self.workspace.recording();
                let stopped = recording.outcome().err()?;
                Some(explain::refusal(stopped, recording.scenario(), self.lang).plain(self.lang))
            });
        if self.told.error != error {
            said.extend(error.clone().map(|text| Out::Error { text }));
            self.told.error = error;
        }
        let main = self.stage_box.cast::<web_sys::Element>();
        let height = main.and_then(|main| {
            let around = main.closest(".embed").ok()??.client_height() - main.client_height();
            let inside = main.first_element_child()?;
            // A stage alone takes all the room that there is, and says what it would take; a comparison has two, and more.
            let stage = inside.query_selector("[data-asks]").ok()?.filter(|_| self.page != Page::Compare);
            let asks = stage.and_then(|stage| stage.get_attribute("data-asks"));
            let asks = asks.and_then(|asks| decimal(&asks)).map(|asks| asks.ceil() as i32);
            Some(asks.unwrap_or_else(|| inside.scroll_height()) + around)
        });
        if let Some(height) = height.and_then(|height| u32::try_from(height).ok())
            && self.told.height != height
        {
            self.told.height = height;
            said.push(Out::Resize { height });
        }
        for out in said {
            self.said(out);
        }
    }

    /// Says something to the host, if there is one.
    pub(super) fn said(&self, out: Out) {
        match &self.inside {
            Some(inside) => drop(inside.say.call1(&JsValue::NULL, &out.write().into())),
            None if self.link.query.embed => post(&out),
            None => {}
        }
    }
}

#[derive(Properties, PartialEq)]
struct OpenProps {
    scenario: ByRc<Scenario>,
    /// What is shown of it.
    query: Query,
    lang: Lang,
}

/// Leads to the same step in the full tool; nothing where the scenario is too large for a link.
#[function_component(OpenFull)]
fn open_full(props: &OpenProps) -> Html {
    let m = &Messages::of(props.lang).links;
    // Packing takes time, and a step changes only the query.
    let fragment = use_memo(props.scenario.clone(), |scenario| fragment(scenario));
    // In a page saved as one file the tool is this page.
    let base = gloo::utils::window().location().href().ok().filter(|href| href.starts_with("http"));
    let (Some(base), Some(fragment)) = (base, &*fragment) else { return Html::default() };
    let base = base.split(['?', '#']).next().unwrap_or_default();
    html! {
        <a class="btn plain" href={format!("{base}?{}#{fragment}", props.query.write())} target="_blank" rel="noopener" title={m.open_full_title}>
            { m.open_full }{ " " }{ Icon::Out.draw() }</a>
    }
}

/// What the host was told last.
#[derive(Default)]
pub(super) struct ToldHost {
    ready: bool,
    step: (usize, usize),
    error: Option<String>,
    height: u32,
}

/// The page around this one.
fn host() -> Option<Window> {
    let window = gloo::utils::window();
    window.parent().ok().flatten().filter(|parent| *parent != window)
}

/// Any host may hear it: what is said is what its own page shows.
fn post(out: &Out) {
    if let (Some(host), Ok(message)) = (host(), js_sys::JSON::parse(&out.write())) {
        let _ = host.post_message(&message, "*");
    }
}

/// Passes on what a reader may do; nothing else is asked for.
pub(super) fn gate(reader: Reader, send: Callback<Msg>) -> Callback<Msg> {
    Callback::from(move |msg: Msg| {
        if may(reader, &msg) {
            send.emit(msg);
        }
    })
}

/// Whether a reader may do this.
pub(super) fn may(reader: Reader, msg: &Msg) -> bool {
    match (reader, msg) {
        // There is no room for them, and a host's page has its own.
        (_, Msg::Dialog(_) | Msg::Gallery(_) | Msg::Page(_)) => false,
        (Reader::All, _) => true,
        (Reader::None, _) => false,
        (
            Reader::Step,
            Msg::Do(
                Action::Seek(_)
                | Action::Select(_)
                | Action::SelectAlso(_)
                | Action::SelectRows(_)
                | Action::SelectWatermark(_),
            ),
        ) => true,
        (
            Reader::Step,
            Msg::Compare(Compare::OnlyDifferences(_) | Compare::Difference { .. })
            | Msg::Scrub(_)
            | Msg::Play
            | Msg::Step { .. }
            | Msg::Speed(_)
            | Msg::Escape
            | Msg::Zoom(_)
            | Msg::Follow(_),
        ) => true,
        (Reader::Step, _) => false,
    }
}
