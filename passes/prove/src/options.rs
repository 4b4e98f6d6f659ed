//! What a client chooses.

use crate::{Environment, Rule, Rules};

/// How much may be removed. Each level includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Elide {
    /// Nothing.
    None,
    /// What rests on constants, dominance and scopes.
    Local,
    /// Also what rests on symbolic and interprocedural analyses.
    #[default]
    Full,
}

/// The domain that proves that a variable offset is in bounds. The simpler ones are for comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prover {
    /// Intervals of constants.
    Intervals,
    /// Intervals and strict upper bounds.
    Pentagons,
    /// Symbolic ranges and regions.
    #[default]
    Symbolic,
}

impl Prover {
    /// The rule of its proofs.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Prover::Intervals => Rule::Intervals,
            Prover::Pentagons => Rule::Pentagons,
            Prover::Symbolic => Rule::InRange,
        }
    }
}

/// What may be used for proofs.
#[derive(Clone, Copy, Debug)]
pub struct ProveOptions {
    /// The rules that are on.
    pub rules: Rules,
    /// The domain of variable offsets.
    pub prover: Prover,
    /// Proofs may use what calls of the module's functions do.
    pub follows_calls: bool,
    /// Ranges of library calls and pairs of pointers are asked about, too: the analysis of ranges then covers them.
    pub all_subjects: bool,
    /// What the target promises.
    pub environment: Environment,
}

impl Default for ProveOptions {
    /// Everything that is sound on Linux.
    fn default() -> Self {
        Self {
            rules: Rules::of(Elide::Full, |_| false),
            prover: Prover::default(),
            follows_calls: true,
            all_subjects: true,
            environment: Environment::default(),
        }
    }
}
