//! Calls of functions: who is called, and what is known of it.

use crate::{THUMB, check, function, module, module_for, operations};
use expect_test::expect;
use sanecc_ir::{Allocation, Callee, Model, Most, Op, Size};

#[test]
fn direct_indirect_and_assembly() {
    check(
        "
        @alias = alias void (i32), ptr @defined
        @resolved = ifunc void (i32), ptr @resolver
        declare i32 @printf(ptr, ...)
        define void @defined(i32 %n) {
          ret void
        }
        define ptr @resolver() {
          ret ptr @defined
        }
        define void @f(ptr %callback, ptr %text) {
          call void @defined(i32 1)
          %a = call i32 (ptr, ...) @printf(ptr %text, double 1.0, i32 2)
          %b = call i32 %callback(ptr %text)
          call void asm sideeffect \"\", \"r,~{memory}\"(ptr %text)
          call void @alias(i32 2)
          call void @resolved(i32 3)
          call void @f(ptr @defined, ptr null)
          %c = call i64 @defined(ptr %text)
          ret void
        }",
        expect![[r#"
            f0 declare @printf(ptr, ...) -> i32
            f1 define @defined(v0 "n": i32) -> void unchecked replaceable exposed
            b0:
              v1 = return
            f2 define @resolver() -> ptr unchecked replaceable exposed
            b0:
              v0 = return f1
            f3 define @f(v0 "callback": ptr, v1 "text": ptr) -> void unchecked replaceable
              const v15: ptr = alias f1 symbolic
              const v17: ptr = resolved f2 symbolic
            b0:
              v2 = call f1(1)
              v3: i32 = call f0(v1, double 1.0, i32 2)
              v4: i32 = call (ptr) -> i32 indirect v0(v1)
              v5 = call (ptr) -> void asm volatile "" "r,~{memory}"(v1)
              v6 = call (i32) -> void indirect v15(2)
              v7 = call (i32) -> void indirect v17(3)
              v8 = call f3(f1, null)
              v9: i64 = call (ptr) -> i64 f1(v1)
              v10 = return
        "#]],
    );
}

/// The calls of `f`: whether direct, with their model and flags.
fn calls(ir: &str) -> Vec<(bool, Model, [bool; 3])> {
    let module = module(ir);
    operations(function(&module, "f"))
        .into_iter()
        .filter_map(|op| match op {
            Op::Call {
                callee,
                model,
                noreturn,
                returns_twice,
                must_tail,
                ..
            } => Some((
                matches!(callee, Callee::Direct(_)),
                *model,
                [*noreturn, *returns_twice, *must_tail],
            )),
            _ => None,
        })
        .collect()
}

#[test]
fn library_functions_have_a_model_unless_the_program_defines_them() {
    let found = calls(
        "
        declare ptr @malloc(i64)
        declare i64 @strlen(ptr)
        define ptr @calloc(i64 %n, i64 %m) {
          ret ptr null
        }
        define void @f(ptr %p) {
          %a = call ptr @malloc(i64 3)
          %b = call i64 @strlen(ptr %a)
          %c = call ptr @calloc(i64 1, i64 2)
          %d = call ptr %p(i64 3)
          ret void
        }",
    );
    let models: Vec<Model> = found.iter().map(|(_, model, _)| *model).collect();
    let size = Size::Argument(0);
    assert_eq!(models[0].allocates, Some(Allocation { size }));
    assert!(!models[1].may_free);
    assert_eq!(models[2..], [Model::UNKNOWN, Model::UNKNOWN]);
}

#[test]
fn targets_with_32_bit_addresses_have_the_same_models() {
    let module = module_for(
        THUMB,
        "
        declare ptr @malloc(i32)
        declare i32 @strlen(ptr)
        declare i64 @llabs(i64)
        declare ptr @calloc(i64, i64)
        define void @f() {
          %a = call ptr @malloc(i32 3)
          %b = call i32 @strlen(ptr %a)
          %c = call i64 @llabs(i64 -1)
          %d = call ptr @calloc(i64 1, i64 2)
          ret void
        }",
    );
    let operations = operations(function(&module, "f"));
    let models = operations.into_iter().filter_map(|op| match op {
        Op::Call { model, .. } => Some(*model),
        _ => None,
    });
    let models: Vec<Model> = models.collect();
    let size = Size::Argument(0);
    assert_eq!(models[0].allocates, Some(Allocation { size }));
    let length = models[1].returned.unwrap();
    assert_eq!(length.bits, 32);
    assert_eq!(length.most, Most::Number(i64::from(i32::MAX) - 1));
    assert!(!models[2].may_free);
    // Its sizes have 32 bits there.
    assert_eq!(models[3], Model::UNKNOWN);
}

#[test]
fn a_wrong_declaration_of_a_library_function_tells_nothing() {
    let found = calls(
        "
        declare ptr @malloc(...)
        declare ptr @calloc(i64, ptr)
        define void @f(ptr %p) {
          %a = call ptr (...) @malloc()
          %b = call ptr @calloc(i64 1, ptr %p)
          %c = call ptr (...) @malloc(i64 8)
          ret void
        }",
    );
    let sized: Vec<bool> = found
        .iter()
        .map(|(_, model, _)| model.allocates.is_some())
        .collect();
    assert_eq!(sized, [false, false, true]);
}

#[test]
fn a_recursive_function_with_a_librarys_name_is_the_programs_own() {
    let module = module(
        "
        define ptr @malloc(i64 %n) {
          %a = call ptr @malloc(i64 %n)
          ret ptr %a
        }",
    );
    match operations(function(&module, "malloc"))[0] {
        Op::Call { model, .. } => assert_eq!(*model, Model::UNKNOWN),
        other => panic!("{other:?}"),
    }
}

#[test]
fn attributes_of_the_call_and_of_the_callee_count() {
    let found = calls(
        "
        declare void @exit(i32) noreturn
        declare i32 @_setjmp(ptr) returns_twice
        declare void @other(ptr)
        define void @f(ptr %p) {
          call void @exit(i32 1)
          %a = call i32 @_setjmp(ptr %p)
          call void @other(ptr %p) noreturn
          %b = call i32 %p(ptr %p) returns_twice
          musttail call void @other(ptr %p)
          ret void
        }",
    );
    let flags: Vec<[bool; 3]> = found.iter().map(|(_, _, flags)| *flags).collect();
    assert_eq!(
        flags,
        [
            [true, false, false],
            [false, true, false],
            [true, false, false],
            [false, true, false],
            [false, false, true],
        ]
    );
}

#[test]
fn a_function_that_may_be_returned_to_twice_says_so() {
    let module = module(
        "
        declare i32 @_setjmp(ptr) returns_twice
        declare i32 @llvm.eh.sjlj.setjmp(ptr)
        declare void @exit(i32)
        define void @library(ptr %p) {
          %a = call i32 @_setjmp(ptr %p)
          ret void
        }
        define void @builtin(ptr %p) {
          %a = call i32 @llvm.eh.sjlj.setjmp(ptr %p)
          ret void
        }
        define void @neither(ptr %p) {
          call void @exit(i32 0)
          ret void
        }",
    );
    let says = |name| function(&module, name).calls_setjmp;
    assert_eq!(
        [says("library"), says("builtin"), says("neither")],
        [true, true, false]
    );
}

#[test]
fn the_front_end_says_which_functions_are_checked() {
    let module = module(
        "
        declare void @declared() sanitize_address
        define void @checked() sanitize_address {
          ret void
        }
        define void @plain() {
          ret void
        }
        define void @disabled() sanitize_address disable_sanitizer_instrumentation {
          ret void
        }
        define void @naked() sanitize_address naked {
          call void asm sideeffect \"ret\", \"\"()
          unreachable
        }",
    );
    let checked: Vec<&str> = module
        .functions
        .iter()
        .filter(|(_, f)| f.checked)
        .map(|(_, f)| f.name.as_str())
        .collect();
    assert_eq!(checked, ["checked"]);
}

#[test]
fn operand_bundles_and_metadata_are_no_arguments() {
    check(
        "
        declare void @callee(i32)
        declare i64 @llvm.read_register.i64(metadata)
        declare void @llvm.assume(i1)
        define void @f(ptr %p, i32 %n) {
          call void @callee(i32 %n) [ \"deopt\"(ptr %p, i32 7) ]
          call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 16) ]
          %a = call i64 @llvm.read_register.i64(metadata !0)
          ret void
        }
        !0 = !{!\"rsp\"}",
        expect![[r#"
            f0 declare @callee(i32) -> void
            f1 declare @llvm.read_register.i64(other) -> i64
            f2 declare @llvm.assume(i1) -> void
            f3 define @f(v0 "p": ptr, v1 "n": i32) -> void unchecked replaceable
              const v7: other = text "rsp"
            b0:
              v2 = call f0(v1)
              v3 = inert "llvm.assume"(i1 -1)
              v4: i64 = inert "llvm.read_register.i64"(v7)
              v5 = return
        "#]],
    );
}
