//! Functions are inlined before accesses are checked, and no access gets lost.

use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use std::path::Path;

/// The text of `@f`, which calls `@callee`, after inlining.
fn caller(callee: &str) -> String {
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"\n\
         @table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n\
         declare void @keep(ptr)\n\
         define internal void @callee(ptr %p, i64 %i) sanitize_address {{\n{callee} ret void\n}}\n\
         define void @f(ptr %p) sanitize_address {{\n call void @callee(ptr %p, i64 4)\n ret void\n}}\n"
    );
    let context = Context::new();
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let tuning = Pipeline {
        unroll: false,
        checks_follow: false,
        verify_each: true,
        reading: Reading::Faithful,
    };
    bitcode.inline_keeping_accesses(tuning).unwrap();
    let text = bitcode.to_text();
    assert!(
        !text.contains("noinline") && text.contains("@table = internal constant"),
        "{text}"
    );
    let (_, body) = text.split_once("@f(").unwrap();
    body.split_once("\n}").unwrap().0.to_owned()
}

#[test]
fn what_a_callee_accesses_its_caller_accesses() {
    let body = caller(
        " %at = getelementptr i32, ptr %p, i64 %i\n %v = load i32, ptr %at\n store i32 %v, ptr %p\n",
    );
    assert!(!body.contains("call"), "{body}");
    assert!(
        body.contains("load i32") && body.contains("store i32"),
        "{body}"
    );
}

#[test]
fn what_is_beyond_a_constant_is_read() {
    let body = caller(
        " %at = getelementptr i32, ptr @table, i64 %i\n %v = load i32, ptr %at\n store i32 %v, ptr %p\n",
    );
    assert!(body.contains("load i32"), "{body}");
}

#[test]
fn a_callee_with_objects_or_assembly_stays_apart() {
    for callee in [
        " %object = alloca i32\n call void @keep(ptr %object)\n",
        " call void asm sideeffect \"\", \"r\"(ptr %p)\n",
    ] {
        let body = caller(callee);
        assert!(body.contains("call void @callee"), "{body}");
    }
}
