//! Suppressions as they are written and as they match: the runtime and `sane run` read the same files.

pub mod pattern;
pub mod rules;

pub use pattern::matches;
pub use rules::{BadLine, KINDS, Kind, parse};
