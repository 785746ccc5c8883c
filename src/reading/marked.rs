//! What was found in a text as marks in it: the lines that have some, cut into pieces.

use std::{collections::BTreeMap, ops::Range};

use super::{Assumption, Place, Reading, Setting, Trouble};

/// So many lines of one mark are cut: a comment that never ends has all that follow.
const MOST_LINES: usize = 100;
/// A line is cut so far: nobody reads on.
const FARTHEST: usize = 4_000;

/// Something that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found<'r> {
    Setting(&'r Setting),
    Assumption(&'r Assumption),
    Trouble(&'r Trouble),
}

/// What a mark says. Of marks over the same letters the last of these is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Understood,
    Assumed,
    NotUnderstood,
}

impl Found<'_> {
    pub fn sort(&self) -> Sort {
        match self {
            Found::Setting(_) => Sort::Understood,
            Found::Assumption(_) => Sort::Assumed,
            Found::Trouble(_) => Sort::NotUnderstood,
        }
    }

    /// Whether there is no setup for it.
    pub fn stops(&self) -> bool {
        matches!(self, Found::Trouble(trouble) if trouble.stops())
    }
}

impl Reading {
    /// All that was found: first what keeps the setup from being whole, then what else was not understood, what was assumed,
    /// and what was understood; each in the order of the text.
    pub fn found(&self) -> Vec<(Found<'_>, &Place)> {
        let troubles = |stops: bool| {
            let those = self.troubles.iter().filter(move |(trouble, _)| trouble.stops() == stops);
            those.map(|(trouble, place)| (Found::Trouble(trouble), place))
        };
        let assumed = self.assumed.iter().map(|(assumed, place)| (Found::Assumption(assumed), place));
        let settings = self.settings.iter().map(|(setting, place)| (Found::Setting(setting), place));
        troubles(true).chain(troubles(false)).chain(assumed).chain(settings).collect()
    }
}

/// A line that has marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// All of it up to its last mark.
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// What marks it, if anything does.
    pub sort: Option<Sort>,
}

/// The lines that have marks, in order.
pub fn marked(text: &str, found: &[(Found, &Place)]) -> Vec<Line> {
    let mut lines: BTreeMap<usize, Vec<(Range<usize>, Sort)>> = BTreeMap::new();
    for (found, place) in found {
        let mut start = place.span.start;
        for (index, part) in text[place.span.clone()].split('\n').take(MOST_LINES).enumerate() {
            if !part.trim().is_empty() {
                lines.entry(place.line + index).or_default().push((start..start + part.len(), found.sort()));
            }
            start += part.len() + 1;
        }
    }
    lines.into_iter().filter_map(|(number, marks)| Some(Line { number, pieces: pieces(text, &marks)? })).collect()
}

/// A line in pieces; `None` if its marks lie too far.
fn pieces(text: &str, marks: &[(Range<usize>, Sort)]) -> Option<Vec<Piece>> {
    let first = marks.iter().map(|(span, _)| span.start).min()?;
    let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let mut cuts: Vec<usize> = marks.iter().flat_map(|(span, _)| [span.start, span.end]).chain([line]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    if cuts.last()? - line > FARTHEST {
        return None;
    }
    let piece = |ends: &[usize]| {
        let span = ends[0]..ends[1];
        let over = marks.iter().filter(|(mark, _)| mark.start <= span.start && span.end <= mark.end);
        let sort = over.map(|(_, sort)| *sort).max();
        Piece { span, sort }
    };
    Some(cuts.windows(2).map(piece).collect())
}

/// The narrowest mark over a byte of the text, or at the end of which it stands.
pub fn at(found: &[(Found, &Place)], byte: usize) -> Option<Range<usize>> {
    let over = found
        .iter()
        .map(|(_, place)| &place.span)
        .filter(|span| span.start < span.end && (span.start..=span.end).contains(&byte));
    over.min_by_key(|span| span.len()).cloned()
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn marks_lie_over_each_other_and_the_worst_is_seen() {
        let text = "SELECT * FROM 订单 o\nJOIN s ON o.k = s.k AND s.ts BETWEEN o.ts AND\n  o.ts + INTERVAL '1' HOUR AND o.x LIKE 'y'";
        let reading = read(text);
        let found = reading.found();
        let lines = marked(text, &found);
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
        for line in &lines {
            // Together they are the line from its start, without a gap.
            let start = text.split('\n').take(line.number - 1).map(|line| line.len() + 1).sum::<usize>();
            assert_eq!(line.pieces[0].span.start, start);
            assert!(line.pieces.windows(2).all(|two| two[0].span.end == two[1].span.start));
        }
        let seen = |sort: Sort| -> Vec<&str> {
            let pieces = lines.iter().flat_map(|line| &line.pieces);
            pieces.filter(|piece| piece.sort == Some(sort)).map(|piece| &text[piece.span.clone()]).collect()
        };
        assert_eq!(seen(Sort::NotUnderstood), ["o.x LIKE 'y'"]);
        assert!(seen(Sort::Understood).contains(&"o.k = s.k"));
        // Inside the whole of the bounds stands one of them.
        let upper = text.find("o.ts +").unwrap();
        assert_eq!(at(&found, upper + 1).map(|span| &text[span]), Some("o.ts + INTERVAL '1' HOUR"));
        assert_eq!(at(&found, 0), None);
    }

    #[test]
    fn what_stops_comes_first_and_far_marks_are_left_out() {
        let text = format!("{}SELECT * FROM a JOIN b ON a.t < b.t -- x", " ".repeat(FARTHEST + 1));
        let reading = read(&text);
        let found = reading.found();
        assert!(found[0].0.stops(), "{found:?}");
        assert_eq!(marked(&text, &found), []);
        let open = format!("SELECT * FROM a JOIN b ON a.k = b.k /* {}", "x\n".repeat(500));
        assert!(marked(&open, &read(&open).found()).len() <= MOST_LINES + 1);
    }
}
