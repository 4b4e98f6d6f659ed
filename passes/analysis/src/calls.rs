//! Which function may call which? The call graph, with calls through pointers as far as the points-to analysis follows them.
//!
//! Claims: a call in the module runs one of its [`Callees`], or a library function of the table of models, or does not come back.
//! [`CallGraph::bottom_up`] yields every function that has a body once, callees before their callers, and functions that call each other in one
//! group. Code outside may call back every function whose address it has.

use crate::PointsTo;
use crate::components::components;
use crate::points_to::Site;
use sanecc_ir::{Addresses, Callee, FuncId, Function, Model, Module, Op, ValueId};

/// Where one call may lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callees {
    /// Functions of the module that have a body.
    pub functions: Vec<FuncId>,
    /// Code outside of the module, which may call back.
    pub outside: bool,
}

/// The calls of a module.
pub struct CallGraph {
    /// Functions that have a body; a group calls itself or is a single one.
    groups: Vec<Vec<Caller>>,
}

/// Whose effects are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Caller {
    /// All code outside of the module.
    Outside,
    /// A function of the module that has a body.
    Function(FuncId),
}

/// What one call instruction runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A library function that is known, and no code of the program but what such a function may call back.
    Library(Model),
    /// These.
    Code(Callees),
}

/// What the call `id` of a function runs.
pub fn runs(points_to: &PointsTo, caller: FuncId, function: &Function, id: ValueId) -> Runs {
    let unknown = Runs::Code(Callees {
        functions: Vec::new(),
        outside: true,
    });
    let Some(Op::Call { callee, model, .. }) = function.op(id) else {
        return unknown;
    };
    match (callee, points_to.callees(caller, id)) {
        (_, Some(callees)) => Runs::Code(callees.clone()),
        (Callee::Direct(_), None) if model.addresses != Addresses::Unknown => Runs::Library(*model),
        (Callee::Direct(_) | Callee::Indirect(_) | Callee::Assembly(_), None) => unknown,
    }
}

impl CallGraph {
    /// The call graph of a module.
    pub fn of(module: &Module, points_to: &PointsTo) -> Self {
        let _span = tracing::debug_span!("call-graph").entered();
        let roots = module.functions.iter().filter(|(_, f)| f.defined);
        let roots = roots.map(|(id, _)| Caller::Function(id));
        let groups = components(std::iter::once(Caller::Outside).chain(roots), |caller| {
            let mut to = Vec::new();
            match caller {
                Caller::Outside => {
                    let known = module.functions.iter().filter(|(id, f)| {
                        let object = points_to.object(Site::Function(*id));
                        f.defined
                            && object.is_none_or(|object| points_to.escape(object).escapes_module())
                    });
                    to.extend(known.map(|(id, _)| Caller::Function(id)));
                }
                Caller::Function(id) => {
                    each_callee(module, points_to, id, |callee| to.push(callee));
                }
            }
            to.sort_unstable();
            to.dedup();
            to
        });
        Self { groups }
    }

    /// The groups, callees first.
    pub fn bottom_up(&self) -> &[Vec<Caller>] {
        &self.groups
    }
}

fn each_callee(module: &Module, points_to: &PointsTo, id: FuncId, mut visit: impl FnMut(Caller)) {
    let function = &module.functions[id];
    for (value, it) in function.values.iter() {
        let sanecc_ir::ValueDef::Instruction(op) = &it.def else {
            continue;
        };
        match op {
            Op::Call { .. } => match runs(points_to, id, function, value) {
                Runs::Library(model) => {
                    if model.may_free && model.frees.is_none() {
                        visit(Caller::Outside);
                    }
                }
                Runs::Code(callees) => {
                    callees
                        .functions
                        .iter()
                        .for_each(|f| visit(Caller::Function(*f)));
                    if callees.outside {
                        visit(Caller::Outside);
                    }
                }
            },
            Op::Opaque { .. } => visit(Caller::Outside),
            _ => {}
        }
    }
}
