//! Blocks of memory.

use super::Invocation;

type Copy = extern "C" fn(usize, usize, usize) -> usize;
type Fill = extern "C" fn(usize, i32, usize) -> usize;

/// `memcpy`.
#[inline(always)]
pub fn memcpy(to: usize, from: usize, length: usize, call: Invocation) -> usize {
    call.reads(from, length);
    call.writes(to, length);
    call.distinct(to, from, length);
    // SAFETY: the function's type.
    unsafe { call.real::<Copy>()(to, from, length) }
}

/// `memmove`.
#[inline(always)]
pub fn memmove(to: usize, from: usize, length: usize, call: Invocation) -> usize {
    call.reads(from, length);
    call.writes(to, length);
    // SAFETY: the function's type.
    unsafe { call.real::<Copy>()(to, from, length) }
}

/// `memset`.
#[inline(always)]
pub fn memset(to: usize, byte: i32, length: usize, call: Invocation) -> usize {
    call.writes(to, length);
    // SAFETY: the function's type.
    unsafe { call.real::<Fill>()(to, byte, length) }
}
