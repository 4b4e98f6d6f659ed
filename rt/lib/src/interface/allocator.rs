//! `sanitizer/allocator_interface.h`.

use core::ffi::c_int;
use sanecc_rt::heap::census::Census;
use sanecc_rt::report::query;
use sanecc_rt::{heap, malloc_hooks, shadow};

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_estimated_allocated_size(size: usize) -> usize {
    size.min(heap::max_size())
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_allocated_begin(address: usize) -> usize {
    query::chunk_start(address).unwrap_or(0)
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_allocated_size_fast(address: usize) -> usize {
    heap::size_of_chunk(address).unwrap_or(0)
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_current_allocated_bytes() -> usize {
    Census::take().live.bytes
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_heap_size() -> usize {
    heap::mapped_bytes()
}

/// What is mapped for chunks and holds none.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_free_bytes() -> usize {
    let census = Census::take();
    heap::mapped_bytes().saturating_sub(census.live.bytes + census.freed.bytes)
}

/// What was given back to the system is not counted as mapped.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_unmapped_bytes() -> usize {
    0
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_install_malloc_and_free_hooks(
    allocated: Option<malloc_hooks::Allocated>,
    freeing: Option<malloc_hooks::Freeing>,
) -> c_int {
    shadow::set_up();
    match (allocated, freeing) {
        (Some(allocated), Some(freeing)) => malloc_hooks::install(allocated, freeing) as c_int,
        _ => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_purge_allocator() {
    shadow::set_up();
    heap::purge();
}
