//! Strings of bytes. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("__strcpy_chk", "pppl").entered_as("strcpy"),
    row("strcpy", "ppp"),
    row("strlen", "lp"),
];
