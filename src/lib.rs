//! joinscope: see, step and explain a stream-stream join, exactly as Apache Flink 2.3.0 or Apache Spark 4.3.0 runs it.
//!
//! One way through, and nothing flows back up but a new scenario:
//!
//! ```text
//! scenario  ->  engine  ->  effects  ->  replay  ->  picture, words, files
//! ```
//!
//! - [`scenario`]: what the user wrote, as plain data; the file format, read with every problem in its place.
//! - [`engine`]: a step in, effects out; one file a dialect of a family, whose doc comment is its algorithm.
//! - [`replay`]: the recording of a run, what is so after any step, trace files.
//! - [`explain`]: effects and numbers into sentences, English and Chinese; all texts of the product.
//! - [`stage`]: the picture of a step as geometry. [`code`]: the join as SQL, Java or PySpark. [`job`]: the
//!   whole of it as a folder that runs on the engine.
//! - [`gallery`]: the index of the scenarios served with the page. [`lessons`]: a scenario with beats, and what a prediction is
//!   judged by.
//! - [`workspace`]: what a person does, as actions on a workspace: edits, undo, drags, switching the engine.
//! - [`export`]: the steps as Markdown, the output as CSV.
//! - [`link`]: a scenario in an address, and how it is shown.
//! - [`sinks`]: the result as a sink ends up with it. [`metrics`]: the engines' own metrics. [`plan`]: what a join keeps in
//!   state, under the engine's names, and until when. [`units`]: times that are plainly of another unit or zone.
//! - [`estimate`]: how many rows a join will hold, by formula and by the engine.
//! - [`ingest`]: files of events, CSV or JSON, as the steps of a scenario.
//! - [`choose`]: choosing a delay, bound or gap from the events, and which matches a run has lost.
//! - [`reading`]: somebody's Flink SQL, Spark SQL, PySpark or DataStream program into a setup, with the place of each setting.
//! - [`runs`]: a real run's trace or output beside joinscope's own, and why they differ.
//! - [`workload`]: the events that measure the engine, and the check of what comes out.
//! - `ui`: the Yew components, in the browser only. They draw, they decide nothing.

#![forbid(unsafe_code)]

// The crate of the join itself: src/engine_crate.rs.
pub use joinscope_engine::{engine, replay, scenario, workload};

use joinscope_engine::sorting;

pub mod choose;
pub mod code;
pub mod compare;
pub mod estimate;
pub mod explain;
pub mod export;
pub mod gallery;
pub mod ingest;
pub mod job;
pub mod lessons;
pub mod link;
pub mod metrics;
pub mod plan;
pub mod reading;
pub mod runs;
pub mod sinks;
pub mod stage;
pub mod units;
pub mod workspace;

#[cfg(target_arch = "wasm32")]
pub mod ui;
