//! Edits of a scenario.

use crate::scenario::{Dialect, Join, Policy, Push, Scenario, Side, Step, Strategy, Text};

/// One change of the scenario, and one entry of undo.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A step more, behind the step shown; it is shown next.
    Insert(Step),
    /// Another step in place of the one at `index`.
    Replace {
        index: usize,
        step: Step,
    },
    Remove {
        index: usize,
    },
    Join(Join),
    Dialect(Dialect),
    Strategy(Side, Strategy),
    Policy(Option<Policy>),
    /// The stream's name, and with it its label.
    Name(Side, String),
    KeyName(Side, Option<String>),
    TimeName(Side, Option<String>),
    Title(Text),
    /// All of it at once, as for switching the engine, and the step to show then.
    Whole {
        scenario: Box<Scenario>,
        show: usize,
    },
}

impl Edit {
    /// The scenario after the edit and the step to show, `cursor` being shown before; `None` if the edit names a step that
    /// is not there.
    pub fn apply(&self, scenario: &Scenario, cursor: usize) -> Option<(Scenario, usize)> {
        let mut next = scenario.clone();
        let mut show = cursor;
        match self {
            Edit::Insert(step) => {
                let at = cursor.min(next.script.len());
                next.script.insert(at, step.clone());
                show = at + 1;
            }
            Edit::Replace { index, step } => *next.script.get_mut(*index)? = step.clone(),
            Edit::Remove { index } => {
                if *index >= next.script.len() {
                    return None;
                }
                next.script.remove(*index);
                show -= usize::from(*index < cursor);
            }
            Edit::Join(join) => next.join = *join,
            Edit::Dialect(dialect) => next.dialect = *dialect,
            Edit::Strategy(side, strategy) => next.streams[*side].watermark = *strategy,
            Edit::Policy(policy) => next.watermark_policy = *policy,
            Edit::Name(side, name) => {
                let stream = &mut next.streams[*side];
                if stream.name != *name {
                    (stream.name, stream.label) = (name.clone(), None);
                }
            }
            Edit::KeyName(side, name) => next.streams[*side].key_name.clone_from(name),
            Edit::TimeName(side, name) => next.streams[*side].time_name.clone_from(name),
            Edit::Title(title) => next.title = title.clone(),
            Edit::Whole { scenario, show: step } => {
                next = (**scenario).clone();
                show = *step;
            }
        }
        Some((next, show))
    }

    /// Moves the row that the step at `index` pushes to another event time.
    pub fn retime(scenario: &Scenario, index: usize, time: i64) -> Option<Edit> {
        match scenario.script.get(index)? {
            Step::Push(push) => Some(Edit::Replace { index, step: Step::Push(Push { time, ..push.clone() }) }),
            _ => None,
        }
    }
}
