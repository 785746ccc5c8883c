//! What became of every row, and of every clean-up timer, in every step: so that a view of any step need not hold it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    rc::Rc,
};

use super::{
    rows::{Rows, number},
    view::{Fold, GoneBy, Pad, Phase, RowView, gone_by},
};
use crate::{
    engine::{
        Effect, Key, RowId,
        effect::{Gone, NotKept, Why},
    },
    scenario::Side,
};

/// The changes of everything, by what changed and then by step.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// How many rows, and places for timers, there are.
    things: (usize, usize),
    /// The last step that it tells of. What is shared with a longer history goes on behind it.
    until: usize,
    rows: Rc<Timeline<RowChange>>,
    /// By key and side ([`timer`]); the number of a time.
    timers: Rc<Timeline<u32>>,
    times: Rc<Times>,
    backs: Backs,
    /// The rows of a table that is looked up in are no state: no crash takes them back, and none of the other rows was in state.
    lookup: bool,
}

/// The steps in which a crash took state back, and the step of the checkpoint that it is as in; 0 is before everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Backs(Vec<(u32, u32)>);

impl Backs {
    /// The last crash up to a step.
    fn last(&self, step: usize) -> Option<(usize, usize)> {
        let count = self.0.partition_point(|(crash, _)| *crash as usize <= step);
        let (crash, to) = self.0.get(count.checked_sub(1)?)?;
        Some((*crash as usize, *to as usize))
    }

    /// Whether there was a crash at all.
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// The checkpoint's step that the crash in a step took the state back to.
    pub fn of(&self, step: usize) -> Option<usize> {
        self.last(step).filter(|(crash, _)| *crash == step).map(|(_, to)| to)
    }

    /// Whether what step `did` did to state is still so after step `at`: no crash since has undone it.
    pub fn stands(&self, did: usize, mut at: usize) -> bool {
        while let Some((crash, to)) = self.last(at).filter(|(crash, _)| did < *crash) {
            if did > to {
                return false;
            }
            at = to.min(crash - 1);
        }
        did <= at
    }

    fn until(&self, step: usize) -> Backs {
        Backs(self.0.iter().copied().take_while(|(crash, _)| *crash as usize <= step).collect())
    }
}

/// Changes of numbered things.
#[derive(Clone, Debug)]
struct Timeline<T> {
    /// Where the changes of each thing start, and behind the last one the end.
    starts: Vec<u32>,
    steps: Vec<u32>,
    /// What is so from the step on.
    values: Vec<T>,
}

impl<T> Default for Timeline<T> {
    fn default() -> Self {
        Timeline { starts: Vec::new(), steps: Vec::new(), values: Vec::new() }
    }
}

impl<T: Copy + Default> Timeline<T> {
    /// The changes that are known up to a step, and behind them those of a log, which are in order for each thing.
    fn new(things: usize, known: &Timeline<T>, until: usize, log: &[(u32, u32, T)]) -> Self {
        let mut starts = vec![0; things + 1];
        for (thing, ..) in log {
            starts[*thing as usize + 1] += 1;
        }
        for thing in 0..things {
            starts[thing + 1] += starts[thing] + number(known.so_far(thing, until).len());
        }
        let all = starts[things] as usize;
        let (mut steps, mut values) = (vec![0; all], vec![T::default(); all]);
        let mut next = starts.clone();
        for (thing, next) in next.iter_mut().enumerate().take(things) {
            let so_far = known.so_far(thing, until);
            let to = *next as usize..*next as usize + so_far.len();
            steps[to.clone()].copy_from_slice(&known.steps[so_far.clone()]);
            values[to.clone()].copy_from_slice(&known.values[so_far]);
            *next = number(to.end);
        }
        for (thing, step, value) in log {
            let at = &mut next[*thing as usize];
            (steps[*at as usize], values[*at as usize]) = (*step, *value);
            *at += 1;
        }
        Timeline { starts, steps, values }
    }

