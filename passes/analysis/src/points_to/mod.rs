//! Which objects may a pointer point into? Points-to analysis after Andersen, for a whole module (GreenArrays (2014), section 4.2, where it is
//! called Π).
//!
//! Claims: [`PointsTo::targets`] of a value names every object whose address the value may hold, or hold a part of, in any execution up
//! to its first memory error; or it yields none, and the value may hold any address that [has escaped](Escape::EscapedModule) or that the
//! module does not know. What has not escaped is known to nobody outside of the module: no other code can read, write or free it.
//! Addresses are followed through numbers and memory. An object has escaped once a part of its address is the index of an access, as in tables of
//! digits. Comparisons and branches are not followed: a program that finds out an address bit by bit is not understood. What was never written holds no
//! address; and from the address of an object, arithmetic leads to no other one.
//!
//! Objects are distinguished by their allocation site, parts of objects by their distance from the start, and all steps of a walk are
//! one place ([`place`]). Flow and calling context are not looked at. Where the work is out of all proportion to the module
//! ([`PointsTo::STEPS`]), the analysis gives up: everything has escaped, and no value has targets.

mod constraints;
mod graph;
mod memories;
mod objects;
mod place;
mod set;
mod solver;
#[cfg(test)]
mod tests;

use crate::calls::Callees;
use crate::escape::Escape;
use fixedbitset::FixedBitSet;
use graph::{Graph, Node};
use objects::Objects;
pub use objects::{ObjectId, Site};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{FuncId, Id, Module, ValueDef, ValueId, mutant};
use solver::Solver;

/// What the analysis found.
pub struct PointsTo {
    /// None where it gave up.
    found: Option<Found>,
}

/// A place that a value may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The object.
    pub object: ObjectId,
    /// Bytes from its start; none where it is not a single place.
    pub offset: Option<i64>,
}

struct Found {
    graph: Graph,
    objects: Objects,
    /// The first value of each function that has a body.
    values: Vec<Option<Node>>,
    shared: FixedBitSet,
    /// Where each call may lead, apart from library functions that are known.
    callees: FxHashMap<(FuncId, ValueId), Callees>,
}

impl PointsTo {
    /// Steps for each value of the module that may be made before the analysis gives up.
    pub const STEPS: usize = 400;

    /// Analyses a module.
    pub fn of(module: &Module) -> Self {
        let functions = module.functions.iter();
        let values: usize = functions.map(|(_, f)| f.values.len()).sum();
        Self::with_limit(module, Self::STEPS.saturating_mul(values + 1000))
    }

    /// Analyses a module in so many steps, or gives up.
    pub fn with_limit(module: &Module, steps: usize) -> Self {
        let _span = tracing::debug_span!("points-to").entered();
        let mut solver = Solver::new(module, steps);
        let sites = constraints::add(&mut solver);
        let found = solver.solve().then(|| {
            let callees = callees(&solver, module, &sites);
            Found::new(solver, callees)
        });
        Self { found }
    }

    /// The objects that the value may point into; none if it may point to anything, and also if nothing is known that it could point to.
    pub fn targets(&self, function: FuncId, value: ValueId) -> Option<Vec<Target>> {
        let found = self.found.as_ref()?;
        let set = found.graph.set(found.node(function, value)?);
        if set.contains(Graph::UNKNOWN) || set.is_empty() {
            return None;
        }
        Some(
            set.iter()
                .filter_map(|member| found.objects.place(member))
                .map(|(object, place)| Target {
                    object,
                    offset: place.offset(),
                })
                .collect(),
        )
    }

    /// Whether the value may hold the address of anything outside of the module, or of what has escaped, and the objects that it may
    /// point into besides; none if nothing is known.
    pub fn reach(&self, function: FuncId, value: ValueId) -> Option<(bool, Vec<ObjectId>)> {
        let found = self.found.as_ref()?;
        let set = found.graph.set(found.node(function, value)?);
        let objects = set
            .iter()
            .filter_map(|m| found.objects.place(m))
            .map(|p| p.0);
        Some((set.contains(Graph::UNKNOWN), objects.collect()))
    }

    /// These objects, and all whose addresses lie in them, directly or by way of others.
    pub fn reachable(&self, roots: impl IntoIterator<Item = ObjectId>) -> FxHashSet<ObjectId> {
        let mut work: Vec<ObjectId> = roots.into_iter().collect();
        let mut all = FxHashSet::default();
        let Some(found) = &self.found else {
            return work.into_iter().collect();
        };
        while let Some(object) = work.pop() {
            if all.insert(object) {
                for (_, cell) in &found.objects.get(object).content.cells {
                    let set = found.graph.set(*cell);
                    let places = set.iter().filter_map(|m| found.objects.place(m));
                    work.extend(places.map(|(object, _)| object));
                }
            }
        }
        all
    }

