//! What checks of callers and callees cover, from textual IR.

use sanecc_instrument::{CheckPlan, PlanOptions};
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@taken = global ptr null
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @unknown()
declare i32 @personality(...)
"#;

/// What is decided for the last access of the function `@f`.
fn decision(text: &str, disabled: &[&str]) -> String {
    let context = Context::new();
    let text = format!("{PRELUDE}{text}");
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    let module = import(&bitcode).0;
    let options = PlanOptions {
        disabled: disabled.iter().map(|&name| name.to_owned()).collect(),
        ..PlanOptions::default()
    };
    let plan = CheckPlan::of(&module, &options).describe(&module);
    let of_f = plan.lines().skip_while(|line| *line != "@f").skip(1);
    let of_f = of_f.take_while(|line| !line.starts_with('@'));
    let access = of_f.filter_map(|line| Some(line.trim().strip_prefix('a')?.split_once(" ? ")?.1));
    access.last().unwrap().to_owned()
}

/// A function `@f` that writes eight bytes behind its parameter, after this.
fn callee(before: &str) -> String {
    format!(
        "define internal void @f(ptr %p, i1 %c) sanitize_address {{
           {before}
           store i64 0, ptr %p
           ret void
         }}"
    )
}

/// A caller of this name that does something first.
fn caller(name: &str, before: &str) -> String {
    format!(
        "define void @{name}(ptr %q, i1 %c) sanitize_address {{
           {before}
           call void @f(ptr %q, i1 %c)
           ret void
         }}"
    )
}

const READS: &str = "%x = load i64, ptr %q";

#[track_caller]
fn redundant(text: &str, by: &str) {
    assert_eq!(
        decision(text, &[]),
        format!("write 8: none: covered by {by}")
    );
    for rule in ["interprocedural", "redundant"] {
        assert_eq!(decision(text, &[rule]), "write 8: shadow", "without {rule}");
    }
}

#[track_caller]
fn checked(text: &str) {
    assert_eq!(decision(text, &[]), "write 8: shadow");
}

#[test]
fn what_all_callers_have_accessed_needs_no_check() {
    let both = [
        callee(""),
        caller("g", READS),
        caller("h", "store i64 1, ptr %q"),
    ];
    redundant(&both.concat(), "all callers");
    let beside =
        "%q4 = getelementptr i8, ptr %q, i64 4\n store i32 1, ptr %q\n store i32 1, ptr %q4";
    redundant(&[callee(""), caller("g", beside)].concat(), "all callers");
    checked(&[callee(""), caller("g", READS), caller("h", "")].concat());
    checked(&[callee(""), caller("g", "%x = load i32, ptr %q")].concat());
}

#[test]
fn only_functions_that_calls_alone_can_enter_know_their_callers() {
    let with = |more: &str| [callee(""), caller("g", READS), more.to_owned()].concat();
    redundant(&with(""), "all callers");
    checked(&with(
        "define void @h() { store ptr @f, ptr @taken ret void }",
    ));
    checked(&with("@copy = internal global ptr @f"));
    checked(&with("@other = alias void (ptr, i1), ptr @f"));
    checked(&with("").replace("define internal", "define"));
    checked(&with("").replace("define internal", "define weak"));
    // One that is not checked has accessed nothing, and neither has one that passes something else.
    checked(&with(&caller("h", READS).replace("sanitize_address", "")));
    checked(&with(
        "define void @h() { call void @f(ptr undef, i1 0) ret void }",
    ));
    checked(&with(
        "define void @h() { call void @f(ptr null) ret void }",
    ));
}

#[test]
fn what_outlives_the_call_is_as_good_as_accessed() {
    let with = |bytes: u32| {
        let local = format!(
            "define void @h() {{
               %x = alloca [{bytes} x i8]
               call void @f(ptr %x, i1 0)
               ret void
             }}"
        );
        [
            callee(""),
            caller("g", READS),
            local.replace("()", "() sanitize_address"),
        ]
        .concat()
    };
    redundant(&with(8), "all callers");
    checked(&with(7));
    checked(&with(8).replace(
        "call void @f(ptr %x",
        "%m = call ptr @malloc(i64 8)\n call void @f(ptr %m",
    ));
    checked(&with(8).replace(
        "call void @f(ptr %x",
        "store ptr %x, ptr @taken\n call void @f(ptr %x",
    ));
    checked(&with(8).replace(
        "call void @f(ptr %x",
        "%b = getelementptr i8, ptr %x, i64 1\n call void @f(ptr %b",
    ));
}

