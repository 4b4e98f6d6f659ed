//! Proofs that need operations not to wrap (section 4.2), from textual IR.

use crate::text;
use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{NoWrap, PoisonFlags, Ranges, Regions, View, roots_of_access};
use sanecc_ir::{BinaryOp, CastOp, Op};

const PRELUDE: &str = r#"
declare ptr @malloc(i64)
"#;

/// Whether the last access of the function is proved to stay in its object, without and with assumptions, and which are offered.
fn asked(text: &str) -> (bool, bool, Vec<(&'static str, View)>) {
    let module = text::module(PRELUDE, text);
    let (_, function) = module.functions.iter().find(|(_, f)| f.defined).unwrap();
    let analyses = FunctionAnalyses::of(function);
    let (_, access) = function.accesses.iter().last().unwrap();
    let place = function.resolve(access.pointer);
    let block = text::block_of(function, access.instruction);
    let roots = || roots_of_access(access, &place);
    let proves = |assumed: &[NoWrap]| {
        let assumed = assumed.iter().map(|one| (one.operation, one.view));
        let ranges = Ranges::assuming(
            &analyses,
            Regions::of(&module, &analyses),
            PoisonFlags::Dropped,
            assumed.collect(),
            roots(),
        );
        let ranges = ranges.unwrap();
        let proved = ranges.stays_within(access, &place, block).is_ok();
        (proved, ranges.may_wrap(roots()))
    };
    let (without, offered) = proves(&[]);
    let (with, _) = proves(&offered);
    let name = |one: &NoWrap| {
        let name = match function.op(one.operation).unwrap() {
            Op::Binary(BinaryOp::Add, ..) => "add",
            Op::Binary(BinaryOp::Sub, ..) => "sub",
            Op::Binary(BinaryOp::Mul, ..) => "mul",
            Op::Binary(BinaryOp::Shl, ..) => "shl",
            Op::Cast(CastOp::Trunc, _) => "trunc",
            _ => "?",
        };
        (name, one.view)
    };
    (without, with, offered.iter().map(name).collect())
}

/// Figure 10: `w * h` decides how far the loops run. For 6 and 22 it wraps to -124, and 12 writes go beyond the buffer.
#[test]
fn figure_10_stays_in_the_buffer_unless_the_product_wraps() {
    let text = r"
    define void @read_matrix(i8 %w, i8 %h) {
    entry:
      %buf = alloca [120 x i8]
      %size = mul i8 %w, %h
      %small = icmp slt i8 %size, 120
      br i1 %small, label %rows, label %end
    rows:
      %wide = sext i8 %w to i64
      %high = sext i8 %h to i64
      %some = icmp sgt i8 %h, 0
      %any = icmp sgt i8 %w, 0
      br i1 %some, label %row, label %end
    row:
      %c0 = phi i64 [ 0, %rows ], [ %c0.next, %row.end ]
      br i1 %any, label %columns, label %row.end
    columns:
      %start = mul i64 %c0, %wide
      br label %column
    column:
      %c1 = phi i64 [ 0, %columns ], [ %c1.next, %column ]
      %index = add i64 %start, %c1
      %at = getelementptr i8, ptr %buf, i64 %index
      store i8 0, ptr %at
      %c1.next = add i64 %c1, 1
      %c1.done = icmp eq i64 %c1.next, %wide
      br i1 %c1.done, label %row.end, label %column
    row.end:
      %c0.next = add i64 %c0, 1
      %c0.done = icmp eq i64 %c0.next, %high
      br i1 %c0.done, label %end, label %row
    end:
      ret void
    }";
    assert_eq!(asked(text), (false, true, vec![("mul", View::Signed)]));
}

/// A size in bytes that is computed from a number of elements.
#[test]
fn a_size_that_may_wrap_is_large_enough_unless_it_does() {
    let text = r"
    define void @f(i64 %n, i64 %i) {
    entry:
      %size = shl i64 %n, 2
      %p = call ptr @malloc(i64 %size)
      %inside = icmp ult i64 %i, %n
      br i1 %inside, label %then, label %end
    then:
      %at = getelementptr [4 x i8], ptr %p, i64 %i
      store i32 0, ptr %at
      br label %end
    end:
      ret void
    }";
    assert_eq!(asked(text), (false, true, vec![("shl", View::Unsigned)]));
}

/// A number that is cut off before it is compared.
#[test]
fn a_limit_that_is_cut_off_holds_for_the_whole_unless_something_is_lost() {
    let text = r"
    define void @f(i64 %n) {
    entry:
      %buf = alloca [16 x i8]
      %short = trunc i64 %n to i8
      %inside = icmp ult i8 %short, 16
      br i1 %inside, label %then, label %end
    then:
      %at = getelementptr i8, ptr %buf, i64 %n
      store i8 0, ptr %at
      br label %end
    end:
      ret void
    }";
    assert_eq!(asked(text), (false, true, vec![("trunc", View::Unsigned)]));
}

/// What is wrong without wrapping is wrong with every assumption.
#[test]
fn an_assumption_about_wrapping_proves_nothing_else() {
    let text = r"
    define void @f(i64 %n) {
    entry:
      %buf = alloca [16 x i8]
      %next = add i64 %n, 1
      %inside = icmp ult i64 %next, 18
      br i1 %inside, label %then, label %end
    then:
      %at = getelementptr i8, ptr %buf, i64 %n
      store i8 0, ptr %at
      br label %end
    end:
      ret void
    }";
    assert_eq!(asked(text), (false, false, vec![("add", View::Unsigned)]));
}

/// A step backwards that is not written as one: what the guard asks about is an addition of 4294967292, and that does not wrap just where the
/// limit is large.
#[test]
fn a_constant_step_is_read_as_its_guard_reads_it() {
    let text = r"
    define void @f(i32 %n, i32 %i) {
    entry:
      %buf = alloca [8 x i8]
      %step = add i32 3, -7
      %limit = add i32 %n, %step
      %small = icmp ult i32 %n, 12
      %inside = icmp ult i32 %i, %limit
      %both = and i1 %small, %inside
      br i1 %both, label %then, label %end
    then:
      %wide = zext i32 %i to i64
      %at = getelementptr i8, ptr %buf, i64 %wide
      store i8 0, ptr %at
      br label %end
    end:
      ret void
    }";
    assert_eq!(asked(text), (false, false, vec![("add", View::Unsigned)]));
}
