//! Numbers out of strings. Sorted.

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[row("strtold", "xpp")];
