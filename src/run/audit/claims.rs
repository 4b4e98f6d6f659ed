//! The claims of a plan, each with the values that are needed to compare it.

use super::coalesced;
use sanecc_analysis::symbolic::NoWrap;
use sanecc_analysis::{Object, affine};
use sanecc_instrument::{
    BoundedAccess, CheckPlan, Decision, FunctionPlan, HoistedBy, LoopCheck, Place, removed,
};
use sanecc_ir::{AccessId, BlockId, Extent, FuncId, Function, Module, Op, ValueDef, ValueId};
use sanecc_machine::watch::{Watch, Watches};
use sanecc_prove::{Argument, Assumption, Promise, Proof, Region, SpatialProof};

/// What is claimed of an access that has lost its check, or a part of it.
pub struct Claim<'p> {
    pub function: FuncId,
    pub access: AccessId,
    /// The rule that removed it.
    pub rule: &'static str,
    /// The proof in words.
    pub words: String,
    /// It is in bounds.
    pub in_bounds: bool,
    /// Its object is alive.
    pub alive: bool,
    /// An access close to null faults: nothing is claimed of it.
    pub null_faults: bool,
    /// The object, if the function sees one.
    pub object: Option<Object>,
    /// Where in the object.
    pub region: Option<&'p Region>,
    /// When it is claimed.
    pub condition: Condition,
    /// What the address is computed from.
    pub base: ValueId,
    /// The values that are needed, without repetitions.
    pub values: Vec<ValueId>,
}

/// What decides at run time whether something is claimed.
pub enum Condition {
    /// Nothing does.
    Always,
    /// None of the operations of the call has wrapped that the function's proofs assume not to.
    NothingWrapped,
    /// A range check before the loop passed; the number of its watch.
    Range(usize),
    /// The index is below a bound that was computed before the loop; the number of that watch.
    CachedBound(usize, BoundedAccess),
}

/// What is watched.
pub enum Watched<'p> {
    /// An access.
    Claim(Box<Claim<'p>>),
    /// An operation that may wrap, and its operands.
    Guard(FuncId, NoWrap, Vec<ValueId>),
    /// The place before a loop where ranges are checked: its number, the values of the check.
    Loop(FuncId, usize, Vec<ValueId>),
    /// The place before a loop where a bound is computed: its number, the base.
    CachedBound(FuncId, usize, Vec<ValueId>),
    /// The first access of a check of several: the number of the check, the pointer.
    Span(FuncId, usize, Vec<ValueId>),
    /// Another access of such a check: the numbers of both, that of the watch of the first, the pointer.
    Member(FuncId, (usize, usize), usize, Vec<ValueId>),
}

/// All claims of a program, and where they are compared.
pub fn of<'p>(
    module: &'p Module,
    plan: &'p CheckPlan,
    compares_facts: bool,
) -> (Watches, Vec<Watched<'p>>) {
    let mut list = List {
        module,
        compares_facts,
        watches: Watches::default(),
        watched: Vec::new(),
    };
    for (id, _) in module.functions.iter() {
        if let Some(plan) = plan.function(id) {
            list.add_function(id, plan);
        }
    }
    (list.watches, list.watched)
}

struct List<'p> {
    module: &'p Module,
    compares_facts: bool,
    watches: Watches,
    watched: Vec<Watched<'p>>,
}

impl<'p> List<'p> {
    fn add_function(&mut self, id: FuncId, plan: &'p FunctionPlan) {
        let function = &self.module.functions[id];
        for guard in &plan.guards.operations {
            let operands = match function.op(guard.operation) {
                Some(Op::Binary(_, a, b)) => vec![*a, *b],
                Some(Op::Cast(_, a)) => vec![*a],
                _ => Vec::new(),
            };
            let operands = unique(operands);
            self.add(
                id,
                guard.operation,
                operands.clone(),
                Watched::Guard(id, *guard, operands),
            );
        }
        let first_loop = self.watched.len();
        for (number, check) in plan.loops.iter().enumerate() {
            let values = unique(values_of_check(check));
            let watched = Watched::Loop(id, number, values.clone());
            self.add_at_end(id, check.entry, values, watched);
        }
        let first_bound = self.watched.len();
        for (number, bound) in plan.cached_bounds.iter().enumerate() {
            let values = vec![bound.base];
            let watched = Watched::CachedBound(id, number, values.clone());
            self.add_at_end(id, bound.entry, values, watched);
        }
        for (number, check) in plan.coalesced.iter().enumerate() {
            let first = self.watched.len();
            for (member, one) in check.members.iter().enumerate() {
                let instruction = function.accesses[one.access].instruction;
                let values = coalesced::values(function, one.access);
                let watched = match member {
                    0 => Watched::Span(id, number, values.clone()),
                    _ => Watched::Member(id, (number, member), first, values.clone()),
                };
                self.add(id, instruction, values, watched);
            }
        }
        for (access, decision) in function.accesses.ids().zip(&plan.decisions) {
            for claim in self.claims(id, access, decision, (first_loop, first_bound)) {
                let instruction = function.accesses[access].instruction;
                let values = claim.values.clone();
                self.add(id, instruction, values, Watched::Claim(Box::new(claim)));
            }
        }
    }

