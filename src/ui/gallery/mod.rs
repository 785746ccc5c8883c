//! The Scenarios page: every scenario that is served, by topic, with what it asks and how it looks.

mod kept;
mod starts;
mod state;

use std::rc::Rc;

pub use starts::{Props as StartsProps, Starts};
pub use state::{Ask, FIRST, Gallery};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{ByRc, Msg, app::Dialog, icon::Icon, sheet, stage::Miniature, store::elsewhere};
use crate::{
    explain::{engine_name, format::fill_plain, messages::Messages},
    gallery::{Filter, Shelf},
    replay::Recording,
    scenario::{Dialect, Lang, Scenario},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub shelf: Option<ByRc<Shelf>>,
    /// The index could not be fetched.
    pub missing: bool,
    /// What is called so is open.
    pub open: AttrValue,
    pub filter: Filter,
    /// Counts how often the search was asked for.
    pub searched: u32,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(GalleryPage)]
pub fn gallery_page(props: &Props) -> Html {
    use_memo((), |()| sheet::gallery());
    let lang = props.lang;
    let m = Messages::of(lang);
    let ask = props.send.reform(Msg::Gallery);
    let kept = use_memo((), |()| elsewhere());
    let field = use_node_ref();
    {
        let ask = ask.clone();
        use_effect_with((), move |()| ask.emit(Ask::Fetch));
    }
    {
        let field = field.clone();
        use_effect_with(props.searched, move |searched| {
            if let Some(input) = field.cast::<HtmlInputElement>().filter(|_| *searched > 0) {
                let _ = input.focus();
                input.select();
            }
        });
    }
    let filter = {
        let ask = ask.clone();
        Callback::from(move |filter: Filter| ask.emit(Ask::Filter(filter)))
    };
    let typed = {
        let (filter, now) = (filter.clone(), props.filter.clone());
        Callback::from(move |event: InputEvent| {
            let words = event.target_unchecked_into::<HtmlInputElement>().value();
            filter.emit(Filter { words, ..now.clone() });
        })
    };
    let search = match &props.shelf {
        Some(shelf) => fill_plain(lang, m.gallery.search_all, &[("count", shelf.scenarios.len().to_string().into())]),
        None => m.gallery.search.to_string(),
    };
    let clear = filter.reform(|_: MouseEvent| Filter::default());
    let body = match &props.shelf {
        None if props.missing => html! { <p class="msg" role="alert">{ m.gallery.missing }</p> },
        None => html! { <p class="muted" role="status">{ m.gallery.loading }</p> },
        Some(shelf) => groups(shelf, props, &ask, &clear, m),
    };
    html! {
        <main class="gallery">
            <div class="gallery-top">
                <label class="gallery-search"><span class="unseen">{ m.gallery.search }</span>
                    { Icon::Search.draw() }<input type="search" ref={field} value={props.filter.words.clone()} placeholder={search} oninput={typed} autocomplete="off" spellcheck="false" />
                    <kbd aria-hidden="true">{ "/" }</kbd></label>
                <p class="muted">{ m.gallery.keeps }</p>
            </div>
            <section class="gallery-filters" aria-label={m.gallery.filters}>
                { for props.shelf.as_ref().map(|shelf| facets(shelf, &props.filter, &filter, lang)) }
            </section>
            <div class="gallery-list" tabindex="0" role="group" aria-label={m.gallery.scenarios}>
                { for props.shelf.as_ref().map(|shelf| {
                    let counts = [("count", shelf.count(&props.filter).to_string().into()), ("all", shelf.scenarios.len().to_string().into())];
                    html! { <p class="unseen" role="status">{ fill_plain(lang, m.gallery.count, &counts) }</p> }
                }) }
                { body }
            </div>
            <section class="gallery-own" aria-label={m.gallery.your_own}>
                <h2>{ m.gallery.your_own }</h2>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Empty)}>{ Icon::Plus.draw() }{ m.ui.empty_scenario }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ Icon::Open.draw() }{ m.ui.open_file }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Events(Vec::new()))}>{ Icon::Open.draw() }{ m.app.own_events }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Code(None))))}>{ Icon::Code.draw() }{ m.app.from_code }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::PasteLink)))}>{ Icon::Copy.draw() }{ m.gallery.paste_link }</button>
                <p class="muted">{ m.gallery.drop }</p>
                <p class="muted">{ m.gallery.local }</p>
                { kept::draw(&kept, lang, &props.send) }
            </section>
        </main>
    }
}

