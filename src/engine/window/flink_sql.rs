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
//! - When its own side's watermark reaches `end - 1`, a session goes to the join, and fires there when W does.
//! - The join compares key and end only, though the query asks for equal starts as well: sessions that end together join
//!   even if they start apart [`case-w20`], and `window` is then the left row's. Those that only start together do not.
//!
//! Seen in the goldens `case-w01` to `case-w28`, `sql-window-*`, `sql-cumulate-*`.

use std::collections::BTreeMap;

use super::{
    super::{
        Arrival,
        effect::{Effect, Firing, Gone, Key, RowId, Sink, Span},
        timers::Timers,
        watermark::Watermarks,
    },
    pane::{Pane, Rule},
    sessions::Sessions,
};
use crate::scenario::{JoinType, Side, Sides, Window};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkSqlWindow {
    ty: JoinType,
    window: Window,
    /// Open sessions by side and [`Key`], before the join.
    sessions: Sides<Vec<Sessions>>,
    /// When they close; of a session that has grown since, the old entry stands for nothing.
    closing: Sides<Timers<(Span, Key)>>,
    /// What is in the join, by window end and key.
    panes: BTreeMap<(i64, Key), Grouped>,
    held: Sides<u64>,
}

/// Rows of one key and window end. Each side's windows have one start: only sessions' may differ between the sides.
#[derive(Clone, Debug, Default)]
struct Grouped {
    starts: Sides<Option<i64>>,
    pane: Pane,
}

impl FlinkSqlWindow {
    pub fn new(ty: JoinType, window: Window) -> Self {
        FlinkSqlWindow {
            ty,
            window,
            sessions: Sides::default(),
            closing: Sides::default(),
            panes: BTreeMap::new(),
            held: Sides::default(),
        }
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
                    self.group(side, key, window).add(side, row);
                }
            }
        }
        if in_none {
            sink.effect(Effect::InNoWindow { row });
        }
    }

    fn push_session(&mut self, arrival: Arrival, own_mark: Option<i64>, sink: &mut impl Sink) {
        let Arrival { side, row, key, time, .. } = arrival;
        let at = key.0 as usize;
        if at >= self.sessions[side].len() {
            self.sessions[side].resize_with(at + 1, Sessions::default);
        }
        let sessions = &mut self.sessions[side][at];
        for own in self.window.of(time) {
            let (window, _) = sessions.merged(own);
            if let Some(watermark) = own_mark.filter(|mark| window.end - 1 <= *mark) {
                sink.effect(Effect::Dropped { row, window: Some(window), watermark });
                continue;
            }
            let pane = sessions.open(own, window, Some(side), key, sink);
            pane.add(side, row);
            self.held[side] += 1;
            sink.effect(Effect::Copied { row, window, due: Some(window.end - 1) });
            self.closing[side].set(window.end - 1, (window, key));
        }
    }

    fn group(&mut self, side: Side, key: Key, window: Span) -> &mut Pane {
        let group = self.panes.entry((window.end, key)).or_default();
        group.starts[side] = Some(window.start);
        &mut group.pane
    }

    /// A side's own watermark moved to `watermark`, which the join's may follow.
    pub fn advance_side(&mut self, side: Side, watermark: i64, sink: &mut impl Sink) {
        while let Some((_, (span, key))) = self.closing[side].due(watermark) {
            let Some(closed) = self.sessions[side].get_mut(key.0 as usize).and_then(|open| open.close(&span)) else {
                continue;
            };
            sink.effect(Effect::SessionClosed { side, key, span, watermark });
            for row in closed.rows(side) {
                sink.effect(Effect::HandedOn { row, window: span, due: span.end - 1 });
            }
            self.group(side, key, span).absorb(closed);
        }
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        while let Some(entry) = self.panes.first_entry()
            && entry.key().0 - 1 <= watermark
        {
            let ((end, key), Grouped { starts, mut pane }) = entry.remove_entry();
            let span = |side: Side| {
                let start = starts[side].or(starts[side.other()]).unwrap_or(end);
                Span { start, end }
            };
            let spans = Sides::new(span(Side::Left), span(Side::Right));
            let window = spans.left.min(spans.right);
            let cause = Firing::Watermark { watermark };
            sink.effect(Effect::Fired { key, window, rows: pane.count(), cause, again: false });
            pane.fire(Rule { ty: self.ty, matches: !key.is_null(), spans, firing: 1 }, sink);
            for side in Side::BOTH {
                for row in pane.rows(side) {
                    self.held[side] -= 1;
                    leave(row, spans[side], watermark, sink);
                }
            }
        }
    }
}

pub(super) fn leave(row: RowId, window: Span, watermark: i64, sink: &mut impl Sink) {
    sink.effect(Effect::CopyLeft { row, window, why: Gone::WindowOver { watermark } });
}
