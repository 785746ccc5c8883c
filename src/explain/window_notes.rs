//! What the stage writes into windows: when they fired, with what, and what waits in those still open.

use super::{Words, format::Arg};
use crate::{
    engine::{Key, effect::Span as Extent},
    replay::{View, WindowName, WindowSeen},
    scenario::{Dialect, Side},
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

impl Words<'_> {
    /// All windows that had a row up to a view, in order of their starts.
    pub fn window_notes(&self, view: &View) -> Vec<WindowNote> {
        self.recording.window_seen(view).iter().map(|(name, seen)| self.window_note(view, *name, seen)).collect()
    }

    /// Those of them that have these names.
    pub fn window_notes_of(&self, view: &View, names: impl IntoIterator<Item = WindowName>) -> Vec<WindowNote> {
        let seen = self.recording.window_seen(view);
        let note = |name: WindowName| Some(self.window_note(view, name, seen.get(&name)?));
        names.into_iter().filter_map(note).collect()
    }

    fn window_note(&self, view: &View, id: WindowName, seen: &WindowSeen) -> WindowNote {
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
