//! Address arithmetic: every form of `getelementptr` becomes bytes.

use crate::{THUMB, X86_64, check, check_body, function, module_for, operations};
use expect_test::expect;
use sanecc_ir::Op;

#[test]
fn fields_and_elements_become_bytes() {
    check(
        "
        %inner = type { i8, [4 x i32] }
        %outer = type { i16, %inner, ptr, [2 x %inner] }
        define void @f(ptr %p, i64 %i, i64 %j) {
          %field = getelementptr inbounds %outer, ptr %p, i32 0, i32 2
          %nested = getelementptr %outer, ptr %p, i64 0, i32 1, i32 1, i64 %i
          %step = getelementptr %outer, ptr %p, i64 %i
          %deep = getelementptr %outer, ptr %p, i64 %j, i32 3, i64 %i, i32 1, i64 3
          %matrix = getelementptr [10 x [20 x i16]], ptr %p, i64 0, i64 %i, i64 %j
          %bytes = getelementptr i8, ptr %p, i64 %i
          %nothing = getelementptr inbounds nuw i8, ptr %p, i64 0
          ret void
        }",
        expect![[r#"
            t0 = array 4 of i32 stride 4 16 bytes align 4
            t1 = struct "inner" { 0: i8, 4: t0 } 20 bytes align 4
            t2 = array 2 of t1 stride 20 40 bytes align 4
            t3 = struct "outer" { 0: i16, 4: t1, 24: ptr, 32: t2 } 72 bytes align 8
            t4 = array 20 of i16 stride 2 40 bytes align 2
            t5 = array 10 of t4 stride 40 400 bytes align 2
            f0 define @f(v0 "p": ptr, v1 "i": i64, v2 "j": i64) -> void unchecked replaceable
            b0:
              v3 = address inbounds v0 + 24
                path t3 [i32 0] 2
              v4 = address v0 + v1*4 + 8
                path t3 [i64 0] 1 1 [v1]
              v5 = address v0 + v1*72
              v6 = address v0 + v2*72 + v1*20 + 48
                path t3 [v2] 3 [v1] 1 [i64 3]
              v7 = address v0 + v1*40 + v2*2
                path t5 [i64 0] [v1] [v2]
              v8 = address v0 + v1*1
              v9 = address inbounds v0
              v10 = return
        "#]],
    );
}

#[test]
fn indices_are_signed() {
    check_body(
        "ptr %p, i32 %i, i8 %c",
        "
        %back = getelementptr i32, ptr %p, i64 -1
        %short = getelementptr i32, ptr %p, i32 -3
        %tiny = getelementptr i32, ptr %p, i8 -128
        %variable = getelementptr i32, ptr %p, i32 %i
        %signed = getelementptr i16, ptr %p, i8 %c
        %flex = getelementptr { i32, [0 x i64] }, ptr %p, i64 0, i32 1, i64 -2
        ",
        expect![[r#"
            t0 = array 0 of i64 stride 8 0 bytes align 8
            t1 = struct { 0: i32, 8: t0 } 8 bytes align 8
            f0 define @f(v0 "p": ptr, v1 "i": i32, v2 "c": i8) -> void replaceable
            b0:
              v3 = address v0 + -4
              v4 = address v0 + -12
              v5 = address v0 + -512
              v6 = address v0 + v1*4
              v7 = address v0 + v2*2
              v8 = address v0 + -8
                path t1 [i64 0] 1 [i64 -2]
              v9 = return
        "#]],
    );
}

#[test]
fn constants_wrap_around_as_pointers_do() {
    check_body(
        "ptr %p",
        "
        %a = getelementptr i64, ptr %p, i64 2305843009213693952
        %b = getelementptr i64, ptr %p, i64 9223372036854775807
        ",
        expect![[r#"
            f0 define @f(v0 "p": ptr) -> void replaceable
            b0:
              v1 = address v0
              v2 = address v0 + -8
              v3 = return
        "#]],
    );
}

#[test]
fn an_index_wider_than_64_bits_stays_a_variable_part() {
    check_body(
        "ptr %p, i128 %i",
        "
        %a = getelementptr i32, ptr %p, i128 %i
        %b = getelementptr i32, ptr %p, i128 3
        ",
        expect![[r#"
            f0 define @f(v0 "p": ptr, v1 "i": i128) -> void replaceable
              const v5: i128 = wide 0x00000000000000000000000000000003
            b0:
              v2 = address v0 + v1*4
              v3 = address v0 + v5*4
              v4 = return
        "#]],
    );
}

#[test]
fn elements_of_odd_types_keep_their_distance() {
    check_body(
        "ptr %p, i64 %i",
        "
        %a = getelementptr x86_fp80, ptr %p, i64 %i
        %b = getelementptr <3 x i32>, ptr %p, i64 %i
        %c = getelementptr i24, ptr %p, i64 %i
        %d = getelementptr i128, ptr %p, i64 %i
        %e = getelementptr {}, ptr %p, i64 %i
        %g = getelementptr <4 x i16>, ptr %p, i64 %i, i64 2
        %h = getelementptr <2 x x86_fp80>, ptr %p, i64 0, i64 %i
        %k = getelementptr <{ i8, i32 }>, ptr %p, i64 0, i32 1
        ",
        expect![[r#"
            t0 = struct { 0: i8, 1: i32 } 5 bytes align 1
            f0 define @f(v0 "p": ptr, v1 "i": i64) -> void replaceable
            b0:
              v2 = address v0 + v1*16
              v3 = address v0 + v1*16
              v4 = address v0 + v1*4
              v5 = address v0 + v1*16
              v6 = address v0 + v1*0
              v7 = address v0 + v1*8 + 4
                path <4 x i16> [v1] [i64 2]
              v8 = address v0 + v1*10
                path <2 x x87> [i64 0] [v1]
              v9 = address v0 + 1
                path t0 [i64 0] 1
              v10 = return
        "#]],
    );
}

#[test]
fn vectors_of_pointers_are_operands_only() {
    check_body(
        "ptr %p, <2 x ptr> %all, <2 x i64> %i",
        "
        %a = getelementptr i32, <2 x ptr> %all, i64 1
        %b = getelementptr i32, ptr %p, <2 x i64> %i
        %c = getelementptr { i32, i32 }, <2 x ptr> %all, <2 x i64> %i, i32 1
        ",
        expect![[r#"
            t0 = struct { 0: i32, 4: i32 } 8 bytes align 4
            f0 define @f(v0 "p": ptr, v1 "all": <2 x ptr>, v2 "i": <2 x i64>) -> void replaceable
            b0:
              v3: <2 x ptr> = addresses v1, i64 1 [4] + 0
              v4: <2 x ptr> = addresses v0, v2 [4] + 0
              v5: <2 x ptr> = addresses v1, v2, i32 1 [8, 0] + 4
                path t0 [v2] 1
              v6 = return
        "#]],
    );
}

#[test]
fn constant_expressions_are_places_too() {
    check(
        "
        %pair = type { i64, [4 x i32] }
        @table = internal global [8 x %pair] zeroinitializer
        @other = external global i8
        define void @f(i64 %i) {
          %a = load i32, ptr getelementptr (%pair, ptr @table, i64 2, i32 1, i64 3)
          store i8 1, ptr getelementptr (i8, ptr @other, i64 -4)
          %b = getelementptr %pair, ptr getelementptr (i8, ptr @table, i64 24), i64 %i
          %c = load i32, ptr getelementptr (i8, ptr null, i64 16)
          %d = load i32, ptr getelementptr (i8, ptr inttoptr (i64 4096 to ptr), i64 4)
          %e = load i32, ptr getelementptr (i8, ptr @table, i64 ptrtoint (ptr @other to i64))
          %g = load i32, ptr inttoptr (i64 ptrtoint (ptr @other to i64) to ptr)
          ret void
        }",
        expect![[r#"
            t0 = array 4 of i32 stride 4 16 bytes align 4
            t1 = struct "pair" { 0: i64, 8: t0 } 24 bytes align 8
            t2 = array 8 of t1 stride 24 192 bytes align 8
            g0 @table : t2 192 bytes exact local = {}
            g1 @other : i8 1 bytes elsewhere address_in_data exposed
            f0 define @f(v0 "i": i64) -> void unchecked replaceable
              const v24: ptr = expression inttoptr i64 4096
              const v27: i64 = expression ptrtoint g1 symbolic
            b0:
              v1: i32 = load (g0 + 68)
                a0 read 4 bytes at (g0 + 68) align 4
              v2 = store (g1 + -4), i8 1
                a1 write 1 bytes at (g1 + -4) align 1
              v3 = address (g0 + 24) + v0*24
              v4: i32 = load (null + 16)
                a2 read 4 bytes at (null + 16) align 4
              v5: i32 = load (v24 + 4)
                a3 read 4 bytes at (v24 + 4) align 4
              v6: i32 = load (g0 + v27*1)
                a4 read 4 bytes at (g0 + v27*1) align 4
              v7: i32 = load g1
                a5 read 4 bytes at g1 align 4
              v8 = return
        "#]],
    );
}

#[test]
fn the_address_of_a_thread_local_is_arithmetic_on_its_global() {
    check(
        "
        @buffer = thread_local global [16 x i8] zeroinitializer
        declare ptr @llvm.threadlocal.address.p0(ptr)
        define i8 @f(i64 %i) {
          %base = call ptr @llvm.threadlocal.address.p0(ptr @buffer)
          %at = getelementptr [16 x i8], ptr %base, i64 0, i64 %i
          %value = load i8, ptr %at
          ret i8 %value
        }",
        expect![[r#"
            t0 = array 16 of i8 stride 1 16 bytes align 1
            g0 @buffer : t0 16 bytes exact thread_local preemptible = {}
            f0 declare @llvm.threadlocal.address.p0(ptr) -> ptr
            f1 define @f(v0 "i": i64) -> i8 unchecked replaceable
            b0:
              v1 = address g0
              v2 = address v1 + v0*1
                path t0 [i64 0] [v0]
              v3: i8 = load v2
                a0 read 1 bytes at v2 align 1
              v4 = return v3
        "#]],
    );
}

#[test]
fn scale_and_offset_follow_the_data_layout() {
    let ir = "
        define void @f(ptr %p, i32 %i) {
          %a = getelementptr { ptr, i64, [3 x ptr] }, ptr %p, i32 %i, i32 2, i32 1
          ret void
        }";
    let lowered = |target| {
        let module = module_for(target, ir);
        match operations(function(&module, "f"))[0] {
            Op::Address(place) => (place.terms[0].scale, place.offset),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(lowered(X86_64), (40, 24));
    assert_eq!(lowered(THUMB), (32, 20));
}

#[test]
fn types_without_a_constant_size_yield_operands_only() {
    check_body(
        "ptr %p, i64 %i",
        "%a = getelementptr <vscale x 4 x i32>, ptr %p, i64 %i",
        expect![[r#"
            f0 define @f(v0 "p": ptr, v1 "i": i64) -> void replaceable
            b0:
              v2: ptr = unknown_element v0, v1
              v3 = return
        "#]],
    );
}
