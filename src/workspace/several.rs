//! What is done to rows, one or several, as one edit. A -U or -D of a regular join repeats the row that it takes back: what is
//! done to the row is done there as well, or it would take back another one.

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
    let scenario = recording.scenario();
    let retime = |index| {
        let time = scenario.script.get(index)?.time()?;
        Edit::retime(scenario, index, time.saturating_add(by))
    };
    one_of(recording.rows().steps(rows).into_iter().filter_map(retime).collect())
}

/// Makes the row that the step at `index` pushes this one.
pub fn rewritten(recording: &Recording, index: usize, push: Push) -> Edit {
    let (scenario, rows) = (recording.scenario(), recording.rows());
    let repeats = |other: usize| match scenario.script.get(other)? {
        Step::Push(old) if other != index && !old.kind.adds() => {
            Some(Edit::Replace { index: other, step: Step::Push(Push { kind: old.kind, ..push.clone() }) })
        }
        _ => None,
    };
    let brings = |step: &Step| matches!(step, Step::Push(push) if push.kind.adds());
    // What no longer brings a row is not repeated.
    let row = rows.of_step(index).filter(|_| push.kind.adds() && scenario.script.get(index).is_some_and(brings));
    let others = row.map_or_else(Vec::new, |row| rows.steps(&[row]));
    let edits: Vec<Edit> = others.into_iter().filter_map(repeats).collect();
    let own = Edit::Replace { index, step: Step::Push(push) };
    if edits.is_empty() { own } else { Edit::All([own].into_iter().chain(edits).collect()) }
}

/// Takes the steps that pushed these rows away.
pub fn removed(recording: &Recording, rows: &[RowId]) -> Option<Edit> {
    let steps = recording.rows().steps(rows);
    (!steps.is_empty()).then_some(Edit::RemoveMany(steps))
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

    fn members() -> Workspace {
        let scenario = read(include_str!("../../www/scenarios/members-regular.scenario.json")).unwrap();
        Workspace::new(Rc::new(scenario), 7, None)
    }

    fn pushes(workspace: &Workspace) -> Vec<(String, &'static str, Option<String>, i64)> {
        let of = |push: &Push| (push.id.to_string(), push.kind.word(), push.key.as_deref().map(Into::into), push.time);
        workspace.scenario().script.iter().filter_map(Step::push).map(of).collect()
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

    #[test]
    fn what_is_done_to_a_row_is_done_where_it_is_taken_back() {
        let mut workspace = members();
        let before = Rc::clone(workspace.scenario());
        let m2 = rows(&workspace, &[(Side::Left, "m2")]);
        let of_m2 = |workspace: &Workspace, id: &str| -> Vec<_> {
            pushes(workspace).into_iter().filter(|push| push.0 == id).map(|push| (push.1, push.2, push.3)).collect()
        };
        let time = workspace.recording().rows().get(m2[0]).time;

        workspace.act(Action::Edit(shifted(workspace.recording(), &m2, 1000).unwrap()));
        let key = Some("008".to_string());
        assert_eq!(of_m2(&workspace, "m2"), [("+I", key.clone(), time + 1000), ("-D", key, time + 1000)]);

        workspace.act(Action::Select(Some(Selection { side: Side::Left, id: "m2".into() })));
        let push =
            Push { id: "m9".into(), key: Some("010".into()), ..workspace.scenario().script[2].push().unwrap().clone() };
        workspace.act(Action::Edit(rewritten(workspace.recording(), 2, push.clone())));
        let key = Some("010".to_string());
        assert_eq!(of_m2(&workspace, "m9"), [("+I", key.clone(), time + 1000), ("-D", key, time + 1000)]);
        assert_eq!(workspace.selection().map(|row| &*row.id), Some("m9"));
        assert_eq!(before.script.len(), workspace.scenario().script.len());

        let m9 = rows(&workspace, &[(Side::Left, "m9")]);
        workspace.act(Action::Edit(removed(workspace.recording(), &m9).unwrap()));
        assert_eq!(of_m2(&workspace, "m9"), []);
        for _ in 0..3 {
            workspace.act(Action::Undo);
        }
        assert_eq!((&**workspace.scenario(), workspace.can_undo()), (&*before, false), "one entry each");

        // What takes the row back can be written otherwise by itself, and a row that is none any more is not repeated.
        let taken = Push { id: "m7".into(), ..before.script[6].push().unwrap().clone() };
        assert!(matches!(rewritten(workspace.recording(), 6, taken), Edit::Replace { index: 6, .. }));
        let gone = Push { kind: crate::scenario::RowKind::Delete, ..push };
        assert!(matches!(rewritten(workspace.recording(), 2, gone), Edit::Replace { index: 2, .. }));
    }
}
