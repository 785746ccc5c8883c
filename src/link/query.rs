//! How a link's scenario is to be shown: what stands in the address's query.

use form_urlencoded::{Serializer, parse};

use crate::{scenario::Lang, sinks::Choice, workspace::Selection};

/// Light or dark; `Auto` is what the reader's system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

/// What the reader of an embedded page may do. The words are those of `readonly=`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// Look only.
    None,
    /// Step, play and select.
    Step,
    /// Drag watermarks and events, too.
    #[default]
    All,
}

/// Which controls are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    #[default]
    Full,
    /// Those that step; no speed, no jumps.
    Step,
    None,
}

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    #[default]
    Stage,
    Tables,
    Plane,
}

/// What stands beside the states; on narrow screens, tabs among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pane {
    #[default]
    Output,
    Steps,
    /// The result as a sink ends up with it.
    Sink,
    Metrics,
    /// The engine's plan and its states.
    Plan,
    /// Choosing a setting from the events, and what was lost.
    Advice,
}

impl Pane {
    pub const ALL: [Pane; 6] = [Pane::Output, Pane::Steps, Pane::Sink, Pane::Metrics, Pane::Plan, Pane::Advice];
}

/// A type whose values are words of a query.
pub trait Word: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }
}

impl Word for Theme {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)];
}

impl Word for Reader {
    const WORDS: &'static [(&'static str, Self)] =
        &[("none", Reader::None), ("step", Reader::Step), ("all", Reader::All)];
}

impl Word for Controls {
    const WORDS: &'static [(&'static str, Self)] =
        &[("full", Controls::Full), ("step", Controls::Step), ("none", Controls::None)];
}

impl Word for Look {
    const WORDS: &'static [(&'static str, Self)] =
        &[("stage", Look::Stage), ("tables", Look::Tables), ("plane", Look::Plane)];
}

impl Word for Pane {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("output", Pane::Output),
        ("steps", Pane::Steps),
        ("sink", Pane::Sink),
        ("metrics", Pane::Metrics),
        ("plan", Pane::Plan),
        ("advice", Pane::Advice),
    ];
}

/// The language: `None` is the reader's own.
impl Word for Option<Lang> {
    const WORDS: &'static [(&'static str, Self)] = &[("auto", None), ("en", Some(Lang::En)), ("zh", Some(Lang::Zh))];
}

/// The query of a link. What it leaves out, or says in no known words, is as if it were not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    pub step: Option<usize>,
    pub theme: Theme,
    pub lang: Option<Lang>,
    /// Small, within another page.
    pub embed: bool,
    pub reader: Reader,
    pub controls: Controls,
    pub look: Look,
    /// What stands beside the states; `None`: what the reader has there.
    pub pane: Option<Pane>,
    /// The sink whose table is shown, as [`Choice::word`] writes it.
    pub sink: Option<Choice>,
    /// A scenario of the gallery, by name.
    pub scenario: Option<String>,
    /// A lesson, by name.
    pub lesson: Option<String>,
    /// The other side of a comparison, as `compare` writes it.
    pub compare: Option<String>,
    /// The rows selected.
    pub rows: Vec<Selection>,
}

/// A name of a file served with the page, which is not to lead anywhere else.
fn name(value: &str) -> Option<String> {
    let good = value.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
    (good && !value.is_empty() && value.len() <= 80).then(|| value.to_string())
}

impl Query {
    /// Reads what stands behind the `?`, with or without it.
    pub fn read(query: &str) -> Self {
        let mut read = Query::default();
        for (name_of, value) in parse(query.trim_start_matches('?').as_bytes()) {
            match &*name_of {
                "step" => read.step = value.parse().ok(),
                "theme" => read.theme = Word::of_word(&value).unwrap_or_default(),
                "lang" => read.lang = Word::of_word(&value).unwrap_or_default(),
                "embed" => read.embed = value == "1",
                "readonly" => read.reader = Word::of_word(&value).unwrap_or_default(),
                "controls" => read.controls = Word::of_word(&value).unwrap_or_default(),
                "pane" => read.pane = Word::of_word(&value),
                "sink" => read.sink = Choice::of_word(&value),
                "view" => read.look = Word::of_word(&value).unwrap_or_default(),
                "scenario" => read.scenario = name(&value),
                "lesson" => read.lesson = name(&value),
                "compare" => read.compare = Some(value.into_owned()),
                "row" => read.rows.extend(row(&value)),
                _ => {}
            }
        }
        read
    }

    /// The query, without `?`; empty where all is as it is by itself.
    pub fn write(&self) -> String {
        let mut query = Serializer::new(String::new());
        let mut put = |name: &str, value: &str, default: &str| {
            if value != default {
                query.append_pair(name, value);
            }
        };
        put("scenario", self.scenario.as_deref().unwrap_or(""), "");
        put("lesson", self.lesson.as_deref().unwrap_or(""), "");
        put("step", &self.step.map_or_else(String::new, |step| step.to_string()), "");
        for row in &self.rows {
            put("row", &format!("{}.{}", row.side.word(), row.id), "");
        }
        put("compare", self.compare.as_deref().unwrap_or(""), "");
        put("view", self.look.word(), "stage");
        put("pane", self.pane.map_or("", Word::word), "");
        put("sink", &self.sink.as_ref().map_or_else(String::new, Choice::word), "");
        put("theme", self.theme.word(), "auto");
        put("lang", self.lang.word(), "auto");
        put("embed", if self.embed { "1" } else { "" }, "");
        put("readonly", self.reader.word(), "all");
        put("controls", self.controls.word(), "full");
        query.finish()
    }
}

/// `left.o3`: a row by its side and id.
fn row(value: &str) -> Option<Selection> {
    use crate::scenario::Side;
    let (word, id) = value.split_once('.')?;
    let side = Side::BOTH.into_iter().find(|side| side.word() == word)?;
    Some(Selection { side, id: id.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Side;

    #[test]
    fn a_query_is_read_as_it_was_written() {
        let query = Query {
            step: Some(10),
            theme: Theme::Dark,
            lang: Some(Lang::Zh),
            embed: true,
            reader: Reader::Step,
            controls: Controls::None,
            look: Look::Plane,
            pane: Some(Pane::Sink),
            sink: Choice::of_word("upsert:left.订单 &#"),
            scenario: Some("orders-shipments".into()),
            lesson: Some("why-state".into()),
            compare: Some("flink_sql left regular".into()),
            rows: vec![
                Selection { side: Side::Left, id: "o3".into() },
                Selection { side: Side::Right, id: "订单 & #1?.=".into() },
            ],
        };
        let written = query.write();
        assert!(written.is_ascii() && !written.contains(['#', ' ']), "{written}");
        assert_eq!(Query::read(&format!("?{written}")), query);
        assert_eq!(Query::default().write(), "");
    }

    #[test]
    fn what_a_query_says_in_no_known_words_is_not_there() {
        let odd = "step=-1&theme=pink&lang=fr&embed=yes&readonly=&controls&view=../x&pane=x&sink=upsert&scenario=../../etc&row=top.o1&row=&x=1&%ff=%";
        assert_eq!(Query::read(odd), Query::default());
        assert_eq!(Query::read("step=3&step=4").step, Some(4));
    }
}
