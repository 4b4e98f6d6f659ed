//! Loads, stores, atomics, stack objects, bulk operations, masked accesses.

use crate::{THUMB, check, check_body, function, module, module_for, operations};
use expect_test::expect;
use sanecc_ir::{Extent, Op};

#[test]
fn loads_and_stores_touch_the_bytes_of_their_type() {
    check_body(
        "ptr %p",
        "
        %a = load i1, ptr %p
        %b = load i24, ptr %p, align 4
        %c = load i128, ptr %p, align 16
        %d = load x86_fp80, ptr %p, align 16
        %e = load half, ptr %p
        %g = load bfloat, ptr %p
        %h = load fp128, ptr %p
        %i = load <3 x i32>, ptr %p, align 16
        %j = load <8 x i1>, ptr %p
        %k = load { i8, i32 }, ptr %p
        %l = load [3 x i16], ptr %p
        %m = load ptr, ptr %p
        %n = load <2 x ptr>, ptr %p
        store i8 1, ptr %p
        store i1000 0, ptr %p, align 1
        store <4 x float> zeroinitializer, ptr %p, align 4
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v1 = load v0
                a0 Read 1 bytes at v0 align 1
              v2 = load v0
                a1 Read 3 bytes at v0 align 4
              v3 = load v0
                a2 Read 16 bytes at v0 align 16
              v4 = load v0
                a3 Read 10 bytes at v0 align 16
              v5 = load v0
                a4 Read 2 bytes at v0 align 2
              v6 = load v0
                a5 Read 2 bytes at v0 align 2
              v7 = load v0
                a6 Read 16 bytes at v0 align 16
              v8 = load v0
                a7 Read 12 bytes at v0 align 16
              v9 = load v0
                a8 Read 1 bytes at v0 align 1
              v10 = load v0
                a9 Read 8 bytes at v0 align 4
              v11 = load v0
                a10 Read 6 bytes at v0 align 2
              v12 = load v0
                a11 Read 8 bytes at v0 align 8
              v13 = load v0
                a12 Read 16 bytes at v0 align 16
              v14 = store v0, 1
                a13 Write 1 bytes at v0 align 1
              v15 = store v0, constant
                a14 Write 125 bytes at v0 align 1
              v16 = store v0, constant
                a15 Write 16 bytes at v0 align 4
              v17 = return
        "#]],
    );
}

#[test]
fn types_of_no_size_touch_nothing() {
    check_body(
        "ptr %p",
        "
        %a = load {}, ptr %p
        %b = load [0 x i32], ptr %p
        store { [0 x i8], {} } zeroinitializer, ptr %p
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v1 = load v0
              v2 = load v0
              v3 = store v0, constant
              v4 = return
        "#]],
    );
}

#[test]
fn volatile_and_atomic_are_not_simple() {
    let module = module(
        "
        define void @f(ptr %p) {
          %a = load i32, ptr %p
          %b = load volatile i32, ptr %p
          %c = load atomic i32, ptr %p monotonic, align 4
          store i32 %a, ptr %p
          store volatile i32 %b, ptr %p
          store atomic i32 %c, ptr %p seq_cst, align 4
          store atomic volatile i32 %c, ptr %p release, align 4
          ret void
        }",
    );
    let f = function(&module, "f");
    let simple: Vec<bool> = operations(f)
        .into_iter()
        .filter_map(|op| match op {
            Op::Load { mode, .. } | Op::Store { mode, .. } => Some(mode.is_simple()),
            _ => None,
        })
        .collect();
    assert_eq!(simple, [true, false, false, true, false, false, false]);
    let atomic: Vec<bool> = f.accesses.iter().map(|(_, a)| a.atomic).collect();
    assert_eq!(atomic, [false, false, true, false, false, true, true]);
}

