//! A first look at files, and what their columns most likely are: by their names, English and Chinese, and by what stands in them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    Arrival, Called, Column, DateOrder, Every, Fault, FilePlan, Form, Format, Marks, Of, Order, Plan, Present, Role,
    Source, Value, clock_for,
    format::detect,
    read::kind_of,
    rows::{Place, Rows, names, objects},
};
use crate::{
    scenario::{MAX_PARTITIONS, Side, Sides},
    units::Unit,
};

/// So many rows are looked at for a guess.
const SAMPLE: usize = 500;
/// A column is what so many in a hundred of its values are: the others may be the mistakes.
const MOSTLY: usize = 60;
/// So many rows are shown.
const SHOWN: usize = 8;
/// A column of so many different values in the sample may tell the side; more are not listed.
const FEW: usize = 8;

/// The beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub name: String,
    pub bytes: usize,
    /// The first rows, each with its line.
    pub rows: Vec<(usize, Result<Vec<Value<'static>>, Fault>)>,
    /// The values of each column, if they are few.
    pub few: Vec<Vec<String>>,
    /// Dates as 01/02/2024, of which nothing tells whether the day or the month comes first.
    pub ambiguous: bool,
}

/// What was found in all files, and how they might be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    pub files: Vec<Seen>,
    pub plan: Plan,
}

/// Looks at files. `zone`: what local times are ahead of UTC, ms.
pub fn survey(sources: &[Source], present: &Present, zone: i64) -> Survey {
    let mut samples: Vec<Sample> = sources.iter().map(|source| Sample::of(source, None)).collect();
    let called = &present.called;
    let first = first_side(sources, present);
    for (at, sample) in samples.iter_mut().enumerate() {
        sample.side = if at == 0 { first } else { first.other() };
    }
    if !samples.iter().all(|sample| sample.called_key(called).is_some()) {
        keys_in_common(&mut samples);
    }
    let (files, plans): (Vec<Seen>, Vec<FilePlan>) =
        samples.into_iter().map(|sample| sample.guess(zone, called)).unzip();
    let plan = whole(sources, &files, plans, present);
    Survey { files, plan }
}

/// Looks at one file again, in another format.
pub fn look(source: &Source, format: Format, zone: i64, called: &Called) -> (Seen, FilePlan) {
    Sample::of(source, Some(format)).guess(zone, called)
}

/// Which side the first file is. Files are the sides as they were given, unless their names say otherwise.
fn first_side(sources: &[Source], present: &Present) -> Side {
    let is = |at: usize, side: Side| {
        sources.get(at).is_some_and(|source| source.stem().eq_ignore_ascii_case(&present.names[side]))
    };
    let right = sources.len() <= 2 && (is(0, Side::Right) || is(1, Side::Left));
    if right { Side::Right } else { Side::Left }
}

/// What the files' plans make together.
fn whole(sources: &[Source], files: &[Seen], mut plans: Vec<FilePlan>, present: &Present) -> Plan {
    let mut next = first_side(sources, present);
    let mut names = present.names.clone();
    for ((plan, source), seen) in plans.iter_mut().zip(sources).zip(files) {
        if present.spark {
            // There a partition has no watermark of its own.
            let partitions = plan.columns.iter_mut().filter(|column| column.role == Role::Partition);
            partitions.for_each(|column| column.role = Role::Field);
        }
        let told = plan.columns.iter().position(|column| column.role == Role::Side);
        match told.map(|at| sides_of(&seen.few[at], &present.names)) {
            Some(values) => {
                for side in Side::BOTH {
                    if !plain_side(&values[side]) && !says(&values[side], &names[side]) {
                        names[side] = values[side].clone();
                    }
                }
                plan.of = Of::Column(values);
            }
            None => {
                plan.of = Of::Side(next);
                if !source.stem().is_empty() {
                    names[next] = source.stem().to_string();
                }
                next = next.other();
            }
        }
    }
    let all = |is: fn(Role) -> bool| plans.iter().all(|plan| plan.columns.iter().any(|column| is(column.role)));
    let arrival = if all(|role| matches!(role, Role::Arrival(_))) { Arrival::Column } else { Arrival::Lines };
    let marked = |side: Side| {
        let mut of_side = plans.iter().filter(|plan| plan.of != Of::Side(side.other()));
        of_side.any(|plan| plan.columns.iter().any(|column| matches!(column.role, Role::Watermark(_))))
    };
    let marks = |side: Side| match present.watermarks[side] {
        _ if marked(side) && !present.spark => Marks::Column,
        marks => marks,
    };
    Plan {
        watermarks: Sides::new(marks(Side::Left), marks(Side::Right)),
        files: plans,
        names,
        arrival,
        batches: present.spark.then_some(Every::Rows(100)),
        clock: present.counted.filter(|_| !present.spark).map(clock_for),
        first: None,
        versioned: present.versioned,
    }
}

