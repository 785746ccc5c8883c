//! What the stage says in words at a moment.

use super::*;

pub(super) fn notes(props: &Props, words: &Words, m: &Messages, drag: Option<&Drag>) -> Notes {
    let view = &props.view;
    let mut notes = Notes::default();
    for side in Side::BOTH {
        notes.flags[side] =
            if view.watermark[side].is_some() { words.flag(view, side) } else { m.app.watermark.to_string() };
        notes.holders[side] = words.holder(view, side).unwrap_or_default();
        notes.behind[side] = words.behind_newest(view, side).unwrap_or_default();
    }
    // While a flag is dragged it says what letting go would do, or why it does not follow.
    if let Some(drag) = drag.filter(|drag| drag.moved)
        && let Grip::Flag(side) = drag.grip()
    {
        match drag.resists {
            Some(Resistance::FollowsEvents) => notes.flags[side] = m.manipulate.follows_events.to_string(),
            Some(Resistance::NeverBack) => notes.flags[side] = m.manipulate.never_back.to_string(),
            None => {
                if let Some(would) = words.step_would(view).filter(|_| props.previewing) {
                    notes.flags[side] = format!("{} · {would}", notes.flags[side]);
                }
            }
        }
    }
    notes.join = words.join_flag(view).unwrap_or_default();
    if matches!(props.recording.scenario().join.kind, JoinKind::Window { .. }) {
        notes.often = (2..10).map(|count| words.pair_often(count)).collect();
        // A session may grow, so its end is not known.
        if !props.recording.rows().by_session() {
            let open = view.windows.iter().filter(|(_, seen)| !seen.fired).map(|(window, _)| window.span.end);
            // Of a few dozen windows the pairs are drawn.
            notes.due = open.take(80).map(|end| (end, words.pair_due(end))).collect();
        }
    }
    if let Some(row) = props.selected {
        notes.leaves = words.leaves_note(view, row);
        notes.leaves_short = words.leaves_note_short(view, row);
        notes.can_match = words.band_note(row).or_else(|| words.window_band_note(view, row));
        notes.can_match_short = words.band_note_short(row);
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
