//! The open windows of all keys. Those of one key are sessions, which never overlap or touch, for what touches is one
//! session; or they are windows that do not merge.
//!
//! With a longest length M sessions overlap. Flink has no such thing; asked was an assigner that merges as Flink's does (in order
//! of start, each window into the one before it if they touch) unless that makes more than M [`tests/golden/session-cap`]. What
//! that comes to: of a key, sessions in order of start are in order of end, no two have one end, and all rows of one lie before
//! the start of the next. So a row is compared with the last session that starts at or before it, then with the next one.

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
    /// No session is longer.
    max_length: Option<i64>,
}

/// What a row's own window becomes with open sessions of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub span: Span,
    /// Those sessions are the first so many that end at or after this.
    from: i64,
    touching: usize,
    /// A session that it touches, and what they would be together: longer than a session may be.
    pub full: Option<(Span, Span)>,
}

/// An open window, where its end is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(Rust, packed(4))]
pub(super) struct Opened {
    pub start: i64,
    pub key: Key,
}

impl Sessions {
    pub fn with_max_length(max_length: Option<i64>) -> Self {
        Sessions { max_length, ..Sessions::default() }
    }

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

    /// What a row's own window becomes with the key's open sessions that it overlaps or touches.
    pub fn merged(&self, key: Key, own: Span) -> Merged {
        if let Some(max_length) = self.max_length {
            return self.merged_within(key, own, max_length);
        }
        let (mut span, mut from, mut touching) = (own, own.start, 0);
        while let Some(open) = self.touching(key, own, from) {
            span = cover(open, span);
            (from, touching) = (open.end + 1, touching + 1);
        }
        Merged { span, from: own.start, touching, full: None }
    }

    /// The same with those that it may be together with.
    fn merged_within(&self, key: Key, own: Span, max_length: i64) -> Merged {
        let fits = |span: Span| span.end - span.start <= max_length;
        let (mut before, mut after, mut from) = (None, None, own.start);
        while let Some(open) = self.touching(key, own, from) {
            if open.start > own.start {
                after = Some(open);
                break;
            }
            (before, from) = (Some(open), open.end + 1);
        }
        let mut merged = Merged { span: own, from: own.start, touching: 0, full: None };
        for open in before.into_iter().chain(after) {
            let together = cover(open, merged.span);
            if open == own || fits(together) {
                merged.from = if merged.touching == 0 { open.end } else { merged.from };
                (merged.span, merged.touching) = (together, merged.touching + 1);
            } else if before != Some(merged.span) {
                merged.full = merged.full.or(Some((open, together)));
            }
        }
        merged
    }

    /// Makes one session of a row's own window and the open ones that it is merged with, and tells how. Tells whether the session
    /// is a new one.
    pub fn open(&mut self, merged: Merged, side: Option<Side>, key: Key, sink: &mut impl Sink) -> bool {
        let Merged { span: to, from, touching, .. } = merged;
        if self.get(key, to).is_some() {
            return false;
        }
        if touching == 0 {
            sink.effect(Effect::SessionOpened { side, key, span: to });
        }
        let mut pane = Pane::new(to.start);
        for _ in 0..touching {
            let Some(from) = self.touching(key, to, from) else { break };
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

fn cover(one: Span, other: Span) -> Span {
    Span { start: one.start.min(other.start), end: one.end.max(other.end) }
}
