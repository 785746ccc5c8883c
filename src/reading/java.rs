//! Flink's DataStream API in Java: `intervalJoin`, `join` and `coGroup`; and SQL in `executeSql`.

use std::ops::Range;

use super::{
    Assumption, At, Notes, Setting, Trouble,
    chain::{Call, FARTHEST, Program},
    join::{self, Options, Relation},
    sql,
    token::{Cut, Sort, items},
};
use crate::scenario::{Dialect, Interval, JoinKind, JoinType, MAX_TIME, Scenario, Side, Sides, Strategy, Window};

pub(super) fn read(text: &str, notes: &mut Notes) -> Option<Scenario> {
    let program = Program::new(text, Cut::Java);
    if let Some(at) = program.unclosed {
        notes.trouble(Trouble::Unclosed, at..text.len());
    }
    let mut joins = program.all("intervalJoin");
    joins.extend(program.all("coGroup"));
    // `String.join` and Table API's `join` have no `where(...).equalTo(...)` behind them.
    joins.extend(
        program
            .all("join")
            .into_iter()
            .take(64)
            .filter(|call| rest(&program, call).iter().any(|c| c.name == "equalTo")),
    );
    joins.sort_by_key(|call| call.at);
    let Some(call) = joins.first() else {
        notes.trouble(Trouble::NoJoin, 0..0);
        return None;
    };
    for other in &joins[1..] {
        notes.trouble(Trouble::SecondJoin, program.span(other.at..other.at + 1));
    }
    let start = program.chain_start(call.at - 1);
    let left = relation(&program, start..call.at - 1, 0, notes);
    let right = relation(&program, call.args.clone(), 0, notes);
    let span = program.tokens[call.at].span.clone();
    let rest = rest(&program, call);
    if call.name == "intervalJoin" {
        interval(&program, left, right, span, &rest, notes)
    } else {
        window(&program, left, right, At::new(call.name == "coGroup", span), &rest, notes)
    }
}

/// The calls behind a join.
fn rest(program: &Program, call: &Call) -> Vec<Call> {
    let from = call.args.end + 1;
    if !program.sign(from, ".") {
        return Vec::new();
    }
    program.calls(from + 1..program.chain_end(from + 1))
}

/// Flink SQL in the strings of a program in Java or Python.
pub(super) fn queries(text: &str, how: Cut, notes: &mut Notes) -> Option<Scenario> {
    let program = &Program::new(text, how);
    if let Some(at) = program.unclosed {
        notes.trouble(Trouble::Unclosed, at..text.len());
    }
    let mut options = Options::default();
    let mut strings = Vec::new();
    for call in program.all("set") {
        if let [name, value] = &items(&program.tokens, call.args.clone())[..]
            && let (Some(name), Some(value)) = (program.string(name.clone()), program.string(value.clone()))
            && name.text.starts_with("table.exec")
        {
            options.take(&name.text, &value.text, value.span.clone(), notes);
        }
    }
    for name in ["executeSql", "sqlQuery", "execute_sql", "sql_query"] {
        for call in program.all(name) {
            match program.strings(call.args.clone()) {
                Some(statement) if statement.iter().any(|string| string.sort == Sort::Formatted) => {
                    notes.trouble(Trouble::Formatted, program.span(call.args));
                }
                Some(statement) if statement.iter().all(|string| string.inner.is_some()) => strings.push(statement),
                _ => notes.trouble(Trouble::Statement, program.span(call.args)),
            }
        }
    }
    if strings.is_empty() {
        notes.trouble(Trouble::NoJoin, 0..0);
        return None;
    }
    sql::read_parts(&strings, Cut::FlinkSql, options, notes)
}

