//! Calls `(pointer, ...)` that become calls `(base, bytes, ...)`.

use sanecc_ir::llvm::edit::{Editor, SplitCallee};
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

/// The lines that have taken the place of the calls of `check`, in order.
fn split(body: &str) -> Vec<String> {
    split_into(None, body)
}

/// The same, where calls whose base no other has become calls of `alone`.
fn split_into(alone: Option<&str>, body: &str) -> Vec<String> {
    let context = Context::new();
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        @own = thread_local global [4 x i64] zeroinitializer
        @a = private constant i32 1
        @b = private constant i32 2
        declare void @check(ptr, ptr)
        declare ptr @llvm.threadlocal.address.p0(ptr)
        define void @f(ptr %p, i64 %i, i1 %which) {{
        {body}
        ret void
        }}"
    );
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    Editor::by_name(&mut bitcode).split_first_arguments(|name| {
        (name == "check").then(|| SplitCallee {
            constant: "fixed".to_owned(),
            alone: alone.map(str::to_owned),
            variable: "any".to_owned(),
        })
    });
    bitcode.verify("splitting").unwrap();
    let text = bitcode.to_text();
    assert!(text.contains("noredzone"), "{text}");
    let calls = text.lines().filter(|line| line.contains(" call void @"));
    calls.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn constants_go_beside_the_base() {
    let calls = split(
        "%q = getelementptr i8, ptr %p, i64 12
        call void @check(ptr %q, ptr @a)",
    );
    assert_eq!(calls, ["call void @fixed(ptr %p, i64 12, ptr @a)"]);
}

#[test]
fn a_base_of_one_call_and_one_of_several_have_their_own_callees() {
    let calls = split_into(
        Some("single"),
        "%q = getelementptr i8, ptr %p, i64 12
        %r = getelementptr i64, ptr %p, i64 %i
        call void @check(ptr %q, ptr @a)
        call void @check(ptr %r, ptr @a)
        call void @check(ptr %p, ptr @b)",
    );
    assert_eq!(
        calls,
        [
            "call void @fixed(ptr %p, i64 12, ptr @a)",
            "call void @single(ptr %r, i64 0, ptr @a)",
            "call void @fixed(ptr %p, i64 0, ptr @b)",
        ]
    );
}

#[test]
fn a_distance_that_fits_no_displacement_stays_in_the_base() {
    let calls = split(
        "%q = getelementptr i8, ptr %p, i64 -4294967296
        call void @check(ptr %q, ptr @a)",
    );
    assert_eq!(calls, ["call void @fixed(ptr %q, i64 0, ptr @a)"]);
}

#[test]
fn an_argument_that_varies_has_another_callee() {
    let calls = split(
        "%site = select i1 %which, ptr @a, ptr @b
        call void @check(ptr %p, ptr %site)",
    );
    assert_eq!(calls, ["call void @any(ptr %p, i64 0, ptr %site)"]);
}

/// Their operand would be relative to a segment.
#[test]
fn thread_local_addresses_come_in_a_register() {
    for base in [
        "%t = call ptr @llvm.threadlocal.address.p0(ptr @own)",
        "%t = getelementptr i64, ptr @own, i64 %i",
    ] {
        let calls = split(&format!(
            "{base}
            %q = getelementptr i64, ptr %t, i64 %i
            call void @check(ptr %q, ptr @a)"
        ));
        let [call] = calls.as_slice() else {
            panic!("{calls:?}");
        };
        assert!(call.starts_with("call void @fixed(ptr %"), "{call}");
        assert!(!call.contains("%q"), "{call}");
    }
    let calls = split("call void @check(ptr getelementptr (i8, ptr @own, i64 8), ptr @a)");
    assert!(!calls[0].contains("@own"), "{calls:?}");
}
