//! Everything else: sorting, time, users, networks. Sorted.

use super::Row;

pub(super) const ROWS: &[Row] = &[];