fn interval(
    program: &Program,
    left: Relation,
    right: Relation,
    span: Range<usize>,
    rest: &[Call],
    notes: &mut Notes,
) -> Option<Scenario> {
    let mut bounds = None;
    let (mut lower_inclusive, mut upper_inclusive) = (true, true);
    for call in rest {
        match call.name.as_str() {
            "between" => {
                let args = items(&program.tokens, call.args.clone());
                let [lower, upper] = &args[..] else {
                    notes.trouble(Trouble::Duration, program.span(call.args.clone()));
                    return None;
                };
                let lower = needed(program, lower.clone(), notes)?;
                let upper = needed(program, upper.clone(), notes)?;
                bounds = Some((lower, upper));
            }
            "lowerBoundExclusive" => lower_inclusive = false,
            "upperBoundExclusive" => upper_inclusive = false,
            "process" => break,
            "inEventTime" | "sideOutputLeftLateData" | "sideOutputRightLateData" => {}
            "inProcessingTime" => {
                notes.trouble(Trouble::WindowKind(call.name.clone()), program.span(call.at..call.args.end + 1));
            }
            name => notes.trouble(Trouble::Call(name.to_string()), program.span(call.at..call.args.end + 1)),
        }
    }
    let Some((lower, upper)) = bounds else {
        notes.trouble(Trouble::MissingBound { upper: true }, span);
        return None;
    };
    notes.say(Setting::Kind("interval"), span.clone());
    notes.say(Setting::Lower(lower.value, lower_inclusive), lower.span);
    notes.say(Setting::Upper(upper.value, upper_inclusive), upper.span);
    let interval =
        Interval { lower: lower.value, upper: upper.value, lower_inclusive, upper_inclusive, min_cleanup_interval: 0 };
    let ty = At::new(JoinType::Inner, span);
    finish(Sides::new(left, right), ty, JoinKind::Interval(interval), notes)
}

fn window(
    program: &Program,
    mut left: Relation,
    mut right: Relation,
    group: At<bool>,
    rest: &[Call],
    notes: &mut Notes,
) -> Option<Scenario> {
    let (mut window, mut lateness) = (None, 0);
    for call in rest {
        let whole = program.span(call.at..call.args.end + 1);
        match call.name.as_str() {
            "where" => left.key = selector(program, call).and_then(|arg| key(program, arg)),
            "equalTo" => right.key = selector(program, call).and_then(|arg| key(program, arg)),
            "window" => window = assigner(program, call.args.clone(), notes),
            "allowedLateness" => {
                let said = needed(program, call.args.clone(), notes)?;
                lateness = said.value;
                notes.say(Setting::Lateness(lateness), said.span);
            }
            "apply" | "with" => break,
            name => notes.trouble(Trouble::Call(name.to_string()), whole),
        }
    }
    let Some(window) = window else {
        if !notes.troubles.iter().any(|(trouble, _)| trouble.stops()) {
            notes.trouble(Trouble::WindowKind(String::new()), group.span);
        }
        return None;
    };
    notes.say(Setting::Kind("window"), group.span.clone());
    let ty = if group.value {
        notes.assume(Assumption::CoGroup, group.span.clone());
        JoinType::Full
    } else {
        JoinType::Inner
    };
    let kind = JoinKind::Window { window, allowed_lateness: lateness };
    finish(Sides::new(left, right), At::new(ty, group.span), kind, notes)
}

fn finish(sides: Sides<Relation>, ty: At<JoinType>, kind: JoinKind, notes: &mut Notes) -> Option<Scenario> {
    for side in Side::BOTH {
        match &sides[side].key {
            Some(key) => notes.say(Setting::Key(side, key.value.clone()), key.span.clone()),
            None => notes.trouble(Trouble::NoKey, sides[side].span.clone()),
        }
    }
    Some(join::scenario(Dialect::FlinkDatastream, sides, ty, kind, Options::default(), notes))
}

