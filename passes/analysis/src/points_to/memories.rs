//! Memory by objects, for the slices of a module.
//!
//! Claims what [`Named`] asks: where two pointers may name the same byte, they have a memory in common. What has escaped is one memory, as
//! anybody may write it; any other object is one of its own, but for those that nobody can write.

use super::{ObjectId, PointsTo, Site};
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
        let is_constant = |object: ObjectId| {
            let found = self.found.as_ref();
            found.is_some_and(|found| found.objects.get(object).constant)
        };
        let memory = |object: ObjectId| match self.escape(object).escapes_module() {
            _ if is_constant(object) => None,
            true => Some(ANYWHERE),
            false => Some(1 + object.index()),
        };
        match self.reach(function, pointer) {
            Some((unknown, objects)) if unknown || !objects.is_empty() => {
                let mut all: Vec<usize> = objects.into_iter().filter_map(memory).collect();
                all.extend(unknown.then_some(ANYWHERE));
                all.sort_unstable();
                all.dedup();
                all.into_iter().map(MemoryId::from_index).for_each(visit);
            }
            Some(_) | None => visit(MemoryId::from_index(ANYWHERE)),
        }
    }
    fn outlives_calls(&self, memory: MemoryId) -> bool {
        let object = memory.index().checked_sub(1).map(ObjectId::from_index);
        !matches!(
            object.and_then(|object| self.site(object)),
            Some(Site::Stack(..) | Site::Parameter(..))
        )
    }
}
