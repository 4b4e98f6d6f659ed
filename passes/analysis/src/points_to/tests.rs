//! What points where, in small modules made by hand; in modules made of choices, see [`trial`].

mod differential;

use super::*;
use crate::builder::Builder;
use sanecc_ir::{
    Access, AccessKind, Address, BinaryOp, Callee, CastOp, Extent, Function, Global, GlobalId,
    InitialAddress, MemoryIntrinsic, Model, Op, Symbol, Term, ValueId,
};

/// A module of functions that nobody else can call.
fn module(functions: Vec<Builder>) -> Module {
    let mut module = Module {
        ..Module::default()
    };
    for builder in functions {
        module.functions.push(Function {
            defined: true,
            local: true,
            ..builder.function
        });
    }
    // Declared ones, of which nothing is known but what calls say.
    while module.functions.len() < 100 {
        module.functions.push(Function::default());
    }
    module
}

/// A function whose body the closure makes.
fn body(make: impl FnOnce(&mut Builder)) -> Builder {
    let mut builder = Builder::new(1);
    make(&mut builder);
    builder
}

fn access(builder: &mut Builder, instruction: ValueId, pointer: ValueId, bytes: u64) {
    builder.function.accesses.push(Access {
        instruction,
        pointer,
        extent: Extent::Bytes(bytes),
        align: 1,
        kind: AccessKind::Read,
        atomic: false,
        bulk: false,
        by_library: false,
    });
}

fn load(builder: &mut Builder, pointer: ValueId) -> ValueId {
    let value = builder.load(0, pointer);
    access(builder, value, pointer, 8);
    value
}

fn store(builder: &mut Builder, pointer: ValueId, value: ValueId) {
    let instruction = builder.store(0, pointer, value);
    access(builder, instruction, pointer, 8);
}

fn at(builder: &mut Builder, base: ValueId, offset: i64) -> ValueId {
    let terms = Vec::new();
    builder.push(
        0,
        Op::Address(Address {
            base,
            terms,
            offset,
        }),
    )
}

fn element(
    builder: &mut Builder,
    base: ValueId,
    index: ValueId,
    scale: i64,
    offset: i64,
) -> ValueId {
    let terms = vec![Term { index, scale }];
    builder.push(
        0,
        Op::Address(Address {
            base,
            terms,
            offset,
        }),
    )
}

fn call(builder: &mut Builder, callee: Callee, model: Model, arguments: Vec<ValueId>) -> ValueId {
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
    builder.push(0, op)
}

/// Calls a library function; the module has it as its last, declared one.
fn library(builder: &mut Builder, name: &str, arguments: Vec<ValueId>) -> ValueId {
    let callee = Callee::Direct(FuncId::from_index(99));
    call(
        builder,
        callee,
        Model::of(name, &sanecc_ir::Layout::default()),
        arguments,
    )
}

const FIRST: usize = 0;

/// The sites that a value of a function may point to, with distances; none for anything.
fn targets(
    points_to: &PointsTo,
    function: usize,
    value: ValueId,
) -> Option<Vec<(Site, Option<i64>)>> {
    let targets = points_to.targets(FuncId::from_index(function), value)?;
    let mut all: Vec<_> = targets
        .iter()
        .map(|t| (points_to.site(t.object).unwrap(), t.offset))
        .collect();
    all.sort_unstable();
    Some(all)
}

fn stack(value: ValueId) -> Site {
    Site::Stack(FuncId::from_index(FIRST), value)
}

fn escaped(points_to: &PointsTo, site: Site) -> bool {
    points_to
        .escape(points_to.object(site).unwrap())
        .escapes_module()
}

#[test]
fn fields_are_told_apart_and_elements_are_one() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let (table, a, b, i) = (
            f.alloca(0, Some(64)),
            f.alloca(0, Some(8)),
            f.alloca(0, Some(8)),
            f.integer(64),
        );
        // struct { void *first, *second; } table[4];
        let first = element(f, table, i, 16, 0);
        let second = element(f, table, i, 16, 8);
        store(f, first, a);
        store(f, second, b);
        let third_first = at(f, table, 32);
        let fourth_second = at(f, table, 56);
        let between = at(f, table, 4);
        values = vec![
            a,
            b,
            load(f, third_first),
            load(f, fourth_second),
            load(f, between),
        ];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [a, b, first, second, between] = *values else {
        panic!()
    };
    let start = |v| (stack(v), Some(0));
    assert_eq!(targets(&points_to, FIRST, first), Some(vec![start(a)]));
    assert_eq!(targets(&points_to, FIRST, second), Some(vec![start(b)]));
    // Half of each.
    assert_eq!(
        targets(&points_to, FIRST, between),
        Some(vec![start(a), start(b)])
    );
    assert!(!escaped(&points_to, stack(a)));
}

