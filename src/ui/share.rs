//! The Share dialog: a link, what is pasted into a page to embed the scenario, files to take away.

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    ByRc,
    app::Linked,
    clip::{Copied, copy},
    dialog::Dialog,
    file::{blob, download, download_blob},
    icon::Icon,
    picture,
    select::{Choice, Select},
    sheet, tabs,
};
use crate::{
    explain::{
        format::fill_plain,
        messages::{Messages, TakeAway},
    },
    export,
    link::{self, Controls, Embedded, Host, Look, Query, Reader, Theme, Word, snippet},
    replay::{self, Recording},
    scenario::{self, Lang},
    workspace::Chosen,
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    /// What is shown now.
    pub query: Query,
    /// The lesson gone through.
    #[prop_or_default]
    pub lesson: Option<Linked>,
    pub lang: Lang,
    pub on_close: Callback<()>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Link,
    Embed,
    Files,
}

#[function_component(Share)]
pub fn share(props: &Props) -> Html {
    use_memo((), |()| sheet::put("share", include_str!("../../www/share-dialog.css")));
    let lang = props.lang;
    let m = &Messages::of(lang).links;
    let scenario = props.recording.scenario();
    let fragment = use_memo(props.recording.clone(), |recording| link::fragment(recording.scenario()));
    let packed = use_memo(props.lesson.clone(), |lesson| link::pack_text(&lesson.as_ref()?.text));
    let address = here();
    let tab = use_state(|| if address.is_some() { Tab::Link } else { Tab::Files });
    let query = use_state(|| Query { embed: false, ..props.query.clone() });
    let host = use_state(|| Host::Html);
    // A lesson's bar wants some room of its own.
    let size = use_state(|| (Some(720_u32), if props.lesson.is_some() { 640 } else { 480_u32 }));

    let set = {
        let query = query.clone();
        move |change: fn(&mut Query, &str)| {
            let query = query.clone();
            Callback::from(move |word: String| {
                let mut next = (*query).clone();
                change(&mut next, &word);
                query.set(next);
            })
        }
    };
    let opens = {
        let (query, now) = (query.clone(), props.query.step);
        Callback::from(move |word: String| {
            let step = match &*word {
                "first" => Some(0),
                "this" => now,
                typed => typed.trim().parse().ok().or(query.step),
            };
            query.set(Query { step, ..(*query).clone() });
        })
    };
    // A lesson begins at its own first step.
    let of_lesson = use_state(|| props.lesson.is_some());
    let lesson = props.lesson.clone().filter(|_| *of_lesson);
    let title = lesson.as_ref().map_or(&scenario.title, |lesson| &lesson.title).get(lang).to_string();
    let heading = fill_plain(lang, m.share_title, &[("title", title.clone().into())]);
    // What stands behind an address, or in an element, with all that is shown in it.
    let inside = |query: &Query| -> Option<String> {
        Some(match &lesson {
            None => format!("{}#{}", written(query), fragment.as_ref().as_ref()?),
            Some(_) => format!("{}#l={}", written(&as_lesson(query)), packed.as_ref().as_ref()?),
        })
    };
    let whole = |query: &Query| -> Option<String> {
        let address = address.as_ref()?;
        match &lesson {
            Some(Linked { name: Some(name), .. }) => {
                Some(format!("{address}{}", written(&Query { lesson: Some(name.clone()), ..as_lesson(query) })))
            }
            _ => Some(format!("{address}{}", inside(query)?)),
        }
    };
    let what = props.lesson.is_some().then(|| {
        let choose = { let of_lesson = of_lesson.clone(); Callback::from(move |word: String| of_lesson.set(word == "lesson")) };
        let l = &Messages::of(lang).lessons;
        html! { <div class="field"><span class="lab" aria-hidden="true">{ l.what }</span>
            { segments("what", l.what, &[("lesson", l.this_lesson), ("scenario", l.this_scenario)], if *of_lesson { "lesson" } else { "scenario" }, &choose) }</div> }
    });
    let tabs = [(Tab::Link, m.link), (Tab::Embed, m.embed), (Tab::Files, m.files)];
    let shown: Vec<_> = tabs.into_iter().filter(|(which, _)| *which == Tab::Files || address.is_some()).collect();
    let steps = props.recording.len();
    let options = |query: &Query, embed: bool| {
        let select = |label: &'static str, options: Vec<Choice>, value: &'static str, choose: Callback<String>| {
            html! { <div class="field"><span class="lab" aria-hidden="true">{ label }</span>
            <Select {label} {options} {value} {choose} /></div> }
        };
        let at = if query.step == Some(0) {
            "first"
        } else if query.step == props.query.step {
            "this"
        } else {
            ""
        };
        html! { <>
            { for what.clone() }
            if lesson.is_none() {
            <div class="field"><span class="lab" aria-hidden="true">{ m.opens_at }</span>
                <span class="line">
                    { segments("opens", m.opens_at, &[("first", m.first_step), ("this", m.this_step)], at, &opens) }
                    <NumberBox label={m.opens_step} value={query.step.unwrap_or(steps).to_string()} take={opens.clone()} />
                    <span class="muted">{ fill_plain(lang, m.of_steps, &[("steps", steps.to_string().into())]) }</span>
                </span></div>
            { select(m.view, vec![Choice::new("stage", m.view_stage), Choice::new("tables", m.view_tables), Choice::new("plane", m.view_plane)],
                query.look.word(), set(|query, word| query.look = Look::of_word(word).unwrap_or_default())) }
            }
            if embed {
                { select(m.shows, vec![Choice::new("full", m.controls_full), Choice::new("step", m.controls_step), Choice::new("none", m.controls_none)],
                    query.controls.word(), set(|query, word| query.controls = Controls::of_word(word).unwrap_or_default())) }
                { select(m.reader_may, vec![Choice::new("none", m.reader_look), Choice::new("step", m.reader_step), Choice::new("all", m.reader_all)],
                    query.reader.word(), set(|query, word| query.reader = Reader::of_word(word).unwrap_or_default())) }
            }
            <span class="line">
                { select(Messages::of(lang).ui.language, vec![Choice::new("auto", m.language_auto), Choice::new("en", "English"), Choice::new("zh", "中文")],
                    query.lang.word(), set(|query, word| query.lang = Word::of_word(word).unwrap_or_default())) }
                { select(Messages::of(lang).ui.theme, vec![Choice::new("auto", m.theme_page), Choice::new("light", Messages::of(lang).app.theme_light), Choice::new("dark", Messages::of(lang).app.theme_dark)],
                    query.theme.word(), set(|query, word| query.theme = Theme::of_word(word).unwrap_or_default())) }
            </span>
        </> }
    };
    let none =
        || html! { <p class="prose pad">{ if address.is_none() { m.from_disk } else { m.too_large_to_share } }</p> };
    let body = match *tab {
        Tab::Link => match whole(&query) {
            None => none(),
            Some(text) => html! {
                <div class="share-body">
                    <div class="form">{ options(&query, false) }</div>
                    <div class="prev"><Paste text={text.clone()} label={m.link} {lang} note={said(&text, m.whole_in_link, lang)} /></div>
                </div>
            },
        },
        Tab::Embed => {
            let embedding = Query { embed: true, ..(*query).clone() };
            match whole(&embedding).zip(inside(&embedding)) {
                None => none(),
                Some((text, inside)) => {
                    let embedded =
                        Embedded { address: text.clone(), title: title.clone(), width: size.0, height: size.1, inside };
                    let hosts = Host::ALL.iter().map(|host| Choice::new(host.word(), host.word())).collect::<Vec<_>>();
                    let choose = {
                        let host = host.clone();
                        Callback::from(move |word: String| {
                            if let Some(chosen) = Host::ALL.into_iter().find(|host| host.word() == word) {
                                host.set(chosen);
                            }
                        })
                    };
                    let resize = |wide: bool| {
                        let size = size.clone();
                        Callback::from(move |typed: String| {
                            let number = typed
                                .trim()
                                .parse::<u32>()
                                .ok()
                                .map(|number| number.clamp(if wide { 320 } else { 360 }, 4000));
                            match (wide, number) {
                                (true, number) if number.is_some() || typed.trim().is_empty() => {
                                    size.set((number, size.1))
                                }
                                (false, Some(number)) => size.set((size.0, number)),
                                _ => {}
                            }
                        })
                    };
                    html! {
                        <div class="share-body">
                            <div class="form">
                                <div class="field"><span class="lab" aria-hidden="true">{ m.place }</span>
                                    <Select label={m.place} options={hosts} value={host.word()} {choose} /></div>
                                { options(&query, true) }
                                <div class="field"><span class="lab" aria-hidden="true">{ m.size }</span><span class="line">
                                    <NumberBox label={m.width} value={size.0.map_or_else(String::new, |width| width.to_string())} placeholder={m.full_width} take={resize(true)} />
                                    { "×" }<NumberBox label={m.height} value={size.1.to_string()} take={resize(false)} />
                                </span></div>
                            </div>
                            <div class="prev">
                                <Preview address={text.clone()} width={size.0.unwrap_or(720)} height={size.1} label={m.preview} title={title.clone()} />
                                <Paste text={snippet(*host, &embedded)} label={m.code} {lang} note={said(&text, m.whole_in_link, lang)} />
                            </div>
                        </div>
                    }
                }
            }
        }
        Tab::Files => {
            html! { <Files recording={props.recording.clone()} query={(*query).clone()} lesson={lesson.clone()} {lang} /> }
        }
    };
    let id = |which: Tab| match which {
        Tab::Link => "share-link",
        Tab::Embed => "share-embed",
        Tab::Files => "share-files",
    };
    html! {
        <Dialog label={heading} close={Messages::of(lang).app.close} on_close={props.on_close.clone()} class="share">
            <div class="tabs" role="tablist" onkeydown={tabs::arrows}>
                { for shown.iter().map(|(which, text)| {
                    let which = *which;
                    let onclick = { let tab = tab.clone(); Callback::from(move |_: MouseEvent| tab.set(which)) };
                    tabs::tab(id(which).into(), "share-panel".into(), *tab == which, onclick, html! { { *text } })
                }) }
            </div>
            <div role="tabpanel" id="share-panel" aria-labelledby={id(*tab)}>{ body }</div>
        </Dialog>
    }
}

