//! A scenario file's text into a [`Scenario`], or every problem in it.

use std::{borrow::Cow, collections::HashMap, fmt, ops::Range};

use super::{
    Dialect, Generate, Interval, Join, JoinKind, JoinType, Misfit, Pause, Payload, Policy, Push, RowKind, Scenario,
    Script, Shape, Side, Sides, Step, Strategy, Stream, Text, Window,
    json::{Member, Node},
    time,
};
use crate::sorting;

/// A file may be this large, in bytes.
pub const MAX_BYTES: usize = 256 * 1024 * 1024;
/// A script may have this many steps.
pub const MAX_STEPS: usize = 1_000_000;
/// A side may have this many partitions.
pub const MAX_PARTITIONS: u32 = 1024;
/// Times and durations lie within plus and minus this, in ms: 2^53, what JSON numbers carry exactly everywhere.
pub const MAX_TIME: i64 = 1 << 53;

/// Something wrong with the form of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The way to the value, as in `script[3].time`; empty for the file as a whole.
    pub place: String,
    /// Both count from 1; the column in characters.
    pub line: usize,
    pub column: usize,
    /// The bytes at fault, within the text.
    pub span: Range<usize>,
    pub fault: Fault,
    /// A correction, where it is certain.
    pub fix: Option<Fix>,
}

/// Replace `span` of the text by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub span: Range<usize>,
    pub text: String,
}

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Object,
    Array,
    String,
    StringOrNull,
    Integer,
    Boolean,
    /// A string of one letter.
    Letter,
    /// A string, or an object with `en`, `zh` or both.
    Text,
    /// The name of a scenario, or one as an object.
    Scenario,
}

/// What is wrong, as data; `explain` has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More than [`MAX_BYTES`].
    TooLarge {
        bytes: usize,
    },
    /// More than [`MAX_STEPS`].
    TooManySteps {
        steps: usize,
    },
    /// Not JSON; the parser's own words.
    Syntax {
        message: String,
    },
    /// Not version 1.
    Version,
    Type {
        expected: Expected,
    },
    /// An event time that is no whole number of ms; `example` is one.
    Time {
        example: i64,
    },
    /// Beyond ±2^53.
    Range,
    /// A number of a smaller range.
    Outside {
        least: i64,
        most: i64,
    },
    /// Generated rows would arrive beyond 2^53.
    TooFar,
    UnknownField {
        field: String,
        meant: Option<&'static str>,
    },
    MissingField {
        field: &'static str,
    },
    DuplicateField {
        field: String,
    },
    UnknownWord {
        word: String,
        options: &'static [&'static str],
        meant: Option<&'static str>,
    },
    /// The id is another added row's of the same side; `first` is that step's index.
    DuplicateId {
        id: String,
        first: usize,
    },
    /// A side has 1 to [`MAX_PARTITIONS`] partitions.
    Partitions,
    /// A row of a partition that its side, which has so many, does not have.
    NoSuchPartition {
        partitions: u32,
    },
    /// A payload nested more than 127 deep.
    TooDeep,
    // ---- gallery and lessons
    /// A list that has nothing in it.
    Empty,
    /// A name that is no file's: small letters, digits and hyphens make one.
    Name,
    /// The name stands in the list already; `first` is its index there.
    DuplicateName {
        name: String,
        first: usize,
    },
    /// A name that nothing has.
    NoSuch {
        what: Named,
        name: String,
        meant: Option<String>,
    },
    /// Not a step of the scenario, whose last one is `last`.
    NoSuchStep {
        last: usize,
    },
    /// A prediction asked at the last step, which nothing follows.
    NothingFollows {
        last: usize,
    },
    /// Two fields of which there can be one.
    NotBoth {
        one: &'static str,
        other: &'static str,
    },
    /// Another engine than the scenario's, which is `is`.
    NotItsDialect {
        is: &'static str,
    },
}

/// What is called by a name in gallery and lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Topic,
    Question,
    Scenario,
    Lesson,
    Row(Side),
}

/// Reads a scenario file. Either all of it is good, or all of its problems are told, in the order of the text.
pub fn read(text: &str) -> Result<Scenario, Vec<Problem>> {
    read_as(text, |reader, root| reader.scenario(root, &At::ROOT))
}

