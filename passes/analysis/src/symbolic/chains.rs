//! Finds what holds of parameters in every call: less-than chains between functions (GreenArrays (2014), section 4.6).
//!
//! Callers come before their callees, so that what is known of a caller's parameters is known where it calls. The first call proposes
//! relations, and each further one keeps those that it proves. Of what is recursive GreenArrays says nothing. Here what the calls from
//! outside of the recursion have in common is taken for granted in all calls inside of it, and weakened by what these do not keep, until nothing
//! changes: an induction over the depth of the recursion. A number that still changes when a function is visited for the [`DELAY`]th time is widened;
//! a group of functions that does not settle in [`VISITS`] visits of each is given up.
//!
//! Claims: see [`super::parameters`]. Only functions count that nothing but the calls in this module can enter: no other module can name
//! them, and their address is taken nowhere. A call with other arguments than the function has parameters says nothing, and
//! neither does a function that calls setjmp: then nothing is known of what is called.

use super::parameters::Parameters;
use super::passing::{Call, arguments};
use super::ranges::Ranges;
use super::regions::Regions;
use super::results::Results;
use crate::closed_world::entered_by_calls_alone;
use crate::component_solver::{TopDown, top_down};
use crate::components::components;
use crate::{FunctionAnalyses, Object};
use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, Callee, FuncId, Function, Id, Module, Op, ValueDef, ValueId, mutant};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Functions with more parameters are left alone.
const MAX_PARAMETERS: usize = 8;
/// Visits of a function that calls itself before what still changes is widened.
const DELAY: u32 = 2;
/// Visits before its group is given up.
const VISITS: u32 = 6;

/// A call of a function that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    /// Who calls.
    pub caller: FuncId,
    /// The block of the call.
    pub block: BlockId,
    /// The call.
    pub call: ValueId,
}

/// Whether an object of the caller lives until a call of it comes back, whatever that does.
pub type Outlives<'o> = dyn Fn(Passing, Object) -> bool + 'o;

/// A call and what it calls.
struct Site {
    callee: FuncId,
    passing: Passing,
}

/// What is known of a function so far.
#[derive(Clone, PartialEq)]
enum Seen {
    /// No call was seen yet.
    Never,
    /// This holds in all calls that were seen.
    Always(Parameters),
    /// Nothing holds.
    Unknown,
}

impl Seen {
    /// With one more call; none is one of which nothing is known.
    fn with(self, call: Option<&Call<'_>>, widen: bool) -> Self {
        match (self, call) {
            (Seen::Never, Some(call)) => Seen::Always(call.proposes()),
            (Seen::Always(known), Some(call)) => Seen::Always(call.keeps(known, widen)),
            (known, None) if mutant!("parameters/unknown-call") => known,
            (Seen::Unknown, _) | (_, None) => Seen::Unknown,
        }
    }

    fn known(&self) -> Parameters {
        match self {
            Seen::Always(known) => known.clone(),
            Seen::Never | Seen::Unknown => Parameters::default(),
        }
    }
}

/// What is known of the parameters of each function; index = function. `analyses` are those of defined functions.
pub fn parameters_of_all<'f>(
    module: &'f Module,
    analyses: impl Fn(FuncId) -> Option<&'f FunctionAnalyses<'f>>,
    results: &Arc<Results>,
    outlives: &Outlives<'_>,
) -> Vec<Parameters> {
    let _span = tracing::debug_span!("chains").entered();
    let entered = worth_asking(module);
    let functions = module.functions.iter();
    let sites: Vec<Vec<Site>> = functions.map(|(id, f)| sites(id, f, &entered)).collect();
    let callees = |caller: FuncId| sites[caller.index()].iter().map(|site| site.callee);
    let groups = components(module.functions.ids(), |id| callees(id).collect());
    let mut search = ChainSolver {
        module,
        analyses: &analyses,
        results,
        outlives,
        seen: vec![Seen::Never; sites.len()],
        from_above: Vec::new(),
        is_widened: false,
        sites: &sites,
    };
    top_down(&mut search, &groups);
    search.seen.iter().map(Seen::known).collect()
}

struct ChainSolver<'s, 'f> {
    module: &'f Module,
    analyses: &'s dyn Fn(FuncId) -> Option<&'f FunctionAnalyses<'f>>,
    results: &'s Arc<Results>,
    outlives: &'s Outlives<'s>,
    /// Index = caller.
    sites: &'s [Vec<Site>],
    /// Index = function.
    seen: Vec<Seen>,
    /// What the calls from above say of the component that is being solved; index = member.
    from_above: Vec<Seen>,
    /// Whether anything in it was widened.
    is_widened: bool,
}

