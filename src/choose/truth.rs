//! What should come out: the matches of the batch join, of all rows at once, by the join's definition. And what rows belong
//! together where bounds are still to be chosen: each row and the nearest of its key on the other side.

use std::collections::HashMap;

use crate::{
    engine::{Effect, Engine, Input, Key, MAX_COPIES, RowId, Sink, effect::Span, keys_match},
    replay::Rows,
    scenario::{Dialect, Join, JoinKind, JoinType, MAX_TIME, Scenario, Setup, Side, Sides, Step, Strategy, Window},
};

/// Two rows that match; in windows of fixed places once a window, which its end names (else 0). In semi and anti joins a left
/// row counts once, with its first partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    pub left: RowId,
    pub right: RowId,
    pub end: i64,
}

/// The true matches, found again by their rows.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// In order.
    pairs: Vec<Pair>,
    /// Where each left row's begin.
    starts: Vec<u32>,
    half: bool,
    /// A pair is one a window.
    windowed: bool,
    /// Where there are too many: of how many keys the pairs are here, and of how many there are.
    pub part: Option<(usize, usize)>,
    /// Whether the pairs of a key are here, where only those of some are.
    here: Option<Vec<bool>>,
}

/// So many pairs are looked at, at the most; of more, those of some keys.
pub const MOST_PAIRS: u64 = 1 << 20;

impl Truth {
    /// The batch join's matches, by the scenario's bounds or windows.
    pub fn declared(scenario: &Scenario, rows: &Rows) -> Truth {
        let windowed = match scenario.join.kind {
            JoinKind::Window { window, .. } => !matches!(window, Window::Session { .. }),
            _ => false,
        };
        if let JoinKind::Window { window: Window::Session { max_length: Some(_), .. }, .. } = scenario.join.kind {
            return Truth::unhurried(scenario, rows);
        }
        let by_key = ByKey::new(scenario, rows);
        Truth::collect(scenario, rows, windowed, |key, found| by_key.matches(key, found))
    }

    /// Each row and the nearest row of its key on the other side; of two as near, the later.
    pub fn nearest(scenario: &Scenario, rows: &Rows) -> Truth {
        let by_key = ByKey::new(scenario, rows);
        Truth::collect(scenario, rows, false, |key, found| by_key.nearest(key, found))
    }

    /// Where the order of arrival decides who is with whom, as in sessions that are never longer than so much: what the engine
    /// itself makes of all rows when no watermark comes before their end.
    fn unhurried(scenario: &Scenario, rows: &Rows) -> Truth {
        #[derive(Default)]
        struct Pairs(Vec<Pair>);
        impl Sink for Pairs {
            const EXPLAINS: bool = false;
            fn effect(&mut self, effect: Effect) {
                if let Effect::Matched { left, right } = effect
                    && (self.0.len() as u64) < 8 * MOST_PAIRS
                {
                    self.0.push(Pair { left, right, end: 0 });
                }
            }
        }
        let setup = scenario.setup();
        let kind = match setup.join.kind {
            JoinKind::Window { window, .. } => JoinKind::Window { window, allowed_lateness: 0 },
            other => other,
        };
        let watermarks = Sides::new(Strategy::Manual, Strategy::Manual);
        // All pairs, whatever the type makes of them.
        let setup = Setup { watermarks, join: Join { ty: JoinType::Inner, kind }, ..setup };
        let mut pairs = Pairs::default();
        let pushes = scenario.script.iter().enumerate().filter(|(_, step)| matches!(step, Step::Push(_)));
        let inputs = pushes.map(|(index, step)| rows.input(index, step));
        let ends = Side::BOTH.map(|side| Input::Watermark { side, time: MAX_TIME });
        if let Ok(mut engine) = Engine::new(&setup) {
            // A row at which it stops stops it in every run.
            let _ = inputs.chain(ends).try_for_each(|input| engine.apply(input, &mut pairs));
        }
        let mut by_key: HashMap<Key, Vec<Pair>> = HashMap::new();
        for pair in pairs.0 {
            by_key.entry(rows.get(pair.left).key).or_default().push(pair);
        }
        Truth::collect(scenario, rows, false, |key, found| {
            for pair in by_key.get(&key).into_iter().flatten() {
                if !found.add(pair.left, pair.right, pair.end) {
                    return;
                }
            }
        })
    }

