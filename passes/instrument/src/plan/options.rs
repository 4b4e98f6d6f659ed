//! The options of a plan.

use super::budget;
use sanecc_abi::bare::Form;
use sanecc_abi::target::{Checks, System, Target};
use sanecc_prove::{Elide, Environment, Promise, ProveOptions, Prover};
use std::num::NonZeroUsize;

/// Whether removed checks stay as assertions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audit {
    /// They are gone.
    #[default]
    No,
    /// Each stays, in full.
    Removed,
    /// The same, and all other checks count as removed by a wrong rule, to test that an audit notices it.
    Planted,
}

/// Which stack objects are kept after the call, so that a use after return is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UseAfterReturn {
    /// None.
    Never,
    /// Those whose address may outlive the call, if the runtime's options say so.
    #[default]
    Runtime,
    /// The same, always.
    Always,
}

/// What a target does not promise. Without a system nothing guards a stack or faults at null. Without probes of stacks, a large frame steps over the guard.
fn broken(target: &Target) -> &'static [Promise] {
    match target.system {
        System::Linux if target.probes_stacks() => &[],
        System::Linux => &[Promise::StackGuard],
        System::Bare => &[Promise::StackGuard, Promise::NullFaults],
    }
}

/// The options of a plan.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// Which removal rules are on.
    pub elide: Elide,
    /// The domain that proves that variable offsets are in bounds.
    pub prover: Prover,
    /// Which stack objects are kept after the call.
    pub use_after_return: UseAfterReturn,
    /// A stack object may be used outside of its scope.
    pub ignore_scopes: bool,
    /// Most removals in the module; `None`: no limit.
    pub removal_limit: Option<u64>,
    /// Names of [`super::Switch`]es that are off.
    pub disabled: Vec<String>,
    /// The program may continue after a failed check, so each access needs its own.
    pub recover: bool,
    /// Checks of single accesses are calls of the runtime.
    pub outlined: bool,
    /// Removed checks stay as assertions.
    pub audit: Audit,
    /// Check only accesses that outside data may influence.
    pub taint: bool,
    /// Variables lie in memory (`-O0`): accesses by pointers that are loaded back from there are compared with the bounds of their objects.
    pub reloaded: bool,
    /// Pairs of pointers are checked: the runtime has to find the object of each.
    pub pairs: bool,
    /// Accesses are held to the object that their pointer was derived from, also where only the running program knows it.
    pub provenance: bool,
    /// Where provenance is followed, it is noted where pointers are lost, for the reports of leaks.
    pub losses: bool,
    /// Executed accesses are counted.
    pub count: bool,
    /// Remarks are wanted: which accesses are in bounds is recorded apart from lifetimes.
    pub remarks: bool,
    /// The module is counted ([`Statistics`]), which needs more analyses.
    pub statistics: bool,
    /// Checks for bare metal; `None` for a system with processes.
    pub bare: Option<Form>,
    /// What the target promises to every program.
    pub environment: Environment,
    /// How many threads plan functions; `None`: as many as the machine has. The plan is the same.
    pub threads: Option<NonZeroUsize>,
}

impl PlanOptions {
    /// The same as far as a target goes: without what it does not promise, and what its runtime does not have.
    pub(super) fn on(mut self, target: &Target) -> Self {
        for promise in broken(target) {
            self.environment = self.environment.without(*promise);
        }
        self.outlined |= target.checks == Checks::Outlined;
        if !target.has.fake_stack {
            self.use_after_return = UseAfterReturn::Never;
        }
        self
    }

    /// What may be used for proofs.
    pub(super) fn prove(&self) -> ProveOptions {
        ProveOptions {
            rules: budget::rules(self),
            prover: self.prover,
            follows_calls: self.elide == Elide::Full,
            // The runtime checks the ranges of library calls and the pairs.
            all_subjects: false,
            environment: self.environment,
        }
    }
}