/// Reads a file whose root `what` understands.
pub fn read_as<'a, T>(
    text: &'a str,
    what: impl FnOnce(&mut Reader<'a>, Node<'a>) -> Option<T>,
) -> Result<T, Vec<Problem>> {
    let whole = |fault| vec![Problem { place: String::new(), line: 1, column: 1, span: 0..0, fault, fix: None }];
    if text.len() > MAX_BYTES {
        return Err(whole(Fault::TooLarge { bytes: text.len() }));
    }
    // A byte order mark is what some editors put before UTF-8; it is no part of the JSON.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let root = match Node::root(body) {
        Ok(root) => root,
        Err(error) => return Err(vec![syntax(text, &error)]),
    };
    let mut reader = Reader { problems: Vec::new(), ids: HashMap::new(), seen_time: None, partitions: ANY };
    let made = what(&mut reader, root);
    match made {
        Some(made) if reader.problems.is_empty() => Ok(made),
        _ => Err(located(text, text.len() - body.len(), reader.problems)),
    }
}

fn syntax(text: &str, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let mut at = (start + column - 1).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let message = bare(error);
    // serde_json counts bytes; people count characters.
    let column = text[start.min(at)..at].chars().count() + 1;
    let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    Problem { place: String::new(), line, column, span: at..end, fault: Fault::Syntax { message }, fix: None }
}

/// Gives each problem its line and column, and puts them in the order of the text.
fn located(text: &str, skipped: usize, found: Vec<Found>) -> Vec<Problem> {
    let mut order: Vec<(usize, usize)> = found.iter().map(|problem| problem.span.start).zip(0..).collect();
    sorting::sort(&mut order);
    let mut found: Vec<Option<Found>> = found.into_iter().map(Some).collect();
    let (mut line, mut line_start, mut at) = (1, 0, 0);
    let mut problems = Vec::with_capacity(found.len());
    for Found { place, span, fault, fix } in order.iter().filter_map(|(_, at)| found[*at].take()) {
        let shift = |span: Range<usize>| span.start + skipped..span.end + skipped;
        let span = shift(span);
        for (offset, _) in text[at..span.start].match_indices('\n') {
            line += 1;
            line_start = at + offset + 1;
        }
        at = span.start;
        let column = text[line_start..at].trim_start_matches('\u{feff}').chars().count() + 1;
        let fix = fix.map(|fix| Fix { span: shift(fix.span), text: fix.text });
        problems.push(Problem { place, line, column, span, fault, fix });
    }
    problems
}

struct Found {
    place: String,
    span: Range<usize>,
    fault: Fault,
    fix: Option<Fix>,
}

/// The way from the root to a value; written out only when something is wrong there.
#[derive(Clone, Copy)]
pub struct At<'p> {
    parent: Option<&'p At<'p>>,
    part: Part<'p>,
}

#[derive(Clone, Copy)]
enum Part<'p> {
    Root,
    Field(&'p str),
    Index(usize),
}

impl<'p> At<'p> {
    pub const ROOT: At<'static> = At { parent: None, part: Part::Root };