    fn collect(scenario: &Scenario, rows: &Rows, windowed: bool, of_key: impl Fn(Key, &mut Found)) -> Truth {
        let half = scenario.join.ty.half();
        let keys = rows.keys();
        let mut pairs = Vec::new();
        let mut here = vec![true; keys];
        let (mut taken, mut with_pairs) = (0, 0);
        // Which keys are left out, if any, does not hang on when they came.
        for at in scattered(keys) {
            let key = Key(at);
            let mut found = Found { room: MOST_PAIRS - pairs.len() as u64, pairs: Vec::new() };
            of_key(key, &mut found);
            let full = found.room < found.pairs.len() as u64;
            with_pairs += usize::from(full || !found.pairs.is_empty());
            if full {
                here[at as usize] = false;
                continue;
            }
            taken += usize::from(!found.pairs.is_empty());
            pairs.append(&mut found.pairs);
        }
        pairs.sort_unstable();
        if half {
            pairs.dedup_by_key(|pair| pair.left);
        } else {
            pairs.dedup();
        }
        let mut starts = vec![0_u32; rows.len() + 1];
        for pair in &pairs {
            starts[pair.left.0 as usize + 1] += 1;
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        let part = (taken < with_pairs).then_some((taken, with_pairs));
        Truth { pairs, starts, half, windowed, part, here: part.map(|_| here) }
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Left rows alone come out: a match is a left row's.
    pub fn half(&self) -> bool {
        self.half
    }

    /// Whether the pairs of a key are here.
    pub fn has(&self, key: Key) -> bool {
        self.here.as_ref().is_none_or(|here| here[key.0 as usize])
    }

    /// The place of the pair that these rows make, if it is a true one.
    #[inline]
    pub fn find(&self, left: RowId, right: RowId, window: Option<Span>) -> Option<usize> {
        let row = left.0 as usize;
        let (from, to) = (*self.starts.get(row)? as usize, *self.starts.get(row + 1)? as usize);
        if self.half {
            return (from < to).then_some(from);
        }
        let end = window.filter(|_| self.windowed).map_or(0, |window| window.end);
        let mine = &self.pairs[from..to];
        mine.binary_search(&Pair { left, right, end }).ok().map(|at| from + at)
    }
}

/// All keys, NULL's among them, in an order of no meaning.
fn scattered(keys: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (0..u32::try_from(keys).unwrap_or(u32::MAX)).collect();
    // Fibonacci hashing: multiplied by 2^32 over the golden ratio, neighbours lie far apart.
    all.sort_by_key(|key| key.wrapping_mul(2_654_435_769));
    all
}

/// The pairs of a key, as long as there is room.
struct Found {
    room: u64,
    pairs: Vec<Pair>,
}

impl Found {
    /// Whether there is room for more.
    fn add(&mut self, left: RowId, right: RowId, end: i64) -> bool {
        self.pairs.push(Pair { left, right, end });
        self.pairs.len() as u64 <= self.room
    }
}

/// The rows of each key.
struct ByKey<'s> {
    scenario: &'s Scenario,
    rows: &'s Rows,
    /// Of a regular join: whether the row is there in the end. Else all are.
    stays: Option<Vec<bool>>,
}

impl<'s> ByKey<'s> {
    fn new(scenario: &'s Scenario, rows: &'s Rows) -> Self {
        let stays = matches!(scenario.join.kind, JoinKind::Regular { .. }).then(|| {
            let mut copies = vec![0_i64; rows.len()];
            for (index, step) in scenario.script.iter().enumerate() {
                if let (Step::Push(push), Some(row)) = (step, rows.of_step(index)) {
                    copies[row.0 as usize] += if push.kind.adds() { 1 } else { -1 };
                }
            }
            copies.into_iter().map(|copies| copies > 0).collect()
        });
        ByKey { scenario, rows, stays }
    }

    /// The rows of a key that may match, each side's by time, those of one time as they came.
    fn of(&self, key: Key) -> Sides<Vec<(i64, RowId)>> {
        let mut of = Sides::<Vec<(i64, RowId)>>::default();
        if keys_match(self.scenario.dialect, self.scenario.join.ty, key, key) {
            for row in self.rows.of_key(key) {
                if self.stays.as_ref().is_none_or(|stays| stays[row.0 as usize]) {
                    let info = self.rows.get(*row);
                    of[info.side].push((info.time, *row));
                }
            }
        }
        for side in Side::BOTH {
            of[side].sort_unstable();
        }
        of
    }

    fn nearest(&self, key: Key, found: &mut Found) {
        let of = self.of(key);
        let nearest = |time: i64, others: &[(i64, RowId)]| {
            let at = others.partition_point(|(other, _)| *other < time);
            let (before, after) = (at.checked_sub(1).map(|at| others[at]), others.get(at).copied());
            match (before, after) {
                (Some(before), Some(after)) if time - before.0 < after.0 - time => Some(before.1),
                (_, Some(after)) => Some(after.1),
                (before, None) => before.map(|before| before.1),
            }
        };
        for side in Side::BOTH {
            for (time, row) in &of[side] {
                let Some(other) = nearest(*time, &of[side.other()]) else { return };
                let (left, right) = if side == Side::Left { (*row, other) } else { (other, *row) };
                if !found.add(left, right, 0) {
                    return;
                }
            }
        }
    }

