//! Text to a file descriptor, without the C library.

use super::log;
use crate::platform;
use core::fmt;

/// A buffered writer.
pub struct Out {
    file: usize,
    buffer: [u8; 1024],
    length: usize,
}

impl Out {
    /// Standard error.
    pub fn stderr() -> Out {
        Out {
            file: 2,
            buffer: [0; 1024],
            length: 0,
        }
    }

    /// Where reports go: standard error, or the file of `log_path`.
    pub fn report() -> Out {
        Out {
            file: log::destination(),
            ..Out::stderr()
        }
    }

    /// Writes out what is buffered.
    pub fn flush(&mut self) {
        platform::write(self.file, &self.buffer[..self.length]);
        self.length = 0;
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        self.flush();
    }
}

impl fmt::Write for Out {
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        while !text.is_empty() {
            if self.length == self.buffer.len() {
                self.flush();
            }
            let count = text.len().min(self.buffer.len() - self.length);
            self.buffer[self.length..self.length + count]
                .copy_from_slice(&text.as_bytes()[..count]);
            self.length += count;
            // Only bytes are stored, so a character may be cut here and go on in the next write.
            match text.get(count..) {
                Some(rest) => text = rest,
                None => {
                    let rest = &text.as_bytes()[count..];
                    self.flush();
                    platform::write(self.file, rest);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A C string of the program, shown as it is apart from control characters.
#[derive(Clone, Copy)]
pub struct Text(pub *const core::ffi::c_char);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: records point to NUL-terminated constants of the program.
        let bytes = unsafe { core::ffi::CStr::from_ptr(self.0) }.to_bytes();
        fmt::Display::fmt(&Bytes(bytes), f)
    }
}

/// Bytes that should be UTF-8.
#[derive(Clone, Copy)]
pub struct Bytes<'a>(pub &'a [u8]);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for chunk in self.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                f.write_char(if character.is_control() {
                    '?'
                } else {
                    character
                })?;
            }
            if !chunk.invalid().is_empty() {
                f.write_char('\u{fffd}')?;
            }
        }
        Ok(())
    }
}
