//! Flink SQL and Spark SQL: tables, views and options, and the first query that joins.

use std::ops::Range;

use super::{
    Assumption, At, Notes, Setting, Trouble,
    expr::{self, Expr, Form, duration, span_of},
    join::{Assembly, Options, Relation, Windows, spark_window},
    token::{Cut, Sort, Token, closing, cut, items, pair},
};
use crate::scenario::{Dialect, JoinType, MAX_TIME, Scenario, Sides, Strategy, Window};

/// Reads the statements of a text.
pub(super) fn read(text: &str, how: Cut, notes: &mut Notes) -> Option<Scenario> {
    let mut options = Options::default();
    match find(text, how, &mut options, notes) {
        Some(query) => query.scenario(options, notes),
        None => {
            notes.trouble(Trouble::NoJoin, 0..0);
            None
        }
    }
}

/// The join of a text, and what the statements say of its tables.
pub(super) struct Query<'t> {
    text: &'t str,
    how: Cut,
    tokens: Vec<Token>,
    tables: Vec<(String, Relation)>,
    /// Views and `WITH`: the words of their queries.
    views: Vec<(String, Range<usize>)>,
    /// The query that joins.
    select: Range<usize>,
}

fn find<'t>(text: &'t str, how: Cut, options: &mut Options, notes: &mut Notes) -> Option<Query<'t>> {
    let (mut tokens, unclosed) = cut(text, 0, how);
    if let Some(at) = unclosed {
        notes.trouble(Trouble::Unclosed, at..text.len());
    }
    tokens.retain(|token| {
        if token.sort == Sort::Hint {
            hint(token, options, notes);
        }
        token.sort != Sort::Hint
    });
    pair(&mut tokens);
    let mut query = Query { text, how, tokens, tables: Vec::new(), views: Vec::new(), select: 0..0 };
    let mut joins: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while from < query.tokens.len() {
        let mut end = from;
        while end < query.tokens.len() && !query.tokens[end].sign(";") {
            end += 1;
        }
        if from < end {
            query.statement(from..end, &mut joins, options, notes);
        }
        from = end + 1;
    }
    let mut joins = joins.into_iter();
    query.select = joins.next()?;
    for other in joins {
        notes.trouble(Trouble::SecondJoin, span_of(&query.tokens, other));
    }
    Some(query)
}

/// `/*+ STATE_TTL('orders' = '1 d') */`: how long the rows of a side are kept. Of other hints nothing is run.
fn hint(token: &Token, options: &mut Options, notes: &mut Notes) {
    let inside = token.text.get(3..token.text.len().saturating_sub(2)).unwrap_or_default();
    let (tokens, _) = cut(inside, token.span.start + 3, Cut::FlinkSql);
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].sign(",") {
            at += 1;
            continue;
        }
        let open = at + 1;
        let end = if tokens.get(open).is_some_and(|next| next.sign("(")) { closing(&tokens, open) } else { open };
        if tokens[at].is("state_ttl") && end > open {
            for item in items(&tokens, open + 1..end.saturating_sub(1).max(open + 1)) {
                let [name, equals, value] = &tokens[item] else {
                    notes.trouble(Trouble::Hint, token.span.clone());
                    continue;
                };
                match expr::option(&value.text).filter(|ms| equals.sign("=") && (0..=MAX_TIME).contains(ms)) {
                    Some(ttl) => options
                        .ttl_of
                        .push((At::new(name.text.clone(), name.span.clone()), At::new(ttl, value.span.clone()))),
                    None => notes.trouble(Trouble::Duration, value.span.clone()),
                }
            }
        } else {
            notes.trouble(Trouble::Hint, token.span.clone());
        }
        at = end;
    }
}

/// What ends a `FROM`.
const CLAUSES: [&str; 12] = [
    "where",
    "group",
    "having",
    "order",
    "limit",
    "union",
    "intersect",
    "except",
    "qualify",
    "fetch",
    "offset",
    "minus",
];

/// What is no alias.
const NO_ALIAS: [&str; 16] = [
    "join",
    "inner",
    "left",
    "right",
    "full",
    "cross",
    "natural",
    "on",
    "using",
    "for",
    "as",
    "watermark",
    "lateral",
    "semi",
    "anti",
    "asof",
];

/// `[NOT] EXISTS (SELECT ...)`, or `x [NOT] IN (SELECT ...)`.
struct Half {
    ty: JoinType,
    /// All of it.
    word: Range<usize>,
    /// What `IN` tests.
    tested: Option<Range<usize>>,
    /// The words of its query.
    query: Range<usize>,
}