impl TopDown for ChainSolver<'_, '_> {
    type Node = FuncId;
    const VISITS: u32 = VISITS;

    fn enter(&mut self, group: &[FuncId]) {
        let seen = group.iter().map(|f| self.seen[f.index()].clone());
        self.from_above = seen.collect();
        self.is_widened = false;
    }

    fn is_called(&self, function: FuncId) -> bool {
        self.seen[function.index()] != Seen::Never
    }

    fn pass_down(
        &mut self,
        caller: FuncId,
        wanted: &dyn Fn(FuncId) -> bool,
        visit: u32,
    ) -> Vec<FuncId> {
        if visit > 0 && mutant!("parameters/recursion") {
            return Vec::new();
        }
        let widen = visit >= DELAY;
        let known = self.seen[caller.index()].known();
        let weaker = self.add_calls(caller, known, wanted, widen);
        self.is_widened |= widen && !weaker.is_empty();
        weaker
    }

    fn give_up(&mut self, _: FuncId, group: &[FuncId]) -> ControlFlow<()> {
        for function in group {
            self.seen[function.index()] = Seen::Unknown;
        }
        ControlFlow::Break(())
    }

    /// What holds in all calls now bounds them more closely than the widened numbers do: narrowing.
    fn settled(&mut self, group: &[FuncId]) {
        if !self.is_widened {
            return;
        }
        let wide: Vec<Parameters> = group.iter().map(|f| self.seen[f.index()].known()).collect();
        for (function, seen) in group.iter().zip(std::mem::take(&mut self.from_above)) {
            self.seen[function.index()] = seen;
        }
        for (&caller, known) in group.iter().zip(wide) {
            self.add_calls(caller, known, &|callee| group.contains(&callee), false);
        }
    }
}

impl ChainSolver<'_, '_> {
    /// Adds the calls that a function makes of some others, where this is known of its parameters; those of which less is known now.
    fn add_calls(
        &mut self,
        caller: FuncId,
        known: Parameters,
        wanted: &dyn Fn(FuncId) -> bool,
        widen: bool,
    ) -> Vec<FuncId> {
        let waits =
            |site: &&Site| wanted(site.callee) && self.seen[site.callee.index()] != Seen::Unknown;
        let sites: Vec<&Site> = self.sites[caller.index()].iter().filter(waits).collect();
        if sites.is_empty() {
            return Vec::new();
        }
        let function = &self.module.functions[caller];
        let ranges = (self.analyses)(caller).and_then(|analyses| {
            let regions = Regions::with(self.module, analyses, known);
            let regions = regions.knowing(Arc::clone(self.results));
            let passed = sites
                .iter()
                .map(|site| arguments(function, site.passing.call));
            Ranges::of(analyses, regions, passed.flatten().copied())
        });
        let mut changed = Vec::new();
        for site in sites {
            let callee = &self.module.functions[site.callee];
            let call = ranges
                .as_ref()
                .and_then(|ranges| Call::of(ranges, callee, site.passing, self.outlives));
            let seen = &mut self.seen[site.callee.index()];
            let before = seen.clone();
            *seen = before.clone().with(call.as_ref(), widen);
            if *seen != before {
                changed.push(site.callee);
            }
        }
        changed
    }
}

/// The functions that only calls by their name, in this module, can enter, and whose parameters are worth asking about.
fn worth_asking(module: &Module) -> FixedBitSet {
    let mut entered = entered_by_calls_alone(module);
    for (id, function) in module.functions.iter() {
        let asks = function.checked
            && (!function.accesses.is_empty() || calls_defined(module, function))
            && (1..=MAX_PARAMETERS).contains(&function.params.len());
        if !asks {
            entered.set(id.index(), false);
        }
    }
    entered
}

/// Whether a function calls one that has a body, by its name: it may hand on what it was passed.
fn calls_defined(module: &Module, function: &Function) -> bool {
    function.values.iter().any(|(_, value)| match &value.def {
        ValueDef::Instruction(Op::Call {
            callee: Callee::Direct(callee),
            ..
        }) => module.functions[*callee].defined,
        _ => false,
    })
}

fn sites(caller: FuncId, function: &Function, entered: &FixedBitSet) -> Vec<Site> {
    let mut sites = Vec::new();
    for (block, content) in function.blocks.iter() {
        for &call in &content.instructions {
            if let Some(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) = function.op(call)
                && entered.contains(callee.index())
            {
                sites.push(Site {
                    callee: *callee,
                    passing: Passing {
                        caller,
                        block,
                        call,
                    },
                });
            }
        }
    }
    sites
}
