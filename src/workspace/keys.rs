//! The keys that act while the stage has focus, and what each asks for.

use super::{Action, Edit, Selection, next_push, partner_key, shifted};
use crate::{
    engine::RowId,
    replay::{Recording, View},
    scenario::{Dialect, Push, Side, Step, time},
    sorting,
};

/// A key as pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress<'k> {
    pub key: &'k str,
    pub shift: bool,
    pub alt: bool,
    /// Ctrl, or Cmd on a Mac.
    pub command: bool,
}

/// What on the stage has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFocus {
    Lane(Side),
    Flag(Side),
    /// The join watermark's label.
    Join,
    Nothing,
}

/// What a key asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyAct {
    Do(Action),
    /// Select this row, and go to its lane.
    GoTo(Selection),
    /// The form for a new row.
    Form(Push),
    /// The form for the row that this step pushed.
    EditRow(usize),
    /// Take all selected rows away.
    Remove,
    /// Go to the field of the side's watermark.
    Watermark(Side),
}

/// What a key does, `chosen` being selected, the last of them first of all. `Some(None)`: the key is the stage's own, and there
/// is nothing for it to do now. `None`: it is none of the stage's.
pub fn stage_key(
    recording: &Recording,
    view: &View,
    chosen: &[RowId],
    focus: KeyFocus,
    press: KeyPress,
    grid: i64,
) -> Option<Option<KeyAct>> {
    let rows = recording.rows();
    let scenario = recording.scenario();
    let selected = chosen.last().copied();
    let lane = match focus {
        KeyFocus::Lane(side) | KeyFocus::Flag(side) => side,
        KeyFocus::Join | KeyFocus::Nothing => selected.map_or(Side::Left, |row| rows.get(row).side),
    };
    let name = |row: RowId| Selection { side: rows.get(row).side, id: rows.id(scenario, row).into() };
    let in_lane = |side: Side| {
        let mut all: Vec<RowId> = rows.iter().filter(|(_, info)| info.side == side).map(|(row, _)| row).collect();
        sorting::sort_by_key(&mut all, |row| (rows.get(*row).time, *row));
        all
    };
    if press.command {
        return match (press.key, press.alt) {
            ("a" | "A", false) => {
                Some(Some(KeyAct::Do(Action::SelectRows(in_lane(lane).into_iter().map(name).collect()))))
            }
            _ => None,
        };
    }
    let on_flag = matches!(focus, KeyFocus::Flag(_) | KeyFocus::Join);
    Some(match press.key {
        // With Shift, where these keys are other signs, the selection grows.
        "," | "." | "<" | ">" => {
            let all = in_lane(lane);
            let at = selected.and_then(|row| all.iter().position(|other| *other == row));
            let on = matches!(press.key, "." | ">");
            let next = match at {
                None => 0,
                Some(at) if on => at + 1,
                Some(at) => at.saturating_sub(1),
            };
            let row = all.get(next.min(all.len().saturating_sub(1))).copied();
            let grows = matches!(press.key, "<" | ">") && !chosen.is_empty();
            row.map(|row| match grows {
                false => KeyAct::GoTo(name(row)),
                // The last one selected comes last, also where it was selected before.
                true => {
                    let others = chosen.iter().copied().filter(|other| *other != row);
                    KeyAct::Do(Action::SelectRows(others.chain([row]).map(name).collect()))
                }
            })
        }
        "ArrowUp" | "ArrowDown" if !press.alt => {
            let time = selected.map(|row| rows.get(row).time);
            let other = in_lane(lane.other());
            let near = other.into_iter().min_by_key(|row| time.map_or(0, |time| rows.get(*row).time.abs_diff(time)));
            near.map(|row| KeyAct::GoTo(name(row)))
        }
        "n" | "N" if !press.alt => {
            let time = selected
                .map(|row| rows.get(row).time)
                .or(view.newest[lane])
                .or(view.newest[lane.other()])
                .unwrap_or(time::EXAMPLE);
            let key = partner_key(recording, selected, lane, time);
            Some(KeyAct::Form(next_push(scenario, lane, time, key.as_deref())))
        }
        "Enter" => match focus {
            KeyFocus::Flag(side) => Some(KeyAct::Watermark(side)),
            KeyFocus::Join => Some(KeyAct::Do(Action::SelectWatermark(None))),
            KeyFocus::Lane(_) | KeyFocus::Nothing => selected.map(|row| KeyAct::EditRow(rows.get(row).step as usize)),
        },
        "Delete" | "Backspace" if on_flag => None,
        "Delete" | "Backspace" => (!chosen.is_empty()).then_some(KeyAct::Remove),
        "ArrowLeft" | "ArrowRight" if press.shift && press.alt => {
            let by = if press.key == "ArrowLeft" { -grid } else { grid };
            match focus {
                KeyFocus::Join => None,
                KeyFocus::Flag(side) => {
                    let now = view.watermark[side];
                    // A side that has none yet gets its first where its newest row is.
                    let time = now.map_or_else(
                        || view.newest[side].or(view.newest[side.other()]).unwrap_or(time::EXAMPLE),
                        |now| now.saturating_add(by),
                    );
                    let ahead = now.is_none_or(|now| time > now) && scenario.dialect != Dialect::Spark;
                    ahead.then_some(KeyAct::Do(Action::Edit(Edit::Insert(Step::Watermark { side, time }))))
                }
                KeyFocus::Lane(_) | KeyFocus::Nothing => {
                    shifted(recording, chosen, by).map(|edit| KeyAct::Do(Action::Edit(edit)))
                }
            }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::scenario::{read, time::MINUTE};

    struct Stage {
        recording: Recording,
        view: View,
    }

    fn orders() -> Stage {
        let scenario = read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap();
        let recording = Recording::new(Rc::new(scenario));
        let view = recording.view(10);
        Stage { recording, view }
    }

    impl Stage {
        fn row(&self, id: &str) -> RowId {
            let side = if id.starts_with('o') { Side::Left } else { Side::Right };
            self.recording.rows().find(self.recording.scenario(), side, id).unwrap()
        }

        fn press(&self, key: &str, chosen: &[&str], focus: KeyFocus) -> Option<Option<KeyAct>> {
            let (mods, key) = key.rsplit_once('-').unwrap_or(("", key));
            let press = KeyPress {
                key,
                shift: mods.contains("Shift"),
                alt: mods.contains("Alt"),
                command: mods.contains("Ctrl"),
            };
            let chosen: Vec<RowId> = chosen.iter().map(|id| self.row(id)).collect();
            stage_key(&self.recording, &self.view, &chosen, focus, press, MINUTE)
        }
    }

    const LEFT: KeyFocus = KeyFocus::Lane(Side::Left);

    fn goes_to(act: Option<Option<KeyAct>>) -> String {
        match act {
            Some(Some(KeyAct::GoTo(name))) => name.id.to_string(),
            other => format!("{other:?}"),
        }
    }

    fn selects(act: Option<Option<KeyAct>>) -> Vec<String> {
        match act {
            Some(Some(KeyAct::Do(Action::SelectRows(rows)))) => rows.iter().map(|row| row.id.to_string()).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn comma_and_dot_go_along_the_lane_and_arrows_to_the_other() {
        let stage = orders();
        assert_eq!(goes_to(stage.press(".", &[], LEFT)), "o1");
        assert_eq!(goes_to(stage.press(".", &["o1"], LEFT)), "o2");
        assert_eq!(goes_to(stage.press(",", &["o1"], LEFT)), "o1");
        assert_eq!(goes_to(stage.press("ArrowDown", &["o1"], LEFT)), "s3");
        assert_eq!(stage.press("ArrowLeft", &["o1"], LEFT), None);
    }

    #[test]
    fn shift_lets_the_selection_grow_and_control_a_takes_the_lane() {
        let stage = orders();
        assert_eq!(selects(stage.press("Shift->", &["o1"], LEFT)), ["o1", "o2"]);
        assert_eq!(selects(stage.press("Shift-<", &["o1", "o2"], LEFT)), ["o2", "o1"]);
        let all = selects(stage.press("Ctrl-a", &[], KeyFocus::Lane(Side::Right)));
        let rows = stage.recording.rows();
        assert_eq!(all.len(), rows.iter().filter(|(_, info)| info.side == Side::Right).count());
        assert_eq!(stage.press("Ctrl-z", &[], LEFT), None);
    }

    #[test]
    fn what_is_selected_is_moved_edited_and_removed() {
        let stage = orders();
        let moved = stage.press("Shift-Alt-ArrowRight", &["o1", "o2"], LEFT).flatten();
        let rows = [stage.row("o1"), stage.row("o2")];
        assert_eq!(moved, shifted(&stage.recording, &rows, MINUTE).map(|edit| KeyAct::Do(Action::Edit(edit))));
        assert_eq!(stage.press("Delete", &["o1"], LEFT), Some(Some(KeyAct::Remove)));
        assert_eq!(stage.press("Delete", &[], LEFT), Some(None));
        assert_eq!(stage.press("Enter", &["o1"], LEFT), Some(Some(KeyAct::EditRow(0))));
        assert!(
            matches!(stage.press("n", &["o3"], KeyFocus::Lane(Side::Right)), Some(Some(KeyAct::Form(push))) if push.key.as_deref() == Some("003"))
        );
    }

    #[test]
    fn a_flag_moves_on_and_not_back() {
        let stage = orders();
        let flag = KeyFocus::Flag(Side::Left);
        let now = stage.view.watermark.left.unwrap();
        let step = Step::Watermark { side: Side::Left, time: now + MINUTE };
        assert_eq!(
            stage.press("Shift-Alt-ArrowRight", &["o1"], flag),
            Some(Some(KeyAct::Do(Action::Edit(Edit::Insert(step)))))
        );
        assert_eq!(stage.press("Shift-Alt-ArrowLeft", &["o1"], flag), Some(None));
        assert_eq!(stage.press("Enter", &["o1"], flag), Some(Some(KeyAct::Watermark(Side::Left))));
        assert_eq!(
            stage.press("Enter", &["o1"], KeyFocus::Join),
            Some(Some(KeyAct::Do(Action::SelectWatermark(None))))
        );
        assert_eq!(stage.press("Delete", &["o1"], flag), Some(None));
    }
}