    pub fn field(&'p self, name: &'p str) -> At<'p> {
        At { parent: Some(self), part: Part::Field(name) }
    }

    pub fn index(&'p self, index: usize) -> At<'p> {
        At { parent: Some(self), part: Part::Index(index) }
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.part {
            Part::Root => Ok(()),
            Part::Field(name) if matches!(self.parent, Some(At { part: Part::Root, .. })) => f.write_str(name),
            Part::Field(name) => write!(f, ".{name}"),
            Part::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// An object's members, checked against the fields it may have.
pub struct Fields<'a>(Vec<Member<'a>>);

impl<'a> Fields<'a> {
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.0.iter().find(|member| member.key == name).map(|member| member.value)
    }
}

pub struct Reader<'a> {
    problems: Vec<Found>,
    /// Where each added id stood first.
    ids: HashMap<(Side, Cow<'a, str>), usize>,
    /// The last good event time, for the date of an example.
    seen_time: Option<i64>,
    /// How many partitions each side has.
    partitions: Sides<u32>,
}

/// Of sides whose watermark is at fault itself.
const ANY: Sides<u32> = Sides { left: MAX_PARTITIONS, right: MAX_PARTITIONS };

/// The first six are always there; the script is, unless `generate` makes it.
const SCENARIO: &[&str] = &[
    "version",
    "title",
    "dialect",
    "left",
    "right",
    "join",
    "script",
    "description",
    "question",
    "watermark_policy",
    "generate",
];
const STREAM: &[&str] = &["name", "watermark", "key_name", "time_name", "label", "noun", "fields"];

impl<'a> Reader<'a> {
    pub fn scenario(&mut self, root: Node<'a>, at: &At) -> Option<Scenario> {
        let generates = root.members().is_some_and(|members| members.iter().any(|member| member.key == "generate"));
        let fields = self.object(root, at, SCENARIO, if generates { 6 } else { 7 })?;
        // Each field is read before the first `?`, so that all problems are found in one go.
        self.version(&fields, at);
        let title = self.text(&fields, at, "title");
        let description = self.text(&fields, at, "description");
        let question = self.text(&fields, at, "question");
        let dialect = self.word(&fields, at, "dialect", &["flink_sql", "flink_datastream", "spark"]);
        let left = self.stream(&fields, at, "left");
        let right = self.stream(&fields, at, "right");
        let of = |stream: &Option<Stream>| stream.as_ref().map_or(MAX_PARTITIONS, |it| it.watermark.partitions());
        self.partitions = Sides::new(of(&left), of(&right));
        let policy = self.word(&fields, at, "watermark_policy", &["min", "max"]);
        let join = fields.get("join").and_then(|node| self.join(node, &at.field("join")));
        let script = match (fields.get("generate"), fields.get("script")) {
            (Some(node), Some(_)) => {
                let fault = Fault::NotBoth { one: "script", other: "generate" };
                self.problem(at, node.span().start..node.span().start + 1, fault, None);
                None
            }
            (Some(node), None) => self.generate(node, &at.field("generate")),
            (None, script) => script.and_then(|node| self.script(node, &at.field("script"))).map(Script::from),
        };
        Some(Scenario {
            title: title?,
            description,
            question,
            dialect: Dialect::ALL[dialect?],
            streams: Sides::new(left?, right?),
            watermark_policy: policy.map(|n| [Policy::Min, Policy::Max][n]),
            join: join?,
            script: script?,
        })
    }

    /// The parameters of a script, and the script that they make.
    fn generate(&mut self, node: Node<'a>, at: &At) -> Option<Script> {
        const KNOWN: &[&str] = &[
            "seed",
            "start",
            "duration",
            "keys",
            "left",
            "right",
            "grain",
            "skew",
            "distance",
            "amount",
            "batch_every",
            "clock_every",
        ];
        let fields = self.object(node, at, KNOWN, 6)?;
        let found = self.problems.len();
        let seed = self.within(&fields, at, "seed", 0, MAX_TIME);
        let start = self.integer(&fields, at, "start");
        let duration = self.within(&fields, at, "duration", 1, MAX_TIME);
        let grain = self.within(&fields, at, "grain", 1, MAX_TIME);
        let keys = self.within(&fields, at, "keys", 1, i64::from(Generate::MOST_KEYS));
        let skew = self.within(&fields, at, "skew", 0, i64::from(Generate::MOST_SKEW));
        let distance = fields.get("distance").and_then(|node| self.distance(node, &at.field("distance")));
        let amount = self.within(&fields, at, "amount", 1, i64::from(Generate::MOST_AMOUNT));
        let left = fields.get("left").and_then(|node| self.shape(node, &at.field("left"), Side::Left));
        let right = fields.get("right").and_then(|node| self.shape(node, &at.field("right"), Side::Right));
        let batch_every = self.within(&fields, at, "batch_every", 1, MAX_TIME);
        let clock_every = self.within(&fields, at, "clock_every", 1, MAX_TIME);
        // What is left out has its default; what is wrong has none.
        if self.problems.len() > found {
            return None;
        }
        let generate = Generate {
            seed: u64::try_from(seed?).ok()?,
            start: start?,
            duration: duration?,
            grain: grain.unwrap_or(1),
            keys: u32::try_from(keys?).ok()?,
            skew: u32::try_from(skew.unwrap_or(0)).ok()?,
            distance: distance.unwrap_or((0, 0)),
            amount: amount.and_then(|amount| u32::try_from(amount).ok()),
            sides: Sides::new(left?, right?),
            batch_every,
            clock_every,
        };
        let fault = match generate.fits() {
            Ok(()) => return Some(Script::generated(generate)),
            Err(Misfit::TooManySteps(steps)) => {
                Fault::TooManySteps { steps: usize::try_from(steps).unwrap_or(usize::MAX) }
            }
            Err(Misfit::TooFar) => Fault::TooFar,
        };
        let start = node.span().start;
        self.problem(at, start..start + 1, fault, None);
        None
    }

    fn distance(&mut self, node: Node<'a>, at: &At) -> Option<(i64, i64)> {
        let fields = self.object(node, at, &["from", "to"], 2)?;
        let from = self.integer(&fields, at, "from");
        let to = self.within(&fields, at, "to", from.unwrap_or(-MAX_TIME), MAX_TIME);
        Some((from?, to?))
    }

    /// How one side comes.
    fn shape(&mut self, node: Node<'a>, at: &At, side: Side) -> Option<Shape> {
        const KNOWN: &[&str] =
            &["id", "per_hour", "disorder", "late", "late_by", "alone", "lag", "partitions", "pause"];
        let fields = self.object(node, at, KNOWN, 2)?;
        let letter = fields.get("id").and_then(|node| {
            let text = node.string().unwrap_or_default();
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(letter), None) if letter.is_alphabetic() => Some(letter),
                _ => {
                    self.wrong_type(&at.field("id"), node, Expected::Letter);
                    None
                }
            }
        });
        let per_hour = self.within(&fields, at, "per_hour", 0, i64::from(Shape::MOST_PER_HOUR));
        let mut ms = |name| self.within(&fields, at, name, 0, MAX_TIME).unwrap_or(0);
        let (disorder, late_by, lag) = (ms("disorder"), ms("late_by"), ms("lag"));
        let mut percent = |name| u32::try_from(self.within(&fields, at, name, 0, 100).unwrap_or(0)).unwrap_or(0);
        let (late, alone) = (percent("late"), percent("alone"));
        // As many as the side has, or fewer: from the others nothing comes.
        let partitions = self.within(&fields, at, "partitions", 1, i64::from(self.partitions[side]));
        let partitions = partitions.and_then(|count| u32::try_from(count).ok()).unwrap_or(1);
        let pause = fields.get("pause").and_then(|node| self.pause(node, &at.field("pause"), partitions));
        let per_hour = u32::try_from(per_hour?).ok()?;
        Some(Shape { letter: letter?, per_hour, disorder, late, late_by, alone, lag, partitions, pause })
    }

    /// A stop of a source that has so many partitions.
    fn pause(&mut self, node: Node<'a>, at: &At, partitions: u32) -> Option<Pause> {
        let fields = self.object(node, at, &["from", "length", "lost", "partition"], 2)?;
        let from = self.within(&fields, at, "from", 0, MAX_TIME);
        let length = self.within(&fields, at, "length", 0, MAX_TIME);
        let lost = self.boolean(&fields, at, "lost").unwrap_or(false);
        let partition = self.within(&fields, at, "partition", 0, i64::from(partitions) - 1);
        let partition = partition.and_then(|number| u32::try_from(number).ok());
        Some(Pause { from: from?, length: length?, lost, partition })
    }

    /// Another scenario follows, whose ids are its own.
    pub fn another_scenario(&mut self) {
        self.ids.clear();
    }

    /// The version, which is 1 in every kind of file.
    pub fn version(&mut self, fields: &Fields<'a>, at: &At) {
        if let Some(node) = fields.get("version")
            && node.integer() != Some(1)
        {
            self.problem(&at.field("version"), node.span(), Fault::Version, None);
        }
    }

    fn stream(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<Stream> {
        let node = fields.get(name)?;
        let at = at.field(name);
        let fields = self.object(node, &at, STREAM, 2)?;
        let name = self.string(&fields, &at, "name");
        let watermark = fields.get("watermark").and_then(|node| self.strategy(node, &at.field("watermark")));
        let key_name = self.string(&fields, &at, "key_name");
        let time_name = self.string(&fields, &at, "time_name");
        let label = self.text(&fields, &at, "label");
        let noun = self.text(&fields, &at, "noun");
        let heads = fields.get("fields").map(|node| self.heads(node, &at.field("fields"))).unwrap_or_default();
        Some(Stream { name: name?, watermark: watermark?, key_name, time_name, label, noun, fields: heads })
    }

    fn heads(&mut self, node: Node<'a>, at: &At) -> Vec<(String, Text)> {
        let Some(members) = node.members() else {
            self.wrong_type(at, node, Expected::Object);
            return Vec::new();
        };
        let mut heads: Vec<(String, Text)> = Vec::with_capacity(members.len());
        for member in members {
            if heads.iter().any(|(field, _)| *field == member.key) {
                self.duplicate_field(at, &member);
            } else if let Some(text) = self.text_value(member.value, &at.field(&member.key)) {
                heads.push((member.key.into_owned(), text));
            }
        }
        heads
    }

    fn strategy(&mut self, node: Node<'a>, at: &At) -> Option<Strategy> {
        const OPTIONS: &[&str] = &["manual", "bounded", "none"];
        match self.tag(node, at, "strategy", OPTIONS)? {
            0 => self.object(node, at, &["strategy"], 1).map(|_| Strategy::Manual),
            1 => {
                let fields = self.object(node, at, &["strategy", "delay", "partitions", "idle_timeout"], 2)?;
                let delay = self.integer(&fields, at, "delay");
                let partitions = match self.integer(&fields, at, "partitions") {
                    None => fields.get("partitions").is_none().then_some(1),
                    Some(wanted) => {
                        let found = u32::try_from(wanted).ok().filter(|found| (1..=MAX_PARTITIONS).contains(found));
                        if found.is_none() {
                            self.fault(&fields, at, "partitions", Fault::Partitions);
                        }
                        found
                    }
                };
                let idle_timeout = self.integer(&fields, at, "idle_timeout");
                Some(Strategy::Bounded { delay: delay?, partitions: partitions?, idle_timeout })
            }
            _ => self.object(node, at, &["strategy"], 1).map(|_| Strategy::None),
        }
    }

    fn join(&mut self, node: Node<'a>, at: &At) -> Option<Join> {
        const KINDS: &[&str] = &["interval", "window", "regular", "temporal", "lookup"];
        const TYPES: &[&str] = &["inner", "left", "right", "full", "semi", "anti"];
        const INTERVAL: &[&str] =
            &["kind", "type", "lower", "upper", "lower_inclusive", "upper_inclusive", "min_cleanup_interval"];
        let tag = self.tag(node, at, "kind", KINDS)?;
        let fields = match tag {
            0 => self.object(node, at, INTERVAL, 4),
            1 => self.object(node, at, &["kind", "type", "window", "allowed_lateness"], 3),
            2 => self.object(node, at, &["kind", "type", "state_ttl"], 2),
            _ => self.object(node, at, &["kind", "type"], 2),
        }?;
        let ty = self.word(&fields, at, "type", TYPES);
        let kind = match tag {
            0 => self.interval(&fields, at).map(JoinKind::Interval),
            1 => {
                let window = fields.get("window").and_then(|node| self.window(node, &at.field("window")));
                let allowed_lateness = self.integer(&fields, at, "allowed_lateness").unwrap_or(0);
                window.map(|window| JoinKind::Window { window, allowed_lateness })
            }
            2 => Some(JoinKind::Regular { state_ttl: self.integer(&fields, at, "state_ttl").unwrap_or(0) }),
            3 => Some(JoinKind::Temporal),
            _ => Some(JoinKind::Lookup),
        };
        Some(Join { ty: JoinType::ALL[ty?], kind: kind? })
    }

    fn interval(&mut self, fields: &Fields<'a>, at: &At) -> Option<Interval> {
        let lower = self.integer(fields, at, "lower");
        let upper = self.integer(fields, at, "upper");
        let lower_inclusive = self.boolean(fields, at, "lower_inclusive").unwrap_or(true);
        let upper_inclusive = self.boolean(fields, at, "upper_inclusive").unwrap_or(true);
        let min_cleanup_interval = self.integer(fields, at, "min_cleanup_interval").unwrap_or(0);
        Some(Interval { lower: lower?, upper: upper?, lower_inclusive, upper_inclusive, min_cleanup_interval })
    }

    fn window(&mut self, node: Node<'a>, at: &At) -> Option<Window> {
        const SHAPES: &[&str] = &["tumbling", "sliding", "cumulating", "session"];
        let shape = self.tag(node, at, "shape", SHAPES)?;
        let fields = match shape {
            0 => self.object(node, at, &["shape", "size", "offset"], 2),
            1 => self.object(node, at, &["shape", "size", "slide", "offset"], 3),
            2 => self.object(node, at, &["shape", "size", "step", "offset"], 3),
            _ => self.object(node, at, &["shape", "gap", "max_length"], 2),
        }?;
        let size = self.integer(&fields, at, "size");
        let inner = self.integer(&fields, at, if shape == 1 { "slide" } else { "step" });
        let offset = self.integer(&fields, at, "offset").unwrap_or(0);
        let gap = self.integer(&fields, at, "gap");
        let max_length = self.integer(&fields, at, "max_length");
        Some(match shape {
            0 => Window::Tumbling { size: size?, offset },
            1 => Window::Sliding { size: size?, slide: inner?, offset },
            2 => Window::Cumulating { size: size?, step: inner?, offset },
            _ => Window::Session { gap: gap?, max_length },
        })
    }

    fn script(&mut self, node: Node<'a>, at: &At) -> Option<Vec<Step>> {
        let mut count = 0;
        if !node.elements(|_| count += 1) {
            self.wrong_type(at, node, Expected::Array);
            return None;
        }
        if count > MAX_STEPS {
            let start = node.span().start;
            self.problem(at, start..start + 1, Fault::TooManySteps { steps: count }, None);
            return None;
        }
        let mut script = Vec::with_capacity(count);
        let mut index = 0;
        node.elements(|node| {
            script.extend(self.step(node, &at.index(index), index));
            index += 1;
        });
        Some(script)
    }

    fn step(&mut self, node: Node<'a>, at: &At, index: usize) -> Option<Step> {
        match self.tag(node, at, "do", &["push", "watermark", "batch", "clock", "checkpoint", "crash"])? {
            0 => self.push(node, at, index),
            1 => {
                let fields = self.object(node, at, &["do", "side", "time"], 3)?;
                let side = self.side(&fields, at);
                let time = self.time(&fields, at);
                Some(Step::Watermark { side: side?, time: time? })
            }
            2 => {
                let fields = self.object(node, at, &["do", "fails"], 1)?;
                let fails = self.boolean(&fields, at, "fails").unwrap_or(false);
                Some(if fails { Step::FailingBatch } else { Step::Batch })
            }
            3 => {
                let fields = self.object(node, at, &["do", "time"], 2)?;
                Some(Step::Clock { time: self.integer(&fields, at, "time")? })
            }
            4 => self.object(node, at, &["do"], 1).map(|_| Step::Checkpoint),
            _ => self.object(node, at, &["do"], 1).map(|_| Step::Crash),
        }
    }

    fn push(&mut self, node: Node<'a>, at: &At, index: usize) -> Option<Step> {
        let fields = self.object(node, at, &["do", "side", "id", "key", "time", "row", "kind", "partition"], 5)?;
        let side = self.side(&fields, at);
        let id = self.string_value(&fields, at, "id");
        let key = fields.get("key").and_then(|node| match node.string() {
            Some(key) => Some(Some(Box::from(key))),
            None if node.is_null() => Some(None),
            None => {
                let fix = node.integer().map(|n| Fix { span: node.span(), text: format!("\"{n}\"") });
                self.problem(&at.field("key"), node.span(), Fault::Type { expected: Expected::StringOrNull }, fix);
                None
            }
        });
        let time = self.time(&fields, at);
        let row = match fields.get("row") {
            None => Payload::default(),
            Some(node) if !node.is(b"{") => {
                self.wrong_type(&at.field("row"), node, Expected::Object);
                return None;
            }
            Some(node) => match Payload::parse(node.text()) {
                Some(row) => row,
                None => {
                    self.problem(&at.field("row"), node.span(), unreadable(node.text()), None);
                    return None;
                }
            },
        };
        let kind = match fields.get("kind") {
            None => Some(RowKind::Insert),
            Some(_) => self.word(&fields, at, "kind", &["+I", "-U", "+U", "-D"]).map(|n| RowKind::ALL[n]),
        };
        let partition = self.partition(&fields, at, side);
        let (side, id, kind) = (side?, id?, kind?);
        if kind.adds() {
            let first = *self.ids.entry((side, id.clone())).or_insert(index);
            if first != index {
                let span = fields.get("id").map_or(0..0, |node| node.span());
                self.problem(&at.field("id"), span, Fault::DuplicateId { id: id.clone().into(), first }, None);
            }
        }
        Some(Step::Push(Push { side, id: id.into(), key: key?, time: time?, row, kind, partition: partition? }))
    }

    fn partition(&mut self, fields: &Fields<'a>, at: &At, side: Option<Side>) -> Option<u32> {
        if fields.get("partition").is_none() {
            return Some(0);
        }
        let wanted = self.integer(fields, at, "partition")?;
        let partitions = self.partitions[side?];
        let found = u32::try_from(wanted).ok().filter(|found| *found < partitions);
        if found.is_none() {
            self.fault(fields, at, "partition", Fault::NoSuchPartition { partitions });
        }
        found
    }

    pub fn side(&mut self, fields: &Fields<'a>, at: &At) -> Option<Side> {
        self.word(fields, at, "side", &["left", "right"]).map(|n| Side::BOTH[n])
    }

    fn time(&mut self, fields: &Fields<'a>, at: &At) -> Option<i64> {
        let node = fields.get("time")?;
        let at = at.field("time");
        if let Some(ms) = node.integer() {
            let ms = self.in_range(ms, &at, node)?;
            self.seen_time = Some(ms);
            return Some(ms);
        }
        let text = node.string();
        let base = self.seen_time.unwrap_or(time::EXAMPLE);
        let meant = text.as_deref().and_then(|text| time::parse_time(text, base).ok());
        // A text with its date can only mean one moment; HH:MM alone leaves the day open.
        let certain = text.is_some_and(|text| text.contains('-'));
        let fix = meant.filter(|_| certain).map(|ms| Fix { span: node.span(), text: ms.to_string() });
        self.problem(&at, node.span(), Fault::Time { example: meant.unwrap_or(base) }, fix);
        None
    }

    // ---- values -------------------------------------------------------------------------------------

    /// The object's members; the first `needed` of the `known` fields must be there.
    pub fn object(&mut self, node: Node<'a>, at: &At, known: &[&'static str], needed: usize) -> Option<Fields<'a>> {
        let Some(members) = node.members() else {
            self.wrong_type(at, node, Expected::Object);
            return None;
        };
        let mut mistaken = Vec::new();
        for (index, member) in members.iter().enumerate() {
            if !known.contains(&&*member.key) {
                let free = known.iter().filter(|name| members.iter().all(|member| member.key != **name));
                let meant = closest(&member.key, free.copied());
                mistaken.extend(meant);
                let fix = meant.map(|name| Fix { span: member.key_at.span(), text: format!("\"{name}\"") });
                let fault = Fault::UnknownField { field: member.key.to_string(), meant };
                self.problem(&at.field(&member.key), member.key_at.span(), fault, fix);
            } else if members[..index].iter().any(|earlier| earlier.key == member.key) {
                self.duplicate_field(at, member);
            }
        }
        for field in &known[..needed] {
            // A misspelt field is one problem, not two.
            if !mistaken.contains(field) && members.iter().all(|member| member.key != *field) {
                let start = node.span().start;
                self.problem(at, start..start + 1, Fault::MissingField { field }, None);
            }
        }
        Some(Fields(members))
    }

    fn duplicate_field(&mut self, at: &At, member: &Member<'a>) {
        let fault = Fault::DuplicateField { field: member.key.to_string() };
        self.problem(&at.field(&member.key), member.key_at.span(), fault, None);
    }

    /// What `each` makes of every element of a list.
    pub fn list<T>(
        &mut self,
        node: Node<'a>,
        at: &At,
        mut each: impl FnMut(&mut Self, Node<'a>, &At, usize) -> Option<T>,
    ) -> Vec<T> {
        let mut made = Vec::new();
        let mut index = 0;
        let list = node.elements(|node| {
            made.extend(each(self, node, &at.index(index), index));
            index += 1;
        });
        if !list {
            self.wrong_type(at, node, Expected::Array);
        }
        made
    }

    /// The word that decides which fields an object has.
    pub fn tag(
        &mut self,
        node: Node<'a>,
        at: &At,
        name: &'static str,
        options: &'static [&'static str],
    ) -> Option<usize> {
        let Some(members) = node.members() else {
            self.wrong_type(at, node, Expected::Object);
            return None;
        };
        let fields = Fields(members);
        if fields.get(name).is_none() {
            let start = node.span().start;
            self.problem(at, start..start + 1, Fault::MissingField { field: name }, None);
            return None;
        }
        self.word(&fields, at, name, options)
    }

    pub fn word(
        &mut self,
        fields: &Fields<'a>,
        at: &At,
        name: &'static str,
        options: &'static [&'static str],
    ) -> Option<usize> {
        let node = fields.get(name)?;
        let Some(word) = node.string() else {
            self.wrong_type(&at.field(name), node, Expected::String);
            return None;
        };
        let found = options.iter().position(|option| *option == word);
        if found.is_none() {
            let meant = closest(&word, options.iter().copied());
            let fix = meant.map(|option| Fix { span: node.span(), text: format!("\"{option}\"") });
            let fault = Fault::UnknownWord { word: word.into_owned(), options, meant };
            self.problem(&at.field(name), node.span(), fault, fix);
        }
        found
    }

    pub fn string_value(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<Cow<'a, str>> {
        let node = fields.get(name)?;
        let string = node.string();
        if string.is_none() {
            let fix = node.integer().map(|n| Fix { span: node.span(), text: format!("\"{n}\"") });
            self.problem(&at.field(name), node.span(), Fault::Type { expected: Expected::String }, fix);
        }
        string
    }

    pub fn string(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<String> {
        self.string_value(fields, at, name).map(Cow::into_owned)
    }

    pub fn text(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<Text> {
        let node = fields.get(name)?;
        self.text_value(node, &at.field(name))
    }

    pub fn text_value(&mut self, node: Node<'a>, at: &At) -> Option<Text> {
        if let Some(text) = node.string() {
            return Some(Text::One(text.into_owned()));
        }
        if !node.is(b"{") {
            self.wrong_type(at, node, Expected::Text);
            return None;
        }
        let fields = self.object(node, at, &["en", "zh"], 0)?;
        let en = self.string(&fields, at, "en");
        let zh = self.string(&fields, at, "zh");
        if fields.0.is_empty() {
            self.wrong_type(at, node, Expected::Text);
            return None;
        }
        Some(Text::By { en, zh })
    }

    pub fn boolean(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<bool> {
        let node = fields.get(name)?;
        let value = node.boolean();
        if value.is_none() {
            self.wrong_type(&at.field(name), node, Expected::Boolean);
        }
        value
    }

    pub fn integer(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<i64> {
        let value = self.long(fields, at, name)?;
        self.in_range(value, &at.field(name), fields.get(name)?)
    }

    /// A whole number as an engine has it: what it makes of a file's times may lie beyond them, as a watermark does by its delay.
    pub fn long(&mut self, fields: &Fields<'a>, at: &At, name: &'static str) -> Option<i64> {
        let node = fields.get(name)?;
        let at = at.field(name);
        match node.integer() {
            Some(value) => Some(value),
            None if node.is(b"-0123456789") && !node.text().contains(['.', 'e', 'E']) => {
                self.problem(&at, node.span(), Fault::Range, None);
                None
            }
            None => {
                let meant = node.string().and_then(|text| text.trim().parse::<i64>().ok());
                let fix = meant.map(|value| Fix { span: node.span(), text: value.to_string() });
                self.problem(&at, node.span(), Fault::Type { expected: Expected::Integer }, fix);
                None
            }
        }
    }

    /// A whole number of a range that is not that of all numbers.
    pub fn within(&mut self, fields: &Fields<'a>, at: &At, name: &'static str, least: i64, most: i64) -> Option<i64> {
        let value = self.integer(fields, at, name)?;
        if (least..=most).contains(&value) {
            return Some(value);
        }
        let span = fields.get(name).map_or(0..0, |node| node.span());
        self.problem(&at.field(name), span, Fault::Outside { least, most }, None);
        None
    }

    fn in_range(&mut self, value: i64, at: &At, node: Node<'a>) -> Option<i64> {
        if (-MAX_TIME..=MAX_TIME).contains(&value) {
            return Some(value);
        }
        self.problem(at, node.span(), Fault::Range, None);
        None
    }

    /// Something wrong with the value of a field that is there.
    fn fault(&mut self, fields: &Fields<'a>, at: &At, name: &'static str, fault: Fault) {
        if let Some(node) = fields.get(name) {
            self.problem(&at.field(name), node.span(), fault, None);
        }
    }

    pub fn wrong_type(&mut self, at: &At, node: Node<'a>, expected: Expected) {
        // An object's or array's first character says enough about where it starts.
        let span = node.span();
        let end = if node.is(b"{[") { span.start + 1 } else { span.end };
        self.problem(at, span.start..end, Fault::Type { expected }, None);
    }

    pub fn problem(&mut self, at: &At, span: Range<usize>, fault: Fault, fix: Option<Fix>) {
        self.problems.push(Found { place: at.to_string(), span, fault, fix });
    }
}

/// Why a payload is no JSON value although its outline is one: too deep, or a number or escape that stands for nothing.
fn unreadable(text: &str) -> Fault {
    match serde_json::from_str::<serde_json::Value>(text) {
        Err(error) if !error.to_string().starts_with("recursion limit") => Fault::Syntax { message: bare(&error) },
        _ => Fault::TooDeep,
    }
}

/// A parser's words without the place, which we tell ourselves.
fn bare(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.rsplit_once(" at line ").map_or(words.as_str(), |(message, _)| message).to_string()
}

/// The option that a misspelt word most likely meant: at most two letters off, or the same but for case and dashes.
fn closest(word: &str, options: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    nearest(word, options)
}

/// The same among names that are only known from files.
pub fn nearest<'n>(word: &str, options: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', ' '], "_");
    let word = plain(word);
    options
        .map(|option| (distance(&word, &plain(option)), option))
        .filter(|(distance, option)| *distance <= 2 && *distance * 2 < option.len().max(2))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, option)| option)
}

/// Levenshtein's distance, for words short enough to compare.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(40).collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}
