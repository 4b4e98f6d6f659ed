//! Which part of its object is a pointer held to?
//!
//! Claims: a pointer is held to an array that is a member of a structure where its address was computed as that of the member, and to nothing where C lets it
//! go: back to the start of the structure, on to another type that begins there, and where several members are cleared or copied at once.

use super::{Member, Memory, ObjectId, View};
use crate::concrete::Pointer;

impl Memory {
    /// The object of a name, which may be that of a part of it.
    #[inline]
    pub fn whole(&self, id: ObjectId) -> ObjectId {
        match id.is_view() {
            true => self.views.object(id),
            false => id,
        }
    }

    /// The object that a pointer belongs to, also one that was made of a number.
    pub fn object_of(&self, pointer: Pointer) -> ObjectId {
        match pointer.object.is_none() {
            true => self.around(pointer.address),
            false => self.whole(pointer.object),
        }
    }

    /// The part of a living object that a name means.
    #[inline]
    pub fn view(&self, id: ObjectId) -> Option<&View> {
        match id.is_view() {
            true => self.views.get(id),
            false => None,
        }
    }

    /// The name for a pointer to the start of an array that is a member of a structure. That of the pointer, if the array is all of its object, or
    /// not wholly in it, or not in the part that the pointer is held to.
    pub fn narrow(&mut self, pointer: Pointer, member: &Member) -> ObjectId {
        let whole = self.whole(pointer.object);
        let outer = self.view(pointer.object).copied();
        let Some(object) = self.get_mut(whole).filter(|_| !whole.is_none()) else {
            return pointer.object;
        };
        let low = pointer.address.wrapping_sub(object.address);
        let is_inside = low <= object.size && member.bytes <= object.size - low;
        let is_all = low == 0 && member.bytes == object.size;
        let fits = outer.is_none_or(|outer| outer.holds(low, member.bytes));
        if !is_inside || is_all || !fits {
            return pointer.object;
        }
        object.viewed = true;
        let view = View {
            object: whole,
            low,
            high: low + member.bytes,
            member: *member,
        };
        self.views.make(view).unwrap_or(whole)
    }

    /// The name for a pointer that was moved by a constant number of bytes, where `reach` bytes from before that are named as a structure's, or none.
    ///
    /// The start of a structure can be had from any of its members, by its distance; and from the first one, by a conversion.
    pub fn step(&self, moved: Pointer, distance: i64, reach: Reach) -> ObjectId {
        let id = moved.object;
        let Some(view) = self.view(id) else {
            return id;
        };
        let Some(object) = self.named(view.object) else {
            return id;
        };
        let after = moved.address.wrapping_sub(object.address);
        let before = after.wrapping_add_signed(distance.wrapping_neg());
        let leaves = match reach {
            Reach::Bytes => distance < 0 && after == view.holder(),
            Reach::Structure(bytes) => {
                let is_first = before == view.low && view.member.at == 0;
                is_first && u64::from(bytes) > view.high - view.low
            }
            Reach::Element => false,
        };
        match leaves {
            true => view.object,
            false => id,
        }
    }

    /// A pointer for an operation on so many bytes at once: held to its object alone where they are the rest of a structure.
    pub fn rest_of(&self, pointer: Pointer, bytes: u64) -> Pointer {
        let is_rest = |view: &&View| {
            self.named(view.object).is_some_and(|object| {
                let at = pointer.address.wrapping_sub(object.address);
                view.is_rest(at, bytes, object.size)
            })
        };
        match self.view(pointer.object).filter(is_rest) {
            Some(view) => Pointer {
                object: view.object,
                ..pointer
            },
            None => pointer,
        }
    }
}

/// What the computation of an address goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Elements of what the pointer points to, as `p + 1` does.
    Bytes,
    /// Elements of an array that it names.
    Element,
    /// A structure that it names, of so many bytes.
    Structure(u32),
}

#[cfg(test)]
mod tests {
    use super::super::{End, Kind, Making};
    use super::*;
    use crate::fault::{Access, Fault};
    use crate::place::Trace;
    use crate::threads::ThreadId;
    use sanecc_ir::Id;

    fn nowhere() -> Trace {
        Trace::new(ThreadId::MAIN, Vec::new())
    }

    const MAKING: Making = Making {
        kind: Kind::Heap("malloc"),
        bytes: 24,
        align: 16,
    };
    /// Bytes 8 to 16 of a structure of 24.
    fn member() -> Member {
        Member {
            holder: Id::from_index(0),
            field: 1,
            bytes: 8,
            at: 8,
            holder_bytes: 24,
            elements: Some(8),
            is_last: false,
            is_followed: false,
        }
    }

    fn held(memory: &mut Memory, start: Pointer) -> Pointer {
        let at = start.offset(8);
        let object = memory.narrow(at, &member());
        Pointer { object, ..at }
    }

    #[test]
    fn a_pointer_is_held_to_its_member_until_it_goes_back() {
        let mut memory = Memory::new(0);
        let id = memory.allocate(&MAKING, nowhere()).unwrap();
        let start = memory.start(id);
        let array = held(&mut memory, start);
        assert_eq!(held(&mut memory, start), array);
        assert_eq!(memory.whole(array.object), id);
        let at = |by, bytes| {
            memory
                .locate(array.offset(by), bytes, Access::Read)
                .map(|(_, at)| at)
        };
        assert_eq!((at(0, 8), at(7, 1), at(8, 0)), (Ok(8), Ok(15), Ok(16)));
        assert!(matches!(at(8, 1), Err(Fault::SubObject { .. })));
        assert!(matches!(at(-1, 1), Err(Fault::SubObject { .. })));
        assert!(
            matches!(at(16, 1), Err(Fault::OutOfBounds { pointer, .. }) if pointer.object == id)
        );
        let step = |by, reach| memory.step(array.offset(by), by, reach);
        assert_eq!(step(-8, Reach::Bytes), id);
        assert_eq!(step(-4, Reach::Bytes), array.object);
        assert_eq!(step(-8, Reach::Element), array.object);
        // No other type begins at a member that is not the first.
        assert_eq!(step(0, Reach::Structure(24)), array.object);
        assert_eq!(memory.rest_of(array, 16).object, id);
        assert_eq!(memory.rest_of(array, 12), array);
    }

    #[test]
    fn names_of_parts_end_with_their_object_and_are_explained_for_ever() {
        let mut memory = Memory::new(0);
        let making = |kind| Making { kind, ..MAKING };
        let heap = memory.allocate(&MAKING, nowhere()).unwrap();
        let start = memory.start(heap);
        let stale = held(&mut memory, start);
        memory.end(heap, End::Freed, None);
        let mark = memory.stack_mark();
        let kind = Kind::Arguments(Id::from_index(0));
        let local = memory.push(&making(kind)).unwrap();
        let start = memory.start(local);
        let old = held(&mut memory, start);
        memory.unwind(mark, End::Return);
        for _ in 0..20_000 {
            let local = memory.push(&making(kind)).unwrap();
            let start = memory.start(local);
            held(&mut memory, start);
            memory.unwind(mark, End::Return);
        }
        assert!(memory.ended(stale.object).is_some());
        for pointer in [stale, old] {
            let found = memory.locate(pointer, 1, Access::Read);
            assert!(matches!(found, Err(Fault::Dead { .. })), "{found:?}");
        }
    }
}