    /// The changes of a thing up to a step.
    #[inline]
    fn so_far(&self, thing: usize, step: usize) -> Range<usize> {
        let (Some(start), Some(end)) = (self.starts.get(thing), self.starts.get(thing + 1)) else { return 0..0 };
        let (start, end) = (*start as usize, *end as usize);
        start..start + self.steps[start..end].partition_point(|at| *at as usize <= step)
    }
}

/// Times by their numbers; 0 is none.
#[derive(Clone, Debug, Default)]
struct Times(Vec<i64>);

impl Times {
    /// Neighbours often have the same.
    fn number(&mut self, time: Option<i64>) -> u32 {
        let Some(time) = time else { return 0 };
        if self.0.last() != Some(&time) {
            self.0.push(time);
        }
        number(self.0.len())
    }

    fn get(&self, number: u32) -> Option<i64> {
        self.0.get((number as usize).checked_sub(1)?).copied()
    }
}

/// Where a timer is.
fn timer(side: Side, key: Key) -> usize {
    2 * key.0 as usize + side as usize
}

/// What is so of a row from a step on.
#[derive(Clone, Copy, Debug, Default)]
struct RowChange {
    matches: u32,
    /// The number of a time.
    due: u32,
    bits: Bits,
}

/// Phase, pad, whether the row is in a session that may still grow, whether the phase ended the row in this very step, and
/// the number of copies.
#[derive(Clone, Copy, Debug, Default)]
struct Bits(u32);

impl Bits {
    const PHASES: [Phase; 13] = [
        Phase::Ahead,
        Phase::Pending,
        Phase::Held,
        Phase::Gone(GoneBy::Watermark),
        Phase::Gone(GoneBy::Taken),
        Phase::Gone(GoneBy::Ttl),
        Phase::Gone(GoneBy::Lost),
        Phase::Gone(GoneBy::Superseded),
        Phase::Gone(GoneBy::Matched),
        Phase::NotKept { late: false },
        Phase::NotKept { late: true },
        Phase::Ignored,
        Phase::Gone(GoneBy::Done),
    ];
    const PADS: [Pad; 3] = [Pad::None, Pad::Emitted, Pad::TakenBack];

    fn of(view: &RowView, ended: bool) -> Self {
        let phase = match view.phase {
            Phase::Ahead => 0,
            Phase::Pending => 1,
            Phase::Held => 2,
            Phase::Gone(GoneBy::Watermark) => 3,
            Phase::Gone(GoneBy::Taken) => 4,
            Phase::Gone(GoneBy::Ttl) => 5,
            Phase::Gone(GoneBy::Lost) => 6,
            Phase::Gone(GoneBy::Superseded) => 7,
            Phase::Gone(GoneBy::Matched) => 8,
            Phase::NotKept { late: false } => 9,
            Phase::NotKept { late: true } => 10,
            Phase::Ignored => 11,
            Phase::Gone(GoneBy::Done) => 12,
        };
        let pad = match view.pad {
            Pad::None => 0,
            Pad::Emitted => 1,
            Pad::TakenBack => 2,
        };
        // A row has at most `MAX_COPIES` copies.
        Bits(phase | pad << 4 | u32::from(view.in_session) << 6 | u32::from(ended) << 7 | view.copies << 8)
    }

    fn phase(self) -> Phase {
        Self::PHASES.get((self.0 & 15) as usize).copied().unwrap_or_default()
    }

    fn pad(self) -> Pad {
        Self::PADS.get((self.0 >> 4 & 3) as usize).copied().unwrap_or_default()
    }

    fn in_session(self) -> bool {
        self.0 >> 6 & 1 == 1
    }

    fn ended(self) -> bool {
        self.0 >> 7 & 1 == 1
    }

    fn copies(self) -> u32 {
        self.0 >> 8
    }
}

impl History {
    /// Nothing has become of so many rows and timers yet.
    fn start(things: (usize, usize), lookup: bool) -> Self {
        History { things, lookup, ..History::default() }
    }

    /// The first steps of it, with so many rows and places for timers; it costs nothing but what crashes there were.
    fn head(&self, step: usize, things: (usize, usize)) -> Self {
        let until = step.min(self.until);
        History { things, until, backs: self.backs.until(until), ..self.clone() }
    }

