//! Mappings of memory, how many there may be, and stacks of contexts. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("makecontext", "vppi."),
    row("mlockall", "ii"),
    row("mmap", "ppziiil"),
    row("mmap64", "ppziiiq").entered_as("mmap"),
    row("mprotect", "ipzi"),
    row("munmap", "ipz"),
    row("pkey_mprotect", "ipzii").entered_as("mprotect"),
    row("prlimit", "iiipp"),
    row("prlimit64", "iiipp").entered_as("prlimit"),
    row("setcontext", "ip"),
    row("setrlimit", "iip"),
    row("setrlimit64", "iip").entered_as("setrlimit"),
    row("swapcontext", "ipp"),
];
