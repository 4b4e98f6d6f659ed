//! Memory: initial values, provenance, initialisation, atomics, variadic arguments.

use crate::{run, status};
use sanecc_machine::Outcome;

#[test]
fn globals_begin_with_their_values() {
    let text = "@a = global [3 x i16] [i16 1, i16 2, i16 3]
        @p = global ptr getelementptr (i8, ptr @a, i64 4)
        @f = constant ptr @seven
        define i32 @seven() { ret i32 7 }
        define i32 @main() {
        %q = load ptr, ptr @p
        %v = load i16, ptr %q
        %w = zext i16 %v to i32
        %f = load ptr, ptr @f
        %s = call i32 %f()
        %r = add i32 %w, %s
        ret i32 %r
        }";
    assert_eq!(run(text), Outcome::Exited(10));
}

#[test]
fn addresses_keep_their_objects_through_numbers_and_bytes() {
    let body = "%o = alloca i32
        %slot = alloca ptr
        %copy = alloca ptr
        store i32 9, ptr %o
        %n = ptrtoint ptr %o to i64
        %m = or i64 %n, 1
        %k = and i64 %m, -2
        %p = inttoptr i64 %k to ptr
        store ptr %p, ptr %slot
        br label %loop
    loop:
        %i = phi i64 [ 0, %0 ], [ %next, %loop ]
        %from = getelementptr i8, ptr %slot, i64 %i
        %to = getelementptr i8, ptr %copy, i64 %i
        %byte = load i8, ptr %from
        store i8 %byte, ptr %to
        %next = add i64 %i, 1
        %c = icmp eq i64 %next, 8
        br i1 %c, label %end, label %loop
    end:
        %q = load ptr, ptr %copy
        %v = load i32, ptr %q
        ret i32 %v";
    assert_eq!(status(body), 9);
}

#[test]
fn bits_of_a_field_have_a_value_one_by_one() {
    // As clang sets and reads `unsigned a : 3` in a byte that has no value.
    let body = "%s = alloca i8
        %old = load i8, ptr %s
        %keep = and i8 %old, -8
        %new = or i8 %keep, 5
        store i8 %new, ptr %s
        %all = load i8, ptr %s
        %field = and i8 %all, 7
        %is = icmp eq i8 %field, 5
        br i1 %is, label %yes, label %no
    yes:
        ret i32 1
    no:
        ret i32 0";
    assert_eq!(status(body), 1);
}

#[test]
fn atomics_change_memory() {
    let body = "%p = alloca i32
        store i32 5, ptr %p
        %a = atomicrmw add ptr %p, i32 3 seq_cst
        %b = cmpxchg ptr %p, i32 8, i32 20 seq_cst seq_cst
        %ok = extractvalue { i32, i1 } %b, 1
        %o = zext i1 %ok to i32
        %v = load i32, ptr %p
        %s = add i32 %a, %v
        %r = add i32 %s, %o
        ret i32 %r";
    assert_eq!(status(body), 26);
}

#[test]
fn variadic_arguments_lie_where_clang_reads_them() {
    let text = "declare void @llvm.va_start.p0(ptr)
        define i64 @f(i32 %n, ...) {
        %list = alloca [24 x i8], align 16
        call void @llvm.va_start.p0(ptr %list)
        %general = load i32, ptr %list
        %saved = getelementptr i8, ptr %list, i64 16
        %area = load ptr, ptr %saved
        %at = zext i32 %general to i64
        %p = getelementptr i8, ptr %area, i64 %at
        %first = load i64, ptr %p
        %q = getelementptr i8, ptr %list, i64 8
        %overflow = load ptr, ptr %q
        %last = load i64, ptr %overflow
        %r = add i64 %first, %last
        ret i64 %r
        }
        define i32 @main() {
        %r = call i64 (i32, ...) @f(i32 6, i64 1, i64 2, i64 3, i64 4, i64 5, i64 40)
        %s = trunc i64 %r to i32
        ret i32 %s
        }";
    assert_eq!(run(text), Outcome::Exited(41));
}