#[test]
fn atomic_updates_write_the_width_of_their_operand() {
    check_body(
        "ptr %p, ptr %q",
        "
        %a = atomicrmw add ptr %p, i32 1 seq_cst
        %b = atomicrmw volatile xchg ptr %p, ptr %q acq_rel
        %c = atomicrmw fadd ptr %p, double 1.0 monotonic
        %d = atomicrmw umax ptr %p, i8 3 monotonic
        %e = cmpxchg ptr %p, i64 0, i64 1 acq_rel monotonic
        %g = cmpxchg weak volatile ptr %p, ptr null, ptr %q seq_cst seq_cst
        fence acquire
        fence syncscope(\"singlethread\") seq_cst
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v2 = atomic v0, 1
                a0 Write 4 bytes at v0 align 4
              v3 = atomic v0, v1
                a1 Write 8 bytes at v0 align 8
              v4 = atomic v0, constant
                a2 Write 8 bytes at v0 align 8
              v5 = atomic v0, 3
                a3 Write 1 bytes at v0 align 1
              v6 = atomic v0, 0, 1
                a4 Write 8 bytes at v0 align 8
              v7 = atomic v0, null, v1
                a5 Write 8 bytes at v0 align 8
              v8 = fence
              v9 = fence
              v10 = return
        "#]],
    );
}

#[test]
fn stack_objects_have_a_size_and_their_source_name() {
    check_body(
        "i64 %n, i32 %m",
        "
        %x = alloca i32, align 4
        %buffer = alloca [10 x i16], align 16
        %many = alloca i32, i64 5
        %none = alloca {}
        %s = alloca { i8, i64 }
        %vla = alloca i32, i64 %n, align 16
        %short = alloca i8, i32 %m
        %1 = alloca i128
        br label %later
      later:
        %inner = alloca i8, i64 32
        ",
        expect![[r#"
            f0 @f
            b0: -> [b1]
              v2 "x" = alloca 4 bytes
              v3 "buffer" = alloca 20 bytes
              v4 "many" = alloca 20 bytes
              v5 "none" = alloca 0 bytes
              v6 "s" = alloca 16 bytes
              v7 "vla" = alloca v0 * 4 bytes
              v8 "short" = alloca v1 * 1 bytes
              v9 = alloca 16 bytes
              v10 = branch
            b1: -> []
              v11 "inner" = alloca 32 bytes
              v12 = return
        "#]],
    );
}

#[test]
fn only_constant_sizes_in_the_entry_belong_to_the_fixed_frame() {
    let module = module(
        "
        define void @f(i64 %n) {
          %a = alloca i64
          %b = alloca i64, i64 %n
          %c = alloca i64, i32 3
          br label %later
        later:
          %d = alloca i64
          ret void
        }",
    );
    let fixed: Vec<bool> = operations(function(&module, "f"))
        .into_iter()
        .filter_map(|op| match op {
            Op::Alloca { fixed, .. } => Some(*fixed),
            _ => None,
        })
        .collect();
    assert_eq!(fixed, [true, false, true, false]);
}

#[test]
fn a_negative_count_is_no_constant_size() {
    check_body(
        "",
        "%a = alloca i64, i64 -1",
        expect![[r#"
        f0 @f
        b0: -> []
          v0 "a" = alloca -1 * 8 bytes
          v1 = return
    "#]],
    );
    check_body(
        "",
        "%a = alloca i64, i64 4611686018427387904",
        expect![[r#"
            f0 @f
            b0: -> []
              v0 "a" = alloca 4611686018427387904 * 8 bytes
              v1 = return
        "#]],
    );
}

#[test]
fn block_operations_read_their_source_and_write_their_destination() {
    check(
        "
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
        declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
        declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
        define void @f(ptr %p, ptr %q, i64 %n, i8 %c) {
          call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 24, i1 false)
          call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 true)
          call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
          call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %q, i32 7, i1 false)
          call void @llvm.memset.p0.i64(ptr align 16 %p, i8 %c, i64 %n, i1 false)
          call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 3, i1 false)
          call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
          call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %q, i32 -16, i1 false)
          ret void
        }",
        expect![[r#"
            f5 @f unchecked
            b0: -> []
              v4 = memory v0, v1, 24, 0
                a0 Read 24 bytes at v1 align 4
                a1 Write 24 bytes at v0 align 8
              v5 = memory v0, v1, v2, -1
                a2 Read v2 bytes at v1 align 1
                a3 Write v2 bytes at v0 align 1
              v6 = memory v0, v1, 8, 0
                a4 Read 8 bytes at v1 align 1
                a5 Write 8 bytes at v0 align 1
              v7 = memory v0, v1, 7, 0
                a6 Read 7 bytes at v1 align 1
                a7 Write 7 bytes at v0 align 1
              v8 = memory v0, v3, v2, 0
                a8 Write v2 bytes at v0 align 16
              v9 = memory v0, 0, 3, 0
                a9 Write 3 bytes at v0 align 1
              v10 = memory v0, v1, 0, 0
              v11 = memory v0, v1, -16, 0
                a10 Read 4294967280 bytes at v1 align 1
                a11 Write 4294967280 bytes at v0 align 1
              v12 = return
        "#]],
    );
}

#[test]
fn masked_accesses_touch_lanes() {
    check(
        "
        declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
        declare void @llvm.masked.store.v8i16.p0(<8 x i16>, ptr, i32, <8 x i1>)
        declare <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x double>)
        declare void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr>, <2 x ptr>, i32, <2 x i1>)
        declare <4 x i8> @llvm.masked.expandload.v4i8(ptr, <4 x i1>, <4 x i8>)
        declare void @llvm.masked.compressstore.v4i8(<4 x i8>, ptr, <4 x i1>)
        define void @f(ptr %p, <2 x ptr> %all, <4 x i1> %m4, <8 x i1> %m8, <2 x i1> %m2, <8 x i16> %v) {
          %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m4, <4 x i32> poison)
          call void @llvm.masked.store.v8i16.p0(<8 x i16> %v, ptr %p, i32 2, <8 x i1> %m8)
          %b = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %all, i32 8, <2 x i1> %m2, <2 x double> poison)
          call void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr> %all, <2 x ptr> %all, i32 8, <2 x i1> %m2)
          %c = call <4 x i8> @llvm.masked.expandload.v4i8(ptr %p, <4 x i1> %m4, <4 x i8> poison)
          call void @llvm.masked.compressstore.v4i8(<4 x i8> %c, ptr %p, <4 x i1> %m4)
          ret void
        }",
        expect![[r#"
            f6 @f unchecked
            b0: -> []
              v6 = inert v0, 4, v2, poison
                a0 Read 4 lanes of 4 bytes under a mask at v0 align 1
              v7 = inert v5, v0, 2, v3
                a1 Write 8 lanes of 2 bytes under a mask at v0 align 1
              v8 = inert v1, 8, v4, poison
                a2 Read 2 lanes of 8 bytes under a mask at v1 align 1
              v9 = inert v1, v1, 8, v4
                a3 Write 2 lanes of 8 bytes under a mask at v1 align 1
              v10 = inert v0, v2, poison
                a4 Read 4 lanes of 1 bytes under a mask at v0 align 1
              v11 = inert v10, v0, v2
                a5 Write 4 lanes of 1 bytes under a mask at v0 align 1
              v12 = return
        "#]],
    );
}

#[test]
fn a_lane_of_pointers_is_as_wide_as_the_targets_pointers() {
    let module = module_for(
        THUMB,
        "
        declare <4 x ptr> @llvm.masked.load.v4p0.p0(ptr, i32, <4 x i1>, <4 x ptr>)
        define void @f(ptr %p, <4 x i1> %m) {
          %a = call <4 x ptr> @llvm.masked.load.v4p0.p0(ptr %p, i32 4, <4 x i1> %m, <4 x ptr> poison)
          ret void
        }",
    );
    assert_eq!(module.layout.pointer_bytes(), 4);
    let extents: Vec<Extent> = function(&module, "f")
        .accesses
        .iter()
        .map(|(_, access)| access.extent)
        .collect();
    assert!(matches!(
        extents[..],
        [Extent::Masked {
            lane: 4,
            lanes: 4,
            ..
        }]
    ));
}

#[test]
fn other_address_spaces_have_no_shadow_and_no_accesses() {
    check_body(
        "ptr addrspace(256) %gs, ptr addrspace(257) %fs, ptr addrspace(270) %short",
        "
        %a = load i32, ptr addrspace(256) %gs
        store i32 %a, ptr addrspace(257) %fs
        %g = getelementptr i32, ptr addrspace(257) %fs, i64 2
        %b = load i32, ptr addrspace(257) %g
        %c = load i8, ptr addrspace(270) %short
        %e = atomicrmw add ptr addrspace(256) %gs, i32 1 seq_cst
        %d = addrspacecast ptr addrspace(270) %short to ptr
        %h = load i8, ptr %d
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v3 = load v0
              v4 = store v1, v3
              v5 = address v1 + 8
              v6 = load v5
              v7 = load v2
              v8 = atomic v0, 1
              v9 = cast v2
              v10 = load v9
                a0 Read 1 bytes at v9 align 1
              v11 = return
        "#]],
    );
}

#[test]
fn structs_that_a_call_copies_are_read_and_returned_ones_are_written_for_unchecked_callees() {
    check(
        "
        %pair = type { i64, i32 }
        declare void @by_value(ptr byval(%pair) align 8)
        declare void @returns(ptr sret(%pair) align 8)
        define void @checked(ptr sret(%pair) %r) sanitize_address {
          ret void
        }
        define void @f(ptr %p, ptr %callback) {
          call void @by_value(ptr byval(%pair) align 8 %p)
          call void @returns(ptr sret(%pair) align 8 %p)
          call void @checked(ptr sret(%pair) %p)
          call void %callback(ptr byval([3 x i8]) %p)
          call void %callback(ptr sret({}) %p)
          ret void
        }",
        expect![[r#"
            f2 @checked
            b0: -> []
              v1 = return
            f3 @f unchecked
            b0: -> []
              v2 = call f0(v0)
                a0 Read 16 bytes at v0 align 8
              v3 = call f1(v0)
                a1 Write 16 bytes at v0 align 8
              v4 = call f2(v0)
              v5 = call v1, v0
                a2 Read 3 bytes at v0 align 1
              v6 = call v1, v0
              v7 = return
        "#]],
    );
}

#[test]
fn a_parameter_by_value_has_the_size_of_its_struct() {
    let module = module(
        "
        %pair = type { i64, i32 }
        define void @f(i32 %n, ptr byval(%pair) align 8 %p, ptr byval(i8) %q) {
          ret void
        }",
    );
    let f = function(&module, "f");
    let by_value: Vec<_> = f.params.iter().map(|p| p.by_value).collect();
    assert_eq!(by_value, [None, Some((16, 8)), Some((1, 1))]);
}
