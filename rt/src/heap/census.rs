//! Counting chunks, one by one. Slow, and exact as far as no other thread allocates meanwhile.

use super::find::in_slot;
use super::header::State;
use super::{large, segment};

/// Chunks and their bytes, as the program asked for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many.
    pub chunks: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// Of all chunks, those that are allocated and those that were freed and are still known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Allocated.
    pub live: Sum,
    /// Freed.
    pub freed: Sum,
}

/// Calls `each` with every chunk that is allocated, or was freed and is still known.
pub fn for_each_chunk(mut each: impl FnMut(large::Found)) {
    segment::for_each_slot(|slot| {
        if let Some(found) = in_slot(slot) {
            each(found);
        }
    });
    large::for_each(each);
}

impl Census {
    /// Counts.
    pub fn take() -> Census {
        let mut census = Census::default();
        for_each_chunk(|found| census.count(&found));
        census
    }

    fn count(&mut self, found: &large::Found) {
        let sum = match found.chunk.state {
            State::Allocated => &mut self.live,
            _ => &mut self.freed,
        };
        sum.chunks += 1;
        sum.bytes += found.chunk.size;
    }
}
