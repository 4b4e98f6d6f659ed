//! LLVM merges and moves reads of checked functions, and deletes no access that the first error may be at.

use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use std::path::Path;

const VALUES: &str = "function(early-cse<memssa>)";
const LOOPS: &str = "function(loop-simplify,lcssa,loop(loop-rotate<header-duplication>),loop-mssa(licm<no-allowspeculation>))";
const COMPUTATIONS: &str = "function(loop-mssa(licm<allowspeculation>))";

/// How the passes run.
const TUNING: Pipeline = Pipeline {
    unroll: false,
    checks_follow: false,
    verify_each: true,
    reading: Reading::Faithful,
};

/// A function after these passes: its blocks up to the loop, the loop, and the rest.
fn run(declarations: &str, parameters: &str, before: &str, body: &str) -> [String; 3] {
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"\n{declarations}\n\
         define void @f({parameters}, i32 %n) sanitize_address {{\n\
         entry:\n{before} br label %test\n\
         test:\n %i = phi i32 [ 0, %entry ], [ %more, %body ]\n %on = icmp slt i32 %i, %n\n br i1 %on, label %body, label %end\n\
         body:\n{body} %more = add i32 %i, 1\n br label %test\n\
         end:\n ret void\n}}\n"
    );
    let context = Context::new();
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode
        .run_keeping_accesses([VALUES, LOOPS, COMPUTATIONS, VALUES], TUNING)
        .unwrap();
    bitcode.verify("test").unwrap();
    let text = bitcode.to_text();
    assert!(!text.contains("sanecc."), "{text}");
    let (_, body) = text.split_once("@f(").unwrap();
    let (before, rest) = body.split_once("\nbody:").unwrap();
    let (within, after) = rest.split_once("\nend:").unwrap_or((rest, ""));
    // The loop ends at its branch back.
    let (within, exits) = within.split_once("br i1").unwrap();
    [before.into(), within.into(), format!("{exits}{after}")]
}

#[test]
fn a_read_that_all_iterations_have_in_common_stands_before_the_loop() {
    let body = " %row = load ptr, ptr %p\n %at = getelementptr i32, ptr %row, i32 %i\n store i32 0, ptr %at, !tbaa !0\n";
    let tbaa = "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !3}\n!2 = !{!4, !4, i64 0}\n!3 = !{!\"root\"}\n!4 = !{!\"pointer\", !3}\n";
    let body = body.replace("ptr %p\n", "ptr %p, !tbaa !2\n");
    let [before, within, _] = run(tbaa, "ptr %p", "", &body);
    assert!(before.contains("load ptr"), "{before}");
    assert!(!within.contains("load"), "{within}");
    assert!(within.contains("store i32 0"), "{within}");
    assert!(!within.contains("volatile"), "{within}");
}

#[test]
fn what_nobody_uses_is_read() {
    let body = " %a = load i32, ptr %p\n %b = load i32, ptr %p\n %no = sub i32 %a, %b\n";
    let [before, within, _] = run("", "ptr %p", "", body);
    assert_eq!((before + &within).matches("load i32").count(), 1);
    let declared = "declare i64 @length(ptr) memory(read) willreturn nounwind\n";
    let body = " %none = call i64 @length(ptr %p)\n";
    let [before, within, _] = run(declared, "ptr %p", "", body);
    assert_eq!((before + &within).matches("call i64 @length").count(), 1);
}

#[test]
fn what_is_beyond_a_constant_is_read() {
    let table = "@table = internal constant [2 x i32] zeroinitializer\n";
    let body =
        " %a = load i32, ptr getelementptr (i32, ptr @table, i64 2)\n store i32 %a, ptr %p\n";
    let [before, within, _] = run(table, "ptr %p", "", body);
    assert!((before + &within).contains("load i32"));
}

#[test]
fn a_sum_in_memory_is_kept_in_a_register_and_other_stores_stay() {
    let body = " %old = load i32, ptr %p\n %new = add i32 %old, %i\n store i32 %new, ptr %p\n";
    let [before, within, after] = run("", "ptr %p", "", body);
    assert!(before.contains("load i32, ptr %p"), "{before}");
    assert!(!within.contains("ptr %p"), "{within}");
    assert!(after.contains("store i32"), "{after}");
    let [_, within, _] = run("", "ptr dereferenceable(4) %p", "", body);
    assert!(within.contains("store i32"), "{within}");
    let body = " store i32 1, ptr %p\n store i32 %i, ptr %p\n";
    let [_, within, _] = run("", "ptr %p", "", body);
    assert_eq!(within.matches("store i32").count(), 2, "{within}");
}