/// `TumblingEventTimeWindows.of(size, offset)` and the like.
fn assigner(program: &Program, range: Range<usize>, notes: &mut Notes) -> Option<Window> {
    let span = program.span(range.clone());
    let name = program.tokens.get(range.start).map_or("", |token| &token.text).to_string();
    let calls = program.calls(range.clone());
    let durations = |call: &Call, notes: &mut Notes| -> Option<Vec<At<i64>>> {
        items(&program.tokens, call.args.clone()).into_iter().map(|arg| needed(program, arg, notes)).collect()
    };
    let of = calls.iter().find(|call| ["of", "withGap"].contains(&call.name.as_str()));
    let Some(of) = of.filter(|_| name.contains("EventTime")) else {
        if let [one] = &program.tokens[range.clone()]
            && let Some(value) = program.variable(&one.text, range.start)
            && value.len() > 1
        {
            return assigner(program, value, notes);
        }
        notes.trouble(Trouble::WindowKind(name), span);
        return None;
    };
    let parts = durations(of, notes)?;
    let offset = |index: usize| parts.get(index).map_or(0, |part| part.value);
    let (window, settings): (Window, Vec<Setting>) = match (name.as_str(), &parts[..]) {
        ("TumblingEventTimeWindows", [size, ..]) => (
            Window::Tumbling { size: size.value, offset: offset(1) },
            vec![Setting::Size(size.value), Setting::Offset(offset(1))],
        ),
        ("SlidingEventTimeWindows", [size, slide, ..]) => (
            Window::Sliding { size: size.value, slide: slide.value, offset: offset(2) },
            vec![Setting::Size(size.value), Setting::Slide(slide.value), Setting::Offset(offset(2))],
        ),
        ("EventTimeSessionWindows", [gap]) => (Window::session(gap.value), vec![Setting::Gap(gap.value)]),
        _ => {
            notes.trouble(Trouble::WindowKind(name), span);
            return None;
        }
    };
    notes.say(Setting::Window(window.word()), span);
    for (setting, part) in settings.into_iter().zip(parts) {
        notes.say(setting, part.span);
    }
    Some(window)
}

fn needed(program: &Program, range: Range<usize>, notes: &mut Notes) -> Option<At<i64>> {
    let span = program.span(range.clone());
    match duration(program, range, 0).filter(|ms| ms.abs() <= MAX_TIME) {
        Some(ms) => Some(At::new(ms, span)),
        None => {
            notes.trouble(Trouble::Duration, span);
            None
        }
    }
}

/// `Duration.ofMinutes(5)`, `Time.minutes(5)`, `Time.of(5, TimeUnit.MINUTES)`, `Duration.ZERO`, or a variable that is one.
fn duration(program: &Program, range: Range<usize>, depth: usize) -> Option<i64> {
    if depth > FARTHEST {
        return None;
    }
    let calls = program.calls(range.clone());
    let words = &program.tokens[range.start.min(range.end)..range.end.min(program.tokens.len())];
    let Some(first) = calls.first() else {
        return match words {
            [class, dot, zero] if dot.sign(".") && zero.is("ZERO") && class.is("Duration") => Some(0),
            [.., name] if name.sort == Sort::Word => {
                duration(program, program.variable(&name.text, range.start)?, depth + 1)
            }
            _ => None,
        };
    };
    let args = items(&program.tokens, first.args.clone());
    let unit = |word: &str| -> Option<i64> {
        Some(match word.trim_start_matches("of").to_lowercase().as_str() {
            "millis" | "milliseconds" => 1,
            "seconds" => 1_000,
            "minutes" => 60_000,
            "hours" => 3_600_000,
            "days" => 86_400_000,
            _ => return None,
        })
    };
    let ms = match (first.name.as_str(), &args[..]) {
        ("of", [count, of]) => {
            let word = program.tokens.get(of.end.checked_sub(1)?)?;
            number(program, count.clone(), depth)?.checked_mul(unit(&word.text)?)?
        }
        (name, [count]) => number(program, count.clone(), depth)?.checked_mul(unit(name)?)?,
        _ => return None,
    };
    match &calls[1..] {
        [] => Some(ms),
        [negated] if negated.name == "negated" => Some(-ms),
        _ => None,
    }
}

