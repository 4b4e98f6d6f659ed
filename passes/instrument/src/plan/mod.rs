//! The plan: one [`Decision`] for each access, and the objects that need redzones.

mod budget;
mod coalesce;
mod decide;
mod decision;
mod freeze;
mod globals;
mod hoist_range;
mod kills;
mod objects;
mod options;
mod overflow_guards;
mod planted;
mod poison;
mod print;
mod proof;
mod redundant;
mod remarks;
pub(crate) mod returns_twice;
mod spatial;
mod statistics;
mod temporal;
mod whole;
pub(crate) mod words;
mod work;

use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_analysis::slice::{Graph, Taint};
use sanecc_analysis::symbolic::{NoWrap, Parameters, Results, parameters_of_all, results_of_all};
use sanecc_analysis::{
    CallerOwned, CheckSummaries, FunctionAnalyses, GlobalEscapes, LoadForwarding, Object, PointsTo,
    initialized_by_constructors,
};
use sanecc_ir::{AccessId, FuncId, Function, GlobalId, Id, Module, Op, ValueDef, ValueId, mutant};

use std::sync::{Arc, OnceLock};

use budget::Budget;
pub use budget::{REMOVALS, Removal, Rule};
pub use coalesce::{Coalesced, Member};
pub use decision::{Check, Decision, Hoisted, HoistedBy};
pub use hoist_range::{AddressRange, Bound, BoundedAccess, CachedBound, LoopCheck};
use objects::{find_escaping, may_move, protect};
pub use options::{Audit, Elide, PlanOptions, Prover, UseAfterReturn};
pub use proof::{Assumption, Proof, Region, SpatialProof};
pub use remarks::{Account, Remark};
pub use spatial::{Origin, SpatialFailure};
pub use statistics::Statistics;
pub use temporal::{TemporalFailure, TemporalProof};
use whole::{Lazy, Whole};
use work::Work;

/// The plan of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionPlan {
    /// One for each access; index = access.
    pub decisions: Vec<Decision>,
    /// Instructions that lose their poison-generating flags (`nsw` and the like), so that a result that wraps is one value instead of poison: proofs
    /// need it.
    pub dropped_flags: Vec<ValueId>,
    /// Values from outside that have to be one value each.
    pub frozen: Vec<ValueId>,
    /// What is noted at run time for proofs that depend on it.
    pub guards: OverflowGuards,
    /// Checks that one check of all their bytes makes; each access is in at most one.
    pub coalesced: Vec<Coalesced>,
    /// What is asked before loops.
    pub loops: Vec<LoopCheck>,
    /// How far memory is good, found out before loops.
    pub cached_bounds: Vec<CachedBound>,
    /// Fixed stack objects that get redzones.
    pub frame: Vec<ValueId>,
    /// Parameters passed by value that are moved into the frame.
    pub parameters: Vec<ValueId>,
    /// Stack objects of variable size or number that get redzones.
    pub dynamic: Vec<ValueId>,
    /// Those of `frame` and `parameters` whose address may outlive the call.
    pub escaping: FxHashSet<ValueId>,
    /// Where those go.
    pub use_after_return: UseAfterReturn,
    /// Poison stack objects while their scope is closed.
    pub scopes: bool,
    /// Blocks of stack objects may be made where they are first needed.
    pub shrink_wrap: bool,
}

/// Operations that a function's proofs take not to wrap.
#[derive(Clone, Debug, Default)]
pub struct OverflowGuards {
    /// Each notes at run time where it does.
    pub operations: Vec<NoWrap>,
    /// Instructions that drop their poison-generating flags: the proofs do not rely on them, so the program must not either.
    pub dropped_flags: Vec<ValueId>,
}

/// Values of a module beyond which nobody asks what loads yield again: in large modules it takes longer than it shows of what LLVM has not used
/// before.
const MAX_VALUES_OF_LOAD_FORWARDING: usize = 100_000;

/// The plan of a module.
#[derive(Clone, Debug, Default)]
pub struct CheckPlan {
    /// One for each function; `None` where nothing is checked. Index = function.
    pub functions: Vec<Option<FunctionPlan>>,
    /// Globals that get redzones.
    pub globals: Vec<GlobalId>,
    /// Globals to which a constructor gives their value: poisoned, if the user wants it, while those of other units run.
    pub dynamic_globals: FxHashSet<GlobalId>,
    /// The program may go on after a failed check.
    pub recover: bool,
    /// Checks of single accesses are calls of the runtime and keep no code of their own.
    pub outlined: bool,
    /// Removed checks stay as assertions.
    pub audit: bool,
    /// Executed accesses are counted by what is decided for them.
    pub count: bool,
    /// How large the module is, if that is wanted.
    pub statistics: Option<Statistics>,
}