    fn matches(&self, key: Key, found: &mut Found) {
        let of = self.of(key);
        if of.left.is_empty() || of.right.is_empty() {
            return;
        }
        let of_key = &of;
        match self.scenario.join.kind {
            JoinKind::Interval(interval) => {
                let (lower, upper) = interval.inclusive();
                for (time, left) in &of.left {
                    let from = of.right.partition_point(|(right, _)| right.saturating_sub(*time) < lower);
                    for (_, right) in
                        of.right[from..].iter().take_while(|(right, _)| right.saturating_sub(*time) <= upper)
                    {
                        if !found.add(*left, *right, 0) {
                            return;
                        }
                    }
                }
            }
            JoinKind::Window { window: Window::Session { gap, .. }, .. } => self.sessions(&of, gap, found),
            JoinKind::Window { window, .. } => {
                let copies = |side: Side| {
                    // A setup of more windows a row is refused.
                    let of = |(time, row): &(i64, RowId)| {
                        let row = *row;
                        window.of(*time).take(MAX_COPIES as usize).map(move |span| (span.end, row))
                    };
                    let mut copies: Vec<(i64, RowId)> = of_key[side].iter().flat_map(of).collect();
                    copies.sort_unstable();
                    copies
                };
                let copies = Sides::new(copies(Side::Left), copies(Side::Right));
                together(&copies.left, &copies.right, true, found);
            }
            JoinKind::Regular { .. } => {
                let all = |side: Side| of[side].iter().map(|(_, row)| (0, *row)).collect::<Vec<_>>();
                together(&all(Side::Left), &all(Side::Right), false, found);
            }
            JoinKind::Temporal => {
                for (time, left) in &of.left {
                    // Of those of one time the last to arrive.
                    let at = of.right.partition_point(|(version, _)| version <= time);
                    let version = at.checked_sub(1).map(|at| of.right[at].1);
                    if let Some(version) = version.filter(|version| self.rows.get(*version).kind.adds())
                        && !found.add(*left, version, 0)
                    {
                        return;
                    }
                }
            }
            JoinKind::Lookup => {}
        }
    }

    fn sessions(&self, of: &Sides<Vec<(i64, RowId)>>, gap: i64, found: &mut Found) {
        let by_end = |chained: Sides<Vec<i64>>| {
            // A row with the end of the session of all these times that it is in.
            let copies = |side: Side| {
                let ends = ends(&chained[side], gap);
                let mut copies: Vec<(i64, RowId)> =
                    of[side].iter().filter_map(|(time, row)| Some((*ends.get(time)?, *row))).collect();
                copies.sort_unstable();
                copies
            };
            Sides::new(copies(Side::Left), copies(Side::Right))
        };
        let times = |side: Side| of[side].iter().map(|(time, _)| *time).collect::<Vec<_>>();
        let copies = match self.scenario.dialect {
            Dialect::FlinkSql => by_end(Sides::new(times(Side::Left), times(Side::Right))),
            Dialect::FlinkDatastream => {
                let mut all = [times(Side::Left), times(Side::Right)].concat();
                all.sort_unstable();
                by_end(Sides::new(all.clone(), all))
            }
            // A session of its own for each row; of a gap of 0, none.
            Dialect::Spark if gap > 0 => of.clone(),
            Dialect::Spark => return,
        };
        together(&copies.left, &copies.right, false, found);
    }
}

/// The ends of the sessions that these times make, ascending, by time.
fn ends(times: &[i64], gap: i64) -> HashMap<i64, i64> {
    let chains = times.chunk_by(|a, b| b - a <= gap);
    chains.flat_map(|chain| chain.iter().map(|time| (*time, chain[chain.len() - 1].saturating_add(gap)))).collect()
}

/// All pairs of rows of one place, both lists being in order of places.
fn together(left: &[(i64, RowId)], right: &[(i64, RowId)], windowed: bool, found: &mut Found) {
    let (mut lefts, mut rights) =
        (left.chunk_by(|a, b| a.0 == b.0).peekable(), right.chunk_by(|a, b| a.0 == b.0).peekable());
    while let (Some(left), Some(right)) = (lefts.peek(), rights.peek()) {
        let (place, other) = (left[0].0, right[0].0);
        if place == other {
            for (_, left) in *left {
                for (_, right) in *right {
                    if !found.add(*left, *right, if windowed { place } else { 0 }) {
                        return;
                    }
                }
            }
        }
        if place <= other {
            lefts.next();
        }
        if other <= place {
            rights.next();
        }
    }
}

/// Whether rows of a join of this type come out alone when they have found nobody.
pub(super) fn preserved(ty: JoinType, side: Side) -> bool {
    ty.outer(side) || ty == JoinType::Anti && side == Side::Left
}