fn groups(
    shelf: &Shelf,
    props: &Props,
    ask: &Callback<Ask>,
    clear: &Callback<MouseEvent>,
    m: &'static Messages,
) -> Html {
    let shown = shelf.shown(&props.filter);
    if shown.is_empty() {
        return html! { <p class="gallery-none">{ m.gallery.none }{ " " }
        <button type="button" class="btn small" onclick={clear.clone()}>{ m.gallery.clear }</button></p> };
    }
    let group = |(topic, places): (usize, Vec<usize>)| {
        let topic = &shelf.index.topics[topic];
        html! {
            <section key={topic.id.clone()} class="gallery-group">
                <h2>{ topic.title.get(props.lang) }</h2>
                { for topic.about.iter().map(|about| html! { <p class="muted">{ about.get(props.lang) }</p> }) }
                <ul>
                    { for places.into_iter().filter_map(|at| shelf.entry(at).map(|entry| (at, entry))).map(|(at, entry)| html! {
                        <Card key={entry.name.clone()} {at} step={entry.step} name={entry.name.clone()} lang={props.lang} open={props.open.clone()}
                            scenario={shelf.scenarios[at].as_ref().map(ByRc::from)} ask={ask.clone()} />
                    }) }
                </ul>
            </section>
        }
    };
    shown.into_iter().map(group).collect()
}

#[derive(Properties, PartialEq)]
struct CardProps {
    at: usize,
    /// The step at which it opens.
    step: usize,
    name: String,
    lang: Lang,
    scenario: Option<ByRc<Scenario>>,
    /// What is called so is open.
    #[prop_or_default]
    open: AttrValue,
    ask: Callback<Ask>,
}

/// A scenario: what it looks like, what it is called and asks, and what it runs in.
#[function_component(Card)]
fn card(props: &CardProps) -> Html {
    let (lang, m) = (props.lang, Messages::of(props.lang));
    let recording = use_memo(props.scenario.clone(), |scenario| {
        scenario.as_ref().map(|scenario| Rc::new(Recording::new(Rc::clone(&scenario.0))))
    });
    let (Some(scenario), Some(recording)) = (&props.scenario, &*recording) else {
        return html! { <li class="card">
            <span class="mini" aria-hidden="true"></span>
            <div><h3>{ props.name.replace('-', " ") }</h3><p class="muted">{ m.gallery.missing_one }</p></div>
        </li> };
    };
    let title = scenario.title.get(lang);
    let current = (props.open == title).then_some("true");
    let at = props.at;
    let open = props.ask.reform(move |_: MouseEvent| Ask::Open(at));
    let steps = fill_plain(lang, m.gallery.steps, &[("count", scenario.script.len().to_string().into())]);
    let comma = m.why.comma;
    let ran = if recording.outcome().is_ok() { steps } else { m.gallery.refused.to_string() };
    let facts =
        [scenario.join.ty.word().to_ascii_uppercase(), engine_name(scenario.dialect).to_string(), ran].join(comma);
    html! {
        <li class="card">
            <Miniature recording={ByRc::from(recording)} step={props.step} />
            <div>
                <h3><button type="button" aria-current={current} onclick={open}>{ title }</button></h3>
                { for scenario.question.iter().map(|question| html! { <p>{ question.get(lang) }</p> }) }
                <p class="muted facts">{ facts }</p>
            </div>
        </li>
    }
}

/// What can be chosen from: each choice with how many scenarios it leaves.
fn facets(shelf: &Shelf, now: &Filter, choose: &Callback<Filter>, lang: Lang) -> Html {
    let m = Messages::of(lang);
    let choice = |text: String, to: Filter| {
        let chosen = to == *now;
        let count = shelf.count(&to);
        let choose = choose.reform(move |_: MouseEvent| to.clone());
        html! { <li><button type="button" aria-pressed={chosen.to_string()} onclick={choose}>
        <span>{ text }</span><span class="n">{ count }</span></button></li> }
    };
    let with_topic = |topic| Filter { topic, ..now.clone() };
    let with_dialect = |dialect| Filter { dialect, ..now.clone() };
    let with_question = |question| Filter { question, ..now.clone() };
    let group = |name: &'static str, choices: Html| {
        html! { <div role="group" aria-label={name}><h2>{ name }</h2><ul>{ choices }</ul></div> }
    };
    html! { <>
        { group(m.gallery.topic, html! { <>
            { choice(m.gallery.all.to_string(), with_topic(None)) }
            { for shelf.index.topics.iter().enumerate().map(|(at, topic)| choice(topic.title.get(lang).to_string(), with_topic(Some(at)))) }
        </> }) }
        { group(m.gallery.engine, html! { <>
            { choice(m.gallery.any.to_string(), with_dialect(None)) }
            { for Dialect::ALL.into_iter().map(|dialect| choice(engine_name(dialect).to_string(), with_dialect(Some(dialect)))) }
        </> }) }
        { group(m.gallery.question, html! { <>
            { choice(m.gallery.any.to_string(), with_question(None)) }
            { for shelf.index.questions.iter().enumerate().map(|(at, question)| choice(question.title.get(lang).to_string(), with_question(Some(at)))) }
        </> }) }
    </> }
}