    /// The object that a place in the program makes; none if nobody asked for its address, or nothing is known.
    pub fn object(&self, site: Site) -> Option<ObjectId> {
        self.found.as_ref()?.objects.known(site)
    }

    /// What makes an object.
    pub fn site(&self, object: ObjectId) -> Option<Site> {
        Some(self.found.as_ref()?.objects.get(object).site)
    }

    /// Who may have the object's address. The analysis does not tell the functions of the module apart.
    pub fn escape(&self, object: ObjectId) -> Escape {
        let Some(found) = &self.found else {
            return Escape::EscapedModule;
        };
        let is_shared = found.shared.contains(object.index());
        let object = found.objects.get(object);
        match (is_shared, object.entrusted) {
            _ if object.escaped => Escape::EscapedModule,
            (true, true) => Escape::SharedAndLent,
            (true, false) => Escape::Shared,
            (false, true) => Escape::Lent,
            (false, false) => Escape::EscapedFrame,
        }
    }

    /// Where a call may lead; none where nothing is known, or the call is that of a library function that is known.
    pub fn callees(&self, function: FuncId, call: ValueId) -> Option<&Callees> {
        self.found.as_ref()?.callees.get(&(function, call))
    }

    /// Whether the analysis gave up.
    pub fn gave_up(&self) -> bool {
        self.found.is_none()
    }
}

impl Found {
    fn new(solver: Solver<'_>, callees: FxHashMap<(FuncId, ValueId), Callees>) -> Self {
        let values = solver.bodies.iter();
        let values = values.map(|body| body.as_ref().map(|b| b.values)).collect();
        let shared = shared(&solver);
        Self {
            graph: solver.graph,
            objects: solver.objects,
            values,
            shared,
            callees,
        }
    }

    fn node(&self, function: FuncId, value: ValueId) -> Option<Node> {
        Some(self.values.get(function.index()).copied()?? + value.index() as u32)
    }
}

/// Objects that other threads may reach. A thread begins with what its creator hands to the outside.
fn shared(solver: &Solver<'_>) -> FixedBitSet {
    let all = &solver.objects.all;
    let mut shared = FixedBitSet::with_capacity(all.len());
    let roots = all.iter().enumerate();
    let mut work: Vec<usize> = roots
        .filter(|(_, o)| {
            let is_global = matches!(o.site, Site::Global(_));
            o.escaped || is_global && !mutant!("points-to/shared-global")
        })
        .map(|(at, _)| at)
        .collect();
    while let Some(at) = work.pop() {
        if shared.put(at) {
            continue;
        }
        for (_, cell) in &all[at].content.cells {
            if mutant!("points-to/shared-through") {
                break;
            }
            let set = solver.set(*cell);
            let objects = set.iter().filter_map(|m| solver.objects.place(m));
            work.extend(objects.map(|(object, _)| object.index()));
        }
    }
    shared
}

fn callees(
    solver: &Solver<'_>,
    module: &Module,
    sites: &constraints::Sites,
) -> FxHashMap<(FuncId, ValueId), Callees> {
    use sanecc_ir::{Callee, Op};
    let mut all = FxHashMap::default();
    for (&(function, call), site) in sites {
        let mut here = Callees {
            functions: Vec::new(),
            outside: solver.called_outside.contains(site),
        };
        let body = &module.functions[function];
        let ValueDef::Instruction(Op::Call { callee, .. }) = &body.values[call].def else {
            continue;
        };
        match callee {
            Callee::Direct(target) => here.functions.push(*target),
            Callee::Indirect(pointer) => {
                let Some(first) = solver.bodies[function.index()].as_ref().map(|b| b.values) else {
                    continue;
                };
                let set = solver.set(first + pointer.index() as u32);
                let objects = set.iter().filter_map(|m| solver.objects.place(m));
                let mut functions: Vec<FuncId> = objects
                    .filter_map(|(object, _)| match solver.objects.get(object).site {
                        Site::Function(id) => Some(id),
                        _ => None,
                    })
                    .collect();
                functions.sort_unstable();
                functions.dedup();
                here.functions = functions;
            }
            Callee::Assembly(_) => {}
        }
        here.functions.retain(|&f| module.functions[f].defined);
        all.insert((function, call), here);
    }
    all
}
