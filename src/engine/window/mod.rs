//! Window joins of Flink, one file a dialect, and what the dialects share. Spark's is in `spark.rs`.

pub(super) mod flink_datastream;
pub(super) mod flink_sql;
mod pane;
mod sessions;
