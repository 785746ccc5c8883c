//! Reading all rows by a plan: each is a good one or a bad one, with its line and its reason.

use std::collections::{HashMap, hash_map::Entry};

use serde::{Deserialize, Serialize};

use super::{
    Column, FilePlan, Form, Of, Order, Plan, Role, Source, Value,
    arrive::{self, Arrived, Arriving, Event},
    guess::partition_of,
    rows::{Place, Row, Rows},
};
use crate::{
    scenario::{MAX_STEPS, Payload, RowKind, Side, Sides, Step, time::TimeFault},
    units::Unit,
};

/// So many bad rows are told one by one; of the others the number.
pub const TOLD: usize = 500;

/// Why a row is a bad one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// It has `is` cells in place of `of`.
    Cells {
        is: usize,
        of: usize,
    },
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// A quote that nobody closes.
    Quote,
    /// Not JSON; the parser's own words.
    Json(String),
    /// JSON, but no object.
    NotObject,
    /// Objects and arrays nested more than 127 deep, or a number beyond all.
    Payload,
    /// No event time, or one of another form.
    Time(TimeFault),
    Arrival(TimeFault),
    Watermark(TimeFault),
    /// The side column says neither of the two.
    Side,
    /// The kind is none of those known.
    Kind,
    /// No partition's number.
    Partition,
    /// The id column says nothing.
    NoId,
    /// Another row of the side, which begins at this line of this file, has the id.
    SameId {
        file: usize,
        line: usize,
    },
}

/// A bad row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowProblem {
    pub file: usize,
    /// From 1.
    pub line: usize,
    /// The column at fault, where it is one.
    pub column: Option<usize>,
    /// What stands there, cut short.
    pub text: String,
    pub fault: Fault,
}

/// What was seen of a file besides its bad rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub rows: usize,
    pub bad: usize,
    /// Times that name no zone.
    pub local: usize,
    /// Times that were more exact than a millisecond.
    pub cut: usize,
    /// Rows without a key, which match nothing.
    pub keyless: usize,
    /// Event times that look as if they were of another unit, and the most frequent one.
    pub wrong_unit: Option<WrongUnit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongUnit {
    pub unit: Unit,
    pub rows: usize,
}

/// What came of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// A file each. All rows are good or bad.
    pub files: Vec<Facts>,
    pub good: Sides<usize>,
    /// The first [`TOLD`], file by file and line by line.
    pub problems: Vec<RowProblem>,
    pub steps: usize,
    /// So many of the good rows are in them: as many as the plan takes.
    pub taken: usize,
    /// There are more steps than a script may have, [`MAX_STEPS`]: none are made. So many rows would fit.
    pub too_many: Option<usize>,
    /// The first and last event time of those taken, ms.
    pub span: Option<(i64, i64)>,
    /// How far behind the newest event time of its side a row came, at the most, ms: a watermark so much behind finds no row
    /// late. Of a side with partitions, behind the newest of its partition.
    pub disorder: Sides<i64>,
    /// How many rows came from each partition, where a column tells it and the watermark follows it.
    pub partitions: Sides<Vec<usize>>,
}

impl Outcome {
    pub fn rows(&self) -> usize {
        self.files.iter().map(|file| file.rows).sum()
    }

    /// Good rows that are not taken: they arrive later than those that are.
    pub fn left_out(&self) -> usize {
        (self.good.left + self.good.right).saturating_sub(self.taken)
    }

    pub fn bad(&self) -> usize {
        self.files.iter().map(|file| file.bad).sum()
    }
}

/// What a row of the beginning becomes, for a look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub side: Side,
    pub time: i64,
    pub key: Option<String>,
}

/// A row that was read.
struct Good {
    event: Event,
    local: bool,
    cut: bool,
    looks: Option<Unit>,
}

/// Reading of all files by a plan, a slice at a time.
pub struct Reading {
    plan: Plan,
    readers: Vec<Reader>,
    file: usize,
    place: Option<Place>,
    /// Bytes of the files that are behind.
    behind: usize,
    ids: Ids,
    events: Arriving,
    outcome: Outcome,
    looks: [usize; 4],
}

impl Reading {
    pub fn new(plan: Plan) -> Self {
        let readers = plan.files.iter().map(Reader::new).collect();
        let outcome = Outcome { files: vec![Facts::default(); plan.files.len()], ..Outcome::default() };
        let (ids, events) = (Ids::new(&plan), Arriving::new(&plan));
        Reading { plan, readers, file: 0, place: None, behind: 0, ids, events, outcome, looks: [0; 4] }
    }

    /// How much of the sources is read, in percent.
    pub fn progress(&self, sources: &[Source]) -> u8 {
        let all: usize = sources.iter().map(|source| source.bytes.len()).sum();
        let done = self.behind + self.place.map_or(0, |place| place.at);
        (done * 100 / all.max(1)).min(100) as u8
    }

