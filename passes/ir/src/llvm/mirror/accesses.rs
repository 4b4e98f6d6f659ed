//! Which memory an instruction touches.

use super::body::Body;
use super::name_of;
use crate::llvm::attribute;
use crate::{Access, AccessKind, Extent, MemoryIntrinsic, Op, Type, ValueDef, ValueId};
use inkwell::llvm_sys::LLVMAtomicOrdering;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

impl Body<'_> {
    /// Records the accesses of an instruction whose operation is known already.
    pub(super) fn record_accesses(&mut self, raw: LLVMValueRef, id: ValueId, op: &Op) {
        match op {
            // SAFETY: a load's type is its result's; a store's is that of its first operand.
            Op::Load { pointer, .. } => unsafe {
                self.sized(
                    raw,
                    id,
                    *pointer,
                    LLVMTypeOf(raw),
                    AccessKind::Read,
                    atomic(raw),
                )
            },
            // SAFETY: as above.
            Op::Store { pointer, .. } => unsafe {
                let ty = LLVMTypeOf(LLVMGetOperand(raw, 0));
                self.sized(raw, id, *pointer, ty, AccessKind::Write, atomic(raw))
            },
            // SAFETY: operand 1 of atomicrmw and cmpxchg has the type of the memory.
            Op::Atomic { pointer, .. } => unsafe {
                let ty = LLVMTypeOf(LLVMGetOperand(raw, 1));
                self.sized(raw, id, *pointer, ty, AccessKind::Write, true)
            },
            Op::Memory(kind, arguments) => self.block_operation(raw, id, *kind, arguments),
            Op::Call { arguments, .. } => self.passed_structs(raw, id, op, arguments),
            Op::Inert(arguments)
            | Op::Opaque {
                operands: arguments,
                ..
            } => {
                self.masked(raw, id, arguments);
            }
            _ => {}
        }
    }

    fn push(&mut self, access: Access) {
        if self.function.values[access.pointer].ty.is_plain_pointer()
            || matches!(
                access.extent,
                Extent::Masked {
                    scattered: true,
                    ..
                }
            )
        {
            self.function.accesses.push(access);
        }
    }

    fn sized(
        &mut self,
        raw: LLVMValueRef,
        instruction: ValueId,
        pointer: ValueId,
        ty: LLVMTypeRef,
        kind: AccessKind,
        atomic: bool,
    ) {
        let Some(size) = self.reader.store_size(ty) else {
            return;
        };
        // SAFETY: loads, stores and atomics have an alignment.
        let align = u64::from(unsafe { LLVMGetAlignment(raw) }).max(1);
        let extent = Extent::Bytes(size);
        if size > 0 {
            self.push(Access {
                instruction,
                pointer,
                extent,
                align,
                kind,
                atomic,
                block: false,
            });
        }
    }

    fn block_operation(
        &mut self,
        raw: LLVMValueRef,
        instruction: ValueId,
        kind: MemoryIntrinsic,
        arguments: &[ValueId],
    ) {
        let [destination, source, length, ..] = *arguments else {
            return;
        };
        let extent = match self.function.values[length].def {
            ValueDef::Integer(0) => return,
            ValueDef::Integer(n) => Extent::Bytes(n as u64),
            _ => Extent::Dynamic(length),
        };
        let mut operand = |index: u32, pointer, kind| {
            let align = attribute::of_call(raw, index, "align").map_or(1, attribute::value);
            self.push(Access {
                instruction,
                pointer,
                extent,
                align,
                kind,
                atomic: false,
                block: true,
            });
        };
        if kind != MemoryIntrinsic::Set {
            operand(2, source, AccessKind::Read);
        }
        operand(1, destination, AccessKind::Write);
    }

    /// Structs that a call copies for its callee, and those that an unchecked callee returns through memory.
    fn passed_structs(
        &mut self,
        raw: LLVMValueRef,
        instruction: ValueId,
        op: &Op,
        arguments: &[ValueId],
    ) {
        for (i, &pointer) in arguments.iter().enumerate() {
            let index = i as u32 + 1;
            let copied = attribute::of_call(raw, index, "byval");
            let returned =
                attribute::of_call(raw, index, "sret").filter(|_| !self.callee_is_checked(op));
            let (ty, kind) = match (copied, returned) {
                (Some(ty), _) => (ty, AccessKind::Read),
                (None, Some(ty)) => (ty, AccessKind::Write),
                (None, None) => continue,
            };
            let Some(size) = self.reader.alloc_size(attribute::type_of(ty)) else {
                continue;
            };
            let align = attribute::of_call(raw, index, "align").map_or(1, attribute::value);
            let extent = Extent::Bytes(size);
            if size > 0 {
                self.push(Access {
                    instruction,
                    pointer,
                    extent,
                    align,
                    kind,
                    atomic: false,
                    block: true,
                });
            }
        }
    }

    fn masked(&mut self, raw: LLVMValueRef, instruction: ValueId, arguments: &[ValueId]) {
        // SAFETY: the instruction is live.
        if unsafe { LLVMGetInstructionOpcode(raw) } != LLVMOpcode::LLVMCall {
            return;
        }
        // SAFETY: it is a call.
        let name = name_of(unsafe { LLVMGetCalledValue(raw) });
        let Some(name) = name.strip_prefix("llvm.masked.") else {
            return;
        };
        let word = name.split('.').next().unwrap_or_default();
        // Positions as in LLVM's language reference.
        let (pointer, mask, value, scattered, kind) = match (word, arguments) {
            ("load" | "gather", [pointer, _, mask, _]) => {
                (*pointer, *mask, None, word == "gather", AccessKind::Read)
            }
            ("store" | "scatter", [value, pointer, _, mask]) => (
                *pointer,
                *mask,
                Some(*value),
                word == "scatter",
                AccessKind::Write,
            ),
            // `expandload` and `compressstore` touch as many lanes as the mask has bits: not modelled.
            _ => return,
        };
        let ty = value.map_or(self.function.values[instruction].ty, |v| {
            self.function.values[v].ty
        });
        let Type::Vector { lanes, bits } = ty else {
            return;
        };
        let extent = Extent::Masked {
            mask,
            lane: u64::from(bits).div_ceil(8),
            lanes,
            scattered,
        };
        self.push(Access {
            instruction,
            pointer,
            extent,
            align: 1,
            kind,
            atomic: false,
            block: false,
        });
    }
}

/// Whether a load or store is atomic.
pub(super) fn atomic(raw: LLVMValueRef) -> bool {
    // SAFETY: callers pass loads and stores.
    unsafe { LLVMGetOrdering(raw) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
}
