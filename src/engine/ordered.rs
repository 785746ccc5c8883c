//! Rows of a key in order, all keys' in one arena.

use super::arena::{Arena, Linked};

/// The entries of one key: the root of a tree in an [`Ordered`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree(u32);

impl Tree {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The entries of one key, the first of which lies here: most keys hold no other, and that one is where the key is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front<K, T> {
    first: Option<(K, T)>,
    /// All others, none of which comes before it.
    rest: Tree,
}

impl<K, T> Default for Front<K, T> {
    fn default() -> Self {
        Front { first: None, rest: Tree::default() }
    }
}

impl<K: Copy + Ord, T: Copy> Front<K, T> {
    #[inline]
    pub fn insert(&mut self, all: &mut Ordered<K, T>, at: K, entry: T) {
        match self.first {
            None => self.first = Some((at, entry)),
            Some((first, _)) if first <= at => {
                all.insert(&mut self.rest, at, entry);
            }
            Some((first, was)) => {
                all.insert_first(&mut self.rest, first, was);
                self.first = Some((at, entry));
            }
        }
    }

    /// Calls `visit` for the entries with `first <= at <= last`, in order.
    #[inline]
    pub fn each(&mut self, all: &mut Ordered<K, T>, first: K, last: K, mut visit: impl FnMut(&mut T)) {
        if let Some((at, entry)) = &mut self.first
            && *at <= last
        {
            if *at >= first {
                visit(entry);
            }
            all.each(self.rest, first, last, |_, _, entry| visit(entry));
        }
    }

    /// The first entry.
    #[inline]
    pub fn first(&self) -> Option<(K, T)> {
        self.first
    }

    /// The first entry after `at`.
    pub fn after(&self, all: &Ordered<K, T>, at: K) -> Option<(K, T)> {
        self.first.filter(|(first, _)| *first > at).or_else(|| all.after(self.rest, at))
    }

    /// The last entry before `at`.
    pub fn before(&self, all: &Ordered<K, T>, at: K) -> Option<(K, T)> {
        all.before(self.rest, at).or(self.first.filter(|(first, _)| *first < at))
    }

    /// Takes the first entry out if it is not after `last`.
    #[inline]
    pub fn pop_until(&mut self, all: &mut Ordered<K, T>, last: K) -> Option<T> {
        let (_, entry) = self.first.filter(|(at, _)| *at <= last)?;
        self.first = all.pop_first(&mut self.rest, |_| true);
        Some(entry)
    }
}

/// Trees of entries by `K`; those of equal `K` in order of arrival.
///
/// They are treaps: search trees in which no node ranks below one under it. A node's rank is a hash of its number, so their
/// depth is logarithmic whatever comes, and always the same for the same input.
#[derive(Clone, Debug)]
pub(super) struct Ordered<K, T> {
    nodes: Arena<Node<K, T>>,
    /// The way down to where [`Ordered::each`] is, kept for its memory.
    path: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node<K, T> {
    at: K,
    entry: T,
    /// What comes before it, and what after.
    under: [u32; 2],
}

impl<K: Copy, T: Copy> Linked for Node<K, T> {
    fn next(&self) -> u32 {
        self.under[0]
    }

    fn set_next(&mut self, next: u32) {
        self.under[0] = next;
    }
}

/// A place in which a node hangs: under which other, before or after it. Node 0 stands for the tree.
type Place = (u32, usize);

const BEFORE: usize = 0;
const AFTER: usize = 1;
const ROOT: Place = (0, BEFORE);

impl<K, T> Default for Ordered<K, T> {
    fn default() -> Self {
        Ordered { nodes: Arena::default(), path: Vec::new() }
    }
}

impl<K: Copy + Ord, T: Copy> Ordered<K, T> {
    /// Gives the entry's number, which is its own as long as it is in.
    #[inline]
    pub fn insert(&mut self, tree: &mut Tree, at: K, entry: T) -> u32 {
        let new = self.nodes.add(Node { at, entry, under: [0, 0] });
        if tree.is_empty() {
            tree.0 = new;
        } else {
            self.insert_node(tree, new, |other| other <= at);
        }
        new
    }

