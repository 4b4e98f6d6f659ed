//! Strings of bytes.

use super::Invocation;

/// `strlen`.
#[inline(always)]
pub fn strlen(text: usize, call: Invocation) -> usize {
    // SAFETY: the function's type.
    let length = unsafe { call.real::<extern "C" fn(usize) -> usize>()(text) };
    call.reads(text, length + 1);
    length
}

/// `strcpy`.
#[inline(always)]
pub fn strcpy(to: usize, from: usize, call: Invocation) -> usize {
    let size = crate::platform::string_length(from) + 1;
    call.reads(from, size);
    call.writes(to, size);
    call.disjoint((to, size), (from, size));
    // SAFETY: the function's type.
    unsafe { call.real::<extern "C" fn(usize, usize) -> usize>()(to, from) }
}