/// Whether a value says a stream's name: `order` that of `orders`.
fn says(value: &str, name: &str) -> bool {
    let (value, name) = (plain(value), plain(name));
    !value.is_empty() && (value == name || name.strip_suffix('s') == Some(&value))
}

/// Which of a column's values is which side: what is called so, or as a stream is, else the first one is the left side.
fn sides_of(values: &[String], names: &Sides<String>) -> Sides<String> {
    let of = |side: Side| {
        let worded = values.iter().position(|value| side_word(value) == Some(side));
        worded.or_else(|| values.iter().position(|value| says(value, &names[side])))
    };
    let (left, right) = (of(Side::Left), of(Side::Right));
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (Some(left), None) => (left, usize::from(left == 0)),
        (None, Some(right)) => (usize::from(right == 0), right),
        (None, None) => (0, 1),
    };
    let value = |at: usize, side: Side| values.get(at).cloned().unwrap_or_else(|| side.word().to_string());
    Sides::new(value(left, Side::Left), value(right, Side::Right))
}

fn side_word(value: &str) -> Option<Side> {
    match &*value.trim().to_lowercase() {
        "left" | "l" | "左" | "左侧" | "左流" | "左表" => Some(Side::Left),
        "right" | "r" | "右" | "右侧" | "右流" | "右表" => Some(Side::Right),
        _ => None,
    }
}

/// A value that is no name of a stream.
fn plain_side(value: &str) -> bool {
    side_word(value).is_some() || value.trim().len() < 2 || value.trim().parse::<f64>().is_ok()
}

/// The first rows of a file, column by column.
struct Sample {
    name: String,
    bytes: usize,
    format: Format,
    columns: Vec<Column>,
    rows: Vec<(usize, Result<Vec<Value<'static>>, Fault>)>,
    /// The column that has the key in common with another file's.
    key: Option<usize>,
    /// The side that it most likely is.
    side: Side,
}

impl Sample {
    fn of(source: &Source, format: Option<Format>) -> Self {
        let format = format.unwrap_or_else(|| settled(detect(&source.bytes), &source.bytes));
        let columns: Vec<Column> = unique(found(&source.bytes, format))
            .into_iter()
            .map(|(name, nested)| Column { name, nested, role: if nested { Role::Out } else { Role::Field } })
            .collect();
        let mut rows = Rows::new(&source.bytes, format, Place::start(&source.bytes));
        let mut sample = Vec::new();
        while sample.len() < SAMPLE
            && let Some((line, row)) = rows.next(&columns)
        {
            let own = row.map(|row| row.values.into_iter().map(Value::into_owned).collect());
            sample.push((line, own));
        }
        Sample {
            name: source.name.clone(),
            bytes: source.bytes.len(),
            format,
            columns,
            rows: sample,
            key: None,
            side: Side::Left,
        }
    }

