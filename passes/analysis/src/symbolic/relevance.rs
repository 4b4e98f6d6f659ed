//! Which values may the answer about some others depend on?
//!
//! Claims: [`relevant`] holds every value that an expression, interval or fact about one of the roots can come from, as
//! [`super::ranges`] makes them: what the roots are computed from; the sides of each comparison of which one is computed from,
//! or computes, such a value, because a fact matters only if it shares a symbol with what is to be proved; and so on. What is missing has no
//! forms, so leaving out too much would cost proofs and nothing else. Each value and each use is looked at once.

use super::forms::width;
use super::pointers::roots_of_pointer;
use super::regions::Regions;
use crate::FunctionAnalyses;
use crate::worklist::Worklist;
use fixedbitset::FixedBitSet;
use sanecc_ir::{
    BinaryOp, Callee, CastOp, Computed, Function, Id, Module, Op, Predicate, Type, ValueDef,
    ValueId, mutant,
};

/// The values that the roots depend on: those that have a width.
pub(super) fn relevant(
    analyses: &FunctionAnalyses<'_>,
    regions: &Regions,
    roots: impl IntoIterator<Item = ValueId>,
) -> FixedBitSet {
    let function = analyses.function();
    let mut search = RelevantValues {
        function,
        uses: analyses.uses(),
        regions,
        needed: FixedBitSet::with_capacity(function.values.len()),
        reached: FixedBitSet::with_capacity(function.values.len()),
        work: roots.into_iter().collect(),
    };
    while let Some(value) = search.work.pop() {
        search.add(value);
    }
    search.needed
}

/// The relevant operations that may have poison-generating flags.
pub fn flagged_operations(
    analyses: &FunctionAnalyses<'_>,
    regions: &Regions,
    roots: Vec<ValueId>,
) -> Vec<ValueId> {
    let function = analyses.function();
    let all = relevant(analyses, regions, roots);
    let all = all.ones().map(ValueId::from_index);
    let computes =
        |value: &ValueId| matches!(function.op(*value), Some(Op::Binary(..) | Op::Cast(..)));
    all.filter(computes).collect()
}

/// The integers among them that may be poison whichever poison-generating flags are dropped. Those that the function does not compute: parameters, what loads and
/// calls of code yield, and parts of that. What is computed elsewhere may have flags that this analysis does not check. And those that
/// some operands make poison by themselves: shifts by too much, numbers that do not fit, what intrinsics say of zero.
pub fn needs_freeze(
    module: &Module,
    analyses: &FunctionAnalyses<'_>,
    regions: &Regions,
    roots: impl IntoIterator<Item = ValueId>,
) -> Vec<ValueId> {
    let function = analyses.function();
    let is_unsettled = |value: &ValueId| match &function.values[*value].def {
        ValueDef::Param(_) => true,
        ValueDef::Instruction(op) => match comes_from(module, function, *value, op) {
            Source::Elsewhere => true,
            Source::Itself => !mutant!("freeze/makes-poison"),
            Source::Operands => false,
        },
        ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Global(_)
        | ValueDef::Function(_)
        | ValueDef::ConstantAddress(_)
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::Constant(_) => false,
    };
    let all = relevant(analyses, regions, roots);
    let all = all.ones().map(ValueId::from_index);
    let integers = all.filter(|value| matches!(function.values[*value].ty, Type::Int(_)));
    integers.filter(is_unsettled).collect()
}

/// Where poison in an integer can come from that an operation yields, once poison-generating flags are dropped.
enum Source {
    /// From its operands alone.
    Operands,
    /// It makes poison by itself.
    Itself,
    /// From outside of the function.
    Elsewhere,
}

fn comes_from(module: &Module, function: &Function, value: ValueId, op: &Op) -> Source {
    match op {
        Op::Call { callee, .. } => match callee {
            Callee::Direct(id) if !module.functions[*id].defined => Source::Operands,
            Callee::Direct(_) | Callee::Indirect(_) => Source::Elsewhere,
            Callee::Assembly(_) => Source::Operands,
        },
        // Parts of what a call yields, too.
        Op::Load { .. }
        | Op::Atomic { .. }
        | Op::Element(..)
        | Op::VaArg(_)
        | Op::Opaque { .. } => Source::Elsewhere,
        Op::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, _, by)
            if function.integer(*by).is_none() =>
        {
            Source::Itself
        }
        // Fast-math flags (`-ffast-math`) are not dropped.
        Op::Cast(CastOp::Float(_) | CastOp::BitCast, _) | Op::Compare(Predicate::Float(_), ..) => {
            Source::Itself
        }
        Op::Inert(..) => match function.computed.get(&value) {
            Some(
                Computed::Bits {
                    poison_at_zero: true,
                    ..
                }
                | Computed::Absolute {
                    poison_at_least: true,
                    ..
                },
            )
            | None => Source::Itself,
            Some(
                Computed::Bits { .. }
                | Computed::Absolute { .. }
                | Computed::Moved(_)
                | Computed::Saturated { .. }
                | Computed::Wrapped(..)
                | Computed::Overflow { .. },
            ) => Source::Operands,
        },
        Op::Binary(..)
        | Op::Compare(..)
        | Op::Cast(
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::AddrSpaceCast,
            _,
        )
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_) => Source::Operands,
        // No integers.
        Op::LandingPad { .. }
        | Op::Alloca { .. }
        | Op::Address(_)
        | Op::Negate(_)
        | Op::Store { .. }
        | Op::Fence(_)
        | Op::Memory(..)
        | Op::ScopeBegin(_)
        | Op::ScopeEnd(_)
        | Op::StackRestore(_)
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable => Source::Operands,
    }
}

