//! The workload that measures a join: the same events, bit by bit, as those of the peers in `benches/peers`, and the check of
//! what comes out. `joinscope bench`, the criterion benches, and the browser's drive [`Engine::apply`] with it.
//!
//! `benches/peers/README.md` defines it; `workload.py` there is the reference.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasherDefault, Hasher},
};

use crate::{
    engine::{Arrival, Effect, Engine, Input, Key, Refusal, RowId, Sink},
    scenario::{Dialect, Interval, Join, JoinKind, JoinType, MAX_TIME, RowKind, Setup, Side, Sides, Strategy, Window},
};

/// The first event time, ms.
const BASE: i64 = 1_704_103_200_000;
/// How far apart in time partners of an interval join may be, ms.
const REACH: i64 = 5_000;
/// Size of a window, ms.
const WINDOW: i64 = 10_000;
/// How far a watermark is behind the newest row, ms. No row is later than that.
const DELAY: i64 = 1_000;
/// How many keys there are but in the regular join, which has one a row.
const KEYS: u64 = 10_000;
/// What a missing right id counts as in the check.
const NULL: i64 = 2_147_483_647;

/// The measured joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    IntervalInner,
    IntervalLeft,
    WindowInner,
    RegularInner,
}

/// A row of the workload. The rows of both sides alternate: left 0, right 0, left 1, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub key: u64,
    /// Event time, ms since the epoch.
    pub time: i64,
}

/// What is known of the rows that came out. The order in which they come does not matter to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub rows: u64,
    /// Over the rows, the sum of (left id * 7919) xor right id.
    pub check: i64,
}

impl Measured {
    pub const ALL: [Measured; 4] =
        [Measured::IntervalInner, Measured::IntervalLeft, Measured::WindowInner, Measured::RegularInner];

    pub fn word(self) -> &'static str {
        match self {
            Measured::IntervalInner => "interval-inner",
            Measured::IntervalLeft => "interval-left",
            Measured::WindowInner => "window-inner",
            Measured::RegularInner => "regular-inner",
        }
    }

    /// The first `n` rows a side, in order of arrival.
    pub fn events(self, n: u32, seed: u64) -> Vec<Event> {
        let keys = if self == Measured::RegularInner { u64::from(n) } else { KEYS };
        events(n, keys, seed)
    }

    /// The join as the app sets it up: Flink SQL, and a bounded watermark on each side.
    pub fn setup(self) -> Setup {
        let interval = JoinKind::Interval(Interval::closed(-REACH, REACH));
        let (kind, ty) = match self {
            Measured::IntervalInner => (interval, JoinType::Inner),
            Measured::IntervalLeft => (interval, JoinType::Left),
            Measured::WindowInner => {
                let window = Window::Tumbling { size: WINDOW, offset: 0 };
                (JoinKind::Window { window, allowed_lateness: 0 }, JoinType::Inner)
            }
            Measured::RegularInner => (JoinKind::Regular { state_ttl: 0 }, JoinType::Inner),
        };
        let bounded = Strategy::bounded(DELAY);
        Setup {
            dialect: Dialect::FlinkSql,
            watermarks: Sides::new(bounded, bounded),
            policy: None,
            join: Join { ty, kind },
        }
    }

    /// Runs the join over the events, one step each, and ends its input, as Flink does, by a last watermark on each side.
    pub fn run(self, events: &[Event]) -> Result<Counted, Refusal> {
        let mut engine = Engine::new(&self.setup())?;
        // As the app does it: the keys of all rows are numbered, then the rows are run.
        let mut keys = Keys::default();
        let numbers: Vec<Key> = events.iter().map(|event| keys.number(event.key)).collect();
        let mut counted = Counted::default();
        for ((row, event), key) in (0..).zip(events).zip(numbers) {
            let side = if row % 2 == 0 { Side::Left } else { Side::Right };
            let arrival = Arrival { side, row: RowId(row), key, time: event.time, kind: RowKind::Insert, partition: 0 };
            engine.apply(Input::Push(arrival), &mut counted)?;
        }
        for side in Side::BOTH {
            engine.apply(Input::Watermark { side, time: MAX_TIME }, &mut counted)?;
        }
        Ok(counted)
    }
}

impl Sink for Counted {
    const EXPLAINS: bool = false;

