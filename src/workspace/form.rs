//! The event form: what is typed, and the row that comes of it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::scenario::{
    JoinKind, Lang, Payload, Push, RowKind, Scenario, Side, Step,
    payload::{self, PayloadFault},
    time::{self, TimeFault, TimeStyle},
};

/// How many rows are looked at for fields, and how many fields have an input of their own.
const ROWS: usize = 10_000;
const FIELDS: usize = 40;

/// A row as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDraft {
    pub side: Side,
    pub id: String,
    pub key: String,
    pub no_key: bool,
    pub time: String,
    pub kind: RowKind,
    /// Of the side's source.
    pub partition: u32,
    /// The payload as JSON: all of it, whatever is typed where.
    pub row: String,
    /// What was typed into a field's own input, as long as the JSON says the same.
    pub typed: BTreeMap<String, String>,
    /// Fields that are asked for by name.
    pub added: Vec<String>,
}

/// A payload's field with an input of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowField {
    pub field: String,
    /// Its column head.
    pub head: String,
    pub text: String,
    /// Whether it holds nothing but texts elsewhere.
    pub texts: bool,
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Id,
    Time,
    Row,
}

/// Why a field cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormFault {
    /// An id must have at least one character.
    NoId,
    /// Another added row of the side has this id.
    IdTaken,
    Time(TimeFault),
    /// The payload is no JSON object.
    Row(PayloadFault),
}

impl PushDraft {
    pub fn of(push: &Push, style: &TimeStyle) -> Self {
        PushDraft {
            side: push.side,
            id: push.id.to_string(),
            key: push.key.as_deref().unwrap_or_default().to_string(),
            no_key: push.key.is_none(),
            time: style.show(push.time),
            kind: push.kind,
            partition: push.partition,
            row: if push.row.is_empty() { String::new() } else { push.row.text().to_string() },
            typed: BTreeMap::new(),
            added: Vec::new(),
        }
    }

    /// The payload's fields, each with what its input shows: those that the scenario names, those of the stream's other rows,
    /// then this row's own. Nothing while the JSON is none.
    pub fn fields(&self, scenario: &Scenario, lang: Lang) -> Option<Vec<RowField>> {
        let own = payload::fields(&self.row)?;
        let stream = &scenario.streams[self.side];
        let (mut names, texts) = row_fields(scenario, self.side);
        for name in own.iter().map(|(field, _)| field).chain(&self.added) {
            if names.len() < FIELDS && !names.contains(name) {
                names.push(name.clone());
            }
        }
        let fields = names.into_iter().map(|field| {
            let head = stream.fields.iter().find(|(name, _)| *name == field).map(|(_, text)| text.get(lang));
            let head = head.filter(|head| !head.trim().is_empty()).unwrap_or(&field).to_string();
            let texts = texts.get(&field).copied().unwrap_or(false);
            let value = own.iter().rfind(|(name, _)| *name == field).map(|(_, value)| value);
            let text = match (self.typed.get(&field), value) {
                (Some(typed), _) => typed.clone(),
                (None, Some(value)) => payload::shown(value, texts),
                (None, None) => String::new(),
            };
            RowField { field, head, text, texts }
        });
        Some(fields.collect())
    }

    /// Takes what is typed into a field's own input; nothing at all takes the field away.
    pub fn set_field(&mut self, field: &str, text: String, texts: bool) {
        let value = (!text.is_empty()).then(|| payload::typed(&text, texts));
        self.row = payload::with(&self.row, field, value.as_deref());
        if payload::fields(&self.row).is_some_and(|fields| fields.is_empty()) {
            self.row = String::new();
        }
        self.typed.insert(field.to_string(), text);
    }

    /// Takes the payload as JSON.
    pub fn set_row(&mut self, text: String) {
        self.row = text;
        self.typed.clear();
    }

    /// Asks for a field by name; false if that is no name, or has an input already.
    pub fn add_field(&mut self, scenario: &Scenario, name: &str) -> bool {
        let name = name.trim();
        let fields = self.fields(scenario, Lang::En).unwrap_or_default();
        let new = !name.is_empty() && fields.iter().all(|known| known.field != name);
        if new {
            self.added.push(name.to_string());
        }
        new
    }

