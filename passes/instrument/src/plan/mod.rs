//! The plan: one [`Decision`] for each access, and the objects that need redzones.

mod budget;
mod calls;
mod coalesce;
mod context;
mod decide;
mod decision;
mod facts;
mod frame;
mod freeze;
mod function;
mod globals;
mod handed;
mod hoist_range;
mod kills;
mod options;
mod overflow_guards;
mod planted;
mod poison;
mod print;
mod proof;
mod redundant;
mod reloaded;
mod remarks;
pub(crate) mod returns_twice;
mod rule;
mod source_values;
mod spatial;
mod statistics;
mod temporal;
pub(crate) mod words;
mod work;

use budget::Budget;
use calls::CallFacts;
pub use coalesce::{Coalesced, Member};
use context::FunctionContext;
pub use decision::{Check, Decision, Hoisted, HoistedBy};
use facts::ModuleFacts;
pub(crate) use facts::poisons_by_hand;
pub use function::FunctionPlan;
use handed::Handed;
pub use hoist_range::{AddressRange, Bound, BoundedAccess, CachedBound, LoopCheck};
pub use options::{Audit, Elide, PlanOptions, Prover, UseAfterReturn};
pub use overflow_guards::OverflowGuards;
pub use proof::{Assumption, Proof, Region, SpatialProof};
pub use remarks::{Account, Remark};
pub use rule::{Rule, Switch};
use rustc_hash::FxHashSet;
use sanecc_analysis::PointsTo;
use sanecc_analysis::slice::{Graph, Taint};
use sanecc_ir::{FuncId, GlobalId, Id, Module};
pub use spatial::{Origin, SpatialFailure};
pub use statistics::Statistics;
use std::sync::OnceLock;
pub use temporal::{TemporalFailure, TemporalProof};
use work::Work;

/// The plan of a module.
#[derive(Clone, Debug, Default)]
pub struct CheckPlan {
    /// One for each function; `None` where nothing is checked. Index = function.
    pub functions: Vec<Option<FunctionPlan>>,
    /// Globals that get redzones.
    pub globals: Vec<GlobalId>,
    /// Globals that a constructor initialises: poisoned, if the user wants it, while the constructors of other units run.
    pub dynamic_globals: FxHashSet<GlobalId>,
    /// The program may go on after a failed check.
    pub recover: bool,
    /// Checks of single accesses are calls of the runtime and keep no code of their own.
    pub outlined: bool,
    /// Removed checks stay as assertions.
    pub audit: bool,
    /// Executed accesses are counted by decision.
    pub count: bool,
    /// Counts of the module, if they are wanted.
    pub statistics: Option<Statistics>,
}

impl CheckPlan {
    /// Plans a whole module.
    pub fn of(module: &Module, options: &PlanOptions) -> Self {
        let budget = Budget::new(options);
        let work = Work::of(module, options);

        let points_to = OnceLock::new();
        let wants_slices = options.taint || options.statistics;
        let dependences = wants_slices.then(|| {
            let points_to = points_to.get_or_init(|| PointsTo::of(module));
            Graph::of(module, points_to, false)
        });
        let taint = dependences.as_ref().map(Taint::of);
        let unchecked = taint.as_ref().filter(|_| budget.enables(Switch::Untainted));
        let facts = ModuleFacts::of(module, &points_to, unchecked, options, &work);
        let calls = CallFacts::of(&facts, &budget);

        let contexts = FunctionContext::of_all(&facts, &calls, options.prover);
        let handed = match options.reloaded {
            true => Handed::of(module, &contexts),
            false => Handed::default(),
        };
        let functions = function::plan_all(&contexts, &handed, options, budget, &work);
        let globals = globals::plan(&facts, options, &functions);
        let slices = dependences.as_ref().zip(taint.as_ref());
        let statistics = slices
            .filter(|_| options.statistics)
            .map(|(graph, taint)| Statistics::of(module, graph, taint, &functions));
        Self {
            functions,
            globals,
            dynamic_globals: facts.dynamic_globals,
            recover: options.recover,
            outlined: options.outlined,
            audit: options.audit != Audit::No,
            count: options.count,
            statistics,
        }
    }

    /// The plan of a function, if it is checked.
    pub fn function(&self, id: FuncId) -> Option<&FunctionPlan> {
        self.functions.get(id.index())?.as_ref()
    }
}
