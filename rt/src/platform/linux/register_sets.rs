//! Registers of stopped threads as sets, which all processors have that Linux came to later.

use core::ffi::c_int;

/// `NT_PRSTATUS`: the general registers.
pub(super) const GENERAL: usize = 1;
/// `NT_PRFPREG`: those of floating-point numbers, where they are of the kind that the kernel means.
#[cfg(not(target_arch = "arm"))]
pub(super) const FLOATING: usize = 2;

/// Reads as many words of a set as the kernel has; the others stay as they are.
pub(super) fn read_set(
    set: usize,
    words: &mut [usize],
    ptrace: impl Fn(c_int, usize, usize) -> isize,
) {
    let place = libc::iovec {
        iov_base: words.as_mut_ptr().cast(),
        iov_len: size_of_val(words),
    };
    ptrace(
        libc::PTRACE_GETREGSET as c_int,
        set,
        &raw const place as usize,
    );
}
