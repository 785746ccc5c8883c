//! What has become of windows up to a step. Both folds go on from the step that was asked for last, or from one near it.

use super::{Recording, View, WindowId, sorted::Sorted, walk::Walk};
use crate::{
    engine::{Effect, Key, effect::Span, keys_match},
    scenario::{Dialect, Side},
};

/// A window as the stage has it: one for all keys, but of sessions one a key (and side).
pub type WindowPlace = (i64, i64, Option<Key>, Option<Side>);

/// What the stage tells of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowFacts {
    /// Copies in state.
    pub held: u32,
    /// Rows of the result, the last step that had some, and how many.
    pub emitted: u64,
    last: (usize, u64),
    /// The last step in which it fired, and in which a copy left it; not one that a crash has undone, of a window with rows.
    pub fired: Option<usize>,
    pub ended: Option<usize>,
    first_fired: Option<usize>,
    /// Another session has taken its place.
    pub gone: bool,
}

impl WindowFacts {
    fn fires(&mut self, step: usize) {
        self.fired = Some(step);
        self.first_fired.get_or_insert(step);
    }

    /// Rows of the result that came out in this step, the last that these facts are of.
    pub fn emitted_in(&self, step: usize) -> u64 {
        if self.last.0 == step { self.last.1 } else { 0 }
    }
}

/// A window as words tell of it: of all keys; a session, of its key (and side, where each makes its own).
pub type WindowName = (Span, Option<Key>, Option<Side>);

/// What words tell of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowSeen {
    /// The last step in which it fired, or something of it came out or left (Spark).
    pub step: usize,
    /// It fired, and no crash has undone that; in Spark: something left it.
    pub fired: bool,
    firings: Option<(usize, usize)>,
    pub rows: usize,
    /// Of that last step.
    pub pairs: usize,
    pub nulls: usize,
    /// Pairs of rows in state.
    pub open: u64,
    pub held: bool,
}

impl WindowSeen {
    fn fires(&mut self, step: usize) {
        self.fired = true;
        self.firings = Some((self.firings.map_or(step, |(first, _)| first), step));
    }
}

/// Both folds, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    facts: Option<Walk<Sorted<WindowPlace, WindowFacts>>>,
    seen: Option<Walk<Sorted<WindowName, WindowSeen>>>,
}

impl Recording {
    /// Where the stage has a window.
    pub fn window_place(&self, window: WindowId) -> WindowPlace {
        let WindowId { side, key, span } = window;
        match self.rows.by_session() {
            true => (span.start, span.end, Some(key), side),
            false => (span.start, span.end, None, None),
        }
    }

    /// All windows up to a view, and those that the first rows will come to: so that none of them pops up.
    pub fn window_facts(&self, view: &View) -> Sorted<WindowPlace, WindowFacts> {
        const FIRST: usize = 2000;
        const EACH: usize = 100;
        let mut past = self.found.windows.borrow_mut();
        let walk = past.facts.get_or_insert_with(|| {
            let mut start = Sorted::default();
            if !self.rows.by_session() {
                for span in self.rows.iter().take(FIRST).flat_map(|(row, _)| self.rows.windows(row).take(EACH)) {
                    start.or_insert((span.start, span.end, None, None), WindowFacts::default());
                }
            }
            Walk::new(start)
        });
        let mut facts = walk.to(view.step.min(self.len()), |facts, step| self.facts_of(facts, step)).clone();
        for (window, seen) in view.windows.iter() {
            let fact = facts.or_insert(self.window_place(*window), WindowFacts::default());
            fact.gone = false;
            let stands = |did: &usize| self.stands(*did, view.step);
            fact.fired = fact.fired.filter(stands).or(fact.first_fired.filter(stands));
            fact.ended = fact.ended.filter(stands);
            fact.held += seen.rows.left + seen.rows.right;
        }
        facts
    }

