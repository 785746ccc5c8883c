//! What is done to all selected rows at once, as one edit.

use super::{Edit, Selection};
use crate::{
    engine::RowId,
    replay::Recording,
    scenario::{Push, Side, Sides, Step},
    sorting,
};

/// Moves all these rows by so many ms; nothing where there is none or nowhere to go.
pub fn shifted(recording: &Recording, rows: &[RowId], by: i64) -> Option<Edit> {
    if by == 0 {
        return None;
    }
    let retime = |row: &RowId| {
        let info = recording.rows().get(*row);
        Edit::retime(recording.scenario(), info.step as usize, info.time.saturating_add(by))
    };
    one_of(rows.iter().filter(|row| recording.rows().has(**row)).filter_map(retime).collect())
}

/// Takes the steps that pushed these rows away.
pub fn removed(recording: &Recording, rows: &[RowId]) -> Option<Edit> {
    let mut steps: Vec<usize> = rows.iter().map(|row| recording.rows().get(*row).step as usize).collect();
    // From the last to the first, so that none is renumbered before it goes.
    sorting::sort_by(&mut steps, |a, b| b.cmp(a));
    steps.dedup();
    one_of(steps.into_iter().map(|index| Edit::Remove { index }).collect())
}

/// Pushes copies of these rows behind the step shown, in their order in the script, each with a free id; and the copies' names.
pub fn duplicated(recording: &Recording, rows: &[RowId]) -> Option<(Edit, Vec<Selection>)> {
    let scenario = recording.scenario();
    let mut rows = rows.to_vec();
    sorting::sort_by_key(&mut rows, |row| recording.rows().get(*row).step);
    // A free id is a letter and the next number; of several each takes the one after the other.
    let split = |id: &str| {
        let letter = id.chars().next().map_or(0, char::len_utf8);
        (id[..letter].to_string(), id[letter..].parse::<u64>().unwrap_or(1))
    };
    let mut free: Sides<(String, u64)> =
        Sides::new(split(&scenario.free_id(Side::Left)), split(&scenario.free_id(Side::Right)));
    let copies: Vec<Push> = rows
        .iter()
        .filter_map(|row| recording.rows().push(scenario, *row))
        .map(|push| {
            let (letter, number) = &mut free[push.side];
            let id = format!("{letter}{number}").into();
            *number = number.saturating_add(1);
            Push { id, ..push.clone() }
        })
        .collect();
    let names = copies.iter().map(|push| Selection { side: push.side, id: push.id.clone() }).collect();
    let edit = one_of(copies.into_iter().map(|push| Edit::Insert(Step::Push(push))).collect())?;
    Some((edit, names))
}

/// One edit of several.
fn one_of(mut edits: Vec<Edit>) -> Option<Edit> {
    match edits.len() {
        0 => None,
        1 => edits.pop(),
        _ => Some(Edit::All(edits)),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::{
        scenario::read,
        workspace::{Action, Workspace},
    };

    fn orders() -> Workspace {
        let scenario = read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap();
        Workspace::new(Rc::new(scenario), 10, None)
    }

    fn ids(workspace: &Workspace) -> Vec<String> {
        let steps = workspace.scenario().script.iter();
        steps.filter_map(|step| if let Step::Push(push) = step { Some(push.id.to_string()) } else { None }).collect()
    }

    fn rows(workspace: &Workspace, names: &[(Side, &str)]) -> Vec<RowId> {
        let recording = workspace.recording();
        names.iter().map(|(side, id)| recording.rows().find(recording.scenario(), *side, id).unwrap()).collect()
    }

    #[test]
    fn several_rows_go_and_come_back_as_one() {
        let mut workspace = orders();
        let before = Rc::clone(workspace.scenario());
        let three = rows(&workspace, &[(Side::Right, "s4"), (Side::Left, "o1"), (Side::Left, "o6")]);
        let edit = removed(workspace.recording(), &three).unwrap();
        assert!(workspace.act(Action::Edit(edit)));
        let left = ids(&workspace);
        assert!(["s4", "o1", "o6"].iter().all(|id| !left.contains(&id.to_string())));
        assert_eq!(before.script.len(), workspace.scenario().script.len() + 3);
        // All lay before the step shown.
        assert_eq!(workspace.cursor(), 7);
        workspace.act(Action::Undo);
        assert_eq!(**workspace.scenario(), *before);
        assert!(!workspace.can_undo());
        assert_eq!(removed(workspace.recording(), &[]), None);
    }

    #[test]
    fn copies_come_behind_the_step_shown_with_ids_of_their_own() {
        let mut workspace = orders();
        let three = rows(&workspace, &[(Side::Right, "s4"), (Side::Left, "o2"), (Side::Left, "o1")]);
        let (edit, names) = duplicated(workspace.recording(), &three).unwrap();
        workspace.act(Action::Edit(edit));
        assert_eq!(workspace.cursor(), 13);
        let copies: Vec<&Step> = workspace.scenario().script.iter().skip(10).take(3).collect();
        let told: Vec<_> = copies
            .iter()
            .map(|step| match step {
                Step::Push(push) => (&*push.id, push.time),
                _ => panic!(),
            })
            .collect();
        let recording = workspace.recording();
        let of = |side, id: &str| recording.rows().find(recording.scenario(), side, id).unwrap();
        let time = |side, id| recording.rows().get(of(side, id)).time;
        assert_eq!(
            told,
            [("o7", time(Side::Left, "o1")), ("o8", time(Side::Left, "o2")), (&*names[2].id, time(Side::Right, "s4"))]
        );
        workspace.act(Action::SelectRows(names));
        assert_eq!(workspace.selected().len(), 3);
    }
}