    fn values(&self, column: usize) -> impl Iterator<Item = &Value<'static>> {
        let rows = self.rows.iter().filter_map(|(_, row)| row.as_ref().ok());
        rows.filter_map(move |row| row.get(column)).filter(|value| **value != Value::Null)
    }

    fn distinct(&self, column: usize) -> BTreeSet<&str> {
        self.values(column).filter_map(Value::text).collect()
    }

    fn form(&self, column: usize) -> Option<(Form, bool)> {
        form_of(&self.values(column).collect::<Vec<_>>())
    }

    /// The columns that somebody has called a key.
    fn called_key(&self, called: &Called) -> Option<Vec<usize>> {
        let column = |name: &String| self.columns.iter().position(|column| plain(&column.name) == plain(name));
        let sides = [self.side, self.side.other()].into_iter();
        sides.filter_map(|side| called.keys[side].as_ref()).find_map(|key| key.iter().map(column).collect())
    }

    /// What each column is.
    fn guess(mut self, zone: i64, called: &Called) -> (Seen, FilePlan) {
        let count = self.columns.len();
        let forms: Vec<_> = (0..count).map(|at| self.form(at)).collect();
        let distinct: Vec<usize> = (0..count).map(|at| self.distinct(at).len()).collect();
        let rows = self.rows.iter().filter(|(_, row)| row.is_ok()).count();
        let words: Vec<String> = self.columns.iter().map(|column| plain(&column.name)).collect();
        let mut taken = vec![false; count];
        let best = |taken: &[bool], score: &dyn Fn(usize) -> u32| {
            let scored = (0..count).filter(|at| !taken[*at]).map(|at| (score(at), at));
            // Of those alike the first one.
            scored.rev().max_by_key(|(score, _)| *score).filter(|(score, _)| *score > 0).map(|(_, at)| at)
        };
        let form_of = |at: usize| forms[at].map(|(form, _)| form);
        let numeric = |at: usize| fit_numbers(self.values(at));
        let mut roles: Vec<(usize, Role)> = Vec::new();
        let mut take = |taken: &mut [bool], at: Option<usize>, role: &dyn Fn(usize) -> Role| {
            if let Some(at) = at {
                taken[at] = true;
                roles.push((at, role(at)));
            }
        };
        // A key that files have in common is certain; it is not anything else.
        take(&mut taken, self.key, &|_| Role::Key);
        let called_key = if self.key.is_none() { self.called_key(called) } else { None };
        for at in called_key.iter().flatten() {
            take(&mut taken, Some(*at), &|_| Role::Key);
        }
        let called_time =
            |at: usize, side: Side| called.times[side].as_ref().is_some_and(|name| plain(name) == words[at]);
        let (side, other) = (self.side, self.side.other());
        let watermark = best(&taken, &|at| if form_of(at).is_some() { of(&words[at], WATERMARK) } else { 0 });
        take(&mut taken, watermark, &|at| Role::Watermark(form_of(at).unwrap_or(Form::Epoch(Unit::Millis))));
        let arrival = best(&taken, &|at| {
            if !called_time(at, side) && (form_of(at).is_some() || numeric(at)) { of(&words[at], ARRIVAL) } else { 0 }
        });
        take(&mut taken, arrival, &|at| Role::Arrival(form_of(at).map_or(Order::Place, Order::Time)));
        let time = best(&taken, &|at| match form_of(at) {
            // What reads as a time is one, whatever it is called; of several the name decides.
            Some(_) if called_time(at, side) => u32::MAX,
            Some(_) if called_time(at, other) => u32::MAX - 1,
            Some(_) => 1 + of(&words[at], TIME),
            // Small numbers are times only where they are called so.
            None if numeric(at) => of(&words[at], TIME).saturating_sub(1),
            None => 0,
        });
        take(&mut taken, time, &|at| Role::Time(form_of(at).unwrap_or(Form::Epoch(Unit::Millis))));
        let kind = best(&taken, &|at| {
            let known = distinct[at] > 0 && self.values(at).filter_map(Value::text).all(|text| kind_of(text).is_some());
            let signed = self.values(at).filter_map(Value::text).all(|text| text.trim().starts_with(['+', '-']));
            if known { of(&words[at], KIND) + u32::from(signed) * 2 } else { 0 }
        });
        take(&mut taken, kind, &|_| Role::Kind);
        let side = best(&taken, &|at| {
            let told =
                distinct[at] > 0 && self.values(at).filter_map(Value::text).all(|text| side_word(text).is_some());
            match (told, distinct[at]) {
                (true, 1 | 2) => 10 + of(&words[at], SIDE),
                (false, 2) => of(&words[at], SIDE),
                _ => 0,
            }
        });
        take(&mut taken, side, &|_| Role::Side);
        let partition = best(&taken, &|at| {
            let mut values = self.values(at).filter_map(Value::text);
            let numbered = values.all(|text| partition_of(text).is_some());
            if distinct[at] > 0 && numbered && !self.columns[at].nested { of(&words[at], PARTITION) } else { 0 }
        });
        take(&mut taken, partition, &|_| Role::Partition);
        let one_each = |at: usize| rows > 1 && distinct[at] == rows;
        if self.key.is_none() && called_key.is_none() {
            // What repeats is a key rather than an id.
            let key = best(&taken, &|at| {
                if self.values(at).any(|value| matches!(value, Value::Other(_))) {
                    return 0;
                }
                let own = self.columns[at].nested || forms[at].is_some();
                let score = of(&words[at], KEY) * 2;
                if own { score / 2 } else { score.saturating_sub(u32::from(one_each(at))) }
            });
            take(&mut taken, key, &|_| Role::Key);
        }
        let id = best(&taken, &|at| if one_each(at) && !self.columns[at].nested { of(&words[at], ID) } else { 0 });
        take(&mut taken, id, &|_| Role::Id);
        let ambiguous = time.is_some_and(|at| forms[at].is_some_and(|(_, ambiguous)| ambiguous));
        for (at, role) in roles {
            self.columns[at].role = role;
        }
        let few = (0..count).map(|at| {
            let values = self.distinct(at);
            if values.len() > FEW { Vec::new() } else { in_order(self.values(at)) }
        });
        let few = few.collect();
        let seen = Seen {
            name: self.name,
            bytes: self.bytes,
            few,
            ambiguous,
            rows: self.rows.into_iter().take(SHOWN).collect(),
        };
        (seen, FilePlan { format: self.format, columns: self.columns, of: Of::Side(Side::Left), zone })
    }
}

