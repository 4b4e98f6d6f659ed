//! Sorting and searching, and conversions between character sets. Sorted.

use super::effects::{Success::Always, text};
use super::{Row, makes, row};

pub(super) const ROWS: &[Row] = &[
    row("bsearch", "pppllp"),
    row("iconv", "lppppp"),
    makes("iconv_open", "ppp", Always, &[text(0), text(1)]),
    row("lfind", "pppplp"),
    row("lsearch", "pppplp"),
    row("qsort", "vpllp"),
    row("qsort_r", "vpllpp"),
    row("setlocale", "pip"),
    makes("tsearch", "pppp", Always, &[]),
];
