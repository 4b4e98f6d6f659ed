//! Imports the memory accesses of each instruction.

use super::body::Body;
use super::name_of;
use crate::llvm::attribute;
use crate::llvm::edit::STATED;
use crate::{
    Access, AccessKind, Addresses, Callee, Extent, Lanes, MemoryIntrinsic, Op, Select, Type,
    ValueDef, ValueId,
};
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
            Op::Memory(kind, arguments) => self.bulk_operation(raw, id, *kind, arguments, false),
            Op::Call { arguments, .. } => {
                self.comparison(raw, id, op);
                self.called_bulk_operation(raw, id, op);
                self.passed_structs(raw, id, op, arguments);
            }
            Op::Inert(name, arguments) if &**name == STATED => self.stated(id, arguments),
            Op::Inert(_, arguments)
            | Op::Opaque {
                operands: arguments,
                ..
            } => {
                self.masked(raw, id, arguments);
                self.processor_access(raw, id, arguments);
            }
            // `va_arg` is lowered by the front end wherever its memory could be checked.
            Op::VaArg(_)
            | Op::Alloca { .. }
            | Op::Fence(_)
            | Op::LandingPad { .. }
            | Op::Address(_)
            | Op::Binary(..)
            | Op::Negate(_)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Element(..)
            | Op::ScopeBegin(_)
            | Op::ScopeEnd(_)
            | Op::StackRestore(_)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => {}
        }
    }

    pub(super) fn push(&mut self, access: Access) {
        if self.function.values[access.pointer].ty.is_plain_pointer()
            || matches!(
                access.extent,
                Extent::Masked {
                    order: Lanes::Scattered,
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
                bulk: false,
                by_library: false,
            });
        }
    }

    /// A constant as its type's bits say, without a sign.
    fn unsigned(&self, value: ValueId, n: i64) -> u64 {
        match self.function.values[value].ty {
            Type::Int(bits @ 1..64) => n as u64 & ((1 << bits) - 1),
            _ => n as u64,
        }
    }

    fn bulk_operation(
        &mut self,
        raw: LLVMValueRef,
        instruction: ValueId,
        kind: MemoryIntrinsic,
        arguments: &[ValueId],
        by_library: bool,
    ) {
        let [destination, source, length, ..] = *arguments else {
            return;
        };
        let extent = match self.function.values[length].def {
            ValueDef::Integer(0) => return,
            ValueDef::Integer(n) => Extent::Bytes(self.unsigned(length, n)),
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
                bulk: true,
                by_library,
            });
        };
        if kind != MemoryIntrinsic::Set {
            operand(2, source, AccessKind::Read);
        }
        operand(1, destination, AccessKind::Write);
    }

    /// A call of `memcpy` and the like that the compiler does not take for one (`-fno-builtin`).
    fn called_bulk_operation(&mut self, raw: LLVMValueRef, instruction: ValueId, op: &Op) {
        let Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            model,
            ..
        } = op
        else {
            return;
        };
        let callee = &self.reader.module.functions[*callee];
        let kind = match callee.name.as_str() {
            _ if model.addresses == Addresses::Unknown => return,
            "memcpy" => MemoryIntrinsic::Copy,
            "memmove" => MemoryIntrinsic::Move,
            "memset" => MemoryIntrinsic::Set,
            _ => return,
        };
        let values = &self.function.values;
        let size_bits = self.function.layout.size_bits;
        let is_size = |value: ValueId| values[value].ty == Type::Int(size_bits);
        if let &[_, _, length] = arguments.as_slice()
            && is_size(length)
        {
            self.bulk_operation(raw, instruction, kind, arguments, true);
        }
    }

    /// A comparison of two small blocks, which code generation may make loads of.
    fn comparison(&mut self, raw: LLVMValueRef, instruction: ValueId, op: &Op) {
        let Some((blocks, bytes)) = self.function.inline_comparison(op, |callee| {
            let callee = &self.reader.module.functions[callee];
            callee.external.then_some(callee.name.as_str())
        }) else {
            return;
        };
        for (index, pointer) in (1..).zip(blocks) {
            let align = attribute::of_call(raw, index, "align").map_or(1, attribute::value);
            self.push(Access {
                instruction,
                pointer,
                extent: Extent::Bytes(bytes),
                align,
                kind: AccessKind::Read,
                atomic: false,
                bulk: true,
                by_library: false,
            });
        }
    }

    /// What the source states that it can access. Nothing is accessed there, but it is checked as if it were.
    fn stated(&mut self, instruction: ValueId, arguments: &[ValueId]) {
        if let &[pointer, bytes] = arguments
            && let ValueDef::Integer(bytes) = self.function.values[bytes].def
        {
            self.push(Access {
                instruction,
                pointer,
                extent: Extent::Bytes(bytes as u64),
                align: 1,
                kind: AccessKind::Read,
                atomic: false,
                bulk: false,
                by_library: false,
            });
        }
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
            if copied.is_some() {
                let argument = (instruction, i as u32);
                self.function.copied.insert(argument, (size, align));
            }
            let extent = Extent::Bytes(size);
            if size > 0 {
                self.push(Access {
                    instruction,
                    pointer,
                    extent,
                    align,
                    kind,
                    atomic: false,
                    bulk: true,
                    by_library: false,
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
        let Some(shape) = masked_shape(&name) else {
            return;
        };
        let at = |position: usize| arguments.get(position).copied();
        let (Some(pointer), Some(mask)) = (at(shape.pointer), at(shape.mask)) else {
            return;
        };
        // SAFETY: the call's result, or the operand that it writes.
        let ty = unsafe {
            LLVMTypeOf(match shape.value {
                None => raw,
                Some(position) => LLVMGetOperand(raw, position),
            })
        };
        let kind = match shape.value {
            None => AccessKind::Read,
            Some(_) => AccessKind::Write,
        };
        let Some((lanes, lane)) = self.reader.lanes(ty) else {
            return;
        };
        let extent = Extent::Masked {
            mask,
            select: shape.select,
            lane,
            lanes,
            order: shape.order,
        };
        self.push(Access {
            instruction,
            pointer,
            extent,
            align: 1,
            kind,
            atomic: false,
            bulk: false,
            by_library: false,
        });
    }
}

/// Where a masked intrinsic has its operands.
struct MaskedShape {
    pointer: usize,
    mask: usize,
    /// The vector that it writes; without, it reads.
    value: Option<u32>,
    select: Select,
    order: Lanes,
}

/// Masked intrinsics, with positions as in LLVM's language reference and `IntrinsicsX86.td`. Those of the target become
/// generic ones where LLVM simplifies, so they are met mostly at -O0. Gathers of the target are not modelled.
fn masked_shape(name: &str) -> Option<MaskedShape> {
    let is = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let shape = |pointer, mask, value, select, order| {
        Some(MaskedShape {
            pointer,
            mask,
            value,
            select,
            order,
        })
    };
    if is("llvm.masked.load") {
        shape(0, 2, None, Select::Bit, Lanes::Adjacent)
    } else if is("llvm.masked.store") {
        shape(1, 3, Some(0), Select::Bit, Lanes::Adjacent)
    } else if is("llvm.masked.gather") {
        shape(0, 2, None, Select::Bit, Lanes::Scattered)
    } else if is("llvm.masked.scatter") {
        shape(1, 3, Some(0), Select::Bit, Lanes::Scattered)
    } else if is("llvm.masked.expandload") {
        shape(0, 1, None, Select::Bit, Lanes::Packed)
    } else if is("llvm.masked.compressstore") {
        shape(1, 2, Some(0), Select::Bit, Lanes::Packed)
    } else if is("llvm.x86.avx.maskload") || is("llvm.x86.avx2.maskload") {
        shape(0, 1, None, Select::Sign, Lanes::Adjacent)
    } else if is("llvm.x86.avx.maskstore") || is("llvm.x86.avx2.maskstore") {
        shape(0, 1, Some(2), Select::Sign, Lanes::Adjacent)
    } else if is("llvm.x86.sse2.maskmov.dqu") {
        shape(2, 1, Some(0), Select::Sign, Lanes::Adjacent)
    } else {
        None
    }
}

/// Whether a load or store is atomic.
pub(super) fn atomic(raw: LLVMValueRef) -> bool {
    // SAFETY: callers pass loads and stores.
    unsafe { LLVMGetOrdering(raw) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
}