/// A partition's number, if the text is one.
pub(super) fn partition_of(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|partition| *partition < MAX_PARTITIONS)
}

/// The form of times, if the values are such, and whether days and months may be the other way round.
pub fn form_of(values: &[&Value]) -> Option<(Form, bool)> {
    let fit = |form: Form| {
        let fits = values.iter().filter(|value| form.read(value, 0).is_ok_and(|when| when.looks.is_none()));
        fits.count() * 100 / values.len().max(1)
    };
    if fit_numbers(values.iter().copied()) {
        let mut units = [0; 4];
        for value in values {
            let number = value.text().and_then(|text| text.trim().parse::<f64>().ok()).unwrap_or(0.0);
            if let Some(unit) = Unit::of(number as i64) {
                units[unit as usize] += 1;
            }
        }
        let (unit, count) = super::UNITS.into_iter().zip(units).max_by_key(|(_, count)| *count)?;
        return (count > 0).then_some((Form::Epoch(unit), false));
    }
    let [ymd, dmy, mdy] = DateOrder::ALL.map(|order| fit(Form::Text(order)));
    if ymd >= MOSTLY {
        return Some((Form::Text(DateOrder::Ymd), false));
    }
    let order = if dmy > mdy { DateOrder::Dmy } else { DateOrder::Mdy };
    (dmy.max(mdy) >= MOSTLY).then_some((Form::Text(order), dmy == mdy))
}

