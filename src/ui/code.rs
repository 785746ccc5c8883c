//! "Code": the scenario's join as the engine's own code, to be copied.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    ByRc,
    clip::{Copied, copy},
    icon::Icon,
    link,
};
use crate::{
    code::{self, Flavour, Kind, Note, Token, sql},
    explain::{self, messages::Messages},
    scenario::{Lang, Scenario, Side},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    /// What the tabs' ids start with; two regions on one page need two.
    #[prop_or(AttrValue::Static("code"))]
    pub id: AttrValue,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Query,
    Tables,
}

#[function_component(CodePane)]
pub fn code_pane(props: &Props) -> Html {
    let words = &Messages::of(props.lang).code;
    let sql = use_memo(props.scenario.clone(), |scenario| sql(scenario));
    let tab = use_state_eq(|| Tab::Query);
    let copied = use_state_eq(|| Copied::No);
    {
        // What was copied is old once other code is shown.
        let copied = copied.clone();
        use_effect_with((props.scenario.clone(), *tab), move |_| copied.set(Copied::No));
    }
    {
        let copied = copied.clone();
        use_effect_with(*copied, move |now| {
            let timer = (*now == Copied::Yes).then(|| Timeout::new(2_500, move || copied.set(Copied::No)));
            move || drop(timer)
        });
    }
    let id = |what: &str| format!("{}-{what}", props.id);
    let sql = match &*sql {
        Ok(sql) => sql,
        Err(missing) => {
            return html! {
                <section class="sec code-sec" aria-label={words.code}>
                    <header><h2>{ words.no_code }</h2></header>
                    <p class="code-note">{ explain::no_code(*missing, props.scenario.dialect, props.lang) }</p>
                </section>
            };
        }
    };
    let name = if sql.flavour == Flavour::Flink { "Flink SQL" } else { "Spark SQL" };
    let tabs = [(Tab::Query, name, id("query")), (Tab::Tables, words.tables, id("tables"))];
    let tokens = if *tab == Tab::Query { &sql.query } else { &sql.tables };
    let text: Rc<str> = code::text(tokens).into();
    let onclick = {
        let (copied, text) = (copied.clone(), Rc::clone(&text));
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&text, Callback::from(move |how| copied.set(how)));
        })
    };
    let panel = if *tab == Tab::Query { &tabs[0].2 } else { &tabs[1].2 };
    let notes = sql.notes.iter().filter(|note| belongs(**note, *tab)).map(|note| explain::code_note(*note, props.lang));
    html! {
        <section class="sec code-sec" aria-label={words.code}>
            <header>
                <div class="tabs" role="tablist" aria-label={words.code}>
                    { for tabs.iter().map(|(which, name, id)| tab_button(&tab, *which, name, id, panel)) }
                </div>
                <span class="end">
                    <span class="copied" role="status">
                        { match *copied {
                            Copied::No => "",
                            Copied::Yes => words.copied,
                            Copied::ByHand => words.copy_by_hand,
                        } }
                    </span>
                    <button type="button" class="btn small plain" {onclick}>{ Icon::Copy.draw() }{ words.copy }</button>
                </span>
            </header>
            <div role="tabpanel" id={format!("{panel}-panel")} aria-labelledby={panel.clone()} tabindex="0" class="code-panel">
                if *copied == Copied::ByHand {
                    <ByHand {text} label={words.code} />
                } else {
                    <pre class="code">{ for tokens.iter().map(piece) }</pre>
                }
            </div>
            <div class="code-notes">{ for notes.map(|note| html! { <p class="code-note">{ note }</p> }) }</div>
        </section>
    }
}

fn tab_button(tab: &UseStateHandle<Tab>, which: Tab, name: &str, id: &str, panel: &str) -> Html {
    let chosen = **tab == which;
    let onclick = {
        let tab = tab.clone();
        Callback::from(move |_: MouseEvent| tab.set(which))
    };
    // Two tabs: each arrow goes to the other one, Home and End to the first and last.
    let onkeydown = {
        let tab = tab.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowLeft" | "ArrowRight" if *tab == Tab::Query => Tab::Tables,
                "ArrowLeft" | "ArrowRight" | "Home" => Tab::Query,
                "End" => Tab::Tables,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            tab.set(to);
            let button = event.target_unchecked_into::<HtmlElement>();
            let other =
                if to == which { None } else { button.next_element_sibling().or(button.previous_element_sibling()) };
            let _ = other.map(|other| JsValue::from(other).into()).map(|other: HtmlElement| other.focus());
        })
    };
    html! {
        <button type="button" role="tab" id={id.to_string()} aria-selected={chosen.to_string()}
            aria-controls={chosen.then(|| format!("{panel}-panel"))} tabindex={if chosen { "0" } else { "-1" }}
            {onclick} {onkeydown}>{ name }</button>
    }
}

fn piece(token: &Token) -> Html {
    let class = match token.kind {
        Kind::Plain => None,
        Kind::Keyword => Some("kw"),
        Kind::Left => Some("l"),
        Kind::Right => Some("r"),
        Kind::Literal => Some("lit"),
    };
    // What says a setting lights up with it, and a name with its stream.
    let links = token.part.map(link::part).or(match token.kind {
        Kind::Left => Some(link::stream(Side::Left)),
        Kind::Right => Some(link::stream(Side::Right)),
        Kind::Keyword | Kind::Literal | Kind::Plain => None,
    });
    html! { <span {class} data-links={links}>{ &token.text }</span> }
}

/// Which of the two texts a note speaks of.
fn belongs(note: Note, tab: Tab) -> bool {
    let of = match note {
        Note::Connector
        | Note::SourceWatermark
        | Note::WatermarkSteps
        | Note::Changelog
        | Note::OneMsMore
        | Note::LookupTable
        | Note::StaticTable
        | Note::SparkSource => Tab::Tables,
        Note::PlannedAsRegular
        | Note::SameAsDataStream
        | Note::NullKeys
        | Note::WriteStream
        | Note::TimesSelected
        | Note::SessionsUnmerged => Tab::Query,
    };
    tab == of
}

#[derive(Properties, PartialEq)]
pub(super) struct ByHandProps {
    pub(super) text: Rc<str>,
    pub(super) label: AttrValue,
}

/// The code as text that is selected already.
#[function_component(ByHand)]
pub(super) fn by_hand(props: &ByHandProps) -> Html {
    let area = use_node_ref();
    {
        let area = area.clone();
        use_effect_with(props.text.clone(), move |_| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                let _ = area.focus();
                area.select();
            }
        });
    }
    let lines = props.text.lines().count().to_string();
    html! {
        <textarea ref={area} class="code code-text" readonly=true rows={lines} spellcheck="false"
            aria-label={props.label.clone()} value={props.text.to_string()} />
    }
}
