//! Conditions and durations, as SQL and PySpark write them.

use std::ops::Range;

use super::token::{Cut, Sort, Token, closing, cut_strings, items};
use crate::scenario::time::{DAY, HOUR, MINUTE, SECOND, scaled, unit_of};

#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub form: Form,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A column, with what stands before its dot.
    Column(Vec<String>),
    Number(i64),
    Text(String),
    /// ms; `None` for one that has no fixed number of whole ms.
    Interval(Option<i64>),
    /// `and`, `or`, `=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`.
    Op(&'static str, Box<Expr>, Box<Expr>),
    Between(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    /// Anything else.
    Other,
}

/// Deeper nested text is not read: the reader calls itself.
const DEEPEST: usize = 16;

/// As many signs of one kind are read in a row.
const LONGEST: usize = 64;

/// Reads all of a range as one expression.
pub(super) fn read(tokens: &[Token], range: Range<usize>, how: Cut) -> Expr {
    read_at(tokens, range, how, 0)
}

fn read_at(tokens: &[Token], range: Range<usize>, how: Cut, depth: usize) -> Expr {
    let tokens = &tokens[..range.end.min(tokens.len())];
    let mut parser = Parser { tokens, at: range.start, how, depth };
    let expr = parser.or();
    if parser.at < tokens.len() {
        return Expr { form: Form::Other, span: span_of(tokens, range) };
    }
    expr
}

/// The place of a range of words; that of the text's end for none.
pub(super) fn span_of(tokens: &[Token], range: Range<usize>) -> Range<usize> {
    let end = range.end.min(tokens.len());
    match (tokens.get(range.start), end.checked_sub(1).and_then(|last| tokens.get(last))) {
        (Some(first), Some(last)) if range.start < end => first.span.start..last.span.end,
        (Some(first), _) => first.span.start..first.span.start,
        _ => tokens.last().map_or(0..0, |last| last.span.end..last.span.end),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    how: Cut,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn word(&mut self, word: &str) -> bool {
        let is = self.peek().is_some_and(|token| token.is(word));
        self.at += usize::from(is);
        is
    }

    fn sign(&mut self, sign: &str) -> bool {
        let is = self.peek().is_some_and(|token| token.sign(sign));
        self.at += usize::from(is);
        is
    }

    fn since(&self, start: usize) -> Range<usize> {
        span_of(self.tokens, start..self.at.max(start))
    }

    fn op(&self, word: &'static str, a: Expr, b: Expr) -> Expr {
        let span = a.span.start.min(b.span.start)..a.span.end.max(b.span.end);
        Expr { form: Form::Op(word, Box::new(a), Box::new(b)), span }
    }

    fn or(&mut self) -> Expr {
        let mut left = self.and();
        let mut most = LONGEST;
        while most > 0 && (self.word("or") || self.sign("|") || self.sign("||")) {
            most -= 1;
            let right = self.and();
            left = self.op("or", left, right);
        }
        left
    }

    fn and(&mut self) -> Expr {
        let mut left = self.not();
        let mut most = LONGEST;
        while most > 0 && (self.word("and") || self.sign("&") || self.sign("&&")) {
            most -= 1;
            let right = self.not();
            left = self.op("and", left, right);
        }
        left
    }

    fn not(&mut self) -> Expr {
        let start = self.at;
        if self.word("not") || self.sign("~") || self.sign("!") {
            while self.word("not") || self.sign("~") || self.sign("!") {}
            self.compare();
            return Expr { form: Form::Other, span: self.since(start) };
        }
        self.compare()
    }

    fn compare(&mut self) -> Expr {
        let start = self.at;
        let left = self.sum();
        for (sign, word) in [("=", "="), ("==", "="), ("===", "="), ("<=", "<="), (">=", ">="), ("<", "<"), (">", ">")]
        {
            if self.sign(sign) {
                let right = self.sum();
                return self.op(word, left, right);
            }
        }
        if self.word("between") {
            let low = self.sum();
            if self.word("and") {
                let high = self.sum();
                let span = left.span.start..high.span.end.max(left.span.start);
                return Expr { form: Form::Between(Box::new(left), Box::new(low), Box::new(high)), span };
            }
            return Expr { form: Form::Other, span: self.since(start) };
        }
        // What other comparisons say is not read, but where they end is.
        if self.peek().is_some_and(|t| ["is", "in", "like", "not", "rlike", "similar"].iter().any(|word| t.is(word)))
            || self.peek().is_some_and(|t| ["<>", "!=", "<=>"].iter().any(|sign| t.sign(sign)))
        {
            // `NOT BETWEEN a AND b` has an AND of its own.
            let mut between = false;
            while let Some(token) = self.peek() {
                if between && token.is("and") {
                    between = false;
                } else if ["and", "or"].iter().any(|word| token.is(word))
                    || ["&", "|", ")"].iter().any(|s| token.sign(s))
                {
                    break;
                }
                between |= token.is("between");
                self.at = if token.sign("(") { closing(self.tokens, self.at) } else { self.at + 1 };
            }
            return Expr { form: Form::Other, span: self.since(start) };
        }
        left
    }

    fn sum(&mut self) -> Expr {
        let mut left = self.product();
        for _ in 0..LONGEST {
            let word = if self.sign("+") {
                "+"
            } else if self.sign("-") {
                "-"
            } else {
                return left;
            };
            let right = self.product();
            left = self.op(word, left, right);
        }
        left
    }

    fn product(&mut self) -> Expr {
        let mut left = self.unary();
        let mut most = LONGEST;
        while most > 0 && self.sign("*") {
            most -= 1;
            let right = self.unary();
            left = self.op("*", left, right);
        }
        left
    }

    fn unary(&mut self) -> Expr {
        let start = self.at;
        let mut minus = false;
        loop {
            if self.sign("-") {
                minus = !minus;
            } else if !self.sign("+") {
                break;
            }
        }
        let expr = self.postfix();
        if !minus {
            return expr;
        }
        let form = match expr.form {
            Form::Number(n) => Form::Number(n.saturating_neg()),
            Form::Interval(ms) => Form::Interval(ms.map(i64::saturating_neg)),
            _ => Form::Other,
        };
        Expr { form, span: self.since(start) }
    }

    fn postfix(&mut self) -> Expr {
        let start = self.at;
        let mut expr = self.atom();
        loop {
            if self.sign(".") {
                let Some(token) = self.peek().cloned() else {
                    return Expr { form: Form::Other, span: self.since(start) };
                };
                self.at += 1;
                if self.peek().is_some_and(|token| token.sign("(")) {
                    expr = match self.sql(&token.text, start) {
                        Some(sql) => sql,
                        None => {
                            let args = self.arguments();
                            method(expr, &token.text, args, self.since(start))
                        }
                    };
                } else if let Form::Column(parts) = &mut expr.form
                    && token.named()
                {
                    parts.push(token.text);
                    expr.span = self.since(start);
                } else {
                    expr = Expr { form: Form::Other, span: self.since(start) };
                }
            } else if self.peek().is_some_and(|token| token.sign("[")) {
                let end = closing(self.tokens, self.at);
                let inside = &self.tokens[self.at + 1..end.saturating_sub(1).max(self.at + 1)];
                let name = match inside {
                    [name] if name.sort == Sort::Text => Some(name.text.clone()),
                    _ => None,
                };
                self.at = end;
                let span = self.since(start);
                expr = match (expr.form, name) {
                    (Form::Column(mut parts), Some(name)) => {
                        parts.push(name);
                        Expr { form: Form::Column(parts), span }
                    }
                    _ => Expr { form: Form::Other, span },
                };
            } else {
                return expr;
            }
        }
    }

    /// The arguments of a call, with the bracket here; an argument's name is left out.
    fn arguments(&mut self) -> Vec<Expr> {
        let end = closing(self.tokens, self.at);
        let inside = self.at + 1..end.saturating_sub(1).max(self.at + 1);
        let mut all = Vec::new();
        if self.depth < DEEPEST {
            for mut item in items(self.tokens, inside) {
                if self.tokens.get(item.start + 1).is_some_and(|t| t.sign("=")) && self.how == Cut::Python {
                    item.start += 2;
                }
                // `CAST(x AS STRING)`.
                if self.how != Cut::Python
                    && let Some(to) = item.clone().find(|at| self.tokens[*at].is("as"))
                {
                    item.end = to;
                }
                all.push(read_at(self.tokens, item, self.how, self.depth + 1));
            }
        }
        self.at = end;
        all
    }

    fn atom(&mut self) -> Expr {
        let start = self.at;
        let Some(token) = self.peek().cloned() else { return Expr { form: Form::Other, span: self.since(start) } };
        if token.sign("(") {
            let end = closing(self.tokens, start);
            self.at = end;
            let inside = start + 1..end.saturating_sub(1).max(start + 1);
            if self.depth >= DEEPEST {
                return Expr { form: Form::Other, span: self.since(start) };
            }
            return read_at(self.tokens, inside, self.how, self.depth + 1);
        }
        if token.sign(")") || token.sign(",") {
            return Expr { form: Form::Other, span: self.since(start) };
        }
        self.at += 1;
        let form = match token.sort {
            Sort::Number => {
                token.text.trim_end_matches(['L', 'l']).replace('_', "").parse().map_or(Form::Other, Form::Number)
            }
            Sort::Text => Form::Text(token.text.clone()),
            Sort::Word if token.is("interval") && self.how != Cut::Python => {
                let ms = self.interval();
                Form::Interval(ms)
            }
            Sort::Word | Sort::Quoted => {
                if self.peek().is_some_and(|next| next.sign("(")) && token.sort == Sort::Word {
                    if let Some(sql) = self.sql(&token.text, start) {
                        return sql;
                    }
                    let args = self.arguments();
                    return called(&token.text, args, self.since(start));
                }
                Form::Column(vec![token.text.clone()])
            }
            Sort::Formatted | Sort::Sign | Sort::Hint => Form::Other,
        };
        Expr { form, span: self.since(start) }
    }

    /// `expr("...")`, with the bracket here: the condition that its string says, or its strings one after the other.
    fn sql(&mut self, name: &str, start: usize) -> Option<Expr> {
        if name != "expr" || self.depth >= DEEPEST {
            return None;
        }
        let end = closing(self.tokens, self.at);
        let inside = &self.tokens[self.at + 1..end.saturating_sub(1).max(self.at + 1)];
        let strings = inside.iter().filter(|token| !token.sign("+"));
        if inside.is_empty() || !strings.clone().all(|token| token.sort == Sort::Text) {
            return None;
        }
        let tokens = cut_strings(strings, Cut::SparkSql)?;
        self.at = end;
        Some(whole(read_at(&tokens, 0..tokens.len(), Cut::SparkSql, self.depth + 1), self.since(start)))
    }

    /// What follows `INTERVAL`.
    fn interval(&mut self) -> Option<i64> {
        let mut total = 0i64;
        let mut some = false;
        loop {
            let before = self.at;
            let minus = self.sign("-");
            let Some(token) = self.peek().cloned() else { return if some { Some(total) } else { None } };
            if !matches!(token.sort, Sort::Number | Sort::Text) {
                self.at = before;
                return some.then_some(total);
            }
            self.at += 1;
            let from = self.unit();
            let ms = match from {
                None if token.sort == Sort::Text => words(&token.text)?,
                None => {
                    self.at = before;
                    return some.then_some(total);
                }
                Some(from) => {
                    let to = if self.word("to") { Some(self.unit()?) } else { None };
                    literal(&token.text, from, to)?
                }
            };
            total = total.checked_add(if minus { -ms } else { ms })?;
            some = true;
            if self.how == Cut::FlinkSql {
                return Some(total);
            }
        }
    }

    /// A unit, with its digits.
    fn unit(&mut self) -> Option<i64> {
        let unit = self.peek().filter(|token| token.sort == Sort::Word).and_then(|token| unit(&token.text));
        let months =
            self.peek().is_some_and(|t| ["month", "months", "year", "years", "quarter"].iter().any(|w| t.is(w)));
        if unit.is_none() && !months {
            return None;
        }
        self.at += 1;
        if self.peek().is_some_and(|token| token.sign("(")) {
            self.at = closing(self.tokens, self.at);
        }
        // A month has no number of ms: a unit of which nothing is whole.
        unit.or(Some(0))
    }
}

fn called(name: &str, mut args: Vec<Expr>, span: Range<usize>) -> Expr {
    if let ("col" | "column", [Expr { form: Form::Text(name), .. }]) = (name, &args[..]) {
        return Expr { form: Form::Column(path(name)), span };
    }
    if name == "TIMESTAMP" && args.len() == 1 {
        args.clear();
    }
    Expr { form: Form::Call(name.to_lowercase(), args), span }
}

/// The parts of a column's name as Spark's functions take it, in a string: within backquotes a dot is a letter, and two of them
/// are one.
pub(super) fn path(name: &str) -> Vec<String> {
    let (mut parts, mut part, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '`' if quoted && letters.next_if_eq(&'`').is_some() => part.push('`'),
            '`' => quoted = !quoted,
            '.' if !quoted => parts.push(std::mem::take(&mut part)),
            letter => part.push(letter),
        }
    }
    parts.push(part);
    parts
}

/// Functions of one column that a key may be compared by: what is equal before is so behind them.
pub(super) const KEEPS_EQUAL: [&str; 7] = ["cast", "try_cast", "upper", "lower", "trim", "ltrim", "rtrim"];

/// A duration stands where its call does.
fn whole(expr: Expr, span: Range<usize>) -> Expr {
    if matches!(expr.form, Form::Interval(_)) { Expr { span, ..expr } } else { expr }
}

fn method(of: Expr, name: &str, mut args: Vec<Expr>, span: Range<usize>) -> Expr {
    match name {
        "between" if args.len() == 2 => {
            let high = args.pop().map(Box::new);
            let low = args.pop().map(Box::new);
            match (low, high) {
                (Some(low), Some(high)) => Expr { form: Form::Between(Box::new(of), low, high), span },
                _ => Expr { form: Form::Other, span },
            }
        }
        // A column under another name; `F.col("x")` and `F.window(...)`, where F is a module.
        "alias" | "name" => Expr { span, ..of },
        "col" | "column" => match &args[..] {
            [Expr { form: Form::Text(name), .. }] => Expr { form: Form::Column(path(name)), span },
            _ => Expr { form: Form::Other, span },
        },
        "window" | "session_window" => Expr { form: Form::Call(name.to_string(), args), span },
        // `a.k.cast("string")`; `F.upper(a.k)`, where F is a module.
        "cast" => Expr { form: Form::Call(name.to_string(), vec![of]), span },
        _ if KEEPS_EQUAL.contains(&name) && args.len() == 1 => Expr { form: Form::Call(name.to_string(), args), span },
        _ => Expr { form: Form::Other, span },
    }
}

// ---- durations ------------------------------------------------------------------------------------------

/// ms of a unit, by any of its English names; microseconds and less are no whole ms.
fn unit(word: &str) -> Option<i64> {
    match word.to_lowercase().as_str() {
        "w" | "week" | "weeks" => Some(7 * DAY),
        word if word.is_ascii() => unit_of(word),
        _ => None,
    }
}

/// So many units, in whole ms.
fn times(count: &str, unit: i64) -> Option<i64> {
    let (minus, digits) = match count.trim().strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, count.trim().trim_start_matches('+')),
    };
    let digits = digits.trim_end_matches(['L', 'l']);
    let number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !number || unit == 0 {
        return None;
    }
    let ms = scaled(digits, unit).ok()?;
    i64::try_from(if minus { -ms } else { ms }).ok()
}

