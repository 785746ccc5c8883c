//! A lesson's text into a [`Lesson`], or every problem in it.

use std::{ops::Range, rc::Rc};

use super::{Beat, Lesson, Question, Source};
use crate::{
    gallery::{Lookup, is_name, look, step},
    scenario::{
        Expected, Fault, Named, Problem,
        json::Node,
        read::{At, Fields, Reader, read_as},
        write_short,
    },
};

const LESSON: &[&str] = &["version", "title", "scenario", "beats", "description", "next"];

/// The scenarios of the gallery that a lesson's text names: what [`read`] will ask for.
pub fn named(text: &str) -> Vec<String> {
    let mut names: Vec<String> = names_in(without_mark(text)).into_iter().map(|(_, name)| name).collect();
    names.sort();
    names.dedup();
    names
}

/// A lesson's text with the scenarios that it names written into it: it is read without a gallery.
pub fn whole(text: &str, lesson: &Lesson) -> String {
    let text = without_mark(text);
    let mut whole = String::new();
    let mut done = 0;
    for (place, name) in names_in(text) {
        let own = lesson.scenarios.iter().find(|source| source.name.as_deref() == Some(&*name));
        if let Some(own) = own {
            whole.push_str(&text[done..place.start]);
            whole.push_str(&write_short(&own.scenario));
            done = place.end;
        }
    }
    whole.push_str(&text[done..]);
    whole
}

/// A text without the mark of its bytes' order.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Where a lesson's text names scenarios, and which, in their order in the text.
fn names_in(text: &str) -> Vec<(Range<usize>, String)> {
    let Ok(root) = Node::root(text) else { return Vec::new() };
    let member = |node: Node, field: &str| {
        let members = node.members().unwrap_or_default();
        let found = members.iter().find(|member| member.key == field)?;
        Some((found.value.span(), found.value.string()?.into_owned()))
    };
    let mut names: Vec<_> = member(root, "scenario").into_iter().collect();
    for beats in root.members().unwrap_or_default().iter().filter(|member| member.key == "beats") {
        beats.value.elements(|beat| names.extend(member(beat, "scenario")));
    }
    names.retain(|(_, name)| is_name(name));
    names.sort_by_key(|(place, _)| place.start);
    names
}

/// Reads a lesson; `scenarios` finds those of the gallery.
pub fn read(text: &str, scenarios: &Lookup) -> Result<Lesson, Vec<Problem>> {
    read_as(text, |reader, root| lesson(reader, root, scenarios))
}

/// Reads the list of the lessons that are served with the page: the names of their files, in order. `exists` says whether
/// there is such a file, where that is known.
pub fn read_index(text: &str, exists: Option<&dyn Fn(&str) -> bool>) -> Result<Vec<String>, Vec<Problem>> {
    read_as(text, |reader, root| {
        let at = At::ROOT;
        let fields = reader.object(root, &at, &["version", "lessons"], 2)?;
        reader.version(&fields, &at);
        let mut names: Vec<String> = Vec::new();
        let list = fields.get("lessons")?;
        reader.list(list, &at.field("lessons"), |reader, node, at, _| {
            let name = node.string().unwrap_or_default().into_owned();
            if !node.is(b"\"") {
                reader.wrong_type(at, node, Expected::String);
            } else if !is_name(&name) {
                reader.problem(at, node.span(), Fault::Name, None);
            } else if let Some(first) = names.iter().position(|other| *other == name) {
                reader.problem(at, node.span(), Fault::DuplicateName { name: name.clone(), first }, None);
            } else if exists.is_some_and(|exists| !exists(&name)) {
                let fault = Fault::NoSuch { what: Named::Lesson, name: name.clone(), meant: None };
                reader.problem(at, node.span(), fault, None);
            }
            names.push(name);
            Some(())
        });
        Some(names)
    })
}

fn lesson<'a>(reader: &mut Reader<'a>, root: Node<'a>, scenarios: &Lookup) -> Option<Lesson> {
    let at = At::ROOT;
    let fields = reader.object(root, &at, LESSON, 4)?;
    reader.version(&fields, &at);
    let title = reader.text(&fields, &at, "title");
    let description = reader.text(&fields, &at, "description");
    let next = reader.text(&fields, &at, "next");
    let mut sources: Vec<Option<Source>> = vec![scenario(reader, &fields, &at, scenarios)];
    let beats = fields.get("beats").map(|node| {
        let at = at.field("beats");
        let mut count = 0;
        let beats = reader.list(node, &at, |reader, node, at, index| {
            count = index + 1;
            beat(reader, node, at, &mut sources, scenarios)
        });
        if count == 0 && node.is(b"[") {
            reader.problem(&at, node.span(), Fault::Empty, None);
        }
        beats
    });
    let scenarios = sources.into_iter().collect::<Option<Vec<Source>>>();
    Some(Lesson { title: title?, description, scenarios: scenarios?, beats: beats?, next })
}

/// By its name in the gallery, or as it stands here.
fn scenario<'a>(reader: &mut Reader<'a>, fields: &Fields<'a>, at: &At, scenarios: &Lookup) -> Option<Source> {
    let node = fields.get("scenario")?;
    let at = at.field("scenario");
    let Some(name) = node.string() else {
        if !node.is(b"{") {
            reader.problem(&at, node.span(), Fault::Type { expected: Expected::Scenario }, None);
            return None;
        }
        reader.another_scenario();
        return reader.scenario(node, &at).map(|scenario| Source { name: None, scenario: Rc::new(scenario) });
    };
    let fault = match scenarios(&name) {
        Some(scenario) if is_name(&name) => return Some(Source { name: Some(name.into_owned()), scenario }),
        _ if !is_name(&name) => Fault::Name,
        _ => Fault::NoSuch { what: Named::Scenario, name: name.clone().into_owned(), meant: None },
    };
    reader.problem(&at, node.span(), fault, None);
    None
}

fn beat<'a>(
    reader: &mut Reader<'a>,
    node: Node<'a>,
    at: &At,
    sources: &mut Vec<Option<Source>>,
    scenarios: &Lookup,
) -> Option<Beat> {
    let fields = reader.object(node, at, &["caption", "step", "scenario", "look", "question"], 2)?;
    if fields.get("scenario").is_some() {
        sources.push(scenario(reader, &fields, at, scenarios));
    }
    let number = sources.len().saturating_sub(1);
    let shown = sources.last().cloned().flatten().map(|source| source.scenario);
    let scenario = shown.as_deref();
    let caption = reader.text(&fields, at, "caption");
    let step = step(reader, &fields, at, scenario);
    let look = fields.get("look").and_then(|node| look(reader, node, &at.field("look"), scenario));
    let question = fields.get("question").and_then(|node| question(reader, node, &at.field("question")));
    let last = scenario.map(|scenario| scenario.script.len());
    if let (Some(step), Some(last), Some(node)) = (step, last, fields.get("question"))
        && step == last
    {
        let start = node.span().start;
        reader.problem(&at.field("question"), start..start + 1, Fault::NothingFollows { last }, None);
    }
    Some(Beat { caption: caption?, scenario: number, step: step?, look: look.unwrap_or_default(), question })
}

fn question<'a>(reader: &mut Reader<'a>, node: Node<'a>, at: &At) -> Option<Question> {
    reader.tag(node, at, "kind", &["predict"])?;
    let fields = reader.object(node, at, &["kind", "text"], 1)?;
    Some(Question::Predict { text: reader.text(&fields, at, "text") })
}