impl FunctionPlan {
    /// For each access that a check in front of another one asks about, that other one.
    pub(crate) fn asked_before(&self) -> FxHashMap<AccessId, AccessId> {
        let later = self.coalesced.iter().flat_map(|coalesced| {
            let first = coalesced.members[0].access;
            let rest = &coalesced.members[1..];
            rest.iter().map(move |member| (member.access, first))
        });
        later.collect()
    }
}

impl CheckPlan {
    /// Decides for a whole module.
    pub fn of(module: &Module, options: &PlanOptions) -> Self {
        let functions: Vec<&Function> = module.functions.iter().map(|(_, f)| f).collect();
        let budget = Budget::new(options);
        let work = Work::of(module, options);
        let analyses = work.map(&functions, |f| f.defined.then(|| analyses_of(f)));
        let analyses_of = |id: FuncId| analyses[id.index()].as_ref();
        let captured = || {
            let defined = analyses.iter().flatten();
            defined.map(|analyses| (analyses.function(), analyses.captured()))
        };
        let global_escapes = GlobalEscapes::of(module, captured());
        let dynamic_globals = initialized_by_constructors(module);
        let poisons_by_hand = poisons_by_hand(module);
        let wants_slices = options.taint || options.statistics;
        let points_to = OnceLock::new();
        // Other modules may call and write what they can reach.
        let dependences = wants_slices.then(|| {
            let points_to = points_to.get_or_init(|| PointsTo::of(module));
            Graph::of(module, points_to, false)
        });
        let taint = dependences.as_ref().map(Taint::of);
        let whole = Lazy::new(module, &points_to);
        let values: usize = functions.iter().map(|f| f.values.len()).sum();
        let load_forwarding = |id| match values {
            0..=MAX_VALUES_OF_LOAD_FORWARDING => {
                LoadForwarding::of(id, &module.functions[id], || whole.effects())
            }
            _ => LoadForwarding::default(),
        };
        let caller_owned = CallerOwned {
            module,
            scopes: &|id| Some(analyses_of(id)?.scopes()),
            points_to: &|| points_to.get_or_init(|| PointsTo::of(module)),
            awaiting: &dynamic_globals,
        };
        let outlives = |passing, object| {
            (!poisons_by_hand || mutant!("caller-owned/poisoned-by-hand"))
                && budget.asks_for(Rule::CallerOwned)
                && caller_owned.outlives(passing, object)
        };
        let unknown_outside = |function, object| {
            options.elide == Elide::Full && caller_owned.is_unknown_outside(function, object)
        };
        let (results, parameters) = match budget.asks_for(Rule::InRange) {
            true => {
                let results = results_of_all(module, analyses_of);
                let parameters = parameters_of_all(module, analyses_of, &results, &outlives);
                (results, parameters)
            }
            false => {
                let nothing = vec![Parameters::default(); functions.len()];
                (Arc::<Results>::default(), nothing)
            }
        };
        let is_known_by_callers = |id: FuncId| parameters[id.index()] != Parameters::default();
        let summaries = OnceLock::new();
        let defined = module.functions.iter().zip(&analyses);
        let contexts = defined.map(|((id, function), analyses)| {
            Some(FunctionContext {
                module,
                id,
                whole: &whole,
                load_forwarding: &load_forwarding,
                unknown_outside: &unknown_outside,
                function,
                analyses: analyses.as_ref().filter(|_| function.checked)?,
                globals: &global_escapes,
                dynamic_globals: &dynamic_globals,
                poisons_by_hand,
                prover: options.prover,
                taint: taint.as_ref().filter(|_| options.taint),
                parameters: &parameters[id.index()],
                is_known_by_callers: &is_known_by_callers,
                results: &results,
                summaries: &summaries,
            })
        });
        let contexts: Vec<Option<FunctionContext<'_>>> = contexts.collect();
        if let Some(found) = redundant::summaries(module, &contexts, &outlives, &budget) {
            let _ = summaries.set(found);
        }
        let plan = |context: &Option<FunctionContext<'_>>, budget: &mut Budget| {
            Some(plan_function(context.as_ref()?, options, budget))
        };
        let plans = if budget.is_limited() {
            // What is left for one function depends on those before it.
            let mut budget = budget;
            contexts.iter().map(|q| plan(q, &mut budget)).collect()
        } else {
            work.map(&contexts, |q| plan(q, &mut budget.clone()))
        };
        let reached = match options.elide == Elide::None || options.audit != Audit::No {
            true => globals::all(module),
            false => {
                let is_captured = |id: &GlobalId| global_escapes.state(*id).is_captured();
                let mut reached: FxHashSet<_> = module.globals.ids().filter(is_captured).collect();
                for (function, plan) in functions.iter().zip(&plans) {
                    reached.extend(plan.iter().flat_map(|p| globals::reached_by(function, p)));
                }
                reached
            }
        };
        let globals = globals::to_pad(module, &reached);
        let slices = dependences.as_ref().zip(taint.as_ref());
        let statistics = slices
            .filter(|_| options.statistics)
            .map(|(graph, taint)| Statistics::of(module, graph, taint, &plans));
        Self {
            functions: plans,
            globals,
            dynamic_globals,
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

/// The analyses of a function, with those computed that the whole module needs.
fn analyses_of(function: &Function) -> FunctionAnalyses<'_> {
    let _span = tracing::debug_span!("facts").entered();
    let analyses = FunctionAnalyses::of(function);
    analyses.captured();
    analyses.scopes();
    analyses
}

/// One function with all that is known of it.
struct FunctionContext<'a> {
    module: &'a Module,
    id: FuncId,
    function: &'a Function,
    analyses: &'a FunctionAnalyses<'a>,
    globals: &'a GlobalEscapes,
    dynamic_globals: &'a FxHashSet<GlobalId>,
    whole: &'a dyn Whole,
    /// The loads of a function that yield what stood there before, which the whole module is asked for.
    load_forwarding: &'a (dyn Fn(FuncId) -> LoadForwarding + Sync),
    /// Whether no other module ever has the address of an object that the function sees ([`CallerOwned::is_unknown_outside`]).
    unknown_outside: &'a (dyn Fn(FuncId, Object) -> bool + Sync),
    /// The module calls functions that poison memory which lives.
    poisons_by_hand: bool,
    prover: Prover,
    /// What outside data influence, if only that is to be checked.
    taint: Option<&'a Taint<'a>>,
    /// What all callers of the function have in common.
    parameters: &'a Parameters,
    /// Whether something is known of a function's parameters because all its callers are.
    is_known_by_callers: &'a (dyn Fn(FuncId) -> bool + Sync),
    /// What functions of the module return.
    results: &'a Arc<Results>,
    /// What callers and callees have checked; nothing until that is known.
    summaries: &'a OnceLock<CheckSummaries>,
}

