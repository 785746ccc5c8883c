//! "Why not?": what would release a row, why two rows do not match, what made a watermark, why nothing comes out.
//!
//! What a join decides is read from the recording, or tried on the engine ([`Recording::fork`](crate::replay::Recording::fork)).

mod ahead;
mod no_output;
mod pair;
mod release;
mod watermark;

pub use pair::Verdict;

use super::{Rule, Span, Tone, Words, format::Arg};
use crate::{engine::RowId, replay::Next, scenario::Side};

/// A section of the side column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    pub heading: String,
    /// Whose colour the heading has.
    pub side: Option<Side>,
    pub note: String,
    pub question: String,
    /// At most four sentences.
    pub answer: Vec<Span>,
    /// Conditions, each with whether it holds.
    pub checks: Vec<Check>,
    pub rule: Option<Rule>,
    pub ways: Vec<WayOn>,
}

/// A condition with its numbers; `None`: not decided yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub holds: Option<bool>,
    pub spans: Vec<Span>,
    pub way: Option<WayOn>,
}

impl Check {
    fn new(holds: Option<bool>, spans: Vec<Span>) -> Self {
        Check { holds, spans, way: None }
    }
}

/// Something to do about it, as a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOn {
    pub label: String,
    pub way: Way,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Show this step.
    Seek(usize),
    /// Insert these behind the step shown: one entry of undo.
    Insert(Vec<Next>),
    /// Select these rows.
    Select(Vec<RowId>),
}

impl Words<'_> {
    /// A step's number, as a link to it.
    pub(super) fn step_link(&self, step: usize) -> Arg {
        vec![Span { text: step.to_string(), tone: Tone::Step(step), row: None }].into()
    }

    /// A button that shows a step.
    fn show_step(&self, step: usize) -> WayOn {
        let label = self.say_plain(self.m.whynot.show_step, &[("step", step.to_string().into())]);
        WayOn { label, way: Way::Seek(step) }
    }
}
