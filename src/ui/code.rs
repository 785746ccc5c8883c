//! "Code": the scenario's join as the engine's own code, to be copied.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    ByRc, Msg,
    app::Dialog,
    clip::{Copied, copy},
    file,
    hooks::use_rested,
    icon::Icon,
    link, tabs,
};
use crate::{
    code::{self, Code, Form, Kind, Missing, Note, Sources, Token},
    explain::{self, format::fill_plain, messages::Messages},
    job,
    replay::Recording,
    scenario::{Lang, Scenario, Side},
    workspace::LONG,
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    /// Its run, which a job's expected output is of.
    pub recording: ByRc<Recording>,
    pub lang: Lang,
    pub send: Callback<Msg>,
    /// What the tabs' ids start with; two regions on one page need two.
    #[prop_or(AttrValue::Static("code"))]
    pub id: AttrValue,
}

/// What a tab shows: the join in a form, or what the rows are in the form chosen last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Join(Form),
    Rows,
}

#[function_component(CodePane)]
pub fn code_pane(props: &Props) -> Html {
    let words = &Messages::of(props.lang).code;
    // The columns are those of all rows: of a long script the code follows in a task of its own.
    let long = (props.scenario.script.len() >= LONG).then(|| props.scenario.clone());
    let scenario = use_rested(long.clone(), 0).filter(|_| long.is_some()).unwrap_or_else(|| props.scenario.clone());
    let dialect = scenario.dialect;
    let forms = Form::of(dialect);
    let chosen = use_state_eq(|| None::<Form>);
    let rows = use_state_eq(|| false);
    // The engine's own first, until another is chosen; a form of another engine is none any more.
    let form = (*chosen).filter(|form| forms.contains(form)).unwrap_or(forms[0]);
    let code = use_memo((scenario.clone(), form), |(scenario, form)| code::write(scenario, *form, Sources::StandIn));
    let copied = use_state_eq(|| Copied::No);
    {
        // What was copied is old once other code is shown.
        let copied = copied.clone();
        use_effect_with((scenario, form, *rows), move |_| copied.set(Copied::No));
    }
    {
        let copied = copied.clone();
        use_effect_with(*copied, move |now| {
            let timer = (*now == Copied::Yes).then(|| Timeout::new(2_500, move || copied.set(Copied::No)));
            move || drop(timer)
        });
    }
    // The other way: a setup out of somebody's code.
    let from_code = html! {
        <div class="code-job">
            <button type="button" class="btn small" onclick={props.send.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Code(None))))}>
                { Icon::Code.draw() }{ Messages::of(props.lang).app.from_code }</button>
        </div>
    };
    if let Err(missing @ Missing::Refused) = &*code {
        return html! {
            <section class="sec code-sec" aria-label={words.code}>
                <header><h2>{ words.no_code }</h2></header>
                <p class="code-note">{ explain::no_code(*missing, dialect, props.lang) }</p>
                <div class="code-notes">{ from_code }</div>
            </section>
        };
    }
    let tab = if *rows && code.is_ok() { Tab::Rows } else { Tab::Join(form) };
    let all = forms.map(Tab::Join).into_iter().chain(code.is_ok().then_some(Tab::Rows));
    let id = |tab: Tab| match tab {
        Tab::Join(form) => format!("{}-{}", props.id, form.word()),
        Tab::Rows => format!("{}-rows", props.id),
    };
    let name = |tab: Tab| match tab {
        Tab::Join(form) => form.name(),
        Tab::Rows if form == Form::DataStream => words.rows,
        Tab::Rows => words.tables,
    };
    let choose = {
        let (chosen, rows) = (chosen.setter(), rows.setter());
        Callback::from(move |tab: Tab| match tab {
            Tab::Join(form) => {
                chosen.set(Some(form));
                rows.set(false);
            }
            Tab::Rows => rows.set(true),
        })
    };
    let panel = id(tab);
    let shown = match &*code {
        Ok(code) => Ok((code, if tab == Tab::Rows { &code.tables } else { &code.query })),
        Err(missing) => Err(explain::no_code(*missing, dialect, props.lang)),
    };
    let text: Rc<str> = shown.as_ref().map(|(_, tokens)| code::text(tokens)).unwrap_or_default().into();
    let onclick = {
        let (copied, text) = (copied.clone(), Rc::clone(&text));
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&text, Callback::from(move |how| copied.set(how)));
        })
    };
    html! {
        <section class="sec code-sec" aria-label={words.code}>
            <header>
                <div class="tabs" role="tablist" aria-label={words.code} onkeydown={tabs::arrows}>
                    { for all.map(|which| {
                        let (id, chosen) = (id(which), which == tab);
                        tabs::tab(id.clone().into(), format!("{id}-panel").into(), chosen, choose.reform(move |_: MouseEvent| which), html! { { name(which) } })
                    }) }
                </div>
                if shown.is_ok() {
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
                }
            </header>
            <div role="tabpanel" id={format!("{panel}-panel")} aria-labelledby={panel.clone()} tabindex="0" class="code-panel">
                { match &shown {
                    Err(why) => html! { <p class="code-note">{ why }</p> },
                    Ok(_) if *copied == Copied::ByHand => html! { <ByHand {text} label={words.code} /> },
                    Ok((_, tokens)) => html! { <pre class="code">{ for tokens.iter().map(piece) }</pre> },
                } }
            </div>
            <div class="code-notes">
                if let Ok((code, _)) = &shown {
                    { for notes(code, tab).map(|note| html! { <p class="code-note">{ explain::code_note(note, props.lang) }</p> }) }
                    <JobButton recording={props.recording.clone()} {form} lang={props.lang} />
                }
                { from_code }
            </div>
        </section>
    }
}

