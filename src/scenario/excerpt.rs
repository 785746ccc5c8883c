//! A file's own text around its problems, and the text with corrections made.
//!
//! The text may be of any size and its lines of any length: work and result depend only on how many problems are shown.

use crate::sorting;
use std::ops::Range;

use super::{Fix, Problem};

/// How an excerpt is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Lines shown before a line with a problem.
    pub before: usize,
    /// Lines shown after it.
    pub after: usize,
    /// Characters of a line shown at most.
    pub width: usize,
    /// Problems shown at most.
    pub problems: usize,
}

/// The text around the first problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub pieces: Vec<Piece>,
    /// How many further problems there are.
    pub more: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Lines are left out here.
    Gap,
    Line(Line),
    /// Here stand the words of the problem of this index.
    Problem(usize),
}

/// A line of the text, or of a long line the part around a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    /// Whether this is what is at fault.
    pub wrong: bool,
}

impl Line {
    pub fn wrong(&self) -> bool {
        self.parts.iter().any(|part| part.wrong)
    }
}

/// Cuts the text around its problems, which are in the order of the text, as [`super::read`] gives them.
pub fn excerpt(text: &str, problems: &[Problem], cut: Cut) -> Excerpt {
    let shown = &problems[..problems.len().min(cut.problems)];
    let mut pieces: Vec<Piece> = Vec::new();
    // The number of the last line that is in the excerpt.
    let mut last = 0;
    let mut index = 0;
    while index < shown.len() {
        let number = shown[index].line;
        let here = shown[index..].iter().take_while(|problem| problem.line == number).count();
        let bounds = Bounds::around(text, shown[index].span.start);
        let before = earlier(text, bounds, number, cut.before.min(number.saturating_sub(last + 1)));
        let first = before.first().map_or(number, |(number, _)| *number);
        if last > 0 && first > last + 1 {
            pieces.push(Piece::Gap);
        }
        pieces.extend(before.into_iter().map(|(number, bounds)| Piece::Line(bounds.line(text, number, cut.width))));
        let end = index + here;
        while index < end {
            let (line, taken) = wrong_line(text, &shown[index..end], cut.width);
            pieces.push(Piece::Line(line));
            pieces.extend((index..index + taken).map(Piece::Problem));
            index += taken;
        }
        last = number;
        let next = shown.get(index).map_or(usize::MAX, |problem| problem.line);
        let mut bounds = bounds;
        while last < number + cut.after && last + 1 < next {
            let Some(after) = bounds.next(text) else { break };
            last += 1;
            pieces.push(Piece::Line(after.line(text, last, cut.width)));
            bounds = after;
        }
    }
    Excerpt { pieces, more: problems.len() - shown.len() }
}

/// The text with corrections made; one that would touch what another has changed is left out.
pub fn corrected<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> String {
    let mut fixes: Vec<&Fix> = fixes.into_iter().collect();
    sorting::sort_by_key(&mut fixes, |fix| fix.span.start);
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for fix in fixes {
        let Some(kept) = text.get(at..fix.span.start).filter(|_| text.is_char_boundary(fix.span.end)) else { continue };
        made.push_str(kept);
        made.push_str(&fix.text);
        at = fix.span.end;
    }
    made.push_str(text.get(at..).unwrap_or(""));
    made
}

/// How far a line's ends are looked for. What lies further off is cut anyway.
const FAR: usize = 16 * 1024;

/// Where a line lies in the text, as far as it was looked for.
#[derive(Clone, Copy)]
struct Bounds {
    start: usize,
    end: usize,
    /// Whether the line really starts and ends there.
    starts: bool,
    ends: bool,
}

impl Bounds {
    fn around(text: &str, at: usize) -> Self {
        let at = text.floor_char_boundary(at);
        let far = text.floor_char_boundary(at.saturating_sub(FAR));
        let newline = text[far..at].rfind('\n').map(|offset| far + offset + 1);
        let start = newline.unwrap_or(far);
        let far = text.floor_char_boundary(at.saturating_add(FAR));
        let newline = text[at..far].find('\n').map(|offset| at + offset);
        let end = newline.unwrap_or(far);
        Bounds { start, end, starts: newline_before(text, start), ends: newline.is_some() || end == text.len() }
    }

    fn previous(self, text: &str) -> Option<Self> {
        (self.starts && self.start > 0).then(|| Bounds::around(text, self.start - 1))
    }

