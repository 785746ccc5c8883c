//! What a person works on: a scenario with its recording, the step shown, the row selected, and all that can be undone.
//!
//! Pure, as the engine is: an [`Action`] in, the next workspace out. The script of steps is the only thing that is ever
//! edited, so undo is a list of scenarios.

mod adopt;
mod convert;
mod edit;
mod form;
mod generating;
mod hold;
mod keys;
pub mod listing;
pub mod offer;
mod running;
mod saved;
mod scrub;
mod several;
mod steps;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

pub use adopt::{Misfit, adopt};
pub use convert::{Change, Converted, Setting, ToSpark, convert};
pub use edit::Edit;
pub(crate) use edit::keep_in_range;
pub use form::{Field, FormFault, PushDraft, RowField, next_push, row_fields, row_kinds};
pub use generating::{
    clock_step, created, keeps_time, made_anew, next_seed, offered, offered_delay, per_minute, read_per_minute,
    read_skew, skew,
};
pub use hold::{
    Bound, Edge, GIVES_WAY, Grip, Held, Manner, Pulled, Resistance, WindowGrip, partner_key, runs, set_bound, toggled,
};
pub use keys::{KeyAct, KeyFocus, KeyPress, stage_key};
pub use running::{Ask, LONG, Order, Runner};
pub use saved::Place;
pub use scrub::{Number, Scrub, zero_unit};
pub use several::{duplicated, removed, rewritten, shifted};
pub use steps::{Command, StepKind, commands, direct, kinds_offered, new_step, opened};

use running::{Begun, Changed, Goal, Runs};

