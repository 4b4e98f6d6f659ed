//! Sorting and searching, and conversions between character sets. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("iconv", "lppppp"),
    row("lfind", "pppplp"),
    row("lsearch", "pppplp"),
    row("qsort", "vpllp"),
    row("qsort_r", "vpllpp"),
    row("setlocale", "pip"),
];
