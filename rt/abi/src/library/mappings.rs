//! Mappings of memory, and stacks of contexts. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("makecontext", "vppi."),
    row("mmap", "ppliiil"),
    row("mmap64", "ppliiil").entered_as("mmap"),
    row("munmap", "ipl"),
    row("swapcontext", "ipp"),
];
