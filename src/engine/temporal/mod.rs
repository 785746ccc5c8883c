//! Temporal joins, one file a dialect.

pub(super) mod flink_sql;
