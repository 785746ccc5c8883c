//! The top bar: brand, title, undo and redo, files, language, theme, help.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::{
    ByRc, Msg,
    app::{Dialog, Page, Theme},
    icon::{Icon, brand},
    select::{Choice, Select},
};
use crate::{
    explain::messages::Messages,
    link::Word,
    scenario::{Lang, Scenario},
    workspace::Action,
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub can_undo: bool,
    pub can_redo: bool,
    pub lang: Lang,
    pub theme: Theme,
    pub page: Page,
    pub send: Callback<Msg>,
}

#[function_component(TopBar)]
pub fn top_bar(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let send = |msg: fn() -> Msg| props.send.reform(move |_: MouseEvent| msg());
    let button = |label: &'static str, icon: Icon, enabled: bool, click: Callback<MouseEvent>| {
        // Not `disabled`: a button that ends its own use would drop the focus it has.
        let click = if enabled { click } else { Callback::noop() };
        html! {
            <button type="button" class="btn plain icon" aria-label={label} title={label} aria-disabled={(!enabled).then_some("true")} onclick={click}>
                { icon.draw() }
            </button>
        }
    };
    let language = vec![Choice::new("en", "English"), Choice::new("zh", "中文")];
    let theme = vec![
        Choice::new("auto", m.app.theme_auto),
        Choice::new("light", m.app.theme_light),
        Choice::new("dark", m.app.theme_dark),
    ];
    // Where there is little room, what is not needed at every step waits behind one button.
    let more = use_state(|| false);
    let toggle = {
        let more = more.clone();
        Callback::from(move |_: MouseEvent| more.set(!*more))
    };
    // A choice made there closes it again; opening a select is none yet. The focus goes to the button that opened it, as what
    // had it is no longer seen.
    let opener = use_node_ref();
    let close = {
        let (more, opener) = (more.clone(), opener.clone());
        move || {
            if *more {
                more.set(false);
                let _ = opener.cast::<web_sys::HtmlElement>().map(|opener| opener.focus());
            }
        }
    };
    let pressed = {
        let close = close.clone();
        Callback::from(move |event: MouseEvent| {
            let at = event.target_dyn_into::<web_sys::Element>();
            if at.and_then(|at| at.closest("button, a").ok().flatten()).is_some() {
                close();
            }
        })
    };
    let onkeydown = {
        let (more, close) = (*more, close.clone());
        Callback::from(move |event: KeyboardEvent| {
            if more && event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                close();
            }
        })
    };
    // A press beside it closes it, too.
    let bar = use_node_ref();
    {
        let (more, bar) = (more.clone(), bar.clone());
        use_effect_with(*more, move |open| {
            let listener = open.then(|| {
                EventListener::new(&gloo::utils::document(), "pointerdown", move |event| {
                    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
                    if !bar.cast::<web_sys::Node>().is_some_and(|bar| bar.contains(target.as_ref())) {
                        more.set(false);
                    }
                })
            });
            move || drop(listener)
        });
    }
    let onchange = {
        let more = more.clone();
        Callback::from(move |_: Event| more.set(false))
    };
    let title = props.scenario.title.get(props.lang).to_string();
    let files = || {
        html! { <>
            { button(m.ui.empty_scenario, Icon::Empty, true, send(|| Msg::Empty)) }
            { button(m.ui.open_file, Icon::Open, true, send(|| Msg::ChooseFile)) }
            { button(m.app.from_code, Icon::Code, true, send(|| Msg::Dialog(Some(Dialog::Code(None))))) }
            { button(m.ui.save_file, Icon::Save, true, send(|| Msg::Save)) }
            { button(m.app.generate, Icon::Streams, true, send(|| Msg::Dialog(Some(Dialog::Generate)))) }
        </> }
    };
    html! {
        <header class="top" ref={bar} {onkeydown}>
            <h1 class="brand">{ brand() }{ m.ui.brand }</h1>
            <span class="sep wide-only"></span>
            <nav aria-label={m.app.main_navigation} onclick={pressed.clone()}>
                { for [(Page::Workspace, m.ui.workspace), (Page::Scenarios, m.gallery.scenarios), (Page::Compare, m.compare.compare),
                    (Page::Lessons, m.lessons.lessons), (Page::Reference, m.ui.reference)].into_iter().map(|(page, text)| html! {
                    <a href={page.hash()} aria-current={(props.page == page).then_some("page")}>{ text }</a>
                }) }
            </nav>
            <span class="sep"></span>
            <span class="title" title={title.clone()}>{ title }</span>
            // What is done with a scenario stands by its title; where that has no room, behind More. One of the two is shown.
            <span class="files">{ files() }</span>
            <div class={classes!("end", more.then_some("open"))}>
                { button(m.ui.undo, Icon::Undo, props.can_undo, send(|| Msg::Do(Action::Undo))) }
                { button(m.ui.redo, Icon::Redo, props.can_redo, send(|| Msg::Do(Action::Redo))) }
                <button type="button" class="btn share-button" aria-label={m.links.share} onclick={send(|| Msg::Dialog(Some(Dialog::Share)))}>
                    { Icon::Share.draw() }<span>{ m.links.share }</span></button>
                <button ref={opener} type="button" class="btn plain icon phone-only" aria-label={m.app.more} aria-expanded={more.to_string()} onclick={toggle}>
                    { Icon::More.draw() }</button>
                <span class="rest" onclick={pressed} {onchange}>
                <span class="files">{ files() }</span>
                <Select label={m.ui.language} class="plain" options={language} value={props.lang.word()}
                    choose={props.send.reform(|word: String| Msg::Lang(if word == "zh" { Lang::Zh } else { Lang::En }))} />
                <span class="theme-in">{ Icon::Moon.draw() }
                    <Select label={m.ui.theme} class="plain over" options={theme} value={props.theme.word()}
                        choose={props.send.reform(|word: String| Msg::Theme(Theme::of_word(&word).unwrap_or_default()))} />
                </span>
                { button(m.ui.help, Icon::Help, true, send(|| Msg::Dialog(Some(Dialog::Help)))) }
                </span>
            </div>
        </header>
    }
}
