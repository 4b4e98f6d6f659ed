//! The entry points that allocate.

use super::{MAY_RETURN_NULL, ZERO_FREES, free, refuse, set_errno};
use crate::heap::{self, Family, Request, fast, fresh};
use crate::report::Refusal;
use crate::stack::Caller;
use crate::{leak, malloc_hooks, platform, provenance, shadow};
use core::sync::atomic::Ordering;

#[inline(never)]
fn allocate(request: Request, caller: Caller) -> usize {
    shadow::set_up();
    leak::running::now_and_then();
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
    let Request {
        size,
        zeroed,
        moved_in,
        ..
    } = request;
    if malloc_hooks::is_on() {
        malloc_hooks::before_allocation(size)?;
    }
    let address = heap::allocate(request, caller).ok_or(Refusal::Memory { size })?;
    if !zeroed && moved_in == 0 {
        // SAFETY: a new chunk, which nobody else knows yet.
        unsafe { fresh::fill(address, 0, size) };
    }
    if malloc_hooks::is_on() {
        malloc_hooks::allocated(address, size);
    }
    Ok(address)
}

/// `malloc`, and the throwing and non-throwing `operator new` of a family.
#[inline(always)]
pub fn malloc(size: usize, family: Family, caller: Caller) -> usize {
    if let Some((address, _)) = fast::allocate(size, family, caller) {
        // SAFETY: a new chunk, which nobody else knows yet.
        unsafe { fresh::fill(address, 0, size) };
        return address;
    }
    malloc_slowly(size, family, caller)
}

/// Apart, so that the short way makes no room for the request.
#[cold]
#[inline(never)]
fn malloc_slowly(size: usize, family: Family, caller: Caller) -> usize {
    allocate(
        Request {
            size,
            align: heap::UNALIGNED,
            family,
            zeroed: false,
            moved_in: 0,
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
                // SAFETY: the chunk has `size` bytes.
                unsafe { (address as *mut u8).write_bytes(0, size) };
            }
            address
        }
        Some(size) => allocate(
            Request {
                size,
                align: heap::UNALIGNED,
                family: Family::Malloc,
                zeroed: true,
                moved_in: 0,
            },
            caller,
        ),
        None => refuse(Refusal::Calloc { count, size }, caller),
    }
}

/// `realloc`. The chunk always moves, so that uses of the old address are found.
pub fn realloc(address: usize, size: usize, caller: Caller) -> usize {
    if address == 0 {
        return malloc(size, Family::Malloc, caller);
    }
    if size == 0 && ZERO_FREES.load(Ordering::Relaxed) {
        free(address, Some(Family::Malloc), caller);
        return 0;
    }
    let size = size.max(1);
    let Some(old_size) = heap::size_of_chunk(address) else {
        // Freeing it says what is wrong with it. A program that goes on gets a chunk without its contents.
        free(address, Some(Family::Malloc), caller);
        return malloc(size, Family::Malloc, caller);
    };
    let new = match fast::allocate(size, Family::Malloc, caller) {
        Some((address, _)) => address,
        None => allocate(
            Request {
                size,
                align: heap::UNALIGNED,
                family: Family::Malloc,
                zeroed: false,
                moved_in: heap::movable(address, old_size.min(size)),
            },
            caller,
        ),
    };
    if new != 0 {
        heap::move_contents(address, new, old_size.min(size));
        if provenance::is_followed() {
            provenance::copy(new, address, old_size.min(size));
        }
        // SAFETY: a new chunk, which nobody else knows yet.
        unsafe { fresh::fill(new, old_size, size) };
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
            moved_in: 0,
        },
        caller,
    )
}

/// `aligned_alloc`. Where requests may fail, sizes that are no multiple of the alignment are as addressable as to the C library.
pub fn aligned_alloc(align: usize, size: usize, caller: Caller) -> usize {
    let is_addressable = align.is_power_of_two() && size.is_multiple_of(align);
    if !is_addressable && !MAY_RETURN_NULL.load(Ordering::Relaxed) {
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
    shadow::set_up();
    leak::running::now_and_then();
    match allocate_watched(
        Request {
            size,
            align,
            family: Family::Malloc,
            zeroed: false,
            moved_in: 0,
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
