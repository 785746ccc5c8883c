//! A file that cannot be opened: its problems in its own text, and ways to correct it there.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    ByRc,
    dialog::{Dialog, refocus},
    icon::Icon,
    with,
};
use crate::{
    explain::messages::{Messages, Panels},
    scenario::{
        self, Fault, Fix, Lang, Problem, Scenario,
        excerpt::{Cut, Excerpt, Line, Piece, corrected, excerpt},
    },
};

/// How the text is cut: lines of the dialog's width, no more problems than one reads.
const CUT: Cut = Cut { before: 2, after: 0, width: 92, problems: 50 };
/// How many corrections have a button of their own; all of them together have one more.
const OFFERED: usize = 3;
/// A larger text is not put into a text field: browsers stop answering.
const EDITABLE: usize = 2 * 1024 * 1024;
/// How long typing rests before the text is read again, ms.
const REST: u32 = 250;

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    /// The file's name.
    pub name: AttrValue,
    pub text: ByRc<str>,
    /// What [`scenario::read`] says of the text.
    pub problems: ByRc<Vec<Problem>>,
    pub lang: Lang,
    /// The words of a problem, in pieces; `true` for those that stand out.
    pub describe: Callback<Problem, Vec<(String, bool)>>,
    pub on_close: Callback<()>,
    /// Asks for another file.
    pub on_choose: Callback<()>,
    pub on_open: Callback<Rc<Scenario>>,
}

/// A text and what was read in it.
#[derive(Clone, PartialEq)]
struct Reading {
    text: ByRc<str>,
    outcome: Result<ByRc<Scenario>, ByRc<Vec<Problem>>>,
}

impl Reading {
    fn of(text: ByRc<str>) -> Self {
        let outcome = match scenario::read(&text) {
            Ok(scenario) => Ok(ByRc(Rc::new(scenario))),
            Err(problems) => Err(ByRc(Rc::new(problems))),
        };
        Reading { text, outcome }
    }

    fn problems(&self) -> &[Problem] {
        self.outcome.as_ref().err().map_or(&[], |problems| problems.as_slice())
    }

    /// The text with corrections made, read again.
    fn corrected<'f>(&self, fixes: impl IntoIterator<Item = &'f Fix>) -> Self {
        Reading::of(ByRc(corrected(&self.text, fixes).into()))
    }

    /// The first corrections, each once.
    fn offers(&self) -> Vec<Offer<'_>> {
        let mut offers: Vec<Offer> = Vec::new();
        for (problem, fix) in self.fixes() {
            match offers.iter().position(|offer| alike(offer.problem, problem)) {
                Some(at) => offers[at].count += 1,
                None if offers.len() < OFFERED => offers.push(Offer { problem, fix, count: 1 }),
                None => {}
            }
        }
        offers
    }

    fn fixes(&self) -> impl Iterator<Item = (&Problem, &Fix)> {
        self.problems().iter().filter_map(|problem| Some((problem, problem.fix.as_ref()?)))
    }
}

/// A correction that is offered, by its first problem, and how many problems it corrects.
struct Offer<'r> {
    problem: &'r Problem,
    fix: &'r Fix,
    count: usize,
}

/// Whether two problems have one correction: the same word put in the place of the same kind of thing.
fn alike(one: &Problem, other: &Problem) -> bool {
    let texts = one.fix.as_ref().zip(other.fix.as_ref());
    rename(one) == rename(other) && texts.is_some_and(|(one, other)| one.text == other.text)
}

fn rename(problem: &Problem) -> bool {
    matches!(problem.fault, Fault::UnknownField { .. })
}

