//! What happened in each step of a run, packed.

use std::rc::Rc;

use super::pack::{Base, Pack, Reader};
use crate::engine::Effect;

/// The effects of all steps, in chunks of as many steps. Recordings of scripts that begin alike share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    chunks: Vec<Rc<Chunk>>,
}

#[derive(Clone, Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    /// Where the bytes of each step end.
    ends: Vec<u32>,
}

impl Log {
    const CHUNK: usize = 1024;

    /// How many steps there are.
    pub fn len(&self) -> usize {
        let last = self.chunks.last().map_or(0, |chunk| chunk.ends.len());
        self.chunks.len().saturating_sub(1) * Self::CHUNK + last
    }

    /// The bytes of the step of this index.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let chunk = self.chunks.get(index / Self::CHUNK)?;
        let at = index % Self::CHUNK;
        let end = *chunk.ends.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| chunk.ends[before]);
        chunk.bytes.get(start as usize..end as usize)
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if self.len().is_multiple_of(Self::CHUNK) {
            if let Some(full) = self.chunks.last_mut() {
                let full = Rc::make_mut(full);
                full.bytes.shrink_to_fit();
                full.ends.shrink_to_fit();
            }
            self.chunks.push(Rc::default());
        }
        if let Some(last) = self.chunks.last_mut() {
            let last = Rc::make_mut(last);
            last.bytes.extend_from_slice(bytes);
            last.ends.push(u32::try_from(last.bytes.len()).unwrap_or(u32::MAX));
        }
    }

    /// The first steps of these, sharing what is whole.
    pub fn head(&self, steps: usize) -> Log {
        let mut chunks: Vec<Rc<Chunk>> = self.chunks.iter().take(steps.div_ceil(Self::CHUNK)).cloned().collect();
        if let Some(last) = chunks.last_mut()
            && let rest @ 1.. = steps % Self::CHUNK
            && rest < last.ends.len()
        {
            let last = Rc::make_mut(last);
            last.ends.truncate(rest);
            last.bytes.truncate(last.ends.last().map_or(0, |end| *end as usize));
        }
        Log { chunks }
    }
}

/// The effects of a step, in the order in which they happened.
#[derive(Clone, Debug, Default)]
pub struct Effects<'r>(Reader<'r>);

impl<'r> Effects<'r> {
    pub(super) fn new(bytes: &'r [u8], base: Base, rows: u32) -> Self {
        Effects(Reader::new(bytes, base, rows))
    }

    /// Whether the bytes were those of effects, once there are no more.
    pub(super) fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

impl Iterator for Effects<'_> {
    type Item = Effect;

    #[inline]
    fn next(&mut self) -> Option<Effect> {
        // Bytes that are none end it; an assembly has looked at them all.
        if self.0.is_empty() { None } else { Effect::unpack(&mut self.0) }
    }
}