#[test]
fn copies_of_structures_bring_the_addresses_in_them_along() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let (from, to, a) = (
            f.alloca(0, Some(24)),
            f.alloca(0, Some(40)),
            f.alloca(0, Some(8)),
        );
        let middle = at(f, from, 8);
        let (behind, length) = (at(f, to, 16), f.constant(24));
        f.push(
            0,
            Op::Memory(MemoryIntrinsic::Copy, vec![behind, from, length]),
        );
        // Written after the copy stands in the program: the order does not count.
        store(f, middle, a);
        let (here, beside) = (at(f, to, 24), at(f, to, 32));
        values = vec![a, load(f, here), load(f, beside)];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [a, here, beside] = *values else { panic!() };
    assert_eq!(
        targets(&points_to, FIRST, here),
        Some(vec![(stack(a), Some(0))])
    );
    assert_eq!(targets(&points_to, FIRST, beside), None);
}

#[test]
fn numbers_carry_addresses_and_become_pointers_to_anything() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let (a, slot, eight) = (f.alloca(0, Some(32)), f.alloca(0, Some(8)), f.constant(8));
        let number = f.compute(0, Op::Cast(CastOp::PtrToInt, a), 64);
        let moved = f.compute(0, Op::Binary(BinaryOp::Add, number, eight), 64);
        let masked = f.compute(0, Op::Binary(BinaryOp::And, number, eight), 64);
        store(f, slot, moved);
        let punned = load(f, slot);
        let cast = f.push(0, Op::Cast(CastOp::IntToPtr, number));
        values = vec![a, punned, masked, cast];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [a, punned, masked, cast] = *values else {
        panic!()
    };
    assert_eq!(
        targets(&points_to, FIRST, punned),
        Some(vec![(stack(a), Some(8))])
    );
    assert_eq!(
        targets(&points_to, FIRST, masked),
        Some(vec![(stack(a), None)])
    );
    assert_eq!(targets(&points_to, FIRST, cast), None);
    // Not known to the outside, but still known to be in the number.
    assert!(!escaped(&points_to, stack(a)));
    let (unknown, objects) = points_to.reach(FuncId::from_index(FIRST), cast).unwrap();
    assert!(unknown && objects.len() == 1);
}

/// What becomes of the object `a` whose address the closure uses.
fn escapes_by(use_it: impl FnOnce(&mut Builder, ValueId)) -> bool {
    let mut object = None;
    let builder = body(|f| {
        let a = f.alloca(0, Some(16));
        object = Some(a);
        use_it(f, a);
    });
    let mut module = module(vec![builder]);
    // Somebody else's variable, and a function that nothing is known of.
    module.globals.push(variable(false));
    let points_to = PointsTo::of(&module);
    escaped(&points_to, stack(object.unwrap()))
}

fn variable(local: bool) -> Global {
    Global {
        local,
        ..crate::builder::variable(32)
    }
}

#[test]
fn what_reaches_unknown_code_escapes() {
    let unknown = || Callee::Direct(FuncId::from_index(99));
    assert!(escapes_by(
        |f, a| _ = call(f, unknown(), Model::UNKNOWN, vec![a])
    ));
    assert!(escapes_by(|f, a| {
        let global = f.global(0);
        store(f, global, a);
    }));
    // What lies in an object escapes with it.
    assert!(escapes_by(|f, a| {
        let holder = f.alloca(0, Some(8));
        call(f, unknown(), Model::UNKNOWN, vec![holder]);
        store(f, holder, a);
    }));
    // Through a pointer that came from outside.
    assert!(escapes_by(|f, a| {
        let somewhere = call(f, unknown(), Model::UNKNOWN, vec![]);
        store(f, somewhere, a);
    }));
    let opaque = |operands| Op::Opaque {
        name: "?".into(),
        operands,
    };
    assert!(escapes_by(|f, a| _ = f.push(0, opaque(vec![a]))));
    assert!(escapes_by(|f, a| _ = f.push(0, Op::Resume(a))));
    assert!(escapes_by(|f, a| _ = call(
        f,
        Callee::Assembly(Box::default()),
        Model::UNKNOWN,
        vec![a]
    )));
    assert!(escapes_by(|f, a| _ = library(f, "setvbuf", vec![a, a])));
    // The content of what is written out is known to the outside.
    assert!(escapes_by(|f, a| {
        let holder = f.alloca(0, Some(8));
        store(f, holder, a);
        let one = f.constant(1);
        library(f, "fwrite", vec![holder, one, one, one]);
    }));
}