    fn next(self, text: &str) -> Option<Self> {
        (self.ends && self.end < text.len()).then(|| Bounds::around(text, self.end + 1))
    }

    fn text(self, text: &str) -> &str {
        text[self.start..self.end].trim_end_matches('\r')
    }

    /// The line without problems, from its start.
    fn line(self, text: &str, number: usize, width: usize) -> Line {
        let line = self.text(text);
        let mut parts = vec![Part { text: line.chars().take(width).collect(), wrong: false }];
        if !self.ends || line.chars().nth(width).is_some() {
            parts.push(Part { text: "…".to_string(), wrong: false });
        }
        Line { number, parts }
    }
}

fn newline_before(text: &str, at: usize) -> bool {
    at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n')
}

/// Up to `count` lines before one, in order.
fn earlier(text: &str, bounds: Bounds, number: usize, count: usize) -> Vec<(usize, Bounds)> {
    let lines = std::iter::successors(bounds.previous(text), |bounds| bounds.previous(text));
    let mut lines: Vec<(usize, Bounds)> = (1..number).rev().zip(lines).take(count).collect();
    lines.reverse();
    lines
}

/// The line of the first of these problems, with all of them that fit; and how many those are.
fn wrong_line(text: &str, problems: &[Problem], width: usize) -> (Line, usize) {
    // A span that is not of this text must not end in a panic.
    let within = |at: usize| text.floor_char_boundary(at);
    let first = within(problems[0].span.start);
    let bounds = Bounds::around(text, first);
    let line = bounds.text(text);
    let whole = bounds.starts && bounds.ends && line.chars().nth(width).is_none();
    let (from, to) = if whole {
        (bounds.start, bounds.start + line.len())
    } else {
        // From the line's start where that shows what is at fault, else from a third of the width before it.
        let fits = text[bounds.start..within(problems[0].span.end).max(first)].chars().nth(width).is_none();
        let lead = text[bounds.start..first].char_indices().rev().take(if fits { usize::MAX } else { width / 3 });
        let from = bounds.start + lead.last().map_or(0, |(offset, _)| offset);
        let shown = &text[from..bounds.start + line.len()];
        (from, from + shown.char_indices().nth(width).map_or(shown.len(), |(offset, _)| offset))
    };
    let mut parts = Vec::new();
    let mut plain = |range: Range<usize>, wrong: bool| {
        if wrong || !range.is_empty() {
            parts.push(Part { text: text[range].to_string(), wrong });
        }
    };
    let mut at = from;
    let mut taken = 0;
    for problem in problems {
        let start = within(problem.span.start).clamp(at, to);
        if taken > 0 && !whole && problem.span.start >= to {
            break;
        }
        let end = within(problem.span.end).clamp(start, to);
        plain(at..start, false);
        plain(start..end, true);
        at = end;
        taken += 1;
    }
    plain(at..to, false);
    for part in parts.iter_mut().filter(|part| part.wrong && part.text.is_empty()) {
        // Something that is missing, at the end of a line: there must be something to mark.
        part.text.push(' ');
    }
    if from > bounds.start || !bounds.starts {
        parts.insert(0, Part { text: "…".to_string(), wrong: false });
    }
    if to < bounds.start + line.len() || !bounds.ends {
        parts.push(Part { text: "…".to_string(), wrong: false });
    }
    (Line { number: problems[0].line, parts }, taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read;

    const CUT: Cut = Cut { before: 2, after: 0, width: 92, problems: 50 };

    const TWO: &str = r#"{
  "version": 1,
  "title": "Orders, late",
  "dialect": "flink_sql",

  "left":  {"name": "orders",    "watermark": {"strategy": "bounded", "delay": 600000}},
  "right": {"name": "shipments", "watermark": {"strategy": "bounded", "delay": 600000}},
  "join": {"kind": "interval", "type": "left", "lower": 0, "uper": 7200000},
  "script": [
    {"do": "push", "side": "left", "id": "o1", "key": "001", "time": 1718961600000},
    {"do": "push", "side": "left", "id": "o2", "key": "002", "time": "09:35"},
    {"do": "push", "side": "right", "id": "s1", "key": "001", "time": 1718963400000}
  ]
}
"#;

    /// The excerpt as lines: numbers, marks in brackets, `!` and the problem's index for its words.
    fn drawn(text: &str, cut: Cut) -> Vec<String> {
        let problems = read(text).unwrap_err();
        let draw = |piece: &Piece| match piece {
            Piece::Gap => "...".to_string(),
            Piece::Problem(index) => format!("! {index}"),
            Piece::Line(line) => {
                let part = |part: &Part| if part.wrong { format!("[{}]", part.text) } else { part.text.clone() };
                format!("{} {}", line.number, line.parts.iter().map(part).collect::<String>())
            }
        };
        excerpt(text, &problems, cut).pieces.iter().map(draw).collect()
    }

    #[test]
    fn two_problems_with_what_stands_before_them() {
        let lines = drawn(TWO, CUT);
        let numbers: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(numbers, ["6", "7", "8", "!", "9", "10", "11", "!"]);
        assert_eq!(lines[2], r#"8   "join": {"kind": "interval", "type": "left", "lower": 0, ["uper"]: 7200000},"#);
        assert!(lines[6].contains(r#""time": ["09:35"]}"#), "{}", lines[6]);
    }

    #[test]
    fn lines_between_are_left_out() {
        let lines = drawn(TWO, Cut { before: 1, after: 0, ..CUT });
        assert!(lines.contains(&"...".to_string()), "{lines:?}");
        let lines = drawn(TWO, Cut { before: 1, after: 1, ..CUT });
        assert!(!lines.contains(&"...".to_string()), "{lines:?}");
        assert!(lines[lines.len() - 1].starts_with("12 "), "{lines:?}");
    }

    #[test]
    fn a_long_line_is_cut_around_each_problem() {
        let one_line = TWO.replace('\n', "");
        let lines = drawn(&one_line, CUT);
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[0].starts_with("1 …") && lines[0].contains(r#"["uper"]"#) && lines[0].ends_with('…'));
        assert!(lines[2].starts_with("1 …") && lines[2].contains(r#"["09:35"]"#));
        assert!(lines[0].chars().count() <= 92 + 6);
    }

    #[test]
    fn problems_close_together_share_a_line() {
        let text = TWO.replace("\"lower\": 0", "\"lowr\": 0");
        let lines = drawn(&text, CUT);
        assert_eq!(&lines[3..5], ["! 0", "! 1"]);
    }

    #[test]
    fn the_end_of_the_file_can_be_at_fault() {
        for text in ["", "{", "{\n  \"version\": 1,\n", "\u{feff}", "[1,\r\n2\r\n"] {
            let lines = drawn(text, CUT);
            assert!(lines.iter().any(|line| line.contains('[')), "{text:?}: {lines:?}");
        }
    }

    #[test]
    fn a_huge_text_is_not_walked() {
        let mut text = String::from("[\n");
        for _ in 0..200_000 {
            text.push_str("{\"do\": \"push\"},\n");
        }
        text.push_str(&"数".repeat(3_000_000));
        let problem = |at: usize, line: usize| Problem { line, span: at..at + 3, ..read("").unwrap_err().remove(0) };
        let problems: Vec<Problem> = (0..60).map(|n| problem(text.len() - 3 * (2_000_000 - n), 200_002)).collect();
        let excerpt = excerpt(&text, &problems, CUT);
        assert_eq!(excerpt.more, 10);
        assert!(excerpt.pieces.len() <= 100);
        let chars = |piece: &Piece| match piece {
            Piece::Line(line) => line.parts.iter().map(|part| part.text.chars().count()).sum(),
            Piece::Gap | Piece::Problem(_) => 0,
        };
        assert!(excerpt.pieces.iter().map(chars).max().unwrap_or(0) <= 94);
    }

    #[test]
    fn corrections_are_made_together() {
        let text = TWO.replace("\"lower\": 0", "\"lowr\": 0");
        let problems = read(&text).unwrap_err();
        let all = corrected(&text, problems.iter().filter_map(|problem| problem.fix.as_ref()));
        assert!(all.contains("\"lower\": 0, \"upper\": 7200000"), "{all}");
        let rest = read(&all).unwrap_err();
        assert_eq!((rest.len(), rest[0].line), (1, 11));
        let fix = |span, text: &str| Fix { span, text: text.to_string() };
        assert_eq!(corrected("abcdef", &[fix(3..6, "Y"), fix(0..4, "X")]), "Xef");
    }
}
