//! Which globals do the constructors of a module give a value while the program starts?
//!
//! Claims: a global that the front end marked as dynamically initialised, and that is not in the answer, has its value
//! from the start: LLVM has evaluated its initializer. Looks at the functions that run as constructors and at what they
//! call by name in the module; where one of these uses the address of a marked global for more than reading it, the
//! global is in the answer. So is every marked global as soon as a constructor calls what cannot be seen to be some
//! other function: by pointer.

use crate::Uses;
use crate::worklist::Worklist;
use rustc_hash::FxHashSet;
use sanecc_ir::{Callee, FuncId, Function, GlobalId, Module, Op, ValueDef, ValueId};

/// Registers a destructor, and leaves the object alone.
const AT_EXIT: &str = "__cxa_atexit";

/// The marked globals that a constructor of the module may still write.
pub fn initialized_by_constructors(module: &Module) -> FxHashSet<GlobalId> {
    let is_marked = |id: GlobalId| module.globals[id].dynamic;
    let mut found = FxHashSet::default();
    if !module.globals.iter().any(|(id, _)| is_marked(id)) {
        return found;
    }
    for id in reached(module) {
        let function = &module.functions[id];
        let uses = Uses::of(function);
        for (value, _) in function.values.iter() {
            if let ValueDef::Global(global) = function.values[value].def
                && is_marked(global)
                && !found.contains(&global)
                && is_written(module, function, &uses, value)
            {
                found.insert(global);
            }
        }
        if calls_by_pointer(function) {
            return module.globals.ids().filter(|&id| is_marked(id)).collect();
        }
    }
    found
}

/// The functions that run as constructors, and those that they call by name.
fn reached(module: &Module) -> Vec<FuncId> {
    let mut list = Vec::new();
    let mut work = Worklist::of(module.constructors.iter().copied());
    while let Some(id) = work.pop() {
        list.push(id);
        for op in operations(&module.functions[id]) {
            if let Op::Call {
                callee: Callee::Direct(callee),
                ..
            } = op
            {
                work.push(*callee);
            }
        }
    }
    list
}

fn operations(function: &Function) -> impl Iterator<Item = &Op> {
    let blocks = function.blocks.iter();
    blocks
        .flat_map(|(_, block)| &block.instructions)
        .filter_map(|&instruction| function.op(instruction))
}

fn calls_by_pointer(function: &Function) -> bool {
    let by_pointer = |op: &Op| {
        matches!(
            op,
            Op::Call {
                callee: Callee::Indirect(_),
                ..
            }
        )
    };
    operations(function).any(by_pointer)
}

/// Whether an address is used for more than reading what lies there.
fn is_written(module: &Module, function: &Function, uses: &Uses, address: ValueId) -> bool {
    uses.users(address)
        .iter()
        .any(|&user| match &function.values[user].def {
            ValueDef::ConstantAddress(place) | ValueDef::Instruction(Op::Address(place)) => {
                place.base != address || is_written(module, function, uses, user)
            }
            ValueDef::Instruction(Op::Load { .. } | Op::Compare(..)) => false,
            ValueDef::Instruction(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) => module.functions[*callee].name != AT_EXIT,
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use sanecc_ir::{Global, Id};

    fn global(dynamic: bool) -> Global {
        Global {
            dynamic,
            ..variable(4)
        }
    }

    /// Whether a global is initialised by a constructor with this body, which gets its address.
    fn is_initialized(dynamic: bool, body: impl FnOnce(&mut Builder, ValueId)) -> bool {
        let mut module = Module::default();
        let id = module.globals.push(global(dynamic));
        let mut builder = Builder::new(1);
        let address = builder.global(0);
        body(&mut builder, address);
        let function = module.functions.push(builder.function);
        module.constructors.push(function);
        initialized_by_constructors(&module).contains(&id)
    }

    #[test]
    fn what_is_stored_or_handed_on_is_initialised() {
        let store = |f: &mut Builder, p| {
            let one = f.constant(1);
            f.store(0, p, one);
        };
        assert!(is_initialized(true, store));
        assert!(!is_initialized(false, store));
        assert!(is_initialized(true, |f, p| {
            let field = f.address(0, p, None);
            f.push(0, Op::Freeze(field));
        }));
    }

    #[test]
    fn what_is_only_read_has_its_value() {
        assert!(!is_initialized(true, |_, _| {}));
        assert!(!is_initialized(true, |f, p| {
            f.load(0, p);
            let field = f.address(0, p, None);
            f.load(0, field);
        }));
    }

    #[test]
    fn a_call_by_pointer_may_initialise_everything() {
        assert!(is_initialized(true, |f, _| {
            let pointer = f.param(None);
            f.push(
                0,
                Op::Call {
                    callee: Callee::Indirect(pointer),
                    arguments: Vec::new(),
                    model: sanecc_ir::Model::of("", &sanecc_ir::Layout::default()),
                    noreturn: false,
                    returns_twice: false,
                    must_tail: false,
                    signature: Default::default(),
                    unwind: None,
                },
            );
        }));
    }

    #[test]
    fn only_constructors_count() {
        let mut module = Module::default();
        module.globals.push(global(true));
        let mut builder = Builder::new(1);
        let (address, one) = (builder.global(0), builder.constant(1));
        builder.store(0, address, one);
        module.functions.push(builder.function);
        assert!(initialized_by_constructors(&module).is_empty());
        module.constructors.push(FuncId::from_index(0));
        assert_eq!(initialized_by_constructors(&module).len(), 1);
    }
}
