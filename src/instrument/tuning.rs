//! Flags that switch single optimisations on or off, whatever the optimisation level says.
//!
//! The meaning of each level is clang's. A pipeline that is requested by name enables vectorisation by the level
//! alone. So an LLVM option switches it off, and additional passes at the end switch it on.

use super::OptLevel;
use super::pipelines::ALGEBRA;

/// Optimisations that the user switched on or off; the others are as the level has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// Vectorising of loops.
    pub vectorize_loops: Option<bool>,
    /// Vectorising of straight-line code.
    pub vectorize_straight: Option<bool>,
    /// Unrolling and interleaving of loops.
    pub unroll: Option<bool>,
}

impl Tuning {
    /// Whether loops are unrolled. To clang, `-Os` and `-Oz` are size limits upon `-O2`.
    pub(super) fn unrolls(self, level: OptLevel) -> bool {
        self.unroll
            .unwrap_or(!matches!(level, OptLevel::O0 | OptLevel::O1))
    }

    fn vectorizes_straight(self, level: OptLevel) -> bool {
        self.vectorize_straight
            .unwrap_or(vectorizes(level) || level == OptLevel::Oz)
    }

    /// The passes to run after LLVM's pipeline for `level`, each after a comma.
    pub(super) fn beyond(self, level: OptLevel) -> String {
        let mut passes = String::new();
        if vectorizes(level) || level == OptLevel::O0 {
            return passes;
        }
        if self.vectorize_loops == Some(true) {
            let interleave = match self.unrolls(level) {
                true => "no-interleave-forced-only",
                false => "interleave-forced-only",
            };
            passes += &format!(
                ",function(loop-vectorize<{interleave};no-vectorize-forced-only>,{ALGEBRA},simplifycfg)"
            );
        }
        if self.vectorizes_straight(level) {
            passes += &format!(",function(slp-vectorizer,vector-combine,{ALGEBRA})");
        }
        passes
    }

    /// LLVM's options that switch off what the pipeline for `level` would do.
    pub fn options(self, level: OptLevel) -> impl Iterator<Item = &'static str> {
        let loops = vectorizes(level) && self.vectorize_loops == Some(false);
        let straight = vectorizes(level) && self.vectorize_straight == Some(false);
        let loops = loops.then_some("-vectorize-loops=false");
        loops
            .into_iter()
            .chain(straight.then_some("-vectorize-slp=false"))
    }
}

/// Whether LLVM's pipeline for `level` vectorises.
fn vectorizes(level: OptLevel) -> bool {
    matches!(level, OptLevel::O2 | OptLevel::O3 | OptLevel::Os)
}
