//! Many small things in one place: what a key holds is a number into an arena that all keys share, so that a key costs a few
//! bytes, a push allocates nothing, and a clone of the engine copies a few arrays.

/// How many nodes are allocated at once.
const PIECE: usize = 1024;

/// Nodes by number, from 1; 0 is no node. Each knows how to be one of the free ones.
///
/// They lie in pieces, so that to grow moves nothing, and no more than a piece is held for what may come.
#[derive(Clone, Debug)]
pub(super) struct Arena<N> {
    pieces: Vec<Vec<N>>,
    /// The free node that was freed last, which names the one before it.
    free: u32,
}

pub(super) trait Linked: Copy {
    fn next(&self) -> u32;
    fn set_next(&mut self, next: u32);
}

impl<N> Default for Arena<N> {
    fn default() -> Self {
        Arena { pieces: Vec::new(), free: 0 }
    }
}

impl<N: Linked> Arena<N> {
    /// Puts a node in; gives its number.
    #[inline]
    pub fn add(&mut self, node: N) -> u32 {
        let at = self.free;
        if at != 0 {
            self.free = self.at(at).next();
            *self.at_mut(at) = node;
            return at;
        }
        self.grow(node)
    }

    #[cold]
    fn grow(&mut self, node: N) -> u32 {
        if self.pieces.last().is_none_or(|piece| piece.len() == PIECE) {
            // The first piece grows as it is filled: most engines hold a few rows.
            let room = if self.pieces.is_empty() { 0 } else { PIECE };
            self.pieces.push(Vec::with_capacity(room));
        }
        let full = (self.pieces.len() - 1) * PIECE;
        let Some(piece) = self.pieces.last_mut() else { return 0 };
        piece.push(node);
        // Rows are numbered in 32 bits; whoever has more of them has run out of memory before.
        (full + piece.len()) as u32
    }

    #[inline]
    pub fn free(&mut self, at: u32) {
        self.free_ring(at, at);
    }

    /// Frees a chain of nodes, from `first` by `next` to `last`, at once.
    #[inline]
    pub fn free_ring(&mut self, first: u32, last: u32) {
        let free = self.free;
        self.at_mut(last).set_next(free);
        self.free = first;
    }

    #[inline]
    pub fn at(&self, at: u32) -> &N {
        let at = at as usize - 1;
        &self.pieces[at / PIECE][at % PIECE]
    }

    #[inline]
    pub fn at_mut(&mut self, at: u32) -> &mut N {
        let at = at as usize - 1;
        &mut self.pieces[at / PIECE][at % PIECE]
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.pieces) + self.pieces.iter().map(bytes).sum::<usize>()
    }
}

/// Makes room for one more by an eighth: a vector that doubles would hold up to twice what it needs.
#[inline]
pub(super) fn reserve_little<T>(items: &mut Vec<T>) {
    if items.len() == items.capacity() {
        items.reserve_exact(items.len() / 8 + 4);
    }
}

/// The entry of a key in what is kept by key. Keys are numbered from 0 without gaps.
#[inline]
pub(super) fn by_key<T: Default>(keys: &mut Vec<T>, key: usize) -> &mut T {
    if key >= keys.len() {
        make_room(keys, key);
    }
    &mut keys[key]
}

#[cold]
fn make_room<T: Default>(keys: &mut Vec<T>, key: usize) {
    if key >= keys.capacity() {
        keys.reserve_exact(key + 1 - keys.len() + key / 8);
    }
    keys.resize_with(key + 1, T::default);
}

/// Bytes that a vector of plain items takes.
pub(super) fn bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}
