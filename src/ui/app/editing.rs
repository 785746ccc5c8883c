//! The event form that is open, kept in step with edits made beside it.

use crate::{
    scenario::{Step, time},
    workspace::{Edit, PushDraft},
};

/// The form that is open.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) start: PushDraft,
    pub(super) base: i64,
    pub(super) index: Option<usize>,
    pub(super) at: Option<(i32, i32)>,
    /// The row was added for this form, so cancelling takes it away again.
    pub(super) fresh: bool,
    /// Something else was edited since: the last entry of undo is not the row's.
    pub(super) passed: bool,
}

impl Form {
    /// The form after an edit made beside it, which leaves at each index the step that was at `origins[index]`; `None` if its
    /// row is gone.
    pub(super) fn follow(
        mut self,
        edit: &Edit,
        origins: Option<&[Option<usize>]>,
        style: &time::TimeStyle,
    ) -> Option<Self> {
        self.passed = true;
        if let Some(index) = self.index {
            self.index = Some(origins?.iter().position(|old| *old == Some(index))?);
        }
        for edit in edit.parts() {
            match edit {
                Edit::Replace { index, step: Step::Push(push) } if self.index == Some(*index) => {
                    // Its mark was dragged: the time follows, what was typed stays.
                    self.start.time = PushDraft::of(push, style).time;
                    self.base = push.time;
                }
                Edit::Whole { .. } | Edit::Remedy(_) => return None,
                _ => {}
            }
        }
        Some(self)
    }
}

/// A form is made anew for another row.
pub(super) fn form_key(form: &Form) -> String {
    format!("{:?} {}", form.index, form.start.id)
}
