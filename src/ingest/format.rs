//! What kind of file it is, by its first bytes.

use serde::{Deserialize, Serialize};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Cells with this byte between them; the first row names the columns, if `header`.
    Cells { delimiter: u8, header: bool },
    /// A JSON object a line.
    Lines,
    /// One JSON array of objects.
    Array,
}

/// What is looked at to tell one from the other, bytes.
const HEAD: usize = 64 * 1024;
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// What the file is. Anything is something: a text without a delimiter has one column.
pub(super) fn detect(bytes: &[u8]) -> Format {
    let head = head(bytes);
    match head.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => Format::Lines,
        Some(b'[') => Format::Array,
        _ => Format::Cells { delimiter: delimiter(head).map_or(b',', |(delimiter, _)| delimiter), header: true },
    }
}

/// Whether a text that is no scenario is plainly a list of events: its lines have the same cells, or each is a JSON object, or
/// all of it is a JSON array.
pub fn are_events(text: &str) -> bool {
    let head = head(text.as_bytes());
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    match head.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'[') => true,
        Some(b'{') => {
            let whole = |line: &str| line.trim().starts_with('{') && line.trim().ends_with('}');
            // A scenario may stand in one line, but not in two.
            lines.next().is_some_and(whole) && lines.next().is_some_and(whole)
        }
        Some(_) => delimiter(head).is_some_and(|(_, rows)| rows >= 2),
        None => false,
    }
}

fn head(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.len() <= HEAD {
        return bytes;
    }
    let end = bytes[..HEAD].iter().rposition(|byte| *byte == b'\n').map_or(HEAD, |at| at + 1);
    &bytes[..end]
}

/// The delimiter that cuts the most rows into the same number of cells, at least two; and how many rows.
fn delimiter(head: &[u8]) -> Option<(u8, usize)> {
    /// So many rows tell it.
    const ROWS: usize = 50;
    let score = |delimiter: u8| {
        let counts = counts(head, delimiter, ROWS);
        let first = *counts.first()?;
        let same = counts.iter().filter(|count| **count == first).count();
        (first >= 2 && same * 10 >= counts.len() * 7).then_some((same, first, delimiter))
    };
    // Of those that fit alike the one with more cells; then in the order of the list.
    let best = DELIMITERS.into_iter().rev().filter_map(score).max_by_key(|(same, cells, _)| (*same, *cells))?;
    Some((best.2, best.0))
}

/// How many cells each of the first rows has. Roughly: what is in quotes is not cut, and that is all that is asked of it here.
fn counts(head: &[u8], delimiter: u8, most: usize) -> Vec<usize> {
    let (mut counts, mut cells, mut quoted, mut empty) = (Vec::new(), 1, false, true);
    for byte in head.iter().chain(b"\n") {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => {
                if !empty {
                    counts.push(cells);
                }
                (cells, empty) = (1, true);
                if counts.len() == most {
                    break;
                }
                continue;
            }
            byte if *byte == delimiter && !quoted => cells += 1,
            _ => {}
        }
        empty &= byte.is_ascii_whitespace();
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(delimiter: char) -> Format {
        Format::Cells { delimiter: delimiter as u8, header: true }
    }

    #[test]
    fn each_format_is_told_by_its_beginning() {
        for (text, format) in [
            ("id,ts\n1,2\n", cells(',')),
            ("id\tts\n1\t2,5\n3\t4,5\n", cells('\t')),
            ("id;price\n1;2,50\n2;3,75\n", cells(';')),
            ("a|b|c\n1|2|3\n", cells('|')),
            ("\u{feff}id,note\n1,\"a;b;c\"\n2,\"d;e\"\n", cells(',')),
            ("{\"a\": 1}\n{\"a\": 2}\n", Format::Lines),
            ("\u{feff} [\n {\"a\": 1}\n]", Format::Array),
            ("one\ntwo\n", cells(',')),
            ("", cells(',')),
        ] {
            assert_eq!(detect(text.as_bytes()), format, "{text:?}");
        }
    }

    #[test]
    fn events_are_told_from_other_texts() {
        for text in ["a,b\n1,2\n", "[{\"a\": 1}]", "{\"a\": 1}\n{\"a\": 2}", "k\tt\nx\t1\n", "[\n]"] {
            assert!(are_events(text), "{text:?}");
        }
        for text in [
            "",
            "hello, world",
            "https://x.test/?a=1,b",
            "{\"version\": 1}",
            "{\n\"version\": 1,\n\"title\": \"t\"}",
            "SELECT *\nFROM a",
        ] {
            assert!(!are_events(text), "{text:?}");
        }
    }
}
