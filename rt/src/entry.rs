//! What the C entry points do, as functions that know their caller: the malloc family with its error
//! numbers and its reports, and the functions of ASan's interface that programs call.

use crate::heap::{self, Family, FreeError, Request, fast};
use crate::options::Options;
use crate::report::{self, Finding, Refusal};
use crate::shadow;
use crate::stack::Caller;
use crate::{init, platform, watch};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use sanecc_abi::shadow::Poison;

static MAY_RETURN_NULL: AtomicBool = AtomicBool::new(true);
static CHECK_FAMILY: AtomicBool = AtomicBool::new(true);
static CHECK_SIZE: AtomicBool = AtomicBool::new(false);
static USER_POISONING: AtomicBool = AtomicBool::new(true);
static CONTAINERS: AtomicBool = AtomicBool::new(true);

/// Takes over the options that concern entry points.
pub fn set_behaviour(options: &Options<'_>) {
    MAY_RETURN_NULL.store(options.allocator_may_return_null, Ordering::Relaxed);
    CHECK_FAMILY.store(options.alloc_dealloc_mismatch, Ordering::Relaxed);
    CHECK_SIZE.store(options.new_delete_type_mismatch, Ordering::Relaxed);
    USER_POISONING.store(options.allow_user_poisoning, Ordering::Relaxed);
    CONTAINERS.store(options.detect_container_overflow, Ordering::Relaxed);
}

/// Sets the C library's error number of this thread.
pub fn set_errno(error: i32) {
    // SAFETY: the C library's errno of this thread.
    unsafe { *libc::__errno_location() = error };
}

#[cold]
fn refuse(refusal: Refusal, caller: Caller) -> usize {
    if !MAY_RETURN_NULL.load(Ordering::Relaxed) || !refusal.may_fail() {
        report::from_caller(Finding::Refused(refusal), caller);
    }
    set_errno(libc::ENOMEM);
    0
}

#[inline(never)]
fn allocate(request: Request, caller: Caller) -> usize {
    init::memory();
    match allocate_watched(request, caller) {
        Ok(address) => {
            if crate::thread::current().ignores_leaks() {
                heap::walk::ignore(address);
            }
            address
        }
        Err(refusal) => refuse(refusal, caller),
    }
}

/// Allocates, and does what else is wanted of that.
fn allocate_watched(request: Request, caller: Caller) -> Result<usize, Refusal> {
    let Request { size, zeroed, .. } = request;
    if watch::is_on() {
        watch::before_allocation(size)?;
    }
    let address = heap::allocate(request, caller).ok_or(Refusal::Memory { size })?;
    if watch::is_on() {
        watch::allocated(address, size, zeroed);
    }
    Ok(address)
}

/// `malloc`, and the throwing and non-throwing `operator new` of a family.
#[inline(always)]
pub fn malloc(size: usize, family: Family, caller: Caller) -> usize {
    if let Some((address, _)) = fast::allocate(size, family, caller) {
        return address;
    }
    allocate(
        Request {
            size,
            align: heap::ALIGN,
            family,
            zeroed: false,
        },
        caller,
    )
}

/// `calloc`.
#[inline]
pub fn calloc(count: usize, size: usize, caller: Caller) -> usize {
    match count.checked_mul(size) {
        Some(size)
            if let Some((address, is_zero)) = fast::allocate(size, Family::Malloc, caller) =>
        {
            if !is_zero {
                // SAFETY: the block has `size` bytes.
                unsafe { (address as *mut u8).write_bytes(0, size) };
            }
            address
        }
        Some(size) => allocate(
            Request {
                size,
                align: heap::ALIGN,
                family: Family::Malloc,
                zeroed: true,
            },
            caller,
        ),
        None => refuse(Refusal::Calloc { count, size }, caller),
    }
}

/// `realloc`. The block always moves, so that uses of the old address are found.
pub fn realloc(address: usize, size: usize, caller: Caller) -> usize {
    if address == 0 {
        return malloc(size, Family::Malloc, caller);
    }
    if size == 0 {
        free(address, Some(Family::Malloc), caller);
        return 0;
    }
    let Some(old_size) = heap::size_of_block(address) else {
        // Freeing it says what is wrong with it. A program that goes on gets a block without its contents.
        free(address, Some(Family::Malloc), caller);
        return malloc(size, Family::Malloc, caller);
    };
    let new = malloc(size, Family::Malloc, caller);
    if new != 0 {
        heap::move_contents(address, new, old_size.min(size));
        free(address, Some(Family::Malloc), caller);
    }
    new
}

/// `reallocarray`.
pub fn reallocarray(address: usize, count: usize, size: usize, caller: Caller) -> usize {
    match count.checked_mul(size) {
        Some(size) => realloc(address, size, caller),
        None => refuse(Refusal::ReallocArray { count, size }, caller),
    }
}

/// `memalign`, `aligned_alloc`, aligned `operator new`.
pub fn aligned(align: usize, size: usize, family: Family, caller: Caller) -> usize {
    if !align.is_power_of_two() {
        refuse(Refusal::Alignment { align }, caller);
        set_errno(libc::EINVAL);
        return 0;
    }
    allocate(
        Request {
            size,
            align,
            family,
            zeroed: false,
        },
        caller,
    )
}

