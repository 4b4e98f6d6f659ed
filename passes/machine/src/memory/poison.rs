//! Bytes of living objects that the program has forbidden itself, by the interface of AddressSanitizer.
//!
//! The fast path of an access need not ask: an object with such a byte is out of its reach.

use super::{Memory, Object, ObjectId};
use crate::concrete::Pointer;
use crate::fault::{Access, Fault};

/// Why a byte may not be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poison {
    /// The program says so.
    User,
    /// A container has no element there.
    Container,
    /// The number of elements of an array is there.
    Cookie,
    /// It lies between members of a class.
    Member,
    /// Its page may not be accessed (`PROT_NONE`).
    Closed,
    /// Its page may only be read (`PROT_READ`).
    ReadOnly,
}

impl Object {
    /// The first byte of a range that such bytes are among: its distance from the object's start, and why.
    fn poisoned(
        &self,
        at: u64,
        bytes: u64,
        counts: impl Fn(Poison) -> bool,
    ) -> Option<(u64, Poison)> {
        let all = self.poison.as_ref()?;
        let range = all.get(at as usize..(at + bytes).min(self.size) as usize)?;
        let found = range
            .iter()
            .position(|poison| poison.is_some_and(&counts))?;
        Some((at + found as u64, range[found]?))
    }

    fn set_poison(&mut self, from: u64, to: u64, poison: Option<Poison>) {
        if poison.is_none() && self.poison.is_none() {
            return;
        }
        let size = self.size as usize;
        let all = self.poison.get_or_insert_with(|| vec![None; size].into());
        all[from as usize..to as usize].fill(poison);
        self.reach = 0;
        if poison.is_none() && all.iter().all(Option::is_none) {
            self.clear_poison();
        }
    }

    /// Whether an access may touch all of it without a further question.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.reach == self.size
    }

    /// Allows all accesses, until what this yields is put back.
    pub(crate) fn take_poison(&mut self) -> Option<Box<[Option<Poison>]>> {
        self.reach = self.size;
        self.poison.take()
    }

    pub(crate) fn put_poison(&mut self, poison: Option<Box<[Option<Poison>]>>) {
        if poison.is_some() {
            self.reach = 0;
        }
        self.poison = poison;
    }

    fn clear_poison(&mut self) {
        self.poison = None;
        self.reach = self.size;
    }

    /// Checks that no byte of a range in the object is forbidden.
    pub(super) fn allows(
        &self,
        pointer: Pointer,
        at: u64,
        bytes: u64,
        access: Access,
    ) -> Result<(), Fault> {
        let counts = |poison| poison != Poison::ReadOnly || access == Access::Write;
        match self.poisoned(at, bytes, counts) {
            None => Ok(()),
            Some((first, poison)) => Err(Fault::Poisoned {
                access,
                pointer: pointer.offset((first - at) as i64),
                bytes,
                poison,
            }),
        }
    }
}

impl Memory {
    /// Forbids accesses of the bytes of living objects in a range of addresses, or allows them again.
    pub fn set_poison(&mut self, start: u64, bytes: u64, poison: Option<Poison>) {
        let end = start.saturating_add(bytes);
        for id in self.overlapping(start, end) {
            if let Some(object) = self.get_mut(id) {
                let from = start.max(object.address) - object.address;
                let to = end.min(object.address + object.size) - object.address;
                object.set_poison(from, to, poison);
            }
        }
    }

    /// Allows all accesses of an object.
    pub(crate) fn clear_poison(&mut self, id: ObjectId) {
        if let Some(object) = self.get_mut(id) {
            object.clear_poison();
        }
    }

    /// The first address of a range that may not be accessed: it is forbidden, or in no living object.
    pub fn first_poisoned(&self, start: u64, bytes: u64) -> Option<u64> {
        let end = start.saturating_add(bytes);
        let mut here = start;
        while here < end {
            let object = self.get(self.around(here));
            let inside = object.filter(|object| here - object.address < object.size);
            let Some(object) = inside else {
                // Calls to come use the rest of a stack.
                if self.thread_around(here).is_some() {
                    here += 1;
                    continue;
                }
                return Some(here);
            };
            let at = here - object.address;
            let few = (object.size - at).min(end - here);
            // What the system protects is not what the program has poisoned.
            let counts = |poison| !matches!(poison, Poison::Closed | Poison::ReadOnly);
            if let Some((first, _)) = object.poisoned(at, few, counts) {
                return Some(object.address + first);
            }
            here += few;
        }
        None
    }

    /// Living objects that have bytes in a range of addresses.
    fn overlapping(&self, start: u64, end: u64) -> Vec<ObjectId> {
        let before = self.places.range(..start).next_back();
        let inside = self.places.range(start..end);
        let placed = before.into_iter().chain(inside).map(|(_, id)| id);
        let all = placed.chain(&self.stack).chain(self.stacks.objects());
        all.copied()
            .filter(|id| {
                self.get(*id).is_some_and(|object| {
                    object.address < end && start < object.address + object.size
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Making};
    use super::*;
    use crate::concrete::Value;

    #[test]
    fn forbidden_bytes_are_those_that_were_named() {
        let mut memory = Memory::new(0);
        let object = memory.make_static(&Making {
            kind: Kind::Library("room"),
            bytes: 16,
            align: 16,
        });
        let start = memory.start(object);
        memory.fill(start, 0, 16).unwrap();
        memory.set_poison(start.address + 5, 3, Some(Poison::User));
        assert_eq!(memory.load(start, 4, 32), Ok(Value::integer(0)));
        assert!(matches!(
            memory.load(start.offset(4), 4, 32),
            Err(Fault::Poisoned { .. })
        ));
        assert!(
            memory
                .store(start.offset(7), 1, &Value::integer(1))
                .is_err()
        );
        assert_eq!(memory.load(start.offset(8), 8, 64), Ok(Value::integer(0)));
        assert_eq!(
            memory.first_poisoned(start.address, 16),
            Some(start.address + 5)
        );
        memory.set_poison(start.address, 16, None);
        assert_eq!(memory.load(start, 8, 64), Ok(Value::integer(0)));
        assert_eq!(memory.first_poisoned(start.address, 16), None);
        assert_eq!(
            memory.first_poisoned(start.address, 17),
            Some(start.address + 16)
        );
    }
}