/// The page's own address, without what follows; `None` where it was opened from disk.
fn here() -> Option<String> {
    let location = gloo::utils::window().location();
    let origin = location.origin().ok().filter(|origin| origin.starts_with("http"));
    Some(format!("{}{}", origin?, location.pathname().unwrap_or_default()))
}

/// A query with its question mark, where it says anything.
fn written(query: &Query) -> String {
    let query = query.write();
    if query.is_empty() { query } else { format!("?{query}") }
}

/// A lesson says itself where it begins and what is to be looked at.
fn as_lesson(query: &Query) -> Query {
    Query {
        step: None,
        chosen: Chosen::default(),
        look: Look::default(),
        pane: None,
        sink: None,
        compare: None,
        ..query.clone()
    }
}

fn said(text: &str, pattern: &str, lang: Lang) -> String {
    fill_plain(lang, pattern, &[("size", format!("{:.1}", text.len() as f64 / 1000.0).into())])
}

/// A choice of few, all of them in sight.
fn segments(
    name: &'static str,
    label: &'static str,
    options: &[(&'static str, &'static str)],
    value: &str,
    choose: &Callback<String>,
) -> Html {
    html! {
        <span class="seg" role="radiogroup" aria-label={label}>
            { for options.iter().map(|(word, text)| {
                let onchange = choose.reform({ let word = word.to_string(); move |_: Event| word.clone() });
                html! { <label key={*word}><input type="radio" {name} value={*word} checked={*word == value} {onchange} /><span>{ *text }</span></label> }
            }) }
        </span>
    }
}