    /// The row, or each field that is wrong. `index` is the step that is being edited, if one is; `base` gives the day of a
    /// time without one.
    pub fn push(&self, scenario: &Scenario, index: Option<usize>, base: i64) -> Result<Push, Vec<(Field, FormFault)>> {
        let mut faults = Vec::new();
        let id = self.id.trim();
        if id.is_empty() {
            faults.push((Field::Id, FormFault::NoId));
        } else if self.kind.adds() && taken(scenario, self.side, id, index) {
            faults.push((Field::Id, FormFault::IdTaken));
        }
        let time =
            time::parse_time(&self.time, base).map_err(|fault| faults.push((Field::Time, FormFault::Time(fault))));
        let text = self.row.trim();
        let row = Payload::parse(if text.is_empty() { "{}" } else { text });
        if row.is_none() {
            faults.push((Field::Row, FormFault::Row(payload::fault(&self.row).unwrap_or(PayloadFault::NotObject))));
        }
        match (time, row) {
            (Ok(time), Some(row)) if faults.is_empty() => {
                // Another side may have fewer.
                let last = scenario.streams[self.side].watermark.partitions() - 1;
                let partition = self.partition.min(last);
                let key = (!self.no_key).then(|| self.key.as_str().into());
                Ok(Push { side: self.side, id: id.into(), key, time, row, kind: self.kind, partition })
            }
            _ => Err(faults),
        }
    }
}

fn taken(scenario: &Scenario, side: Side, id: &str, except: Option<usize>) -> bool {
    scenario.script.iter().enumerate().any(|(index, step)| match step {
        Step::Push(push) => Some(index) != except && push.side == side && push.kind.adds() && &*push.id == id,
        _ => false,
    })
}

/// The fields of a stream's rows, those first that the scenario names, and which of them hold nothing but texts.
pub fn row_fields(scenario: &Scenario, side: Side) -> (Vec<String>, BTreeMap<String, bool>) {
    let mut names: Vec<String> = scenario.streams[side].fields.iter().map(|(field, _)| field.clone()).collect();
    let mut texts = BTreeMap::new();
    let rows = scenario.script.iter().filter_map(|step| match step {
        Step::Push(push) if push.side == side && !push.row.is_empty() => Some(&push.row),
        _ => None,
    });
    for row in rows.take(ROWS) {
        for (field, value) in row.fields() {
            if names.len() < FIELDS && !names.contains(&field) {
                names.push(field.clone());
            }
            if !value.is_null() {
                *texts.entry(field).or_insert(true) &= matches!(value, Value::String(_));
            }
        }
    }
    (names, texts)
}

/// The row kinds that a side's rows may have.
pub fn row_kinds(scenario: &Scenario, side: Side) -> &'static [RowKind] {
    match (scenario.join.kind, side) {
        (JoinKind::Regular { .. }, _) => &RowKind::ALL,
        (JoinKind::Temporal | JoinKind::Lookup, Side::Right) => {
            &[RowKind::Insert, RowKind::UpdateAfter, RowKind::Delete]
        }
        _ => &[RowKind::Insert],
    }
}

/// The row that a click on a lane adds: the next free id, the key of the selected row if the new one lies in its `band`,
/// else a new key.
pub fn next_push(scenario: &Scenario, side: Side, time: i64, partner_key: Option<&str>) -> Push {
    let key = partner_key.map_or_else(|| free_key(scenario), str::to_string);
    let id = scenario.free_id(side).into();
    Push { side, id, key: Some(key.into()), time, row: Payload::default(), kind: RowKind::Insert, partition: 0 }
}

