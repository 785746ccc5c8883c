//! An index's text into an [`Index`], or every problem in it; and the parts that lessons have as well.

use super::{Choice, Entry, Index, Look, Lookup, Pane, Region, Topic, View};
use crate::{
    scenario::{
        Dialect, Fault, Fix, Named, Problem, Scenario, Side, Step,
        json::Node,
        read::{At, Fields, Reader, nearest, read_as},
    },
    workspace::{Chosen, Selection},
};

const DIALECTS: &[&str] = &["flink_sql", "flink_datastream", "spark"];

/// Reads the index. Without `scenarios` nothing is said of the files beside it.
pub fn read(text: &str, scenarios: Option<&Lookup>) -> Result<Index, Vec<Problem>> {
    read_as(text, |reader, root| index(reader, root, scenarios))
}

fn index<'a>(reader: &mut Reader<'a>, root: Node<'a>, scenarios: Option<&Lookup>) -> Option<Index> {
    let at = At::ROOT;
    let fields = reader.object(root, &at, &["version", "topics", "questions", "scenarios"], 4)?;
    reader.version(&fields, &at);
    let topics = topics_of(reader, &fields, &at, "topics");
    let questions = topics_of(reader, &fields, &at, "questions");
    let mut names: Vec<String> = Vec::new();
    let mut each = |reader: &mut Reader<'a>, node: Node<'a>, at: &At, _: usize| {
        let known = &["name", "topic", "dialect", "questions", "step", "look"];
        let fields = reader.object(node, at, known, 3)?;
        let name = unique(reader, &fields, at, "name", &mut names);
        let found = match (&name, scenarios) {
            (Some(name), Some(scenarios)) => {
                let found = scenarios(name);
                if let (None, Some(node)) = (&found, fields.get("name")) {
                    let fault = Fault::NoSuch { what: Named::Scenario, name: name.clone(), meant: None };
                    reader.problem(&at.field("name"), node.span(), fault, None);
                }
                found
            }
            _ => None,
        };
        let topic =
            fields.get("topic").and_then(|node| one_of(reader, node, &at.field("topic"), &topics, Named::Topic));
        let dialect = reader.word(&fields, at, "dialect", DIALECTS).map(|n| Dialect::ALL[n]);
        if let (Some(found), Some(dialect), Some(node)) = (&found, dialect, fields.get("dialect"))
            && found.dialect != dialect
        {
            let is = found.dialect.word();
            let fix = Fix { span: node.span(), text: format!("\"{is}\"") };
            reader.problem(&at.field("dialect"), node.span(), Fault::NotItsDialect { is }, Some(fix));
        }
        let asked = fields.get("questions").map(|node| {
            let at = at.field("questions");
            reader.list(node, &at, |reader, node, at, _| one_of(reader, node, at, &questions, Named::Question))
        });
        let step = step(reader, &fields, at, found.as_deref()).unwrap_or(0);
        let look = fields.get("look").and_then(|node| look(reader, node, &at.field("look"), found.as_deref()));
        Some(Entry {
            name: name?,
            topic: topic?,
            dialect: dialect?,
            questions: asked.unwrap_or_default(),
            step,
            look: look.unwrap_or_default(),
        })
    };
    let list = fields.get("scenarios").map(|node| reader.list(node, &at.field("scenarios"), &mut each));
    Some(Index { scenarios: list?, topics, questions })
}

fn topics_of<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At, list: &'static str) -> Vec<Topic> {
    let Some(node) = fields.get(list) else { return Vec::new() };
    let mut ids = Vec::new();
    reader.list(node, &at.field(list), |reader, node, at, _| {
        let fields = reader.object(node, at, &["id", "title", "about"], 2)?;
        let id = unique(reader, &fields, at, "id", &mut ids);
        let title = reader.text(&fields, at, "title");
        let about = reader.text(&fields, at, "about");
        Some(Topic { id: id?, title: title?, about })
    })
}

/// Whether a file, and a link to it, can be called so.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.len() <= 80 && name.chars().all(fits)
}

/// A name that no earlier element of the list has.
fn unique<'a>(
    reader: &mut Reader<'a>,
    fields: &Fields<'a>,
    at: &At,
    field: &'static str,
    taken: &mut Vec<String>,
) -> Option<String> {
    let name = reader.string(fields, at, field);
    // Every element takes a place, so that the place of the first one is right.
    taken.push(name.clone().unwrap_or_default());
    let name = name?;
    let span = fields.get(field)?.span();
    if !is_name(&name) {
        reader.problem(&at.field(field), span, Fault::Name, None);
        return None;
    }
    let first = taken.iter().position(|other| *other == name).unwrap_or(0);
    if first + 1 < taken.len() {
        reader.problem(&at.field(field), span, Fault::DuplicateName { name, first }, None);
        return None;
    }
    Some(name)
}

