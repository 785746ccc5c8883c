//! The open windows of all keys. Those of one key are sessions, which never overlap or touch, for what touches is one
//! session; or they are windows that do not merge.

use super::{
    super::{
        arena::{by_key, bytes},
        effect::{Effect, Key, RowId, Sink, Span},
        lists::Lists,
        ordered::{Ordered, Tree},
    },
    pane::{Entry, Pane},
};
use crate::scenario::{JoinType, Side};

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    /// By [`Key`].
    keys: Vec<Tree>,
    /// By end: no two windows of a key have one.
    open: Ordered<i64, Pane>,
    pub rows: Lists<Entry>,
}

/// An open window, where its end is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(Rust, packed(4))]
pub(super) struct Opened {
    pub start: i64,
    pub key: Key,
}

impl Sessions {
    pub fn bytes(&self) -> usize {
        bytes(&self.keys) + self.open.bytes() + self.rows.bytes()
    }

    fn tree(&self, key: Key) -> Tree {
        self.keys.get(key.0 as usize).copied().unwrap_or_default()
    }

    /// The first open session of the key at or after `from` that `own` overlaps or touches.
    fn touching(&self, key: Key, own: Span, from: i64) -> Option<Span> {
        // In order of end they are in order of start, too.
        let (end, pane) = self.open.from(self.tree(key), from)?;
        (pane.start <= own.end).then_some(Span { start: pane.start, end })
    }

    /// What a row's own window becomes with the key's open sessions that it overlaps or touches, and how many those are.
    pub fn merged(&self, key: Key, own: Span) -> (Span, usize) {
        let (mut to, mut from, mut touching) = (own, own.start, 0);
        while let Some(span) = self.touching(key, own, from) {
            to = Span { start: to.start.min(span.start), end: to.end.max(span.end) };
            (from, touching) = (span.end + 1, touching + 1);
        }
        (to, touching)
    }

    /// Makes one session of a row's own window and the open ones that it touches, and tells how. `to` and `touching` are what
    /// [`Sessions::merged`] gave. Tells whether the session is a new one.
    pub fn open(
        &mut self,
        own: Span,
        (to, touching): (Span, usize),
        side: Option<Side>,
        key: Key,
        sink: &mut impl Sink,
    ) -> bool {
        if self.get(key, to).is_some() {
            return false;
        }
        if touching == 0 {
            sink.effect(Effect::SessionOpened { side, key, span: to });
        }
        let mut pane = Pane::new(to.start);
        while let Some(from) = self.touching(key, own, own.start) {
            sink.effect(match touching {
                1 => Effect::SessionGrown { side, key, from, to },
                _ => Effect::SessionMerged { side, key, from, to },
            });
            if let Some(rows) = self.close(key, from) {
                pane.absorb(rows, &mut self.rows);
            }
        }
        self.open.insert(by_key(&mut self.keys, key.0 as usize), to.end, pane);
        true
    }

    /// Opens the window itself, merged with nothing, unless it is open; tells whether it is new.
    pub fn open_plain(&mut self, key: Key, window: Span) -> bool {
        let new = self.get(key, window).is_none();
        if new {
            let pane = Pane::new(window.start);
            self.open.insert(by_key(&mut self.keys, key.0 as usize), window.end, pane);
        }
        new
    }

    /// Puts a row into an open window.
    pub fn add(&mut self, key: Key, window: Span, side: Side, row: RowId, ty: JoinType) -> Option<&mut Pane> {
        let pane = self.open.get_mut(self.tree(key), window.end)?;
        pane.add(side, row, ty, &mut self.rows);
        Some(pane)
    }

    pub fn get(&mut self, key: Key, window: Span) -> Option<&mut Pane> {
        let tree = self.tree(key);
        self.open.get_mut(tree, window.end).filter(|pane| pane.start == window.start)
    }

    pub fn close(&mut self, key: Key, window: Span) -> Option<Pane> {
        self.get(key, window)?;
        let tree = self.keys.get_mut(key.0 as usize)?;
        self.open.pop_within(tree, window.end, window.end).map(|(_, pane)| pane)
    }
}