#[function_component(ImportErrors)]
pub fn import_errors(props: &Props) -> Html {
    let words = &Messages::of(props.lang).panels;
    let given = || Reading { text: props.text.clone(), outcome: Err(props.problems.clone()) };
    let reading = use_state_eq(given);
    // What is typed, until it has been read.
    let typed = use_state_eq(|| None::<ByRc<str>>);
    let editing = use_state_eq(|| false);
    {
        // Another file was chosen.
        let (reading, typed, given) = (reading.clone(), typed.clone(), given());
        use_effect_with((props.text.clone(), props.problems.clone()), move |_| {
            reading.set(given);
            typed.set(None);
        });
    }
    {
        let (reading, typed) = (reading.clone(), typed.clone());
        use_effect_with((*typed).clone(), move |text| {
            let text = text.clone();
            let timer = text.map(|text| {
                Timeout::new(REST, move || {
                    reading.set(Reading::of(text));
                    typed.set(None);
                })
            });
            move || drop(timer)
        });
    }
    let body = use_node_ref();
    {
        let body = body.clone();
        use_effect(move || refocus(body.cast::<HtmlElement>()));
    }
    let shown = use_memo(reading.text.clone(), |text| excerpt(text, reading.problems(), CUT));
    let problems = reading.problems().len();
    let (title, label) = title(words, problems, &props.name);
    let offers = reading.offers();
    // One button that corrects all says nothing new beside a single one.
    let several = offers.len() > 1;
    let offered = offers.into_iter().map(|offer| {
        let apply = {
            let (reading, problem) = (reading.clone(), offer.problem.clone());
            Callback::from(move |_: MouseEvent| {
                let like = reading.fixes().filter(|(other, _)| alike(other, &problem)).map(|(_, fix)| fix);
                reading.set(reading.corrected(like));
            })
        };
        fix_button(words, &offer, apply)
    });
    // Line numbers of five digits and more need more room.
    let far = reading.problems().iter().take(CUT.problems).any(|problem| problem.line > 9_999);
    let correctable = reading.fixes().count();
    let correct_all = {
        let reading = reading.clone();
        Callback::from(move |_: MouseEvent| reading.set(reading.corrected(reading.fixes().map(|(_, fix)| fix))))
    };
    let current = typed.as_ref().unwrap_or(&reading.text).clone();
    let onopen = {
        let (on_open, reading) = (props.on_open.clone(), reading.clone());
        Callback::from(move |_: MouseEvent| {
            if let Ok(scenario) = &reading.outcome {
                on_open.emit(Rc::clone(&scenario.0));
            }
        })
    };
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
            typed.set(Some(ByRc(text.into())));
        })
    };
    // Esc leaves the text first: what was typed stays, and a second Esc closes.
    let onkeydown = {
        let editing = editing.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !event.is_composing() {
                event.stop_propagation();
                editing.set(false);
            }
        })
    };
    let toggle = {
        let editing = editing.clone();
        Callback::from(move |_: MouseEvent| editing.set(!*editing))
    };
    let onchoose = props.on_choose.reform(|_: MouseEvent| ());
    let ready = reading.outcome.is_ok() && typed.is_none();
    html! {
        <Dialog role="alertdialog" {label} {title} close={words.close} on_close={props.on_close.clone()} light={false} class="import">
            <div class="import-body" ref={body}>
                <p class="lead">{ if problems == 0 { words.all_corrected } else { words.nothing_opened } }</p>
                if *editing {
                    <textarea class="lines import-text" aria-label={words.text_of_file} spellcheck="false" autocomplete="off"
                        value={current.0.to_string()} {oninput} {onkeydown} />
                }
                if problems > 0 {
                    <div class={classes!("lines", editing.then_some("brief"), far.then_some("far"))} role="alert" tabindex="0" aria-atomic="false">
                        { for shown.pieces.iter().map(|piece| draw(piece, *editing, reading.problems(), &props.describe)) }
                        { more(words, &shown) }
                    </div>
                }
                <div class="import-end">
                    if typed.is_none() {
                        { for offered }
                        if several {
                            <button type="button" class="btn" onclick={correct_all}>
                                { with(words.correct_all, &[("n", &correctable.to_string())]) }
                            </button>
                        }
                    }
                    <span class="muted" role="status">
                        if correctable > 0 {
                            { with(words.correctable, &[("n", &correctable.to_string()), ("all", &problems.to_string())]) }
                        }
                    </span>
                    <span class="push">
                        if current.0.len() <= EDITABLE {
                            <button type="button" class="btn plain" aria-pressed={editing.to_string()} onclick={toggle}>
                                { words.edit_as_text }
                            </button>
                        } else {
                            <span class="muted">{ words.too_large_to_edit }</span>
                        }
                        <button type="button" class="btn plain" onclick={onchoose}>{ words.choose_another }</button>
                        <button type="button" class="btn solid" disabled={!ready} onclick={onopen}>{ words.open }</button>
                    </span>
                </div>
            </div>
        </Dialog>
    }
}

