//! System calls that newer processors have no more, as C libraries use them where they are.

use core::ffi::{CStr, c_long};

/// A system call.
type Call = (c_long, [usize; 6]);

/// `fork`, where that is a call of its own.
pub(super) const FORK: Option<c_long> = Some(libc::SYS_fork);

/// `readlink`; the buffer is an address and its bytes.
pub(super) fn read_link_call(path: &CStr, buffer: (usize, usize)) -> Call {
    let arguments = [path.as_ptr() as usize, buffer.0, buffer.1, 0, 0, 0];
    (libc::SYS_readlink, arguments)
}

/// `poll` of one descriptor, which reads no time but this.
pub(super) fn poll_call(asked: &mut libc::pollfd, milliseconds: u32, _: &libc::timespec) -> Call {
    let asked = &raw mut *asked as usize;
    (libc::SYS_poll, [asked, 1, milliseconds as usize, 0, 0, 0])
}

/// `pause`.
pub(super) fn pause_call() -> Call {
    (libc::SYS_pause, [0; 6])
}
