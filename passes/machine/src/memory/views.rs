//! Parts of objects that pointers are held to: arrays that are members of structures.
//!
//! A pointer to such a part has a name of its own in place of the object's. Who reads or writes by that name is held to the part, and to the object as
//! ever. All other questions (does it live, what is it, who made it) go on to the object. The names end with the object.

use super::id::{FIRST_VIEW, GENERATIONS, ObjectId, VIEWS};
use rustc_hash::FxHashMap;
use sanecc_ir::Member;
use std::collections::VecDeque;

/// Names that wait before one is used again, so that a stale pointer is explained.
const RESTING: usize = 4096;

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The object.
    pub object: ObjectId,
    /// The first byte, from the start of the object.
    pub low: u64,
    /// The first byte behind it.
    pub high: u64,
    /// Which member it is.
    pub member: Member,
}

impl View {
    /// The first byte of the structure, from the start of the object.
    pub fn holder(&self) -> u64 {
        self.low.wrapping_sub(self.member.at)
    }

    /// Whether bytes lie in it, from the start of the object.
    pub fn holds(&self, at: u64, bytes: u64) -> bool {
        self.low <= at && at <= self.high && bytes <= self.high - at
    }

    /// Whether bytes are those from the start of the array to the end of its structure, or of all: as programs clear or copy several members at once.
    pub fn is_rest(&self, at: u64, bytes: u64, object: u64) -> bool {
        let end = at.wrapping_add(bytes);
        at == self.low && (end == self.holder() + self.member.holder_bytes || end == object)
    }
}

/// A place in the table of views.
#[derive(Debug)]
struct Slot {
    generation: u32,
    view: Option<View>,
    /// The object of the last view that was here.
    last: ObjectId,
}

/// All views of a run.
#[derive(Debug, Default)]
pub(super) struct Views {
    slots: Vec<Slot>,
    resting: VecDeque<u32>,
    /// Views by object and range.
    known: FxHashMap<(ObjectId, u64, u64), ObjectId>,
    /// The views of each object.
    of: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// Ended views of objects whose ends are remembered as long as somebody names them.
    ended: FxHashMap<ObjectId, ObjectId>,
}

impl Views {
    /// A view, if it lives.
    #[inline]
    pub(super) fn get(&self, id: ObjectId) -> Option<&View> {
        let slot = self.slots.get(index(id)?)?;
        match slot.generation == id.generation() {
            true => slot.view.as_ref(),
            false => None,
        }
    }

    /// The object that a name leads to, whether it lives or not.
    pub(super) fn object(&self, id: ObjectId) -> ObjectId {
        let Some(slot) = index(id).and_then(|at| self.slots.get(at)) else {
            return id;
        };
        match &slot.view {
            Some(view) if slot.generation == id.generation() => view.object,
            _ if slot.generation == id.generation() + 1 => slot.last,
            _ => self.ended.get(&id).copied().unwrap_or(ObjectId::FORGOTTEN),
        }
    }

    /// The name of a part of an object; none if all names are in use.
    pub(super) fn make(&mut self, view: View) -> Option<ObjectId> {
        let key = (view.object, view.low, view.high);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let at = match self.resting.front() {
            Some(&at) if self.resting.len() > RESTING || self.slots.len() >= VIEWS => {
                self.resting.pop_front();
                at as usize
            }
            _ if self.slots.len() >= VIEWS => return None,
            _ => {
                self.slots.push(Slot {
                    generation: 0,
                    view: None,
                    last: ObjectId::NONE,
                });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[at];
        slot.view = Some(view);
        let id = ObjectId::new(FIRST_VIEW + at, slot.generation);
        self.known.insert(key, id);
        self.of.entry(view.object).or_default().push(id);
        Some(id)
    }

    /// Ends the views of an object that ends. `is_remembered` is whether anybody may ask for its end at any time.
    pub(super) fn end(&mut self, object: ObjectId, is_remembered: bool) {
        for id in self.of.remove(&object).unwrap_or_default() {
            let Some(at) = index(id) else { continue };
            let slot = &mut self.slots[at];
            if let Some(view) = slot.view.take() {
                self.known.remove(&(object, view.low, view.high));
            }
            slot.last = object;
            slot.generation += 1;
            if slot.generation < GENERATIONS {
                self.resting.push_back(at as u32);
            }
            if is_remembered {
                self.ended.insert(id, object);
            }
        }
    }

    /// Forgets the ended views of objects that nobody remembers.
    pub(super) fn forget(&mut self, is_forgotten: impl Fn(ObjectId) -> bool) {
        self.ended.retain(|_, object| !is_forgotten(*object));
    }
}

/// The number of a view's slot.
fn index(id: ObjectId) -> Option<usize> {
    id.slot().checked_sub(FIRST_VIEW)
}
