//! The event form: what is typed, and the row that comes of it.

use crate::scenario::{
    JoinKind, Payload, Push, RowKind, Scenario, Side, Step,
    time::{self, TimeFault, TimeStyle},
};

/// A row as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDraft {
    pub side: Side,
    pub id: String,
    pub key: String,
    pub no_key: bool,
    pub time: String,
    pub kind: RowKind,
    pub row: String,
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
    /// Not a JSON object.
    Row,
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
            row: if push.row.is_empty() { String::new() } else { push.row.text().to_string() },
        }
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
            faults.push((Field::Row, FormFault::Row));
        }
        match (time, row) {
            (Ok(time), Some(row)) if faults.is_empty() => {
                let key = (!self.no_key).then(|| self.key.as_str().into());
                Ok(Push { side: self.side, id: id.into(), key, time, row, kind: self.kind })
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

/// The row kinds that a side's rows may have.
pub fn row_kinds(scenario: &Scenario, side: Side) -> &'static [RowKind] {
    match (scenario.join.kind, side) {
        (JoinKind::Regular { .. }, _) => &RowKind::ALL,
        (JoinKind::Temporal, Side::Right) => &[RowKind::Insert, RowKind::UpdateAfter, RowKind::Delete],
        _ => &[RowKind::Insert],
    }
}

/// The row that a click on a lane adds: the next free id, the key of the selected row if the new one lies in its `band`,
/// else a new key.
pub fn next_push(scenario: &Scenario, side: Side, time: i64, partner_key: Option<&str>) -> Push {
    let key = partner_key.map_or_else(|| free_key(scenario), str::to_string);
    let id = scenario.free_id(side).into();
    Push { side, id, key: Some(key.into()), time, row: Payload::default(), kind: RowKind::Insert }
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
                (Field::Row, FormFault::Row)
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
}
