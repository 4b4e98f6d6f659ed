//! What a plan says, in words: proofs, and the reasons where a check stays.

use super::proof::{Assumption, Proof, Region, SpatialProof};
use super::spatial::{Origin, SpatialFailure};
use super::temporal::{TemporalFailure, TemporalProof};
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::{Unproved, View};
use sanecc_analysis::{Extent as ObjectExtent, MadeBy, Object};
use sanecc_ir::{AccessId, AccessKind, Callee, Extent, Function, Module, Op, Size, ValueId};

/// The name of a proof: the same in remarks and in the reports of an audit, and in no other object of a program.
pub(crate) fn proof_id(module: &Module, function: &Function, access: AccessId) -> String {
    format!("{}:{}:{access:?}", module.source, function.name)
}

/// Makes words of what belongs to one function.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
}

impl<'a> Words<'a> {
    /// A whole proof, in one line.
    pub(crate) fn proof(self, proof: &Proof) -> String {
        let mut text = format!(
            "{}; {}",
            self.within(&proof.spatial),
            self.temporal(proof.temporal)
        );
        for assumption in &proof.assumptions {
            text.push_str("; assumed that ");
            text.push_str(&self.assumption(*assumption));
        }
        text
    }

    /// Why an access stays in its object.
    pub(crate) fn within(self, spatial: &SpatialProof) -> String {
        let region = match &spatial.region {
            Region::Constant {
                offset,
                bytes,
                size,
            } => format!("0 <= {offset}, {offset} + {bytes} <= {size}"),
            Region::Symbolic(proof) => proof.to_string(),
            Region::Simpler(domain) => format!("shown by {}", domain_name(*domain)),
            Region::Untainted => return "outside data do not influence it".to_owned(),
            Region::CheckedBy(by) => {
                return match by.accesses[..] {
                    [one] if !by.is_interprocedural() => {
                        format!("{one:?} checks all its bytes before")
                    }
                    [..] => {
                        let accesses = by.accesses.iter().map(|access| format!("{access:?}"));
                        let all: Vec<String> = accesses.chain(self.across_calls(by)).collect();
                        format!(
                            "{} check all its bytes before, on every path",
                            all.join(", ")
                        )
                    }
                };
            }
        };
        match spatial.object {
            Some(object) => format!("{region} in {}", self.object(object)),
            None => region,
        }
    }

    /// Who made the checks that other functions made.
    pub(crate) fn across_calls(self, by: &MadeBy) -> impl Iterator<Item = String> {
        let callers = by.callers.then(|| "all callers".to_owned());
        let calls = by.calls.iter().map(move |call| self.instruction(*call));
        callers.into_iter().chain(calls)
    }

    /// What an object is called.
    pub(crate) fn object(self, object: Object) -> String {
        let (what, name) = match object {
            Object::Stack { alloca, .. } => ("local variable", self.name(alloca)),
            Object::Dynamic { alloca, .. } => ("local of variable size", self.name(alloca)),
            Object::Parameter { value, .. } => ("argument", self.name(value)),
            Object::Global { global, .. } => {
                let name = self.module.globals[global].name.as_str();
                ("global variable", Some(name))
            }
            Object::Heap { call, .. } => return format!("the block of {}", self.instruction(call)),
        };
        let name = name.map(|name| format!(" '{name}'")).unwrap_or_default();
        match object.extent() {
            ObjectExtent::Bytes(bytes) => format!("{what}{name} of {bytes} bytes"),
            ObjectExtent::Asked(Size::Argument(_) | Size::Product(..))
            | ObjectExtent::Counted(_) => format!("{what}{name}"),
        }
    }

    /// Why an object lives.
    pub(crate) fn temporal(self, temporal: TemporalProof) -> String {
        match temporal {
            TemporalProof::Static => "lives as long as the program".to_owned(),
            TemporalProof::Frame => "lives as long as the call".to_owned(),
            TemporalProof::ScopeOpen => "its scope is open on every path".to_owned(),
            TemporalProof::Copy => "the callee's copy lives as long as the call".to_owned(),
            TemporalProof::OwnBlock => {
                "nothing on any path may have freed it, and nobody else has its address".to_owned()
            }
            TemporalProof::Passed => {
                "all callers pass what lives until they are returned to".to_owned()
            }
            TemporalProof::Untainted => "nothing is known of its life".to_owned(),
            TemporalProof::CheckedBefore => {
                "nothing since these checks may end the life of the object".to_owned()
            }
        }
    }