    /// How many rows, and places for timers, there are.
    pub fn things(&self) -> (usize, usize) {
        self.things
    }

    /// The changes of a row up to a step.
    #[inline]
    fn row_so_far(&self, row: RowId, step: usize) -> Range<usize> {
        self.rows.so_far(row.0 as usize, step.min(self.until))
    }

    /// The changes of a timer up to a step.
    #[inline]
    fn timer_so_far(&self, place: usize, step: usize) -> Range<usize> {
        self.timers.so_far(place, step.min(self.until))
    }

    /// What has become of a row by a step.
    #[inline]
    pub fn row(&self, row: RowId, step: usize) -> RowView {
        let so_far = self.row_so_far(row, step);
        let changes = &self.rows.values[so_far.clone()];
        let Some(last) = changes.last() else { return RowView::default() };
        let phase = last.bits.phase();
        // Of one that is held again, when it left before is of no interest.
        let ended = if phase.is_end() { self.ended(so_far, step) } else { 0 };
        RowView {
            phase,
            matches: last.matches,
            due: self.times.get(last.due),
            ended,
            pad: last.bits.pad(),
            copies: last.bits.copies(),
            in_session: last.bits.in_session(),
        }
    }

    /// The last of these changes of a row to end it, if no crash undid that; 0: none.
    fn ended(&self, mut changes: Range<usize>, mut step: usize) -> u32 {
        let steps = &self.rows.steps;
        loop {
            let back = if self.lookup { None } else { self.backs.last(step) };
            let crash = back.map_or(0, |(crash, _)| crash);
            let since = changes.start + steps[changes.clone()].partition_point(|at| (*at as usize) < crash);
            let ends = self.rows.values[since..changes.end].iter().rposition(|change| change.bits.ended());
            match (ends, back) {
                (Some(at), _) => return steps[since + at],
                (None, None) => return 0,
                (None, Some((crash, to))) => {
                    step = to.min(crash - 1);
                    let until = steps[changes.clone()].partition_point(|at| *at as usize <= step);
                    changes.end = changes.start + until;
                }
            }
        }
    }

    pub fn backs(&self) -> &Backs {
        &self.backs
    }

    /// Of what becomes of a row: from which step on it is in which phase, and whether it has matched by then.
    pub fn phases(&self, row: RowId) -> impl DoubleEndedIterator<Item = (usize, Phase, bool)> + '_ {
        self.row_so_far(row, usize::MAX).map(|at| {
            let change = &self.rows.values[at];
            (self.rows.steps[at] as usize, change.bits.phase(), change.matches > 0)
        })
    }

    /// The steps up to one in which a row met another, in order; where no crash ever took anything back.
    pub fn met(&self, row: RowId, step: usize) -> impl Iterator<Item = usize> + '_ {
        let mut before = 0;
        self.row_so_far(row, step).filter_map(move |at| {
            let matches = self.rows.values[at].matches;
            (std::mem::replace(&mut before, matches) < matches).then(|| self.rows.steps[at] as usize)
        })
    }

    /// The phase of a row after a step, and whether it has matched by then.
    #[inline]
    pub fn phase(&self, row: RowId, step: usize) -> (Phase, bool) {
        let last = self.row_so_far(row, step).next_back();
        last.map_or((Phase::Ahead, false), |at| {
            let change = &self.rows.values[at];
            (change.bits.phase(), change.matches > 0)
        })
    }

    /// The clean-up timer of a side and key after a step.
    pub fn timer(&self, side: Side, key: Key, step: usize) -> Option<i64> {
        self.timer_at(timer(side, key), step)
    }

    fn timer_at(&self, place: usize, step: usize) -> Option<i64> {
        self.times.get(self.timer_number(place, step))
    }

    fn timer_number(&self, place: usize, step: usize) -> u32 {
        self.timer_so_far(place, step).next_back().map_or(0, |at| self.timers.values[at])
    }

    /// Whether the same is so after a step in both.
    pub fn same(&self, other: &History, step: usize) -> bool {
        let (rows, timers) = self.things();
        let row = |index: usize| RowId(number(index));
        self.things() == other.things()
            && (0..rows).all(|index| self.row(row(index), step) == other.row(row(index), step))
            && (0..timers).all(|place| self.timer_at(place, step) == other.timer_at(place, step))
    }
}

