//! A real run beside joinscope's own: one script, one playhead, what either put out, where they differ and why.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::{
    ByRc, Msg,
    app::{Compare, Real},
    file, glyph,
    hooks::watch,
    icon::Icon,
    sheet, side,
    side::Why,
    stage::Stage,
    transport::Transport,
};
use crate::{
    explain::{
        self, Words,
        format::{fill_plain, plain},
        messages::{Messages, Runs},
    },
    export,
    replay::{Recording, State, series::stretch},
    runs::{self, Comparison, Row, Trace},
    scenario::{self, Lang, Problem, Side},
    stage::Extent,
    workspace::{Action, Selection},
};

/// The table shows this many steps at once.
const LISTED: usize = 200;
/// A cell names this many rows, and the explanation this many differences; the rest are counted.
const MOST: usize = 6;
/// So many problems of a file are told.
const PROBLEMS: usize = 20;

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub real: ByRc<Real>,
    pub recording: ByRc<Recording>,
    /// The recording has come to its end.
    pub complete: bool,
    pub only: bool,
    pub step: usize,
    pub selected: Option<Selection>,
    /// The stretch of event time on the stage; `None`: all of it.
    pub extent: Option<Extent>,
    pub lang: Lang,
    pub playing: bool,
    pub speed: u32,
    pub send: Callback<Msg>,
}

/// The run, read and compared.
#[derive(Clone, PartialEq)]
struct Compared {
    trace: Rc<Trace>,
    comparison: Rc<Comparison>,
}

#[function_component(RunPage)]
pub fn run_page(props: &Props) -> Html {
    sheet::put("runs", include_str!("../../www/runs.css"));
    let lang = props.lang;
    let m = Runs::of(lang);
    let read = use_memo(props.real.clone(), |real| runs::read(&real.name, &real.text).map(Rc::new));
    let compared = use_memo((props.real.clone(), props.recording.clone(), props.complete), {
        let read = Rc::clone(&read);
        move |(_, recording, complete)| {
            let trace = read.as_ref().as_ref().ok().filter(|_| *complete)?;
            let comparison = Rc::new(Comparison::new(recording, trace));
            Some(Compared { trace: Rc::clone(trace), comparison })
        }
    });
    {
        // What differs is shown first, once.
        let (send, step) = (props.send.clone(), props.step);
        let first = compared.as_ref().as_ref().and_then(|compared| compared.comparison.next_difference(0, false));
        use_effect_with((props.real.clone(), first), move |(_, first)| {
            if let Some(first) = first.filter(|first| *first != step) {
                send.emit(Msg::Do(Action::Seek(first)));
            }
        });
    }
    let body = match (&*read, &*compared) {
        (Err(problems), _) => unreadable(props, problems),
        (Ok(_), None) => html! { <p class="real-waits" role="status">{ m.running }</p> },
        (Ok(_), Some(compared)) => html! {
            <SideBySide compared={compared.clone()} props={props.clone()} />
        },
    };
    html! {
        <main class="compare real">
            <Transport recording={props.recording.clone()} step={props.step} {lang} playing={props.playing} speed={props.speed} changed={Rc::from([])} send={props.send.clone()} />
            { bar(props, compared.as_ref().as_ref()) }
            { body }
        </main>
    }
}

/// What is open, and what can be done with it.
fn bar(props: &Props, compared: Option<&Compared>) -> Html {
    let lang = props.lang;
    let m = Runs::of(lang);
    let words = Words::new(&props.recording, lang);
    let save = compared.map(|compared| {
        let (compared, recording, real) = (compared.clone(), props.recording.clone(), props.real.clone());
        let click = Callback::from(move |_: MouseEvent| {
            let file = (&*real.name, &*real.text);
            let text = runs::report(&compared.comparison, &recording, &compared.trace, file, lang);
            let name = export::file_name(recording.scenario().title.get(Lang::En));
            file::download(&format!("{name}.report.json"), "application/json", text.as_bytes());
        });
        html! { <button type="button" class="btn small" onclick={click}>{ Icon::Save.draw() }{ " " }{ m.save_report }</button> }
    });
    html! {
        <div class="cmp-bar">
            <h1 class="real-name">{ &props.real.name }</h1>
            if let Some(compared) = compared { <span class="note">{ words.real_run(&compared.trace) }</span> }
            <span class="end">
                { save.unwrap_or_default() }
                <button type="button" class="btn small" title={m.open_real_about} onclick={props.send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ m.open_another }</button>
                <button type="button" class="btn small" onclick={props.send.reform(|_: MouseEvent| Msg::Compare(Compare::Joins))}>{ m.close }</button>
            </span>
        </div>
    }
}