    fn facts_of(&self, facts: &mut Sorted<WindowPlace, WindowFacts>, step: usize) {
        let rows = &self.rows;
        let session = rows.by_session();
        let place = |id: WindowId| self.window_place(id);
        let new = WindowFacts::default;
        for effect in self.lasting_effects(step) {
            match effect {
                Effect::Copied { row, window, .. } => {
                    facts.or_insert(place(rows.window(row, window)), new());
                }
                Effect::CopyLeft { row, window, .. } => {
                    facts.or_insert(place(rows.window(row, window)), new()).ended = Some(step);
                }
                Effect::Fired { key, window, .. } => {
                    let sides = if session { &[None, Some(Side::Left), Some(Side::Right)][..] } else { &[None][..] };
                    let mut found = false;
                    for side in sides {
                        let id = place(WindowId { side: *side, key, span: window });
                        if let Some(fact) = facts.get_mut(&id) {
                            fact.fires(step);
                            found = true;
                        }
                    }
                    if !found {
                        facts.or_insert(place(WindowId { side: None, key, span: window }), new()).fires(step);
                    }
                }
                Effect::Emitted { left, right, window: Some(window), .. } => {
                    let Some(row) = left.or(right) else { continue };
                    let fact = facts.or_insert(place(rows.window(row, window)), new());
                    fact.emitted += 1;
                    fact.last = (step, fact.emitted_in(step) + 1);
                }
                // A session that grew or merged is another window now.
                Effect::SessionGrown { side, key, from, .. } | Effect::SessionMerged { side, key, from, .. } => {
                    facts.or_insert(place(WindowId { side, key, span: from }), new()).gone = true;
                }
                Effect::SessionOpened { side, key, span } => {
                    facts.or_insert(place(WindowId { side, key, span }), new()).gone = false;
                }
                _ => {}
            }
        }
    }

    /// All windows that had a row up to a view.
    pub fn window_seen(&self, view: &View) -> Sorted<WindowName, WindowSeen> {
        let mut past = self.found.windows.borrow_mut();
        let walk = past.seen.get_or_insert_with(|| Walk::new(Sorted::default()));
        let mut all = walk.to(view.step.min(self.len()), |all, step| self.seen_in(all, step)).clone();
        let session = self.rows.by_session();
        for (id, window) in view.windows.iter() {
            let name = (id.span, session.then_some(id.key), id.side.filter(|_| session));
            let seen = all.or_insert(name, WindowSeen::default());
            seen.held = true;
            seen.fired =
                seen.firings.is_some_and(|(first, last)| [first, last].iter().any(|did| self.stands(*did, view.step)));
            // NULL equals nothing, but in Spark's full join.
            if keys_match(self.scenario.dialect, self.scenario.join.ty, id.key, id.key) {
                seen.open += u64::from(window.rows.left) * u64::from(window.rows.right);
            }
        }
        all
    }

    fn seen_in(&self, all: &mut Sorted<WindowName, WindowSeen>, step: usize) {
        let session = self.rows.by_session();
        let spark = self.scenario.dialect == Dialect::Spark;
        let of = |window: Span, key: Key| (window, session.then_some(key), None);
        // Only the last step's rows are told apart.
        let again = |seen: &mut WindowSeen| {
            if seen.step != step {
                (seen.pairs, seen.nulls) = (0, 0);
            }
            seen.step = step;
        };
        let mut firing = None;
        for effect in self.lasting_effects(step) {
            match effect {
                Effect::Fired { key, window, .. } => {
                    let id = of(window, key);
                    let seen = all.or_insert(id, WindowSeen::default());
                    again(seen);
                    seen.fires(step);
                    firing = Some(id);
                }
                Effect::Emitted { left, right, window: Some(window), .. } => {
                    let key = left.or(right).map_or(Key::NULL, |row| self.rows.get(row).key);
                    // What a firing emits belongs to it, even where a session's sides differ in their starts.
                    let seen = all.or_insert(firing.unwrap_or_else(|| of(window, key)), WindowSeen::default());
                    again(seen);
                    seen.rows += 1;
                    if left.is_some() && right.is_some() || self.scenario.join.ty.half() {
                        seen.pairs += 1;
                    } else {
                        seen.nulls += 1;
                    }
                }
                // Spark's windows do not fire: they are over when their rows leave.
                Effect::CopyLeft { row, window, .. } if spark => {
                    let seen = all.or_insert(of(window, self.rows.get(row).key), WindowSeen::default());
                    seen.step = step;
                    seen.fires(step);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn windows_are_the_same_on_any_way_to_a_step() {
        let mut windows = 0;
        for recording in super::super::long_runs() {
            let last = recording.len();
            for step in [last, 3, last / 2, last / 2 - 1, 40, last - 1, 0, 300, last] {
                let view = recording.view(step);
                let anew = recording.clone();
                anew.found.windows.take();
                assert_eq!(recording.window_facts(&view), anew.window_facts(&view), "{step}");
                assert_eq!(recording.window_seen(&view), anew.window_seen(&view), "{step}");
                windows += recording.window_seen(&view).len();
            }
        }
        assert!(windows > 1_000, "{windows}");
    }
}
