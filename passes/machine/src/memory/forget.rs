//! What is known of freed allocations is kept while a pointer to them is anywhere, and forgotten when none is.
//!
//! Claims: an allocation whose end is forgotten was named by no value of the program at that moment, so no pointer that belongs to it can come up
//! again. Names and addresses are never given out twice, so also a pointer that was overlooked is never taken for one to another allocation: its report lacks
//! the stacks alone.

use super::{GAP, Memory, ObjectId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Freed allocations of which all is known, at least; then their names are looked for.
const KNOWN: usize = 1 << 14;
/// For so many objects and names that were looked at, one allocation more may be freed until the next look.
const LOOKED_AT: usize = 4;

/// When to forget, and where forgotten allocations were.
#[derive(Debug)]
pub(super) struct Forgotten {
    /// So many freed allocations may be known.
    limit: usize,
    /// Addresses of forgotten allocations, without what lies between neighbours: start and end.
    ranges: BTreeMap<u64, u64>,
}

impl Default for Forgotten {
    fn default() -> Self {
        Forgotten {
            limit: KNOWN,
            ranges: BTreeMap::new(),
        }
    }
}

impl Forgotten {
    /// Adds an allocation.
    fn add(&mut self, start: u64, bytes: u64) {
        // No allocation fits between two that are so near.
        const NEAR: u64 = 2 * GAP;
        let (mut start, mut end) = (start, start + bytes.max(1));
        if let Some((&before, &its_end)) = self.ranges.range(..=start).next_back()
            && its_end + NEAR >= start
        {
            (start, end) = (before, end.max(its_end));
        }
        if let Some((&behind, &its_end)) = self.ranges.range(start + 1..).next()
            && end + NEAR >= behind
        {
            self.ranges.remove(&behind);
            end = end.max(its_end);
        }
        self.ranges.insert(start, end);
    }

    fn has(&self, address: u64) -> bool {
        let before = self.ranges.range(..=address).next_back();
        before.is_some_and(|(_, end)| address < *end)
    }
}

/// The names of freed allocations that are still somewhere.
#[derive(Debug, Default)]
pub(crate) struct Named {
    found: FxHashSet<ObjectId>,
    looked_at: usize,
}

impl Memory {
    /// Whether so many allocations were freed that it is worth while to look which of them are still named.
    #[inline]
    pub(crate) fn has_much_to_forget(&self) -> bool {
        self.graves.len() > self.forgotten.limit
    }

    /// Whether a freed allocation was here of which no more is known.
    pub fn is_forgotten(&self, address: u64) -> bool {
        self.forgotten.has(address)
    }

    /// Notes that a name is somewhere.
    #[inline]
    pub(crate) fn note_named(&self, id: ObjectId, named: &mut Named) {
        named.looked_at += 1;
        if !id.is_none() && self.named(id).is_none() {
            let whole = self.whole(id);
            if self.graves.contains_key(&whole) {
                named.found.insert(whole);
            }
        }
    }

    /// Forgets all freed allocations but those that are named in memory, or in values that were [noted](Memory::note_named).
    pub(crate) fn forget_unnamed(&mut self, mut named: Named) {
        let slots = self.slots.iter();
        let living = slots.filter_map(|slot| slot.living.as_deref());
        for object in living.chain(self.closed.values().map(|object| &**object)) {
            let names = object.provenance.names();
            names.for_each(|name| self.note_named(name, &mut named));
        }
        let forgotten = &mut self.forgotten;
        self.graves.retain(|id, grave| {
            let is_named = named.found.contains(id);
            if !is_named {
                forgotten.add(grave.address, grave.size);
            }
            is_named
        });
        // What it took is to be spent again first by whoever frees.
        forgotten.limit = KNOWN
            .max(2 * self.graves.len())
            .max((named.looked_at + self.slots.len()) / LOOKED_AT);
        let graves = &self.graves;
        self.views.forget(|object| !graves.contains_key(&object));
        self.graves.shrink_to(forgotten.limit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{End, Kind, Making};
    use super::*;
    use crate::concrete::{Pointer, Value};
    use crate::fault::{Access, Fault};
    use crate::place::Trace;
    use crate::threads::ThreadId;
    use proptest::prelude::*;

    fn freed(memory: &mut Memory) -> Pointer {
        let making = Making {
            kind: Kind::Heap("malloc"),
            bytes: 24,
            align: 16,
        };
        let nowhere = || Trace::new(ThreadId::MAIN, Vec::new());
        let id = memory.allocate(&making, nowhere()).unwrap();
        let start = memory.start(id);
        memory.end(id, End::Freed, Some(nowhere()));
        start
    }

    #[test]
    fn what_a_pointer_names_is_known_and_all_else_is_forgotten() {
        let mut memory = Memory::new(0);
        let root = memory.make_static(&Making {
            kind: Kind::Library("root"),
            bytes: 8,
            align: 8,
        });
        let [in_memory, in_register, nowhere] = [(); 3].map(|()| freed(&mut memory));
        let stored = Value::pointer(in_memory.offset(20));
        memory.store(memory.start(root), 8, &stored).unwrap();
        let mut named = Named::default();
        memory.note_named(in_register.object, &mut named);
        memory.forget_unnamed(named);
        for kept in [in_memory, in_register] {
            assert!(memory.ended(kept.object).is_some());
            assert!(!memory.is_forgotten(kept.address));
        }
        assert!(memory.ended(nowhere.object).is_none());
        // It is an error for all that, and is known to have been an allocation.
        let read = memory.locate(nowhere, 1, Access::Read);
        assert!(matches!(read, Err(Fault::Dead { .. })));
        assert!(memory.is_forgotten(nowhere.address + 23));
        assert!(!memory.is_forgotten(nowhere.address + 24));
    }

    #[test]
    fn a_program_that_frees_without_end_needs_no_more_memory() {
        let mut memory = Memory::new(0);
        for _ in 0..10 * KNOWN {
            freed(&mut memory);
            if memory.has_much_to_forget() {
                memory.forget_unnamed(Named::default());
            }
        }
        assert!(memory.graves.len() <= KNOWN + 1);
        assert!(memory.slots.len() <= super::super::RESTING + 2);
        assert_eq!(memory.forgotten.ranges.len(), 1);
    }

    proptest! {
        /// In whichever order, each address of an allocation is found, and those between far ones are not.
        #[test]
        fn forgotten_places_are_found(order in Just((0u64..40).collect::<Vec<_>>()).prop_shuffle(), left in 0u64..40) {
            let mut forgotten = Forgotten::default();
            let start = |number: u64| 4096 + number * 64;
            for number in &order {
                if *number != left {
                    forgotten.add(start(*number), 40);
                }
            }
            for number in 0..40 {
                for at in [0, 39] {
                    prop_assert_eq!(forgotten.has(start(number) + at), number != left);
                }
            }
        }
    }
}
