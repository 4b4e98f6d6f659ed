//! Files in memory, and what was unpacked of them. It is given back when nobody asks any more: a program that goes on may make many reports.

use crate::platform;
use core::ffi::CStr;

/// The bytes of a file, or of a part of one.
pub struct Mapped(&'static [u8]);

impl Mapped {
    /// Maps a file, unless it is empty or cannot be read.
    pub fn file(path: &CStr) -> Option<Mapped> {
        platform::map_file(path).map(Mapped)
    }

    /// So many bytes, as `fill` makes them of zeros; `None` where the system has no room, or `fill` cannot.
    pub fn filled(bytes: usize, fill: impl FnOnce(&mut [u8]) -> Option<()>) -> Option<Mapped> {
        let start = platform::map(0, bytes).ok()?;
        // SAFETY: a fresh mapping of that length, which goes when what is returned is dropped.
        let buffer = unsafe { core::slice::from_raw_parts_mut(start as *mut u8, bytes) };
        let filled = fill(buffer);
        let mapped = Mapped(buffer);
        filled.map(|()| mapped)
    }

    /// What stands in it, valid until this is dropped.
    pub fn bytes(&self) -> &'static [u8] {
        self.0
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        platform::unmap(self.0.as_ptr() as usize, self.0.len());
    }
}
