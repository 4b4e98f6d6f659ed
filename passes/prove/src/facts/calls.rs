//! What is known of a function from its callers and callees: parameters, results, and checks that they have made.

use super::ModuleFacts;
use crate::Rule;
use crate::temporal::Kills;
use sanecc_analysis::symbolic::{Parameters, Passing, Results, parameters_of_all, results_of_all};
use sanecc_analysis::{CheckSummaries, Host, Object};
use sanecc_ir::{AccessId, BlockId, FuncId, Id};
use std::sync::Arc;

/// What calls say of the functions of a module; nothing where no enabled rule uses it.
pub struct CallFacts {
    /// What functions return.
    pub(crate) results: Arc<Results>,
    /// What all callers of a function have in common; index = function.
    parameters: Vec<Parameters>,
    /// What callers and callees have checked.
    pub(crate) summaries: Option<CheckSummaries>,
}

impl CallFacts {
    /// Solves what the enabled rules need.
    pub fn of(whole: &ModuleFacts<'_>) -> Self {
        let module = whole.module;
        let rules = &whole.options.rules;
        let checks = Checks { whole };
        let analyses_of = |id| whole.function(id);
        let (results, parameters) = match rules.enables(Rule::InRange) {
            true => {
                let results = results_of_all(module, analyses_of);
                let outlives = |passing, object| checks.outlives(passing, object);
                let parameters = parameters_of_all(module, analyses_of, &results, &outlives);
                (results, parameters)
            }
            false => {
                let nothing = vec![Parameters::default(); module.functions.len()];
                (Arc::default(), nothing)
            }
        };
        let enabled = rules.enables(Rule::Redundant) && rules.enables(Rule::Interprocedural);
        Self {
            results,
            parameters,
            summaries: enabled.then(|| CheckSummaries::of(module, &checks)),
        }
    }

    /// What all callers of the function have in common.
    pub(crate) fn parameters(&self, function: FuncId) -> &Parameters {
        &self.parameters[function.index()]
    }

    /// Whether something is known of the function's parameters because all its callers are.
    pub(crate) fn is_known_by_callers(&self, function: FuncId) -> bool {
        self.parameters[function.index()] != Parameters::default()
    }
}

/// Which checks functions make, and what makes them void.
struct Checks<'a> {
    whole: &'a ModuleFacts<'a>,
}

impl Checks<'_> {
    fn is_checked(&self, function: FuncId) -> bool {
        let function = &self.whole.module.functions[function];
        function.defined && function.checked
    }
}

impl Host for Checks<'_> {
    fn counts(&self, function: FuncId, block: BlockId, access: AccessId) -> bool {
        self.is_checked(function) && self.whole.checked.counts(function, block, access)
    }

    fn kills(&self, function: FuncId) -> Option<Box<dyn sanecc_analysis::Kills + '_>> {
        let checked = self.is_checked(function);
        checked.then(|| Box::new(Kills::of(self.whole, function)) as _)
    }

    fn outlives(&self, passing: Passing, object: Object) -> bool {
        self.whole.options.rules.enables(Rule::CallerOwned) && self.whole.outlives(passing, object)
    }
}
