//! What a selection asks: the selected row, two rows, a watermark; and with nothing selected, why nothing comes out.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{
    ByRc, Msg,
    icon::Icon,
    link,
    several::Several,
    side::{rule_box, spans},
};
use crate::{
    engine::RowId,
    explain::{Check, Panel, Span, Tone, Way, WayOn, Words, format::fill_plain, messages::Messages},
    replay::{Recording, View},
    scenario::{Dialect, JoinKind, Lang, Side},
    workspace::{Action, Chosen, Selection, offer},
};

#[derive(Clone, Properties, PartialEq)]
pub struct WhynotProps {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub chosen: Chosen,
    /// The selected rows, found in the recording.
    pub rows: Vec<RowId>,
    pub lang: Lang,
    /// Steps are playing: what is said of a step without output would come and go.
    pub playing: bool,
    pub send: Callback<Msg>,
}

/// Who leaps to a step rests there for so long at least, ms.
const REST: u32 = 120;

/// The section that what is selected calls for.
#[function_component(Whynot)]
pub fn whynot(props: &WhynotProps) -> Html {
    let WhynotProps { recording, view, lang, send, .. } = props;
    let m = Messages::of(*lang);
    let words = Words::new(recording, *lang);
    let pair = matches!(&props.chosen, Chosen::Rows(_));
    let panel = |panel: Panel, name: &'static str| section(recording, *lang, send, pair, &panel, name, true);
    // Neither is it said of steps that fly by while one is looked for.
    let flies = use_flies(view.step);
    match &props.chosen {
        Chosen::Rows(_) => match props.rows[..] {
            [] => Html::default(),
            [row] => html! {
                <Picked recording={recording.clone()} view={view.clone()} {row} lang={*lang} send={send.clone()} />
            },
            [first, second] => panel(words.pair(view, first, second), m.manipulate.several),
            ref rows => {
                html! { <Several recording={recording.clone()} chosen={rows.to_vec()} lang={*lang} send={send.clone()} /> }
            }
        },
        Chosen::Watermark(side) => panel(words.watermark_panel(view, *side), m.whynot.watermark),
        Chosen::Nothing if props.playing || flies => Html::default(),
        Chosen::Nothing => {
            html! { <NoOutput recording={recording.clone()} view={view.clone()} lang={*lang} send={send.clone()} /> }
        }
    }
}

/// Whether the step shown is further than one from where someone rested last. One that is near is drawn once only.
#[hook]
fn use_flies(step: usize) -> bool {
    let rested = use_mut_ref(|| step);
    let again = use_force_update();
    let flies = rested.borrow().abs_diff(step) > 1;
    use_effect_with((step, flies), move |(step, flies)| {
        let (step, flies) = (*step, *flies);
        let moved = *rested.borrow() != step;
        let timer = moved.then(|| {
            Timeout::new(REST, move || {
                rested.replace(step);
                if flies {
                    again.force_update();
                }
            })
        });
        move || drop(timer)
    });
    flies
}

#[derive(Properties, PartialEq)]
struct NoOutputProps {
    recording: ByRc<Recording>,
    view: ByRc<View>,
    lang: Lang,
    send: Callback<Msg>,
}

/// By itself: it stays as it is while only time goes on.
#[function_component(NoOutput)]
fn no_output(props: &NoOutputProps) -> Html {
    let NoOutputProps { recording, view, lang, send } = props;
    let told = Words::new(recording, *lang).no_output(view);
    told.map(|told| section(recording, *lang, send, false, &told, Messages::of(*lang).whynot.why_no_output, false))
        .unwrap_or_default()
}

/// `pair`: the panel is of two selected rows.
fn section(
    recording: &ByRc<Recording>,
    lang: Lang,
    send: &Callback<Msg>,
    pair: bool,
    panel: &Panel,
    name: &'static str,
    can_clear: bool,
) -> Html {
    let m = Messages::of(lang);
    let class = panel.side.map(|side| if side == Side::Left { "L" } else { "R" });
    let way = |way: &WayOn| button(way, recording, send);
    // Reasons are sentences of a list; conditions have a mark before them that says whether they hold.
    let judged = panel.checks.iter().any(|check| check.holds.is_some());
    html! {
        <section class="sec" aria-label={name}>
            <header><h2 {class}>{ &panel.heading }</h2><span class="note">{ &panel.note }</span>
                if can_clear { { clear(m, send) } }
            </header>
            <div class="picked">
                if !panel.question.is_empty() { <div class="q">{ &panel.question }</div> }
                if !panel.answer.is_empty() { <p>{ linked(&panel.answer, lang, send) }</p> }
                if !panel.checks.is_empty() {
                    <ul class={if judged { "checks" } else { "reasons" }}>
                        { for panel.checks.iter().map(|check| html! {
                            <li data-links={link::rows(check.spans.iter().filter_map(|span| span.row))}>
                                if judged { { mark(check, m) } }
                                <span>{ linked(&check.spans, lang, send) }
                                    if let Some(on) = &check.way { { " " }{ way(on) } }</span>
                            </li>
                        }) }
                    </ul>
                }
                { for panel.rule.iter().map(rule_box) }
                if !panel.ways.is_empty() || pair {
                    <div class="acts">{ for panel.ways.iter().map(way) }
                        if pair {
                            { act(m.ui.duplicate, Msg::DuplicateChosen, send) }
                            { act(m.ui.delete, Msg::DeleteChosen, send) }
                        }
                    </div>
                }
            </div>
        </section>
    }
}