    /// Inserts what no other entry comes before, those of its own `at` neither.
    fn insert_first(&mut self, tree: &mut Tree, at: K, entry: T) {
        let new = self.nodes.add(Node { at, entry, under: [0, 0] });
        self.insert_node(tree, new, |_| false);
    }

    fn insert_node(&mut self, tree: &mut Tree, new: u32, before: impl Fn(K) -> bool) {
        let (mut place, mut here) = (ROOT, tree.0);
        while here != 0 && rank(here) >= rank(new) {
            let way = if before(self.nodes.at(here).at) { AFTER } else { BEFORE };
            place = (here, way);
            here = self.nodes.at(here).under[way];
        }
        self.hang(tree, place, new);
        // What hung there ranks below: it is split into what comes before the new one and what comes after.
        let (mut low, mut high) = ((new, BEFORE), (new, AFTER));
        while here != 0 {
            let node = self.nodes.at(here);
            let under = node.under;
            if before(node.at) {
                self.hang(tree, low, here);
                (low, here) = ((here, AFTER), under[AFTER]);
            } else {
                self.hang(tree, high, here);
                (high, here) = ((here, BEFORE), under[BEFORE]);
            }
        }
        self.hang(tree, low, 0);
        self.hang(tree, high, 0);
    }

    /// Calls `visit` for the entries with `first <= at <= last`, in order; the first thing that it is told is their number.
    #[inline]
    pub fn each(&mut self, tree: Tree, first: K, last: K, mut visit: impl FnMut(u32, K, &mut T)) {
        let mut here = tree.0;
        if here == 0 {
            return;
        }
        loop {
            while here != 0 {
                let node = self.nodes.at(here);
                if node.at < first {
                    here = node.under[AFTER];
                } else {
                    self.path.push(here);
                    here = node.under[BEFORE];
                }
            }
            let Some(next) = self.path.pop() else { return };
            let node = self.nodes.at_mut(next);
            if node.at > last {
                self.path.clear();
                return;
            }
            visit(next, node.at, &mut node.entry);
            here = node.under[AFTER];
        }
    }

    /// The first entry.
    pub fn first(&self, tree: Tree) -> Option<(K, T)> {
        self.last_that(tree, BEFORE, |_| true)
    }

    /// The first entry at or after `at`.
    pub fn from(&self, tree: Tree, at: K) -> Option<(K, T)> {
        self.last_that(tree, BEFORE, |other| other >= at)
    }

    /// The first entry after `at`.
    pub fn after(&self, tree: Tree, at: K) -> Option<(K, T)> {
        self.last_that(tree, BEFORE, |other| other > at)
    }

    /// The last entry before `at`.
    pub fn before(&self, tree: Tree, at: K) -> Option<(K, T)> {
        self.last_that(tree, AFTER, |other| other < at)
    }

    /// Going `way` from the other end, the last entry that `is` still one of those wanted.
    fn last_that(&self, tree: Tree, way: usize, is: impl Fn(K) -> bool) -> Option<(K, T)> {
        let (mut here, mut found) = (tree.0, None);
        while here != 0 {
            let node = self.nodes.at(here);
            let wanted = is(node.at);
            if wanted {
                found = Some((node.at, node.entry));
            }
            here = node.under[if wanted { way } else { 1 - way }];
        }
        found
    }

    /// The entry at `at`, where there can be but one.
    pub fn get_mut(&mut self, tree: Tree, at: K) -> Option<&mut T> {
        let number = self.number(tree, at)?;
        Some(&mut self.nodes.at_mut(number).entry)
    }

    pub fn at_mut(&mut self, number: u32) -> &mut T {
        &mut self.nodes.at_mut(number).entry
    }