    fn add(&mut self, id: FuncId, at: ValueId, values: Vec<ValueId>, watched: Watched<'p>) {
        let number = self.watched.len();
        self.watched.push(watched);
        self.watches.add(id, at, Watch { number, values });
    }

    fn add_at_end(&mut self, id: FuncId, at: BlockId, values: Vec<ValueId>, watched: Watched<'p>) {
        let block = &self.module.functions[id].blocks[at];
        // A block without a last instruction is never left, and its loop never entered.
        match block.instructions.last() {
            Some(&last) => self.add(id, last, values, watched),
            None => self.watched.push(watched),
        }
    }

    /// What is claimed of one access. `first`: the numbers of the watches of the function's first loop check and cached bound.
    fn claims(
        &self,
        id: FuncId,
        access: AccessId,
        decision: &'p Decision,
        first: (usize, usize),
    ) -> Vec<Claim<'p>> {
        let function = &self.module.functions[id];
        let parts = removed(self.module, function, &function.accesses[access], decision);
        let of_part = |part: sanecc_instrument::Removed| {
            // A part of a check that stays is what the other part does not check.
            let (proof, spatial) = match decision {
                Decision::Removed(proof) => (Some(proof), proof.spatial()),
                Decision::Checked(check) if !part.shadow => (None, check.spatial.as_ref().ok()),
                _ => (None, None),
            };
            let is_life = matches!(decision, Decision::Checked(_)) && part.shadow;
            let condition = match decision {
                Decision::Removed(proof) if proof.is_guarded() => Condition::NothingWrapped,
                Decision::Hoisted(hoisted) => match hoisted.by {
                    HoistedBy::Range(number) => Condition::Range(first.0 + number),
                    HoistedBy::CachedBound(one) => {
                        Condition::CachedBound(first.1 + one.cached_bound, one)
                    }
                },
                _ => Condition::Always,
            };
            let spatial = spatial.filter(|_| self.compares_facts);
            let region = spatial.map(|spatial| &spatial.region);
            let pointer = function.accesses[access].pointer;
            let base = function.resolve(pointer).base;
            let mut values = vec![pointer, base];
            if let Extent::Dynamic(length) = function.accesses[access].extent {
                values.push(length);
            }
            if let Extent::Masked { mask, .. } = function.accesses[access].extent {
                values.push(mask);
            }
            if let Condition::CachedBound(_, one) = &condition
                && let Place::Index(index, _) = one.place
            {
                values.push(index);
            }
            values.extend(region.into_iter().flat_map(|one| symbols(function, one)));
            Claim {
                function: id,
                access,
                rule: part.rule,
                words: part.claim,
                in_bounds: !is_life,
                alive: part.shadow,
                null_faults: proof.is_none_or(assumes_null_faults) || spatial.is_some_and(is_null),
                object: spatial.and_then(|spatial| spatial.object),
                region,
                condition,
                base,
                values: unique(values),
            }
        };
        parts.into_iter().map(of_part).collect()
    }
}

/// Whether null pointers are none of a proof's business: they fault, or an earlier check has met them.
fn assumes_null_faults(proof: &Proof) -> bool {
    let mut assumptions = proof.assumptions.iter();
    assumptions.any(|one| *one == Assumption::Environment(Promise::NullFaults))
        || matches!(proof.argument, Argument::CheckedBefore { .. })
}

fn is_null(spatial: &SpatialProof) -> bool {
    matches!(&spatial.region, Region::Symbolic(proof) if proof.may_be_null)
}

/// The values that a region is stated in.
fn symbols(function: &Function, region: &Region) -> Vec<ValueId> {
    let Region::Symbolic(proof) = region else {
        return Vec::new();
    };
    let values = proof.stated.values().into_iter();
    // Others have no number.
    let is_held = |value: &ValueId| {
        matches!(
            function.values[*value].def,
            ValueDef::Instruction(_)
                | ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Global(_)
                | ValueDef::Null
        )
    };
    values.filter(is_held).collect()
}

/// The values that a check before a loop is computed of.
fn values_of_check(check: &LoopCheck) -> Vec<ValueId> {
    let mut values = Vec::new();
    let conditions = check.conditions.iter().map(|condition| &condition.sum);
    let ends = check.ranges.iter();
    let ends = ends.flat_map(|range| [&range.first, &range.last]);
    for sum in conditions.chain(ends) {
        values_of_sum(sum, &mut values);
    }
    values.extend(
        check
            .ranges
            .iter()
            .filter_map(|range| Some(range.bounds?.1)),
    );
    values
}

fn values_of_sum(sum: &affine::Sum, values: &mut Vec<ValueId>) {
    sum.terms.keys().for_each(|atom| of_atom(atom, values));
}

fn of_atom(atom: &affine::Atom, values: &mut Vec<ValueId>) {
    use affine::Atom;
    match atom {
        Atom::Value { value, .. } | Atom::Loose { value, .. } => values.push(*value),
        Atom::Narrow { sum, .. } | Atom::Negative(sum) => values_of_sum(sum, values),
        Atom::Quotient { sum, by } => {
            values_of_sum(sum, values);
            values_of_sum(by, values);
        }
        Atom::Product(factors) => factors.iter().for_each(|atom| of_atom(atom, values)),
        Atom::Iteration(_) => {}
    }
}

fn unique(mut values: Vec<ValueId>) -> Vec<ValueId> {
    values.sort_unstable();
    values.dedup();
    values
}
