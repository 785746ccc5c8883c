//! A [`Scenario`] as the text of its file: a field a line, a step a line, what is default left out.

use std::{ops::Range, rc::Rc};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::value::RawValue;

use super::{Generate, Join, JoinKind, Pause, Push, RowKind, Scenario, Shape, Side, Step, Text, Window};

/// The file's text. Reading it gives the same scenario.
pub fn write(scenario: &Scenario) -> String {
    written(scenario, "\n", "  ", " ")
}

/// The same in as few bytes as can be.
pub fn write_short(scenario: &Scenario) -> String {
    written(scenario, "", "", "")
}

/// With this before each line, before each level of it, and behind each colon.
fn written(scenario: &Scenario, line: &str, level: &str, colon: &str) -> String {
    let mut text = head(scenario, line, level, colon);
    steps(scenario, 0..written_steps(scenario), &mut text, line, level);
    foot(scenario, &mut text, line, level);
    text
}

/// A file's text that is written a few steps at a time, for [`write()`] of a long script.
#[derive(Clone, Debug)]
pub struct Writing {
    scenario: Rc<Scenario>,
    next: usize,
    text: String,
    /// How many UTF-16 units the text has, and of how many of its bytes they are.
    units: (usize, usize),
}

impl Writing {
    pub fn new(scenario: Rc<Scenario>) -> Self {
        Writing { text: head(&scenario, "\n", "  ", " "), next: 0, scenario, units: (0, 0) }
    }

    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.scenario
    }

    /// How long the text is so far, as browsers count: in UTF-16 units.
    pub fn units(&self) -> usize {
        self.units.0
    }

    /// Writes so many steps more; whether those were the last.
    pub fn go_on(&mut self, most: usize) -> bool {
        let (from, all) = (self.next, written_steps(&self.scenario));
        self.next = all.min(from.saturating_add(most));
        steps(&self.scenario, from..self.next, &mut self.text, "\n", "  ");
        self.units.0 += self.text[self.units.1..].encode_utf16().count();
        self.units.1 = self.text.len();
        self.next == all
    }

    /// The text, with what is still to be written.
    pub fn finish(mut self) -> String {
        self.go_on(usize::MAX);
        foot(&self.scenario, &mut self.text, "\n", "  ");
        self.text
    }
}

/// All that stands before the first step.
fn head(scenario: &Scenario, line: &str, level: &str, colon: &str) -> String {
    let mut text = format!("{{{line}{level}\"version\":{colon}1");
    let mut field = |name: &str, value: String| {
        text.push_str(&format!(",{line}{level}\"{name}\":{colon}{value}"));
    };
    field("title", json(&scenario.title));
    if let Some(description) = &scenario.description {
        field("description", json(description));
    }
    if let Some(question) = &scenario.question {
        field("question", json(question));
    }
    field("dialect", json(&scenario.dialect));
    field("left", json(&scenario.streams.left));
    field("right", json(&scenario.streams.right));
    if let Some(policy) = &scenario.watermark_policy {
        field("watermark_policy", json(policy));
    }
    field("join", json(&scenario.join));
    match scenario.script.made_of() {
        Some(generate) => field("generate", json(generate)),
        None => text.push_str(&format!(",{line}{level}\"script\":{colon}[")),
    }
    text
}

/// How many steps are written down: of a generated script its parameters are.
fn written_steps(scenario: &Scenario) -> usize {
    if scenario.script.made_of().is_some() { 0 } else { scenario.script.len() }
}

fn steps(scenario: &Scenario, range: Range<usize>, text: &mut String, line: &str, level: &str) {
    for index in range {
        text.push_str(if index == 0 { "" } else { "," });
        text.extend([line, level, level]);
        text.push_str(&json(&scenario.script[index]));
    }
}

fn foot(scenario: &Scenario, text: &mut String, line: &str, level: &str) {
    if written_steps(scenario) > 0 {
        text.extend([line, level]);
    }
    if scenario.script.made_of().is_none() {
        text.push(']');
    }
    text.extend([line, "}", line]);
}

fn json(value: &impl Serialize) -> String {
    // Serialising these types to a string cannot fail: their keys are strings, and a String takes all that is written.
    serde_json::to_string(value).unwrap_or_default()
}

pub(super) fn is_one(number: &u32) -> bool {
    *number == 1
}

/// Column heads as an object, in their order.
pub(super) fn fields<S: Serializer>(fields: &[(String, Text)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(field, text)| (field, text)))
}

impl Serialize for Join {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind.word())?;
        map.serialize_entry("type", &self.ty)?;
        match self.kind {
            JoinKind::Interval(interval) => {
                map.serialize_entry("lower", &interval.lower)?;
                map.serialize_entry("upper", &interval.upper)?;
                if !interval.lower_inclusive {
                    map.serialize_entry("lower_inclusive", &false)?;
                }
                if !interval.upper_inclusive {
                    map.serialize_entry("upper_inclusive", &false)?;
                }
                entry_unless_zero(&mut map, "min_cleanup_interval", interval.min_cleanup_interval)?;
            }
            JoinKind::Window { window, allowed_lateness } => {
                map.serialize_entry("window", &window)?;
                entry_unless_zero(&mut map, "allowed_lateness", allowed_lateness)?;
            }
            JoinKind::Regular { state_ttl } => entry_unless_zero(&mut map, "state_ttl", state_ttl)?,
            JoinKind::Temporal | JoinKind::Lookup => {}
        }
        map.end()
    }
}

