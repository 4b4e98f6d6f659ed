//! The function context: one function with all facts that the rules may read.

use super::Prover;
use super::calls::CallFacts;
use super::facts::ModuleFacts;
use sanecc_analysis::symbolic::{Regions, promised};
use sanecc_analysis::{FunctionAnalyses, LoadForwarding, Object, object_of};
use sanecc_ir::{FuncId, Function, ValueId};
use std::sync::Arc;

/// A checked function in its module.
pub(super) struct FunctionContext<'a> {
    pub(super) id: FuncId,
    pub(super) function: &'a Function,
    /// Analyses of the function alone.
    pub(super) analyses: &'a FunctionAnalyses<'a>,
    /// Analyses of its module.
    pub(super) whole: &'a ModuleFacts<'a>,
    /// What is known from callers and callees.
    pub(super) calls: &'a CallFacts,
    pub(super) prover: Prover,
}

impl<'a> FunctionContext<'a> {
    /// The contexts of all functions that are checked; index = function.
    pub(super) fn of_all(
        whole: &'a ModuleFacts<'a>,
        calls: &'a CallFacts,
        prover: Prover,
    ) -> Vec<Option<Self>> {
        let functions = whole.module.functions.iter();
        let contexts = functions.map(|(id, function)| {
            Some(Self {
                id,
                function,
                analyses: whole.function(id).filter(|_| function.checked)?,
                whole,
                calls,
                prover,
            })
        });
        contexts.collect()
    }

    /// The object that begins at this root of an address.
    pub(super) fn object_of(&self, root: ValueId) -> Option<Object> {
        object_of(self.whole.module, self.function, root)
    }

    /// The regions of pointers, with all that is known from callers, callees and earlier loads.
    pub(super) fn regions(&self) -> Regions {
        let effects = || &self.whole.effects;
        let load_forwarding = match self.whole.forwards_loads {
            true => LoadForwarding::of(self.id, self.function, effects),
            false => LoadForwarding::default(),
        };
        let parameters = self.calls.parameters(self.id).clone();
        Regions::recalling(
            self.whole.module,
            self.analyses,
            parameters,
            load_forwarding,
        )
        .knowing(Arc::clone(&self.calls.results))
    }

    /// The instructions with poison-generating flags that these values are computed from.
    pub(super) fn flagged(&self, roots: Vec<ValueId>) -> Vec<ValueId> {
        let regions = Regions::of(self.whole.module, self.analyses);
        promised(self.analyses, &regions, roots)
    }
}
