//! Does an object live until a call comes back, whatever is called, and does nobody outside of the module have its address?
//!
//! Claims: where [`CallerOwned::outlives`] says so, the object lives while the call runs, and all that is called from there, recursion included;
//! and no code outside of the module can read, write or poison it by hand before or meanwhile. Stack objects end with their scope or with
//! the function that made them, which goes on only when the call has come back (what leaves it by a jump runs none of its code any more);
//! global variables never end. Heap blocks, and what may be given back with the stack pointer, may be gone.

use crate::symbolic::Passing;
use crate::{Object, PointsTo, Scopes, Site};
use rustc_hash::FxHashSet;
use sanecc_ir::{FuncId, GlobalId, Module, Op, ValueId, mutant};

/// What the answers rest on.
pub struct CallerOwned<'a> {
    /// The module.
    pub module: &'a Module,
    /// Of functions that are defined.
    pub scopes: &'a (dyn Fn(FuncId) -> Option<&'a Scopes> + Sync),
    /// Asked only where it decides.
    pub points_to: &'a (dyn Fn() -> &'a PointsTo + Sync),
    /// Globals that a constructor gives their value.
    pub awaiting: &'a FxHashSet<GlobalId>,
    /// The module calls functions that poison live memory. They are outside of the module.
    pub poisons_by_hand: bool,
}

impl CallerOwned<'_> {
    /// Whether the caller's object outlives the call, unknown to other modules.
    pub fn outlives(&self, passing: Passing, object: Object) -> bool {
        let caller = passing.caller;
        let lives = match object {
            Object::Stack { alloca, .. } => {
                let op = self.module.functions[caller].op(alloca);
                let fixed = matches!(op, Some(Op::Alloca { fixed: true, .. }));
                (fixed || mutant!("caller-owned/fixed"))
                    && (self.is_open(passing, alloca) || mutant!("caller-owned/scope-open"))
            }
            Object::Parameter { .. } => true,
            Object::Global { global, .. } => {
                !self.awaiting.contains(&global) || mutant!("caller-owned/constructed")
            }
            Object::Dynamic { .. } => mutant!("caller-owned/dynamic"),
            Object::Heap { .. } => mutant!("caller-owned/heap"),
            Object::Argument { .. } => false,
        };
        // Nobody elsewhere poisons what nobody may write to.
        let constant = match object {
            Object::Global { global, .. } => {
                self.module.globals[global].constant
                    && (!self.poisons_by_hand || mutant!("caller-owned/poisoned-by-hand"))
            }
            _ => false,
        };
        lives
            && (constant
                || self.is_unknown_outside(caller, object)
                || mutant!("caller-owned/unknown-outside"))
    }

    /// Whether no code outside of the module ever has the address of an object that a function sees.
    pub fn is_unknown_outside(&self, function: FuncId, object: Object) -> bool {
        let site = match object {
            Object::Stack { alloca, .. } | Object::Dynamic { alloca, .. } => {
                Site::Stack(function, alloca)
            }
            Object::Parameter { number, .. } => Site::Parameter(function, number),
            Object::Global { global, .. } => Site::Global(global),
            Object::Heap { call, .. } => Site::Heap(function, call),
            Object::Argument { .. } => return false,
        };
        let points_to = (self.points_to)();
        let object = points_to.object(site);
        object.is_some_and(|object| !points_to.escape(object).is_known_outside())
    }

    /// Whether the scope of a stack object is open where the call stands.
    fn is_open(&self, passing: Passing, alloca: ValueId) -> bool {
        let function = &self.module.functions[passing.caller];
        let Some(scopes) = (self.scopes)(passing.caller) else {
            return false;
        };
        if !scopes.is_marked(alloca) {
            return true;
        }
        let mut cursor = scopes.cursor(passing.block);
        for &instruction in &function.blocks[passing.block].instructions {
            if instruction == passing.call {
                return cursor.is_open(alloca);
            }
            cursor.pass(function, instruction);
        }
        false
    }
}
