//! Files with more options.

use crate::platform;
use core::fmt::{self, Write};

/// Most bytes of such a file that are read.
const LONGEST: usize = 1 << 16;

/// The content of the file that `include` names, for as long as the process lives; `None` if it cannot be read.
pub fn read(name: &[u8]) -> Option<&'static [u8]> {
    let mut path = Path {
        bytes: [0; 512],
        length: 0,
    };
    write_name(&mut path, name).ok()?;
    let path = core::ffi::CStr::from_bytes_until_nul(&path.bytes).ok()?;
    let text = platform::map_file(path)?;
    Some(&text[..text.len().min(LONGEST)])
}

fn write_name(path: &mut Path, name: &[u8]) -> fmt::Result {
    let mut rest = name;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        path.append(&rest[..at])?;
        match rest.get(at + 1) {
            Some(b'b') => {
                let mut buffer = [0; 512];
                path.append(platform::program_name(&mut buffer))?;
            }
            Some(b'p') => write!(path, "{}", platform::process_id())?,
            Some(other) => path.append(&[*other])?,
            None => {}
        }
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    path.append(rest)
}

/// A path in a buffer, with a NUL after it.
struct Path {
    bytes: [u8; 512],
    length: usize,
}

impl Path {
    fn append(&mut self, text: &[u8]) -> fmt::Result {
        let end = self.length + text.len();
        if end >= self.bytes.len() {
            return Err(fmt::Error);
        }
        self.bytes[self.length..end].copy_from_slice(text);
        self.length = end;
        Ok(())
    }
}

impl Write for Path {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.append(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_speak_of_the_program() {
        let mut path = Path {
            bytes: [0; 512],
            length: 0,
        };
        write_name(&mut path, b"/etc/%b.%p%%").unwrap();
        let text = core::str::from_utf8(&path.bytes[..path.length]).unwrap();
        let end = format!(".{}%", std::process::id());
        assert!(
            text.starts_with("/etc/sanecc_rt-") && text.ends_with(&end),
            "{text}"
        );
        assert!(write_name(&mut path, &[b'x'; 600]).is_err());
    }
}
