//! A trace file's text, or a job's output, into a [`Trace`], or every problem in it (`docs/format.md`).

use crate::scenario::{
    Expected, Fault, MAX_BYTES, MAX_STEPS, MAX_TIME, Problem, RowKind, Side, Sides,
    json::Node,
    read::{At, Fields, Reader, read_as},
};

/// A row of the result, by the ids of what is joined in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    pub kind: RowKind,
    /// `None` is NULL.
    pub left: Option<Box<str>>,
    /// `None` where there is no such column: the result of a semi or anti join.
    pub right: Option<Option<Box<str>>>,
    pub window: Option<(i64, i64)>,
}

impl Row {
    /// The id that a side has in it.
    pub fn id(&self, side: Side) -> Option<&str> {
        match side {
            Side::Left => self.left.as_deref(),
            Side::Right => self.right.as_ref().and_then(|id| id.as_deref()),
        }
    }

    /// Whether it is padded with NULL.
    pub fn padded(&self) -> bool {
        self.left.is_none() || self.right == Some(None)
    }
}

/// Whose run it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    pub name: String,
    pub version: String,
    /// Of joinscope's own traces: the engine whose rules were followed.
    pub rules: Option<String>,
}

/// Rows in state; a trace has what its engine shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub left: Option<u64>,
    pub right: Option<u64>,
    pub total: Option<u64>,
}

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub out: Vec<Row>,
    pub watermark: Option<Sides<Option<i64>>>,
    pub idle: Option<Sides<bool>>,
    pub late: Option<Sides<u64>>,
    pub state: Option<Held>,
    pub batches: Option<Vec<Batch>>,
}

/// What a micro-batch did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: u64,
    pub watermark: Option<i64>,
    pub out: Vec<Row>,
    pub failed: bool,
    pub state: Option<Held>,
    pub dropped: Option<u64>,
    pub removed: Option<u64>,
}

/// A line of a job's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The number of the step, from 1, where it is known.
    pub step: Option<usize>,
    pub row: Row,
}

/// What is told of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A trace's, one a step.
    Steps(Vec<Entry>),
    /// The engine refused, with these words.
    Refused(String),
    /// A job's output.
    Rows(Vec<LogRow>),
}

/// Where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Trace,
    /// The output of a job: nothing but the rows.
    Log,
}

/// A run, as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// A job's output does not say it.
    pub engine: Option<Engine>,
    pub told: Told,
}

impl Trace {
    pub fn source(&self) -> Source {
        match self.told {
            Told::Rows(_) => Source::Log,
            Told::Steps(_) | Told::Refused(_) => Source::Trace,
        }
    }

    /// How many steps it tells of; `None` where it does not say that.
    pub fn steps(&self) -> Option<usize> {
        match &self.told {
            Told::Steps(steps) => Some(steps.len()),
            Told::Refused(_) | Told::Rows(_) => None,
        }
    }
}

const KINDS: &[&str] = &["+I", "-U", "+U", "-D"];
const LOG: &[&str] = &["kind", "left", "step", "right", "window", "row"];
const TRACE_END: &str = ".trace.json";

/// Whether a file is a run: by its name, or by its text, of which the beginning may be enough.
pub fn is_run(name: &str, text: &str) -> bool {
    name.ends_with(TRACE_END) || is_log(name, text) || is_trace(text)
}

/// Whether a file is a job's output: by its name, or by its first line.
pub fn is_log(name: &str, text: &str) -> bool {
    if text.trim().is_empty() {
        return name == "output.ndjson";
    }
    let line = body(text).lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let members = Node::root(line).ok().and_then(|root| root.members()).unwrap_or_default();
    let kind = members.iter().find(|member| member.key == "kind").and_then(|member| member.value.string());
    kind.is_some_and(|kind| KINDS.contains(&&*kind))
        && members.iter().any(|member| member.key == "left")
        && members.iter().all(|member| LOG.contains(&&*member.key))
}

