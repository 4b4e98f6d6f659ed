//! The plan: one [`Decision`] for each access, and the objects that need redzones.

mod budget;
mod checked;
mod coalesce;
mod decide;
mod decision;
mod frame;
mod freeze;
mod function;
mod globals;
mod handed;
mod hoist_range;
mod options;
mod overflow_guards;
mod pairs;
mod placement;
mod planted;
mod poison;
mod print;
mod reason;
mod reloaded;
mod remarks;
pub(crate) mod returns_twice;
mod statistics;
mod unreached;

use budget::Budget;
use checked::Checked;
pub use coalesce::{Coalesced, Member};
pub use decision::{Check, Decision, Hoisted, HoistedBy};
pub use function::FunctionPlan;
use handed::Handed;
pub use hoist_range::{AddressRange, Bound, BoundedAccess, CachedBound, LoopCheck, Place};
pub use options::{Audit, PlanOptions, UseAfterReturn};
pub use overflow_guards::OverflowGuards;
pub(crate) use pairs::ProvedPairs;
pub use placement::{Placement, Switch};
pub use reason::Reason;
pub use remarks::Remark;
use rustc_hash::FxHashSet;
use sanecc_abi::bare::Form;
use sanecc_abi::target::Target;
use sanecc_analysis::PointsTo;
use sanecc_analysis::slice::{Graph, Taint};
use sanecc_ir::{FuncId, GlobalId, Id, Module};
use sanecc_prove::{CallFacts, FunctionContext, ModuleFacts, Work};
pub use statistics::Statistics;
use std::sync::OnceLock;

/// The plan of a module.
#[derive(Clone, Debug, Default)]
pub struct CheckPlan {
    /// What the code is for.
    pub target: &'static Target,
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
    /// The provenance of pointers is followed.
    pub provenance: bool,
    /// It is noted where pointers are lost.
    pub losses: bool,
    /// Checks for bare metal.
    pub bare: Option<Form>,
    /// Counts of the module, if they are wanted.
    pub statistics: Option<Statistics>,
}

impl CheckPlan {
    /// Plans a whole module.
    pub fn of(module: &Module, options: &PlanOptions) -> Self {
        let target = module.target();
        let options = &options.clone().on(target);
        let mut budget = Budget::new(options);
        let prove = options.prove();
        let work = Work::of(module, options.threads);

        let points_to = OnceLock::new();
        let wants_slices = options.taint || options.statistics;
        let dependences = wants_slices.then(|| {
            let points_to = points_to.get_or_init(|| PointsTo::of(module));
            Graph::of(module, points_to, false)
        });
        let taint = dependences.as_ref().map(Taint::of);
        let taint_of_checks = taint.as_ref().filter(|_| budget.enables(Switch::Untainted));
        let checked = Checked {
            module,
            taint: taint_of_checks,
            only_writes: options.bare.is_some_and(|form| form.only_writes),
        };
        let facts = ModuleFacts::of(module, &points_to, &checked, &prove, &work);
        let calls = CallFacts::of(&facts);

        let contexts = FunctionContext::of_all(&facts, &calls);
        let handed = match options.reloaded {
            true => Handed::of(module, &contexts),
            false => Handed::default(),
        };
        let mut functions =
            function::plan_all(&contexts, &handed, &checked, options, &mut budget, &work);
        if budget.enables(Switch::Unreached) {
            let points_to = points_to.get_or_init(|| PointsTo::of(module));
            unreached::spare(module, points_to, &mut budget, &mut functions);
        }
        let globals = globals::plan(&facts, options, &functions);
        let slices = dependences.as_ref().zip(taint.as_ref());
        let statistics = slices
            .filter(|_| options.statistics)
            .map(|(graph, taint)| Statistics::of(module, graph, taint, &functions));
        Self {
            target,
            functions,
            globals,
            dynamic_globals: facts.dynamic_globals,
            recover: options.recover,
            outlined: options.outlined,
            audit: options.audit != Audit::No,
            count: options.count,
            provenance: options.provenance,
            losses: options.losses,
            bare: options.bare,
            statistics,
        }
    }

    /// The plan of a function, if it is checked.
    pub fn function(&self, id: FuncId) -> Option<&FunctionPlan> {
        self.functions.get(id.index())?.as_ref()
    }
}
