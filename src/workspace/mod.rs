//! What a person works on: a scenario with its recording, the step shown, the row selected, and all that can be undone.
//!
//! Pure, as the engine is: an [`Action`] in, the next workspace out. The script of steps is the only thing that is ever
//! edited, so undo is a list of scenarios.

mod convert;
mod edit;
mod form;
mod hold;
mod keys;
pub mod listing;
pub mod offer;
mod saved;
mod scrub;
mod several;
mod steps;

use std::{cell::RefCell, collections::HashMap, rc::Rc};

pub use convert::{Change, Converted, Setting, ToSpark, convert};
pub use edit::Edit;
pub use form::{Field, FormFault, PushDraft, RowField, next_push, row_fields, row_kinds};
pub use hold::{
    Bound, Edge, GIVES_WAY, Grip, Held, Manner, Pulled, Resistance, WindowGrip, partner_key, runs, set_bound, toggled,
};
pub use keys::{KeyAct, KeyFocus, KeyPress, stage_key};
pub use saved::Place;
pub use scrub::{Number, Scrub, zero_unit};
pub use several::{duplicated, removed, shifted};
pub use steps::{Command, StepKind, commands, direct, kinds_offered, new_step, opened};

use crate::{
    engine::RowId,
    replay::{Recording, View, changed},
    scenario::{Scenario, Side},
};

/// A row, named so that the name outlives edits of other steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub side: Side,
    pub id: Box<str>,
}

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    #[default]
    Nothing,
    /// Rows in the order in which they were selected, at least one; the last is the one that keys and forms act on.
    Rows(Vec<Selection>),
    /// A side's watermark; `None`: the join's.
    Watermark(Option<Side>),
}

impl Chosen {
    pub fn rows(&self) -> &[Selection] {
        match self {
            Chosen::Rows(rows) => rows,
            Chosen::Nothing | Chosen::Watermark(_) => &[],
        }
    }

    fn of(rows: Vec<Selection>) -> Self {
        if rows.is_empty() { Chosen::Nothing } else { Chosen::Rows(rows) }
    }
}

/// Everything a person can do to a workspace.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Show the state after this step; 0 is before everything.
    Seek(usize),
    /// Select this row alone; `None` selects nothing.
    Select(Option<Selection>),
    /// Select this row besides the others, or no longer.
    SelectAlso(Selection),
    SelectRows(Vec<Selection>),
    /// Select a side's watermark; `None`: the join's.
    SelectWatermark(Option<Side>),
    Edit(Edit),
    /// Show an edit without making it: a drag that is still going on. `None` ends it.
    Preview(Option<Edit>),
    Undo,
    Redo,
    /// Another scenario in place of this one, at a step. It can be undone.
    Open(Rc<Scenario>, usize),
}

#[derive(Clone, Debug)]
pub struct Workspace {
    /// What is shown, and what it shows at `cursor`.
    recording: Rc<Recording>,
    view: Rc<View>,
    cursor: usize,
    chosen: Chosen,
    /// What [`Workspace::selected_in`] found last, and where.
    found: RefCell<Option<Found>>,
    preview: Option<Preview>,
    /// The steps that came out otherwise through the last edit, from 1.
    changed: Rc<[usize]>,
    /// What was shown before the engine refused the setup: it stays in sight, so that nothing jumps.
    before_refusal: Option<(Rc<Recording>, Rc<View>)>,
    past: Vec<Moment>,
    future: Vec<Moment>,
}

/// The rows that a choice names in a recording.
#[derive(Clone, Debug)]
struct Found {
    of: Rc<Recording>,
    chosen: Chosen,
    rows: Vec<RowId>,
}

/// An edit as it would be.
#[derive(Clone, Debug)]
struct Preview {
    edit: Edit,
    recording: Rc<Recording>,
    view: Rc<View>,
    cursor: usize,
    changed: Rc<[usize]>,
}

/// A scenario that can be gone back to, with the step shown then.
#[derive(Clone, Debug)]
struct Moment {
    scenario: Rc<Scenario>,
    cursor: usize,
    chosen: Chosen,
    /// What the stage showed instead, if the engine refused it.
    before_refusal: Option<(Rc<Recording>, Rc<View>)>,
}

