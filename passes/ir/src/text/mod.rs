//! The printed form of the analysis IR, and its reader. `docs/ir.md` explains the grammar.
//!
//! Two forms have one grammar. The short one, for dumps and tests, leaves out source locations and what follows from the order in which
//! constants are met. [`Module::full_text`] leaves out nothing: what is read from it equals what was printed.

mod constants;
mod derive;
mod print;
mod read;
mod words;

pub use read::ParseError;

use crate::Module;
use std::fmt::{self, Display, Formatter};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print::module(self, false, f)
    }
}

/// A module that prints itself in full.
struct Full<'m>(&'m Module);

impl Display for Full<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print::module(self.0, true, f)
    }
}

impl Module {
    /// All that the module holds, as text that [`Module::parse`] makes the same module of.
    pub fn full_text(&self) -> String {
        Full(self).to_string()
    }

    /// Reads the printed form, short or full. What is left out gets the value that `docs/ir.md` names.
    pub fn parse(text: &str) -> Result<Module, ParseError> {
        read::module(text)
    }
}
