//! A text in words: one cutter for SQL, Python and Java, which differ here only in comments and quotes.

use std::ops::Range;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A name or a keyword, as it stands.
    Word,
    /// A name in SQL's quotes: never a keyword.
    Quoted,
    Number,
    /// A string; `text` is what it says.
    Text,
    /// Python's `f"... {x} ..."`: what it says is not known before the program runs.
    Formatted,
    Sign,
    /// SQL's `/*+ ... */`.
    Hint,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub sort: Sort,
    pub text: String,
    pub span: Range<usize>,
    /// A string whose text stands in the file letter by letter starts here: what it says can be read in its place.
    pub inner: Option<usize>,
    /// Of an opening bracket: the index behind the one that closes it, once [`pair`] has been asked.
    close: Option<usize>,
}

impl Token {
    /// A keyword, in any case.
    pub fn is(&self, word: &str) -> bool {
        self.sort == Sort::Word && self.text.eq_ignore_ascii_case(word)
    }

    pub fn sign(&self, sign: &str) -> bool {
        self.sort == Sort::Sign && self.text == sign
    }

    pub fn named(&self) -> bool {
        matches!(self.sort, Sort::Word | Sort::Quoted)
    }
}

/// How a language comments and quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    FlinkSql,
    SparkSql,
    Python,
    Java,
}

const SIGNS: [&str; 14] = ["<=>", "===", "->", "::", "==", "<=", ">=", "<>", "!=", "&&", "||", "=>", ":=", "**"];

/// Cuts a text; `base` is where it starts in the file. The second value is where a string or comment begins that never ends.
pub(super) fn cut(text: &str, base: usize, how: Cut) -> (Vec<Token>, Option<usize>) {
    let mut tokens = Vec::new();
    let mut at = 0;
    let sql = matches!(how, Cut::FlinkSql | Cut::SparkSql);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() || (first == '\\' && !sql) {
            at += first.len_utf8();
            continue;
        }
        let line = match how {
            Cut::FlinkSql | Cut::SparkSql => rest.starts_with("--"),
            Cut::Python => first == '#',
            Cut::Java => rest.starts_with("//"),
        };
        if line {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let span = |len: usize| base + at..base + at + len;
        if how != Cut::Python && rest.starts_with("/*") {
            let Some(end) = rest[2..].find("*/") else { return (paired(tokens), Some(base + at)) };
            let len = end + 4;
            if sql && rest.starts_with("/*+") {
                tokens.push(Token {
                    sort: Sort::Hint,
                    text: rest[..len].to_string(),
                    span: span(len),
                    inner: None,
                    close: None,
                });
            }
            at += len;
            continue;
        }
        if let Some((len, said, inner, name)) = quoted(rest, how) {
            let Some(len) = len else { return (paired(tokens), Some(base + at)) };
            let quote = rest.find(['"', '\'', '`']).unwrap_or(0);
            let sort = match name {
                true => Sort::Quoted,
                false if rest[..quote].contains(['f', 'F']) && said.contains('{') => Sort::Formatted,
                false => Sort::Text,
            };
            tokens.push(Token {
                sort,
                text: said,
                span: span(len),
                inner: inner.map(|inner| base + at + inner),
                close: None,
            });
            at += len;
            continue;
        }
        let len = if first.is_ascii_digit() {
            number(rest)
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len())
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
        };
        let sort = match first {
            _ if first.is_ascii_digit() => Sort::Number,
            _ if first.is_alphabetic() || first == '_' || first == '$' => Sort::Word,
            _ => Sort::Sign,
        };
        tokens.push(Token { sort, text: rest[..len].to_string(), span: span(len), inner: None, close: None });
        at += len;
    }
    (paired(tokens), None)
}

fn paired(mut tokens: Vec<Token>) -> Vec<Token> {
    pair(&mut tokens);
    tokens
}

fn number(rest: &str) -> usize {
    let digits = |from: usize| {
        rest[from..].find(|c: char| !(c.is_ascii_digit() || c == '_')).map_or(rest.len(), |end| from + end)
    };
    let mut end = digits(0);
    if rest[end..].starts_with('.') && rest[end + 1..].starts_with(|c: char| c.is_ascii_digit()) {
        end = digits(end + 1);
    }
    if rest[end..].starts_with(['L', 'l']) { end + 1 } else { end }
}

