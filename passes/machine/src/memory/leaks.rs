//! Which heap allocations can nobody reach any more?
//!
//! Claims: an allocation that is not listed may be reached: its address, or one inside of it, stands in memory that is no heap, or in an allocation
//! that may be reached. Any number counts that looks like such an address, aligned as addresses are, as in the checks of compiled programs.

use super::{Kind, Memory, Object, ObjectId};
use rustc_hash::FxHashSet;

/// Bytes of an address.
const ADDRESS: usize = 8;

impl Memory {
    /// Heap allocations that nobody can reach from what is off the heap or from these addresses, in the order of their own.
    pub(crate) fn leaked(&self, held: impl Iterator<Item = u64>) -> Vec<ObjectId> {
        let stacks = self.stack.iter().chain(self.stacks.objects());
        let statics = self.places.values().chain(stacks);
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        let mut work: Vec<&Object> = statics
            .filter_map(|id| self.get(*id))
            .filter(|object| !matches!(object.kind, Kind::Heap(_)))
            .collect();
        for address in held {
            if let Some(id) = self.allocation_around(address)
                && reached.insert(id)
            {
                work.extend(self.get(id));
            }
        }
        while let Some(object) = work.pop() {
            for word in object.bytes.chunks_exact(ADDRESS) {
                let mut bytes = [0; ADDRESS];
                bytes.copy_from_slice(word);
                if let Some(id) = self.allocation_around(u64::from_le_bytes(bytes))
                    && reached.insert(id)
                {
                    work.extend(self.get(id));
                }
            }
        }
        let heap = self.heap().map(|(id, _)| id);
        heap.filter(|id| !reached.contains(id)).collect()
    }

    /// The heap allocation that an address lies in, or at whose start if it has no bytes.
    fn allocation_around(&self, address: u64) -> Option<ObjectId> {
        let (_, id) = self.places.range(..=address).next_back()?;
        let object = self.get(*id)?;
        let inside = address - object.address < object.size.max(1);
        (matches!(object.kind, Kind::Heap(_)) && inside).then_some(*id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Making;
    use super::*;
    use crate::concrete::Value;
    use crate::place::Trace;
    use crate::threads::ThreadId;

    #[test]
    fn what_no_address_leads_to_is_lost() {
        let mut memory = Memory::new(0);
        let making = |kind| Making {
            kind,
            bytes: 16,
            align: 16,
        };
        let root = memory.make_static(&making(Kind::Library("root")));
        let [kept, inner, lost] = [(); 3].map(|()| {
            memory
                .allocate(
                    &making(Kind::Heap("malloc")),
                    Trace::new(ThreadId::MAIN, Vec::new()),
                )
                .unwrap()
        });
        let address = |memory: &Memory, id, by| Value::pointer(memory.start(id).offset(by));
        let (to_kept, to_inner) = (address(&memory, kept, 0), address(&memory, inner, 15));
        memory.store(memory.start(root), 8, &to_kept).unwrap();
        memory.store(memory.start(kept), 8, &to_inner).unwrap();
        memory.store(memory.start(lost), 8, &to_inner).unwrap();
        assert_eq!(memory.leaked(std::iter::empty()), [lost]);
        let held = memory.start(lost).address;
        assert_eq!(memory.leaked([held].into_iter()), []);
    }
}
