//! The list of lessons, and the bar that leads through one. What is right is the engine's to say: [`crate::lessons`].

use std::{collections::BTreeMap, rc::Rc};

use yew::prelude::*;

use super::{ByRc, Msg, app::served, glyph, icon::Icon};
use crate::{
    explain::{format::fill_plain, messages::Messages},
    lessons::{self, Comes, Course, Lesson, Mark, candidates, ways},
    replay::{Recording, View},
    scenario::{self, Lang, Problem, Scenario, Side},
};

/// The lessons served with the page, each with its name, in order.
pub type Listed = Vec<(String, Rc<Lesson>)>;

/// What a reader asks of lessons, or what came of it.
#[derive(Clone, Debug)]
pub enum Ask {
    /// The list is to be fetched.
    Fetch,
    List(Option<Rc<Listed>>),
    /// A lesson served with the page.
    Open(String),
    /// A lesson of one's own: its file's name and text.
    Own(String, String),
    Started(Option<String>, Rc<Lesson>, Rc<str>),
    Faulty {
        name: String,
        text: String,
        problems: Vec<Problem>,
    },
    Missing(String),
    /// To a beat; beyond the last is the end.
    Go(usize),
    /// The beat's place again, after looking around.
    Again,
    Mark(Mark),
    Nothing,
    Check,
    Close,
}

/// Fetches the list of lessons with all of them.
pub async fn fetch_all() -> Option<Rc<Listed>> {
    let names = lessons::read_index(&served("lessons/index.json").await.ok()?, None).ok()?;
    let mut scenarios = BTreeMap::new();
    let mut all = Vec::new();
    for name in names {
        let text = served(&format!("lessons/{name}.lesson.json")).await.ok()?;
        all.push((name, Rc::new(read(&text, &mut scenarios).await.ok()?)));
    }
    Some(Rc::new(all))
}

/// Fetches a lesson by its name, and starts it.
pub async fn fetch(name: String) -> Ask {
    match served(&format!("lessons/{name}.lesson.json")).await {
        Ok(text) => start(Some(name.clone()), name, text).await,
        Err(_) => Ask::Missing(name),
    }
}

/// Reads a lesson's text with the scenarios that it names, and starts it.
pub async fn start(served_as: Option<String>, name: String, text: String) -> Ask {
    match read(&text, &mut BTreeMap::new()).await {
        Ok(lesson) => Ask::Started(served_as, Rc::new(lesson), text.into()),
        Err(problems) => Ask::Faulty { name, text, problems },
    }
}

async fn read(text: &str, scenarios: &mut BTreeMap<String, Rc<Scenario>>) -> Result<Lesson, Vec<Problem>> {
    for name in lessons::named(text) {
        if scenarios.contains_key(&name) {
            continue;
        }
        let served = served(&format!("scenarios/{name}.scenario.json")).await.ok();
        if let Some(Ok(scenario)) = served.map(|text| scenario::read(&text)) {
            scenarios.insert(name, Rc::new(scenario));
        }
    }
    lessons::read(text, &|name: &str| scenarios.get(name).cloned())
}