impl Workspace {
    /// How many edits can be undone. Scenarios share nothing, so a large one keeps fewer.
    const UNDO_STEPS: usize = 2_000_000;
    const UNDO_MOST: usize = 500;

    pub fn new(scenario: Rc<Scenario>, cursor: usize, selected: Option<Selection>) -> Self {
        let recording = Rc::new(Recording::new(scenario));
        let cursor = cursor.min(recording.len());
        let view = Rc::new(recording.view(cursor));
        let mut workspace = Workspace {
            recording,
            view,
            cursor,
            chosen: Chosen::of(selected.into_iter().collect()),
            found: RefCell::default(),
            preview: None,
            changed: Rc::default(),
            before_refusal: None,
            past: Vec::new(),
            future: Vec::new(),
        };
        workspace.forget_lost_selection();
        workspace
    }

    // ---- what is shown: of the drag going on, if there is one

    pub fn recording(&self) -> &Rc<Recording> {
        self.preview.as_ref().map_or(&self.recording, |preview| &preview.recording)
    }

    pub fn view(&self) -> &Rc<View> {
        self.preview.as_ref().map_or(&self.view, |preview| &preview.view)
    }

    pub fn cursor(&self) -> usize {
        self.preview.as_ref().map_or(self.cursor, |preview| preview.cursor)
    }

    /// The last picture before the engine refused the setup as a whole; `None` while it runs.
    pub fn before_refusal(&self) -> Option<(&Rc<Recording>, &Rc<View>)> {
        self.before_refusal.as_ref().map(|(recording, view)| (recording, view))
    }

    /// The steps, from 1, that came out otherwise through the last edit, though nobody touched them; of a drag going on, those
    /// that it would change.
    pub fn changed(&self) -> &Rc<[usize]> {
        self.preview.as_ref().map_or(&self.changed, |preview| &preview.changed)
    }

    pub fn previewing(&self) -> bool {
        self.preview.is_some()
    }

    /// The edit that is shown and not made.
    pub fn previewed(&self) -> Option<&Edit> {
        self.preview.as_ref().map(|preview| &preview.edit)
    }

    // ---- what is so

    pub fn scenario(&self) -> &Rc<Scenario> {
        self.recording.scenario()
    }

    /// The step shown, leaving any drag aside.
    pub fn settled_cursor(&self) -> usize {
        self.cursor
    }

    /// The recording and its state, leaving any drag aside.
    pub fn settled(&self) -> (&Rc<Recording>, &Rc<View>) {
        (&self.recording, &self.view)
    }

    pub fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    /// The selected row; of several the last one.
    pub fn selection(&self) -> Option<&Selection> {
        self.chosen.rows().last()
    }

    /// The selected rows, in the recording shown.
    pub fn selected(&self) -> Vec<RowId> {
        self.selected_in(self.recording())
    }

