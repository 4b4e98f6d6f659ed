//! What compilers expect of a C library (`memcpy` and its like), for the runtime's own memory. A program may have functions of these names, with checks
//! in them that ask the very shadow that is being written; so the runtime calls none of the program's (`rt/lib/prelink.sh` gives them these names).
//!
//! Up to 32 bytes go at once, more in steps of 16, and many in one instruction, which processors are addressable at.

use super::super::compare::this_is_no_call;
use core::arch::asm;
use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_set1_epi8, _mm_storeu_si128};
use core::ffi::c_int;

/// From how many bytes on the one instruction is quicker.
const MANY: usize = 768;

/// Copies the first and the last of `$ty`, read before either is written.
macro_rules! ends {
    ($ty:ty, $to:ident, $from:ident, $length:ident) => {{
        let last = $length - size_of::<$ty>();
        // SAFETY: at least so many bytes, as the caller says.
        unsafe {
            let head = $from.cast::<$ty>().read_unaligned();
            let tail = $from.add(last).cast::<$ty>().read_unaligned();
            $to.cast::<$ty>().write_unaligned(head);
            $to.add(last).cast::<$ty>().write_unaligned(tail);
        }
    }};
}

/// Up to 32 bytes, which may overlap.
///
/// # Safety
/// So many bytes can be read and written.
#[inline(always)]
unsafe fn copy_few(to: *mut u8, from: *const u8, length: usize) {
    match length {
        0 => {}
        1 => ends!(u8, to, from, length),
        2..4 => ends!(u16, to, from, length),
        4..8 => ends!(u32, to, from, length),
        8..16 => ends!(u64, to, from, length),
        _ => ends!(__m128i, to, from, length),
    }
}

/// From the first byte to the last; what is read lies not before what is written.
///
/// # Safety
/// More than 16 bytes can be read and written.
unsafe fn copy_up(to: *mut u8, from: *const u8, length: usize) {
    if length >= MANY {
        // SAFETY: as the caller says; the direction is up, as everywhere in C.
        unsafe {
            asm!("rep movsb", inout("rdi") to => _, inout("rsi") from => _, inout("rcx") length => _, options(nostack, preserves_flags));
        }
        return;
    }
    let last = length - 16;
    // SAFETY: the last step ends with the last byte.
    unsafe {
        let tail = _mm_loadu_si128(from.add(last).cast());
        let mut done = 0;
        while done < last {
            let part = _mm_loadu_si128(from.add(done).cast());
            _mm_storeu_si128(to.add(done).cast(), part);
            this_is_no_call();
            done += 16;
        }
        _mm_storeu_si128(to.add(last).cast(), tail);
    }
}

/// From the last byte to the first; what is read lies before what is written.
///
/// # Safety
/// More than 16 bytes can be read and written.
unsafe fn copy_down(to: *mut u8, from: *const u8, length: usize) {
    // SAFETY: the last step begins with the first byte.
    unsafe {
        let head = _mm_loadu_si128(from.cast());
        let mut left = length;
        while left > 16 {
            left -= 16;
            let part = _mm_loadu_si128(from.add(left).cast());
            _mm_storeu_si128(to.add(left).cast(), part);
            this_is_no_call();
        }
        _mm_storeu_si128(to.cast(), head);
    }
}

/// `memcpy`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memcpy(
    to: *mut u8,
    from: *const u8,
    length: usize,
) -> *mut u8 {
    // SAFETY: as the caller says.
    unsafe {
        match length {
            0..=32 => copy_few(to, from, length),
            _ => copy_up(to, from, length),
        }
    }
    to
}

/// `memmove`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memmove(
    to: *mut u8,
    from: *const u8,
    length: usize,
) -> *mut u8 {
    // SAFETY: as the caller says.
    unsafe {
        match length {
            0..=32 => copy_few(to, from, length),
            _ if to.addr().wrapping_sub(from.addr()) < length => copy_down(to, from, length),
            _ => copy_up(to, from, length),
        }
    }
    to
}

/// `memset`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memset(to: *mut u8, byte: c_int, length: usize) -> *mut u8 {
    let byte = byte as u8;
    if length >= MANY {
        // SAFETY: as the caller says; the direction is up, as everywhere in C.
        unsafe {
            asm!("rep stosb", inout("rdi") to => _, inout("rcx") length => _, in("al") byte, options(nostack, preserves_flags));
        }
        return to;
    }
    // SAFETY: steps lie in bounds, as the caller says.
    unsafe {
        let all = _mm_set1_epi8(byte as i8);
        let mut done = 0;
        while done + 16 <= length {
            _mm_storeu_si128(to.add(done).cast(), all);
            this_is_no_call();
            done += 16;
        }
        let pattern: [u8; 16] = core::mem::transmute(all);
        let rest = length - done;
        match (rest, done) {
            (0, _) => {}
            (_, 16..) => _mm_storeu_si128(to.add(length - 16).cast(), all),
            _ => copy_few(to, pattern.as_ptr(), rest),
        }
    }
    to
}
