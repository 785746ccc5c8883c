//! How a link's scenario is to be shown: what stands in the address's query.

use form_urlencoded::{Serializer, parse};

use crate::{
    scenario::{Lang, Side},
    sinks::Choice,
    workspace::{Chosen, Selection},
};

/// Light or dark; `Auto` is what the reader's system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

/// What the reader of an embedded page may do; in the full tool all may be done. The words are those of `readonly=`.
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

/// Which controls an embedded page shows.
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

/// Whose watermark: `None` is the join's.
impl Word for Option<Side> {
    const WORDS: &'static [(&'static str, Self)] =
        &[("left", Some(Side::Left)), ("right", Some(Side::Right)), ("join", None)];
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
    /// What is selected.
    pub chosen: Chosen,
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
        let (mut rows, mut watermark) = (Vec::new(), None);
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
                "row" => rows.extend(row(&value)),
                "watermark" => watermark = <Option<Side>>::of_word(&value),
                _ => {}
            }
        }
        read.chosen = match watermark {
            _ if !rows.is_empty() => Chosen::Rows(rows),
            Some(side) => Chosen::Watermark(side),
            None => Chosen::Nothing,
        };
        if !read.embed {
            (read.reader, read.controls) = Default::default();
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
        match &self.chosen {
            Chosen::Nothing => {}
            Chosen::Rows(rows) => {
                rows.iter().for_each(|row| put("row", &format!("{}.{}", row.side.word(), row.id), ""))
            }
            Chosen::Watermark(side) => put("watermark", side.word(), ""),
        }
        put("compare", self.compare.as_deref().unwrap_or(""), "");
        put("view", self.look.word(), "stage");
        put("pane", self.pane.map_or("", Word::word), "");
        put("sink", &self.sink.as_ref().map_or_else(String::new, Choice::word), "");
        put("theme", self.theme.word(), "auto");
        put("lang", self.lang.word(), "auto");
        put("embed", if self.embed { "1" } else { "" }, "");
        if self.embed {
            put("readonly", self.reader.word(), "all");
            put("controls", self.controls.word(), "full");
        }
        query.finish()
    }
}

/// `left.o3`: a row by its side and id.
fn row(value: &str) -> Option<Selection> {
    let (word, id) = value.split_once('.')?;
    let side = Side::BOTH.into_iter().find(|side| side.word() == word)?;
    Some(Selection { side, id: id.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            chosen: Chosen::Rows(vec![
                Selection { side: Side::Left, id: "o3".into() },
                Selection { side: Side::Right, id: "订单 & #1?.=".into() },
            ]),
        };
        let written = query.write();
        assert!(written.is_ascii() && !written.contains(['#', ' ']), "{written}");
        assert_eq!(Query::read(&format!("?{written}")), query);
        assert_eq!(Query::default().write(), "");
        for (side, word) in [(Some(Side::Left), "left"), (None, "join")] {
            let query = Query { chosen: Chosen::Watermark(side), ..Query::default() };
            assert_eq!(query.write(), format!("watermark={word}"));
            assert_eq!(Query::read(&query.write()), query);
        }
    }

    #[test]
    fn what_a_query_says_in_no_known_words_is_not_there() {
        let odd = "step=-1&theme=pink&lang=fr&embed=yes&readonly=&controls&view=../x&pane=x&sink=upsert&scenario=../../etc&row=top.o1&row=&watermark=up&x=1&%ff=%";
        assert_eq!(Query::read(odd), Query::default());
        assert_eq!(Query::read("step=3&step=4").step, Some(4));
        assert_eq!(Query::read("watermark=left&row=left.o1").chosen.rows().len(), 1);
    }

    #[test]
    fn only_the_reader_of_an_embedded_page_is_kept_from_anything() {
        assert_eq!(Query::read("readonly=none&controls=none"), Query::default());
        let query = Query { reader: Reader::None, controls: Controls::None, ..Query::default() };
        assert_eq!(query.write(), "");
        assert_eq!(Query { embed: true, ..query }.write(), "embed=1&readonly=none&controls=none");
    }
}
