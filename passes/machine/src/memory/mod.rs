//! Memory as a set of objects. An address says which of them it belongs to; what lies beside it in the address space does not matter.
//!
//! Addresses are handed out in order and, on the heap, never again, so that a run can be repeated and a stale address is never that of another
//! allocation. An address that was made of an integer belongs to the living object around it.

mod access;
mod bits;
mod bulk;
mod forget;
mod id;
mod leaks;
mod narrow;
mod object;
mod poison;
mod provenance;
mod scope;
mod stacks;
mod types;
mod views;

pub(crate) use forget::Named;
pub use id::ObjectId;
pub use narrow::Reach;
pub use object::{End, Ended, Kind, Object};
pub use poison::Poison;
pub use sanecc_ir::Member;
pub use types::{TypeId, Types};
pub use views::View;

use crate::concrete::Pointer;
use crate::fault::Fault;
use crate::place::Trace;
use bits::Initialized;
use forget::Forgotten;
use id::{GENERATIONS, SLOTS};
use provenance::Provenance;
use rustc_hash::FxHashMap;
use stacks::Stacks;
use std::collections::{BTreeMap, VecDeque};
use views::Views;

/// Where functions and variables of the program begin.
const PROGRAM: u64 = 0x5555_5555_4000;
/// Where the heap begins.
const HEAP: u64 = 0x6020_0000_0000;
/// The end of the stack, where it begins.
const STACK: u64 = 0x7fff_ffff_0000;
/// Bytes of the stack.
const STACK_BYTES: u64 = 8 << 20;
/// Bytes between two allocations.
const GAP: u64 = 16;
/// The largest allocation in bytes; larger ones fail.
const LARGEST: u64 = 1 << 40;
/// Bytes of all allocations together; then they fail.
const ROOM: u64 = 16 << 30;
/// Slots that wait before one is used again, so that a stale address is explained.
const RESTING: usize = 4096;

/// A place in the table of objects.
#[derive(Debug)]
struct Slot {
    generation: u32,
    living: Option<Box<Object>>,
    /// The last object that was here.
    last: Option<Box<Ended>>,
}

/// All objects of a run.
#[derive(Debug)]
pub struct Memory {
    slots: Vec<Slot>,
    resting: VecDeque<u32>,
    /// Objects off the stack, by their address.
    places: BTreeMap<u64, ObjectId>,
    /// Objects on the stack, the latest last.
    stack: Vec<ObjectId>,
    /// Objects whose scope is closed and may be opened again.
    closed: FxHashMap<ObjectId, Box<Object>>,
    /// Ended heap allocations that somebody may name.
    graves: FxHashMap<ObjectId, Ended>,
    forgotten: Forgotten,
    /// Parts of objects that pointers are held to.
    views: Views,
    /// Types that bytes were stored as, where that is looked at.
    pub types: Types,
    /// Objects whose bytes can be used again, boxed as they are in slots.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Object>>,
    next_program: u64,
    next_heap: u64,
    stack_top: u64,
    /// The lowest address that the stack may reach.
    stack_end: u64,
    /// Those of threads that do not run.
    stacks: Stacks,
    allocated: u64,
    /// Bytes that all allocations together may have.
    room: u64,
}

/// An object that was made or that ends: what is needed of both.
pub struct Making {
    /// What it is.
    pub kind: Kind,
    /// How many bytes.
    pub bytes: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
}

impl Memory {
    /// Nothing yet. The seed moves all addresses.
    pub fn new(seed: u64) -> Self {
        let moved = (seed % (1 << 20)) << 12;
        Memory {
            slots: vec![Slot {
                generation: 0,
                living: None,
                last: None,
            }],
            resting: VecDeque::new(),
            places: BTreeMap::new(),
            stack: Vec::new(),
            closed: FxHashMap::default(),
            graves: FxHashMap::default(),
            forgotten: Forgotten::default(),
            views: Views::default(),
            types: Types::default(),
            spare: Vec::new(),
            next_program: PROGRAM + moved,
            next_heap: HEAP + moved,
            stack_top: STACK - moved,
            stack_end: STACK - moved - STACK_BYTES,
            stacks: Stacks::new(STACK - moved, STACK_BYTES),
            allocated: 0,
            room: ROOM,
        }
    }

