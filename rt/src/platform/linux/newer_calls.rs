//! What C libraries use in the place of system calls that newer processors have no more.

use core::ffi::{CStr, c_long};

/// A system call.
type Call = (c_long, [usize; 6]);

/// `fork`, where that is a call of its own.
pub(super) const FORK: Option<c_long> = None;

/// `readlink`; the buffer is an address and its bytes.
pub(super) fn read_link_call(path: &CStr, buffer: (usize, usize)) -> Call {
    let here = libc::AT_FDCWD as usize;
    let arguments = [here, path.as_ptr() as usize, buffer.0, buffer.1, 0, 0];
    (libc::SYS_readlinkat, arguments)
}

/// `poll` of one descriptor; `time` is the same time once more.
pub(super) fn poll_call(asked: &mut libc::pollfd, _: u32, time: &libc::timespec) -> Call {
    let (asked, time) = (&raw mut *asked as usize, &raw const *time as usize);
    (libc::SYS_ppoll, [asked, 1, time, 0, 0, 0])
}

/// `pause`.
pub(super) fn pause_call() -> Call {
    (libc::SYS_ppoll, [0; 6])
}
