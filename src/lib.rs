//! joinscope: see, step and explain a stream-stream join, exactly as Apache Flink 2.3.0 or Apache Spark 4.3.0 runs it.
//!
//! One way through, and nothing flows back up but a new scenario:
//!
//! ```text
//! scenario  ->  engine  ->  effects  ->  replay  ->  picture, words, files
//! ```

#![forbid(unsafe_code)]

pub mod code;
pub mod engine;
pub mod explain;
pub mod replay;
pub mod scenario;
pub mod stage;
pub mod workspace;

#[cfg(target_arch = "wasm32")]
pub mod ui;
