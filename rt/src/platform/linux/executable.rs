//! The running program: its file, and the words that it was started with.

use super::files::{read_file, read_link};
use core::ffi::CStr;

/// A path that leads to the program's file, whatever has become of its name.
pub const EXECUTABLE: &CStr = c"/proc/self/exe";

/// The path of the program's file as a person knows it; `buffer` takes it.
pub fn executable(buffer: &mut [u8]) -> &[u8] {
    read_link(EXECUTABLE, buffer)
}

/// The name of the program's file, without folders; `buffer` takes it.
pub fn program_name(buffer: &mut [u8]) -> &[u8] {
    let path = executable(buffer);
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// The words of the command line, each with a NUL after it; as many as `buffer` takes.
pub fn command_line(buffer: &mut [u8]) -> &[u8] {
    let length = read_file(c"/proc/self/cmdline", buffer);
    &buffer[..length]
}
