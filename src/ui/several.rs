//! The panel of several selected rows: how many they are, and what can be done to all of them.

use yew::prelude::*;

use super::{ByRc, Msg, icon::Icon, link};
use crate::{
    engine::RowId,
    explain::{format::fill_plain, messages::Messages},
    replay::Recording,
    scenario::{Lang, Side},
    workspace::Action,
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub chosen: Vec<RowId>,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// The ids said; the rest are counted.
const MOST: usize = 24;

#[function_component(Several)]
pub fn several(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let words = &m.manipulate;
    let rows = props.recording.rows();
    let count = fill_plain(props.lang, words.several_count, &[("count", props.chosen.len().to_string().into())]);
    let button = |label: &'static str, msg: Msg| {
        let click = props.send.reform(move |_: MouseEvent| msg.clone());
        html! { <button type="button" class="btn small" onclick={click}>{ label }</button> }
    };
    let rest = props.chosen.len().saturating_sub(MOST);
    html! {
        <section class="sec" aria-label={words.several}>
            <header><h2>{ count }</h2>
                <button type="button" class="btn plain icon tiny end" aria-label={m.app.clear_selection} title={m.app.clear_selection}
                    onclick={props.send.reform(|_: MouseEvent| Msg::Do(Action::Select(None)))}>{ Icon::Close.draw() }</button>
            </header>
            <div class="picked">
                <p class="ids">{ for props.chosen.iter().take(MOST).map(|row| {
                    let class = if rows.get(*row).side == Side::Left { "L" } else { "R" };
                    html! { <b key={row.0} {class} data-links={link::row(*row)}>{ rows.id(props.recording.scenario(), *row) }</b> }
                }) }
                <span key="rest">{ if rest > 0 {
                    fill_plain(props.lang, m.app.more_rows, &[("count", rest.to_string().into())])
                } else {
                    String::new()
                } }</span></p>
                <p class="muted">{ words.several_hint }</p>
                <div class="acts">
                    { button(m.ui.duplicate, Msg::DuplicateChosen) }
                    { button(m.ui.delete, Msg::DeleteChosen) }
                </div>
            </div>
        </section>
    }
}
