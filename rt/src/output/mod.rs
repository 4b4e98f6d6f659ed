//! Text to a file descriptor, without the C library.

pub mod copy;
pub mod kept;
pub mod log;

pub use sanecc_abi::style::Style;

use crate::platform;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};
use sanecc_abi::style::PLAIN;

/// When reports are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Colour {
    /// On terminals.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static COLOUR: AtomicU8 = AtomicU8::new(Colour::Auto as u8);

/// Sets when reports are coloured.
pub fn set_colour(colour: Colour) {
    COLOUR.store(colour as u8, Ordering::Relaxed);
}

/// Whether reports to a file are coloured.
fn is_coloured(file: usize) -> bool {
    let colour = COLOUR.load(Ordering::Relaxed);
    colour == Colour::Always as u8 || colour == Colour::Auto as u8 && platform::is_terminal(file)
}

/// A buffered writer.
pub struct Out {
    file: usize,
    is_report: bool,
    is_coloured: bool,
    buffer: [u8; 1024],
    length: usize,
}

impl Out {
    /// Standard error.
    pub fn stderr() -> Out {
        Out {
            file: 2,
            is_report: false,
            is_coloured: false,
            buffer: [0; 1024],
            length: 0,
        }
    }

    /// Where reports go: standard error, or the file of `log_path`.
    pub fn report() -> Out {
        let file = log::destination();
        Out {
            file,
            is_report: true,
            is_coloured: is_coloured(file),
            ..Out::stderr()
        }
    }

    /// The same, for what programs read.
    pub fn record() -> Out {
        Out {
            is_coloured: false,
            ..Out::report()
        }
    }

    /// What follows looks like this, on a terminal.
    pub fn style(&mut self, style: Style) {
        if self.is_coloured {
            let _ = fmt::Write::write_str(self, style.escape());
        }
    }

    /// What follows is plain text again.
    pub fn plain(&mut self) {
        if self.is_coloured {
            let _ = fmt::Write::write_str(self, PLAIN);
        }
    }

    /// Ends a line that had a style.
    pub fn end_styled_line(&mut self) {
        self.plain();
        let _ = fmt::Write::write_str(self, "\n");
    }

    /// Writes out what is buffered.
    pub fn flush(&mut self) {
        let bytes = &self.buffer[..self.length];
        platform::write(self.file, bytes);
        if self.is_report {
            copy::take(bytes);
        }
        self.length = 0;
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        self.flush();
    }
}

impl fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Only bytes are stored, so a character may be cut here and go on in the next write.
        let mut bytes = text.as_bytes();
        while !bytes.is_empty() {
            if self.length == self.buffer.len() {
                self.flush();
            }
            let count = bytes.len().min(self.buffer.len() - self.length);
            self.buffer[self.length..self.length + count].copy_from_slice(&bytes[..count]);
            self.length += count;
            bytes = &bytes[count..];
        }
        Ok(())
    }
}

/// The bytes of a C string of the program.
pub fn bytes_of(text: *const core::ffi::c_char) -> &'static [u8] {
    Text(text).bytes()
}

/// A C string of the program, shown as it is apart from control characters.
#[derive(Clone, Copy)]
pub struct Text(pub *const core::ffi::c_char);

impl Text {
    fn bytes(self) -> &'static [u8] {
        // SAFETY: records point to NUL-terminated constants of the program.
        unsafe { core::ffi::CStr::from_ptr(self.0) }.to_bytes()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Bytes(bytes_of(self.0)), f)
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
