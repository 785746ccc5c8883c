//! Two streams and a condition into a join.

use std::ops::Range;

use super::{
    Assumption, At, Notes, Setting, Trouble,
    expr::{Expr, Form, KEEPS_EQUAL, duration},
    token::{Cut, Sort, Token, cut},
};
use crate::scenario::{
    Dialect, Interval, Join, JoinKind, JoinType, MAX_TIME, Policy, Scenario, Script, Side, Sides, Strategy, Stream,
    Text, Window,
};

/// A side of the join, as far as the text tells of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    pub name: Option<At<String>>,
    /// What may stand before the dot of its columns.
    pub called: Vec<String>,
    /// The columns that the text names as its.
    pub columns: Vec<String>,
    /// New names of columns, and old ones.
    pub renamed: Vec<(String, String)>,
    /// Columns that a function makes, and what it is called.
    pub computed: Vec<(String, String)>,
    pub time: Option<At<String>>,
    pub watermark: Option<At<Strategy>>,
    /// Whether the text defines the table, so that what it leaves out is not there.
    pub defined: bool,
    pub process_times: Vec<String>,
    pub window: Option<At<Windows>>,
    /// The columns that are the window, and how many of them a join compares.
    pub window_columns: Vec<String>,
    pub partition: Option<At<String>>,
    /// The time of `FOR SYSTEM_TIME AS OF`.
    pub moment: Option<Expr>,
    /// A table, no stream: where the text says so.
    pub fixed: Option<Range<usize>>,
    /// Where the whole side stands.
    pub span: Range<usize>,
    /// DataStream: the key.
    pub key: Option<At<String>>,
}

/// A window with where each of its parts stands.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    pub window: Window,
    pub parts: Vec<(Setting, Range<usize>)>,
}

/// What options say.
#[derive(Default)]
pub(super) struct Options {
    pub ttl: Option<At<i64>>,
    /// Of the sides that a hint names, before `ttl`.
    pub ttl_of: Vec<(At<String>, At<i64>)>,
    pub cleanup: Option<At<i64>>,
    pub policy: Option<At<Policy>>,
    /// Flink SQL: of all sources.
    pub idle: Option<At<i64>>,
}

impl Options {
    /// Takes an option of Flink or Spark.
    pub fn take(&mut self, name: &str, value: &str, span: Range<usize>, notes: &mut Notes) {
        let mut ms = |slot: &mut Option<At<i64>>| match super::expr::option(value) {
            Some(ms) if ms.abs() <= MAX_TIME => *slot = Some(At::new(ms, span.clone())),
            _ => notes.trouble(Trouble::Duration, span.clone()),
        };
        match name.to_lowercase().as_str() {
            "table.exec.state.ttl" => ms(&mut self.ttl),
            "table.exec.source.idle-timeout" => ms(&mut self.idle),
            "table.exec.interval-join.min-cleanup-interval" => ms(&mut self.cleanup),
            "spark.sql.streaming.multiplewatermarkpolicy" => match value.to_lowercase().as_str() {
                "max" => self.policy = Some(At::new(Policy::Max, span)),
                "min" => self.policy = Some(At::new(Policy::Min, span)),
                _ => notes.trouble(Trouble::Option(name.to_string()), span),
            },
            _ => notes.trouble(Trouble::Option(name.to_string()), span),
        }
    }
}

/// A sum of columns and ms. Which side a column is of may not be known.
struct Linear {
    columns: Vec<(Option<Side>, String, i64)>,
    ms: i64,
}

#[derive(Default)]
struct Bounds {
    lower: Option<At<(i64, bool)>>,
    upper: Option<At<(i64, bool)>>,
}

/// A join that has all but its kind.
pub(super) struct Assembly<'n> {
    /// All of the text.
    text: &'n str,
    /// There are more joins than this one.
    pub more: bool,
    pub dialect: Dialect,
    pub sides: Sides<Relation>,
    pub ty: At<JoinType>,
    pub options: Options,
    pub notes: &'n mut Notes,
    keys: Vec<(String, String, Range<usize>)>,
    bounds: Bounds,
    windows_compared: Vec<(String, Range<usize>)>,
    times: Sides<Option<At<String>>>,
    /// Conditions that are not read.
    unread: Vec<Range<usize>>,
}

