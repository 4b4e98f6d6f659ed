//! What may make memory bad that an earlier check has found good?
//!
//! Claims: where [`Kills`] does not say that an instruction concerns a base, the bytes at that base that were good before it are good after
//! it, as far as this thread and what it waits for go: nothing has freed them, closed their scope, given them back with the stack pointer,
//! or poisoned them by hand. What another thread frees counts wherever this one may learn of it: at atomic and volatile accesses, at
//! fences, at assembly, at calls of code that does such things or is not known. Between two such places no program can tell whether the other
//! thread has freed the memory yet, unless it races; so what is missed there a check misses, too, that comes a moment earlier.
//!
//! Objects that the function sees, and that nobody else has the address of, end with their scope alone. Which calls free what is asked of the whole
//! module ([`sanecc_analysis::Effects`]); by level `local`, all calls but those of known library functions end everything.

use super::FunctionContext;
use super::temporal;
use rustc_hash::FxHashMap;
use sanecc_analysis::{Ended, Kill, Object, Reach, Site, object_of};
use sanecc_ir::{Op, ValueDef, ValueId, mutant};

/// Steps for each value of a function after which every call is taken to end everything.
const STEPS: usize = 50;

/// A kind of ending.
enum Kind {
    /// Nothing outlives it.
    Everything,
    /// Other threads have run.
    Synchronisation,
    /// A call of code that may do anything.
    AnyCode,
    /// A call that ends what is known.
    Call(Ended),
    /// The border of a stack object's scope.
    Scope(ValueId),
    /// Stack objects of variable size are given back.
    Restore,
}

const EVERYTHING: Kill = Kill(0);
const SYNCHRONISATION: Kill = Kill(1);
const ANY_CODE: Kill = Kill(2);
const RESTORE: Kill = Kill(3);

/// What ends lives in a function.
pub(super) struct Kills<'q> {
    context: &'q FunctionContext<'q>,
    /// Calls are followed.
    follows: bool,
    /// Index = number of the ending.
    kinds: Vec<Kind>,
    /// Kills of groups of functions, by number.
    groups: FxHashMap<usize, Kill>,
    scopes: FxHashMap<ValueId, Kill>,
    reach: FxHashMap<ValueId, Option<Reach>>,
    left: usize,
}

impl<'q> Kills<'q> {
    pub(super) fn of(context: &'q FunctionContext<'q>, follows: bool) -> Self {
        Self {
            context,
            follows,
            kinds: vec![
                Kind::Everything,
                Kind::Synchronisation,
                Kind::AnyCode,
                Kind::Restore,
            ],
            groups: FxHashMap::default(),
            scopes: FxHashMap::default(),
            reach: FxHashMap::default(),
            left: STEPS * context.function.values.len(),
        }
    }

    fn add(&mut self, kind: Kind) -> Kill {
        self.kinds.push(kind);
        Kill(self.kinds.len() - 1)
    }

    fn call(&mut self, call: ValueId) -> Option<Kill> {
        if !self.follows {
            return Some(ANY_CODE);
        }
        let effects = self.context.whole.effects();
        let ended = effects.ended_by(self.context.id, call)?;
        let Some(number) = ended.number() else {
            return Some(self.add(Kind::Call(ended)));
        };
        if let Some(&known) = self.groups.get(&number) {
            return Some(known);
        }
        let ending = self.add(Kind::Call(ended));
        self.groups.insert(number, ending);
        Some(ending)
    }

    fn scope(&mut self, object: ValueId) -> Kill {
        let root = self.context.function.resolve(object).base;
        if !matches!(self.context.function.op(root), Some(Op::Alloca { .. })) {
            return EVERYTHING;
        }
        if let Some(&known) = self.scopes.get(&root) {
            return known;
        }
        let ending = self.add(Kind::Scope(root));
        self.scopes.insert(root, ending);
        ending
    }

