//! Which marks stay on the real stack, on functions made by hand.

use super::*;
use crate::builder::{Builder, variable};
use sanecc_ir::{BinaryOp, ElementOp, FuncId, Id, MemoryIntrinsic, Model, Predicate};

/// Global 0 is as large as a number, global 1 larger. Function 1 tells of an overflow, 2 hands on the number of its parameter, 3 reads what it points to.
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
    for use_it in [by_number, by_address] {
        let mut callee = Builder::new(1);
        let parameter = callee.param(None);
        use_it(&mut callee, parameter);
        module.functions.push(callee.function);
    }
    let mut builder = Builder::new(1);
    let object = builder.alloca(0, Some(4));
    use_it(&mut builder, object);
    let analyses = FunctionAnalyses::of(&builder.function);
    marks_a_place(&module, &analyses, object)
}

fn by_number(f: &mut Builder, p: ValueId) {
    let number = number(f, p);
    f.call(0, Model::UNKNOWN, vec![number]);
}

fn by_address(f: &mut Builder, p: ValueId) {
    number(f, p);
    f.load(0, p);
}

fn call(f: &mut Builder, function: usize, argument: ValueId) {
    let call = f.call(0, Model::UNKNOWN, vec![argument]);
    if let ValueDef::Instruction(Op::Call { callee, .. }) = &mut f.function.values[call].def {
        *callee = Callee::Direct(FuncId::from_index(function));
    }
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
        call(f, 1, depth);
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

/// Stores the address into the field at an offset of a parameter; gives what is read from another offset.
fn kept_in_field(f: &mut Builder, p: ValueId, read_at: i64) -> ValueId {
    let object = f.param(None);
    let field = f.constant_place(object, 8);
    f.store(0, field, p);
    let again = f.constant_place(object, read_at);
    f.load(0, again)
}

#[test]
fn a_field_that_it_is_compared_with_holds_a_mark() {
    assert!(is_mark(|f, p| {
        let read = kept_in_field(f, p, 8);
        f.push(0, Op::Compare(Predicate::Ne, p, read));
    }));
    // Another field.
    assert!(!is_mark(|f, p| {
        let read = kept_in_field(f, p, 16);
        f.push(0, Op::Compare(Predicate::Ne, p, read));
    }));
    // Whoever reads the field uses it as an address.
    assert!(!is_mark(|f, p| _ = kept_in_field(f, p, 8)));
}

#[test]
fn parameters_of_functions_of_the_module_are_followed() {
    assert!(is_mark(|f, p| call(f, 2, p)));
    assert!(!is_mark(|f, p| call(f, 3, p)));
    assert!(!is_mark(|f, p| {
        call(f, 2, p);
        call(f, 3, p);
    }));
}
