//! What `-fsanecc-count` counts: executed accesses, by what the compiler decided for them.

use crate::rel::Rel;
use core::ffi::c_char;

/// Most classes that a compiler may have; the runtime has a counter for each.
pub const MOST: usize = 64;

/// The name of a class; its number is its place in the list.
#[repr(C)]
#[derive(Debug)]
pub struct Class {
    /// What was decided (NUL-terminated).
    pub decision: Rel<c_char>,
    /// The rule that removed the check or a part of it (NUL-terminated); `none` for a whole check.
    pub rule: Rel<c_char>,
}
