//! What if: the engine as it is after a step, given steps that nobody wrote. So "which step would release this row" is
//! found by running it, and no rule of any join is told twice.

use std::{cell::RefCell, rc::Rc};

use super::{Assembly, Phase, Recording, Rows, View, rows::number};
use crate::{
    engine::{Arrival, Effect, Engine, Input, Key, RowId, Sink, effect::Span},
    scenario::{Dialect, JoinKind, Policy, RowKind, Scenario, Side, Sides, Step, Strategy},
    sorting,
};

/// The engine after a step of a recording, to be run on from there as often as one likes.
#[derive(Clone, Debug)]
pub struct Fork<'r> {
    recording: &'r Recording,
    engine: Rc<Engine>,
}

/// A row that nobody pushed, with a key that no row has, so that it matches nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    pub side: Side,
    pub time: i64,
}

/// A step that nobody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Watermark { side: Side, time: i64 },
    Clock { time: i64 },
    Push(Nudge),
    Batch,
}

/// What would release a row, and what would come of it: all as the engine did when it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    pub steps: Vec<Next>,
    /// The window that fires, or is over, with the steps; the row may be in others.
    pub window: Option<Span>,
    /// Whether the row leaves state.
    pub leaves: bool,
    pub out: Outcome,
}

/// What comes out of a row that is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Nothing,
    /// It comes out with NULL; in an anti join, or one that waits for a version, without a partner.
    Null,
    /// It comes out with these; in a semi join because of them.
    Pairs(Vec<RowId>),
    /// A left row comes out alone (semi, anti).
    Alone,
}

/// What an engine does that is asked something: nothing is kept of the way to the question.
#[derive(Default)]
struct Heard(Option<Vec<Effect>>);

impl Sink for Heard {
    const EXPLAINS: bool = false;

    #[inline]
    fn effect(&mut self, effect: Effect) {
        if let Some(effects) = &mut self.0 {
            effects.push(effect);
        }
    }
}

impl Recording {
    /// So many steps are run again for a question; beyond that it goes unanswered.
    const MOST_AGAIN: usize = 50_000;

    /// A script edited under the same setup, run as far as step `to`: of its steps this recording knows the first `known`. The
    /// rest of it is told as it is here (how long rows stay), or not at all. `None` if more than a few steps are to be run, or
    /// if the engine refuses one.
    pub fn sketch(&self, scenario: &Rc<Scenario>, known: usize, to: usize) -> Option<Recording> {
        const FEW: usize = 64;
        if known > self.len() || to.saturating_sub(known) > FEW || self.outcome.is_err() {
            return None;
        }
        let rows = Rc::new(Rows::after_edit(scenario, &self.scenario, &self.rows));
        let mut assembly = Assembly::new(Rc::clone(scenario), rows, Some((self, known)));
        let mut again = None;
        if known < to {
            let mut engine = self.fork(known)?.engine;
            let now = Rc::make_mut(&mut engine);
            (known..to).try_for_each(|_| assembly.run(now))?;
            again = Some((to, engine));
        }
        let sketch = assembly.end();
        let span = if sketch.len() < scenario.script.len() { sketch.span.and(self.span) } else { sketch.span };
        let sketch = Recording { span, again: RefCell::new(again), ..sketch };
        sketch.count_as(self, known);
        Some(sketch)
    }

    /// The engine nearest to a step and not behind it, of those that are there.
    pub(super) fn engine_near(&self, step: usize) -> Option<(usize, Rc<Engine>)> {
        let kept = self.engines[..self.engines.partition_point(|(at, _)| *at <= step)].last();
        let again = self.again.borrow();
        kept.into_iter().chain(again.as_ref().filter(|(at, _)| *at <= step)).max_by_key(|(at, _)| *at).cloned()
    }

