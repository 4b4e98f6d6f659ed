//! The results of the analyses of a module and of each of its functions, before anything is proved.

use crate::{ProveOptions, Work};
use rustc_hash::FxHashSet;
use sanecc_analysis::symbolic::Passing;
use sanecc_analysis::{
    CallerOwned, Effects, FunctionAnalyses, GlobalEscapes, Object, PointsTo,
    initialized_by_constructors,
};
use sanecc_ir::{AccessId, BlockId, FuncId, Function, GlobalId, Id, Module, mutant};
use std::sync::OnceLock;

/// What the client checks, or has shown to be good: later accesses may rest on it.
pub trait CheckedAccesses: Sync {
    /// Whether an access of a checked function is checked, or removed by a proof that holds, so that one of bytes that are not addressable ends the program.
    fn counts(&self, function: FuncId, block: BlockId, access: AccessId) -> bool;
}

/// Analyses of the whole module, and of each function alone. Points-to sets and effects are computed when a rule first reads them.
pub struct ModuleFacts<'a> {
    /// The module.
    pub module: &'a Module,
    pub(crate) options: &'a ProveOptions,
    pub(crate) checked: &'a dyn CheckedAccesses,
    /// Index = function; `None` for declarations.
    functions: Vec<Option<FunctionAnalyses<'a>>>,
    /// Who may have the address of each global.
    pub globals: GlobalEscapes,
    /// Globals that a constructor initialises.
    pub dynamic_globals: FxHashSet<GlobalId>,
    /// The module calls functions that poison live memory, and the client's memory can be poisoned.
    pub(crate) poisons_by_hand: bool,
    pub(crate) effects: Effects<'a>,
    points_to: &'a OnceLock<PointsTo>,
}

impl<'a> ModuleFacts<'a> {
    /// Analyses each function of a module by itself.
    pub fn of(
        module: &'a Module,
        points_to: &'a OnceLock<PointsTo>,
        checked: &'a dyn CheckedAccesses,
        options: &'a ProveOptions,
        work: &Work,
    ) -> Self {
        let all: Vec<&Function> = module.functions.iter().map(|(_, f)| f).collect();
        let functions = work.map(&all, |f| f.defined.then(|| analyses_of(f)));
        let defined = functions.iter().flatten();
        let captured = defined.map(|analyses| (analyses.function(), analyses.captured()));
        Self {
            module,
            options,
            checked,
            globals: GlobalEscapes::of(module, captured),
            functions,
            dynamic_globals: initialized_by_constructors(module),
            poisons_by_hand: options.environment.has_manual_poisoning() && poisons_by_hand(module),
            effects: Effects::of(module, points_to),
            points_to,
        }
    }

    /// The analyses of a function, if it is defined.
    pub fn function(&self, id: FuncId) -> Option<&FunctionAnalyses<'a>> {
        self.functions[id.index()].as_ref()
    }

    /// Whether all bytes of the caller's object stay addressable while the call runs ([`CallerOwned::outlives`]).
    pub(crate) fn outlives(&self, passing: Passing, object: Object) -> bool {
        self.caller_owned(|owned| owned.outlives(passing, object))
    }

    /// Whether no code that poisons memory by hand, here or in another module, can reach the object at any place of the function.
    pub fn is_private(&self, function: FuncId, object: Object) -> bool {
        let is_exposed = |root| {
            let analyses = self.function(function);
            analyses.is_none_or(|analyses| analyses.captured().state(root).is_exposed())
        };
        let exposed = match object {
            Object::Stack { alloca: root, .. }
            | Object::Dynamic { alloca: root, .. }
            | Object::Parameter { value: root, .. } => is_exposed(root),
            Object::Global { global, .. } => self.globals.state(global).is_exposed(),
            Object::Heap { .. } | Object::Argument { .. } => return false,
        };
        let unknown_outside = || {
            self.options.follows_calls
                && self.caller_owned(|owned| owned.is_unknown_outside(function, object))
        };
        // Functions of the module may hand the address to each other: those that poison memory hand it to the outside.
        !exposed || unknown_outside() || mutant!("escape/unknown-outside")
    }

    fn caller_owned(&self, holds: impl Fn(&CallerOwned<'_>) -> bool) -> bool {
        holds(&CallerOwned {
            module: self.module,
            scopes: &|id| Some(self.function(id)?.scopes()),
            points_to: &|| self.points_to.get_or_init(|| PointsTo::of(self.module)),
            awaiting: &self.dynamic_globals,
            poisons_by_hand: self.poisons_by_hand,
        })
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

/// Whether the module knows a function of the interface that poisons live memory.
pub fn poisons_by_hand(module: &Module) -> bool {
    const NAMES: [&str; 3] = [
        "__asan_poison_memory_region",
        "__sanitizer_annotate_contiguous_container",
        "__sanitizer_annotate_double_ended_contiguous_container",
    ];
    let mut functions = module.functions.iter();
    functions.any(|(_, function)| NAMES.contains(&function.name.as_str()))
}