/// The words of SQL that stands in strings of another language, one after the other; each in its own place. `None` where the
/// letters are not those of the text.
pub(super) fn cut_strings<'t>(strings: impl IntoIterator<Item = &'t Token>, how: Cut) -> Option<Vec<Token>> {
    let mut all = Vec::new();
    for string in strings {
        all.extend(cut(&string.text, string.inner?, how).0);
    }
    Some(paired(all))
}

/// A quoted piece at the start: its length (`None` if it never ends), what it says, where its text starts if it stands letter by
/// letter, and whether it is a name.
fn quoted(rest: &str, how: Cut) -> Option<(Option<usize>, String, Option<usize>, bool)> {
    // Python's r"", f"" and b"" are strings like others; what an f"" puts in cannot be known.
    let prefix = if how == Cut::Python {
        let letters = rest.bytes().take(3).take_while(|byte| b"rRbBuUfF".contains(byte)).count();
        if letters < 3 && rest[letters..].starts_with(['"', '\'']) { letters } else { 0 }
    } else {
        0
    };
    let body = &rest[prefix..];
    let quote = body.chars().next()?;
    let name = match (how, quote) {
        (Cut::FlinkSql | Cut::SparkSql, '`') | (Cut::FlinkSql, '"') => true,
        (_, '\'' | '"') => false,
        _ => return None,
    };
    let sql = matches!(how, Cut::FlinkSql | Cut::SparkSql);
    let triple: String = [quote; 3].iter().collect();
    if !sql && body.starts_with(&triple) {
        let end = body[3..].find(&triple);
        let said = end.map_or("", |end| &body[3..3 + end]);
        return Some((end.map(|end| prefix + end + 6), said.to_string(), Some(prefix + 3), false));
    }
    let escapes = !sql || (how == Cut::SparkSql && !name);
    let (mut said, mut plain) = (String::new(), true);
    let mut chars = body[1..].char_indices();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            if sql && body[1 + at + 1..].starts_with(quote) {
                chars.next();
                said.push(c);
                plain = false;
                continue;
            }
            let len = prefix + 1 + at + c.len_utf8();
            return Some((Some(len), said, plain.then_some(prefix + 1), name));
        }
        if c == '\\' && escapes {
            plain = false;
            if let Some((_, c)) = chars.next() {
                said.push(match c {
                    'n' => '\n',
                    't' => '\t',
                    c => c,
                });
            }
            continue;
        }
        said.push(c);
    }
    Some((None, said, None, name))
}

/// Finds for each opening bracket the one that closes it, of whatever kind.
pub(super) fn pair(tokens: &mut [Token]) {
    let mut open = Vec::new();
    for index in 0..tokens.len() {
        if tokens[index].sort != Sort::Sign {
            continue;
        }
        match tokens[index].text.as_str() {
            "(" | "[" | "{" => {
                tokens[index].close = None;
                open.push(index);
            }
            ")" | "]" | "}" => {
                if let Some(opened) = open.pop() {
                    tokens[opened].close = Some(index + 1);
                }
            }
            _ => {}
        }
    }
}

/// The index behind the bracket that closes the one at `open`; the end if none does.
pub(super) fn closing(tokens: &[Token], open: usize) -> usize {
    let close = tokens.get(open).and_then(|token| token.close);
    close.map_or(tokens.len(), |close| close.min(tokens.len()))
}

/// The ranges between the commas that stand in no bracket.
pub(super) fn items(tokens: &[Token], range: Range<usize>) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let (mut from, mut at) = (range.start, range.start);
    while at < range.end.min(tokens.len()) {
        if tokens[at].sort == Sort::Sign && ["(", "[", "{"].contains(&tokens[at].text.as_str()) {
            at = closing(tokens, at);
            continue;
        }
        if tokens[at].sign(",") {
            items.push(from..at);
            from = at + 1;
        }
        at += 1;
    }
    if from < range.end {
        items.push(from..range.end.min(tokens.len()));
    }
    items
}
