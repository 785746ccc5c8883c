//! The page as it is now, region by region.

use super::*;

use yew::prelude::*;

use crate::ui::{
    ByRc,
    icon::Icon,
    lazy::{
        AdvicePane, Charts, CodePane, ComparePage, EstimatePage, EventForm, FromCode, GalleryPage, GenerateStreams,
        GeneratedPanel, Help, ImportErrors, LessonBar, LessonsPage, MetricsPane, OwnEvents, PasteLink, PlanPane,
        PlaneView, ReferencePage, RunPage, Share, SinkPane, Starts, StepsPane, Switch, Whynot,
    },
    legend::{Legend, WatermarkField},
    panes::{OutputPane, StatePane},
    progress::Progress,
    question::Question,
    sentence::Sentence,
    side::Why,
    stage::Stage,
    steps,
    tabs::{self, PaneTabs, pane_name},
    top::TopBar,
    transport::Transport,
    units::UnitsNote,
    zoom::Zoom,
};
use crate::{
    explain::{self, Tone, Words, messages::Messages},
    scenario::{Dialect, JoinKind, Problem, Side, Strategy},
    workspace::{Action, Chosen, clock_step, offer},
};

use super::running::is_long;

impl App {
    pub(super) fn draw(&self) -> Html {
        let send = &self.send;
        let lang = self.lang;
        let m = Messages::of(lang);
        let working = self.page == Page::Workspace;
        // While the engine refuses the setup, what ran before stays in sight, dimmed and inert.
        let before = self.workspace.before_refusal();
        let (recording, view) = before.unwrap_or((self.workspace.recording(), self.workspace.view()));
        let (settled, settled_view) = before.unwrap_or_else(|| self.workspace.settled());
        // While something is dragged over a long script only the picture follows each px; all else does when the hand rests.
        let (all, all_view, step) = self.workspace.whole();
        let (whole, whole_view) = before.unwrap_or((all, all_view));
        // Drawn a moment later for a long script.
        let charted = self.charted.as_ref().filter(|_| is_long(settled)).unwrap_or(settled);
        let scenario = all.scenario();
        let step = step.min(whole.len());
        let drawn = self.workspace.selected_in(recording);
        let selected = drawn.last().copied();
        let chosen = if Rc::ptr_eq(whole, recording) { drawn.clone() } else { self.workspace.selected_in(whole) };
        let watermark = match self.workspace.chosen() {
            Chosen::Watermark(side) => Some(*side),
            Chosen::Nothing | Chosen::Rows(_) => None,
        };
        // What a number that is being dragged would do.
        let would = self
            .workspace
            .previewed()
            .filter(|edit| edit.is_setup())
            .map(|_| AttrValue::from(Words::new(recording, lang).change_would(view, (settled, settled_view))));
        let outcome = all.outcome();
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
        // What stands in place of the stage is not there twice.
        let tables = self.look == Look::Tables;
        let tab = if tables && matches!(self.tab, Tab::Rows | Tab::Third(Pane::Output)) { Tab::Why } else { self.tab };
        let shows = |of: Tab| !tabbed || tab == of;

        // What is read, not looked at, rests while steps fly by.
        let read = self.moving.read(whole_view);
        let moves = self.moving.motion().map(|motion| motion.why * 4 / self.speed.max(1));
        let why = html! { <Why recording={ByRc::from(whole)} view={ByRc::from(read)} {moves} {lang} aloud={self.player.is_none() || self.speed <= 4} /> };
        let question = html! { <Question scenario={ByRc::from(scenario)} {lang} /> };
        let picked = (!scenario.script.is_empty()).then(|| {
            html! {
                <Whynot recording={ByRc::from(whole)} view={ByRc::from(read)} chosen={self.workspace.chosen().clone()} rows={chosen.clone()}
                    {lang} playing={self.player.is_some()} send={send.clone()} />
            }
        });
        let charts = html! {
            <Charts recording={ByRc::from(charted)} step={self.workspace.settled_cursor().min(charted.len())} {lang} theme_key={self.theme_key()}
                seek={self.seek.clone()} />
        };
        let generated = scenario.script.made_of().map(|_| {
            let edit = send.reform(|edit| Msg::Do(Action::Edit(edit)));
            html! { <GeneratedPanel scenario={ByRc::from(self.workspace.scenario())} {lang} {edit} /> }
        });
        let code = html! { <CodePane scenario={ByRc::from(scenario)} recording={ByRc::from(whole)} {lang} send={send.clone()} /> };
        let states = html! { <>
            { for Side::BOTH.into_iter().map(|side| html! {
                <StatePane {side} recording={ByRc::from(whole)} view={ByRc::from(read)} chosen={chosen.clone()} {lang} send={send.clone()} />
            }) }
        </> };
        let long_times = Words::new(whole, lang).long_times().then_some("long-times");
        // Where there are tabs over it, they say which it is.
        let third = |pane: Pane| {
            let tabbed = !tabbed;
            let (now, sees, step) = (ByRc::from(whole), ByRc::from(read), read.step.min(whole.len()));
            match pane {
                Pane::Output => {
                    html! { <OutputPane recording={now} {step} {lang} chosen={chosen.clone()} send={send.clone()} {tabbed} motion={self.moving.motion().map(ByRc::from)} /> }
                }
                Pane::Steps => html! {
                    <StepsPane recording={now} {step} ui={ByRc::from(&self.steps)} changed={self.workspace.changed().clone()} {lang} send={send.clone()} {tabbed} />
                },
                Pane::Sink => html! {
                    <SinkPane recording={now} {step} choice={self.sink.clone()} chosen={chosen.clone()} {lang} send={send.clone()} name={m.app.tab_sink} {tabbed} />
                },
                Pane::Metrics => {
                    html! { <MetricsPane recording={now} view={sees} {lang} name={m.app.tab_metrics} {tabbed} /> }
                }
                Pane::Plan => html! { <PlanPane recording={now} view={sees} {lang} name={m.app.tab_plan} {tabbed} /> },
                Pane::Advice => html! {
                    <AdvicePane recording={ByRc::from(settled)} complete={self.workspace.progress().is_none()} {lang} theme_key={self.theme_key()}
                        chosen={chosen.clone()} send={send.clone()} name={m.app.tab_advice} {tabbed} />
                },
            }
        };
        // Where there is room for one of them only beside the states, tabs lead from one to the other.
        let beside = |pane: Pane| {
            if tabbed {
                return third(pane);
            }
            html! {
                <div class="pane third">
                    <PaneTabs {pane} {lang} send={send.clone()} />
                    <div role="tabpanel" id={tabs::PANEL} aria-labelledby={tabs::pane_id(pane)}>{ third(pane) }</div>
                </div>
            }
        };
        let order = self.steps.order.as_ref().map(|shown| steps::order(shown, lang, send));

        html! {
            <div class={classes!("app", layout, self.dropping.then_some("dropping"))} style={self.rate()}>
                <TopBar scenario={ByRc::from(scenario)} can_undo={working && self.workspace.can_undo()} can_redo={working && self.workspace.can_redo()}
                    {lang} theme={self.theme} page={self.page} send={send.clone()} />
                <section class={classes!("bars", self.bars.map(|_| "held"), self.bars.is_some_and(|high| high < 60).then_some("one"))}
                    style={self.bars.map(|high| format!("height:{high}px"))} aria-label={m.app.join_settings}>
                    if let Some(course) = self.lessons.course.as_ref().filter(|_| working) {
                        <LessonBar course={course.clone()} recording={ByRc::from(settled)} view={ByRc::from(settled_view)} {lang} send={send.clone()} />
                    }
                    if let Some(broken) = self.broken.as_ref().filter(|_| working) {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span>
                            <span>{ crate::ui::side::spans(&broken.what) }{ " " }{ crate::ui::side::spans(&broken.remedy) }</span>
                            <span class="acts">
                                <button type="button" class="btn small" onclick={send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::PasteLink)))}>{ m.links.paste_whole }</button>
                                <button type="button" class="btn small" onclick={send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ m.app.open_a_file }</button>
                                <button type="button" class="btn plain icon tiny" aria-label={m.app.close} onclick={send.reform(|_: MouseEvent| Msg::Unbroken)}>{ Icon::Close.draw() }</button>
                            </span></div>
                    }
                    if working {
                        <Sentence would={would} scenario={ByRc::from(scenario)} {lang} send={send.clone()} open={self.settings}
                            fault={outcome.err().map(|stopped| stopped.refusal)} />
                    }
                    if let Some(badge) = badge.as_ref().filter(|_| working) {
                        <div class="msg calm" role="note"><span>{ Icon::Warn.draw() }</span><span>{ badge }</span><span></span></div>
                    }
                    if working {
                        <UnitsNote scenario={ByRc::from(self.workspace.scenario())} {lang} send={send.clone()} />
                    }
                    if let Some(refused) = refused.as_ref().filter(|_| working) {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span>
                            <span><b>{ &refused.headline }</b>{ " " }{ crate::ui::side::spans(&refused.reason) }<span class="muted">{ " " }{ &refused.words }</span></span>
                            <span class="acts">{ self.ways_out(send, m) }</span></div>
                    }
                    if !self.kept {
                        <div class="msg calm" role="status"><span>{ Icon::Warn.draw() }</span><span>{ m.app.not_kept }</span><span></span></div>
                    }
                    if let Some(notice) = &self.notice {
                        <div class="msg" role="alert"><span class="x">{ Icon::Warn.draw() }</span><span>{ notice }</span>
                            <button type="button" class="btn plain icon tiny" aria-label={m.app.close} onclick={send.reform(|_: MouseEvent| Msg::Notice(None))}>{ Icon::Close.draw() }</button></div>
                    }
                </section>
                { self.page(send) }
                // The workspace stays where it is, unseen: its stage keeps its size, its fields what was typed.
                <main class="main" hidden={!working}>
                    <div class={classes!("work", before.map(|_| "dim"), tables.then_some("tables"))} inert={before.is_some()}>
                        <section class={classes!("stage", (refused.is_some() && before.is_none()).then_some("dim"))} aria-label={m.ui.stage} ref={self.stage_box.clone()}>
                            if tables {
                                <div class={classes!("panes", "in-place", long_times)}>{ states.clone() }{ beside(if tabbed { Pane::Output } else { self.pane }) }</div>
                            } else if self.stage_width > 0 {
                                <Zoom recording={ByRc::from(whole)} view={ByRc::from(whole_view)} selected={chosen.last().copied()} sight={self.sight} {lang} width={self.stage_width} send={send.clone()}>
                                    if self.look == Look::Plane {
                                        <PlaneView recording={ByRc::from(whole)} view={ByRc::from(whole_view)} chosen={chosen.clone()} extent={self.sight.extent}
                                            {lang} width={self.stage_width} send={send.clone()} />
                                    } else {
                                        <Stage recording={ByRc::from(recording)} view={ByRc::from(view)} settled={ByRc::from(settled)}
                                                settled_view={ByRc::from(settled_view)} {selected} chosen={drawn.clone()} {watermark} previewing={self.workspace.previewing()}
                                                {lang} width={self.stage_width} extent={self.sight.extent} send={send.clone()}
                                                motion={self.moving.motion().map(ByRc::from)} turn={self.moving.turn()} flies={self.moving.flies()} />
                                    }
                                </Zoom>
                            }
                            if let Some(percent) = self.workspace.progress() {
                                <Progress {percent} {lang} />
                            }
                            if self.look == Look::Stage { { self.watermark_fields(send) } }
                            if let Some(form) = &self.form {
                                <EventForm key={form_key(form)} scenario={ByRc::from(self.workspace.scenario())} {lang} start={form.start.clone()}
                                    base={form.base} index={form.index} at={form.at}
                                    keep={send.reform(Msg::Keep)} cancel={send.reform(|()| Msg::CancelForm)} />
                            }
                            { self.legend(send) }
                        </section>
                        <Transport recording={ByRc::from(whole)} {step} {lang} playing={self.player.is_some()} speed={self.speed} changed={self.workspace.changed().clone()} send={send.clone()} />
                        if tabbed {
                            { self.tabs(send, tab, m) }
                            <div class="tab-body" role="tabpanel" id={TAB_BODY} aria-labelledby={tab_id(tab)}>
                                if shows(Tab::Why) { <div>if self.lessons.course.is_none() { { question.clone() } }{ why.clone() }</div><div class="slot">{ for picked.clone() }</div> }
                                if shows(Tab::Rows) { <div class="panes">{ states.clone() }</div> }
                                if shows(Tab::Charts) { { charts.clone() } }
                                if shows(Tab::Code) { { code.clone() } }
                                if shows(Tab::Third(Pane::Steps)) { { for order.clone() }<div class="slot">{ for generated.clone() }</div> }
                                if let Tab::Third(pane) = tab { <div class="panes">{ beside(pane) }</div> }
                            </div>
                        } else {
                            <div class={classes!("panes", long_times)}>
                                if !tables { { states }{ beside(self.pane) } }
                            </div>
                        }
                    </div>
                    if !tabbed {
                        <aside class={classes!("side", before.map(|_| "dim"))} inert={before.is_some()} aria-label={m.app.details}>
                            { for order }
                            if self.lessons.course.is_none() { { question } }
                            { why }
                            // Always a node here: what follows is put behind it, whatever comes and goes.
                            <div class="slot">{ for picked }</div>
                            <div class="slot">{ for generated }</div>
                            if scenario.script.is_empty() {
                                { self.starts(send, m) }
                            } else {
                                { charts }
                            }
                            { code }
                        </aside>
                    }
                    if let Some(menu) = &self.steps.menu { { steps::menu(menu, scenario, lang, send) } }
                </main>
                <input ref={self.file_input.clone()} type="file" class="unseen" tabindex="-1" aria-hidden="true" multiple=true
                    accept=".json,.csv,.tsv,.txt,.ndjson,.jsonl,.sql,.py,.java,.scala,application/json,text/csv,text/tab-separated-values,text/plain"
                    onchange={send.reform(|event: Event| Msg::Notice(None).or_files(event))} />
                { self.dialog(send) }
                if self.dropping { <div class="drop-over" aria-hidden="true">{ m.app.drop_here }</div> }
            </div>
        }
    }

    /// The sides' watermarks as fields.
    fn watermark_fields(&self, send: &Callback<Msg>) -> Html {
        // Those of the picture: while the engine refuses the setup, what ran before stays in sight.
        let (recording, view) = self.workspace.before_refusal().unwrap_or_else(|| self.workspace.settled());
        let words = Words::new(recording, self.lang);
        let scenario = recording.scenario();
        let table = |side: Side| scenario.join.kind == JoinKind::Lookup && side == Side::Right;
        // Spark's watermarks follow the events and nothing else; a table has none.
        let has = |side: &Side| {
            scenario.streams[*side].watermark != Strategy::None && scenario.dialect != Dialect::Spark && !table(*side)
        };
        let field = |side: Side| {
            let name = scenario.streams[side].label(self.lang).to_string();
            let now = view.watermark[side];
            html! {
                <WatermarkField key={side.word()} {side} name={AttrValue::from(name)} value={AttrValue::from(now.map_or_else(String::new, |time| words.time(time)))}
                    {now} base={self.base(side)} lang={self.lang} place={self.watermark_fields[side].clone()} send={send.clone()} />
            }
        };
        html! { <>{ for Side::BOTH.into_iter().filter(has).map(field) }</> }
    }

    fn legend(&self, send: &Callback<Msg>) -> Html {
        let shown = self.workspace.before_refusal().map(|(recording, _)| recording.scenario());
        let scenario = shown.unwrap_or_else(|| self.workspace.scenario());
        html! {
            <Legend look={self.look} lang={self.lang} windowed={matches!(scenario.join.kind, JoinKind::Window { .. })} lookup={scenario.join.kind == JoinKind::Lookup}
                adding={self.form.as_ref().is_some_and(|form| form.index.is_none())} spark={scenario.dialect == Dialect::Spark}
                has_watermarks={Side::BOTH.iter().any(|side| scenario.streams[*side].watermark != Strategy::None)}
                recovers={self.workspace.settled().0.recovers()} clock={clock_step(scenario).map(|by| (self.workspace.settled().1.clock, by))} send={send.clone()} />
        }
    }

    /// A page besides the workspace.
    pub(super) fn draw_beside(&self, send: &Callback<Msg>) -> Html {
        let lang = self.lang;
        html! { <>
            if self.page == Page::Lessons {
                <LessonsPage list={self.lessons.list.as_ref().map(ByRc::from)} missing={self.lessons.missing} {lang} send={send.clone()} />
            }
            if let Some(real) = self.comparing.real.as_ref().filter(|_| self.page == Page::Compare) {
                <RunPage real={ByRc::from(real)} recording={ByRc::from(self.workspace.settled().0)} complete={self.workspace.progress().is_none()}
                    only={self.comparing.chosen.only_differences} step={self.compared_step()} selected={self.comparing.selected.clone()}
                    extent={self.comparing.extent} {lang} playing={self.player.is_some()} speed={self.speed} send={send.clone()} />
            }
            if self.page == Page::Compare && self.comparing.real.is_none() {
                <ComparePage compared={ByRc(self.compared())} chosen={self.comparing.chosen.clone()} step={self.compared_step()}
                    selected={self.comparing.selected.clone()} extent={self.comparing.extent} {lang} playing={self.player.is_some()} speed={self.speed}
                    theme_key={self.theme_key()} embedded={self.link.query.embed} send={send.clone()} />
            }
            if self.page == Page::Estimate {
                <EstimatePage scenario={ByRc::from(self.workspace.scenario())} {lang} theme_key={self.theme_key()} send={send.clone()} />
            }
            if self.page == Page::Reference {
                <ReferencePage {lang} send={send.clone()} />
            }
            if self.page == Page::Scenarios {
                <GalleryPage shelf={self.gallery.shelf.as_ref().map(ByRc::from)} missing={self.gallery.missing} filter={self.gallery.filter.clone()}
                    open={AttrValue::from(self.workspace.scenario().title.get(lang).to_string())}
                    searched={self.gallery.searched} {lang} send={send.clone()} />
            }
        </> }
    }

    /// Changes when the theme does.
    fn theme_key(&self) -> AttrValue {
        AttrValue::from(format!("{} {}", self.theme.word(), self.dark))
    }

    pub(super) fn draw_dialog(&self, send: &Callback<Msg>) -> Html {
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
            Some(Dialog::Share) => html! {
                <Share recording={ByRc::from(self.workspace.settled().0)} query={self.shown()} lesson={self.lessons.linked()} {lang} {on_close} />
            },
            Some(Dialog::PasteLink) => html! {
                <PasteLink {lang} {on_close} on_open={send.reform(move |text: String| {
                    Msg::OpenText { name: Messages::of(lang).links.from_link.to_string(), text }
                })} />
            },
            Some(Dialog::Events(given)) => html! {
                <OwnEvents given={ByRc::from(given)} present={ByRc::from(self.workspace.scenario())} {lang} {on_close}
                    on_given={send.reform(Msg::OnlyEvents)} on_choose={send.reform(|()| Msg::ChooseFile)} on_bring={send.reform(Msg::BroughtIn)} />
            },
            Some(Dialog::Code(given)) => html! {
                <FromCode given={given.as_ref().map(ByRc::from)} present={ByRc::from(self.workspace.scenario())} cursor={self.workspace.settled_cursor()} {lang}
                    {on_close} on_choose={send.reform(|()| Msg::ChooseFile)} on_use={send.reform(Msg::Generated)} />
            },
            Some(Dialog::Generate) => html! {
                <GenerateStreams scenario={ByRc::from(self.workspace.scenario())} {lang} {on_close} on_create={send.reform(Msg::Generated)} />
            },
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
        let key = |keys: &[&'static str], text: &'static str| {
            html! {
                <div class="key"><dt>{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</dt><dd>{ text }</dd></div>
            }
        };
        html! { <>
            <Starts shelf={self.gallery.shelf.as_ref().map(ByRc::from)} missing={self.gallery.missing} lang={self.lang} send={send.clone()} />
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

    fn tabs(&self, send: &Callback<Msg>, now: Tab, m: &'static Messages) -> Html {
        let (_, view, _) = self.workspace.whole();
        let one = |tab: Tab, text: &'static str, note: String| {
            let onclick = send.reform(move |_: MouseEvent| Msg::Tab(tab));
            tabs::tab(
                tab_id(tab),
                TAB_BODY.into(),
                now == tab,
                onclick,
                html! { <>{ text }{ " " }<span class="n">{ note }</span></> },
            )
        };
        html! {
            <div class="tabs" role="tablist" aria-label={m.app.details} onkeydown={tabs::arrows}>
                { one(Tab::Why, m.ui.why, String::new()) }
                if self.look != Look::Tables {
                    { one(Tab::Rows, m.app.tab_rows, format!("{} + {}", view.held.left, view.held.right)) }
                    { one(Tab::Third(Pane::Output), m.ui.output, view.emitted.to_string()) }
                }
                { one(Tab::Third(Pane::Steps), m.ui.steps, self.workspace.scenario().script.len().to_string()) }
                { one(Tab::Charts, m.app.tab_charts, String::new()) }
                { one(Tab::Code, m.app.tab_code, String::new()) }
                { for [Pane::Sink, Pane::Metrics, Pane::Plan, Pane::Advice].map(|pane| one(Tab::Third(pane), pane_name(pane, m), String::new())) }
            </div>
        }
    }
}

/// What the tabs of a narrow page show.
const TAB_BODY: &str = "tab-body";

fn tab_id(tab: Tab) -> AttrValue {
    match tab {
        Tab::Why => "tab-why".into(),
        Tab::Rows => "tab-rows".into(),
        Tab::Charts => "tab-charts".into(),
        Tab::Code => "tab-code".into(),
        Tab::Third(pane) => AttrValue::from(format!("tab-{}", pane.word())),
    }
}