#[test]
fn what_library_functions_do_with_addresses_is_known() {
    for name in ["strlen", "free", "puts", "fwrite", "memset", "strchr"] {
        assert!(
            !escapes_by(|f, a| {
                let n = f.constant(1);
                library(f, name, vec![a, n, n, n]);
            }),
            "{name}"
        );
    }
    let mut values = Vec::new();
    let builder = body(|f| {
        let (text, end, n) = (f.alloca(0, Some(16)), f.alloca(0, Some(8)), f.constant(10));
        library(f, "strtol", vec![text, end, n]);
        let old = library(f, "malloc", vec![n]);
        store(f, old, text);
        let new = library(f, "realloc", vec![old, n]);
        let found = library(f, "strchr", vec![text, n]);
        let (read, filled) = (f.alloca(0, Some(8)), f.alloca(0, Some(8)));
        store(f, filled, text);
        library(f, "fread", vec![filled, n, n, n]);
        values = vec![
            text,
            load(f, end),
            old,
            new,
            load(f, new),
            found,
            load(f, read),
            load(f, filled),
        ];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [text, end, old, new, moved, found, read, filled] = *values else {
        panic!()
    };
    let id = FuncId::from_index(FIRST);
    let of = |value| targets(&points_to, FIRST, value);
    assert_eq!(of(end), Some(vec![(stack(text), None)]));
    assert_eq!(of(found), Some(vec![(stack(text), None)]));
    assert_eq!(of(old), Some(vec![(Site::Heap(id, old), Some(0))]));
    assert_eq!(of(new), Some(vec![(Site::Heap(id, new), Some(0))]));
    assert_eq!(of(moved), Some(vec![(stack(text), Some(0))]));
    // Never written; and read from a file.
    assert_eq!(of(read), None);
    assert_eq!(of(filled), None);
}

#[test]
fn calls_bring_arguments_in_and_results_out_also_through_pointers() {
    let mut values = Vec::new();
    let identity = body(|f| {
        let p = f.param(None);
        f.push(0, Op::Return(Some(p)));
    });
    let table = |f: &mut Builder| {
        let global = f.global(0);
        let place = at(f, global, 8);
        load(f, place)
    };
    let caller = body(|f| {
        let (a, b) = (f.alloca(0, Some(8)), f.alloca(0, Some(8)));
        let direct = call(
            f,
            Callee::Direct(FuncId::from_index(1)),
            Model::UNKNOWN,
            vec![a],
        );
        let pointer = table(f);
        let indirect = call(f, Callee::Indirect(pointer), Model::UNKNOWN, vec![b]);
        values = vec![a, b, direct, indirect];
    });
    let mut module = module(vec![caller, identity]);
    module.globals.push(variable(true));
    let function = Symbol::Function(FuncId::from_index(1));
    module.initial_addresses = vec![vec![InitialAddress {
        at: 8,
        symbol: function,
        offset: 0,
    }]];
    let points_to = PointsTo::of(&module);
    let [a, b, direct, indirect] = *values else {
        panic!()
    };
    let both = Some(vec![(stack(a), Some(0)), (stack(b), Some(0))]);
    assert_eq!(targets(&points_to, FIRST, direct), both);
    assert_eq!(targets(&points_to, FIRST, indirect), both);
    let callees = points_to
        .callees(FuncId::from_index(FIRST), indirect)
        .unwrap();
    assert_eq!(callees.functions, [FuncId::from_index(1)]);
    assert!(!callees.outside);

    // The same, but the table is anybody's: what it holds by now nobody knows.
    module.globals[GlobalId::from_index(0)].local = false;
    let points_to = PointsTo::of(&module);
    assert_eq!(targets(&points_to, FIRST, indirect), None);
    assert!(escaped(&points_to, stack(b)));
    // Unless it cannot be written.
    module.globals[GlobalId::from_index(0)].constant = true;
    let points_to = PointsTo::of(&module);
    let callees = points_to
        .callees(FuncId::from_index(FIRST), indirect)
        .unwrap();
    assert!(!callees.outside);
}

#[test]
fn whoever_may_be_called_by_anybody_gets_anything() {
    let mut parameter = None;
    let make = |parameter: &mut Option<ValueId>| body(|f| *parameter = Some(f.param(None)));
    let builder = make(&mut parameter);
    let id = FuncId::from_index(0);
    let of = |module: &Module| {
        let points_to = PointsTo::of(module);
        let reached = points_to.reach(id, parameter.unwrap()).unwrap();
        reached.0
    };
    let mut module = module(vec![builder]);
    assert!(!of(&module));
    module.functions[id].local = false;
    assert!(of(&module));
    module.functions[id].local = true;
    module.exposed.functions.insert(id);
    assert!(of(&module));
}

#[test]
fn a_definition_that_may_be_replaced_is_not_believed() {
    let mut values = Vec::new();
    let caller = body(|f| {
        let a = f.alloca(0, Some(8));
        call(
            f,
            Callee::Direct(FuncId::from_index(1)),
            Model::UNKNOWN,
            vec![a],
        );
        values = vec![a];
    });
    let mut module = module(vec![caller, body(|f| _ = f.param(None))]);
    assert!(!escaped(&PointsTo::of(&module), stack(values[0])));
    module.functions[FuncId::from_index(1)].replaceable = true;
    assert!(escaped(&PointsTo::of(&module), stack(values[0])));
}

#[test]
fn arguments_that_are_only_lent_do_not_escape_but_what_lies_in_them_does() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let (a, holder) = (f.alloca(0, Some(8)), f.alloca(0, Some(8)));
        store(f, holder, a);
        let lent = call(
            f,
            Callee::Direct(FuncId::from_index(99)),
            Model::UNKNOWN,
            vec![holder],
        );
        f.function.not_kept.insert((lent, 0));
        values = vec![a, holder, load(f, holder)];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [a, holder, read] = *values else { panic!() };
    assert!(escaped(&points_to, stack(a)));
    assert!(!escaped(&points_to, stack(holder)));
    let holder = points_to.object(stack(holder)).expect("it is pointed to");
    assert!(points_to.escape(holder).is_known_outside());
    assert_eq!(targets(&points_to, FIRST, read), None);
}

#[test]
fn what_a_variable_leads_to_may_be_shared_between_threads() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let (kept, private, n) = (f.constant(8), f.constant(8), f.constant(8));
        let _ = (kept, private);
        let (kept, private) = (library(f, "malloc", vec![n]), library(f, "malloc", vec![n]));
        let global = f.global(0);
        store(f, global, kept);
        store(f, private, kept);
        values = vec![kept, private];
    });
    let mut module = module(vec![builder]);
    module.globals.push(variable(true));
    let points_to = PointsTo::of(&module);
    let object = |value| {
        points_to
            .object(Site::Heap(FuncId::from_index(FIRST), value))
            .unwrap()
    };
    let (kept, private) = (object(values[0]), object(values[1]));
    assert!(points_to.escape(kept).is_shared() && !points_to.escape(kept).escapes_module());
    assert!(!points_to.escape(private).is_shared());
}