/// `INTERVAL '1 02:03:04.005' DAY TO SECOND`, and with one unit.
fn literal(text: &str, from: i64, to: Option<i64>) -> Option<i64> {
    let Some(to) = to else {
        return times(text, from);
    };
    let (minus, text) = match text.trim().strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.trim()),
    };
    let units = [DAY, HOUR, MINUTE, SECOND];
    let (first, last) = (units.iter().position(|u| *u == from)?, units.iter().position(|u| *u == to)?);
    let parts: Vec<&str> = text.split([' ', ':']).filter(|part| !part.is_empty()).collect();
    if first > last || parts.len() != last - first + 1 {
        return None;
    }
    let mut total = 0i64;
    for (part, unit) in parts.iter().zip(&units[first..=last]) {
        total = total.checked_add(times(part, *unit).filter(|ms| *ms >= 0)?)?;
    }
    Some(if minus { -total } else { total })
}

/// `10 minutes`, `1 hour 30 minutes`, `-90 seconds`, `interval 5 minutes`, `90 min`, `1500ms`.
pub(super) fn words(text: &str) -> Option<i64> {
    let lower = text.trim().to_lowercase();
    let mut rest = lower.strip_prefix("interval ").unwrap_or(&lower).trim_start();
    let mut total = 0i64;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')))?;
        let count = &rest[..end];
        rest = rest[end..].trim_start();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        total = total.checked_add(times(count, unit(&rest[..end])?)?)?;
        rest = rest[end..].trim_start();
    }
    Some(total)
}

/// The value of one of Flink's options: words, or ms without a unit.
pub(super) fn option(text: &str) -> Option<i64> {
    text.trim().parse().ok().or_else(|| words(text))
}

/// The ms that an expression without columns is.
pub(super) fn duration(expr: &Expr) -> Option<i64> {
    match &expr.form {
        Form::Interval(ms) => *ms,
        Form::Text(text) => words(text),
        Form::Op("*", a, b) => match (&a.form, &b.form) {
            (Form::Number(n), _) => n.checked_mul(duration(b)?),
            (_, Form::Number(n)) => n.checked_mul(duration(a)?),
            _ => None,
        },
        Form::Op("+", a, b) => duration(a)?.checked_add(duration(b)?),
        Form::Op("-", a, b) => duration(a)?.checked_sub(duration(b)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_columns_name_in_a_string_is_cut_at_its_dots() {
        assert_eq!(path("time"), ["time"]);
        assert_eq!(path("l.time"), ["l", "time"]);
        assert_eq!(path("l.`a.b`"), ["l", "a.b"]);
        assert_eq!(path("`a``b`.c"), ["a`b", "c"]);
        assert_eq!(path(""), [""]);
    }
}
