//! What the stage says in words at a moment.

use super::*;

pub(super) fn notes(props: &Props, words: &Words, m: &Messages, drag: Option<&Drag>) -> Notes {
    let view = &props.view;
    let mut notes = Notes::default();
    for side in Side::BOTH {
        notes.flags[side] =
            if view.watermark[side].is_some() { words.flag(view, side) } else { m.app.watermark.to_string() };
        notes.behind[side] = words.behind_newest(view, side).unwrap_or_default();
    }
    // While a flag is dragged it says what letting go would do.
    if let Some(Drag { what: Grip::Flag(side), moved: true, .. }) = drag {
        if props.settled.scenario().dialect == Dialect::Spark {
            notes.flags[*side] = m.app.follows_events.to_string();
        } else if !props.previewing {
            notes.flags[*side] = m.app.never_back.to_string();
        } else if let Some(would) = would(props, m) {
            notes.flags[*side] = format!("{} · {would}", notes.flags[*side]);
        }
    }
    notes.join = words.join_flag(view).unwrap_or_default();
    if let Some(row) = props.selected {
        notes.leaves = words.leaves_note(view, row);
        notes.can_match = words.band_note(row);
        if let (Some(due), Some(now)) = (view.leaves(props.recording.rows(), row), view.join_watermark) {
            // A window's last ms is the one before its end; people think of the end.
            let windowed = matches!(props.recording.scenario().join.kind, JoinKind::Window { .. });
            let left = due.saturating_sub(now).saturating_sub(if windowed { 0 } else { 1 });
            let left = if windowed && left % 1000 == 999 { left + 1 } else { left };
            notes.to_go = (left > 0).then(|| words.duration(left));
        }
    }
    notes
}

/// What the step shown by a drag does to rows: "o3 would leave with NULL".
pub(super) fn would(props: &Props, m: &Messages) -> Option<String> {
    let recording = &props.recording;
    let effects = recording.effects(props.view.step);
    let ids = |rows: &[RowId]| match rows {
        [] => None,
        [row] => Some(recording.rows().id(recording.scenario(), *row).to_string()),
        many => Some(fill_plain(props.lang, m.app.rows, &[("count", many.len().to_string().into())])),
    };
    let padded: Vec<RowId> = recording
        .emitted(props.view.step)
        .filter_map(|out| {
            if out.left.is_none() {
                out.right
            } else if out.right.is_none() {
                out.left
            } else {
                None
            }
        })
        .collect();
    let left: Vec<RowId> = effects
        .iter()
        .filter_map(|effect| {
            if let Effect::Left { row, .. } | Effect::CopyLeft { row, .. } = effect { Some(*row) } else { None }
        })
        .collect();
    match (ids(&padded), ids(&left)) {
        (Some(rows), _) => Some(fill_plain(props.lang, m.app.would_leave_null, &[("rows", rows.into())])),
        (None, Some(rows)) => Some(fill_plain(props.lang, m.app.would_leave, &[("rows", rows.into())])),
        (None, None) => None,
    }
}