    /// The number of the entry at `at`, where there can be but one.
    pub fn number(&self, tree: Tree, at: K) -> Option<u32> {
        let mut here = tree.0;
        while here != 0 {
            let node = self.nodes.at(here);
            if node.at == at {
                return Some(here);
            }
            here = node.under[if node.at < at { AFTER } else { BEFORE }];
        }
        None
    }

    /// Takes out the first entry with `first <= at <= last`.
    pub fn pop_within(&mut self, tree: &mut Tree, first: K, last: K) -> Option<(K, T)> {
        let (mut place, mut here, mut found) = (ROOT, tree.0, None);
        while here != 0 {
            let node = self.nodes.at(here);
            let way = if node.at < first { AFTER } else { BEFORE };
            if way == BEFORE {
                found = (node.at <= last).then_some((place, here));
            }
            (place, here) = ((here, way), node.under[way]);
        }
        found.map(|(place, here)| (self.nodes.at(here).at, self.take(tree, place, here)))
    }

    /// Takes the first entry out if it is not after `last`.
    #[inline]
    pub fn pop_until(&mut self, tree: &mut Tree, last: K) -> Option<T> {
        self.pop_first(tree, |at| at <= last).map(|(_, entry)| entry)
    }

    /// Takes the first entry out if it is one of those wanted.
    #[inline]
    fn pop_first(&mut self, tree: &mut Tree, wanted: impl Fn(K) -> bool) -> Option<(K, T)> {
        if tree.is_empty() {
            return None;
        }
        let (mut place, mut here) = (ROOT, tree.0);
        let mut node = self.nodes.at(here);
        while node.under[BEFORE] != 0 {
            (place, here) = ((here, BEFORE), node.under[BEFORE]);
            node = self.nodes.at(here);
        }
        let at = node.at;
        wanted(at).then(|| (at, self.take(tree, place, here)))
    }

    /// Takes out the node that hangs in `place`: what is before it and what is after it become one.
    #[inline]
    fn take(&mut self, tree: &mut Tree, mut place: Place, at: u32) -> T {
        let Node { entry, under: [mut low, mut high], .. } = *self.nodes.at(at);
        while low != 0 && high != 0 {
            if rank(low) >= rank(high) {
                self.hang(tree, place, low);
                (place, low) = ((low, AFTER), self.nodes.at(low).under[AFTER]);
            } else {
                self.hang(tree, place, high);
                (place, high) = ((high, BEFORE), self.nodes.at(high).under[BEFORE]);
            }
        }
        self.hang(tree, place, low.max(high));
        self.nodes.free(at);
        entry
    }

