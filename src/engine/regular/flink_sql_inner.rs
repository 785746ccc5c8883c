//! Flink SQL's regular join where it needs no more of a row than that it is there: inner, without a state TTL. What it does is
//! told in `flink_sql.rs`; no row's partners are counted, and none is padded.

use std::num::NonZeroU32;

use super::{
    super::{
        Arrival,
        arena::{by_key, bytes},
        effect::{Effect, Gone, Key, RowId, Sink, Why},
        lists::{List, Lists},
        ordered::{Ordered, Tree},
    },
    flink_sql::{emit, matched},
};
use crate::scenario::{Side, Sides};

#[derive(Clone, Debug, Default)]
pub(in super::super) struct FlinkSqlInner {
    rows: Rows,
    held: Sides<u64>,
}

/// The rows of all keys, each key's by number, by [`Key`]; one inserted twice is there twice.
#[derive(Clone, Debug)]
enum Rows {
    /// As long as none is taken back they only have to be kept in the order in which they came.
    Appended { keys: Vec<Sides<Came>>, lists: Lists<RowId> },
    /// From then on one must be found among all of its key.
    Changing { keys: Vec<Sides<Tree>>, trees: Ordered<RowId, ()> },
}

/// The rows of a key and side in the order in which they came. Many keys have but one: that lies here, where nothing has to be
/// followed to find it.
#[derive(Clone, Copy, Debug, Default)]
struct Came {
    /// The first row's number and one.
    first: Option<NonZeroU32>,
    /// The others.
    rest: List,
}

impl Came {
    #[inline]
    fn push(&mut self, row: RowId, lists: &mut Lists<RowId>) {
        match self.first {
            Some(_) => lists.push(&mut self.rest, row),
            // Whoever has so many rows has run out of memory before.
            None => self.first = NonZeroU32::new(row.0.saturating_add(1)),
        }
    }

    #[inline]
    fn each(self, lists: &Lists<RowId>, mut visit: impl FnMut(RowId)) {
        if let Some(first) = self.first {
            visit(RowId(first.get() - 1));
            lists.iter(self.rest).for_each(visit);
        }
    }
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Appended { keys: Vec::new(), lists: Lists::default() }
    }
}

impl Rows {
    fn bytes(&self) -> usize {
        match self {
            Rows::Appended { keys, lists } => bytes(keys) + lists.bytes(),
            Rows::Changing { keys, trees } => bytes(keys) + trees.bytes(),
        }
    }

    #[inline]
    fn insert(&mut self, key: Key, side: Side, row: RowId) {
        match self {
            Rows::Appended { keys, lists } => {
                by_key(keys, key.0 as usize)[side].push(row, lists);
            }
            Rows::Changing { keys, trees } => {
                trees.insert(&mut by_key(keys, key.0 as usize)[side], row, ());
            }
        }
    }

    /// Takes a row out; whether it was there.
    fn take(&mut self, key: Key, side: Side, row: RowId) -> bool {
        if let Rows::Appended { keys, lists } = self {
            let mut trees = Ordered::default();
            let mut planted = |came: Came| {
                let mut tree = Tree::default();
                came.each(lists, |row| {
                    trees.insert(&mut tree, row, ());
                });
                tree
            };
            let keys = keys.iter().map(|sides| Sides::new(planted(sides.left), planted(sides.right))).collect();
            *self = Rows::Changing { keys, trees };
        }
        match self {
            Rows::Changing { keys, trees } => {
                trees.pop_within(&mut by_key(keys, key.0 as usize)[side], row, row).is_some()
            }
            Rows::Appended { .. } => false,
        }
    }

    /// All rows of a key and side, by number.
    #[inline]
    fn each(&mut self, key: Key, side: Side, mut visit: impl FnMut(RowId)) {
        match self {
            Rows::Appended { keys, lists } => {
                if let Some(sides) = keys.get(key.0 as usize) {
                    sides[side].each(lists, visit);
                }
            }
            Rows::Changing { keys, trees } => {
                if let Some(sides) = keys.get(key.0 as usize) {
                    trees.each(sides[side], RowId(0), RowId(u32::MAX), |_, row, ()| visit(row));
                }
            }
        }
    }
}

impl FlinkSqlInner {
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, sink: &mut impl Sink) {
        let Arrival { side, row, key, kind, .. } = arrival;
        if !kind.adds() {
            if self.rows.take(key, side, row) {
                self.held[side] -= 1;
                sink.effect(Effect::Left { row, why: Gone::Taken });
            } else {
                sink.effect(Effect::NothingToTake { row });
            }
        }
        if !key.is_null() {
            self.rows.each(key, side.other(), |theirs| pair(arrival, theirs, sink));
        }
        if kind.adds() {
            self.rows.insert(key, side, row);
            self.held[side] += 1;
            sink.effect(Effect::Buffered { row, due: None });
        }
    }
}

/// A pair, as it comes out or is taken back.
#[inline]
fn pair(arrival: Arrival, theirs: RowId, sink: &mut impl Sink) {
    let Arrival { side, row, kind, .. } = arrival;
    if kind.adds() {
        matched(side, row, theirs, sink);
    }
    let why = if kind.adds() { Why::Pair } else { Why::InputChanged };
    emit(side, kind, Some(row), Some(theirs), why, sink);
}
