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
            t0 = struct { 0: i8, 4: i32 } 8 bytes align 4
            t1 = array 3 of i16 stride 2 6 bytes align 2
            f0 define @f(v0 "p": ptr) -> void replaceable
              const v19: i1000 = wide 0x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            b0:
              v1: i1 = load v0
                a0 read 1 bytes at v0 align 1
              v2: i24 = load v0
                a1 read 3 bytes at v0 align 4
              v3: i128 = load v0
                a2 read 16 bytes at v0 align 16
              v4: x87 = load v0
                a3 read 10 bytes at v0 align 16
              v5: half = load v0
                a4 read 2 bytes at v0 align 2
              v6: bfloat = load v0
                a5 read 2 bytes at v0 align 2
              v7: quad = load v0
                a6 read 16 bytes at v0 align 16
              v8: <3 x i32> = load v0
                a7 read 12 bytes at v0 align 16
              v9: <8 x i1> = load v0
                a8 read 1 bytes at v0 align 1
              v10: t0 = load v0
                a9 read 8 bytes at v0 align 4
              v11: t1 = load v0
                a10 read 6 bytes at v0 align 2
              v12: ptr = load v0
                a11 read 8 bytes at v0 align 8
              v13: <2 x ptr> = load v0
                a12 read 16 bytes at v0 align 16
              v14 = store v0, i8 1
                a13 write 1 bytes at v0 align 1
              v15 = store v0, v19
                a14 write 125 bytes at v0 align 1
              v16 = store v0, <4 x float> zero
                a15 write 16 bytes at v0 align 4
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
            t0 = struct {  } 0 bytes align 1
            t1 = array 0 of i32 stride 4 0 bytes align 4
            t2 = array 0 of i8 stride 1 0 bytes align 1
            t3 = struct { 0: t2, 0: t0 } 0 bytes align 1
            f0 define @f(v0 "p": ptr) -> void replaceable
            b0:
              v1: t0 = load v0
              v2: t1 = load v0
              v3 = store v0, t3 zero
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
            t0 = struct { 0: i64, 8: i1 } 16 bytes align 8
            t1 = struct { 0: ptr, 8: i1 } 16 bytes align 8
            f0 define @f(v0 "p": ptr, v1 "q": ptr) -> void replaceable
            b0:
              v2: i32 = atomic add seq_cst v0, 1
                a0 write 4 bytes at v0 align 4 atomic
              v3: ptr = atomic exchange volatile acq_rel v0, v1
                a1 write 8 bytes at v0 align 8 atomic
              v4: double = atomic fadd monotonic v0, 1.0
                a2 write 8 bytes at v0 align 8 atomic
              v5: i8 = atomic umax monotonic v0, 3
                a3 write 1 bytes at v0 align 1 atomic
              v6: t0 = atomic compare_exchange failure monotonic acq_rel v0, i64 0, i64 1
                a4 write 8 bytes at v0 align 8 atomic
              v7: t1 = atomic compare_exchange weak failure seq_cst volatile seq_cst v0, null, v1
                a5 write 8 bytes at v0 align 8 atomic
              v8 = fence acquire
              v9 = fence seq_cst
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
            f0 define @f(v0 "n": i64, v1 "m": i32) -> void replaceable
            b0: -> b1
              v2 "x" = alloca 4 bytes align 4
              v3 "buffer" = alloca 20 bytes align 16
              v4 "many" = alloca i64 5 * 4 bytes align 4
              v5 "none" = alloca 0 bytes align 8
              v6 "s" = alloca 16 bytes align 8
              v7 "vla" = alloca v0 * 4 bytes align 16
              v8 "short" = alloca v1 * 1 bytes align 1
              v9 = alloca 16 bytes align 16
              v10 = branch
            b1:
              v11 "inner" = alloca i64 32 * 1 bytes align 1
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
            f0 define @f() -> void replaceable
            b0:
              v0 "a" = alloca i64 -1 * 8 bytes align 8
              v1 = return
        "#]],
    );
    check_body(
        "",
        "%a = alloca i64, i64 4611686018427387904",
        expect![[r#"
            f0 define @f() -> void replaceable
            b0:
              v0 "a" = alloca i64 4611686018427387904 * 8 bytes align 8
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
            f0 declare @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) -> void
            f1 declare @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1) -> void
            f2 declare @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1) -> void
            f3 declare @llvm.memset.p0.i64(ptr, i8, i64, i1) -> void
            f4 declare @llvm.memset.inline.p0.i64(ptr, i8, i64, i1) -> void
            f5 define @f(v0 "p": ptr, v1 "q": ptr, v2 "n": i64, v3 "c": i8) -> void unchecked replaceable
            b0:
              v4 = memcpy v0, v1, i64 24, i1 0
                a0 read 24 bytes at v1 align 4 bulk
                a1 write 24 bytes at v0 align 8 bulk
              v5 = memcpy v0, v1, v2, i1 -1
                a2 read v2 bytes at v1 align 1 bulk
                a3 write v2 bytes at v0 align 1 bulk
              v6 = memcpy v0, v1, i64 8, i1 0
                a4 read 8 bytes at v1 align 1 bulk
                a5 write 8 bytes at v0 align 1 bulk
              v7 = memmove v0, v1, i32 7, i1 0
                a6 read 7 bytes at v1 align 1 bulk
                a7 write 7 bytes at v0 align 1 bulk
              v8 = memset v0, v3, v2, i1 0
                a8 write v2 bytes at v0 align 16 bulk
              v9 = memset v0, i8 0, i64 3, i1 0
                a9 write 3 bytes at v0 align 1 bulk
              v10 = memcpy v0, v1, i64 0, i1 0
              v11 = memmove v0, v1, i32 -16, i1 0
                a10 read 4294967280 bytes at v1 align 1 bulk
                a11 write 4294967280 bytes at v0 align 1 bulk
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
            f0 declare @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>) -> <4 x i32>
            f1 declare @llvm.masked.store.v8i16.p0(<8 x i16>, ptr, i32, <8 x i1>) -> void
            f2 declare @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x double>) -> <2 x double>
            f3 declare @llvm.masked.scatter.v2p0.v2p0(<2 x ptr>, <2 x ptr>, i32, <2 x i1>) -> void
            f4 declare @llvm.masked.expandload.v4i8(ptr, <4 x i1>, <4 x i8>) -> <4 x i8>
            f5 declare @llvm.masked.compressstore.v4i8(<4 x i8>, ptr, <4 x i1>) -> void
            f6 define @f(v0 "p": ptr, v1 "all": <2 x ptr>, v2 "m4": <4 x i1>, v3 "m8": <8 x i1>, v4 "m2": <2 x i1>, v5 "v": <8 x i16>) -> void unchecked replaceable
            b0:
              v6: <4 x i32> = inert "llvm.masked.load.v4i32.p0"(v0, i32 4, v2, <4 x i32> poison)
                a0 read 4 lanes of 4 bytes adjacent by bit of v2 at v0 align 1
                not_kept 0
              v7 = inert "llvm.masked.store.v8i16.p0"(v5, v0, i32 2, v3)
                a1 write 8 lanes of 2 bytes adjacent by bit of v3 at v0 align 1
                not_kept 1
              v8: <2 x double> = inert "llvm.masked.gather.v2f64.v2p0"(v1, i32 8, v4, <2 x double> poison)
                a2 read 2 lanes of 8 bytes scattered by bit of v4 at v1 align 1
              v9 = inert "llvm.masked.scatter.v2p0.v2p0"(v1, v1, i32 8, v4)
                a3 write 2 lanes of 8 bytes scattered by bit of v4 at v1 align 1
              v10: <4 x i8> = inert "llvm.masked.expandload.v4i8"(v0, v2, <4 x i8> poison)
                a4 read 4 lanes of 1 bytes packed by bit of v2 at v0 align 1
                not_kept 0
              v11 = inert "llvm.masked.compressstore.v4i8"(v10, v0, v2)
                a5 write 4 lanes of 1 bytes packed by bit of v2 at v0 align 1
                not_kept 1
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
            f0 define @f(v0 "gs": ptr(256), v1 "fs": ptr(257), v2 "short": ptr(270)) -> void replaceable
            b0:
              v3: i32 = load v0
              v4 = store v1, v3
              v5: ptr(257) = address v1 + 8
              v6: i32 = load v5
              v7: i8 = load v2
              v8: i32 = atomic add seq_cst v0, 1
              v9: ptr = addrspacecast v2
              v10: i8 = load v9
                a0 read 1 bytes at v9 align 1
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
            f0 declare @by_value(ptr by_value 16 align 8) -> void
            f1 declare @returns(ptr) -> void
            f2 define @checked(v0 "r": ptr) -> void replaceable
            b0:
              v1 = return
            f3 define @f(v0 "p": ptr, v1 "callback": ptr) -> void unchecked replaceable
            b0:
              v2 = call f0(v0)
                a0 read 16 bytes at v0 align 8 bulk
                copied 0: 16 align 8
                not_kept 0
              v3 = call f1(v0)
                a1 write 16 bytes at v0 align 8 bulk
              v4 = call f2(v0)
              v5 = call (ptr) -> void indirect v1(v0)
                a2 read 3 bytes at v0 align 1 bulk
                copied 0: 3 align 1
                not_kept 0
              v6 = call (ptr) -> void indirect v1(v0)
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
