//! Reading and writing files.

use super::calls;
use super::memory::map;
use super::process::duration;
use super::seccomp::syscall;
use super::succeeded;
use super::width;
use core::ffi::CStr;

/// Opens a file for reading; its descriptor.
pub(super) fn open(path: &CStr) -> Option<usize> {
    let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as usize;
    open_with(path, flags).ok()
}

/// Opens a file, by the call that C libraries use: sandboxes may know no other. The error is an errno.
fn open_with(path: &CStr, flags: usize) -> Result<usize, i32> {
    let here = libc::AT_FDCWD as usize;
    let arguments = [here, path.as_ptr() as usize, flags, 0o660, 0, 0];
    // SAFETY: the path ends with NUL.
    succeeded(unsafe { syscall(libc::SYS_openat, arguments) })
}

/// Reads once; the bytes that there were, none at the end of the file or on an error.
pub(super) fn read(file: usize, buffer: &mut [u8]) -> &[u8] {
    let arguments = [file, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0];
    // SAFETY: the kernel writes at most the buffer's length.
    let count = succeeded(unsafe { syscall(libc::SYS_read, arguments) });
    &buffer[..count.unwrap_or(0)]
}

/// Maps a whole file for reading; its bytes live until somebody unmaps them.
pub fn map_file(path: &CStr) -> Option<&'static [u8]> {
    let file = open(path)?;
    // SAFETY: lseek reads no memory.
    let length = unsafe { syscall(libc::SYS_lseek, [file, 0, libc::SEEK_END as usize, 0, 0, 0]) };
    let bytes = succeeded(length)
        .ok()
        .filter(|length| *length > 0)
        .and_then(|length| {
            let arguments = [
                0,
                length,
                libc::PROT_READ as usize,
                libc::MAP_PRIVATE as usize,
                file,
                0,
            ];
            // SAFETY: a fresh mapping of `length` bytes, never unmapped, so the slice stays valid.
            unsafe {
                let start = succeeded(syscall(width::MAP, arguments)).ok()?;
                Some(core::slice::from_raw_parts(start as *const u8, length))
            }
        });
    close(file);
    bytes
}

/// Hands over a regular file piece by piece until `take` has enough; false where there is no such file, or it has more than `most` bytes.
/// Neither a pipe nor a device is waited for.
pub fn read_regular(path: &CStr, most: usize, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    let flags = (libc::O_RDONLY | libc::O_CLOEXEC | libc::O_NONBLOCK | libc::O_NOCTTY) as usize;
    let Ok(file) = open_with(path, flags) else {
        return false;
    };
    let is_wanted = regular_length(file).is_some_and(|length| length <= most);
    let (mut buffer, mut rest) = ([0; 8192], most);
    while is_wanted && rest > 0 {
        let piece = read(file, &mut buffer);
        rest = rest.saturating_sub(piece.len());
        if piece.is_empty() || !take(piece) {
            break;
        }
    }
    close(file);
    is_wanted
}

/// Bytes of a regular file; `None` for anything else.
fn regular_length(file: usize) -> Option<usize> {
    let mut status = core::mem::MaybeUninit::<width::Status>::zeroed();
    let arguments = [file, status.as_mut_ptr() as usize, 0, 0, 0, 0];
    // SAFETY: the kernel writes at most the structure.
    succeeded(unsafe { syscall(width::STATUS, arguments) }).ok()?;
    // SAFETY: all zero at least, which is a valid structure.
    let status = unsafe { status.assume_init() };
    (status.st_mode & libc::S_IFMT == libc::S_IFREG).then_some(status.st_size as usize)
}

/// All of a file that may be a pipe or have no length of its own; the bytes live as long as the process. The error is
/// an errno.
pub fn map_text(path: &CStr) -> Result<&'static [u8], i32> {
    const MOST: usize = 16 << 20;
    let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as usize;
    let file = open_with(path, flags)?;
    let result = map(0, MOST).and_then(|start| {
        let mut length = 0;
        loop {
            let arguments = [file, start + length, MOST - length, 0, 0, 0];
            // SAFETY: the kernel writes at most what is left of the fresh mapping.
            match succeeded(unsafe { syscall(libc::SYS_read, arguments) }) {
                Ok(0) => break,
                Ok(count) => length += count,
                Err(libc::EINTR) => {}
                Err(error) => return Err(error),
            }
        }
        // SAFETY: so many bytes were read into a mapping that stays.
        Ok(unsafe { core::slice::from_raw_parts(start as *const u8, length) })
    });
    close(file);
    result
}

/// Reads the beginning of a file into `buffer`; returns how many bytes there were (at most its length).
pub fn read_file(path: &CStr, buffer: &mut [u8]) -> usize {
    let Some(file) = open(path) else {
        return 0;
    };
    let mut length = 0;
    while length < buffer.len() {
        match read(file, &mut buffer[length..]).len() {
            0 => break,
            count => length += count,
        }
    }
    close(file);
    length
}

/// Creates (or empties) a file for writing; the descriptor.
pub fn create_file(path: &CStr) -> Result<usize, i32> {
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_CLOEXEC;
    open_with(path, flags as usize)
}

/// Closes a descriptor.
pub fn close(file: usize) {
    // SAFETY: the descriptor was opened here.
    unsafe { syscall(libc::SYS_close, [file, 0, 0, 0, 0, 0]) };
}

/// Writes all bytes to a file descriptor, as far as it takes them.
pub fn write(file: usize, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        let arguments = [file, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0];
        // SAFETY: the kernel reads `bytes`.
        match succeeded(unsafe { syscall(libc::SYS_write, arguments) }) {
            Ok(0) => return,
            Ok(n) => bytes = &bytes[n.min(bytes.len())..],
            Err(libc::EINTR) => {}
            Err(libc::EAGAIN) if becomes_writable(file) => {}
            Err(_) => return,
        }
    }
}

/// Waits until a full pipe takes bytes again, which does not chunk whoever writes to it; false if nobody reads for long.
fn becomes_writable(file: usize) -> bool {
    const MILLISECONDS: u32 = 10_000;
    let mut asked = libc::pollfd {
        fd: file as i32,
        events: libc::POLLOUT,
        revents: 0,
    };
    let time = duration(MILLISECONDS);
    let (number, arguments) = calls::poll_call(&mut asked, MILLISECONDS, &time);
    // SAFETY: the kernel reads and writes one `pollfd`, and reads a time.
    let ready = unsafe { syscall(number, arguments) };
    ready > 0 && asked.revents & libc::POLLOUT != 0 || ready == -(libc::EINTR as isize)
}

/// Whether a descriptor is a terminal.
pub fn is_terminal(file: usize) -> bool {
    // The kernel's structure is smaller.
    let mut settings = [0u8; 128];
    let request = libc::TCGETS as usize;
    let arguments = [file, request, settings.as_mut_ptr() as usize, 0, 0, 0];
    // SAFETY: the kernel writes at most its `struct termios`, which is shorter.
    succeeded(unsafe { syscall(libc::SYS_ioctl, arguments) }).is_ok()
}

/// What a symbolic link points to; the link's own path if that cannot be read.
pub fn read_link<'a>(path: &'a CStr, buffer: &'a mut [u8]) -> &'a [u8] {
    let place = (buffer.as_mut_ptr() as usize, buffer.len());
    let (number, arguments) = calls::read_link_call(path, place);
    // SAFETY: the kernel writes at most the buffer's length.
    match succeeded(unsafe { syscall(number, arguments) }) {
        Ok(length) => &buffer[..length],
        Err(_) => path.to_bytes(),
    }
}
