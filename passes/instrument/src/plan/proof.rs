//! The proof of a removed check: why the access stays in its object ([`SpatialProof`]), why the object lives ([`TemporalProof`]), and what
//! both take for granted ([`Assumption`]).

use super::Rule;
use super::temporal::TemporalProof;
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::{NoWrap, RangeProof};
use sanecc_analysis::{MadeBy, Object};

/// Why an access needs no check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Why its bytes lie in an object.
    pub spatial: SpatialProof,
    /// Why that object lives.
    pub temporal: TemporalProof,
    /// What the proof takes for granted.
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
    /// The rule that found it.
    pub rule: Rule,
    /// The object, if it is one that the function sees.
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
    /// The same, of expressions; with the facts that were used.
    Symbolic(Box<RangeProof>),
    /// As far as a simpler domain shows, which names no facts.
    Simpler(Domain),
    /// Among the bytes that earlier checks asked about, each of those that may have run last.
    CheckedBy(MadeBy),
    /// Wherever it lies, outside data do not decide it.
    Untainted,
}

/// What a proof takes for granted, though this module alone does not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// No other module poisons the object by hand while it lives.
    NotPoisonedElsewhere,
    /// A failed check ends the program.
    ChecksEndProgram,
    /// The operation does not wrap. A guard notes at run time where it does, and the access is checked then.
    NoWrap(NoWrap),
    /// What outside data do not influence is good: the user's word (`-fsanecc-taint`), and no proof.
    GoodWithoutOutsideData,
}
