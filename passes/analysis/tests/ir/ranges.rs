//! Which accesses provably stay in their objects, from textual IR.

use crate::text;
use expect_test::{Expect, expect};
use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{Ranges, Regions, roots_of_access};
use sanecc_ir::{Id, Module};
use std::fmt::Write;

const PRELUDE: &str = r#"
@table = internal global [16 x i8] zeroinitializer
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare i64 @limit()
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare {i64, i1} @llvm.uadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.umul.with.overflow.i64(i64, i64)
declare i64 @strlen(ptr)
declare i64 @wcslen(ptr)
declare i64 @fread(ptr, i64, i64, ptr)
declare i32 @getc(ptr)
declare i32 @fwrite(ptr, i64, i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"#;

fn module(body: &str) -> Module {
    let head = "define void @f(i32 %a, i32 %b, i64 %n, i64 %m, i8 %c)";
    text::module(PRELUDE, &format!("{head} {{\n{body}\n}}\n"))
}

/// One line for each access of the body whose object is known: the proof, or `-`.
fn proofs(body: &str) -> String {
    let module = module(body);
    let (_, function) = text::function(&module, "f");
    let analyses = FunctionAnalyses::of(function);
    let regions = Regions::of(&module, &analyses);
    let mut questions = Vec::new();
    for (block, content) in function.blocks.iter() {
        for (_, access) in function.accesses.iter() {
            let place = function.resolve(access.pointer);
            if regions.root(place.base).is_some()
                && content.instructions.contains(&access.instruction)
            {
                questions.push((block, access, place));
            }
        }
    }
    let roots = questions
        .iter()
        .flat_map(|(_, access, place)| roots_of_access(access, place));
    let ranges = Ranges::of(&analyses, regions, roots.collect::<Vec<_>>());
    let mut text = String::new();
    for (block, access, place) in questions {
        let proof = ranges
            .as_ref()
            .and_then(|ranges| ranges.stays_within(access, &place, block).ok());
        let proof = proof.map_or("-".to_owned(), |proof| proof.to_string());
        let _ = writeln!(text, "b{}: {proof}", block.index());
    }
    text
}

#[track_caller]
fn check(body: &str, expected: Expect) {
    expected.assert_eq(&proofs(body));
}

#[test]
fn a_loop_that_goes_down_to_zero() {
    check(
        "
        br label %loop
        loop:
        %i = phi i64 [ 15, %0 ], [ %next, %loop ]
        %at = getelementptr i8, ptr @table, i64 %i
        store i8 0, ptr %at
        %next = add nsw i64 %i, -1
        %done = icmp eq i64 %i, 0
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= v6, v6 + 1 <= 16
        "#]],
    );
}

#[test]
fn a_block_of_as_many_elements_as_the_loop_has_turns() {
    check(
        "
        %p = call ptr @calloc(i64 %n, i64 4)
        %none = icmp eq i64 %n, 0
        br i1 %none, label %end, label %loop
        loop:
        %i = phi i64 [ %next, %loop ], [ 0, %0 ]
        %at = getelementptr i32, ptr %p, i64 %i
        store i32 0, ptr %at
        %next = add nuw i64 %i, 1
        %done = icmp eq i64 %next, %n
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= 4*v8u, 4*v8u + 4 <= 4*v2u because v2u - v8u - 1 >= 0
        "#]],
    );
}

#[test]
fn a_block_of_as_many_elements_as_a_bounded_loop_has_turns() {
    check(
        "
        %few = icmp ult i64 %n, 1000
        br i1 %few, label %make, label %end
        make:
        %size = shl nuw nsw i64 %n, 2
        %p = call ptr @malloc(i64 %size)
        %none = icmp eq i64 %n, 0
        br i1 %none, label %end, label %loop
        loop:
        %i = phi i64 [ %next, %loop ], [ 0, %make ]
        %at = getelementptr i32, ptr %p, i64 %i
        store i32 0, ptr %at
        store i64 0, ptr %at
        %next = add nuw i64 %i, 1
        %done = icmp eq i64 %next, %n
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b2: 0 <= 4*v11, 4*v11 + 4 <= 4*v2 because v2 - v11 - 1 >= 0
            b2: -
        "#]],
    );
}

#[test]
fn a_value_that_a_loop_shifts_down_where_it_is_no_constant() {
    // At first the phi is seen as 0 alone, which is not what comes in where it is not 0.
    check(
        "
        %positive = icmp sgt i64 %n, 0
        br i1 %positive, label %choose, label %chosen
        choose:
        br label %chosen
        chosen:
        %x = phi i64 [ %n, %choose ], [ 0, %0 ]
        %some = icmp ne i64 %x, 0
        br i1 %some, label %first, label %end
        first:
        %large = icmp uge i64 %x, 16
        br i1 %large, label %loop, label %small
        loop:
        %y = phi i64 [ %x, %first ], [ %shifted, %loop ]
        %shifted = lshr i64 %y, 4
        %again = icmp uge i64 %shifted, 16
        br i1 %again, label %loop, label %small
        small:
        %i = phi i64 [ %x, %first ], [ %shifted, %loop ]
        %at = getelementptr i8, ptr @table, i64 %i
        store i8 0, ptr %at
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b5: 0 <= v17, v17 + 1 <= 16
        "#]],
    );
}

#[test]
fn sizes_that_may_wrap_prove_nothing() {
    check(
        "
        %size = shl i64 %n, 2
        %p = call ptr @malloc(i64 %size)
        %in = icmp ult i64 %m, %n
        br i1 %in, label %access, label %end
        access:
        %at = getelementptr i32, ptr %p, i64 %m
        store i32 0, ptr %at
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: -
        "#]],
    );
}

#[test]
fn promises_are_not_believed() {
    // The same without and with a limit that keeps the sum from wrapping.
    check(
        "
        %sum = add nuw nsw i32 %a, %b
        %in = icmp ult i32 %sum, 16
        br i1 %in, label %one, label %two
        one:
        %index = zext nneg i32 %sum to i64
        %at = getelementptr i8, ptr @table, i64 %index
        store i8 0, ptr %at
        br label %two
        two:
        %small = icmp ult i32 %a, 1000
        %few = icmp ult i32 %b, 1000
        %both = and i1 %small, %few
        br i1 %both, label %three, label %end
        three:
        %exact = add nuw nsw i32 %a, %b
        %inside = icmp ult i32 %exact, 16
        br i1 %inside, label %four, label %end
        four:
        %narrow = zext nneg i32 %exact to i64
        %there = getelementptr i8, ptr @table, i64 %narrow
        store i8 0, ptr %there
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: -
            b4: 0 <= v0 + v1, v0 + v1 + 1 <= 16 because -v0 - v1 + 15 >= 0, v0 - v0u + v1 - v1u >= 0
        "#]],
    );
}

#[test]
fn frozen_conditions_and_undefined_numbers_prove_nothing() {
    check(
        "
        %in = icmp ult i64 %n, 16
        %frozen = freeze i1 %in
        br i1 %frozen, label %one, label %two
        one:
        %at = getelementptr i8, ptr @table, i64 %n
        store i8 0, ptr %at
        br label %two
        two:
        %either = phi i64 [ %n, %0 ], [ undef, %one ]
        %inside = icmp ult i64 %either, 16
        br i1 %inside, label %three, label %end
        three:
        %there = getelementptr i8, ptr @table, i64 %either
        store i8 0, ptr %there
        %fixed = freeze i64 %either
        %low = icmp ult i64 %fixed, 16
        br i1 %low, label %four, label %end
        four:
        %here = getelementptr i8, ptr @table, i64 %fixed
        store i8 0, ptr %here
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: -
            b3: -
            b4: 0 <= v16u, v16u + 1 <= 16 because -v16u + 15 >= 0
        "#]],
    );
}

#[test]
fn masks_and_parts_of_words_are_bounded() {
    check(
        "
        %mask = and i64 %n, 15
        %masked = getelementptr i8, ptr @table, i64 %mask
        store i8 0, ptr %masked
        %shift = lshr i64 %n, 60
        %shifted = getelementptr i8, ptr @table, i64 %shift
        store i8 0, ptr %shifted
        %rest = urem i64 %n, 17
        %remaining = getelementptr i8, ptr @table, i64 %rest
        store i8 0, ptr %remaining
        %four = and i64 %n, 12
        %two = and i64 %m, 3
        %bits = or disjoint i64 %four, %two
        %joined = getelementptr i8, ptr @table, i64 %bits
        store i8 0, ptr %joined
        %overlap = or i64 %mask, %two
        %inside = getelementptr i8, ptr @table, i64 %overlap
        store i8 0, ptr %inside
        ret void
        ",
        expect![[r#"
            b0: 0 <= v5u, v5u + 1 <= 16
            b0: 0 <= v8u, v8u + 1 <= 16
            b0: -
            b0: 0 <= v14u + v15u, v14u + v15u + 1 <= 16
            b0: 0 <= v19u, v19u + 1 <= 16
        "#]],
    );
}

/// GreenArrays (2014), figure 7: a test of what is computed from a value says something of the value, and the other way round.
#[test]
fn conditionals_split_what_they_depend_on() {
    check(
        "
        %x = zext i8 %c to i64
        %sum = add nuw nsw i64 %x, 1
        %in = icmp ult i64 %sum, 17
        br i1 %in, label %one, label %end
        one:
        %at = getelementptr i8, ptr @table, i64 %x
        store i8 0, ptr %at
        %twice = shl nuw nsw i64 %x, 1
        %less = add nsw i64 %twice, -16
        %half = ashr i64 %less, 1
        %there = getelementptr i8, ptr @table, i64 %sum
        store i8 0, ptr %there
        %positive = icmp sgt i64 %less, 0
        br i1 %positive, label %two, label %end
        two:
        %here = getelementptr i8, ptr @table, i64 %half
        store i8 0, ptr %here
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= v4u, v4u + 1 <= 16 because -v4u + 15 >= 0
            b1: -
            b2: 0 <= v4u - 8, v4u - 8 + 1 <= 16 because v4u - 9 >= 0, -v4u + 15 >= 0
        "#]],
    );
}

/// What intrinsics yield is bounded by what they do, and may be masked.
#[test]
fn results_of_intrinsics() {
    check(
        "
        %few = call i64 @llvm.usub.sat.i64(i64 15, i64 %n)
        %a1 = getelementptr i8, ptr @table, i64 %few
        store i8 0, ptr %a1
        %turned = call i64 @llvm.fshl.i64(i64 %n, i64 %n, i64 7)
        %low = and i64 %turned, 15
        %a2 = getelementptr i8, ptr @table, i64 %low
        store i8 0, ptr %a2
        %zeros = call i64 @llvm.cttz.i64(i64 %n, i1 false)
        %quarter = lshr i64 %zeros, 3
        %a3 = getelementptr i8, ptr @table, i64 %quarter
        store i8 0, ptr %a3
        %poison = call i64 @llvm.cttz.i64(i64 %n, i1 true)
        %part = lshr i64 %poison, 3
        %a4 = getelementptr i8, ptr @table, i64 %part
        store i8 0, ptr %a4
        %pair = call {i64, i1} @llvm.uadd.with.overflow.i64(i64 %n, i64 %m)
        %sum = extractvalue {i64, i1} %pair, 0
        %in = icmp ult i64 %sum, 16
        br i1 %in, label %there, label %end
        there:
        %a5 = getelementptr i8, ptr @table, i64 %sum
        store i8 0, ptr %a5
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b0: 0 <= max(0, -v2u + 15), max(0, -v2u + 15) + 1 <= 16
            b0: 0 <= v9u, v9u + 1 <= 16
            b0: 0 <= v13u, v13u + 1 <= 16
            b0: -
            b1: 0 <= v21, v21 + 1 <= 16 because -v21u + 15 >= 0, -v21 + v21u >= 0, v21 - v21u >= 0
        "#]],
    );
}

/// What comes in over an edge is bounded by what holds there, though the phi is compared with nothing.
#[test]
fn phis_are_bounded_by_their_edges() {
    check(
        "
        %less = icmp ult i64 %n, 256
        br i1 %less, label %end, label %loop
        loop:
        %x = phi i64 [ %n, %0 ], [ %next, %loop ]
        %next = lshr i64 %x, 4
        %more = icmp ugt i64 %x, 4095
        br i1 %more, label %loop, label %end
        end:
        %last = phi i64 [ %n, %0 ], [ %next, %loop ]
        %part = lshr i64 %last, 4
        %at = getelementptr i8, ptr @table, i64 %part
        store i8 0, ptr %at
        %far = getelementptr i8, ptr @table, i64 %last
        store i8 0, ptr %far
        ret void
        ",
        expect![[r#"
            b2: 0 <= v12u, v12u + 1 <= 16
            b2: -
        "#]],
    );
}

/// The matrix of section 4.3: `c0 * w + c1` stays below `w * h`.
#[test]
fn a_matrix_in_one_block() {
    check(
        "
        %some = icmp sgt i32 %a, 0
        %more = icmp sgt i32 %b, 0
        %both = and i1 %some, %more
        br i1 %both, label %make, label %end
        make:
        %w = zext nneg i32 %a to i64
        %h = zext nneg i32 %b to i64
        %size = mul nuw nsw i64 %w, %h
        %p = call ptr @malloc(i64 %size)
        br label %rows
        rows:
        %y = phi i64 [ 0, %make ], [ %y.next, %row.end ]
        %start = mul nuw nsw i64 %y, %w
        %row = getelementptr i8, ptr %p, i64 %start
        br label %columns
        columns:
        %x = phi i64 [ 0, %rows ], [ %x.next, %columns ]
        %at = getelementptr i8, ptr %row, i64 %x
        store i8 0, ptr %at
        store i16 0, ptr %at
        %x.next = add nuw nsw i64 %x, 1
        %x.done = icmp eq i64 %x.next, %w
        br i1 %x.done, label %row.end, label %columns
        row.end:
        %y.next = add nuw nsw i64 %y, 1
        %y.done = icmp eq i64 %y.next, %h
        br i1 %y.done, label %end, label %rows
        end:
        ret void
        ",
        expect![[r#"
            b3: 0 <= v14*v0 + v18, v14*v0 + v18 + 1 <= v1*v0 because v0 - 1 >= 0, v0 - v18 - 1 >= 0, -v0 + v1*v0 - v14*v0 >= 0, -v14 + v14*v0 >= 0, -v14*v0 + v14*v0u >= 0, v14*v0 - v14*v0u >= 0
            b3: -
        "#]],
    );
}

/// GreenArrays (2014), figure 1: two counters that run towards each other, and one that nothing bounds.
#[test]
fn two_counters_that_meet() {
    check(
        "
        %count = zext i8 %c to i64
        %p = call ptr @malloc(i64 %count)
        %last = add nsw i64 %count, -1
        br label %loop
        loop:
        %i = phi i64 [ 0, %0 ], [ %i.next, %body ]
        %j = phi i64 [ %last, %0 ], [ %j.next, %body ]
        %k = phi i64 [ 0, %0 ], [ %k.next, %body ]
        %in = icmp slt i64 %i, %j
        br i1 %in, label %body, label %end
        body:
        %at.i = getelementptr i8, ptr %p, i64 %i
        store i8 0, ptr %at.i
        %at.j = getelementptr i8, ptr %p, i64 %j
        store i8 0, ptr %at.j
        %at.k = getelementptr i8, ptr %p, i64 %k
        store i8 0, ptr %at.k
        %i.next = add nuw nsw i64 %i, 1
        %j.next = add nsw i64 %j, -1
        %k.next = add i64 %k, 1
        br label %loop
        end:
        ret void
        ",
        expect![[r#"
            b2: 0 <= v9, v9 + 1 <= v4u because v4u - v10 - 1 >= 0, -v9 + v10 - 1 >= 0
            b2: 0 <= v10u, v10u + 1 <= v4u because v4u - v10 - 1 >= 0, v10 - v10u >= 0
            b2: -
        "#]],
    );
}

/// GreenArrays (2014), figure 10: the product is below the limit because it wrapped.
#[test]
fn a_product_that_may_wrap_bounds_nothing() {
    check(
        "
        %size = mul i8 %c, %c
        %few = icmp slt i8 %size, 16
        br i1 %few, label %next, label %end
        next:
        %x = sext i8 %c to i64
        %in = icmp ult i64 %n, %x
        br i1 %in, label %access, label %end
        access:
        %at = getelementptr i8, ptr @table, i64 %n
        store i8 0, ptr %at
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b2: -
        "#]],
    );
}

#[test]
fn lengths_count_from_the_offset() {
    check(
        "
        %few = icmp ult i64 %n, 13
        br i1 %few, label %fill, label %end
        fill:
        %at = getelementptr i8, ptr @table, i64 4
        call void @llvm.memset.p0.i64(ptr %at, i8 0, i64 %n, i1 false)
        %beyond = getelementptr i8, ptr @table, i64 5
        call void @llvm.memset.p0.i64(ptr %beyond, i8 0, i64 %n, i1 false)
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= 4, 4 + v2 <= 16 because -v2u + 12 >= 0, -v2 + v2u >= 0
            b1: -
        "#]],
    );
}

#[test]
fn limits_that_the_loop_changes_bound_nothing() {
    check(
        "
        br label %loop
        loop:
        %i = phi i64 [ 0, %0 ], [ %next, %again ]
        %limit = call i64 @limit()
        %few = icmp ult i64 %limit, 16
        br i1 %few, label %access, label %end
        access:
        %at = getelementptr i8, ptr @table, i64 %i
        store i8 0, ptr %at
        %next = add i64 %i, 1
        %more = icmp ule i64 %next, %limit
        br i1 %more, label %again, label %end
        again:
        br label %loop
        end:
        ret void
        ",
        expect![[r#"
            b2: -
        "#]],
    );
}

#[test]
fn a_case_is_equal_and_the_default_is_not() {
    check(
        "
        %few = icmp ule i64 %n, 16
        br i1 %few, label %which, label %end
        which:
        switch i64 %n, label %default [ i64 3, label %three
                                        i64 16, label %sixteen ]
        three:
        %at = getelementptr i8, ptr @table, i64 %n
        store i8 0, ptr %at
        ret void
        sixteen:
        %past = getelementptr i8, ptr @table, i64 %n
        store i8 0, ptr %past
        ret void
        default:
        %less = getelementptr i8, ptr @table, i64 %n
        store i8 0, ptr %less
        ret void
        end:
        ret void
        ",
        expect![[r#"
            b2: 0 <= v2u, v2u + 1 <= 16 because -v2u + 3 >= 0
            b3: -
            b4: 0 <= v2u, v2u + 1 <= 16 because -v2u + 15 >= 0
        "#]],
    );
}

#[test]
fn a_pointer_that_walks_to_the_end_of_an_array() {
    check(
        "
        br label %loop
        loop:
        %p = phi ptr [ @table, %0 ], [ %next, %loop ]
        store i32 0, ptr %p
        %next = getelementptr inbounds i32, ptr %p, i64 1
        %done = icmp eq ptr %next, getelementptr inbounds (i8, ptr @table, i64 16)
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= 4*v6u, 4*v6u + 4 <= 16
        "#]],
    );
}

#[test]
fn a_step_that_jumps_over_the_end() {
    check(
        "
        br label %loop
        loop:
        %p = phi ptr [ @table, %0 ], [ %next, %loop ]
        store i32 0, ptr %p
        %next = getelementptr inbounds i32, ptr %p, i64 1
        %done = icmp eq ptr %next, getelementptr inbounds (i8, ptr @table, i64 14)
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: -
        "#]],
    );
}

#[test]
fn a_pointer_that_walks_to_an_end_that_is_computed() {
    check(
        "
        %small = icmp ult i64 %n, 1000
        br i1 %small, label %start, label %end
        start:
        %size = shl nuw i64 %n, 3
        %q = call ptr @malloc(i64 %size)
        %last = getelementptr inbounds i64, ptr %q, i64 %n
        %some = icmp eq i64 %n, 0
        br i1 %some, label %end, label %loop
        loop:
        %p = phi ptr [ %q, %start ], [ %next, %loop ]
        store i64 0, ptr %p
        %next = getelementptr inbounds i64, ptr %p, i64 1
        %done = icmp eq ptr %next, %last
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b2: 0 <= 8*v12u, 8*v12u + 8 <= 8*v2 because v2u - v12u - 1 >= 0, v2 - v2u >= 0
        "#]],
    );
}

#[test]
fn a_pointer_that_walks_backwards_to_the_start() {
    check(
        "
        br label %loop
        loop:
        %p = phi ptr [ getelementptr inbounds (i8, ptr @table, i64 16), %0 ], [ %next, %loop ]
        %next = getelementptr inbounds i16, ptr %p, i64 -1
        store i16 0, ptr %next
        %done = icmp eq ptr %next, @table
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= 2*v6u + 14, 2*v6u + 14 + 2 <= 16 because v6u + 7 >= 0
        "#]],
    );
}

#[test]
fn a_choice_between_objects_of_different_sizes() {
    check(
        "
        %small = alloca [4 x i8]
        %first = icmp eq i64 %n, 0
        %p = select i1 %first, ptr %small, ptr @table
        %in = getelementptr inbounds i8, ptr %p, i64 3
        store i8 0, ptr %in
        %out = getelementptr inbounds i8, ptr %p, i64 4
        store i8 0, ptr %out
        ret void
        ",
        expect![[r#"
            b0: 0 <= 3, 3 + 1 <= 4
            b0: -
        "#]],
    );
}

#[test]
fn as_many_bytes_as_there_are_between_two_pointers() {
    check(
        "
        %i = and i64 %n, 7
        %p = getelementptr inbounds i8, ptr @table, i64 %i
        %from = ptrtoint ptr %p to i64
        %end = getelementptr inbounds i8, ptr @table, i64 16
        %to = ptrtoint ptr %end to i64
        %left = sub i64 %to, %from
        call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %left, i1 false)
        %more = add i64 %left, 1
        call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %more, i1 false)
        ret void
        ",
        expect![[r#"
            b0: 0 <= v5u, v5u + -v5u + 16 <= 16
            b0: -
        "#]],
    );
}

/// GreenArrays (2014), figure 14: what is valid around a pointer that was moved by one.
#[test]
fn figure_14_valid_offsets() {
    check(
        "
        %some = icmp ugt i64 %n, 1
        %few = icmp ult i64 %n, 1000
        %both = and i1 %some, %few
        br i1 %both, label %start, label %end
        start:
        %v1 = call ptr @malloc(i64 %n)
        %v2 = getelementptr inbounds i8, ptr %v1, i64 1
        %first = getelementptr inbounds i8, ptr %v2, i64 -1
        store i8 0, ptr %first
        %last = getelementptr i8, ptr %v2, i64 %n
        %valid = getelementptr i8, ptr %last, i64 -2
        store i8 0, ptr %valid
        %beyond = getelementptr i8, ptr %last, i64 -1
        store i8 0, ptr %beyond
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b1: 0 <= 0, 0 + 1 <= v2 because v2u - 2 >= 0, v2 - v2u >= 0
            b1: 0 <= v2u - 1, v2u - 1 + 1 <= v2 because v2u - 2 >= 0, v2 - v2u >= 0
            b1: -
        "#]],
    );
}

/// GreenArrays (2014), figure 16: a search for a character bounds nothing.
#[test]
fn figure_16_a_search_for_a_character() {
    check(
        "
        br label %loop
        loop:
        %p = phi ptr [ @table, %0 ], [ %next, %loop ]
        %at = load i8, ptr %p
        %next = getelementptr inbounds i8, ptr %p, i64 1
        %done = icmp eq i8 %at, 0
        br i1 %done, label %end, label %loop
        end:
        ret void
        ",
        expect![[r#"
            b1: -
        "#]],
    );
}

/// Where a product did not wrap, it is a size.
#[test]
fn arithmetic_that_says_whether_it_wrapped() {
    check(
        "
        %pair = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %n, i64 4)
        %size = extractvalue {i64, i1} %pair, 0
        %wrapped = extractvalue {i64, i1} %pair, 1
        %some = call ptr @malloc(i64 %size)
        %in = icmp ult i64 %m, %n
        br i1 %wrapped, label %bad, label %good
        bad:
        br i1 %in, label %beyond, label %end
        beyond:
        %a1 = getelementptr i32, ptr %some, i64 %m
        store i32 0, ptr %a1
        br label %end
        good:
        br i1 %in, label %within, label %end
        within:
        %a2 = getelementptr i32, ptr %some, i64 %m
        store i32 0, ptr %a2
        br label %end
        end:
        ret void
        ",
        expect![[r#"
            b2: -
            b4: 0 <= 4*v3u, 4*v3u + 4 <= 4*v2 because v2u - v3u - 1 >= 0, v2 - v2u >= 0
        "#]],
    );
}

/// What the C library returns is bounded where its functions have the types that they have there.
#[test]
fn results_of_library_functions() {
    check(
        "
        %s = call ptr @malloc(i64 64)
        %length = call i64 @strlen(ptr %s)
        %size = add i64 %length, 1
        %copy = call ptr @malloc(i64 %size)
        %last = getelementptr i8, ptr %copy, i64 %length
        store i8 0, ptr %last
        %past = getelementptr i8, ptr %copy, i64 %size
        store i8 0, ptr %past
        %wide = call i64 @wcslen(ptr %s)
        %units = add i64 %wide, 1
        %bytes = mul i64 %units, 4
        %copies = call ptr @malloc(i64 %bytes)
        %end = getelementptr i32, ptr %copies, i64 %wide
        store i32 0, ptr %end
        %buffer = call ptr @malloc(i64 64)
        %read = call i64 @fread(ptr %buffer, i64 1, i64 63, ptr %s)
        %behind = getelementptr i8, ptr %buffer, i64 %read
        store i8 0, ptr %behind
        %more = getelementptr i8, ptr %behind, i64 1
        store i8 0, ptr %more
        %written = call i32 @fwrite(ptr %buffer, i64 1, i64 63, ptr %s)
        %wider = zext i32 %written to i64
        %other = getelementptr i8, ptr %buffer, i64 %wider
        store i8 0, ptr %other
        %char = call i32 @getc(ptr %s)
        %step = add i32 %char, 1
        %index = sext i32 %step to i64
        %counts = call ptr @malloc(i64 257)
        %count = getelementptr i8, ptr %counts, i64 %index
        store i8 0, ptr %count
        ret void
        ",
        expect![[r#"
            b0: 0 <= v6u, v6u + 1 <= v6u + 1
            b0: -
            b0: 0 <= 4*v13u, 4*v13u + 4 <= 4*v13u + 4
            b0: 0 <= v20u, v20u + 1 <= 64
            b0: -
            b0: -
            b0: 0 <= v29 + 1, v29 + 1 + 1 <= 257
        "#]],
    );
}

/// Where a pointer may be null, the page that nobody may touch catches accesses, as far as it reaches.
#[test]
fn null_is_no_object() {
    check(
        "
        %large = call ptr @malloc(i64 100000)
        %some = icmp ne i64 %m, 0
        %p = select i1 %some, ptr %large, ptr null
        %first = icmp ult i64 %n, 65536
        br i1 %first, label %caught, label %second
        caught:
        %a1 = getelementptr i8, ptr %p, i64 %n
        store i8 0, ptr %a1
        store i16 0, ptr %a1
        br label %end
        second:
        %in = icmp ult i64 %n, 100000
        br i1 %in, label %within, label %end
        within:
        %a2 = getelementptr i8, ptr %p, i64 %n
        store i8 0, ptr %a2
        %a3 = getelementptr i8, ptr %large, i64 %n
        store i8 0, ptr %a3
        br label %end
        end:
        %again = phi ptr [%p, %caught], [%large, %second], [null, %within]
        store i64 0, ptr %again
        %never = select i1 %some, ptr null, ptr null
        store i64 0, ptr %never
        %moved = getelementptr i8, ptr %p, i64 %m
        %address = ptrtoint ptr %moved to i64
        %low = and i64 %address, 15
        %is_low = icmp ult ptr %moved, %p
        %bit = zext i1 %is_low to i64
        %index = or i64 %low, %bit
        %a4 = getelementptr i8, ptr @table, i64 %index
        store i8 0, ptr %a4
        ret void
        ",
        expect![[r#"
            b1: 0 <= v2u, v2u + 1 <= 100000 because -v2u + 65535 >= 0
            b1: -
            b3: -
            b3: 0 <= v2u, v2u + 1 <= 100000 because -v2u + 99999 >= 0
            b4: 0 <= 0, 0 + 8 <= 100000
            b4: 0 <= v30u, v30u + 1 <= 16
        "#]],
    );
}
