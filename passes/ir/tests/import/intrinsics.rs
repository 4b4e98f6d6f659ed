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
            f4 @f unchecked
            b0: -> []
              v1 "x" = alloca 4 bytes
              v2 = scope_begin v1
              v3 = inert
              v4 "vla" = alloca v0 * 1 bytes
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
            f19 @f unchecked
            b0: -> []
              v5 = inert -1
              v6 = inert v1, 0
              v7 = inert v0, 0, -1, 0
              v8 = inert v2, 1
              v9 = SMax v2 0
              v10 = inert v3
              v11 = inert v1
              v12 = inert v0, 0, 3, 1
              v13 = inert 0
              v14 = inert v0, -16
              v15 = inert 8, v0
              v16 = inert v4
              v17 = inert v0
              v18 = inert v0, v0
              v19 = va_arg v0
              v20 = inert v0
              v21 = inert
              v22 = inert constant
              v23 = inert v1
              v24 = inert v0
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
            f5 @f unchecked
            b0: -> []
              v1 = opaque llvm.eh.sjlj.setjmp v0
              v2 = opaque llvm.debugtrap
              v3 = opaque llvm.ubsantrap 3
              v4 = opaque llvm.eh.sjlj.longjmp v0
              v5 = opaque llvm.trap
              v6 = unreachable
        "#]],
    );
}
