//! Does a stack object only mark a place on the stack?
//!
//! Claims: where [`marks_a_place`] is true, the function never touches the object, and its address ends in numbers that are compared, in numbers that
//! are handed to a function, or in a global variable of just their size. So code finds out where the stack is or how deep: collectors of garbage,
//! handlers of stack overflows, limits of recursion. Such an object must lie on the real stack.
//!
//! Follows arithmetic, with checks of UndefinedBehaviorSanitizer or without, conversions, choices (phi, select, minimum, absolute value), and locals
//! that are only read and written, as numbers are kept without optimisation. Gives up at everything else: a number that goes elsewhere may be an address that the optimiser moves as one, like that in
//! a closure. What is handed to a function is an address by its type if the source has it so. Nor may the source have touched the object
//! ([`Function::touched`]): who does so may read it later by the number.

use crate::worklist::Worklist;
use crate::{FunctionAnalyses, Uses};
use sanecc_ir::{Callee, CastOp, Computed, Function, Module, Op, Type, ValueDef, ValueId};

/// Whether the object that begins at `root` only marks a place on the stack.
pub fn marks_a_place(module: &Module, analyses: &FunctionAnalyses<'_>, root: ValueId) -> bool {
    let (function, uses) = (analyses.function(), analyses.uses());
    if function.touched.contains(&root) {
        return false;
    }
    let mut work = Worklist::of([root]);
    let mut is_mark = false;
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match one_use(module, function, uses, user, address) {
                Use::Over => {}
                Use::Number => {
                    is_mark = true;
                    work.push(user);
                }
                Use::Passed => work.push(user),
                Use::Kept(loads) => {
                    is_mark = true;
                    loads.into_iter().for_each(|load| work.push(load));
                }
                Use::Elsewhere => return false,
            }
        }
    }
    is_mark
}

/// What becomes of an address, or of a number that was computed from it, in one use.
enum Use {
    /// It ends here.
    Over,
    /// It becomes a number.
    Number,
    /// The user's result depends on it.
    Passed,
    /// A local holds it, and these loads may yield it.
    Kept(Vec<ValueId>),
    /// It may be used as an address.
    Elsewhere,
}

fn one_use(
    module: &Module,
    function: &Function,
    uses: &Uses,
    user: ValueId,
    address: ValueId,
) -> Use {
    match function.op(user) {
        Some(Op::ScopeBegin(_) | Op::ScopeEnd(_) | Op::Compare(..)) => Use::Over,
        Some(Op::Cast(CastOp::PtrToInt, _)) => Use::Number,
        Some(Op::Cast(CastOp::Trunc | CastOp::ZExt | CastOp::SExt, _)) => Use::Passed,
        Some(Op::Address(place)) if place.is_constant() => Use::Passed,
        Some(Op::Binary(..) | Op::Select { .. } | Op::Phi(_) | Op::Freeze(_)) => Use::Passed,
        Some(Op::Inert(..) | Op::Element(..))
            if let Some(computed) = function.computed.get(&user) =>
        {
            match computed {
                // A bit is no address.
                Computed::Overflow { .. } => Use::Over,
                _ => Use::Passed,
            }
        }
        Some(Op::Inert(..)) if is_number_and_overflow(function, uses, user) => Use::Passed,
        Some(Op::Store { pointer, value, .. }) if *value == address => {
            if is_variable(module, function, *pointer, address) {
                return Use::Over;
            }
            loads_of_local(function, uses, *pointer).map_or(Use::Elsewhere, Use::Kept)
        }
        Some(Op::Call {
            callee: Callee::Direct(_),
            arguments,
            ..
        }) if arguments.contains(&address) && is_cast(function, address) => Use::Over,
        Some(Op::Call {
            callee: Callee::Direct(callee),
            ..
        }) if is_told(&module.functions[*callee], function, address) => Use::Over,
        // Unknown is Top.
        _ => Use::Elsewhere,
    }
}

/// Whether an instruction yields a number together with whether it overflowed, and nothing but these two is taken out of it.
fn is_number_and_overflow(function: &Function, uses: &Uses, pair: ValueId) -> bool {
    let is_part = |user: &ValueId| {
        matches!(function.op(*user), Some(Op::Element(..))) && function.computed.contains_key(user)
    };
    let users = uses.users(pair);
    !users.is_empty() && users.iter().all(is_part)
}

/// Whether a call only tells the user of the number: UndefinedBehaviorSanitizer's report of an overflow.
fn is_told(callee: &Function, function: &Function, value: ValueId) -> bool {
    callee.name.starts_with("__ubsan_handle_") && matches!(function.values[value].ty, Type::Int(_))
}

/// Whether the value is nothing but an address as a number.
fn is_cast(function: &Function, value: ValueId) -> bool {
    matches!(function.op(value), Some(Op::Cast(CastOp::PtrToInt, _)))
}

