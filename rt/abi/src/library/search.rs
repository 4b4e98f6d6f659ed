//! Sorting and searching, and conversions between character sets. Sorted.

use super::effects::{Success::Always, text};
use super::{Row, makes, row};

pub(super) const ROWS: &[Row] = &[
    row("bsearch", "pppzzp"),
    row("iconv", "zppppp"),
    makes("iconv_open", "ppp", Always, &[text(0), text(1)]),
    row("lfind", "ppppzp"),
    row("lsearch", "ppppzp"),
    row("qsort", "vpzzp"),
    row("qsort_r", "vpzzpp"),
    row("setlocale", "pip"),
    makes("tsearch", "pppp", Always, &[]),
];
