//! Which object the addresses in memory belong to.

use super::ObjectId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Bytes of a slot for one address.
const SLOT: u64 = 8;

/// The object of each address that is stored in another object: of whole aligned ones by slot, of others and of parts byte by byte.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Made when the first address is stored; those of small objects lie here.
    slots: SmallVec<[u32; 4]>,
    bytes: Option<Box<FxHashMap<u64, u32>>>,
}

impl Provenance {
    /// Forgets all.
    pub fn reset(&mut self) {
        self.slots.clear();
        self.bytes = None;
    }

    /// Whether nothing that is stored belongs to an object.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty() && self.bytes.is_none()
    }

    /// The object that all bytes of a range belong to.
    #[inline]
    pub fn get(&self, at: u64, bytes: u64) -> ObjectId {
        if self.is_empty() {
            return ObjectId::NONE;
        }
        if bytes == SLOT && at.is_multiple_of(SLOT) {
            let whole = self.slots.get((at / SLOT) as usize).copied().unwrap_or(0);
            if whole != 0 || self.bytes.is_none() {
                return ObjectId::from_raw(whole);
            }
        }
        let mut all = (at..at + bytes).map(|byte| self.of_byte(byte));
        let first = all.next().unwrap_or(0);
        match all.all(|one| one == first) {
            true => ObjectId::from_raw(first),
            false => ObjectId::NONE,
        }
    }

    fn of_byte(&self, at: u64) -> u32 {
        match self.slots.get((at / SLOT) as usize) {
            Some(&object) if object != 0 => object,
            _ => {
                let bytes = self.bytes.as_deref();
                bytes.and_then(|bytes| bytes.get(&at).copied()).unwrap_or(0)
            }
        }
    }

    /// Notes that the bytes of a range, in an object of `size` bytes, belong to an object, or to none.
    #[inline]
    pub fn set(&mut self, at: u64, bytes: u64, object: ObjectId, size: u64) {
        if object.is_none() && self.is_empty() {
            return;
        }
        if bytes == SLOT && at.is_multiple_of(SLOT) && self.bytes.is_none() {
            if self.slots.is_empty() {
                self.slots.resize(size.div_ceil(SLOT) as usize, 0);
            }
            self.slots[(at / SLOT) as usize] = object.raw();
            return;
        }
        self.set_bytes(at, bytes, object, size);
    }

    fn set_bytes(&mut self, at: u64, bytes: u64, object: ObjectId, size: u64) {
        let mut here = at;
        while here < at + bytes {
            let whole = here.is_multiple_of(SLOT) && at + bytes - here >= SLOT;
            let slot = (here / SLOT) as usize;
            if whole && (!object.is_none() || !self.slots.is_empty()) {
                if self.slots.is_empty() {
                    self.slots.resize(size.div_ceil(SLOT) as usize, 0);
                }
                self.slots[slot] = object.raw();
            } else if let Some(&old) = self.slots.get(slot)
                && old != 0
            {
                // The address loses a part: the others go on alone.
                self.slots[slot] = 0;
                let first = here / SLOT * SLOT;
                let bytes = self.bytes.get_or_insert_default();
                (first..first + SLOT).for_each(|byte| _ = bytes.insert(byte, old));
            }
            let step = if whole { SLOT } else { 1 };
            for byte in here..here + step {
                match (whole || object.is_none(), &mut self.bytes) {
                    (true, bytes) => {
                        if let Some(bytes) = bytes {
                            bytes.remove(&byte);
                        }
                    }
                    (false, bytes) => {
                        let bytes = bytes.get_or_insert_default();
                        bytes.insert(byte, object.raw());
                    }
                }
            }
            here += step;
        }
        if self.bytes.as_ref().is_some_and(|bytes| bytes.is_empty()) {
            self.bytes = None;
        }
    }

    /// All objects that something belongs to, some more than once.
    pub(super) fn names(&self) -> impl Iterator<Item = ObjectId> {
        let slots = self.slots.iter().filter(|object| **object != 0);
        let bytes = self.bytes.iter().flat_map(|bytes| bytes.values());
        slots.chain(bytes).copied().map(ObjectId::from_raw)
    }

    /// The objects of a range, to be stored elsewhere: distance from its start, bytes, object.
    pub fn copy(&self, at: u64, bytes: u64) -> Vec<(u64, u64, ObjectId)> {
        let mut all = Vec::new();
        if self.is_empty() {
            return all;
        }
        let end = at + bytes;
        let mut here = at;
        while here < end {
            let whole = here.is_multiple_of(SLOT) && end - here >= SLOT;
            let slot = self.slots.get((here / SLOT) as usize).copied();
            match slot {
                Some(object) if whole && object != 0 => {
                    all.push((here - at, SLOT, ObjectId::from_raw(object)));
                    here += SLOT;
                }
                Some(0) | None if whole && self.bytes.is_none() => here += SLOT,
                _ => {
                    let object = self.of_byte(here);
                    if object != 0 {
                        all.push((here - at, 1, ObjectId::from_raw(object)));
                    }
                    here += 1;
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_list_of_bytes(
            steps in prop::collection::vec((0u64..56, prop::sample::select(vec![1u64, 2, 4, 8, 8, 8, 16]), 0u32..3, any::<bool>()), 1..40),
        ) {
            let mut tracked = Provenance::default();
            let mut list = [0u32; 72];
            for (at, bytes, object, aligned) in steps {
                let at = if aligned { at / 8 * 8 } else { at };
                tracked.set(at, bytes, ObjectId::from_raw(object), 72);
                list[at as usize..(at + bytes) as usize].fill(object);
            }
            for at in 0..64u64 {
                let range = &list[at as usize..at as usize + 8];
                let same = range.iter().all(|o| *o == range[0]);
                let expected = if same { range[0] } else { 0 };
                prop_assert_eq!(tracked.get(at, 8).raw(), expected, "at {}", at);
            }
            let mut copied = [0u32; 72];
            for (at, bytes, object) in tracked.copy(3, 60) {
                copied[at as usize + 3..(at + bytes) as usize + 3].fill(object.raw());
            }
            prop_assert_eq!(&copied[3..63], &list[3..63]);
        }
    }
}