/// The dialog's head and its accessible name.
fn title(words: &Panels, problems: usize, name: &AttrValue) -> (Html, String) {
    let pattern = match problems {
        0 => words.no_problems,
        1 => words.one_problem,
        _ => words.problems,
    };
    let pattern = with(pattern, &[("n", &problems.to_string())]);
    let (before, after) = pattern.split_once("{name}").unwrap_or((&pattern, ""));
    let head = html! {
        <h1>
            if problems > 0 {
                <span class="X">{ Icon::Warn.draw() }</span>
            }
            // A file's name is set as such; what was pasted has none.
            <span>{ before }<span class={name.contains('.').then_some("mono")}>{ name }</span>{ after }</span>
        </h1>
    };
    (head, format!("{before}{name}{after}"))
}

/// The button of a correction.
fn fix_button(words: &Panels, offer: &Offer, onclick: Callback<MouseEvent>) -> Html {
    let pattern = if rename(offer.problem) { words.rename_to } else { words.correct_to };
    let (before, after) = pattern.split_once("{to}").unwrap_or((pattern, ""));
    let plain = offer.fix.text.trim_matches('"');
    let short: String = plain.chars().take(40).collect();
    let cut = if short.len() < plain.len() { "…" } else { "" };
    html! {
        <button type="button" class="btn" {onclick}>
            <span>{ before }<code>{ short }{ cut }</code>{ after }</span>
            if offer.count > 1 {
                <span class="muted">{ format!("×{}", offer.count) }</span>
            }
        </button>
    }
}

fn draw(piece: &Piece, brief: bool, problems: &[Problem], describe: &Callback<Problem, Vec<(String, bool)>>) -> Html {
    match piece {
        Piece::Gap if !brief => html! { <div class="gap"><span></span><span>{ "⋯" }</span></div> },
        Piece::Line(line) if !brief => draw_line(line),
        Piece::Gap | Piece::Line(_) => Html::default(),
        Piece::Problem(index) => {
            let Some(problem) = problems.get(*index) else { return Html::default() };
            let words = describe.emit(problem.clone());
            html! {
                <div class="tip">
                    <span>{ if brief { problem.line.to_string() } else { String::new() } }</span>
                    <span>
                        { for words.into_iter().map(|(text, strong)| {
                            if strong { html! { <b>{ text }</b> } } else { html! { { text } } }
                        }) }
                    </span>
                </div>
            }
        }
    }
}

fn draw_line(line: &Line) -> Html {
    html! {
        <div class={line.wrong().then_some("bad")}>
            <span>{ line.number }</span>
            <span>
                { for line.parts.iter().map(|part| {
                    if part.wrong { html! { <mark>{ &part.text }</mark> } } else { html! { { &part.text } } }
                }) }
            </span>
        </div>
    }
}

fn more(words: &Panels, shown: &Excerpt) -> Html {
    if shown.more == 0 {
        return Html::default();
    }
    html! {
        <div class="gap">
            <span></span>
            <span>{ with(if shown.more == 1 { words.one_more } else { words.more }, &[("n", &shown.more.to_string())]) }</span>
        </div>
    }
}
