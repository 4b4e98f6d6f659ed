//! Functions by their addresses, and calls of them.

use super::Machine;
use crate::concrete::{Pointer, Value};
use crate::decode::{Call, Target};
use crate::fault::{Fault, Stop};
use crate::library;
use crate::memory::Kind;
use sanecc_ir::{FuncId, Type};

impl Machine<'_> {
    /// The function at an address.
    pub(crate) fn callee(&self, pointer: Pointer) -> Result<FuncId, Stop> {
        let object = self.object_of(pointer);
        match self.memory.get(object) {
            Some(object) if object.address == pointer.address => match object.kind {
                Kind::Function(id) => Ok(id),
                _ => Err(Fault::NoFunction { pointer }.into()),
            },
            _ => Err(Fault::NoFunction { pointer }.into()),
        }
    }

    /// Whether a function takes what a call through a pointer passes.
    pub(crate) fn fits(&self, callee: FuncId, pointer: Pointer, call: &Call) -> Result<(), Stop> {
        let signature = &self.module.functions[callee].signature;
        let enough = call.types.len() >= signature.parameters.len();
        let same = signature.parameters.iter().zip(&call.types);
        let same = enough && same.into_iter().all(|(a, b)| is_passed_alike(*a, *b));
        let result =
            call.result_type == Type::Void || is_passed_alike(signature.result, call.result_type);
        match same && result {
            true => Ok(()),
            false => Err(Fault::WrongSignature { pointer }.into()),
        }
    }

    /// Runs a function of the program to its end.
    ///
    /// # Errors
    /// As [`Machine::run`].
    pub fn call_back(
        &mut self,
        function: Pointer,
        arguments: &[Value],
        types: &[Type],
    ) -> Result<Value, Stop> {
        let callee = self.callee(function)?;
        match self.target(callee) {
            Target::Direct(_) => self.run_function(callee, arguments, types),
            Target::Library(number) => match self.call_library(number, arguments.to_vec(), types) {
                Err(Stop::Wait(_)) => {
                    let name = library::name(number);
                    let text = format!("`{name}`, called by the library, when it has to wait");
                    Err(Stop::Unsupported(text))
                }
                other => other,
            },
            _ => Err(Fault::NoFunction { pointer: function }.into()),
        }
    }
}

/// Whether two types are passed alike.
fn is_passed_alike(a: Type, b: Type) -> bool {
    let class = |ty| match ty {
        Type::Int(bits) => (0, bits.div_ceil(64)),
        Type::Pointer(_) => (0, 1),
        Type::Float(format) => (1, format.bits()),
        Type::Vector { lanes, .. } => (2, lanes),
        Type::Aggregate(_) => (3, 0),
        Type::Void => (4, 0),
        Type::Other => (5, 0),
    };
    class(a) == class(b)
}
