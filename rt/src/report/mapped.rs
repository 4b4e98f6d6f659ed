//! Files in memory, which is given back when nobody asks any more: a program that goes on may make many reports.

use crate::platform;
use core::ffi::CStr;

/// The bytes of a file.
pub struct Mapped(&'static [u8]);

impl Mapped {
    /// Maps a file, unless it is empty or cannot be read.
    pub fn file(path: &CStr) -> Option<Mapped> {
        platform::map_file(path).map(Mapped)
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
