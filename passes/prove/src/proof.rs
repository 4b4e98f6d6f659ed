//! The proof of a removed check: why the access is in bounds ([`SpatialProof`]), why the object is alive ([`TemporalProof`]), and the
//! assumptions of both ([`Assumption`]).

use super::Rule;
use super::temporal::TemporalProof;
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::{NoWrap, RangeProof};
use sanecc_analysis::{MadeBy, Object};

/// Why an access needs no check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Why the access is in bounds.
    pub spatial: SpatialProof,
    /// Why the object is alive.
    pub temporal: TemporalProof,
    /// What the proof assumes.
    pub assumptions: Vec<Assumption>,
}

impl Proof {
    /// Whether guards decide at run time if the proof holds.
    pub fn is_guarded(&self) -> bool {
        let mut assumptions = self.assumptions.iter();
        assumptions.any(|one| matches!(one, Assumption::NoWrap(_)))
    }
}

/// Why all bytes of an access lie in one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpatialProof {
    /// The rule that proved it.
    pub rule: Rule,
    /// The object, if the function sees one.
    pub object: Option<Object>,
    /// Where in the object.
    pub region: Region,
}

/// Where in an object an access lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// `[offset, offset + bytes)` of `size`, all in bytes.
    Constant {
        /// Distance from the object's start.
        offset: u64,
        /// Bytes of the access.
        bytes: u64,
        /// Bytes of the object.
        size: u64,
    },
    /// The same as expressions, with the facts that were used.
    Symbolic(Box<RangeProof>),
    /// Proved by a simpler domain, which names no facts.
    Simpler(Domain),
    /// Bytes that earlier checks cover: all that may have been executed last.
    CheckedBy(MadeBy),
}

impl Region {
    /// Whether values that are not constant decide where the access lies.
    pub(super) fn is_symbolic(&self) -> bool {
        match self {
            Self::Symbolic(_) | Self::Simpler(_) => true,
            Self::Constant { .. } | Self::CheckedBy(_) => false,
        }
    }
}

/// What a proof assumes beyond what this module alone shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// No other module poisons the object manually while it lives.
    NotPoisonedElsewhere,
    /// A failed check ends the program.
    ChecksEndProgram,
    /// The operation does not wrap. A guard records at run time where it does, and the access is checked then.
    NoWrap(NoWrap),
}