/// A key that no row has: one more than the largest, in the form of the keys there are (`008` after `007`, `k4` after `k3`).
fn free_key(scenario: &Scenario) -> String {
    let mut best: Option<(&str, u64, usize)> = None;
    for step in &scenario.script {
        let Step::Push(Push { key: Some(key), .. }) = step else { continue };
        let digits = key.len() - key.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (stem, number) = key.split_at(key.len() - digits);
        if let Ok(n) = number.parse::<u64>()
            && best.is_none_or(|(_, most, _)| n > most)
        {
            best = Some((stem, n, digits));
        }
    }
    match best {
        Some((stem, n, digits)) => format!("{stem}{:0digits$}", n.saturating_add(1)),
        None => "k1".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::time::EXAMPLE;

    fn draft(scenario: &Scenario) -> PushDraft {
        let style = TimeStyle::of(scenario, 0);
        PushDraft::of(&next_push(scenario, Side::Left, EXAMPLE, None), &style)
    }

    #[test]
    fn a_form_gives_back_the_row_it_shows() {
        let scenario = Scenario::empty();
        let push = draft(&scenario).push(&scenario, None, EXAMPLE).unwrap();
        assert_eq!((&*push.id, push.key.as_deref(), push.time), ("l1", Some("k1"), EXAMPLE));
    }

    #[test]
    fn each_wrong_field_is_told_at_once() {
        let mut scenario = Scenario::empty();
        scenario.script.push(Step::Push(next_push(&scenario, Side::Left, EXAMPLE, None)));
        let wrong = PushDraft { id: "l1".into(), time: "25:00".into(), row: "[1]".into(), ..draft(&scenario) };
        assert_eq!(
            wrong.push(&scenario, None, EXAMPLE),
            Err(vec![
                (Field::Id, FormFault::IdTaken),
                (Field::Time, FormFault::Time(TimeFault::Part)),
                (Field::Row, FormFault::Row(PayloadFault::NotObject))
            ])
        );
        assert!(
            PushDraft { row: String::new(), time: "10:00".into(), ..wrong }.push(&scenario, Some(0), EXAMPLE).is_ok()
        );
    }

    #[test]
    fn new_keys_go_on_in_the_form_of_the_old() {
        let mut scenario = Scenario::empty();
        for key in ["007", "b"] {
            scenario.script.push(Step::Push(next_push(&scenario, Side::Left, EXAMPLE, Some(key))));
        }
        assert_eq!(next_push(&scenario, Side::Right, EXAMPLE, None).key.as_deref(), Some("008"));
    }

    #[test]
    fn fields_and_json_say_the_same_and_nothing_typed_is_lost() {
        let mut scenario = Scenario::empty();
        let mut push = next_push(&scenario, Side::Left, EXAMPLE, None);
        push.row = Payload::parse(r#"{"code": "7", "amount": 1.50}"#).unwrap();
        scenario.script.push(Step::Push(push));
        scenario.streams.left.fields.push(("amount".into(), crate::scenario::Text::from("Amount")));
        let mut draft = draft(&scenario);
        let shown = |draft: &PushDraft| {
            let fields = draft.fields(&scenario, Lang::En)?;
            Some(fields.into_iter().map(|field| format!("{}={}", field.head, field.text)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(shown(&draft).as_deref(), Some("Amount= code="));
        draft.set_field("amount", "1e5".into(), false);
        draft.set_field("code", "12".into(), true);
        assert_eq!(draft.row, r#"{"amount": 1e5, "code": "12"}"#);
        assert_eq!(shown(&draft).as_deref(), Some("Amount=1e5 code=12"));
        // A list that is not yet whole is a text; typing goes on.
        draft.set_field("amount", "[1".into(), false);
        assert_eq!(draft.row, r#"{"amount": "[1", "code": "12"}"#);
        assert_eq!(shown(&draft).as_deref(), Some("Amount=[1 code=12"));
        assert!(
            draft.add_field(&scenario, " note ")
                && !draft.add_field(&scenario, "note")
                && !draft.add_field(&scenario, " ")
        );
        assert_eq!(shown(&draft).as_deref(), Some("Amount=[1 code=12 note="));
        draft.set_row(r#"{"code": 12, "x": {"y": 1}"#.into());
        assert_eq!(shown(&draft), None);
        let fault = Err(vec![(Field::Row, FormFault::Row(PayloadFault::Syntax { line: 1, column: 26 }))]);
        assert_eq!(draft.push(&scenario, None, EXAMPLE), fault);
        draft.set_row(r#"{"code": 12, "x": {"y": 1}}"#.into());
        assert_eq!(shown(&draft).as_deref(), Some(r#"Amount= code=12 x={"y": 1} note="#));
        for field in ["code", "x"] {
            draft.set_field(field, String::new(), false);
        }
        assert_eq!(draft.row, "");
        assert!(draft.push(&scenario, None, EXAMPLE).unwrap().row.is_empty());
    }
}
