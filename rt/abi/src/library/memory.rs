//! Chunks of memory. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("__bzero", "vpl").entered_as("bzero"),
    row("__explicit_bzero_chk", "vpll"),
    row("__memcpy_chk", "pppll"),
    row("__memmove_chk", "pppll"),
    row("__mempcpy", "pppl").entered_as("memcpy"),
    row("__mempcpy_chk", "pppll").entered_as("__memcpy_chk"),
    row("__memset_chk", "ppill"),
    row("__rawmemchr", "ppi").entered_as("rawmemchr"),
    row("bcmp", "ippl").entered_as("memcmp"),
    row("bcopy", "vppl"),
    row("bzero", "vpl"),
    row("explicit_bzero", "vpl").entered_as("bzero"),
    row("memccpy", "pppil"),
    row("memchr", "ppil"),
    row("memcmp", "ippl"),
    row("memcpy", "pppl"),
    row("memmem", "pplpl"),
    row("memmove", "pppl"),
    row("mempcpy", "pppl").entered_as("memcpy"),
    row("memrchr", "ppil"),
    row("memset", "ppil"),
    row("rawmemchr", "ppi"),
    row("swab", "vppl"),
];
