//! What the stage writes into windows: when they fired, with what, and what waits in those still open.

use std::collections::BTreeMap;

use super::{Words, format::Arg};
use crate::{
    engine::{Effect, Key, effect::Span as Extent},
    replay::View,
    scenario::{Dialect, JoinType, Side},
};

/// A window up to a view, of all keys; a session, of its key (and side, where each makes its own).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowNote {
    pub window: Extent,
    pub side: Option<Side>,
    pub key: Option<Key>,
    pub stage: WindowStage,
    /// "10:05 to 10:15", of a session "u2 10:18 to 10:36".
    pub title: String,
    /// "fired at step 4, 1 row", "1 pair and 1 NULL row", "open: 2 pairs so far".
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowStage {
    Open,
    /// It fired in the step shown.
    Now,
    Done,
}

#[derive(Default)]
struct Seen {
    /// The last step in which it fired, or something of it came out or left (Spark).
    step: usize,
    fired: bool,
    rows: usize,
    /// Of that last step.
    pairs: usize,
    nulls: usize,
    /// Pairs of rows in state.
    open: u64,
    held: bool,
}

type Id = (Extent, Option<Key>, Option<Side>);

impl Words<'_> {
    /// All windows that had a row up to a view, in order of their starts.
    pub fn window_notes(&self, view: &View) -> Vec<WindowNote> {
        let session = self.by_session();
        let mut seen: BTreeMap<Id, Seen> = BTreeMap::new();
        for step in 1..=view.step.min(self.recording.len()) {
            let mut firing = None;
            for effect in self.recording.effects(step) {
                self.seen_effect(&effect, step, &mut firing, &mut seen);
            }
        }
        for (id, window) in view.windows.iter() {
            let key = session.then_some(id.key);
            let entry = seen.entry((id.span, key, id.side.filter(|_| session))).or_default();
            entry.held = true;
            // NULL equals nothing, but in Spark's full join.
            let join = self.scenario().join.ty;
            if id.key.is_null() && !(self.scenario().dialect == Dialect::Spark && join == JoinType::Full) {
                continue;
            }
            entry.open += u64::from(window.rows.left) * u64::from(window.rows.right);
        }
        seen.into_iter().map(|(id, seen)| self.window_note(view, id, &seen)).collect()
    }

    fn seen_effect(&self, effect: &Effect, step: usize, firing: &mut Option<Id>, seen: &mut BTreeMap<Id, Seen>) {
        let session = self.by_session();
        let spark = self.scenario().dialect == Dialect::Spark;
        let of = |window: Extent, key: Key| (window, session.then_some(key), None);
        match *effect {
            Effect::Fired { key, window, .. } => {
                let id = of(window, key);
                let entry = seen.entry(id).or_default();
                if entry.step != step {
                    (entry.pairs, entry.nulls) = (0, 0);
                }
                (entry.step, entry.fired) = (step, true);
                *firing = Some(id);
            }
            Effect::Emitted { left, right, window: Some(window), .. } => {
                let key = left.or(right).map_or(Key::NULL, |row| self.rows().get(row).key);
                // What a firing emits belongs to it, even where a session's sides differ in their starts.
                let entry = seen.entry(firing.unwrap_or_else(|| of(window, key))).or_default();
                if entry.step != step {
                    (entry.pairs, entry.nulls) = (0, 0);
                }
                (entry.step, entry.rows) = (step, entry.rows + 1);
                if left.is_some() && right.is_some() || self.scenario().join.ty.half() {
                    entry.pairs += 1;
                } else {
                    entry.nulls += 1;
                }
            }
            // Spark's windows do not fire: they are over when their rows leave.
            Effect::CopyLeft { row, window, .. } if spark => {
                let entry = seen.entry(of(window, self.rows().get(row).key)).or_default();
                (entry.step, entry.fired) = (step, true);
            }
            _ => {}
        }
    }

    fn window_note(&self, view: &View, id: Id, seen: &Seen) -> WindowNote {
        let names = &self.m.names;
        let (window, key, side) = id;
        let spark = self.scenario().dialect == Dialect::Spark;
        let now = seen.fired && seen.step == view.step && view.step > 0;
        let stage = match (now, seen.held && !seen.fired) {
            (true, _) => WindowStage::Now,
            (false, true) => WindowStage::Open,
            (false, false) if seen.fired => WindowStage::Done,
            (false, false) => WindowStage::Open,
        };
        let title = match key {
            Some(key) => {
                let args = [("key", self.key_text(key)), ("window", self.extent(window))];
                self.say_plain(names.window_of_key, &args)
            }
            None => self.say_plain("{window}", &[("window", self.extent(window))]),
        };
        let note = match stage {
            WindowStage::Now => {
                let parts = [(seen.pairs, names.pair, names.pairs), (seen.nulls, names.null_row, names.null_rows)];
                let mut parts = parts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| {
                    Arg::from(self.say(if count == 1 { one } else { many }, &[("count", count.to_string().into())]))
                });
                match (parts.next(), parts.next()) {
                    (Some(first), Some(last)) => {
                        self.say_plain(names.pairs_and_nulls, &[("pairs", first), ("nulls", last)])
                    }
                    (Some(only), None) => self.say_plain("{only}", &[("only", only)]),
                    (None, _) => names.nothing_out.to_string(),
                }
            }
            WindowStage::Done => {
                let pattern = match (spark, seen.rows) {
                    (false, 1) => names.fired_row,
                    (false, _) => names.fired_rows,
                    (true, 1) => names.over_row,
                    (true, _) => names.over_rows,
                };
                let args = [("step", seen.step.to_string().into()), ("count", seen.rows.to_string().into())];
                self.say_plain(pattern, &args)
            }
            WindowStage::Open => {
                let pattern = match seen.open {
                    0 => names.open_none,
                    1 => names.open_pair,
                    _ => names.open_pairs,
                };
                self.say_plain(pattern, &[("count", seen.open.to_string().into())])
            }
        };
        WindowNote { window, side, key, stage, title, note }
    }
}
