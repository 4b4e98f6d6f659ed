//! Why is an access in bounds?
//!
//! Claims: where [`Spatial::prove`] yields a [`SpatialProof`], all bytes of the access lie in the object in every execution that reaches the access, if the object is
//! alive there. Whether it is alive: [`super::temporal`].
//!
//! Each rule has its file below and a call in [`Spatial::prove`]; the first that succeeds counts, so cheap rules come first.

mod baseline;
mod in_bounds;
mod in_range;

use super::Rule;
use super::budget::Budget;
use super::decide::AccessContext;
use super::decision::Decision;
use super::proof::SpatialProof;
use super::{FunctionContext, Prover, freeze};
use in_range::InRange;
use sanecc_analysis::Object;
use sanecc_analysis::pentagons::{Domain, Pentagons};
use sanecc_analysis::symbolic::{PointeeSet, Unproved};
use sanecc_ir::{Access, Address, Extent, Op, ValueDef, ValueId, mutant};

/// Why there is no spatial proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpatialFailure {
    /// The function does not see which object the pointer points into.
    UnknownObject(Origin),
    /// A mask chooses the bytes.
    Masked,
    /// The constant offset is out of bounds.
    Outside,
    /// The range analysis has no proof.
    Unproved(Unproved),
    /// The range analysis gave up on the function.
    GaveUp,
    /// The simpler domain has no proof.
    NotInDomain,
    /// The runtime checks the library call.
    ByLibrary,
    /// The rules that could prove it are off, or the limit of removals is reached.
    SwitchedOff,
}

/// The origin of a pointer to an unknown object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Parameter number (from 0).
    Parameter(u32),
    /// Loaded by this instruction.
    Loaded(ValueId),
    /// The result of this call.
    Returned(ValueId),
    /// A phi or select of several pointers.
    Merged(ValueId),
    /// A global variable of which another definition may prevail.
    Global(ValueId),
    /// A stack object of variable size.
    VariableSize(ValueId),
    /// Computed in another way.
    Other(ValueId),
}

/// The domains that the rules share in a function.
pub(super) struct Spatial<'q> {
    offsets: Offsets<'q>,
}

/// The domain that bounds offsets which are not constant.
enum Offsets<'q> {
    /// Symbolic ranges; `None` where the analysis gave up.
    Symbolic(Option<Box<InRange<'q>>>),
    /// A simpler domain, likewise.
    Simpler(Option<Box<Pentagons<'q>>>),
}

impl<'q> Spatial<'q> {
    /// Solves what the enabled rules need.
    pub(super) fn of(context: &'q FunctionContext<'q>, budget: &Budget) -> Self {
        let offsets = match context.prover {
            Prover::Symbolic => {
                let ranges = budget.enables(Rule::InRange);
                Offsets::Symbolic(ranges.then(|| InRange::of(context)).flatten().map(Box::new))
            }
            Prover::Pentagons => {
                Offsets::Simpler(baseline::solve(context, Domain::Pentagons).map(Box::new))
            }
            Prover::Intervals => {
                Offsets::Simpler(baseline::solve(context, Domain::Intervals).map(Box::new))
            }
        };
        Self { offsets }
    }

    /// A proof that the access is in bounds, by a rule that is on.
    pub(super) fn prove(
        &self,
        at: &AccessContext<'_>,
        budget: &Budget,
    ) -> Result<SpatialProof, SpatialFailure> {
        if matches!(at.access.extent, Extent::Masked { .. }) {
            return Err(SpatialFailure::Masked);
        }
        if at.objects.is_empty() && at.pointees.is_none() {
            return Err(SpatialFailure::UnknownObject(origin(at)));
        }
        if let Some(object) = at.object
            && in_bounds::applies(object, at.access, at.place)
        {
            return match in_bounds::prove(object, at.access, at.place) {
                Some(_) if !budget.enables(Rule::InBounds) => Err(SpatialFailure::SwitchedOff),
                found => found.ok_or(SpatialFailure::Outside),
            };
        }
        let rule = at.context.prover.rule();
        if !budget.enables(rule) {
            return Err(SpatialFailure::SwitchedOff);
        }
        match &self.offsets {
            Offsets::Symbolic(ranges) => {
                let ranges = ranges.as_ref().ok_or(SpatialFailure::GaveUp)?;
                ranges.prove(at).map_err(SpatialFailure::Unproved)
            }
            Offsets::Simpler(domain) => {
                let domain = domain.as_ref().ok_or(SpatialFailure::GaveUp)?;
                let object = at.object.ok_or(SpatialFailure::UnknownObject(origin(at)))?;
                baseline::prove(domain, rule, object, at).ok_or(SpatialFailure::NotInDomain)
            }
        }
    }

    /// The pointee set of an address, if the regions know it; else empty.
    pub(super) fn objects(&self, place: &Address) -> &[Object] {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return &[];
        };
        let regions = ranges.regions();
        let root = regions.root(place.base);
        root.map_or(&[], |root| regions.objects(root))
    }

    /// The pointee set of an address, if it contains objects of callers.
    pub(super) fn caller_pointees(&self, place: &Address) -> Option<&PointeeSet> {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return None;
        };
        let regions = ranges.regions();
        let pointees = regions.pointees(regions.root(place.base)?)?;
        (!pointees.passed.is_empty()).then_some(pointees)
    }

    /// The instructions that lose their poison-generating flags: used proofs and remaining comparisons depend on them.
    pub(super) fn dropped_flags(
        &self,
        context: &FunctionContext<'_>,
        decisions: &[Decision],
    ) -> Vec<ValueId> {
        let compared = freeze::roots_of(context.function, decisions, |decision| {
            let check = decision.check();
            check.is_some_and(|check| check.bounds.is_some())
                && !mutant!("bounds-only/dropped-flags")
        });
        let all = || context.flagged(compared.clone());
        match &self.offsets {
            Offsets::Symbolic(Some(ranges)) => {
                let mut dropped_flags = ranges.dropped_flags(decisions);
                dropped_flags.extend(ranges.unproved(&compared).unwrap_or_else(all));
                dropped_flags
            }
            Offsets::Symbolic(None) | Offsets::Simpler(_) => all(),
        }
    }
}

/// The object that an access points into, unless a mask chooses its bytes.
pub(super) fn object_of_access(
    context: &FunctionContext<'_>,
    access: &Access,
    place: &Address,
) -> Option<Object> {
    let masked = matches!(access.extent, Extent::Masked { .. });
    context.object_of(place.base).filter(|_| !masked)
}

/// The origin of the root of an access.
fn origin(at: &AccessContext<'_>) -> Origin {
    let base = at.place.base;
    match &at.context.function.values[base].def {
        ValueDef::Param(number) => Origin::Parameter(*number),
        ValueDef::Global(_) => Origin::Global(base),
        ValueDef::Instruction(Op::Load { .. } | Op::Atomic { .. }) => Origin::Loaded(base),
        ValueDef::Instruction(Op::Call { .. }) => Origin::Returned(base),
        ValueDef::Instruction(Op::Phi(_) | Op::Select { .. }) => Origin::Merged(base),
        ValueDef::Instruction(Op::Alloca { .. }) => Origin::VariableSize(base),
        ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Function(_)
        | ValueDef::ConstantAddress(_)
        | ValueDef::Undefined
        | ValueDef::Constant
        | ValueDef::Instruction(_) => Origin::Other(base),
    }
}
