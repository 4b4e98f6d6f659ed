//! Mappings of memory, how many there may be, and stacks of contexts. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("makecontext", "vppi."),
    row("mlockall", "ii"),
    row("mmap", "ppziiil"),
    row("mmap64", "ppziiiq"),
    row("mprotect", "ipzi"),
    row("munmap", "ipz"),
    row("pkey_mprotect", "ipzii"),
    row("prlimit", "iiipp"),
    row("prlimit64", "iiipp"),
    row("setcontext", "ip"),
    row("setrlimit", "iip"),
    row("setrlimit64", "iip"),
    row("swapcontext", "ipp"),
];
