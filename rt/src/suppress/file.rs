//! Finding the suppressions' file: as named, else beside the executable.

use crate::platform;
use core::ffi::CStr;

/// Longest path that is tried, in bytes.
const LONGEST: usize = 4096;

/// All of the file; its bytes live as long as the process. The error is an errno.
pub fn read(path: &[u8]) -> Result<&'static [u8], i32> {
    let mut buffer = [0; LONGEST];
    let named = read_at(&mut buffer, b"", path);
    if named != Err(libc::ENOENT) || path.starts_with(b"/") {
        return named;
    }
    let mut link = [0; LONGEST];
    let executable = platform::executable(&mut link);
    let folder = executable.iter().rposition(|byte| *byte == b'/');
    read_at(
        &mut buffer,
        &executable[..folder.map_or(0, |slash| slash + 1)],
        path,
    )
}

fn read_at(buffer: &mut [u8], folder: &[u8], path: &[u8]) -> Result<&'static [u8], i32> {
    let length = folder.len() + path.len();
    if length >= buffer.len() {
        return Err(libc::ENAMETOOLONG);
    }
    buffer[..folder.len()].copy_from_slice(folder);
    buffer[folder.len()..length].copy_from_slice(path);
    buffer[length] = 0;
    let name = CStr::from_bytes_until_nul(buffer).map_err(|_| libc::EINVAL)?;
    platform::map_text(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_looked_for_here_and_beside_the_executable() {
        let beside = std::env::current_exe().unwrap();
        let name = beside.file_name().unwrap().as_encoded_bytes();
        assert!(read(name).unwrap().starts_with(b"\x7fELF"));
        assert!(read(b"Cargo.toml").unwrap().starts_with(b"[package]"));
        assert_eq!(read(b"no such file"), Err(libc::ENOENT));
        assert_eq!(read(b"/no such file"), Err(libc::ENOENT));
        assert_eq!(read(b"src"), Err(libc::EISDIR));
    }
}
