//! The C library's ways to look through strings and chunks, for checks that ask afterwards whether that was allowed.

/// Bytes of a string before its end.
#[inline(always)]
pub fn string_length(text: usize) -> usize {
    // SAFETY: the program passes it on as a string; what it reads beyond an object's end is found by the check that
    // follows.
    unsafe { libc::strlen(text as *const _) }
}

/// Bytes of a string before its end, at most `bound`.
#[inline(always)]
pub fn bounded_string_length(text: usize, bound: usize) -> usize {
    // SAFETY: as above.
    unsafe { libc::strnlen(text as *const _, bound) }
}

/// Wide characters of a string before its end.
#[inline(always)]
pub fn wide_string_length(text: usize) -> usize {
    // SAFETY: as above.
    unsafe { wcslen(text) }
}

/// The same, at most `bound`.
#[inline(always)]
pub fn bounded_wide_string_length(text: usize, bound: usize) -> usize {
    // SAFETY: as above.
    unsafe { wcsnlen(text, bound) }
}

unsafe extern "C" {
    fn strchrnul(text: usize, byte: i32) -> usize;
    fn wcslen(text: usize) -> usize;
    fn wcsnlen(text: usize, bound: usize) -> usize;
}

/// Where the first such byte of a string is, or its end.
#[inline(always)]
pub fn first_byte_or_end(text: usize, byte: i32) -> usize {
    // SAFETY: as above.
    unsafe { strchrnul(text, byte) }
}