fn mark(check: &Check, m: &Messages) -> Html {
    let (class, path, says) = match check.holds {
        Some(true) => ("ok", "M3 8.5 6.5 12 13 4.5", m.whynot.holds),
        Some(false) => ("no", "M4 4l8 8M12 4l-8 8", m.whynot.fails),
        None => ("open", "M3.5 8h9", m.whynot.open),
    };
    html! { <><svg {class} width="14" height="14" viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg>
    <span class="unseen">{ says }{ " " }</span></> }
}

fn clear(m: &'static Messages, send: &Callback<Msg>) -> Html {
    html! {
        <button type="button" class="btn plain icon tiny end" aria-label={m.app.clear_selection} title={m.app.clear_selection}
            onclick={send.reform(|_: MouseEvent| Msg::Do(Action::Select(None)))}>{ Icon::Close.draw() }</button>
    }
}

/// Styled text in which a step's number leads to it.
fn linked(text: &[Span], lang: Lang, send: &Callback<Msg>) -> Html {
    html! { <>{ for text.iter().map(|span| match span.tone {
        Tone::Step(step) => html! {
            <button type="button" class="to-step" title={fill_plain(lang, Messages::of(lang).whynot.show_step, &[("step", span.text.as_str().into())])}
                onclick={send.reform(move |_: MouseEvent| Msg::Do(Action::Seek(step)))}>{ &span.text }</button>
        },
        _ => spans(std::slice::from_ref(span)),
    }) }</> }
}

fn button(on: &WayOn, recording: &ByRc<Recording>, send: &Callback<Msg>) -> Html {
    // The edit is made when it is asked for: of a long script it takes a while.
    let (way, recording) = (on.way.clone(), recording.clone());
    let click = send.reform(move |_: MouseEvent| {
        let scenario = recording.scenario();
        Msg::Do(match &way {
            Way::Seek(step) => Action::Seek(*step),
            Way::Insert(steps) => Action::Edit(offer::steps(scenario, steps)),
            Way::Select(rows) => {
                let select = |row: &RowId| Selection {
                    side: recording.rows().get(*row).side,
                    id: recording.rows().id(scenario, *row).into(),
                };
                Action::SelectRows(rows.iter().map(select).collect())
            }
        })
    });
    html! { <button type="button" class="btn small" onclick={click}>{ &on.label }</button> }
}

fn act(label: &'static str, msg: Msg, send: &Callback<Msg>) -> Html {
    let click = send.reform(move |_: MouseEvent| msg.clone());
    html! { <button type="button" class="btn small" onclick={click}>{ label }</button> }
}

#[derive(Properties, PartialEq)]
struct PickedProps {
    recording: ByRc<Recording>,
    view: ByRc<View>,
    row: RowId,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(Picked)]
fn picked(props: &PickedProps) -> Html {
    let m = Messages::of(props.lang);
    let words = Words::new(&props.recording, props.lang);
    let picked = words.selected(&props.view, props.row);
    let scenario = props.recording.scenario();
    let info = props.recording.rows().get(props.row);
    let index = info.step as usize;
    let class = if info.side == Side::Left { "L" } else { "R" };
    let act = |label: &'static str, msg: Msg| act(label, msg, &props.send);
    html! {
        <section class="sec" aria-label={m.ui.selected_row}>
            <header><h2 {class}>{ picked.heading.clone() }</h2><span class="note">{ picked.note.clone() }</span>
                { clear(m, &props.send) }
            </header>
            <div class="picked">
                <div class="q">{ picked.question.clone() }</div>
                <p>{ linked(&picked.answer, props.lang, &props.send) }</p>
                if let Some(held) = &picked.held {
                    <div class="togo"><span>{ held.text.clone() }</span>
                        <svg class="togo-bar" height="5" width="100%" preserveAspectRatio="none" viewBox="0 0 100 5" aria-hidden="true">
                            <rect class="exp-all" width="100" height="5" />
                            <rect class={classes!("togo-now", class)} width={format!("{:.1}", f64::from(held.thousandths) / 10.0)} height="5" /></svg>
                        <b>{ held.to_go.clone() }</b></div>
                }
                { for picked.rule.iter().map(rule_box) }
                if let Some(release) = &picked.release {
                    <p class="release">{ linked(release, props.lang, &props.send) }
                        { " " }{ for picked.ways.iter().map(|way| button(way, &props.recording, &props.send)) }</p>
                }
                <div class="foot"><p class="story">{ linked(&picked.story, props.lang, &props.send) }</p>
                <div class="acts">
                    { act(m.ui.edit, Msg::EditRow(index)) }
                    { act(m.ui.duplicate, Msg::Duplicate(index)) }
                    { act(m.ui.delete, Msg::Delete(index)) }
                    if matches!(scenario.join.kind, JoinKind::Regular { .. }) && scenario.dialect == Dialect::FlinkSql {
                        { act(m.ui.take_back, Msg::TakeBack(index)) }
                    }
                </div></div>
            </div>
        </section>
    }
}
