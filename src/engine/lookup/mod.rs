//! Lookup joins: a stream against a table as it stands. The table is the same in both engines, when it is asked is not:
//! [`flink_sql`] has one, and in [Spark](super::spark) a micro-batch looks its rows up.

pub(super) mod flink_sql;
mod table;

pub(super) use table::Table;