#[derive(Clone, Properties, PartialEq)]
pub struct PageProps {
    /// `None` while it is fetched.
    pub list: Option<ByRc<Listed>>,
    pub missing: bool,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// The list of lessons.
#[function_component(LessonsPage)]
pub fn lessons_page(props: &PageProps) -> Html {
    let lang = props.lang;
    let m = &Messages::of(lang).lessons;
    {
        let (send, fetched) = (props.send.clone(), props.list.is_some());
        use_effect_with((), move |()| {
            if !fetched {
                send.emit(Msg::Lesson(Ask::Fetch));
            }
        });
    }
    html! {
        <main class="lessons-page" aria-label={m.lessons}>
            <h1>{ m.lessons }</h1>
            <p class="prose">{ m.lead }</p>
            if let Some(list) = &props.list {
                <ol class="lesson-list">
                    { for list.iter().map(|(name, lesson)| {
                        let title = lesson.title.get(lang).to_string();
                        let questions = lesson.beats.iter().filter(|beat| beat.question.is_some()).count();
                        let counts = [("count", lesson.beats.len().to_string().into()), ("questions", questions.to_string().into())];
                        let start = props.send.reform({ let name = name.clone(); move |_: MouseEvent| Msg::Lesson(Ask::Open(name.clone())) });
                        html! {
                            <li key={name.clone()}>
                                <div><h2>{ &title }</h2>
                                    if let Some(about) = &lesson.description { <p>{ about.get(lang).to_string() }</p> }
                                    <p class="muted">{ fill_plain(lang, m.beats, &counts) }</p></div>
                                <button type="button" class="btn" aria-label={fill_plain(lang, m.start_of, &[("title", title.clone().into())])} onclick={start}>{ m.start }</button>
                            </li>
                        }
                    }) }
                </ol>
            } else if props.missing {
                <p class="msg-inline" role="alert">{ m.not_loaded }</p>
            } else {
                <p class="muted" role="status">{ m.loading }</p>
            }
            <p class="prose own">{ m.own }{ " " }
                <button type="button" class="btn small" onclick={props.send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ Icon::Open.draw() }{ Messages::of(lang).app.open_a_file }</button></p>
        </main>
    }
}

#[derive(Clone, Properties, PartialEq)]
pub struct BarProps {
    pub course: Course,
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// Where the reader is in a lesson: the caption, the question, and on.
#[function_component(LessonBar)]
pub fn lesson_bar(props: &BarProps) -> Html {
    let lang = props.lang;
    let m = &Messages::of(lang).lessons;
    let course = &props.course;
    let ask = |ask: Ask| props.send.reform(move |_: MouseEvent| Msg::Lesson(ask.clone()));
    let (at, of) = (course.at(), course.lesson.beats.len());
    let beat = course.beat();
    let caption = match beat {
        Some(beat) => beat.caption.get(lang).to_string(),
        None => m.done.to_string(),
    };
    let more = beat.is_none().then(|| course.lesson.next.as_ref().map(|next| next.get(lang).to_string())).flatten();
    let place = match beat {
        Some(_) => fill_plain(lang, m.place, &[("at", (at + 1).to_string().into()), ("of", of.to_string().into())]),
        None => String::new(),
    };
    // The reader has looked around: another scenario, or another step than this beat's and the one its question runs.
    let here = course
        .scenario()
        .is_some_and(|own| Rc::ptr_eq(own, props.recording.scenario()) || **own == **props.recording.scenario());
    let steps = beat.map(|beat| beat.step..=beat.step + usize::from(course.verdict().is_some()));
    let away = beat.is_some() && (!here || !steps.is_some_and(|steps| steps.contains(&props.view.step)));
    html! {
        <section class="lesson" aria-label={m.lesson}>
            <div class="said" aria-live="polite">
                <p class="head"><b>{ course.lesson.title.get(lang).to_string() }</b><span class="muted">{ place }</span></p>
                <p class="caption">{ caption }{ for more.map(|more| html! { <>{ " " }{ more }</> }) }</p>
            </div>
            if course.asks() {
                { question(props, m) }
            }
            <div class="go">
                if away {
                    <button key="again" type="button" class="btn small" onclick={ask(Ask::Again)}>{ m.show_again }</button>
                }
                <button key="back" type="button" class="btn small" aria-disabled={(at == 0).then_some("true")} onclick={ask(Ask::Go(at.saturating_sub(1)))}>{ m.back }</button>
                if beat.is_some() {
                    <button key="next" type="button" class={classes!("btn", "small", (!course.asks() || course.verdict().is_some()).then_some("solid"))} onclick={ask(Ask::Go(at + 1))}>{ m.next }</button>
                }
                <button key="end" type="button" class="btn plain icon tiny" aria-label={m.end} title={m.end} onclick={ask(Ask::Close)}>{ Icon::Close.draw() }</button>
            </div>
        </section>
    }
}

fn how(comes: Comes, lang: Lang) -> &'static str {
    let m = &Messages::of(lang).lessons;
    match comes {
        Comes::Paired => m.paired,
        Comes::Null => m.null,
        Comes::Alone => m.alone,
        Comes::TakenBack => m.taken_back,
    }
}

fn question(props: &BarProps, m: &'static crate::explain::messages::Lessons) -> Html {
    let lang = props.lang;
    let course = &props.course;
    let Some(beat) = course.beat() else { return Html::default() };
    let own = match &beat.question {
        Some(lessons::Question::Predict { text }) => text.as_ref().map(|text| text.get(lang).to_string()),
        None => None,
    };
    let text = own.unwrap_or_else(|| m.ask.to_string());
    let recording = &props.recording;
    let rows = recording.rows();
    let id = |mark: &Mark| rows.id(recording.scenario(), mark.row).to_string();
    let judged = course.verdict().is_some();
    let shown = candidates(recording, beat.step);
    html! {
        <fieldset class="predict" disabled={judged}>
            <legend>{ text }</legend>
            <p class="unseen">{ m.ask_how }</p>
            <ul>
                { for shown.iter().map(|row| {
                    let info = rows.get(*row);
                    let name = rows.id(recording.scenario(), *row).to_string();
                    html! {
                        <li key={row.0}>{ glyph::mark(info.side, props.view.state(*row), props.view.row(*row).matches > 0) }
                            <b class={if info.side == Side::Left { "L" } else { "R" }}>{ &name }</b>
                            { for ways(recording).into_iter().map(|comes| {
                                let mark = Mark { row: *row, comes };
                                let pressed = course.guess().contains(&mark);
                                let label = fill_plain(lang, m.row_comes, &[("row", name.clone().into()), ("how", how(comes, lang).into())]);
                                html! { <button key={how(comes, lang)} type="button" class="btn small way" aria-pressed={pressed.to_string()} aria-label={label}
                                    onclick={props.send.reform(move |_: MouseEvent| Msg::Lesson(Ask::Mark(mark)))}>{ how(comes, lang) }</button> }
                            }) }
                        </li>
                    }
                }) }
            </ul>
            <div class="line">
                <button type="button" class="btn small way" aria-pressed={course.nothing().to_string()} onclick={props.send.reform(|_: MouseEvent| Msg::Lesson(Ask::Nothing))}>{ m.nothing }</button>
                if !judged {
                    <button type="button" class="btn small solid" aria-disabled={(!course.ready()).then_some("true")} onclick={props.send.reform(|_: MouseEvent| Msg::Lesson(Ask::Check))}>{ m.check }</button>
                }
            </div>
            <p class="verdict" role="status">
                if let Some(verdict) = course.verdict() {
                    if verdict.all_right() {
                        <b class="yes">{ if course.nothing() { m.right_nothing } else { m.right } }</b>
                    } else {
                        <b class="no">{ m.not_quite }</b>
                        { for [(m.missed, &verdict.missed), (m.wrong, &verdict.wrong)].into_iter().flat_map(|(pattern, marks)| {
                            told(pattern, marks, lang, &id)
                        }).map(|text| html! { <>{ " " }{ text }</> }) }
                    }
                    { " " }{ m.see_why }
                }
            </p>
        </fieldset>
    }
}

/// A sentence for each way in which rows came out, or did not.
fn told(pattern: &str, marks: &[Mark], lang: Lang, id: &dyn Fn(&Mark) -> String) -> Vec<String> {
    [Comes::Paired, Comes::Null, Comes::Alone, Comes::TakenBack]
        .into_iter()
        .filter_map(|comes| {
            let rows: Vec<String> = marks.iter().filter(|mark| mark.comes == comes).map(id).collect();
            let between = if lang == Lang::Zh { "、" } else { ", " };
            (!rows.is_empty()).then(|| {
                fill_plain(lang, pattern, &[("rows", rows.join(between).into()), ("how", how(comes, lang).into())])
            })
        })
        .collect()
}
