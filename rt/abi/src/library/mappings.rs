//! Mappings of memory, and stacks of contexts. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("makecontext", "vppi."),
    row("mlockall", "ii"),
    row("mmap", "ppliiil"),
    row("mmap64", "ppliiil").entered_as("mmap"),
    row("mprotect", "ipli"),
    row("munmap", "ipl"),
    row("pkey_mprotect", "iplii").entered_as("mprotect"),
    row("setcontext", "ip"),
    row("swapcontext", "ipp"),
];
