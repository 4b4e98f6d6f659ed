//! What may a call do to objects? Whose life may it end, what may it write, may it come back another way?
//!
//! Claims: an object for which [`Effects::may_free`] is false has the same life before and after the call, as far as this thread goes; one
//! for which [`Effects::may_write`] is false holds the same bytes. Where [`Effects::synchronizes`] is false, the call neither waits for nor
//! signals another thread. Of objects that other threads can reach ([`Escape::is_shared`](crate::Escape::is_shared)) nothing is said about what those do meanwhile.
//! Code outside may do all this to what has escaped, and call back what it has the address of. Computed bottom up over the
//! call graph; only heap blocks can be freed.

mod direct;

use crate::calls::{CallGraph, Caller, Runs, runs};
use crate::component_solver::{BottomUp, Summaries, bottom_up};
use crate::points_to::{ObjectId, PointsTo, Site};
use fixedbitset::FixedBitSet;
use sanecc_ir::{FuncId, Module, Op, ValueDef, ValueId, mutant};
use std::sync::OnceLock;

use direct::Direct;

/// Objects that something is done to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    objects: FixedBitSet,
    /// Also all that have escaped.
    escaped: bool,
}

impl Touched {
    fn add(&mut self, object: ObjectId) {
        self.objects.grow_and_insert(object.index());
    }

    fn union(&mut self, other: &Touched) {
        self.objects.union_with(&other.objects);
        self.escaped |= other.escaped;
    }

    fn has(&self, points_to: &PointsTo, object: ObjectId) -> bool {
        let escaped = || points_to.escape(object).escapes_module() && !mutant!("effects/escaped");
        self.objects.contains(object.index()) || self.escaped && escaped()
    }
}

/// What running some code may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    frees: Touched,
    writes: Touched,
    synchronizes: bool,
    /// May not come back to where it was called: by a jump, an exception, the end of the program.
    leaves: bool,
}

impl Effect {
    fn union(&mut self, other: &Effect) {
        self.frees.union(&other.frees);
        self.writes.union(&other.writes);
        self.synchronizes |= other.synchronizes;
        self.leaves |= other.leaves;
    }

    /// Whether it ends no life, and gives no other thread the time to.
    fn ends_nothing(&self) -> bool {
        (!self.synchronizes || mutant!("effects/waits"))
            && (!self.frees.escaped || mutant!("effects/frees-escaped"))
            && (self.frees.objects.is_clear() || mutant!("effects/frees"))
    }

    /// What code does of which nothing is known, to what it can reach.
    fn outside() -> Self {
        let touched = Touched {
            escaped: true,
            ..Touched::default()
        };
        Self {
            frees: touched.clone(),
            writes: touched,
            synchronizes: true,
            leaves: true,
        }
    }
}

/// What a call may end.
pub struct Ended(Which);

enum Which {
    /// The life of anything that other code can reach.
    Everything,
    /// What a group of functions does, by number.
    Group(usize),
    /// The blocks that a pointer may point to, and whether others may have the address of one of them.
    Blocks(Touched, bool),
}

impl Ended {
    /// A number that all calls share which end the same; none where each has to be asked.
    pub fn number(&self) -> Option<usize> {
        match self.0 {
            Which::Everything => Some(0),
            Which::Group(number) => Some(number + 1),
            Which::Blocks(..) => None,
        }
    }
}

/// What a pointer may point to, as often asked.
pub struct Reach {
    /// Anything outside, or that has escaped.
    unknown: bool,
    objects: Vec<ObjectId>,
}

impl Reach {
    /// How many steps it takes to ask.
    pub fn steps(&self) -> usize {
        self.objects.len() + 1
    }
}

/// The effects of all calls of a module.
pub struct Effects<'a> {
    module: &'a Module,
    points_to: &'a OnceLock<PointsTo>,
    groups: OnceLock<Groups>,
    direct: OnceLock<Direct>,
}

type GroupEffects = Summaries<Caller, Effect>;

/// The effects of each strongly connected component of the call graph.
#[derive(Default)]
struct Groups {
    summaries: GroupEffects,
    /// Whether a component may free memory that has escaped, or waits for another thread, which may free it. Index = component.
    ends_unknown: Vec<bool>,
}

impl<'a> Effects<'a> {
    /// Computes nothing yet: points-to sets and effects are computed when they are first read.
    pub fn of(module: &'a Module, points_to: &'a OnceLock<PointsTo>) -> Self {
        Self {
            module,
            points_to,
            groups: OnceLock::new(),
            direct: OnceLock::new(),
        }
    }