/// A history on its way.
#[derive(Clone, Debug)]
pub(super) struct Historian {
    /// What is known from another: the logs begin behind it.
    known: Rc<History>,
    rows: Vec<Now>,
    /// The rows that the step at work has to do with.
    touched: Vec<RowId>,
    row_log: Vec<(u32, u32, RowChange)>,
    timer_log: Vec<(u32, u32, u32)>,
    times: Times,
    step: u32,
    before: Option<Box<Before>>,
    backs: Backs,
    /// Rows that were put into state behind the watermark, so that they stay until it moves next. A crash unsets it, and then they
    /// leave in their own time.
    behind: BTreeSet<RowId>,
}

/// What rows and timers are taken back to: by a crash as they were at the last checkpoint, or at the start; by a micro-batch that
/// fails as before it. Of those only that have changed since.
#[derive(Clone, Debug)]
struct Before {
    step: u32,
    rows: BTreeMap<RowId, RowView>,
    /// By place; the number of a time.
    timers: BTreeMap<u32, u32>,
    /// All of them, as they are now.
    timers_now: Vec<u32>,
}

/// What is so of a row, and in which step that was last changed; 0: it is what is known.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    view: RowView,
    touched: u32,
}

impl Historian {
    /// Behind the first steps of a history of rows and keys that are numbered alike, of which `saved` was a checkpoint's.
    pub fn new(rows: &Rows, before: Option<(&History, usize)>, saved: Option<usize>) -> Self {
        let things = (rows.len(), 2 * rows.keys());
        let known =
            before.map_or_else(|| History::start(things, rows.lookup()), |(before, step)| before.head(step, things));
        let mut historian = Historian {
            rows: vec![Now::default(); rows.len()],
            touched: Vec::new(),
            row_log: Vec::new(),
            timer_log: Vec::new(),
            times: (*known.times).clone(),
            step: number(known.until),
            before: None,
            backs: known.backs.clone(),
            behind: BTreeSet::new(),
            known: Rc::new(known),
        };
        if rows.leave_by_themselves() {
            rows.before(historian.known.until).for_each(|row| historian.note_behind(rows, row));
        }
        if let Some(saved) = saved {
            historian.save_at(saved);
        }
        historian
    }

    /// What is known before any step.
    pub fn known(&self) -> &Rc<History> {
        &self.known
    }

    /// What is so of a row.
    fn now(&mut self, row: RowId) -> &mut Now {
        let now = &mut self.rows[row.0 as usize];
        if now.touched == 0 {
            now.view = self.known.row(row, self.known.until);
        }
        now
    }

    /// Notes a row that is in state until the watermark moves next.
    fn note_behind(&mut self, rows: &Rows, row: RowId) {
        let RowView { phase, due, .. } = self.now(row).view;
        if phase == Phase::Held && rows.leaves_by_itself(row).is_some_and(|own| due > Some(own)) {
            self.behind.insert(row);
        }
    }

    /// As if everything had been saved in step `saved` of what is known.
    fn save_at(&mut self, saved: usize) {
        self.save();
        let (known, step) = (&self.known, self.known.until);
        let Some(before) = &mut self.before else { return };
        before.step = number(saved);
        for row in (0..number(known.things.0)).map(RowId) {
            if known.row_so_far(row, saved) != known.row_so_far(row, step) {
                before.rows.insert(row, known.row(row, saved));
            }
        }
        for place in 0..known.things.1 {
            if known.timer_so_far(place, saved) != known.timer_so_far(place, step) {
                before.timers.insert(number(place), known.timer_number(place, saved));
            }
        }
    }

