//! Mappings of memory, how many there may be, and stacks of contexts. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("makecontext", "vppi."),
    row("mlockall", "ii"),
    row("mmap", "ppliiil"),
    row("mmap64", "ppliiil").entered_as("mmap"),
    row("mprotect", "ipli"),
    row("munmap", "ipl"),
    row("pkey_mprotect", "iplii").entered_as("mprotect"),
    row("prlimit", "iiipp"),
    row("prlimit64", "iiipp").entered_as("prlimit"),
    row("setcontext", "ip"),
    row("setrlimit", "iip"),
    row("setrlimit64", "iip").entered_as("setrlimit"),
    row("swapcontext", "ipp"),
];
