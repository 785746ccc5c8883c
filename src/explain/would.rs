//! What a drag would do, while it goes on: "o3 would leave with NULL".

use std::collections::BTreeSet;

use super::{Words, format::Arg};
use crate::{
    engine::{Effect, RowId},
    replay::{Recording, State, View},
    sorting,
};

/// What is compared of two recordings at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Totals {
    pairs: usize,
    padded: u64,
    emitted: u64,
    late: u64,
}

impl Words<'_> {
    /// What the step shown, that a drag would append, does to rows; `None` if nothing leaves.
    pub fn step_would(&self, view: &View) -> Option<String> {
        let words = &self.m.manipulate;
        let padded: Vec<RowId> = self
            .recording
            .emitted(view.step)
            .filter_map(|out| match (out.left, out.right) {
                (None, Some(row)) | (Some(row), None) if !self.rows().half() => Some(row),
                _ => None,
            })
            .collect();
        let left = self.recording.effects(view.step).filter_map(|effect| match effect {
            Effect::Left { row, .. } | Effect::CopyLeft { row, .. } => Some(row),
            _ => None,
        });
        // A row's copies in several windows are one row.
        let left = sorting::set(left);
        let say = |pattern: &str, rows: &[RowId]| self.say_plain(pattern, &[("rows", self.one_or_count(rows))]);
        match (padded.as_slice(), left.as_slice()) {
            ([], []) => None,
            ([], rows) => Some(say(words.would_leave, rows)),
            (rows, _) => Some(say(words.would_leave_null, rows)),
        }
    }

    /// What a row that is dragged would do: "o5 would match s3".
    pub fn row_would(&self, view: &View, row: RowId) -> String {
        let words = &self.m.manipulate;
        let partners = self.partners(view, row);
        let name = ("row", Arg::from(self.id(row)));
        if !partners.is_empty() {
            return self.say_plain(words.would_match, &[name, ("others", self.list_or_count(&partners))]);
        }
        let pattern = match view.state(row) {
            State::Waiting | State::KeptForEver { .. } => words.would_wait,
            // A lookup answers at once, and keeps nothing that could leave.
            State::LeftAsNull if !self.rows().lookup() => words.would_leave_null_one,
            State::LateNotKept | State::LateMatchedNotKept => words.would_be_late,
            _ => return self.say_plain(words.would_be, &[name, ("state", self.state_of(view, row).into())]),
        };
        self.say_plain(pattern, &[name])
    }

    /// What a change of the setup, or of several rows, would do to what came out until the step shown: the one pair that comes
    /// or goes, else the numbers before and after.
    pub fn change_would(&self, view: &View, before: (&Recording, &View)) -> String {
        let words = &self.m.manipulate;
        let pairs = |recording: &Recording, step: usize| {
            let scenario = recording.scenario();
            let id = |row: RowId| recording.rows().id(scenario, row).to_string();
            let mut pairs = BTreeSet::new();
            // Not collected: that sorts first, by one more copy of a sort.
            pairs.extend(recording.matches(step).map(|(_, left, right)| (id(left), id(right))));
            pairs
        };
        let (old, new) = (pairs(before.0, before.1.step), pairs(self.recording, view.step));
        let (come, go) = (new.difference(&old), old.difference(&new));
        match (come.clone().collect::<Vec<_>>().as_slice(), go.clone().collect::<Vec<_>>().as_slice()) {
            ([(left, right)], []) => {
                return self
                    .say_plain(words.would_match, &[("row", left.as_str().into()), ("others", right.as_str().into())]);
            }
            ([], [(left, right)]) => {
                return self.say_plain(
                    words.would_not_match,
                    &[("row", left.as_str().into()), ("others", right.as_str().into())],
                );
            }
            _ => {}
        }
        let totals = |recording: &Recording, view: &View, pairs: usize| Totals {
            pairs,
            padded: view.padded,
            emitted: view.emitted,
            late: (1..=view.step).map(|step| recording.late(step)).map(|late| late.left + late.right).sum(),
        };
        let (was, is) = (totals(before.0, before.1, old.len()), totals(self.recording, view, new.len()));
        let part = |pattern: &str, was: u64, is: u64| {
            let args = [("before", was.to_string().into()), ("after", is.to_string().into())];
            (was != is).then(|| self.say_plain(pattern, &args))
        };
        let mut parts: Vec<String> = [
            part(words.pairs_change, was.pairs as u64, is.pairs as u64),
            part(words.padded_change, was.padded, is.padded),
            part(words.late_change, was.late, is.late),
        ]
        .into_iter()
        .flatten()
        .collect();
        if parts.is_empty() {
            parts.extend(part(words.emitted_change, was.emitted, is.emitted));
        }
        match parts.as_slice() {
            [] => words.nothing_changes.to_string(),
            parts => parts.join(words.between_changes),
        }
    }

    /// A row's id, or how many rows there are.
    fn one_or_count(&self, rows: &[RowId]) -> Arg {
        match rows {
            [row] => self.id(*row).into(),
            rows => self.say_plain(self.m.app.rows, &[("count", rows.len().to_string().into())]).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::{
        scenario::{Lang, Side, Step, read, time::HOUR},
        workspace::{Action, Bound, Edit, Workspace},
    };

    fn preview(edit: Edit) -> (Workspace, Rc<Recording>, Rc<View>) {
        let scenario = read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap();
        let mut workspace = Workspace::new(Rc::new(scenario), 10, None);
        let (recording, view) = workspace.settled();
        let before = (Rc::clone(recording), Rc::clone(view));
        workspace.act(Action::Preview(Some(edit)));
        (workspace, before.0, before.1)
    }

    fn row(workspace: &Workspace, side: Side, id: &str) -> RowId {
        let recording = workspace.recording();
        recording.rows().find(recording.scenario(), side, id).unwrap()
    }

    #[test]
    fn a_flag_says_who_would_leave() {
        let both = |time: i64| Edit::All(Side::BOTH.map(|side| Edit::Insert(Step::Watermark { side, time })).to_vec());
        let (workspace, recording, view) = preview(both(0));
        let due = view.leaves(recording.rows(), row(&workspace, Side::Left, "o3")).unwrap();
        let (workspace, ..) = preview(both(due));
        let words = Words::new(workspace.recording(), Lang::En);
        assert_eq!(words.step_would(workspace.view()).as_deref(), Some("o3 would leave with NULL"));
    }

    #[test]
    fn a_mark_says_what_it_would_meet() {
        let (workspace, ..) = preview(Edit::Title(crate::scenario::Text::One("x".into())));
        let words = Words::new(workspace.recording(), Lang::En);
        let told = |side, id: &str| words.row_would(workspace.view(), row(&workspace, side, id));
        assert_eq!(told(Side::Left, "o1"), "o1 would match s1");
        assert_eq!(told(Side::Left, "o3"), "o3 would wait");
        assert_eq!(told(Side::Left, "o2"), "o2 would leave with NULL");
        assert_eq!(told(Side::Right, "s3"), "s3 would come too late");
    }

    #[test]
    fn a_bound_says_what_would_change() {
        let scenario = read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap();
        let crate::scenario::JoinKind::Interval(interval) = scenario.join.kind else { panic!() };
        let upper = |value| crate::workspace::set_bound(scenario.join, interval, Bound::Upper, value);
        let told = |edit: Edit, lang: Lang| {
            let (workspace, recording, view) = preview(edit);
            Words::new(workspace.recording(), lang).change_would(workspace.view(), (&recording, &view))
        };
        assert_eq!(told(upper(2 * HOUR), Lang::En), "nothing else changes");
        let none = told(upper(0), Lang::En);
        assert!(none.contains('→') || none.contains("would not match"), "{none}");
        assert!(!told(upper(0), Lang::Zh).is_empty());
    }
}
