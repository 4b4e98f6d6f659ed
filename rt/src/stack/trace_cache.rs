//! The traces that a thread took last, by their hashes. Where recursive functions allocate, thousands of traces take turns, and hardly two
//! in turn are alike; so each is walked anew, but only to hash it.

use super::depot::{Hash, Id};

/// Places for two traces each, side by side.
const SETS: usize = 1 << 12;

/// A trace. All zero is none: a hash of zero, as good as never there, finds no trace in it.
#[derive(Clone, Copy)]
struct Entry {
    /// All 64 bits. As many different traces as a depot has room for share one with a probability below 10^-5; a process of
    /// ordinary size with one below 10^-11.
    hash: u64,
    id: Id,
}

/// See the module. All zero is an empty cache.
pub struct TraceCache {
    /// The last one that was kept comes first.
    sets: [[Entry; 2]; SETS],
}

impl TraceCache {
    #[inline(always)]
    fn index(hash: u64) -> usize {
        (hash >> (u64::BITS - SETS.ilog2())) as usize
    }

    /// The id of the trace with this hash.
    #[inline(always)]
    pub fn find(&self, hash: Hash) -> Option<Id> {
        let hash = hash.value();
        let set = &self.sets[Self::index(hash)];
        let entry = set.iter().find(|entry| entry.hash == hash)?;
        Some(entry.id)
    }

    /// Keeps a trace.
    pub fn keep(&mut self, hash: Hash, id: Id) {
        let hash = hash.value();
        let set = &mut self.sets[Self::index(hash)];
        *set = [Entry { hash, id }, set[0]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_share_a_place_are_both_known() {
        // SAFETY: zero is an empty cache.
        let mut traces: TraceCache = unsafe { core::mem::zeroed() };
        let hash = |frame| {
            let mut hash = Hash::of_thread(0);
            hash.add(frame);
            hash
        };
        let index = |frame| TraceCache::index(hash(frame).value());
        let mut share = (0x1000..).filter(|frame| index(*frame) == index(0x1000));
        let [first, second, third] = [(); 3].map(|()| hash(share.next().unwrap()));
        assert_eq!(traces.find(first), None);
        traces.keep(first, Id(1));
        traces.keep(second, Id(2));
        assert_eq!(
            (traces.find(first), traces.find(second)),
            (Some(Id(1)), Some(Id(2)))
        );
        traces.keep(third, Id(3));
        assert_eq!(
            (traces.find(first), traces.find(second)),
            (None, Some(Id(2)))
        );
        assert_eq!(traces.find(third), Some(Id(3)));
    }
}
