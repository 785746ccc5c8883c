//! The reference page: each family's rule in three lines with a scenario that shows it, and what runs where.

use yew::prelude::*;

use super::{Msg, encodings::Encodings};
use crate::{
    explain::{
        format::fill_plain,
        messages::Messages,
        reference::{MatrixRow, Verdict, reference},
    },
    scenario::{Dialect, JoinType, Lang},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(ReferencePage)]
pub fn reference_page(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    // Asking every engine about every join takes a moment, so it is done once a language.
    let data = use_memo(lang, |lang| reference(*lang));
    html! {
        <main class="reference">
            <h2 class="topic">{ m.app.reference_rules }</h2>
            <p class="lede">{ m.app.reference_rules_lead }</p>
            <div class="families">
                { for data.families.iter().map(|family| {
                    let name = family.example;
                    let open = props.send.reform(move |_: MouseEvent| Msg::OpenExample(name));
                    html! {
                        <section key={family.title.clone()} class="family" aria-label={family.title.clone()}>
                            <h3>{ &family.title }</h3>
                            <ol>{ for family.lines.iter().map(|line| html! { <li>{ line }</li> }) }</ol>
                            <button type="button" class="btn small" onclick={open}
                                aria-label={fill_plain(lang, m.app.see_it_of, &[("title", family.title.clone().into())])}>{ m.app.see_it }</button>
                        </section>
                    }
                }) }
            </div>
            <h2 class="topic">{ m.app.reference_matrix }</h2>
            <p class="lede">{ engines() }{ ". " }{ m.app.reference_matrix_lead }</p>
            { matrix(&data.matrix, false, m.app.reference_matrix, m) }
            <h2 class="topic">{ m.app.reference_without }</h2>
            <p class="lede">{ m.app.reference_without_lead }</p>
            { matrix(&data.without, true, m.app.reference_without, m) }
            <h2 class="topic">{ m.panels.enc_title }</h2>
            <p class="lede">{ m.panels.marks_note }</p>
            <Encodings {lang} send={props.send.clone()} />
        </main>
    }
}

/// The engines with their versions, as far as they differ.
fn engines() -> String {
    let mut names =
        Dialect::ALL.map(|dialect| dialect.engine()).map(|(name, version)| format!("{name} {version}")).to_vec();
    names.dedup();
    names.join(", ")
}

fn matrix(rows: &[MatrixRow], conditions: bool, name: &'static str, m: &Messages) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={name}>
        <table class="matrix" aria-label={name}>
            <thead><tr>
                <th scope="col">{ m.app.reference_join }</th>
                if conditions { <th scope="col">{ m.app.sentence_watermarks }</th> }
                { for JoinType::ALL.iter().map(|ty| html! { <th scope="col">{ ty.word().to_ascii_uppercase() }</th> }) }
            </tr></thead>
            <tbody>
                { for rows.iter().enumerate().map(|(index, row)| html! {
                    <tr key={index}>
                        <th scope="row">{ &row.title }</th>
                        if conditions { <td>{ row.condition }</td> }
                        { for row.cells.iter().map(|cell| {
                            let class = match cell.verdict {
                                Verdict::Runs => "runs",
                                Verdict::RunsAs => "runs-as",
                                Verdict::Refused => "refused",
                            };
                            html! {
                                <td class={class} title={cell.note.clone()}>{ cell.word }
                                    if !cell.note.is_empty() { <span class="unseen">{ ": " }{ &cell.note }</span> }
                                </td>
                            }
                        }) }
                    </tr>
                }) }
            </tbody>
        </table>
        </div>
    }
}