/// The index of the topic or question that an id names.
fn one_of<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At, all: &[Topic], what: Named) -> Option<usize> {
    let Some(id) = node.string() else {
        reader.wrong_type(at, node, crate::scenario::Expected::String);
        return None;
    };
    let found = all.iter().position(|topic| topic.id == *id);
    if found.is_none() {
        no_such(reader, at, node, what, &id, all.iter().map(|topic| &*topic.id));
    }
    found
}

fn no_such<'a, 'n>(
    reader: &mut Reader<'a>,
    at: &At,
    node: Node<'a>,
    what: Named,
    name: &str,
    all: impl Iterator<Item = &'n str>,
) {
    let meant = nearest(name, all).map(str::to_string);
    let fix = meant
        .as_ref()
        .map(|meant| Fix { span: node.span(), text: serde_json::Value::from(meant.as_str()).to_string() });
    reader.problem(at, node.span(), Fault::NoSuch { what, name: name.to_string(), meant }, fix);
}

/// The step shown: one of the scenario's, where that is known. 0 is before everything.
pub(crate) fn step<'a>(
    reader: &mut Reader<'a>,
    fields: &Fields<'a>,
    at: &At,
    scenario: Option<&Scenario>,
) -> Option<usize> {
    let step = reader.integer(fields, at, "step")?;
    let last = scenario.map_or(crate::scenario::MAX_STEPS, |scenario| scenario.script.len());
    let found = usize::try_from(step).ok().filter(|step| *step <= last);
    if let (None, Some(node)) = (found, fields.get("step")) {
        reader.problem(&at.field("step"), node.span(), Fault::NoSuchStep { last }, None);
    }
    found
}

/// What to look at; its rows are the scenario's, where that is known.
pub(crate) fn look<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At, scenario: Option<&Scenario>) -> Option<Look> {
    const REGIONS: &[&str] = &[
        "sentence", "stage", "state", "output", "why", "charts", "code", "steps", "sink", "metrics", "plan", "advice",
    ];
    let all = [
        Region::Sentence,
        Region::Stage,
        Region::State,
        Region::Pane(Pane::Output),
        Region::Why,
        Region::Charts,
        Region::Code,
        Region::Pane(Pane::Steps),
        Region::Pane(Pane::Sink),
        Region::Pane(Pane::Metrics),
        Region::Pane(Pane::Plan),
        Region::Pane(Pane::Advice),
    ];
    let fields = reader.object(node, at, &["rows", "watermark", "region", "view", "sink"], 0)?;
    if let (Some(_), Some(node)) = (fields.get("rows"), fields.get("watermark")) {
        reader.problem(at, node.span(), Fault::NotBoth { one: "rows", other: "watermark" }, None);
    }
    let rows = fields.get("rows").map(|node| {
        let at = at.field("rows");
        let rows = reader.list(node, &at, |reader, node, at, _| row(reader, node, at, scenario));
        if node.text().trim_matches(['[', ']']).trim().is_empty() {
            reader.problem(&at, node.span(), Fault::Empty, None);
        }
        rows
    });
    let watermark = reader.word(&fields, at, "watermark", &["left", "right", "join"]);
    let region = reader.word(&fields, at, "region", REGIONS).map(|n| all[n]);
    let view = reader.word(&fields, at, "view", &["stage", "tables", "plane"]);
    let chosen = match (rows, watermark) {
        (Some(rows), _) if !rows.is_empty() => Chosen::Rows(rows),
        (_, Some(n)) => Chosen::Watermark(Side::BOTH.get(n).copied()),
        _ => Chosen::Nothing,
    };
    let sink = fields.get("sink").and_then(|node| sink(reader, node, &at.field("sink")));
    Some(Look { chosen, region, view: view.map(|n| [View::Stage, View::Tables, View::Plane][n]), sink })
}

/// A sink, in a word: [`Choice::word`].
fn sink<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<Choice> {
    const FORMS: &[&str] = &[
        "retract",
        "upsert:KEY",
        "upsert_materialize:KEY",
        "append_only",
        "insert_only",
        "reordered:KEY:LAG",
        "exactly_once",
    ];
    let Some(word) = node.string() else {
        reader.wrong_type(at, node, crate::scenario::Expected::String);
        return None;
    };
    let choice = Choice::of_word(&word);
    if choice.is_none() {
        let fault = Fault::UnknownWord { word: word.into_owned(), options: FORMS, meant: None };
        reader.problem(at, node.span(), fault, None);
    }
    choice
}

fn row<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At, scenario: Option<&Scenario>) -> Option<Selection> {
    let fields = reader.object(node, at, &["side", "id"], 2)?;
    let side = reader.side(&fields, at);
    let id = reader.string(&fields, at, "id");
    let (side, id) = (side?, id?);
    let ids = || {
        scenario.into_iter().flat_map(|scenario| &scenario.script).filter_map(|step| match step {
            Step::Push(push) if push.side == side => Some(&*push.id),
            _ => None,
        })
    };
    if scenario.is_some() && !ids().any(|known| known == id) {
        no_such(reader, &at.field("id"), fields.get("id")?, Named::Row(side), &id, ids());
        return None;
    }
    Some(Selection { side, id: id.into() })
}