/// A file that is no run: its problems by their places, and what to do.
fn unreadable(props: &Props, problems: &[Problem]) -> Html {
    let lang = props.lang;
    let m = Runs::of(lang);
    let more = problems.len().saturating_sub(PROBLEMS);
    html! {
        <section class="verdict bad" role="alert">
            <span class="sign" aria-hidden="true">{ Icon::Warn.draw() }</span>
            <div>
                <h2>{ fill_plain(lang, m.unreadable, &[("file", (&*props.real.name).into())]) }</h2>
                <ul class="real-problems">{ for problems.iter().take(PROBLEMS).map(|problem| {
                    let args = [("line", problem.line.to_string().into()), ("column", problem.column.to_string().into())];
                    html! { <li><span class="muted">{ fill_plain(lang, m.unreadable_at, &args) }</span>{ explain::problem(problem, lang).plain(lang) }</li> }
                }) }</ul>
                if more > 0 { <p class="muted">{ fill_plain(lang, m.more_problems, &[("count", more.to_string().into())]) }</p> }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct BesideProps {
    compared: Compared,
    props: Props,
}

/// The verdict, the stage, and what either put out.
#[function_component(SideBySide)]
fn side_by_side(all: &BesideProps) -> Html {
    let BesideProps { compared, props } = all;
    let (lang, step) = (props.lang, props.step);
    let words = Words::new(&props.recording, lang);
    let comparison = &compared.comparison;
    let equal = comparison.equal();
    let seek = props.send.reform(|step: usize| Msg::Do(Action::Seek(step)));
    let view = use_memo((props.recording.clone(), step), |(recording, step)| Rc::new(recording.view(*step)));
    let node = use_node_ref();
    let width = use_state(|| 0);
    {
        let (node, width) = (node.clone(), width.clone());
        use_effect_with((), move |()| watch(&node, move |element| width.set(element.client_width())));
    }
    let recording = &props.recording;
    let selected =
        props.selected.as_ref().and_then(|row| recording.rows().find(recording.scenario(), row.side, &row.id));
    let aloud = !props.playing || props.speed <= 4;
    html! { <>
        <section class={classes!("verdict", if equal { "good" } else { "bad" })} role="status">
            <span class="sign" aria-hidden="true">{ if equal { "=" } else { "≠" } }</span>
            <div>
                <h2>{ side::spans(&words.real_verdict(comparison, &compared.trace)) }</h2>
                { for words.real_whole(comparison).iter().map(|sentence| html! { <p>{ side::spans(sentence) }</p> }) }
                <p class="muted">{ words.real_compared(comparison) }</p>
            </div>
        </section>
        <div class="cmp one"><section class="cmp-a">
            <div ref={node} class="stage" role="region" aria-label={Messages::of(lang).ui.stage}>
                if *width > 0 {
                    <Stage recording={recording.clone()} view={ByRc::from(&*view)} settled={recording.clone()} settled_view={ByRc::from(&*view)} {selected}
                        chosen={selected.into_iter().collect::<Vec<_>>()} extent={props.extent} previewing=false {lang} width={*width} send={props.send.clone()} prefix="a-" read_only=true />
                }
            </div>
        </section></div>
        <div class="cmp-main">
            <RunTable compared={compared.clone()} recording={recording.clone()} {step} only={props.only} {lang} send={props.send.clone()} seek={seek.clone()} />
            <aside class="side" aria-label={Messages::of(lang).app.details}>
                <Here compared={compared.clone()} recording={recording.clone()} {step} {lang} {aloud} {seek} />
                <Why recording={recording.clone()} view={ByRc::from(&*view)} {lang} aloud=false />
            </aside>
        </div>
    </> }
}

#[derive(Properties, PartialEq)]
struct HereProps {
    compared: Compared,
    recording: ByRc<Recording>,
    step: usize,
    lang: Lang,
    aloud: bool,
    seek: Callback<usize>,
}

/// What differs in the step shown, and why.
#[function_component(Here)]
fn here(props: &HereProps) -> Html {
    let (step, lang) = (props.step, props.lang);
    let m = Runs::of(lang);
    let c = &Messages::of(lang).compare;
    let comparison = &props.compared.comparison;
    let words = Words::new(&props.recording, lang);
    let differences: Vec<_> = comparison.at(step).collect();
    let shown = comparison.steps.get(step.wrapping_sub(1));
    let pattern = match shown {
        None => c.nothing_at,
        Some(shown) if shown.differs => m.differ_at,
        Some(_) => m.same_at,
    };
    let heading = fill_plain(lang, pattern, &[("step", step.to_string().into())]);
    let plain_text = match shown {
        None => c.nothing_yet,
        Some(step) if step.ours.is_none() => m.no_step_ours,
        Some(step) if step.theirs.is_none() && step.differs => m.no_step_theirs,
        Some(step) if step.theirs.is_none() => m.not_told_text,
        Some(step) if step.reordered => m.order_text,
        Some(_) => m.same_text,
    };
    let button = |back: bool| {
        let (label, icon) = if back { (c.previous_difference, Icon::Back) } else { (c.next_difference, Icon::Forward) };
        let to = comparison.next_difference(step, back);
        let click = to.map_or_else(Callback::noop, |to| props.seek.reform(move |_: MouseEvent| to));
        html! {
            <button type="button" class="btn plain icon tiny" aria-label={label} title={label} aria-disabled={to.is_none().then_some("true")} onclick={click}>{ icon.draw() }</button>
        }
    };
    let more = differences.len().saturating_sub(MOST);
    html! {
        <section class="sec why-differ" aria-label={m.page}>
            <header><h2>{ heading }</h2><span class="end">{ button(true) }{ button(false) }</span></header>
            <div aria-live={if props.aloud { "polite" } else { "off" }}>
                if differences.is_empty() { <p>{ plain_text }</p> }
                { for differences.iter().take(MOST).map(|difference| {
                    let why = words.real_why(difference);
                    html! { <p>{ side::spans(&words.real_difference(difference)) }{ " " }
                        if let Some(why) = why { { side::spans(&why) } } else { <span class="muted">{ m.unexplained }</span> }</p> }
                }) }
                if more > 0 { <p class="muted">{ fill_plain(lang, c.more, &[("count", more.to_string().into())]) }</p> }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct TableProps {
    compared: Compared,
    recording: ByRc<Recording>,
    step: usize,
    only: bool,
    lang: Lang,
    send: Callback<Msg>,
    seek: Callback<usize>,
}

/// The steps, each with what either put out in it.
#[function_component(RunTable)]
fn run_table(props: &TableProps) -> Html {
    let (lang, step) = (props.lang, props.step);
    let m = Messages::of(lang);
    let r = Runs::of(lang);
    let comparison = &props.compared.comparison;
    let scroll = use_node_ref();
    {
        let scroll = scroll.clone();
        use_effect_with((step, props.only, props.compared.clone()), move |_| {
            let Some(place) = scroll.cast::<HtmlElement>() else { return };
            let row = place.query_selector("[aria-current]").ok().flatten();
            let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) else { return };
            // Only within the table: the page stays where it is.
            let (top, high) = (row.offset_top(), row.offset_height());
            let (from, seen) = (place.scroll_top(), place.client_height());
            if top - high < from || top + high > from + seen {
                Element::set_scroll_top(&place, (top - seen / 2).max(0));
            }
        });
    }
    let numbers: Vec<usize> =
        (1..=comparison.steps.len()).filter(|number| !props.only || comparison.steps[*number - 1].differs).collect();
    let at = numbers.partition_point(|number| *number < step);
    let listed = stretch(numbers.len().saturating_sub(1), at.min(numbers.len().saturating_sub(1)), LISTED);
    let listed = numbers.get(*listed.start()..(listed.end() + 1).min(numbers.len())).unwrap_or_default();
    let note = fill_plain(
        lang,
        r.note,
        &[
            ("differing", comparison.differing().to_string().into()),
            ("steps", comparison.steps.len().to_string().into()),
        ],
    );
    let toggle = {
        let (send, only) = (props.send.clone(), props.only);
        Callback::from(move |_: Event| send.emit(Msg::Compare(Compare::OnlyDifferences(!only))))
    };
    let theirs =
        props.compared.trace.engine.as_ref().map_or_else(|| r.the_job.to_string(), |engine| engine.name.clone());
    html! {
        <section class="pane emits" aria-label={r.table}>
            <header><h2>{ r.table }</h2><span class="note">{ note }</span>
                <label class="end note check"><input type="checkbox" checked={props.only} onchange={toggle} />{ m.compare.only_differences }</label>
            </header>
            <div ref={scroll} class="scroll" tabindex="0" role="group" aria-label={r.table}>
            <table class="diff" aria-label={r.table}>
                <thead><tr>
                    <th scope="col">{ m.app.step_head }</th><th scope="col">{ m.compare.event }</th>
                    <th scope="col" class="more">{ m.app.key }</th><th scope="col" class="more">{ m.app.time }</th>
                    <th scope="col" class="a">{ r.ours_head }</th>
                    <th scope="col" class="c ne"><span class="unseen">{ m.compare.differ_head }</span></th>
                    <th scope="col" class="b">{ theirs }</th>
                </tr></thead>
                <tbody>
                    { for listed.iter().map(|number| html! {
                        <RunRow key={*number} compared={props.compared.clone()} recording={props.recording.clone()} step={*number} new={*number == step} {lang} seek={props.seek.clone()} />
                    }) }
                </tbody>
            </table>
            if listed.is_empty() { <p class="muted none">{ m.compare.no_differences }</p> }
            if listed.len() < numbers.len() {
                <p class="muted none">{ fill_plain(lang, m.panels.steps_listed, &[
                    ("from", listed.first().copied().unwrap_or(0).to_string().into()),
                    ("to", listed.last().copied().unwrap_or(0).to_string().into()),
                    ("all", comparison.steps.len().to_string().into()),
                ]) }</p>
            }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    compared: Compared,
    recording: ByRc<Recording>,
    step: usize,
    /// The step shown.
    new: bool,
    lang: Lang,
    seek: Callback<usize>,
}

#[function_component(RunRow)]
fn run_row(props: &RowProps) -> Html {
    let (lang, number) = (props.lang, props.step);
    let m = Messages::of(lang);
    let comparison = &props.compared.comparison;
    let Some(step) = comparison.steps.get(number.wrapping_sub(1)) else { return Html::default() };
    let words = Words::new(&props.recording, lang);
    let onclick = props.seek.reform(move |_: MouseEvent| number);
    let fields = words.real_fields(comparison, number);
    html! {
        <tr class={classes!(if step.differs { "dif" } else { "same" }, props.new.then_some("new"))} aria-current={props.new.then_some("step")} {onclick}>
            <td>{ number }</td>
            { event(&words, &props.recording, number) }
            <td class="a">{ cell(&words, step.ours.as_deref(), Runs::of(lang).no_step, lang) }</td>
            <td class="c ne">
                if step.differs { <span aria-hidden="true">{ "≠" }</span><span class="unseen">{ m.compare.differs }</span> }
            </td>
            <td class="b">
                { cell(&words, step.theirs.as_deref(), if step.differs && comparison.known.steps { Runs::of(lang).no_step } else { Runs::of(lang).not_told }, lang) }
                if let Some(fields) = fields { <span class="real-fields">{ fields }</span> }
            </td>
        </tr>
    }
}

/// The step's own cells: the row that arrives with its key and time, or what else the step is.
fn event(words: &Words, recording: &Recording, number: usize) -> Html {
    match recording.step(number) {
        Some(scenario::Step::Push(push)) => {
            let class = if push.side == Side::Left { "L" } else { "R" };
            html! { <>
                <td><span class={classes!("idc", class)}>{ glyph::mark(push.side, State::Matched, true) }{ push.id.to_string() }
                    if !push.kind.adds() { <span class="op d">{ push.kind.word() }</span> }</span></td>
                <td class="more">{ push.key.as_deref().map_or_else(|| html! { <span class="null">{ "NULL" }</span> }, |key| html! { key.to_string() }) }</td>
                <td class="more">{ words.time(push.time) }</td>
            </> }
        }
        // Three cells, since on a narrow screen two of them are not there.
        _ => {
            html! { <><td class="step-event">{ words.step_event(number).unwrap_or_default() }</td><td class="more"></td><td class="more"></td></> }
        }
    }
}

fn cell(words: &Words, rows: Option<&[Row]>, missing: &'static str, lang: Lang) -> Html {
    let m = &Messages::of(lang).compare;
    let Some(rows) = rows else { return html! { <span class="none">{ missing }</span> } };
    let more = rows.len().saturating_sub(MOST);
    html! { <>
        { for rows.iter().take(MOST).enumerate().map(|(at, row)| {
            let op = match (row.kind.adds(), row.padded()) {
                (false, _) => "op d",
                (true, true) => "op n",
                (true, false) => "op i",
            };
            let null = |id: Option<&str>, class: &'static str| match id {
                Some(id) => html! { <b {class}>{ id.to_string() }</b> },
                None => html! { <span class="null">{ "NULL" }</span> },
            };
            html! { <span key={at} class="ch" title={plain(&words.real_row(row, true))}><span class={op}>{ row.kind.word() }</span>
                { null(row.id(Side::Left), "L") }
                if row.right.is_some() { { null(row.id(Side::Right), "R") } }</span> }
        }) }
        if more > 0 { <span class="none">{ fill_plain(lang, m.more, &[("count", more.to_string().into())]) }</span> }
        if rows.is_empty() { <span class="none">{ m.nothing }</span> }
    </> }
}
