//! Counting blocks, one by one. Slow, and exact as far as no other thread allocates meanwhile.

use super::find::in_slot;
use super::header::State;
use super::{large, segment};

/// Blocks and their bytes, as the program asked for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many.
    pub blocks: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// Of all blocks, those that are allocated and those that were freed and are still known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Allocated.
    pub live: Sum,
    /// Freed.
    pub freed: Sum,
}

/// Calls `each` with every block that is allocated, or was freed and is still known.
pub fn for_each_block(mut each: impl FnMut(large::Found)) {
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
        for_each_block(|found| census.count(&found));
        census
    }

    fn count(&mut self, found: &large::Found) {
        let sum = match found.block.state {
            State::Allocated => &mut self.live,
            _ => &mut self.freed,
        };
        sum.blocks += 1;
        sum.bytes += found.block.size;
    }
}
