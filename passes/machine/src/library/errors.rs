//! Messages of error numbers, as the C library of Linux words them.

/// The message of `strerror` in the "C" locale.
pub fn message(number: i32) -> String {
    if number == 0 {
        return "Success".to_owned();
    }
    let text = std::io::Error::from_raw_os_error(number).to_string();
    // The standard library adds the number.
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

pub(super) const EPERM: i32 = 1;
pub(super) const ENOENT: i32 = 2;
pub(super) const ESRCH: i32 = 3;
pub(super) const EIO: i32 = 5;
pub(super) const ENOEXEC: i32 = 8;
pub(super) const EBADF: i32 = 9;
pub(super) const EAGAIN: i32 = 11;
pub(super) const ENOMEM: i32 = 12;
pub(super) const EACCES: i32 = 13;
pub(super) const EBUSY: i32 = 16;
pub(super) const ENOTDIR: i32 = 20;
pub(super) const EINVAL: i32 = 22;
pub(super) const ENOTTY: i32 = 25;
pub(super) const ENOSPC: i32 = 28;
pub(super) const EDOM: i32 = 33;
pub(super) const ERANGE: i32 = 34;
pub(super) const EDEADLK: i32 = 35;
pub(super) const ENOSYS: i32 = 38;
pub(super) const EAFNOSUPPORT: i32 = 97;
pub(super) const EILSEQ: i32 = 84;
pub(super) const EOVERFLOW: i32 = 75;
pub(super) const ETIMEDOUT: i32 = 110;
pub(super) const EOWNERDEAD: i32 = 130;
