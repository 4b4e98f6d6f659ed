//! Where reports go: standard error, a descriptor, or the file of `log_path`, `<path>.<pid>`, created when there is something
//! to write. Until then the program has no descriptor that it did not open itself, may close all it knows of, and a child
//! of a fork gets a file of its own.

use super::kept::Kept;
use super::{Bytes, Out};
use crate::platform;
use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};

/// Standard error's descriptor.
const STDERR: usize = 2;
/// Longest path in bytes, without what is added to it.
const LONGEST: usize = 480;
/// So much of a path is shown in bytes.
const LONGEST_SHOWN: usize = 200;
/// Longest name of the program and suffix in bytes.
const LONGEST_PART: usize = 128;

/// The descriptor: standard error, or a file once it was created.
static DESTINATION: AtomicUsize = AtomicUsize::new(STDERR);
/// The process that created the file; 0: it was not.
static CREATOR: AtomicU32 = AtomicU32::new(0);
static PATH: Kept<LONGEST> = Kept::new();
static SUFFIX: Kept<LONGEST_PART> = Kept::new();
static NAMES_PROGRAM: AtomicBool = AtomicBool::new(false);
/// The name of the file as it was made, a C string.
static NAME: [AtomicU8; NAME_LENGTH] = [const { AtomicU8::new(0) }; NAME_LENGTH];

const NAME_LENGTH: usize = LONGEST + 2 * LONGEST_PART + 16;

/// Sets what the name of the file contains beside the path.
pub fn set_name(has_program: bool, suffix: &[u8]) {
    NAMES_PROGRAM.store(has_program, Ordering::Relaxed);
    SUFFIX.set(suffix);
}

/// Lets reports go to a file, or to `stderr` or `stdout`. A path that is too long is refused at once, all others when the
/// file is created.
pub fn set_path(path: &[u8]) {
    match path {
        b"stderr" => set_descriptor(STDERR),
        b"stdout" => set_descriptor(1),
        _ if PATH.set(path) => CREATOR.store(0, Ordering::Release),
        _ => complain(path, libc::ENAMETOOLONG),
    }
}

/// Lets reports go to a descriptor.
pub fn set_descriptor(file: usize) {
    PATH.set(b"");
    DESTINATION.store(file, Ordering::Release);
}

/// The descriptor that reports go to. Creates the file, if there is to be one; standard error where that fails.
pub fn destination() -> usize {
    if PATH.is_empty() {
        return DESTINATION.load(Ordering::Acquire);
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

/// The name of the file that reports go to, which is created; null where they go to a descriptor.
pub fn path() -> *const c_char {
    match destination() {
        _ if PATH.is_empty() => core::ptr::null(),
        _ => NAME.as_ptr().cast(),
    }
}

fn create() -> usize {
    let mut buffer = [0; LONGEST];
    let path = PATH.get(&mut buffer);
    let mut name = Name {
        bytes: [0; NAME_LENGTH],
        length: 0,
    };
    write_name(&mut name, path);
    for (place, byte) in NAME.iter().zip(name.bytes) {
        place.store(byte, Ordering::Relaxed);
    }
    let created = CStr::from_bytes_until_nul(&name.bytes)
        .map_err(|_| libc::ENAMETOOLONG)
        .and_then(platform::create_file);
    created.unwrap_or_else(|error| {
        complain(path, error);
        STDERR
    })
}

fn write_name(name: &mut Name, path: &[u8]) {
    name.append(path);
    if NAMES_PROGRAM.load(Ordering::Relaxed) {
        let mut buffer = [0; LONGEST];
        let program = platform::program_name(&mut buffer);
        name.append(b".");
        name.append(&program[..program.len().min(LONGEST_PART - 1)]);
    }
    let _ = write!(name, ".{}", platform::process_id());
    let mut buffer = [0; LONGEST_PART];
    name.append(SUFFIX.get(&mut buffer));
}

fn complain(path: &[u8], error: i32) {
    // What is wrong in the words of the sanitizers.
    let folder = path.iter().rposition(|byte| *byte == b'/');
    let (what, shown) = match error {
        libc::ENAMETOOLONG => ("Path is too long", path),
        libc::ENOTDIR | libc::ENOENT => (
            "Can't create directory",
            &path[..folder.unwrap_or(path.len())],
        ),
        _ => ("Can't open file", path),
    };
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "ERROR: {what}: {}{}\nsanecc: log_path cannot be used (errno {error}); reports go to standard error",
        Bytes(&shown[..shown.len().min(LONGEST_SHOWN)]),
        if shown.len() > LONGEST_SHOWN {
            "..."
        } else {
            ""
        },
    );
}

/// A file name in a buffer that is long enough for all its parts and a NUL.
struct Name {
    bytes: [u8; NAME_LENGTH],
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