/// Different values, each once, as they come.
fn in_order<'v>(values: impl Iterator<Item = &'v Value<'static>>) -> Vec<String> {
    let mut few: Vec<String> = Vec::new();
    for text in values.filter_map(Value::text) {
        if !few.iter().any(|known| known == text.trim()) {
            few.push(text.trim().to_string());
        }
    }
    few
}

fn fit_numbers<'v, 'b: 'v>(values: impl Iterator<Item = &'v Value<'b>>) -> bool {
    let (mut all, mut numbers) = (0, 0);
    for value in values {
        all += 1;
        numbers += usize::from(value.text().is_some_and(|text| {
            let text = text.trim();
            text.bytes().any(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_ok()
        }));
    }
    all > 0 && numbers * 100 >= all * MOSTLY
}

/// The format with its header settled: a first row of names is one that has no number, no time, and no name twice.
fn settled(format: Format, bytes: &[u8]) -> Format {
    let Format::Cells { delimiter, .. } = format else { return format };
    let mut rows = Rows::new(bytes, Format::Cells { delimiter, header: true }, Place::start(bytes));
    let Some(Ok(names)) = rows.header() else { return format };
    let data = |cell: &str| {
        let value = Value::Text(cell.into());
        cell.trim().parse::<f64>().is_ok()
            || DateOrder::ALL.iter().any(|order| Form::Text(*order).read(&value, 0).is_ok())
    };
    let once = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let header = once && names.iter().any(|name| !name.is_empty()) && !names.iter().any(|name| data(name));
    Format::Cells { delimiter, header }
}

/// The columns' names, and whether they are members of objects within the rows.
fn found(bytes: &[u8], format: Format) -> Vec<(String, bool)> {
    let mut rows = Rows::new(bytes, format, Place::start(bytes));
    if let Format::Cells { delimiter, header } = format {
        let mut first = Rows::new(bytes, Format::Cells { delimiter, header: true }, Place::start(bytes));
        let names = first.header().and_then(Result::ok).unwrap_or_default();
        let numbered = |(at, name): (usize, String)| match header && !name.is_empty() {
            true => (name, false),
            false => (format!("column{}", at + 1), false),
        };
        return names.into_iter().enumerate().map(numbered).collect();
    }
    let mut all: Vec<(String, bool)> = Vec::new();
    for _ in 0..SAMPLE {
        let Some(text) = objects(&mut rows) else { break };
        for name in names(text) {
            // What else there is stays a field of its row.
            const MOST: usize = 200;
            if all.len() < MOST && !all.contains(&name) {
                all.push(name);
            }
        }
    }
    all
}

/// Of names that come twice the later ones get a number.
fn unique(names: Vec<(String, bool)>) -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = Vec::with_capacity(names.len());
    for (name, nested) in names {
        let mut own = name.clone();
        let mut number = 1;
        while all.iter().any(|(known, _)| *known == own) {
            number += 1;
            own = format!("{name} {number}");
        }
        all.push((own, nested));
    }
    all
}

// ---- names

const WATERMARK: &[&str] = &["watermark", "currentwatermark", "wm", "水位线", "水印"];
const ARRIVAL: &[&str] = &[
    "arrivaltime",
    "arrival",
    "arrivedat",
    "arrived",
    "received",
    "ingesttime",
    "ingestiontime",
    "ingestedat",
    "receivedat",
    "receivetime",
    "receivedtime",
    "proctime",
    "processingtime",
    "processedat",
    "loadtime",
    "offset",
    "seq",
    "sequence",
    "seqno",
    "到达时间",
    "到达",
    "接收时间",
    "处理时间",
    "入库时间",
    "摄入时间",
    "序号",
    "偏移量",
];
const PARTITION: &[&str] = &["partition", "partitionid", "*partition", "分区", "分区号", "*分区"];
const TIME: &[&str] = &[
    "rowtime",
    "eventtime",
    "eventtimestamp",
    "eventts",
    "ts",
    "timestamp",
    "time",
    "datetime",
    "occurredat",
    "createdat",
    "at",
    "date",
    "*time",
    "*ts",
    "*timestamp",
    "*at",
    "*date",
    "*ms",
    "*millis",
    "事件时间",
    "发生时间",
    "时间戳",
    "时间",
    "*时间",
    "*时刻",
    "日期",
    "*日期",
];
const KIND: &[&str] =
    &["rowkind", "kind", "op", "changetype", "operation", "changekind", "变更类型", "操作", "操作类型"];