struct RelevantValues<'a> {
    function: &'a Function,
    uses: &'a crate::Uses,
    regions: &'a Regions,
    needed: FixedBitSet,
    /// What is computed from a needed value.
    reached: FixedBitSet,
    work: Vec<ValueId>,
}

impl RelevantValues<'_> {
    fn add(&mut self, value: ValueId) {
        if width(self.function, self.regions, value).is_none() || self.needed.put(value.index()) {
            return;
        }
        let roots = roots_of_pointer(self.function, self.regions, value);
        self.work.extend(roots);
        match &self.function.values[value].def {
            ValueDef::ConstantAddress(place) => self.work.push(place.base),
            ValueDef::Param(number) => {
                let beside = self.regions.parameters.beside(*number);
                let values = &self.regions.values;
                self.work
                    .extend(beside.filter_map(|n| values.get(n as usize)));
            }
            _ => {}
        }
        // What a load or a call yields is a symbol, whatever it was made from; some results are limited by arguments.
        if let Some(op @ Op::Call { arguments, .. }) = self.function.op(value)
            && !self.regions.returned(op).is_empty()
        {
            let types = &self.function.values;
            let numbers = arguments.iter().copied();
            self.work
                .extend(numbers.filter(|v| matches!(types[*v].ty, Type::Int(_))));
        }
        if let Some(op) = self.function.op(value)
            && has_expression(op)
        {
            op.operands(|operand| self.work.push(operand));
        }
        self.work.extend(self.regions.load_forwarding.same(value));
        if let Some(computed) = self.function.computed.get(&value) {
            computed.operands(|operand| self.work.push(operand));
        }
        // All that is computed from an object is no matter of one place in it.
        if is_variable(self.function, value) && self.regions.root(value) != Some(value) {
            self.reach(value);
        }
    }

    /// Finds the comparisons of what is computed from a value.
    fn reach(&mut self, value: ValueId) {
        let mut from = vec![value];
        while let Some(value) = from.pop() {
            if self.reached.put(value.index()) {
                continue;
            }
            from.extend(self.regions.load_forwarding.again(value));
            for &user in self.uses.users(value) {
                match self.function.op(user) {
                    // Pointers of different roots have nothing to do with each other.
                    Some(Op::Compare(_, a, b))
                        if self.regions.root(*a) != self.regions.root(*b) => {}
                    Some(op @ (Op::Compare(..) | Op::Branch(_))) => {
                        op.operands(|side| self.work.push(side));
                    }
                    Some(_) if hands_on(self.function, self.regions, user) => from.push(user),
                    Some(_) | None => {}
                }
            }
        }
    }
}

/// The values, and what has expressions that are made of theirs.
pub(super) fn computed_from(
    analyses: &FunctionAnalyses<'_>,
    regions: &Regions,
    values: Vec<ValueId>,
) -> Vec<ValueId> {
    let function = analyses.function();
    let mut work = Worklist::of(values);
    let mut all = Vec::new();
    while let Some(value) = work.pop() {
        all.push(value);
        work.extend(regions.load_forwarding.again(value).iter().copied());
        let users = analyses.uses().users(value).iter().copied();
        work.extend(users.filter(|&user| hands_on(function, regions, user)));
    }
    all
}

/// Whether the result of an instruction, or what is taken out of it, has an expression or limits made of those of its operands.
fn hands_on(function: &Function, regions: &Regions, value: ValueId) -> bool {
    match function.op(value) {
        // Two results in one, as arithmetic has that says whether it wrapped.
        Some(Op::Inert(..)) if matches!(function.values[value].ty, Type::Aggregate(_)) => true,
        Some(Op::Inert(..) | Op::LandingPad { .. } | Op::Element(..)) => {
            function.computed.contains_key(&value)
        }
        Some(op) => has_expression(op) && width(function, regions, value).is_some(),
        None => false,
    }
}

/// Whether the result of an operation has an expression, or limits, made of those of its operands.
fn has_expression(op: &Op) -> bool {
    matches!(
        op,
        Op::Address(_)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
    )
}

fn is_variable(function: &Function, value: ValueId) -> bool {
    use sanecc_ir::ValueDef::*;
    match &function.values[value].def {
        Param(_) | Constant(_) | Instruction(_) => true,
        Integer(_) | Null | Global(_) | Function(_) | ConstantAddress(_) | Undefined | Poison => {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use sanecc_ir::Predicate;

    #[test]
    fn comparisons_count_if_they_share_a_value_with_what_is_asked() {
        let mut builder = Builder::new(1);
        let [index, limit, size, other, far] = [(); 5].map(|()| builder.integer(64));
        let one = builder.number(1, 64);
        let add =
            |builder: &mut Builder, a| builder.compute(0, Op::Binary(BinaryOp::Add, a, one), 64);
        let next = add(&mut builder, index);
        let less = |builder: &mut Builder, a, b| {
            builder.compute(0, Op::Compare(Predicate::ULt, a, b), 1);
        };
        // What is computed from the index is compared, and what that is compared with.
        less(&mut builder, next, limit);
        let above = add(&mut builder, limit);
        less(&mut builder, above, size);
        // This says nothing of any of them.
        less(&mut builder, other, far);
        let analyses = FunctionAnalyses::of(&builder.function);
        let needed = relevant(&analyses, &Regions::default(), [index]);
        for value in [index, next, limit, above, size] {
            assert!(needed.contains(value.index()), "{value:?}");
        }
        for value in [other, far] {
            assert!(!needed.contains(value.index()), "{value:?}");
        }
    }
}
