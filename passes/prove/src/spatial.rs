//! Why is an access in bounds?
//!
//! Claims: where [`Spatial::prove`] yields a [`SpatialProof`], all bytes of the access lie in the object in every execution that reaches the access, if the object is
//! alive there. Whether it is alive: [`super::temporal`].
//!
//! Each rule has its file below and a call in [`Spatial::prove`]; the first that succeeds counts, so cheap rules come first.

mod baseline;
mod in_bounds;
mod in_range;

use crate::environment::PromiseSet;
use crate::{AccessContext, FunctionContext, Promise, Prover, Region, Rule, SpatialProof};
use in_range::InRange;
use sanecc_analysis::Object;
use sanecc_analysis::pentagons::{Domain, Pentagons};
use sanecc_analysis::symbolic::{PointeeSet, Unproved};
use sanecc_ir::{AccessId, Address, Extent, Op, ValueDef, ValueId};

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
    /// The rules that could prove it are off.
    SwitchedOff,
    /// The proof needs a promise that the environment does not give.
    Environment(Promise),
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
pub(crate) struct Spatial<'q> {
    offsets: Offsets<'q>,
}

/// The domain that bounds offsets which are not constant.
enum Offsets<'q> {
    /// Symbolic ranges; `None` where the analysis gave up.
    Symbolic(Option<Box<InRange<'q>>>),
    /// A simpler domain, likewise.
    Simpler(Option<Box<Pentagons<'q>>>),
}

/// The accesses that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Those whose checks a spatial proof makes smaller.
    Removable,
    /// Also those whose object only callers know and may have freed.
    All,
}

impl<'q> Spatial<'q> {
    /// Solves what the enabled rules need.
    pub(crate) fn of(context: &'q FunctionContext<'q>, asked: Asked) -> Self {
        let options = context.options();
        let offsets = match options.prover {
            Prover::Symbolic => {
                let ranges = options.rules.enables(Rule::InRange);
                Offsets::Symbolic(
                    ranges
                        .then(|| InRange::of(context, asked))
                        .flatten()
                        .map(Box::new),
                )
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

    /// The rule that shows that the access is in bounds of its object, dead or alive; the promises of the environment count as given.
    pub(crate) fn bounds_alone(&self, at: &AccessContext<'_>) -> Option<Rule> {
        let proof = self.prove_anywhere(at).or_else(|why| match &self.offsets {
            Offsets::Symbolic(Some(ranges)) if matches!(why, SpatialFailure::UnknownObject(_)) => {
                ranges.prove(at).map_err(SpatialFailure::Unproved)
            }
            Offsets::Symbolic(_) | Offsets::Simpler(_) => Err(why),
        });
        proof.ok().map(|proof| proof.rule)
    }

    /// A proof that the access is in bounds, by a rule that is on.
    pub(crate) fn prove(&self, at: &AccessContext<'_>) -> Result<SpatialProof, SpatialFailure> {
        let proof = self.prove_anywhere(at)?;
        let environment = at.context.environment();
        match environment.lacks(proof.rests_on()) {
            Some(promise) => Err(SpatialFailure::Environment(promise)),
            None => Ok(proof),
        }
    }

    /// The same where the environment gives all promises.
    fn prove_anywhere(&self, at: &AccessContext<'_>) -> Result<SpatialProof, SpatialFailure> {
        let options = at.context.options();
        if matches!(at.access.extent, Extent::Masked { .. }) {
            return Err(SpatialFailure::Masked);
        }
        if at.objects().is_empty() && at.pointees.is_none() {
            return Err(SpatialFailure::UnknownObject(origin(at)));
        }
        if let Some(object) = at.object
            && in_bounds::applies(object, at.access, at.place)
        {
            return match in_bounds::prove(object, at.access, at.place) {
                Some(_) if !options.rules.enables(Rule::InBounds) => {
                    Err(SpatialFailure::SwitchedOff)
                }
                found => found.ok_or(SpatialFailure::Outside),
            };
        }
        let rule = options.prover.rule();
        if !options.rules.enables(rule) {
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
    pub(crate) fn objects(&self, place: &Address) -> &[Object] {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return &[];
        };
        let regions = ranges.regions();
        let root = regions.root(place.base);
        root.map_or(&[], |root| regions.objects(root))
    }

    /// The pointee set of an address, if it contains objects of callers.
    pub(crate) fn caller_pointees(&self, place: &Address) -> Option<&PointeeSet> {
        let Offsets::Symbolic(Some(ranges)) = &self.offsets else {
            return None;
        };
        let regions = ranges.regions();
        let pointees = regions.pointees(regions.root(place.base)?)?;
        (!pointees.passed.is_empty()).then_some(pointees)
    }

    /// The instructions that lose their poison-generating flags because these proofs of accesses, and comparisons of values that are computed from `compared`, depend on
    /// them.
    pub(crate) fn dropped_flags<'p>(
        &self,
        context: &FunctionContext<'_>,
        used: impl Iterator<Item = (AccessId, &'p SpatialProof)>,
        compared: &[ValueId],
    ) -> Vec<ValueId> {
        let all = || context.flagged(compared.to_vec());
        match &self.offsets {
            Offsets::Symbolic(Some(ranges)) => {
                let mut dropped_flags = ranges.dropped_flags(used);
                dropped_flags.extend(ranges.unproved(compared).unwrap_or_else(all));
                dropped_flags
            }
            Offsets::Symbolic(None) | Offsets::Simpler(_) => all(),
        }
    }

    /// The symbolic ranges, if they are solved.
    pub(crate) fn ranges(&self) -> Option<&InRange<'q>> {
        match &self.offsets {
            Offsets::Symbolic(ranges) => ranges.as_deref(),
            Offsets::Simpler(_) => None,
        }
    }
}

impl SpatialProof {
    /// The promises of the environment that it uses.
    pub(crate) fn rests_on(&self) -> PromiseSet {
        match &self.region {
            Region::Symbolic(proof) if proof.may_be_null => PromiseSet::of(&[Promise::NullFaults]),
            Region::Symbolic(_) | Region::Constant { .. } | Region::Simpler(_) => {
                PromiseSet::default()
            }
        }
    }
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
        | ValueDef::Poison
        | ValueDef::Constant(_)
        | ValueDef::Instruction(_) => Origin::Other(base),
    }
}