    /// Makes a function or variable of the program, or an object of the library. Nothing in it has a value.
    pub fn make_static(&mut self, making: &Making) -> ObjectId {
        let address = self.next_program.next_multiple_of(making.align.max(16));
        self.next_program = address + making.bytes + GAP;
        let id = self.place(making, address, None);
        self.places.insert(address, id);
        id
    }

    /// Makes a heap allocation; none if there is no room.
    pub fn allocate(&mut self, making: &Making, made: Trace) -> Option<ObjectId> {
        if making.bytes > LARGEST || making.bytes > self.room - self.allocated.min(self.room) {
            return None;
        }
        let address = self.next_heap.next_multiple_of(making.align.max(16));
        self.next_heap = address + making.bytes.max(1) + GAP;
        self.allocated += making.bytes;
        let id = self.place(making, address, Some(made));
        self.places.insert(address, id);
        Some(id)
    }

    /// Limits the bytes of all allocations together.
    pub(crate) fn limit(&mut self, bytes: u64) {
        self.room = bytes.min(ROOM);
    }

    /// Makes an object on the stack.
    ///
    /// # Errors
    /// If the stack has no room.
    pub fn push(&mut self, making: &Making) -> Result<ObjectId, Fault> {
        let below = self
            .stack_top
            .checked_sub(making.bytes)
            .ok_or(Fault::StackOverflow)?;
        let address = below & !(making.align.max(1) - 1);
        self.reserve_to(address)?;
        let id = self.place(making, address, None);
        self.stack.push(id);
        Ok(id)
    }

