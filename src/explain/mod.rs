//! Effects and numbers into words, in English and Chinese.
//!
//! Nothing is computed twice: what happened is in the effects, what is so is in the view, and this module says it.
//! [`Words`] is the way in, one for a recording and a language; it gives sentences as styled spans that know which row
//! they speak of. All texts are in [`messages`].
//!
//! A new effect is told in three places: its texts in `messages/why.rs`, a fact in `why::Facts`, and a sentence where the
//! engine acts in `why::Story`. The compiler asks for the second.

mod broken;
pub mod choose;
mod code;
mod compare;
pub mod estimate;
pub mod format;
pub mod ingest;
pub mod messages;
mod metrics;
mod names;
mod plan;
mod problem;
pub mod reading;
pub mod reference;
mod refusal;
mod rule;
mod runs;
mod selected;
pub mod sinks;
mod steps;
mod summary;
mod units;
mod why;
mod whynot;
mod window_notes;
mod would;

use std::rc::Rc;

pub use broken::{broken, missing, missing_lesson};
pub use code::{code_note, no_code};
pub use compare::{differences, kind_word, padded, run_name, short_names};
pub use metrics::{MetricTold, MetricsTold};
pub use plan::{OperatorTold, PlanTold, StateTold};
pub use problem::{Told, not_utf8, problem};
pub use reference::{Reference, reference};
pub use refusal::{Refused, engine_name, plan_note, refusal};
pub use selected::{Held, Picked, StillMatches};
pub use steps::{Deed, Order, OrderStep};
pub use summary::summary;
pub use units::{Suspected, suspected};
pub use whynot::{Check, Panel, Verdict, Way, WayOn};
pub use window_notes::{WindowNote, WindowStage};

use self::{
    format::{Arg, fill, plain},
    messages::Messages,
};
use crate::{
    engine::{RowId, keys_match},
    replay::{Recording, Rows},
    scenario::{
        Dialect, Interval, JoinKind, Lang, Scenario, Side, time,
        time::{DatePart, TimeStyle, Times},
    },
};

/// How a piece of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    Plain,
    /// A number or time that decides.
    Strong,
    /// A row's id, or its time in a rule: bold, in the colour of its side.
    Row(Side),
    /// A step's number, which leads there.
    Step(usize),
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub tone: Tone,
    /// The row it names, for hover links.
    pub row: Option<RowId>,
}

/// The mark before a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// A row's own mark: circle (left) or square (right), filled once matched.
    Mark { side: Side, filled: bool },
    /// An arrow to a bar.
    Watermark,
    /// A curve between two rows.
    Match,
    /// A grey dot: rows left state.
    Left,
    /// ∅: a row came out with NULL.
    Null,
    /// A red cross: a row is not kept.
    Late,
    /// A minus: something emitted is taken back.
    Retract,
    /// A window, as it fires.
    Window,
    /// Three bars: a micro-batch.
    Batch,
    /// Processing time.
    Clock,
    /// A flag: a checkpoint.
    Checkpoint,
    /// A bolt: a crash, or a micro-batch that fails.
    Crash,
    /// Something comes again: a row that is read again, or a micro-batch that runs again.
    Again,
    /// The engine's own way: rows that stay, look or vanish where one would not think so.
    Quirk,
    /// Nothing changed.
    Nothing,
}

impl Glyph {
    /// The glyph as a character, where there are only those.
    pub fn symbol(self) -> char {
        match self {
            Glyph::Mark { side: Side::Left, filled: false } => '○',
            Glyph::Mark { side: Side::Left, filled: true } => '●',
            Glyph::Mark { side: Side::Right, filled: false } => '□',
            Glyph::Mark { side: Side::Right, filled: true } => '■',
            Glyph::Watermark => '⇥',
            Glyph::Match => '~',
            Glyph::Left => '•',
            Glyph::Null => '∅',
            Glyph::Late => '×',
            Glyph::Retract => '−',
            Glyph::Window => '▭',
            Glyph::Batch => '≡',
            Glyph::Clock => '◷',
            Glyph::Checkpoint => '⚑',
            Glyph::Crash => '↯',
            Glyph::Again => '↻',
            Glyph::Quirk => '!',
            Glyph::Nothing => '·',
        }
    }
}

/// One sentence (or two short ones that belong together) of WHY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub glyph: Glyph,
    pub spans: Vec<Span>,
    /// Every row it speaks of, also those that it only counts.
    pub rows: Vec<RowId>,
    /// What this step put out: the sentence on yellow. At most one of a step's.
    pub hot: bool,
}