impl Relation {
    /// A column under a new name that a function makes; of one column, if it keeps what is equal so.
    pub fn compute(&mut self, new: String, function: &str, args: &[Expr]) {
        self.computed.push((new.clone(), function.to_string()));
        match args {
            [Expr { form: Form::Column(parts), .. }] if KEEPS_EQUAL.contains(&function) => {
                self.renamed.extend(parts.last().map(|old| (new, old.clone())));
            }
            _ => self.columns.push(new),
        }
    }
}

impl<'n> Assembly<'n> {
    pub fn new(
        dialect: Dialect,
        sides: Sides<Relation>,
        ty: At<JoinType>,
        options: Options,
        text: &'n str,
        notes: &'n mut Notes,
    ) -> Self {
        let times = Sides::new(sides.left.time.clone(), sides.right.time.clone());
        Assembly {
            text,
            more: false,
            dialect,
            sides,
            ty,
            options,
            notes,
            keys: Vec::new(),
            bounds: Bounds::default(),
            windows_compared: Vec::new(),
            times,
            unread: Vec::new(),
        }
    }

    /// A column that both sides call the same.
    pub fn using(&mut self, name: &str, span: Range<usize>) {
        if self.sides.left.window_columns.iter().any(|column| column.eq_ignore_ascii_case(name)) {
            self.windows_compared.push((name.to_lowercase(), span));
        } else {
            self.keys.push((name.to_string(), name.to_string(), span));
        }
    }

