//! The functions of the sanitizers' public headers, a file for each header.

mod allocator;
mod asan;
mod sanitizer;
mod shadow;
mod unaligned;

use core::ffi::{CStr, c_char};

/// The bytes of a C string of the program; none for null.
///
/// # Safety
/// The text is null or ends with NUL, and stays as it is while the result is used.
unsafe fn bytes<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return b"";
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

/// The program's buffer; empty for null.
///
/// # Safety
/// The buffer is null or has that many bytes, which nobody else uses meanwhile.
unsafe fn buffer<'a>(start: *mut c_char, length: usize) -> &'a mut [u8] {
    if start.is_null() {
        return &mut [];
    }
    // SAFETY: as the caller promises.
    unsafe { core::slice::from_raw_parts_mut(start.cast(), length) }
}
