//! Rows of a key, or of a window, in no order but that in which they came, all in one arena.

use super::arena::{Arena, Linked};

/// The last entry of a list in [`Lists`], which leads to the first: so two lists become one in a single step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct List(u32);

#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    nodes: Arena<Node<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Node<T> {
    entry: T,
    next: u32,
}

impl<T: Copy> Linked for Node<T> {
    fn next(&self) -> u32 {
        self.next
    }

    fn set_next(&mut self, next: u32) {
        self.next = next;
    }
}

impl List {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { nodes: Arena::default() }
    }
}

impl<T: Copy> Lists<T> {
    #[inline]
    pub fn push(&mut self, list: &mut List, entry: T) {
        let new = self.nodes.add(Node { entry, next: 0 });
        self.nodes.at_mut(new).next = new;
        self.append(list, List(new));
    }

    /// Puts the entries of `more` behind those of `list`.
    #[inline]
    pub fn append(&mut self, list: &mut List, more: List) {
        if more.is_empty() {
            return;
        }
        if !list.is_empty() {
            let (first, middle) = (self.nodes.at(list.0).next, self.nodes.at(more.0).next);
            self.nodes.at_mut(list.0).next = middle;
            self.nodes.at_mut(more.0).next = first;
        }
        *list = more;
    }

    pub fn first(&self, list: List) -> Option<T> {
        (!list.is_empty()).then(|| self.nodes.at(self.nodes.at(list.0).next).entry)
    }

    pub fn iter(&self, list: List) -> impl Iterator<Item = T> + '_ {
        let mut next = if list.is_empty() { 0 } else { self.nodes.at(list.0).next };
        std::iter::from_fn(move || {
            if next == 0 {
                return None;
            }
            let node = self.nodes.at(next);
            next = if next == list.0 { 0 } else { node.next };
            Some(node.entry)
        })
    }

    /// Ends a list: its memory is free for others.
    #[inline]
    pub fn free(&mut self, list: List) {
        if !list.is_empty() {
            let first = self.nodes.at(list.0).next;
            self.nodes.free_ring(first, list.0);
        }
    }

    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_join_and_give_back_their_memory() {
        let mut lists = Lists::default();
        let all = |lists: &Lists<u32>, list: List| lists.iter(list).collect::<Vec<_>>();
        let (mut one, mut two) = (List::default(), List::default());
        assert_eq!((all(&lists, one), lists.first(one)), (vec![], None));
        for entry in 0..4 {
            lists.push(if entry % 2 == 0 { &mut one } else { &mut two }, entry);
        }
        assert_eq!((all(&lists, one), all(&lists, two)), (vec![0, 2], vec![1, 3]));
        lists.append(&mut two, one);
        lists.append(&mut two, List::default());
        assert_eq!((all(&lists, two), lists.first(two)), (vec![1, 3, 0, 2], Some(1)));
        let bytes = lists.bytes();
        lists.free(two);
        let mut again = List::default();
        lists.append(&mut again, List::default());
        assert!(again.is_empty());
        for entry in 0..4 {
            lists.push(&mut again, entry);
        }
        assert_eq!((all(&lists, again), lists.bytes()), (vec![0, 1, 2, 3], bytes));
    }
}
