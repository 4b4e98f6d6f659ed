//! Loading, and what is not checked but leads to what is: other functions by their names. Sorted.

use super::effects::{Success::Always, text};
use super::{Row, does, row};

pub(super) const ROWS: &[Row] = &[
    does("dlopen", "ppi", Always, &[text(0)]),
    row("dlsym", "ppp"),
];