    #[inline]
    fn effect(&mut self, effect: Effect) {
        // Rows are numbered over both sides, ids on each.
        let id = |row: RowId| i64::from(row.0 / 2);
        if let Effect::Emitted { left, right, .. } = effect {
            self.rows += 1;
            let (left, right) = (left.map_or(NULL, id), right.map_or(NULL, id));
            self.check = self.check.wrapping_add(left.wrapping_mul(7919) ^ right);
        }
    }
}

/// Keys by their numbers in order of first appearance, from 1, as the app numbers a scenario's.
#[derive(Default)]
struct Keys {
    numbers: HashMap<u64, Key, BuildHasherDefault<OneMultiplication>>,
}

impl Keys {
    #[inline]
    fn number(&mut self, key: u64) -> Key {
        let next = Key(u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX));
        match self.numbers.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(next),
        }
    }
}

/// Keys here come from nobody who means harm.
#[derive(Clone, Copy, Default)]
struct OneMultiplication(u64);

impl Hasher for OneMultiplication {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(self.0 ^ u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, x: u64) {
        // A map takes both ends of a hash, so the high half is folded down.
        let wide = u128::from(x ^ 0x243F_6A88_85A3_08D3).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }
}

fn events(n: u32, keys: u64, seed: u64) -> Vec<Event> {
    let rows = (0..n).flat_map(|i| [(i, 0), (i, 1)]);
    rows.map(|(i, side)| {
        let x = splitmix(seed.wrapping_add(2 * u64::from(i) + side));
        Event { key: x % keys, time: BASE + i64::from(i) + ((x >> 32) % 1001) as i64 }
    })
    .collect()
}

fn splitmix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Tells whether two programs have the same events: over the first 1000 rows a side, of 10,000 keys.
pub fn self_check(seed: u64) -> u64 {
    events(1000, KEYS, seed).iter().fold(0, |c: u64, event| {
        let c = c.wrapping_mul(31).wrapping_add(event.key);
        c.wrapping_mul(31).wrapping_add(event.time as u64)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// By brute force over the rows of each key, knowing nothing of engines.
    fn expected(measured: Measured, events: &[Event]) -> Counted {
        let mut lefts: HashMap<u64, Vec<(usize, i64)>> = HashMap::new();
        let mut rights = lefts.clone();
        for (row, event) in events.iter().enumerate() {
            let side = if row % 2 == 0 { &mut lefts } else { &mut rights };
            side.entry(event.key).or_default().push((row / 2, event.time));
        }
        let mut counted = Counted::default();
        let mut out = |left: usize, right: i64| {
            counted.rows += 1;
            counted.check = counted.check.wrapping_add((left as i64 * 7919) ^ right);
        };
        for (key, lefts) in lefts {
            for (left, time) in lefts {
                let pairs = |other: i64| match measured {
                    Measured::IntervalInner | Measured::IntervalLeft => (time - other).abs() <= 5_000,
                    Measured::WindowInner => time / 10_000 == other / 10_000,
                    Measured::RegularInner => true,
                };
                let mut alone = true;
                for (right, _) in rights.get(&key).into_iter().flatten().filter(|(_, other)| pairs(*other)) {
                    alone = false;
                    out(left, *right as i64);
                }
                if alone && measured == Measured::IntervalLeft {
                    out(left, i64::from(i32::MAX));
                }
            }
        }
        counted
    }

    #[test]
    fn each_join_puts_out_what_brute_force_does() {
        for measured in Measured::ALL {
            for (n, seed) in [(20_000, 42), (500, 7), (1, 1), (0, 0)] {
                let events = measured.events(n, seed);
                assert_eq!(events.len(), 2 * n as usize);
                assert_eq!(measured.run(&events), Ok(expected(measured, &events)), "{measured:?} {n} {seed}");
            }
        }
    }

    #[test]
    fn the_events_are_those_of_the_peers() {
        assert_eq!(self_check(42), 4_118_284_535_640_316_600);
        let events = Measured::IntervalInner.events(5, 42);
        let side = |side: usize| events.iter().skip(side).step_by(2).map(|event| (event.key, event.time - BASE));
        let left = [(5413, 87), (7331, 313), (6343, 957), (7267, 833), (4539, 663)];
        let right = [(5160, 637), (4326, 548), (3765, 477), (3592, 361), (7832, 245)];
        assert_eq!(side(0).collect::<Vec<_>>(), left);
        assert_eq!(side(1).collect::<Vec<_>>(), right);
    }
}
