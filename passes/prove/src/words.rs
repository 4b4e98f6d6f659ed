//! Proofs in words, and the reasons why there are none.

mod account;
mod reasons;
mod source_values;

use crate::{Argument, Assumption, PairProof, Promise, Proof, Region, SpatialProof, TemporalProof};
pub use account::Account;
use sanecc_analysis::pentagons::Domain;
use sanecc_analysis::symbolic::View;
use sanecc_analysis::{Extent as ObjectExtent, MadeBy, Object};
use sanecc_ir::{
    AccessId, AccessKind, BinaryOp, Callee, Extent, Function, Module, Op, Size, ValueId,
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
        let object = match pair.object {
            Some(object) => self.object(object),
            None => "one object".to_owned(),
        };
        let life = pair.life.map(|life| format!("; {}", self.temporal(life)));
        format!(
            "{one}; {other}; both in {object}{}",
            life.unwrap_or_default()
        )
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
            Object::Argument { value, .. } => ("object of the caller's", self.name(value)),
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

    /// The variable of the source whose values a phi merges.
    pub fn merged_variable(self, phi: ValueId) -> Option<String> {
        source_values::variable(self, phi)
    }

    /// The sign of an operation, or the name of a function that does it, if C has one.
    pub fn operator(operation: BinaryOp) -> Result<&'static str, Option<&'static str>> {
        source_values::operator(operation)
    }

    /// The name in the source: LLVM adds suffixes after a dot.
    pub fn name(self, value: ValueId) -> Option<&'a str> {
        let name = self.function.name_of(value)?;
        name.split('.').next().filter(|name| !name.is_empty())
    }
}

/// What earlier checks say of life.
const KEPT: &str = "nothing since these checks may end its lifetime";

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

/// A promise of the environment, as half a sentence.
fn kept(promise: Promise) -> &'static str {
    match promise {
        Promise::NullFaults => "an access close to null faults",
        Promise::FailedAllocationIsNull => "an allocation that fails returns null",
        Promise::StackGuard => "a stack that overflows faults",
    }
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