#[derive(Properties, PartialEq)]
struct NumberProps {
    label: &'static str,
    value: String,
    #[prop_or_default]
    placeholder: &'static str,
    take: Callback<String>,
}

#[function_component(NumberBox)]
fn number_box(props: &NumberProps) -> Html {
    let onchange = props.take.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
    html! { <input class="box" size="6" inputmode="numeric" aria-label={props.label} placeholder={props.placeholder} value={props.value.clone()} {onchange} /> }
}

#[derive(Properties, PartialEq)]
struct PreviewProps {
    address: String,
    width: u32,
    height: u32,
    label: &'static str,
    title: String,
}

/// The very page that is embedded, made small.
#[function_component(Preview)]
fn preview(props: &PreviewProps) -> Html {
    const ROOM: f64 = 546.0;
    let scale = (ROOM / f64::from(props.width)).min(380.0 / f64::from(props.height)).min(1.0);
    let (width, height) = (f64::from(props.width), f64::from(props.height));
    html! { <>
        <p class="lab"><b>{ props.label }</b>{ " " }<span class="muted">{ format!("{:.0} %", scale * 100.0) }</span></p>
        <div class="frame" style={format!("width:{}px;height:{}px", width * scale, height * scale)}>
            // A frame of its own for each address: changing one would fill the browser's history.
            <iframe key={props.address.clone()} src={props.address.clone()} title={format!("{}: {}", props.label, props.title)} tabindex="-1"
                style={format!("width:{width}px;height:{height}px;transform:scale({scale})")} />
        </div>
    </> }
}

