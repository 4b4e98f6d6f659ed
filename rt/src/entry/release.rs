//! The entry points that free, and the one that asks how large a block is.

use super::{CHECK_FAMILY, CHECK_SIZE, CHECK_USABLE};
use crate::heap::{self, Family, FreeError, fast};
use crate::report::{self, Finding};
use crate::stack::Caller;
use crate::watch;
use core::sync::atomic::Ordering;

/// `free` and `operator delete` of a family.
#[inline(always)]
pub fn free(address: usize, family: Option<Family>, caller: Caller) {
    if address != 0 && !fast::free(address, family, caller) {
        free_slowly(address, family, caller);
    }
}

#[inline(never)]
fn free_slowly(address: usize, family: Option<Family>, caller: Caller) {
    if watch::is_on() && watch::freeing(address, heap::size_of_block(address)) {
        return;
    }
    let family = family.filter(|_| CHECK_FAMILY.load(Ordering::Relaxed));
    if let Err(error) = heap::free(address, family, caller) {
        bad_free(address, error, family, caller);
    }
}

/// C++'s `operator delete` of a family, which is told the block's size. Of blocks of another family the size says nothing.
#[inline]
pub fn delete_sized(address: usize, size: usize, family: Family, caller: Caller) {
    if CHECK_SIZE.load(Ordering::Relaxed)
        && size != 0
        && let Some(allocated) = heap::size_of_block(address)
        && allocated != size
        && !is_of_other_family(address, family)
    {
        let finding = Finding::SizeMismatch {
            address,
            allocated,
            freed: size,
        };
        report::from_caller(finding, caller);
    }
    free(address, Some(family), caller);
}

#[cold]
fn is_of_other_family(address: usize, family: Family) -> bool {
    let found = heap::nearest(address).filter(|found| found.start == address);
    found.is_some_and(|found| found.block.family != family)
}

#[cold]
fn bad_free(address: usize, error: FreeError, family: Option<Family>, caller: Caller) {
    let finding = match error {
        FreeError::FreedBefore => Finding::DoubleFree { address },
        FreeError::NotABlock => Finding::BadFree { address },
        FreeError::Corrupted => Finding::CorruptedHeader { address },
        FreeError::OtherFamily(allocated) => Finding::Mismatch {
            address,
            allocated,
            freed: family.unwrap_or(Family::Malloc),
        },
    };
    report::from_caller(finding, caller);
    // A block it is; whoever else is given back stays as it is.
    if matches!(error, FreeError::OtherFamily(_)) {
        free(address, None, caller);
    }
}

/// `malloc_usable_size`: exactly what was asked for, because only that may be used.
pub fn usable_size(address: usize, caller: Caller) -> usize {
    if address == 0 {
        return 0;
    }
    heap::size_of_block(address).unwrap_or_else(|| {
        if CHECK_USABLE.load(Ordering::Relaxed) {
            let function = c"malloc_usable_size";
            report::from_caller(Finding::SizeOfNoBlock { function, address }, caller);
        }
        0
    })
}

/// `__sanitizer_get_allocated_size`.
pub fn allocated_size(address: usize, caller: Caller) -> usize {
    if address == 0 {
        return 0;
    }
    heap::size_of_block(address).unwrap_or_else(|| {
        let function = c"__sanitizer_get_allocated_size";
        report::from_caller(Finding::SizeOfNoBlock { function, address }, caller);
        0
    })
}