    /// The selected rows, in this recording.
    pub fn selected_in(&self, recording: &Rc<Recording>) -> Vec<RowId> {
        let rows = self.chosen.rows();
        if rows.is_empty() {
            return Vec::new();
        }
        // Each step asks for the same rows of the same recording.
        let known = self.found.borrow();
        if let Some(found) =
            known.as_ref().filter(|found| Rc::ptr_eq(&found.of, recording) && found.chosen == self.chosen)
        {
            return found.rows.clone();
        }
        drop(known);
        let mut all = find_all(recording, rows);
        let rows: Vec<RowId> = rows.iter().filter_map(|row| all.remove(&(row.side, &*row.id))).collect();
        self.found.replace(Some(Found { of: Rc::clone(recording), chosen: self.chosen.clone(), rows: rows.clone() }));
        rows
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Does what a person asked for; false if that changes nothing.
    pub fn act(&mut self, action: Action) -> bool {
        match self.look(action) {
            Ok(changed) => changed,
            Err(action) => self.change(action),
        }
    }

    /// Does an action that only looks: another step, or other rows selected. Any other is given back.
    pub fn look(&mut self, action: Action) -> Result<bool, Action> {
        Ok(match action {
            Action::Seek(step) => self.seek(step),
            Action::Select(row) => self.choose(Chosen::of(row.into_iter().collect())),
            Action::SelectAlso(row) => {
                let mut rows = self.chosen.rows().to_vec();
                match rows.iter().position(|other| *other == row) {
                    Some(at) => drop(rows.remove(at)),
                    None => rows.push(row),
                }
                self.choose(Chosen::of(rows))
            }
            Action::SelectRows(rows) => self.choose(Chosen::of(rows)),
            Action::SelectWatermark(side) => self.choose(Chosen::Watermark(side)),
            action => return Err(action),
        })
    }

    fn change(&mut self, action: Action) -> bool {
        match action {
            Action::Seek(_)
            | Action::Select(_)
            | Action::SelectAlso(_)
            | Action::SelectRows(_)
            | Action::SelectWatermark(_) => false,
            Action::Preview(edit) => {
                // A pointer moves more often than what it stands for.
                if edit.as_ref() == self.previewed() {
                    return false;
                }
                let next = edit.and_then(|edit| Some((edit.apply(self.scenario(), self.cursor)?, edit)));
                self.preview = next.map(|((scenario, cursor), edit)| {
                    let recording = Rc::new(Recording::new(Rc::new(scenario)));
                    let cursor = cursor.min(recording.len());
                    let view = Rc::new(recording.view(cursor));
                    let changed = changed(&self.recording, &recording).into();
                    Preview { edit, recording, view, cursor, changed }
                });
                true
            }
            Action::Edit(edit) => {
                self.preview = None;
                let Some((scenario, cursor)) = edit.apply(self.scenario(), self.cursor) else { return false };
                if let Edit::Replace { index, step } = &edit {
                    self.follow_renamed(*index, step);
                }
                if scenario == **self.scenario() {
                    return self.seek(cursor);
                }
                self.remember();
                self.show(Rc::new(scenario), cursor);
                true
            }
            Action::Undo => {
                self.preview = None;
                let Some(moment) = self.past.pop() else { return false };
                self.future.push(self.moment());
                self.restore(moment);
                true
            }
            Action::Redo => {
                self.preview = None;
                let Some(moment) = self.future.pop() else { return false };
                self.past.push(self.moment());
                self.restore(moment);
                true
            }
            Action::Open(scenario, cursor) => {
                self.preview = None;
                // An empty place in which nothing was done yet only waited for this: there is nothing to go back to.
                if self.can_undo() || self.can_redo() || **self.scenario() != Scenario::empty() {
                    self.remember();
                }
                self.chosen = Chosen::Nothing;
                self.show(scenario, cursor);
                self.changed = Rc::default();
                // The picture of another scenario says nothing about this one.
                self.before_refusal = None;
                true
            }
        }
    }

    fn choose(&mut self, chosen: Chosen) -> bool {
        let changed = self.chosen != chosen;
        self.chosen = chosen;
        changed
    }

    fn seek(&mut self, step: usize) -> bool {
        self.preview = None;
        let step = step.min(self.recording.len());
        if step == self.cursor {
            return false;
        }
        // One step on is what playing does: it costs that step alone.
        if step == self.cursor + 1 {
            self.recording.advance(Rc::make_mut(&mut self.view));
        } else {
            self.view = Rc::new(self.recording.view(step));
        }
        self.cursor = step;
        true
    }

    fn show(&mut self, scenario: Rc<Scenario>, cursor: usize) {
        let recording = Rc::new(Recording::new(scenario));
        let refused = recording.outcome().is_err_and(|stopped| stopped.step.is_none());
        if !refused {
            self.before_refusal = None;
        } else if self.before_refusal.is_none() && self.recording.outcome().is_ok() {
            self.before_refusal = Some((Rc::clone(&self.recording), Rc::clone(&self.view)));
        }
        self.changed = changed(&self.recording, &recording).into();
        self.recording = recording;
        // A refused setup runs no step; what was shown is shown again when it runs.
        self.cursor = if refused { cursor } else { cursor.min(self.recording.len()) };
        self.view = Rc::new(self.recording.view(self.cursor));
        self.forget_lost_selection();
    }

    fn forget_lost_selection(&mut self) {
        if let Chosen::Rows(rows) = &mut self.chosen {
            let found = find_all(&self.recording, rows);
            let there: Vec<bool> = rows.iter().map(|row| found.contains_key(&(row.side, &*row.id))).collect();
            let mut there = there.into_iter();
            rows.retain(|_| there.next().unwrap_or(false));
            self.chosen = Chosen::of(std::mem::take(rows));
        }
    }

    /// A selected row whose id is edited stays selected under its new name.
    fn follow_renamed(&mut self, index: usize, step: &crate::scenario::Step) {
        use crate::scenario::Step;
        if let (Chosen::Rows(rows), Some(Step::Push(old)), Step::Push(new)) =
            (&mut self.chosen, self.recording.scenario().script.get(index), step)
            && let Some(row) = rows.iter_mut().find(|row| row.side == old.side && row.id == old.id)
        {
            *row = Selection { side: new.side, id: new.id.clone() };
        }
    }

    fn moment(&self) -> Moment {
        Moment {
            scenario: Rc::clone(self.scenario()),
            cursor: self.cursor,
            chosen: self.chosen.clone(),
            before_refusal: self.before_refusal.clone(),
        }
    }

    fn remember(&mut self) {
        self.past.push(self.moment());
        self.future.clear();
        let most = (Self::UNDO_STEPS / self.scenario().script.len().max(1)).clamp(2, Self::UNDO_MOST);
        if self.past.len() > most {
            self.past.drain(..self.past.len() - most);
        }
    }

    fn restore(&mut self, moment: Moment) {
        self.chosen = moment.chosen;
        self.show(moment.scenario, moment.cursor);
        // Not the picture of what was just left: that may be another scenario altogether.
        self.before_refusal = moment.before_refusal;
    }
}

/// The rows that these names name. All rows are looked at once, however many are selected.
fn find_all<'w>(recording: &'w Recording, names: &'w [Selection]) -> HashMap<(Side, &'w str), RowId> {
    let mut wanted: HashMap<(Side, &str), Option<RowId>> =
        names.iter().map(|row| ((row.side, &*row.id), None)).collect();
    if !wanted.is_empty() {
        for (row, info) in recording.rows().iter() {
            if let Some(found) = wanted.get_mut(&(info.side, recording.rows().id(recording.scenario(), row))) {
                found.get_or_insert(row);
            }
        }
    }
    wanted.into_iter().filter_map(|(name, row)| Some((name, row?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{JoinKind, Strategy};

    #[test]
    fn undo_back_to_a_refused_setup_shows_the_picture_from_before_it() {
        let mut temporal = Scenario::empty();
        temporal.join.kind = JoinKind::Temporal;
        let mut workspace = Workspace::new(Rc::new(temporal), 0, None);
        let own = Rc::clone(workspace.recording());
        workspace.act(Action::Edit(Edit::Strategy(Side::Left, Strategy::None)));
        assert!(workspace.recording().outcome().is_err());
        workspace.act(Action::Open(Rc::new(Scenario::empty()), 0));
        assert!(workspace.before_refusal().is_none());
        workspace.act(Action::Undo);
        assert!(workspace.before_refusal().is_some_and(|(recording, _)| Rc::ptr_eq(recording, &own)));
    }

    #[test]
    fn there_is_no_way_back_to_a_place_that_only_waited() {
        let other = || {
            let mut scenario = Scenario::empty();
            scenario.title = crate::scenario::Text::One("Other".into());
            Rc::new(scenario)
        };
        let mut workspace = Workspace::new(Rc::new(Scenario::empty()), 0, None);
        workspace.act(Action::Open(other(), 0));
        assert!(!workspace.can_undo());
        workspace.act(Action::Open(Rc::new(Scenario::empty()), 0));
        workspace.act(Action::Open(other(), 0));
        assert!(workspace.act(Action::Undo) && workspace.act(Action::Undo) && !workspace.can_undo());
    }
}