#[derive(Properties, PartialEq)]
struct PasteProps {
    text: String,
    label: &'static str,
    note: String,
    lang: Lang,
}

/// A text to be copied.
#[function_component(Paste)]
fn paste(props: &PasteProps) -> Html {
    let m = &Messages::of(props.lang).links;
    let (area, copied) = (use_node_ref(), use_state(|| Copied::No));
    {
        let copied = copied.clone();
        use_effect_with(props.text.clone(), move |_| copied.set(Copied::No));
    }
    let onclick = {
        let (area, copied, text) = (area.clone(), copied.clone(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let (area, copied) = (area.clone(), copied.clone());
            let done = move |how| {
                if let (Copied::ByHand, Some(area)) = (how, area.cast::<HtmlTextAreaElement>()) {
                    let _ = area.focus();
                    area.select();
                }
                copied.set(how);
            };
            copy(&text, Callback::from(done));
        })
    };
    html! { <>
        <textarea ref={area} class="snip" readonly=true rows="7" spellcheck="false" aria-label={props.label} value={props.text.clone()} />
        <div class="line"><span class="muted small-note">{ &props.note }</span>
            <span class="end" role="status">{ match *copied { Copied::No => "", Copied::Yes => m.copied, Copied::ByHand => m.copy_by_hand } }</span>
            <button type="button" class="btn solid" {onclick}>{ Icon::Copy.draw() }{ m.copy }</button></div>
    </> }
}

#[derive(Clone, Properties, PartialEq)]
struct FilesProps {
    recording: ByRc<Recording>,
    query: Query,
    lesson: Option<Linked>,
    lang: Lang,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scenario,
    Trace,
    Output,
    Steps,
    Svg,
    Png,
    Page,
}

