//! What may a function write of what only its callers have?
//!
//! Claims: an object that has neither escaped nor is reached from a global variable, and that existed when the function was called, is
//! written in that call only if [`Direct::may_write`] says so. Code outside does not know the object, nor does what it calls back: that has its
//! caller's objects from it, and objects of its own, which may come from the same place in the program. So calls from outside are not followed
//! here, and functions that call each other by way of it stay apart.

use super::{Effect, Effects, Touched};
use crate::calls::{Caller, Runs, runs};
use crate::component_solver::{BottomUp, Summaries, bottom_up};
use crate::components::components;
use crate::points_to::{ObjectId, PointsTo};
use sanecc_ir::{FuncId, Module, Op, mutant};

/// The direct writes of all functions of a module.
pub(crate) struct Direct(Summaries<FuncId, Touched>);

impl Direct {
    pub(super) fn of(effects: &Effects<'_>) -> Self {
        let (module, points_to) = (effects.module, effects.points_to());
        let defined = module.functions.iter().filter(|(_, f)| f.defined);
        let defined = defined.map(|(id, _)| id);
        let groups = components(defined, |id| callees(module, points_to, id));
        let mut search = DirectWrites {
            effects,
            writes: Summaries::default(),
        };
        bottom_up(&mut search, &groups);
        Self(search.writes)
    }

    /// Whether a call of the function may write one of these objects.
    pub(super) fn may_write(&self, function: FuncId, objects: &[ObjectId]) -> bool {
        self.0.of(function).is_none_or(|writes| {
            let mut objects = objects.iter();
            objects.any(|object| writes.objects.contains(object.index()))
        })
    }
}

struct DirectWrites<'a> {
    effects: &'a Effects<'a>,
    writes: Summaries<FuncId, Touched>,
}

impl BottomUp for DirectWrites<'_> {
    type Node = FuncId;
    type Summary = Touched;

    fn summaries(&mut self) -> &mut Summaries<FuncId, Touched> {
        &mut self.writes
    }

    fn transfer(&self, id: FuncId, writes: &mut Touched) {
        let mut effect = Effect::default();
        // Without summaries it adds nothing for callees.
        self.effects
            .add_caller(&Summaries::default(), &mut effect, Caller::Function(id));
        writes.union(&effect.writes);
        for callee in callees(self.effects.module, self.effects.points_to(), id) {
            if let Some(other) = self.writes.of(callee)
                && !mutant!("load-forwarding/called-deeper")
            {
                writes.union(other);
            }
        }
    }
}

/// The functions of the module that a function may call, not counting what others call back.
fn callees(module: &Module, points_to: &PointsTo, id: FuncId) -> Vec<FuncId> {
    let function = &module.functions[id];
    let mut all = Vec::new();
    for (value, _) in function.values.iter() {
        if let Some(Op::Call { .. }) = function.op(value)
            && let Runs::Code(callees) = runs(points_to, id, function, value)
        {
            all.extend(callees.functions);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
