//! Allocation around the allocator that is wrapped, and the queue of what was freed.

use super::chunk::{FREED, Header, MAGIC, before, chunk_at, end_of, find, header, of};
use crate::arch::uninterrupted;
use crate::frames;
use crate::globals;
use crate::memory;
use crate::report::{self, Access};
use crate::shadow::{self, GRANULE};
use core::sync::atomic::{AtomicU32, Ordering};
use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::Poison;

/// Most bytes that wait after they are freed.
const QUARANTINE: usize = 2048;

/// The first and the last chunk that waits, and the bytes of all.
static FIRST: AtomicU32 = AtomicU32::new(0);
static LAST: AtomicU32 = AtomicU32::new(0);
static BYTES: AtomicU32 = AtomicU32::new(0);

/// The allocator behind the wrappers; its context is newlib's, and nobody else's.
#[cfg(feature = "newlib")]
mod real {
    unsafe extern "C" {
        fn __real__malloc_r(context: usize, size: usize) -> usize;
        fn __real__free_r(context: usize, block: usize);
    }
    pub fn allocate(context: usize, size: usize) -> usize {
        // SAFETY: as the wrapped call.
        unsafe { __real__malloc_r(context, size) }
    }
    pub fn release(context: usize, block: usize) {
        // SAFETY: the allocator gave the block.
        unsafe { __real__free_r(context, block) }
    }
}
#[cfg(feature = "picolibc")]
mod real {
    unsafe extern "C" {
        fn __real_malloc(size: usize) -> usize;
        fn __real_free(block: usize);
    }
    pub fn allocate(_: usize, size: usize) -> usize {
        // SAFETY: as the wrapped call.
        unsafe { __real_malloc(size) }
    }
    pub fn release(_: usize, block: usize) {
        // SAFETY: the allocator gave the block.
        unsafe { __real_free(block) }
    }
}
#[cfg(feature = "freertos")]
mod real {
    unsafe extern "C" {
        fn __real_pvPortMalloc(size: usize) -> usize;
        fn __real_vPortFree(block: usize);
    }
    pub fn allocate(_: usize, size: usize) -> usize {
        // SAFETY: as the wrapped call.
        unsafe { __real_pvPortMalloc(size) }
    }
    pub fn release(_: usize, block: usize) {
        // SAFETY: the allocator gave the block.
        unsafe { __real_vPortFree(block) }
    }
}

/// The oldest chunk that waits, taken out.
fn oldest() -> Option<usize> {
    uninterrupted(|| {
        let first = FIRST.load(Ordering::Relaxed) as usize;
        if first == 0 {
            return None;
        }
        // SAFETY: chunks in the queue have headers.
        let found = unsafe { *(header(first) as *const Header) };
        FIRST.store(found.next, Ordering::Relaxed);
        if found.next == 0 {
            LAST.store(0, Ordering::Relaxed);
        }
        let bytes = BYTES.load(Ordering::Relaxed);
        BYTES.store(bytes - found.size.min(bytes), Ordering::Relaxed);
        Some(first)
    })
}

/// Gives a chunk that has waited back to its allocator.
fn give_back(context: usize, chunk: usize) {
    // SAFETY: a chunk that was freed has a header.
    let found = unsafe { *(header(chunk) as *const Header) };
    let end = end_of(chunk, found.size as usize);
    shadow::fill(chunk - before(), end, 0);
    // SAFETY: as above.
    unsafe { memory::set_word(header(chunk), 0) };
    real::release(context, found.block as usize);
}

/// A chunk; 0 if there is no memory.
pub fn allocate(context: usize, size: usize, align: usize, pc: usize) -> usize {
    globals::ensure();
    let align = align.max(GRANULE);
    let around = before() + align + GRANULE + 8;
    let Some(whole) = size.checked_add(around) else {
        return 0;
    };
    let mut block = real::allocate(context, whole);
    while block == 0 {
        let Some(chunk) = oldest() else {
            return 0;
        };
        give_back(context, chunk);
        block = real::allocate(context, whole);
    }
    let chunk = (block + before()).next_multiple_of(align);
    let made = Header {
        tag: MAGIC ^ chunk as u32,
        size: size as u32,
        allocated: pc as u32,
        freed: 0,
        block: block as u32,
        next: 0,
    };
    // SAFETY: the block is as large as that.
    unsafe { (header(chunk) as *mut Header).write(made) };
    shadow::fill(chunk - before(), chunk, Poison::Heap as u8);
    shadow::open(chunk, size);
    shadow::close_after(chunk, size, end_of(chunk, size), Poison::Heap);
    chunk
}