    /// Reads `most` rows more at the most; whether those were the last.
    pub fn go_on(&mut self, sources: &[Source], most: usize) -> bool {
        let mut left = most;
        while let (Some(source), Some(file)) = (sources.get(self.file), self.plan.files.get(self.file)) {
            let place = self.place.unwrap_or_else(|| Place::start(&source.bytes));
            let mut rows = Rows::new(&source.bytes, file.format, place);
            loop {
                if left == 0 {
                    self.place = Some(rows.place);
                    return false;
                }
                let Some((line, row)) = rows.next(&file.columns) else { break };
                left -= 1;
                let facts = &mut self.outcome.files[self.file];
                facts.rows += 1;
                let reader = &self.readers[self.file];
                let good = row.map_err(|fault| (None, String::new(), fault)).and_then(|row| {
                    let told = |(column, fault)| (column, shown(&row, column), fault);
                    let mut good = reader.read(file, &row).map_err(told)?;
                    let id = reader.id.map(|at| row.values[at].text().unwrap_or_default());
                    good.event.file = self.file;
                    self.ids.name(&mut good.event, line, id).map_err(|fault| told((reader.id, fault)))?;
                    Ok(good)
                });
                match good {
                    Ok(good) => {
                        facts.local += usize::from(good.local);
                        facts.cut += usize::from(good.cut);
                        facts.keyless += usize::from(good.event.key.is_none());
                        if let Some(unit) = good.looks {
                            self.looks[unit as usize] += 1;
                        }
                        self.outcome.good[good.event.side] += 1;
                        self.events.push(good.event);
                    }
                    Err((column, text, fault)) => {
                        facts.bad += 1;
                        if self.outcome.problems.len() < TOLD {
                            self.outcome.problems.push(RowProblem { file: self.file, line, column, text, fault });
                        }
                    }
                }
            }
            let units = [Unit::Seconds, Unit::Millis, Unit::Micros, Unit::Nanos];
            let most = units.into_iter().zip(std::mem::take(&mut self.looks)).max_by_key(|(_, rows)| *rows);
            self.outcome.files[self.file].wrong_unit =
                most.filter(|(_, rows)| *rows > 0).map(|(unit, rows)| WrongUnit { unit, rows });
            self.behind += source.bytes.len();
            self.file += 1;
            self.place = None;
        }
        true
    }

    /// What came of it, and the steps; to be asked once all is read.
    pub fn finish(self) -> (Outcome, Vec<Step>) {
        let Reading { plan, events, mut outcome, .. } = self;
        let Arrived { steps, disorder, span, partitions } = arrive::steps(&plan, events);
        (outcome.disorder, outcome.steps, outcome.span, outcome.partitions) = (disorder, steps.len(), span, partitions);
        let rows = |steps: &[Step]| steps.iter().filter(|step| matches!(step, Step::Push(_))).count();
        outcome.taken = rows(&steps);
        // Behind those that fit there is room for a batch.
        outcome.too_many = (steps.len() > MAX_STEPS).then(|| rows(&steps[..MAX_STEPS - 1]));
        let steps = if outcome.too_many.is_some() { Vec::new() } else { steps };
        (outcome, steps)
    }

    /// What a single row becomes, whatever came before it.
    pub fn try_row(file: &FilePlan, values: &[Value]) -> Result<Trial, (Option<usize>, Fault)> {
        let row = Row { values: values.to_vec(), more: Vec::new() };
        let Event { side, time, key, .. } = Reader::new(file).read(file, &row)?.event;
        Ok(Trial { side, time, key: key.map(String::from) })
    }
}

