//! Timers: each fires once, in order of time, when the watermark (or the clock) reaches it.
//!
//! They wait in a wheel of wheels, for a heap of all of them would cost each one its logarithm in cache misses: a time is
//! ten digits of seven bits, and a timer waits in the slot of its first digit that differs from the time reached. As time
//! gets there, the timers of the slot move to finer ones, at last to `ready`.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::arena::{Arena, Linked, bytes};

const BITS: u32 = 7;
const SLOTS: usize = 1 << BITS;

/// Timers with what they are for; equal times fire in the order of `T`.
#[derive(Clone, Debug)]
pub(super) struct Timers<T> {
    wheel: Wheel<T>,
    waiting: Arena<Timer<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Timer<T> {
    at: i64,
    what: T,
    next: u32,
}

/// Which timers wait where, by their numbers from 1. They themselves are in a [`Waiting`], where whoever sets them has room.
#[derive(Clone, Debug)]
pub(super) struct Wheel<T> {
    /// All up to this time are in `ready`, all later ones in slots.
    reached: Option<u64>,
    ready: BinaryHeap<Reverse<(u64, T)>>,
    levels: Vec<Level>,
}

/// The timers that wait.
pub(super) trait Waiting<T> {
    /// Takes one in; gives its number.
    fn add(&mut self, at: i64, what: T) -> u32;
    /// When it fires, what it is for, and the next in its slot.
    fn get(&self, number: u32) -> (i64, T, u32);
    fn set_next(&mut self, number: u32, next: u32);
    /// It waits no more.
    fn remove(&mut self, number: u32);
}

/// The slots of one digit.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// A bit for each slot in which timers wait.
    used: u128,
    /// The newest timer of each slot.
    slots: [u32; SLOTS],
}

impl<T: Copy> Linked for Timer<T> {
    fn next(&self) -> u32 {
        self.next
    }

    fn set_next(&mut self, next: u32) {
        self.next = next;
    }
}

impl<T: Copy> Waiting<T> for Arena<Timer<T>> {
    #[inline]
    fn add(&mut self, at: i64, what: T) -> u32 {
        Arena::add(self, Timer { at, what, next: 0 })
    }

    #[inline]
    fn get(&self, number: u32) -> (i64, T, u32) {
        let Timer { at, what, next } = *self.at(number);
        (at, what, next)
    }

    #[inline]
    fn set_next(&mut self, number: u32, next: u32) {
        self.at_mut(number).next = next;
    }

    #[inline]
    fn remove(&mut self, number: u32) {
        self.free(number);
    }
}

impl<T: Ord> Default for Wheel<T> {
    fn default() -> Self {
        Wheel { reached: None, ready: BinaryHeap::new(), levels: Vec::new() }
    }
}

impl<T: Ord> Default for Timers<T> {
    fn default() -> Self {
        Timers { wheel: Wheel::default(), waiting: Arena::default() }
    }
}

impl<T: Ord + Copy> Timers<T> {
    #[inline]
    pub fn set(&mut self, at: i64, what: T) {
        self.wheel.set(at, what, &mut self.waiting);
    }

    /// The next timer at or before `now`, taken out.
    #[inline]
    pub fn due(&mut self, now: i64) -> Option<(i64, T)> {
        self.wheel.due(now, &mut self.waiting)
    }

    pub fn bytes(&self) -> usize {
        self.wheel.bytes() + self.waiting.bytes()
    }
}

impl<T: Ord + Copy> Wheel<T> {
    #[inline]
    pub fn set(&mut self, at: i64, what: T, waiting: &mut (impl Waiting<T> + ?Sized)) {
        let time = unsigned(at);
        // Of the first timer's time only the last digit is yet to come: so there are no more levels than times need.
        let reached = *self.reached.get_or_insert(time.saturating_sub(1));
        if time <= reached {
            self.ready.push(Reverse((time, what)));
            return;
        }
        let number = waiting.add(at, what);
        self.wait(number, time, reached, waiting);
    }

    /// The next timer at or before `now`, taken out.
    #[inline]
    pub fn due(&mut self, now: i64, waiting: &mut (impl Waiting<T> + ?Sized)) -> Option<(i64, T)> {
        let now = unsigned(now);
        if self.ready.is_empty() {
            return self.reach(now, waiting);
        }
        match self.ready.peek() {
            Some(Reverse((at, _))) if *at <= now => self.ready.pop().map(|Reverse((at, what))| (signed(at), what)),
            _ => None,
        }
    }