    /// Why an access may lie beyond its object.
    pub(crate) fn beyond(self, beyond: SpatialFailure) -> String {
        match beyond {
            SpatialFailure::UnknownObject(origin) => {
                format!("unknown object: {}", self.origin(origin))
            }
            SpatialFailure::Masked => "a mask chooses the bytes".to_owned(),
            SpatialFailure::Outside => "the constant offset lies outside of the object".to_owned(),
            SpatialFailure::Unproved(why) => match why {
                Unproved::Size => "unknown size of the object",
                Unproved::Length => "unknown number of bytes",
                Unproved::Offset => "the index is too involved or may be undefined",
                Unproved::Below => "no lower bound of the index was found",
                Unproved::Above => "no upper bound of the index was found",
                Unproved::BelowAndAbove => "no lower and no upper bound of the index was found",
                Unproved::Null => "the pointer may be null, and the index large",
            }
            .to_owned(),
            SpatialFailure::NotInDomain => "the simpler domain found no proof".to_owned(),
            SpatialFailure::GaveUp => "the analysis of ranges gave this function up".to_owned(),
            SpatialFailure::ByLibrary => "a library function touches the bytes".to_owned(),
            SpatialFailure::SwitchedOff => {
                "the rules that could show it are switched off".to_owned()
            }
        }
    }

    /// Why an object may be dead.
    pub(crate) fn dead(self, why: TemporalFailure) -> String {
        match why {
            TemporalFailure::UnknownObject { since: None } => {
                "unknown object: its life may have ended before this block".to_owned()
            }
            TemporalFailure::UnknownObject { since: Some(call) } => {
                format!(
                    "unknown object: {} may end its life",
                    self.instruction(call)
                )
            }
            TemporalFailure::Heap { since: None } => {
                "the block may be null, or freed before this block of code".to_owned()
            }
            TemporalFailure::Heap { since: Some(call) } => {
                format!(
                    "the block may be null, or freed by {}",
                    self.instruction(call)
                )
            }
            TemporalFailure::ScopeClosed => "its scope may be closed".to_owned(),
            TemporalFailure::StackRestored => {
                "it may be given back with the stack pointer".to_owned()
            }
            TemporalFailure::AwaitsConstructor => "a constructor gives it its value".to_owned(),
            TemporalFailure::PoisonedElsewhere => "another module may poison it by hand".to_owned(),
            TemporalFailure::PoisonedByHand => "this module poisons memory by hand".to_owned(),
            TemporalFailure::ByLibrary => "a library function touches the bytes".to_owned(),
            TemporalFailure::SwitchedOff => {
                "the rules that could show it are switched off".to_owned()
            }
        }
    }

    fn origin(self, origin: Origin) -> String {
        match origin {
            Origin::Parameter(number) => format!("the pointer is parameter {}", number + 1),
            Origin::Loaded(value) => format!("the pointer is read{}", self.at(value)),
            Origin::Returned(call) => {
                format!("the pointer is the result of {}", self.instruction(call))
            }
            Origin::Coalesced(value) => format!("the pointer is one of several{}", self.at(value)),
            Origin::Global(_) => "another definition of the global may be used".to_owned(),
            Origin::VariableSize(value) => {
                format!("the stack object is of variable size{}", self.at(value))
            }
            Origin::Other(value) => format!("the pointer is computed{}", self.at(value)),
        }
    }

    /// An instruction: what it calls, if it calls, and where it stands.
    fn instruction(self, value: ValueId) -> String {
        let what = match self.function.op(value) {
            Some(Op::Call { callee, .. }) => match callee {
                Callee::Direct(callee) => {
                    format!("the call of '{}'", self.module.functions[*callee].name)
                }
                Callee::Indirect(_) => "the call through a pointer".to_owned(),
                Callee::Assembly => "the assembly".to_owned(),
            },
            Some(Op::Fence | Op::Atomic { .. } | Op::Load { .. } | Op::Store { .. }) => {
                "the synchronisation with other threads".to_owned()
            }
            Some(Op::ScopeBegin(_) | Op::ScopeEnd(_)) => "the border of a scope".to_owned(),
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

    /// What a proof takes for granted, as half a sentence.
    pub(crate) fn assumption(self, assumption: Assumption) -> String {
        match assumption {
            Assumption::NotPoisonedElsewhere => "no other module poisons the object by hand",
            Assumption::ChecksEndProgram => "a failed check ends the program",
            Assumption::GoodWithoutOutsideData => "what outside data do not influence is good",
            Assumption::NoWrap(no_wrap) => {
                let signs = match no_wrap.view {
                    View::Signed => "with",
                    View::Unsigned => "without",
                };
                let operation = no_wrap.operation;
                return format!(
                    "{operation:?} does not wrap {signs} its sign (else it is checked)"
                );
            }
        }
        .to_owned()
    }

    /// The name in the source: LLVM adds suffixes after a dot.
    fn name(self, value: ValueId) -> Option<&'a str> {
        let name = self.function.name_of(value)?;
        name.split('.').next().filter(|name| !name.is_empty())
    }
}

/// What a simpler domain is called.
pub(crate) fn domain_name(domain: Domain) -> &'static str {
    match domain {
        Domain::Intervals => "intervals",
        Domain::Pentagons => "Pentagons",
    }
}

/// The direction of an access.
pub(crate) fn kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    }
}

/// How many bytes an access touches, where that is constant.
pub(crate) fn bytes(extent: Extent) -> Option<u64> {
    match extent {
        Extent::Bytes(bytes) => Some(bytes),
        Extent::Dynamic(_) => None,
        Extent::Masked { lane, lanes, .. } => Some(lane * u64::from(lanes)),
    }
}
