//! The running program: its file, and the words that it was started with.

use super::files::{read_file, read_link};
use core::ffi::CStr;

/// A path that leads to the program's file, whatever has become of its name.
pub const EXECUTABLE: &CStr = c"/proc/self/exe";

/// The path of the program's file as a person knows it; `room` takes it.
pub fn executable(room: &mut [u8]) -> &[u8] {
    read_link(EXECUTABLE, room)
}

/// The name of the program's file, without folders; `room` takes it.
pub fn program_name(room: &mut [u8]) -> &[u8] {
    let path = executable(room);
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// The words of the command line, each with a NUL after it; as many as `room` takes.
pub fn command_line(room: &mut [u8]) -> &[u8] {
    let length = read_file(c"/proc/self/cmdline", room);
    &room[..length]
}