#[test]
fn a_sum_in_a_global_is_kept_in_a_register() {
    let body = " %old = load i32, ptr @g\n %new = add i32 %old, %i\n store i32 %new, ptr @g\n";
    for global in [
        "@g = global i32 7",
        "@g = internal global i32 7",
        "@g = common global i32 0",
        "@g = external global i32",
    ] {
        let [before, within, after] = run(&format!("{global}, align 4\n"), "ptr %p", "", body);
        assert!(before.contains("load i32, ptr @g"), "{global}{before}");
        assert!(!within.contains("@g"), "{global}{within}");
        assert!(after.contains("store i32"), "{global}{after}");
    }
}

#[test]
fn a_global_that_a_loop_only_perhaps_accesses_is_not_read_before_it_and_stays_what_it_is() {
    let globals = "@array = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4\n\
                   @common = common global i32 0, align 4\n\
                   @aliased = global i32 7, align 4\n\
                   @alias = alias i32, ptr @aliased\n\
                   $grouped = comdat any\n\
                   @grouped = linkonce_odr global i32 7, comdat, align 4\n";
    let places = [
        "getelementptr (i8, ptr @array, i64 4)",
        "@array",
        "@common",
        "@aliased",
        "@grouped",
    ];
    for place in places {
        let text = format!(
            "target triple = \"x86_64-unknown-linux-gnu\"\n{globals}\n\
             define void @f(i32 %n) sanitize_address {{\nentry:\n br label %body\n\
             body:\n %i = phi i32 [ 0, %entry ], [ %more, %latch ]\n %rare = icmp eq i32 %i, 1000\n br i1 %rare, label %then, label %latch\n\
             then:\n %old = load i32, ptr {place}\n %new = add i32 %old, %i\n store i32 %new, ptr {place}\n br label %latch\n\
             latch:\n %more = add i32 %i, 1\n %on = icmp slt i32 %more, %n\n br i1 %on, label %body, label %end\n\
             end:\n ret void\n}}\n"
        );
        let context = Context::new();
        let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
        bitcode
            .run_keeping_accesses([VALUES, LOOPS, COMPUTATIONS, VALUES], TUNING)
            .unwrap();
        let text = bitcode.to_text();
        let (_, then) = text.split_once("\nthen:").unwrap();
        assert!(then.contains("load i32"), "{place}{text}");
        assert!(then.contains("store i32"), "{place}{text}");
        assert_eq!(text.matches("load ").count(), 1, "{place}{text}");
        for line in globals.lines() {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}

#[test]
fn reads_stay_behind_what_synchronises_or_may_free() {
    let read = " %a = load i32, ptr %p\n store i32 %a, ptr %q, !tbaa !0\n";
    for more in [
        " %v = load volatile i32, ptr %q\n",
        " store volatile i32 0, ptr %q\n",
        " fence acquire\n",
        " call void asm \"\", \"\"()\n",
        " call void @other(ptr %q)\n",
    ] {
        let declared = "declare void @other(ptr)\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = !{!\"root\"}\n";
        let body = format!("{read}{more}");
        let [_, within, _] = run(declared, "ptr noalias %p, ptr %q", "", &body);
        assert!(within.contains("%a = load i32, ptr %p"), "{more}{within}");
    }
}

#[test]
fn stores_of_an_unrolled_loop_stay_and_are_not_volatile() {
    let text = "target triple = \"x86_64-unknown-linux-gnu\"\n\
                define void @f(ptr %p) sanitize_address {\nentry:\n br label %body\n\
                body:\n %i = phi i32 [ 0, %entry ], [ %more, %body ]\n store i32 %i, ptr %p\n %more = add i32 %i, 1\n\
                %on = icmp slt i32 %more, 3\n br i1 %on, label %body, label %end\nend:\n ret void\n}\n";
    let context = Context::new();
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let unrolled = format!("function(loop(loop-unroll-full)),{VALUES}");
    let passes = [VALUES, LOOPS, COMPUTATIONS, &unrolled];
    bitcode.run_keeping_accesses(passes, TUNING).unwrap();
    let text = bitcode.to_text();
    assert_eq!(text.matches("store i32").count(), 3, "{text}");
    assert!(
        !text.contains("volatile") && !text.contains("sanecc."),
        "{text}"
    );
}