    /// Takes so many bytes of the stack for a call.
    ///
    /// # Errors
    /// If the stack has no room.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Fault> {
        self.reserve_to(self.stack_top - bytes)
    }

    fn reserve_to(&mut self, address: u64) -> Result<(), Fault> {
        if address < self.stack_end {
            return Err(Fault::StackOverflow);
        }
        self.stack_top = address;
        Ok(())
    }

    /// How far the stack reaches, and how many objects are on it.
    pub fn stack_mark(&self) -> (u64, usize) {
        (self.stack_top, self.stack.len())
    }

    /// Ends the objects that were put on the stack since a mark.
    pub fn unwind(&mut self, (top, count): (u64, usize), how: End) {
        while self.stack.len() > count {
            if let Some(id) = self.stack.pop() {
                self.open(id);
                self.end(id, how, None);
            }
        }
        self.stack_top = top;
    }

    /// Gives an object a new name and no value: those who know the old name see an ended one.
    pub fn renew(&mut self, id: ObjectId, how: End) -> ObjectId {
        let Some(object) = self.get(id) else {
            return id;
        };
        let making = Making {
            kind: object.kind,
            bytes: object.size,
            align: 1,
        };
        let address = object.address;
        let at = self.stack.iter().rposition(|one| *one == id);
        self.end(id, how, None);
        let new = self.place(&making, address, None);
        if let Some(at) = at {
            self.stack[at] = new;
        }
        new
    }

    fn place(&mut self, making: &Making, address: u64, made: Option<Trace>) -> ObjectId {
        let size = making.bytes;
        let held = match making.kind {
            Kind::Function(_) => 0,
            _ => size,
        };
        let object = match self.spare.pop() {
            Some(mut object) => {
                object.bytes.clear();
                object.bytes.resize(held as usize, 0);
                object.initialized.reset(held);
                object.provenance.reset();
                object.address = address;
                object.size = size;
                object.reach = size;
                object.poison = None;
                object.kind = making.kind;
                object.constant = false;
                object.viewed = false;
                object.made = made;
                object
            }
            None => Box::new(Object {
                address,
                size,
                reach: size,
                poison: None,
                kind: making.kind,
                constant: false,
                viewed: false,
                made,
                bytes: vec![0; held as usize],
                initialized: Initialized::none(held),
                provenance: Provenance::default(),
            }),
        };
        let slot = match self.resting.front() {
            Some(&slot) if self.resting.len() > RESTING || self.slots.len() >= SLOTS => {
                self.resting.pop_front();
                slot as usize
            }
            _ => {
                self.slots.push(Slot {
                    generation: 0,
                    living: None,
                    last: None,
                });
                self.slots.len() - 1
            }
        };
        self.slots[slot].living = Some(object);
        ObjectId::new(slot, self.slots[slot].generation)
    }

    /// Ends an object.
    pub fn end(&mut self, id: ObjectId, how: End, ended: Option<Trace>) {
        let id = self.whole(id);
        let slot = &mut self.slots[id.slot()];
        if slot.generation != id.generation() {
            return;
        }
        let Some(object) = slot.living.take() else {
            return;
        };
        if !self.types.is_empty() {
            self.types.end(id);
        }
        if object.viewed {
            let is_remembered = matches!(object.kind, Kind::Heap(_));
            self.views.end(id, is_remembered);
        }
        let grave = Ended {
            address: object.address,
            size: object.size,
            kind: object.kind,
            how,
            made: object.made.clone(),
            ended,
        };
        if let Kind::Heap(_) = object.kind {
            self.allocated -= object.size;
            self.places.remove(&object.address);
            self.graves.insert(id, grave);
        } else {
            if let Kind::Global(_) | Kind::Library(_) = object.kind {
                self.places.remove(&object.address);
            }
            match &mut slot.last {
                Some(last) => **last = grave,
                none => *none = Some(Box::new(grave)),
            }
        }
        slot.generation += 1;
        if slot.generation < GENERATIONS {
            self.resting.push_back(id.slot() as u32);
        }
        const SMALL: u64 = 4096;
        if object.size <= SMALL && self.spare.len() < RESTING {
            self.spare.push(object);
        }
    }

    /// A living object, by its own name.
    #[inline]
    fn named(&self, id: ObjectId) -> Option<&Object> {
        let slot = self.slots.get(id.slot())?;
        match slot.generation == id.generation() {
            true => slot.living.as_deref(),
            false => None,
        }
    }

    /// The same.
    #[inline]
    fn named_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let slot = self.slots.get_mut(id.slot())?;
        match slot.generation == id.generation() {
            true => slot.living.as_deref_mut(),
            false => None,
        }
    }

    /// A living object, also by the name of a part of it.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.named(self.whole(id))
    }

    /// The same.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.named_mut(self.whole(id))
    }

    /// What is known of an object that has ended.
    pub fn ended(&self, id: ObjectId) -> Option<&Ended> {
        let id = self.whole(id);
        self.graves.get(&id).or_else(|| {
            let slot = &self.slots[id.slot()];
            let is_last = slot.generation == id.generation() + 1;
            slot.last.as_deref().filter(|_| is_last)
        })
    }

    /// The heap allocation around an address that has ended, for reports of addresses that were made of numbers.
    pub fn ended_around(&self, address: u64) -> Option<ObjectId> {
        let is_around = |ended: &Ended| address.wrapping_sub(ended.address) < ended.size.max(1);
        let mut all = self.graves.iter();
        all.find(|(_, ended)| is_around(ended)).map(|(id, _)| *id)
    }

    /// The address of an object's first byte.
    pub fn start(&self, id: ObjectId) -> Pointer {
        let address = self.get(id).map_or(0, |object| object.address);
        Pointer {
            address,
            object: id,
        }
    }

    /// The living object around an address, or at whose end it is.
    pub fn around(&self, address: u64) -> ObjectId {
        let before = self.places.range(..=address).next_back();
        let stack = self.stack.iter().rev().chain(self.stacks.objects());
        let candidates = before.map(|(_, id)| id).into_iter().chain(stack);
        let mut at_end = ObjectId::NONE;
        for &id in candidates {
            if let Some(object) = self.get(id)
                && object.address <= address
            {
                if address - object.address < object.size {
                    return id;
                }
                if address - object.address == object.size {
                    at_end = id;
                }
            }
        }
        at_end
    }

    /// All living heap allocations, in the order of their addresses.
    pub fn heap(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let all = self.places.values();
        all.filter_map(|id| Some((*id, self.get(*id)?)))
            .filter(|(_, object)| matches!(object.kind, Kind::Heap(_)))
    }
}
