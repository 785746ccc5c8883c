//! The steps as a Markdown table, for a page or a review.

use crate::{
    explain::{Words, messages::Messages},
    replay::{Out, Recording},
    scenario::Lang,
};

/// Title, question, and a table: what each of the steps 1 to `step` is, what it put out, and why.
pub fn markdown(recording: &Recording, step: usize, lang: Lang) -> String {
    let m = Messages::of(lang);
    let scenario = recording.scenario();
    let words = Words::new(recording, lang);
    let mut text = format!("# {}\n\n", cell(scenario.title.get(lang)));
    for paragraph in [&scenario.question, &scenario.description].into_iter().flatten() {
        text.push_str(&format!("{}\n\n", cell(paragraph.get(lang))));
    }
    text.push_str(&format!("| {} | {} | {} |\n|---|---|---|\n", m.app.step_head, m.ui.output, m.ui.why));
    let mut view = recording.view(0);
    while view.step < step.min(recording.len()) {
        recording.advance(&mut view);
        let out: Vec<String> = recording.emitted(view.step).map(|out| shown(recording, &out)).collect();
        let why: Vec<String> = words.why(&view).sentences.iter().map(|sentence| cell(&sentence.plain())).collect();
        let between = if lang == Lang::Zh { "" } else { " " };
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            cell(&words.step_title(view.step)),
            out.join("<br>"),
            why.join(between)
        ));
    }
    text
}

/// `+I o1 s1`, with NULL for a side that is missing.
fn shown(recording: &Recording, out: &Out) -> String {
    let half = recording.rows().half();
    let id = |row| match row {
        Some(row) => cell(recording.rows().id(recording.scenario(), row)),
        None => "NULL".to_string(),
    };
    let left = id(out.left);
    let right = if half { String::new() } else { format!(" {}", id(out.right)) };
    format!("`{}` {left}{right}", out.kind.word())
}

/// A text on one line.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in a line or a cell: what Markdown or HTML would take for its own is escaped.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '[' | ']') {
            escaped.push('\\');
        }
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}