fn is_trace(text: &str) -> bool {
    let members = Node::root(body(text)).ok().and_then(|root| root.members()).unwrap_or_default();
    let has = |field: &str| members.iter().any(|member| member.key == field);
    has("engine") && (has("steps") || has("error"))
}

fn body(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a trace file, or a job's output. Either all of it is good, or all of its problems are told, in the order of the text.
pub fn read(name: &str, text: &str) -> Result<Trace, Vec<Problem>> {
    if is_log(name, text) { log(text) } else { read_as(text, trace) }
}

/// A step's entry of a trace by itself.
pub(super) fn entry_of(text: &str) -> Option<Entry> {
    read_as(text, |reader, node| entry(reader, node, &At::ROOT)).ok()
}

fn trace<'a>(reader: &mut Reader<'a>, root: Node<'a>) -> Option<Trace> {
    let at = At::ROOT;
    let refused = root.members().is_some_and(|members| members.iter().any(|member| member.key == "error"));
    let known: &[&str] = if refused { &["version", "engine", "error"] } else { &["version", "engine", "steps"] };
    let fields = reader.object(root, &at, known, 3)?;
    reader.version(&fields, &at);
    let engine = fields.get("engine").and_then(|node| engine(reader, node, &at.field("engine")));
    let told = if refused {
        reader.string(&fields, &at, "error").map(Told::Refused)
    } else {
        fields.get("steps").map(|node| {
            let at = at.field("steps");
            let steps = reader.list(node, &at, |reader, node, at, _| entry(reader, node, at));
            if steps.len() > MAX_STEPS {
                let start = node.span().start;
                reader.problem(&at, start..start + 1, Fault::TooManySteps { steps: steps.len() }, None);
            }
            Told::Steps(steps)
        })
    };
    Some(Trace { engine: Some(engine?), told: told? })
}

fn engine<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<Engine> {
    let fields = reader.object(node, at, &["name", "version", "as"], 2)?;
    let name = reader.string(&fields, at, "name");
    let version = reader.string(&fields, at, "version");
    let rules = reader.string(&fields, at, "as");
    Some(Engine { name: name?, version: version?, rules })
}

fn entry<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<Entry> {
    let fields = reader.object(node, at, &["out", "watermark", "idle", "late", "state", "batches"], 1)?;
    let out = out(reader, &fields, at);
    let watermark = sides(reader, &fields, at, "watermark", time_or_null);
    let idle = sides(reader, &fields, at, "idle", |reader, fields, at, name| reader.boolean(fields, at, name));
    let late = sides(reader, &fields, at, "late", count);
    let state = fields.get("state").and_then(|node| held(reader, node, &at.field("state")));
    let batches = fields.get("batches").map(|node| reader.list(node, &at.field("batches"), batch));
    Some(Entry { out: out?, watermark, idle, late, state, batches })
}

fn batch<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At, _: usize) -> Option<Batch> {
    let known = &["id", "watermark", "out", "failed", "state", "dropped", "removed"];
    let fields = reader.object(node, at, known, 3)?;
    let id = count(reader, &fields, at, "id");
    let watermark = time_or_null(reader, &fields, at, "watermark");
    let out = out(reader, &fields, at);
    let failed = reader.boolean(&fields, at, "failed").unwrap_or(false);
    let state = fields.get("state").and_then(|node| held(reader, node, &at.field("state")));
    let dropped = count(reader, &fields, at, "dropped");
    let removed = count(reader, &fields, at, "removed");
    Some(Batch { id: id?, watermark: watermark?, out: out?, failed, state, dropped, removed })
}

fn out<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At) -> Option<Vec<Row>> {
    let node = fields.get("out")?;
    Some(reader.list(node, &at.field("out"), |reader, node, at, _| {
        let fields = reader.object(node, at, &["kind", "left", "right", "window"], 2)?;
        row(reader, &fields, at)
    }))
}