#[test]
fn nothing_between_access_and_access_may_end_the_life() {
    let freed = [
        callee(""),
        caller("g", &format!("{READS}\n call void @free(ptr %q)")),
    ];
    checked(&freed.concat());
    let inside = [callee("call void @free(ptr %p)"), caller("g", READS)];
    checked(&inside.concat());
    let unknown = [callee("call void @unknown()"), caller("g", READS)];
    checked(&unknown.concat());
}

#[test]
fn what_is_passed_on_is_counted_from_where_it_was_accessed() {
    let g = |offset: i64| {
        format!(
            "define void @g(ptr %q) sanitize_address {{
               %at = getelementptr i8, ptr %q, i64 16
               store i64 1, ptr %at
               %passed = getelementptr i8, ptr %q, i64 {offset}
               call void @f(ptr %passed, i1 0)
               ret void
             }}"
        )
    };
    redundant(&[callee(""), g(16)].concat(), "all callers");
    checked(&[callee(""), g(15)].concat());
    // Through a function that accesses nothing itself.
    let between = "define internal void @between(ptr %p) sanitize_address {
                     %at = getelementptr i8, ptr %p, i64 8
                     call void @f(ptr %at, i1 0)
                     ret void
                   }";
    let g = g(8).replace("@f(ptr %passed, i1 0)", "@between(ptr %passed)");
    redundant(
        &[callee(""), between.to_owned(), g.clone()].concat(),
        "all callers",
    );
    let frees = between.replace("call void @f", "call void @free(ptr %p)\n call void @f");
    checked(&[callee(""), frees, g].concat());
}

/// A recursive `@f` whose call of itself passes this after that.
fn recursive(passed: &str, first: &str) -> String {
    let body = format!(
        "define internal void @f(ptr %p, i1 %c) sanitize_address {{
           br i1 %c, label %down, label %end
         down:
           {first}
           %next = getelementptr i8, ptr %p, i64 8
           call void @f(ptr {passed}, i1 0)
           br label %end
         end:
           store i64 0, ptr %p
           ret void
         }}"
    );
    body + &caller("g", READS)
}

#[test]
fn recursion_has_what_every_call_of_it_has() {
    redundant(&recursive("%p", ""), "all callers, the call of 'f'");
    checked(&recursive("%next", ""));
    checked(&recursive("%p", "call void @free(ptr %p)"));
}

/// Calls `@g` with this body, and writes then.
fn after(body: &str) -> String {
    format!(
        "define void @f(ptr %p, i1 %c) sanitize_address {{
           call void @g(ptr %p, i1 %c)
           store i64 0, ptr %p
           ret void
         }}
         define internal void @g(ptr %q, i1 %c) sanitize_address {{
           {body}
         }}"
    )
}

#[test]
fn what_a_callee_has_accessed_wherever_it_returns_needs_no_check() {
    let always = after(&format!("{READS}\n ret void"));
    redundant(&always, "the call of 'g'");
    redundant(
        &always.replace("define internal", "define dso_local"),
        "the call of 'g'",
    );
    for other in [
        "define",
        "define weak dso_local",
        "define available_externally dso_local",
    ] {
        checked(&always.replace("define internal", other));
    }
    checked(&always.replace("%q, i1 %c) sanitize_address", "%q, i1 %c)"));
    checked(&after(&format!(
        "{READS}\n call void @free(ptr %q)\n ret void"
    )));
    checked(&after("%x = load i32, ptr %q\n ret void"));
    checked(&after(&format!(
        "br i1 %c, label %a, label %b\na:\n {READS}\n ret void\nb:\n ret void"
    )));
    redundant(
        &after(&format!(
            "br i1 %c, label %a, label %b\na:\n {READS}\n ret void\nb:\n unreachable"
        )),
        "the call of 'g'",
    );
}

#[test]
fn a_callee_that_is_left_by_an_exception_has_accessed_nothing() {
    let text = |to: &str| {
        format!(
            "define void @f(ptr %p, i1 %c) sanitize_address personality ptr @personality {{
               invoke void @g(ptr %p) to label %fine unwind label %bad
             fine:
               ret void
             bad:
               %pad = landingpad {{ ptr, i32 }} cleanup
               {to}
             }}
             define internal void @g(ptr %q) sanitize_address {{
               call void @unknown()
               {READS}
               ret void
             }}"
        )
    };
    checked(&text("store i64 0, ptr %p\n ret void"));
}
