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
    /// All up to this time are in `ready`, all later ones in slots.
    reached: Option<u64>,
    ready: BinaryHeap<Reverse<(u64, T)>>,
    waiting: Arena<Waiting<T>>,
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    at: u64,
    what: T,
    next: u32,
}

impl<T: Copy> Linked for Waiting<T> {
    fn next(&self) -> u32 {
        self.next
    }

    fn set_next(&mut self, next: u32) {
        self.next = next;
    }
}

/// The slots of one digit.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// A bit for each slot in which timers wait.
    used: u128,
    /// The newest timer of each slot.
    slots: [u32; SLOTS],
}

impl<T> Default for Timers<T>
where
    T: Ord,
{
    fn default() -> Self {
        Timers { reached: None, ready: BinaryHeap::new(), waiting: Arena::default(), levels: Vec::new() }
    }
}

impl<T: Ord + Copy> Timers<T> {
    #[inline]
    pub fn set(&mut self, at: i64, what: T) {
        let at = unsigned(at);
        // Of the first timer's time only the last digit is yet to come: so there are no more levels than times need.
        let reached = *self.reached.get_or_insert(at.saturating_sub(1));
        if at <= reached {
            self.ready.push(Reverse((at, what)));
            return;
        }
        let waiting = self.waiting.add(Waiting { at, what, next: 0 });
        self.wait(waiting, at, reached);
    }

    /// The next timer at or before `now`, taken out.
    #[inline]
    pub fn due(&mut self, now: i64) -> Option<(i64, T)> {
        let now = unsigned(now);
        if self.ready.is_empty() {
            return self.reach(now);
        }
        match self.ready.peek() {
            Some(Reverse((at, _))) if *at <= now => self.ready.pop().map(|Reverse((at, what))| (signed(at), what)),
            _ => None,
        }
    }

    /// Moves on to the next timer if that is due, and takes it out. None is ready.
    fn reach(&mut self, now: u64) -> Option<(i64, T)> {
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
            let Waiting { at, what, next: after } = *self.waiting.at(next);
            if at == from && after == 0 {
                self.waiting.free(next);
                return Some((signed(at), what));
            }
            while next != 0 {
                let Waiting { at, what, next: after } = *self.waiting.at(next);
                if at == from {
                    self.waiting.free(next);
                    self.ready.push(Reverse((at, what)));
                } else {
                    self.wait(next, at, from);
                }
                next = after;
            }
            if let Some(Reverse((at, what))) = self.ready.pop() {
                return Some((signed(at), what));
            }
        }
    }

    #[inline]
    fn wait(&mut self, waiting: u32, at: u64, reached: u64) {
        let level = ((at ^ reached).ilog2() / BITS) as usize;
        let slot = (at >> (level as u32 * BITS)) as usize % SLOTS;
        if level >= self.levels.len() {
            self.levels.resize(level + 1, Level { used: 0, slots: [0; SLOTS] });
        }
        let level = &mut self.levels[level];
        let newest = if level.used & (1 << slot) == 0 { 0 } else { level.slots[slot] };
        level.used |= 1 << slot;
        level.slots[slot] = waiting;
        self.waiting.at_mut(waiting).next = newest;
    }

    pub fn bytes(&self) -> usize {
        let ready = self.ready.capacity() * size_of::<(u64, T)>();
        ready + self.waiting.bytes() + bytes(&self.levels)
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