impl Query<'_> {
    fn is(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(index, word)| self.tokens.get(at + index).is_some_and(|token| token.is(word)))
    }

    fn sign(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sign(sign))
    }

    /// The next place of a word that stands in no bracket.
    fn next(&self, range: Range<usize>, words: &[&str]) -> usize {
        let mut at = range.start;
        while at < range.end {
            if self.sign(at, "(") {
                at = closing(&self.tokens, at);
                continue;
            }
            let of_a_table = at > range.start && self.sign(at - 1, ".");
            if !of_a_table && words.iter().any(|word| self.tokens[at].is(word)) {
                return at;
            }
            at += 1;
        }
        range.end
    }

    fn span(&self, range: Range<usize>) -> Range<usize> {
        span_of(&self.tokens, range)
    }

    /// A name with its dots: its last part.
    fn name(&self, at: &mut usize, end: usize) -> Option<At<String>> {
        let mut last = None;
        let start = *at;
        while *at < end && self.tokens.get(*at).is_some_and(Token::named) {
            last = Some(self.tokens[*at].text.clone());
            *at += 1;
            if !self.sign(*at, ".") {
                break;
            }
            *at += 1;
        }
        last.map(|name| At::new(name, self.span(start..*at)))
    }

    fn statement(
        &mut self,
        range: Range<usize>,
        joins: &mut Vec<Range<usize>>,
        options: &mut Options,
        notes: &mut Notes,
    ) {
        let (mut at, end) = (range.start, range.end);
        if self.is(at, &["set"]) {
            return self.set(at + 1..end, options, notes);
        }
        if self.is(at, &["create"]) {
            at += 1;
            let mut view = false;
            while at < end && !self.is(at, &["table"]) {
                view |= self.is(at, &["view"]);
                if view {
                    break;
                }
                at += 1;
            }
            at += 1;
            if self.is(at, &["if", "not", "exists"]) {
                at += 3;
            }
            let Some(name) = self.name(&mut at, end) else {
                return notes.trouble(Trouble::Statement, self.span(range));
            };
            let query = self.next(at..end, &["select", "with"]);
            if self.next(at..query, &["as"]) + 1 == query && query < end {
                if view {
                    return self.views.push((name.value, query..end));
                }
                return self.query(query..end, joins);
            }
            if !view && self.sign(at, "(") {
                let table = self.table(&name, at, notes);
                return self.tables.push((name.value, table));
            }
            // A table without columns: its own are the source's.
            if !view {
                let table = Relation { name: Some(name.clone()), ..Relation::default() };
                return self.tables.push((name.value, table));
            }
            return notes.trouble(Trouble::Statement, self.span(range));
        }
        let select = self.next(range.clone(), &["select", "with"]);
        if select < end {
            return self.query(select..end, joins);
        }
        if !["use", "drop", "show", "describe", "begin", "end"].iter().any(|word| self.is(range.start, &[word])) {
            notes.trouble(Trouble::Statement, self.span(range));
        }
    }

    /// A query: what `WITH` names is taken down, and if it joins, where it stands.
    fn query(&mut self, range: Range<usize>, joins: &mut Vec<Range<usize>>) {
        let mut at = range.start;
        if self.is(at, &["with"]) {
            at += 1;
            while at < range.end {
                let Some(name) = self.name(&mut at, range.end) else { break };
                if self.sign(at, "(") {
                    at = closing(&self.tokens, at);
                }
                at += usize::from(self.is(at, &["as"]));
                if !self.sign(at, "(") {
                    break;
                }
                let end = closing(&self.tokens, at);
                self.views.push((name.value, at + 1..end.saturating_sub(1).max(at + 1)));
                at = end;
                if !self.sign(at, ",") {
                    break;
                }
                at += 1;
            }
        }
        let select = self.next(at..range.end, &["select"]);
        if let Some(join) = self.joining(select..range.end, 0) {
            joins.push(join);
        }
    }

    /// The query within a query that joins.
    fn joining(&self, range: Range<usize>, depth: usize) -> Option<Range<usize>> {
        let from = self.next(range.clone(), &["from"]);
        let clause = self.next(from..range.end, &CLAUSES);
        let first = if from < range.end { from + 1 } else { range.end };
        let joins = self.next(first..clause, &["join"]) < clause
            || items(&self.tokens, first..clause).len() > 1
            || (self.is(clause, &["where"]) && self.half(clause + 1..range.end).is_some());
        if joins {
            return Some(range);
        }
        if depth > 20 || first >= range.end {
            return None;
        }
        // `SELECT ... FROM (SELECT ... JOIN ...)`, a view, or `FROM TABLE(TUMBLE((SELECT ...)))`.
        if self.sign(first, "(") && self.is(first + 1, &["select"]) {
            let end = closing(&self.tokens, first);
            return self.joining(first + 1..end.saturating_sub(1).max(first + 1), depth + 1);
        }
        let mut at = first;
        let name = self.name(&mut at, range.end)?;
        let view = self.views.iter().rev().find(|(view, _)| view.eq_ignore_ascii_case(&name.value))?;
        self.joining(view.1.clone(), depth + 1)
    }

    fn set(&self, range: Range<usize>, options: &mut Options, notes: &mut Notes) {
        let equals = (range.clone()).find(|at| self.sign(*at, "="));
        let Some(equals) = equals else {
            return notes.trouble(Trouble::Statement, self.span(range));
        };
        let said = |range: Range<usize>| -> String {
            let tokens = &self.tokens[range.start..range.end];
            match tokens {
                [one] => one.text.clone(),
                many => many.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" "),
            }
        };
        let name = said(range.start..equals).replace(" . ", ".").replace(" - ", "-");
        options.take(&name, &said(equals + 1..range.end), self.span(equals + 1..range.end), notes);
    }

    // ---- tables ---------------------------------------------------------------------------------------------

    fn table(&self, name: &At<String>, open: usize, notes: &mut Notes) -> Relation {
        let end = closing(&self.tokens, open);
        let mut table = Relation { name: Some(name.clone()), defined: true, ..Relation::default() };
        for item in items(&self.tokens, open + 1..end.saturating_sub(1).max(open + 1)) {
            let at = item.start;
            if self.is(at, &["watermark", "for"]) {
                let mut at = at + 2;
                let Some(time) = self.name(&mut at, item.end) else { continue };
                let says = at + usize::from(self.is(at, &["as"]))..item.end;
                let span = self.span(says.clone());
                let expr = expr::read(&self.tokens, says, self.how);
                match delay(&expr, &time.value) {
                    Some(strategy) => table.watermark = Some(At::new(strategy, span)),
                    None => notes.trouble(Trouble::Watermark, span),
                }
                table.time = Some(time);
                continue;
            }
            let constraint = ["primary", "constraint", "unique", "period"].iter().any(|word| self.is(at, &[word]))
                && self
                    .tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is("key") || next.is("for") || self.sign(at + 1, "("));
            if constraint || self.is(at, &["constraint"]) {
                continue;
            }
            let Some(column) = self.tokens.get(at).filter(|token| token.named()) else { continue };
            table.columns.push(column.text.clone());
            if self.is(at + 1, &["as", "proctime"]) {
                table.process_times.push(column.text.clone());
            }
        }
        self.table_options(end, &mut table, notes);
        table
    }

    /// `WITH ('scan.watermark.idle-timeout' = '1 min')`: of a table's options those that move its watermark.
    fn table_options(&self, at: usize, table: &mut Relation, notes: &mut Notes) {
        if !self.is(at, &["with"]) || !self.sign(at + 1, "(") {
            return;
        }
        let end = closing(&self.tokens, at + 1).saturating_sub(1).max(at + 2);
        for item in items(&self.tokens, at + 2..end) {
            let [name, equals, value] = &self.tokens[item] else { continue };
            if !equals.sign("=") || !name.text.starts_with("scan.watermark.") {
                continue;
            }
            let timeout = expr::option(&value.text).filter(|ms| (1..=MAX_TIME).contains(ms));
            match (name.text.as_str(), &mut table.watermark, timeout) {
                (
                    "scan.watermark.idle-timeout",
                    Some(At { value: Strategy::Bounded { idle_timeout, .. }, .. }),
                    Some(timeout),
                ) => {
                    *idle_timeout = Some(timeout);
                    notes.say(Setting::Idle(timeout), value.span.clone());
                }
                _ => notes.trouble(Trouble::Option(name.text.clone()), value.span.clone()),
            }
        }
    }

    // ---- sources --------------------------------------------------------------------------------------------

    /// A table, a stream, a subquery or a window function, with its alias; `at` moves behind it.
    fn source(&self, at: &mut usize, end: usize, depth: usize, notes: &mut Notes) -> Option<Relation> {
        let start = *at;
        let mut relation = self.plain_source(at, end, depth, notes)?;
        let mut at_moment = false;
        loop {
            if self.is(*at, &["for", "system_time", "as", "of"]) {
                let from = *at + 4;
                let until = self.moment_end(from, end);
                relation.moment = Some(expr::read(&self.tokens, from..until, self.how));
                *at = until;
                at_moment = true;
            } else if self.is(*at, &["watermark"]) && self.how == Cut::SparkSql {
                *at += 1;
                let time = self.name(at, end)?;
                if self.is(*at, &["delay", "of"]) {
                    *at += 2;
                }
                let from = *at;
                let mut until = from;
                while until < end
                    && !self.tokens[until].is("as")
                    && !self.sign(until, ")")
                    && (until == from || self.unit_or_number(until))
                {
                    until += 1;
                }
                let expr = expr::read(&self.tokens, from..until, self.how);
                let span = self.span(from..until);
                match duration(&expr).filter(|ms| (0..=MAX_TIME).contains(ms)) {
                    Some(delay) => relation.watermark = Some(At::new(Strategy::bounded(delay), span)),
                    None => notes.trouble(Trouble::Duration, span),
                }
                relation.time = Some(time);
                *at = until;
            } else {
                break;
            }
        }
        let named = self.is(*at, &["as"]);
        let next = *at + usize::from(named);
        let free = |token: &Token| {
            token.named() && (token.sort == Sort::Quoted || !NO_ALIAS.iter().chain(&CLAUSES).any(|word| token.is(word)))
        };
        if next < end && self.tokens.get(next).is_some_and(|token| named || free(token)) {
            relation.called = vec![self.tokens[next].text.clone()];
            *at = next + 1;
            if self.sign(*at, "(") {
                // `AS T(a, b)`: columns under other names.
                *at = closing(&self.tokens, *at);
            }
        }
        if at_moment && self.is(*at, &["for", "system_time"]) {
            return None;
        }
        relation.span = self.span(start..*at);
        Some(relation)
    }

    fn unit_or_number(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        matches!(token.sort, Sort::Number | Sort::Text)
            || (token.sort == Sort::Word && duration_word(&token.text))
            || token.sign("-")
    }

    /// Where the time of `AS OF` ends: behind a column or a call.
    fn moment_end(&self, from: usize, end: usize) -> usize {
        let mut at = from;
        while at < end && self.tokens[at].named() {
            at += 1;
            if self.sign(at, "(") {
                return closing(&self.tokens, at).min(end);
            }
            if !self.sign(at, ".") {
                break;
            }
            at += 1;
        }
        at
    }

    fn plain_source(&self, at: &mut usize, end: usize, depth: usize, notes: &mut Notes) -> Option<Relation> {
        let start = *at;
        if depth > 20 || start >= end {
            return None;
        }
        if self.is(start, &["lateral"]) {
            return None;
        }
        if self.sign(start, "(") {
            let close = closing(&self.tokens, start);
            *at = close;
            let inside = start + 1..close.saturating_sub(1).max(start + 1);
            if self.is(start + 1, &["select"]) || self.is(start + 1, &["with"]) {
                return self.subquery(inside, depth + 1, notes);
            }
            let mut inner = inside.start;
            return self.source(&mut inner, inside.end, depth + 1, notes);
        }
        if self.is(start, &["table"]) && self.sign(start + 1, "(") {
            let close = closing(&self.tokens, start + 1);
            *at = close;
            return self.window_function(start + 2..close.saturating_sub(1).max(start + 2), depth, notes);
        }
        let windows = ["tumble", "hop", "cumulate", "session"];
        if windows.iter().any(|word| self.is(start, &[word])) && self.sign(start + 1, "(") {
            let close = closing(&self.tokens, start + 1);
            *at = close;
            return self.window_function(start..close, depth, notes);
        }
        let stream =
            self.is(start, &["stream"]) && self.tokens.get(start + 1).is_some_and(|t| t.named() || t.sign("("));
        let mut from = start + usize::from(stream);
        let bracket = stream && self.sign(from, "(");
        from += usize::from(bracket);
        let name = self.name(&mut from, end)?;
        from += usize::from(bracket && self.sign(from, ")"));
        *at = from;
        if self.sign(from, "(") {
            // A function that gives a table.
            return None;
        }
        let mut relation = self.named(&name, depth, notes)?;
        if relation.called.is_empty() {
            relation.called.push(name.value.clone());
        }
        let view = self.views.iter().any(|(view, _)| view.eq_ignore_ascii_case(&name.value));
        if self.how == Cut::SparkSql && !stream && !view {
            relation.fixed = Some(name.span.clone());
        }
        if stream {
            relation.fixed = None;
        }
        Some(relation)
    }

    /// A table or view by its name.
    fn named(&self, name: &At<String>, depth: usize, notes: &mut Notes) -> Option<Relation> {
        let view = self.views.iter().rev().find(|(view, _)| view.eq_ignore_ascii_case(&name.value));
        if let Some((_, query)) = view {
            let mut relation = self.subquery(query.clone(), depth + 1, notes)?;
            relation.called = vec![name.value.clone()];
            return Some(relation);
        }
        let table = self.tables.iter().rev().find(|(table, _)| table.eq_ignore_ascii_case(&name.value));
        let mut relation = table.map_or_else(Relation::default, |(_, table)| table.clone());
        relation.called = vec![name.value.clone()];
        relation.name = Some(name.clone());
        Some(relation)
    }

    /// `SELECT columns FROM source`, as a source.
    fn subquery(&self, range: Range<usize>, depth: usize, notes: &mut Notes) -> Option<Relation> {
        let select = self.next(range.clone(), &["select"]);
        let from = self.next(select..range.end, &["from"]);
        let clause = self.next(from..range.end, &CLAUSES);
        if from >= range.end || self.next(from..clause, &["join"]) < clause {
            return None;
        }
        let mut at = from + 1;
        let mut relation = self.source(&mut at, clause, depth + 1, notes)?;
        if at < clause {
            return None;
        }
        let versions = (select..range.end).find(|at| self.is(*at, &["row_number"]));
        if let Some(versions) = versions {
            notes.say(Setting::Versions, self.span(versions..versions + 1));
        } else if clause < range.end {
            let trouble = if self.is(clause, &["where"]) {
                Trouble::Filter
            } else {
                Trouble::AfterTheJoin(self.tokens[clause].text.to_uppercase())
            };
            notes.trouble(trouble, self.span(clause..range.end));
        }
        for item in items(&self.tokens, select + 1..from) {
            self.column(item, &mut relation, notes);
        }
        Some(relation)
    }

    /// A column that a subquery selects.
    fn column(&self, item: Range<usize>, relation: &mut Relation, notes: &mut Notes) {
        let tokens = &self.tokens[item.clone()];
        let (as_name, upto) = match tokens {
            [.., word, name] if word.is("as") && name.named() => (Some(name.text.clone()), item.end - 2),
            [.., last, name] if name.named() && (last.named() || last.sign(")")) && tokens.len() > 1 => {
                (Some(name.text.clone()), item.end - 1)
            }
            _ => (None, item.end),
        };
        let expr = expr::read(&self.tokens, item.start..upto, self.how);
        match (&expr.form, as_name) {
            (Form::Call(name, args), new) if ["window", "session_window"].contains(&name.as_str()) => {
                let Some(window) = spark_window(name, args, expr.span.clone(), notes) else { return };
                if let Some(Form::Column(parts)) = args.first().map(|first| &first.form)
                    && let Some(column) = parts.last()
                {
                    match &relation.time {
                        Some(time) if !time.value.eq_ignore_ascii_case(column) => {
                            let trouble = Trouble::NotEventTime { column: column.clone(), time: time.value.clone() };
                            notes.trouble(trouble, expr.span.clone());
                        }
                        Some(_) => {}
                        None => relation.time = Some(At::new(column.clone(), expr.span.clone())),
                    }
                }
                relation.window = Some(window);
                relation.window_columns = vec![new.unwrap_or_else(|| name.clone())];
            }
            (Form::Column(parts), Some(new)) => {
                if let Some(old) = parts.last()
                    && *old != new
                {
                    relation.renamed.push((new, old.clone()));
                }
            }
            (Form::Column(parts), None) => {
                if let Some(name) = parts.last()
                    && !relation.columns.iter().any(|column| column.eq_ignore_ascii_case(name))
                {
                    relation.columns.push(name.clone());
                }
            }
            (Form::Call(function, args), Some(new)) => relation.compute(new, function, args),
            (_, Some(new)) => relation.columns.push(new),
            _ => {}
        }
    }

    /// `TUMBLE(TABLE t, DESCRIPTOR(time), INTERVAL ...)`.
    fn window_function(&self, range: Range<usize>, depth: usize, notes: &mut Notes) -> Option<Relation> {
        let span = self.span(range.clone());
        let function = self.tokens.get(range.start)?.text.to_uppercase();
        let open = range.start + 1;
        if !self.sign(open, "(") {
            return None;
        }
        let close = closing(&self.tokens, open).min(range.end);
        let args = items(&self.tokens, open + 1..close.saturating_sub(1).max(open + 1));
        let mut relation = None;
        let mut time = None;
        let mut durations: Vec<(Option<String>, i64, Range<usize>)> = Vec::new();
        let mut partition = None;
        for mut arg in args {
            // `DATA => TABLE t`: an argument by its name.
            let mut named = None;
            if self.sign(arg.start + 1, "=>") {
                named = Some(self.tokens[arg.start].text.to_lowercase());
                arg.start += 2;
            }
            if self.is(arg.start, &["descriptor"]) {
                let mut at = arg.start + 2;
                time = self.name(&mut at, arg.end);
            } else if relation.is_none() {
                let mut at = arg.start + usize::from(self.is(arg.start, &["table"]));
                let mut source = self.source(&mut at, arg.end, depth + 1, notes)?;
                // `source` takes PARTITION for an alias.
                let by = (arg.start..arg.end).find(|at| self.is(*at, &["partition", "by"]));
                if let Some(by) = by {
                    let mut at = by + 2;
                    let bracket = self.sign(at, "(");
                    at += usize::from(bracket);
                    partition = self.name(&mut at, arg.end);
                    if at < arg.end && self.sign(at, ",") {
                        notes.trouble(Trouble::Partition, self.span(by..arg.end));
                    }
                }
                source.called.clear();
                relation = Some(source);
            } else {
                let expr = expr::read(&self.tokens, arg.clone(), self.how);
                match duration(&expr).filter(|ms| ms.abs() <= MAX_TIME) {
                    Some(ms) => durations.push((named, ms, expr.span)),
                    None => {
                        notes.trouble(Trouble::Duration, self.span(arg));
                        return relation;
                    }
                }
            }
        }
        let mut relation = relation?;
        let order: &[&str] = match function.as_str() {
            "TUMBLE" => &["size", "offset"],
            "HOP" => &["slide", "size", "offset"],
            "CUMULATE" => &["step", "size", "offset"],
            "SESSION" => &["gap"],
            _ => {
                notes.trouble(Trouble::WindowKind(function), span);
                return Some(relation);
            }
        };
        let mut found: Vec<(&str, i64, Range<usize>)> = Vec::new();
        for (index, (named, ms, span)) in durations.into_iter().enumerate() {
            let name = named.as_deref().and_then(|name| order.iter().find(|known| **known == name));
            match name.or(order.get(index)) {
                Some(name) => found.push((name, ms, span)),
                None => notes.trouble(Trouble::Duration, span),
            }
        }
        let part = |name: &str| found.iter().find(|(known, ..)| *known == name).map(|(_, ms, _)| *ms);
        let offset = part("offset").unwrap_or(0);
        let window = match function.as_str() {
            "TUMBLE" => part("size").map(|size| Window::Tumbling { size, offset }),
            "HOP" => part("size").zip(part("slide")).map(|(size, slide)| Window::Sliding { size, slide, offset }),
            "CUMULATE" => part("size").zip(part("step")).map(|(size, step)| Window::Cumulating { size, step, offset }),
            _ => part("gap").map(Window::session),
        };
        let Some(window) = window else {
            notes.trouble(Trouble::Duration, span);
            return Some(relation);
        };
        let parts = found.into_iter().map(|(name, ms, span)| {
            let setting = match name {
                "size" => Setting::Size(ms),
                "slide" => Setting::Slide(ms),
                "step" => Setting::Step(ms),
                "gap" => Setting::Gap(ms),
                _ => Setting::Offset(ms),
            };
            (setting, span)
        });
        relation.window = Some(At::new(Windows { window, parts: parts.collect() }, span));
        relation.window_columns = ["window_start", "window_end"].map(str::to_string).to_vec();
        relation.partition = partition;
        if let Some(time) = time {
            match &relation.time {
                Some(known) if !known.value.eq_ignore_ascii_case(&time.value) => {
                    let trouble = Trouble::NotEventTime { column: time.value, time: known.value.clone() };
                    notes.trouble(trouble, time.span);
                }
                Some(_) => {}
                None => relation.time = Some(time),
            }
        }
        Some(relation)
    }

    // ---- the join -------------------------------------------------------------------------------------------

    /// The semi or anti join among what `WHERE` says.
    fn half(&self, range: Range<usize>) -> Option<Half> {
        let end = self.next(range.clone(), &CLAUSES);
        let mut at = range.start;
        let mut from = range.start;
        while at < end {
            let word = self.is(at, &["exists"]) || self.is(at, &["in"]);
            if word && self.sign(at + 1, "(") && self.is(at + 2, &["select"]) {
                let close = closing(&self.tokens, at + 1);
                let not = at > range.start && self.is(at - 1, &["not"]);
                let first = at - usize::from(not);
                let tested = self.is(at, &["in"]).then_some(from..first);
                let ty = if not { JoinType::Anti } else { JoinType::Semi };
                let query = at + 2..close.saturating_sub(1).max(at + 2);
                return Some(Half { ty, word: first..close, tested, query });
            }
            if self.is(at, &["and"]) {
                from = at + 1;
            }
            at = if self.sign(at, "(") { closing(&self.tokens, at) } else { at + 1 };
        }
        None
    }

    fn scenario(&self, options: Options, notes: &mut Notes) -> Option<Scenario> {
        let end = self.select.end;
        let from = self.next(self.select.clone(), &["from"]);
        let clause = self.next(from..end, &CLAUSES);
        let filter =
            if self.is(clause, &["where"]) { clause + 1..self.next(clause + 1..end, &CLAUSES) } else { clause..clause };
        let mut at = from + 1;
        let source = |at: &mut usize, end: usize, notes: &mut Notes| {
            let start = *at;
            let found = self.source(at, end, 0, notes);
            if found.is_none() {
                notes.trouble(Trouble::Source, self.span(start..(*at).max(start + 1)));
            }
            found
        };
        let left = source(&mut at, clause, notes)?;
        let mut conditions: Vec<Range<usize>> = Vec::new();
        let mut using: Vec<At<String>> = Vec::new();
        let mut also: Vec<(Expr, Expr)> = Vec::new();
        let mut more = false;
        let (right, ty) = if at < clause {
            let ty = self.join_type(&mut at, clause, notes)?;
            let right = source(&mut at, clause, notes)?;
            if self.is(at, &["on"]) {
                let until = self.join_start(at + 1, clause);
                conditions.push(at + 1..until);
                at = until;
            } else if self.is(at, &["using"]) && self.sign(at + 1, "(") {
                let close = closing(&self.tokens, at + 1);
                using.extend(
                    (at + 2..close.saturating_sub(1))
                        .filter(|at| self.tokens[*at].named())
                        .map(|at| At::new(self.tokens[at].text.clone(), self.tokens[at].span.clone())),
                );
                at = close;
            }
            if at < clause {
                notes.trouble(Trouble::SecondJoin, self.span(at..clause));
                more = true;
            }
            if self.half(filter.clone()).is_some() {
                notes.trouble(Trouble::SecondJoin, self.span(filter.clone()));
            } else if filter.start < filter.end {
                // Behind an outer join it says which of its rows stay, not which rows join.
                if ty.value == JoinType::Inner {
                    conditions.push(filter);
                } else {
                    notes.trouble(Trouble::Filter, self.span(filter));
                }
            }
            (right, ty)
        } else {
            let Some(Half { ty, word, tested, query: inner }) = self.half(filter.clone()) else {
                notes.trouble(Trouble::NoJoin, self.span(self.select.clone()));
                return None;
            };
            let inner_from = self.next(inner.clone(), &["from"]);
            let inner_clause = self.next(inner_from..inner.end, &CLAUSES);
            let mut at = inner_from + 1;
            let right = source(&mut at, inner_clause, notes)?;
            if at < inner_clause {
                notes.trouble(Trouble::SecondJoin, self.span(at..inner_clause));
            }
            if self.is(inner_clause, &["where"]) {
                conditions.push(inner_clause + 1..self.next(inner_clause + 1..inner.end, &CLAUSES));
            }
            let first = tested.as_ref().map_or(word.start, |tested| tested.start);
            if let Some(tested) = tested {
                if ty == JoinType::Anti {
                    notes.assume(Assumption::NotIn, self.span(tested.start..word.start + 2));
                }
                // Each is of its own query, whatever the other has.
                let of = |range: Range<usize>, relation: &Relation| {
                    let mut expr = expr::read(&self.tokens, range, self.how);
                    if let (Form::Column(parts), Some(name)) = (&mut expr.form, relation.called.first())
                        && parts.len() == 1
                    {
                        parts.insert(0, name.clone());
                    }
                    expr
                };
                also.push((of(tested, &left), of(inner.start + 1..inner_from, &right)));
            }
            // What stands beside it filters rows.
            for mut part in [filter.start..first, word.end..filter.end] {
                part.start += usize::from(self.is(part.start, &["and"]));
                part.end -= usize::from(part.start < part.end && self.is(part.end - 1, &["and"]));
                if part.start < part.end {
                    notes.trouble(Trouble::Filter, self.span(part));
                }
            }
            (right, At::new(ty, self.span(word.start..word.start + 1)))
        };
        let rest = self.next(clause..end, &CLAUSES[1..]);
        if rest < end {
            notes.trouble(Trouble::AfterTheJoin(self.tokens[rest].text.to_uppercase()), self.span(rest..end));
        }
        let dialect = if self.how == Cut::SparkSql { Dialect::Spark } else { Dialect::FlinkSql };
        let mut sides = Sides::new(left, right);
        if dialect == Dialect::Spark && sides.left.fixed.is_some() && sides.right.fixed.is_some() {
            // Nothing says STREAM: the text is of a query over temporary views.
            (sides.left.fixed, sides.right.fixed) = (None, None);
        }
        let mut assembly = Assembly::new(dialect, sides, ty, options, self.text, notes);
        assembly.more = more;
        for name in using {
            assembly.using(&name.value, name.span);
        }
        for (a, b) in also {
            let span = a.span.clone();
            assembly.condition(&Expr { form: Form::Op("=", Box::new(a), Box::new(b)), span });
        }
        for condition in conditions {
            assembly.condition(&expr::read(&self.tokens, condition, self.how));
        }
        assembly.finish()
    }

    /// Where the next join starts.
    fn join_start(&self, from: usize, end: usize) -> usize {
        let join = self.next(from..end, &["join"]);
        let mut start = join;
        let words = ["inner", "left", "right", "full", "outer", "cross", "natural", "semi", "anti"];
        while join < end && start > from && words.iter().any(|word| self.is(start - 1, &[word])) {
            start -= 1;
        }
        start
    }

    fn join_type(&self, at: &mut usize, end: usize, notes: &mut Notes) -> Option<At<JoinType>> {
        let start = *at;
        if self.sign(start, ",") {
            *at += 1;
            return Some(At::new(JoinType::Inner, self.span(start..start + 1)));
        }
        while *at < end && !self.is(*at, &["join"]) {
            *at += 1;
        }
        let words: Vec<String> = self.tokens[start..*at].iter().map(|token| token.text.to_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "outer").collect();
        *at += 1;
        let span = self.span(start..(*at).min(end));
        let ty = match &words[..] {
            [] | ["inner"] => JoinType::Inner,
            ["left"] => JoinType::Left,
            ["right"] => JoinType::Right,
            ["full"] => JoinType::Full,
            ["left", "semi"] | ["semi"] => JoinType::Semi,
            ["left", "anti"] | ["anti"] => JoinType::Anti,
            _ => {
                notes.trouble(Trouble::JoinWord(words.join(" ").to_uppercase()), span);
                return None;
            }
        };
        Some(At::new(ty, span))
    }
}