/// A whole number, a product of some, or a variable that is one.
fn number(program: &Program, range: Range<usize>, depth: usize) -> Option<i64> {
    if depth > FARTHEST {
        return None;
    }
    let words = program.tokens.get(range.clone())?;
    let (mut product, mut minus) = (1i64, false);
    for (index, token) in words.iter().enumerate() {
        match token.sort {
            Sort::Number => {
                let n: i64 = token.text.trim_end_matches(['L', 'l']).replace('_', "").parse().ok()?;
                product = product.checked_mul(n)?;
            }
            Sort::Word => {
                let value = program.variable(&token.text, range.start)?;
                product = product.checked_mul(number(program, value, depth + 1)?)?;
            }
            Sort::Sign if token.text == "-" && index == 0 => minus = true,
            Sort::Sign if token.text == "*" => {}
            _ => return None,
        }
    }
    (!words.is_empty()).then_some(if minus { -product } else { product })
}

/// A call's first argument; what may follow a key selector is its type.
fn selector(program: &Program, call: &Call) -> Option<Range<usize>> {
    if program.is(call.args.start, "new") {
        return Some(call.args.clone());
    }
    items(&program.tokens, call.args.clone()).into_iter().next()
}

/// The field that a key selector takes: `o -> o.orderId`, `Order::getOrderId`, `"orderId"`.
fn key(program: &Program, range: Range<usize>) -> Option<At<String>> {
    if program.is(range.start, "new") {
        // An anonymous class: the field that its method returns.
        let back = (range.clone()).rev().find(|at| program.is(*at, "return"))?;
        let end = (back..range.end).find(|at| program.sign(*at, ";"))?;
        return field(program, back + 1..end);
    }
    if let Some(name) = program.string(range.clone()) {
        return Some(At::new(name.text.clone(), name.span.clone()));
    }
    field(program, range)
}

/// The last word behind a dot or `::`, without `get`; of a `Row` the field in `getField("x")`.
fn field(program: &Program, range: Range<usize>) -> Option<At<String>> {
    let of_row = |at: &usize| program.is(*at, "getFieldAs") || program.is(*at, "getField");
    if let Some(at) = range.clone().find(of_row)
        && let Some(name) =
            program.tokens.get(at + 2).filter(|name| program.sign(at + 1, "(") && name.sort == Sort::Text)
    {
        return Some(At::new(name.text.clone(), name.span.clone()));
    }
    let word = |at: &usize| {
        program.tokens[*at].sort == Sort::Word && *at > 0 && (program.sign(at - 1, ".") || program.sign(at - 1, "::"))
    };
    // What makes a number of a time is no field.
    let into = ["toEpochMilli", "toEpochSecond", "getEpochSecond", "toInstant", "toMillis", "getTime", "longValue"];
    let mut words = range.rev().filter(word);
    let last = words.next()?;
    let at = std::iter::once(last)
        .chain(words)
        .find(|at| !into.contains(&program.tokens[*at].text.as_str()))
        .unwrap_or(last);
    let token = &program.tokens[at];
    let name = match token.text.strip_prefix("get") {
        Some(rest) if rest.starts_with(char::is_uppercase) => {
            let mut letters = rest.chars();
            letters.next().map(|first| first.to_lowercase().chain(letters).collect())?
        }
        _ => token.text.clone(),
    };
    Some(At::new(name, token.span.clone()))
}

/// Calls that leave rows and their times what they are.
const HARMLESS: [&str; 16] = [
    "name",
    "uid",
    "returns",
    "setParallelism",
    "addSource",
    "fromElements",
    "fromCollection",
    "fromData",
    "rebalance",
    "getExecutionEnvironment",
    "disableChaining",
    "slotSharingGroup",
    "socketTextStream",
    "fromSource",
    "keyBy",
    "build",
];

