//! Why a check, or a part of one, stays: nothing is proved, or the proof is not used.

use sanecc_prove::{SpatialFailure, TemporalFailure, Words};

/// The reason; `F` says why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<F> {
    /// There is no proof.
    Unproved(F),
    /// The object is alive, but another module may poison it manually; checked where AddressSanitizer checks.
    PoisonedElsewhere,
    /// The runtime checks the library call.
    ByLibrary,
    /// The limit of removals is reached.
    LimitReached,
}

impl<F> Reason<F> {
    fn words(self, unproved: impl FnOnce(F) -> String) -> String {
        match self {
            Self::Unproved(why) => unproved(why),
            Self::PoisonedElsewhere => "another module may poison it manually".to_owned(),
            Self::ByLibrary => "the runtime checks the library call".to_owned(),
            Self::LimitReached => "the limit of removals is reached".to_owned(),
        }
    }
}

impl Reason<SpatialFailure> {
    /// In words.
    pub(super) fn spatial(self, words: Words<'_>) -> String {
        self.words(|why| words.spatial_failure(why))
    }
}

impl Reason<TemporalFailure> {
    /// In words.
    pub(super) fn temporal(self, words: Words<'_>) -> String {
        self.words(|why| words.temporal_failure(why))
    }
}