const SIDE: &[&str] = &[
    "side",
    "stream",
    "streamname",
    "source",
    "table",
    "tablename",
    "topic",
    "type",
    "eventtype",
    "流",
    "侧",
    "表",
    "来源",
    "数据源",
    "主题",
    "类型",
    "事件类型",
];
const KEY: &[&str] = &[
    "key",
    "joinkey",
    "*key",
    "*id",
    "*no",
    "*number",
    "*code",
    "symbol",
    "currency",
    "sku",
    "user",
    "account",
    "device",
    "id",
    "键",
    "*键",
    "订单号",
    "*号",
    "*编号",
    "*编码",
    "用户",
    "货币",
    "*标识",
];
const ID: &[&str] =
    &["id", "rowid", "eventid", "uuid", "guid", "recordid", "*uuid", "*id", "编号", "事件编号", "*编号", "*号", "主键"];

/// How well a name fits the list: the earlier the better, exactly better than by its end; 0 if not at all.
fn of(word: &str, list: &[&str]) -> u32 {
    let fits = |pattern: &&&str| match pattern.strip_prefix('*') {
        Some(end) => word.len() > end.len() && word.ends_with(end),
        None => word == **pattern,
    };
    let at = list.iter().position(|pattern| fits(&pattern));
    at.map_or(0, |at| 1 + (list.len() - at) as u32)
}

/// A name in small letters, without what stands between its words: `Order-Time`, `order_time` and `orderTime` are one. Of a
/// member within an object its own name counts.
fn plain(name: &str) -> String {
    let own = name.rsplit('.').next().unwrap_or(name);
    own.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Finds the columns of two files that have the most values in common: their key.
fn keys_in_common(samples: &mut [Sample]) {
    let [left, right] = samples else { return };
    let candidates = |sample: &Sample| -> Vec<(usize, BTreeSet<String>)> {
        let all = (0..sample.columns.len()).filter(|at| sample.form(*at).is_none());
        all.map(|at| (at, sample.distinct(at).into_iter().map(|text| text.trim().to_string()).collect())).collect()
    };
    let mut best: Option<(u32, usize, usize)> = None;
    let of_right = candidates(right);
    for (one, values) in candidates(left) {
        for (other, others) in &of_right {
            let (few, many) = if values.len() < others.len() { (&values, others) } else { (others, &values) };
            if few.is_empty() {
                continue;
            }
            let share = (few.iter().filter(|value| many.contains(*value)).count() * 10 / few.len()) as u32;
            let names = [plain(&left.columns[one].name), plain(&right.columns[*other].name)];
            let (first, second) = (of(&names[0], KEY), of(&names[1], KEY));
            // By name alone: both are called a key, in the same way. By what is in them: much of it the same, and one of
            // them is called so.
            let same = names[0] == names[1] && first > 0;
            let alike = share >= 3 && first.max(second) > 0;
            if !same && !alike {
                continue;
            }
            // What tells few rows apart is worse, be it as much the same.
            let telling = (few.len() as u32).min(20);
            let score = share * 10 + telling * 3 + u32::from(names[0] == names[1]) * 40 + (first + second).min(40);
            if best.is_none_or(|(least, ..)| score > least) {
                best = Some((score, one, *other));
            }
        }
    }
    if let Some((_, one, other)) = best {
        (left.key, right.key) = (Some(one), Some(other));
    }
}
