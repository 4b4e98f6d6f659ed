//! What is decided for each access, from textual IR.

use expect_test::{Expect, expect};
use sanecc_instrument::{Audit, CheckPlan, PlanOptions};
use sanecc_ir::Module;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_prove::{Elide, Prover};
use std::num::NonZeroUsize;
use std::path::Path;

/// What every test may call and touch.
const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [16 x i32] zeroinitializer
@public = global [16 x i32] zeroinitializer
@exported_constant = constant [16 x i32] zeroinitializer
@weak = weak global [16 x i32] zeroinitializer
@tls = internal thread_local global [16 x i32] zeroinitializer
declare ptr @malloc(i64)
declare i64 @strlen(ptr)
declare void @unknown()
declare void @take(ptr)
declare i32 @_setjmp(ptr) returns_twice
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.threadlocal.address.p0(ptr)
"#;

fn module(ir: &str) -> Module {
    let context = Context::new();
    let text = format!("{PRELUDE}{ir}");
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    import(&bitcode).0
}

/// The accesses of a checked function with this body, each with what is decided for it.
fn decisions(body: &str, options: &PlanOptions) -> String {
    let module = module(&format!(
        "define void @f(ptr %p, i64 %i, i64 %n) sanitize_address {{\n{body}\nret void\n}}\n"
    ));
    let text = CheckPlan::of(&module, options).describe(&module);
    text.lines()
        .filter_map(|line| Some(line.trim().strip_prefix('a')?.split_once(" ? ")?.1))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[track_caller]
fn check(body: &str, expected: Expect) {
    expected.assert_eq(&decisions(body, &PlanOptions::default()));
}

#[test]
fn constant_offsets_inside_a_live_object_need_no_check() {
    check(
        "
        %x = alloca [4 x i32]
        %last = getelementptr i32, ptr %x, i64 3
        %past = getelementptr i32, ptr %x, i64 4
        %before = getelementptr i32, ptr %x, i64 -1
        store i32 0, ptr %x
        store i32 0, ptr %last
        store i64 0, ptr %last
        store i32 0, ptr %past
        store i32 0, ptr %before
        store i32 0, ptr getelementptr (i32, ptr @table, i64 15)
        store i32 0, ptr getelementptr (i32, ptr @table, i64 16)
        store i32 0, ptr getelementptr (i32, ptr @public, i64 15)
        ",
        expect![[r#"
            write 4: none: at offset 0 of a live object
            write 4: none: at offset 12 of a live object
            write 8: bounds
            write 4: none: covered by a2
            write 4: bounds
            write 4: none: at offset 60 of a live object
            write 4: bounds
            write 4: none: at offset 60 of a live object
        "#]],
    );
}

#[test]
fn variable_offsets_are_compared_with_the_bounds() {
    check(
        "
        %x = alloca [4 x i32]
        %at = getelementptr i32, ptr %x, i64 %i
        store i32 0, ptr %at
        %global = getelementptr i32, ptr @table, i64 %i
        store i32 0, ptr %global
        %here = call ptr @llvm.threadlocal.address.p0(ptr @tls)
        %thread = getelementptr i32, ptr %here, i64 %i
        store i32 0, ptr %thread
        call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 %n, i1 false)
        ",
        expect![[r#"
            write 4: bounds
            write 4: bounds
            write 4: bounds
            write ?: bounds
        "#]],
    );
}

#[test]
fn offsets_in_range_are_not_compared() {
    let body = "
        %x = alloca [4 x i32]
        call void @take(ptr %x)
        %index = and i64 %i, 3
        %at = getelementptr i32, ptr %x, i64 %index
        store i32 0, ptr %at
        store i64 0, ptr %at
        %block = call ptr @malloc(i64 16)
        %there = getelementptr i32, ptr %block, i64 %index
        store i32 0, ptr %there
        %scoped = alloca [4 x i32]
        call void @llvm.lifetime.start.p0(i64 16, ptr %scoped)
        call void @take(ptr %scoped)
        call void @llvm.lifetime.end.p0(i64 16, ptr %scoped)
        %over = getelementptr i32, ptr %scoped, i64 %index
        store i32 0, ptr %over
        ";
    check(
        body,
        expect![[r#"
            write 4: none: in range of a live object, 0 <= 4*v5u, 4*v5u + 4 <= 16
            write 8: bounds and shadow
            write 4: none: in range of a live object, 0 <= 4*v5u, 4*v5u + 4 <= 16
            write 4: shadow, 0 <= 4*v5u, 4*v5u + 4 <= 16
        "#]],
    );
    let disabled = vec!["in-range".to_owned()];
    let without = PlanOptions {
        disabled,
        ..PlanOptions::default()
    };
    expect![[r#"
        write 4: bounds and shadow
        write 8: bounds and shadow
        write 4: bounds
        write 4: bounds and shadow
    "#]]
    .assert_eq(&decisions(body, &without));
    let first = PlanOptions {
        removal_limit: Some(1),
        ..PlanOptions::default()
    };
    assert_eq!(decisions(body, &first).matches(", 0 <=").count(), 1);
}

/// A sum that may be poison bounds nothing as long as it has a no-wrap flag: LLVM might compare one value and access by another. If
/// a proof needs it, that flag is dropped, and no other.
#[test]
fn poison_flags_that_a_proof_needs_are_dropped() {
    let module = module(
        "
        define void @f(ptr %p, i32 %a, i32 %b) sanitize_address {
          %sum = add nsw i32 %a, %b
          %other = mul nsw i32 %a, %a
          %more = add nuw nsw i32 %other, 1
          store i32 %more, ptr %p
          %inside = icmp ult i32 %sum, 16
          br i1 %inside, label %then, label %end
        then:
          %index = zext nneg i32 %sum to i64
          %x = getelementptr i32, ptr @table, i64 %index
          store i32 0, ptr %x
          br label %end
        end:
          ret void
        }
        ",
    );
    let text = CheckPlan::of(&module, &PlanOptions::default()).describe(&module);
    let (_, text) = text.split_once("@f\n").unwrap();
    let text: String = text
        .lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    expect![[r#"
          v3 loses its poison-generating flags
          a0 ? write 4: shadow
          a1 ? write 4: none: in range of a live object, 0 <= 4*v3u, 4*v3u + 4 <= 64 because -v3u + 15 >= 0, poison flags dropped
    "#]]
    .assert_eq(&text);
}

#[test]
fn poison_of_other_modules_is_looked_for_where_it_may_be() {
    let body = |object: &str| {
        format!(
            "
            call void @take(ptr {object})
            %second = getelementptr i32, ptr {object}, i64 1
            store i32 0, ptr %second
            %masked = and i64 %i, 15
            %at = getelementptr i32, ptr {object}, i64 %masked
            store i32 0, ptr %at
            "
        )
    };
    let shadows = |object: &str, before: &str| {
        let text = decisions(
            &(before.to_owned() + &body(object)),
            &PlanOptions::default(),
        );
        text.lines()
            .map(|line| line.contains("shadow"))
            .collect::<Vec<_>>()
    };
    assert_eq!(shadows("@public", ""), [false, true]);
    assert_eq!(shadows("@exported_constant", ""), [false, false]);
    assert_eq!(shadows("%x", "%x = alloca [16 x i32]"), [false, false]);
    let thread_local = "%t = call ptr @llvm.threadlocal.address.p0(ptr @tls)";
    assert_eq!(shadows("%t", thread_local), [true, true]);
}

#[test]
fn local_removals_are_those_of_constants_and_dominance() {
    let body = "
        %x = alloca [4 x i32]
        store i32 0, ptr %x
        %index = and i64 %i, 3
        %at = getelementptr i32, ptr %x, i64 %index
        store i32 0, ptr %at
        store i32 0, ptr %at
        ";
    let local = PlanOptions {
        elide: Elide::Local,
        ..PlanOptions::default()
    };
    expect![[r#"
        write 4: none: at offset 0 of a live object
        write 4: bounds
        write 4: none: covered by a1
    "#]]
    .assert_eq(&decisions(body, &local));
}

/// So that an unsound removal meets a redzone.
#[test]
fn an_audit_removes_the_same_and_protects_every_object() {
    let body = "
        %x = alloca [4 x i32]
        %y = alloca [4 x i32]
        call void @take(ptr %x)
        store i32 0, ptr %x
        store i32 0, ptr %y
        ";
    let module = module(&format!(
        "define void @f() sanitize_address {{\n{body}\nret void\n}}\n"
    ));
    let plan = |audit| {
        let options = PlanOptions {
            audit,
            ..PlanOptions::default()
        };
        let plan = CheckPlan::of(&module, &options);
        let plan = plan.functions.into_iter().flatten().next();
        plan.map(|plan| (plan.frame.len(), plan.decisions)).unwrap()
    };
    let (protected, decisions) = plan(Audit::No);
    let (audited, same) = plan(Audit::Removed);
    assert_eq!((protected, audited), (1, 2));
    assert_eq!(decisions, same);
}

/// Threads change nothing of a plan, and a limit counts removals in the order of functions.
#[test]
fn functions_in_parallel_are_planned_as_one_after_the_other() {
    let function = |n: usize| {
        format!(
            "define i32 @f{n}(ptr %p, i64 %i) sanitize_address {{
               %x = alloca [{n} x i32]
               call void @take(ptr %x)
               %index = urem i64 %i, 20
               %at = getelementptr i32, ptr %x, i64 %index
               %a = load i32, ptr %at
               %b = load i32, ptr %p
               %c = load i32, ptr %p
               ret i32 %a
             }}\n"
        )
    };
    let module = module(&(1..60).map(function).collect::<String>());
    let text = |threads, removal_limit| {
        let options = PlanOptions {
            threads: NonZeroUsize::new(threads),
            removal_limit,
            // Counts, too, and is seen nowhere.
            disabled: vec!["shrink-wrap".into()],
            ..PlanOptions::default()
        };
        CheckPlan::of(&module, &options).describe(&module)
    };
    let alone = text(1, None);
    assert_eq!(alone.matches("none: in range").count(), 40);
    for threads in [2, 3, 8] {
        assert_eq!(text(threads, None), alone);
    }
    let limited = text(1, Some(7));
    assert_eq!(limited.matches("none: ").count(), 7);
    assert_eq!(text(8, Some(7)), limited);
}

#[test]
fn the_shadow_is_asked_where_bounds_do_not_suffice() {
    check(
        "
        %open = getelementptr i32, ptr @public, i64 %i
        store i32 0, ptr %open
        %merged = getelementptr i32, ptr @weak, i64 %i
        store i32 0, ptr %merged
        %given = alloca [4 x i32]
        call void @take(ptr %given)
        %at = getelementptr i32, ptr %given, i64 %i
        store i32 0, ptr %at
        %block = call ptr @malloc(i64 %n)
        store i32 0, ptr %block
        store i32 0, ptr %p
        ",
        expect![[r#"
            write 4: bounds and shadow
            write 4: shadow
            write 4: bounds and shadow
            write 4: bounds
            write 4: shadow
        "#]],
    );
}

#[test]
fn an_earlier_check_covers_the_same_or_fewer_bytes_only() {
    check(
        "
        %low = load i8, ptr %p
        %same = load i8, ptr %p
        %wider = load i64, ptr %p
        %high = getelementptr i8, ptr %p, i64 7
        %inside = load i8, ptr %high
        %across = load i16, ptr %high
        ",
        expect![[r#"
            read 1: shadow
            read 1: none: covered by a0
            read 8: shadow, with a0
            read 1: none: covered by a2
            read 2: shadow, with a0
        "#]],
    );
    check(
        "
        %at = getelementptr i32, ptr %p, i64 %i
        %one = load i32, ptr %at
        %same = getelementptr i32, ptr %p, i64 %i
        %two = load i32, ptr %same
        %other = getelementptr i32, ptr %p, i64 %n
        %three = load i32, ptr %other
        %scaled = getelementptr i64, ptr %p, i64 %i
        %four = load i32, ptr %scaled
        ",
        expect![[r#"
            read 4: shadow
            read 4: none: covered by a0
            read 4: shadow
            read 4: shadow
        "#]],
    );
}

#[test]
fn a_check_holds_until_something_may_end_the_objects_life() {
    check(
        "
        store i8 0, ptr %p
        %n1 = call i64 @strlen(ptr %p)
        store i8 1, ptr %p
        call void @unknown()
        store i8 2, ptr %p
        fence acquire
        store i8 3, ptr %p
        store volatile i8 4, ptr %p
        store i8 5, ptr %p
        call void asm sideeffect \"\", \"\"()
        store i8 6, ptr %p
        br label %next
      next:
        store i8 7, ptr %p
        ",
        expect![[r#"
            write 1: shadow
            write 1: none: covered by a0
            write 1: shadow
            write 1: shadow
            write 1: none: covered by a3
            write 1: shadow
            write 1: shadow
            write 1: none: covered by a6
        "#]],
    );
}

#[test]
fn a_closed_scope_is_no_life() {
    check(
        "
        %x = alloca i32
        store i32 0, ptr %x
        call void @llvm.lifetime.start.p0(i64 4, ptr %x)
        store i32 1, ptr %x
        call void @llvm.lifetime.end.p0(i64 4, ptr %x)
        store i32 2, ptr %x
        ",
        expect![[r#"
            write 4: shadow
            write 4: none: at offset 0 of a live object
            write 4: shadow
        "#]],
    );
}

#[test]
fn after_setjmp_no_scope_is_certainly_open() {
    check(
        "
        %x = alloca i32
        %plain = alloca i32
        call void @llvm.lifetime.start.p0(i64 4, ptr %x)
        %twice = call i32 @_setjmp(ptr %p)
        store i32 1, ptr %x
        store i32 1, ptr %plain
        call void @llvm.lifetime.end.p0(i64 4, ptr %x)
        ",
        expect![[r#"
            write 4: shadow
            write 4: none: at offset 0 of a live object
        "#]],
    );
}

/// Outside of the entry block the stack pointer's return ends the object's life, so such objects never certainly live.
#[test]
fn a_restored_stack_pointer_ends_a_life() {
    check(
        "
        br label %later
      later:
        %saved = call ptr @llvm.stacksave.p0()
        %x = alloca [4 x i32]
        store i32 0, ptr %x
        call void @llvm.stackrestore.p0(ptr %saved)
        store i32 1, ptr %x
        ",
        expect![[r#"
            write 4: shadow
            write 4: shadow
        "#]],
    );
}

#[test]
fn removals_can_be_forbidden_or_counted() {
    let body = "
        %x = alloca [4 x i32]
        store i32 0, ptr %x
        store i32 0, ptr %p
        store i32 0, ptr %p";
    let removed = |options: PlanOptions| decisions(body, &options).matches("none").count();
    let limited = |limit| PlanOptions {
        removal_limit: Some(limit),
        ..PlanOptions::default()
    };
    assert_eq!(removed(PlanOptions::default()), 2);
    assert_eq!(
        [0, 1, 2, 9].map(|limit| removed(limited(limit))),
        [0, 1, 2, 2]
    );
    let elide = Elide::None;
    assert_eq!(
        removed(PlanOptions {
            elide,
            ..PlanOptions::default()
        }),
        0
    );
}

#[test]
fn where_the_program_goes_on_each_access_has_its_own_check() {
    let body = "
        store i32 0, ptr %p
        store i32 0, ptr %p
        %x = alloca [4 x i32]
        store i32 0, ptr %x";
    let recover = PlanOptions {
        recover: true,
        ..PlanOptions::default()
    };
    expect![[r#"
        write 4: shadow
        write 4: shadow
        write 4: none: at offset 0 of a live object
    "#]]
    .assert_eq(&decisions(body, &recover));
}

#[test]
fn only_checked_functions_have_a_plan() {
    let module = module(
        "
        define void @plain(ptr %p) {
          store i8 0, ptr %p
          ret void
        }",
    );
    let plan = CheckPlan::of(&module, &PlanOptions::default());
    assert!(plan.functions.iter().all(Option::is_none));
}

#[test]
fn globals_that_may_move_get_redzones() {
    let module = module(
        "
        @private = private constant [3 x i8] zeroinitializer
        @declared = external global i32
        @empty = global {} zeroinitializer
        @unchecked = global i32 0, no_sanitize_address
        @far = addrspace(257) global i32 0
        @walked = global i32 0, section \"commands\"
        @sectioned = global i32 0, section \".data.fast\"
        @llvm.used = appending global [1 x ptr] [ptr @table], section \"llvm.metadata\"
        ",
    );
    let names = padded(&module, &PlanOptions::default());
    // Of the first two it is only asked that a redzone lies below the others.
    let others = "public exported_constant weak sectioned";
    assert_eq!(names, format!("private table {others}"));
}

/// The names of the globals that get redzones, in their order.
fn padded(module: &Module, options: &PlanOptions) -> String {
    let plan = CheckPlan::of(module, options);
    let names = plan.globals.iter();
    let names: Vec<&str> = names.map(|id| module.globals[*id].name.as_str()).collect();
    names.join(" ")
}

#[test]
fn globals_that_only_proved_accesses_reach_have_no_redzones() {
    let module = module(
        "
        @weak.too = weak global i32 0
        @proved = internal global [4 x i32] zeroinitializer
        @by_index = internal global [4 x i32] zeroinitializer
        @by_choice = internal global [4 x i32] zeroinitializer
        @given = internal global [4 x i32] zeroinitializer
        @in_data = internal global [4 x i32] zeroinitializer
        @number = internal global i32 7
        @other_number = internal global i32 8
        @address = internal global ptr @in_data
        define i32 @f(i64 %i, i1 %c) sanitize_address {
          store i32 0, ptr getelementptr (i32, ptr @proved, i64 3)
          store i32 0, ptr @table
          store i32 0, ptr @by_choice
          %at = getelementptr i32, ptr @by_index, i64 %i
          store i32 0, ptr %at
          %chosen = select i1 %c, ptr @by_choice, ptr @public
          store i32 1, ptr %chosen
          call void @take(ptr @given)
          %number = load i32, ptr @number
          %other_number = load i32, ptr @other_number
          %address = load ptr, ptr @address
          store i32 2, ptr %address
          ret i32 %number
        }",
    );
    let first_of_each_kind = "table number address";
    let others = "public exported_constant weak weak.too by_index by_choice given in_data";
    assert_eq!(
        padded(&module, &PlanOptions::default()),
        format!("{first_of_each_kind} {others}")
    );
    let all = PlanOptions {
        elide: Elide::None,
        ..PlanOptions::default()
    };
    assert_eq!(padded(&module, &all).split(' ').count(), 13);
}

#[test]
fn a_global_that_waits_for_its_constructor_is_asked_of_the_shadow() {
    let ir = |constructor: &str| {
        format!(
            "
            @made = internal global [4 x i32] zeroinitializer, sanitize_address_dyninit
            @llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 65535, ptr @begin, ptr null }}]
            define internal void @begin() {{
              {constructor}
              ret void
            }}
            define i32 @f() sanitize_address {{
              %x = load i32, ptr @made
              ret i32 %x
            }}
            "
        )
    };
    for (constructor, decided) in [
        ("store i32 1, ptr @made", "read 4: shadow"),
        ("call void @unknown()", "none: at offset 0 of a live object"),
    ] {
        let module = module(&ir(constructor));
        let text = CheckPlan::of(&module, &PlanOptions::default()).describe(&module);
        assert!(text.contains(decided), "{constructor}: {text}");
    }
}

/// What each domain shows of one function: a mask, a remainder, and a distance that only the symbolic one knows.
#[test]
fn simpler_domains_prove_less() {
    let body = "
        %masked = and i64 %i, 15
        %a = getelementptr i32, ptr @table, i64 %masked
        %x = load i32, ptr %a
        %size = and i64 %n, 7
        %q = sub i64 8, %size
        %at = sub i64 %q, 1
        %r = add i64 %size, %at
        %small = alloca [8 x i8]
        %b = getelementptr [8 x i8], ptr %small, i64 0, i64 %r
        %y = load i8, ptr %b
    ";
    let removed = |prover| {
        let options = PlanOptions {
            prover,
            ..PlanOptions::default()
        };
        let text = decisions(body, &options);
        text.lines().filter(|l| l.contains("none")).count()
    };
    assert_eq!(removed(Prover::Intervals), 1);
    assert_eq!(removed(Prover::Pentagons), 1);
    assert_eq!(removed(Prover::Symbolic), 2);
    let remainder = "
        %positive = or i64 %n, 1
        %rest = urem i64 %i, %positive
        %m = call ptr @malloc(i64 %positive)
        %b = getelementptr i8, ptr %m, i64 %rest
        %y = load i8, ptr %b
    ";
    let compared = |prover| {
        let options = PlanOptions {
            prover,
            ..PlanOptions::default()
        };
        decisions(remainder, &options).contains("bounds")
    };
    assert!(compared(Prover::Intervals));
    assert!(!compared(Prover::Pentagons));
    assert!(!compared(Prover::Symbolic));
}

/// The end of a part is in the buffer unless the sum wraps.
const PART: &str = "
    %buf = alloca [64 x i8]
    %end = add i64 %i, %n
    %fits = icmp ule i64 %end, 64
    br i1 %fits, label %some, label %done
    some:
    %any = icmp ne i64 %n, 0
    br i1 %any, label %loop, label %done
    loop:
    %k = phi i64 [ 0, %some ], [ %next, %loop ]
    %index = add i64 %i, %k
    %at = getelementptr i8, ptr %buf, i64 %index
    store i8 1, ptr %at
    %next = add i64 %k, 1
    %last = icmp eq i64 %next, %n
    br i1 %last, label %done, label %loop
    done:";

#[test]
fn a_check_in_a_loop_is_worth_a_guard_before_it() {
    check(
        PART,
        expect![[r#"
            write 1: none unless v4 wraps: in range of a live object, 0 <= v1u + v9, v1u + v9 + 1 <= 64 because v2u - v9 - 1 >= 0, -v1u - v2u + 64 >= 0, poison flags dropped
        "#]],
    );
    let disabled = |names: &[&str]| PlanOptions {
        disabled: names.iter().map(|name| (*name).to_owned()).collect(),
        ..PlanOptions::default()
    };
    let without = decisions(PART, &disabled(&["overflow-guard", "hoist-range"]));
    assert_eq!(without, "write 1: bounds\n");
    // The next best.
    let without = decisions(PART, &disabled(&["overflow-guard"]));
    assert_eq!(
        without,
        "write 1: bounds unless the range check before b2 passes\n"
    );
}

#[test]
fn a_check_that_runs_no_more_often_than_its_guard_stays() {
    check(
        "
        %buf = alloca [64 x i8]
        %end = add i64 %i, 8
        %fits = icmp ule i64 %end, 64
        br i1 %fits, label %then, label %done
        then:
        %at = getelementptr i8, ptr %buf, i64 %i
        store i64 1, ptr %at
        br label %done
        done:",
        expect![[r#"
            write 8: bounds
        "#]],
    );
}

/// Two checks are worth one guard.
#[test]
fn two_checks_are_worth_one_guard() {
    check(
        "
        %buf = alloca [64 x i8]
        %end = add i64 %i, 8
        %fits = icmp ule i64 %end, 64
        br i1 %fits, label %then, label %done
        then:
        %at = getelementptr i8, ptr %buf, i64 %i
        store i32 1, ptr %at
        call void @unknown()
        %behind = getelementptr i8, ptr %at, i64 4
        store i32 1, ptr %behind
        br label %done
        done:",
        expect![[r#"
            write 4: none unless v4 wraps: in range of a live object, 0 <= v1u, v1u + 4 <= 64 because -v1u + 56 >= 0, poison flags dropped
            write 4: none unless v4 wraps: in range of a live object, 0 <= v1u + 4, v1u + 4 + 4 <= 64 because -v1u + 56 >= 0, poison flags dropped
        "#]],
    );
}

#[test]
fn only_what_outside_data_touch_is_checked_where_that_is_asked_for() {
    let body = "
        %buf = alloca [64 x i8]
        %clean = alloca i64
        store volatile i64 3, ptr %clean
        %three = load volatile i64, ptr %clean
        %first = getelementptr i8, ptr %buf, i64 %three
        store i8 1, ptr %first
        %second = getelementptr i8, ptr %buf, i64 %i
        store i8 1, ptr %second
        store i8 1, ptr %p";
    let options = PlanOptions {
        taint: true,
        ..PlanOptions::default()
    };
    expect![[r#"
        write 8: none: at offset 0 of a live object
        read 8: none: at offset 0 of a live object
        write 1: none: not proved, but untouched by outside data
        write 1: bounds
        write 1: shadow
    "#]]
    .assert_eq(&decisions(body, &options));
}

/// What is decided for the last access of a function that has allocated a block `%b` of 64 bytes and runs `body`.
fn own_block(body: &str) -> String {
    let module = module(&format!(
        "
        @kept = internal global ptr null
        declare void @free(ptr)
        declare ptr @realloc(ptr, i64)
        declare ptr @strcpy(ptr, ptr)
        declare void @borrows(ptr nocapture)
        define internal void @reads(ptr nocapture %p) noinline {{
          %x = load i32, ptr %p
          ret void
        }}
        define internal void @frees(ptr nocapture %p) noinline {{
          call void @free(ptr nocapture %p)
          ret void
        }}
        define internal void @frees_by_callee(ptr nocapture %p) noinline {{
          call void @frees(ptr nocapture %p)
          ret void
        }}
        define internal void @lends(ptr nocapture %p) noinline {{
          call void @borrows(ptr nocapture %p)
          ret void
        }}
        @way = internal global ptr @frees
        define void @f(i1 %c, i64 %n, ptr %elsewhere) sanitize_address {{
          %b = call ptr @malloc(i64 64)
          {body}
          store i32 0, ptr %b
          ret void
        }}"
    ));
    let text = CheckPlan::of(&module, &PlanOptions::default()).describe(&module);
    let last = text.lines().rfind(|line| line.contains(" write 4: "));
    last.unwrap().split_once(" write 4: ").unwrap().1.to_owned()
}

#[test]
fn a_block_that_nobody_else_has_lives_until_it_is_freed() {
    let lives = |body: &str| own_block(body).starts_with("none: in range");
    assert!(lives(""));
    assert!(lives("call void @unknown()"));
    assert!(lives("call void @reads(ptr nocapture %b)"));
    assert!(lives("%x = call ptr @strcpy(ptr %b, ptr %elsewhere)"));
    assert!(lives("%x = call ptr @strcpy(ptr %elsewhere, ptr %b)"));
    assert!(lives("call void @free(ptr %elsewhere)"));
    // On no path.
    assert!(lives(
        "br i1 %c, label %x, label %y\nx:\ncall void @unknown()\nbr label %y\ny:"
    ));
}

#[test]
fn a_block_is_lost_when_it_is_freed_kept_or_lent() {
    let lost = |body: &str| own_block(body).contains("shadow");
    assert!(lost("call void @free(ptr %b)"));
    assert!(lost(
        "%q = getelementptr i8, ptr %b, i64 0\ncall void @free(ptr %q)"
    ));
    assert!(lost(
        "%q = select i1 %c, ptr %b, ptr %elsewhere\ncall void @free(ptr %q)"
    ));
    assert!(lost(
        "%q = call ptr @strcpy(ptr %b, ptr %elsewhere)\ncall void @free(ptr %q)"
    ));
    assert!(lost("%q = call ptr @realloc(ptr %b, i64 8)"));
    assert!(lost("call void @frees(ptr nocapture %b)"));
    assert!(lost("call void @frees_by_callee(ptr nocapture %b)"));
    assert!(lost(
        "%w = load ptr, ptr @way\ncall void %w(ptr nocapture %b)"
    ));
    assert!(lost("call void @take(ptr %b)"));
    // It may free it, or poison it by hand.
    assert!(lost("call void @borrows(ptr nocapture %b)"));
    assert!(lost("call void @lends(ptr nocapture %b)"));
    assert!(lost("store ptr %b, ptr @kept"));
    assert!(lost("%n2 = ptrtoint ptr %b to i64"));
    assert!(lost("call void asm sideeffect \"\", \"r\"(ptr %b)"));
    assert!(lost("%r = call i32 @_setjmp(ptr %elsewhere)"));
    // On one path.
    assert!(lost(
        "br i1 %c, label %x, label %y\nx:\ncall void @free(ptr %b)\nbr label %y\ny:"
    ));
    // In the round before.
    assert!(lost(
        "br label %l\nl:\nstore i32 1, ptr %b\nbr i1 %c, label %l2, label %y\nl2:\ncall void @free(ptr %b)\nbr label %l\ny:\ncall void @free(ptr %b)"
    ));
}

#[test]
fn an_address_of_an_earlier_round_may_be_that_of_a_freed_block() {
    let of = |allocation: &str, first: &str| {
        let module = module(&format!(
            "
            declare void @free(ptr)
            define void @f(i64 %n) sanitize_address {{
            entry:
              {first}
              br label %loop
            loop:
              %i = phi i64 [ 0, %entry ], [ %next, %latch ]
              %old = phi ptr [ %start, %entry ], [ %p, %latch ]
              {allocation}
              %even = trunc i64 %i to i1
              br i1 %even, label %drop, label %latch
            drop:
              store i32 0, ptr %old
              br label %latch
            latch:
              %next = add i64 %i, 1
              %more = icmp ult i64 %next, %n
              br i1 %more, label %loop, label %done
            done:
              ret void
            }}"
        ));
        let text = CheckPlan::of(&module, &PlanOptions::default()).describe(&module);
        let last = text
            .lines()
            .rfind(|line| line.contains(" write 4: "))
            .unwrap();
        last.split_once(" write 4: ").unwrap().1.to_owned()
    };
    let fresh = "%p = call ptr @malloc(i64 64)";
    let start = "%start = call ptr @malloc(i64 64)";
    // Each round has its own block: `%old` is one of an earlier round.
    assert!(!of(fresh, start).starts_with("none"));
    assert!(of("%p = getelementptr i8, ptr %old, i64 0", start).starts_with("none"));
}

/// The accesses of `f` in a module of several functions.
fn decisions_of(ir: &str, options: &PlanOptions) -> String {
    let module = module(ir);
    let text = CheckPlan::of(&module, options).describe(&module);
    let own = text.split('@').find(|part| part.starts_with("f\n"));
    let lines = own.unwrap().lines();
    lines
        .filter_map(|line| Some(line.trim().strip_prefix('a')?.split_once(" ? ")?.1))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn checks_on_every_path_cover_what_follows() {
    let branch = "
        br i1 %c, label %a, label %b
      a:
        store i64 0, ptr %p
        br label %join
      b:
        store i32 0, ptr %p
        store i32 0, ptr %high
        br label %join
      join:
        store i64 0, ptr %p
        br label %loop
      loop:
        store i32 0, ptr %high
        br i1 %c, label %loop, label %out
      out:
        ret void";
    let text = format!(
        "define void @f(ptr %p, i1 %c) sanitize_address {{
        %high = getelementptr i8, ptr %p, i64 4
        {branch}\n}}\n"
    );
    let expected = expect![[r#"
        write 8: shadow
        write 4: shadow
        write 4: shadow
        write 8: none: covered by a0, a1, a2
        write 4: none: covered by a0, a2
    "#]];
    expected.assert_eq(&decisions_of(&text, &PlanOptions::default()));
}

#[test]
fn calls_are_followed_to_what_they_free() {
    let text = "
        declare void @free(ptr)
        define internal void @quiet(ptr %p) noinline { store i8 1, ptr %p ret void }
        define internal void @frees(ptr %p) noinline { call void @free(ptr %p) ret void }
        define internal void @waits() noinline { fence seq_cst ret void }
        define void @f(ptr %p, ptr %q) sanitize_address {
        store i8 0, ptr %p
        call void @quiet(ptr %p)
        store i8 1, ptr %p
        call void @waits()
        store i8 2, ptr %p
        call void @frees(ptr %q)
        store i8 3, ptr %p
        ret void
        }
        ";
    let full = expect![[r#"
        write 1: shadow
        write 1: none: covered by a0
        write 1: shadow
        write 1: shadow
    "#]];
    full.assert_eq(&decisions_of(text, &PlanOptions::default()));
    let local = PlanOptions {
        elide: Elide::Local,
        ..PlanOptions::default()
    };
    let expected = expect![[r#"
        write 1: shadow
        write 1: shadow
        write 1: shadow
        write 1: shadow
    "#]];
    expected.assert_eq(&decisions_of(text, &local));
}

#[test]
fn locals_that_nobody_else_has_end_with_their_scope_alone() {
    check(
        "
        %x = alloca [16 x i8]
        call void @llvm.lifetime.start.p0(i64 16, ptr %x)
        %at = getelementptr i8, ptr %x, i64 %i
        store i8 0, ptr %at
        call void @unknown()
        fence seq_cst
        store i8 1, ptr %at
        call void @llvm.lifetime.end.p0(i64 16, ptr %x)
        store i8 2, ptr %at
        store i8 3, ptr %p
        %y = alloca [16 x i8]
        call void @llvm.lifetime.end.p0(i64 16, ptr %y)
        store i8 4, ptr %p
        ",
        expect![[r#"
            write 1: bounds
            write 1: none: covered by a0
            write 1: bounds and shadow
            write 1: shadow
            write 1: none: covered by a3
        "#]],
    );
}

#[test]
fn neighbours_are_asked_about_together() {
    check(
        "
        %second = getelementptr i8, ptr %p, i64 8
        %third = getelementptr i8, ptr %p, i64 16
        %far = getelementptr i8, ptr %p, i64 100
        %a = load i64, ptr %second
        %b = load i64, ptr %p
        store i32 0, ptr %third
        store i64 0, ptr %far
        ",
        expect![[r#"
            read 8: shadow
            read 8: shadow, with a0
            write 4: shadow, with a0
            write 8: shadow
        "#]],
    );
}

#[test]
fn what_may_not_follow_is_asked_about_by_itself() {
    for between in [
        "call void @unknown()",
        "%q = sdiv i64 %n, %i",
        "fence acquire",
        "%v = load volatile i8, ptr @public",
        "%x = alloca i8, i64 %n",
        "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)",
        "%c = icmp eq i64 %n, 3\nbr i1 %c, label %next, label %over\nover:\nret void\nnext:",
        "%c = icmp eq i64 %n, 3\nbr i1 %c, label %side, label %next\nside:\ncall void @unknown()\nbr label %next\nnext:",
        "br label %next\nnext:\n%c = icmp eq i64 %n, 3\nbr i1 %c, label %next, label %over\nover:",
    ] {
        let body = format!(
            "
            %second = getelementptr i8, ptr %p, i64 8
            store i64 0, ptr %p
            {between}
            store i64 0, ptr %second
            "
        );
        let text = decisions(&body, &PlanOptions::default());
        assert!(!text.contains("with"), "{between}: {text}");
    }
    // One load of the shadow for each is no more than two for both.
    check(
        "
        %second = getelementptr i8, ptr %p, i64 4
        store i32 0, ptr %p
        store i32 0, ptr %second
        ",
        expect![[r#"
            write 4: shadow
            write 4: shadow
        "#]],
    );
}

#[test]
fn neighbours_in_blocks_where_all_ways_meet_again_are_asked_about_together() {
    for between in [
        "br label %next\nnext:",
        "%c = icmp eq i64 %n, 3\nbr i1 %c, label %side, label %next\nside:\nbr label %next\nnext:",
        "%c = icmp eq i64 %n, 3\nbr i1 %c, label %one, label %two\none:\nbr label %next\ntwo:\nbr label %next\nnext:",
    ] {
        let body = format!(
            "
            %second = getelementptr i8, ptr %p, i64 8
            store i64 0, ptr %p
            {between}
            store i64 0, ptr %second
            "
        );
        let text = decisions(&body, &PlanOptions::default());
        assert!(text.contains("with a0"), "{between}: {text}");
    }
}

/// What is decided for the last access of a function that stores a length, compares it, lends the struct to `callee`, and reads it again;
/// and for how many instructions flags are dropped.
fn behind_reload(callee: &str) -> (String, usize) {
    let module = module(&format!(
        "
        define internal void @look(ptr %t) {{
          %row = load ptr, ptr %t
          %n = load i64, ptr %row
          call void @print(i64 %n)
          ret void
        }}
        define internal void @grow(ptr %t) {{
          %row = load ptr, ptr %t
          store i64 12, ptr %row
          ret void
        }}
        declare void @print(i64)
        define void @f(i64 %i, i64 %n) sanitize_address {{
          %x = alloca [8 x i32]
          %row = alloca i64
          %t = alloca ptr
          store i64 %n, ptr %row
          store ptr %row, ptr %t
          %few = icmp ult i64 %n, 9
          br i1 %few, label %good, label %end
        good:
          call void @{callee}(ptr %t)
          %m = load i64, ptr %row
          %less = icmp ult i64 %i, %m
          br i1 %less, label %in, label %end
        in:
          %a = getelementptr i32, ptr %x, i64 %i
          store i32 0, ptr %a
          br label %end
        end:
          ret void
        }}
        "
    ));
    let plan = CheckPlan::of(&module, &PlanOptions::default());
    let text = plan.describe(&module);
    let last = text.lines().rfind(|line| line.trim().starts_with('a'));
    let (_, decision) = last.unwrap().split_once(" ? ").unwrap();
    let dropped_flags = plan
        .functions
        .iter()
        .flatten()
        .map(|f| f.dropped_flags.len());
    (decision.to_owned(), dropped_flags.sum())
}

#[test]
fn a_length_in_memory_is_known_until_a_callee_may_write_it() {
    // LLVM must not be told the type of what is read again.
    let (decision, dropped_flags) = behind_reload("look");
    expect!["write 4: none: in range of a live object, 0 <= 4*v0u, 4*v0u + 4 <= 32 because -v0u + v1u - 1 >= 0, -v1u + 8 >= 0"].assert_eq(&decision);
    assert_eq!(dropped_flags, 1);
    assert_eq!(behind_reload("grow"), ("write 4: bounds".to_owned(), 0));
    // It has the address from now on, and so may others.
    assert_eq!(behind_reload("take"), ("write 4: bounds".to_owned(), 0));
}

/// A loop over `n` numbers, with something in it.
fn loop_with(inside: &str) -> String {
    format!(
        "%some = icmp sgt i64 %n, 0\n\
         br i1 %some, label %before, label %after\n\
         before:\n\
         br label %turn\n\
         turn:\n\
         %j = phi i64 [ 0, %before ], [ %next, %turn ]\n\
         %q = getelementptr i32, ptr %p, i64 %j\n\
         %v = load i32, ptr %q\n\
         {inside}\n\
         %next = add i64 %j, 1\n\
         %go = icmp slt i64 %next, %n\n\
         br i1 %go, label %turn, label %after\n\
         after:"
    )
}

#[test]
fn a_check_in_a_loop_becomes_a_question_before_it() {
    let hoisted = expect![[r#"
        read 4: shadow unless the range check before b2 passes
    "#]];
    let checked = expect![[r#"
        read 4: shadow
    "#]];
    check(&loop_with(""), hoisted);
    check(
        &loop_with("%l = call i64 @strlen(ptr @table)"),
        expect![[r#"
        read 4: shadow unless the range check before b2 passes
    "#]],
    );
    check(&loop_with("call void @unknown()"), checked);
    for inside in [
        "fence seq_cst",
        "store volatile i32 0, ptr @public",
        "%old = atomicrmw add ptr @public, i32 1 monotonic",
        "call void asm sideeffect \"\", \"~{memory}\"()",
    ] {
        let text = decisions(&loop_with(inside), &PlanOptions::default());
        assert!(text.starts_with("read 4: shadow\n"), "{inside}: {text}");
    }
    let options = PlanOptions {
        disabled: vec!["hoist-range".into()],
        ..PlanOptions::default()
    };
    assert_eq!(decisions(&loop_with(""), &options), "read 4: shadow\n");
    let options = PlanOptions {
        recover: true,
        ..PlanOptions::default()
    };
    let text = decisions(&loop_with(""), &options);
    assert!(text.contains("unless the range check"), "{text}");
}

#[test]
fn a_table_that_is_shorter_than_its_mask_is_not_asked_about_before_the_loop() {
    let lookup = |mask: u32| {
        let inside = format!(
            "%wide = zext i32 %v to i64\n\
             %masked = and i64 %wide, {mask}\n\
             %entry = getelementptr i32, ptr @public, i64 %masked\n\
             %w = load i32, ptr %entry"
        );
        decisions(&loop_with(&inside), &PlanOptions::default())
    };
    let asked = "read 4: shadow unless the range check before b2 passes\n";
    let within = format!(
        "{asked}{}, 0 <= 4*v10u, 4*v10u + 4 <= 64\n",
        asked.trim_end()
    );
    assert_eq!(lookup(15), within);
    assert_eq!(lookup(31), format!("{asked}read 4: bounds and shadow\n"));
}
