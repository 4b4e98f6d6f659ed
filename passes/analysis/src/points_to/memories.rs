//! Memory by objects, for the slices of a module.
//!
//! Claims what [`Named`] asks: where two pointers may name the same byte, they have a memory in common. What has escaped is one memory, as
//! anybody may write it; any other object is one of its own.

use super::{ObjectId, PointsTo};
use crate::slice::{MemoryId, Named};
use sanecc_ir::{FuncId, ValueId};

/// The memory that anybody may touch.
const ANYWHERE: usize = 0;

impl Named for PointsTo {
    fn memories(&self) -> usize {
        1 + self
            .found
            .as_ref()
            .map_or(0, |found| found.objects.all.len())
    }

    fn named(&self, function: FuncId, pointer: ValueId, visit: &mut dyn FnMut(MemoryId)) {
        let memory = |object: ObjectId| match self.has_escaped(object) {
            true => ANYWHERE,
            false => 1 + object.index(),
        };
        match self.reach(function, pointer) {
            Some((unknown, objects)) if unknown || !objects.is_empty() => {
                let mut all: Vec<usize> = objects.into_iter().map(memory).collect();
                all.extend(unknown.then_some(ANYWHERE));
                all.sort_unstable();
                all.dedup();
                all.into_iter().map(MemoryId::from_index).for_each(visit);
            }
            Some(_) | None => visit(MemoryId::from_index(ANYWHERE)),
        }
    }
}
