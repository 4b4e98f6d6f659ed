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
            f0 @f
            b0: -> []
              v1 = store v0, -1
                a0 Write 1 bytes at v0 align 1
              v2 = store v0, -1
                a1 Write 1 bytes at v0 align 1
              v3 = store v0, -9223372036854775808
                a2 Write 8 bytes at v0 align 8
              v4 = store v0, constant
                a3 Write 9 bytes at v0 align 16
              v5 = store v0, constant
                a4 Write 16 bytes at v0 align 16
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
            f0 @f
            b0: -> []
              v1 = store v0, null
                a0 Write 8 bytes at v0 align 8
              v2 = store v0, undefined
                a1 Write 8 bytes at v0 align 8
              v3 = store v0, poison
                a2 Write 4 bytes at v0 align 4
              v4 = store v0, null
                a3 Write 8 bytes at v0 align 8
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
            g0 @g : 4 bytes Elsewhere
            g1 @weak : 4 bytes Elsewhere
            g2 @defined : 4 bytes Exact
            f1 @f unchecked
            b0: -> []
              v1 = store v0, constant
                a0 Write 8 bytes at v0 align 8
              v2 = store v0, constant
                a1 Write 10 bytes at v0 align 16
              v3 = store v0, constant
                a2 Write 8 bytes at v0 align 8
              v4 = store v0, constant
                a3 Write 16 bytes at v0 align 16
              v5 = store v0, constant
                a4 Write 4 bytes at v0 align 4
              v6 = store v0, constant
                a5 Write 16 bytes at v0 align 8
              v7 = store v0, constant
                a6 Write 2 bytes at v0 align 1
              v8 = store v0, constant
                a7 Write 8 bytes at v0 align 8
              v9 = store v0, constant
                a8 Write 8 bytes at v0 align 8
              v10 = store v0, constant
                a9 Write 8 bytes at v0 align 8
              v11 = store v0, constant
                a10 Write 8 bytes at v0 align 8
              v12 = store v0, constant
                a11 Write 8 bytes at v0 align 8
              v13 = store v0, f0
                a12 Write 8 bytes at v0 align 8
              v14 = store v0, g1
                a13 Write 8 bytes at v0 align 8
              v15 = store v0, constant
                a14 Write 16 bytes at v0 align 16
              v16 = store v0, constant
                a15 Write 8 bytes at v0 align 8
              v17 = return
        "#]],
    );
}