    /// The engine after step `step`; `None` if the engine refused the scenario, or the way there is too long.
    pub fn fork(&self, step: usize) -> Option<Fork<'_>> {
        // Many questions are asked at one step, and the next ones mostly a step on: each goes on from where the last one was.
        let (from, engine) = match self.again.take() {
            Some((at, engine)) if at <= step => (at, Some(engine)),
            _ => (0, None),
        };
        // The nearest that was kept may be nearer.
        let kept = self.engines[..self.engines.partition_point(|(at, _)| *at <= step)].last();
        let (from, mut engine) = match (engine, kept) {
            (Some(engine), kept) if kept.is_none_or(|(at, _)| *at <= from) => (from, engine),
            (_, Some((at, engine))) => (*at, Rc::clone(engine)),
            (_, None) => (0, Rc::new(Engine::new(&self.scenario.setup()).ok()?)),
        };
        if step - from > Self::MOST_AGAIN {
            return None;
        }
        let steps = self.scenario.script.iter().enumerate().take(step).skip(from);
        for (index, step) in steps {
            let engine = Rc::make_mut(&mut engine);
            let input = self.rows.input(index, step);
            if input == Input::Crash {
                let since = (0..index).rev().take_while(|index| self.scenario.script[*index] != Step::Checkpoint);
                let mut since: Vec<Input> =
                    since.map(|index| self.rows.input(index, &self.scenario.script[index])).collect();
                since.reverse();
                engine.crash(&since, &mut Heard::default()).ok()?;
            } else {
                engine.apply(input, &mut Heard::default()).ok()?;
            }
        }
        self.again.replace(Some((step, Rc::clone(&engine))));
        Some(Fork { recording: self, engine })
    }

    /// What would release a row that is in state, or waits for a batch, at a view. `None` where no step of time alone does.
    ///
    /// In windows the next of its windows to fire counts, and once all have fired, its leaving.
    pub fn release(&self, view: &View, row: RowId) -> Option<Release> {
        let seen = view.row(row);
        match seen.phase {
            Phase::Pending => return self.try_all(view, row, [vec![Next::Batch]]),
            // What stands in a table is no state: no watermark or clock takes it away.
            Phase::Held if self.rows.lookup() => return None,
            Phase::Held => {}
            Phase::Ahead | Phase::Gone(_) | Phase::NotKept { .. } | Phase::Ignored => return None,
        }
        if let JoinKind::Regular { state_ttl: ttl @ 1.. } = self.scenario.join.kind {
            return self.by_clock(view, row, ttl);
        }
        if self.rows.versioned() && self.rows.get(row).side == Side::Right {
            return self.of_version(view, row);
        }
        let at = self.next_moment(view, row)?;
        if self.scenario.dialect == Dialect::Spark {
            let batch = (view.pending.left + view.pending.right > 0).then(|| vec![Next::Batch]);
            let mut nudged = self.nudges(view, at);
            nudged.push(Next::Batch);
            return self.try_all(view, row, batch.into_iter().chain([nudged]));
        }
        // Flink loses rows near the epoch with an earlier timer of their key.
        let info = self.rows.get(row);
        let timer = view.timer(info.side, info.key).filter(|timer| *timer < at);
        self.try_all(view, row, timer.into_iter().chain([at]).filter_map(|at| self.watermarks_to(view, at)))
    }

    /// The watermark at which something next happens to a row: its next window fires, or it leaves.
    fn next_moment(&self, view: &View, row: RowId) -> Option<i64> {
        let lateness = match self.scenario.join.kind {
            JoinKind::Window { allowed_lateness, .. } => allowed_lateness,
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => 0,
        };
        // One that has fired stays for late rows; a session among them fires again when it has grown.
        let fires = |span: Span| {
            let at = view.windows.get(&self.rows.window(row, span))?.due?.saturating_sub(lateness);
            view.join_watermark.is_none_or(|watermark| watermark < at).then_some(at)
        };
        view.open_windows(&self.rows, row).into_iter().find_map(fires).or_else(|| view.leaves(&self.rows, row))
    }

    /// A version is taken, or leaves, at the time of some row of its key.
    fn of_version(&self, view: &View, row: RowId) -> Option<Release> {
        let key = self.rows.get(row).key;
        let held = self.rows.of_key(key).iter().filter(|row| view.row(**row).phase == Phase::Held);
        let late = view.join_watermark.map(|watermark| watermark.saturating_add(1));
        let due = |row: &RowId| view.row(*row).due.unwrap_or(self.rows.get(*row).time);
        let mut times: Vec<i64> = held.map(due).chain(late).collect();
        times.retain(|time| view.join_watermark.is_none_or(|watermark| *time > watermark));
        sorting::sort(&mut times);
        times.dedup();
        self.earliest(view, row, &times, |at| self.watermarks_to(view, at))
    }

    /// The first of these moments that releases the row. A later one is never too early, so it is found by halving.
    fn earliest(
        &self,
        view: &View,
        row: RowId,
        moments: &[i64],
        steps: impl Fn(i64) -> Option<Vec<Next>>,
    ) -> Option<Release> {
        let fork = self.fork(view.step)?;
        let release = |at: i64| fork.release(view, row, steps(at)?);
        let first = moments.partition_point(|at| release(*at).is_none());
        release(*moments.get(first)?)
    }

    /// The `watermark` steps that bring the join's to `at`: the slower side last, for that one moves it. `None` if a side that
    /// is behind has no watermark to move.
    fn watermarks_to(&self, view: &View, at: i64) -> Option<Vec<Next>> {
        // An idle side has no say; once both are idle, the one that is ahead is enough.
        let all_idle = view.idle.left && view.idle.right;
        let slower = view.watermark.slower().unwrap_or(Side::Right);
        let counts = |side: &Side| if all_idle { *side != slower } else { !view.idle[*side] };
        let mut behind: Vec<Side> =
            Side::BOTH.into_iter().filter(counts).filter(|side| view.watermark[*side] < Some(at)).collect();
        sorting::sort_by_key(&mut behind, |side| std::cmp::Reverse(view.watermark[*side]));
        let movable = |side: &Side| self.scenario.streams[*side].watermark != Strategy::None;
        (!behind.is_empty() && behind.iter().all(movable))
            .then(|| behind.into_iter().map(|side| Next::Watermark { side, time: at }).collect())
    }

    /// Rows that bring the next batch's watermark to `at` (Spark).
    fn nudges(&self, view: &View, at: i64) -> Vec<Next> {
        let delay = |side: Side| self.scenario.streams[side].watermark.delay();
        let mark = |side: Side| view.watermark[side];
        let mut behind: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| delay(*side).is_some() && mark(*side) < Some(at)).collect();
        if self.scenario.watermark_policy == Some(Policy::Max) {
            // One side is enough; the one that is ahead has the shorter way.
            sorting::sort_by_key(&mut behind, |side| std::cmp::Reverse(mark(*side)));
            behind.truncate(1);
        }
        let time = |side: Side| at.saturating_add(delay(side).unwrap_or(0));
        behind.into_iter().map(|side| Next::Push(Nudge { side, time: time(side) })).collect()
    }

    /// The clock at which a row's TTL ends: it was last written at one of the times that the clock has shown.
    fn by_clock(&self, view: &View, row: RowId, ttl: i64) -> Option<Release> {
        self.earliest(view, row, &self.ttl_ends(view, ttl), |time| Some(vec![Next::Clock { time }]))
    }

    /// The clock at which the first TTL of all rows in state ends; `None` where none does.
    pub fn first_ttl_end(&self, view: &View) -> Option<i64> {
        let JoinKind::Regular { state_ttl: ttl @ 1.. } = self.scenario.join.kind else { return None };
        let ends = self.ttl_ends(view, ttl);
        let fork = self.fork(view.step)?;
        let leaves = |time: i64| {
            let effects = fork.run(&[Next::Clock { time }]).unwrap_or_default();
            effects.iter().any(|effect| matches!(effect, Effect::Left { .. }))
        };
        ends.get(ends.partition_point(|time| !leaves(*time))).copied()
    }

    /// The clocks at which a TTL can end: so long after those that it has shown.
    fn ttl_ends(&self, view: &View, ttl: i64) -> Vec<i64> {
        let shown = (1..=view.step).flat_map(|step| self.effects(step)).filter_map(|effect| match effect {
            Effect::Clock { to } => Some(to),
            _ => None,
        });
        std::iter::once(0).chain(shown).map(|at| at.saturating_add(ttl)).filter(|at| *at > view.clock).collect()
    }

    fn try_all(&self, view: &View, row: RowId, all: impl IntoIterator<Item = Vec<Next>>) -> Option<Release> {
        let fork = self.fork(view.step)?;
        all.into_iter().find_map(|steps| fork.release(view, row, steps))
    }
}

