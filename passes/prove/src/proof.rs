//! The answer to an obligation: an argument ([`Argument`]) and what it assumes ([`Assumption`]).

use crate::{Assumption, Claim, PairProof, Rule, TemporalProof};
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::RangeProof;
use sanecc_analysis::{MadeBy, Object};

/// Why an obligation holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The argument.
    pub argument: Argument,
    /// What the argument assumes, in order and without repetition.
    pub assumptions: Vec<Assumption>,
}

/// The argument of a proof; each kind shows one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The access is in bounds.
    InBounds(SpatialProof),
    /// The object is alive.
    Alive(TemporalProof),
    /// Both.
    Valid(SpatialProof, TemporalProof),
    /// Earlier checks cover the access.
    CheckedBefore {
        /// The object, if the function sees one.
        object: Option<Object>,
        /// All checks that may have been executed last.
        by: MadeBy,
    },
    /// Two pointers point into one object.
    Pair(PairProof),
}

impl Proof {
    /// The claim that it shows.
    pub fn claim(&self) -> Claim {
        match &self.argument {
            Argument::Pair(pair) if pair.life.is_some() => Claim::Valid,
            Argument::InBounds(_) | Argument::Pair(_) => Claim::InBounds,
            Argument::Alive(_) => Claim::Alive,
            Argument::Valid(..) => Claim::Valid,
            Argument::CheckedBefore { .. } => Claim::CheckedBefore,
        }
    }

    /// The rule that it is named after; `None` where life alone is shown by what is always on.
    pub fn rule(&self) -> Option<Rule> {
        match &self.argument {
            Argument::InBounds(spatial) | Argument::Valid(spatial, _) => Some(spatial.rule),
            Argument::Alive(temporal) => temporal.rule(),
            Argument::CheckedBefore { by, .. } if by.is_interprocedural() => {
                Some(Rule::Interprocedural)
            }
            Argument::CheckedBefore { .. } => Some(Rule::Redundant),
            Argument::Pair(pair) => Some(pair.rule()),
        }
    }

    /// Why the access is in bounds, if that is shown.
    pub fn spatial(&self) -> Option<&SpatialProof> {
        match &self.argument {
            Argument::InBounds(spatial) | Argument::Valid(spatial, _) => Some(spatial),
            Argument::Alive(_) | Argument::CheckedBefore { .. } | Argument::Pair(_) => None,
        }
    }

    /// Whether guards decide at run time if the proof holds.
    pub fn is_guarded(&self) -> bool {
        let mut assumptions = self.assumptions.iter();
        assumptions.any(|one| matches!(one, Assumption::NoWrap(_)))
    }

    /// Whether earlier checks are the argument.
    pub fn is_by_checks(&self) -> bool {
        matches!(self.argument, Argument::CheckedBefore { .. })
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
}

impl Region {
    /// Whether values that are not constant decide where the access lies.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Self::Symbolic(_) | Self::Simpler(_) => true,
            Self::Constant { .. } => false,
        }
    }
}
