//! Calls of library functions.

mod call;

use super::Machine;
use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop, Use};
use crate::library::cplusplus::memory::family;
use crate::library::{self, FILE_BYTES, Variable};
use crate::memory::{Kind, Making, ObjectId};
use sanecc_ir::Type;

/// A call that a library function executes.
struct Native<'c, 'm> {
    machine: &'c mut Machine<'m>,
    name: &'static str,
    arguments: Vec<Value>,
    types: Vec<Type>,
}

impl Machine<'_> {
    /// Executes a function of the library.
    pub(crate) fn call_library(
        &mut self,
        number: usize,
        arguments: Vec<Value>,
        types: &[Type],
    ) -> Result<Value, Stop> {
        let name = library::name(number);
        let function = library::function(number);
        let function = function.ok_or_else(|| Stop::Unsupported(format!("`{name}`")))?;
        if self.threads.has_to_leave() && library::is_cancellation_point(name) {
            return Err(Stop::Leave);
        }
        let before = self.native.replace(name);
        let value = function(&mut Native {
            machine: self,
            name,
            arguments,
            types: types.to_vec(),
        });
        if value.is_ok() {
            self.native = before;
        }
        value
    }

    /// A variable that the library defines.
    pub(super) fn static_variable(&mut self, name: &'static str, holds: Variable) -> Pointer {
        if let Some(&known) = self.statics.get(name) {
            return known;
        }
        let bytes = match holds {
            Variable::Int(_) => 4,
            _ => self.module.layout.pointer_bytes(),
        };
        let start = self.make_library_object(name, bytes, bytes);
        self.statics.insert(name, start);
        let value = match holds {
            Variable::Environment => Value::pointer(self.environment()),
            Variable::Stream => Value::pointer(self.make_library_object(name, FILE_BYTES, 16)),
            Variable::Int(number) => Value::int(number),
            Variable::Null => Value::pointer(Pointer::NULL),
            Variable::Program { short } => Value::pointer(self.program_name(name, short)),
        };
        // It was just made, large enough.
        let _ = self.memory.store(start, bytes, &value);
        start
    }

    /// The name of the program as a string of the library.
    fn program_name(&mut self, variable: &'static str, short: bool) -> Pointer {
        let whole = self.library.name.clone();
        let mut text = match (short, whole.iter().rposition(|byte| *byte == b'/')) {
            (true, Some(slash)) => whole[slash + 1..].to_vec(),
            _ => whole,
        };
        text.push(0);
        let start = self.make_library_object(variable, text.len() as u64, 1);
        // It was just made, large enough.
        let _ = self.memory.write(start, &text);
        start
    }

    fn make_library_object(&mut self, name: &'static str, bytes: u64, align: u64) -> Pointer {
        let object = self.memory.make_static(&Making {
            kind: Kind::Library(name),
            bytes,
            align,
        });
        self.memory.start(object)
    }
}

impl Native<'_, '_> {
    fn argument(&self, number: usize) -> Result<&Value, Stop> {
        let value = self.arguments.get(number);
        value.ok_or_else(|| {
            Stop::Unsupported(format!("a call of `{}` with too few arguments", self.name))
        })
    }

    fn defined(&self, number: usize) -> Result<u128, Stop> {
        let value = self.argument(number)?;
        value.number().ok_or_else(|| {
            Fault::Uninitialized {
                for_what: Use::Library,
                poison: *value == Value::Poison,
            }
            .into()
        })
    }

    /// The living heap allocation that begins at an address.
    fn allocation(&self, block: Pointer) -> Result<(ObjectId, u64), Stop> {
        let found = self.allocation_to_free(block);
        // Whoever only asks for the size frees nothing.
        found.map_err(|stop| match self.name {
            "malloc_usable_size" => Fault::BadArguments {
                function: self.name,
                pointer: block,
            }
            .into(),
            _ => stop,
        })
    }

    fn allocation_to_free(&self, block: Pointer) -> Result<(ObjectId, u64), Stop> {
        let machine = &*self.machine;
        let id = machine.object_of(block);
        let Some(object) = (!id.is_none()).then(|| machine.memory.get(id)).flatten() else {
            let freed = machine.memory.ended(id).filter(|_| !id.is_none());
            return Err(match freed {
                Some(ended) if matches!(ended.kind, Kind::Heap(_)) => Fault::DoubleFree {
                    object: id,
                    pointer: block,
                },
                None if !id.is_none() && machine.memory.is_forgotten(block.address) => {
                    Fault::DoubleFree {
                        object: id,
                        pointer: block,
                    }
                }
                _ => Fault::BadFree { pointer: block },
            }
            .into());
        };
        match object.kind {
            Kind::Heap(maker) if object.address == block.address => {
                // Whoever only asks for the size may do so of any.
                let asks = self.name == "malloc_usable_size";
                match asks || family(maker) == family(self.name) {
                    true => Ok((id, object.size)),
                    false => Err(Fault::Mismatch {
                        pointer: block,
                        functions: [maker, self.name],
                    }
                    .into()),
                }
            }
            _ => Err(Fault::BadFree { pointer: block }.into()),
        }
    }
}
