//! What may a function write of what only its callers have?
//!
//! Claims: an object that has neither escaped nor is reached from a global variable, and that existed when the function was called, is
//! written in that call only if [`Direct::may_write`] says so. Code outside does not know the object, nor does what it calls back: that has its
//! caller's objects from it, and objects of its own, which may come from the same place in the program. So calls from outside are not followed
//! here, and functions that call each other by way of it stay apart.

use super::{Effect, Effects, Touched};
use crate::calls::{Caller, Runs, runs};
use crate::components::components;
use crate::points_to::{ObjectId, PointsTo};
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, Id, Module, Op, mutated};

/// The direct writes of all functions of a module.
pub(crate) struct Direct {
    /// One for each group of functions that call each other.
    all: Vec<Touched>,
    group_of: FxHashMap<FuncId, usize>,
}

impl Direct {
    pub(super) fn of(module: &Module, points_to: &PointsTo) -> Self {
        let mut direct = Self {
            all: Vec::new(),
            group_of: FxHashMap::default(),
        };
        // Knows no groups, so it adds nothing for callees.
        let alone = Effects::none(module, points_to);
        let id = |number: u32| FuncId::from_index(number as usize);
        let defined = module.functions.iter().filter(|(_, f)| f.defined);
        let defined = defined.map(|(id, _)| id.index() as u32);
        let groups = components(defined, |number| {
            let callees = callees(module, points_to, id(number));
            callees.into_iter().map(|f| f.index() as u32).collect()
        });
        for (number, group) in groups.into_iter().enumerate() {
            let mut writes = Touched::default();
            for &member in &group {
                let mut effect = Effect::default();
                alone.add_caller(&mut effect, Caller::Function(id(member)));
                writes.union(&effect.writes);
                for callee in callees(module, points_to, id(member)) {
                    let before = direct.group_of.get(&callee);
                    if let Some(other) = before.and_then(|&at| direct.all.get(at))
                        && !mutated("load-forwarding/called-deeper")
                    {
                        writes.union(other);
                    }
                }
            }
            let members = group.iter().map(|&member| (id(member), number));
            direct.group_of.extend(members);
            direct.all.push(writes);
        }
        direct
    }

    /// Whether a call of the function may write one of these objects.
    pub(super) fn may_write(&self, function: FuncId, objects: &[ObjectId]) -> bool {
        let group = self.group_of.get(&function);
        let writes = group.and_then(|&at| self.all.get(at));
        writes.is_none_or(|writes| {
            let mut objects = objects.iter();
            objects.any(|object| writes.objects.contains(object.index()))
        })
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
