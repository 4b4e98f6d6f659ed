//! Which object do all callers hand to a parameter?
//!
//! Without optimisation nothing is inlined, so a function does not see the object of a pointer that it was given, even where `-O1` brings both together.
//! Where every caller hands over the start of an object of the same constant size, accesses by the parameter are compared with these bounds, as they
//! are compared with those of pointers that are loaded back from locals ([`reloaded`](super::reloaded)).
//!
//! Claims: at each call of the function, the argument is the start of an object of this kind and size. Functions count that nothing but calls
//! of this module can enter.
//! Gives up where one argument points elsewhere or has a computed size, and behind a few functions that hand their own parameter on.

use super::FunctionContext;
use super::reloaded::origin;
use rustc_hash::FxHashMap;
use sanecc_analysis::{LoadForwarding, Object, entered_by_calls_alone};
use sanecc_ir::{Callee, FuncId, Function, Id, Module, Op, Size, ValueDef, ValueId};

/// So many functions may hand an object on from one to the next.
const MAX_ROUNDS: usize = 4;

/// For parameters, by function and number, the object that begins there.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Handed(FxHashMap<(FuncId, u32), Option<Owner>>);

/// What is known of such an object without its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// It is the same in all functions.
    Global(Object),
    Stack {
        bytes: u64,
    },
    Heap {
        bytes: u64,
    },
}

impl Handed {
    /// Looks at all calls of a module; `contexts` has those of its checked functions.
    pub(super) fn of(module: &Module, contexts: &[Option<FunctionContext<'_>>]) -> Handed {
        let _span = tracing::debug_span!("handed").entered();
        let entered = entered_by_calls_alone(module);
        let mut forwarding = vec![None; module.functions.len()];
        let mut handed = Handed::default();
        // Each round knows what the last one has proved of the callers' parameters.
        for _ in 0..MAX_ROUNDS {
            let mut next = Handed::default();
            for (id, function) in module.functions.iter() {
                let context = contexts[id.index()].as_ref();
                let forwarding = &mut forwarding[id.index()];
                for (callee, arguments) in calls(function) {
                    if !entered.contains(callee.index()) {
                        continue;
                    }
                    for number in 0..module.functions[callee].params.len() {
                        let owner = context.and_then(|context| {
                            let argument = *arguments.get(number)?;
                            let forwarding = forwarding.get_or_insert_with(|| context.forwarding());
                            handed.owner_of(context, forwarding, argument)
                        });
                        next.add((callee, number as u32), owner);
                    }
                }
            }
            if next == handed {
                break;
            }
            handed = next;
        }
        handed
    }

    fn add(&mut self, parameter: (FuncId, u32), owner: Option<Owner>) {
        let known = self.0.entry(parameter).or_insert(owner);
        if *known != owner {
            *known = None;
        }
    }

    /// The object whose start is handed over.
    fn owner_of(
        &self,
        context: &FunctionContext<'_>,
        forwarding: &LoadForwarding,
        argument: ValueId,
    ) -> Option<Owner> {
        let function = context.function;
        let is_start = |value| {
            let place = function.resolve(value);
            place.is_constant() && place.offset == 0
        };
        let start = origin(function, forwarding, argument, is_start)?;
        let object = context.object_of(start);
        match object.or_else(|| self.object_of(context.id, function, start))? {
            object @ Object::Global { .. } => Some(Owner::Global(object)),
            Object::Argument {
                bytes,
                is_heap: true,
                ..
            } => Some(Owner::Heap { bytes }),
            Object::Stack { bytes, .. }
            | Object::Parameter { bytes, .. }
            | Object::Argument { bytes, .. } => Some(Owner::Stack { bytes }),
            Object::Heap { call, size } => {
                let bytes = asked(function, call, size)?;
                Some(Owner::Heap { bytes })
            }
            Object::Dynamic { .. } => None,
        }
    }

    /// The object that begins where the value points, if that is such a parameter of the function.
    pub(super) fn object_of(
        &self,
        id: FuncId,
        function: &Function,
        value: ValueId,
    ) -> Option<Object> {
        let ValueDef::Param(number) = function.values[value].def else {
            return None;
        };
        Some(match (*self.0.get(&(id, number))?)? {
            Owner::Global(global) => global,
            Owner::Stack { bytes } => Object::Argument {
                value,
                bytes,
                is_heap: false,
            },
            Owner::Heap { bytes } => Object::Argument {
                value,
                bytes,
                is_heap: true,
            },
        })
    }
}

/// The calls by name of a function: callee and arguments.
fn calls(function: &Function) -> impl Iterator<Item = (FuncId, &[ValueId])> {
    let instructions = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions);
    instructions.filter_map(|&instruction| match function.op(instruction) {
        Some(Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            ..
        }) => Some((*callee, &arguments[..])),
        _ => None,
    })
}

/// How many bytes an allocation asks for, if that is a constant.
fn asked(function: &Function, call: ValueId, size: Size) -> Option<u64> {
    let Some(Op::Call { arguments, .. }) = function.op(call) else {
        return None;
    };
    let number = |number: u32| match function.values[*arguments.get(number as usize)?].def {
        ValueDef::Integer(bytes) => u64::try_from(bytes).ok(),
        _ => None,
    };
    match size {
        Size::Argument(bytes) => number(bytes),
        Size::Product(a, b) => number(a)?.checked_mul(number(b)?),
    }
}