use crate::{
    engine::RowId,
    replay::{Recording, View},
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

/// Selects just this.
impl From<Chosen> for Action {
    fn from(chosen: Chosen) -> Self {
        match chosen {
            Chosen::Nothing => Action::Select(None),
            Chosen::Rows(rows) => Action::SelectRows(rows),
            Chosen::Watermark(side) => Action::SelectWatermark(side),
        }
    }
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
    changed: Changed,
    /// What was shown before the engine refused the setup: it stays in sight, so that nothing jumps.
    before_refusal: Option<(Rc<Recording>, Rc<View>)>,
    past: Vec<Moment>,
    future: Vec<Moment>,
    /// While the recording shown is not complete: the one before it that was, if it is of the same work.
    unfinished: Option<Option<Rc<Recording>>>,
    runs: Runs,
}

/// The rows that a choice names in a recording.
#[derive(Clone, Debug)]
struct Found {
    of: Rc<Recording>,
    chosen: Chosen,
    rows: Vec<RowId>,
}

/// A drag that is going on.
#[derive(Clone, Debug)]
struct Preview {
    /// What it stands for now.
    edit: Edit,
    /// An edit as it would be; of a long script perhaps one of a moment ago.
    shown: Option<Shown>,
    /// The step shown as this very edit would have it, in a script too long to be run for every px: the rest of it is run when
    /// the hand rests.
    sketch: Option<Shown>,
}

#[derive(Clone, Debug)]
struct Shown {
    recording: Rc<Recording>,
    view: Rc<View>,
    cursor: usize,
    changed: Changed,
}

impl Shown {
    fn new(recording: Rc<Recording>, cursor: usize, changed: Changed) -> Self {
        let cursor = cursor.min(recording.len());
        let view = Rc::new(recording.view(cursor));
        Shown { recording, view, cursor, changed }
    }
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
    /// How many edits can be undone. Each keeps a word a step, so of a large scenario fewer.
    const UNDO_STEPS: usize = 16_000_000;
    const UNDO_MOST: usize = 500;

    pub fn new(scenario: Rc<Scenario>, cursor: usize, selected: Option<Selection>) -> Self {
        Self::running_from(LONG, scenario, cursor, selected)
    }

    /// A workspace that has scripts of so many steps run elsewhere.
    pub fn running_from(long: usize, scenario: Rc<Scenario>, cursor: usize, selected: Option<Selection>) -> Self {
        let mut runs = Runs::from(long);
        let Begun { recording, complete } = runs.begin(scenario, Goal::Settled, &[]);
        let cursor = cursor.min(recording.scenario().script.len());
        let cursor = if complete { cursor.min(recording.len()) } else { cursor };
        let view = Rc::new(recording.view(cursor));
        let mut workspace = Workspace {
            recording,
            view,
            cursor,
            chosen: Chosen::of(selected.into_iter().collect()),
            found: RefCell::default(),
            preview: None,
            changed: Changed::default(),
            before_refusal: None,
            past: Vec::new(),
            future: Vec::new(),
            unfinished: (!complete).then_some(None),
            runs,
        };
        workspace.forget_lost_selection();
        workspace
    }

    // ---- what is shown: of the drag going on, if there is one

    pub fn recording(&self) -> &Rc<Recording> {
        self.preview_shown().map_or(&self.recording, |shown| &shown.recording)
    }

    pub fn view(&self) -> &Rc<View> {
        self.preview_shown().map_or(&self.view, |shown| &shown.view)
    }

    /// The step shown. While the engine refuses the setup or has not come that far yet, it is behind the end of the recording.
    pub fn cursor(&self) -> usize {
        self.preview_shown().map_or(self.cursor, |shown| shown.cursor)
    }

    fn preview_shown(&self) -> Option<&Shown> {
        let preview = self.preview.as_ref()?;
        preview.sketch.as_ref().or(preview.shown.as_ref())
    }

    fn preview_whole(&self) -> Option<&Shown> {
        self.preview.as_ref()?.shown.as_ref()
    }

    /// What is shown, with its step; of a drag over a long script as it was when the hand last rested, where the whole script is
    /// known.
    pub fn whole(&self) -> (&Rc<Recording>, &Rc<View>, usize) {
        match self.preview_whole() {
            Some(shown) => (&shown.recording, &shown.view, shown.cursor),
            None => (&self.recording, &self.view, self.cursor),
        }
    }

    /// The last picture before the engine refused the setup as a whole; `None` while it runs.
    pub fn before_refusal(&self) -> Option<(&Rc<Recording>, &Rc<View>)> {
        self.before_refusal.as_ref().map(|(recording, view)| (recording, view))
    }

    /// The steps, from 1, that came out otherwise through the last edit, though nobody touched them; of a drag going on, those
    /// that it would change.
    pub fn changed(&self) -> &Rc<[usize]> {
        self.preview_whole().map_or(&self.changed, |shown| &shown.changed).found()
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
                match edit {
                    Some(edit) => self.preview(edit),
                    None => self.end_preview(),
                }
                true
            }
            Action::Edit(edit) => {
                let Some((scenario, cursor)) = edit.apply(self.scenario(), self.cursor) else {
                    self.end_preview();
                    return false;
                };
                for part in edit.parts() {
                    if let Edit::Replace { index, step } = part {
                        self.follow_renamed(*index, step);
                    }
                }
                if scenario == **self.scenario() {
                    return self.seek(cursor);
                }
                self.remember();
                self.show(Rc::new(scenario), cursor, true);
                true
            }
            Action::Undo => {
                let Some(moment) = self.past.pop() else {
                    self.end_preview();
                    return false;
                };
                self.future.push(self.moment());
                self.restore(moment);
                true
            }
            Action::Redo => {
                let Some(moment) = self.future.pop() else {
                    self.end_preview();
                    return false;
                };
                self.past.push(self.moment());
                self.restore(moment);
                true
            }
            Action::Open(scenario, cursor) => {
                // An empty place in which nothing was done yet only waited for this: there is nothing to go back to.
                if self.can_undo() || self.can_redo() || **self.scenario() != Scenario::empty() {
                    self.remember();
                }
                self.chosen = Chosen::Nothing;
                self.show(scenario, cursor, false);
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
        self.end_preview();
        // A step that is not known yet is shown once it is.
        let last = if self.unfinished.is_some() { self.scenario().script.len() } else { self.recording.len() };
        let step = step.min(last);
        if step == self.cursor {
            return false;
        }
        self.cursor = step;
        self.view_cursor();
        true
    }

    /// The view is that of the step shown, or of the last that is known, in another recording than before.
    fn view_again(&mut self) {
        self.view = Rc::new(self.recording.view(self.cursor.min(self.recording.len())));
    }

    /// The same in the recording that it was of before.
    fn view_cursor(&mut self) {
        let to = self.cursor.min(self.recording.len());
        // One step on is what playing does: it costs that step alone.
        if to == self.view.step + 1 {
            self.recording.advance(Rc::make_mut(&mut self.view));
        } else if to != self.view.step {
            self.view = Rc::new(self.recording.view(to));
        }
    }

    /// Shows a scenario in place of the one before, and what it changed if that is `asked`.
    fn show(&mut self, scenario: Rc<Scenario>, cursor: usize, asked: bool) {
        let preview = self.preview.take();
        let shown = preview.iter().flat_map(|preview| preview.shown.iter().chain(&preview.sketch));
        // What was complete last is what the new is compared with.
        let before = match &self.unfinished {
            None => Some(Rc::clone(&self.recording)),
            Some(before) => before.clone(),
        };
        let others: Vec<&Rc<Recording>> =
            before.iter().chain([&self.recording]).chain(shown.map(|shown| &shown.recording)).collect();
        let Begun { recording, complete } = self.runs.begin(scenario, Goal::Settled, &others);
        let refused = recording.outcome().is_err_and(|stopped| stopped.step.is_none());
        if !refused {
            self.before_refusal = None;
        } else if self.before_refusal.is_none()
            && let Some(before) = before.as_ref().filter(|before| before.outcome().is_ok())
        {
            let view = match Rc::ptr_eq(before, &self.recording) {
                true => Rc::clone(&self.view),
                false => Rc::new(before.view(self.cursor)),
            };
            self.before_refusal = Some((Rc::clone(before), view));
        }
        self.recording = recording;
        // A refused setup runs no step; what was shown is shown again when it runs.
        self.cursor = cursor;
        self.view = Rc::new(self.recording.view(cursor));
        self.forget_lost_selection();
        self.changed = Changed::default();
        self.unfinished = Some(before.filter(|_| asked));
        if complete {
            self.finish();
        }
    }

    /// What is shown is complete.
    fn finish(&mut self) {
        let before = self.unfinished.take().flatten();
        let refused = |recording: &Recording| recording.outcome().is_err_and(|stopped| stopped.step.is_none());
        // A join that never ran has no steps that came out otherwise.
        let runs = !refused(&self.recording);
        if let Some(before) = before.filter(|before| runs && !refused(before)) {
            self.changed = Changed::between(&before, &self.recording, self.runs.long);
        }
        if !runs {
            return;
        }
        self.cursor = self.cursor.min(self.recording.len());
        self.view_cursor();
    }

    // ---- a drag

    fn preview(&mut self, edit: Edit) {
        let Some((scenario, cursor)) = edit.apply(self.scenario(), self.cursor) else { return self.end_preview() };
        let scenario = Rc::new(scenario);
        let sketch = self.sketch(&scenario, cursor);
        let mut shown = None;
        if let Some(preview) = &mut self.preview {
            preview.edit = edit.clone();
            // What is on its way is shown first: cancelled again and again, nothing would ever come.
            if sketch.is_none() && self.runs.previews() {
                return;
            }
            shown = preview.shown.take();
        }
        if sketch.is_some() && self.runs.previews() {
            self.runs.stop();
        }
        let runs = sketch.is_none();
        self.preview = Some(Preview { edit, shown, sketch });
        if runs {
            self.run_preview(scenario, cursor);
        }
    }

    /// An edit of a long script as far as the step shown, where little has to be run for that.
    fn sketch(&self, scenario: &Rc<Scenario>, cursor: usize) -> Option<Shown> {
        let before = &self.recording;
        let all = scenario.script.len();
        if all < self.runs.long || self.unfinished.is_some() || scenario.setup() != before.scenario().setup() {
            return None;
        }
        let known = before.scenario().script.same_head(&scenario.script);
        // What is the same, or was there a moment ago, is shown as a whole.
        let there = self.preview_whole().is_some_and(|shown| shown.recording.scenario() == scenario);
        if known == all || there {
            return None;
        }
        let recording = before.sketch(scenario, known, cursor)?;
        Some(Shown::new(Rc::new(recording), cursor, Changed::default()))
    }

    /// Runs what the drag stands for now.
    fn run_preview(&mut self, scenario: Rc<Scenario>, cursor: usize) {
        let Some(preview) = &mut self.preview else { return };
        let others: Vec<&Rc<Recording>> = [&self.recording]
            .into_iter()
            .chain(self.unfinished.iter().flatten())
            .chain(preview.shown.iter().chain(&preview.sketch).map(|shown| &shown.recording))
            .collect();
        let goal = Goal::Preview { edit: preview.edit.clone(), cursor };
        let Begun { recording, complete } = self.runs.begin(scenario, goal, &others);
        // Nothing that is in sight waits for the rest.
        if complete || preview.sketch.is_none() && cursor <= recording.len() {
            let changed = complete.then(|| Changed::between(&self.recording, &recording, self.runs.long));
            preview.shown = Some(Shown::new(recording, cursor, changed.unwrap_or_default()));
            preview.sketch = None;
        }
    }

    fn end_preview(&mut self) {
        if self.preview.take().is_none() {
            return;
        }
        if self.runs.previews() {
            self.runs.stop();
        }
        // What the drag interrupted goes on.
        if self.unfinished.is_some() && self.runs.progress().is_none() {
            let scenario = Rc::clone(self.scenario());
            let Begun { recording, complete } = self.runs.begin(scenario, Goal::Settled, &[&self.recording]);
            self.recording = recording;
            self.view_again();
            if complete {
                self.finish();
            }
        }
    }

    // ---- what runs elsewhere

    /// Whether of a drag only the step shown is known, and nobody runs the rest yet: it is [asked](Workspace::ask) for when the
    /// hand rests.
    pub fn sketches(&self) -> bool {
        self.preview.as_ref().is_some_and(|preview| preview.sketch.is_some()) && !self.runs.previews()
    }

    /// Whether there is something to be told to whoever runs.
    pub fn asks(&self) -> bool {
        self.sketches() || self.runs.asks()
    }

    /// What is to be told to whoever runs, once. Of a long script it takes a while to say.
    pub fn ask(&mut self) -> Option<Ask> {
        if self.sketches()
            && let Some(sketch) = self.preview_shown()
        {
            let (scenario, cursor) = (Rc::clone(sketch.recording.scenario()), sketch.cursor);
            self.run_preview(scenario, cursor);
        }
        self.runs.ask()
    }

    /// How much of what is run elsewhere has come, in percent; `None` while nothing is.
    pub fn progress(&self) -> Option<u8> {
        self.runs.progress()
    }

    /// A slice of the order of a generation has come; whether anything that is shown is another.
    pub fn heard(&mut self, generation: u32, slice: &[u8]) -> bool {
        let before = self.progress();
        match self.runs.heard(generation, slice) {
            None => self.progress() != before,
            Some((recording, Goal::Settled)) => {
                self.recording = Rc::new(recording);
                self.view_again();
                self.finish();
                true
            }
            Some((recording, Goal::Preview { edit, cursor })) => {
                self.heard_preview(recording, &edit, cursor);
                true
            }
        }
    }

    fn heard_preview(&mut self, recording: Recording, edit: &Edit, cursor: usize) {
        let recording = Rc::new(recording);
        let Some(preview) = &mut self.preview else { return };
        let now = preview.edit.clone();
        let latest = now == *edit;
        let changed = latest.then(|| Changed::between(&self.recording, &recording, self.runs.long));
        preview.shown = Some(Shown::new(recording, cursor, changed.unwrap_or_default()));
        preview.sketch = None;
        if !latest {
            self.preview(now);
        }
    }

    /// Whoever ran does so no more: another is asked the same.
    pub fn lost(&mut self) {
        self.runs.again();
    }

    /// Whether there is something left to be done here, a little at a time.
    pub fn is_busy(&self) -> bool {
        let shown = self.preview_whole().is_some_and(|shown| shown.changed.is_looking());
        shown || self.changed.is_looking()
    }

    /// Does a little of that; whether anything that is shown is another.
    pub fn go_on(&mut self, steps: usize) -> bool {
        let shown = self.preview.as_mut().and_then(|preview| preview.shown.as_mut());
        match shown.map(|shown| &mut shown.changed).filter(|changed| changed.is_looking()) {
            Some(changed) => changed.go_on(steps),
            None => self.changed.go_on(steps),
        }
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
        self.show(moment.scenario, moment.cursor, true);
        // Not the picture of what was just left: that may be another scenario altogether.
        self.before_refusal = moment.before_refusal;
    }
}

/// The rows that these names name. All rows are looked at once, however many are selected.
fn find_all<'w>(recording: &'w Recording, names: &'w [Selection]) -> BTreeMap<(Side, &'w str), RowId> {
    // Mostly of one: to compare each row's name with it takes less than to hash it.
    let mut wanted: BTreeMap<(Side, &str), Option<RowId>> =
        names.iter().map(|row| ((row.side, &*row.id), None)).collect();
    let mut missing = wanted.len();
    for (row, info) in recording.rows().iter() {
        if missing == 0 {
            break;
        }
        let found = wanted.get_mut(&(info.side, recording.rows().id(recording.scenario(), row)));
        if let Some(found @ None) = found {
            *found = Some(row);
            missing -= 1;
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
