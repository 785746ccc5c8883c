//! The DataStream API's window join (Apache Flink 2.3.0): `join().apply` for inner, and for the other types the
//! `coGroup` function that a user writes for them. One keyed `WindowOperator` holds both sides, so sessions merge
//! *across* the sides. W is the join's watermark, A the allowed lateness.
//!
//! - A window is closed for good when `end - 1 + A <= W`. A row skips closed windows. If it enters none and its own
//!   `time + A <= W`, it is one late row; a row in a sliding gap that is not so late vanishes uncounted [`case-e14`,
//!   `case-e15`].
//! - Session: the row's window is first merged with the key's open ones, touching included; late if that is closed.
//! - If `end - 1 <= W` when a row enters, which A > 0 allows, the window fires at once with all it holds. Else it fires
//!   when W reaches `end - 1`. Every firing gives the whole result again, and nothing is ever retracted: a row padded
//!   first may come out in a pair later [`case-e03`, `case-e04`].
//! - The rows leave when W reaches `end - 1 + A`; a jump past both fires once, then drops [`case-e20`].
//! - After a crash W is unset, and a row may enter a window that has fired: the window then fires again when W reaches
//!   `end - 1` [`fired-before-ds-window-late`].
//! - With a longest length a row that would stretch a session beyond it stays out; sessions of a key overlap then, and a row kept
//!   out is late by its own window [`tests/golden/session-cap`].
//! - Sessions that fired but are still open merge with a late row like others, and the merged one fires again.
//! - coGroup, at each firing: all pairs; left, right, full: a side's rows padded if the other has none; semi, anti: left
//!   rows if there is a, no right row. A NULL key fails the job. Without a watermark on a side nothing ever fires.
//!
//! Seen in the goldens `case-e01` to `case-e20`, `ds-window-*`.

use super::{
    super::{
        Arrival, Refusal,
        effect::{Effect, Firing, Key, Sink, Span},
        timers::Timers,
    },
    flink_sql::leave,
    pane::{Entry, Rule},
    sessions::{Opened, Sessions},
};
use crate::scenario::{JoinType, Side, Sides, Window};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkDatastreamWindow {
    ty: JoinType,
    window: Window,
    lateness: i64,
    /// Whether there will ever be a watermark.
    timed: bool,
    /// Those that are no sessions do not merge, but are kept the same way.
    windows: Sessions,
    /// In half milliseconds, for at one time all that fire go before all that are dropped: even ones fire, odd ones drop. A
    /// window has one of them: it is to be dropped once it has fired. That of a session that has merged since stands for
    /// nothing.
    timers: Timers<Opened>,
    firings: u32,
    held: Sides<u64>,
    /// What comes out, while it does.
    shown: Sides<Vec<Entry>>,
}

impl FlinkDatastreamWindow {
    pub fn new(ty: JoinType, window: Window, lateness: i64, timed: bool) -> Self {
        let max_length = match window {
            Window::Session { max_length, .. } => max_length,
            Window::Tumbling { .. } | Window::Sliding { .. } | Window::Cumulating { .. } => None,
        };
        FlinkDatastreamWindow {
            ty,
            window,
            lateness,
            timed,
            windows: Sessions::with_max_length(max_length),
            timers: Timers::default(),
            firings: 0,
            held: Sides::default(),
            shown: Sides::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.windows.bytes() + self.timers.bytes()
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, watermark: Option<i64>, sink: &mut impl Sink) -> Result<(), Refusal> {
        let Arrival { side, row, key, time, .. } = arrival;
        if key.is_null() {
            return Err(Refusal::NullKey);
        }
        let session = matches!(self.window, Window::Session { .. });
        let (mut in_none, mut enters) = (true, false);
        for own in self.window.of(time) {
            in_none = false;
            let merged = session.then(|| self.windows.merged(key, own));
            let window = merged.map_or(own, |merged| merged.span);
            if let Some((session, would)) = merged.and_then(|merged| merged.full) {
                sink.effect(Effect::SessionFull { row, session, would });
            }
            let due = window.end - 1 + self.lateness;
            if let Some(watermark) = watermark.filter(|watermark| due <= *watermark) {
                sink.effect(Effect::Skipped { row, window, watermark });
                continue;
            }
            enters = true;
            let new = match merged {
                Some(merged) => self.windows.open(merged, None, key, sink),
                None => self.windows.open_plain(key, window),
            };
            let late = watermark.is_some_and(|watermark| window.end - 1 <= watermark);
            let untimed = match self.windows.add(key, window, side, row, self.ty) {
                Some(pane) if !late && !pane.timed => {
                    pane.timed = true;
                    true
                }
                _ => false,
            };
            self.held[side] += 1;
            sink.effect(Effect::Copied { row, window, due: self.timed.then_some(due) });
            let opened = Opened { start: window.start, key };
            if late {
                if new {
                    self.timers.set(2 * due + 1, opened);
                }
                self.fire(key, window, Firing::LateRow { row }, sink);
            } else if untimed {
                // It is new; or it had fired before a checkpoint, and a crash has unset W since.
                self.timers.set(2 * (window.end - 1), opened);
            }
        }
        if !enters {
            match watermark {
                Some(watermark) if time + self.lateness <= watermark => {
                    sink.effect(Effect::Dropped { row, window: None, watermark });
                }
                _ if in_none => sink.effect(Effect::InNoWindow { row }),
                // Its windows are closed, so it is behind the watermark by more than the allowed lateness.
                _ => {}
            }
        }
        Ok(())
    }

    /// The join's watermark moved to `watermark`.
    pub fn advance(&mut self, watermark: i64, sink: &mut impl Sink) {
        while let Some((at, Opened { start, key })) = self.timers.due(2 * watermark + 1) {
            let (time, drops) = (at.div_euclid(2), at.rem_euclid(2) == 1);
            if !drops {
                let window = Span { start, end: time + 1 };
                if self.windows.get(key, window).is_some() {
                    self.fire(key, window, Firing::Watermark { watermark }, sink);
                    self.timers.set(2 * (time + self.lateness) + 1, Opened { start, key });
                }
                continue;
            }
            let window = Span { start, end: time - self.lateness + 1 };
            let Some(mut pane) = self.windows.close(key, window) else { continue };
            for side in Side::BOTH {
                let gone = &mut self.shown[side];
                gone.clear();
                pane.take(side, &mut self.windows.rows, gone);
                for entry in gone {
                    self.held[side] -= 1;
                    leave(entry.row, window, watermark, sink);
                }
            }
        }
    }

    fn fire(&mut self, key: Key, window: Span, cause: Firing, sink: &mut impl Sink) {
        let Some(mut pane) = self.windows.get(key, window).copied() else { return };
        self.firings = self.firings.saturating_add(1);
        sink.effect(Effect::Fired { key, window, rows: pane.count(), cause, again: pane.fired() });
        let rule = Rule { ty: self.ty, matches: true, spans: Sides::new(window, window), firing: self.firings };
        pane.fire(rule, &mut self.windows.rows, &mut self.shown, sink);
        if let Some(stored) = self.windows.get(key, window) {
            *stored = pane;
        }
    }
}