/// The notes that speak of what a tab shows.
fn notes(code: &Code, tab: Tab) -> impl Iterator<Item = Note> + '_ {
    // In Java the watermarks stand with the join.
    let rows = move |note: Note| of_rows(note) && code.form != Form::DataStream;
    code.notes.iter().copied().filter(move |note| rows(*note) == (tab == Tab::Rows))
}

#[derive(Properties, PartialEq)]
struct JobProps {
    recording: ByRc<Recording>,
    form: Form,
    lang: Lang,
}

/// Gives the job as a file to save, or tells why there is none.
#[function_component(JobButton)]
fn job_button(props: &JobProps) -> Html {
    let words = &Messages::of(props.lang).code;
    let missing = use_state_eq(|| None);
    {
        let missing = missing.clone();
        use_effect_with((props.recording.clone(), props.form), move |_| missing.set(None));
    }
    let onclick = {
        let (recording, form, lang, missing) = (props.recording.clone(), props.form, props.lang, missing.clone());
        Callback::from(move |_: MouseEvent| match job::job(&recording, form, lang) {
            Ok(job) => file::download(&format!("{}.zip", job.name), "application/zip", &job.zip()),
            Err(why) => missing.set(Some(why)),
        })
    };
    let dialect = props.recording.scenario().dialect;
    let engine = explain::engine_name(dialect).into();
    html! {
        <div class="code-job">
            <button type="button" class="btn small" {onclick}>{ Icon::Save.draw() }{ words.job }</button>
            <p class="code-note">{ fill_plain(props.lang, words.job_about, &[("engine", engine)]) }</p>
            <p class="code-note" role="status">
                { missing.map(|missing| explain::no_code(missing, dialect, props.lang)).unwrap_or_default() }
            </p>
        </div>
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

/// Whether a note is of the tables, and not of the query.
fn of_rows(note: Note) -> bool {
    match note {
        Note::Connector
        | Note::SourceWatermark
        | Note::WatermarkSteps
        | Note::Changelog
        | Note::OneMsMore
        | Note::LookupTable
        | Note::StaticTable
        | Note::Partitions
        | Note::SparkSource => true,
        Note::PlannedAsRegular
        | Note::SameAsDataStream
        | Note::NullKeys
        | Note::WriteStream
        | Note::TimesSelected
        | Note::SessionsUnmerged
        | Note::JavaSources
        | Note::StartFrame
        | Note::SourceMarks => false,
    }
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
