//! Joins side by side: one script, one playhead, what each emits and why they differ.

mod chart;
mod facts;
mod head;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use self::{
    chart::HeldChart,
    facts::{SeveralSoFar, SoFar, WhyDiffer},
    head::Head,
    table::EmitTable,
};
use super::{
    ByRc, Msg,
    app::Compare,
    hooks::watch,
    select::{Choice, Select},
    stage::Stage,
    transport::Transport,
};
use crate::{
    compare::{Compared, Comparison, Preset, Run, Which},
    explain::{
        self,
        format::{fill_plain, plain},
        messages::{Messages, Runs},
    },
    scenario::{Dialect, JoinKind, Lang},
    stage::Extent,
    workspace::{Action, Selection},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub compared: ByRc<Compared>,
    pub chosen: Comparison,
    /// The step shown, of the workspace's script.
    pub step: usize,
    pub selected: Option<Selection>,
    /// The stretch of event time on the stages; `None`: all of it.
    pub extent: Option<Extent>,
    pub lang: Lang,
    pub playing: bool,
    pub speed: u32,
    pub theme_key: AttrValue,
    /// Within another page: the joins are looked at there, and chosen in the full tool.
    #[prop_or_default]
    pub embedded: bool,
    pub send: Callback<Msg>,
}

#[function_component(ComparePage)]
pub fn compare_page(props: &Props) -> Html {
    let (lang, step) = (props.lang, props.step);
    let m = Messages::of(lang);
    let compared = &props.compared;
    let ask = props.send.reform(Msg::Compare);
    let seek = props.send.reform(|step: usize| Msg::Do(Action::Seek(step)));
    let several = props.chosen.several;
    let aloud = !props.playing || props.speed <= 4;
    html! {
        <@{if props.embedded { "div" } else { "main" }} class="compare">
            <Transport recording={ByRc::from(compared.playhead())} {step} {lang} playing={props.playing} speed={props.speed} changed={Rc::from([])} send={props.send.clone()} />
            if !props.embedded {
            <div class="cmp-bar">
                { presets(props, &ask) }
                if props.extent.is_some() && several.is_none() {
                    <button type="button" class="btn small" onclick={props.send.reform(|_: MouseEvent| Msg::Zoom(None))}>{ m.charts.fit }</button>
                }
                <button type="button" class="btn small" title={Runs::of(lang).open_real_about} onclick={props.send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ Runs::of(lang).open_real }</button>
                if several.is_none() {
                    <span class="end">{ for Which::BOTH.into_iter().map(|which| html! {
                        <button type="button" class="btn small" onclick={ask.reform(move |_: MouseEvent| Compare::Open(which))}>
                            { fill_plain(lang, m.compare.open_of, &[("which", which.letter().into())]) }</button>
                    }) }</span>
                }
                if compared.base().script.is_empty() { <span class="note">{ m.compare.no_events }</span> }
                if let Some(preset) = nothing_to_see(compared, &props.chosen) {
                    <span class="note">{ m.compare.none_differs }{ " " }<a href={format!("?scenario={}&compare={}", preset.seen_in(), preset.word())}>{ m.compare.see_one }</a></span>
                }
            </div>
            }
            if several.is_some() {
                <div class="cmp one">
                    { for compared.runs().first().map(|run| html! {
                        <section aria-label={join_of(Which::A, lang)}>
                            if props.embedded { { said(Which::A, run, lang) } } else {
                                <Head which={Which::A} scenario={ByRc::from(run.scenario())} {several} {lang} ask={ask.clone()} />
                            }
                        </section>
                    }) }
                </div>
            } else {
                <Stages compared={compared.clone()} {step} embedded={props.embedded} selected={props.selected.clone()} extent={props.extent} {lang} ask={ask.clone()} send={props.send.clone()} />
            }
            <div class="cmp-main">
                <EmitTable compared={compared.clone()} {step} only={props.chosen.only_differences} {several} {lang} ask={ask.clone()} seek={seek.clone()} />
                <aside class="side" aria-label={m.app.details}>
                    if let Some(several) = several {
                        <SeveralSoFar compared={compared.clone()} {several} {step} {lang} />
                    } else {
                        <WhyDiffer compared={compared.clone()} {step} {lang} {aloud} {ask} />
                        <SoFar compared={compared.clone()} {step} {lang} />
                        <HeldChart compared={compared.clone()} {step} {lang} theme_key={props.theme_key.clone()} {seek} />
                    }
                </aside>
            </div>
        </@>
    }
}