/// Whether `pointer` is a global variable of exactly the size of the integer `value`.
fn is_variable(module: &Module, function: &Function, pointer: ValueId, value: ValueId) -> bool {
    let bytes = match function.values[value].ty {
        Type::Int(bits) => u64::from(bits / 8),
        _ => return false,
    };
    let place = function.resolve(pointer);
    match function.values[place.base].def {
        ValueDef::Global(global) => place.is_constant() && module.globals[global].size == bytes,
        _ => false,
    }
}

/// All loads from the local that `pointer` points into, if loads and stores are all that becomes of it.
fn loads_of_local(function: &Function, uses: &Uses, pointer: ValueId) -> Option<Vec<ValueId>> {
    let local = function.resolve(pointer).base;
    let Some(Op::Alloca { fixed: true, .. }) = function.op(local) else {
        return None;
    };
    let mut work = Worklist::of([local]);
    let mut loads = Vec::new();
    while let Some(part) = work.pop() {
        for &user in uses.users(part) {
            match function.op(user)? {
                Op::Load { .. } => loads.push(user),
                Op::Store { value, .. } if *value != part => {}
                Op::ScopeBegin(_) | Op::ScopeEnd(_) => {}
                Op::Address(place) if place.is_constant() => work.push(user),
                // Whoever has the local's address may read the number, and a copy may take it anywhere.
                _ => return None,
            }
        }
    }
    Some(loads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use sanecc_ir::{BinaryOp, ElementOp, FuncId, Id, MemoryIntrinsic, Model, Predicate};

    /// Global 0 is as large as a number, global 1 larger. Function 1 tells of an overflow.
    fn is_mark(use_it: fn(&mut Builder, ValueId)) -> bool {
        let mut module = Module::default();
        for size in [8, 16] {
            module.globals.push(variable(size));
        }
        for name in ["function", "__ubsan_handle_sub_overflow"] {
            module.functions.push(Function {
                name: name.to_owned(),
                ..Function::default()
            });
        }
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(4));
        use_it(&mut builder, object);
        let analyses = FunctionAnalyses::of(&builder.function);
        marks_a_place(&module, &analyses, object)
    }

    fn number(f: &mut Builder, p: ValueId) -> ValueId {
        f.push(0, Op::ScopeBegin(p));
        f.compute(0, Op::Cast(CastOp::PtrToInt, p), 64)
    }

    /// How far the object lies below a parameter.
    fn depth(f: &mut Builder, p: ValueId) -> ValueId {
        let number = number(f, p);
        let base = f.integer(64);
        f.compute(0, Op::Binary(BinaryOp::Sub, base, number), 64)
    }

    /// The same as a checked subtraction: the pair that it yields, and its number.
    fn checked(f: &mut Builder, p: ValueId) -> (ValueId, ValueId) {
        let number = number(f, p);
        let base = f.integer(64);
        let sides = [base, number];
        let pair = f.push(
            0,
            Op::Inert("llvm.ssub.with.overflow.i64".into(), sides.to_vec()),
        );
        let wrapped = f.compute(
            0,
            Op::Element(ElementOp::ExtractValue([0].into()), vec![pair]),
            64,
        );
        let overflow = f.compute(
            0,
            Op::Element(ElementOp::ExtractValue([1].into()), vec![pair]),
            1,
        );
        // What is done with the bit says nothing.
        f.call(0, Model::UNKNOWN, vec![overflow]);
        let op = BinaryOp::Sub;
        let parts = [
            (wrapped, Computed::Wrapped(op, sides)),
            (
                overflow,
                Computed::Overflow {
                    op,
                    signed: true,
                    sides,
                },
            ),
        ];
        f.function.computed.extend(parts);
        (pair, wrapped)
    }

    /// The number in a local of its own, and what is loaded from there.
    fn kept(f: &mut Builder, number: ValueId) -> (ValueId, ValueId) {
        let local = f.alloca(0, Some(8));
        f.store(0, local, number);
        let load = f.load(0, local);
        f.function.values[load].ty = Type::Int(64);
        (local, load)
    }

    #[test]
    fn a_depth_may_be_chosen_and_bounded() {
        assert!(is_mark(|f, p| {
            let depth = depth(f, p);
            let zero = f.constant(0);
            let negated = f.compute(0, Op::Binary(BinaryOp::Sub, zero, depth), 64);
            let condition = f.compute(0, Op::Compare(Predicate::SLt, depth, zero), 1);
            let choice = Op::Select {
                condition,
                then: negated,
                otherwise: depth,
            };
            let size = f.compute(0, choice, 64);
            let least = f.compute(0, Op::Binary(BinaryOp::SMax, size, zero), 64);
            let frozen = f.compute(0, Op::Freeze(least), 64);
            let block = f.block(0);
            let either = f.compute(0, Op::Phi(vec![(block, frozen), (block, depth)]), 64);
            f.push(0, Op::Compare(Predicate::SGt, either, zero));
        }));
        // What is chosen is no more a number to hand on than what it is chosen from.
        assert!(!is_mark(|f, p| {
            let depth = depth(f, p);
            let frozen = f.compute(0, Op::Freeze(depth), 64);
            f.push(0, Op::Return(Some(frozen)));
        }));
    }

    #[test]
    fn only_intrinsics_that_compute_are_followed() {
        assert!(is_mark(|f, p| {
            let of = depth(f, p);
            let size = f.compute(0, Op::Inert("llvm.test".into(), vec![of]), 64);
            let absolute = Computed::Absolute {
                of,
                poison_at_least: false,
            };
            f.function.computed.insert(size, absolute);
            f.push(0, Op::Compare(Predicate::SGt, size, of));
        }));
        assert!(!is_mark(|f, p| {
            let of = depth(f, p);
            f.compute(0, Op::Inert("llvm.test".into(), vec![of]), 64);
        }));
    }

    #[test]
    fn checks_of_overflows_compute() {
        assert!(is_mark(|f, p| {
            let (_, depth) = checked(f, p);
            f.push(0, Op::Compare(Predicate::SGt, depth, depth));
            let told = f.call(0, Model::UNKNOWN, vec![depth]);
            if let ValueDef::Instruction(Op::Call { callee, .. }) = &mut f.function.values[told].def
            {
                *callee = Callee::Direct(FuncId::from_index(1));
            }
        }));
        // Another function may make an address of it.
        assert!(!is_mark(|f, p| {
            let (_, depth) = checked(f, p);
            f.call(0, Model::UNKNOWN, vec![depth]);
        }));
        // The pair goes elsewhere as a whole.
        assert!(!is_mark(|f, p| {
            let (pair, _) = checked(f, p);
            f.push(0, Op::Return(Some(pair)));
        }));
    }

    #[test]
    fn a_number_may_be_kept_in_a_local_that_is_only_read_and_written() {
        assert!(is_mark(|f, p| {
            let depth = depth(f, p);
            let (_, read) = kept(f, depth);
            f.push(0, Op::Compare(Predicate::SGt, read, depth));
        }));
        assert!(is_mark(|f, p| {
            let (_, pointer) = kept(f, p);
            f.push(0, Op::Compare(Predicate::ULt, pointer, p));
        }));
        // The number that is read again goes elsewhere.
        assert!(!is_mark(|f, p| {
            let depth = depth(f, p);
            let (_, read) = kept(f, depth);
            f.push(0, Op::Return(Some(read)));
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let (_, read) = kept(f, number);
            let pointer = f.push(0, Op::Cast(CastOp::IntToPtr, read));
            f.load(0, pointer);
        }));
        assert!(!is_mark(|f, p| {
            let (_, pointer) = kept(f, p);
            f.load(0, pointer);
        }));
    }

    #[test]
    fn a_local_that_others_read_keeps_an_address() {
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let (local, _) = kept(f, number);
            f.call(0, Model::UNKNOWN, vec![local]);
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let (local, _) = kept(f, number);
            let copy = f.global(1);
            let bytes = f.constant(8);
            f.push(
                0,
                Op::Memory(MemoryIntrinsic::Copy, vec![copy, local, bytes]),
            );
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let (local, _) = kept(f, number);
            let other = f.param(None);
            f.store(0, other, local);
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let local = f.alloca(0, None);
            f.store(0, local, number);
        }));
    }

    #[test]
    fn an_object_that_is_only_looked_at_from_outside_marks_a_place() {
        assert!(is_mark(|f, p| _ = number(f, p)));
        assert!(is_mark(|f, p| {
            let number = number(f, p);
            let variable = f.global(0);
            f.store(0, variable, number);
            f.push(0, Op::Compare(Predicate::ULt, number, number));
        }));
        // As a part of something else it may be an address.
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let structure = f.global(1);
            f.store(0, structure, number);
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let result = f.param(None);
            f.store(0, result, number);
        }));
        assert!(is_mark(|f, p| {
            let number = number(f, p);
            f.call(0, Model::UNKNOWN, vec![number]);
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            let part = f.compute(0, Op::Binary(BinaryOp::Or, number, number), 64);
            f.call(0, Model::UNKNOWN, vec![part]);
        }));
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            f.call(0, Model::UNKNOWN, vec![number]);
            f.call(0, Model::UNKNOWN, vec![p]);
        }));
        assert!(!is_mark(|f, p| _ = f.push(0, Op::ScopeBegin(p))));
        // What was written may be looked for by whoever has the number.
        assert!(!is_mark(|f, p| {
            let number = number(f, p);
            f.store(0, p, number);
        }));
        assert!(!is_mark(|f, p| {
            number(f, p);
            f.call(0, Model::UNKNOWN, vec![p]);
        }));
    }
}