fn row<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At) -> Option<Row> {
    let kind = reader.word(fields, at, "kind", KINDS).and_then(|n| RowKind::ALL.get(n).copied());
    let left = id(reader, fields, at, "left");
    let right = match fields.get("right") {
        Some(_) => Some(id(reader, fields, at, "right")?),
        None => None,
    };
    let window = match fields.get("window") {
        Some(node) => Some(span(reader, node, &at.field("window"))?),
        None => None,
    };
    Some(Row { kind: kind?, left: left?, right, window })
}

/// An id, or NULL.
fn id<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<Option<Box<str>>> {
    let node = fields.get(name)?;
    if node.is_null() {
        return Some(None);
    }
    let id = node.string();
    if id.is_none() {
        reader.wrong_type(&at.field(name), node, Expected::StringOrNull);
    }
    id.map(|id| Some(id.into()))
}

/// `[start, end]`.
fn span<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<(i64, i64)> {
    let ends = reader.list(node, at, |reader, node, at, _| {
        let end = node.integer();
        if end.is_none() {
            reader.wrong_type(at, node, Expected::Integer);
        }
        end
    });
    match ends[..] {
        [start, end] => Some((start, end)),
        _ => {
            reader.wrong_type(at, node, Expected::Array);
            None
        }
    }
}

fn count<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<u64> {
    reader.within(fields, at, name, 0, MAX_TIME).and_then(|count| u64::try_from(count).ok())
}

fn time_or_null<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<Option<i64>> {
    if fields.get(name)?.is_null() {
        return Some(None);
    }
    reader.long(fields, at, name).map(Some)
}

/// An object with a value of each side.
fn sides<'a, T>(
    reader: &mut Reader<'a>,
    fields: &Fields<'a>,
    at: &At,
    name: &'static str,
    value: impl Fn(&mut Reader<'a>, &Fields<'a>, &At, &'static str) -> Option<T>,
) -> Option<Sides<T>> {
    let at = at.field(name);
    let fields = reader.object(fields.get(name)?, &at, &["left", "right"], 2)?;
    let left = value(reader, &fields, &at, "left");
    let right = value(reader, &fields, &at, "right");
    Some(Sides::new(left?, right?))
}

fn held<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<Held> {
    let fields = reader.object(node, at, &["left", "right", "total"], 0)?;
    let mut of = |name| count(reader, &fields, at, name);
    Some(Held { left: of("left"), right: of("right"), total: of("total") })
}

/// A job's output, a row a line.
fn log(text: &str) -> Result<Trace, Vec<Problem>> {
    if text.len() > MAX_BYTES {
        return read_as(text, |_, _| None);
    }
    let mut rows: Vec<LogRow> = Vec::new();
    let mut problems = Vec::new();
    let mut at = text.len() - body(text).len();
    for (index, whole) in body(text).split_inclusive('\n').enumerate() {
        let line = whole.trim_end_matches(['\n', '\r']);
        if !line.trim().is_empty() {
            let read = read_as(line, |reader, node| {
                let fields = reader.object(node, &At::ROOT, LOG, 2)?;
                let row = row(reader, &fields, &At::ROOT);
                let step = match fields.get("step") {
                    Some(_) => Some(reader.within(&fields, &At::ROOT, "step", 1, MAX_STEPS as i64)?),
                    None => None,
                };
                Some(LogRow { step: step.and_then(|step| usize::try_from(step).ok()), row: row? })
            });
            match read {
                Ok(row) => rows.push(row),
                Err(found) => problems.extend(found.into_iter().map(|mut problem| {
                    problem.line = index + 1;
                    problem.span = problem.span.start + at..problem.span.end + at;
                    problem.fix = None;
                    problem
                })),
            }
        }
        at += whole.len();
    }
    // Where some lines lack their step, none is known to be the whole of a step's output.
    if rows.iter().any(|row| row.step.is_none()) {
        rows.iter_mut().for_each(|row| row.step = None);
    }
    if problems.is_empty() { Ok(Trace { engine: None, told: Told::Rows(rows) }) } else { Err(problems) }
}