impl Fork<'_> {
    /// What the engine does with these steps, but for what only explains; `None` if it refuses one.
    pub fn run(&self, steps: &[Next]) -> Option<Vec<Effect>> {
        let mut engine = (*self.engine).clone();
        let mut heard = Heard(Some(Vec::new()));
        let rows = number(self.recording.rows.len());
        // Numbers of keys are at most as many as rows.
        let fresh = (1..).map(|n| (RowId(rows.saturating_add(n - 1)), Key(rows.saturating_add(n))));
        for (step, (row, key)) in steps.iter().zip(fresh) {
            let input = match *step {
                Next::Watermark { side, time } => Input::Watermark { side, time },
                Next::Clock { time } => Input::Clock { time },
                Next::Push(Nudge { side, time }) => {
                    Input::Push(Arrival { side, row, key, time, kind: RowKind::Insert, partition: 0 })
                }
                Next::Batch => Input::Batch,
            };
            engine.apply(input, &mut heard).ok()?;
        }
        heard.0
    }

    /// What these steps make of a row; `None` if nothing: it neither leaves, nor comes out, nor does a window of it fire.
    pub fn release(&self, view: &View, row: RowId, steps: Vec<Next>) -> Option<Release> {
        let effects = self.run(&steps)?;
        let (mut window, mut leaves, mut read) = (None, false, false);
        let (mut pairs, mut alone, mut null) = (Vec::new(), false, false);
        let rows = &self.recording.rows;
        // A window of DataStream fires, and may stay for late rows; all others go as they fire.
        let stays = self.recording.scenario.dialect == Dialect::FlinkDatastream;
        let mut copies = 0;
        let open = view.open_windows(rows, row);
        for effect in &effects {
            match *effect {
                Effect::Left { row: gone, .. } if gone == row => leaves = true,
                Effect::CopyLeft { row: gone, window: span, .. } if gone == row => {
                    copies += 1;
                    window = window.or((!stays).then_some(span));
                }
                Effect::Fired { key, window: span, .. } if stays && key == rows.get(row).key => {
                    window = window.or(open.contains(&span).then_some(span));
                }
                // A row that waited for the batch: it is read, whatever comes of it.
                Effect::Buffered { row: of, .. }
                | Effect::Copied { row: of, .. }
                | Effect::NotBuffered { row: of, .. }
                | Effect::Dropped { row: of, .. }
                | Effect::InNoWindow { row: of } => read |= of == row,
                Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
                    let other = if left == row { right } else { left };
                    if (left == row || right == row) && !pairs.contains(&other) {
                        pairs.push(other);
                    }
                }
                Effect::Emitted { left, right, .. } => match (left, right) {
                    (Some(of), None) if of == row && rows.half() => alone = true,
                    (Some(of), None) | (None, Some(of)) if of == row => null = true,
                    _ => {}
                },
                _ => {}
            }
        }
        let out = match (pairs.is_empty(), rows.half()) {
            (_, true) if alone => Outcome::Alone,
            (false, false) => Outcome::Pairs(pairs),
            _ if null => Outcome::Null,
            _ => Outcome::Nothing,
        };
        leaves |= copies > 0 && copies == view.row(row).copies;
        (leaves || window.is_some() || read || out != Outcome::Nothing).then_some(Release {
            steps,
            window,
            leaves,
            out,
        })
    }
}

impl Sides<Option<i64>> {
    /// The side that is behind, where one is: the smaller, or the one without.
    pub fn slower(&self) -> Option<Side> {
        match self.left.cmp(&self.right) {
            std::cmp::Ordering::Less => Some(Side::Left),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Right),
        }
    }
}