/// `aligned_alloc`. Where requests may fail, sizes that are no multiple of the alignment are as good as to the C library.
pub fn aligned_alloc(align: usize, size: usize, caller: Caller) -> usize {
    let is_good = align.is_power_of_two() && size.is_multiple_of(align);
    if !is_good && !MAY_RETURN_NULL.load(Ordering::Relaxed) {
        return refuse(Refusal::AlignedAlloc { align, size }, caller);
    }
    aligned(align, size, Family::Malloc, caller)
}

/// `posix_memalign`: an error number, and the address through `place`.
///
/// # Safety
/// `place` can be written.
pub unsafe fn posix_memalign(place: *mut usize, align: usize, size: usize, caller: Caller) -> i32 {
    if !align.is_power_of_two() || align < size_of::<usize>() {
        if !MAY_RETURN_NULL.load(Ordering::Relaxed) {
            refuse(Refusal::PosixMemalign { align }, caller);
        }
        return libc::EINVAL;
    }
    init::memory();
    match allocate_watched(
        Request {
            size,
            align,
            family: Family::Malloc,
            zeroed: false,
        },
        caller,
    ) {
        Ok(address) => {
            if crate::thread::current().ignores_leaks() {
                heap::walk::ignore(address);
            }
            // SAFETY: as the caller promises.
            unsafe { *place = address };
            0
        }
        Err(refusal) => {
            if !MAY_RETURN_NULL.load(Ordering::Relaxed) || !refusal.may_fail() {
                refuse(refusal, caller);
            }
            libc::ENOMEM
        }
    }
}

/// `pvalloc`: whole pages.
pub fn pvalloc(size: usize, caller: Caller) -> usize {
    match size.max(1).checked_next_multiple_of(platform::PAGE) {
        Some(size) => aligned(platform::PAGE, size, Family::Malloc, caller),
        None => refuse(Refusal::Pvalloc { size }, caller),
    }
}

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

/// C++'s `operator delete` of a family, which is told the block's size.
#[inline]
pub fn delete_sized(address: usize, size: usize, family: Family, caller: Caller) {
    if CHECK_SIZE.load(Ordering::Relaxed)
        && size != 0
        && let Some(allocated) = heap::size_of_block(address)
        && allocated != size
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
        report::from_caller(Finding::SizeOfNoBlock { address }, caller);
        0
    })
}

/// The program poisons memory of its own.
pub fn user_poison(address: usize, size: usize) {
    if USER_POISONING.load(Ordering::Relaxed) {
        init::memory();
        shadow::user::user_poison(address, size, Poison::User);
    }
}

/// The program takes that back.
pub fn user_unpoison(address: usize, size: usize) {
    if USER_POISONING.load(Ordering::Relaxed) {
        init::memory();
        shadow::user::user_unpoison(address, size);
    }
}

/// The elements of a container lie elsewhere in its memory than before.
pub fn container_changed(before: Range<usize>, now: Range<usize>) {
    if !CONTAINERS.load(Ordering::Relaxed) {
        return;
    }
    init::memory();
    let poison = |range: Range<usize>| {
        shadow::user::user_poison(range.start, range.len(), Poison::Container);
    };
    poison(before.start..before.end.min(now.start));
    poison(before.start.max(now.end)..before.end);
    let unpoison = |range: Range<usize>| shadow::user::user_unpoison(range.start, range.len());
    unpoison(now.start..now.end.min(before.start));
    unpoison(now.start.max(before.end)..now.end);
}

/// First poisoned byte of a range, 0 if there is none.
pub fn poisoned_in(address: usize, size: usize) -> usize {
    init::memory();
    shadow::first_bad(address, size).unwrap_or(0)
}

/// The redzones of an `alloca`, and the object good.
pub fn poison_alloca(address: usize, size: usize) {
    use sanecc_abi::shadow::Poison;
    use sanecc_abi::symbols::ALLOCA_REDZONE;
    let end = (address + size).next_multiple_of(ALLOCA_REDZONE) + ALLOCA_REDZONE;
    let redzone = address + size.next_multiple_of(8);
    shadow::poison(address - ALLOCA_REDZONE, ALLOCA_REDZONE, Poison::AllocaLeft);
    shadow::poison(redzone, end - redzone, Poison::AllocaRight);
    shadow::unpoison(address, size);
}

/// Stack that held `alloca` objects is given back.
pub fn unpoison_allocas(top: usize, bottom: usize) {
    if top != 0 && top < bottom {
        shadow::clear(top & !7, (bottom & !7) - (top & !7));
    }
}

/// One shadow byte over whole granules, as the compiler asks.
pub fn set_shadow(address: usize, size: usize, byte: u8) {
    if size != 0 {
        shadow::map::ensure(address, size);
        // SAFETY: the shadow of the range is mapped.
        unsafe { shadow::at(address).write_bytes(byte, size / sanecc_abi::shadow::GRANULE) };
    }
}
