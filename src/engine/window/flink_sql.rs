//! Flink SQL's window join (Apache Flink 2.3.0, `WindowJoinOperator` over the TUMBLE, HOP, CUMULATE and SESSION table
//! functions), all six types. W is the join's watermark, the smaller of the two sides'.
//!
//! TUMBLE, HOP, CUMULATE: every row goes to the join once a window ([`Window::of`]; with HOP's slide > size perhaps in
//! none). The join groups by key and window *end*.
//! - A copy is dropped as late if `end - 1 <= W`, however late the row itself is.
//! - A window fires once, when W reaches `end - 1`, and its rows are gone. Windows fire in order of end.
//! - Inner: all pairs; outer: a row alone in its window is padded; semi, anti: left rows with, without a right row.
//!   NULL keys match nothing. All is +I.
//!
//! SESSION: sessions `[first, last + gap)` are made *on each side alone*; two that overlap or touch are one.
//! - A row is dropped as late if its session, merged with its side's open ones, has `end - 1 <=` its *own side's*
//!   watermark. A row that is old by itself but touches an open session is taken in.
//! - When its own side's watermark reaches `end - 1`, a session goes to the join, and fires there when W does. If W is there
//!   already, for the side was idle, the join drops its rows as late [`idle-sql-session`].
//! - The join compares key and end only, though the query asks for equal starts as well: sessions that end together join
//!   even if they start apart [`case-w20`], and `window` is then the left row's. Those that only start together do not.
//!
//! Seen in the goldens `case-w01` to `case-w28`, `sql-window-*`, `sql-cumulate-*`.

use std::collections::BTreeMap;

use super::{
    super::{
        Arrival,
        effect::{Effect, Firing, Gone, Key, RowId, Sink, Span},
        lists::{List, Lists},
        timers::Timers,
        watermark::Watermarks,
    },
    pane::{Entry, Rule, show_once},
    sessions::{Opened, Sessions},
};
use crate::scenario::{JoinType, Side, Sides, Window};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlWindow {
    ty: JoinType,
    window: Window,
    /// Windows in the join that are no sessions, by their ends.
    open: BTreeMap<i64, Open>,
    /// Rows of open windows, and of sessions in the join.
    copies: Lists<Copied>,
    /// Open sessions by side, before the join.
    sessions: Sides<Sessions>,
    /// When they close; of a session that has grown since, the old entry stands for nothing.
    closing: Sides<Timers<Opened>>,
    /// Sessions in the join, and when they fire.
    closed: Timers<Closed>,
    held: Sides<u64>,
    /// What comes out, while it does.
    shown: Sides<Vec<Entry>>,
}

/// A window of all keys. Nobody asks for a key's rows before it fires, so only then they are sorted by key.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    start: i64,
    copies: Sides<List>,
}

/// A row in a window.
#[derive(Clone, Copy, Debug)]
struct Copied {
    key: Key,
    row: RowId,
}

/// A session that its side has closed. Of one key and end there is but one a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Closed {
    key: Key,
    side: Side,
    start: i64,
    copies: List,
}

