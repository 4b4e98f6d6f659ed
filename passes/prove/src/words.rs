//! Proofs in words, and the reasons why there are none.

mod account;
mod source_values;

use crate::{
    Argument, Assumption, Origin, PairFailure, PairProof, Promise, Proof, Region, SpatialFailure,
    SpatialProof, TemporalFailure, TemporalProof, Unproved as NoProof,
};
pub use account::Account;
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::{Unproved, View};
use sanecc_analysis::{Extent as ObjectExtent, MadeBy, Object};
use sanecc_ir::{
    AccessId, AccessKind, Callee, Extent, Function, Module, Op, Size, ValueDef, ValueId,
};

/// The name of a proof, the same in remarks and reports of an audit; unique among the objects of a program.
pub fn proof_id(module: &Module, function: &Function, access: AccessId) -> String {
    format!("{}:{}:{access:?}", module.source, function.name)
}

/// Writes what belongs to one function in words.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function.
    pub function: &'a Function,
}

impl<'a> Words<'a> {
    /// A whole proof, in one line.
    pub fn proof(self, proof: &Proof) -> String {
        let mut text = self.argument(&proof.argument);
        for assumption in &proof.assumptions {
            text.push_str("; assumed that ");
            text.push_str(&self.assumption(*assumption));
        }
        text
    }

    /// The argument of a proof.
    fn argument(self, argument: &Argument) -> String {
        match argument {
            Argument::InBounds(spatial) => self.spatial(spatial),
            Argument::Alive(temporal) => self.temporal(*temporal).to_owned(),
            Argument::Valid(spatial, temporal) => {
                format!("{}; {}", self.spatial(spatial), self.temporal(*temporal))
            }
            Argument::CheckedBefore { by, .. } => format!("{}; {KEPT}", self.checks(by)),
            Argument::Pair(pair) => self.pair(pair),
        }
    }

    /// The checks that cover an access.
    fn checks(self, by: &MadeBy) -> String {
        match by.accesses[..] {
            [one] if !by.is_interprocedural() => {
                format!("the check of {one:?} covers its bytes")
            }
            [..] => {
                let accesses = by.accesses.iter().map(|access| format!("{access:?}"));
                let all: Vec<String> = accesses.chain(self.in_other_functions(by)).collect();
                format!(
                    "the checks of {} cover its bytes on every path",
                    all.join(", ")
                )
            }
        }
    }

    /// Two pointers into one object.
    fn pair(self, pair: &PairProof) -> String {
        let [one, other] = pair.regions.each_ref().map(region);
        match pair.object {
            Some(object) => format!("{one}; {other}; both in {}", self.object(object)),
            None => format!("{one}; {other}; both in one object"),
        }
    }

    /// The spatial half of a proof.
    pub fn spatial(self, spatial: &SpatialProof) -> String {
        let region = region(&spatial.region);
        match spatial.object {
            Some(object) => format!("{region} in {}", self.object(object)),
            None => region,
        }
    }

    /// The checks that callers and callees made.
    pub fn in_other_functions(self, by: &MadeBy) -> impl Iterator<Item = String> {
        let callers = by.callers.then(|| "all callers".to_owned());
        let calls = by.calls.iter().map(move |call| self.instruction(*call));
        callers.into_iter().chain(calls)
    }

    /// An object: its kind, name and size.
    pub fn object(self, object: Object) -> String {
        let (what, name) = match object {
            Object::Stack { alloca, .. } => ("local variable", self.name(alloca)),
            Object::Dynamic { alloca, .. } => ("local of variable size", self.name(alloca)),
            Object::Parameter { value, .. } => ("argument", self.name(value)),
            Object::Global { global, .. } => {
                let name = self.module.globals[global].name.as_str();
                ("global variable", Some(name))
            }
            Object::Heap { call, .. } => {
                return format!("the heap allocation by {}", self.instruction(call));
            }
        };
        let name = name.map(|name| format!(" '{name}'")).unwrap_or_default();
        match object.extent() {
            ObjectExtent::Bytes(bytes) => format!("{what}{name} of {bytes} bytes"),
            ObjectExtent::Asked(Size::Argument(_) | Size::Product(..))
            | ObjectExtent::Counted(_) => format!("{what}{name}"),
        }
    }

