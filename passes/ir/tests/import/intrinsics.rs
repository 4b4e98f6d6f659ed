//! Intrinsics other than accesses to memory.

use crate::check;
use expect_test::expect;

#[test]
fn scopes_and_the_stack_pointer() {
    check(
        "
        declare void @llvm.lifetime.start.p0(i64, ptr)
        declare void @llvm.lifetime.end.p0(i64, ptr)
        declare ptr @llvm.stacksave.p0()
        declare void @llvm.stackrestore.p0(ptr)
        define void @f(i64 %n) {
          %x = alloca i32
          call void @llvm.lifetime.start.p0(i64 4, ptr %x)
          %saved = call ptr @llvm.stacksave.p0()
          %vla = alloca i8, i64 %n
          call void @llvm.stackrestore.p0(ptr %saved)
          call void @llvm.lifetime.end.p0(i64 -1, ptr %x)
          ret void
        }",
        expect![[r#"
            f0 declare @llvm.lifetime.start.p0(i64, ptr) -> void
            f1 declare @llvm.lifetime.end.p0(i64, ptr) -> void
            f2 declare @llvm.stacksave.p0() -> ptr
            f3 declare @llvm.stackrestore.p0(ptr) -> void
            f4 define @f(v0 "n": i64) -> void unchecked replaceable
            b0:
              v1 "x" = alloca 4 bytes align 4
              v2 = scope_begin v1
              v3: ptr = inert "llvm.stacksave.p0"()
              v4 "vla" = alloca v0 * 1 bytes align 1
              v5 = stack_restore v3
              v6 = scope_end v1
              v7 = return
        "#]],
    );
}

#[test]
fn hints_arithmetic_and_builtins_end_no_life() {
    check(
        "
        declare void @llvm.assume(i1)
        declare i64 @llvm.expect.i64(i64, i64)
        declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
        declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
        declare i32 @llvm.smax.i32(i32, i32)
        declare double @llvm.fabs.f64(double)
        declare i64 @llvm.ctpop.i64(i64)
        declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
        declare ptr @llvm.frameaddress.p0(i32)
        declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
        declare ptr @llvm.invariant.start.p0(i64, ptr)
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
        declare void @llvm.va_start.p0(ptr)
        declare void @llvm.va_copy.p0(ptr, ptr)
        declare void @llvm.va_end.p0(ptr)
        declare void @llvm.donothing()
        declare void @llvm.experimental.noalias.scope.decl(metadata)
        declare i1 @llvm.is.constant.i64(i64)
        declare ptr @llvm.launder.invariant.group.p0(ptr)
        define void @f(ptr %p, i64 %n, i32 %a, double %x, <4 x i32> %v, ...) {
          call void @llvm.assume(i1 true)
          %1 = call i64 @llvm.expect.i64(i64 %n, i64 0)
          %2 = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
          %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)
          %4 = call i32 @llvm.smax.i32(i32 %a, i32 0)
          %5 = call double @llvm.fabs.f64(double %x)
          %6 = call i64 @llvm.ctpop.i64(i64 %n)
          call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
          %7 = call ptr @llvm.frameaddress.p0(i32 0)
          %8 = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
          %9 = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
          %10 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
          call void @llvm.va_start.p0(ptr %p)
          call void @llvm.va_copy.p0(ptr %p, ptr %p)
          %11 = va_arg ptr %p, i32
          call void @llvm.va_end.p0(ptr %p)
          call void @llvm.donothing()
          call void @llvm.experimental.noalias.scope.decl(metadata !0)
          %12 = call i1 @llvm.is.constant.i64(i64 %n)
          %13 = call ptr @llvm.launder.invariant.group.p0(ptr %p)
          ret void
        }
        !0 = !{!1}
        !1 = distinct !{!1, !2}
        !2 = distinct !{!2}",
        expect![[r#"
            t0 = struct { 0: i32, 4: i1 } 8 bytes align 4
            f0 declare @llvm.assume(i1) -> void
            f1 declare @llvm.expect.i64(i64, i64) -> i64
            f2 declare @llvm.objectsize.i64.p0(ptr, i1, i1, i1) -> i64
            f3 declare @llvm.sadd.with.overflow.i32(i32, i32) -> t0
            f4 declare @llvm.smax.i32(i32, i32) -> i32
            f5 declare @llvm.fabs.f64(double) -> double
            f6 declare @llvm.ctpop.i64(i64) -> i64
            f7 declare @llvm.prefetch.p0(ptr, i32, i32, i32) -> void
            f8 declare @llvm.frameaddress.p0(i32) -> ptr
            f9 declare @llvm.ptrmask.p0.i64(ptr, i64) -> ptr
            f10 declare @llvm.invariant.start.p0(i64, ptr) -> ptr
            f11 declare @llvm.vector.reduce.add.v4i32(<4 x i32>) -> i32
            f12 declare @llvm.va_start.p0(ptr) -> void
            f13 declare @llvm.va_copy.p0(ptr, ptr) -> void
            f14 declare @llvm.va_end.p0(ptr) -> void
            f15 declare @llvm.donothing() -> void
            f16 declare @llvm.experimental.noalias.scope.decl(other) -> void
            f17 declare @llvm.is.constant.i64(i64) -> i1
            f18 declare @llvm.launder.invariant.group.p0(ptr) -> ptr
            f19 define @f(v0 "p": ptr, v1 "n": i64, v2 "a": i32, v3 "x": double, v4 "v": <4 x i32>, ...) -> void unchecked replaceable
              const v34: other = text ""
            b0:
              v5 = inert "llvm.assume"(i1 -1)
              v6: i64 = inert "llvm.expect.i64"(v1, i64 0)
              v7: i64 = inert "llvm.objectsize.i64.p0"(v0, i1 0, i1 -1, i1 0)
              v8: t0 = inert "llvm.sadd.with.overflow.i32"(v2, i32 1)
              v9: i32 = smax v2, 0
              v10: double = inert "llvm.fabs.f64"(v3)
              v11: i64 = inert "llvm.ctpop.i64"(v1)
                computed bits v1
              v12 = inert "llvm.prefetch.p0"(v0, i32 0, i32 3, i32 1)
                not_kept 0
              v13: ptr = inert "llvm.frameaddress.p0"(i32 0)
              v14: ptr = inert "llvm.ptrmask.p0.i64"(v0, i64 -16)
              v15: ptr = inert "llvm.invariant.start.p0"(i64 8, v0)
                not_kept 1
              v16: i32 = inert "llvm.vector.reduce.add.v4i32"(v4)
              v17 = inert "llvm.va_start.p0"(v0)
                not_kept 0
              v18 = inert "llvm.va_copy.p0"(v0, v0)
                not_kept 0, 1
              v19: i32 = va_arg v0
              v20 = inert "llvm.va_end.p0"(v0)
                not_kept 0
              v21 = inert "llvm.donothing"()
              v22 = inert "llvm.experimental.noalias.scope.decl"(v34)
              v23: i1 = inert "llvm.is.constant.i64"(v1)
              v24: ptr = inert "llvm.launder.invariant.group.p0"(v0)
              v25 = return
        "#]],
    );
}

#[test]
fn traps_and_jumps_out_may_do_anything() {
    check(
        "
        declare void @llvm.trap()
        declare void @llvm.debugtrap()
        declare void @llvm.ubsantrap(i8)
        declare void @llvm.eh.sjlj.longjmp(ptr)
        declare i32 @llvm.eh.sjlj.setjmp(ptr)
        define void @f(ptr %p) {
          %a = call i32 @llvm.eh.sjlj.setjmp(ptr %p)
          call void @llvm.debugtrap()
          call void @llvm.ubsantrap(i8 3)
          call void @llvm.eh.sjlj.longjmp(ptr %p)
          call void @llvm.trap()
          unreachable
        }",
        expect![[r#"
            f0 declare @llvm.trap() -> void
            f1 declare @llvm.debugtrap() -> void
            f2 declare @llvm.ubsantrap(i8) -> void
            f3 declare @llvm.eh.sjlj.longjmp(ptr) -> void
            f4 declare @llvm.eh.sjlj.setjmp(ptr) -> i32
            f5 define @f(v0 "p": ptr) -> void unchecked replaceable calls_setjmp
            b0:
              v1: i32 = opaque "llvm.eh.sjlj.setjmp"(v0)
              v2 = opaque "llvm.debugtrap"()
              v3 = opaque "llvm.ubsantrap"(i8 3)
              v4 = opaque "llvm.eh.sjlj.longjmp"(v0)
              v5 = opaque "llvm.trap"()
              v6 = unreachable
        "#]],
    );
}
