//! Interval joins of Flink, one file a dialect. Spark's is in `spark.rs`.

pub(super) mod flink_datastream;
pub(super) mod flink_sql;
