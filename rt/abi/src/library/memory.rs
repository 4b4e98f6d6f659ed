//! Chunks of memory. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("__bzero", "vpz").entered_as("bzero"),
    row("__explicit_bzero_chk", "vpzz"),
    row("__memcpy_chk", "pppzz"),
    row("__memmove_chk", "pppzz"),
    row("__mempcpy", "pppz").entered_as("memcpy"),
    row("__mempcpy_chk", "pppzz").entered_as("__memcpy_chk"),
    row("__memset_chk", "ppizz"),
    row("__rawmemchr", "ppi").entered_as("rawmemchr"),
    row("bcmp", "ippz").entered_as("memcmp"),
    row("bcopy", "vppz"),
    row("bzero", "vpz"),
    row("explicit_bzero", "vpz").entered_as("bzero"),
    row("memccpy", "pppiz"),
    row("memchr", "ppiz"),
    row("memcmp", "ippz"),
    row("memcpy", "pppz"),
    row("memmem", "ppzpz"),
    row("memmove", "pppz"),
    row("mempcpy", "pppz").entered_as("memcpy"),
    row("memrchr", "ppiz"),
    row("memset", "ppiz"),
    row("rawmemchr", "ppi"),
    row("swab", "vppz"),
];
