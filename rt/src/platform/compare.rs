//! `memcmp` and `bcmp` for the runtime's own memory, on every processor: what is compared is short.

use core::arch::asm;
use core::ffi::c_int;

/// Keeps the compiler from taking a loop for what it implements.
#[inline(always)]
pub(super) fn this_is_no_call() {
    // SAFETY: does nothing.
    unsafe { asm!("", options(nostack, preserves_flags)) };
}

/// `memcmp`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memcmp(
    one: *const u8,
    other: *const u8,
    length: usize,
) -> c_int {
    for i in 0..length {
        // SAFETY: as the caller says.
        let [one, other] = unsafe { [*one.add(i), *other.add(i)] };
        if one != other {
            return c_int::from(one) - c_int::from(other);
        }
        this_is_no_call();
    }
    0
}

/// `bcmp`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_bcmp(
    one: *const u8,
    other: *const u8,
    length: usize,
) -> c_int {
    // SAFETY: as the caller says.
    unsafe { __sanecc_own_memcmp(one, other, length) }
}
