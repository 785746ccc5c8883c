//! PySpark: `withWatermark`, `join`, `window`, and `spark.sql`.

use std::ops::Range;

use super::{
    At, Notes, Trouble,
    chain::{FARTHEST, Program},
    expr::{self, Expr, Form},
    join::{Assembly, Options, Relation, spark_window},
    sql,
    token::{Cut, Sort, cut_strings, items},
};
use crate::scenario::{Dialect, JoinType, MAX_TIME, Scenario, Sides, Strategy};

pub(super) fn read(text: &str, notes: &mut Notes) -> Option<Scenario> {
    let program = Program::new(text, Cut::Python);
    if let Some(at) = program.unclosed {
        notes.trouble(Trouble::Unclosed, at..text.len());
    }
    formatted(&program, notes);
    let mut options = Options::default();
    for name in ["set", "config"] {
        for call in program.all(name) {
            let args = items(&program.tokens, call.args.clone());
            if let [name, value] = &args[..]
                && let (Some(name), Some(value)) = (program.string(name.clone()), program.string(value.clone()))
                && name.text.starts_with("spark.sql.streaming")
            {
                options.take(&name.text, &value.text, value.span.clone(), notes);
            }
        }
    }
    // `",".join(list)` is no join of streams.
    let mut joins = program.all("join");
    joins.retain(|call| call.at > 1 && program.tokens[call.at - 2].sort != Sort::Text);
    let Some(join) = joins.first() else {
        let mut strings = Vec::new();
        for call in program.all("sql") {
            let first = items(&program.tokens, call.args.clone()).into_iter().next().unwrap_or(call.args.clone());
            match program.strings(first) {
                Some(statement) if statement.iter().any(|string| string.sort == Sort::Formatted) => {
                    let strings = statement.iter().filter(|string| string.sort == Sort::Formatted);
                    strings.for_each(|string| notes.trouble(Trouble::Formatted, string.span.clone()));
                }
                Some(statement) if statement.iter().all(|string| string.inner.is_some()) => strings.push(statement),
                _ => notes.trouble(Trouble::Statement, program.span(call.args)),
            }
        }
        if strings.is_empty() {
            notes.trouble(Trouble::NoJoin, 0..0);
            return None;
        }
        return sql::read_parts(&strings, Cut::SparkSql, options, notes);
    };
    for other in &joins[1..] {
        notes.trouble(Trouble::SecondJoin, program.span(other.at..other.at + 1));
    }
    let start = program.chain_start(join.at - 1);
    let left = relation(&program, start..join.at - 1, 0, notes);
    let (mut other, mut on, mut how) = (None, None, None);
    for (index, arg) in items(&program.tokens, join.args.clone()).into_iter().enumerate() {
        match program.keyword(&arg) {
            Some(("on" | "joinExprs" | "usingColumns", value)) => on = Some(value),
            Some(("how" | "joinType", value)) => how = Some(value),
            Some(("other" | "right", value)) => other = Some(value),
            Some(_) => {}
            None => match index {
                0 => other = Some(arg),
                1 => on = Some(arg),
                _ => how = Some(arg),
            },
        }
    }
    let Some(other) = other else {
        notes.trouble(Trouble::Source, program.span(join.args.clone()));
        return None;
    };
    let right = relation(&program, other, 0, notes);
    let call = program.tokens[join.at].span.clone();
    let ty = match how {
        None => At::new(JoinType::Inner, call),
        Some(how) => {
            let span = program.span(how.clone());
            let word = program.string(how).map(|text| text.text.to_lowercase().replace('_', ""));
            let ty = match word.as_deref() {
                Some("inner") => JoinType::Inner,
                Some("left" | "leftouter") => JoinType::Left,
                Some("right" | "rightouter") => JoinType::Right,
                Some("full" | "outer" | "fullouter") => JoinType::Full,
                Some("semi" | "leftsemi") => JoinType::Semi,
                Some("anti" | "leftanti") => JoinType::Anti,
                _ => {
                    notes.trouble(Trouble::JoinType(word.unwrap_or_default()), span);
                    return None;
                }
            };
            At::new(ty, span)
        }
    };
    let mut assembly = Assembly::new(Dialect::Spark, Sides::new(left, right), ty, options, text, notes);
    if let Some(on) = on {
        condition(&program, on, &mut assembly, 0);
    }
    assembly.finish()
}

