//! A global variable in words.

use super::names;
use crate::output::{Bytes, bytes_of};
use core::fmt;
use sanecc_abi::global::Global;

/// A global's name as in the source.
pub struct Name<'a>(pub &'a Global);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let linked = self.0.name.get().map_or(&b""[..], bytes_of);
        let readable = names::readable(linked);
        write!(f, "{}", Bytes(readable.as_deref().unwrap_or(linked)))
    }
}

/// Where a global is defined: `file:line`, as far as known.
pub struct DefinedAt<'a>(pub &'a Global);

impl fmt::Display for DefinedAt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.0.file.get().map_or(&b""[..], bytes_of);
        write!(f, "{}", names::path(file))?;
        match self.0.line {
            0 => Ok(()),
            line => write!(f, ":{line}"),
        }
    }
}
