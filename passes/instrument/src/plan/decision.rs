//! What is decided for an access, and the reasons where its check stays.

use super::budget::Rule;
use super::hoist_range::Limited;
use super::proof::{Proof, SpatialProof};
use super::spatial::SpatialFailure;
use super::temporal::{TemporalFailure, TemporalProof};
use sanecc_analysis::Object;

/// What happens to one access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No check; where its proof is guarded, none as long as that holds.
    Removed(Proof),
    /// Checked.
    Checked(Check),
    /// Checked unless what was found out before the loop says that it is good.
    Hoisted(Hoisted),
}

/// A check that something found out before a loop takes the place of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hoisted {
    /// What is done where that does not say so.
    pub check: Check,
    /// What is found out before the loop.
    pub by: Asked,
}

/// What is found out before a loop, and how an access is judged by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Whether all is good; by its index among the function's [`super::LoopCheck`]s.
    Range(usize),
    /// How far the memory at the base is good.
    Limit(Limited),
}

impl Asked {
    /// The rule that asks.
    pub fn rule(self) -> Rule {
        match self {
            Asked::Range(_) => Rule::HoistRange,
            Asked::Limit(_) => Rule::CachedBound,
        }
    }
}

/// Which check an access gets, and why it is not less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Compare the offset with the bounds of this object: exact, also beyond redzones.
    pub bounds: Option<Object>,
    /// Ask the shadow.
    pub shadow: bool,
    /// Whether the access stays in its object.
    pub spatial: Result<SpatialProof, SpatialFailure>,
    /// Whether that lives.
    pub temporal: Result<TemporalProof, TemporalFailure>,
}

impl Decision {
    /// The check that is made.
    pub fn check(&self) -> Option<&Check> {
        match self {
            Decision::Checked(check) => Some(check),
            Decision::Removed(_) | Decision::Hoisted(_) => None,
        }
    }

    /// The check that a question before a loop takes the place of.
    pub fn hoisted(&self) -> Option<&Hoisted> {
        match self {
            Decision::Hoisted(hoisted) => Some(hoisted),
            Decision::Removed(_) | Decision::Checked(_) => None,
        }
    }

    /// Has what is found out before a loop take the place of the check.
    pub(super) fn ask_before(&mut self, by: Asked) {
        if let Decision::Checked(check) = self {
            let check = check.clone();
            *self = Decision::Hoisted(Hoisted { check, by });
        }
    }

    /// The proof, if guards decide at run time whether it holds: where it does not, the access is checked.
    pub fn guarded(&self) -> Option<&Proof> {
        match self {
            Decision::Removed(proof) if proof.is_guarded() => Some(proof),
            Decision::Removed(_) | Decision::Checked(_) | Decision::Hoisted(_) => None,
        }
    }

    /// Whether earlier checks cover it.
    pub(super) fn is_redundant(&self) -> bool {
        match self {
            Decision::Removed(proof) => {
                matches!(proof.spatial.rule, Rule::Redundant | Rule::Interprocedural)
            }
            Decision::Checked(_) | Decision::Hoisted(_) => false,
        }
    }

    /// Whether the shadow is asked, and be it only where a guard wants it or a range is not known to be good.
    pub fn asks_shadow(&self) -> bool {
        let check = self.check().or(self.hoisted().map(|h| &h.check));
        check.is_some_and(|check| check.shadow) || self.guarded().is_some()
    }
}
