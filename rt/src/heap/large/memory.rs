//! Memory for a new chunk, and taking it away from a freed one.

use super::SEAL_FROM;
use super::joints::Joints;
use super::record::{Memory, Record};
use crate::heap::poison;
use crate::{platform, shadow};

/// Maps so many bytes that can have a shadow; `None` when memory or address space is out.
pub fn map(bytes: usize) -> Option<usize> {
    let base = platform::map(0, bytes).ok()?;
    if shadow::map::try_ensure(base, bytes) {
        return Some(base);
    }
    platform::unmap(base, bytes);
    None
}

/// Gives the memory of a freed chunk back to the system, or what is left of it, and makes it inaccessible if it is large.
pub fn release(record: *mut Record) {
    // SAFETY: a record of the registry, which the caller holds.
    let chunk = unsafe { &mut *record };
    if chunk.mapped > SEAL_FROM && may_seal() {
        seal(chunk);
    } else {
        give(chunk, Memory::Given);
    }
}

/// Whether freed chunks may become inaccessible address space: not where that is scarce.
pub fn may_seal() -> bool {
    !shadow::map::is_lazy() && poison::is_wanted()
}

/// Gives the memory of a chunk back and makes it inaccessible; false if the system refuses.
pub fn seal(chunk: &mut Record) -> bool {
    give(chunk, Memory::Sealed)
}

fn give(chunk: &mut Record, memory: Memory) -> bool {
    let is_given = platform::map_anew(chunk.base, chunk.mapped, memory != Memory::Sealed);
    if is_given {
        (chunk.joints, chunk.memory) = (Joints::NONE, memory);
    }
    is_given
}