    /// The temporal half of a proof.
    pub fn temporal(self, temporal: TemporalProof) -> &'static str {
        match temporal {
            TemporalProof::Static => "lives as long as the program",
            TemporalProof::Frame => "lives as long as the call",
            TemporalProof::ScopeOpen => "its scope is open on every path",
            TemporalProof::Copy => "the callee's copy lives as long as the call",
            TemporalProof::NonEscaping => "no path frees it, and its address has not escaped",
            TemporalProof::CallerOwned => "it is owned by the callers and outlives the call",
        }
    }

    /// Why there is no proof.
    pub fn unproved(self, why: NoProof) -> String {
        match why {
            NoProof::Spatial(why) => self.spatial_failure(why),
            NoProof::Temporal(why) => self.temporal_failure(why),
            NoProof::NotChecked => "earlier checks may not cover all its bytes".to_owned(),
            NoProof::NoSuchClaim => "the claim says nothing about such a subject".to_owned(),
            NoProof::Pair(why) => match why {
                PairFailure::TwoRoots => "the pointers may point into two objects".to_owned(),
                PairFailure::Null => "the pointers may be null".to_owned(),
                PairFailure::GaveUp => "the range analysis gave up on this function".to_owned(),
                PairFailure::Outside(number, why) => {
                    format!("pointer {}: {}", number + 1, unproved(why))
                }
            },
        }
    }

    /// Why there is no spatial proof.
    pub fn spatial_failure(self, why: SpatialFailure) -> String {
        let text = match why {
            SpatialFailure::UnknownObject(origin) => {
                return format!("unknown object: {}", self.origin(origin));
            }
            SpatialFailure::Masked => "a mask chooses the bytes",
            SpatialFailure::Outside => "the constant offset is out of bounds",
            SpatialFailure::Unproved(why) => unproved(why),
            SpatialFailure::NotInDomain => "the simpler domain has no proof",
            SpatialFailure::GaveUp => "the range analysis gave up on this function",
            SpatialFailure::SwitchedOff => SWITCHED_OFF,
            SpatialFailure::Environment(promise) => return not_kept(promise),
        };
        text.to_owned()
    }

    /// Why there is no temporal proof.
    pub fn temporal_failure(self, why: TemporalFailure) -> String {
        let call = |since: Option<ValueId>| since.map(|call| self.instruction(call));
        let text = match why {
            TemporalFailure::UnknownObject { since } => {
                return match call(since) {
                    Some(call) => format!("unknown object: {call} may end its lifetime"),
                    None => "unknown object: its lifetime may have ended before this basic block"
                        .to_owned(),
                };
            }
            TemporalFailure::Heap { since } => {
                let freed = call(since).map_or("before this basic block".to_owned(), |call| {
                    format!("by {call}")
                });
                return format!("the heap allocation may be null, or freed {freed}");
            }
            TemporalFailure::ScopeClosed => "its scope may have ended",
            TemporalFailure::StackRestored => "restoring the stack pointer may free it",
            TemporalFailure::AwaitsConstructor => "a constructor initialises it",
            TemporalFailure::PoisonedByHand => "this module poisons memory manually",
            TemporalFailure::SwitchedOff => SWITCHED_OFF,
            TemporalFailure::Environment(promise) => return not_kept(promise),
        };
        text.to_owned()
    }

    fn origin(self, origin: Origin) -> String {
        match origin {
            Origin::Parameter(number) => {
                let parameter = ValueDef::Param(number);
                let values = &self.function.values;
                let value = values.ids().find(|&value| values[value].def == parameter);
                match value.and_then(|value| self.name(value)) {
                    Some(name) => format!("the pointer is the parameter '{name}'"),
                    None => format!("the pointer is parameter {}", number + 1),
                }
            }
            Origin::Loaded(value) => format!("the pointer is loaded{}", self.at(value)),
            Origin::Returned(call) => {
                format!("the pointer is the result of {}", self.instruction(call))
            }
            Origin::Merged(value) => match source_values::variable(self, value) {
                Some(name) => {
                    format!("the pointer is the variable '{name}', which has several sources")
                }
                None => format!("the pointer is a phi or select{}", self.at(value)),
            },
            Origin::Global(_) => "another definition of the global may prevail".to_owned(),
            Origin::VariableSize(value) => {
                format!("the stack object is of variable size{}", self.at(value))
            }
            Origin::Other(value) => format!("the pointer is computed{}", self.at(value)),
        }
    }

    /// An instruction: what it calls, and its source location.
    fn instruction(self, value: ValueId) -> String {
        let what = match self.function.op(value) {
            Some(Op::Call { callee, .. }) => match callee {
                Callee::Direct(callee) => {
                    format!("the call of '{}'", self.module.functions[*callee].name)
                }
                Callee::Indirect(_) => "the call through a pointer".to_owned(),
                Callee::Assembly(_) => "the inline assembly".to_owned(),
            },
            Some(Op::Fence(_) | Op::Atomic { .. } | Op::Load { .. } | Op::Store { .. }) => {
                "the synchronisation with other threads".to_owned()
            }
            Some(Op::ScopeBegin(_) | Op::ScopeEnd(_)) => "the begin or end of a scope".to_owned(),
            Some(_) | None => "the instruction".to_owned(),
        };
        format!("{what}{}", self.at(value))
    }

    fn at(self, value: ValueId) -> String {
        match self.function.location_of(value) {
            Some(location) if location.line != 0 => {
                format!(" at {}:{}", location.file, location.line)
            }
            Some(_) | None => String::new(),
        }
    }

    /// An assumption of a proof, as half a sentence.
    pub fn assumption(self, assumption: Assumption) -> String {
        match assumption {
            Assumption::NotPoisonedElsewhere => "no other module poisons the object manually",
            Assumption::ChecksEndProgram => "a failed check ends the program",
            Assumption::Environment(promise) => kept(promise),
            Assumption::NoWrap(no_wrap) => {
                let signs = match no_wrap.view {
                    View::Signed => "signed",
                    View::Unsigned => "unsigned",
                };
                let operation = no_wrap.operation;
                return format!(
                    "{operation:?} does not wrap as {signs} (else the access is checked)"
                );
            }
        }
        .to_owned()
    }

    /// The name in the source: LLVM adds suffixes after a dot.
    pub fn name(self, value: ValueId) -> Option<&'a str> {
        let name = self.function.name_of(value)?;
        name.split('.').next().filter(|name| !name.is_empty())
    }
}