fn join_of(which: Which, lang: Lang) -> String {
    fill_plain(lang, Messages::of(lang).compare.join_of, &[("which", which.letter().into())])
}

/// The known pair that is shown, if all of it runs and no step differs: then other events tell more.
fn nothing_to_see(compared: &Compared, chosen: &Comparison) -> Option<Preset> {
    let preset = chosen.preset(compared.base())?;
    let all = compared.base().script.len();
    let ran = compared.runs().iter().all(|run| run.reaches(all));
    (all > 0 && ran && compared.differing(all).0 == 0).then_some(preset)
}

/// The known pairs, and what is shown where that is none of them.
fn presets(props: &Props, ask: &Callback<Compare>) -> Html {
    let m = &Messages::of(props.lang).compare;
    let base = props.compared.base();
    let shown = props.chosen.preset(base);
    let own = props.chosen.a.is_none() && props.chosen.b.is_none() && props.chosen.several.is_none();
    let mut options = vec![Choice::new("own", m.own)];
    options.extend(Preset::ALL.map(|preset| {
        let text = match preset {
            Preset::RegularInterval => m.regular_interval,
            Preset::SqlDatastream => m.sql_datastream,
            Preset::FlinkSpark => m.flink_spark,
            Preset::MinMax => m.min_max,
            Preset::LeftInner => m.left_inner,
            Preset::AllTypes => m.all_types,
            Preset::ThreeAnswers => Messages::of(props.lang).lookup.three_answers,
        };
        Choice::new(preset.word(), text)
    }));
    let value = match shown {
        Some(preset) => preset.word(),
        None if own => "own",
        None => {
            options.push(Choice::new("chosen", m.chosen));
            "chosen"
        }
    };
    let choose = ask.reform(|word: String| Compare::Show(Preset::of_word(&word)));
    html! { <label class="sent"><span aria-hidden="true">{ m.comparison }</span><Select label={m.comparison} {options} {value} {choose} /></label> }
}

#[derive(Properties, PartialEq)]
struct StagesProps {
    compared: ByRc<Compared>,
    step: usize,
    selected: Option<Selection>,
    extent: Option<Extent>,
    embedded: bool,
    lang: Lang,
    ask: Callback<Compare>,
    send: Callback<Msg>,
}

/// A's and B's sentence and stage; both stages show the same stretch of time.
#[function_component(Stages)]
fn stages(props: &StagesProps) -> Html {
    let lang = props.lang;
    let m = &Messages::of(lang).compare;
    let node = use_node_ref();
    let size = use_state(|| (0, 0));
    {
        let (node, size) = (node.clone(), size.clone());
        use_effect_with((), move |()| {
            watch(&node, move |element| size.set((element.client_width(), element.client_height())))
        });
    }
    let compared = &props.compared;
    let Some((a, b)) = compared.run(Which::A).zip(compared.run(Which::B)) else { return Html::default() };
    let side = |which: Which, run: &Run, other: &Run| {
        let recording = run.recording();
        let step = run.step_at(props.step);
        let outcome = recording.outcome();
        let refused = outcome.err().map(|stopped| explain::refusal(stopped, run.scenario(), lang));
        let runs = outcome.map_or_else(|stopped| stopped.step.is_some(), |_| true);
        let selected =
            props.selected.as_ref().and_then(|row| recording.rows().find(recording.scenario(), row.side, &row.id));
        let notes = notes(run, lang);
        let name = fill_plain(lang, m.stage_of, &[("which", which.letter().into())]);
        let beside = runs_at_all(other).then(|| ByRc::from(other.recording()));
        let letter = if which == Which::A { "cmp-a" } else { "cmp-b" };
        html! {
            <section class={letter} aria-label={join_of(which, lang)}>
                if props.embedded { { said(which, run, lang) } } else {
                    <Head {which} scenario={ByRc::from(run.scenario())} fault={outcome.err().map(|stopped| stopped.refusal)} {lang} ask={props.ask.clone()} />
                }
                <div class="cmp-notes">
                if !notes.is_empty() {
                    <p class="cmp-note">{ for notes.iter().map(|note| html! { <span>{ note }{ " " }</span> }) }</p>
                }
                if let Some(refused) = refused {
                    <div class="msg" role="alert"><span class="x">{ super::icon::Icon::Warn.draw() }</span>
                        <span><b>{ &refused.headline }</b>{ " " }{ super::side::spans(&refused.reason) }<span class="muted">{ " " }{ &refused.words }{ " " }{ m.goes_on }</span></span>
                        if !props.embedded { <span class="acts">{ head::way_out(which, run, lang, &props.ask) }</span> }</div>
                }
                </div>
                <div ref={if which == Which::A { node.clone() } else { NodeRef::default() }} class={classes!("stage", (!runs).then_some("dim"))} role="region" aria-label={name} inert={!runs}>
                    if size.0 > 0 {
                        <RunStage {which} compared={compared.clone()} {step} {beside} extent={props.extent} {selected} {lang} width={size.0} send={props.send.clone()} />
                    }
                    // Such a join has no watermarks to show there.
                    if timeless(run) { <p class="grows">{ m.never_leaves }</p> }
                </div>
            </section>
        }
    };
    html! {
        <div class="cmp">{ side(Which::A, a, b) }{ side(Which::B, b, a) }</div>
    }
}

