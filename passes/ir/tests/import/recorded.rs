//! What the printed form shows of initial values, constants of each kind, copied arguments, field paths and inlined calls.

use crate::{check, module};
use expect_test::expect;

#[test]
fn initial_values_have_bytes_padding_and_addresses() {
    check(
        r#"
        %pair = type { i8, i32 }
        @text = constant [6 x i8] c"ab\22\\\0A\00"
        @padded = global { i8, i32, %pair } { i8 1, i32 -2, %pair { i8 3, i32 undef } }
        @ones = global [100 x i8] c"\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01"
        @sparse = global [3 x { i64, [8 x i64], i64 }] [{ i64, [8 x i64], i64 } { i64 1, [8 x i64] zeroinitializer, i64 2 }, { i64, [8 x i64], i64 } zeroinitializer, { i64, [8 x i64], i64 } zeroinitializer]
        @numbers = global { double, float, x86_fp80, i128, <4 x i16> } { double 1.0, float -2.0, x86_fp80 0xK3FFF8000000000000000, i128 18446744073709551617, <4 x i16> <i16 1, i16 2, i16 3, i16 4> }
        @addresses = global { ptr, ptr, i64, i32, i64 } { ptr getelementptr (i8, ptr @text, i64 2), ptr inttoptr (i64 4096 to ptr), i64 ptrtoint (ptr @text to i64), i32 trunc (i64 sub (i64 ptrtoint (ptr @ones to i64), i64 ptrtoint (ptr @text to i64)) to i32), i64 mul (i64 ptrtoint (ptr @text to i64), i64 2) }
        @nothing = global [4 x i32] undef
        @elsewhere = external constant [4 x i32]
        "#,
        expect![[r#"
            t0 = array 6 of i8 stride 1 6 bytes align 1
            t1 = struct "pair" { 0: i8, 4: i32 } 8 bytes align 4
            t2 = struct { 0: i8, 4: i32, 8: t1 } 16 bytes align 4
            t3 = array 100 of i8 stride 1 100 bytes align 1
            t4 = array 8 of i64 stride 8 64 bytes align 8
            t5 = struct { 0: i64, 8: t4, 72: i64 } 80 bytes align 8
            t6 = array 3 of t5 stride 80 240 bytes align 8
            t7 = struct { 0: double, 8: float, 16: x87, 32: i128, 48: <4 x i16> } 64 bytes align 16
            t8 = struct { 0: ptr, 8: ptr, 16: i64, 24: i32, 32: i64 } 40 bytes align 8
            t9 = array 4 of i32 stride 4 16 bytes align 4
            g0 @text : t0 6 bytes exact constant preemptible address_in_data exposed = { 0: "ab\22\5c\0a" }
            g1 @padded : t2 16 bytes exact preemptible = {
              0: x"01000000feffffff03"
              1: 3 undefined
              9: 7 undefined
            }
            g2 @ones : t3 100 bytes exact preemptible address_in_data exposed = { 0: 100 times x"01" }
            g3 @sparse : t6 240 bytes exact preemptible = {
              0: x"01"
              72: x"02"
            }
            g4 @numbers : t7 64 bytes exact preemptible = {
              6: x"f03f000000c0"
              12: 4 undefined
              23: x"80ff3f0000000000000100000000000000010000000000000001000200030004"
              26: 6 undefined
              56: 8 undefined
            }
            g5 @addresses : t8 40 bytes exact preemptible = {
              0: g0 + 2
              8: absolute + 4096
              16: g0
              24: number
              24: 4 bytes g2 - g0
              28: 4 undefined
              32: unknown_address
              32: 8 unknown
            }
            g6 @nothing : t9 16 bytes exact preemptible = { 0: 16 undefined }
            g7 @elsewhere : t9 16 bytes elsewhere constant
        "#]],
    );
}

#[test]
fn constants_of_each_kind() {
    check(
        r#"
        @g = global [4 x i32] zeroinitializer
        @other_name = alias [4 x i32], ptr @g
        @chosen = ifunc void (), ptr @chooses
        define ptr @chooses() {
          ret ptr null
        }
        declare i64 @llvm.read_register.i64(metadata)
        declare void @use(...)
        define void @f(i64 %i) {
        entry:
          call void (...) @use(i1 true, i8 -128, i128 -1, half 0xH3C00, float 0x7FF8000000000000, fp128 0xL00000000000000003FFF000000000000)
          call void (...) @use(<2 x i8> <i8 1, i8 poison>, { i32, [2 x i8] } { i32 1, [2 x i8] c"ab" }, [2 x ptr] [ptr @g, ptr null], <4 x i32> zeroinitializer)
          call void (...) @use(ptr undef, ptr poison, ptr getelementptr (i8, ptr @g, i64 4), ptr @other_name, ptr @chosen, ptr blockaddress(@f, %next))
          call void (...) @use(i64 ptrtoint (ptr @g to i64), i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @use to i64)))
          %rsp = call i64 @llvm.read_register.i64(metadata !0)
          br label %next
        next:
          ret void
        }
        !0 = !{!"rsp"}
        "#,
        expect![[r#"
            t0 = array 4 of i32 stride 4 16 bytes align 4
            t1 = array 2 of i8 stride 1 2 bytes align 1
            t2 = struct { 0: i32, 4: t1 } 8 bytes align 4
            t3 = array 2 of ptr stride 8 16 bytes align 8
            g0 @g : t0 16 bytes exact preemptible address_in_data exposed = {}
            f0 define @chooses() -> ptr unchecked replaceable exposed
            b0:
              v0 = return null
            f1 declare @llvm.read_register.i64(other) -> i64
            f2 declare @use(...) -> void exposed
            f3 define @f(v0 "i": i64) -> void unchecked replaceable exposed
              const v10: i128 = wide 0xffffffffffffffffffffffffffffffff
              const v16: <2 x i8> = parts i8 1, i8 poison
              const v20: t1 = parts i8 97, i8 98
              const v21: t2 = parts i32 1, v20
              const v24: t3 = parts g0, null symbolic
              const v30: ptr = alias g0 symbolic
              const v31: ptr = resolved f0 symbolic
              const v32: ptr = label f3.b1 symbolic
              const v33: i64 = expression ptrtoint g0 symbolic
              const v35: i64 = expression ptrtoint f2 symbolic
              const v36: i64 = expression sub v33, v35 symbolic
              const v37: other = text "rsp"
            b0: -> b1
              v1 = call f2(i1 -1, i8 -128, v10, half 0x3c00, float 0x7fc00000, quad 0x3fff0000000000000000000000000000)
              v2 = call f2(v16, v21, v24, <4 x i32> zero)
              v3 = call f2(ptr undef, ptr poison, (g0 + 4), v30, v31, v32)
              v4 = call f2(v33, v36)
              v5: i64 = inert "llvm.read_register.i64"(v37)
              v6 = branch
            b1:
              v7 = return
        "#]],
    );
}

#[test]
fn calls_copy_arguments_and_addresses_name_fields() {
    check(
        r#"
        %inner = type { [3 x i16], ptr }
        %outer = type { i32, [4 x %inner] }
        declare void @takes(ptr byval(%outer) align 8, ptr nocapture)
        define void @f(ptr byval(%inner) align 16 %copy, ptr %p, i64 %i) {
          %a = getelementptr inbounds %outer, ptr %p, i64 %i, i32 1, i64 2, i32 0, i64 %i
          %b = getelementptr %outer, ptr %p, i64 1, i32 1
          %c = getelementptr i8, ptr %p, i64 %i
          call void @takes(ptr byval(%outer) align 8 %b, ptr nocapture %a)
          ret void
        }
        "#,
        expect![[r#"
            t0 = array 3 of i16 stride 2 6 bytes align 2
            t1 = struct "inner" { 0: t0, 8: ptr } 16 bytes align 8
            t2 = array 4 of t1 stride 16 64 bytes align 8
            t3 = struct "outer" { 0: i32, 8: t2 } 72 bytes align 8
            f0 declare @takes(ptr by_value 72 align 8, ptr) -> void
            f1 define @f(v0 "copy": ptr by_value 16 align 16, v1 "p": ptr, v2 "i": i64) -> void unchecked replaceable
            b0:
              v3 = address inbounds v1 + v2*72 + v2*2 + 40
                path t3 [v2] 1 [i64 2] 0 [v2]
              v4 = address v1 + 80
                path t3 [i64 1] 1
              v5 = address v1 + v2*1
              v6 = call f0(v4, v3)
                a0 read 72 bytes at v4 align 8 bulk
                copied 0: 72 align 8
                not_kept 0, 1
              v7 = return
        "#]],
    );
}

#[test]
fn inlined_calls_keep_the_whole_chain() {
    let module = module(
        r#"
        define void @main() !dbg !4 {
          fence seq_cst, !dbg !9
          fence acquire, !dbg !10
          fence release, !dbg !11
          ret void
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: "a.c", directory: "/")
        !2 = !{i32 2, !"Debug Info Version", i32 3}
        !3 = !DISubroutineType(types: !{})
        !4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
        !5 = distinct !DISubprogram(name: "middle", file: !1, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0)
        !6 = distinct !DISubprogram(name: "inner", file: !1, line: 3, type: !3, spFlags: DISPFlagDefinition, unit: !0)
        !7 = distinct !DILocation(line: 10, column: 5, scope: !4)
        !8 = distinct !DILocation(line: 20, column: 6, scope: !5, inlinedAt: !7)
        !9 = !DILocation(line: 30, column: 7, scope: !6, inlinedAt: !8)
        !10 = !DILocation(line: 21, column: 1, scope: !5, inlinedAt: !7)
        !11 = !DILocation(line: 11, column: 2, scope: !4)
        "#,
    );
    expect![[r#"
        source "a.c"
        target "x86_64-unknown-linux-gnu"
        layout pointer 64 index 64 size 64 long 64
        scope s0 = "main" in "a.c"
        scope s1 = "middle" in "a.c" inlined at 10:5 s0
        scope s2 = "inner" in "a.c" inlined at 20:6 s1
        f0 define @main() -> void unchecked replaceable !1:0 s0
        b0:
          v0 = fence seq_cst !30:7 s2
          v1 = fence acquire !21:1 s1
          v2 = fence release !11:2 s0
          v3 = return
    "#]]
    .assert_eq(&module.full_text());
}
