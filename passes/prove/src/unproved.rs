//! Why an obligation has no proof.

use crate::{PairFailure, SpatialFailure, TemporalFailure};

/// The reason. An analysis that gives up is one; none of them says that the claim is false, but for [`SpatialFailure::Outside`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The access may be out of bounds.
    Spatial(SpatialFailure),
    /// The object may be dead, or poisoned.
    Temporal(TemporalFailure),
    /// Earlier checks may not cover all bytes, or the search for them reached its limit.
    NotChecked,
    /// The two pointers may point into two objects.
    Pair(PairFailure),
    /// The claim says nothing about such a subject.
    NoSuchClaim,
}

impl From<SpatialFailure> for Unproved {
    fn from(why: SpatialFailure) -> Self {
        Self::Spatial(why)
    }
}

impl From<TemporalFailure> for Unproved {
    fn from(why: TemporalFailure) -> Self {
        Self::Temporal(why)
    }
}

impl From<PairFailure> for Unproved {
    fn from(why: PairFailure) -> Self {
        Self::Pair(why)
    }
}
