//! Flink SQL's lookup join, `FOR SYSTEM_TIME AS OF` the left row's processing time (Apache Flink 2.3.0,
//! `LookupJoinRunner`), inner and left. The right side is a table outside, which is asked for each left row.
//!
//! There is no state, no timer, and event times play no part.
//! - A right row arrives: the table changes at once ([`Table::change`]), and nothing comes out.
//! - A left row arrives: the table is asked for its key, and the row is answered in this step [`flink-inner`, `flink-left`]. What is
//!   out is never corrected when the table changes [`flink-delete-again`]. A row whose key is NULL finds nothing, and a
//!   table row whose key is NULL is found by nobody [`flink-null-keys-*`].
//! - Watermarks do nothing: no row is late [`flink-late-*`]. The left one is passed on as it is, and there may be none
//!   [`flink-no-watermark-*`]. The table has none: it is no stream.

use super::{
    super::{Arrival, effect::Sink},
    Table,
};
use crate::scenario::{JoinType, Side};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlLookup {
    ty: JoinType,
    table: Table,
}

impl FlinkSqlLookup {
    pub fn new(ty: JoinType) -> Self {
        FlinkSqlLookup { ty, table: Table::default() }
    }

    /// How many bytes it takes besides its own.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        match arrival.side {
            Side::Left => self.table.answer(self.ty, arrival.row, arrival.key, sink),
            Side::Right => self.table.change(arrival, sink),
        }
    }
}