    /// A condition, and all that `AND` joins to it.
    pub fn condition(&mut self, expr: &Expr) {
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            match &expr.form {
                Form::Op("and", a, b) => left.extend([&**b, &**a]),
                Form::Between(of, low, high) => {
                    self.compare(of, ">=", low, low.span.clone(), expr);
                    self.compare(of, "<=", high, high.span.clone(), expr);
                }
                Form::Op("=", a, b) => self.equal(a, b, expr),
                Form::Op(op @ ("<" | "<=" | ">" | ">="), a, b) => self.compare(a, op, b, expr.span.clone(), expr),
                _ => self.unread.push(expr.span.clone()),
            }
        }
    }

    /// A column that neither side has: one of another join's, if there is one.
    fn unknown(&mut self, trouble: Trouble, span: Range<usize>) {
        match trouble {
            Trouble::UnknownColumn(_) if self.more => self.notes.trouble(Trouble::SecondJoin, span),
            Trouble::Condition => self.unread.push(span),
            trouble => self.notes.trouble(trouble, span),
        }
    }

    /// Whether a condition that is not read compares the two sides' times: by what stands in it.
    fn compares_times(&self, span: Range<usize>) -> bool {
        let how = if self.dialect == Dialect::Spark { Cut::Python } else { Cut::FlinkSql };
        let (tokens, _) = cut(self.text.get(span.clone()).unwrap_or_default(), span.start, how);
        let mut sides = Sides::new(false, false);
        let (mut timed, mut at) = (false, 0);
        while at < tokens.len() {
            let mut parts = Vec::new();
            while let Some(token) = tokens.get(at).filter(|token| token.named() || token.sort == Sort::Text) {
                match token.sort {
                    Sort::Text => parts.extend(token.text.split('.').map(str::to_string)),
                    _ => parts.push(token.text.clone()),
                }
                at += 1;
                if !tokens.get(at).is_some_and(|dot| dot.sign(".")) {
                    break;
                }
                at += 1;
            }
            if parts.is_empty() {
                at += 1;
                continue;
            }
            // `a.time.between(...)`.
            if tokens.get(at).is_some_and(|bracket| bracket.sign("(")) {
                parts.pop();
            }
            if let Some((side, name)) = self.find(&parts) {
                sides[side] = true;
                timed |= self.times[side].as_ref().is_some_and(|time| time.value.eq_ignore_ascii_case(&name));
            }
        }
        let orders = |token: &Token| {
            let words = ["between", "interval", "timestampdiff", "timestampadd", "datediff", "unix_timestamp"];
            words.iter().any(|word| token.is(word)) || ["<", "<=", ">", ">="].iter().any(|sign| token.sign(sign))
        };
        let nowhere = self.times.left.is_none() && self.times.right.is_none();
        sides.left && sides.right && (timed || nowhere && tokens.iter().any(orders))
    }

    /// Tells the conditions that are not read; whether one of them compares times.
    fn tell_unread(&mut self, bounded: bool) -> bool {
        let mut any = false;
        for span in std::mem::take(&mut self.unread) {
            let times = !bounded && self.compares_times(span.clone());
            any |= times;
            self.notes.trouble(if times { Trouble::TimeCondition } else { Trouble::Condition }, span);
        }
        any
    }

    fn equal(&mut self, a: &Expr, b: &Expr, whole: &Expr) {
        if let (Form::Call(first, of_a), Form::Call(second, of_b)) = (&a.form, &b.form)
            && first == second
            && ["window", "session_window"].contains(&first.as_str())
        {
            return self.windows_called(first, of_a, of_b, a, b, whole);
        }
        let ((a, by_a), (b, by_b)) = (of_a_function(a), of_a_function(b));
        let (Form::Column(a), Form::Column(b)) = (&a.form, &b.form) else {
            return self.unread.push(whole.span.clone());
        };
        let by = by_a.or(by_b).map(str::to_string).or_else(|| self.computed(a)).or_else(|| self.computed(b));
        let pair = match (self.find(a), self.find(b)) {
            (Some((Side::Left, left)), Some((Side::Right, right))) => (left, right),
            (Some((Side::Right, right)), Some((Side::Left, left))) => (left, right),
            (Some((Side::Left, left)), None) if b.len() == 1 => (left, self.guessed(&b[0], Side::Right, whole)),
            (Some((Side::Right, right)), None) if b.len() == 1 => (self.guessed(&b[0], Side::Left, whole), right),
            (None, Some((Side::Left, left))) if a.len() == 1 => (left, self.guessed(&a[0], Side::Right, whole)),
            (None, Some((Side::Right, right))) if a.len() == 1 => (self.guessed(&a[0], Side::Left, whole), right),
            (None, None) if a.len() == 1 && b.len() == 1 => {
                // The column that is called more like the left event time is the left one; else the first.
                let like = |name: &str, side: Side| {
                    let time = self.times[side].as_ref().map_or("", |time| &time.value);
                    name.chars().zip(time.chars()).take_while(|(a, b)| a == b).count()
                };
                let straight = like(&a[0], Side::Left) + like(&b[0], Side::Right);
                let crossed = like(&b[0], Side::Left) + like(&a[0], Side::Right);
                let (left, right) = if crossed > straight { (&b[0], &a[0]) } else { (&a[0], &b[0]) };
                (self.guessed(left, Side::Left, whole), self.guessed(right, Side::Right, whole))
            }
            (Some(_), Some(_)) => return self.unread.push(whole.span.clone()),
            (found, _) => {
                let name = if found.is_none() { a } else { b };
                return self.unknown(Trouble::UnknownColumn(name.join(".")), whole.span.clone());
            }
        };
        let is_window = |side: Side, name: &String| {
            self.sides[side].window_columns.iter().any(|column| column.eq_ignore_ascii_case(name))
        };
        match (is_window(Side::Left, &pair.0), is_window(Side::Right, &pair.1)) {
            (true, true) => self.windows_compared.push((pair.0.to_lowercase(), whole.span.clone())),
            (false, false) => {
                let is_time = |side: Side, name: &String| self.times[side].as_ref().is_some_and(|t| t.value == *name);
                let times = is_time(Side::Left, &pair.0) && is_time(Side::Right, &pair.1);
                if times && by.is_some() {
                    self.unread.push(whole.span.clone());
                } else if times {
                    self.equal_times(whole);
                } else {
                    if let Some(function) = by {
                        self.notes.assume(Assumption::KeyBy(function.to_uppercase()), whole.span.clone());
                    }
                    self.keys.push((pair.0, pair.1, whole.span.clone()));
                }
            }
            _ => self.notes.trouble(Trouble::Condition, whole.span.clone()),
        }
    }

    /// Event times that are equal: Flink SQL takes that for an interval of no length, Spark for a key.
    fn equal_times(&mut self, whole: &Expr) {
        if self.dialect != Dialect::FlinkSql || self.bounds.lower.is_some() || self.bounds.upper.is_some() {
            return self.notes.trouble(Trouble::Condition, whole.span.clone());
        }
        self.bounds.lower = Some(At::new((0, true), whole.span.clone()));
        self.bounds.upper = Some(At::new((0, true), whole.span.clone()));
    }

    /// `window(a.time, '10 minutes') = window(b.time, '10 minutes')`.
    fn windows_called(&mut self, name: &str, of_a: &[Expr], of_b: &[Expr], a: &Expr, b: &Expr, whole: &Expr) {
        for (args, expr) in [(of_a, a), (of_b, b)] {
            let column = args.first().and_then(|first| match &first.form {
                Form::Column(parts) => self.find(parts),
                _ => None,
            });
            let Some((side, column)) = column else {
                return self.notes.trouble(Trouble::Condition, whole.span.clone());
            };
            let Some(window) = spark_window(name, args, expr.span.clone(), self.notes) else { return };
            self.check_time(side, &column, expr.span.clone());
            self.sides[side].window = Some(window);
        }
        self.windows_compared.push(("window".into(), whole.span.clone()));
    }

    fn guessed(&mut self, name: &str, side: Side, whole: &Expr) -> String {
        self.notes.assume(Assumption::Of(name.to_string(), side), whole.span.clone());
        name.to_string()
    }

    /// The side of a column, and its name there.
    fn find(&self, parts: &[String]) -> Option<(Side, String)> {
        let name = parts.last()?;
        let own = |side: Side| {
            if self.sides[side].time.as_ref().is_some_and(|time| time.value.eq_ignore_ascii_case(name)) {
                return name.clone();
            }
            let renamed = self.sides[side].renamed.iter().find(|(new, _)| new.eq_ignore_ascii_case(name));
            renamed.map_or_else(|| name.clone(), |(_, old)| old.clone())
        };
        if let [.., of, _] = parts {
            let side = Side::BOTH
                .into_iter()
                .find(|side| self.sides[*side].called.iter().any(|called| called.eq_ignore_ascii_case(of)));
            return side.map(|side| (side, own(side)));
        }
        let has = |side: Side| {
            let relation = &self.sides[side];
            let mut columns = relation.columns.iter().chain(&relation.window_columns);
            columns.any(|column| column.eq_ignore_ascii_case(name))
                || relation.renamed.iter().any(|(new, _)| new.eq_ignore_ascii_case(name))
                || relation.time.as_ref().is_some_and(|time| time.value.eq_ignore_ascii_case(name))
        };
        match (has(Side::Left), has(Side::Right)) {
            (true, false) => Some((Side::Left, own(Side::Left))),
            (false, true) => Some((Side::Right, own(Side::Right))),
            _ => None,
        }
    }

    /// The function that makes a column.
    fn computed(&self, parts: &[String]) -> Option<String> {
        let name = parts.last()?;
        let of = |side: &Side| match parts {
            [.., of, _] => self.sides[*side].called.iter().any(|called| called.eq_ignore_ascii_case(of)),
            _ => true,
        };
        let mut all = Side::BOTH.into_iter().filter(of).flat_map(|side| &self.sides[side].computed);
        all.find(|(new, _)| new.eq_ignore_ascii_case(name)).map(|(_, function)| function.clone())
    }

    fn linear(&self, expr: &Expr) -> Result<Linear, Trouble> {
        match &expr.form {
            Form::Column(parts) => match self.find(parts) {
                Some((side, name)) => Ok(Linear { columns: vec![(Some(side), name, 1)], ms: 0 }),
                None if parts.len() == 1 => Ok(Linear { columns: vec![(None, parts[0].clone(), 1)], ms: 0 }),
                None => Err(Trouble::UnknownColumn(parts.join("."))),
            },
            Form::Op(sign @ ("+" | "-"), a, b) if duration(expr).is_none() => {
                let (mut a, b) = (self.linear(a)?, self.linear(b)?);
                let sign = if *sign == "+" { 1 } else { -1 };
                a.columns.extend(b.columns.into_iter().map(|(side, name, n)| (side, name, n * sign)));
                a.ms = a.ms.checked_add(b.ms * sign).ok_or(Trouble::Duration)?;
                Ok(a)
            }
            Form::Interval(_) | Form::Op(..) | Form::Text(_) => match duration(expr) {
                Some(ms) if ms.abs() <= MAX_TIME => Ok(Linear { columns: Vec::new(), ms }),
                _ if matches!(expr.form, Form::Interval(_)) => Err(Trouble::Duration),
                _ => Err(Trouble::Condition),
            },
            Form::Number(_) | Form::Between(..) | Form::Call(..) | Form::Other => Err(Trouble::Condition),
        }
    }

    /// `a op b`, brought to `right.time - left.time op bound`.
    fn compare(&mut self, a: &Expr, op: &str, b: &Expr, span: Range<usize>, whole: &Expr) {
        let (a, b) = match (self.linear(a), self.linear(b)) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(trouble), _) | (_, Err(trouble)) => return self.unknown(trouble, whole.span.clone()),
        };
        let mut columns = a.columns;
        columns.extend(b.columns.into_iter().map(|(side, name, n)| (side, name, -n)));
        let ms = a.ms.saturating_sub(b.ms);
        let columns = match self.of_both(columns, whole) {
            Ok(columns) => columns,
            Err(trouble) => return self.unknown(trouble, whole.span.clone()),
        };
        let (left, right, sign) =
            match &columns[..] {
                [(Side::Left, left, -1), (Side::Right, right, 1)]
                | [(Side::Right, right, 1), (Side::Left, left, -1)] => (left.clone(), right.clone(), 1),
                [(Side::Left, left, 1), (Side::Right, right, -1)]
                | [(Side::Right, right, -1), (Side::Left, left, 1)] => (left.clone(), right.clone(), -1),
                _ => return self.unread.push(whole.span.clone()),
            };
        let mut fits = self.check_time(Side::Left, &left, whole.span.clone());
        fits &= self.check_time(Side::Right, &right, whole.span.clone());
        if !fits {
            return;
        }
        // sign * (right - left) + ms op 0.
        let lower = op.starts_with('>') == (sign == 1);
        let bound = if sign == 1 { -ms } else { ms };
        if bound.abs() > MAX_TIME {
            return self.notes.trouble(Trouble::Duration, span);
        }
        let slot = if lower { &mut self.bounds.lower } else { &mut self.bounds.upper };
        if slot.is_some() {
            return self.notes.trouble(Trouble::TwoBounds { upper: !lower }, span);
        }
        *slot = Some(At::new((bound, op.ends_with('=')), span));
    }

    /// Two columns, each with its side: of one without a table's name it is the side that the other is not of.
    fn of_both(
        &mut self,
        columns: Vec<(Option<Side>, String, i64)>,
        whole: &Expr,
    ) -> Result<Vec<(Side, String, i64)>, Trouble> {
        let known = match &columns[..] {
            [(Some(side), ..), (None, name, _)] | [(None, name, _), (Some(side), ..)] => {
                let side = side.other();
                match &self.times[side] {
                    Some(time) => time.value.eq_ignore_ascii_case(name).then_some(side),
                    None => {
                        self.notes.assume(Assumption::Of(name.clone(), side), whole.span.clone());
                        Some(side)
                    }
                }
            }
            _ => None,
        };
        let of = |(side, name, sign): (Option<Side>, String, i64)| match side.or(known) {
            Some(side) => Ok((side, name, sign)),
            None => Err(Trouble::UnknownColumn(name)),
        };
        columns.into_iter().map(of).collect()
    }

    /// Whether the column is its side's event time; the first that is asked for is, where the text names none.
    fn check_time(&mut self, side: Side, column: &str, span: Range<usize>) -> bool {
        match &self.times[side] {
            Some(time) if time.value.eq_ignore_ascii_case(column) => true,
            Some(time) => {
                let trouble = Trouble::NotEventTime { column: column.to_string(), time: time.value.clone() };
                self.notes.trouble(trouble, span);
                false
            }
            None => {
                self.times[side] = Some(At::new(column.to_string(), span.clone()));
                self.notes.assume(Assumption::Time(side, column.to_string()), span);
                true
            }
        }
    }

    /// The scenario, once all conditions are in.
    pub fn finish(mut self) -> Option<Scenario> {
        let kind = self.kind();
        self.tell_unread(true);
        if kind.is_none() {
            self.options = Options::default();
        }
        if self.keys.is_empty() {
            self.notes.trouble(Trouble::NoKey, self.sides.left.span.start..self.sides.right.span.end);
        } else if self.keys.len() > 1 {
            let (first, last) = (self.keys[0].2.start, self.keys[self.keys.len() - 1].2.end);
            self.notes.assume(Assumption::ManyKeys, first..last.max(first));
        }
        for (left, right, span) in std::mem::take(&mut self.keys) {
            self.notes.say(Setting::Key(Side::Left, left.clone()), span.clone());
            self.notes.say(Setting::Key(Side::Right, right.clone()), span.clone());
            for (side, name) in [(Side::Left, left), (Side::Right, right)] {
                if let Some(partition) = &self.sides[side].partition
                    && !partition.value.eq_ignore_ascii_case(&name)
                {
                    self.notes.trouble(Trouble::Partition, partition.span.clone());
                }
                let key = &mut self.sides[side].key;
                match key {
                    Some(key) => key.value = format!("{}, {name}", key.value),
                    None => *key = Some(At::new(name, span.clone())),
                }
            }
        }
        for side in Side::BOTH {
            self.sides[side].time = self.times[side].take();
        }
        // Of a join without a kind the rest is told all the same.
        let any = kind.unwrap_or(JoinKind::Regular { state_ttl: 0 });
        let scenario = scenario(self.dialect, self.sides, self.ty, any, self.options, self.notes);
        kind.map(|_| scenario)
    }

    fn kind(&mut self) -> Option<JoinKind> {
        let whole = self.sides.left.span.start..self.sides.right.span.end.max(self.sides.left.span.start);
        if let Some(moment) = self.sides.right.moment.take() {
            return self.by_moment(&moment);
        }
        if let Some(span) = self.sides.left.fixed.clone() {
            if self.sides.right.fixed.is_none() {
                self.notes.trouble(Trouble::TableOnTheLeft, span);
                return None;
            }
        } else if let Some(span) = self.sides.right.fixed.clone() {
            self.notes.say(Setting::Kind("lookup"), span);
            return Some(JoinKind::Lookup);
        }
        let windows = (self.sides.left.window.take(), self.sides.right.window.take());
        match windows {
            (Some(left), Some(right)) => {
                if left.value.window != right.value.window {
                    self.notes.trouble(Trouble::WindowsDiffer, right.span);
                    return None;
                }
                let named = |name: &str| self.windows_compared.iter().any(|(compared, _)| compared == name);
                let all = match self.dialect {
                    Dialect::FlinkSql | Dialect::FlinkDatastream => named("window_start") && named("window_end"),
                    Dialect::Spark => !self.windows_compared.is_empty(),
                };
                if !all {
                    self.notes.trouble(Trouble::WindowNotCompared, whole);
                    return None;
                }
                for (_, span) in &self.windows_compared {
                    self.notes.say(Setting::Kind("window"), span.clone());
                }
                for side in [&left, &right] {
                    self.notes.say(Setting::Window(side.value.window.word()), side.span.clone());
                    for (part, span) in &side.value.parts {
                        self.notes.say(part.clone(), span.clone());
                    }
                }
                self.unused_bounds();
                Some(JoinKind::Window { window: left.value.window, allowed_lateness: 0 })
            }
            (Some(window), None) => {
                self.notes.trouble(Trouble::OneWindow(Side::Left), window.span);
                None
            }
            (None, Some(window)) => {
                self.notes.trouble(Trouble::OneWindow(Side::Right), window.span);
                None
            }
            (None, None) => self.by_bounds(whole),
        }
    }

    fn unused_bounds(&mut self) {
        for bound in [self.bounds.lower.take(), self.bounds.upper.take()].into_iter().flatten() {
            self.notes.trouble(Trouble::Condition, bound.span);
        }
    }

    fn by_moment(&mut self, moment: &Expr) -> Option<JoinKind> {
        self.unused_bounds();
        let (lookup, column) = match &moment.form {
            Form::Call(name, _) if name == "proctime" => (true, None),
            Form::Column(parts) => {
                let name = parts.last().cloned().unwrap_or_default();
                let lookup = self.sides.left.process_times.iter().any(|time| time.eq_ignore_ascii_case(&name));
                (lookup, Some(name))
            }
            _ => {
                self.notes.trouble(Trouble::Condition, moment.span.clone());
                return None;
            }
        };
        if lookup {
            self.notes.say(Setting::Kind("lookup"), moment.span.clone());
            return Some(JoinKind::Lookup);
        }
        if let Some(name) = column {
            if self.times.left.is_none() && !self.sides.left.defined {
                self.notes.assume(Assumption::EventTime, moment.span.clone());
                self.times.left = Some(At::new(name, moment.span.clone()));
            } else {
                self.check_time(Side::Left, &name, moment.span.clone());
            }
        }
        self.notes.say(Setting::Kind("temporal"), moment.span.clone());
        Some(JoinKind::Temporal)
    }

    /// How long both sides are kept; joinscope has one time for the two.
    fn state_ttl(&mut self) -> Option<i64> {
        let option = self.options.ttl.take();
        let mut of = Sides::new(option.clone(), option);
        for (name, ttl) in std::mem::take(&mut self.options.ttl_of) {
            let called = |side: &Side| self.sides[*side].called.iter().any(|own| own.eq_ignore_ascii_case(&name.value));
            match Side::BOTH.into_iter().find(called) {
                Some(side) => of[side] = Some(ttl),
                None => self.notes.trouble(Trouble::HintOf(name.value), name.span),
            }
        }
        let ms = |ttl: &Option<At<i64>>| ttl.as_ref().map_or(0, |ttl| ttl.value);
        if ms(&of.left) != ms(&of.right) {
            let span = of.right.or(of.left).map_or(0..0, |ttl| ttl.span);
            self.notes.trouble(Trouble::TtlsDiffer, span);
            return None;
        }
        let both = ms(&of.left);
        for ttl in [of.left, of.right].into_iter().flatten() {
            self.notes.say(Setting::Ttl(ttl.value), ttl.span);
        }
        Some(both)
    }

    fn by_bounds(&mut self, whole: Range<usize>) -> Option<JoinKind> {
        let bounds = (self.bounds.lower.take(), self.bounds.upper.take());
        if self.tell_unread(matches!(bounds, (Some(_), Some(_)))) {
            return None;
        }
        match bounds {
            (Some(lower), Some(upper)) => {
                let inclusive = |(ms, is): (i64, bool), inner: i64| if is { ms } else { ms.saturating_add(inner) };
                if inclusive(lower.value, 1) > inclusive(upper.value, -1) {
                    let of = lower.span.start.min(upper.span.start)..lower.span.end.max(upper.span.end);
                    self.notes.trouble(Trouble::Reversed, of);
                }
                let span = lower.span.start.min(upper.span.start)..lower.span.end.max(upper.span.end);
                self.notes.say(Setting::Kind("interval"), span);
                self.notes.say(Setting::Lower(lower.value.0, lower.value.1), lower.span);
                self.notes.say(Setting::Upper(upper.value.0, upper.value.1), upper.span);
                let min_cleanup_interval = self.options.cleanup.take().map_or(0, |cleanup| {
                    self.notes.say(Setting::Cleanup(cleanup.value), cleanup.span);
                    cleanup.value
                });
                Some(JoinKind::Interval(Interval {
                    lower: lower.value.0,
                    upper: upper.value.0,
                    lower_inclusive: lower.value.1,
                    upper_inclusive: upper.value.1,
                    min_cleanup_interval,
                }))
            }
            (Some(bound), None) => {
                self.notes.trouble(Trouble::MissingBound { upper: true }, bound.span);
                None
            }
            (None, Some(bound)) => {
                self.notes.trouble(Trouble::MissingBound { upper: false }, bound.span);
                None
            }
            (None, None) => {
                self.notes.say(Setting::Kind("regular"), whole);
                Some(JoinKind::Regular { state_ttl: self.state_ttl()? })
            }
        }
    }
}