/// What a join is on: columns by name, one or several conditions, or a variable that holds them.
fn condition(program: &Program, on: Range<usize>, assembly: &mut Assembly, depth: usize) {
    if let Some(name) = program.string(on.clone()) {
        return assembly.using(&name.text, name.span.clone());
    }
    if program.sign(on.start, "[") && super::token::closing(&program.tokens, on.start) == on.end && depth < FARTHEST {
        for item in items(&program.tokens, on.start + 1..on.end - 1) {
            condition(program, item, assembly, depth + 1);
        }
        return;
    }
    if let [name] = &program.tokens[on.clone()]
        && depth < FARTHEST
        && let Some(value) = program.variable(&name.text, on.start)
    {
        // All of the line: a condition goes on behind its first bracket.
        let mut end = value.end;
        while program
            .tokens
            .get(end)
            .is_some_and(|token| ["&", "|", "==", "<", ">", "<=", ">=", "+", "-"].iter().any(|sign| token.sign(sign)))
        {
            end = program.chain_end(end + 1).max(end + 1);
        }
        return condition(program, value.start..end, assembly, depth + 1);
    }
    // `expr(text)`, where the text is a variable.
    if let [call] = &program.calls(on.clone())[..]
        && call.name == "expr"
        && call.args.end + 1 == on.end
        && let Some(strings) = program.strings(call.args.clone())
        && let Some(tokens) = cut_strings(strings, Cut::SparkSql)
    {
        return assembly.condition(&expr::read(&tokens, 0..tokens.len(), Cut::SparkSql));
    }
    assembly.condition(&expr::read(&program.tokens, on, program.how));
}

/// Strings that are put together when the program runs, where they would say what the join is.
fn formatted(program: &Program, notes: &mut Notes) {
    let says = ["withWatermark", "join", "expr", "sql", "window", "session_window"];
    let mut told = 0;
    for at in 0..program.tokens.len() {
        if at < told || !program.sign(at + 1, "(") || !says.iter().any(|name| program.is(at, name)) {
            continue;
        }
        let end = super::token::closing(&program.tokens, at + 1);
        for token in &program.tokens[at + 1..end] {
            if token.sort == Sort::Formatted {
                notes.trouble(Trouble::Formatted, token.span.clone());
                told = end;
            }
        }
    }
}

/// Calls that leave rows and their times what they are.
const HARMLESS: [&str; 34] = [
    "alias",
    "load",
    "table",
    "format",
    "option",
    "options",
    "schema",
    "select",
    "withColumn",
    "withColumnRenamed",
    "drop",
    "read",
    "readStream",
    "cache",
    "persist",
    "repartition",
    "coalesce",
    "getOrCreate",
    "builder",
    "appName",
    "hint",
    "selectExpr",
    "toDF",
    "json",
    "csv",
    "parquet",
    "text",
    "broadcast",
    "withWatermark",
    "cast",
    "as",
    "createDataFrame",
    "sql",
    "expr",
];

fn relation(program: &Program, range: Range<usize>, depth: usize, notes: &mut Notes) -> Relation {
    let span = program.span(range.clone());
    let mut relation = Relation { span: span.clone(), ..Relation::default() };
    if depth > FARTHEST || range.start >= range.end {
        return relation;
    }
    let first = &program.tokens[range.start];
    if first.sign("(") {
        let end = super::token::closing(&program.tokens, range.start).min(range.end);
        relation =
            self::relation(program, range.start + 1..end.saturating_sub(1).max(range.start + 1), depth + 1, notes);
        apply(program, end..range.end, &mut relation, notes);
        relation.span = span;
        return relation;
    }
    // `broadcast(table)`, `F.broadcast(table)`.
    if let [call] = &program.calls(range.clone())[..]
        && call.name == "broadcast"
    {
        return self::relation(program, call.args.clone(), depth + 1, notes);
    }
    if first.sort == Sort::Word && !program.sign(range.start + 1, "(") && first.text != "spark" {
        let name = At::new(first.text.clone(), first.span.clone());
        match program.variable(&first.text, range.start) {
            Some(value) => relation = self::relation(program, value, depth + 1, notes),
            None => relation.name = Some(name.clone()),
        }
        if relation.name.is_none() {
            relation.name = Some(name.clone());
        }
        relation.called.push(name.value);
    }
    apply(program, range, &mut relation, notes);
    relation.span = span;
    relation
}