    /// Moves on to the next timer if that is due, and takes it out. None is ready.
    fn reach(&mut self, now: u64, waiting: &mut (impl Waiting<T> + ?Sized)) -> Option<(i64, T)> {
        loop {
            // A lower level's times are all before a higher one's.
            let level = self.levels.iter().position(|level| level.used != 0)?;
            let (slot, shift) = (self.levels[level].used.trailing_zeros(), level as u32 * BITS);
            let above = self.reached?.checked_shr(shift + BITS).and_then(|digits| digits.checked_shl(shift + BITS));
            let from = above.unwrap_or(0) | (u64::from(slot) << shift);
            if from > now {
                return None;
            }
            self.reached = Some(from);
            let level = &mut self.levels[level];
            level.used &= level.used - 1;
            let mut next = level.slots[slot as usize];
            let (at, what, after) = waiting.get(next);
            if unsigned(at) == from && after == 0 {
                waiting.remove(next);
                return Some((at, what));
            }
            while next != 0 {
                let (at, what, after) = waiting.get(next);
                let time = unsigned(at);
                if time == from {
                    waiting.remove(next);
                    self.ready.push(Reverse((time, what)));
                } else {
                    self.wait(next, time, from, waiting);
                }
                next = after;
            }
            if let Some(Reverse((at, what))) = self.ready.pop() {
                return Some((signed(at), what));
            }
        }
    }

    #[inline]
    fn wait(&mut self, number: u32, time: u64, reached: u64, waiting: &mut (impl Waiting<T> + ?Sized)) {
        let level = ((time ^ reached).ilog2() / BITS) as usize;
        let slot = (time >> (level as u32 * BITS)) as usize % SLOTS;
        if level >= self.levels.len() {
            self.levels.resize(level + 1, Level { used: 0, slots: [0; SLOTS] });
        }
        let level = &mut self.levels[level];
        let newest = if level.used & (1 << slot) == 0 { 0 } else { level.slots[slot] };
        level.used |= 1 << slot;
        level.slots[slot] = number;
        waiting.set_next(number, newest);
    }

    pub fn bytes(&self) -> usize {
        self.ready.capacity() * size_of::<(u64, T)>() + bytes(&self.levels)
    }
}

/// In the order of the signed ones.
fn unsigned(at: i64) -> u64 {
    at as u64 ^ (1 << 63)
}

fn signed(at: u64) -> i64 {
    (at ^ (1 << 63)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside a heap, which is the plain way: over all distances of time, set before, at and after the time reached.
    #[test]
    fn they_fire_as_from_a_heap() {
        for reach in [3, 70, 5_000, 1 << 20, 1 << 45, 1 << 53] {
            let (mut timers, mut heap) = (Timers::default(), BinaryHeap::new());
            let mut random = 7_u64;
            let mut next = |below: i64| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 11) as i64 % below
            };
            let mut now = -reach;
            let mut fired = 0;
            for what in 0..20_000_u32 {
                let at = now + next(2 * reach) - reach / 4;
                timers.set(at, what % 16);
                heap.push(Reverse((at, what % 16)));
                if next(3) == 0 {
                    now += next(reach / 64 + 2);
                    while let Some(timer) = timers.due(now) {
                        assert_eq!(heap.pop(), Some(Reverse(timer)));
                        fired += 1;
                        // As a firing sets the next one, perhaps at a time that is over.
                        if next(4) == 0 {
                            let at = timer.0 + next(reach) - 1;
                            timers.set(at, 99);
                            heap.push(Reverse((at, 99)));
                        }
                    }
                    assert!(heap.peek().is_none_or(|Reverse((at, _))| *at > now));
                }
            }
            assert!(fired > 1_000);
            while let Some(timer) = timers.due(i64::MAX) {
                assert_eq!(heap.pop(), Some(Reverse(timer)));
            }
            assert!(heap.is_empty());
        }
    }

    #[test]
    fn timers_that_come_and_go_take_no_more_memory() {
        let mut timers = Timers::default();
        let mut bytes = 0;
        for now in 0..100_000_i64 {
            timers.set(now + 1_000 + now % 7, now as u32);
            while timers.due(now).is_some() {}
            if now == 10_000 {
                bytes = timers.bytes();
            }
        }
        assert_eq!(timers.bytes(), bytes);
    }
}