/// What stands in a column, not more of it than one reads.
fn shown(row: &Row, column: Option<usize>) -> String {
    const MOST: usize = 60;
    let text = column.and_then(|at| row.values.get(at)).and_then(|value| value.text()).unwrap_or_default();
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Where what is wanted stands in a file's rows.
struct Reader {
    time: Option<(usize, Form)>,
    keys: Vec<usize>,
    arrival: Option<(usize, Order)>,
    watermark: Option<(usize, Form)>,
    id: Option<usize>,
    kind: Option<usize>,
    side: Option<usize>,
    partition: Option<usize>,
    /// The payload's fields: the column and `"name":`.
    fields: Vec<(usize, String)>,
}

impl Reader {
    fn new(file: &FilePlan) -> Self {
        let mut reader = Reader {
            time: None,
            keys: Vec::new(),
            arrival: None,
            watermark: None,
            id: None,
            kind: None,
            side: None,
            partition: None,
            fields: Vec::new(),
        };
        for (at, Column { name, nested, role }) in file.columns.iter().enumerate() {
            match *role {
                Role::Key => reader.keys.push(at),
                Role::Time(form) => reader.time = Some((at, form)),
                Role::Arrival(order) => reader.arrival = Some((at, order)),
                Role::Watermark(form) => reader.watermark = Some((at, form)),
                Role::Id => reader.id = Some(at),
                Role::Kind => reader.kind = Some(at),
                Role::Side => reader.side = Some(at),
                Role::Partition => reader.partition = Some(at),
                Role::Field if !nested => reader.fields.push((at, format!("{}:", serde_json::Value::from(&**name)))),
                Role::Field | Role::Out => {}
            }
        }
        reader
    }

    fn read(&self, file: &FilePlan, row: &Row) -> Result<Good, (Option<usize>, Fault)> {
        let value = |at: usize| row.values.get(at).unwrap_or(&Value::Null);
        let at = |column: usize, fault: fn(TimeFault) -> Fault| move |found| (Some(column), fault(found));
        let side = match (&file.of, self.side) {
            (Of::Side(side), _) => *side,
            (Of::Column(names), column) => {
                let text = column.and_then(|column| value(column).text()).unwrap_or_default().trim();
                let found = Side::BOTH.into_iter().find(|side| names[*side].trim() == text);
                found.ok_or((column, Fault::Side))?
            }
        };
        let Some((time_at, form)) = self.time else { return Err((None, Fault::Time(TimeFault::Empty))) };
        let when = form.read(value(time_at), file.zone).map_err(at(time_at, Fault::Time))?;
        let kind = match self.kind {
            None => RowKind::Insert,
            Some(column) => kind_of(value(column).text().unwrap_or_default()).ok_or((Some(column), Fault::Kind))?,
        };
        let partition = match self.partition {
            None => 0,
            Some(column) => value(column).text().and_then(partition_of).ok_or((Some(column), Fault::Partition))?,
        };
        let arrival = match self.arrival {
            None => None,
            Some((column, Order::Time(form))) => {
                let read = form.read(value(column), file.zone);
                Some(read.map_err(at(column, Fault::Arrival))?.time)
            }
            // A place is a number, and numbers of ms are nothing else.
            Some((column, Order::Place)) => {
                let read = Form::Epoch(Unit::Millis).read(value(column), 0);
                Some(read.map_err(at(column, Fault::Arrival))?.time)
            }
        };
        let watermark = match self.watermark {
            Some((column, form)) if *value(column) != Value::Null => {
                Some(form.read(value(column), file.zone).map_err(at(column, Fault::Watermark))?.time)
            }
            _ => None,
        };
        Ok(Good {
            local: when.local,
            cut: when.cut,
            looks: when.looks,
            event: Event {
                side,
                id: Box::default(),
                key: self.key(row),
                time: when.time,
                row: self.payload(row).ok_or((None, Fault::Payload))?,
                kind,
                file: 0,
                arrival,
                watermark,
                partition,
            },
        })
    }

    /// The key; NULL where a part of it is.
    fn key(&self, row: &Row) -> Option<Box<str>> {
        let parts: Option<Vec<&str>> = self.keys.iter().map(|at| row.values.get(*at)?.text()).collect();
        match &*parts? {
            [] => None,
            [key] => Some((*key).into()),
            parts => Some(parts.join(" | ").into()),
        }
    }

    fn payload(&self, row: &Row) -> Option<Payload> {
        if self.fields.is_empty() && row.more.is_empty() {
            return Some(Payload::default());
        }
        let mut text = String::with_capacity(64);
        // What is made of cells is JSON for certain; what was JSON may be nested too deep, or have a number beyond all.
        let mut certain = row.more.is_empty();
        let mut put = |name: &str, value: &str| {
            text.push(if text.is_empty() { '{' } else { ',' });
            text.push_str(name);
            text.push_str(value);
        };
        for (at, name) in &self.fields {
            match row.values.get(*at).unwrap_or(&Value::Null) {
                Value::Null => put(name, "null"),
                Value::Text(cell) if is_number(cell) => put(name, cell),
                Value::Text(cell) => put(name, &serde_json::Value::from(&**cell).to_string()),
                Value::Number(json) | Value::Other(json) => {
                    certain = false;
                    put(name, json);
                }
            }
        }
        for (name, json) in &row.more {
            put(&format!("{}:", serde_json::Value::from(&**name)), json);
        }
        text.push('}');
        if certain { Some(Payload::made(text)) } else { Payload::parse(&text) }
    }
}

/// Whether a cell is a number as JSON writes it, and not one that other programs would write in another way: `007` is a text.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let all = |part: &str| (1..=15).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    all(whole) && (whole == "0" || !whole.starts_with('0')) && fraction.is_none_or(all)
}

