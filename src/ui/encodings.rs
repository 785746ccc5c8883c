//! How everything is drawn: each state of a mark, and pictures of what lies between, in light and in dark.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::{ByRc, Msg, app::served, stage::Stage};
use crate::{
    engine::RowId,
    explain::messages::{Messages, Panels},
    replay::{Recording, View},
    scenario::{self, Lang, Side},
};

/// The scenarios that the pictures are of: name, step, the id of the left row that is selected.
const PICTURES: [(&str, usize, Option<&str>); 3] =
    [("less-than-two-hours", 4, Some("o1")), ("rates-temporal", 8, None), ("visits-sessions", 5, None)];

/// Begins the ids within each picture, of which six are on the page.
const PREFIXES: [[&str; 3]; 2] = [["enc-l0-", "enc-l1-", "enc-l2-"], ["enc-d0-", "enc-d1-", "enc-d2-"]];

/// A scenario at a step, with the row that is selected there.
#[derive(Clone, PartialEq)]
struct Picture {
    recording: ByRc<Recording>,
    view: ByRc<View>,
    selected: Option<RowId>,
}

impl Picture {
    fn of(text: &str, step: usize, id: Option<&str>) -> Option<Self> {
        let scenario = scenario::read(text).ok()?;
        let recording = Rc::new(Recording::new(Rc::new(scenario)));
        let view = Rc::new(recording.view(step.min(recording.len())));
        let named = |(row, info): &(RowId, _)| {
            let info: &crate::replay::RowInfo = info;
            info.side == Side::Left && Some(recording.rows().id(recording.scenario(), *row)) == id
        };
        let selected = recording.rows().iter().find(named).map(|(row, _)| row);
        Some(Picture { recording: ByRc(recording), view: ByRc(view), selected })
    }
}

#[derive(Properties, PartialEq)]
pub struct Props {
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(Encodings)]
pub fn encodings(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let pictures = use_state(|| PICTURES.map(|_| None::<Picture>));
    let (column, width) = (use_node_ref(), use_state(|| 0));
    {
        let (pictures, column, width) = (pictures.clone(), column.clone(), width.clone());
        use_effect_with((), move |()| {
            width.set(column.cast::<Element>().map_or(0, |column| column.client_width()));
            wasm_bindgen_futures::spawn_local(async move {
                let mut there = PICTURES.map(|_| None);
                for (at, (name, step, id)) in PICTURES.into_iter().enumerate() {
                    // Without the file there is no picture; the words stand by themselves.
                    let text = served(&format!("scenarios/{name}.scenario.json")).await;
                    there[at] = text.ok().and_then(|text| Picture::of(&text, step, id));
                }
                pictures.set(there);
            });
        });
    }
    let stage = |picture: &Picture, prefix: &'static str| {
        let (recording, view) = (picture.recording.clone(), picture.view.clone());
        html! {
            <div class="stage" inert=true aria-hidden="true">
                <Stage settled={recording.clone()} {recording} settled_view={view.clone()} {view} selected={picture.selected}
                    chosen={picture.selected.into_iter().collect::<Vec<_>>()} previewing=false lang={props.lang} width={*width}
                    send={props.send.clone()} {prefix} read_only=true />
            </div>
        }
    };
    let theme = |at: usize, word: &'static str, name: &'static str| {
        html! {
            <div class="enc" data-theme={word} ref={if at == 0 { column.clone() } else { NodeRef::default() }}>
                <h3>{ name }</h3>
                <table aria-label={name}>
                    <thead><tr><th scope="col">{ m.panels.enc_state }</th><th scope="col">{ m.panels.enc_drawn }</th>
                        <th scope="col">{ m.panels.enc_left }</th><th scope="col">{ m.panels.enc_right }</th></tr></thead>
                    <tbody>{ for MARKS.iter().map(|mark| html! {
                        <tr><th scope="row">{ mark.means(&m.panels) }</th><td>{ mark.drawn(&m.panels) }</td>
                            <td>{ mark.draw(Side::Left) }</td><td>{ mark.draw(Side::Right) }</td></tr>
                    }) }</tbody>
                </table>
                if *width > 0 {
                    { for pictures.iter().zip([m.panels.enc_interval, m.panels.enc_temporal, m.panels.enc_session]).enumerate()
                        .filter_map(|(of, (picture, title))| picture.as_ref().map(|picture| html! {
                            <figure key={of}><figcaption>{ title }</figcaption>{ stage(picture, PREFIXES[at][of]) }</figure>
                        })) }
                }
            </div>
        }
    };
    html! { <div class="encs">
        { theme(0, "light", m.panels.enc_light) }
        { theme(1, "dark", m.panels.enc_dark) }
    </div> }
}

/// A mark of the legend.
#[derive(Clone, Copy)]
pub enum Mark {
    Ahead,
    Waiting,
    Matched,
    ForEver,
    Left,
    LeftUnmatched,
    LeftAsNull,
    TakenBack,
    Late,
    LateMatched,
    Overdue,
    Changed,
    Selected,
}

/// All of them, in the order in which they are explained.
pub const MARKS: [Mark; 13] = [
    Mark::Ahead,
    Mark::Waiting,
    Mark::Matched,
    Mark::ForEver,
    Mark::Left,
    Mark::LeftUnmatched,
    Mark::LeftAsNull,
    Mark::TakenBack,
    Mark::Late,
    Mark::LateMatched,
    Mark::Overdue,
    Mark::Changed,
    Mark::Selected,
];

