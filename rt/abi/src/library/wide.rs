//! Wide characters and conversions between them and bytes. Sorted.

use super::Row;

pub(super) const ROWS: &[Row] = &[];
