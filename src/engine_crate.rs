//! The crate `joinscope-engine`: the join without its picture. `lib.rs` shows these modules as its own and says what they are.
//!
//! It is a crate of its own for two reasons: no browser's crate can come into it, and the page can be compiled for size while
//! this is compiled for speed (`Cargo.toml`, `[profile.web]`).

#![forbid(unsafe_code)]

pub mod engine;
pub mod replay;
pub mod scenario;
pub mod sorting;
pub mod workload;
