//! Patterns into styled text.
//!
//! A pattern is a message with named placeholders, `{row}`, and stars around what stands out, `*{time}*`. `{Stream}` is
//! `{stream}` with a capital. Values are put in as they are, so a user's braces and stars stay what they are.

use std::iter;

use super::{Span, Tone};
use crate::scenario::Lang;

/// What stands in for a placeholder.
#[derive(Clone, Debug)]
pub enum Arg {
    /// In the tone of its place in the pattern.
    Text(String),
    /// In tones of its own.
    Spans(Vec<Span>),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_string())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<Vec<Span>> for Arg {
    fn from(spans: Vec<Span>) -> Self {
        Arg::Spans(spans)
    }
}

/// Puts the values into the pattern.
pub fn fill(lang: Lang, pattern: &str, args: &[(&str, Arg)]) -> Vec<Span> {
    let mut line = Line::new(lang);
    let mut tone = Tone::Plain;
    let mut rest = pattern;
    while let Some(at) = rest.find(['*', '{']) {
        line.push(&rest[..at], tone);
        if rest[at..].starts_with('*') {
            tone = if tone == Tone::Plain { Tone::Strong } else { Tone::Plain };
            rest = &rest[at + 1..];
            continue;
        }
        let end = rest[at..].find('}').map_or(rest.len(), |end| at + end + 1);
        let name = rest[at..end].trim_matches(['{', '}']);
        let capital = name.starts_with(|c: char| c.is_uppercase());
        match args.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, Arg::Text(text))) if capital => line.push(&capitalised(text), tone),
            Some((_, Arg::Text(text))) => line.push(text, tone),
            Some((_, Arg::Spans(spans))) => {
                // What has a tone of its own is a name, and stays as it is written.
                line.extend(spans.iter().enumerate().map(|(index, span)| match span.tone {
                    Tone::Plain if capital && index == 0 => Span { text: capitalised(&span.text), ..span.clone() },
                    _ => span.clone(),
                }));
            }
            None => line.push(&rest[at..end], tone),
        }
        rest = &rest[end..];
    }
    line.push(rest, tone);
    line.spans
}

/// [`fill`] where tones do not matter.
pub fn fill_plain(lang: Lang, pattern: &str, args: &[(&str, Arg)]) -> String {
    plain(&fill(lang, pattern, args))
}

/// The text of spans, without tones.
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Several sentences as one text: set apart by a space, which Chinese does not need.
pub fn run_on(lang: Lang, parts: impl IntoIterator<Item = Vec<Span>>) -> Vec<Span> {
    let mut line = Line::new(lang);
    for part in parts {
        if !line.spans.is_empty() && !part.is_empty() && lang == Lang::En {
            line.push(" ", Tone::Plain);
        }
        line.extend(part);
    }
    line.spans
}

/// The names of a pattern's placeholders, in lower case, sorted, each once.
pub fn placeholders(pattern: &str) -> Vec<String> {
    let mut names: Vec<String> = pattern
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}').map(|(name, _)| name.to_ascii_lowercase()))
        .collect();
    names.sort();
    names.dedup();
    names
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // The table of all alphabets is large, and seldom needed.
        Some(first) if first.is_ascii() => iter::once(first.to_ascii_uppercase()).chain(chars).collect(),
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Text as it grows. In Chinese a space goes between Han and Latin or digits where values meet the pattern.
struct Line {
    lang: Lang,
    spans: Vec<Span>,
}

impl Line {
    fn new(lang: Lang) -> Self {
        Line { lang, spans: Vec::new() }
    }

    fn push(&mut self, text: &str, tone: Tone) {
        self.extend([Span { text: text.to_string(), tone, row: None }]);
    }

    fn extend(&mut self, spans: impl IntoIterator<Item = Span>) {
        for mut span in spans {
            let Some(first) = span.text.chars().next() else { continue };
            let last = self.spans.last().and_then(|span| span.text.chars().last());
            let space = self.lang == Lang::Zh && last.is_some_and(|last| apart(last, first));
            let same = |last: &Span| last.tone == span.tone && last.row == span.row && span.row.is_none();
            match self.spans.last_mut() {
                Some(last) if same(last) => {
                    last.text.push_str(if space { " " } else { "" });
                    last.text.push_str(&span.text);
                }
                // The space belongs to the text around a value, not to the value.
                Some(last) if space && last.tone == Tone::Plain => {
                    last.text.push(' ');
                    self.spans.push(span);
                }
                Some(_) if space && span.tone == Tone::Plain => {
                    span.text.insert(0, ' ');
                    self.spans.push(span);
                }
                Some(_) if space => {
                    self.spans.push(Span { text: " ".into(), tone: Tone::Plain, row: None });
                    self.spans.push(span);
                }
                _ => self.spans.push(span),
            }
        }
    }
}

fn apart(a: char, b: char) -> bool {
    han(a) && latin(b) || latin(a) && han(b)
}

fn han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn latin(c: char) -> bool {
    c.is_alphanumeric() && !han(c) && !matches!(c, '\u{3000}'..='\u{30ff}' | '\u{ac00}'..='\u{d7af}')
        || matches!(c, '+' | '-' | '−' | '_' | '%')
}
