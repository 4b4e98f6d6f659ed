//! Constants: integers and addresses are known, everything else is a plain constant.

use crate::{check, check_body};
use expect_test::expect;

#[test]
fn integers_up_to_64_bits_are_known() {
    check_body(
        "ptr %p",
        "
        store i1 true, ptr %p
        store i8 -1, ptr %p
        store i64 -9223372036854775808, ptr %p
        store i65 1, ptr %p
        store i128 170141183460469231731687303715884105727, ptr %p
        ",
        expect![[r#"
            f0 define @f(v0 "p": ptr) -> void replaceable
              const v10: i65 = wide 0x00000000000000000000000000000001
              const v11: i128 = wide 0x7fffffffffffffffffffffffffffffff
            b0:
              v1 = store v0, i1 -1
                a0 write 1 bytes at v0 align 1
              v2 = store v0, i8 -1
                a1 write 1 bytes at v0 align 1
              v3 = store v0, i64 -9223372036854775808
                a2 write 8 bytes at v0 align 8
              v4 = store v0, v10
                a3 write 9 bytes at v0 align 16
              v5 = store v0, v11
                a4 write 16 bytes at v0 align 16
              v6 = return
        "#]],
    );
}

#[test]
fn null_and_undefined() {
    check_body(
        "ptr %p",
        "
        store ptr null, ptr %p
        store ptr undef, ptr %p
        store i32 poison, ptr %p
        store ptr addrspace(257) null, ptr %p
        ",
        expect![[r#"
            f0 define @f(v0 "p": ptr) -> void replaceable
            b0:
              v1 = store v0, null
                a0 write 8 bytes at v0 align 8
              v2 = store v0, ptr undef
                a1 write 8 bytes at v0 align 8
              v3 = store v0, i32 poison
                a2 write 4 bytes at v0 align 4
              v4 = store v0, ptr(257) null
                a3 write 8 bytes at v0 align 8
              v5 = return
        "#]],
    );
}

#[test]
fn everything_else_is_a_plain_constant() {
    check(
        "
        @g = external global i32
        @weak = extern_weak global i32
        @alias = alias i32, ptr @defined
        @defined = global i32 1
        declare void @callee()
        define void @f(ptr %p) {
          store double 1.0, ptr %p
          store x86_fp80 0xK3FFF8000000000000000, ptr %p
          store <2 x i32> <i32 1, i32 2>, ptr %p
          store <4 x i32> zeroinitializer, ptr %p
          store <4 x i8> splat (i8 7), ptr %p
          store { i32, ptr } { i32 1, ptr @g }, ptr %p
          store [2 x i8] c\"ab\", ptr %p
          store i64 ptrtoint (ptr @g to i64), ptr %p
          store i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @defined to i64)), ptr %p
          store ptr @alias, ptr %p
          store ptr dso_local_equivalent @callee, ptr %p
          store ptr no_cfi @callee, ptr %p
          store ptr @callee, ptr %p
          store ptr @weak, ptr %p
          store <2 x ptr> getelementptr (i8, <2 x ptr> zeroinitializer, i64 4), ptr %p
          store ptr addrspace(256) addrspacecast (ptr @g to ptr addrspace(256)), ptr %p
          ret void
        }",
        expect![[r#"
            t0 = struct { 0: i32, 8: ptr } 16 bytes align 8
            t1 = array 2 of i8 stride 1 2 bytes align 1
            g0 @g : i32 4 bytes elsewhere address_in_data exposed
            g1 @weak : i32 4 bytes elsewhere optional
            g2 @defined : i32 4 bytes exact preemptible address_in_data exposed = { 0: x"01" }
            f0 declare @callee() -> void exposed
            f1 define @f(v0 "p": ptr) -> void unchecked replaceable
              const v22: <2 x i32> = parts i32 1, i32 2
              const v25: <4 x i8> = parts i8 7, i8 7, i8 7, i8 7
              const v27: t0 = parts i32 1, g0 symbolic
              const v30: t1 = parts i8 97, i8 98
              const v31: i64 = expression ptrtoint g0 symbolic
              const v33: i64 = expression ptrtoint g2 symbolic
              const v34: i64 = expression sub v31, v33 symbolic
              const v35: ptr = alias g2 symbolic
              const v36: ptr = unknown symbolic
              const v37: ptr = unknown symbolic
              const v42: <2 x i64> = parts i64 4, i64 4
              const v43: <2 x ptr> = expression addresses <2 x ptr> zero, v42 [1] + 0
              const v44: ptr(256) = expression addrspacecast g0 symbolic
            b0:
              v1 = store v0, double 1.0
                a0 write 8 bytes at v0 align 8
              v2 = store v0, x87 0x3fff8000000000000000
                a1 write 10 bytes at v0 align 16
              v3 = store v0, v22
                a2 write 8 bytes at v0 align 8
              v4 = store v0, <4 x i32> zero
                a3 write 16 bytes at v0 align 16
              v5 = store v0, v25
                a4 write 4 bytes at v0 align 4
              v6 = store v0, v27
                a5 write 16 bytes at v0 align 8
              v7 = store v0, v30
                a6 write 2 bytes at v0 align 1
              v8 = store v0, v31
                a7 write 8 bytes at v0 align 8
              v9 = store v0, v34
                a8 write 8 bytes at v0 align 8
              v10 = store v0, v35
                a9 write 8 bytes at v0 align 8
              v11 = store v0, v36
                a10 write 8 bytes at v0 align 8
              v12 = store v0, v37
                a11 write 8 bytes at v0 align 8
              v13 = store v0, f0
                a12 write 8 bytes at v0 align 8
              v14 = store v0, g1
                a13 write 8 bytes at v0 align 8
              v15 = store v0, v43
                a14 write 16 bytes at v0 align 16
              v16 = store v0, v44
                a15 write 8 bytes at v0 align 8
              v17 = return
        "#]],
    );
}
