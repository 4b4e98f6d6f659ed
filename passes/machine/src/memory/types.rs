//! As which type was the value of each byte stored (C17, 6.5 p6)?
//!
//! A byte has no type until it is stored as one: what characters, unions and the library store has none. Copies take types along into allocated memory; declared
//! objects have the types of their declarations, which nobody knows here, so that only stores count there.

use super::ObjectId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number of a type; 0 is none.
pub type TypeId = u16;

/// Types of bytes.
#[derive(Debug, Default)]
pub struct Types {
    names: Vec<Arc<str>>,
    bytes: FxHashMap<ObjectId, Vec<TypeId>>,
}

impl Types {
    /// The number of a type by its name; 0 where there are too many.
    pub fn number(&mut self, name: &Arc<str>) -> TypeId {
        let known = self.names.iter().position(|one| one == name);
        let at = known.unwrap_or_else(|| {
            self.names.push(Arc::clone(name));
            self.names.len() - 1
        });
        TypeId::try_from(at + 1).unwrap_or(0)
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        let at = usize::from(id).checked_sub(1);
        at.and_then(|at| self.names.get(at))
            .map_or("no type", |name| name)
    }

    /// Whether no byte has a type.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Gives bytes of an object of `size` bytes a type, or none.
    pub(super) fn set(&mut self, object: ObjectId, at: u64, bytes: u64, ty: TypeId, size: u64) {
        if ty == 0 && !self.bytes.contains_key(&object) {
            return;
        }
        let all = self.bytes.entry(object);
        let all = all.or_insert_with(|| vec![0; size as usize]);
        if let Some(range) = all.get_mut(at as usize..(at + bytes) as usize) {
            range.fill(ty);
        }
    }

    /// The types of bytes.
    pub(super) fn get(&self, object: ObjectId, at: u64, bytes: u64) -> &[TypeId] {
        let all = self.bytes.get(&object);
        let range = all.and_then(|all| all.get(at as usize..(at + bytes) as usize));
        range.unwrap_or_default()
    }

    /// Gives bytes these types.
    pub(super) fn put(&mut self, object: ObjectId, at: u64, types: &[TypeId], size: u64) {
        if types.iter().all(|ty| *ty == 0) {
            return;
        }
        let all = self.bytes.entry(object);
        let all = all.or_insert_with(|| vec![0; size as usize]);
        if let Some(range) = all.get_mut(at as usize..at as usize + types.len()) {
            range.copy_from_slice(types);
        }
    }

    /// Forgets an object.
    pub(super) fn end(&mut self, object: ObjectId) {
        self.bytes.remove(&object);
    }
}