impl Serialize for Window {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("shape", self.word())?;
        match *self {
            Window::Tumbling { size, offset } => {
                map.serialize_entry("size", &size)?;
                entry_unless_zero(&mut map, "offset", offset)?;
            }
            Window::Sliding { size, slide, offset } => {
                map.serialize_entry("size", &size)?;
                map.serialize_entry("slide", &slide)?;
                entry_unless_zero(&mut map, "offset", offset)?;
            }
            Window::Cumulating { size, step, offset } => {
                map.serialize_entry("size", &size)?;
                map.serialize_entry("step", &step)?;
                entry_unless_zero(&mut map, "offset", offset)?;
            }
            Window::Session { gap, max_length } => {
                map.serialize_entry("gap", &gap)?;
                if let Some(max_length) = max_length {
                    map.serialize_entry("max_length", &max_length)?;
                }
            }
        }
        map.end()
    }
}

impl Serialize for Generate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("duration", &self.duration)?;
        if self.grain != 1 {
            map.serialize_entry("grain", &self.grain)?;
        }
        map.serialize_entry("keys", &self.keys)?;
        entry_unless_zero(&mut map, "skew", i64::from(self.skew))?;
        if self.distance != (0, 0) {
            let (from, to) = self.distance;
            map.serialize_entry("distance", &Distance { from, to })?;
        }
        if let Some(amount) = self.amount {
            map.serialize_entry("amount", &amount)?;
        }
        for side in Side::BOTH {
            map.serialize_entry(side.word(), &self.sides[side])?;
        }
        if let Some(every) = self.batch_every {
            map.serialize_entry("batch_every", &every)?;
        }
        if let Some(every) = self.clock_every {
            map.serialize_entry("clock_every", &every)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Distance {
    from: i64,
    to: i64,
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.letter)?;
        map.serialize_entry("per_hour", &self.per_hour)?;
        entry_unless_zero(&mut map, "disorder", self.disorder)?;
        entry_unless_zero(&mut map, "late", i64::from(self.late))?;
        entry_unless_zero(&mut map, "late_by", self.late_by)?;
        entry_unless_zero(&mut map, "alone", i64::from(self.alone))?;
        entry_unless_zero(&mut map, "lag", self.lag)?;
        if self.partitions != 1 {
            map.serialize_entry("partitions", &self.partitions)?;
        }
        if let Some(pause) = &self.pause {
            map.serialize_entry("pause", pause)?;
        }
        map.end()
    }
}

impl Serialize for Pause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("from", &self.from)?;
        map.serialize_entry("length", &self.length)?;
        if self.lost {
            map.serialize_entry("lost", &true)?;
        }
        if let Some(partition) = self.partition {
            map.serialize_entry("partition", &partition)?;
        }
        map.end()
    }
}

fn entry_unless_zero<M: SerializeMap>(map: &mut M, name: &'static str, value: i64) -> Result<(), M::Error> {
    if value == 0 { Ok(()) } else { map.serialize_entry(name, &value) }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Step::Push(Push { side, id, key, time, row, kind, partition }) => {
                map.serialize_entry("do", "push")?;
                map.serialize_entry("side", side)?;
                map.serialize_entry("id", id)?;
                map.serialize_entry("key", key)?;
                map.serialize_entry("time", time)?;
                if !row.is_empty() {
                    let raw: &RawValue = serde_json::from_str(row.text()).map_err(serde::ser::Error::custom)?;
                    map.serialize_entry("row", raw)?;
                }
                if *kind != RowKind::Insert {
                    map.serialize_entry("kind", kind)?;
                }
                if *partition != 0 {
                    map.serialize_entry("partition", partition)?;
                }
            }
            Step::Watermark { side, time } => {
                map.serialize_entry("do", "watermark")?;
                map.serialize_entry("side", side)?;
                map.serialize_entry("time", time)?;
            }
            Step::Batch => map.serialize_entry("do", "batch")?,
            Step::FailingBatch => {
                map.serialize_entry("do", "batch")?;
                map.serialize_entry("fails", &true)?;
            }
            Step::Checkpoint => map.serialize_entry("do", "checkpoint")?,
            Step::Crash => map.serialize_entry("do", "crash")?,
            Step::Clock { time } => {
                map.serialize_entry("do", "clock")?;
                map.serialize_entry("time", time)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read;

    #[test]
    fn what_is_written_little_by_little_is_the_same() {
        let text = include_str!("../../www/scenarios/orders-shipments.scenario.json");
        let scenario = Rc::new(read(text).unwrap());
        for most in [1, 3, 100] {
            let mut writing = Writing::new(Rc::clone(&scenario));
            while !writing.go_on(most) {}
            let units = writing.units();
            let text = writing.finish();
            assert_eq!(text, write(&scenario));
            assert!((0..8).contains(&(text.encode_utf16().count() - units)));
        }
        let generated = Scenario {
            script: crate::scenario::Script::generated(Generate::new(crate::scenario::time::EXAMPLE)),
            ..Scenario::empty()
        };
        let mut writing = Writing::new(Rc::new(generated.clone()));
        assert!(writing.go_on(1));
        assert_eq!(writing.finish(), write(&generated));
        assert_eq!(Writing::new(Rc::new(Scenario::empty())).finish(), write(&Scenario::empty()));
    }
}