    /// Whether the base is an object of its own that only its scope can end.
    fn is_certain(&self, base: ValueId) -> bool {
        let context = self.context;
        let object = object_of(context.module, context.function, base);
        object.is_some_and(|object| {
            let lives = match object {
                Object::Stack { alloca, .. } => {
                    matches!(
                        context.function.op(alloca),
                        Some(Op::Alloca { fixed: true, .. })
                    ) || mutant!("redundant/certain-fixed")
                }
                Object::Parameter { .. } => true,
                Object::Global { global, .. } => {
                    !context.dynamic_globals.contains(&global)
                        || mutant!("redundant/certain-constructed")
                }
                Object::Dynamic { .. } => mutant!("redundant/certain-dynamic"),
                Object::Heap { .. } => false,
            };
            lives
                && (temporal::is_private_everywhere(context, object)
                    || mutant!("redundant/certain-private"))
        })
    }

    /// Whether the call of that kind may end what the base points to.
    fn may_end(&mut self, ending: Kill, base: ValueId) -> bool {
        let effects = self.context.whole.effects();
        let id = self.context.id;
        let reach = self.reach.entry(base);
        let reach = reach.or_insert_with(|| effects.reach(id, base));
        let (Kind::Call(ended), Some(reach)) = (&self.kinds[ending.0], reach) else {
            return true;
        };
        match self.left.checked_sub(reach.steps()) {
            Some(left) => self.left = left,
            None => return true,
        }
        effects.may_end(ended, reach)
    }

    /// Whether the base may point into a local of this call.
    fn may_be(&mut self, local: ValueId, base: ValueId) -> bool {
        let context = self.context;
        match &context.function.values[base].def {
            // What was there before the function began, or is an object of its own.
            ValueDef::Param(_) | ValueDef::Global(_) | ValueDef::Instruction(Op::Alloca { .. }) => {
                return base == local && !mutant!("redundant/own-scope");
            }
            ValueDef::Instruction(Op::Load { .. } | Op::Call { .. })
                if !context.analyses.captured().state(local).is_exposed()
                    || mutant!("redundant/scope-exposed") =>
            {
                return false;
            }
            ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Function(_)
            | ValueDef::ConstantPlace(_)
            | ValueDef::Undefined
            | ValueDef::Constant
            | ValueDef::Instruction(_) => {}
        }
        if !self.follows {
            return true;
        }
        let effects = context.whole.effects();
        let reach = self.reach.entry(base);
        let reach = reach.or_insert_with(|| effects.reach(context.id, base));
        reach
            .as_ref()
            .is_none_or(|reach| effects.may_point_to(reach, Site::Stack(context.id, local)))
    }
}

impl sanecc_analysis::Kills for Kills<'_> {
    fn of(&mut self, instruction: ValueId) -> Option<Kill> {
        match self.context.function.op(instruction)? {
            Op::Call {
                returns_twice: true,
                ..
            } => Some(EVERYTHING),
            Op::Call { model, .. } if !model.may_free => None,
            Op::Call { .. } if mutant!("redundant/call") => None,
            Op::Call { .. } => self.call(instruction),
            // Begin counts too: the memory may belong to another object now.
            Op::ScopeBegin(_) if mutant!("redundant/scope-begins") => None,
            Op::ScopeEnd(_) if mutant!("redundant/scope-ends") => None,
            Op::ScopeBegin(object) | Op::ScopeEnd(object) => Some(self.scope(*object)),
            Op::StackRestore(_) if mutant!("redundant/stack-restored") => None,
            Op::StackRestore(_) => Some(RESTORE),
            Op::Opaque { .. } if mutant!("redundant/opaque") => None,
            Op::Opaque { .. } => Some(EVERYTHING),
            // Order between threads: what another thread freed may become visible here.
            Op::Atomic { .. } if mutant!("redundant/atomic") => None,
            Op::Fence if mutant!("redundant/fence") => None,
            Op::Atomic { .. } | Op::Fence => Some(SYNCHRONISATION),
            Op::Load { simple, .. } | Op::Store { simple, .. } => {
                (!simple && !mutant!("redundant/volatile")).then_some(SYNCHRONISATION)
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
            | Op::Element(_)
            | Op::VaArg(_)
            | Op::Memory(..)
            | Op::Inert(_)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => None,
        }
    }

    fn clobbers(&mut self, ending: Kill, base: ValueId) -> bool {
        match self.kinds[ending.0] {
            Kind::Everything => true,
            Kind::Synchronisation | Kind::AnyCode => !self.is_certain(base),
            Kind::Call(_) => !self.is_certain(base) && self.may_end(ending, base),
            Kind::Scope(local) => self.may_be(local, base),
            Kind::Restore => !self.is_certain(base),
        }
    }
}
