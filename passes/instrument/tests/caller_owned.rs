//! What a function may take for granted of the objects that its callers pass, from textual IR.

use sanecc_instrument::{CheckPlan, PlanOptions};
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [16 x i32] zeroinitializer
@public = global [16 x i32] zeroinitializer
@published = constant [16 x i32] zeroinitializer
@keeper = internal global ptr null
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @unknown()
declare void @take(ptr)
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
"#;

/// What is decided for the one access of the function `@f`.
fn decision(text: &str) -> String {
    let context = Context::new();
    let text = format!("{PRELUDE}{text}");
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    let module = import(&bitcode).0;
    let plan = CheckPlan::of(&module, &PlanOptions::default()).describe(&module);
    let of_f = plan.lines().skip_while(|line| *line != "@f");
    let mut lines = of_f.filter_map(|line| line.trim().strip_prefix("a0 ? "));
    lines.next().unwrap().to_owned()
}

/// A callee with this body that writes the fourth number behind its parameter, and its callers.
fn written(body: &str, callers: &str) -> String {
    decision(&format!(
        "define internal void @f(ptr %p) sanitize_address noinline {{
           {body}
           %at = getelementptr i32, ptr %p, i64 3
           store i32 0, ptr %at
           ret void
         }}
         {callers}"
    ))
}

/// A caller with this body.
fn caller(body: &str) -> String {
    format!("define void @g(ptr %q, i1 %c) sanitize_address {{\n{body}\nret void\n}}")
}

#[track_caller]
fn needless(decision: &str) {
    assert!(
        decision.starts_with("write 4: none: in range"),
        "{decision}"
    );
}

#[track_caller]
fn checked(decision: &str) {
    assert!(decision.starts_with("write 4: shadow"), "{decision}");
}

const LOCAL: &str = "%x = alloca [4 x i32]\ncall void @f(ptr %x)";

#[test]
fn what_lives_in_all_callers_needs_no_check() {
    needless(&written("", &caller(LOCAL)));
    needless(&written("call void @unknown()", &caller(LOCAL)));
    needless(&written("", &caller("call void @f(ptr @table)")));
    needless(&written(
        "",
        &caller(&format!("{LOCAL}\ncall void @f(ptr @published)")),
    ));
    let copied = "define void @g(ptr byval([4 x i32]) %q) sanitize_address {
        call void @f(ptr %q)
        ret void
    }";
    needless(&written("", copied));
}

#[test]
fn every_caller_counts() {
    let with = |more: &str| written("", &caller(&format!("{LOCAL}\n{more}")));
    // Not enough room.
    checked(&with("%y = alloca [3 x i32]\ncall void @f(ptr %y)"));
    let behind = "%z = getelementptr [4 x i32], ptr %x, i64 0, i64 1\ncall void @f(ptr %z)";
    checked(&with(behind));
    // Anything, or nothing.
    checked(&with("call void @f(ptr %q)"));
    checked(&with("call void @f(ptr null)"));
    checked(&with("%h = call ptr @malloc(i64 64)\ncall void @f(ptr %h)"));
    checked(&with(
        "%s = select i1 %c, ptr %q, ptr @table\ncall void @f(ptr %s)",
    ));
    needless(&with(
        "%s = select i1 %c, ptr %x, ptr @table\ncall void @f(ptr %s)",
    ));
    // Others may call it, too.
    checked(&with("call void @take(ptr @f)"));
    checked(&with("store ptr @f, ptr @keeper"));
}

#[test]
fn what_others_may_poison_is_asked_for() {
    checked(&written(
        "",
        &caller(&format!("{LOCAL}\ncall void @take(ptr %x)")),
    ));
    checked(&written("call void @take(ptr %p)", &caller(LOCAL)));
    checked(&written("", &caller("call void @f(ptr @public)")));
    let declared = "declare void @__asan_poison_memory_region(ptr, i64)";
    let poisons = |object: &str| {
        let poisons = format!("call void @__asan_poison_memory_region(ptr {object}, i64 16)");
        let whole = caller(&format!("{LOCAL}\n{poisons}"));
        written("", &format!("{declared}\n{whole}"))
    };
    checked(&poisons("%x"));
    // What poisons memory is outside of the module, and was not told of the object.
    needless(&poisons("%q"));
    needless(&written("", &format!("{declared}\n{}", caller(LOCAL))));
}

#[test]
fn an_object_that_ends_before_the_call_is_dead() {
    let scoped = |text: &str| {
        let begin = "%x = alloca [4 x i32]\ncall void @llvm.lifetime.start.p0(i64 16, ptr %x)";
        let text = text.replace("end", "call void @llvm.lifetime.end.p0(i64 16, ptr %x)");
        written("", &caller(&format!("{begin}\n{text}")))
    };
    needless(&scoped("call void @f(ptr %x)\nend"));
    checked(&scoped("end\ncall void @f(ptr %x)"));
    checked(&scoped("call void @f(ptr %x)\nend\ncall void @f(ptr %x)"));
    // Of variable number, and given back before the call.
    let restored = "%s = call ptr @llvm.stacksave.p0()
        br label %next
      next:
        %x = alloca [4 x i32]
        call void @llvm.stackrestore.p0(ptr %s)
        call void @f(ptr %x)";
    checked(&written("", &caller(restored)));
}

#[test]
fn jumps_are_edges_that_nobody_sees() {
    let before = "%n = call i32 @_setjmp(ptr @table)";
    checked(&written("", &caller(&format!("{before}\n{LOCAL}"))));
    checked(&written(before, &caller(LOCAL)));
    needless(&written(
        "",
        &caller(&format!("{LOCAL}\ncall void @longjmp(ptr @table, i32 1)")),
    ));
}

#[test]
fn chains_of_calls_hand_it_on() {
    let chain = |offset: i64, passed: &str| {
        format!(
            "define internal void @h(ptr %p) sanitize_address noinline {{
               %q = getelementptr inbounds i32, ptr %p, i64 {offset}
               call void @f(ptr %q)
               ret void
             }}
             {}",
            caller(&format!(
                "%x = alloca [8 x i32]\ncall void @h(ptr {passed})"
            ))
        )
    };
    needless(&written("", &chain(4, "%x")));
    checked(&written("", &chain(5, "%x")));
    checked(&written("", &chain(4, "%q")));
}

#[test]
fn recursion_hands_it_on() {
    let recursive = |step: i64, least: i64| {
        decision(&format!(
            "define internal void @f(ptr %p, i64 %n) sanitize_address noinline {{
               %at = getelementptr i32, ptr %p, i64 %n
               store i32 0, ptr %at
               %more = icmp sgt i64 %n, {least}
               br i1 %more, label %again, label %end
             again:
               %next = add i64 %n, {step}
               call void @f(ptr %p, i64 %next)
               br label %end
             end:
               ret void
             }}
             define void @g(i64 %i) sanitize_address {{
               %x = alloca [16 x i32]
               %n = and i64 %i, 15
               call void @f(ptr %x, i64 %n)
               ret void
             }}"
        ))
    };
    needless(&recursive(-1, 0));
    checked(&recursive(-1, -1));
    checked(&recursive(1, 0));
    checked(&recursive(-2, 0));
    needless(&recursive(-2, 1));
}
