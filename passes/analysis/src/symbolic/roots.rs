//! From which pointer is each pointer counted: the static part of regions, as a sparse analysis.
//!
//! Begins with what comes from outside of loops. A phi or choice takes the root of what it brings together. Where that is not one root, or
//! changes more than [`MAX_CHANGES`] times, it is a root itself, and then for good.
//!
//! Claims: those of [`super::regions`] about roots.

use crate::dataflow::{Facts, SparseAnalysis, solve_sparse};
use crate::{FunctionAnalyses, LoadForwarding};
use sanecc_ir::{Address, BlockId, Op, ValueDef, ValueId, mutant};

/// Changes of its root before a phi or choice is a root itself.
const MAX_CHANGES: u32 = 8;

/// The root of each pointer; index = value. `pointers` are those that instructions yield, each with its block.
pub(super) fn roots(
    analyses: &FunctionAnalyses<'_>,
    load_forwarding: &LoadForwarding,
    pointers: &[(BlockId, ValueId)],
) -> Vec<Option<ValueId>> {
    let function = analyses.function();
    let mut roots = Roots {
        analyses,
        load_forwarding,
        facts: Facts::none(function),
    };
    for (id, value) in function.values.iter() {
        let root = match &value.def {
            _ if !value.ty.is_plain_pointer() => continue,
            ValueDef::ConstantAddress(_) => function.resolve(id).base,
            ValueDef::Param(_)
            | ValueDef::Global(_)
            | ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Function(_)
            | ValueDef::Undefined
            | ValueDef::Poison
            | ValueDef::Constant(_) => id,
            ValueDef::Instruction(_) => continue,
        };
        roots.facts.set(id, root);
    }
    let order: Vec<ValueId> = pointers.iter().map(|&(_, pointer)| pointer).collect();
    // Each root changes finitely often: the analysis never gives up.
    solve_sparse(&mut roots, &order);
    roots.facts.into_all()
}

struct Roots<'a> {
    analyses: &'a FunctionAnalyses<'a>,
    load_forwarding: &'a LoadForwarding,
    facts: Facts<ValueId>,
}

impl SparseAnalysis for Roots<'_> {
    type Fact = ValueId;

    fn facts(&mut self) -> &mut Facts<ValueId> {
        &mut self.facts
    }

    fn transfer(&self, pointer: ValueId) -> Option<ValueId> {
        match self.analyses.function().op(pointer)? {
            Op::Address(Address { base: same, .. }) | Op::Freeze(same) => {
                self.facts.get(*same).copied()
            }
            Op::Load { .. } => match self.load_forwarding.same(pointer) {
                Some(same) => self.facts.get(same).copied(),
                None => Some(pointer),
            },
            Op::Phi(edges) => self.common(pointer, edges.iter().map(|(_, input)| *input)),
            Op::Select {
                then, otherwise, ..
            } => self.common(pointer, [*then, *otherwise].into_iter()),
            // Whatever else makes a pointer is a root.
            _ => Some(pointer),
        }
    }

    fn widen(&self, pointer: ValueId, times: u32, before: &ValueId, next: ValueId) -> ValueId {
        let op = self.analyses.function().op(pointer);
        match op {
            Some(Op::Phi(_) | Op::Select { .. })
                if *before == pointer || times >= MAX_CHANGES && *before != next =>
            {
                pointer
            }
            Some(_) | None => next,
        }
    }
}

impl Roots<'_> {
    /// The one root of all inputs that have one by now, or the pointer itself.
    fn common(&self, pointer: ValueId, inputs: impl Iterator<Item = ValueId>) -> Option<ValueId> {
        let mut roots = inputs.filter_map(|input| self.facts.get(input).copied());
        let first = roots.next()?;
        let one = roots.all(|root| root == first);
        ((one || mutant!("regions/one-root"))
            && (self.is_available(first, pointer) || mutant!("regions/available")))
        .then_some(first)
        .or(Some(pointer))
    }

    /// Whether a root is defined before the pointer, in every execution that comes by.
    fn is_available(&self, root: ValueId, pointer: ValueId) -> bool {
        match self.analyses.function().op(pointer) {
            // The operand of a phi may belong to an earlier iteration of its own block.
            Some(Op::Phi(_)) => {
                let block = self.analyses.block_of(pointer);
                block.is_some_and(|block| self.analyses.is_fixed_before(root, block))
            }
            // Others use what dominates them.
            Some(_) | None => root != pointer,
        }
    }
}