/// The kind that a word stands for: Flink's, Debezium's, or in full.
pub(super) fn kind_of(word: &str) -> Option<RowKind> {
    Some(match &*word.trim().to_lowercase() {
        "+i" | "i" | "insert" | "c" | "create" | "r" | "read" | "" => RowKind::Insert,
        "-u" | "update_before" => RowKind::UpdateBefore,
        "+u" | "u" | "update" | "update_after" | "upsert" => RowKind::UpdateAfter,
        "-d" | "d" | "delete" => RowKind::Delete,
        _ => return None,
    })
}

/// What the rows are called. An id is unique within its side among the rows that are added; a row that takes one back has that
/// one's.
struct Ids {
    letters: Sides<char>,
    versioned: bool,
    /// The rows by the id that the file gives them.
    known: HashMap<(Side, Box<str>), Known>,
    /// Added and not taken back yet, by what is in them: where the file gives no ids.
    like: HashMap<Content, Vec<Box<str>>>,
    /// Some rows take back others.
    takes_back: bool,
    /// Some file gives ids.
    gives: bool,
    made: Sides<usize>,
}

/// What is in a row: its side, its key, its payload.
type Content = (Side, Option<Box<str>>, String);

struct Known {
    file: usize,
    line: usize,
    /// How many rows have had it.
    versions: usize,
    /// What the newest of them is called.
    last: Box<str>,
    /// That one was not taken back.
    live: bool,
}

impl Ids {
    fn new(plan: &Plan) -> Self {
        let initial = |side: Side| plan.names[side].chars().next().filter(|c| c.is_alphabetic());
        let letters = match (initial(Side::Left), initial(Side::Right)) {
            (Some(left), Some(right)) if !left.to_lowercase().eq(right.to_lowercase()) => {
                let small = |c: char| c.to_lowercase().next().unwrap_or(c);
                Sides::new(small(left), small(right))
            }
            _ => Sides::new('l', 'r'),
        };
        let any = |role: Role| plan.files.iter().any(|file| file.columns.iter().any(|column| column.role == role));
        Ids {
            letters,
            versioned: plan.versioned,
            known: HashMap::new(),
            like: HashMap::new(),
            takes_back: any(Role::Kind),
            gives: any(Role::Id),
            made: Sides::default(),
        }
    }

    /// Gives an event its id; `id`: what the id column says.
    fn name(&mut self, event: &mut Event, line: usize, id: Option<&str>) -> Result<(), Fault> {
        let (side, file, adds) = (event.side, event.file, event.kind.adds());
        // Each change of a table or of versions has an id of its own.
        let versioned = self.versioned && side == Side::Right;
        event.id = match id {
            Some("") => return Err(Fault::NoId),
            Some(id) => match self.known.get_mut(&(side, Box::from(id))) {
                None => {
                    self.known
                        .insert((side, id.into()), Known { file, line, versions: 1, last: id.into(), live: adds });
                    id.into()
                }
                Some(known) if event.kind == RowKind::Insert && known.live && !versioned => {
                    return Err(Fault::SameId { file: known.file, line: known.line });
                }
                Some(known) => {
                    known.live = adds;
                    if !adds && !versioned {
                        event.id = known.last.clone();
                        return Ok(());
                    }
                    // Later versions have a number behind their id.
                    let mut versions = known.versions;
                    let last = loop {
                        versions += 1;
                        let name: Box<str> = format!("{id}#{versions}").into();
                        if !self.known.contains_key(&(side, name.clone())) {
                            break name;
                        }
                    };
                    let known = Known { file, line, versions: 1, last: last.clone(), live: adds };
                    self.known.insert((side, last.clone()), known);
                    if let Some(known) = self.known.get_mut(&(side, Box::from(id))) {
                        (known.versions, known.last) = (versions, last.clone());
                        (known.file, known.line) = (file, line);
                    }
                    last
                }
            },
            None if self.takes_back && !versioned => {
                let like = (side, event.key.clone(), event.row.text().to_string());
                match adds {
                    true => {
                        let id = self.fresh(side, file, line);
                        self.like.entry(like).or_default().push(id.clone());
                        id
                    }
                    // What takes back a row that never came has an id of its own.
                    false => match self.like.get_mut(&like).and_then(Vec::pop) {
                        Some(id) => id,
                        None => self.fresh(side, file, line),
                    },
                }
            }
            None => self.fresh(side, file, line),
        };
        Ok(())
    }

    /// The next id that no row has.
    fn fresh(&mut self, side: Side, file: usize, line: usize) -> Box<str> {
        loop {
            self.made[side] += 1;
            let id: Box<str> = format!("{}{}", self.letters[side], self.made[side]).into();
            // Only a file that gives ids could have taken it.
            if !self.gives {
                return id;
            }
            if let Entry::Vacant(place) = self.known.entry((side, id.clone())) {
                place.insert(Known { file, line, versions: 1, last: id.clone(), live: true });
                return id;
            }
        }
    }
}
