//! Which instructions may make memory unaddressable that an earlier check found addressable?
//!
//! Claims: where [`Kills`] does not say that an instruction kills a base, the bytes at that base that were addressable before it are addressable after it:
//! neither this thread nor one that it waits for has freed them, ended their scope, restored the stack pointer past them, or poisoned them manually.
//! Frees by other threads count wherever this thread may learn of them: at atomic and volatile accesses, fences, assembly, and calls of code that contains
//! such or is unknown. Between two such points, no program without a data race can tell whether the other thread has freed yet; a check slightly earlier would miss the error, too.
//!
//! Private objects of the function are killed by the end of their scope alone. What calls free is taken from [`sanecc_analysis::Effects`]; at level `local`,
//! every call but those of known library functions kills everything.

use crate::ModuleFacts;
use rustc_hash::FxHashMap;
use sanecc_analysis::{Ended, Kill, Object, Reach, Site, object_of};
use sanecc_ir::{FuncId, Function, Op, ValueDef, ValueId, mutant};

/// Steps for each value of a function after which every call kills everything.
const STEPS: usize = 50;

/// Kinds of kills.
enum Kind {
    /// Kills everything.
    Everything,
    /// Synchronises with other threads.
    Synchronisation,
    /// A call of unknown code.
    AnyCode,
    /// A call with known effects.
    Call(Ended),
    /// The begin or end of a stack object's scope.
    Scope(ValueId),
    /// Frees stack objects of variable size.
    Restore,
}

const EVERYTHING: Kill = Kill(0);
const SYNCHRONISATION: Kill = Kill(1);
const ANY_CODE: Kill = Kill(2);
const RESTORE: Kill = Kill(3);

/// The kills of a function.
pub struct Kills<'q> {
    whole: &'q ModuleFacts<'q>,
    id: FuncId,
    function: &'q Function,
    /// Index = [`Kill`].
    kinds: Vec<Kind>,
    /// Kills of calls with equal effects, by their number.
    groups: FxHashMap<usize, Kill>,
    scopes: FxHashMap<ValueId, Kill>,
    reach: FxHashMap<ValueId, Option<Reach>>,
    left: usize,
}

impl<'q> Kills<'q> {
    /// Computes nothing yet.
    pub fn of(whole: &'q ModuleFacts<'q>, id: FuncId) -> Self {
        let function = &whole.module.functions[id];
        Self {
            whole,
            id,
            function,
            kinds: vec![
                Kind::Everything,
                Kind::Synchronisation,
                Kind::AnyCode,
                Kind::Restore,
            ],
            groups: FxHashMap::default(),
            scopes: FxHashMap::default(),
            reach: FxHashMap::default(),
            left: STEPS * function.values.len(),
        }
    }

    fn add(&mut self, kind: Kind) -> Kill {
        self.kinds.push(kind);
        Kill(self.kinds.len() - 1)
    }

    fn call(&mut self, call: ValueId) -> Option<Kill> {
        if !self.whole.options.follows_calls {
            return Some(ANY_CODE);
        }
        let ended = self.whole.effects.ended_by(self.id, call)?;
        let Some(number) = ended.number() else {
            return Some(self.add(Kind::Call(ended)));
        };
        if let Some(&known) = self.groups.get(&number) {
            return Some(known);
        }
        let kill = self.add(Kind::Call(ended));
        self.groups.insert(number, kill);
        Some(kill)
    }

    fn scope(&mut self, object: ValueId) -> Kill {
        let root = self.function.resolve(object).base;
        if !matches!(self.function.op(root), Some(Op::Alloca { .. })) {
            return EVERYTHING;
        }
        if let Some(&known) = self.scopes.get(&root) {
            return known;
        }
        let kill = self.add(Kind::Scope(root));
        self.scopes.insert(root, kill);
        kill
    }

    /// Whether the base is a private object of the function that only the end of its scope kills.
    fn only_its_scope_kills(&self, base: ValueId) -> bool {
        let object = object_of(self.whole.module, self.function, base);
        object.is_some_and(|object| {
            let lives = match object {
                Object::Stack { alloca, .. } => {
                    let op = self.function.op(alloca);
                    matches!(op, Some(Op::Alloca { fixed: true, .. }))
                        || mutant!("redundant/certain-fixed")
                }
                Object::Parameter { .. } => true,
                Object::Global { global, .. } => {
                    !self.whole.dynamic_globals.contains(&global)
                        || mutant!("redundant/certain-constructed")
                }
                Object::Dynamic { .. } => mutant!("redundant/certain-dynamic"),
                Object::Heap { .. } | Object::Argument { .. } => false,
            };
            lives
                && (self.whole.is_private(self.id, object) || mutant!("redundant/certain-private"))
        })
    }

