//! What shapes a plan.

use super::Rule;
use std::num::NonZeroUsize;

/// Which checks may be left out. Each level has the rules of those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Elide {
    /// None.
    None,
    /// Those that constants, dominance and scopes show to be needless.
    Local,
    /// Also those that symbolic and inter-procedural analyses prove needless.
    #[default]
    Full,
}

/// Who proves that an offset which is no constant stays in its object. The simpler ones are there for comparison.
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
    /// The rule that removals by it are counted under.
    pub(super) fn rule(self) -> Rule {
        match self {
            Prover::Intervals => Rule::Intervals,
            Prover::Pentagons => Rule::Pentagons,
            Prover::Symbolic => Rule::InRange,
        }
    }
}

/// Whether removed checks stay as assertions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audit {
    /// They are gone.
    #[default]
    No,
    /// Each stays, in full.
    Removed,
    /// The same, and as if a wrong rule had removed all the others, too: to see that an audit finds out.
    Planted,
}

/// Which stack objects are kept where a use after return is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UseAfterReturn {
    /// None.
    Never,
    /// Those whose address may outlive the call, if the program's options want it.
    #[default]
    Runtime,
    /// The same whatever the options say.
    Always,
}

/// What shapes a plan.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// Which checks may be left out.
    pub elide: Elide,
    /// Who proves that offsets stay in their objects.
    pub prover: Prover,
    /// Which stack objects are kept where a use after return is seen.
    pub use_after_return: UseAfterReturn,
    /// A stack object may be used outside of its scope.
    pub ignore_scopes: bool,
    /// Do only the first so many removals of the module; all without.
    pub removal_limit: Option<u64>,
    /// Rules of removal that are switched off; names from [`REMOVALS`].
    pub disabled: Vec<String>,
    /// The program may go on after a failed check, so each access needs its own.
    pub recover: bool,
    /// Checks of single accesses are calls of the runtime and keep no code of their own.
    pub outlined: bool,
    /// Removed checks stay as assertions.
    pub audit: Audit,
    /// Keep only checks of accesses that outside data may influence.
    pub taint: bool,
    /// Executed accesses are counted.
    pub count: bool,
    /// The module is counted ([`Statistics`]), which takes analyses that nothing else may need.
    pub statistics: bool,
    /// How many threads plan functions; as many as the machine has without. The plan is the same.
    pub threads: Option<NonZeroUsize>,
}
