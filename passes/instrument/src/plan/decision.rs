//! The decision about an access, and the reasons why a check stays.

use super::hoist_range::BoundedAccess;
use super::{Placement, Reason};
use sanecc_analysis::Object;
use sanecc_prove::{Proof, SpatialFailure, SpatialProof, TemporalFailure, TemporalProof};

/// What happens to one access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No check; if the proof is guarded, none as long as it holds.
    Removed(Proof),
    /// Checked.
    Checked(Check),
    /// Checked unless a check before the loop has shown its bytes to be addressable.
    Hoisted(Hoisted),
    /// Not checked, though nothing is proved: outside data cannot influence it, and the user wants no other accesses checked (`-fsanecc-taint`).
    Untainted,
}

/// A check that a check before the loop replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hoisted {
    /// The check that is made where the hoisted one fails.
    pub check: Check,
    /// The check before the loop.
    pub by: HoistedBy,
}

/// A check before a loop, and how an access uses its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoistedBy {
    /// All bytes that the loop can touch are addressable; index among the function's [`super::LoopCheck`]s.
    Range(usize),
    /// The access ends inside of the addressable length from its base.
    CachedBound(BoundedAccess),
}

impl HoistedBy {
    /// The rule that hoists it.
    pub fn rule(self) -> Placement {
        match self {
            HoistedBy::Range(_) => Placement::HoistRange,
            HoistedBy::CachedBound(_) => Placement::CachedBound,
        }
    }
}

/// The check of an access, and why nothing of it can be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Compare the offset with the bounds of this object: exact, also beyond redzones.
    pub bounds: Option<Object>,
    /// Check the shadow.
    pub shadow: bool,
    /// Whether the access is in bounds.
    pub spatial: Result<SpatialProof, Reason<SpatialFailure>>,
    /// Whether the object is alive.
    pub temporal: Result<TemporalProof, Reason<TemporalFailure>>,
}

impl Decision {
    /// The check that is made.
    pub fn check(&self) -> Option<&Check> {
        match self {
            Decision::Checked(check) => Some(check),
            Decision::Removed(_) | Decision::Hoisted(_) | Decision::Untainted => None,
        }
    }

    /// The check that one before the loop replaces.
    pub fn hoisted(&self) -> Option<&Hoisted> {
        match self {
            Decision::Hoisted(hoisted) => Some(hoisted),
            Decision::Removed(_) | Decision::Checked(_) | Decision::Untainted => None,
        }
    }

    /// The spatial proof, if there is one.
    pub(super) fn spatial(&self) -> Option<&SpatialProof> {
        match self {
            Decision::Removed(proof) => proof.spatial(),
            Decision::Checked(check) | Decision::Hoisted(Hoisted { check, .. }) => {
                check.spatial.as_ref().ok()
            }
            Decision::Untainted => None,
        }
    }

    /// Replaces the check by one before the loop.
    pub(super) fn hoist(&mut self, by: HoistedBy) {
        if let Decision::Checked(check) = self {
            let check = check.clone();
            *self = Decision::Hoisted(Hoisted { check, by });
        }
    }

    /// The proof, if guards decide at run time whether it holds.
    pub fn guarded(&self) -> Option<&Proof> {
        match self {
            Decision::Removed(proof) if proof.is_guarded() => Some(proof),
            Decision::Removed(_)
            | Decision::Checked(_)
            | Decision::Hoisted(_)
            | Decision::Untainted => None,
        }
    }

    /// Whether the shadow is checked on some path: always, where a guard is set, or where a check before the loop fails.
    pub fn checks_shadow(&self) -> bool {
        let check = self.check().or(self.hoisted().map(|h| &h.check));
        check.is_some_and(|check| check.shadow) || self.guarded().is_some()
    }
}
