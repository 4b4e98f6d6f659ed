//! PoisonFlags of instructions are taken back, and only those.

use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

#[test]
fn an_instruction_promises_nothing_any_more() {
    let context = Context::new();
    let text = "
        target triple = \"x86_64-unknown-linux-gnu\"
        define i64 @f(i32 %a, i32 %b) {
          %sum = add nuw nsw i32 %a, %b
          %shifted = shl nuw nsw i32 %sum, 1
          %half = lshr exact i32 %shifted, 1
          %both = or disjoint i32 %half, 1
          %short = trunc nuw nsw i32 %both to i8
          %wide = zext nneg i8 %short to i64
          %kept = add nuw nsw i64 %wide, 1
          ret i64 %kept
        }
        ";
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, handles) = import(&bitcode);
    let mut editor = Editor::new(&mut bitcode, handles);
    for (id, function) in module.functions.iter() {
        let mut promising: Vec<_> = function.poison_flags.keys().copied().collect();
        promising.sort_unstable();
        assert_eq!(promising.len(), 7);
        for &value in &promising[..6] {
            editor.drop_poison_flags(id, value);
        }
    }
    drop(editor);
    let (module, _) = import(&bitcode);
    for (_, function) in module.functions.iter() {
        assert_eq!(function.poison_flags.len(), 1, "{}", bitcode.to_text());
    }
}

#[test]
fn an_address_may_leave_its_object() {
    let context = Context::new();
    let text = "
        target triple = \"x86_64-unknown-linux-gnu\"
        define ptr @f(ptr %p, i64 %n) {
          %moved = getelementptr inbounds nuw i8, ptr %p, i64 %n
          ret ptr %moved
        }
        ";
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    assert!(bitcode.to_text().contains("getelementptr inbounds nuw i8"));
    let (module, handles) = import(&bitcode);
    let mut editor = Editor::new(&mut bitcode, handles);
    for (id, function) in module.functions.iter() {
        for &value in &function.in_bounds {
            editor.drop_poison_flags(id, value);
        }
    }
    drop(editor);
    let text = bitcode.to_text();
    assert!(text.contains("getelementptr i8, ptr %p"), "{text}");
}

#[test]
fn nothing_is_promised_of_integers_from_elsewhere() {
    let context = Context::new();
    let text = "
        target triple = \"x86_64-unknown-linux-gnu\"
        declare zeroext i1 @outside()
        declare void @llvm.assume(i1)
        define internal zeroext range(i8 0, 4) i8 @inside(ptr %p) {
          %n = load i8, ptr %p, !range !0
          call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]
          ret i8 %n
        }
        define i64 @f(ptr %p, i8 zeroext range(i8 0, 3) %a, ptr nonnull %q) {
          %flag = call zeroext i1 @outside()
          %n = call zeroext range(i8 0, 2) i8 @inside(ptr %p), !range !0
          %less = icmp ult i8 %n, 2
          call void @llvm.assume(i1 %less)
          call void @g(i8 zeroext %n)
          ret i64 0
        }
        define void @g(i8 zeroext %n) {
          ret void
        }
        !0 = !{i8 0, i8 2}
        ";
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, handles) = import(&bitcode);
    let mut editor = Editor::new(&mut bitcode, handles);
    for (id, function) in module.functions.iter() {
        if function.defined && function.name != "g" {
            editor.drop_range_attributes(id);
        }
    }
    drop(editor);
    let after = bitcode.to_text();
    let has = |part: &str| assert!(after.contains(part), "{part} is missing in\n{after}");
    has("declare i1 @outside()");
    has("define internal zeroext i8 @inside(ptr %p)");
    has("%n = load i8, ptr %p, align 1\n");
    has("call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8) ]");
    has("define i64 @f(ptr %p, i8 %a, ptr nonnull %q)");
    has("%flag = call i1 @outside()");
    has("%n = call i8 @inside(ptr %p)\n");
    has("call void @llvm.assume(i1 true)\n");
    // Who hands something over still keeps its side of it.
    has("call void @g(i8 zeroext %n)");
    has("define void @g(i8 zeroext %n)");
}

#[test]
fn a_load_finds_what_stands_there_whatever_its_type() {
    let context = Context::new();
    let text = "
        target triple = \"x86_64-unknown-linux-gnu\"
        define i64 @f(ptr %p) {
          %n = load i64, ptr %p, align 8, !tbaa !0, !invariant.load !3
          %m = load i64, ptr %p, align 8, !tbaa !0
          ret i64 %n
        }
        !0 = !{!1, !1, i64 0}
        !1 = !{!\"long\", !2}
        !2 = !{!\"Simple C/C++ TBAA\"}
        !3 = !{}
        ";
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, handles) = import(&bitcode);
    let mut editor = Editor::new(&mut bitcode, handles);
    for (id, function) in module.functions.iter() {
        let (_, first) = function.accesses.iter().next().unwrap();
        editor.drop_poison_flags(id, first.instruction);
    }
    drop(editor);
    let after = bitcode.to_text();
    assert!(
        after.contains("%n = load i64, ptr %p, align 8\n"),
        "{after}"
    );
    assert!(
        after.contains("%m = load i64, ptr %p, align 8, !tbaa"),
        "{after}"
    );
}
