//! What numbers do functions of the module return? GreenArrays takes them for unknown (section 4.6); here they are bounded by numbers and by
//! what the function was passed, like those of library functions ([`Returned`]).
//!
//! Callees come before their callers, so that what a result is made of is known. Of what is recursive nothing is said, nor of functions of more
//! than [`LARGEST`] values.
//!
//! Claims: a call of a function that comes back yields a number that fits all rows of [`Results::of`], if the types fit and no number that
//! was passed may be poison. Only definitions count that no other one can take the place of.

use super::atoms::View;
use super::forms::limits;
use super::parameters::values_of;
use super::ranges::Ranges;
use super::regions::Regions;
use crate::FunctionAnalyses;
use crate::component_solver::{BottomUp, Summaries, bottom_up};
use crate::components::components;
use sanecc_ir::{
    BlockId, Callee, FuncId, Function, Module, Most, Op, Returned, Type, ValueId, mutant,
};
use std::sync::Arc;

/// Values of a function beyond which nothing is said of its result.
const LARGEST: usize = 500;
/// Limits by arguments of one result.
const MAX_ARGUMENTS: usize = 2;

/// What is known of the results of all functions.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// All rows of a function read the result in the same way.
    rows: Summaries<FuncId, Vec<Returned>>,
}

impl Results {
    /// What the result of a function fits.
    pub fn of(&self, function: FuncId) -> &[Returned] {
        self.rows.of(function).map_or(&[], Vec::as_slice)
    }
}

/// Finds what is known of all results. `analyses` are those of defined functions.
pub fn results_of_all<'f>(
    module: &'f Module,
    analyses: impl Fn(FuncId) -> Option<&'f FunctionAnalyses<'f>>,
) -> Arc<Results> {
    let components = components(module.functions.ids(), |id| {
        callees(&module.functions[id]).collect()
    });
    let mut solver = Solver {
        module,
        analyses,
        results: Arc::default(),
    };
    bottom_up(&mut solver, &components);
    solver.results
}

struct Solver<'f, A> {
    module: &'f Module,
    analyses: A,
    results: Arc<Results>,
}

impl<'f, A: Fn(FuncId) -> Option<&'f FunctionAnalyses<'f>>> BottomUp for Solver<'f, A> {
    type Node = FuncId;
    type Summary = Vec<Returned>;

    fn summaries(&mut self) -> &mut Summaries<FuncId, Vec<Returned>> {
        // Nobody else holds the results between two components.
        &mut Arc::make_mut(&mut self.results).rows
    }

    fn transfer(&self, id: FuncId, summary: &mut Vec<Returned>) {
        let function = &self.module.functions[id];
        // A callee without a summary belongs to this component.
        let is_recursive = || callees(function).any(|f| self.results.rows.of(f).is_none());
        let is_final = !function.replaceable || mutant!("results/replaceable");
        if !function.defined || !is_final || function.values.len() > LARGEST || is_recursive() {
            return;
        }
        let returned = returned_values(function);
        if returned.is_empty() {
            return;
        }
        let ranges = (self.analyses)(id).and_then(|analyses| {
            let regions = Regions::of(self.module, analyses).knowing(Arc::clone(&self.results));
            let roots = returned.iter().map(|(_, value)| *value);
            Ranges::of(analyses, regions, roots.chain(values_of(function)))
        });
        if let Some(ranges) = ranges {
            *summary = rows(function, &ranges, &returned);
        }
    }
}

/// The functions that this one calls by name.
fn callees(function: &Function) -> impl Iterator<Item = FuncId> {
    let values = function.values.ids();
    values.filter_map(|id| match function.op(id)? {
        Op::Call {
            callee: Callee::Direct(callee),
            ..
        } => Some(*callee),
        _ => None,
    })
}

/// The numbers that a function returns, and where; none if it returns anything else.
fn returned_values(function: &Function) -> Vec<(BlockId, ValueId)> {
    let mut all = Vec::new();
    for (block, content) in function.blocks.iter() {
        if let Some(Op::Return(value)) = content.instructions.last().and_then(|v| function.op(*v)) {
            match value {
                Some(value) if matches!(function.values[*value].ty, Type::Int(1..=64)) => {
                    all.push((block, *value));
                }
                Some(_) | None => return Vec::new(),
            }
        }
    }
    all
}

fn rows(
    function: &Function,
    ranges: &Ranges<'_>,
    returned: &[(BlockId, ValueId)],
) -> Vec<Returned> {
    let Type::Int(bits) = function.values[returned[0].1].ty else {
        return Vec::new();
    };
    if returned.iter().any(|(_, value)| ranges.is_wild(*value)) && !mutant!("results/poison") {
        return Vec::new();
    }
    let hull = |view| {
        let mut hull: Option<(i128, i128)> = None;
        let all = mutant!("results/every-return", returned, &returned[..1]);
        for &(block, value) in all {
            let (low, high) = ranges.bounds(&ranges.at(value, view, block)?, block, &[]);
            let (low, high) = (low?, high?);
            hull = Some(hull.map_or((low, high), |(a, b)| (a.min(low), b.max(high))));
        }
        let limit = limits(bits, view);
        hull.map(|(low, high)| (low.max(limit.0), high.min(limit.1)))
    };
    let (Some(signed), Some(unsigned)) = (hull(View::Signed), hull(View::Unsigned)) else {
        return Vec::new();
    };
    // Read with its sign where that says more.
    let (view, (low, high)) = match signed.0 >= 0 || signed == limits(bits, View::Signed) {
        true => (View::Unsigned, unsigned),
        false => (View::Signed, signed),
    };
    let (Ok(least), highest) = (i64::try_from(low), i64::try_from(high)) else {
        return Vec::new();
    };
    let row = |most| Returned { bits, least, most };
    let mut rows = Vec::new();
    if (low, high) != limits(bits, view) {
        rows.extend(highest.ok().map(|most| row(Most::Number(most))));
    }
    let at_most = |parameter: ValueId| {
        returned.iter().all(|&(block, value)| {
            let most = ranges.at(parameter, View::Unsigned, block);
            let value = ranges.at(value, view, block);
            let dereferenceable_bytes = most.zip(value).and_then(|(most, value)| most.sub(&value));
            dereferenceable_bytes.is_some_and(|dereferenceable_bytes| {
                ranges.nonnegative(&dereferenceable_bytes, block, &[])
            }) || mutant!("results/argument")
        })
    };
    let parameters = values_of(function).into_iter().zip(0..);
    let limits = parameters.filter(|(parameter, _)| {
        matches!(function.values[*parameter].ty, Type::Int(32 | 64)) && at_most(*parameter)
    });
    rows.extend(
        limits
            .take(MAX_ARGUMENTS)
            .map(|(_, number)| row(Most::Argument(number))),
    );
    rows
}