fn relation(program: &Program, range: Range<usize>, depth: usize, notes: &mut Notes) -> Relation {
    let span = program.span(range.clone());
    let mut relation = Relation { span: span.clone(), ..Relation::default() };
    if depth > FARTHEST || range.start >= range.end {
        return relation;
    }
    let first = &program.tokens[range.start];
    if first.sort == Sort::Word && !program.sign(range.start + 1, "(") && first.text != "new" {
        let environment = first.text.to_lowercase().ends_with("env") || first.text.contains("nvironment");
        match program.variable(&first.text, range.start) {
            Some(value) if !environment => relation = self::relation(program, value, depth + 1, notes),
            _ => {}
        }
        if relation.name.is_none() && !environment {
            relation.name = Some(At::new(first.text.clone(), first.span.clone()));
        }
    }
    for call in program.calls(range) {
        let args = items(&program.tokens, call.args.clone());
        match (call.name.as_str(), &args[..]) {
            ("keyBy", _) => relation.key = selector(program, &call).and_then(|arg| key(program, arg)),
            ("assignTimestampsAndWatermarks", _) => watermark(program, call.args.clone(), &mut relation, 0, notes),
            ("fromSource", [_, strategy, ..]) => watermark(program, strategy.clone(), &mut relation, 0, notes),
            ("filter", _) => notes.trouble(Trouble::Filter, program.span(call.at..call.args.end + 1)),
            (name, _) if HARMLESS.contains(&name) => {}
            (name, _) => {
                notes.trouble(Trouble::Call(name.to_string()), program.span(call.at..call.args.end + 1));
            }
        }
    }
    relation.span = span;
    relation
}

/// A `WatermarkStrategy`, or one of the older extractors.
fn watermark(program: &Program, range: Range<usize>, relation: &mut Relation, depth: usize, notes: &mut Notes) {
    let mut known = false;
    if depth <= FARTHEST
        && let Some(name) = program.tokens.get(range.start)
        && let Some(value) = program.variable(&name.text, range.start)
    {
        watermark(program, value, relation, depth + 1, notes);
        known = true;
    }
    for call in program.calls(range.clone()) {
        let whole = program.span(call.at..call.args.end + 1);
        let mut set = |strategy: Strategy, span: Range<usize>| {
            relation.watermark = Some(At::new(strategy, span));
            known = true;
        };
        match call.name.as_str() {
            "forBoundedOutOfOrderness" | "BoundedOutOfOrdernessTimestampExtractor" => {
                if let Some(delay) = needed(program, call.args.clone(), notes) {
                    set(Strategy::bounded(delay.value), delay.span);
                }
            }
            "forMonotonousTimestamps" | "AscendingTimestampExtractor" => set(Strategy::bounded(0), whole),
            "noWatermarks" => set(Strategy::None, whole),
            "withTimestampAssigner" => {
                let arrow = call.args.clone().find(|at| program.sign(*at, "->"));
                let from = arrow.map_or(call.args.start, |at| at + 1);
                relation.time = field(program, from..call.args.end);
            }
            "withIdleness" => match (&mut relation.watermark, needed(program, call.args.clone(), notes)) {
                (Some(At { value: Strategy::Bounded { idle_timeout, .. }, .. }), Some(timeout)) => {
                    *idle_timeout = Some(timeout.value);
                    notes.say(Setting::Idle(timeout.value), timeout.span);
                }
                _ => notes.trouble(Trouble::Idle, whole),
            },
            "withWatermarkAlignment" => notes.trouble(Trouble::Call(call.name.clone()), whole),
            _ => {}
        }
    }
    if !known && !notes.troubles.iter().any(|(trouble, _)| *trouble == Trouble::Duration) {
        notes.trouble(Trouble::Watermark, program.span(range));
    }
}
