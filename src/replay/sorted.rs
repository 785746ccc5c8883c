//! An ordered map of which many versions are kept: each has its own copy of what it changed, and shares the rest.

use std::{fmt, ops::RangeInclusive, rc::Rc};

/// Entries in order of their keys, in chunks that are never empty. A clone costs nothing; the first change of a clone copies
/// a word a chunk, and one chunk.
#[derive(Clone)]
pub struct Sorted<K, V>(Rc<Vec<Chunk<K, V>>>);

type Chunk<K, V> = Rc<Vec<(K, V)>>;

impl<K: Ord + Copy, V: Copy> Sorted<K, V> {
    const MOST: usize = 64;

    pub fn len(&self) -> usize {
        self.0.iter().map(|chunk| chunk.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// At most so many bytes, none of them shared.
    pub(super) fn bytes(&self) -> usize {
        self.0.len() * Self::MOST * size_of::<(K, V)>()
    }

    /// The only chunk that may have the key.
    fn chunk(&self, key: &K) -> usize {
        self.0.partition_point(|chunk| chunk.first().is_some_and(|(first, _)| first <= key)).saturating_sub(1)
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let chunk = self.0.get(self.chunk(key))?;
        let at = chunk.binary_search_by(|(there, _)| there.cmp(key)).ok()?;
        Some(&chunk[at].1)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let index = self.chunk(key);
        let at = self.0.get(index)?.binary_search_by(|(there, _)| there.cmp(key)).ok()?;
        let chunk = Rc::make_mut(Rc::make_mut(&mut self.0).get_mut(index)?);
        chunk.get_mut(at).map(|(_, value)| value)
    }

    pub fn insert(&mut self, key: K, value: V) {
        *self.or_insert(key, value) = value;
    }

    /// The value of a key; this one is put there if it has none.
    pub fn or_insert(&mut self, key: K, new: V) -> &mut V {
        let mut index = self.chunk(&key);
        let chunks = Rc::make_mut(&mut self.0);
        if chunks.is_empty() {
            chunks.push(Rc::default());
        }
        let full = &mut chunks[index];
        if full.len() >= Self::MOST {
            let rest = Rc::make_mut(full).split_off(Self::MOST / 2);
            let second = rest.first().is_some_and(|(first, _)| *first <= key);
            chunks.insert(index + 1, Rc::new(rest));
            index += usize::from(second);
        }
        let chunk = Rc::make_mut(&mut chunks[index]);
        let at = match chunk.binary_search_by(|(there, _)| there.cmp(&key)) {
            Ok(at) => at,
            Err(at) => {
                chunk.insert(at, (key, new));
                at
            }
        };
        &mut chunk[at].1
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        let index = self.chunk(key);
        let at = self.0.get(index)?.binary_search_by(|(there, _)| there.cmp(key)).ok()?;
        let chunks = Rc::make_mut(&mut self.0);
        let chunk = Rc::make_mut(chunks.get_mut(index)?);
        let (_, value) = chunk.remove(at);
        if chunk.is_empty() {
            chunks.remove(index);
        }
        Some(value)
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().flat_map(|chunk| chunk.iter()).map(|(key, value)| (key, value))
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// The entries with keys from one to another, in order.
    pub fn range(&self, keys: RangeInclusive<K>) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        let (first, last) = keys.into_inner();
        let end = self.0.partition_point(|chunk| chunk.first().is_some_and(|(there, _)| *there <= last));
        let start = self.chunk(&first).min(end);
        let inside = move |chunk: &Chunk<K, V>| {
            let bound = |below: &dyn Fn(&K) -> bool| chunk.partition_point(|(there, _)| below(there));
            let start = bound(&|there| *there < first);
            start..bound(&|there| *there <= last).max(start)
        };
        self.0[start..end].iter().flat_map(move |chunk| &chunk[inside(chunk)]).map(|(key, value)| (key, value))
    }
}

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted(Rc::default())
    }
}

impl<K: Ord + Copy, V: Copy + PartialEq> PartialEq for Sorted<K, V> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.iter().eq(other.iter())
    }
}

impl<K: Ord + Copy, V: Copy + Eq> Eq for Sorted<K, V> {}

impl<K: Ord + Copy + fmt::Debug, V: Copy + fmt::Debug> fmt::Debug for Sorted<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// As the standard library's map does, in every version.
        #[test]
        fn it_is_an_ordered_map(acts in proptest::collection::vec((0..4u8, 0..300u32, any::<u8>()), 0..600), (from, to) in (0..300u32, 0..300u32)) {
            let (mut map, mut model) = (Sorted::default(), BTreeMap::new());
            let mut versions = Vec::new();
            for (what, key, value) in acts {
                match what {
                    0 => prop_assert_eq!(map.remove(&key), model.remove(&key)),
                    1 => {
                        if let Some(there) = map.get_mut(&key) {
                            *there = value;
                        }
                        model.entry(key).and_modify(|there| *there = value);
                    }
                    _ => {
                        map.insert(key, value);
                        model.insert(key, value);
                    }
                }
                prop_assert_eq!(map.get(&key), model.get(&key));
                if what == 0 {
                    versions.push((map.clone(), model.clone()));
                }
            }
            versions.push((map, model));
            for (map, model) in versions {
                prop_assert!(map.iter().eq(model.iter()) && map.iter().rev().eq(model.iter().rev()));
                prop_assert_eq!(map.len(), model.len());
                let (from, to) = (from.min(to), from.max(to));
                prop_assert!(map.range(from..=to).eq(model.range(from..=to)));
                prop_assert!(map.range(from..=to).rev().eq(model.range(from..=to).rev()));
            }
        }
    }
}
