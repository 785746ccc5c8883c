//! Real runs: what an engine put out, read from a trace file or from the output of a job, set beside what joinscope does with the
//! same scenario, step by step.
//!
//! [`read`] takes a file, [`Comparison`] finds every difference and, where the two runs themselves tell it, why; [`report`] writes down
//! all that is needed to see it again. Nothing is explained by guessing: that another setting makes a difference is said only after a
//! run with that setting, which gives the trace as it is.

mod compare;
mod read;
mod report;
mod trial;
mod why;

pub use compare::{Comparison, Difference, Field, Known, Step, Value};
pub use read::{Batch, Engine, Entry, Held, LogRow, Row, Source, Told, Trace, is_log, is_run, read};
pub use report::{report, reported};
pub use trial::{Changed, Setting};
pub use why::{Because, Why};
