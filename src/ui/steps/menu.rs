//! A menu at a place of the window: what can be done with steps.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use crate::{
    explain::{format::fill_plain, messages::Messages},
    scenario::{Lang, Scenario},
    ui::{
        ByRc, Msg,
        app::{StepMenu as Place, StepsMsg},
        dialog::{focused, give_back},
        lazy,
    },
    workspace::{Command, commands},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub indexes: Vec<usize>,
    /// Where it is asked for, px in the window.
    pub at: (i32, i32),
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// The menu that is open.
pub fn menu(place: &Place, scenario: &std::rc::Rc<Scenario>, lang: Lang, send: &Callback<Msg>) -> Html {
    let key = format!("{:?} {:?}", place.indexes, place.at);
    html! { <lazy::StepMenu {key} scenario={ByRc::from(scenario)} indexes={place.indexes.clone()} at={place.at} {lang} send={send.clone()} /> }
}

/// What a command is called.
pub fn command_name(m: &'static Messages, command: Command) -> &'static str {
    match command {
        Command::Edit => m.ui.edit,
        Command::InsertBefore => m.steps.insert_before,
        Command::InsertAfter => m.steps.insert_after,
        Command::Duplicate => m.ui.duplicate,
        Command::TakeBack => m.ui.take_back,
        Command::Update => m.steps.update,
        Command::Earlier => m.steps.earlier,
        Command::Later => m.steps.later,
        Command::SwapNext => m.steps.swap_next,
        Command::LetFail => m.steps.let_fail,
        Command::LetSucceed => m.steps.let_succeed,
        Command::Delete => m.ui.delete,
    }
}

/// The keys that do the same in the list.
fn keys(command: Command) -> &'static str {
    match command {
        Command::Edit => "Enter",
        Command::Earlier => "Alt ↑",
        Command::Later => "Alt ↓",
        Command::Delete => "Del",
        _ => "",
    }
}

#[function_component(StepMenu)]
pub fn step_menu(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let node = use_node_ref();
    let at = use_state(|| props.at);
    let close = props.send.reform(|()| Msg::Steps(StepsMsg::CloseMenu));
    {
        let (node, at, close) = (node.clone(), at.clone(), close.clone());
        use_effect_with((), move |()| {
            let before = focused();
            if let Some(menu) = node.cast::<Element>() {
                // Within the window, whatever corner it was asked for in.
                let (rect, window) = (menu.get_bounding_client_rect(), gloo::utils::window());
                let most = |size: Result<wasm_bindgen::JsValue, _>| size.ok().and_then(|s| s.as_f64()).unwrap_or(0.0);
                let room = |size: f64, of: f64, at: i32| f64::from(at).min(size - of - 8.0).max(8.0) as i32;
                at.set((
                    room(most(window.inner_width()), rect.width(), at.0),
                    room(most(window.inner_height()), rect.height(), at.1),
                ));
            }
            focus_item(&node, |_, _| 0);
            let outside = EventListener::new(&gloo::utils::document(), "pointerdown", move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if !node.cast::<Node>().is_some_and(|menu| menu.contains(target.as_ref())) {
                    close.emit(());
                }
            });
            move || {
                drop(outside);
                give_back(before);
            }
        });
    }
    let onkeydown = {
        let (node, close) = (node.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            event.stop_propagation();
            match event.key().as_str() {
                "ArrowDown" => focus_item(&node, |at, count| (at + 1) % count),
                "ArrowUp" => focus_item(&node, |at, count| (at + count - 1) % count),
                "Home" => focus_item(&node, |_, _| 0),
                "End" => focus_item(&node, |_, count| count - 1),
                "Escape" | "Tab" => close.emit(()),
                // A letter goes to the next command that starts with it.
                key if key.chars().count() == 1 && key != " " => {
                    let names: Vec<String> = items(&node).iter().filter_map(|item| item.text_content()).collect();
                    let typed = key.to_lowercase();
                    focus_item(&node, |at, count| {
                        let next = (1..=count).map(|by| (at + by) % count);
                        let starts = |index: &usize| names[*index].to_lowercase().starts_with(&typed);
                        next.clone().find(starts).unwrap_or(at)
                    });
                }
                _ => return,
            }
            event.prevent_default();
        })
    };
    let label = match props.indexes[..] {
        [index] => fill_plain(props.lang, m.steps.step_menu, &[("step", (index + 1).to_string().into())]),
        _ => fill_plain(props.lang, m.steps.several, &[("count", props.indexes.len().to_string().into())]),
    };
    let style = format!("left:{}px;top:{}px", at.0, at.1);
    html! {
        <div ref={node} class="menu" role="menu" aria-label={label} {style} {onkeydown} oncontextmenu={|event: MouseEvent| event.prevent_default()}>
            { for commands(&props.scenario, &props.indexes).into_iter().map(|command| {
                let indexes = props.indexes.clone();
                let onclick = props.send.reform(move |_: MouseEvent| Msg::Steps(match indexes[..] {
                    [index] => StepsMsg::RunFor(command, index),
                    _ => StepsMsg::Run(command),
                }));
                html! {
                    <button key={format!("{command:?}")} type="button" role="menuitem" tabindex="-1" {onclick}>
                        <span>{ command_name(m, command) }</span><kbd aria-hidden="true">{ keys(command) }</kbd></button>
                }
            }) }
        </div>
    }
}

fn items(node: &NodeRef) -> Vec<HtmlElement> {
    let Some(menu) = node.cast::<Element>() else { return Vec::new() };
    let Ok(list) = menu.query_selector_all("[role=menuitem]") else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.get(index)?.dyn_into().ok()).collect()
}

/// Gives the focus to the item that `to` makes of the present one's place and the count.
fn focus_item(node: &NodeRef, to: impl FnOnce(usize, usize) -> usize) {
    let items = items(node);
    if items.is_empty() {
        return;
    }
    let now = focused();
    let at = items.iter().position(|item| Some(item) == now.as_ref()).unwrap_or(0);
    if let Some(item) = items.get(to(at, items.len())) {
        let _ = item.focus();
    }
}
