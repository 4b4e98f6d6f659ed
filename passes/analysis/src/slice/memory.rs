//! Which memory does a pointer name? GreenArrays' points-to sets, as a partition.
//!
//! Claims: where two pointers of the module may name the same byte, they have a [`MemoryId`] in common, or one of them names what
//! cannot be written. What the program's other parts may reach is [`ANYWHERE`].
//!
//! [`AliasRules`] asks nothing but the function: an object of the stack, a parameter by value, or a variable of the module alone is a memory of its
//! own as long as only visible accesses have its address. A [`crate::PointsTo`] knows more.

use crate::{Captured, GlobalEscapes, Uses};
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, GlobalId, Module, Op, ValueDef, ValueId};

/// One memory that is distinguished from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(u32);

impl MemoryId {
    /// The memory with this number.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(0))
    }

    /// Its number; 0 is [`ANYWHERE`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The memory that parts of the program may touch which are not seen here.
pub(super) const ANYWHERE: MemoryId = MemoryId(0);

/// The memory that a pointer names.
pub trait Named {
    /// How many memories there are; at least one.
    fn memories(&self) -> usize;
    /// Calls `visit` with every memory that the pointer may name. None: nothing can be written there.
    fn named(&self, function: FuncId, pointer: ValueId, visit: &mut dyn FnMut(MemoryId));
    /// Whether what one call of a function has written may still be there in a call that was not made meanwhile.
    fn outlives_calls(&self, memory: MemoryId) -> bool;
}

/// Objects whose address stays in one function.
pub struct AliasRules<'m> {
    module: &'m Module,
    stack: FxHashMap<(FuncId, ValueId), MemoryId>,
    globals: FxHashMap<GlobalId, MemoryId>,
}

impl<'m> AliasRules<'m> {
    /// Looks at all functions of a module; `facts` are what is known of the defined ones.
    pub fn of<'f>(
        module: &'m Module,
        facts: impl IntoIterator<Item = (FuncId, &'f Captured)> + Clone,
    ) -> Self {
        let functions = facts.clone().into_iter();
        let escapes = GlobalEscapes::of(
            module,
            functions.map(|(id, captured)| (&module.functions[id], captured)),
        );
        let mut next = 1;
        let mut fresh = || {
            next += 1;
            MemoryId::from_index(next - 1)
        };
        let globals = module
            .globals
            .ids()
            .filter(|id| !escapes.state(*id).is_captured())
            .map(|id| (id, fresh()))
            .collect();
        let mut stack = FxHashMap::default();
        for (id, captured) in facts {
            let function = &module.functions[id];
            for (value, definition) in function.values.iter() {
                let object = match &definition.def {
                    ValueDef::Instruction(Op::Alloca { .. }) => true,
                    ValueDef::Param(number) => function
                        .params
                        .get(*number as usize)
                        .is_some_and(|p| p.by_value.is_some()),
                    _ => false,
                };
                if object && !captured.state(value).is_captured() {
                    stack.insert((id, value), fresh());
                }
            }
        }
        Self {
            module,
            stack,
            globals,
        }
    }

    /// The same, with all that has to be known of the functions.
    pub fn alone(module: &'m Module) -> Self {
        let defined = module.functions.iter().filter(|(_, f)| f.defined);
        let facts: Vec<(FuncId, Captured)> = defined
            .map(|(id, f)| (id, Captured::of(f, &Uses::of(f))))
            .collect();
        Self::of(module, facts.iter().map(|(id, captured)| (*id, captured)))
    }
}

impl Named for AliasRules<'_> {
    fn memories(&self) -> usize {
        1 + self.stack.len() + self.globals.len()
    }

    fn named(&self, function: FuncId, pointer: ValueId, visit: &mut dyn FnMut(MemoryId)) {
        let body = &self.module.functions[function];
        let base = body.resolve(pointer).base;
        let global = match body.values[base].def {
            ValueDef::Global(global) => Some(global),
            _ => None,
        };
        if global.is_some_and(|global| self.module.globals[global].constant) {
            return;
        }
        let own = match global {
            Some(global) => self.globals.get(&global),
            None => self.stack.get(&(function, base)),
        };
        visit(own.copied().unwrap_or(ANYWHERE));
    }

    fn outlives_calls(&self, memory: MemoryId) -> bool {
        // Global variables have the first numbers.
        memory.index() <= self.globals.len()
    }
}
