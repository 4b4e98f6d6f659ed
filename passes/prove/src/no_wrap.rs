//! Which accesses are valid as long as some operations do not wrap? The overflow guards of GreenArrays (2014), section 4.2, on demand.
//!
//! Claims: a proof of [`NoWrapProofs::assuming`] holds in every execution of the function in which none of the operations that it assumes ([`Assumption::NoWrap`]) has wrapped
//! so far. Where one has, the client must check the access exactly. Which assumptions are worth their guards is the client's question, too.

use crate::{
    Argument, Assumption, FunctionContext, Proof, Region, Rule, SpatialProof, TemporalProof,
};
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{NoWrap, PoisonFlags, Ranges, Regions, roots_of_access};
use sanecc_ir::{Access, AccessId, Address, BlockId, ValueId};
use std::sync::Arc;

/// An access of a live object that lacks only a bound of the offset.
struct Wanted<'q> {
    id: AccessId,
    access: &'q Access,
    place: Address,
    object: Object,
    block: BlockId,
    temporal: TemporalProof,
}

/// Accesses of one function that are asked about together.
pub struct NoWrapProofs<'q> {
    context: &'q FunctionContext<'q>,
    wanted: Vec<Wanted<'q>>,
    regions: Arc<Regions>,
    roots: Vec<ValueId>,
}

/// Proofs under some assumptions.
pub struct UnderAssumptions {
    /// The accesses that are valid, each with its proof.
    pub proofs: Vec<(AccessId, Proof)>,
    /// Instructions that lose their poison-generating flags, because the proofs do not rely on them.
    pub dropped_flags: Vec<ValueId>,
}

impl<'q> NoWrapProofs<'q> {
    /// For these accesses, each with the object that its function sees and the reason why that is alive. `None` if there are none.
    pub fn of(
        context: &'q FunctionContext<'q>,
        accesses: impl Iterator<Item = (AccessId, Object, TemporalProof)>,
    ) -> Option<Self> {
        let function = context.function;
        let wanted = accesses.filter_map(|(id, object, temporal)| {
            let access = &function.accesses[id];
            Some(Wanted {
                id,
                access,
                place: function.resolve(access.pointer),
                object,
                block: context.analyses.block_of(access.instruction)?,
                temporal,
            })
        });
        let wanted: Vec<Wanted<'q>> = wanted.collect();
        if wanted.is_empty() {
            return None;
        }
        let roots = wanted
            .iter()
            .flat_map(|one| roots_of_access(one.access, &one.place));
        let results = Arc::clone(&context.calls.results);
        Some(Self {
            context,
            regions: Arc::new(Regions::clone(context.own_regions()).knowing(results)),
            roots: roots.collect(),
            wanted,
        })
    }

    /// The blocks of the accesses.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.wanted.iter().map(|one| one.block)
    }

    /// The operations that may wrap and that offsets depend on; `None` if the analysis gives up.
    pub fn may_wrap(&self) -> Option<Vec<NoWrap>> {
        let roots = self.roots.iter().copied();
        let ranges = Ranges::with(
            self.context.analyses,
            Arc::clone(&self.regions),
            PoisonFlags::Dropped,
            roots.clone(),
        )?;
        Some(ranges.may_wrap(roots))
    }

    /// The proofs that hold where these operations do not wrap; `None` if there are none.
    pub fn assuming(&self, assumed: &[NoWrap]) -> Option<UnderAssumptions> {
        let views = assumed.iter().map(|one| (one.operation, one.view));
        let ranges = Ranges::assuming(
            self.context.analyses,
            Arc::clone(&self.regions),
            PoisonFlags::Dropped,
            views.collect(),
            self.roots.iter().copied(),
        )?;
        let mut proofs = Vec::new();
        let mut depends = Vec::new();
        for one in &self.wanted {
            let found = ranges.stays_within(one.access, &one.place, one.block);
            let Ok(range) = found else {
                continue;
            };
            let spatial = SpatialProof {
                rule: Rule::OverflowGuard,
                object: Some(one.object),
                region: Region::Symbolic(Box::new(range)),
            };
            let promises = spatial.rests_on().and(one.temporal.rests_on());
            if self.context.environment().lacks(promises).is_some() {
                continue;
            }
            let assumed = assumed.iter().copied().map(Assumption::NoWrap);
            let assumptions = assumed.chain(promises.iter().map(Assumption::Environment));
            proofs.push((
                one.id,
                Proof {
                    argument: Argument::Valid(spatial, one.temporal),
                    assumptions: assumptions.collect(),
                },
            ));
            depends.extend(roots_of_access(one.access, &one.place));
        }
        (!proofs.is_empty()).then(|| UnderAssumptions {
            proofs,
            dropped_flags: ranges.dropped_flags(depends),
        })
    }
}
