//! System calls whose arguments depend on the width of a register, where it is 32 bits.

use core::ffi::c_long;

/// `mmap` with an offset in pages, which is 0 wherever the runtime calls it.
pub(super) const MAP: c_long = libc::SYS_mmap2;
/// `fstat64`: what the older one writes is not what C libraries know.
pub(super) const STATUS: c_long = libc::SYS_fstat64;
/// What that writes.
pub(super) type Status = libc::stat64;

/// `pread` into an address and its bytes, from a place in a file, which begins at an even register.
pub(super) fn read_at_call(file: usize, buffer: (usize, usize), at: u64) -> (c_long, [usize; 6]) {
    let halves = [at as usize, (at >> 32) as usize];
    let arguments = [file, buffer.0, buffer.1, 0, halves[0], halves[1]];
    (libc::SYS_pread64, arguments)
}