/// What a key is compared by: a column, or a function of one.
fn of_a_function(expr: &Expr) -> (&Expr, Option<&str>) {
    match &expr.form {
        Form::Call(name, args) if KEEPS_EQUAL.contains(&name.as_str()) => match &args[..] {
            [of @ Expr { form: Form::Column(_), .. }] => (of, Some(name)),
            _ => (expr, None),
        },
        _ => (expr, None),
    }
}

/// `window(time, size, slide, offset)` and `session_window(time, gap)` of Spark, by their arguments.
pub(super) fn spark_window(name: &str, args: &[Expr], span: Range<usize>, notes: &mut Notes) -> Option<At<Windows>> {
    let mut durations = Vec::new();
    for arg in args.get(1..).unwrap_or_default() {
        match duration(arg).filter(|ms| ms.abs() <= MAX_TIME) {
            Some(ms) => durations.push((ms, arg.span.clone())),
            None => {
                notes.trouble(Trouble::Duration, arg.span.clone());
                return None;
            }
        }
    }
    let (window, settings) = match (name, &durations[..]) {
        ("session_window", [(gap, _)]) => (Window::session(*gap), vec![Setting::Gap(*gap)]),
        ("window", [(size, _)]) => (Window::Tumbling { size: *size, offset: 0 }, vec![Setting::Size(*size)]),
        ("window", [(size, _), (slide, _), rest @ ..]) if rest.len() <= 1 => {
            let offset = rest.first().map_or(0, |(offset, _)| *offset);
            let window = if size == slide {
                Window::Tumbling { size: *size, offset }
            } else {
                Window::Sliding { size: *size, slide: *slide, offset }
            };
            (window, vec![Setting::Size(*size), Setting::Slide(*slide), Setting::Offset(offset)])
        }
        _ => {
            notes.trouble(Trouble::Duration, span);
            return None;
        }
    };
    let parts = settings.into_iter().zip(durations).map(|(setting, (_, span))| (setting, span)).collect();
    Some(At::new(Windows { window, parts }, span))
}