fn duration_word(word: &str) -> bool {
    expr::words(&format!("1 {word}")).is_some() || word.eq_ignore_ascii_case("to")
}

/// What `WATERMARK FOR time AS ...` says.
fn delay(expr: &Expr, time: &str) -> Option<Strategy> {
    let own = |expr: &Expr| match &expr.form {
        Form::Column(parts) => parts.last().is_some_and(|name| name.eq_ignore_ascii_case(time)),
        _ => false,
    };
    match &expr.form {
        Form::Call(name, _) if name == "source_watermark" => Some(Strategy::Manual),
        Form::Op("-", column, by) if own(column) => {
            duration(by).filter(|ms| ms.abs() <= MAX_TIME).map(Strategy::bounded)
        }
        Form::Op("+", column, by) if own(column) => {
            duration(by).filter(|ms| ms.abs() <= MAX_TIME).map(|ms| Strategy::bounded(-ms))
        }
        _ if own(expr) => Some(Strategy::bounded(0)),
        _ => None,
    }
}

/// Statements that stand in strings of another language, each in one or in several.
pub(super) fn read_parts(
    statements: &[Vec<&Token>],
    how: Cut,
    mut options: Options,
    notes: &mut Notes,
) -> Option<Scenario> {
    let parts = || statements.iter().flatten().filter_map(|part| Some((part.inner?, part.text.as_bytes())));
    // The statements as one text, each at its own place: what lies between is blank.
    let mut whole = vec![b' '; parts().map(|(base, text)| base + text.len()).max()?];
    for (base, text) in parts() {
        whole[base..base + text.len()].copy_from_slice(text);
    }
    for base in statements.iter().filter_map(|statement| statement.first()?.inner).filter(|base| *base > 0) {
        whole[base - 1] = b';';
    }
    let whole = String::from_utf8(whole).ok()?;
    match find(&whole, how, &mut options, notes) {
        Some(query) => query.scenario(options, notes),
        None => {
            notes.trouble(Trouble::NoJoin, 0..0);
            None
        }
    }
}