    /// Keeps what is so now, to be taken back to.
    fn save(&mut self) {
        let timers_now = match self.before.take() {
            Some(before) => before.timers_now,
            None => {
                let known = |place| self.known.timer_number(place, self.known.until);
                let mut now: Vec<u32> = (0..self.known.things.1).map(known).collect();
                for (place, _, at) in &self.timer_log {
                    now[*place as usize] = *at;
                }
                now
            }
        };
        let (rows, timers) = (BTreeMap::new(), BTreeMap::new());
        self.before = Some(Box::new(Before { step: self.step, rows, timers, timers_now }));
    }

    /// The same as at the start, of a job that has no checkpoint yet.
    fn save_start(&mut self) {
        self.save();
        let rows = (0..number(self.rows.len())).map(RowId);
        let come: Vec<RowId> = rows.filter(|row| self.now(*row).view != RowView::default()).collect();
        let Some(before) = &mut self.before else { return };
        before.step = 0;
        before.rows.extend(come.into_iter().map(|row| (row, RowView::default())));
        let set = before.timers_now.iter().enumerate().filter(|(_, at)| **at != 0);
        before.timers.extend(set.map(|(place, _)| (number(place), 0)));
    }

    /// Takes rows and timers back to what was saved.
    fn take_back(&mut self, rows: &Rows) {
        let Some(before) = &mut self.before else { return };
        let (views, timers) = (std::mem::take(&mut before.rows), std::mem::take(&mut before.timers));
        for (place, at) in timers {
            before.timers_now[place as usize] = at;
            self.timer_log.push((place, self.step, at));
        }
        for (row, was) in views {
            let table = self.known.lookup && rows.get(row).side == Side::Right;
            let view = self.row(row);
            *view = if table { RowView { matches: was.matches, ..*view } } else { was };
            self.note_behind(rows, row);
        }
        for row in std::mem::take(&mut self.behind) {
            let view = self.row(row);
            if view.phase == Phase::Held && view.due.is_some() {
                view.due = rows.leaves_by_itself(row);
            }
        }
        // The rows are as they were, so nothing has changed.
        if let Some(before) = &mut self.before {
            before.rows.clear();
        }
    }

    /// What becomes of rows and timers in the next step. `fold` is as it was before the step and is taken through it.
    pub fn step(&mut self, rows: &Rows, pushed: Option<RowId>, effects: impl Iterator<Item = Effect>, fold: &mut Fold) {
        self.step += 1;
        fold.start_step(rows, pushed);
        for effect in effects {
            self.effect(rows, &effect, fold);
            fold.effect(rows, &effect);
        }
        for row in self.touched.drain(..) {
            let view = &self.rows[row.0 as usize].view;
            let bits = Bits::of(view, view.ended == self.step);
            let change = RowChange { matches: view.matches, due: self.times.number(view.due), bits };
            self.row_log.push((row.0, self.step, change));
        }
    }

    pub fn finish(mut self) -> Rc<History> {
        let (known, step) = (self.known, self.step as usize);
        if step == known.until {
            return known;
        }
        self.times.0.shrink_to_fit();
        let (rows, timers) = known.things;
        Rc::new(History {
            things: known.things,
            until: step,
            rows: Rc::new(Timeline::new(rows, &known.rows, known.until, &self.row_log)),
            timers: Rc::new(Timeline::new(timers, &known.timers, known.until, &self.timer_log)),
            times: Rc::new(self.times),
            backs: self.backs,
            lookup: known.lookup,
        })
    }

    fn row(&mut self, row: RowId) -> &mut RowView {
        let step = self.step;
        let now = self.now(row);
        if std::mem::replace(&mut now.touched, step) != step {
            self.touched.push(row);
        }
        let now = &mut self.rows[row.0 as usize];
        if let Some(before) = &mut self.before {
            before.rows.entry(row).or_insert(now.view);
        }
        &mut now.view
    }