/// What earlier checks say of life.
const KEPT: &str = "nothing since these checks may end its lifetime";
/// Why a rule proves nothing.
const SWITCHED_OFF: &str = "the rules that could prove it are off";

/// Where in an object an access lies.
fn region(region: &Region) -> String {
    match region {
        Region::Constant {
            offset,
            bytes,
            size,
        } => format!("0 <= {offset}, {offset} + {bytes} <= {size}"),
        Region::Symbolic(proof) => proof.to_string(),
        Region::Simpler(domain) => format!("shown by {}", domain_name(*domain)),
    }
}

/// Why the range analysis has no proof.
fn unproved(why: Unproved) -> &'static str {
    match why {
        Unproved::Size => "unknown size of the object",
        Unproved::Length => "unknown number of bytes",
        Unproved::Offset => "the index is too complex or may be poison",
        Unproved::Below => "no lower bound of the index is proved",
        Unproved::Above => "no upper bound of the index is proved",
        Unproved::BelowAndAbove => "no lower and no upper bound of the index is proved",
        Unproved::Null => "the pointer may be null and the offset large",
    }
}

/// A promise of the environment, as half a sentence.
fn kept(promise: Promise) -> &'static str {
    match promise {
        Promise::NullFaults => "an access close to null faults",
        Promise::FailedAllocationIsNull => "an allocation that fails returns null",
        Promise::StackGuard => "a stack that overflows faults",
    }
}

/// A promise that a proof would need.
fn not_kept(promise: Promise) -> String {
    format!("the target does not promise that {}", kept(promise))
}

/// The name of a simpler domain.
pub fn domain_name(domain: Domain) -> &'static str {
    match domain {
        Domain::Intervals => "intervals",
        Domain::Pentagons => "Pentagons",
    }
}

/// The direction of an access.
pub fn kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    }
}

/// The size of an access in bytes, where it is constant.
pub fn bytes(extent: Extent) -> Option<u64> {
    match extent {
        Extent::Bytes(bytes) => Some(bytes),
        Extent::Dynamic(_) => None,
        Extent::Masked { lane, lanes, .. } => Some(lane * u64::from(lanes)),
    }
}