impl Mark {
    /// What it says of a row.
    pub fn means(self, m: &Panels) -> &'static str {
        match self {
            Mark::Ahead => m.mark_not_yet_arrived,
            Mark::Waiting => m.mark_waiting,
            Mark::Matched => m.mark_matched,
            Mark::ForEver => m.mark_kept_for_ever,
            Mark::Left => m.mark_left,
            Mark::LeftUnmatched => m.mark_left_unmatched,
            Mark::LeftAsNull => m.mark_left_as_null,
            Mark::TakenBack => m.mark_taken_back,
            Mark::Late => m.mark_late_not_kept,
            Mark::LateMatched => m.mark_late_matched,
            Mark::Overdue => m.mark_overdue,
            Mark::Changed => m.mark_changed,
            Mark::Selected => m.mark_selected,
        }
    }

    /// How it looks, in words.
    fn drawn(self, m: &Panels) -> &'static str {
        match self {
            Mark::Ahead => m.drawn_not_yet_arrived,
            Mark::Waiting => m.drawn_waiting,
            Mark::Matched => m.drawn_matched,
            Mark::ForEver => m.drawn_kept_for_ever,
            Mark::Left => m.drawn_left,
            Mark::LeftUnmatched => m.drawn_left_unmatched,
            Mark::LeftAsNull => m.drawn_left_as_null,
            Mark::TakenBack => m.drawn_taken_back,
            Mark::Late => m.drawn_late_not_kept,
            Mark::LateMatched => m.drawn_late_matched,
            Mark::Overdue => m.drawn_overdue,
            Mark::Changed => m.drawn_changed,
            Mark::Selected => m.drawn_selected,
        }
    }

    /// The mark with its line and what hangs on it, as the stage draws them.
    pub fn draw(self, side: Side) -> Html {
        let l = if side == Side::Left { "l" } else { "r" };
        let life = |kind: &'static str, d: &'static str| html! { <path class={classes!("st-life", l, kind)} {d} /> };
        let tick =
            |kind: &'static str, d: &'static str| html! { <path class={classes!("st-life", "st-end", l, kind)} {d} /> };
        let void = |d: &'static str| {
            html! { <>
                <path class="st-tail" {d} />
                <circle class="st-void" cx="66" cy="11" r="5" />
                <path class="st-slash" d="M60.5 16.5l11-11" />
            </> }
        };
        let cross = html! { <path class="st-x" d="M7.5 6.5l9 9M16.5 6.5l-9 9" /> };
        let inner = match self {
            Mark::Ahead => shape(side, "next", 6.0),
            Mark::Waiting => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M70 6v10") }{ shape(side, "wait", 6.0) }</> }
            }
            Mark::Matched => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M70 6v10") }{ shape(side, "", 6.0) }</> }
            }
            Mark::ForEver => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M66 7l4 4-4 4") }{ shape(side, "wait", 6.0) }</> }
            }
            Mark::Left => {
                html! { <>{ life("gone", "M18 11H70") }{ tick("gone", "M70 6v10") }{ shape(side, "gone", 4.2) }</> }
            }
            Mark::LeftUnmatched => {
                html! { <>{ life("gone", "M18 11H70") }{ tick("gone", "M70 6v10") }{ shape(side, "gone wait", 4.2) }</> }
            }
            Mark::LeftAsNull => {
                html! { <>{ life("gone", "M18 11H42") }{ void("M42 11H60") }{ shape(side, "gone wait", 4.2) }</> }
            }
            Mark::TakenBack => html! { <>
                { life("buf", "M18 11H42") }<g class="faded">{ void("M42 11H60") }</g>
                <path class="st-x" d="M57 11h18" />{ shape(side, "", 6.0) }
            </> },
            Mark::Late => cross,
            Mark::LateMatched => html! { <><path class="st-match" d="M18 11C38 11 44 4 70 4" />{ cross }</> },
            Mark::Overdue => html! { <>
                { life("buf", "M18 11H72") }{ tick("buf", "M50 6v10M53.5 6v10") }{ shape(side, "wait", 6.0) }
            </> },
            Mark::Changed => {
                html! { <><circle class="st-halo" cx="12" cy="11" r="10" />{ shape(side, "wait", 5.0) }</> }
            }
            Mark::Selected => {
                html! { <><circle class="st-ring" cx="12" cy="11" r="9.5" />{ shape(side, "wait", 5.0) }</> }
            }
        };
        html! { <svg class="mk" viewBox="0 0 78 22" aria-hidden="true">{ inner }</svg> }
    }
}

fn shape(side: Side, kind: &'static str, radius: f64) -> Html {
    match side {
        Side::Left => {
            html! { <circle class={classes!("st-mark", "l", kind)} cx="12" cy="11" r={radius.to_string()} /> }
        }
        Side::Right => {
            let half = radius * 0.92;
            let size = (2.0 * half).to_string();
            html! {
                <rect class={classes!("st-mark", "r", kind)} x={(12.0 - half).to_string()} y={(11.0 - half).to_string()}
                    width={size.clone()} height={size} rx="1.5" />
            }
        }
    }
}