#[function_component(Files)]
fn files(props: &FilesProps) -> Html {
    let lang = props.lang;
    let m = &Messages::of(lang).links;
    let failed = use_state(|| None::<String>);
    let name = export::file_name(props.recording.scenario().title.get(Lang::En));
    let own = props.lesson.as_ref().map(|lesson| export::file_name(lesson.title.get(Lang::En)));
    let page_more = if own.is_some() { TakeAway::of(lang).page_of_lesson } else { m.file_page_more };
    let all = [
        (Kind::Scenario, ".scenario.json", m.file_scenario, m.file_scenario_more),
        (Kind::Trace, ".trace.json", m.file_trace, m.file_trace_more),
        (Kind::Output, ".csv", m.file_output, m.file_output_more),
        (Kind::Steps, ".md", m.file_steps, m.file_steps_more),
        (Kind::Svg, ".svg", m.file_svg, m.file_picture_more),
        (Kind::Png, ".png", m.file_png, m.file_picture_more),
        (Kind::Page, ".html", m.file_page, page_more),
    ];
    // A page that was saved as one file has nothing beside it to be made of again.
    let all = all.into_iter().filter(|(kind, ..)| *kind != Kind::Page || !picture::saved());
    html! {
        <div class="share-files">
            <ul>{ for all.map(|(kind, ending, text, more)| {
                let file = format!("{}{ending}", own.as_ref().filter(|_| kind == Kind::Page).unwrap_or(&name));
                let onclick = {
                    let (shown, failed, file) = (props.clone(), failed.clone(), file.clone());
                    Callback::from(move |_: MouseEvent| save(kind, file.clone(), &shown, failed.clone()))
                };
                html! { <li key={ending}><span><b>{ text }</b><span class="muted">{ more }</span></span>
                    <button type="button" class="btn" {onclick} aria-label={fill_plain(lang, m.save, &[("file", file.clone().into())])}>{ Icon::Save.draw() }{ &file }</button></li> }
            }) }</ul>
            if let Some(failed) = &*failed {
                <p class="fault" role="alert">{ failed }</p>
            }
        </div>
    }
}

fn save(kind: Kind, file: String, shown: &FilesProps, failed: UseStateHandle<Option<String>>) {
    failed.set(None);
    let FilesProps { recording, query, lesson, lang } = shown;
    let (lang, scenario) = (*lang, recording.scenario());
    let title = scenario.title.get(lang).to_string();
    let fails = move |reason: String| {
        let text = Messages::of(lang).links.file_failed;
        failed.set(Some(fill_plain(lang, text, &[("reason", reason.into())])));
    };
    let step = query.step.unwrap_or(usize::MAX);
    match kind {
        Kind::Scenario => download(&file, "application/json", scenario::write(scenario).as_bytes()),
        Kind::Trace => download(&file, "application/json", replay::trace(recording).as_bytes()),
        // Spreadsheets take a text for UTF-8 only where it says so.
        Kind::Output => download(&file, "text/csv", format!("\u{feff}{}", export::csv(recording, step)).as_bytes()),
        Kind::Steps => download(&file, "text/markdown", export::markdown(recording, usize::MAX, lang).as_bytes()),
        Kind::Svg => match picture::svg(&title) {
            Some(text) => download(&file, "image/svg+xml", text.as_bytes()),
            None => fails(TakeAway::of(lang).no_stage.to_string()),
        },
        Kind::Png => spawn_local(async move {
            match picture::png(&title).await {
                Ok(blob) => download_blob(&file, &blob),
                Err(error) => fails(error.as_string().unwrap_or_else(|| TakeAway::of(lang).no_stage.to_string())),
            }
        }),
        Kind::Page => {
            let (title, text, query) = match lesson {
                Some(lesson) => (lesson.title.get(lang).to_string(), lesson.text.to_string(), as_lesson(query)),
                None => (title, scenario::write(scenario), query.clone()),
            };
            let query = query.write();
            spawn_local(async move {
                match picture::page(&title, &text, &query).await {
                    Ok(text) => {
                        if let Some(blob) = blob("text/html", text.as_bytes()) {
                            download_blob(&file, &blob);
                        }
                    }
                    Err(error) => fails(error.as_string().unwrap_or_default()),
                }
            });
        }
    }
}
