//! Objects, the places in them that pointers are known to have, and what lies in them.

use super::graph::Node;
use super::place::{Place, Range};
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, GlobalId, ValueId};

/// Something that has an address, by the place in the program that makes it: it stands for all that this place ever makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// A stack object, by its alloca.
    Stack(FuncId, ValueId),
    /// A copy that is made for a callee, by the number of the parameter.
    Parameter(FuncId, u32),
    /// A global variable.
    Global(GlobalId),
    /// A heap block, by the call that allocates it.
    Heap(FuncId, ValueId),
    /// A function.
    Function(FuncId),
}

/// An object of the analysis, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);

impl ObjectId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// Different places of one object; any further pointer into it may point to anywhere in it.
const MOST_PLACES: usize = 64;

/// A copy of a part of an object: what is written into `range` is in `to` afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Link {
    pub(super) range: Range,
    pub(super) to: ObjectId,
    pub(super) place: Place,
}

/// What lies in an object.
#[derive(Default)]
pub(super) struct Content {
    /// What is written, by range.
    pub(super) cells: Vec<(Range, Node)>,
    pub(super) cell_of: FxHashMap<Range, Node>,
    /// What is read, by range.
    pub(super) views: Vec<(Range, Node)>,
    pub(super) view_of: FxHashMap<Range, Node>,
    /// Where it is copied to.
    pub(super) links: Vec<Link>,
    /// Anything from outside may be in it.
    pub(super) unknown: bool,
    /// The outside may read it.
    pub(super) leaks: bool,
}

/// One object.
pub(super) struct Object {
    pub(super) site: Site,
    pub(super) content: Content,
    /// The outside has its address.
    pub(super) escaped: bool,
    /// Code outside has the address for a while, and does not keep it.
    pub(super) entrusted: bool,
    /// The program cannot write it.
    pub(super) constant: bool,
    /// Members of sets that stand for a place in it.
    pub(super) places: Vec<u32>,
}

/// All objects and places. A place's number is a member of sets; 0 is everything outside.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) all: Vec<Object>,
    by_site: FxHashMap<Site, ObjectId>,
    /// Index = number of the place less 1.
    places: Vec<(ObjectId, Place)>,
    by_place: FxHashMap<(ObjectId, Place), u32>,
}

impl Objects {
    /// The object of a site, and whether it is new.
    pub(super) fn object(&mut self, site: Site) -> (ObjectId, bool) {
        if let Some(&id) = self.by_site.get(&site) {
            return (id, false);
        }
        let id = ObjectId::from_index(self.all.len());
        self.all.push(Object {
            site,
            content: Content::default(),
            escaped: false,
            entrusted: false,
            constant: false,
            places: Vec::new(),
        });
        self.by_site.insert(site, id);
        (id, true)
    }

    /// The object of a site, if anything asked about it.
    pub(super) fn known(&self, site: Site) -> Option<ObjectId> {
        self.by_site.get(&site).copied()
    }

    pub(super) fn get(&self, id: ObjectId) -> &Object {
        &self.all[id.index()]
    }

    pub(super) fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.all[id.index()]
    }

    /// The member for a place, and whether it is new.
    pub(super) fn member(&mut self, object: ObjectId, place: Place) -> (u32, bool) {
        let crowded = self.get(object).places.len() >= MOST_PLACES;
        let place = match self.by_place.contains_key(&(object, place)) {
            false if crowded => Place::ANY,
            _ => place,
        };
        if let Some(&member) = self.by_place.get(&(object, place)) {
            return (member, false);
        }
        self.places.push((object, place));
        let member = self.places.len() as u32;
        self.by_place.insert((object, place), member);
        self.get_mut(object).places.push(member);
        (member, true)
    }

    /// What a member stands for; none for everything outside.
    pub(super) fn place(&self, member: u32) -> Option<(ObjectId, Place)> {
        self.places.get(member.checked_sub(1)? as usize).copied()
    }
}
