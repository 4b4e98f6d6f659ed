//! What the linker puts in the place of an allocator's functions.

#[cfg(feature = "newlib")]
mod newlib {
    use crate::arch::with_return_address;
    use crate::heap::wrapped;

    extern "C" fn malloc(context: usize, size: usize, _: usize, pc: usize) -> usize {
        wrapped::allocate(context, size, 1, pc)
    }
    extern "C" fn free(context: usize, chunk: usize, _: usize, pc: usize) {
        wrapped::release(context, chunk, pc)
    }
    extern "C" fn calloc(context: usize, count: usize, size: usize, pc: usize) -> usize {
        wrapped::zeroed(context, count, size, pc)
    }
    extern "C" fn realloc(context: usize, chunk: usize, size: usize, pc: usize) -> usize {
        wrapped::resize(context, chunk, size, pc)
    }
    extern "C" fn memalign(context: usize, align: usize, size: usize, pc: usize) -> usize {
        wrapped::allocate(context, size, align, pc)
    }
    with_return_address! {
        __wrap__malloc_r => malloc;
        __wrap__free_r => free;
        __wrap__calloc_r => calloc;
        __wrap__realloc_r => realloc;
        __wrap__memalign_r => memalign;
    }
}

#[cfg(feature = "picolibc")]
mod picolibc {
    use crate::arch::with_return_address;
    use crate::heap::wrapped;

    extern "C" fn malloc(size: usize, _: usize, _: usize, pc: usize) -> usize {
        wrapped::allocate(0, size, 1, pc)
    }
    extern "C" fn free(chunk: usize, _: usize, _: usize, pc: usize) {
        wrapped::release(0, chunk, pc)
    }
    extern "C" fn calloc(count: usize, size: usize, _: usize, pc: usize) -> usize {
        wrapped::zeroed(0, count, size, pc)
    }
    extern "C" fn realloc(chunk: usize, size: usize, _: usize, pc: usize) -> usize {
        wrapped::resize(0, chunk, size, pc)
    }
    extern "C" fn memalign(align: usize, size: usize, _: usize, pc: usize) -> usize {
        wrapped::allocate(0, size, align, pc)
    }
    with_return_address! {
        __wrap_malloc => malloc;
        __wrap_free => free;
        __wrap_calloc => calloc;
        __wrap_realloc => realloc;
        __wrap_memalign => memalign;
        __wrap_aligned_alloc => memalign;
    }
}

#[cfg(feature = "freertos")]
mod freertos {
    use crate::arch::with_return_address;
    use crate::heap::wrapped;

    extern "C" fn malloc(size: usize, _: usize, _: usize, pc: usize) -> usize {
        wrapped::allocate(0, size, 1, pc)
    }
    extern "C" fn free(chunk: usize, _: usize, _: usize, pc: usize) {
        wrapped::release(0, chunk, pc)
    }
    extern "C" fn calloc(count: usize, size: usize, _: usize, pc: usize) -> usize {
        wrapped::zeroed(0, count, size, pc)
    }
    with_return_address! {
        __wrap_pvPortMalloc => malloc;
        __wrap_vPortFree => free;
        __wrap_pvPortCalloc => calloc;
    }
}
