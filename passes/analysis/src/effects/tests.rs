//! What calls do to objects, in small modules made by hand.

use super::*;
use crate::builder::Builder;
use sanecc_ir::{Callee, Function, Id, Layout, Model, Ordering};

const DECLARED: usize = 9;

fn call(f: &mut Builder, callee: Callee, model: Model, arguments: Vec<ValueId>) -> ValueId {
    let op = Op::Call {
        callee,
        arguments,
        model,
        noreturn: false,
        returns_twice: false,
        must_tail: false,
        signature: Default::default(),
        unwind: None,
    };
    f.push(0, op)
}

fn direct(f: &mut Builder, number: usize, arguments: Vec<ValueId>) -> ValueId {
    let callee = Callee::Direct(FuncId::from_index(number));
    call(f, callee, Model::UNKNOWN, arguments)
}

fn library(f: &mut Builder, name: &str, arguments: Vec<ValueId>) -> ValueId {
    let callee = Callee::Direct(FuncId::from_index(DECLARED));
    call(f, callee, Model::of(name, &Layout::default()), arguments)
}

/// The module of a caller and of functions that it calls: 1 and 2 as the closures make them.
fn module(
    caller: Builder,
    one: impl FnOnce(&mut Builder),
    two: impl FnOnce(&mut Builder),
) -> Module {
    let mut module = Module {
        ..Module::default()
    };
    let (mut first, mut second) = (Builder::new(1), Builder::new(1));
    one(&mut first);
    two(&mut second);
    for builder in [caller, first, second] {
        module.functions.push(Function {
            defined: true,
            local: true,
            ..builder.function
        });
    }
    while module.functions.len() <= DECLARED {
        module.functions.push(Function::default());
    }
    module
}

