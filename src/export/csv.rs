//! The output as CSV (RFC 4180): a row of the result a line, in the order in which they came out.

use serde_json::Value;

use crate::{
    engine::RowId,
    replay::{Out, Recording},
    scenario::{JoinKind, Scenario, Side, time},
};

/// The output of steps 1 to `step`. Times are ISO 8601, UTC; NULL is an empty cell, an empty text is `""`.
///
/// Columns: step, row kind, window start and end (window joins), then of each side id, key, its payload's fields in the order
/// in which they first appear, and time. A semi or anti join has the left side only.
pub fn csv(recording: &Recording, step: usize) -> String {
    let scenario = recording.scenario();
    let windowed = matches!(scenario.join.kind, JoinKind::Window { .. });
    let sides: &[Side] = if recording.rows().half() { &[Side::Left] } else { &Side::BOTH };
    let fields = sides.iter().map(|side| (*side, fields(recording, *side))).collect::<Vec<_>>();
    let mut text = String::new();
    let mut heads = vec!["step".to_string(), "row_kind".to_string()];
    if windowed {
        heads.extend(["window_start".to_string(), "window_end".to_string()]);
    }
    for (side, fields) in &fields {
        let stream = &scenario.streams[*side];
        let own = |name: &str| format!("{}.{name}", stream.name);
        heads.push(own("id"));
        heads.push(own(stream.key_name.as_deref().unwrap_or("key")));
        heads.extend(fields.iter().map(|field| own(field)));
        heads.push(own(stream.time_name.as_deref().unwrap_or("time")));
    }
    line(&mut text, heads.into_iter().map(Some));
    for out in recording.out(step) {
        let mut cells = vec![Some(out.step.to_string()), Some(out.kind.word().to_string())];
        if windowed {
            cells.push(out.window.map(|window| time::iso(window.start)));
            cells.push(out.window.map(|window| time::iso(window.end)));
        }
        for (side, fields) in &fields {
            row(&mut cells, recording, scenario, of(&out, *side), fields);
        }
        line(&mut text, cells);
    }
    text
}

fn of(out: &Out, side: Side) -> Option<RowId> {
    match side {
        Side::Left => out.left,
        Side::Right => out.right,
    }
}

/// The names of a side's payload fields, in the order in which they first appear.
fn fields(recording: &Recording, side: Side) -> Vec<String> {
    let scenario = recording.scenario();
    let mut names: Vec<String> = Vec::new();
    for (row, _) in recording.rows().iter().filter(|(_, info)| info.side == side) {
        let payload = recording.rows().push(scenario, row).map(|push| push.row.fields()).unwrap_or_default();
        for (name, _) in payload {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn row(
    cells: &mut Vec<Option<String>>,
    recording: &Recording,
    scenario: &Scenario,
    row: Option<RowId>,
    fields: &[String],
) {
    let Some(push) = row.and_then(|row| recording.rows().push(scenario, row)) else {
        cells.extend(std::iter::repeat_n(None, fields.len() + 3));
        return;
    };
    cells.push(Some(push.id.to_string()));
    cells.push(push.key.as_deref().map(str::to_string));
    let payload = push.row.fields();
    cells.extend(fields.iter().map(|field| match payload.get(field) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(value) => Some(value.to_string()),
    }));
    cells.push(Some(time::iso(push.time)));
}

fn line(text: &mut String, cells: impl IntoIterator<Item = Option<String>>) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        let Some(cell) = cell else { continue };
        if cell.is_empty() || cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
            text.push_str(&format!("\"{}\"", cell.replace('"', "\"\"")));
        } else {
            text.push_str(&cell);
        }
    }
    text.push_str("\r\n");
}
