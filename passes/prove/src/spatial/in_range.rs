//! `in-range`: symbolic ranges bound offset, length or size (GreenArrays (2014), section 4.4).
//!
//! Where the function has no proof because a poison-generating flag is not proved, the ranges are solved again without these flags.
//! The flags that such a proof depends on are dropped in the program ([`InRange::dropped_flags`]).

use super::{Asked, in_bounds};
use crate::{AccessContext, FunctionContext, Region, Rule, SpatialProof};
use sanecc_analysis::symbolic::{
    PoisonFlags, RangeProof, Ranges, Regions, Unproved, roots_of_access,
};
use sanecc_ir::{Access, AccessId, Address, BlockId, ValueId, mutant};
use std::cell::OnceCell;
use std::sync::Arc;

/// The ranges of a function.
pub(crate) struct InRange<'q> {
    context: &'q FunctionContext<'q>,
    roots: Vec<ValueId>,
    kept: Ranges<'q>,
    /// Solved on first use.
    without: OnceCell<Option<Ranges<'q>>>,
}

impl<'q> InRange<'q> {
    /// The ranges that the accesses depend on, if any do.
    pub(super) fn of(context: &'q FunctionContext<'q>, asked: Asked) -> Option<Self> {
        let function = context.function;
        let options = context.options();
        let regions = context.regions();
        let mut roots = Vec::new();
        let mut needed = false;
        for (_, access) in function.accesses.iter() {
            let place = function.resolve(access.pointer);
            let constant = context
                .object_of_access(access, &place)
                .is_some_and(|object| in_bounds::applies(object, access, &place));
            // Objects that only callers know and that may be dead are checked in any case.
            let root = regions.root(place.base);
            let seen =
                root.is_some_and(|root| asked == Asked::All || regions.pointees(root).is_some());
            if seen && (!access.by_library || options.all_subjects) && !constant {
                roots.extend(roots_of_access(access, &place));
                needed = true;
            }
        }
        let pairs = function.pairs.iter().filter(|_| options.all_subjects);
        for pair in pairs {
            for place in pair.pointers.map(|pointer| function.resolve(pointer)) {
                roots.extend(place.terms.iter().map(|term| term.index));
                roots.push(place.base);
                needed = true;
            }
        }
        let kept = needed.then(|| solve(context, PoisonFlags::Kept, &roots))??;
        Some(Self {
            context,
            roots,
            kept,
            without: OnceCell::new(),
        })
    }

    /// The regions of pointers.
    pub(crate) fn regions(&self) -> &Regions {
        self.kept.regions()
    }

    /// The instructions with unproved poison-generating flags among those that the roots are computed from; `None` if unknown. LLVM would decide comparisons by
    /// these flags.
    pub(super) fn unproved(&self, roots: &[ValueId]) -> Option<Vec<ValueId>> {
        if roots.is_empty() || !self.kept.has_unproved_promises() {
            return Some(Vec::new());
        }
        let without = self.without()?;
        Some(without.dropped_flags(roots.iter().copied()))
    }

    fn without(&self) -> Option<&Ranges<'q>> {
        let without = self
            .without
            .get_or_init(|| solve(self.context, PoisonFlags::Dropped, &self.roots));
        without.as_ref()
    }

    /// A proof, if the ranges bound the access.
    pub(super) fn prove(&self, at: &AccessContext<'_>) -> Result<SpatialProof, Unproved> {
        let proof = self.region(at.access, at.place, at.block)?;
        Ok(SpatialProof {
            rule: Rule::InRange,
            object: match *at.objects() {
                [object] => Some(object),
                _ => None,
            },
            region: Region::Symbolic(Box::new(proof)),
        })
    }

    /// Where in its object the access lies, if the ranges bound it.
    pub(crate) fn region(
        &self,
        access: &Access,
        place: &Address,
        block: BlockId,
    ) -> Result<RangeProof, Unproved> {
        let stays = |ranges: &Ranges<'_>| ranges.stays_within(access, place, block);
        match stays(&self.kept) {
            Err(why) if self.kept.has_unproved_promises() => {
                stays(self.without().ok_or(why)?).map_err(|_| why)
            }
            found => found,
        }
    }

    /// The instructions that lose their poison-generating flags because a used proof depends on them. Forwarded loads always lose their type-based
    /// metadata: there are few.
    pub(super) fn dropped_flags<'p>(
        &self,
        used: impl Iterator<Item = (AccessId, &'p SpatialProof)>,
    ) -> Vec<ValueId> {
        if mutant!("in-range/dropped-flags") {
            return Vec::new();
        }
        let mut dropped_flags = self.regions().load_forwarding().loads().to_vec();
        let Some(Some(without)) = self.without.get() else {
            return dropped_flags;
        };
        let function = self.context.function;
        let mut roots = Vec::new();
        for (id, spatial) in used {
            if let Region::Symbolic(proof) = &spatial.region
                && proof.poison_flags == PoisonFlags::Dropped
            {
                let access = &function.accesses[id];
                let place = function.resolve(access.pointer);
                roots.extend(roots_of_access(access, &place));
            }
        }
        dropped_flags.extend(without.dropped_flags(roots));
        dropped_flags
    }
}

fn solve<'q>(
    context: &FunctionContext<'q>,
    poison_flags: PoisonFlags,
    roots: &[ValueId],
) -> Option<Ranges<'q>> {
    let (regions, roots) = (Arc::clone(context.regions()), roots.iter().copied());
    Ranges::with(context.analyses, regions, poison_flags, roots)
}
