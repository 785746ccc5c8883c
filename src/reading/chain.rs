//! Calls strung together by dots, and the variables that hold them: what PySpark and DataStream programs have in common.

use std::ops::Range;

use super::token::{Cut, Sort, Token, cut};

pub(super) struct Program {
    pub tokens: Vec<Token>,
    pub how: Cut,
    /// Where a string or comment begins that never ends.
    pub unclosed: Option<usize>,
    /// For each closing bracket the one that it closes.
    open: Vec<usize>,
    /// For each opening bracket the place behind the one that closes it; the end if none does.
    close: Vec<usize>,
    /// Each variable, where its name stands, and the words it is set to.
    variables: Vec<(String, usize, Range<usize>)>,
}

/// A call of a chain.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub name: String,
    /// The word that names it.
    pub at: usize,
    /// What stands in its brackets.
    pub args: Range<usize>,
}

/// Variables of variables are followed so far.
pub(super) const FARTHEST: usize = 24;

impl Program {
    pub fn new(text: &str, how: Cut) -> Self {
        let (tokens, unclosed) = cut(text, 0, how);
        let mut open = vec![0; tokens.len()];
        let mut close = vec![tokens.len(); tokens.len()];
        let mut stack = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.sort != Sort::Sign {
                continue;
            }
            match token.text.as_str() {
                "(" | "[" | "{" => stack.push(index),
                ")" | "]" | "}" => {
                    let opened = stack.pop();
                    open[index] = opened.unwrap_or(index);
                    if let Some(opened) = opened {
                        close[opened] = index + 1;
                    }
                }
                _ => {}
            }
        }
        let mut program = Program { tokens, how, unclosed, open, close, variables: Vec::new() };
        program.variables = program.assignments();
        program
    }

    pub fn sign(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sign(sign))
    }

    pub fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(word))
    }

    pub fn span(&self, range: Range<usize>) -> Range<usize> {
        super::expr::span_of(&self.tokens, range)
    }

    fn assignments(&self) -> Vec<(String, usize, Range<usize>)> {
        let mut all = Vec::new();
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate() {
            if token.sort == Sort::Sign {
                match token.text.as_str() {
                    "(" | "[" => depth += 1,
                    ")" | "]" => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            // Within brackets `name = value` is an argument.
            if token.sort != Sort::Word || depth > 0 {
                continue;
            }
            if let Some(equals) = if self.sign(at + 1, "=") { Some(at + 1) } else { self.typed(at) } {
                all.push((token.text.clone(), at, equals + 1..self.chain_end(equals + 1)));
            }
        }
        all
    }

    /// Where the value of Scala's `val name: Type[Of] = value` is set.
    fn typed(&self, at: usize) -> Option<usize> {
        let declared = at > 0 && (self.is(at - 1, "val") || self.is(at - 1, "var")) && self.sign(at + 1, ":");
        if !declared {
            return None;
        }
        let of_type =
            |token: &Token| token.sort == Sort::Word || [".", "[", "]", ",", "_"].iter().any(|sign| token.sign(sign));
        let words = self.tokens[at + 2..].iter().take(40).take_while(|token| of_type(token)).count();
        Some(at + 2 + words).filter(|equals| self.sign(*equals, "="))
    }

    /// Where the chain that starts here ends.
    pub fn chain_end(&self, start: usize) -> usize {
        let mut at = start;
        if self.is(at, "new") || self.sign(at, "-") {
            at += 1;
        }
        while let Some(token) = self.tokens.get(at) {
            if token.sign("(") || token.sign("[") {
                at = self.close[at];
            } else if matches!(token.sort, Sort::Word | Sort::Text | Sort::Number) {
                at += 1;
            } else {
                break;
            }
            // Type arguments, a call's brackets, indices; then a dot or the end.
            loop {
                if self.sign(at, "<") && self.generic_end(at).is_some() {
                    at = self.generic_end(at).unwrap_or(at + 1);
                } else if self.sign(at, "(") || self.sign(at, "[") {
                    at = self.close[at];
                } else {
                    break;
                }
            }
            if !self.sign(at, ".") && !self.sign(at, "::") {
                break;
            }
            at += 1;
            if self.sign(at, "<") {
                at = self.generic_end(at).unwrap_or(at);
            }
        }
        at.min(self.tokens.len())
    }

    /// Behind the `>` of type arguments.
    fn generic_end(&self, open: usize) -> Option<usize> {
        if self.how != Cut::Java {
            return None;
        }
        let mut depth = 0usize;
        for at in open..self.tokens.len().min(open + 40) {
            let token = &self.tokens[at];
            if token.sign("<") {
                depth += 1;
            } else if token.sign(">") {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            } else if !(token.sort == Sort::Word || [",", "?", ".", "[", "]"].iter().any(|sign| token.sign(sign))) {
                return None;
            }
        }
        None
    }

    /// Where the chain that ends before the dot at `dot` starts.
    pub fn chain_start(&self, dot: usize) -> usize {
        let mut at = dot;
        while at > 0 {
            let mut before = at - 1;
            while before > 0 && (self.sign(before, ")") || self.sign(before, "]")) {
                let open = self.open[before];
                if open == 0 {
                    return 0;
                }
                if self.tokens[open - 1].sort == Sort::Word || self.sign(open - 1, "]") || self.sign(open - 1, ")") {
                    before = open - 1;
                } else {
                    return open;
                }
            }
            if self.tokens[before].sort != Sort::Word {
                return at;
            }
            if before == 0 || !self.sign(before - 1, ".") {
                return before;
            }
            at = before - 1;
        }
        0
    }

    /// The calls of a chain, in order.
    pub fn calls(&self, chain: Range<usize>) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut at = chain.start;
        while at < chain.end.min(self.tokens.len()) {
            if self.tokens[at].sort == Sort::Word {
                // `Name<Type>(...)`.
                let mut open = at + 1;
                if self.sign(open, "<") {
                    open = self.generic_end(open).unwrap_or(open);
                } else if self.how == Cut::Java && self.sign(open, "[") && self.sign(self.close[open], "(") {
                    // Scala's `name[Type](...)`.
                    open = self.close[open];
                }
                if self.sign(open, "(") {
                    let end = self.close[open];
                    let args = open + 1..end.saturating_sub(1).max(open + 1);
                    calls.push(Call { name: self.tokens[at].text.clone(), at, args });
                    at = end;
                    continue;
                }
            }
            if self.sign(at, "(") || self.sign(at, "[") || self.sign(at, "{") {
                at = self.close[at];
                continue;
            }
            at += 1;
        }
        calls
    }

    /// All calls of a name, wherever they stand: behind a dot.
    pub fn all(&self, name: &str) -> Vec<Call> {
        let named = |at: &usize| {
            self.tokens[*at].sort == Sort::Word && self.tokens[*at].text == name && *at > 0 && self.sign(at + 1, "(")
        };
        (0..self.tokens.len())
            .filter(named)
            .filter(|at| self.sign(at - 1, "."))
            .map(|at| {
                let end = self.close[at + 1];
                Call { name: name.to_string(), at, args: at + 2..end.saturating_sub(1).max(at + 2) }
            })
            .collect()
    }

    /// What a variable is set to, last before a place.
    pub fn variable(&self, name: &str, before: usize) -> Option<Range<usize>> {
        let set = self.variables.iter().rev().find(|(known, at, _)| known == name && at + 2 < before);
        set.map(|(.., value)| value.clone())
    }

    /// The one string in a range.
    pub fn string(&self, range: Range<usize>) -> Option<&Token> {
        match self.tokens.get(range)? {
            [one] if one.sort == Sort::Text => Some(one),
            _ => None,
        }
    }

    /// The strings that a range is, one after the other, or those of variables; `None` where something else is among them.
    pub fn strings(&self, range: Range<usize>) -> Option<Vec<&Token>> {
        let mut all = Vec::new();
        self.add_strings(range, 0, &mut all).filter(|()| !all.is_empty())?;
        Some(all)
    }

    fn add_strings<'t>(&'t self, range: Range<usize>, depth: usize, all: &mut Vec<&'t Token>) -> Option<()> {
        let mut at = range.start;
        while at < range.end.min(self.tokens.len()) {
            let token = &self.tokens[at];
            match token.sort {
                Sort::Text | Sort::Formatted => all.push(token),
                Sort::Sign if token.text == "+" => {}
                Sort::Sign if token.text == "(" && depth < FARTHEST => {
                    let end = self.close[at];
                    self.add_strings(at + 1..end.saturating_sub(1).max(at + 1), depth + 1, all)?;
                    at = end;
                    continue;
                }
                Sort::Word if depth < FARTHEST && (at + 1 == range.end || self.sign(at + 1, "+")) => {
                    let value = self.variable(&token.text, at)?;
                    self.add_strings(value.start..self.sum_end(value.end)?, depth + 1, all)?;
                }
                _ => return None,
            }
            at += 1;
        }
        Some(())
    }

    /// Where a sum of strings ends whose first has been passed; `None` where something is put into them.
    fn sum_end(&self, mut end: usize) -> Option<usize> {
        loop {
            if self.tokens.get(end).is_some_and(|token| matches!(token.sort, Sort::Text | Sort::Formatted)) {
                end += 1;
            } else if self.sign(end, "+") {
                end = self.chain_end(end + 1).max(end + 1);
            } else {
                return (!self.sign(end, "%")).then_some(end);
            }
        }
    }

    /// The words of an argument that Python names; without such a name `None`.
    pub fn keyword(&self, arg: &Range<usize>) -> Option<(&str, Range<usize>)> {
        (self.sign(arg.start + 1, "=") && arg.len() > 2)
            .then(|| (self.tokens[arg.start].text.as_str(), arg.start + 2..arg.end))
    }
}
