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
    pane::Rule,
    sessions::Sessions,
};
use crate::scenario::{JoinType, Side, Sides, Window};

#[derive(Clone, Debug)]
pub(in super::super) struct FlinkDatastreamWindow {
    ty: JoinType,
    window: Window,
    lateness: i64,
    /// Whether there will ever be a watermark.
    timed: bool,
    /// Open windows by [`Key`]; those that are no sessions do not merge, but are kept the same way.
    keys: Vec<Sessions>,
    /// Of a session that has merged since, the old entries stand for nothing.
    timers: Timers<(Turn, Span, Key)>,
    firings: u32,
    held: Sides<u64>,
}

/// At one time a window fires before it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Fire,
    Drop,
}

impl FlinkDatastreamWindow {
    pub fn new(ty: JoinType, window: Window, lateness: i64, timed: bool) -> Self {
        FlinkDatastreamWindow {
            ty,
            window,
            lateness,
            timed,
            keys: Vec::new(),
            timers: Timers::default(),
            firings: 0,
            held: Sides::default(),
        }
    }

    pub fn held(&self) -> Sides<u64> {
        self.held
    }

    pub fn push(&mut self, arrival: Arrival, watermark: Option<i64>, sink: &mut impl Sink) -> Result<(), Refusal> {
        let Arrival { side, row, key, time, .. } = arrival;
        if key.is_null() {
            return Err(Refusal::NullKey);
        }
        let at = key.0 as usize;
        if at >= self.keys.len() {
            self.keys.resize_with(at + 1, Sessions::default);
        }
        let session = matches!(self.window, Window::Session { .. });
        let (mut in_none, mut enters) = (true, false);
        for own in self.window.of(time) {
            in_none = false;
            let open = &mut self.keys[at];
            let window = if session { open.merged(own).0 } else { own };
            let due = window.end - 1 + self.lateness;
            if let Some(watermark) = watermark.filter(|watermark| due <= *watermark) {
                sink.effect(Effect::Skipped { row, window, watermark });
                continue;
            }
            enters = true;
            let new = open.get(&window).is_none();
            let pane = if session { open.open(own, window, None, key, sink) } else { open.plain(window) };
            pane.add(side, row);
            self.held[side] += 1;
            sink.effect(Effect::Copied { row, window, due: self.timed.then_some(due) });
            if new {
                self.timers.set(due, (Turn::Drop, window, key));
            }
            if watermark.is_some_and(|watermark| window.end - 1 <= watermark) {
                self.fire(key, window, Firing::LateRow { row }, sink);
            } else if new {
                self.timers.set(window.end - 1, (Turn::Fire, window, key));
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
        while let Some((_, (turn, window, key))) = self.timers.due(watermark) {
            match turn {
                Turn::Fire => self.fire(key, window, Firing::Watermark { watermark }, sink),
                Turn::Drop => {
                    let Some(pane) = self.keys[key.0 as usize].close(&window) else { continue };
                    for side in Side::BOTH {
                        for row in pane.rows(side) {
                            self.held[side] -= 1;
                            leave(row, window, watermark, sink);
                        }
                    }
                }
            }
        }
    }

    fn fire(&mut self, key: Key, window: Span, cause: Firing, sink: &mut impl Sink) {
        let Some(pane) = self.keys[key.0 as usize].get(&window) else { return };
        self.firings = self.firings.saturating_add(1);
        sink.effect(Effect::Fired { key, window, rows: pane.count(), cause, again: pane.fired() });
        let spans = Sides::new(window, window);
        pane.fire(Rule { ty: self.ty, matches: true, spans, firing: self.firings }, sink);
    }
}