    fn points_to(&self) -> &'a PointsTo {
        self.points_to.get_or_init(|| PointsTo::of(self.module))
    }

    fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| {
            let calls = CallGraph::of(self.module, self.points_to());
            let _span = tracing::debug_span!("effects").entered();
            let mut solver = Solver {
                effects: self,
                summaries: Summaries::default(),
            };
            bottom_up(&mut solver, calls.bottom_up());
            let summaries = solver.summaries;
            let all = summaries.all().iter();
            let ends_unknown =
                all.map(|effect| effect.synchronizes || self.touches_escaped(&effect.frees));
            Groups {
                ends_unknown: ends_unknown.collect(),
                summaries,
            }
        })
    }

    /// Whether a call that gets the address of a heap allocation, which only its allocating function `caller` has, may free it, or
    /// hands it to code that may do anything with it.
    pub fn may_free_allocation(&self, caller: FuncId, allocation: ValueId, call: ValueId) -> bool {
        let function = &self.module.functions[caller];
        let object = self.points_to().object(Site::Heap(caller, allocation));
        match runs(self.points_to(), caller, function, call) {
            Runs::Library(_) => true,
            Runs::Code(callees) => {
                callees.outside || object.is_none_or(|object| self.may_free(caller, call, object))
            }
        }
    }

    /// Whether the call may end the object's life.
    pub fn may_free(&self, caller: FuncId, call: ValueId, object: ObjectId) -> bool {
        let effect = self.of_call(caller, call);
        effect.frees.has(self.points_to(), object)
    }

    /// Whether the call may end the life of anything.
    pub fn may_free_anything(&self, caller: FuncId, call: ValueId) -> bool {
        let effect = self.of_call(caller, call);
        effect.frees.escaped || !effect.frees.objects.is_clear()
    }

    /// Whether the call may write the object.
    pub fn may_write(&self, caller: FuncId, call: ValueId, object: ObjectId) -> bool {
        let effect = self.of_call(caller, call);
        effect.writes.has(self.points_to(), object)
    }

    /// Whether the call may write one of the objects that [`Effects::unshared`] has named.
    pub(crate) fn may_write_unshared(
        &self,
        caller: FuncId,
        call: ValueId,
        objects: &[ObjectId],
    ) -> bool {
        let function = &self.module.functions[caller];
        match runs(self.points_to(), caller, function, call) {
            Runs::Code(callees) => {
                let direct = self.direct.get_or_init(|| Direct::of(self));
                let mut inside = callees.functions.iter();
                inside.any(|&callee| direct.may_write(callee, objects))
                    || callees.outside && self.is_lent(caller, call, objects)
            }
            Runs::Library(_) => {
                let effect = self.of_call(caller, call);
                let mut objects = objects.iter();
                objects.any(|object| effect.writes.objects.contains(object.index()))
            }
        }
    }

    /// Whether code outside gets the address of one of these objects by the call, which it may write to, though it does not keep it.
    fn is_lent(&self, caller: FuncId, call: ValueId, objects: &[ObjectId]) -> bool {
        let Some(Op::Call { arguments, .. }) = self.module.functions[caller].op(call) else {
            return true;
        };
        let mut lent = Touched::default();
        for &argument in arguments
            .iter()
            .filter(|_| !mutant!("load-forwarding/lent"))
        {
            self.add_pointer(&mut lent, caller, argument);
        }
        let mut objects = objects.iter();
        objects.any(|object| lent.objects.contains(object.index()))
    }

    /// Whether the call may wait for another thread or signal one.
    pub fn synchronizes(&self, caller: FuncId, call: ValueId) -> bool {
        self.of_call(caller, call).synchronizes
    }

    /// What a call may end, be it by waiting until another thread has; none where that is nothing.
    pub fn ended_by(&self, caller: FuncId, call: ValueId) -> Option<Ended> {
        let function = &self.module.functions[caller];
        let everything = Some(Ended(Which::Everything));
        let Some(Op::Call { arguments, .. }) = function.op(call) else {
            return everything;
        };
        match runs(self.points_to(), caller, function, call) {
            Runs::Library(model) => match model.frees.map(|n| arguments.get(n as usize)) {
                Some(Some(_)) if mutant!("effects/library-frees") => None,
                Some(Some(&freed)) => {
                    let mut blocks = Touched::default();
                    self.add_heap(&mut blocks, caller, freed);
                    let escaped = self.touches_escaped(&blocks);
                    Some(Ended(Which::Blocks(blocks, escaped)))
                }
                Some(None) => everything,
                None if model.may_free && !mutant!("effects/library-unknown") => everything,
                None => None,
            },
            Runs::Code(callees) if callees.outside && !mutant!("effects/outside") => everything,
            Runs::Code(callees) => {
                let groups = callees.functions.iter();
                let mut groups =
                    groups.map(|f| self.groups().summaries.component(Caller::Function(*f)));
                let mut all: Vec<usize> = Vec::new();
                // A group that is not known has not been computed.
                if !groups.all(|group| group.map(|group| all.push(group)).is_some()) {
                    return everything;
                }
                all.retain(|&group| !self.groups().summaries.all()[group].ends_nothing());
                all.sort_unstable();
                all.dedup();
                match all[..] {
                    [] => None,
                    [group] => Some(Ended(Which::Group(group))),
                    [..] => everything,
                }
            }
        }
    }

    /// What a pointer may point to; none where nothing is known of it.
    pub fn reach(&self, function: FuncId, pointer: ValueId) -> Option<Reach> {
        let (unknown, objects) = self.points_to().reach(function, pointer)?;
        (unknown || !objects.is_empty()).then_some(Reach { unknown, objects })
    }

    /// Whether a call that ends `ended` may end the life of what a pointer may point to. A block of which another thread has the address
    /// counts where the call waits.
    pub fn may_end(&self, ended: &Ended, reach: &Reach) -> bool {
        let has = |freed: &Touched, unknown: bool, waits: bool| {
            let one = |&object: &ObjectId| {
                let shared =
                    || self.points_to().escape(object).is_shared() && !mutant!("effects/shared");
                freed.has(self.points_to(), object) || waits && shared()
            };
            reach.unknown && unknown && !mutant!("effects/unknown-pointer")
                || reach.objects.iter().any(one)
        };
        match &ended.0 {
            Which::Everything => true,
            Which::Group(group) => {
                let effect = &self.groups().summaries.all()[*group];
                let unknown = self.groups().ends_unknown[*group];
                has(&effect.frees, unknown, effect.synchronizes)
            }
            Which::Blocks(blocks, unknown) => has(blocks, *unknown, false),
        }
    }

    /// Whether one of these may be what has escaped.
    fn touches_escaped(&self, touched: &Touched) -> bool {
        let escaped = |object| {
            self.points_to()
                .escape(ObjectId::from_index(object))
                .escapes_module()
        };
        touched.escaped || touched.objects.ones().any(escaped)
    }

    /// Whether a pointer may point into the object.
    pub fn may_point_to(&self, reach: &Reach, site: Site) -> bool {
        self.points_to().object(site).is_some_and(|object| {
            reach.objects.contains(&object)
                || reach.unknown && self.points_to().escape(object).escapes_module()
        })
    }

    /// Whether the call may end otherwise than by coming back.
    pub fn may_leave(&self, caller: FuncId, call: ValueId) -> bool {
        self.of_call(caller, call).leaves
    }

    /// The objects that a pointer may point into, if all are known and no other thread can reach any of them.
    pub(crate) fn unshared(&self, function: FuncId, pointer: ValueId) -> Option<Vec<ObjectId>> {
        let targets = self.points_to().targets(function, pointer)?;
        let objects = targets.into_iter().map(|target| target.object);
        let objects: Vec<ObjectId> = objects.collect();
        let shared = objects
            .iter()
            .any(|object| self.points_to().escape(*object).is_shared());
        (!shared || mutant!("load-forwarding/shared")).then_some(objects)
    }

    /// The objects that a pointer may point into, besides such as have escaped; none if nothing is known.
    pub(crate) fn reached(&self, function: FuncId, pointer: ValueId) -> Option<Vec<ObjectId>> {
        let (_, objects) = self.points_to().reach(function, pointer)?;
        Some(objects)
    }

    /// What a call does.
    fn of_call(&self, caller: FuncId, call: ValueId) -> Effect {
        let function = &self.module.functions[caller];
        let mut effect = Effect::default();
        match function.op(call) {
            Some(op @ Op::Call { .. }) => {
                self.add_call(&self.groups().summaries, &mut effect, caller, call, op);
            }
            _ => effect.union(&Effect::outside()),
        }
        effect
    }

    /// What one of a group does, without what the others of the group do.
    fn add_caller(&self, known: &GroupEffects, effect: &mut Effect, caller: Caller) {
        let Caller::Function(id) = caller else {
            effect.union(&Effect::outside());
            for (id, function) in self.module.functions.iter() {
                let object = self.points_to().object(Site::Function(id));
                let is_reached =
                    object.is_none_or(|object| self.points_to().escape(object).escapes_module());
                if function.defined && is_reached {
                    add_group(known, effect, Caller::Function(id));
                }
            }
            return;
        };
        let function = &self.module.functions[id];
        for (value, it) in function.values.iter() {
            let ValueDef::Instruction(op) = &it.def else {
                continue;
            };
            match op {
                Op::Store { pointer, mode, .. } => {
                    effect.synchronizes |= !mode.is_simple() && !mutant!("effects/volatile");
                    self.add_pointer(&mut effect.writes, id, *pointer);
                }
                Op::Load { mode, .. } => {
                    effect.synchronizes |= !mode.is_simple() && !mutant!("effects/volatile");
                }
                Op::Atomic { pointer, .. } => {
                    effect.synchronizes |= !mutant!("effects/atomic");
                    self.add_pointer(&mut effect.writes, id, *pointer);
                }
                Op::Fence(_) => effect.synchronizes |= !mutant!("effects/fence"),
                // The first argument of those that write.
                Op::Memory(_, arguments) => {
                    if let Some(&to) = arguments.first() {
                        self.add_pointer(&mut effect.writes, id, to);
                    }
                }
                Op::Inert(_, arguments)
                | Op::LandingPad {
                    clauses: arguments, ..
                } => {
                    for &argument in arguments {
                        self.add_pointer(&mut effect.writes, id, argument);
                    }
                }
                Op::VaArg(list) => self.add_pointer(&mut effect.writes, id, *list),
                Op::Call { .. } => self.add_call(known, effect, id, value, op),
                Op::Opaque { .. } if mutant!("effects/opaque") => {}
                Op::Opaque { operands, .. } => {
                    add_group(known, effect, Caller::Outside);
                    effect.union(&Effect::outside());
                    for &operand in operands {
                        self.add_pointer(&mut effect.writes, id, operand);
                    }
                }
                Op::Resume(_) => effect.leaves = true,
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
                | Op::ScopeBegin(_)
                | Op::ScopeEnd(_)
                | Op::StackRestore(_)
                | Op::Return(_)
                | Op::Branch(_)
                | Op::Unreachable => {}
            }
        }
    }

    fn add_call(
        &self,
        known: &GroupEffects,
        effect: &mut Effect,
        caller: FuncId,
        call: ValueId,
        op: &Op,
    ) {
        let Op::Call {
            arguments,
            noreturn,
            ..
        } = op
        else {
            return;
        };
        effect.leaves |= noreturn;
        let function = &self.module.functions[caller];
        match runs(self.points_to(), caller, function, call) {
            Runs::Library(model) => {
                if let Some(freed) = model.frees {
                    match arguments.get(freed as usize) {
                        Some(&freed) => self.add_heap(&mut effect.frees, caller, freed),
                        None => effect.frees.escaped = true,
                    }
                } else if model.may_free && !mutant!("effects/library-calls-back") {
                    add_group(known, effect, Caller::Outside);
                }
                for &argument in arguments {
                    self.add_pointer(&mut effect.writes, caller, argument);
                }
            }
            Runs::Code(callees) => {
                for callee in callees.functions {
                    if !mutant!("effects/callee") {
                        add_group(known, effect, Caller::Function(callee));
                    }
                }
                if callees.outside {
                    add_group(known, effect, Caller::Outside);
                    // What it is lent it may free, too.
                    for &argument in arguments.iter().filter(|_| !mutant!("effects/lent")) {
                        self.add_heap(&mut effect.frees, caller, argument);
                        self.add_pointer(&mut effect.writes, caller, argument);
                    }
                }
            }
        }
    }

    fn add_pointer(&self, touched: &mut Touched, function: FuncId, pointer: ValueId) {
        match self.points_to().reach(function, pointer) {
            Some((unknown, objects)) => {
                touched.escaped |= unknown;
                objects.into_iter().for_each(|object| touched.add(object));
            }
            None => touched.escaped = true,
        }
    }

    fn add_heap(&self, touched: &mut Touched, function: FuncId, pointer: ValueId) {
        let mut all = Touched::default();
        self.add_pointer(&mut all, function, pointer);
        touched.escaped |= all.escaped;
        for object in all.objects.ones().map(ObjectId::from_index) {
            if matches!(self.points_to().site(object), Some(Site::Heap(..))) {
                touched.add(object);
            }
        }
    }
}

/// Adds what a component does whose summary is known; the component that is being computed adds its members itself.
fn add_group(known: &GroupEffects, effect: &mut Effect, caller: Caller) {
    match known.of(caller) {
        Some(other) => effect.union(other),
        None if caller == Caller::Outside => effect.union(&Effect::outside()),
        None => {}
    }
}

/// Computes the summaries of all components; reads those of callees only.
struct Solver<'s> {
    effects: &'s Effects<'s>,
    summaries: GroupEffects,
}

impl BottomUp for Solver<'_> {
    type Node = Caller;
    type Summary = Effect;

    fn summaries(&mut self) -> &mut GroupEffects {
        &mut self.summaries
    }

    fn transfer(&self, caller: Caller, effect: &mut Effect) {
        self.effects.add_caller(&self.summaries, effect, caller);
    }
}

#[cfg(test)]
mod tests;
