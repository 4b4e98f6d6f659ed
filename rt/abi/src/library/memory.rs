//! Blocks of memory. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("memcpy", "pppl"),
    row("memmove", "pppl"),
    row("memset", "ppil"),
];
