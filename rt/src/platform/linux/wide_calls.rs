//! System calls whose arguments depend on the width of a register, where it is 64 bits.

use core::ffi::c_long;

/// `mmap`, whose offset is 0 wherever the runtime calls it.
pub(super) const MAP: c_long = libc::SYS_mmap;
/// `fstat`.
pub(super) const STATUS: c_long = libc::SYS_fstat;
/// What that writes.
pub(super) type Status = libc::stat;

/// `pread` into an address and its bytes, from a place in a file.
pub(super) fn read_at_call(file: usize, buffer: (usize, usize), at: u64) -> (c_long, [usize; 6]) {
    let arguments = [file, buffer.0, buffer.1, at as usize, 0, 0];
    (libc::SYS_pread64, arguments)
}