/// A side's setup in words.
fn said(which: Which, run: &Run, lang: Lang) -> Html {
    let letter = if which == Which::A { "tag a" } else { "tag b" };
    html! { <p class="head"><b class={letter}>{ which.letter() }</b>{ " " }{ explain::summary(run.scenario(), lang) }</p> }
}

/// Whether watermarks mean nothing to a run, and its state only grows.
fn timeless(run: &Run) -> bool {
    let regular = matches!(run.scenario().join.kind, JoinKind::Regular { .. });
    regular && run.scenario().dialect == Dialect::FlinkSql && run.only_grows()
}

fn runs_at_all(run: &Run) -> bool {
    run.recording().outcome().map_or_else(|stopped| stopped.step.is_some(), |_| true)
}

#[derive(Properties, PartialEq)]
struct RunStageProps {
    which: Which,
    compared: ByRc<Compared>,
    /// Of the run itself.
    step: usize,
    beside: Option<ByRc<crate::replay::Recording>>,
    extent: Option<Extent>,
    selected: Option<crate::engine::RowId>,
    lang: Lang,
    width: i32,
    send: Callback<Msg>,
}

/// The stage of a run, to be looked at.
#[function_component(RunStage)]
fn run_stage(props: &RunStageProps) -> Html {
    // The same view as long as the run and the step are the same, so that the stage need not be drawn again.
    let view = use_memo((props.compared.clone(), props.which, props.step), |(compared, which, step)| {
        compared.run(*which).map(|run| Rc::new(run.recording().view(*step)))
    });
    let (Some(run), Some(view)) = (props.compared.run(props.which), &*view) else { return Html::default() };
    let recording = ByRc::from(run.recording());
    let prefix = if props.which == Which::A { "a-" } else { "b-" };
    html! {
        <Stage recording={recording.clone()} view={ByRc::from(view)} settled={recording} settled_view={ByRc::from(view)} selected={props.selected} chosen={props.selected.into_iter().collect::<Vec<_>>()} extent={props.extent}
            previewing=false lang={props.lang} width={props.width} send={props.send.clone()} {prefix} read_only=true beside={props.beside.clone()} />
    }
}

/// What is to be known of a run besides its sentence: what the engine makes of it, that its state only grows, and what
/// became of the script.
fn notes(run: &Run, lang: Lang) -> Vec<String> {
    let m = &Messages::of(lang).compare;
    let mut notes = Vec::new();
    if let Some(note) = run.recording().outcome().ok().and_then(|plan| explain::plan_note(plan, run.scenario(), lang)) {
        notes.push(plain(&note));
    } else if run.only_grows() && !timeless(run) {
        notes.push(m.never_leaves.to_string());
    }
    if !run.changes.is_empty() {
        notes.push(m.derived.to_string());
        let (scenario, to) = (run.scenario(), run.scenario().dialect);
        notes.extend(run.changes.iter().map(|change| super::switch::change_words(*change, scenario, to, lang)));
    }
    notes
}