    /// Whether the call may kill memory at the base.
    fn call_may_kill(&mut self, kill: Kill, base: ValueId) -> bool {
        let effects = &self.whole.effects;
        let reach = self.reach.entry(base);
        let reach = reach.or_insert_with(|| effects.reach(self.id, base));
        let (Kind::Call(ended), Some(reach)) = (&self.kinds[kill.0], reach) else {
            return true;
        };
        match self.left.checked_sub(reach.steps()) {
            Some(left) => self.left = left,
            None => return true,
        }
        effects.may_end(ended, reach)
    }

    /// Whether only visible accesses of the function have the local's address.
    fn is_unexposed(&self, local: ValueId) -> bool {
        let analyses = self.whole.function(self.id);
        analyses.is_some_and(|analyses| !analyses.captured().state(local).is_exposed())
    }

    /// Whether the base may point into this local.
    fn may_point_into(&mut self, local: ValueId, base: ValueId) -> bool {
        match &self.function.values[base].def {
            // An object of its own, or memory that existed before the function began.
            ValueDef::Param(_) | ValueDef::Global(_) | ValueDef::Instruction(Op::Alloca { .. }) => {
                return base == local && !mutant!("redundant/own-scope");
            }
            ValueDef::Instruction(Op::Load { .. } | Op::Call { .. })
                if self.is_unexposed(local) || mutant!("redundant/scope-exposed") =>
            {
                return false;
            }
            ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Function(_)
            | ValueDef::ConstantAddress(_)
            | ValueDef::Undefined
            | ValueDef::Poison
            | ValueDef::Constant(_)
            | ValueDef::Instruction(_) => {}
        }
        if !self.whole.options.follows_calls {
            return true;
        }
        let effects = &self.whole.effects;
        let reach = self.reach.entry(base);
        let reach = reach.or_insert_with(|| effects.reach(self.id, base));
        reach
            .as_ref()
            .is_none_or(|reach| effects.may_point_to(reach, Site::Stack(self.id, local)))
    }
}

impl sanecc_analysis::Kills for Kills<'_> {
    fn of(&mut self, instruction: ValueId) -> Option<Kill> {
        match self.function.op(instruction)? {
            Op::Call {
                returns_twice: true,
                ..
            } => Some(EVERYTHING),
            Op::Call { model, .. } if !model.may_free => None,
            Op::Call { .. } if mutant!("redundant/call") => None,
            Op::Call { .. } => self.call(instruction),
            // A begin counts, too: the memory may have belonged to another object.
            Op::ScopeBegin(_) if mutant!("redundant/scope-begins") => None,
            Op::ScopeEnd(_) if mutant!("redundant/scope-ends") => None,
            Op::ScopeBegin(object) | Op::ScopeEnd(object) => Some(self.scope(*object)),
            Op::StackRestore(_) if mutant!("redundant/stack-restored") => None,
            Op::StackRestore(_) => Some(RESTORE),
            Op::Opaque { .. } if mutant!("redundant/opaque") => None,
            Op::Opaque { .. } => Some(EVERYTHING),
            // Synchronisation: what another thread has freed may become visible here.
            Op::Atomic { .. } if mutant!("redundant/atomic") => None,
            Op::Fence(_) if mutant!("redundant/fence") => None,
            Op::Atomic { .. } | Op::Fence(_) => Some(SYNCHRONISATION),
            Op::Load { mode, .. } | Op::Store { mode, .. } => {
                (!mode.is_simple() && !mutant!("redundant/volatile")).then_some(SYNCHRONISATION)
            }
            Op::Alloca { .. }
            | Op::Address(_)
            | Op::Binary(..)
            | Op::Negate(_)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Element(..)
            | Op::VaArg(_)
            | Op::Memory(..)
            | Op::Inert(..)
            | Op::LandingPad { .. }
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => None,
        }
    }

    fn clobbers(&mut self, kill: Kill, base: ValueId) -> bool {
        match self.kinds[kill.0] {
            Kind::Everything => true,
            Kind::Synchronisation | Kind::AnyCode => !self.only_its_scope_kills(base),
            Kind::Call(_) => !self.only_its_scope_kills(base) && self.call_may_kill(kill, base),
            Kind::Scope(local) => self.may_point_into(local, base),
            Kind::Restore => !self.only_its_scope_kills(base),
        }
    }
}
