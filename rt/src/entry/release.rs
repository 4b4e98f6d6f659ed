//! The entry points that free, and the one that asks how large a chunk is.

use super::{CHECK_FAMILY, CHECK_TYPE, CHECK_USABLE};
use crate::heap::{self, Alignment, Family, FreeError, fast};
use crate::report::{self, Deleted, Finding};
use crate::stack::Caller;
use crate::{malloc_hooks, provenance};
use core::sync::atomic::Ordering;

/// `free` and `operator delete` of a family.
#[inline(always)]
pub fn free(address: usize, family: Option<Family>, caller: Caller) {
    // Before anybody can get the memory again. Hooks, which may keep the chunk, come first.
    if provenance::is_followed() && !malloc_hooks::is_on() {
        provenance::end(address);
    }
    if address != 0 && !fast::free(address, family, caller) {
        free_slowly(address, family, Deleted::default(), caller);
    }
}

/// C++'s `operator delete` of a family, which is told something of the chunk.
#[inline]
pub fn delete(address: usize, told: Deleted, family: Family, caller: Caller) {
    if CHECK_TYPE.load(Ordering::Relaxed) && address != 0 {
        free_slowly(address, Some(family), told, caller);
    } else {
        free(address, Some(family), caller);
    }
}

#[inline(never)]
fn free_slowly(address: usize, family: Option<Family>, told: Deleted, caller: Caller) {
    if malloc_hooks::is_on() && malloc_hooks::freeing(address, heap::size_of_chunk(address)) {
        return;
    }
    if provenance::is_followed() {
        provenance::end(address);
    }
    if let Some(family) = family
        && family != Family::Malloc
        && CHECK_TYPE.load(Ordering::Relaxed)
    {
        check_type(address, family, told, caller);
    }
    let family = family.filter(|_| CHECK_FAMILY.load(Ordering::Relaxed));
    if let Err(error) = heap::free(address, family, caller) {
        poisoned_free(address, error, family, caller);
    }
}

/// Holds what `operator delete` is told against what `operator new` was asked for. Of chunks of another family it says nothing.
/// Chunks that were asked for with an alignment never go the short way, so no delete without one is missed.
#[cold]
fn check_type(address: usize, family: Family, told: Deleted, caller: Caller) {
    let Some(chunk) = heap::chunk_at(address).filter(|chunk| chunk.family == family) else {
        return;
    };
    let other_size = told.size != 0 && told.size != chunk.size;
    if other_size || Alignment::of(told.align) != chunk.align {
        let finding = Finding::TypeMismatch {
            address,
            size: chunk.size,
            align: chunk.align.bytes(),
            deleted: told,
        };
        report::from_caller(finding, caller);
    }
}

#[cold]
fn poisoned_free(address: usize, error: FreeError, family: Option<Family>, caller: Caller) {
    let finding = match error {
        FreeError::FreedBefore => Finding::DoubleFree {
            address,
            former: None,
        },
        FreeError::NotAChunk => Finding::BadFree { address },
        FreeError::Corrupted => Finding::CorruptedHeader { address },
        FreeError::OtherFamily(allocated) => Finding::Mismatch {
            address,
            allocated,
            freed: family.unwrap_or(Family::Malloc),
        },
    };
    report::from_caller(finding, caller);
    // A chunk it is; whoever else is given back stays as it is.
    if matches!(error, FreeError::OtherFamily(_)) {
        free(address, None, caller);
    }
}

const _: [fn(usize, Caller); 2] = [heap::report_concurrent_free, report_concurrent_free];

/// Two threads have freed a chunk at the same moment.
#[unsafe(export_name = "__sanecc_report_concurrent_free")]
fn report_concurrent_free(address: usize, caller: Caller) {
    let finding = Finding::DoubleFree {
        address,
        former: None,
    };
    report::from_caller(finding, caller);
}

/// `malloc_usable_size`: exactly what was asked for, because only that may be used.
pub fn usable_size(address: usize, caller: Caller) -> usize {
    if address == 0 {
        return 0;
    }
    heap::size_of_chunk(address).unwrap_or_else(|| {
        if CHECK_USABLE.load(Ordering::Relaxed) {
            let function = c"malloc_usable_size";
            report::from_caller(Finding::SizeOfNoChunk { function, address }, caller);
        }
        0
    })
}

/// `__sanitizer_get_allocated_size`.
pub fn allocated_size(address: usize, caller: Caller) -> usize {
    if address == 0 {
        return 0;
    }
    heap::size_of_chunk(address).unwrap_or_else(|| {
        let function = c"__sanitizer_get_allocated_size";
        report::from_caller(Finding::SizeOfNoChunk { function, address }, caller);
        0
    })
}
