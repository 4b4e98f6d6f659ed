//! Accesses by intrinsics of a processor: the structured loads and stores of NEON, and exclusive ones.
//!
//! Claims: an intrinsic in [`shape`] touches exactly the bytes told here, all of them, from its one pointer on (`IntrinsicsAArch64.td`, `IntrinsicsARM.td`). It gives
//! up on vectors whose length the processor decides (SVE, RVV), on gathers and on MVE's; the last verification then refuses the function
//! ([`touches_memory`]): no access of a processor's intrinsic goes unseen.

use super::body::Body;
use super::name_of;
use crate::llvm::attribute;
use crate::{Access, AccessKind, Extent, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// Prefixes of the intrinsics of these processors. Those of x86 are in [`super::accesses`], with its masked ones.
const PROCESSORS: [&str; 3] = ["llvm.aarch64.", "llvm.arm.", "llvm.riscv."];

/// Intrinsics that take an address and touch nothing there.
const HINTS: [&str; 4] = ["prefetch", "clrex", "space", "hint"];

/// What an intrinsic moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// All vectors that it is given or gives.
    Vectors,
    /// One element of each of them.
    Elements,
    /// What the attribute `elementtype` of its pointer says.
    Named,
    /// Two words of this many bytes together.
    Pair(u64),
}

/// What an intrinsic of this name does; `None` if it is not known.
fn shape(name: &str) -> Option<(AccessKind, Moved)> {
    use AccessKind::{Read, Write};
    let processor = PROCESSORS
        .iter()
        .find(|prefix| name.starts_with(**prefix))?;
    let rest = &name[processor.len()..];
    let word = rest.split('.').next().unwrap_or_default();
    let known = match word {
        "neon" => return neon(rest.split('.').nth(1).unwrap_or_default()),
        "ldxr" | "ldaxr" | "ldrex" | "ldaex" => (Read, Moved::Named),
        "stxr" | "stlxr" | "strex" | "stlex" => (Write, Moved::Named),
        "ldxp" | "ldaxp" => (Read, Moved::Pair(16)),
        "stxp" | "stlxp" => (Write, Moved::Pair(16)),
        "ldrexd" | "ldaexd" => (Read, Moved::Pair(8)),
        "strexd" | "stlexd" => (Write, Moved::Pair(8)),
        _ => return None,
    };
    Some(known)
}

/// The same of NEON: `ld1x2`, `ld2`, `ld2r`, `ld2lane`, `st2`, `vld2dup`, ...
fn neon(word: &str) -> Option<(AccessKind, Moved)> {
    let word = word.strip_prefix('v').unwrap_or(word);
    let (kind, rest) = match word.split_at_checked(2)? {
        ("ld", rest) => (AccessKind::Read, rest),
        ("st", rest) => (AccessKind::Write, rest),
        _ => return None,
    };
    let (count, rest) = rest.split_at_checked(1)?;
    if !matches!(count, "1" | "2" | "3" | "4") {
        return None;
    }
    let moved = match rest {
        "" | "x2" | "x3" | "x4" => Moved::Vectors,
        "r" | "dup" | "lane" => Moved::Elements,
        _ => return None,
    };
    Some((kind, moved))
}

impl Body<'_> {
    /// Records what a call of a processor's intrinsic touches, if it is known.
    pub(super) fn processor_access(
        &mut self,
        raw: LLVMValueRef,
        instruction: ValueId,
        arguments: &[ValueId],
    ) {
        // SAFETY: the instruction is live.
        if unsafe { LLVMGetInstructionOpcode(raw) } != LLVMOpcode::LLVMCall {
            return;
        }
        // SAFETY: it is a call.
        let name = name_of(unsafe { LLVMGetCalledValue(raw) });
        let Some((kind, moved)) = shape(&name) else {
            return;
        };
        // SAFETY: the call has so many arguments.
        let Some(place) = (0..arguments.len() as u32)
            .find(|place| unsafe { is_address(LLVMTypeOf(LLVMGetOperand(raw, *place))) })
        else {
            return;
        };
        let pointer = arguments[place as usize];
        // SAFETY: the call and its operands are live.
        let vectors = unsafe { vectors_of(raw, kind) };
        let bytes = match moved {
            Moved::Vectors => self.sum(&vectors, |reader, ty| reader.store_size(ty)),
            Moved::Elements => self.sum(&vectors, |reader, ty| Some(reader.lanes(ty)?.1)),
            Moved::Named => attribute::of_call(raw, place + 1, "elementtype")
                .and_then(|ty| self.reader.store_size(attribute::type_of(ty))),
            Moved::Pair(bytes) => Some(bytes),
        };
        if let Some(bytes) = bytes.filter(|bytes| *bytes > 0) {
            let atomic = matches!(moved, Moved::Named | Moved::Pair(_));
            self.push(Access {
                instruction,
                pointer,
                extent: Extent::Bytes(bytes),
                align: 1,
                kind,
                atomic,
                bulk: false,
                by_library: false,
            });
        }
    }

    fn sum(
        &self,
        types: &[LLVMTypeRef],
        bytes: impl Fn(&super::Reader, LLVMTypeRef) -> Option<u64>,
    ) -> Option<u64> {
        types.iter().map(|ty| bytes(self.reader, *ty)).sum()
    }
}