    fn effect(&mut self, rows: &Rows, effect: &Effect, fold: &Fold) {
        match *effect {
            Effect::Pending { row } => self.row(row).phase = Phase::Pending,
            Effect::Buffered { row, due } => {
                let view = self.row(row);
                (view.phase, view.due) = (Phase::Held, due);
                self.note_behind(rows, row);
            }
            Effect::NotBuffered { row, why } => {
                let time = rows.get(row).time;
                let phase = match why {
                    NotKept::PastReach { watermark, .. } => Phase::NotKept { late: time <= watermark },
                    NotKept::NearEpoch { .. } | NotKept::EmptyInterval | NotKept::Evictable { .. } => {
                        Phase::NotKept { late: false }
                    }
                    NotKept::NullKey => Phase::Ignored,
                    NotKept::SemiMatched { .. } => Phase::Gone(GoneBy::Matched),
                    NotKept::Answered => Phase::Gone(GoneBy::Done),
                };
                self.not_held(row, phase);
            }
            Effect::Dropped { row, .. } => self.not_held(row, Phase::NotKept { late: true }),
            Effect::InNoWindow { row } => self.not_held(row, Phase::Ignored),
            Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
                for row in [left, right] {
                    let view = self.row(row);
                    view.matches = view.matches.saturating_add(1);
                }
            }
            Effect::Left { row, why } => self.ended(row, Phase::Gone(gone_by(why))),
            Effect::TablePut { row, replaced } => {
                self.row(row).phase = Phase::Held;
                if let Some(old) = replaced {
                    self.ended(old, Phase::Gone(GoneBy::Superseded));
                }
            }
            Effect::TableDeleted { by, row } => {
                self.ended(by, Phase::Gone(GoneBy::Done));
                if let Some(old) = row {
                    self.ended(old, Phase::Gone(GoneBy::Superseded));
                }
            }
            Effect::Emitted { kind, left, right, why, .. } => {
                let alone = match (left, right) {
                    (Some(row), None) | (None, Some(row)) => row,
                    _ => return,
                };
                if !matches!(why, Why::Pair | Why::PairAgain) {
                    self.row(alone).pad = if kind.adds() { Pad::Emitted } else { Pad::TakenBack };
                }
            }
            Effect::Copied { row, window, due } => {
                let grows = fold.windows.get(&rows.window(row, window)).is_some_and(|window| window.grows);
                let view = self.row(row);
                view.phase = Phase::Held;
                view.copies += 1;
                view.due = view.due.max(due);
                view.in_session = grows;
            }
            Effect::CopyLeft { row, window, why } => {
                let view = self.row(row);
                view.copies = view.copies.saturating_sub(1);
                if view.copies == 0 {
                    view.in_session = false;
                    self.ended(row, Phase::Gone(gone_by(why)));
                } else if let (Gone::SemiMatched { .. }, Some(_)) = (why, view.due) {
                    let left = |end: i64| end == window.end || fold.left_early(row, end);
                    view.due = rows.windows(row).map(|window| window.end).filter(|end| !left(*end)).max();
                }
            }
            Effect::HandedOn { row, due, .. } => {
                let view = self.row(row);
                (view.in_session, view.due) = (false, Some(due));
            }
            Effect::Timer { side, key, at } => {
                let place = timer(side, key);
                if place < self.known.things.1 {
                    let at = self.times.number(at);
                    self.timer_log.push((number(place), self.step, at));
                    if let Some(before) = &mut self.before {
                        let was = std::mem::replace(&mut before.timers_now[place], at);
                        before.timers.entry(number(place)).or_insert(was);
                    }
                }
            }
            Effect::BatchStarted { run, .. } if run.fails() => self.save(),
            Effect::BatchFailed { .. } => {
                self.take_back(rows);
                self.before = None;
            }
            Effect::Checkpointed { .. } => self.save(),
            Effect::Restored { .. } => {
                if self.before.is_none() {
                    self.save_start();
                }
                self.take_back(rows);
                let to = self.before.as_ref().map_or(0, |before| before.step);
                self.backs.0.push((self.step, to));
            }
            _ => {}
        }
    }

    /// The row, or this copy of it, is not put into state.
    fn not_held(&mut self, row: RowId, phase: Phase) {
        if self.now(row).view.copies == 0 {
            self.ended(row, phase);
        }
    }

    fn ended(&mut self, row: RowId, phase: Phase) {
        let step = self.step;
        let view = self.row(row);
        (view.phase, view.ended) = (phase, step);
    }
}