/// Asks about the effects of a module.
fn with<T>(module: &Module, ask: impl FnOnce(&PointsTo, &Effects<'_>) -> T) -> T {
    let points_to = OnceLock::new();
    let effects = Effects::of(module, &points_to);
    ask(effects.points_to(), &effects)
}

/// Two heap blocks of a function, and a call that gets the first one.
fn caller(callee: usize) -> (Builder, [ValueId; 3]) {
    let mut f = Builder::new(1);
    let n = f.constant(8);
    let a = library(&mut f, "malloc", vec![n]);
    let b = library(&mut f, "malloc", vec![n]);
    let called = direct(&mut f, callee, vec![a]);
    (f, [a, b, called])
}

fn freed(
    callee: usize,
    one: impl FnOnce(&mut Builder),
    two: impl FnOnce(&mut Builder),
) -> [bool; 2] {
    let (f, [a, b, called]) = caller(callee);
    let id = FuncId::from_index(0);
    with(&module(f, one, two), |points_to, effects| {
        [a, b].map(|value| {
            let object = points_to.object(Site::Heap(id, value)).unwrap();
            effects.may_free(id, called, object)
        })
    })
}

fn nothing(_: &mut Builder) {}

fn frees(f: &mut Builder) {
    let p = f.param(None);
    library(f, "free", vec![p]);
}

#[test]
fn a_callee_frees_what_its_parameter_points_to_and_no_more() {
    assert_eq!(freed(1, nothing, nothing), [false, false]);
    assert_eq!(freed(1, frees, nothing), [true, false]);
    // By way of another one.
    let passes_on = |f: &mut Builder| {
        let p = f.param(None);
        direct(f, 2, vec![p]);
    };
    assert_eq!(freed(1, passes_on, frees), [true, false]);
    // And through a pointer.
    let calls_pointer = |f: &mut Builder| {
        let p = f.param(None);
        let pointer = f.function.values.push(sanecc_ir::Value {
            def: ValueDef::Function(FuncId::from_index(2)),
            ty: sanecc_ir::Type::Pointer(0),
        });
        call(f, Callee::Indirect(pointer), Model::UNKNOWN, vec![p]);
    };
    assert_eq!(freed(1, calls_pointer, frees), [true, false]);
    assert_eq!(freed(1, calls_pointer, nothing), [false, false]);
}

#[test]
fn recursion_frees_what_any_of_the_cycle_frees() {
    let one = |f: &mut Builder| {
        let p = f.param(None);
        direct(f, 2, vec![p]);
    };
    let two = |f: &mut Builder| {
        let p = f.param(None);
        direct(f, 1, vec![p]);
        library(f, "free", vec![p]);
    };
    assert_eq!(freed(1, one, two), [true, false]);
    assert_eq!(freed(2, one, two), [true, false]);
}

#[test]
fn unknown_code_frees_what_it_has_and_calls_back_what_it_knows() {
    assert_eq!(freed(DECLARED, nothing, nothing), [true, false]);
    // It has nothing of the second one, but a function that frees it.
    let (mut f, [_, b, called]) = caller(DECLARED);
    direct(&mut f, 1, vec![b]);
    let mut module = module(f, frees, nothing);
    let id = FuncId::from_index(0);
    let freed = |module: &Module| {
        with(module, |points_to, effects| {
            let object = points_to.object(Site::Heap(id, b)).unwrap();
            effects.may_free(id, called, object)
        })
    };
    assert!(!freed(&module));
    module.functions[FuncId::from_index(1)].local = false;
    assert!(freed(&module));
}

#[test]
fn writes_and_order_between_threads() {
    let mut f = Builder::new(1);
    let (a, b) = (f.alloca(0, Some(8)), f.alloca(0, Some(8)));
    let called = direct(&mut f, 1, vec![a]);
    let quiet = direct(&mut f, 2, vec![b]);
    let module = module(
        f,
        |f| {
            let p = f.param(None);
            f.store(0, p, p);
            f.push(0, Op::Fence(Ordering::SequentiallyConsistent));
        },
        |f| _ = f.param(None),
    );
    let id = FuncId::from_index(0);
    with(&module, |points_to, effects| {
        let object = |value| points_to.object(Site::Stack(id, value)).unwrap();
        assert!(effects.may_write(id, called, object(a)));
        assert!(!effects.may_write(id, called, object(b)));
        assert!(!effects.may_write(id, quiet, object(b)));
        assert!(effects.synchronizes(id, called) && !effects.synchronizes(id, quiet));
        assert!(!effects.may_free_anything(id, called));
    });
}

/// Whether a call of function 1, and of what it calls, may end the life of each of two blocks of the caller.
fn ended(
    callee: usize,
    one: impl FnOnce(&mut Builder),
    two: impl FnOnce(&mut Builder),
) -> [bool; 2] {
    let (f, [a, b, called]) = caller(callee);
    let id = FuncId::from_index(0);
    with(&module(f, one, two), |_, effects| {
        let ended = effects.ended_by(id, called);
        [a, b].map(|value| {
            let reach = effects.reach(id, value).unwrap();
            let may = |ended| effects.may_end(ended, &reach);
            ended.as_ref().is_some_and(may)
        })
    })
}

#[test]
fn a_call_ends_what_its_callees_free_and_no_more() {
    let free = |f: &mut Builder| {
        let p = f.param(None);
        library(f, "free", vec![p]);
    };
    let nothing = |f: &mut Builder| {
        f.param(None);
    };
    assert_eq!(ended(1, free, nothing), [true, false]);
    assert_eq!(ended(1, nothing, nothing), [false, false]);
    let passes_on = |f: &mut Builder| {
        let p = f.param(None);
        direct(f, 2, vec![p]);
    };
    assert_eq!(ended(1, passes_on, free), [true, false]);
    // What is not known may end what it is given, and nothing that it cannot reach.
    assert_eq!(ended(DECLARED, nothing, nothing), [true, true]);
}

#[test]
fn what_other_threads_have_ends_where_a_callee_waits() {
    let waits = |f: &mut Builder| {
        f.param(None);
        f.push(0, Op::Fence(Ordering::SequentiallyConsistent));
    };
    let gives_away = |f: &mut Builder| {
        let p = f.param(None);
        f.push(0, Op::Fence(Ordering::SequentiallyConsistent));
        direct(f, DECLARED, vec![p]);
    };
    let nothing = |_: &mut Builder| {};
    assert_eq!(ended(1, waits, nothing), [false, false]);
    assert_eq!(ended(1, gives_away, nothing), [true, false]);
}
