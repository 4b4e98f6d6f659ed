//! The malloc family. Weak in the finished archive, so that a program may bring its own.

use crate::stub::with_caller;
use core::ffi::{c_int, c_void};
use sanecc_rt::heap::Family;
use sanecc_rt::output::Out;
use sanecc_rt::platform::PAGE;
use sanecc_rt::stack::Caller;
use sanecc_rt::{entry, heap};

with_caller! {
    malloc 1 => malloc_from;
    calloc 2 => calloc_from;
    realloc 2 => realloc_from;
    reallocarray 3 => reallocarray_from;
    free 1 => free_from;
    cfree 1 => free_from;
    aligned_alloc 2 => aligned_alloc_from;
    memalign 2 => aligned_from;
    __libc_memalign 2 => aligned_from;
    posix_memalign 3 => posix_memalign_from;
    valloc 1 => valloc_from;
    pvalloc 1 => pvalloc_from;
    malloc_usable_size 1 => usable_size_from;
}

extern "C" fn malloc_from(size: usize, pc: usize, frame: usize) -> usize {
    entry::malloc(size, Family::Malloc, Caller { pc, frame })
}

extern "C" fn calloc_from(count: usize, size: usize, pc: usize, frame: usize) -> usize {
    entry::calloc(count, size, Caller { pc, frame })
}

extern "C" fn realloc_from(address: usize, size: usize, pc: usize, frame: usize) -> usize {
    entry::realloc(address, size, Caller { pc, frame })
}

extern "C" fn reallocarray_from(
    address: usize,
    count: usize,
    size: usize,
    pc: usize,
    frame: usize,
) -> usize {
    entry::reallocarray(address, count, size, Caller { pc, frame })
}

extern "C" fn free_from(address: usize, pc: usize, frame: usize) {
    entry::free(address, Some(Family::Malloc), Caller { pc, frame });
}

extern "C" fn aligned_from(align: usize, size: usize, pc: usize, frame: usize) -> usize {
    entry::aligned(align, size, Family::Malloc, Caller { pc, frame })
}

extern "C" fn aligned_alloc_from(align: usize, size: usize, pc: usize, frame: usize) -> usize {
    entry::aligned_alloc(align, size, Caller { pc, frame })
}

extern "C" fn posix_memalign_from(
    place: *mut usize,
    align: usize,
    size: usize,
    pc: usize,
    frame: usize,
) -> i32 {
    // SAFETY: the program hands in a place for the address.
    unsafe { entry::posix_memalign(place, align, size, Caller { pc, frame }) }
}

extern "C" fn valloc_from(size: usize, pc: usize, frame: usize) -> usize {
    entry::aligned(PAGE, size, Family::Malloc, Caller { pc, frame })
}

extern "C" fn pvalloc_from(size: usize, pc: usize, frame: usize) -> usize {
    entry::pvalloc(size, Caller { pc, frame })
}

extern "C" fn usable_size_from(address: usize, pc: usize, frame: usize) -> usize {
    entry::usable_size(address, Caller { pc, frame })
}

// The rest of what the C library's malloc.o defines. In a static link a use of any of these would bring that
// object in, and with it a second `malloc`.

/// glibc's `struct mallinfo`: ten numbers, of which only the bytes mapped for chunks are known here.
#[repr(C)]
struct Information<T> {
    mapped: T,
    others: [T; 9],
}

#[unsafe(no_mangle)]
extern "C" fn mallinfo() -> Information<i32> {
    Information {
        mapped: i32::try_from(heap::mapped_bytes()).unwrap_or(i32::MAX),
        others: [0; 9],
    }
}

#[unsafe(no_mangle)]
extern "C" fn mallinfo2() -> Information<usize> {
    Information {
        mapped: heap::mapped_bytes(),
        others: [0; 9],
    }
}

/// No parameter of glibc's allocator exists here: 0, "not set".
#[unsafe(no_mangle)]
extern "C" fn mallopt(_parameter: c_int, _value: c_int) -> c_int {
    0
}

/// Gives memory back to the system in which no chunk is, used or freed lately; whether there was any.
#[unsafe(no_mangle)]
extern "C" fn malloc_trim(_pad: usize) -> c_int {
    heap::idle::give_back().into()
}

#[unsafe(no_mangle)]
extern "C" fn malloc_stats() {
    let mut out = Out::stderr();
    heap::usage::print(&mut out);
}

/// `malloc_info` has nothing to write in glibc's format.
#[unsafe(no_mangle)]
extern "C" fn malloc_info(_options: c_int, _stream: *mut c_void) -> c_int {
    entry::set_errno(libc::ENOSYS);
    -1
}
