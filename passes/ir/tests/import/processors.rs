//! Accesses by intrinsics of processors.

use crate::{function, module_for};
use sanecc_ir::{AccessKind, Extent};

/// The kinds and sizes of the accesses of `f`.
fn accesses(target: &str, ir: &str) -> Vec<(AccessKind, Extent)> {
    let module = module_for(target, ir);
    let function = function(&module, "f");
    let all = function.accesses.iter();
    all.map(|(_, access)| (access.kind, access.extent))
        .collect()
}

#[test]
fn structured_loads_and_stores_of_aarch64() {
    use AccessKind::{Read, Write};
    let found = accesses(
        "target triple = \"aarch64-linux-gnu\"\n",
        "
        declare { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr)
        declare { <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld3r.v8i8.p0(ptr)
        declare { <2 x i64>, <2 x i64> } @llvm.aarch64.neon.ld2lane.v2i64.p0(<2 x i64>, <2 x i64>, i64, ptr)
        declare void @llvm.aarch64.neon.st4.v16i8.p0(<16 x i8>, <16 x i8>, <16 x i8>, <16 x i8>, ptr)
        declare void @llvm.aarch64.neon.st2lane.v8i16.p0(<8 x i16>, <8 x i16>, i64, ptr)
        declare i64 @llvm.aarch64.ldxr.p0(ptr)
        declare void @llvm.aarch64.prefetch(ptr, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
        define void @f(ptr %p, <2 x i64> %w, <16 x i8> %b, <8 x i16> %h) sanitize_address {
          %a = call { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr %p)
          %c = call { <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld3r.v8i8.p0(ptr %p)
          %d = call { <2 x i64>, <2 x i64> } @llvm.aarch64.neon.ld2lane.v2i64.p0(<2 x i64> %w, <2 x i64> %w, i64 1, ptr %p)
          call void @llvm.aarch64.neon.st4.v16i8.p0(<16 x i8> %b, <16 x i8> %b, <16 x i8> %b, <16 x i8> %b, ptr %p)
          call void @llvm.aarch64.neon.st2lane.v8i16.p0(<8 x i16> %h, <8 x i16> %h, i64 3, ptr %p)
          %e = call i64 @llvm.aarch64.ldxr.p0(ptr elementtype(i32) %p)
          call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 0, i32 0)
          ret void
        }",
    );
    let expected = [
        (Read, 32),
        (Read, 3),
        (Read, 16),
        (Write, 64),
        (Write, 4),
        (Read, 4),
    ];
    assert_eq!(
        found,
        expected.map(|(kind, bytes)| (kind, Extent::Bytes(bytes)))
    );
}

#[test]
fn structured_loads_and_stores_of_arm() {
    use AccessKind::{Read, Write};
    let found = accesses(
        "target datalayout = \"e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64\"\ntarget triple = \"armv7-linux-gnueabihf\"\n",
        "
        declare <4 x i32> @llvm.arm.neon.vld1.v4i32.p0(ptr, i32)
        declare { <8 x i8>, <8 x i8> } @llvm.arm.neon.vld2dup.v8i8.p0(ptr, i32)
        declare void @llvm.arm.neon.vst3.p0.v4i16(ptr, <4 x i16>, <4 x i16>, <4 x i16>, i32)
        declare void @llvm.arm.neon.vst2lane.p0.v4i16(ptr, <4 x i16>, <4 x i16>, i32, i32)
        define void @f(ptr %p, <4 x i16> %v) sanitize_address {
          %a = call <4 x i32> @llvm.arm.neon.vld1.v4i32.p0(ptr %p, i32 4)
          %b = call { <8 x i8>, <8 x i8> } @llvm.arm.neon.vld2dup.v8i8.p0(ptr %p, i32 1)
          call void @llvm.arm.neon.vst3.p0.v4i16(ptr %p, <4 x i16> %v, <4 x i16> %v, <4 x i16> %v, i32 2)
          call void @llvm.arm.neon.vst2lane.p0.v4i16(ptr %p, <4 x i16> %v, <4 x i16> %v, i32 1, i32 2)
          ret void
        }",
    );
    let expected = [(Read, 16), (Read, 2), (Write, 24), (Write, 4)];
    assert_eq!(
        found,
        expected.map(|(kind, bytes)| (kind, Extent::Bytes(bytes)))
    );
}
