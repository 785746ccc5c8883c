//! What an empty workspace offers to start from.

use yew::prelude::*;

use super::{Ask, Card, FIRST};
use crate::{
    explain::{format::fill_plain, messages::Messages},
    gallery::Shelf,
    scenario::Lang,
    ui::{
        ByRc, Msg,
        app::{Dialog, Page},
        icon::Icon,
        sheet,
    },
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub shelf: Option<ByRc<Shelf>>,
    /// The index could not be fetched.
    pub missing: bool,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

/// Some scenarios of the gallery, the way to all, and to a file.
#[function_component(Starts)]
pub fn starts(props: &Props) -> Html {
    use_memo((), |()| sheet::gallery());
    let (lang, m) = (props.lang, Messages::of(props.lang));
    let ask = use_memo(props.send.clone(), |send| send.reform(Msg::Gallery));
    {
        let ask = (*ask).clone();
        use_effect_with((), move |()| ask.emit(Ask::FetchFirst));
    }
    let cards = props.shelf.as_ref().map(|shelf| {
        let places = FIRST.iter().filter_map(|name| shelf.index.scenarios.iter().position(|entry| entry.name == *name));
        let there = places.filter(|at| shelf.scenarios[*at].is_some());
        html! { <ul>{ for there.map(|at| html! {
            <Card key={at} {at} step={shelf.index.scenarios[at].step} name={shelf.index.scenarios[at].name.clone()} {lang}
                scenario={shelf.scenarios[at].as_ref().map(ByRc::from)} ask={(*ask).clone()} />
        }) }</ul> }
    });
    let count = props.shelf.as_ref().map(|shelf| {
        let count = shelf.scenarios.len().to_string();
        html! { <span class="note">{ fill_plain(lang, m.gallery.one_of, &[("count", count.into())]) }</span> }
    });
    html! {
        <section class="sec starts" aria-label={m.app.start_from}>
            <header><h2>{ m.app.start_from }</h2>{ for count }</header>
            { for cards }
            <div class="acts">
                if props.missing {
                    <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::FirstVisit)}>{ m.app.first_scenario }</button>
                }
                <a class="btn" href={Page::Scenarios.hash()}>{ m.gallery.all_scenarios }</a>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::ChooseFile)}>{ Icon::Open.draw() }{ m.app.open_a_file }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Events(Vec::new()))}>{ m.app.own_events }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Code(None))))}>{ Icon::Code.draw() }{ m.app.from_code }</button>
                <button type="button" class="btn" onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Generate)))}>{ Icon::Streams.draw() }{ m.app.generate }</button>
            </div>
        </section>
    }
}