impl Sentence {
    /// The text without tones.
    pub fn plain(&self) -> String {
        plain(&self.spans)
    }
}

/// A rule with the numbers set under its symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// "An order leaves the buffer when".
    pub caption: String,
    /// What the numbers are of, set at the end of the caption's line: a row's id; empty for nothing in particular.
    pub about: Vec<Span>,
    /// Two lines of as many cells each: symbols, then numbers. A cell may be empty.
    pub lines: [Vec<Vec<Span>>; 2],
}

impl Rule {
    /// The rule on one line: caption, symbols, numbers.
    pub fn plain(&self, lang: Lang) -> String {
        let line = |cells: &[Vec<Span>]| {
            let texts = cells.iter().map(|cell| plain(cell)).filter(|text| !text.is_empty());
            texts.collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")").replace(" , ", ", ")
        };
        let [symbols, numbers] = &self.lines;
        let colon = if lang == Lang::En { ": " } else { "：" };
        let semicolon = if lang == Lang::En { "; " } else { "；" };
        format!("{}{colon}{}{semicolon}{}", self.caption, line(symbols), line(numbers))
    }
}

/// Why a step did what it did: one to four sentences in the engine's order, and at most one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    pub sentences: Vec<Sentence>,
    pub rule: Option<Rule>,
}

impl Why {
    /// All sentences as one text, for a live region or a line of text.
    pub fn plain(&self, lang: Lang) -> String {
        let sentences: Vec<String> = self.sentences.iter().map(Sentence::plain).collect();
        sentences.join(if lang == Lang::En { " " } else { "" })
    }
}

/// The words of a recording, in one language.
#[derive(Clone, Debug)]
pub struct Words<'r> {
    recording: &'r Recording,
    lang: Lang,
    m: &'static Messages,
    times: Times,
}

/// How a scenario's event times are written, to be held on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    times: Times,
    spark: bool,
}

impl Writing {
    /// An event time as the scenario's texts write it. A watermark may lie on another day than all events; it is written with
    /// its date then.
    pub fn time(&self, ms: i64) -> String {
        let Times { style, base, .. } = self.times;
        if ms == 0 && self.spark && !style.epoch {
            // Where Spark's watermark starts, far from all events.
            return "0".to_string();
        }
        match base {
            Some(base) if style.date == DatePart::Hidden && !style.epoch => {
                TimeStyle { epoch: false, ..TimeStyle::spanning(base, ms, style.seconds) }.show(ms)
            }
            _ => style.show(ms),
        }
    }
}

impl<'r> Words<'r> {
    pub fn new(recording: &'r Recording, lang: Lang) -> Self {
        Words { recording, lang, m: Messages::of(lang), times: *recording.times() }
    }

    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether event times take more room than HH:MM.
    pub fn long_times(&self) -> bool {
        let style = self.times.style;
        style.seconds || style.epoch || style.date != DatePart::Hidden
    }

    /// How this scenario's event times are written.
    pub fn style(&self) -> TimeStyle {
        self.times.style
    }

    /// An event time as this scenario's texts write it.
    pub fn time(&self, ms: i64) -> String {
        self.writing().time(ms)
    }

    /// How all of them are written.
    pub fn writing(&self) -> Writing {
        Writing { times: self.times, spark: self.scenario().dialect == Dialect::Spark }
    }

    /// A duration in this language: "30 min".
    pub fn duration(&self, ms: i64) -> String {
        time::duration(ms, self.lang)
    }

