//! The file of `log_path`: `<path>.<pid>`, created when there is something to write. Until then the program has no descriptor
//! that it did not open itself, may close all it knows of, and a child of a fork gets a file of its own.

use super::out::{Bytes, Out};
use crate::platform;
use core::ffi::CStr;
use core::fmt::{self, Write};
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};

/// Standard error's descriptor.
const STDERR: usize = 2;
/// Where reports go: standard error, or a file once it was created.
static DESTINATION: AtomicUsize = AtomicUsize::new(STDERR);
/// The process that created it; 0: it was not.
static CREATOR: AtomicU32 = AtomicU32::new(0);
/// The path, of `LENGTH` bytes. A copy: the program may write over its environment.
static PATH: [AtomicU8; 480] = [const { AtomicU8::new(0) }; 480];
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Lets reports go to a file. A path that is too long is refused at once, all others when the file is created.
pub fn set_path(path: &[u8]) {
    if path.len() > PATH.len() {
        complain(path, libc::ENAMETOOLONG);
        return;
    }
    for (to, from) in PATH.iter().zip(path) {
        to.store(*from, Ordering::Relaxed);
    }
    LENGTH.store(path.len(), Ordering::Relaxed);
    CREATOR.store(0, Ordering::Release);
}

/// The descriptor that reports go to. Creates the file, if there is to be one; standard error where that fails.
pub fn destination() -> usize {
    if LENGTH.load(Ordering::Acquire) == 0 {
        return STDERR;
    }
    let creator = CREATOR.load(Ordering::Acquire);
    let me = platform::process_id();
    // Who is first creates it; whoever else writes meanwhile is heard on standard error.
    if creator != me
        && CREATOR
            .compare_exchange(creator, me, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    {
        DESTINATION.store(STDERR, Ordering::Release);
        DESTINATION.store(create(), Ordering::Release);
    }
    DESTINATION.load(Ordering::Acquire)
}

fn create() -> usize {
    let mut path = [0; PATH.len()];
    let length = LENGTH.load(Ordering::Relaxed);
    for (to, from) in path.iter_mut().zip(&PATH) {
        *to = from.load(Ordering::Relaxed);
    }
    let path = &path[..length];
    let mut name = Name {
        bytes: [0; PATH.len() + 16],
        length: 0,
    };
    name.append(path);
    let _ = write!(name, ".{}\0", platform::process_id());
    let created = CStr::from_bytes_until_nul(&name.bytes)
        .map_err(|_| libc::ENAMETOOLONG)
        .and_then(platform::create_file);
    created.unwrap_or_else(|error| {
        complain(path, error);
        STDERR
    })
}

fn complain(path: &[u8], error: i32) {
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "sanecc: cannot create log_path '{}' (errno {error}); reports go to standard error",
        Bytes(path)
    );
}

/// A file name in a buffer that is long enough for a path, a dot and a process's number.
struct Name {
    bytes: [u8; PATH.len() + 16],
    length: usize,
}

impl Name {
    fn append(&mut self, bytes: &[u8]) {
        for (to, from) in self.bytes[self.length..].iter_mut().zip(bytes) {
            *to = *from;
            self.length += 1;
        }
    }
}

impl Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.append(text.as_bytes());
        Ok(())
    }
}