/// The scenario, with the words of what it was made of.
pub(super) fn scenario(
    dialect: Dialect,
    sides: Sides<Relation>,
    ty: At<JoinType>,
    kind: JoinKind,
    options: Options,
    notes: &mut Notes,
) -> Scenario {
    notes.say(Setting::Type(ty.value), ty.span);
    for (option, name) in
        [(options.ttl, "table.exec.state.ttl"), (options.cleanup, "table.exec.interval-join.min-cleanup-interval")]
    {
        // Not taken by the kind of join: the engine has no use for it here.
        if let Some(option) = option {
            notes.trouble(Trouble::Option(name.to_string()), option.span);
        }
    }
    for (_, ttl) in options.ttl_of {
        notes.trouble(Trouble::Option("STATE_TTL".to_string()), ttl.span);
    }
    let policy = options.policy.map(|policy| {
        notes.say(Setting::Policy(policy.value), policy.span);
        policy.value
    });
    let idle = options.idle.filter(|idle| idle.value > 0).map(|idle| {
        notes.say(Setting::Idle(idle.value), idle.span);
        idle.value
    });
    let lookup = kind == JoinKind::Lookup;
    let mut stream = |side: Side, relation: Relation| {
        let name = match relation.name {
            Some(name) => {
                notes.say(Setting::Stream(side, name.value.clone()), name.span);
                name.value
            }
            None => {
                notes.assume(Assumption::Name(side), relation.span.clone());
                side.word().to_string()
            }
        };
        let mut stream = Stream::named(&name);
        stream.key_name = relation.key.map(|key| key.value);
        if let Some(time) = relation.time {
            if !notes.assumed.iter().any(|(assumed, _)| *assumed == Assumption::Time(side, time.value.clone())) {
                notes.say(Setting::Time(side, time.value.clone()), time.span);
            }
            stream.time_name = Some(time.value);
        }
        stream.watermark = match relation.watermark {
            Some(watermark) => {
                notes.say(Setting::Watermark(side, watermark.value), watermark.span);
                watermark.value
            }
            None if lookup && side == Side::Right => Strategy::None,
            None if dialect == Dialect::Spark || relation.defined => {
                notes.assume(Assumption::NoWatermark(side), relation.span);
                Strategy::None
            }
            None => {
                let elsewhere = dialect == Dialect::FlinkDatastream;
                let assumed = if elsewhere { Assumption::WatermarkElsewhere(side) } else { Assumption::NoTable(side) };
                notes.assume(assumed, relation.span);
                Strategy::Manual
            }
        };
        if let (Strategy::Bounded { idle_timeout, .. }, Some(idle)) = (&mut stream.watermark, idle) {
            *idle_timeout = Some(idle);
        }
        stream
    };
    let left = stream(Side::Left, sides.left);
    let right = stream(Side::Right, sides.right);
    Scenario {
        title: Text::One(format!("{} ⋈ {}", left.name, right.name)),
        description: None,
        question: None,
        dialect,
        streams: Sides::new(left, right),
        watermark_policy: policy,
        join: Join { ty: ty.value, kind },
        script: Script::new(),
    }
}
