//! The printed form of the analysis IR, read from text.

mod any_text;
mod errors;

use expect_test::{Expect, expect};
use sanecc_ir::{Id, Layout, Model, Module, Op};

/// The example of the page about the printed form.
fn example() -> &'static str {
    let page = include_str!("../../../../docs/ir.md");
    page.split("```\n").nth(1).expect("the page has an example")
}

#[track_caller]
fn parse(text: &str) -> Module {
    Module::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What a text that leaves something out is printed as.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let module = parse(text);
    expected.assert_eq(&module.to_string());
    assert_eq!(parse(&module.full_text()), module);
}

#[test]
fn the_example_of_the_page_is_printed_as_it_stands() {
    let module = parse(example());
    assert_eq!(module.to_string(), example());
    assert_eq!(parse(&module.full_text()), module);
}

#[test]
fn what_is_left_out_follows_from_types() {
    check(
        "
        t0 = struct { i8, i32, ptr, i16 }
        t1 = array 3 of t0
        g0 @table : t1
        g1 @number : i32 = { 0: x\"2a\" }
        f0 declare @puts(ptr) -> i32
        f1 define @f(v0: ptr, v1: i64) -> i32
        b0: ; accesses follow
          v2: i32 = load v0
          v3 = store v0, <4 x i32> zero
          v4 = memcpy v0, g0, v1, i1 0
          v5: i32 = call f0(v0)
          v6 = return v2
        ",
        expect![[r#"
            t0 = struct { 0: i8, 4: i32, 8: ptr, 16: i16 } 24 bytes align 8
            t1 = array 3 of t0 stride 24 72 bytes align 8
            g0 @table : t1 72 bytes elsewhere
            g1 @number : i32 4 bytes exact = { 0: "*" }
            f0 declare @puts(ptr) -> i32
            f1 define @f(v0: ptr, v1: i64) -> i32
            b0:
              v2: i32 = load v0
                a0 read 4 bytes at v0 align 4
              v3 = store v0, <4 x i32> zero
                a1 write 16 bytes at v0 align 16
              v4 = memcpy v0, g0, v1, i1 0
                a2 read v1 bytes at g0 align 1 bulk
                a3 write v1 bytes at v0 align 1 bulk
              v5: i32 = call f0(v0)
              v6 = return v2
        "#]],
    );
}

#[test]
fn other_layouts_have_other_pointers() {
    let module = parse(
        "layout 32 big_endian
        t0 = struct { i8, ptr, i8 }
        g0 @g : ptr = { 0: g0 + 2 }
        f0 declare @f() -> void",
    );
    let expected = Layout {
        big_endian: true,
        ..Layout::of_width(32)
    };
    assert_eq!(module.layout, expected);
    assert_eq!(module.functions[Id::from_index(0)].layout, expected);
    assert_eq!(module.aggregates[Id::from_index(0)].bytes, 12);
    assert_eq!(module.globals[Id::from_index(0)].size, 4);
}

#[test]
fn models_follow_from_name_and_types_or_are_told() {
    let model = |head: &str, call: &str| {
        let text = format!(
            "f0 declare {head}\nf1 define @f(v0: ptr) -> void\nb0:\n  {call}\n  v2 = return\n"
        );
        let module = parse(&text);
        let function = &module.functions[Id::from_index(1)];
        assert_eq!(parse(&module.full_text()), module);
        match function.op(Id::from_index(1)) {
            Some(Op::Call { model, .. }) => *model,
            other => panic!("{other:?}"),
        }
    };
    let strlen = "@strlen(ptr) -> i64";
    assert_eq!(
        model(strlen, "v1: i64 = call f0(v0)"),
        Model::of("strlen", &Layout::default())
    );
    let hidden = "@strlen(ptr) -> i64 hidden";
    assert_eq!(model(hidden, "v1: i64 = call f0(v0)"), Model::UNKNOWN);
    let other = "@strlen(i32) -> i64";
    assert_eq!(model(other, "v1: i64 = call f0(1)"), Model::UNKNOWN);
    for name in [
        "malloc", "calloc", "realloc", "memcpy", "strtol", "fread", "read", "fwrite",
    ] {
        let known = Model::of(name, &Layout::default());
        let text = "@own(ptr) -> ptr";
        let module = parse(&format!(
            "f0 declare {text}\nf1 define @f(v0: ptr) -> void\nb0:\n  v1: ptr = call f0(v0)\n"
        ));
        let mut changed = module.clone();
        let function = &mut changed.functions[Id::from_index(1)];
        let value = &mut function.values[Id::from_index(1)];
        if let sanecc_ir::ValueDef::Instruction(Op::Call { model, .. }) = &mut value.def {
            *model = known;
        }
        assert_ne!(changed, module);
        assert_eq!(parse(&changed.full_text()), changed, "{name}");
    }
}

#[test]
fn numbers_are_read_as_their_type_has_them() {
    check(
        "
        f0 define @f(v0: double, v1: i8) -> void
        b0:
          v2: double = fadd v0, 0.1
          v3: double = fadd v0, 0x7ff0000000000000
          v4: double = fadd v0, -0.0
          v5: i8 = add v1, 255
          v6: x87 = fadd 0x3fff8000000000000000, poison
          v7 = return
        ",
        expect![[r#"
            f0 define @f(v0: double, v1: i8) -> void
            b0:
              v2: double = fadd v0, 0.1
              v3: double = fadd v0, 0x7ff0000000000000
              v4: double = fadd v0, -0.0
              v5: i8 = add v1, -1
              v6: x87 = fadd 0x3fff8000000000000000, poison
              v7 = return
        "#]],
    );
}

#[test]
fn places_share_scopes() {
    let text = "source \"a.c\"
target \"\"
layout pointer 64 index 64 size 64 long 64
scope s0 = \"main\" in \"a.c\"
scope s1 = \"inner\" in \"b.h\" inlined at 7:3 s0
f0 define @main() -> i32 !5:0 s0
b0:
  v0: i32 = freeze undef !2:9 s1
  v1 = return v0 !8:1 s0
";
    let module = parse(text);
    assert_eq!(module.full_text(), text);
    let function = &module.functions[Id::from_index(0)];
    let inner = function.location_of(Id::from_index(0)).unwrap();
    let outer = inner.inlined_at.as_deref().unwrap();
    assert_eq!((&*inner.function, inner.line), ("inner", 2));
    assert_eq!((&*outer.function, outer.line, outer.column), ("main", 7, 3));
}
