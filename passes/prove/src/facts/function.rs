//! The function context: one function with all facts that the rules may read.

use super::{CallFacts, ModuleFacts};
use crate::{Environment, Promise, ProveOptions};
use sanecc_analysis::symbolic::{Regions, flagged_operations};
use sanecc_analysis::{FunctionAnalyses, LoadForwarding, Object, object_of};
use sanecc_ir::{Access, Address, Extent, FuncId, Function, ValueId};
use std::sync::{Arc, OnceLock};

/// A function in its module.
pub struct FunctionContext<'a> {
    /// Which one.
    pub id: FuncId,
    /// The function.
    pub function: &'a Function,
    /// Analyses of the function alone.
    pub analyses: &'a FunctionAnalyses<'a>,
    /// Analyses of its module.
    pub whole: &'a ModuleFacts<'a>,
    /// What is known from callers and callees.
    pub(crate) calls: &'a CallFacts,
    /// With all that is known from callers, callees and earlier loads.
    regions: OnceLock<Arc<Regions>>,
    /// From the function alone.
    own_regions: OnceLock<Arc<Regions>>,
}

impl<'a> FunctionContext<'a> {
    /// The contexts of all functions that are checked; index = function.
    pub fn of_all(whole: &'a ModuleFacts<'a>, calls: &'a CallFacts) -> Vec<Option<Self>> {
        let functions = whole.module.functions.iter();
        let contexts = functions.map(|(id, function)| {
            Some(Self {
                id,
                function,
                analyses: whole.function(id).filter(|_| function.checked)?,
                whole,
                calls,
                regions: OnceLock::new(),
                own_regions: OnceLock::new(),
            })
        });
        contexts.collect()
    }

    /// The same context, with nothing computed yet: results of analyses are freed with it.
    pub fn fresh(&self) -> Self {
        Self {
            regions: OnceLock::new(),
            own_regions: OnceLock::new(),
            ..*self
        }
    }

    /// What may be used for proofs.
    pub fn options(&self) -> &'a ProveOptions {
        self.whole.options
    }

    /// What the target promises to this function: no fault at null where memory may lie there.
    pub fn environment(&self) -> Environment {
        let environment = self.options().environment;
        match self.function.layout.null_is_memory {
            true => environment.without(Promise::NullFaults),
            false => environment,
        }
    }

    /// The object that begins at this root of an address.
    pub fn object_of(&self, root: ValueId) -> Option<Object> {
        object_of(self.whole.module, self.function, root)
    }

    /// The object at the root of an access at this place, unless a mask chooses its bytes.
    pub fn object_of_access(&self, access: &Access, place: &Address) -> Option<Object> {
        let masked = matches!(access.extent, Extent::Masked { .. });
        self.object_of(place.base).filter(|_| !masked)
    }

    /// Earlier values of memory, with all that is known from callers and callees.
    pub fn load_forwarding(&self) -> &LoadForwarding {
        self.regions().load_forwarding()
    }

    /// The regions of pointers, with all that is known from callers, callees and earlier loads.
    pub(crate) fn regions(&self) -> &Arc<Regions> {
        self.regions.get_or_init(|| Arc::new(self.find_regions()))
    }

    /// Earlier values of memory, as far as the function alone tells.
    pub fn forwarding(&self) -> LoadForwarding {
        LoadForwarding::of(self.id, self.function, || &self.whole.effects)
    }

    fn find_regions(&self) -> Regions {
        let parameters = self.calls.parameters(self.id).clone();
        Regions::recalling(
            self.whole.module,
            self.analyses,
            parameters,
            self.forwarding(),
        )
        .knowing(Arc::clone(&self.calls.results))
    }

    /// The regions of pointers as far as the function alone tells.
    pub(crate) fn own_regions(&self) -> &Arc<Regions> {
        self.own_regions
            .get_or_init(|| Arc::new(Regions::of(self.whole.module, self.analyses)))
    }

    /// The instructions with poison-generating flags that these values are computed from.
    pub fn flagged(&self, roots: Vec<ValueId>) -> Vec<ValueId> {
        flagged_operations(self.analyses, self.own_regions(), roots)
    }
}