    #[inline]
    fn hang(&mut self, tree: &mut Tree, (under, way): Place, at: u32) {
        match under {
            0 => tree.0 = at,
            _ => self.nodes.at_mut(under).under[way] = at,
        }
    }

    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}

/// Mixes a node's number until it tells nothing of the order in which nodes were made.
#[inline]
fn rank(at: u32) -> u32 {
    let at = (at ^ (at >> 16)).wrapping_mul(0x7FEB_352D);
    let at = (at ^ (at >> 15)).wrapping_mul(0x846C_A68B);
    at ^ (at >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(ordered: &Ordered<i64, u32>, at: u32) -> usize {
        if at == 0 {
            return 0;
        }
        let under = ordered.nodes.at(at).under;
        1 + depth(ordered, under[0]).max(depth(ordered, under[1]))
    }

    fn all(ordered: &mut Ordered<i64, u32>, tree: Tree, first: i64, last: i64) -> Vec<(i64, u32)> {
        let mut found = Vec::new();
        ordered.each(tree, first, last, |_, at, entry| found.push((at, *entry)));
        found
    }

    #[test]
    fn it_is_a_sorted_list_whatever_is_done_to_it() {
        let mut ordered = Ordered::default();
        let (mut tree, mut neighbour) = (Tree::default(), Tree::default());
        let mut plain: Vec<(i64, u32)> = Vec::new();
        let mut random = 1_u32;
        for number in 0..3_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = i64::from(random >> 24);
            ordered.insert(&mut neighbour, at, number);
            match random >> 8 & 7 {
                0 => {
                    let popped = plain.first().filter(|(first, _)| *first <= at).copied();
                    assert_eq!(ordered.pop_until(&mut tree, at), popped.map(|(_, entry)| entry));
                    plain.drain(..usize::from(popped.is_some()));
                }
                1 => {
                    let place = plain.iter().position(|(other, _)| (at..at + 20).contains(other));
                    let removed = place.map(|place| plain.remove(place));
                    assert_eq!(ordered.pop_within(&mut tree, at, at + 19), removed);
                }
                _ => {
                    ordered.insert(&mut tree, at, number);
                    plain.insert(plain.partition_point(|(other, _)| *other <= at), (at, number));
                }
            }
            if number % 50 == 0 {
                assert_eq!(all(&mut ordered, tree, i64::MIN, i64::MAX), plain);
                let between: Vec<_> =
                    plain.iter().copied().filter(|(other, _)| (at..=at + 30).contains(other)).collect();
                assert_eq!(all(&mut ordered, tree, at, at + 30), between);
            }
            let find = |wanted: &dyn Fn(i64) -> bool| plain.iter().copied().find(|(at, _)| wanted(*at));
            assert_eq!(ordered.first(tree), plain.first().copied());
            assert_eq!(ordered.from(tree, at), find(&|other| other >= at));
            assert_eq!(ordered.after(tree, at), find(&|other| other > at));
            assert_eq!(ordered.before(tree, at), plain.iter().copied().rfind(|(other, _)| *other < at));
        }
        assert!(!tree.is_empty());
    }

    #[test]
    fn with_its_first_entry_in_front_it_is_the_same_list() {
        let (mut all, mut front) = (Ordered::default(), Front::default());
        let mut plain: Vec<(i64, u32)> = Vec::new();
        let mut random = 1_u32;
        for number in 0..3_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Few times, so that many are equal; and often empty.
            let at = i64::from(random >> 24) / 8;
            if random >> 8 & 1 == 0 {
                front.insert(&mut all, at, number);
                plain.insert(plain.partition_point(|(other, _)| *other <= at), (at, number));
            } else {
                let popped = plain.first().filter(|(first, _)| *first <= at + 8).copied();
                assert_eq!(front.pop_until(&mut all, at + 8), popped.map(|(_, entry)| entry));
                plain.drain(..usize::from(popped.is_some()));
            }
            assert_eq!(front.first(), plain.first().copied());
            assert_eq!(front.after(&all, at), plain.iter().copied().find(|(other, _)| *other > at));
            assert_eq!(front.before(&all, at), plain.iter().copied().rfind(|(other, _)| *other < at));
            let mut between = Vec::new();
            front.each(&mut all, at, at + 5, |entry| between.push(*entry));
            let wanted = plain.iter().filter(|(other, _)| (at..=at + 5).contains(other));
            assert_eq!(between, wanted.map(|(_, entry)| *entry).collect::<Vec<_>>());
        }
    }

    /// What makes a push cost the logarithm of what its key holds.
    #[test]
    fn a_hundred_thousand_entries_are_not_deep_in_any_order() {
        let count = 100_000;
        let orders: [fn(i64) -> i64; 4] = [|n| n, |n| -n, |n| n * 7_919 % 100_003, |_| 0];
        for order in orders {
            let (mut ordered, mut tree) = (Ordered::default(), Tree::default());
            for number in 0..count {
                ordered.insert(&mut tree, order(number), number as u32);
            }
            assert!(depth(&ordered, tree.0) < 60, "{}", depth(&ordered, tree.0));
            // As rows come and go, nodes are used again.
            let bytes = ordered.bytes();
            for number in 0..count {
                ordered.pop_until(&mut tree, i64::MAX);
                ordered.insert(&mut tree, order(number), number as u32);
            }
            assert!(depth(&ordered, tree.0) < 60, "{}", depth(&ordered, tree.0));
            assert_eq!(ordered.bytes(), bytes);
        }
    }
}