    /// What prose calls a stream.
    pub fn stream(&self, side: Side) -> &'r str {
        stream(self.scenario(), side, self.lang)
    }

    // ---- what the parts of this module share -----------------------------------------------------------

    fn scenario(&self) -> &'r Rc<Scenario> {
        self.recording.scenario()
    }

    fn rows(&self) -> &'r Rc<Rows> {
        self.recording.rows()
    }

    fn id(&self, row: RowId) -> &'r str {
        self.rows().id(self.scenario(), row)
    }

    fn side(&self, row: RowId) -> Side {
        self.rows().get(row).side
    }

    fn event_time(&self, row: RowId) -> i64 {
        self.rows().get(row).time
    }

    fn say(&self, pattern: &str, args: &[(&str, Arg)]) -> Vec<Span> {
        fill(self.lang, pattern, args)
    }

    fn say_plain(&self, pattern: &str, args: &[(&str, Arg)]) -> String {
        plain(&self.say(pattern, args))
    }

    /// A row's id in its colour.
    fn row(&self, row: RowId) -> Arg {
        Arg::Spans(self.row_spans(row))
    }

    fn row_spans(&self, row: RowId) -> Vec<Span> {
        vec![Span { text: self.id(row).to_string(), tone: Tone::Row(self.side(row)), row: Some(row) }]
    }

    /// "o1, o2 and o3".
    fn list(&self, rows: &[RowId]) -> Arg {
        self.series(rows.iter().map(|row| self.row(*row)))
    }

    /// Things joined by commas and a final "and".
    fn series(&self, items: impl ExactSizeIterator<Item = Arg>) -> Arg {
        let (count, mut spans) = (items.len(), Vec::new());
        for (index, item) in items.enumerate() {
            let between = match index {
                0 => "",
                _ if index + 1 == count => self.m.why.and,
                _ => self.m.why.comma,
            };
            spans = self.say(
                "{before}{between}{item}",
                &[("before", spans.into()), ("between", between.into()), ("item", item)],
            );
        }
        spans.into()
    }

    /// "12 orders", or "12 rows" where both sides are among them.
    fn counted(&self, rows: &[RowId]) -> Arg {
        let side =
            rows.first().map(|row| self.side(*row)).filter(|side| rows.iter().all(|row| self.side(*row) == *side));
        let count = ("count", rows.len().to_string().into());
        match side {
            Some(side) => {
                let args = [count, ("nouns", self.nouns(side).into()), ("noun", self.noun(side).into())];
                self.say(self.m.why.count, &args).into()
            }
            None => self.say(self.m.why.count_rows, &[count]).into(),
        }
    }

    /// The rows by their ids, or from the fifth on by their number.
    fn list_or_count(&self, rows: &[RowId]) -> Arg {
        if rows.len() <= 4 { self.list(rows) } else { self.counted(rows) }
    }

    fn at(&self, ms: i64) -> Arg {
        self.time(ms).into()
    }

    fn at_or_none(&self, ms: Option<i64>) -> Arg {
        ms.map_or_else(|| self.m.why.none.into(), |ms| self.at(ms))
    }

    fn key(&self, row: RowId) -> Arg {
        match self.rows().push(self.scenario(), row).and_then(|push| push.key.as_deref()) {
            None => "NULL".into(),
            // A key of no characters would leave a hole in the sentence.
            Some("") => "\"\"".into(),
            Some(key) => key.into(),
        }
    }

    /// Whether a row's key equals no other: NULL, but in Spark's full join.
    fn keyless(&self, row: RowId) -> bool {
        let (key, scenario) = (self.rows().get(row).key, self.scenario());
        !keys_match(scenario.dialect, scenario.join.ty, key, key)
    }

    fn noun(&self, side: Side) -> &'r str {
        self.scenario().streams[side].noun(self.lang)
    }

    fn nouns(&self, side: Side) -> String {
        let noun = self.noun(side);
        if self.lang == Lang::En { plural(noun) } else { noun.to_string() }
    }

    /// "LEFT JOIN".
    fn join(&self) -> Arg {
        format!("{} JOIN", self.scenario().join.ty.word().to_ascii_uppercase()).into()
    }

    /// The bounds, where the join has some.
    fn interval(&self) -> Option<Interval> {
        match self.scenario().join.kind {
            JoinKind::Interval(interval) => Some(interval),
            JoinKind::Window { .. } | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => None,
        }
    }
}

/// What prose calls a stream: its label in English; its name in Chinese, where an English word is the stream's own name.
pub fn stream(scenario: &Scenario, side: Side, lang: Lang) -> &str {
    let stream = &scenario.streams[side];
    match (lang, &stream.label) {
        (Lang::Zh, Some(crate::scenario::Text::By { .. })) => &stream.name,
        _ => stream.label(lang),
    }
}

/// English plurals, as far as nouns of streams need them.
fn plural(noun: &str) -> String {
    let Some(last) = noun.chars().last().filter(char::is_ascii_alphabetic) else { return noun.to_string() };
    let vowel_before = noun.chars().rev().nth(1).is_some_and(|c| "aeiou".contains(c));
    if noun.ends_with("ch") || noun.ends_with("sh") || matches!(last, 's' | 'x' | 'z') {
        format!("{noun}es")
    } else if last == 'y' && !vowel_before {
        format!("{}ies", &noun[..noun.len() - 1])
    } else {
        format!("{noun}s")
    }
}

/// "a" or "an".
fn article(noun: &str) -> &'static str {
    let noun = noun.to_ascii_lowercase();
    let like_consonant = ["uni", "use", "usa", "uti", "eu", "one"].iter().any(|start| noun.starts_with(start));
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !like_consonant { "an" } else { "a" }
}