impl FlinkSqlWindow {
    pub fn new(ty: JoinType, window: Window) -> Self {
        FlinkSqlWindow {
            ty,
            window,
            open: BTreeMap::new(),
            copies: Lists::default(),
            sessions: Sides::default(),
            closing: Sides::default(),
            closed: Timers::default(),
            held: Sides::default(),
            shown: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        let side = |side: Side| self.sessions[side].bytes() + self.closing[side].bytes();
        // A tree's nodes are at least half full.
        let open = 2 * self.open.len() * size_of::<(i64, Open)>();
        size_of::<Self>() + open + self.copies.bytes() + side(Side::Left) + side(Side::Right) + self.closed.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, watermarks: &Watermarks, sink: &mut impl Sink) {
        let Arrival { side, row, key, time, .. } = arrival;
        if let Window::Session { .. } = self.window {
            self.push_session(arrival, watermarks.mark()[side], sink);
            return;
        }
        let mut in_none = true;
        for window in self.window.of(time) {
            in_none = false;
            match watermarks.join() {
                Some(watermark) if window.end - 1 <= watermark => {
                    sink.effect(Effect::Dropped { row, window: Some(window), watermark });
                }
                _ => {
                    self.held[side] += 1;
                    sink.effect(Effect::Copied { row, window, due: Some(window.end - 1) });
                    let open = self.open.entry(window.end).or_default();
                    open.start = window.start;
                    self.copies.push(&mut open.copies[side], Copied { key, row });
                }
            }
        }
        if in_none {
            sink.effect(Effect::InNoWindow { row });
        }
    }

    fn push_session(&mut self, arrival: Arrival, own_mark: Option<i64>, sink: &mut impl Sink) {
        let Arrival { side, row, key, time, .. } = arrival;
        for own in self.window.of(time) {
            let merged = self.sessions[side].merged(key, own);
            let window = merged.span;
            if let Some(watermark) = own_mark.filter(|mark| window.end - 1 <= *mark) {
                sink.effect(Effect::Dropped { row, window: Some(window), watermark });
                continue;
            }
            let new = self.sessions[side].open(merged, Some(side), key, sink);
            // What the side keeps has no partner yet, of whatever type the join is.
            self.sessions[side].add(key, window, side, row, JoinType::Inner);
            self.held[side] += 1;
            sink.effect(Effect::Copied { row, window, due: Some(window.end - 1) });
            if new {
                self.closing[side].set(window.end - 1, Opened { start: window.start, key });
            }
        }
    }

    /// A side's own watermark moved to `watermark`, which the join's, at `join` yet, may follow.
    pub fn advance_side(&mut self, side: Side, watermark: i64, join: Option<i64>, sink: &mut impl Sink) {
        while let Some((last, Opened { start, key })) = self.closing[side].due(watermark) {
            let span = Span { start, end: last + 1 };
            let Some(mut session) = self.sessions[side].close(key, span) else { continue };
            sink.effect(Effect::SessionClosed { side, key, span, watermark });
            let rows = &mut self.shown[side];
            rows.clear();
            session.take(side, &mut self.sessions[side].rows, rows);
            if let Some(watermark) = join.filter(|join| last <= *join) {
                self.held[side] -= rows.len() as u64;
                for Entry { row, .. } in rows {
                    sink.effect(Effect::CopyLeft { row: *row, window: span, why: Gone::HandedOnLate { watermark } });
                    sink.effect(Effect::Dropped { row: *row, window: Some(span), watermark });
                }
                continue;
            }
            let mut copies = List::default();
            for Entry { row, .. } in rows {
                sink.effect(Effect::HandedOn { row: *row, window: span, due: last });
                self.copies.push(&mut copies, Copied { key, row: *row });
            }
            self.closed.set(last, Closed { key, side, start, copies });
        }
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        while let Some(entry) = self.open.first_entry()
            && entry.key() - 1 <= watermark
        {
            let (end, open) = entry.remove_entry();
            self.fire_all(end, open, watermark, sink);
        }
        let mut next = self.closed.due(watermark);
        while let Some((last, first)) = next {
            let (key, end) = (first.key, last + 1);
            let mut starts = Sides::new(None, None);
            self.shown.left.clear();
            self.shown.right.clear();
            let mut session = Some(first);
            while let Some(Closed { side, start, copies, .. }) = session {
                starts[side] = Some(start);
                self.shown[side].extend(self.copies.iter(copies).map(|copied| Entry::new(copied.row)));
                self.copies.free(copies);
                next = self.closed.due(watermark);
                session = next.filter(|next| next.0 == last && next.1.key == key).map(|next| next.1);
            }
            self.fire(key, end, starts, watermark, sink);
        }
    }

    /// The window fires: its keys one after the other, in order.
    fn fire_all(&mut self, end: i64, open: Open, watermark: i64, sink: &mut impl Sink) {
        let mut sorted = |side: Side| {
            let mut copies: Vec<Copied> = self.copies.iter(open.copies[side]).collect();
            self.copies.free(open.copies[side]);
            // Stable: they lie as they arrived.
            radsort::sort_by_key(&mut copies, |copied| copied.key.0);
            copies
        };
        let (lefts, rights) = (sorted(Side::Left), sorted(Side::Right));
        let (mut left, mut right) = (&*lefts, &*rights);
        while let Some(key) = left.first().into_iter().chain(right.first()).map(|copied| copied.key).min() {
            for (copies, shown) in [(&mut left, &mut self.shown.left), (&mut right, &mut self.shown.right)] {
                shown.clear();
                while let Some((copied, more)) = copies.split_first()
                    && copied.key == key
                {
                    shown.push(Entry::new(copied.row));
                    *copies = more;
                }
            }
            let starts = Sides::new(Some(open.start), Some(open.start));
            self.fire(key, end, starts, watermark, sink);
        }
    }

    /// Fires one key's rows in `shown`, which leave.
    fn fire(&mut self, key: Key, end: i64, starts: Sides<Option<i64>>, watermark: i64, sink: &mut impl Sink) {
        let span = |side: Side| {
            let start = starts[side].or(starts[side.other()]).unwrap_or(end);
            Span { start, end }
        };
        let spans = Sides::new(span(Side::Left), span(Side::Right));
        let window = spans.left.min(spans.right);
        let count = |side: Side| u32::try_from(self.shown[side].len()).unwrap_or(u32::MAX);
        let rows = Sides::new(count(Side::Left), count(Side::Right));
        sink.effect(Effect::Fired { key, window, rows, cause: Firing::Watermark { watermark }, again: false });
        show_once(Rule { ty: self.ty, matches: !key.is_null(), spans, firing: 1 }, &mut self.shown, sink);
        for side in Side::BOTH {
            self.held[side] -= self.shown[side].len() as u64;
            for entry in &self.shown[side] {
                leave(entry.row, spans[side], watermark, sink);
            }
        }
    }
}

pub(super) fn leave(row: RowId, window: Span, watermark: i64, sink: &mut impl Sink) {
    sink.effect(Effect::CopyLeft { row, window, why: Gone::WindowOver { watermark } });
}
