//! An offset, length or size that is no constant, bounded by symbolic ranges (GreenArrays (2014), section 4.4).
//!
//! Where the function as it is shows nothing, because a value may be poison whose promise (`nsw` and the like) is not proved, it is asked
//! again without these promises. What the proofs need of that is taken back in the program ([`InRange::dropped_flags`]).

use super::{in_bounds, object_of_access};
use crate::plan::FunctionContext;
use crate::plan::budget::Rule;
use crate::plan::decide::AccessContext;
use crate::plan::decision::Decision;
use crate::plan::proof::{Region, SpatialProof};
use sanecc_analysis::symbolic::{PoisonFlags, Ranges, Regions, Unproved, roots_of_access};
use sanecc_ir::{Id, ValueId, mutant};
use std::cell::OnceCell;
use std::sync::Arc;

/// The ranges of a function.
pub(super) struct InRange<'q> {
    context: &'q FunctionContext<'q>,
    roots: Vec<ValueId>,
    kept: Ranges<'q>,
    /// Made when it is first asked.
    without: OnceCell<Option<Ranges<'q>>>,
}

impl<'q> InRange<'q> {
    /// The ranges that the function's accesses depend on, if any do.
    pub(super) fn of(context: &'q FunctionContext<'q>) -> Option<Self> {
        let function = context.function;
        let parameters = context.parameters.clone();
        let load_forwarding = (context.load_forwarding)(context.id);
        let regions = Regions::recalling(
            context.module,
            context.analyses,
            parameters,
            load_forwarding,
        )
        .knowing(Arc::clone(context.results));
        let mut roots = Vec::new();
        let mut asked = false;
        for (_, access) in function.accesses.iter() {
            let place = function.resolve(access.pointer);
            let constant = object_of_access(context, access, &place)
                .is_some_and(|object| in_bounds::applies(object, access, &place));
            // What only callers know, and may be dead by now, is checked in any case.
            let root = regions.root(place.base);
            let seen = root.is_some_and(|root| regions.pointees(root).is_some());
            if seen && !access.by_library && !constant {
                roots.extend(roots_of_access(access, &place));
                asked = true;
            }
        }
        let kept = asked.then(|| solve(context, PoisonFlags::Kept, regions, &roots))??;
        Some(Self {
            context,
            roots,
            kept,
            without: OnceCell::new(),
        })
    }

    /// What pointers are counted from.
    pub(super) fn regions(&self) -> &Regions {
        self.kept.regions()
    }

    /// The instructions with promises that are not proved, among those that the roots are computed from; none where nobody knows. LLVM would decide
    /// comparisons by them.
    pub(super) fn unproved(&self, roots: &[ValueId]) -> Option<Vec<ValueId>> {
        if roots.is_empty() || !self.kept.has_unproved_promises() {
            return Some(Vec::new());
        }
        let without = self.without()?;
        Some(without.dropped_flags(roots.iter().copied()))
    }

    fn without(&self) -> Option<&Ranges<'q>> {
        let without = self.without.get_or_init(|| {
            let regions = self.regions().clone();
            solve(self.context, PoisonFlags::Withdrawn, regions, &self.roots)
        });
        without.as_ref()
    }

    /// A proof, if the ranges show it.
    pub(super) fn prove(&self, at: &AccessContext<'_>) -> Result<SpatialProof, Unproved> {
        let stays = |ranges: &Ranges<'_>| ranges.stays_within(at.access, at.place, at.block);
        let proof = match stays(&self.kept) {
            Err(why) if self.kept.has_unproved_promises() => {
                stays(self.without().ok_or(why)?).map_err(|_| why)?
            }
            found => found?,
        };
        Ok(SpatialProof {
            rule: Rule::InRange,
            object: match *at.objects {
                [object] => Some(object),
                _ => None,
            },
            region: Region::Symbolic(Box::new(proof)),
        })
    }

    /// The instructions whose promises have to go for the proofs that are used. Loads that are taken to yield what stood there before always
    /// do without their types: there are few.
    pub(super) fn dropped_flags(&self, decisions: &[Decision]) -> Vec<ValueId> {
        if mutant!("in-range/withdrawn") {
            return Vec::new();
        }
        let mut dropped_flags = self.regions().load_forwarding().loads().to_vec();
        let Some(Some(without)) = self.without.get() else {
            return dropped_flags;
        };
        let function = self.context.function;
        let mut roots = Vec::new();
        for (id, access) in function.accesses.iter() {
            let within = match &decisions[id.index()] {
                Decision::Removed(proof) => Some(&proof.spatial),
                Decision::Checked(check) => check.spatial.as_ref().ok(),
                Decision::Hoisted(hoisted) => hoisted.check.spatial.as_ref().ok(),
            };
            if let Some(SpatialProof {
                region: Region::Symbolic(proof),
                ..
            }) = within
                && proof.poison_flags == PoisonFlags::Withdrawn
            {
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
    regions: Regions,
    roots: &[ValueId],
) -> Option<Ranges<'q>> {
    let roots = roots.iter().copied();
    Ranges::with(context.analyses, regions, poison_flags, roots)
}