#[test]
fn walks_end_and_cycles_collapse() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let objects: Vec<ValueId> = (0..8).map(|_| f.alloca(0, Some(64))).collect();
        // p = phi(all, q); q = phi(p, p + 8)
        let p = f.push(0, Op::Phi(Vec::new()));
        let q = f.push(0, Op::Phi(Vec::new()));
        let next = at(f, p, 8);
        let block = f.block(0);
        let edges = |values: &[ValueId]| values.iter().map(|&v| (block, v)).collect();
        let mut into: Vec<ValueId> = objects.clone();
        into.push(q);
        f.function.values[p].def = ValueDef::Instruction(Op::Phi(edges(&into)));
        f.function.values[q].def = ValueDef::Instruction(Op::Phi(edges(&[p])));
        let walked = f.push(0, Op::Phi(edges(&[objects[0]])));
        let step = at(f, walked, 16);
        f.function.values[walked].def = ValueDef::Instruction(Op::Phi(edges(&[objects[0], step])));
        values = vec![objects[0], p, q, next, walked];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    let [first, p, q, _, walked] = *values else {
        panic!()
    };
    assert_eq!(targets(&points_to, FIRST, p), targets(&points_to, FIRST, q));
    assert_eq!(targets(&points_to, FIRST, p).unwrap().len(), 8);
    assert_eq!(points_to.found.as_ref().unwrap().graph.collapsed, 1);
    // So many places are not distinguished any longer.
    assert!(
        targets(&points_to, FIRST, walked)
            .unwrap()
            .contains(&(stack(first), None))
    );
}

#[test]
fn who_points_to_too_much_points_to_anything() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let objects: Vec<ValueId> = (0..200).map(|_| f.alloca(0, Some(8))).collect();
        let block = f.block(0);
        let edges = objects.iter().map(|&v| (block, v)).collect();
        let p = f.push(0, Op::Phi(edges));
        let alone = f.alloca(0, Some(8));
        values = vec![p, objects[0], alone];
    });
    let points_to = PointsTo::of(&module(vec![builder]));
    assert_eq!(targets(&points_to, FIRST, values[0]), None);
    assert!(escaped(&points_to, stack(values[1])));
    assert!(!escaped(&points_to, stack(values[2])));
}

#[test]
fn where_the_budget_ends_nothing_is_known() {
    let mut values = Vec::new();
    let builder = body(|f| {
        let a = f.alloca(0, Some(8));
        values = vec![a, at(f, a, 4)];
    });
    let module = module(vec![builder]);
    assert!(!PointsTo::of(&module).gave_up());
    let points_to = PointsTo::with_limit(&module, 1);
    assert!(points_to.gave_up());
    assert_eq!(targets(&points_to, FIRST, values[0]), None);
}