/// The vectors that a load yields, or that a store is given.
///
/// # Safety
/// `call` is a live call.
unsafe fn vectors_of(call: LLVMValueRef, kind: AccessKind) -> Vec<LLVMTypeRef> {
    // SAFETY: parts are asked of what has parts.
    unsafe {
        let types: Vec<LLVMTypeRef> = match kind {
            AccessKind::Write => (0..LLVMGetNumArgOperands(call))
                .map(|place| LLVMTypeOf(LLVMGetOperand(call, place)))
                .collect(),
            AccessKind::Read => {
                let ty = LLVMTypeOf(call);
                match LLVMGetTypeKind(ty) {
                    LLVMTypeKind::LLVMStructTypeKind => (0..LLVMCountStructElementTypes(ty))
                        .map(|part| LLVMStructGetTypeAtIndex(ty, part))
                        .collect(),
                    _ => vec![ty],
                }
            }
        };
        let is_vector = |ty: &LLVMTypeRef| {
            matches!(
                LLVMGetTypeKind(*ty),
                LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind
            )
        };
        types.into_iter().filter(is_vector).collect()
    }
}

/// # Safety
/// `ty` is a live type.
unsafe fn is_address(ty: LLVMTypeRef) -> bool {
    // SAFETY: the kind is checked before the address space is asked for.
    unsafe {
        LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind
            && LLVMGetPointerAddressSpace(ty) == 0
    }
}

/// Whether a call of a function of this name is one of a processor's intrinsic that may touch what its arguments lead to.
///
/// # Safety
/// `call` is a live call, and `callee` what it calls, a function.
pub(in crate::llvm) unsafe fn touches_memory(
    call: LLVMValueRef,
    callee: LLVMValueRef,
    name: &str,
) -> bool {
    /// Bits of the attribute `memory` for what arguments point to, and for all other memory (`llvm/Support/ModRef.h`).
    const NAMED_MEMORY: u64 = 0b11_00_11;
    let Some(rest) = PROCESSORS
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
    else {
        return false;
    };
    if rest.split('.').any(|word| HINTS.contains(&word)) {
        return false;
    }
    let memory = attribute::of_function(callee, attribute::FUNCTION, "memory");
    if memory.is_some_and(|memory| attribute::value(memory) & NAMED_MEMORY == 0) {
        return false;
    }
    // SAFETY: as the caller promises. Gathers take a vector of addresses, or of distances beside a base.
    unsafe {
        (0..LLVMGetNumArgOperands(call)).any(|place| {
            let ty = LLVMTypeOf(LLVMGetOperand(call, place));
            is_address(ty)
                || LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind
                    && is_address(LLVMGetElementType(ty))
                || rest.contains("gather")
                || rest.contains("scatter")
                || rest.starts_with("mve.v")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_moved() {
        use AccessKind::{Read, Write};
        for (name, known) in [
            (
                "llvm.aarch64.neon.ld1x2.v4i32.p0",
                Some((Read, Moved::Vectors)),
            ),
            (
                "llvm.aarch64.neon.ld4.v16i8.p0",
                Some((Read, Moved::Vectors)),
            ),
            (
                "llvm.aarch64.neon.ld3r.v2f32.p0",
                Some((Read, Moved::Elements)),
            ),
            (
                "llvm.aarch64.neon.ld2lane.v8i16.p0",
                Some((Read, Moved::Elements)),
            ),
            (
                "llvm.aarch64.neon.st3.v4i32.p0",
                Some((Write, Moved::Vectors)),
            ),
            (
                "llvm.aarch64.neon.st4lane.v4i32.p0",
                Some((Write, Moved::Elements)),
            ),
            (
                "llvm.arm.neon.vld2dup.v8i8.p0",
                Some((Read, Moved::Elements)),
            ),
            (
                "llvm.arm.neon.vst1x4.p0.v8i8",
                Some((Write, Moved::Vectors)),
            ),
            ("llvm.aarch64.ldaxr.p0", Some((Read, Moved::Named))),
            ("llvm.arm.strexd", Some((Write, Moved::Pair(8)))),
            ("llvm.aarch64.neon.smax.v4i32", None),
            ("llvm.aarch64.sve.ld1.nxv4i32", None),
            ("llvm.x86.avx.maskload.pd", None),
        ] {
            assert_eq!(shape(name), known, "{name}");
        }
    }
}
