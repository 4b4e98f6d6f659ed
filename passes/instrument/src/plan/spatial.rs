//! Why does an access stay in its object?
//!
//! Claims: where [`Spatial::prove`] yields a [`SpatialProof`], all bytes of the access lie in the object in every execution that reaches the
//! access, if the object still lives there. Whether it does is asked in [`super::temporal`].
//!
//! Each rule has its file below and a call in [`Spatial::prove`]; the first that succeeds counts, so the cheap ones stand first.

mod baseline;
mod in_bounds;
mod in_range;

use super::budget::{Budget, Rule};
use super::decide::AccessContext;
use super::decision::Decision;
use super::proof::SpatialProof;
use super::{FunctionContext, Prover, freeze};
use in_range::InRange;
use sanecc_analysis::pentagons::{Domain, Pentagons};
use sanecc_analysis::symbolic::{PointeeSet, Regions, Unproved, promised};
use sanecc_analysis::{Object, object_of};
use sanecc_ir::{Access, Extent, Op, Place, ValueDef, ValueId, mutant};

/// Why nobody could show that an access stays in its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpatialFailure {
    /// The function does not see which object the pointer points into.
    UnknownObject(Origin),
    /// A mask chooses the bytes.
    Masked,
    /// The constant offset lies outside.
    Outside,
    /// The analysis of ranges found no proof.
    Unproved(Unproved),
    /// The analysis of ranges gave the function up.
    GaveUp,
    /// The simpler domain that was asked in its place found no proof.
    NotInDomain,
    /// A library function touches the bytes; they are compared in any case.
    ByLibrary,
    /// The rules that could show it are switched off, or the limit of removals is reached.
    SwitchedOff,
}

/// Where a pointer comes from whose object is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Parameter number (from 0).
    Parameter(u32),
    /// Read from memory by this instruction.
    Loaded(ValueId),
    /// The result of this call.
    Returned(ValueId),
    /// One of several pointers.
    Coalesced(ValueId),
    /// A global variable whose definition here need not be the one that is used.
    Global(ValueId),
    /// A stack object of variable size.
    VariableSize(ValueId),
    /// Computed in another way.
    Other(ValueId),
}

/// What the rules share while they go through a function.
pub(super) struct Spatial<'q> {
    offsets: Offsets<'q>,
}

/// Who bounds offsets that are no constants.
enum Offsets<'q> {
    /// Symbolic ranges; `None` where the analysis gave up.
    Symbolic(Option<Box<InRange<'q>>>),
    /// A simpler domain, likewise.
    Simpler(Option<Box<Pentagons<'q>>>),
}

impl<'q> Spatial<'q> {
    /// Prepares what the enabled rules need.
    pub(super) fn of(context: &'q FunctionContext<'q>, budget: &Budget) -> Self {
        let offsets = match context.prover {
            Prover::Symbolic => {
                let ranges = budget.asks_for(Rule::InRange);
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

    /// A proof that the access stays in its object, by a rule that is on.
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
                Some(_) if !budget.asks_for(Rule::InBounds) => Err(SpatialFailure::SwitchedOff),
                found => found.ok_or(SpatialFailure::Outside),
            };
        }
        let rule = at.context.prover.rule();
        if !budget.asks_for(rule) {
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

    /// The objects of which an access touches one, as far as regions of pointers say it; none where that is not known.
    pub(super) fn objects(&self, place: &Place) -> &[Object] {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return &[];
        };
        let regions = ranges.regions();
        let root = regions.root(place.base);
        root.map_or(&[], |root| regions.objects(root))
    }

    /// What an access touches one of, if callers passed some of that.
    pub(super) fn passed(&self, place: &Place) -> Option<&PointeeSet> {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return None;
        };
        let regions = ranges.regions();
        let pointees = regions.pointees(regions.root(place.base)?)?;
        (!pointees.passed.is_empty()).then_some(pointees)
    }

    /// The instructions whose promises have to go for the proofs that are used, and for the comparisons that are left.
    pub(super) fn dropped_flags(
        &self,
        context: &FunctionContext<'_>,
        decisions: &[Decision],
    ) -> Vec<ValueId> {
        let compared = freeze::roots_of(context.function, decisions, |decision| {
            let check = decision.check();
            check.is_some_and(|check| check.bounds.is_some()) && !mutant!("bounds-only/withdrawn")
        });
        let all = || {
            let regions = Regions::of(context.module, context.analyses);
            promised(context.analyses, &regions, compared.clone())
        };
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

/// The object that an access points into, if its bytes are no choice of a mask.
pub(super) fn object_of_access(
    context: &FunctionContext<'_>,
    access: &Access,
    place: &Place,
) -> Option<Object> {
    let masked = matches!(access.extent, Extent::Masked { .. });
    object_of(context.module, context.function, place.base).filter(|_| !masked)
}

/// Where the root of an access comes from.
fn origin(at: &AccessContext<'_>) -> Origin {
    let base = at.place.base;
    match &at.context.function.values[base].def {
        ValueDef::Param(number) => Origin::Parameter(*number),
        ValueDef::Global(_) => Origin::Global(base),
        ValueDef::Instruction(Op::Load { .. } | Op::Atomic { .. }) => Origin::Loaded(base),
        ValueDef::Instruction(Op::Call { .. }) => Origin::Returned(base),
        ValueDef::Instruction(Op::Phi(_) | Op::Select { .. }) => Origin::Coalesced(base),
        ValueDef::Instruction(Op::Alloca { .. }) => Origin::VariableSize(base),
        ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Function(_)
        | ValueDef::ConstantPlace(_)
        | ValueDef::Undefined
        | ValueDef::Constant
        | ValueDef::Instruction(_) => Origin::Other(base),
    }
}
