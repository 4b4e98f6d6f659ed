//! What a proof takes for granted.

use crate::Promise;
use sanecc_analysis::symbolic::NoWrap;

/// What a proof assumes beyond what this module alone shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assumption {
    /// No other module poisons the object manually while it lives.
    NotPoisonedElsewhere,
    /// A failed check ends the program.
    ChecksEndProgram,
    /// The operation does not wrap. A guard records at run time where it does, and the access is checked then.
    NoWrap(NoWrap),
    /// The environment keeps a promise.
    Environment(Promise),
}