/// Whether the module knows a function of the interface that poisons memory which lives.
pub(crate) fn poisons_by_hand(module: &Module) -> bool {
    const NAMES: [&str; 3] = [
        "__asan_poison_memory_region",
        "__sanitizer_annotate_contiguous_container",
        "__sanitizer_annotate_double_ended_contiguous_container",
    ];
    let mut functions = module.functions.iter();
    functions.any(|(_, function)| NAMES.contains(&function.name.as_str()))
}

/// Whether all calls of a function find the stack pointer at the same place. A slot of the fake stack remembers where it was; a slot from beside an array
/// of variable length would be taken for one of the functions that are called when the array is gone.
fn keeps_stack_pointer(function: &Function) -> bool {
    let mut values = function.values.iter();
    let fixed = values.all(|(_, value)| {
        !matches!(
            value.def,
            ValueDef::Instruction(Op::Alloca { fixed: false, .. })
        )
    });
    fixed || mutant!("shrink-wrap/steady")
}

/// Decides for one function: access by access what proofs and earlier checks leave over, then each further rule refines the plan.
fn plan_function(
    context: &FunctionContext<'_>,
    options: &PlanOptions,
    budget: &mut Budget,
) -> FunctionPlan {
    let mut plan = decide::decide(context, budget);
    plan.guards = overflow_guards::guard(context, budget, &mut plan.decisions);
    let mut loops = hoist_range::LoopHoister::of(context, budget);
    if let Some(loops) = &mut loops {
        plan.loops = loops.hoist(budget, &mut plan.decisions);
    }
    if options.audit == Audit::Planted {
        planted::remove_all(context, &mut plan.decisions);
    }
    let allows = || budget.allows(Rule::Coalesce);
    plan.coalesced = coalesce::join(context.function, &plan.decisions, allows);
    if let Some(mut loops) = loops {
        plan.cached_bounds = loops.limit(budget, &mut plan.decisions, &plan.coalesced);
    }
    let flags = hoist_range::flags_of_cached_bounds(context, &plan.decisions);
    plan.dropped_flags.extend(flags);
    plan.frozen = freeze::frozen(context, &plan);
    plan_frame(context, options, budget, &mut plan);
    plan
}

/// Which stack objects get redzones, where they are made, and how long they are kept.
fn plan_frame(
    context: &FunctionContext<'_>,
    options: &PlanOptions,
    budget: &mut Budget,
    plan: &mut FunctionPlan,
) {
    plan.scopes = returns_twice::can_follow(context.function) && !options.ignore_scopes;
    protect(context, options, plan);
    plan.shrink_wrap = !plan.frame.is_empty()
        && !context.function.calls_setjmp
        && keeps_stack_pointer(context.function)
        && options.audit == Audit::No
        && budget.allows(Rule::ShrinkWrap);
    if may_move(context.function) {
        plan.use_after_return = options.use_after_return;
        find_escaping(context, plan);
    } else {
        plan.use_after_return = UseAfterReturn::Never;
    }
}