/// What is at an address that is freed.
enum Freed {
    /// A living chunk.
    Chunk(Header),
    /// An error, which has been reported.
    Wrong,
    /// Perhaps what the library allocated for itself.
    Foreign,
}

/// Finds it out, and reports what is certainly wrong.
fn judged(address: usize, pc: usize, sp: usize) -> Freed {
    let access = Access {
        address,
        size: 1,
        writes: true,
        pc,
        sp,
        site: 0,
    };
    if let Some(found) = chunk_at(address) {
        if found.tag != FREED ^ address as u32 {
            return Freed::Chunk(found);
        }
        report::of_chunk(Kind::DoubleFree, access, of(address, found));
        return Freed::Wrong;
    }
    let is_around = shadow::of(address) == Poison::Heap as u8;
    let chunk = find(address).filter(|chunk| {
        is_around || address.wrapping_sub(chunk.start) < chunk.size.max(1) as usize
    });
    match chunk {
        Some(chunk) => report::of_chunk(Kind::BadFree, access, chunk),
        None if is_variable(address) => report::of_kind(Kind::BadFree, access),
        None => return Freed::Foreign,
    }
    Freed::Wrong
}

/// Whether an address is the start of a variable. Further inside of one may be blocks of an allocator, which keeps notes at the start.
fn is_variable(address: usize) -> bool {
    let global = globals::find(address).map(|global| global.address as usize);
    let local = frames::find(address).map(|(_, _, start, _)| start);
    [global, local].contains(&Some(address))
}

/// Frees a chunk, or what is none.
pub fn release(context: usize, address: usize, pc: usize) {
    if address == 0 {
        return;
    }
    let mark = 0u32;
    let found = match judged(address, pc, &raw const mark as usize) {
        Freed::Chunk(found) => found,
        Freed::Wrong => return,
        Freed::Foreign => return real::release(context, address),
    };
    shadow::fill(
        address,
        end_of(address, found.size as usize),
        Poison::Freed as u8,
    );
    let freed = Header {
        tag: FREED ^ address as u32,
        freed: pc as u32,
        next: 0,
        ..found
    };
    // SAFETY: the chunk's own header.
    unsafe { (header(address) as *mut Header).write(freed) };
    uninterrupted(|| {
        let last = LAST.load(Ordering::Relaxed) as usize;
        match last {
            0 => FIRST.store(address as u32, Ordering::Relaxed),
            // SAFETY: the header of a chunk in the queue.
            _ => unsafe {
                let next = header(last) + core::mem::offset_of!(Header, next);
                memory::set_word(next, address as u32);
            },
        }
        LAST.store(address as u32, Ordering::Relaxed);
        let bytes = BYTES.load(Ordering::Relaxed);
        BYTES.store(bytes + found.size, Ordering::Relaxed);
    });
    while BYTES.load(Ordering::Relaxed) as usize > QUARANTINE {
        let Some(chunk) = oldest() else { break };
        give_back(context, chunk);
    }
}

/// A chunk of another size with the same beginning.
#[cfg(not(feature = "freertos"))]
pub fn resize(context: usize, address: usize, size: usize, pc: usize) -> usize {
    if address == 0 {
        return allocate(context, size, 1, pc);
    }
    if size == 0 {
        release(context, address, pc);
        return 0;
    }
    // Of what the library allocated for itself nobody knows the size.
    let Freed::Chunk(found) = judged(address, pc, &raw const size as usize) else {
        return 0;
    };
    let new = allocate(context, size, 1, pc);
    if new != 0 {
        copy(new, address, size.min(found.size as usize));
        release(context, address, pc);
    }
    new
}

#[cfg(not(feature = "freertos"))]
fn copy(to: usize, from: usize, bytes: usize) {
    for at in 0..bytes {
        // SAFETY: both chunks are as large as that.
        unsafe { memory::set_byte(to + at, memory::byte(from + at)) }
    }
}

/// Zeros.
pub fn zeroed(context: usize, count: usize, size: usize, pc: usize) -> usize {
    let Some(bytes) = count.checked_mul(size) else {
        return 0;
    };
    let chunk = allocate(context, bytes, 1, pc);
    if chunk != 0 {
        for at in 0..bytes {
            // SAFETY: the chunk is as large as that.
            unsafe { memory::set_byte(chunk + at, 0) }
        }
    }
    chunk
}
