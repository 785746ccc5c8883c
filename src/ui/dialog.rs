//! A dialog over the page: focus goes in, stays in, and comes back; Esc closes.

use gloo::{events::EventListener, timers::callback::Timeout};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node, SvgElement};
use yew::prelude::*;

use super::icon::Icon;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// `dialog` or `alertdialog`.
    #[prop_or(AttrValue::Static("dialog"))]
    pub role: AttrValue,
    /// The accessible name.
    pub label: AttrValue,
    /// What stands in the head: the label, if nothing else is given.
    #[prop_or_default]
    pub title: Option<Html>,
    /// The close button's name.
    pub close: AttrValue,
    pub on_close: Callback<()>,
    /// Whether a click beside the dialog closes it.
    #[prop_or(true)]
    pub light: bool,
    #[prop_or_default]
    pub class: Classes,
    pub children: Html,
}

#[function_component(Dialog)]
pub fn dialog(props: &Props) -> Html {
    let section = use_node_ref();
    {
        let section = section.clone();
        use_effect_with((), move |_| {
            let before = focused();
            focus(section.cast::<HtmlElement>().as_ref());
            // A click on the page behind, or a browser's own way of moving focus, must not leave the dialog either.
            let listener = EventListener::new(&gloo::utils::document(), "focusin", move |event| {
                let Some(section) = section.cast::<HtmlElement>() else { return };
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if !section.contains(target.as_ref()) {
                    // Later: moving focus here and now would call this listener while it runs.
                    Timeout::new(0, move || focus(Some(&section))).forget();
                }
            });
            move || {
                drop(listener);
                focus(before.as_ref());
            }
        });
    }
    let onkeydown = {
        let (section, on_close) = (section.clone(), props.on_close.clone());
        Callback::from(move |event: KeyboardEvent| {
            // The page's own keys rest while a dialog is open.
            event.stop_propagation();
            match event.key().as_str() {
                "Escape" if !event.is_composing() => {
                    event.prevent_default();
                    on_close.emit(());
                }
                "Tab" => keep(&event, section.cast::<HtmlElement>()),
                _ => {}
            }
        })
    };
    let beside = {
        let (on_close, light) = (props.on_close.clone(), props.light);
        Callback::from(move |event: MouseEvent| {
            let scrim = event.target_dyn_into::<HtmlElement>().is_some_and(|at| at.class_name() == "scrim");
            if scrim {
                // Focus stays where it is, for Esc to be heard.
                event.prevent_default();
            }
            if scrim && light {
                on_close.emit(());
            }
        })
    };
    let onclick = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <div class="scrim" onmousedown={beside}>
            <section ref={section} class={classes!("dlg", props.class.clone())} role={props.role.clone()}
                aria-modal="true" aria-label={props.label.clone()} tabindex="-1" {onkeydown}>
                // Not the page's banner, which is what a header outside a section's role would be.
                <header role="presentation">
                    if let Some(title) = &props.title {
                        { title.clone() }
                    } else {
                        <h1>{ props.label.clone() }</h1>
                    }
                    <button type="button" class="btn plain icon" aria-label={props.close.clone()} title={props.close.clone()} {onclick}>
                        { Icon::Close.draw() }
                    </button>
                </header>
                { props.children.clone() }
            </section>
        </div>
    }
}

/// Tab at either end goes on at the other.
fn keep(event: &KeyboardEvent, section: Option<HtmlElement>) {
    let Some(section) = section else { return };
    let stops = stops(&section);
    let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
        event.prevent_default();
        return;
    };
    let at = focused();
    let outside = at.as_ref().is_none_or(|at| !stops.contains(at));
    let (end, other) = if event.shift_key() { (first, last) } else { (last, first) };
    // From the dialog itself, Tab goes where it would go anyway; only backwards it would leave.
    if at.as_ref() == Some(end) || outside && event.shift_key() {
        event.prevent_default();
        focus(Some(other));
    }
}

/// What Tab stops at, in order.
fn stops(section: &HtmlElement) -> Vec<HtmlElement> {
    const STOPS: &str = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), \
                         textarea:not(:disabled), [tabindex]:not([tabindex='-1'])";
    let Ok(list) = section.query_selector_all(STOPS) else { return Vec::new() };
    (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into::<HtmlElement>().ok())
        .filter(|stop| stop.tab_index() >= 0 && stop.offset_width() > 0)
        .collect()
}

/// Gives focus back to `before` where what had it has gone, or to the stage where that has gone, too.
pub fn give_back(before: Option<HtmlElement>) {
    // Later: what goes is still on the page while it is told to go.
    Timeout::new(0, move || {
        if focused().is_some_and(|at| at.tag_name() != "BODY") {
            return;
        }
        focus(before.as_ref());
        if focused().is_none_or(|at| at.tag_name() == "BODY") {
            let document = gloo::utils::document();
            let lane = |selector| document.query_selector(selector).ok().flatten();
            let lane = lane("[role=listbox][aria-activedescendant]").or_else(|| lane("[role=listbox]"));
            if let Some(lane) = lane.and_then(|lane| lane.dyn_into::<SvgElement>().ok()) {
                let _ = lane.focus();
            }
        }
    })
    .forget();
}

pub fn focused() -> Option<HtmlElement> {
    // A mark or slider of a picture is no HTML, but takes the focus in the same way.
    gloo::utils::document().active_element().map(JsCast::unchecked_into)
}

fn focus(element: Option<&HtmlElement>) {
    // What has gone from the page takes no focus, and that is no error.
    let _ = element.map(HtmlElement::focus);
}

/// Puts focus back into the dialog around `inside`, where a button vanished under it.
pub fn refocus(inside: Option<HtmlElement>) {
    let Some(inside) = inside else { return };
    let lost = focused().is_none_or(|at| at.tag_name() == "BODY" || !at.is_connected());
    if lost && let Ok(Some(section)) = inside.closest(".dlg") {
        focus(section.dyn_into().ok().as_ref());
    }
}
