//! Streams, files and formats. Sorted.

use super::Row;

pub(super) const ROWS: &[Row] = &[];
