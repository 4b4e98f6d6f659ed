//! The function context: one function with all facts that the rules may read.

use super::Prover;
use super::calls::CallFacts;
use super::facts::ModuleFacts;
use sanecc_analysis::symbolic::{Regions, flagged_operations};
use sanecc_analysis::{FunctionAnalyses, LoadForwarding, Object, object_of};
use sanecc_ir::{FuncId, Function, ValueId};
use std::sync::{Arc, OnceLock};

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
    /// With all that is known from callers, callees and earlier loads.
    regions: OnceLock<Arc<Regions>>,
    /// From the function alone.
    own_regions: OnceLock<Arc<Regions>>,
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
                regions: OnceLock::new(),
                own_regions: OnceLock::new(),
            })
        });
        contexts.collect()
    }

    /// The same context, with nothing computed yet: results of analyses are freed with it.
    pub(super) fn fresh(&self) -> Self {
        Self {
            regions: OnceLock::new(),
            own_regions: OnceLock::new(),
            ..*self
        }
    }

    /// The object that begins at this root of an address.
    pub(super) fn object_of(&self, root: ValueId) -> Option<Object> {
        object_of(self.whole.module, self.function, root)
    }

    /// The regions of pointers, with all that is known from callers, callees and earlier loads.
    pub(super) fn regions(&self) -> &Arc<Regions> {
        self.regions.get_or_init(|| Arc::new(self.find_regions()))
    }

    fn find_regions(&self) -> Regions {
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

    /// The regions of pointers as far as the function alone tells.
    pub(super) fn own_regions(&self) -> &Arc<Regions> {
        self.own_regions
            .get_or_init(|| Arc::new(Regions::of(self.whole.module, self.analyses)))
    }

    /// The instructions with poison-generating flags that these values are computed from.
    pub(super) fn flagged(&self, roots: Vec<ValueId>) -> Vec<ValueId> {
        flagged_operations(self.analyses, self.own_regions(), roots)
    }
}
