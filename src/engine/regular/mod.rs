//! Regular joins, one file a dialect.

pub(super) mod flink_sql;
pub(super) mod flink_sql_inner;