/// What the calls of a chain say of its stream.
fn apply(program: &Program, range: Range<usize>, relation: &mut Relation, notes: &mut Notes) {
    let mut words = (range.start..range.end).take_while(|at| !program.sign(*at, "("));
    // `spark.table("t")` reads all of a table, as `spark.read.table("t")` does.
    let whole_table = |at: &usize| {
        program.is(*at, "spark")
            && program.sign(at + 1, ".")
            && program.is(at + 2, "table")
            && program.sign(at + 3, "(")
    };
    if let Some(at) = (range.start..range.end).take_while(|at| !program.sign(*at, "(")).find(whole_table) {
        relation.fixed = Some(program.tokens[at + 2].span.clone());
    }
    if words.clone().any(|at| program.is(at, "read")) {
        relation.fixed = words.find(|at| program.is(*at, "read")).map(|at| program.tokens[at].span.clone());
    }
    for call in program.calls(range) {
        let args = items(&program.tokens, call.args.clone());
        let whole = program.span(call.at..call.args.end + 1);
        match call.name.as_str() {
            "withWatermark" => {
                let said: Vec<Range<usize>> =
                    args.iter().map(|arg| program.keyword(arg).map_or(arg.clone(), |(_, value)| value)).collect();
                let texts: Vec<_> = said.iter().filter_map(|arg| program.string(arg.clone())).collect();
                let [time, delay] = &texts[..] else {
                    notes.trouble(Trouble::Watermark, whole);
                    continue;
                };
                relation.time = Some(At::new(expr::path(&time.text).join("."), time.span.clone()));
                match expr::words(&delay.text).filter(|ms| ms.abs() <= MAX_TIME) {
                    Some(ms) => {
                        relation.watermark = Some(At::new(Strategy::bounded(ms), delay.span.clone()));
                    }
                    None => notes.trouble(Trouble::Duration, delay.span.clone()),
                }
            }
            "table" => {
                if let Some(name) = program.string(call.args.clone()) {
                    relation.name = Some(At::new(name.text.clone(), name.span.clone()));
                }
            }
            "alias" => {
                if let Some(name) = args.first().and_then(|arg| program.string(arg.clone())) {
                    relation.called.push(name.text.clone());
                }
            }
            "withColumn" => {
                if let [name, value] = &args[..]
                    && let Some(name) = program.string(name.clone())
                {
                    column(program, value.clone(), Some(name.text.clone()), relation, notes);
                }
            }
            "withColumnRenamed" => {
                if let [old, new] = &args[..]
                    && let (Some(old), Some(new)) = (program.string(old.clone()), program.string(new.clone()))
                {
                    relation.renamed.push((new.text.clone(), old.text.clone()));
                }
            }
            "select" | "selectExpr" => {
                for arg in args {
                    column(program, arg, None, relation, notes);
                }
            }
            // The window of an aggregation: the join may compare it.
            "groupBy" | "groupby" => {
                let windows = args.into_iter().filter(|arg| {
                    let calls = program.calls(arg.clone());
                    calls.iter().any(|call| ["window", "session_window"].contains(&call.name.as_str()))
                });
                windows.for_each(|arg| column(program, arg, None, relation, notes));
                notes.trouble(Trouble::Call(call.name.clone()), whole);
            }
            "where" | "filter" => notes.trouble(Trouble::Filter, whole),
            name if HARMLESS.contains(&name) => {}
            name => notes.trouble(Trouble::Call(name.to_string()), whole),
        }
    }
}

/// A column that a stream is given.
fn column(program: &Program, range: Range<usize>, mut new: Option<String>, relation: &mut Relation, notes: &mut Notes) {
    if let Some(name) = program.string(range.clone()) {
        return relation.columns.push(name.text.clone());
    }
    for call in program.calls(range.clone()) {
        if call.name == "alias"
            && let Some(name) = program.string(call.args.clone())
        {
            new = Some(name.text.clone());
        }
    }
    let expr = expr::read(&program.tokens, range, program.how);
    match (&expr.form, new) {
        (Form::Call(name, args), new) if ["window", "session_window"].contains(&name.as_str()) => {
            let time = args.first().and_then(|first: &Expr| match &first.form {
                Form::Column(parts) => parts.last().cloned(),
                Form::Text(name) => Some(name.clone()),
                _ => None,
            });
            if let Some(window) = spark_window(name, args, expr.span.clone(), notes) {
                relation.window = Some(window);
                relation.window_columns = vec![new.unwrap_or_else(|| name.clone())];
            }
            match (time, &relation.time) {
                (Some(column), Some(time)) if time.value != column => {
                    let trouble = Trouble::NotEventTime { column, time: time.value.clone() };
                    notes.trouble(trouble, expr.span.clone());
                }
                (Some(column), None) => relation.time = Some(At::new(column, expr.span.clone())),
                _ => {}
            }
        }
        (Form::Column(parts), Some(new)) => {
            if let Some(old) = parts.last()
                && *old != new
            {
                relation.renamed.push((new, old.clone()));
            }
        }
        (Form::Column(parts), None) => relation.columns.extend(parts.last().cloned()),
        (Form::Call(function, args), Some(new)) => relation.compute(new, function, args),
        (_, Some(new)) => relation.columns.push(new),
        _ => {}
    }
}
