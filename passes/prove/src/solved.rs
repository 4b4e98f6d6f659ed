//! The results of the analyses of one function that the enabled rules need.

use crate::redundant::{self, Naming};
use crate::spatial::{Asked, Spatial};
use crate::{FunctionContext, Proof, Proofs, Rule, SpatialProof};
use sanecc_analysis::{Available, NonEscapingAllocations};
use sanecc_ir::{AccessId, ValueId};

/// A function that is ready for obligations.
pub struct Solved<'q> {
    pub(crate) context: &'q FunctionContext<'q>,
    pub(crate) spatial: Spatial<'q>,
    pub(crate) own: NonEscapingAllocations,
    pub(crate) available: Available,
}

impl<'q> Solved<'q> {
    /// Solves the analyses of a function.
    pub fn of(context: &'q FunctionContext<'q>) -> Self {
        Self {
            context,
            spatial: Spatial::of(context, Asked::Removable),
            own: non_escaping(context),
            available: redundant::available(context),
        }
    }

    /// Answers obligations about the function.
    pub fn proofs(&self) -> Proofs<'_, 'q> {
        Proofs::of(self)
    }

    /// The rule that shows that each access is in bounds, whether its object lives or not; index = access. It counts what GreenArrays counts (2014, figure 25), and removes
    /// nothing: where the object may be dead, the access is checked.
    pub fn bounds_alone(&self) -> Vec<Option<Rule>> {
        let _span = tracing::debug_span!("bounds-alone").entered();
        let spatial = Spatial::of(self.context, Asked::All);
        let mut proofs = self.proofs();
        let accesses = self.context.function.accesses.ids();
        accesses
            .map(|id| spatial.bounds_alone(&proofs.at(id)))
            .collect()
    }

    /// Proofs that earlier checks cover these accesses, of each of which [`Proofs::is_redundant`] has said so. They must be in order and all that the client leaves
    /// unchecked because of earlier checks: a proof names checks that the client keeps. An access whose checks are not found within a limit has no proof, and must be checked.
    pub fn covered(&self, accesses: &[AccessId]) -> Vec<(AccessId, Proof)> {
        Naming::of(self.context, &self.available).proofs(accesses)
    }

    /// The instructions that lose their poison-generating flags in the program: the spatial proofs that are used depend on that, and so do comparisons at run time of what is
    /// computed from the values in `compared`.
    pub fn dropped_flags<'p>(
        &self,
        used: impl Iterator<Item = (AccessId, &'p SpatialProof)>,
        compared: &[ValueId],
    ) -> Vec<ValueId> {
        self.spatial.dropped_flags(self.context, used, compared)
    }
}

/// The heap allocations of the function, if the rule is on.
fn non_escaping(context: &FunctionContext<'_>) -> NonEscapingAllocations {
    if !context.options().rules.enables(Rule::NonEscaping) {
        return NonEscapingAllocations::default();
    }
    NonEscapingAllocations::of(context.analyses, &|allocation, call| {
        let effects = &context.whole.effects;
        effects.may_free_allocation(context.id, allocation, call)
    })
}
